"""Read and check the questions that authors write in data/questions/NN_name.toml.

An error names the file and the question in one sentence, for whoever writes the next one.
"""

import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from attnlib.languages import DATA, LANGUAGES, pair_of

FOLDER = DATA / "questions"

KINDS = ("choices", "number", "shape")
_ALWAYS = {"kind", "question", "explanation", "truth"}
_MORE = {  # the keys that each kind needs besides, and those that it may have
    "choices": ({"choices"}, set()),
    "number": ({"answer", "otherwise"}, {"wrong", "unit"}),
    "shape": ({"answer", "otherwise"}, {"wrong"}),
}


class QuestionError(ValueError):
    """A question that cannot be used; the message tells its author what to change."""


@dataclass(frozen=True)
class Question:
    """One question in both languages; each text is a pair (English, Chinese).

    Attributes:
        answer: By kind: the index of the right choice; a number; or a list of sizes.
        wrong: Pairs (answer, text): the answer that a known mistake gives, and why it is wrong.
        truth: A line of Python that is true only for the right answer.
    """

    id: str
    lesson: str
    kind: str
    question: tuple
    explanation: tuple
    truth: str
    answer: Any
    hint: tuple | None = None
    otherwise: tuple | None = None
    wrong: list = field(default_factory=list)
    choices: list = field(default_factory=list)  # as they are shown
    values: list = field(default_factory=list)  # their names in `truth`
    unit: str = ""


def all_questions() -> dict[str, Question]:
    """Return every question by its id, in the order of lessons and files.

    Raises:
        QuestionError: If one of them cannot be used.
    """
    return _read_all(tuple((path, path.stat().st_mtime_ns) for path in sorted(FOLDER.glob("*.toml"))))


@lru_cache(1)
def _read_all(files):
    """Read the files, given with their times: so an edit is seen at once and nothing is read twice."""
    found: dict = {}
    for path, _ in files:
        for question in read(path):
            if question.id in found:
                other = found[question.id].lesson
                raise QuestionError(
                    f"{path.name}, [{question.id}]: lesson {other} has a question of that name, too."
                )
            found[question.id] = question
    return found


def read(path: Path) -> list[Question]:
    """Return the questions of one file.

    Raises:
        QuestionError: If one of them cannot be used: the file, the question, and what to change.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise QuestionError(f"{path.name}: {error}.") from None
    questions = []
    for id, table in tables.items():
        try:
            questions.append(_question(id, path.stem[:2], table))
        except ValueError as error:
            raise QuestionError(f"{path.name}, [{id}]: {error}") from None
    return questions


def _question(id, lesson, table):
    if not isinstance(table, dict) or table.get("kind") not in KINDS:
        raise QuestionError(f"kind needs to be one of {', '.join(KINDS)}.")
    kind = table["kind"]
    needed, possible = _MORE[kind]
    _check_keys(table, _ALWAYS | needed, possible | {"hint"})
    texts = {key: _pair(key, table[key]) for key in ("question", "explanation")}
    texts |= {key: _pair(key, table[key]) for key in ("hint", "otherwise") if key in table}
    if not isinstance(table["truth"], str):
        raise QuestionError("truth needs to be a line of Python, in quotation marks.")
    wrong = [_wrong(one) for one in table.get("wrong", [])]
    parts = _PARTS[kind](table, wrong)
    return Question(
        id=id, lesson=lesson, kind=kind, truth=table["truth"], **(texts | {"wrong": wrong} | parts)
    )


# What is special to each kind


def _choices(table, wrong):
    choices = _tables("choices", table["choices"])
    if not 2 <= len(choices) <= 5:
        raise QuestionError(f"choices: needs two to five, but has {len(choices)}.")
    right = [k for k, one in enumerate(choices) if one.get("right") is True]
    if len(right) != 1:
        raise QuestionError(f"choices: exactly one has right = true, but here it is {len(right)}.")
    for k, one in enumerate(choices):
        needed = {"right"} if k in right else {"why"}
        _check_keys(one, {*LANGUAGES, *needed}, {"value"}, f"choice {k + 1}: ")
    reasons = [
        (k, _pair(f"choice {k + 1}: why", one["why"])) for k, one in enumerate(choices) if k not in right
    ]
    return {
        "choices": [_pair(f"choice {k + 1}", one) for k, one in enumerate(choices)],
        "values": [one.get("value", k) for k, one in enumerate(choices)],
        "answer": right[0],
        "wrong": reasons,
    }


def _number(table, wrong):
    for given in (table["answer"], *(answer for answer, _ in wrong)):
        if isinstance(given, bool) or not isinstance(given, int | Decimal):
            raise QuestionError(f"answer needs to be a number, but is {given!r}.")
    return {"answer": table["answer"], "unit": table.get("unit", "")}


def _shape(table, wrong):
    for given in (table["answer"], *(answer for answer, _ in wrong)):
        if not isinstance(given, list) or not all(type(size) is int for size in given):
            raise QuestionError(f"answer needs to be a shape such as [2, 3], but is {given!r}.")
    return {"answer": table["answer"]}


_PARTS = {"choices": _choices, "number": _number, "shape": _shape}


# What all kinds share


def _check_keys(table, needed, possible, where=""):
    missing, unknown = sorted(needed - table.keys()), sorted(table.keys() - needed - possible)
    if missing:
        raise QuestionError(f"{where}{missing[0]} is missing.")
    if unknown:
        raise QuestionError(
            f"{where}nobody knows {unknown[0]!r}; there may be {', '.join(sorted(needed | possible))}."
        )


def _pair(name, table):
    """Return a text in both languages as (English, Chinese)."""
    return tuple(text.strip() for text in pair_of(name, table))


def _tables(name, given):
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise QuestionError(f"{name}: each begins with [[its question.{name}]].")
    return given


def _wrong(table):
    _check_keys(table, {*LANGUAGES, "answer"}, set(), "a wrong answer: ")
    return table["answer"], _pair("a wrong answer", table)
