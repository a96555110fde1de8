"""A lesson's source: its cells in both languages, the stamps on its twins, and the notebooks that it gives.

    # %% [markdown] id="question" lang="en"
    # # Output
    # %% [markdown] id="question" lang="zh" agreed="1a2b3c4d-5e6f7a8b"
    # # 输出
    # %% id="setup"
    use_language("en")

An English text cell is followed by its Chinese twin, which has the same id; a code cell stands once.
"""

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

import jupytext
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

LANGUAGES = {"en": "English", "zh": "Chinese"}
SETUP_LINE = 'use_language("en")'
NOT_FOR_READERS = "lecturer"  # the tag of a cell that stays out of the lessons


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
    lang: str
    agreed: str
    metadata: dict

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
    def twins(self):
        """The pairs of an English and a Chinese text cell that share an id."""
        chinese = {cell.id: cell for cell in self.cells if cell.lang == "zh"}
        return [(cell, chinese[cell.id]) for cell in self.cells if cell.lang == "en" and cell.id in chinese]

    def at(self, cell):
        """Where a problem is, for the beginning of its sentence."""
        return f"{self.name}, cell {cell.id or 'number ' + str(self.cells.index(cell) + 1)}:"


def read_lesson(path):
    """The lesson in a source file."""
    notebook = jupytext.reads(path.read_text(encoding="utf-8"), fmt="py:percent")
    cells = []
    for cell in notebook.cells:
        metadata = dict(cell.metadata)
        metadata.pop("lines_to_next_cell", None)  # jupytext's own, about blank lines in the source
        id, lang, agreed = (str(metadata.pop(key, "")) for key in ("id", "lang", "agreed"))
        cells.append(Cell(cell.cell_type, id, cell.source, lang, agreed, metadata))
    return Lesson(path, cells)


def notebook_of(lesson, lang, notes=False):
    """The lesson's notebook in one language, not yet executed; with the lecturer's notes, if asked for."""
    cells = []
    for cell in lesson.cells:
        if cell.lang not in ("", lang) or (NOT_FOR_READERS in cell.tags and not notes):
            continue
        new_cell = new_code_cell if cell.kind == "code" else new_markdown_cell
        cells.append(new_cell(in_language(cell, lang), id=cell.id, metadata=cell.metadata))
    return new_notebook(cells=cells, metadata=notebook_metadata(lesson, lang))


def in_language(cell, lang):
    """The cell's text; in code, the one line that names the language is the only one to change.

    Below a fold JupyterLab leaves no room, so that what follows would seem to belong to it.
    """
    if cell.kind != "code":
        return re.sub(r"</details>\n\n(?=[^<\n])", "</details>\n<p></p>\n\n", cell.text)
    here = f'use_language("{lang}")'
    return "\n".join(here if line == SETUP_LINE else line for line in cell.text.split("\n"))


def notebook_metadata(lesson, lang):
    """What any Python 3 would say of itself, without its version; the title is for exported pages."""
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
    """The lesson's first heading in one language."""
    headings = [re.search(r"^# +(.+)", cell.text, re.M) for cell in lesson.cells if cell.lang == lang]
    return next((heading[1].strip() for heading in headings if heading), lesson.name)


# Stamps. A Chinese cell carries the digests of both texts as they were when they last said the same.


def digest(text):
    """Eight digits that change when the words do, but not when lines are wrapped anew."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def edited_since(english, chinese):
    """The languages whose text has changed since the two last agreed; both, if they never did."""
    agreed = chinese.agreed.split("-")
    if len(agreed) != 2:
        return list(LANGUAGES)
    return [
        cell.lang for cell, then in zip((english, chinese), agreed, strict=True) if digest(cell.text) != then
    ]


def twins_to_stamp(lesson):
    """The pairs that are new, or edited on both sides: their author has just looked at both."""
    return [pair for pair in lesson.twins if len(edited_since(*pair)) == 2]


def stamp(lesson, pairs):
    """Write into the source that each of these pairs agrees now, and change nothing else; read it again."""
    text = lesson.path.read_bytes().decode()
    for english, chinese in pairs:
        marker = rf'^# %%[^\r\n]*\bid="{re.escape(chinese.id)}"[^\r\n]*'
        found = [line for line in re.finditer(marker, text, re.M) if 'lang="zh"' in line[0]]
        if len(found) != 1:
            form = f'# %% [markdown] id="{chinese.id}" lang="zh"'
            raise LessonError(f"{lesson.at(chinese)} it must begin with one line of this form: {form}")
        line, now = found[0], f'agreed="{digest(english.text)}-{digest(chinese.text)}"'
        if "agreed=" in line[0]:
            stamped = re.sub(r'agreed="[^"]*"', now, line[0])
        else:
            stamped = line[0].replace('lang="zh"', f'lang="zh" {now}')
        text = text[: line.start()] + stamped + text[line.end() :]
    if pairs:
        write(lesson.path, text)
    return read_lesson(lesson.path)


def write(path, text):
    """Write a file whole or not at all."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(text.encode())
    os.replace(unfinished, path)
