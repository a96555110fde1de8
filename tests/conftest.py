"""What every test needs."""

import gc
import os

import pytest
from xdist.scheduler import LoadFileScheduling

import tools  # noqa: F401  # before nbformat, which so needs a second less
from attnlib.languages import use_language
from classroom.optional import has_model, has_writer
from tests.helpers.small_project import installer, jupyterlab, tasks  # noqa: F401

# To look for garbage among all that PyTorch and matplotlib hold would take a tenth of the time.
gc.set_threshold(100_000, 50, 50)

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small products are slower when PyTorch shares them out


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run the slow tests, too, as before a release")


BROWSERS = {"browser", "firefox", "webkit", "lab"}  # the fixtures that start one


def pytest_collection_modifyitems(config, items):
    """Mark what needs a browser, and put it first: it takes longest. Skip what is slow or lacks a model."""
    for item in items:
        if BROWSERS & {*getattr(item, "fixturenames", [])}:
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)
    lacks = [name for name, is_here in (("model", has_model()), ("writer", has_writer())) if not is_here]
    for item in items:
        if any(item.get_closest_marker(name) for name in lacks):
            item.add_marker(pytest.mark.skip(reason="the model is not here: `make model` fetches it"))
    if not config.getoption("--all"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="slow: `make test ARGS=--all` runs it too"))


class OneOfEach(LoadFileScheduling):
    """A file stays in one process, so do JupyterLab and Firefox; a lesson runs where there is room."""

    def _split_scope(self, nodeid):
        path = super()._split_scope(nodeid)
        if path.endswith("test_lessons.py"):
            return nodeid
        if "firefox" in nodeid:
            return "Firefox"
        return "JupyterLab" if path.endswith("_lab.py") else path


def pytest_xdist_make_scheduler(config, log):
    """Which process has which tests."""
    return OneOfEach(config, log)


@pytest.fixture(scope="session")
def seeds(request):
    """seeds(n) are the first n with --all, else a tenth of them."""
    share = 1 if request.config.getoption("--all") else 10
    return lambda n: range(n // share)


@pytest.fixture(autouse=True)
def _english():
    """A test begins in English, whatever the one before it has left."""
    use_language("en")
    yield
    use_language("en")
