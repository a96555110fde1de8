# %% [markdown] id="title" lang="en"
# # 04 · Softmax: from scores to weights
#
# A score says how well two words fit. But how much of its attention does a word give to each word? We need shares: none negative, and together 1.
#
# At the end you will have computed such shares by hand and in three lines of code. You will know which axis they go along, why large scores break the short code, and when a model can no longer learn through softmax.
#
# About 45 minutes. You need [lesson 03](03_scores.ipynb), a little Python, and for section 6 what a derivative is.

# %% [markdown] id="title" lang="zh" agreed="08d87e0c-bf05e983"
# # 04 · Softmax：从分数到权重
#
# 分数说明两个词有多匹配。可是，一个词究竟把多少注意力分给每个词？这就需要一组比例：都不为负，加起来等于 1。
#
# 学完这一课，你会手算这些比例，也会用三行代码算出来；你会知道该沿哪个轴算，为什么分数一大、简单的写法就出错，以及什么情况下，梯度会在 softmax 这里消失。
#
# 大约 45 分钟。需要学过[第 03 课](03_scores.ipynb)，会一点 Python；第 6 节要用到导数。

# %% id="setup"
import numpy as np
from attnlib import Explorer, curves, explain, heatmap, load_example, pipeline, softmax, use_language
use_language("en")

# %% id="strip"
pipeline(None, None, highlight="weights")

# %% [markdown] id="strip-text" lang="en"
# This lesson goes from *scaled* to *weights*. The step *masked* between them comes in [lesson 06](06_masks.ipynb); here every word may look at every word.
#
# [← 03](03_scores.ipynb) · [Glossary](glossary.ipynb) · [05 →](05_output.ipynb)

# %% [markdown] id="strip-text" lang="zh" agreed="f4a36aa0-33ae8f72"
# 这一课讲怎样从“缩放后的分数”得到“权重”。中间的“加掩码”留到[第 06 课](06_masks.ipynb)；这里每个词都可以看所有的词。
#
# [← 03](03_scores.ipynb) · [术语表](glossary.ipynb) · [05 →](05_output.ipynb)

# %% [markdown] id="lecture-plan" lang="en" tags=["lecturer"]
# **Lecturer: 50 minutes.** Recall 3 (aloud). Section 2: 8, on the board, before the notebook. Section 3: 4, skip the loop. Section 4: 7, three predictions for one cell, then the slider. Section 5: 5. Section 6: 10, the heart of the lecture. Section 7: 5. Explorer: 5, in large type (A⁺), W_Q alone. Recap 3. Section 9 and the exercises are homework; of section 9, show the cell with the two sums if time is left.

# %% [markdown] id="lecture-plan" lang="zh" agreed="51d07533-f3ce8f99" tags=["lecturer"]
# **教师：50 分钟。** 回忆 3 分钟（口答）；第 2 节 8 分钟，先写板书，再看笔记本；第 3 节 4 分钟，循环略过；第 4 节 7 分钟，先猜三问，再拖滑块；第 5 节 5 分钟；第 6 节 10 分钟，这是本课的核心；第 7 节 5 分钟；探索器 5 分钟，用大字（A⁺），只改 W_Q；小结 3 分钟。第 9 节和练习留作课后；有时间的话，演示第 9 节求和的那一格。

# %% [markdown] id="recall" lang="en"
# ## 1 · What you remember (2 min)
#
# Answer first, then unfold. All three are about scores.
#
# 1. *cat* gives *chases* the score 6. Must *chases* give *cat* 6 too?
# 2. Why do we divide the scores by $\sqrt{d_k}$, and not by $d_k$?
# 3. Somebody divides $Q$ by $\sqrt{d_k}$, and not the scores. Is that a mistake?
#
# <details><summary>Answers</summary>
#
# 1. No; it gives 0. Asking and offering are done by different matrices, $W_Q$ and $W_K$.
# 2. A score is a sum of $d_k$ products. If the numbers of $q$ and $k$ are independent, with mean 0 and variance 1, its variance is $d_k$ and its standard deviation $\sqrt{d_k}$. Divided by that, scores have the standard deviation 1, whatever $d_k$ is.
# 3. No: $(Q / \sqrt{d_k})\, K^\top = Q K^\top / \sqrt{d_k}$.
#
# </details>

# %% [markdown] id="recall" lang="zh" agreed="669f324a-78c695ca"
# ## 1 · 先回忆一下（2 分钟）
#
# 先想好答案，再点开看。三道题都和注意力分数有关。
#
# 1. “猫”给“追”的分数是 6，“追”给“猫”的分数也一定是 6 吗？
# 2. 分数为什么要除以 $\sqrt{d_k}$，而不是除以 $d_k$？
# 3. 有人没有缩放分数，而是把 $Q$ 除以 $\sqrt{d_k}$。这样错了吗？
#
# <details><summary>答案</summary>
#
# 1. 不一定，这里是 0。找什么由 $W_Q$ 决定，能提供什么由 $W_K$ 决定，两个矩阵不同。
# 2. 一个分数是 $d_k$ 个乘积的和。如果 $q$ 和 $k$ 里的数相互独立，均值为 0，方差为 1，那么它的方差是 $d_k$，标准差是 $\sqrt{d_k}$。除以它以后，不管 $d_k$ 多大，分数的标准差都是 1。
# 3. 没有错：$(Q / \sqrt{d_k})\, K^\top = Q K^\top / \sqrt{d_k}$。
#
# </details>

# %% [markdown] id="hand" lang="en"
# ## 2 · One row by hand (4 min)
#
# In *small cat chases fish*, our sentence of lesson 03, we take the row of *chases*: its scaled scores for the four words (3, 0, −4 and 6, divided by √3). A larger score should give a larger share. The first idea is to divide each score by the sum. Before you run it: what can go wrong?

# %% [markdown] id="hand" lang="zh" agreed="bfe8b1a1-2ba412ce"
# ## 2 · 手算一行（4 分钟）
#
# 还是第 03 课的句子“小 猫 追 鱼”。取“追”这一行，也就是它给四个词的缩放后的分数（3、0、−4、6 都除以 √3）。我们希望分数越大，分到的比例越大。最先想到的办法，是每个分数除以它们的和。运行之前想一想：这样会出什么问题？

# %% id="hand-divide"
s = load_example("first_look").trace().scaled[2]
print(s.round(4))
(s / s.sum()).round(4)

# %% [markdown] id="hand-exp-text" lang="en"
# *chases* would get a share of −0.8 and *fish* 1.2. The sum could even be zero. So we first make every number positive without changing their order: $e^s$ does that.
#
# Predict: the score of *fish*, 3.46, is twice that of *small*, 1.73. Will its share be twice as large, too?

# %% [markdown] id="hand-exp-text" lang="zh" agreed="82ef398f-225f93f5"
# “追”分到 −0.8，“鱼”分到 1.2，都不能算比例；和还可能正好是 0。所以要先把每个数变成正数，又不能打乱大小顺序：$e^s$ 正好做得到。
#
# 猜一猜：“鱼”的分数 3.46 是“小”的 1.73 的两倍，它分到的比例也是两倍吗？

# %% id="hand-exp"
s = load_example("first_look").trace().scaled[2]
e = np.exp(s)
print(e.round(4), e.sum().round(4))
(e / e.sum()).round(4)

# %% [markdown] id="hand-define" lang="en"
# Exp, sum, divide: this is [**softmax**](glossary.ipynb), and the shares are the [**attention weights**](glossary.ipynb) of *chases*.
#
# $$w_j = \frac{e^{s_j}}{\sum_k e^{s_k}}$$
#
# *fish* gets 0.83 and *small* 0.15: the share of *fish* is not twice but 5.65 times as large. The sum cancels in the ratio, $w_j / w_k = e^{s_j - s_k}$: only the *difference* of two scores counts, here 3.46 − 1.73 = 1.73.

# %% [markdown] id="hand-define" lang="zh" agreed="03387889-4e7b4d9b"
# 取指数，求和，相除，这就是 [**softmax**](glossary.ipynb)；得到的比例叫“追”的[**注意力权重**](glossary.ipynb)（attention weights）。
#
# $$w_j = \frac{e^{s_j}}{\sum_k e^{s_k}}$$
#
# “鱼”得到 0.8255，“小”得到 0.1461，不是两倍，而是 5.65 倍。两个权重相除，分母约掉：$w_j / w_k = e^{s_j - s_k}$。起作用的只是分数之差，这里是 1.73。

# %% id="hand-explain"
trace = load_example("first_look").trace()
explain(trace, "weights", 2, 3)

# %% [markdown] id="lecture-hand" lang="en" tags=["lecturer"]
# Ask: why not simply take absolute values, or squares? Then −2.31 would count as much as 2.31, and the order is lost. Why $e$ and not 2? Any base above 1 works; another base is another temperature (section 4): $2^s = e^{s \ln 2}$. Wrong answer that always comes: "twice the score, twice the weight". Let them compute $e^{3.46}/e^{1.73}$.

# %% [markdown] id="lecture-hand" lang="zh" agreed="d597b649-7c5a6f59" tags=["lecturer"]
# 提问：为什么不取绝对值，或者平方？那样 −2.31 就和 2.31 一样重要，大小顺序也乱了。为什么用 $e$，不用 2？只要底数大于 1 都可以；换一个底数，等于换一个温度（第 4 节）：$2^s = e^{s \ln 2}$。常见的错误回答：“分数是两倍，权重就是两倍。”让学生自己算 $e^{3.46}/e^{1.73}$。

# %% [markdown] id="all" lang="en"
# ## 3 · All rows (3 min)
#
# Here are the scaled scores of all four words. Predict from this table: the largest weight of all, which word gives it, and to which word?

# %% [markdown] id="all" lang="zh" agreed="14027d9b-b3811ed0"
# ## 3 · 算出每一行（3 分钟）
#
# 下面是四个词的缩放后的分数。看着这张表猜一猜：算出的权重里最大的一个，会是哪个词给哪个词的？

# %% id="all-scaled"
look = load_example("first_look")
heatmap(look.trace().scaled, look.tokens, look.tokens, kind="signed", title="scaled")

# %% [markdown] id="all-loop-text" lang="en"
# Each row goes as in section 2. First by a loop:

# %% [markdown] id="all-loop-text" lang="zh" agreed="6e090ec1-7f998452"
# 每一行的算法都和第 2 节一样。先写成循环：

# %% id="all-loop"
S = load_example("first_look").trace().scaled
weights = np.zeros((4, 4))
for i in range(4):
    total = sum(np.exp(S[i, k]) for k in range(4))
    for j in range(4):
        weights[i, j] = np.exp(S[i, j]) / total
weights.round(4)

# %% [markdown] id="all-numpy-text" lang="en"
# Then in three lines. `axis=-1` adds along the last axis, that is, along each row; `keepdims=True` keeps the sums as a column, so that each row is divided by its own sum.

# %% [markdown] id="all-numpy-text" lang="zh" agreed="e504edc6-24fd2e0d"
# 再用三行 numpy。`axis=-1` 表示沿最后一个轴求和，也就是在每一行之内求和；`keepdims=True` 让这些和保持为一列，这样每一行才会除以自己的和。

# %% id="all-numpy"
e = np.exp(S)
total = e.sum(axis=-1, keepdims=True)  # (4, 1)
by_numpy = e / total  # (4, 4)
np.allclose(by_numpy, weights, rtol=0, atol=1e-12)

# %% [markdown] id="all-attnlib-text" lang="en"
# `attnlib.softmax` gives the same. The picture shows the sum of each row beside it.

# %% [markdown] id="all-attnlib-text" lang="zh" agreed="665486ea-7fa2b466"
# `attnlib.softmax` 的结果也一样。图的右边写着每一行的和。

# %% id="all-attnlib"
print(np.allclose(softmax(S), by_numpy, rtol=0, atol=1e-12))
heatmap(softmax(S), look.tokens, look.tokens, title="weights")

# %% [markdown] id="all-digits-text" lang="en"
# *cat* gives *chases* 0.96. The score 3.46 stands in the table twice, but *chases* makes only 0.83 of it: there another score, 1.73, takes a part too.
#
# The worked example *I love China* (我 爱 中国) comes with its weights, to eight decimal places. Ours, rounded in the same way, are equal to them:

# %% [markdown] id="all-digits-text" lang="zh" agreed="b1011c5a-02fdf37b"
# 最大的是“猫”给“追”的 0.96。3.46 这个分数在表里出现了两次，“追”那一行却只得到 0.83，因为同一行还有一个 1.73 要分走一份。
#
# “我 爱 中国”这个例子附有八位小数的标准结果。我们的结果四舍五入到八位，和它完全相同：

# %% id="all-digits"
hand = load_example("hand_worked").select(0)
ours = softmax(hand.trace().scaled)
np.array_equal(ours.round(8), hand.figures["weights"])

# %% [markdown] id="change" lang="en"
# ## 4 · Add, multiply, divide, raise one score (4 min)
#
# Three experiments with the row of *chases*: we add 5 to all its scores; instead, we multiply them all by 2; instead, we divide them all by 20. Predict for each: do the weights stay, become more even, or more uneven?
#
# (`[2:3]` takes the same row as `[2]` in section 2, but keeps it as a table with one row, of the shape (1, 4): the softmax of `attnlib` wants a table.)

# %% [markdown] id="change" lang="zh" agreed="28f023c5-53ac2806"
# ## 4 · 加、乘、除，抬高一个分数（4 分钟）
#
# 拿“追”这一行做三个实验：所有的分数都加 5；或者都乘以 2；或者都除以 20。分别猜一猜：权重不变，变得更平均，还是差距更大？
#
# （`[2:3]` 和第 2 节的 `[2]` 取的是同一行，只是仍然保留成表的样子，形状是 (1, 4)：`attnlib` 的 softmax 要求输入是一张表。）

# %% id="change-both"
s = load_example("first_look").trace().scaled[2:3]  # (1, 4)
for row in (s, s + 5, s * 2, s / 20):
    print(softmax(row).round(3))

# %% [markdown] id="change-both-explain" lang="en"
# Adding changes nothing: the differences stay. Multiplying by 2 doubles them, and the largest weight grows from 0.83 to 0.97. Dividing by 20 makes them small, and the weights nearly equal. Many expect that a large divisor makes them peaked; it is the other way round.
#
# A number $T$ that we divide the scores by is called [**temperature**](glossary.ipynb). The scale of [lesson 03](03_scores.ipynb) works in the same way: it divides by $\sqrt{d_k}$, here $\sqrt{3}$.
#
# Now we move one score alone, that of *fish*; the other three stay. Predict: at which score does *fish* get half of the attention? Move the slider and find out.

# %% [markdown] id="change-both-explain" lang="zh" agreed="a389c109-2752f8c2"
# 加一个数，什么也不变，因为分数之差没有变。乘以 2，差也变成两倍，最大的权重从 0.83 升到 0.97。除以 20，差变得很小，权重也就差不多相等了。不少人以为除数越大，权重越集中，其实正好相反。
#
# 用来除分数的这个数 $T$ 叫[**温度**](glossary.ipynb)（temperature）。[第 03 课](03_scores.ipynb)的缩放也是这样起作用的：除以 $\sqrt{d_k}$，这里是 $\sqrt{3}$。
#
# 现在只动一个分数，就是给“鱼”的那个，另外三个不变。猜一猜：分数到多少时，“鱼”正好分到一半？拖动滑块找一找。

# %% id="change-one"
from attnlib.live import live
look = load_example("first_look")
def draw(score=3.5):
    s = look.trace().scaled[2:3].copy()
    s[0, 3] = score
    return heatmap(softmax(s), look.tokens[2:3], look.tokens)
live(draw, score=(-4.0, 8.0, 0.1))

# %% [markdown] id="change-one-explain" lang="en"
# At about 1.9: there $e^s$ of *fish* is as large as that of the other three together. At 8 the weight is above 0.99: one big score takes nearly everything. And the others all lose, although their own scores never moved. Weights are shares of one whole: none can grow alone.

# %% [markdown] id="change-one-explain" lang="zh" agreed="5404b9eb-c5ca4ef4"
# 大约在 1.9：这时“鱼”的 $e^s$ 等于另外三个词的总和。到了 8，权重超过 0.99，一个特别大的分数几乎拿走全部。另外三个词的分数一直没动，权重却都变小了。权重是从同一个整体里分出来的，一个变大，别的就要变小。

# %% [markdown] id="lecture-change" lang="en" tags=["lecturer"]
# Ask: may each row get its own number added? Yes, rows do not know of each other. And each *column*? No: that changes differences within a row. A common wrong answer is that temperature changes who wins. It does not; the order stays, only the distances change.

# %% [markdown] id="lecture-change" lang="zh" agreed="4f8e2ae9-c5ee7cfe" tags=["lecturer"]
# 提问：每一行各加一个不同的数，可以吗？可以，各行互不相干。每一列各加一个不同的数呢？不行，那样一行之内的差就变了。常见的错误回答：温度会改变谁排第一。不会；顺序不变，变的只是差距。

# %% [markdown] id="overflow" lang="en"
# ## 5 · When exp is too large (3 min)
#
# Floating-point numbers have an upper limit. From which whole number on is $e^x$ beyond it, so that numpy writes `inf`, infinity? We try 0, 1, 2, … in numbers of 16, 32 and 64 bits. (numpy would warn; `errstate` keeps it quiet.)

# %% [markdown] id="overflow" lang="zh" agreed="b4b23640-184bbeea"
# ## 5 · 指数太大的时候（3 分钟）
#
# 计算机里的浮点数有上限。从哪个整数起，$e^x$ 就存不下，numpy 只好写成 `inf`（无穷大）？我们用两字节、四字节、八字节的数（float16、float32、float64），从 0、1、2 一直试下去。（numpy 会发出警告，`errstate` 让它不作声。）

# %% id="overflow-where"
with np.errstate(over="ignore"):
    for kind in ("float16", "float32", "float64"):
        x = np.arange(1000, dtype=kind)
        print(kind, x[np.isinf(np.exp(x))].min())

# %% [markdown] id="overflow-break-text" lang="en"
# In float16 a score of 12 is enough. What do the three lines of section 3 make of such an **overflow**? Predict the weights for the scores 1000, 999 and 0. We know from section 4 what they should be: those of 1, 0 and −999.

# %% [markdown] id="overflow-break-text" lang="zh" agreed="f5e55a33-ec8a5aae"
# 用 float16 时，分数到 12 就**溢出**（overflow）了。溢出以后，第 3 节那三行代码会给出什么结果？猜一猜分数为 1000、999、0 时的权重。由第 4 节可知，正确结果应该和分数为 1、0、−999 时相同。

# %% id="overflow-break"
s = np.array([1000.0, 999.0, 0.0])
with np.errstate(over="ignore", invalid="ignore"):
    e = np.exp(s)
    print(e, e / e.sum())

# %% [markdown] id="overflow-cure-text" lang="en"
# Infinity divided by infinity is `nan`, not a number. The cure is the fact that adding changes nothing: subtract the largest score of each row first.
#
# $$w_j = \frac{e^{s_j - \max s}}{\sum_k e^{s_k - \max s}}$$
#
# We take 1000, 999 and 0 once more, and 1, 0 and −999 as a second row:

# %% [markdown] id="overflow-cure-text" lang="zh" agreed="c30649ef-7ca9d531"
# 无穷除以无穷，得到 `nan`，意思是“不是数”。解决的办法就来自“加一个数什么也不变”：每一行先减去自己的最大值。
#
# $$w_j = \frac{e^{s_j - \max s}}{\sum_k e^{s_k - \max s}}$$
#
# 再算一次 1000、999、0，并把 1、0、−999 放在第二行：

# %% id="overflow-cure"
S = np.array([[1000.0, 999.0, 0.0], [1.0, 0.0, -999.0]])
e = np.exp(S - S.max(axis=-1, keepdims=True))  # (2, 3)
(e / e.sum(axis=-1, keepdims=True)).round(4)

# %% [markdown] id="overflow-cure-explain" lang="en"
# The rows agree. Every exponent is now at most 0, so no power of $e$ is above 1; and the largest is exactly 1, so the sum is never zero. The power of a score far behind may become 0, which is harmless. `attnlib.softmax` subtracts in the same way; in section 3 it agreed with the three lines.

# %% [markdown] id="overflow-cure-explain" lang="zh" agreed="1dbf772f-6ef3e41f"
# 两行结果相同。现在指数都不超过 0，所以 $e$ 的幂都不会大于 1；最大的那个正好是 1，所以和不会是 0。落后太多的分数，对应的幂会变成 0，这没有坏处。`attnlib.softmax` 也是这样先减再算的，在第 3 节里，它和那三行代码的结果一样。

# %% [markdown] id="jacobian" lang="en"
# ## 6 · When the gradient vanishes (9 min)
#
# A model learns by small changes: how does each attention weight answer when a score moves a little, its own score or that of another word? The derivatives are
#
# $$\frac{\partial w_j}{\partial s_j} = w_j\,(1 - w_j), \qquad \frac{\partial w_j}{\partial s_k} = -w_j\,w_k \quad (k \ne j)$$
#
# As a table they are called the [**Jacobian**](glossary.ipynb) $J$. In the code, `np.diag` puts the weights on the diagonal of a table of zeros, and `np.outer` makes all products of two weights. We compare $J$ with an experiment: move each score by $10^{-6}$ and see. (`moved` has a row for each score that moves, $J$ a column: hence `.T`.)
#
# <details><summary>For the curious: where the derivatives come from</summary>
#
# We differentiate $\ln w_j = s_j - \ln \sum_i e^{s_i}$ with respect to $s_k$. The left side gives $\frac{1}{w_j} \frac{\partial w_j}{\partial s_k}$; the right side $1 - w_k$ if $k = j$, else $-w_k$. Then we multiply by $w_j$.
#
# </details>

# %% [markdown] id="jacobian" lang="zh" agreed="8305390f-5487ed89"
# ## 6 · 梯度什么时候消失（9 分钟）
#
# 模型靠微小的调整来学习：一个分数动一点，每个权重会跟着动多少？动的可能是它自己的分数，也可能是别的词的分数，偏导数分别是
#
# $$\frac{\partial w_j}{\partial s_j} = w_j\,(1 - w_j), \qquad \frac{\partial w_j}{\partial s_k} = -w_j\,w_k \quad (k \ne j)$$
#
# 把它们排成一张表，就是[**雅可比矩阵**](glossary.ipynb)（Jacobian）$J$。代码里，`np.diag` 把权重放到对角线上，其余填 0；`np.outer` 算出两两的乘积。我们用实验检验 $J$：四个分数轮流移动 $10^{-6}$，每次只动一个，看权重变了多少。（变动的分数在 `moved` 里按行排，在 $J$ 里按列排，所以要用 `.T` 转置。）
#
# <details><summary>选读：导数怎么来的</summary>
#
# 对 $\ln w_j = s_j - \ln \sum_i e^{s_i}$ 两边求 $s_k$ 的偏导：左边得 $\frac{1}{w_j} \frac{\partial w_j}{\partial s_k}$；右边在 $k = j$ 时得 $1 - w_k$，否则得 $-w_k$。两边再乘 $w_j$。
#
# </details>

# %% id="jacobian-check"
s = load_example("first_look").trace().scaled[2:3]
w = softmax(s)[0]
J = np.diag(w) - np.outer(w, w)
moved = softmax(s + 1e-6 * np.eye(4))  # (4, 4)
print(J.round(3))
np.allclose((moved - w).T / 1e-6, J, rtol=0, atol=1e-5)

# %% [markdown] id="jacobian-live-text" lang="en"
# The diagonal is positive: a score raises its own weight. All else is negative (in part too small to show): it lowers the others. Each column sums to zero: what one weight gains, the others lose.
#
# The picture shows the weights $w$ of *chases* on top and $J$ below: a row for each weight that answers, a column for each score that moves. Predict: what happens to $J$ when $T$ goes down to 0.1, and up to 5?

# %% [markdown] id="jacobian-live-text" lang="zh" agreed="49e439b9-58a12cf4"
# 对角线上是正数：一个分数变大，它自己的权重跟着变大；其余各格是负数（有的太小，显示成 0）：别的权重跟着变小。每一列加起来是 0：一个权重增加多少，别的就一共减少多少。
#
# 下图第一行是“追”的权重 $w$，下面是 $J$：每一列对应一个变动的分数，每一行对应一个跟着变的权重。猜一猜：把 $T$ 降到 0.1，$J$ 会怎样？升到 5 呢？

# %% id="jacobian-live"
from attnlib.live import live
look = load_example("first_look")
def draw(temperature=1.0):
    w = softmax(look.trace().scaled[2:3] / temperature)[0]
    J = np.diag(w) - np.outer(w, w)
    return heatmap(np.vstack([w, J]), ["w", *look.tokens], look.tokens, kind="signed")
live(draw, temperature=(0.1, 5.0, 0.1))

# %% [markdown] id="jacobian-curve-text" lang="en"
# At 0.1 one weight is almost 1, and all of $J$ is almost 0: a small step of a score moves nothing. Softmax is **saturated**.
#
# At 5, $J$ is large. Does a model learn best there? It moves $s$, but softmax sees $s / T$, so the derivative is $J / T$. We take 41 temperatures as a column, so that each gives a row of weights, and draw for each $T$ the largest number of $J$, which is the largest $w (1 - w)$, and of $J / T$. Where do you expect the peak of $J / T$?

# %% [markdown] id="jacobian-curve-text" lang="zh" agreed="c39017cf-5cebd884"
# 到 0.1 时，一个权重几乎是 1，$J$ 几乎全是 0：分数动一点，权重几乎不动。这时说 softmax **饱和**（saturated）了。
#
# 到 5 时，$J$ 比较大。模型在这里学得最好吗？模型调的是 $s$，softmax 看到的却是 $s / T$，所以导数是 $J / T$。下面取 41 个温度，排成一列，一个温度算出一行权重；对每个 $T$，画出 $J$ 里最大的数，也就是最大的 $w (1 - w)$，再画出 $J / T$ 里最大的数。猜一猜：$J / T$ 的最高点在哪里？

# %% id="jacobian-curve"
s = load_example("first_look").trace().scaled[2]
T = 2.0 ** np.arange(-3, 7.25, 0.25)  # (41,)
w = softmax(s / T[:, None])  # (41, 4)
J = (w * (1 - w)).max(-1)
curves(T, {"J": J, "J / T": J / T}, xlabel="temperature", ylabel="gradient", log="x")

# %% [markdown] id="argmax-text" lang="en"
# Both ends are bad, for two reasons. Where $T$ is small, $J$ itself vanishes. Where $T$ is large, all four weights come near one quarter and the largest number of $J$ near $\frac14 (1 - \frac14) = 0.1875$, but it is divided by $T$. For this row the peak is near $T = 1.2$. Scaling the scores, as in lesson 03, keeps softmax away from the left end.
#
# Why not take the word with the largest score alone, by `argmax`? Below, the first of three scores rises by 0.01 and the second falls by as much; then the second falls by 2. Predict: what will argmax do, and what softmax?

# %% [markdown] id="argmax-text" lang="zh" agreed="cd468c90-654f74cf"
# 两头都不好，原因不同。$T$ 很小时，$J$ 自己消失。$T$ 很大时，四个权重都接近四分之一，$J$ 里最大的数接近 $\frac14 (1 - \frac14) = 0.1875$，并不消失，可是还要除以 $T$。对这一行来说，最高点在 $T = 1.2$ 附近。第 03 课把分数缩放，就是为了不落到曲线的左端。
#
# 为什么不干脆用 `argmax`，只取分数最高的那个词？下一格里，第一个分数升 0.01，第二个降 0.01；然后第二个降低 2。猜一猜：argmax 怎么变，softmax 怎么变？

# %% id="argmax"
for row in ([2.00, 2.01, 0.0], [2.01, 2.00, 0.0], [2.01, 0.0, 0.0]):
    print(np.argmax(row), softmax(np.array([row])).round(4))

# %% [markdown] id="argmax-explain" lang="en"
# For 0.01, argmax jumps to another word while softmax moves by 0.005. For 2, argmax does not move at all. Its derivative is zero or does not exist, and nothing can be learned from that. Softmax with a very small $T$ comes close to argmax: its gradient vanishes.

# %% [markdown] id="argmax-explain" lang="zh" agreed="6699db9c-d89bc024"
# 变了 0.01，argmax 就跳到另一个词，softmax 只动 0.005；变了 2，argmax 反而一动不动。它的导数要么是 0，要么不存在，没有办法从中学习。$T$ 非常小的 softmax 很接近 argmax，梯度也就跟着消失。

# %% [markdown] id="lecture-jacobian" lang="en" tags=["lecturer"]
# Ask before the slider: "Is a sure model a good model?" Most say yes. Then: what if it is sure and wrong? It can hardly be corrected, since its gradient is gone. Ask for the largest value that $w(1-w)$ can have (¼, at $w = ½$). Answer to expect on large $T$: "flat, so no gradient". Half true: $J$ is fine, $1/T$ is what takes it away. Connect it with lesson 03: without $\sqrt{d_k}$ and with $d_k = 512$, scores spread about 22 times more; that is $T ≈ 0.04$.

# %% [markdown] id="lecture-jacobian" lang="zh" agreed="27e34753-c0067b07" tags=["lecturer"]
# 拖滑块之前先问：“模型很肯定，就是好模型吗？”多数人会说是。再问：如果它很肯定，却错了呢？梯度没有了，很难改过来。再问 $w(1-w)$ 最大是多少（¼，在 $w = ½$ 处）。$T$ 很大时，学生会答“太平了，所以没有梯度”。只对一半：$J$ 还在，是 $1/T$ 让它变小的。联系第 03 课：$d_k = 512$ 而不除以 $\sqrt{d_k}$，分数的分散程度大约是 22 倍，相当于 $T ≈ 0.04$。

# %% [markdown] id="two-weights" lang="en"
# ## 7 · Two things called weights (2 min)
#
# *Attention weights* are not the *weight matrices* of a network, for which we say **projection matrices**. To see the difference, we leave *chases* out of our sentence. Predict: is $W_Q$ still the same matrix? And at which word will *cat* look now?

# %% [markdown] id="two-weights" lang="zh" agreed="3839300f-342f21d9"
# ## 7 · 两种“权重”（2 分钟）
#
# “注意力权重”和神经网络的“权重矩阵”是两回事，后者在这里叫**投影矩阵**（projection matrix）。为了看清区别，我们从句子里去掉“追”。猜一猜：$W_Q$ 还是原来那个矩阵吗？“猫”现在会看哪个词？

# %% id="two-weights-out"
from dataclasses import replace
look = load_example("first_look")
tokens = [look.tokens[k] for k in (0, 1, 3)]
shorter = replace(look, X=look.X[[0, 1, 3]])
print(np.array_equal(shorter.W_Q, look.W_Q))
heatmap(shorter.trace().weights, tokens, tokens, title="weights")

# %% [markdown] id="two-weights-explain" lang="en"
# $W_Q$ is the same, the table of weights is new: 9 numbers, not 16. *cat* looks at *fish*, whose score is now the largest of the row. In a model, training finds the matrices, here 18 numbers in $W_Q$; then they stay. The attention weights are computed anew for each sentence.
#
# One more question. In *I love China*, $Q = K$, so the scores are symmetric. Are the weights?

# %% [markdown] id="two-weights-explain" lang="zh" agreed="8390db6c-91919635"
# $W_Q$ 没有变，权重表却是新的：9 个数，不是 16 个。“猫”看“鱼”，因为这一行里现在“鱼”的分数最高。在模型里，矩阵是训练得来的（这里 $W_Q$ 有 18 个数），训练完就不变了；注意力权重则是每来一个句子就重新算。
#
# 再问一个问题：在“我 爱 中国”里 $Q = K$，分数表是对称的。权重表也对称吗？

# %% id="symmetric"
trace = load_example("hand_worked").select(0).trace()
print(np.allclose(trace.scores, trace.scores.T), np.allclose(trace.weights, trace.weights.T))
trace.weights.round(4)

# %% [markdown] id="symmetric-explain" lang="en"
# No: *I* gives *love* 0.3287, *love* gives *I* 0.3005. Their score is the same, but each is divided by the sum of its own row.

# %% [markdown] id="symmetric-explain" lang="zh" agreed="9e8db849-9538fd15"
# 不对称：“我”给“爱” 0.3287，“爱”给“我” 0.3005。分数是同一个，可是各自除以自己那一行的和。

# %% [markdown] id="explorer-text" lang="en"
# ## 8 · Change a matrix, move a row (6 min)
#
# In [lesson 02](02_queries_keys_values.ipynb) a number of $W_Q$ moved a query; here we follow it to the weights. The explorer starts at $T = 3$; beside *scaled* you see what the scores are divided by. At $T = 1$, *cat* gives *chases* 0.96. Say first how much it is now.
#
# Then go back to $T = 1$. In $W_Q$, the row *is small* has 0 in its middle column, which asks for *something to eat*. Decide which rows of weights will move if that 0 becomes 3; then write it.

# %% [markdown] id="explorer-text" lang="zh" agreed="875cf1b2-8c6c39f6"
# ## 8 · 改一个矩阵，动哪一行（6 分钟）
#
# 在[第 02 课](02_queries_keys_values.ipynb)里，改 $W_Q$ 的一个数，查询就变了；这里接着看权重怎么变。探索器一开始是 $T = 3$，“缩放后”旁边写着分数除以了什么。$T = 1$ 时“猫”给“追”的权重是 0.96，现在是多少？先填一个数。
#
# 然后回到 $T = 1$。$W_Q$ 的“个头小”这一行，中间一列是 0；这一列表示要找能吃的东西。把这个 0 改成 3，哪几行权重会变？想好了再改。

# %% id="explorer"
steps = ("X", "W_Q", "Q", "K", "scaled", "weights")
editable = ("W_Q", "temperature")
Explorer("first_look", steps, edit=editable, predict=("weights", 1, 2), temperature=3.0)

# %% [markdown] id="puzzle" lang="en"
# The explorer marks what has changed. Are they the rows that you had in mind?
#
# <details><summary>Which rows, and why</summary>
#
# Rows *small* and *fish*: these two words have the feature *is small* in $X$. Their queries move, so their scores move, so their rows of weights move. No other row does.
#
# </details>
#
# A puzzle: let *small* give *fish* more than 0.9, while *fish* still gives *cat* more than 0.7. One number of $W_Q$ is enough. Which row, and which column?
#
# <details><summary>A hint</summary>
#
# *small* is an adjective and *is small*. The second feature belongs to *fish* as well, the first does not: so we take the row *adjective*. The middle column asks for something to eat, and *fish* offers that.
#
# </details>
#
# <details><summary>One solution</summary>
#
# In row *adjective*, write 4 in the middle: the weight is 0.97. (With 3 it is 0.8994, just not enough.)
#
# </details>

# %% [markdown] id="puzzle" lang="zh" agreed="312e0ce2-2a93844d"
# 变了的数，探索器都标上了小三角。和你想的一样吗？
#
# <details><summary>哪几行变了，为什么</summary>
#
# 变的是“小”和“鱼”两行：在 $X$ 里，这两个词都有“个头小”这个特征。它们的查询变了，分数跟着变，这两行权重也跟着变；别的行都不动。
#
# </details>
#
# 来解一个谜题：让“小”给“鱼”的权重大于 0.9，同时“鱼”给“猫”的仍大于 0.7。在 $W_Q$ 里改一个数就够了。应该在哪一行、哪一列？
#
# <details><summary>提示</summary>
#
# “小”有两个特征：形容词、个头小。“鱼”也个头小，但不是形容词，所以改“形容词”这一行。中间一列表示要找能吃的东西，而“鱼”正好能提供。
#
# </details>
#
# <details><summary>一个解法</summary>
#
# 把“形容词”这一行中间的数改成 4，权重是 0.97。（改成 3 只有 0.8994。）
#
# </details>

# %% id="puzzle-explorer"
steps = ("X", "W_Q", "Q", "K", "scaled", "weights")
goal = [("weights", 0, 3, ">", 0.9), ("weights", 3, 1, ">", 0.7)]
Explorer("first_look", steps, goal=goal, edit="W_Q")

# %% [markdown] id="lecture-explorer" lang="en" tags=["lecturer"]
# Let them vote on the rows before anyone types. Common answers: "row 5", which is a row of $W_Q$ and no word; "all rows, since softmax mixes everything": it does so within a row only. Ask: and if we change a number of $W_K$? Then one or more keys move, that is, columns of the scores, and through the sums whole rows of weights (exercise 2).

# %% [markdown] id="lecture-explorer" lang="zh" agreed="58e949a3-68f441ec" tags=["lecturer"]
# 动手之前先让全班举手表决是哪几行。常见回答：“第 5 行”，那是 $W_Q$ 的行，不是词；“每一行都变，因为 softmax 把所有的数混在一起”，其实它只在一行之内混。追问：改 $W_K$ 里的一个数呢？那会改变一个或几个键，也就是分数表的列；再经过求和，整行的权重都会变（练习 2）。

# %% [markdown] id="axis" lang="en"
# ## 9 · The mistake everybody makes: the wrong axis (2 min)
#
# The sums belong to rows: each word shares out its own attention. What if we write `axis=0`? Python does not complain. Predict: what do rows and columns of this table sum to?

# %% [markdown] id="axis" lang="zh" agreed="08c51e2c-92e03d9f"
# ## 9 · 人人都会犯的错：轴写错了（2 分钟）
#
# 求和要在一行之内：每个词分配的是自己的注意力。如果写成 `axis=0` 呢？程序并不报错。猜一猜：这张表的每一行、每一列加起来各是多少？

# %% id="axis-wrong"
look = load_example("first_look")
e = np.exp(look.trace().scaled)
wrong = e / e.sum(axis=0)
print(wrong.sum(axis=0).round(2), wrong.sum(axis=1).round(2))
heatmap(wrong, look.tokens, look.tokens)

# %% [markdown] id="axis-right-text" lang="en"
# Now the columns sum to one; the row of *chases* hands out 1.68, that of *fish* 0.60. (*cat* comes close to 1 by chance.) For comparison, the sums of the right weights: first the columns, then the rows. Do the columns sum to one, too?

# %% [markdown] id="axis-right-text" lang="zh" agreed="46a36792-a02bd4e7"
# 这次是每一列加起来等于 1；“追”这一行一共分出 1.68，“鱼”只分出 0.60（“猫”这一行接近 1 是碰巧）。再看正确的权重，先打印各列的和，再打印各行的和。猜一猜：各列的和也都是 1 吗？

# %% id="axis-right"
weights = softmax(load_example("first_look").trace().scaled)
print(weights.sum(axis=0).round(2), weights.sum(axis=1).round(2))

# %% [markdown] id="torch-text" lang="en"
# No: *cat* receives 1.60, *small* 0.33. A column need not sum to one.
#
# In PyTorch the axis is called `dim`; it has to be given, and a wrong one raises no error either. We compare `dim=-1` with ours, then `dim=0`. Predict what is printed.
#
# <details><summary>For the curious: a table that hides the mistake</summary>
#
# If the scores are symmetric, as in *I love China*, the wrong table is the right one mirrored: the same nine numbers, and there the row sums are close to one. So test with scores that are not symmetric, such as ours.
#
# </details>

# %% [markdown] id="torch-text" lang="zh" agreed="acee87bf-0b98f534"
# 不是：“猫”一共得到 1.60，“小”只有 0.33。列的和不必是 1，谁受的关注多，谁那一列的和就大。
#
# PyTorch 里轴叫 `dim`，必须写明；写错了，同样不会报错。下面先用 `dim=-1`，再用 `dim=0`，各和我们的结果比较一次。猜一猜：会打印什么？
#
# <details><summary>选读：会掩盖这个错误的表</summary>
#
# 分数表如果对称，比如“我 爱 中国”，错的那张就正好是对的那张的转置：还是那九个数，而且每一行的和也接近 1。所以检验时，要用“小 猫 追 鱼”这样不对称的例子。
#
# </details>

# %% id="torch" tags=["torch"]
import torch
S = load_example("first_look").trace().scaled
right, wrong = (torch.softmax(torch.from_numpy(S), dim=d).numpy() for d in (-1, 0))
print(np.allclose(right, softmax(S), rtol=0, atol=1e-12), np.allclose(wrong, softmax(S)))

# %% [markdown] id="lecture-axis" lang="en" tags=["lecturer"]
# Ask: a colleague proves the code right by showing that "everything sums to one". What do you ask back? (Which sums?) And: may two rows give all their weight to the same word? Yes, and then its column sums to 2; *cat* is near that. Students often want both sums to be one; that would be another method, not attention.

# %% [markdown] id="lecture-axis" lang="zh" agreed="7741e8fe-eeba5ba9" tags=["lecturer"]
# 提问：同事说“加起来都是 1”，所以代码没错。你会追问什么？（哪个方向加起来？）再问：两行能不能都把权重全给同一个词？能，那一列的和就是 2，“猫”就接近这种情况。学生常以为行和列都要等于 1；那是另一种方法，不是注意力。

# %% [markdown] id="exercises" lang="en"
# ## 10 · Write it yourself (8 min)
#
# Put code in place of `...` and run: the check says what is off. Stuck? `check.hint("softmax")` gives a hint, then the next; `check.solution("softmax")` leads to the code. The lesson goes on in any case.
#
# **1 · Softmax** (★★, 6 min). `my_softmax` takes scores (n, m), perhaps with a batch in front, and returns weights of the same shape. Scores may be so large that exp overflows. A row may be all $-\infty$: its word may look nowhere. Its largest score is $-\infty$, too, and infinity minus infinity is `nan`; so is zero divided by zero. Return zeros for it; [lesson 06](06_masks.ipynb) says why.

# %% [markdown] id="exercises" lang="zh" agreed="4026ed01-f2c592ed"
# ## 10 · 自己写一写（8 分钟）
#
# 把 `...` 换成代码，运行这一格：检查程序会用随机的输入试你的函数，错了就告诉你错在哪里。卡住了，运行 `check.hint("softmax")` 看一条提示，再运行一次看下一条；`check.solution("softmax")` 会告诉你怎样看参考答案。没做出来也不影响往下学。
#
# **1 · Softmax**（★★，6 分钟）。`my_softmax` 的参数是分数 (n, m)，前面还可能有 batch 轴，返回同样形状的权重。分数可能大到让指数溢出；也可能有一行全是 $-\infty$，表示这个词什么也不能看。这时最大值也是 $-\infty$，而无穷减无穷是 `nan`，零除以零也是 `nan`。这样的一行，权重要全部返回 0，原因见[第 06 课](06_masks.ipynb)。

# %% id="exercise-softmax" tags=["exercise"]
from attnlib import check

def my_softmax(S):
    ...

my_softmax = check.softmax(my_softmax)

# %% [markdown] id="exercise-w-k-text" lang="en"
# **2 · What moves?** (★★, 2 min). Not $W_Q$ this time: in $W_K$ we raise the middle number of the row *is eaten* by one. Only *fish* has this feature. The queries of *small* and *cat* have 0 in the middle. How many of the 16 weights change? Put the number in place of `...`.
#
# <details><summary>The answer</summary>
#
# 8: the rows of *chases* and *fish*. Where a query has 0, it does not notice what the key has there: that score stays. When one score of a row moves, the sum of the row moves, and every weight of the row is divided by that sum.
#
# </details>

# %% [markdown] id="exercise-w-k-text" lang="zh" agreed="fba3856f-67d3eeaa"
# **2 · 哪些会变？**（★★，2 分钟）。这次改的不是 $W_Q$：把 $W_K$ 里“会被吃”这一行中间的数加 1。只有“鱼”有这个特征；“小”和“猫”的查询，中间的数都是 0。16 个权重里有几个会变？把个数填在 `...` 的位置。
#
# <details><summary>答案</summary>
#
# 8 个：“追”和“鱼”两行。查询在某一列是 0，键的那一列怎么变，分数都不变。一行里只要有一个分数变了，这一行的和就变了，而这一行的每个权重都要除以这个和。
#
# </details>

# %% id="exercise-w-k"
from dataclasses import replace
from attnlib import check
look = load_example("first_look")
W_K = look.W_K.copy()
W_K[4, 1] += 1
change = replace(look, W_K=W_K).trace().weights - look.trace().weights
check.number(..., (abs(change) > 1e-9).sum())

# %% [markdown] id="recap" lang="en"
# ## 11 · Recap (2 min)
#
# * Softmax: exp, sum, divide, along each row. Only differences of scores count, so we subtract the largest first.
# * A small temperature makes weights peaked, a large one flat; where they are peaked, the gradient vanishes.
# * Weights are computed for each sentence, matrices are learned; weights need not be symmetric, even where scores are.
#
# Answer without scrolling back:
#
# 1. A row of weights is 0.5, 0.3, 0.2. All its scores are doubled. What is the largest weight now?
# 2. Why can a model not learn by gradients through argmax?
#
# <details><summary>Answers</summary>
#
# 1. Each $e^s$ is squared: $0.25 / (0.25 + 0.09 + 0.04) \approx 0.66$.
# 2. It stands still or jumps, so its derivative is zero or does not exist.
#
# </details>
#
# Next: what a word takes with these weights. [Lesson 05, output](05_output.ipynb).

# %% [markdown] id="recap" lang="zh" agreed="1bc48823-d6c7af13"
# ## 11 · 小结（2 分钟）
#
# * softmax 就是取指数、求和、相除，每一行各算各的。起作用的只是分数之差，所以可以先减去最大值。
# * 温度小，权重集中；温度大，权重平均。权重过于集中时，梯度会消失。
# * 注意力权重每个句子都要重新算，投影矩阵是学来的；即使分数表对称，权重表也未必对称。
#
# 合上这一课，回答两个问题：
#
# 1. 一行权重是 0.5、0.3、0.2。把这一行的分数都变成两倍，最大的权重变成多少？
# 2. 如果用 argmax 代替 softmax，模型为什么没法靠梯度学习？
#
# <details><summary>答案</summary>
#
# 1. 每个 $e^s$ 都变成平方：$0.25 / (0.25 + 0.09 + 0.04) \approx 0.66$。
# 2. 它要么不动，要么跳变：导数要么是 0，要么不存在。
#
# </details>
#
# 下一课：有了这些权重，一个词得到什么。[第 05 课，输出](05_output.ipynb)。
