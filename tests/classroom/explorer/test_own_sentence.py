"""The field for a sentence of the reader's own."""

import pytest

from attnlib.draw.stored import STORED_STATE, unpacked
from attnlib.languages import use_language
from classroom.explorer.own_sentence import own_sentence
from tools.stored_widgets import shared


def test_a_sentence_that_is_typed_gets_an_explorer_of_its_own_and_keeps_the_temperature():
    box = own_sentence("eat apple")
    first, field = box.explorer, box.widget.children[0]
    first.temperature = 3
    field.sentence = "小猫追鱼"
    assert box.explorer.example.tokens == ["小猫", "追", "鱼"]
    assert box.explorer.temperature == 3
    assert box.widget.children[-1] is box.explorer
    assert first.comm is None  # closed


def test_what_cannot_be_read_is_said_and_the_explorer_stays():
    box = own_sentence("eat apple")
    explorer, (field, _) = box.explorer, box.widget.children
    field.sentence = "eat <b>qwrtz"
    assert "“qwrtz”" in field.problem
    assert box.explorer is explorer
    field.sentence = "eat pear"
    assert field.problem == ""
    with pytest.raises(ValueError, match="qwrtz"):
        own_sentence("eat qwrtz")


def test_without_a_widget_the_picture_of_the_explorer_is_there():
    use_language("zh")
    box = own_sentence()
    data, _ = box._repr_mimebundle_()
    view = data["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == box.widget.model_id
    assert "image/png" in data
    assert "学生" in data["text/plain"]


def test_a_built_notebook_keeps_the_sentence_and_the_explorer(monkeypatch):
    monkeypatch.setenv("ATTNLIB_STORE", "1")
    data, _ = own_sentence("eat apple")._repr_mimebundle_()
    kept = unpacked(data[STORED_STATE])
    assert (kept["kind"], kept["state"]["sentence"]) == ("own_sentence", "eat apple")
    assert kept["state"]["_fixed"]["sentences"][0]["tokens"] == ["eat", "apple"]
    texts = shared("zh")["own_sentence"]["own"]
    assert "{words}" in texts["unknown"]


def test_a_cell_that_runs_again_keeps_the_sentence():
    before, again, other = own_sentence("eat apple"), own_sentence("eat apple"), own_sentence("eat pear")
    before.widget.children[0].sentence = "eat bread"
    again.settle(before)
    other.settle(before)
    assert again.explorer.example.tokens == ["eat", "bread"]
    assert other.explorer.example.tokens == ["eat", "pear"]
