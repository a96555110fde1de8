"""What a check does in a lesson: what it shows, hands back, remembers, and raises where that is asked for."""

import inspect
import re

import numpy as np
import pytest

from attnlib.languages import name_of
from classroom import check
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.exercise import arguments_of, follow
from tests.helpers.checking import FUNCTIONS, MISTAKES, inputs_of, solution


def no_scale(Q, K, V):
    e = np.exp(Q @ K.mT - (Q @ K.mT).max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ V


def unwritten(Q, K, V): ...


def test_a_right_answer_is_handed_back(capsys):
    for name in EXERCISES:
        f = solution(name)
        assert getattr(check, name)(f, seed=3) is f
        assert capsys.readouterr().out.startswith(f"✓ Right · {name_of(name)}\nYour result is right for ")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_not_right_hands_back_what_goes_on_with_the_learners_arguments(name, capsys):
    handed_back = [getattr(check, name)(f, seed=3) for f in (unwritten, lambda *given: 1 / 0, 7, None, ...)]
    assert set(handed_back) == {EXERCISES[name].solve}
    arguments = list(EXERCISES[name].arguments)
    assert list(inspect.signature(handed_back[0]).parameters)[: len(arguments)] == arguments
    for given in inputs_of(name, 5):
        result = handed_back[0](**arguments_of(EXERCISES[name], given))
        np.testing.assert_allclose(result, follow(EXERCISES[name].reference, given), 1e-4, 1e-5)


def test_to_do_is_no_mistake(capsys):
    check.attention(unwritten)
    assert capsys.readouterr().out.splitlines() == [
        "○ To do · attention",
        "Nothing is written here yet.",
    ]


def test_a_wrong_answer_gets_three_lines_and_the_seed(capsys):
    check.attention(no_scale, seed=42)
    title, seen, means, ask, *case, small = capsys.readouterr().out.splitlines()
    assert title == "✗ Not yet · attention"
    assert re.fullmatch(r"For Q \(2, 4\), K \(3, 4\), V \(3, 1\), result\[\d, \d\] is −?[\d.]+\.", seen)
    assert (means, ask) == (MISTAKES["no_scale"].means[0], MISTAKES["no_scale"].ask[0])
    assert [line.split(" = ")[0].split(":")[0] for line in case] == ["Q", "K", "V", "your result"]
    assert small == "seed 42"


def test_the_number_that_is_shown_is_theirs(capsys):
    check.attention(no_scale, seed=42)
    shown = capsys.readouterr().out
    i, j, number = re.search(r"result\[(\d), (\d)\] is (\S+)\.\n", shown).groups()
    given = inputs_of("attention", 42)[0]
    result = no_scale(given["Q"], given["K"], given["V"])[int(i), int(j)]
    assert float(number.replace("−", "-")) == pytest.approx(result, rel=1e-3)


def test_the_same_seed_says_the_same_and_another_seed_other_numbers(capsys):
    said = []
    for seed in 7, 7, 8:
        check.attention(no_scale, seed=seed)
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert said[0].splitlines()[1] != said[2].splitlines()[1]


def test_the_seed_may_come_from_the_environment(capsys, monkeypatch):
    monkeypatch.setenv("ATTNLIB_SEED", "123")
    check.attention(no_scale)
    assert capsys.readouterr().out.endswith("seed 123\n")
    check.attention(no_scale, seed=5)
    assert capsys.readouterr().out.endswith("seed 5\n")


def test_a_seed_is_drawn_and_shown_and_repeats_the_check(capsys):
    check.attention(no_scale)
    said = capsys.readouterr().out
    check.attention(no_scale, seed=int(said.split()[-1]))
    assert capsys.readouterr().out == said


def test_strict_raises_what_is_not_right(capsys, monkeypatch):
    monkeypatch.setenv("ATTNLIB_STRICT", "1")
    for f in unwritten, no_scale, 3:
        with pytest.raises(AssertionError) as raised:
            check.attention(f, seed=1)
        assert raised.type is check.NotYet
        assert str(raised.value) == capsys.readouterr().out.strip()


def test_strict_lets_a_right_answer_pass_and_0_is_not_strict(capsys, monkeypatch):
    monkeypatch.setenv("ATTNLIB_STRICT", "1")
    check.attention(solution("attention"))
    monkeypatch.setenv("ATTNLIB_STRICT", "0")
    check.attention(no_scale)


def test_nothing_is_raised_whatever_is_given(capsys):
    class Odd:
        def __call__(self, *given):
            return self

        def __array__(self, *args, **kwargs):
            raise LookupError

        def __repr__(self):
            raise LookupError

    for thing in Odd(), object(), {}, int, [no_scale], np.ones(3), b"1", 1j, float("nan"), print, len:
        for exercise in "attention", "causal_mask", "self_attention":
            getattr(check, exercise)(thing, seed=1)
    assert "✓" not in capsys.readouterr().out
