# --- right: names for everything
def my_block(x, norm_1, attention, norm_2, feed_forward):
    heard = attention(norm_1(x))
    y = x + heard
    thought = feed_forward(norm_2(y))
    return y + thought

# --- right: a loop over the two sublayers
def my_block(x, norm_1, attention, norm_2, feed_forward):
    for norm, layer in ((norm_1, attention), (norm_2, feed_forward)):
        x = layer(norm(x)) + x
    return x

# --- right: an inner function
def my_block(x, norm_1, attention, norm_2, feed_forward):
    def sub(x, norm, f):
        return np.add(x, f(norm(x)))
    return sub(sub(x, norm_1, attention), norm_2, feed_forward)

# --- wrong: the second residual starts from the first x [named first_x_added_again]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    y = x + attention(norm_1(x))
    return x + feed_forward(norm_2(y))

# --- wrong: the normed x is the residual [named normed_goes_around]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(x)
    x = x + attention(x)
    x = norm_2(x)
    return x + feed_forward(x)

# --- wrong: post-norm [named post_norm]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(x + attention(x))
    x = norm_2(x + feed_forward(x))
    return x

# --- wrong: no residual [named no_residual]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = attention(norm_1(x))
    return feed_forward(norm_2(x))

# --- wrong: only the second residual [named no_residual_around_attention]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    a = attention(norm_1(x))
    return a + feed_forward(norm_2(a))

# --- wrong: the sublayers are exchanged, each with its own norm [named sublayers_swapped]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + feed_forward(norm_2(x))
    return x + attention(norm_1(x))

# --- wrong: the sublayers are exchanged, the norms stay [named feed_forward_first]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + feed_forward(norm_1(x))
    return x + attention(norm_2(x))

# --- wrong: norm_1 twice [named norm_1_twice]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(norm_1(x))
    return x + feed_forward(norm_1(x))

# --- wrong: norms are forgotten [named no_norms]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(x)
    return x + feed_forward(x)

# --- wrong: side by side [named side_by_side]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    return x + attention(norm_1(x)) + feed_forward(norm_2(x))

# --- wrong: the norm of what attention has found [named norm_after_sublayer]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + norm_1(attention(x))
    return x + norm_2(feed_forward(x))

# --- wrong: one big sublayer [named no_residual_around_attention + first_x_added_again]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    return x + feed_forward(norm_2(attention(norm_1(x))))

# --- wrong: a residual around the norm only [refused]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = attention(x + norm_1(x))
    return feed_forward(x + norm_2(x))

# --- wrong: returns before the feed-forward [named feed_forward_missing]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(norm_1(x))
    return x

# --- wrong: the functions are multiplied, not called [explained a_function]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention * norm_1(x)
    return x + feed_forward * norm_2(x)

# --- wrong: attention gets a function [explained a_function]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(norm_1)(x)
    return x + feed_forward(norm_2)(x)

# --- wrong: the result of the first line is lost [named attention_lost]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x + attention(norm_1(x))
    return x + feed_forward(norm_2(x))

# --- wrong: ffn gets the unnormed, att normed [named no_norm_2]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(norm_1(x))
    return x + feed_forward(x)

# --- wrong: x is added twice [located y]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    y = x + attention(norm_1(x))
    return x + y + feed_forward(norm_2(y))

# --- wrong: multiplied instead of added [named multiplied_by_x]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x * attention(norm_1(x))
    return x * feed_forward(norm_2(x))

# --- wrong: subtracts [named taken_away]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x - attention(norm_1(x))
    return x - feed_forward(norm_2(x))

# --- wrong: first post, then pre [named norm_1_after_the_sum]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(x + attention(x))
    return x + feed_forward(norm_2(x))
