"""embed: for each id its row of the table."""

import numpy as np

from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    """Yield inputs, some of which hide what is wrong: as many columns as words, a word that comes twice."""
    for batch in (), (2,):
        ids = np.stack([unsorted(rng, 4, 3) for _ in range(2)]) if batch else unsorted(rng, 4, 3)
        yield {"layer": layer_of(batch), "ids": ids, "table": whole(rng, 5, 3)}
    for lead, n, words, d in ((), 4, 7, 7), ((), 3, 5, 2), ((2,), 4, 6, 6), ((3,), 4, 8, 5):
        rows = [1 + unsorted(rng, words - 1, n) for _ in range(int(np.prod(lead)))]
        ids = np.stack(rows).reshape(*lead, n)
        ids[..., 0] = ids[..., 2]  # one word comes twice, the first of the table not at all
        yield {"layer": layer_of(lead), "ids": ids, "table": rng.normal(size=(words, d))}
    yield float32({"ids": unsorted(rng, 6, 5), "table": rng.normal(size=(6, 3))})
    yield {"ids": 1 + rng.integers(298, size=70), "table": 100 * rng.normal(size=(300, 12))}


def unsorted(rng, words, n):
    """Return n different ids, the 0 among them, neither going up nor down."""
    ids = np.arange(n)
    while 0 not in ids or (np.diff(ids) > 0).all() or (np.diff(ids) < 0).all():
        ids = rng.permutation(words)[:n]
    return ids


REFERENCE = {
    "chosen": lambda s: s.ids,  # unchanged; a mistake may change the ids here
    "rows": lambda s: s.table[s.chosen],
}

MISTAKES = (
    Mistake("ids_from_one", chosen=lambda s: s.ids - 1),
    Mistake("one_row_too_far", chosen=lambda s: s.ids + 1),
    Mistake("in_order_of_the_table", chosen=lambda s: np.sort(s.ids, -1)),
    Mistake("first_rows", rows=lambda s: s.table[: len(s.ids)]),
    Mistake("each_word_once", chosen=lambda s: np.unique(s.ids)),
    Mistake("columns_of_the_table", rows=lambda s: s.table[:, s.chosen]),
    Mistake("rows_of_the_turned_table", rows=lambda s: s.table.T[s.chosen]),
    Mistake("numbers_of_the_flat_table", rows=lambda s: s.table.ravel()[s.chosen]),
    Mistake("times_the_id", rows=lambda s: s.chosen[..., None] * s.table[s.chosen]),
    Mistake("ids_turned", chosen=lambda s: s.ids.T),
    Mistake("times_the_root", rows=lambda s: s.table[s.chosen] * s.table.shape[1] ** 0.5),
    Mistake("words_as_columns", rows=lambda s: s.table[s.chosen].mT),
    Mistake("rows_added_up", rows=lambda s: s.table[s.chosen].sum(-2)),
    Mistake("mean_of_the_words", rows=lambda s: s.table[s.chosen].mean(0)),
    Mistake("added_along_axis_0", rows=lambda s: s.table[s.chosen].sum(0)),
    Mistake("one_long_row", rows=lambda s: np.concatenate(s.table[s.chosen])),
    Mistake("sentences_run_together", rows=lambda s: s.table[s.chosen.ravel()]),
    Mistake("only_the_first_word", chosen=lambda s: s.ids[0]),
    Mistake("only_the_last_word", chosen=lambda s: s.ids[-1]),
)


def rows_of_table(ids, table):
    """Return for each id its row of the table: (..., n) -> (..., n, d_model)."""
    return table[ids]


EXERCISE = Exercise(
    name="embed",
    doc="Check f(ids, table): whole numbers (..., n) and a table (words, d_model) -> (..., n, d_model).",
    arguments=named("ids", "table"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=rows_of_table,
)
