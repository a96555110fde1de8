"""embed: for each id its row of the table, and row 0, that of <unk>, for an id that has none."""

import numpy as np

from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    """Yield inputs, some of which hide what is wrong: as many columns as words, a word that comes twice."""
    for batch in (), (2,):
        ids = np.stack([unsorted(rng, 4, 3) for _ in range(2)]) if batch else unsorted(rng, 4, 3)
        yield {"layer": layer_of(batch), "ids": ids, "table": whole(rng, 5, 3)}
    for unknown in [-1], [5], [6, -1]:  # beside the last row, which is known
        ids = rng.permutation([4, *unknown, *rng.permutation([1, 2, 3])[: 3 - len(unknown)]])
        yield {"ids": ids, "table": whole(rng, 5, 3)}
    for lead, n, words, d in ((), 4, 7, 7), ((), 3, 5, 2), ((2,), 4, 6, 6), ((3,), 4, 8, 5):
        rows = [1 + unsorted(rng, words - 1, n) for _ in range(int(np.prod(lead)))]
        ids = np.stack(rows).reshape(*lead, n)
        ids[..., 0] = ids[..., 2]  # one word comes twice, the first of the table not at all
        yield {"layer": layer_of(lead), "ids": ids, "table": rng.normal(size=(words, d))}
    yield {"layer": "batch", "ids": with_unknown(rng, (2, 4), 7), "table": rng.normal(size=(7, 5))}
    yield float32({"ids": unsorted(rng, 6, 5), "table": rng.normal(size=(6, 3))})
    yield {"ids": 1 + rng.integers(298, size=70), "table": 100 * rng.normal(size=(300, 12))}


def with_unknown(rng, shape, words):
    """Return ids of which each row has -1, one that is too large by any number, the last, and others."""
    rows = [
        rng.permutation([-1, words + rng.integers(9), words - 1, *rng.integers(1, words - 1, shape[-1] - 3)])
        for _ in range(shape[0])
    ]
    return np.stack(rows)


def unsorted(rng, words, n):
    """Return n different ids, the 0 among them, neither going up nor down."""
    ids = np.arange(n)
    while 0 not in ids or (np.diff(ids) > 0).all() or (np.diff(ids) < 0).all():
        ids = rng.permutation(words)[:n]
    return ids


REFERENCE = {
    "known": lambda s: (s.ids >= 0) & (s.ids < len(s.table)),
    "safe": lambda s: np.where(s.known, s.ids, 0),
    "chosen": lambda s: s.safe,  # unchanged; a mistake may change the ids here
    "rows": lambda s: s.table[s.chosen],
}

MISTAKES = (
    Mistake("unknown_as_they_are", safe=lambda s: s.ids),
    Mistake("minus_one_from_the_end", known=lambda s: s.ids < len(s.table)),
    Mistake("last_row_unknown", known=lambda s: (s.ids >= 0) & (s.ids < len(s.table) - 1)),
    Mistake("unknown_clipped", safe=lambda s: np.clip(s.ids, 0, len(s.table) - 1)),
    Mistake("unknown_go_round", safe=lambda s: s.ids % len(s.table)),
    Mistake("unknown_take_the_last", safe=lambda s: np.where(s.known, s.ids, -1)),
    Mistake("unknown_left_out", safe=lambda s: s.ids[s.known]),
    Mistake("unknown_are_zeros", rows=lambda s: np.where(s.known[..., None], s.table[s.chosen], 0)),
    Mistake(
        "unknown_are_the_mean",
        rows=lambda s: np.where(s.known[..., None], s.table[s.chosen], s.table.mean(0)),
    ),
    Mistake("ids_from_one", chosen=lambda s: s.safe - 1),
    Mistake("one_row_too_far", chosen=lambda s: s.safe + 1),
    Mistake("in_order_of_the_table", chosen=lambda s: np.sort(s.safe, -1)),
    Mistake("first_rows", rows=lambda s: s.table[: len(s.ids)]),
    Mistake("each_word_once", chosen=lambda s: np.unique(s.safe)),
    Mistake("columns_of_the_table", rows=lambda s: s.table[:, s.chosen]),
    Mistake("rows_of_the_turned_table", rows=lambda s: s.table.T[s.chosen]),
    Mistake("numbers_of_the_flat_table", rows=lambda s: s.table.ravel()[s.chosen]),
    Mistake("times_the_id", rows=lambda s: s.chosen[..., None] * s.table[s.chosen]),
    Mistake("ids_turned", chosen=lambda s: s.safe.T),
    Mistake("times_the_root", rows=lambda s: s.table[s.chosen] * s.table.shape[1] ** 0.5),
    Mistake("words_as_columns", rows=lambda s: s.table[s.chosen].mT),
    Mistake("rows_added_up", rows=lambda s: s.table[s.chosen].sum(-2)),
    Mistake("mean_of_the_words", rows=lambda s: s.table[s.chosen].mean(0)),
    Mistake("added_along_axis_0", rows=lambda s: s.table[s.chosen].sum(0)),
    Mistake("one_long_row", rows=lambda s: np.concatenate(s.table[s.chosen])),
    Mistake("sentences_run_together", rows=lambda s: s.table[s.chosen.ravel()]),
    Mistake("only_the_first_word", chosen=lambda s: s.safe[0]),
    Mistake("only_the_last_word", chosen=lambda s: s.safe[-1]),
)


def rows_of_table(ids, table):
    """Return for each id its row of the table, or row 0 if it has none: (..., n) -> (..., n, d_model)."""
    return table[np.where((ids >= 0) & (ids < len(table)), ids, 0)]


EXERCISE = Exercise(
    name="embed",
    doc="Check f(ids, table): whole numbers (..., n) and a table (words, d_model) -> (..., n, d_model).",
    arguments=named("ids", "table"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=rows_of_table,
)
