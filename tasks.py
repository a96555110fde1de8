"""Every command of the project: `python tasks.py COMMAND`, or `make COMMAND`, which calls this file.

What a command needs is installed first, into .venv, from requirements.lock. Only the standard library here,
and nothing that a very old Python cannot read (no f-strings): it must be able to say that it is too old.
"""

import argparse
import errno
import glob
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys

OLDEST_PYTHON = (3, 11)  # as requires-python in pyproject.toml
PYTORCH_CPU_WHEELS = "https://download.pytorch.org/whl/cpu"

HERE = os.path.dirname(os.path.realpath(__file__))
VENV = os.path.join(HERE, ".venv")
PYTHON = os.path.join(VENV, *(["Scripts", "python.exe"] if os.name == "nt" else ["bin", "python"]))
STAMP = os.path.join(VENV, "set-up")  # written last: without it, .venv is half-made
LOG = os.path.join(VENV, "setup.log")

QUIET = [
    "--log-level=WARN",
    "--LabApp.log_level=WARN",
    # JupyterLab would ask the network for updates, news and extensions.
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.news_url=None",
    "--LabApp.extension_manager=readonly",
]
# Nor may it ask the reader whether it may, in a box over the first lesson. And in a saved notebook explorers
# keep their numbers: opened again without them, each would be "Error displaying widget".
LAB_SETTINGS = b"""{
 "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false},
 "@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": true}
}"""

# For a projector: of code and of text.
LARGE_TYPE = b'{"overrides": {"code-font-size": "20px", "content-font-size1": "22px"}}'


class Stop(Exception):
    """Ends the command with one sentence that says what to do."""


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
    return open_jupyterlab(lesson, choose_port(options.port), others)


def lecture(words):
    """For lecturers, open a lesson with notes, solutions, large type: lecture NN [zh|en] [--port N]."""
    parser = argparse.ArgumentParser(prog="tasks.py lecture")
    parser.add_argument("lesson", metavar="NN", help="the lesson's number")
    parser.add_argument("language", nargs="?", choices=["en", "zh"], default=readers_language())
    parser.add_argument("--port", type=int, help="default: the first free one from 8888 on")
    options, others = parser.parse_known_args(words)
    set_up()
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
    return open_jupyterlab(written.stdout.decode("utf-8").strip(), choose_port(options.port), others)


def test(words):
    """Prove everything: the style, then all tests and lessons: test [pytest's own arguments]."""
    set_up()
    style = ruff("format", "--check", "--quiet") or ruff("check", "--quiet")
    if style or deno("fmt", "--check", "--quiet") or deno("lint", "--quiet"):
        raise Stop("The style is not the project's: `python tasks.py lint` puts right what it can.")
    command = [PYTHON, "-m", "pytest", "-n", "2", "--dist", "loadfile"]
    command += ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=120"]
    command += ["--nbval-sanitize-with", "tests/nbval_sanitize.cfg"]
    if not any(os.path.exists(word.split("::")[0]) for word in words):
        command += ["tests", "notebooks/en", "notebooks/zh"]
    return run(command + words)


def bench(words):
    """Measure what is promised about speed: runs benchmarks/*.py, one after another."""
    set_up()
    names = sorted(os.path.basename(path)[: -len(".py")] for path in glob.glob("benchmarks/*.py"))
    return max([0] + [run([PYTHON, "-m", "benchmarks." + name] + words) for name in names])


def notebooks(words):
    """Build notebooks/en and notebooks/zh from notebooks/src: notebooks [NN ...]."""
    return tool("build", words)


def agree(words):
    """Confirm that a text cell and its twin in the other language say the same: agree NN cell-id."""
    return tool("build", ["agree"] + words)


def assignment(words):
    """For lecturers, a lesson as a graded assignment for nbgrader: assignment NN [zh|en] [--to FOLDER]."""
    if words and "zh" not in words and "en" not in words:
        words = words + [readers_language()]
    return tool("assignment", words)


def lint(words):
    """Bring the code into the project's style, and name what has to be done by hand."""
    set_up()
    return ruff("format") or ruff("check", "--fix") or deno("fmt", "--quiet") or deno("lint", "--fix")


def lock(words):
    """For maintainers, choose the versions in requirements.lock: lock [--upgrade]."""
    return tool("lock", words)


def links(words):
    """For maintainers, write the links in both READMEs from the address in pyproject.toml."""
    return tool("readme_links", words)


def pictures(words):
    """For maintainers, draw the pictures of both READMEs from the real thing."""
    return tool("readme_pictures", words)


def clean(words):
    """Remove .venv and the caches; the built lessons stay."""
    for name in [".venv", "build", "*.egg-info", ".pytest_cache", ".ruff_cache", ".hypothesis"]:
        for path in glob.glob(name):
            remove(path)
    return 0


COMMANDS = [lab, lecture, assignment, test, bench, notebooks, agree, lint, lock, links, pictures, clean]


# Setting up


def set_up():
    """Make .venv, or bring it up to date, unless its stamp says that there is nothing to do."""
    version = venv_version()
    found = read(STAMP).splitlines()
    if version and found == stamp(version):
        settle_lab(VENV)
        return
    if not version or found[:2] != stamp(version)[:2]:  # a .venv cannot be moved, nor outlive its Python
        if os.path.lexists(VENV):
            say("The .venv that is here is half-made, broken or from another place: making it anew.")
            remove(VENV)
        say("Making .venv with Python {}.{} ...".format(*sys.version_info))
        # The Python that runs this may be the one in the .venv just removed: take what it was made from.
        quietly([getattr(sys, "_base_executable", None) or sys.executable, "-m", "venv", VENV])
    install()
    settle_lab(VENV)
    with open(STAMP, "wb") as file:
        file.write("\n".join(stamp(venv_version())).encode("utf-8"))


def venv_version():
    """The version of the Python in .venv, or "" if there is none that runs."""
    try:
        command = [PYTHON, "-I", "-S", "-c", "import sys; print(sys.version.split()[0])"]
        return subprocess.check_output(command, stderr=subprocess.DEVNULL).decode().strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def stamp(version):
    """What .venv's stamp must hold: where it is, its Python, and what it was installed from."""
    sources = read("requirements.lock") + read("pyproject.toml")
    return [VENV, version, hashlib.sha256(sources.encode("utf-8")).hexdigest()]


def install():
    """Install the versions of requirements.lock into .venv: PyTorch alone, the others, attnlib."""
    torch = re.findall("^torch==[0-9.]+", read("requirements.lock"), re.MULTILINE)
    if sys.platform.startswith("linux") and not os.environ.get("PIP_FIND_LINKS"):
        # The build on PyPI holds several GB for graphics cards. As an extra index for every package, this
        # address would cost 8 s a package where it does not answer: so it is for this one alone.
        torch += ["--index-url", PYTORCH_CPU_WHEELS]
    say("Installing PyTorch (CPU build, about 200 MB) ...")
    pip("--only-binary=:all:", *torch)
    say("Installing everything else (about 200 MB) ...")
    pip("--only-binary=:all:", "-r", "requirements.lock")
    pip("--no-build-isolation", "--editable", ".")


def settle_lab(prefix):
    """Let the JupyterLab that is installed there begin as our readers need it."""
    path = os.path.join(prefix, "share", "jupyter", "lab", "settings", "overrides.json")
    if read(path) == LAB_SETTINGS.decode("utf-8"):
        return
    if not os.path.isdir(os.path.dirname(path)):
        os.makedirs(os.path.dirname(path))
    with open(path, "wb") as file:
        file.write(LAB_SETTINGS)


def pip(*words):
    """Let .venv's pip install just what is named."""
    command = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    quietly(command + ["--progress-bar=off", "--no-deps"] + list(words))


def quietly(command):
    """Run a command, what it prints going into a file; if it fails, stop with the likely reason."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = done.stdout.decode("utf-8", "replace").strip()
    if os.path.isdir(VENV):
        with open(LOG, "ab") as file:
            file.write("$ {}\n{}\n".format(" ".join(command), said).encode("utf-8"))
    if done.returncode:
        raise Stop("{} (The full record: {})".format(likely_reason(said), LOG))


def likely_reason(said):
    """One sentence that says why the set-up failed and what to do, from what venv or pip said."""
    missing = re.search("No matching distribution found for ([^ \n]+)", said)
    if "No space left" in said or shutil.disk_usage(HERE).free < 50e6:
        return "The disk is full: make about 2 GB of room, then try again."
    if re.search("ensurepip is not|No module named '?ensurepip", said):
        return "This Python cannot make a .venv: install python3-venv (`sudo apt install python3-venv`)."
    if re.search("retrying|connection|connect to|timed out|name resolution|proxy|certificate", said, re.I):
        return "The packages could not be fetched: connect this computer to the internet, then try again."
    if missing:
        have = "Python {}.{} on {}".format(sys.version_info[0], sys.version_info[1], sys.platform)
        return "There is no ready-made {} for {}: try Python 3.12.".format(missing.group(1), have)
    return "The set-up failed: try `python tasks.py clean`, then the same again."


# Small helpers


def open_jupyterlab(notebook, port, words):
    """Serve the project at this port, with the notebook open, and return JupyterLab's exit code."""
    command = [PYTHON, "-m", "jupyterlab"] + QUIET
    command += ["--ServerApp.root_dir=" + HERE, "--LabApp.default_url=/lab/tree/" + notebook]
    command += ["--ServerApp.port={}".format(port), "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # root, as in a container, is refused otherwise
        command.append("--allow-root")
    say("Opening {}. To stop it, press Ctrl-C here and answer y.".format(notebook))
    if os.name == "posix":
        os.execv(PYTHON, command + words)  # become JupyterLab, so that what stops this process stops it
    return run(command + words)


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
            for cell in lesson["cells"]:
                if cell["cell_type"] == "code":
                    cell.update(outputs=[], execution_count=None)
            lesson["metadata"]["copy_of"] = new
            if not os.path.isdir(os.path.dirname(copy)):
                os.makedirs(os.path.dirname(copy))
            with open(copy, "wb") as file:
                file.write(json.dumps(lesson, ensure_ascii=False, indent=1).encode("utf-8"))
    return copies


def fingerprint(lesson):
    """Short for all texts and programs of a notebook, whatever it shows."""
    cells = [[cell["cell_type"], "".join(cell["source"])] for cell in lesson["cells"]]
    return hashlib.sha256(json.dumps(cells).encode("utf-8")).hexdigest()


def readers_language():
    """The language of the reader's system if it is Chinese: "zh"; else "en"."""
    names = [os.environ[name] for name in ["LC_ALL", "LC_MESSAGES", "LANG"] if os.environ.get(name)]
    if not names and os.name == "nt":
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


def tool(name, words):
    """Run a module of tools/ with .venv's Python and return its exit code."""
    set_up()
    return run([PYTHON, "-m", "tools." + name] + words)


def ruff(*words):
    """Run ruff on the whole project and return its exit code."""
    return run([PYTHON, "-m", "ruff"] + list(words) + ["."])


def deno(*words):
    """Run deno, which knows JavaScript and CSS, on what deno.json names and return its exit code."""
    os.environ["DENO_NO_UPDATE_CHECK"] = "1"
    os.environ["DENO_DIR"] = os.path.join(VENV, "deno")  # what it keeps from one run to the next
    return run([PYTHON, "-m", "deno"] + list(words))


def run(command):
    """Run a command and return its exit code."""
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            pass  # the command has had the Ctrl-C too, and knows best how to end


def remove(path):
    """Remove a file, a link or a whole folder."""
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    else:
        os.remove(path)


def read(path):
    """What a text file holds, or "" if there is none."""
    if not os.path.isfile(path):
        return ""
    with open(path, "rb") as file:
        return file.read().decode("utf-8")


def say(sentence):
    """Show a sentence at once, also where the output is a file or a pipe."""
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


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
