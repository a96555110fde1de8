"""The example that most pictures are drawn of."""

import pytest

from attnlib.examples import load_example


@pytest.fixture
def look():
    return load_example("first_look")
