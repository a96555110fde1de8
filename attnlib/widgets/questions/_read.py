"""Read and check the questions that authors write in data/questions/NN_name.toml.

An error names the file and the question in one sentence, for whoever writes the next one.
"""

import random
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from attnlib.draw.numbers import is_whole, number
from attnlib.draw.steps import ACROSS, STEPS
from attnlib.examples import load_example
from attnlib.i18n import DATA, LANGUAGES, in_force, pair_of

FOLDER = DATA / "questions"

KINDS = ("choices", "number", "shape", "order", "cell")
_ALWAYS = {"kind", "question", "explanation", "truth"}
_MORE = {  # the keys that each kind needs besides, and those that it may have
    "choices": ({"choices"}, set()),
    "number": ({"answer", "otherwise"}, {"wrong", "unit"}),
    "shape": ({"answer", "otherwise"}, {"wrong"}),
    "order": ({"items", "otherwise"}, {"wrong"}),
    "cell": ({"answer", "otherwise"}, {"wrong", "example", "step", "numbers", "rows", "cols"}),
}
_ANY = "*"  # in a wrong cell: any row or any column


class QuestionError(ValueError):
    """A question that cannot be used; the message tells its author what to change."""


@dataclass(frozen=True)
class Question:
    """One question in both languages; each text is a pair (English, Chinese).

    Attributes:
        answer: By kind: the index of the right choice; a number; a list of sizes; the indices of the items,
            as they are shown, in the right order; or [row, column].
        wrong: Pairs (answer, text): the answer that a known mistake gives, and why it is wrong. In `wrong`,
            an ordering may list a subsequence, and "*" matches any row or column.
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
    choices: list = field(default_factory=list)  # of choices and of an order: texts, as they are shown
    values: list = field(default_factory=list)  # their names in `truth`
    unit: str = ""
    example: str | None = None
    step: str = ""
    numbers: bool = True  # the cells of the example's step show their numbers
    names: tuple | None = None  # rows and columns, each in both languages, where there is no example

    def table(self) -> tuple[list, list, list | None]:
        """Return the names of rows and of columns, and the texts of all cells, if they hold numbers."""
        if self.names is not None:
            rows, cols = (in_force(names) for names in self.names)
            return rows, cols, None
        example = load_example(self.example or "")
        step = STEPS[self.step]
        A = example.X if step.name == "X" else getattr(example.trace(), step.name)
        rows = example.tokens if step.rows == "queries" else example.context_tokens
        named = {"keys": example.context_tokens, "features": example.feature_names}
        cols = named.get(step.cols) or [str(j) for j in range(A.shape[1])]
        whole = is_whole(A)
        return rows, cols, [[number(x, whole) for x in row] for row in A] if self.numbers else None

    @property
    def across(self) -> bool:
        """True if a row attends to a column: then a cell is called cat → fish."""
        return self.step in ACROSS


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
        except ValueError as error:  # an example that does not exist, too
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
    parts = _PARTS[kind](id, table, wrong)
    return Question(
        id=id, lesson=lesson, kind=kind, truth=table["truth"], **(texts | {"wrong": wrong} | parts)
    )


# What is special to each kind


def _choices(id, table, wrong):
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


def _number(id, table, wrong):
    for given in (table["answer"], *(answer for answer, _ in wrong)):
        if isinstance(given, bool) or not isinstance(given, int | Decimal):
            raise QuestionError(f"answer needs to be a number, but is {given!r}.")
    return {"answer": table["answer"], "unit": table.get("unit", "")}


def _shape(id, table, wrong):
    for given in (table["answer"], *(answer for answer, _ in wrong)):
        if not isinstance(given, list) or not all(type(size) is int for size in given):
            raise QuestionError(f"answer needs to be a shape such as [2, 3], but is {given!r}.")
    return {"answer": table["answer"]}


def _order(id, table, wrong):
    items = _tables("items", table["items"])
    for k, one in enumerate(items):
        _check_keys(one, {*LANGUAGES, "value"}, set(), f"item {k + 1}: ")
    if not 2 <= len(items) <= 8:
        raise QuestionError(f"items: needs two to eight, but has {len(items)}.")
    shown = _shuffled(len(items), id)
    values = [items[k]["value"] for k in shown]
    for one, (answer, says) in enumerate(wrong):
        if not isinstance(answer, list) or not set(answer) <= set(values) or len(answer) < 2:
            raise QuestionError(
                f"wrong answer {answer!r} needs to be two or more of {', '.join(map(str, values))}."
            )
        wrong[one] = [values.index(value) for value in answer], says
    return {
        "choices": [_pair(f"item {k + 1}", items[k]) for k in shown],
        "values": values,
        "answer": [shown.index(k) for k in range(len(items))],
        "wrong": wrong,
    }


def _shuffled(n, seed):
    """Return a wrong order of n things, the same for the same seed."""
    chance = random.Random(seed)
    order = list(range(n))
    while order == sorted(order):
        chance.shuffle(order)
    return order


def _cell(id, table, wrong):
    parts: dict = {}
    if "example" in table:
        if table.get("step") not in STEPS or {"rows", "cols"} & table.keys():
            raise QuestionError(f"example needs a step, one of {', '.join(STEPS)}, and no rows or cols.")
        parts = {key: table[key] for key in ("example", "step", "numbers") if key in table}
        example, step = load_example(table["example"]), STEPS[table["step"]]
        rows = _english(example.words if step.rows == "queries" else example.context_words or example.words)
        cols = _english(
            {"keys": example.context_words or example.words, "features": example.features}.get(step.cols)
        )
    elif {"rows", "cols"} <= table.keys():
        parts["names"] = tuple(_lists(key, table[key]) for key in ("rows", "cols"))
        (rows, _), (cols, _) = parts["names"]
    else:
        raise QuestionError("a cell needs example and step, or rows and cols.")

    def place(cell):
        if not isinstance(cell, list) or len(cell) != 2:
            raise QuestionError(f"answer needs to be [row, column], but is {cell!r}.")
        return [_place(name, names) for name, names in zip(cell, (rows, cols), strict=True)]

    answer = place(table["answer"])
    if _ANY in answer:
        raise QuestionError(f"answer needs to be one cell, but is {table['answer']!r}.")
    return parts | {"answer": answer, "wrong": [(place(cell), says) for cell, says in wrong]}


def _english(words):
    return (words or {}).get("en", [])


def _place(name, names):
    """Return the index of a row or column, given by name or index; "*" stays."""
    if name == _ANY or type(name) is int:
        return name
    if list(names).count(name) != 1:
        raise QuestionError(
            f"answer: {name!r} is not one of {', '.join(map(str, names))}; a count from 0 would do as well."
        )
    return list(names).index(name)


_PARTS = {"choices": _choices, "number": _number, "shape": _shape, "order": _order, "cell": _cell}


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


def _lists(name, table):
    """Return names in both languages; there are as many in each."""
    lists: list[Any] = [table.get(code) for code in LANGUAGES] if isinstance(table, dict) else [None]
    if not all(isinstance(one, list) and one for one in lists) or len(set(map(len, lists))) > 1:
        raise QuestionError(f"{name} needs {name}.en and {name}.zh, lists of equally many names.")
    return tuple([str(one) for one in names] for names in lists)


def _tables(name, given):
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise QuestionError(f"{name}: each begins with [[its question.{name}]].")
    return given


def _wrong(table):
    _check_keys(table, {*LANGUAGES, "answer"}, set(), "a wrong answer: ")
    return table["answer"], _pair("a wrong answer", table)
