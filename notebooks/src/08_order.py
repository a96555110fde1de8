# %% [markdown] id="title" lang="en"
# # 08 · Order: a trick with shuffled words
#
# What if we shuffle the words?
#
# A row of $X$ says which word it is, but not where it stands. Does attention notice when we shuffle a sentence? Then every word gets a **position**. There are several ways to give one; a trained model shows what today's usual way does, and long sentences show how far each carries.
#
# About 45 minutes, and 15 for the exercises. You need lessons 05 to 07.

# %% [markdown] id="title" lang="zh" agreed="9d26f1be-89182280"
# # 08 · 词序：一个洗牌的魔术
#
# 把词打乱，会怎么样？
#
# $X$ 的一行写着这是哪个词，却没有写它排在第几个。把一句话的词打乱，注意力察觉得到吗？试过以后，我们给每个词一个**位置**。办法有好几种：今天最常用的那种起什么作用，我们到训练好的模型里去看；句子比训练时长，哪种还管用，做实验比一比。
#
# 约 45 分钟，练习另需 15 分钟。需要先学第 05 到 07 课。

# %% id="setup"
import numpy as np
from attnlib import attend, bands, causal_mask, heatmap, load_example, load_results, positional_encoding, shares, show, softmax, table, use_language
from classroom import Explorer, ask, check, clocks, live, machine, mine, moves, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("position", steps="X")

# %% [markdown] id="links" lang="en"
# [← 07](07_heads.ipynb) · [Glossary](glossary.ipynb) · [09 →](09_block.ipynb)

# %% [markdown] id="links" lang="zh" agreed="45f0b531-33f87f38"
# [← 07](07_heads.ipynb) · [术语表](glossary.ipynb) · [09 →](09_block.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 2 min. Section 2: 4 min; a vote before the picture. Section 3: 9 min; let the room write the test. Section 4: 8 min. Section 5: 10 min, the table at the board, the puzzle in pairs. Section 6: 7 min; a vote on the halved positions. Section 7: 7 min; a vote, then the picture. Recap: 3 min. The other exercises and *For the curious* are for home.

# %% [markdown] id="plan" lang="zh" agreed="068e84af-f5f7b6f5" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 2 分钟。第 2 节 4 分钟，先表决再看图。第 3 节 9 分钟，让全班写测试。第 4 节 8 分钟。第 5 节 10 分钟，表在黑板上填，谜题两人一组。第 6 节 7 分钟，“位置减半”先表决。第 7 节 7 分钟，先表决再看图。小结 3 分钟。其余练习和“想多了解一点”留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 07

# %% [markdown] id="recall" lang="zh" agreed="ce28e050-18226f22"
# ## 1 · 先回想第 07 课

# %% id="recall-heads"
ask("what_a_head_sees")

# %% [markdown] id="trick" lang="en"
# ## 2 · The trick
#
# Attention reads *small cat chases fish*, without a mask. Each word gets an output, two numbers that say how *lively* and how *strong* it has become. Then we shuffle the words: *fish chases small cat*. The matrices stay as they are.

# %% [markdown] id="trick" lang="zh" agreed="25cc0841-92f1f3b5"
# ## 2 · 打乱
#
# 注意力读“小 猫 追 鱼”，不加掩码。每个词得到自己的输出，两个数分别表示它变得多**活泼**、多**强壮**。然后把词打乱，变成“鱼 追 小 猫”。各个矩阵都不动。

# %% id="trick-question"
sentence, shuffled, _ = load_example("first_look").sentences
both = [heatmap(one.trace().output, one.tokens, one.column_names("output"), kind="signed", title="output") for one in (sentence, shuffled)]
ask("shuffled", then=both)

# %% [markdown] id="test" lang="en"
# ## 3 · Is it always so?
#
# One shuffle proves little. We want a test for any rows and any order.
#
# **Exercise 1** (★, 6 min). `f` turns n rows into n rows, as attention does. `X` holds the words, and `order` says how they are shuffled: `X[order]`. Compute two results: shuffle, then apply `f`; apply `f`, then shuffle its rows. Return one number: the largest absolute difference between the two.

# %% [markdown] id="test" lang="zh" agreed="4609c8a5-2c092446"
# ## 3 · 总是这样吗
#
# 只打乱一次，也许是碰巧。我们要一个测试，什么词、什么顺序都能查。
#
# **练习 1**（★，6 分钟）。函数 `f` 输入若干行，输出同样多的行，例如注意力；`X` 是各个词，`order` 规定怎样打乱：`X[order]`。一次先打乱再交给 `f`，一次先交给 `f` 再打乱。把两个结果相减，返回一个数：所有差的绝对值里最大的一个。

# %% id="exercise-shuffle-test" tags=["exercise"]
def my_shuffle_test(f, X, order):
    ...

shuffle_test = check.shuffle_test(my_shuffle_test)

# %% id="test-attention"
from dataclasses import replace
look = load_example("first_look")
def attention(X):
    return replace(look, X=X).trace().output

difference = shuffle_test(attention, look.X, [2, 0, 3, 1])
show({"largest_difference": difference, "< 1e-12": difference < 1e-12})

# %% [markdown] id="test-why" lang="en"
# <span class="notebook">Change the order above as you like. </span>An output is a **sum over all words**, each value times its weight, and a sum does not care about order. Nor do the weights: a score depends on a query and a key, and softmax divides by a sum over all words. So each output moves along with its word: attention is [**permutation equivariant**](glossary.ipynb). The *mean* of all outputs does not even move; it is *invariant*.
#
# <details><summary>When your test is right: the law in one line</summary>
#
# Whatever the order,
#
# $$f(X[\text{order}]) = f(X)[\text{order}]$$
#
# On a computer it holds to twelve decimals, but not always to the last bit: each addition is rounded, so `print(difference)` may show a number like 2e-16.
#
# </details>

# %% [markdown] id="test-why" lang="zh" agreed="06cd5ba3-7a88a440"
# <span class="notebook">上一格里的顺序可以随便改。</span>输出是**对所有词求和**，每个值乘一个权重，而求和不在乎先后。权重也一样：分数只由查询和键决定，和词站在哪里无关；softmax 的分母也是对所有词求和。所以每个词的输出跟着词走，这叫[**置换等变性**](glossary.ipynb)（permutation equivariance）。如果再把所有输出行取**平均**，结果就完全不变，这叫**不变性**。
#
# <details><summary>写对以后再看：一行公式</summary>
#
# 不管什么顺序，都有
#
# $$f(X[\text{order}]) = f(X)[\text{order}]$$
#
# 计算机里，两边至少有十二位小数相同，但未必每一位都相同：每加一次都要舍入，所以 `print(difference)` 显示的可能是 2e-16 这样的数。
#
# </details>

# %% [markdown] id="price" lang="en"
# **The price.** In *cat chases fish* and *fish chases cat* a value says how much *paws* and *fins* a word brings. The verb should find out who is chasing. Here is where *chases* ends up in each sentence; the open circle is its own value:

# %% [markdown] id="price" lang="zh" agreed="2150d3f5-d74d827e"
# **代价。** 看“猫 追 鱼”和“鱼 追 猫”。这里每个词的值有两个数，**爪**和**鳍**，动词应该从别的词那里得知谁在追。下图是“追”在两句话里的输出，空心圆是它自己的值：

# %% id="price-moves"
moves(load_example("chase"), "chases")

# %% [markdown] id="price-why" lang="en"
# Both end at the same point. To attention without a mask the two sentences are the same **bag of words**, and nothing says who is chasing whom. A recurrent network reads word by word and gets the order for free. Attention sees all words at once and must be *told*.

# %% [markdown] id="price-why" lang="zh" agreed="01009fd3-ad959010"
# 两句话里，“追”落在同一点上。对没有掩码的注意力来说，两句话是同一个**词袋**（bag of words），看不出谁在追谁。循环神经网络一个词一个词地读，词序自然就有；注意力一眼看到所有的词，词序只能由我们**告诉**它。

# %% [markdown] id="clock" lang="en"
# ## 4 · A position for every word
#
# We number the **positions**: $p = 0, 1, 2, \dots$ and give each a row of numbers, to be added to the row of its word. Why not learn these rows? BERT and GPT-2 do. But such a table ends, after 512 and 1,024 rows.
#
# The first Transformer computes the rows, like a clock: its hands turn at different speeds, so three of them give every second of twelve hours a picture of its own. Hand 0 turns by 1 radian (57°) a position. At position 44 it has made almost exactly seven turns and points up again; only slower hands tell 44 from 0. Move the slider:

# %% [markdown] id="clock" lang="zh" agreed="33cee161-827f0cae"
# ## 4 · 给每个词一个位置
#
# 先给**位置**编号：$p = 0, 1, 2, \dots$ 每个位置配一行数，加到那里的词向量上。这些行为什么不让模型自己学？BERT 和 GPT-2 就是学的。可是表总有尽头，BERT 是 512 行，GPT-2 是 1,024 行。
#
# 最初的 Transformer 用算的，办法像钟：三根针各走各的速度，就能分清十二小时里的每一秒。第 0 根每过一个位置转 1 弧度（57°）。到位置 44，它差不多正好转满七圈，又指向正上方，和位置 0 的区别要看慢一些的指针。拖动滑块：

# %% id="clock-live"
def hands(place=40):
    return clocks(positional_encoding(64, 8)[place])
live(hands, place=(0, 63, 1))

# %% [markdown] id="clock-hand" lang="en"
# A sine and a cosine say where a hand points. So a row of $d$ numbers holds $d/2$ hands, each slower than the one before by the same factor. At position $p$, hand $i$ (from 0) is
#
# $$\left(\sin \frac{p}{10000^{2i/d}},\ \cos \frac{p}{10000^{2i/d}}\right)$$
#
# This is the **sinusoidal** [**positional encoding**](glossary.ipynb) ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.5). With $d = 4$:
#
# | position | $\sin p$ | $\cos p$ | $\sin(p/100)$ | $\cos(p/100)$ |
# |---|---|---|---|---|
# | 0 | 0 | 1 | 0 | 1 |
# | 1 | 0.8415 | 0.5403 | 0.0100 | 1.0000 |
#
# **Exercise 2** (★★, 8 min). Write `my_positional_encoding`: from `n` and `d_model` to (n, d_model), a row for each position. Angles are in radians.

# %% [markdown] id="clock-hand" lang="zh" agreed="a2aa741f-93cd265d"
# 一根指针指向哪里，用正弦和余弦两个数来写。所以一行 $d$ 个数就是 $d/2$ 根指针，一根比一根慢，每次慢的倍数相同。在位置 $p$，第 $i$ 根（从 0 数起）是
#
# $$\left(\sin \frac{p}{10000^{2i/d}},\ \cos \frac{p}{10000^{2i/d}}\right)$$
#
# 这就是**正弦**[**位置编码**](glossary.ipynb)（positional encoding，[Vaswani 等，2017](https://arxiv.org/abs/1706.03762)，3.5 节）。取 $d = 4$：
#
# | 位置 | $\sin p$ | $\cos p$ | $\sin(p/100)$ | $\cos(p/100)$ |
# |---|---|---|---|---|
# | 0 | 0 | 1 | 0 | 1 |
# | 1 | 0.8415 | 0.5403 | 0.0100 | 1.0000 |
#
# **练习 2**（★★，8 分钟）。写出 `my_positional_encoding`：由 `n` 和 `d_model` 得到 (n, d_model)，一个位置一行，角用弧度。

# %% id="exercise-positional-encoding" tags=["exercise"]
def my_positional_encoding(n, d_model):
    ...

positional_encoding = check.positional_encoding(my_positional_encoding)

# %% [markdown] id="far" lang="en"
# **How near are two positions?** A hand at the angles $a$ and $b$ contributes $\sin a \sin b + \cos a \cos b = \cos(a - b)$ to the dot product of their rows. So
#
# $$P_p \cdot P_{p+k} = \sum_i \cos \frac{k}{10000^{2i/d}}$$
#
# The position $p$ is gone: only the **distance** $k$ counts.

# %% [markdown] id="far" lang="zh" agreed="6f46dcba-a8d185da"
# **两个位置有多近？** 看它们两行的点积。一根指针在两处的角是 $a$ 和 $b$，对点积的贡献是 $\sin a \sin b + \cos a \cos b = \cos(a - b)$，所以
#
# $$P_p \cdot P_{p+k} = \sum_i \cos \frac{k}{10000^{2i/d}}$$
#
# 式子里没有 $p$，点积只取决于**距离** $k$。

# %% [markdown] id="promise" lang="en"
# ## 5 · Look one place back
#
# In the rows of *cat*, *chases* and *fish* the last two columns are empty, all zeros. There we add hand 0, $(\sin p, \cos p)$, to every word: $X + P$. $W_Q$ turns this hand; $W_K$ copies it, and *noun*, into the key. Now the output of *chases* is nearly all *paws* if the cat is chasing, and nearly all *fins* if the fish is. How does it find the word before it?
#
# <details><summary>Why add the positions, and not append them?</summary>
#
# Appending needs more columns: $[X\ P]\,W = X W_1 + P W_2$, where $W_1$ and $W_2$ are the upper and the lower rows of $W$. Adding is the special case $W_1 = W_2$, because $(X + P)\,W = X W + P W$. Not much need be lost. We added a random word (one of 1,000) and a position (one of 64), 500 times. With 64 columns the dot product found every word again: in many dimensions random rows are nearly perpendicular.
#
# </details>

# %% [markdown] id="promise" lang="zh" agreed="aa2f4e6f-c971241a"
# ## 5 · 看前一个位置
#
# “猫”“追”“鱼”的词向量，最后两列空着，都是 0。我们在那里给每个词加上第 0 根指针 $(\sin p, \cos p)$，得到 $X + P$。$W_Q$ 会拨动指针，$W_K$ 把“名词”和指针原样抄进键里。这样一来，猫在追，“追”几乎全是爪；鱼在追，它几乎全是鳍。它是怎样找到前一个词的？
#
# <details><summary>为什么是相加，而不是拼接？</summary>
#
# 拼接要多占几列：$[X\ P]\,W = X W_1 + P W_2$，其中 $W_1$、$W_2$ 是 $W$ 的上下两块，可以各取各的。相加是 $(X + P)\,W = X W + P W$，也就是 $W_1 = W_2$ 的特殊情形。这样损失不一定大：我们随机取一个词（共 1,000 个）和一个位置（共 64 个）相加，做 500 次；一行有 64 个数时，用点积每次都找得回那个词。维数一高，随机的行彼此几乎垂直。
#
# </details>

# %% id="promise-explorer"
chase, P = load_example("chase"), np.zeros((3, 6))
P[:, 4:] = positional_encoding(3, 2)
both = chase.with_positions(P)
Explorer(both, ("X", "W_Q", "Q", "K", "scores", "weights", "output"), selected=("scores", 1, 0), sentence=2, controls=("sentence", "undo"))

# %% [markdown] id="promise-why" lang="en"
# The columns of a query are *noun, sin, cos*. *chases₁* asks (4, 0, 4): 4 for a noun, then (0, 4), a hand that points up, like that of *cat₀*. *chases₁* stands at position 1, but $W_Q$ has turned its hand **back by one position**. So *cat₀* gets the largest score:
#
# | key | its hand | (0, 4) · hand | 4 · *noun* | score |
# |---|---|---|---|---|
# | cat₀ | (0, 1) | 4.00 | 4 | 8.00 |
# | chases₁ | (0.84, 0.54) | 2.16 | 0 | 2.16 |
# | fish₂ | (0.91, −0.42) | −1.67 | 4 | 2.33 |
#
# The table rounds at the end.

# %% [markdown] id="promise-why" lang="zh" agreed="c3e812cd-a3d4428a"
# 查询的三列是“名词、sin、cos”。“追₁”的查询是 (4, 0, 4)：“名词”列的 4 表示要找名词；后两列的 (0, 4) 是一根指针，指着正上方，和“猫₀”的指针方向相同。“追₁”明明在位置 1，它的指针却被 $W_Q$ **往回拨了一个位置**，拨到了 0。所以“猫₀”的分数最高：
#
# | 键 | 键的指针 | (0, 4) · 指针 | 4 · 名词 | 分数 |
# |---|---|---|---|---|
# | 猫₀ | (0, 1) | 4.00 | 4 | 8.00 |
# | 追₁ | (0.84, 0.54) | 2.16 | 0 | 2.16 |
# | 鱼₂ | (0.91, −0.42) | −1.67 | 4 | 2.33 |
#
# 表里的数最后才四舍五入。

# %% [markdown] id="promise-turn" lang="en"
# The same matrix turns the hand back at *every* position $p$. It is a rotation, and $p$ does not occur in it:
#
# $$\begin{pmatrix} \sin p & \cos p \end{pmatrix} \begin{pmatrix} \cos 1 & \sin 1 \\ -\sin 1 & \cos 1 \end{pmatrix} = \begin{pmatrix} \sin(p - 1) & \cos(p - 1) \end{pmatrix}$$
#
# $W_Q$ holds this matrix times 4: 2.16, 3.37, −3.37, 2.16. The 4 makes the softmax sharper. To look $k$ places back we turn by $k$ in place of 1, and a slower hand by $k$ times its own angle. A rotation for each hand turns any row of $P$ into the row $k$ places before.

# %% [markdown] id="promise-turn" lang="zh" agreed="0e0a65f5-4357f30c"
# 在哪个位置 $p$，往回拨一个用的都是同一个矩阵。它是一个旋转，里面没有 $p$：
#
# $$\begin{pmatrix} \sin p & \cos p \end{pmatrix} \begin{pmatrix} \cos 1 & \sin 1 \\ -\sin 1 & \cos 1 \end{pmatrix} = \begin{pmatrix} \sin(p - 1) & \cos(p - 1) \end{pmatrix}$$
#
# $W_Q$ 里就是这个矩阵的 4 倍：2.16、3.37、−3.37、2.16。乘 4 是为了让 softmax 更集中。要看前 $k$ 个位置，就把 1 换成 $k$；慢一些的指针，转它自己的角的 $k$ 倍。每根指针各配一个旋转，就能把 $P$ 的任何一行变成 $k$ 个位置之前的那一行。

# %% [markdown] id="promise-told" lang="en"
# <details><summary>Why does cat₀ look mostly at itself?</summary>
#
# Nobody stands before *cat₀*. Its query asks for position −1, and of the three hands its own is nearest to that.
#
# </details>

# %% [markdown] id="promise-told" lang="zh" agreed="e467cc54-2d806045"
# <details><summary>“猫₀”为什么主要看自己？</summary>
#
# “猫₀”前面没有词，离位置 −1 最近的，就是它自己的指针。
#
# </details>

# %% [markdown] id="puzzle" lang="en"
# **Puzzle.** Who is being chased? Change $W_Q$ so that every word looks one place ahead: *chases₁ → fish₂* above 0.9, *cat₀ → chases₁* above 0.5. Change only signs; two are enough.

# %% [markdown] id="puzzle" lang="zh" agreed="a12abe49-1b2e7f75"
# **谜题。** 被追的是谁？改 $W_Q$，让每个词都看后一个位置：“追₁ → 鱼₂”的权重大于 0.9，“猫₀ → 追₁”大于 0.5。只要改两个数的正负号。

# %% id="puzzle-explorer"
chase, P = load_example("chase"), np.zeros((3, 6))
P[:, 4:] = positional_encoding(3, 2)
cat_chases_fish = chase.with_positions(P).select(2)
Explorer(cat_chases_fish, ("X", "W_Q", "Q", "K", "weights"), goal="look_ahead", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# A turn by +1 has the same cosine as a turn by −1, and the opposite sine: write −3.37 in row *sin p*, column *cos*, and 3.37 in row *cos p*, column *sin*. The weights become 0.93 and 0.59.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="1da3e5c7-a85f3ecb"
# <details><summary>一个解法</summary>
#
# 转 +1 和转 −1，余弦相同，正弦相反：“sin p”行“cos”列改成 −3.37，“cos p”行“sin”列改成 3.37。权重变成 0.93 和 0.59。
#
# </details>

# %% [markdown] id="rope" lang="en"
# ## 6 · Turn instead of add: RoPE
#
# Llama and the model of lesson 13 add nothing to $X$. [**RoPE**](https://arxiv.org/abs/2104.09864), the rotary position embedding, turns queries and keys. It reads their $d_k$ numbers as $d_k/2$ pairs. At position $p$, pair $i$ turns by the angle $p\,\theta_i$, where $\theta_i = 10000^{-2i/d_k}$:
#
# $$\begin{pmatrix} a \\ b \end{pmatrix} \to \begin{pmatrix} a \cos p\theta_i - b \sin p\theta_i \\ a \sin p\theta_i + b \cos p\theta_i \end{pmatrix}$$
#
# The dot product of two pairs depends on their lengths and the angle between them. With a query at position $m$ and a key at $n$ this angle changes by $(m - n)\,\theta_i$: only the difference of the positions counts.

# %% [markdown] id="rope" lang="zh" agreed="225b61ab-e32c07d8"
# ## 6 · 不加，只转：RoPE
#
# Llama 和第 13 课的模型都不往 $X$ 上加东西。[**旋转位置编码 RoPE**](https://arxiv.org/abs/2104.09864) 直接旋转查询和键：把一行 $d_k$ 个数看成 $d_k/2$ 对，在位置 $p$，第 $i$ 对转 $p\,\theta_i$，其中 $\theta_i = 10000^{-2i/d_k}$：
#
# $$\begin{pmatrix} a \\ b \end{pmatrix} \to \begin{pmatrix} a \cos p\theta_i - b \sin p\theta_i \\ a \sin p\theta_i + b \cos p\theta_i \end{pmatrix}$$
#
# 两对数的点积由长度和夹角决定。查询在位置 $m$，键在位置 $n$，各自转过以后，夹角改变了 $(m - n)\,\theta_i$，所以起作用的只有位置之差。

# %% id="rope-code"
def turned(x, p):
    angle = p / 10000 ** (np.arange(0, len(x), 2) / len(x))
    a, b = x[0::2], x[1::2]
    return np.stack([a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)])

q, k = np.random.default_rng(0).standard_normal((2, 8))
m, n = [5, 22, 3], [3, 20, 5]
table(query_at=m, key_at=n, score=[(turned(q, i) * turned(k, j)).sum() for i, j in zip(m, n)])

# %% [markdown] id="rope-facts" lang="en"
# In the first two lines the difference is 2, and the scores are equal. In the last it is −2: RoPE tells *before* from *after*. Also:
#
# * **Values are not turned.** The position decides where to look, not what is fetched.
# * RoPE has no parameters, and all heads turn by the same angles.
# * A pair is two neighbours, as here, or number $i$ of each half, as in the usual code for Llama. Permuting the columns of $W_Q$ and $W_K$ turns one into the other.

# %% [markdown] id="rope-facts" lang="zh" agreed="8133e966-84897070"
# 前两行的位置之差都是 2，分数相同。最后一行的差是 −2，分数就不同，可见 RoPE 分得清前后。还有三点：
#
# * **值不转。** 位置只影响看哪里，不影响取来什么。
# * 没有要学的参数，各个头转的角度也都一样。
# * 哪两个数配成一对，有两种习惯：这里是相邻的两个；常见的 Llama 代码是前后两半里各取第 $i$ 个。把 $W_Q$、$W_K$ 的列重新排一下，一种就变成另一种。

# %% [markdown] id="real" lang="en"
# **Does a trained model use the turn?** SmolLM2, the model of lesson 13, reads 74 tokens of English. Of its 270 heads, head 0 of layer 16 gives most to the token just before: a weight of 0.77 on average. Now we turn its queries and keys as if token $p$ stood at position $p/2$, that is at 0, ½, 1, 1½ and so on.

# %% [markdown] id="real" lang="zh" agreed="832f5739-04658331"
# **训练好的模型用得上旋转吗？** 让第 13 课的模型 SmolLM2 读一段 74 个词元的英文。它一共有 270 个头，其中第 16 层第 0 头最爱看前一个词元，给它的权重平均是 0.77。现在只改这个头：旋转查询和键的时候，让词元 $p$ 站到位置 $p/2$，也就是 0、½、1、1½……

# %% id="real-question"
rotary = load_results("rotary")
ask("turned_by_half", then=shares(rotary["by_distance"], rotary["distances"].astype(int)))

# %% [markdown] id="real-said" lang="en"
# Not every head needs the turn so much. Without it half of the 270 move less than 0.32 of their weight, and head 8 of layer 18 moves none: it always looks at the first token.

# %% [markdown] id="real-said" lang="zh" agreed="e01ba9d7-50b4ccc2"
# 不是每个头都这么依赖旋转。去掉旋转以后，270 个头里有一半，挪动的权重不到 0.32；第 18 层第 8 头一点也不变，它总是看第一个词元。

# %% [markdown] id="beyond" lang="en"
# ## 7 · Sentences longer than in training
#
# Two more ways work on the scores. [**ALiBi**](https://arxiv.org/abs/2108.12409) subtracts slope × distance; each head has its own fixed slope: ½, ¼, … [T5](https://arxiv.org/abs/1910.10683) learns a number to add for each distance (far ones share theirs), its [**relative positions**](glossary.ipynb).
#
# How far does a way carry? This is [**length extrapolation**](glossary.ipynb). We trained ten small models each with *sinusoidal*, *learned*, *ALiBi* and *RoPE*, and ten with *no positions*. All have two layers and a causal mask. In sentences of 16 random words, drawn from 8, they name the **previous word**.

# %% [markdown] id="beyond" lang="zh" agreed="d9e38bd9-4e8aac64"
# ## 7 · 句子比训练时更长
#
# 另外两种办法，改的是分数。[**线性偏置 ALiBi**](https://arxiv.org/abs/2108.12409) 从分数里减去“斜率 × 距离”，斜率每个头固定一个：½、¼……[T5](https://arxiv.org/abs/1910.10683) 的[**相对位置**](glossary.ipynb)，是给每一档距离学一个数，加在分数上，远的距离合用一档。
#
# 训练时句子短，用的时候句子长，还灵不灵？这叫[**长度外推**](glossary.ipynb)（length extrapolation）。正弦、可学习、ALiBi、RoPE，每种训练十个小模型，另有十个完全**不加位置**。都是两层，带因果掩码；句子有 16 个词，从 8 种里随机抽取，在每个位置要说出**前一个词**。

# %% [markdown] id="beyond-within" lang="en"
# Within 16 words *ALiBi* reaches an accuracy of 0.99, and the other three 1.00. Even *no positions* reaches 0.97, because its mask gives the order away: without the mask it is 0.27. Now the sentences have 64 words.

# %% [markdown] id="beyond-within" lang="zh" agreed="3cc2bb7a-ef22055a"
# 16 个词以内，ALiBi 的准确率（答对的比例）是 0.99，另外三种都是 1.00。不加位置也有 0.97，靠的是因果掩码：掩码一去掉，同样的模型只有 0.27。现在让它们读 64 个词的句子。

# %% id="beyond-question"
results = load_results("positions")
five = {kind: results["blocks_2"][kind] for kind in ("sinusoidal", "learned", "ALiBi", "RoPE", "no_positions")}
ask("beyond_sixteen", then=bands(results["places"], five, xlabel="place", ylabel="share_right"))

# %% [markdown] id="beyond-fall" lang="en"
# The two ways that **act on the scores** carry farthest: at position 63 *ALiBi* reaches 0.82 and *RoPE* 0.53. They work with the distance, and the previous word has the distance 1 everywhere: this is probably why. Of the ways **added to $X$**, *learned* only guesses from position 16 on, where its rows were never trained.
#
# <details><summary>Why do the two highest lines fall at all? And with one layer?</summary>
#
# Words more than 15 places away disturb them: training never showed such distances. If we hide these words, the two reach 0.95 and 1.00 at position 63; this task allows it, as its answer is always near. With one layer in place of two, none carries far: at position 40 *RoPE* reaches 0.31 and *ALiBi* 0.38.
#
# </details>

# %% [markdown] id="beyond-fall" lang="zh" agreed="f195f733-94cfe752"
# **用在分数里**的两种走得最远：到位置 63，ALiBi 是 0.82，RoPE 是 0.53。多半因为它们靠的是距离，而前一个词的距离处处是 1。**加进 $X$** 的两种里，“可学习”从位置 16 起只能瞎猜，那里的行没有训练过。
#
# <details><summary>最高的两条线为什么也会下降？如果只有一层呢？</summary>
#
# 干扰来自 15 步以外的词：这样的距离，训练时从没出现过。遮住这些词，两种在位置 63 就有 0.95 和 1.00。这个任务的答案总在近处，所以可以遮。如果只有一层，哪一种都走不远：在位置 40，RoPE 是 0.31，ALiBi 是 0.38。
#
# </details>

# %% [markdown] id="stretch" lang="en"
# **A trained model can be stretched.** Beyond the trained length, RoPE's slow pairs reach angles that training never showed. Three remedies, often with a little more training:
#
# * [**Position interpolation**](https://arxiv.org/abs/2306.15595) divides all positions. The price: our head looked one token back, but two or three when positions were halved.
# * A **larger base** than 10000 slows the slow pairs most: SmolLM2 takes 100,000, [Code Llama](https://arxiv.org/abs/2308.12950) 1,000,000. *NTK-aware* scaling computes it from the length.
# * [**YaRN**](https://arxiv.org/abs/2309.00071) divides for the slow pairs only, and adapts the temperature of softmax.

# %% [markdown] id="stretch" lang="zh" agreed="e94236bd-14bc641b"
# **训练好的模型可以加长。** 超过训练长度以后，RoPE 里转得慢的那几对会转到训练时没见过的角度。补救办法有三种，往往还要用长文本再训练一小段：
#
# * [**位置插值**](https://arxiv.org/abs/2306.15595)：所有位置都除以一个数。代价前面见过：位置减半，原来看前一个的头，改看往前数第二、第三个。
# * **换大底数**：底数比 10000 大，越慢的对放慢得越多。SmolLM2 用 100,000，[Code Llama](https://arxiv.org/abs/2308.12950) 用 1,000,000；NTK-aware 的做法是按长度算出底数。
# * [**YaRN**](https://arxiv.org/abs/2309.00071)：只对转得慢的那些对做除法，快的不动，再调一下 softmax 的温度。

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap

# %% [markdown] id="recap" lang="zh" agreed="59176f15-c76ababf"
# ## 8 · 小结

# %% id="recap-question-2"
ask("equivariant")

# %% [markdown] id="recap-points" lang="en"
# * Without positions and a mask, a word's output does not depend on the order of the words.
# * A sinusoidal row is a row of clock hands. The dot product of two depends on their distance alone, and a rotation in $W_Q$ looks one place back.
# * RoPE turns queries and keys, not values. In our two-layer models *ALiBi* and *RoPE* carried farther than positions added to $X$; those, soon after the trained length, were worse than none.
#
# Next: why is there more in a Transformer than attention? [Lesson 09, the block →](09_block.ipynb)

# %% [markdown] id="recap-points" lang="zh" agreed="9ecbe1e4-ca21477d"
# * 不加位置，也没有掩码，一个词的输出就和词序无关。
# * 正弦编码给每个位置一排指针。两个位置的点积只取决于距离；$W_Q$ 里放一个旋转，就能看前一个位置。
# * RoPE 旋转查询和键，不旋转值。在我们的两层模型里，ALiBi 和 RoPE 外推得更远；加进 $X$ 的两种一过训练长度，很快还不如不加位置。
#
# 下一课：除了注意力，Transformer 里为什么还需要别的部件？[第 09 课，Transformer 块 →](09_block.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# What else passes your test? Can a word tell its position by a mask and a start word? Two ways of pairing, shown to be equal. And ALiBi in your own program.

# %% [markdown] id="later" lang="zh" agreed="966732c5-56b86eef"
# ## 想多了解一点
#
# 还有谁能通过你的测试？有掩码，再加一个开头词，词能不能知道自己排第几？两种配对习惯，算出来一样吗？再自己写一个 ALiBi。

# %% [markdown] id="curious" lang="en"
# **What else passes your test?** We try four candidates: halving each row, a causal mask, positions, and a running sum, which reads word by word as a recurrent network does:

# %% [markdown] id="curious" lang="zh" agreed="99b2b2ac-ee1237d0"
# **还有谁能通过你的测试？** 试四种：每一行各自减半；加因果掩码；加位置；像循环神经网络那样一个词一个词地累加：

# %% id="curious-test"
X, P = load_example("first_look").X, positional_encoding(4, 6)
tried = {
    "halved": lambda X: X / 2,
    "with_causal_mask": lambda X: attend(X, X, X, causal_mask(4)).output,
    "with_positions": lambda X: attend(X + P, X + P, X + P).output,
    "running_sum": lambda X: X.cumsum(0),
}
show({name: mine.shuffle_test(f, X, [2, 0, 3, 1]) for name, f in tried.items()})

# %% [markdown] id="curious-told" lang="en"
# Only halving passes: its difference is 0. The others treat a word differently according to where it stands, so each of them can tell the order.

# %% [markdown] id="curious-told" lang="zh" agreed="86840de7-028ea7ea"
# 只有减半通过，结果是 0。另外三种，这里的词换了位置，输出就变，所以都分得清先后。

# %% [markdown] id="encore" lang="en"
# **Where am I?** Ten other models, with one layer and one head, learn to name *each word's own* position, 0 to 9. Position 0 always holds the same start word, which occurs nowhere else. Without positions and without a mask they recognise the start word, and on average guess one of the other nine right: 2 of 10.

# %% [markdown] id="encore" lang="zh" agreed="4e323f7b-4812fe15"
# **我排第几？** 另外训练十个模型，都只有一层、一个头，要在每个词那里说出**它自己**的位置，从 0 到 9。位置 0 上总是同一个词，这个词不在别处出现。先不加位置编码，也不加掩码。开头的词认得出来，这个位置总能答对；其余九个位置只能瞎猜，平均碰对 1 个。所以 10 个里一共对 2 个。

# %% id="encore-question"
results = load_results("positions")
equal = heatmap(softmax(np.where(causal_mask(6), 0, -np.inf)), keep=causal_mask(6), title="weights")
ten = {str(k): pair for k, pair in enumerate(zip(results["full"].round(2), results["causal"].round(2)), 1)}
ask("own_place", then=[table(model=["no_mask", "with_causal_mask"], **ten), equal])

# %% [markdown] id="curious-rope" lang="en"
# **Two conventions of pairing.** `by_halves` pairs number $i$ of the first half with number $i$ of the second, as the usual code for Llama does. If we give it the same numbers in another order, even places first, the score is the same. Whoever loads weights made for one convention into code for the other, and forgets the order, gets wrong scores (last line):

# %% [markdown] id="curious-rope" lang="zh" agreed="de9940db-0048751d"
# **两种配对习惯。** `by_halves` 拿前一半的第 $i$ 个配后一半的第 $i$ 个，常见的 Llama 代码就是这样。把同样的数换个顺序交给它，偶数位在前，奇数位在后，分数就一样。把按一种习惯训练的权重装进另一种习惯的代码，又忘了换顺序，分数就错了，见最后一行：

# %% id="curious-rope-code"
def by_halves(x, p):
    a, b = np.split(x, 2)
    return turned(np.stack([a, b], -1).ravel(), p)

q, k = np.random.default_rng(0).standard_normal((2, 8))
even_first = [0, 2, 4, 6, 1, 3, 5, 7]
pairs = {"neighbours": (turned, q, k), "halves": (by_halves, q[even_first], k[even_first]), "order_forgotten": (by_halves, q, k)}
show({name: (turn(a, 5) * turn(b, 3)).sum() for name, (turn, a, b) in pairs.items()})

# %% [markdown] id="beyond-tie" lang="en"
# **How ALiBi counts the distance.** In *big cat chases big fish*, without positions, the two *big* have the same row, the same key and so the same score. Distance can break the tie.
#
# Exercise 3, to take home (★). Write `my_distance_bias(n, slope)`. It returns an (n, n) table to be added to the scaled scores: $-\text{slope} \cdot |i - j|$. `slope` is what each further place takes off.

# %% [markdown] id="beyond-tie" lang="zh" agreed="fdeba87a-92ee9056"
# **ALiBi 怎样算距离。** “大 猫 追 大 鱼”，不加位置，两个“大”的行相同，键相同，分数也就相同，打成平手。这时可以用距离来分胜负。
#
# 练习 3，课后做（★）。写出 `my_distance_bias(n, slope)`：返回 (n, n) 的表，其中的数是 $-\text{slope} \cdot |i - j|$，要加到缩放后的分数上。`slope` 是斜率，每远一个位置就减去这么多。

# %% id="exercise-distance-bias" tags=["exercise"]
def my_distance_bias(n, slope):
    ...

distance_bias = check.distance_bias(my_distance_bias)

# %% [markdown] id="beyond-tie-broken" lang="en"
# *fish* looks for its adjective, which should be the nearer one. Say its scaled scores for *big · cat · chases · big · fish* are 2, 0, 0, 2, 0. These are its weights, before the table is added and after:

# %% [markdown] id="beyond-tie-broken" lang="zh" agreed="490563fc-85866356"
# “鱼”在找它的形容词，该是近的那一个。假设它给“大 · 猫 · 追 · 大 · 鱼”的缩放后的分数是 2、0、0、2、0，加这张表之前和之后，权重各是：

# %% id="beyond-tie-code"
S = np.array([[2.0, 0, 0, 2, 0]])
show(before=softmax(S), after=softmax(S + distance_bias(5, 0.5)[4]))
