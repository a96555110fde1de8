"""An exam in the browser, by mouse and by keys: it says nothing before it is handed in, and then all."""

import json

import pytest
from playwright.sync_api import expect

from attnlib.languages import use_language
from classroom import exam
from classroom.exercises.show_progress import lessons
from classroom.questions._markup import plain
from classroom.questions.exam import exam_texts
from classroom.questions.exam._bank import exam_questions, posed
from classroom.questions.exam._drawing import chosen
from classroom.web.browser import page as as_page
from tests.classroom.explorer.test_access import violations
from tests.classroom.questions.test_questions_page import check_looks

SEED = 7
BANK = exam_questions()
ASKED = [posed(one, SEED) for one in chosen(list(BANK.values()), SEED)]
in_both = pytest.mark.parametrize(("code", "place"), [("en", 0), ("zh", 1)])


@pytest.fixture
def page_options():
    return {"viewport": {"width": 900, "height": 700}}


def open_exam(page, folder, code="en", seed=SEED):
    """Save the page of an exam, and go there; what an exam before has left in the browser is forgotten."""
    use_language(code)
    (folder / "exam.html").write_text(as_page(exam(seed), "questions", "exam"), encoding="utf-8")
    page.goto((folder / "exam.html").as_uri())
    page.evaluate("localStorage.clear()")
    page.reload()
    page.set_default_timeout(4000)
    return page.locator(".aq-exam")


def load_again(page):
    """Load the page anew, once the browser has stored what it was given: a process of its own does that."""
    page.wait_for_timeout(500)
    page.reload()


def press(page, key):
    page.get_by_role("button", name=exam_texts()[key], exact=True).click()


def answer(page, question, right=True):
    """Give an answer to the question in sight, as a reader would."""
    if question.kind == "choices":
        k = question.answer if right else (question.answer + 1) % len(question.choices)
        page.locator("label.aq-line").nth(k).click()
    elif question.kind == "shape":
        page.locator(".aq-box").fill(str(tuple(question.answer)) if right else "(9, 9, 9, 9)")
    else:
        page.locator(".aq-box").fill(str(question.answer) if right else "987654321")


def take(page, wrong=()):
    """Answer every question, those at these places wrongly."""
    for k, question in enumerate(ASKED):
        page.locator(".aq-places button").nth(k).click()
        answer(page, question, right=k not in wrong)


@in_both
def test_it_says_nothing_until_it_is_handed_in_and_then_what_was_right_and_why(page, tmp_path, code, place):
    wrong = {0, 5, 39}
    one = open_exam(page, tmp_path, code)
    secret = [plain(question.explanation[place]) for question in ASKED]
    take(page, wrong)
    for text in secret:
        assert text not in one.inner_text()
    assert not page.locator(".aq-good, .aq-bad").count()
    assert exam_texts()["answered"].format(done=40, count=40) in one.inner_text()
    press(page, "hand_in")
    score = page.get_by_role("heading", level=2)
    expect(score).to_have_text(exam_texts()["score"].format(right=37, count=40))
    expect(score).to_be_focused()
    assert page.locator("details[open]").count() == len(wrong)
    for k, question in enumerate(ASKED):
        told = page.locator("details").nth(k)
        assert told.get_attribute("class") == ("aq-was-wrong" if k in wrong else "aq-was-right")
        if k in wrong:
            section = BANK[question.id].section
            title = plain(lessons()[question.lesson]["sections"][section - 1][place])
            expect(told).to_contain_text(exam_texts()["section"].format(number=section, title=title))
    # What is wrong with an answer stands below that answer, not below the right one.
    last = ASKED[39]
    against = plain(dict(last.wrong)[last.answer + 1][place])
    right = exam_texts()["right_answer"].split("{")[0]
    said = page.locator("details").nth(39).inner_text()
    assert 0 < said.index(against) < said.index(right)
    assert violations(page) == []
    check_looks(page)


def test_what_was_not_answered_is_said_once_before_it_is_handed_in(page, tmp_path):
    one = open_exam(page, tmp_path)
    answer(page, ASKED[0])
    press(page, "hand_in")
    note = page.get_by_role("status")
    expect(note).to_contain_text("Not answered: 2, 3, 4")
    assert not page.locator(".aq-result").count()
    press(page, "hand_in")
    expect(page.get_by_role("heading", level=2)).to_have_text("1 of 40 right")
    expect(one).to_contain_text("no answer")


def test_what_cannot_be_read_is_said_kept_and_not_counted(page, tmp_path):
    k = next(k for k, question in enumerate(ASKED) if question.kind == "number")
    one = open_exam(page, tmp_path)
    page.locator(".aq-places button").nth(k).click()
    page.locator(".aq-box").fill("many")
    page.locator(".aq-box").blur()
    expect(page.get_by_role("status")).to_contain_text("“many” cannot be read as a number")
    press(page, "after")
    press(page, "before")
    expect(page.locator(".aq-box")).to_have_value("many")
    expect(one).to_contain_text("0 of 40 answered")


def test_an_exam_outlives_the_page_and_the_result_too(page, tmp_path):
    one = open_exam(page, tmp_path, seed=None)
    page.get_by_role("textbox").fill(str(SEED))
    page.keyboard.press("Enter")
    answer(page, ASKED[0])
    press(page, "after")
    load_again(page)
    expect(one).to_contain_text("1 of 40 answered")
    press(page, "hand_in")
    press(page, "hand_in")
    load_again(page)
    expect(page.get_by_role("heading", level=2)).to_have_text("1 of 40 right")
    press(page, "once_more")
    expect(page.get_by_role("textbox")).to_be_focused()
    load_again(page)
    expect(one).to_contain_text("Number of the exam")


@pytest.mark.parametrize("given", ["0", "1.5", "-3", "seven", "1000000", ""])
def test_a_number_that_no_exam_has_is_refused(page, tmp_path, given):
    open_exam(page, tmp_path, seed=None)
    page.get_by_role("textbox").fill(given)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text(exam_texts()["bad_number"])


def test_it_can_be_taken_by_keys_alone(page, tmp_path):
    open_exam(page, tmp_path, seed=None)
    page.get_by_role("textbox").fill(str(SEED))
    page.keyboard.press("Enter")
    for question in ASKED[:6]:
        if question.kind == "choices":
            page.keyboard.press("abcde"[question.answer])
        else:
            page.keyboard.type(str(tuple(question.answer) if question.kind == "shape" else question.answer))
        page.keyboard.press("Enter")
    expect(page.locator(".aq-exam")).to_contain_text("6 of 40 answered")


def test_the_result_is_kept_as_a_page_that_needs_nothing(page, tmp_path):
    open_exam(page, tmp_path)
    take(page, wrong={3})
    press(page, "hand_in")
    with page.expect_download() as download:
        press(page, "keep")
    kept = tmp_path / download.value.suggested_filename
    download.value.save_as(kept)
    text = kept.read_text(encoding="utf-8")
    assert kept.name == "attnlib-exam-7.html"
    assert "39 of 40 right" in text
    assert "<script" not in text
    assert "href=" not in text
    page.goto(kept.as_uri())
    assert page.locator("details[open]").count() == 40
    expect(page.get_by_text(plain(ASKED[3].explanation[0]).split("\n")[0][:30]).first).to_be_visible()


def test_python_learns_what_was_right(page, tmp_path):
    """As the state that the page keeps: in a notebook the same names are synchronised."""
    open_exam(page, tmp_path)
    take(page, wrong={0})
    press(page, "hand_in")
    kept = json.loads(page.evaluate("localStorage.getItem('attnlib-exam')"))
    assert (kept["seed"], kept["handed_in"], len(kept["answers"])) == (SEED, True, 40)


def test_on_a_phone_nothing_is_beyond_the_screen(page, tmp_path):
    page.set_viewport_size({"width": 390, "height": 700})
    page.emulate_media(color_scheme="dark")
    open_exam(page, tmp_path, "zh")
    for k in range(0, len(ASKED), 3):
        page.locator(".aq-places button").nth(k).click()
        answer(page, ASKED[k])
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0, ASKED[k].id
    check_looks(page)
