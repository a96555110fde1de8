"""Show the answer of a check: a small card in a notebook, the same words as plain text elsewhere."""

import re
import sys
from html import escape
from textwrap import shorten

from attnlib.languages import language, name_of, text_from
from classroom.my_lessons import is_strict

text = text_from(__file__, "render")

# The edge, and what is mixed into the ground. The text, its size and the ground itself are the page's own, so
# that a card is at home in every theme; an edge differs enough (3:1) from white and from black.
_EDGES = {"todo": "100,116,139", "wrong": "194,65,12", "right": "21,128,61", "note": "37,99,235"}
_LONGEST = 400


class NotYet(AssertionError):
    """An answer is wrong or missing; raised where the environment says ATTNLIB_STRICT=1."""


def show_answer(state, name, lines, small="", case=((), ""), hints=()):
    """Show the card of an answer; where an exception is asked for, raise what is not right."""
    words = show(state, f"{text(state)} · {name_of(name)}", lines, small, case=case, hints=hints)
    if state != "right" and is_strict():
        raise NotYet(words)


def mark(state):
    """Return ○, ✗ or ✓."""
    return text(state).split()[0]


def listed(names):
    """Return the names, joined with the comma of the language in force."""
    return text("comma").join(names)


def show(state, title, lines, small="", code="", table=(), case=((), ""), hints=()):
    """Show a card and return its words: a title, perhaps code or a table, a few lines, a case, small print.

    The second part of a case, the right result, and the hints are there to be unfolded, and not part of the
    words.
    """
    lines = [shorten(line, _LONGEST, placeholder=" …") for line in lines if line]
    rows = [" | ".join(cell if isinstance(cell, str) else cell[0] for cell in row) for row in table]
    words = "\n".join([title, *code.splitlines(), *rows, *lines, *case[0], *([small] if small else [])])
    if _in_a_notebook():
        from IPython.display import display

        page = html(state, title, lines, small, code, table, case, hints)
        display({"text/html": page, "text/plain": words}, raw=True)
    else:
        print(words)
    return words


def html(state, title, lines, small="", code="", table=(), case=((), ""), hints=()):
    """Return the card as HTML; nothing that came from outside stays HTML in it, but for `code`."""
    edge = _EDGES[state]
    style = (
        f"background:rgba({edge},0.08);border-left:6px solid rgb({edge});border-radius:4px;"
        "padding:8px 14px;margin:4px 0;max-width:56em;line-height:1.5"
    )
    rows = _rows(lines)
    if code:
        rows = _pre(code) + rows
    if table:
        rows = _table_html(table) + rows
    if case[0]:
        rows += _pre("\n".join(case[0]))
    if case[1]:
        rows += _fold(text("unfold"), _pre(case[1]))
    rows += _hints_html(hints)
    if small:
        rows += f'<div style="font-size:0.85em">{_marked(small)}</div>'
    tongue = "zh-CN" if language() == "zh" else "en"
    return f'<div role="status" lang="{tongue}" style="{style}"><strong>{escape(title)}</strong>{rows}</div>'


def _rows(lines):
    return "".join(f"<div>{_marked(line)}</div>" for line in lines)


def _marked(line):
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(line))


def _hints_html(hints):
    """Return the hints, each in the fold of the one before, so that nobody sees the next by accident."""
    folds = ""
    for title, lines in reversed(hints):
        folds = _fold(title, _rows(lines) + folds)
    return folds


def _fold(summary, inside):
    summary = f'<summary style="display:list-item;cursor:pointer">{escape(summary)}</summary>'
    return f"<details>{summary}{inside}</details>"


def _table_html(table):
    """Return a table without JupyterLab's stripes, first the column names; a link is a pair (text, to)."""
    cell = "text-align:left;vertical-align:top;padding:2px 18px 2px 0"

    def row(kind, texts):
        cells = "".join(f'<{kind} style="{cell}">{_linked(x)}</{kind}>' for x in texts)
        return f'<tr style="background:none">{cells}</tr>'

    head, *body = table
    rows = row("th", head) + "".join(row("td", texts) for texts in body)
    return f'<table style="margin:6px 0;border-collapse:collapse;font-size:inherit">{rows}</table>'


def _linked(cell):
    if isinstance(cell, str):
        return escape(cell)
    said, to = cell
    return f'<a href="{escape(to)}">{escape(said)}</a>'


def _pre(lines):
    """Return lines in a frame, as code is shown."""
    frame = "background:rgba(128,128,128,0.12);color:inherit;padding:6px 10px;margin:6px 0;overflow-x:auto"
    return f'<pre style="{frame};font-size:0.94em;line-height:1.45">{escape(lines)}</pre>'


def _in_a_notebook():
    """Return whether IPython runs this, and is not just installed."""
    shell = sys.modules.get("IPython")
    return shell is not None and shell.get_ipython() is not None
