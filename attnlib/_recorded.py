"""Without PyTorch, a cell that needs it shows one sentence and its recorded result in place of an error.

In a lesson such cells, and those that use what they define, have the tag "torch". What they show is stored in
the built lessons, of which the cell's id or its text tells which one it is.
"""

import json
import sys
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from attnlib.language import language, text_from

TAG = "torch"
TEXTS = {
    "recorded": (
        "This cell needs PyTorch, which is not installed here: below is the recorded result. To install it, "
        "run `python tasks.py torch`.",
        "这一格需要 PyTorch，而这里没有安装：下面是事先记录的结果。想装的话，运行 `python tasks.py torch`。",
    ),
    "needed": (
        "This cell needs PyTorch, which is not installed here. To install it, run `python tasks.py torch`.",
        "这一格需要 PyTorch，而这里没有安装。想装的话，运行 `python tasks.py torch`。",
    ),
}
text = text_from(TEXTS)


def has_torch():
    """Whether PyTorch is installed; importing it would take more than a second."""
    return find_spec("torch") is not None


def stand_in():
    """Inside IPython, and only where there is no PyTorch, replace what every tagged cell does."""
    shell = _shell()
    if shell and not has_torch() and replaced not in shell.input_transformers_post:
        shell.input_transformers_post.append(replaced)


def replaced(lines):
    """The lines of a cell, or if it is a tagged one, those that show what was recorded."""
    cells, code = recorded(language()), "".join(lines).strip()
    request: dict = getattr(_shell(), "get_parent", dict)()
    sent = request.get("metadata", {})  # JupyterLab says which cell it is; others do not
    same = [id for id, cell in cells.items() if "".join(cell["source"]).strip() == code]
    if sent.get("cellId") in cells or TAG in sent.get("tags", []):
        same = [sent.get("cellId")]
    return [f"__import__('attnlib._recorded')._recorded.show({same[0]!r})\n"] if same else lines


def show(id):
    """Show the sentence, and what the cell with this id showed when the lesson was built."""
    outputs = recorded(language()).get(id, {}).get("outputs", [])
    print(text("recorded" if outputs else "needed"))
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
        cells |= {cell.get("id"): cell for cell in lesson if TAG in cell["metadata"].get("tags", [])}
    return cells


def _joined(data):
    """What a notebook may store as a list of lines, whole."""
    return "".join(data) if isinstance(data, list) else data


def _shell():
    """IPython's shell, if this is one."""
    ipython = sys.modules.get("IPython")
    return ipython and ipython.get_ipython()
