"""The explorer in Python: numbers in, trace out; kept, loaded, of a trace, saved as a page."""

import json
import re
from dataclasses import replace

import numpy as np
import pandas
import pytest
import torch

from attnlib._validate import SCALINGS
from attnlib.attention import attend, causal_mask, merge_heads, project, split_heads
from attnlib.draw.explain import explain
from attnlib.examples import Example, load_arrays, load_example
from attnlib.languages import DATA, use_language
from classroom.explorer import Explorer
from classroom.web.browser import read
from tests.helpers.explorers import assert_same, assert_untouched, by_steps, held, message, random_example

EXAMPLES = sorted(path.stem for path in (DATA / "examples").glob("*.json"))
PROJECTED = [name for name in EXAMPLES if {"X", "vocabulary"} & load_arrays(name).keys()]


# Numbers in, trace out


def test_a_number_that_is_set_moves_the_trace_and_who_observes_is_told():
    explorer, told = Explorer("first_look"), []
    explorer.observe(lambda change: told.append((change.name, change.new)), ["X", "temperature", "trace"])
    explorer.X = explorer.X * 2
    explorer.temperature = 0.5
    assert [name for name, _ in told] == ["trace", "X", "trace", "temperature"]  # never too late
    assert told[0][1] is not told[2][1] is explorer.trace
    assert_same(explorer.trace, by_steps(explorer))
    explorer.X = explorer.X.copy()  # the same numbers: nothing to tell
    assert len(told) == 4


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("keep", causal_mask(4)),
        ("temperature", 3.0),
        ("scaling", "none"),
        ("scaling", "d_k"),
        ("sentence", 1),
    ],
)
def test_each_control_moves_the_trace(name, value):
    explorer = Explorer("first_look")
    weights = explorer.trace.weights
    setattr(explorer, name, value)
    assert abs(explorer.trace.weights - weights).max() > 0.01
    assert_same(explorer.trace, by_steps(explorer))


def test_a_sentence_brings_its_own_numbers_and_words():
    explorer = Explorer("hand_worked")
    explorer.sentence = 1
    batch = load_example("hand_worked")
    assert np.array_equal(explorer.X, batch.X[1])
    assert explorer.example.tokens == ["the sun", "turns", "red"]
    assert_same(explorer.trace, [array[1] for _, array in batch.trace()])


def test_a_sentence_chosen_by_an_observer_of_the_browser_brings_its_numbers_too():
    explorer = Explorer("first_look")
    explorer.observe(lambda change: setattr(explorer, "sentence", 2), "prediction")
    explorer.set_state({"prediction": 1, "_edit": 1})
    assert np.array_equal(explorer.X, load_example("first_look").sentences[2].X)


def test_a_sentence_from_the_browser_comes_with_edited_numbers():
    explorer, X = Explorer("first_look"), np.ones((4, 6))
    explorer.set_state(message(sentence=1, X=X, _edit=7))
    assert (explorer.sentence, explorer._followed) == (1, 7)
    assert np.array_equal(explorer.X, X)
    assert_same(explorer.trace, by_steps(explorer))


def test_arrays_are_copies_that_nobody_changes_unseen():
    explorer, mine = Explorer("first_look"), np.ones((6, 3))
    explorer.W_Q = mine
    mine[:] = 9
    assert explorer.W_Q.max() == 1
    for array in (explorer.W_Q, explorer.X):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 5
    explorer.keep = keep = np.ones((4, 4), bool)
    keep[:] = False
    assert explorer.keep.all()
    with pytest.raises(ValueError, match="read-only"):
        explorer.keep[0, 0] = False
    explorer.set_state(message(X=[[1.0] * 6] * 4))
    with pytest.raises(ValueError, match="read-only"):
        explorer.X[0, 0] = 5


def test_two_explorers_of_one_example_are_independent():
    example = load_example("first_look")
    one, other = Explorer(example), Explorer(example)
    before = held(other)
    one.W_V, one.temperature, one.sentence = one.W_V + 1, 2.0, 1
    assert_untouched(other, before)
    assert np.array_equal(example.W_V, other.W_V)


# Heads that are off


def test_heads_that_are_off_are_kept_and_loaded(rng):
    explorer = Explorer(random_example(rng, heads=2))
    explorer.heads_on = [True, False]
    assert_same(explorer.trace, by_steps(explorer, 2))  # each head goes on as before
    again = Explorer(explorer.example).load(explorer.state)
    assert again.heads_on.tolist() == [True, False]
    explorer.heads_on = None
    again.load(explorer.state)
    assert again.heads_on is None


# The example, and how often it is computed


def test_the_example_has_the_mask_on_the_screen():
    explorer = Explorer("first_look")
    explorer.keep = causal_mask(4)
    assert_same(explorer.example.trace(), [array for _, array in explorer.trace])
    masked = Explorer("masked_narrow_head")
    assert masked.keep is not None
    masked.keep = None
    assert_same(masked.example.trace(), [array for _, array in masked.trace])


@pytest.mark.parametrize(
    "change",
    [
        lambda explorer: setattr(explorer, "X", explorer.X + 1),
        lambda explorer: setattr(explorer, "keep", causal_mask(4)),
        lambda explorer: setattr(explorer, "sentence", 2),
        lambda explorer: explorer.load({"X": explorer.X + 1, "W_Q": explorer.W_Q + 1, "temperature": 2.0}),
        lambda explorer: explorer.set_state(message(X=np.ones((4, 6)), W_K=np.ones((6, 3)), _edit=1)),
    ],
)
def test_a_change_computes_one_trace_and_so_does_the_constructor(monkeypatch, change):
    computed, trace = [], Example.trace
    monkeypatch.setattr(Example, "trace", lambda *args, **more: computed.append(1) or trace(*args, **more))
    explorer = Explorer("first_look", goal=("weights", 2, 1, ">", 0.5), predict=("weights", 2))
    assert len(computed) == 1
    change(explorer)
    assert len(computed) == 2
    assert_same(explorer.trace, by_steps(explorer))


# Every example


@pytest.mark.parametrize("name", [name for name in PROJECTED if name != "shared_head_projection"])
def test_every_example_has_the_trace_that_attnlib_gives(name):
    example = load_example(name)
    for k, sentence in enumerate(example.sentences):
        explorer = Explorer(name, sentence=k)
        assert_same(explorer.trace, [array for _, array in sentence.trace()])
        assert_same(explorer.trace, by_steps(explorer, example.heads))


def test_queries_keys_and_values_that_are_given():
    Q, K, V, keep = (load_arrays("scaled_dot_product")[name] for name in ("Q", "K", "V", "keep"))
    trace = attend(Q, K, V, keep, 1.7)
    explorer = Explorer(trace)
    assert explorer.temperature == 1.7
    for k in (0, 1):
        explorer.sentence = k
        assert_same(explorer.trace, [array[k] for _, array in trace])
    explorer.K = -explorer.K
    assert_same(explorer.trace, [array[1] for _, array in attend(Q, -K, V, keep, 1.7)])
    assert explorer.example.X is None


def test_projections_that_heads_share_are_done_before():
    arrays = load_arrays("shared_head_projection")
    pairs = (("queries", "W_Q"), ("keys", "W_K"), ("values", "W_V"))
    Q, K, V = (project(split_heads(arrays[name], arrays["heads"]), arrays[W]) for name, W in pairs)
    trace = attend(Q, K, V, temperature=arrays["heads"] ** 0.5)
    assert_same(Explorer(trace).trace, [array[0] for _, array in trace])
    assert Explorer(trace).trace.weights.shape == (4, 5, 6)


def test_what_starts_no_attention_is_refused():
    with pytest.raises(ValueError, match="layer_norm holds x, eps"):
        Explorer("layer_norm")
    with pytest.raises(TypeError, match="needs an Example, the name of one, what attend returns.*ndarray"):
        Explorer(np.ones((2, 2)))
    Q, keep = np.ones((2, 3, 2)), np.stack([np.ones((3, 3)), np.eye(3)]) > 0
    with pytest.raises(ValueError, match=r"one mask for all, but Q is \(2, 3, 2\)"):
        Explorer(attend(Q, Q, Q, keep))


@pytest.mark.parametrize(("name", "code", "word"), [("", "en", "old"), (".zh-CN", "zh", "老")])
def test_the_programs_on_its_page_run(monkeypatch, tmp_path, name, code, word):
    page = (DATA.parent / "docs" / f"explorer{name}.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    use_language(code)
    programs, names = re.findall(r"```python\n(.*?)```", page, re.DOTALL), {}
    assert len(programs) == 2
    for program in programs:
        *lines, last = program.strip().splitlines()
        exec("\n".join(lines), names)
        shown = eval(last, names)
    assert shown.start.tokens[0] == word
    assert names["explorer"].trace.weights.shape == (3, 3)


OWN = {"X": [[1, 0], [0, 1], [1, 1]], "W_Q": [[2], [0]], "W_K": [[0], [1]], "W_V": [[1, 0], [0, 1]]}
WORDS = ["sun", "sea", "sand"]


@pytest.mark.parametrize(
    "of_ones_own",
    [
        lambda: Explorer(**OWN, tokens=WORDS),
        lambda: Explorer(**{name: np.array(rows) for name, rows in OWN.items()}, tokens=WORDS),
        lambda: Explorer(**{name: torch.tensor(rows) for name, rows in OWN.items()}, tokens=WORDS),
        lambda: Explorer(OWN | {"tokens": WORDS}),
        lambda: Explorer(OWN | {"words": WORDS}),
        lambda: Explorer(OWN | {"words": {"en": WORDS, "zh": WORDS}}),
        lambda: Explorer(**OWN | {"X": pandas.DataFrame(OWN["X"], WORDS)}),
    ],
)
def test_ones_own_numbers_and_words_are_given_as_one_would_guess(of_ones_own):
    explorer = of_ones_own()
    assert explorer.trace.scores.tolist() == [[0, 2, 2], [0, 0, 0], [0, 2, 2]]
    for code in ("en", "zh"):
        use_language(code)
        assert explorer.start.tokens == explorer.start.context_tokens == WORDS
    explorer.W_Q = explorer.W_Q * 0
    assert np.allclose(explorer.trace.weights, 1 / 3)


def test_the_names_of_tables_are_labels():
    W_Q, W_V = pandas.DataFrame(OWN["W_Q"], columns=["wants"]), pandas.DataFrame(OWN["W_V"])
    X = pandas.DataFrame(OWN["X"], WORDS, ["warm", "wet"])
    explorer = Explorer(**OWN | {"X": X, "W_Q": W_Q, "W_V": W_V})
    assert explorer._fixed["columns"]["X"] == ["warm", "wet"]
    assert explorer._fixed["columns"]["K"] == ["wants"]
    assert "V" not in explorer._fixed["columns"]  # 0 and 1 are no names
    assert Explorer(**OWN | {"X": X}, tokens=["a", "b", "c"]).start.tokens == ["a", "b", "c"]


def test_the_words_of_a_trace_one_list_or_one_for_queries_and_one_for_keys():
    Q, K = np.eye(3), np.eye(3)[:2]
    assert Explorer(attend(Q, Q, Q), tokens=WORDS).start.context_tokens == WORDS
    assert Explorer(load_example("first_look").trace(), tokens=[*"abcd"]).start.tokens == [*"abcd"]
    explorer = Explorer(attend(Q, K, K), tokens=(WORDS, ["here", "there"]))
    assert (explorer.start.tokens, explorer.start.context_tokens) == (WORDS, ["here", "there"])
    assert explain(explorer.trace, "weights", "sea", "there").text.startswith("weights[sea, there] = ")
    with pytest.raises(ValueError, match=r"one word for each row of K \(2, 3\), but has 3"):
        Explorer(attend(Q, K, K), tokens=WORDS)
    two = attend(np.stack([Q, Q]), np.stack([K, K]), np.stack([K, K]))
    example = Example(
        "", Q=two.Q, K=two.K, V=two.V, words=[WORDS] * 2, context_words=[["a", "b"], ["c", "d"]]
    )
    assert [one.context_tokens for one in example.sentences] == [["a", "b"], ["c", "d"]]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, r"or your own numbers by name, as in Explorer\(X=…, W_Q=…, .*is given nothing"),
        ({"tokens": WORDS}, "is given nothing"),
        ({"X": OWN["X"], "W_Q": OWN["W_Q"]}, "needs X, W_Q, W_K, W_V, but has no W_K, W_V"),
        ({"Q": OWN["X"]}, "needs Q, K, V, but has no K, V"),
        (OWN | {"X": [["sun"]]}, "X needs to be numbers"),
        (OWN | {"X": [[1, 2], [3]]}, "X needs to be numbers, in rows of one length"),
        (OWN | {"tokens": ["sun"]}, "needs one word for each row of X"),
    ],
)
def test_what_is_missing_from_ones_own_numbers_is_said(given, said):
    with pytest.raises((TypeError, ValueError), match=said):
        Explorer(**given)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (lambda: setattr(Explorer("first_look"), "W_q", 1), "do you mean W_Q?"),
        (lambda: setattr(Explorer("first_look"), "mask", None), "do you mean keep?"),
        (lambda: Explorer("first_look", temprature=2), "do you mean temperature?"),
        (lambda: Explorer("first_look", words=["a"] * 4), "do you mean tokens?"),
        (lambda: Explorer({"name": "first_look", "labels": ["a"] * 4}), "do you mean tokens?"),
        (lambda: Explorer("first_look", steps="weight"), "do you mean weights?"),
        (lambda: Explorer("first_look").load({"w_q": 1}), "do you mean W_Q?"),
    ],
)
def test_a_wrong_name_is_answered_with_the_right_one(wrong, right):
    with pytest.raises((AttributeError, TypeError, ValueError), match=re.escape(right)) as error:
        wrong()
    assert str(error.value).count("scaled") < 2  # no name twice


@pytest.mark.parametrize("heads", [None, 1, 2])
@pytest.mark.parametrize("context", [False, True])
def test_heads_context_biases_and_output_projection(rng, heads, context):
    whole = random_example(rng, heads=None, context=context)
    other = replace(load_example("first_look"), X=whole.context, words={}, orders=None) if context else None
    explorer = Explorer(replace(whole, context=None), heads=heads, context=other)
    explorer.keep = rng.random(explorer.trace.weights.shape[-2:]) < 0.6
    explorer.scaling, explorer.temperature = "d_k", 0.3
    explorer.b_Q, explorer.b_O = explorer.b_Q + 1, explorer.b_O - 1
    trace = explorer.trace
    assert trace.weights.shape[-2:] == (3, 5 if context else 3)
    assert_same(trace, by_steps(explorer, heads))
    output = merge_heads(trace.output) if heads else trace.output
    projected = explorer.example.project_output(trace)
    assert np.allclose(projected, output @ explorer.W_O + explorer.b_O, rtol=0, atol=1e-12)


# Kept and loaded


def test_a_state_can_be_kept_and_loaded(rng):
    explorer = Explorer("first_look", sentence=1)
    explorer.X, explorer.keep, explorer.temperature, explorer.scaling = (
        -explorer.X,
        causal_mask(4),
        0.3,
        "none",
    )
    state = json.loads(json.dumps(explorer.state))
    for other in (Explorer("first_look"), Explorer("first_look", sentence=2, keep=~causal_mask(4))):
        assert other.load(state) is other
        assert other.state == state
        assert_same(other.trace, by_steps(explorer))
    with_all = Explorer(random_example(rng))
    assert Explorer(random_example(rng)).load(with_all.state).state == with_all.state


def test_a_state_without_a_mask_takes_a_mask_away():
    explorer = Explorer("masked_narrow_head")
    explorer.keep = None
    assert Explorer("masked_narrow_head").load(explorer.state).keep is None


def test_a_state_that_does_not_fit_changes_nothing_not_even_the_sentence():
    explorer = Explorer("first_look")
    before = held(explorer)
    for bad in ({"temperature": -1}, {"X": [[1]]}, {"sentence": 5}):
        with pytest.raises(ValueError, match="needs to be"):
            explorer.load({"sentence": 1, "W_V": np.ones((6, 2)), **bad})
        assert_untouched(explorer, before)
    with pytest.raises(ValueError, match="load: head, trace is not of X"):
        explorer.load({"trace": 1, "head": 0})


LINES = [
    ('Explorer("first_look").load({"W_Q": [[1]]})', "of an earlier edition: run it in a cell"),
    ("{'temperature': 2}", "This is no such line"),
    ("[" * 100_000, "This is no such line"),
    ("[1]", "This is no such line"),
    ('{"example": "apple", "temperature": 2}', "of another example"),
    ('{"W_P": [[1]]}', "load: W_P is not of X"),
    ('{"temperature": 2, "W_Q": [[1, 2]]}', "W_Q needs to be (6, 3), but is (1, 2)"),
    ('{"temperature": 2, "W_Q": NaN}', "W_Q needs to be (6, 3), but is ()"),
    ('{"temperature": 1e999}', "temperature needs to be finite"),
    ('{"sentence": [1]}', "sentence needs to be from 0 to 2"),
    ('{"temperature": 2, "focus": 9}', "focus needs to be from 0 to 3"),
    ('{"selected": ["constructor", 0, 0]}', "does not fit"),
    ('{"selected": ["weights", 0, "0"]}', "does not fit"),
    ('{"prediction": 4}', "does not fit"),
    ('{"prediction": "fish"}', "does not fit"),
]


@pytest.mark.parametrize(("line", "said"), LINES, ids=[line[:40] for line, _ in LINES])
def test_a_copied_line_that_does_not_fit_is_answered_and_changes_nothing(line, said):
    explorer = Explorer("first_look", predict=("weights", 2), temperature=3.0)
    before = held(explorer)
    with pytest.raises(ValueError, match=re.escape(said)):
        explorer.load(line)
    assert_untouched(explorer, before)


def test_a_copied_line_is_a_whole_state():
    """What it does not name is as the example begins, whatever was there."""
    explorer = Explorer("first_look", temperature=3.0, keep=causal_mask(4), large=True)
    explorer.load('{"example":"first_look","sentence":1,"selected":["weights",2,1]}')
    assert explorer.state == Explorer("first_look", sentence=1).state
    assert (explorer.large, explorer.selected) == (False, ("weights", 2, 1))


@pytest.mark.parametrize("scaling", SCALINGS)
def test_an_explorer_of_a_trace_shows_what_the_trace_was_taken_from(scaling):
    explorer = Explorer("first_look", keep=causal_mask(4), temperature=2.5, scaling=scaling)
    explorer.W_Q = explorer.W_Q + 1
    again = Explorer(explorer.trace)
    assert again.state == explorer.state
    assert_same(again.trace, [array for _, array in explorer.trace])
    assert again.trace.divisor == explorer.trace.divisor


# A saved page


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_saved_page_names_no_address_and_ends_no_script_early(tmp_path, language):
    use_language(language)
    words = {"en": ["</script><script>alert(1)</script>", "b", "c", "d"]}
    example = replace(load_example("first_look"), words=words | {"zh": words["en"]}, orders=None)
    Explorer(example).save_html(tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert f'<html lang="{ {"en": "en", "zh": "zh-CN"}[language] }">' in text
    assert text.count("<script") == text.count("</script>") == 2
    for piece in (text, read("explorer", "css"), read("explorer", "js")):
        rest = re.sub(r"http://www.w3.org/(2000/svg|1999/xlink)", "", piece)  # which are names
        assert re.findall(r"https?:|//\w+\.\w|@import|url\(|\bfetch\(|WebSocket|innerHTML", rest) == []
    arrays, state = json.loads(re.search(r'id="attnlib-saved">(.*?)</script>', text, re.S)[1])
    assert len(arrays) == len(set(arrays)) > 0
    assert state["_fixed"]["sentences"][0]["tokens"] == ["</script><s…", "b", "c", "d"]
