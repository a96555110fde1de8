"""Every question of the exam is true for any numbers, says the same in both languages, and is new."""

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import torch

import attnlib
import classroom
from attnlib.languages import use_language
from classroom.exercises.show_progress import lessons
from classroom.questions._markup import plain
from classroom.questions._read import QuestionError, all_questions
from classroom.questions.exam import _bank
from classroom.questions.exam._bank import FOLDER, FORMS, exam_questions, material, posed, read
from classroom.questions.exam._drawing import answer_of, numbers_of
from tests.classroom.questions.test_data import parts

BANK = list(exam_questions().values())
CHOICES = [question for question in BANK if question.kind == "choices"]
SEEDS = range(12)
NAMES = {"np": np, "torch": torch} | {name: getattr(attnlib, name) for name in attnlib.__all__}


def is_true(question, seed):
    numbers = numbers_of(question, seed)
    answer = answer_of(question, question.answer, numbers)
    numbers.pop("answer", None)
    found = eval(question.truth.strip(), NAMES | numbers)
    truth = found if isinstance(found, str) else np.asarray(found).tolist()
    if question.kind == "number":
        return abs(truth - answer) <= question.within + 1e-9
    return truth == (question.values[answer] if question.kind == "choices" else answer)


@pytest.mark.parametrize("question", BANK, ids=lambda one: one.id)
def test_the_answer_is_what_python_computes_whatever_is_drawn(question):
    wrong = [seed for seed in SEEDS if not is_true(question, seed)]
    assert wrong == []


OTHER = {
    "choices": lambda answer: 0 if answer else 1,
    "number": lambda answer: ["+", answer, 1],
    "shape": lambda answer: [*answer, 1],
}


def test_another_answer_would_not_be():
    others = [replace(one, answer=OTHER[one.kind](one.answer), wrong=[]) for one in BANK]
    assert [other.id for other in others if is_true(other, 1)] == []


def test_there_are_enough_questions_of_each_lesson_and_form():
    assert len(BANK) >= 80
    of_lesson, of_form = Counter(one.lesson for one in BANK), Counter(one.form for one in BANK)
    assert [number for number in lessons() if of_lesson[number] < 5] == [], "add questions to data/exam"
    assert [form for form in FORMS if of_form[form] < 5] == []


def test_no_name_and_no_text_stands_in_a_lesson():
    asked = all_questions()
    assert not asked.keys() & exam_questions().keys()
    texts = {text for one in asked.values() for text in one.question}
    assert not texts & {text for one in BANK for text in one.question}


FILLED = re.compile(r"\{[A-Za-z]\w*(?::\d)?\}")


def test_both_languages_have_the_same_numbers_and_formulas():
    pairs = [(one.id, *pair) for one in BANK for pair in _bank._texts(one)]
    assert [one for one in pairs if parts(one[1]) != parts(one[2])] == []
    assert [one for one in pairs if sorted(FILLED.findall(one[1])) != sorted(FILLED.findall(one[2]))] == []


def test_each_section_is_there():
    found = lessons()
    assert [one.id for one in BANK if not 1 <= one.section <= len(found[one.lesson]["sections"])] == []


@pytest.mark.parametrize("number", [3, 4])
def test_no_place_is_right_more_often_than_others(number):
    places = Counter(one.answer for one in CHOICES if len(one.choices) == number)
    share = places.total() / number
    assert all(abs(places[place] - share) <= 3 for place in range(number)), places


@pytest.mark.parametrize("code", [0, 1], ids=["en", "zh"])
@pytest.mark.parametrize("extreme", [min, max])
def test_the_length_of_a_choice_gives_nothing_away(code, extreme):
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
    assert {path.stem for path in FOLDER.glob("*.toml")} == {one["file"] for one in lessons().values()}


# What an author writes wrongly

SOUND = """
[sum_of_two]
kind = "number"
section = 1
form = "sum"
draw.a = "1..4"
draw.b = [5, 6]
let.c = "a + b"
where = "a != 2"
question.en = "What is {a} + {b}?"
question.zh = "{a} + {b} 是多少？"
code = "x = {a}"
picture.rows = ["x"]
picture.columns = { en = ["y", "z"], zh = ["甲", "乙"] }
picture.values = [["a", "b / 8"]]
picture.kind = "signed"
answer = "c"
explanation.en = "{answer}"
explanation.zh = "{answer}"
truth = "a + b"

[[sum_of_two.wrong]]
answer = "a * b"
en = "A product."
zh = "这是积。"
"""
REFUSED = [
    ("[sum_of_two\n", r"Expected ']'"),
    (SOUND.replace('"number"', '"text"'), "kind needs to be one of choices, number, shape."),
    (
        SOUND.replace('form = "sum"', 'form = "essay"'),
        "form needs to be one of shape, sum, if, program, picture.",
    ),
    (SOUND.replace("section = 1", 'section = "1"'), "section needs to be the number of a section."),
    (SOUND.replace('truth = "a + b"\n', ""), "truth is missing."),
    (SOUND.replace("where", "were"), "nobody knows 'were'."),
    (SOUND.replace('"1..4"', "[]"), "draw.a needs to be a list of numbers, or a range"),
    (SOUND.replace('"a + b"\nwhere', '"a +"\nwhere'), "'a \\+' is no formula"),
    (SOUND.replace('answer = "c"', 'answer = "z"'), "there is no number 'z'; there are a, b, c."),
    (SOUND.replace("What is {a}", "What is {z}"), "a text has {z}, but there is no number of that name."),
    (SOUND.replace('"a * b"', '"c"'), "1000 draws gave no numbers that can be used"),
    (SOUND.replace('"a != 2"', '"a > 4"'), "1000 draws gave no numbers that can be used"),
    (
        SOUND.replace('[["a", "b / 8"]]', '[["a"]]'),
        "picture: rows, columns and values need to have the same sizes.",
    ),
    (SOUND.replace('"signed"', '"grey"'), 'picture: kind needs to be "weights" or "signed".'),
    (SOUND.replace('zh = "这是积。"', ""), "a wrong answer: zh is missing."),
]


@pytest.fixture
def written(tmp_path):
    def written(text):
        (tmp_path / "05_output.toml").write_text(text, encoding="utf-8")
        return tmp_path / "05_output.toml"

    return written


@pytest.mark.parametrize(("text", "says"), REFUSED)
def test_a_mistake_is_said_with_its_file(text, says, written):
    assert text != SOUND
    with pytest.raises(QuestionError, match=f"^05_output.toml.*{says}"):
        read(written(text))


def test_a_sound_question_is_read_and_posed(written):
    (question,) = read(written(SOUND))
    assert (question.lesson, question.draw["a"]) == ("05", [1, 2, 3, 4])
    numbers = numbers_of(question, 3)
    assert numbers["answer"] == numbers["a"] + numbers["b"]
    assert numbers["a"] != 2
    asked = posed(question, 3)
    assert asked.answer == numbers["answer"]
    assert asked.question[0] == f"What is {numbers['a']} + {numbers['b']}?"
    use_language("zh")
    code, rows = material(question, 3)
    use_language("en")
    assert code == f"x = {numbers['a']}"
    assert rows == [
        ["", "甲", "乙"],
        ["x", f"{numbers['a']}.00", f"{numbers['b'] / 8:.2f}".replace("0.62", "0.63")],
    ]


def test_the_exam_is_a_name_of_the_classroom():
    assert classroom.exam(seed=7).seed == 7
