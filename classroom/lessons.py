"""The lessons, the reader's own copies of them, and JupyterLab on these. Only the standard library here.

setup.py and tasks.py use this module before anything is installed.
"""

import ctypes
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILT = HERE / "notebooks"  # in a wheel, by setup.py
if not BUILT.is_dir():
    BUILT = HERE.parent / "notebooks"  # in a checkout

OPTIONS = [
    "--log-level=WARN",
    "--LabApp.log_level=WARN",
    # JupyterLab would ask the network for updates, news and extensions.
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.news_url=None",
    "--LabApp.extension_manager=readonly",
    "--LanguageServerManager.autodetect=False",  # else it starts npm to look for language servers
    "--ContentsManager.pre_save_hook=classroom.web.saving.drop_dead_widgets",
]

# JupyterLab would ask the reader whether it may fetch news, in a box over the first lesson. And in a saved
# notebook explorers keep their numbers: opened again without them, each would be "Error displaying widget".
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": True},
}
CHINESE_MENUS = {"@jupyterlab/translation-extension:plugin": {"locale": "zh_CN"}}

# Exported to HTML, a saved widget would need code from the network: show the picture beside it instead.
# And the text of a lesson is a column: no other setting names the folder of JupyterLab's custom CSS.
CONFIG = {
    "WidgetsDataTypeFilter": {
        "display_data_priority": [
            *["application/javascript", "text/html", "text/markdown", "image/svg+xml", "text/latex"],
            *["image/png", "image/jpeg", "text/plain"],
        ]
    },
    "LabApp": {"custom_css": True},
    "ServerApp": {"tornado_settings": {"static_custom_path": [str(HERE / "web" / "custom")]}},
}


def readers_language():
    """Return "zh" if the reader's system is Chinese, else "en"."""
    names = [os.environ[name] for name in ["LC_ALL", "LC_MESSAGES", "LANG"] if os.environ.get(name)]
    if not names and sys.platform == "win32":
        return "zh" if ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF == 4 else "en"
    return "zh" if names and names[0].lower().startswith("zh") else "en"


def copy_lessons(source, target, version, language="*", say=print):
    """Copy lessons without outputs, so that a reader predicts before seeing a result.

    A copy whose text or code the reader has changed stays.

    Args:
        source: the folder of the built lessons, which has one for each language
        target: the folder of the copies
        version: of the Python that will run them
        language: "en" or "zh"; by default both
        say: what shows a sentence
    Returns:
        lesson -> copy, both as paths
    """
    copies = {}
    for path in sorted(Path(source).glob(f"{language}/*.ipynb")):
        copy = Path(target, path.parent.name, path.name)
        copies[path.as_posix()] = copy.as_posix()
        lesson = json.loads(read(path))
        new = fingerprint(lesson)
        try:
            mine = json.loads(read(copy) or "null")
            old = mine and mine["metadata"].get("copy_of")
            changed = mine and fingerprint(mine) != old
        except (ValueError, KeyError, TypeError):
            say(f"{copy} is no notebook: delete it, and the next time it is made anew.")
            continue
        if changed and old != new:
            say(f"{copy} is yours and stays. The lesson has changed since: {path}")
        if not changed and old != new:
            without_outputs(lesson)["metadata"]["copy_of"] = new
            # Else JupyterLab writes it in, and the copy counts as changed before anything was done.
            lesson["metadata"].setdefault("language_info", {"name": "python"})["version"] = version
            write_if_new(copy, json.dumps(lesson, ensure_ascii=False, indent=1))
    return copies


def last_used(copies):
    """Return the copy that the reader has run or changed, and saved last, or None."""
    used = [copy for copy in copies if is_used(copy)]
    return max(used, key=lambda copy: os.stat(copy).st_mtime, default=None)


def is_used(copy):
    """Return True if a cell of a copy has been run, or its text or code changed, since it was made."""
    try:
        mine = json.loads(read(copy))  # an error, too, if there is none
        was_run = any(cell.get("execution_count") for cell in mine["cells"])
        return was_run or fingerprint(mine) != mine["metadata"].get("copy_of")
    except (ValueError, KeyError, TypeError):
        return False  # it is no notebook, which copy_lessons says


def without_outputs(lesson, but=()):
    """Empty the outputs of a notebook, as if it had never been run, but of cells with one of these tags."""
    for cell in lesson["cells"]:
        if cell["cell_type"] == "code" and not {*but} & {*cell["metadata"].get("tags", [])}:
            cell.update(outputs=[], execution_count=None)
    return lesson


def fingerprint(lesson):
    """Return a hash of a notebook's text and code, whatever it shows."""
    cells = [[cell["cell_type"], "".join(cell["source"])] for cell in lesson["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()


def lab_command(python, root, notebook):
    """Return the command by which JupyterLab serves a folder and opens a notebook in it."""
    command = [python, "-m", "jupyterlab", *OPTIONS, f"--ServerApp.root_dir={root}"]
    command.append(f"--LabApp.default_url=/lab/tree/{notebook}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # root, as in a container, is refused otherwise
        command.append("--allow-root")
    return command


def put_first(name, folder):
    """Put a folder before the others of this variable."""
    others = os.environ.get(name)
    os.environ[name] = os.pathsep.join([str(folder), *([others] if others else [])])


def run(command, settings=None):
    """Run a command with these settings in its environment, and return its exit code."""
    process = subprocess.Popen(command, env={**os.environ, **(settings or {})})
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            pass  # the command has received the Ctrl-C too, and knows best how to end


def read(path):
    """Return the text of a file, empty if there is none."""
    try:
        return Path(path).read_text("utf-8")
    except OSError:
        return ""


def write_if_new(path, text):
    """Write a file and the folders that it needs, unless it holds this text already."""
    if read(path) != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
