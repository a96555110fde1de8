# --- right: all is read anew
def my_write(read, ids, count, choose):
    written = []
    while len(written) < count:
        written.append(choose(read(ids + written, None).logits))
    return written

# --- right: the last token first
def my_write(read, ids, count, choose):
    cache, written, new = None, [], ids
    for _ in range(count):
        step = read(new, cache)
        cache, new = step.cache, [choose(step.logits)]
        written += new
    return written
