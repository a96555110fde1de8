"""What markdown-it-py finds in a text cell, and what is made of it."""

import pytest

from tools import markdown

LINKS = {
    "[a](b.ipynb)": ["b.ipynb"],
    "[Softmax](https://en.wikipedia.org/wiki/Softmax_(function))": [
        "https://en.wikipedia.org/wiki/Softmax_(function)"
    ],
    "see [this][1] and [that]\n\n[1]: b.ipynb\n[that]: c.ipynb 'C'": ["b.ipynb", "c.ipynb"],
    "<https://example.org/a>": ["https://example.org/a"],
    "![a picture](中 文.png)": [],
    "![a picture](<中 文.png>)": ["中 文.png"],
    "[![p](a.png)](b.ipynb)": ["b.ipynb", "a.png"],
    'a <a href="b.ipynb">b</a>': ["b.ipynb"],
    "<img\n src='a.png' alt='>'>": ["a.png"],
    "`[a](b)` and\n\n```\n[c](d)\n```\n\n$[a](b)$": [],
    r"\[a](b)": [],
}


@pytest.mark.parametrize("text", LINKS)
def test_links_are_found_however_they_are_written(text):
    assert sorted(markdown.links(text)) == sorted(LINKS[text])


def test_local_links_are_those_to_files():
    text = "[a](b.ipynb#c) [d](#e) [f](https://g.h) <mailto:a@b.c> ![i](../j.png)"
    assert markdown.local_links(text) == ["b.ipynb#c", "../j.png"]


def test_pictures_have_their_words():
    text = 'a ![b *c*](d.png) <img src="e.png" alt="f"> <img src="g.png">'
    assert markdown.pictures(text) == [("d.png", "b *c*"), ("e.png", "f"), ("g.png", "")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("$x$ and $x$, `$y$`, \\$z$", {"x": 2}),
        ("$$\na = \\text{sum}\n$$", {r"a=\text{}": 1}),
        ("text $$b \\ c$$ text", {"b\\c": 1}),
        ("```\n$x$\n```", {}),
        ("| $a$ | b |\n|---|---|\n| $c$ | d |", {"a": 1, "c": 1}),
    ],
)
def test_formulas_are_found_where_they_show_as_formulas(text, found):
    assert markdown.formulas(text) == found


def test_headings_lists_tables_and_folds_are_counted():
    text = """# A

## B `c`

* a
  1. b
  2. c
- d

| a | b |
|---|---|
| 1 | 2 |

<details><summary>S</summary>

hidden

</details>

```
# no heading
* no item
```
"""
    assert markdown.headings(text) == [(1, "A"), (2, "B `c`")]
    assert markdown.list_items(text) == (2, 2)
    assert markdown.table_shapes(text) == [(2, 2)]
    assert markdown.folded_parts(text) == 1
    assert "hidden" in markdown.visible(text)
    assert "hidden" not in markdown.visible(text, folded=False)
    assert markdown.code_named(text) == {"c", "# no heading\n* no item"}


@pytest.mark.parametrize(
    ("text", "joined"),  # where _ stands for a space that no line breaks
    [
        ("18 % of 10 MB in 5 min, 3 models", "18_% of 10_MB in 5_min, 3 models"),
        ("from (1.94, −0.97) to (0, 1, 1, 0), (n, 2)", "from (1.94,_−0.97) to (0,_1,_1,_0), (n, 2)"),
        ("lesson 05, 第 05 课，图 3", "lesson_05, 第_05_课，图_3"),
        ("[Lesson 02, scores →](x.ipynb)", "[Lesson_02, scores_→](x.ipynb)"),
        (
            "`5 % 2`, $5 % 2$ $$5 % 2$$\n```\n5 % 2\n```\n5 % 2",
            "`5 % 2`, $5 % 2$ $$5 % 2$$\n```\n5 % 2\n```\n5_% 2",
        ),
    ],
)
def test_what_belongs_together_stays_on_a_line(text, joined):
    assert markdown.unbroken(text) == joined.replace("_", "\u00a0")


@pytest.mark.parametrize(
    ("text", "lang", "length"),
    [
        ("## Two words", "en", 2),
        ("see [lesson 3](03_scores.ipynb), `x = 1` or $a + b$.", "en", 6),
        ("don't <b>x</b>\n\n| a | b |\n|---|---|\n", "en", 2),
        ("用 softmax，得到权重。", "zh", 6),
        ("[a](https://example.org/w_(x)) b", "en", 2),
        ("a\n\n<details><summary>S</summary>\n\nb c\n\n</details>\n\nd", "en", 2),
    ],
)
def test_only_prose_is_counted(text, lang, length):
    assert markdown.length(text, lang) == length
