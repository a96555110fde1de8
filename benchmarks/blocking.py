"""How long a page of the site keeps a slow phone busy while it loads, and how far its parts jump.

python -m benchmarks.blocking [FOLDER [PAGE ...]]: of a built site, by default build/site, in Chromium with a
quarter of the processor's speed. A line a page says how long its main thread was blocked until it was at rest
(of each task, what is beyond 50 ms), when its largest part was painted, what it weighs, and the layout shift
of a reader who scrolls to its end.
"""

import sys
from pathlib import Path

from tools.browser import chromium, offline_page, served

SLOWER = 4
PHONE = {"viewport": {"width": 390, "height": 800}, "device_scale_factor": 2, "reduced_motion": "reduce"}
PAGES = ["index", "00_start", "03_scores", "07_heads", "reference"]
LONG = 50  # milliseconds of a task that nobody minds
WATCH = """
window.seen = { longtask: [], "layout-shift": [], "largest-contentful-paint": [] };
for (const type of Object.keys(seen)) {
    new PerformanceObserver(list => seen[type].push(...list.getEntries())).observe({ type, buffered: true });
}
"""
BLOCKED = f"seen.longtask.reduce((sum, task) => sum + task.duration - {LONG}, 0)"
PAINTED = "seen['largest-contentful-paint'].at(-1)?.startTime ?? NaN"
MOVED = "seen['layout-shift'].reduce((sum, shift) => sum + shift.value, 0)"
SCROLL = """async () => {
    for (let at = 0; at < document.body.scrollHeight; at += 600) {
        scrollTo(0, at);
        await new Promise(done => setTimeout(done, 150));
    }
}"""


def measure(browser, address):
    """Return milliseconds blocked and until the largest paint, bytes, and the layout shift of a page."""
    page, _, _ = offline_page(browser, address, **PHONE)
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    blocked, painted = page.evaluate(BLOCKED), page.evaluate(PAINTED)
    weight = sum(len(answer.body()) for answer in answers)
    page.evaluate(SCROLL)
    moved = page.evaluate(MOVED)
    page.context.close()
    return blocked, painted, weight, moved


def main(words):
    """Print a line a page."""
    folder, names = Path(words[0] if words else "build/site"), words[1:] or PAGES
    with served(folder) as address, chromium() as browser:
        for name in names:
            blocked, painted, weight, moved = measure(browser, f"{address}/en/{name}.html")
            print(
                f"{name:24} blocked {blocked:5.0f} ms, painted at {painted:5.0f} ms, "
                f"{weight / 1000:5.0f} kB, shift {moved:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
