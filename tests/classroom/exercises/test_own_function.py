"""A check never certifies attnlib's own function, and says what stands in the learner's name after a ✗."""

import cProfile
import functools

import numpy as np
import pytest

import attnlib
from classroom import check, mine, my_lessons
from classroom.exercises.catalog import EXERCISES
from tests.helpers.checking import program, run_code, solution, verdict_of


@pytest.mark.parametrize("name", ["scores", "block", "self_attention"])
def test_what_a_check_handed_back_is_not_certified(name, capsys):
    handed_back = getattr(check, name)(3, seed=1)
    capsys.readouterr()
    assert getattr(check, name)(handed_back, seed=765) is handed_back
    said = capsys.readouterr().out
    assert said.startswith(f"○ To do · {name}\nThis is attnlib's")
    assert "`def`" in said
    assert my_lessons._unwritten == {f"exercise-{name}.wrong"}


def test_of_attnlibs_own_no_earlier_check_is_spoken_of(capsys):
    check.scores(EXERCISES["scores"].solve)
    assert "earlier" not in capsys.readouterr().out


def test_an_instance_of_attnlibs_layer_is_not_certified_but_a_class_with_a_forward_of_its_own_is(capsys):
    from attnlib.layers import SelfAttention

    check.self_attention(SelfAttention(6, 4), seed=1)
    assert "This is attnlib's" in capsys.readouterr().out
    own = run_code(solution_of_module())
    check.self_attention(own(6, 4), seed=1)
    assert capsys.readouterr().out.startswith("✓")


def solution_of_module():
    return EXERCISES["self_attention"].solution


def test_strict_raises_for_attnlibs_own(monkeypatch):
    monkeypatch.setenv("ATTNLIB_STRICT", "1")
    with pytest.raises(check.NotYet, match="This is attnlib's"):
        check.scores(EXERCISES["scores"].solve)


CELL = "def my_scores(Q, K):\n    return Q @ K\n\n{}\n"
SAYS = [
    ("my_scores = check.scores(my_scores, seed=5)", "my_scores is attnlib's until yours is right. · seed 5"),
    (
        "my_scores = check.scores(\n    my_scores,\n    seed=5,\n)",
        "my_scores is attnlib's until yours is right.",
    ),
    ("scores = check.scores(my_scores, seed=5)", "\nseed 5"),
    ("check.scores(my_scores, seed=5)", "\nseed 5"),
]


@pytest.mark.parametrize(("line", "says"), SAYS)
def test_the_card_says_what_the_name_is_now(line, says, capsys):
    run_code(CELL.format(line), check=check)
    said = capsys.readouterr().out
    assert says in said
    assert ("attnlib's" in said) == ("attnlib's" in says)


def test_a_right_answer_keeps_its_name(capsys):
    run_code(CELL.format(SAYS[0][0]).replace("Q @ K", "Q @ K.mT"), check=check)
    assert "attnlib's" not in capsys.readouterr().out


@pytest.mark.parametrize("yes", ["True", " 1 "])
def test_strict_has_more_than_one_spelling(monkeypatch, yes):
    monkeypatch.setenv("ATTNLIB_STRICT", yes)
    with pytest.raises(check.NotYet):
        check.scores(program("scores", "return Q"), seed=1)


def test_a_seed_that_is_no_number_is_no_seed(monkeypatch, capsys):
    monkeypatch.setenv("ATTNLIB_SEED", "abc")
    check.scores(solution("scores"))
    assert capsys.readouterr().out.startswith("✓")


LEANS = {
    "mine": lambda Q, K: mine.scores(Q, K),
    "attnlib's": lambda Q, K: attnlib.scores(Q, K) + 0,
    "without what looks at its arguments": lambda Q, K: attnlib.scores.__wrapped__(Q, K),
    "partial": functools.partial(attnlib.scores),
    "what a check handed back": lambda Q, K: EXERCISES["scores"].solve(Q, K),
    "in attend": lambda Q, K: attnlib.attend(Q, K, K).scores,
    "for a batch alone": lambda Q, K: mine.scores(Q, K) if Q.ndim > 2 else Q @ K.T,
    "with tensors": lambda Q, K: mine.scores(Q.contiguous(), K),
}


@pytest.mark.parametrize("how", LEANS)
def test_what_calls_the_answer_that_it_should_replace_is_not_right(how, capsys):
    assert check.scores(LEANS[how], seed=1) is EXERCISES["scores"].solve
    title, means, ask, seed = capsys.readouterr().out.splitlines()
    assert (title, seed) == ("✗ Not yet · scores", "seed 1")
    assert means.startswith("Your function calls a ready answer to this very exercise")
    assert ask.endswith("?")


def test_the_answers_to_other_exercises_may_be_called_whatever_these_call():
    def row_by_row(Q, K, V, keep):
        """attend is in mine.attention, and would be an answer to this exercise."""
        if max(Q.ndim, K.ndim, V.ndim, keep.ndim) > 2:
            return attention(Q, K, V, keep)
        rows = zip(Q, np.broadcast_to(keep, (len(Q), len(K))), strict=True)
        return np.stack([mine.attention(q[None], K[k], V[k])[0] if k.any() else 0 * V[0] for q, k in rows])

    attention = solution("masked_attention")
    assert verdict_of("masked_attention", row_by_row, 1).state == "right"
    attention = attnlib.attend
    assert verdict_of("masked_attention", row_by_row, 1).finding == "leans"


def test_the_answer_that_is_saved_is_not_called_by_a_new_one(cell, my_lessons, capsys):
    cell("from classroom import mine\ndef my_scores(Q, K):\n    return Q @ K.mT\n\ncheck.scores(my_scores)")
    file = my_lessons / "exercises" / "scores.py"
    kept = file.read_text()
    assert "Q @ K.mT" in kept
    for call in "mine.scores", "saved":
        capsys.readouterr()
        cell(f"saved = mine.scores\ndef my_scores(Q, K):\n    return {call}(Q, K)\n\ncheck.scores(my_scores)")
        assert "Your function calls a ready answer" in capsys.readouterr().out
    assert file.read_text() == kept
    cell("check.scores(mine.scores)")
    assert capsys.readouterr().out.startswith("✓")


def test_a_profiler_that_runs_is_left_alone():
    """Then nothing is said of calls."""
    with cProfile.Profile() as profile:
        assert verdict_of("scores", solution("scores"), 1).state == "right"
    assert "my_scores" in {getattr(call.code, "co_name", "") for call in profile.getstats()}
