"""mine.scores is the reader's own if it stands in exercises/scores.py and is right, and else attnlib's."""

import numpy as np
import pytest

import attnlib
from attnlib.languages import use_language
from classroom import mine, optional
from classroom.exercises import run_check
from classroom.exercises.catalog import EXERCISES

SCORES = """\
import numpy as np

print("not to be seen")


def by_rows(Q, K):
    return np.array(Q) @ K.mT
"""
MIX = "def my_mix(weights, V):\n    return weights @ V @ V\n"


@pytest.fixture
def write(my_lessons):
    """A function that writes the file of an exercise by hand."""
    (my_lessons / "exercises").mkdir()
    return lambda name, code: (my_lessons / f"exercises/{name}.py").write_text(code, encoding="utf-8")


def rows():
    """What `mine` shows: whose each function is."""
    table = [line.split(" | ") for line in repr(mine).splitlines() if " | " in line][1:]
    return {name: whose for names, whose in table for name in names.split(", ")}


def test_without_a_file_all_is_attnlibs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, exercise in EXERCISES.items():
        assert getattr(mine, name) is run_check.library_answer(exercise, None)
    assert mine.scores is attnlib.scores
    assert rows() == dict.fromkeys(EXERCISES, "attnlib's")
    assert dir(mine) == sorted(EXERCISES)


def test_what_is_right_in_a_file_is_theirs_and_what_is_not_is_said(write, capsys):
    write("scores", SCORES)
    write("mix", MIX)
    assert mine.scores.__name__ == "by_rows"
    assert mine.mix is EXERCISES["mix"].solve
    np.testing.assert_allclose(mine.scores(np.eye(2), np.eye(2)), np.eye(2))
    assert rows()["scores"] == "yours: by_rows"
    assert rows()["mix"].startswith("attnlib's, since yours in exercises/mix.py is not right any more")
    use_language("zh")
    assert "scores | 你的：by_rows\n" in repr(mine)
    assert 'lang="zh-CN"' in mine._repr_html_()
    assert "你的：by_rows</td>" in mine._repr_html_()
    assert "，因为 exercises/mix.py 里你的函数现在不对了" in repr(mine)
    assert capsys.readouterr().out == ""


def test_the_last_function_of_a_file_is_the_answer(write):
    write("mix", "def first(x):\n    return x\n\n\nmix = lambda w, V: w @ first(V)\nN = 3\nprint(mix)\n")
    assert mine.mix.__name__ == "<lambda>"
    assert rows()["mix"] == "yours: mix"


def test_a_changed_file_is_read_again(write):
    write("mix", MIX)
    assert mine.mix is EXERCISES["mix"].solve
    write("mix", MIX.replace("@ V @ V", "@ V"))
    assert mine.mix.__name__ == "my_mix"


BROKEN = {
    "def scores(:": "SyntaxError: invalid syntax, line 8",
    "1 / 0": "ZeroDivisionError: division by zero, line 8",
    "import no_such_module": "ModuleNotFoundError: No module named 'no_such_module', line 8",
    "exit()": "SystemExit: None, line 8",
    "\0": "",
    "-" * 100_000 + "1": "some expression in it is nested too deep for Python to read it",
    "x = " + "(" * 100_000: "",  # other words on each Python
    "x = 0" + " + 0" * 100_000: "some expression in it is nested too deep for Python to read it",
}


@pytest.mark.parametrize("line", BROKEN)
def test_an_error_in_a_file_costs_that_file_alone_and_is_said(write, line):
    write("scores", SCORES + line)
    write("mix", MIX.replace("@ V @ V", "@ V"))
    assert mine.scores is attnlib.scores
    assert mine.mix.__name__ == "my_mix"
    assert "attnlib's, since exercises/scores.py does not run: " + BROKEN[line] in repr(mine)


def test_a_file_that_cannot_be_read_breaks_no_lesson(my_lessons):
    (my_lessons / "exercises" / "mix.py").mkdir(parents=True)
    (my_lessons / "exercises" / "scores.py").write_bytes(b"\xff\xfe\x00")
    (my_lessons / "my_attention.py").mkdir()
    assert mine.scores is attnlib.scores
    assert mine.mix is EXERCISES["mix"].solve
    assert "exercises/scores.py does not run" in repr(mine)


def test_one_that_uses_itself_through_mine_is_attnlibs_and_others_may_be_used(write):
    write("mix", "from classroom import mine\n\n\ndef my_mix(weights, V):\n    return mine.mix(weights, V)\n")
    write(
        "attention",
        "from classroom import mine\n\n\ndef my_attention(Q, K, V):\n"
        "    return mine.mix(mine.softmax(mine.scores(Q, K) / K.shape[-1] ** 0.5), V)\n",
    )
    assert mine.mix is EXERCISES["mix"].solve
    assert mine.attention.__name__ == "my_attention"


def test_what_is_kept_today_is_used_tomorrow(cell, my_lessons):
    cell("def my_scores(Q, K):\n    return Q @ K.mT\n\ncheck.scores(my_scores)")
    assert mine.scores.__module__ == "my_lessons.scores"
    kept = (my_lessons / "my_attention.py").read_text(encoding="utf-8")
    cell("from classroom import mine\ncheck.scores(mine.scores)")  # from the file: nothing is to be kept
    assert (my_lessons / "my_attention.py").read_text(encoding="utf-8") == kept
    cell("def my_attention(Q, K, V):\n    S = mine.scores(Q, K) / K.shape[-1] ** 0.5\n"
         "    return mine.softmax(S) @ V\n\ncheck.attention(my_attention)")  # fmt: skip
    assert mine.attention.__name__ == "my_attention"
    assert "from classroom import mine" in (my_lessons / "my_attention.py").read_text(encoding="utf-8")


def test_without_torch_a_module_is_attnlibs(write, monkeypatch):
    write("self_attention", "class MySelfAttention:\n    pass\n")
    monkeypatch.setattr(optional, "has_torch", lambda: False)
    assert rows()["self_attention"] == "attnlib's, since PyTorch is not installed here"


def test_unknown_names_give_near_ones():
    for name, said in (
        ("atention", "mine has no function atention. Did you mean attention"),
        ("my_mix", "Did you mean mix?"),
        ("Softmax", "Did you mean softmax"),
        ("zzz", "There are weighted_sum, embed"),
    ):
        with pytest.raises(AttributeError, match=said):
            getattr(mine, name)
    assert not hasattr(mine, "_ipython_display_")
