# --- right: np.matmul
def my_mix(weights, V):
    return np.matmul(weights, V)

# --- right: einsum
def my_mix(weights, V):
    return np.einsum("...ij,...jd->...id", weights, V)

# --- right: torch.matmul
def my_mix(weights, V):
    return torch.matmul(weights, V)

# --- right: a loop over the words that are looked at
def my_mix(weights, V):
    out = 0
    for j in range(V.shape[-2]):
        out = out + weights[..., :, j : j + 1] * V[..., j : j + 1, :]
    return out

# --- right: transposed twice
def my_mix(weights, V):
    return (V.mT @ weights.mT).mT

# --- right: a loop over the sentences of a batch
def my_mix(weights, V):
    if weights.ndim == 2:
        return np.dot(weights, V)
    return np.stack([my_mix(w, v) for w, v in zip(weights, V)])

# --- wrong: the loop of lesson 00 in two, right for one sentence only [explained broadcast]
def my_mix(weights, V):
    out = np.zeros((weights.shape[0], V.shape[1]))
    for i in range(weights.shape[0]):
        for j in range(V.shape[0]):
            out[i] += weights[i, j] * V[j]
    return out

# --- wrong: np.dot, right for one sentence only [explained in_front]
def my_mix(weights, V):
    return np.dot(weights, V)

# --- wrong: transposed weights [named weights_transposed]
def my_mix(weights, V):
    return weights.mT @ V

# --- wrong: number by number [explained broadcast]
def my_mix(weights, V):
    return weights * V

# --- wrong: the wrong way round [named values_before_weights]
def my_mix(weights, V):
    return V @ weights

# --- wrong: transposed values [explained matmul]
def my_mix(weights, V):
    return weights @ V.mT

# --- wrong: without weights [explained ignored]
def my_mix(weights, V):
    return np.ones(weights.shape) @ V

# --- wrong: the mean of the values in each row [named plain_mean]
def my_mix(weights, V):
    return np.ones(weights.shape) / V.shape[-2] @ V

# --- wrong: divided by the number of words [named mix_divided_by_count]
def my_mix(weights, V):
    return weights @ V / V.shape[-2]

# --- wrong: the value with the largest weight [named heaviest_value]
def my_mix(weights, V):
    best = weights.argmax(-1)
    return np.take_along_axis(V, best[..., None], axis=-2)

# --- wrong: the weighted values are not added [named products_side_by_side]
def my_mix(weights, V):
    return weights[..., None] * V[..., None, :, :]

# --- wrong: added over the words that look [named summed_over_lookers]
def my_mix(weights, V):
    return (weights[..., None] * V[..., None, :, :]).sum(-3)

# --- wrong: added over the numbers of a value [named summed_over_numbers]
def my_mix(weights, V):
    return (weights[..., None] * V[..., None, :, :]).sum(-1)

# --- wrong: the result transposed [explained transposed]
def my_mix(weights, V):
    return (weights @ V).mT

# --- wrong: softmax once more [named softmax_of_weights]
def my_mix(weights, V):
    e = np.exp(weights)
    return e / e.sum(-1, keepdims=True) @ V

# --- wrong: the last row is left out [explained last_missing]
def my_mix(weights, V):
    rows = [weights[..., i, :][..., None, :] @ V for i in range(weights.shape[-2] - 1)]
    return np.concatenate(rows, axis=-2)

# --- wrong: the last value is left out [named last_value_left_out]
def my_mix(weights, V):
    return weights[..., :-1] @ V[..., :-1, :]

# --- wrong: returns inside the loop [named first_word_only]
def my_mix(weights, V):
    for i in range(weights.shape[-2]):
        return weights[..., i : i + 1, :] @ V

# --- right: a sum along an axis
def my_mix(weights, V):
    return (weights[..., None] * V[..., None, :, :]).sum(-2)
