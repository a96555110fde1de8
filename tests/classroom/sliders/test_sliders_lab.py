"""`live` in JupyterLab: its slider and number box have names, move together, and keep their keys."""

import pytest
from playwright.sync_api import expect

from tests.helpers.in_lab import CELLS, first_cell, has

CODE = """
from classroom import live
shown = live(lambda step=40, other=True: f"<p class=drawn>{step}</p>", step=(0, 60, 2)%s)
shown
"""


@pytest.fixture
def experiment(page, lab):
    cell = first_cell(page, lab, "slider", CODE % ", other=True")
    expect(cell.locator(".drawn")).to_have_text("40")
    return cell


def test_slider_and_number_box_have_a_name(experiment):
    expect(experiment.get_by_role("slider", name="step", exact=True)).to_have_value("40")
    expect(experiment.get_by_role("spinbutton", name="step", exact=True)).to_have_value("40")
    expect(experiment.get_by_role("button", name="play")).to_have_count(0)


def test_they_move_together_and_python_draws(page, experiment):
    slider, box = experiment.get_by_role("slider"), experiment.get_by_role("spinbutton")
    slider.press("ArrowRight")
    expect(box).to_have_value("42")
    expect(experiment.locator(".drawn")).to_have_text("42")
    box.fill("7")
    box.press("Tab")
    expect(box).to_have_value("8")  # the nearest step
    expect(slider).to_have_value("8")
    expect(experiment.locator(".drawn")).to_have_text("8")
    assert has(page, "shown.values") == "{'step': 8, 'other': True}"


@pytest.mark.parametrize(("typed", "given"), [("9999", "9999"), ("-1", "-1"), ("", "none")])
def test_what_is_out_of_range_is_refused_in_words_and_goes(experiment, typed, given):
    box = experiment.get_by_role("spinbutton")
    box.fill(typed)
    box.press("Tab")
    said = f"step needs a number from 0 to 60, not {given}. It stays at 40."
    expect(experiment.get_by_role("alert").first).to_have_text(said)
    expect(box).to_have_value("40")
    experiment.get_by_role("slider").press("ArrowLeft")
    expect(experiment.get_by_text("needs a number")).to_have_count(0)
    expect(experiment.locator(".drawn")).to_have_text("38")


def test_keys_that_delete_cells_stay_in_the_slider(page, experiment):
    slider = experiment.get_by_role("slider")
    slider.focus()
    before = page.evaluate(CELLS)["cells"]
    for key in ("d", "d", "x", "b"):
        slider.press(key)
    assert page.evaluate(CELLS)["cells"] == before


def test_a_lone_slider_plays_to_its_end(page, lab):
    cell = first_cell(page, lab, "live", CODE % "")
    cell.get_by_role("spinbutton").fill("56")
    cell.get_by_role("button", name="play").click()
    expect(cell.get_by_role("button", name="pause")).to_be_visible()
    expect(cell.locator(".drawn")).to_have_text("60")
    expect(cell.get_by_role("button", name="play")).to_be_visible()
