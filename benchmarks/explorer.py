"""The explorer in JupyterLab, from key press to paint, and beside it `interact` with six seaborn heatmaps.

From the key press's own time stamp, which a capturing listener takes, to a message posted in the first
animation frame after the page has changed: it arrives when that frame has been drawn. A headless Chromium
without a graphics card draws 60 frames a second, and a key is pressed at any time between two: on average,
8 ms are waiting.
"""

import asyncio
import random
import re
import statistics
import tempfile

from tools.browser import (
    chromium,
    find_chromium,
    jupyterlab,
    offline_page,
    open_notebook,
    run_all,
    write_notebook,
)

EDITS = 64
DRAWINGS = 10
DELAY = 0.1  # seconds on the way to the kernel, and as long on the way back
PAUSE = 350  # milliseconds between two edits, so that Python has followed

# An earlier attnlib has the explorer itself. It is tried first, since beside it the classroom that is
# installed would be found, too.
IMPORT = """
try:
    from attnlib import Explorer
except ImportError:
    from classroom import Explorer
"""
EXPLORER = IMPORT + "explorer = Explorer('first_look')\nexplorer"
# The largest table of numbers: 16 words, of 16 numbers each, in all matrices; and 512 words, as maps.
LARGE = f"""{IMPORT}
import numpy as np
from attnlib.examples import Example

rng = np.random.default_rng(0)
numbers = {{name: rng.integers(-2, 3, (16, 16)).astype(float) for name in ("X", "W_Q", "W_K", "W_V")}}
Explorer(Example("large", **numbers))
"""
MAPS = f"""{IMPORT}
import numpy as np
from attnlib import attend

Explorer(attend(*np.random.default_rng(0).standard_normal((3, 512, 64))))
"""
INTERACT = """
from dataclasses import replace
import matplotlib.pyplot as plt
import seaborn
from ipywidgets import FloatSlider, interact
from attnlib import load_example

example = load_example("first_look")

@interact(weight=FloatSlider(min=-20, max=20, step=0.5))
def show(weight):
    W_Q = example.W_Q.copy()
    W_Q[1, 0] = weight
    trace = replace(example, W_Q=W_Q).trace()
    figure, axes = plt.subplots(2, 3, figsize=(12, 6))
    for ax, name in zip(axes.flat, ["Q", "K", "V", "scores", "weights", "output"]):
        seaborn.heatmap(getattr(trace, name), annot=True, fmt=".2f", ax=ax).set_title(name)
    plt.show()
"""

# when painted() has resolved, the page has been drawn with what has changed until now. The first message from
# the kernel that names a widget, and the one that shows it, are noted with their times.
BEFORE = """
const painted = () => new Promise(done => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(0);
}));
const answers = {};
window.WebSocket = class extends WebSocket {
    constructor(...words) {
        super(...words);
        this.addEventListener('message', ({ data }) => {
            const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
            if (text.includes('"comm_open"') && text.includes('_esm')) answers.opened ??= performance.now();
            if (text.includes('widget-view+json')) answers.displayed ??= performance.now();
        });
    }
};
let pressed = null;
window.addEventListener('keydown', event => { pressed = event.timeStamp; }, true);

// The milliseconds from the next key press until these elements change (images: are decoded) and are painted.
window.edited = selector => {
    const images = () => [...document.querySelectorAll(selector)].map(({ src }) => src).join();
    const before = images();
    window.time = new Promise(done => {
        const seen = new MutationObserver(async () => {
            if (selector.endsWith('img')) {
                if (images() === before || images() === '') return;
                await document.querySelector(selector).decode();
            }
            seen.disconnect();
            const changed = performance.now();
            done([changed - pressed, await painted() - pressed]);
        });
        const areas = selector.endsWith('img') ? '.jp-Notebook' : selector;
        const what = { subtree: true, childList: true, characterData: true, attributes: true };
        for (const area of document.querySelectorAll(areas)) seen.observe(area, what);
    });
};

// The milliseconds from both answers of the kernel until the explorer is painted.
window.shown = () => new Promise(done => {
    const seen = new MutationObserver(async () => {
        if (!document.querySelector('.ax')) return;
        seen.disconnect();
        const now = await painted();
        done([now - answers.opened, now - answers.displayed]);
    });
    seen.observe(document, { subtree: true, childList: true });
});
"""


def press(page, selector, key):
    """Press a key: the milliseconds until the page has changed, and until that is painted."""
    page.evaluate("selector => edited(selector)", selector)
    page.keyboard.press(key)
    return page.evaluate("window.time")


def choose(page, rng):
    """Go to any number of the explorer, and return a digit that it is not."""
    fields = page.locator(".ax-inputs input[data-at]")
    field = fields.nth(rng.randrange(fields.count()))
    field.focus()
    page.keyboard.press("ControlOrMeta+a")
    return rng.choice([digit for digit in "0123456789" if digit != field.input_value()])


def pause(page):
    page.evaluate("pause => new Promise(done => setTimeout(done, pause))", PAUSE)


def count_bytes(page):
    """Count what goes to kernels and comes from them, from now on, in a dict."""
    counted = {"framesent": 0, "framereceived": 0}

    def count(kind, data):
        counted[kind] += len(data if isinstance(data, bytes) else data.encode())

    def watch(socket):
        if re.search("/api/kernels/", socket.url):
            for kind in counted:
                socket.on(kind, lambda data, kind=kind: count(kind, data))

    page.on("websocket", watch)
    return counted


def delay(page):
    """Let every message between the page and kernels be late from now on."""

    def late(send):
        return lambda message: asyncio.get_running_loop().call_later(DELAY, send, message)

    def route(socket):
        server = socket.connect_to_server()
        socket.on_message(late(server.send))
        server.on_message(late(socket.send))

    page.route_web_socket(re.compile("/api/kernels/"), route)


def milliseconds(times):
    changed, painted = zip(*times, strict=True)
    worst = statistics.quantiles(painted, n=20)[-1]
    return (
        f"median {statistics.median(painted):.1f} ms, 95th percentile {worst:.1f} ms "
        f"(numbers changed: median {statistics.median(changed):.1f} ms)"
    )


def measure_explorer(browser, lab, delayed):
    """Measure each edit: its milliseconds, its bytes both ways, and how long the first display took."""
    page = offline_page(browser, lab.origin, viewport={"width": 1366, "height": 1600})[0]
    page.add_init_script(BEFORE)
    counted = count_bytes(page)
    if delayed:
        delay(page)
    open_notebook(page, lab, "explorer.ipynb")
    page.evaluate("window.first = shown(); void 0")
    run_all(page)
    first = page.evaluate("window.first")
    rng = random.Random(0)
    times, sizes = [], []
    for _ in range(EDITS):
        digit = choose(page, rng)
        pause(page)  # this, too, is told to Python
        before = dict(counted)
        times.append(press(page, ".ax-inputs, .ax-results", digit))
        pause(page)
        sizes.append([counted[kind] - before[kind] for kind in counted])
    page.context.close()
    return times, sizes, first


def run(browser, lab, name):
    """Run a notebook and return its page, which shows an explorer."""
    page = offline_page(browser, lab.origin, viewport={"width": 1366, "height": 768})[0]
    page.add_init_script(BEFORE)
    open_notebook(page, lab, name)
    run_all(page)
    page.locator(".ax-inputs").wait_for()
    return page


def measure_large(browser, lab):
    """Measure the milliseconds of each edit of a table of 16 × 16 numbers, in all matrices."""
    page = run(browser, lab, "large.ipynb")
    rng = random.Random(0)
    times = []
    for _ in range(EDITS // 2):
        digit = choose(page, rng)
        pause(page)
        times.append(press(page, ".ax-inputs, .ax-results", digit))
    page.context.close()
    return times


def measure_maps(browser, lab):
    """Measure the milliseconds of each edit of one number among those of 512 words."""
    page = run(browser, lab, "maps.ipynb")
    page.locator(".ax-block-Q .ax-map").click()
    box = page.locator(".ax-arithmetic input")
    times = []
    for k in range(EDITS // 4):
        box.fill(str(1 + k % 9))
        pause(page)
        times.append(press(page, ".ax-stage", "Enter"))
    page.context.close()
    return times


def measure_interact(browser, lab):
    page = offline_page(browser, lab.origin, viewport={"width": 1366, "height": 1600})[0]
    page.add_init_script(BEFORE)
    open_notebook(page, lab, "interact.ipynb")
    run_all(page)
    page.locator(".jp-OutputArea img").wait_for()
    page.get_by_role("slider").focus()
    times = []
    for _ in range(DRAWINGS):
        pause(page)
        times.append(press(page, ".jp-OutputArea img", "ArrowRight"))
    page.context.close()
    return times


def main():
    if not find_chromium():
        print("explorer: not measured, since no Chromium was found (set ATTNLIB_CHROMIUM to its path)")
        return
    with tempfile.TemporaryDirectory() as folder, jupyterlab(folder) as lab, chromium() as browser:
        write_notebook(lab.root / "explorer.ipynb", [EXPLORER])
        write_notebook(lab.root / "interact.ipynb", [INTERACT])
        write_notebook(lab.root / "large.ipynb", [LARGE])
        write_notebook(lab.root / "maps.ipynb", [MAPS])
        near, sizes, (opened, displayed) = measure_explorer(browser, lab, delayed=False)
        far, _, _ = measure_explorer(browser, lab, delayed=True)
        large, maps = measure_large(browser, lab), measure_maps(browser, lab)
        drawn = measure_interact(browser, lab)
    sent, received = map(statistics.median, zip(*sizes, strict=True))
    print(f"explorer, key press to paint, {EDITS} edits: {milliseconds(near)}")
    print(f"explorer, the kernel {2 * DELAY * 1000:.0f} ms away: {milliseconds(far)}")
    print(f"explorer, 16 words of 16 numbers: {milliseconds(large)}")
    print(f"explorer, 512 words: {milliseconds(maps)}")
    print(
        f"explorer, bytes of an edit: {sent:.0f} sent, {received:.0f} received, "
        f"at most {max(map(sum, sizes))} in all"
    )
    print(
        f"explorer, painted {opened:.0f} ms after the kernel names it, {displayed:.0f} ms after it shows it"
    )
    ours, theirs = (statistics.median(painted for _, painted in times) for times in (near, drawn))
    print(f"interact with six seaborn heatmaps: median {theirs:.0f} ms, {theirs / ours:.0f} times as long")


if __name__ == "__main__":
    main()
