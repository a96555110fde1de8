"""Which controls stand open: a lesson names those that it has taught and needs."""

import ast
from pathlib import Path

import pytest

from classroom.explorer import CONTROLS, Explorer

LESSONS = sorted((Path(__file__).parents[3] / "notebooks" / "src").glob("[0-9]*.py"))
BESIDE = 2  # the button that shows the others, and the player of the chosen number


def explorers_of(path):
    """The keywords of each Explorer that a lesson makes."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return [
        {
            word.arg: ast.literal_eval(word.value)
            for word in call.keywords
            if word.arg in ("controls", "plain")
        }
        for call in calls
        if getattr(call.func, "id", "") == "Explorer"
    ]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_opens_few_controls(path):
    """Undo and redo count as one, a slider and its box, and the bar of a choice, too."""
    most = 5 if path.stem < "04" else 8
    for options in explorers_of(path):
        named = options["controls"]
        assert len([named] if isinstance(named, str) else named) + BESIDE <= most


def test_the_first_explorer_has_the_sentence_alone_and_the_first_lesson_no_word_of_softmax():
    first = explorers_of(LESSONS[0])
    assert first[0]["controls"] == "sentence"
    assert all(options["plain"] for options in first)


def test_a_name_that_is_none_is_answered_with_all_names():
    with pytest.raises(ValueError, match="controls needs to be among sentence, head, undo"):
        Explorer("first_look", controls="temprature")
    assert Explorer("first_look", controls="undo")._fixed["controls"] == ("undo",)
    assert Explorer("first_look")._fixed["controls"] is None
    assert len(set(CONTROLS)) == len(CONTROLS)
