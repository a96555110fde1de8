"""Every command of the project: `python tasks.py COMMAND`, or `make COMMAND`, which calls this file.

What a command needs is installed first, into .venv, by tools/installer.py. Only the standard library here,
and nothing that a very old Python cannot read (no f-strings): it must be able to say that it is too old.
"""

import argparse
import errno
import glob
import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys

from tools.installer import (
    DENO,
    HERE,
    PYTHON,
    VENV,
    Stop,
    own_folders_if_home_is_closed,
    read,
    remove,
    say,
    set_up,
)

OLDEST_PYTHON = (3, 11)  # as requires-python in pyproject.toml

QUIET = [
    "--log-level=WARN",
    "--LabApp.log_level=WARN",
    # JupyterLab would ask the network for updates, news and extensions.
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.news_url=None",
    "--LabApp.extension_manager=readonly",
    "--LanguageServerManager.autodetect=False",  # else it starts npm to look for language servers
]

# For a projector: of code and of text.
LARGE_TYPE = b'{"overrides": {"code-font-size": "20px", "content-font-size1": "22px"}}'

# The menus of JupyterLab, where the reader has not chosen a language for them.
CHINESE_MENUS = b'{"@jupyterlab/translation-extension:plugin": {"locale": "zh_CN"}}'


# The commands. Each takes the words after its name and returns the exit code.


def lab(words):
    """Open your copy of the first lesson in JupyterLab: lab [zh|en] [--port N] [--no-browser]."""
    parser = argparse.ArgumentParser(prog="tasks.py lab")
    parser.add_argument("language", nargs="?", choices=["en", "zh"], default=readers_language())
    parser.add_argument("--port", type=int, help="default: the first free one from 8888 on")
    options, others = parser.parse_known_args(words)  # --no-browser and other options are JupyterLab's own
    lesson = first_lesson(options.language)
    set_up()
    lesson = my_lessons()[lesson]
    speak(options.language)
    return open_jupyterlab(lesson, choose_port(options.port), others)


def lecture(words):
    """For lecturers, open a lesson with notes, solutions, large type: lecture NN [zh|en] [--port N]."""
    parser = argparse.ArgumentParser(prog="tasks.py lecture")
    parser.add_argument("lesson", metavar="NN", help="the lesson's number")
    parser.add_argument("language", nargs="?", choices=["en", "zh"], default=readers_language())
    parser.add_argument("--port", type=int, help="default: the first free one from 8888 on")
    options, others = parser.parse_known_args(words)
    set_up(developers=True)
    command = [PYTHON, "-m", "tools.lecture", options.lesson, options.language]
    written = subprocess.run(command, stdout=subprocess.PIPE)
    if written.returncode:
        return written.returncode
    folder = os.path.join(HERE, "build", "lecture", "settings")
    themes = os.path.join(folder, "@jupyterlab", "apputils-extension", "themes.jupyterlab-settings")
    if not os.path.isfile(themes):  # else the lecturer may have chosen another size
        os.makedirs(os.path.dirname(themes), exist_ok=True)
        with open(themes, "wb") as file:
            file.write(LARGE_TYPE)
    os.environ["JUPYTERLAB_SETTINGS_DIR"] = folder
    speak(options.language)
    return open_jupyterlab(written.stdout.decode("utf-8").strip(), choose_port(options.port), others)


def test(words):
    """Prove style, types, lessons by tests: test [--all: slow ones, too] [--lowest] [pytest's arguments]."""
    if "--lowest" in words:  # with the lowest versions that pyproject.toml allows
        return tool("lowest", [word for word in words if word != "--lowest"], needs_torch=True)
    set_up(developers=True, needs_torch=True)
    style = ruff("format", "--check", "--quiet") or ruff("check", "--quiet")
    style = style or deno("fmt", "--check", "--quiet") or deno("lint", "--quiet")
    if style or mypy("--no-error-summary") or deno("check", "--quiet", *javascript()):
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
    # The package tools, loaded before nbval, spares each process a second: see its first lines.
    return run([PYTHON, "-m", "pytest", "-n", str(processes), "-p", "tools"] + order + words)


def bench(words):
    """Measure what is promised about speed: benchmarks/*.py but hub.py and against.py, one by one."""
    set_up(developers=True, needs_torch=True)
    names = {os.path.basename(path)[: -len(".py")] for path in glob.glob("benchmarks/*.py")}
    names -= {"hub", "against"}  # hub.py fetches a JupyterHub first, and against.py needs a commit
    return max([0] + [run([PYTHON, "-m", "benchmarks." + name] + words) for name in sorted(names)])


def notebooks(words):
    """Build notebooks/en and notebooks/zh from notebooks/src: notebooks [NN ...]."""
    return tool("build", words, needs_torch=True)


def check(words):
    """Prove lessons as they are stored: check [NN ...]; without NN all, as before a release."""
    return tool("check", words, needs_torch=True)


def agree(words):
    """Confirm that a text cell and its twin in the other language say the same: agree NN cell-id."""
    return tool("build", ["agree"] + words)


def todo(words):
    """Mark texts that are not translated yet: todo NN [cell-id]; the other edition shows them as they are."""
    return tool("build", ["todo"] + words)


def assignment(words):
    """For lecturers, a lesson as a graded assignment for nbgrader: assignment NN [zh|en] [--to FOLDER]."""
    if words and "zh" not in words and "en" not in words:
        words = words + [readers_language()]
    return tool("assignment", words, needs_torch=True)


def site(words):
    """Build the static site in build/site, from the lessons as they are stored: site [--to FOLDER]."""
    return tool("site", words)


def lite(words):
    """Build JupyterLite with the lessons, which `site` then takes along: lite --pyodide PLACE."""
    return tool("lite", words)


def handout(words):
    """Write a lesson, or a book of all, as a PDF for print with answers at its end: handout [NN] [zh|en]."""
    if "zh" not in words and "en" not in words:
        words = words + [readers_language()]
    return tool("handout", words)


def lint(words):
    """Bring the code into the project's style, and name what has to be done by hand, wrong types too."""
    set_up(developers=True)
    style = ruff("format") or ruff("check", "--fix") or deno("fmt", "-q") or deno("lint", "--fix")
    return style or mypy() or deno("check", "-q", *javascript())


def torch(words):
    """Try again to install PyTorch, where it could not be had before."""
    set_up(needs_torch=True)
    return 0


def model(words):
    """Fetch the model that lesson 12 reads with (91 MB); without it the lesson shows recorded results."""
    set_up()
    return run([PYTHON, "-m", "tools.model"] + words)


def lock(words):
    """For maintainers, choose the versions in both requirements*.lock: lock [--upgrade]."""
    return tool("lock", words, needs_torch=True)


def package(words):
    """For maintainers, build what goes to PyPI, and check it."""
    return tool("package", words)


def release(words):
    """For maintainers, say whether a release can be made, and how it goes on; nothing is changed."""
    return tool("release", words)


def lessons(words):
    """For maintainers, write the lessons for hubs, Colab and Kaggle, without results: lessons [--commit]."""
    return tool("lessons", words)


def links(words):
    """For maintainers, write the links in both READMEs from the address in pyproject.toml."""
    return tool("readme_links", words)


def pictures(words):
    """For maintainers, draw the pictures of both READMEs from the real thing."""
    return tool("readme_pictures", words)


def clean(words):
    """Remove .venv and the caches; the built lessons stay."""
    caches = [".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"]
    for name in [".venv", ".venv.lock", "build", "*.egg-info"] + caches:
        for path in glob.glob(name):
            remove(path)
    return 0


COMMANDS = [
    lab,
    lecture,
    assignment,
    site,
    lite,
    handout,
    notebooks,
    agree,
    todo,
    check,
    test,
    bench,
    lint,
    torch,
    model,
    lock,
    package,
    release,
    lessons,
    links,
    pictures,
    clean,
]


# Small helpers


def open_jupyterlab(notebook, port, words):
    """Serve the project at this port, with the notebook open, and return JupyterLab's exit code."""
    command = [PYTHON, "-m", "jupyterlab"] + QUIET
    command += ["--ServerApp.root_dir=" + HERE, "--LabApp.default_url=/lab/tree/" + notebook]
    command += ["--ServerApp.port={}".format(port), "--ServerApp.port_retries=0"]
    # On cores that are shared, numpy's threads wait for each other; for the lessons one is enough.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # root, as in a container, is refused otherwise
        command.append("--allow-root")
    say("Opening {}. To stop it, press Ctrl-C here and answer y.".format(notebook))
    if os.name == "posix":
        os.execv(PYTHON, command + words)  # become JupyterLab, so that what stops this process stops it
    return run(command + words)


def speak(language):
    """Let JupyterLab's menus be in the language of the lessons, unless the reader has chosen another."""
    if language != "zh":
        return
    folder = os.path.join(VENV, "home", "chinese")
    path = os.path.join(folder, "labconfig", "default_setting_overrides.json")
    if read(path) != CHINESE_MENUS.decode("utf-8"):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(CHINESE_MENUS)
    others = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join([folder, others] if others else [folder])


def first_lesson(language):
    """The lowest-numbered lesson in a language, as a path within the project."""
    lessons = sorted(glob.glob("notebooks/{}/[0-9]*.ipynb".format(language)))
    if not lessons:
        raise Stop("notebooks/{} holds no lesson: `python tasks.py notebooks` builds them.".format(language))
    return lessons[0].replace(os.sep, "/")


def my_lessons():
    """Copy the lessons into my-lessons, without results: the reader predicts first, and may change anything.

    Returns where the copy of each is. One in which the reader has changed a text or a program stays.
    """
    copies = {}
    for path in sorted(glob.glob("notebooks/*/*.ipynb")):
        path = path.replace(os.sep, "/")
        copy = copies[path] = path.replace("notebooks", "my-lessons", 1)
        lesson = json.loads(read(path))
        new = fingerprint(lesson)
        try:
            mine = json.loads(read(copy) or "null")
            old = mine and mine["metadata"].get("copy_of")
            changed = mine and fingerprint(mine) != old
        except (ValueError, KeyError, TypeError):
            say("{} is no notebook: delete it, and the next `lab` makes it anew.".format(copy))
            continue
        if changed and old != new:
            say("{} is yours and stays. The lesson has changed since: {}".format(copy, path))
        if not changed and old != new:
            without_results(lesson)["metadata"]["copy_of"] = new
            if not os.path.isdir(os.path.dirname(copy)):
                os.makedirs(os.path.dirname(copy))
            with open(copy, "wb") as file:
                file.write(json.dumps(lesson, ensure_ascii=False, indent=1).encode("utf-8"))
    return copies


def without_results(lesson):
    """The notebook itself, as if it had never been run."""
    for cell in lesson["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    return lesson


def fingerprint(lesson):
    """Short for all texts and programs of a notebook, whatever it shows."""
    cells = [[cell["cell_type"], "".join(cell["source"])] for cell in lesson["cells"]]
    return hashlib.sha256(json.dumps(cells).encode("utf-8")).hexdigest()


def readers_language():
    """The language of the reader's system if it is Chinese: "zh"; else "en"."""
    names = [os.environ[name] for name in ["LC_ALL", "LC_MESSAGES", "LANG"] if os.environ.get(name)]
    if not names and sys.platform == "win32":
        import ctypes

        return "zh" if ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF == 4 else "en"
    return "zh" if names and names[0].lower().startswith("zh") else "en"


def choose_port(wanted):
    """The port that was asked for, or else the first free one from 8888 on."""
    port = next((port for port in ([wanted] if wanted else range(8888, 8988)) if is_free(port)), None)
    if port is None:
        raise Stop("Port {} is not free: name another with --port N.".format(wanted or "8888 to 8987"))
    if not wanted and port != 8888:
        say("Port 8888 is busy, so this is port {}.".format(port))
    return port


def is_free(port):
    """Whether a server could listen at that port of this machine."""
    if not 0 < port < 65536:
        return False
    for family, _, _, _, address in socket.getaddrinfo("localhost", port, type=socket.SOCK_STREAM):
        try:
            socket.create_server(address, family=family).close()
        except OSError as error:  # an address that this machine does not have is no hindrance
            if error.errno in [errno.EADDRINUSE, errno.EACCES] or isinstance(error, PermissionError):
                return False
    return True


def tool(name, words, needs_torch=False):
    """Run a module of tools/ with .venv's Python and return its exit code."""
    set_up(developers=True, needs_torch=needs_torch)
    return run([PYTHON, "-m", "tools." + name] + words)


def ruff(*words):
    """Run ruff on the whole project and return its exit code."""
    return run([PYTHON, "-m", "ruff"] + list(words) + ["."])


def mypy(*words):
    """Check the types of what pyproject.toml names to mypy, and return its exit code."""
    return run([PYTHON, "-m", "mypy"] + list(words))


def javascript():
    """The folders whose JavaScript is checked for its types."""
    return ["attnlib/widgets/js", "tools/site/assets"]


def deno(*words):
    """Run deno, which knows JavaScript, its types and CSS, as deno.json says, and return its exit code."""
    return run([PYTHON, "-m", "deno"] + list(words), DENO)


def run(command, settings=None):
    """Run a command with these settings in its environment, and return its exit code."""
    process = subprocess.Popen(command, env=dict(os.environ, **(settings or {})))
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            pass  # the command has had the Ctrl-C too, and knows best how to end


def main(words):
    """Carry out a command and return the exit code: 0 if all went well."""
    if sys.version_info[:2] < OLDEST_PYTHON:
        have = "{}.{}".format(sys.version_info[0], sys.version_info[1])
        say("This needs Python 3.11 or newer, and here is {}: install one from python.org.".format(have))
        return 1
    chosen = [command for command in COMMANDS if words and command.__name__ == words[0]]
    if not chosen:
        say("python tasks.py COMMAND, or make COMMAND, where COMMAND is one of")
        say("\n".join("  {:<10} {}".format(command.__name__, command.__doc__) for command in COMMANDS))
        return 2 if words else 0
    try:
        os.chdir(HERE)  # paths below are from here, wherever the reader is
        own_folders_if_home_is_closed()
        return chosen[0](words[1:])
    except Stop as reason:
        say(str(reason))
    except OSError as error:  # a full disk, a folder that may not be written to
        say("This computer did not let the command go on: {}.".format(error))
    except KeyboardInterrupt:
        say("Stopped.")
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
