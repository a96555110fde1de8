"""Every text is there in both languages, with the same places in it."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import attnlib
from attnlib.i18n import DATA, LANGUAGES, _names, language, name_of, text_from, texts_of, use_language

HOUSE = Path(attnlib.__file__).parent
WITH_TEXTS = sorted(
    ".".join(("attnlib", *path.relative_to(HOUSE).with_suffix("").parts))
    for path in HOUSE.rglob("*.py")
    if re.search(r"^TEXTS = \{$", path.read_text(encoding="utf-8"), re.M) and path.stem != "texts"
)


def test_a_text_is_looked_up_in_the_current_language():
    table = {"sum": ("{a} and {b}", "{a}和{b}")}
    text = text_from(table)
    assert text("sum", a=1, b=2) == "1 and 2"
    use_language("zh")
    assert language() == "zh"
    assert text("sum", a=1, b=2) == "1和2"
    assert texts_of(table) == {"sum": "{a}和{b}"}


def test_an_unknown_language_is_refused_and_changes_nothing():
    with pytest.raises(ValueError, match='needs "en" or "zh", but \'de\' was given'):
        use_language("de")
    assert language() == "en"


def test_a_name_without_translation_stays_as_it_is():
    assert name_of("gradient") == "gradient"
    use_language("zh")
    assert name_of("gradient") == "梯度"
    assert name_of("d_k = 16") == "d_k = 16"


def test_tables_of_texts_are_discovered():
    assert {"attnlib.widgets.explorer._texts", "attnlib.draw.plots._texts", "attnlib.widgets.sliders"} <= set(
        WITH_TEXTS
    )


@pytest.mark.parametrize("module", WITH_TEXTS)
def test_both_languages_have_the_same_placeholders(module):
    for key, (english, chinese) in import_module(module).TEXTS.items():
        assert english, key
        assert chinese or english == " ", key  # Chinese sentences have no blank between them
        assert set(re.findall(r"\{(\w+)\}", english)) == set(re.findall(r"\{(\w+)\}", chinese)), key


def test_every_name_exists_in_both_languages():
    assert (DATA / "names.json").is_file()
    assert all(len(row) == len(LANGUAGES) and all(row) for row in _names().values())
