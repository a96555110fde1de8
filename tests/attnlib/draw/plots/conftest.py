"""The example that most pictures are drawn of, and a browser for how they look on a page."""

import pytest

from attnlib.examples import load_example
from tests.helpers.browsers import _contexts, _found, _watched, browser, page, page_options  # noqa: F401


@pytest.fixture
def look():
    return load_example("first_look")
