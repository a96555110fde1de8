"""Where no widget can live, a notebook and its export show the stored picture."""

import json

import nbformat
from nbconvert import HTMLExporter
from traitlets.config import Config

from classroom.web.saving import STATE, VIEW, drop_dead_widgets
from tools.installer import settle_lab

PICTURE = "iVBORw0KGgo="


def notebook(*alive):
    """One explorer that was shown; the widgets with these ids are saved as well."""
    data = {VIEW: {"model_id": "one"}, "image/png": PICTURE, "text/plain": "weights"}
    cell = nbformat.v4.new_code_cell(outputs=[nbformat.v4.new_output("display_data", data)])
    states = {name: {"model_name": "AnyModel", "model_module": "anywidget", "state": {}} for name in alive}
    widgets = {STATE: {"state": states, "version_major": 2, "version_minor": 0}}
    return nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": widgets})


def saved(content):
    model = {"type": "notebook", "content": content}
    drop_dead_widgets(model=model, path="a.ipynb", contents_manager=None)
    return list(content.cells[0].outputs[0].data)


def test_a_view_is_saved_only_with_its_widget():
    assert saved(notebook("one")) == [VIEW, "image/png", "text/plain"]
    assert saved(notebook("other")) == ["image/png", "text/plain"]
    unknown = notebook()
    del unknown.metadata["widgets"]
    assert VIEW in saved(unknown)  # perhaps the kernel knows it
    drop_dead_widgets(model={"type": "file", "content": "text"})


def test_an_export_shows_the_picture_and_not_a_widget_that_needs_the_network(tmp_path):
    settle_lab(tmp_path)
    config = json.loads((tmp_path / "etc" / "jupyter" / "jupyter_config.json").read_text("utf-8"))
    html, _ = HTMLExporter().from_notebook_node(notebook("one"))
    assert PICTURE not in html  # else this test would show nothing
    html, _ = HTMLExporter(config=Config(config)).from_notebook_node(notebook("one"))
    assert PICTURE in html
