# --- right: puts the second output back
def my_shuffle_test(f, X, order):
    back = np.argsort(order)
    return np.abs(f(X[order])[back] - f(X)).max()

# --- right: fills a table row by row
def my_shuffle_test(f, X, order):
    y, z = f(X), f(X[order])
    worst = 0.0
    for k, place in enumerate(order):
        worst = max(worst, float(np.abs(z[k] - y[place]).max()))
    return worst

# --- right: np.take, and a maximum of both signs
def my_shuffle_test(f, X, order):
    d = np.take(f(X), order, axis=0) - f(np.take(X, order, axis=0))
    return max(d.max(), -d.min())

# --- right: norm with inf over all numbers
def my_shuffle_test(f, X, order):
    return np.linalg.norm((f(X[order]) - f(X)[order]).ravel(), np.inf)

# --- right: a matrix that permutes
def my_shuffle_test(f, X, order):
    P = np.eye(len(order))[order]
    return abs(f(P @ X) - P @ f(X)).max()

# --- wrong: the first output is not shuffled [named not_moved]
def my_shuffle_test(f, X, order):
    return abs(f(X[order]) - f(X)).max()

# --- wrong: shuffles the second output once more [named moved_back]
def my_shuffle_test(f, X, order):
    shuffled = f(X[order])
    return abs(shuffled[order] - f(X)).max()

# --- wrong: the sign is kept [named signs_kept]
def my_shuffle_test(f, X, order):
    return (f(X[order]) - f(X)[order]).max()

# --- wrong: the mean of the differences [named mean_difference]
def my_shuffle_test(f, X, order):
    return np.abs(f(X[order]) - f(X)[order]).mean()

# --- wrong: all differences, not the largest [named table_of_differences]
def my_shuffle_test(f, X, order):
    a = f(X[order])
    b = f(X)[order]
    return abs(a - b)

# --- wrong: one for each word [named one_for_each_word]
def my_shuffle_test(f, X, order):
    a = f(X[order])
    b = f(X)[order]
    return abs(a - b).max(axis=-1)

# --- wrong: True or False [explained no_numbers]
def my_shuffle_test(f, X, order):
    return np.allclose(f(X[order]), f(X)[order])

# --- wrong: the smallest difference [named smallest_difference]
def my_shuffle_test(f, X, order):
    return abs(f(X[order]) - f(X)[order]).min()

# --- wrong: compares the words, not the outputs [named compared_with_the_words]
def my_shuffle_test(f, X, order):
    return abs(f(X)[order] - X[order]).max()

# --- wrong: never shuffles before f [named input_not_shuffled]
def my_shuffle_test(f, X, order):
    return abs(f(X) - f(X)[order]).max()

# --- wrong: only the first word is compared [named first_row_only]
def my_shuffle_test(f, X, order):
    after = f(X[order])
    before = f(X)[order]
    return np.abs(after[0] - before[0]).max()

# --- wrong: shuffles columns, not rows [explained index]
def my_shuffle_test(f, X, order):
    return abs(f(X[:, order]) - f(X)[:, order]).max()

# --- wrong: a sum of squares [named length_of_differences]
def my_shuffle_test(f, X, order):
    return ((f(X[order]) - f(X)[order]) ** 2).sum() ** 0.5

# --- wrong: the difference of the two largest numbers [named largest_of_each]
def my_shuffle_test(f, X, order):
    return abs(f(X[order]).max() - f(X)[order].max())

# --- wrong: only the last column [located d]
def my_shuffle_test(f, X, order):
    d = f(X[order]) - f(X)[order]
    return abs(d[:, -1]).max()

# --- wrong: rows compared after sorting [refused]
def my_shuffle_test(f, X, order):
    return abs(np.sort(f(X[order]), axis=0) - np.sort(f(X), axis=0)).max()

# --- wrong: the relative difference [located b]
def my_shuffle_test(f, X, order):
    a, b = f(X[order]), f(X)[order]
    return (abs(a - b) / (abs(b) + 1e-9)).max()

# --- wrong: not moved, and the mean [named not_moved + mean_difference]
def my_shuffle_test(f, X, order):
    return np.abs(f(X[order]) - f(X)).mean()
