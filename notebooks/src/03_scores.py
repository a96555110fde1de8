# %% [markdown] id="title" lang="en"
# # 03 · Scores: one experiment, two graphs
#
# In lesson 00 there was a small division: every score was divided by the same number, and no reason was given. Without it a row of weights can freeze: the query behind it moves, and the row hardly does.
#
# Why does it freeze, and why do we divide by just that number?
#
# About 25 minutes, and 10 for the exercises. You need [lesson 02](02_queries_keys_values.ipynb).

# %% [markdown] id="title" lang="zh" agreed="d77e6668-dbb703e6"
# # 03 · 注意力分数：一个实验，两张图
#
# 第 00 课里有一次不起眼的除法：每个分数都除以同一个数，当时没有说为什么。少了它，一行权重可能会冻住：背后的查询在变，它却几乎不变。
#
# 为什么会冻住？为什么要除以那个数？
#
# 约 25 分钟，练习另需 10 分钟。需要先学[第 02 课](02_queries_keys_values.ipynb)。

# %% id="setup"
import numpy as np
from attnlib import curves, heatmap, load_example, load_results, pipeline, scale, scores, show, softmax, use_language
from classroom import Explorer, ask, check, violins
use_language("en")

# %% id="strip"
pipeline(None, highlight=("scores", "scaled"))

# %% [markdown] id="links" lang="en"
# [← 02](02_queries_keys_values.ipynb) · [Glossary](glossary.ipynb) · [04 →](04_softmax.ipynb)

# %% [markdown] id="links" lang="zh" agreed="9d2f19f5-006df807"
# [← 02](02_queries_keys_values.ipynb) · [术语表](glossary.ipynb) · [04 →](04_softmax.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 6 min; before the riddle's output, ask what the 0.1 will do. Section 2, the heart: 20 min; let everybody draw the three lines on paper before the second question. Section 3: 12 min; write `my_scale` together, run the row again, then the proof at the board, then real scores. Section 4: 6 min, the question by show of hands; `my_scores` is for home. Recap: 6 min. *For the curious* is for home, too.

# %% [markdown] id="plan" lang="zh" agreed="239c7279-750dc1ce" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 6 分钟；谜的结果先别露出来，问问加 0.1 会怎样。第 2 节是重点，20 分钟：第二个问题之前，先让每个人在纸上画出三条线。第 3 节 12 分钟：全班一起写 `my_scale`，把那一行再算一遍，然后在黑板上推导，最后看真实模型的分数。第 4 节 6 分钟，问题举手表决，`my_scores` 留作课后。小结 6 分钟。“想多了解一点”也留作课后。

# %% [markdown] id="riddle" lang="en"
# ## 1 · A riddle: a frozen row
#
# Here are the eight weights that one word gives to eight words, from scores that have *not* been divided. Queries and keys are random, more or less as before training. Each has 512 numbers, enough to make the effect easy to see.
#
# Training will move the query $q$ a little. Do the weights notice? For the second line we add 0.1 to each number of $q$, a step of about a tenth of its length:

# %% [markdown] id="riddle" lang="zh" agreed="73d79a44-174dd9a5"
# ## 1 · 一个谜：冻住的一行
#
# 下面有两行权重，都是同一个词分给八个词的份额，分数没有除以任何数。查询和键都是随机的，这一点和训练刚开始时差不多；各取 512 个数，好让现象明显一些。
#
# 第一行的查询是 $q$；第二行的查询，是给 $q$ 的每个数都加上 0.1（这一步不大：加上去的向量，长度约是查询的十分之一）。训练时，查询也会这样一点一点地变。看看权重会不会跟着变：

# %% id="lab-row"
Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, 512))
queries = {"q": Q[0, 2:3], "q + 0.1": Q[0, 2:3] + 0.1}
show({name: softmax(scores(q, K[0]))[0].round(3) for name, q in queries.items()})

# %% [markdown] id="riddle-said" lang="en"
# One word takes everything, and to three decimals nothing moves: the row is frozen. It is not the only one. Of 320 rows drawn in the same way, 53 % show no change. That matters: training changes numbers a little at a time, and where weights do not respond, training makes little progress (lesson 04).
#
# Weights come from scores. One word can take everything only if its score is far above the others. So we ask how far apart scores get, and why.

# %% [markdown] id="riddle-said" lang="zh" agreed="ede39a03-ee578640"
# 一个词独占全部，而且三位小数里看不出一点变化：这一行冻住了。这不是碰巧：照这样抽 320 行，有 53 % 看不出变化。这很要紧：训练是把数一点一点地改，权重几乎不动，就很难学下去（第 04 课）。
#
# 权重是由分数算出来的。一个词能独占全部，它的分数一定远远高过别的词。那就来查一查：分数会拉得多开，为什么会拉得这样开。

# %% [markdown] id="lab" lang="en"
# ## 2 · The experiment: how far apart do scores get?
#
# **Question.** A [**score**](glossary.ipynb) is the [**dot product**](glossary.ipynb) of a query and a key (lesson 00), a sum of $d_k$ products. In *small cat chases fish* $d_k$ is 3, in the riddle 512, in real models often 64 or 128. Does $d_k$ change how far scores spread?
#
# **Measure.** The numbers −3, −1, 0, 1, 3 have the mean 0. Their squared distances from it are 9, 1, 0, 1, 9. The mean of these, 4, is the **variance**; its square root, 2, is the **standard deviation**: how far numbers typically lie from their mean. We call it their *width*.

# %% [markdown] id="lab" lang="zh" agreed="349af873-d4193cda"
# ## 2 · 实验：分数会拉得多开？
#
# **问题。** [**注意力分数**](glossary.ipynb)（score）就是查询和键的[**点积**](glossary.ipynb)（第 00 课），由 $d_k$ 个乘积相加。“小 猫 追 鱼”里 $d_k$ 是 3，第 1 节的谜里是 512；真实的模型里，常见的是 64 或 128。$d_k$ 的大小，会不会影响分数散得多开？
#
# **怎样量。** −3、−1、0、1、3 这五个数，均值是 0，离均值的距离平方以后是 9、1、0、1、9。这些平方的均值是 4，叫**方差**；再开方得 2，叫**标准差**，它说的是这些数通常离均值多远。我们把它叫作*宽度*。

# %% [markdown] id="lab-method" lang="en"
# **Method.** Before training, queries and keys are more or less random; we take them as fully random. We draw 10,000 pairs, each number from the standard [**normal distribution**](glossary.ipynb) (the bell curve with mean 0 and variance 1) and *independently*: one number tells us nothing about the others.

# %% [markdown] id="lab-method" lang="zh" agreed="d1a6771b-67ed3843"
# **方法。** 训练刚开始时，查询和键差不多是随机的。我们就当它们完全随机，抽 10,000 对：每个数都取自标准[**正态分布**](glossary.ipynb)（钟形曲线，均值 0，方差 1），而且*相互独立*：知道其中一个，对猜别的没有帮助。

# %% id="lab-draw"
def random_scores(d_k, pairs=10_000):
    q, k = np.random.default_rng(d_k).standard_normal((2, pairs, d_k))
    return (q * k).sum(-1)

# %% [markdown] id="lab-ask" lang="en"
# **Result 1.** Guess before you see the graph:

# %% [markdown] id="lab-ask" lang="zh" agreed="757f61fc-6236ecfb"
# **结果一。** 看图之前先猜：

# %% id="lab-question"
ask("spread_of_scores", then=violins({f"d_k = {d_k}": random_scores(d_k) for d_k in (4, 16, 64)}, xlabel="score"))

# %% [markdown] id="lab-many" lang="en"
# **From scores to weights.** The farther apart the scores of a row, the more the largest takes. For $d_k$ from 1 to 512 we take the largest weight of each row and average it over 320 random rows. It lies between 1/8, where all weights are equal, and 1, where one word takes everything. We divide by 1 (*no scale*), by $\sqrt{d_k}$ or by $d_k$.

# %% [markdown] id="lab-many" lang="zh" agreed="ae9fa481-803fe4a8"
# **从分数到权重。** 一行分数拉得越开，最大的那个占的权重就越多。$d_k$ 从 1 到 512，各随机抽 320 行，找出每一行里最大的权重，再求平均。它总在 1/8（各个词一样多）和 1（一个词独占）之间。除数试三个：1（不缩放）、$\sqrt{d_k}$、$d_k$。

# %% id="lab-weights"
def largest_weight(d_k, divisor):
    Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, d_k))
    return softmax(scores(Q, K) / divisor).max(-1).mean()

d_ks, lines = 2 ** np.arange(10), {"1/8": np.full(10, 1 / 8)}
for name, power in {"no_scale": 0, "÷ √d_k": 0.5, "÷ d_k": 1}.items():
    lines[name] = [largest_weight(d_k, d_k**power) for d_k in d_ks]

# %% [markdown] id="lab-ask-2" lang="en"
# **Result 2.** Guess where one of the lines ends:

# %% [markdown] id="lab-ask-2" lang="zh" agreed="2221cf1e-5748b912"
# **结果二。** 画图之前，先猜其中一条线最后停在多高：

# %% id="lab-question-2"
ask("divided_by_d_k", then=curves(d_ks, lines, xlabel="d_k", ylabel="largest_weight", log="x"))

# %% [markdown] id="lab-lecturer" lang="en" tags=["lecturer"]
# Result 1: 16 times is the usual answer, since there are 16 times as many products; let them defend it against 4. A distance doubles when its square quadruples. Result 2: many say that the line for $d_k$ is level, because the variance is $d_k$; but softmax sees the numbers, not their squares. And many believe that a large divisor makes weights peaked: it is the other way round.

# %% [markdown] id="lab-lecturer" lang="zh" agreed="1a58d368-7210f9e9" tags=["lecturer"]
# 结果一：常有人答 16 倍，因为乘积的个数是 16 倍；让他们和答 4 倍的辩一辩。正方形的面积变成 16 倍，边长才变成 4 倍。结果二：会有人说 $d_k$ 那条是平的，因为方差是 $d_k$；可 softmax 看到的是数，不是数的平方。也会有人以为除数越大，权重越集中：正好相反。

# %% [markdown] id="scale" lang="en"
# ## 3 · The riddle solved
#
# **Exercise 1** (★, 5 min). In the second graph, which division keeps its line nearly level? Put it into your program: `my_scale` takes scores (n, m) and the number `d_k`, and returns the scores divided by a number that depends on $d_k$ alone.

# %% [markdown] id="scale" lang="zh" agreed="ee1bb15d-5dbf9fcb"
# ## 3 · 谜底
#
# **练习 1**（★，5 分钟）。第二张图里，哪一种除法让那条线大致是平的？把它写进程序：`my_scale` 接收分数 (n, m) 和数 `d_k`，返回除过的分数 (n, m)，除数只由 $d_k$ 决定。

# %% id="exercise-scale" tags=["exercise"]
def my_scale(S, d_k):
    ...

scale = check.scale(my_scale)

# %% [markdown] id="riddle-divided" lang="en"
# The two lines of section 1 again, now with your division:

# %% [markdown] id="riddle-divided" lang="zh" agreed="9f835bea-88705185"
# 第 1 节的那两行，加上你的除法，再算一遍：

# %% id="lab-row-divided"
Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, 512))
queries = {"q": Q[0, 2:3], "q + 0.1": Q[0, 2:3] + 0.1}
show({name: softmax(scale(scores(q, K[0]), 512))[0].round(3) for name, q in queries.items()})

# %% [markdown] id="riddle-why" lang="en"
# Every weight moves. And of the 320 rows, not one is frozen any more.
#
# Why was the row frozen? Its largest score was 11 above the next, so the next word got $e^{-11}$ of what the first got: 0.00002. When the query moves, so does the lead; but even with a lead of 10, three decimals show 1 and 0. After the division the lead is 0.5: every word has a share, and the change shows.

# %% [markdown] id="riddle-why" lang="zh" agreed="5b9d6c74-1d259400"
# 八个权重个个都动了。320 行全都这样除一遍，再没有一行冻住。
#
# 原来为什么会冻住？最大的分数比第二大的高出 11，第二个词分到的，就只有第一个词的 $e^{-11}$，也就是 0.00002。查询一动，这个差也会变一点；可是就算变成 10，三位小数里也还是 1 和 0。除过以后，只高出 0.5，个个都有份，一变就看得见。

# %% [markdown] id="lab-rule" lang="en"
# Why a square root? Because random scores have the width $\sqrt{d_k}$. The numbers in $q$ and $k$ are independent, with mean 0 and variance 1. So each product $q_c k_c$ (one for each column $c$) has the mean $0 \cdot 0 = 0$ and the variance $1 \cdot 1 = 1$. A score adds $d_k$ such products, and their variances (Var) add up:
#
# $$\operatorname{Var}(q \cdot k) = \underbrace{1 + 1 + \dots + 1}_{d_k} = d_k$$
#
# <details><summary>The rules behind this</summary>
#
# For independent numbers, the mean of a product is the product of the means, and the variance of a sum the sum of the variances. With mean 0, the variance is the mean of the squares: here of $q_c^2 k_c^2$, so $1 \cdot 1$.
#
# </details>

# %% [markdown] id="lab-rule" lang="zh" agreed="d0bd2479-66cb21d5"
# 为什么偏偏是平方根？因为随机分数的宽度就是 $\sqrt{d_k}$。$q$ 和 $k$ 里的数都相互独立，均值是 0，方差是 1。所以每个乘积 $q_c k_c$（每一列 $c$ 一个）的均值是 $0 \cdot 0 = 0$，方差是 $1 \cdot 1 = 1$。一个分数由 $d_k$ 个这样的乘积相加，它们的方差（Var）也相加：
#
# $$\operatorname{Var}(q \cdot k) = \underbrace{1 + 1 + \dots + 1}_{d_k} = d_k$$
#
# <details><summary>用到了哪些规则？</summary>
#
# 对相互独立的数，乘积的均值（也叫期望）等于均值的乘积，和的方差等于方差的和。均值是 0 时，方差就是平方的均值；这里就是 $q_c^2 k_c^2$ 的均值，等于 $1 \cdot 1$。
#
# </details>

# %% [markdown] id="lab-conclusion" lang="en"
# **Conclusion.** The width is $\sqrt{d_k}$: 2, 4 and 8 for $d_k$ = 4, 16 and 64, as measured. For the riddle's 512 it is about 23, and in most rows one word takes nearly everything. (For $d_k = 64$, common in models, 18 % of the rows freeze.) For such random numbers, division by $\sqrt{d_k}$ makes the width 1, whatever $d_k$ is. Division by $d_k$ goes too far: for a large $d_k$ each output is nearly the mean of all values, whatever the query.
#
# <details><summary>In the second graph: why does the line for the square root still rise a little, from 0.31 to 0.36?</summary>
#
# All scores of a row share one query, and a short query keeps them close together. With few numbers, queries are shorter on average: 0.8 times $\sqrt{d_k}$ at $d_k = 1$, nearly $\sqrt{d_k}$ at 512.
#
# </details>
#
# This step is called [**scaling**](glossary.ipynb); with it, dot-product attention becomes *scaled* dot-product attention ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.2.1).

# %% [markdown] id="lab-conclusion" lang="zh" agreed="64ef3b52-b1727cf4"
# **结论。** 宽度是 $\sqrt{d_k}$：$d_k$ 是 4、16、64 时，实验测得的也是 2、4、8（四舍五入）。谜里是 512，宽度大约是 23：拉得太开，多数行里一个词就几乎独占全部。（取 $d_k = 64$，模型里常见，有 18 % 的行冻住。）对这样的随机数，除以 $\sqrt{d_k}$，不管 $d_k$ 多大，宽度都是 1。除以 $d_k$ 却过了头：$d_k$ 一大，输出就差不多是所有值的平均，查询找什么都一样。
#
# <details><summary>第二张图里，除以平方根的那条线，为什么还是从 0.31 升到 0.36？</summary>
#
# 一行的分数共用一个查询，查询短，这一行的分数就挤在一起。数越少，查询平均越短：$d_k = 1$ 时只有 $\sqrt{d_k}$ 的 0.8 倍，512 时差不多就是 $\sqrt{d_k}$。
#
# </details>
#
# 这一步叫[**缩放**](glossary.ipynb)（scaling）；点积注意力加上这一步，就是**缩放点积注意力**（[Vaswani 等，2017](https://arxiv.org/abs/1706.03762)，3.2.1 节）。

# %% [markdown] id="lab-real" lang="en"
# **And in a real model?** The model of lesson 12 ($d_k = 32$) reads eight sentences. Beside the riddle's scaled scores stand 400 of its own, from the mean of their row: with $W_Q$ and $W_K$ as PyTorch starts them, and trained.

# %% [markdown] id="lab-real" lang="zh" agreed="fd75a8aa-fb7d20b0"
# **真实的模型呢？** 让第 12 课的那个模型（$d_k = 32$）读八个中文句子，看看缩放后的分数散得多开。除了谜里的随机分数，再画两种，各 400 个，都减去所在那一行的均值：一种把 $W_Q$ 和 $W_K$ 换成 PyTorch 刚建好时的随机数，一种是训练好的。

# %% id="lab-real-code" tags=["of-its-language"]
from attnlib.languages import language
real = load_results("real_text")["scores"][language()]
violins({"random": scale(scores(Q, K), 512).ravel(), **real}, xlabel="scaled_score")

# %% [markdown] id="lab-real-said" lang="en"
# At the start the width is only 0.05 (rows and matrices hold small numbers): all weights are nearly equal. Training has made it 1.9, with a long tail on the right: a few words stand out. The division does not fix how far trained scores spread. It makes the start independent of $d_k$; the rest is learned.

# %% [markdown] id="lab-real-said" lang="zh" agreed="459f241e-19fc01a9"
# 刚开始，宽度只有 0.05：行和矩阵里的数都小，各个词分到的几乎一样多。训练以后，宽度是 1.9，右边还拖着一条长尾：少数几个词的分数远远高过别的词。可见，训练以后分数散得多开，缩放管不了；缩放只让起点不随 $d_k$ 变，以后怎样，是模型自己学出来的。

# %% [markdown] id="all" lang="en"
# ## 4 · All scores at once
#
# So far you have used our `scores`. Write your own: a score for each word that looks and each word looked at, in one table.
#
# **Exercise 2** (★, 5 min). `my_scores` takes queries (n, d_k) and keys (m, d_k) and returns scores (n, m): a row for each query. (In self-attention m = n.) Further axes may stand in front (sentences, say), so touch only the last two; `.mT` transposes just these.

# %% [markdown] id="all" lang="zh" agreed="f3d06319-fcb324fd"
# ## 4 · 一次算出全部分数
#
# 前面一直在用我们的 `scores`，现在你自己来写：每个词对每个词都有一个分数，合起来是一张表。
#
# **练习 2**（★，5 分钟）。写出 `my_scores`：接收查询 (n, d_k) 和键 (m, d_k)，返回分数 (n, m)，一个查询一行。（自注意力里 m = n。）前面还可能多出别的轴，比如一批句子，所以只能动最后两个轴；`.mT` 就是只把最后两个轴转置。

# %% id="exercise-scores" tags=["exercise"]
def my_scores(Q, K):
    ...

scores = check.scores(my_scores)

# %% [markdown] id="mutual" lang="en"
# Which cell of the table does a score belong in?

# %% [markdown] id="mutual" lang="zh" agreed="7b9a05c6-77db2495"
# 先算一个分数：它该写在表的哪一格？

# %% id="mutual-question"
ask("where_it_goes")

# %% [markdown] id="mistake" lang="en"
# All sixteen, from your function:

# %% [markdown] id="mistake" lang="zh" agreed="e6de802b-ae3ede8d"
# 用你的函数，把十六个分数全部算出来：

# %% id="mistake-picture"
look = load_example("first_look")
trace = look.trace()
heatmap(scores(trace.Q, trace.K), look.tokens, look.tokens, kind="signed", title="Q Kᵀ")

# %% [markdown] id="mutual-why" lang="en"
# This is $Q K^\top$. The product $K Q^\top$ has the same shape, since n = m, and raises no error, but the row *chases* would then say who looks for *chases*. Now add your division:
#
# $$\text{scaled} = \frac{Q K^\top}{\sqrt{d_k}}$$
#
# Here $d_k = 3$, so the 6 of *cat → chases* becomes $6 / \sqrt{3}$, about 3.46.

# %% [markdown] id="mutual-why" lang="zh" agreed="1e97bfdc-035ea6de"
# 这就是 $Q K^\top$。要是写反了，写成 $K Q^\top$，n = m 时形状一样，也不报错；可是“追”那一行说的，就成了别的词有多想找“追”。
#
# 分数有了，再接上你写的除法：
#
# $$\text{scaled} = \frac{Q K^\top}{\sqrt{d_k}}$$
#
# 这里 $d_k = 3$，所以“猫 → 追”的 6 变成 $6 / \sqrt{3}$，约 3.46。

# %% [markdown] id="recap" lang="en"
# ## 5 · Recap
#
# Two questions to finish, the first on lesson 02:

# %% [markdown] id="recap" lang="zh" agreed="d624a86f-4c35de5d"
# ## 5 · 小结
#
# 最后还有两个问题，第一个问第 02 课：

# %% id="recap-question-1"
ask("when_symmetric")

# %% id="recap-question-2"
ask("divisor")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * A score is $q \cdot k$; all scores are $Q K^\top$. Row: the word that looks. Column: the word that is looked at.
# * The more products a score adds up, the wider the scores spread, until in most rows one word takes nearly everything, and many rows freeze.
# * For random queries and keys, as before training, division by $\sqrt{d_k}$ makes the width of the scores independent of $d_k$.
#
# Next: softmax by hand, and a dial that makes weights sharper or flatter. [Lesson 04, softmax →](04_softmax.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="6a4681f6-93264319"
# 这一课要记住的：
#
# * 一个分数是 $q \cdot k$，全部分数是 $Q K^\top$。行是在看的词，列是被看的词。
# * 一个分数里的乘积越多，分数就拉得越开，直到大多数行里一个词几乎独占全部，许多行就冻住了。
# * 查询和键还是随机的时候（训练之前），除以 $\sqrt{d_k}$，分数的宽度就不随 $d_k$ 变。
#
# 下一课：亲手算一次 softmax，再拧一个旋钮，让权重更集中，或者更平均。[第 04 课，softmax →](04_softmax.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# A puzzle, and three questions that come up again and again.

# %% [markdown] id="later" lang="zh" agreed="af0b549d-130ec658"
# ## 想多了解一点
#
# 一道谜题，和三个常见的疑问。

# %% [markdown] id="puzzle" lang="en"
# **Puzzle.** *cat → chases* has the score 6, *chases → cat* has 0. Turn that round: *chases → cat* should be above 5, *cat → chases* below 1. Change two numbers of $W_Q$, to whole numbers from −3 to 3.

# %% [markdown] id="puzzle" lang="zh" agreed="0d7fd9e6-42998992"
# **谜题。** “猫 → 追”的分数是 6，“追 → 猫”是 0。请把它倒过来：使“追 → 猫”大于 5，“猫 → 追”小于 1。在 $W_Q$ 里改两个数就够了，改成 −3 到 3 的整数。

# %% id="puzzle-explorer"
Explorer("first_look", ("X", "W_Q", "Q", "K", "scores"), goal="turned", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# The key of *cat* is (2, 0, 0), a doer: let *chases* look for one by writing 3 in the row *verb*, column *doer*, and the score becomes 6. The key of *chases* is (0, −1, 2), an action, and the query of *cat* has a 3 under *action*: 1 as a noun, 2 because it hunts. Write −1 in the row *hunts*, column *action*, and nothing is left: the score is 0.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="a798c48d-86b0587e"
# <details><summary>一个解法</summary>
#
# “猫”的键是 (2, 0, 0)，是施动者：让“追”去找施动者，在“动词”那一行的“施动者”一列写 3，分数就是 6。“追”的键是 (0, −1, 2)，是动作；“猫”的查询在“动作”一列是 3，其中 1 来自“名词”，2 来自“会捕猎”。在“会捕猎”那一行的“动作”一列写 −1，正好抵成 0，分数也是 0。
#
# </details>

# %% [markdown] id="curious" lang="en"
# **"I tried it with 2 × 2 matrices ($d_k = 2$), and the variance was 1.6, not 2."** Four scores say next to nothing about a variance. Besides, `.var()` measures from the numbers' own mean, so with $n$ numbers it comes out too small, on average by $1/n$ of it: for four numbers a quarter, 1.5 instead of 2. We draw 100,000 such samples. Here are the first eight variances, the mean of all, and the variance of 10,000 single scores:

# %% [markdown] id="curious" lang="zh" agreed="dd4e8ece-1e1ac009"
# **“我用 2 × 2 的矩阵试过（$d_k = 2$），方差是 1.6，不是 2。”** 只凭四个分数，几乎看不出方差是多少。而且 `.var()` 量的是离这些数自己的均值有多远：$n$ 个数这样算出的方差，平均比真正的方差小 $1/n$；四个数就小四分之一，平均是 1.5，不是 2。我们这样试 100,000 次。下面是前八次的方差、所有各次的平均，最后是一次取 10,000 对的：

# %% id="curious-small"
rng = np.random.default_rng(5)
small = scores(*rng.standard_normal((2, 100_000, 2, 2))).var((-2, -1))
show({"2 × 2": small[:8].round(2), "100,000": small.mean().round(2)})
q, k = rng.standard_normal((2, 10_000, 2))
show({"10,000": (q * k).sum(-1).var().round(2)})

# %% [markdown] id="curious-where" lang="en"
# **"This program divides $Q$, not the scores. Is that a bug?"** No: a constant factor can be applied anywhere in a product. Some programs divide $Q$; some divide queries and keys each by the fourth root of $d_k$. Here are the largest differences from our result, rounded:

# %% [markdown] id="curious-where" lang="zh" agreed="2b2adf6e-fd354663"
# **“这个程序除的是 $Q$，不是分数，是不是写错了？”** 没有错：乘积里的常数因子，放在哪里都一样。有的程序除 $Q$，有的把查询和键各除以 $d_k$ 的四次方根。这两种做法和我们的结果，最大相差多少（已四舍五入）：

# %% id="curious-where-code"
trace, root, fourth = load_example("first_look").trace(), 3**0.5, 3**0.25
show({"Q / √d_k": abs(scores(trace.Q / root, trace.K) - trace.scaled).max()})
show({"Q, K / √√d_k": abs(scores(trace.Q / fourth, trace.K / fourth) - trace.scaled).max()})

# %% [markdown] id="curious-two" lang="en"
# **"Why two matrices, and not one large one for the scores?"** Substitute $Q = X W_Q$ and $K = X W_K$:
#
# $$Q K^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# One large matrix, $W_Q W_K^\top$, would give the same scores. But two thin ones have fewer parameters if $2\, d_k < d_\text{model}$: with $d_\text{model} = 512$ and $d_k = 64$ they have 65,536 numbers instead of 262,144.
#
# The price: the [**rank**](glossary.ipynb) of the large matrix is at most $d_k$. (The rank counts the rows that are not weighted sums of the rows above them.) However long a row of $X$ is, it is first squeezed into $d_k$ numbers, and only these are compared. In our small example the rank is:

# %% [markdown] id="curious-two" lang="zh" agreed="1c2db276-b775cd80"
# **“为什么用两个矩阵，而不用一个大矩阵直接算分数？”** 把 $Q = X W_Q$ 和 $K = X W_K$ 代进去：
#
# $$Q K^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# 只用一个大矩阵 $W_Q W_K^\top$，也能算出同样的分数。但只要 $2\, d_k < d_\text{model}$，两个窄矩阵的参数就更少：$d_\text{model} = 512$、$d_k = 64$ 时是 65,536 个，而不是 262,144 个。
#
# 代价是，这个大矩阵的[**秩**](glossary.ipynb)（线性无关的行最多有几行，秩就是几）不超过 $d_k$：不管 $X$ 的一行有多长，算分数时都先压缩成 $d_k$ 个数，比较的只是它们。我们的小例子里，大矩阵的秩是：

# %% id="curious-two-code"
look = load_example("first_look")
B = look.W_Q @ look.W_K.mT
show(shape=B.shape, rank=np.linalg.matrix_rank(B))
