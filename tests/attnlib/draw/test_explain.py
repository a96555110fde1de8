"""The sum behind any entry: its text says what the number is, and adds up to it."""

import math
import re

import numpy as np
import pytest

from attnlib.attention import attend
from attnlib.draw.explain import explain
from attnlib.draw.style import HUES
from attnlib.examples import load_example
from attnlib.languages import use_language

STEPS = ["Q", "K", "V", "scores", "scaled", "masked", "weights", "output"]


@pytest.fixture
def hand_worked():
    return load_example("hand_worked").select(0).trace()


def test_a_score_in_full(hand_worked):
    assert explain(hand_worked, "scores", "爱", "中国").text == (
        "scores[love, China] = 0.2925·(-0.1578) + (-0.1160)·(-0.0537) + (-0.6358)·(-0.6168)"
        " + (-0.1054)·0.0282 = 0.3492"
    )


def test_tokens_are_named_in_the_current_language_and_found_in_either(hand_worked):
    use_language("zh")
    assert explain(hand_worked, "scores", "love", "中国").text.startswith("scores[爱, 中国] = ")


def test_columns_are_named_in_the_current_language_and_found_in_either():
    trace = load_example("first_look").trace()
    assert explain(trace, "Q", "chases", "食物").text.startswith("Q[chases, food] = ")
    assert explain(trace, "output", 1, 1).text.startswith("output[cat, strong] = ")
    use_language("zh")
    assert explain(trace, "K", "cat", "doer").text.startswith("K[猫, 施动者] = ")


def test_every_step_is_written_as_its_formula(hand_worked):
    def text(*entry):
        return explain(hand_worked, *entry).text

    assert text("Q", "I", 0) == (
        "Q[I, 0] = 0.9535·(-0.2665) + 0.0033·(-0.3861) + 0.7889·(-0.4229) + 0.8760·(-0.1167)"
        " + 0.4796 = -0.2116"
    )
    assert text("scaled", "love", "China") == "scaled[love, China] = 0.3492 / √4 = 0.1746"
    assert text("masked", "love", "China") == "masked[love, China] = scaled = 0.1746"
    assert text("weights", 1, 2) == (
        "weights[love, China] = exp(0.1746) / (exp(0.0650) + exp(0.2572) + exp(0.1746)) = 0.3353"
    )
    assert (
        text("output", "I", 0)
        == "output[I, 0] = 0.3328·(-0.2116) + 0.3287·0.2925 + 0.3385·(-0.1578) = -0.0277"
    )


def test_whole_numbers_stay_whole():
    trace = load_example("first_look").trace()
    assert explain(trace, "scores", "chases", "fish").text == "scores[chases, fish] = 0·0 + 2·3 + (-1)·0 = 6"


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("name", ["hand_worked", "first_look", "unbatched_2_to_4"])
def test_the_arithmetic_adds_up_to_the_number(name, step):
    example = load_example(name)
    example = example.select(1) if example.X.ndim == 3 else example
    trace = example.trace(keep=np.tri(len(example.X), dtype=bool), temperature=0.5)
    A = getattr(trace, step)
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            _, left, *right = re.split(" = ", explain(trace, step, i, j).text)
            if left == "scaled":
                left = explain(trace, "scaled", i, j).text.split(" = ")[1]
            assert value(left) == pytest.approx(A[i, j], abs=2e-3)
            assert value(right[0] if right else left) == pytest.approx(A[i, j], abs=5e-5)


def value(sum_as_text):
    """What a sum in the notation of a lesson comes to."""
    python = sum_as_text.replace("·", "*").replace("∞", "math.inf").replace("exp", "math.exp")
    return eval(re.sub(r"√(\d+)", r"math.sqrt(\1)", python), {"math": math})


def test_a_masked_entry_is_called_masked(hand_worked):
    trace = (
        load_example("hand_worked")
        .select(0)
        .trace(keep=np.array([[0, 0, 0], [1, 1, 0], [1, 1, 1]], dtype=bool))
    )
    assert explain(trace, "masked", 1, 2).text == "masked[love, China] = -∞"
    assert explain(trace, "weights", 1, 2).text == (
        "weights[love, China] = exp(-∞) / (exp(0.0650) + exp(0.2572) + exp(-∞)) = 0.0000"
    )
    assert explain(trace, "weights", 0, 2).text == "weights[I, China] = 0.0000"  # may look nowhere: no sum


def test_a_long_sum_is_elided_in_the_middle():
    trace = load_example("masked_narrow_head").select(0).trace()
    text = explain(trace, "scores", 3, 5).text
    assert text.count("·") == 7
    assert text.count("…") == 1
    assert text.split(" + ")[4] == "…"


def test_eight_terms_are_not_elided():
    Q = np.arange(8.0).reshape(1, 8)
    assert "…" not in explain(attend(Q, Q, Q), "scores", 0, 0).text


def test_html_and_latex_hold_the_same_line_in_colour(hand_worked):
    explanation = explain(hand_worked, "scores", 1, 2)
    assert re.sub("<[^>]*>", "", explanation.html).replace("−", "-") == explanation.text
    assert explanation.html.count(HUES["Q"]) == explanation.html.count(HUES["K"]) == 4
    assert explanation.latex.count(rf"\textcolor{{{HUES['K']}}}") == 4
    for formula in (explanation.latex, explain(hand_worked, "weights", 0, 0).latex):
        assert formula.count("{") == formula.count("}")
    assert HUES["V"] in explain(hand_worked, "output", 0, 0).html
    assert explanation._repr_mimebundle_()["text/plain"] == explanation.text == str(explanation)


def test_the_html_has_the_chinese_name_of_the_step(hand_worked):
    use_language("zh")
    explanation = explain(hand_worked, "scores", 1, 2)
    assert re.sub("<[^>]*>", "", explanation.html).startswith("注意力分数[爱, 中国] = ")


def test_hostile_tokens_stay_text(hand_worked):
    from dataclasses import replace

    words = {"en": ["<img src=x onerror=alert(1)>", "$$", "{\\}"]}
    trace = replace(load_example("hand_worked").select(0), words=words).trace()
    explanation = explain(trace, "scores", 0, 1)
    assert "<img" not in explanation.html
    assert "&lt;img" in explanation.html
    assert r"\$\$" in explanation.latex


def test_a_trace_of_tensors():
    torch = pytest.importorskip("torch")
    Q = torch.tensor([[1.0, 2.0]])
    assert explain(attend(Q, Q, Q), "scores", 0, 0).text == "scores[0, 0] = 1·1 + 2·2 = 5"


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (("score", 0, 0), "step needs to be one of Q, K, V, scores, .* but is 'score'"),
        (
            ("scores", "我们", 0),
            "row needs to be one of I, love, China, or a position from 0 to 2, but '我们' is there 0",
        ),
        (("scores", 0, 3), "col needs to be from 0 to 2, but is 3"),
        (("Q", 0, "love"), "col needs to be one of 0, 1, 2, 3"),
    ],
)
def test_unknown_steps_rows_and_columns_are_refused(hand_worked, entry, says):
    with pytest.raises(ValueError, match=says):
        explain(hand_worked, *entry)


def test_a_repeated_token_needs_a_position():
    from dataclasses import replace

    trace = replace(load_example("hand_worked").select(0), words={"en": ["a", "b", "a"]}).trace()
    with pytest.raises(ValueError, match="'a' is there 2 times"):
        explain(trace, "scores", "a", "b")
    assert explain(trace, "scores", 2, "b").text.startswith("scores[a, b]")


def test_a_batch_and_a_trace_without_x_are_refused():
    with pytest.raises(ValueError, match=r"needs to be of one sentence, \(n, d\), but is \(2, 3, 3\)"):
        explain(load_example("hand_worked").trace(), "scores", 0, 0)
    Q = np.ones((2, 2))
    with pytest.raises(ValueError, match="this trace has no X"):
        explain(attend(Q, Q, Q), "Q", 0, 0)
