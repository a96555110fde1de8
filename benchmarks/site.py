"""The site as its readers meet it: every page and link, every explorer edited, every question answered.

From a server below another folder and from a folder of files, in Chromium and in Firefox, at three widths:
python -m benchmarks.site [NAME ...], with names only the pages of these notebooks. A line a page says what
its first view weighs, as if nothing were known yet, in how many requests, after how many milliseconds all of
it answers, and how many widgets there are. It fails if a page is heavier than promised, asks for anything
outside, has an error, is wider than a screen, or leads nowhere, if a widget does not answer, or if axe finds
something, in the light or in the dark, on the page or where words are sought.
"""

import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from axe_playwright_python.sync_playwright import Axe

from tests.browser.firefox import find_firefox, firefox_page
from tools.browser import chromium, offline_page, served
from tools.markdown import Html
from tools.site.build import build

WIDTHS = (390, 1366, 1920)
MOST_BYTES, MOST_REQUESTS, MOST_OF_A_NEXT_PAGE = 600_000, 15, 200_000

# Answers every question wrongly, then rightly, and changes the first number of every explorer. Returns what
# went wrong, in words, and how many widgets there were.
WALK = r"""(async () => {
  const wrong = [];
  const check = (holds, place, what) => holds || wrong.push(`${place.dataset.key}: ${what}`);
  const answer = (place, { kind }, given) => {
    const items = (selector) => [...place.querySelectorAll(selector)];
    if (kind === "choices") items("label input")[given].click();
    if (kind === "cell") place.querySelector(`[data-at='${given}']`).click();
    const box = place.querySelector(".aq-box");
    if (kind === "number") box.value = String(given);
    if (kind === "shape") box.value = `(${given.join(", ")}${given.length === 1 ? "," : ""})`;
    if (kind === "order") {
      given.forEach((k, to) => {
        const letters = () => items(".aq-order .aq-letter").map((letter) => letter.textContent);
        const at = () => letters().indexOf("abcdefgh"[k]);
        const earlier = () => items(".aq-order > li")[at()].querySelector("button");
        for (let n = 0; at() > to && n < 20; n++) earlier().click();
      });
    }
    place.querySelector(".aq-commit").click();
  };
  const other = ({ kind, rows, cols, choices }, right) => ({
    choices: () => (right + 1) % choices.length,
    number: () => right + 12345,
    shape: () => [...right, 97],
    order: () => [...right].reverse(),
    cell: () => [(right[0] + 1) % rows.length, right[1]],
  })[kind]();
  const places = [...document.querySelectorAll(".alive")];
  for (const place of places) {
    place.scrollIntoView(); // where it begins
    const isThere = () => place.matches(".begun");
    for (let n = 0; n < 100 && !isThere(); n++) await new Promise((done) => setTimeout(done, 50));
    const { kind, state } = JSON.parse(place.querySelector("script").textContent);
    if (kind === "question") {
      const fixed = state._fixed, right = fixed.right.answer;
      const verdict = () => place.querySelector(".aq-verdict").className;
      answer(place, fixed, other(fixed, right));
      check(verdict().includes("aq-wrong"), place, "a wrong answer is not wrong");
      check(place.querySelector(".aq-uncovered").hidden, place, "the explanation is there too early");
      answer(place, fixed, right);
      check(verdict().includes("aq-right"), place, "the right answer is not right");
      check(place.querySelector(".aq-uncovered").textContent.length > 20, place, "no explanation");
    } else {
      const input = place.querySelector("td input:not([disabled], [readonly])");
      if (!input) {
        check(place.querySelector("canvas, td, svg"), place, "nothing is drawn");
        continue;
      }
      const before = place.querySelector(".ax").innerHTML;
      input.focus();
      input.value = String(Number(input.value.replace("−", "-")) + 1);
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await new Promise((done) => setTimeout(done, 50));
      check(place.querySelector(".ax").innerHTML !== before, place, "an edit changes nothing");
    }
  }
  const films = [...document.querySelectorAll(".film")];
  for (const place of films) {
    const slider = place.querySelector("[type=range]"), frame = () => place.querySelector(".frame").innerHTML;
    const before = frame();
    slider.value = String(slider.value === "0" ? Number(slider.max) : 0);
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    for (let n = 0; n < 100 && frame() === before; n++) await new Promise((done) => setTimeout(done, 50));
    check(frame() !== before, place, "another frame shows nothing new");
    check(place.querySelector("img").naturalWidth > 0, place, "a frame has no picture");
  }
  return [wrong, places.length + films.length];
})()"""

READY = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


def pages(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob("??/*.html"))


def dead_links(folder):
    """Links, pictures and the like that lead nowhere."""
    tags = {page: Html((folder / page).read_text("utf-8")).tags for page in pages(folder)}
    ids = {page: {found.get("id") for _, found in found_here} for page, found_here in tags.items()}
    for page, found_here in tags.items():
        for way in (found.get(name, "") for _, found in found_here for name in ("href", "src")):
            target = urlsplit(urljoin(page, way))
            if way and not target.scheme:
                path = unquote(target.path)
                there = (folder / path).is_file()
                if not there or (target.fragment and path in ids and target.fragment not in ids[path]):
                    yield f"{page} leads to {way}"


def visit(browser, address, page):
    """Open a page for the first time and do all that can be done there; what went wrong, and its figures."""
    tab, outside, errors = offline_page(browser, address, viewport={"width": WIDTHS[1], "height": 900})
    answers = []
    tab.on("response", lambda answer: answers.append(answer))  # Playwright takes no method of a list
    tab.goto(f"{address}/{page}")
    tab.wait_for_load_state("networkidle")
    sizes = {answer.url: len(answer.body()) for answer in answers} if address.startswith("http") else {}
    ready = tab.evaluate(READY)
    wrong = []
    for width in WIDTHS:
        tab.set_viewport_size({"width": width, "height": 900})
        tab.wait_for_function(f"innerWidth === {width}")
        if (needs := tab.evaluate("document.documentElement.scrollWidth")) > width:
            wrong.append(f"it is {needs} px wide on a screen of {width}")
    if sizes:  # once is enough
        wrong += accessible(tab)
    said, widgets = tab.evaluate(WALK)
    new = sum(size for url, size in sizes.items() if "/assets/" not in url or "/pictures/" in url)
    wrong += said + [f"asks for {one}" for one in outside] + errors
    wrong += [f"{sum(sizes.values())} bytes"] * (sum(sizes.values()) > MOST_BYTES)
    wrong += [f"{new} bytes when others are known"] * (new > MOST_OF_A_NEXT_PAGE)
    wrong += [f"{len(sizes)} requests"] * (len(sizes) > MOST_REQUESTS)
    tab.context.close()
    figures = f"{sum(sizes.values()) / 1000:4.0f} kB in {len(sizes):2} requests, then {new / 1000:4.0f} kB"
    return wrong, f"{page:34} {figures}, {ready:5.0f} ms, {widgets:2} widgets"


def accessible(tab):
    """Return what axe finds, a sentence each: in both colour schemes, and once more during a search."""
    options = {"resultTypes": ["violations"], "preload": False}
    for scheme, seeks in [("light", False), ("dark", False), ("dark", True), ("light", True)]:
        tab.emulate_media(color_scheme=scheme)
        if seeks and not tab.locator("#search").is_visible():
            tab.locator("#open-search").click()
            tab.locator("#search input").fill("softmax")
            tab.locator("#search mark").first.wait_for()
        # What is within a widget has tests of its own; and axe does not see the MathML of a formula.
        context = {"include": ["#search"]} if seeks else {"exclude": [".ax *", "th:has(.katex)"]}
        for found in Axe().run(tab, context=context, options=options).response["violations"]:
            places = " ".join(node["html"][:120] for node in found["nodes"][:3])
            yield f"axe, {scheme}, {'search, ' * seeks}{found['id']}: {places}"
    tab.keyboard.press("Escape")


def main(names):
    wrong = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "a site 网")
        build(folder, names)
        wrong += [] if names else dead_links(folder)
        with served(folder) as address:
            with chromium() as browser:
                for page in pages(folder):
                    said, figures = visit(browser, address, page)
                    print(figures, *said, sep="\n  ", flush=True)
                    wrong += [f"{page}: {one}" for one in said]
                    said, _ = visit(browser, folder.as_uri(), page)
                    wrong += [f"{page}, from a folder of files: {one}" for one in said]
            if not find_firefox():
                print("There is no Firefox here: not tried there.")
            else:
                wrong += in_firefox([f"{address}/{page}" for page in pages(folder)])
                wrong += in_firefox([f"{folder.as_uri()}/{page}" for page in pages(folder)])
    print(*wrong or ["All is well."], sep="\n")
    return 1 if wrong else 0


def in_firefox(addresses):
    """Return what goes wrong on these pages in Firefox."""
    wrong = []
    with firefox_page() as page:
        for address in addresses:
            page.goto(address)
            for width in WIDTHS:
                page.resize(width)
                needs = page.evaluate("document.documentElement.scrollWidth")
                wrong += [f"Firefox, {address}: it is {needs} px wide on a screen of {width}"] * (
                    needs > width
                )
            said, _ = page.evaluate(WALK)
            # A page is drawn while it comes, with half a formula at times, of which Firefox complains.
            said += [one for one in page.errors if not one.startswith("Invalid markup")]
            wrong += [f"Firefox, {address}: {one}" for one in said]
            page.errors.clear()
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
