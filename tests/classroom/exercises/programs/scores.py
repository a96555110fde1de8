# --- right: swapaxes
def my_scores(Q, K):
    return Q @ K.swapaxes(-1, -2)

# --- right: torch's transpose
def my_scores(Q, K):
    return torch.matmul(Q, K.transpose(-2, -1))

# --- right: loops over the words alone, keeping what is in front
def my_scores(Q, K):
    rows = []
    for i in range(Q.shape[-2]):
        row = [(Q[..., i, :] * K[..., j, :]).sum(-1) for j in range(K.shape[-2])]
        rows.append(np.stack(row, axis=-1))
    return np.stack(rows, axis=-2)

# --- right: recursion over the axes in front
def my_scores(Q, K):
    if Q.ndim > 2:
        return np.array([my_scores(q, k) for q, k in zip(Q, K)])
    return Q @ K.T

# --- right: the transposed product, transposed
def my_scores(Q, K):
    return np.swapaxes(K @ Q.mT, -2, -1)

# --- right: torch.einsum
def my_scores(Q, K):
    return torch.einsum("...id,...jd->...ij", Q, K)

# --- wrong: right for one sentence only, by .T [named t_reverses_all_axes]
def my_scores(Q, K):
    return Q @ K.T

# --- wrong: right for one sentence only, by loops over words [explained matmul]
def my_scores(Q, K):
    S = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            S[i, j] = Q[i] @ K[j]
    return S

# --- wrong: right for one sentence only, by np.inner [explained in_front]
def my_scores(Q, K):
    return np.inner(Q, K)

# --- wrong: right for one sentence only, by np.dot [explained t_on_a_batch]
def my_scores(Q, K):
    return np.dot(Q, K.T)

# --- wrong: right for one sentence only, by transpose(0, 1) [named first_axes_swapped]
def my_scores(Q, K):
    return Q @ K.transpose(0, 1)

# --- wrong: no transpose [explained matmul]
def my_scores(Q, K):
    return Q @ K

# --- wrong: K looks, Q is looked at [named q_and_k_swapped]
def my_scores(Q, K):
    return K @ Q.mT

# --- wrong: number by number [explained broadcast]
def my_scores(Q, K):
    return Q * K

# --- wrong: Q twice [named queries_only]
def my_scores(Q, K):
    return Q @ Q.mT

# --- wrong: K twice [named keys_only]
def my_scores(Q, K):
    return K @ K.mT

# --- wrong: cosine instead of the dot product [named cosine]
def my_scores(Q, K):
    q = Q / np.linalg.norm(Q, axis=-1, keepdims=True)
    k = K / np.linalg.norm(K, axis=-1, keepdims=True)
    return q @ k.mT

# --- wrong: distances instead of products [named distances_without_minus]
def my_scores(Q, K):
    return np.sqrt(((Q[..., :, None, :] - K[..., None, :, :]) ** 2).sum(-1))

# --- wrong: already scaled [named scaled_already]
def my_scores(Q, K):
    return Q @ K.mT / np.sqrt(K.shape[-1])

# --- wrong: the last column is left out [explained last_zero]
def my_scores(Q, K):
    n, m = Q.shape[-2], K.shape[-2]
    S = np.zeros((*Q.shape[:-2], n, m))
    for i in range(n):
        for j in range(m - 1):
            S[..., i, j] = (Q[..., i, :] * K[..., j, :]).sum(-1)
    return S

# --- wrong: the first number of each vector is left out [named first_number_left_out]
def my_scores(Q, K):
    S = np.zeros((*Q.shape[:-1], K.shape[-2]))
    for k in range(1, Q.shape[-1]):
        S += Q[..., :, None, k] * K[..., None, :, k]
    return S

# --- wrong: overwritten in place of added up [named last_number_only]
def my_scores(Q, K):
    S = np.zeros((*Q.shape[:-1], K.shape[-2]))
    for k in range(Q.shape[-1]):
        S = Q[..., :, None, k] * K[..., None, :, k]
    return S

# --- wrong: the mean of the products [named mean_of_products]
def my_scores(Q, K):
    return (Q[..., :, None, :] * K[..., None, :, :]).mean(-1)

# --- wrong: @ is forgotten [explained not_callable]
def my_scores(Q, K):
    return Q(K.mT)

# --- wrong: weights already [named weights_without_a_scale]
def my_scores(Q, K):
    S = Q @ K.mT
    e = np.exp(S - S.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)

# --- wrong: the keys are reshaped, not transposed [named keys_reshaped]
def my_scores(Q, K):
    return Q @ K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2])

# --- wrong: absolute values [named without_signs]
def my_scores(Q, K):
    return abs(Q @ K.mT)

# --- wrong: a loop over a square [explained last_missing]
def my_scores(Q, K):
    n = Q.shape[-2]
    S = np.zeros((*Q.shape[:-2], n, n))
    for i in range(n):
        for j in range(n):
            S[..., i, j] = (Q[..., i, :] * K[..., j, :]).sum(-1)
    return S

# --- right: np.einsum
def my_scores(Q, K):
    return np.einsum("...nd,...md->...nm", Q, K)

# --- right: products added
def my_scores(Q, K):
    return (Q[..., :, None, :] * K[..., None, :, :]).sum(-1)

# --- right: in loops
def my_scores(Q, K):
    result = np.zeros((*Q.shape[:-1], K.shape[-2]))
    for lead in np.ndindex(Q.shape[:-2]):
        for i in range(Q.shape[-2]):
            for j in range(K.shape[-2]):
                result[*lead, i, j] = sum(q * k for q, k in zip(Q[*lead, i], K[*lead, j], strict=True))
    return result
