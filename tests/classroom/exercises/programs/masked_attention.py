# --- right: with a softmax that is written out
def my_masked_attention(Q, K, V, keep):
    S = Q @ K.mT / np.sqrt(Q.shape[-1])
    S = np.where(keep, S, -np.inf)
    top = S.max(-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    e = np.exp(S - top)
    total = e.sum(-1, keepdims=True)
    W = np.divide(e, total, out=np.zeros_like(e), where=total > 0)
    return W @ V

# --- right: with mine, the empty rows set to zero after
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    W = mine.softmax(np.where(keep, S, -np.inf))
    W = np.where(keep, W, 0)
    return mine.mix(W, V)

# --- right: torch's masked_fill and nan_to_num
def my_masked_attention(Q, K, V, keep):
    S = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    W = torch.softmax(S.masked_fill(~keep, float("-inf")), dim=-1)
    return torch.nan_to_num(W) @ V

# --- right: softmax of everything shifted, then zeroed and shared out anew
def my_masked_attention(Q, K, V, keep):
    S = Q @ K.mT / np.sqrt(Q.shape[-1])
    hidden = np.where(keep, S, -1e30)
    e = np.where(keep, np.exp(hidden - hidden.max(-1, keepdims=True)), 0)
    s = e.sum(-1, keepdims=True)
    s[s == 0] = 1
    return e / s @ V

# --- right: the output of empty rows is zeroed at the end
def my_masked_attention(Q, K, V, keep):
    S = np.where(keep, mine.scores(Q, K) / Q.shape[-1] ** 0.5, -1e9)
    e = np.exp(S - S.max(-1, keepdims=True))
    out = e / e.sum(-1, keepdims=True) @ V
    sees = np.broadcast_to(keep, S.shape).any(-1, keepdims=True)
    return out * sees

# --- wrong: mask after softmax [named mask_after_softmax]
def my_masked_attention(Q, K, V, keep):
    W = mine.softmax(mine.scale(mine.scores(Q, K), Q.shape[-1]))
    return mine.mix(W * keep, V)

# --- wrong: hidden scores set to 0 [named masked_with_zero]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    return mine.mix(mine.softmax(S * keep), V)

# --- wrong: the mask the wrong way round [named mask_inverted]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    W = mine.softmax(np.where(keep, -np.inf, S))
    return mine.mix(np.where(keep, 0, W), V)

# --- wrong: a softmax written out, NaN in empty rows [named nan_in_empty_row]
def my_masked_attention(Q, K, V, keep):
    S = Q @ K.mT / np.sqrt(Q.shape[-1])
    S = np.where(keep, S, -np.inf)
    e = np.exp(S - S.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ V

# --- wrong: torch's, NaN in empty rows [named nan_in_empty_row]
def my_masked_attention(Q, K, V, keep):
    S = Q @ K.mT / math.sqrt(Q.size(-1))
    S = S.masked_fill(keep == 0, -math.inf)
    return F.softmax(S, dim=-1) @ V

# --- wrong: -1e9, which shares empty rows out [named minus_1e9]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    return mine.mix(mine.softmax(np.where(keep, S, -1e9)), V)

# --- wrong: -100 is too little [named minus_100]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    return mine.mix(mine.softmax(np.where(keep, S, -100)), V)

# --- wrong: keep is added [located S]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    return mine.mix(mine.softmax(S + keep), V)

# --- wrong: keep times minus infinity [located S]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    return mine.mix(mine.softmax(S + (1 - keep) * -np.inf), V)

# --- wrong: 1 - keep of booleans by minus [explained bool_minus]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    return mine.mix(mine.softmax(S + -keep * 1e9), V)

# --- wrong: keep is not used [named mask_ignored]
def my_masked_attention(Q, K, V, keep):
    return mine.attention(Q, K, V)

# --- wrong: no scale [named no_scale]
def my_masked_attention(Q, K, V, keep):
    S = np.where(keep, mine.scores(Q, K), -np.inf)
    W = np.where(keep, mine.softmax(S), 0)
    return mine.mix(W, V)

# --- wrong: the values are masked [explained broadcast]
def my_masked_attention(Q, K, V, keep):
    W = mine.softmax(mine.scale(mine.scores(Q, K), Q.shape[-1]))
    return mine.mix(W, V * keep)

# --- wrong: the mask is made here, causal, and keep ignored [explained ignored]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    tri = np.tri(*S.shape[-2:], dtype=bool)
    return mine.mix(mine.softmax(np.where(tri, S, -np.inf)), V)

# --- wrong: S is indexed, one axis is lost [explained matmul]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    S = S[keep]
    return mine.mix(mine.softmax(S), V)

# --- wrong: assigned by a mask that broadcasts [explained boolean_index]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    S[~keep] = -np.inf
    return np.nan_to_num(mine.softmax(S)) @ V

# --- wrong: the mask once more transposed [named mask_transposed]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    W = mine.softmax(np.where(keep.mT, S, -np.inf))
    return mine.mix(W, V)

# --- wrong: rows by an if [explained truth]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    if keep:
        W = mine.softmax(S)
    else:
        W = 0
    return mine.mix(W, V)

# --- wrong: +inf for -inf [located S]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    W = mine.softmax(np.where(keep, S, np.inf))
    return mine.mix(W, V)

# --- wrong: the softmax over the columns [named softmax_over_columns]
def my_masked_attention(Q, K, V, keep):
    S = np.where(keep, mine.scores(Q, K) / np.sqrt(Q.shape[-1]), -np.inf)
    W = np.nan_to_num(mine.softmax(S.mT).mT)
    return W @ V

# --- wrong: plain exp, zero rows handled, large scores overflow [named overflow]
def my_masked_attention(Q, K, V, keep):
    e = np.exp(mine.scores(Q, K) / np.sqrt(Q.shape[-1])) * keep
    total = e.sum(-1, keepdims=True)
    return e / np.where(total == 0, 1, total) @ V

# --- wrong: half finished, the mask is still to do [todo]
def my_masked_attention(Q, K, V, keep):
    S = mine.scores(Q, K)
    S = ...
    return mine.softmax(S) @ V

# --- wrong: the plain way with mine, NaN or zeros in empty rows as the reader's softmax makes them [named nan_in_empty_row]
def my_masked_attention(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    W = mine.softmax(np.where(keep, S, -np.inf))
    return mine.mix(W, V)

# --- right: minus infinity added
def my_masked_attention(Q, K, V, keep):
    S = Q @ K.mT / Q.shape[-1] ** 0.5 + np.where(keep, 0, -np.inf)
    return np.nan_to_num(mine.softmax(S)) @ V

# --- right: renormalised where there is a sum
def my_masked_attention(Q, K, V, keep):
    S = Q @ K.mT / Q.shape[-1] ** 0.5
    kept = np.exp(S - np.where(keep, S, S.min()).max(-1, keepdims=True)).clip(max=1e300) * keep
    total = kept.sum(-1, keepdims=True)
    return kept / np.where(total > 0, total, 1) @ V

# --- wrong: a large number is added [named plus_minus_1e9]
def my_masked_attention(Q, K, V, keep):
    return mine.softmax(Q @ K.mT / math.sqrt(Q.shape[-1]) + (1.0 - keep) * -1e9) @ V

# --- wrong: not scaled, in torch [named no_scale + nan_in_empty_row]
def my_masked_attention(Q, K, V, keep):
    return torch.softmax((Q @ K.mT).masked_fill(~keep, -math.inf), dim=-1) @ V

# --- wrong: shared out anew after the mask [named renormalised_after_mask]
def my_masked_attention(Q, K, V, keep):
    S = Q @ K.mT / math.sqrt(Q.shape[-1])
    kept = np.exp(S - np.where(keep, S, -np.inf).max(-1, keepdims=True)) * keep
    return kept / kept.sum(-1, keepdims=True) @ V

# --- wrong: neither scaled nor shifted [named no_scale + plain_softmax]
def my_masked_attention(Q, K, V, keep):
    e = np.exp(np.where(keep, Q @ K.mT, -np.inf))
    return e / e.sum(-1, keepdims=True) @ V

# --- wrong: columns, in torch [named softmax_over_columns + nan_in_empty_row]
def my_masked_attention(Q, K, V, keep):
    S = (Q @ K.mT / Q.size(-1) ** 0.5).masked_fill(~keep, -math.inf)
    return torch.softmax(S, dim=-2) @ V
