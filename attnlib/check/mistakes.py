"""The catalogue: what learners get wrong, as the line that does it. To add a mistake, add one entry.

A learner's answer is compared with what each entry (and each pair of entries) makes of the same inputs: so a
mistake is found by its result, not by its words. `of` names the exercises in which it can be made, `steps`
the lines of recipes.py that it replaces, `means` says in English and in Chinese what has been done, and
`ask` is a question to think about. No text gives the answer.
"""

from dataclasses import dataclass

import numpy as np

from attnlib.check.recipes import split


@dataclass(frozen=True)
class Mistake:
    id: str
    of: tuple
    steps: dict
    means: tuple
    ask: tuple


HEADED = ("attention", "masked_attention", "multi_head", "self_attention")
SCALED = ("scale", *HEADED)
SOFTMAXED = ("softmax", *HEADED)
MIXED = ("mix", *HEADED)
MASKED = ("masked_attention",)


MISTAKES = [
    # projection
    Mistake(
        "transposed_W",
        ("project",),
        {"product": lambda s: s.X @ s.W.T},
        ("You multiply by the transpose of W.", "你乘的是 W 的转置。"),
        ("How many numbers does a row of X have, and a column of W?", "X 的一行有几个数？W 的一列呢？"),
    ),
    Mistake(
        "no_bias",
        ("project",),
        {"projected": lambda s: s.product},
        ("The bias b is not in your result.", "结果里没有用到偏置 b。"),
        ("What would a row of zeros in X become?", "如果 X 的某一行全是 0，结果应该是什么？"),
    ),
    Mistake(
        "bias_subtracted",
        ("project",),
        {"projected": lambda s: s.product - s.b},
        ("The bias is subtracted.", "偏置被减掉了。"),
        ("What would a row of zeros in X become?", "如果 X 的某一行全是 0，结果应该是什么？"),
    ),
    Mistake(
        "bias_before_W",
        ("project",),
        {"product": lambda s: (s.X + s.b) @ s.W, "projected": lambda s: s.product},
        ("You add b to X, before the product with W.", "你先把 b 加到了 X 上，再乘 W。"),
        (
            "Which has as many numbers as b: a row of X, or a row of the result?",
            "b 的个数和 X 的一行相同，还是和结果的一行相同？",
        ),
    ),
    # scores
    Mistake(
        "q_and_k_swapped",
        ("scores", *HEADED),
        {"scores": lambda s: s.K @ s.Q.mT},
        ("Queries and keys are swapped.", "查询和键的位置反了。"),
        (
            "Whose row is it: the word that looks, or the word that is looked at?",
            "每一行属于谁：看别人的词，还是被看的词？",
        ),
    ),
    Mistake(
        "queries_only",
        ("scores", *HEADED),
        {"scores": lambda s: s.Q @ s.Q.mT},
        (
            "The scores are those of queries with queries; K is not used.",
            "分数是查询和查询的点积，没有用到 K。",
        ),
        ("What does a key say that a query does not?", "键里有什么是查询里没有的？"),
    ),
    Mistake(
        "keys_only",
        ("scores", *HEADED),
        {"scores": lambda s: s.K @ s.K.mT},
        ("The scores are those of keys with keys; Q is not used.", "分数是键和键的点积，没有用到 Q。"),
        ("Who asks?", "是谁在提问？"),
    ),
    Mistake(
        "t_reverses_all_axes",
        ("scores", "attention", "masked_attention", "self_attention"),
        {"scores": lambda s: s.Q @ s.K.T},
        (
            "For one sentence this is right, for a batch it is not: .T reverses all axes.",
            "单个句子时是对的，一批句子时就不对：.T 会把所有的轴都倒过来。",
        ),
        (
            "Which two axes should change places, and which should stay?",
            "应该交换哪两个轴？哪些轴要留在原处？",
        ),
    ),
    Mistake(
        "first_axes_swapped",
        ("scores", "attention", "masked_attention", "self_attention"),
        {"scores": lambda s: s.Q @ s.K.swapaxes(0, 1)},
        (
            "For one sentence this is right, for a batch it is not: axes 0 and 1 change places.",
            "单个句子时是对的，一批句子时就不对：交换的是第 0 和第 1 个轴。",
        ),
        (
            "Which two axes of a batch should change places, counted from the end?",
            "从后往前数，一批句子的哪两个轴应该交换？",
        ),
    ),
    Mistake(
        "cosine",
        ("scores", *HEADED),
        {
            "scores": lambda s: (
                (s.Q / np.linalg.norm(s.Q, axis=-1, keepdims=True))
                @ (s.K / np.linalg.norm(s.K, axis=-1, keepdims=True)).mT
            )
        },
        ("Every query and key is first brought to length 1.", "每个查询和键都先被变成了长度 1。"),
        (
            "What should a key do to its score when it becomes twice as long?",
            "键变成原来的两倍长，它的分数应该怎么变？",
        ),
    ),
    Mistake(
        "distances",
        ("scores", *HEADED),
        {"scores": lambda s: -np.linalg.norm(s.Q[..., :, None, :] - s.K[..., None, :, :], axis=-1)},
        ("These are distances (with a minus), not dot products.", "这是（取负的）距离，不是点积。"),
        ("What is the dot product of a vector with itself?", "一个向量和它自己的点积是多少？"),
    ),
    # scaling
    Mistake(
        "no_scale",
        SCALED,
        {"scaled": lambda s: s.scores},
        ("The scores are not scaled.", "分数没有缩放。"),
        (
            "What happens to the spread of a sum of d_k products when d_k grows?",
            "d_k 个乘积的和，随着 d_k 变大，分散程度会怎样？",
        ),
    ),
    Mistake(
        "d_k_without_root",
        SCALED,
        {"scaled": lambda s: s.scores / s.d_k},
        ("The scores are divided by d_k itself.", "分数除以的是 d_k 本身。"),
        ("The variance grows with d_k. And the standard deviation?", "方差和 d_k 成正比，那么标准差呢？"),
    ),
    Mistake(
        "root_d_model",
        ("multi_head", "self_attention"),
        {"scaled": lambda s: s.scores / s.d_model**0.5},
        ("The scores are divided by √d_model.", "分数除以的是 √d_model。"),
        ("How many products does one score add up?", "一个分数是多少个乘积相加？"),
    ),
    Mistake(
        "root_n",
        SCALED,
        {"scaled": lambda s: s.scores / s.scores.shape[-2] ** 0.5},
        ("The scores are divided by the root of the number of queries.", "分数除以了查询个数的平方根。"),
        (
            "Should a score change when another word joins the sentence?",
            "句子里多了一个词，原来的分数应该变吗？",
        ),
    ),
    Mistake(
        "root_m",
        ("scale", "attention", "masked_attention"),
        {"scaled": lambda s: s.scores / s.scores.shape[-1] ** 0.5},
        ("The scores are divided by the root of the number of keys.", "分数除以了键的个数的平方根。"),
        (
            "Should a score change when another word joins the sentence?",
            "句子里多了一个词，原来的分数应该变吗？",
        ),
    ),
    Mistake(
        "multiplied",
        SCALED,
        {"scaled": lambda s: s.scores * s.d_k**0.5},
        ("The scores are multiplied by √d_k.", "分数乘上了 √d_k。"),
        ("Should the spread become larger or smaller?", "分散程度应该变大还是变小？"),
    ),
    Mistake(
        "d_k_squared",
        SCALED,
        {"scaled": lambda s: s.scores / s.d_k**2},
        ("The scores are divided by the square of d_k.", "分数除以的是 d_k 的平方。"),
        ("Which power of d_k has the standard deviation of a score?", "分数的标准差和 d_k 的几次方成正比？"),
    ),
    Mistake(
        "scaled_after_softmax",
        HEADED,
        {"scaled": lambda s: s.scores, "kept": lambda s: s.weights / s.d_k**0.5},
        (
            "The weights are scaled, after the softmax, instead of the scores.",
            "缩放的是 softmax 之后的权重，不是分数。",
        ),
        ("What is the sum of a row of weights then?", "这样一来，一行权重的和是多少？"),
    ),
    # softmax
    Mistake(
        "softmax_over_columns",
        SOFTMAXED,
        {"top": lambda s: s.masked.max(-2, keepdims=True), "total": lambda s: s.exps.sum(-2, keepdims=True)},
        ("The softmax goes down the columns.", "softmax 是沿着列做的。"),
        (
            "Who shares out a weight of one: the word that looks, or the one looked at?",
            "把总和为 1 的权重分出去的是谁：看的词，还是被看的词？",
        ),
    ),
    Mistake(
        "sum_of_columns",
        SOFTMAXED,
        {"total": lambda s: s.exps.sum(-2, keepdims=True)},
        (
            "Every exp is divided by the sum of its column.",
            "每个 exp 除以的是它所在列的和。",
        ),
        (
            "Who shares out a weight of one: the word that looks, or the one looked at?",
            "把总和为 1 的权重分出去的是谁：看的词，还是被看的词？",
        ),
    ),
    Mistake(
        "sum_of_everything",
        SOFTMAXED,
        {"total": lambda s: s.exps.sum()},
        (
            "Every exp is divided by the sum of all of them, not by that of its row.",
            "每个 exp 除以的是全部 exp 的和，而不是它所在行的和。",
        ),
        ("How much does one word have to share out?", "每一个词手里有多少可以分？"),
    ),
    Mistake(
        "softmax_over_axis_0",
        SOFTMAXED,
        {"top": lambda s: s.masked.max(0, keepdims=True), "total": lambda s: s.exps.sum(0, keepdims=True)},
        (
            "The softmax goes along axis 0: down the columns of a sentence, across the sentences of a batch.",
            "softmax 是沿第 0 个轴做的：单个句子时是沿着列，一批句子时跨过了不同的句子。",
        ),
        (
            "Which axis are the words that are looked at, counted from the end?",
            "从后往前数，被看的词在哪一个轴上？",
        ),
    ),
    Mistake(
        "softmax_over_axis_1",
        SOFTMAXED,
        {"top": lambda s: s.masked.max(1, keepdims=True), "total": lambda s: s.exps.sum(1, keepdims=True)},
        (
            "The softmax goes along axis 1: right for one sentence, but not with a batch or heads in front.",
            "softmax 是沿第 1 个轴做的：单个句子时是对的，前面有 batch 或者头的轴时就不对了。",
        ),
        (
            "Which axis are the words that are looked at, counted from the end?",
            "从后往前数，被看的词在哪一个轴上？",
        ),
    ),
    Mistake(
        "softmax_over_everything",
        SOFTMAXED,
        {"top": lambda s: s.masked.max(), "total": lambda s: s.exps.sum()},
        (
            "The softmax is over all numbers together: all weights sum to one.",
            "softmax 是对全部的数一起做的：所有权重加起来才等于 1。",
        ),
        ("How much does one word have to share out?", "每一个词手里有多少可以分？"),
    ),
    Mistake(
        "softmax_over_matrix",
        SOFTMAXED,
        {
            "top": lambda s: s.masked.max((-2, -1), keepdims=True),
            "total": lambda s: s.exps.sum((-2, -1), keepdims=True),
        },
        (
            "The softmax is over the whole table: all its weights sum to one.",
            "softmax 是对整张表做的：整张表加起来才等于 1。",
        ),
        ("How much does one word have to share out?", "每一个词手里有多少可以分？"),
    ),
    Mistake(
        "no_softmax",
        SOFTMAXED,
        {"weights": lambda s: s.masked},
        ("There is no softmax: these are still scores.", "没有做 softmax：这些仍然是分数。"),
        ("Can a weight be negative? What is the sum of a row?", "权重可以是负数吗？一行的和是多少？"),
    ),
    Mistake(
        "divided_by_sum",
        SOFTMAXED,
        {"weights": lambda s: s.masked / s.masked.sum(-1, keepdims=True)},
        ("The scores are divided by their sum, without exp.", "分数直接除以它们的和，没有取 exp。"),
        ("What if the scores of a row are 1 and −1?", "如果一行的分数是 1 和 −1，会怎样？"),
    ),
    Mistake(
        "exp_only",
        SOFTMAXED,
        {"weights": lambda s: s.exps},
        ("exp is there, the division by the sum of the row is not.", "取了 exp，但没有除以这一行的和。"),
        ("What is the sum of a row?", "一行的和是多少？"),
    ),
    Mistake(
        "argmax",
        SOFTMAXED,
        {"weights": lambda s: (s.masked == s.masked.max(-1, keepdims=True)).astype(float)},
        (
            "The largest of each row gets 1, the others 0: this is argmax.",
            "每行最大的得 1，其余都得 0：这是 argmax。",
        ),
        (
            "How does this change when the largest score changes a little?",
            "最大的分数改变一点点，结果会跟着变吗？",
        ),
    ),
    Mistake(
        "overflow",
        SOFTMAXED,
        {"shifted": lambda s: s.masked},
        ("exp becomes too large for a number: the result is NaN.", "exp 大到超出了数的范围，结果成了 NaN。"),
        (
            "What may be subtracted from every score of a row without changing its weights?",
            "一行的每个分数同时减去什么，权重不会变？",
        ),
    ),
    Mistake(
        "largest_of_all_subtracted",
        SOFTMAXED,
        {"shifted": lambda s: s.masked - s.masked.max()},
        (
            "The largest number of all is subtracted: in a row far below it every exp becomes 0.",
            "减去的是全部数里最大的那个：远小于它的那些行，每个 exp 都成了 0。",
        ),
        (
            "What is the largest exp in such a row, and what should it be?",
            "在这样的一行里，最大的 exp 是多少？应该是多少？",
        ),
    ),
    Mistake(
        "nan_in_empty_row",
        ("softmax", *MASKED),
        {"weights": lambda s: s.exps / s.total},
        ("A row that may look nowhere becomes NaN.", "不能看任何词的那一行，变成了 NaN。"),
        (
            "What is 0 divided by 0, and what should this word take from the others?",
            "0 除以 0 得什么？这个词应该从别的词那里得到多少？",
        ),
    ),
    Mistake(
        "plain_softmax",
        ("softmax", *MASKED),
        {"shifted": lambda s: s.masked, "weights": lambda s: s.exps / s.total},
        (
            "The formula as it stands: exp becomes too large for large scores, and a row that may look "
            "nowhere is 0 divided by 0.",
            "照公式原样写：分数很大时 exp 会超出数的范围；不能看任何词的那一行，会变成 0 除以 0。",
        ),
        (
            "What may be subtracted from every score of a row without changing its weights? And what should "
            "a row have that may look nowhere?",
            "一行的每个分数同时减去什么，权重不会变？不能看任何词的那一行，权重应该是多少？",
        ),
    ),
    Mistake(
        "softmin",
        SOFTMAXED,
        {
            "top": lambda s: (-s.masked).max(-1, where=s.masked > -np.inf, initial=-np.inf, keepdims=True),
            "shifted": lambda s: np.where(
                s.masked > -np.inf, -s.masked - np.where(s.top == -np.inf, 0, s.top), -np.inf
            ),
        },
        (
            "The smallest score gets the largest weight: there is a minus too many.",
            "最小的分数得到了最大的权重：多了一个负号。",
        ),
        ("Which of two scores should win?", "两个分数里，哪一个应该占上风？"),
    ),
    # values
    Mistake(
        "values_are_keys",
        HEADED,
        {"output": lambda s: s.kept @ s.K},
        ("The weights mix the keys, not the values.", "权重混合的是键，不是值。"),
        ("What is a word found by, and what does it pass on?", "词靠什么被找到？传出去的又是什么？"),
    ),
    Mistake(
        "values_are_queries",
        ("attention", "multi_head", "self_attention"),
        {"output": lambda s: s.kept @ s.Q},
        ("The weights mix the queries, not the values.", "权重混合的是查询，不是值。"),
        ("What does a word pass on?", "词传出去的是什么？"),
    ),
    Mistake(
        "values_are_x",
        ("multi_head",),
        {"v": lambda s: s.X},
        ("The values are the rows of X: W_V is not used.", "值用的是 X 的各行，没有用到 W_V。"),
        ("Who decides what of a word is passed on?", "一个词传出去什么，由谁决定？"),
    ),
    Mistake(
        "output_is_x",
        ("self_attention",),
        {"output": lambda s: s.kept @ s.X},
        ("The weights mix the rows of X: the values are not used.", "权重混合的是 X 的各行，没有用到值。"),
        ("Who decides what of a word is passed on?", "一个词传出去什么，由谁决定？"),
    ),
    Mistake(
        "weights_returned",
        ("attention", "masked_attention", "self_attention"),
        {"output": lambda s: s.kept},
        ("These are the weights: the values have not been mixed yet.", "这是权重：还没有混合值。"),
        ("What does a word do with its weights?", "一个词有了权重，下一步做什么？"),
    ),
    Mistake(
        "weights_transposed",
        MIXED,
        {"output": lambda s: s.kept.mT @ s.V},
        ("The weights are transposed before they meet the values.", "权重先转置了，才去乘值。"),
        (
            "Which index is added over: the one that looks, or the one looked at?",
            "求和时走过的下标，是看的词还是被看的词？",
        ),
    ),
    Mistake(
        "plain_mean",
        MIXED,
        {
            "output": lambda s: np.broadcast_to(
                s.V.mean(-2, keepdims=True), (*s.kept.shape[:-1], s.V.shape[-1])
            )
        },
        (
            "Every output is the plain mean of the values: the weights are not used.",
            "每个输出都是值的普通平均：没有用到权重。",
        ),
        ("Should all words get the same output?", "所有词的输出应该一样吗？"),
    ),
    # masks
    Mistake(
        "mask_after_softmax",
        MASKED,
        {"masked": lambda s: s.scaled, "kept": lambda s: np.where(s.keep, s.weights, 0)},
        ("The mask comes after the softmax.", "掩码加在了 softmax 之后。"),
        ("What is the sum of a row of weights now?", "现在一行权重的和是多少？"),
    ),
    Mistake(
        "renormalised_after_mask",
        MASKED,
        {
            "masked": lambda s: s.scaled,
            "kept": lambda s: s.weights * s.keep / (s.weights * s.keep).sum(-1, keepdims=True),
        },
        (
            "Masking after the softmax and dividing by the new sum is right, until a row may look nowhere.",
            "softmax 之后加掩码、再除以新的和，本来是对的；可是遇到不能看任何词的行就不行了。",
        ),
        ("What is the new sum of such a row?", "这样的一行，新的和是多少？"),
    ),
    Mistake(
        "mask_inverted",
        MASKED,
        {"masked": lambda s: np.where(s.keep, -np.inf, s.scaled)},
        ("What may be looked at is hidden, and the other way round.", "该看的被遮住了，该遮的反而能看。"),
        ("What does True mean in `keep`?", "`keep` 里的 True 是什么意思？"),
    ),
    Mistake(
        "mask_transposed",
        MASKED,
        {"masked": lambda s: np.where(s.keep.mT, s.scaled, -np.inf)},
        ("The mask is transposed.", "掩码被转置了。"),
        ("Which axis of the mask is the word that looks?", "掩码的哪一个轴对应“看”的词？"),
    ),
    Mistake(
        "masked_with_zero",
        MASKED,
        {"masked": lambda s: np.where(s.keep, s.scaled, 0)},
        ("Hidden scores are set to 0.", "被遮住的分数设成了 0。"),
        ("What is exp(0)?", "exp(0) 等于多少？"),
    ),
    Mistake(
        "mask_ignored",
        MASKED,
        {"masked": lambda s: s.scaled},
        ("The mask is not used.", "没有用到掩码。"),
        ("Which weights should be exactly 0?", "哪些权重应该正好是 0？"),
    ),
    Mistake(
        "diagonal_hidden",
        MASKED,
        {"masked": lambda s: np.where(s.keep & ~np.eye(*s.scaled.shape[-2:], dtype=bool), s.scaled, -np.inf)},
        ("Besides the mask, the diagonal is hidden.", "除了掩码，对角线也被遮住了。"),
        ("May a word look at itself?", "一个词可以看自己吗？"),
    ),
    Mistake(
        "minus_1e9",
        MASKED,
        {"masked": lambda s: np.where(s.keep, s.scaled, -1e9)},
        (
            "−1e9 instead of −∞ works until a row may look nowhere: then its weights are all equal.",
            "用 −1e9 代替 −∞，遇到不能看任何词的行就不行了：那一行的权重全都相等。",
        ),
        (
            "What should this word take from words that it may not see?",
            "不许看的词，应该从它们那里得到多少？",
        ),
    ),
    Mistake(
        "plus_minus_1e9",
        MASKED,
        {"masked": lambda s: s.scaled + np.where(s.keep, 0.0, -1e9)},
        (
            "Adding −1e9 works until a row may look nowhere: then the hidden scores decide.",
            "加上 −1e9，遇到不能看任何词的行就不行了：那一行由被遮住的分数说了算。",
        ),
        (
            "What is left of a row when the same number is added to all of it?",
            "一行的分数都加上同一个数，权重会变吗？",
        ),
    ),
    Mistake(
        "future",
        ("causal_mask",),
        {"keep": lambda s: np.tri(s.n, dtype=bool).T},
        ("Each word may look at itself and at those after it.", "每个词能看自己和后面的词。"),
        ("What may the first word of a sentence see?", "句子的第一个词能看到什么？"),
    ),
    Mistake(
        "not_itself",
        ("causal_mask",),
        {"keep": lambda s: np.tri(s.n, k=-1, dtype=bool)},
        ("No word may look at itself.", "每个词都看不到自己。"),
        ("What is left for the first word to look at?", "第一个词还能看什么？"),
    ),
    Mistake(
        "one_too_far",
        ("causal_mask",),
        {"keep": lambda s: np.tri(s.n, k=1, dtype=bool)},
        ("Each word also sees the one after it.", "每个词还能看到后面的一个词。"),
        ("What would a word that is to be guessed see?", "要猜的那个词，会不会已经被看到？"),
    ),
    Mistake(
        "hides_where_true",
        ("causal_mask",),
        {"keep": lambda s: ~np.tri(s.n, dtype=bool)},
        ("True stands where a word may not look.", "不许看的地方写成了 True。"),
        ("What does True mean in `keep`?", "`keep` 里的 True 是什么意思？"),
    ),
    Mistake(
        "rows_hidden",
        ("padding_mask",),
        {"keep": lambda s: s.is_token[..., :, None]},
        ("The padding is hidden as a row: it is the words that look.", "填充被当作行遮住了：行是“看”的词。"),
        ("Which axis are the words that are looked at?", "被看的词在哪一个轴上？"),
    ),
    Mistake(
        "padding_inverted",
        ("padding_mask",),
        {"keep": lambda s: ~s.is_token[..., None, :]},
        ("The padding may be looked at, and the words may not.", "填充可以看，真正的词反而不能看。"),
        ("What does True mean in `keep`?", "`keep` 里的 True 是什么意思？"),
    ),
    Mistake(
        "no_axis_for_queries",
        ("padding_mask",),
        {"keep": lambda s: s.is_token},
        ("There is no axis for the queries.", "缺少查询那一个轴。"),
        (
            "The scores are (batch, n, m). How does (batch, m) meet them?",
            "分数的形状是 (batch, n, m)，(batch, m) 怎样和它对齐？",
        ),
    ),
    # heads
    Mistake(
        "view_without_transpose",
        ("split_heads",),
        {"heads": lambda s: s.x.reshape(*s.x.shape[:-2], s.h, s.x.shape[-2], s.x.shape[-1] // s.h)},
        (
            "reshape alone goes to (h, n, d): a head then gets pieces of other words.",
            "只用 reshape 变成 (h, n, d)：一个头里混进了别的词的数。",
        ),
        ("Which numbers of word 0 does head 0 get?", "第 0 个头应该得到第 0 个词的哪几个数？"),
    ),
    Mistake(
        "heads_without_transpose",
        ("multi_head",),
        {
            "Q": lambda s: s.q.reshape(*s.q.shape[:-2], s.h, s.q.shape[-2], s.d_k),
            "K": lambda s: s.k.reshape(*s.k.shape[:-2], s.h, s.k.shape[-2], s.d_k),
            "V": lambda s: s.v.reshape(*s.v.shape[:-2], s.h, s.v.shape[-2], s.d_k),
        },
        (
            "reshape alone goes to (h, n, d): a head then gets pieces of other words.",
            "只用 reshape 变成 (h, n, d)：一个头里混进了别的词的数。",
        ),
        ("Which numbers of word 0 does head 0 get?", "第 0 个头应该得到第 0 个词的哪几个数？"),
    ),
    Mistake(
        "axes_not_swapped",
        ("split_heads",),
        {"heads": lambda s: s.x.reshape(*s.x.shape[:-1], s.h, s.x.shape[-1] // s.h)},
        (
            "The shape is (n, h, d): the words still come before the heads.",
            "形状是 (n, h, d)：词的轴还在头的轴前面。",
        ),
        ("Over which axis should attention compare words?", "注意力要在哪一个轴上比较词？"),
    ),
    Mistake(
        "every_hth_column",
        ("split_heads",),
        {"heads": lambda s: np.moveaxis(s.x.reshape(*s.x.shape[:-1], s.x.shape[-1] // s.h, s.h), -1, -3)},
        (
            "A head gets every h-th column, not columns side by side.",
            "每个头隔 h 列取一列，而不是取相邻的几列。",
        ),
        ("Which columns of x belong to head 0?", "x 的哪几列属于第 0 个头？"),
    ),
    Mistake(
        "merged_without_transpose",
        ("merge_heads", "multi_head"),
        {
            "merged": lambda s: (x := s.output if hasattr(s, "output") else s.x).reshape(
                *x.shape[:-3], x.shape[-2], -1
            )
        },
        (
            "reshape alone mixes the words: heads and words have not changed places.",
            "只用 reshape 会把不同的词混在一起：头和词还没有交换位置。",
        ),
        ("Which numbers belong into the row of word 0?", "第 0 个词的那一行里应该有哪些数？"),
    ),
    Mistake(
        "heads_averaged",
        ("merge_heads",),
        {"merged": lambda s: s.x.mean(-3)},
        ("The heads are averaged.", "各个头被平均了。"),
        ("Where do the differences between the heads go?", "各个头之间的差别到哪里去了？"),
    ),
    Mistake(
        "heads_added",
        ("merge_heads",),
        {"merged": lambda s: s.x.sum(-3)},
        ("The heads are added.", "各个头被加在了一起。"),
        ("How many numbers should a row have afterwards?", "合并之后，一行应该有几个数？"),
    ),
    Mistake(
        "heads_interleaved",
        ("merge_heads",),
        {"merged": lambda s: np.moveaxis(s.x, -3, -1).reshape(*s.x.shape[:-3], s.x.shape[-2], -1)},
        (
            "The numbers of the heads alternate, instead of standing side by side.",
            "各个头的数交错排列，而不是一个头接一个头。",
        ),
        (
            "What comes first in a row: all of head 0, or one number of each head?",
            "一行里先放第 0 个头的全部，还是每个头各放一个数？",
        ),
    ),
    Mistake(
        "one_head",
        ("multi_head",),
        {
            "Q": lambda s: s.q,
            "K": lambda s: s.k,
            "V": lambda s: s.v,
            "scaled": lambda s: s.scores / s.d_model**0.5,
        }
        | {"merged": lambda s: s.output},
        ("There is only one head.", "只有一个头。"),
        ("What can two tables of weights say that one cannot?", "两张权重表能表达什么，是一张表达不了的？"),
    ),
    Mistake(
        "shared_projection",
        ("multi_head",),
        {
            "Q": lambda s: np.repeat(split(s.q, s.h)[..., :1, :, :], s.h, -3),
            "K": lambda s: np.repeat(split(s.k, s.h)[..., :1, :, :], s.h, -3),
            "V": lambda s: np.repeat(split(s.v, s.h)[..., :1, :, :], s.h, -3),
        },
        (
            "All heads use the same columns of the projection matrices.",
            "所有的头用的是投影矩阵里相同的几列。",
        ),
        ("How do the heads' weights differ then?", "那么，各个头的权重有什么不同？"),
    ),
    Mistake(
        "mean_of_heads",
        ("multi_head",),
        {"output": lambda s: np.repeat((s.kept @ s.V).mean(-3, keepdims=True), s.h, -3)},
        ("The outputs of the heads are averaged.", "各个头的输出被平均了。"),
        ("Where do the differences between the heads go?", "各个头之间的差别到哪里去了？"),
    ),
    Mistake(
        "no_output_projection",
        ("multi_head",),
        {"projected": lambda s: s.merged},
        ("The heads stand side by side, but W_O is not used.", "各个头已经拼接好了，但没有用到 W_O。"),
        ("How does one head learn of what another has found?", "一个头找到的东西，怎样和别的头找到的结合？"),
    ),
    # LayerNorm
    Mistake(
        "unbiased_variance",
        ("layer_norm",),
        {"variance": lambda s: ((s.x - s.mean) ** 2).sum(-1, keepdims=True) / (s.x.shape[-1] - 1)},
        ("The variance divides by d − 1.", "方差除以的是 d − 1。"),
        ("What is the variance of (1, −1)?", "(1, −1) 的方差是多少？"),
    ),
    Mistake(
        "eps_outside_root",
        ("layer_norm",),
        {"deviation": lambda s: s.variance**0.5 + s.eps},
        ("eps is added after the root.", "eps 加在了开方之后。"),
        ("How large is √eps, compared with eps?", "√eps 和 eps 相比，哪个大？"),
    ),
    Mistake(
        "no_eps",
        ("layer_norm",),
        {"deviation": lambda s: s.variance**0.5},
        ("eps is not used.", "没有用到 eps。"),
        ("What happens to a row of equal numbers?", "一行里的数全都相等时会怎样？"),
    ),
    Mistake(
        "divided_by_variance",
        ("layer_norm",),
        {"deviation": lambda s: s.variance + s.eps},
        ("The division is by the variance, without the root.", "除以的是方差，没有开方。"),
        ("What is the variance of the result?", "这样得到的结果，方差是多少？"),
    ),
    Mistake(
        "over_words",
        ("layer_norm",),
        {
            "mean": lambda s: s.x.mean(-2, keepdims=True),
            "variance": lambda s: ((s.x - s.mean) ** 2).mean(-2, keepdims=True),
        },
        ("Mean and variance are taken over the words, down a column.", "平均和方差是沿着列、对各个词求的。"),
        ("Should a word change when its neighbour changes?", "邻近的词变了，这个词应该跟着变吗？"),
    ),
    Mistake(
        "norm_over_axis_0",
        ("layer_norm",),
        {
            "mean": lambda s: s.x.mean(0, keepdims=True),
            "variance": lambda s: ((s.x - s.mean) ** 2).mean(0, keepdims=True),
        },
        (
            "Mean and variance are taken along axis 0, across words or sentences.",
            "平均和方差是沿第 0 个轴求的，跨过了不同的词或者句子。",
        ),
        ("Should a word change when its neighbour changes?", "邻近的词变了，这个词应该跟着变吗？"),
    ),
    Mistake(
        "norm_over_axis_1",
        ("layer_norm",),
        {
            "mean": lambda s: s.x.mean(1, keepdims=True),
            "variance": lambda s: ((s.x - s.mean) ** 2).mean(1, keepdims=True),
        },
        (
            "Mean and variance are taken along axis 1: that is right for one sentence, but not for a batch.",
            "平均和方差是沿第 1 个轴求的：单个句子时是对的，一批句子时就不对了。",
        ),
        (
            "Which axis holds the numbers of one word, counted from the end?",
            "从后往前数，一个词的各个数在哪一个轴上？",
        ),
    ),
    Mistake(
        "over_everything",
        ("layer_norm",),
        {
            "mean": lambda s: s.x.mean(),
            "variance": lambda s: ((s.x - s.mean) ** 2).mean(),
        },
        ("Mean and variance are taken over all numbers together.", "平均和方差是对全部的数一起求的。"),
        ("Should a word change when its neighbour changes?", "邻近的词变了，这个词应该跟着变吗？"),
    ),
    Mistake(
        "not_centred",
        ("layer_norm",),
        {"normed": lambda s: s.x / s.deviation},
        ("The mean is not subtracted.", "没有减去平均。"),
        ("What is the mean of a row of your result?", "结果中一行的平均是多少？"),
    ),
    Mistake(
        "no_gain",
        ("layer_norm",),
        {"stretched": lambda s: s.normed + s.bias},
        ("gain is not used.", "没有用到 gain。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "no_bias_in_norm",
        ("layer_norm",),
        {"stretched": lambda s: s.normed * s.gain},
        ("bias is not used.", "没有用到 bias。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "gain_and_bias_swapped",
        ("layer_norm",),
        {"stretched": lambda s: s.normed * s.bias + s.gain},
        ("gain and bias have changed places.", "gain 和 bias 的位置反了。"),
        ("Which of the two stretches, and which moves?", "哪一个负责拉伸，哪一个负责平移？"),
    ),
    # positions
    Mistake(
        "halves",
        ("positional_encoding",),
        {
            "exponent": lambda s: s.column % (s.d_model // 2) * 2 / s.d_model,
            "encoding": lambda s: np.where(s.column < s.d_model // 2, np.sin(s.angle), np.cos(s.angle)),
        },
        (
            "All sines come first, then all cosines; the paper alternates them.",
            "正弦全在前，余弦全在后；论文里两者是交替的。",
        ),
        ("What stands in columns 0 and 1?", "第 0 列和第 1 列是什么？"),
    ),
    Mistake(
        "cosine_first",
        ("positional_encoding",),
        {"encoding": lambda s: np.where(s.column % 2 == 0, np.cos(s.angle), np.sin(s.angle))},
        ("Sine and cosine have changed places.", "正弦和余弦的位置反了。"),
        ("What should position 0 have in column 0?", "位置 0 的第 0 列应该是多少？"),
    ),
    Mistake(
        "only_sines",
        ("positional_encoding",),
        {"encoding": lambda s: np.sin(s.angle)},
        ("There are only sines.", "只有正弦。"),
        (
            "Can you tell a position from the one on the other side of a crest?",
            "波峰两侧的位置，只看正弦分得出来吗？",
        ),
    ),
    Mistake(
        "pairs_not_shared",
        ("positional_encoding",),
        {"exponent": lambda s: s.column / s.d_model},
        (
            "Each column has an angle of its own; a sine and its cosine should share one.",
            "每一列的角都不同；一个正弦和它旁边的余弦本来应该用同一个角。",
        ),
        ("Which power of 10000 belongs to columns 2 and 3?", "第 2 列和第 3 列用的是 10000 的几次方？"),
    ),
    Mistake(
        "twice_the_exponent",
        ("positional_encoding",),
        {"exponent": lambda s: 2 * s.column / s.d_model},
        (
            "The exponent is twice the column's number; the paper counts pairs of columns.",
            "指数用了列号的两倍；论文里数的是成对的列。",
        ),
        ("How slow is the last column?", "最后一列变化得有多慢？"),
    ),
    Mistake(
        "from_one",
        ("positional_encoding",),
        {"position": lambda s: np.arange(1, s.n + 1)[:, None]},
        ("The first position is 1, not 0.", "第一个位置是 1，不是 0。"),
        ("What is the sine of position 0?", "位置 0 的正弦是多少？"),
    ),
    Mistake(
        "degrees",
        ("positional_encoding",),
        {"angle": lambda s: np.deg2rad(s.position / 10000.0**s.exponent)},
        ("The angles are taken as degrees.", "角被当作“度”来算了。"),
        ("Does np.sin take degrees or radians?", "np.sin 的角用度还是弧度？"),
    ),
]
