# --- right: two names
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    a = norm_1(attention(x) + x)
    return norm_2(feed_forward(a) + a)

# --- right: a loop
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    for f, norm in [(attention, norm_1), (feed_forward, norm_2)]:
        x = norm(x + f(x))
    return x

# --- wrong: pre-norm [named pre_norm]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(norm_1(x))
    return x + feed_forward(norm_2(x))

# --- wrong: the norm is on x alone [named x_alone_is_normed]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(x) + attention(x)
    return norm_2(x) + feed_forward(x)

# --- wrong: the norm is on the sublayer alone [named norm_before_the_sum]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + norm_1(attention(x))
    return x + norm_2(feed_forward(x))

# --- wrong: no residual [named nothing_goes_around]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(attention(x))
    return norm_2(feed_forward(x))

# --- wrong: the norms are exchanged [named post_norms_swapped]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_2(x + attention(x))
    return norm_1(x + feed_forward(x))

# --- wrong: only one norm, at the end [named only_the_last_norm]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(x)
    return norm_2(x + feed_forward(x))

# --- wrong: the last norm is missing [named only_the_first_norm]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(x + attention(x))
    return x + feed_forward(x)

# --- wrong: normed before and after [refused]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(x + attention(norm_1(x)))
    return norm_2(x + feed_forward(norm_2(x)))

# --- wrong: the second residual is the first x [named first_x_around_both]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    y = norm_1(x + attention(x))
    return norm_2(x + feed_forward(y))

# --- wrong: feed-forward first [named sublayers_with_norms_swapped]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_2(x + feed_forward(x))
    return norm_1(x + attention(x))

# --- wrong: both norms at the very end [located x]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(x)
    x = x + feed_forward(x)
    return norm_2(norm_1(x))

# --- wrong: the sum before the norm goes around [named sum_before_norm_goes_around]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    total = x + attention(x)
    return norm_2(total + feed_forward(norm_1(total)))
