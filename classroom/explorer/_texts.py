"""The texts on the explorer."""

from attnlib.draw.steps import STEPS, title
from attnlib.languages import in_force, text_from, texts_of

text = text_from(__file__, "explorer")


def texts():
    """Return all texts in the language in force by key, with step_Q and so on: how each step is called."""
    steps = {f"step_{name}": title(name, short=True) for name in STEPS}
    return steps | texts_of(__file__, "explorer") | {"space": in_force((" ", ""))}
