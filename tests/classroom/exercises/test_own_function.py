"""A check never certifies attnlib's own function, and says what stands in the learner's name after a ✗."""

import pytest

from classroom import check, my_lessons
from classroom.exercises.catalog import EXERCISES
from tests.helpers.checking import program, run_code, solution


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
