"""How long a lesson takes from run-all to its last cell, what its kernel then holds, and how large it is.

With and without PyTorch: the cells that compare with it stand last, so what was taken and held before the
first of them is what a reader pays who stops there. Wanted: at most 6 s, 120 MiB without PyTorch, and 700 kB
for a built notebook.
"""

import os
import re
import tempfile
import time
from pathlib import Path

import nbformat
import psutil
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
MIB = 2**20
QUIET = ["--log-level=ERROR"]


def measure(path):
    """(seconds, MiB) when the first cell begins, when the first that imports torch does, and at the end."""
    client = NotebookClient(
        nbformat.read(path, as_version=4), kernel_name="python3", timeout=120, extra_arguments=QUIET
    )
    client.create_kernel_manager().kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    marks = {}

    def mark(name):
        kernel = psutil.Process(client.km.provisioner.pid)
        marks[name] = time.perf_counter(), kernel.memory_info().rss / MIB

    def before(cell, cell_index):
        if not marks:
            mark("start")
        if "torch" not in marks and re.search(r"^\s*(import|from) torch", cell.source, re.MULTILINE):
            mark("torch")

    client.on_cell_start = before
    client.on_cell_executed = lambda **cell: mark("end")
    with tempfile.TemporaryDirectory() as folder:
        client.resources["metadata"] = {"path": folder}
        client.execute(env=os.environ | {"IPYTHONDIR": folder})
    return marks["start"], marks.get("torch", marks["end"]), marks["end"]


def main():
    print("lesson                        without torch       with torch      size")
    for path in sorted((NOTEBOOKS / "en").glob("*.ipynb")):
        (start, _), (plain, held), (end, holds) = measure(path)
        size = max((NOTEBOOKS / lang / path.name).stat().st_size for lang in ("en", "zh")) / 1000
        print(
            f"{path.stem:26} {plain - start:6.1f} s {held:4.0f} MiB   {end - start:5.1f} s {holds:4.0f} MiB"
            f"  {size:4.0f} kB"
        )


if __name__ == "__main__":
    main()
