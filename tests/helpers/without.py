"""Run the programs of a built lesson in an IPython that lacks something, and report what happened as JSON.

python -m tests.helpers.without torch 05_output      all cells in English; in Chinese, whose code is the
                                                     same, those that need PyTorch
python -m tests.helpers.without model 12_real_text   the same without the model of lesson 12
"""

import json
import sys
from importlib.machinery import PathFinder
from pathlib import Path

TAG = sys.argv[1]
LACKS = {"torch"} if TAG == "torch" else set()


class Without(PathFinder):
    """Finds everything else. None in sys.modules would not do: SciPy looks there for PyTorch's tensors."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None if fullname in LACKS else PathFinder.find_spec(fullname, path, target)


sys.meta_path[sys.meta_path.index(PathFinder)] = Without

import nbformat  # noqa: E402
from IPython.core.interactiveshell import InteractiveShell  # noqa: E402
from IPython.utils.capture import capture_output  # noqa: E402
from traitlets.config import Config  # noqa: E402

from classroom import optional  # noqa: E402
from classroom.lab import recorded_outputs  # noqa: E402

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"


def report(shell, path, tagged_alone):
    """Which cells failed and how; what those tagged showed, and which of them need no PyTorch after all."""
    failed, shown, needless = {}, {}, []
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    for cell in cells:
        tagged = TAG in cell.metadata.get("tags", [])
        if tagged_alone and not tagged and cell is not cells[0]:
            continue
        with capture_output() as captured:
            result = shell.run_cell(cell.source)
        if not result.success:
            failed[cell.id] = repr(result.error_before_exec or result.error_in_exec)
        elif "Traceback (most recent call last)" in captured.stdout:  # what was made could not show itself
            failed[cell.id] = captured.stdout.splitlines()[-1]
        if tagged:
            shown[cell.id] = [captured.stdout, *(output.data for output in captured.outputs)]
            with capture_output():
                try:
                    exec(cell.source, shell.user_ns)
                    needless.append(cell.id)
                except (ImportError, NameError, FileNotFoundError):
                    pass
    return {"failed": failed, "shown": shown, "needless": needless}


if __name__ == "__main__":
    shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    if TAG != "torch":
        setattr(optional, TAG.upper(), Path("nowhere"))
    recorded_outputs.use_recorded_results()
    editions = [(lang, NOTEBOOKS / lang / f"{sys.argv[2]}.ipynb") for lang in ("en", "zh")]
    print(json.dumps({lang: report(shell, path, lang == "zh") for lang, path in editions}))
