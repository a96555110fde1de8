"""What lesson 09 says of its towers, measured by the lesson's own programs."""

import numpy as np
import pytest

from attnlib import attend, layer_norm, load_results, mine
from tools.build import NOTEBOOKS
from tools.lesson_source import read_lesson


@pytest.fixture(scope="module")
def lesson():
    """What the programs of the towers define; what they show is left out."""
    names = {"np": np, "attend": attend, "mine": mine, "layer_norm": layer_norm, "drawn": []}
    names["show"] = names["table"] = lambda *_, **__: None
    names["bands"] = lambda floors, lines, **_: names["drawn"].append((floors, lines))
    cells = {cell.id: cell.text for cell in read_lesson(NOTEBOOKS / "src" / "09_block.py").code}
    for id in ("collapse-tower", "collapse-bands", "grow-weights", "norm-left", "norm-bands"):
        exec(cells[id], names)
    return names


def left(lesson, picture, name, floor):
    """The differences that are left on a floor, for ten seeds, as a picture of the lesson draws them."""
    floors, lines = lesson["drawn"][picture]
    return np.array(lines[name])[:, list(floors).index(floor)]


def test_attention_alone_makes_all_words_one_in_three_floors(lesson):
    assert left(lesson, 0, "attention_alone", 3).max() < 1e-4
    assert left(lesson, 0, "with_residual", 3).min() > 0.5


@pytest.mark.parametrize("picture", [0, 1])
def test_a_residual_connection_slows_the_collapse_and_does_not_stop_it(lesson, picture):
    assert 0.4 < left(lesson, picture, "with_residual", 6).mean() < 0.6
    assert left(lesson, picture, "with_residual", 24).mean() < 0.01


def test_what_a_floor_adds_is_more_alike_than_its_rows(lesson):
    """On average over ten seeds, on each floor."""
    climbs = [lesson["climb"](lambda x: x, seed) for seed in range(10)]
    rows = [[lesson["left"](x) for x in climb[:-1]] for climb in climbs]
    added = [[lesson["left"](b - a) for a, b in zip(climb, climb[1:], strict=False)] for climb in climbs]
    assert (np.mean(added, 0) < np.mean(rows, 0)).all()


def test_with_layer_norm_too_a_quarter_of_the_differences_is_left(lesson):
    assert 0.2 < left(lesson, 1, "with_residual_and_norm", 24).mean() < 0.3
    assert left(lesson, 1, "with_residual_and_norm", 24).min() > 0.15


def test_with_layer_norm_rows_stay_short_and_no_word_takes_everything(lesson):
    """norm-table ends on the 24th floor."""
    x = lesson["climb"](lesson["standard"], 0)[24]
    assert np.linalg.norm(x, axis=-1).mean().round() == 30
    a = lesson["standard"](x)
    assert attend(a @ lesson["W_Q"], a @ lesson["W_K"], x).weights.mean(0).max() < 0.2


def test_in_the_collapse_rows_are_long_and_all_words_look_at_the_same_one(lesson):
    """grow-weights ends on the 24th floor."""
    lengths = [np.linalg.norm(x, axis=-1).mean() for x in (lesson["words"], lesson["climbed"][-1])]
    assert lengths[1] > 700 * lengths[0]
    assert lesson["weights"][-1].mean(0).max() > 0.99


def test_a_bag_of_digits_has_the_loss_at_which_towers_get_stuck():
    digits = np.random.default_rng(0).integers(10, size=(20000, 10))
    bag = -np.log((digits[:, :, None] == digits[:, None]).mean(-1)).mean()
    last = load_results("block")["losses"]["post_norm"][:, -1]
    stuck = last[last > 1]
    assert bag.round(2) == 1.77
    assert (abs(stuck - bag) < 0.16).all()
