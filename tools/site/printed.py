"""What a lesson is on paper: questions with room to write, and what answers them after the last section.

It stands in the page with the class `print-only`; what paper has no use for has the class `screen-only`.
"""

import re
from html import escape

from attnlib.draw.explain import explain
from attnlib.examples import load_example
from attnlib.languages import LANGUAGES, language, use_language
from classroom.exercises.catalog import EXERCISES
from classroom.questions._markup import html as marked
from tools.exercises import taken_apart
from tools.site import text_cells
from tools.site.pictures import with_files

_FOLD = re.compile(r"(?<=<details>)<summary>(.*?)</summary>(.*?)(?=</details>)", re.DOTALL)
_SPARE = 3  # lines that an exercise has besides those of its solution
_LINE = '<div class="line-to-write"></div>'


def question(state, data, page):
    """Return a question with room to write; its answer and the reasons against others go to the end."""
    told = state["_fixed"]
    answer = f"<p><strong>{marked(told['answer_text'])}</strong></p><p>{marked(told['explanation'])}</p>"
    if told["kind"] == "choices":
        wrong = [f"<li>({'abcdefgh'[one['answer']]}) {marked(one['text'])}</li>" for one in told["wrong"]]
        answer += f"<ul>{''.join(wrong)}</ul>"
    if told["then"]:
        answer += f'<div class="shown">{with_files(told["then"], page.pictures)}</div>'
    return _task(data["text/html"], answer, "your_answer", 3, page)


def explorer(state, data, page):
    """Return the picture of an explorer, with what it asks for: a number, or that goals are reached."""
    told = state["_fixed"]
    still = f'<div class="print-only shown">{with_files(data["text/html"], page.pictures)}</div>\n'
    if told["question"]:
        asked = f"<p><strong>{escape(told['question']['text'])}</strong></p>"
        return still + _task(asked, f"<p>{_predicted(told, page.lang)}</p>", "your_answer", 2, page)
    goals = "".join(f"<li>{escape(goal['text'])}</li>" for goal in told["goals"] or [])
    return still + (f'<ul class="print-only text">{goals}</ul>\n' if goals else "")


def exercise(source, page):
    """Return room for a program; the solution and the reason for it go to the end."""
    found = EXERCISES[taken_apart(source, 1).name]
    why = marked(found.why[LANGUAGES.index(page.lang)])
    answer = f"<pre><code>{escape(found.solution)}</code></pre><p>{why}</p>"
    return _task("", answer, "your_program", found.solution.count("\n") + 1 + _SPARE, page)


def folds(text, page):
    """Return a text whose folds say where they stand on paper: at the end."""
    return _FOLD.sub(lambda fold: _folded(fold[1], fold[2], page), text)


def answers(page):
    """Return all that was kept for the end of the page."""
    said = "".join(page.answers)
    return f'<div class="print-only answers"><h2>{page.words["answers"]}</h2>\n{said}</div>\n' if said else ""


def _folded(summary, inside, page):
    answer = f"<p><strong>{summary}</strong></p>{text_cells.html(inside.strip(), page)}"
    see = page.words["see"].format(number=_number(answer, page))
    return f'<summary>{summary} <span class="print-only">{see}</span></summary>{inside}'


def _predicted(told, lang):
    """Return the number that an explorer asks for, as a sum."""
    asked, trace = told["question"], load_example(told["name"]).trace()
    col = asked["col"]
    if col is None:  # asked is which column of the row is largest
        col = int(getattr(trace, asked["step"])[asked["row"]].argmax())
    before = language()
    use_language(lang)
    try:
        return explain(load_example(told["name"]).trace(), asked["step"], asked["row"], col).html
    finally:
        use_language(before)


def _task(asked, answer, label, lines, page):
    return (
        f'<div class="print-only task">{_number(answer, page)}{asked}<p>{page.words[label]}</p>'
        f"{_LINE * lines}</div>\n"
    )


def _number(answer, page):
    """Keep an answer for the end; return its number."""
    number = f'<b class="number">{len(page.answers) + 1}</b>'
    page.answers.append(f'<div class="answer text">{number}{answer}</div>\n')
    return number
