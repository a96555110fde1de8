# --- right: torch's linear with the transpose
def my_project(X, W, b):
    return F.linear(X, W.T, b)

# --- right: np.dot, in steps
def my_project(X, W, b):
    product = np.dot(X, W)
    return product + b[None, :]

# --- right: a loop over output numbers
def my_project(X, W, b):
    columns = [X @ W[:, k] + b[k] for k in range(len(b))]
    return np.stack(columns, axis=-1)

# --- right: tensordot
def my_project(X, W, b):
    return np.tensordot(X, W, axes=([-1], [0])) + b

# --- wrong: W is transposed [named transposed_W]
def my_project(X, W, b):
    return X @ W.T + b

# --- wrong: b is forgotten [named no_bias]
def my_project(X, W, b):
    return X @ W

# --- wrong: b is subtracted [named bias_subtracted]
def my_project(X, W, b):
    return X @ W - b

# --- wrong: b is multiplied [named bias_multiplied]
def my_project(X, W, b):
    return X @ W * b

# --- wrong: number by number [named number_by_number]
def my_project(X, W, b):
    return X * W + b

# --- wrong: the order of the product [named W_before_X]
def my_project(X, W, b):
    return W @ X + b

# --- wrong: b is added before [named bias_before_W]
def my_project(X, W, b):
    return (X + b) @ W

# --- wrong: b as a column [named bias_a_word]
def my_project(X, W, b):
    return X @ W + b[:, None]

# --- wrong: b counted twice [named bias_twice]
def my_project(X, W, b):
    Y = X @ W + b
    return Y + b

# --- wrong: the sum of b [named sum_of_bias]
def my_project(X, W, b):
    return X @ W + b.sum()

# --- wrong: only the first number of b [named first_bias_for_all]
def my_project(X, W, b):
    return X @ W + b[0]

# --- wrong: a loop over words that forgets sentences [explained broadcast]
def my_project(X, W, b):
    out = np.zeros((len(X), len(b)))
    for i in range(len(X)):
        out[i] = X[i] @ W + b
    return out

# --- wrong: a loop over the rows that returns a list [explained list]
def my_project(X, W, b):
    return [x @ W + b for x in X]

# --- wrong: a ReLU behind it [named relu_behind]
def my_project(X, W, b):
    return np.maximum(X @ W + b, 0)

# --- wrong: nn.Linear with numbers of its own [explained dtype]
def my_project(X, W, b):
    layer = nn.Linear(W.shape[0], W.shape[1])
    return layer(X)

# --- wrong: X.dot without the batch's order [explained t_on_a_batch]
def my_project(X, W, b):
    return X.T.dot(W) + b

# --- wrong: result transposed [explained transposed]
def my_project(X, W, b):
    return (X @ W + b).T

# --- wrong: matrix product written as a call of W [explained not_callable]
def my_project(X, W, b):
    return W(X) + b

# --- wrong: sum over the wrong axis [explained broadcast]
def my_project(X, W, b):
    return (X[..., :, :, None] * W).sum(-1) + b

# --- wrong: b appended instead of added [explained joined]
def my_project(X, W, b):
    return np.concatenate([X @ W, b])

# --- wrong: W is named w [explained name]
def my_project(X, W, b):
    return X @ w + b

# --- wrong: X is changed [explained in_place]
def my_project(X, W, b):
    X += 1
    return X @ W + b

# --- wrong: b gets added in one row only [named bias_for_the_first_word]
def my_project(X, W, b):
    Y = X @ W
    Y[0] += b
    return Y

# --- right: np.einsum
def my_project(X, W, b):
    return np.einsum("...i,io->...o", X, W) + b

# --- right: bias as a row of ones
def my_project(X, W, b):
    ones = np.ones((*X.shape[:-1], 1))
    return np.concatenate([X, ones], -1) @ np.concatenate([W, b[None]])
