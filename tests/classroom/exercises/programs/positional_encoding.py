# --- right: two slices
def my_positional_encoding(n, d_model):
    P = np.zeros((n, d_model))
    pos = np.arange(n)[:, None]
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    P[:, 0::2] = np.sin(pos * rates)
    P[:, 1::2] = np.cos(pos * rates[: d_model // 2])
    return P

# --- right: two loops and math
def my_positional_encoding(n, d_model):
    import math
    rows = []
    for p in range(n):
        row = []
        for c in range(d_model):
            a = p / 10000 ** ((c - c % 2) / d_model)
            row.append(math.cos(a) if c % 2 else math.sin(a))
        rows.append(row)
    return np.array(rows)

# --- right: exp and log, as in PyTorch's tutorial
def my_positional_encoding(n, d_model):
    div = np.exp(np.arange(0, d_model, 2) * (-np.log(10000.0) / d_model))
    angle = np.outer(np.arange(n), div)
    out = np.empty((n, d_model))
    out[:, ::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle)[:, : d_model // 2]
    return out

# --- right: every cosine is a sine a quarter ahead
def my_positional_encoding(n, d_model):
    c = np.arange(d_model)
    angle = np.arange(n).reshape(-1, 1) / np.power(10000, 2 * (c // 2) / d_model)
    return np.sin(angle + (c % 2) * np.pi / 2)

# --- wrong: sines left, cosines right [named halves]
def my_positional_encoding(n, d_model):
    i = np.arange((d_model + 1) // 2)
    angle = np.arange(n)[:, None] / 10000 ** (2 * i / d_model)
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1)[:, :d_model]

# --- wrong: the 2 is missing in the power [named exponent_halved]
def my_positional_encoding(n, d_model):
    c = np.arange(d_model)
    angle = np.arange(n)[:, None] / 10000 ** ((c // 2) / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# --- wrong: each column has its own angle [named pairs_not_shared]
def my_positional_encoding(n, d_model):
    pos = np.arange(n)[:, None]
    c = np.arange(d_model)[None, :]
    angle = pos / 10000 ** (c / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# --- wrong: twice the column: the pair is not counted [named twice_the_exponent]
def my_positional_encoding(n, d_model):
    pos = np.arange(n)[:, None]
    c = np.arange(d_model)
    angle = pos / 10000 ** (2 * c / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# --- wrong: sine and cosine have changed places [named cosine_first]
def my_positional_encoding(n, d_model):
    P = np.zeros((n, d_model))
    for p in range(n):
        for c in range(d_model):
            a = p / 10000 ** (c // 2 * 2 / d_model)
            P[p, c] = np.sin(a) if c % 2 else np.cos(a)
    return P

# --- wrong: positions count from 1 [named from_one]
def my_positional_encoding(n, d_model):
    pos = np.arange(1, n + 1)[:, None]
    c = np.arange(d_model)
    angle = pos / 10000 ** (c // 2 * 2 / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# --- wrong: multiplied instead of divided [named multiplied_by_the_power]
def my_positional_encoding(n, d_model):
    c = np.arange(d_model)
    angle = np.arange(n)[:, None] * 10000 ** (c // 2 * 2 / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# --- wrong: 1000 for 10000 [named base_1000]
def my_positional_encoding(n, d_model):
    c = np.arange(d_model)
    angle = np.arange(n)[:, None] / 1000 ** (c // 2 * 2 / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# --- wrong: sines only [named only_sines]
def my_positional_encoding(n, d_model):
    c = np.arange(d_model)
    return np.sin(np.arange(n)[:, None] / 10000 ** (c // 2 * 2 / d_model))

# --- wrong: transposed [explained transposed]
def my_positional_encoding(n, d_model):
    c = np.arange(d_model)[:, None]
    angle = np.arange(n) / 10000 ** (c // 2 * 2 / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# --- wrong: only the even columns are filled [named cosines_missing]
def my_positional_encoding(n, d_model):
    out = np.zeros((n, d_model))
    i = np.arange(0, d_model, 2)
    out[:, 0::2] = np.sin(np.arange(n)[:, None] / 10000 ** (i / d_model))
    return out

# --- wrong: d_model halves too often in the slices [named even_column_doubled]
def my_positional_encoding(n, d_model):
    P = np.zeros((n, d_model))
    pos = np.arange(n)[:, None]
    i = np.arange(0, d_model, 2)
    angle = pos / 10000 ** (2 * i / d_model)
    P[:, 0::2] = np.sin(angle)
    P[:, 1::2] = np.cos(angle[:, : d_model // 2])
    return P

# --- wrong: degrees [named degrees]
def my_positional_encoding(n, d_model):
    c = np.arange(d_model)
    angle = np.radians(np.arange(n)[:, None] / 10000 ** (c // 2 * 2 / d_model))
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# --- right: for an even d_model, as in the paper
def my_positional_encoding(n, d_model):
    P = np.zeros((n, d_model))
    angle = np.arange(n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    P[:, 0::2] = np.sin(angle)
    P[:, 1::2] = np.cos(angle)
    return P
