"""Lessons without PyTorch, or without the model: what needs them shows what was recorded; the rest runs."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from attnlib.languages import LANGUAGES, use_language
from classroom import check, optional
from classroom.lab import recorded_outputs

HERE = Path(__file__).parents[3]
LESSONS = sorted(path.stem for path in (HERE / "notebooks" / "src").glob("*.py"))
SENTENCE = {
    "torch": {"en": "This cell needs PyTorch", "zh": "这一格需要 PyTorch"},
    "model": {"en": "This cell needs the model", "zh": "这一格需要那个模型"},
    "writer": {"en": "This cell needs the language model", "zh": "这一格需要那个语言模型"},
}


def cells_of(lesson, lang):
    return nbformat.read(HERE / "notebooks" / lang / f"{lesson}.ipynb", as_version=4).cells


def tagged(lesson, lang, tag="torch"):
    return {cell.id: cell for cell in cells_of(lesson, lang) if tag in cell.metadata.get("tags", [])}


# The one with the most such cells always, the others with --all.
@pytest.mark.parametrize(
    ("tag", "lesson"),
    [("torch", "05_output"), pytest.param("model", "12_real_text", marks=pytest.mark.slow)]
    + [pytest.param("writer", "13_it_writes", marks=pytest.mark.slow)]
    + [pytest.param("torch", name, marks=pytest.mark.slow) for name in LESSONS if name != "05_output"],
)
def test_exactly_the_tagged_cells_need_it_and_without_it_no_cell_fails(tag, lesson, tmp_path):
    if tag == "torch" and tagged(lesson, "en", "model") and not optional.has_model():
        pytest.skip("the model is not here: `make model` fetches it")
    command = [sys.executable, "-m", "tests.helpers.without", tag, lesson]
    environment = os.environ | {"IPYTHONDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for lang, found in json.loads(done.stdout.splitlines()[-1]).items():
        assert found["failed"] == {}
        assert found["needless"] == []
        cells = tagged(lesson, lang, tag)
        assert found["shown"].keys() == cells.keys()
        for id, (said, *shown) in found["shown"].items():
            sentence, *lines = said.splitlines(keepends=True)
            assert sentence.startswith(SENTENCE[tag][lang])
            assert "".join(lines) == "".join(out.text for out in cells[id].outputs if "text" in out)
            assert shown == [out.data for out in cells[id].outputs if "data" in out]


def test_no_two_lessons_use_the_same_id_for_such_a_cell():
    found = [id for lesson in LESSONS for tag in SENTENCE for id in tagged(lesson, "en", tag)]
    assert len(found) == len(set(found)) > 10


def test_run_all_in_a_kernel_goes_to_the_end(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['torch'] = None")
    notebook = nbformat.v4.new_notebook(
        cells=[cell for cell in cells_of("05_output", "zh") if cell.cell_type == "code"][:1]
        + list(tagged("05_output", "zh").values())
        + [nbformat.v4.new_code_cell("6 * 7")]
    )
    environment = {"PYTHONPATH": str(tmp_path), "IPYTHONDIR": str(tmp_path)}
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(NotebookClient(notebook, timeout=60).async_execute(env=os.environ | environment))
    *before, last = notebook.cells
    assert last.outputs[0].data["text/plain"] == "42"
    assert all(cell.outputs[0].text.startswith(SENTENCE["torch"]["zh"]) for cell in before[1:])


# Which cell it is


class Shell:
    """As much of a kernel's shell as is asked of it."""

    def __init__(self):
        self.input_transformers_post, self.request = [], {}

    def get_parent(self):
        return self.request


@pytest.fixture
def shell(monkeypatch):
    shell = Shell()
    monkeypatch.setattr(recorded_outputs, "_shell", lambda: shell)
    return shell


@pytest.fixture
def here(monkeypatch):
    """Whether PyTorch and the model are here, to be said by a test."""
    here = {"torch": True, "model": True}
    monkeypatch.setattr(optional, "HAS", {tag: lambda tag=tag: here[tag] for tag in here})
    return here


@pytest.mark.parametrize("tag", ["torch", "model"])
def test_only_a_shell_that_lacks_something_is_told(shell, here, monkeypatch, tag):
    recorded_outputs.use_recorded_results()
    assert shell.input_transformers_post == []
    here[tag] = False
    recorded_outputs.use_recorded_results()
    recorded_outputs.use_recorded_results()
    assert shell.input_transformers_post == [recorded_outputs.replaced]
    monkeypatch.setattr(recorded_outputs, "_shell", lambda: None)
    recorded_outputs.use_recorded_results()  # no IPython: nothing to tell


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_cell_is_known_by_its_text_and_in_jupyterlab_by_its_id_also_when_it_was_edited(
    shell, here, lang, capsys
):
    use_language(lang)
    here["torch"] = False
    cell = tagged("02_queries_keys_values", lang)["torch-silent"]
    lines = cell.source.splitlines(keepends=True)
    edited = ["import torch\n", "torch.ones(3)\n"]
    assert recorded_outputs.replaced(edited) == edited
    shell.request = {"metadata": {"cellId": "another", "tags": []}}
    assert recorded_outputs.replaced(edited) == edited
    [by_text] = recorded_outputs.replaced(lines)
    shell.request = {"metadata": {"cellId": "torch-silent"}}
    [by_id] = recorded_outputs.replaced(edited)
    assert by_text == by_id
    exec(by_id)
    assert capsys.readouterr().out.endswith(cell.outputs[0].text)


def test_a_cell_whose_needs_are_here_is_left_alone(shell, here):
    lines = tagged("02_queries_keys_values", "en")["torch-silent"].source.splitlines(keepends=True)
    here["model"] = False
    assert recorded_outputs.replaced(lines) == lines
    shell.request = {"metadata": {"cellId": "somebodys", "tags": ["torch"]}}
    assert recorded_outputs.replaced(lines) == lines
    shell.request = {"metadata": {"cellId": "somebodys", "tags": ["torch", "model"]}}
    [line] = recorded_outputs.replaced(["1 + 1\n"])
    assert "'model'" in line


def test_where_nothing_is_recorded_the_sentence_stands_alone(shell, here, capsys, tmp_path, monkeypatch):
    here["torch"] = False
    monkeypatch.chdir(tmp_path)
    Path("mine.ipynb").write_text("{")
    monkeypatch.setattr(
        recorded_outputs, "__file__", str(tmp_path / "site-packages" / "attnlib" / "lab" / "outputs.py")
    )
    monkeypatch.setattr(recorded_outputs, "recorded", recorded_outputs.recorded.__wrapped__)
    shell.request = {"metadata": {"cellId": "torch", "tags": ["torch"]}}
    [line] = recorded_outputs.replaced(["import torch\n"])
    exec(line)
    said = capsys.readouterr().out
    assert said == optional.words_on("torch", False) + "\n"


def test_a_check_of_a_module_does_not_fail_without_pytorch(monkeypatch, capsys):
    monkeypatch.setattr(optional, "find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "torch", None)
    answer = object()
    assert check.self_attention(answer) is answer
    assert "This cell needs PyTorch" in capsys.readouterr().out
