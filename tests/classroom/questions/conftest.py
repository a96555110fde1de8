"""What every test of questions needs."""

import pytest

from tests.helpers.a_notebook import my_lessons  # noqa: F401  a fixture


@pytest.fixture(autouse=True)
def remembered(monkeypatch):
    """What is to be remembered, in place of remembering it."""
    told: list[tuple] = []
    monkeypatch.setattr("classroom.questions.remember", lambda *answer: told.append(answer) or "a note")
    return told
