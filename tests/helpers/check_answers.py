"""Answers of learners: right ones in other clothes, and mistakes in their own words."""

import math

import numpy as np
import torch

from attnlib.block import post_norm, pre_norm


def stable(S):
    e = np.exp(S - S.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def safe(S):
    """A softmax that leaves zeros where a row may look nowhere."""
    e = np.exp(np.nan_to_num(S - S.max(-1, keepdims=True), nan=-np.inf))
    total = e.sum(-1, keepdims=True)
    return e / (total + (total == 0))


# Right, and to be accepted: (exercise, name) -> function

EQUIVALENTS = {}


def equivalent(exercise):
    def keep(f):
        EQUIVALENTS[exercise, f.__name__] = f
        return f

    return keep


def equivalents(exercise, **functions):
    """Keep functions of one line each, by name."""
    for name, f in functions.items():
        f.__name__ = name
        equivalent(exercise)(f)


equivalents(
    "embed",
    embed_by_one_hot=lambda ids, table: np.eye(len(table))[ids] @ table,
    embed_in_torch=lambda ids, table: torch.nn.functional.embedding(ids, table),
)
equivalents(
    "project",
    project_by_einsum=lambda X, W, b: np.einsum("...i,io->...o", X, W) + b,
)
equivalents(
    "scores",
    scores_by_einsum=lambda Q, K: np.einsum("...nd,...md->...nm", Q, K),
    products_added=lambda Q, K: (Q[..., :, None, :] * K[..., None, :, :]).sum(-1),
)
equivalents(
    "scale",
    times_the_inverse=lambda S, d_k: S * d_k**-0.5,
    root_of_torch=lambda S, d_k: S / torch.sqrt(torch.tensor(d_k)),
)
equivalents(
    "weighted_sum",
    weighted_by_generator=lambda weights, values: sum(w * v for w, v in zip(weights, values, strict=True)),
    weighted_in_plain_python=lambda weights, values: [
        sum(w * v[k] for w, v in zip(weights, values, strict=True)) for k in range(len(values[0]))
    ],
    weighted_in_torch=lambda weights, values: torch.sum(weights.unsqueeze(1) * values, dim=0),
)
equivalents(
    "softmax",
    safe_where_a_row_is_empty_too=lambda S: safe(S),
    in_float32=lambda S: safe(S.astype(np.float32)),
)
equivalents(
    "mix",
    mix_by_sum=lambda weights, V: (weights[..., None] * V[..., None, :, :]).sum(-2),
)
equivalents(
    "attention",
    scaled_query_first=lambda Q, K, V: stable((Q / math.sqrt(Q.shape[-1])) @ K.mT) @ V,
    scaled_key=lambda Q, K, V: stable(Q @ (K / math.sqrt(K.shape[-1])).mT) @ V,
)
equivalents(
    "causal_mask",
    mask_in_torch=lambda n: torch.tril(torch.ones(n, n)) == 1,
    not_the_future=lambda n: ~np.triu(np.ones((n, n), bool), k=1),
)
equivalents(
    "padding_mask",
    by_expand_dims=lambda is_token: np.expand_dims(is_token, -2),
    by_unsqueeze=lambda is_token: is_token.unsqueeze(-2),
)
equivalents(
    "masked_attention",
    minus_infinity_added=lambda Q, K, V, keep: (
        safe(Q @ K.mT / Q.shape[-1] ** 0.5 + np.where(keep, 0, -np.inf)) @ V
    ),
)
equivalents("split_heads", cut_and_stacked=lambda x, h: np.stack(np.split(x, h, axis=-1), axis=-3))
equivalents(
    "merge_heads", side_by_side=lambda x: np.concatenate([x[..., i, :, :] for i in range(x.shape[-3])], -1)
)
equivalents("count_parameters", four_squares_and_a_row=lambda d_model, h: 4 * d_model**2 + d_model)
equivalents(
    "layer_norm",
    by_numpys_variance=lambda x, gain, bias, eps: (
        gain * (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) + bias
    ),
)
equivalents("feed_forward", by_maximum=lambda x, W_1, b_1, W_2, b_2: np.maximum(0, x @ W_1 + b_1) @ W_2 + b_2)
equivalents(
    "block",
    block_by_pre_norm=lambda x, norm_1, attention, norm_2, feed_forward: pre_norm(
        pre_norm(x, norm_1, attention), norm_2, feed_forward
    ),
)
equivalents(
    "post_norm_block",
    block_by_post_norm=lambda x, norm_1, attention, norm_2, feed_forward: post_norm(
        post_norm(x, norm_1, attention), norm_2, feed_forward
    ),
)
equivalents(
    "shuffle_test", order_taken_back=lambda f, X, order: np.abs(f(X[order])[np.argsort(order)] - f(X)).max()
)
equivalents(
    "distance_bias",
    bias_by_subtract_outer=lambda n, slope: -np.abs(np.subtract.outer(np.arange(n), np.arange(n))) * slope,
)
equivalents("count_multiplications", in_one_product=lambda n, d_model, h: 2 * n * d_model * (2 * d_model + n))
equivalents(
    "grow_cache",
    torch_cat=lambda cache, x, W_K, W_V: torch.cat([cache, x @ torch.cat([W_K, W_V], dim=1)], dim=-2),
)
equivalents(
    "loss",
    picked_by_take_along_axis=lambda p, wanted: (
        -np.log(np.take_along_axis(p, wanted[:, None], axis=-1)).mean()
    ),
    loss_of_one_hot=lambda p, wanted: -(np.eye(p.shape[1])[wanted] * np.log(p)).sum(-1).mean(),
    loss_of_torch=lambda p, wanted: torch.nn.functional.nll_loss(torch.log(p), wanted),
)
equivalents(
    "previous_token",
    previous_by_diagonal=lambda weights: np.diagonal(weights, -1, -2, -1).mean(-1),
)
equivalents(
    "next_token", next_by_trace=lambda weights: np.trace(weights, 1, -2, -1) / (weights.shape[-1] - 1)
)
equivalents(
    "next_probabilities",
    powers_of_shares=lambda logits, temperature: (
        stable(logits[-1]) ** (1 / temperature) / (stable(logits[-1]) ** (1 / temperature)).sum()
    ),
    last_of_all_rows=lambda logits, temperature: stable(logits / temperature)[-1],
    next_of_torch=lambda logits, temperature: torch.softmax(logits[-1] / temperature, -1),
)
equivalents(
    "first_token",
    first_by_einsum=lambda weights: (
        np.einsum("...i->...", weights[..., 1:, 0]) / weights[..., 1:, 0].shape[-1]
    ),
)


@equivalent("embed")
def embed_in_a_loop(ids, table):
    rows = []
    for k in ids:
        rows.append(table[k])
    return np.array(rows)


@equivalent("project")
def bias_as_a_row_of_ones(X, W, b):
    ones = np.ones((*X.shape[:-1], 1))
    return np.concatenate([X, ones], -1) @ np.concatenate([W, b[None]])


@equivalent("scores")
def scores_by_loops(Q, K):
    result = np.zeros((*Q.shape[:-1], K.shape[-2]))
    for lead in np.ndindex(Q.shape[:-2]):
        for i in range(Q.shape[-2]):
            for j in range(K.shape[-2]):
                result[*lead, i, j] = sum(q * k for q, k in zip(Q[*lead, i], K[*lead, j], strict=True))
    return result


@equivalent("weighted_sum")
def weighted_in_a_loop(weights, values):
    total = np.zeros(values.shape[1])
    for j in range(len(weights)):
        total += weights[j] * values[j]
    return total


@equivalent("softmax")
def by_exp2(S):
    top = S.max(-1, keepdims=True)
    e = np.exp2((S - np.where(np.isinf(top), 0, top)) / np.log(2))
    return e / np.maximum(e.sum(-1, keepdims=True), 1e-300)


@equivalent("softmax")
def by_log_sum_exp(S):
    top = S.max(-1, keepdims=True)
    log_sum = top + np.log(np.exp(S - top).sum(-1, keepdims=True))
    return np.where(top == -np.inf, 0, np.exp(S - log_sum))


@equivalent("softmax")
def row_by_row(S):
    result = np.zeros(S.shape)
    for place in np.ndindex(S.shape[:-1]):
        row = S[place]
        if row.max() > -math.inf:
            parts = [math.exp(x - row.max()) for x in row]
            result[place] = [part / sum(parts) for part in parts]
    return result


@equivalent("attention")
def with_its_weights(Q, K, V):
    weights = stable(Q @ K.mT / Q.shape[-1] ** 0.5)
    return weights @ V, weights


@equivalent("attention")
def divided_at_the_end(Q, K, V):
    S = Q @ K.mT / Q.shape[-1] ** 0.5
    e = np.exp(S - S.max(-1, keepdims=True))
    return e @ V / e.sum(-1, keepdims=True)


@equivalent("masked_attention")
def renormalised_where_there_is_a_sum(Q, K, V, keep):
    S = Q @ K.mT / Q.shape[-1] ** 0.5
    kept = np.exp(S - np.where(keep, S, S.min()).max(-1, keepdims=True)).clip(max=1e300) * keep
    total = kept.sum(-1, keepdims=True)
    return kept / np.where(total > 0, total, 1) @ V


@equivalent("count_parameters")
def parameters_of_torch(d_model, h):
    bare = torch.nn.MultiheadAttention(d_model, h, bias=False)
    return sum(p.numel() for p in bare.parameters()) + d_model


@equivalent("multi_head")
def a_loop_over_heads(X, W_Q, W_K, W_V, W_O, h):
    d = W_Q.shape[1] // h
    outputs = []
    for i in range(h):
        Q, K, V = (X @ W[:, i * d : (i + 1) * d] for W in (W_Q, W_K, W_V))
        outputs.append(stable(Q @ K.mT / d**0.5) @ V)
    return np.concatenate(outputs, -1) @ W_O


@equivalent("feed_forward")
def masked_by_hand(x, W_1, b_1, W_2, b_2):
    wide = np.einsum("...d,df->...f", x, W_1) + b_1
    return np.einsum("...f,fd->...d", wide * (wide > 0), W_2) + b_2


@equivalent("block")
def block_in_steps(x, norm_1, attention, norm_2, feed_forward):
    y = norm_1(x)
    y = attention(y)
    middle = y + x
    return feed_forward(norm_2(middle)) + middle


@equivalent("positional_encoding")
def by_every_other_column(n, d_model):
    angle = np.arange(n)[:, None] * np.exp(-np.arange(0, d_model, 2) * np.log(10000) / d_model)
    result = np.zeros((n, d_model))
    result[:, 0::2], result[:, 1::2] = np.sin(angle), np.cos(angle)
    return result


@equivalent("shuffle_test")
def by_a_permutation_matrix(f, X, order):
    P = np.eye(len(order))[order]
    return np.linalg.norm((f(P @ X) - P @ f(X)).ravel(), np.inf)


@equivalent("distance_bias")
def bias_in_torch(n, slope):
    place = torch.arange(n)
    return -slope * (place.unsqueeze(1) - place.unsqueeze(0)).abs()


@equivalent("grow_cache")
def an_empty_table_filled(cache, x, W_K, W_V):
    *lead, m, width = cache.shape
    grown = np.empty((*lead, m + 1, width), cache.dtype)
    grown[..., :-1, :] = cache
    grown[..., -1:, : W_K.shape[1]], grown[..., -1:, W_K.shape[1] :] = x @ W_K, x @ W_V
    return grown


@equivalent("cached_attention")
def torchs_attention_from_cache(x, W_Q, cache):
    K, V = cache.split([W_Q.size(1), cache.size(-1) - W_Q.size(1)], dim=-1)
    return torch.softmax(x @ W_Q @ K.transpose(-2, -1) / math.sqrt(K.size(-1)), dim=-1) @ V


@equivalent("online_attention")
def word_by_word(Q, K, V, size):
    """Of the pieces the largest scores first, then everything else: twice through, never the whole table."""
    S = [Q @ K[..., k : k + size, :].mT / math.sqrt(Q.shape[-1]) for k in range(0, K.shape[-2], size)]
    top = np.max([s.max(-1, keepdims=True) for s in S], axis=0)
    e = [np.exp(s - top) for s in S]
    output = sum(x @ V[..., k * size : (k + 1) * size, :] for k, x in enumerate(e))
    return output / sum(x.sum(-1, keepdims=True) for x in e)


@equivalent("online_attention")
def with_torch_split(Q, K, V, size):
    top, total, out = torch.full_like(Q[..., :1], -math.inf), 0.0, 0.0
    for k, v in zip(K.split(size, -2), V.split(size, -2), strict=True):
        S = Q @ k.transpose(-2, -1) / math.sqrt(Q.size(-1))
        new = torch.maximum(top, S.amax(-1, keepdim=True))
        e, old = torch.exp(S - new), torch.exp(top - new)
        total, out, top = total * old + e.sum(-1, keepdim=True), out * old + e @ v, new
    return out / total


@equivalent("train")
def moved_in_place(gradient, W, rate, steps):
    W = W.copy()
    for _ in range(steps):
        W -= gradient(W) * rate
    return W


@equivalent("attention_test")
def by_largest_difference(attention):
    Q, K, V = np.random.default_rng().normal(size=(3, 6, 8))
    right = stable(Q @ K.T / 8**0.5) @ V
    return bool(abs(attention(Q, K, V) - right).max() < 1e-6)


@equivalent("next_token")
def next_by_a_loop(weights):
    looks = [weights[..., i, i + 1] for i in range(weights.shape[-1] - 1)]
    return sum(looks) / len(looks)


@equivalent("nucleus")
def largest_until_reached(p, share):
    kept, left = np.zeros_like(p), p.copy()
    while kept.sum() < share:
        k = left.argmax()
        kept[k], left[k] = p[k], -1
    return kept / kept.sum()


@equivalent("write")
def all_read_anew(read, ids, count, choose):
    written = []
    while len(written) < count:
        written.append(choose(read(ids + written, None).logits))
    return written


@equivalent("write")
def last_token_first(read, ids, count, choose):
    cache, written, new = None, [], ids
    for _ in range(count):
        step = read(new, cache)
        cache, new = step.cache, [choose(step.logits)]
        written += new
    return written


# Wrong, as people write it: (exercise, function's name) -> the mistakes' ids

LEARNERS = {}


def mistaken(exercise, *ids):
    def keep(f):
        LEARNERS[exercise, f.__name__] = f, ids
        return f

    return keep


def mistakes(exercise, **functions):
    """Keep functions of one line each, by name: (the mistakes' ids, the function)."""
    for name, (*ids, f) in functions.items():
        f.__name__ = name
        mistaken(exercise, *ids)(f)


mistakes(
    "embed",
    places_for_ids=(
        "first_rows",
        lambda ids, table: (
            np.array([table[i] for i in range(len(ids))]) if ids.ndim == 1 else table[np.arange(len(ids[0]))]
        ),
    ),
    columns_taken=("columns_of_the_table", lambda ids, table: table[:, ids]),
    from_one=("ids_from_one", lambda ids, table: table[ids - 1]),
)
mistakes(
    "weighted_sum",
    just_the_sum=("values_added", lambda weights, values: sum(values)),
    just_the_mean=("mean_of_values", lambda weights, values: np.mean(values, axis=0)),
    mean_of_products=("divided_by_count", lambda weights, values: np.mean(weights[:, None] * values, axis=0)),
    winner_takes_all=("only_the_largest", lambda weights, values: values[np.argmax(weights)]),
    star=("weights_times_columns", lambda weights, values: (weights * values).sum(axis=0)),
    dot_the_other_way=("columns_weighted", lambda weights, values: np.dot(values, weights)),
    last_axis=("summed_along_rows", lambda weights, values: (weights[:, None] * values).sum(-1)),
    sum_without_axis=("summed_to_one_number", lambda weights, values: np.sum(weights[:, None] * values)),
    list_of_products=(
        "not_added",
        lambda weights, values: [w * v for w, v in zip(weights, values, strict=True)],
    ),
    one_before=(
        "weights_shifted",
        lambda weights, values: sum(weights[j - 1] * values[j] for j in range(len(weights))),
    ),
    backwards_and_divided=(
        "divided_by_count",
        "weights_reversed",
        lambda weights, values: weights[::-1] @ values / len(weights),
    ),
    once_more=("softmax_again", lambda weights, values: stable(weights) @ values),
)
mistakes(
    "softmax",
    bare_formula=("overflow", lambda S: np.exp(S) / np.exp(S).sum(-1, keepdims=True)),
    torch_softmax_of_columns=("softmax_over_columns", lambda S: torch.nan_to_num(torch.softmax(S, dim=-2))),
    torch_axis_1=("softmax_over_axis_1", lambda S: torch.softmax(S, dim=1)),
    torchs_first_axis=("softmax_over_axis_0", lambda S: torch.nan_to_num(torch.softmax(S, dim=0))),
)
mistakes("scores", swapped=("q_and_k_swapped", lambda Q, K: np.matmul(K, Q.swapaxes(-1, -2))))
mistakes(
    "attention",
    without_scale=("no_scale", lambda Q, K, V: stable(np.einsum("...nd,...md->...nm", Q, K)) @ V),
    torch_by_d_k=(
        "d_k_without_root",
        lambda Q, K, V: torch.softmax(Q @ K.transpose(-2, -1) / K.size(-1), dim=-1) @ V,
    ),
    torch_dim_minus_two=(
        "softmax_over_columns",
        lambda Q, K, V: torch.softmax(Q @ K.transpose(-2, -1) / math.sqrt(K.size(-1)), dim=-2) @ V,
    ),
    minus=("softmin", lambda Q, K, V: stable(-Q @ K.mT / K.shape[-1] ** 0.5) @ V),
)
mistakes(
    "masked_attention",
    mask_too_late=(
        "mask_after_softmax",
        lambda Q, K, V, keep: (stable(Q @ K.mT / math.sqrt(Q.shape[-1])) * keep) @ V,
    ),
    added=(
        "plus_minus_1e9",
        lambda Q, K, V, keep: stable(Q @ K.mT / math.sqrt(Q.shape[-1]) + (1.0 - keep) * -1e9) @ V,
    ),
    plain_minus_infinity=(
        "nan_in_empty_row",
        lambda Q, K, V, keep: stable(np.where(keep, Q @ K.mT / math.sqrt(Q.shape[-1]), -np.inf)) @ V,
    ),
    two_of_them=(
        "no_scale",
        "nan_in_empty_row",
        lambda Q, K, V, keep: torch.softmax((Q @ K.mT).masked_fill(~keep, -math.inf), dim=-1) @ V,
    ),
)
mistakes(
    "layer_norm",
    torch_var=(
        "unbiased_variance",
        lambda x, gain, bias, eps: (
            (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, keepdim=True) + eps) * gain + bias
        ),
    ),
    numpy_std=(
        "eps_outside_root",
        lambda x, gain, bias, eps: (
            (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + eps) * gain + bias
        ),
    ),
)
mistakes(
    "feed_forward",
    relu_everywhere=(
        "relu_twice",
        lambda x, W_1, b_1, W_2, b_2: np.maximum(np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2, 0),
    ),
    no_biases=("no_b_1", "no_b_2", lambda x, W_1, b_1, W_2, b_2: np.maximum(x @ W_1, 0) @ W_2),
)
mistakes(
    "block",
    a_chain=(
        "no_residual",
        lambda x, norm_1, attention, norm_2, feed_forward: feed_forward(norm_2(attention(norm_1(x)))),
    ),
)
mistakes("causal_mask", upper=("future", lambda n: np.triu(np.ones((n, n))) == 1))
mistakes(
    "split_heads",
    one_reshape=("view_without_transpose", lambda x, h: x.reshape(*x.shape[:-2], h, x.shape[-2], -1)),
)
mistakes(
    "merge_heads",
    one_reshape_back=("merged_without_transpose", lambda x: x.reshape(*x.shape[:-3], x.shape[-2], -1)),
)
mistakes(
    "shuffle_test",
    nothing_may_change=("not_moved", lambda f, X, order: np.max(np.abs(f(X[order]) - f(X)))),
    no_abs=("signs_kept", lambda f, X, order: (f(X[order]) - f(X)[order]).max()),
    back_by_argsort=("moved_back", lambda f, X, order: abs(f(X[order]) - f(X)[np.argsort(order)]).max()),
    all_of_them=("table_of_differences", lambda f, X, order: np.abs(f(X[order]) - f(X)[order])),
    by_norm=("length_of_differences", lambda f, X, order: np.linalg.norm(f(X[order]) - f(X)[order])),
    nothing_may_change_on_average=(
        "not_moved",
        "mean_difference",
        lambda f, X, order: np.abs(f(X[order]) - f(X)).mean(),
    ),
)
mistakes(
    "distance_bias",
    as_a_causal_model_needs_it=(
        "only_before",
        lambda n, slope: -slope * (np.arange(n)[:, None] - np.arange(n)).clip(min=0),
    ),
    without_abs=("direction_kept", lambda n, slope: -slope * (np.arange(n)[:, None] - np.arange(n)[None, :])),
    plain_distance=("far_is_better", lambda n, slope: np.abs(np.arange(n)[:, None] - np.arange(n)) * slope),
)
mistakes(
    "count_multiplications",
    flops=("additions_too", lambda n, d_model, h: 8 * n * d_model**2 + 4 * n**2 * d_model),
)
mistakes(
    "previous_token",
    the_other_diagonal=("next_instead", lambda weights: np.diagonal(weights, 1, -2, -1).mean(-1)),
    by_slices=("a_block_instead", lambda weights: weights[..., 1:, :-1].mean((-2, -1))),
    trace_through_n=("divided_by_all", lambda weights: np.trace(weights, -1, -2, -1) / weights.shape[-1]),
)
mistakes(
    "next_token",
    mean_of_everything=("one_number_for_all", lambda weights: np.diagonal(weights, 1, -2, -1).mean()),
)
mistakes(
    "first_token",
    the_whole_column=("itself_counted", lambda weights: weights[..., 0].mean(-1)),
    the_row=("first_row", lambda weights: weights[..., 0, 1:].mean(-1)),
)
mistakes(
    "loss",
    mean_first=(
        "log_of_the_mean",
        lambda p, wanted: -np.log(np.mean([p[i, k] for i, k in enumerate(wanted)])),
    ),
)


@mistaken("embed", "only_the_first_word")
def returned_too_early(ids, table):
    for k in np.moveaxis(ids, -1, 0):
        return table[k]


@mistaken("weighted_sum", "first_only")
def return_in_the_loop(weights, values):
    total = 0
    for w, v in zip(weights, values, strict=True):
        total += w * v
        return total


@mistaken("weighted_sum", "last_only")
def not_plus(weights, values):
    for w, v in zip(weights, values, strict=True):
        total = w * v
    return total


@mistaken("weighted_sum", "last_left_out")
def one_too_few(weights, values):
    total = 0
    for j in range(len(weights) - 1):
        total = total + weights[j] * values[j]
    return total


@mistaken("scores", "t_reverses_all_axes")
def plain_t(Q, K):
    return Q @ K.T


@mistaken("attention", "overflow")
def no_shift(Q, K, V):
    e = np.exp(Q @ K.mT / math.sqrt(Q.shape[-1]))
    return e / e.sum(-1, keepdims=True) @ V


@mistaken("attention", "no_scale", "overflow")
def no_scale_no_shift(Q, K, V):
    e = np.exp(Q @ K.mT)
    return e / e.sum(-1, keepdims=True) @ V


@mistaken("attention", "weights_returned")
def weights_first(Q, K, V):
    weights = stable(Q @ K.mT / math.sqrt(Q.shape[-1]))
    return weights, weights @ V


@mistaken("masked_attention", "renormalised_after_mask")
def renormalised(Q, K, V, keep):
    S = Q @ K.mT / math.sqrt(Q.shape[-1])
    kept = np.exp(S - np.where(keep, S, -np.inf).max(-1, keepdims=True)) * keep
    return kept / kept.sum(-1, keepdims=True) @ V


@mistaken("masked_attention", "minus_1e9")
def torch_masked_fill(Q, K, V, keep):
    S = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    return torch.softmax(S.masked_fill(~keep, -1e9), dim=-1) @ V


@mistaken("masked_attention", "mask_inverted")
def torch_fill_where_true(Q, K, V, keep):
    S = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    return torch.nan_to_num(torch.softmax(S.masked_fill(keep, -math.inf), dim=-1)) @ V


@mistaken("masked_attention", "no_scale", "plain_softmax")
def three_of_them(Q, K, V, keep):
    e = np.exp(np.where(keep, Q @ K.mT, -np.inf))
    return e / e.sum(-1, keepdims=True) @ V


@mistaken("multi_head", "heads_without_transpose")
def viewed(X, W_Q, W_K, W_V, W_O, h):
    *lead, n, d_model = X.shape
    Q, K, V = ((X @ W).view(*lead, h, n, d_model // h) for W in (W_Q, W_K, W_V))
    output = torch.softmax(Q @ K.mT / math.sqrt(d_model // h), dim=-1) @ V
    return output.transpose(-3, -2).reshape(*lead, n, d_model) @ W_O


@mistaken("multi_head", "root_d_model")
def by_the_size_of_the_embedding(X, W_Q, W_K, W_V, W_O, h):
    *lead, n, d_model = X.shape
    Q, K, V = ((X @ W).reshape(*lead, n, h, d_model // h).swapaxes(-2, -3) for W in (W_Q, W_K, W_V))
    output = stable(Q @ K.mT / math.sqrt(d_model)) @ V
    return output.swapaxes(-2, -3).reshape(*lead, n, d_model) @ W_O


@mistaken("feed_forward", "no_relu")
def two_linear_layers(x, W_1, b_1, W_2, b_2):
    F = torch.nn.functional
    return F.linear(F.linear(x, W_1.mT, b_1), W_2.mT, b_2)


@mistaken("block", "normed_goes_around")
def x_is_overwritten(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(x)
    x = x + attention(x)
    x = norm_2(x)
    return x + feed_forward(x)


@mistaken("block", "post_norm")
def as_in_2017(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(x + attention(x))
    return norm_2(x + feed_forward(x))


@mistaken("post_norm_block", "pre_norm")
def as_today(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(norm_1(x))
    return x + feed_forward(norm_2(x))


@mistaken("post_norm_block", "sum_before_norm_goes_around")
def sum_kept(x, norm_1, attention, norm_2, feed_forward):
    total = x + attention(x)
    return norm_2(total + feed_forward(norm_1(total)))


@mistaken("scores", "first_axes_swapped")
def torch_transpose_0_1(Q, K):
    return Q @ torch.transpose(K, 0, 1)


@mistaken("softmax", "softmax_over_axis_1")
def axis_1(S):
    return torch.nan_to_num(torch.softmax(S, dim=1))


@mistaken("softmax", "sum_of_columns")
def sum_axis_minus_two(S):
    top = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=-2, keepdims=True)
    return e / np.where(total == 0, 1, total)


@mistaken("softmax", "sum_of_everything")
def one_sum(S):
    top = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(np.isinf(top), 0, top))
    return e / e.sum()


@mistaken("masked_attention", "softmax_over_columns", "nan_in_empty_row")
def torch_mask_and_columns(Q, K, V, keep):
    S = (Q @ K.mT / Q.size(-1) ** 0.5).masked_fill(~keep, -math.inf)
    return torch.softmax(S, dim=-2) @ V


@mistaken("softmax", "largest_of_all_subtracted")
def max_of_everything(S):
    e = np.exp(S - np.max(S))
    return e / e.sum(-1, keepdims=True)


@mistaken("attention", "largest_of_all_subtracted")
def max_without_an_axis(Q, K, V):
    S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(S - np.max(S))
    return e / np.sum(e, axis=-1, keepdims=True) @ V


@mistaken("attention", "softmax_over_axis_1")
def axis_one_everywhere(Q, K, V):
    S = Q @ K.mT / K.shape[-1] ** 0.5
    e = np.exp(S - S.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V


@mistaken("layer_norm", "norm_over_axis_1")
def axis_one_again(x, gain, bias, eps):
    centred = x - x.mean(1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) * gain + bias


@mistaken("grow_cache", "joined_along_axis_0")
def vstack(cache, x, W_K, W_V):
    return np.concatenate([cache, np.concatenate([x @ W_K, x @ W_V], axis=-1)])


@mistaken("cached_attention", "sees_the_first_alone")
def is_causal(x, W_Q, cache):
    K, V = cache[..., : W_Q.shape[1]], cache[..., W_Q.shape[1] :]
    return torch.nn.functional.scaled_dot_product_attention(x @ W_Q, K, V, is_causal=True)


@mistaken("online_attention", "nothing_shrunk")
def forgets_to_shrink(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        top = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - top)
        total, output = total + e.sum(-1, keepdims=True), output + e @ V[..., k : k + size, :]
    return output / total


@mistaken("previous_token", "around_a_circle_backwards")
def index_minus_one(weights):
    i = np.arange(weights.shape[-1])
    return weights[..., i, i - 1].mean(-1)


@mistaken("next_token", "previous_instead")
def wrong_side(weights):
    i = np.arange(1, weights.shape[-1])
    return weights[..., i, i - 1].mean(-1)


# right for one sentence, wrong for a batch
BATCHES_ONLY = [
    ("scores", "plain_t"),
    ("scores", "torch_transpose_0_1"),
    ("softmax", "axis_1"),
    ("attention", "axis_one_everywhere"),
    ("layer_norm", "axis_one_again"),
    ("grow_cache", "vstack"),
]


@mistaken("train", "one_step")
def returned_in_the_loop(gradient, W, rate, steps):
    for _ in range(steps):
        W = W - rate * gradient(W)
        return W


@mistaken("train", "gradient_once")
def gradient_before_the_loop(gradient, W, rate, steps):
    g = gradient(W)
    for _ in range(steps):
        W = W - rate * g
    return W


@mistaken("attention_test", "keys_as_values")
def two_tables(attention):
    Q, K = np.random.default_rng(3).normal(size=(2, 7, 5))
    return np.allclose(attention(Q, K, K), stable(Q @ K.T / 5**0.5) @ K)


@mistaken("attention_test", "only_row_sums")
def ones_as_values(attention):
    Q, K = np.random.default_rng(3).normal(size=(2, 7, 5))
    return np.allclose(attention(Q, K, np.ones((7, 5))), 1)
