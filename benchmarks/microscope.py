"""The maps of lesson 12 in JupyterLab: from a click on a head's map until its explorer stands beside them.

From the click's own time stamp to the frame in which the explorer, which is sent by Python, has been drawn.
The numbers are random, of the size of a sentence in lesson 12's model: 12 blocks of 12 heads, 16 tokens.
"""

import random
import statistics
import tempfile

from benchmarks.explorer import pause
from tools.browser import (
    chromium,
    find_chromium,
    jupyterlab,
    offline_page,
    open_notebook,
    run_all,
    write_notebook,
)

CLICKS = 24

MICROSCOPE = """
import numpy as np
from attnlib import Microscope, attend
from attnlib.lab.pretrained import Reading

numbers = np.random.default_rng(0).standard_normal((12, 3, 12, 16, 32)).astype("f4")
tokens = ["<s>", *map(str, range(14)), "</s>"]
Microscope(Reading(tokens, None, [attend(*block) for block in numbers]))
"""
# The milliseconds from the next click until an explorer is there that was not, and is drawn.
BEFORE = """
window.opened = () => {
    const before = document.querySelector('.ax-explorer');
    window.time = new Promise(done => {
        let clicked = null;
        const note = event => { clicked = event.timeStamp; };
        window.addEventListener('click', note, { capture: true, once: true });
        const seen = new MutationObserver(() => {
            const now = document.querySelector('.ax-explorer');
            if (!now || now === before) return;
            seen.disconnect();
            requestAnimationFrame(() => {
                const { port1, port2 } = new MessageChannel();
                port1.onmessage = () => done(performance.now() - clicked);
                port2.postMessage(0);
            });
        });
        seen.observe(document.querySelector('.jp-Notebook'), { subtree: true, childList: true });
    });
};
"""


def measure(browser, lab):
    """Measure the milliseconds of each click, on heads chosen at random."""
    page = offline_page(browser, lab.origin, viewport={"width": 1366, "height": 768})[0]
    page.add_init_script(BEFORE)
    open_notebook(page, lab, "maps.ipynb")
    run_all(page)
    maps = page.locator(".am-maps button")
    maps.nth(143).wait_for()
    times = []
    for at in random.Random(0).sample(range(maps.count()), CLICKS):
        pause(page)
        page.evaluate("opened()")
        maps.nth(at).click()
        times.append(page.evaluate("window.time"))
    page.context.close()
    return times


def main():
    if not find_chromium():
        print("microscope: not measured, since no Chromium was found (set ATTNLIB_CHROMIUM to its path)")
        return
    with tempfile.TemporaryDirectory() as folder, jupyterlab(folder) as lab, chromium() as browser:
        write_notebook(lab.root / "maps.ipynb", [MICROSCOPE])
        times = measure(browser, lab)
    worst = statistics.quantiles(times, n=20)[-1]
    print(
        f"microscope, click to explorer, {CLICKS} clicks: median {statistics.median(times):.0f} ms, "
        f"95th percentile {worst:.0f} ms"
    )


if __name__ == "__main__":
    main()
