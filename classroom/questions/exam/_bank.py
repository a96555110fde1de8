"""Read and check the questions of the exam, which authors write in data/exam/NN_name.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from attnlib.languages import DATA, LANGUAGES, in_force, pair_of
from classroom.questions._read import KINDS, Question, QuestionError
from classroom.questions.exam._drawing import answer_of, filled, numbers_of, written
from classroom.questions.exam._formulas import read_formula, value

FOLDER = DATA / "exam"
FORMS = ("shape", "sum", "if", "program", "picture")

_ALWAYS = {"kind", "section", "form", "question", "explanation", "truth"}
_SOMETIMES = {"draw", "let", "where", "code", "picture"}
_OF_KIND = {  # the keys that a kind needs besides, and those that it may have
    "choices": ({"choices"}, set()),
    "number": ({"answer"}, {"wrong", "unit", "decimals"}),
    "shape": ({"answer"}, {"wrong"}),
}


@dataclass(frozen=True)
class ExamQuestion:
    """One question of the exam, before its numbers are drawn; each text is a pair (English, Chinese).

    Attributes:
        draw: By name the values from which a number is drawn.
        let: By name a formula, worked out in this order.
        answer: By kind: the place of the right choice; a formula; or a list of formulas.
        wrong: Pairs (answer, text): the answer that a known mistake gives, and what the mistake is.
        decimals: A number is right to the last of these decimals; None if it is to be met exactly.
    """

    id: str
    lesson: str
    section: int
    form: str
    kind: str
    question: tuple[str, str]
    explanation: tuple[str, str]
    truth: str
    answer: Any
    draw: dict[str, list] = field(default_factory=dict)
    let: dict[str, Any] = field(default_factory=dict)
    where: Any = None
    code: str = ""
    picture: dict | None = None
    wrong: list = field(default_factory=list)
    choices: list = field(default_factory=list)
    values: list = field(default_factory=list)  # of the choices, as `truth` names them
    unit: str = ""
    decimals: int | None = None

    @property
    def within(self) -> float:
        """The largest difference of a number that is right."""
        return 0.0 if self.decimals is None else 0.5 * 10.0**-self.decimals


def exam_questions() -> dict[str, ExamQuestion]:
    """Return every question of the exam by its id, in the order of lessons and files.

    Raises:
        QuestionError: If one of them cannot be used.
    """
    return _read_all(tuple((path, path.stat().st_mtime_ns) for path in sorted(FOLDER.glob("*.toml"))))


@lru_cache(1)
def _read_all(files):
    """Read the files, given with their times: so an edit is seen at once."""
    found: dict[str, ExamQuestion] = {}
    for path, _ in files:
        for question in read(path):
            if question.id in found:
                raise QuestionError(f"{path.name}, [{question.id}]: there is another of that name.")
            found[question.id] = question
    return found


def read(path: Path) -> list[ExamQuestion]:
    """Return the questions of one file.

    Raises:
        QuestionError: If one of them cannot be used: the file, the question, and what to change.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise QuestionError(f"{path.name}: {error}.") from None
    questions = []
    for id, table in tables.items():
        try:
            questions.append(_question(id, path.stem[:2], table))
        except ValueError as error:
            raise QuestionError(f"{path.name}, [{id}]: {error}") from None
    return questions


def posed(question: ExamQuestion, seed: int) -> Question:
    """Return a question with the numbers of the exam with this seed, as if it stood in data/questions."""
    numbers = numbers_of(question, seed)

    def said(pair):
        return tuple(filled(text, numbers) for text in pair)

    def answer(given):
        found = answer_of(question, given, numbers)
        if question.kind != "number":
            return found
        places = 6 if question.decimals is None else question.decimals
        return (
            int(found)
            if found == int(found) and question.decimals is None
            else Decimal(f"{found:.{places}f}")
        )

    return Question(
        id=question.id,
        lesson=question.lesson,
        kind=question.kind,
        question=said(question.question),
        explanation=said(question.explanation),
        truth=question.truth,
        answer=answer(question.answer),
        wrong=[(answer(given), said(says)) for given, says in question.wrong],
        choices=[said(one) for one in question.choices],
        values=question.values,
        unit=question.unit,
    )


def material(question: ExamQuestion, seed: int) -> tuple[str, list[list[str]]]:
    """Return the program of a question, and its picture as rows of texts in the language in force.

    The first row of a picture has the labels of the columns. What a question does not have is empty.
    """
    numbers = numbers_of(question, seed)
    code, picture = filled(question.code, numbers, code=True), question.picture
    if picture is None:
        return code, []
    values = [[value(one, numbers) for one in row] for row in picture["values"]]
    decimals = 0 if all(float(x).is_integer() for row in values for x in row) else 2
    rows = [
        [label, *(written(x, decimals) for x in row)]
        for label, row in zip(in_force(picture["rows"]), values, strict=True)
    ]
    return code, [["", *in_force(picture["columns"])], *rows]


def _question(id, lesson, table):
    if not isinstance(table, dict) or table.get("kind") not in KINDS:
        raise QuestionError(f"kind needs to be one of {', '.join(KINDS)}.")
    kind = table["kind"]
    needed, possible = _OF_KIND[kind]
    _check_keys(table, _ALWAYS | needed, possible | _SOMETIMES)
    if table["form"] not in FORMS:
        raise QuestionError(f"form needs to be one of {', '.join(FORMS)}.")
    if type(table["section"]) is not int:
        raise QuestionError("section needs to be the number of a section.")
    parts = _choices(table["choices"]) if kind == "choices" else _answered(table, kind)
    found = ExamQuestion(
        id=id,
        lesson=lesson,
        section=table["section"],
        form=table["form"],
        kind=kind,
        question=_pair("question", table["question"]),
        explanation=_pair("explanation", table["explanation"]),
        truth=table["truth"],
        draw={name: _values(name, given) for name, given in table.get("draw", {}).items()},
        let={name: read_formula(text) for name, text in table.get("let", {}).items()},
        where=read_formula(table["where"]) if "where" in table else None,
        code=table.get("code", "").strip("\n"),
        picture=_picture(table["picture"]) if "picture" in table else None,
        **parts,
    )
    numbers = numbers_of(found, 0)
    for text in (found.code, *(text for pair in _texts(found) for text in pair)):
        filled(text, numbers)
    return found


def _texts(question):
    """Return all pairs (English, Chinese) of a question."""
    says = [pair for _, pair in question.wrong]
    return [question.question, question.explanation, *question.choices, *says]


def _choices(tables):
    if not 3 <= len(tables) <= 5:
        raise QuestionError(f"choices: needs three to five, but has {len(tables)}.")
    right = [k for k, one in enumerate(tables) if one.get("right") is True]
    if len(right) != 1:
        raise QuestionError(f"choices: exactly one has right = true, but here it is {len(right)}.")
    for k, one in enumerate(tables):
        needed = {"right"} if k in right else {"why"}
        _check_keys(one, {*LANGUAGES, *needed}, {"value"}, f"choice {k + 1}: ")
    wrong = [(k, _pair(f"choice {k + 1}: why", one["why"])) for k, one in enumerate(tables) if k not in right]
    return {
        "choices": [_pair(f"choice {k + 1}", one) for k, one in enumerate(tables)],
        "values": [one.get("value", k) for k, one in enumerate(tables)],
        "answer": right[0],
        "wrong": wrong,
    }


def _answered(table, kind):
    """Return the parts of a question that is answered with a number or a shape."""
    one = read_formula if kind == "number" else lambda sizes: [read_formula(size) for size in sizes]
    wrong = []
    for given in table.get("wrong", []):
        _check_keys(given, {*LANGUAGES, "answer"}, set(), "a wrong answer: ")
        wrong.append((one(given["answer"]), _pair("a wrong answer", given)))
    more = {"unit": table.get("unit", ""), "decimals": table.get("decimals")} if kind == "number" else {}
    return {"answer": one(table["answer"]), "wrong": wrong} | more


def _values(name, given):
    """Return the values of `draw`: a list as it is, "2..6" as 2 to 6."""
    if isinstance(given, str) and ".." in given:
        first, last = map(int, given.split(".."))
        given = list(range(first, last + 1))
    if not isinstance(given, list) or not given:
        raise QuestionError(f'draw.{name} needs to be a list of numbers, or a range such as "2..6".')
    return given


def _picture(table):
    _check_keys(table, {"rows", "columns", "values", "kind"}, set(), "picture: ")
    labels = {
        side: _labels(given) for side, given in (("rows", table["rows"]), ("columns", table["columns"]))
    }
    values = [[read_formula(str(one)) for one in row] for row in table["values"]]
    if {len(values), *map(len, labels["rows"])} != {len(values)} or {
        *map(len, values),
        *map(len, labels["columns"]),
    } != {len(values[0])}:
        raise QuestionError("picture: rows, columns and values need to have the same sizes.")
    if table["kind"] not in ("weights", "signed"):
        raise QuestionError('picture: kind needs to be "weights" or "signed".')
    return {**labels, "values": values, "kind": table["kind"]}


def _labels(given):
    """Return labels as (English, Chinese)."""
    pair = tuple(given[lang] for lang in LANGUAGES) if isinstance(given, Mapping) else (given, given)
    return tuple([str(one) for one in labels] for labels in pair)


def _pair(name, table):
    return tuple(text.strip() for text in pair_of(name, table))


def _check_keys(table, needed, possible, where=""):
    missing, unknown = sorted(needed - table.keys()), sorted(table.keys() - needed - possible)
    if missing:
        raise QuestionError(f"{where}{missing[0]} is missing.")
    if unknown:
        raise QuestionError(f"{where}nobody knows {unknown[0]!r}.")
