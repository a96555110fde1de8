"""Build the lessons: notebooks/src/NN_name.py -> notebooks/en/NN_name.ipynb and notebooks/zh/NN_name.ipynb.

python -m tools.build               build every lesson, with its outputs
python -m tools.build 05 06         build these
python -m tools.build --check       say what is wrong, without executing or writing
python -m tools.build agree 05 ID   the texts with this id say the same, although only one was edited
"""

import argparse
import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from tools.lesson_source import (
    LANGUAGES,
    LessonError,
    notebook_metadata,
    notebook_of,
    read_lesson,
    stamp,
    twins_to_stamp,
    write,
)
from tools.notebook_checks import WIDGET_VIEW, notebook_problems
from tools.source_checks import source_problems, structure

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LONGEST_CELL = 300  # seconds; a cell that takes longer hangs
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def build(path):
    """Check, stamp, execute and write one lesson; raise LessonError, with nothing written, if it is wrong."""
    lesson = read_lesson(path)
    if problems := source_problems(lesson):
        raise LessonError(*problems)
    lesson = stamp(lesson, twins_to_stamp(lesson))
    notebooks = {lang: notebook_of(lesson, lang) for lang in LANGUAGES}
    folders = {lang: path.parent.parent / lang for lang in LANGUAGES}
    for folder in folders.values():
        folder.mkdir(exist_ok=True)
    # zmq needs this kind of loop, which is not the usual one on Windows.
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(execute_all(lesson, notebooks, folders))
    problems = []
    for lang, notebook in notebooks.items():
        strip(notebook)
        # Anew: execution has added to it.
        notebook.metadata = nbformat.from_dict(notebook_metadata(lesson, lang))
        problems += notebook_problems(lesson, lang, notebook)
    if problems:
        raise LessonError(*problems)
    for lang, notebook in notebooks.items():
        write(folders[lang] / f"{lesson.name}.ipynb", nbformat.writes(notebook) + "\n")


async def execute_all(lesson, notebooks, folders):
    """Execute both editions side by side, and wait for both even if one fails."""
    with tempfile.TemporaryDirectory() as profile:
        jobs = (execute(lesson, lang, notebooks[lang], folders[lang], profile) for lang in notebooks)
        for result in await asyncio.gather(*jobs, return_exceptions=True):
            if result is not None:
                raise result


async def execute(lesson, lang, notebook, folder, profile):
    """Run every cell as a reader would in a fresh installation, and keep what it shows."""
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=LONGEST_CELL,
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        extra_arguments=["--log-level=ERROR"],  # not the kernel's thoughts on its own connection
        coalesce_streams=True,  # how a text was cut up on its way is chance
    )
    # The kernel of this Python, whatever else is installed under that name, and none of its user's settings.
    client.create_kernel_manager().kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    settings = ("ATTNLIB_STRICT", "MATPLOTLIBRC", "MPLBACKEND", "PYTHONWARNINGS")
    environment = {name: value for name, value in os.environ.items() if name not in settings}
    running = []
    client.on_cell_start = lambda cell, cell_index: running.append(cell.id)
    try:
        await client.async_execute(env=environment | {"IPYTHONDIR": profile})
    except CellExecutionError as error:
        last = _COLOURS.sub("", error.traceback).strip().split("\n")[-8:]
        raise LessonError(f"{lang}/{lesson.name}, cell {running[-1]}:\n    " + "\n    ".join(last)) from None
    except CellTimeoutError:
        raise LessonError(f"{lang}/{lesson.name}, cell {running[-1]}: more than {LONGEST_CELL} s.") from None
    except DeadKernelError:
        raise LessonError(f"{lang}/{lesson.name}, cell {running[-1]}: its Python ended.") from None


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


def agree(path, ids):
    """Record that these texts say the same in both languages."""
    lesson = read_lesson(path)
    if problems := structure(lesson):
        raise LessonError(*problems)
    pairs = [pair for pair in lesson.twins if pair[0].id in ids]
    if unknown := set(ids) - {english.id for english, _ in pairs}:
        raise LessonError(f"{lesson.name}: no text cell has the id {', '.join(sorted(unknown))}.")
    stamp(lesson, pairs)


def check(path):
    """The problems of a lesson and of the notebooks built from it, without executing."""
    lesson = read_lesson(path)
    if problems := source_problems(lesson):
        return problems
    new = ", ".join(english.id for english, _ in twins_to_stamp(lesson))
    problems = [f"{lesson.name}: texts not built yet ({new}). Run: make notebooks"] if new else []
    for lang in LANGUAGES:
        built = path.parent.parent / lang / f"{path.stem}.ipynb"
        if built.exists():
            problems += notebook_problems(lesson, lang, nbformat.read(built, as_version=4))
        else:
            problems.append(f"{lang}/{path.stem}: not built yet. Run: make notebooks")
    return problems


def orphans(notebooks):
    """Built notebooks whose source is gone."""
    built = [path for lang in LANGUAGES for path in sorted((notebooks / lang).glob("*.ipynb"))]
    return [
        f"{path.parent.name}/{path.stem}: it has no source; remove it."
        for path in built
        if not (notebooks / "src" / f"{path.stem}.py").exists()
    ]


def main(arguments, notebooks=NOTEBOOKS):
    """The command; returns 0 if all is well."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", metavar="NN", help="a lesson's number; none for every lesson")
    parser.add_argument("--check", action="store_true", help="execute and write nothing")
    given = parser.parse_args(arguments)
    command, numbers, ids = build, given.words, []
    if given.words[:1] == ["agree"]:
        command, numbers, ids = agree, given.words[1:2], given.words[2:]
        if not ids:
            parser.error("agree needs a lesson's number and the ids of text cells")
    problems = [] if numbers else orphans(notebooks)
    for path in chosen(notebooks / "src", numbers, parser):
        try:
            if given.check:
                problems += check(path)
            else:
                command(path, *([ids] if ids else []))
                print(path.stem)
        except LessonError as error:
            problems += error.problems
    print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
    return 1 if problems else 0


def chosen(folder, numbers, parser):
    """The sources of the lessons with these numbers, or of all."""
    sources = {path.stem.split("_")[0]: path for path in sorted(folder.glob("*.py"))}
    numbers = [number.zfill(2) for number in numbers] or list(sources)
    if unknown := [number for number in numbers if number not in sources]:
        parser.error(f"no lesson {', '.join(unknown)} in {folder.name}; there are: {', '.join(sources)}")
    return [sources[number] for number in numbers]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
