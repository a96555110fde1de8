"""The page that save_html writes: small, alone, live; any token is only text; and all stands in its place."""

import re
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import expect

from attnlib.draw.explain import explain
from attnlib.draw.numbers import one_line
from attnlib.examples import Example, load_example
from classroom.explorer import Explorer
from tests.classroom.explorer.variants import (
    STEPS,
    VARIANTS,
    cell,
    eight_heads,
    example,
    in_language,
    maps,
    number,
    open_explorer,
    whole,
)

HOSTILE = [
    "<img src=x onerror=window.hacked=1>",
    "\"'&",
    "$$x$$",
    "</script><script>window.hacked=1</script>",
    "\u202eleft",
    "שלום",
    "z" * 300,
    "",
    "new\nline",
    "{row}",
]
PROJECTED = ("W_Q", "W_K", "W_V", "W_O")
PLAIN = [f"a long token {i}" for i in range(len(HOSTILE))]
FEATURES = HOSTILE[:6]
COLUMNS = {"key_names": 3, "value_names": 2}


@pytest.fixture
def page_options():
    return {"viewport": {"width": 1093, "height": 900}}


@pytest.mark.parametrize(("name", "code"), [("first_look", "en"), ("hand_worked", "zh")])
def test_a_saved_page_is_small_and_live_without_anything_else(page, tmp_path, name, code):
    open_explorer(page, tmp_path, lambda: Explorer(name), code)
    assert (tmp_path / "explorer.html").stat().st_size <= 200_000
    assert [path.name for path in tmp_path.iterdir()] == ["explorer.html"]
    language = {"en": "en", "zh": "zh-CN"}[code]
    assert page.locator("html").get_attribute("lang") == language
    assert page.title() == {"en": "Self-attention explorer", "zh": "自注意力探索器"}[code]
    first = page.locator(".ax-block-weights").inner_text()
    cell(page, "W_Q", 0, 0).fill("-3")
    assert page.locator(".ax-block-weights").inner_text() != first
    page.locator(".ax-controls button").first.click()
    assert page.locator(".ax-block-weights").inner_text() == first
    assert page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)") == []
    expect(page.locator(".ax-kernel")).to_have_text("")


def test_what_is_asked_about_a_sentence_stays_with_it_whatever_is_edited(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    expect(page.get_by_role("combobox", name="Sentence")).to_have_count(1)
    open_explorer(page, tmp_path, VARIANTS["which is largest"])
    expect(page.get_by_role("combobox", name="Sentence")).to_have_count(0)
    page.locator(".ax-ask input").nth(3).check()
    page.locator(".ax-ask button").click()
    cell(page, "X", 3, 4).fill("-9")
    expect(cell(page, "weights", 2, 3)).not_to_have_text("0.83")
    expect(page.locator(".ax-ask > p")).to_contain_text("✓ You said fish, and so it is: 0.83.")


def test_a_chosen_number_says_where_it_goes_and_nothing_of_steps_that_are_not_shown(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    notes = page.locator(".ax-notes")
    cell(page, "W_Q", 1, 2).click()
    expect(notes).to_have_text("times column noun of X: goes into column action of Q")
    cell(page, "scores", 0, 1).click()
    expect(notes).to_have_text("÷ √3 → 2.31 → softmax → 0.76")
    open_explorer(page, tmp_path, lambda: Explorer("first_look", ("Q", "K", "scores")))
    cell(page, "scores", 0, 1).click()
    expect(notes).to_have_text("")
    open_explorer(page, tmp_path, VARIANTS["batch with biases"], "zh")
    cell(page, "b_K", 0, 1).click()
    expect(notes).to_have_text("每个词在 K 的第 1 列都加上它")
    cell(page, "W_V", 3, 1).click()
    expect(notes).to_have_text("乘上 X 的第 3 列，用来算 V 的第 1 列")
    expect(cell(page, "b_Q", 0, 1)).to_have_attribute("aria-label", "b_Q bQ、1")
    expect(page.locator(".ax-block-Q thead")).to_have_count(0)  # no names, but numbers


@pytest.mark.parametrize("code", ["en", "zh"])
def test_every_column_is_shown_and_spoken_by_its_name_and_python_says_the_same(page, tmp_path, code):
    open_explorer(page, tmp_path, VARIANTS["plain"], code)
    with in_language(code):
        sentence = Explorer("first_look").start
        for name in ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "output"):
            names = sentence.column_names(name)
            assert page.locator(f".ax-block-{name} thead th").all_inner_texts() == names
            if name in ("Q", "K", "V", "output"):
                cell(page, name, 2, 1).click()
                said = re.sub("<[^>]*>", "", explain(sentence.trace(), name, 2, 1).html)
                place, number = said[: said.index("]") + 1], said.split()[-1]
                assert page.locator(".ax-formula").inner_text().startswith(f"{place} = ")
                expect(page.locator(".ax-formula strong")).to_have_text(number)
            else:
                rows = sentence.tokens if name == "X" else sentence.feature_names
                label = f"{name} {rows[2]}{', ' if code == 'en' else '、'}{names[1]}"
                expect(cell(page, name, 2, 1)).to_have_attribute("aria-label", label)


def test_a_bias_has_the_names_of_its_matrix_and_shows_them_once(page, tmp_path):
    biased = replace(load_example("first_look"), name="biased", b_Q=np.array([1.0, 2.0, 3.0]))
    open_explorer(page, tmp_path, lambda: Explorer(biased))
    expect(cell(page, "b_Q", 0, 1)).to_have_attribute("aria-label", "b_Q bQ, food")
    assert page.locator(".ax-block-b_Q thead").bounding_box()["height"] <= 3
    cell(page, "b_Q", 0, 1).click()
    expect(page.locator(".ax-notes")).to_have_text("goes into column food of Q, for every word")
    check_places(page, "biased")


def test_what_is_locked_is_left_alone(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["goal"])
    before = [page.locator(f".ax-block-{name} table").inner_text() for name in ("W_K", "W_V")]
    page.locator(".ax-controls select").select_option("zero")
    assert {number(page, "W_Q", i, j) for i in range(6) for j in range(3)} == {0}
    cell(page, "scores", 0, 2).click()  # the mask neither
    expect(page.locator(".ax-block-weights .ax-masked")).to_have_count(0)
    assert [page.locator(f".ax-block-{name} table").inner_text() for name in ("W_K", "W_V")] == before


def test_the_largest_explorer_with_its_inputs_is_a_small_page(tmp_path):
    n, d = 512, 16
    numbers = {name: np.random.default_rng(k).standard_normal((d, d)) for k, name in enumerate(PROJECTED)}
    X = np.random.default_rng(9).standard_normal((n, d))
    words = {"en": [f"token {i}" for i in range(n)]}
    Explorer(Example(name="made", X=X, words=words, **numbers)).save_html(tmp_path / "explorer.html")
    assert (tmp_path / "explorer.html").stat().st_size <= 310_000


def test_a_saved_page_shows_the_state_that_it_was_saved_in(page, tmp_path):
    traits = {"temperature": 2.5, "keep": np.tri(4, dtype=bool), "large": True, "selected": ("weights", 2, 0)}
    open_explorer(page, tmp_path, VARIANTS["plain"], **traits, W_Q=np.full((6, 3), 0.5))
    assert number(page, "W_Q", 5, 2) == 0.5
    expect(page.locator(".ax-temperature .ax-number")).to_have_value("2.5")
    expect(page.locator(".ax-block-weights .ax-masked")).to_have_count(6)
    expect(page.locator("[value=causal]")).to_be_checked()
    expect(page.locator(".ax-formula")).to_contain_text("weights[chases, small] = exp(")
    expect(page.locator(".ax")).to_have_class(re.compile("ax-large"))


# Any token, any name of a feature


def hostile(tokens=HOSTILE, features=FEATURES, goal=("weights", 0, 1, ">", 2)):
    orders = np.array([range(len(tokens)), range(len(tokens))[::-1]])
    names = {name: dict.fromkeys(("en", "zh"), features[:d]) for name, d in COLUMNS.items()}
    made = example(len(tokens), 6, tokens, features, orders=orders, **names)
    return Explorer(made, goal=goal, selected=("scores", 0, 6))


def shapes(page):
    """How wide and high every cell is, and the whole page."""
    size = (
        "(all) => all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
    )
    cells = page.locator(".ax tbody td:not(.ax-sum)").evaluate_all(size)
    return cells, page.evaluate("document.documentElement.scrollWidth")


def test_any_token_and_feature_is_shown_as_text_and_keeps_the_layout(page, tmp_path):
    code = "zh"
    open_explorer(page, tmp_path, lambda: hostile(PLAIN, [f"a long feature {i}" for i in range(6)]), code)
    cells, width = shapes(page)
    open_explorer(page, tmp_path, hostile, code)
    for step in ["X", "scores", "weights"]:
        assert page.locator(f".ax-block-{step} tbody th").all_text_contents() == list(map(one_line, HOSTILE))
    assert page.locator(".ax-block-weights thead th").all_text_contents() == list(map(one_line, HOSTILE))
    assert page.locator(".ax-block-X thead th").all_text_contents() == list(map(one_line, FEATURES))
    assert page.locator(".ax-block-W_Q tbody th").all_text_contents() == list(map(one_line, FEATURES))
    for step in ["W_K", "Q", "K"]:
        names = page.locator(f".ax-block-{step} thead th").all_text_contents()
        assert names == list(map(one_line, FEATURES[:3]))
    expect(page.locator(".ax-formula")).to_contain_text("zzzzz")
    cell(page, "X", 0, 0).fill("2")
    cell(page, "weights", 5, 3).click()
    expect(page.locator(".ax-formula")).to_contain_text("exp(")
    assert shapes(page) == (cells, width)
    assert page.locator(".ax img, .ax script, script").count() == 2  # the page's own
    assert page.evaluate("window.hacked") is None
    assert overlaps(page) == []
    assert "\u202e" not in page.locator(".ax").inner_text()
    open_explorer(page, tmp_path, lambda: hostile(goal=None), code)
    page.locator("select").first.select_option("1")
    page.locator("select").first.select_option("0")
    assert shapes(page) == (cells, width)
    assert page.locator(".ax-block-X tbody th").all_text_contents() == list(map(one_line, HOSTILE))


def overlaps(page):
    """Pairs of cells, names and captions that lie upon each other."""
    return page.evaluate("""() => {
      const names = "th:not(.ax-unseen, .ax-repeated), .ax-running, .ax-joined, figcaption > *";
      const seen = `.ax :is(tbody td, ${names})`;
      const all = [...document.querySelectorAll(seen)]
        .map((one) => [one.textContent || one.dataset.at, one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 2);
      const apart = (a, b) => a.right <= b.left + 0.6 || b.right <= a.left + 0.6
        || a.bottom <= b.top + 2.6 || b.bottom <= a.top + 2.6;
      const upon = ([one, a], rest) => rest.filter(([, b]) => !apart(a, b)).map(([other]) => [one, other]);
      return all.flatMap((one, k) => upon(one, all.slice(k + 1)));
    }""")


# Where things stand


BLOCKS = ".ax-stage figure:not(.ax-block-plane, .ax-block-words)"
PLACES = """(blocks) => Object.fromEntries([...document.querySelectorAll(blocks)].map((block) => {
  const box = (one) => one.getBoundingClientRect();
  const rows = [...block.querySelectorAll("tbody tr")];
  const lefts = [...rows[0].querySelectorAll("td:not(.ax-sum)")].map((one) => box(one).left);
  return [block.className.match(/ax-block-(\\w+)/)[1], { rows: rows.map((one) => box(one).top), lefts }];
}))"""


@pytest.mark.parametrize("name", ["goal", "batch with biases", "heads", "context"])
def test_products_stand_where_rows_meet_columns(page, tmp_path, name):
    open_explorer(page, tmp_path, VARIANTS[name])
    for width in (925, 1093):
        page.set_viewport_size({"width": width, "height": 900})
        check_places(page, name)


def check_places(page, name):
    at = page.evaluate(PLACES, BLOCKS)
    for one in "QKV":
        assert at[one]["lefts"] == pytest.approx(at[f"W_{one}"]["lefts"], abs=0.6)
        left = at["context"] if name == "context" and one != "Q" else at["X"]
        assert at[one]["rows"] == pytest.approx(left["rows"], abs=0.6)
        assert at[one]["rows"][0] > at[f"W_{one}"]["rows"][-1]
        assert at[one]["lefts"][0] > left["lefts"][-1]
    for one in set(at) & {"b_Q", "b_K", "b_V"}:
        assert at[one]["lefts"] == pytest.approx(at[f"W_{one[2]}"]["lefts"], abs=0.6)
    if name == "context":
        assert at["X"]["lefts"] == pytest.approx(at["context"]["lefts"], abs=0.6)
    assert overlaps(page) == []


CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML)"


@pytest.mark.parametrize("code", ["en", "zh"])
def test_a_page_does_not_scroll_sideways_and_cuts_no_name_where_there_is_room(page, tmp_path, code):
    widget = open_explorer(page, tmp_path, VARIANTS["plain"], code)
    cell(page, "W_Q", 0, 0).fill("-1.75")
    for width in (1093, 925, 675, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert widget.evaluate("one => one.scrollWidth - one.clientWidth") == 0
        assert overlaps(page) == []
        if width > 900:
            assert page.locator(".ax th:not(.ax-unseen, .ax-repeated)").evaluate_all(CUT) == []


# The matrices whose rows have no name beside them on their line.
NAMELESS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const tables = [...document.querySelectorAll(".ax-stage figure:not([class*=W_]) table")];
  const isSeen = (th) => getComputedStyle(th).clipPath === "none";
  const isNamed = (table) => [...table.querySelectorAll("tbody th")].every(isSeen);
  const isBeside = (one, other) => box(other).left < box(one).left && box(other).bottom === box(one).bottom;
  const isAlone = (one) => !tables.some((other) => isBeside(one, other) && isNamed(other));
  return tables.filter((one) => !isNamed(one) && isAlone(one)).map((one) => one.ariaLabel);
}"""


@pytest.mark.parametrize(
    "make",
    [
        lambda: Explorer(example(16, 6), steps=STEPS),
        lambda: Explorer(example(16, 16, **{f"W_{one}": whole(k, 16, 16) for k, one in enumerate("QKV")})),
        lambda: Explorer(eight_heads()),
    ],
    ids=["all steps", "16 × 16", "eight heads"],
)
def test_large_matrices_stand_within_the_frame_and_each_line_begins_with_names(page, tmp_path, make):
    widget = open_explorer(page, tmp_path, make)
    for width in (1366, 1040):
        page.set_viewport_size({"width": width, "height": 900})
        assert widget.evaluate("one => one.scrollWidth - one.clientWidth") == 0
        assert overlaps(page) == []
        assert page.evaluate(NAMELESS) == []
    is_drawn = "(all) => all.every((one) => one.checkVisibility({ contentVisibilityAuto: true }))"
    assert page.locator(".ax-stage tbody td").evaluate_all(is_drawn)


# What stands in the last line of the output, in sight or not.
LAST = "[...document.querySelectorAll('.ax-block-output tr:last-child td')].map((td) => td.textContent)"


def test_in_a_notebook_what_is_out_of_sight_follows_a_moment_later(page, tmp_path):
    numbers = {"W_Q": np.zeros((16, 16)), "W_K": whole(1, 16, 16), "W_V": whole(2, 16, 16)}
    explorer = Explorer(example(16, 16, **numbers))  # all words look at all alike
    open_explorer(page, tmp_path, lambda: explorer)
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    is_skipped = (
        "document.querySelector('.ax-block-output td').checkVisibility({ contentVisibilityAuto: true })"
    )
    page.wait_for_function(f"() => !{is_skipped}")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")  # so it is told
    before = page.evaluate(LAST)
    at_once = """(input) => {
      input.value = "7";
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      return %s;
    }"""
    assert cell(page, "W_V", 0, 0).evaluate(at_once % LAST) == before
    W_V = explorer.W_V.copy()
    W_V[0, 0] = 7
    explorer.W_V = W_V
    last = page.locator(".ax-block-output tr").last.locator("td")
    expect(last.first).not_to_have_text(before[0])
    shown = [float(text.replace("−", "-")) for text in page.evaluate(LAST)]
    assert shown == pytest.approx(explorer.trace.output[-1], abs=0.0051)


def test_numbers_of_any_length_stay_in_their_cells(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    before, width = shapes(page)
    for k, text in enumerate(["-123.45", "1234.5678", "-99999.5", "1e12", "-1.25e-7", "123456"]):
        cell(page, "X", k % 4, k).fill(text)
    cell(page, "W_V", 0, 0).fill("-31.086718953158833")
    assert shapes(page) == (before, width)
    page.add_style_tag(content=".ax td { letter-spacing: 4px }")  # in no font
    assert shapes(page) == (before, width)
    page.locator("style").last.evaluate("one => one.remove()")
    wide = """(all) => all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one.firstElementChild);
      return [range.getBoundingClientRect().width - one.clientWidth, one.textContent];
    }).filter(([over]) => over > 1)"""
    assert page.locator(".ax tbody td:not(.ax-sum, .ax-editable)").evaluate_all(wide) == []
    assert page.locator(".ax td input").evaluate_all(CUT) == []


def test_the_axes_of_the_plane_are_named_as_the_columns_of_V(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("apple"))
    expect(page.locator(".ax-axis-name")).to_have_text(["food →", "↑ tech"])
    open_explorer(page, tmp_path, lambda: Explorer(replace(load_example("apple"), value_names={})))
    expect(page.locator(".ax-axis-name")).to_have_count(0)


def test_chinese_pages_have_no_english_words_but_names(page, tmp_path):
    with in_language("zh"):
        words = Explorer("first_look")._fixed["texts"]
    known = r"W_[QKV]|softmax|Python|Q Kᵀ|Enter|Shift|Ctrl|Tab|Esc|explorer\.load|SVG|PNG|\{\w+\}|[QKVΣT]"
    english = {key: text for key, text in words.items() if re.search(r"[A-Za-z]{2}", re.sub(known, "", text))}
    assert set(english) <= {"python_waits", "preset_same"}


def test_the_largest_weight_of_a_map_has_the_strongest_colour(page, tmp_path):
    explorer = Explorer(maps())
    open_explorer(page, tmp_path, lambda: explorer)
    weights = explorer.trace.weights
    value = page.locator(".ax-block-weights .ax-value")
    expect(value).to_have_text(f"weights 0, 0 = {weights[0, 0]:.4f}; strongest colour: {weights.max():.4f}")
    most = [int(at) for at in np.unravel_index(weights.argmax(), weights.shape)]
    paint = "(canvas, [i, j]) => [...canvas.getContext('2d').getImageData(j, i, 1, 1).data]"
    assert page.locator(".ax-block-weights canvas").evaluate(paint, most) == [8, 48, 107, 255]


@pytest.mark.parametrize(
    ("steps", "said"),
    [(("X", "W_Q"), ""), (("X", "scores"), "small has its largest score with cat: 4.")],
)
def test_the_result_in_words_is_that_of_the_steps_shown(page, tmp_path, steps, said):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", steps=steps))
    expect(page.locator(".ax-status")).to_have_text(said)
