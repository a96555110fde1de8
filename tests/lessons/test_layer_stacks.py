"""What lesson 09 says of its towers, measured by the lesson's own programs."""

import numpy as np
import pytest
import torch

from attnlib import attend, layer_norm, load_example, load_results
from classroom import mine
from classroom.lab.layer_stacks import common_and_own_norms, through_blocks, through_layers
from tools.build import NOTEBOOKS
from tools.lesson_source import read_lesson

SOURCE = NOTEBOOKS / "src" / "09_block.py"


@pytest.fixture(scope="module")
def lesson():
    """What the programs of the towers define; what they show is left out."""
    names = {"np": np, "mine": mine, "block": mine.block, "drawn": []}
    names["bands"] = lambda floors, lines, **_: names["drawn"].append((floors, lines))
    cells = {cell.id: cell.text for cell in read_lesson(SOURCE).code}
    for id in ("collapse-tower", "collapse-bands", "grow-live", "block-bands"):
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


def test_the_readers_words_differ_on_the_third_floor_and_are_much_alike_on_the_twelfth(lesson):
    """What the slider shows once the plus sign is put in."""
    words = load_example("first_look").X
    third, twelfth = (lesson["tower"](words, floors, lambda x, out: x + out) for floors in (3, 12))
    assert difference(third) > 0.3
    assert difference(twelfth) < 0.05


def test_both_towers_of_sections_2_and_3_are_the_same(lesson):
    words = np.random.default_rng(100).normal(size=(16, 64))
    climbed = through_layers()
    np.testing.assert_allclose(lesson["tower"](words, 6, lambda x, out: x + out), climbed[6])


def test_what_a_floor_adds_is_more_alike_than_its_rows():
    """On average over ten seeds, on each floor."""
    climbs = [through_layers(seed=seed) for seed in range(10)]
    rows = [[difference(x) for x in floors[:-1]] for floors in climbs]
    added = [[difference(b - a) for a, b in zip(floors, floors[1:], strict=False)] for floors in climbs]
    assert (np.mean(added, 0) < np.mean(rows, 0)).all()


def test_in_the_collapse_own_parts_grow_and_drown():
    seen = common_and_own_norms()
    assert (np.diff(seen["own_part"]) > 0).all()
    grown = seen["common_part"][1:] / seen["common_part"][:-1]
    assert (grown[1:] > 8).all()
    assert grown[2] > grown[1]


def test_with_a_plus_sign_all_words_look_at_the_same_one_in_the_end(lesson):
    """On the slider's last floor, and for ten seeds."""
    W_Q, W_K = lesson["W_Q"], lesson["W_K"]
    for x in (through_layers(seed=seed)[24] for seed in range(10)):
        weights = attend(x @ W_Q, x @ W_K, x).weights  # (16, 16)
        assert len({*weights.argmax(-1)}) == 1
        assert weights.max(-1).min() > 0.9
    x = lesson["climbed"][0]
    assert attend(x @ W_Q, x @ W_K, x).weights.max() < 0.6


def test_with_layer_norm_the_weights_stay_spread_out(lesson):
    """In the map, and for ten seeds."""
    for x in (through_layers(layer_norm, seed)[24] for seed in range(10)):
        assert lesson["look_at"](layer_norm(x)).max() < 0.14


def test_with_layer_norm_own_parts_stay_small_but_so_does_the_common_part():
    without, seen = common_and_own_norms(), common_and_own_norms(layer_norm)
    assert (seen["own_part"][1:] < without["own_part"][1:]).all()
    assert 3.5 < seen["common_part"][-1] / seen["own_part"][-1] < 4  # almost four times
    a_floor = np.diff(seen["common_part"]) / np.diff(seen["floors"])
    assert (a_floor > 1).all()
    assert (a_floor < 1.6).all()
    lost = [difference(through_layers(layer_norm, seed)[24]) for seed in range(10)]
    assert min(lost) > 0.15  # much more slowly


def test_the_words_differ_on_the_last_floor_of_blocks_and_ever_less_is_lost(lesson):
    assert left(lesson, "block", 24).mean().round(1) == 0.4
    assert left(lesson, "block", 24).min() > 0.3
    means = np.mean([[difference(x) for x in floors] for floors in lesson["climbs"]], 0)
    kept = means[[6, 12, 18, 24]] / means[[0, 6, 12, 18]]
    assert (kept < 1).all()
    assert (np.diff(kept) > 0).all()


def test_what_a_floor_of_blocks_adds_keeps_about_its_size_and_x_grows(lesson):
    climbs = np.array(lesson["climbs"])
    added = np.linalg.norm(np.diff(climbs, axis=1), axis=(2, 3)).mean(0)
    assert added.max() < 1.6 * added.min()
    x = np.linalg.norm(climbs, axis=(2, 3)).mean(0)
    assert (np.diff(x) > 0).all()
    assert added[-1] / x[-2] < 0.25
    assert added[0] / x[0] > 0.75


def test_the_climb_of_blocks_has_the_words_and_the_attention_of_the_climb():
    """With norms that change nothing and no feed-forward it is the same climb."""
    floors = through_blocks(lambda x, _norm_1, attention, _norm_2, _think: x + attention(x), seed=3)
    np.testing.assert_allclose(floors[6], through_layers(seed=3)[6])


def test_towers_that_have_not_learned_are_better_than_guessing_and_far_from_0():
    losses = load_results("block")["losses"]
    last = losses["post_norm"][:, -1]
    stuck = last[last > 0.1]
    assert len(stuck) == 4
    assert stuck.min() > 1.7
    assert stuck.max() < 2
    assert losses["pre_norm"][:, -1].max() < 0.1
    assert losses["post_norm_warm_up"][:, -1].max() < 0.1


@pytest.mark.parametrize("width", [2, 4, 16])
def test_without_layer_norm_words_alone_keep_sums_that_are_equal(lesson, width):
    """Section 4, also in longer rows."""
    words = np.array([[[0.0, 0]], [[1, 0]], [[0, 1]], [[1, 1]]]) @ np.random.default_rng(0).normal(
        size=(2, width)
    )
    x = lesson["tower"](words, 12, lambda x, out: x + out)
    np.testing.assert_allclose(x[0] + x[3], x[1] + x[2], rtol=1e-9)


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


def test_the_gradient_of_post_norm_rises_since_its_terms_point_the_same_way():
    names = {}
    cells = {cell.id: cell.text for cell in read_lesson(SOURCE).code}
    for id in ("order-tower", "order-gradients"):
        exec(cells[id], names)
    terms, whole, apart = ({1: [], 48: []} for _ in range(3))
    for floors in (1, 48):
        for seed in range(3):
            torch.manual_seed(seed)
            tower, seen = names["Tower"](floors, "post"), {}
            W_2 = tower.blocks[-1].W_2
            W_2.register_forward_hook(lambda _, given, out, seen=seen: seen.update(x=given[0], y=out))
            loss = names["loss_of"](tower, torch.randint(10, (16, 10)))
            y, matrix = torch.autograd.grad(loss, [seen["y"], W_2.weight])
            x = seen["x"].detach().flatten(0, 1)  # (words, d_ff)
            terms[floors].append((x.norm(dim=-1) * y.flatten(0, 1).norm(dim=-1)).sum().item())
            whole[floors].append(matrix.norm().item())
            apart[floors].append(difference(x.numpy()))
    assert 0.85 < np.mean(terms[48]) / np.mean(terms[1]) < 1.15
    assert np.mean(whole[48]) > 1.4 * np.mean(whole[1])
    assert np.mean(apart[48]) < 0.5 * np.mean(apart[1])
