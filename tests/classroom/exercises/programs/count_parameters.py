# --- right: the lengths cancel
def my_count_parameters(d_model, h):
    return 4 * d_model**2 + d_model

# --- right: a loop over heads
def my_count_parameters(d_model, h):
    total = 0
    for _ in range(h):
        total += 3 * d_model * (d_model // h)
    return total + (d_model + 1) * d_model

# --- right: counts the numbers of real arrays
def my_count_parameters(d_model, h):
    W_Q, W_K, W_V, W_O = np.zeros((4, d_model, d_model))
    return W_Q.size + W_K.size + W_V.size + W_O.size + d_model

# --- right: an array with one number
def my_count_parameters(d_model, h):
    return np.array([d_model * d_model] * 4 + [d_model]).sum()

# --- wrong: no bias [named no_biases]
def my_count_parameters(d_model, h):
    d_k = d_model // h
    return 3 * d_model * d_k * h + d_model * d_model

# --- wrong: four biases [named four_biases]
def my_count_parameters(d_model, h):
    return 4 * (d_model * d_model + d_model)

# --- wrong: only three matrices [named a_matrix_missing]
def my_count_parameters(d_model, h):
    return 3 * d_model**2 + d_model

# --- wrong: W_O is counted once for each head [named W_O_for_each_head]
def my_count_parameters(d_model, h):
    d_k = d_model // h
    return h * (3 * d_model * d_k + d_model * d_model) + d_model

# --- wrong: one head only [named one_head_alone + W_O_of_one_head]
def my_count_parameters(d_model, h):
    d_k = d_model // h
    return 3 * d_model * d_k + d_model * d_k + d_model

# --- wrong: everything times h [named all_times_h]
def my_count_parameters(d_model, h):
    return h * (4 * d_model**2 + d_model)

# --- wrong: a bias for each head [named bias_for_each_head]
def my_count_parameters(d_model, h):
    return 4 * d_model**2 + h * d_model

# --- wrong: a bias of one number [named bias_of_one_number]
def my_count_parameters(d_model, h):
    return 4 * d_model * d_model + 1

# --- wrong: the bias has d_k numbers [named bias_of_one_head]
def my_count_parameters(d_model, h):
    d_k = d_model // h
    return 4 * d_model * d_model + d_k

# --- wrong: the matrices of a head are d_k by d_k [named one_head_alone]
def my_count_parameters(d_model, h):
    d_k = d_model // h
    return 3 * h * d_k * d_k + d_model * d_model + d_model

# --- wrong: adds sizes where it should multiply [named rows_plus_columns]
def my_count_parameters(d_model, h):
    return 4 * (d_model + d_model) + d_model

# --- wrong: ^ is no power [named caret_for_a_power]
def my_count_parameters(d_model, h):
    return 4 * d_model ^ 2 + d_model

# --- wrong: the bias is in every head's d_k, and W_Q, W_K, W_V have one, too [named three_biases]
def my_count_parameters(d_model, h):
    d_k = d_model // h
    per_head = 3 * (d_model * d_k + d_k)
    return h * per_head + d_model * d_model

# --- wrong: W_O for one head: d_k by d_model [named W_O_of_one_head]
def my_count_parameters(d_model, h):
    d_k = d_model // h
    return 3 * d_model * d_model + d_k * d_model + d_model

# --- right: those of torch.nn.MultiheadAttention
def my_count_parameters(d_model, h):
    bare = torch.nn.MultiheadAttention(d_model, h, bias=False)
    return sum(p.numel() for p in bare.parameters()) + d_model
