# --- right: np.diagonal with axes
def my_previous_token(weights):
    return np.diagonal(weights, -1, -2, -1).mean(-1)

# --- right: a loop
def my_previous_token(weights):
    n = weights.shape[-1]
    total = 0
    for i in range(1, n):
        total = total + weights[..., i, i - 1]
    return total / (n - 1)

# --- right: trace
def my_previous_token(weights):
    return np.trace(weights, offset=-1, axis1=-2, axis2=-1) / (weights.shape[-1] - 1)

# --- right: a table of True and False
def my_previous_token(weights):
    n = weights.shape[-1]
    return weights[..., np.eye(n, k=-1, dtype=bool)].mean(-1)

# --- wrong: the next token [named next_instead]
def my_previous_token(weights):
    return np.diagonal(weights, 1, -2, -1).mean(-1)

# --- wrong: np.diagonal without axes [named diagonal_of_the_first_axes]
def my_previous_token(weights):
    return np.diagonal(weights, -1).mean(-1)

# --- wrong: the token itself [named itself]
def my_previous_token(weights):
    return np.diagonal(weights, axis1=-2, axis2=-1).mean(-1)

# --- wrong: divided by n [named divided_by_all]
def my_previous_token(weights):
    n = weights.shape[-1]
    return np.trace(weights, -1, -2, -1) / n

# --- wrong: the sum [named weights_summed]
def my_previous_token(weights):
    i = np.arange(1, weights.shape[-1])
    return weights[..., i, i - 1].sum(-1)

# --- wrong: one mean for all heads [named one_number_for_all]
def my_previous_token(weights):
    i = np.arange(1, weights.shape[-1])
    return weights[..., i, i - 1].mean()

# --- wrong: the first token counts, with the last column [named around_a_circle_backwards]
def my_previous_token(weights):
    i = np.arange(weights.shape[-1])
    return weights[..., i, i - 1].mean(-1)

# --- wrong: all tokens before [named all_before + divided_by_all]
def my_previous_token(weights):
    return np.tril(weights, -1).sum(-1).mean(-1)

# --- wrong: a block of the table [named a_block_instead]
def my_previous_token(weights):
    return weights[..., 1:, :-1].mean((-2, -1))

# --- wrong: column 0 [named first_column_instead]
def my_previous_token(weights):
    return weights[..., 1:, 0].mean(-1)

# --- wrong: the first axis is taken for the rows [explained index]
def my_previous_token(weights):
    return np.mean([weights[i, i - 1] for i in range(1, weights.shape[-1])], axis=0)

# --- wrong: no mean [named tokens_not_averaged]
def my_previous_token(weights):
    i = np.arange(1, weights.shape[-1])
    return weights[..., i, i - 1]

# --- wrong: two before [named two_back]
def my_previous_token(weights):
    i = np.arange(2, weights.shape[-1])
    return weights[..., i, i - 2].mean(-1)

# --- wrong: one mean for all heads [named mean_of_all_weights]
def my_previous_token(weights):
    return weights.mean((-2, -1))

# --- wrong: divides by n - 2 [refused]
def my_previous_token(weights):
    n = weights.shape[-1]
    return np.trace(weights, -1, -2, -1) / (n - 2)
