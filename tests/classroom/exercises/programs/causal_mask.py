# --- right: np.tril of ones
def my_causal_mask(n):
    return np.tril(np.ones((n, n), dtype=bool))

# --- right: np.tri compared
def my_causal_mask(n):
    return np.tri(n) > 0

# --- right: two loops
def my_causal_mask(n):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(i + 1):
            mask[i, j] = True
    return mask

# --- right: a comprehension
def my_causal_mask(n):
    return np.array([[j <= i for j in range(n)] for i in range(n)])

# --- right: torch.tril of booleans
def my_causal_mask(n):
    return torch.tril(torch.ones(n, n, dtype=torch.bool))

# --- right: fromfunction
def my_causal_mask(n):
    return np.fromfunction(lambda i, j: i >= j, (n, n))

# --- wrong: the future [named future]
def my_causal_mask(n):
    return np.triu(np.ones((n, n), dtype=bool))

# --- wrong: the word itself is hidden [named not_itself]
def my_causal_mask(n):
    return np.tril(np.ones((n, n), dtype=bool), -1)

# --- wrong: one word of the future is seen [named one_too_far]
def my_causal_mask(n):
    return np.tril(np.ones((n, n), dtype=bool), 1)

# --- wrong: numbers [explained no_bools]
def my_causal_mask(n):
    return np.tril(np.ones((n, n)))

# --- wrong: hidden is True [named hides_where_true]
def my_causal_mask(n):
    return np.triu(np.ones((n, n)), 1) == 1

# --- wrong: compared with itself [named one_row_for_all]
def my_causal_mask(n):
    place = np.arange(n)
    return place <= place

# --- wrong: everything [named all_may_look]
def my_causal_mask(n):
    return np.ones((n, n), dtype=bool)

# --- wrong: only the word itself [named only_itself]
def my_causal_mask(n):
    return np.eye(n, dtype=bool)

# --- wrong: one size too large [named one_word_too_many]
def my_causal_mask(n):
    return np.tri(n + 1, dtype=bool)

# --- wrong: the other diagonal [named mirrored]
def my_causal_mask(n):
    return np.tri(n, dtype=bool)[:, ::-1]

# --- wrong: the last three words only [explained fewer_true]
def my_causal_mask(n):
    i = np.arange(n)[:, None]
    j = np.arange(n)
    return (j <= i) & (j > i - 3)

# --- wrong: a list of lists of True and False [explained list]
def my_causal_mask(n):
    return [[j <= i for j in range(n)] for i in range(n)]

# --- wrong: np.ones(n, n) [explained sizes_apart]
def my_causal_mask(n):
    return np.tril(np.ones(n, n)) == 1

# --- wrong: a loop over n [explained not_iterable]
def my_causal_mask(n):
    mask = np.zeros((n, n), dtype=bool)
    for i in n:
        mask[i, : i + 1] = True
    return mask

# --- wrong: the table of the lesson, typed in [explained constants]
def my_causal_mask(n):
    return np.array([[True, False, False], [True, True, False], [True, True, True]])

# --- wrong: texts [explained no_array]
def my_causal_mask(n):
    return np.where(np.tri(n) == 1, "True", "False")

# --- wrong: the table without its first row [refused]
def my_causal_mask(n):
    return np.array([[j <= i for j in range(n)] for i in range(1, n)])

# --- right: not the future
def my_causal_mask(n):
    return ~np.triu(np.ones((n, n), bool), k=1)
