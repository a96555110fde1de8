"""Say what a wrong answer means, and ask a question to think about; never say the answer."""

import numpy as np

from attnlib.languages import in_force, join_sentences, name_of, text_from, texts_of
from classroom.exercises.errors import SHAPES, key_of, line_of, sentence_of
from classroom.exercises.findings import IN_FRONT, OF_AN_END, Finding

text = text_from(__file__, "diagnosis_text")


def step_title(exercise, step):
    """Return what an exercise calls one of its steps, in the language in force."""
    names = texts_of(__file__, "step_names")
    return names.get(f"{exercise.name}_{step}") or names.get(step) or name_of(step)


def meaning_of(exercise, verdict):
    """Return a sentence that says what a wrong answer means, and a question."""
    if verdict.mistakes:
        sentences = [in_force(mistake.means) for mistake in verdict.mistakes]
        means = text("both", a=sentences[0], b=sentences[1]) if len(sentences) > 1 else sentences[0]
        for other in verdict.others:
            means = text("either", a=means, b=in_force(other.means))
        return means, in_force(verdict.mistakes[0].ask)
    if verdict.finding is Finding.ERROR:
        return _meaning_of_error(verdict)
    return _meaning_of_finding(exercise, verdict)


def _meaning_of_finding(exercise, verdict):
    finding, detail = verdict.finding, verdict.detail
    if finding is Finding.ARGUMENTS:
        detail = ", ".join(exercise.arguments)
    if finding in OF_AN_END:
        detail = text(detail)
    means, ask = (in_force(x).format(detail=detail, name=exercise.name) for x in (finding.means, finding.ask))
    if verdict.located and finding not in (Finding.RANDOM, Finding.IGNORED):
        right, step, line = verdict.located
        key = "located" if step else "located_result"
        where = text(f"means_{key}", right=right, step=step_title(exercise, step) if step else "", line=line)
        if finding not in (Finding.ALL_NAN, Finding.SOME_NAN):
            ask = text(f"ask_{key}", right=right)
        return (where if finding is Finding.UNKNOWN else join_sentences(means, where)), ask
    elif finding is Finding.UNKNOWN and exercise.lost:
        ask = in_force(exercise.lost)
    return means, ask


def _meaning_of_error(verdict):
    error = verdict.outcomes[verdict.case].error
    key = key_of(error, line_of(error), _axes(verdict))
    means = sentence_of(key) if key else in_force(Finding.ERROR.means)
    if key == "too_long" and error.args:
        return means, text("ask_error_held", seconds=error.args[0])
    if key in ("too_long", "memory", "device"):
        return means, text(f"ask_error_{key}")
    if verdict.layer in IN_FRONT and key not in ("t_on_a_batch", "boolean_index"):
        return means, in_force(Finding.IN_FRONT.ask)
    if key in (*SHAPES, "t_on_a_batch"):
        return means, text("ask_error_shape")
    return means, in_force(Finding.ERROR.ask)


def _axes(verdict):
    """Return the most axes that an array has of the input with which it failed."""
    given = verdict.inputs[verdict.case] if verdict.case < len(verdict.inputs) else {}
    return max((np.ndim(x) for x in given.values()), default=0)


def shape_is_wrong(verdict):
    """Return whether the result has another shape than the right one, where both are there."""
    value = verdict.outcomes[verdict.case].value
    return (
        value is not None and bool(verdict.expected) and value.shape != verdict.expected[verdict.case].shape
    )
