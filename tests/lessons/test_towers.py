"""What lesson 09 says of its towers, measured by the lesson's own programs."""

import numpy as np
import pytest

from attnlib import attend, layer_norm, load_example, load_results, mine
from attnlib.lab.towers import climb, sizes
from tools.build import NOTEBOOKS
from tools.lesson_source import read_lesson

SOURCE = NOTEBOOKS / "src" / "09_block.py"


@pytest.fixture(scope="module")
def lesson():
    """What the programs of the towers define; what they show is left out."""
    names = {"np": np, "mine": mine, "layer_norm": mine.layer_norm, "drawn": []}
    names["bands"] = lambda floors, lines, **_: names["drawn"].append((floors, lines))
    cells = {cell.id: cell.text for cell in read_lesson(SOURCE).code}
    for id in ("collapse-tower", "collapse-bands", "grow-live", "norm-bands"):
        exec(cells[id], names)
    return names


def left(lesson, name, floor):
    """The differences that are left on a floor, for ten seeds, as the last picture draws them."""
    floors, lines = lesson["drawn"][-1]
    return np.array(lines[name])[:, list(floors).index(floor)]


def difference(x):
    """The difference between the words of one table."""
    return np.linalg.norm(x - x.mean(0)) / np.linalg.norm(x)


def test_attention_alone_makes_all_words_one_in_three_floors(lesson):
    assert 1e-6 < left(lesson, "attention_alone", 3).mean() < 1e-5  # a few millionths
    assert left(lesson, "attention_alone", 4).max() == 1e-7  # where the plot stops
    assert left(lesson, "with_residual", 3).min() > 0.5


def test_a_residual_connection_slows_the_collapse_and_does_not_stop_it(lesson):
    assert 0.4 < left(lesson, "with_residual", 6).mean() < 0.6
    assert left(lesson, "with_residual", 24).mean() < 0.01


def test_after_twelve_floors_of_the_reader_each_column_has_one_sign_and_similar_sizes(lesson):
    """What the slider shows once the plus sign is put in."""
    x = lesson["tower"](load_example("first_look").X, 12, lambda x, out: x + out)
    assert (np.sign(x) == np.sign(x[0])).all()
    assert (abs(x).max(0) < 2 * abs(x).min(0)).all()
    x = lesson["tower"](load_example("first_look").X, 3, lambda x, out: x + out)
    assert difference(x) > 0.3


def test_both_towers_of_sections_2_and_3_are_the_same(lesson):
    words = np.random.default_rng(100).normal(size=(16, 64))
    climbed = climb()
    np.testing.assert_allclose(lesson["tower"](words, 6, lambda x, out: x + out), climbed[6])


def test_what_a_floor_adds_is_more_alike_than_its_rows():
    """On average over ten seeds, on each floor."""
    climbs = [climb(seed=seed) for seed in range(10)]
    rows = [[difference(x) for x in floors[:-1]] for floors in climbs]
    added = [[difference(b - a) for a, b in zip(floors, floors[1:], strict=False)] for floors in climbs]
    assert (np.mean(added, 0) < np.mean(rows, 0)).all()


def test_in_the_collapse_own_parts_grow_and_drown():
    seen = sizes()
    assert (np.diff(seen["own_part"]) > 0).all()
    grown = seen["common_part"][1:] / seen["common_part"][:-1]
    assert (grown[1:] > 8).all()
    assert grown[2] > grown[1]


def test_with_a_plus_sign_all_words_look_at_the_same_one_in_the_end(lesson):
    """On the slider's last floor, and for ten seeds."""
    W_Q, W_K = lesson["W_Q"], lesson["W_K"]
    for x in (climb(seed=seed)[24] for seed in range(10)):
        weights = attend(x @ W_Q, x @ W_K, x).weights  # (16, 16)
        assert len({*weights.argmax(-1)}) == 1
        assert weights.max(-1).min() > 0.9
    x = lesson["climbed"][0]
    assert attend(x @ W_Q, x @ W_K, x).weights.max() < 0.6


def test_with_layer_norm_the_weights_stay_spread_out(lesson):
    """In the four maps, and for ten seeds."""
    favourites = []
    for seed, x in enumerate(climb(layer_norm, seed)[24] for seed in range(10)):
        weights = lesson["look_at"](layer_norm(x))
        assert weights.max() < 0.14
        np.testing.assert_allclose(x, lesson["climbs"][seed][24])
        favourites.append({*weights.argmax(-1)})
    alike = [len(words) == 1 for words in favourites]
    assert sum(alike) == 4
    assert alike[:4] == [True, True, True, False]


def test_with_layer_norm_own_parts_stay_small_but_so_does_the_common_part(lesson):
    without, seen = sizes(), sizes(layer_norm)
    assert (seen["own_part"][1:] < without["own_part"][1:]).all()
    assert 3.5 < seen["common_part"][-1] / seen["own_part"][-1] < 4  # almost four times
    a_floor = np.diff(seen["common_part"]) / np.diff(seen["floors"])
    assert (a_floor > 1).all()
    assert (a_floor < 1.6).all()
    shown = left(lesson, "with_layer_norm", 24)
    np.testing.assert_allclose(shown, [difference(climb(layer_norm, seed)[24]) for seed in range(10)])
    assert 0.2 < shown.mean() < 0.3
    assert (np.diff(np.mean(lesson["drawn"][-1][1]["with_layer_norm"], 0)) < 0).all()  # goes on falling
    assert shown.min() > 0.15


def test_a_bag_of_digits_has_the_loss_at_which_towers_get_stuck():
    """A row knows its own digit, and the right one is among the other nine."""
    names = {"np": np, "show": lambda **_: None}
    exec(next(cell.text for cell in read_lesson(SOURCE).code if cell.id == "order-bag-code"), names)
    bag = -np.log(names["share"]).mean()
    for digits, shares in zip(names["digits"][:20], names["share"], strict=False):
        for place, share in enumerate(shares):
            others = np.delete(digits, place).tolist()
            assert share == others.count(digits[9 - place]) / 9
    last = load_results("block")["losses"]["post_norm"][:, -1]
    stuck = last[last > 1]
    assert bag.round(2) == 1.72
    assert (stuck > bag).all()  # all four are worse
    assert (stuck - bag < 0.21).all()


def test_layer_norm_alone_bends_enough_for_xor_if_its_rows_are_chosen():
    s = np.array([-1.0, 0, 0, 1])  # edible + brand - 1
    third = layer_norm(np.stack([s, -s, s**0, -(s**0)], 1))[:, 2]
    np.testing.assert_allclose((third - 1) / (2**0.5 - 1), [0, 1, 1, 0], atol=1e-4)


@pytest.mark.parametrize("seed", range(10))
def test_two_random_floors_with_layer_norm_and_a_linear_read_out_give_xor(seed):
    """What the lecturer's notes say, of a word alone: its weight on itself is 1."""
    rng = np.random.default_rng(seed)
    x = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]]) @ rng.normal(size=(2, 4))
    for W_V, W_O in rng.normal(size=(2, 2, 4, 4)) / 2:
        x = x + layer_norm(x) @ W_V @ W_O
    rows = np.c_[x, np.ones(4)]
    read_out = np.linalg.lstsq(rows, [0, 1, 1, 0], rcond=None)[0]
    np.testing.assert_allclose(rows @ read_out, [0, 1, 1, 0], atol=1e-6)
