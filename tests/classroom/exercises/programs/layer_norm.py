# --- right: numpy's var
def my_layer_norm(x, gain, bias, eps):
    return gain * (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) + bias

# --- right: sums divided by d
def my_layer_norm(x, gain, bias, eps):
    d = x.shape[-1]
    mu = x.sum(-1)[..., None] / d
    c = x - mu
    return c * (np.einsum("...d,...d->...", c, c)[..., None] / d + eps) ** -0.5 * gain + bias

# --- right: a loop over the rows
def my_layer_norm(x, gain, bias, eps):
    rows = x.reshape(-1, x.shape[-1])
    out = np.stack([(r - r.mean()) / np.sqrt(r.var() + eps) * gain + bias for r in rows])
    return out.reshape(x.shape)

# --- right: std squared
def my_layer_norm(x, gain, bias, eps):
    s = x.std(-1, keepdims=True)
    return (x - x.mean(-1, keepdims=True)) / np.hypot(s, eps**0.5) * gain + bias

# --- wrong: along the words [named over_words]
def my_layer_norm(x, gain, bias, eps):
    m = x.mean(-2, keepdims=True)
    v = x.var(-2, keepdims=True)
    return (x - m) / np.sqrt(v + eps) * gain + bias

# --- wrong: over all numbers [named over_everything]
def my_layer_norm(x, gain, bias, eps):
    return (x - x.mean()) / np.sqrt(x.var() + eps) * gain + bias

# --- wrong: divides by d - 1 [named unbiased_variance]
def my_layer_norm(x, gain, bias, eps):
    m = x.mean(-1, keepdims=True)
    v = x.var(-1, keepdims=True, ddof=1)
    return (x - m) / np.sqrt(v + eps) * gain + bias

# --- wrong: no root [named divided_by_variance]
def my_layer_norm(x, gain, bias, eps):
    m = x.mean(-1, keepdims=True)
    v = x.var(-1, keepdims=True)
    return (x - m) / (v + eps) * gain + bias

# --- wrong: eps outside the root [named eps_outside_root]
def my_layer_norm(x, gain, bias, eps):
    c = x - x.mean(-1, keepdims=True)
    s = x.std(-1, keepdims=True)
    return c / (s + eps) * gain + bias

# --- wrong: no eps [named no_eps]
def my_layer_norm(x, gain, bias, eps):
    c = x - x.mean(-1, keepdims=True)
    return c / x.std(-1, keepdims=True) * gain + bias

# --- wrong: eps is a floor [named eps_as_a_floor]
def my_layer_norm(x, gain, bias, eps):
    c = x - x.mean(-1, keepdims=True)
    v = np.maximum((c * c).mean(-1, keepdims=True), eps)
    return c / np.sqrt(v) * gain + bias

# --- wrong: the mean is not taken away [named not_centred]
def my_layer_norm(x, gain, bias, eps):
    v = x.var(-1, keepdims=True)
    return x / np.sqrt(v + eps) * gain + bias

# --- wrong: the mean is not taken away in the fraction, root of squares [named root_mean_square]
def my_layer_norm(x, gain, bias, eps):
    ms = (x**2).mean(-1, keepdims=True)
    return x / np.sqrt(ms + eps) * gain + bias

# --- wrong: bias before gain [named bias_before_gain]
def my_layer_norm(x, gain, bias, eps):
    c = x - x.mean(-1, keepdims=True)
    z = c / np.sqrt(c.var(-1, keepdims=True) + eps)
    return (z + bias) * gain

# --- wrong: gain and bias have changed places [named gain_and_bias_swapped]
def my_layer_norm(x, gain, bias, eps):
    c = x - x.mean(-1, keepdims=True)
    z = c / np.sqrt(c.var(-1, keepdims=True) + eps)
    return z * bias + gain

# --- wrong: keepdims forgotten [explained broadcast]
def my_layer_norm(x, gain, bias, eps):
    return (x - x.mean(-1)) / np.sqrt(x.var(-1) + eps) * gain + bias

# --- wrong: no gain, no bias [explained ignored]
def my_layer_norm(x, gain, bias, eps):
    c = x - x.mean(-1, keepdims=True)
    return c / np.sqrt(c.var(-1, keepdims=True) + eps)

# --- wrong: the sum of the squares, not their mean [named squares_summed]
def my_layer_norm(x, gain, bias, eps):
    c = x - x.mean(-1, keepdims=True)
    v = (c**2).sum(-1, keepdims=True)
    return c / np.sqrt(v + eps) * gain + bias

# --- wrong: the mean absolute distance [located c]
def my_layer_norm(x, gain, bias, eps):
    c = x - x.mean(-1, keepdims=True)
    v = abs(c).mean(-1, keepdims=True)
    return c / (v + eps) * gain + bias

# --- wrong: eps in the mean [refused]
def my_layer_norm(x, gain, bias, eps):
    m = x.mean(-1, keepdims=True) + eps
    v = ((x - m) ** 2).mean(-1, keepdims=True)
    return (x - m) / np.sqrt(v) * gain + bias

# --- wrong: sqrt of eps [located c]
def my_layer_norm(x, gain, bias, eps):
    c = x - x.mean(-1, keepdims=True)
    return c / (c.std(-1, keepdims=True) + np.sqrt(eps)) * gain + bias

# --- wrong: axis 1 [named norm_over_axis_1]
def my_layer_norm(x, gain, bias, eps):
    centred = x - x.mean(1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) * gain + bias
