# --- right: the largest until the share is reached
def my_nucleus(p, share):
    kept, left = np.zeros_like(p), p.copy()
    while kept.sum() < share:
        k = left.argmax()
        kept[k], left[k] = p[k], -1
    return kept / kept.sum()
