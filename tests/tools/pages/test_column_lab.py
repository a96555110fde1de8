"""The page of a lesson in JupyterLab, settled as for readers: a column of text, and wider things."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from playwright.sync_api import expect

from tools.browser import NOTEBOOK, jupyterlab, offline_page, open_notebook, run_all
from tools.installer import settle_lab
from tools.jupyterlab import go_on_where_the_reader_was
from tools.lesson_source import NOTEBOOKS, notebook_of, read_lesson

# The longest line of all paragraphs without formulas, in letters; the widest paragraph in em, which is what a
# 汉字 takes, whether or not there is a Chinese font; the left edge and the width of some things.
MEASURE = """() => {
    const longest = paragraph => {
        const range = document.createRange(), lines = {};
        const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
        for (let text; (text = texts.nextNode()); ) {
            for (let at = 0; at < text.length; at++) {
                range.setStart(text, at);
                range.setEnd(text, at + 1);
                const line = Math.round(range.getBoundingClientRect().bottom / 12);
                lines[line] = (lines[line] ?? 0) + 1;
            }
        }
        return Math.max(...Object.values(lines));
    };
    const box = name => {
        const { left, width } = document.querySelector(name).getBoundingClientRect();
        return { left: Math.round(left), width: Math.round(width) };
    };
    const texts = [...document.querySelectorAll(".jp-RenderedMarkdown p")];
    return {
        letters: Math.max(...texts.filter(one => !one.querySelector("mjx-container")).map(longest)),
        em: Math.max(...texts.map(one => one.clientWidth / parseFloat(getComputedStyle(one).fontSize))),
        text: box(".jp-RenderedMarkdown p"),
        table: box(".jp-RenderedMarkdown table"),
        explorer: box(".ax"),
        code: box(".jp-InputArea-editor"),
        page: box(".jp-Notebook"),
    };
}"""


@pytest.fixture(scope="module")
def settled(_found, tmp_path_factory):
    """A JupyterLab with the settings that `make lab` and Binder give it."""
    folder = tmp_path_factory.mktemp("settled")
    settle_lab(folder)
    for lang in ("en", "zh"):
        notebook = notebook_of(read_lesson(NOTEBOOKS / "src" / "00_start.py"), lang)
        texts = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
        explorer = new_code_cell("from classroom import Explorer\nExplorer('apple')", id="explorer")
        notebook.cells = [explorer, *texts]
        nbformat.write(notebook, folder / f"{lang}.ipynb")
        cells = [
            new_code_cell(f"{k}", id=f"cell-{k}", execution_count=k if k < 30 else None) for k in range(60)
        ]
        (folder / lang).mkdir()
        nbformat.write(
            nbformat.v4.new_notebook(cells=cells, metadata=notebook.metadata), folder / lang / "run.ipynb"
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_CONFIG_PATH", str(folder / "etc" / "jupyter"))
        patch.setenv("JUPYTER_PATH", "")
        go_on_where_the_reader_was()
        with jupyterlab(folder) as lab:
            yield lab


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_lesson_has_a_column_of_text_and_wider_explorers(browser, settled, lang):
    page, outside, errors = offline_page(browser, settled.origin)
    open_notebook(page, settled, f"{lang}.ipynb")
    run_all(page)
    page.wait_for_selector(".ax table")
    for width in (1366, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        seen = page.evaluate(MEASURE)
        assert 35 <= seen["em"] <= 36
        assert lang == "zh" or 60 <= seen["letters"] <= 90
        assert seen["table"]["left"] == seen["text"]["left"]
        assert seen["explorer"]["width"] > 1.5 * seen["text"]["width"]
        assert 1100 < seen["code"]["width"] < 1300
    left, right = seen["code"]["left"], seen["page"]["left"] + seen["page"]["width"]
    assert abs(left - seen["page"]["left"] - (right - left - seen["code"]["width"])) < 150  # in the middle
    assert (outside, errors) == ([], [])
    page.context.close()


@pytest.mark.parametrize(("lang", "said"), [("en", "last cell that you ran"), ("zh", "最后运行的一格")])
def test_a_notebook_opens_at_the_last_cell_that_was_run_and_says_so(browser, settled, lang, said):
    page, outside, errors = offline_page(browser, settled.origin)
    page.goto(settled.url(f"{lang}/run.ipynb"))
    expect(page.locator(".Toastify")).to_contain_text(said, timeout=60_000)  # on a busy machine
    assert page.evaluate(f"{NOTEBOOK}.content.activeCellIndex") == 29
    expect(page.locator(".jp-Cell.jp-mod-active")).to_be_in_viewport()
    assert (outside, errors) == ([], [])
    page.context.close()
