# --- right: by a loop over places
def my_weighted_sum(weights, values):
    out = np.zeros(values.shape[-1])
    for i in range(len(weights)):
        out = out + values[i] * weights[i]
    return out

# --- right: np.dot
def my_weighted_sum(weights, values):
    return np.dot(weights, values)

# --- right: from the other side, with the transpose
def my_weighted_sum(weights, values):
    return values.T @ weights

# --- right: a column of weights times the values, then summed
def my_weighted_sum(weights, values):
    scaled = weights.reshape(-1, 1) * values
    return scaled.sum(axis=0)

# --- right: an outer loop over columns
def my_weighted_sum(weights, values):
    result = []
    for column in values.T:
        result.append((column * weights).sum())
    return np.array(result)

# --- right: enumerate
def my_weighted_sum(weights, values):
    s = 0
    for i, w in enumerate(weights):
        s += w * values[i]
    return s

# --- right: einsum
def my_weighted_sum(weights, values):
    return np.einsum("i,ij->j", weights, values)

# --- wrong: only the last product is left [named last_only]
def my_weighted_sum(weights, values):
    for w, v in zip(weights, values):
        total = w * v
    return total

# --- wrong: returns in the loop, after the first word [named first_only]
def my_weighted_sum(weights, values):
    total = 0
    for w, v in zip(weights, values):
        total += w * v
        return total

# --- wrong: the weights are added, not multiplied [named weights_added]
def my_weighted_sum(weights, values):
    total = 0
    for w, v in zip(weights, values):
        total += w + v
    return total

# --- wrong: the rows are not weighted, the sum is multiplied by the sum of the weights [named values_added]
def my_weighted_sum(weights, values):
    return weights.sum() * values.sum(axis=0)

# --- wrong: the last word is left out [named last_left_out]
def my_weighted_sum(weights, values):
    total = 0
    for i in range(len(weights) - 1):
        total = total + weights[i] * values[i]
    return total

# --- wrong: counts from 1 [named first_left_out]
def my_weighted_sum(weights, values):
    total = 0
    for i in range(1, len(weights)):
        total = total + weights[i] * values[i]
    return total

# --- wrong: one place too many [explained index]
def my_weighted_sum(weights, values):
    total = 0
    for i in range(len(weights) + 1):
        total = total + weights[i] * values[i]
    return total

# --- wrong: weights * values does not fit [named weights_times_columns]
def my_weighted_sum(weights, values):
    return sum(weights * values)

# --- wrong: a list and a weight [explained broadcast]
def my_weighted_sum(weights, values):
    total = []
    for w, v in zip(weights, values):
        total = total + w * v
    return total

# --- wrong: the loop goes through one array for two names [explained unpack]
def my_weighted_sum(weights, values):
    total = 0
    for w, v in weights, values:
        total += w * v
    return total

# --- wrong: total is not there before the loop [explained too_early]
def my_weighted_sum(weights, values):
    for w, v in zip(weights, values):
        total += w * v
    return total

# --- wrong: nothing is returned [explained nothing]
def my_weighted_sum(weights, values):
    total = 0
    for w, v in zip(weights, values):
        total += w * v
    return print()

# --- wrong: the products stand in an array, and are not added [named not_added]
def my_weighted_sum(weights, values):
    products = []
    for w, v in zip(weights, values):
        products.append(w * v)
    return np.array(products)

# --- wrong: summed over the numbers of a row [named summed_along_rows]
def my_weighted_sum(weights, values):
    products = weights[:, None] * values
    return np.sum(products, axis=1)

# --- wrong: the example of the lesson, typed in [explained constants]
def my_weighted_sum(weights, values):
    return 0.97 * np.array([2, 0]) + 0.03 * np.array([1, 1])

# --- wrong: only the two words of the example [named first_two_only]
def my_weighted_sum(weights, values):
    return weights[0] * values[0] + weights[1] * values[1]

# --- wrong: the weights squared [named weights_squared]
def my_weighted_sum(weights, values):
    return weights**2 @ values

# --- wrong: the outer product [named outer_product]
def my_weighted_sum(weights, values):
    return np.outer(weights, values)

# --- wrong: half finished [explained constants]
def my_weighted_sum(weights, values):
    total = 0
    for w, v in zip(weights, values):
        ...
    return total

# --- wrong: len is called on a number [explained not_iterable]
def my_weighted_sum(weights, values):
    total = 0
    for i in len(weights):
        total += weights[i] * values[i]
    return total

# --- wrong: a weight is used as a place [explained whole]
def my_weighted_sum(weights, values):
    total = 0
    for i in weights:
        total += weights[i] * values[i]
    return total

# --- wrong: the average of the weights times each value [named mean_of_values]
def my_weighted_sum(weights, values):
    return np.mean(weights) * values.sum(axis=0)

# --- right: sum of a generator
def my_weighted_sum(weights, values):
    return sum(w * v for w, v in zip(weights, values, strict=True))

# --- right: in plain Python
def my_weighted_sum(weights, values):
    return [ sum(w * v[k] for w, v in zip(weights, values, strict=True)) for k in range(len(values[0])) ]

# --- right: in torch
def my_weighted_sum(weights, values):
    return torch.sum(weights.unsqueeze(1) * values, dim=0)

# --- wrong: the mean of the products [named divided_by_count]
def my_weighted_sum(weights, values):
    return np.mean(weights[:, None] * values, axis=0)

# --- wrong: only the largest [named only_the_largest]
def my_weighted_sum(weights, values):
    return values[np.argmax(weights)]

# --- wrong: dot the other way [named columns_weighted]
def my_weighted_sum(weights, values):
    return np.dot(values, weights)

# --- wrong: sum without axis [named summed_to_one_number]
def my_weighted_sum(weights, values):
    return np.sum(weights[:, None] * values)

# --- wrong: the weight before [named weights_shifted]
def my_weighted_sum(weights, values):
    return sum(weights[j - 1] * values[j] for j in range(len(weights)))

# --- wrong: backwards, and divided [named divided_by_count + weights_reversed]
def my_weighted_sum(weights, values):
    return weights[::-1] @ values / len(weights)

# --- wrong: softmax once more [named softmax_again]
def my_weighted_sum(weights, values):
    return mine.softmax(weights) @ values
