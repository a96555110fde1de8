# --- right: np.sqrt
def my_scale(S, d_k):
    return S / np.sqrt(d_k)

# --- right: math.sqrt, by name
def my_scale(S, d_k):
    root = math.sqrt(d_k)
    return S / root

# --- right: by exp and log
def my_scale(S, d_k):
    return S * np.exp(-0.5 * np.log(d_k))

# --- right: row by row
def my_scale(S, d_k):
    return np.array([row / d_k**0.5 for row in S])

# --- wrong: nothing is done [named no_scale]
def my_scale(S, d_k):
    return S

# --- wrong: without the root [named d_k_without_root]
def my_scale(S, d_k):
    return S / d_k

# --- wrong: multiplied [named multiplied]
def my_scale(S, d_k):
    return S * d_k**0.5

# --- wrong: by the square [named d_k_squared]
def my_scale(S, d_k):
    return S / d_k**2

# --- wrong: ** comes before / [named power_one_halved]
def my_scale(S, d_k):
    return S / d_k**1 / 2

# --- wrong: ^ for ** [explained caret]
def my_scale(S, d_k):
    return S / d_k^0.5

# --- wrong: the root of the scores [named root_of_the_scores]
def my_scale(S, d_k):
    return np.sqrt(S) / d_k

# --- wrong: all under the root [named root_of_everything]
def my_scale(S, d_k):
    return np.sqrt(S / d_k)

# --- wrong: the size of S for d_k [named root_m]
def my_scale(S, d_k):
    return S / S.shape[-1] ** 0.5

# --- wrong: the spread of the scores themselves [named own_spread]
def my_scale(S, d_k):
    return S / S.std()

# --- wrong: the mean is taken off as well [named mean_subtracted]
def my_scale(S, d_k):
    return (S - S.mean()) / d_k**0.5

# --- wrong: whole division [named rounded_down]
def my_scale(S, d_k):
    return S // d_k**0.5

# --- wrong: d_k // 2 for the root [named half_of_d_k_rounded]
def my_scale(S, d_k):
    return S / (d_k // 2)

# --- wrong: sqrt without math or np [explained name]
def my_scale(S, d_k):
    return S / sqrt(d_k)

# --- wrong: torch.sqrt of a number [explained a_number]
def my_scale(S, d_k):
    return S / torch.sqrt(d_k)

# --- wrong: d_k.sqrt() [explained attribute]
def my_scale(S, d_k):
    return S / d_k.sqrt()

# --- wrong: the number of lesson 03 typed in [named always_two]
def my_scale(S, d_k):
    return S / 2

# --- wrong: changes S in place [explained in_place]
def my_scale(S, d_k):
    S /= d_k**0.5
    return S

# --- wrong: softmax as well [named weights_too]
def my_scale(S, d_k):
    e = np.exp(S / d_k**0.5)
    return e / e.sum(-1, keepdims=True)

# --- wrong: divided by 0.5 [named half_of_d_k]
def my_scale(S, d_k):
    return S / (d_k * 0.5)

# --- wrong: the cube root [named cube_root]
def my_scale(S, d_k):
    return S / d_k ** (1 / 3)

# --- wrong: forgets to return [explained nothing]
def my_scale(S, d_k):
    scaled = S / d_k**0.5

# --- wrong: minus the root [named root_subtracted]
def my_scale(S, d_k):
    return S - d_k**0.5

# --- wrong: log instead of root [named logarithm]
def my_scale(S, d_k):
    return S / np.log2(d_k)

# --- right: times the inverse
def my_scale(S, d_k):
    return S * d_k**-0.5

# --- right: torch's sqrt
def my_scale(S, d_k):
    return S / torch.sqrt(torch.tensor(d_k))
