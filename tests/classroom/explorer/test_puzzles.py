"""Puzzles and predictions teach: par, hints, a solution on request, and reasons for mistakes."""

import re
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import expect

from attnlib.examples import load_example
from classroom.explorer import Explorer
from tests.classroom.explorer.variants import cell, number, open_explorer

FOOD = {"goal": [("scores", 2, 1, ">", 5), ("scores", 2, 3, "<", 7)], "edit": "W_K"}
PREY = {"goal": [("weights", 2, 1, ">", 0.5), ("weights", 2, 3, "<", 0.2)], "edit": "X"}
HIDING = {"goal": [("weights", 0, 3, ">", 0.7), ("output", 3, 1, "<", -0.9)], "edit": "keep"}


# Counting changes

CHANGED = "all => all.map(({ start, state, names, flags }) => ax.changedSince(start, state, names, flags))"


def test_what_is_changed_is_counted(ask):
    def changed(names, **now):
        start = {"W_Q": [[0, 1], [2, 3]], "b_Q": [0, 0], "keep": None, "heads_on": None, "temperature": 1}
        flags = {"keep": 4, "heads_on": 2}
        [found] = ask(CHANGED, [{"start": start, "state": start | now, "names": names, "flags": flags}])
        return [(one["name"], one["x"]) for one in found]

    assert changed(["W_Q", "b_Q"], W_Q=[[5, 1], [2, 4]], b_Q=[0, 7]) == [("W_Q", 5), ("W_Q", 4), ("b_Q", 7)]
    assert changed(["b_Q"], W_Q=[[5, 1], [2, 4]]) == []  # only what may be edited
    assert changed(["keep"], keep=[[True, False], [True, True]]) == [("keep", False)]
    assert changed(["heads_on", "temperature"], heads_on=[True, False], temperature=2) == [
        ("heads_on", False),
        ("temperature", 2),
    ]


# On the page


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


def test_a_number_that_is_not_whole_and_more_than_a_sign_are_named(page, tmp_path):
    goal = {"goal": [("scores", 2, 1, ">", 5)], "edit": "W_K", "par": 1}
    open_explorer(page, tmp_path, lambda: Explorer("first_look", **goal, entries=(-3, 3)))
    state = page.locator(".ax-goal-end > strong")
    cell(page, "W_K", 3, 1).fill("2.75")
    expect(state).to_contain_text("with 2.75; 1 would do, with whole numbers from −3 to 3")
    open_explorer(page, tmp_path, lambda: Explorer("first_look", **goal | {"edit": "W_Q"}, entries="signs"))
    expect(page.locator(".ax-only").last).to_have_text("In 1 change of sign, and no other.")
    cell(page, "W_Q", 2, 0).fill("3")
    expect(state).to_contain_text("with 3; 1 would do, of signs alone")


def test_what_has_no_par_is_a_task(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", goal=FOOD["goal"]), "zh")
    expect(page.get_by_role("group", name="任务")).to_be_visible()
    expect(page.locator(".ax-goal")).not_to_contain_text("谜题")


def test_a_puzzle_of_the_mask_is_painted_at_once(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", goal="three_cells"))
    expect(page.locator(".ax-goal")).to_contain_text("Only paint")
    expect(page.get_by_role("radio", name="paint")).to_be_checked()
    for at in ((0, 0), (0, 1), (3, 1)):
        cell(page, "scores", *at).click()
    expect(page.locator(".ax-goal-end > strong")).to_have_text("✓ Solved in 3 changes, as few as it takes.")


def test_hints_come_one_after_the_other_and_stay_while_one_tries(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", steps=("X", "weights"), goal="prey"))
    said = page.locator(".ax-goal-said")
    press(page, "hint")
    expect(said).to_contain_text("Hint 1 of 2: chases looks for food.")
    cell(page, "X", 0, 0).fill("0")
    press(page, "hint")
    expect(said).to_contain_text("Hint 2 of 2: One column of X")
    expect(said).to_have_attribute("aria-live", "polite")
    press(page, "hint")
    expect(said).to_contain_text("Hint 1 of 2")
    open_explorer(page, tmp_path, lambda: Explorer("first_look", steps=("X", "weights"), goal="prey"), "zh")
    press(page, "提示")
    expect(said).to_contain_text("提示 1/2：“追”要找的是食物。")


def test_a_solution_is_offered_after_a_hint_or_three_edits_and_can_be_undone_at_once(page, tmp_path):
    def puzzle():
        return Explorer("first_look", steps=("X", "weights"), goal="prey")

    open_explorer(page, tmp_path, puzzle)
    show = page.locator(".ax-goal-help button").nth(1)
    for k in range(3):
        expect(show).to_be_hidden()
        cell(page, "X", k, 0).fill("1.5")
    show.click()
    expect(page.locator(".ax-goal-end > strong")).to_have_text("✓ Solved in 2 changes, as few as it takes.")
    said = page.locator(".ax-goal-said")
    expect(said).to_contain_text("X[cat, is eaten] = 1, X[fish, is eaten] = 0")
    expect(show).to_be_focused()
    expect(show).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="undo").click()
    assert [number(page, "X", k, 0) for k in range(3)] == [1.5] * 3
    expect(said).to_have_text("")
    open_explorer(page, tmp_path, puzzle)
    press(page, "hint")
    expect(show).to_be_visible()


def test_a_solution_in_another_head_and_one_of_a_mask(page, tmp_path):
    two = load_example("who_chases_whom_two_heads")
    left = replace(two, W_Q=np.tile(two.W_Q[:, :3], 2))
    open_explorer(page, tmp_path, lambda: Explorer(left, goal="who_and_whom"))
    press(page, "hint")
    press(page, "show a solution")
    said = page.locator(".ax-goal-said")
    expect(said).to_contain_text("WQ[second, first] (head 2) = 0, WQ[second, third] (head 2) = 9")
    expect(page.get_by_role("button", name="head 2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ax-met")).to_have_count(1)
    open_explorer(page, tmp_path, lambda: Explorer("first_look", goal="three_cells"), "zh")
    press(page, "提示")
    press(page, "看一种解法")
    expect(said).to_contain_text("遮住“小 → 小”、遮住“小 → 猫”、遮住“鱼 → 猫”")
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
        ("en", lambda: Explorer(LOOK, predict=("scores", 2, 3)), "5.9", "Close."),
        ("en", lambda: Explorer(LOOK, predict=("scores", 2, 3)), "3",
         "it is 6, 3 away. scores[chases, fish] = 0·0 + 2·3 + (−1)·0 = 6"),
        ("en", lambda: Explorer(LOOK, predict=("weights", 2, 1)), "1",
         "The scores of chases are small 3, cat 0, chases −4, fish 6: the largest is that of fish"),
        ("en", lambda: Explorer(LOOK, predict=("weights", 2, 3), keep=NO_FISH), "0.8", "hidden from chases"),
        ("zh", lambda: Explorer(LOOK, predict=("scores", 2)), 1,
         "实际上是“鱼”：6.00。“追”最想找的是“食物”（2）：“鱼”有 3，“猫”是 0。"),
        ("en", lambda: Explorer(PLAIN, predict=("weights", 0)), 3,
         "decides most is column 0 (counting from 0): there small asks with 2, cat has 2, and fish 0."),
        ("en", lambda: Explorer(replace(LOOK, W_Q=-LOOK.W_Q), predict=("weights", 2)), 3,
         "What decides most is column food: there chases asks with −2, chases has −1, and fish 3."),
        ("en", lambda: Explorer(replace(LOOK, W_Q=0 * LOOK.W_Q), predict=("weights", 2)), 3,
         "✓ You said fish, and so it is: 0.25. It shares the first place with small, cat and chases."),
    ],
)  # fmt: skip
def test_a_prediction_gets_a_reason_of_the_numbers(page, tmp_path, code, made, said, reason):
    expect(predicted(page, tmp_path, made, said, code)).to_contain_text(reason)


def test_a_number_out_of_range_is_named_before_the_puzzle_is_solved(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", goal="prey"))
    state = page.locator(".ax-goal strong[role=status]")
    cell(page, "X", 0, 3).fill("5")
    expect(state).to_have_text("not yet; 5 is not among the whole numbers from 0 to 1")
    cell(page, "X", 0, 3).fill("1")
    expect(state).to_have_text("not yet")


@pytest.mark.parametrize("edited", [False, True])
def test_a_verdict_is_the_same_after_a_reload_whatever_has_been_changed(page, tmp_path, edited):
    question = ("output", 1, 1)
    open_explorer(page, tmp_path, lambda: Explorer("between", ("X", "V", "output"), predict=question))
    if edited:
        cell(page, "X", 1, 1).fill("0")
    page.locator(".ax-ask input").fill("3")
    page.locator(".ax-ask button").click()
    result = page.locator(".ax-ask p")
    verdict = result.inner_text()
    assert verdict.startswith(f"output[apple, tech]: ✗ You said 3.00; it is {1.91 if edited else '1.00'}")
    cell(page, "X", 1, 2).fill("0")
    expect(page).to_have_url(re.compile(r"X%22:.*judged"))  # a little later
    expect(result).to_have_text(verdict)
    page.reload()
    expect(cell(page, "X", 1, 2)).to_have_value("0")
    expect(result).to_have_text(verdict)
