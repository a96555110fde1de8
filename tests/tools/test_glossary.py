"""The glossary: how a word of a lesson finds its term, and where its link leads."""

import re

import nbformat
import pytest

from tools import glossary, glossary_page
from tools.lesson_source import LANGUAGES, NOTEBOOKS, LessonError, notebook_of, read_lesson, terms_at
from tools.markdown import HAN

SOURCE = NOTEBOOKS / "src" / "glossary.py"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_that_a_lesson_names_is_found_and_its_link_leads_to_its_row(lang):
    known = terms_at(SOURCE, lang)
    assert len({term.id for term in known}) == len(known)
    for path in sorted((NOTEBOOKS / lang).glob("[0-9]*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            for word, place in re.findall(
                r"\[(\*\*[^\]]*|\$[^\]]*)\]\(glossary\.ipynb([^)]*)\)", cell.source
            ):
                term = glossary.find(word, known)
                assert term, f"{path.stem}, {cell.id}: {word} is not in the glossary"
                assert place == f"#{term.id}"


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


def test_a_link_leads_to_the_row_of_a_term_and_one_without_a_term_to_the_page(tmp_path):
    lesson = small(tmp_path, (2, 2))
    [cell] = notebook_of(lesson, "en").cells
    assert cell.source == "A [**term1**](glossary.ipynb#term-term1), [all](glossary.ipynb)."


def test_rows_that_one_language_lacks_are_named(tmp_path):
    with pytest.raises(LessonError, match="same rows in both languages"):
        notebook_of(small(tmp_path, (2, 1)), "zh")


@pytest.fixture(params=LANGUAGES)
def edition(request):
    """A language, its terms, and the texts of its built page."""
    lang = request.param
    book = nbformat.read(NOTEBOOKS / lang / "glossary.ipynb", as_version=4)
    texts = {cell.id: cell.source for cell in book.cells if cell.cell_type == "markdown"}
    return lang, terms_at(SOURCE, lang), texts


def test_the_index_leads_from_every_name_to_its_row(edition):
    lang, known, texts = edition
    ids = re.findall(r'<span id="([^"]*)"></span>', "\n".join(texts.values()))
    assert len(ids) == len({*ids})
    links = re.findall(r"\[(\S[^\]]*\]?`?)\]\(#([^)]*)\)", texts["index"])
    assert {id for _, id in links} <= {*ids}
    leads = {(name, id) for name, id in links if id.startswith("term-")}
    short = {(name, term.id) for term in known for name in term.called if len(name) < glossary_page.LONGEST}
    missing = {
        name for name, id in short - leads if not any((name[:k], id) in leads for k in range(2, len(name)))
    }
    assert all("ization" in name for name in missing if lang == "en")
    assert all(name.isascii() for name in missing)  # English names are those of the English edition
    names = [name for name, _ in leads]
    assert len(names) == len({*names})  # none leads to two rows
    for term in known:
        assert any((name, term.id) in leads for name in re.split("[,、] ?", term.title)), term.title
    for letter in re.findall(r"^\| <span.*", texts["index"], re.M):
        assert len(re.findall(r"\]\(", letter.split(" | ")[1])) <= 24  # the longest: terms that begin with Z


def test_each_row_has_both_languages_and_three_columns(edition):
    lang, known, texts = edition
    rows = [line for text in texts.values() for line in text.split("\n") if line.startswith("| **")]
    assert len(rows) == len(known)
    for row, term in zip(rows, known, strict=True):
        named, meaning, lessons = (cell.strip() for cell in row.strip("|").split(" | "))
        assert term.foreign in named
        assert f'<span id="{term.id}"></span>{term.meaning}' in meaning
        assert re.match(r"\[\d\d\]\(\d\d_\w+\.ipynb\)", lessons)


def test_each_lesson_of_a_row_speaks_of_its_term(edition):
    lang, known, _ = edition
    for term in known:
        stems = [name[:2] if re.search(f"[{HAN}]", name) else name[:5] for name in term.names]
        for lesson in re.findall(r"\((\d\d_\w+)\.ipynb\)", term.lessons):
            cells = nbformat.read(NOTEBOOKS / lang / f"{lesson}.ipynb", as_version=4).cells
            asked = NOTEBOOKS.parent / "data" / "questions" / f"{lesson}.toml"
            text = "\n".join([*(cell.source for cell in cells), asked.read_text("utf-8")]).casefold()
            assert any(stem in text for stem in stems), f"{lesson} does not mention {term.title}"


def test_the_english_beside_a_chinese_name_is_that_of_the_english_edition():
    editions = zip(terms_at(SOURCE, "en"), terms_at(SOURCE, "zh"), strict=True)
    for english, chinese in editions:
        for name in chinese.foreign.split(", ") if chinese.foreign else []:
            assert glossary.plain(name) in english.names, name
        assert english.foreign in ("", chinese.title)


# The first characters of names, looked up one by one.
PINYIN = {
    "B": "半饱编标并补不步",
    "C": "采参残层查长窗词测",
    "D": "大带代单点丢独短对多导等",
    "F": "反范方非分份浮复负",
    "G": "概高广规归过干",
    "H": "核后滑缓幻",
    "J": "基激加键交解局卷均矩静教集",
    "K": "空困扩块宽",
    "L": "连量聊楼轮留",
    "M": "门模目",
    "N": "内",
    "P": "膨批偏拼平",
    "Q": "前嵌切权期全",
    "R": "融",
    "S": "上时输数双随损缩索束",
    "T": "贪探特梯提填跳投头凸推",
    "W": "维位温无微",
    "X": "显下线相小序旋学循向训消斜",
    "Y": "雅掩溢因隐余语预有优验一",
    "Z": "在暂增张遮正值置秩中种轴注状子自字最专指转准",
}


def test_chinese_names_stand_below_the_first_letter_of_their_pinyin():
    letters = {character: letter for letter, characters in PINYIN.items() for character in characters}
    found = glossary_page.by_pinyin(terms_at(SOURCE, "zh"))
    firsts = {name[0]: letter for letter, names in found.items() for name, _ in names}
    firsts = {first: letter for first, letter in firsts.items() if not first.isascii()}  # of KV 缓存, say
    assert firsts.items() <= letters.items()  # a new one has to be looked up, and written above
    assert [name for name, _ in found["K"]][:2] == ["KV 缓存", "空洞卷积"]


@pytest.mark.parametrize("name", ["熵", "γ", "亍"])
def test_a_character_whose_pinyin_is_not_known_is_named(name):
    with pytest.raises(ValueError, match=f"The pinyin of {name} "):
        glossary_page.initial(name)


def test_a_table_that_is_not_translated_yet_stays_as_it_is():
    text = "## Words\n\n| a | b |\n|-|-|\n| c | d |"
    assert glossary_page.with_rows(text, [], "zh") == text


def test_the_index_leads_to_each_table_and_has_one_spelling_in_each_language(edition):
    lang, known, texts = edition
    firsts = {term.group: term.id for term in reversed(known)}
    assert all(f"[{group}](#{id})" in texts["index"] for group, id in firsts.items())
    spelt, other = ("is", "iz") if lang == "en" else ("iz", "is")
    for name in ("quant{}ation", "normal{}ed exponential"):
        assert f"[{name.format(spelt)}]" in texts["index"]
        assert f"[{name.format(other)}]" not in texts["index"]
