# --- right: while
def my_train(gradient, W, rate, steps):
    while steps > 0:
        W = W - rate * gradient(W)
        steps -= 1
    return W

# --- right: a copy, changed in place
def my_train(gradient, W, rate, steps):
    W = W.copy()
    for i in range(steps):
        W -= rate * gradient(W)
    return W

# --- right: recursion
def my_train(gradient, W, rate, steps):
    if steps == 0:
        return W
    return my_train(gradient, W - rate * gradient(W), rate, steps - 1)

# --- right: a list of all W
def my_train(gradient, W, rate, steps):
    path = [W]
    for _ in range(steps):
        path.append(path[-1] - rate * gradient(path[-1]))
    return path[-1]

# --- right: W plus all moves
def my_train(gradient, W, rate, steps):
    moved = np.zeros_like(W, dtype=float)
    for _ in range(steps):
        moved = moved - gradient(W + moved) * rate
    return W + moved

# --- wrong: uphill [named uphill]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = W + rate * gradient(W)
    return W

# --- wrong: the gradient is asked once [named gradient_once]
def my_train(gradient, W, rate, steps):
    slope = gradient(W)
    for _ in range(steps):
        W = W - rate * slope
    return W

# --- wrong: the return stands in the loop [named one_step]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = W - rate * gradient(W)
        return W

# --- wrong: the rate is forgotten [named no_rate]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = W - gradient(W)
    return W

# --- wrong: one step too many [named one_step_too_many]
def my_train(gradient, W, rate, steps):
    for _ in range(steps + 1):
        W = W - rate * gradient(W)
    return W

# --- wrong: one step too few [named one_step_too_few]
def my_train(gradient, W, rate, steps):
    for _ in range(1, steps):
        W = W - rate * gradient(W)
    return W

# --- wrong: W itself is changed [explained in_place]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W -= rate * gradient(W)
    return W

# --- wrong: at least one step [named at_least_one_step]
def my_train(gradient, W, rate, steps):
    k = 0
    while True:
        W = W - rate * gradient(W)
        k += 1
        if k >= steps:
            return W

# --- wrong: stops as soon as it is nearly flat [named stops_early]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        g = gradient(W)
        if np.abs(g).max() < 0.5:
            break
        W = W - rate * g
    return W

# --- wrong: only the direction of the gradient [named sign_only]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = W - rate * np.sign(gradient(W))
    return W

# --- wrong: the gradient has length 1 [named length_of_the_gradient_lost]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        g = gradient(W)
        W = W - rate * g / np.linalg.norm(g)
    return W

# --- wrong: the gradient is multiplied, not called [explained a_function]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = W - rate * gradient * W
    return W

# --- wrong: a number is no list [explained not_iterable]
def my_train(gradient, W, rate, steps):
    for _ in steps:
        W = W - rate * gradient(W)
    return W

# --- wrong: the rate falls [named shrinking_rate]
def my_train(gradient, W, rate, steps):
    for k in range(steps):
        W = W - rate / (k + 1) * gradient(W)
    return W

# --- wrong: W shrinks as well [named W_shrinks]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = (1 - rate) * W - rate * gradient(W)
    return W

# --- wrong: returns the gradient [named gradient_returned]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        g = gradient(W)
        W = W - rate * g
    return g

# --- wrong: W is replaced by the step [named old_W_dropped]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = -rate * gradient(W)
    return W

# --- wrong: forgets to return [explained nothing]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = W - rate * gradient(W)

# --- wrong: divided by the rate [named divided_by_rate]
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = W - gradient(W) / rate
    return W

# --- wrong: momentum [refused]
def my_train(gradient, W, rate, steps):
    v = 0
    for _ in range(steps):
        v = 0.9 * v + gradient(W)
        W = W - rate * v
    return W

# --- wrong: hands back all W on the way [named all_of_the_way]
def my_train(gradient, W, rate, steps):
    path = [W]
    for _ in range(steps):
        path.append(path[-1] - rate * gradient(path[-1]))
    return path

# --- wrong: the mean of all W [located W]
def my_train(gradient, W, rate, steps):
    total = W
    for _ in range(steps):
        W = W - rate * gradient(W)
        total = total + W
    return total / (steps + 1)
