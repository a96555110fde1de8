"""A headless Chromium and a private JupyterLab, both wholly offline, for browser tests and benchmarks."""

import contextlib
import functools
import http.server
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import nbformat
from playwright.sync_api import sync_playwright

NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome", "chromium-headless-shell"]
PLACES = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    os.path.expandvars(r"%LOCALAPPDATA%\Google\Chrome\Application\chrome.exe"),
]
CHROMIUM_FLAGS = [
    "--headless=new",
    "--no-sandbox",  # root, as in a container, is refused otherwise
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # What no page asks for, and Playwright so does not see, finds no other machine either.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
LAB_FLAGS = [
    "--no-browser",
    "--ip=127.0.0.1",
    "--ServerApp.port_retries=0",
    "--expose-app-in-browser",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.news_url=None",
    "--LabApp.extension_manager=readonly",
    "--LanguageServerManager.autodetect=False",  # else it starts npm to look for language servers
]
LAB_SETTINGS = {  # in JUPYTER_CONFIG_DIR
    # It would ask, in a box over the notebook, whether it may fetch news.
    "lab/user-settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings": """
        {"fetchNews": "false", "checkForUpdates": false}""",
    # The debugger often has an error in the console when a kernel restarts.
    "labconfig/page_config.json": """
        {"disabledExtensions": {"@jupyterlab/debugger-extension": true}}""",
    # Else only the cells in sight are drawn.
    "lab/user-settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings": """
        {"windowingMode": "none"}""",
}
EVERY = 50  # milliseconds between two looks; Playwright's own way looks, and so draws, sixty times a second

NOTEBOOK = "window.jupyterapp.shell.currentWidget"
IS_IDLE = f"{NOTEBOOK}?.sessionContext?.session?.kernel?.status === 'idle'"
# The positions of the code cells that hold something and have no number, or still show [*].
NOT_RUN = f"""{NOTEBOOK}.content.widgets.flatMap(({{model}}, at) =>
    model.type === 'code' && model.sharedModel.getSource().trim() &&
    (model.executionCount === null || model.executionState === 'running') ? [at] : [])"""
# The errors of code cells that are not meant to raise one.
ERRORS = f"""{NOTEBOOK}.content.widgets.flatMap(({{model}}) =>
    model.type === 'code' && !model.getMetadata('tags')?.includes('raises-exception')
        ? model.outputs.toJSON().filter(output => output.output_type === 'error') : []
).map(({{ename, evalue}}) => ename + ': ' + evalue)"""


# Chromium


def find_chromium():
    """Return the path of Chromium or Chrome, from ATTNLIB_CHROMIUM or the usual places, or None."""
    chosen = os.environ.get("ATTNLIB_CHROMIUM")
    return next(filter(None, map(shutil.which, [chosen] if chosen else NAMES + PLACES)), None)


@contextlib.contextmanager
def chromium():
    """Start the installed Chromium, headless, in Playwright. No other asyncio loop can run meanwhile."""
    environment: dict[str, str | float | bool] = {**os.environ}
    if environment.get("LC_ALL") in ("C", "POSIX"):
        environment["LC_ALL"] = "C.UTF-8"  # or a file that it saves gets no Chinese name
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=CHROMIUM_FLAGS, env=environment
        )
        try:
            yield browser
        finally:
            browser.close()


def offline_page(browser, allowed_origin=None, **context_options):
    """Open a page; return it, its refused requests to other hosts, and its errors: two lists that grow."""
    outside, errors = [], []

    # A pattern, not a function: so Playwright's driver asks Python only of what is refused.
    own = f"|(https?|wss?)://{re.escape(urlsplit(allowed_origin).netloc)}/" if allowed_origin else ""
    is_outside = re.compile(f"^(?!(data|blob|file|about):{own})")

    def refuse(route):
        outside.append(route.request.url)
        route.abort()

    def refuse_socket(socket):
        outside.append(socket.url)
        socket.close()

    # Playwright does not see what a service worker asks for. Whoever allows one relies on CHROMIUM_FLAGS.
    context = browser.new_context(**{"service_workers": "block"} | context_options)
    context.route(is_outside, refuse)
    context.route_web_socket(is_outside, refuse_socket)
    context.on("console", lambda said: errors.append(complaint(said)) if said.type == "error" else None)
    context.on("weberror", lambda error: errors.append(str(error.error)))
    return context.new_page(), outside, errors


def complaint(said):
    """What a console says that is wrong; of a request that failed, which it was."""
    failed = said.text.startswith("Failed to load resource")
    return f"{said.text}: {said.location['url']}" if failed else said.text


@contextlib.contextmanager
def served(folder):
    """Serve a folder below another, as on a site of many projects, and give its address."""
    with tempfile.TemporaryDirectory() as root:
        Path(root, "below").symlink_to(Path(folder).resolve(), target_is_directory=True)
        handler = functools.partial(_Silent, directory=root)
        server = _Patient(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/below"
        finally:
            server.shutdown()
            server.server_close()


class _Patient(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """Ignore that a page goes while its pictures come."""


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


# JupyterLab


class Lab(NamedTuple):
    """A running JupyterLab: its origin, the token that opens it, and the folder that it shows."""

    origin: str
    token: str
    root: Path

    def url(self, name):
        """Return the address of a notebook by itself, without side bars and with nothing kept from before."""
        return f"{self.origin}/doc/tree/{quote(name)}?token={self.token}&reset"


@contextlib.contextmanager
def jupyterlab(root):
    """Start a JupyterLab of this Python for a folder; its settings and kernels go when it ends."""
    with socket.create_server(("127.0.0.1", 0)) as closed_soon:
        port = closed_soon.getsockname()[1]
    lab = Lab(f"http://127.0.0.1:{port}", secrets.token_hex(16), Path(root))
    command = [sys.executable, "-m", "jupyterlab", *LAB_FLAGS, f"--port={port}"]
    command += [f"--IdentityProvider.token={lab.token}", f"--ServerApp.root_dir={lab.root}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for name, settings in LAB_SETTINGS.items():
            path = Path(folder, "config", name)
            path.parent.mkdir(parents=True)
            path.write_text(settings, "utf-8")
        own = {f"JUPYTER_{kind.upper()}_DIR": f"{folder}/{kind}" for kind in ["config", "data", "runtime"]}
        environment = os.environ | own | {"IPYTHONDIR": f"{folder}/ipython"}
        log = Path(folder, "log")
        with log.open("wb") as said:
            process = subprocess.Popen(command, env=environment, stdout=said, stderr=subprocess.STDOUT)
        try:
            wait_for_lab(lab, process, log)
            yield lab
        finally:
            end(process)


def wait_for_lab(lab, process, log):
    """Return once JupyterLab answers; if it ends or takes five minutes, raise an error with what it said."""
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({})
    )  # whatever proxy there is for others
    deadline = time.monotonic() + 300  # on a busy machine
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            opener.open(f"{lab.origin}/api/status?token={lab.token}", timeout=10).close()
            return
        time.sleep(0.05)
    raise RuntimeError("JupyterLab did not start:\n" + log.read_text("utf-8", "replace"))


def end(process):
    """End JupyterLab, which first ends its kernels; if it has to be killed, they end themselves."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# Notebooks


def write_notebook(path, cells):
    """Write a notebook of these code cells, with the kernel named: JupyterLab would ask for it."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    book.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, path)


def open_notebook(page, lab, name):
    """Open the notebook of that name, and return when its cells are there and its kernel is idle.

    A page that shows this JupyterLab already does not load it again.
    """
    if page.url.startswith(lab.origin):
        page.evaluate("path => window.jupyterapp.commands.execute('docmanager:open', {path})", name)
    else:
        page.goto(lab.url(name))
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell")
    page.wait_for_function(IS_IDLE, polling=EVERY)


def close_notebooks(page):
    """Close every notebook and end its kernel, whatever state they are in; JupyterLab stays."""
    page.evaluate("""async () => {
        for (const widget of [...(window.jupyterapp?.shell.widgets('main') ?? [])]) {
            await widget.sessionContext?.shutdown().catch(() => {});
            widget.dispose();
        }
    }""")


def run_all(page):
    """Run all cells, and return when all have run; an error that stops them is raised here."""
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    if errors := page.evaluate(ERRORS):
        raise RuntimeError(errors[-1])
    page.wait_for_function(f"{NOT_RUN}.length === 0", polling=EVERY)


def restart_kernel(page):
    """Restart the kernel without being asked whether to, and return when it is idle."""
    page.evaluate(f"{NOTEBOOK}.sessionContext.restartKernel()")
    page.wait_for_function(IS_IDLE, polling=EVERY)


def show_cell(page, at):
    """Scroll to the cell at that position, counted from 0, and return its locator."""
    # JupyterLab draws only the cells that are in sight, and those near by.
    page.evaluate(f"{NOTEBOOK}.content.scrollToItem({at}, 'start')")
    return page.locator(f'.jp-Cell[data-windowed-list-index="{at}"]')
