"""What every test needs."""

import pytest

from attnlib.language import use_language
from tests.helpers.small_project import installer, tasks  # noqa: F401


@pytest.fixture(autouse=True)
def _english():
    """A test begins in English, whatever the one before it has left."""
    use_language("en")
    yield
    use_language("en")
