"""A WebKit, the engine of Safari: MiniBrowser on a screen that nobody sees, driven by WebDriver over HTTP.

Only what the tests need: open a page, ask it something, press keys, move the mouse. Every command is one of
https://w3c.github.io/webdriver/. Debian's packages are webkit2gtk-driver and xvfb.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.helpers.actions import dragged, pressed

SCREEN = "1400x1000x24"
# A proxy that is not there: nothing is fetched from outside. The driver and the browser talk without one.
NOWHERE = dict.fromkeys(["http_proxy", "https_proxy"], "http://127.0.0.1:9") | {"no_proxy": "127.0.0.1"}
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
LISTEN = """
    window.complaints = [];
    addEventListener("error", (event) => complaints.push(event.message));
    addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));
    console.error = (...words) => complaints.push(words.join(" "));
"""
ANSWER = "then((said) => arguments[0]({ said }), (error) => arguments[0]({ error: String(error) }))"


def find_webkit():
    """The path of a WebKitWebDriver, or None: what ATTNLIB_WEBKIT says, else in the usual place."""
    return shutil.which(os.environ.get("ATTNLIB_WEBKIT") or "WebKitWebDriver")


def find_screen():
    """The path of what gives a browser with windows a screen that nobody sees, or None."""
    return shutil.which("Xvfb")


@contextlib.contextmanager
def webkit_page():
    """A Page in a WebKit of its own, with a fresh profile; both go when it goes, and the screen too."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, screen() as display:
        Path(home, "run").mkdir(mode=0o700)
        with socket.create_server(("127.0.0.1", 0)) as closed_soon:
            port = closed_soon.getsockname()[1]
        own = {"HOME": home, "XDG_RUNTIME_DIR": f"{home}/run", "DISPLAY": display, "GDK_BACKEND": "x11"}
        process = subprocess.Popen(
            [find_webkit(), f"--port={port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | NOWHERE | own,
        )
        page = None
        try:
            page = Page(f"http://127.0.0.1:{port}", process)
            yield page
        finally:
            if page:
                page.close()
            process.terminate()
            process.wait()


@contextlib.contextmanager
def screen():
    """The name of a display of its own, as ":7"."""
    command = [find_screen(), "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        number = process.stdout.readline().strip()
        if not number:
            raise RuntimeError("Xvfb ended before it had a screen.")
        yield f":{number}"
    finally:
        process.terminate()
        process.communicate()


class Page:
    """The one tab of a WebKit. `errors` lists what its console and its scripts complain of."""

    def __init__(self, address, process):
        self._address = address
        wait_for(address, process)
        options = {"webkitgtk:browserOptions": {"binary": find_browser(), "args": ["--automation"]}}
        session = self._do("POST", "/session", capabilities={"alwaysMatch": options})["sessionId"]
        self._address += f"/session/{session}"

    def close(self):
        self._do("DELETE", "")

    def goto(self, url):
        self._do("POST", "/url", url=url)
        self._do("POST", "/execute/sync", script=LISTEN, args=[])

    @property
    def errors(self):
        return self.evaluate("window.complaints")

    def evaluate(self, code):
        """What a JavaScript expression is, as JSON has it; of a promise, what it comes to."""
        asked = f"(async () => JSON.stringify(await ({code})) ?? 'null')()"
        said = self._do("POST", "/execute/async", script=f"{asked}.{ANSWER}", args=[])
        if "error" in said:
            raise RuntimeError(said["error"])
        return json.loads(said["said"])

    def press(self, *keys):
        self._perform(pressed(*keys))

    def drag(self, *places):
        self._perform(dragged(*places))

    def _perform(self, source):
        self._do("POST", "/actions", actions=[source])

    def _do(self, method, path, **params):
        data = json.dumps(params).encode() if method == "POST" else None
        request = urllib.request.Request(
            self._address + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with DIRECT.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {json.load(error)['value']['message']}") from None


def find_browser():
    """MiniBrowser, which stands beside the library and not among the commands."""
    return str(next(Path("/usr").glob("lib*/*/webkit2gtk-4*/MiniBrowser")))


def wait_for(address, process):
    """Return once the driver answers; if it ends or takes five minutes, raise an error."""
    deadline = time.monotonic() + 300
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            DIRECT.open(f"{address}/status", timeout=10).close()
            return
        time.sleep(0.05)
    raise RuntimeError("WebKitWebDriver did not start.")
