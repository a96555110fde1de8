"""Read the texts of the exercises: catalog/NAME.toml, all of it when the first text is shown."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from attnlib.languages import LANGUAGES, Pair, TextError, pair_of, read_toml

FOLDER = Path(__file__).with_name("catalog")


@dataclass(frozen=True)
class MistakeTexts:
    """The words about one mistake or finding; they never give the answer."""

    means: Pair  # what has been done
    ask: Pair  # a question to think about


@dataclass(frozen=True)
class ExerciseTexts:
    """The words of one exercise."""

    hints: tuple[Pair, ...]  # three: the idea; which step or function; nearly the code
    solution: str  # code
    why: Pair  # why the solution is right
    lost: Pair | None  # a question about a mistake that nobody knows; None for that of all exercises
    mistakes: dict[str, MistakeTexts]  # by their id; of the mistakes that are defined in its file


@cache
def texts_of_exercises() -> dict[str, ExerciseTexts]:
    """Return the texts of all exercises, by the name of the exercise."""
    return {path.stem: read(path) for path in sorted(FOLDER.glob("*.toml"))}


@cache
def texts_of_mistakes() -> dict[str, MistakeTexts]:
    """Return the texts of all mistakes, by the id of the mistake."""
    found: dict[str, MistakeTexts] = {}
    for name, texts in texts_of_exercises().items():
        if twice := found.keys() & texts.mistakes.keys():
            raise TextError(f"{name}.toml, [mistakes.{min(twice)}]: another file has texts for it, too.")
        found |= texts.mistakes
    return found


@cache
def texts_of_findings() -> dict[str, MistakeTexts]:
    """Return the texts of what a check sees besides mistakes, by the key of the finding."""
    tables = read_toml(Path(__file__).with_name("texts.toml"))["findings"]
    return {key: _mistake(f"exercises/texts.toml: [findings.{key}] ", table) for key, table in tables.items()}


def read(path) -> ExerciseTexts:
    """Return the texts in one file.

    Raises:
        TextError: the file is not TOML, a text or one of its languages is missing, or a key is unknown.
    """
    table = read_toml(path)
    try:
        return _texts(table)
    except TextError as error:
        raise TextError(f"{path.name}: {error}") from None


def _texts(table):
    mistakes = table.pop("mistakes", {})
    lost = table.pop("lost", None)
    _check_keys("", table, {"hints", "solution", "why"})
    hints, solution = table["hints"], table["solution"]
    if not isinstance(mistakes, dict):
        raise TextError("mistakes: each begins with [mistakes.its_id].")
    if not isinstance(hints, list) or len(hints) != 3:
        raise TextError("hints: there need to be three, each begun by [[hints]].")
    if not isinstance(solution, str) or not solution.strip():
        raise TextError("solution: needs to be code, between ''' and '''.")
    return ExerciseTexts(
        hints=tuple(_pair(f"hint {k + 1}", hint) for k, hint in enumerate(hints)),
        solution=solution.strip("\n"),
        why=_pair("why", table["why"]),
        lost=None if lost is None else _pair("lost", lost),
        mistakes={id: _mistake(f"[mistakes.{id}] ", one) for id, one in mistakes.items()},
    )


def _mistake(where, table):
    _check_keys(where, table, {"means", "ask"})
    return MistakeTexts(*(_pair(where + key, table[key]) for key in ("means", "ask")))


def _pair(where, table):
    pair = pair_of(where, table)
    _check_keys(f"{where}: ", table, {*LANGUAGES})
    return pair


def _check_keys(where, table, keys):
    if not isinstance(table, dict):
        raise TextError(f"{where}needs {', '.join(sorted(keys))}.")
    if missing := sorted(keys - table.keys()):
        raise TextError(f"{where}{missing[0]} is missing.")
    if unknown := sorted(table.keys() - keys):
        raise TextError(f"{where}{unknown[0]} is unknown; there may be {', '.join(sorted(keys))}.")
