# %% [markdown] id="title" lang="en"
# # 03 · Scores: one experiment, one graph
#
# Models built around attention are called Transformers, and nearly every one of them contains one small division. What is it for?
#
# The answer lies in the scores: how well a query fits a key, and how large that number can get. We find out as in a laboratory, with one experiment and one graph.
#
# About 30 minutes, and 10 for the exercises. You need lesson 02: how queries and keys are made.

# %% [markdown] id="title" lang="zh" agreed="8bbe3d39-ce44186e"
# # 03 · 注意力分数：一个实验，一张图
#
# 用注意力搭成的模型叫 Transformer。几乎每个 Transformer 里都有一个不起眼的除法，它是干什么用的？
#
# 这要从分数说起：一个查询和一个键有多匹配，这个数又会有多大。我们做一个实验，画一张图，看个明白。
#
# 约 30 分钟，练习另需 10 分钟。需要先学第 02 课：查询和键是怎样算出来的。

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
# **50 minutes.** Sections 1 and 2: 6 min at the board. Section 3: 8 min; let the room write `my_scores`. Section 4: 8 min, with the question by show of hands. Section 5: 18 min, the heart: let everybody draw the three lines on paper before the question. Section 6: 4 min. Recap: 3 min. The puzzle, the second exercise and *For the curious* are for home.

# %% [markdown] id="plan" lang="zh" agreed="ca38f72a-c74f4ccb" tags=["lecturer"]
# **50 分钟安排。** 第 1、2 节 6 分钟，在黑板上算。第 3 节 8 分钟，让全班一起写 `my_scores`。第 4 节 8 分钟，问题用举手表决。第 5 节 18 分钟，是本课的重点：提问之前，先让每个人在纸上画出三条线。第 6 节 4 分钟。小结 3 分钟。谜题、第二个练习和“想多了解一点”留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 02

# %% [markdown] id="recall" lang="zh" agreed="e4a2bd7f-b8a49df9"
# ## 1 · 第 02 课学过什么

# %% id="recall-question"
ask("shape_of_W_Q")

# %% [markdown] id="pair" lang="en"
# ## 2 · One score
#
# A [**score**](glossary.ipynb) says how well a query fits a key. It is their [**dot product**](glossary.ipynb): what the query looks for, times what the key has, number by number, added up.
#
# $$\text{score} = q \cdot k = q_0 k_0 + q_1 k_1 + q_2 k_2$$
#
# A score may be negative, and a word need not fit itself. In *small cat chases fish*, with the columns doer · food · action, *chases* looks for food and would rather not have an action. It is itself an action:

# %% [markdown] id="pair" lang="zh" agreed="76d653f9-6410ec13"
# ## 2 · 一个分数
#
# [**注意力分数**](glossary.ipynb)（score，教材里也常说成**相似度**）说的是一个查询和一个键有多匹配，用[**点积**](glossary.ipynb)来算：查询要多少，键里有多少，一个数对一个数地相乘，再全部加起来。
#
# $$\text{score} = q \cdot k = q_0 k_0 + q_1 k_1 + q_2 k_2$$
#
# 分数可以是负的，一个词也不一定和自己匹配。在“小 猫 追 鱼”里，查询和键的三列是：施动者（做动作的一方）· 食物 · 动作。“追”要食物，最好不要动作，可它自己偏偏就是动作：

# %% id="pair-self-explain"
trace = load_example("first_look").trace()
explain(trace, "scores", 2, 2)

# %% [markdown] id="all" lang="en"
# ## 3 · All scores: your program
#
# Four words look, and four are looked at: sixteen scores. Row $i$ is the word that looks, column $j$ the word that is looked at.
#
# **Exercise 1** (★, 5 min). Write `my_scores`: queries (n, d_k) and keys (m, d_k) to scores (n, m). A batch of sentences or several heads may stand in front, so leave all axes but the last two alone; `.mT` transposes just these two. Until yours is right, the lesson goes on with ours.

# %% [markdown] id="all" lang="zh" agreed="26192483-4beca271"
# ## 3 · 全部分数：写你的程序
#
# 四个词在看，四个词被看，一共十六个分数。第 $i$ 行是在看的词，第 $j$ 列是被看的词。
#
# **练习 1**（★，5 分钟）。写出 `my_scores`：由查询 (n, d_k) 和键 (m, d_k) 得到分数 (n, m)。前面还可能多出别的轴，比如一批句子，所以只能动最后两个轴；`.mT` 就是只把最后两个轴转置。没写对之前，课程先用我们的函数往下走。

# %% id="exercise-scores" tags=["exercise"]
def my_scores(Q, K):
    ...

scores = check.scores(my_scores)

# %% [markdown] id="mutual" lang="en"
# ## 4 · The table of scores
#
# *chases* has the query (0, 2, −1), *fish* the key (0, 3, 0). Before you see the table:

# %% [markdown] id="mutual" lang="zh" agreed="123a1037-73c3a732"
# ## 4 · 一张分数表
#
# “追”的查询是 (0, 2, −1)，“鱼”的键是 (0, 3, 0)。先别看表：

# %% id="mutual-question"
ask("where_it_goes")

# %% id="mutual-explorer"
steps = ("X", "W_Q", "W_K", "Q", "K", "scores")
Explorer("first_look", steps, edit=("W_Q", "W_K"), controls=("undo", "matrices"))

# %% [markdown] id="mutual-why" lang="en"
# All sixteen at once are $S = Q K^\top$. Across the diagonal stands the same pair of words the other way round: another query, another key, another score. As a rule the table is not **symmetric**.
#
# Change a number of $W_Q$: only the rows of words with that feature move. Change one of $W_K$: columns move. (The end of this lesson has a second reason for two matrices.)

# %% [markdown] id="mutual-why" lang="zh" agreed="f4250c77-aa8cf3d6"
# 十六个分数合起来就是 $S = Q K^\top$。沿对角线翻过去，还是这一对词，方向却反了：查询换了，键也换了，分数自然不同。所以这张表一般不**对称**。
#
# 改 $W_Q$ 里的一个数：只有带这个特征的词，它们的行才变；改 $W_K$，变的是列。（用两个矩阵还有一个理由，放在这一课的最后。）

# %% [markdown] id="lab" lang="en"
# ## 5 · The experiment: how large can a score get?
#
# **Question.** A score adds up $d_k$ products. Our $d_k$ is 3; in real models it is often 64 or 128. Does that matter?
#
# **Method.** When training begins, queries and keys are more or less random. We pretend that they are completely random and draw 10,000 pairs, each number independently from the standard normal distribution (mean 0, variance 1).

# %% [markdown] id="lab" lang="zh" agreed="289fb749-e54cc92a"
# ## 5 · 实验：分数可以有多大？
#
# **问题。** 一个分数要把 $d_k$ 个乘积加起来。我们的 $d_k$ 是 3；真实的模型里是 64 或 128。这有关系吗？
#
# **方法。** 训练刚开始时，查询和键差不多是随机的。我们就当它们完全随机，抽 10,000 对：每个数都独立地取自标准正态分布（均值 0，方差 1）。

# %% id="lab-draw"
def random_scores(d_k, pairs=10_000):
    q, k = np.random.default_rng(d_k).standard_normal((2, pairs, d_k))
    return (q * k).sum(-1)

# %% [markdown] id="lab-ask" lang="en"
# **Result 1.** Before you look: with 64 products instead of 4, by what factor does the spread of the scores grow? We measure their **width** by the *standard deviation*: how far they typically lie from their mean. (Its square is the *variance*.)

# %% [markdown] id="lab-ask" lang="zh" agreed="68d6bd17-2c140f31"
# **结果一。** 先不看图：乘积从 4 个变成 64 个，分数会分散到原来的几倍宽？**宽度**用*标准差*来量：这些数通常离均值有多远。（它的平方就是*方差*。）

# %% id="lab-question"
ask("spread_of_scores", then=histograms({f"d_k = {d_k}": random_scores(d_k) for d_k in (4, 16, 64)}, xlabel="score"))

# %% [markdown] id="lab-softmax" lang="en"
# **Why it matters.** Softmax turns a row of scores into weights that sum to one (lesson 04). For $d_k$ from 1 to 512 we do this in 40 random sentences of 8 words, and look at the largest weight of each row. It lies between 1/8, where all words are alike, and 1, where one word takes everything.
#
# We divide the scores by one of three numbers: by 1 (no scaling), by $\sqrt{d_k}$, or by $d_k$.

# %% [markdown] id="lab-softmax" lang="zh" agreed="0e36f49b-643ce351"
# **为什么要紧。** softmax 把一行分数变成加起来等于 1 的权重（第 04 课）。我们取 40 个随机的句子，每句 8 个词，$d_k$ 从 1 到 512，看每一行里最大的权重。它在 1/8（所有词一样多）和 1（一个词独占）之间。
#
# 分数分别除以三个数：1（不缩放）、$\sqrt{d_k}$、$d_k$。

# %% id="lab-weights"
def largest_weight(d_k, divisor):
    Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, d_k))
    return softmax(scores(Q, K) / divisor).max(-1).mean()

d_ks = 2 ** np.arange(10)
divisors = {"no_scale": np.ones(10), "√d_k": d_ks**0.5, "d_k": d_ks}
lines = {}
for name, divisor in divisors.items():
    lines[name] = [largest_weight(d_ks[i], divisor[i]) for i in range(10)]

# %% [markdown] id="lab-ask-2" lang="en"
# **Result 2.** Before you see the three lines: where does the last one, divided by $d_k$, end?

# %% [markdown] id="lab-ask-2" lang="zh" agreed="51dbb4cb-cd0a6290"
# **结果二。** 先不看三条线：最后一条（除以 $d_k$）会走到哪里？

# %% id="lab-question-2"
ask("divided_by_d_k", then=curves(d_ks, lines, xlabel="d_k", ylabel="largest_weight", log="x"))

# %% [markdown] id="lab-lecturer" lang="en" tags=["lecturer"]
# Result 1: 16 times is the usual answer, since there are 16 times as many products; let them defend it against 4. A distance doubles when its square quadruples. Result 2: many say that the line for $d_k$ is level, because the variance is $d_k$; but softmax sees the numbers, not their squares. And many believe that a large divisor makes weights peaked: it is the other way round.

# %% [markdown] id="lab-lecturer" lang="zh" agreed="1a58d368-7210f9e9" tags=["lecturer"]
# 结果一：常有人答 16 倍，因为乘积的个数是 16 倍；让他们和答 4 倍的辩一辩。正方形的面积变成 16 倍，边长才变成 4 倍。结果二：会有人说 $d_k$ 那条是平的，因为方差是 $d_k$；可 softmax 看到的是数，不是数的平方。也会有人以为除数越大，权重越集中：正好相反。

# %% [markdown] id="scale" lang="en"
# **Exercise 2** (★, 5 min). Put your finding into your program: `my_scale` takes scores (n, m) and the number `d_k`, and returns scaled scores (n, m) whose largest weight does not depend on $d_k$.

# %% [markdown] id="scale" lang="zh" agreed="6731d970-d3c220f7"
# **练习 2**（★，5 分钟）。把你的发现写进程序：`my_scale` 接收分数 (n, m) 和数 `d_k`，返回缩放后的分数 (n, m)，让最大的权重不随 $d_k$ 变。

# %% id="exercise-scale" tags=["exercise"]
def my_scale(S, d_k):
    ...

scale = check.scale(my_scale)

# %% [markdown] id="lab-rule" lang="en"
# ## 6 · The rule, and a slip that stays silent
#
# The proof is short. If all numbers of $q$ and $k$ are independent, with mean 0 and variance 1, a product $q_c k_c$ has mean 0 and variance $E(q_c^2 k_c^2) = E(q_c^2)\,E(k_c^2) = 1$ ($E$ is the mean, $\operatorname{Var}$ the variance). Variances of independent terms add up:
#
# $$\operatorname{Var}(q \cdot k) = \underbrace{1 + 1 + \dots + 1}_{d_k} = d_k$$
#
# The width, the standard deviation, is the root of that: $\sqrt{d_k}$. In the experiment it was 2, 4 and 8 for $d_k$ = 4, 16 and 64.

# %% [markdown] id="lab-rule" lang="zh" agreed="38385ef5-79199044"
# ## 6 · 规律，和一个不声不响的笔误
#
# 证明很短。$q$ 和 $k$ 里的数都相互独立，均值是 0，方差是 1，所以一个乘积 $q_c k_c$ 的均值是 0，方差是 $E(q_c^2 k_c^2) = E(q_c^2)\,E(k_c^2) = 1$（$E$ 表示期望，$\operatorname{Var}$ 表示方差）。相互独立的各项，方差可以相加：
#
# $$\operatorname{Var}(q \cdot k) = \underbrace{1 + 1 + \dots + 1}_{d_k} = d_k$$
#
# 而宽度（标准差）是方差的平方根：$\sqrt{d_k}$。实验里，$d_k$ 是 4、16、64 时，宽度是 2、4、8。

# %% [markdown] id="lab-conclusion" lang="en"
# **Conclusion.** Without scaling, one word takes nearly everything as soon as $d_k$ is large; divided by $d_k$, all words become alike. Divided by $\sqrt{d_k}$, the largest weight hardly depends on $d_k$. This step is called [**scaling**](glossary.ipynb); with it, dot-product attention becomes *scaled* dot-product attention ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.2.1).
#
# $$\text{scaled} = \frac{Q K^\top}{\sqrt{d_k}}$$
#
# Why is it bad if one word takes everything? Then small changes of a query hardly change the weights, and training gets almost no signal. Lesson 04 measures that.

# %% [markdown] id="lab-conclusion" lang="zh" agreed="f273c6d8-18cdbe3c"
# **结论。** 如果不缩放，$d_k$ 一大，一个词就几乎独占全部；除以 $d_k$，所有的词又变得差不多。除以 $\sqrt{d_k}$，权重的集中程度就大致不随 $d_k$ 变了。这一步叫[**缩放**](glossary.ipynb)（scaling）；点积注意力加上这一步，就是**缩放点积注意力**（[Vaswani 等，2017](https://arxiv.org/abs/1706.03762)，3.2.1 节）。
#
# $$\text{scaled} = \frac{Q K^\top}{\sqrt{d_k}}$$
#
# 一个词独占全部，有什么不好？那时查询稍微变一点，结果几乎不动；结果不动，就看不出该往哪边改，也就学不动了。第 04 课会把这一点测出来。

# %% [markdown] id="mistake" lang="en"
# **Easily written the wrong way round:** $K Q^\top$ instead of $Q K^\top$. The shape is right and no error appears. First the right scores, from your program, then the slip:

# %% [markdown] id="mistake" lang="zh" agreed="61b290a1-8e344486"
# **很容易写反的一处**，是把 $Q K^\top$ 写成 $K Q^\top$。形状是对的，也不报错。先看你的程序算出的分数，再看写反以后的：

# %% id="mistake-picture"
look = load_example("first_look")
trace = look.trace()
heatmap(scores(trace.Q, trace.K), look.tokens, look.tokens, kind="signed", title="scores")

# %% id="mistake-turned"
heatmap(scores(trace.K, trace.Q), look.tokens, look.tokens, kind="signed", title="K Qᵀ")

# %% [markdown] id="mistake-explain" lang="en"
# Now everything points the wrong way: the row *chases* says who looks for *chases*. The slip shows as soon as queries and keys differ in number: with 2 queries and 4 keys the scores must be (2, 4).

# %% [markdown] id="mistake-explain" lang="zh" agreed="28f13779-1597cce9"
# 方向全反了：“追”那一行，现在写的是谁在找“追”。只要查询和键的个数不同，就会露馅：2 个查询、4 个键，分数必须是 (2, 4)。

# %% id="mistake-shapes"
show({"Q Kᵀ": (trace.Q[:2] @ trace.K.mT).shape, "K Qᵀ": (trace.K @ trace.Q[:2].mT).shape})

# %% [markdown] id="puzzle" lang="en"
# ## 7 · A puzzle
#
# *cat → chases* has the score 6, *chases → cat* has 0. Turn the look around, without turning the table: *chases → cat* above 5, *cat → chases* below 1. Change $W_Q$, with whole numbers from −3 to 3. Two are enough.

# %% [markdown] id="puzzle" lang="zh" agreed="47e613be-e62f1b2c"
# ## 7 · 谜题
#
# “猫 → 追”的分数是 6，“追 → 猫”是 0。不许转置，请让两个方向对调：“追 → 猫”大于 5，“猫 → 追”小于 1。只改 $W_Q$，用 −3 到 3 的整数，改两个数就够了。

# %% id="puzzle-explorer"
Explorer("first_look", ("X", "W_Q", "W_K", "Q", "K", "scores"), goal="turned", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# A look and its answer are two dot products, with two queries. The key of *cat* is (2, 0, 0), a doer: let *chases* look for one, 3 in the row *verb*, column *doer*, and the score is 6. The key of *chases* is (0, −1, 2), an action, and *cat* looks for actions because it hunts: −1 in the row *hunts*, column *action* leaves a score of 0. (In the row *noun* it works as well, but then *fish* turns away from actions, too.)
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="32cf62ce-0d37a887"
# <details><summary>一个解法</summary>
#
# 两个方向是两个点积，各用各的查询和键。“猫”的键是 (2, 0, 0)，是施动者：让“追”去找施动者，在“动词”那一行的“施动者”一列写 3，分数就是 6。“追”的键是 (0, −1, 2)，是动作，而“猫”因为会捕猎才找动作：在“会捕猎”那一行的“动作”一列写 −1，分数就成了 0。（改“名词”那一行也行，不过“鱼”也会跟着避开动作。）
#
# </details>

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# Two questions to finish:

# %% [markdown] id="recap" lang="zh" agreed="8bc18401-ac6ff7ae"
# ## 8 · 小结
#
# 实验报告的最后两问：

# %% id="recap-question-1"
ask("when_symmetric")

# %% id="recap-question-2"
ask("divisor")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * A score is $q \cdot k$; all scores are $Q K^\top$. Row: the word that looks. Column: the word that is looked at.
# * Who looks at whom is not mutual: as a rule the table of scores is not symmetric.
# * The more products a score adds up, the wider the scores spread. Divided by $\sqrt{d_k}$, their width no longer depends on $d_k$.
#
# Next: how a row of scores becomes a row of weights. [Lesson 04, softmax →](04_softmax.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="80cbebcc-8ce6973a"
# 这一课要带走的：
#
# * 一个分数是 $q \cdot k$，全部分数是 $Q K^\top$。行是在看的词，列是被看的词。
# * “谁看谁”不是相互的：分数表一般不对称。
# * 一个分数里的乘积越多，分数就越分散；除以 $\sqrt{d_k}$ 以后，宽度就大致不随 $d_k$ 变了。
#
# 下一课：一行分数怎样变成一行权重。[第 04 课，softmax →](04_softmax.ipynb)

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# Four doubts that come up again and again, each with its experiment.
#
# **"I tried it with 2 × 2 matrices, and the variance was 1.6, not 2."** Four scores say next to nothing about a variance. (Besides, `var` measures from the mean of these four, so on average it gives 1.5, and it varies wildly.) Eight such experiments, then 10,000 pairs:

# %% [markdown] id="curious" lang="zh" agreed="6c7c76f6-1714d0ad"
# ## 想多了解一点
#
# 四个疑问，各配一个小实验。
#
# **“有人用 2 × 2 的矩阵试过，方差是 1.6，不是 2。”** 只凭四个分数，几乎看不出方差是多少（而且 `var` 减去的是这四个数自己的均值，所以平均只有 1.5，每次还相差很大）。先做八次这样的实验，再看 10,000 对：

# %% id="curious-small"
rng = np.random.default_rng(0)
small = [scores(*rng.standard_normal((2, 2, 2))).var() for _ in range(8)]
q, k = rng.standard_normal((2, 10_000, 2))
show({"2 × 2": np.round(small, 2), "10 000": (q * k).sum(-1).var().round(2)})

# %% [markdown] id="curious-heads" lang="en"
# **"Is it not $\sqrt{d_\text{model}}$, or the number of heads?"** In the first Transformer $d_\text{model} = 512$ is shared by 8 heads, so $d_k = 64$ and $\sqrt{d_k} = 8$: a coincidence. What counts is how many products a score adds up:

# %% [markdown] id="curious-heads" lang="zh" agreed="df00264d-2c38a23d"
# **“难道不是 $\sqrt{d_\text{model}}$，或者头的个数？”** 第一个 Transformer 里，$d_\text{model} = 512$ 由 8 个头平分，所以 $d_k = 64$，$\sqrt{d_k} = 8$：只是巧合。起作用的是一个分数里有几个乘积：

# %% id="curious-heads-code"
for h in (1, 2, 4, 8, 16):
    print(f"h = {h:2}, d_k = {512 // h:3}, √d_k = {(512 / h) ** 0.5:5.2f}")

# %% [markdown] id="curious-where" lang="en"
# **"This program divides $Q$, not the scores. Is that a bug?"** No: a factor may stand anywhere in a product. Some programs divide $Q$; some divide queries and keys each by the fourth root of $d_k$. The largest difference from our result:

# %% [markdown] id="curious-where" lang="zh" agreed="d1645f61-d3e5dc07"
# **“这个程序除的是 $Q$，不是分数，是不是写错了？”** 乘积里的因子放在哪里都一样。有的程序除 $Q$，有的把查询和键各除以 $d_k$ 的四次方根。和我们的结果最多相差：

# %% id="curious-where-code"
trace, root, fourth = load_example("first_look").trace(), 3**0.5, 3**0.25
show({"Q / √d_k": abs(scores(trace.Q / root, trace.K) - trace.scaled).max()})
show({"Q, K / √√d_k": abs(scores(trace.Q / fourth, trace.K / fourth) - trace.scaled).max()})

# %% [markdown] id="curious-two" lang="en"
# **"Why two matrices, and not one large one for the scores?"** Put in $Q = X W_Q$ and $K = X W_K$:
#
# $$Q K^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# One large matrix, $W_Q W_K^\top$, would give the same scores. But two thin ones have fewer parameters: with $d_\text{model} = 512$ and $d_k = 64$ it is $2 \cdot 512 \cdot 64 = 65{,}536$ instead of $512^2 = 262{,}144$. The price: the **rank** of the matrix, its number of linearly independent rows, is at most $d_k$: all words together can be matched along at most $d_k$ independent directions.

# %% [markdown] id="curious-two" lang="zh" agreed="b19d4428-1c0b5322"
# **“为什么用两个矩阵，而不用一个大矩阵直接算分数？”** 把 $Q = X W_Q$ 和 $K = X W_K$ 代进去：
#
# $$Q K^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# 只用一个大矩阵 $W_Q W_K^\top$，也能算出同样的分数。但是两个窄矩阵的参数更少：每个词 $d_\text{model} = 512$ 个数，$d_k = 64$，那么是 $2 \cdot 512 \cdot 64 = 65{,}536$ 个，而不是 $512^2 = 262{,}144$ 个。代价是这个矩阵的**秩**（线性无关的行最多有几行）不超过 $d_k$：所有的词合起来，也只能沿 $d_k$ 个线性无关的方向去匹配。

# %% id="curious-two-code"
look = load_example("first_look")
B = look.W_Q @ look.W_K.mT
show(shape=B.shape, rank=np.linalg.matrix_rank(B))
