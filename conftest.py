"""The notebooks are tests, too: nbval runs them; tools/nbval_compare_outputs.py compares what they show."""

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    """Hand a notebook to our kind of nbval, where nbval is asked for."""
    found = yield
    if file_path.suffix != ".ipynb" or not getattr(parent.config.option, "nbval", False):
        return found
    from tools.nbval_compare_outputs import Notebook  # a second, which other tests need not wait for

    return [Notebook.from_parent(parent, path=file_path)]
