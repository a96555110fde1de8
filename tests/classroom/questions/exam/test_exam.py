"""The exam as a widget in Python: its seed, what it prints as, and what a built notebook keeps of it."""

import pytest

from attnlib.draw.stored import STORED_STATE, unpacked
from attnlib.languages import use_language
from classroom import exam
from classroom.questions.exam import exam_questions


def test_it_begins_with_nothing_answered():
    one = exam()
    assert (one.seed, one.answers, one.handed_in, one.right) == (None, {}, False, [])


@pytest.mark.parametrize("seed", [0, -1, 1_000_000, 1.5, "7", True])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(ValueError, match="seed needs to be a whole number from 1 to 999999, but is"):
        exam(seed)


@pytest.mark.parametrize(("code", "words"), [("en", "Run this cell"), ("zh", "运行这一格")])
def test_unrun_it_says_how_to_begin_and_gives_nothing_away(code, words):
    use_language(code)
    data, _ = exam()._repr_mimebundle_()
    assert words in data["text/plain"]
    assert str(len(exam_questions())) in data["text/html"]
    assert not any(one.explanation[0][:20] in data["text/html"] for one in exam_questions().values())


def test_a_built_notebook_keeps_the_bank(monkeypatch):
    monkeypatch.setattr("classroom.web.stored_state.is_storing", lambda: True)
    kept = unpacked(exam()._repr_mimebundle_()[0][STORED_STATE])
    assert kept["kind"] == "exam"
    assert [one["id"] for one in kept["state"]["_fixed"]["exam"]] == list(exam_questions())
