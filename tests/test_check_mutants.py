"""No mutant of a right answer that gives other results is accepted (tests.helpers.mutants tries all)."""

from collections import Counter

import pytest
import torch

from attnlib.check import call
from tests.helpers.mutants import judged


def within_seconds(work):
    done = []
    call._work(work, done)
    return done


def test_no_mutant_that_changes_results_is_accepted(monkeypatch):
    monkeypatch.setattr(call, "within_seconds", within_seconds)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    fates = Counter()
    for exercise, source, fate in judged(every=5):
        fates[fate] += 1
        if fate not in ("equal", "raises", "named", "refused"):
            pytest.fail(f"{exercise}: {fate}\n{source}")
    torch.set_num_threads(threads)
    assert fates.total() >= 200
    assert fates["named"] >= 50
