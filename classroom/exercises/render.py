"""Show the answer of a check: a small card in a notebook, the same words as plain text elsewhere."""

import sys
from html import escape
from textwrap import shorten

from attnlib.languages import language, name_of, text_from
from classroom.my_lessons import is_strict

text = text_from(__file__, "render")

# background, text and edge; the text's contrast is 7:1 and more, whatever colours the notebook has
_COLORS = {
    "todo": ("#f1f5f9", "#1f2937", "#64748b"),
    "wrong": ("#fff7ed", "#7c2d12", "#c2410c"),
    "right": ("#f0fdf4", "#14532d", "#15803d"),
    "note": ("#eff6ff", "#1e3a8a", "#2563eb"),
}
_LONGEST = 400


class NotYet(AssertionError):
    """An answer is wrong or missing; raised where the environment says ATTNLIB_STRICT=1."""


def show_answer(state, name, lines, small="", case=((), "")):
    """Show the card of an answer; where an exception is asked for, raise what is not right."""
    words = show(state, f"{text(state)} · {name_of(name)}", lines, small, case=case)
    if state != "right" and is_strict():
        raise NotYet(words)


def mark(state):
    """Return ○, ✗ or ✓."""
    return text(state).split()[0]


def listed(names):
    """Return the names, joined with the comma of the language in force."""
    return text("comma").join(names)


def show(state, title, lines, small="", code="", table=(), case=((), "")):
    """Show a card and return its words: a title, perhaps code or a table, a few lines, a case, small print.

    The second part of a case, the right result, is there to be unfolded, and not part of the words.
    """
    lines = [shorten(line, _LONGEST, placeholder=" …") for line in lines if line]
    rows = [" | ".join(row) for row in table]
    words = "\n".join([title, *code.splitlines(), *rows, *lines, *case[0], *([small] if small else [])])
    if _in_a_notebook():
        from IPython.display import display

        page = html(state, title, lines, small, code, table, case)
        display({"text/html": page, "text/plain": words}, raw=True)
    else:
        print(words)
    return words


def html(state, title, lines, small="", code="", table=(), case=((), "")):
    """Return the card as HTML, in colours of its own; nothing that came from outside stays HTML in it."""
    back, front, edge = _COLORS[state]
    style = (
        f"background:{back};color:{front};border-left:6px solid {edge};border-radius:4px;"
        "padding:8px 14px;margin:4px 0;max-width:56em;font:17px/1.5 system-ui,sans-serif"
    )
    rows = "".join(f"<div>{escape(line)}</div>" for line in lines)
    if code:
        rows = _pre(code) + rows
    if table:
        rows = _table_html(table, f"background:{back};color:{front}") + rows
    if case[0]:
        rows += _pre("\n".join(case[0]))
    if case[1]:
        summary = f'<summary style="display:list-item;cursor:pointer">{escape(text("unfold"))}</summary>'
        rows += f"<details>{summary}{_pre(case[1])}</details>"
    if small:
        rows += f'<div style="font-size:14px">{escape(small)}</div>'
    tongue = "zh-CN" if language() == "zh" else "en"
    return f'<div role="status" lang="{tongue}" style="{style}"><strong>{escape(title)}</strong>{rows}</div>'


def _table_html(table, colors):
    """Return a table, its first row the column names; its cells have colours, since JupyterLab's differ."""
    cell = f"{colors};text-align:left;vertical-align:top;padding:2px 18px 2px 0"

    def row(kind, texts):
        return "<tr>" + "".join(f'<{kind} style="{cell}">{escape(x)}</{kind}>' for x in texts) + "</tr>"

    head, *body = table
    rows = row("th", head) + "".join(row("td", texts) for texts in body)
    return f'<table style="margin:6px 0;border-collapse:collapse;font-size:16px">{rows}</table>'


def _pre(lines):
    """Return lines in a frame, as code is shown."""
    frame = "background:#ffffff;color:#1f2937;padding:6px 10px;margin:6px 0;overflow-x:auto"
    return f'<pre style="{frame};font:16px/1.45 monospace">{escape(lines)}</pre>'


def _in_a_notebook():
    """Return whether IPython runs this, and is not just installed."""
    shell = sys.modules.get("IPython")
    return shell is not None and shell.get_ipython() is not None
