"""The browsers, for every feature's tests."""

from tests.helpers.browsers import (  # noqa: F401
    _contexts,
    _found,
    _watched,
    ask,
    browser,
    errors,
    firefox,
    functions,
    kernel_ends,
    lab,
    outside,
    page,
    page_options,
    scripted,
    webkit,
)
