"""Make .venv and install into it what a command needs; whatever goes wrong ends in one sentence.

Everything but PyTorch comes first. PyTorch is the largest part, the hardest to get, and few cells need it:
where it cannot be had, the lessons open without it. Only the standard library here: nothing is installed yet.
"""

import contextlib
import errno
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from classroom.lessons import CONFIG, LAB_SETTINGS
from tools.alone import alone
from tools.progress import Output

PYTORCH_CPU_WHEELS = "https://download.pytorch.org/whl/cpu"

HERE = Path(__file__).resolve().parent.parent
VENV = HERE / ".venv"
PYTHON = str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
OLD = HERE / ".venv.old"  # the .venv of before, until the new one is whole
LOG = HERE / ".venv.log"
STAMP = VENV / "set-up"  # without it, .venv is half-made
SCRATCH = VENV / "tmp"

# Tells deno where to keep its files from one run to the next, and not to ask for a home, which may be closed.
# Its certificates are the system's, too, where a school adds its own, and the one that pip is told of.
DENO = {"DENO_DIR": str(VENV / "deno"), "DENO_NO_UPDATE_CHECK": "1", "HOME": str(VENV)}
DENO["DENO_TLS_CA_STORE"] = os.environ.get("DENO_TLS_CA_STORE", "mozilla,system")
for name in ["SSL_CERT_FILE", "PIP_CERT", "DENO_CERT"]:
    if os.path.isfile(os.environ.get(name, "")):
        DENO["DENO_CERT"] = os.environ[name]

READERS, DEVELOPERS, RELEASE = "requirements.lock", "requirements-dev.lock", "requirements-release.lock"
SAY = {
    READERS: "Installing what the lessons need (about 170 MB to fetch) ...",
    DEVELOPERS: "Installing what the tests need besides (about 130 MB to fetch) ...",
    RELEASE: "Installing what a release needs besides (about 10 MB to fetch) ...",
}
MEGABYTES = {"venv": 50, READERS: 1000, DEVELOPERS: 500, RELEASE: 50, "torch": 1100}  # while installing
# How far the longest path reaches below the project, on Windows; those of the other locks are shorter.
LONGEST = {READERS: 161, "torch": 191}

WITHOUT_TORCH = (
    "PyTorch is not installed, so the cells that use it show a recorded result instead: to have them run, "
    "connect to the internet, or name a folder (PIP_FIND_LINKS) or a mirror (ATTNLIB_TORCH_INDEX) "
    "that has it, then `python tasks.py torch`."
)


class Stop(Exception):
    """Ends the command with one sentence that says what to do."""


def set_up(developers=False, needs_torch=False, release=False):
    """Make .venv, or bring it up to date, unless its stamp says that there is nothing to do.

    PyTorch is tried once, and again when other places for it are named. Where it is needed it is tried in any
    case, and the command ends if it cannot be had.
    """
    locks = [READERS] + [DEVELOPERS] * (developers or release) + [RELEASE] * release
    if to_do(locks, needs_torch) or os.path.lexists(OLD):
        with nobody_else():
            keep_one()  # should a set-up before have been killed
            steps = to_do(locks, needs_torch)  # whoever held the lock may have done it all
            have = {} if "venv" in steps else read_stamp()
            make_room(sum(MEGABYTES[step] for step in steps if step not in {"here", "torch", *have}))
            if READERS in steps and (reason := too_long(READERS)):
                raise Stop(reason)
            try:
                for step in steps:
                    take(step)
            finally:
                keep_one()
            shutil.rmtree(SCRATCH, ignore_errors=True)
    settle_lab(VENV)
    (VENV / "home").mkdir(exist_ok=True)  # for own_folders_if_home_is_closed
    if read_stamp()["torch"] != "installed":
        why = without_torch()
        if needs_torch:
            raise Stop(why)
        say(why)


# What there is, and what there is to do


def to_do(locks, needs_torch):
    """Return the steps that are left: "venv" or "here", the locks' names, "torch"."""
    have, wanted = read_stamp(), stamp()
    python = ".".join(have.get("python", "").split(".")[:2])  # it was written in full before
    if not wanted["python"] or python != wanted["python"]:
        have = {}  # packages outlive a patch of their Python, 3.13.2 to 3.13.5, and nothing else
    steps = ["venv"] if not have else ["here"] if have["here"] != wanted["here"] else []
    steps += [lock for lock in locks if have.get(lock) != wanted[lock]]
    enough = ["installed"] if needs_torch else ["installed", wanted["torch"]]
    return [*steps, "torch"] if READERS in steps or have.get("torch") not in enough else steps


def stamp():
    """Return the stamp of a .venv that is as it should be; "torch" names the places that were tried."""
    places = [os.environ.get(name, "") for name in ["PIP_FIND_LINKS", "ATTNLIB_TORCH_INDEX"]]
    places += [too_long("torch")]
    return {
        "here": str(VENV),
        "python": venv_version(),
        "torch": "missing " + digest("\n".join(places)),
        READERS: digest(read(HERE / READERS) + read(HERE / "pyproject.toml")),
        DEVELOPERS: digest(read(HERE / DEVELOPERS)),
        RELEASE: digest(read(HERE / RELEASE)),
    }


def read_stamp():
    """Return the stamp of the .venv that is here, empty if there is none."""
    return dict(line.split("\t", 1) for line in read(STAMP).splitlines() if "\t" in line)


def write_stamp(step, done):
    """Note that a step was taken, as soon as it was: whoever interrupts the next one loses nothing."""
    have, wanted = read_stamp(), stamp()
    have.update({key: wanted[key] for key in (["here", "python"] if step == "venv" else [step])})
    if step == "torch" and done:
        have["torch"] = "installed"
    STAMP.write_text("".join(f"{key}\t{value}\n" for key, value in sorted(have.items())), "utf-8")


def venv_version():
    """Return the version of the Python in .venv, as 3.13, or "" if there is none that runs."""
    try:
        command = [PYTHON, "-I", "-S", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        return subprocess.check_output(command, stderr=subprocess.DEVNULL, text=True).strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def digest(text):
    """Return a hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


# The steps


def take(step):
    """Take one step, and note it."""
    if step in SAY:
        done = install(step)
    else:
        done = {"venv": make_venv, "here": settle_here, "torch": try_torch}[step]()
    write_stamp(step, done)
    if step == READERS:
        keep_one()  # before PyTorch needs the room


def make_venv():
    """Make .venv, and put aside what stands in its place."""
    LOG.unlink(missing_ok=True)
    if os.path.lexists(VENV):
        say("The .venv that is here is half-made, or its Python is gone: making it anew.")
        os.rename(VENV, OLD)
    say(f"Making .venv with Python {sys.version_info[0]}.{sys.version_info[1]} ...")
    # The Python that runs this may be the one in the .venv put aside: take the one that it was made from.
    quietly([getattr(sys, "_base_executable", None) or sys.executable, "-m", "venv", str(VENV)])


def keep_one():
    """Keep the new .venv if the lessons can be opened with it, else the old one, if there is an old one."""
    if os.path.lexists(OLD):
        if READERS in read_stamp():
            return remove(OLD)
        if os.path.lexists(VENV):
            remove(VENV)
        os.rename(OLD, VENV)


def settle_here():
    """Tell a .venv that was moved or copied, by name, where it is now; nothing is fetched."""
    say("This folder was moved or copied: telling .venv where it is ...")
    before, now = read_stamp()["here"].encode(), str(VENV).encode()
    for path in [VENV / "pyvenv.cfg", *Path(PYTHON).parent.iterdir()]:
        if path.is_file() and not path.is_symlink() and path.suffix != ".exe":  # we call no script, nor .exe
            path.write_bytes(path.read_bytes().replace(before, now))
    install_attnlib()


def install(lock):
    """Install the versions of a lock into .venv; for readers pip itself first, whose progress we can show."""
    say(SAY[lock])
    lines = [line for line in read(HERE / lock).splitlines() if not line.startswith("torch==")]
    if lock == READERS:
        install_lines([line for line in lines if line.startswith("pip==")], "pip.lock", "off")
    install_lines(lines, lock, "raw")
    if lock == READERS:
        install_attnlib()


def install_lines(lines, name, bar):
    """Install these lines of a lock, each file only if its hash is there, too."""
    wanted = VENV / name  # pip takes hashes from a file alone
    wanted.write_text("\n".join(lines), "utf-8")
    words = ["--require-hashes", "--only-binary=:all:", f"--progress-bar={bar}", "--retries=2"]
    quietly(pip(*words, "-r", str(wanted)))


def install_attnlib():
    """Let Python find attnlib and classroom in this folder."""
    quietly(pip("--no-build-isolation", "--editable", "."))


def settle_lab(prefix):
    """Write the settings with which the JupyterLab and the nbconvert installed there begin."""
    files = {
        "share/jupyter/lab/settings/overrides.json": json.dumps(LAB_SETTINGS, indent=1),
        "etc/jupyter/jupyter_config.json": json.dumps(CONFIG, indent=1),
    }
    for name, text in files.items():
        path = Path(prefix, name)
        if read(path) != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def try_torch():
    """Install PyTorch from the first place that has one which can be imported; return True if it is there."""
    if torch_works():
        return True
    if too_long("torch"):
        return False  # it is said in the end
    if free_megabytes() < MEGABYTES["torch"]:
        say(f"The disk has no room for PyTorch, which takes {MEGABYTES['torch']} MB.")
        return False
    say("Installing PyTorch (about 200 MB to fetch; Ctrl-C goes on without it) ...")
    try:
        if any(torch_from(*place) for place in torch_places()):
            return True
    except KeyboardInterrupt:
        pass
    remove_torch()
    return False


def without_torch():
    """Say what is missing without PyTorch, and what could bring it."""
    reason = too_long("torch")
    return f"PyTorch is not installed, nor can it be. {reason}" if reason else WITHOUT_TORCH


def torch_places():
    """Return where to look for PyTorch, best first: pip's arguments, and its settings in the environment."""
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
    """Return the arguments and settings by which pip looks at this address and at no other."""
    settings = {"PIP_EXTRA_INDEX_URL": address, "PIP_FIND_LINKS": os.devnull}  # empty ones would not count
    return words + ["--index-url", address], settings


def torch_from(words, settings):
    """Install PyTorch from one place, and take a build away again that cannot be imported."""
    command = pip("--only-binary=:all:", "--progress-bar=raw", "--timeout=10", "--retries=1", *words)
    code, _ = watch(command, patience=40, **settings)
    if code:
        return False
    works = torch_works()
    if not works:
        remove_torch()
    return works


def torch_works():
    """Return True if the PyTorch of the lock is in .venv and can be imported."""
    version = locked_torch().split("==")[1]
    proof = f"import sys, torch; sys.exit(torch.__version__.split('+')[0] != {version!r})"
    return watch([PYTHON, "-c", proof])[0] == 0


def remove_torch():
    """Remove PyTorch, also what an interrupted pip has left and knows nothing of."""
    watch([PYTHON, "-m", "pip", "uninstall", "--yes", "torch"])
    for folder in [*VENV.glob("[Ll]ib*/**/site-packages/torch")]:
        remove(folder)


def locked_torch():
    """Return PyTorch's line in the lock."""
    return next(line for line in read(HERE / READERS).splitlines() if line.startswith("torch=="))


def pip(*words):
    """Return the command by which .venv's pip installs just what is named.

    It compiles nothing: Python does so for what a lesson imports, a quarter of all that is there.
    """
    command = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-compile"]
    return [*command, "--no-deps", *words]


# Running a command, and saying why it failed


def quietly(command):
    """Run a command; if it fails, stop with the likely reason."""
    code, output = watch(command)
    if code:
        raise Stop(f"{likely_reason(output)} (The full record: {LOG})")


def watch(command, patience=None, **settings):
    """Run a command, showing on a terminal how much it has fetched, and return its exit code and output.

    With patience, kill it when nothing has come for this many seconds, unless it is installing by then.
    """
    if VENV.is_dir():  # so that this disk needs the room, and not a small one for /tmp
        SCRATCH.mkdir(exist_ok=True)
        settings.update(dict.fromkeys(["TMPDIR", "TEMP", "TMP"], str(SCRATCH)))
    settings.update(PIP_USER="0", PYTHONUNBUFFERED="1", PYTHONIOENCODING="utf-8")
    settings.update(PYTHONDONTWRITEBYTECODE="")  # PyTorch, imported here, is compiled for the first lesson
    settings.update(LC_ALL="C")  # errors in English, which likely_reason can read
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **settings}
    )
    output = Output()
    listener = threading.Thread(target=output.listen, args=[process.stdout], daemon=True)
    listener.start()
    try:
        while listener.is_alive():
            listener.join(0.3)
            if "pip" in command:
                output.show()
            if patience and not output.installing and output.silence() > patience:
                process.kill()
                output.lines.append(f"Nothing came for {patience} seconds.")
                break
        code = process.wait()
    except KeyboardInterrupt:  # the command has received the Ctrl-C too
        process.wait()
        raise
    finally:
        output.clear()
        listener.join(1)  # it lives on while a child of the command holds the other end
        text = "\n".join(output.lines)
        with open(LOG, "a", encoding="utf-8") as file:
            file.write(f"$ {' '.join(command)}\n{text}\n")
    return code, text


def likely_reason(output):
    """Return one sentence that says why the set-up failed and what to do, from the output of venv or pip."""
    missing = re.search("No matching distribution found for ([^ \n]+)", output)
    places = re.findall("(?m)^Looking in (?:indexes|links): (.*)", output)
    if "No space left" in output or free_megabytes() < 50:
        return "The disk is full: make about 2 GB of room, then try again."
    if re.search("ensurepip is not|No module named '?ensurepip", output):
        return "This Python cannot make a .venv: install python3-venv (`sudo apt install python3-venv`)."
    if reason := reason_of_the_network(output):
        return reason
    if "DO NOT MATCH THE HASHES" in output:
        return (
            "A package is not the one in the lock: fetch it from elsewhere (PIP_INDEX_URL, PIP_FIND_LINKS)."
        )
    if folder := missing and re.search("Location '(.+)' is ignored: it is either", output):
        return f"There is no folder {folder[1]}, where pip is to look: see PIP_FIND_LINKS and pip.conf."
    have = f"Python {sys.version_info[0]}.{sys.version_info[1]} on {sys.platform}"
    if missing and (places or "pip==" in missing[1]):  # pip itself is the same for every Python
        where = " and ".join(places) or "what it is told"
        return f"pip finds no {missing[1]} for {have} in {where}: see PIP_INDEX_URL and PIP_FIND_LINKS."
    if missing:
        return f"There is no ready-made {missing[1]} for {have}: try Python 3.12."
    return "The set-up failed: try `python tasks.py clean`, then the same again."


def reason_of_the_network(output):
    """Return one sentence if pip or deno could fetch nothing, else ""."""
    if re.search("ProxyError|407 Proxy", output):
        return "The proxy refuses or is not there: put the right one, with its password, into HTTPS_PROXY."
    if re.search("CERTIFICATE_VERIFY_FAILED|certificate verify failed|invalid peer certificate", output):
        return "The certificate of the index is not trusted here: name the right one in PIP_CERT."
    if re.search("retrying|connection|connect to|timed out|name resolution|sending request", output, re.I):
        return "The packages could not be fetched: connect this computer to the internet, then try again."
    return ""


# The computer


def refused(error):
    """Return one sentence about what this computer did not let a command do."""
    said = f"This computer did not let the command go on: {error}."
    if (
        error.errno in (errno.EROFS, errno.EACCES, errno.EPERM)
        and HERE in Path(error.filename or "").absolute().parents
    ):
        said += f" Copy the folder {HERE.name} to a place where you may write, and work there."
    return said


def too_long(step):
    """Return one sentence if Windows cannot hold what a step installs here, because of its paths, else ""."""
    room = 259 - LONGEST[step] - 1
    if len(str(HERE)) <= room or knows_long_paths():
        return ""
    lengths = f"The path of this folder has {len(str(HERE))} characters, and Windows can take {room} here"
    return f"{lengths}: move the folder to a shorter one, as C:\\lessons, or have LongPathsEnabled set."


def knows_long_paths():
    """Return True unless this is a Windows that takes 259 characters."""
    try:
        winreg: Any = importlib.import_module("winreg")
    except ImportError:
        return True
    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SYSTEM\CurrentControlSet\Control\FileSystem") as key:
            return winreg.QueryValueEx(key, "LongPathsEnabled")[0] == 1
    except OSError:  # an older Windows has no such key
        return False


def free_megabytes():
    """Return the room on the disk that holds the project."""
    return shutil.disk_usage(HERE).free / 1e6


def make_room(megabytes):
    """Stop before the disk is full."""
    free = free_megabytes()
    if free < megabytes:
        room = f"The disk has {free:.0f} MB of room, and {megabytes} are needed"
        raise Stop(f"{room}: make about 2 GB, then try again.")


@contextlib.contextmanager
def nobody_else():
    """Wait until no other set-up works in this folder, and keep others waiting."""
    with alone(f"{VENV}.lock", "Another set-up is at work in this folder: waiting for it to end."):
        yield


def own_folders_if_home_is_closed():
    """Where the home cannot be written to, let Jupyter, IPython and matplotlib keep their files in .venv."""
    home = Path(os.path.expanduser("~"))  # Path.home() raises where there is none
    places = [home / part for part in ["", ".jupyter", ".ipython", ".config", ".local", ".local/share"]]
    if all(writable(place) for place in places if place == home or place.exists()):
        return
    names = ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"]
    for name in names:
        os.environ.setdefault(name, str(VENV / "home" / name.lower()))


def writable(folder):
    """Return True if a file can be made in this folder; rights alone do not tell of a read-only disk."""
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
    """Return the text of a file, or "" if there is none."""
    return Path(path).read_text("utf-8") if os.path.isfile(path) else ""


def say(sentence):
    """Print a sentence at once, also where the output is a file or a pipe."""
    print(sentence, flush=True)
