# %% [markdown] id="title" lang="en"
# # 03 · Scores: who fits whom?
#
# Every word now has a query, what it asks for, and a key, what it offers. Who offers what somebody else is asking for, and how well does it fit?
#
# We compute one such fit in our heads, then all sixteen: by loop, by matrix product, with `attnlib` and with PyTorch. At the end you can say why *cat* gives *chases* another score than *chases* gives *cat*, what two projection matrices are good for, and why scores are divided by $\sqrt{d_k}$ and not by another number: you will have measured it.
#
# About 45 minutes. You need lesson 02: how queries and keys are made.

# %% [markdown] id="title" lang="zh" agreed="47436963-9d5418b0"
# # 03 · 注意力分数：谁和谁匹配？
#
# 每个词现在都有了查询和键：查询说它在找什么，键说它能提供什么。谁提供的正好是谁要找的？匹配到什么程度？
#
# 我们先心算一对词，再把十六对全部算出来：用循环，用矩阵乘法，用 `attnlib`，用 PyTorch。学完这一课，你能说清楚三件事：为什么“猫”给“追”的分数和“追”给“猫”的不一样；两个投影矩阵各有什么用；为什么分数要除以 $\sqrt{d_k}$，而不是别的数。最后这一件，你会自己测出来。
#
# 大约 45 分钟。需要先学第 02 课：查询和键是怎样算出来的。

# %% id="setup"
import numpy as np
from attnlib import Explorer, curves, explain, heatmap, histograms, load_example, pipeline, scale, scores, softmax, use_language
use_language("en")

# %% id="strip"
pipeline(None, None, highlight=("scores", "scaled"))

# %% [markdown] id="links" lang="en"
# [← 02](02_queries_keys_values.ipynb) · [Glossary](glossary.ipynb) · [04 →](04_softmax.ipynb)

# %% [markdown] id="links" lang="zh" agreed="9d2f19f5-006df807"
# [← 02](02_queries_keys_values.ipynb) · [术语表](glossary.ipynb) · [04 →](04_softmax.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Sections 2 and 3: 8 min, all cells. Section 4: 7 min, with the prediction by show of hands. Section 5: 4 min, `product` and `product-picture` only. Section 6: 9 min, all cells. Section 7: 12 min, the heart. Section 8: 5 min, all three questions by show of hands. Section 9 as homework. Section 10: 3 min, `swapped` only. Recap: 2 min. The exercises are homework.
#
# Before the lecture: run all cells once, press *A⁺* (large type) in both explorers, close the side bar.

# %% [markdown] id="plan" lang="zh" agreed="2802a6a8-c05410bf" tags=["lecturer"]
# **50 分钟安排。** 第 2、3 节共 8 分钟，全部运行。第 4 节 7 分钟，先请学生举手预测。第 5 节 4 分钟，只讲 `product` 和 `product-picture`。第 6 节 9 分钟，全部运行。第 7 节 12 分钟，是本课的重点。第 8 节 5 分钟，三个问题都请学生举手。第 9 节留作课后。第 10 节 3 分钟，只讲 `swapped`。小结 2 分钟。练习留作作业。
#
# 上课前：把所有单元格运行一遍，两个探索器都按下“A⁺”（大字），收起侧边栏。

# %% [markdown] id="recall" lang="en"
# ## 1 · What you remember (2 min)
#
# Answer first, then unfold. All three are about lesson 02.
#
# 1. `first_look` has $d_{model} = 6$ and $d_k = 3$. What is the shape of $W_Q$?
# 2. `nn.Linear` keeps a `weight`. Does it compute `x @ weight`?
# 3. Why does a word need three vectors, and not one?
#
# <details><summary>Answers</summary>
#
# 1. (6, 3): six numbers of a word go in, three numbers of a query come out.
# 2. No: `x @ weight.T`. The weight is stored transposed, (d_k, d_model).
# 3. It does three things: it asks, it is found, it passes something on. One vector for all three would have to ask for what it offers.
#
# </details>

# %% [markdown] id="recall" lang="zh" agreed="d8d57433-b370c070"
# ## 1 · 先回忆一下（2 分钟）
#
# 先想好答案，再点开看。三道题都和第 02 课有关。
#
# 1. `first_look` 里 $d_{model} = 6$，$d_k = 3$。$W_Q$ 的形状是什么？
# 2. `nn.Linear` 里存着一个 `weight`。它算的是 `x @ weight` 吗？
# 3. 为什么一个词需要三个向量，一个不够吗？
#
# <details><summary>答案</summary>
#
# 1. (6, 3)：进去的是一个词的六个数，出来的是查询的三个数。
# 2. 不是，是 `x @ weight.T`。weight 是转置着存的，形状为 (d_k, d_model)。
# 3. 因为它有三件事要做：去找别人、被别人找到、传出内容。只用一个向量，提供什么就只能找什么。
#
# </details>

# %% [markdown] id="pair" lang="en"
# ## 2 · One pair by hand (3 min)
#
# What does *chases* look for? Its [query](glossary.ipynb) is row 2 of $Q$; the [key](glossary.ipynb) of *fish* is row 3 of $K$ (we count from 0). The three numbers of a query ask for a doer, for something to eat and for an action. Those of a key say how far a word offers the same three.

# %% [markdown] id="pair" lang="zh" agreed="079beafa-6e606b6c"
# ## 2 · 手算一对词（3 分钟）
#
# “追”在找什么？它的[查询](glossary.ipynb)（query）是 $Q$ 的第 2 行，“鱼”的[键](glossary.ipynb)（key）是 $K$ 的第 3 行，都从 0 数起。查询的三个数依次表示：多想找动作的发出者、多想找可吃的东西、多想找动作。键的三个数依次表示：这三样东西，这个词各能提供多少。

# %% id="pair-vectors"
look = load_example("first_look")
trace = look.trace()
print(trace.Q[2], trace.K[3])

# %% [markdown] id="pair-score" lang="en"
# How well an offer fits what is asked for is measured by the dot product: multiply the first two numbers, the second two, the third two, and add. The result is the [**score**](glossary.ipynb) that *chases* gives to *fish*.
#
# $$\text{score} = q \cdot k = q_0 k_0 + q_1 k_1 + q_2 k_2$$
#
# You saw this one in lesson 02. Compute it again in your head, then run the cell.

# %% [markdown] id="pair-score" lang="zh" agreed="955ae8a7-c08bba55"
# 提供的和要找的有多匹配？用点积来衡量：两边的第一个数相乘，第二个数相乘，第三个数相乘，再加起来。得到的就是“追”给“鱼”的[**注意力分数**](glossary.ipynb)（score），下面简称分数。
#
# $$\text{分数} = q \cdot k = q_0 k_0 + q_1 k_1 + q_2 k_2$$
#
# 这个分数在第 02 课出现过。先心算一遍，再运行。

# %% id="pair-explain"
explain(trace, "scores", 2, 3)

# %% [markdown] id="pair-back" lang="en"
# Six: *chases* asks for something to eat (2), and that is what *fish* offers (3).
#
# Now the other way round: *fish* asks and *chases* offers. Is the score 6 again, more, or less? Decide, then run.

# %% [markdown] id="pair-back" lang="zh" agreed="e6dd40e5-0c66b910"
# 是 6：“追”要找可吃的东西（2），“鱼”提供的正是这个（3）。
#
# 反过来，由“鱼”来找，“追”来提供，分数还是 6 吗？更大，还是更小？想好再运行。

# %% id="pair-back-explain"
explain(trace, "scores", 3, 2)

# %% [markdown] id="pair-self" lang="en"
# One. It is another query and another key, so it is another number. And the score that *chases* gives to itself: is it positive?

# %% [markdown] id="pair-self" lang="zh" agreed="bc55e2a0-180b6932"
# 是 1。查询换了，键也换了，分数自然不同。再看“追”给自己的分数：是正的吗？

# %% id="pair-self-explain"
explain(trace, "scores", 2, 2)

# %% [markdown] id="pair-negative" lang="en"
# −4: it asks for something to eat (2) and is none (−1); it would rather have no action (−1) and is one (2). A score may be negative, and a word need not fit itself.

# %% [markdown] id="pair-negative" lang="zh" agreed="d4711c09-d41a4c2b"
# 是 −4：“追”要找可吃的东西，自己却不是；不想找动作，自己恰恰是动作。两项各是 −2。分数可以是负的，一个词也不一定和自己匹配。

# %% [markdown] id="pair-lecturer" lang="en" tags=["lecturer"]
# Ask before `pair-back-explain`: *who says 6 again?* Many hands: the dot product commutes. Say: $q \cdot k = k \cdot q$ is true of the same two vectors, but here we take two others. Before `pair-self-explain` most say that a word must fit itself best. Say: it would, if it asked for what it offers.

# %% [markdown] id="pair-lecturer" lang="zh" agreed="72187568-259d65e5" tags=["lecturer"]
# 运行 `pair-back-explain` 之前问：谁认为还是 6？会有很多人举手，理由是点积可以交换。这时说：$q \cdot k = k \cdot q$ 说的是同样两个向量，而这里换成了另外两个向量。运行 `pair-self-explain` 之前，多数人会说一个词和自己最匹配。这时说：只有当它找的就是它自己提供的，才会这样。

# %% [markdown] id="loop" lang="en"
# ## 3 · All pairs (4 min)
#
# Four words ask and four offer, so there are sixteen scores. Row $i$ belongs to the word that asks, column $j$ to the word that is asked. First as a loop:

# %% [markdown] id="loop" lang="zh" agreed="93adc269-30080298"
# ## 3 · 所有的词对（4 分钟）
#
# 四个词来找，四个词被找，一共十六个分数。第 $i$ 行属于“找”的词，第 $j$ 列属于“被找”的词。先写循环：

# %% id="loop-scores"
look = load_example("first_look")
Q, K = look.X @ look.W_Q, look.X @ look.W_K  # (4, 3), (4, 3)
S = np.zeros((4, 4))
for i in range(4):
    for j in range(4):
        S[i, j] = sum(Q[i] * K[j])
S

# %% [markdown] id="matrix" lang="en"
# A matrix product does the same: it multiplies rows on its left with columns on its right. Our keys are rows, so we turn $K$: `.mT` swaps the last two axes. The shapes are (4, 3) and (3, 4), the result is (4, 4).
#
# $$S = Q K^\top$$
#
# Is it equal to the loop? And `scores` of attnlib?

# %% [markdown] id="matrix" lang="zh" agreed="4bd92edf-1fb7ac48"
# 矩阵乘法做的是同一件事：左边取行，右边取列，相乘再相加。我们的键是一行一行的，所以要把 $K$ 转过来：`.mT` 交换最后两个轴。形状是 (4, 3) 乘 (3, 4)，得到 (4, 4)。
#
# $$S = Q K^\top$$
#
# 和循环的结果相等吗？attnlib 的 `scores` 呢？

# %% id="matrix-equal"
print(np.array_equal(Q @ K.mT, S))
print(np.array_equal(scores(Q, K), S))

# %% [markdown] id="favourite" lang="en"
# Three ways, the same numbers. Before the picture, find in the table of the loop: which word has the highest score in each of the four rows?

# %% [markdown] id="favourite" lang="zh" agreed="ed51422d-65f53080"
# 三种做法，结果一样。看图之前，先从循环打印的表里找：每一行分数最高的各是哪个词？

# %% id="favourite-picture"
heatmap(S, look.tokens, look.tokens, kind="signed", title="scores")

# %% [markdown] id="exact" lang="en"
# *small* asks most for *cat*, *cat* for *chases*, *chases* for *fish*, and *fish* for *cat*. As you saw when you changed $W_Q$ in lesson 02, the scores of one row come from one query: if the query changes, so does its row.
#
# Real numbers are not so round. `hand_worked`, *I love China* (我 爱 中国), comes with scores to eight decimal places. Do we get all of them?

# %% [markdown] id="exact" lang="zh" agreed="0705928f-2319ef90"
# “小”最想找“猫”，“猫”最想找“追”，“追”最想找“鱼”，“鱼”最想找“猫”。第 02 课里改 $W_Q$ 时已经看到：一行分数都出自同一个查询，查询变了，这一行就跟着变。
#
# 真实的数没有这么整齐。`hand_worked`，也就是“我 爱 中国”，附有八位小数的分数。我们算的也取八位，和它一致吗？

# %% id="exact-equal"
sentence = load_example("hand_worked").select(0)
t = sentence.trace()
print(explain(t, "scores", 1, 2))
np.array_equal(scores(t.Q, t.K).round(8), sentence.figures["scores"])

# %% [markdown] id="symmetric" lang="en"
# ## 4 · Is it mutual? (4 min)
#
# A table is symmetric if it does not change when rows and columns are swapped: then $i$ gives $j$ what $j$ gives $i$. Distances between cities are like that, and many expect it of attention. You have seen 6 and 1. Is the table of `first_look` equal to its transpose? And that of `hand_worked`?

# %% [markdown] id="symmetric" lang="zh" agreed="66de46e6-f2f36cc3"
# ## 4 · 分数是相互的吗？（4 分钟）
#
# 一张表行列互换后不变，就叫对称：$i$ 给 $j$ 多少，$j$ 就给 $i$ 多少。城市之间的距离表就是这样，不少人以为注意力也是这样。可是第 2 节算出的是 6 和 1。`first_look` 的表和它的转置相等吗？`hand_worked` 的呢？

# %% id="symmetric-both"
for example in (load_example("first_look"), load_example("hand_worked").select(0)):
    S = example.trace().scores
    print(np.allclose(S, S.T))

# %% [markdown] id="symmetric-why" lang="en"
# The first is not symmetric, the second is: its $W_Q$ and $W_K$ are the same, so $Q = K$, and $q_i \cdot k_j = q_j \cdot k_i$.
#
# In lesson 02 we gave the first example one matrix for both, $W_Q$. Below both are $W_K$: now each word asks for what it offers itself. With its own $W_Q$, *chases* asked most for *fish*. And now? Answer in the picture.

# %% [markdown] id="symmetric-why" lang="zh" agreed="926583e8-206daf9a"
# 第一个不对称，第二个对称：它的 $W_Q$ 和 $W_K$ 相同，于是 $Q = K$，$q_i \cdot k_j = q_j \cdot k_i$。
#
# 第 02 课里，我们让第一个例子的两个矩阵都等于 $W_Q$。下图里反过来，两个都等于 $W_K$：每个词提供什么，就找什么。用原来的 $W_Q$ 时，“追”最想找“鱼”。现在呢？请在图里作答。

# %% id="symmetric-explorer"
from dataclasses import replace
look = load_example("first_look")
mutual = replace(look, W_Q=look.W_K)
shown = ("X", "W_Q", "W_K", "Q", "K", "scores")
Explorer(mutual, shown, edit=("X", "W_Q", "W_K"), predict=("scores", 2))

# %% [markdown] id="symmetric-try" lang="en"
# Once you have answered, try two changes:
#
# * Change one number of $W_K$. Is the table still symmetric?
# * Undo. Which scores move after a change of $W_Q$, rows or columns? After one of $W_K$?
#
# <details><summary>What you should see</summary>
#
# *chases* asks most for itself, 5: the product of a vector with itself is a sum of squares. The sentence has lost its sense: *chases* gives *fish* −3, and *fish* gives *chases* −3 as well.
#
# After a change of one matrix alone the table is, as a rule, no longer symmetric. A change in a row of $W_Q$ moves the rows of all words that have the feature of that row, one of $W_K$ their columns.
#
# </details>

# %% [markdown] id="symmetric-try" lang="zh" agreed="467d55f1-d744112a"
# 答完以后，再改两处试试：
#
# * 改 $W_K$ 的一个数，表还对称吗？
# * 撤销。改 $W_Q$，变的是哪些分数，一行一行地变，还是一列一列地变？改 $W_K$ 呢？
#
# <details><summary>应该看到什么</summary>
#
# “追”最想找的成了它自己，5 分：一个向量和自己的点积，是各个数的平方和。分数也说不通了：“追”给“鱼” −3，“鱼”给“追”也是 −3。
#
# 只改其中一个矩阵，一般就不对称了。改 $W_Q$ 中某个特征的一行，有这个特征的词所在的行会变；改 $W_K$，这些词所在的列会变。
#
# </details>

# %% [markdown] id="symmetric-lecturer" lang="en" tags=["lecturer"]
# Ask: *should attention be mutual?* Expect: yes, because similarity is. Ask back: a pronoun looks for its noun; does the noun look for the pronoun? A question and its answer are different things, and two matrices allow for that.

# %% [markdown] id="symmetric-lecturer" lang="zh" agreed="9de62c0a-e74d9848" tags=["lecturer"]
# 提问：注意力应该是相互的吗？多半有人答“应该”，因为相似就是相互的。反问：“它”要找它所指的名词，那个名词也一定要找“它”吗？提问和回答是两回事，有两个矩阵才能区分开。

# %% [markdown] id="product" lang="en"
# ## 5 · Why not one matrix? (3 min)
#
# Put in how $Q$ and $K$ are made:
#
# $$Q K^\top = (X W_Q)(X W_K)^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# The scores need only the product $B = W_Q W_K^\top$. (With biases there would be more terms; here there are none.) Predict its shape. Then: is it symmetric? And its rank (how many columns can we choose, none of them a mixture of the others): how large can it be?

# %% [markdown] id="product" lang="zh" agreed="fbf6d25d-eed4aa1f"
# ## 5 · 为什么不只用一个矩阵？（3 分钟）
#
# 把 $Q$ 和 $K$ 的算式代进去：
#
# $$Q K^\top = (X W_Q)(X W_K)^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# 算分数只用到乘积 $B = W_Q W_K^\top$。（有偏置时还会多出几项，这里没有偏置。）先猜：它的形状是什么？对称吗？它的秩（最多能挑出几列，其中没有一列能由另外几列各乘一个数、再相加得到）最大能是多少？

# %% id="product-shape"
look = load_example("first_look")
B = look.W_Q @ look.W_K.mT
print(B.shape, np.array_equal(B, B.T), np.linalg.matrix_rank(B))

# %% [markdown] id="product-read" lang="en"
# Six by six, not symmetric. Its rank is 3: each of its columns is a mixture of the columns of the left matrix, and there are only $d_k = 3$ of those. As a picture: the row is a feature of the word that asks, the column one of the word that is asked. Find the 6 of *chases* and *fish* in it.

# %% [markdown] id="product-read" lang="zh" agreed="6730c9cf-c7a99e96"
# 6 行 6 列，不对称，秩是 3：它的每一列都由左边矩阵的列混合而成，而那里只有 $d_k = 3$ 列。画出来看：行是“找”的词的特征，列是“被找”的词的特征。“追”给“鱼”的 6，在图里怎样找到？

# %% id="product-picture"
heatmap(B, look.feature_names, look.feature_names, kind="signed")

# %% [markdown] id="product-one" lang="en"
# *chases* is a verb only: row *verb*. *fish* is a noun, is eaten and is small: 0 + 4 + 2 = 6.
#
# Then why not $Q = X$, and learn only one matrix for the keys? We try $K = X B^\top$:

# %% [markdown] id="product-one" lang="zh" agreed="c5017195-e4f18c4b"
# “追”只有“动词”这个特征，看“动词”这一行；“鱼”是名词、会被吃、个头小：0 + 4 + 2 = 6。
#
# 那么，能不能直接令 $Q = X$，只为键学一个矩阵？试试 $K = X B^\top$：

# %% id="product-equal"
S = look.trace().scores
print(np.array_equal(look.X @ B @ look.X.mT, S))
print(np.array_equal(scores(look.X, look.X @ B.mT), S))

# %% [markdown] id="product-why" lang="en"
# The same scores: for them alone, one matrix is enough. But it is $d_{model} \times d_{model}$. In the [first Transformer](https://arxiv.org/abs/1706.03762), with $d_{model} = 512$ and $d_k = 64$, that is $512^2 = 262144$ numbers to learn; two thin matrices have $2 \cdot 512 \cdot 64 = 65536$, a quarter. Keys are shorter, too: a score takes 64 products, not 512. The price is the rank: a word can ask for at most $d_k$ independent things. And with $W_K = W_Q$, $B = W_Q W_Q^\top$ would always be symmetric. So we learn two matrices, both thin.

# %% [markdown] id="product-why" lang="zh" agreed="19f2e460-84edcfba"
# 分数完全一样：单就分数来说，一个矩阵就够了。不过它得是 $d_{model} \times d_{model}$ 的。在[最早的 Transformer](https://arxiv.org/abs/1706.03762) 里，$d_{model} = 512$，$d_k = 64$：一个大矩阵要学 $512^2 = 262144$ 个数，两个窄矩阵一共只要 $2 \cdot 512 \cdot 64 = 65536$ 个，是它的四分之一。键也短了：算一个分数只要 64 次乘法，而不是 512 次。代价是秩：一个词最多能问 $d_k$ 件互相独立的事。还有，$W_K = W_Q$ 的话，$B = W_Q W_Q^\top$ 就永远对称。所以要学两个矩阵，而且两个都窄。

# %% [markdown] id="spread" lang="en"
# ## 6 · How far do scores spread? (5 min)
#
# A score has $d_k$ terms. What if there are not 3 of them but 64? We draw 10,000 random pairs (the code adds one term after the other, for all pairs at once). Each number of $q$ and $k$ is drawn independently, with mean 0 and **variance** 1. Variance is the mean of the squared distances from the mean; its root, the **standard deviation**, says how far numbers typically lie from it.
#
# Predict the variance of the 10,000 scores for $d_k = 64$.

# %% [markdown] id="spread" lang="zh" agreed="4407bf0f-0408025b"
# ## 6 · 分数会分散到什么程度？（5 分钟）
#
# 一个分数有 $d_k$ 项。如果不是 3 项，而是 64 项呢？我们随机抽 10,000 对 $q$ 和 $k$，每个数独立抽取（代码里一次抽一项，10,000 对一起抽），均值为 0，**方差**为 1。先求每个数与均值之差，平方以后取平均，就是方差；它的平方根叫**标准差**，表示这些数一般离均值有多远。
#
# 先猜一猜：$d_k = 64$ 时，这 10,000 个分数的方差大约是多少？

# %% id="spread-dots"
def dots(d_k, pairs=10_000):
    rng = np.random.default_rng(d_k)
    score = np.zeros(pairs)
    for _ in range(d_k):
        score += rng.standard_normal(pairs) * rng.standard_normal(pairs)
    return score

for d_k in (1, 4, 16, 64):
    print(d_k, dots(d_k).var().round(2))

# %% [markdown] id="spread-rule" lang="en"
# About $d_k$, as [the paper](https://arxiv.org/abs/1706.03762) says in its footnote 4. Each product $q_c k_c$ has mean 0 and variance 1 (the line for 1 above shows 0.96), and variances of independent terms add up:
#
# $$\operatorname{Var}(q \cdot k) = \operatorname{Var}(q_0 k_0) + \dots + \operatorname{Var}(q_{d_k - 1} k_{d_k - 1}) = d_k$$
#
# Now from 1 to 512, with the rule beside it. Both axes are logarithmic: from mark to mark, numbers grow by the same factor.

# %% [markdown] id="spread-rule" lang="zh" agreed="1da1d1d8-99f7605a"
# 大约就是 $d_k$，[论文](https://arxiv.org/abs/1706.03762)脚注 4 也是这样说的。每个乘积 $q_c k_c$ 的均值是 0，方差是 1 × 1 = 1；各项互相独立，方差可以直接相加：
#
# $$\operatorname{Var}(q \cdot k) = \operatorname{Var}(q_0 k_0) + \dots + \operatorname{Var}(q_{d_k - 1} k_{d_k - 1}) = d_k$$
#
# 再从 1 测到 512，同一张图里也画上这条规律。两条轴都是对数轴：相邻两个刻度的比总是一样的。

# %% id="spread-curve"
d_ks = 2 ** np.arange(10)
variances = [dots(d_k).var() for d_k in d_ks]
curves(d_ks, {"measured": variances, "d_k": d_ks}, xlabel="d_k", ylabel="variance", log="xy")

# %% [markdown] id="spread-width" lang="en"
# The lines lie on top of each other. The variance grows with $d_k$; then how does the *width* of the distribution grow, from $d_k = 16$ to 64 to 256? Four times each, or twice?

# %% [markdown] id="spread-width" lang="zh" agreed="dbfc4e61-6f217309"
# 两条线几乎重合。方差和 $d_k$ 成正比，那么分布的“宽度”呢？从 $d_k = 16$ 到 64，再到 256，宽度每次变成 4 倍，还是 2 倍？

# %% id="spread-histogram"
histograms({f"d_k = {d_k}": dots(d_k) for d_k in (16, 64, 256)}, xlabel="score")

# %% [markdown] id="spread-scaled" lang="en"
# Twice: the width is the standard deviation, $\sqrt{d_k}$: 4, 8, 16. So we divide by it. This step is called [**scaling**](glossary.ipynb).
#
# $$\text{scaled} = \frac{Q K^\top}{\sqrt{d_k}}$$

# %% [markdown] id="spread-scaled" lang="zh" agreed="587e2f4c-924f852d"
# 2 倍：宽度对应的是标准差 $\sqrt{d_k}$，依次是 4、8、16。那就除以它。这一步叫做[**缩放**](glossary.ipynb)（scaling）。
#
# $$\text{缩放后的分数} = \frac{Q K^\top}{\sqrt{d_k}}$$

# %% id="spread-scaled-histogram"
histograms({f"d_k = {d_k}": dots(d_k) / np.sqrt(d_k) for d_k in (16, 64, 256)}, xlabel="scaled")

# %% [markdown] id="small" lang="en"
# Now all have the width 1.
#
# Somebody wants to check the rule with two random 2 × 2 matrices. $d_k$ is 2, so the variance of the four scores should be 2. It comes out as 1.6. Is the rule wrong? We repeat this experiment eight times; the last number printed is the variance of 10,000 pairs, again with $d_k = 2$.

# %% [markdown] id="small" lang="zh" agreed="d8a2e09a-f2e40a5f"
# 现在宽度都是 1。
#
# 有人想验证这条规律，拿了两个随机的 2 × 2 矩阵。$d_k$ 是 2，四个分数的方差应该是 2，结果算出来是 1.6。是规律错了吗？把这个实验重复八次；最后再打印一个数，是 $d_k = 2$ 时 10,000 对的方差：

# %% id="small-experiments"
rng = np.random.default_rng(0)
small = []
for _ in range(8):
    Q, K = rng.standard_normal((2, 2, 2))
    small.append(scores(Q, K).var())
print(np.round(small, 2), dots(2).var().round(2))

# %% [markdown] id="small-explain" lang="en"
# The rule holds: with 10,000 pairs the variance is 2.03. The eight small experiments reach from 0.15 to 2.57: four numbers say next to nothing about a variance, and 1.6 is no surprise. Measure a variance with many numbers, or repeat the measurement.
#
# <details><summary>For the curious: are the small experiments right on average?</summary>
#
# No, they come out at 1.5 on average: `var` measures from the mean of the four numbers, which lies closer to them than the true mean, 0. Try it with 10,000 small experiments in one batch: `Q, K = rng.standard_normal((2, 10_000, 2, 2))`, then `scores(Q, K).var((-2, -1)).mean()`.
#
# </details>

# %% [markdown] id="small-explain" lang="zh" agreed="4005264d-a824a082"
# 规律没有错：10,000 对的方差是 2.03。八次小实验，从 0.15 到 2.57 都有：只凭四个数，几乎看不出方差是多少，得到 1.6 毫不奇怪。测方差，要么用很多个数，要么多测几遍。
#
# <details><summary>想再深究：小实验平均下来准吗？</summary>
#
# 不准，平均是 1.5：`var` 是从这四个数自己的平均值算起的，它比真正的均值 0 离这四个数更近。把 10,000 个小实验放进一个 batch，自己试试：先 `Q, K = rng.standard_normal((2, 10_000, 2, 2))`，再 `scores(Q, K).var((-2, -1)).mean()`。
#
# </details>

# %% [markdown] id="spread-lecturer" lang="en" tags=["lecturer"]
# Before `spread-dots` collect numbers on the board: 1, 8, 64, 4096 all come. Let them defend 8 (that is the standard deviation) against 64. Before `spread-histogram`: half will say four times. A distance doubles when its square becomes four times as large.

# %% [markdown] id="spread-lecturer" lang="zh" agreed="12a68c76-8b481ac0" tags=["lecturer"]
# 运行 `spread-dots` 之前，把大家猜的数写在黑板上：1、8、64、4096 都会出现。让猜 8 的（那其实是标准差）和猜 64 的说说理由。运行 `spread-histogram` 之前，会有一半人说 4 倍。告诉他们：平方变成 4 倍，长度只变成 2 倍。

# %% [markdown] id="why" lang="en"
# ## 7 · Why exactly √d_k? (7 min)
#
# A large score does no harm by itself; softmax makes it a problem. [Softmax](glossary.ipynb) turns a row of scores into [weights](glossary.ipynb) that sum to one; the larger a score, the larger its weight (how, lesson 04 shows). We take 40 random sentences of $n = 8$ words with $d_k = 512$. Predict: how even are the eight weights of a row if we do not scale, and if we do? We print three rows, first unscaled, then scaled.

# %% [markdown] id="why" lang="zh" agreed="0c1ab51a-9fc96b80"
# ## 7 · 为什么偏偏是 √d_k？（7 分钟）
#
# 分数大，本身没有什么不好，问题出在 softmax 上。[softmax](glossary.ipynb) 把一行分数变成一行[注意力权重](glossary.ipynb)（weights），加起来等于 1；分数越大，权重越大（怎样变，第 04 课再讲）。取 40 个随机的句子，每句 $n = 8$ 个词，$d_k = 512$。先猜：不缩放时，一行的八个权重差得多吗？缩放以后呢？下面各打印三行，先是不缩放的，再是缩放的。

# %% id="why-rows"
def rows(d_k, divisor):
    Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, d_k))
    return softmax(scores(Q, K) / divisor)

print(rows(512, 1)[0, :3].round(2))
print(rows(512, np.sqrt(512))[0, :3].round(2))

# %% [markdown] id="why-controls" lang="en"
# Without scaling, one word takes nearly all. But would another divisor not do? We try five: 1 (no scaling), $\sqrt{d_k}$, $d_k$, $\sqrt{d_{model}}$ with $d_{model} = 512$, and $\sqrt{n}$ with $n = 8$. For each $d_k$ we take the largest weight of a row, on average. It lies between 1/8 (all words get the same) and 1 (one word takes all).
#
# Predict: if the divisor is too large, does it go towards 1 or towards 1/8? And which of the five lines will be level?

# %% [markdown] id="why-controls" lang="zh" agreed="8131c4ab-7ed369bc"
# 不缩放时，一个词几乎独占了全部权重。那么，换一个除数行不行？试五个：1（不缩放）、$\sqrt{d_k}$、$d_k$、$\sqrt{d_{model}}$（$d_{model} = 512$）、$\sqrt{n}$（$n = 8$）。对每个 $d_k$，取一行里最大的权重，求平均。它在 1/8（每个词一样多）和 1（一个词独占）之间。
#
# 先猜：除数太大，它会靠近 1，还是靠近 1/8？五条线里，哪一条会是水平的？

# %% id="why-largest"
d_ks, one = 2 ** np.arange(10), np.ones(10)
divisors = {"no_scale": one, "√d_k": np.sqrt(d_ks), "d_k": d_ks}
divisors["√d_model"] = np.sqrt(512) * one
divisors["√n"] = np.sqrt(8) * one
lines = {}
for name, divisor in divisors.items():
    lines[name] = [rows(d_k, by).max(-1).mean() for d_k, by in zip(d_ks, divisor)]
curves(d_ks, lines, xlabel="d_k", ylabel="largest_weight", log="x")

# %% [markdown] id="why-learning" lang="en"
# Only $\sqrt{d_k}$ is level: about 0.35 from $d_k = 8$ on. Too large a divisor, such as $d_k$, makes all words alike, 1/8; too small a one makes softmax peaked. (Many remember it the other way round.) $\sqrt{512}$ and $\sqrt{8}$ fit at one $d_k$ alone.
#
# Why is either bad? Training asks: if we nudge the queries, how far do the weights move, compared with the nudge? This ratio is what a **gradient** measures; where nothing moves, nothing can be learned. We nudge $Q$ by about 0.001, take the weight that moves most in a row, and draw the middle one of all rows (the median). Predict: which two lines end lowest?

# %% [markdown] id="why-learning" lang="zh" agreed="c4674235-6c31a4f7"
# 水平的只有 $\sqrt{d_k}$：从 $d_k = 8$ 起一直在 0.35 左右。除数太大（例如 $d_k$），每个词的权重都接近 1/8；太小，权重就集中到一个词上。不少人正好记反了。$\sqrt{512}$ 和 $\sqrt{8}$，各自只在一个 $d_k$ 上合适。
#
# 太平均、太集中，有什么不好？训练时要问：把查询稍稍推动一点，权重会动多少？**梯度**衡量的就是这个比值；权重不动，就学不到东西。把 $Q$ 的每个数推动 0.001 左右，取一行里动得最多的权重；图中画的是所有行里居中的那一行（中位数）。先猜：到最右端，哪两条线最低？

# %% id="why-gradient"
def moved(d_k, divisor):
    Q, K, push = np.random.default_rng(0).standard_normal((3, 40, 8, d_k))
    before = softmax(scores(Q, K) / divisor)
    after = softmax(scores(Q + 0.001 * push, K) / divisor)
    return abs(after - before).max(-1) / 0.001

for name, divisor in divisors.items():
    lines[name] = [np.median(moved(d_k, by)) for d_k, by in zip(d_ks, divisor)]
curves(d_ks, lines, xlabel="d_k", ylabel="gradient", log="xy")

# %% [markdown] id="why-honest" lang="en"
# At $d_k = 512$ this gradient is 0.001 without scaling, 0.009 with $d_k$, and 0.23 with $\sqrt{d_k}$. Scores that are too large saturate softmax: one weight is 1 and stays 1. Scores that are too small make all words nearly equal, and a query has hardly any say. $\sqrt{d_k}$ is not the highest line everywhere, but the only one that becomes level.
#
# <details><summary>For the curious: why the middle row, and not the mean?</summary>
#
# Without scaling, most rows hardly move: `(moved(512, 1) < 0.01).mean()` is 0.59. In a few, two keys are nearly tied, and they react strongly: `moved(512, 1).max()` is 20.7. Those few lift the mean to 0.73, more than the 0.26 with $\sqrt{512}$, and hide all the others.
#
# </details>

# %% [markdown] id="why-honest" lang="zh" agreed="f022200a-2f03ffa9"
# $d_k = 512$ 时，不缩放，梯度是 0.001；除以 $d_k$，是 0.009；除以 $\sqrt{d_k}$，是 0.23。分数太大，softmax 就饱和了：有一个权重是 1，怎么推都还是 1。分数太小，每个词几乎都一样，查询不起什么作用。$\sqrt{d_k}$ 并不是处处最高，但只有它会变成水平线。
#
# <details><summary>想再深究：为什么看居中的一行，而不看平均？</summary>
#
# 不缩放时，大多数行几乎一动不动：`(moved(512, 1) < 0.01).mean()` 是 0.59。少数几行里有两个键几乎打平，反应特别剧烈：`moved(512, 1).max()` 是 20.7。有了这几行，平均就是 0.73，比除以 $\sqrt{512}$ 时的 0.26 还大，别的行不动，也就看不出来了。
#
# </details>

# %% [markdown] id="why-lecturer" lang="en" tags=["lecturer"]
# Before `why-largest`, let everybody draw the five lines on paper. Usual answer: $d_k$ is level, "because the variance is $d_k$". Say: softmax sees the numbers, not their squares. At `why-gradient`, somebody will ask why the line without scaling first rises: with moderate scores softmax reacts most; it dies later.

# %% [markdown] id="why-lecturer" lang="zh" agreed="eaf01e51-96cd63ee" tags=["lecturer"]
# 运行 `why-largest` 之前，让每个人在纸上画出五条线。常见的答案是除以 $d_k$ 的那条水平，“因为方差是 $d_k$”。告诉他们：softmax 看到的是数本身，不是数的平方。到 `why-gradient` 时，会有人问不缩放的线为什么先升后降：分数适中时 softmax 最灵敏，再大就饱和了。

# %% [markdown] id="heads" lang="en"
# ## 8 · Three doubts (4 min)
#
# Three doubts about $\sqrt{d_k}$ come up again and again.
#
# The first: is the divisor not the number of heads, or $\sqrt{d_{model}}$? In the first Transformer, $d_{model} = 512$ is shared among $h = 8$ heads, each with scores of its own (lesson 07). So $d_k = 512 / 8 = 64$, and the root of 64 is 8, the number of heads. Is that a rule? For five values of $h$ we print $h$, $d_k$ and $\sqrt{d_k}$. In how many lines are the first and the last number equal?

# %% [markdown] id="heads" lang="zh" agreed="41dcf5eb-e506a50c"
# ## 8 · 三个疑问（4 分钟）
#
# 关于 $\sqrt{d_k}$，有三个问题经常有人问。
#
# 第一个：除数会不会是头的个数，或者 $\sqrt{d_{model}}$？最早的 Transformer 里，$d_{model} = 512$ 分给 $h = 8$ 个头，每个头各算一份分数（留到第 07 课再讲）。于是 $d_k = 512 / 8 = 64$，64 的平方根是 8，正好等于头的个数。这是规律吗？$h$ 取五个值，每行打印 $h$、$d_k$ 和 $\sqrt{d_k}$。有几行的第一个数和最后一个数相等？

# %% id="heads-table"
for h in (1, 2, 4, 8, 16):
    print(h, 512 // h, np.sqrt(512 // h).round(2))

# %% [markdown] id="scale-q" lang="en"
# In one line only: a coincidence. And $\sqrt{d_{model}} = 22.63$ fits a single head alone. What counts is how many terms a score adds up, and that is $d_k$.
#
# The second doubt is about the place. Some programs do not divide the scores but $Q$, before the product; others divide queries and keys, each by the fourth root of $d_k$. Are those bugs? We compare both with the scaled scores of `first_look`, where $d_k = 3$.

# %% [markdown] id="scale-q" lang="zh" agreed="bbb8dc0e-33e3633a"
# 只有一行，所以是巧合。$\sqrt{d_{model}} = 22.63$ 也只适合单头的情形。要看的是一个分数由多少项相加，也就是 $d_k$。
#
# 第二个疑问：在哪一步缩放？有的程序不除分数，而是在做乘法之前先缩放 $Q$；还有的把查询和键各除以 $d_k$ 的四次方根。这算错误吗？拿这两种做法和 `first_look` 缩放后的分数比一比，这里 $d_k = 3$。

# %% id="scale-q-equal"
trace = load_example("first_look").trace()
Q, K = trace.Q, trace.K
print(np.allclose(scores(Q / 3**0.5, K), trace.scaled))
print(np.allclose(scores(Q / 3**0.25, K / 3**0.25), trace.scaled))

# %% [markdown] id="assumption" lang="en"
# Neither is a bug: a factor may stand anywhere in a product, and the two fourth roots multiply to the square root.
#
# The third doubt is about our assumption: independent numbers with mean 0 and variance 1. Must they be drawn as we did it? With $d_k = 64$ we print the variance of the scores divided by 8: first as before, then with three other kinds of numbers. Only +1 and −1, as if tossing a coin; all numbers doubled; 1 added to all. In which of the three is the variance still about 1? (A last line shows the scaled scores of `first_look`.)

# %% [markdown] id="assumption" lang="zh" agreed="886b9e38-b5b8f4fc"
# 都不算：乘积里的系数放在哪里都一样，两个四次方根相乘就是平方根。
#
# 第三个疑问：我们的前提是各个数互相独立，均值为 0，方差为 1。换一种数，还成立吗？取 $d_k = 64$，分数都除以 8，打印方差。第一行的数和前面一样，后面三行换成：只有 +1 和 −1，像抛硬币一样；所有的数加倍；所有的数加 1。这三行里，哪一行的方差仍然在 1 左右？（最后再打印一个数，是 `first_look` 缩放后的分数的方差。）

# %% id="assumption-broken"
q, k = np.random.default_rng(0).standard_normal((2, 1_000, 64))
for a, b in ((q, k), (np.sign(q), np.sign(k)), (2 * q, 2 * k), (q + 1, k + 1)):
    print(((a * b).sum(-1) / 8).var().round(1))
print(load_example("first_look").trace().scaled.var().round(1))

# %% [markdown] id="assumption-explain" lang="en"
# With the coin: its tosses are independent, their mean is 0 and their variance 1, and no more is needed. Doubled numbers make the variance 16 times as large, a mean of 1 three times. $\sqrt{d_k}$ takes out the growth of the variance with $d_k$ and nothing else. In `first_look`, made by hand, 3.2 is left, and a trained network, too, may have scores of another size. The rule is about the start of training: the matrices are random then, and the spread of scores grows like $\sqrt{d_k}$.

# %% [markdown] id="assumption-explain" lang="zh" agreed="9f05df22-38c9746b"
# 抛硬币的那一行：各次互相独立，均值是 0，方差是 1，满足这些就够了。所有的数加倍，方差变成 16 倍；加 1，均值不再是 0，方差变成 3 倍。除以 $\sqrt{d_k}$，消除的只是方差随 $d_k$ 的增长。`first_look` 的数是人工设定的，缩放后方差还有 3.2；训练好的网络也一样，分数可能更分散，也可能更集中。这条规律说的是训练刚开始的时候：那时矩阵是随机的，分数的分散程度和 $\sqrt{d_k}$ 成正比。

# %% [markdown] id="doubts-lecturer" lang="en" tags=["lecturer"]
# At `heads` somebody will be sure that the divisor is the number of heads: ask for 16 heads. At `scale-q` ask which is cheapest for a long sentence: scaling $Q$ takes $n \cdot d_k$ divisions, scaling the scores $n^2$. At `assumption` most expect the coin to fail, "because it is no bell curve". Say: the variance of a sum needs none.

# %% [markdown] id="doubts-lecturer" lang="zh" agreed="ba93675f-6dfc2f73" tags=["lecturer"]
# 到 `heads`，会有人肯定地说除数就是头的个数。问：16 个头呢？到 `scale-q`，问句子很长时哪种做法最省：缩放 $Q$ 要做 $n \cdot d_k$ 次除法，缩放分数要做 $n^2$ 次。到 `assumption`，多数人以为抛硬币的那一行不行，“因为不是正态分布”。告诉他们：方差相加，不要求正态分布。

# %% [markdown] id="puzzle" lang="en"
# ## 9 · A puzzle (3 min)
#
# So far *chases* gives *cat* the score 0: it is nothing to eat. Change $W_K$ so that *chases* gives *cat* more than 5, while *fish* stays below 7. One number is enough. Click on any score to see how it is made.
#
# <details><summary>A hint</summary>
#
# Which feature does *cat* have and *fish* not? That is the row to change. Which of the three numbers does *chases* ask for? That is the column.
#
# </details>
#
# <details><summary>One solution</summary>
#
# Row *hunts* (3), column 1, set to 3. The key of *cat* becomes (2, 3, 0), and its score is 6.
#
# </details>

# %% [markdown] id="puzzle" lang="zh" agreed="c2a43950-59487a2b"
# ## 9 · 一个谜题（3 分钟）
#
# 现在“追”给“猫”的分数是 0，因为“猫”不算可吃的东西。请改 $W_K$，让“追”给“猫”的分数大于 5，同时给“鱼”的仍小于 7。改一个数就够了。点任意一个分数，可以看它是怎样算出来的。
#
# <details><summary>提示</summary>
#
# 哪个特征“猫”有而“鱼”没有？这就是要改的行。“追”要找的是三个数里的哪一个？这就是要改的列。
#
# </details>
#
# <details><summary>一个解法</summary>
#
# “会捕猎”那一行（第 3 行）的第 1 列改成 3。“猫”的键变成 (2, 3, 0)，分数是 6。
#
# </details>

# %% id="puzzle-explorer"
look, shown = load_example("first_look"), ("X", "W_Q", "W_K", "Q", "K", "scores")
Explorer(look, shown, edit="W_K", goal=[("scores", 2, 1, ">", 5), ("scores", 2, 3, "<", 7)])

# %% [markdown] id="swapped" lang="en"
# ## 10 · Two mistakes, and PyTorch (3 min)
#
# The first mistake: $K Q^\top$ for $Q K^\top$. The shape is the same, (4, 4), and no error appears. In the right table *chases* asks most for *fish*. Predict from the picture of section 3: for whom does *chases* ask in the swapped one?

# %% [markdown] id="swapped" lang="zh" agreed="79ee45e7-6c9c5b36"
# ## 10 · 两个错误，以及 PyTorch（3 分钟）
#
# 第一个错误：把 $Q K^\top$ 写成 $K Q^\top$。形状同样是 (4, 4)，也不报错。正确的表里，“追”最想找“鱼”。看着第 3 节的图猜一猜：换了位置以后，“追”这一行里谁的分数最高？

# %% id="swapped-picture"
look = load_example("first_look")
trace = look.trace()
heatmap(trace.K @ trace.Q.mT, look.tokens, look.tokens, kind="signed")

# %% [markdown] id="swapped-explain" lang="en"
# *cat*: this row now says who asks for *chases*. The table is the transpose of the right one. The mistake shows when there are not as many queries as keys, as in this test with two queries:

# %% [markdown] id="swapped-explain" lang="zh" agreed="95bab197-4ba4a227"
# “猫”：这一行现在说的是“谁在找‘追’”。整张表成了正确结果的转置。要发现它，就让查询和键的个数不同，例如只取两个查询：

# %% id="swapped-shapes"
print(scores(trace.Q[:2], trace.K).shape)
print((trace.K @ trace.Q[:2].mT).shape)

# %% [markdown] id="batch" lang="en"
# Rows are words that ask, so (2, 4) is right.
#
# The second mistake needs a batch: `.T` in place of `.mT`. Both sentences of `hand_worked` together make $K$ of the shape (2, 3, 4). What does each of the two transposes make of it?

# %% [markdown] id="batch" lang="zh" agreed="0183783c-4f6816f4"
# 行是“找”的词，所以 (2, 4) 是对的。
#
# 第二个错误要有一批句子才看得到：该用 `.mT` 时用了 `.T`。`hand_worked` 的两个句子放在一起，$K$ 的形状是 (2, 3, 4)。两种转置分别得到什么形状？

# %% id="batch-transposes"
both = load_example("hand_worked").trace()
print(both.K.mT.shape, both.K.T.shape)

# %% [markdown] id="batch-explain" lang="en"
# `.mT` turns each sentence, `.T` turns all axes round and mixes the sentences: numpy would refuse `both.Q @ both.K.T`.
#
# <details><summary>For the curious: when does nobody refuse?</summary>
#
# For example when the number of sentences, the number of words and $d_k$ are equal; and then the numbers are wrong. Try it: `Q, K = np.random.default_rng(0).standard_normal((2, 4, 4, 4))`, then `np.allclose(Q @ K.T, Q @ K.mT)`.
#
# </details>

# %% [markdown] id="batch-explain" lang="zh" agreed="f12f7f0a-ca401f7a"
# `.mT` 把每个句子各自转置；`.T` 把所有的轴倒过来，句子就混在一起了：`both.Q @ both.K.T` 会报错。
#
# <details><summary>想再深究：什么时候不会报错？</summary>
#
# 比如句子数、词数和 $d_k$ 正好相等的时候。这时不报错，数却是错的。自己试试：先 `Q, K = np.random.default_rng(0).standard_normal((2, 4, 4, 4))`，再 `np.allclose(Q @ K.T, Q @ K.mT)`。
#
# </details>

# %% [markdown] id="torch" lang="en"
# Now PyTorch, where scores are written in the same way. Its own attention function does not return scores, but the weights times the values (lesson 05 shows this step). If $V$ is the identity matrix, that is the weights, and we can compare: does PyTorch scale by $\sqrt{d_k}$?

# %% [markdown] id="torch" lang="zh" agreed="bfa5e80f-dffd150a"
# 再看 PyTorch，写法完全一样。它自带的注意力函数不返回分数，只返回权重乘以值的结果（第 05 课会讲这一步）。不过让 $V$ 等于单位矩阵，得到的就是权重，可以拿来比较：PyTorch 缩放时除以的是 $\sqrt{d_k}$ 吗？

# %% id="torch-scores" tags=["torch"]
import torch
Q, K = torch.from_numpy(both.Q), torch.from_numpy(both.K)
print(np.allclose(Q @ K.mT, both.scores))
weights = torch.nn.functional.scaled_dot_product_attention(Q, K, torch.eye(3).double().expand(2, 3, 3))
np.allclose(weights, softmax(scale(both.scores, d_k=4)))

# %% [markdown] id="torch-explain" lang="en"
# It does: the identity as $V$ changes nothing, and the weights are those of the scores divided by $\sqrt{4}$.

# %% [markdown] id="torch-explain" lang="zh" agreed="e94690cf-a05d8176"
# 是的：用单位矩阵作 $V$，什么也不改变；得到的权重，正是分数除以 $\sqrt{4}$ 以后的权重。

# %% [markdown] id="exercises" lang="en"
# ## 11 · Write it yourself (5 min)
#
# Put code in place of `...` and run the cell; the check tries it on random inputs and says what is off. Stuck? `check.hint("scores")` gives a hint, a second call the next; `check.solution("scores")` leads to the code. The lesson goes on in any case.
#
# **1 · Scores** (★, 2 min). `my_scores` takes queries (n, d_k) and keys (m, d_k) and returns (n, m). A batch may stand in front.

# %% [markdown] id="exercises" lang="zh" agreed="af85ca26-9dc08034"
# ## 11 · 自己写一写（5 分钟）
#
# 把 `...` 换成代码，运行这一格，检查程序会用随机的输入来试，错了就告诉你错在哪里。卡住了，运行 `check.hint("scores")` 看一条提示，再运行一次看下一条；`check.solution("scores")` 会告诉你怎样看参考答案。没做出来也不影响往下学。
#
# **1 · 分数**（★，2 分钟）。`my_scores` 的参数是查询 (n, d_k) 和键 (m, d_k)，返回 (n, m)。前面还可能有 batch 轴。

# %% id="exercise-scores" tags=["exercise"]
from attnlib import check

def my_scores(Q, K):
    ...

my_scores = check.scores(my_scores)

# %% [markdown] id="exercise-scale-text" lang="en"
# **2 · Scale** (★★, 2 min). `my_scale` takes scores (n, m) and the number d_k and returns the scaled scores (n, m). Do it without looking at section 6.

# %% [markdown] id="exercise-scale-text" lang="zh" agreed="cfed9714-8aa6c4c6"
# **2 · 缩放**（★★，2 分钟）。`my_scale` 的参数是分数 (n, m) 和数 d_k，返回缩放后的分数 (n, m)。不看第 6 节，试着写出来。

# %% id="exercise-scale" tags=["exercise"]
def my_scale(S, d_k):
    ...

my_scale = check.scale(my_scale)

# %% [markdown] id="exercise-divisor-text" lang="en"
# **3 · A number** (★, 1 min). A model has $d_{model} = 768$ and 12 heads, and each head gets $768 / 12$ numbers of every query. By which number does it divide its scores? Put it in place of `...`.
#
# <details><summary>A hint</summary>
#
# How many products does one score add up? And is it their variance or their standard deviation that we divide by?
#
# </details>
#
# <details><summary>The answer</summary>
#
# 8: one score adds up 64 products, its variance grows to 64, and the standard deviation is the root of that.
#
# </details>

# %% [markdown] id="exercise-divisor-text" lang="zh" agreed="3edc8218-304dd5dc"
# **3 · 填一个数**（★，1 分钟）。某个模型 $d_{model} = 768$，有 12 个头，每个头分到查询的 $768 / 12$ 个数。它的分数要除以几？把答案填在 `...` 的位置。
#
# <details><summary>提示</summary>
#
# 一个分数是多少个乘积相加？要除以的，是它的方差，还是标准差？
#
# </details>
#
# <details><summary>答案</summary>
#
# 8：一个分数是 64 个乘积相加，方差是原来的 64 倍，标准差就是 8 倍。
#
# </details>

# %% id="exercise-divisor"
divisor = 1 / scale(np.ones((1, 1)), 768 // 12).item()
check.number(..., divisor)

# %% [markdown] id="recap" lang="en"
# ## 12 · Recap (2 min)
#
# * A score is $q \cdot k$; all scores are $Q K^\top$. Row: who asks. Column: who is asked. As a rule the table is not symmetric.
# * Apart from $X$, scores depend only on $W_Q W_K^\top$ (without biases), whose rank is at most $d_k$.
# * For independent numbers of mean 0 and variance 1, scores have the variance $d_k$. Divided by $\sqrt{d_k}$, they spread alike, however large $d_k$ is.
#
# Answer without scrolling back: when would the scores be symmetric? And what goes wrong with $d_k$ in place of $\sqrt{d_k}$?
#
# <details><summary>Answers</summary>
#
# For example if $W_Q = W_K$ (and their biases too). Divided by $d_k$, scores become too small, the weights nearly equal, and the gradient small.
#
# </details>
#
# Next: how a row of scores becomes a row of weights. [Lesson 04, softmax](04_softmax.ipynb).

# %% [markdown] id="recap" lang="zh" agreed="aea63ccf-57ef07bd"
# ## 12 · 小结（2 分钟）
#
# * 一个分数就是 $q \cdot k$，全部分数就是 $Q K^\top$。行是“找”的词，列是“被找”的词。这张表一般不对称。
# * 没有偏置时，除了 $X$，分数只取决于 $W_Q W_K^\top$，它的秩最多是 $d_k$。
# * 各个数互相独立、均值为 0、方差为 1 时，分数的方差是 $d_k$。除以 $\sqrt{d_k}$ 以后，不管 $d_k$ 多大，分散程度都一样。
#
# 合上这一课，回答两个问题：什么时候分数会是对称的？如果不除以 $\sqrt{d_k}$，而是除以 $d_k$，会出什么问题？
#
# <details><summary>答案</summary>
#
# 例如 $W_Q = W_K$（偏置也相同）的时候。除以 $d_k$，分数变得太小，权重几乎相等，梯度也很小。
#
# </details>
#
# 下一课：一行分数怎样变成一行权重。[第 04 课，softmax](04_softmax.ipynb)。
