"""Every command of the project: `python tasks.py COMMAND`, or `make COMMAND`, which calls this file.

tools/installer.py first installs what a command needs, into .venv. Only the standard library here, and only
the syntax of Python 3.6: this file must be able to say that a Python is too old.
"""

import sys

if not (3, 11) <= sys.version_info < (3, 15):  # as in the Makefile: else the lock has no builds
    have = ".".join(map(str, sys.version_info[:2]))
    if sys.version_info < (3, 11):
        print(f"This needs Python 3.11 or newer, and this is {have}: install one from python.org.")
    else:
        python = "py -3.14" if sys.platform == "win32" else "python3.14"
        print(
            f"This needs Python 3.11 to 3.14, and this is {have}: install 3.14, then `{python} tasks.py lab`."
        )
    sys.exit(1)

import argparse
import glob
import os
import re
import shutil
import subprocess

from classroom.lessons import readers_language, run
from tools.installer import (
    DENO,
    HERE,
    PYTHON,
    Stop,
    own_folders_if_home_is_closed,
    refused,
    remove,
    say,
    set_up,
)
from tools.jupyterlab import (
    choose_port,
    copy_lessons,
    first_lesson,
    go_on_where_the_reader_was,
    last_lesson,
    open_notebook,
    show_only_the_lesson,
)

# JavaScript in which every parameter has a type: arithmetic, state and history.
STRICT = ["arithmetic", "attention", "config", "head_view", "history", "state", "theme"]
STRICT = [f"classroom/explorer/js/{name}.js" for name in STRICT]
STRICT += ["classroom/desk/js/choosing.js", "classroom/desk/js/steps.js"]

# How each tool says what is wrong, and how it mends what it can.
STYLE = [
    (["ruff", "format", "--check", "--quiet"], ["ruff", "format"]),
    (["ruff", "check", "--quiet"], ["ruff", "check", "--fix"]),
    (["deno", "fmt", "--check", "--quiet"], ["deno", "fmt", "--quiet"]),
    (["deno", "lint", "--quiet"], ["deno", "lint", "--fix"]),
    (["mypy", "--no-error-summary"], ["mypy"]),
    (["deno", "check", "--quiet", "classroom", "tools/site/assets"],) * 2,
    (["deno", "check", "--quiet", "--config", "deno.strict.json", *STRICT],) * 2,
]


# What nobody can make again, wherever it is.
WORK = ["submitted", "gradebook.db", "grades.csv", "my-lessons"]

# The commands. Each takes the words after its name and returns the exit code.


def lab(words):
    """Open the lesson you saved last, or the first, in JupyterLab: lab [zh|en] [--port N] [--no-browser]."""
    parser = argparse.ArgumentParser(prog="tasks.py lab")
    options, others = language_and_port(parser, words)
    first = first_lesson(options.language)
    set_up()
    last = last_lesson(options.language)  # before copies follow their lessons and show no longer what was run
    copy = copy_lessons()[last or first]
    if last:
        say(f"You saved {copy} last.")
    go_on_where_the_reader_was()
    return open_notebook(copy, options.language, choose_port(options.port), others)


def lecture(words):
    """For lecturers, open a lesson in large type, notes on another page: lecture NN [zh|en]."""
    parser = argparse.ArgumentParser(prog="tasks.py lecture")
    parser.add_argument("lesson", metavar="NN", help="the lesson's number")
    options, others = language_and_port(parser, words)
    set_up(developers=True)
    command = [PYTHON, "-m", "tools", "lecture", options.lesson, options.language]
    written = subprocess.run(command, stdout=subprocess.PIPE)
    if written.returncode:
        return written.returncode
    show_only_the_lesson()
    notebook, notes = written.stdout.decode("utf-8").split()
    say(f"Your notes: {notes}. Press N in the notebook, or open this file on another screen or a phone.")
    return open_notebook(notebook, options.language, choose_port(options.port), others)


def test(words):
    """Check style and types, run all tests: test [--all: slow ones, too] [--lowest] [pytest's arguments]."""
    if "--lowest" in words:  # with the lowest versions that pyproject.toml allows
        return tool("min_versions", [word for word in words if word != "--lowest"], needs_torch=True)
    set_up(developers=True, needs_torch=True, release="--all" in words)
    if failed(check for check, _ in STYLE):
        raise Stop("The style or a type is not right: `python tasks.py lint` puts right what it can.")
    # In order, not the files of many tests first: so those of the browsers come first, which take longest.
    order = ["--no-loadscope-reorder", "--dist", "loadfile"]
    # One process more than there are cores: each waits a good part of its time, for a browser or a kernel.
    # Threads of NumPy and of PyTorch would only wait for each other.
    processes = min((os.cpu_count() or 2) + 1, 8)
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    # Chromium that has no windows needs less time.
    os.environ.setdefault("ATTNLIB_CHROMIUM", shutil.which("chromium-headless-shell") or "")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of many kernels compiles attnlib for itself
    # The package tools, loaded before nbval, saves each process a second: see its first lines.
    return run([PYTHON, "-m", "pytest", "-n", str(processes), "-p", "tools", *order, *words])


def machines(words):
    """For maintainers, run the notebooks as other processors would: machines [NN ...] [-n PROCESSES]."""
    return tool("machines", words, needs_torch=True)


def bench(words):
    """Measure the speed that is promised: every file of benchmarks but against.py, which needs a commit."""
    set_up(developers=True, needs_torch=True)
    names = sorted(set(glob.glob("benchmarks/*.py")) - {os.path.join("benchmarks", "against.py")})
    wrong = failed(["benchmarks." + os.path.basename(name)[:-3]] for name in names)
    if wrong:
        raise Stop(f"These did not end well: {', '.join(wrong)}.")
    return 0


def notebooks(words):
    """Build notebooks/en and notebooks/zh from notebooks/src: notebooks [NN ...]."""
    return tool("build", words, needs_torch=True)


def bundle(words):
    """Bundle the JavaScript and CSS of the widgets: bundle [--watch: again after each change]."""
    return tool("bundle", words)


def check(words):
    """Prove lessons as they are stored: check [NN ...]; without NN all, as before a release."""
    return tool("check", words, needs_torch=True)


def agree(words):
    """Confirm that a text cell and its translation say the same: agree NN cell-id."""
    return tool("build", ["agree", *words])


def todo(words):
    """Mark texts that are not translated yet: todo NN [cell-id]; the other edition shows them as they are."""
    return tool("build", ["todo", *words])


def assignment(words):
    """For lecturers, a lesson as a graded assignment for nbgrader: assignment NN [zh|en] [--to FOLDER]."""
    return tool("assignment", in_some_language(words) if words else words, needs_torch=True)


def site(words):
    """Build the static site in build/site, of all lessons or some: site [NN ...] [--to FOLDER]."""
    return tool("site", words)


def questions(words):
    """Write all questions for Moodle and, as QTI 2.1, for other platforms: questions [--to FOLDER]."""
    return tool("questions", words)


def lint(words):
    """Put the style right, and name what has to be done by hand, wrong types too."""
    set_up(developers=True)
    wrong = failed(mend for _, mend in STYLE)
    if wrong:
        raise Stop(f"Something is left to be done by hand for {', '.join(wrong)}.")
    return bundle([])


def torch(words):
    """Try again to install PyTorch, where it could not be had before."""
    set_up(needs_torch=True)
    return 0


def model(words):
    """Fetch the models of lessons 12 and 13 (184 MB); without them these show recorded results."""
    set_up()
    return run([PYTHON, "-m", "tools", "model", *words])


def lock(words):
    """For maintainers, choose the versions in the three requirements*.lock: lock [--upgrade]."""
    return tool("lock", words, needs_torch=True)


def package(words):
    """For maintainers, build what goes to PyPI, and check it."""
    return tool("package", words, release=True)


def release(words):
    """For maintainers, say whether a release can be made, and how it goes on; nothing is changed."""
    return tool("release", words, release=True)


def lessons(words):
    """For maintainers, write the lessons for hubs, Colab and Kaggle, without results: lessons [--commit]."""
    return tool("hub_export", words)


def links(words):
    """For maintainers, write the links in both READMEs from the address in pyproject.toml."""
    return tool("readme_links", words)


def pictures(words):
    """For maintainers, draw the pictures of both READMEs from the real thing."""
    return tool("readme_pictures", words)


def clean(words):
    """Remove .venv and the caches; the built lessons and all that people have written stay."""
    caches = [".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"]
    work = [found for one in WORK for found in glob.glob(os.path.join("build", "**", one), recursive=True)]
    made = [".venv", ".venv.old", ".venv.lock", ".venv.log", "*.egg-info", *caches, *["build"] * (not work)]
    for path in [found for name in made for found in glob.glob(name)]:
        remove(path)
    for path in [*work[:1], *filter(os.path.isdir, ["my-lessons", "assignments"])]:
        say(f"{path} stays: it holds what people have written.")
    return 0


COMMANDS = [lab, lecture, assignment, questions, site, notebooks, bundle, agree, todo]
COMMANDS += [check, test, machines, bench, lint, torch, model, lock, package, release, lessons, links]
COMMANDS += [pictures, clean]
HELP = {"-h", "--help"}
# These do not read their words, and would run whatever is asked of them.
WITHOUT_OPTIONS = [bundle, bench, lint, torch, model, lock, package, release, lessons, links, pictures, clean]


# Small helpers


def language_and_port(parser, words):
    """Return the options of a command that opens JupyterLab, and the words that are JupyterLab's own."""
    parser.add_argument("language", nargs="?", choices=["en", "zh"], default=readers_language())
    parser.add_argument("--port", type=port, help="default: the first free one from 8888 on")
    return parser.parse_known_args(words)


def port(word):
    """Return a port's number, or say which there are."""
    if not (word.isdecimal() and 1 <= int(word) <= 65535):
        raise argparse.ArgumentTypeError(f"{word} is no port: name one from 1 to 65535")
    return int(word)


def in_some_language(words):
    """Return the words with the reader's language behind them if they name none."""
    return words if {"en", "zh"} & set(words) else [*words, readers_language()]


def tool(name, words, **needs):
    """Run a module of tools/ with .venv's Python and return its exit code."""
    set_up(developers=True, **needs)
    return run([PYTHON, "-m", "tools", name, *words])


def failed(commands):
    """Run modules with .venv's Python, all of them, and return the names of those that end badly."""
    return [" ".join(command[:2]) for command in commands if run([PYTHON, "-m", *command], DENO)]


def main(words):
    """Carry out a command and return the exit code: 0 if all went well."""
    chosen = [command for command in COMMANDS if words and command.__name__ == words[0]]
    if not chosen:
        if words and words[0] not in HELP:
            say(f'There is no command "{words[0]}".')
        say("python tasks.py COMMAND, or make COMMAND, where COMMAND is one of")
        say("\n".join(f"  {command.__name__:<10} {command.__doc__}" for command in COMMANDS))
        return 2 if words and words[0] not in HELP else 0
    what = f"tasks.py {chosen[0].__name__}: {chosen[0].__doc__}"
    if HELP & {*words[1:]} and chosen[0] not in [lab, lecture]:  # these have more to say
        say(what)
        return 0
    unknown = [word for word in words[1:] if word not in re.findall(r"--\w+", what)]
    if chosen[0] in WITHOUT_OPTIONS and unknown:
        say(f"`{chosen[0].__name__}` has no {unknown[0]}. {what}")
        return 2
    try:
        os.chdir(HERE)  # paths below are from here, wherever the reader is
        own_folders_if_home_is_closed()
        return chosen[0](words[1:])
    except Stop as reason:
        say(str(reason))
    except OSError as error:  # a full disk, a folder that may not be written to
        say(refused(error))
    except KeyboardInterrupt:
        say("Stopped.")
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
