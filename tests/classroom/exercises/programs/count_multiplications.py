# --- right: h cancels
def my_count_multiplications(n, d_model, h):
    return 4 * n * d_model**2 + 2 * n**2 * d_model

# --- right: a loop over the products
def my_count_multiplications(n, d_model, h):
    d_k = d_model // h
    total = 0
    for a, b, c, times in [(n, d_model, d_k, 3 * h), (n, d_k, n, h), (n, n, d_k, h), (n, d_model, d_model, 1)]:
        total += a * b * c * times
    return total

# --- wrong: no W_O [named a_projection_missing]
def my_count_multiplications(n, d_model, h):
    d_k = d_model // h
    return 3 * n * d_model * d_model + 2 * h * n * n * d_k

# --- wrong: no scores [named one_product_of_tables_missing]
def my_count_multiplications(n, d_model, h):
    return 4 * n * d_model**2 + n**2 * d_model

# --- wrong: one head only for the attention [named pairs_of_one_head]
def my_count_multiplications(n, d_model, h):
    d_k = d_model // h
    return 4 * n * d_model**2 + 2 * n * n * d_k

# --- wrong: everything times h [named multiplications_times_h]
def my_count_multiplications(n, d_model, h):
    return h * (4 * n * d_model**2 + 2 * n**2 * d_model)

# --- wrong: each head has the whole width [named each_head_is_wide]
def my_count_multiplications(n, d_model, h):
    return 4 * n * d_model**2 + 2 * h * n**2 * d_model

# --- wrong: projections of one head [named projections_of_one_head]
def my_count_multiplications(n, d_model, h):
    d_k = d_model // h
    return 3 * n * d_model * d_k + n * d_model * d_model + 2 * h * n * n * d_k

# --- wrong: W_O for one head [named outputs_of_one_head]
def my_count_multiplications(n, d_model, h):
    d_k = d_model // h
    return 3 * n * d_model * d_model + n * d_k * d_model + 2 * h * n * n * d_k

# --- wrong: W_O once for every head [named W_O_once_a_head]
def my_count_multiplications(n, d_model, h):
    d_k = d_model // h
    return 3 * n * d_model * d_model + h * n * d_model * d_model + 2 * h * n * n * d_k

# --- wrong: the weighted sum as n times n [named a_sum_is_one_multiplication]
def my_count_multiplications(n, d_model, h):
    d_k = d_model // h
    return 4 * n * d_model**2 + h * (n * n * d_k + n * n)

# --- wrong: parameters are counted [named parameters_counted]
def my_count_multiplications(n, d_model, h):
    return 4 * d_model**2 + d_model

# --- wrong: additions as well [named additions_too]
def my_count_multiplications(n, d_model, h):
    return 2 * (4 * n * d_model**2 + 2 * n**2 * d_model)

# --- wrong: ^ for a power [named caret_for_a_power]
def my_count_multiplications(n, d_model, h):
    return 4 * n * d_model ^ 2 + 2 * n ^ 2 * d_model

# --- wrong: the sizes of the results [named results_counted]
def my_count_multiplications(n, d_model, h):
    return 4 * n * d_model + h * n * n + n * d_model

# --- wrong: scores for n words once, not n by n [named each_word_sees_one]
def my_count_multiplications(n, d_model, h):
    return 4 * n * d_model**2 + 2 * n * d_model

# --- wrong: two projections [named two_projections_missing]
def my_count_multiplications(n, d_model, h):
    return 2 * n * d_model**2 + 2 * n**2 * d_model

# --- wrong: causal, only half of the table [named half_of_the_table]
def my_count_multiplications(n, d_model, h):
    return 4 * n * d_model**2 + n * (n + 1) * d_model

# --- right: np.prod of shapes
def my_count_multiplications(n, d_model, h):
    d = d_model // h
    shapes = [(n, d_model, d_model)] * 4 + [(n, d, n), (n, n, d)] * h
    return int(np.sum([np.prod(s) for s in shapes]))

# --- wrong: the three projections only [named projections_alone + a_projection_missing]
def my_count_multiplications(n, d_model, h):
    return 3 * n * d_model**2

# --- wrong: n squared for the projections [refused]
def my_count_multiplications(n, d_model, h):
    return 4 * n * n * d_model + 2 * n * n * d_model

# --- wrong: softmax counted [named divisions_counted]
def my_count_multiplications(n, d_model, h):
    return 4 * n * d_model**2 + 2 * n * n * d_model + h * n * n

# --- wrong: d_k for everything [named multiplications_of_one_head]
def my_count_multiplications(n, d_model, h):
    d = d_model // h
    return 4 * n * d_model * d + 2 * n * n * d
