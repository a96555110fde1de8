"""Words are compared exactly, numbers within their precision, wherever both stand."""

from base64 import b64encode

import numpy as np
import pytest
from nbformat.v4 import new_output

from attnlib.draw.stored import STORED_NUMBERS, STORED_STATE, packed
from tools.compare_outputs import difference


def printed(text):
    return [new_output("stream", text=text)]


def shown(**data):
    return [new_output("display_data", data={kind.replace("_", "/", 1): what for kind, what in data.items()})]


def drawn(array, step=1e-5):
    """The numbers of a picture, as attnlib stores them."""
    multiples = [None if np.isnan(x) else round(x / step) for x in np.ravel(array)]
    numbers = {"shape": np.shape(array), "step": step, "multiples": multiples}
    return [
        new_output(
            "display_data", data={STORED_NUMBERS: packed({"png": "0", "texts": ["cat"], "arrays": [numbers]})}
        )
    ]


@pytest.mark.parametrize(
    ("stored", "now"),
    [
        ("0.3492", "0.3492"),
        ("0.3492", "0.3493"),  # rounded on another machine
        ("[0.35 -0.12]", "[ 0.35 -0.12]"),
        ("-0.00", "0.00"),
        ("−0.25", "-0.25"),
        ("1.", "0.9999"),
        ("0.9", "1.0"),
        ("3.49e-05", "3.50e-05"),
        ("", ""),
    ],
)
def test_numbers_that_may_be_one_are_alike(stored, now):
    assert difference(printed(stored), printed(now)) == ""


@pytest.mark.parametrize(
    ("stored", "now"),
    [
        ("0.3492", "0.3502"),
        ("0.3492", "0.3494"),
        ("0.35", "-0.35"),
        ("0.02", "0.03"),  # one unit, but half of the number
        ("0.5", "0.6"),
        ("3.49e-05", "3.49e-04"),
        ("1,049,088", "1,049,089"),
        ("512", "513"),
        ("12", "12.4"),
        ("3 words", "4 words"),
        ("a cat 0.35", "a dog 0.35"),
        ("a cat", "acat"),
        ("爱 0.35", "恨 0.35"),
        ("1 2", "1 2 3"),
    ],
)
def test_other_words_and_other_numbers_are_named(stored, now):
    found = difference(printed(stored), printed(now))
    assert "and not" in found
    assert difference(printed(stored), printed(stored)) == ""


def test_in_a_web_page_only_the_bytes_and_the_size_of_pictures_may_differ():
    html = '<figure><img alt="{}" width="591" height="303" src="data:image/png;base64,{}"><p>{}</p></figure>'
    was = shown(text_html=html.format("3 < 4", "iVBOR+/=", "0.33"))
    assert difference(was, shown(text_html=html.format("3 < 4", "AAAA", "0.33"))) == ""
    other_size = html.replace("303", "302").format("3 < 4", "iVBOR+/=", "0.33")
    assert difference(was, shown(text_html=other_size)) == ""
    assert difference(was, shown(text_html=html.format("4 < 3", "iVBOR+/=", "0.33")))
    assert difference(was, shown(text_html=html.format("3 < 4", "iVBOR+/=", "0.43")))


@pytest.mark.parametrize(
    "now",
    [
        [],
        printed("1\n") + printed("2\n"),
        [new_output("stream", name="stderr", text="1\n")],
        shown(text_plain="1"),
        [new_output("error", ename="ValueError", evalue="1")],
    ],
)
def test_another_kind_of_output_is_named(now):
    assert difference(printed("1\n"), now).startswith("its outputs are ")


def test_another_error_is_named_and_its_frames_are_not_compared():
    def error(name, said, frame=""):
        return [new_output("error", ename=name, evalue=said, traceback=[frame])]

    was = error("ValueError", "needs (4, 6)")
    assert difference(was, error("ValueError", "needs (4, 6)", "as another Python shows it")) == ""
    assert difference(was, error("ValueError", "needs (4, 5)"))
    assert difference(was, error("TypeError", "needs (4, 6)"))


# Arrays


def test_in_an_array_the_third_digit_counts_and_the_fifth_does_not():
    was = drawn([0.349, 0.1, -0.02, np.nan])
    assert difference(was, drawn([0.3491, 0.10005, -0.02002, np.nan])) == ""
    for other in ([0.348, 0.1, -0.02], [0.349, 0.101, -0.02], [0.349, 0.1, -0.0201]):
        assert "the number at" in difference(was, drawn([*other, np.nan]))
    assert "the number at (3,)" in difference(was, drawn([0.349, 0.1, -0.02, 0]))
    assert "shape" in difference(was, drawn([0.349, 0.1, -0.02]))


def test_beside_a_large_number_a_tiny_one_is_nothing():
    assert difference(drawn([1, 0.00003]), drawn([1, 0.00001])) == ""
    assert difference(drawn([0.00003], 1e-8), drawn([0.00001], 1e-8))


def test_a_coarsely_stored_number_may_be_rounded_the_other_way_and_no_further():
    assert difference(drawn([0.087, 0.5], 1e-3), drawn([0.088, 0.5], 1e-3)) == ""
    assert "the number at (0,)" in difference(drawn([0.087, 0.5], 1e-3), drawn([0.089, 0.5], 1e-3))


def test_the_step_in_which_numbers_are_stored_does_not_matter():
    assert difference(drawn([9.999]), drawn([10.0001], 1e-3)) == ""


def state(**values):
    """A widget's state as a notebook keeps it; an array is packed as the widget does it."""
    return shown(
        **{STORED_STATE.replace("/", "_", 1): packed({"kind": "explorer", "arrays": [], "state": values})}
    )


def test_numbers_of_a_state_that_are_stored_in_steps_may_differ_by_one():
    def scores(*whole, low=0.0):
        array = {"shape": [len(whole)], "data": 0, "low": low, "step": 1e-3}
        data = [b64encode(np.array(whole, "<u2").tobytes()).decode()]
        said = {"kind": "microscope", "arrays": data, "state": {"scores": array}}
        return shown(**{STORED_STATE.replace("/", "_", 1): packed(said)})

    assert difference(scores(7, 100), scores(8, 100)) == ""
    assert difference(scores(7, 100), scores(6, 99, low=0.001)) == ""
    assert "the number at (0,)" in difference(scores(7, 100), scores(9, 100))


def test_in_a_state_fractions_have_a_tolerance_and_whole_numbers_none():
    was = state(weights=[0.25, 0.75], rows=[1, 2], bar=0.5, words=["cat"], on=True)
    assert (
        difference(was, state(weights=[0.2501, 0.75], rows=[1, 2], bar=0.5001, words=["cat"], on=True)) == ""
    )
    for name, value in {
        "weights": [0.26, 0.75],
        "rows": [1, 3],
        "bar": 0.51,
        "words": ["dog"],
        "on": 1,
    }.items():
        same = {"weights": [0.25, 0.75], "rows": [1, 2], "bar": 0.5, "words": ["cat"], "on": True}
        assert name in difference(was, state(**same | {name: value}))
