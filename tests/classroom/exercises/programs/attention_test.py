# --- right: several sentences, a bool of all
def my_attention_test(attention):
    rng = np.random.default_rng(7)
    for n in (1, 2, 6):
        Q, K, V = rng.normal(size=(3, n, 5))
        if not np.allclose(attention(Q, K, V), mine.attention(Q, K, V)):
            return False
    return True

# --- right: largest difference below a small number
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).standard_normal((3, 6, 3))
    return abs(attention(Q, K, V) - mine.attention(Q, K, V)).max() < 1e-6

# --- right: shapes first, then numbers, in a try
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(2).normal(size=(3, 7, 4))
    want = mine.attention(Q, K, V)
    try:
        got = attention(Q, K, V)
    except Exception:
        return False
    return got.shape == want.shape and bool(np.abs(got - want).sum() < 1e-8)

# --- right: the tolerance is 0.001
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 5, 4))
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V), atol=1e-3)

# --- wrong: any for all [named passes_right_in_the_first_row]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.isclose(attention(Q, K, V), mine.attention(Q, K, V)).any()

# --- wrong: only the sum [named passes_right_in_all_sums]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.isclose(attention(Q, K, V).sum(), mine.attention(Q, K, V).sum())

# --- wrong: only the mean of each row [named passes_right_in_all_sums]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.allclose(attention(Q, K, V).mean(-1), mine.attention(Q, K, V).mean(-1))

# --- wrong: only the first word [named passes_right_in_the_first_row]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.allclose(attention(Q, K, V)[0], mine.attention(Q, K, V)[0])

# --- wrong: only the last word [named passes_right_in_the_last_row]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.allclose(attention(Q, K, V)[-1], mine.attention(Q, K, V)[-1])

# --- wrong: only the first column [named passes_right_in_the_first_column]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.allclose(attention(Q, K, V)[:, 0], mine.attention(Q, K, V)[:, 0])

# --- wrong: only the last column [named passes_right_in_the_last_column]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.allclose(attention(Q, K, V)[:, -1], mine.attention(Q, K, V)[:, -1])

# --- wrong: one single number [named passes_right_but_for_one_number]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return bool(np.isclose(attention(Q, K, V)[1, 2], mine.attention(Q, K, V)[1, 2]))

# --- wrong: no abs: too small is fine [named passes_too_small_by_0_05]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return (attention(Q, K, V) - mine.attention(Q, K, V)).max() < 1e-9

# --- wrong: a tolerance of 0.1 [named passes_too_large_by_0_05]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V), atol=0.1)

# --- wrong: rounded to one decimal [named passes_rounded_to_one_decimal]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.array_equal(attention(Q, K, V).round(1), mine.attention(Q, K, V).round(1))

# --- wrong: the values are the identity [named passes_values_squared]
def my_attention_test(attention):
    Q, K = np.random.default_rng(1).normal(size=(2, 5, 5))
    V = np.eye(5)
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V))

# --- wrong: zeros [named passes_a_suspect]
def my_attention_test(attention):
    Q = K = V = np.zeros((3, 4))
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V))

# --- wrong: queries, keys and values are one table [named all_the_same]
def my_attention_test(attention):
    X = np.random.default_rng(0).normal(size=(5, 4))
    return np.allclose(attention(X, X, X), mine.attention(X, X, X))

# --- wrong: one word [named one_word]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 1, 4))
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V))

# --- wrong: one number a word, so that the division is not seen [named one_number]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 6, 1))
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V))

# --- wrong: tiny numbers, so that every softmax is flat [named scores_of_zero]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 6, 4)) * 1e-4
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V))

# --- wrong: exactly equal, so that another order of adding fails [named to_the_last_bit]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 6, 4))
    return np.array_equal(attention(Q, K, V), mine.attention(Q, K, V))

# --- wrong: only the shapes [named always_true]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 6, 4))
    return attention(Q, K, V).shape == mine.attention(Q, K, V).shape

# --- wrong: says the opposite [named inverted]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 6, 4))
    return not np.allclose(attention(Q, K, V), mine.attention(Q, K, V))

# --- wrong: returns the largest difference [explained no_bool]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 6, 4))
    return abs(attention(Q, K, V) - mine.attention(Q, K, V)).max()

# --- wrong: returns a table of True and False [named says_a_table]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 6, 4))
    return np.isclose(attention(Q, K, V), mine.attention(Q, K, V))

# --- wrong: always True [named always_true]
def my_attention_test(attention):
    return True

# --- wrong: rows sum to the same, so the weights are never seen [named only_row_sums]
def my_attention_test(attention):
    Q, K = np.random.default_rng(0).normal(size=(2, 6, 4))
    V = np.ones((6, 4))
    return np.allclose(attention(Q, K, V), 1)

# --- right: uniform numbers
def my_attention_test(attention):
    np.random.seed(3)
    Q, K, V = np.random.rand(8, 5), np.random.rand(8, 5), np.random.rand(8, 5)
    return bool((np.abs(attention(Q, K, V) - mine.attention(Q, K, V)) < 1e-9).all())

# --- right: whole numbers, two words
def my_attention_test(attention):
    Q = np.array([[1.0, 2.0], [3.0, -1.0]])
    K = np.array([[0.0, 1.0], [2.0, 1.0]])
    V = np.array([[5.0, 1.0], [2.0, 7.0]])
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V))

# --- right: own attention
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(9).normal(size=(3, 10, 7)) * 2
    s = Q @ K.T / 7**0.5
    w = np.exp(s) / np.exp(s).sum(1, keepdims=True)
    return np.allclose(attention(Q, K, V), w @ V)

# --- right: root of the mean square
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.sqrt(((attention(Q, K, V) - mine.attention(Q, K, V)) ** 2).mean()) < 1e-3

# --- wrong: the lengths agree [named passes_rows_in_reverse_order]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.isclose(np.linalg.norm(attention(Q, K, V)), np.linalg.norm(mine.attention(Q, K, V)))

# --- wrong: the diagonal [named passes_right_on_the_diagonal]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 5, 5))
    return np.allclose(np.diag(attention(Q, K, V)), np.diag(mine.attention(Q, K, V)))

# --- wrong: the reference is not scaled [named refuses_attention]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.allclose(attention(Q, K, V), mine.softmax(Q @ K.T) @ V)

# --- wrong: relative tolerance of a tenth [named passes_too_large_by_a_twentieth]
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 6, 4))
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V), rtol=0.1)

# --- wrong: other random numbers for each of the two [named always_false]
def my_attention_test(attention):
    rng = np.random.default_rng(1)
    a = attention(*rng.normal(size=(3, 6, 4)))
    b = mine.attention(*rng.normal(size=(3, 6, 4)))
    return np.allclose(a, b)

# --- right: by largest difference
def my_attention_test(attention):
    Q, K, V = np.random.default_rng().normal(size=(3, 6, 8))
    right = mine.softmax(Q @ K.T / 8**0.5) @ V
    return bool(abs(attention(Q, K, V) - right).max() < 1e-6)

# --- wrong: keys for values, too [named keys_as_values]
def my_attention_test(attention):
    Q, K = np.random.default_rng(3).normal(size=(2, 7, 5))
    return np.allclose(attention(Q, K, K), mine.softmax(Q @ K.T / 5**0.5) @ K)
