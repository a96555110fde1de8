"""The search of the site: it forgives a slip, knows other words for a term, and puts lessons first."""

import pytest

from attnlib.languages import LANGUAGES
from tests.helpers.javascript import run
from tools import glossary
from tools.site import build

MODULE = "web/../../../tools/site/assets/finding"
SECTIONS = [
    ["reference.html#scores", "Reference", "scores(Q, K)", "Every query with every key: the score of each."],
    ["03_scores.html#lab", "Scores", "An experiment", "Each score is a sum. So we divide it by √d_k."],
    [
        "02_x.html#query",
        "Queries",
        "What a word looks for",
        "A query asks; a key answers. 注意力分数（score）",
    ],
    ["06_masks.html", "Masks", "", "A mask hides what comes later. Did you see the idea?"],
    ["07_heads.html#two", "Many heads", "Two heads", "Side by side they are multi-head attention."],
    [
        "11_cost.html",
        "Cost",
        "",
        "How many multiplications has multi-head attention? Count heads, heads, heads.",
    ],
    ["glossary.html#term-latent", "Glossary", "multi-head latent attention · MLA", "One short row for all."],
    ["glossary.html#term-multi", "Glossary", "multi-head attention · MHA", "Attention with several of them."],
]
GROUPS = [
    ["head", "heads", "multihead", "multi-head"],
    ["score", "得分", "分数"],
    ["√", "sqrt", "square root"],
    ["id", "编号"],
    ["divide", "division"],
]


def find(sought, sections=SECTIONS, groups=GROUPS):
    """Return the addresses that are found, the best first."""
    values = {"sought": sought, "sections": sections, "groups": groups}
    code = "return module.find(values.sought, values.sections, values.groups)"
    found = run(MODULE, code, values)
    return [address for address, *_ in found["sections"]], found["words"]


@pytest.mark.parametrize("sought", ["quary", "qeury", "querry", "uery", "quer", "QUERY "])
def test_a_slip_of_a_finger_is_forgiven(sought):
    assert find(sought)[0][0] == "02_x.html#query"


@pytest.mark.parametrize("sought", ["qqqq", "", "   "])
def test_what_is_nowhere_is_not_found(sought):
    assert find(sought)[0] == []


@pytest.mark.parametrize(
    "sought", ["why divide by sqrt", "square root", "why the division by the square root?"]
)
def test_other_words_lead_to_the_lesson(sought):
    assert find(sought)[0][0] == "03_scores.html#lab"


def test_other_words_are_words_of_their_own():
    assert find("编号")[0] == []  # did and idea hold an id


@pytest.mark.parametrize("sought", ["multi head", "multi-head", "Multi-Head", "multi head attention"])
def test_a_hyphen_is_as_good_as_a_space_and_the_term_comes_before_its_lesson(sought):
    assert find(sought)[0][:2] == ["glossary.html#term-multi", "07_heads.html#two"]


def test_a_term_is_found_by_each_of_its_names():
    assert find("MLA")[0][0] == "glossary.html#term-latent"


def test_lessons_come_before_the_reference():
    assert find("score")[0][-1] == "reference.html#scores"


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [("query", "query", 0), ("quary", "query", 1), ("qeury", "query", 1), ("ab", "cd", 2)],
)
def test_slips_are_counted(one, other, count):
    assert run(MODULE, "return module.slips(...values)", [one, other]) == count


def test_an_excerpt_shows_what_was_found_in_place_of_what_was_typed():
    _, words = find("quary")
    text = SECTIONS[2][3]
    pieces = run(MODULE, "return module.excerpt(...values)", [text, words])
    assert "".join(piece for piece, _ in pieces) == text
    assert [piece for piece, is_found in pieces if is_found] == ["query"]


@pytest.mark.parametrize("place", range(200, 240))
def test_an_excerpt_begins_and_ends_between_words(place):
    text = (
        f"{'alpha beta gamma delta epsilon ' * 20}"[:place].strip()
        + " sought "
        + "alpha beta gamma delta " * 20
    )
    pieces = run(MODULE, "return module.excerpt(...values)", [text, ["sought"]])
    said = "".join(piece for piece, _ in pieces)
    assert said.startswith("… ")
    assert said.endswith(" …")
    assert {*said.strip("… ").split()} <= {*text.split()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_that_mean_the_same_come_from_the_glossary_and_a_list(lang):
    groups = glossary.groups(build.terms_of(build.PROJECT, lang))
    assert any({"dot product", "inner product" if lang == "en" else "内积"} <= {*group} for group in groups)
    [score] = [group for group in groups if "得分" in group]
    assert {"score", "similarity" if lang == "en" else "相似度"} <= {*score}
    assert all(name == name.casefold() for group in groups for name in group)
