# --- right: two loops
def my_distance_bias(n, slope):
    out = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            out[i, j] = -slope * abs(i - j)
    return out

# --- right: np.subtract.outer
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -abs(np.subtract.outer(p, p)) * slope

# --- right: indices
def my_distance_bias(n, slope):
    i, j = np.indices((n, n))
    return slope * -np.abs(j - i)

# --- right: minimum of both differences
def my_distance_bias(n, slope):
    p = np.arange(n)
    d = p[None, :] - p[:, None]
    return slope * np.minimum(d, -d)

# --- wrong: no minus [named far_is_better]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return slope * np.abs(p[:, None] - p[None, :])

# --- wrong: no abs, i - j [named direction_kept]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -slope * (p[:, None] - p[None, :])

# --- wrong: no abs, no minus [named direction_reversed]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return slope * (p[:, None] - p[None, :])

# --- wrong: squared distance [named distance_squared]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -slope * (p[:, None] - p) ** 2

# --- wrong: a power of the slope [named slope_to_the_distance]
def my_distance_bias(n, slope):
    i, j = np.indices((n, n))
    return -(slope ** abs(i - j))

# --- wrong: one row only [named one_row_of_places]
def my_distance_bias(n, slope):
    return -slope * np.arange(n)

# --- wrong: row minus row [named row_minus_row]
def my_distance_bias(n, slope):
    i = np.arange(n)
    j = np.arange(n)
    return -slope * abs(i - j)

# --- wrong: counts from 1 on the diagonal [named counted_from_one]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -slope * (abs(p[:, None] - p) + 1)

# --- wrong: divided by the slope [named divided_by_slope]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -abs(p[:, None] - p) / slope

# --- wrong: divided by the distance [named divided_by_the_distance]
def my_distance_bias(n, slope):
    p = np.arange(n)
    d = abs(p[:, None] - p)
    return -slope / np.maximum(d, 1)

# --- wrong: divided by n [named divided_by_n]
def my_distance_bias(n, slope):
    p = np.arange(n)
    d = abs(p[:, None] - p)
    return -slope * d / n

# --- wrong: only 0 and one step [named all_others_alike]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -slope * (p[:, None] != p)

# --- wrong: the sum of the places [named places_added]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -slope * abs(p[:, None] + p)

# --- wrong: only below the diagonal [named only_before]
def my_distance_bias(n, slope):
    out = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            out[i, j] = -slope * (i - j)
    return out

# --- wrong: the slope is left out [named no_slope]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -abs(p[:, None] - p)

# --- wrong: whole numbers only [explained no_floats]
def my_distance_bias(n, slope):
    out = np.zeros((n, n), dtype=int)
    for i in range(n):
        for j in range(n):
            out[i, j] = -slope * abs(i - j)
    return out

# --- wrong: one row per word, but from the end [explained permuted]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -slope * abs(p[::-1, None] - p)

# --- wrong: the root of the squares is forgotten, halved [explained half]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -slope * abs(p[:, None] - p) / 2

# --- wrong: exp [named already_exponential]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return np.exp(-slope * abs(p[:, None] - p))

# --- wrong: slope minus distance [refused]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return slope - abs(p[:, None] - p)

# --- wrong: the largest distance is cut at 2 [refused]
def my_distance_bias(n, slope):
    p = np.arange(n)
    return -slope * np.minimum(abs(p[:, None] - p), 2)

# --- wrong: causal, rest -inf [named future_hidden]
def my_distance_bias(n, slope):
    p = np.arange(n)
    d = p[:, None] - p
    return np.where(d >= 0, -slope * d, -np.inf)

# --- wrong: n by 1 [named one_column_of_places]
def my_distance_bias(n, slope):
    return -slope * np.arange(n)[:, None]

# --- right: in torch
def my_distance_bias(n, slope):
    place = torch.arange(n)
    return -slope * (place.unsqueeze(1) - place.unsqueeze(0)).abs()
