"""grow_cache: the key and the value of a new word, written below those of all words before it."""

import numpy as np

from attnlib._validate import namespace
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    """Of the sizes some where what is wrong still fits: one word, d_k = d_v, d_model = d_k + d_v."""
    lead: tuple
    for lead in (), (2,):
        yield given(rng, lead, 2, 3, 2, 1, whole)
    for lead, m, d_model, d_k, d_v in (
        ((), 0, 4, 3, 2),
        ((), 1, 4, 2, 3),
        ((), 3, 5, 3, 2),
        ((), 4, 5, 2, 2),
        ((2,), 1, 4, 3, 2),
        ((2, 3), 2, 4, 3, 5),
    ):
        yield given(rng, lead, m, d_model, d_k, d_v)
    yield float32(given(rng, (), 3, 4, 2, 5))


def given(rng, lead, m, d_model, d_k, d_v, numbers=None):
    """A cache of m words, the row of a new one, and what projects it."""
    numbers = numbers or (lambda rng, *shape: rng.normal(size=shape))
    return {
        "layer": layer_of(lead),
        "cache": numbers(rng, *lead, m, d_k + d_v),
        "x": numbers(rng, *lead, 1, d_model),
        "W_K": numbers(rng, d_model, d_k),
        "W_V": numbers(rng, d_model, d_v),
    }


STEPS = {
    "key": lambda s: s.x @ s.W_K,
    "value": lambda s: s.x @ s.W_V,
    "row": lambda s: np.concatenate([s.key, s.value], -1),
    "grown": lambda s: np.concatenate([s.cache, s.row], -2),
}

MISTAKES = (
    Mistake(
        "value_before_key",
        {"row": lambda s: np.concatenate([s.value, s.key], -1)},
        ("In the new row the value stands before the key.", "新的一行里，值写在了键的前面。"),
        ("Which comes first in the rows that are there?", "已有的各行里，哪个在前？"),
    ),
    Mistake(
        "new_row_on_top",
        {"grown": lambda s: np.concatenate([s.row, s.cache], -2)},
        ("The new word stands above all others.", "新词写到了最上面。"),
        ("Which row belongs to the first word of the text?", "文章的第一个词，应该在第几行？"),
    ),
    Mistake(
        "last_row_replaced",
        {"grown": lambda s: np.concatenate([s.cache[..., :-1, :], s.row], -2)},
        (
            "The new row stands in the place of the last one: the word before is lost.",
            "新的一行把最后一行盖掉了：前一个词丢了。",
        ),
        ("How many rows should there be after the third word?", "写到第三个词，缓存应该有几行？"),
    ),
    Mistake(
        "oldest_dropped",
        {"grown": lambda s: np.concatenate([s.cache[..., 1:, :], s.row], -2)},
        (
            "The first row is dropped: the beginning of the text is forgotten.",
            "第一行被丢掉了：文章的开头忘记了。",
        ),
        ("How many rows should there be after the third word?", "写到第三个词，缓存应该有几行？"),
    ),
    Mistake(
        "only_the_new_row",
        {"grown": lambda s: s.row},
        ("Only the new word is there; the old rows are gone.", "只剩下新词，旧的各行都没有了。"),
        ("What did we keep them for?", "缓存是用来做什么的？"),
    ),
    Mistake(
        "not_grown",
        {"grown": lambda s: s.cache},
        ("The cache comes back as it was.", "缓存原样返回了，没有添上新词。"),
        ("Where does the next word find the key of this one?", "下一个词到哪里去找这个词的键？"),
    ),
    Mistake(
        "added_to_every_row",
        {"grown": lambda s: s.cache + s.row},
        (
            "The new row is added to the numbers of every old one. Keys of old words do not change.",
            "新的一行加到了每个旧行的数上。旧词的键是不变的。",
        ),
        ("Should the cache have more rows, or other numbers?", "缓存应该多一行，还是换一些数？"),
    ),
    Mistake(
        "row_twice",
        {"grown": lambda s: np.concatenate([s.cache, s.row, s.row], -2)},
        ("The new row is written twice.", "新的一行写了两遍。"),
        ("How much attention would this word get?", "这样，这个词会得到多少关注？"),
    ),
    Mistake(
        "x_kept",
        {"row": lambda s: s.x},
        (
            "The row of X is kept, not its key and value: they would have to be projected anew each time.",
            "存的是 X 的那一行，不是键和值：以后每次都得重新投影。",
        ),
        ("What will later words ask for?", "后面的词要用到的是什么？"),
    ),
    Mistake(
        "key_twice",
        {"value": lambda s: s.x @ s.W_K},
        ("The key stands where the value should: W_V is not used.", "该写值的地方写了键：没有用到 W_V。"),
        ("What does this word pass on?", "这个词传出去的是什么？"),
    ),
    Mistake(
        "value_twice",
        {"key": lambda s: s.x @ s.W_V},
        ("The value stands where the key should: W_K is not used.", "该写键的地方写了值：没有用到 W_K。"),
        ("What is this word found by?", "这个词靠什么被找到？"),
    ),
    Mistake(
        "joined_along_axis_0",
        {"grown": lambda s: np.concatenate([s.cache, s.row], 0)},
        (
            "The new row is joined along axis 0. In a batch, axis 0 is the sentence.",
            "新的一行是沿着第 0 个轴接上去的。一批句子时，第 0 个轴是句子。",
        ),
        ("Counted from the end, which axis is that of the words?", "从后往前数，词是第几个轴？"),
    ),
    Mistake(
        "joined_side_by_side",
        {"grown": lambda s: np.concatenate([s.cache, s.row], -1)},
        (
            "The new row is joined at the side, not below.",
            "新的一行接到了旁边，不是下面。",
        ),
        ("Should the cache get longer or wider?", "缓存应该变长，还是变宽？"),
    ),
)


def key_and_value_below(cache, x, W_K, W_V):
    """One more row: the key of the new word, and beside it its value."""
    xp = namespace(cache)
    return xp.concatenate([cache, xp.concatenate([x @ W_K, x @ W_V], -1)], -2)


EXERCISE = Exercise(
    name="grow_cache",
    doc="Check f(cache, x, W_K, W_V): cache (..., m, d_k + d_v), x (..., 1, d_model) -> one row more.",
    arguments={name: name for name in ("cache", "x", "W_K", "W_V")},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "A new word adds one row below: its key, and beside it its value.",
            "来一个新词，就在下面添一行：左边是它的键，右边是它的值。",
        ),
        (
            "The key is x @ W_K, the value x @ W_V. np.concatenate([a, b], axis) joins two arrays along an "
            "axis.",
            "键是 x @ W_K，值是 x @ W_V。np.concatenate([a, b], axis) 沿一个轴把两个数组接起来。",
        ),
        (
            "Join key and value along the last axis, -1. Join the cache and this row along the axis of the "
            "words, -2.",
            "键和值沿最后一个轴（-1）接；缓存和这一行沿词的轴（-2）接。",
        ),
    ),
    solution="""\
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate([x @ W_K, x @ W_V], axis=-1)
    return np.concatenate([cache, row], axis=-2)""",
    why=(
        "Two products for one word, however many words there are already. Counted from the end, the axes are "
        "right for a batch and for heads, too.",
        "不管前面已经有多少词，都只为一个词做两次乘法。轴从后往前数，一批句子、多个头也照样对。",
    ),
    reference=key_and_value_below,
)
