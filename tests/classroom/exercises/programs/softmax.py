# --- right: in three steps
def my_softmax(S):
    largest = np.max(S, axis=-1, keepdims=True)
    powers = np.exp(S - largest)
    return powers / np.sum(powers, axis=-1, keepdims=True)

# --- right: with None for keepdims
def my_softmax(S):
    e = np.exp(S - S.max(-1)[..., None])
    return e / e.sum(-1)[..., None]

# --- right: torch's own
def my_softmax(S):
    return torch.softmax(S, dim=-1)

# --- right: turned, so that rows are columns
def my_softmax(S):
    e = np.exp(S.mT - S.mT.max(axis=-2, keepdims=True))
    return (e / e.sum(axis=-2, keepdims=True)).mT

# --- right: over apply_along_axis
def my_softmax(S):
    def row(s):
        e = np.exp(s - max(s))
        return e / sum(e)
    return np.apply_along_axis(row, -1, S)

# --- right: exp of log-softmax
def my_softmax(S):
    z = S - S.max(axis=-1, keepdims=True)
    return np.exp(z - np.log(np.exp(z).sum(axis=-1, keepdims=True)))

# --- right: one over the sum of exp of differences
def my_softmax(S):
    with np.errstate(over="ignore"):
        return 1 / np.exp(S[..., None, :] - S[..., :, None]).sum(-1)

# --- right: flat rows
def my_softmax(S):
    rows = S.reshape(-1, S.shape[-1])
    e = np.exp(rows - rows.max(1, keepdims=True))
    return (e / e.sum(1, keepdims=True)).reshape(S.shape)

# --- wrong: the plain formula, which overflows [named overflow]
def my_softmax(S):
    e = np.exp(S)
    return e / e.sum(axis=-1, keepdims=True)

# --- wrong: the largest of the whole table is taken off [named largest_of_all_subtracted]
def my_softmax(S):
    e = np.exp(S - S.max())
    return e / e.sum(axis=-1, keepdims=True)

# --- wrong: the mean is taken off [named mean_is_subtracted]
def my_softmax(S):
    e = np.exp(S - S.mean(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# --- wrong: the smallest is taken off [named smallest_is_subtracted]
def my_softmax(S):
    e = np.exp(S - S.min(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# --- wrong: the first is taken off [named first_is_subtracted]
def my_softmax(S):
    e = np.exp(S - S[..., :1])
    return e / e.sum(axis=-1, keepdims=True)

# --- wrong: clipped at 700 [named cut_off_at_700]
def my_softmax(S):
    e = np.exp(np.clip(S, -700, 700))
    return e / e.sum(axis=-1, keepdims=True)

# --- wrong: everything sums to one, not each row [named softmax_over_everything]
def my_softmax(S):
    e = np.exp(S - S.max())
    return e / e.sum()

# --- wrong: columns [named softmax_over_columns]
def my_softmax(S):
    e = np.exp(S - S.max(axis=-2, keepdims=True))
    return e / e.sum(axis=-2, keepdims=True)

# --- wrong: axis 0 [named softmax_over_axis_0]
def my_softmax(S):
    e = np.exp(S - S.max(axis=0))
    return e / e.sum(axis=0)

# --- wrong: axis 1, right for one sentence only [named softmax_over_axis_1]
def my_softmax(S):
    e = np.exp(S - S.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)

# --- wrong: keepdims forgotten in the sum [explained broadcast]
def my_softmax(S):
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1)

# --- wrong: no exp [named divided_by_sum]
def my_softmax(S):
    return S / S.sum(axis=-1, keepdims=True)

# --- wrong: shares of absolute values [named share_of_sizes]
def my_softmax(S):
    return abs(S) / abs(S).sum(axis=-1, keepdims=True)

# --- wrong: not divided [named exp_only]
def my_softmax(S):
    return np.exp(S - S.max(axis=-1, keepdims=True))

# --- wrong: e to the power written as 2 [named power_of_two]
def my_softmax(S):
    p = 2 ** (S - S.max(axis=-1, keepdims=True))
    return p / p.sum(axis=-1, keepdims=True)

# --- wrong: a sigmoid [named sigmoid]
def my_softmax(S):
    return 1 / (1 + np.exp(-S))

# --- wrong: one for the largest, else zero [named argmax]
def my_softmax(S):
    return (S == S.max(axis=-1, keepdims=True)).astype(float)

# --- wrong: minus in the exponent [named softmin]
def my_softmax(S):
    e = np.exp(S.min(axis=-1, keepdims=True) - S)
    return e / e.sum(axis=-1, keepdims=True)

# --- wrong: the largest divided out before exp [named divided_by_largest]
def my_softmax(S):
    e = np.exp(S / S.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# --- wrong: sum of S, not of e [located e]
def my_softmax(S):
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    return e / S.sum(axis=-1, keepdims=True)

# --- wrong: exp of the quotient [named exp_at_the_end]
def my_softmax(S):
    return np.exp(S / S.sum(axis=-1, keepdims=True))

# --- wrong: math.exp of an array [explained one_number]
def my_softmax(S):
    e = math.exp(S)
    return e / e.sum()

# --- wrong: loops with math.exp for one sentence [explained one_number]
def my_softmax(S):
    W = np.zeros(S.shape)
    for i in range(S.shape[0]):
        e = [math.exp(s) for s in S[i]]
        for j in range(S.shape[1]):
            W[i, j] = e[j] / sum(e)
    return W

# --- wrong: python's max [explained pythons_max]
def my_softmax(S):
    e = np.exp(S - max(S))
    return e / sum(e)

# --- wrong: python's sum goes through the rows [named sum_of_columns]
def my_softmax(S):
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    return e / sum(e)

# --- wrong: keepdim, torch's word [explained pair]
def my_softmax(S):
    e = np.exp(S - S.max(axis=-1, keepdim=True))
    return e / e.sum(axis=-1, keepdim=True)

# --- wrong: torch's max gives a pair [explained pair]
def my_softmax(S):
    e = torch.exp(S - torch.max(S, dim=-1, keepdim=True))
    return e / e.sum(dim=-1, keepdim=True)

# --- wrong: rounded to two places [explained rounded]
def my_softmax(S):
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    return np.round(e / e.sum(axis=-1, keepdims=True), 2)

# --- wrong: done twice [named softmax_twice]
def my_softmax(S):
    for _ in range(2):
        e = np.exp(S - S.max(axis=-1, keepdims=True))
        S = e / e.sum(axis=-1, keepdims=True)
    return S

# --- wrong: np.max(0, S) [explained max_of_two]
def my_softmax(S):
    e = np.exp(np.max(0, S))
    return e / e.sum(axis=-1, keepdims=True)

# --- wrong: log-softmax [located z]
def my_softmax(S):
    z = S - S.max(axis=-1, keepdims=True)
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))

# --- wrong: the dots are left [todo]
def my_softmax(S):
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    return ...

# --- right: in float32
def my_softmax(S):
    return mine.softmax(S.astype(np.float32))

# --- right: np.exp2
def my_softmax(S):
    top = S.max(-1, keepdims=True)
    e = np.exp2((S - np.where(np.isinf(top), 0, top)) / np.log(2))
    return e / np.maximum(e.sum(-1, keepdims=True), 1e-300)

# --- right: the logarithm of the sum
def my_softmax(S):
    top = S.max(-1, keepdims=True)
    log_sum = top + np.log(np.exp(S - top).sum(-1, keepdims=True))
    return np.where(top == -np.inf, 0, np.exp(S - log_sum))

# --- right: row by row
def my_softmax(S):
    result = np.zeros(S.shape)
    for place in np.ndindex(S.shape[:-1]):
        row = S[place]
        if row.max() > -math.inf:
            parts = [math.exp(x - row.max()) for x in row]
            result[place] = [part / sum(parts) for part in parts]
    return result

# --- wrong: one sum for all [named sum_of_everything]
def my_softmax(S):
    top = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(np.isinf(top), 0, top))
    return e / e.sum()
