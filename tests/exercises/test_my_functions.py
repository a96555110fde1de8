"""mine.scores is the reader's own if it stands in my_attention.py and is right, and else attnlib's."""

import numpy as np
import pytest

import attnlib
from attnlib import _optional, mine
from attnlib.exercises import run_check
from attnlib.exercises.catalog import EXERCISES
from attnlib.i18n import use_language

OWN = """\
import numpy as np

print("not to be seen")


# ✓ check.scores
def by_rows(Q, K):
    return np.array(Q) @ K.mT


def my_scale(S, d_k):  # without a mark: known by its name
    return S / d_k**0.5


# ✓ check.mix
def my_mix(weights, V):
    return weights @ V @ V
"""


@pytest.fixture
def write(my_lessons):
    return lambda text: (my_lessons / "my_attention.py").write_text(text, encoding="utf-8")


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


def test_what_is_right_in_the_file_is_theirs_and_what_is_not_is_said(write, capsys):
    write(OWN)
    assert mine.scores.__name__ == "by_rows"
    assert mine.scale.__name__ == "my_scale"
    assert mine.mix is EXERCISES["mix"].solve
    np.testing.assert_allclose(mine.scale(mine.scores(np.eye(2), np.eye(2)), 4), np.eye(2) / 2)
    assert rows()["scores"] == "yours: by_rows"
    assert rows()["mix"].startswith("attnlib's, since your my_mix in my_attention.py is not right any more")
    use_language("zh")
    assert "scores | 你的：by_rows\n" in repr(mine)
    assert 'lang="zh-CN"' in mine._repr_html_()
    assert "你的：by_rows</td>" in mine._repr_html_()
    assert "，因为 my_attention.py 里你的 my_mix 现在不对了" in repr(mine)
    assert capsys.readouterr().out == ""


def test_a_changed_file_is_read_again(write):
    write(OWN)
    assert mine.mix is EXERCISES["mix"].solve
    write(OWN.replace("@ V @ V", "@ V"))
    assert mine.mix.__name__ == "my_mix"


BROKEN = {
    "def scores(:": "SyntaxError: invalid syntax, line 18",
    "1 / 0": "ZeroDivisionError: division by zero, line 18",
    "import no_such_module": "ModuleNotFoundError: No module named 'no_such_module', line 18",
    "exit()": "SystemExit: None, line 18",
    "\0": "",
}


@pytest.mark.parametrize("line", BROKEN)
def test_an_error_in_the_file_breaks_no_lesson_and_is_said(write, line):
    write(OWN + line)
    assert mine.scores is attnlib.scores
    assert rows() == dict.fromkeys(EXERCISES, "attnlib's")
    assert "All are attnlib's, since my_attention.py does not run: " + BROKEN[line] in repr(mine)


def test_a_file_that_cannot_be_read_breaks_no_lesson(my_lessons):
    (my_lessons / "my_attention.py").write_bytes(b"\xff\xfe\x00")
    assert mine.scores is attnlib.scores
    assert "UnicodeDecodeError" in repr(mine)
    (my_lessons / "my_attention.py").unlink()
    (my_lessons / "my_attention.py").mkdir()
    assert mine.scores is attnlib.scores


def test_one_that_uses_itself_through_mine_is_attnlibs_and_others_may_be_used(write):
    write(
        "from attnlib import mine\n\n\ndef my_mix(weights, V):\n    return mine.mix(weights, V)\n\n\n"
        "def my_attention(Q, K, V):\n"
        "    return mine.mix(mine.softmax(mine.scores(Q, K) / K.shape[-1] ** 0.5), V)\n"
    )
    assert mine.mix is EXERCISES["mix"].solve
    assert mine.attention.__name__ == "my_attention"


def test_what_is_kept_today_is_used_tomorrow(cell, my_lessons):
    cell("def my_scores(Q, K):\n    return Q @ K.mT\n\ncheck.scores(my_scores)")
    assert mine.scores.__module__ == "my_attention"
    kept = (my_lessons / "my_attention.py").read_text(encoding="utf-8")
    cell("from attnlib import mine\ncheck.scores(mine.scores)")  # from the file: nothing is to be kept
    assert (my_lessons / "my_attention.py").read_text(encoding="utf-8") == kept
    cell("def my_attention(Q, K, V):\n    S = mine.scores(Q, K) / K.shape[-1] ** 0.5\n"
         "    return mine.softmax(S) @ V\n\ncheck.attention(my_attention)")  # fmt: skip
    assert mine.attention.__name__ == "my_attention"
    assert "from attnlib import mine" in (my_lessons / "my_attention.py").read_text(encoding="utf-8")


def test_without_torch_a_module_is_attnlibs(write, monkeypatch):
    write("# ✓ check.self_attention\nclass MySelfAttention:\n    pass\n")
    monkeypatch.setattr(_optional, "has_torch", lambda: False)
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
