"""The lecturer's notes on a lesson: one page, a section at a time, beside a clock that knows the plan.

It needs no network and no other file: it opens in a second window, or on a phone.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

from attnlib.languages import in_force, language, use_language
from classroom.exercises.catalog import EXERCISES
from classroom.questions._markup import html as marked
from classroom.questions._printed import LETTERS, answer_as_text
from classroom.questions._read import all_questions
from tools import markdown
from tools.exercises import BEGIN, END, exercise_of, is_exercise
from tools.lesson_source import NOT_FOR_READERS, cells_in, in_language, title_of
from tools.site.formulas import Formulas

WORDS = {
    "en": {
        "notes": "Notes",
        "start": "Start the clock",
        "until": "until minute {}",
        "unplanned": "not in the plan: at home, or if there is time",
        "left": "{} min left",
        "late": "{} min late",
        "next": "Next",
        "first": "It begins with:",
        "keys": "→ next section · ← back. Opened with the key N in the notebook, this page follows it.",
        "solution": "Solution",
    },
    "zh": {
        "notes": "教师备注",
        "start": "开始计时",
        "until": "到第 {} 分钟",
        "unplanned": "不在安排里：留作课后，或有空再讲",
        "left": "还有 {} 分钟",
        "late": "晚了 {} 分钟",
        "next": "接下来",
        "first": "先问：",
        "keys": "→ 下一节 · ← 上一节。如果是在笔记本里按 N 打开的，这一页会跟着笔记本翻页。",
        "solution": "答案",
    },
}

# In a plan: "Sections 1 and 2: 6 min at the board", "Section 5, the heart: 12 min", "Recap 5."
_PLANNED = re.compile(
    r"(?:Sections? (\d+)(?: and (\d+|recap))?|(Recap|Recall))[^.;\d]*?(\d+)(?=\s*(?:min|[:.;(]))"
)
_FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)
_ASKED = re.compile(r"""\bask\(["'](\w+)""")
_TO_LESSONS = re.compile(r"\[([^\]]*)\]\((?![a-z]+:)[^)]*\)")
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined
)


@dataclass
class Section:
    """What a lecturer needs in one section: HTML, and the minute at which it should end, if it is planned."""

    title: str
    until: int | None = None
    notes: list = field(default_factory=list)
    parts: list = field(default_factory=list)  # questions, solutions and folds
    asks: str = ""  # the first question, as HTML


def page(lesson, lang):
    """Return the page of notes as HTML."""
    before = language()
    use_language(lang)  # in which attnlib answers
    try:
        found = sections(lesson, lang)
    finally:
        use_language(before)
    title = title_of(lesson, lang)
    return _TEMPLATES.get_template("notes.html").render(
        lang=lang, title=title, sections=found, words=WORDS[lang], html=Markup
    )


def sections(lesson, lang):
    """Return the sections, in the language in force: the first is what stands before the first heading."""
    cells, ends = cells_in(lesson, lang), plan(lesson)
    write = writer(cells)
    found = [Section(title_of(lesson, lang))]
    for cell in cells:
        text = in_language(cell, lang)
        if cell.kind == "markdown" and text.startswith("## "):
            [(_, title), *_] = markdown.headings(text)
            found.append(Section(title, ends.get(number(title))))
        section = found[-1]
        if NOT_FOR_READERS in cell.tags:
            section.notes.append(write(text))
        elif cell.kind == "markdown":
            section.parts += [write(fold) for fold in _FOLD.findall(text)]
        elif is_exercise(cell):
            section.parts.append(solution(exercise_of(lesson, cell), WORDS[lang]))
        for name in _ASKED.findall(text) if cell.kind == "code" else []:
            asked = all_questions()[name]
            section.asks = section.asks or marked(in_force(asked.question))
            section.parts.append(question(asked))
    return found


def number(title):
    """Return the number with which a heading begins, or None."""
    begins = re.match(r"\d+", title)
    return int(begins[0]) if begins else None


def plan(lesson):
    """Return the minute at which each section should end, by its number, as the English plan has it."""
    english = [cell for cell in lesson.cells if cell.lang == "en"]
    notes = [cell.text for cell in english if NOT_FOR_READERS in cell.tags]
    titles = [words for cell in english for _, words in markdown.headings(cell.text) if number(words)]
    recap = next((number(title) for title in titles[::-1] if "Recap" in title), number(titles[-1]))
    called = {"Recall": 1, "Recap": recap, "recap": recap}
    ends: dict[int, int] = {}
    minute = 0
    for *sections, minutes in _PLANNED.findall(notes[0]) if notes else []:
        minute += int(minutes)
        ends |= {called.get(name) or int(name): minute for name in sections if name}
    return ends


def question(asked):
    """Return a question with its answer, and why other answers are wrong."""
    lines = [f"<p><strong>{marked(in_force(asked.question))}</strong></p>"]
    if asked.kind == "choices":
        against = {answer: marked(in_force(says)) for answer, says in asked.wrong}
        for k, choice in enumerate(asked.choices):
            right = ' class="right"' if k == asked.answer else ""
            why = f"<br><small>{against[k]}</small>" if k in against else ""
            lines.append(f"<p{right}>({LETTERS[k]}) {marked(in_force(choice))}{why}</p>")
    else:
        lines.append(f'<p class="right">{marked(answer_as_text(asked))}</p>')
    return f'<div class="question">{"".join(lines)}<p>{marked(in_force(asked.explanation))}</p></div>'


def solution(exercise, words):
    """Return the solution of an exercise, and the reason for it."""
    code = re.sub(rf"(?m)^ *(?:{BEGIN}|{END})\n?", "", exercise.solved).strip()
    why = marked(in_force(EXERCISES[exercise.name].why))
    return (
        f'<div class="exercise"><p>{words["solution"]}</p><pre>{Markup.escape(code)}</pre><p>{why}</p></div>'
    )


def writer(cells):
    """Return a function that renders texts of these cells: formulas as MathML, links to lessons as words.

    Where KaTeX cannot be had, as in a hall without a network, formulas stay as they were written.
    """
    render = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    render.use(dollarmath_plugin, allow_space=False, double_inline=True)
    texts = [cell.text for cell in cells if cell.kind == "markdown"]
    tokens = [token for text in texts for token in markdown.tokens(text) if markdown.is_formula(token)]
    try:
        formulas = Formulas({(token.content, token.type != "math_inline") for token in tokens})
    except RuntimeError:
        formulas = None

    def formula(_, tokens, k, *__):
        if not formulas:
            return f"<code>{Markup.escape(tokens[k].content)}</code>"
        written = formulas.html(tokens[k].content, tokens[k].type != "math_inline")
        return written[written.index("<math") : written.rindex("</math>")] + "</math>"  # needs no fonts

    for kind in ["math_inline", "math_inline_double", "math_block"]:
        render.add_render_rule(kind, formula)
    return lambda text: render.render(_TO_LESSONS.sub(r"\1", text))
