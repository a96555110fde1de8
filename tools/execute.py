"""Run a lesson's notebooks as a reader would in a fresh installation, and keep what they show."""

import asyncio
import atexit
import os
import re
import tempfile

from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from attnlib.widgets._static_frames import FILM
from tools.lesson_source import LANGUAGES, LessonError, shown
from tools.live import LIVE, film, live

LONGEST_CELL = 300  # seconds; a cell that takes longer hangs
STARTS = 3  # of a kernel that ends before it has answered
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def execute(lesson, notebooks, folders):
    """Run a lesson's notebooks side by side, each in its folder: both are dictionaries by language.

    Waits for all even if one fails; LessonError, if one does.
    """
    # zmq needs this kind of loop, which is not the usual one on Windows.
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(_execute_all(lesson, notebooks, folders))


async def _execute_all(lesson, notebooks, folders):
    with tempfile.TemporaryDirectory() as profile:
        jobs = (_execute(lesson, lang, notebooks[lang], folders[lang], profile) for lang in notebooks)
        for result in await asyncio.gather(*jobs, return_exceptions=True):
            if result is not None:
                raise result


async def _execute(lesson, lang, notebook, folder, profile):
    """Run one notebook, and strip it."""
    running: list = []
    try:
        client = await _run(notebook, folder, profile, running)
    except CellExecutionError as error:
        said = _COLOURS.sub("", error.traceback).strip()
        at = where(lesson, notebook, running[-1], said)
        last = "\n    ".join(said.split("\n")[-8:])
        raise LessonError(f"{at} in {LANGUAGES[lang]}, it raises:\n    {last}") from None
    except CellTimeoutError:
        at = where(lesson, notebook, running[-1])
        raise LessonError(f"{at} in {LANGUAGES[lang]}, it takes more than {LONGEST_CELL} s.") from None
    except RuntimeError as error:
        if not running:
            raise LessonError(f"{shown(lesson.path)}: no Python could be started for it: {error}") from None
        if not isinstance(error, DeadKernelError):
            raise
        at = where(lesson, notebook, running[-1])
        raise LessonError(f"{at} in {LANGUAGES[lang]}, its Python ended.") from None
    keep_live(notebook, client)
    strip(notebook)


async def _run(notebook, folder, profile, running, starts=STARTS):
    """Run a notebook's cells; those that have begun are put into the list running. Returns the client."""
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=LONGEST_CELL,
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        extra_arguments=["--log-level=ERROR"],  # else a kernel warns of its own connection
        coalesce_streams=True,  # how a text was cut up on its way is chance
    )
    # The kernel of this Python, whatever else is installed under that name, and none of its user's settings.
    client.create_kernel_manager().kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    settings = ("ATTNLIB_STRICT", "MATPLOTLIBRC", "MPLBACKEND", "PYTHONWARNINGS")
    environment = {name: value for name, value in os.environ.items() if name not in settings}
    # With many kernels on few cores, threads of numpy wait for each other: one is four times as quick.
    environment["OPENBLAS_NUM_THREADS"] = "1"
    environment["ATTNLIB_FILM"] = "1"
    client.on_cell_start = lambda cell, cell_index: running.append(cell)
    try:
        await client.async_execute(env=environment | {"IPYTHONDIR": profile})
    except RuntimeError:
        # nbclient keeps for the end what it has done already, and then fails.
        atexit.unregister(client._cleanup_kernel)
        # Before a kernel takes the port that was chosen for it, another program may.
        if running or starts == 1:
            raise
        return await _run(notebook, folder, profile, running, starts - 1)
    return client


def keep_live(notebook, client):
    """Beside the view of a widget of ours, store its state: a page without a kernel shows it alive."""
    for cell in notebook.cells:
        for out in cell.get("outputs", []):
            id = out.get("data", {}).get(WIDGET_VIEW, {}).get("model_id")
            if state := live(client.widget_state.get(id), client.widget_buffers.get(id)):
                out.data[LIVE] = state
            if drawn := out.get("data", {}).pop(FILM, None):
                out.data[LIVE] = film(drawn)


def where(lesson, notebook, cell, traceback=""):
    """Where in the source a cell of a notebook stands; with a traceback, which of its lines that names."""
    source = {cell.id: cell for cell in lesson.cells}
    home = (
        source.get(cell.id) or source[cell.id.rpartition("-")[0]]
    )  # made from an exercise: its id and a word
    code = [other.id for other in notebook.cells if other.cell_type == "code"]
    line = re.search(rf"Cell In\[{code.index(cell.id) + 1}\], line (\d+)", traceback)
    return lesson.at(home, int(line[1]) if line and home.id == cell.id else 0)


def strip(notebook):
    """Take away what changes from run to run, or is of no use without a kernel."""
    for cell in notebook.cells:
        for out in cell.get("outputs", []):
            for bundle in (out.get("data", {}), out.get("metadata", {})):
                bundle.pop(WIDGET_VIEW, None)
            if "traceback" in out:  # the frames in libraries name files of this machine
                frames = [(frame, _COLOURS.sub("", frame)) for frame in out.traceback]
                out.traceback = [frame for frame, plain in frames if not plain.startswith("File ")]
        if "outputs" in cell:
            cell.outputs = [out for out in cell.outputs if out.get("data") != {}]
