"""What other tests in JupyterLab rely on: a widget reaches Python; what a dying kernel leaves is known."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import UNANSWERED
from tools.browser import NOTEBOOK, open_notebook, restart_kernel, run_all, show_cell, write_notebook

COUNTER = """
import anywidget
import traitlets


class Counter(anywidget.AnyWidget):
    _esm = '''
    export default {render({model, el}) {
      const button = document.createElement("button");
      button.textContent = "Count";
      button.onclick = () => { model.set("clicks", model.get("clicks") + 1); model.save_changes(); };
      const said = document.createElement("output");
      model.on("change:said", () => { said.textContent = model.get("said"); });
      el.append(button, said);
    }};
    '''
    clicks = traitlets.Int().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)


counter = Counter()
counter.observe(lambda change: setattr(counter, "said", f"Python has {change.new}"), "clicks")
counter
"""


@pytest.mark.slow
def test_a_request_that_jupyterlab_takes_back_fails_no_test_whose_kernel_ends(page, lab, errors, kernel_ends):
    write_notebook(lab.root / "ends.ipynb", ["1"])
    open_notebook(page, lab, "ends.ipynb")
    page.evaluate(f"""async () => {{
        const {{ model }} = {NOTEBOOK}.sessionContext.session.kernel;
        const kernel = window.jupyterapp.serviceManager.kernels.connectTo({{ model, handleComms: true }});
        await kernel.info;
        kernel.createComm("late");
        await new Promise(done => setTimeout(done)); // now its request is under way
        kernel.dispose();
        await new Promise(done => setTimeout(done, 100));
    }}""")
    assert [error for error in errors if not error.startswith(UNANSWERED)] == []


@pytest.mark.slow
def test_a_widget_shows_in_jupyterlab_and_a_click_reaches_python(page, lab, kernel_ends):
    write_notebook(lab.root / "counter.ipynb", [COUNTER, "assert 'seen' not in globals()", "", "seen = 1"])
    open_notebook(page, lab, "counter.ipynb")
    run_all(page)
    cell = show_cell(page, 0)
    cell.get_by_role("button", name="Count").click()
    expect(cell.get_by_text("Python has 1")).to_be_visible()
    expect(page.locator("[role=dialog], .Toastify__toast")).to_have_count(0)
    with pytest.raises(RuntimeError, match="AssertionError"):
        run_all(page)
    restart_kernel(page)
    run_all(page)
