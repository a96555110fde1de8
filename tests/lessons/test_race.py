"""What lesson 11 says of times and bytes holds of the figures that it draws."""

import pytest

from attnlib import load_results
from tools.results.cost import Writer, promises


def test_the_stored_figures_keep_what_the_lesson_says():
    promises(load_results("cost"))


def test_promises_notice_figures_that_do_not_keep_them():
    results = load_results("cost")
    results["race_seconds"]["attention"][-1] /= 3
    with pytest.raises(AssertionError):
        promises(results)


def test_what_is_timed_writes_the_same_with_a_cache_and_without():
    writer = Writer()
    assert writer.write(12) == writer.write_with_cache(12)


def test_a_table_takes_four_times_the_bytes_for_twice_the_words_and_fused_attention_less_than_thrice():
    held = load_results("cost")["fused_bytes"]
    assert (held["with_table"][1:] / held["with_table"][:-1]).round(2) == pytest.approx(4)
    assert (held["fused"][1:] / held["fused"][:-1]).max() < 3
