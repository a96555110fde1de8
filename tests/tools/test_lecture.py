"""A lecture: the hall's notebook has no notes and large explorers, and runs; the notes have all the rest."""

import nbformat
import pytest

from attnlib.languages import language
from tests.helpers.small_lesson import EXERCISES, written
from tools.lecture.__main__ import main
from tools.lecture.hall import edition, ends_with_widget, large
from tools.lecture.notes import page, plan
from tools.lesson_source import NOTEBOOKS, read_lesson

LESSONS = sorted((NOTEBOOKS / "src").glob("[0-9]*.py"))

LINKED = EXERCISES.replace(
    "[itself](01_small.ipynb)", "[itself](01_small.ipynb), [x](https://a.bc/01_small.ipynb)"
)
LINKED = LINKED.replace("[本课](01_small.ipynb)", "[本课](01_small.ipynb)，[x](https://a.bc/01_small.ipynb)")


@pytest.fixture
def lesson(tmp_path):
    return read_lesson(written(tmp_path, LINKED))


def cells(lesson, lang, folder):
    return {cell.id: cell for cell in edition(lesson, lang, folder).cells}


def test_the_hall_sees_no_notes_and_no_solutions(lesson, tmp_path):
    found = cells(lesson, "en", tmp_path)
    shown = "".join(cell.source for cell in found.values())
    assert "note" not in found
    assert "For whoever teaches." not in shown
    assert "return weights @ V" not in shown
    assert "..." in found["exercise-mix"].source


def test_the_hall_does_not_see_how_far_the_lecturer_is(tmp_path):
    lesson = read_lesson(NOTEBOOKS / "src" / "06_masks.py")
    assert "check.progress()" in [cell.text for cell in lesson.cells]
    assert "check.progress()" not in [cell.source for cell in edition(lesson, "en", tmp_path).cells]


def test_the_hall_sees_no_calls_that_only_show_a_widget(tmp_path):
    source = LINKED.replace("view = {", 'ask("layers")\n\n# %% id="view"\nview = {')
    found = cells(read_lesson(written(tmp_path, source)), "en", tmp_path)
    folded = [id for id, cell in found.items() if "jupyter" in cell.metadata]
    assert folded == ["setup", "widget"]


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ('ask("layers", then=f(x))', True),
        ("look = 1\nExplorer(look)", True),
        ("Explorer.of(words)", True),
        ("explorer = Explorer(look)", False),
        ("f(ask)", False),
        ("x", False),
    ],
)
def test_a_program_that_ends_with_a_widget(code, result):
    assert ends_with_widget(code) is result


@pytest.mark.parametrize(("lang", "text"), [("en", "For whoever teaches."), ("zh", "写给老师。")])
def test_the_notes_have_what_the_lecturer_is_told_and_all_answers(tmp_path, lang, text):
    source = LINKED.replace("view = {", 'ask("telling_inputs")\n\n# %% id="view"\nview = {')
    said = page(read_lesson(written(tmp_path, source)), lang)
    assert text in said
    for line in [
        "    return weights @ V",
        "    return S / d_k**0.5",
        f'<p class="right">(a) {"two queries" if lang == "en" else "两个查询"}',
    ]:
        assert line in said
    assert "SOLUTION" not in said
    assert "http" not in said  # nothing is fetched, nothing leads away
    assert language() == "en"


def test_formulas_in_the_notes_need_no_style_and_folds_stay_folded(tmp_path):
    fold = "<details><summary>Why</summary>\n#\n# Since $x^2$.\n#\n# </details>"
    source = LINKED.replace("# ## Recap", f"# ## Recap\n#\n# {fold}")
    source = source.replace("# ## 小结", f"# ## 小结\n#\n# {fold}").replace(
        "whoever teaches", "whoever knows $d_k$"
    )
    said = page(read_lesson(written(tmp_path, source)), "en")
    assert said.count("<math") == 2
    assert "<details><summary>Why</summary>" in said
    assert "$" not in said.split("<script>")[0]


def test_notes_are_written_without_a_network(tmp_path, monkeypatch):
    def refuse(formulas):
        raise RuntimeError("npm cannot be reached")

    monkeypatch.setattr("tools.lecture.notes.Formulas", refuse)
    source = LINKED.replace("whoever teaches", "whoever knows $d_k < 3$")
    assert "<code>d_k &lt; 3</code>" in page(read_lesson(written(tmp_path, source)), "en")


def test_a_plan_is_added_up_section_by_section(tmp_path):
    told = "**50 minutes.** Sections 1 and 2: 6 min at the board. Section 4, the heart: 10; vote. Recap 3."
    told += " Sections 3 and 5, the others, are for home; use section 2."
    titles = "".join(
        f'# %% [markdown] id="s{k}" lang="en"\n# ## {k} · {words}\n\n'
        for k, words in enumerate(["One", "Two", "Three", "Four", "Recap"], start=1)
    )
    source = LINKED.replace("For whoever teaches.", told).replace(
        '# %% id="widget"', titles + '# %% id="widget"'
    )
    assert plan(read_lesson(written(tmp_path, source))) == {1: 6, 2: 6, 4: 16, 5: 19}


def test_the_clock_knows_the_plan_of_each_lesson():
    for path in LESSONS:
        ends = [*plan(read_lesson(path)).values()]
        assert len(ends) >= 5, f"{path.name}: the plan for the lecturer has {len(ends)} sections"
        assert ends == sorted(ends), path
        assert 45 <= ends[-1] <= 50, path


def test_links_lead_to_the_lessons_from_the_lectures_folder(lesson, tmp_path):
    text = cells(lesson, "zh", tmp_path / "build" / "lecture")["title"].source
    assert "[本课](../../zh/01_small.ipynb)" in text
    assert "[x](https://a.bc/01_small.ipynb)" in text


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ('Explorer("first_look")', 'Explorer("first_look", large=True)'),
        ('x = "爱"; Explorer(x); y = 1', 'x = "爱"; Explorer(x, large=True); y = 1'),
        (
            "Explorer(f(Explorer(a)),\n  heads=2)",
            "Explorer(f(Explorer(a, large=True)),\n  heads=2, large=True)",
        ),
        ("Explorer(a, large=False)", "Explorer(a, large=False)"),
        ("explorer.trace", "explorer.trace"),
    ],
)
def test_every_explorer_is_large(code, result):
    assert large(code) == result


@pytest.mark.slow
def test_the_edition_shows_nothing_before_it_is_run(lesson, tmp_path, capsys):
    assert main(["1", "zh"], tmp_path, tmp_path / "lecture") == 0
    path, notes = capsys.readouterr().out.split()
    assert notes == path.replace(".ipynb", ".html")
    code = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert len(code) > 5
    assert not any(cell.outputs or cell.execution_count for cell in code)


@pytest.mark.slow
def test_an_edition_that_does_not_run_is_refused(tmp_path, capsys):
    written(tmp_path, LINKED.replace('print(f"{len(x)} = 2")', "print(y)"))
    assert main(["01", "en"], tmp_path, tmp_path / "lecture") == 1
    assert "NameError" in capsys.readouterr().err
    assert not list((tmp_path / "lecture").glob("*.ipynb"))


@pytest.mark.slow
def test_without_pytorch_what_needs_it_is_not_run_and_stays(tmp_path, capsys, monkeypatch):
    source = LINKED.replace('id="show"', 'id="show" tags=["torch"]')
    written(tmp_path, source.replace("x = [", "x = unknown["))
    assert main(["01", "en"], tmp_path, tmp_path / "lecture") == 1
    assert "NameError" in capsys.readouterr().err
    monkeypatch.setattr("tools.lecture.hall.missing", lambda needs: needs)
    assert main(["01", "en"], tmp_path, tmp_path / "lecture") == 0
    path, _ = capsys.readouterr().out.split()
    assert "show" in [cell.id for cell in nbformat.read(path, as_version=4).cells]


def test_a_lesson_that_is_wrong_is_refused(tmp_path, capsys):
    written(tmp_path, LINKED.replace("一个向量 $x$", "一个向量"))
    assert main(["01", "en"], tmp_path, tmp_path / "lecture") == 1
    assert "the twins differ in their formulas" in capsys.readouterr().err
    assert not list((tmp_path / "lecture").glob("*.ipynb"))
