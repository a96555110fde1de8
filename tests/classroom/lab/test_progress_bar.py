"""A training says how far it is, in a notebook only, and leaves nothing behind."""

import IPython.display
import pytest

from attnlib.languages import use_language
from classroom.lab import progress_bar
from classroom.lab.progress_bar import in_notebook, progress


class Line:
    """Stands in for what IPython shows and lets change."""

    def __init__(self):
        self.shown = []

    def update(self, data, raw):
        self.shown.append(data)


@pytest.fixture
def line(monkeypatch):
    line = Line()
    monkeypatch.setattr(IPython.display, "display", lambda *_, **__: line)
    monkeypatch.setattr(progress_bar, "EVERY", -1)
    return line


def test_it_counts_and_its_line_is_empty_at_the_end(line, monkeypatch):
    monkeypatch.setattr(progress_bar, "in_notebook", lambda: True)
    assert [*progress(3)] == [1, 2, 3]
    assert line.shown == [{"text/plain": f"{k} / 3"} for k in (1, 2, 3)] + [{}]


def test_loops_in_a_loop_share_its_line_and_the_whole_is_in_sight(line, monkeypatch):
    monkeypatch.setattr(progress_bar, "in_notebook", lambda: True)
    for _ in progress(["a", "b"]):
        assert [*progress(2)] == [1, 2]
    said = ["1 of 2 · 1 / 2", "1 of 2 · 2 / 2", "1 / 2", "2 of 2 · 1 / 2", "2 of 2 · 2 / 2", "2 / 2"]
    assert line.shown == [{"text/plain": one} for one in said] + [{}]
    use_language("zh")
    for _ in progress(range(3)):
        for _ in progress(1):
            pass
    assert line.shown[-3] == {"text/plain": "第 3 次，共 3 次 · 1 / 1"}


@pytest.mark.parametrize(
    ("a_step", "said"),
    [(1, ""), (4, " · 28 s left"), (40, " · 5 min left")],  # 1 of 8 is done
)
def test_what_is_long_says_how_long_it_still_takes(line, monkeypatch, a_step, said):
    now = [0]
    monkeypatch.setattr(progress_bar, "in_notebook", lambda: True)
    monkeypatch.setattr(progress_bar.time, "monotonic", lambda: now[0])
    for _ in progress(range(2)):
        for _ in progress(4):
            now[0] += a_step
    assert line.shown[0] == {"text/plain": f"1 of 2 · 1 / 4{said}"}


def test_a_loop_that_was_interrupted_in_an_earlier_cell_is_forgotten(line, monkeypatch):
    monkeypatch.setattr(progress_bar, "in_notebook", lambda: True)
    cell = [1]
    monkeypatch.setattr(progress_bar, "_cell", lambda: cell[0])
    interrupted = progress(5)
    next(interrupted)
    cell[0] = 2
    now = progress(2)
    next(now)
    interrupted.close()  # by the garbage collector, at any time
    assert [*progress(1)] == [1]
    assert [one.get("text/plain") for one in line.shown] == ["1 of 2 · 1 / 1"]
    now.close()


def test_without_a_page_nothing_is_shown(line):
    assert not in_notebook()
    assert [*progress(3)] == [1, 2, 3]
    assert line.shown == []


def test_what_is_over_at_once_needs_no_line(line, monkeypatch):
    monkeypatch.setattr(progress_bar, "in_notebook", lambda: True)
    monkeypatch.setattr(progress_bar, "EVERY", 60)
    assert [*progress(3)] == [1, 2, 3]
    assert line.shown == []
