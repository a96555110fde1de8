"""A training says how far it is, in a notebook only, and leaves nothing behind."""

import IPython.display
import pytest

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


def test_without_a_page_nothing_is_shown(line):
    assert not in_notebook()
    assert [*progress(3)] == [1, 2, 3]
    assert line.shown == []


def test_what_is_over_at_once_needs_no_line(line, monkeypatch):
    monkeypatch.setattr(progress_bar, "in_notebook", lambda: True)
    monkeypatch.setattr(progress_bar, "EVERY", 60)
    assert [*progress(3)] == [1, 2, 3]
    assert line.shown == []
