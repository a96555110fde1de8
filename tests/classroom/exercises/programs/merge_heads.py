# --- right: joins the heads one by one
def my_merge_heads(x):
    return np.concatenate([x[..., i, :, :] for i in range(x.shape[-3])], axis=-1)

# --- right: transposes by position
def my_merge_heads(x):
    *front, h, n, d = x.shape
    return np.moveaxis(x, -3, -2).reshape(*front, n, h * d)

# --- right: fills an empty table
def my_merge_heads(x):
    h, n, d = x.shape[-3:]
    out = np.empty((*x.shape[:-3], n, h * d), dtype=x.dtype)
    for i in range(h):
        out[..., i * d : (i + 1) * d] = x[..., i, :, :]
    return out

# --- right: einsum and reshape
def my_merge_heads(x):
    y = np.einsum("...hnd->...nhd", x)
    return y.reshape(y.shape[:-2] + (-1,))

# --- wrong: joins without swapping [named merged_without_transpose]
def my_merge_heads(x):
    h, n, d = x.shape[-3:]
    return x.reshape(*x.shape[:-3], n, h * d)

# --- wrong: joins the heads below each other [named merged_below_each_other]
def my_merge_heads(x):
    return np.concatenate([x[..., i, :, :] for i in range(x.shape[-3])], axis=-2)

# --- wrong: the numbers of the heads alternate [named heads_interleaved]
def my_merge_heads(x):
    h, n, d = x.shape[-3:]
    return np.moveaxis(x, -3, -1).reshape(*x.shape[:-3], n, d * h)

# --- wrong: adds the heads up [named heads_added]
def my_merge_heads(x):
    return x.sum(-3)

# --- wrong: takes the mean of the heads [named heads_averaged]
def my_merge_heads(x):
    return x.mean(axis=-3)

# --- wrong: swaps, and forgets to join [named not_joined]
def my_merge_heads(x):
    return x.swapaxes(-3, -2)

# --- wrong: only the first axis is counted from the front [named merged_from_the_front]
def my_merge_heads(x):
    y = x.swapaxes(0, 1)
    return y.reshape(*y.shape[:-2], -1)

# --- wrong: the last head comes first [refused]
def my_merge_heads(x):
    return np.concatenate([x[..., i, :, :] for i in reversed(range(x.shape[-3]))], axis=-1)

# --- wrong: joins too much: one long row [named words_in_one_row]
def my_merge_heads(x):
    return x.swapaxes(-2, -3).reshape(*x.shape[:-3], -1)

# --- wrong: always two heads [named two_heads_only]
def my_merge_heads(x):
    return np.concatenate([x[..., 0, :, :], x[..., 1, :, :]], axis=-1)

# --- wrong: hstack joins along axis 1 [explained in_front]
def my_merge_heads(x):
    return np.hstack(list(x))

# --- right: two swaps and a stack
def my_merge_heads(x):
    h = x.shape[-3]
    return np.concatenate(np.split(x, h, axis=-3), axis=-1)[..., 0, :, :]

# --- wrong: the head axis stays, with length 1 [named axis_of_heads_left]
def my_merge_heads(x):
    return np.concatenate(np.split(x, x.shape[-3], axis=-3), axis=-1)

# --- wrong: axes (0, 2, 1, 3), as if there were always a batch [explained axes]
def my_merge_heads(x):
    y = x.transpose(0, 2, 1, 3)
    return y.reshape(*y.shape[:2], -1)

# --- wrong: only the first head [named first_head_alone]
def my_merge_heads(x):
    return x[..., 0, :, :]
