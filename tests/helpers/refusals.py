"""What the tests of bad input share."""

import pytest


def assert_refused(call, error, pieces):
    """The call raises just this error, and its text holds all the pieces."""
    with pytest.raises(error) as raised:
        call()
    assert type(raised.value) is error
    assert [piece for piece in pieces if piece not in str(raised.value)] == []
