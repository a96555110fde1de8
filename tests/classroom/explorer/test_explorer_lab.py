"""The explorer in JupyterLab: Python follows the screen, the screen follows Python, and does without it."""

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter

import nbformat
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.helpers.in_lab import ASK, CELLS
from tools.browser import EVERY, IS_IDLE, NOTEBOOK, open_notebook, restart_kernel, run_all, write_notebook
from tools.execute import strip
from tools.kernel import WIDGET_VIEW

START = "from classroom.explorer import Explorer\nexplorer = Explorer('first_look')\nexplorer"
STEPS = ["Q", "K", "V", "scores", "weights", "output"]
FOLLOWS, LOST = "Python follows ✓", "Python no longer follows|Not connected to Python"


@pytest.fixture
def page_options():
    return {"viewport": {"width": 1300, "height": 1000}}


@pytest.fixture
def notebook(page, lab, request):
    """A function that opens a notebook of these cells, runs them, and returns their locators."""

    def show(*cells):
        name = f"{request.node.name}.ipynb"
        write_notebook(lab.root / name, cells)
        open_notebook(page, lab, name)
        run_all(page)
        return [page.locator(".jp-Cell").nth(i).locator(".ax") for i in range(len(cells))]

    return show


def ask(page, expression):
    """What an expression of numbers is in the kernel."""
    said = page.evaluate(
        ASK, f"import json, numpy\nprint(json.dumps(numpy.asarray(({expression})).tolist()))"
    )
    try:
        return json.loads(said)
    except ValueError:
        raise RuntimeError(said) from None


def tell(page, code):
    """Run code in the kernel; it prints nothing."""
    assert page.evaluate(ASK, code) == ""


def entry(view, label):
    return view.get_by_role("textbox", name=label, exact=True)


def edit(view, label, text):
    """Type a number where there was another, by key presses."""
    field = entry(view, label)
    for _ in range(3):  # JupyterLab's box about a dead kernel may open meanwhile, and take the focus
        field.focus()
        view.page.keyboard.press("ControlOrMeta+a")
        view.page.keyboard.type(text)
        if field.input_value() == text:
            break
        view.page.wait_for_timeout(500)
    expect(field).to_have_value(text)


def follows(view):
    view.page.evaluate("new Promise(done => setTimeout(done, 150))")  # until Python has been told
    expect(view.locator(".ax-kernel")).to_have_text(FOLLOWS)


def until_lost(view):
    """The milliseconds, by the browser's clock, until it is said that Python does not follow."""
    return view.locator(".ax-kernel").evaluate(f"""async status => {{
        const begun = performance.now();
        while (!/{LOST}/.test(status.textContent)) await new Promise(requestAnimationFrame);
        return performance.now() - begun;
    }}""")


def numbers(view, step):
    """A matrix as the screen shows it."""
    cells = view.locator(f".ax-block-{step} [data-at]")
    rows = cells.evaluate_all("""cells => {
        const rows = [];
        for (const { dataset, value, textContent } of cells)
            (rows[dataset.at.split(',')[0]] ??= []).push(value ?? textContent);
        return rows;
    }""")
    return np.array([[float(text.replace("−", "-") or 0) for text in row] for row in rows])


def differs(page, view, name="explorer"):
    """The steps that the screen shows otherwise than Python has them: two decimals, or three digits."""
    code = f"import json\nprint(json.dumps({{n: getattr({name}.trace, n).tolist() for n in {STEPS}}}))"
    trace = json.loads(page.evaluate(ASK, code))
    return [s for s in STEPS if not np.allclose(numbers(view, s), trace[s], rtol=0.0051, atol=0.0051)]


@pytest.mark.slow
def test_an_edit_reaches_python_and_every_view_and_no_other_explorer(page, notebook):
    one, two, other = notebook(
        f"seen = []\n{START}.observe(lambda change: seen.append(change.new[1, 0]), 'W_Q')\nexplorer",
        "explorer",
        "other = Explorer('first_look')\nother",
    )
    before = numbers(other, "weights")
    edit(one, "W_Q noun, doer", "3")
    follows(one)
    assert ask(page, "explorer.W_Q[1]") == [3, 0, 1]
    assert ask(page, "seen") == [3]
    assert ask(page, "explorer.selected[1:]") == [1, 0]
    assert differs(page, one) == []
    assert (numbers(one, "weights") != before).any()

    assert (numbers(two, "weights") == numbers(one, "weights")).all()
    edit(two, "X cat, noun", "-2.5")
    follows(two)
    follows(one)
    expect(entry(one, "X cat, noun")).to_have_value("−2.50")
    assert differs(page, one) == []
    assert differs(page, two) == []
    assert ask(page, "explorer.W_Q[1, 0], explorer.X[1, 1]") == [3, -2.5]
    two.get_by_role("button", name="undo").click()
    expect(entry(one, "X cat, noun")).to_have_value("1")

    assert (numbers(other, "weights") == before).all()
    assert differs(page, other, "other") == []


@pytest.mark.slow
def test_what_python_sets_moves_the_screen(page, notebook):
    two_heads = "Explorer(attend(*np.random.default_rng(0).normal(size=(3, 2, 4, 3))))"
    view, many = notebook(START, f"import numpy as np\nfrom attnlib import attend\nmany = {two_heads}\nmany")
    tell(page, "W = explorer.W_Q.copy()\nW[1, 0] = 2.5\nexplorer.W_Q = W")
    expect(entry(view, "W_Q noun, doer")).to_have_value("2.50")
    tell(page, "explorer.keep, explorer.temperature, explorer.scaling = [[1, 0, 1, 1]] * 4, 2.5, 'none'")
    expect(view.locator(".ax-block-weights .ax-masked")).to_have_count(4)
    expect(entry(view, "Temperature")).to_have_value("2.5")
    expect(view.get_by_role("radio", name="no scaling")).to_be_checked()
    assert differs(page, view) == []
    tell(page, "explorer.keep = None")
    expect(view.get_by_role("radio", name="no mask")).to_be_checked()
    tell(page, "explorer.sentence = 1")
    expect(view.locator(".ax-block-X th[scope=row]")).to_have_text(["fish", "chases", "small", "cat"])
    expect(view.get_by_role("combobox", name="Sentence")).to_have_value("1")
    assert differs(page, view) == []
    tell(page, "explorer.large = True")
    expect(view.get_by_role("button", name="large type")).to_have_attribute("aria-pressed", "true")
    tell(page, "explorer.selected = ('weights', 2, 1)")
    chosen = view.locator(".ax-block-weights td[aria-selected=true]")
    expect(chosen).to_have_attribute("data-at", "2,1")
    tell(page, "many.head = 1")
    expect(many.get_by_role("button", name="head 2")).to_have_attribute("aria-pressed", "true")
    assert np.allclose(numbers(many, "weights"), ask(page, "many.trace.weights[1]"), atol=0.0051)
    many.get_by_role("button", name="head 1").click()
    follows(many)
    assert ask(page, "many.head") == 0


@pytest.mark.slow
def test_what_a_program_replaces_is_said_and_undo_brings_it_back(page, notebook):
    view, *_ = notebook(START, "W = explorer.W_Q.copy()")
    edit(view, "W_Q noun, doer", "3")
    follows(view)
    tell(page, "W[1, 0] = 5\nexplorer.W_Q = W")
    expect(entry(view, "W_Q noun, doer")).to_have_value("5")
    expect(view.locator(".ax-status")).to_contain_text("The program has set W_Q")
    view.get_by_role("button", name="undo").click()
    expect(entry(view, "W_Q noun, doer")).to_have_value("3")
    follows(view)
    assert ask(page, "explorer.W_Q[1, 0]") == 3
    tell(page, "explorer.observe(lambda change: setattr(explorer, 'W_Q', change.new.clip(max=4)), 'W_Q')")
    edit(view, "W_Q noun, doer", "9")  # which the program answers at once
    expect(entry(view, "W_Q noun, doer")).to_have_value("4")
    expect(view.locator(".ax-status")).to_contain_text("The program has set W_Q")
    assert differs(page, view) == []


@pytest.mark.slow
def test_the_picture_goes_on_without_python(page, notebook, kernel_ends):
    view, *_ = notebook(START, "import os")
    for loss in ["killed", "shut down"]:
        weights = numbers(view, "weights")
        if loss == "killed":
            os.kill(ask(page, "os.getpid()"), signal.SIGKILL)
        else:
            page.evaluate(f"{NOTEBOOK}.sessionContext.shutdown()")
        edit(view, "W_Q noun, doer", "3")
        assert (numbers(view, "weights") != weights).any()
        assert until_lost(view) < 3500
        if loss == "killed":
            page.get_by_role("dialog").get_by_role("button").last.click()  # JupyterLab has started another
        else:
            page.evaluate(f"{NOTEBOOK}.sessionContext.startKernel()")
        page.wait_for_function(IS_IDLE, polling=EVERY)
        run_all(page)
        expect(entry(view, "W_Q noun, doer")).to_have_value("0")
        edit(view, "W_Q noun, doer", "2")
        follows(view)
        assert ask(page, "explorer.W_Q[1, 0]") == 2


@pytest.mark.slow
def test_a_busy_python_is_named_and_catches_up(page, notebook):
    view, another = notebook(START, "import ctypes\nexplorer")
    edit(view, "W_Q noun, doer", "2")
    follows(view)
    # Nothing else of this kernel runs meanwhile; during time.sleep, a new ipykernel's widgets are served.
    page.evaluate(
        f"void {NOTEBOOK}.sessionContext.session.kernel.requestExecute("
        "{code: 'ctypes.PyDLL(None).sleep(5)'})"
    )
    edit(view, "W_Q noun, doer", "3")
    assert until_lost(view) < 3500
    expect(another.locator(".ax-kernel")).to_contain_text("Python no longer follows")
    edit(view, "W_Q noun, doer", "4")
    follows(view)
    follows(another)
    assert ask(page, "explorer.W_Q[1, 0]") == 4
    assert differs(page, view) == []


KEYS = ["d", "d", "a", "b", "x", "z", "y", "m", "0", "0", "Enter", "Escape"]
KEYS += ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
CONTROLS = ["input[data-at='1,0']", ".ax-block-scores td[data-at='1,1']", "select", "input[type=radio]"]
CONTROLS += ["input[type=range]", ".ax-temperature input.ax-number", ".ax-controls button:last-child"]
CONTROLS += ["textarea"]
FOCUS = """(view, control) => {
    const element = view.querySelector(control);
    element.focus();
    return document.activeElement === element;
}"""


# The keys with Ctrl or Cmd with which JupyterLab does something to cells, as Playwright names them.
CELL_KEYS = """window.jupyterapp.commands.keyBindings
    .filter(({command, keys}) => /^notebook:/.test(command) && keys.length === 1)
    .map(({keys}) => keys[0].replace(/Accel|Ctrl/, 'Control').replaceAll(' ', '+'))
    .filter(keys => keys.startsWith('Control'))"""


@pytest.mark.slow
def test_keys_do_nothing_to_the_notebook_and_shift_enter_goes_on_to_the_next_cell(page, notebook):
    _, view, _ = notebook("mark = 1", START, "last = 3")
    view.get_by_role("button", name="copy state").click()
    view.locator(CONTROLS[0]).first.click()
    before = page.evaluate(CELLS)
    for control in CONTROLS:
        for key in KEYS:
            assert view.evaluate(FOCUS, control), control
            page.keyboard.press(key)
        assert page.evaluate(CELLS) == before, control
    keys = set(page.evaluate(CELL_KEYS))
    assert "Control+Enter" in keys
    for key in sorted(keys):
        if not re.search(r"Escape|PageUp|PageDown|\W$", key):
            view.evaluate(FOCUS, CONTROLS[0])
            page.keyboard.press(key)
            assert page.evaluate(CELLS)["cells"] == before["cells"], key
    page.wait_for_timeout(300)  # a box would have come
    assert page.evaluate(CELLS)["boxes"] == 0
    assert ask(page, "mark") == 1
    page.keyboard.press("ControlOrMeta+s")
    page.wait_for_function(f"!{NOTEBOOK}.context.model.dirty", polling=EVERY)
    edit(view, "W_Q noun, doer", "-7")
    tell(page, "made = explorer")
    page.keyboard.press("Shift+Enter")
    page.wait_for_function(f"{NOTEBOOK}.content.activeCellIndex === 2", polling=EVERY)
    page.wait_for_function(IS_IDLE, polling=EVERY)
    expect(entry(view, "W_Q noun, doer")).to_have_value("−7")
    assert ask(page, "made is explorer") is True
    page.keyboard.press("Shift+Enter")  # and there it is the notebook's again
    page.wait_for_function(f"{NOTEBOOK}.content.widgets[2].model.executionCount > 3", polling=EVERY)


# Saved and opened again


def save(page):
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function(f"!{NOTEBOOK}.context.model.dirty", polling=EVERY)


def run_cell(page, at):
    """Run one cell, and return when it has run."""
    count = f"{NOTEBOOK}.content.widgets[{at}].model.executionCount"
    before = page.evaluate(count)
    page.evaluate(f"{NOTEBOOK}.content.activeCellIndex = {at}")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell')")
    page.wait_for_function(f"{count} > {before} && {IS_IDLE}", polling=EVERY)


def models(path):
    """The widgets in the file, by kind."""
    book = nbformat.read(path, as_version=4)
    state = book.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    return Counter(one["model_name"] for one in state.values())


def test_a_saved_notebook_opens_with_each_explorer_alive(page, lab, notebook, request, kernel_ends):
    puzzle = "puzzle = Explorer('first_look', goal=('weights', 3, 2, '>', 0.9), edit='W_Q')\npuzzle"
    view, other, *_ = notebook(START, puzzle, "3")
    edit(view, "W_Q noun, doer", "-3")
    follows(view)
    edit(other, "W_Q noun, food", "4.5")
    follows(other)
    weights = numbers(view, "weights")
    save(page)
    page.goto("about:blank")
    open_notebook(page, lab, f"{request.node.name}.ipynb")  # and runs nothing
    expect(entry(view, "W_Q noun, doer")).to_have_value("−3")
    expect(entry(other, "W_Q noun, food")).to_have_value("4.50")
    assert (numbers(view, "weights") == weights).all()
    expect(view.locator(".ax-kernel")).to_have_text(FOLLOWS)
    edit(view, "W_Q noun, doer", "5")
    follows(view)
    assert ask(page, "explorer.W_Q[1, 0]") == 5
    assert differs(page, view) == []
    restart_kernel(page)
    expect(view.locator(".ax-kernel")).to_contain_text("Not connected to Python")
    edit(view, "W_Q noun, doer", "-1")
    assert (numbers(view, "weights") != weights).any()
    run_all(page)
    expect(view.locator(".ax-kernel")).to_have_text(FOLLOWS)


@pytest.mark.slow
def test_twenty_runs_leave_one_explorer_in_the_file_and_in_the_browser(page, lab, notebook, request):
    view, *_ = notebook(START, "2")
    path = lab.root / f"{request.node.name}.ipynb"
    session = page.context.new_cdp_session(page)
    sizes = []
    for k in range(20):
        run_cell(page, 0)
        if k in (3, 19):
            save(page)
            for _ in range(3):
                session.send("HeapProfiler.collectGarbage")
            heap = session.send("Runtime.getHeapUsage")["usedSize"]
            sizes.append((models(path), path.stat().st_size, heap))
    (first, small, light), (last, large, heavy) = sizes
    assert last == first == Counter(AnyModel=1, LayoutModel=1, WidgetModel=1)  # the last is the bundle
    assert abs(large - small) < 1000
    assert heavy - light < 4e6  # each would keep 1.3 MB
    expect(view).to_have_count(1)
    edit(view, "W_Q noun, doer", "2")
    follows(view)


@pytest.fixture(scope="session")
def stored(tmp_path_factory):
    """A notebook as it lies in the repository: executed, and without what needs a kernel."""
    path = tmp_path_factory.mktemp("stored") / "stored.ipynb"
    write_notebook(path, [START, "explorer.temperature = 2.0\nexplorer"])
    # Playwright has the asyncio loop of this process.
    nbconvert = [sys.executable, "-m", "nbconvert", "--to=notebook", "--execute", "--inplace", path]
    subprocess.run(nbconvert, check=True, capture_output=True)
    book = nbformat.read(path, as_version=4)
    assert WIDGET_VIEW in book.cells[0].outputs[0].data
    strip(book)
    book.metadata.pop("widgets", None)
    return book


SHOWN = "([image]) => image.complete && image.naturalWidth > 300 && image.checkVisibility()"


@pytest.mark.slow
def test_a_stored_notebook_shows_the_picture_before_it_is_trusted_or_run(page, lab, stored):
    nbformat.write(stored, lab.root / "stored.ipynb")
    open_notebook(page, lab, "stored.ipynb")
    for i in range(2):
        picture = page.locator(".jp-Cell").nth(i).get_by_role("img")
        expect(picture).to_have_attribute("alt", stored.cells[i].outputs[0].data["text/plain"])
        assert picture.evaluate_all(SHOWN)
    assert page.evaluate(f"{NOTEBOOK}.content.widgets.every(({{model}}) => !model.trusted)")
    expect(page.locator(".ax")).to_have_count(0)
