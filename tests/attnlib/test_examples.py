"""The worked examples: published figures to the digit, and the properties that lessons rely on."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from attnlib.attention import attend, causal_mask, merge_heads, project, split_heads
from attnlib.block import positional_encoding
from attnlib.examples import Example, embed, load_arrays, load_example, load_results, load_texts
from attnlib.languages import use_language
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.exercise import follow

NAMES = sorted(path.stem for path in (Path(__file__).parents[2] / "data" / "examples").glob("*.json"))
WITH_PROJECTIONS = [name for name in NAMES if "W_Q" in load_arrays(name) and name != "shared_head_projection"]


# hand_worked


def test_hand_worked_equals_the_published_figures_to_eight_digits():
    example = load_example("hand_worked")
    trace = example.select(0).trace()
    for step in ("Q", "scores", "scaled", "weights", "output"):
        assert np.array_equal(getattr(trace, step).round(8), example.figures[step]), step


def test_hand_worked_figures_are_those_of_the_reference():
    figures = load_example("hand_worked").figures
    assert figures["Q"][1].tolist() == [0.29251728, -0.1159958, -0.63576845, -0.10536365]
    assert figures["scores"][1, 2] == 0.34921048
    assert figures["weights"][0].tolist() == [0.33281482, 0.32866361, 0.33852156]
    assert figures["output"][2, 3] == -0.07879464


def test_hand_worked_shares_one_projection_but_not_one_array():
    example = load_example("hand_worked")
    assert np.array_equal(example.W_Q, example.W_K)
    assert example.W_Q is not example.W_K
    assert example.W_Q[0].tolist() == [
        -0.2665,
        0.09,
        0.4027,
        0.2106,
    ]  # (d_in, d_out), not as nn.Linear keeps it


def test_the_wrong_illustration_is_wrong():
    example = load_example("hand_worked")
    rows = example.figures["illustration"]
    assert np.flatnonzero(~np.isclose(rows.sum(-1), 1)).tolist() == [1, 5]
    assert abs(rows - example.trace().weights.reshape(6, 3)).max() > 0.1


def test_a_batch_holds_its_sentences_one_by_one():
    batch = load_example("hand_worked")
    assert batch.X.shape == (2, 3, 4)
    for i in (0, 1):
        assert np.array_equal(batch.select(i).trace().output, batch.trace().output[i])
    assert batch.select(1).tokens == ["the sun", "turns", "red"]
    use_language("zh")
    assert batch.select(1).tokens == ["太阳", "变", "红"]


def test_select_refuses_a_sentence_beyond_the_batch():
    with pytest.raises(
        ValueError, match=r"needs a batch with a sentence 2, but X of hand_worked is \(2, 3, 4\)"
    ):
        load_example("hand_worked").select(2)
    with pytest.raises(ValueError, match=r"first_look is \(4, 6\)"):
        load_example("first_look").select(0)


def test_an_unknown_word_is_named():
    vocabulary = load_example("hand_worked").vocabulary
    assert embed(["爱", "我"], vocabulary).shape == (2, 4)
    with pytest.raises(ValueError, match="'恨' is not in the vocabulary, which knows 我, 爱, 中国"):
        embed(["我", "恨"], vocabulary)


def test_an_unknown_example_is_refused_and_the_known_ones_are_listed():
    with pytest.raises(ValueError, match=r"no '\.\./secret'; there are .*first_look.*hand_worked"):
        load_example("../secret")


# The others


def test_every_example_with_projections_can_be_traced():
    for name in WITH_PROJECTIONS:
        assert np.allclose(load_example(name).trace().weights.sum(-1), 1, atol=1e-12), name


def test_loading_twice_gives_the_same_numbers_and_not_the_same_arrays():
    for name in NAMES:
        once, again = load_arrays(name), load_arrays(name)
        for key, value in once.items():
            if isinstance(value, np.ndarray):
                assert np.array_equal(value, again[key]), name
                assert value is not again[key], name


def test_data_without_projections_is_no_example():
    with pytest.raises(ValueError, match="scaled_dot_product holds Q, K, V, keep.*load_arrays"):
        load_example("scaled_dot_product")


def test_unbatched_2_to_4():
    trace = load_example("unbatched_2_to_4").trace()
    assert [array.shape for _, array in trace] == [(3, 4)] * 3 + [(3, 3)] * 4 + [(3, 4)]


def test_masked_narrow_head_gives_the_last_eight_keys_exactly_nothing():
    weights = load_example("masked_narrow_head").trace().weights
    assert weights.shape == (2, 16, 16)
    assert (weights[..., 8:] == 0).all()
    assert (weights[..., :8] > 0).all()


def test_basic_with_output_projection():
    torch = pytest.importorskip("torch")
    example = load_example("basic_with_output_projection")
    Q, K, V = (torch.from_numpy(example.X @ W) for W in (example.W_Q, example.W_K, example.W_V))
    sdpa = torch.nn.functional.scaled_dot_product_attention(Q, K, V).numpy()
    output = example.project_output(example.trace())
    assert output.shape == (2, 10, 256)
    assert np.allclose(output, sdpa @ example.W_O + example.b_O, rtol=0, atol=1e-12)


def test_scaled_dot_product_with_its_temperature():
    torch = pytest.importorskip("torch")
    arrays = load_arrays("scaled_dot_product")
    Q, K, V, keep = (arrays[name] for name in ("Q", "K", "V", "keep"))
    trace = attend(Q, K, V, keep, arrays["temperature"])
    sdpa = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.from_numpy, (Q, K, V, keep)), scale=1 / (math.sqrt(64) * 2.0)
    )
    assert trace.output.shape == (2, 8, 10, 64)
    assert np.allclose(trace.output, sdpa.numpy(), rtol=0, atol=1e-12)


def test_multi_head():
    torch = pytest.importorskip("torch")
    example = load_example("multi_head")
    reference = torch.nn.MultiheadAttention(512, 8, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        reference.in_proj_weight.copy_(torch.from_numpy(np.hstack([example.W_Q, example.W_K, example.W_V]).T))
        reference.in_proj_bias.zero_()
        reference.out_proj.weight.copy_(torch.from_numpy(example.W_O.T))
        reference.out_proj.bias.copy_(torch.from_numpy(example.b_O))
        X = torch.from_numpy(example.X)
        output, weights = reference(X, X, X, average_attn_weights=False)
    trace = example.trace()
    learned = [example.W_Q, example.W_K, example.W_V, example.W_O, example.b_O]
    assert sum(array.size for array in learned) == 1_049_088
    assert np.allclose(trace.weights, weights.numpy(), rtol=0, atol=1e-12)
    assert np.allclose(example.project_output(trace), output.numpy(), rtol=0, atol=1e-12)


def test_shared_head_projection():
    arrays = load_arrays("shared_head_projection")
    h, embed_size = arrays["heads"], arrays["values"].shape[-1]
    Q, K, V = (
        project(split_heads(arrays[name], h), arrays[W])
        for name, W in (("queries", "W_Q"), ("keys", "W_K"), ("values", "W_V"))
    )
    energy = np.einsum("nhqd,nhkd->nhqk", Q, K) / math.sqrt(embed_size)  # the slip: not sqrt(head_dim)
    weights = np.exp(energy) / np.exp(energy).sum(-1, keepdims=True)
    theirs = merge_heads(np.einsum("nhql,nhld->nhqd", weights, V)) @ arrays["W_O"] + arrays["b_O"]
    trace = attend(Q, K, V, temperature=math.sqrt(h))  # √embed_size = √head_dim · √h
    ours = project(merge_heads(trace.output), arrays["W_O"], arrays["b_O"])
    assert ours.shape == (2, 5, 32)
    assert np.allclose(ours, theirs, rtol=0, atol=1e-12)
    assert abs(attend(Q, K, V).weights - trace.weights).max() > 0.05


def test_layer_norm_prints_1_0010():
    arrays = load_arrays("layer_norm")
    x, eps = arrays["x"], arrays["eps"]
    assert x.shape == (2, 10, 512)
    normed = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    assert {f"{sd:.4f}" for sd in normed.std(-1, ddof=1).ravel()} == {"1.0010"}


# first_look: attention that can be seen, and on which no mistake passes unseen


def test_first_look_sizes_all_differ():
    example = load_example("first_look")
    n, d_model, d_k, d_v = len(example.X), example.X.shape[1], example.W_Q.shape[1], example.W_V.shape[1]
    assert (n, d_model, d_k, d_v) == (4, 6, 3, 2)
    assert len({1, math.sqrt(d_k), d_k, math.sqrt(d_model), math.sqrt(n)}) == 5


def test_first_look_is_small_whole_numbers():
    example = load_example("first_look")
    entries = np.concatenate([A.ravel() for A in (example.X, example.W_Q, example.W_K, example.W_V)])
    assert set(entries) <= {-2, -1, 0, 1, 2}


def test_first_look_has_a_clear_favourite_for_each_word_and_not_the_same():
    weights = load_example("first_look").trace().weights
    assert (weights.max(-1) >= 0.5).all()
    assert weights.argmax(-1).tolist() == [1, 2, 3, 1]  # small → cat → chases → fish → cat


def test_first_look_keeps_the_order_of_words_in_both_languages():
    example = load_example("first_look")
    assert example.tokens == ["small", "cat", "chases", "fish"]
    use_language("zh")
    assert example.tokens == list("小猫追鱼")
    assert len(example.features["en"]) == len(example.features["zh"]) == 6


# Without a batch these do what is right.
IN_A_BATCH = {"t_reverses_all_axes", "first_axes_swapped", "root_of_axis_1", "softmax_over_axis_1"}
IN_A_BATCH |= {"softmax_without_axis"}
# The matrices of apple's sentences are too small for these.
IN_LARGE_NUMBERS = {"overflow", "largest_of_all_subtracted"}


def circumstances(example):
    """Yield masks and factors for the queries, in each of which some mistake may show."""
    n = len(example.X)
    first_looks_nowhere = np.tri(n, k=-1, dtype=bool) | (np.arange(n) > 0)[:, None] & np.eye(n, dtype=bool)
    return [(causal_mask(n), 1), (first_looks_nowhere, 1), (np.ones((n, n), bool), 1000)]


def shows(example, exercise, instead):
    """Tell whether a mistake of an exercise's catalogue changes the example's output in its two digits."""
    for keep, factor in circumstances(example):
        right = replace(example, W_Q=factor * example.W_Q).trace(keep=keep)
        given = {"Q": right.Q, "K": right.K, "V": right.V, "keep": keep, "d_k": right.Q.shape[-1]}
        with np.errstate(all="ignore"):
            wrong = follow(EXERCISES[exercise].reference, given, instead)
        if two_digits(wrong) != two_digits(right.output):
            return True
    return False


def two_digits(A):
    return json.dumps((A.round(2) + 0.0).tolist())


@pytest.mark.parametrize("name", ["first_look", "apple"])
def test_an_example_shows_every_mistake_that_one_sentence_can_show(name):
    for sentence in load_example(name).sentences:
        hidden = [
            mistake.id
            for mistake in EXERCISES["masked_attention"].mistakes
            if not shows(sentence, "masked_attention", mistake.instead)
        ]
        assert set(hidden) == IN_A_BATCH
        assert not shows(sentence, "masked_attention", {})


# apple: one word in two contexts


@pytest.fixture
def apple():
    """Return for both sentences apple's row of X, its weights, its value and its output."""
    eat, phone = load_example("apple").sentences
    seen = []
    for sentence, i in ((eat, 1), (phone, 0)):
        trace = sentence.trace()
        seen.append((sentence.X[i], trace.weights[i], trace.V[i], trace.output[i]))
    return seen


def test_apple_is_small_whole_numbers_and_all_its_sizes_differ():
    example = load_example("apple")
    entries = np.concatenate([A.ravel() for A in (example.X, example.W_Q, example.W_K, example.W_V)])
    assert set(entries) <= {0, 1, 2, 3}
    assert (example.X.shape, example.W_Q.shape, example.W_V.shape) == ((2, 2, 4), (4, 3), (4, 2))
    assert len({1, math.sqrt(3), 3, math.sqrt(4), math.sqrt(2)}) == 5  # d_k, d_model and n


def test_between_its_two_neighbours_apple_comes_out_as_if_it_stood_alone():
    example, apple = load_example("between"), load_example("apple")
    for name in ("W_Q", "W_K", "W_V"):
        np.testing.assert_array_equal(getattr(example, name), getattr(apple, name))
    np.testing.assert_array_equal(example.X, list(apple.vocabulary.values()))
    trace = example.trace()
    np.testing.assert_allclose(trace.output[1], trace.V[1])


def test_apple_goes_in_with_one_row_and_comes_out_with_two_meanings(apple):
    (X_eat, weights_eat, V_eat, food), (X_phone, weights_phone, V_phone, tech) = apple
    np.testing.assert_array_equal(X_eat, X_phone)  # a row does not know its sentence
    np.testing.assert_array_equal(V_eat, V_phone)
    assert V_eat[0] == V_eat[1]  # undecided between food and tech
    assert food[0] > 1.8
    assert food[1] < 0.2
    assert tech[1] > 1.8
    assert tech[0] < 0.2
    assert weights_eat[0] > 0.9  # and one sees who pulled: eat
    assert weights_phone[1] > 0.9  # phone


def test_in_apple_each_word_has_a_clear_favourite_and_looks_are_not_mutual():
    for sentence in load_example("apple").sentences:
        trace = sentence.trace()
        assert (trace.weights.max(-1) > 0.7).all()
        assert trace.scores[0, 1] != trace.scores[1, 0]


def test_apple_keeps_the_order_of_words_in_both_languages():
    assert load_example("apple").tokens == [["eat", "apple"], ["apple", "phone"]]
    use_language("zh")
    assert load_example("apple").tokens == [["吃", "苹果"], ["苹果", "手机"]]


# chase: the same words in two orders, and a place for each


@pytest.fixture
def places():
    """Return the positions to add to the words of chase: one hand, in the two columns that no word uses."""
    P = np.zeros((3, 6))
    P[:, 4:] = positional_encoding(3, 2)
    return P


def test_without_places_both_orders_of_chase_give_each_word_the_same_output():
    one, other = (sentence.trace() for sentence in load_example("chase").sentences)
    assert np.allclose(one.output, other.output[::-1], rtol=0, atol=1e-12)
    assert one.output[1, 0] == one.output[1, 1]  # undecided who it was


def test_with_places_chases_says_who_chases(places):
    chase = load_example("chase")
    assert not chase.X[..., 4:].any()  # there is room
    cat, fish = replace(chase, X=chase.X + places).trace().output[:, 1]
    assert cat[0] > 0.9 > 0.1 > cat[1]
    assert fish[1] > 0.9 > 0.1 > fish[0]


def test_w_q_of_chase_turns_a_place_back_by_one():
    turn = load_example("chase").W_Q[4:, 1:]
    np.testing.assert_allclose(positional_encoding(5, 2)[1:] @ turn, 4 * positional_encoding(4, 2), atol=0.01)


def test_with_positions_shows_each_sentence_without_its_places_and_with_them(places):
    chase = load_example("chase")
    both = chase.with_positions(places)
    assert np.array_equal(both.X, np.concatenate([chase.X, chase.X + places]))
    assert both.tokens[1:3] == [["fish", "chases", "cat"], ["cat₀", "chases₁", "fish₂"]]
    use_language("zh")
    assert both.select(3).tokens == ["鱼₀", "追₁", "猫₂"]


def test_orders_of_one_sentence_get_their_places_after_the_shuffle():
    look, P = load_example("first_look"), positional_encoding(4, 6)
    both = look.with_positions(P)
    assert both.X.shape == (6, 4, 6)
    assert np.array_equal(both.X[4], look.X[[3, 2, 0, 1]] + P)
    assert both.tokens[4] == ["fish₀", "chases₁", "small₂", "cat₃"]


# neighbours: what a row learns by counting


@pytest.mark.parametrize("code", ["en", "zh"])
def test_rows_of_neighbours_are_counted_and_that_of_apple_is_the_sum_of_the_others(code):
    use_language(code)
    seen, example = load_texts("neighbours"), load_example("neighbours")
    counts = [
        [sum({*pair} == {word, other} for pair in seen["text"]) for other in seen["beside"]]
        for word in seen["words"]
    ]
    assert np.array_equal(example.X, counts)
    assert (example.tokens, example.feature_names) == (seen["words"], seen["beside"])
    apple, pear, sony = example.X
    assert np.array_equal(apple, pear + sony)


# What tools/results has measured


def test_results_come_as_arrays():
    results = load_results("positions")
    assert results["blocks_2"]["RoPE"].shape == (10, len(results["places"]))
    assert results["trained"] == 16


def test_unknown_results_are_refused_and_the_known_ones_are_listed():
    with pytest.raises(ValueError, match=r"load_results: there is no 'speed'; there are .*positions"):
        load_results("speed")


def test_results_of_positions_support_lesson_08():
    """Measured by tools/results/positions.py, over ten seeds."""
    results = load_results("positions")
    within, beyond = (
        {kind: runs[:, places].mean() for kind, runs in results["blocks_2"].items()}
        for places in (slice(0, 15), slice(24, 63))
    )
    assert min(within[kind] for kind in ("sinusoidal", "learned", "RoPE")) >= 0.99
    assert max(beyond[kind] for kind in ("sinusoidal", "learned")) < 0.25 < beyond["no_positions"]
    assert beyond["RoPE"] > 2 * beyond["sinusoidal"]
    assert beyond["ALiBi"] == max(beyond.values())
    assert results["causal"].min() >= 0.99
    assert abs(results["full"].mean() - 0.2) < 0.01  # two places of ten: the start word, and one guess
    last = {kind: runs[:, -1].mean().round(2) for kind, runs in results["blocks_2_nearest"].items()}
    assert last == {"RoPE": 1, "ALiBi": 0.95}  # where all far words are hidden
    assert (np.diff(results["causal_weights"]) < 0).all()  # the start word is diluted, place by place


def test_models_without_positions_fade_and_are_at_place_40_better_than_those_with_sinusoids():
    results = load_results("positions")
    at = {place: column for column, place in enumerate(results["places"])}
    without, sinusoids, rope = (results["blocks_2"][name] for name in ("no_positions", "sinusoidal", "RoPE"))
    assert without[:, at[1]].min() > 0.99
    assert round(without[:, at[15]].mean(), 2) == 0.89  # the sixteenth word
    assert round(without[:, at[40]].mean(), 2) == 0.43
    assert round(sinusoids[:, at[40]].mean(), 2) == 0.16
    assert np.ptp(rope[:, at[40]]) > 0.5


# Columns with names


@pytest.mark.parametrize("name", ["first_look", "apple", "chase"])
def test_every_column_has_a_name(name):
    example = load_example(name)
    trace = example.trace()
    for code in ("en", "zh"):
        use_language(code)
        for matrix in ("X", "W_Q", "W_K", "W_V"):
            assert len(example.column_names(matrix)) == getattr(example, matrix).shape[-1]
        for step in ("Q", "K", "V", "output"):
            assert len(set(example.column_names(step))) == getattr(trace, step).shape[-1]
        assert example.column_names("weights") is None  # these have the names of words


def test_names_stand_only_where_there_is_one_for_each_column():
    other = replace(load_example("first_look"), W_Q=np.ones((6, 5)), W_K=np.ones((6, 5)))
    assert other.column_names("Q") is other.column_names("W_K") is None
    assert other.column_names("output") == ["lively", "strong"]
    heads = replace(load_example("first_look"), heads=2, W_Q=np.ones((6, 4)), W_K=np.ones((6, 4)))
    assert [heads.column_names(name) for name in ("Q", "W_K", "V", "output")] == [None] * 4
    assert heads.column_names("X") == other.column_names("X") == heads.feature_names
    given = Example("", Q=np.ones((2, 3)), K=np.ones((2, 3)), V=np.ones((2, 2)), key_names={"en": [*"abc"]})
    assert [given.column_names(name) for name in ("Q", "V", "X")] == [[*"abc"], None, None]


def test_an_example_without_meanings_names_no_columns():
    assert load_example("hand_worked").column_names("Q") is None


# who_chases_whom: two places to look at


def test_with_one_head_two_sentences_give_the_verb_one_output_and_two_heads_tell_all_four_apart():
    one, two = load_example("who_chases_whom"), load_example("who_chases_whom_two_heads")
    verbs = one.trace().output[:2, 1]
    assert np.allclose(verbs[0], verbs[1], rtol=0, atol=1e-15)
    assert abs(verbs - 0.5).max() < 0.005
    merged = two.merge_output(two.trace())[:, 1]  # who: cat, dog; whom: cat, dog
    assert abs(merged - [[1, 0, 0, 1], [0, 1, 1, 0], [1, 0, 1, 0], [0, 1, 0, 1]]).max() < 0.02


def test_what_the_right_gains_the_left_loses():
    """Check the claims of lesson 07, section 1."""
    one = load_example("who_chases_whom")
    W_Q = one.W_Q.copy()
    W_Q[4, 0] = 0  # as the text says: row "second", column "first"
    trace = replace(one, W_Q=W_Q).trace()
    assert (trace.weights[:, 1, 2] > 0.9).all()
    assert (trace.weights[:, 1, 0] < 0.01).all()
    cat_dog, dog_cat, cat_cat, dog_dog = trace.output[:, 1]
    assert max(abs(cat_dog - dog_dog).max(), abs(dog_cat - cat_cat).max()) < 0.01


def test_the_one_head_looks_where_the_two_look_together():
    one, two = load_example("who_chases_whom"), load_example("who_chases_whom_two_heads")
    assert np.array_equal(one.X, two.X)
    assert np.array_equal(one.W_Q, two.W_Q[:, :3] + two.W_Q[:, 3:])
    for name in ("W_K", "W_V"):
        assert np.array_equal(np.tile(getattr(one, name), 2), getattr(two, name))


def test_side_by_side_each_head_has_columns_of_its_own():
    two = load_example("who_chases_whom_two_heads")
    assert two.all_column_names("merged") == {
        "en": ["1 cat", "1 dog", "2 cat", "2 dog"],
        "zh": ["1 猫", "1 狗", "2 猫", "2 狗"],
    }


def test_models_of_twelve_blocks_learn_with_pre_norm_or_warm_up_and_not_always_without():
    """Check the claims of lesson 09."""
    results = load_results("block")
    assert results["steps"][-1] == 250
    assert {runs.shape for runs in results["losses"].values()} == {(10, 25)}
    last = {name: runs[:, -1] for name, runs in results["losses"].items()}
    assert last["pre_norm"].max() < 0.1
    assert last["post_norm_warm_up"].max() < 0.1
    assert (last["post_norm"] > 1).sum() == 4


@pytest.mark.parametrize("words", [["a"], ["a", "b", "c"]])
def test_too_many_words_and_too_few_are_refused_where_they_are_given(words):
    X = np.eye(2)
    with pytest.raises(ValueError, match=rf"words\['en'\].*each row of X \(2, 2\), but has {len(words)}"):
        Example("", X=X, words={"en": words})
    batch = Example("", X=np.stack([X, X]), words={"en": [["a", "b"]] * 2})
    for wrong in ([words] * 2, [["a", "b"]], [["a", "b"]] * 3):
        with pytest.raises(ValueError, match="Example: words"):
            replace(batch, words={"en": wrong})
    with pytest.raises(ValueError, match="context_words"):
        Example("", X=X, context=X, context_words={"zh": words})
    assert Example("", Q=np.ones((3, 2, 4)), heads=3, words={"en": ["a", "b"]}).tokens == ["a", "b"]
