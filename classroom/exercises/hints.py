"""Show hints one at a time, as a card has them folded, and the solution to those who ask twice."""

from attnlib.languages import in_force, text_from
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.message import hints_of
from classroom.exercises.render import listed, show
from classroom.exercises.session import session

text = text_from(__file__, "hints")


def hint(name: str = "") -> None:
    """Show the next of three hints for an exercise; each call shows one more.

    Args:
        name: the name of the exercise, "scores" for check.scores. An unknown one shows all names.

    Example:
        >>> from classroom import check
        >>> check.hint("causal_mask")
        Hint 1 of 3 · causal_mask
        ...
    """
    if not isinstance(name, str) or name not in EXERCISES:
        _no_exercise(name)
        return
    hints = hints_of(EXERCISES[name])
    k = min(session.hints.get(name, 0) + 1, len(hints))
    session.hints[name] = k
    title, lines = hints[k - 1]
    show("note", f"{title} · {name}", lines, text("next_hint") if k < len(hints) else "")


def solution(name: str, confirm: bool = False) -> None:
    """Show the code that solves an exercise, and why it is right.

    Args:
        name: the name of the exercise.
        confirm: without True, only the question is shown whether the reader wants to try once more.

    Example:
        >>> from classroom import check
        >>> check.solution("scores", confirm=True)
        Solution · scores
        def my_scores(Q, K):
            return Q @ K.mT
        ...
    """
    if not isinstance(name, str) or name not in EXERCISES:
        _no_exercise(name)
        return
    title = f"{text('solution')} · {name}"
    if confirm is not True:
        show("note", title, [text("confirm", name=name)])
        return
    show("note", title, [in_force(EXERCISES[name].why)], code=EXERCISES[name].solution)


def _no_exercise(name):
    show("note", str(name), [text("no_exercise", name=name, names=listed(EXERCISES))])
