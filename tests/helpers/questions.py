"""What a question's truth is, and whether its marked answer is that."""

import functools
from dataclasses import replace

import numpy as np

import attnlib
import classroom
from classroom.questions import _answer

NAMES = {"np": np, "replace": replace}
NAMES |= {name: getattr(package, name) for package in (attnlib, classroom) for name in package.__all__}


@functools.cache  # some train a model
def value_of(truth):
    """The value of a line of Python, as plain lists and numbers."""
    return np.asarray(eval(truth.strip(), dict(NAMES))).tolist()


def marked(question):
    """The answer that is marked as right, as its truth would have it."""
    if question.kind == "choices":
        return question.values[question.answer]
    return question.answer


def is_true(question):
    """Whether the truth is what is marked; a number as far as it is written."""
    truth = value_of(question.truth)
    if question.kind != "number":
        return truth == marked(question)
    right = _answer(question.answer)
    return abs(truth - right["answer"]) <= right["within"] + 1e-9


def texts_of(question):
    """All pairs (English, Chinese) of a question."""
    pairs = [question.question, question.explanation, question.hint, question.otherwise, *question.choices]
    pairs += [says for _, says in question.wrong]
    return [pair for pair in pairs if pair is not None]
