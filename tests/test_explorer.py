"""The explorer in Python: numbers in, trace out, and what does not fit is refused and changes nothing."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import traitlets

from attnlib.attention import attend, causal_mask, merge_heads, project, split_heads
from attnlib.examples import load_arrays, load_example
from attnlib.explorer import Explorer
from attnlib.explorer._state import encode
from tests.helpers.explorers import assert_same, assert_untouched, by_steps, held, random_example

EXAMPLES = sorted(path.stem for path in (Path(__file__).parent.parent / "data" / "examples").glob("*.json"))
PROJECTED = [name for name in EXAMPLES if {"X", "vocabulary"} & load_arrays(name).keys()]


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def message(**values):
    """As the browser sends it: arrays as shape and bytes."""
    arrays = {name: encode(np.array(value)) for name, value in values.items() if isinstance(value, list)}
    arrays |= {name: encode(value) for name, value in values.items() if isinstance(value, np.ndarray)}
    return values | arrays


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


def test_a_head_that_is_off_adds_nothing(rng):
    explorer = Explorer(random_example(rng, heads=2))
    merged, W_O, b_O = explorer.merged, explorer.W_O, explorer.b_O
    assert np.array_equal(merged, merge_heads(explorer.trace.output))
    explorer.heads_on = [True, False]
    assert_same(explorer.trace, by_steps(explorer, 2))  # each head goes on as before
    assert np.array_equal(explorer.merged, merged * np.repeat([1, 0], 4))
    assert np.allclose(explorer.projected, merged[:, :4] @ W_O[:4] + b_O)
    again = Explorer(explorer.example).load(explorer.state)
    assert again.heads_on.tolist() == [True, False]
    explorer.heads_on = None
    again.load(explorer.state)
    assert again.heads_on is None


def test_a_goal_may_speak_of_all_heads_together(rng):
    example = random_example(rng, heads=2)
    x = float(example.merge_output(example.trace())[0, 5])
    explorer = Explorer(example, goal=[("merged", 0, 5, "<", x / 2), ("merged", 0, 5, ">", -x)])
    assert x > 0
    assert not explorer.solved
    explorer.heads_on = [True, False]
    assert explorer.solved
    y = float(explorer.projected[2, 0])
    assert Explorer(example, goal=("projected", 2, 0, ">", y - 1), heads_on=[True, False]).solved
    with pytest.raises(ValueError, match="projected, but this example has no W_O"):
        Explorer("first_look", goal=("projected", 0, 0, ">", 1))


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
    with pytest.raises(TypeError, match="needs an Example, the name of one, or what attend returns.*ndarray"):
        Explorer(np.ones((2, 2)))
    with pytest.raises(TypeError, match="Explorer: tokens is nothing that it knows"):
        Explorer("first_look", tokens=["a"])
    Q, keep = np.ones((2, 3, 2)), np.stack([np.ones((3, 3)), np.eye(3)]) > 0
    with pytest.raises(ValueError, match=r"one mask for all, but Q is \(2, 3, 2\)"):
        Explorer(attend(Q, Q, Q, keep))


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


# What does not fit

BAD = {
    "wrong shape": ("X", np.ones((4, 5)), ["X needs to be (4, 6)", "is (4, 5)"]),
    "transposed": ("W_Q", np.ones((3, 6)), ["W_Q needs to be (6, 3)", "is (3, 6)"]),
    "no matrix": ("W_Q", 1.0, ["W_Q needs to be (6, 3)", "is ()"]),
    "ragged": ("W_Q", [[1], [1, 2]], ["W_Q needs to be (6, 3) numbers", "type list"]),
    "words": ("X", "abc", ["X needs to be (4, 6) numbers", "type str"]),
    "complex": ("X", np.ones((4, 6)) * 1j, ["X needs to be (4, 6) numbers"]),
    "nothing": ("X", None, ["X needs to be (4, 6) numbers", "is None"]),
    "NaN": ("X", np.full((4, 6), np.nan), ["X (4, 6) needs finite numbers"]),
    "infinity": ("W_V", np.full((6, 2), np.inf), ["W_V (6, 2) needs finite numbers"]),
    "not there": ("W_O", np.ones((2, 2)), ["this example has no W_O"]),
    "overflow in Q": ("X", np.full((4, 6), 1e308), ["needs finite numbers", "inf"]),
    "overflow in scores": ("W_Q", np.full((6, 3), 1e308), ["needs finite numbers"]),
    "overflow in scaled": ("temperature", 1e-310, ["scores / (√d_k · temperature)", "inf"]),
    "cold": ("temperature", 0, ["temperature needs to be positive", "is 0"]),
    "negative": ("temperature", -0.5, ["temperature needs to be positive", "is -0.5"]),
    "no temperature": ("temperature", np.nan, ["temperature needs to be positive", "is nan"]),
    "hot": ("temperature", np.inf, ["temperature needs to be finite", "is inf"]),
    "mask of another size": ("keep", np.ones((3, 3), bool), ["keep needs to be (4, 4)", "is (3, 3)"]),
    "mask of numbers": ("keep", np.full((4, 4), 0.5), ["True (may look) or False", "holds float64"]),
    "ragged mask": ("keep", [[1], [1, 0]], ["True (may look) or False"]),
    "no such sentence": ("sentence", 3, ["sentence needs to be from 0 to 2", "is 3"]),
    "negative sentence": ("sentence", -1, ["sentence needs to be from 0 to 2", "is -1"]),
    "no such head": ("head", 1, ["head needs to be from 0 to 0", "is 1"]),
    "one head alone off": ("heads_on", [False], ["heads_on needs an example of several heads"]),
}


@pytest.mark.parametrize(("name", "value", "pieces"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("by", [setattr, lambda e, name, value: e.load({name: value})])
def test_what_does_not_fit_is_named_and_changes_nothing(by, name, value, pieces):
    explorer = Explorer("first_look")
    before = held(explorer)
    if name == "head" and by is not setattr:
        pieces = ["load: head is not of X"]
    with pytest.raises(ValueError, match="Explorer|attend|project|scale|scores|load") as raised:
        by(explorer, name, value)
    assert [piece for piece in pieces if piece not in str(raised.value)] == []
    assert_untouched(explorer, before)


def test_an_output_projection_that_overflows_is_refused(rng):
    explorer = Explorer(random_example(rng))
    before = held(explorer)
    with pytest.raises(ValueError, match="finite"):
        explorer.W_O = np.full((8, 3), 1e308) * np.sign(explorer.example.project_output(explorer.trace).sum())
    assert_untouched(explorer, before)


@pytest.mark.parametrize("name", ["temperature", "scaling", "sentence", "head"])
def test_what_is_of_another_kind_is_refused(name):
    explorer = Explorer("first_look")
    before = held(explorer)
    with pytest.raises(traitlets.TraitError, match=f"'{name}' trait of an Explorer instance expected"):
        setattr(explorer, name, "many")
    assert_untouched(explorer, before)


@pytest.mark.parametrize(
    "bad",
    [
        {"W_Q": np.ones((3, 3))},
        {"W_Q": np.full((6, 3), np.nan)},
        {"W_Q": np.full((6, 3), 1e308)},
        {"W_Q": None},
        {"W_Q": "abc"},
        {"W_Q": {"shape": [6, 3], "data": memoryview(b"123")}},
        {"W_Q": {"shape": [2, 2], "data": memoryview(bytes(6 * 3 * 8))}},
        {"W_Q": {"shape": [6, 3]}},
        {"keep": np.ones((3, 3), bool)},
        {"keep": {"shape": [9], "data": memoryview(b"")}},
        {"temperature": -1.0},
        {"temperature": "hot"},
        {"scaling": "twice"},
        {"sentence": 3},
        {"head": -1},
    ],
    ids=lambda bad: " ".join(bad),
)
@pytest.mark.parametrize("first", [True, False])
def test_of_a_message_all_is_taken_or_nothing(bad, first):
    explorer, good = Explorer("first_look"), {"X": np.ones((4, 6)), "_edit": 3}
    before = held(explorer)
    with pytest.raises(traitlets.TraitError):
        explorer.set_state(message(**(bad | good if first else good | bad)))
    assert_untouched(explorer, before)
    assert (explorer._edit, explorer._followed) == (0, 0)
    explorer.set_state(message(**good))
    assert explorer._followed == 3
    assert_same(explorer.trace, by_steps(explorer))


def test_numbers_that_fit_only_together_are_taken_together():
    explorer = Explorer("first_look")
    explorer.set_state(message(W_Q=np.full((6, 3), 1e200), X=np.full((4, 6), 1e-200), _edit=1))
    assert_same(explorer.trace, by_steps(explorer))
    assert explorer.load({"W_Q": np.ones((6, 3)), "X": np.ones((4, 6))}).X.max() == 1


def test_ten_thousand_messages_leave_state_and_trace_in_step(rng):
    explorer, refused = Explorer("first_look"), 0
    for k in range(10_000):
        before, sent = held(explorer), random_message(rng, k)
        try:
            explorer.set_state(sent)
            assert explorer._followed == k + 1
        except traitlets.TraitError:
            refused += 1
            assert_untouched(explorer, before)
        if k % 20 == 0:
            assert_same(explorer.trace, by_steps(explorer))
    assert_same(explorer.trace, by_steps(explorer))
    assert 3000 < refused < 7000


SHAPES = {"X": (4, 6), "W_Q": (6, 3), "W_K": (6, 3), "W_V": (6, 2), "keep": (4, 4)}
WRONG = [
    None,
    "",
    "1e999",
    float("nan"),
    [],
    {},
    {"shape": [2], "data": memoryview(b"x")},
    -1,
    1e308,
    7,
    True,
]


def random_message(rng, k):
    sent = {"_edit": k + 1}
    for name in rng.choice([*SHAPES, "temperature", "scaling", "sentence", "head"], rng.integers(1, 4)):
        shape = SHAPES.get(name)
        if rng.random() < 0.15:
            sent[name] = WRONG[rng.integers(len(WRONG))]
        elif shape is None:
            choices = {"temperature": [0.05, 1.0, 20], "scaling": ["sqrt", "none", "d_k"]}
            sent[name] = choices.get(name, [0, 0, 1])[rng.integers(3)]
        elif name == "keep":
            sent[name] = encode(rng.random(shape) < 0.7)
        else:
            size = [1, 1, 1, 10.0, 1e160][rng.integers(5)]
            sent[name] = encode(rng.standard_normal(shape[:: 1 if rng.random() < 0.9 else -1]) * size)
    return sent
