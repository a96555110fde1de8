"""Puzzles teach: par, a hint that is the best change, a solution that is one, and reasons for mistakes."""

from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import expect

from attnlib.examples import Example, load_example
from attnlib.widgets.explorer import Explorer
from tests.browser.explorer_variants import cell, example, number, open_explorer, two_heads
from tests.browser.test_explorer_access import CONTRASTS, JUPYTERLAB_DARK, violations

FOOD = {"goal": [("scores", 2, 1, ">", 5), ("scores", 2, 3, "<", 7)], "edit": "W_K"}
PREY = {"goal": [("weights", 2, 1, ">", 0.5), ("weights", 2, 3, "<", 0.2)], "edit": "X"}
HIDING = {"goal": [("weights", 0, 3, ">", 0.7), ("output", 3, 1, "<", -0.9)], "edit": "keep"}


@pytest.fixture
def rng():
    return np.random.default_rng(15)


# The search. Python has the last word on what is a solution, and on what is the best change.

SEARCH = """all => all.map(({puzzle, state, heads, most}) => {
  const whole = { ...puzzle, heads };
  const search = most ? ax.solutionOf(whole, state, most) : ax.bestMove(whole, state);
  let step;
  do step = search.next(); while (!step.done);
  return step.value;
})"""


def random_puzzle(rng):
    """A small explorer, and one or two changes that reach its goals; of one head, or of both together."""
    heads = int(rng.integers(1, 3))
    n, m, d_model, d_k, d_v = (int(k) for k in rng.integers(2, 4, 5))
    shapes = {"X": (n, d_model), "W_Q": (d_model, heads * d_k), "W_K": (d_model, heads * d_k)}
    shapes |= {"W_V": (d_model, heads * d_v), "b_Q": (heads * d_k,), "context": (m, d_model)}
    numbers = {name: rng.integers(-2, 3, shape).astype(float) for name, shape in shapes.items()}
    made = Example("", heads=heads if heads > 1 else None, **numbers)
    names = [str(name) for name in rng.choice(["X", "W_Q", "b_Q", "W_K", "W_V", "keep"], 2, replace=False)]
    moves = random_moves(rng, Explorer(made), names)
    there = Explorer(made)
    apply(there, moves)
    goals = []
    for step in rng.choice(["scores", "weights", "output", "merged"], 2, replace=False):
        before, after = (one_head(one, step) for one in (Explorer(made), there))
        i, j = np.unravel_index(np.abs(after - before).argmax(), after.shape)
        if abs(after[i, j] - before[i, j]) > 0.01:
            middle = float(before[i, j] + after[i, j]) / 2
            goals.append((str(step), int(i), int(j), ">" if after[i, j] > middle else "<", middle))
    return (Explorer(made, goal=goals, edit=names), moves) if goals else random_puzzle(rng)


def one_head(explorer, step):
    A = getattr(explorer._shown, step)
    return A[explorer.head] if A.ndim == 3 else A


def random_moves(rng, explorer, names):
    """Of each, an entry of the first head and another number for it; of a mask, one that is hidden."""
    moves = []
    for name in names[: rng.integers(1, 3)]:
        A = held(explorer, name)
        own = A.shape[-1] // (explorer.start.heads or 1) if name[0] in "Wb" else A.shape[-1]
        at = (*(int(rng.integers(size)) for size in A.shape[:-1]), int(rng.integers(own)))
        x = False if name == "keep" else float(rng.choice([k for k in range(-2, 3) if k != A[at]]))
        moves.append({"name": name, "at": list(at), "x": x})
    return moves


def held(explorer, name):
    A = getattr(explorer, name)
    return np.ones(explorer.trace.weights.shape[-2:], dtype=bool) if A is None else np.array(A)


def apply(explorer, moves):
    for move in moves:
        A = held(explorer, move["name"])
        A[tuple(move["at"])] = move["x"]
        setattr(explorer, move["name"], A)


def asked(explorer, most=None):
    names = [*explorer._fixed["edit"]]
    n, m = explorer.trace.weights.shape[-2:]
    puzzle = {"goals": explorer._goals, "head": explorer.head, "sizes": [n, m], "names": names}
    puzzle["entries"] = explorer._fixed["entries"]
    state = dict(explorer.state)
    if explorer.keep is not None:
        state["keep"] = explorer.keep.tolist()
    return {"puzzle": puzzle, "state": state, "heads": explorer.start.heads or 1, "most": most}


def test_solutions_are_solutions_by_attnlib_and_as_short_as_what_is_known(ask, rng, seeds):
    puzzles = [random_puzzle(rng) for _ in seeds(200)]
    found = ask(SEARCH, [asked(explorer, len(moves)) for explorer, moves in puzzles])
    for (explorer, known), moves in zip(puzzles, found, strict=True):
        assert moves is not None, asked(explorer)
        assert len(moves) <= len(known)
        assert all(-2 <= move["x"] <= 2 for move in moves)
        assert {move["name"] for move in moves} <= {*explorer._fixed["edit"]}
        assert not explorer.solved or known == []
        apply(explorer, moves)
        assert explorer.solved
    assert {len(moves) for moves in found} == {1, 2}


def far(explorer):
    """How far it is from its goals, as solver.js has it."""
    far = 0.0
    for goal in explorer._goals:
        x = one_head(explorer, goal["step"])[goal["row"], goal["col"]]
        lacks = goal["value"] - x if goal["above"] else x - goal["value"]
        if lacks >= 0:
            far += 1e-9 + lacks / (1 if goal["step"] == "weights" else max(1, abs(goal["value"])))
    return far


def all_moves(explorer):
    """Every entry that may be changed, and each other number for it, as solver.js has them."""
    h = explorer.start.heads or 1
    together = all(goal["step"] == "merged" for goal in explorer._goals)
    for name in explorer._fixed["edit"]:
        A = held(explorer, name)
        own = A.shape[-1] // h if name[0] in "Wb" else A.shape[-1]
        for at in np.ndindex(A.shape):
            if at[-1] < own or together:
                others = [not A[at]] if name == "keep" else [k for k in range(-2, 3) if k != A[at]]
                yield from ({"name": name, "at": list(at), "x": x} for x in others)


def after(explorer, moves):
    """How far it is with these changes, which are then taken back."""
    before = {name: getattr(explorer, name) for name in explorer._fixed["edit"]}
    apply(explorer, moves)
    reached = far(explorer)
    for name, A in before.items():
        setattr(explorer, name, A)
    return reached


def test_the_hint_is_the_best_single_change_or_there_is_none_that_helps(ask, rng, seeds):
    explorers = [random_puzzle(rng)[0] for _ in seeds(60)]
    for explorer in explorers[::2]:  # from somewhere on the way
        apply(explorer, random_moves(rng, explorer, explorer._fixed["edit"]))
    explorers = [explorer for explorer in explorers if not explorer.solved]
    counted = {0: 0, 1: 0, 2: 0}
    for explorer, best in zip(explorers, ask(SEARCH, [asked(one) for one in explorers]), strict=True):
        now, least = far(explorer), min(after(explorer, [move]) for move in all_moves(explorer))
        helps = least == 0 or least < now - 0.005
        moves = best["moves"]
        assert (len(moves) == 1) == helps, asked(explorer)
        if helps:
            assert after(explorer, moves) == pytest.approx(least, abs=1e-9)
        if len(moves) == 2:
            assert after(explorer, moves) < now - 0.005
        counted[len(moves)] += 1
    assert counted[1] > 5


def test_a_pair_is_found_where_no_single_change_helps_and_nothing_where_nothing_does(ask):
    def products(*signs):  # of two numbers that are both 0: their product changes when both do
        W = np.array([[0.0], [0.0]])
        X = np.array([[1.0, 0.0], [0.0, 1.0]])
        made = Example("", X=X, W_Q=W, W_K=W, W_V=W)
        goals = [("scores", 0, 1, sign, k) for sign, k in signs]
        return asked(Explorer(made, goal=goals, edit=("W_Q", "W_K")))

    pair, nothing = ask(SEARCH, [products((">", 3)), products((">", 3), ("<", -3))])
    assert [abs(move["x"]) for move in pair["moves"]] == [2, 2]
    assert {move["name"] for move in pair["moves"]} == {"W_Q", "W_K"}
    assert nothing == {"moves": [], "isAll": True}


CHANGED = """all => all.map(({puzzle, heads, start, state, names}) =>
  ax.changedSince({ ...puzzle, heads }, start, state, names))"""


def test_what_is_changed_is_counted_as_python_counts_it(ask, rng, seeds):
    given, expected = [], []
    for _ in seeds(60):
        explorer, moves = random_puzzle(rng)
        start = asked(explorer)["state"]
        apply(explorer, moves)
        explorer.temperature = float(rng.choice([1, 2]))
        names = [*explorer._fixed["edit"], "temperature", "scaling", "heads_on"]
        explorer._fixed = explorer._fixed | {"edit": names}
        given.append(asked(explorer) | {"start": start, "names": names})
        expected.append(explorer._changed())
    for (numbers, others), changed in zip(expected, ask(CHANGED, given), strict=True):
        ours = [one["x"] for one in changed if one["name"] not in ("keep", "temperature")]
        assert sorted(ours) == sorted(numbers)
        assert len(changed) == len(numbers) + others
    assert len({len(numbers) + others for numbers, others in expected}) > 2


# On the page

OF_GOALS = CONTRASTS.replace('".ax *"', '".ax-goal *"')


def press(page, name):
    page.locator(".ax-goal-help").get_by_role("button", name=name).click()


@pytest.mark.parametrize(
    ("code", "asked", "said"),
    [
        ("en", FOOD | {"par": 1, "entries": (-3, 3)}, "In 1 change, whole numbers from −3 to 3."),
        ("zh", PREY | {"par": 2, "entries": (0, 1)}, "改 2 处就够，只用 0 到 1 的整数。"),
        ("en", HIDING | {"par": 4}, "In 4 changes."),
    ],
)
def test_par_is_said(page, tmp_path, code, asked, said):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", **asked), code)
    expect(page.locator(".ax-only").last).to_have_text(said)


def test_a_solved_puzzle_says_in_how_many_changes_and_how_many_would_do(page, tmp_path):
    def puzzle():
        return Explorer("first_look", **FOOD, par=1, entries=(-3, 3))

    open_explorer(page, tmp_path, puzzle)
    state = page.locator(".ax-goal-end > strong")
    expect(state).to_have_text("not yet")
    cell(page, "W_K", 3, 1).fill("3")
    expect(state).to_have_text("✓ Solved in 1 change, as few as it takes.")
    cell(page, "W_K", 0, 0).fill("1")
    expect(state).to_have_text("✓ Solved, in 2 changes; 1 would do.")
    cell(page, "W_K", 3, 1).fill("3.25")
    outside = "✓ Solved, in 2 changes and with 3.25; 1 would do, with whole numbers from −3 to 3."
    expect(state).to_have_text(outside)
    page.get_by_role("button", name="reset").click()
    expect(state).to_have_text("not yet")
    open_explorer(page, tmp_path, lambda: Explorer("first_look", **FOOD))
    cell(page, "W_K", 3, 1).fill("3")
    expect(state).to_have_text("✓ Solved")


def test_a_hint_says_where_then_what_and_why_and_marks_the_entry_until_the_next_edit(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", **FOOD, par=1, entries=(-3, 3)))
    said, marked = page.locator(".ax-goal-said"), page.locator(".ax-hinted")
    expect(marked).to_have_count(0)
    press(page, "hint")
    expect(said).to_contain_text("Look at WK[hunts, food]: no other single change brings you further.")
    expect(said).not_to_contain_text("3")
    expect(marked.locator("[data-at='3,1']")).to_have_count(1)
    press(page, "hint")
    why = "It takes K[cat, food] from 0 to 3, and chases · cat from 0 to 6."
    expect(said).to_have_text(f"Try WK[hunts, food] = 3 (now 0). {why}")
    expect(said).to_have_attribute("aria-live", "polite")
    cell(page, "scores", 0, 0).click()
    expect(marked).to_have_count(1)
    cell(page, "W_K", 0, 0).fill("1")
    expect(marked).to_have_count(0)
    expect(said).to_have_text("")
    press(page, "hint")
    cell(page, "W_K", 3, 1).fill("3")
    expect(page.get_by_role("button", name="hint")).to_have_attribute("aria-disabled", "true")


def test_a_hint_on_the_mask_is_shown_where_one_paints(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", **HIDING, par=4), "zh")
    press(page, "提示")
    expect(page.locator(".ax-goal-said")).to_contain_text("看这里：掩码里“鱼 → 猫”这一格")
    expect(page.locator(".ax-block-weights .ax-hinted[data-at='3,1']")).to_have_count(1)
    press(page, "提示")
    expect(page.locator(".ax-goal-said")).to_contain_text(
        "试试遮住“鱼 → 猫”。这样，“鱼 → 猫”的权重从 0.80 变成 0.00，"
    )


def test_a_hint_for_all_heads_shows_the_head_that_it_speaks_of(page, tmp_path):
    two = load_example("who_chases_whom_two_heads")
    left = replace(two, W_Q=np.tile(two.W_Q[:, :3], 2))
    goal = [("merged", 1, 0, ">", 0.9), ("merged", 1, 3, ">", 0.9)]
    open_explorer(page, tmp_path, lambda: Explorer(left, goal=goal, edit="W_Q", par=2, entries=(0, 9)))
    press(page, "hint")
    expect(page.locator(".ax-goal-said")).to_contain_text("(head 2)")
    expect(page.get_by_role("combobox", name="Head")).to_have_value("1")
    expect(page.locator(".ax-block-W_Q .ax-hinted")).to_have_count(1)


def test_a_solution_is_offered_after_a_hint_or_three_edits_and_can_be_undone_at_once(page, tmp_path):
    def puzzle():
        return Explorer("first_look", **PREY, par=2, entries=(0, 1))

    open_explorer(page, tmp_path, puzzle)
    show = page.locator(".ax-goal-help button").nth(1)
    expect(show).to_be_hidden()
    for k in range(3):
        expect(show).to_be_hidden()
        cell(page, "X", k, 0).fill("1.5")
    expect(show).to_be_visible()
    show.click()
    expect(page.locator(".ax-goal-end > strong")).to_have_text("✓ Solved in 2 changes, as few as it takes.")
    said = page.locator(".ax-goal-said")
    expect(said).to_contain_text("One of the solutions: X[cat, is eaten] = 1, ")
    expect(show).to_be_focused()
    expect(show).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="undo").click()
    assert [number(page, "X", k, 0) for k in range(3)] == [1.5] * 3
    expect(said).to_have_text("")
    open_explorer(page, tmp_path, puzzle)
    press(page, "hint")
    expect(show).to_be_visible()


def test_where_no_solution_is_found_that_is_said_and_nothing_changes(page, tmp_path):
    goal = [("weights", 0, 0, ">", 0.6), ("weights", 0, 1, ">", 0.6)]
    open_explorer(page, tmp_path, lambda: Explorer("first_look", goal=goal, edit="W_Q", par=1))
    press(page, "hint")
    press(page, "show a solution")
    said = page.locator(".ax-goal-said")
    expect(said).to_have_text("No solution was found with at most 1 change with whole numbers from −2 to 2.")
    expect(page.get_by_role("button", name="undo")).to_have_attribute("aria-disabled", "true")


def test_what_cannot_be_tried_has_no_help(page, tmp_path):
    goal = ("weights", 0, 0, ">", 0.9)
    for made in (
        Explorer("first_look", goal=goal, edit=("temperature", "scaling")),
        Explorer(replace(two_heads(), words={}), goal=("merged", 0, 0, ">", 9), edit="heads_on"),
        Explorer(example(300, 16), goal=goal, edit="X"),
    ):
        open_explorer(page, tmp_path, lambda made=made: made)
        expect(page.locator(".ax-goal-end > strong")).to_have_text("not yet")
        expect(page.locator(".ax-goal-help")).to_have_count(0)


def test_help_is_read_out_reached_by_keys_and_seen_without_colour(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", **FOOD, par=1, entries=(-3, 3)))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="hint")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".ax-goal-said")).to_contain_text("Try W")
    marked = page.locator(".ax-hinted")
    look = "one => [getComputedStyle(one).outlineStyle, getComputedStyle(one, '::before').content]"
    assert marked.evaluate(look) == ["dashed", '"?" / ""']
    assert violations(page) == []
    for _ in range(2):
        assert min(contrast for contrast, _ in page.evaluate(OF_GOALS)) >= 4.5
        page.evaluate(JUPYTERLAB_DARK)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".ax-met")).to_have_count(1)
    assert min(contrast for contrast, _ in page.evaluate(OF_GOALS)) >= 4.5
    assert violations(page) == []


def test_the_line_of_a_puzzle_opens_one_with_its_par(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", **FOOD, par=1, entries=(-3, 3)))
    cell(page, "W_K", 3, 1).fill("3")
    page.get_by_role("button", name="copy state").click()
    line = page.locator("textarea").input_value()
    assert ", par=1, entries=(-3, 3), " in line
    assert eval(line, {"Explorer": Explorer}).within_par
    page.get_by_role("button", name="reset").click()
    page.get_by_role("button", name="load", exact=True).click()
    expect(page.locator(".ax-met")).to_have_count(1)


# Predictions

LOOK = load_example("first_look")
PLAIN = replace(LOOK, key_names={})
NO_FISH = np.array([[True, True, True, False]] * 4)


def predicted(page, folder, made, said, code="en"):
    open_explorer(page, folder, made, code)
    fields = page.locator(".ax-ask input")
    fields.nth(said).check() if isinstance(said, int) else fields.fill(said)
    page.locator(".ax-ask button").click()
    return page.locator(".ax-ask > p")


@pytest.mark.parametrize(
    ("code", "made", "said", "reason"),
    [
        ("en", lambda: Explorer(LOOK, predict=("weights", 0)), 3,
         "It is cat: 0.76. small looks most for “doer” (2): cat has 2, fish 0."),
        ("zh", lambda: Explorer(LOOK, predict=("scores", 2)), 1,
         "实际上是“鱼”：6.00。“追”最想找的是“食物”（2）：“鱼”有 3，“猫”是 0。"),
        ("en", lambda: Explorer(PLAIN, predict=("weights", 0)), 3,
         "decides most is column 0 (counting from 0): there small asks with 2, cat has 2, and fish 0."),
        ("en", lambda: Explorer(LOOK, predict=("weights", 2), keep=NO_FISH), 3,
         "fish is hidden from chases by the mask."),
        ("en", lambda: Explorer(replace(LOOK, W_Q=-LOOK.W_Q), predict=("weights", 2)), 3,
         "What decides most is column food: there chases asks with −2, chases has −1, and fish 3."),
        ("en", lambda: Explorer(replace(LOOK, W_Q=0 * LOOK.W_Q), predict=("weights", 2)), 3,
         "✓ You said fish, and so it is: 0.25. It shares the first place with small, cat and chases."),
    ],
)  # fmt: skip
def test_a_wrong_word_gets_a_reason_of_the_numbers(page, tmp_path, code, made, said, reason):
    expect(predicted(page, tmp_path, made, said, code)).to_contain_text(reason)


@pytest.mark.parametrize(
    ("predict", "said", "reason"),
    [
        (("scores", 2, 3), "3", "it is 6, 3 away. scores[chases, fish] = 0·0 + 2·3 + (−1)·0 = 6"),
        (("Q", 2, 1), "9", "it is 2, 7 away. Q[chases, food] = 0·0 + 0·0 + 1·2 + 0·0 + 0·(−1) + 0·0 = 2"),
        (("weights", 2, 1), "1",
         "The scores of chases are small 3, cat 0, chases −4, fish 6: the largest is that of fish"),
    ],
)  # fmt: skip
def test_a_wrong_number_gets_its_arithmetic(page, tmp_path, predict, said, reason):
    ask = predicted(page, tmp_path, lambda: Explorer("first_look", predict=predict), said)
    expect(ask).to_contain_text(reason)


def test_a_hidden_weight_is_said_to_be_hidden_and_a_close_guess_needs_no_reason(page, tmp_path):
    hidden = Explorer("first_look", predict=("weights", 2, 3), keep=NO_FISH)
    expect(predicted(page, tmp_path, lambda: hidden, "0.8")).to_contain_text("fish is hidden from chases")
    close = predicted(page, tmp_path, lambda: Explorer("first_look", predict=("scores", 2, 3)), "5.9")
    expect(close).to_contain_text("Close.")
    expect(close).not_to_contain_text("·")
