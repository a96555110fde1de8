# %% [markdown] id="title" lang="en"
# # 03 · Scores: why divide by a square root?
#
# In lesson 00 every score was divided by the same number, without a reason. Leave that out, move a query a little, and some rows of weights freeze while others jump. Why, and which number puts it right?
#
# About 40 minutes, and 10 for the exercises. You need [lesson 02](02_queries_keys_values.ipynb).

# %% [markdown] id="title" lang="zh" agreed="8446e5e6-70f61fa6"
# # 03 · 注意力分数：为什么要除以平方根
#
# 第 00 课里，每个分数都除以同一个数，当时没有说为什么。不除会怎样？查询只动了一点，有的行像冻住了一样，纹丝不动；有的行却一下子跳到别的词上去。毛病出在哪里？除以哪个数才对？
#
# 约 40 分钟，练习另需 10 分钟。需要先学[第 02 课](02_queries_keys_values.ipynb)。

# %% id="setup"
import numpy as np
from attnlib import curves, heatmap, load_example, load_results, scale, scores, shares, show, softmax, use_language
from classroom import Explorer, ask, check, machine, violins
use_language("en")

# %% id="strip"
machine("attention", steps=("scores", "scaled"))

# %% [markdown] id="links" lang="en"
# [← 02](02_queries_keys_values.ipynb) · [Glossary](glossary.ipynb) · [04 →](04_softmax.ipynb)

# %% [markdown] id="links" lang="zh" agreed="9d2f19f5-006df807"
# [← 02](02_queries_keys_values.ipynb) · [术语表](glossary.ipynb) · [04 →](04_softmax.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 6 min; before the picture, ask what the small step will do. Section 2, the heart: 17 min; the rules at the board, write `my_scale` together. Section 3: 13 min; run the rows again, let everybody draw the four lines on paper before the second graph, then real scores. Section 4: 9 min; the question by show of hands, the lengths live; `my_scores` is for home. Recap: 5 min. *For the curious* is for home, too.

# %% [markdown] id="plan" lang="zh" agreed="65e87384-ea649976" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 6 分钟；图先别露出来，问问走这一小步会怎样。第 2 节是重点，17 分钟：两条法则写在黑板上，`my_scale` 全班一起写。第 3 节 13 分钟：那几行再算一遍；看第二张图之前，让每个人在纸上画出四条线；最后看真实模型的分数。第 4 节 9 分钟：问题举手表决，键的长短当场试，`my_scores` 留作课后。小结 5 分钟。“想多了解一点”也留作课后。

# %% [markdown] id="riddle" lang="en"
# ## 1 · A riddle: frozen or jumping
#
# We draw random queries and keys for 40 sentences of eight words. Each has 512 numbers, typically about 1 in size. The scores are *not* divided yet.
#
# Training moves a query a little at a time. So we add 0.1 to each of its numbers, a step of a tenth of its length. Two rows of the first sentence, before and after:

# %% [markdown] id="riddle" lang="zh" agreed="a7682c99-3a18e414"
# ## 1 · 一个谜：不是冻住，就是乱跳
#
# 随机抽出 40 句话的查询和键，每句八个词。每个查询、每个键各有 512 个数，有正有负，大小一般在 1 左右。先看**不**除的分数。
#
# 训练时，查询是一点一点地变的。我们也让它变一点，给每个查询的每个数都加上 0.1，这一步的长度是查询的十分之一左右。下面是第一句里的两行权重，各画变之前和变之后：

# %% id="lab-row"
Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, 512))
before, after = softmax(scores(Q, K)), softmax(scores(Q + 0.1, K))
rows = before[0, 2], after[0, 2], before[0, 0], after[0, 0]
heatmap(rows, ["q₁", "q₁ + 0.1", "q₂", "q₂ + 0.1"], range(1, 9))

# %% [markdown] id="riddle-said" lang="en"
# The row of $q_1$ is frozen: to three decimals, no weight changes. The row of $q_2$ jumps: one word loses 0.83 to another. Of all 320 rows, 170 are frozen, and in 56 a weight jumps by more than 0.1, in one by 0.93.
#
# Neither can be learned in small steps: a frozen row does not respond, a jumping row overshoots. The reason lies in the scores.

# %% [markdown] id="riddle-said" lang="zh" agreed="fa195dfa-72ee8dbf"
# $q_1$ 那一行冻住了，三位小数里没有一个权重变化。$q_2$ 那一行却乱跳，一个词丢掉 0.83，全归了另一个词。这不是碰巧。320 行里有 170 行一动不动；另有 56 行跳得很远，至少有一个权重变了 0.1 以上，最多的变了 0.93。
#
# 冻住的行没有反应，乱跳的行一步就过了头，都没法一点一点地学。权重是由分数算出来的，毛病就要到分数里去找。

# %% [markdown] id="lab" lang="en"
# ## 2 · The experiment: how far apart do scores get?
#
# A [**score**](glossary.ipynb) is the [**dot product**](glossary.ipynb) of a query and a key, a sum of $d_k$ products. In the riddle $d_k$ is 512, in real models often 64 or 128.
#
# The numbers −3, −1, 0, 1, 3 have the mean 0. The mean of their squared distances from it, 4, is the **variance**; its square root, 2, is the **standard deviation**: how far numbers typically lie from their mean.

# %% [markdown] id="lab" lang="zh" agreed="87f5e01e-03feae7f"
# ## 2 · 实验：分数会拉得多开？
#
# [**注意力分数**](glossary.ipynb)（score）就是查询和键的[**点积**](glossary.ipynb)，由 $d_k$ 个乘积相加。第 1 节里 $d_k$ 是 512，真实的模型里常见的是 64 或 128。
#
# 散得多开，用标准差来量。−3、−1、0、1、3 这五个数，均值是 0。它们离均值的距离，平方以后再求均值，得 4，这是**方差**；开方得 2，就是**标准差**，它衡量这些数偏离均值的程度。

# %% [markdown] id="lab-method" lang="en"
# We draw 10,000 pairs of a query and a key. Each number comes from a [**normal distribution**](glossary.ipynb) (a bell curve) with mean 0 and variance 1, as in the riddle, and *independently*: one number tells us nothing about the others.

# %% [markdown] id="lab-method" lang="zh" agreed="6a051093-67ed28a6"
# 抽 10,000 对查询和键。和第 1 节一样，每个数都取自均值 0、方差 1 的[**正态分布**](glossary.ipynb)（钟形曲线），而且**相互独立**，知道其中一个，对猜别的没有帮助。

# %% id="lab-question"
def random_scores(d_k, variance=1):
    q, k = variance**0.5 * np.random.default_rng(d_k).standard_normal((2, 10_000, d_k))
    return (q * k).sum(-1)
ask("spread_of_scores", then=violins({f"d_k = {d_k}": random_scores(d_k) for d_k in (4, 16, 64)}, xlabel="score"))

# %% [markdown] id="lab-rule" lang="en"
# Two rules for independent numbers lead to the answer:
#
# * The variance of a sum is the sum of the variances.
# * The variance of a product is the product of the variances, *if both means are 0*. Then a variance is a mean of squares, and that of $q^2 k^2$ is the mean of $q^2$ times that of $k^2$.
#
# What if the numbers are larger? Work it out:

# %% [markdown] id="lab-rule" lang="zh" agreed="72f35ae3-8fe54086"
# 这个数可以推出来。对相互独立的数，有两条法则：
#
# * 和的方差，等于方差的和。
# * 乘积的方差，在**两个均值都是 0** 时，等于方差的乘积。因为这时方差就是平方的均值，而 $q^2 k^2$ 的均值等于 $q^2$ 的均值乘 $k^2$ 的均值。
#
# 数要是大一些呢？推推看：

# %% id="lab-question-rule"
ask("larger_numbers", then=violins({f"σ² = {v}": random_scores(25, v) for v in (1, 4)}, xlabel="score"))

# %% [markdown] id="scale" lang="en"
# **Exercise 1** (★, 5 min). Back to numbers of variance 1. The standard deviation of the scores should be about 1 for every $d_k$. `my_scale` takes scores (n, m) and the number `d_k`, and returns the scores divided by one number, which depends on $d_k$ alone. You have met this number in lesson 00; now derive it.

# %% [markdown] id="scale" lang="zh" agreed="cc3c49fa-57db7b19"
# **练习 1**（★，5 分钟）。回到方差为 1 的数。现在要让分数的标准差总在 1 左右，不管 $d_k$ 多大。`my_scale` 接收分数 (n, m) 和数 `d_k`，返回除过的分数 (n, m)。除数只由 $d_k$ 决定。它在第 00 课出现过；现在不看公式，把它推出来。

# %% id="exercise-scale" tags=["exercise"]
def my_scale(S, d_k):
    ...

scale = check.scale(my_scale)

# %% [markdown] id="lab-many" lang="en"
# **From scores to weights.** The farther apart the scores of a row, the more the largest takes. With eight words, the largest weight lies between 1/8 and 1; we average it over 320 rows. What if somebody divides by $d_k$ itself?

# %% [markdown] id="lab-many" lang="zh" agreed="d3e89881-a076f4d3"
# **从分数到权重。** 一行分数拉得越开，最大的那个占的权重就越多。每行取最大的那个权重，320 行求平均，这个数总在 1/8 和 1 之间。要是有人不除以你算出的数，而是除以 $d_k$ 呢？

# %% id="lab-question-2"
ask("divided_by_d_k")

# %% [markdown] id="lab-lecturer" lang="en" tags=["lecturer"]
# First question: 16 times is the usual answer, since there are 16 times as many products; let them defend it against 4. A distance doubles when its square quadruples. Third question: many say that division by $d_k$ is right, because the variance is $d_k$; but softmax sees the numbers, not their squares. And many believe that a large divisor makes weights peaked: it is the other way round.

# %% [markdown] id="lab-lecturer" lang="zh" agreed="0b7a7e3a-966d6949" tags=["lecturer"]
# 第一个问题：常有人答 16 倍，因为乘积的个数是 16 倍；让他们和答 4 倍的辩一辩。正方形的面积变成 16 倍，边长才变成 4 倍。第三个问题：会有人说就该除以 $d_k$，因为方差是 $d_k$；可 softmax 看到的是数，不是数的平方。也会有人以为除数越大，权重越集中：正好相反。

# %% [markdown] id="riddle-divided" lang="en"
# ## 3 · The riddle solved
#
# The same two rows as in section 1, now with your division:

# %% [markdown] id="riddle-divided" lang="zh" agreed="b0ec2aab-40c34715"
# ## 3 · 谜底
#
# 第 1 节的那两行，加上你的除法，再算一遍：

# %% id="lab-row-divided"
Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, 512))
before, after = (softmax(scale(scores(q, K), 512)) for q in (Q, Q + 0.1))
rows = before[0, 2], after[0, 2], before[0, 0], after[0, 0]
heatmap(rows, ["q₁", "q₁ + 0.1", "q₂", "q₂ + 0.1"], range(1, 9))

# %% [markdown] id="riddle-why" lang="en"
# Now every weight of these two rows moves, if only in the third decimal, and none by more than 0.03.
#
# Undivided, the step typically changes the difference of two scores by about 3. For $q_1$ the largest score is 11 above the next, which gets $e^{-11}$, or 0.00002 of its weight. After the step the lead might be 8 instead: the next word still gets almost nothing, and the row is frozen. In the row of $q_2$ the lead is only 3.4, and the step turns it round: the row jumps. The division makes leads and changes 23 times smaller.

# %% [markdown] id="riddle-why" lang="zh" agreed="c2fdd3a0-ab2aac72"
# 现在这两行里每个权重都动了，哪怕只动在第三位小数，又都不超过 0.03。
#
# 不除的时候，这一步通常会让两个分数的差改变 3 左右。$q_1$ 那一行，最大的分数比第二大的高出 11，第二个词分到的只有第一个词的 $e^{-11}$，也就是 0.00002；就算只高出 8，它还是分不到什么，这一行就冻住了。$q_2$ 那一行只高出 3.4，这一步把先后颠倒了过来，权重就跳走了。除过以后，差距和这一步的改变都缩小到 1/23。

# %% [markdown] id="kinds" lang="en"
# Here are all 320 rows, for $d_k = 64$ and 512, with three divisors: 1, 3 and $\sqrt{d_k}$. Why 3, we say below.

# %% [markdown] id="kinds" lang="zh" agreed="525f68a3-3806d492"
# 再看全部 320 行，$d_k = 64$ 和 512 都算。除数试三个：1、3 和 $\sqrt{d_k}$。为什么要试 3，下面就说。

# %% id="lab-kinds"
found = {}
for d_k, divisor in (64, 1), (512, 1), (64, 3), (512, 3), (64, 8), (512, 512**0.5):
    Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, d_k))
    before, after = (softmax(scores(q, K) / divisor) for q in (Q, Q + 0.1))
    frozen = (before.round(3) == after.round(3)).all(-1).mean()
    jumps = (abs(after - before).max(-1) > 0.1).mean()
    found[f"d_k = {d_k}, ÷ {divisor:.3g}"] = frozen, 1 - frozen - jumps, jumps
shares(found, ["frozen", "moves_a_little", "jumps"])

# %% [markdown] id="kinds-said" lang="en"
# Divided by $\sqrt{d_k}$, no row freezes and none jumps: for $d_k = 512$ the largest change in a row is 0.025 on average, with a median of 0.024. Undivided, the average is larger, 0.080, but the median is 0.0003.
#
# The scores a third as large are closer to real models. A linear layer, as PyTorch starts it, turns rows of variance 1 into queries and keys of variance 1/3; GPT-2 starts with numbers of standard deviation 0.02, and 768 of them make the variance $768 \cdot 0.02^2$, about 0.31. Then only 0.6 % of the rows freeze for $d_k = 64$, but 17 % for 512.

# %% [markdown] id="kinds-said" lang="zh" agreed="947997a7-99b1daa2"
# 除以 $\sqrt{d_k}$ 以后，没有一行冻住，也没有一行乱跳。$d_k = 512$ 时，一行里变得最多的权重，平均变 0.025，中位数是 0.024。不除的话，平均是 0.080，中位数却只有 0.0003，可见多半的行几乎不动，少数的行一跳就很远。
#
# 三分之一大的分数，更接近真实的模型。PyTorch 刚建好的线性层，会把方差为 1 的行变成方差只有 1/3 的查询和键；GPT-2 刚开始时，这个方差是 $768 \cdot 0.02^2$，约 0.31。这样 $d_k = 64$ 时只有 0.6 % 的行冻住，512 时还有 17 %。

# %% [markdown] id="lab-conclusion" lang="en"
# **Why the square root.** With mean 0 and variance 1, each product $q_c k_c$ has the variance $1 \cdot 1 = 1$, and a score adds $d_k$ of them:
#
# $$\operatorname{Var}(q \cdot k) = \underbrace{1 + 1 + \dots + 1}_{d_k} = d_k$$
#
# So the standard deviation is $\sqrt{d_k}$: 2, 4 and 8 for $d_k$ = 4, 16 and 64, and 23 for $d_k = 512$. With variance $\sigma^2$ it is $\sigma^2 \sqrt{d_k}$. With variance 1, division by $\sqrt{d_k}$ makes it 1. This is [**scaling**](glossary.ipynb), and with it dot-product attention becomes *scaled* dot-product attention ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.2.1). The largest weight with four divisors:

# %% [markdown] id="lab-conclusion" lang="zh" agreed="e36ba115-e33f1ff3"
# **为什么是平方根。** 均值是 0，方差是 1，所以每个乘积 $q_c k_c$ 的方差是 $1 \cdot 1 = 1$。一个分数由 $d_k$ 个这样的乘积相加：
#
# $$\operatorname{Var}(q \cdot k) = \underbrace{1 + 1 + \dots + 1}_{d_k} = d_k$$
#
# 标准差就是 $\sqrt{d_k}$：$d_k$ 是 4、16、64 时为 2、4、8。第 1 节那道谜里 $d_k = 512$，标准差约为 23，分数拉得太开，所以多数行都几乎被一个词独占。各个数的方差要是 $\sigma^2$，就是 $\sigma^2 \sqrt{d_k}$。方差为 1 时，除以 $\sqrt{d_k}$，标准差就成了 1。这一步叫[**缩放**](glossary.ipynb)（scaling）；点积注意力加上这一步，就是**缩放点积注意力**（[Vaswani 等，2017](https://arxiv.org/abs/1706.03762)，3.2.1 节）。换四种除数，看看最大的权重：

# %% id="lab-weights"
def largest_weight(d_k, divisor):
    Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, d_k))
    return softmax(scores(Q, K) / divisor).max(-1).mean()

d_ks, lines = 2 ** np.arange(10), {"1/8": np.full(10, 1 / 8)}
for name, power in {"no_scale": 0, "cube_root": 1 / 3, "÷ √d_k": 0.5, "÷ d_k": 1}.items():
    lines[name] = [largest_weight(d_k, d_k**power) for d_k in d_ks]
curves(d_ks, lines, xlabel="d_k", ylabel="largest_weight", log="x")

# %% [markdown] id="lab-weights-said" lang="en"
# Only the square root keeps the line nearly level. Undivided, or with the cube root, one word takes more and more; with $d_k$, all weights become nearly equal. So it is with *random* queries and keys. Training lines them up, and then products of one sign add up, so that a score grows like $d_k$ itself; models that follow μP divide by $d_k$ ([Yang et al. 2022](https://arxiv.org/abs/2203.03466)).
#
# $W_Q$ and $W_K$ could start smaller instead, and the first scores would be the same. The difference comes with training: after an equal change of the matrices, undivided scores have changed more.
#
# <details><summary>Why does the line for the square root still rise a little?</summary>
#
# All scores of a row share one query. For $d_k = 1$ it is one number, often close to 0; then all scores are close to 0, too, and the weights nearly equal.
#
# </details>

# %% [markdown] id="lab-weights-said" lang="zh" agreed="059874b9-22c37360"
# 只有除以平方根，线才大致是平的。不除，或者除以立方根，一个词越占越多；除以 $d_k$，各个词又差不多一样多。这是对**随机**的查询和键说的。训练会让查询和键对齐，乘积的正负号大多相同，分数就和 $d_k$ 一样增长；所以按 μP 设计的模型正是除以 $d_k$（[Yang 等，2022](https://arxiv.org/abs/2203.03466)）。
#
# 也可以不除，把 $W_Q$、$W_K$ 的初值取小一些，开始时的分数一模一样。区别在训练的时候：矩阵同样改动一点，没有除过的分数变得更多。
#
# <details><summary>除以平方根的那条线，为什么还是略微上升？</summary>
#
# 一行的分数共用一个查询。$d_k = 1$ 时，查询只是一个数，往往离 0 不远；这时整行的分数也都离 0 不远，权重就差不多一样。
#
# </details>

# %% [markdown] id="lab-real" lang="en"
# **And after training?** The model of lesson 12 ($d_k = 32$) reads eight sentences. The first shape shows the riddle's scaled scores. The two below show 400 scaled scores of this model, each from the mean of its row: with $W_Q$ and $W_K$ as PyTorch makes them, on the same rows, and with the trained ones.

# %% [markdown] id="lab-real" lang="zh" agreed="bd0aae65-e5980209"
# **训练之后呢？** 让第 12 课的那个模型（$d_k = 32$）读八个中文句子。最上面是第 1 节的随机分数，已经缩放过。下面是它自己的，各取 400 个，都减去所在那一行的均值：一种把 $W_Q$ 和 $W_K$ 换成 PyTorch 刚建好时的随机数，读的还是同样的行；一种是训练好的。

# %% id="lab-real-code" tags=["of-its-language"]
from attnlib.languages import language
real = load_results("real_text")["scores"][language()]
violins({"random": scale(scores(Q, K), 512).ravel(), **real}, xlabel="scaled_score")

# %% [markdown] id="lab-real-said" lang="en"
# With fresh matrices the standard deviation is only 0.05, because the rows of this trained model hold small numbers, too. With the trained matrices it is 1.9, and far more scores lie high above the mean of their row than far below: a few words stand out. So the division settles only the start. Where trained scores grow too far, some models normalize queries and keys: *QK-norm* ([Dehghani et al. 2023](https://arxiv.org/abs/2302.05442)).

# %% [markdown] id="lab-real-said" lang="zh" agreed="29a9f8f3-ebc281d9"
# 换成刚建好的矩阵，标准差只有 0.05，因为这个训练好的模型里，各行的数也小。用训练好的矩阵，是 1.9；远远高出均值的分数，比远远低于均值的多得多，少数几个词格外突出。可见缩放只管起点，管不了训练以后。训练中分数要是长得太大，一些模型会先把查询和键归一化，再求点积，这叫 *QK-norm*（[Dehghani 等，2023](https://arxiv.org/abs/2302.05442)）。

# %% [markdown] id="all" lang="en"
# ## 4 · All scores at once, and why dot products
#
# Two programs compute the scores of a whole sentence. Rows should belong to the word that looks, columns to the word that is looked at. On *small cat chases fish* both return a table 4 × 4 with the same sixteen numbers. One of them has swapped queries and keys.

# %% [markdown] id="all" lang="zh" agreed="49dfc140-6871e323"
# ## 4 · 一次算出全部分数，为什么用点积
#
# 下面有两个程序，都能算一句话的全部分数。我们要的表，行是在看的词，列是被看的词。拿“小 猫 追 鱼”来试，两个程序都给出一张 4 × 4 的表，十六个数相同。可是其中一个把查询和键弄反了。

# %% id="mutual-question"
def first(Q, K):
    return np.array([[k @ q for q in Q] for k in K])

def second(Q, K):
    return np.array([[k @ q for k in K] for q in Q])

ask("telling_inputs")

# %% [markdown] id="all-exercise" lang="en"
# **Exercise 2** (★, 5 min). Find out which program is right, and write it as one matrix product, without loops. `my_scores` takes queries (n, d_k) and keys (m, d_k) and returns scores (n, m). Further axes may stand in front, such as 40 sentences; `.mT` transposes only the last two.

# %% [markdown] id="all-exercise" lang="zh" agreed="c145cb10-608e5cb1"
# **练习 2**（★，5 分钟）。先查出哪个程序是对的，再不用循环、只用一次矩阵乘法把它写出来。`my_scores` 接收查询 (n, d_k) 和键 (m, d_k)，返回分数 (n, m)。前面还可能多出别的轴，比如 40 句话；`.mT` 只把最后两个轴转置。

# %% id="exercise-scores" tags=["exercise"]
def my_scores(Q, K):
    ...

scores = check.scores(my_scores)

# %% [markdown] id="length" lang="en"
# **A long key.** In $q \cdot k = |q|\,|k| \cos \theta$ both lengths count. A longer query makes its whole row sharper; a longer key changes only its own score. Here a query fits two keys equally well, and the first key grows:

# %% [markdown] id="length" lang="zh" agreed="e1215dcc-52ee55bd"
# **长的键。** $q \cdot k = |q|\,|k| \cos \theta$，点积不光看夹角，还看两个长度。查询长了，整行权重都更集中；一个键长了，变的只是它自己的分数。下面的查询和两个键一样匹配，只让第一个键变长：

# %% id="length-code"
for length in 0.8, 1.0, 1.2:
    q, K = np.array([[20, 20]]), np.array([[length, 0], [0, 1]])
    show({f"|k| = {length}": softmax(scores(q, K))[0].round(2)})

# %% [markdown] id="length-said" lang="en"
# The first weight goes from 2 % to 98 %. A distance could be the score, too: $-\tfrac12 |q - k|^2 = q \cdot k - \tfrac12 |q|^2 - \tfrac12 |k|^2$. The term $|q|^2$ is the same in the whole row, and softmax ignores it (lesson 04). If all keys are equally long, the same goes for $|k|^2$, and the weights are those of the dot product. If not, long keys are put at a disadvantage.

# %% [markdown] id="length-said" lang="zh" agreed="711c918f-cf041a15"
# 第一个权重从 2 % 变成了 98 %。也可以拿距离当分数：$-\tfrac12 |q - k|^2 = q \cdot k - \tfrac12 |q|^2 - \tfrac12 |k|^2$。$|q|^2$ 这一项整行都一样，softmax 不理会它（第 04 课）。要是各个键一样长，$|k|^2$ 也可以消去，权重就和点积的一模一样；不一样长，长的键就会被扣分。

# %% [markdown] id="additive" lang="en"
# **Additive scores.** Before the Transformer, a small network compared query and key: $v^\top \tanh(W_q\, q + W_k\, k)$, with learned $v$, $W_q$ and $W_k$ ([Bahdanau et al. 2014](https://arxiv.org/abs/1409.0473)). The cost is of the same order, but the network needs a table of $n \times n \times d$ numbers, while dot products are one matrix product, much faster in practice. For large $d_k$ additive scores did better than *undivided* dot products; so the paper divides (Vaswani et al., section 3.2.1).

# %% [markdown] id="additive" lang="zh" agreed="84896a47-7cc4317a"
# **加性分数。** Transformer 之前，是用一个小网络来比较查询和键：$v^\top \tanh(W_q\, q + W_k\, k)$，其中 $v$、$W_q$、$W_k$ 都是学出来的（[Bahdanau 等，2014](https://arxiv.org/abs/1409.0473)）。两种做法的运算量是同一个量级。但加性分数要先填满一张 $n \times n \times d$ 的表；点积只是一次矩阵乘法，实际快得多。$d_k$ 大的时候，**不除**的点积不如加性分数，所以作者们才加上了除法（Vaswani 等，3.2.1 节）。

# %% [markdown] id="mutual-why" lang="en"
# **In one line.** The scores of a sentence are $Q K^\top$. The first program computes $K Q^\top$: its row *chases* says how much the others look for *chases*. With unequal numbers of queries and keys, the shape would give it away. With the division:
#
# $$\text{scaled} = \frac{Q K^\top}{\sqrt{d_k}}, \qquad Q K^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# Scores need only the product $W_Q W_K^\top$: it decides *where* a word looks, $W_V$ *what* it gets. The rank of the product is at most $d_k$.

# %% [markdown] id="mutual-why" lang="zh" agreed="c33a9fa2-103f7eb9"
# **合成一个式子。** 一句话的全部分数就是 $Q K^\top$。第一个程序算的却是 $K Q^\top$，“追”那一行记录的就不是它想找谁，而是别的词有多想找它；查询和键个数不同时，看形状就能发现。再加上除法：
#
# $$\text{scaled} = \frac{Q K^\top}{\sqrt{d_k}}, \qquad Q K^\top = X \, (W_Q W_K^\top) \, X^\top$$
#
# 由右边的式子看，分数只取决于乘积 $W_Q W_K^\top$：**往哪里看**由它决定，**取来什么**由 $W_V$ 决定。这个乘积的秩不超过 $d_k$。

# %% [markdown] id="recap" lang="en"
# ## 5 · Recap

# %% [markdown] id="recap" lang="zh" agreed="2cf035bb-852ec317"
# ## 5 · 小结

# %% id="recap-question-2"
ask("divisor")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * A score is $q \cdot k$; all scores are $Q K^\top$. Row: the word that looks. Column: the word that is looked at.
# * The larger $d_k$, the farther scores spread: many rows freeze or jump.
# * If all numbers are independent, with mean 0 and variance 1, the standard deviation of the scores is $\sqrt{d_k}$. Division by it makes the start independent of $d_k$; the rest is learned.
#
# Next: softmax by hand, and a dial that makes weights sharper or flatter. [Lesson 04, softmax →](04_softmax.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="818cfe67-6076faae"
# 这一课要记住的：
#
# * 一个分数是 $q \cdot k$，全部分数是 $Q K^\top$。行是在看的词，列是被看的词。
# * $d_k$ 越大，分数就拉得越开，许多行不是冻住，就是乱跳。
# * 查询和键里的数相互独立、均值 0、方差 1 时，分数的标准差是 $\sqrt{d_k}$。除以它，起点就不随 $d_k$ 变；以后怎样，由训练决定。
#
# 下一课：亲手算一次 softmax，再拧一个旋钮，让权重更集中，或者更平均。[第 04 课，softmax →](04_softmax.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

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
# **"I tried it with 2 × 2 matrices ($d_k = 2$), and the variance was 1.6, not 2."** Four scores say next to nothing about a variance. Besides, `.var()` measures from the mean of these four numbers, not from the true mean 0; for four numbers that makes the variance a quarter too small on average. Here are eight such samples, the mean of 100,000 of them, and the variance of 10,000 single scores:

# %% [markdown] id="curious" lang="zh" agreed="1106de84-21773106"
# **“我用 2 × 2 的矩阵试过（$d_k = 2$），方差是 1.6，不是 2。”** 只凭四个分数，几乎看不出方差是多少。而且 `.var()` 算的是离这四个数自己的均值有多远，不是离真正的均值 0 有多远；四个数这样算，方差平均会小四分之一。下面是八次这样的结果、100,000 次的平均，最后是取 10,000 对算出的方差：

# %% id="curious-small"
rng = np.random.default_rng(5)
small = scores(*rng.standard_normal((2, 100_000, 2, 2))).var((-2, -1))
show({"2 × 2": small[:8].round(2), "100,000": small.mean().round(2)})
q, k = rng.standard_normal((2, 10_000, 2))
show({"10,000": (q * k).sum(-1).var().round(2)})

# %% [markdown] id="curious-where" lang="en"
# **"This program divides $Q$, not the scores. Is that a bug?"** No, since a constant factor can stand anywhere in a product. Some programs divide $Q$, some divide queries and keys each by the fourth root of $d_k$. The largest differences from our result:

# %% [markdown] id="curious-where" lang="zh" agreed="a8faa4fc-03cd993a"
# **“这个程序除的是 $Q$，不是分数，是不是写错了？”** 没有错，乘积里的常数因子放在哪里都一样。有的程序除 $Q$，有的把查询和键各除以 $d_k$ 的四次方根。它们和我们的结果最大相差：

# %% id="curious-where-code"
trace, root, fourth = load_example("first_look").trace(), 3**0.5, 3**0.25
show({"Q / √d_k": abs(scores(trace.Q / root, trace.K) - trace.scaled).max()})
show({"Q, K / √√d_k": abs(scores(trace.Q / fourth, trace.K / fourth) - trace.scaled).max()})

# %% [markdown] id="curious-two" lang="en"
# **"Why two matrices, and not one large one for the scores?"** One large matrix, $W_Q W_K^\top$, would give the same scores. But two thin ones have fewer parameters if $2\, d_k < d_\text{model}$: with $d_\text{model} = 512$ and $d_k = 64$ they have 65,536 numbers instead of 262,144. The price is the low [**rank**](glossary.ipynb), the number of rows that are not weighted sums of the rows above them. In our small example it is:

# %% [markdown] id="curious-two" lang="zh" agreed="5467b8db-47bc7ab9"
# **“为什么用两个矩阵，而不用一个大矩阵直接算分数？”** 只用一个大矩阵 $W_Q W_K^\top$，也能算出同样的分数。但只要 $2\, d_k < d_\text{model}$，两个窄矩阵的参数就更少：$d_\text{model} = 512$、$d_k = 64$ 时是 65,536 个，而不是 262,144 个。代价是[**秩**](glossary.ipynb)（线性无关的行最多有几行，秩就是几）低了。我们的小例子里，秩是：

# %% id="curious-two-code"
look = load_example("first_look")
B = look.W_Q @ look.W_K.mT
show(shape=B.shape, rank=np.linalg.matrix_rank(B))
