"""Every text is there in both languages, with the same places in it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import attnlib
from attnlib import i18n
from attnlib.i18n import (
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

HOUSE = Path(attnlib.__file__).parent
FILES = sorted(path.stem for path in (DATA / "texts").glob("*.toml"))
OF_TWO_TEXTS = {"findings"}  # each entry has two texts; tests/exercises/test_message.py reads them


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Put a file of texts where the look-up finds it; return its name."""
    monkeypatch.setattr(i18n, "DATA", tmp_path)
    (tmp_path / "texts").mkdir()

    def write(content):
        (tmp_path / "texts" / "small.toml").write_text(content, encoding="utf-8")
        pairs_of.cache_clear()
        return "small"

    yield write
    pairs_of.cache_clear()


def test_a_text_is_looked_up_in_the_current_language(written):
    name = written('[sum]\nen = "{a} and {b}"\nzh = "{a}和{b}"\n')
    text = text_from(name)
    assert text("sum", a=1, b=2) == "1 and 2"
    use_language("zh")
    assert language() == "zh"
    assert text("sum", a=1, b=2) == "1和2"
    assert texts_of(name) == {"sum": "{a}和{b}"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('[sum]\nen = "a"\n', r"small.toml: sum has no Chinese text \(zh\)\."),
        ('[sum]\nen = " "\nzh = "和"\n', r"small.toml: sum has no English text \(en\)\."),
        ('sum = "a"\n', r"small.toml: sum has no English text \(en\)\."),
        ("[sum\n", r"small.toml: .*line 1"),
    ],
)
def test_what_is_wrong_with_a_file_of_texts_is_said_with_its_place(written, content, said):
    with pytest.raises(i18n.TextError, match=said):
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


def test_every_file_of_texts_is_used_and_every_used_one_is_there():
    code = "\n".join(path.read_text(encoding="utf-8") for path in HOUSE.rglob("*.py") if path.stem != "i18n")
    used = set(re.findall(r'(?:text_from|texts_of)\("(\w+)"\)', code))
    assert used | OF_TWO_TEXTS == set(FILES)


@pytest.mark.parametrize("name", sorted(set(FILES) - OF_TWO_TEXTS))
def test_both_languages_have_the_same_places(name):
    for key, (english, chinese) in pairs_of(name).items():
        assert set(re.findall(r"\{(\w+)\}", english)) == set(re.findall(r"\{(\w+)\}", chinese)), key


def test_every_name_exists_in_both_languages():
    assert (DATA / "names.json").is_file()
    assert all(len(row) == len(LANGUAGES) and all(row) for row in _names().values())


def test_importing_the_package_reads_no_texts():
    modules = "attnlib.widgets.explorer, attnlib.widgets.questions, attnlib.exercises, attnlib.draw.plots"
    code = f"import {modules}; from attnlib import i18n; print(i18n.pairs_of.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "0\n"
