"""What is reckoned from the sizes of a model is what its makers published, and what PyTorch counts."""

import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest
import torch

from attnlib import attend, use_language
from attnlib.layers import MultiHeadAttention, TransformerBlock
from classroom import cost
from classroom.exercises.catalog.count_multiplications import count_by_products


def counted(layer, n, d_model):
    return cost.flops(layer, torch.ones(n, d_model))


@pytest.mark.slow
def test_flops_are_those_of_pytorchs_own_counter_which_loads_a_compiler():
    code = """
import sys, torch
from torch.utils.flop_counter import FlopCounterMode
from classroom.lab import cost
from attnlib.layers import TransformerBlock
block, x = TransformerBlock(8, 2), torch.ones(3, 5, 8)
ours = cost.flops(block, x)
assert "torch._dynamo" not in sys.modules
with FlopCounterMode(display=False) as counter:
    block(x)
assert "torch._dynamo" in sys.modules, "then cost.flops may use FlopCounterMode"
assert ours == counter.get_total_flops() > 0
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_flops_are_two_for_each_multiplication():
    assert cost.flops(torch.matmul, torch.ones(2, 3), torch.ones(3, 5)) == 2 * 2 * 3 * 5


def test_the_peak_is_what_is_held_at_once_and_nothing_is_watched_afterwards():
    def one_after_the_other(n):
        for _ in range(3):
            np.ones(n)

    assert 8 * 100_000 <= cost.peak(one_after_the_other, 100_000) < 8 * 110_000
    assert cost.peak(lambda: np.ones(100_000) + np.ones(100_000)) >= 2 * 8 * 100_000
    with pytest.raises(ZeroDivisionError):
        cost.peak(lambda: 1 / 0)
    assert not tracemalloc.is_tracing()


def test_our_attention_holds_four_tables_at_once():
    n = 500
    held = cost.peak(lambda x: attend(x, x, x), np.ones((n, 8)))
    assert round(held / (8 * n * n), 1) == 4


def test_seconds_are_the_smallest_of_five(monkeypatch):
    clock, called = iter([0, 5, 10, 12, 20, 21.5, 30, 39, 50, 52]), []
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert cost.seconds(called.append, "x") == 1.5
    assert called == ["x"] * 5


def test_the_exercise_counts_half_of_what_pytorch_does():
    assert 2 * count_by_products(5, 8, 2) == counted(MultiHeadAttention(8, 2), 5, 8)


@pytest.mark.parametrize("name", cost.models())
def test_the_parameters_are_those_that_the_makers_have_counted(name):
    """But for norms and biases."""
    model = cost.models()[name]
    assert 0.997 < cost.parameters(model) / model.published <= 1
    assert model.source.startswith("https://")


@pytest.mark.parametrize(("n", "d_model"), [(7, 8), (20, 16)])
def test_the_operations_are_those_that_pytorch_counts(n, d_model):
    parts = cost.parts_of_block(n, d_model)
    assert counted(MultiHeadAttention(d_model, 2), n, d_model) == parts["projections"] + parts["pairs"]
    block = counted(TransformerBlock(d_model, 2), n, d_model)
    assert block == sum(parts.values()) == 24 * n * d_model**2 + 4 * n**2 * d_model
    three = cost.Model(layers=3, d_model=d_model, heads=2, vocabulary=11)
    assert cost.operations(three, n) == 3 * block + 2 * n * 11 * d_model
    assert cost.pair_operations(three, n) == 3 * parts["pairs"]


def test_one_more_token_costs_the_difference_of_two_readings_of_what_is_new():
    """With a cache: its own row in every matrix product, and its pairs, once."""
    model = cost.Model(layers=3, d_model=8, heads=2, vocabulary=11)
    row = cost.operations(model, 1) - cost.pair_operations(model, 1)
    assert cost.operations_of_next(model, 5) == row + 3 * 4 * 5 * 8


def test_a_cache_has_a_key_and_a_value_for_each_token_and_fewer_if_queries_share_them():
    model = cost.Model(layers=3, d_model=8, heads=4)
    sharing = cost.Model(layers=3, d_model=8, heads=4, key_heads=2)
    assert cost.cache_numbers(model, 10) == 3 * 10 * (8 + 8)
    assert cost.cache_numbers(sharing, 10) == cost.cache_numbers(model, 10) // 2
    assert cost.parameters(model) - cost.parameters(sharing) == 3 * 2 * 8 * 4
    assert cost.table_numbers(sharing, 10) == 4 * 10 * 10


def test_what_the_lesson_says_of_models_that_one_knows():
    known = cost.models()
    share = cost.pair_operations(known["GPT-2"], 1024) / cost.operations(known["GPT-2"], 1024)
    assert round(share, 2) == 0.13
    two, three = (2 * cost.cache_numbers(known[name], known[name].longest) for name in LLAMAS)
    assert (cost.memory(two), cost.memory(three)) == ("2.15 GB", "1.07 GB")
    assert known["Llama 3 8B"].longest == 2 * known["Llama 2 7B"].longest
    book = known["Qwen2.5 7B"]
    assert cost.memory(2 * cost.cache_numbers(book, book.longest)) == "7.52 GB"
    assert cost.memory(2 * cost.table_numbers(book, book.longest)) == "962 GB"
    assert 0.78 < cost.pair_operations(book, book.longest) / cost.operations(book, book.longest) < 0.82


LLAMAS = "Llama 2 7B", "Llama 3 8B"


@pytest.mark.parametrize(
    ("x", "written"),
    [
        (848, "848"),
        (9_999, "9,999"),
        (12_345, "1.23 × 10⁴"),
        (124_439_808, "1.24 × 10⁸"),
        (999_999_999, "1.00 × 10⁹"),
        (3.62e14, "3.62 × 10¹⁴"),
    ],
)
def test_a_large_number_is_written_in_three_digits(x, written):
    assert cost.amount(x) == written


def test_bytes_are_written_in_powers_of_ten():
    assert [cost.memory(x) for x in (512, 2048, 13_476_298_752, 40e12)] == [
        "512 B",
        "2.05 kB",
        "13.5 GB",
        "40 TB",
    ]


def test_the_ledger_is_a_table_in_the_language_in_force_and_says_when_a_text_is_too_long():
    model = cost.models()["GPT-2"]
    assert "<td" in cost.ledger(model, 1024, 2)
    for words in "1.24 × 10⁸", "249 MB", "37.7 MB", "KV cache of 1,024 tokens", "13 %":
        assert words in cost.ledger(model, 1024, 2)
    assert "1,024 tokens at most" not in cost.ledger(model, 1024, 2)
    assert "1,024 tokens at most" in cost.ledger(model, 2048, 2)
    use_language("zh")
    assert "1,024 个词元的 KV 缓存" in cost.ledger(model, 1024, 2)


def test_sizes_that_are_no_counts_are_refused():
    with pytest.raises(ValueError, match="Model: heads"):
        cost.Model(layers=1, d_model=8, heads=0)
    with pytest.raises((TypeError, ValueError), match="ledger: n"):
        cost.ledger(cost.models()["GPT-2"], np.nan, 2)


def test_the_lessons_card_of_16_gb_has_room_for_29_layers():
    def taken(layers):
        model = cost.Model(layers=layers, d_model=4096, heads=32, vocabulary=32000)
        return 2 * (cost.parameters(model) + cost.cache_numbers(model, 8192))

    assert taken(29) < 16e9 < taken(30)
