"""The dates of lesson 14 are translated rightly, held out for tests, and given to the reader's functions."""

import numpy as np
import pytest
import torch

from attnlib import attend, causal_mask, layer_norm
from classroom.lab.dates import (
    END,
    LETTERS,
    PADDING,
    START,
    Dates,
    numbers_of,
    reading_parts,
    text_of,
    translated,
    writing_parts,
)
from classroom.lab.numpy_bridge import on_tensors


@pytest.fixture(scope="module")
def dates():
    return Dates()


def test_no_date_of_the_test_set_is_trained_on(dates):
    training, test = ({tuple(row) for row in rows.tolist()} for rows in (dates.source, dates.test_source))
    assert len(training) == len(dates.source) == 4 * len(test) == 4 * len(dates.test_source)
    assert not training & test


def test_each_date_has_its_own_translation(dates):
    for source, target in zip(dates.test_source[:200], dates.test_target[:200], strict=True):
        assert text_of(target) == translated(text_of(source))
        assert target[-1] == END


def test_the_longest_and_the_shortest_date_fit():
    longest = numbers_of("27 september 2003")[0]
    assert (longest != PADDING).all()
    short = numbers_of("1 may 1999")[0]
    assert (short == PADDING).sum() == 7


def test_text_stops_at_the_end_and_leaves_the_start_out():
    year = LETTERS.index("年")
    assert text_of([START, year, END, year]) == "年"


@pytest.mark.parametrize("date", ["7. july 2003", "july 7 2003", "7 juli 2003", "32 may 2003", "7 july"])
def test_a_date_that_is_written_otherwise_is_refused(date):
    with pytest.raises(ValueError, match="like 7 july 2003"):
        translated(date)


def test_the_encoder_adds_a_tenth_of_the_usual_at_first(dates):
    small, usual = dates.parameters(seed=3), dates.parameters(seed=3, mixing=1)
    for name in usual:
        share = 0.1 if name in ("read_W_O", "read_W_2") else 1
        assert torch.allclose(small[name], share * usual[name]), name


def test_the_parts_are_the_readers_functions_with_the_parameters(dates):
    P = {name: numbers.detach() for name, numbers in dates.parameters().items()}
    y, context = torch.randn(1, 5, 32).double(), torch.randn(1, 17, 32).double()
    is_token, seen = numbers_of("1 may 1999") != PADDING, []
    norm_1, attention, *_ = reading_parts(on_tensors, P, is_token)
    gain, bias = P["gain_read_1"].numpy(), P["bias_read_1"].numpy()
    assert np.allclose(norm_1(y), layer_norm(y.numpy(), gain, bias))
    own = attend(*(context @ P[f"read_W_{M}"] for M in "QKV"), is_token[:, None]).output @ P["read_W_O"]
    assert torch.allclose(attention(context), own)
    _, self_attention, _, cross_attention, *_ = writing_parts(on_tensors, P, is_token, seen)
    own = attend(*(y @ P[f"write_W_{M}"] for M in "QKV"), causal_mask(5)).output @ P["write_W_O"]
    assert torch.allclose(self_attention(y), own)
    rows = y @ P["cross_W_Q"], context @ P["cross_W_K"], context @ P["cross_W_V"]
    trace = attend(*rows, is_token[:, None])
    assert torch.allclose(cross_attention(y, context), trace.output @ P["cross_W_O"])
    assert np.allclose(seen[0], trace.weights)
    assert (seen[0][..., 10:] == 0).all()
