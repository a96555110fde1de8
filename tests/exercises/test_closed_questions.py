"""check.number, check.choice and check.shape: closed questions, answered in the ways that people type."""

import numpy as np
import pytest
import torch

from attnlib import check
from attnlib.exercises.catalog import MISTAKES
from attnlib.i18n import use_language


@pytest.fixture
def said(capsys):
    """The first character of what a question says, and all of it."""

    def said(question, *given, **more):
        assert question(*given, **more) is None
        text = capsys.readouterr().out
        return text[0], text

    return said


def test_nothing_written_is_to_do(said):
    for question, correct in (check.number, 1), (check.choice, 1), (check.shape, (2, 3)):
        for answer in None, ...:
            mark, text = said(question, answer, correct)
            assert mark == "○"
            assert "Put your answer in place of the dots." in text


def test_correct_may_be_an_array_or_a_list(said):
    for correct in np.zeros((2, 3)), [2, 3]:
        assert said(check.shape, (2, 3), correct)[0] == "✓"


RIGHT = [
    (0.5, 0.5),
    ("0.5", 0.5),
    ("1/2", 0.5),
    (" 1 / 2 ", 0.5),
    ("０．５", 0.5),
    ("１/２", 0.5),
    (np.float32(0.5), 0.5),
    (np.array(0.5), 0.5),
    (np.array([[0.5]]), 0.5),
    (torch.tensor(0.5), 0.5),
    (0.503, 0.5),
    (3, 3),
    (3.0, 3),
    ("3", 3),
    ("−2", -2),
    ("-2", -2),
    (np.int64(3), 3),
    (1 / 3, 1 / 3),
    ("1e-3", 0.001),
]


def test_right_numbers(said):
    for answer, correct in RIGHT:
        assert said(check.number, answer, correct)[0] == "✓", answer


WRONG = [
    (0.52, 0.5, "That is not it."),
    (3.004, 3, "That is not it."),
    (float("nan"), 0.5, "That is not it."),
    (float("inf"), 0.5, "That is not it."),
    (-0.5, 0.5, "The sign is the wrong way round."),
    (50, 0.5, "That is in percent."),
    ("half", 0.5, "This needs a number, such as 0.5."),
    ("1/0", 0.5, "This needs a number, such as 0.5."),
    ("", 0.5, "This needs a number, such as 0.5."),
    (True, 1, "This needs a number, such as 0.5."),
    (1j, 1, "This needs a number, such as 0.5."),
    ([0.5], 0.5, "This needs a number, such as 0.5."),
    (np.array([0.5, 0.5]), 0.5, "This needs a number, such as 0.5."),
    (torch.zeros(3), 0.5, "This needs a number, such as 0.5."),
    (np.array("a"), 0.5, "This needs a number, such as 0.5."),
    (lambda: 1, 0.5, "This needs a number, such as 0.5."),
    (10**400, 1.5, "This needs a number, such as 0.5."),
]


def test_wrong_numbers(said):
    for answer, correct, sentence in WRONG:
        mark, text = said(check.number, answer, correct)
        assert mark == "✗", answer
        assert sentence in text, answer
        assert len(text.splitlines()) <= 4, answer


def test_a_tolerance_of_ones_own(said):
    assert said(check.number, 3.2, 3, tolerance=0.25)[0] == "✓"
    assert said(check.number, 0.503, 0.5, tolerance=0.001)[0] == "✗"


@pytest.mark.parametrize("code", ["en", "zh"])
def test_a_wrong_number_may_lead_to_a_mistake_of_the_catalogue(said, code):
    use_language(code)
    column = ["en", "zh"].index(code)
    mistake = MISTAKES["d_k_without_root"]
    mark, text = said(check.number, 0.25, 0.5, wrong={0.25: "d_k_without_root", 1: "Because I say so."})
    assert mark == "✗"
    assert mistake.means[column] in text
    assert mistake.ask[column] in text
    assert "Because I say so." in said(check.number, 1, 0.5, wrong={1: "Because I say so."})[1]


def test_right_choices(said):
    for answer in "b", "B", " b) ", "Ｂ", "b.", "b。", "b：":
        assert said(check.choice, answer, "b", options="abc")[0] == "✓", answer


def test_wrong_choices(said):
    mark, text = said(check.choice, "a", "b", wrong={"A": "no_scale"}, options="abc")
    assert mark == "✗"
    assert "The scores are not scaled." in text
    assert "Choose one of a, b, c." in said(check.choice, "x", "b", options="abc")[1]
    assert "That is not it." in said(check.choice, "c", "b", wrong={"a": "no_scale"}, options="abc")[1]
    assert said(check.choice, 2, 3)[0] == "✗"
    assert said(check.choice, "", 3)[0] == "○"


def test_right_shapes(said):
    typed = (2, 3), [2, 3], "(2, 3)", "2,3", "2 × 3", "（２，３）", np.zeros((2, 3)), torch.Size([2, 3])
    for answer in typed:
        assert said(check.shape, answer, (2, 3))[0] == "✓", answer


SIZES = {"n": 4, "m": 5, "d_k": 3, "d_v": 2}


WRONG_SHAPES = [
    ((5, 4), (4, 5), "You have m and n swapped."),
    ((4, 3), (4, 5), "Axis 1 (counted from 0) has the length m, not d_k."),
    ((4,), (4, 5), "The number of axes is different from yours."),
    ((4, 9), (4, 5), "Axis 1 (counted from 0) has the length m."),
    ((), (4, 5), "The number of axes is different from yours."),
    ("four", (4, 5), "A shape is written like (2, 3)."),
    ((4, 5.5), (4, 5), "A shape is written like (2, 3)."),
    (4.5, (4, 5), "A shape is written like (2, 3)."),
    ((4, None), (4, 5), "A shape is written like (2, 3)."),
    ((4, float("nan")), (4, 5), "A shape is written like (2, 3)."),
    ({}, (4, 5), "The number of axes is different from yours."),
]


def test_wrong_shapes(said):
    for answer, correct, sentence in WRONG_SHAPES:
        mark, text = said(check.shape, answer, correct, **SIZES)
        assert mark == "✗", answer
        assert sentence in text, answer
        assert len(text.splitlines()) <= 4, answer


def test_shapes_without_names_for_their_sizes(said):
    assert "Two sizes have changed places." in said(check.shape, (3, 2), (2, 3))[1]
    assert "The length of axis 0 (counted from 0) is different." in said(check.shape, (4, 3), (2, 3))[1]
    assert "The length of axis 0 (counted from 0) is not n." in said(check.shape, (4, 3), (2, 3), n=4)[1]
