"""What is measured for the lessons is kept where they read it."""

import re
from pathlib import Path

from attnlib import examples, load_results
from tools import results


def test_what_is_written_is_what_a_lesson_loads(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(examples, "_RESULTS", tmp_path)
    results.write("race", {"seconds": [0.5, 1.5], "words": {"zh": "苹果"}})
    loaded = load_results("race")
    assert loaded["seconds"].sum() == 2
    assert loaded["words"]["zh"] == "苹果"


def test_each_module_writes_the_file_of_its_own_name():
    paths = [*Path(results.__file__).parent.glob("[a-z]*.py")]
    assert len(paths) > 5
    for path in paths:
        assert set(re.findall(r'\bwrite\("(\w+)"', path.read_text("utf-8"))) == {path.stem}
        assert (results.FOLDER / f"{path.stem}.json").is_file()
