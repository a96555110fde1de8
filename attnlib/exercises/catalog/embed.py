"""embed: of each id its row of the table."""

import numpy as np

from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    """Of the sizes some where what is wrong still fits: as many columns as words, a word that comes twice."""
    for batch in (), (2,):
        ids = np.stack([unsorted(rng, 4, 3) for _ in range(2)]) if batch else unsorted(rng, 4, 3)
        yield {"layer": layer_of(batch), "ids": ids, "table": whole(rng, 5, 3)}
    for lead, n, words, d in ((), 4, 7, 7), ((), 3, 5, 2), ((2,), 4, 6, 6), ((2, 3), 4, 8, 5):
        rows = [unsorted(rng, words, n) for _ in range(int(np.prod(lead)))]
        ids = np.stack(rows).reshape(*lead, n)
        ids[..., 0] = ids[..., 2]  # one word comes twice
        yield {"layer": layer_of(lead), "ids": ids, "table": rng.normal(size=(words, d))}
    yield float32({"ids": unsorted(rng, 6, 5), "table": rng.normal(size=(6, 3))})


def unsorted(rng, words, n):
    """So many different ids, the 0 among them, neither going up nor down."""
    ids = np.arange(n)
    while 0 not in ids or (np.diff(ids) > 0).all() or (np.diff(ids) < 0).all():
        ids = rng.permutation(words)[:n]
    return ids


STEPS = {
    "chosen": lambda s: s.ids,  # nothing; here stands what some do to the ids
    "rows": lambda s: s.table[s.chosen],
}

MISTAKES = (
    Mistake(
        "ids_from_one",
        {"chosen": lambda s: s.ids - 1},
        (
            "Each word gets the row before its own, and the word with id 0 gets the last row.",
            "每个词拿到的是自己前面的那一行；编号为 0 的词，拿到的是最后一行。",
        ),
        (
            "In Python, which is the first row: table[0] or table[1]?",
            "在 Python 里，第一行是 table[0] 还是 table[1]？",
        ),
    ),
    Mistake(
        "one_row_too_far",
        {"chosen": lambda s: (s.ids + 1) % len(s.table)},
        ("Each word gets the row after its own.", "每个词拿到的是自己后面的那一行。"),
        (
            "In Python, which is the first row: table[0] or table[1]?",
            "在 Python 里，第一行是 table[0] 还是 table[1]？",
        ),
    ),
    Mistake(
        "in_order_of_the_table",
        {"chosen": lambda s: np.sort(s.ids, -1)},
        (
            "The rows are the right ones, but in the order of the table, not in that of the sentence.",
            "行都取对了，顺序却是表里的顺序，不是句子里的顺序。",
        ),
        (
            "Do *cat chases fish* and *fish chases cat* give the same rows in the same order?",
            "“猫 追 鱼”和“鱼 追 猫”，各行的顺序一样吗？",
        ),
    ),
    Mistake(
        "ids_reversed",
        {"chosen": lambda s: s.ids[..., ::-1]},
        ("The sentence is written backwards.", "整句话倒过来了。"),
        ("Which word belongs into row 0?", "第 0 行应该是哪个词？"),
    ),
    Mistake(
        "first_rows",
        {"chosen": lambda s: np.broadcast_to(np.arange(s.ids.shape[-1]), s.ids.shape)},
        (
            "You took the first rows of the table, whatever the ids are.",
            "你取的是表里最前面的几行，没有用到编号。",
        ),
        (
            "In `for i in range(n)`, is i the place in the sentence, or the id of the word there?",
            "`for i in range(n)` 里的 i，是句子里的位置，还是那个词的编号？",
        ),
    ),
    Mistake(
        "each_word_once",
        {"chosen": lambda s: np.unique(s.ids)},
        (
            "A word that comes twice has only one row, and the order is gone.",
            "出现两次的词只剩下一行，顺序也丢了。",
        ),
        ("How many rows has a sentence of four words?", "四个词的句子应该有几行？"),
    ),
    Mistake(
        "columns_of_the_table",
        {"rows": lambda s: s.table[:, s.chosen]},
        (
            "table[:, ids] takes columns of the table. A word is a row.",
            "table[:, ids] 取的是表的列。一个词是一行。",
        ),
        ("Which of the two places in the brackets is for rows?", "方括号里，哪个位置是行？"),
    ),
    Mistake(
        "words_as_columns",
        {"rows": lambda s: s.table[s.chosen].mT},
        ("Each word stands in a column; it should be a row.", "每个词成了一列，应该是一行。"),
        ("Which shape do you want for n words?", "n 个词，应该是什么形状？"),
    ),
    Mistake(
        "one_hot",
        {"rows": lambda s: np.eye(len(s.table))[s.chosen]},
        (
            "This has a 1 at the id and 0 elsewhere. It says which row, and is not the row itself.",
            "这是编号处为 1、其余为 0 的一行：它只说明要哪一行，还不是那一行。",
        ),
        ("What have you used table for?", "table 用在哪里了？"),
    ),
    Mistake(
        "rows_added_up",
        {"rows": lambda s: s.table[s.chosen].sum(-2)},
        (
            "The rows are added up to one. Nobody can tell any more which word said what.",
            "各行被加成了一行，再也分不清哪个词是哪个词。",
        ),
        ("How many rows should come out for n words?", "n 个词，应该得到几行？"),
    ),
    Mistake(
        "mean_of_the_words",
        {"rows": lambda s: s.table[s.chosen].mean(-2)},
        (
            "This is the mean of the rows: one row for the whole sentence.",
            "这是各行的平均：整句话只剩一行。",
        ),
        ("How many rows should come out for n words?", "n 个词，应该得到几行？"),
    ),
    Mistake(
        "one_long_row",
        {"rows": lambda s: s.table[s.chosen].reshape(*s.ids.shape[:-1], -1)},
        (
            "The words stand in one long row, one behind the other.",
            "所有的词首尾相接，排成了长长的一行。",
        ),
        ("How would one see where a word begins?", "这样怎么看出一个词从哪里开始？"),
    ),
    Mistake(
        "sentences_run_together",
        {"rows": lambda s: s.table[s.chosen.ravel()]},
        (
            "The sentences of a batch run together into one list of words.",
            "一批里的几个句子连成了一串词。",
        ),
        ("How would one see which word belongs to which sentence?", "这样怎么看出哪个词属于哪一句？"),
    ),
    Mistake(
        "only_the_first_word",
        {"chosen": lambda s: s.ids[..., 0]},
        ("Only the row of the first word comes back.", "返回的只有第一个词的那一行。"),
        ("Is `return` inside the loop, or after it?", "return 写在循环里面，还是循环之后？"),
    ),
    Mistake(
        "only_the_last_word",
        {"chosen": lambda s: s.ids[..., -1]},
        (
            "Only the row of the last word comes back; the ones before are forgotten.",
            "返回的只有最后一个词的那一行，前面的都丢掉了。",
        ),
        (
            "Does each turn of the loop add a row, or replace the one before?",
            "每一次循环，是添上一行，还是把前一行换掉？",
        ),
    ),
    Mistake(
        "last_word_left_out",
        {"chosen": lambda s: s.ids[..., :-1]},
        ("The last word is left out.", "最后一个词漏掉了。"),
        ("At which number does range(…) stop?", "range(…) 到哪个数为止？"),
    ),
    Mistake(
        "whole_table",
        {"rows": lambda s: s.table},
        (
            "This is the whole table, with a row for every word that there is.",
            "这是整张表，所有的词都在里面。",
        ),
        ("Which of its rows are in the sentence?", "句子里用到的是其中哪几行？"),
    ),
)


def rows_of_table(ids, table):
    """Of each id its row: (..., n) -> (..., n, d_model)."""
    return table[ids]


EXERCISE = Exercise(
    name="embed",
    doc="Check f(ids, table): whole numbers (..., n) and a table (words, d_model) -> (..., n, d_model).",
    arguments={"ids": "ids", "table": "table"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "An id is the number of a row, counted from 0. table[k] is the row with the number k.",
            "编号就是表里的行号，从 0 数起。table[k] 就是第 k 行。",
        ),
        (
            "A loop does it: begin with an empty list, go through the ids, append the row of each, and at "
            "the end make an array of the list, with np.array.",
            "用循环就行：从空列表开始，对每个编号，把它的那一行 append 进去，最后用 np.array 变成数组。",
        ),
        (
            "numpy needs no loop: where one number may stand in brackets, a whole array may stand.",
            "numpy 不用循环：方括号里能写一个数的地方，也能写一整个数组。",
        ),
    ),
    solution="""\
def my_embed(ids, table):
    return table[ids]""",
    why=(
        "Each id is replaced by its row, so there is one axis more than in ids: (n,) becomes (n, d_model), "
        "and a batch (batch, n) becomes (batch, n, d_model). torch.nn.Embedding does the same.",
        "每个编号换成自己的那一行，所以结果比 ids 多一个轴：(n,) 变成 (n, d_model)，一批句子 (batch, n) 变成 "
        "(batch, n, d_model)。torch.nn.Embedding 做的也是这件事。",
    ),
    reference=rows_of_table,
)
