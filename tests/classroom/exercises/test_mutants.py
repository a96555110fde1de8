"""No mutant of a right answer that gives other results is accepted, and none is called what it is not."""

from collections import Counter

import pytest

from tests.helpers.mutants import judged


@pytest.mark.usefixtures("thousands_of_checks")
def test_no_mutant_that_changes_results_is_accepted_or_named_falsely(seeds):
    fates = Counter()
    for exercise, source, fate in judged(every=1 if len(seeds(10)) == 10 else 8):
        fates[fate] += 1
        assert fate in ("equal", "named", "refused"), f"{exercise}: {fate}\n{source}"
    assert fates.total() >= 100
    assert fates["named"] >= 20
