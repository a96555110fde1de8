# --- right: as meant
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        total = total * np.exp(top - new) + np.exp(S - new).sum(-1, keepdims=True)
        output = output * np.exp(top - new) + np.exp(S - new) @ V[..., k : k + size, :]
        top = new
    return output / total

# --- right: always normed output
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        old = total * np.exp(top - new)
        total = old + e.sum(-1, keepdims=True)
        output = (output * old + e @ V[..., k : k + size, :]) / total
        top = new
    return output

# --- right: pieces by np.split, a while loop
def my_online_attention(Q, K, V, size):
    n = K.shape[-2]
    top = np.full((*Q.shape[:-1], 1), -np.inf)
    total = np.zeros((*Q.shape[:-1], 1))
    output = np.zeros((*Q.shape[:-1], V.shape[-1]))
    start = 0
    while start < n:
        k, v = K[..., start : start + size, :], V[..., start : start + size, :]
        s = np.einsum("...id,...jd->...ij", Q, k) / np.sqrt(Q.shape[-1])
        new = np.maximum(top, s.max(-1, keepdims=True))
        factor = np.exp(top - new)
        e = np.exp(s - new)
        total = factor * total + e.sum(-1, keepdims=True)
        output = factor * output + np.einsum("...ij,...jd->...id", e, v)
        top = new
        start += size
    return output / total

# --- right: one key at a time is a smaller piece
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for j in range(K.shape[-2]):
        s = (Q * K[..., j : j + 1, :]).sum(-1, keepdims=True) / Q.shape[-1] ** 0.5
        new = np.maximum(top, s)
        total = total * np.exp(top - new) + np.exp(s - new)
        output = output * np.exp(top - new) + np.exp(s - new) * V[..., j : j + 1, :]
        top = new
    return output / total

# --- right: log of the total is carried
def my_online_attention(Q, K, V, size):
    log_total, output = -np.inf, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.logaddexp(log_total, np.logaddexp.reduce(S, axis=-1, keepdims=True))
        output = output * np.exp(log_total - new) + np.exp(S - new) @ V[..., k : k + size, :]
        log_total = new
    return output

# --- right: the pieces from the back
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in reversed(range(0, K.shape[-2], size)):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        shrink = np.exp(top - new)
        e = np.exp(S - new)
        total, output, top = total * shrink + e.sum(-1, keepdims=True), output * shrink + e @ V[..., k : k + size, :], new
    return output / total

# --- wrong: the whole table at once [named table_at_once]
def my_online_attention(Q, K, V, size):
    return mine.attention(Q, K, V)

# --- wrong: first all largest scores, then a second round [named pieces_read_twice]
def my_online_attention(Q, K, V, size):
    top = -np.inf
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        top = np.maximum(top, S.max(-1, keepdims=True))
    total, output = 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        e = np.exp(S - top)
        total = total + e.sum(-1, keepdims=True)
        output = output + e @ V[..., k : k + size, :]
    return output / total

# --- wrong: never shrunk [named nothing_shrunk]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        total, output, top = total + e.sum(-1, keepdims=True), output + e @ V[..., k : k + size, :], new
    return output / total

# --- wrong: the output is not shrunk [named output_not_shrunk]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        total = total * np.exp(top - new) + e.sum(-1, keepdims=True)
        output = output + e @ V[..., k : k + size, :]
        top = new
    return output / total

# --- wrong: top is never set [named top_never_updated]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        shrink = np.exp(top - new)
        e = np.exp(S - new)
        total = total * shrink + e.sum(-1, keepdims=True)
        output = output * shrink + e @ V[..., k : k + size, :]
    return output / total

# --- wrong: only the largest score of the piece [named each_piece_by_itself]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = S.max(-1, keepdims=True)
        e = np.exp(S - new)
        total = total + e.sum(-1, keepdims=True)
        output = output + e @ V[..., k : k + size, :]
        top = new
    return output / total

# --- wrong: a softmax for each piece, added up [named sum_of_the_pieces]
def my_online_attention(Q, K, V, size):
    output = 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        output = output + mine.softmax(S) @ V[..., k : k + size, :]
    return output

# --- wrong: a softmax for each piece, their mean [named mean_of_the_pieces]
def my_online_attention(Q, K, V, size):
    outs = []
    for k in range(0, K.shape[-2], size):
        outs.append(mine.attention(Q, K[..., k : k + size, :], V[..., k : k + size, :]))
    return sum(outs) / len(outs)

# --- wrong: no largest score at all [named no_largest_subtracted]
def my_online_attention(Q, K, V, size):
    total, output = 0, 0
    for k in range(0, K.shape[-2], size):
        e = np.exp(Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5)
        total = total + e.sum(-1, keepdims=True)
        output = output + e @ V[..., k : k + size, :]
    return output / total

# --- wrong: one largest score for all queries [named largest_of_all_rows]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = max(top, S.max())
        shrink = np.exp(top - new)
        e = np.exp(S - new)
        total = total * shrink + e.sum(-1, keepdims=True)
        output = output * shrink + e @ V[..., k : k + size, :]
        top = new
    return output / total

# --- wrong: the last piece is cut off [named short_piece_left_out]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for b in range(K.shape[-2] // size):
        k = b * size
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        shrink = np.exp(top - new)
        e = np.exp(S - new)
        total = total * shrink + e.sum(-1, keepdims=True)
        output = output * shrink + e @ V[..., k : k + size, :]
        top = new
    return output / total

# --- wrong: total without keepdims [named total_is_no_column]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        shrink = np.exp(top - new)
        e = np.exp(S - new)
        total = total * shrink + e.sum(-1)
        output = output * shrink + e @ V[..., k : k + size, :]
        top = new
    return output / total

# --- wrong: the shrink is a difference, not an exp [refused]
def my_online_attention(Q, K, V, size):
    top, total, output = 0, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        total = total * (top - new) + e.sum(-1, keepdims=True)
        output = output * (top - new) + e @ V[..., k : k + size, :]
        top = new
    return output / total

# --- wrong: np.max with two arguments [explained max_of_two]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.max(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        total, output, top = total * np.exp(top - new) + e.sum(-1, keepdims=True), output * np.exp(top - new) + e @ V[..., k : k + size, :], new
    return output / total

# --- wrong: not divided at the end [named not_divided]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        output = output * np.exp(top - new) + e @ V[..., k : k + size, :]
        top = new
    return output

# --- wrong: the whole V each time [explained matmul]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        total = total * np.exp(top - new) + e.sum(-1, keepdims=True)
        output = output * np.exp(top - new) + e @ V
        top = new
    return output / total

# --- wrong: shrinks what is new as well [named new_shrunk_too]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        total = (total + e.sum(-1, keepdims=True)) * np.exp(top - new)
        output = (output + e @ V[..., k : k + size, :]) * np.exp(top - new)
        top = new
    return output / total

# --- wrong: the whole table in torch [named table_at_once]
def my_online_attention(Q, K, V, size):
    weights = torch.softmax(Q @ K.transpose(-2, -1) / Q.size(-1) ** 0.5, dim=-1)
    return weights @ V

# --- right: a loop over queries, too
def my_online_attention(Q, K, V, size):
    if Q.ndim > 2:
        return np.stack([my_online_attention(q, k, v, size) for q, k, v in zip(Q, K, V)])
    rows = []
    for q in Q:
        top, total, output = -np.inf, 0.0, 0.0
        for k in range(0, len(K), size):
            s = K[k : k + size] @ q / len(q) ** 0.5
            new = max(top, s.max())
            e = np.exp(s - new)
            total = total * np.exp(top - new) + e.sum()
            output = output * np.exp(top - new) + e @ V[k : k + size]
            top = new
        rows.append(output / total)
    return np.stack(rows)

# --- right: transposed keys are cut
def my_online_attention(Q, K, V, size):
    Kt = np.swapaxes(K, -1, -2) / Q.shape[-1] ** 0.5
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ Kt[..., k : k + size]
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        total = np.exp(top - new) * total + e.sum(-1, keepdims=True)
        output = np.exp(top - new) * output + e @ V[..., k : k + size, :]
        top = new
    return output / total

# --- right: the scores twice in a piece
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        new = np.maximum(top, (Q @ K[..., k : k + size, :].mT).max(-1, keepdims=True) / Q.shape[-1] ** 0.5)
        e = np.exp(Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5 - new)
        total = np.exp(top - new) * total + e.sum(-1, keepdims=True)
        output = np.exp(top - new) * output + e @ V[..., k : k + size, :]
        top = new
    return output / total

# --- right: lists of pieces from array_split
def my_online_attention(Q, K, V, size):
    cuts = range(size, K.shape[-2], size)
    top, total, output = -np.inf, 0, 0
    for k, v in zip(np.split(K, cuts, axis=-2), np.split(V, cuts, axis=-2)):
        S = Q @ k.mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        total = np.exp(top - new) * total + e.sum(-1, keepdims=True)
        output = np.exp(top - new) * output + e @ v
        top = new
    return output / total

# --- wrong: a list of exps [named table_at_once]
def my_online_attention(Q, K, V, size):
    tops, es = [], []
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        tops.append(S.max(-1, keepdims=True))
        es.append(np.exp(S - tops[-1]))
    top = np.max(tops, axis=0)
    total = sum(e.sum(-1, keepdims=True) * np.exp(t - top) for e, t in zip(es, tops))
    out = sum(np.exp(t - top) * (e @ V[..., i * size : (i + 1) * size, :]) for i, (e, t) in enumerate(zip(es, tops)))
    return out / total

# --- wrong: returns in the loop [named first_piece_alone]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        total, output, top = total * np.exp(top - new) + np.exp(S - new).sum(-1, keepdims=True), output * np.exp(top - new) + np.exp(S - new) @ V[..., k : k + size, :], new
        return output / total

# --- wrong: total shrunk, output divided every time [named divided_in_every_piece]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        e = np.exp(S - new)
        total = total * np.exp(top - new) + e.sum(-1, keepdims=True)
        output = (output * np.exp(top - new) + e @ V[..., k : k + size, :]) / total
        top = new
    return output

# --- right: torch's split
def my_online_attention(Q, K, V, size):
    top, total, out = torch.full_like(Q[..., :1], -math.inf), 0.0, 0.0
    for k, v in zip(K.split(size, -2), V.split(size, -2), strict=True):
        S = Q @ k.transpose(-2, -1) / math.sqrt(Q.size(-1))
        new = torch.maximum(top, S.amax(-1, keepdim=True))
        e, old = torch.exp(S - new), torch.exp(top - new)
        total, out, top = total * old + e.sum(-1, keepdim=True), out * old + e @ v, new
    return out / total
