# --- right: np.take along rows
def my_embed(ids, table):
    return np.take(table, ids, axis=0)

# --- right: loops for both cases
def my_embed(ids, table):
    if ids.ndim == 1:
        return np.array([table[i] for i in ids])
    return np.array([[table[i] for i in sentence] for sentence in ids])

# --- right: np.stack of sentences
def my_embed(ids, table):
    rows = [table[one] for one in ids]
    return np.stack(rows)

# --- right: a filled array
def my_embed(ids, table):
    out = np.zeros(ids.shape + (table.shape[1],))
    for place in np.ndindex(ids.shape):
        out[place] = table[ids[place]]
    return out

# --- wrong: the brackets are the wrong way round [explained whole]
def my_embed(ids, table):
    return ids[table]

# --- wrong: the first rows, as many as there are words [named first_rows]
def my_embed(ids, table):
    return table[: len(ids)]

# --- wrong: columns [named rows_of_the_turned_table]
def my_embed(ids, table):
    return table.T[ids]

# --- wrong: the id after [named one_row_too_far]
def my_embed(ids, table):
    return table[ids + 1]

# --- wrong: a product of ids and table [explained matmul]
def my_embed(ids, table):
    return ids @ table

# --- wrong: the table times the id [named times_the_id]
def my_embed(ids, table):
    return ids[..., None] * table[ids]

# --- wrong: np.take without an axis [named numbers_of_the_flat_table]
def my_embed(ids, table):
    return np.take(table, ids)

# --- wrong: table is called [explained not_callable]
def my_embed(ids, table):
    return table(ids)

# --- wrong: a list without an array for a loop over words of one sentence [explained list]
def my_embed(ids, table):
    rows = []
    for i in ids:
        rows.append(table[i])
    return rows

# --- wrong: range(ids) [explained range_of_many]
def my_embed(ids, table):
    rows = []
    for i in range(ids):
        rows.append(table[i])
    return np.array(rows)

# --- wrong: only the last row is kept [named only_the_last_word]
def my_embed(ids, table):
    for i in ids:
        X = table[i]
    return X

# --- wrong: the rows are summed into one [named rows_added_up]
def my_embed(ids, table):
    return table[ids].sum(axis=-2)

# --- wrong: the sentences stand one behind the other [named sentences_run_together]
def my_embed(ids, table):
    return table[ids.flatten()]

# --- wrong: reshaped so that the axes of batch and words change places [named ids_turned]
def my_embed(ids, table):
    return table[ids.T]

# --- wrong: only the first sentence [named only_the_first_word]
def my_embed(ids, table):
    return table[ids[0]]

# --- wrong: nn.Embedding with weights of its own [explained random]
def my_embed(ids, table):
    layer = nn.Embedding(len(table), table.shape[1])
    return layer(ids)

# --- wrong: sorted ids [named in_order_of_the_table]
def my_embed(ids, table):
    return table[np.sort(ids)]

# --- wrong: unique ids [named each_word_once]
def my_embed(ids, table):
    return table[np.unique(ids)]

# --- wrong: append to an array [explained append]
def my_embed(ids, table):
    rows = np.array([])
    for i in ids:
        rows.append(table[i])
    return rows

# --- wrong: the row is added to the rows so far [named one_long_row]
def my_embed(ids, table):
    rows = []
    for i in ids:
        rows += table[i]
    return np.array(rows)

# --- wrong: the example's sentence typed in [explained ignored]
def my_embed(ids, table):
    return table[[0, 1, 2]]

# --- wrong: rows normalised [located X]
def my_embed(ids, table):
    X = table[ids]
    return X / np.linalg.norm(X, axis=-1, keepdims=True)

# --- right: one-hot rows
def my_embed(ids, table):
    return np.eye(len(table))[ids] @ table

# --- right: F.embedding
def my_embed(ids, table):
    return F.embedding(ids, table)

# --- wrong: columns taken [named columns_of_the_table]
def my_embed(ids, table):
    return table[:, ids]

# --- wrong: ids from one [named ids_from_one]
def my_embed(ids, table):
    return table[ids - 1]
