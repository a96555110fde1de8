"""What a notebook keeps of a widget is enough to show it alive, loses nothing, and no more than is needed."""

import io
import json
import re
from base64 import b64decode, b64encode

import numpy as np
import pytest
from ipywidgets.widgets.widget import _remove_buffers
from PIL import Image

from attnlib import Explorer, ask, heatmap, load_example
from attnlib.i18n import use_language
from attnlib.widgets._static_frames import FILM, MOST_VALUES
from attnlib.widgets.sliders import live as shown_live
from tools.live import film, frames, live, shared, unpacked


def told(widget):
    """The state of a widget and its buffers, as nbclient keeps them."""
    state, paths, buffers = _remove_buffers(widget.get_state())
    told = {
        tuple(path): {"data": b64encode(data).decode()} for path, data in zip(paths, buffers, strict=True)
    }
    return state, told


def array(saved, at):
    data = b64decode(saved["arrays"][at["data"]])
    size = np.prod(at["shape"], dtype=int)
    return np.frombuffer(data, {4: "f4", 8: "f8", 1: "?"}[len(data) // size]).reshape(at["shape"])


@pytest.mark.parametrize("X", [None, 0.1 + np.zeros((4, 6))])
def test_every_number_of_an_explorer_is_kept(X):
    explorer = Explorer("first_look", keep=np.tri(4, dtype=bool))
    if X is not None:
        explorer.X = X  # of which no half is enough
    saved = json.loads(unpacked(live(*told(explorer))))
    assert saved["kind"] == "explorer"
    for name in ("X", "W_Q", "keep"):
        np.testing.assert_array_equal(array(saved, saved["state"][name]), getattr(explorer, name))
    start = saved["state"]["_fixed"]["start"]
    np.testing.assert_array_equal(array(saved, start["X"]), load_example("first_look").X)
    assert saved["state"]["temperature"] == 1


def test_what_stands_there_twice_is_kept_once_and_code_and_texts_not_at_all():
    line = unpacked(live(*told(Explorer("first_look"))))
    saved = json.loads(line)
    assert len(set(saved["arrays"])) == len(saved["arrays"]) < line.count('"shape"')
    assert {"texts", "config"}.isdisjoint(saved["state"]["_fixed"])
    assert {"_code", "_css", "_esm", "layout"}.isdisjoint(saved["state"])


def test_a_question_is_kept_with_its_answer():
    saved = json.loads(unpacked(live(*told(ask("layers")))))
    assert saved["kind"] == "question"
    assert saved["state"]["_fixed"]["right"]["answer"] == 50


@pytest.mark.parametrize("state", [None, {"_model_name": "HBoxModel"}])
def test_of_others_nothing_is_kept(state):
    assert live(state, None) is None


def test_what_is_shared_is_all_that_was_left_out():
    for widget, kind in [(Explorer("first_look"), "explorer"), (ask("layers"), "question")]:
        kept = json.loads(unpacked(live(*told(widget))))["state"]["_fixed"]
        assert kept.keys() | shared("en")[kind].keys() == widget._fixed.keys()
        assert shared("en")[kind]["texts"] == widget._fixed["texts"]
    use_language("zh")
    assert shared("en")[kind] != shared("zh")[kind]
    assert ask("layers")._fixed["texts"] == shared("zh")["question"]["texts"]  # which stays in force


# Films


@pytest.fixture
def drawn(monkeypatch):
    """What a page keeps of a slider and a checkbox above a picture, and what draws it."""
    monkeypatch.setenv("ATTNLIB_FILM", "1")

    def draw(power=1.0, less=False):
        return heatmap(np.array([[power, 1.0 - less]]), kind="signed")

    bundle, _ = shown_live(draw, power=(0.5, 4.0, 0.5), less=False)._repr_mimebundle_()
    return bundle[FILM], draw


def test_a_film_has_each_picture_of_its_controls_as_it_was(drawn):
    kept, draw = drawn
    power, less = kept["controls"]
    assert [power["values"][0], power["values"][power["start"]]] == ["0.5", "1"]
    assert less["start"] == 0
    assert len(power["values"]) * 2 == len(kept["frames"])
    assert kept["frames"][1] == draw(0.5, True)._repr_mimebundle_()[0]["text/html"]
    state = json.loads(unpacked(film(kept)))["state"]
    for packed_html, html in zip(frames(state), kept["frames"], strict=True):
        ours, theirs = (
            Image.open(io.BytesIO(b64decode(re.search(r"base64,([^'\"]*)", one)[1]))).convert("RGB")
            for one in (packed_html, html)
        )
        assert ours.tobytes() == theirs.tobytes()
        assert re.sub(r"base64,[^'\"]*", "", packed_html) == re.sub(r"base64,[^'\"]*", "", html)


def test_of_a_long_slider_some_values_are_kept_the_first_last_and_present_among_them(monkeypatch):
    monkeypatch.setenv("ATTNLIB_FILM", "1")
    bundle, _ = shown_live(lambda k=33: f"<p>{k}</p>", k=(0, 100, 1))._repr_mimebundle_()
    [control] = bundle[FILM]["controls"]
    assert {"0", "33", "100"} <= set(control["values"])
    assert len(control["values"]) <= MOST_VALUES + 2
    assert bundle[FILM]["frames"] == [f"<p>{k}</p>" for k in control["values"]]
    assert frames(json.loads(unpacked(film(bundle[FILM])))["state"]) == bundle[FILM]["frames"]


def test_where_nobody_asks_for_a_film_none_is_drawn():
    drawings = []
    shown_live(lambda k=1: drawings.append(k) or "<p></p>", k=(0, 100, 1))._repr_mimebundle_()
    assert drawings == [1]


def test_of_too_many_combinations_there_is_no_film(monkeypatch):
    monkeypatch.setenv("ATTNLIB_FILM", "1")
    bundle, _ = shown_live(lambda **_: "<p></p>", a=(0, 9, 1), b=[*range(9)])._repr_mimebundle_()
    assert FILM not in bundle
