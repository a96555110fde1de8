"""What an author writes wrongly is said in a sentence with the file and the name of the question."""

import re

import pytest

from classroom.questions import _read
from classroom.questions._read import QuestionError, read

NUMBER = """
[layers]
kind = "number"
question.en = "How many?"
question.zh = "多少？"
explanation.en = "Two."
explanation.zh = "两个。"
otherwise.en = "A number."
otherwise.zh = "一个数。"
answer = 2
truth = "1 + 1"
"""
WRONG = '[[layers.wrong]]\nanswer = 3\nen = "Too many."\nzh = "太多了。"\n'
CHOICES = (
    NUMBER.replace('"number"', '"choices"')
    .replace("answer = 2\n", "")
    .replace('otherwise.en = "A number."\n', "")
).replace('otherwise.zh = "一个数。"\n', "")
RIGHT = '[[layers.choices]]\nen = "yes"\nzh = "是"\nright = true\n'
NO = '[[layers.choices]]\nen = "no"\nzh = "不"\nwhy.en = "It is."\nwhy.zh = "是的。"\n'
SHAPE = NUMBER.replace('"number"', '"shape"').replace("answer = 2", "answer = [2, 3]")

SOUND = {
    "number": NUMBER + WRONG,
    "choices": CHOICES + NO + RIGHT,
    "shape": SHAPE,
}

REFUSED = [
    ("[layers\n", r"Expected ']'"),
    (NUMBER.replace('"number"', '"numbre"'), "kind needs to be one of choices, number, shape."),
    (NUMBER.replace('explanation.zh = "两个。"\n', ""), r"explanation has no Chinese text \(zh\)."),
    (NUMBER.replace('"How many?"', '" "'), r"question has no English text \(en\)."),
    (NUMBER.replace('truth = "1 + 1"\n', ""), "truth is missing."),
    (NUMBER.replace('"1 + 1"', "2"), "truth needs to be a line of Python"),
    (NUMBER + 'hints.en = "x"\n', "nobody knows 'hints'; there may be answer, explanation, hint, kind"),
    (NUMBER.replace("answer = 2", 'answer = "2"'), "answer needs to be a number, but is '2'."),
    (NUMBER + WRONG.replace('zh = "太多了。"\n', ""), "a wrong answer: zh is missing."),
    (CHOICES + RIGHT, "choices: needs two to five, but has 1."),
    (CHOICES + NO + NO, "exactly one has right = true, but here it is 0."),
    (CHOICES + RIGHT + RIGHT, "exactly one has right = true, but here it is 2."),
    (CHOICES + RIGHT + NO.replace('why.en = "It is."\nwhy.zh = "是的。"\n', ""), "choice 2: why is missing."),
    (CHOICES + RIGHT + NO.replace('why.zh = "是的。"\n', ""), r"choice 2: why has no Chinese text \(zh\)."),
    (CHOICES + NO + RIGHT + 'why.en = "x"\n', "choice 2: nobody knows 'why'"),
    (SHAPE.replace("[2, 3]", "[2.5, 3]"), r"answer needs to be a shape such as \[2, 3\], but is"),
]


@pytest.fixture
def write(tmp_path):
    def written(text, name="07_heads.toml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return written


@pytest.mark.parametrize("name", SOUND)
def test_what_is_sound_is_read(write, name):
    (question,) = read(write(SOUND[name]))
    assert (question.id, question.lesson, question.kind) == ("layers", "07", name)
    assert question.question == ("How many?", "多少？")


@pytest.mark.parametrize(("text", "says"), REFUSED)
def test_what_cannot_be_used_is_named(write, text, says):
    with pytest.raises(QuestionError, match=says) as caught:
        read(write(text))
    assert str(caught.value).startswith("07_heads.toml")
    assert text == REFUSED[0][0] or "[layers]" in str(caught.value)


def test_no_two_lessons_have_a_question_of_one_name(write, monkeypatch, tmp_path):
    monkeypatch.setattr(_read, "FOLDER", tmp_path)
    write(NUMBER, "03_scores.toml")
    write(NUMBER)
    with pytest.raises(
        QuestionError, match=re.escape("07_heads.toml, [layers]: lesson 03 has a question of that name")
    ):
        _read.all_questions()


def test_an_author_sees_a_change_at_once(write, monkeypatch, tmp_path):
    monkeypatch.setattr(_read, "FOLDER", tmp_path)
    write(NUMBER)
    assert _read.all_questions()["layers"].answer == 2
    write(NUMBER.replace("answer = 2", "answer = 22"))
    assert _read.all_questions()["layers"].answer == 22
