# --- right: with mine
def my_attention(Q, K, V):
    S = mine.scores(Q, K)
    W = mine.softmax(mine.scale(S, Q.shape[-1]))
    return mine.mix(W, V)

# --- right: torch's scaled_dot_product_attention
def my_attention(Q, K, V):
    return F.scaled_dot_product_attention(Q, K, V)

# --- right: torch's softmax
def my_attention(Q, K, V):
    d_k = Q.size(-1)
    scores = torch.matmul(Q, K.transpose(-2, -1)) / math.sqrt(d_k)
    return torch.matmul(scores.softmax(dim=-1), V)

# --- right: both sides divided by the fourth root
def my_attention(Q, K, V):
    r = Q.shape[-1] ** 0.25
    S = (Q / r) @ (K / r).mT
    e = np.exp(S - S.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True)) @ V

# --- right: inner functions
def my_attention(Q, K, V):
    def softmax(x):
        x = x - x.max(axis=-1, keepdims=True)
        return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)
    return softmax(Q @ K.mT / np.sqrt(K.shape[-1])) @ V

# --- right: recursion over the batch, a loop over queries
def my_attention(Q, K, V):
    if Q.ndim > 2:
        return np.stack([my_attention(*one) for one in zip(Q, K, V)])
    out = []
    for q in Q:
        s = K @ q / len(q) ** 0.5
        w = np.exp(s - s.max())
        out.append(w @ V / w.sum())
    return np.array(out)

# --- wrong: one query after the other, right for one sentence only [explained matmul]
def my_attention(Q, K, V):
    out = []
    for q in Q:
        s = K @ q / len(q) ** 0.5
        w = np.exp(s - s.max())
        out.append((w / w.sum()) @ V)
    return np.array(out)

# --- wrong: .T, right for one sentence only [named t_reverses_all_axes]
def my_attention(Q, K, V):
    weights = mine.softmax(Q @ K.T / np.sqrt(Q.shape[-1]))
    return weights @ V

# --- wrong: no scale [named no_scale]
def my_attention(Q, K, V):
    S = mine.scores(Q, K)
    W = mine.softmax(S)
    return mine.mix(W, V)

# --- wrong: scaled by the number of words [named root_of_axis_0]
def my_attention(Q, K, V):
    S = mine.scores(Q, K)
    W = mine.softmax(mine.scale(S, Q.shape[0]))
    return mine.mix(W, V)

# --- wrong: scaled by the number of queries, in the last axes [named root_n]
def my_attention(Q, K, V):
    S = Q @ K.mT / np.sqrt(Q.shape[-2])
    return mine.softmax(S) @ V

# --- wrong: scaled by d_v [named root_d_v]
def my_attention(Q, K, V):
    S = Q @ K.mT / np.sqrt(V.shape[-1])
    return mine.softmax(S) @ V

# --- wrong: scaled after the softmax [named scaled_after_softmax]
def my_attention(Q, K, V):
    W = mine.softmax(Q @ K.mT) / np.sqrt(Q.shape[-1])
    return W @ V

# --- wrong: scaled with the root of the root [named root_of_the_root]
def my_attention(Q, K, V):
    d_k = Q.shape[-1] ** 0.5
    return mine.mix(mine.softmax(mine.scale(mine.scores(Q, K), d_k)), V)

# --- wrong: keys in place of values [named values_are_keys]
def my_attention(Q, K, V):
    W = mine.softmax(Q @ K.mT / Q.shape[-1] ** 0.5)
    return W @ K

# --- wrong: no softmax [named no_softmax]
def my_attention(Q, K, V):
    return Q @ K.mT / Q.shape[-1] ** 0.5 @ V

# --- wrong: softmax over columns [named softmax_over_columns]
def my_attention(Q, K, V):
    S = Q @ K.mT / Q.shape[-1] ** 0.5
    e = np.exp(S - S.max(axis=-2, keepdims=True))
    return e / e.sum(axis=-2, keepdims=True) @ V

# --- wrong: softmax of the output [located S]
def my_attention(Q, K, V):
    S = Q @ K.mT / Q.shape[-1] ** 0.5
    return mine.softmax(S @ V)

# --- wrong: queries and keys exchanged in the call [named q_and_k_swapped]
def my_attention(Q, K, V):
    S = mine.scores(K, Q)
    return mine.mix(mine.softmax(mine.scale(S, Q.shape[-1])), V)

# --- wrong: weights and values exchanged in the call [explained matmul]
def my_attention(Q, K, V):
    W = mine.softmax(mine.scale(mine.scores(Q, K), Q.shape[-1]))
    return mine.mix(V, W)

# --- wrong: returns the weights [named weights_returned]
def my_attention(Q, K, V):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    weights = mine.softmax(S)
    return weights

# --- wrong: the plain softmax, which overflows [named overflow]
def my_attention(Q, K, V):
    S = np.exp(Q @ K.mT / np.sqrt(Q.shape[-1]))
    return S / S.sum(-1, keepdims=True) @ V

# --- wrong: division by the sum over the wrong axis [named sum_of_columns]
def my_attention(Q, K, V):
    S = Q @ K.mT / np.sqrt(Q.shape[-1])
    e = np.exp(S - S.max(-1, keepdims=True))
    return e / e.sum(-2, keepdims=True) @ V

# --- wrong: never normalised [named exp_only]
def my_attention(Q, K, V):
    S = Q @ K.mT / np.sqrt(Q.shape[-1])
    e = np.exp(S - S.max(-1, keepdims=True))
    return e @ V

# --- wrong: softmax before scores [refused]
def my_attention(Q, K, V):
    return mine.softmax(Q) @ mine.softmax(K).mT @ V

# --- wrong: no scale and columns [named no_scale + softmax_over_columns]
def my_attention(Q, K, V):
    S = Q @ K.mT
    e = np.exp(S - S.max(axis=-2, keepdims=True))
    W = e / e.sum(axis=-2, keepdims=True)
    return W @ V

# --- wrong: a residual connection [explained broadcast]
def my_attention(Q, K, V):
    W = mine.softmax(Q @ K.mT / Q.shape[-1] ** 0.5)
    return V + W @ V

# --- wrong: causal though nobody asked [located S]
def my_attention(Q, K, V):
    S = Q @ K.mT / Q.shape[-1] ** 0.5
    S = np.where(np.tri(*S.shape[-2:]) == 1, S, -np.inf)
    return mine.softmax(S) @ V

# --- wrong: mine.scale without d_k [explained arguments]
def my_attention(Q, K, V):
    S = mine.scale(mine.scores(Q, K))
    return mine.mix(mine.softmax(S), V)

# --- wrong: mine.attention itself [explained attribute]
def my_attention(Q, K, V):
    return mine.mask(Q, K, V)

# --- wrong: Q.shape for a number [explained of_attnlib]
def my_attention(Q, K, V):
    S = mine.scale(mine.scores(Q, K), Q.shape)
    return mine.mix(mine.softmax(S), V)

# --- wrong: scaled twice [named d_k_without_root]
def my_attention(Q, K, V):
    d_k = Q.shape[-1]
    S = mine.scores(Q, K) / d_k**0.5
    S = mine.scale(S, d_k)
    return mine.softmax(S) @ V

# --- wrong: nothing after the weights [todo]
def my_attention(Q, K, V):
    d_k = Q.shape[-1]
    S = mine.scale(mine.scores(Q, K), d_k)
    weights = mine.softmax(S)
    return ...

# --- right: the query is scaled first
def my_attention(Q, K, V):
    return mine.softmax((Q / math.sqrt(Q.shape[-1])) @ K.mT) @ V

# --- right: the output with its weights
def my_attention(Q, K, V):
    weights = mine.softmax(Q @ K.mT / Q.shape[-1] ** 0.5)
    return weights @ V, weights

# --- right: divided at the end
def my_attention(Q, K, V):
    S = Q @ K.mT / Q.shape[-1] ** 0.5
    e = np.exp(S - S.max(-1, keepdims=True))
    return e @ V / e.sum(-1, keepdims=True)

# --- wrong: minus the scores [named softmin]
def my_attention(Q, K, V):
    return mine.softmax(-Q @ K.mT / K.shape[-1] ** 0.5) @ V

# --- wrong: neither scaled nor shifted [named no_scale + overflow]
def my_attention(Q, K, V):
    e = np.exp(Q @ K.mT)
    return e / e.sum(-1, keepdims=True) @ V

# --- wrong: max without an axis [named largest_of_all_subtracted]
def my_attention(Q, K, V):
    S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(S - np.max(S))
    return e / np.sum(e, axis=-1, keepdims=True) @ V

# --- wrong: axis 1 everywhere [named softmax_over_axis_1]
def my_attention(Q, K, V):
    S = Q @ K.mT / K.shape[-1] ** 0.5
    e = np.exp(S - S.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
