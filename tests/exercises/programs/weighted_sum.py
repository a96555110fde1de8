# --- right: by a loop over places
def my_weighted_sum(weights, values):
    out = np.zeros(values.shape[-1])
    for i in range(len(weights)):
        out = out + values[i] * weights[i]
    return out

# --- wrong: only the last product is left [named last_only]
def my_weighted_sum(weights, values):
    for w, v in zip(weights, values):
        total = w * v
    return total
