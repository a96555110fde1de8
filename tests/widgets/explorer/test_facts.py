"""What the browser is told of steps.py, once."""

from attnlib.draw.steps import STEPS
from attnlib.widgets.explorer._facts import facts


def test_the_browser_is_told_every_step_in_order():
    told = facts()["steps"]
    names = [name for name in told if name in STEPS]
    assert names == list(STEPS)
    assert set(told) - set(names) == {"context", "merged", "projected"}
    for name in names:
        step = STEPS[name]
        assert (told[name]["rows"], told[name]["cols"], told[name]["kind"]) == (
            step.rows,
            step.cols,
            step.kind,
        )
        assert told[name]["sources"] == step.sources
