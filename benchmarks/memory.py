"""Measure the memory that the kernel of a lesson needs, at its peak and once all its cells have run.

    python -m benchmarks.memory                  all lessons of this checkout, in English
    python -m benchmarks.memory FOLDER 07 10     lessons 07 and 10 of another checkout, for comparison

It also lists the large packages that the kernel has loaded. Wanted: a peak of at most 380 MiB. Linux only.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent.parent
PROBE = """
import json, re, sys
status = open("/proc/self/status").read()
mib = {name: int(re.search(name + r":\\s*(\\d+)", status)[1]) / 1024 for name in ("VmHWM", "VmRSS")}
large = ("torch", "matplotlib", "seaborn", "pandas", "scipy", "ipywidgets", "torch._dynamo", "sympy")
print(json.dumps({**mib, "loaded": [name for name in large if name in sys.modules]}))
"""


def measure(project, path):
    """Run a built notebook against the attnlib of a checkout; return MiB and the packages it has loaded."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(PROBE))
    client = NotebookClient(
        notebook, kernel_name="python3", timeout=300, extra_arguments=["--log-level=ERROR"]
    )
    client.create_kernel_manager().kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    with tempfile.TemporaryDirectory() as folder:
        client.resources["metadata"] = {"path": folder}
        client.execute(env=os.environ | {"IPYTHONDIR": folder, "PYTHONPATH": str(project)})
    return json.loads(notebook.cells[-1].outputs[0].text)


def main(arguments):
    folders = [Path(one) for one in arguments if Path(one).is_dir()]
    project, names = (folders or [HERE])[0], [one for one in arguments if not Path(one).is_dir()]
    for path in sorted((project / "notebooks" / "en").glob("[0-9]*.ipynb")):
        if not names or path.stem[:2] in names:
            found = measure(project, path)
            print(
                f"{path.stem:26} peak {found['VmHWM']:4.0f} MiB, at the end {found['VmRSS']:4.0f} MiB  "
                f"{' '.join(found['loaded'])}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
