# --- right: column first, then rows
def my_first_token(weights):
    return weights[..., 0][..., 1:].mean(-1)

# --- right: the sum without the first
def my_first_token(weights):
    n = weights.shape[-1]
    return (weights[..., :, 0].sum(-1) - weights[..., 0, 0]) / (n - 1)

# --- right: mean before the column
def my_first_token(weights):
    return weights[..., 1:, :].mean(-2)[..., 0]

# --- wrong: itself counts [named itself_counted]
def my_first_token(weights):
    return weights[..., 0].mean(-1)

# --- wrong: the row of the first [named first_row]
def my_first_token(weights):
    return weights[..., 0, 1:].mean(-1)

# --- wrong: the row of the first, itself, too [named whole_rows]
def my_first_token(weights):
    return weights[..., 0, :].mean(-1)

# --- wrong: the last column [named last_token]
def my_first_token(weights):
    return weights[..., :-1, -1].mean(-1)

# --- wrong: the second column [named column_one]
def my_first_token(weights):
    return weights[..., 1:, 1].mean(-1)

# --- wrong: divided by n [named divided_by_all]
def my_first_token(weights):
    return weights[..., 1:, 0].sum(-1) / weights.shape[-1]

# --- wrong: the sum [named weights_summed]
def my_first_token(weights):
    return weights[..., 1:, 0].sum(axis=-1)

# --- wrong: one mean for all [named one_number_for_all]
def my_first_token(weights):
    return weights[..., 1:, 0].mean()

# --- wrong: no mean [named tokens_not_averaged]
def my_first_token(weights):
    return weights[..., 1:, 0]

# --- wrong: without the dots [named cut_from_the_front]
def my_first_token(weights):
    return weights[1:, 0].mean(-1)

# --- wrong: mean over the heads [named mean_along_the_first_axis]
def my_first_token(weights):
    return weights[..., 1:, 0].mean(0)

# --- wrong: the first two rows are left out [named second_row_left_out]
def my_first_token(weights):
    return weights[..., 2:, 0].mean(-1)

# --- wrong: the largest [named largest]
def my_first_token(weights):
    return weights[..., 1:, 0].max(-1)

# --- right: np.einsum
def my_first_token(weights):
    return np.einsum("...i->...", weights[..., 1:, 0]) / weights[..., 1:, 0].shape[-1]
