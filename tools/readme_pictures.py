"""Make the pictures of the READMEs from the real thing: python -m tools.readme_pictures."""

import io
import tempfile
from pathlib import Path

from PIL import Image

from attnlib import load_example, pipeline, use_language
from classroom.explorer import Explorer
from tools.browser import chromium, find_chromium, offline_page
from tools.site.build import build

DOCS = Path(__file__).resolve().parent.parent / "docs"
SUFFIX = {"en": "png", "zh": "zh.png"}
WIDTH = 1060  # pixels of the page
EDITS = ["1", "0"]  # what somebody types in the place of W_Q[verb, food]
LESSON, SECTION, COLUMN = "04_softmax", "dial", 700  # what the picture of a lesson shows, and its width
HOLD, FLIGHT = 1400, 250  # milliseconds of a step, and of what flies there


def explorers():
    """Yield the READMEs' explorers: name, explorer, and what a reader has done to it."""
    sentence = load_example("hand_worked").select(0)
    yield "explorer", Explorer("first_look"), ask_why
    yield "explorer_puzzle", Explorer(sentence, goal=("weights", 1, 2, ">", 0.9), edit="W_Q"), solve
    yield "explorer_predict", Explorer("first_look", predict=("weights", 2)), None


def ask_why(page):
    """Change one weight, then choose a score."""
    page.locator(".ax-block-W_Q input").nth(7).fill("1")
    page.locator(".ax-block-scores td").nth(12).click()


def solve(page):
    page.locator(".ax-block-W_Q input").nth(12).fill("-30")
    page.locator(".ax-block-W_Q input").nth(14).fill("-40")
    page.locator(".ax-block-weights td[data-at='1,2']").click()


def lesson(browser, file):
    """Return a section of a lesson as a PNG: a question answered wrongly, its reason, a slider."""
    page, _, _ = offline_page(browser, viewport={"width": COLUMN, "height": 2000})
    page.goto(file.as_uri())
    head = page.locator(f"#{SECTION}")
    head.scroll_into_view_if_needed()
    question = page.locator("form:has(.aq-lines)").nth(0)
    question.locator("input").first.check()
    question.locator("button[type=submit]").click()
    page.add_style_tag(content="header.top { display: none }")
    begin, end = head.bounding_box(), page.locator(f"#{SECTION}-why").bounding_box()
    # The next text begins where the picture ends.
    clip = {"x": 0, "y": begin["y"], "width": COLUMN, "height": end["y"] - begin["y"]}
    raw = page.screenshot(clip=clip, full_page=True, animations="disabled")
    page.context.close()
    return in_256_colours(raw)


def play(browser, file):
    """Film an edit in which all numbers move, then how a weight is made step by step: a moving PNG."""
    page, _, _ = offline_page(browser, viewport={"width": WIDTH, "height": 900})
    page.goto(file.as_uri())
    # These begin within the last lines.
    page.add_style_tag(content=":has(> .ax-plane), .ax-controls, .ax-legend { visibility: hidden }")
    stage = page.locator(".ax-stage").bounding_box()
    stage["height"] += 200  # what is said below it may be longer later
    pictures, times = [], []
    ends: list[float] = []

    def take(time):
        # What flies is caught in its flight, what flashes at its end.
        raw = page.screenshot(clip=stage, animations="allow" if time == FLIGHT else "disabled")
        pictures.append(Image.open(io.BytesIO(raw)).convert("RGB"))
        times.append(time)
        boxes = [
            page.locator(css).first.bounding_box() for css in (".ax-results", ".ax-arithmetic", ".ax-status")
        ]
        ends.extend(box["y"] + box["height"] for box in boxes)

    take(HOLD)
    page.locator(".ax-block-scores td[data-at='2,3']").click()
    for value in EDITS:
        page.locator(".ax-block-W_Q input").nth(7).fill(value)
        page.wait_for_timeout(FLIGHT)
        take(HOLD)
    page.locator(".ax-controls button").first.evaluate(
        "button => button.click()"
    )  # undone, and not scrolled to
    take(HOLD)
    page.locator(".ax-block-weights td[data-at='2,3']").click()
    count = page.locator(".ax-count")
    while count.inner_text() == "" or len(set(count.inner_text().split(" / "))) > 1:
        page.locator(".ax-player button").nth(2).click()
        page.wait_for_timeout(FLIGHT)
        take(FLIGHT)
        page.wait_for_timeout(HOLD)
        take(HOLD)
    page.context.close()
    high = round(max(ends) - stage["y"])
    pictures = [one.crop((0, 0, one.width, high)) for one in pictures]
    # With the same colours for all, what does not change is stored once.
    all_of_it = Image.new("RGB", (pictures[0].width, sum(one.height for one in pictures)))
    for k, one in enumerate(pictures):
        all_of_it.paste(one, (0, k * one.height))
    colours = all_of_it.quantize(256, dither=Image.Dither.NONE)
    first, *rest = (one.quantize(palette=colours, dither=Image.Dither.NONE) for one in pictures)
    small = io.BytesIO()
    first.save(small, "PNG", save_all=True, append_images=rest, duration=times, loop=0, optimize=True)
    return small.getvalue()


def main():
    DOCS.mkdir(exist_ok=True)
    if not find_chromium():
        raise SystemExit("The explorer's pictures need a Chromium: install one, or set ATTNLIB_CHROMIUM.")
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        build(Path(folder, "site"), course=(LESSON,))
        for language, suffix in SUFFIX.items():
            page = Path(folder, "site", language, f"{LESSON}.html")
            (DOCS / f"lesson.{suffix}").write_bytes(lesson(browser, page))
            use_language(language)
            example = load_example("first_look")
            pipeline(example.trace(), example.tokens).save(DOCS / f"first_look.{suffix}")
            for name, explorer, act in explorers():
                file = Path(folder) / "page.html"
                explorer.save_html(file)
                (DOCS / f"{name}.{suffix}").write_bytes(shot(browser, file, act))
                if name == "explorer":
                    (DOCS / f"play.{suffix}").write_bytes(play(browser, file))


def shot(browser, file, act):
    """Return the page as a reader sees it, as a PNG of 256 colours."""
    page, _, _ = offline_page(browser, viewport={"width": WIDTH, "height": 600})
    page.goto(file.as_uri())
    if act:
        act(page)
    raw = page.locator("main").screenshot(animations="disabled")  # a flash has come to its end
    page.context.close()
    return in_256_colours(raw)


def in_256_colours(raw):
    """Return a PNG with fewer colours, which is smaller."""
    small = io.BytesIO()
    image = Image.open(io.BytesIO(raw)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    image.save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    main()
