"""The glossary: how a word of a lesson finds its term, and where its link leads."""

import re

import nbformat
import pytest

from tools import glossary
from tools.lesson_source import LANGUAGES, NOTEBOOKS, LessonError, notebook_of, read_lesson, terms_at

SOURCE = NOTEBOOKS / "src" / "glossary.py"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_that_a_lesson_names_is_found_and_its_link_leads_to_its_heading(lang):
    known = terms_at(SOURCE, lang)
    assert len({term.id for term in known}) == len(known)
    book = nbformat.read(NOTEBOOKS / lang / "glossary.ipynb", as_version=4)
    headings = set(re.findall(r"^## (.*)$", "\n".join(cell.source for cell in book.cells), re.M))
    assert {term.group for term in known} == headings
    for path in sorted((NOTEBOOKS / lang).glob("[0-9]*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            for word, place in re.findall(
                r"\[(\*\*[^\]]*|\$[^\]]*)\]\(glossary\.ipynb([^)]*)\)", cell.source
            ):
                term = glossary.find(word, known)
                assert term, f"{path.stem}, {cell.id}: {word} is not in the glossary"
                assert place == "#" + term.group.replace(" ", "-")


@pytest.mark.parametrize(
    ("word", "id"),
    [
        ("**tokens**", "token"),
        ("$d_k$", "d-k"),
        ("**saturated**", "saturation"),
        ("**scaling**", "scaled-scores"),
    ],
)
def test_a_term_is_found_however_it_is_written(word, id):
    known = terms_at(SOURCE, "en")
    assert glossary.find(word, known).id == f"term-{id}"
    assert glossary.find("**banana**", known) is None


def small(folder, rows):
    """A lesson beside a glossary whose English and Chinese tables have these numbers of rows."""
    tables = ("\n".join(f"# | term{k} | | | | a meaning |" for k in range(count)) for count in rows)
    for lang, table in zip(LANGUAGES, tables, strict=True):
        with (folder / "glossary.py").open("a", encoding="utf-8") as file:
            file.write(f'# %% [markdown] id="a" lang="{lang}"\n# ## Two words\n#\n')
            file.write(f"# | | | | | |\n# |-|-|-|-|-|\n{table}\n")
    lesson = folder / "01_small.py"
    lesson.write_text(
        '# %% [markdown] id="b" lang="en"\n# A [**term1**](glossary.ipynb), [all](glossary.ipynb).\n'
    )
    return read_lesson(lesson)


def test_a_link_leads_to_the_heading_in_the_notebook_alone(tmp_path):
    lesson = small(tmp_path, (2, 2))
    [cell] = notebook_of(lesson, "en").cells
    assert cell.source == "A [**term1**](glossary.ipynb#Two-words), [all](glossary.ipynb)."


def test_rows_that_one_language_lacks_are_named(tmp_path):
    with pytest.raises(LessonError, match="same rows in both languages"):
        notebook_of(small(tmp_path, (2, 1)), "zh")
