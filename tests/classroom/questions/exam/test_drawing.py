"""An exam is drawn with a seed: in Python and in the browser the same, over all lessons, with new numbers."""

from collections import Counter
from decimal import Decimal

import pytest

from attnlib.languages import use_language
from classroom.questions.exam import _asked
from classroom.questions.exam._bank import FORMS, exam_questions, posed
from classroom.questions.exam._drawing import LENGTH, chosen, filled, numbers_of, random_from, written
from tests.helpers.javascript import run

BANK = list(exam_questions().values())
SEEDS = [1, 2, 7, 4711, 999_999]


def test_python_and_the_browser_draw_the_same_exam():
    use_language("en")
    drawn = run(
        "questions/exam/drawing",
        "const [bank, seeds] = values;"
        "return seeds.map((seed) => module.chosen(bank, seed).map((one) => module.posed(one, seed)));",
        [[_asked(one) for one in BANK], SEEDS],
    )
    for seed, exam in zip(SEEDS, drawn, strict=True):
        ours = chosen(BANK, seed)
        assert [one["id"] for one in exam] == [one.id for one in ours]
        for theirs, question in zip(exam, ours, strict=True):
            asked = posed(question, seed)
            assert theirs["question"] == asked.question[0], question.id
            assert theirs["explanation"] == asked.explanation[0], question.id
            assert theirs["choices"] == [one[0] for one in asked.choices], question.id
            assert [one["text"] for one in theirs["wrong"]] == [says[0] for _, says in asked.wrong]
            answers = [theirs["right"]["answer"], *(one["answer"] for one in theirs["wrong"])]
            for one, other in zip(answers, [asked.answer, *(given for given, _ in asked.wrong)], strict=True):
                within = question.within + 1e-6
                same = abs(one - float(other)) <= within if question.kind == "number" else one == other
                assert same, (question.id, one, other)


@pytest.mark.parametrize("seed", range(1, 60))
def test_every_exam_has_forty_questions_of_all_lessons_and_forms(seed):
    exam = chosen(BANK, seed)
    assert len({one.id for one in exam}) == len(exam) == LENGTH
    lessons = Counter(one.lesson for one in exam)
    assert set(lessons) == {one.lesson for one in BANK}
    assert min(lessons.values()) >= 2
    assert {one.form for one in exam} == set(FORMS)
    assert [one.lesson for one in exam] == sorted(one.lesson for one in exam)


def test_another_exam_has_other_questions_and_other_numbers():
    one, other = ({question.id for question in chosen(BANK, seed)} for seed in (1, 2))
    assert 5 < len(one - other) < LENGTH
    moving = [question for question in BANK if question.draw]
    changed = [numbers_of(question, 1) != numbers_of(question, 2) for question in moving]
    assert len(moving) > len(BANK) / 3
    assert sum(changed) > 0.7 * len(moving)


def test_every_question_is_drawn_about_equally_often():
    """Those of one lesson: a lesson with fewer questions is asked as often as the others."""
    times = Counter(one.id for seed in range(1, 401) for one in chosen(BANK, seed))
    for lesson in {one.lesson for one in BANK}:
        those = [times[one.id] for one in BANK if one.lesson == lesson]
        assert min(those) > 0.6 * max(those), (lesson, those)


def test_numbers_are_spread_evenly_and_near_seeds_are_not_alike():
    firsts = [random_from(f"exam {seed}")() for seed in range(2000)]
    assert all(150 < count < 250 for count in Counter(int(10 * x) for x in firsts).values())
    pairs = Counter((int(4 * a), int(4 * b)) for a, b in zip(firsts, firsts[1:], strict=False))
    assert len(pairs) == 16
    assert max(pairs.values()) < 200


NUMBERS = [0, 0.5, 1 / 3, 2 / 3, 0.125, -0.125, 100, 1200.0, 9999, 10_000, 1_234_567.25, -3, -0.00001, 1e-9]


def test_a_number_is_written_as_the_browser_writes_it():
    ways = [(None, False), (2, False), (0, False), (None, True)]
    code = "return values.map(([x, decimals, code]) => module.written(x, decimals, code));"
    asked = [(x, decimals, code) for x in NUMBERS for decimals, code in ways]
    assert run("questions/exam/drawing", code, asked) == [written(*one) for one in asked]


def test_decimals_that_are_written_are_those_of_the_number():
    assert written(2 / 3, 2) == str(round(Decimal(2) / 3, 2))
    assert filled("{a} {a:1} {b}", {"a": 2.5, "b": -12_000}) == "2.5 2.5 −12,000"
    assert filled("{a} {b}", {"a": 2.5, "b": -12_000}, code=True) == "2.5 -12000"


def test_a_text_with_an_unknown_number_is_refused():
    with pytest.raises(ValueError, match="a text has {q}, but there is no number of that name"):
        filled("{q}", {"n": 1})
