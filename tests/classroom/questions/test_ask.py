"""ask in Python: which question, what is stored and what is not, what is shown with the explanation."""

import json
import re
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest

import attnlib
from attnlib import heatmap, load_example
from attnlib.languages import in_force, use_language
from classroom import ask
from classroom.explorer import Explorer
from classroom.my_lessons import remember
from classroom.questions import Ask, answer_text, question_text, questions_of
from classroom.questions._markup import html, plain
from classroom.questions._read import all_questions
from classroom.questions._texts import text as said
from tests.classroom.questions.test_data import OTHER, QUESTIONS

VIEW = "application/vnd.jupyter.widget-view+json"
NOTEBOOKS = Path(attnlib.__file__).parent.parent / "notebooks"

in_both = pytest.mark.parametrize("code", ["en", "zh"])


def test_a_wrong_name_is_told_what_is_near():
    with pytest.raises(ValueError, match=r"ask: there is no question 'layer'; near it are layers\b"):
        ask("layer")
    with pytest.raises(ValueError, match=r"there is no question 'xyz'; there are apple_beside_eat, \w+, "):
        ask("xyz")


def test_the_questions_of_a_lesson_in_their_order():
    ids = [question.id for question in questions_of("00")]
    assert ids[:2] == ["apple_beside_eat", "score_eat_apple"]
    assert {"layers", "what_moves", "weights_shape"} < set(ids)
    assert questions_of("99") == []
    lessons = sorted({question.lesson for question in all_questions().values()})
    assert [one.id for lesson in lessons for one in questions_of(lesson)] == list(all_questions())


# What is stored


def stored(question):
    """What a notebook keeps of a question, whose widget has no state there."""
    data, metadata = Ask(question)._repr_mimebundle_()
    assert set(data) == {VIEW, "text/html", "text/plain"}
    assert metadata == {}
    assert set(data[VIEW]) == {"version_major", "version_minor", "model_id"}
    return data["text/html"], data["text/plain"]


@in_both
def test_what_is_stored_holds_no_answer(code):
    use_language(code)
    for question in QUESTIONS:
        kept = "\n".join(stored(question))
        assert plain(in_force(question.question)) in kept
        assert said("alive") in kept
        secret = [
            question.explanation,
            question.hint,
            question.otherwise,
            *(says for _, says in question.wrong),
        ]
        for text in (text for pair in filter(None, secret) for text in pair):
            assert not any(form in kept for form in (text, plain(text), html(text))), question.id
        # The same to the letter whatever the answer is.
        other = replace(question, answer=OTHER[question.kind](question.answer))
        assert stored(question) == stored(other), question.id


def test_nothing_of_then_is_stored():
    data, _ = ask("layers", then="<b>kept back</b>")._repr_mimebundle_()
    assert "kept back" not in str(data)


SECRETS = [
    json.dumps(form(text), ensure_ascii=False)[1:-1]
    for question in QUESTIONS
    for pair in (question.explanation, question.hint, *(says for _, says in question.wrong))
    if pair
    for text in pair
    for form in (plain, html)
]
PICTURE = re.compile(r"[A-Za-z0-9+/]{200,}")


def secrets_in(notebook):
    """Return the explanations, reasons, hints and states of widgets that a notebook holds."""
    outputs = json.dumps([cell.get("outputs", []) for cell in notebook.cells], ensure_ascii=False)
    outputs = PICTURE.sub("", outputs)
    found = [text for text in (VIEW, *SECRETS) if text in outputs]
    return found + ["a state"] * ("widgets" in notebook.metadata)


def test_an_answer_in_a_notebook_is_noticed():
    for text in (QUESTIONS[0].explanation[0], QUESTIONS[-1].wrong[0][1][1]):
        shown = nbformat.v4.new_output("display_data", {"text/plain": plain(text)})
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(outputs=[shown])])
        assert secrets_in(notebook) != []
    assert secrets_in(nbformat.v4.new_notebook(metadata={"widgets": {}})) == ["a state"]


def test_no_built_lesson_holds_an_answer():
    lessons = sorted(NOTEBOOKS.glob("*/*.ipynb"))
    found = {path: secrets_in(nbformat.read(path, as_version=4)) for path in lessons}
    assert lessons
    assert {path: secrets for path, secrets in found.items() if secrets} == {}


# On paper


@in_both
def test_question_and_answer_in_plain_text(code):
    use_language(code)
    why = plain(in_force(all_questions()["what_moves"].explanation))
    last = {"en": "(d) all", "zh": "(d) 全部"}[code]
    assert question_text("what_moves").endswith(last)
    assert answer_text("what_moves") == f"{said('the_answer', answer=last)}\n{why}"
    assert "50" in answer_text("layers").splitlines()[0]
    assert "(5, 5)" in answer_text("weights_shape").splitlines()[0]
    for question in QUESTIONS:
        assert not re.search(r"[`*]", question_text(question.id) + answer_text(question.id))


def test_marks_become_html_and_nothing_else_does():
    text = "*cat* <b>, W_Q and `W_Q *x* <i>`, d_model, q_i, 2 * 3 * 4"
    name = "W<sub>Q</sub>"
    assert html(text) == (
        f"<em>cat</em> &lt;b&gt;, {name} and <code>W_Q *x* &lt;i&gt;</code>, d<sub>model</sub>, "
        "q<sub>i</sub>, 2 * 3 * 4"
    )
    assert html("用W_Kᵀ") == "用W<sub>K</sub>ᵀ"
    assert plain(text) == "cat <b>, W_Q and W_Q *x* <i>, d_model, q_i, 2 * 3 * 4"


# What is shown with the explanation


class AsPng:
    def _repr_png_(self):
        return b"png"


def test_then_is_whatever_shows_itself():
    look = load_example("first_look")
    picture = heatmap(look.X, look.tokens, title="X")
    assert ask("layers", then=picture)._fixed["then"] == picture.html
    assert ask("layers", then="<p>x</p>")._fixed["then"] == "<p>x</p>"
    assert ask("layers", then=AsPng())._fixed["then"] == '<img alt="" src="data:image/png;base64,cG5n">'
    assert ask("layers")._fixed["then"] is None
    both = ask("layers", then=[picture, "<p>x</p>"])._fixed["then"]
    assert both.index(picture.html) < both.index("<p>x</p>")
    with pytest.raises(TypeError, match="then needs to be a Picture, HTML or .*, but is int."):
        ask("layers", then=3)
    with pytest.raises(TypeError, match=r"but is Explorer; Explorer.picture\(\) is a Picture"):
        ask("layers", then=Explorer("first_look"))


# What the browser tells


GIVEN = {
    "layers": (50.0, 50.0),
    "what_moves": (1, "b"),
    "weights_shape": ([5, 2], (5, 2)),
}


@pytest.mark.parametrize("id", GIVEN)
def test_python_has_the_answer_in_its_own_words(id):
    given, answer = GIVEN[id]
    question = ask(id)
    assert (question.answer, question.right, question.tries, question.shown) == (None, None, 0, False)
    question.set_state({"_given": given, "right": True, "tries": 1})
    assert (question.answer, question.right, question.tries) == (answer, True, 1)


def test_each_answer_is_remembered_and_what_is_in_the_way_is_said(remembered):
    question = ask("layers")
    question.set_state({"_given": 49, "right": False, "tries": 1})
    question.set_state({"shown": True})
    assert remembered == [("question", "layers", "wrong")]
    question.set_state({"_given": 50, "right": True, "tries": 2})
    assert remembered == [("question", "layers", "wrong"), ("question", "layers", "right")]
    assert question._note == "a note"


def test_an_answer_of_an_earlier_run_is_known_in_the_folder_my_lessons_alone(my_lessons, monkeypatch):
    monkeypatch.setattr("classroom.my_lessons._unwritten", set())
    remember("question", "layers", "wrong")
    remember("question", "what_moves", "wrong")
    remember("question", "what_moves", "right")
    assert [ask(id)._before for id in GIVEN] == ["wrong", "right", None]
    monkeypatch.chdir(my_lessons.parent)
    remember("question", "weights_shape", "right")  # known until the kernel ends, and no folder
    assert [ask(id)._before for id in GIVEN] == [None] * 3


def test_a_question_that_was_closed_can_be_shown_again():
    question = ask("layers")
    question.close()
    assert VIEW in question._repr_mimebundle_()[0]
