"""What the tests of bad input share: tables of calls, each with the error that it raises."""

import re

import pytest


def refused(table):
    """Return each call of a table with its error, which stands indented below it; `...` is any text."""
    found = re.findall(r"^(\S.*)\n((?:    .+\n)+)", table, re.MULTILINE)
    return [pytest.param(call, " ".join(error.split()), id=call) for call, error in found]


def assert_refused(call, error, names):
    """Run a line of Python with the names of a module; assert that it raises this error with this text."""
    with pytest.raises((TypeError, ValueError)) as raised:
        eval(call, names)
    said = f"{type(raised.value).__name__}: {raised.value}"
    assert re.fullmatch(".*".join(re.escape(part.strip()) for part in error.split("...")), said), said
