"""What is wrong with a lesson's source: each function returns a list of problems, in words."""

import ast
import io
import os
import re
import statistics
import tokenize
from pathlib import Path

from tools import markdown as text
from tools.duration import minutes
from tools.exercises import exercises
from tools.lesson_source import LANGUAGES, SETUP_LINE, cells_in, edited_since, other_language, shown, title_of

MOST_LINES, MOST_LINES_MEDIAN, MOST_SETUP_LINES = 8, 4, 5
MOST_PROSE = {"en": (110, "words"), "zh": (200, "characters")}
LONG = "long"  # the tag of a cell that may have more lines, because it defines a class
WHERE = "Put them into a text cell, or, if they name a line or an axis of a chart, into data/names.json."


def source_problems(lesson):
    """Return all problems that can be seen without executing; of a wrong structure, only its own."""
    return structure(lesson) or [
        problem
        for check in (
            title,
            minutes_said,
            twins_differ,
            stale,
            words_in_code,
            code_length,
            prose_length,
            links,
            bold,
            folds,
            chinese,
            exercises,
        )
        for problem in check(lesson)
    ]


def structure(lesson):
    """Ids, languages, the order of twins, and the one line that names the language."""
    problems = []
    seen: dict[str, list[str]] = {}  # the languages of each id so far
    stand = {(cell.id, cell.lang) for cell in lesson.cells}
    for cell, after in zip(lesson.cells, [*lesson.cells[1:], None], strict=True):
        at, before = lesson.at(cell), seen.setdefault(cell.id, [])
        if cell.kind not in ("code", "markdown"):
            problems.append(f"{at} it is neither code nor [markdown].")
        if not cell.id:
            problems.append(f"{at} it has no id yet, which the build writes. Run: make notebooks")
        elif not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,63}", cell.id):
            problems.append(f'{at} its id may have small letters, digits and hyphens only, not "{cell.id}".')
        elif before and (before, cell.lang) != (["en"], "zh"):
            problems.append(f"{at} another cell has this id too.")
        if cell.kind == "code" and cell.lang:
            problems.append(f"{at} code is the same in both languages, so it has no lang.")
        if cell.kind == "markdown" and cell.lang not in LANGUAGES:
            problems.append(f'{at} text needs lang="en" or lang="zh".')
        if cell.todo and cell.todo != other_language(cell):
            form = 'lang="en" todo="zh" or lang="zh" todo="en"'
            problems.append(f"{at} todo names the language into which a text is not translated yet: {form}.")
        followed = after and (after.id, after.lang) == (cell.id, "zh")
        if cell.lang == "en" and not followed and not (cell.todo and (cell.id, "zh") not in stand):
            problems.append(
                f"{at} the English text is not followed by its Chinese twin. {or_mark_it(lesson, cell)}"
            )
        if cell.lang == "en" and followed and after.metadata != cell.metadata:
            problems.append(f"{at} the Chinese twin has other tags than the English text.")
        if cell.lang == "en" and followed and cell.todo and after.todo:
            problems.append(f"{at} one of the two languages must be up to date: only one can have todo.")
        if cell.lang == "zh" and "en" not in before and not cell.todo:
            problems.append(
                f"{at} the Chinese text has no English twin before it. {or_mark_it(lesson, cell)}"
            )
        before.append(cell.lang)
    return problems + setup_line(lesson)


def or_mark_it(lesson, cell):
    """Say what an author can do who does not write the other language."""
    other = LANGUAGES.get(other_language(cell))
    return (
        f"If you do not write {other}, mark it as not translated yet: "
        f"python tasks.py todo {lesson.number} {cell.id}"
    )


def setup_line(lesson):
    """Check that one cell names the language of the edition."""
    calls = [
        (cell, number, line)
        for cell in lesson.code
        for number, line in enumerate(cell.text.split("\n"), start=1)
        if "use_language(" in line
    ]
    if [line for _, _, line in calls] == [SETUP_LINE]:
        return []
    wrong = [call for call in calls if call[2] != SETUP_LINE] or calls[1:]
    where = lesson.at(*wrong[0][:2]) if wrong else f"{shown(lesson.path)}:1:"
    return [f"{where} a lesson needs the line {SETUP_LINE} once, in its setup cell, and no other such."]


def title(lesson):
    """A title that does not begin with the lesson's number, from which tables and links are made."""
    if not lesson.number.isdigit():
        return []
    first = {lang: title_of(lesson, lang) for lang in LANGUAGES}
    return [
        f'{shown(lesson.path)}:1: the {LANGUAGES[lang]} title must begin with "# {lesson.number} · ", '
        f'as the file is called, and is "# {words}".'
        for lang, words in first.items()
        if not re.match(rf"{lesson.number} · \S", words)
    ]


# In either language, since an edition may show a text that is not translated yet.
IN_ALL = re.compile(r"About (\d+) minutes|约 (\d+) 分钟")
IN_EXERCISES = re.compile(r"and (\d+) for the exercises?|练习另需 (\d+) 分钟")


def minutes_said(lesson):
    """Minutes below the title that are not those that the lesson takes."""
    takes, problems = minutes(lesson), []
    for lang in LANGUAGES if lesson.number.isdigit() else []:
        first = next((cell for cell in cells_in(lesson, lang) if cell.kind == "markdown"), None)
        for form, right in zip((IN_ALL, IN_EXERCISES), takes, strict=True):
            found = form.search(first.text) if first else None
            if found and int(found[1] or found[2]) != right:
                at = at_piece(lesson, first, found[0])
                problems.append(f'{at} "{found[0]}": tools/duration.py counts {right}.')
    return problems


def twins_differ(lesson):
    """Yield what must be the same in both languages, and is not."""
    same = {
        "formulas": text.formulas,
        "link targets": text.link_targets,
        "pieces of code": text.code_named,
        "levels of headings": text.heading_levels,
        "list items (bullets, numbers)": text.list_items,
        "table shapes (rows, columns)": text.table_shapes,
        "folded parts": text.folded_parts,
    }
    problems = []
    for english, chinese in lesson.twins:
        if english.todo or chinese.todo:
            continue
        for what, of in same.items():
            en, zh = of(english.text), of(chinese.text)
            if en == zh:
                continue
            if hasattr(en, "keys") or isinstance(en, set):
                en, zh = sorted(en - zh), sorted(zh - en)  # a set or a Counter: only what the other lacks
            problems.append(
                f"{lesson.at(english)} the twins differ in their {what}: English {en}, Chinese {zh}."
            )
    return problems


def stale(lesson):
    """Twins of which only one was edited since they last agreed."""
    problems = []
    for pair in lesson.twins:
        edited = edited_since(*pair)
        if len(edited) == 1 and not any(cell.todo for cell in pair):
            [cell] = (cell for cell in pair if cell.lang == edited[0])
            other = LANGUAGES[other_language(cell)]
            problems.append(
                f"{lesson.at(cell)} the {LANGUAGES[cell.lang]} text was edited and the {other} was not. "
                f"Edit the {other} text too. Or, if what it says has not changed (you mended a typo, say), "
                f"run: python tasks.py agree {lesson.number} {cell.id}. {or_mark_it(lesson, cell)}"
            )
    return problems


_WORDS = re.compile(r"[A-Za-z]{2,}[,;:.!?]?\s+[A-Za-z]{2,}")
_WORD_BY_A_VALUE = re.compile(r"\b[A-Za-z]{3,}:?\s+\0|\0:?\s+[A-Za-z]{3,}\b")
_CHINESE_SENTENCE = re.compile(f"[，。！？；：、（）“”]|[{text.HAN}]{{5,}}")


def words_in_code(lesson):
    """Strings and comments that speak to the reader, who may have chosen the other language."""
    problems = []
    for cell in lesson.code:
        try:
            spoken = [*strings(cell.text), *comments(cell.text)]
        except SyntaxError as error:
            problems.append(f"{lesson.at(cell, error.lineno or 0)} it is not plain Python: {error.msg}.")
            continue
        for line, words in spoken:
            if any(kind.search(words) for kind in (_WORDS, _WORD_BY_A_VALUE, _CHINESE_SENTENCE)):
                shown = words.replace("\0", "{}")
                problems.append(f'{lesson.at(cell, line)} words for the reader in code: "{shown}". {WHERE}')
    return problems


def strings(code):
    """Every string in the code and its line, with \\0 where a value is put into it."""
    parts = set()
    for node in ast.walk(ast.parse(code)):  # a parent comes before its children
        if isinstance(node, ast.JoinedStr):
            parts.update(node.values)
            said = (str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values)
            yield node.lineno, "".join(said)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            yield node.lineno, re.sub(r"\{[^{}]*\}", "\0", node.value)


def comments(code):
    """Every comment in the code and its line; a shape such as (batch, n, d_k) is the same in any language."""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], re.sub(r"\([\w ,*·+-]*,[\w ,*·+-]*\)", "", token.string)


def code_length(lesson):
    """Cells, and lessons, with too many lines of code for one look."""
    problems, lines = [], []
    for cell in lesson.code:
        lines.append(len(re.findall(r"^\s*[^\s#]", cell.text, re.M)))
        defines_class = re.search(r"^class ", cell.text, re.M)
        if LONG in cell.tags and not defines_class:
            problems.append(f'{lesson.at(cell)} only a cell that defines a class may have the tag "{LONG}".')
        if SETUP_LINE in cell.text and lines[-1] > MOST_SETUP_LINES:
            problems.append(
                f"{lesson.at(cell)} the setup has {lines[-1]} lines; {MOST_SETUP_LINES} is the most."
            )
        elif lines[-1] > MOST_LINES and LONG not in cell.tags:
            problems.append(f"{lesson.at(cell)} {lines[-1]} lines of code; {MOST_LINES} is the most.")
    if lines and statistics.median(lines) > MOST_LINES_MEDIAN:
        problems.append(
            f"{shown(lesson.path)}: half its code cells have more than {MOST_LINES_MEDIAN} lines."
        )
    return problems


def prose_length(lesson):
    """Text cells with too much to read before something happens."""
    problems = []
    for cell in lesson.texts:
        (most, unit), length = MOST_PROSE[cell.lang], text.length(cell.text, cell.lang)
        if length > most:
            problems.append(
                f"{lesson.at(cell)} {length} {unit} of {LANGUAGES[cell.lang]} prose; {most} is the most."
            )
    return problems


def links(lesson):
    """Links that lead nowhere, pictures fetched from elsewhere, and pictures without words."""
    problems = []
    for cell in lesson.texts:
        for target in text.local_links(cell.text):
            if not leads_somewhere(lesson, target.split("#")[0]):
                problems.append(f"{at_piece(lesson, cell, target)} the link to {target} leads nowhere.")
        for source, alt in text.pictures(cell.text):
            at = at_piece(lesson, cell, source)
            if source.startswith(("http:", "https:", "//")):
                problems.append(f"{at} the picture {source} comes from the network.")
            if not alt.strip():
                problems.append(f"{at} the picture {source} has no words for readers who cannot see it.")
    return problems


def leads_somewhere(lesson, target):
    """Return True if a link, seen from a built notebook, finds a lesson with a source, or another file."""
    found = Path(os.path.normpath(lesson.built("en").parent / target))
    if found.suffix == ".ipynb":
        return (lesson.path.parent / f"{found.stem}.py").exists()
    return found.exists()


def bold(lesson):
    """Bold whose asterisks would show: beside a letter they need a letter inside, not a bracket or a stop."""
    problems = []
    for cell in lesson.texts:
        for found in re.finditer(r"\*\*.+?(\*\*|$)", text.visible(cell.text), re.M):
            at = at_piece(lesson, cell, found[0][:4])
            problems.append(f"{at} the asterisks of {found[0]} would show; a link is [**word**](...).")
    return problems


def folds(lesson):
    """Lines of folds with Markdown in them, which is shown as it is written: HTML stands around it."""
    return [
        f"{at_piece(lesson, cell, found[0])} Markdown in {found[0]} would show; a fold's line is words alone."
        for cell in lesson.texts
        for found in re.finditer(r"<summary>[^<]*[*`$][^<]*", cell.text)
    ]


def chinese(lesson):
    """Chinese text cells that are not Chinese, or not set as Chinese is."""
    problems = []
    for cell in lesson.texts:
        if cell.lang != "zh":
            continue
        words = text.visible(cell.text)
        if re.search(r"[A-Za-z]{2,}", words) and not re.search(f"[{text.HAN}]", words):
            problems.append(f"{lesson.at(cell)} the Chinese text is not Chinese.")
        for found in re.finditer(rf"[{text.HAN}][,.;:?!](?=[{text.HAN}\s]|$)", words):
            at = at_piece(lesson, cell, found[0])
            problems.append(f'{at} a Western mark after a Chinese character: "{found[0]}".')
        for found in re.finditer(rf"[{text.HAN}]\n[{text.HAN}]", words):
            phrase = found[0].replace("\n", " ")
            at = at_piece(lesson, cell, found[0])
            problems.append(f'{at} a line ends inside a phrase, which shows as a gap: "{phrase}".')
    return problems


def at_piece(lesson, cell, piece):
    """Where in a cell a piece of its text stands first."""
    before, found, _ = cell.text.partition(piece)
    return lesson.at(cell, before.count("\n") + 1 if found else 0)
