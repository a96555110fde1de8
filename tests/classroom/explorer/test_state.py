"""What an explorer holds: what does not fit is refused and changes nothing."""

import numpy as np
import pytest
import traitlets

from classroom.explorer import Explorer
from classroom.explorer._state import encode
from tests.helpers.explorers import assert_same, assert_untouched, by_steps, held, message, random_example

BAD = {
    "wrong shape": ("X", np.ones((4, 5)), ["X needs to be (4, 6)", "is (4, 5)"]),
    "transposed": ("W_Q", np.ones((3, 6)), ["W_Q needs to be (6, 3)", "is (3, 6)"]),
    "no matrix": ("W_Q", 1.0, ["W_Q needs to be (6, 3)", "is ()"]),
    "ragged": ("W_Q", [[1], [1, 2]], ["W_Q needs to be (6, 3) numbers", "type list"]),
    "words": ("X", "abc", ["X needs to be (4, 6) numbers", "type str"]),
    "complex": ("X", np.ones((4, 6)) * 1j, ["X needs to be (4, 6) numbers"]),
    "nothing": ("X", None, ["X needs to be (4, 6) numbers", "is None"]),
    "NaN": ("X", np.full((4, 6), np.nan), ["X (4, 6) needs finite numbers"]),
    "infinity": ("W_V", np.full((6, 2), np.inf), ["W_V (6, 2) needs finite numbers"]),
    "not there": ("W_O", np.ones((2, 2)), ["this example has no W_O"]),
    "overflow in Q": ("X", np.full((4, 6), 1e308), ["needs finite numbers", "inf"]),
    "overflow in scores": ("W_Q", np.full((6, 3), 1e308), ["needs finite numbers"]),
    "overflow in scaled": ("temperature", 1e-310, ["scores / (√d_k · temperature)", "inf"]),
    "cold": ("temperature", 0, ["temperature needs to be positive", "is 0"]),
    "negative": ("temperature", -0.5, ["temperature needs to be positive", "is -0.5"]),
    "no temperature": ("temperature", np.nan, ["temperature needs to be positive", "is nan"]),
    "hot": ("temperature", np.inf, ["temperature needs to be finite", "is inf"]),
    "mask of another size": ("keep", np.ones((3, 3), bool), ["keep needs to be (4, 4)", "is (3, 3)"]),
    "mask of numbers": ("keep", np.full((4, 4), 0.5), ["True (may look) or False", "holds float64"]),
    "ragged mask": ("keep", [[1], [1, 0]], ["True (may look) or False"]),
    "no such sentence": ("sentence", 3, ["sentence needs to be from 0 to 2", "is 3"]),
    "negative sentence": ("sentence", -1, ["sentence needs to be from 0 to 2", "is -1"]),
    "no such head": ("head", 1, ["head needs to be from 0 to 0", "is 1"]),
    "one head alone off": ("heads_on", [False], ["heads_on needs an example of several heads"]),
}


@pytest.mark.parametrize(("name", "value", "pieces"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("by", [setattr, lambda e, name, value: e.load({name: value})])
def test_what_does_not_fit_is_named_and_changes_nothing(by, name, value, pieces):
    explorer = Explorer("first_look")
    before = held(explorer)
    if name == "head" and by is not setattr:
        pieces = ["load: head is not of X"]
    with pytest.raises(ValueError, match="Explorer|attend|project|scale|scores|load") as raised:
        by(explorer, name, value)
    assert [piece for piece in pieces if piece not in str(raised.value)] == []
    assert_untouched(explorer, before)


def test_an_output_projection_that_overflows_is_refused(rng):
    explorer = Explorer(random_example(rng))
    before = held(explorer)
    with pytest.raises(ValueError, match="finite"):
        explorer.W_O = np.full((8, 3), 1e308) * np.sign(explorer.example.project_output(explorer.trace).sum())
    assert_untouched(explorer, before)


@pytest.mark.parametrize("name", ["temperature", "scaling", "sentence", "head"])
def test_what_is_of_another_kind_is_refused(name):
    explorer = Explorer("first_look")
    before = held(explorer)
    with pytest.raises(traitlets.TraitError, match=f"'{name}' trait of an Explorer instance expected"):
        setattr(explorer, name, "many")
    assert_untouched(explorer, before)


@pytest.mark.parametrize(
    "bad",
    [
        {"W_Q": np.ones((3, 3))},
        {"W_Q": np.full((6, 3), np.nan)},
        {"W_Q": np.full((6, 3), 1e308)},
        {"W_Q": None},
        {"W_Q": "abc"},
        {"W_Q": {"shape": [6, 3], "data": memoryview(b"123")}},
        {"W_Q": {"shape": [2, 2], "data": memoryview(bytes(6 * 3 * 8))}},
        {"W_Q": {"shape": [6, 3]}},
        {"keep": np.ones((3, 3), bool)},
        {"keep": {"shape": [9], "data": memoryview(b"")}},
        {"temperature": -1.0},
        {"temperature": "hot"},
        {"scaling": "twice"},
        {"sentence": 3},
        {"head": -1},
    ],
    ids=lambda bad: " ".join(bad),
)
@pytest.mark.parametrize("first", [True, False])
def test_of_a_message_all_is_taken_or_nothing(bad, first):
    explorer, good = Explorer("first_look"), {"X": np.ones((4, 6)), "_edit": 3}
    before = held(explorer)
    with pytest.raises(traitlets.TraitError):
        explorer.set_state(message(**(bad | good if first else good | bad)))
    assert_untouched(explorer, before)
    assert (explorer._edit, explorer._followed) == (0, 0)
    explorer.set_state(message(**good))
    assert explorer._followed == 3
    assert_same(explorer.trace, by_steps(explorer))


def test_numbers_that_fit_only_together_are_taken_together():
    explorer = Explorer("first_look")
    explorer.set_state(message(W_Q=np.full((6, 3), 1e200), X=np.full((4, 6), 1e-200), _edit=1))
    assert_same(explorer.trace, by_steps(explorer))
    assert explorer.load({"W_Q": np.ones((6, 3)), "X": np.ones((4, 6))}).X.max() == 1


@pytest.mark.slow
def test_ten_thousand_messages_leave_state_and_trace_in_step(rng):
    explorer, refused = Explorer("first_look"), 0
    for k in range(10_000):
        before, sent = held(explorer), random_message(rng, k)
        try:
            explorer.set_state(sent)
            assert explorer._followed == k + 1
        except traitlets.TraitError:
            refused += 1
            assert_untouched(explorer, before)
        if k % 20 == 0:
            assert_same(explorer.trace, by_steps(explorer))
    assert_same(explorer.trace, by_steps(explorer))
    assert 3000 < refused < 7000


SHAPES = {"X": (4, 6), "W_Q": (6, 3), "W_K": (6, 3), "W_V": (6, 2), "keep": (4, 4)}
WRONG = [
    None,
    "",
    "1e999",
    float("nan"),
    [],
    {},
    {"shape": [2], "data": memoryview(b"x")},
    -1,
    1e308,
    7,
    True,
]


def random_message(rng, k):
    sent = {"_edit": k + 1}
    for name in rng.choice([*SHAPES, "temperature", "scaling", "sentence", "head"], rng.integers(1, 4)):
        shape = SHAPES.get(name)
        if rng.random() < 0.15:
            sent[name] = WRONG[rng.integers(len(WRONG))]
        elif shape is None:
            choices = {"temperature": [0.05, 1.0, 20], "scaling": ["sqrt", "none", "d_k"]}
            sent[name] = choices.get(name, [0, 0, 1])[rng.integers(3)]
        elif name == "keep":
            sent[name] = encode(rng.random(shape) < 0.7)
        else:
            size = [1, 1, 1, 10.0, 1e160][rng.integers(5)]
            sent[name] = encode(rng.standard_normal(shape[:: 1 if rng.random() < 0.9 else -1]) * size)
    return sent
