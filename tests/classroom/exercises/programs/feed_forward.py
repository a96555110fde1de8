# --- right: np.maximum
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    return np.maximum(0, x @ W_1 + b_1) @ W_2 + b_2

# --- right: np.where
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    a = np.matmul(x, W_1) + b_1
    return np.matmul(np.where(a > 0, a, 0), W_2) + b_2

# --- right: half of z and its size
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = x @ W_1 + b_1
    return (z + abs(z)) / 2 @ W_2 + b_2

# --- wrong: no ReLU [named no_relu]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    return (x @ W_1 + b_1) @ W_2 + b_2

# --- wrong: abs for ReLU [named absolute_value]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = abs(x @ W_1 + b_1)
    return z @ W_2 + b_2

# --- wrong: ReLU before the bias [named bias_after_relu]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(x @ W_1, 0) + b_1
    return hidden @ W_2 + b_2

# --- wrong: ReLU at the end, too [named relu_twice]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(x @ W_1 + b_1, 0)
    return np.maximum(hidden @ W_2 + b_2, 0)

# --- wrong: ReLU at the end only [named relu_at_the_end]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    return np.maximum((x @ W_1 + b_1) @ W_2 + b_2, 0)

# --- wrong: keeps the negative numbers [named negative_kept]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.minimum(x @ W_1 + b_1, 0)
    return hidden @ W_2 + b_2

# --- wrong: Python's max [explained pythons_max]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = max(x @ W_1 + b_1, 0)
    return hidden @ W_2 + b_2

# --- wrong: np.max with two arguments [explained max_of_two]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.max(0, x @ W_1 + b_1)
    return hidden @ W_2 + b_2

# --- wrong: the second bias is missing [named no_b_2]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = x @ W_1 + b_1
    return np.where(z < 0, 0, z) @ W_2

# --- wrong: b_1 is missing [named no_b_1]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = (x @ W_1).clip(0)
    return z @ W_2 + b_2

# --- wrong: adds x, as a block does [named residual_inside]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = (x @ W_1 + b_1).clip(0)
    return x + z @ W_2 + b_2

# --- wrong: clipped to 0 and 1 [refused]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = np.clip(x @ W_1 + b_1, 0, 1)
    return z @ W_2 + b_2

# --- wrong: only the signs are left [located z]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = x @ W_1 + b_1
    return (z > 0) @ W_2 + b_2

# --- wrong: a leaky ReLU [located z]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = x @ W_1 + b_1
    z = np.where(z > 0, z, 0.1 * z)
    return z @ W_2 + b_2

# --- wrong: an if for a whole array [explained truth]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = x @ W_1 + b_1
    if z < 0:
        z = 0
    return z @ W_2 + b_2

# --- wrong: the weights stand on the left [explained matmul]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    z = np.maximum(W_1 @ x + b_1, 0)
    return W_2 @ z + b_2

# --- right: masked by hand
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    wide = np.einsum("...d,df->...f", x, W_1) + b_1
    return np.einsum("...f,fd->...d", wide * (wide > 0), W_2) + b_2

# --- wrong: no biases [named no_b_1 + no_b_2]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    return np.maximum(x @ W_1, 0) @ W_2
