"""A picture as an object: its words, bytes and files, and what drawing it loads."""

import base64
import io
import subprocess
import sys

import matplotlib
import numpy as np
from matplotlib.axis import XTick
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from attnlib.attention import causal_mask
from attnlib.draw.plots import curves, heads, heatmap, pipeline
from attnlib.draw.plots.picture import DPI
from tests.helpers.pictures import Tags, numbers, weights, words


def test_a_picture_displays_itself_with_its_description():
    pict = heatmap([[1.0]], ['"a" <b>'])
    data, metadata = pict._repr_mimebundle_()
    assert data.keys() == {"text/html", "image/png", "text/plain"}
    assert data["text/plain"] == repr(pict) == pict.alt
    assert data["image/png"] == pict.png
    (tag, image) = Tags(data["text/html"]).found[1]
    assert (tag, image["alt"]) == ("img", pict.alt)
    head, encoded = image["src"].split(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(encoded) == pict.png
    assert "max-width:100%" in image["style"]
    width, height = Image.open(io.BytesIO(pict.png)).size
    assert metadata == {"image/png": {"width": width / 2, "height": height / 2}}
    assert image["width"] == str(width // 2)


def test_the_same_input_gives_the_same_bytes_and_no_metadata(look):
    def again():
        return pipeline(look.trace(), look.tokens, highlight="weights").png

    assert again() == again()
    assert Image.open(io.BytesIO(again())).info == {}


def test_a_small_heatmap_is_a_small_file(look):
    assert len(heatmap(look.trace().weights, look.tokens, look.tokens, title="weights").png) < 24_000


def test_the_readers_style_neither_changes_the_picture_nor_is_changed(look):
    plain = heatmap(look.trace().weights, look.tokens, look.tokens).png
    with matplotlib.rc_context(
        {"text.usetex": True, "font.size": 30, "axes.grid": True, "savefig.bbox": "tight"}
    ):
        before = dict(matplotlib.rcParams)
        assert heatmap(look.trace().weights, look.tokens, look.tokens).png == plain
        assert dict(matplotlib.rcParams) == before


def test_saving(tmp_path):
    pict = heatmap([[1.0]], ["我"])
    pict.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == pict.png
    pict.save(str(tmp_path / "a.svg"))
    assert "<svg" in (tmp_path / "a.svg").read_text()


def test_drawing_into_an_axes_of_the_reader():
    figure = Figure(figsize=(8, 4))
    left, right = figure.subplots(1, 2)
    pict = heatmap(weights(3), list("abc"), list("abc"), title="weights", ax=right)
    assert pict.figure is figure
    assert (len(left.images), len(right.images)) == (0, 1)
    assert tuple(figure.get_size_inches()) == (8, 4)
    assert words(pict).count("a") == 2
    assert Image.open(io.BytesIO(pict.png)).size == (8 * DPI, 4 * DPI)
    inner = figure.subfigures()
    assert heatmap(weights(3), ax=inner.subplots()).figure is figure


def test_a_drawn_picture_keeps_no_pixels_except_its_png():
    charts = [curves([0, 1], {"a": [0.0, 1.0]}), heatmap(np.eye(3), title="weights")]
    for picture in charts:
        assert picture.png
        texts = picture.figure.findobj(Text)
        assert len(texts) > 9
        assert {text._renderer for text in texts} == {None}


def test_a_matrix_is_drawn_without_ticks(monkeypatch):
    """They would take a quarter of the time, and nobody sees them."""
    made = []
    tick = XTick.__init__

    def counted(*given, **more):
        made.append(given)
        tick(*given, **more)

    monkeypatch.setattr(XTick, "__init__", counted)
    assert heatmap(np.eye(3)).png
    assert len(made) <= 2  # which an Axes makes in any case, as models of others


def test_inputs_are_not_changed():
    A, keep = weights(3), causal_mask(3)
    A.flags.writeable = keep.flags.writeable = False
    assert heatmap(A, keep=keep, kind="signed").png


def test_tensors_are_accepted():
    import torch

    A = torch.softmax(torch.tensor([[0.0, 1.0], [2.0, 0.0]], requires_grad=True), -1)
    assert numbers(heatmap(A)) == numbers(heatmap(A.detach().numpy()))
    assert numbers(heatmap(A.bfloat16(), keep=torch.tensor([[True, False], [True, True]])))[0][0] == "0.27"
    assert heads(A[None]).alt.startswith("Attention weights of each head, 1 × 2 × 2.")


# What is loaded


def test_importing_and_drawing_loads_no_pyplot_seaborn_pandas_or_torch():
    script = """
import sys
import attnlib.draw.plots
import classroom
attnlib.bands([0, 1], {"a": [[0, 1]]}), classroom.clusters, classroom.violins
import numpy as np
attnlib.draw.plots.heatmap(np.eye(3), list("我ab")).png
classroom.between([[0, 0], [1, 1]], [[0, 1]]).png
heavy = {"matplotlib.pyplot", "seaborn", "pandas", "torch", "scipy", "ipywidgets"} & sys.modules.keys()
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", script], check=True)
