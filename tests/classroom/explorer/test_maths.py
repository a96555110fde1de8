"""The explorer computes in the browser what attnlib computes in Python, and writes it out in the same way."""

import re
from dataclasses import replace
from html import unescape

import numpy as np
import pytest

from attnlib._validate import SCALINGS
from attnlib.draw import numbers as written_numbers
from attnlib.draw import style
from attnlib.draw.explain import explain
from attnlib.draw.plots.matrix import colors_of, limit_of, texts
from attnlib.draw.steps import ACROSS, COMPUTED, STEPS
from attnlib.examples import Example
from classroom.explorer import Explorer
from classroom.explorer._state import NUMBERS


@pytest.fixture
def rng():
    return np.random.default_rng(11)


SIZES = [1, 3, 30, 1e6]


def random_numbers(rng, shape, size):
    """Numbers of that size; large ones are whole, so that their sums are exact whatever their order."""
    if size > 100:
        return rng.integers(-size, size, shape).astype(float)
    return rng.choice([rng.standard_normal(shape) * size, rng.integers(-2, 3, shape), np.zeros(shape)])


def random_explorer(rng, steps=None):
    """An explorer of random sizes, with or without heads, context, biases and projections."""
    h, d_model, d_k, d_v, d_out = (int(k) for k in rng.integers(1, 5, 5))
    n, m = (int(k) for k in rng.integers(1, 6, 2))
    given, context, bias, projected = rng.random(4) < [0.2, 0.5, 0.5, 0.4]
    if given:
        shapes = {"Q": (h, n, d_k), "K": (h, m, d_k), "V": (h, m, d_v)}
        if one := rng.random() < 0.5:  # queries without an axis of heads
            shapes = {name: shape[1:] for name, shape in shapes.items()}
        return Explorer(Example("", heads=None if one else h, **zeros(shapes)), steps)
    shapes = {"X": (n, d_model), "W_Q": (d_model, h * d_k), "W_K": (d_model, h * d_k)}
    shapes |= {"W_V": (d_model, h * d_v)} | ({"context": (m, d_model)} if context else {})
    shapes |= {"b_Q": (h * d_k,), "b_K": (h * d_k,), "b_V": (h * d_v,)} if bias else {}
    shapes |= {"W_O": (h * d_v, d_out), "b_O": (d_out,)} if projected else {}
    return Explorer(Example("", heads=h if h > 1 else None, **zeros(shapes)), steps)


def zeros(shapes):
    return {name: np.zeros(shape) for name, shape in shapes.items()}


def randomize(rng, explorer, size):
    """Give it random numbers, and a mask which may hide all from a row."""
    keep = rng.random(explorer.trace.weights.shape[-2:]) < 0.6
    keep[rng.integers(len(keep))] &= rng.random() < 0.7
    state = {"keep": keep if rng.random() < 0.6 else None}
    state["temperature"] = float(10 ** rng.uniform(np.log10(0.05), np.log10(20)))
    state["scaling"] = str(rng.choice(["sqrt", "none", "d_k"]))
    if explorer.start.heads and explorer.start.heads > 1:
        state["heads_on"] = rng.random(explorer.start.heads) < 0.7 if rng.random() < 0.5 else None
    whole = size > 100
    for name in numbers_of(explorer):
        array = random_numbers(rng, getattr(explorer, name).shape, min(size, 9) if name[0] in "Wb" else size)
        state[name] = array.round() if whole else array
    return explorer.load(state)


def numbers_of(explorer):
    return [name for name in NUMBERS if name in explorer.state]


def sent(explorer):
    """The state, every name in it, and the number of heads, as the modules have them."""
    state = dict.fromkeys(NUMBERS) | explorer.state
    masks = {"keep": explorer.keep, "heads_on": explorer.heads_on}
    state |= {name: None if mask is None else mask.tolist() for name, mask in masks.items()}
    return {"state": state, "heads": 1 if explorer.trace.Q.ndim == 2 else explorer.trace.Q.shape[-3]}


def merged_by_hand(explorer):
    """The outputs of the heads side by side, and zeros where a head is off."""
    output, on = explorer.trace.output, explorer.heads_on
    if output.ndim == 2:
        return output
    heads = [one if on is None or on[k] else 0 * one for k, one in enumerate(output)]
    return np.concatenate(heads, -1)


def projected(explorer):
    """The same times W_O, or None where there is none."""
    W_O = explorer.W_O
    return None if W_O is None else explorer.example.project_output(explorer.trace, explorer.heads_on)


def assert_close(ours, theirs, what):
    theirs = np.array(theirs, dtype=float)  # null is NaN: in masked scores, -∞
    theirs[np.isnan(theirs)] = -np.inf
    assert theirs.shape == ours.shape, what
    hidden = np.isneginf(ours)
    assert np.array_equal(hidden, np.isneginf(theirs)), what
    off = abs(ours[~hidden] - theirs[~hidden]) / np.maximum(1, abs(ours[~hidden]))
    assert off.max(initial=0) < 1e-9, what


def test_hundreds_of_random_states_have_the_trace_that_python_computes(ask, rng, seeds):
    states, expected = [], []
    for _ in seeds(300):
        explorer = random_explorer(rng)
        for size in SIZES:
            trace = randomize(rng, explorer, size).trace
            states.append(sent(explorer))
            expected.append((trace, merged_by_hand(explorer), projected(explorer)))
    traces = ask("all => all.map(({state, heads}) => ax.attend(ax.lists(state), heads))", states)
    for (trace, merged, made), theirs, given in zip(expected, traces, states, strict=True):
        for step in COMPUTED:
            array = getattr(trace, step)
            assert_close(
                array if array.ndim == 3 else array[None], [head[step] for head in theirs["heads"]], given
            )
        assert_close(merged, theirs["merged"], given)
        if made is not None:
            assert_close(made, theirs["projected"], given)
    assert sum((trace.weights.sum(-1) == 0).any() for trace, _, _ in expected) > 20  # empty rows
    assert {given["heads"] for given in states} == {1, 2, 3, 4}
    assert {(given["state"]["X"] is None, given["state"]["context"] is None) for given in states} == {
        (True, True), (False, True), (False, False)
    }  # fmt: skip


# The arithmetic in words


def one_head(explorer, k):
    """The k-th head alone, as an example whose trace can be explained."""
    example, h = explorer.example, explorer.example.heads
    if h is None:
        return example
    if example.X is None:
        return replace(example, Q=example.Q[k], K=example.K[k], V=example.V[k], heads=None)
    names = [
        name for name in ("W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V") if getattr(example, name) is not None
    ]
    return replace(
        example, heads=None, **{name: np.split(getattr(example, name), h, -1)[k] for name in names}
    )


WRITTEN = """all => all.map(({state, heads, head: k, places}) => {
  const head = ax.headOf(state, ax.attend(ax.lists(state), heads), k, heads);
  return places.map(([step, i, j]) => {
    const text = ax.explain(state, head, step, i, j).map(([piece]) => piece).join("");
    return text + (text && " = ") + ax.show(head[step], head[step][i][j]);
  });
})"""


def written(trace, place):
    """What stands behind the first = of explain, as on a page."""
    line = re.sub("<[^>]*>", "", explain(trace, *place).html)
    return unescape(line).split(" = ", 1)[1]


def test_the_arithmetic_of_a_number_is_that_of_explain(ask, rng):
    asked, expected = [], []
    explorers = [random_explorer(rng) for _ in range(60)]
    for k in range(240):
        explorer = randomize(rng, explorers[k % 60], SIZES[k % 4])
        explorer.scaling = SCALINGS[k // 3 % 3]
        explorer.temperature = [1.0, 0.05, float(np.round(rng.uniform(0.1, 20), 4))][k % 3]
        given = sent(explorer) | {"head": int(rng.integers(sent(explorer)["heads"]))}
        trace = one_head(explorer, given["head"]).trace(
            keep=explorer.keep, temperature=explorer.temperature, scaling=explorer.scaling
        )
        places = []
        for step in COMPUTED:
            n, m = getattr(trace, step).shape
            places.append([step, int(rng.integers(n)), int(rng.integers(m))])
        asked.append(given | {"places": places})
        expected.append([written(trace, place) for place in places])
    for given, ours, theirs in zip(asked, expected, ask(WRITTEN, asked), strict=True):
        assert theirs == ours, given
    assert sum("…" in text for texts in expected for text in texts) == 0  # few terms: see the next


def test_a_long_sum_is_cut_where_explain_cuts_it(ask, rng):
    numbers = {"X": (2, 9), "W_Q": (9, 8), "W_K": (9, 8), "W_V": (9, 3), "b_Q": (8,)}
    explorer = Explorer(
        Example(name="", **{name: rng.standard_normal(shape) for name, shape in numbers.items()})
    )
    places = [["Q", 1, 7], ["K", 0, 0], ["scores", 0, 1]]
    theirs = ask(WRITTEN, [sent(explorer) | {"head": 0, "places": places}])[0]
    assert theirs == [written(explorer.trace, place) for place in places]
    assert ["…" in text for text in theirs] == [True, True, False]


# Numbers


def numbers_to_write(rng):
    """Of every size; and ties, which Python rounds to even, in every place that is kept or dropped."""
    ties = (rng.integers(-(2**20), 2**20, 3000) * 2 + 1) / rng.choice([2, 4, 8, 16, 32, 1024], 3000)
    large_ties = (rng.integers(10, 100, 300) * 100 + 5.0) * 10.0 ** rng.integers(2, 15, 300)
    close = rng.integers(-30000, 30000, 1000) / 20000  # as good as a tie, and never quite
    large = rng.standard_normal(1000) * 10.0 ** rng.integers(-8, 25, 1000)
    edges = [9.995, 9.9949, 999.5, 999.49, 99999.5, 99999.49, 0.005, 0.015, 1e-5, 1e-4, 999999.5, 1e21, 1e300]
    edges += [0.0, -0.00001, 0.00005, 0.5, 2.5, 1.5e22, 5e-324]
    numbers = [*ties, *large_ties, *close, *large, *edges, *rng.integers(-9, 9, 50) * 1e20]
    return [float(sign * x) for x in numbers for sign in (1, -1)]


@pytest.mark.parametrize("whole", [False, True])
def test_a_number_is_written_as_python_writes_it(ask, rng, whole):
    numbers = numbers_to_write(rng)
    for write in (written_numbers.number, written_numbers.exact):
        written = ask(f"([all, whole]) => all.map(x => ax.{write.__name__}(x, whole))", [numbers, whole])
        assert written == [write(x, whole) for x in numbers], write
    for digits in (1, 3, 6):
        written = ask("([all, digits]) => all.map(x => ax.short(x, digits))", [numbers, digits])
        assert written == [written_numbers.short(x, digits) for x in numbers], digits
    sides = ask("() => [ax.number(-Infinity), ax.number(Infinity), ax.exact(-Infinity)]", None)
    assert sides == [*map(written_numbers.number, (-np.inf, np.inf)), written_numbers.exact(-np.inf)]


# Colours


@pytest.mark.parametrize(("kind", "low"), [("weights", 0), ("signed", -3)])
def test_colours_and_inks_are_those_of_pictures(ask, rng, kind, low):
    A = rng.uniform(low, 3, (1, 2000)) / (3 if kind == "weights" else 1)
    limit = 1 if kind == "weights" else 3
    painted = ask(f"([row]) => row.map(x => ax.colorOf(x, '{kind}', {limit}))", A.tolist())
    wanted = colors_of(A, np.zeros(A.shape, bool), kind, limit)[0].astype(int)
    assert (
        abs(np.array(painted) - wanted).max() <= 4
    )  # of 255, where two neighbours of a scale are as far apart
    assert ask("all => all.map(color => ax.ink(color))", painted) == style.ink(np.array(painted)).tolist()


def luminance(color):
    c = np.array(color) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]


@pytest.mark.parametrize("kind", ["weights", "signed"])
@pytest.mark.parametrize("dark", [False, True])
def test_text_on_the_colours_can_be_read(ask, kind, dark):
    paint = f"all => all.map(x => ax.colorOf(x, '{kind}', 3, {str(dark).lower()}))"
    inked = f"all => ({paint})(all).map(color => [color, ax.ink(color)])"
    for color, ink in ask(inked, np.linspace(-3, 3, 501).tolist()):
        low, high = sorted([luminance(color), {"#000000": 0.0, "#ffffff": 1.0}[ink]])
        assert (high + 0.05) / (low + 0.05) >= 4.5, (color, ink)


SHOWN = """block => [...block.querySelectorAll("tbody tr")].map((row) =>
  [...row.querySelectorAll("[data-at]")].map((cell) => {
    const { backgroundColor, color } = getComputedStyle(cell.closest("td"));
    const bytes = (rgb) => rgb.match(/\\d+/g).map(Number);
    return [cell.value ?? cell.textContent, bytes(backgroundColor), bytes(color)];
  })
)"""


@pytest.mark.parametrize("size", [1, 1e6])
def test_a_cell_has_the_text_and_the_colours_that_pictures_give_it(page, tmp_path, rng, size):
    for _ in range(3):
        explorer = randomize(rng, random_explorer(rng, steps=COMPUTED), size)
        explorer.save_html(tmp_path / "page.html")
        page.goto((tmp_path / "page.html").as_uri())
        for step in COMPUTED:
            A = getattr(explorer.trace, step)
            A, kind = A[0] if A.ndim == 3 else A, STEPS[step].kind
            shown = page.locator(f".ax-block-{step}").evaluate(SHOWN)
            hidden = np.isneginf(A)
            written, colors = (
                texts(A, hidden, kind),
                colors_of(A, hidden, kind, limit_of(A, hidden, kind)).astype(int),
            )
            for i, j in np.ndindex(A.shape):
                if step in ACROSS and explorer.keep is not None and not explorer.keep[i, j]:
                    continue  # crossed out
                text, paper, ink = shown[i][j]
                assert text == written[i][j], (step, i, j)
                assert abs(np.array(paper) - colors[i, j]).max() <= 4, (step, i, j, A[i, j])
                assert "#{:02x}{:02x}{:02x}".format(*ink) == style.ink(np.array(paper)), (step, i, j)


# Numbers that are typed and pasted

TYPED = {
    "１．５": 1.5, "−2": -2, "－３": -3, "–4": -4, "1.": 1, ".5": 0.5, "1e3": 1000, "+2": 2, " 7 ": 7,
    "-.5E-2": -0.005, "1。5": 1.5, "007": 7, "1e308": 1e308, "1e-999": 0,
    "1,5": 1.5, "−0,125": -0.125, ",5": 0.5, "1,5e3": 1500, "12,3456": 12.3456, "１，５": 1.5, "0,250": 0.25,
    "1\u202f234,5": 1234.5, "1\xa0000": 1000,
    "1/2": 0.5, "½": 0.5, "−1 ½": -1.5, "3 %": 0.03, "50％": 0.5, "-1/4": -0.25, "1,5/3": 0.5, "１／４": 0.25,
}  # fmt: skip
NO_NUMBERS = [
    "1e999", "-1e999", "NaN", "2²", "abc", "0x10", "1 2", "--1", "Infinity", "-", ".", "e3", "1e",
    "1.5.2", "1_000", "1/0", "1/", "/2", "%", "true", "null", "1+1", "∞", "", " ",
    "1,000", "-12,345", "1.234,5", "1,234.5", "1,2,3", "5,", "1 000,5", "1/2/3", "% 3",
]  # fmt: skip


def test_what_is_a_number_and_what_is_none(ask):
    assert ask("all => all.map(text => ax.parseNumber(text))", list(TYPED)) == list(TYPED.values())
    read = ask("all => all.map(text => ax.parseNumber(text))", NO_NUMBERS)
    assert dict(zip(NO_NUMBERS, read, strict=True)) == dict.fromkeys(NO_NUMBERS)


BLOCKS = [
    ("1\t2\n3\t4", [[1, 2], [3, 4]]),
    ("1\t−2\r\n３\t4\r\n", [[1, -2], [3, 4]]),
    ("[[1.  2.5]\n [3. -4. ]]", [[1, 2.5], [3, -4]]),
    ("[[1, 2],\n [3, 4]]", [[1, 2], [3, 4]]),
    ("5", [[5]]),
    ("1 2\n3", [[1, 2], [3]]),
    ("0,5 0,25", [[0.5, 0.25]]),
    ("0,5\t0,25\n1,250\t2", [[0.5, 0.25], [1.25, 2]]),
    ("1,5; 2,5", [[1.5, 2.5]]),
    ("1, 2, 3", [[1, 2, 3]]),
    ("1\u202f234,5 2", [[1234.5, 2]]),
    ("1,000 2,000", None),
    ("1,2,3", None),
    ("1,5 2.5", None),
    ("array([[1.5, 2. ]], dtype=float32)", [[1.5, 2]]),
    (
        "tensor([[ 1.0000, -2.5000],\n        [ 3.0000,  4.0000]], dtype=torch.float64)",
        [[1, -2.5], [3, 4]],
    ),
    ("tensor([[1., 2.]], device='cuda:0', grad_fn=<MmBackward0>)", [[1, 2]]),
    ("Parameter containing:\ntensor([1., 2.], requires_grad=True)", [[1, 2]]),
    ("[np.float64(0.5), np.float64(1.0)]", [[0.5, 1]]),
    ("tensor(1.5)", [[1.5]]),
    ("((1, 2), (3, 4))", [[1, 2], [3, 4]]),
    ("[[1 2\n  3]\n [4 5\n  6]]", [[1, 2, 3], [4, 5, 6]]),
    ("array([[0., ..., 1.]])", None),
    ("[[1, 2], [3", None),
    ("[1, 2] 3", None),
    ("1\t\t3", None),
    ("1e999 2", None),
    ("a,b", None),
    (" \n\t", None),
]


def test_a_block_is_rows_of_numbers_or_refused_as_a_whole(ask):
    read = ask("all => all.map(text => ax.parseBlock(text))", [text for text, _ in BLOCKS])
    assert list(zip((text for text, _ in BLOCKS), read, strict=True)) == BLOCKS


def test_steps_up_and_down_keep_every_digit(ask, rng):
    numbers = [1.086718953158833, 0.1, -2.5, 1e-7, 1e300, 5e-324, *rng.standard_normal(200).tolist()]
    there = ask("all => all.map(x => [1, 3, -2].map(k => ax.stepped(x, k, 0.1)))", numbers)
    assert there[1:3] == [[0.2, 0.4, -0.1], [-2.4, -2.2, -2.7]]
    for x, moved in zip(numbers, there, strict=True):
        assert moved == pytest.approx([x + 0.1, x + 0.3, x - 0.2], rel=1e-12)


def test_an_array_is_the_same_after_the_way_to_python_and_back(ask):
    arrays = [[[1.5, -2], [3, 1e-300]], [0.1], [[[1], [2]], [[3], [4]]], [[True, False]], None, 0.5, "sqrt"]
    assert ask("all => all.map(A => ax.decode(ax.encode(A)))", arrays) == arrays
