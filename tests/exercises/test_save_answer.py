"""my_attention.py grows: the learner's own words, with what they need, and nothing else changes."""

import ast
import sys

import pytest

from attnlib import check, mine
from attnlib.exercises import sandbox, save_answer
from attnlib.exercises.catalog import EXERCISES
from attnlib.i18n import use_language

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


def program(folder):
    return (folder / "my_attention.py").read_text(encoding="utf-8-sig")


def names_of(folder):
    """What the file defines, in order; it is whole Python."""
    return [node.name for node in ast.parse(program(folder)).body if hasattr(node, "name")]


def in_a_fresh_namespace(folder):
    namespace = {"__name__": "somewhere"}
    exec(compile(program(folder), "my_attention.py", "exec"), namespace)
    return namespace


def test_it_is_kept_in_the_learners_own_words_and_the_card_says_so(solve, my_lessons):
    shown = solve("weighted_sum", WEIGHTED_SUM)
    assert shown.splitlines()[2] == "Kept in my_attention.py."
    assert f"# ✓ check.weighted_sum\n{WEIGHTED_SUM}" in program(my_lessons)
    assert "import" not in program(my_lessons).split("\n", 1)[1]
    assert sorted(path.name for path in my_lessons.iterdir()) == [
        ".lock", "en", "my_attention.py", "progress.json",
    ]  # fmt: skip


def test_functions_stand_in_the_order_of_the_lessons_whenever_they_are_solved(solve, my_lessons):
    for exercise, code in (("softmax", SOFTMAX), ("weighted_sum", WEIGHTED_SUM), ("scores", SCORES)):
        solve(exercise, code)
    solve("attention", ATTENTION)
    assert names_of(my_lessons) == ["my_weighted_sum", "my_scores", "my_softmax", "my_attention"]
    assert program(my_lessons).count("import numpy as np") == 1
    own = in_a_fresh_namespace(my_lessons)["my_attention"]
    assert check.attention(own, seed=5) is own


def test_what_is_solved_again_takes_the_place_of_the_old_and_all_else_stays(solve, my_lessons):
    solve("weighted_sum", WEIGHTED_SUM)
    solve("scores", SCORES)
    around = program(my_lessons).replace(
        "# ✓ check.scores", "# mine!\nX = 3;  Y = 'é 我'\n\n\n# ✓ check.scores"
    )
    around += "\n\nif __name__ == '__main__':\n    print(my_scores)   # ends here"
    (my_lessons / "my_attention.py").write_text(around, encoding="utf-8")
    solve("scores", "def my_scores(queries, keys):\n    return queries @ keys.mT")
    new = "def my_scores(queries, keys):\n    return queries @ keys.mT\n"
    assert program(my_lessons) == around.replace(SCORES, new)
    solve("scores", "def by_rows(Q, K):\n    return Q @ K.mT", "by_rows")  # under another name
    assert program(my_lessons) == around.replace(SCORES, "def by_rows(Q, K):\n    return Q @ K.mT\n")
    solve("mix", "def my_mix(weights, V):\n    return weights @ V")
    assert names_of(my_lessons) == ["my_weighted_sum", "by_rows", "my_mix"]


def test_without_its_mark_a_function_is_known_by_its_name(solve, my_lessons):
    solve("scores", SCORES)
    file = my_lessons / "my_attention.py"
    file.write_text(program(my_lessons).replace("# ✓ check.scores\n", "# my first\n"), encoding="utf-8")
    solve("scores", SCORES.replace("Q @", "(Q) @"))
    assert names_of(my_lessons) == ["my_scores"]
    assert "# my first\n# ✓ check.scores\ndef my_scores(Q, K):\n    return (Q) @ K.mT\n" in program(
        my_lessons
    )


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
    lines = program(my_lessons).splitlines()
    assert [line for line in lines if "import" in line and not line.startswith('"""')] == ["import torch"]
    assert names_of(my_lessons) == ["largest", "exps", "my_softmax"]
    assert "    return S.amax(-1, keepdim=True)  # of each row" in lines
    assert lines.index("TINY = 1e-30") < lines.index("def my_softmax(S):")
    assert lines[lines.index("e = exps") - 1] == "# for my_softmax"
    assert "UNUSED" not in program(my_lessons)
    solve(
        "attention",
        "def my_attention(Q, K, V):\n    return F.softmax(Q @ K.mT / root(K.shape[-1]), dim=-1) @ V",
    )
    assert "import torch.nn.functional as F\nfrom math import sqrt as root" in program(my_lessons)


def test_helpers_are_renewed_unless_another_function_needs_the_old_one(solve, my_lessons):
    def helper(body, argument="x"):
        return f"def turned({argument}):\n    return {body}\n\n"

    solve("scores", helper("x.mT") + "def my_scores(Q, K):\n    return Q @ turned(K)")
    solve("scores", helper("x.swapaxes(-1, -2)") + "def my_scores(Q, K):\n    return Q @ turned(K)")
    assert "x.mT" not in program(my_lessons)
    assert names_of(my_lessons) == ["turned", "my_scores"]
    before = program(my_lessons)
    other = helper("x + 0", "x=0") + "def my_mix(weights, V):\n    return weights @ turned(V)"
    assert "Not kept in my_attention.py: there it does not work" in solve("mix", other)
    assert program(my_lessons) == before
    solve(
        "mix",
        helper("np.array(x)") + "def my_mix(weights, V):\n    return (turned(turned(weights.mT))).mT @ V",
    )
    assert "swapaxes" in program(my_lessons)  # with the old one both are right
    assert names_of(my_lessons) == ["turned", "my_scores", "my_mix"]


def test_a_helper_that_is_solved_itself_moves_to_its_place(cell, solve, my_lessons):
    cell(SOFTMAX)
    cell(SCORES)
    solve("mix", "def my_mix(weights, V):\n    return weights @ V")
    solve("attention", ATTENTION)
    assert program(my_lessons).count("# for my_attention") == 2
    solve("softmax", SOFTMAX)
    assert names_of(my_lessons) == ["my_softmax", "my_mix", "my_scores", "my_attention"]
    assert program(my_lessons).count("# for my_attention") == 1
    assert program(my_lessons).count("# ✓ check.softmax\ndef my_softmax(S):") == 1


MIXED = "return weights @ V"
LOST = "table = np.zeros(3)\ndef my_mix(weights, V):\n    return weights @ V + table.sum()"


def test_what_cannot_come_along_is_named_and_the_old_version_stays(solve, my_lessons):
    right = "def my_mix(weights, V):\n    return weights @ V"
    solve("mix", right)
    before = program(my_lessons)
    shown = solve("mix", LOST)
    assert "Not kept in my_attention.py: it uses table, which belongs to this notebook." in shown
    assert shown.startswith("✓ Right")
    use_language("zh")
    assert "没有存入 my_attention.py：它用到了这个笔记本里的 table。" in solve("mix", LOST)
    use_language("en")
    assert program(my_lessons) == before
    seldom = "def my_mix(weights, V):\n    if weights is None:\n        return table\n    return weights @ V"
    assert "Kept in my_attention.py, but without table" in solve("mix", seldom)
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
    assert "Not kept in my_attention.py: " in shown
    assert why in shown
    assert not (my_lessons / "my_attention.py").exists()


def test_of_several_statements_in_one_line_the_one_that_defines_it_is_kept(cell, my_lessons, said):
    cell("f = lambda w, V: V; my_mix = lambda w, V: w @ V; mix = check.mix(my_mix, seed=3); n = 3")
    assert "Kept in my_attention.py." in said()
    assert program(my_lessons).endswith("# ✓ check.mix\nmy_mix = lambda w, V: w @ V\n")


def test_a_cell_that_is_timed_is_found_in_the_history(cell, my_lessons, said):
    code = f"# slowly\ndef my_mix(weights, V):\n    {MIXED}\ncheck.mix(my_mix, seed=3)"
    cell(f"In = ['1', 'def', 'get_ipython().run_cell_magic(\\'time\\', \\'\\', ' + {repr(repr(code))} + ')']")
    exec(compile(code, "<timed exec>", "exec"), vars(sys.modules["__main__"]))
    assert "Kept in my_attention.py." in said()
    assert program(my_lessons).endswith(f"# ✓ check.mix\n# slowly\ndef my_mix(weights, V):\n    {MIXED}\n")


MARKS = "# ✓ check.block", "# ✓ check.mix", "# for my_scores", "# ✓ check.mix\n# ✓ check.mix"


@pytest.mark.parametrize("marks", MARKS)
def test_marks_of_the_file_that_come_back_in_a_cell_are_none(solve, my_lessons, marks):
    code = f"# mine\n{marks}\ndef my_mix(weights, V):\n    {MIXED}"
    for _ in range(3):
        assert "Kept in my_attention.py." in solve("mix", code)
    clean = f"# ✓ check.mix\n# mine\ndef my_mix(weights, V):\n    {MIXED}\n"
    assert program(my_lessons).endswith(f"\n\n\n{clean}")
    piled = program(my_lessons).replace("# ✓ check.mix\n", "# ✓ check.mix\n" * 4)  # by earlier versions
    (my_lessons / "my_attention.py").write_text(piled, encoding="utf-8")
    solve("mix", code.replace("weights", "w"))
    assert program(my_lessons).count("✓") == 1


def test_a_counter_comes_along(solve, my_lessons):
    code = f"count = 0\ndef my_mix(weights, V):\n    global count\n    count += 1\n    {MIXED}"
    for _ in range(2):
        assert "Kept in my_attention.py.\n" in solve("mix", code)
    assert names_of(my_lessons) == ["my_mix"]
    assert "\ncount = " in program(my_lessons)


OWN = {
    "class my_mix:\n    pass": "my_mix",
    "def my_mix(table):\n    return len(table)": "my_mix",
    "class mixer:\n    pass": "mixer",
}


@pytest.mark.parametrize("own", OWN)
def test_something_else_of_the_same_name_stays(solve, my_lessons, own):
    (my_lessons / "my_attention.py").write_text(f"{own}\n")
    shown = solve("mix", f"def {OWN[own]}(weights, V):\n    {MIXED}", OWN[own])
    assert f"another {OWN[own]} of yours stands there" in shown
    assert program(my_lessons) == f"{own}\n"


def test_a_program_that_deletes_the_answer_is_no_place_for_it(solve, my_lessons):
    (my_lessons / "my_attention.py").write_text(f"def my_mix(w, V):\n    {MIXED}\n\ndel my_mix\n")
    shown = solve("mix", f"def my_mix(weights, V):\n    {MIXED}")
    assert shown.startswith("✓ Right")
    assert "Not kept in my_attention.py" in shown


def test_what_cannot_be_written_is_with_the_next_right_answer(solve, my_lessons, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", lambda file: (_ for _ in ()).throw(OSError("the disk is full")))
        assert "cannot be written" in solve("scores", SCORES)
        assert not (my_lessons / "my_attention.py").exists()
    assert "Not kept in" in solve("mix", "mixes = [lambda weights, V: weights @ V]", "mixes[0]")
    assert names_of(my_lessons) == ["my_scores"]


def test_a_program_that_does_not_end_is_waited_for_once(solve, my_lessons, monkeypatch):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    (my_lessons / "my_attention.py").write_text("while True:\n    print(1)\n")
    runs = []

    def run(*given, run=save_answer.run):
        runs.append(given)
        return run(*given)

    monkeypatch.setattr(save_answer, "run", run)
    for exercise, code in (("scores", SCORES), ("mix", f"def my_mix(weights, V):\n    {MIXED}")):
        shown = solve(exercise, code)
        assert "does not come to its end" in shown
        assert "line " in shown
        assert "TookTooLong" not in shown + repr(mine)
    assert len(runs) == 2  # with the first answer, and, to be sure, without it


def test_a_lambda_with_a_name_a_decorator_and_a_class_are_kept(cell, solve, my_lessons):
    solve("mix", "my_mix = lambda weights, V: (\n    weights @ V\n)")
    assert "# ✓ check.mix\nmy_mix = lambda weights, V: (\n    weights @ V\n)\n" in program(my_lessons)
    cell(
        "import functools\ndef loud(f):\n    @functools.wraps(f)\n    def g(*given):\n"
        "        return f(*given)\n    return g"
    )
    solve("scores", "@loud\n" + SCORES)
    assert "@loud\ndef my_scores" in program(my_lessons)
    cell("import torch\nfrom torch import nn\n" + EXERCISES["self_attention"].solution)
    solve("self_attention", "", "MySelfAttention")
    assert names_of(my_lessons) == ["loud", "my_scores", "MySelfAttention"]
    assert "import torch.nn as nn" in program(my_lessons)
    solve("self_attention", "", "MySelfAttention(6, 4)")  # one of it
    assert names_of(my_lessons) == ["loud", "my_scores", "MySelfAttention"]


def test_one_name_for_two_exercises_is_refused(solve, my_lessons):
    solve("mix", "def f(weights, V):\n    return weights @ V", "f")
    before = program(my_lessons)
    assert "there, f is your answer to mix" in solve("scores", "def f(Q, K):\n    return Q @ K.mT", "f")
    assert program(my_lessons) == before


def test_a_program_that_is_refused_does_not_stay_imported(solve, my_lessons):
    solve("scores", "def turned(x):\n    return x.mT\n\ndef my_scores(Q, K):\n    return Q @ turned(K)")
    saved = sys.modules["my_attention"]
    other = "def turned(x=0):\n    return x + 0\n\ndef my_mix(weights, V):\n    return weights @ turned(V)"
    assert "there it does not work" in solve("mix", other)
    assert sys.modules["my_attention"] is saved
    del sys.modules["my_attention"]
    solve("mix", other)
    assert "my_attention" not in sys.modules


@pytest.mark.parametrize("content", [b"def f(:\n", b"\xff\xfe", b"x = 1\n  y", b"\0"])
def test_a_file_that_is_no_program_stays_as_it_is_and_the_lesson_goes_on(solve, my_lessons, content):
    (my_lessons / "my_attention.py").write_bytes(content)
    shown = solve("scores", SCORES)
    assert shown.startswith("✓ Right")
    assert "Not kept: my_attention.py cannot be read as a program" in shown
    assert (my_lessons / "my_attention.py").read_bytes() == content


def test_a_program_that_does_not_run_stays_as_it_is(solve, my_lessons):
    (my_lessons / "my_attention.py").write_text("print('hello')\n1 / 0\n")
    shown = solve("scores", SCORES)
    assert "hello" not in shown
    assert "there it does not work (ZeroDivisionError: division by zero, line 2)" in shown
    assert program(my_lessons) == "print('hello')\n1 / 0\n"


def test_line_ends_and_first_bytes_of_windows_stay(solve, my_lessons):
    solve("weighted_sum", WEIGHTED_SUM)
    file = my_lessons / "my_attention.py"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    solve("scores", SCORES)
    content = file.read_bytes()
    assert content.startswith(b'\xef\xbb\xbf"""')
    assert content.count(b"\n") == content.count(b"\r\n") > 10
    assert names_of(my_lessons) == ["my_weighted_sum", "my_scores"]


def test_nothing_is_kept_of_a_wrong_answer_in_a_graded_one_and_elsewhere(solve, my_lessons, monkeypatch):
    assert "my_attention" not in solve("scores", "def my_scores(Q, K):\n    return K @ Q.mT")
    for name in "ATTNLIB_STRICT", "NBGRADER_EXECUTION":
        with monkeypatch.context() as patch:
            patch.setenv(name, "1")
            assert "my_attention" not in solve("scores", SCORES)
    monkeypatch.chdir(my_lessons.parent)
    assert "my_attention" not in solve("scores", SCORES)
    assert not list(my_lessons.parent.rglob("my_attention.py"))


def test_every_solution_can_be_kept_and_all_of_them_are_one_program(cell, solve, my_lessons):
    cell("import torch\nfrom torch import nn\nfrom attnlib import attend, merge_heads, mine, split_heads")
    for exercise in reversed(EXERCISES):
        code = EXERCISES[exercise].solution
        name = save_answer.name_in(code)
        assert "Kept in my_attention.py.\n" in solve(exercise, code, name)
    own = in_a_fresh_namespace(my_lessons)
    for exercise in EXERCISES:
        function = own[save_answer.name_in(EXERCISES[exercise].solution)]
        assert getattr(check, exercise)(function, seed=4) is function
    marks = [line.split(".")[1] for line in program(my_lessons).splitlines() if line.startswith("# ✓ check.")]
    assert marks == [*EXERCISES]
