"""nbval fails for one wrong number, word or picture of each kind, and for nothing less."""

import copy
import re
from base64 import b64decode, b64encode

import nbformat
import numpy as np
import pytest

from attnlib.draw.stored import STORED_NUMBERS, STORED_STATE, digest, packed, unpacked
from classroom import optional
from tests.helpers.small_lesson import written
from tools.execute import execute
from tools.lesson_source import notebook_of, read_lesson

PROGRAMS = {
    "setup": """import numpy as np
from IPython.display import HTML, Math
from attnlib import curves, heatmap, load_example
from classroom import Explorer, ask, live
weights = load_example("first_look").trace().weights""",
    "printed": 'print("the weight of cat", weights[0, 1].round(4))',
    "word": 'print("the weight of cat", weights[0, 1].round(4))',
    "error": 'raise ValueError("0.7648 is not a weight of 3 words")',
    "array": "weights.round(4)",
    "table": 'HTML(f"<table><tr><td>cat<td>{weights[0, 1]:.4f}</table>")',
    "formula": 'Math(rf"e^{{{weights[0, 1]:.4f}}}")',
    "alt": "heatmap(weights - 0.5, kind='signed')",
    "heatmap": "heatmap(weights)",
    "picture": "heatmap(weights)",
    "curves": 'curves(range(40), {"cat": np.sin(np.arange(40))})',
    "explorer": "Explorer('first_look')",
    "question": 'ask("layers", then=heatmap(weights))',
    "live": "live(lambda k=2: heatmap(weights * k, kind='signed'), k=(1, 2, 1))",
    "frame": "live(lambda k=2: heatmap(weights * k, kind='signed'), k=(1, 2, 1))",
    "last": "print(1)",
}
SOURCE = "".join(
    f'# %% id="{id}"' + ' tags=["raises-exception"]' * (id == "error") + f"\n{code}\n\n"
    for id, code in PROGRAMS.items()
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a lesson."""
    folder = tmp_path_factory.mktemp("notebooks")
    written(folder, SOURCE, "01_all")
    (folder / "en").mkdir()
    return folder


@pytest.fixture(scope="module")
def built(folder):
    """Its notebook."""
    lesson = read_lesson(folder / "src" / "01_all.py")
    notebook = notebook_of(lesson, "en")
    execute(lesson, {"en": notebook}, {"en": folder / "en"})
    return notebook


def run_by_nbval(notebook, folder, skipped=()):
    """Run a notebook as `pytest --nbval` does: how its cells failed, by their id."""
    path, failed, ran = folder / "en" / "01_all.ipynb", {}, []
    nbformat.write(notebook, path)

    class Outcomes:
        def pytest_runtest_logreport(self, report):
            if report.when == "call":
                ran.append(report.nodeid.split("::")[-1])
            if report.failed:
                failed[report.nodeid.split("::")[-1]] = str(report.longrepr)

    options = ["--nbval", "-p", "conftest", "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={folder}"]
    pytest.main([*options, str(path)], plugins=[Outcomes()])
    assert ran == [id for id in PROGRAMS if id not in skipped]
    return failed


def other(text, by):
    """The text whose first number of three digits or more is this much larger."""
    return re.sub(r"\d\.\d{3,}", lambda found: f"{float(found[0]) + by:.{len(found[0]) - 2}f}", text, count=1)


def move(drawn, of_itself):
    """Let the first number of a picture be larger by this much of itself."""
    multiples = drawn["arrays"][-1]["multiples"]
    largest = int(np.argmax(np.abs(multiples)))
    multiples[largest] = round(multiples[largest] * (1 + of_itself))


def change(notebook, by, of_itself):
    """Change one number of each kind: in a text by so much, in an array by so much of itself."""
    outs = {cell.id: cell.outputs[0] for cell in notebook.cells if cell.cell_type == "code" and cell.outputs}
    data = {id: out.get("data", {}) for id, out in outs.items()}
    outs["printed"].text = other(outs["printed"].text, by)
    outs["error"].evalue = other(outs["error"].evalue, by)
    for id, kind in (("array", "text/plain"), ("table", "text/html"), ("formula", "text/latex")):
        data[id][kind] = other(data[id][kind], by)
    for id in ("heatmap", "curves"):
        drawn = unpacked(data[id][STORED_NUMBERS])
        move(drawn, of_itself)
        data[id][STORED_NUMBERS] = packed(drawn)
    for id in ("question", "live"):
        kept = unpacked(data[id][STORED_STATE])
        move(kept["drawn"][-1], of_itself)
        data[id][STORED_STATE] = packed(kept)
    kept = unpacked(data["explorer"][STORED_STATE])
    array = np.frombuffer(b64decode(kept["arrays"][0]), "f4").copy()
    array[np.abs(array).argmax()] *= 1 + of_itself
    kept["arrays"][0] = b64encode(array.tobytes()).decode()
    data["explorer"][STORED_STATE] = packed(kept)
    return outs, data


def tag(notebook, id, monkeypatch, is_here):
    """Say that a cell needs the model, and whether that is here."""
    next(cell for cell in notebook.cells if cell.id == id).metadata["tags"] = ["model"]
    monkeypatch.setitem(optional.HAS, "model", lambda: is_here)


def test_one_wrong_number_word_or_picture_of_each_kind_is_found(folder, built, monkeypatch):
    notebook = copy.deepcopy(built)
    outs, data = change(notebook, by=0.001, of_itself=0.01)
    outs["word"].text = outs["word"].text.replace("cat", "dog")
    tag(notebook, "word", monkeypatch, is_here=True)
    for kind in ("text/html", "text/plain"):
        data["alt"][kind] = data["alt"][kind].replace("0.46", "0.36")
    data["picture"]["image/png"] = data["alt"]["image/png"]
    kept = unpacked(data["frame"][STORED_STATE])
    kept["state"]["pictures"]["data"] = kept["state"]["pictures"]["data"][::-1]
    data["frame"][STORED_STATE] = packed(kept)
    failed = run_by_nbval(notebook, folder)
    assert failed.keys() == PROGRAMS.keys() - {"setup", "last"}
    for id, said in failed.items():
        line = 1 + SOURCE[: SOURCE.index(f'id="{id}"')].count("\n")
        assert f"src/01_all.py:{line}: cell {id}" in said


def test_last_digits_and_bytes_of_pictures_may_differ_and_what_is_missing_is_skipped(
    folder, built, monkeypatch
):
    notebook = copy.deepcopy(built)
    _, data = change(notebook, by=0.0001, of_itself=0.0005)
    drawn = unpacked(data["picture"][STORED_NUMBERS]) | {"png": digest(b"another machine's")}
    png = b64encode(b"another machine's").decode()
    html = re.sub(r'base64,[^"]*', f"base64,{png}", data["picture"]["text/html"])
    data["picture"].update({STORED_NUMBERS: packed(drawn), "image/png": png, "text/html": html})
    next(cell for cell in notebook.cells if cell.id == "word").source = "raise FileNotFoundError"
    tag(notebook, "word", monkeypatch, is_here=False)
    assert run_by_nbval(notebook, folder, skipped=["word"]) == {}
