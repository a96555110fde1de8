"""The first page's own: a word between two neighbours, every number of it, the machine, a shared picture."""

from contextlib import contextmanager
from io import BytesIO

from PIL import Image

from attnlib import load_example
from attnlib.draw.stored import STORED_STATE, packed
from attnlib.languages import language, use_language
from classroom import Explorer, machine
from classroom.web.stored_state import state_of

EXAMPLE = "apple"
MIDDLE, REACH = 240, 160  # of the scene: where no value wins, and how far each pulls, in units of the drawing
MARGIN = 14
SHARED = (1200, 630)  # as Open Graph has it
CHOSEN = ("output", 1, 0)  # apple, food: it is made of what apple sees in eat


def scene(lang):
    """Return what the scene shows, of both sentences: where each word stands, its weight, what comes out."""
    with _speaking(lang):
        both = load_example(EXAMPLE).sentences
        names = both[0].column_names("V")
        traces = [(sentence.tokens, sentence.trace()) for sentence in both]
    values = {token: V for tokens, trace in traces for token, V in zip(tokens, trace.V, strict=True)}
    [word] = set.intersection(*(set(tokens) for tokens, _ in traces))
    weights = [dict(zip(tokens, trace.weights[tokens.index(word)], strict=True)) for tokens, trace in traces]
    outputs = [trace.output[tokens.index(word)] for tokens, trace in traces]
    largest = max(abs(second - first) for first, second in values.values())

    def place(row):
        return MIDDLE + REACH * (row[1] - row[0]) / largest

    return {
        "word": word,
        "sentences": [" ".join(tokens) for tokens, _ in traces],
        "facts": [_facts(word, row, output, names) for row, output in zip(weights, outputs, strict=True)],
        "tokens": [
            {"word": token, "x": place(V), "weights": [row.get(token, 0) for row in weights]}
            for token, V in sorted(values.items(), key=lambda one: place(one[1]))
        ],
        "alone": place(values[word]),
        "at": [place(row) for row in outputs],
        "names": names,
        "outputs": outputs,
    }


def _facts(word, weights, output, names):
    """Return what the words under the scene say of one sentence."""
    near = max(weights, key=weights.get)
    return {
        "word": word,
        "near": near,
        "most": f"{weights[near]:.0%}",
        "rest": f"{weights[word]:.0%}",
        "name": names[output.argmax()],
        "parts": [f"{name} {part:.2f}" for name, part in zip(names, output, strict=True)],
    }


def explorer(lang):
    """Return a code cell with every number of the scene, in the form of a built notebook's."""
    with _speaking(lang):
        widget = Explorer(
            EXAMPLE,
            steps=("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "weights", "output"),
            selected=CHOSEN,
            controls=("sentence", "undo", "reset"),
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


def to_share(project, lang):
    """Return the picture that a chat or a forum shows beside a link: attention, every number of it."""
    name = "first_look.png" if lang == "en" else f"first_look.{lang}.png"
    sheet = Image.new("RGB", SHARED, "white")
    put(sheet, Image.open(project / "docs" / name), (0, 0, *SHARED))
    return png(sheet)


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
