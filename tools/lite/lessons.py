"""The lessons as they are run in the browser: copies without results, and what cannot be computed there."""

import json
import re

from attnlib._optional import HAS
from attnlib.lab.recorded_outputs import tags_of
from tools.jupyterlab import without_outputs
from tools.lite.wheels import write_wheel

LANGUAGES = ("en", "zh")
RECORDED = "attnlib-recorded"
DRAWS = re.compile(r"\bclusters\(")  # with seaborn, which attnlib imports at the first call
KERNEL = {"name": "python", "display_name": "Python", "language": "python"}


def recorded_wheel(folder, project, version):
    """A wheel with what cells show that cannot run there, in the place where attnlib looks for lessons."""
    files = {}
    for lang in LANGUAGES:
        books = [json.loads(path.read_text("utf-8")) for path in lessons(project, lang)]
        cells = [cell for book in books for cell in book["cells"]]
        kept = [without_twins(cell) for cell in cells if HAS.keys() & set(tags_of(cell))]
        files[f"notebooks/{lang}/recorded.ipynb"] = json.dumps({"cells": kept}, ensure_ascii=False).encode()
    return write_wheel(folder, RECORDED, version, files, [f"attnlib=={version}"])


def without_twins(cell):
    """The cell without pictures that its HTML holds, too."""
    for out in cell["outputs"]:
        if "text/html" in out.get("data", {}):
            out["data"].pop("image/png", None)
    return cell


def lessons(project, lang):
    """The built notebooks of a language."""
    return sorted((project / "notebooks" / lang).glob("*.ipynb"))


def copies(folder, project):
    """Write the lessons without results; one whose programs draw with seaborn begins by loading it."""
    for lang in LANGUAGES:
        (folder / lang).mkdir(parents=True)
        for path in lessons(project, lang):
            notebook = without_outputs(json.loads(path.read_text("utf-8")))
            notebook["metadata"]["kernelspec"] = KERNEL
            programs = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
            if any(DRAWS.search("".join(cell["source"])) for cell in programs):
                notebook["cells"].insert(0, loading())
            copy = folder / lang / path.name
            copy.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")


def loading():
    """The cell that loads seaborn: a browser fetches what cells import, and not what that imports later."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "loads-seaborn",
        "metadata": {},
        "outputs": [],
        "source": "import seaborn",
    }
