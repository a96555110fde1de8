"""Every text is there in both languages, with the same places in it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from attnlib import languages
from attnlib.languages import (
    DATA,
    LANGUAGES,
    _names,
    join_sentences,
    language,
    name_of,
    pairs_of,
    text_from,
    texts_of,
    use_language,
)

HERE = Path(__file__).parents[2]
FILES = {
    p.relative_to(HERE).as_posix(): p
    for top in ("attnlib", "classroom")
    for p in (HERE / top).rglob("texts.toml")
}
OF_TWO_TEXTS = "findings"  # each entry has two texts; tests/classroom/exercises/test_message.py reads them


@pytest.fixture
def written(tmp_path):
    """Write a file of texts; return the module beside it."""

    def write(content):
        (tmp_path / "texts.toml").write_text(content, encoding="utf-8")
        pairs_of.cache_clear()
        return str(tmp_path / "small.py")

    yield write
    pairs_of.cache_clear()


def test_a_text_is_looked_up_in_the_current_language(written):
    file = written('[sum]\nen = "{a} and {b}"\nzh = "{a}和{b}"\n')
    text = text_from(file)
    assert text("sum", a=1, b=2) == "1 and 2"
    use_language("zh")
    assert language() == "zh"
    assert text("sum", a=1, b=2) == "1和2"
    assert texts_of(file) == {"sum": "{a}和{b}"}


def test_a_file_may_hold_the_texts_of_several_modules(written):
    file = written('[one.sum]\nen = "sum"\nzh = "和"\n[other.sum]\nen = "total"\nzh = "总和"\n')
    assert (text_from(file, "one")("sum"), text_from(file, "other")("sum")) == ("sum", "total")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('[sum]\nen = "a"\n', r"texts.toml: sum has no Chinese text \(zh\)\."),
        ('[sum]\nen = " "\nzh = "和"\n', r"texts.toml: sum has no English text \(en\)\."),
        ('sum = "a"\n', r"texts.toml: sum has no English text \(en\)\."),
        ("[sum\n", r"texts.toml: .*line 1"),
    ],
)
def test_what_is_wrong_with_a_file_of_texts_is_said_with_its_place(written, content, said):
    with pytest.raises(languages.TextError, match=said):
        pairs_of(written(content))


def test_sentences_have_a_blank_between_them_in_english_alone():
    assert join_sentences("One.", "", "Two.") == "One. Two."
    use_language("zh")
    assert join_sentences("一。", "", "二。") == "一。二。"


def test_an_unknown_language_is_refused_and_changes_nothing():
    with pytest.raises(ValueError, match='needs "en" or "zh", but \'de\' was given'):
        use_language("de")
    assert language() == "en"


def test_a_name_without_translation_stays_as_it_is():
    assert name_of("distance") == "distance"
    use_language("zh")
    assert name_of("distance") == "距离"
    assert name_of("d_k = 16") == "d_k = 16"


def tables(path):
    """Return the tables of texts in a file, {key: {"en": …, "zh": …}}, by name, "" if it has only one."""
    texts = tomllib.loads(path.read_text("utf-8"))
    flat = all(isinstance(one.get("en"), str) for one in texts.values())
    return {"": texts} if flat else texts


@pytest.mark.parametrize("name", FILES)
def test_every_table_of_texts_is_used_and_every_used_one_is_there(name):
    code = "\n".join(path.read_text("utf-8") for path in FILES[name].parent.glob("*.py"))
    used = {table or "" for table in re.findall(r'(?:text_from|texts_of)\(__file__(?:, "(\w+)")?\)', code)}
    assert used | ({OF_TWO_TEXTS} & {*tables(FILES[name])}) == {*tables(FILES[name])}


@pytest.mark.parametrize("name", FILES)
def test_both_languages_have_the_same_places(name):
    for table, texts in tables(FILES[name]).items():
        if table != OF_TWO_TEXTS:
            for key, one in texts.items():
                english, chinese = (set(re.findall(r"\{(\w+)\}", one[code])) for code in LANGUAGES)
                assert english == chinese, (table, key)


def test_every_name_exists_in_both_languages():
    assert (DATA / "names.json").is_file()
    assert [name for name, row in _names().items() if len(row) != len(LANGUAGES) or not all(row)] == []


def test_importing_the_packages_reads_no_texts():
    modules = "classroom.explorer, classroom.questions, classroom.exercises, attnlib.draw.plots"
    code = f"import {modules}; from attnlib import languages; print(languages.pairs_of.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "0\n"
