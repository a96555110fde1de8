"""What browser tests need: a Chromium whose pages reach nothing outside, JupyterLab, a Firefox, a WebKit.

ATTNLIB_BROWSER=required makes them fail without the first two browsers, instead of being skipped.
"""

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from classroom.explorer._config import config
from classroom.web.browser import CLASSROOM
from tests.helpers.bundles import need_bundler
from tests.helpers.firefox import find_firefox, firefox_page
from tests.helpers.webkit import find_screen, find_webkit, webkit_page
from tools.browser import chromium, close_notebooks, find_chromium, jupyterlab, offline_page
from tools.bundle import bundle

expect.set_options(timeout=15_000)  # two test runs at once on a small machine are slow

# JupyterLab asks each kernel for a subshell, once for each kind of comm. If the kernel ends before it has
# answered, JupyterLab takes its request back and breaks a promise of its own (CommHandler.subshellStarted),
# which nobody awaits: the browser reports that as an error of the page. No code of ours makes such a request,
# and no test can wait for the answer: JupyterLab makes another by itself while a killed kernel starts again.
UNANSWERED = "Error: Canceled future for create_subshell_request"


@pytest.fixture(scope="session")
def _found():
    require("Chromium", find_chromium())


def require(name, found):
    if not found:
        give_up = pytest.fail if os.environ.get("ATTNLIB_BROWSER") == "required" else pytest.skip
        give_up(f"no {name} found: install it, or set ATTNLIB_{name.upper()} to its path")


@pytest.fixture(scope="package")  # not longer: while it runs, no other test can use asyncio
def browser(_found):
    """A Chromium."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="package")
def _contexts(browser):
    """By their options, those that a test leaves to the next: a new one costs more than most tests do."""
    return {}


@pytest.fixture(scope="package")
def firefox():
    """A page in a Firefox."""
    require("Firefox", find_firefox())
    with firefox_page() as started:
        yield started


@pytest.fixture(scope="package")
def webkit():
    """A page in a WebKit, where there is one: few machines have it."""
    if not (find_webkit() and find_screen()):
        pytest.skip("no WebKit found: install webkit2gtk-driver and xvfb, or set ATTNLIB_WEBKIT to its path")
    with webkit_page() as started:
        yield started


@pytest.fixture(scope="session")
def lab(_found, tmp_path_factory):
    """A JupyterLab that shows an empty folder, lab.root."""
    with jupyterlab(tmp_path_factory.mktemp("lab")) as started:
        yield started


@pytest.fixture
def page_options():
    """How the page of a test is made, as browser.new_context names it; a module may say otherwise."""
    return {}


@pytest.fixture
def _watched(browser, _contexts, page_options, request):
    origin = request.getfixturevalue("lab").origin if "lab" in request.fixturenames else None
    options = {name: value for name, value in page_options.items() if name != "viewport"}
    options = {"reduced_motion": "reduce"} | options  # which most tests would only wait for
    key = origin, repr(options)
    if key not in _contexts:
        _contexts[key] = offline_page(browser, origin, **options)
    first, outside, errors = _contexts[key]
    outside.clear()
    errors.clear()
    page = first if origin else opened_by(first)  # JupyterLab is loaded once
    page.set_viewport_size(page_options.get("viewport", {"width": 1280, "height": 720}))
    yield page, outside, errors
    ends = "kernel_ends" in request.fixturenames
    said = [error for error in errors if not (ends and error.startswith(UNANSWERED))]
    asked = list(outside)
    close_notebooks(page) if origin else page.close()  # which ends kernels: what is said then is no error
    assert asked == []
    assert said == []


def opened_by(first):
    """A new page in the process of another: to start one for it takes longer than to show an explorer."""
    if first.url == "about:blank":
        # A file, whichever: or the test's would be shown by a process of its own.
        first.goto((Path(__file__)).as_uri())
    with first.context.expect_page() as opened:
        first.evaluate("void window.open('about:blank')")
    opened.value.goto("about:blank")  # which it shows already, but not as a page that was loaded
    return opened.value


@pytest.fixture
def page(_watched):
    """An empty page, which may reach the JupyterLab of a test that has one, and nothing else."""
    return _watched[0]


@pytest.fixture
def outside(_watched):
    """The addresses that the page asked for in vain: none at the end, unless the test clears the list."""
    return _watched[1]


@pytest.fixture
def errors(_watched):
    """The page's errors, in its console too: none at the end, unless the test clears the list."""
    return _watched[2]


@pytest.fixture
def kernel_ends():
    """For a test that kills, restarts or shuts a kernel down: what JupyterLab may say then is no error."""


@pytest.fixture(scope="session")
def functions(tmp_path_factory):
    """A script that makes `ax` of every function in the explorer's modules, by its name."""
    folder = tmp_path_factory.mktemp("functions")
    need_bundler()
    parts = [CLASSROOM / part / "js" for part in ("web", "explorer")]
    paths = [path for part in parts for path in sorted(part.glob("*.js")) if path.stem != "bundle"]
    lines = [f"import * as m{k} from {json.dumps(path.as_uri())};" for k, path in enumerate(paths)]
    lines.append(f"globalThis.ax = {{ {', '.join(f'...m{k}' for k in range(len(paths)))} }};")
    (folder / "ax.js").write_text("\n".join(lines), encoding="utf-8")
    bundle([folder / "ax.js"], folder / "made", "--format", "iife")
    return (folder / "made" / "ax.js").read_text(encoding="utf-8")


@pytest.fixture
def ask(page, functions):
    """ask("name => …", values): what that JavaScript makes of the values; the modules' functions are ax.…"""
    page.evaluate(functions)
    page.evaluate("config => ax.useConfig(config)", config())
    # As JSON: what is not finite becomes null.
    return lambda code, values: json.loads(
        page.evaluate(f"text => JSON.stringify(({code})(JSON.parse(text)))", json.dumps(values))
    )


@pytest.fixture
def scripted(functions):
    """scripted(path, code): a saved page runs that code instead of its own.

    It has `state`, `el` and `ax`, and traitsOf(state), the traits that a notebook has of it.
    """
    opening = """
        const [arrays] = JSON.parse(document.getElementById("attnlib-saved").textContent);
        const revive = (key, value) => (key === "data" ? arrays[value] : value);
        const [, state] = JSON.parse(document.getElementById("attnlib-saved").textContent, revive);
        const el = document.getElementById("widget");
        const traitsOf = ({ _fixed, state }) => {
          const { state: numbers, choices } = ax.screenOf(state, ax.fixedOf(_fixed));
          const { selected } = choices;
          const all = Object.entries({ ...numbers, ...choices }).map(([name, x]) => [name, ax.encode(x)]);
          const tuple = selected && [selected.step, selected.row, selected.col];
          return { ...Object.fromEntries(all), selected: tuple, _fixed, _edit: 0, _followed: 0 };
        };
    """

    def rewrite(path, code):
        html = path.read_text("utf-8")
        start, end = html.rindex('<script type="module">'), html.rindex("</script>")
        script = f'<script>{functions}</script>\n<script type="module">{opening}\n{code}'
        path.write_text(html[:start] + script + html[end:], "utf-8")
        return path.as_uri()

    return rewrite
