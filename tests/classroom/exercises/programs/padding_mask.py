# --- right: newaxis
def my_padding_mask(is_token):
    return is_token[..., np.newaxis, :]

# --- right: reshape
def my_padding_mask(is_token):
    return is_token.reshape(*is_token.shape[:-1], 1, is_token.shape[-1])

# --- right: torch's unsqueeze
def my_padding_mask(is_token):
    return is_token.unsqueeze(-2)

# --- right: two cases
def my_padding_mask(is_token):
    if is_token.ndim == 1:
        return is_token[None, :]
    return is_token[:, None, :]

# --- right: swapped column
def my_padding_mask(is_token):
    column = is_token[..., :, None]
    return column.mT

# --- wrong: unchanged [named no_axis_for_queries]
def my_padding_mask(is_token):
    return is_token

# --- wrong: a column [named rows_hidden]
def my_padding_mask(is_token):
    return is_token[..., :, None]

# --- wrong: inverted [named padding_inverted]
def my_padding_mask(is_token):
    return ~is_token[..., None, :]

# --- wrong: only for a batch [explained too_many_indices]
def my_padding_mask(is_token):
    return is_token[:, None, :]

# --- wrong: only for one sentence [named axis_in_front]
def my_padding_mask(is_token):
    return is_token[None, :]

# --- wrong: a square of both [named rows_and_columns_hidden]
def my_padding_mask(is_token):
    return is_token[..., :, None] & is_token[..., None, :]

# --- wrong: a square of either [named either_is_enough]
def my_padding_mask(is_token):
    return is_token[..., :, None] | is_token[..., None, :]

# --- wrong: repeated to a square [named row_for_each_key]
def my_padding_mask(is_token):
    m = is_token.shape[-1]
    return np.repeat(is_token[..., None, :], m, axis=-2)

# --- wrong: rows hidden, as a square [named rows_hidden_in_a_square]
def my_padding_mask(is_token):
    m = is_token.shape[-1]
    return np.repeat(is_token[..., None], m, axis=-1)

# --- wrong: numbers [explained no_bools]
def my_padding_mask(is_token):
    return is_token[..., None, :].astype(float)

# --- wrong: also causal [named causal_too]
def my_padding_mask(is_token):
    m = is_token.shape[-1]
    return is_token[..., None, :] & np.tri(m, dtype=bool)

# --- wrong: two axes too many [named one_axis_too_many]
def my_padding_mask(is_token):
    return is_token[..., None, None, :]

# --- wrong: the padding is cut away [named padding_cut_away]
def my_padding_mask(is_token):
    return is_token[is_token]

# --- wrong: not of an array [explained truth]
def my_padding_mask(is_token):
    return not is_token

# --- wrong: n is not known [explained name]
def my_padding_mask(is_token):
    return np.ones((n, 1), dtype=bool) & is_token[..., None, :]

# --- wrong: reshape that forgets the batch [named all_in_one_row]
def my_padding_mask(is_token):
    return is_token.reshape(1, -1)

# --- wrong: unsqueeze(1), only for a batch [named rows_hidden]
def my_padding_mask(is_token):
    return is_token.unsqueeze(1)

# --- wrong: minus of booleans [explained bool_minus]
def my_padding_mask(is_token):
    return -is_token[..., None, :]

# --- right: np.expand_dims
def my_padding_mask(is_token):
    return np.expand_dims(is_token, -2)
