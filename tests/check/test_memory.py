"""What was checked since the kernel started."""

from attnlib import check
from tests.helpers.checking import program, solution


def test_progress_is_the_kernels_memory(capsys):
    check.progress()
    assert "No exercise has been checked yet." in capsys.readouterr().out
    check.scores(solution("scores"), seed=1)
    check.attention(program("attention", "..."))
    check.mix(lambda weights, V: V, seed=1)
    capsys.readouterr()
    check.progress()
    assert capsys.readouterr().out == "Solved so far\n1 of 3: ✓ scores, ○ attention, ✗ mix\n"
    check.scores(lambda Q, K: Q, seed=1)  # solved once is solved
    check.attention(lambda Q, K, V: V, seed=1)
    capsys.readouterr()
    check.progress()
    assert "✓ scores, ✗ attention, ✗ mix" in capsys.readouterr().out
