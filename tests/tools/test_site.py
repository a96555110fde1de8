"""The site as files: pages, links, formulas and terms are there, and nothing comes from elsewhere."""

import functools
import inspect
import io
import json
import re
from base64 import b64encode
from urllib.parse import urljoin, urlsplit

import nbformat
import pytest
from PIL import Image

import attnlib
import classroom.exercises
from attnlib import load_example, table, use_language
from attnlib.draw.stored import STORED_STATE, packed, unpacked
from classroom import machine
from classroom.exercises.catalog import EXERCISES
from classroom.questions._markup import html as marked
from classroom.web.stored_state import packed_frames
from tests.helpers.sites import built, need_katex
from tools import gallery, glossary
from tools.installer import DENO, Stop
from tools.lesson_source import FOLDED
from tools.markdown import Html
from tools.site import build, home, index, text_cells
from tools.site.cells import as_shown, cells
from tools.site.documents import PAGES as PAGES_OF_DOCS
from tools.site.formulas import Formulas
from tools.site.page import Page

LESSON, GLOSSARY = "03_scores", "glossary"
PAGES = [
    f"{lang}/{name}.html"
    for lang in build.LANGUAGES
    for name in (LESSON, GLOSSARY, "reference", "index", *PAGES_OF_DOCS)
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The first page, the glossary and a lesson, in both languages."""
    return built(tmp_path_factory.mktemp("site") / "a site 网", [LESSON, GLOSSARY, "exam"])


def notebook(lang, name):
    return nbformat.read(build.PROJECT / "notebooks" / lang / f"{name}.ipynb", as_version=4)


@functools.cache  # the index of the glossary has five hundred links to its own page
def tags(site, page):
    return Html((site / page).read_text("utf-8")).tags


def outside(way):
    return re.match(r"[a-z]+:", way)


def test_all_that_a_page_names_is_there_and_none_of_it_elsewhere(site):
    lessons = {
        f"{lang}/{lesson.name}.html"
        for lang in build.LANGUAGES
        for lesson in build.lessons_of(build.PROJECT, lang)
    }
    for page in ["index.html", "404.html", *PAGES]:
        for tag, found in tags(site, page):
            for way in (found[name] for name in ("src", "href") if name in found):
                if outside(way):
                    assert tag == "a" or way.startswith("data:"), f"{page} loads {way}"
                    continue
                target = urlsplit(urljoin(page, way))
                if target.path not in lessons - set(PAGES):  # which this site was not built with
                    assert (site / target.path).is_file(), f"{page} leads to {way}"
                    if target.fragment:
                        ids = [found.get("id") for _, found in tags(site, target.path)]
                        assert target.fragment in ids, f"{page} leads to {way}"


def test_styles_and_scripts_fetch_nothing_from_elsewhere(site):
    for path in site.glob("assets/**/*.*s"):
        for way in re.findall(r"url\(([^)]*)\)|import\(", path.read_text("utf-8")):
            assert (path.parent / way).is_file(), f"{path.name} names {way}"


def test_no_id_stands_in_a_page_twice_and_every_picture_has_words(site):
    for page in PAGES:
        ids = [found["id"] for _, found in tags(site, page) if "id" in found]
        assert len(ids) == len(set(ids)), page
        pictures = [found for tag, found in tags(site, page) if tag == "img"]
        assert all(found["alt"] for found in pictures), page


def test_both_languages_have_the_same_places(site):
    ids = [
        [found["id"] for _, found in tags(site, f"{lang}/{LESSON}.html") if "id" in found]
        for lang in build.LANGUAGES
    ]
    assert ids[0] == ids[1]
    assert "scale" in ids[0]
    keys = [
        [found["data-key"] for _, found in tags(site, f"{lang}/{LESSON}.html") if "data-key" in found]
        for lang in build.LANGUAGES
    ]
    assert keys[0] == keys[1]
    assert "puzzle-explorer" in keys[0]


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_every_formula_is_rendered_and_every_widget_has_its_state(site, lang):
    page = (site / lang / f"{LESSON}.html").read_text("utf-8")
    text = re.sub(r"<(script|annotation|code)\b.*?</\1>", "", page, flags=re.DOTALL)
    assert "$" not in Html(text).text
    assert page.count('class="katex"') > 20
    kept = [
        unpacked(out.data[STORED_STATE])
        for cell in notebook(lang, LESSON).cells
        for out in cell.get("outputs", [])
        if STORED_STATE in out.get("data", {})
    ]
    saved = re.findall(r'<script type="application/json">(.*?)</script>', page)
    assert [json.loads(one)["kind"] for one in saved] == [one["kind"] for one in kept]
    assert len(kept) > 5
    assert "data:image/png" not in page  # pictures are loaded when they are in sight


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_the_first_page_has_every_lesson_with_its_minutes_as_the_table_has_them(site, lang):
    lessons = build.lessons_of(build.PROJECT, lang)
    names = sorted(path.stem for path in (build.PROJECT / "notebooks" / lang).glob("[0-9]*.ipynb"))
    assert [lesson.name for lesson in lessons] == names
    source = (site / lang / "index.html").read_text("utf-8")
    page = Html(source)
    text = page.text.replace("\n", "")
    assert re.search('<a href="08_order.html">(position|位置)</a>', source)  # in the map of the machine
    asked = [build.asked_by(lesson, lang) for lesson in lessons]
    assert len(set(asked)) == len(lessons)
    for lesson, asks in zip(lessons, asked, strict=True):
        assert f"{lesson.number} {lesson.title} {asks.replace('*', '')} {lesson.minutes}" in text


def test_a_course_has_its_lessons_alone_and_no_link_leads_out_of_it(tmp_path):
    need_katex()
    course = ("00_start", LESSON)
    build.build(tmp_path, course=course)
    for lang in build.LANGUAGES:
        pages = {path.name for path in (tmp_path / lang).iterdir()}
        others = {"index", "reference", GLOSSARY, *PAGES_OF_DOCS}
        assert pages == {f"{name}.html" for name in (*course, *others)}
        for page in sorted(pages):
            ways = [found["href"] for tag, found in tags(tmp_path, f"{lang}/{page}") if tag == "a"]
            assert {way.split("#")[0] for way in ways if re.match(r"\w+\.html", way)} <= pages, page
        front = (tmp_path / lang / "index.html").read_text("utf-8")
        assert re.findall(r'<li><a href="(\w+)\.html"><span>', front) == [*course]
        assert re.search("(position|位置)<", front)  # in the map of the machine the word stays
        first = Html((tmp_path / lang / "00_start.html").read_text("utf-8"))
        assert f"{LESSON}.html" in [found.get("href") for tag, found in first.tags if tag == "a"]


def test_a_lesson_whose_card_nobody_has_written_asks_what_its_title_does():
    english, chinese = (build.lessons_of(build.PROJECT, lang)[3] for lang in build.LANGUAGES)
    assert build.asked_by(english, "en") == "Why divide by a square root?"
    assert build.asked_by(english._replace(name="15_mine"), "en") == "why divide by a square root?"
    assert build.asked_by(chinese._replace(name="15_mine"), "zh") == "为什么要除以平方根"
    assert build.asked_by(chinese._replace(name="15_mine", hook=""), "zh") == chinese.title


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_the_scene_says_and_draws_what_attention_gives(site, lang):
    use_language(lang)
    said = Html((site / lang / "index.html").read_text("utf-8")).text
    scene = home.scene(lang)
    for k, sentence in enumerate(load_example("apple").sentences):
        trace, at = sentence.trace(), sentence.tokens.index(scene["word"])
        most, rest = max(trace.weights[at]), trace.weights[at, at]
        food, tech = trace.output[at]
        assert {f"{most:.0%}", f"{rest:.0%}", f"{food:.2f}", f"{tech:.2f}"} <= set(
            re.findall(r"[\d.]+\d%?|\d%", said)
        )
        # It hangs where the weights balance the words above it, and so nearer to what it becomes.
        balance = sum(token["x"] * token["weights"][k] for token in scene["tokens"])
        assert scene["at"][k] == pytest.approx(balance)
        assert (scene["at"][k] < home.MIDDLE) == (food > tech)
        assert [token["word"] for token in scene["tokens"] if token["weights"][k]] == sentence.tokens


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_the_first_page_keeps_an_explorer_of_the_scene(site, lang):
    page = (site / lang / "index.html").read_text("utf-8")
    [kept] = [json.loads(one) for one in re.findall(r'<script type="application/json">(.*?)</script>', page)]
    assert kept["kind"] == "explorer"
    assert tuple(kept["state"]["state"]["selected"]) == home.CHOSEN
    assert "<noscript>" in page  # where there are no scripts, its picture


# What is said of a page to those who have not opened it


def heads(html):
    found = [found for tag, found in Html(html).tags if tag == "meta"]
    return {one.get("name") or one.get("property"): one["content"] for one in found if "content" in one}


def test_every_page_says_what_it_is_about_and_no_two_the_same(site):
    said = [heads((site / page).read_text("utf-8")) for page in PAGES]
    assert all(10 < len(one["description"]) < 200 for one in said)
    assert all(one["og:description"] == one["description"] for one in said)
    assert len({one["description"] for one in said}) == len(PAGES)


@pytest.mark.parametrize("address", ["https://github.com/OWNER/attention", "https://github.com/me/attention"])
def test_a_link_to_a_page_is_shown_with_a_picture_once_the_site_has_an_address(site, tmp_path, address):
    (tmp_path / "pyproject.toml").write_text(
        f'[project]\nversion = "1"\n[project.urls]\nrepository = "{address}"\n', "utf-8"
    )
    page = page_of()
    page.root = build.public(tmp_path)
    page.says = "words"
    html = build.framed("lesson.html", page, body="", lessons=[], before=None, after=None, cards={})
    found = heads(html)
    canonical = [one["href"] for tag, one in Html(html).tags if one.get("rel") == "canonical"]
    if "OWNER" in address:
        assert (canonical, "og:image" in found) == ([], False)
        return
    assert canonical == [found["og:url"]] == ["https://me.github.io/attention/en/01_page.html"]
    shared = found["og:image"].removeprefix("https://me.github.io/attention/")
    with Image.open(site / shared) as picture:
        assert picture.size == (1200, 630)


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("One. Two.", "One. Two."),
        (f"One. {'word ' * 40}end. Three.", "One."),
        ("第一句。第二句？", "第一句。第二句？"),
        (f"第一句。{'字' * 80}。", "第一句。"),
        ("No end", "No end"),
    ],
)
def test_a_summary_ends_with_a_sentence(text, summary):
    assert index.summary([["", "", "", text]]) == summary


def test_a_page_that_is_not_there_leads_to_both_languages(site):
    ways = [found.get("href") for tag, found in tags(site, "404.html") if tag == "a"]
    assert ways == ["en/index.html", "zh/index.html"]


def test_the_reference_has_the_functions_and_classes_with_their_arguments_and_docstrings(site):
    page = Html((site / "en" / "reference.html").read_text("utf-8"))
    ids = [found.get("id", "") for _, found in page.tags]
    for name in {*attnlib.__all__, *classroom.__all__} - {"__version__"}:
        assert any(id.endswith(f"-{name}") for id in ids), name
    assert all(f"classroom-check-{name}" in ids for name in classroom.exercises.__all__)
    assert inspect.getdoc(classroom.exercises).split("\n")[0] in page.text
    pictures = [found for tag, found in page.tags if tag == "img"]
    assert len(pictures) == len(gallery.scripts())
    for found in pictures:  # with its size its place is kept before it comes
        with Image.open(site / "en" / found["src"]) as picture:
            assert [side // 2 for side in picture.size] == [int(found["width"]), int(found["height"])]
    ways = [found["href"] for tag, found in page.tags if tag == "a" and "href" in found]
    assert {f"gallery.html#{name}" for name in gallery.scripts()} <= {*ways}
    assert "mix(weights, V)" in page.text
    assert inspect.getdoc(attnlib.mix).split("\n")[0] in page.text
    assert "SelfAttention(d_model, d_k=None, d_v=None, bias=False, output_projection=False)" in page.text


def test_no_cell_has_the_name_of_a_part_of_the_page():
    """Else a section looks like that part, and the program of that part finds the section."""
    frame = (build.PROJECT / "tools" / "site" / "templates" / "page.html").read_text("utf-8")
    parts = set(re.findall(r'\bid="([\w-]+)"', frame))
    assert {"site-search", "content", "theme"} <= parts
    for path in sorted((build.PROJECT / "notebooks" / "src").glob("*.py")):
        assert not parts & set(re.findall(r'^# %%.*\bid="([\w-]+)"', path.read_text("utf-8"), re.M)), path


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_the_gallery_has_every_picture_with_its_words_and_its_program(site, lang):
    html = (site / lang / "gallery.html").read_text("utf-8")
    page, at = Html(html), build.LANGUAGES.index(lang)
    pictures = {found["alt"]: found for tag, found in page.tags if tag == "img"}
    for script in gallery.scripts().values():
        assert pictures[script.says[at]]["loading"] == "lazy"
        assert script.program.split("\n")[-1] in page.text
    assert "gallery.html" in [found.get("href") for _, found in tags(site, f"{lang}/teaching.html")]


# On paper


def printed(site, lang):
    """What a lesson's page shows on paper before its answers, and these, as text."""
    page = (site / lang / f"{LESSON}.html").read_text("utf-8")
    page = re.sub(r"<(script|noscript|annotation)\b.*?</\1>", "", page, flags=re.DOTALL)
    page = re.sub(r"(?<=</summary>).*?(?=</details>)", "", page, flags=re.DOTALL)  # a fold stays shut
    body, answers = page.split('class="print-only answers"')
    return body, answers


def words(html):
    return re.sub(r"\s+", " ", Html(html).text)


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_on_paper_every_question_has_room_and_its_answer_and_reasons_stand_at_the_end_alone(site, lang):
    pieces = printed(site, lang)
    body, answers = map(words, pieces)
    kept = [
        unpacked(out.data[STORED_STATE])
        for cell in notebook(lang, LESSON).cells
        for out in cell.get("outputs", [])
        if STORED_STATE in out.get("data", {})
    ]
    asked = [one["state"]["_fixed"] for one in kept if one["kind"] == "question"]
    assert len(asked) > 3
    for told in asked:
        assert body.count(words(marked(told["question"]))) == 1
        wrong = told["wrong"] if told["kind"] == "choices" else []
        reasons = [told["explanation"], *(one["text"] for one in wrong)]
        for reason in map(words, map(marked, reasons)):
            assert reason not in body
            assert answers.count(reason) == 1
    numbers = [re.findall(r'class="number">(\d+)<', piece) for piece in pieces]
    assert numbers[0] == numbers[1] == [str(k + 1) for k in range(len(numbers[0]))]


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_on_paper_solutions_and_what_is_folded_stand_at_the_end_alone(site, lang):
    body, answers = map(words, printed(site, lang))
    text = "\n".join(cell.source for cell in notebook(lang, LESSON).cells if cell.cell_type == "markdown")
    folds = re.findall(r"<summary>(.*?)</summary>(.*?)</details>", text, re.DOTALL)
    later = [max(re.findall(r"[\w ]+", inside), key=len).strip() for _, inside in folds]
    later += [EXERCISES[name].solution.split("\n")[-1].strip() for name in ("scale", "scores")]
    assert len(later) > 3
    assert [one for one in later if one in body or one not in answers] == []


def test_a_prediction_is_asked_for_on_paper_and_its_sum_comes_at_the_end():
    [lesson] = build.notebooks(build.PROJECT, "zh", ["00_start"]).values()
    [cell] = [cell for cell in lesson.cells if cell["id"] == "tug-explorer"]
    page = page_of(cell)
    page.lang = "zh"
    [html] = cells(page)
    on_paper = words(html.split("</noscript>")[1])
    assert "在输出里，“苹果”的“科技”是多少？" in on_paper
    assert "0.4923" not in on_paper
    [answer] = map(words, page.answers)
    assert "[苹果, 科技] = 0.4923·0 + " in answer


# Cells of other kinds


def page_of(*cells, formulas=()):
    book = nbformat.v4.new_notebook(cells=list(cells))
    rendered = Formulas(formulas) if formulas else None
    return Page("en", "01_page", "A page", book, rendered, [], {}, [("At home", "index.html#run")])


def code_cell(source, tags=(), **data):
    out = nbformat.v4.new_output(
        "display_data", data={kind.replace("_", "/", 1): what for kind, what in data.items()}
    )
    return nbformat.v4.new_code_cell(source, id="a-cell", outputs=[out], metadata={"tags": list(tags)})


def test_an_exercise_says_how_to_do_it_and_has_no_check_that_checks_nothing():
    stub = "def my_mix(weights, V):\n    ...\n\n\nmix = check.mix(my_mix)"
    [html] = cells(page_of(code_cell(stub, ["exercise"], text_html="○ To do")))
    assert "To do" not in html
    assert '<a href="index.html#run">At home</a>' in html


def test_it_can_be_done_online_once_there_is_an_address(tmp_path):
    project = (build.PROJECT / "pyproject.toml").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(project.replace("/OWNER/", "/somebody/"), "utf-8")
    found = dict(build.ways(tmp_path, "zh", LESSON))
    assert list(found) == ["在自己的电脑上", "Binder", "Colab", "Kaggle"]
    assert all(f"zh/{LESSON}.ipynb" in way and "/somebody/" in way for way in [*found.values()][1:])
    (tmp_path / "pyproject.toml").write_text(
        re.sub(r"github.com/[^/]+", "github.com/OWNER", project), "utf-8"
    )
    assert list(dict(build.ways(tmp_path, "zh", LESSON))) == ["在自己的电脑上"]


def test_what_needs_python_says_so():
    [html] = cells(page_of(code_cell("live(draw, x=(1, 2, 1))", text_html="<p>a picture</p>")))
    assert "a picture" in html
    assert "with Python" in html
    [html] = cells(page_of(code_cell("Microscope(reading)", text_html="<p>a picture</p>")))
    assert "with Python" not in html


def test_stored_frames_are_files_and_says_nothing_of_python():
    controls = [{"name": "x", "values": ["1", "2"], "start": 0, "kind": "Slider"}]
    html = [f'<img alt="{k}" src="data:image/png;base64,{picture(k)}">' for k in (1, 2)]
    frames = [{"text/html": one} for one in html]
    stored = {STORED_STATE.replace("/", "_", 1): packed_frames(controls, frames)}
    page = page_of(code_cell("live(draw, x=(1, 2, 1))", text_html=html[0], **stored))
    [made] = cells(page)
    kept = json.loads(re.search(r"json\">(.*?)</script>", made)[1])
    assert [re.findall("alt=.(.)", frame) for frame in kept["frames"]] == [["1"], ["2"]]
    assert len(page.pictures) >= 2
    assert "data:image" not in made
    assert "with Python" not in made


def picture(k):
    file = io.BytesIO()
    Image.new("RGB", (3, 2), (k, 0, 0)).save(file, "PNG")
    return b64encode(file.getvalue()).decode()


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_what_is_said_of_notebooks_alone_is_not_said_on_a_page(lang):
    said = notebook(lang, "00_start").cells[0].source
    assert "Shift+Enter" in said
    [shown] = build.notebooks(build.PROJECT, lang, ["00_start"]).values()
    assert shown.cells[0].source == build.OF_NOTEBOOKS.sub("", said)
    assert "Shift" not in shown.cells[0].source


def test_a_cell_for_notebooks_alone_is_no_part_of_a_page():
    asked = {
        cell.id for cell in notebook("en", "00_start").cells if "notebook" in cell.metadata.get("tags", [])
    }
    [shown] = build.notebooks(build.PROJECT, "en", ["00_start"]).values()
    assert asked
    assert not asked & {cell.id for cell in shown.cells}


def test_a_head_in_which_nothing_stands_is_none():
    table = "| | a |\n|---|---|\n| b | c |"
    assert "<td></td><th>a</th></tr>" in text_cells.html(table, page_of())
    right = text_cells.html(table.replace("---|\n", "--:|\n"), page_of())
    assert '<th style="text-align:right">a</th>' in right
    [html] = cells(page_of(code_cell("x", text_html="<table><tr><th></th><th>a</th></tr></table>")))
    assert "<tr><td></td><th>a</th></tr>" in html


def test_short_formulas_and_code_are_not_broken_nor_parted_from_what_closes():
    page = page_of(formulas=[("d_k", False), ("a = " + "b + " * 8, False)])
    assert re.search(r'好<span class="kept">（<.*>。</span>好', text_cells.html("好（$d_k$。好", page))
    assert '<code class="kept">X @ W</code>' in text_cells.html("`X @ W`", page)
    long = text_cells.html(f"$a = {'b + ' * 8}$, `{'x' * 40}`", page)
    assert "kept" not in long


def test_a_link_that_is_a_formula_has_a_name():
    page = page_of(formulas=[("d_k", False)])
    page.terms = [glossary.Term("term-d-k", "$d_k$", frozenset(["d_k"]), "a size")]
    assert 'aria-label="d_k"' in text_cells.html("[$d_k$](glossary.ipynb)", page)


def test_no_text_of_a_widget_ends_its_script():
    state = {"kind": "desk", "arrays": [], "state": {"_fixed": {"texts": "</script><b>"}}}
    page = page_of(
        code_cell("WritingDesk()", text_plain="a desk", **{STORED_STATE.replace("/", "_", 1): packed(state)})
    )
    [html] = cells(page)
    assert html.count("</script>") == 1
    assert json.loads(re.search(r"json\">(.*?)</script>", html)[1]) == state
    assert page.alive


def test_what_a_program_prints_is_no_html():
    out = nbformat.v4.new_output("stream", text="<b>x</b>")
    [html] = cells(page_of(nbformat.v4.new_code_cell("print(1)", outputs=[out])))
    assert "&lt;b&gt;x" in html
    assert '<pre class="shown scroll">' in html
    out.text = "[[1 2]\n [3 4]]"
    [html] = cells(page_of(nbformat.v4.new_code_cell("print(1)", outputs=[out])))
    assert '<pre class="shown scroll array">' in html  # whose lines do not wrap


def test_links_between_lessons_lead_to_pages():
    page = page_of()
    assert 'href="02_x.html#a"' in text_cells.html("[a](02_x.ipynb#a)", page)
    assert 'href="../zh/02_x.html"' in text_cells.html("[a](../zh/02_x.ipynb)", page)
    assert 'href="https://a.b/c.ipynb" rel="external"' in text_cells.html("[a](https://a.b/c.ipynb)", page)
    assert 'href="08_order.html"' in as_shown(machine()._repr_html_(), page)


def test_a_long_name_of_a_row_may_break_at_its_marks():
    shown = as_shown(table(call=["F.a_b", "d=1"], x=[0.5, 1])._repr_html_(), page_of())
    assert ">F.<wbr>a_<wbr>b</th>" in shown
    assert "<td>0.5</td>" in shown


def test_a_section_for_later_is_folded_below_its_heading_up_to_the_next():
    later = nbformat.v4.new_markdown_cell("## For later\n\nTwo doubts.", id="later", metadata={FOLDED: True})
    doubt, further = (
        nbformat.v4.new_markdown_cell("Why?", id="doubt"),
        nbformat.v4.new_markdown_cell("## Next"),
    )
    html = re.sub(r"\s+", " ", "".join(cells(page_of(later, doubt, further))))
    assert re.search(
        r"Two doubts\.</p> </div> <details [^>]*><summary>[^<]+</summary> <div[^>]*> <p>Why", html
    )
    assert re.search(r"Why\?</p> </div> </details> <div[^>]*> <h2[^>]*>Next", html)
    assert "".join(cells(page_of(later, doubt))).count("</details>") == 1


def test_a_formula_that_cannot_be_read_is_named():
    with pytest.raises(RuntimeError, match=r"\\frac\{: .*KaTeX parse error"):
        Formulas({(r"\frac{", False)})


def test_without_a_network_formulas_are_missed_in_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setitem(DENO, "DENO_DIR", str(tmp_path))  # where KaTeX is not yet
    for name in ["HTTP_PROXY", "HTTPS_PROXY"]:
        monkeypatch.setenv(name, "http://127.0.0.1:9")
        monkeypatch.delenv(name.lower(), raising=False)
    with pytest.raises(
        Stop, match="^KaTeX, which .* is not here yet. .* connect this computer to the internet"
    ):
        Formulas({("d_k", False)})


def test_the_index_holds_what_is_read_by_section_and_no_folded_answer():
    text = "# A page\n\nOne *two*\n\n<details>\n\nforty-two\n\n</details>\n\nwith $\\sqrt{d_k}$"
    page = page_of(
        nbformat.v4.new_markdown_cell(text, id="first"),
        nbformat.v4.new_markdown_cell("## Part `x`\n\n掩码", id="second"),
    )
    assert index.sections(page) == [
        ["01_page.html", "A page", "", "One two with √d_k"],
        ["01_page.html#second", "A page", "Part x", "掩码"],
    ]


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (r"\sqrt{d_k} \cdot T", "√d_k · T"),
        (r"\text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V", "softmax(Q Kᵀ/√d_k) V"),
        (r"\tfrac12", "1/2"),
    ],
)
def test_a_formula_is_sought_as_it_is_typed(formula, said):
    assert index.plain(formula) == said


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_each_term_is_a_section_of_the_index(site, lang):
    terms = build.terms_of(build.PROJECT, lang)
    found = (site / "assets" / f"index.{lang}.js").read_text("utf-8").split(" = ", 1)[1].rstrip(";\n")
    sections = {address: (title, text) for address, _, title, text in json.loads(found)["sections"]}
    for term in terms:
        title, text = sections[f"glossary.html#{term.id}"]
        assert title.startswith(term.called[0])
        assert text
    assert "cdot" not in found


@pytest.mark.parametrize("lang", build.LANGUAGES)
def test_lecturers_have_a_page_whose_links_stay_within_the_site(site, lang):
    html = (site / lang / "teaching.html").read_text("utf-8")
    main = html[html.index("<main") : html.index("</main>")]
    assert "misconceptions.html" in main
    assert "14_two_towers.html" in main
    assert not re.search(r"\.md\b|\.ipynb|<!--", re.sub(r"<pre>.*?</pre>", "", main, flags=re.S))
    assert main.count('class="copy"') == main.count("<pre>") > 0  # a command or a link is there to be copied
    assert main.count("<h2") == len(
        re.findall("^## ", (build.PROJECT / "docs/teaching.md").read_text("utf-8"), re.M)
    )
