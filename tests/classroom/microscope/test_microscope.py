"""All maps on one screen: small to send, and the one that is chosen opened beside them."""

import json

import numpy as np
import pytest
from ipywidgets.widgets.widget import _remove_buffers

from attnlib.attention import attend, softmax
from classroom import Microscope
from classroom.lab.pretrained import Reading


def reading(blocks=2, heads=3, n=5):
    rng = np.random.default_rng(0)
    traces = [attend(*rng.normal(size=(3, heads, n, 4)).astype(np.float32)) for _ in range(blocks)]
    return Reading(["<s>", *map(str, range(n - 2)), "</s>"], None, traces)


def opened(microscope):
    """What stands beside the maps: a name and an explorer."""
    return microscope.widget.children[1].children


def sent(widget):
    """How many bytes the browser is sent of a widget."""
    state, _, buffers = _remove_buffers(widget.get_state())
    return len(json.dumps(state, default=str).encode()) + sum(len(one) for one in buffers)


def test_the_browser_has_a_byte_for_each_weight_and_its_colour():
    read = reading()
    fixed = Microscope(read)._maps._fixed
    assert fixed["shape"] == (2, 3, 5, 5)
    weights = np.frombuffer(fixed["weights"], np.uint8).reshape(fixed["shape"])
    assert np.abs(weights / 255 - read.weights).max() <= 0.5 / 255 + 1e-6
    colors = np.frombuffer(fixed["colors"], np.uint8).reshape(256, 3)
    assert colors[0].sum() > 700  # pale
    assert colors[255].sum() < 200  # dark


def test_of_a_long_text_the_largest_weight_is_the_darkest():
    read = reading(1, 2, 100)
    weights = np.frombuffer(Microscope(read)._maps._fixed["weights"], np.uint8)
    assert weights.max() == 255
    most = read.weights.max()
    assert np.abs(weights.reshape(read.weights.shape) * most / 255 - read.weights).max() <= most / 255
    assert f"The colours go from 0 to {most:.2g}." in repr(Microscope(read))


def test_the_first_head_is_open_until_another_is_chosen_and_each_has_an_explorer_below_its_name():
    read = reading()
    microscope = Microscope(read)
    assert microscope.at is None
    start = microscope.explorer
    assert np.allclose(start.trace.weights, read.weights[0, 0], atol=1e-6)
    assert "<b>Layer 0, head 0 (L0H0).</b> Click" in opened(microscope)[0].value
    assert not microscope.picture().figure.axes[0].patches  # nobody has chosen it
    microscope.at = (1, 2)
    first = microscope.explorer
    assert start.comm is None  # let go of
    assert np.allclose(first.trace.weights, read.weights[1, 2], atol=1e-6)
    assert first.example.tokens == read.words
    assert opened(microscope)[1] is first
    assert "Layer 1, head 2" in opened(microscope)[0].value
    microscope.at = (0, 2)
    assert np.allclose(microscope.explorer.trace.weights, read.weights[0, 2], atol=1e-6)
    assert opened(microscope)[1:] == (microscope.explorer,)
    assert first.comm is None


def test_a_head_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match=r"Microscope: there are 2 blocks of 3 heads, and no \(2, 0\)\."):
        Microscope(reading(), at=(2, 0))
    microscope = Microscope(reading(), at=(1, 0))
    with pytest.raises(ValueError, match=r"and no \(0, -1\)"):
        microscope.at = (0, -1)
    assert microscope.at == (1, 0)


@pytest.mark.parametrize("given", [np.ones((2, 3, 5, 5)), reading().traces[0], "a text", None])
def test_what_is_no_reading_is_refused(given):
    with pytest.raises(
        TypeError, match=r"^Microscope: reading needs .*load_model\(\).read\(text\).* of type"
    ):
        Microscope(given)


def test_144_maps_of_thirty_tokens_and_the_open_one_are_less_than_a_megabyte():
    microscope = Microscope(reading(12, 12, 30), at=(2, 6))
    assert sent(microscope._maps) + sent(microscope.explorer) < 1e6


@pytest.mark.parametrize("times", [0, 1, 5])
def test_a_page_has_scores_that_give_the_weights(times):
    read = reading(12, 12, 13)
    for trace in read.traces:
        trace.scaled[:] = times * trace.scaled
    state = Microscope(read, at=(1, 2)).page_state()
    stored = state["scores"]
    assert (state["at"], stored["shape"], len(stored["data"])) == ((1, 2), (12, 12, 13, 13), 2 * 144 * 169)
    whole = np.frombuffer(stored["data"], "<u2").reshape(stored["shape"])
    weights = softmax(stored["low"] + stored["step"] * whole)
    assert np.abs(weights - softmax(np.array([trace.scaled for trace in read.traces]))).max() < 2e-4


def test_without_a_browser_it_is_the_picture_of_all_maps():
    data, _ = Microscope(reading())._repr_mimebundle_()
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/html", "image/png", "text/plain"}
    assert "2 × 3 heads, 5 × 5 each" in data["text/plain"]
    opened = Microscope(reading(), at=(1, 2))
    assert len(opened.picture().figure.axes[0].patches) == 1  # its frame


def test_closed_it_lets_go_of_everything():
    microscope = Microscope(reading(), at=(1, 2))
    microscope.close()
    widgets = microscope.widget, *microscope.widget.children, *opened(microscope)
    assert [one.comm for one in widgets] == [None] * 5
