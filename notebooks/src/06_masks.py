# %% [markdown] id="title" lang="en"
# # 06 · Masks: two games of hide-and-seek
#
# In the first game, your sentence is computed together with a longer one, and comes out changed, though nobody touched it. In the second, *no peeking*, a model is right 100 times in 100 while it learns, but the answers are in plain sight: what is that worth when it has to write by itself?
#
# Both games ask one question: **who may look at whom?**
#
# About 35 minutes, and 10 for the exercises. You need the steps from scores to output (lessons 03 to 05).

# %% [markdown] id="title" lang="zh" agreed="501ca291-7ccbeca0"
# # 06 · 掩码：两个“不许看”的游戏
#
# 第一个游戏：你的句子和一个更长的句子放在一起算，一个字没动，结果却变了。第二个游戏，*不许偷看*：一个模型训练时猜 100 次，对 100 次，可是答案就摊在它眼前；等到要自己写的时候，这个满分还值多少？
#
# 两个游戏，同一个问题：**谁可以看谁？**
#
# 约 35 分钟，练习另需 10 分钟。需要先学从分数到输出的几步（第 03～05 课）。

# %% id="setup"
import numpy as np
from attnlib import attend, causal_mask, heatmap, load_example, load_results, padding_mask, pipeline, shares, show, table, use_language
from classroom import Explorer, ask, check, live, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight="masked")

# %% [markdown] id="links" lang="en"
# [← 05](05_output.ipynb) · [Glossary](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="links" lang="zh" agreed="e14f3ac0-1df8a33e"
# [← 05](05_output.ipynb) · [术语表](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 2 min. Section 2: 6 min; let the hall guess the number of empty seats. Section 3: 10 min; the question by show of hands, the first exercise together. Section 4: 6 min; the question by show of hands. Section 5: 3 min. Section 6: 9 min; write the four guesses on the board. Section 7, the heart: 10 min; let the hall bet on the model that sees everything. Recap: 4 min. The second exercise and *For the curious* are for home.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="512b27ee-3069db65" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 2 分钟。第 2 节 6 分钟：先猜要几个空座位。第 3 节 10 分钟：问题举手表决，第一个练习一起做。第 4 节 6 分钟，问题举手表决。第 5 节 3 分钟。第 6 节 9 分钟：把四个“猜下一个词”写在黑板上。第 7 节是重点，10 分钟：让大家押一押什么都看得到的模型会怎样。小结 4 分钟。第二个练习和“想多了解一点”留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 04

# %% [markdown] id="recall" lang="zh" agreed="ce725149-d0725766"
# ## 1 · 先回忆第 04 课

# %% id="recall-question"
ask("all_scores_zero")

# %% [markdown] id="padding" lang="en"
# ## 2 · The first game: empty seats
#
# You send *cat chases fish* to a model, and a stranger sends it a longer text. Both are computed in one array, where all texts must have the same length. So yours is filled up with [**padding**](glossary.ipynb): rows that stand for no word, here zeros, written `[PAD]`. They are like empty seats.
#
# The key of `[PAD]` is zero, so every word gives it the score 0, and a score of 0 still gets a share (section 1). Here is the row of *fish*. Move the slider until *fish* gives more than half of its attention to nobody:

# %% [markdown] id="padding" lang="zh" agreed="579b7400-e9c68c7d"
# ## 2 · 第一个游戏：空座位
#
# 你把“猫 追 鱼”交给一个模型，同时有个陌生人交来一段更长的文本。两段放进同一个数组里算，就都得一样长。你的短，只好在后面补上[**填充**](glossary.ipynb)（padding）：补的行不代表任何词，这里全用 0，记作 `[PAD]`，就像空着的座位。
#
# `[PAD]` 的键全是 0，每个词给它的分数就都是 0；而分数是 0，照样分到一份（第 1 节）。下面是“鱼”那一行的权重。拖动滑块，直到“鱼”的注意力有一半以上给了空座位：

# %% id="padding-none"
look = load_example("first_look")

def fish(empty_seats=1):
    X = np.vstack([look.X[1:], np.zeros((empty_seats, 6))])
    row = attend(X @ look.W_Q, X @ look.W_K, X @ look.W_V).weights[2]
    return shares({look.tokens[3]: [*row[:3], row[3:].sum()]}, [*look.tokens[1:], "empty_seats"])

live(fish, empty_seats=(0, 24, 1))

# %% [markdown] id="padding-seat" lang="en"
# It takes 13 empty seats (0.52). Your words and the scores between them are as before. Yet what *fish* collects depends on how long the stranger's text is. So nobody may look at an empty seat.

# %% [markdown] id="padding-seat" lang="zh" agreed="22fdfdbe-2e5c1c7d"
# 要 13 个空座位，才过一半（0.52）。你的三个词和它们之间的分数都没有变，“鱼”取来的东西却随着陌生人那段文本的长短在变。所以，谁都不许看空座位。

# %% [markdown] id="hand-hide" lang="en"
# ## 3 · How to hide a word
#
# A [**mask**](glossary.ipynb) is a table that says who may look at whom. Ours is called `keep`, and True means *may look*. Where it says False, the weight has to be exactly 0, so we need $e^s = 0$. In mathematics no finite $s$ does that, but
#
# $$e^{-\infty} = 0$$
#
# So *before* softmax we put −∞ (in NumPy `-np.inf`) in place of every scaled score that should not count:
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{if } \text{keep}_{ij} \\ -\infty & \text{otherwise} \end{cases}$$

# %% [markdown] id="hand-hide" lang="zh" agreed="aef5e1f8-e18823e9"
# ## 3 · 怎样遮住一个词
#
# [**掩码**](glossary.ipynb)（mask）就是一张表，写明谁可以看谁。我们的叫 `keep`，True 表示*可以看*。写着 False 的地方，权重要正好是 0，也就是要 $e^s = 0$。在数学上，有限的 $s$ 都做不到，但是
#
# $$e^{-\infty} = 0$$
#
# 所以在 softmax *之前*，把该遮住的分数（缩放后的）都换成 −∞（NumPy 里写 `-np.inf`）：
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{当 } \text{keep}_{ij} \\ -\infty & \text{否则} \end{cases}$$

# %% [markdown] id="padding-test" lang="en"
# `attend(Q, K, V, keep)` computes all steps with a mask. A mask for empty seats is right if your three words get the same output as alone. Does it have to hide the row of an empty seat, its column, or both?

# %% [markdown] id="padding-test" lang="zh" agreed="e2be784c-73485c5e"
# `attend(Q, K, V, keep)` 加上掩码，从分数一直算到输出。三个词的输出和单独算时一样，空座位的掩码才算对。要遮的是空座位的那一行、那一列，还是都遮？

# %% id="padding-question"
look = load_example("first_look")
X = np.vstack([look.X[1:], np.zeros(6)])
Q, K, V = X @ look.W_Q, X @ look.W_K, X @ look.W_V
no_row, no_column = np.ones((2, 4, 4), bool)
no_row[3] = no_column[:, 3] = False
outputs = [attend(Q, K, V, keep).output[:3] for keep in (None, no_row, no_column)]
difference = [abs(output - attend(Q[:3], K[:3], V[:3]).output).max() for output in outputs]
ask("rows_or_columns", then=table(hidden=["nothing", "row_hidden", "column_hidden"], largest_difference=difference))

# %% [markdown] id="exercise-padding-text" lang="en"
# Now both texts go into one array. `is_token`, of shape (2, 4), is True at words. The scores are (2, 4, 4): text, row, column. So `is_token` lacks the axis in the middle, the rows. All rows of a text hide the same columns, so length 1 is enough: NumPy repeats it ([**broadcasting**](glossary.ipynb)). `None` in an index adds such an axis; `...` means all axes in front: `a[..., None]` turns (2, 4) into (2, 4, 1).
#
# **Exercise 1** (★, 5 min). `my_padding_mask` takes `is_token`, (m,) or (batch, m), and returns a [**padding mask**](glossary.ipynb), (1, m) or (batch, 1, m). The next cell draws the weights of your text, hidden ones hatched.

# %% [markdown] id="exercise-padding-text" lang="zh" agreed="14c22d08-cbea43af"
# 现在把两段文本放进同一个数组。`is_token` 的形状是 (2, 4)，有词的地方是 True。分数的形状是 (2, 4, 4)：段、行、列。和它相比，`is_token` 少了中间那个轴，也就是“行”那个轴。一段文本的各行遮的是同样的列，所以这个轴长度为 1 就够了，NumPy 会自动重复它，这叫[**广播**](glossary.ipynb)（broadcasting）。方括号里写 `None`，就多出一个长度为 1 的轴；`...` 代表前面所有的轴：`a[..., None]` 把 (2, 4) 变成 (2, 4, 1)。
#
# **练习 1**（★，5 分钟）。`my_padding_mask` 接收 `is_token`，形状 (m,) 或 (batch, m)，返回[**填充掩码**](glossary.ipynb)，形状 (1, m) 或 (batch, 1, m)。写好以后运行下一格，它会画出你那一段的权重，遮住的格子打斜线。

# %% id="exercise-padding-mask" tags=["exercise"]
def my_padding_mask(is_token):
    ...

padding_mask = check.padding_mask(my_padding_mask)

# %% id="padding-run"
batch, is_token = np.stack([look.X, X]), np.array([[True, True, True, True], [True, True, True, False]])
keep, names = padding_mask(is_token), [*look.tokens[1:], "[PAD]"]
together = attend(batch @ look.W_Q, batch @ look.W_K, batch @ look.W_V, keep)
show(keep=keep.shape, yours_as_alone=np.allclose(together.output[1, :3], attend(Q[:3], K[:3], V[:3]).output))
heatmap(together.weights[1], names, names, title="weights", keep=keep[1])

# %% [markdown] id="lecturer-padding" lang="en" tags=["lecturer"]
# Some will say rows, "because the padding is a row of $X$". **Ask:** it is a row of $X$; what is it among the scores? Both: a row as a query, a column as a key. **Ask:** may the row of `[PAD]` stay? Yes; the loss leaves it out, too.

# %% [markdown] id="lecturer-padding" lang="zh" agreed="b16a4587-621236be" tags=["lecturer"]
# 有人会说遮行，“因为填充是 $X$ 的一行”。**再问：** 它是 $X$ 的一行，那它在分数表里是什么？行和列都有：作为查询是行，作为键是列。**再问：** `[PAD]` 那一行可以不管吗？可以，算损失时也会略过它。

# %% [markdown] id="infinity" lang="en"
# ## 4 · One row too many
#
# Nobody uses the output of `[PAD]`. So why not hide its row as well? Then this row has nowhere to look: all four of its scores are −∞. Here are the weights, softmax by hand (`np.errstate` silences a warning):

# %% [markdown] id="infinity" lang="zh" agreed="28b2c066-ef3acbdd"
# ## 4 · 多遮了一行
#
# `[PAD]` 的输出反正没有人用。那么把它那一行也遮住，行不行？这样一来，这一行一个能看的也没有，四个分数全是 −∞。一步步做 softmax，权重是这样（`np.errstate` 让 NumPy 不发警告）：

# %% id="infinity-empty"
look = load_example("first_look")
X = np.vstack([look.X[1:], np.zeros(6)])
S, V = attend(X @ look.W_Q, X @ look.W_K, X).scaled, X @ look.W_V
S[:, 3] = S[3] = -np.inf
with np.errstate(invalid="ignore"):
    e = np.exp(S - S.max(-1, keepdims=True))
weights = e / e.sum(-1, keepdims=True)
print(weights.round(2))

# %% [markdown] id="leak" lang="en"
# Softmax first subtracts the largest score of the row, and −∞ − (−∞) is NaN, *not a number*. The three words are as they should be, and only the row of `[PAD]` is NaN.
#
# But models stack attentions, one *layer* on another (lesson 09). What comes out of this layer goes into the next, so there the value of `[PAD]` is NaN. There, too, its column is hidden. (For simplicity, both layers have the same weights, and the outputs serve as values.)

# %% [markdown] id="leak" lang="zh" agreed="56cee5da-76c35cfd"
# softmax 先减去一行里最大的分数，而 −∞ − (−∞) 得 NaN（不是数）。三个词那几行都对，只有 `[PAD]` 那一行是 NaN。
#
# 可是模型会把注意力一层一层叠起来（第 09 课）。这一层的输出是下一层的输入，于是在下一层，`[PAD]` 的值就是 NaN。下一层也照样遮住 `[PAD]` 那一列。（为简单起见，两层的权重相同，前一层的输出直接当作后一层的值。）

# %% id="leak-question"
second_layer = weights @ (weights @ V)
ask("hidden_nan", then=f"<pre>{second_layer.round(2)}</pre>")

# %% [markdown] id="leak-said" lang="en"
# So hide the column only. And if a row has nowhere to look, give it weights of 0, never NaN, as `attend` does:

# %% [markdown] id="leak-said" lang="zh" agreed="22215221-d43df732"
# 所以只遮列，不遮行。万一真有一行，一个能看的也没有，就约定它的权重是 0，绝不能是 NaN。`attend` 就是这样做的：

# %% id="leak-zeros"
words = np.array([True, True, True, False])
weights = attend(X @ look.W_Q, X @ look.W_K, V, keep=words & words[:, None]).weights
print(weights.round(2))

# %% [markdown] id="lecturer-infinity" lang="en" tags=["lecturer"]
# **Ask:** many programs put −1e9 in place of −∞, and in such a row softmax then gives 0.25 to each of four. Which is worse, NaN or 0.25? Many say NaN. The better answer: 0.25. A NaN spreads until somebody sees it; 0.25 is easily overlooked. (*For the curious* tries it.)

# %% [markdown] id="lecturer-infinity" lang="zh" agreed="25a5d865-f3f32860" tags=["lecturer"]
# **提问：** 许多程序不用 −∞，换成 −1e9。这时整行都被遮住，softmax 给四个位置各 0.25。NaN 和 0.25，哪个更糟？不少人说 NaN。更好的回答是 0.25：NaN 会传开，总有人看见；0.25 却很难有人发现。（“想多了解一点”里有实验。）

# %% [markdown] id="torch" lang="en"
# ## 5 · The same mask next door
#
# PyTorch has a ready-made attention layer, `nn.MultiheadAttention` (lesson 07). It takes a padding mask, too. We pass it the `is_token` of your text.

# %% [markdown] id="torch" lang="zh" agreed="e55b592e-94b68ca4"
# ## 5 · 把掩码交给 PyTorch
#
# 注意力在 PyTorch 里有现成的：`nn.MultiheadAttention` 这一层（第 07 课），它也能接收填充掩码。我们把你那段文本的 `is_token` 交给它。

# %% id="torch-mha" tags=["torch"]
import torch
look = load_example("first_look")
names, x = [*look.tokens[1:], "[PAD]"], torch.from_numpy(np.vstack([look.X[1:], np.zeros(6)]))
layer = torch.nn.MultiheadAttention(embed_dim=6, num_heads=1).double()
_, weights = layer(x, x, x, key_padding_mask=torch.tensor([True, True, True, False]))
ask("same_mask_next_door", then=heatmap(weights, names, names, title="weights"))

# %% [markdown] id="torch-polarity" lang="en"
# Before you trust a library, pass it a mask for three words with a single True, and see whether that word disappears or is the only one left. Then hide all three, and see whether the rows become NaN, zeros, or equal weights.

# %% [markdown] id="torch-polarity" lang="zh" agreed="5a030740-a64ea629"
# 遇到不熟悉的库，先拿三个词试一下，掩码里只写一个 True，看那个词的权重是变成了 0，还是独占了 1。再把三个词全遮住，看各行是 NaN、0，还是平分。

# %% [markdown] id="causal" lang="en"
# ## 6 · The second game: no peeking
#
# A model that writes text has to guess the next word, again and again. It learns from finished sentences, and each sentence is many exercises at once:
#
# | it may see | and has to guess |
# |:--|:--|
# | small | cat |
# | small cat | chases |
# | small cat chases | fish |
# | small cat chases fish | the full stop |
#
# Four words go in, and in each of the four rows we ask for the word that comes next, all at once, *in parallel*. That makes training fast; language models such as GPT learn like this, and so did the one in lesson 13. But the whole sentence is in plain sight: *cat*, which has to guess *chases*, could look at *chases* and copy it.

# %% [markdown] id="causal" lang="zh" agreed="d3cf534b-34ba8797"
# ## 6 · 第二个游戏：不许偷看
#
# 会写文章的语言模型，做的事就是一遍又一遍地猜下一个词。它拿现成的句子来学，一个句子就是好几道题：
#
# | 看得到的 | 要猜的 |
# |:--|:--|
# | 小 | 猫 |
# | 小 猫 | 追 |
# | 小 猫 追 | 鱼 |
# | 小 猫 追 鱼 | 句号 |
#
# 四个词进去，四行各问一次“下一个是什么”，四道题一遍算完，这就是*并行*，训练因此很快。GPT 这样的语言模型就是这样训练的，第 13 课要运行的那个也是。可是整个句子都摊开着：“猫”要猜“追”，看一眼“追”，照抄就行了。

# %% [markdown] id="causal-mask" lang="en"
# So no word may look at a later one. The [**causal mask**](glossary.ipynb) says so: in row $i$, it is True up to column $i$.
#
# **Exercise 2** (★, 5 min). `my_causal_mask` takes a number n and returns this mask, an (n, n) array of True and False. For n = 2 the first row is True, False and the second is True, True.

# %% [markdown] id="causal-mask" lang="zh" agreed="b6c30cac-c1949918"
# 所以每个词都不许看排在自己后面的词。这样的掩码叫[**因果掩码**](glossary.ipynb)（causal mask）：第 $i$ 行，到第 $i$ 列为止都是 True，再往后是 False。
#
# **练习 2**（★，5 分钟）。`my_causal_mask` 接收一个数 n，返回这样的掩码，形状是 (n, n)，由 True 和 False 组成。n = 2 时，第一行是 True、False，第二行是 True、True。

# %% id="exercise-causal-mask" tags=["exercise"]
def my_causal_mask(n):
    ...

causal_mask = check.causal_mask(my_causal_mask)

# %% [markdown] id="causal-see" lang="en"
# With this mask, our sentence has these weights:

# %% [markdown] id="causal-see" lang="zh" agreed="7941ba2e-340b9c90"
# 加上这个掩码，我们的句子的权重是：

# %% id="causal-attnlib-code"
look, keep = load_example("first_look"), causal_mask(4)
heatmap(look.trace(keep).weights, look.tokens, look.tokens, title="weights", keep=keep)

# %% [markdown] id="causal-explain" lang="en"
# *small* has to give itself everything. *cat* may no longer look at *chases*, which had 0.955 of its attention, nor at *fish*. The $e^s$ of *small* and of *cat* itself stay the same; only the sum gets smaller. So both weights grow in proportion: 0.0053 and 0.0094 become 0.36 and 0.64.

# %% [markdown] id="causal-explain" lang="zh" agreed="fa895d36-52b2aefb"
# “小”只好全给自己。“猫”原来把 0.955 给了“追”，现在不能再看“追”，也不能看“鱼”。“猫”这一行里，“小”和“猫”自己的 $e^s$ 不变，只是分母变小了，所以两个权重按比例变大：0.0053 和 0.0094 成了 0.36 和 0.64。

# %% [markdown] id="late" lang="en"
# **A mask that comes too late.** Why not compute the weights as usual, and set the hidden ones to 0 *afterwards*? (`np.where(keep, a, b)` takes `a` where `keep` is True, else `b`.)

# %% [markdown] id="late" lang="zh" agreed="e3aa2f4c-0381da7b"
# **掩码加晚了。** 照常算出权重，*然后*再把该遮的改成 0，不行吗？（`np.where(keep, a, b)`：`keep` 是 True 的地方取 `a`，其余取 `b`。）

# %% id="late-code"
look, keep = load_example("first_look"), causal_mask(4)
late = np.where(keep, look.trace().weights, 0)
ask("masked_too_late", then=heatmap(late, look.tokens, look.tokens, title="weights", keep=keep))

# %% [markdown] id="late-explain" lang="en"
# No error appears. And *cat* still depends on a word that it may not see: its weights were divided by a sum that includes the $e^s$ of *chases*. So put the mask *before* softmax. (Dividing each row by its new sum would usually mend it, but then we divide twice where once is enough.)

# %% [markdown] id="late-explain" lang="zh" agreed="34438737-397bf122"
# 程序并不报错。而且“猫”还是受了不该看的词的影响：它的权重，分母里含有“追”的 $e^s$。所以掩码要加在 softmax *之前*。（改成 0 以后，再让每一行除以剩下的和，一般也能补救，不过要除两遍，除一遍本来就够。）

# %% [markdown] id="causal-both" lang="en"
# **Both games at once.** A word may look where *both* masks are True: `causal_mask(4) & padding_mask(is_token)`. When a model continues several texts, `[PAD]` is often put on the left, so that all texts end at the same place. But under the causal mask a `[PAD]` on the left could see only `[PAD]`s, and these are hidden: its row has nowhere to look, and must not become NaN (section 4).

# %% [markdown] id="causal-both" lang="zh" agreed="1492506b-f26c873e"
# **两个游戏一起玩。** *两个*掩码都是 True 的地方才可以看，写成 `causal_mask(4) & padding_mask(is_token)`。让模型接着写几段文本时，填充常补在左边，好让各段的最后一个词对齐，一起往下写。左边的 `[PAD]`，往前看只有填充，填充又都遮住了：它那一行一个能看的也没有，第 4 节的约定就用上了。

# %% [markdown] id="cheat" lang="en"
# ## 7 · What is the mask worth?
#
# Would a model really copy? We train two small ones, with the causal mask and without. Their words are the digits 0 to 9. Six times in ten, a word $w$ is followed by the last digit of $3w + 1$ (after 4 comes 3), else by a random digit. Whoever knows the rule and does not peek is right 64 times in 100: 60 by the rule, 4 by luck.
#
# Then come two tests on new sentences. In the test *as in training*, the whole sentence goes in. In the test *as in writing*, each place gets only the words up to its own.

# %% [markdown] id="cheat" lang="zh" agreed="2699a621-b143c50c"
# ## 7 · 不加掩码，会怎样？
#
# 模型真的会照抄吗？训练两个小模型：一个带着因果掩码，另一个什么都看得到。句子是随机造的，“词”只有十个，就是数字 0 到 9。每接一个词，十次里有六次照规则来：$w$ 后面跟 $3w + 1$ 的个位（4 后面是 3）；另外四次随便抽一个。所以知道规则又不偷看的，平均 100 次猜中 64 次：照规则的 60 次，碰运气的 4 次。
#
# 训练完以后，用新的句子测两次。*照训练时*：整个句子摆在面前。*照生成时*：每个位置只看得到句子里到这里为止的词。

# %% id="cheat-table"
found = load_results("cheat")
ask("peeking_model", then=[table(**found["tests"]), table(**found["sentence"])])

# %% [markdown] id="cheat-said" lang="en"
# Going by the results in training, 100 against 64, we would have chosen the wrong model. **This is why the future is hidden**: when a model writes, the next word is not there yet. With the mask, it learns under the same condition, at every place of every sentence, and still all at once.
#
# <details><summary>How we measured</summary>
#
# Both models know the place of each word, as in lesson 08; without that, the one that sees everything could not find the word on its right. The last word has no right-hand neighbour, so it is not counted. The shares are means of five trainings. When it writes, the model without the mask goes on copying: 96 of 100 of its guesses are words already in the sentence (a digit picked at random: 43).
#
# </details>

# %% [markdown] id="cheat-said" lang="zh" agreed="9ba83cb8-b16dc665"
# 只看训练时的成绩，100 比 64，我们就会选错模型。**所以要把后面遮住**：自己写的时候，下一个词还不存在；有了掩码，训练时每个位置也看不到它，平时怎么练，以后就怎么写，而且整句仍然一遍算完。
#
# <details><summary>是怎样测的</summary>
#
# 两个模型都知道每个词排在第几，办法见第 08 课；不然，什么都看得到的那个连右边是哪个词也分不出来，想抄也抄不成。最后一个位置右边没有词，不算在内。比例是五次训练的平均。照生成时测，不带掩码的模型还是在抄：它猜的词，100 个里有 96 个是句子里已经出现过的（随便猜一个数字，是 43 个）。
#
# </details>

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# The last game: everything above is hidden, and two questions remain.

# %% [markdown] id="recap" lang="zh" agreed="a0a090d1-29c77ca4"
# ## 8 · 小结
#
# 最后再玩一局：不看前面，回答两个问题。

# %% id="recap-question-1"
ask("cells_left")

# %% id="recap-question-2"
ask("hidden_half")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * A mask puts −∞ in place of scaled scores *before* softmax, so that hidden weights are exactly 0.
# * Padding hides keys, $(\text{batch}, 1, m)$; the causal mask hides what comes later, $(n, n)$; `&` combines them, $(\text{batch}, n, n)$, where $m = n$.
# * A row with nowhere to look must not become NaN; ours gives zeros. Test other libraries, and their meaning of True.
# * A model that learns to write must not see the next word; otherwise it learns to copy.
#
# Next: a word has one row of weights. In lesson 05, *apple* looked at *eat* and *phone*, and collected a blend, (1, 1). Can it keep them apart? [Lesson 07, many heads →](07_heads.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="2d761dbc-3610e07c"
# 这一课要记住的：
#
# * 掩码在 softmax *之前*把缩放后的分数换成 −∞，这样被遮的权重正好是 0。
# * 填充掩码遮的是键，形状 $(\text{batch}, 1, m)$；因果掩码遮的是后面的词，形状 $(n, n)$；用 `&` 合起来（这时 $m = n$），是 $(\text{batch}, n, n)$。
# * 整行都被遮住时，不能让它变成 NaN，我们的约定是 0。用别的库之前，先试一试：它怎样处理这样的行，True 又是什么意思。
# * 训练写文章的模型时，不能让它看到下一个词；不然它学会的只是照抄。
#
# 下一课：一个词只有一行权重，第 05 课的“苹果”看了“吃”，也看了“手机”，取来的却混成了 (1, 1)。能不能两边都看，又不混在一起？[第 07 课，多头注意力 →](07_heads.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# A puzzle, a mask on a sentence of yours, exercise 3 (attention with a mask), attention between two sentences, nine ways to hide a whole row, and other people's code.

# %% [markdown] id="later" lang="zh" agreed="a93f1f55-3368d075"
# ## 想多了解一点
#
# 一个谜题，给你自己的句子加掩码，练习 3（带掩码的注意力），两个句子之间的注意力，遮住整行的九种搭配，还有别人的程序。

# %% [markdown] id="paint" lang="en"
# **Puzzle.** A mask can hide any cell. In the table of masked scores, a click on a score hides it, and a second click shows it again. Make the weight that *small* gives *fish* larger than 0.7, and the one that *fish* gives *chases* larger than 0.6. Watch which rows change.

# %% [markdown] id="paint" lang="zh" agreed="c1a0d00d-110e4aef"
# **谜题。** 掩码想遮哪一格都行。在“加掩码后的分数”那张表里，点一个分数就把它遮住，再点一下恢复。让“小”给“鱼”的权重大于 0.7，“鱼”给“追”的大于 0.6。注意看哪几行会变。

# %% id="puzzle-explorer"
Explorer("first_look", ("masked", "weights"), goal="three_cells", controls=("mask", "undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# *small* gives *cat* 0.76 and itself 0.14, both more than it gives *fish*. Hide both, and what remains is 0.024 for *chases* and 0.076 for *fish*: *fish* gets $0.076 / 0.100 = 0.76$. (That *cat* had 0.76 before is a coincidence.) *fish* gives *cat* 0.80; hide it, and 0.2002 remains, of which *chases* has 0.1415: it gets $0.1415 / 0.2002 \approx 0.71$.
#
# One hidden cell changes one row, since each row has a sum of its own.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="1d95731c-9d31e038"
# <details><summary>一个解法</summary>
#
# “小”给“猫”0.76，给自己 0.14，都比给“鱼”的多。把这两格遮住，剩下“追”的 0.024 和“鱼”的 0.076，“鱼”就得到 $0.076 / 0.100 = 0.76$（和“猫”原来的 0.76 只是碰巧相同）。“鱼”给“猫”的有 0.80：遮住它，还剩 0.2002，其中“追”的是 0.1415，“追”就得到 $0.1415 / 0.2002 \approx 0.71$。
#
# 遮一格，只有那一行会变，因为每一行各有自己的分母。
#
# </details>

# %% [markdown] id="curious" lang="en"
# **A mask on a sentence of yours.** Without a mask, *doctor* gives *reads* 0.91 in *the doctor reads a long letter*. Here the causal mask is on: *doctor* no longer sees *reads*, but *reads* still sees *doctor*. Type 2 to 12 words of your own and press Enter; then choose *causal* under *Mask*. (The end of lesson 00 says where these numbers come from.)

# %% [markdown] id="curious" lang="zh" agreed="59a095a3-a6892e64"
# **给你自己的句子加掩码。** “学生在图书馆读书”这句话，没有掩码时，“学生”把 0.92 给了“读”。这里加上了因果掩码：“学生”排在最前，只好全给自己；“读”却还看得到“学生”。换一个你自己的句子，输入 2 到 12 个词，按回车，再在*掩码*里选*因果掩码*。（这些数从哪里来，第 00 课末尾有说明。）

# %% id="own-sentence-mask" tags=["of-its-language"]
from classroom import own_sentence
yours = own_sentence()
yours.explorer.keep = causal_mask(len(yours.explorer.X))
yours

# %% [markdown] id="exercise-attention-text" lang="en"
# **Exercise 3**, to take home (★★★). Lessons 10 and 13 use this function, yours or, until it is right, ours. `my_masked_attention` takes queries (n, d_k), keys (m, d_k), values (m, d_v) and `keep`, which broadcasts to (n, m), all of them perhaps with further axes in front. It returns the outputs (n, d_v), with zeros where a row has nowhere to look. Your own functions are at hand: `mine.scores(Q, K)`, `mine.scale(S, d_k)`, `mine.softmax(S)`, `mine.mix(weights, V)`. But beware: `mine.softmax` has never met a row that is all −∞ (section 4).

# %% [markdown] id="exercise-attention-text" lang="zh" agreed="89a99cde-5104a43a"
# **练习 3**，课后做（★★★）。这个函数第 10、13 课要用；你没写对以前，用的是我们的。`my_masked_attention` 接收查询 (n, d_k)、键 (m, d_k)、值 (m, d_v) 和能广播到 (n, m) 的 `keep`，前面都可能多出别的轴，比如一批句子；返回输出 (n, d_v)，整行都被遮住时是 0。你写过的函数都可以用：`mine.scores(Q, K)`、`mine.scale(S, d_k)`、`mine.softmax(S)`、`mine.mix(weights, V)`。只是要当心，`mine.softmax` 还没见过全是 −∞ 的一行（第 4 节）。

# %% id="exercise-masked-attention" tags=["exercise"]
def my_masked_attention(Q, K, V, keep):
    ...

masked_attention = check.masked_attention(my_masked_attention)

# %% [markdown] id="cross" lang="en"
# **Two sentences: cross-attention.** So far a sentence has looked at itself. In translation, the words being written also look at the original: queries come from one sequence, keys and values from another. This is [**cross-attention**](glossary.ipynb), and `attend` computes it, too. Here *small cat*, all that is written so far, looks at 小 猫 追 鱼. (For simplicity, each Chinese word has the same row of $X$ as its English twin.)

# %% [markdown] id="cross" lang="zh" agreed="daadd25f-2393efc6"
# **两个句子：交叉注意力。** 到现在为止，都是句子看自己。机器翻译时，正在写的译文还要看原文：查询来自一个序列，键和值来自另一个序列，这叫[**交叉注意力**](glossary.ipynb)（cross-attention），用的还是同一个 `attend`。下面是“小 猫 追 鱼”的译文，刚写到 *small cat*，这两个词去看原文的四个词。（为简单起见，意思相同的中文词和英文词，在 $X$ 里的行也相同。）

# %% id="cross-weights"
look = load_example("first_look")
written, original = look.X[:2], look.X
weights = attend(written @ look.W_Q, original @ look.W_K, original @ look.W_V).weights
columns = [f"{zh} {en}" for zh, en in zip(look.words["zh"], look.words["en"])]
heatmap(weights, look.words["en"][:2], columns, title="weights")

# %% [markdown] id="cross-explain" lang="en"
# There is a row for each query and a column for each key: $(n, m)$. A padding mask would come from the sentence that has the keys; a causal mask is not needed, because the whole original is known. (*cat* looks at 追 because our matrices let it look for an action, not because *chases* is to be written next. A translation model has to learn where to look.)

# %% [markdown] id="cross-explain" lang="zh" agreed="4631f43b-d7e13d4a"
# 一个查询一行，一个键一列：$(n, m)$。要加填充掩码的话，由*键*所在的句子决定；因果掩码用不着，原文早已全部给出。（*cat* 看“追”，是因为我们手写的矩阵让它去找动作，并不是因为下一个该写 *chases*。真的翻译模型，该看原文的哪里，是训练时学会的。）

# %% [markdown] id="infinity-nine-text" lang="en"
# **Nine ways to hide a whole row.** Many programs put a very low number, −1,000,000,000 (`-1e9`), in place of −∞. As long as a row has something left to see, that will do. And where nothing is left? We try three ways: put −∞; put −1e9; or leave the score and *add* −1e9 to it. Programs compute in half, single or double precision (16, 32 or 64 bits a number). We hide all four scores of *small*, and look at what it still gives to *cat*:

# %% [markdown] id="infinity-nine-text" lang="zh" agreed="3d01803c-2595406b"
# **遮住整行的九种搭配。** 许多程序不用 −∞，换成一个很低的数，−1,000,000,000，写作 `-1e9`。一行里只要还有能看的，这样也遮得住。整行都遮住呢？试三种写法：换成 −∞；换成 −1e9；或者不换，在原来的分数上*加* −1e9。用来计算的精度也有三种：半精度、单精度、双精度（每个数 16、32、64 比特）。把“小”那一行的四个分数全遮住，看它还给“猫”多少：

# %% id="infinity-nine" tags=["torch"]
import torch
scores, nine = torch.from_numpy(load_example("first_look").trace().scaled[0]), {}
for precision in ("float16", "float32", "float64"):
    s = scores.to(getattr(torch, precision))
    ways = 0 * s - torch.inf, 0 * s - 1e9, s - 1e9
    nine[precision] = [way.softmax(-1)[1].item() for way in ways]
table(small_gives_cat=["infinity_put", "low_put", "low_added"], **nine)

# %% [markdown] id="infinity-nine-said" lang="en"
# None of the nine is 0. Four equal numbers give 0.25 each, without an error: easily overlooked. The half precision float16 ends at 65,504, so −1e9 becomes −∞ there (`masked_fill` in PyTorch, which we meet below, stops with an error). In single precision, neighbouring numbers around −1e9 are 64 apart, so all four sums are equal. In double precision they keep their differences, and the same number added to a whole row changes nothing (lesson 04): 0.76 is what *small* gives *cat* without any mask.

# %% [markdown] id="infinity-nine-said" lang="zh" agreed="c80fc572-2189f96f"
# 九个里一个 0 也没有。四个数相等，就各得 0.25，还不报错，很难有人发现。半精度 float16 最大只到 65,504，−1e9 在那里就成了 −∞（下面要见到的 `masked_fill` 就不一样：遇到这种情形，它会报错）。单精度里，−1e9 附近相邻的两个数隔着 64，加上以后得到的四个数都一样。双精度里，这四个数的差别还在，而整行加上同一个数，什么也不变（第 04 课）：0.76 正是*没有*掩码时“小”给“猫”的权重。

# %% [markdown] id="tutorials" lang="en"
# **Other people's code.** You will meet classes like this one in other tutorials, and by now you know every step but the dropout. As you read, find the queries, $\sqrt{d_k}$, the axis of the softmax, and what a 1 in `mask` means.

# %% [markdown] id="tutorials" lang="zh" agreed="fd4c1fc1-cee2f880"
# **别人的代码。** 别的教程里常有这样的类，除了 dropout，里面的每一步你都认识了。一边读一边找一找：查询在哪里，$\sqrt{d_k}$ 在哪里，softmax 沿着哪个轴，`mask` 里的 1 又是什么意思。

# %% id="tutorials-class" tags=["torch", "long"]
import torch
from torch import nn
from torch.nn import functional as F

class SelfAttention(nn.Module):
    def __init__(self, embed_size, head_dim, dropout=0.1):
        super().__init__()
        self.query = nn.Linear(embed_size, head_dim, bias=False)
        self.key = nn.Linear(embed_size, head_dim, bias=False)
        self.value = nn.Linear(embed_size, head_dim, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):  # x: (batch_size, seq_len, embed_size)
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = torch.matmul(q, k.transpose(-2, -1)) / k.size(-1) ** 0.5
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        weights = self.dropout(F.softmax(scores, dim=-1))
        return torch.matmul(weights, v), weights

# %% [markdown] id="tutorials-equal-text" lang="en"
# **Dropout** (lesson 07) sets some attention weights to 0 at random during training and enlarges the rest; `eval()` switches it off. We give this class and our `attend` the same matrices and the same padding mask. Here is the largest difference of the weights, then of the outputs, to 12 decimal places:

# %% [markdown] id="tutorials-equal-text" lang="zh" agreed="50c1c361-9efadd71"
# **随机失活**（dropout，第 07 课）在训练时随机地把一些注意力权重设成 0，其余的相应放大，`eval()` 把它关掉。关掉以后，让这个类和我们的 `attend` 用同样的矩阵、同样的填充掩码。下面先后是权重和输出的最大差，写到 12 位小数：

# %% id="tutorials-equal" tags=["torch"]
torch.manual_seed(0)
theirs = SelfAttention(embed_size=6, head_dim=3).double().requires_grad_(False).eval()
x, mask = torch.randn(2, 4, 6).double(), torch.tensor([[[1, 1, 1, 1]], [[1, 1, 1, 0]]])
q, k, v = theirs.query(x), theirs.key(x), theirs.value(x)
output, weights = theirs(x, mask)
ours = attend(q, k, v, keep=mask == 1)
for a, b in (weights, ours.weights), (output, ours.output):
    print(f"{abs(a - b).max():.12f}")

# %% [markdown] id="ways" lang="en"
# So it is the same attention, as long as no row is empty. In an empty row the class gives every word the same weight, and `attend` gives every word 0. (In float16 the class stops with an error.)
#
# <details><summary>Names and spellings that you will find elsewhere</summary>
#
# | elsewhere | here |
# |---|---|
# | `batch_size`, `seq_len` | batch, $n$ (and $m$) |
# | `embed_size`, `hidden_size`, `head_dim` | $d_\text{model}$, $d_\text{model}$, $d_k$ |
# | `k.transpose(-2, -1)` | `K.mT` |
# | 1 in `mask` | True in `keep` |
# | `masked_fill(mask == 0, -1e9)` | `np.where(keep, S, -np.inf)` |
# | `torch.matmul`, `torch.bmm`, `einsum` | `@` |
# | `F.softmax(scores, dim=-1)` | `softmax(S)` |
#
# </details>

# %% [markdown] id="ways" lang="zh" agreed="2efa19e4-044fbf0b"
# 只要没有哪一行全被遮住，两者算的就是同一个注意力。整行都被遮住时，这个类给每个词一样的权重，`attend` 给的都是 0。（用 float16，这个类会报错。）
#
# <details><summary>别处常见的名称和写法</summary>
#
# | 别处 | 这里 |
# |---|---|
# | `batch_size`，`seq_len` | 批，$n$（和 $m$） |
# | `embed_size`，`hidden_size`，`head_dim` | $d_\text{model}$，$d_\text{model}$，$d_k$ |
# | `k.transpose(-2, -1)` | `K.mT` |
# | `mask` 里的 1 | `keep` 里的 True |
# | `masked_fill(mask == 0, -1e9)` | `np.where(keep, S, -np.inf)` |
# | `torch.matmul`，`torch.bmm`，`einsum` | `@` |
# | `F.softmax(scores, dim=-1)` | `softmax(S)` |
#
# </details>
