"""The constants that the browser gets from draw/steps.py, and what steps are called."""

from attnlib.draw.steps import STEPS
from attnlib.languages import use_language
from classroom.explorer._config import config
from classroom.explorer._texts import texts


def test_the_browser_gets_every_step_in_order():
    steps = config()["steps"]
    names = [name for name in steps if name in STEPS]
    assert names == list(STEPS)
    assert set(steps) - set(names) == {"context", "merged", "projected"}
    for name in names:
        step = STEPS[name]
        assert (steps[name]["rows"], steps[name]["cols"]) == (step.rows, step.cols)
        assert (steps[name]["kind"], steps[name]["sources"]) == (step.kind, step.sources)


def test_only_texts_depend_on_the_language():
    english = config(), texts()
    use_language("zh")
    assert config() == english[0]
    assert (english[1]["step_weights"], texts()["step_weights"]) == ("weights", "注意力权重")
