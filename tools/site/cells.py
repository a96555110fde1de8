"""The cells of a built notebook as HTML: texts, programs, what they show, and widgets that are alive."""

import json
import re
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from attnlib.draw.stored import FRAMES, STORED_STATE, unpacked
from tools.lesson_source import FOLDED
from tools.site import printed, text_cells
from tools.site.pictures import with_files
from tools.stored_widgets import frames

LINKS = "links"  # the id of the cell that leads to other lessons, as the frame of a page does
SETUP, STRIP = "setup", "strip"  # the ids of cells whose programs tell a reader nothing
BROAD, BROADER = 544, 700  # pixels, from which on a picture is scrolled on a phone, and not made small
PICTURED = ("explorer", "own_sentence", "microscope")  # widgets whose still picture shows what they show
NEEDS_PYTHON = re.compile(r"\blive\(")
TO_OTHER_LESSONS = re.compile(r"^\[[^\]]*\]\([^#\s]+\)( · \[[^\]]*\]\([^#\s]+\))+$", re.M)
ASKS_ALONE = re.compile(r"ask\(\"\w+\"\)")
_FORMATTER = HtmlFormatter(nowrap=True, classprefix="c-")


def cells(page):
    """Return a page's notebook as HTML, in pieces; what JupyterLab opens folded is folded here, too."""
    pieces, folds = [], False
    for cell in page.notebook["cells"]:
        if folds and cell["source"].startswith("## "):
            pieces.append("</details>\n")
            folds = False
        if cell["id"] != LINKS:
            pieces.append(_cell(cell, page))
        if cell["metadata"].get(FOLDED):
            pieces.append(f'<details class="later"><summary>{page.words["unfold"]}</summary>\n')
            folds = True
    return [*pieces, "</details>\n"] if folds else pieces


def _cell(cell, page):
    source, id = "".join(cell["source"]), cell["id"]
    if cell["cell_type"] == "markdown":
        place = "" if re.search(r"^#", source, re.M) else f' id="{id}"'
        text = printed.folds(TO_OTHER_LESSONS.sub("", source), page)
        return f'<div class="text"{place}>\n{text_cells.html(text, page, id)}</div>\n'
    shown = "".join(_output(out, id, page) for out in cell["outputs"])
    program = code(source, page)
    if "exercise" in cell["metadata"].get("tags", []):
        shown = _exercise(page) + printed.exercise(source, page)
    elif NEEDS_PYTHON.search(source) and 'class="frames' not in shown:
        shown += f'<p class="note">{page.words["needs_python"]}</p>'
    elif id == STRIP or not source or ASKS_ALONE.fullmatch(source.strip()):
        program = ""
    elif id == SETUP or 'class="alive' in shown:
        rows = 0 if id == SETUP else _row_of_last(source)
        kind = "source" if rows else "source screen-only"
        program = code(source, page, rows)
        program = f'<details class="{kind}"><summary>{page.words["code"]}</summary>{program}</details>\n'
    return f'<div class="program">\n{program}{shown}</div>\n'


def _row_of_last(source):
    """Return the row, counted from 0, where the last statement begins: what it shows says more on paper."""
    return max((k for k, line in enumerate(source.split("\n")) if line[:1].isidentifier()), default=0)


def code(source, page, printed_rows=None):
    """Return a program in colours, with a button that copies it; of it so many rows are printed, or all."""
    copy = page.words["copy"]
    return (
        f'<div class="code"><pre><code>{lines(source, printed_rows)}</code></pre>'
        f'<button type="button" class="copy" hidden>{copy}</button></div>\n'
    )


def lines(source, printed_rows=None):
    """Return a program in colours whose long lines go on below, indented; copied, they are what they were."""
    rows = [f'<span class="line">{line}\n</span>' for line in coloured(source).split("\n")]
    if printed_rows is None:
        return "".join(rows)
    return f'{"".join(rows[:printed_rows])}<span class="screen-only">{"".join(rows[printed_rows:])}</span>'


def coloured(source):
    """Return a program in colours, as HTML whose lines are those of the program."""
    return highlight(source, PythonLexer(), _FORMATTER).rstrip("\n")


def _exercise(page):
    """Where its reader can write it, in the place of a check that has nothing to check."""
    ways = " · ".join(f'<a href="{escape(way)}">{name}</a>' for name, way in page.ways)
    said = f"<strong>{page.words['exercise']}</strong> {page.words['exercise_how']}"
    return f'<div class="exercise">{said} {ways}</div>\n'


def _output(out, id, page):
    """Return the best kind of an output that a page can show."""
    if "text" in out:
        return _plain("".join(out["text"]), page)
    if "ename" in out:
        return _plain(f"{out['ename']}: {out['evalue']}", page)
    data = kinds(out)
    if STORED_STATE in data:
        return _alive(data, id, page)
    if "text/html" in data:
        return as_shown(data["text/html"], page)
    return _plain(data.get("text/plain", ""), page)


def as_shown(html, page):
    """Return a picture or a table; an empty cell in a table's head is no heading. Links lead to pages."""
    widest = max(map(int, re.findall(r'<img [^>]*?width="(\d+)"', html)), default=0)
    kind = " broad" * (widest >= BROAD) + " broader" * (widest >= BROADER)
    html = re.sub(r"<th([^>]*)></th>", r"<td\1></td>", with_files(html, page.pictures))
    html = re.sub(r'(<a href="\w+)\.ipynb"', r'\1.html"', html)
    html = re.sub(
        r'(<th scope="row"[^>]*>)([\w.= ]+)',
        lambda row: row[1] + re.sub(r"(?<=[._=])", "<wbr>", row[2]),
        html,
    )
    return f'<div class="shown{kind}">{html}</div>\n'


def kinds(out):
    """Return an output by kind, each as one text."""
    return {kind: "".join(what) if isinstance(what, list) else what for kind, what in out["data"].items()}


def _plain(text, page):
    is_array = any(line.startswith(("[[", " [")) for line in text.split("\n"))  # whose lines do not wrap
    return f'<pre class="shown scroll{" array" * is_array}">{escape(text)}</pre>\n'


def _alive(data, id, page):
    """Return a widget's state, for site.js to show; without scripts one sees the picture, or the question."""
    kept = unpacked(data[STORED_STATE])
    kind = kept["kind"]
    if kind == FRAMES:
        return _frames(kept["state"], data, id, page)
    needed = {name: kept[name] for name in ("kind", "arrays", "state")}
    said = json.dumps(needed, ensure_ascii=False, separators=(",", ":"))
    saved = _script(with_files(said, page.pictures))
    page.alive = True
    still = (
        with_files(data["text/html"], page.pictures) if kind in PICTURED else _plain(data["text/plain"], page)
    )
    note = f'<p class="note">{page.words["needs_script"]}</p>'
    on_paper = {"explorer": printed.explorer, "question": printed.question}.get(kind, _still)
    return (
        f'<div class="alive {kind}" data-key="{id}">{saved}<noscript>{still}{note}</noscript></div>\n'
        f"{on_paper(kept['state'], data, page)}"
    )


def _still(state, data, page):
    """Return the picture, if any, that stands on paper for a widget other than an explorer or a question."""
    if "text/html" not in data:
        return ""
    return f'<div class="print-only shown">{with_files(data["text/html"], page.pictures)}</div>\n'


def _script(said):
    """JSON for a script of the site, of which no text ends it."""
    said = said.replace("<", "\\u003c")
    return f'<script type="application/json">{said}</script>'


def _frames(state, data, id, page):
    """Return the frames of `live` at some values of its controls, which frames.js adds."""
    drawn = [as_shown(html, page) for html in frames(state)]
    said = _script(json.dumps({"controls": state["controls"], "frames": drawn}, ensure_ascii=False))
    note = f'<p class="note">{page.words["needs_script"]}</p>'
    picture = as_shown(data["text/html"], page)
    return (
        f'<div class="frames" data-key="{id}">{said}<noscript>{note}</noscript>'
        f'<div class="frame">{picture}</div></div>\n'
    )
