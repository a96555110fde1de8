"""Hand-outs as HTML: each question with room and once, and nothing that answers it before the last part."""

import re
from contextlib import nullcontext
from html import escape

import nbformat
import pytest

from attnlib.draw.stored import LIVE, unpacked
from attnlib.exercises.catalog import EXERCISES
from attnlib.i18n import pairs_of
from attnlib.widgets.questions._markup import html as marked
from tests.helpers.often import often
from tests.helpers.sites import need_katex
from tools.exercises import taken_apart
from tools.handout import cells, pdf
from tools.live import frames
from tools.markdown import Html
from tools.site.build import LANGUAGES, PROJECT, formulas_of, lessons_of
from tools.site.formulas import Formulas

LESSON = "00_start"


@pytest.fixture(scope="module", params=LANGUAGES)
def lang(request):
    return request.param


@pytest.fixture(scope="module")
def notebook(lang):
    return nbformat.read(PROJECT / "notebooks" / lang / f"{LESSON}.ipynb", as_version=4)


@pytest.fixture(scope="module")
def parts(lang, notebook):
    """What is to be read and done, and its answers."""
    need_katex()
    books = {LESSON: notebook}
    [(_, _, body, answers)] = pdf.lessons(lang, books, Formulas(formulas_of({lang: books}, {})))
    return body, answers


def words(html):
    return re.sub(r"\s+", " ", Html(html).text)


def questions(notebook):
    """What is kept of each question that answers back."""
    kept = [
        unpacked(out.data[LIVE])
        for cell in notebook.cells
        for out in cell.get("outputs", [])
        if LIVE in out.get("data", {})
    ]
    return [one["state"]["_fixed"] for one in kept if one["kind"] == "question"]


def exercises(notebook):
    tagged = [cell for cell in notebook.cells if "exercise" in cell.metadata.get("tags", [])]
    return [EXERCISES[taken_apart(cell.source, 1).name] for cell in tagged]


def test_every_question_stands_once_and_what_answers_it_at_the_end_alone(notebook, parts):
    body, answers = map(words, parts)
    asked = questions(notebook)
    assert len(asked) == sum('ask("' in cell.source for cell in notebook.cells if cell.cell_type == "code")
    for told in asked:
        assert body.count(words(marked(told["question"]))) == 1
        reasons = [told["explanation"]]
        if told["kind"] == "choices":
            reasons += [wrong["text"] for wrong in told["wrong"]]
        for reason in reasons:
            assert words(marked(reason)) not in body
            assert answers.count(words(marked(reason))) == 1
        assert words(marked(told["answer_text"])) in answers


def test_the_picture_of_an_answer_is_at_the_end_alone(notebook, parts):
    body, answers = parts
    later = [told["then"] for told in questions(notebook) if told["then"]]
    assert later
    assert all(picture in answers and picture not in body for picture in later)


def test_every_exercise_has_room_for_its_solution_which_is_at_the_end(notebook, parts):
    body, answers = parts
    rooms = re.findall(r'<div class="exercise">.*?</div></div></div>', body, re.DOTALL)
    found = exercises(notebook)
    assert len(rooms) == len(found) == 1
    for room, exercise in zip(rooms, found, strict=True):
        lines = exercise.solution.split("\n")
        assert room.count('class="rule"') > len(lines)
        assert words(lines[-1]) in words(answers)
        assert words(lines[-1]) not in words(body)


def test_a_prediction_is_asked_for_and_its_number_comes_at_the_end(lang, parts):
    asked = {"en": "what will output[apple, tech] be?", "zh": "在输出里，“苹果”的“科技”是多少？"}[lang]
    name = {"en": "[apple, tech]", "zh": "[苹果, 科技]"}[lang]
    body, answers = map(words, parts)
    assert asked in body
    assert f"{name} = 0.4923·0 + " in answers
    assert "0.4923" not in body


@pytest.mark.parametrize("lang", often(LANGUAGES, "zh"))
def test_a_film_is_printed_from_its_first_to_its_last_frame(lang):
    lesson = nbformat.read(PROJECT / "notebooks" / lang / "10_learning.ipynb", as_version=4)
    need_katex()
    books = {"10_learning": lesson}
    [(_, _, body, _)] = pdf.lessons(lang, books, Formulas(formulas_of({lang: books}, {})))
    film = next(
        kept["state"]
        for cell in lesson.cells
        for out in cell.get("outputs", [])
        if LIVE in out.get("data", {}) and (kept := unpacked(out.data[LIVE]))["kind"] == "film"
    )
    drawn = frames(film)
    printed = body.split('class="shown film"')[1].split('class="note"')[0]
    assert printed.count("<img") == 3
    assert printed.index(drawn[0]) < printed.index(drawn[-1])
    [slider] = film["controls"]
    assert f"<p>{slider['name']} {slider['values'][-1]}</p>" in printed


def test_what_a_lesson_folds_is_at_the_end(notebook, parts):
    body, answers = parts
    folds = [
        fold
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for fold in re.findall(r"<summary>(.*?)</summary>(.*?)</details>", cell.source, re.DOTALL)
    ]
    assert folds
    assert "<details" not in body
    for summary, inside in folds:
        plain = max(re.findall(r"[\w ]+", inside), key=len).strip()
        assert f"<strong>{summary}</strong>" in answers
        assert plain in answers
        assert plain not in body


def test_numbers_lead_from_every_question_to_its_answer(parts):
    body, answers = (re.findall(r'class="number">(\d+)<', part) for part in parts)
    assert body == answers == [str(k + 1) for k in range(len(body))]
    assert len(body) > 5


def test_nothing_is_said_that_is_no_use_on_paper(lang, parts):
    alive = pairs_of("questions")["alive"][LANGUAGES.index(lang)]
    assert alive in (PROJECT / "notebooks" / lang / f"{LESSON}.ipynb").read_text("utf-8")
    assert alive not in "".join(parts)
    inside = [way for tag, found in Html("".join(parts)).tags if tag == "a" for way in [found["href"]]]
    assert inside
    assert all(way.startswith("https:") for way in inside)


def test_no_call_of_a_widget_is_printed_but_every_other_program_is(notebook, parts):
    body = words(parts[0])
    programs = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    noise = [source for source in programs if cells.on_paper(source) != source]
    assert len(noise) > 3
    assert all(words(escape(source)) not in body for source in noise)
    assert sum(words(escape(source)) in body for source in programs if source not in noise) > 3


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ('ask("layers")', ""),
        ('explorer = Explorer("first_look")', ""),
        ('Explorer.of("eat apple")', ""),
        ('explorer = Explorer("first_look")\nexplorer', ""),
        ('goals = {\n    "a": 1,\n}\nExplorer("first_look", goals=goals)', ""),
        ('x = 1\nask("layers")', "x = 1"),  # which a later program may need
        ('y = f(1)\nask("layers", then=table(y))', "y = f(1)"),  # which is worth reading
        ('n = 1  # one\nprint(n)\nask("layers", then=n)', "n = 1  # one\nprint(n)"),
        ("heatmap(weights)", "heatmap(weights)"),
        ("%pip install attnlib", "%pip install attnlib"),
        ("x = [0]\nx", "x = [0]\nx"),
    ],
)
def test_a_program_is_printed_without_what_says_nothing_on_paper(source, printed):
    assert cells.on_paper(source) == printed


def test_a_comma_stays_on_the_line_of_the_formula_before_it(parts):
    ends = re.findall(r"(?:</span>){3}[,.，。、；：](?:</span>)?", "".join(parts))
    assert ends
    assert all(end.endswith("</span>") for end in ends)


def test_the_book_has_each_lesson_and_the_glossary_on_the_pages_that_its_contents_name(
    monkeypatch, tmp_path, lang
):
    need_katex()
    printed = []

    def print_pdf(browser, text, folder, path):
        printed.append(text)
        path.write_bytes(b"/Type /Page /Type /Pages" * 3)

    monkeypatch.setattr(pdf, "print_pdf", print_pdf)
    monkeypatch.setattr(pdf, "chromium", nullcontext)
    one = next(one for one in lessons_of(PROJECT, lang) if one.name == LESSON)
    monkeypatch.setattr(pdf.build, "lessons_of", lambda *_: [one])
    assert pdf.book(lang, tmp_path) == tmp_path / f"book.{lang}.pdf"
    alone, glossary, book = printed
    assert [text.count("<article") for text in printed] == [1, 1, 2]
    assert re.findall(r'<a href="#(\w+)">[^<]*</a> <span>(\d+)</span>', book) == [
        (LESSON, "2"),
        ("glossary", "5"),
    ]
    assert book.count('class="answers"') == 1
    assert 'id="term-query"' in glossary
