"""Three hints, one a call; then the solution, for those who confirm."""

import pytest

from attnlib.languages import LANGUAGES, use_language
from classroom import check
from classroom.exercises.catalog import EXERCISES


@pytest.mark.parametrize("code", LANGUAGES)
def test_three_hints_one_a_call_then_the_solution_if_confirmed(code, capsys):
    def said(f, *given, **more):
        f(*given, **more)
        return capsys.readouterr().out

    use_language(code)
    column = LANGUAGES.index(code)
    for name, exercise in EXERCISES.items():
        hints = [pair[column] for pair in exercise.hints]
        for k in range(3):
            shown = said(check.hint, name)
            assert f"{k + 1}" in shown.splitlines()[0]
            assert [hint for hint in hints if hint in shown] == [hints[k]]
        assert f'check.solution("{name}")' in said(check.hint, name)
        for confirm in False, None, "yes":
            shown = said(check.solution, name, confirm=confirm)
            assert f'check.solution("{name}", confirm=True)' in shown
            assert exercise.solution not in shown
        shown = said(check.solution, name, confirm=True)
        assert exercise.solution in shown
        assert exercise.why[column] in shown


def test_hints_of_what_is_no_exercise(capsys):
    check.hint("attnetion")
    check.solution("attnetion", confirm=True)
    assert capsys.readouterr().out.count("attnetion") >= 2


@pytest.mark.parametrize("odd", [["scores"], None, len, ""])
def test_what_is_no_name_of_an_exercise_is_answered_too(odd, capsys):
    check.hint(odd)
    check.solution(odd)
    assert capsys.readouterr().out.count("There are: ") == 2
