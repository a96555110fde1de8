# %% [markdown] id="title" lang="en"
# # 06 · Masks: who may look at whom
#
# A model is right 100 times in 100 while it learns, but the answers lie in plain sight. What is that worth when it has to write?
#
# About 45 minutes, and 10 for the exercises. You need the steps from scores to output (lessons 03 to 05).

# %% [markdown] id="title" lang="zh" agreed="31db5f8f-d404f10c"
# # 06 · 掩码：谁可以看谁
#
# 一个模型训练时猜 100 次，对 100 次，可是答案就摊在它眼前；等到要自己写的时候，这个满分还值多少？
#
# 约 45 分钟，练习另需 10 分钟。需要先学从分数到输出的几步（第 03～05 课）。

# %% id="setup"
import numpy as np
from attnlib import attend, causal_mask, curves, heatmap, load_example, load_results, padding_mask, scale, scores, shares, show, softmax, table, use_language
from classroom import Explorer, ask, check, live, machine, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("attention", steps="masked")

# %% [markdown] id="links" lang="en"
# [← 05](05_output.ipynb) · [Glossary](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="links" lang="zh" agreed="e14f3ac0-1df8a33e"
# [← 05](05_output.ipynb) · [术语表](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **50 minutes.** Sections 1 and 2: 6 min; let the hall guess the number on the slider. Section 3: 8 min, with a show of hands. Section 4: 6 min, with a show of hands. Section 5: 6 min. Section 6: 9 min. Section 7, the heart: 7 min; let the hall bet on the model that sees everything, and keep length 12 for the end. Section 8: 3 min. Section 9: 3 min. Recap: 2 min. Exercise 3 and *For the curious* are for home.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="a90c23cb-cc9b178a" tags=["lecturer"]
# **50 分钟安排。** 第 1、2 节 6 分钟：先猜滑块要拖到几。第 3 节 8 分钟，举手表决。第 4 节 6 分钟，举手表决。第 5 节 6 分钟。第 6 节 9 分钟。第 7 节是重点，7 分钟：让大家押一押什么都看得到的模型会怎样，长度 12 留到最后再讲。第 8 节 3 分钟。第 9 节 3 分钟。小结 2 分钟。练习 3 和“想多了解一点”留作课后。

# %% [markdown] id="padding" lang="en"
# ## 1 · Places without a word
#
# *cat chases fish* and a longer text go into one array, where all texts have the same length. So ours is filled up with [**padding**](glossary.ipynb): rows without a word, here zeros, written `[PAD]`.
#
# Without biases and positions, as here, its key is zero, and every word gives it the score 0. That still earns a share, since $e^0 = 1$. Move the slider until *fish* gives `[PAD]` more than half of its attention:

# %% [markdown] id="padding" lang="zh" agreed="94e815e6-e1f17862"
# ## 1 · 没有词的位置
#
# “猫 追 鱼”和一段更长的文本放进同一个数组里算，就都得一样长。短的那一段，只好在后面补上[**填充**](glossary.ipynb)（padding）：补的行不代表任何词，这里全用 0，记作 `[PAD]`。
#
# 这里没有偏置，也没有位置信息，`[PAD]` 的键就全是 0，每个词给它的分数也是 0。可是 $e^0 = 1$，分数是 0 照样分到一份。拖动滑块，直到“鱼”的注意力有一半以上给了这些空位置：

# %% id="padding-none"
def fish(pads=1):
    look = load_example("first_look")
    X = np.vstack([look.X[1:], np.zeros((pads, 6))])
    row = attend(X @ look.W_Q, X @ look.W_K, X @ look.W_V).weights[2]
    return shares({look.tokens[3]: [*row[:3], row[3:].sum()]}, [*look.tokens[1:], "[PAD]"])

live(fish, pads=(0, 24, 1))

# %% [markdown] id="padding-seat" lang="en"
# It takes 13 of them (0.52). Our words and their scores are as before, but not what *fish* collects. So nobody may look at `[PAD]`.

# %% [markdown] id="padding-seat" lang="zh" agreed="7fb72c4a-2880a6d2"
# 要补 13 个，才过一半（0.52）。我们的三个词和它们之间的分数都没有变，可是“鱼”取来什么，竟要看另一段文本有多长。所以，谁都不许看 `[PAD]`。

# %% [markdown] id="hand-hide" lang="en"
# ## 2 · How to hide a word
#
# A [**mask**](glossary.ipynb) says who may look at whom. In ours, `keep`, True means *may look*. Where it says False, the weight has to be exactly 0. Since $e^{-\infty} = 0$, we put −∞ (in NumPy `-np.inf`) in place of those scaled scores, *before* softmax:
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{if } \text{keep}_{ij} \\ -\infty & \text{otherwise} \end{cases}$$

# %% [markdown] id="hand-hide" lang="zh" agreed="7fadb2a6-124a3e2d"
# ## 2 · 怎样遮住一个词
#
# [**掩码**](glossary.ipynb)（mask）就是一张表，写明谁可以看谁。我们的叫 `keep`，True 表示**可以看**。写着 False 的地方，权重要正好是 0，而 $e^{-\infty} = 0$。所以在 softmax **之前**，把那里缩放后的分数都换成 −∞（NumPy 里写 `-np.inf`）：
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{当 } \text{keep}_{ij} \\ -\infty & \text{否则} \end{cases}$$

# %% [markdown] id="padding-test" lang="en"
# ## 3 · The mask for padding
#
# `attend(Q, K, V, keep)` computes all steps with a mask. The right one gives our three words the same output as alone:

# %% [markdown] id="padding-test" lang="zh" agreed="4ab4a727-694a1772"
# ## 3 · 填充的掩码
#
# `attend(Q, K, V, keep)` 加上掩码，从分数一直算到输出。掩码对不对，就看这三个词的输出和单独算时是否一样：

# %% id="padding-question"
look = load_example("first_look")
X = np.vstack([look.X[1:], np.zeros(6)])
Q, K, V = X @ look.W_Q, X @ look.W_K, X @ look.W_V
alone = attend(Q[:3], K[:3], V[:3]).output
no_row, no_column = np.arange(4)[:, None] < 3, np.arange(4)[None] < 3
difference = [abs(attend(Q, K, V, keep).output[:3] - alone).max() for keep in (None, no_row, no_column)]
ask("rows_or_columns", then=table(hidden=["nothing", "row_hidden", "column_hidden"], largest_difference=difference))

# %% [markdown] id="batch-axes" lang="en"
# `is_token` is True where a word stands. For our two texts it has the shape (2, 4), one row a text; the scores have the shape (2, 4, 4). All rows of a text hide the same places, so an axis of length 1 in the middle is enough: NumPy repeats it ([**broadcasting**](glossary.ipynb)).

# %% [markdown] id="batch-axes" lang="zh" agreed="6477d218-0257d043"
# 现在把两段文本放进同一个数组。`is_token` 在有词的地方是 True，形状是 (2, 4)，两个轴是段和列。分数有三个轴（段，行，列），它少了中间那个。同一段文本里，每一行要遮的位置都一样，所以给它补一个长度为 1 的轴就够了：NumPy 会自动把这个轴复制成需要的长度，这叫[**广播**](glossary.ipynb)（broadcasting）。

# %% [markdown] id="exercise-padding-text" lang="en"
# **Exercise 1** (★, 5 min). `my_padding_mask` takes `is_token`, (m,) or (batch, m), and returns a [**padding mask**](glossary.ipynb), (1, m) or (batch, 1, m). In an index, `None` adds an axis of length 1, and `...` stands for all axes in front: `a[..., None]` turns (m,) into (m, 1), (2, 4) into (2, 4, 1).

# %% [markdown] id="exercise-padding-text" lang="zh" agreed="bd7b42c1-2b06cf00"
# **练习 1**（★，5 分钟）。`my_padding_mask` 接收 `is_token`，形状 (m,) 或 (batch, m)，返回[**填充掩码**](glossary.ipynb)，形状 (1, m) 或 (batch, 1, m)。方括号里写 `None`，就多出一个长度为 1 的轴；`...` 代表前面的所有轴：`a[..., None]` 把 (m,) 变成 (m, 1)，把 (2, 4) 变成 (2, 4, 1)。写好以后运行它下面的程序，会画出“猫 追 鱼”那一段的权重。

# %% id="exercise-padding-mask" tags=["exercise"]
def my_padding_mask(is_token):
    ...

padding_mask = check.padding_mask(my_padding_mask)

# %% id="padding-run"
batch, is_token = np.stack([look.X, X]), np.array([[True, True, True, True], [True, True, True, False]])
keep, names = padding_mask(is_token), [*look.tokens[1:], "[PAD]"]
together = attend(batch @ look.W_Q, batch @ look.W_K, batch @ look.W_V, keep)
show(keep=keep.shape, yours_as_alone=np.allclose(together.output[1, :3], alone))
heatmap(together.weights[1], names, names, title="weights", keep=keep[1], looks=True)

# %% [markdown] id="lecturer-padding" lang="en" tags=["lecturer"]
# Some will say rows, "because the padding is a row of $X$". **Ask:** it is a row of $X$; what is it among the scores? Both: a row as a query, a column as a key.

# %% [markdown] id="lecturer-padding" lang="zh" agreed="3e1ccd8f-33fcdaf8" tags=["lecturer"]
# 有人会说遮行，“因为填充是 $X$ 的一行”。**再问：** 它是 $X$ 的一行，那它在分数表里是什么？两样都是：作为查询是行，作为键是列。

# %% [markdown] id="infinity" lang="en"
# ## 4 · One row too many
#
# Nobody uses the output of `[PAD]`; in training the loss leaves it out, with PyTorch's `ignore_index`. If we hide its row as well, it has nowhere to look: all four scores are −∞. Softmax, step by step:

# %% [markdown] id="infinity" lang="zh" agreed="3b75e5d0-12353ae2"
# ## 4 · 多遮了一行
#
# `[PAD]` 的输出没有人用，训练时算损失也会略过它（PyTorch 里的 `ignore_index`）。那就把它那一行也遮住试试。这一行就一个能看的也没有，四个分数全是 −∞。一步步做 softmax，权重是这样：

# %% id="infinity-empty"
look = load_example("first_look")
X = np.vstack([look.X[1:], np.zeros(6)])
S, V = scale(scores(X @ look.W_Q, X @ look.W_K), 3), X @ look.W_V
S[:, 3] = S[3] = -np.inf
with np.errstate(invalid="ignore"):
    e = np.exp(S - S.max(-1, keepdims=True))
weights = e / e.sum(-1, keepdims=True)
print(weights.round(2))

# %% [markdown] id="leak" lang="en"
# Softmax first subtracts the largest score of the row, and −∞ − (−∞) is NaN, *not a number*. Only the row of `[PAD]` is NaN.
#
# But models stack attentions in *layers* (lesson 09): the next one works on what this one gives out. In our second layer, the values are the outputs of the first, and the weights are the same: the column of `[PAD]` is hidden.

# %% [markdown] id="leak" lang="zh" agreed="4ed9e946-d90211fe"
# softmax 先减去一行里最大的分数，而 −∞ − (−∞) 得 NaN（不是数）。只有 `[PAD]` 那一行是 NaN。
#
# 可是模型会把注意力一层一层叠起来，后一**层**接着算前一层的输出（第 09 课）。我们再加一层，值就用第一层的输出，权重仍用这一张，`[PAD]` 那一列照样遮住。

# %% id="leak-question"
first_layer = weights @ V
ask("hidden_nan", then=f"<pre>{(weights @ first_layer).round(2)}</pre>")

# %% [markdown] id="leak-said" lang="en"
# So hide the column only. Where a row has nowhere to look, `attend` gives weights of 0, never NaN.

# %% [markdown] id="leak-said" lang="zh" agreed="50f11e76-803419df"
# 所以只遮列，不遮行。万一真有一行，一个能看的也没有，就约定它的权重是 0，绝不能是 NaN。`attend` 就是这样做的。

# %% [markdown] id="lecturer-infinity" lang="en" tags=["lecturer"]
# **Ask:** which is worse in such a row, NaN or an equal share for everybody (−1e9 in place of −∞)? Many say NaN. But NaN spreads until somebody sees it; equal shares are easily overlooked.

# %% [markdown] id="lecturer-infinity" lang="zh" agreed="5ad2fca7-6375d79e" tags=["lecturer"]
# **提问：** 这样的一行，得 NaN 更糟，还是人人平分更糟（不用 −∞ 而用 −1e9，就会平分）？不少人说 NaN。可是 NaN 会传开，总有人看见；平分却很难有人发现。

# %% [markdown] id="torch" lang="en"
# ## 5 · Other people's masks
#
# PyTorch's layer `nn.MultiheadAttention`, here with one head (lesson 07 has more), takes a padding mask, too. We pass it the `is_token` of our text:

# %% [markdown] id="torch" lang="zh" agreed="a20aa39b-c383343e"
# ## 5 · 别人的掩码
#
# 注意力在 PyTorch 里有现成的一层，叫 `nn.MultiheadAttention`，这里只用一个头（多个头见第 07 课）。我们把“猫 追 鱼 [PAD]”的 `is_token` 当作填充掩码交给它：

# %% id="torch-mha" tags=["torch"]
import torch
look = load_example("first_look")
x, names = torch.from_numpy(np.vstack([look.X[1:], np.zeros(6)])), [*look.tokens[1:], "[PAD]"]
layer = torch.nn.MultiheadAttention(embed_dim=6, num_heads=1).double()
_, weights = layer(x, x, x, key_padding_mask=torch.tensor([True, True, True, False]))
heatmap(weights, names, names, title="weights")

# %% [markdown] id="torch-said" lang="en"
# No error, and all the attention goes to `[PAD]`: here True means *hidden*. We should have passed `~is_token`, which swaps True and False.

# %% [markdown] id="torch-said" lang="zh" agreed="2b387718-f162d776"
# 没有报错，可是注意力全给了 `[PAD]`：在这里，True 表示**遮住**。应该交给它 `~is_token`，True 和 False 正好互换。

# %% [markdown] id="conventions" lang="en"
# Libraries disagree:
#
# | where | may look | hidden |
# |:--|:--|:--|
# | our `keep`; `F.scaled_dot_product_attention` | True | False |
# | `nn.MultiheadAttention` | False | True |
# | [`attention_mask`](https://huggingface.co/docs/transformers/glossary) of Hugging Face; `mask` in many tutorials | 1 | 0 |
# | a mask of floats, added to the scores | 0 | −∞ |
#
# With several heads, a mask has an axis of length 1 for them: $(\text{batch}, 1, n, m)$. The class below is like those in tutorials; many add *dropout*, which sets some weights to 0 at random in training. We give this class, and PyTorch's own functions, rows that may look nowhere:

# %% [markdown] id="conventions" lang="zh" agreed="071b343f-dae500d9"
# 同一件事，不同的库写法不同：
#
# | 在哪里 | 可以看 | 遮住 |
# |:--|:--|:--|
# | 我们的 `keep`，`F.scaled_dot_product_attention` | True | False |
# | `nn.MultiheadAttention` | False | True |
# | Hugging Face 的 [`attention_mask`](https://huggingface.co/docs/transformers/glossary)，许多教程里的 `mask` | 1 | 0 |
# | 浮点数的掩码，直接加到分数上 | 0 | −∞ |
#
# 有几个头时，掩码要给“头”留一个轴，形状是 $(\text{batch}, 1, n, m)$。下面是教程里常见的类，许多还加一步**随机失活**（dropout），训练时随机把一些权重变成 0。让它和 PyTorch 都来算整行被遮住的情形：

# %% id="tutorials-class" tags=["torch", "long"]
from torch.nn import functional as F

class DotProductAttention(torch.nn.Module):
    def forward(self, q, k, v, mask=None):  # each (batch_size, seq_len, head_dim)
        scores = q @ k.transpose(-2, -1) / k.size(-1) ** 0.5
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        return F.softmax(scores, dim=-1) @ v

hide = torch.ones(4, 4, dtype=torch.bool)
outputs = [DotProductAttention()(x, x, x, ~hide), F.scaled_dot_product_attention(x, x, x, ~hide)]
outputs += [layer(x, x, x, attn_mask=hide, need_weights=weights)[0] for weights in (True, False)]
calls = ["their_class", "sdpa", "mha", "mha_without_weights"]
table(call=calls, largest_number=[output.max().item() for output in outputs])

# %% [markdown] id="empty-said" lang="en"
# PyTorch 2.13 gives zeros, but NaN where weights are asked for. Before 2.5, the second line was [NaN, too](https://github.com/pytorch/pytorch/pull/131060). −1e9, the class's −1,000,000,000, does well while a row has something left; here it takes the mean of all values, without an error.

# %% [markdown] id="empty-said" lang="zh" agreed="62ce6f3a-c9f2e5b4"
# 整行都遮住时，这一版 PyTorch（2.13）给 0；可是一向那一层要权重，就成了 NaN。2.5 以前，连第二行[也是 NaN](https://github.com/pytorch/pytorch/pull/131060)。−1e9 就是 −1,000,000,000，一行里只要还有能看的，用它就够了；一个也不剩时，它取来的是所有值的平均，还不报错。

# %% [markdown] id="causal" lang="en"
# ## 6 · No peeking
#
# A model that writes guesses the next word, appends it and guesses again: it is *autoregressive*. It learns from finished sentences, and each is many exercises at once: *small* has to guess *cat*, *small cat* has to guess *chases*.
#
# The true words go in, which is called *teacher forcing*; the targets are the same words, shifted by one place. All rows guess at once, *in parallel*: that makes training fast, and GPT learns like this. But *cat* could look at *chases* and copy it.

# %% [markdown] id="causal" lang="zh" agreed="b417d027-5ce50d73"
# ## 6 · 不许偷看
#
# 会写文章的模型，猜出下一个词，接上去，再往下猜，这叫**自回归**。它拿现成的句子来学，一个句子就是好几道题：看到“小”猜“猫”，看到“小 猫”猜“追”，这样一路猜下去。
#
# 交给模型的是原句里的词，不是它自己猜的，这叫**教师强制**；答案就是同一句话错开一个位置。各行各猜各的下一个词，一遍算完，这就是**并行**，训练因此很快，GPT 就是这样训练的。可是整个句子都摊开着，“猫”看一眼“追”，照抄就行了。

# %% [markdown] id="causal-mask" lang="en"
# So no word may look at a later one: in row $i$, the [**causal mask**](glossary.ipynb) is True up to column $i$.
#
# **Exercise 2** (★, 5 min). `my_causal_mask` takes a number n and returns this mask, an (n, n) array of True and False. For n = 2 its rows are True, False and True, True.

# %% [markdown] id="causal-mask" lang="zh" agreed="3b9dddae-a50fb736"
# 所以每个词都不许看排在自己后面的词。这样的掩码叫[**因果掩码**](glossary.ipynb)（causal mask）：第 $i$ 行，到第 $i$ 列为止都是 True，再往后是 False。
#
# **练习 2**（★，5 分钟）。`my_causal_mask` 接收一个数 n，返回这样的掩码，形状是 (n, n)，由 True 和 False 组成。n = 2 时，两行是 True、False 和 True、True。

# %% id="exercise-causal-mask" tags=["exercise"]
def my_causal_mask(n):
    ...

causal_mask = check.causal_mask(my_causal_mask)

# %% id="causal-attnlib-code"
look, keep = load_example("first_look"), causal_mask(4)
heatmap(look.trace(keep).weights, look.tokens, look.tokens, title="weights", keep=keep)

# %% [markdown] id="causal-explain" lang="en"
# *cat* may no longer look at *chases*, which had 0.955 of its attention, nor at *fish*. The other two $e^s$ stay the same, so both weights grow in proportion: 0.0053 and 0.0094 become 0.36 and 0.64.

# %% [markdown] id="causal-explain" lang="zh" agreed="d66dbe3c-7d0c73f5"
# “猫”原来把 0.955 给了“追”，现在不能再看“追”，也不能看“鱼”。这一行里另外两个 $e^s$ 不变，只是分母变小了，所以两个权重按比例变大：0.0053 和 0.0094 成了 0.36 和 0.64。

# %% [markdown] id="late" lang="en"
# **A short cut.** We compute the weights as usual, and set hidden ones to 0 *afterwards*:

# %% [markdown] id="late" lang="zh" agreed="d77bbf58-e179ca59"
# **能不能省事些？** 先照常算出权重，softmax **之后**再把该遮的改成 0：

# %% id="late-code"
late = np.where(keep, look.trace().weights, 0)
heatmap(late, look.tokens, look.tokens, title="weights", keep=keep)

# %% [markdown] id="late-explain" lang="en"
# The row of *cat* sums to 0.01, and still depends on *chases*, whose $e^s$ was in the sum. No error appears. So put the mask *before* softmax.

# %% [markdown] id="late-explain" lang="zh" agreed="c1193eec-966c945d"
# “猫”那一行的和只剩 0.01，程序也不报错。而且它的权重还是受“追”的影响，因为分母里含有“追”的 $e^s$。所以掩码要加在 softmax **之前**。

# %% [markdown] id="causal-both" lang="en"
# **Both masks at once.** `&` lets a word look where both are True. Padding on the right is hidden from the words by the causal mask alone. On the left, usual when several texts are continued, a `[PAD]` could see only others like it: its row has nowhere to look.
#
# **One query, four keys.** In writing, earlier keys are kept (lesson 11), and the newest word may see all four. For the last $n$ of $m$ words the mask is `causal_mask(m)[-n:]`. PyTorch's `is_causal` takes the only query for the first word: (1, 0, 0, 0), as *For the curious* shows.

# %% [markdown] id="causal-both" lang="zh" agreed="501b4131-7fc991c3"
# **两个掩码一起用。** 用 `&` 合起来，两个都是 True 的地方才可以看。填充补在右边，因果掩码已经替词挡住了它。让模型接着写几段文本时，填充却常补在左边。这样的 `[PAD]` 往前看，全是遮住的填充，一个能看的词也没有；第 4 节的约定正是为它准备的。
#
# **一个查询，四个键。** 模型往下写时，前面各词的键都存着（第 11 课），只有最新的词来查，四个键它都可以看。$m$ 个词里只有最后 $n$ 个来查，掩码就是 `causal_mask(m)[-n:]`。PyTorch 的 `is_causal` 却把唯一的查询当成了第一个词，只看得到第一个键：(1, 0, 0, 0)。“想多了解一点”里可以运行。

# %% [markdown] id="cheat" lang="en"
# ## 7 · What is the mask worth?
#
# We train two small models, with the mask and without, on sentences of twelve digits. Six times in ten, the digit after a digit $w$ is the last one of $3w + 1$, so that 4 is followed by 3; otherwise it is random. Whoever knows this rule is right 64 times in 100.
#
# On new sentences we test them *as in training*, with the whole sentence, and *as in writing*, with the words so far. We count places 1 to 11, which have a digit on their right.

# %% [markdown] id="cheat" lang="zh" agreed="09474cf2-3062d6bb"
# ## 7 · 不加掩码，会怎样？
#
# 训练两个小模型，一个带因果掩码，另一个什么都看得到。每句有十二个数字，十次里有六次照规则接，$w$ 后面是 $3w + 1$ 的个位，比如 4 后面是 3；另外四次随便抽一个。知道这条规则的，平均 100 次猜中 64 次。
#
# 训练完以后换新的句子，测两遍。**照训练时**，整句摆在面前，每个位置猜右边那个数字。**照生成时**，只给前面几个数字，右边是空的。两遍都只算第 1～11 个位置，因为最后一个的右边本来就没有数字。

# %% id="cheat-table"
found = load_results("cheat")
by_length = curves(range(1, 13), found["by_length"], xlabel="length_so_far", ylabel="share_right")
ask("peeking_model", then=[table(**found["tests"]), by_length])

# %% [markdown] id="cheat-said" lang="en"
# By the results in training, 100 against 64, we would have chosen the wrong model. **This is why the future is hidden**: when a model writes, the next word is not there yet. With the mask, it learns under the same condition.
#
# <details><summary>How we measured</summary>
#
# Both models know the place of each word, as in lesson 08; without that, the one that sees everything could not find the word on its right. The shares are means of five trainings. As in writing, 96 in 100 guesses of the model without the mask are digits already in the sentence (a digit picked at random: 43).
#
# </details>

# %% [markdown] id="cheat-said" lang="zh" agreed="82a0745a-13d1cca5"
# 只看训练时的成绩，100 比 64，我们就会选错模型。**所以要把后面遮住**：自己写的时候，下一个词还不存在；有了掩码，平时怎么练，以后就怎么写。
#
# <details><summary>是怎样测的</summary>
#
# 两个模型都知道每个词排在第几，办法见第 08 课；不然，什么都看得到的那个连右边是哪个词也分不出来，想抄也抄不成。比例是五次训练的平均。照生成时测，不带掩码的模型猜的数字，100 个里有 96 个是句子里已经出现过的（随便猜一个，是 43 个）。
#
# </details>

# %% [markdown] id="rows" lang="en"
# ## 8 · In real models
#
# *The apple tree is very old* and *The apple phone is very old* differ after *apple*. SmolLM2 (lesson 13) was trained with a causal mask, multilingual-e5-small (lesson 12) without. In SmolLM2 nothing changes at *apple*, in none of its 270 heads, so we show their mean; in e5 we show the head of 144 that changes most:

# %% [markdown] id="rows" lang="zh" agreed="1736de6a-9e2601d6"
# ## 8 · 真实的模型
#
# 第 13 课的 SmolLM2 训练时带着因果掩码，第 12 课的 multilingual-e5-small 没有。SmolLM2 只读英文，让它读 *The apple tree is very old*（这棵苹果树很老了）和 *The apple phone is very old*（这部苹果手机很旧了）；e5 读“我家的苹果树真好看”和“我家的苹果手机真好看”。每对句子只有“苹果”后面的词不同。下面是“苹果”那一行。SmolLM2 的 270 个头里，这一行一个也没有变，图上画的是它们的平均；e5 有 144 个头，画的是变化最大的一个：

# %% id="rows-real" tags=["of-its-language"]
from attnlib.languages import language
shares(load_results("causal_rows")["rows"][language()], ["before_it", "itself", "next_one", "later"])

# %% [markdown] id="rows-said" lang="en"
# e5 sees what comes next: 0.06 for *tree*, 0.36 for *phone*. SmolLM2 gives it exactly 0: at *apple*, it cannot know which apple is meant. The mask does this: take it off SmolLM2, and one of its weights changes by 0.95. Models that see both sides, such as e5 and BERT, are called *encoders*; those that see only what came before, such as GPT, *decoders*.

# %% [markdown] id="rows-said" lang="zh" agreed="4feb3335-ab4b544f"
# e5 会看后面的词，给“树”0.01，给“手机”0.56。SmolLM2 给后面的正好全是 0，读到 *apple* 时，它还不可能知道是哪一种苹果。起作用的正是掩码：把 SmolLM2 的掩码拿掉，有的权重一变就是 0.95。像 e5 和 BERT 这样前后都看得到的，叫**编码器**；像 GPT 这样只看得到前面的，叫**解码器**。

# %% [markdown] id="cross" lang="en"
# ## 9 · Two texts: cross-attention
#
# A model that translates also looks at the original: queries come from the text that it is writing, keys and values from the original. This is [**cross-attention**](glossary.ipynb). Here *small cat*, written so far, looks at 小 猫 追 鱼. For simplicity, each Chinese word has the row of its English twin.

# %% [markdown] id="cross" lang="zh" agreed="074e6ccb-b2a3b269"
# ## 9 · 两段文本：交叉注意力
#
# 到现在为止，都是句子看自己。机器翻译时，正在写的译文还要看原文：查询来自译文，键和值来自原文，这叫[**交叉注意力**](glossary.ipynb)（cross-attention）。下面是“小 猫 追 鱼”的译文，刚写到 *small cat*，这两个词去看原文的四个词。为简单起见，意思相同的中文词和英文词用同样的行。

# %% id="cross-weights"
look = load_example("first_look")
written, original = look.X[:2], look.X
right = attend(written @ look.W_Q, original @ look.W_K, original @ look.W_V)
swapped = attend(original @ look.W_Q, written @ look.W_K, written @ look.W_V)
show(output=right.output.shape, if_swapped=swapped.output.shape)
heatmap(right.weights, look.words["en"][:2], look.words["zh"], title="weights")

# %% [markdown] id="cross-explain" lang="en"
# A row for each query, a column for each key: $(n, m)$. Swapped, the words of the original get outputs, *small* and *cat* none.
#
# The padding mask comes from the side of the keys. The causal mask stays where the translation looks at itself, since the original is known. Our matrices let *cat* look for an action; a translation model learns where to look.

# %% [markdown] id="cross-explain" lang="zh" agreed="69f3b8d7-4619e0f0"
# 一个查询一行，一个键一列：$(n, m)$。对调以后，得到输出的是原文的四个词，*small* 和 *cat* 什么也没有。
#
# 填充掩码由**键**所在的那段文本决定。因果掩码留给译文看自己的那一步，原文早已全部给出，用不着。*cat* 看“追”，是因为我们手写的矩阵让它去找动作；真的翻译模型，该看原文的哪里，是训练时学会的。

# %% [markdown] id="recap-list" lang="en"
# ## 10 · Recap
#
# * A mask puts −∞ in place of scores *before* softmax: hidden weights are exactly 0.
# * Padding hides keys, $(\text{batch}, 1, m)$, the causal mask later words, $(n, n)$.
# * NaN spreads through weights of 0, so a row with nowhere to look gets zeros.
# * In our experiment, the model that saw the next word was right 16 times in 100 when it wrote. It knew the rule only at the last place, where it had never seen the answer.

# %% [markdown] id="recap-list" lang="zh" agreed="cef4b3e9-dbfc3a15"
# ## 10 · 小结
#
# * 掩码在 softmax **之前**把分数换成 −∞，这样被遮的权重正好是 0。
# * 填充掩码遮的是键，形状 $(\text{batch}, 1, m)$；因果掩码遮的是后面的词，形状 $(n, n)$。
# * 权重是 0 也挡不住 NaN，所以整行都被遮住时，约定权重是 0。
# * 在我们的实验里，看得到下一个词的模型，到了自己写的时候，100 次只猜对 16 次。它只在最后一个位置学会了规则，因为只有在那里，它从来看不到答案。

# %% [markdown] id="next" lang="en"
# Next: in lesson 05, *apple* looked at *eat* and *phone*, and collected a blend. Can it keep them apart? [Lesson 07, many heads →](07_heads.ipynb)

# %% [markdown] id="next" lang="zh" agreed="96c47295-9ff39b31"
# 下一课：第 05 课的“苹果”看了“吃”，也看了“手机”，取来的却混在了一起。能不能两边都看，又不混在一起？[第 07 课，多头注意力 →](07_heads.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="exercise-attention-text" lang="en"
# ## For later: exercise 3
#
# **Exercise 3** (★★★, 25 min). Lessons 10 and 13 use this function, yours or, until it is right, ours. `my_masked_attention` takes queries (n, d_k), keys (m, d_k), values (m, d_v) and `keep`, which broadcasts to (n, m), all perhaps with further axes in front. It returns the outputs (n, d_v), with zeros where a row has nowhere to look. You may use `mine.scores(Q, K)`, `mine.scale(S, d_k)`, `mine.softmax(S)` and `mine.mix(weights, V)`. But beware: `mine.softmax` has never met a row that is all −∞ (section 4).

# %% [markdown] id="exercise-attention-text" lang="zh" agreed="cd87692a-bbc7d89b"
# ## 留着以后看：练习 3
#
# **练习 3**（★★★，25 分钟）。这个函数第 10、13 课要用；你没写对以前，用的是我们的。`my_masked_attention` 接收查询 (n, d_k)、键 (m, d_k)、值 (m, d_v) 和能广播到 (n, m) 的 `keep`，前面都可能多出别的轴，比如一批句子；返回输出 (n, d_v)，整行都被遮住时是 0。可以用你写过的 `mine.scores(Q, K)`、`mine.scale(S, d_k)`、`mine.softmax(S)`、`mine.mix(weights, V)`。只是要当心，`mine.softmax` 还没见过全是 −∞ 的一行（第 4 节）。

# %% id="exercise-masked-attention" tags=["exercise"]
def my_masked_attention(Q, K, V, keep):
    ...

masked_attention = check.masked_attention(my_masked_attention)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# A puzzle, one query with four keys, −1e9 added to a whole row, and names that you will find elsewhere.

# %% [markdown] id="later" lang="zh" agreed="ea85d075-73483338"
# ## 想多了解一点
#
# 一个谜题，一个查询碰上四个键，整行加上 −1e9 会怎样，还有别处常见的名称。

# %% [markdown] id="paint" lang="en"
# **Puzzle.** A mask can hide any cell. In the table of masked scores, a click on a score hides it, and a second click shows it again. Make the weight that *small* gives *fish* larger than 0.7, and the one that *fish* gives *chases* larger than 0.6. Watch which rows change.

# %% [markdown] id="paint" lang="zh" agreed="c1a0d00d-4ff0f3bc"
# **谜题。** 掩码想遮哪里都行。在“加掩码后的分数”那张表里，点一个分数就把它遮住，再点一下恢复。让“小”给“鱼”的权重大于 0.7，“鱼”给“追”的大于 0.6。注意看哪几行会变。

# %% id="puzzle-explorer"
Explorer("first_look", ("masked", "weights"), goal="three_cells", controls=("mask", "undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# *small* gives *cat* 0.76 and itself 0.14, both more than it gives *fish*. Hide both, and what remains is 0.024 for *chases* and 0.076 for *fish*: *fish* gets $0.076 / 0.100 = 0.76$. *fish* gives *cat* 0.80; hide it, and 0.2002 remains, of which *chases* has 0.1415: it gets $0.1415 / 0.2002 \approx 0.71$.
#
# One hidden cell changes one row, since each row has a sum of its own.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="a02577cf-beb50bd9"
# <details><summary>一个解法</summary>
#
# “小”给“猫”0.76，给自己 0.14，都比给“鱼”的多。把这两处遮住，剩下“追”的 0.024 和“鱼”的 0.076，“鱼”就得到 $0.076 / 0.100 = 0.76$。“鱼”给“猫”的有 0.80：遮住它，还剩 0.2002，其中“追”的是 0.1415，“追”就得到 $0.1415 / 0.2002 \approx 0.71$。
#
# 遮一处，只有那一行会变，因为每一行各有自己的分母。
#
# </details>

# %% [markdown] id="causal-cache" lang="en"
# **One query, four keys.** *fish* is the newest word, so it may see all four keys. PyTorch's `is_causal` puts the triangle of the mask into the upper left corner. With the rows of the identity matrix as values, the output is the row of weights:

# %% [markdown] id="causal-cache" lang="zh" agreed="271892ee-d7a5c4b2"
# **一个查询，四个键。** “鱼”是最新的词，四个键它都可以看。PyTorch 的 `is_causal` 却把掩码的三角形对齐在左上角。值用单位矩阵的各行，输出就正好是那一行权重：

# %% id="causal-cache-code" tags=["torch"]
import torch
from torch.nn import functional as F
look = load_example("first_look")
q, k = torch.from_numpy(look.trace().Q[3:]), torch.from_numpy(look.trace().K)
rows = {}
for name, causal in (("is_causal", True), ("no_mask", False)):
    rows[name] = F.scaled_dot_product_attention(q, k, torch.eye(4).double(), is_causal=causal)[0]
shares(rows, look.tokens)

# %% [markdown] id="causal-cache-said" lang="en"
# With `is_causal`, *fish* sees the first word alone. A single query, the newest, needs no mask at all. A *sliding window* (lesson 11) hides what lies too far back as well.

# %% [markdown] id="causal-cache-said" lang="zh" agreed="926c53a8-43fd6168"
# 打开 `is_causal`，“鱼”就只看得到第一个词。只有一个查询，又是最新的词，不加掩码就对了。还有一种**滑动窗口**（第 11 课），连离得太远的前文也遮住。

# %% [markdown] id="low-added" lang="en"
# **Adding −1e9.** Some programs leave the scores and *add* −1,000,000,000 to those that should not count. We do this to all four scores of *small*, in single precision (`float32`) and in double (`float64`):

# %% [markdown] id="low-added" lang="zh" agreed="9ee149fa-856eb99a"
# **加上 −1e9。** 有的程序不换掉分数，而是给该遮的分数**加**上 −1,000,000,000。我们给“小”的四个分数全加上，先用单精度（`float32`），再用双精度（`float64`）：

# %% id="low-added-code"
look = load_example("first_look")
S = look.trace().scaled[:1]
rows = {kind: softmax(S.astype(kind) - 1e9)[0] for kind in ("float32", "float64")}
shares({**rows, "no_mask": look.trace().weights[0]}, look.tokens)

# %% [markdown] id="low-added-said" lang="en"
# In single precision, neighbouring numbers near −1e9 are 64 apart, so the four sums are equal. In double precision the differences between the scores survive, and softmax sees nothing else: the row is as without a mask. Adding −∞ would leave nothing of a score. In half precision (`float16`), which ends at 65,504, `masked_fill` with −1e9 stops with an error.

# %% [markdown] id="low-added-said" lang="zh" agreed="06098b0f-efae1fe7"
# 单精度在 −1e9 附近，相邻两个可表示的数相差 64，四个分数之间那点差别加上去以后全被舍掉了，所以四个结果一模一样。双精度里，这些差别都还在，而 softmax 只看差别，结果就和没有掩码一样。加的要是 −∞，原来的分数就一点也不剩。半精度（`float16`）最大只到 65,504，`masked_fill` 填 −1e9 会报错。

# %% [markdown] id="names-elsewhere" lang="en"
# <details><summary>Names and spellings that you will find elsewhere</summary>
#
# | elsewhere | here |
# |---|---|
# | `batch_size`, `seq_len` | batch, $n$ (and $m$) |
# | `embed_size`, `hidden_size`, `head_dim` | $d_\text{model}$, $d_\text{model}$, $d_k$ |
# | `k.transpose(-2, -1)` | `K.mT` |
# | `masked_fill(mask == 0, -1e9)` | `np.where(keep, S, -np.inf)` |
# | `torch.matmul`, `torch.bmm`, `einsum` | `@` |
# | `F.softmax(scores, dim=-1)` | `softmax(S)` |
#
# </details>

# %% [markdown] id="names-elsewhere" lang="zh" agreed="39d31f19-161636a8"
# <details><summary>别处常见的名称和写法</summary>
#
# | 别处 | 这里 |
# |---|---|
# | `batch_size`，`seq_len` | 批，$n$（和 $m$） |
# | `embed_size`，`hidden_size`，`head_dim` | $d_\text{model}$，$d_\text{model}$，$d_k$ |
# | `k.transpose(-2, -1)` | `K.mT` |
# | `masked_fill(mask == 0, -1e9)` | `np.where(keep, S, -np.inf)` |
# | `torch.matmul`，`torch.bmm`，`einsum` | `@` |
# | `F.softmax(scores, dim=-1)` | `softmax(S)` |
#
# </details>
