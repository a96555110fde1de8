# --- right: np.diagonal
def my_next_token(weights):
    return np.diagonal(weights, offset=1, axis1=-2, axis2=-1).mean(axis=-1)

# --- right: the mirror of the transposed
def my_next_token(weights):
    i = np.arange(1, weights.shape[-1])
    return weights.mT[..., i, i - 1].mean(-1)

# --- right: a table of ones
def my_next_token(weights):
    n = weights.shape[-1]
    return (weights * np.eye(n, k=1)).sum((-2, -1)) / (n - 1)

# --- wrong: the previous token [named previous_instead]
def my_next_token(weights):
    i = np.arange(1, weights.shape[-1])
    return weights[..., i, i - 1].mean(-1)

# --- wrong: goes past the end [explained index]
def my_next_token(weights):
    i = np.arange(weights.shape[-1])
    return weights[..., i, i + 1].mean(-1)

# --- wrong: the last one looks at the first [named around_a_circle_forwards]
def my_next_token(weights):
    n = weights.shape[-1]
    i = np.arange(n)
    return weights[..., i, (i + 1) % n].mean(-1)

# --- wrong: n - 2 tokens [named last_pair_after_left_out]
def my_next_token(weights):
    i = np.arange(weights.shape[-1] - 2)
    return weights[..., i, i + 1].mean(-1)

# --- wrong: starts with the second token [named first_pair_after_left_out]
def my_next_token(weights):
    i = np.arange(1, weights.shape[-1] - 1)
    return weights[..., i, i + 1].mean(-1)

# --- wrong: everything after [named all_after + divided_by_all]
def my_next_token(weights):
    return np.triu(weights, 1).sum(-1).mean(-1)

# --- wrong: the sum [named weights_summed]
def my_next_token(weights):
    return np.trace(weights, 1, -2, -1)

# --- wrong: divided by n [named divided_by_all]
def my_next_token(weights):
    return np.trace(weights, 1, -2, -1) / weights.shape[-1]

# --- wrong: mean over the heads [named mean_along_the_first_axis]
def my_next_token(weights):
    i = np.arange(weights.shape[-1] - 1)
    return weights[..., i, i + 1].mean(0)

# --- wrong: np.diag [refused]
def my_next_token(weights):
    return np.diag(weights, 1).mean(-1)

# --- wrong: column 1 [refused]
def my_next_token(weights):
    return weights[..., :-1, 1].mean(-1)

# --- right: np.trace
def my_next_token(weights):
    return np.trace(weights, 1, -2, -1) / (weights.shape[-1] - 1)

# --- right: in a loop
def my_next_token(weights):
    looks = [weights[..., i, i + 1] for i in range(weights.shape[-1] - 1)]
    return sum(looks) / len(looks)

# --- wrong: one mean for all heads [named one_number_for_all]
def my_next_token(weights):
    return np.diagonal(weights, 1, -2, -1).mean()
