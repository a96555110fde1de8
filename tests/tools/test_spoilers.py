"""A question and its answer on one screen: each way to give it away, found in a notebook where it is done."""

import ast

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from attnlib.languages import language, use_language
from classroom.questions._printed import answer_as_text
from classroom.questions._read import all_questions
from tools.spoilers import spoilers

ASK = 'ask("layers")'  # the answer is 50
TRUTH = 'load_example("apple").select(0).trace().scores[0, 1]'


def text(source):
    return new_markdown_cell(source)


def code(source, id=None, printed="", **data):
    cell = new_code_cell(source, **({"id": id} if id else {}))
    if printed:
        cell.outputs.append(new_output("stream", text=printed))
    if data:
        shown = {kind.replace("_", "/", 1): what for kind, what in data.items()}
        cell.outputs.append(new_output("display_data", data=shown))
    return cell


def found(*cells, lang="en"):
    return [problem for _, problem in spoilers(lang, new_notebook(cells=list(cells)))]


def gives_away(*cells, lang="en"):
    problems = found(code(ASK, "question"), *cells, lang=lang)
    return any("gives away what is asked in question" in problem for problem in problems)


@pytest.mark.parametrize(
    "cells",
    [
        [text("That makes 50 layers.")],
        [text("A thought."), text("Now we know: **50**.")],
        [text("A thought."), code("print(1)", printed="50\n")],
        [code("x", text_plain="50")],
        [code("x", text_html="<table><tr><td>layers</td><td>50</td></tr></table>")],
        [code("layers = 50")],
        [code("print(x)", printed="layers = 50")],
        [text("49 layers go back 98 words.")],  # what only the explanation says
    ],
)
def test_an_answer_below_its_question_is_found(cells):
    assert gives_away(*cells)
    assert gives_away(*cells, lang="zh")


@pytest.mark.parametrize(
    "cells",
    [
        [text("150 layers, 500, 0.50, 5.0, and 50.5")],
        [text("## 50 · The next section")],
        [text("a"), text("b"), text("50, on another screen")],
        [text("a"), code('ask("what_moves")'), text("50")],
        [code("x", text_html='<img alt="" src="data:image/png;base64,+50+">')],
        [new_markdown_cell("Let them say 50.", metadata={"tags": ["lecturer"]})],
    ],
)
def test_what_is_no_answer_or_far_away_is_not(cells):
    assert not gives_away(*cells)


@pytest.mark.parametrize(
    ("id", "lang", "said", "not_said"),
    [
        ("divisor", "en", "so $\\sqrt{d_k} = ANSWER$", "with ANSWER4 heads"),
        ("score_eat_apple", "zh", "吃 → 苹果得 ANSWER。", "一共 1ANSWER 个词"),
        ("weights_shape", "en", "It is ANSWER.", "5 words, (5, 2)"),
        ("telling_inputs", "zh", "要用两个查询，三个键", "要用三个查询，两个键"),
        ("spread_of_scores", "zh", "变成 4 倍宽", "变成 14 倍宽"),
        ("apple_beside_eat", "en", "It is Nearly (2, 0): food.", "(2, 0) is food"),
        ("what_moves", "en", "all 16 change", "not all of them"),
    ],
)
def test_each_kind_of_answer_is_known_by_its_words(id, lang, said, not_said):
    use_language(lang)
    said, not_said = (one.replace("ANSWER", answer_as_text(all_questions()[id])) for one in (said, not_said))
    use_language("en")
    asked = code(f"ask('{id}', then=curves(x, y))", "question")
    assert len(found(asked, text(said), lang=lang)) == 1
    assert found(asked, text(not_said), lang=lang) == []
    assert language() == "en"


def test_a_text_that_asks_is_followed_by_a_cell_that_lets_the_reader_answer():
    for asks in "So which one grows?", "哪一个会变大？", "(And *why*?)":
        assert "does not let anybody answer" in found(text(asks), code("print(x)"))[0]
        assert "does not let anybody answer" in found(text(asks), text("The second."))[0]
        for answered in ASK, 'Explorer("apple", predict=("scores", 2))', "mix = check.mix(my_mix)":
            assert found(text(asks), code(answered)) == []
    assert found(text("What grows? The second one."), code("print(x)")) == []
    assert found(text("Well.\n\n## What grows?"), code("print(x)")) == []


@pytest.mark.parametrize(
    "cells",
    [
        [code(f"print({TRUTH})")],
        [code("apple = load_example('apple').select(0)"), code("S = apple.trace().scores\nprint(S[0, 1])")],
        [code(f"def show():\n    return {TRUTH} + 1")],
    ],
)
def test_what_computes_the_answer_stands_nowhere(cells):
    asked = code('ask("score_eat_apple")', "question")
    assert ast.unparse(ast.parse(TRUTH)) == all_questions()["score_eat_apple"].truth
    far = [text("a"), text("b"), text("c")]
    for lesson in [*cells, *far, asked], [asked, *far, *cells]:
        assert any("computes what is asked in question" in problem for problem in found(*lesson))
    other = 'load_example("apple").select(1).trace().scores[0, 1]'
    assert found(asked, *far, code(other)) == []
