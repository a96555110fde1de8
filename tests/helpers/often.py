"""Parameters of which some are asked every time, and the others with --all."""

import pytest


def often(kinds, *chosen):
    """All kinds, as parameters of a test; those that are not chosen are slow."""
    assert set(chosen) <= set(kinds), set(chosen) - set(kinds)
    return [kind if kind in chosen else pytest.param(kind, marks=pytest.mark.slow) for kind in kinds]
