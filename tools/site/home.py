"""The first page's own: an explorer that plays once, a small picture of each lesson, and one to be shared."""

import json
from base64 import b64decode
from contextlib import contextmanager
from io import BytesIO

from PIL import Image

from attnlib.draw.stored import STORED_STATE, packed
from attnlib.languages import language, use_language
from classroom import Explorer, machine
from classroom.web.stored_state import state_of
from tools.contents import standing_for

TILE = (480, 270)  # twice as wide as it is shown, for sharp screens
SIZE = f'width="{TILE[0] // 2}" height="{TILE[1] // 2}"'  # of one, on the page
MARGIN = 14
SHARED = (1200, 630)  # as Open Graph has it
CHOSEN = ("output", 1, 0)  # cat, lively: it is made of what cat sees in chases


def explorer(lang):
    """Return a code cell with the explorer that plays, in the form of a built notebook's."""
    with _speaking(lang):
        widget = Explorer(
            "first_look",
            steps=("W_Q", "W_K", "W_V", "Q", "K", "V", "weights", "output"),
            selected=CHOSEN,
            controls=("undo", "reset"),
        )
        data, _ = widget.picture()._repr_mimebundle_()
        said = packed(state_of("explorer", widget))
    output = {"output_type": "display_data", "data": {STORED_STATE: said, "text/html": data["text/html"]}}
    return {"cell_type": "code", "id": "front", "source": "", "metadata": {}, "outputs": [output]}


def whole_machine(lang):
    """Return the map of a Transformer, each part a link to its lesson."""
    with _speaking(lang):
        return machine(steps=())._repr_html_()


@contextmanager
def _speaking(lang):
    before = language()
    use_language(lang)
    try:
        yield
    finally:
        use_language(before)


def tiles(project, lang, lessons):
    """Return the pictures of these lessons below one another, as one PNG: one request brings them all."""
    width, height = TILE
    sheet = Image.new("RGB", (width, height * len(lessons)), "white")
    for k, lesson in enumerate(lessons):
        book = json.loads((project / "notebooks" / lang / f"{lesson.name}.ipynb").read_text("utf-8"))
        put(
            sheet,
            picture(book, standing_for(lesson.name).get("picture")),
            (0, k * height, width, (k + 1) * height),
        )
    return png(sheet)


def to_share(project, lang):
    """Return the picture that a chat or a forum shows beside a link: attention, every number of it."""
    name = "first_look.png" if lang == "en" else f"first_look.{lang}.png"
    sheet = Image.new("RGB", SHARED, "white")
    put(sheet, Image.open(project / "docs" / name), (0, 0, *SHARED))
    return png(sheet)


def picture(book, id=None):
    """Return the picture that the cell with this id shows in a notebook; without an id, the first."""
    for cell in book["cells"]:
        for output in cell.get("outputs", []) if id in (cell["id"], None) else []:
            if found := output.get("data", {}).get("image/png"):
                return Image.open(BytesIO(b64decode("".join(found))))
    raise RuntimeError(f"No cell {id or 'at all'} shows a picture: choose one in tools/lessons.toml.")


def put(sheet, image, box):
    """Put an image into the middle of a box of the sheet, as large as it fits there."""
    left, top, right, bottom = box
    room = right - left - 2 * MARGIN, bottom - top - 2 * MARGIN
    scale = min(room[0] / image.width, room[1] / image.height)
    size = round(image.width * scale), round(image.height * scale)
    small = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    sheet.paste(small, ((left + right - size[0]) // 2, (top + bottom - size[1]) // 2))


def png(image):
    """Return an image as a PNG of at most 256 colours."""
    file = BytesIO()
    image.quantize(256).save(file, "PNG", optimize=True)
    return file.getvalue()
