# %% [markdown] id="title" lang="en"
# # 03 · Scores: one experiment, two graphs
#
# Models built around attention are called Transformers, and nearly every one of them contains one small division. What is it for?
#
# The answer lies in the scores, the numbers that say how well a query fits a key. How large can they get? One experiment and two graphs will tell.
#
# About 30 minutes, and 10 for the exercises. You need [lesson 02](02_queries_keys_values.ipynb).

# %% [markdown] id="title" lang="zh" agreed="aeb5b0e3-e3becd19"
# # 03 · 注意力分数：一个实验，两张图
#
# 用注意力搭成的模型叫 Transformer。几乎每个 Transformer 里，都藏着一次不起眼的除法。为什么要除这一下？
#
# 这要从分数说起。分数表示一个查询和一个键有多匹配；一个分数能有多大呢？我们做一个实验，画两张图，看个明白。
#
# 约 30 分钟，练习另需 10 分钟。需要先学[第 02 课](02_queries_keys_values.ipynb)。

# %% id="setup"
import numpy as np
from attnlib import Explorer, ask, check, curves, explain, heatmap, histograms, load_example, pipeline, scores, show, softmax, use_language
use_language("en")

# %% id="strip"
pipeline(None, highlight=("scores", "scaled"))

# %% [markdown] id="links" lang="en"
# [← 02](02_queries_keys_values.ipynb) · [Glossary](glossary.ipynb) · [04 →](04_softmax.ipynb)

# %% [markdown] id="links" lang="zh" agreed="9d2f19f5-006df807"
# [← 02](02_queries_keys_values.ipynb) · [术语表](glossary.ipynb) · [04 →](04_softmax.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Sections 1 and 2: 6 min at the board. Section 3: 8 min; let the room write `my_scores`. Section 4: 8 min, with both questions by show of hands. Section 5: 18 min, the heart: let everybody draw the three lines on paper before the question. Section 6: 4 min. Recap: 3 min. The puzzle, the second exercise and *For the curious* are for home.

# %% [markdown] id="plan" lang="zh" agreed="6ab1bb88-b86a1ad3" tags=["lecturer"]
# **50 分钟安排。** 第 1、2 节 6 分钟，在黑板上算。第 3 节 8 分钟，让全班一起写 `my_scores`。第 4 节 8 分钟，两个问题都用举手表决。第 5 节 18 分钟，是本课的重点：提问之前，先让每个人在纸上画出三条线。第 6 节 4 分钟。小结 3 分钟。谜题、第二个练习和“想多了解一点”留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 02

# %% [markdown] id="recall" lang="zh" agreed="e4a2bd7f-1c35466d"
# ## 1 · 先回忆第 02 课

# %% id="recall-question"
ask("shape_of_W_Q")

# %% [markdown] id="pair" lang="en"
# ## 2 · One score
#
# A [**score**](glossary.ipynb) says how well a query fits a key. It is their [**dot product**](glossary.ipynb): multiply what the query looks for by what the key has, number by number, and add up. With $d_k = 3$ numbers each: $q \cdot k = q_0 k_0 + q_1 k_1 + q_2 k_2$.
#
# A score may be negative, and a word need not fit itself. In *small cat chases fish*, with the columns doer · food · action, *chases* looks for food and would rather not have an action. But *chases* is itself an action:

# %% [markdown] id="pair" lang="zh" agreed="74e677f2-e6faded0"
# ## 2 · 一个分数
#
# [**注意力分数**](glossary.ipynb)（score，教材里也常说成**相似度**）说的是一个查询和一个键有多匹配，用[**点积**](glossary.ipynb)来算：把查询和键里同一位置的数相乘，再全部加起来。这里 $d_k = 3$，所以 $q \cdot k = q_0 k_0 + q_1 k_1 + q_2 k_2$。
#
# 分数可以是负的，一个词也不一定和自己匹配。在“小 猫 追 鱼”里，查询和键的三列是：施动者（做动作的一方）· 食物 · 动作。“追”要食物，最好不要动作，可它自己偏偏就是动作：

# %% id="pair-self-explain"
trace = load_example("first_look").trace()
explain(trace, "scores", 2, 2)

# %% [markdown] id="all" lang="en"
# ## 3 · All scores: your program
#
# Four words look, four are looked at: sixteen scores. Row $i$ is the word that looks, column $j$ the word that is looked at.
#
# **Exercise 1** (★, 5 min). `my_scores` takes queries (n, d_k) and keys (m, d_k) and returns scores (n, m). (In self-attention m = n.) Further axes may stand in front (sentences, say), so touch only the last two; `.mT` transposes just these.

# %% [markdown] id="all" lang="zh" agreed="1a45bdbb-85906ac6"
# ## 3 · 全部分数：写你的程序
#
# 四个词各看四个词，一共十六个分数。第 $i$ 行是在看的词，第 $j$ 列是被看的词。
#
# **练习 1**（★，5 分钟）。写出 `my_scores`：接收查询 (n, d_k) 和键 (m, d_k)，返回分数 (n, m)。（自注意力里 m = n。）前面还可能多出别的轴，比如一批句子，所以只能动最后两个轴；`.mT` 就是只把最后两个轴转置。

# %% id="exercise-scores" tags=["exercise"]
def my_scores(Q, K):
    ...

scores = check.scores(my_scores)

# %% [markdown] id="mutual" lang="en"
# ## 4 · The table of scores
#
# First one score:

# %% [markdown] id="mutual" lang="zh" agreed="f0e59698-999677f9"
# ## 4 · 一张分数表
#
# 先看一个分数：

# %% id="mutual-question"
ask("where_it_goes")

# %% [markdown] id="mutual-all" lang="en"
# Now all sixteen. First guess which word gets the highest score from *fish*; then the table appears. Change a number of $W_Q$ or $W_K$, and see what moves.

# %% [markdown] id="mutual-all" lang="zh" agreed="22a2e008-a070a605"
# 再看全部十六个。先猜“鱼”给哪个词的分数最高，猜过以后，分数表才会出现。然后在 $W_Q$ 或 $W_K$ 里改一个数，看看表里哪些地方跟着变。

# %% id="mutual-explorer"
steps = ("X", "W_Q", "W_K", "Q", "K", "scores")
Explorer("first_look", steps, predict=("scores", 3), edit=("W_Q", "W_K"), controls=("undo",))

# %% [markdown] id="mutual-why" lang="en"
# All sixteen scores together are $S = Q K^\top$. Across the diagonal stand the same two words the other way round, usually with a different score: the table is usually not **symmetric**.
#
# <details><summary>What moves</summary>
#
# Each row of $W_Q$ belongs to a feature. Change a number there, and in the table of scores only the rows of words with this feature move. If you change a number of $W_K$, only the columns of the words with its feature move.
#
# </details>

# %% [markdown] id="mutual-why" lang="zh" agreed="bb4b7034-70c10750"
# 十六个分数合起来就是 $S = Q K^\top$。把一格沿对角线翻过去，还是同一对词，但方向相反，分数一般也不同：这张表一般不**对称**。
#
# <details><summary>会看到什么</summary>
#
# $W_Q$ 的每一行属于一个特征。改这一行里的一个数，分数表里会变的，只是带这个特征的那些词的行；改 $W_K$ 里的一个数，会变的只是带相应特征的那些词的列。
#
# </details>

# %% [markdown] id="lab" lang="en"
# ## 5 · The experiment: how large can a score get?
#
# **Question.** A score adds up $d_k$ products. Our $d_k$ is 3; in real models it is often 64 or 128. Does $d_k$ change how widely the scores spread?
#
# **Measure.** The numbers −3, −1, 0, 1, 3 have the mean 0. The squares of their distances from it are 9, 1, 0, 1, 9. The mean of these squares, 4, is the **variance**; its square root, 2, is the **standard deviation**, which says how far numbers typically lie from their mean. We call it their *width*.

# %% [markdown] id="lab" lang="zh" agreed="0b96f796-d222ba43"
# ## 5 · 实验：分数可以有多大？
#
# **问题。** 一个分数要把 $d_k$ 个乘积加起来。我们的 $d_k$ 是 3；真实的模型里，常见的是 64 或 128。$d_k$ 的大小，会不会影响分数散得多开？
#
# **怎样量。** −3、−1、0、1、3 这五个数，均值是 0，离均值的距离平方以后是 9、1、0、1、9。这些平方的均值是 4，叫**方差**；再开方得 2，叫**标准差**，它说的是这些数通常离均值多远。我们把它叫作*宽度*。

# %% [markdown] id="lab-method" lang="en"
# **Method.** Before training, queries and keys are more or less random. We draw 10,000 pairs, each number from the standard [**normal distribution**](glossary.ipynb) (the bell curve with mean 0 and variance 1) and *independently*: one number tells us nothing about the others.

# %% [markdown] id="lab-method" lang="zh" agreed="bd02fd75-67ed3843"
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
ask("spread_of_scores", then=histograms({f"d_k = {d_k}": random_scores(d_k) for d_k in (4, 16, 64)}, xlabel="score", bins=80))

# %% [markdown] id="lab-softmax" lang="en"
# **Why it matters.** Softmax turns a row of scores into weights that sum to one (lesson 00). The farther apart the scores of a row, the more the largest takes. Here is one row of 8 weights for $d_k = 512$, first from the scores as they are (*no scale*), then from the scores divided by $\sqrt{512}$. The third and fourth lines show both after we add 0.1 to each number of the query:

# %% [markdown] id="lab-softmax" lang="zh" agreed="727d4a64-8a38601e"
# **为什么要紧。** softmax 把一行分数变成加起来等于 1 的权重（第 00 课见过）。一行分数拉得越开，最大的那个就占得越多。下面是 $d_k = 512$ 时的一行权重，一共 8 个：先是分数原样不动的（“不缩放”），再是分数除以 $\sqrt{512}$ 的。后面两行，是给查询的每个数都加上 0.1 以后的结果：

# %% id="lab-row"
Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, 512))
for query in (Q[0, 2:3], Q[0, 2:3] + 0.1):
    row = scores(query, K[0])
    show({"no_scale": softmax(row)[0].round(3), "÷ √d_k": softmax(row / 512**0.5)[0].round(3)})

# %% [markdown] id="lab-many" lang="en"
# Without scaling one word takes everything, before and after. Training changes the matrices a little at a time, in whichever direction improves the result. Where no weight moves, it cannot find that direction. With scaling every weight moves. (Most unscaled rows are like this one; lesson 04 counts them.)
#
# For $d_k$ from 1 to 512 we take the largest weight of each row and average it over 40 random sentences of 8 words. It lies between 1/8, where all weights are equal, and 1, where one word takes everything. We divide the scores by 1 (*no scale*), by $\sqrt{d_k}$, or by $d_k$.

# %% [markdown] id="lab-many" lang="zh" agreed="1fcee48d-5d5f662a"
# 不缩放时，改之前和改之后，都是一个词独占全部。训练就是把矩阵里的数一次次稍微改动，往结果变好的方向改；权重不动，就看不出该往哪边改，也就学不动了。缩放以后，每个权重都动了。（不缩放时，多数行都像这一行，第 04 课会数一数。）
#
# 我们取 40 个随机的句子，每句 8 个词，$d_k$ 从 1 到 512，找出每一行里最大的权重，再求平均。它总在 1/8（各个词一样多）和 1（一个词独占）之间。分数分别除以三个数：1（不缩放）、$\sqrt{d_k}$、$d_k$。

# %% id="lab-weights"
def largest_weight(d_k, divisor):
    Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, d_k))
    return softmax(scores(Q, K) / divisor).max(-1).mean()

d_ks, lines = 2 ** np.arange(10), {"1/8": np.full(10, 1 / 8)}
for name, power in {"no_scale": 0, "÷ √d_k": 0.5, "÷ d_k": 1}.items():
    lines[name] = [largest_weight(d_k, d_k**power) for d_k in d_ks]

# %% [markdown] id="lab-ask-2" lang="en"
# **Result 2.** Guess where one of the lines ends:

# %% [markdown] id="lab-ask-2" lang="zh" agreed="2221cf1e-311c32c6"
# **结果二。** 画图之前，先猜其中一条线停在哪里：

# %% id="lab-question-2"
ask("divided_by_d_k", then=curves(d_ks, lines, xlabel="d_k", ylabel="largest_weight", log="x"))

# %% [markdown] id="lab-lecturer" lang="en" tags=["lecturer"]
# Result 1: 16 times is the usual answer, since there are 16 times as many products; let them defend it against 4. A distance doubles when its square quadruples. Result 2: many say that the line for $d_k$ is level, because the variance is $d_k$; but softmax sees the numbers, not their squares. And many believe that a large divisor makes weights peaked: it is the other way round.

# %% [markdown] id="lab-lecturer" lang="zh" agreed="1a58d368-7210f9e9" tags=["lecturer"]
# 结果一：常有人答 16 倍，因为乘积的个数是 16 倍；让他们和答 4 倍的辩一辩。正方形的面积变成 16 倍，边长才变成 4 倍。结果二：会有人说 $d_k$ 那条是平的，因为方差是 $d_k$；可 softmax 看到的是数，不是数的平方。也会有人以为除数越大，权重越集中：正好相反。

# %% [markdown] id="scale" lang="en"
# **Exercise 2** (★, 5 min). Put what the second graph tells you into your program: `my_scale` takes scores (n, m) and the number `d_k`, and returns the scores divided by a number that depends on $d_k$ alone. Random scores then have the width 1, whatever $d_k$ is.

# %% [markdown] id="scale" lang="zh" agreed="57b473ae-be37397b"
# **练习 2**（★，5 分钟）。把第二张图告诉你的写进程序：`my_scale` 接收分数 (n, m) 和数 `d_k`，返回除以某个数之后的分数 (n, m)。这个数只由 $d_k$ 决定；不管 $d_k$ 多大，随机的分数除以它，宽度都是 1。

# %% id="exercise-scale" tags=["exercise"]
def my_scale(S, d_k):
    ...

scale = check.scale(my_scale)

# %% [markdown] id="lab-rule" lang="en"
# ## 6 · The rule, and a slip that stays silent
#
# Random scores have the width $\sqrt{d_k}$. Three facts prove it. With mean 0, the variance (Var) is the mean ($E$) of the squares. For independent numbers, the mean of a product is the product of the means, and the variance of a sum is the sum of the variances.
#
# Ours are independent, with mean 0 and variance 1. So the product $q_c k_c$ in column $c$ has mean 0 and variance $E(q_c^2 k_c^2) = E(q_c^2)\,E(k_c^2) = 1$. A score adds up $d_k$ such products, again independent:
#
# $$\operatorname{Var}(q \cdot k) = \underbrace{1 + 1 + \dots + 1}_{d_k} = d_k$$
#
# The width is the square root, $\sqrt{d_k}$. We measured 2, 4 and 8 (rounded) for $d_k$ = 4, 16 and 64.

# %% [markdown] id="lab-rule" lang="zh" agreed="881af5b7-dde991d6"
# ## 6 · 规律，和一个不报错的笔误
#
# 规律是：随机分数的宽度等于 $\sqrt{d_k}$。证明要用三条规则。均值是 0 时，方差（Var）就是平方的均值。对相互独立的数，乘积的均值等于均值的乘积，和的方差等于方差的和。
#
# 我们的数都相互独立，均值是 0，方差是 1。所以第 $c$ 列的乘积 $q_c k_c$ 均值是 0，方差是 $E(q_c^2 k_c^2) = E(q_c^2)\,E(k_c^2) = 1$（$E$ 表示均值，也叫期望）。一个分数，就是 $d_k$ 个这样的乘积相加；各个乘积用的数都不同，所以它们也相互独立：
#
# $$\operatorname{Var}(q \cdot k) = \underbrace{1 + 1 + \dots + 1}_{d_k} = d_k$$
#
# 宽度是方差的平方根，也就是 $\sqrt{d_k}$：实验里，$d_k$ 是 4、16、64 时，宽度是 2、4、8（四舍五入）。

# %% [markdown] id="lab-conclusion" lang="en"
# **Conclusion.** Without scaling, one word takes nearly everything as soon as $d_k$ is large: on average 0.96 for $d_k = 512$. If we divide the scores by $d_k$, the weights become more and more alike: for 512 the largest of 8 is only 0.13, and each output is nearly the mean of all values, whatever the query asks for. If we divide by $\sqrt{d_k}$, the largest weight hardly depends on $d_k$. This step is called [**scaling**](glossary.ipynb); with it, dot-product attention becomes *scaled* dot-product attention ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.2.1).
#
# $$\text{scaled} = \frac{Q K^\top}{\sqrt{d_k}}$$

# %% [markdown] id="lab-conclusion" lang="zh" agreed="7fcb77f9-809ea11d"
# **结论。** 如果不缩放，$d_k$ 一大，一个词就几乎独占全部：$d_k = 512$ 时平均占 0.96。如果除以 $d_k$，各个词的权重越来越接近：512 时，8 个里最大的也只有 0.13，输出差不多就是所有值的平均，查询找什么都一样。如果除以 $\sqrt{d_k}$，最大的权重就几乎不随 $d_k$ 变了。这一步叫[**缩放**](glossary.ipynb)（scaling）；点积注意力加上这一步，就是**缩放点积注意力**（[Vaswani 等，2017](https://arxiv.org/abs/1706.03762)，3.2.1 节）。
#
# $$\text{scaled} = \frac{Q K^\top}{\sqrt{d_k}}$$

# %% [markdown] id="mistake" lang="en"
# **An easy slip:** writing $K Q^\top$ for $Q K^\top$. The shape is right and no error appears. First come the right scores, then those with the slip:

# %% [markdown] id="mistake" lang="zh" agreed="38367ba6-2c1c007d"
# **有一处很容易写反：** 把 $Q K^\top$ 写成 $K Q^\top$。形状是对的，也不报错。下面两张表，先是正确的分数，再是写反以后的：

# %% id="mistake-picture"
look = load_example("first_look")
trace = look.trace()
heatmap(scores(trace.Q, trace.K), look.tokens, look.tokens, kind="signed", title="Q Kᵀ")

# %% id="mistake-turned"
heatmap(scores(trace.K, trace.Q), look.tokens, look.tokens, kind="signed", title="K Qᵀ")

# %% [markdown] id="mistake-explain" lang="en"
# Everything points the wrong way: *cat → chases* was 6 and is now 0, and the row *chases* says who looks for *chases*. The shape gives the slip away only if there are not as many queries as keys, as when a model writes: one query, many keys (lesson 11).

# %% [markdown] id="mistake-explain" lang="zh" agreed="d5838fd0-142464b3"
# 方向全反了：“猫 → 追”本来是 6，现在是 0；“追”那一行，现在说的是各个词给“追”多少分。光看形状，只有查询和键的个数不同时才会露馅，比如模型生成文字的时候：查询只有一个，键有许多个（第 11 课）。

# %% [markdown] id="puzzle" lang="en"
# ## 7 · A puzzle
#
# *cat → chases* has the score 6, *chases → cat* has 0. Turn that round: *chases → cat* should be above 5, *cat → chases* below 1. Change two numbers of $W_Q$, to whole numbers from −3 to 3.

# %% [markdown] id="puzzle" lang="zh" agreed="6d3d4ca4-700004ea"
# ## 7 · 谜题
#
# “猫 → 追”的分数是 6，“追 → 猫”是 0。请把它倒过来：使“追 → 猫”大于 5，“猫 → 追”小于 1。在 $W_Q$ 里改两个数就够了，改成 −3 到 3 的整数。

# %% id="puzzle-explorer"
Explorer("first_look", ("X", "W_Q", "Q", "K", "scores"), goal="turned", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# *cat → chases* and *chases → cat* are two different dot products, with two different queries. The key of *cat* is (2, 0, 0), a doer: let *chases* look for one by writing 3 in the row *verb*, column *doer*, and the score becomes 6. The key of *chases* is (0, −1, 2), an action, and the query of *cat* has a 3 under *action*: 1 as a noun, 2 because it hunts. Write −1 in the row *hunts*, column *action*, and nothing is left: the score is 0. (The row *noun* would do, with −2 in place of 1, but then *fish* turns away from actions, too: it is a noun.)
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="e58b982c-31cd615e"
# <details><summary>一个解法</summary>
#
# 两个方向是两个点积，各用各的查询和键。“猫”的键是 (2, 0, 0)，是施动者：让“追”去找施动者，在“动词”那一行的“施动者”一列写 3，分数就是 6。“追”的键是 (0, −1, 2)，是动作；“猫”的查询在“动作”一列是 3，其中 1 来自“名词”，2 来自“会捕猎”。在“会捕猎”那一行的“动作”一列写 −1，正好抵成 0，分数也是 0。（改“名词”那一行也行，要把 1 改成 −2；可是“鱼”也是名词，会跟着避开动作。）
#
# </details>

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# Two questions to finish:

# %% [markdown] id="recap" lang="zh" agreed="8bc18401-868901dc"
# ## 8 · 小结
#
# 最后还有两个问题：

# %% id="recap-question-1"
ask("when_symmetric")

# %% id="recap-question-2"
ask("divisor")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * A score is $q \cdot k$; all scores are $Q K^\top$. Row: the word that looks. Column: the word that is looked at.
# * *cat → chases* and *chases → cat* are two scores, each with a query and a key of its own.
# * The more products a score adds up, the wider the scores spread. For random queries and keys, as before training, scaling makes their width independent of $d_k$.
#
# Next: softmax by hand, and a dial that makes weights sharper or flatter. [Lesson 04, softmax →](04_softmax.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="21bfe707-ad3ac85a"
# 这一课要带走的：
#
# * 一个分数是 $q \cdot k$，全部分数是 $Q K^\top$。行是在看的词，列是被看的词。
# * “猫 → 追”和“追 → 猫”是两个分数，各用各的查询和键。
# * 一个分数里的乘积越多，分数的分布就越宽；查询和键还是随机的时候（训练之前），缩放使宽度不随 $d_k$ 变。
#
# 下一课：亲手算一次 softmax，再拧一个旋钮，让权重更集中，或者更平均。[第 04 课，softmax →](04_softmax.ipynb)

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# Here are four doubts that come up again and again.
#
# **"I tried it with 2 × 2 matrices, and the variance was 1.6, not 2."** Four scores say next to nothing about a variance. (Besides, `var` measures from the mean of these four, so on average it gives three quarters of 2: 1.5.) We do this 10,000 times and print the first eight variances, which differ wildly, and the mean of all. Then we take one sample of 10,000 pairs and print its variance:

# %% [markdown] id="curious" lang="zh" agreed="7191e389-289affb1"
# ## 想多了解一点
#
# 下面是四个常见的疑问。
#
# **“网上有人说：用 2 × 2 的矩阵试过，方差是 1.6，不是 2。”** 只凭四个分数，几乎看不出方差是多少。（再说，`var` 减去的是这四个数自己的均值，所以平均只有 2 的四分之三，也就是 1.5。）把这个实验做 10,000 次，先打印前八次的方差（相差很大）和全部的平均；最后换个办法，一次就取 10,000 对，打印它们的方差：

# %% id="curious-small"
rng = np.random.default_rng(5)
small = scores(*rng.standard_normal((2, 10_000, 2, 2))).var((-2, -1))
q, k = rng.standard_normal((2, 10_000, 2))
show({"2 × 2": small[:8].round(2), "mean": small.mean().round(2)})
show({"10,000": (q * k).sum(-1).var().round(2)})

# %% [markdown] id="curious-heads" lang="en"
# **"Is it not $\sqrt{d_\text{model}}$, or the number of heads?"** (Lesson 07 explains heads.) In the first Transformer $d_\text{model} = 512$ is shared by 8 heads, so $d_k = 64$ and $\sqrt{d_k} = 8$. That this equals the number of heads is a coincidence. What counts is how many products a score adds up:

# %% [markdown] id="curious-heads" lang="zh" agreed="27aec097-2430baa3"
# **“难道不是 $\sqrt{d_\text{model}}$，或者头的个数？”**（什么是头，见第 07 课。）第一个 Transformer 里，$d_\text{model} = 512$ 由 8 个头平分，所以 $d_k = 64$，$\sqrt{d_k} = 8$。它正好等于头的个数，只是巧合。起作用的是一个分数里有几个乘积：

# %% id="curious-heads-code"
for h in (1, 2, 4, 8, 16):
    print(f"h = {h:2}, d_k = {512 // h:3}, √d_k = {(512 / h) ** 0.5:5.2f}")

# %% [markdown] id="curious-where" lang="en"
# **"This program divides $Q$, not the scores. Is that a bug?"** No: a constant factor can be applied anywhere in a product. Some programs divide $Q$; some divide queries and keys each by the fourth root of $d_k$. Here are the largest differences from our result, rounded:

# %% [markdown] id="curious-where" lang="zh" agreed="2b2adf6e-fc85deb7"
# **“这个程序除的是 $Q$，不是分数，是不是写错了？”** 没有错：乘积里的常数因子，放在哪里都一样。有的程序除 $Q$，有的把查询和键各除以 $d_k$ 的四次方根。和我们的结果最多各差多少（已四舍五入）：

# %% id="curious-where-code"
trace, root, fourth = load_example("first_look").trace(), 3**0.5, 3**0.25
show({"Q / √d_k": abs(scores(trace.Q / root, trace.K) - trace.scaled).max()})
show({"Q, K / √√d_k": abs(scores(trace.Q / fourth, trace.K / fourth) - trace.scaled).max()})

# %% [markdown] id="curious-two" lang="en"
# **"Why two matrices, and not one large one for the scores?"** Substitute $Q = X W_Q$ and $K = X W_K$:
#
# $$Q K^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# One large matrix, $W_Q W_K^\top$, would give the same scores. But two thin ones have fewer parameters if $2\, d_k < d_\text{model}$: with $d_\text{model} = 512$ and $d_k = 64$ they have 65,536 numbers instead of 262,144. The price: the [**rank**](glossary.ipynb) of the large matrix is at most $d_k$. (The rank counts the rows that are not weighted sums of the rows before.) However long the rows of $X$ are, a score compares $d_k$ numbers made from one row with $d_k$ numbers made from the other. In our small example both ways take 36 numbers, and the rank is:

# %% [markdown] id="curious-two" lang="zh" agreed="0a5b80f9-4f73bd70"
# **“为什么用两个矩阵，而不用一个大矩阵直接算分数？”** 把 $Q = X W_Q$ 和 $K = X W_K$ 代进去：
#
# $$Q K^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# 只用一个大矩阵 $W_Q W_K^\top$，也能算出同样的分数。但只要 $2\, d_k < d_\text{model}$，两个窄矩阵的参数就更少：$d_\text{model} = 512$、$d_k = 64$ 时是 65,536 个，而不是 262,144 个。代价是大矩阵的[**秩**](glossary.ipynb)不超过 $d_k$（从上往下数，不能由前面各行乘上系数再相加得到的行，有几行，秩就是几）：$X$ 的行再长，一个分数比较的，也只是由一行算出的 $d_k$ 个数和由另一行算出的 $d_k$ 个数。我们的小例子里，两种办法都是 36 个数，大矩阵的秩是：

# %% id="curious-two-code"
look = load_example("first_look")
B = look.W_Q @ look.W_K.mT
show(shape=B.shape, rank=np.linalg.matrix_rank(B))
