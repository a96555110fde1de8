# --- right: by hand
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[1]
    K, V = cache[..., :d], cache[..., d:]
    s = (x @ W_Q) @ K.mT / np.sqrt(d)
    e = np.exp(s - s.max(-1, keepdims=True))
    return e @ V / e.sum(-1, keepdims=True)

# --- right: np.split
def my_cached_attention(x, W_Q, cache):
    K, V = np.split(cache, [W_Q.shape[-1]], axis=-1)
    return mine.attention(x @ W_Q, K, V)

# --- wrong: values first [named values_before_keys]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    return mine.attention(x @ W_Q, cache[..., -d:], cache[..., :-d])

# --- wrong: the new word does not look at itself [named does_not_see_itself]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    old = cache[..., :-1, :]
    return mine.attention(x @ W_Q, old[..., :d], old[..., d:])

# --- wrong: no query matrix [named x_asks]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    return mine.attention(x, cache[..., :d], cache[..., d:])

# --- wrong: the rows are cut, not the columns [explained of_attnlib]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    return mine.attention(x @ W_Q, cache[:d], cache[d:])

# --- wrong: the keys are projected again [named keys_projected_again]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    K = cache[..., :d] @ W_Q
    V = cache[..., d:]
    return mine.attention(x @ W_Q, K, V)

# --- wrong: not divided [named no_scale]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    K, V = cache[..., :d], cache[..., d:]
    w = mine.softmax(x @ W_Q @ K.mT)
    return w @ V

# --- wrong: divided by the root of the cache's width [named root_of_the_width]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    K, V = cache[..., :d], cache[..., d:]
    w = mine.softmax(x @ W_Q @ K.mT / np.sqrt(cache.shape[-1]))
    return w @ V

# --- wrong: the weights, not the output [named weights_returned]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    q = x @ W_Q
    K = cache[..., :d]
    return mine.softmax(q @ K.mT / np.sqrt(d))

# --- wrong: the whole cache as keys and as values [named whole_rows_added]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    return mine.attention(x @ W_Q, cache[..., :d], cache)

# --- wrong: the mean of the values [named plain_mean]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    return cache[..., d:].mean(-2, keepdims=True)

# --- wrong: asks with the last key [explained ignored]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    K, V = cache[..., :d], cache[..., d:]
    return mine.attention(K[..., -1:, :], K, V)

# --- wrong: without softmax [named no_softmax]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    K, V = cache[..., :d], cache[..., d:]
    return x @ W_Q @ K.mT / np.sqrt(d) @ V

# --- wrong: the value of the likeliest word [named largest_score_alone]
def my_cached_attention(x, W_Q, cache):
    d = W_Q.shape[-1]
    K, V = cache[..., :d], cache[..., d:]
    best = (x @ W_Q @ K.mT).argmax(-1)
    return np.take_along_axis(V, best[..., None], axis=-2)

# --- right: torch's split and softmax
def my_cached_attention(x, W_Q, cache):
    K, V = cache.split([W_Q.size(1), cache.size(-1) - W_Q.size(1)], dim=-1)
    return torch.softmax(x @ W_Q @ K.transpose(-2, -1) / math.sqrt(K.size(-1)), dim=-1) @ V

# --- wrong: torch's is_causal [named sees_the_first_alone]
def my_cached_attention(x, W_Q, cache):
    K, V = cache[..., : W_Q.shape[1]], cache[..., W_Q.shape[1] :]
    return F.scaled_dot_product_attention(x @ W_Q, K, V, is_causal=True)
