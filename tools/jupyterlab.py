"""Open lessons in JupyterLab: the reader's copies, a free port, the menus' language.

Only the standard library here: JupyterLab itself is called as a command.
"""

import ctypes
import errno
import hashlib
import json
import os
import platform
import re
import socket
import subprocess
import sys
from pathlib import Path

from tools.installer import HERE, PYTHON, VENV, Stop, read, say

OPTIONS = [
    "--log-level=WARN",
    "--LabApp.log_level=WARN",
    # JupyterLab would ask the network for updates, news and extensions.
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.news_url=None",
    "--LabApp.extension_manager=readonly",
    "--LanguageServerManager.autodetect=False",  # else it starts npm to look for language servers
    f"--ServerApp.root_dir={HERE}",
    "--ContentsManager.pre_save_hook=classroom.web.saving.drop_dead_widgets",
    "--ServerApp.port_retries=0",
]

# A lecture's settings of JupyterLab: large type for a projector, and nothing in sight but the lesson.
TOOLBAR = "save insert cut copy paste run interrupt restart restart-and-run cellType kernelName"
HALL = {
    "apputils-extension/themes": {"overrides": {"code-font-size": "20px", "content-font-size1": "22px"}},
    "application-extension/shell": {"startMode": "single"},
    "notebook-extension/panel": {"toolbar": [{"name": name, "disabled": True} for name in TOOLBAR.split()]},
    "statusbar-extension/plugin": {"visible": False},
}
IN_FULL_WIDTH = {"LabApp": {"custom_css": False}}  # the column of a reader is narrow for large type
# Buttons that no setting takes away, in the notebook's toolbar and in the cells.
LEFT_OUT = {"@jupyterlab/debugger-extension": True, "@jupyterlab/cell-toolbar-extension": True}
# Layouts of the workspace that JupyterLab calls "default", in a file of this name.
FOLDED = {"left": {"collapsed": True, "visible": True, "widgets": []}}
BARE = {side: {"collapsed": True, "visible": False, "widgets": []} for side in ["left", "right"]}
BARE["top"] = {"simpleVisibility": False}
WORKSPACE = "default-37a8.jupyterlab-workspace"
CHINESE_MENUS = '{"@jupyterlab/translation-extension:plugin": {"locale": "zh_CN"}}'


def open_notebook(notebook, language, port, words):
    """Serve the project at a port with this notebook open, and return JupyterLab's exit code."""
    if language == "zh":
        prefer_chinese_menus()
    fold_file_browser()
    command = [PYTHON, "-m", "jupyterlab", *OPTIONS]
    command += [f"--LabApp.default_url=/lab/tree/{notebook}", f"--ServerApp.port={port}"]
    # On shared cores NumPy's threads wait for each other; one is enough for the lessons.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # root, as in a container, is refused otherwise
        command.append("--allow-root")
    say(f"Opening {notebook}. To stop it, press Ctrl-C here and answer y.")
    if os.name == "posix":
        os.execv(PYTHON, command + words)  # become JupyterLab, so that what stops this process stops it
    return run(command + words)


def run(command, settings=None):
    """Run a command with these settings in its environment, and return its exit code."""
    process = subprocess.Popen(command, env={**os.environ, **(settings or {})})
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            pass  # the command has received the Ctrl-C too, and knows best how to end


def fold_file_browser():
    """Begin with the file browser folded, so a lesson has the whole width; then as the reader left it."""
    folder = os.environ.setdefault("JUPYTERLAB_WORKSPACES_DIR", str(VENV / "home" / "workspaces"))
    if not Path(folder, WORKSPACE).exists():
        write_if_new(Path(folder, WORKSPACE), workspace(FOLDED))


def go_on_where_the_reader_was():
    """Let JupyterLab open a notebook at the last cell that was run."""
    put_first("JUPYTER_PATH", HERE / "tools" / "lab")  # which has labextensions


def workspace(layout):
    """Return the text of the default workspace with this layout."""
    return json.dumps({"data": {"layout-restorer:data": layout}, "metadata": {"id": "default"}})


def prefer_chinese_menus():
    """Show JupyterLab's menus in Chinese, unless the reader has chosen a language for them."""
    folder = VENV / "home" / "chinese"
    write_if_new(folder / "labconfig" / "default_setting_overrides.json", CHINESE_MENUS)
    put_first("JUPYTER_CONFIG_PATH", folder)


def put_first(name, folder):
    """Put a folder before the others of this variable."""
    others = os.environ.get(name)
    os.environ[name] = os.pathsep.join([str(folder), *([others] if others else [])])


def show_only_the_lesson():
    """Give JupyterLab settings, a layout and keys of its own for a lecture; changed settings stay."""
    lecture = HERE / "build" / "lecture"
    for name, setting in HALL.items():
        path = lecture / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        if not path.is_file():
            write_if_new(path, json.dumps(setting))
    write_if_new(lecture / "workspaces" / WORKSPACE, workspace(BARE))
    write_if_new(lecture / "labconfig" / "page_config.json", json.dumps({"disabledExtensions": LEFT_OUT}))
    write_if_new(lecture / "jupyter_config.json", json.dumps(IN_FULL_WIDTH))
    os.environ["JUPYTERLAB_SETTINGS_DIR"] = str(lecture / "settings")
    os.environ["JUPYTERLAB_WORKSPACES_DIR"] = str(lecture / "workspaces")
    put_first("JUPYTER_CONFIG_PATH", lecture)
    put_first("JUPYTER_PATH", HERE / "tools" / "lecture")  # which has labextensions


def write_if_new(path, text):
    """Write a file and the folders that it needs, unless it holds this text already."""
    if read(path) != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def readers_language():
    """Return "zh" if the reader's system is Chinese, else "en"."""
    names = [os.environ[name] for name in ["LC_ALL", "LC_MESSAGES", "LANG"] if os.environ.get(name)]
    if not names and sys.platform == "win32":
        return "zh" if ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF == 4 else "en"
    return "zh" if names and names[0].lower().startswith("zh") else "en"


# The reader's copies


def first_lesson(language):
    """Return the path of the lowest-numbered lesson in a language, within the project."""
    lessons = sorted(Path("notebooks", language).glob("[0-9]*.ipynb"))
    if not lessons:
        raise Stop(f"notebooks/{language} holds no lesson: `python tasks.py notebooks` builds them.")
    return lessons[0].as_posix()


def last_lesson(language):
    """Return the path of the lesson whose copy the reader has run or changed, and saved last, or None."""
    lessons = Path("notebooks", language).glob("[0-9]*.ipynb")
    copies = {Path("my-lessons", language, lesson.name): lesson for lesson in lessons}
    used = [copy for copy in copies if is_used(copy)]
    return copies[max(used, key=lambda copy: copy.stat().st_mtime)].as_posix() if used else None


def is_used(copy):
    """Return True if a cell of a copy has been run, or its text or code changed, since it was made."""
    try:
        mine = json.loads(read(copy))  # an error, too, if there is none
        was_run = any(cell.get("execution_count") for cell in mine["cells"])
        return was_run or fingerprint(mine) != mine["metadata"].get("copy_of")
    except (ValueError, KeyError, TypeError):
        return False  # it is no notebook, which copy_lessons says


def copy_lessons():
    """Copy the lessons into my-lessons without outputs, so that a reader predicts before seeing a result.

    A copy whose text or code the reader has changed stays. Returns lesson -> copy, both as paths.
    """
    copies = {}
    for path in sorted(Path("notebooks").glob("*/*.ipynb")):
        copy = Path("my-lessons", *path.parts[1:])
        copies[path.as_posix()] = copy.as_posix()
        lesson = json.loads(read(path))
        new = fingerprint(lesson)
        try:
            mine = json.loads(read(copy) or "null")
            old = mine and mine["metadata"].get("copy_of")
            changed = mine and fingerprint(mine) != old
        except (ValueError, KeyError, TypeError):
            say(f"{copy} is no notebook: delete it, and the next `lab` makes it anew.")
            continue
        if changed and old != new:
            say(f"{copy} is yours and stays. The lesson has changed since: {path}")
        if not changed and old != new:
            without_outputs(lesson)["metadata"]["copy_of"] = new
            # Else JupyterLab writes it in, and the copy counts as changed before anything was done.
            lesson["metadata"].setdefault("language_info", {"name": "python"})["version"] = python_version()
            write_if_new(copy, json.dumps(lesson, ensure_ascii=False, indent=1))
    return copies


def python_version():
    """Return the version of the Python that runs the lessons, such as "3.12.1"."""
    found = re.search(r"^version\w* = (\d+\.\d+\.\d+)", read(VENV / "pyvenv.cfg") or "", re.MULTILINE)
    return found[1] if found else platform.python_version()


def without_outputs(lesson):
    """Empty the outputs of a notebook, as if it had never been run, and return it."""
    for cell in lesson["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    return lesson


def fingerprint(lesson):
    """Return a hash of a notebook's text and code, whatever it shows."""
    cells = [[cell["cell_type"], "".join(cell["source"])] for cell in lesson["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()


# Ports


def choose_port(wanted):
    """Return the port that was asked for, or else the first free one from 8888 on."""
    port = next((port for port in ([wanted] if wanted else range(8888, 8988)) if is_free(port)), None)
    if port is None:
        raise Stop(f"Port {wanted or '8888 to 8987'} is not free: name another with --port N.")
    if not wanted and port != 8888:
        say(f"Port 8888 is busy, so this is port {port}.")
    return port


def is_free(port):
    """Return True if a server could listen at this port of this machine."""
    if not 0 < port < 65536:
        return False
    for family, _, _, _, address in socket.getaddrinfo("localhost", port, type=socket.SOCK_STREAM):
        try:
            socket.create_server(address, family=family).close()
        except OSError as error:  # an address that this machine does not have does no harm
            if error.errno in [errno.EADDRINUSE, errno.EACCES] or isinstance(error, PermissionError):
                return False
    return True
