"""What a notebook keeps of a widget is enough to show it alive, loses nothing, and no more than is needed."""

import json
from base64 import b64decode, b64encode

import numpy as np
import pytest
from ipywidgets.widgets.widget import _remove_buffers

from attnlib import Explorer, ask, load_example
from attnlib.language import use_language
from tools.live import live, shared, unpacked


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
    assert {"texts", "facts"}.isdisjoint(saved["state"]["_fixed"])
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
