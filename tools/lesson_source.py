"""A lesson's source: its cells in both languages, the stamps on its twins, and the notebooks that it gives.

    # %% [markdown] id="question" lang="en"
    # # Output
    # %% [markdown] id="question" lang="zh" agreed="1a2b3c4d-5e6f7a8b"
    # # 输出
    # %% [markdown] id="why" lang="en" todo="zh"
    # The other edition shows this text, too, with a mark that it is not translated yet.
    # %% id="setup"
    use_language("en")

An English text cell is followed by its Chinese twin, which has the same id, unless that is still to do.
A code cell stands once.
"""

import hashlib
import os
import re
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import jupytext
from nbformat import ValidationError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.glossary import terms, with_links
from tools.glossary_page import with_index, with_rows
from tools.markdown import headings, unbroken, visible

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LANGUAGES = {"en": "English", "zh": "Chinese"}
UNTRANSLATED = {"en": "(not translated yet)", "zh": "（尚未翻译）"}
GLOSSARY = "glossary"
SETUP_LINE = 'use_language("en")'
NOT_FOR_READERS = "lecturer"  # the tag of a cell that stays out of the lessons
PROGRESS = (
    "check.progress()"  # at the end of a recap: it is about the reader, and neither asks nor takes time
)
FOR_LATER = re.compile(
    r"## (For (later|the curious)|留着以后看|想多了解一点)"
)  # how a section begins that opens folded
FOLDED = "jp-MarkdownHeadingCollapsed"  # JupyterLab's mark of a heading whose section is
FIRST_LINE = '# %% [markdown] id="a-name" lang="en"'  # for example


class LessonError(Exception):
    """What is wrong with a lesson, one sentence a problem."""

    def __init__(self, *problems):
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Cell:
    """One cell of the source; `lang` is empty for code, `metadata` is what the notebook keeps."""

    kind: str
    id: str
    text: str
    line: int = 0  # where its first line stands in the source, the one with the id
    lang: str = ""
    agreed: str = ""  # the stamp
    todo: str = ""  # the language into which it is not translated yet
    metadata: dict = field(default_factory=dict)

    @property
    def tags(self):
        return self.metadata.get("tags", [])


@dataclass(frozen=True)
class Lesson:
    """All cells of one source file, in order."""

    path: Path
    cells: list

    @property
    def name(self):
        return self.path.stem

    @property
    def number(self):
        return self.name.split("_")[0]

    @property
    def code(self):
        return [cell for cell in self.cells if cell.kind == "code"]

    @property
    def texts(self):
        return [cell for cell in self.cells if cell.kind == "markdown"]

    @property
    def twins(self):
        """Return the pairs of an English and a Chinese text cell that share an id."""
        chinese = {cell.id: cell for cell in self.cells if cell.lang == "zh"}
        return [(cell, chinese[cell.id]) for cell in self.cells if cell.lang == "en" and cell.id in chinese]

    def at(self, cell, line=0):
        """Where a problem is, for the beginning of its sentence; the cell's own lines count from 1."""
        return f"{shown(self.path)}:{cell.line + line}:" + (f" cell {cell.id}:" if cell.id else "")

    def built(self, lang):
        """Where the notebook in that language is, or will be."""
        return self.path.parent.parent / lang / f"{self.name}.ipynb"


def shown(path):
    """Return a file's name as seen from the current folder."""
    path = Path(os.path.abspath(path))
    return (path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path).as_posix()


# Reading


def read_lesson(path):
    """Read the lesson in a source file; raise LessonError if it cannot be read as cells."""
    try:
        before, *chunks = re.split(r"(?m)^(?=# ?%%)", path.read_text("utf-8"))
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise LessonError(f"{shown(path)}:{line}: this is not UTF-8: save the file as UTF-8.") from None
    if before.strip() or not chunks:
        raise LessonError(f"{shown(path)}:1: the first cell must begin here, for example {FIRST_LINE}")
    cells: list[Cell] = []
    problems: list[str] = []
    line = 1 + before.count("\n")
    for chunk in chunks:
        try:
            cells.append(cell_of(chunk, line, shown(path)))
        except LessonError as error:
            problems += error.problems
        line += chunk.count("\n")
    if problems:
        raise LessonError(*problems)
    return Lesson(path, cells)


def cell_of(chunk, line, file):
    """Return the cell in some lines of a source, of which the first has this number."""
    try:
        cell, *others = parsed(chunk)
    except (TypeError, ValueError, AttributeError, ValidationError) as error:  # jupytext trusts what it reads
        said = str(error).split("\n")[0]
        raise LessonError(f"{file}:{line}: this line cannot be read ({said}), as {FIRST_LINE} can.") from None
    metadata = deepcopy(dict(cell.metadata))  # the one that is kept stays as it is
    metadata.pop("lines_to_next_cell", None)  # jupytext's own, about blank lines in the source
    id, lang, agreed, todo = (str(metadata.pop(key, "")) for key in ("id", "lang", "agreed", "todo"))
    if unknown := ", ".join(metadata.keys() - {"tags", "points"}):
        raise LessonError(f"{file}:{line}: this line cannot be read ({unknown}), as {FIRST_LINE} can.")
    for number, text in enumerate(chunk.split("\n")[1:], start=line + 1):
        if cell.cell_type == "markdown" and not re.match(r"#|\s*$", text):
            raise LessonError(f'{file}:{number}: each line of a text cell begins with "# ", and not: {text}')
    if others:
        raise LessonError(f"{file}:{line}: jupytext reads two cells here: take out any line # In[1]: of it.")
    return Cell(cell.cell_type, id, cell.source, line, lang, agreed, todo, metadata)


@lru_cache(4096)  # all lessons are read many times, in a build and in its tests
def parsed(chunk):
    """Return the cells that jupytext finds in some lines."""
    return tuple(jupytext.reads(chunk, fmt="py:percent").cells)


# Notebooks


def notebook_of(lesson, lang):
    """Make the lesson's notebook in one language, not yet executed."""
    cells, known = [], terms_at(lesson.path.parent / f"{GLOSSARY}.py", lang)
    for cell in cells_in(lesson, lang):
        if NOT_FOR_READERS not in cell.tags:
            new_cell = new_code_cell if cell.kind == "code" else new_markdown_cell
            text = in_language(cell, lang)
            if cell.kind == "markdown":
                text = unbroken(with_links(text, known))
            if cell.kind == "markdown" and lesson.name == GLOSSARY:
                text = with_index(with_rows(text, known, lang), known, terms_at(lesson.path, "en"), lang)
            folded = {FOLDED: True} if cell.kind == "markdown" and FOR_LATER.match(text) else {}
            cells.append(new_cell(text, id=cell.id, metadata=cell.metadata | folded))
    return new_notebook(cells=cells, metadata=notebook_metadata(lesson, lang))


def terms_at(path, lang):
    """Return the terms of the glossary with this source in one language, none where there is no glossary."""
    if not path.exists():
        return []
    glossary = read_lesson(path)
    texts = [tuple(cell.text for cell in cells_in(glossary, one) if cell.lang) for one in LANGUAGES]
    try:
        return terms(*texts, lang)
    except ValueError:
        raise LessonError(f"{shown(path)}: its tables need the same rows in both languages.") from None


def cells_in(lesson, lang):
    """Return the code, the texts in one language, and those that are not translated into it yet."""
    outdated = {cell.id for cell in untranslated(lesson, lang)}
    return [
        cell
        for cell in lesson.cells
        if cell.todo == lang or (cell.lang in ("", lang) and cell.id not in outdated)
    ]


def untranslated(lesson, *languages):
    """Return the cells that are not translated yet into one of these languages."""
    return [cell for cell in lesson.cells if cell.todo in languages]


def other_language(cell):
    """Return the language in which the twin of a text cell is."""
    return {"en": "zh", "zh": "en"}.get(cell.lang, "")


def in_language(cell, lang):
    """Return the cell's text; in code, only the line that names the language changes.

    Below a fold JupyterLab leaves no room, so that what follows would seem to belong to it.
    """
    if cell.kind == "code":
        here = f'use_language("{lang}")'
        return "\n".join(here if line == SETUP_LINE else line for line in cell.text.split("\n"))
    text = marked(cell.text, UNTRANSLATED[lang]) if cell.todo == lang else cell.text
    return re.sub(r"</details>\n\n(?=[^<\n])", "</details>\n<p></p>\n\n", text)


def marked(text, mark):
    """Put a mark at the beginning of a text, but below its heading."""
    heading = re.match(r"#{1,6} .*", text)
    cut = heading.end() if heading else 0
    return "\n\n".join(filter(None, [text[:cut], f"*{mark}*", text[cut:].strip("\n")]))


def notebook_metadata(lesson, lang):
    """Return a notebook's metadata, without Python's version; the title is for exported pages."""
    return {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {
            "codemirror_mode": {"name": "ipython", "version": 3},
            "file_extension": ".py",
            "mimetype": "text/x-python",
            "name": "python",
            "nbconvert_exporter": "python",
            "pygments_lexer": "ipython3",
        },
        "title": title_of(lesson, lang),
    }


def title_of(lesson, lang):
    """Return the lesson's first heading in one language."""
    texts = (cell.text for cell in cells_in(lesson, lang) if cell.kind == "markdown")
    titles = (words for text in texts for level, words in headings(text) if level == 1)
    return next(titles, lesson.name)


# Stamps. A Chinese cell carries the digests of both texts as they were when they last said the same.


def digest(text):
    """Eight digits that change when the words do, but not when lines are wrapped anew."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def edited_since(english, chinese):
    """Return the languages whose text has changed since the two last agreed; both, if they never did."""
    agreed = chinese.agreed.split("-")
    if len(agreed) != 2:
        return list(LANGUAGES)
    return [
        cell.lang for cell, then in zip((english, chinese), agreed, strict=True) if digest(cell.text) != then
    ]


def twins_to_stamp(lesson):
    """Return the pairs that are new, or edited on both sides: their author has just looked at both."""
    return [pair for pair in lesson.twins if len(edited_since(*pair)) == 2]


def stamp(lesson, pairs):
    """Write into the source that each of these pairs agrees now; read it again."""
    changes = []
    for english, chinese in pairs:
        agreed = f"{digest(english.text)}-{digest(chinese.text)}"
        changes += [(chinese, "agreed", agreed), (english, "todo", ""), (chinese, "todo", "")]
    return with_values(lesson, changes)


# Writing


def with_ids(lesson):
    """Write an id into each cell that has none, from its first words; read it again."""
    changes, taken, before = [], {cell.id for cell in lesson.cells}, None
    for cell in lesson.cells:
        if not cell.id:
            if before and (before.lang, cell.lang, before.todo) == ("en", "zh", ""):  # its twin
                id = before.id
            else:
                id = new_id(cell, before.id if before else "", taken)
            changes.append((cell, "id", id))
            taken.add(id)
            cell = replace(cell, id=id)
        before = cell
    return with_values(lesson, changes)


def new_id(cell, before, taken):
    """Make an id of a cell's first words, or of the id before it, with a number where that is taken."""
    first = cell.text if cell.kind == "code" else re.split(r"\n\n|\(", visible(cell.text).strip())[0]
    words = re.findall(r"[a-z][a-z0-9]*", first.lower())[:4]
    id = "-".join(words)[:40] or re.sub(r"-\d+$", "", before) or "text"
    numbered = (f"{id}-{number}" for number in range(2, len(taken) + 3))
    return id if id not in taken else next(other for other in numbered if other not in taken)


def with_values(lesson, changes):
    """Write (cell, key, value) into the first lines of cells, and change nothing else; read it again."""
    if not changes:
        return lesson
    lines = lesson.path.read_bytes().decode().split("\n")
    for cell, key, value in changes:
        lines[cell.line - 1] = with_value(lines[cell.line - 1], key, value)
    write(lesson.path, "\n".join(lines))
    return read_lesson(lesson.path)


def with_value(line, key, value):
    """Return the first line of a cell with key="value", or without the key if there is no value."""
    there = re.search(rf"""\s+{key}=("[^"]*"|'[^']*')""", line)
    if there and value:
        return f'{line[: there.start(1)]}"{value}"{line[there.end(1) :]}'
    if there or not value:
        return line.replace(there[0], "", 1) if there else line
    after = r"# ?%+(?:\s+\[\w+\])?" if key == "id" else r"""# ?%%.*?\slang=(?:"[^"]*"|'[^']*')"""
    [begin] = re.findall(f"^{after}", line)
    return f'{begin} {key}="{value}"{line.removeprefix(begin)}'


def write(path, text):
    """Write a file whole or not at all."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(text.encode())
    os.replace(unfinished, path)
