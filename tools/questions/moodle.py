"""Questions as Moodle XML."""

import xml.etree.ElementTree as ET
from base64 import b64encode

from tools.questions.items import Item, made, shapes, written


def moodle(found: list[Item], lang: str) -> bytes:
    """Return all questions, with a category for each lesson."""
    quiz, lesson = made("quiz"), ""
    for item in found:
        if item.lesson != lesson:
            lesson = item.lesson
            path = f"$course$/top/attnlib {lang}/{lesson.replace('/', '//')}"
            quiz.append(made("question", made("category", made("text", path)), type="category"))
        quiz.append(_question(item))
    ET.indent(quiz)
    return ET.tostring(quiz, "utf-8", xml_declaration=True)


def _question(item):
    kind, parts = _KINDS[item.kind](item)
    explanation = _html("generalfeedback", item.explained("@@PLUGINFILE@@/"))
    for name, (png, _) in item.pictures.items():
        picture = b64encode(png).decode()
        explanation.append(made("file", picture, name=name, path="/", encoding="base64"))
    return made(
        "question",
        made("name", made("text", f"{item.lesson[:2]} {item.id}")),
        _html("questiontext", [made("p", made("small", item.lesson)), *item.question]),
        explanation,
        made("defaultgrade", "1"),
        made("penalty", "0.3333333"),
        made("hidden", "0"),
        made("idnumber", f"attnlib-{item.id}"),
        *parts,
        *([_html("hint", item.hint)] if item.hint else []),
        type=kind,
    )


def _choices(item):
    said = {answer: says for answer, _, says in item.answers}
    right, _, _ = item.answers[0]
    fixed = {"single": "true", "shuffleanswers": "false", "answernumbering": "abc"}
    answers = []
    for k, choice in enumerate(item.choices):
        answers.append(_html("answer", choice, fraction=_points(k == right)))
        answers[-1].append(_html("feedback", said[k]))
    return "multichoice", [*(made(name, value) for name, value in fixed.items()), *answers]


def _number(item):
    answers = []
    for k, (answer, within, says) in enumerate(item.answers):
        answers.append(_answer(written(answer), says, _points(k == 0)))
        answers[-1].append(made("tolerance", written(within)))
    fixed = {"unitgradingtype": "0", "showunits": "3"}  # a unit is not asked for
    parts = [*answers, _answer("*", item.otherwise), *(made(name, value) for name, value in fixed.items())]
    return "numerical", parts


def _shape(item):
    answers = [
        _answer(form, says, _points(k == 0))
        for k, (answer, _, says) in enumerate(item.answers)
        for form in shapes(answer)
    ]
    return "shortanswer", [made("usecase", "0"), *answers, _answer("*", item.otherwise)]


_KINDS = {"choices": _choices, "number": _number, "shape": _shape}


def _points(right):
    return "100" if right else "0"


def _answer(typed, says, points="0"):
    return made("answer", made("text", typed), _html("feedback", says), fraction=points, format="plain_text")


def _html(tag, content, **attributes):
    """Return an element that holds HTML as Moodle wants it: as text."""
    inside = "".join(ET.tostring(one, "unicode") for one in content)
    return made(tag, made("text", inside), format="html", **attributes)
