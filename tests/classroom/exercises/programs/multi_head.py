# --- right: a loop over heads, with slices of the matrices
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    d = W_Q.shape[-1] // h
    outs = []
    for i in range(h):
        s = slice(i * d, (i + 1) * d)
        outs.append(mine.attention(X @ W_Q[:, s], X @ W_K[:, s], X @ W_V[:, s]))
    return np.concatenate(outs, axis=-1) @ W_O

# --- right: the parts of W_O are added up
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    d = W_Q.shape[1] // h
    total = 0
    for i in range(h):
        a = slice(i * d, i * d + d)
        total = total + mine.attention(X @ W_Q[:, a], X @ W_K[:, a], X @ W_V[:, a]) @ W_O[a]
    return total

# --- right: everything by hand
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    def split(x):
        return x.reshape(*x.shape[:-1], h, -1).swapaxes(-2, -3)
    q, k, v = split(X @ W_Q), split(X @ W_K), split(X @ W_V)
    s = np.einsum("...id,...jd->...ij", q, k) / np.sqrt(q.shape[-1])
    s = s - s.max(-1, keepdims=True)
    w = np.exp(s)
    w = w / w.sum(-1, keepdims=True)
    return merge_heads(w @ v) @ W_O

# --- right: one line
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    return merge_heads(mine.attention(*(split_heads(X @ W, h) for W in (W_Q, W_K, W_V)))) @ W_O

# --- wrong: one wide head [named one_head]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    return mine.attention(X @ W_Q, X @ W_K, X @ W_V) @ W_O

# --- wrong: W_O is forgotten [named no_output_projection]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    Q, K, V = split_heads(X @ W_Q, h), split_heads(X @ W_K, h), split_heads(X @ W_V, h)
    return merge_heads(mine.attention(Q, K, V))

# --- wrong: K and V have changed places [named keys_and_values_swapped]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    Q = split_heads(X @ W_Q, h)
    K = split_heads(X @ W_V, h)
    V = split_heads(X @ W_K, h)
    out = mine.attention(Q, K, V)
    return merge_heads(out) @ W_O

# --- wrong: the values are not projected [named values_are_x]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    q = split_heads(X @ W_Q, h)
    k = split_heads(X @ W_K, h)
    v = split_heads(X, h)
    return merge_heads(mine.attention(q, k, v)) @ W_O

# --- wrong: divides by the root of the whole width [named root_d_model]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    q = split_heads(X @ W_Q, h)
    k = split_heads(X @ W_K, h)
    v = split_heads(X @ W_V, h)
    s = q @ k.mT / np.sqrt(W_Q.shape[-1])
    return merge_heads(mine.softmax(s) @ v) @ W_O

# --- wrong: the softmax goes over the heads [named softmax_over_heads]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    q, k, v = (split_heads(X @ W, h) for W in (W_Q, W_K, W_V))
    s = q @ k.mT / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-3, keepdims=True))
    w = e / e.sum(-3, keepdims=True)
    return merge_heads(w @ v) @ W_O

# --- wrong: the heads are reshaped without moving axes [named heads_without_transpose]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    def cut(Z):
        return Z.reshape(*Z.shape[:-2], h, Z.shape[-2], Z.shape[-1] // h)
    out = mine.attention(cut(X @ W_Q), cut(X @ W_K), cut(X @ W_V))
    return merge_heads(out) @ W_O

# --- wrong: reshaped back without moving axes [named merged_without_transpose]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    Q, K, V = split_heads(X @ W_Q, h), split_heads(X @ W_K, h), split_heads(X @ W_V, h)
    out = mine.attention(Q, K, V)
    return out.reshape(X.shape) @ W_O

# --- wrong: the outputs of the heads are averaged [explained ignored]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    d = W_Q.shape[1] // h
    outs = [mine.attention(X @ W_Q[:, i * d : i * d + d], X @ W_K[:, i * d : i * d + d], X @ W_V[:, i * d : i * d + d]) for i in range(h)]
    return sum(outs) / h

# --- wrong: W_O is applied transposed [explained t_on_a_batch]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    q, k, v = [split_heads(X @ W, h) for W in [W_Q, W_K, W_V]]
    heads = mine.attention(q, k, v)
    return merge_heads(heads) @ W_O.T

# --- wrong: the scores are not divided [named no_scale]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    q, k, v = [split_heads(X @ W, h) for W in [W_Q, W_K, W_V]]
    w = mine.softmax(q @ k.mT)
    return merge_heads(w @ v) @ W_O

# --- wrong: every head gets the queries of head 0 [refused]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    d = W_Q.shape[-1] // h
    outs = []
    for i in range(h):
        outs.append(mine.attention(X @ W_Q[:, :d], X @ W_K[:, i * d : (i + 1) * d], X @ W_V[:, i * d : (i + 1) * d]))
    return np.concatenate(outs, axis=-1) @ W_O

# --- wrong: adds X, as a block does [located v]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    q, k, v = [split_heads(X @ W, h) for W in [W_Q, W_K, W_V]]
    return X + merge_heads(mine.attention(q, k, v)) @ W_O

# --- wrong: Q and K have changed places [named q_and_k_swapped]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    Q, K, V = (split_heads(X @ W, h) for W in (W_K, W_Q, W_V))
    return merge_heads(mine.attention(Q, K, V)) @ W_O

# --- wrong: not merged [explained matmul]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    Q, K, V = (split_heads(X @ W, h) for W in (W_Q, W_K, W_V))
    return mine.attention(Q, K, V) @ W_O

# --- wrong: no projections at all [explained ignored]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    x = split_heads(X, h)
    return merge_heads(mine.attention(x, x, x)) @ W_O

# --- wrong: a causal mask [located V]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    Q, K, V = (split_heads(X @ W, h) for W in (W_Q, W_K, W_V))
    n = X.shape[-2]
    return merge_heads(attend(Q, K, V, np.tri(n, dtype=bool)).output) @ W_O

# --- wrong: the values are split by reshape alone [located v]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    Q, K = split_heads(X @ W_Q, h), split_heads(X @ W_K, h)
    v = X @ W_V
    V = v.reshape(*v.shape[:-2], h, v.shape[-2], -1)
    return merge_heads(mine.attention(Q, K, V)) @ W_O
