"""Makes .venv and installs into it what a command needs; whatever goes wrong ends in one sentence.

Everything but PyTorch comes first. PyTorch is the largest part, the hardest to get, and few cells need it: if
it is not to be had, the lessons open without it. Only the standard library here, and nothing that a very old
Python cannot read (no f-strings), as in tasks.py, which uses this.
"""

import contextlib
import errno
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

PYTORCH_CPU_WHEELS = "https://download.pytorch.org/whl/cpu"

HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
VENV = os.path.join(HERE, ".venv")
PYTHON = os.path.join(VENV, *(["Scripts", "python.exe"] if os.name == "nt" else ["bin", "python"]))
STAMP = os.path.join(VENV, "set-up")  # without it, .venv is half-made
LOG = os.path.join(VENV, "setup.log")
SCRATCH = os.path.join(VENV, "tmp")

# What deno is told: where to keep things from one run to the next, and to ask no home, which may be closed.
DENO = {"DENO_DIR": os.path.join(VENV, "deno"), "DENO_NO_UPDATE_CHECK": "1", "HOME": VENV}

READERS, DEVELOPERS = "requirements.lock", "requirements-dev.lock"
MEGABYTES = {
    "venv": 50,
    READERS: 1000,
    DEVELOPERS: 500,
    "torch": 1100,
}  # of room on the disk while installing

HELD = [errno.EAGAIN, errno.EACCES, errno.EDEADLK]  # what a lock that another process has is called

# JupyterLab would ask the reader whether it may fetch news, in a box over the first lesson. And in a saved
# notebook explorers keep their numbers: opened again without them, each would be "Error displaying widget".
LAB_SETTINGS = b"""{
 "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false},
 "@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": true}
}"""

WITHOUT_TORCH = (
    "PyTorch is not installed, so the cells that use it show a recorded result instead: to have them run, "
    "connect to the internet, or name a folder (PIP_FIND_LINKS) or a mirror (ATTNLIB_TORCH_INDEX) "
    "that has it, then `python tasks.py torch`."
)


class Stop(Exception):
    """Ends the command with one sentence that says what to do."""


def set_up(developers=False, needs_torch=False):
    """Make .venv, or bring it up to date, unless its stamp says that there is nothing to do.

    PyTorch is tried for once, and again when other places for it are named. Where it is needed it is tried
    for in any case, and the command ends if it cannot be had.
    """
    if to_do(developers, needs_torch):
        with nobody_else():
            steps = to_do(developers, needs_torch)  # whoever had the lock may have done it all
            make_room(sum(MEGABYTES[step] for step in steps if step not in read_stamp() and step != "torch"))
            for step in steps:
                done = make_venv() if step == "venv" else try_torch() if step == "torch" else install(step)
                write_stamp(step, done)
            shutil.rmtree(SCRATCH, ignore_errors=True)
    settle_lab(VENV)
    os.makedirs(os.path.join(VENV, "home"), exist_ok=True)  # for own_folders_if_home_is_closed
    if read_stamp()["torch"] != "installed":
        if needs_torch:
            raise Stop(WITHOUT_TORCH)
        say(WITHOUT_TORCH)


# What there is, and what there is to do


def to_do(developers, needs_torch):
    """The steps that are still to be taken: "venv", a lock's name, "torch"."""
    have, wanted = read_stamp(), stamp()
    if not wanted["python"] or any(have.get(key) != wanted[key] for key in ["here", "python"]):
        have = {}  # a .venv cannot be moved, nor outlive its Python
    steps = ["venv"] if not have else []
    locks = [READERS, DEVELOPERS] if developers else [READERS]
    steps += [lock for lock in locks if have.get(lock) != wanted[lock]]
    enough = ["installed"] if needs_torch else ["installed", wanted["torch"]]
    return steps + (["torch"] if READERS in steps or have.get("torch") not in enough else [])


def stamp():
    """What the stamp says of a .venv that is as it should be; of PyTorch, which places were tried."""
    named = [os.environ.get(name, "") for name in ["PIP_FIND_LINKS", "ATTNLIB_TORCH_INDEX"]]
    wanted = {"here": VENV, "python": venv_version(), "torch": "missing " + digest("\n".join(named))}
    wanted[READERS] = digest(read(READERS) + read("pyproject.toml"))
    wanted[DEVELOPERS] = digest(read(DEVELOPERS))
    return wanted


def read_stamp():
    """What the stamp in .venv says, by name."""
    return dict(line.split("\t", 1) for line in read(STAMP).splitlines() if "\t" in line)


def write_stamp(step, done):
    """Note that a step was taken, as soon as it was: who interrupts the next one loses nothing."""
    have, wanted = read_stamp(), stamp()
    keys = ["here", "python"] if step == "venv" else [step]
    have.update({key: wanted[key] for key in keys})
    if step == "torch" and done:
        have["torch"] = "installed"
    with open(STAMP, "wb") as file:
        file.write("".join("{}\t{}\n".format(*item) for item in sorted(have.items())).encode("utf-8"))


def venv_version():
    """The version of the Python in .venv, or "" if there is none that runs."""
    try:
        command = [PYTHON, "-I", "-S", "-c", "import sys; print(sys.version.split()[0])"]
        return subprocess.check_output(command, stderr=subprocess.DEVNULL).decode().strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


# The steps


def make_venv():
    """Make .venv, in the place of what stands there."""
    if os.path.lexists(VENV):
        say("The .venv that is here is half-made, broken or from another place: making it anew.")
        remove(VENV)
    say("Making .venv with Python {}.{} ...".format(*sys.version_info))
    # The Python that runs this may be the one in the .venv just removed: take what it was made from.
    quietly([getattr(sys, "_base_executable", None) or sys.executable, "-m", "venv", VENV])


def install(lock):
    """Install the versions of a lock into .venv; for readers pip itself first, to show how far it is."""
    pins = [line for line in read(lock).splitlines() if not line.startswith("torch==")]
    if lock == READERS:
        say("Installing what the lessons need (about 170 MB to fetch) ...")
        quietly(pip("--progress-bar=off", "--retries=2", *[pin for pin in pins if pin.startswith("pip==")]))
    else:
        say("Installing what the tests need besides (about 130 MB to fetch) ...")
    chosen = os.path.join(VENV, lock)
    with open(chosen, "wb") as file:
        file.write("\n".join(pins).encode("utf-8"))
    quietly(pip("--only-binary=:all:", "--progress-bar=raw", "--retries=2", "-r", chosen))
    if lock == READERS:
        quietly(pip("--no-build-isolation", "--editable", "."))


def settle_lab(prefix):
    """Let the JupyterLab that is installed there begin as our readers need it."""
    path = os.path.join(prefix, "share", "jupyter", "lab", "settings", "overrides.json")
    if read(path) == LAB_SETTINGS.decode("utf-8"):
        return
    if not os.path.isdir(os.path.dirname(path)):
        os.makedirs(os.path.dirname(path))
    with open(path, "wb") as file:
        file.write(LAB_SETTINGS)


def try_torch():
    """Install PyTorch from the first place that has one which can be imported; whether it is there then."""
    if torch_works():
        return True
    if free_megabytes() < MEGABYTES["torch"]:
        say("The disk has no room for PyTorch, which takes {} MB.".format(MEGABYTES["torch"]))
        return False
    say("Installing PyTorch (about 200 MB to fetch; Ctrl-C goes on without it) ...")
    try:
        if any(torch_from(*place) for place in torch_places()):
            return True
    except KeyboardInterrupt:
        pass
    remove_torch()
    return False


def torch_places():
    """Where PyTorch may be had, best first: what pip is told, and its settings in the environment."""
    # On PyPI, the build for Linux needs several GB for graphics cards. One for the processor says "+cpu".
    linux = sys.platform.startswith("linux")
    cpu = locked_torch() + ("+cpu" if linux else "")
    named, mirror = os.environ.get("PIP_FIND_LINKS", ""), os.environ.get("ATTNLIB_TORCH_INDEX")
    # pip takes a space in a setting for the end of a name.
    spelt_out = ["--find-links", named] if os.path.isdir(named) else []
    # Who names a mirror finds PyTorch's own index too slow; mirrors may be plain lists of files.
    mirrors = [only_from(mirror, [cpu, "--find-links", mirror])] if mirror else []
    indexes = [only_from(PYTORCH_CPU_WHEELS, [cpu]), ([cpu], {})]
    if not linux:  # PyPI's builds are small; and that index may be a mirror that the reader has chosen
        indexes.reverse()
    return [([locked_torch(), "--no-index"] + spelt_out, {})] + mirrors + indexes


def only_from(address, words):
    """What tells pip to look at this address and at no other that is among its settings."""
    settings = {"PIP_EXTRA_INDEX_URL": address, "PIP_FIND_LINKS": os.devnull}  # empty ones would not count
    return words + ["--index-url", address], settings


def torch_from(words, settings):
    """Install PyTorch from one place; a build that cannot be imported is taken away again."""
    command = pip("--only-binary=:all:", "--progress-bar=raw", "--timeout=10", "--retries=1", *words)
    code, _ = watch(command, patience=40, **settings)
    if code:
        return False
    works = torch_works()
    if not works:
        remove_torch()
    return works


def torch_works():
    """Whether the PyTorch of the lock is in .venv and can be imported."""
    proof = "import sys, torch; sys.exit(torch.__version__.split('+')[0] != {!r})"
    return watch([PYTHON, "-c", proof.format(str(locked_torch().split("==")[1]))])[0] == 0


def remove_torch():
    """Leave nothing of PyTorch, not even what an interrupted pip knows nothing of."""
    watch([PYTHON, "-m", "pip", "uninstall", "--yes", "torch"])
    for folder in glob.glob(os.path.join(VENV, "[Ll]ib*", "**", "site-packages", "torch"), recursive=True):
        remove(folder)


def locked_torch():
    """PyTorch's line in the lock."""
    return next(line for line in read(READERS).splitlines() if line.startswith("torch=="))


def pip(*words):
    """What lets .venv's pip install just what is named."""
    command = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-deps"]
    return command + list(words)


# Running a command, and saying why it failed


def quietly(command):
    """Run a command; if it fails, stop with the likely reason."""
    code, said = watch(command)
    if code:
        raise Stop("{} (The full record: {})".format(likely_reason(said), LOG))


def watch(command, patience=None, **settings):
    """Run a command, showing on a terminal what it fetches: its exit code, and what it said, as in the log.

    With patience, it is ended when nothing has come for so many seconds, unless it is installing by then.
    """
    if os.path.isdir(VENV):  # so that this disk is the one to have room, and not a small one for /tmp
        os.makedirs(SCRATCH, exist_ok=True)
        settings.update(dict.fromkeys(["TMPDIR", "TEMP", "TMP"], SCRATCH))
    settings.update(PIP_USER="0", PYTHONUNBUFFERED="1", PYTHONIOENCODING="utf-8")
    settings.update(LC_ALL="C")  # what goes wrong is said in English, which likely_reason reads
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, **settings)
    )
    output = Output()
    listener = threading.Thread(target=output.listen, args=[process.stdout])
    listener.daemon = True
    listener.start()
    try:
        while listener.is_alive():
            listener.join(0.3)
            if "pip" in command:
                output.show()
            if patience and not output.installing and output.silence() > patience:
                process.kill()
                output.lines.append("Nothing came for {} seconds.".format(patience))
                break
        code = process.wait()
    except KeyboardInterrupt:  # the command has had the Ctrl-C too
        process.wait()
        raise
    finally:
        output.clear()
        listener.join(1)  # it lives on while a child of the command has the other end
        said = "\n".join(output.lines)
        if os.path.isdir(VENV):
            with open(LOG, "ab") as file:
                file.write("$ {}\n{}\n".format(" ".join(command), said).encode("utf-8"))
    return code, said


class Output:
    """What a command has said so far, and how much of which file has come."""

    def __init__(self):
        self.lines, self.last, self.installing = [], time.time(), False
        self.file, self.fetched, self.before, self.shown = "", 0, 0, False

    def listen(self, stream):
        """Take in every line, up to the end, and close the stream."""
        with stream:
            for line in stream:
                self.take_in(line.decode("utf-8", "replace").rstrip())

    def take_in(self, line):
        """Note what a line says of the progress, or keep it."""
        self.last = time.time()
        progress = re.match(r"Progress (\d+) of", line)  # what pip says with --progress-bar=raw
        if progress:
            self.fetched = int(progress.group(1))
            return
        self.lines.append(line)
        found = re.match(r"\s*Downloading (\S+)", line)
        if found:
            self.before, self.fetched = self.before + self.fetched, 0
            self.file = found.group(1).split("/")[-1].split("-")[0]
        self.installing = self.installing or line.startswith("Installing")

    def silence(self):
        """For how many seconds nothing has come."""
        return time.time() - self.last

    def show(self):
        """One line that is written over and over, on a terminal alone."""
        if not sys.stdout.isatty():
            return
        line = "  {:.0f} MB fetched".format((self.before + self.fetched) / 1e6)
        if self.installing:
            line = "  unpacking ..."
        elif self.silence() > 5:
            line += ", nothing more for {:.0f} s".format(self.silence())
        elif self.file:
            line += ": " + self.file
        sys.stdout.write("\r" + line[:78].ljust(78))
        sys.stdout.flush()
        self.shown = True

    def clear(self):
        """Leave nothing of that line."""
        if self.shown:
            sys.stdout.write("\r" + " " * 78 + "\r")
            sys.stdout.flush()


def likely_reason(said):
    """One sentence that says why the set-up failed and what to do, from what venv or pip said."""
    missing = re.search("No matching distribution found for ([^ \n]+)", said)
    if "No space left" in said or free_megabytes() < 50:
        return "The disk is full: make about 2 GB of room, then try again."
    if re.search("ensurepip is not|No module named '?ensurepip", said):
        return "This Python cannot make a .venv: install python3-venv (`sudo apt install python3-venv`)."
    if re.search("retrying|connection|connect to|timed out|name resolution|proxy|certificate", said, re.I):
        return "The packages could not be fetched: connect this computer to the internet, then try again."
    if missing:
        have = "Python {}.{} on {}".format(sys.version_info[0], sys.version_info[1], sys.platform)
        return "There is no ready-made {} for {}: try Python 3.12.".format(missing.group(1), have)
    return "The set-up failed: try `python tasks.py clean`, then the same again."


# The computer


def free_megabytes():
    """The room on the disk that holds the project."""
    return shutil.disk_usage(HERE).free / 1e6


def make_room(megabytes):
    """Stop before the disk is full."""
    free = free_megabytes()
    if free < megabytes:
        message = "The disk has {:.0f} MB of room, and {} are needed: make about 2 GB, then try again."
        raise Stop(message.format(free, megabytes))


@contextlib.contextmanager
def nobody_else():
    """Wait until no other set-up works in this folder, and keep others waiting; the lock dies with us."""
    with open(VENV + ".lock", "ab") as file:
        waiting = False
        while not locked(file):
            if not waiting:
                say("Another set-up is at work in this folder: waiting for it to end.")
            waiting = True
            time.sleep(0.5)
        yield


def locked(file):
    """Whether this file is ours now; where a disk knows no locks, it is."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in HELD
    return True


def own_folders_if_home_is_closed():
    """Where the home cannot be written to, let Jupyter, IPython and matplotlib keep their things in .venv."""
    home = os.path.expanduser("~")
    parts = [".jupyter", ".ipython", ".config", ".local", os.path.join(".local", "share")]
    places = [home] + [os.path.join(home, part) for part in parts]
    if all(writable(place) for place in places if place == home or os.path.exists(place)):
        return
    names = ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"]
    for name in names:
        os.environ.setdefault(name, os.path.join(VENV, "home", name.lower()))


def writable(folder):
    """Whether a file can be made in this folder; its rights alone do not tell of a disk that is read-only."""
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


# Small helpers


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
