"""One grid, measured: titles at one height, a word in one line, Q below W_Q, nothing cut or covered."""

import pytest

from classroom.explorer import Explorer
from tests.classroom.explorer.variants import VARIANTS, open_explorer

STEPS = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scaled", "weights", "output")
LOOK = {"selected": ("weights", 1, 0), "plain": True}

# As lessons have them; from that many pixels on, the results stand in the line of X.
EXPLORERS = {
    "pull": (lambda: Explorer("apple", ("V", "weights"), controls="sentence", **LOOK), 1024),
    "tug": (lambda: Explorer("between", ("X", "V", "output"), selected=("output", 1, 1), plain=True), 1024),
    "screen": (lambda: Explorer("apple", STEPS, controls=("undo", "reset"), **LOOK), 1366),
    "prey": (
        lambda: Explorer("first_look", ("X", "W_Q", "W_K", "Q", "K", "scores", "weights"), goal="prey"),
        1920,
    ),
    "strong": (lambda: Explorer("first_look", ("X", "W_V", "V", "weights", "output"), goal="strong"), 1366),
    "heads": (lambda: Explorer("who_chases_whom_two_heads", ("W_Q", "weights", "output"), focus=1), 1024),
    "all": (VARIANTS["plain"], 1920),
    "biases": (VARIANTS["batch with biases"], 1920),
}

MEASURE = """() => {
    const box = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const isSeen = (one) => getComputedStyle(one).clipPath === "none";
    const tables = {};
    for (const figure of document.querySelectorAll(".ax-stage figure:has(td)")) {
        const name = figure.className.match(/ax-block-(\\\\w+)/)[1];
        tables[name] = {
            title: box(figure.querySelector("figcaption strong")).top,
            rows: [...figure.querySelectorAll("tbody tr")]
                .map((row) => [...row.querySelectorAll("td:not(.ax-sum)")].map(box)),
            names: [...figure.querySelectorAll("tbody th")].filter(isSeen).length,
        };
    }
    const parts = [...document.querySelectorAll(".ax-stage figure, .ax-arithmetic, .ax-status")]
        .map((one) => [one.className, box(one)]);
    const shadows = [...document.querySelectorAll(".ax-away td:not(.ax-lit, .ax-chosen)")]
        .map((one) => getComputedStyle(one).boxShadow);
    const widget = document.querySelector(".ax");
    return { tables, parts, shadows, over: widget.scrollWidth - widget.clientWidth };
}""".replace("\\\\", "\\")


def measured(page, folder, name, code, width):
    page.set_viewport_size({"width": width, "height": 768})
    open_explorer(page, folder, EXPLORERS[name][0], code)
    return page.evaluate(MEASURE)


def spread(numbers):
    return max(numbers) - min(numbers)


def lines_of(tables, width, first):
    """The names of matrices that stand in one line."""
    above = [name for name in ("X", "Q", "K", "V") if name in tables]
    below = [name for name in ("scores", "scaled", "weights", "output", "merged") if name in tables]
    return [above + below] if width >= first else [above, below]


CASES = [
    (name, code, width) for name in EXPLORERS for code in ("en", "zh") for width in (390, 1024, 1366, 1920)
]


@pytest.mark.parametrize(("name", "code", "width"), CASES)
def test_the_grid(page, tmp_path, name, code, width):
    found = measured(page, tmp_path, name, code, width)
    tables = found["tables"]
    for upper, lower in (("W_Q", "Q"), ("W_K", "K"), ("W_V", "V")):
        if upper in tables and lower in tables:
            a, b = tables[upper]["rows"], tables[lower]["rows"]
            assert b[0][0]["top"] > a[-1][0]["bottom"]
            for x, y in zip(a[0], b[0], strict=True):
                assert x["left"] == pytest.approx(y["left"], abs=0.5), lower
    if width == 390:
        assert all(
            one["names"] == len(one["rows"]) for name, one in tables.items() if name[:2] not in ("b_", "W_")
        )
    else:
        assert found["over"] <= 0
        for line in filter(None, lines_of(tables, width, EXPLORERS[name][1])):
            assert spread([tables[one]["title"] for one in line]) <= 1, line
            for row in zip(*(tables[one]["rows"] for one in line), strict=True):
                assert spread([cells[0]["top"] for cells in row]) <= 0.5, line
    assert set(found["shadows"]) <= {"none"}
    for k, (one, a) in enumerate(found["parts"]):
        for other, b in found["parts"][k + 1 :]:
            across = min(a["right"], b["right"]) - max(a["left"], b["left"])
            down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
            assert across <= 1 or down <= 1, (one, other)


def test_a_title_stands_at_its_matrix_and_words_have_room_beside_the_plane(page, tmp_path):
    page.set_viewport_size({"width": 1136, "height": 768})
    steps = [step for step in STEPS if step != "scaled"]
    open_explorer(page, tmp_path, lambda: Explorer("apple", steps, selected=("output", 1, 0)))
    found = page.evaluate(MEASURE)
    for name in ("W_Q", "W_K", "W_V"):
        assert found["tables"][name]["rows"][0][0]["top"] - found["tables"][name]["title"] < 60
    [words] = [box for name, box in found["parts"] if name == "ax-arithmetic"]
    assert words["right"] - words["left"] >= 200


@pytest.mark.parametrize(("steps", "count"), [(("X", "weights"), 1), (("weights", "output"), 0)])
def test_the_legend_speaks_of_numbers_to_change_where_one_is_in_sight(page, tmp_path, steps, count):
    open_explorer(page, tmp_path, lambda: Explorer("apple", steps))
    assert page.locator(".ax-legend .ax-sign-can_change").count() == count
