"""The picture for a slide: what is on the screen, where it is there, in a file that holds nothing else."""

import base64
import io
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from attnlib.widgets.explorer import Explorer
from tests.browser.explorer_variants import STEPS, VARIANTS, cell, example, maps, open_explorer
from tests.browser.test_explorer_page import hostile

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
TAGS = {"svg", "title", "g", "rect", "circle", "line", "path", "text", "tspan", "image"}

# What the screen shows, told in another way than drawing.js does it. A box is [left, top, right, bottom].
SCREEN = """() => {
  const box = (one) => ["left", "top", "right", "bottom"].map((side) => one.getBoundingClientRect()[side]);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const parts = [...document.querySelectorAll(".ax > *, .ax-minis")].filter((one) =>
    one.checkVisibility() && !one.matches(".ax-top, .ax-foot, .ax-more"));
  const seen = (one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none";
  const cells = parts.flatMap((part) => [...part.querySelectorAll("td:has([data-at]), td[data-at], th")])
    .filter(seen).map((one) => ({
      text: one.querySelector("input")?.value ?? one.textContent,
      box: box(one),
      fill: one.matches("td:not(.ax-masked)") ? rgb(getComputedStyle(one).backgroundColor) : null,
      isCentred: !one.matches("tbody th"),
      size: parseFloat(getComputedStyle(one.querySelector("input") ?? one.firstElementChild ?? one).fontSize),
    }));
  const pieces = parts.flatMap((part) => [...part.querySelectorAll("strong, small, sub, .ax-now")])
    .filter((one) => seen(one) && getComputedStyle(one).display === "inline" && one.childElementCount === 0)
    .filter((one) => one.textContent.trim() && one.getClientRects().length === 1)
    .map((one) => ({ text: one.textContent, box: box(one) }));
  const unseen = [...document.querySelectorAll(".ax *")].filter((one) =>
    getComputedStyle(one).clipPath !== "none" || one.matches("button:not(.ax-word, .ax-mini), .ax-player"));
  unseen.forEach((one) => one.remove());
  const inputs = [...document.querySelectorAll(".ax-stage input")].map((one) => one.value);
  return { cells, pieces, letters: [...parts.map((one) => one.innerText), ...inputs].join("") };
}"""
# The texts of a picture, as the browser draws it: what, where, how large.
DRAWN = """(svg) => {
  document.body.replaceChildren(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
  const [drawn] = document.body.children;
  const { x, y } = drawn.getBoundingClientRect();
  const told = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one.firstChild ?? one); // without the pieces that go on in its line
    const at = range.getBoundingClientRect();
    const box = [at.left - x, at.top - y, at.right - x, at.bottom - y];
    const [text, size] = [one.firstChild?.data ?? "", Number(one.getAttribute("font-size"))];
    return { text, box, size };
  };
  return [...drawn.querySelectorAll("text, tspan")].map(told);
}"""


@pytest.fixture
def page_options():
    return {"viewport": {"width": 1366, "height": 900}, "accept_downloads": True}


def saved(page, kind):
    """The name and the bytes of the picture of that kind."""
    if not page.locator(".ax-copy").is_visible():
        page.locator(".ax-controls button[aria-expanded]").first.click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name=kind).click()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


def boxes_of(svg):
    """Where each rect lies, and its colour, on the page as it was when it was drawn."""
    found = [one for one in svg.iter(f"{SVG}rect") if one.get("x")]
    numbers = [[float(one.get(side)) for side in ("x", "y", "width", "height")] for one in found]
    places = [(x, y, x + width, y + height) for x, y, width, height in numbers]
    return list(zip(places, [one.get("fill") for one in found], strict=True))


def middle(box):
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def is_near(one, other, far):
    return all(abs(a - b) <= far for a, b in zip(one, other, strict=True))


PICTURES = {
    "edited": lambda: Explorer("first_look", selected=("scores", 2, 3), goal=("weights", 3, 2, ">", 0.9)),
    "masked, all steps": lambda: Explorer("first_look", STEPS, keep=np.tri(4, dtype=bool)),
    "asked": VARIANTS["which is largest"],
    "heads": VARIANTS["heads"],
    "biases": lambda: Explorer("hand_worked"),
}


@pytest.mark.parametrize(
    ("kind", "code", "scheme", "width"),
    [
        ("edited", "en", "dark", 390),
        ("masked, all steps", "zh", "light", 1366),
        ("asked", "en", "light", 390),
        ("heads", "zh", "dark", 1366),
        ("biases", "en", "light", 1366),
    ],
)
def test_every_number_and_name_is_drawn_once_where_it_is_seen(page, tmp_path, kind, code, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    open_explorer(page, tmp_path, PICTURES[kind], code)
    # The next test has what is cut; and a name on two lines would be two texts.
    page.add_style_tag(
        content=".ax * { text-overflow: clip !important } .ax th { white-space: pre !important }"
    )
    page.locator(".ax-controls button[aria-pressed]").first.click()  # it is pinned
    cell(page, "W_Q", 0, 1).fill("3.5")
    name, file = saved(page, "SVG")
    example = {"heads": "two-heads", "biases": "hand_worked"}.get(kind, "first_look")
    assert name == f"attention-{example}.svg"
    svg = ElementTree.fromstring(file)
    screen = page.evaluate(SCREEN)
    drawn = page.evaluate(DRAWN, file.decode())
    [dx, dy] = map(float, re.findall(r"-?[\d.]+", svg.find(f"{SVG}g").get("transform")))
    boxes = boxes_of(svg)
    assert len(screen["cells"]) > 100
    for one in screen["cells"]:
        left, top, right, bottom = one["box"]
        inside = [
            text
            for text in drawn
            if left <= middle(text["box"])[0] - dx <= right and top <= middle(text["box"])[1] - dy <= bottom
        ]
        said = [text for text in inside if text["text"] not in ("▲", "▼")]
        assert [text["text"] for text in said] == ([one["text"]] if one["text"].strip() else []), one
        for text in said:
            x, y = middle(text["box"])
            assert abs(y - dy - (top + bottom) / 2) <= 2
            wide = text["box"][2] - text["box"][0]  # what is wider than its cell begins with it
            assert abs(x - dx - (left + right) / 2) <= 2 or not one["isCentred"] or wide > right - left
            assert text["size"] == pytest.approx(one["size"], abs=0.01)
        if one["fill"]:
            at = [fill for box, fill in boxes if is_near(box, one["box"], 0.1) and fill != "none"]
            assert at, one
            assert is_near(bytes.fromhex(at[0][1:]), one["fill"], 1)
    assert len(screen["pieces"]) > 10
    for one in screen["pieces"]:
        x, y = (middle(one["box"])[0] + dx, middle(one["box"])[1] + dy)
        same = [middle(text["box"]) for text in drawn if text["text"].strip() == one["text"].strip()]
        assert any(abs(at[0] - x) <= 3 and abs(at[1] - y) <= 1 for at in same), (one, x, y, same)
    letters = "".join(text["text"] for text in drawn if text["text"] not in ("▲", "▼"))
    assert Counter(re.sub(r"\s", "", letters)) == Counter(re.sub(r"\s", "", screen["letters"]))


def test_any_token_is_a_text_of_the_picture_and_nothing_of_it_leads_outside(page, tmp_path):
    open_explorer(page, tmp_path, hostile)
    tokens = page.locator(".ax-block-X tbody th").all_text_contents()
    name, file = saved(page, "SVG")
    assert name == "attention-made.svg"
    svg = ElementTree.fromstring(file)
    assert {one.tag.removeprefix(SVG) for one in svg.iter()} <= TAGS
    assert [one.get("style") for one in svg.iter() if one.get("style")] == [svg.get("style")]
    names = {name for one in svg.iter() for name in one.attrib}
    assert not [name for name in names if name.startswith("on") or "href" in name]
    assert not any("url(" in value for one in svg.iter() for value in one.attrib.values())
    texts = [one.text for one in svg.iter(f"{SVG}text")]
    for token in tokens:
        cut = [text for text in texts if text == token or (text[-1] == "…" and token.startswith(text[:-1]))]
        assert cut or not token.strip(), token
    page.evaluate(DRAWN, file.decode())
    assert page.evaluate("window.hacked") is None


def test_a_name_of_any_kind_names_a_file(page, tmp_path):
    for name, expected in {"../a b\\<c>": "attention-a-b-c", "我爱中国": "attention-我爱中国"}.items():
        open_explorer(page, tmp_path, lambda name=name: Explorer(replace(example(2, 2), name=name)))
        assert saved(page, "SVG")[0] == f"{expected}.svg"


def test_a_map_is_a_picture_of_sharp_squares_within_the_picture(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer(maps(64)))
    _, file = saved(page, "SVG")
    images = ElementTree.fromstring(file).findall(f".//{SVG}image")
    shown = page.locator(".ax-map canvas").evaluate_all(
        "(all) => all.map((one) => [[...one.getContext('2d').getImageData(63, 1, 1, 1).data.slice(0, 3)],"
        " one.getBoundingClientRect().width])"
    )
    assert len(images) == len(shown) == 6
    for image, (color, width) in zip(images, shown, strict=True):
        kind, data = image.get(HREF).split(",")
        assert kind == "data:image/png;base64"
        pixels = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
        assert float(image.get("width")) == width
        assert pixels.width == 2 * width
        square = pixels.width // 64
        assert {pixels.getpixel((63 * square + k, square + k)) for k in range(square)} == {tuple(color)}
