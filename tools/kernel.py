"""What the build and the tests of notebooks have in common: a fresh Python, and outputs worth keeping."""

import os
import re

LONGEST_CELL = 300  # seconds; a cell that takes longer hangs
STARTS = 3  # of a kernel that ends before it has answered: another program may take the port chosen for it
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def environment(profile):
    """Return the environment of a fresh installation; IPython's settings are in the folder profile."""
    settings = ("ATTNLIB_STRICT", "MATPLOTLIBRC", "MPLBACKEND", "PYTHONWARNINGS")
    fresh = {name: value for name, value in os.environ.items() if name not in settings}
    # With many kernels on few cores, threads of numpy wait for each other: one is four times as quick.
    fresh.setdefault("OPENBLAS_NUM_THREADS", "1")
    return fresh | {"ATTNLIB_STORE": "1", "IPYTHONDIR": str(profile)}


def stripped(outputs):
    """Return a cell's outputs without what changes from run to run, or is of no use without a kernel."""
    for out in outputs:
        for bundle in (out.get("data", {}), out.get("metadata", {})):
            bundle.pop(WIDGET_VIEW, None)
        if "traceback" in out:  # the frames in libraries name files of this machine
            frames = [(frame, COLOURS.sub("", frame)) for frame in out.traceback]
            out.traceback = [frame for frame, plain in frames if not plain.startswith("File ")]
    return [out for out in outputs if out.get("data") != {}]
