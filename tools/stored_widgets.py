"""Read what built notebooks store of widgets and of the frames of `live`, for pages without a kernel."""

import io
import lzma
import re
from base64 import b64decode, b64encode

import numpy as np
from PIL import Image

from attnlib.languages import language, texts_of, use_language
from classroom import desk, microscope, questions
from classroom import explorer as explorer_package
from classroom.explorer._config import config
from classroom.explorer._texts import texts as explorer_texts
from classroom.questions.exam import exam_texts


def frames(state):
    """Return the HTML of each stored frame, its picture in it as a PNG."""
    pixels = io.BytesIO(lzma.decompress(b64decode(state["pictures"]["data"])))
    pictures = iter(
        _png(pixels.read(3 * width * height), width, height) for width, height in state["pictures"]["shape"]
    )
    return [
        re.sub(r"(?<=data:image/png;base64,)", lambda _: b64encode(next(pictures)).decode(), html)
        for html in state["frames"]
    ]


def _png(pixels, width, height):
    """A PNG of few colours, of exactly these pixels."""
    packed = np.frombuffer(pixels, np.uint8).reshape(-1, 3) @ np.array([1 << 16, 1 << 8, 1])
    colors, places = np.unique(packed, return_inverse=True)
    image = Image.frombytes("RGB", (width, height), pixels)
    if len(colors) <= 256:
        image = Image.frombytes("P", (width, height), places.astype(np.uint8).tobytes())
        image.putpalette([int(color) >> shift & 255 for color in colors for shift in (16, 8, 0)])
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def shared(lang):
    """By kind, what was left out of every state: its texts in that language, and its constants."""
    before = language()
    use_language(lang)
    try:
        explorer = {"texts": explorer_texts(), "config": config()}
        others = {"desk": desk, "question": questions}
        return {
            "explorer": explorer,
            # Besides what their explorers have.
            "own_sentence": {"own": texts_of(str(explorer_package.__file__), "words")},
            "microscope": {"own": texts_of(str(microscope.__file__))},
            "exam": {"texts": exam_texts()},
        } | {kind: {"texts": texts_of(str(module.__file__))} for kind, module in others.items()}
    finally:
        use_language(before)
