"""What lesson 10 says of its films is what was measured; and its first film is what its own programs do."""

import numpy as np
import pytest
import torch

from attnlib import load_results
from classroom import mine
from classroom.exercises.wrong_attention import SUSPECTS
from classroom.lab.digits import draw_digits
from classroom.lab.tasks import Reverser, reverse
from classroom.lab.training import train
from tools.build import NOTEBOOKS
from tools.lesson_source import read_lesson

RESULTS = load_results("learning")


@pytest.fixture(scope="module")
def cells():
    return {cell.id: cell.text for cell in read_lesson(NOTEBOOKS / "src" / "10_learning.py").code}


@pytest.fixture
def lesson(cells):
    """What the programs of section 3 define, with attnlib's loop."""
    names = {"np": np, "mine": mine, "train": mine.train, "loss": mine.loss}
    names |= {"table": lambda **_: None, "heatmap": lambda *_, **named: None}
    for id in ("gradient-draw", "gradient-code", "run-code"):
        exec(cells[id], names)
    return names


def loss(lesson, W_Q, sentences):
    X, digits = sentences
    p = mine.attention(X @ W_Q, X, X)[..., :10]
    return mine.loss(p.reshape(-1, 10), digits[:, ::-1].ravel())


def test_the_gradient_of_the_lesson_is_that_of_its_loss(lesson):
    W_Q, nudge = np.random.default_rng(1).normal(size=(2, 20, 20))
    sentences = draw_digits(np.random.default_rng(2))
    lesson["draw_digits"] = lambda rng: sentences
    tried = (lesson["gradient"](W_Q) * nudge).sum()
    up, down = (loss(lesson, W_Q + e * nudge, sentences) for e in (1e-5, -1e-5))
    assert tried == pytest.approx((up - down) / 2e-5, rel=0.01)


def test_the_formula_of_the_film_is_the_gradient_that_is_tried_out(lesson):
    W_Q = np.random.default_rng(1).normal(size=(20, 20))
    X, digits = sentences = draw_digits(np.random.default_rng(2))
    lesson["draw_digits"] = lambda rng: sentences
    w = mine.attention(X @ W_Q, X, X[..., 10:])
    t = w * (digits[:, ::-1, None] == digits[:, None])
    t = t / t.sum(-1, keepdims=True)
    formula = (X.mT @ (w - t) @ X).mean(0) / 10 / 20**0.5
    assert abs(lesson["gradient"](W_Q) - formula).max() < 1e-4


def test_the_loop_writes_the_anti_diagonal_into_w_q(lesson):
    W_Q = lesson["W_Q"][-1]
    assert lesson["right"][-1] > 0.99
    places = np.fliplr(W_Q[10:, 10:])
    assert np.diagonal(places).min() > 10
    assert abs(places - np.diag(np.diagonal(places))).max() < 3
    assert abs(W_Q[:10]).max() < 3
    assert abs(W_Q[10:, :10]).max() < 3


def test_the_loss_goes_on_falling_when_all_answers_are_right(lesson):
    assert lesson["right"][1:] == [1, 1, 1]
    assert (np.diff(lesson["losses"]) < -0.1).all()


def test_one_long_step_solves_the_puzzle(lesson):
    one = mine.train(lesson["gradient"], np.zeros((20, 20)), 1000, 1)
    X, digits = draw_digits(np.random.default_rng(2))
    assert (lesson["probabilities"](one, X).argmax(-1) == digits[:, ::-1]).mean().round(2) == 1


def test_at_step_17_of_the_film_all_is_right_with_a_third_of_the_weight():
    film = RESULTS["reverse"]
    assert (film["right"] == 1).argmax() == 17
    assert 0.3 < np.diagonal(np.fliplr(film["weights"][17])).mean() < 0.4


def test_two_layers_turn_suddenly_and_one_never_does_unless_it_can_cheat():
    turn = RESULTS["induction"]
    last = {name: runs[:, -1] for name, runs in turn["lines"].items()}
    assert last["two_layers"].min() > 0.98
    assert last["one_layer"].max() < 0.2
    assert last["one_layer_same_place"].min() > 0.98
    at = dict(zip(turn["steps"], turn["right"], strict=True))
    assert max(at[step] for step in range(0, 461, 20)) < 0.2
    assert at[500] >= 0.95
    assert turn["second"][-1].argmax() == 9


def test_with_keys_as_queries_both_positions_of_a_pair_name_the_same_digit():
    run = train(lambda: Reverser(attention=SUSPECTS["keys_are_queries"]), reverse, rate=3e-3)
    torch.manual_seed(1)
    digits, _ = reverse(1000)
    named = run.read(run.layer(digits)[0]).argmax(-1)
    differ = digits != digits.flip(1)
    assert (named == named.flip(1))[differ].double().mean() > 0.98
    assert (named == digits.flip(1))[~differ].double().mean() > 0.98


def test_layer_2_learns_soon_if_layer_1_is_given():
    turn = RESULTS["induction"]
    given, learned = turn["note_given"], turn["lines"]["two_layers"]
    at_100, at_260 = (turn["steps"].tolist().index(step) for step in (100, 260))
    assert given[:, at_100].min() >= 0.2 > learned[:, : at_260 + 1].max()
    assert given[:, -1].min() > 0.98


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_writer_overfits_with_each_seed(lang):
    """The training loss falls below a tenth; the test loss is lowest on the way, and rises from there."""
    training, test = (RESULTS["writer"][lang][name] for name in ("training_set", "test_set"))
    assert training.shape == test.shape == (10, 21)
    assert (training[:, 20] < training[:, 0] / 10).all()
    assert (test.min(1) < test[:, 0] - 1).all()
    assert (test.argmin(1) < 16).all()
    assert (test[:, 20] > test.min(1) + 0.05).all()
    assert test.mean(0).argmin() == {"en": 10, "zh": 7}[lang]


def test_some_seeds_are_right_and_look_elsewhere():
    """Section 6 of lesson 12 says: six of ten have learned, and one of these looks at the adjective."""
    for lang, seed, about, on_the_noun in (("en", 3, 1, 0.5), ("zh", 1, 0, 0.39)):
        found = load_results("pronoun")[lang]
        learned = [k for k, right in enumerate(found["right"]) if right >= 0.99]
        assert len(learned) == 6
        assert min(learned, key=lambda k: found["on_the_noun"][k]) == seed
        assert found["on_the_noun"][seed] == on_the_noun
        assert sorted(found["on_the_noun"][k] for k in learned)[1] >= 0.85
        assert found["rows"][seed][about][:2].max() <= 0.02  # on the nouns
        assert found["rows"][seed][about][2] >= 0.98  # on the adjective


def test_six_of_seven_wrong_programs_reverse_perfectly_and_no_task_finds_all():
    suspects = dict(RESULTS["suspects"])
    right = suspects.pop("attention")
    assert len(suspects) == 7
    assert min(right[task].min() for task in right) >= 0.98
    perfect = [name for name, found in suspects.items() if found["reverse"].mean() > 0.99]
    assert set(suspects) - set(perfect) == {"keys_are_queries"}
    failing = {"softmax_over_columns", "no_softmax", "keys_are_queries"}
    for name, found in suspects.items():
        learned = (found["induction"] >= 0.98).sum()
        assert learned == {"no_scale": 6}.get(name, 0 if name in failing else 10)


def test_what_is_missing_is_missed():
    without = RESULTS["without"]
    for name in ("positions", "√d_k", "residual"):
        assert without[name]["with"].min() >= 0.98
        assert without[name]["without"].mean() < 0.7
    assert without["positions"]["without"].max() <= 0.3
    assert without["√d_k"]["without"].argmin() == 4
    assert without["sure"]["largest"].min() >= 0.99
    assert [without["sure"][name][4].round(2) for name in ("largest", "on_the_right_key", "jacobian")] == [
        1,
        0,
        0,
    ]
