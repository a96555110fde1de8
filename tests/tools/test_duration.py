"""The minutes of a lesson are computed from what is read, run and answered in it."""

import pytest

from tools.duration import asked, minutes, shown, words
from tools.lesson_source import read_lesson

SOURCE = """# %% [markdown] id="title" lang="en"
# {words}

# %% [markdown] id="title" lang="zh"
# 标题

# %% id="one"
{code}

# %% [markdown] id="task" lang="en"
# **Exercise** (★, 5 min).

# %% id="mine" tags=["exercise"]
def f():
    ...

# %% [markdown] id="curious" lang="en"
# ## For the curious
# {words}
"""


@pytest.fixture
def lesson(tmp_path):
    def write(words, code):
        path = tmp_path / "00_small.py"
        path.write_text(SOURCE.format(words=words, code=code), "utf-8")
        return minutes(read_lesson(path))

    return write


def test_words_lines_and_looks_are_rounded_to_five_minutes(lesson):
    assert lesson("word", "print(1)") == (5, 5)
    # 592 words, with Exercise and min: 6.58; line and look: 0.87
    assert lesson("word " * 590, "print(1)") == (5, 5)
    assert lesson("word " * 600, "print(1)") == (10, 5)
    assert lesson("word " * 590, "print(1)\n" * 2) == (10, 5)


def test_questions_and_explorers():
    assert asked('Explorer("first_look", goal=("weights", 2, 1, ">", 0.5))') == 2
    assert asked('ask("a", then=heatmap(x))') == 1
    assert asked('Explorer("first_look", predict=("weights", 2))') == 2.5
    assert asked("Microscope(reading)") == 1.5
    assert asked("WritingDesk(load_writer)") == 1.5
    assert asked("own_sentence()") == 1.5
    assert asked("live(draw, n=(1, 9, 1))") == 0.75
    assert asked("from classroom import Explorer, Microscope, ask") == 0


def test_what_is_folded_is_not_counted():
    assert words("one <details><summary>two</summary>\n\nthree\n\n</details>") == 1
    assert words("a $x^2 + y$ [link](https://example.org/a/b) end") == 4
    assert shown("$$a$$\n\n| a |\n|---|\n| b |") == 2
