"""The cells of a built notebook as HTML for print: with room to write, and with all answers kept apart."""

import ast
import re
from html import escape

from attnlib.draw.explain import explain
from attnlib.draw.stored import LIVE, unpacked
from attnlib.examples import load_example
from attnlib.exercises.catalog import EXERCISES
from attnlib.i18n import in_force
from attnlib.widgets.explorer._still import still
from attnlib.widgets.questions._markup import html as marked
from tools.exercises import EXERCISE, taken_apart
from tools.glossary_page import INDEX
from tools.handout.words import words
from tools.live import frames
from tools.site import texts
from tools.site.cells import LINKS, NEEDS_PYTHON, SETUP, STRIP, TO_OTHER_LESSONS, kinds, lines

_FOLD = re.compile(r"<details><summary>(.*?)</summary>(.*?)</details>", re.DOTALL)
_WITHIN = re.compile(r'<a (?![^>]*rel="external")[^>]*>(.*?)</a>', re.DOTALL)  # a link to another page
_ALIVE = re.compile(r"<p><small>.*?</small></p>(?=</div>$)", re.DOTALL)  # that a question can be answered
WIDGETS = {"ask", "Explorer", "Explorer.of"}
_SPARE = 3  # lines that an exercise has besides those of its solution


def handout(page):
    """(what is to be read and done, its answers): two texts of HTML, of a page's notebook."""
    answers: list[str] = []
    shown = [cell for cell in page.notebook["cells"] if cell["id"] not in (LINKS, INDEX)]
    after = [*shown[1:], None]
    body = "".join(_cell(cell, next, page, answers) for cell, next in zip(shown, after, strict=True))
    return _WITHIN.sub(r"\1", body), _WITHIN.sub(r"\1", "".join(answers))


def _cell(cell, next, page, answers):
    source, id = "".join(cell["source"]), cell["id"]
    if cell["cell_type"] == "markdown":
        text = TO_OTHER_LESSONS.sub("", source)
        text = _FOLD.sub(lambda fold: _folded(fold[1], fold[2], page, answers), text)
        leads = text.rstrip("* \n").endswith((":", "：")) or (next and _is_exercise(next))
        kind = "text prompt" if leads else "text"  # of which the last lines stay with what follows
        return f'<div class="{kind}">\n{texts.html(text, page, id)}</div>\n'
    if id in (SETUP, STRIP):  # of no use on paper, but the strip's picture
        return "".join(_output(out, source, page, answers) for out in cell["outputs"])
    printed = on_paper(source)
    program = code(printed) if printed else ""
    if _is_exercise(cell):
        shown = _exercise(source, page, answers)
    else:
        shown = "".join(_output(out, source, page, answers) for out in cell["outputs"])
    return f'<div class="program">\n{program}{shown}</div>\n'


def _is_exercise(cell):
    return EXERCISE in cell["metadata"].get("tags", [])


def on_paper(source):
    """Return a program without what says nothing on paper: calls of widgets, and what they alone use."""
    try:
        statements = ast.parse(source).body
    except SyntaxError:  # as %pip is
        return source
    widgets = {name for one in statements if _is_widget(one) for name in _names(one, ast.Store)}
    shown = [one for one in statements if _is_widget(one) or _is_name(one, widgets)]
    kept = [one for one in statements if one not in shown]
    given = _names_of(shown, ast.Load) - _names_of(kept, ast.Load)
    kept = [one for one in kept if not (_is_plain(one) and _names(one, ast.Store) <= given)]
    lines = source.split("\n")
    gone = {row for one in statements if one not in kept for row in range(one.lineno - 1, one.end_lineno)}
    return "\n".join(line for row, line in enumerate(lines) if row not in gone).strip("\n")


def _is_widget(statement):
    call = getattr(statement, "value", None)
    return isinstance(call, ast.Call) and ast.unparse(call.func) in WIDGETS


def _is_name(statement, names):
    """Return True if a statement does nothing but show one of these."""
    shown = getattr(statement, "value", None)
    return isinstance(statement, ast.Expr) and isinstance(shown, ast.Name) and shown.id in names


def _is_plain(statement):
    """Return True if a statement gives a name to a value that is written out."""
    if not isinstance(statement, ast.Assign):
        return False
    try:
        ast.literal_eval(statement.value)
    except ValueError:
        return False
    return True


def _names_of(statements, use):
    return {name for one in statements for name in _names(one, use)}


def _names(statement, use):
    """Return the names that a statement reads, ast.Load, or sets, ast.Store."""
    names = (one for one in ast.walk(statement) if isinstance(one, ast.Name))
    return {one.id for one in names if isinstance(one.ctx, use)}


def code(source):
    """Return a program whose long lines go on below, indented."""
    return f'<div class="code"><pre><code>{lines(source)}</code></pre></div>\n'


def _output(out, source, page, answers):
    """Return one thing that a program shows."""
    if "text" in out:
        return _plain("".join(out["text"]))
    if "ename" in out:
        return _plain(f"{out['ename']}: {out['evalue']}")
    data = kinds(out)
    kept = unpacked(data[LIVE]) if LIVE in data else {}
    if alive := {"explorer": _explorer, "question": _question, "film": _film}.get(kept.get("kind", "")):
        return alive(kept["state"], data, page, answers)
    if "text/html" not in data:
        return _plain(data.get("text/plain", ""))
    return _shown(data["text/html"], words(page.lang)["needs_python"] if NEEDS_PYTHON.search(source) else "")


def _shown(html, note=""):
    """Return a drawing, and below it a note on what can only be done at a computer."""
    below = f'<p class="note">{note}</p>' if note else ""
    return f'<div class="shown">{html}</div>{below}\n'


def _plain(text):
    return f'<pre class="shown">{escape(text)}</pre>\n'


def _question(state, data, page, answers):
    """Print a question, and at the end its answer, the reasons against others, and what is shown then."""
    told = state["_fixed"]
    given = f"<p><strong>{marked(told['answer_text'])}</strong></p><p>{marked(told['explanation'])}</p>"
    if told["kind"] == "choices":
        against = "".join(
            f"<li>({'abcdefgh'[one['answer']]}) {marked(one['text'])}</li>" for one in told["wrong"]
        )
        given += f'<ul class="against">{against}</ul>'
    if told["then"]:
        given += f'<div class="shown then">{told["then"]}</div>'
    number = _answer(given, answers)
    return f'<div class="question">{number}{_ALIVE.sub("", data["text/html"])}{_room(page, 2)}</div>\n'


def _explorer(state, data, page, answers):
    """Print the still of an explorer with its task: a prediction, or a goal."""
    told, said = state["_fixed"], words(page.lang)
    drawn = f'<div class="shown still">{data["text/html"]}</div>\n'
    if told["question"]:
        number = _answer(_predicted(told), answers)
        asked = f"<p><strong>{escape(told['question']['text'])}</strong></p>"
        return f'{drawn}<div class="question">{number}{asked}{_room(page, 1)}</div>\n'
    if told["goals"]:
        goals = "".join(f"<li>{escape(goal['text'])}</li>" for goal in told["goals"])
        return f'{drawn}<div class="question"><p>{said["goals"]}</p><ul>{goals}</ul></div>\n'
    return drawn


def _film(state, data, page, answers):
    """Print three places of a film: first, where it opens, last; of several sliders the start alone."""
    said, [slider, *others] = words(page.lang), state["controls"]
    if others:
        return _shown(data["text/html"], said["needs_python"])
    drawn, values = frames(state), slider["values"]
    last = len(values) - 1
    start = slider["start"] if 0 < slider["start"] < last else last // 3
    shown = "".join(
        f"<div><p>{escape(slider['name'])} {escape(values[at])}</p>{drawn[at]}</div>"
        for at in sorted({0, start, last})
    )
    return f'<div class="shown film">{shown}</div><p class="note">{said["film"]}</p>\n'


def _predicted(told):
    """Print an explorer's question, its answer as a sum, and the picture that comes after the prediction."""
    example, asked = load_example(told["name"]), told["question"]
    trace = example.trace()
    col = asked["col"]
    if col is None:  # asked is which column of the row is largest
        col = int(getattr(trace, asked["step"])[asked["row"]].argmax())
    sum = explain(trace, asked["step"], asked["row"], col)
    picture = still(example, trace, 0, told["steps"])
    return f'<p>{sum.html}</p><div class="shown still">{picture.html}</div>'


def _exercise(source, page, answers):
    """Room to write; the solution, with the reason for it."""
    exercise = EXERCISES[taken_apart(source, 1).name]
    number = _answer(f"{code(exercise.solution)}<p>{marked(in_force(exercise.why))}</p>", answers)
    label = f"<p>{words(page.lang)['your_program']}</p>"
    lines = len(exercise.solution.split("\n")) + _SPARE
    return f'<div class="exercise">{number}{label}{_lines(lines)}</div>\n'


def _folded(summary, inside, page, answers):
    """Say, in the place of a fold, where to find it: at the end."""
    number = _answer(f"<p><strong>{summary}</strong></p>{texts.html(inside.strip(), page)}", answers)
    see = words(page.lang)["see"].format(number=number)
    return f'<p class="see">{summary}: {see}</p>'


def _answer(html, answers):
    """Note an answer; what stands beside its question: its number."""
    number = f'<b class="number">{len(answers) + 1}</b>'
    answers.append(f'<section class="answer text">{number}{html}</section>\n')
    return number


def _room(page, lines):
    return f'<div class="room"><p>{words(page.lang)["your_answer"]}</p>{_lines(lines)}</div>'


def _lines(count):
    """Ruled lines to write on."""
    return '<div class="ruled">' + '<div class="rule"></div>' * count + "</div>"
