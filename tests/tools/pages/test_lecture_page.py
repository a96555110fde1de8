"""A lecture: keys of the hall's notebook in JupyterLab, and the page of notes, which follows it."""

import re
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from tests.helpers.in_lab import CELLS
from tools.browser import NOTEBOOK, jupyterlab, offline_page, open_notebook
from tools.lecture.notes import page as notes_of
from tools.lesson_source import NOTEBOOKS, notebook_of, read_lesson

LECTURE = Path(__file__).parents[3] / "tools" / "lecture"  # which has labextensions
IN_SIGHT = f"""id => {{
    const cell = {NOTEBOOK}.content.widgets.find(({{ model }}) => model.id === id).node;
    const {{ top, bottom }} = cell.getBoundingClientRect(), {{ opacity }} = getComputedStyle(cell);
    const seen = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect();
    const whole = top >= seen.top - 1 && bottom <= seen.bottom + 1;
    return {{ top: Math.round(top - seen.top), whole, opacity }};
}}"""


@pytest.fixture
def lesson():
    return read_lesson(NOTEBOOKS / "src" / "03_scores.py")


def shown(notes):
    return notes.locator("section:not([hidden]) h2")


def test_the_notes_are_turned_by_keys_and_know_how_late_it_is(page, lesson, tmp_path):
    path = tmp_path / "notes.html"
    path.write_text(notes_of(lesson, "en"), "utf-8")
    page.clock.install()
    page.goto(path.as_uri())
    expect(shown(page)).to_have_text(re.compile("^03 · "))
    expect(page.locator("#time")).to_be_empty()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(shown(page)).to_have_text(re.compile("^1 · "))
    expect(page.locator("#time")).to_have_text("6 min left")
    page.clock.fast_forward("07:30")
    expect(page.locator("#clock")).to_have_text("7:30")
    expect(page.locator("#time")).to_have_text("2 min late")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(page.locator("#time")).to_have_text("29 min left")
    for _ in range(5):  # a busy Chromium keeps what was stored a moment later
        page.reload()
        if page.locator("#clock").text_content() == "7:30":
            break
    expect(page.locator("#clock")).to_have_text("7:30")
    page.locator("#clock").click()
    expect(page.locator("#clock")).to_have_text("0:00")


@pytest.mark.slow
def test_page_down_brings_the_next_section_and_the_notes_follow(browser, lesson, tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", str(LECTURE))
    nbformat.write(notebook_of(lesson, "en"), tmp_path / "03.ipynb")
    (tmp_path / "03.html").write_text(notes_of(lesson, "en"), "utf-8")
    with jupyterlab(tmp_path) as lab:
        page, outside, errors = offline_page(browser, lab.origin, viewport={"width": 1280, "height": 520})
        open_notebook(page, lab, "03.ipynb")
        with page.expect_popup() as opened:
            page.keyboard.press("n")
        notes = opened.value
        expect(shown(notes)).to_have_text(re.compile("^03 · "))
        for _ in range(3):
            page.keyboard.press("Shift+Enter")
        page.keyboard.press("Shift+Enter")  # which selects the next heading, at the foot of the screen
        expect(shown(notes)).to_have_text(re.compile("^1 · "))
        page.keyboard.press("PageDown")
        assert page.evaluate(CELLS)["activeCellIndex"] == 4
        assert page.evaluate(IN_SIGHT, "riddle")["top"] < 10
        assert page.evaluate(IN_SIGHT, "lab")["opacity"] == "0"  # what is below the selected cell
        page.keyboard.press("PageDown")
        expect(shown(notes)).to_have_text("2 · The experiment: how far apart do scores get?")
        for _ in range(3):  # two texts, the question
            page.keyboard.press("Shift+Enter")
        page.wait_for_function(f"document.querySelector('.aq') && ({IN_SIGHT})('lab-question').whole")
        page.locator(".aq label").first.click()  # the question has the focus now
        page.keyboard.press("PageDown")
        expect(shown(notes)).to_have_text("3 · The riddle solved")
        assert page.evaluate(IN_SIGHT, "riddle-divided") == {"top": 0, "whole": True, "opacity": "1"}
        page.keyboard.press("PageUp")
        expect(shown(notes)).to_have_text("2 · The experiment: how far apart do scores get?")
        table = """document.body.insertAdjacentHTML(
            "beforeend", '<div class="jp-RenderedHTMLCommon" style="font-size: 33px"><table></table></div>'
        ), (({ fontSize, marginLeft }) => [fontSize, marginLeft])(
            getComputedStyle(document.body.lastChild.firstChild)
        )"""
        assert page.evaluate(table) == ["33px", "0px"]  # as large as the text, and where that begins
        assert (outside, errors) == ([], [])
        page.context.close()
