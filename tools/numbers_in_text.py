"""Numbers in the texts of a lesson: each is shown beside it, or proven in data/numbers/NN_name.toml.

Looked at are the numbers that may state a result: with decimals, with % or a separator of thousands, or whole
and above ten. Passed over are code, years, minutes, and the numbers of lessons, sections, exercises
and tables. data/numbers/README.md says how to prove one.
"""

import re
import tomllib
from typing import NamedTuple

import numpy as np

import attnlib
from attnlib._optional import missing
from attnlib.draw.stored import DRAWN, unpacked
from attnlib.i18n import DATA
from tools.lesson_source import LANGUAGES, cells_in, other_language, shown
from tools.markdown import Html, is_code, is_formula, tokens
from tools.spoilers import questions_in

FOLDER = DATA / "numbers"
NEAR = 2  # so many programs before a text, and after it, stand beside it if they are in its section
MOST_DRAWN = 64  # from a picture of more numbers nobody reads one off
SMALL = 10  # whole numbers up to this one count what is in sight
GIVEN, ONE_LANGUAGE = "given", "one_language"  # lists of numbers in a table of proofs

PUZZLES = tomllib.loads((DATA / "puzzles.toml").read_text("utf-8"))

_NUMBER = re.compile(
    r"(?<![A-Za-z\d_.])(?<![A-Za-z]-)"  # not in a name: d_1, GPT-2
    r"(\d{1,3}(?:(?:,|\{,\})\d{3})+|\d+)(\.\d+)?(?!\d|\.\d|[A-Za-z_])"
    r"(?:\s?(\\?%|million\b|billion\b|万亿|万|亿))?"
)
_UNITS = {"%": 0.01, "million": 1e6, "billion": 1e9, "万": 1e4, "亿": 1e8, "万亿": 1e12}
_AND = r"(?:(?:\s?[,、–]|,?\s(?:and|or|to)|\s?[到和至])\s?第?\s?\d+)*"
_NO_RESULT = re.compile(
    rf"\b(?:[Ll]esson|[Ss]ection|[Ee]xercise|[Tt]able|[Ff]igure)s?\s\d[\d.]*{_AND}"
    rf"|第\s?\d+{_AND}\s?[课节章]|[\d.]+\s节|(?:练习|[表图])\s?\d[\d.]*{_AND}"
    r"|\b\d+\smin\w*|\d+\s分钟|(?<=minutes, and )\d+|(?<=练习另需 )\d+"
    r"|^[^\w]*\d+\s·|^(?:0\d|1[0-3])$|[(（](?:0\d|1[0-3])[)）]"  # of headings; of lessons, in a table
    r"|(?<![\d,.])(?:19|20)\d\d(?![\d,.]*\d)",  # a year: a thousand has its comma
    re.MULTILINE,
)


class Figure(NamedTuple):
    """A number as it is written, without its sign: its value, and what one of its last digit is worth."""

    text: str
    value: float
    unit: float

    def is_rounded(self, value):
        """Return whether this is the other value with fewer digits, or the same."""
        return abs(abs(value) - self.value) <= 0.5001 * self.unit

    def is_part_of(self, other):
        """Return whether the other number says the same, with at least as many digits."""
        return self.is_rounded(other.value) and other.unit <= 1.0001 * self.unit


def figures(text):
    """Return all numbers of a plain text."""
    found = []
    for match in _NUMBER.finditer(text):
        whole, decimals, unit = match.groups(default="")
        times = _UNITS.get(unit.lstrip("\\"), 1)
        value = float(re.sub(r"[,{}]", "", whole) + decimals) * times
        if times > 1 and not decimals:  # 3900 万 says 39 million, to the nearest million
            times *= 10 ** (len(whole) - len(whole.rstrip("0")))
        written = match[0].replace("{,}", ",").replace("\\", "")
        found.append(Figure(written, value, 10.0 ** -max(0, len(decimals) - 1) * times))
    return found


def results(text):
    """Return the numbers of a text cell that may state a result."""
    written = _NO_RESULT.sub(" # ", plain(text))
    return [figure for figure in figures(written) if figure.value > SMALL or not figure.text.isdigit()]


def plain(text):
    """Return the words and formulas of a text cell, without code and the words of links to lessons."""
    parts, in_link = [], False
    for token in tokens(text):
        if token.type in ("link_open", "link_close"):
            in_link = ".ipynb" in str(token.attrs.get("href", ""))
        if is_formula(token) or (token.type == "text" and not in_link):
            parts.append(token.content)
        elif token.type == "html_block":
            parts.append(Html(token.content).text)
        elif is_code(token):
            parts.append("x")
        elif token.block or token.type == "softbreak":
            parts.append("\n")
    return "".join(parts)


# What stands beside a text


def beside(cells, at, built, lang):
    """Return the numbers that the programs around a text show, as far as they are in its section."""
    begins = [k for k, cell in enumerate(cells) if cell.kind != "code" and re.match("## ", cell.text)]
    begin = max((k for k in begins if k <= at), default=0)
    end = min((k for k in begins if k > at), default=len(cells))
    before, after = (
        [cell for cell in part if cell.kind == "code"] for part in (cells[begin:at], cells[at:end])
    )
    return [number for cell in before[-NEAR:] + after[:NEAR] for number in shown_by(built[cell.id], lang)]


def shown_by(cell, lang):
    """Return the numbers of a program: in its code, its questions and all that it shows."""
    texts, drawn = [re.sub(r"(?<=\d)_(?=\d)", "", cell.source)], []
    for question in questions_in(cell):
        for pair in [question.question, question.explanation, *question.choices]:
            texts.append(pair[[*LANGUAGES].index(lang)])
    texts += [str(PUZZLES[name]["goal"]) for name in re.findall(r'\bgoal="(\w+)"', cell.source)]
    for output in cell.outputs:
        data = output.get("data", {})
        html = Html(data.get("text/html", ""))
        texts += [output.get("text", ""), data.get("text/plain", ""), html.text]
        texts += [attributes.get("alt", "") for _, attributes in html.tags]
        for array in unpacked(data[DRAWN])["arrays"] if DRAWN in data else ():
            if len(array["multiples"]) <= MOST_DRAWN:
                drawn += [k * array["step"] for k in array["multiples"] if k is not None]
    return [figure.value for figure in figures("\n".join(texts))] + drawn


# Proofs


def number_problems(lesson, notebooks):
    """Return the numbers that nothing proves, the proofs that fail, and the numbers of one language only."""
    try:
        proofs = proofs_of(lesson)
    except tomllib.TOMLDecodeError as error:
        return [f"{shown(file_of(lesson))}: {error}."]
    problems, said = [], {}
    for lang, notebook in notebooks.items():
        cells, built = cells_in(lesson, lang), {cell.id: cell for cell in notebook.cells}
        for at, cell in enumerate(cells):
            if cell.kind == "code":
                continue
            found = said[cell.id, cell.lang] = results(cell.text)
            around, listed = beside(cells, at, built, lang) if found else [], proven(proofs.get(cell.id, {}))
            problems += [
                f"{place(lesson, cell, figure)} no program beside it shows {figure.text}. Let one show it; or "
                f"prove it in {shown(file_of(lesson))} under [{cell.id}], as data/numbers/README.md says; or "
                f"leave it out."
                for figure in found
                if not any(map(figure.is_rounded, around)) and not any(map(figure.is_part_of, listed))
            ]
    return problems + failures(lesson, proofs, said) + of_one_language(lesson, proofs, said)


def file_of(lesson):
    """Return where the proofs of a lesson are."""
    return FOLDER / f"{lesson.name}.toml"


def proofs_of(lesson):
    """Return the proofs of a lesson: for each cell, its numbers and what proves them."""
    path = file_of(lesson)
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def proven(table):
    """Return the numbers that the proofs of a cell are about."""
    written = [*(key for key in table if key not in (GIVEN, ONE_LANGUAGE)), *table.get(GIVEN, [])]
    return [figure for text in written for figure in figures(text)]


def failures(lesson, proofs, said):
    """Return the proofs that give another number or none, and those whose number stands in no text."""
    file = shown(file_of(lesson))
    names: dict = {"np": np, "code": {cell.id: cell.text for cell in lesson.code}}
    exec(proofs.pop("setup", ""), names)
    problems = []
    for id, table in proofs.items():
        texts = [figure for lang in LANGUAGES for figure in said.get((id, lang), [])]
        for figure in proven(table):
            if not any(one.is_part_of(figure) for one in texts):
                problems.append(f"{file}: [{id}] no text has {figure.text} any more: take it out.")
        for text, line in lines(table):
            try:
                value = computed(line, names)
            except Exception as error:  # any, of an author's line
                problems.append(f"{file}: [{id}] {text}: {line} gives no number ({error!r}).")
            else:
                if not figures(text)[0].is_rounded(value):
                    problems.append(f"{file}: [{id}] {text} should be {value:.8g}, which {line} gives.")
    return problems


def lines(table):
    """Yield each number of a cell and the line that computes it, but for those whose model is not here."""
    for text, proof in table.items():
        if text not in (GIVEN, ONE_LANGUAGE):
            [(kind, line)] = proof.items() if isinstance(proof, dict) else [("", proof)]
            if kind != "source" and not missing([kind]):
                yield text, line


def computed(line, names):
    """Return the number that a line of Python gives; it knows all of attnlib."""
    known = {word: getattr(attnlib, word) for word in re.findall(r"\w+", line) if word in attnlib.__all__}
    return float(eval(line, known | names))


def of_one_language(lesson, proofs, said):
    """Return the numbers that stand in one language and not in the other."""
    problems = []
    for cell in lesson.texts:
        own = proofs.get(cell.id, {}).get(ONE_LANGUAGE, [])
        others = said.get((cell.id, other_language(cell)), [])
        waiting = cell.todo or (cell.id, other_language(cell)) not in said
        for figure in said[cell.id, cell.lang] if not waiting else ():
            if figure.text not in own and not any(
                figure.is_part_of(one) or one.is_part_of(figure) for one in others
            ):
                problems.append(
                    f"{place(lesson, cell, figure)} {figure.text} does not stand in the other language; add it "
                    f"there, or to {ONE_LANGUAGE} in {shown(file_of(lesson))} under [{cell.id}]."
                )
    return problems


def place(lesson, cell, figure):
    """Return where in the source a number stands first."""
    before = cell.text.replace("{,}", ",").replace("\\%", "%").partition(figure.text)[0]
    return lesson.at(cell, before.count("\n") + 1)
