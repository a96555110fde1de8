"""Questions in one language, as every form needs them."""

import json
import xml.etree.ElementTree as ET
from base64 import b64decode
from dataclasses import dataclass

from attnlib.draw.stored import STORED_STATE, unpacked
from attnlib.languages import in_force, language, use_language
from classroom.exercises.show_progress import lessons
from classroom.questions import _for_browser
from classroom.questions._markup import html
from classroom.questions._read import all_questions
from classroom.questions._texts import text
from classroom.questions.exam import exam_texts
from classroom.questions.exam._bank import exam_questions, material, posed
from tools.lesson_source import NOTEBOOKS
from tools.markdown import Html


@dataclass(frozen=True)
class Item:
    """A question. Texts are paragraphs of XHTML.

    Attributes:
        kind: "choices", "number" or "shape".
        lesson: Such as "05 · Output".
        answers: Triples (answer, largest difference, what is said to it), the right one first.
        otherwise: What is said to any other answer; empty if there is none.
        pictures: Pairs (PNG, alternative text) by file name, shown with the explanation.
    """

    id: str
    kind: str
    lesson: str
    question: list
    choices: list
    answers: list
    otherwise: list
    hint: list
    explanation: list
    pictures: dict

    def explained(self, folder: str) -> list:
        """Return the explanation with its pictures, which lie in that folder."""
        images = [made("img", src=folder + name, alt=alt) for name, (_, alt) in self.pictures.items()]
        return [*self.explanation, *(made("p", image) for image in images)]


def items(lang: str, seed: int = 1) -> list[Item]:
    """Return all questions in a language, in the order of the lessons, then those of the exam.

    The seed draws the numbers of the exam.
    """
    before, shown = language(), shown_in(lang)
    use_language(lang)
    try:
        titles = {number: f"{number} · {in_force(one['title'])}" for number, one in lessons().items()}
        asked = [_item(one, titles[one.lesson], shown.get(one.id, "")) for one in all_questions().values()]
        name = exam_texts()["name"].format(seed=seed)
        return asked + [
            _item(posed(one, seed), f"{titles[one.lesson]} ({name})", "", _material(one, seed))
            for one in exam_questions().values()
        ]
    finally:
        use_language(before)


def shown_in(lang: str) -> dict[str, str]:
    """Return what built notebooks show with the explanations, as HTML by question."""
    shown = {}
    for path in sorted((NOTEBOOKS / lang).glob("[0-9]*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            for output in cell.get("outputs", []):
                kept = (
                    unpacked("".join(output["data"][STORED_STATE]))
                    if STORED_STATE in output.get("data", {})
                    else {}
                )
                if kept.get("kind") == "question":
                    told = kept["state"]["_fixed"]
                    shown[told["id"]] = told.get("then") or ""
    return shown


def made(tag, *inside, **attributes) -> ET.Element:
    """Return an element that holds a text, or elements and texts."""
    element = ET.Element(tag, attributes)
    for one in inside:
        if isinstance(one, ET.Element):
            element.append(one)
        elif len(element):
            element[-1].tail = one
        else:
            element.text = one
    return element


def paragraphs(said: str | None) -> list[ET.Element]:
    """Return an author's text as paragraphs."""
    return [ET.fromstring(f"<p>{html(one)}</p>") for one in said.split("\n\n")] if said else []


def written(x: float) -> str:
    """Return a number as every platform reads it."""
    return f"{x:.12f}".rstrip("0").rstrip(".")


def shapes(sizes: list[int]) -> list[str]:
    """Return the ways in which a shape is typed most often; the first is the one that we write."""
    if len(sizes) == 1:
        return [f"({sizes[0]},)", f"({sizes[0]})", f"{sizes[0]}"]
    bare = [between.join(map(str, sizes)) for between in (", ", ",", " ", "x", "×", "，")]
    return [f"({one})" for one in bare] + bare + [f"（{bare[-1]}）", f"[{bare[0]}]"]


def _material(question, seed):
    """Return the program and the picture of a question of the exam."""
    code, rows = material(question, seed)
    table = made("table", *(made("tr", *(made("td", one) for one in row)) for row in rows))
    return [made("pre", code)] * bool(code) + [table] * bool(rows)


def _item(question, lesson, then, more=()):
    told = _for_browser(question, None)
    kind, found = told["kind"], Html(then)
    asked = paragraphs(told["question"]) + list(more)
    if kind != "choices":
        asked += paragraphs(text(f"by_{kind}") + (f" ({told['unit']})" if told["unit"] else ""))
    images = [attributes for tag, attributes in found.tags if tag == "img"]
    right = text("right", said=told["answer_text"])
    return Item(
        id=question.id,
        kind=kind,
        lesson=lesson,
        question=asked,
        choices=[paragraphs(one) for one in told["choices"]],
        answers=[
            (told["right"]["answer"], told["right"]["within"], paragraphs(right)),
            *((one["answer"], one["within"], paragraphs(one["text"])) for one in told["wrong"]),
        ],
        otherwise=paragraphs(told["otherwise"]),
        hint=paragraphs(told["hint"]),
        explanation=paragraphs(told["explanation"]) + ([made("pre", found.text)] if "<pre>" in then else []),
        pictures={
            f"{question.id}-{k}.png": (b64decode(one["src"].partition(",")[2]), one["alt"])
            for k, one in enumerate(images)
        },
    )
