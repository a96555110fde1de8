"""A saved page in three browsers: the same is done in each, and the same is true of it."""

from urllib.parse import quote

import pytest

from tests.classroom.explorer.actions import ACTIONS, ChromiumPage, puzzle, show
from tests.helpers.firefox import find_firefox
from tests.helpers.often import often
from tools.browser import offline_page

# Other tests do nearly all of this in Chromium: every day one other browser is enough, where there is one.
OFTEN = "firefox" if find_firefox() else "chromium"


@pytest.fixture(scope="module", params=often(["chromium", "firefox", "webkit"], OFTEN))
def driven(request):
    """The page of a browser, used as every other; nothing outside is asked for."""
    if request.param != "chromium":
        return (yield request.getfixturevalue(request.param))
    page, outside, errors = offline_page(request.getfixturevalue("browser"))
    yield ChromiumPage(page, errors)
    page.context.close()
    assert outside == []


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "explorer.html"
    puzzle().save_html(path)
    return path.as_uri()


@pytest.mark.parametrize("action", ACTIONS)
def test_what_a_reader_does(driven, address, action):
    show(driven, f"{address}?{quote(action)}")  # another address: or the same page would stay
    ACTIONS[action](driven)
    assert driven.errors == []
