"""The field for a sentence of the reader's own."""

import pytest

from attnlib.languages import use_language
from classroom.explorer.own_sentence import own_sentence


def test_a_sentence_that_is_typed_gets_an_explorer_of_its_own_and_keeps_the_temperature():
    box = own_sentence("eat apple")
    first, field = box.explorer, box.widget.children[0]
    first.temperature = 3
    field.value = "小猫追鱼"
    assert box.explorer.example.tokens == ["小猫", "追", "鱼"]
    assert box.explorer.temperature == 3
    assert box.widget.children[-1] is box.explorer
    assert first.comm is None  # closed


def test_what_cannot_be_read_is_said_and_the_explorer_stays():
    box = own_sentence("eat apple")
    explorer, (field, message, _) = box.explorer, box.widget.children
    field.value = "eat <b>qwrtz"
    assert "qwrtz" in message.value
    assert box.explorer is explorer
    field.value = "eat pear"
    assert message.value == ""
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


def test_a_cell_that_runs_again_keeps_the_sentence():
    before, again, other = own_sentence("eat apple"), own_sentence("eat apple"), own_sentence("eat pear")
    before.widget.children[0].value = "eat bread"
    again.settle(before)
    other.settle(before)
    assert again.explorer.example.tokens == ["eat", "bread"]
    assert other.explorer.example.tokens == ["eat", "pear"]
