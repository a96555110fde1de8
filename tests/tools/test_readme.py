"""The READMEs name every lesson as the table of lessons does."""

import re

import pytest

from tools.readme_links import HERE
from tools.site.build import lessons_of


@pytest.mark.parametrize(("lang", "name"), [("en", "README.md"), ("zh", "README.zh-CN.md")])
def test_it_names_the_lessons_of_the_table(lang, name):
    text = (HERE / name).read_text("utf-8")
    named = re.findall(rf"\[(\d\d) ([^\]]*)\]\(\S*notebooks/{lang}/(\w+)\.ipynb\)", text)
    assert named == [lesson[:3] for lesson in lessons_of(HERE, lang)]
