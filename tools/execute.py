"""Run a lesson's notebooks as a reader would in a fresh installation, and keep what they show."""

import asyncio
import atexit
import re
import tempfile

from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from tools.kernel import COLOURS, LONGEST_CELL, STARTS, environment, stripped
from tools.lesson_source import LANGUAGES, LessonError, shown


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
        await _run(notebook, folder, profile, running)
    except CellExecutionError as error:
        said = COLOURS.sub("", error.traceback).strip()
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
    strip(notebook)


async def _run(notebook, folder, profile, running, starts=STARTS):
    """Run a notebook's cells; those that have begun are put into the list running."""
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
    client.on_cell_start = lambda cell, cell_index: running.append(cell)
    try:
        await client.async_execute(env=environment(profile))
    except RuntimeError:
        # nbclient keeps for the end what it has done already, and then fails.
        atexit.unregister(client._cleanup_kernel)
        # Before a kernel takes the port that was chosen for it, another program may.
        if running or starts == 1:
            raise
        await _run(notebook, folder, profile, running, starts - 1)


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
        if "outputs" in cell:
            cell.outputs = stripped(cell.outputs)
