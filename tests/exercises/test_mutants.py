"""No mutant of a right answer that gives other results is accepted."""

from collections import Counter

import pytest

from tests.helpers.mutants import judged


@pytest.mark.usefixtures("thousands_of_checks")
def test_no_mutant_that_changes_results_is_accepted(seeds):
    fates = Counter()
    for exercise, source, fate in judged(*((5, 1) if len(seeds(10)) == 10 else (40, 8))):
        fates[fate] += 1
        assert fate in ("equal", "raises", "named", "refused"), f"{exercise}: {fate}\n{source}"
    assert fates.total() >= 40
    assert fates["named"] >= 10
