"""What lesson 09 says of its stacks, measured by the lesson's own programs."""

import numpy as np
import pytest

from attnlib import attend, layer_norm, load_example, load_results
from classroom import mine
from classroom.lab.layer_stacks import (
    LAYERS,
    common_and_own_norms,
    difference,
    difference_from_pytorch,
    differences,
    through_blocks,
    through_layers,
)
from tools.build import NOTEBOOKS
from tools.lesson_source import read_lesson
from tools.results.trained_blocks import VARIANTS

SOURCE = NOTEBOOKS / "src" / "09_block.py"
RULER = np.random.default_rng(7).normal(size=(2, 64, 64)) / 8


@pytest.fixture(scope="module")
def lesson():
    """What the programs of the stacks define; what they show is left out."""
    names = {"np": np, "mine": mine, "drawn": [], "LAYERS": LAYERS}
    names |= {"differences": differences, "through_layers": through_layers, "attend": attend}
    names |= {"heads": lambda *_: None, "live": lambda *_, **__: None}
    names["bands"] = lambda layers, lines, **_: names["drawn"].append((layers, lines))
    cells = {cell.id: cell.text for cell in read_lesson(SOURCE).code}
    for id in ("collapse-stack", "collapse-bands", "grow-live"):
        exec(cells[id], names)
    return names


@pytest.fixture(scope="module")
def climbs():
    """The words before the first of 24 random blocks and after each, for ten seeds: (10, 25, 16, 64)."""
    return np.array([through_blocks(seed=seed) for seed in range(10)])


def left(lesson, name, layer):
    """The differences that are left after a layer, for ten seeds, as the picture draws them."""
    layers, lines = lesson["drawn"][-1]
    return np.array(lines[name])[:, list(layers).index(layer)]


def test_attention_alone_makes_all_words_one_in_three_floors(lesson):
    assert 1e-6 < left(lesson, "attention_alone", 3).mean() < 1e-5  # a few millionths
    assert left(lesson, "attention_alone", 4).max() == 1e-7  # where the plot stops
    assert left(lesson, "with_residual", 3).min() > 0.5


def test_a_residual_connection_slows_the_collapse_and_does_not_stop_it(lesson):
    assert 0.4 < left(lesson, "with_residual", 6).mean() < 0.6
    assert left(lesson, "with_residual", 24).mean() < 0.01


def test_the_readers_words_differ_after_the_third_layer_and_are_much_alike_after_the_twelfth(lesson):
    """What the slider shows with the plus sign."""
    words = load_example("first_look").X
    third, twelfth = (lesson["stack"](words, layers, lambda x, out: x + out) for layers in (3, 12))
    assert difference(third) > 0.3
    assert difference(twelfth) < 0.05


def test_the_stacks_of_sections_1_and_2_are_the_same(lesson):
    words = np.random.default_rng(100).normal(size=(16, 64))
    climbed = through_layers()
    np.testing.assert_allclose(lesson["stack"](words, 6, lambda x, out: x + out), climbed[6])


def test_what_a_layer_adds_is_more_alike_than_its_rows():
    """On average over ten seeds, in each layer."""
    climbs = [through_layers(seed=seed) for seed in range(10)]
    rows = [[difference(x) for x in tables[:-1]] for tables in climbs]
    added = [[difference(b - a) for a, b in zip(tables, tables[1:], strict=False)] for tables in climbs]
    assert (np.mean(added, 0) < np.mean(rows, 0)).all()


def test_in_the_collapse_own_parts_grow_and_drown():
    seen = common_and_own_norms(RULER)
    assert (np.diff(seen["own_part"]) > 0).all()
    grown = seen["common_part"][1:] / seen["common_part"][:-1]
    assert (grown[1:] > 8).all()
    assert grown[2] > grown[1]


def test_with_a_plus_sign_all_words_look_at_the_same_one_in_the_end(lesson):
    """After the slider's last layer, and for ten seeds."""
    W_Q, W_K = lesson["ruler"]
    for x in (through_layers(seed=seed)[24] for seed in range(10)):
        weights = attend(x @ W_Q, x @ W_K, x).weights  # (16, 16)
        assert len({*weights.argmax(-1)}) == 1
        assert weights.max(-1).min() > 0.9
    x = lesson["plain"][0]
    assert attend(x @ W_Q, x @ W_K, x).weights.max() < 0.6


def test_with_layer_norm_the_weights_stay_spread_out(lesson):
    """In the map, and for ten seeds."""
    for x in (through_layers(layer_norm, seed)[24] for seed in range(10)):
        assert lesson["look_at"](layer_norm(x)).max() < 0.14


def test_with_layer_norm_own_parts_stay_small_but_so_does_the_common_part():
    without, seen = common_and_own_norms(RULER), common_and_own_norms(RULER, layer_norm)
    assert (seen["own_part"][1:] < without["own_part"][1:]).all()
    assert 3.5 < seen["common_part"][-1] / seen["own_part"][-1] < 4  # almost four times
    a_layer = np.diff(seen["common_part"]) / np.diff(seen["layers"])
    assert (a_layer > 1).all()
    assert (a_layer < 1.6).all()
    lost = [difference(through_layers(layer_norm, seed)[24]) for seed in range(10)]
    assert min(lost) > 0.15  # much more slowly


def test_the_words_differ_after_the_last_block_and_ever_less_is_lost(climbs):
    each = np.array([[difference(x) for x in tables] for tables in climbs])
    assert each[:, 24].mean().round(1) == 0.4
    assert each[:, 24].min() > 0.3
    means = each.mean(0)
    kept = means[[6, 12, 18, 24]] / means[[0, 6, 12, 18]]
    assert (kept < 1).all()
    assert (np.diff(kept) > 0).all()


def test_what_a_block_adds_keeps_about_its_size_and_x_grows(climbs):
    added = np.linalg.norm(np.diff(climbs, axis=1), axis=(2, 3)).mean(0)
    assert added.max() < 1.6 * added.min()
    x = np.linalg.norm(climbs, axis=(2, 3)).mean(0)
    assert (np.diff(x) > 0).all()
    assert added[-1] / x[-2] < 0.25
    assert added[0] / x[0] > 0.75


def test_the_climb_of_blocks_has_the_words_and_the_attention_of_the_climb():
    """With norms that change nothing and no feed-forward it is the same climb."""
    tables = through_blocks(lambda x, _norm_1, attention, _norm_2, _think: x + attention(x), seed=3)
    np.testing.assert_allclose(tables[6], through_layers(seed=3)[6])


def test_models_that_have_not_learned_are_better_than_guessing_and_far_from_0():
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
    """Section 3, also in longer rows."""
    words = np.array([[[0.0, 0]], [[1, 0]], [[0, 1]], [[1, 1]]]) @ np.random.default_rng(0).normal(
        size=(2, width)
    )
    x = lesson["stack"](words, 12, lambda x, out: x + out)
    np.testing.assert_allclose(x[0] + x[3], x[1] + x[2], rtol=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_two_random_layers_with_layer_norm_and_a_linear_read_out_give_xor(seed):
    """What the lecturer's notes say, of a word alone: its weight on itself is 1."""
    rng = np.random.default_rng(seed)
    x = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]]) @ rng.normal(size=(2, 4))
    for W_V, W_O in rng.normal(size=(2, 2, 4, 4)) / 2:
        x = x + layer_norm(x) @ W_V @ W_O
    rows = np.c_[x, np.ones(4)]
    read_out = np.linalg.lstsq(rows, [0, 1, 1, 0], rcond=None)[0]
    np.testing.assert_allclose(rows @ read_out, [0, 1, 1, 0], atol=1e-6)


def test_the_readers_block_is_that_of_pytorch():
    assert difference_from_pytorch(mine.block) == 0
    assert difference_from_pytorch(mine.post_norm_block) > 1


@pytest.mark.parametrize("code", ["en", "zh"])
def test_a_trained_model_loses_its_words_without_its_parts(code):
    """Section 5, in every sentence."""
    found = load_results("trained_blocks")[code]
    assert list(found) == list(VARIANTS)
    assert {runs.shape for runs in found.values()} == {(8, 13)}
    assert found["as_trained"][:, 11].min() > 0.6
    assert found["as_trained"][:, 12].min() > 0.35
    assert found["without_residual"][:, 5:].max() < 0.001
    assert found["without_feed_forward"][:, 12].max() < 0.05


def test_the_stream_of_a_trained_pre_norm_model_grows():
    norms = load_results("trained_blocks")["norms_of_the_writer"]
    assert len(norms) == 31
    assert norms[-1] > 250 * norms[0]
