"""What the check says of programs that students might write."""

import pytest

from tests.helpers.student_programs import exercises, programs, said_of

pytestmark = pytest.mark.usefixtures("thousands_of_checks")


@pytest.mark.parametrize("exercise", exercises())
def test_each_program_gets_the_verdict_that_is_true_of_it(exercise, seeds):
    """The verdict, and how much is said: a name or a location that changes has to be judged by hand again."""
    off = [
        f"seed {seed}: {one.what} [{one.said}]: {said}"
        for one in programs(exercise)
        for seed in {0, *seeds(5)}
        if not one.fits(said := said_of(one.verdict(seed)))
    ]
    assert off == []
