"""What the check says of programs that students might write."""

import pytest

from classroom.exercises.catalog import EXERCISES
from tests.helpers.checking import MISTAKES
from tests.helpers.student_programs import exercises, programs, said_of

pytestmark = pytest.mark.usefixtures("thousands_of_checks")


def test_there_are_right_programs_of_every_exercise():
    assert {name for name in exercises() for one in programs(name) if one.is_right} == set(EXERCISES)


@pytest.mark.parametrize("exercise", exercises())
def test_each_program_gets_the_verdict_that_is_true_of_it(exercise, seeds):
    """The verdict, and how much is said: a name or a location that changes has to be judged by hand again."""
    off = [
        f"seed {seed}: {one.what} [{one.said}]: {said}"
        for one in programs(exercise)
        for seed in {0, *seeds(30 if one.is_right else 5)}
        if not one.fits(said := said_of(one.verdict(seed)))
    ]
    assert off == []


def test_each_mistake_of_the_catalogue_is_made_by_a_program():
    said = [
        one.said for exercise in exercises() for one in programs(exercise) if one.said.startswith("named")
    ]
    assert MISTAKES.keys() - {id for names in said for id in names.split()} == set()
