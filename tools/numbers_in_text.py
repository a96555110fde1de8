"""Numbers in the texts of a lesson: each is shown beside it, or proven in notebooks/numbers/NN_name.toml.

notebooks/numbers/README.md says how to prove one, and tools/figures.py which numbers are looked at.
"""

import re
import tomllib

import numpy as np

import attnlib
import classroom
from attnlib.draw.stored import STORED_NUMBERS, unpacked
from attnlib.languages import DATA
from classroom.optional import missing
from tools.figures import figures, results
from tools.lesson_source import LANGUAGES, cells_in, shown
from tools.markdown import Html
from tools.spoilers import questions_in

NEAR = 2  # so many programs before a text, and after it, stand beside it if they are in its section
MOST_DRAWN = 64  # from a picture of more numbers nobody reads one off
GIVEN, ONE_LANGUAGE = "given", "one_language"  # lists of numbers in a table of proofs
PUZZLES = tomllib.loads((DATA / "puzzles.toml").read_text("utf-8"))


# What stands beside a text


def beside(cells, at, built, lang):
    """Return the numbers that the programs around a text show, as far as they are in its section."""
    begins = [k for k, cell in enumerate(cells) if cell.kind != "code" and re.match("## ", cell.text)]
    begin = max((k for k in begins if k <= at), default=0)
    end = min((k for k in begins if k > at), default=len(cells))
    before, after = (
        [built[cell.id] for cell in part if cell.kind == "code" and cell.id in built]
        for part in (cells[begin:at], cells[at:end])
    )
    return [number for cell in before[-NEAR:] + after[:NEAR] for number in shown_by(cell, lang)]


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
        for array in unpacked(data[STORED_NUMBERS])["arrays"] if STORED_NUMBERS in data else ():
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
    problems = []
    for lang, notebook in notebooks.items():
        cells, built = cells_in(lesson, lang), {cell.id: cell for cell in notebook.cells}
        for at, cell in enumerate(cells):
            if cell.kind == "code" or not (found := results(cell.text)):
                continue
            around, listed = beside(cells, at, built, lang), proven(proofs.get(cell.id, {}))
            problems += [
                f"{place(lesson, cell, figure)} no program beside it shows {figure.text}. Let one show it, "
                f"or prove it in {shown(file_of(lesson))} under [{cell.id}], as notebooks/numbers/README.md "
                f"says, or leave it out."
                for figure in found
                if not any(map(figure.is_rounded, around)) and not any(map(figure.is_part_of, listed))
            ]
    return problems + of_one_language(lesson, proofs) + failures(lesson, proofs)


def file_of(lesson):
    """Return where the proofs of a lesson are."""
    return lesson.path.parent.parent / "numbers" / f"{lesson.name}.toml"


def proofs_of(lesson):
    """Return the proofs of a lesson: for each cell, its numbers and what proves them."""
    path = file_of(lesson)
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def proven(table):
    """Return the numbers that the proofs of a cell are about."""
    written = [*(key for key in table if key not in (GIVEN, ONE_LANGUAGE)), *table.get(GIVEN, [])]
    return [figure for text in written for figure in figures(text)]


def failures(lesson, proofs):
    """Return the proofs that give another number or none, and those whose number stands in no text."""
    file = shown(file_of(lesson))
    names: dict = {"np": np, "code": {cell.id: cell.text for cell in lesson.code}}
    try:
        exec(proofs.pop("setup", ""), names)
    except Exception as error:  # any, of an author's program
        return [f"{file}: setup does not run ({error!r})."]
    problems = []
    for id, table in proofs.items():
        texts = [figure for cell in lesson.texts if cell.id == id for figure in results(cell.text)]
        for figure in proven(table):
            if not any(one.is_part_of(figure) for one in texts):
                problems.append(f"{file}: [{id}] no text has {figure.text} any more: take it out.")
        for text, line in lines(table):
            try:
                value = computed(line, names)
                if not figures(text)[0].is_rounded(value):
                    problems.append(f"{file}: [{id}] {text} should be {value:.8g}, which {line} gives.")
            except Exception as error:  # any, of an author's line
                problems.append(f"{file}: [{id}] {text} is not proven by {line} ({error!r}).")
    return problems


def lines(table):
    """Yield each number of a cell and the line that computes it, but for those whose model is not here."""
    for text, proof in table.items():
        if text not in (GIVEN, ONE_LANGUAGE):
            [(kind, line)] = proof.items() if isinstance(proof, dict) else [("", proof)]
            if kind != "source" and not missing([kind]):
                yield text, line


def computed(line, names):
    """Return the number that a line of Python gives; it knows all of attnlib and of the classroom."""
    homes = {name: package for package in (attnlib, classroom) for name in package.__all__}
    known = {word: getattr(homes[word], word) for word in re.findall(r"\w+", line) if word in homes}
    return float(eval(line, known | names))


def of_one_language(lesson, proofs):
    """Return the numbers that stand in one language and not in the other."""
    return [
        f"{place(lesson, cell, figure)} the other language does not have {figure.text}. Add it there, or to "
        f"{ONE_LANGUAGE} in {shown(file_of(lesson))} under [{cell.id}]."
        for pair in lesson.twins
        if not any(cell.todo for cell in pair)
        for cell, twin in (pair, pair[::-1])
        for figure in results(cell.text)
        if figure.text not in proofs.get(cell.id, {}).get(ONE_LANGUAGE, [])
        and not any(figure.is_part_of(one) or one.is_part_of(figure) for one in results(twin.text))
    ]


def place(lesson, cell, figure):
    """Return where in the source a number stands first, and between which words."""
    text = cell.text.replace("{,}", ",").replace("\\%", "%")
    at = re.search(rf"(?<![\d.,]){re.escape(figure.text)}(?!\d)", text)
    begin, end = at.span() if at else (0, 0)
    words = text[max(0, begin - 30) : begin].rpartition("\n")[2] + text[begin : end + 20].partition("\n")[0]
    return f'{lesson.at(cell, 1 + text.count(chr(10), 0, begin))} "… {words} …":'
