"""Open lessons in JupyterLab: the reader's copies, a free port, the menus' language.

Only the standard library here: JupyterLab itself is called as a command.
"""

import errno
import json
import os
import platform
import re
import socket
from pathlib import Path

from classroom import lessons
from classroom.lessons import CHINESE_MENUS, lab_command, put_first, run, write_if_new
from tools.installer import HERE, PYTHON, VENV, Stop, read, say

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


def open_notebook(notebook, language, port, words):
    """Serve the project at a port with this notebook open, and return JupyterLab's exit code."""
    if language == "zh":
        prefer_chinese_menus()
    fold_file_browser()
    command = lab_command(PYTHON, HERE, notebook)
    command += ["--ServerApp.port_retries=0", f"--ServerApp.port={port}"]
    # On shared cores NumPy's threads wait for each other; one is enough for the lessons.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    say(f"Opening {notebook}. To stop it, press Ctrl-C here and answer y.")
    if os.name == "posix":
        os.execv(PYTHON, command + words)  # become JupyterLab, so that what stops this process stops it
    return run(command + words)


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
    write_if_new(folder / "labconfig" / "default_setting_overrides.json", json.dumps(CHINESE_MENUS))
    put_first("JUPYTER_CONFIG_PATH", folder)


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


# The reader's copies


def first_lesson(language):
    """Return the path of the lowest-numbered lesson in a language, within the project."""
    found = sorted(Path("notebooks", language).glob("[0-9]*.ipynb"))
    if not found:
        raise Stop(f"notebooks/{language} holds no lesson: `python tasks.py notebooks` builds them.")
    return found[0].as_posix()


def last_lesson(language):
    """Return the path of the lesson whose copy the reader has run or changed, and saved last, or None."""
    built = Path("notebooks", language).glob("[0-9]*.ipynb")
    copies = {Path("my-lessons", language, lesson.name): lesson for lesson in built}
    used = lessons.last_used(copies)
    return copies[used].as_posix() if used else None


def copy_lessons():
    """Bring the reader's copies in my-lessons up to date; lesson -> copy, both as paths."""
    return lessons.copy_lessons("notebooks", "my-lessons", python_version(), say=say)


def python_version():
    """Return the version of the Python that runs the lessons, such as "3.12.1"."""
    found = re.search(r"^version\w* = (\d+\.\d+\.\d+)", read(VENV / "pyvenv.cfg") or "", re.MULTILINE)
    return found[1] if found else platform.python_version()


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
