"""Which exercises and questions a lesson has: read in its source, and stored in data/lessons.json."""

import json
from pathlib import Path

from classroom.exercises.catalog import EXERCISES
from classroom.exercises.show_progress import lessons
from tests.helpers.small_lesson import LESSON, written
from tools import build, contents

PROJECT = Path(__file__).parent.parent.parent
MORE = """
# %% id="ex" tags=["exercise"]
def my_mix(weights, V):
    ...


mix = check.mix(my_mix)

# %% id="asks"
ask("layers"); check.progress(); check.number(..., 3)
ask("where", then=None)
check.mix(my_mix)

# %% id="for-lecturers" tags=["lecturer"]
check.scores(print)
"""


def test_the_stored_contents_are_those_of_the_sources():
    stored = (PROJECT / "data" / "lessons.json").read_text(encoding="utf-8")
    assert stored == contents.as_text(PROJECT / "notebooks"), "python tasks.py notebooks writes it"


def test_exercises_stand_in_the_order_of_the_lessons():
    """As the functions in my_attention.py do."""
    met = [name for lesson in lessons().values() for name in lesson["exercises"]]
    assert met
    assert met == [name for name in EXERCISES if name in met]


def test_what_a_lesson_asks_is_found_once_and_without_what_only_lecturers_see(tmp_path):
    written(tmp_path / "notebooks", LESSON + MORE)
    found = {
        "title": ["Small", "小例子"],
        "file": "01_small",
        "sections": [],
        "exercises": ["mix"],
        "questions": ["layers", "where"],
    }
    assert contents.contents(tmp_path / "notebooks") == {"01": found}


def test_the_build_writes_it_where_there_are_data(tmp_path):
    notebooks = tmp_path / "notebooks"
    written(notebooks)
    contents.write_contents(notebooks)
    assert not (tmp_path / "data").exists()
    (tmp_path / "data").mkdir()
    (notebooks / "src" / "02_bad.py").write_text("# %% [markdown] id=\n", encoding="utf-8")
    build.main(["2"], notebooks)  # which says what is wrong with it
    (notebooks / "src" / "02_bad.py").unlink()
    contents.write_contents(notebooks)
    assert json.loads((tmp_path / "data" / "lessons.json").read_text())["01"]["exercises"] == []
