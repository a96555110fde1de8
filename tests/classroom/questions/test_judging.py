"""A wrong number that no known mistake explains is told what is wrong with the way it is written."""

import pytest

from tests.helpers.javascript import run


@pytest.mark.parametrize(
    ("right", "within", "given", "said"),
    [
        (-0.75, 0.005, 0.75, "sign"),
        (0.66, 0.005, 66, "percent"),
        (523776, 0, 523.776, "point"),
        (1024, 0, 1.024, "point"),
        (6, 0, 0.006, "otherwise"),
        (523776, 0, 5, "otherwise"),
    ],
)
def test_the_clue_that_a_wrong_number_gets(right, within, given, said):
    fixed = {
        "kind": "number",
        "right": {"answer": right, "within": within},
        "wrong": [],
        "otherwise": "otherwise",
    }
    code = "return module.reasonAgainst(values[0], values[1], (key) => key).split(' ')[0];"
    assert run("questions/judging", code, [fixed, given]) == said
