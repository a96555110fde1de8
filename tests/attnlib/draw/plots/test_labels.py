"""The names around a matrix, and tokens that may be anything."""

import io

import numpy as np
import pandas
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from attnlib import use_language
from attnlib.attention import attend, causal_mask
from attnlib.draw.plots import curves, fonts, heads, heatmap, pipeline, shares
from classroom.lab.pictures import between
from tests.helpers.pictures import HOSTILE, RNG, Tags, weights, words


def test_names_stand_in_order_beside_rows_and_above_columns():
    pict = heatmap(weights(2, 3), ["one", "two"], ["a", "b", "c"])
    assert words(pict) == ["one", "two", "a", "b", "c"]
    place = {text.get_text(): text.get_position() for text in pict.figure.findobj(Text) if text.get_text()}
    assert place["one"][1] < place["two"][1]  # y counts downwards
    assert place["a"][0] < place["b"][0] < place["c"][0]
    assert place["a"][1] < place["one"][1]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", ["looks ↓", "is looked at →"]), ("zh", ["在看 ↓", "被看 →"])]
)
def test_a_map_says_who_looks_and_who_is_looked_at_above_all_names(lang, said):
    use_language(lang)
    names = ["one", "a long name"]
    pict = heatmap(weights(2), names, names, title="T", looks=True)
    assert set(said) == set(words(pict)) - set(words(heatmap(weights(2), names, names, title="T")))
    renderer = FigureCanvasAgg(pict.figure).get_renderer()
    box = {text.get_text(): text.get_window_extent(renderer) for text in pict.figure.findobj(Text)}
    looks, looked_at = (box[word] for word in said)
    left, columns = pict.figure.axes[0].bbox.x0, [box[name] for name in names]
    assert looks.x1 < left <= looked_at.x0 + 1
    assert looked_at.y0 >= max(name.y1 for name in columns)
    assert box["T"].y0 >= looked_at.y1 - 3  # points: letters without a tail


@pytest.mark.parametrize("n", [17, 64, 512])
def test_few_names_where_there_are_many_tokens(n):
    names = [f"t{i}" for i in range(n)]
    shown = words(heatmap(weights(n), names, names))
    assert 10 <= len(shown) <= 20
    assert shown[0] == "t0"


def test_positions_where_many_rows_have_no_names():
    assert words(heatmap(weights(64))) == ["0", "8", "16", "24", "32", "40", "48", "56"] * 2


def test_chinese_is_never_turned_and_latin_leans_only_where_it_is_too_wide():
    names = ["我", "中国人民", "internationalization", "a", *"bcdefghijklm"]
    pict = heatmap(weights(16), cols=names)
    turned = {t.get_text(): t.get_rotation() for t in pict.figure.findobj(Text) if t.get_text()}
    assert turned["我"] == 0
    assert turned["中\n国\n人\n民"] == 0  # written downwards
    assert turned["internation…"] == turned["a"] == 90  # leaning, it would cross the Chinese beside it
    pict = heatmap(weights(16), cols=["internationalization", *"abcdefghijklmno"])
    assert {t.get_rotation() for t in pict.figure.findobj(Text) if t.get_text()} == {45}
    for names in (["small", "cat", "chases", "fish"], ["我", "爱", "中国人", "a"]):
        pict = heatmap(weights(4), cols=names)
        shown = {t.get_text(): t.get_rotation() for t in pict.figure.findobj(Text) if t.get_text()}
        assert shown == dict.fromkeys(names, 0)


def test_nothing_is_cut_off_at_the_edge(look):
    long = ["internationalization", "我爱中国我爱中国", "c", "d"]
    trace = look.trace(keep=causal_mask(4))
    for pict in (
        heatmap(weights(3), list("abc"), list("abc")),
        heatmap(weights(4), long, long, title="—" * 60),
        heatmap(
            weights(16), [f"token{i}" for i in range(16)], [f"token{i}" for i in range(16)], title="weights"
        ),
        heatmap(RNG.normal(size=(30, 30)), kind="signed", title="scores"),
        pipeline(trace, long, highlight="masked"),
        heads(np.stack([weights(4)] * 5), long),
        between(trace.V, trace.output, long),
        between([[1, 1]], [[1, 1]], ["alone"]),
        heatmap(weights(4), list("abcd"), long, title="weights", ax=Figure().subplots()),
    ):
        file = np.asarray(Image.open(io.BytesIO(pict.png)).convert("L")).astype(int)
        edge = np.concatenate([file[0], file[-1], file[:, 0], file[:, -1]])
        assert (edge > 245).all()
        page = pict.figure.bbox
        for text in pict.figure.findobj(Text):
            if text.get_text().strip("−.0123456789"):  # ticks beyond the limits are not drawn
                box = text.get_window_extent(FigureCanvasAgg(pict.figure).get_renderer())
                assert page.x0 <= box.x0 <= box.x1 <= page.x1, text
                assert page.y0 <= box.y0 <= box.y1 <= page.y1, text


# Names are typeset, and tokens, which are not ours, are not


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("W_Q", "$W_Q$"),
        ("刚建好的 W_Q、W_K", "刚建好的 $W_Q$、$W_K$"),
        ("÷ √d_model", r"÷ √$d_{\mathrm{model}}$"),
        ("F.scaled_dot_product_attention", None),
        ("need_weights=False", None),
        ("x_max_y", None),
        ("$W_Q", None),
    ],
)
def test_the_small_letter_of_a_name_stands_lower(name, drawn):
    charts = (
        heatmap(weights(2), ["W_Q", "b"], ["W_Q", "b"], title=name),
        curves([0, 1], {name: [0, 1]}, xlabel=name),
        shares({name: [0, 1]}, ["a", "b"]),
    )
    for pict, times in zip(charts, (1, 2, 1), strict=True):
        found = [text for text in pict.figure.findobj(Text) if text.get_text() == (drawn or name)]
        assert [text.get_parse_math() for text in found] == [drawn is not None] * times
        assert pict.png
        assert name in pict.alt
    tokens = [text for text in charts[0].figure.findobj(Text) if text.get_text() == "W_Q"]
    assert [text.get_parse_math() for text in tokens] == [False, False]


def test_hostile_tokens_are_drawn_as_text(recwarn, look):
    n = len(HOSTILE)
    trace = attend(RNG.normal(size=(n, 3)), RNG.normal(size=(n, 3)), RNG.normal(size=(n, 2)))
    for pict in (
        heatmap(weights(n), HOSTILE, HOSTILE, title="$x$ <b>"),
        pipeline(trace, HOSTILE),
        heads(np.stack([weights(n)] * 2), HOSTILE),
        between(trace.V, trace.output, HOSTILE),
    ):
        assert pict.png
        tags = Tags(pict.html).found
        assert [tag for tag, _ in tags] == ["figure", "img", "style"]
        assert tags[1][1]["alt"] == pict.alt
        pict.alt.encode()
        assert not any(text.get_parse_math() for text in pict.figure.findobj(Text) if "$" in text.get_text())
        assert len(pict.alt) < 700
    assert not recwarn.list


def test_invisible_characters_are_shown_by_signs():
    shown = [fonts.drawable(token) for token in HOSTILE]
    assert shown == ["∅", "␣a␣", "$$", "$\\frac", "a↵b", "שלום", "xxxxxxxxxxx…", '"><script>a…', "�evil", "�"]
    assert fonts.drawable("   ") == "␣␣␣"
    assert fonts.drawable("中国人民大学生物系") == "中国人民大…"


def test_a_letter_that_no_font_has_causes_no_warning(recwarn):
    assert fonts.drawable("한") == "�"
    pict = heatmap([[1.0]], ["한"], ["한"])
    assert pict.png
    assert "“한” looks most at “한”" in pict.alt  # in words it can be said
    assert not recwarn.list


def test_the_names_of_a_table_are_labels_unless_it_only_counts_or_others_are_given():
    table = pandas.DataFrame([[0.25, 0.75], [1, 0]], ["sun", "sea"], ["sand", "salt"])
    assert "“sun” looks most at “salt” 0.75" in heatmap(table).alt
    assert "“old” looks most at “salt” 0.75" in heatmap(table, ["old", "new"]).alt
    assert heatmap(pandas.DataFrame(table.to_numpy())).alt == heatmap(table.to_numpy()).alt
