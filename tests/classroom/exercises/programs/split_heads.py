# --- right: transposes by a list of axes
def my_split_heads(x, h):
    *front, n, width = x.shape
    x = x.reshape(*front, n, h, width // h)
    k = len(front)
    return x.transpose(*range(k), k + 1, k, k + 2)

# --- right: cuts columns and stacks the pieces
def my_split_heads(x, h):
    d = x.shape[-1] // h
    return np.stack([x[..., d * i : d * (i + 1)] for i in range(h)], axis=-3)

# --- right: np.split and a new axis
def my_split_heads(x, h):
    return np.stack(np.split(x, h, axis=-1), -3)

# --- right: einsum moves the axes
def my_split_heads(x, h):
    return np.einsum("...nhd->...hnd", x.reshape(x.shape[:-1] + (h, -1)))

# --- wrong: cuts straight to (h, n, d) [named view_without_transpose]
def my_split_heads(x, h):
    n, width = x.shape[-2:]
    return x.reshape(*x.shape[:-2], h, n, width // h)

# --- wrong: neighbours go to different heads [named every_hth_column]
def my_split_heads(x, h):
    return np.stack([x[..., i::h] for i in range(h)], axis=-3)

# --- wrong: the axes are never swapped [named axes_not_swapped]
def my_split_heads(x, h):
    d = x.shape[-1] // h
    return x.reshape(*x.shape[:-1], h, d)

# --- wrong: stacks the heads in front of the batch [named heads_in_front_of_all]
def my_split_heads(x, h):
    return np.stack(np.split(x, h, axis=-1))

# --- wrong: cuts the words, not the columns [explained other_sizes]
def my_split_heads(x, h):
    return np.stack(np.split(x, x.shape[-2], axis=-2)[:h], axis=-3)

# --- wrong: swaps the last two axes [named numbers_before_words]
def my_split_heads(x, h):
    pieces = x.reshape(*x.shape[:-1], h, -1)
    return pieces.swapaxes(-1, -2)

# --- wrong: the heads are in reverse order [located heads]
def my_split_heads(x, h):
    d = x.shape[-1] // h
    heads = [x[..., i * d : (i + 1) * d] for i in range(h)]
    return np.stack(heads[::-1], axis=-3)

# --- wrong: takes h for the width of a head [named h_numbers_a_head]
def my_split_heads(x, h):
    y = x.reshape(*x.shape[:-1], -1, h)
    return y.swapaxes(-2, -3)

# --- wrong: transpose of everything turns the batch, too [explained axes]
def my_split_heads(x, h):
    y = x.reshape(*x.shape[:-1], h, x.shape[-1] // h)
    return y.transpose(1, 0, 2)

# --- wrong: gives a tuple of heads for the last head only [named last_head_alone]
def my_split_heads(x, h):
    heads = []
    for i in range(h):
        heads = x[..., i * (x.shape[-1] // h) : (i + 1) * (x.shape[-1] // h)]
    return heads

# --- wrong: divides with / so that the size is no whole number [explained whole]
def my_split_heads(x, h):
    d = x.shape[-1] / h
    return x.reshape(*x.shape[:-1], h, d).swapaxes(-2, -3)

# --- wrong: splits and joins them below each other [named heads_below_each_other]
def my_split_heads(x, h):
    return np.concatenate(np.split(x, h, axis=-1), axis=-2)

# --- wrong: the loop starts at head 1 [explained first_missing]
def my_split_heads(x, h):
    d = x.shape[-1] // h
    return np.stack([x[..., i * d : (i + 1) * d] for i in range(1, h)], axis=-3)

# --- right: a table filled by four loops
def my_split_heads(x, h):
    *lead, n, w = x.shape
    d = w // h
    out = np.zeros((*lead, h, n, d))
    for i in range(h):
        for k in range(d):
            out[..., i, :, k] = x[..., i * d + k]
    return out

# --- right: transposes, reshapes, transposes
def my_split_heads(x, h):
    n, w = x.shape[-2:]
    return x.mT.reshape(*x.shape[:-2], h, w // h, n).mT

# --- wrong: two heads always [refused]
def my_split_heads(x, h):
    half = x.shape[-1] // 2
    return np.stack([x[..., :half], x[..., half:]], axis=-3)

# --- wrong: shape[0] for the words [explained in_front]
def my_split_heads(x, h):
    n = x.shape[0]
    return x.reshape(n, h, -1).swapaxes(0, 1)

# --- wrong: a list of heads [named heads_in_front_of_all]
def my_split_heads(x, h):
    d = x.shape[-1] // h
    return [x[..., i * d : (i + 1) * d] for i in range(h)]

# --- wrong: the same head h times [named first_piece_for_all]
def my_split_heads(x, h):
    d = x.shape[-1] // h
    return np.stack([x[..., :d]] * h, axis=-3)
