"""A file an exercise, in the learner's own words, with what it needs; my_attention.py is made of them."""

import ast
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from attnlib.languages import use_language
from classroom import check, mine
from classroom import my_lessons as folder
from classroom.exercises import my_functions, my_program, sandbox, save_answer
from classroom.exercises.catalog import EXERCISES

WEIGHTED_SUM = '''\
# slowly, one word after another
def my_weighted_sum(weights, values):
    """Add them up."""
    total = 0  # nothing yet
    for w, v in zip(weights, values):
        total = total + w * v
    return total
    # faster: weights @ values
'''
SCORES = "def my_scores(Q, K):\n    return Q @ K.mT\n"
SOFTMAX = EXERCISES["softmax"].solution + "\n"
ATTENTION = """\
def my_attention(Q, K, V):
    return my_softmax(my_scores(Q, K) / Q.shape[-1] ** 0.5) @ V
"""


@pytest.fixture
def said(capsys):
    """A function that gives what has been shown since it was last called."""
    return lambda: capsys.readouterr().out


@pytest.fixture
def solve(cell, said):
    """A function that defines and checks something in one cell, and gives what is shown."""

    def run(exercise, code, name=None):
        said()
        cell(f"{code}\ncheck.{exercise}({name or 'my_' + exercise}, seed=3)")
        return said()

    return run


def program(folder, name="my_attention.py"):
    return (folder / name).read_text(encoding="utf-8-sig")


def answer(folder, exercise):
    """The file of an exercise, without its first line."""
    return program(folder, f"exercises/{exercise}.py").partition("\n\n")[2]


def names_of(folder, name="my_attention.py"):
    """What a file defines, in order; it is whole Python."""
    return [node.name for node in ast.parse(program(folder, name)).body if hasattr(node, "name")]


def in_a_fresh_namespace(folder):
    namespace = {"__name__": "somewhere"}
    exec(compile(program(folder), "my_attention.py", "exec"), namespace)
    return namespace


def test_it_is_kept_in_the_learners_own_words_and_the_card_says_so(solve, my_lessons):
    shown = solve("weighted_sum", WEIGHTED_SUM)
    assert shown.splitlines()[2] == "Kept in exercises/weighted_sum.py and in my_attention.py."
    assert answer(my_lessons, "weighted_sum") == WEIGHTED_SUM
    assert program(my_lessons).partition("\n\n")[2] == f"# ✓ check.weighted_sum\n{WEIGHTED_SUM}"
    assert sorted(str(path.relative_to(my_lessons)) for path in my_lessons.rglob("*")) == [
        "en", "exercises", "exercises/weighted_sum.py", "my_attention.py",
        "progress", "progress/exercise-weighted_sum.right",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "says"), [("en", "folder exercises: change it there"), ("zh", "要改请改那里的")]
)
def test_each_file_says_where_it_comes_from(solve, my_lessons, language, says):
    use_language(language)
    solve("scores", SCORES)
    assert says in program(my_lessons).splitlines()[0]
    assert "check.scores" in program(my_lessons, "exercises/scores.py").splitlines()[0]


def test_functions_stand_in_the_order_of_the_lessons_whenever_they_are_solved(solve, my_lessons):
    for exercise, code in (("softmax", SOFTMAX), ("weighted_sum", WEIGHTED_SUM), ("scores", SCORES)):
        solve(exercise, code)
    solve("attention", ATTENTION)
    assert names_of(my_lessons) == ["my_weighted_sum", "my_scores", "my_softmax", "my_attention"]
    assert program(my_lessons).count("import numpy as np") == 1
    own = in_a_fresh_namespace(my_lessons)["my_attention"]
    assert check.attention(own, seed=5) is own


def test_what_is_solved_again_takes_the_place_of_the_old_one(solve, my_lessons):
    solve("weighted_sum", WEIGHTED_SUM)
    solve("scores", SCORES)
    solve("scores", "def by_rows(Q, K):\n    return Q @ K.mT", "by_rows")  # under another name
    assert answer(my_lessons, "scores") == "def by_rows(Q, K):\n    return Q @ K.mT\n"
    solve("mix", "def my_mix(weights, V):\n    return weights @ V")
    assert names_of(my_lessons) == ["my_weighted_sum", "by_rows", "my_mix"]
    solve("scores", "def by_rows(Q, K):\n    return K @ Q.mT", "by_rows")
    assert "return Q @ K.mT" in answer(my_lessons, "scores")


HAND = "def my_scores(Q, K):\n    return Q @ K.mT  # by hand\n"


@pytest.mark.parametrize("changed", [HAND, "def my_scores(Q, K):\n    return Q\n", "def my_scores(", ""])
def test_a_file_that_was_changed_by_hand_stays_until_it_is_deleted(solve, my_lessons, changed):
    solve("scores", SCORES)
    file = my_lessons / "exercises" / "scores.py"
    head = program(my_lessons, "exercises/scores.py").splitlines()[0]
    for content in filter(None, (changed, f"{head}\n\n{changed}")):
        file.write_text(content)
        said = solve("scores", SCORES)
        assert said.startswith("✓ Right")
        assert "Not kept: exercises/scores.py stays as you have changed it." in said
        assert file.read_text() == content
    assert ("by hand" in program(my_lessons)) == (changed == HAND)
    file.unlink()
    assert "Kept in exercises/scores.py" in solve("scores", SCORES)


@pytest.mark.parametrize("name", ["my_attention.py", "exercises/scores.py"])
@pytest.mark.parametrize(
    ("where", "note"),
    [("def my_scores", "# a note\ndef my_scores"), ("mT\n", "mT\n    # a note\n"), ("mT\n", "mT\nx = 3\n")],
)
def test_a_note_by_hand_is_not_lost(solve, my_lessons, name, where, note):
    solve("scores", SCORES)
    changed = program(my_lessons, name).replace(where, note)
    (my_lessons / name).write_text(changed, encoding="utf-8")
    said = solve("scores", SCORES)
    there = "my_attention_before.py" if name == "my_attention.py" else name
    assert there in said
    assert program(my_lessons, there) == changed


def test_a_file_that_its_owner_made_read_only_stays(solve, my_lessons):
    solve("scores", SCORES)
    file, whole = my_lessons / "exercises" / "scores.py", my_lessons / "my_attention.py"
    before = whole.read_bytes()
    whole.chmod(0o444)
    assert "\nKept in exercises/scores.py and in my_attention.py.\n" in solve("scores", SCORES)
    other = SCORES.replace("Q @", "(Q) @")
    assert "Not kept in my_attention.py, which is read-only" in solve("scores", other)
    assert (answer(my_lessons, "scores"), whole.read_bytes()) == (other, before)
    file.chmod(0o444)
    assert "\nNot kept: exercises/scores.py is read-only" in solve("scores", SCORES)
    assert answer(my_lessons, "scores") == other
    whole.chmod(0o644)
    whole.write_text(HAND)
    whole.chmod(0o444)
    assert mine.scores.__name__ == "my_scores"
    assert (whole.read_text(), [*my_lessons.glob("*before*")]) == (HAND, [])
    file.chmod(0o644)
    assert "Not kept in my_attention.py" in solve("scores", SCORES)
    assert answer(my_lessons, "scores") == SCORES


def test_of_a_file_that_is_not_utf8_it_is_said_how_to_save_it(solve, my_lessons):
    solve("scores", SCORES)
    notepad = f"# 查询和键\n{SCORES}".encode("gbk")
    file, whole = my_lessons / "exercises" / "scores.py", my_lessons / "my_attention.py"
    file.write_bytes(notepad)
    for language, says, save in (
        ("en", "is not saved as UTF-8", "save it as"),
        ("zh", "没有存成 UTF-8", "另存为"),
    ):
        use_language(language)
        said = solve("scores", SCORES)
        assert says in said
        assert save in said
        assert says in repr(mine)
    use_language("en")
    assert file.read_bytes() == notepad
    assert names_of(my_lessons) == []
    file.unlink()
    whole.write_bytes(notepad)
    assert "it is not saved as UTF-8" in solve("mix", f"def my_mix(weights, V):\n    {MIXED}")
    assert (my_lessons / "my_attention_before.py").read_bytes() == notepad
    assert not file.exists()
    assert names_of(my_lessons) == ["my_mix"]


def test_a_change_by_hand_is_in_the_program_with_the_next_use(solve, my_lessons):
    solve("scores", SCORES)
    solve("mix", "def my_mix(weights, V):\n    return weights @ V")
    (my_lessons / "exercises" / "scores.py").write_text(HAND)
    assert mine.scores.__name__ == "my_scores"
    assert "# ✓ check.scores\ndef my_scores(Q, K):\n    return Q @ K.mT  # by hand\n" in program(my_lessons)
    (my_lessons / "exercises" / "scores.py").unlink()
    solve("mix", "def my_mix(weights, V):\n    return weights @ V")
    assert names_of(my_lessons) == ["my_mix"]


@pytest.mark.parametrize("name", ["my_attention.py", "exercises/scores.py"])
def test_what_an_editor_does_to_line_ends_is_no_change_by_hand(solve, my_lessons, name):
    solve("scores", SCORES.replace("K):", "K):   "))
    content = program(my_lessons, name).replace("K):   ", "K):").replace("\n", "\r\n").rstrip()
    (my_lessons / name).write_bytes(b"\xef\xbb\xbf" + content.encode())
    assert "Kept in exercises/scores.py" in solve("scores", SCORES)
    assert answer(my_lessons, "scores") == SCORES
    assert names_of(my_lessons) == ["my_scores"]
    assert not [*my_lessons.rglob("*before*")]


def test_a_file_with_windows_line_ends_is_read(solve, my_lessons):
    (my_lessons / "exercises").mkdir()
    (my_lessons / "exercises/scores.py").write_bytes(b"\xef\xbb\xbf" + HAND.replace("\n", "\r\n").encode())
    solve("mix", f"def my_mix(weights, V):\n    {MIXED}")
    assert mine.scores.__name__ == "my_scores"
    assert names_of(my_lessons) == ["my_scores", "my_mix"]
    assert b"\r" not in (my_lessons / "my_attention.py").read_bytes()


def test_what_a_function_needs_comes_along(cell, solve, my_lessons):
    cell(
        "import torch\nimport torch.nn.functional as F\nfrom math import sqrt as root\n"
        "UNUSED = 3\nTINY = 1e-30"
    )
    cell("def largest(S):\n    return S.amax(-1, keepdim=True)  # of each row")
    cell("def exps(S):\n    return torch.exp(S - torch.clamp(largest(S), min=-1e30))\n\ne = exps")
    code = (
        "def my_softmax(S):\n    E = e(torch.as_tensor(S))\n    return E / (E.sum(-1, keepdim=True) + TINY)"
    )
    assert "Kept in" in solve("softmax", code)
    lines = answer(my_lessons, "softmax").splitlines()
    assert lines[0] == "import torch"
    assert names_of(my_lessons, "exercises/softmax.py") == ["largest", "exps", "my_softmax"]
    assert "    return S.amax(-1, keepdim=True)  # of each row" in lines
    assert {"TINY = 1e-30", "e = exps"} < {*lines[: lines.index("def my_softmax(S):")]}
    assert "UNUSED" not in answer(my_lessons, "softmax")
    solve(
        "attention",
        "def my_attention(Q, K, V):\n    return F.softmax(Q @ K.mT / root(K.shape[-1]), dim=-1) @ V",
    )
    assert "from math import sqrt as root\nimport torch\nimport torch.nn.functional as F\n" in program(
        my_lessons
    )
    assert in_a_fresh_namespace(my_lessons)["TINY"] == 1e-30


def helper(body, argument="x"):
    return f"def turned({argument}):\n    return {body}\n\n"


def test_where_a_name_means_two_things_each_answer_keeps_its_own(solve, my_lessons):
    solve("scores", helper("x.mT") + "def my_scores(Q, K):\n    return Q @ turned(K)")
    solve("scale", helper("x.mT") + "def my_scale(S, d_k):\n    return turned(turned(S)) / d_k**0.5")
    assert program(my_lessons).count("def turned") == 1
    other = (
        helper("x + 0", "x=0")
        + 'def my_mix(w, V):\n    """Mix.\n\n    It is a sum."""\n    return w @ turned(V)'
    )
    assert "Kept in exercises/mix.py" in solve("mix", other)
    solve(
        "embed",
        "def turned(a, b):\n    return a\n\ndef turned_too(ids, E):\n"
        "    return E[np.where((ids >= 0) & (ids < len(E)), ids, 0)]",
        "turned_too",
    )
    solve(
        "weighted_sum",
        "def my_weighted_sum(weights, values):\n    return sum(w * v for w, v in zip(weights, values))",
    )
    solve("softmax", "def sum(x):\n    return x\n\n" + SOFTMAX.replace("my_softmax", "my_mix"), "my_mix")
    own = in_a_fresh_namespace(my_lessons)
    for exercise, name in (
        ("scores", "my_scores"),
        ("scale", "my_scale"),
        ("mix", "mix_my_mix"),
        ("softmax", "my_mix"),
        ("weighted_sum", "my_weighted_sum"),
        ("embed", "turned_too"),
    ):
        assert getattr(check, exercise)(own[name], seed=5) is own[name]
    assert "def _mix():  # with its own my_mix, turned\n    def turned(x=0):" in program(my_lessons)


def test_a_name_that_python_has_is_not_taken_from_another_answer(solve, my_lessons):
    solve("weighted_sum", WEIGHTED_SUM)
    solve("mix", "def my_mix(w, V):\n    [_ for _ in zip([1], [2])]\n    return w @ V")
    solve("scores", "def zip(x):\n    return x\n\ndef my_scores(Q, K):\n    return zip(Q) @ K.mT")
    own = in_a_fresh_namespace(my_lessons)
    for name in "scores", "weighted_sum", "mix":
        assert getattr(check, name)(own[f"my_{name}"], seed=5) is own[f"my_{name}"]


def test_a_helper_that_is_an_answer_itself_stands_there_once_with_its_mark(cell, solve, my_lessons):
    cell(SOFTMAX)
    cell(SCORES)
    solve("mix", "def my_mix(weights, V):\n    return weights @ V")
    solve("attention", ATTENTION)
    assert program(my_lessons).count("✓") == 2
    solve("softmax", SOFTMAX)
    assert sorted(names_of(my_lessons)) == ["my_attention", "my_mix", "my_scores", "my_softmax"]
    assert program(my_lessons).count("# ✓ check.softmax\ndef my_softmax(S):") == 1


MIXED = "return weights @ V"
LOST = "table = np.zeros(3)\ndef my_mix(weights, V):\n    return weights @ V + table.sum()"


def test_what_cannot_come_along_is_named_and_the_old_version_stays(solve, my_lessons):
    right = "def my_mix(weights, V):\n    return weights @ V"
    solve("mix", right)
    before = program(my_lessons)
    shown = solve("mix", LOST)
    assert "Not kept: it uses table, which belongs to this notebook." in shown
    assert shown.startswith("✓ Right")
    use_language("zh")
    assert "没有存：它用到了这个笔记本里的 table。" in solve("mix", LOST)
    use_language("en")
    assert program(my_lessons) == before
    seldom = "def my_mix(weights, V):\n    if weights is None:\n        return table\n    return weights @ V"
    assert "Kept in exercises/mix.py and in my_attention.py, but without table" in solve("mix", seldom)
    assert "if weights is None" in program(my_lessons)


@pytest.mark.parametrize(
    ("code", "name", "why"),
    [
        ("my_mix = np.matmul", "my_mix", "type ufunc"),
        ("import functools\nmy_mix = functools.partial(lambda k, w, V: w @ V, 3)", "my_mix", "type partial"),
        (f"class Mix:\n    def __call__(self, weights, V):\n        {MIXED}", "Mix()", "type Mix"),
        (f"class Mix:\n    def mix(self, weights, V):\n        {MIXED}", "Mix().mix", "type method"),
        ("from numpy.linalg import multi_dot\ndef f(w, V):\n    return w @ V\n"
         "f.__module__ = 'numpy.linalg'", "f", "comes from numpy.linalg"),
        ("mixes = [lambda weights, V: weights @ V]", "mixes[0]", "inside other code"),
        (f"def f():\n    def mix(weights, V):\n        {MIXED}\n    return mix", "f()", "f.mix"),
        (f"if True:\n    def my_mix(weights, V):\n        {MIXED}", "my_mix", "inside other code"),
    ],
)  # fmt: skip
def test_of_what_is_not_kept_the_true_reason_is_said(solve, my_lessons, code, name, why):
    shown = solve("mix", code, name)
    assert shown.startswith("✓ Right")
    assert "Not kept: " in shown
    assert why in shown
    assert [path.name for path in my_lessons.iterdir() if path.name not in ("en", "progress")] == []


def test_of_several_statements_in_one_line_the_one_that_defines_it_is_kept(cell, my_lessons, said):
    cell("f = lambda w, V: V; my_mix = lambda w, V: w @ V; mix = check.mix(my_mix, seed=3); n = 3")
    assert "Kept in exercises/mix.py" in said()
    assert answer(my_lessons, "mix") == "my_mix = lambda w, V: w @ V\n"


def test_a_cell_that_is_timed_is_found_in_the_history(cell, my_lessons, said):
    code = f"# slowly\ndef my_mix(weights, V):\n    {MIXED}\ncheck.mix(my_mix, seed=3)"
    cell(f"In = ['1', 'def', 'get_ipython().run_cell_magic(\\'time\\', \\'\\', ' + {repr(repr(code))} + ')']")
    exec(compile(code, "<timed exec>", "exec"), vars(sys.modules["__main__"]))
    assert "Kept in exercises/mix.py" in said()
    assert answer(my_lessons, "mix") == f"# slowly\ndef my_mix(weights, V):\n    {MIXED}\n"


MARKS = "# ✓ check.block", "# ✓ check.mix", "# for my_scores", "# ✓ check.mix\n# ✓ check.mix"


@pytest.mark.parametrize("marks", MARKS)
def test_marks_of_the_program_that_come_back_in_a_cell_are_none(solve, my_lessons, marks):
    solve("mix", f"# mine\n{marks}\ndef my_mix(weights, V):\n    {MIXED}")
    clean = f"# mine\ndef my_mix(weights, V):\n    {MIXED}\n"
    assert answer(my_lessons, "mix") == clean
    assert program(my_lessons).endswith(f"\n\n# ✓ check.mix\n{clean}")


def test_a_counter_comes_along(solve, my_lessons):
    code = f"count = 0\ndef my_mix(weights, V):\n    global count\n    count += 1\n    {MIXED}"
    for _ in range(2):
        assert "Kept in exercises/mix.py and in my_attention.py.\n" in solve("mix", code)
    assert names_of(my_lessons) == ["my_mix"]
    assert "\ncount = " in program(my_lessons)


OLD = """\
\"\"\"My attention: what I wrote in the lessons.\"\"\"

import numpy as np
import torch

print("not to be seen")


# ✓ check.scores
def by_rows(Q, K):
    return Q @ K.mT


# for my_softmax
def exps(S):  # of each row
    return np.exp(np.array(S) - LARGEST(S))


# for my_softmax
LARGEST = lambda S: S.max(-1, keepdims=True)


# mine
# ✓ check.softmax
def my_softmax(S):
    return exps(S) / exps(S).sum(-1, keepdims=True)


def my_mix(weights, V):  # without a mark: known by its name
    return weights @ V


def my_own(x):
    return x
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_the_answers_of_an_earlier_program_get_files_and_the_program_stays(solve, said, my_lessons, ends):
    old = OLD.replace("\n", ends).encode()
    (my_lessons / "my_attention.py").write_bytes(old)
    assert mine.scores.__name__ == "by_rows"
    assert "The one that stood here is called my_attention_before.py; each answer in it" in said()
    assert (my_lessons / "my_attention_before.py").read_bytes() == old
    assert names_of(my_lessons, "exercises/softmax.py") == ["exps", "my_softmax"]
    assert answer(my_lessons, "softmax").startswith("import numpy as np\n\n\ndef exps(S):  # of each row\n")
    assert mine.mix.__name__ == "my_mix"
    assert names_of(my_lessons) == ["by_rows", "exps", "my_softmax", "my_mix"]
    assert "Kept in exercises/scores.py" in solve("scores", SCORES)  # it is no file changed by hand
    assert said() == ""
    assert mine.scores.__name__ == "my_scores"
    assert (my_lessons / "my_attention_before.py").read_bytes() == old


def test_an_answer_that_has_a_file_is_not_taken_from_an_earlier_program(solve, my_lessons):
    solve("scores", SCORES)
    changed = program(my_lessons).replace("def my_scores", "# a remark\ndef my_scores").encode()
    for name in "my_attention_before.py", "my_attention_before_2.py":  # no earlier one is lost
        (my_lessons / "my_attention.py").write_bytes(changed)
        shown = solve("mix", f"def my_mix(weights, V):\n    {MIXED}")
        assert f"is called {name}" in shown
        assert (my_lessons / name).read_bytes() == changed
        assert answer(my_lessons, "scores") == SCORES
        assert names_of(my_lessons) == ["my_scores", "my_mix"]


OTHERS = [
    b"def f(:\n",
    b"\xff\xfe",
    b"x = 1\n  y",
    b"\0",
    b"while True:\n    print(1)\n",
    b"1 / 0",
    b"class my_mix: pass",
]


@pytest.mark.parametrize("content", OTHERS)
def test_any_other_file_of_that_name_is_kept_beside_the_program(solve, my_lessons, content):
    (my_lessons / "my_attention.py").write_bytes(content)
    shown = solve("scores", SCORES)
    assert "✓ Right" in shown
    assert "is called my_attention_before.py" in shown
    assert (my_lessons / "my_attention_before.py").read_bytes() == content
    assert "my_scores" in names_of(my_lessons)


def test_what_cannot_be_written_is_with_the_next_right_answer(solve, my_lessons, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", lambda file: (_ for _ in ()).throw(OSError("the disk is full")))
        assert "cannot be written" in solve("scores", SCORES)
        assert not (my_lessons / "my_attention.py").exists()
    assert "Not kept: " in solve("mix", "mixes = [lambda weights, V: weights @ V]", "mixes[0]")
    assert names_of(my_lessons) == ["my_scores"]


def test_a_full_disk_leaves_what_stands_there(solve, my_lessons, monkeypatch):
    solve("scores", SCORES)
    before = {path: path.read_bytes() for path in my_lessons.rglob("*.*")}

    def full(file):
        os.truncate(file, 7)
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        for code in SCORES.replace("Q @", "(Q) @"), SCORES.replace("Q @", "((Q)) @"):
            shown = solve("scores", code)
            assert "Not kept yet: my-lessons/exercises cannot be written." in shown
        assert {path: path.read_bytes() for path in my_lessons.rglob("*.*")} == before
        assert mine.scores.__name__ == "my_scores"
    solve("mix", f"def my_mix(weights, V):\n    {MIXED}")
    assert "((Q)) @" in answer(my_lessons, "scores")
    assert names_of(my_lessons) == ["my_scores", "my_mix"]


KERNEL = """
import os, sys
from classroom.exercises import save_answer
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.diagnose import Verdict
names, dies_at = sys.argv[1].split(","), int(sys.argv[2])
replace, calls = os.replace, 0
def dying(*given):
    global calls
    calls += 1
    if calls == dies_at:
        os._exit(9)
    replace(*given)
os.replace = dying
save_answer.definition_of = lambda thing: thing if isinstance(thing, str) else None
for name in names:
    code = f"def my_{name}(x):\\n    return '{name}' + x\\n"
    assert "Kept in" in save_answer.save(name, code, [*EXERCISES], lambda g: Verdict("right"))
"""
PROJECT = Path(__file__).parents[3]


def kernel(folder, names, dies_at=0):
    """A kernel that saves some answers, and may be killed before it renames a file."""
    return subprocess.Popen(
        [sys.executable, "-c", KERNEL, ",".join(names), str(dies_at)],
        cwd=folder / "en",
        env=os.environ | {"PYTHONPATH": str(PROJECT)},
    )


def test_several_kernels_at_once_lose_nothing(my_lessons):
    names = [*EXERCISES]
    kernels = [kernel(my_lessons, names[k::4]) for k in range(4)]
    assert [one.wait() for one in kernels] == [0] * 4
    assert sorted(path.stem for path in (my_lessons / "exercises").iterdir()) == sorted(names)
    assert names_of(my_lessons) == [f"my_{name}" for name in names]


def test_an_answer_that_another_kernel_adds_meanwhile_is_in_the_program(solve, my_lessons, monkeypatch):
    def write(path, text):
        if path.name == "my_attention.py":
            (my_lessons / "exercises" / "mix.py").write_text("def my_mix(w, V):\n    return w @ V\n")
        folder.write(path, text)

    monkeypatch.setattr(my_program, "write", write)
    solve("scores", SCORES)
    assert names_of(my_lessons) == ["my_scores", "my_mix"]


@pytest.mark.parametrize("dies_at", [1, 2, 3, 4])
def test_a_kernel_that_is_killed_leaves_whole_files(my_lessons, dies_at):
    assert kernel(my_lessons, ["scores", "mix"], dies_at).wait() == 9
    for path in my_lessons.rglob("*.py"):
        assert my_program.is_ours(my_program.read(path))
    assert kernel(my_lessons, ["mix", "scores"]).wait() == 0
    assert names_of(my_lessons) == ["my_scores", "my_mix"]


def test_a_file_that_does_not_end_is_waited_for_once(my_lessons, monkeypatch):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    (my_lessons / "exercises").mkdir()
    (my_lessons / "exercises" / "scores.py").write_text("while True:\n    print(1)\n")
    runs = []

    def load(*given):
        runs.append(given)
        return save_answer.load(*given)

    monkeypatch.setattr(my_functions, "load", load)
    for _ in range(2):
        assert "exercises/scores.py does not run: the program does not come to its end, line " in repr(mine)
    assert len(runs) == 1


def test_a_lambda_with_a_name_a_decorator_and_a_class_are_kept(cell, solve, my_lessons):
    solve("mix", "my_mix = lambda weights, V: (\n    weights @ V\n)")
    assert answer(my_lessons, "mix") == "my_mix = lambda weights, V: (\n    weights @ V\n)\n"
    cell(
        "import functools\ndef loud(f):\n    @functools.wraps(f)\n    def g(*given):\n"
        "        return f(*given)\n    return g"
    )
    solve("scores", "@loud\n" + SCORES)
    assert "@loud\ndef my_scores" in answer(my_lessons, "scores")
    cell("import torch\nfrom torch import nn\n" + EXERCISES["self_attention"].solution)
    solve("self_attention", "", "MySelfAttention")
    assert names_of(my_lessons) == ["loud", "my_scores", "MySelfAttention"]
    assert "import torch.nn as nn" in program(my_lessons)
    solve("self_attention", "", "MySelfAttention(6, 4)")  # one of it
    assert names_of(my_lessons) == ["loud", "my_scores", "MySelfAttention"]


def test_nothing_is_kept_of_a_wrong_answer_in_a_graded_one_and_elsewhere(solve, my_lessons, monkeypatch):
    assert "my_attention" not in solve("scores", "def my_scores(Q, K):\n    return K @ Q.mT")
    for name in "ATTNLIB_STRICT", "NBGRADER_EXECUTION":
        with monkeypatch.context() as patch:
            patch.setenv(name, "1")
            assert "my_attention" not in solve("scores", SCORES)
    monkeypatch.chdir(my_lessons.parent)
    assert "my_attention" not in solve("scores", SCORES)
    assert not list(my_lessons.parent.rglob("*.py"))


def test_every_solution_can_be_kept_and_all_of_them_are_one_program(cell, solve, my_lessons):
    cell("import torch\nfrom torch import nn\nfrom attnlib import attend, merge_heads, split_heads")
    cell("from classroom import mine")
    for exercise in reversed(EXERCISES):
        code = EXERCISES[exercise].solution
        name = save_answer.name_in(code)
        assert f"Kept in exercises/{exercise}.py and in my_attention.py.\n" in solve(exercise, code, name)
    own = in_a_fresh_namespace(my_lessons)
    for exercise in EXERCISES:
        function = own[save_answer.name_in(EXERCISES[exercise].solution)]
        assert getattr(check, exercise)(function, seed=4) is function
    marks = [line.split(".")[1] for line in program(my_lessons).splitlines() if line.startswith("# ✓ check.")]
    assert marks == [*EXERCISES]
