"""The texts of the explorer: both languages have the same places to fill."""

import re

from attnlib.widgets.explorer._texts import TEXTS


def test_both_languages_have_the_same_places():
    for key, (english, chinese) in TEXTS.items():
        assert set(re.findall(r"\{(\w+)\}", english)) == set(re.findall(r"\{(\w+)\}", chinese)), key
