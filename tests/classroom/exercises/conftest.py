"""What the tests of the checks share."""

import pytest

from classroom import my_lessons as folder
from classroom.exercises import diagnose, run_check, save_answer, session
from classroom.exercises.exercise import follow
from tests.helpers.a_notebook import cell, my_lessons  # noqa: F401  fixtures
from tests.helpers.checking import inputs_of


@pytest.fixture(autouse=True)
def _a_new_kernel(monkeypatch):
    """Nothing has been checked yet, and no environment variable says how."""
    for name in "ATTNLIB_STRICT", "ATTNLIB_SEED", "NBGRADER_EXECUTION":
        monkeypatch.delenv(name, raising=False)
    vars(session.session).update(vars(session.Session()))
    monkeypatch.setattr(save_answer, "_unwritten", {})
    monkeypatch.setattr(folder, "_unwritten", set())
    monkeypatch.setattr(folder, "_is_said", False)


@pytest.fixture(scope="module")
def thousands_of_checks():
    """Inputs, and what mistakes make of them, are worked out once."""

    def follow_once(steps, given, instead=None):
        key = id(given), *(instead or {}).values()
        if key not in made:
            try:
                made[key] = given, follow(steps, given, instead)  # the input is kept, and so is its id
            except (ValueError, IndexError) as error:
                made[key] = given, error
        result = made[key][1]
        if isinstance(result, Exception):
            raise result.with_traceback(None)
        return result

    made: dict = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(diagnose, "follow", follow_once)
        patch.setattr(run_check, "inputs_of", lambda exercise, seed: inputs_of(exercise.name, seed))
        yield
