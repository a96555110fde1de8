"""What every test needs."""

import pytest

from attnlib.language import use_language
from tests.helpers.small_project import installer, tasks  # noqa: F401


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run the slow tests, too, as before a release")


def pytest_collection_modifyitems(config, items):
    """Skip what is marked as slow: the same things asked longer, of more lessons, or of more kernels."""
    if not config.getoption("--all"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="slow: `make test ARGS=--all` runs it too"))


@pytest.fixture(autouse=True)
def _english():
    """A test begins in English, whatever the one before it has left."""
    use_language("en")
    yield
    use_language("en")
