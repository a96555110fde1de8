"""An exercise's cell taken apart: its stub, its solution, its check; and each mistake in it named."""

import re

import pytest

from classroom.exercises.catalog import EXERCISES as CHECKED
from tests.helpers.small_lesson import EXERCISES, written
from tools.exercises import cut, taken_apart
from tools.lesson_source import read_lesson
from tools.source_checks import source_problems


def test_the_solution_of_every_exercise_can_be_cut_out_and_put_back():
    for name, checked in CHECKED.items():
        solution = checked.solution
        header = r"(?m)^( *def .*:)(\n(?! *def |\n).*)+"
        stub = re.sub(header, r"\1\n    ...", solution)
        if stub.startswith("class"):
            stub = stub.replace("\n    ...", "\n        ...")
        [answer] = re.findall(r"^(?:def|class) (\w+)", solution, re.MULTILINE)
        exercise = taken_apart(f"{stub}\n\n\nx = check.{name}({answer})", 1)
        assert cut(exercise.solved) == stub, name
        assert re.sub(r" *### (BEGIN|END) SOLUTION\n?", "", exercise.solved).rstrip("\n") == solution, name
        assert (exercise.answer, exercise.check) == (answer, f"x = check.{name}({answer})")


STUB = "def my_mix(weights, V):  # (n, m), (m, d_v)\n    ...\n"


# What of the small lesson is replaced, by what, and what is then said.
MISTAKES = [
    ("points=2", "points=0", "points must be a whole number from 1 on"),
    ("points=2", 'points="2"', "not '2'."),
    ("mix = check.mix(my_mix)", "mix = my_mix", "one check of the form mix = check.mix(my_mix)"),
    ("mix = check.mix(my_mix)", "a = check.mix(my_mix)\nb = check.scale(my_mix)", "b = check.scale(my_mix)"),
    ("mix = check.mix", "check.mix", "here: none."),
    (
        "mix = check.mix(my_mix)",
        'my_mix = check.mix(my_mix)\n\n# %% id="more"\nmix = my_mix',
        "cell more uses my_mix",
    ),
    (
        "check.mix(my",
        "check.blend(my",
        "check.blend has no solution in classroom/exercises/catalog; there are:",
    ),
    ("my_mix", "my_mixture", "its stub must define my_mix, as the solution does"),
    (STUB, "", "but defines nothing."),
    ("my_mix(weights, V):", "my_mix(V, weights):", "but the solution is `def my_mix(weights, V)`"),
    ("def forward(self, x)", "def forward(self)", "def __init__(self, d_model, d_k); def forward(self)`"),
    ("check.mix(my_mix)", "check.mix(x)", "it must check my_mix"),
    (STUB, "def my_mix(weights, V):\n    return weights @ V\n", "first the stub, of lines of the solution"),
    (STUB, "def my_mix(weights, V): ...\n", "first the stub, of lines of the solution"),
    (f"{STUB}\n\nmix = check.mix(my_mix)", f"mix = check.mix(my_mix)\n{STUB}", "first the stub"),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES)
def test_a_mistake_in_an_exercise_is_named(tmp_path, old, new, said):
    assert old in EXERCISES
    problems = source_problems(read_lesson(written(tmp_path, EXERCISES.replace(old, new))))
    assert len(problems) == 1
    assert ": cell exercise-m" in problems[0]
    assert said in problems[0]
