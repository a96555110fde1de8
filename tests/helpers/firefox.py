"""A headless Firefox, driven by WebDriver BiDi over a WebSocket: Playwright cannot drive a distribution's.

Only what the tests need: open a page, ask it something, press keys, move the mouse. Every command is one of
https://w3c.github.io/webdriver-bidi/.
"""

import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from websocket import create_connection

from tests.helpers.actions import dragged, pressed

NAMES = ["firefox-esr", "firefox"]
PLACES = [
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    r"C:\Program Files\Mozilla Firefox\firefox.exe",
]
SETTINGS = {  # a proxy that is not there: nothing is fetched from outside, not even by Firefox for itself
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "app.update.disabledForTesting": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "browser.shell.checkDefaultBrowser": False,
}


def find_firefox():
    """The path of a Firefox, or None: what ATTNLIB_FIREFOX says, else in the usual places."""
    chosen = os.environ.get("ATTNLIB_FIREFOX")
    return next(filter(None, map(shutil.which, [chosen] if chosen else NAMES + PLACES)), None)


@contextlib.contextmanager
def firefox_page():
    """A Page in a Firefox of its own, with a fresh profile; both go when it goes."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items()]
        Path(profile, "user.js").write_text("\n".join(lines), "utf-8")
        command = [find_firefox(), "--headless", "--no-remote", "--profile", profile]
        process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=os.environ | {"HOME": profile, "MOZ_CRASHREPORTER_DISABLE": "1"},
            text=True,
        )
        page = None
        try:
            address = next(filter(None, (re.search(r"ws://\S+", line) for line in process.stderr)), None)
            if address is None:
                raise RuntimeError("Firefox ended before it could be driven.")
            page = Page(f"{address[0]}/session")
            yield page
        finally:
            if page:
                page.close()
            process.terminate()
            process.communicate()


class Page:
    """The one tab of a Firefox. `errors` lists what its console and its scripts complain of."""

    def __init__(self, address):
        self._socket = create_connection(address, timeout=60, suppress_origin=True)
        self._ids = itertools.count(1)
        self.errors = []
        self._do("session.new", capabilities={})
        self._do("session.subscribe", events=["log.entryAdded"])
        # In the window that Firefox opens by itself no element is told that it has the focus.
        self._context = self._do("browsingContext.create", type="window")["context"]
        self._do("browsingContext.activate", context=self._context)

    def close(self):
        self._socket.close()

    def goto(self, url):
        self._do("browsingContext.navigate", context=self._context, url=url, wait="complete")
        # A busy Firefox says so before the page is the one that is asked for.
        there = (
            f"document.readyState === 'complete' && location.href.startsWith({json.dumps(url.split('#')[0])})"
        )
        deadline = time.monotonic() + 300
        while not self.evaluate(there):
            if time.monotonic() > deadline:
                raise RuntimeError(f"Firefox did not come to {url}.")
            time.sleep(0.05)
        # What has not been drawn yet cannot be pointed at.
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def evaluate(self, code):
        """What a JavaScript expression is, as JSON has it; of a promise, what it comes to."""
        said = self._do(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({code})) ?? 'null')()",
            target={"context": self._context},
            awaitPromise=True,
        )
        if said["type"] == "exception":
            raise RuntimeError(said["exceptionDetails"]["text"])
        return json.loads(said["result"]["value"])

    def resize(self, width, height=900):
        self._do(
            "browsingContext.setViewport",
            context=self._context,
            viewport={"width": width, "height": height},
        )

    def press(self, *keys):
        self._perform(pressed(*keys))

    def drag(self, *places):
        self._perform(dragged(*places))

    def _perform(self, source):
        self._do("input.performActions", context=self._context, actions=[source])

    def _do(self, method, **params):
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.errors.append(said["params"]["text"])
            if said.get("id") == number:
                if said["type"] == "error":
                    raise RuntimeError(f"{method}: {said['message']}")
                return said["result"]
