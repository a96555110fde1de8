"""Small trainings: the same on every run; they learn what can be learned, and say what is right."""

import subprocess
import sys

import numpy as np
import torch

from attnlib.layers import MultiHeadAttention, SelfAttention
from classroom.explorer import Explorer
from classroom.lab.training import adam, neighbours, ring_example, train


def itself(sentences):
    x, _ = neighbours(sentences, places=6)
    return x, x[..., :4].argmax(-1, keepdim=True)


def test_each_word_has_two_neighbours_in_the_ring():
    x, wanted = neighbours(3, places=5, words=4)
    assert x.shape == (3, 5, 9)
    assert (x[..., 4:] == torch.eye(5)).all()
    word = x[..., :4].argmax(-1)
    for i in range(5):
        assert (wanted[:, i, 0] == word[:, i - 1]).all()
        assert (wanted[:, i, 1] == word[:, (i + 1) % 5]).all()


def test_two_heads_learn_both_neighbours_and_one_does_not_however_wide():
    two = train(lambda: MultiHeadAttention(12, 2), neighbours, iterations=150)
    one = train(lambda: SelfAttention(12, 48, 48, output_projection=True), neighbours, iterations=150)
    assert two.right[0] < 0.4
    assert two.right[-1] == 1
    assert one.right[-1] < 0.6


def test_the_weights_are_those_of_each_head_at_each_look():
    run = train(lambda: MultiHeadAttention(10, 5), itself, iterations=20, every=5)
    assert run.iterations == [0, 5, 10, 15, 20]
    assert run.right.shape == (5,)
    assert run.weights.shape == (5, 5, 6, 6)
    assert np.allclose(run.weights.sum(-1), 1, atol=1e-5)
    x, _ = itself(400)
    assert np.allclose(run.weights[-1], run.layer(x)[1].mean(0).detach(), atol=0.05)


def test_the_same_seed_gives_the_same_run_and_another_another():
    a, b, c = (train(lambda: SelfAttention(10), itself, seed, iterations=10) for seed in (1, 1, 2))
    assert np.array_equal(a.weights, b.weights)
    assert a.right.tolist() == b.right.tolist()
    assert not np.array_equal(a.weights, c.weights)
    assert a.right[-1] > a.right[0]


def test_what_was_trained_can_be_explored():
    run = train(lambda: MultiHeadAttention(12, 4), neighbours, iterations=20)
    x, wanted = neighbours(1)
    example = ring_example(run, x[0])
    scores = example.project_output(example.trace())
    expected = run.read(run.layer(x)[0])[0].detach()
    assert np.allclose(scores, expected, atol=1e-5)
    assert [token[1] for token in example.tokens] == list("₀₁₂₃₄₅₆₇")
    letters = [token[0] for token in example.tokens]
    assert [letters[i - 1] for i in range(8)] == ["ABCD"[k] for k in wanted[0, :, 0]]
    assert example.column_names("projected") == ["←A", "←B", "←C", "←D", "A→", "B→", "C→", "D→"]
    assert example.column_names("W_O") == example.column_names("projected")
    assert Explorer(example, heads_on=[True, False, True, True]).trace.output.shape == (4, 8, 3)


def test_itsadam_is_that_of_torch():
    torch.manual_seed(0)
    x, y = torch.randn(30, 5), torch.randn(30, 2)
    ours, theirs = torch.nn.Linear(5, 2), torch.nn.Linear(5, 2)
    theirs.load_state_dict(ours.state_dict())
    learn, optimizer = adam([*ours.parameters()]), torch.optim.Adam(theirs.parameters(), 0.1)
    for k in range(20):
        learn((ours(x) - y).square().mean(), 0.1 / (k + 1))
        optimizer.param_groups[0]["lr"] = 0.1 / (k + 1)
        optimizer.zero_grad()
        (theirs(x) - y).square().mean().backward()
        optimizer.step()
    assert torch.allclose(ours.weight, theirs.weight, atol=1e-6)
    assert torch.allclose(ours.bias, theirs.bias, atol=1e-6)


def test_training_does_not_bring_the_compiler_of_torch_along():
    code = """
import sys
from attnlib.layers import SelfAttention
from classroom.lab.training import neighbours, train
train(lambda: SelfAttention(12), neighbours, iterations=10)
sys.exit("torch" not in sys.modules or "torch._dynamo" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_what_is_not_asked_counts_neither_for_the_loss_nor_for_what_is_right():
    def half(sentences):
        x, wanted = itself(sentences)
        return x, wanted.where(torch.arange(6)[:, None] < 3, torch.tensor(-1))

    run = train(lambda: SelfAttention(10), half, iterations=100, every=100)
    assert run.right[-1] == 1
    x, wanted = itself(100)
    with torch.no_grad():
        named = run.read(run.layer(x)[0]).argmax(-1)
    assert (named[:, :3] == wanted[:, :3, 0]).all()


def test_it_is_looked_at_on_the_sentences_that_are_asked():
    x, wanted = itself(30)
    run = train(lambda: SelfAttention(10), itself, iterations=60, every=60, asked=(x, (wanted + 1) % 4))
    assert run.right[-1] < 0.1


def test_a_parameter_that_plays_no_part_stays_as_it_is():
    used, idle = (torch.nn.Linear(3, 1, bias=False) for _ in range(2))
    before = idle.weight.clone()
    adam([used.weight, idle.weight])(used(torch.ones(1, 3)).sum(), 0.1)
    assert torch.equal(idle.weight, before)
