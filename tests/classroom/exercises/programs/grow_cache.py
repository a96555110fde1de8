# --- right: hstack of one row, by hand
def my_grow_cache(cache, x, W_K, W_V):
    k, v = x @ W_K, x @ W_V
    new = np.concatenate((k, v), -1)
    return np.concatenate((cache, new), -2)

# --- right: one product for both
def my_grow_cache(cache, x, W_K, W_V):
    return np.concatenate([cache, x @ np.concatenate([W_K, W_V], axis=1)], axis=-2)

# --- right: an empty table is filled
def my_grow_cache(cache, x, W_K, W_V):
    m = cache.shape[-2]
    d_k = W_K.shape[-1]
    out = np.empty((*cache.shape[:-2], m + 1, cache.shape[-1]), dtype=np.result_type(cache, x, W_K))
    out[..., :m, :] = cache
    out[..., m:, :d_k] = x @ W_K
    out[..., m:, d_k:] = x @ W_V
    return out

# --- right: np.append with an axis
def my_grow_cache(cache, x, W_K, W_V):
    return np.append(cache, np.append(x @ W_K, x @ W_V, axis=-1), axis=-2)

# --- wrong: value before key [named value_before_key]
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate([x @ W_V, x @ W_K], axis=-1)
    return np.concatenate([cache, row], axis=-2)

# --- wrong: the new row is on top [named new_row_on_top]
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate([x @ W_K, x @ W_V], axis=-1)
    return np.concatenate([row, cache], axis=-2)

# --- wrong: joined along axis 0 [named joined_along_axis_0]
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate([x @ W_K, x @ W_V], axis=-1)
    return np.concatenate([cache, row], axis=0)

# --- wrong: joined along axis 1, key and value [explained joined]
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate([x @ W_K, x @ W_V], axis=1)
    return np.concatenate([cache, row], axis=-2)

# --- wrong: key and value below each other [explained joined]
def my_grow_cache(cache, x, W_K, W_V):
    return np.concatenate([cache, x @ W_K, x @ W_V], axis=-2)

# --- wrong: the last row is replaced [named last_row_replaced]
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate([x @ W_K, x @ W_V], axis=-1)
    return np.concatenate([cache[..., :-1, :], row], axis=-2)

# --- wrong: only the new row [named only_the_new_row]
def my_grow_cache(cache, x, W_K, W_V):
    return np.concatenate([x @ W_K, x @ W_V], axis=-1)

# --- wrong: append like a list [explained append]
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate([x @ W_K, x @ W_V], axis=-1)
    cache.append(row)
    return cache

# --- wrong: the brackets of concatenate are missing [refused]
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate(x @ W_K, x @ W_V)
    return np.concatenate(cache, row)

# --- wrong: np.append without an axis [named joined_without_an_axis]
def my_grow_cache(cache, x, W_K, W_V):
    return np.append(cache, np.append(x @ W_K, x @ W_V))

# --- wrong: key twice [named key_twice]
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate([x @ W_K, x @ W_K], axis=-1)
    return np.concatenate([cache, row], axis=-2)

# --- wrong: the sum with the cache [named added_to_every_row]
def my_grow_cache(cache, x, W_K, W_V):
    row = np.concatenate([x @ W_K, x @ W_V], axis=-1)
    return cache + row

# --- right: torch.cat
def my_grow_cache(cache, x, W_K, W_V):
    return torch.cat([cache, x @ torch.cat([W_K, W_V], dim=1)], dim=-2)
