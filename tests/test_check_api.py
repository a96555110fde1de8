"""What a check does in a lesson: what it shows, hands back, remembers, and raises where that is asked for."""

import html
import inspect
import re

import numpy as np
import pytest

from attnlib import check
from attnlib.check import help as help_module
from attnlib.check import run, show
from attnlib.check.exercises import ARGUMENTS
from attnlib.check.judge import inputs_of
from attnlib.check.recipes import RECIPES, follow
from attnlib.check.reference import reference
from attnlib.check.texts import TEXTS
from attnlib.language import use_language
from tests.helpers.check_answers import run_code, starters
from tests.test_check_errors import program

FUNCTIONS = [exercise for exercise in ARGUMENTS if exercise != "self_attention"]


@pytest.fixture(autouse=True)
def _a_new_kernel(monkeypatch):
    for name in "ATTNLIB_STRICT", "ATTNLIB_SEED":
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(help_module, "_seen", {})
    run.states.clear()
    yield
    run.states.clear()
    use_language("en")


def no_scale(Q, K, V):
    e = np.exp(Q @ K.mT - (Q @ K.mT).max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ V


def unwritten(Q, K, V): ...


def right(exercise):
    return run_code(TEXTS[exercise].code)


def test_there_is_a_check_of_every_exercise():
    for exercise in ARGUMENTS:
        assert list(inspect.signature(getattr(check, exercise)).parameters) == ["f", "seed"]
        assert getattr(check, exercise).__doc__


@pytest.mark.parametrize("exercise", ARGUMENTS)
def test_a_right_answer_is_handed_back(exercise, capsys):
    f = right(exercise)
    assert getattr(check, exercise)(f, seed=3) is f
    assert capsys.readouterr().out.startswith(f"✓ Right · {exercise}\nYour result is right for ")


@pytest.mark.parametrize("exercise", FUNCTIONS)
@pytest.mark.parametrize("f", [unwritten, lambda *given: 1 / 0, 7, None, ...])
def test_what_is_not_right_hands_back_what_goes_on_with_the_learners_arguments(exercise, f, capsys):
    handed_back = getattr(check, exercise)(f, seed=3)
    assert list(inspect.signature(handed_back).parameters)[: len(ARGUMENTS[exercise])] == list(
        ARGUMENTS[exercise]
    )
    for given in inputs_of(exercise, 5):
        arguments = {name: given[key] for name, key in ARGUMENTS[exercise].items()}
        np.testing.assert_allclose(handed_back(**arguments), follow(RECIPES[exercise], given), 1e-4, 1e-5)


@pytest.mark.parametrize("exercise", FUNCTIONS)
def test_what_is_handed_back_goes_on_in_torch(exercise):
    import torch

    for given in inputs_of(exercise, 5):
        arguments = [given[key] for key in ARGUMENTS[exercise].values()]
        tensors = [torch.from_numpy(x) if isinstance(x, np.ndarray) else x for x in arguments]
        result = np.asarray(reference(exercise)(*tensors))
        np.testing.assert_allclose(result, follow(RECIPES[exercise], given), 1e-4, 1e-5)


def test_to_do_is_no_mistake(capsys):
    for starter in starters("attention"):
        check.attention(starter)
    shown = capsys.readouterr().out.strip().splitlines()
    assert set(shown) == {
        "○ To do · attention",
        'Nothing is written here yet. A hint: check.hint("attention")',
    }


def test_a_wrong_answer_gets_three_lines_and_the_seed(capsys):
    check.attention(no_scale, seed=42)
    assert capsys.readouterr().out.splitlines() == [
        "✗ Not yet · attention",
        ANY_NUMBER,
        "The scores are not scaled.",
        "What happens to the spread of a sum of d_k products when d_k grows?",
        "seed 42",
    ]


class _AnyNumber(str):
    def __eq__(self, other):
        return re.fullmatch(r"For Q \(4, 3\), K \(5, 3\), V \(5, 2\), result\[\d, \d\] is −?[\d.]+\.", other)

    __hash__ = str.__hash__


ANY_NUMBER = _AnyNumber()


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


@pytest.mark.parametrize("f", [unwritten, no_scale, 3])
def test_strict_raises_what_is_not_right(f, capsys, monkeypatch):
    monkeypatch.setenv("ATTNLIB_STRICT", "1")
    with pytest.raises(AssertionError) as raised:
        check.attention(f, seed=1)
    assert raised.type is check.NotYet
    assert str(raised.value) == capsys.readouterr().out.strip()


def test_strict_lets_a_right_answer_pass_and_0_is_not_strict(capsys, monkeypatch):
    monkeypatch.setenv("ATTNLIB_STRICT", "1")
    check.attention(right("attention"))
    check.number(1, 1)
    with pytest.raises(check.NotYet):
        check.number(1, 2)
    with pytest.raises(check.NotYet):
        check.choice(None, "a")
    monkeypatch.setenv("ATTNLIB_STRICT", "0")
    check.attention(no_scale)


def test_progress_is_the_kernels_memory(capsys):
    check.progress()
    assert "No exercise has been checked yet." in capsys.readouterr().out
    check.scores(right("scores"), seed=1)
    check.attention(unwritten)
    check.mix(lambda weights, V: V, seed=1)
    capsys.readouterr()
    check.progress()
    assert capsys.readouterr().out == "Solved so far\n1 of 3: ✓ scores, ○ attention, ✗ mix\n"
    check.scores(lambda Q, K: Q, seed=1)  # solved once is solved
    check.attention(no_scale, seed=1)
    capsys.readouterr()
    check.progress()
    assert "✓ scores, ✗ attention, ✗ mix" in capsys.readouterr().out


@pytest.mark.parametrize("code", ["en", "zh"])
@pytest.mark.parametrize("exercise", ARGUMENTS)
def test_three_hints_one_a_call_then_the_solution_if_insisted(exercise, code, capsys):
    use_language(code)
    column = ["en", "zh"].index(code)
    hints = TEXTS[exercise].hints
    for k in range(3):
        check.hint(exercise)
        shown = capsys.readouterr().out
        assert f"{k + 1}" in shown.splitlines()[0]
        assert hints[k][column] in shown
        assert not any(hint[column] in shown for hint in hints[:k] + hints[k + 1 :])
    check.hint(exercise)
    assert f'check.solution("{exercise}")' in capsys.readouterr().out
    for confirm in False, None, "yes":
        check.solution(exercise, confirm=confirm)
        shown = capsys.readouterr().out
        assert f'check.solution("{exercise}", confirm=True)' in shown
        assert TEXTS[exercise].code not in shown
    check.solution(exercise, confirm=True)
    shown = capsys.readouterr().out
    assert TEXTS[exercise].code in shown
    assert TEXTS[exercise].why[column] in shown


def test_hints_of_what_is_no_exercise(capsys):
    check.hint("attnetion")
    check.solution("attnetion", confirm=True)
    assert capsys.readouterr().out.count("attnetion") >= 2


def words_of_card(text):
    """The card's words as they are read, tags gone."""
    return [
        html.unescape(line).strip() for line in re.sub(r"<[^>]+>", "\n", text).splitlines() if line.strip()
    ]


@pytest.fixture
def cards(monkeypatch):
    """The cards that a notebook would get, as (html, plain)."""
    IPython = pytest.importorskip("IPython")
    shown = []

    def display(data, raw):
        shown.append((data["text/html"], data["text/plain"]))

    monkeypatch.setattr(show, "_in_a_notebook", lambda: True)
    monkeypatch.setattr(IPython.display, "display", display)
    return shown


@pytest.mark.parametrize("code", ["en", "zh"])
def test_a_card_says_the_same_words_as_plain_text(cards, code):
    use_language(code)
    for f in unwritten, no_scale, right("attention"), 3, lambda Q, K, V: 1 / 0:
        check.attention(f, seed=2)
    check.number("1/3", 0.5)
    check.shape((2, 3), (3, 2), n=2, m=3)
    check.hint("scale")
    check.solution("scale", confirm=True)
    check.progress()
    assert len(cards) == 10
    for card, plain in cards:
        assert words_of_card(card) == [line.strip() for line in plain.splitlines() if line.strip()]
        assert ('lang="zh-CN"' in card) == (code == "zh")


def test_what_a_learner_wrote_never_becomes_html(cards, monkeypatch):
    hostile = "<script>alert(1)</script>&amp;<img src=x onerror=alert(2)>"
    check.attention(program("attention", f"raise ValueError({hostile!r})"), seed=1)
    check.attention(program("attention", f"{'x' * 3} = {hostile!r}\nreturn xxx"), seed=1)
    check.attention(hostile, seed=1)
    check.number(hostile, 1)
    check.choice(hostile, "a", options=["a", "<b>"])
    check.shape(hostile, (1, 2))
    check.hint(hostile)
    check.solution(hostile)
    use_language("zh")
    check.attention(program("attention", f"raise ValueError({hostile!r})"), seed=1)
    assert sum("alert(1)" in plain for _, plain in cards) >= 7
    for card, _ in cards:
        assert "<script" not in card
        assert "<img" not in card
        assert "<b>" not in card


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
