"""Explorers of every kind, by name, and how a test opens one and reads its numbers."""

import contextlib

import numpy as np

from attnlib.attention import attend
from attnlib.examples import Example
from attnlib.languages import language, use_language
from classroom.explorer import Explorer

WORDS = {"en": ["small", "cat", "chases", "fish"], "zh": ["小", "猫", "追", "鱼"]}
STEPS = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scores", "scaled", "masked", "weights", "output")

HELP = {"hints": ["One column of W_Q decides.", "And one row."], "solution": {"W_Q": [(5, 2, 9)]}}

VARIANTS = {
    "plain": lambda: Explorer("first_look"),
    "goal": lambda: Explorer("first_look", goal=("weights", 3, 2, ">", 0.9), edit="W_Q", **HELP),
    "which is largest": lambda: Explorer("first_look", predict=("weights", 2)),
    "what number": lambda: Explorer("first_look", predict=("scores", 2, 3)),
    "all steps": lambda: Explorer("first_look", steps=STEPS),
    "batch with biases": lambda: Explorer("hand_worked"),
    "heads": lambda: Explorer(two_heads()),
    "context": lambda: Explorer("first_look", context=example(4, 6, ["the", "hungry", "panda", "sleeps"])),
    "maps": lambda: Explorer(maps()),
}


def whole(seed, *shape):
    return np.random.default_rng(seed).integers(-2, 3, shape).astype(float)


def example(n, d_model, tokens=None, features=None, **more):
    """n tokens with whole numbers, d_k 3 and d_v 2, in both languages the same tokens and features."""
    tokens = tokens or [f"t{i}" for i in range(n)]
    numbers = {
        name: whole(seed, d_model, d) for seed, (name, d) in enumerate([("W_Q", 3), ("W_K", 3), ("W_V", 2)])
    }
    features = {"en": features, "zh": features} if features else {}
    words = {"en": tokens, "zh": tokens}
    return Example(name="made", X=whole(9, n, d_model), words=words, features=features, **(numbers | more))


def two_heads():
    """Two heads of two numbers, one bias, and an output projection."""
    widths = {"W_Q": 4, "W_K": 4, "W_V": 4}
    numbers = {name: whole(seed, 6, d) for seed, (name, d) in enumerate(widths.items())}
    numbers |= {"b_Q": whole(5, 4), "W_O": whole(6, 4, 3), "b_O": whole(7, 3)}
    return Example(name="two heads", X=whole(9, 4, 6), heads=2, words=WORDS, **numbers)


def eight_heads():
    """Eight heads of two numbers, and an output projection."""
    numbers = {name: whole(seed, 6, 16) for seed, name in enumerate(("W_Q", "W_K", "W_V"))}
    return Example(name="eight heads", X=whole(9, 4, 6), heads=8, words=WORDS, W_O=whole(6, 16, 3), **numbers)


def maps(n=512):
    rng = np.random.default_rng(0)
    return attend(*(rng.standard_normal((n, d)) for d in (64, 64, 64)))


@contextlib.contextmanager
def in_language(code):
    before = language()
    use_language(code)
    try:
        yield
    finally:
        use_language(before)


def open_explorer(page, folder, make, code="en", **traits):
    """Save the page of the explorer that make() gives, with these traits set, and go there."""
    with in_language(code):
        explorer = make()
        for name, value in traits.items():
            setattr(explorer, name, value)
        explorer.save_html(folder / "explorer.html")
    page.goto((folder / "explorer.html").as_uri())
    return page.locator(".ax")


def cell(page, step, i, j):
    """The td or the input of an entry."""
    return page.locator(f".ax-block-{step} [data-at='{i},{j}']")


def number(page, step, i, j):
    """What stands in an entry, as a number."""
    entry = cell(page, step, i, j)
    text = entry.evaluate("one => one.value ?? one.textContent")
    return float(text.replace("−", "-"))


def covered(page, css=".ax-plane text"):
    """Pairs of texts the letters of which lie over each other, whatever room a font leaves around them."""
    return page.evaluate(_COVERED, css)


_COVERED = """(css) => {
    const lettersOf = (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        if (one.localName !== "text") return { text: one.className.baseVal, left, right, top, bottom };
        const { a: scale, d, f } = one.getScreenCTM();
        const em = scale * parseFloat(getComputedStyle(one).fontSize);
        const y = one.getStartPositionOfChar(0).y * d + f;
        return { text: one.textContent, left, right, top: y - 0.8 * em, bottom: y + 0.2 * em };
    };
    const all = [...document.querySelectorAll(css)].map(lettersOf);
    const common = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
    return all.flatMap((a, k) => all.slice(k + 1)
        .filter((b) => common(a, b, "left", "right") > 2 && common(a, b, "top", "bottom") > 4)
        .map((b) => [a.text, b.text]));
}"""
