# %% [markdown] id="title" lang="en"
# # 06 · Masks: two games of hiding
#
# A short sentence in a batch leaves empty seats, and no word may look at them. A model that learns to write has to guess the next word, and may not peek at it. Two games, one question: **who may look at whom?**
#
# We play both. Then we hand our mask to somebody else's program, and see what it makes of it.
#
# About 45 minutes, and 25 for the exercises. You need the steps from scores to output (lessons 03 to 05).

# %% [markdown] id="title" lang="zh" agreed="51c60676-c6c767ce"
# # 06 · 掩码：两个捉迷藏的游戏
#
# 一批句子有长有短，短句后面空着座位，谁也不该去看空座位。模型学写文章时，要猜下一个词，当然不许偷看那个词。两个游戏，同一个问题：**谁可以看谁？**
#
# 这两个游戏我们都玩一遍，再把我们的掩码交给别人的程序，看看会怎样。
#
# 约 45 分钟，练习另需 25 分钟。需要先学从分数到输出的几步（第 03～05 课）。

# %% id="setup"
import numpy as np
from attnlib import Explorer, ask, attend, causal_mask, check, heatmap, load_example, mine, padding_mask, pipeline, show, use_language, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight="masked")

# %% [markdown] id="links" lang="en"
# [← 05](05_output.ipynb) · [Glossary](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="links" lang="zh" agreed="e14f3ac0-1df8a33e"
# [← 05](05_output.ipynb) · [术语表](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 2 min. Section 2: 12 min; the question by show of hands, then the first exercise together. Section 3: 10 min; the puzzle in pairs. Section 4: 3 min at the board. Section 5, the heart: 14 min; let the hall guess all nine results before the answer. Section 6: 6 min, with the table on paper. Recap: 3 min. Section 7, section 8, the other exercises and *For the curious* are for home.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="8dff3072-46b76da3" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 2 分钟。第 2 节 12 分钟：问题举手表决，第一个练习一起做。第 3 节 10 分钟，谜题两人一组。第 4 节 3 分钟，在黑板上讲。第 5 节是重点，14 分钟：揭晓答案之前，让大家把九个结果都猜一遍。第 6 节 6 分钟，对照表印在纸上。小结 3 分钟。第 7、8 节，其余练习和“想多了解一点”留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 04

# %% [markdown] id="recall" lang="zh" agreed="ce725149-cca209a6"
# ## 1 · 第 04 课学过什么

# %% id="recall-question"
ask("all_scores_zero")

# %% [markdown] id="padding" lang="en"
# ## 2 · The first game: empty seats
#
# Sentences of different length do not fit into one array, so the shorter is filled up with [**padding**](glossary.ipynb): rows that stand for no word, here zeros, written `[PAD]`. We take *small cat chases fish* and *cat chases fish*; `is_token` says where a real word stands. `attend` is what your program does, from scores to output: it keeps every step, `.weights` among them, and takes a mask as a fourth argument. At first we give it none.
#
# In the second sentence the key of `[PAD]` is zero, so every word gives it the score 0. Its attention weights:

# %% [markdown] id="padding" lang="zh" agreed="5516ef33-93657189"
# ## 2 · 第一个游戏：空座位
#
# 长短不同的句子放不进同一个数组，所以要给短的补上[**填充**](glossary.ipynb)（padding）：补上的行不代表任何词，这里全用 0，记作 `[PAD]`。我们取“小 猫 追 鱼”和“猫 追 鱼”两个句子，`is_token` 表示哪些位置是真正的词。`attend` 和你的程序一样，从分数一直算到输出；它把每一步都留着，比如 `.weights`，第四个参数是掩码。先不给它掩码。
#
# 在第二个句子里，`[PAD]` 的键全是 0，所以每个词给它的分数都是 0。这个句子的注意力权重：

# %% id="padding-none"
look = load_example("first_look")
X = np.zeros((2, 4, 6))
X[0], X[1, :3] = look.X, look.X[1:]
is_token = np.array([[True, True, True, True], [True, True, True, False]])
Q, K, V = X @ look.W_Q, X @ look.W_K, X @ look.W_V
names = [*look.tokens[1:], "[PAD]"]
heatmap(attend(Q, K, V).weights[1], names, names, title="weights")

# %% [markdown] id="hand-hide" lang="en"
# *fish* gives the empty seat 0.08, more than itself. For a weight of exactly 0 we need $e^s = 0$. No finite number $s$ gives that, but
#
# $$e^{-\infty} = 0$$
#
# So, *before* softmax, we put −∞ in place of each scaled score of `[PAD]`. The other $e^s$ of *fish* are what they were, only the sum by which we divide is smaller: each weight is multiplied by $1 / (1 - 0.0768) \approx 1.08$. What stays visible keeps its proportions.

# %% [markdown] id="hand-hide" lang="zh" agreed="6e414344-52dece6f"
# “鱼”给空座位的权重有 0.08，比给自己的还多。要让权重正好是 0，就要 $e^s = 0$。有限的 $s$ 都做不到，但是
#
# $$e^{-\infty} = 0$$
#
# 所以在 softmax *之前*，把给 `[PAD]` 的每个缩放后的分数都换成 −∞。“鱼”的其他几个 $e^s$ 不变，只是作除数的总和变小了：每个权重都乘上 $1 / (1 - 0.0768) \approx 1.08$。没被遮住的词，彼此的比例不变。

# %% [markdown] id="padding-rows" lang="en"
# A table that says who may look at whom is a [**mask**](glossary.ipynb). Ours is called `keep`: True means *may look*.
#
# The mask has to fit to the weights, (batch, n, m), and `is_token` is (batch, m): `None` in brackets adds an axis of length 1, along which NumPy repeats it ([**broadcasting**](glossary.ipynb)). `is_token[:, :, None]` is (2, 4, 1), `is_token[:, None, :]` is (2, 1, 4): one of them hides rows, the other columns.

# %% [markdown] id="padding-rows" lang="zh" agreed="f37f7c9a-4d0fa6ca"
# 写明谁可以看谁的一张表，就叫[**掩码**](glossary.ipynb)（mask）。我们的叫 `keep`：True 表示*可以看*。
#
# 掩码的形状要和权重 (batch, n, m) 对得上，而 `is_token` 是 (batch, m)。方括号里的 `None` 添上一个长度为 1 的轴，NumPy 沿着它重复，这叫[**广播**](glossary.ipynb)（broadcasting）。`is_token[:, :, None]` 是 (2, 4, 1)，`is_token[:, None, :]` 是 (2, 1, 4)：一个遮住行，一个遮住列。

# %% id="padding-question"
ask("rows_or_columns", then=heatmap(attend(Q, K, V, padding_mask(is_token)).weights[1], names, names, title="weights", keep=padding_mask(is_token)[1]))

# %% [markdown] id="exercise-padding-text" lang="en"
# **Exercise 1** (★, 5 min). `my_padding_mask` takes `is_token`, (m,) or with a batch in front (batch, m), and returns a [**padding mask**](glossary.ipynb) for scores (batch, n, m), whatever n is. (In brackets, `...` stands for all axes that are in front, be there one or none.) Until yours is right, the lesson goes on with ours.

# %% [markdown] id="exercise-padding-text" lang="zh" agreed="9b2ebbd0-3ce42007"
# **练习 1**（★，5 分钟）。`my_padding_mask` 接收 `is_token`，形状 (m,)，前面也可能有批的轴，即 (batch, m)；返回一个[**填充掩码**](glossary.ipynb)，不管 n 是多少，都要能用在 (batch, n, m) 的分数上。（方括号里的 `...` 代表前面所有的轴，有没有都行。）没写对之前，课程先用我们的函数往下走。

# %% id="exercise-padding-mask" tags=["exercise"]
def my_padding_mask(is_token):
    ...

padding_mask = check.padding_mask(my_padding_mask)

# %% [markdown] id="padding-proof" lang="en"
# How do we know that a mask is right? In the batch the three words must get what they get alone. How far their outputs are off, without a mask, with rows hidden, and with the padding mask:

# %% [markdown] id="padding-proof" lang="zh" agreed="616541a0-39fc3f5b"
# 怎样知道掩码加对了？三个词放在这一批里，得到的输出应该和句子单独算时一样。看看相差多少：没有掩码，遮行，用填充掩码。

# %% id="padding-alone"
alone = attend(Q[1, :3], K[1, :3], V[1, :3]).output
masks = {"no_mask": None, "rows_hidden": is_token[:, :, None], "padding_mask": padding_mask(is_token)}
for name, keep in masks.items():
    show({name: abs(attend(Q, K, V, keep).output[1, :3] - alone).max()})

# %% [markdown] id="padding-proof-said" lang="en"
# Hidden rows change nothing for the three words: they are off as if there were no mask. With the padding mask they do not notice the empty seat at all.

# %% [markdown] id="padding-proof-said" lang="zh" agreed="bf286716-ed727dc9"
# 遮行对三个词毫无作用，和没有掩码时差得一样多。用上填充掩码，它们就完全感觉不到旁边有个空座位。

# %% [markdown] id="lecturer-padding" lang="en" tags=["lecturer"]
# About half will say rows, "because the padding is a row of $X$". **Ask:** it is a row of $X$, so what is it in the scores? Both: a row as a query, a column as a key. **Ask:** may the row of `[PAD]` stay as it is? Yes: nobody uses its output, and the loss leaves it out.

# %% [markdown] id="lecturer-padding" lang="zh" agreed="725932e0-b235a13c" tags=["lecturer"]
# 大约一半人会说遮行，“因为填充是 $X$ 的一行”。**再问：** 它是 $X$ 的一行，那它在分数表里是什么？行和列都有：作为查询是行，作为键是列。**再问：** `[PAD]` 那一行可以不管吗？可以，它的输出没有人用，算损失时会略过。

# %% [markdown] id="causal" lang="en"
# ## 3 · The second game: no peeking
#
# A model that writes makes one word after another, and each time it guesses the next. While it learns, it guesses all next words of a sentence at once, *in parallel*, so the whole sentence lies before it: it could copy the answers. The [**causal mask**](glossary.ipynb) hides what comes later:
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{if } j \le i \\ -\infty & \text{if } j > i \end{cases}$$
#
# **Exercise 2** (★, 5 min). `my_causal_mask` takes a number n and returns (n, n) of True and False: True where the word of row $i$ may look at the word of column $j$.

# %% [markdown] id="causal" lang="zh" agreed="94118144-35c050d0"
# ## 3 · 第二个游戏：不许偷看
#
# 写文章的模型一个词接一个词地写，每次都要猜下一个词。可训练时，一个句子里的每个“下一个词”是同时猜的（*并行*），整个句子都摆在它面前，照抄就行了。[**因果掩码**](glossary.ipynb)（causal mask）遮住排在后面的词：
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{当 } j \le i \\ -\infty & \text{当 } j > i \end{cases}$$
#
# **练习 2**（★，5 分钟）。`my_causal_mask` 接收一个数 n，返回 (n, n) 的 True 和 False：第 $i$ 行的词可以看第 $j$ 列的词，就是 True。

# %% id="exercise-causal-mask" tags=["exercise"]
def my_causal_mask(n):
    ...

causal_mask = check.causal_mask(my_causal_mask)

# %% [markdown] id="causal-attnlib" lang="en"
# Our sentence gets this mask. Which words notice it?

# %% [markdown] id="causal-attnlib" lang="zh" agreed="0137e412-ceff277d"
# 给我们的句子加上这个掩码，哪些词会受影响？

# %% id="causal-attnlib-code"
look, keep = load_example("first_look"), causal_mask(4)
ask("row_that_stays", then=heatmap(look.trace(keep).weights, look.tokens, look.tokens, title="weights", keep=keep))

# %% [markdown] id="causal-explain" lang="en"
# Both games at once: a word may look where *both* masks say True, `causal_mask(4) & padding_mask(is_token)`. $(n, n)$ and $(\text{batch}, 1, m)$ give $(\text{batch}, n, m)$.

# %% [markdown] id="causal-explain" lang="zh" agreed="222b56a0-2c8867fa"
# 两个游戏一起玩：*两个*掩码都是 True 的地方才可以看，写成 `causal_mask(4) & padding_mask(is_token)`。$(n, n)$ 和 $(\text{batch}, 1, m)$ 合起来是 $(\text{batch}, n, m)$。

# %% [markdown] id="cheat" lang="en"
# Would a model really copy? Two small ones, of one head each, have learned to say the next word of random sentences, in which 64 of 100 words can be foreseen at best. One has the mask, the other sees everything. The share of right words while they learn, with the whole sentence in sight, and when they write, where the next word is not there yet (mean of five seeds; `tools/results/cheat.py`):

# %% [markdown] id="cheat" lang="zh" agreed="1133438c-8b866319"
# 模型真的会照抄吗？让两个只有一个头的小模型学着说出下一个词；句子是随机造的，最多能猜中百分之六十四。一个带掩码，另一个什么都看得到。训练时整个句子摆在面前，写作时下一个词还不存在，两种情况下答对的比例各是（五个种子的平均，`tools/results/cheat.py`）：

# %% id="cheat-table"
from attnlib import load_results, shares
shares(load_results("cheat"), ["while_it_learns", "when_it_writes"])

# %% [markdown] id="cheat-said" lang="en"
# Without the mask it looks perfect, and has learned to copy from the right. When it writes, nothing stands there, and it falls to 0.16. The mask makes practice the same as the exam.

# %% [markdown] id="cheat-said" lang="zh" agreed="f9832452-98082537"
# 没有掩码的，看起来十全十美，其实学会的是抄右边的词。写作时右边是空的，就只剩 0.16。有了掩码，平时练的才和考试一样。

# %% [markdown] id="paint" lang="en"
# **Puzzle.** Now make your own rules. Here a click on a score hides it, and shows it again (elsewhere: under *Mask* choose *paint*). *small* shall look at *fish* with more than 0.7, and *fish* at *chases* with more than 0.6. While you paint: which rows move, and what becomes of a row that is hidden as a whole?

# %% [markdown] id="paint" lang="zh" agreed="fb74e75c-7dad0ff1"
# **谜题。** 现在规则由你来定。这里点一个分数就把它遮住，再点一下恢复（别处要先在*掩码*里选*自己画*）。让“小”给“鱼”的权重大于 0.7，“鱼”给“追”的权重大于 0.6。一边画一边看：哪几行会变？整行都遮住，会怎么样？

# %% id="puzzle-explorer"
Explorer("first_look", ("masked", "weights", "output"), goal="three_cells", controls=("mask", "undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# *small* gives *cat* 0.76 and itself 0.14, more than *fish*: hide both, and *fish* gets 0.76. *fish* gives *cat* 0.80: hide it, and all else is multiplied by $1 / (1 - 0.80) = 5$, so *chases* gets 0.71.
#
# One hidden cell moves one row, since each row has its own sum. A row that is hidden as a whole gets weights 0 and output 0: section 5.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="9862b51a-3813b5bd"
# <details><summary>一个解法</summary>
#
# “小”给“猫”0.76，给自己 0.14，都比给“鱼”的多：把这两格遮住，“鱼”就得到 0.76。“鱼”给“猫”0.80：遮住它，其余的都乘上 $1 / (1 - 0.80) = 5$，“追”就得到 0.71。
#
# 遮一格，只有那一行会变，因为每一行各有自己的总和。整行都被遮住，权重和输出都是 0，见第 5 节。
#
# </details>

# %% [markdown] id="late" lang="en"
# ## 4 · A mask that comes too late
#
# Why not compute the weights as usual, and set the hidden ones to 0 *afterwards*? With the causal mask:

# %% [markdown] id="late" lang="zh" agreed="0687f116-041d96d8"
# ## 4 · 掩码加晚了
#
# 照常算出权重，*然后*再把该遮的改成 0，不行吗？用因果掩码试一试：

# %% id="late-code"
look, keep = load_example("first_look"), causal_mask(4)
late = np.where(keep, look.trace().weights, 0)
ask("masked_too_late", then=heatmap(late, look.tokens, look.tokens, title="weights", keep=keep))

# %% [markdown] id="late-explain" lang="en"
# Besides, the hidden words still have influence: their $e^s$ is in the sum by which we divided. No error appears. The mask comes *before* the softmax.

# %% [markdown] id="late-explain" lang="zh" agreed="4bb2f2a1-6e513c22"
# 而且被遮的词仍有影响：作除数的总和里，还有它们的 $e^s$。程序也不报错。所以掩码要加在 softmax *之前*。

# %% [markdown] id="infinity" lang="en"
# ## 5 · A row that may look nowhere
#
# For a model that writes, sentences are often padded on the *left*. Let *small* be such a place: `[PAD]` *cat chases fish*. With both masks, row 0 may look at itself only, and that is padding: all is hidden, the row is *empty*. Softmax then computes −∞ − (−∞), which is NaN, *not a number*.
#
# So many programs write −1000000000, `-1e9`, in place of −∞. Some **add** it to what is hidden, some **replace** this by it. We try both, and −∞, on the scores of *small*: in half, single and double precision.

# %% [markdown] id="infinity" lang="zh" agreed="8327506c-3385c232"
# ## 5 · 一整行都被遮住
#
# 让模型写文章时，常把填充补在句子*左边*。就当“小”那个位置是填充，句子就成了“`[PAD]` 猫 追 鱼”。两个掩码一起用，第 0 行只能看自己，而自己是填充：整行都被遮住了。这时 softmax 要算 −∞ − (−∞)，结果是 NaN，意思是“不是数”。
#
# 所以许多程序不用 −∞，而写 −1000000000，即 `-1e9`。有的把它**加**到要遮的分数上，有的用它**替换**要遮的分数。拿“小”的分数，用这两种办法和 −∞ 各试一遍，半精度、单精度、双精度都算。

# %% id="infinity-two-ways" tags=["torch"]
import torch
S = torch.from_numpy(load_example("first_look").trace().scaled[0])
ways = {
    "S + (−1e9)": lambda S, mask: S + (1 - mask.to(S.dtype)) * -1e9,
    "S → −1e9": lambda S, mask: S.masked_fill(mask == 0, -1e9),
    "S → −∞": lambda S, mask: S.masked_fill(mask == 0, -torch.inf),
}

# %% [markdown] id="infinity-fish-text" lang="en"
# First *fish* alone is hidden. How much does *small* give to *fish*? Each line is a way, with the weight in half, in single and in double precision:

# %% [markdown] id="infinity-fish-text" lang="zh" agreed="aa44fb85-24cdbfae"
# 先只遮住“鱼”。“小”给“鱼”多少？一行是一种办法，依次是半精度、单精度、双精度算出的权重：

# %% id="infinity-weight"
def given_to_fish(hide, mask, dtype):
    try:
        return torch.softmax(hide(S.to(dtype), torch.tensor(mask)), dim=-1)[3].item()
    except RuntimeError as error:
        return type(error).__name__

# %% id="infinity-fish" tags=["torch"]
precisions = torch.float16, torch.float32, torch.float64
for way, hide in ways.items():
    show({way: tuple(given_to_fish(hide, [1, 1, 1, 0], dtype) for dtype in precisions)})

# %% [markdown] id="infinity-predict" lang="en"
# Where it runs, all is well: *fish* gets 0. (Half precision ends at 65,504: −1e9 does not fit. Added, it becomes −∞; replaced, PyTorch refuses.) And if nobody at all may be looked at?

# %% [markdown] id="infinity-predict" lang="zh" agreed="79a4d921-ac927969"
# 能运行的都没有问题，“鱼”得到 0。（半精度最大只到 65504，放不下 −1e9：相加时它变成 −∞，替换时 PyTorch 直接报错。）要是整行都不许看呢？

# %% id="infinity-empty" tags=["torch"]
lines = []
for way, hide in ways.items():
    given = [given_to_fish(hide, [0, 0, 0, 0], dtype) for dtype in precisions]
    lines.append(way + ": " + ", ".join(x if isinstance(x, str) else f"{x:.4f}" for x in given))
ask("nothing_left", then="<pre>" + "\n".join(lines) + "</pre>")

# %% [markdown] id="infinity-explain" lang="en"
# Our rule: a word that may look nowhere takes nothing. Weights 0, output 0.

# %% [markdown] id="infinity-explain" lang="zh" agreed="bb27713a-069302ed"
# 我们的约定：整行都被遮住，就什么也不拿。权重是 0，输出也是 0。

# %% [markdown] id="exercise-attention-text" lang="en"
# **Exercise 3** (★★★, 12 min). `my_masked_attention` takes queries (n, d_k), keys (m, d_k), values (m, d_v) and `keep`, which fits (n, m), all perhaps with a batch or heads in front, and returns the outputs (n, d_v); zeros where a row may look nowhere. Your functions are at hand: `mine.scores(Q, K)`, `mine.scale(S, d_k)`, `mine.softmax(S)`, `mine.mix(weights, V)`.

# %% [markdown] id="exercise-attention-text" lang="zh" agreed="59225921-aaf3c6cd"
# **练习 3**（★★★，12 分钟）。`my_masked_attention` 接收查询 (n, d_k)、键 (m, d_k)、值 (m, d_v) 和能用在 (n, m) 上的 `keep`，前面都可能多出别的轴，比如一批句子；返回输出 (n, d_v)，整行都被遮住时是 0。你写过的函数都可以用：`mine.scores(Q, K)`、`mine.scale(S, d_k)`、`mine.softmax(S)`、`mine.mix(weights, V)`。

# %% id="exercise-masked-attention" tags=["exercise"]
def my_masked_attention(Q, K, V, keep):
    ...

masked_attention = check.masked_attention(my_masked_attention)

# %% [markdown] id="infinity-leak-text" lang="en"
# Who cares about padding, if nobody uses its output? But it still stands in $K$ and $V$. In `[PAD]` *cat chases fish*, every weight for place 0 is now exactly 0. Suppose the layer before has left a NaN in its value.

# %% [markdown] id="infinity-leak-text" lang="zh" agreed="f8034a42-c5a2c44e"
# 填充的输出反正没人用，何必在意？可是它还留在 $K$ 和 $V$ 里。在“`[PAD]` 猫 追 鱼”里，给第 0 个位置的权重现在全都正好是 0。假设上一层算完，它的值里留下了一个 NaN。

# %% id="infinity-leak"
keep = causal_mask(4) & padding_mask(np.array([False, True, True, True]))
left = load_example("first_look").trace(keep)
V = left.V.copy()
V[0, 0] = np.nan
ask("hidden_nan", then=f"<pre>{left.weights @ V}</pre>")

# %% [markdown] id="lecturer-infinity" lang="en" tags=["lecturer"]
# **Ask:** which of the nine is the worst? Most say NaN. The better answer: 0.25, or double precision's 0.076, since nobody notices them; NaN at least is seen. **Ask:** who would ever build an empty row? Nobody: two harmless masks make it together.

# %% [markdown] id="lecturer-infinity" lang="zh" agreed="e7a237d2-caa1671d" tags=["lecturer"]
# **提问：** 九个结果里哪一个最糟？多数人说 NaN。更好的回答：是 0.25，或者双精度的 0.076，因为没有人会发现；NaN 至少看得见。**再问：** 谁会故意把整行都遮住？没有人故意，是两个各自没问题的掩码合起来造成的。

# %% [markdown] id="torch" lang="en"
# ## 6 · PyTorch gets our mask
#
# PyTorch has two attentions. The function `F.scaled_dot_product_attention` takes `attn_mask`, and its True means *may look*, as ours does. The layer `nn.MultiheadAttention` (lesson 07) takes a padding mask as well. We let it work on our queries and keys as they are, and hand it our `is_token` of *cat chases fish* `[PAD]`: True, True, True, False.

# %% [markdown] id="torch" lang="zh" agreed="1db82be9-2983041d"
# ## 6 · 把掩码交给 PyTorch
#
# PyTorch 有两种注意力。函数 `F.scaled_dot_product_attention` 用 `attn_mask` 接收掩码，它的 True 和我们的一样，表示*可以看*。`nn.MultiheadAttention` 这一层（第 07 课）也能接收填充掩码。我们让它直接用我们的查询和键，把“猫 追 鱼 `[PAD]`”的 `is_token` 交给它：True、True、True、False。

# %% id="torch-mha" tags=["torch"]
import torch
look = load_example("first_look")
names, X = [*look.tokens[1:], "[PAD]"], np.vstack([look.X[1:], np.zeros(6)])
q, k = torch.from_numpy(X @ look.W_Q), torch.from_numpy(X @ look.W_K)
mha = torch.nn.MultiheadAttention(3, 1, bias=False).double().requires_grad_(False)
mha.in_proj_weight.copy_(torch.eye(3).repeat(3, 1))
_, weights = mha(q, k, k, key_padding_mask=torch.tensor([True, True, True, False]))
ask("same_mask_next_door", then=heatmap(weights, names, names, title="weights"))

# %% [markdown] id="torch-polarity" lang="en"
# Their words and ours, for whoever reads other programs (one of them stands at the end of this lesson):
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
# | mask | True, or 1, means |
# |---|---|
# | `keep`; `mask` in the class at the end | may look |
# | `attn_mask` of `F.scaled_dot_product_attention` | may look |
# | `attn_mask`, `key_padding_mask` of `nn.MultiheadAttention` | hidden |
#
# In an unknown library, try three words and one True.

# %% [markdown] id="torch-polarity" lang="zh" agreed="0621c37f-e26c7a36"
# 读别人的程序时，可以对照着看（课末就有这样一个程序）：
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
# | 掩码 | True（或 1）的意思 |
# |---|---|
# | `keep`；课末那个类的 `mask` | 可以看 |
# | `F.scaled_dot_product_attention` 的 `attn_mask` | 可以看 |
# | `nn.MultiheadAttention` 的 `attn_mask`、`key_padding_mask` | 遮住 |
#
# 遇到不熟悉的库，拿三个词、一个 True 试一下就清楚了。

# %% [markdown] id="lecturer-torch" lang="en" tags=["lecturer"]
# **Ask:** what if a model is trained with a causal mask the wrong way round? It sees the next word and is to predict it: a very good loss, and useless when it has to write. **Ask:** where would an empty row go wrong in the class at the end? 0.25 for each, and no error (section 5).

# %% [markdown] id="lecturer-torch" lang="zh" agreed="5123badb-6e6c7a49" tags=["lecturer"]
# **提问：** 因果掩码弄反了去训练，会怎样？模型看得到后一个词，任务又正是预测它：损失很漂亮，真要它写作就没用了。**再问：** 整行都被遮住时，课末的那个类会错在哪里？四个词各得 0.25，而且不报错（第 5 节）。

# %% [markdown] id="cross" lang="en"
# ## 7 · Two sentences: cross-attention
#
# So far a sentence looked at itself. In translation, the words being written look at those of the original; in speech recognition, at moments of sound. Queries come from one sequence, keys and values from another: [**cross-attention**](glossary.ipynb). Let *small cat chases fish* ($n = 4$) look at *small cat chases small fish* ($m = 5$):

# %% [markdown] id="cross" lang="zh" agreed="e325fcd3-18d56f42"
# ## 7 · 两个句子：交叉注意力
#
# 到现在为止，都是句子看自己。机器翻译时，正在写的译文要看原文；语音识别时，文字要看一段一段的声音。查询来自一个序列，键和值来自另一个序列，这叫[**交叉注意力**](glossary.ipynb)（cross-attention）。让“小 猫 追 鱼”（$n = 4$）去看“小 猫 追 小 鱼”（$m = 5$）：

# %% id="cross-weights"
look, order = load_example("first_look"), [0, 1, 2, 0, 3]
other = look.X[order]
weights = attend(look.X @ look.W_Q, other @ look.W_K, other @ look.W_V).weights
heatmap(weights, look.tokens, [look.tokens[k] for k in order], title="weights")

# %% [markdown] id="cross-explain" lang="en"
# One row for each query, one column for each key: $(n, m)$. Both *small* get the same weight: the same row of $X$, so the same key. A padding mask is that of the *keys'* sentence, $(1, m)$. A causal mask has no place here: place 2 of one sentence is neither before nor after place 2 of the other.

# %% [markdown] id="cross-explain" lang="zh" agreed="290d4175-a956316d"
# 一个查询一行，一个键一列：$(n, m)$。两个“小”得到的权重一样：它们在 $X$ 里的行相同，所以键也相同。填充掩码由*键*所在的句子决定，形状是 $(1, m)$。因果掩码在这里没有意义：一个句子的第 2 个位置，谈不上在另一个句子第 2 个位置的前面还是后面。

# %% [markdown] id="program" lang="en"
# ## 8 · Your program, on a padded batch
#
# `my_attention.py` now has all that attention needs. We run it on both sentences of lesson 05, *I love China* and *the sun turns red*, with one `[PAD]` at the end of each. There is a bias, so the key of `[PAD]` is *not* zero, and something has to be hidden. (Where a function of yours is missing, `mine` takes ours.)

# %% [markdown] id="program" lang="zh" agreed="2bc644ac-a96e3732"
# ## 8 · 用你的程序算一批补齐的句子
#
# 注意力要用到的，`my_attention.py` 里现在都有了。拿它来算第 05 课的两个句子，“我 爱 中国”和“太阳 变 红”，每句末尾补一个 `[PAD]`。这里有偏置，所以 `[PAD]` 的键*不是* 0，不遮住可不行。（你还没写的函数，`mine` 会用我们的。）

# %% id="program-run"
pair = load_example("hand_worked")
X = np.concatenate([pair.X, np.zeros((2, 1, 4))], axis=1)  # (2, 4, 4)
pairs = (pair.W_Q, pair.b_Q), (pair.W_K, pair.b_K), (pair.W_V, pair.b_V)
Q, K, V = (mine.project(X, W, b) for W, b in pairs)
keep = mine.padding_mask(np.array([True, True, True, False]))
output = mine.masked_attention(Q, K, V, keep)[:, :3]
for words, rows in zip(pair.tokens, output):
    show(dict(zip(words, rows)))

# %% [markdown] id="program-digits-text" lang="en"
# These outputs we know from lesson 05. The largest difference between those of the first sentence and the eight digits worked by hand:

# %% [markdown] id="program-digits-text" lang="zh" agreed="b346ac92-a0fd3c01"
# 这些输出在第 05 课见过。第一个句子和手算的八位小数，最大的差是：

# %% id="program-digits"
show(largest_difference=abs(output[0].round(8) - pair.figures["output"]).max())

# %% [markdown] id="program-said" lang="en"
# The difference is 0: hidden padding changes no digit. This is attention, in a program of your own: sentences of any length, batches, masks, and rows that may look nowhere.

# %% [markdown] id="program-said" lang="zh" agreed="ec2392ed-3d07874f"
# 相差 0：填充遮住以后，一位小数也没有变。这就是注意力，而且是你自己的程序：句子长短不限，能算一批，能加掩码，整行都被遮住也不怕。

# %% [markdown] id="recap" lang="en"
# ## 9 · Recap
#
# A last game: now all that stands above is hidden. Two questions:

# %% [markdown] id="recap" lang="zh" agreed="2f759ded-c7afa549"
# ## 9 · 小结
#
# 最后再玩一局：这回遮住的是前面的全部内容。两个问题：

# %% id="recap-question-1"
ask("cells_left")

# %% id="recap-question-2"
ask("which_row_is_wrong")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * A mask puts −∞ in place of scaled scores *before* softmax: hidden weights are exactly 0, the others keep their proportions.
# * Padding hides keys, $(\text{batch}, 1, m)$; the causal mask hides what comes later, $(n, n)$; `&` combines them.
# * A row that may look nowhere needs a rule: ours is zeros. And in each library find out what True means.
#
# Next: one row of weights, one look. Can one attention look at two places at once? [Lesson 07, many heads →](07_heads.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="6c1df9c9-75fa5d62"
# 这一课要带走的：
#
# * 掩码在 softmax *之前*把缩放后的分数换成 −∞：被遮的权重正好是 0，其余权重的比例不变。
# * 填充掩码遮的是键，形状 $(\text{batch}, 1, m)$；因果掩码遮的是后面的词，形状 $(n, n)$；用 `&` 合起来。
# * 整行都被遮住时，需要一个约定，我们的约定是 0。用任何一个库之前，先弄清 True 是什么意思。
#
# 下一课：一行权重，只能看一眼。一个注意力能同时看两个地方吗？[第 07 课，多头注意力 →](07_heads.ipynb)

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# **The picture of other tutorials** is `sns.heatmap(weights, annot=True)`. Here it is, for the causal mask, and below it ours.

# %% [markdown] id="curious" lang="zh" agreed="adc8e5c4-5e2e0b35"
# ## 想多了解一点
#
# **别的教程里的图**，大多是 `sns.heatmap(weights, annot=True)` 画的。下面先看它画的因果掩码，再看我们的。

# %% id="curious-seaborn"
import seaborn as sns
from matplotlib.figure import Figure
from attnlib.draw.plots import Picture
look, keep = load_example("first_look"), causal_mask(4)
weights, figure = look.trace(keep).weights, Figure(figsize=(4.5, 3))
ours = heatmap(weights, look.tokens, look.tokens, title="weights", keep=keep)
sns.heatmap(weights, annot=True, ax=figure.subplots())
Picture(figure, ours.alt)

# %% id="curious-ours"
ours

# %% [markdown] id="curious-seaborn-said" lang="en"
# It is one line, and it can do much that ours cannot: other colours, a colour bar, a part of a table. But it does not say which words look at which; its 0 may be hidden or just small; its colours go from the smallest to the largest number of *this* table, so two tables cannot be compared; and it does not show that rows sum to one. Ours has the names, hatching, sums and colours that always go from 0 to 1.

# %% [markdown] id="curious-seaborn-said" lang="zh" agreed="f1566998-96cba072"
# 只要一行，而且它会的比我们的多：可以换颜色，有颜色条，还能只画表的一部分。但是它没写谁看谁；图里的 0，分不清是被遮住了还是本来就小；颜色总是从*这张表*里最小的数到最大的数，两张表没法比较；也看不出每一行的和是 1。我们的图有词、有斜线、有每行的和，颜色总是从 0 到 1。

# %% [markdown] id="tutorials" lang="en"
# **Other people's code.** Open another tutorial, and you may well find this class. You know every step of it by now. Find the queries, $\sqrt{d_k}$, the axis of the softmax, and what a 1 in `mask` means:

# %% [markdown] id="tutorials" lang="zh" agreed="139837c3-fa72cbb7"
# **别人的代码。** 打开另一份教程，很可能会看到下面这个类。里面的每一步你都认识了：查询在哪里，$\sqrt{d_k}$ 在哪里，softmax 沿着哪个轴，`mask` 里的 1 又是什么意思，一边读一边找一找：

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
# **Dropout** sets some weights to 0 at random while a model is trained; `eval()` switches it off (lesson 07). Then, given the same matrices and our padding mask, how far is this class from ours? The largest differences of weights and of outputs, to 12 digits:

# %% [markdown] id="tutorials-equal-text" lang="zh" agreed="a019dbaa-397257a6"
# **随机失活**（dropout）在训练时随机地把一些权重设成 0，`eval()` 把它关掉（第 07 课）。关掉以后，用同样的矩阵和我们的填充掩码，这个类和我们的结果相差多少？下面是权重和输出的最大差，写到 12 位小数：

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
# It is the same attention, as long as no row is empty.
#
# **Two more ways to write the scores**, which other tutorials have: `bmm`, which multiplies the matrices of a batch one by one, and `einsum`, whose letters say which axis is added up (here d). Their largest differences from `@`, to 12 digits:

# %% [markdown] id="ways" lang="zh" agreed="00a1d688-d1841736"
# 是同一个注意力，只要没有哪一行全被遮住。
#
# **分数的另外两种写法**，别的教程里常见：`bmm` 把一批矩阵逐个相乘；`einsum` 用字母标明对哪个轴求和（这里是 d）。它们和 `@` 的最大差，写到 12 位小数：

# %% id="tutorials-ways" tags=["torch"]
import torch
q, k = torch.from_numpy(np.random.default_rng(0).standard_normal((2, 2, 4, 3)))
for scores in torch.bmm(q, k.transpose(1, 2)), torch.einsum("bqd,bkd->bqk", q, k):
    print(f"{abs(scores - q @ k.mT).max():.12f}")

# %% [markdown] id="late-repair-text" lang="en"
# **The mask after softmax, repaired.** One may divide each row by its new sum: the sum with the hidden words cancels, and the result is the same. But not always. The scores are 1, 2 and 800, and the last is to be hidden. First the softmax to be repaired, then the mask before softmax:

# %% [markdown] id="late-repair-text" lang="zh" agreed="93f69339-24d6668a"
# **加晚了的掩码，补救一下。** 每一行再除以新的和：含有被遮的词的那个总和会约掉，结果是一样的。但也有失灵的时候。三个分数是 1、2、800，该遮住的是最后一个。先看等着补救的 softmax，再看先加掩码的：

# %% id="late-fails"
from attnlib import softmax
show({"1, 2, 800": softmax(np.array([[1.0, 2.0, 800.0]])), "1, 2, −∞": softmax(np.array([[1.0, 2.0, -np.inf]]))})

# %% [markdown] id="late-rule" lang="en"
# $e^{-798}$ is too small for a number with 64 bits and becomes 0 (*underflow*). With the third weight set to 0 nothing is left, and the repair divides 0 by 0.

# %% [markdown] id="late-rule" lang="zh" agreed="da5af443-489882c2"
# $e^{-798}$ 小到 64 位的数表示不了，**下溢**成了 0。再把第三个权重改成 0，就什么也不剩了：补救时要算 0 除以 0。

# %% [markdown] id="narrow" lang="en"
# **A larger one.** Two sentences of 16 words, $W_Q$ of shape (512, 64), and a mask of shape (1, 16) that hides the last eight keys. The shapes, and the largest weight that a hidden key gets:

# %% [markdown] id="narrow" lang="zh" agreed="ddd222bc-27cd3b07"
# **一个大一点的例子。** 两个句子各有 16 个词，$W_Q$ 的形状是 (512, 64)，形状为 (1, 16) 的掩码遮住最后八个键。各个形状，以及被遮的键得到的最大权重：

# %% id="narrow-head"
narrow = load_example("masked_narrow_head")
trace = narrow.trace()
show(X=narrow.X.shape, W_Q=narrow.W_Q.shape, weights=trace.weights.shape, largest_weight=trace.weights[..., 8:].max())

# %% [markdown] id="torch-empty" lang="en"
# **The empty row in PyTorch**, in both attentions. As values for `F.scaled_dot_product_attention` (SDPA) we take the identity matrix: then its output *is* its weights.

# %% [markdown] id="torch-empty" lang="zh" agreed="5cc2b3bc-beadc4db"
# **PyTorch 怎样处理整行都被遮住**，两种注意力都看一看。`F.scaled_dot_product_attention`（SDPA）的值取单位矩阵，这样输出就等于权重。

# %% id="torch-empty-code" tags=["torch"]
import torch
trace = load_example("first_look").trace()
q, k = torch.from_numpy(trace.Q[:1]), torch.from_numpy(trace.K)
no, one = torch.zeros(1, 4, dtype=torch.bool), torch.eye(4).double()
layer = torch.nn.MultiheadAttention(3, 1, bias=False).double().requires_grad_(False)
show(SDPA=torch.nn.functional.scaled_dot_product_attention(q[None], k[None], one[None], attn_mask=no)[0])
show(MultiheadAttention=layer(q, k, k, attn_mask=~no)[1])

# %% [markdown] id="torch-explain" lang="en"
# Zeros from one, NaN from the other. We ran this with PyTorch 2.13. SDPA, too, gave NaN until [a change in 2024](https://github.com/pytorch/pytorch/pull/133882), so test your version, on your device, with a row like this. Neither [stops a hidden NaN](https://github.com/pytorch/pytorch/issues/101967); `attend` in `attnlib` refuses it with an error.

# %% [markdown] id="torch-explain" lang="zh" agreed="1528bac4-9c8a6d79"
# 一个给出 0，另一个给出 NaN。这里用的是 PyTorch 2.13。在 [2024 年的一次修改](https://github.com/pytorch/pytorch/pull/133882)之前，SDPA 给出的也是 NaN，所以最好在自己的版本、自己的设备上，用这样一行测试一下。两者也都[挡不住被遮住的 NaN](https://github.com/pytorch/pytorch/issues/101967)；`attnlib` 的 `attend` 遇到 NaN 会直接报错。

# %% [markdown] id="own-sentence" lang="en"
# **A mask on a sentence of yours.** Type 2 to 12 words, press Enter, and choose *causal* under *Mask*. Then a verb no longer sees what comes after it: in *the doctor reads a long letter*, *reads* loses *letter*, but *letter* still sees *reads*. (The end of lesson 00 says where these numbers come from.)

# %% [markdown] id="own-sentence" lang="zh" agreed="345f257b-3af6bb50"
# **给你自己的句子加掩码。** 输入 2 到 12 个词，按回车，在*掩码*里选*因果掩码*。这时动词看不到后面的词：在“学生在图书馆读书”里，“读”看不到“书”，“书”却还看得到“读”。（这些数从哪里来，第 00 课末尾有说明。）

# %% id="own-sentence-mask" tags=["of-its-language"]
from attnlib import own_sentence
own_sentence()
