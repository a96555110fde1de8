"""Every question in data/questions is true, has a reason for what can go wrong, and says the same twice."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from attnlib.languages import use_language
from classroom.exercises.show_progress import lessons
from classroom.questions import _for_browser, ask
from classroom.questions._markup import plain
from classroom.questions._read import FOLDER, KINDS, all_questions
from tests.helpers.javascript import run
from tests.helpers.questions import is_true, texts_of

QUESTIONS = list(all_questions().values())


def test_the_answer_that_is_marked_is_what_python_computes():
    assert [question.id for question in QUESTIONS if not is_true(question)] == []


OTHER = {
    "choices": lambda answer: 0 if answer else 1,
    "number": lambda answer: answer + 1,
    "shape": lambda answer: [*answer, 1],
}


def test_another_answer_would_not_be():
    others = [replace(one, answer=OTHER[one.kind](one.answer)) for one in QUESTIONS]
    assert [other.id for other in others if is_true(other)] == []


def test_there_is_one_of_each_kind():
    assert {question.kind for question in QUESTIONS} == set(KINDS)


def candidates(question):
    """Answers to try: all of them, where they can be counted, and else those of the known mistakes."""
    if question.kind == "choices":
        return list(range(len(question.choices)))
    return [question.answer, *(answer for answer, _ in question.wrong)]


@pytest.mark.parametrize("code", ["en", "zh"])
def test_every_mistake_is_told_its_own_reason(code):
    """No reason is hidden behind another, and none is said of the right answer."""
    use_language(code)
    fixed = [_for_browser(question, None) for question in QUESTIONS]
    tried = [
        [float(x) if question.kind == "number" else x for x in candidates(question)] for question in QUESTIONS
    ]
    said = run(
        "questions/judging",
        "return values.map(([fixed, tried]) =>"
        " tried.map((given) => module.reasonAgainst(fixed, given, (key) => key)));",
        list(zip(fixed, tried, strict=True)),
    )
    for question, one, answers, reasons in zip(QUESTIONS, fixed, tried, said, strict=True):
        right = [answer for answer, reason in zip(answers, reasons, strict=True) if reason is None]
        assert right == [one["right"]["answer"]], question.id
        assert {mistake["text"] for mistake in one["wrong"]} <= set(reasons), question.id
        if question.kind == "choices":
            assert len(set(reasons)) == len(reasons), question.id


NUMBERS = re.compile(r"\d+(?:\.\d+)?")
THE_SAME = [NUMBERS, re.compile(r"`[^`]+`"), re.compile(r"[A-Za-z]_\w+"), re.compile(r"[√ᵀ∞²→−×÷]")]


def parts(text):
    return [sorted(pattern.findall(text)) for pattern in THE_SAME]


def test_both_languages_have_the_same_numbers_and_formulas():
    pairs = [(question.id, *pair) for question in QUESTIONS for pair in texts_of(question)]
    assert [(id, *pair) for id, *pair in pairs if parts(pair[0]) != parts(pair[1])] == []


def test_a_number_that_is_missing_in_one_language_is_noticed():
    assert parts("√d_k = 8") != parts("等于 8")
    assert parts("49 layers") != parts("48 层")


@pytest.mark.parametrize("code", ["en", "zh"])
def test_no_hint_and_no_reason_names_the_answer(code):
    use_language(code)
    for question in QUESTIONS:
        fixed = _for_browser(question, None)
        before = [fixed["hint"] or "", fixed["otherwise"] or "", *(one["text"] for one in fixed["wrong"])]
        if question.kind == "number":
            assert all(fixed["answer_text"] not in NUMBERS.findall(text) for text in before), question.id
        if question.kind == "shape":
            assert all(fixed["answer_text"] not in text for text in before), question.id


@pytest.mark.parametrize(("code", "place"), [("en", 0), ("zh", 1)])
def test_every_question_can_be_asked_in_both_languages(code, place):
    use_language(code)
    assert [one.id for one in QUESTIONS if ask(one.id)._fixed["question"] != one.question[place]] == []


def test_every_question_is_asked_in_a_lesson():
    asked = {id for one in lessons().values() for id in one["questions"]}
    assert set(all_questions()) - asked == set()


CHOICES = [question for question in QUESTIONS if question.kind == "choices"]


@pytest.mark.parametrize("number", [3, 4])
def test_no_place_is_right_more_often_than_others(number):
    places = Counter(one.answer for one in CHOICES if len(one.choices) == number)
    share = places.total() / number
    assert all(abs(places[place] - share) <= 3 for place in range(number)), places


@pytest.mark.parametrize("code", [0, 1], ids=["en", "zh"])
@pytest.mark.parametrize("extreme", [min, max])
def test_the_length_of_a_choice_gives_nothing_away(code, extreme):
    """Whoever always takes the shortest choice is right as often as one who guesses; likewise the longest."""
    hits = chance = variance = 0.0
    for one in CHOICES:
        lengths = [len(plain(choice[code])) for choice in one.choices]
        those = [k for k, length in enumerate(lengths) if length == extreme(lengths)]
        hits += (one.answer in those) / len(those)
        chance += 1 / len(lengths)
        variance += (1 - 1 / len(lengths)) / len(lengths)
    assert abs(hits - chance) <= 1.5 * variance**0.5, (hits, chance)


def test_the_files_are_named_after_their_lessons():
    assert (FOLDER / "README.md").is_file()
    for path in FOLDER.glob("*.toml"):
        assert re.fullmatch(r"\d\d_[a-z_]+", path.stem)
        assert list((FOLDER.parent.parent / "notebooks" / "src").glob(f"{path.stem}.py")), path
