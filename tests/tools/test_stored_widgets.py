"""What a notebook keeps of a widget is enough to show it alive, loses nothing, and no more than is needed."""

import io
import json
import re
from base64 import b64decode

import numpy as np
import pytest
from PIL import Image

from attnlib import heatmap, load_example
from attnlib.draw.stored import STORED_STATE, unpacked
from attnlib.languages import use_language
from classroom import Explorer, WritingDesk, ask
from classroom import live as shown_live
from classroom.sliders.frames import MOST_VALUES
from tools.stored_widgets import frames, shared


@pytest.fixture(autouse=True)
def _building(monkeypatch):
    """This Python builds notebooks."""
    monkeypatch.setenv("ATTNLIB_STORE", "1")


def stored(shown):
    """Return what a built notebook stores of a widget."""
    data, _ = shown._repr_mimebundle_()
    return unpacked(data[STORED_STATE])


def array(saved, at):
    data = b64decode(saved["arrays"][at["data"]])
    size = np.prod(at["shape"], dtype=int)
    return np.frombuffer(data, {4: "f4", 8: "f8", 1: "?"}[len(data) // size]).reshape(at["shape"])


@pytest.mark.parametrize("X", [None, 0.1 + np.zeros((4, 6))])
def test_every_number_of_an_explorer_is_kept(X):
    explorer = Explorer("first_look", keep=np.tri(4, dtype=bool))
    if X is not None:
        explorer.X = X  # of which no half is enough
    saved = stored(explorer)
    assert saved["kind"] == "explorer"
    start = saved["state"]["_fixed"]["start"]
    np.testing.assert_array_equal(array(saved, start["X"]), load_example("first_look").X)
    assert Explorer("first_look").load(json.dumps(saved["state"]["state"])).state == explorer.state


def test_what_stands_there_twice_is_kept_once_and_code_and_texts_not_at_all():
    saved = stored(Explorer("first_look"))
    assert len(set(saved["arrays"])) == len(saved["arrays"]) < json.dumps(saved).count('"shape"')
    assert {"texts", "config"}.isdisjoint(saved["state"]["_fixed"])
    assert {"_code", "_css", "_esm", "layout"}.isdisjoint(saved["state"])


def test_a_question_is_kept_with_its_answer():
    saved = stored(ask("layers"))
    assert saved["kind"] == "question"
    assert saved["state"]["_fixed"]["right"]["answer"] == 50


def test_the_numbers_of_what_is_shown_with_an_explanation_are_kept_too():
    pictures = [heatmap([[1.5, 2]], kind="signed"), heatmap([[3, 4]], kind="signed")]
    assert [numbers["texts"] for numbers in stored(ask("layers", then=pictures))["drawn"]] == [
        ["1.50", "2.00"],
        ["3", "4"],
    ]
    assert stored(ask("layers"))["drawn"] == []


def test_a_reader_is_handed_no_state_and_no_numbers(monkeypatch):
    monkeypatch.delenv("ATTNLIB_STORE")
    drawings = []
    slider = shown_live(lambda k=1: drawings.append(k) or "<p></p>", k=(0, 100, 1))
    for shown in (Explorer("first_look"), ask("layers"), heatmap([[1.0]]), slider):
        data, _ = shown._repr_mimebundle_()
        assert not [kind for kind in data if "attnlib" in kind]
    assert drawings == [1]


def test_what_is_shared_is_all_that_was_left_out():
    desk = WritingDesk(prompt="The capital of France is")
    for widget, kind in [(Explorer("first_look"), "explorer"), (ask("layers"), "question"), (desk, "desk")]:
        saved = stored(widget)["state"]["_fixed"]
        assert saved.keys() | shared("en")[kind].keys() == widget._fixed.keys()
        assert shared("en")[kind]["texts"] == widget._fixed["texts"]
    use_language("zh")
    assert shared("en")[kind] != shared("zh")[kind]
    assert ask("layers")._fixed["texts"] == shared("zh")["question"]["texts"]  # which stays in force


# Frames of live


def test_the_frames_of_live_are_stored_as_they_were():
    def draw(power=1.0, less=False):
        return heatmap(np.array([[power, 1.0 - less]]), kind="signed")

    live = stored(shown_live(draw, power=(0.5, 4.0, 0.5), less=False))
    power, less = live["state"]["controls"]
    assert [power["values"][0], power["values"][power["start"]]] == ["0.5", "1"]
    assert less["start"] == 0
    values = [(float(word), less) for word in power["values"] for less in (False, True)]
    drawn = frames(live["state"])
    for html, numbers, given in zip(drawn, live["drawn"], values, strict=True):
        expected = draw(*given)._repr_mimebundle_()[0]["text/html"]
        ours, theirs = (
            Image.open(io.BytesIO(b64decode(re.search(r"base64,([^'\"]*)", one)[1]))).convert("RGB")
            for one in (html, expected)
        )
        assert ours.tobytes() == theirs.tobytes()
        assert re.sub(r"base64,[^'\"]*", "", html) == re.sub(r"base64,[^'\"]*", "", expected)
        assert [float(text) for text in numbers["texts"]] == [given[0], 1 - given[1]]


def test_of_a_long_slider_some_values_are_stored_the_first_last_and_present_among_them():
    state = stored(shown_live(lambda k=33: f"<p>{k}</p>", k=(0, 100, 1)))["state"]
    [control] = state["controls"]
    assert {"0", "33", "100"} <= set(control["values"])
    assert len(control["values"]) <= MOST_VALUES + 2
    assert frames(state) == [f"<p>{k}</p>" for k in control["values"]]


def test_of_too_many_combinations_no_frame_is_stored():
    data, _ = shown_live(lambda **_: "<p></p>", a=(0, 9, 1), b=[*range(9)])._repr_mimebundle_()
    assert STORED_STATE not in data
