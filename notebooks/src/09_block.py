# %% [markdown] id="title" lang="en"
# # 09 · The block: a building site
#
# Transformers are towers of attention. The first Transformer had two, of 6 floors each: one to read and one to write. GPT-3 has one of 96 floors. But on every floor there is more than attention. Why?
#
# We begin with a tower of attention alone. It fails; we add a part; it fails in another way. After three failures every floor is a **Transformer block**: you will have written it, and it will match PyTorch's.
#
# About 60 minutes, and 20 for the exercises. You need lessons 05, 07 and 08: attention, heads, positions.

# %% [markdown] id="title" lang="zh" agreed="fdf190e2-1e82ebab"
# # 09 · Transformer 块：一个工地
#
# Transformer 是用注意力盖起来的楼：最初的 Transformer 是两座 6 层的楼，一座读，一座写；GPT-3 是一座 96 层的楼。可是每一层里都不只有注意力。别的部件是干什么用的？
#
# 我们先盖一座只有注意力的楼。它出了事故，就添一个部件；添了部件，又出别的事故。三次事故之后，每一层都成了一个 **Transformer 块**，由你亲手写出，结果和 PyTorch 一致。
#
# 约 60 分钟，练习另需 20 分钟。需要先学第 05、07、08 课：注意力、多头、位置。

# %% id="setup"
import numpy as np
from attnlib import bands, heatmap, load_example, load_results, show, table, use_language
from classroom import ask, check, cubes, diagram, machine, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("add_norm", "feed_forward", steps=())

# %% [markdown] id="links" lang="en"
# Today all these steps are one box called *attention*.
#
# [← 08](08_order.ipynb) · [Glossary](glossary.ipynb) · [10 →](10_learning.ipynb)

# %% [markdown] id="links" lang="zh" agreed="1bd412f0-313fd7e1"
# 今天把这些步骤合成一个方框，就叫“注意力”。
#
# [← 08](08_order.ipynb) · [术语表](glossary.ipynb) · [10 →](10_learning.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Sections 1 and 2: 13 min; let everybody draw four rows on paper before the question. Section 3: 10 min; let the slider run before you explain anything, then the row of four numbers at the board. Section 4: 8 min. Section 5: 6 min. Section 6: 10 min, the two diagrams side by side; then a show of hands for the bet. Recap: 3 min. Exercises, except the third, are for home. The towers of section 6 were trained beforehand; the program at the end of the lesson trains one live.

# %% [markdown] id="plan" lang="zh" agreed="c247533d-06597c07" tags=["lecturer"]
# **50 分钟安排。** 第 1、2 节 13 分钟，提问之前让每个人在纸上画出四行。第 3 节 10 分钟：先拖滑块，再讲道理；四个数的那一行在黑板上算。第 4 节 8 分钟。第 5 节 6 分钟。第 6 节 10 分钟：两张结构图并排看，然后举手下注。小结 3 分钟。除第三题外，练习留作课后。第 6 节的楼是事先训练好的；想现场看一座楼怎么学，程序在课末。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 08

# %% [markdown] id="recall" lang="zh" agreed="373b044d-d12799dc"
# ## 1 · 第 08 课学过什么

# %% id="recall-question"
ask("digits_backwards")

# %% [markdown] id="collapse" lang="en"
# ## 2 · The first tower, the first failure
#
# One floor is the attention of lesson 07 with two heads: `mine.multi_head` is your own function, or ours if you have not written it. Its matrices are random, as usual before training; divided by $\sqrt d$, they keep a row's size on average. `hand_on` says what goes up to the next floor: `x` is what came in, `out` what attention made of it. For now only `out` goes up:

# %% [markdown] id="collapse" lang="zh" agreed="ce10192f-511f7af8"
# ## 2 · 第一座楼，第一次事故
#
# 一层楼，就是第 07 课的注意力，两个头：`mine.multi_head` 是你自己写的函数，没写过就用我们的。矩阵是随机的，模型在训练之前一般都是这样；矩阵都除以 $\sqrt d$，免得数一下子变大。`x` 是进来的各行，`out` 是注意力算出的结果。把什么交给上面一层，由 `hand_on` 决定。现在只交 `out`：

# %% id="collapse-tower"
def tower(x, floors, hand_on, seed=0):
    rng, d = np.random.default_rng(seed), x.shape[-1]
    for _ in range(floors):
        W_Q, W_K, W_V, W_O = rng.normal(size=(4, d, d)) / d**0.5
        x = hand_on(x, mine.multi_head(x, W_Q, W_K, W_V, W_O, 2))
    return x

def attention_alone(x, out):
    return out

# %% [markdown] id="collapse-words" lang="en"
# The words of *small cat chases fish* are all different. They take the stairs:

# %% [markdown] id="collapse-words" lang="zh" agreed="a4663744-40ca769b"
# “小 猫 追 鱼”四个词，各有各的一行数，现在让它们上楼：

# %% id="collapse-question"
look = load_example("first_look")
ask("three_floors", then=heatmap(tower(look.X, 3, attention_alone), look.tokens, kind="signed"))

# %% [markdown] id="collapse-why" lang="en"
# What the tower lacks first of all is a plus sign. Let each word go *around* the attention, and add what attention has computed:
#
# $$x + \text{attention}(x)$$
#
# This is the [**residual connection**](glossary.ipynb), also called *skip connection* ([He et al. 2015](https://arxiv.org/abs/1512.03385)). **Your turn:** `my_floor` still hands on attention alone. Put the plus sign into its second line, run the cell again, look at the third floor, and climb to the twelfth:
#
# <details><summary>The line</summary>
#
# `return x + out`
#
# </details>

# %% [markdown] id="collapse-why" lang="zh" agreed="8f59ce21-4aa9ccb6"
# 这座楼首先缺的，是一个加号：让每个词的那一行**绕过注意力**直接往上传，再加上注意力算出的结果：
#
# $$x + \text{attention}(x)$$
#
# 这叫[**残差连接**](glossary.ipynb)（residual connection，也叫跳跃连接，[He 等，2015](https://arxiv.org/abs/1512.03385)）。**你来动手：** 下面的 `my_floor` 往上交的还只是注意力的结果。把加号写进它的第二行，重新运行，看看第 3 层，再走到第 12 层：
#
# <details><summary>这一行怎么写</summary>
#
# `return x + out`
#
# </details>

# %% id="collapse-live"
def my_floor(x, out):
    return out

from classroom import live
look = load_example("first_look")
draw = lambda floors=3: heatmap(tower(look.X, floors, my_floor), look.tokens, kind="signed")
live(draw, floors=(0, 12, 1))

# %% [markdown] id="collapse-share" lang="en"
# With your plus sign the words still differ on the third floor. By the twelfth they are very alike. How alike?
#
# The mean of all rows, $\bar x$, is their **common part**. Subtract it from each row, and a table with the words' **own parts** is left, $x - \bar x$. The *difference between the words* is the norm of this table (the root of the sum of all its squares), divided by the norm of $x$: 0 if all rows are equal.
#
# $$\frac{\lVert x - \bar x \rVert}{\lVert x \rVert}$$
#
# We take 16 words of 64 numbers and ten *seeds* (random starts). A line is the mean of the ten, its band their range.

# %% [markdown] id="collapse-share" lang="zh" agreed="02d92766-fbd7d1a4"
# 有了加号，到第 3 层，四个词还分得开；到第 12 层，又变得很像了。有多像？
#
# 各行的平均 $\bar x$，是它们的**共同部分**；从每一行里减掉它，剩下的矩阵 $x - \bar x$，就是各个词**自己的部分**。求它的范数（所有数的平方和，再开平方），再除以 $x$ 的范数，就是“词与词的差别”；等于 0，各行就全都相等。
#
# $$\frac{\lVert x - \bar x \rVert}{\lVert x \rVert}$$
#
# 我们取 16 个词，每个词 64 个数，十个随机*种子*，也就是十个不同的起点。线是十个种子的平均，色带是从最小到最大的范围。

# %% id="collapse-bands"
def difference(x):
    return max(1e-7, np.linalg.norm(x - x.mean(0)) / np.linalg.norm(x))

floors, seeds = (0, 1, 2, 3, 4, 6, 9, 12, 18, 24), range(10)
words = [np.random.default_rng(100 + seed).normal(size=(16, 64)) for seed in seeds]
ten = lambda hand_on: [[difference(tower(words[seed], k, hand_on, seed)) for k in floors] for seed in seeds]
lines = {"with_residual": ten(lambda x, out: x + out), "attention_alone": ten(attention_alone)}
bands(floors, lines, xlabel="floors", ylabel="difference_of_words", log="y")

# %% [markdown] id="collapse-slow" lang="en"
# After three floors of attention alone the difference is a few millionths, after four it is rounding (the plot stops at $10^{-7}$). This is **rank collapse** ([Dong et al. 2021](https://arxiv.org/abs/2103.03404)): a matrix of equal rows has rank 1. In our tower the plus sign only *slows it down*: on the sixth floor the difference is still about a half, on the 24th less than a hundredth.

# %% [markdown] id="collapse-slow" lang="zh" agreed="bd58b7b9-a72a47a8"
# 只有注意力，三层之后，差别只剩百万分之几；四层之后，就只是舍入误差了（图只画到 $10^{-7}$ 为止）。这叫**秩坍缩**（rank collapse，[Dong 等，2021](https://arxiv.org/abs/2103.03404)）：各行全都相等的矩阵，秩是 1。加号只是**让坍缩慢下来**：到第六层，差别还有一半左右；到第 24 层，就不到百分之一了。

# %% [markdown] id="grow" lang="en"
# ## 3 · Second failure: the price of the plus sign
#
# The plus sign is in place, and 16 words climb. Where do they look on the way? Every floor has matrices of its own. To compare floors, we compute the weights on all of them with one $W_Q$ and one $W_K$. Row 1 shows where the first word looks. Drag the slider from the ground floor up to the 24th:

# %% [markdown] id="grow" lang="zh" agreed="cd4fc82a-d7f34de4"
# ## 3 · 第二次事故：加号的代价
#
# 加号有了，16 个词再爬一次楼。一路上它们会看谁？为了让各层能互相比较，我们另取一对 $W_Q$、$W_K$，不管量哪一层，权重都用这一对来算（爬楼还是用各层自己的矩阵）。图里第 1 行，就是第一个词在看谁。把滑块从底层一直拖到第 24 层：

# %% id="grow-live"
from attnlib import attend, heads
from classroom import live
from classroom.lab.layer_stacks import common_and_own_norms, through_layers
climbed = through_layers()  # 25 x (16, 64)
W_Q, W_K = np.random.default_rng(7).normal(size=(2, 64, 64)) / 8
look_at = lambda x: attend(x @ W_Q, x @ W_K, x).weights  # (16, 16)

draw = lambda floors=24: heads([look_at(climbed[floors])], range(1, 17), ["weights"])
live(draw, floors=(0, 24, 1))

# %% [markdown] id="grow-sizes" lang="en"
# In the end all words look at the same word. Once softmax has decided, almost nothing is learned (lesson 04). Why all at the same one? Here are the norms of the common part and of a word's own part, means of ten seeds. The last column is for the tower above alone: the standard deviation of the scores in a row.

# %% [markdown] id="grow-sizes" lang="zh" agreed="7641a3d1-b7ff3253"
# 最后，所有的词都只看同一个词。softmax 一旦认准，就几乎学不动了（第 04 课）。怎么会这样？下表是共同部分和一个词自己的部分的范数，取十个种子的平均；最后一列只看上图那一座楼：一行分数的标准差，也就是拉得多开。

# %% id="grow-weights"
spread = [(x @ W_Q @ (x @ W_K).T / 8).std(-1).mean().round(1) for x in np.array(climbed)[[0, 6, 12, 24]]]
table(**common_and_own_norms(), spread_of_scores=spread)

# %% [markdown] id="grow-why" lang="en"
# The words' own parts are not lost; they even grow. They *drown*. Attention adds an average to each row, higher up nearly the same for every word; and the larger $x$ is, the more is added. So the common part grows ever faster.
#
# What the keys have in common adds the same to all scores of a row, and does not count (lesson 04). But each query contains the large common part, too. The dot products of this large part with the keys' own parts lie far apart (last column), so softmax picks a single word: the same for all, since the queries are nearly the same.

# %% [markdown] id="grow-why" lang="zh" agreed="fc185c41-224a215b"
# 各个词自己的部分没有丢，反而还变大了，只是被**淹没**了。注意力加到一行上的是平均数，越往上，各个词加上的越相像；而且 $x$ 越大，加上去的也越大。于是共同部分越涨越快。
#
# 把每个键拆成共同部分和自己的部分。查询乘共同部分，一行里每个分数加上同样多，不起作用（第 04 课）；查询乘自己的部分，才有分数之*差*。查询里的共同部分很大，这个差也就很大（最后一列），softmax 只认准一个词；各个词的查询几乎一样，所以认准的是同一个。

# %% [markdown] id="norm" lang="en"
# So before each *sublayer* (attention is one, section 4 brings another) we bring every row to mean 0 and variance 1: [**LayerNorm**](glossary.ipynb), *layer normalisation* ([Ba et al. 2016](https://arxiv.org/abs/1607.06450)). By hand:
#
# | step | 1st | 2nd | 3rd | 4th |
# |:--|--:|--:|--:|--:|
# | one word's row | 2 | −1 | 0 | 3 |
# | the row minus its mean, 1 | 1 | −2 | −1 | 2 |
# | that squared; the mean of the squares, the variance, is 2.5 | 1 | 4 | 1 | 4 |
# | the row minus its mean, divided by √2.5 = 1.5811 | 0.6325 | −1.2649 | −0.6325 | 1.2649 |
#
# $$\text{LayerNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$$

# %% [markdown] id="norm" lang="zh" agreed="31be89cd-3f44245d"
# 所以在把一行交给**子层**之前（注意力是一个子层，另一个第 4 节讲），先把它变成均值 0、方差 1。这叫[**层归一化**](glossary.ipynb)（LayerNorm，[Ba 等，2016](https://arxiv.org/abs/1607.06450)）；名字里的“层”不是楼层，归一化的是一个词的那一行。手算一遍：
#
# | 步骤 | 第 1 个 | 第 2 个 | 第 3 个 | 第 4 个 |
# |:--|--:|--:|--:|--:|
# | 一个词的那一行 | 2 | −1 | 0 | 3 |
# | 减去均值 1 | 1 | −2 | −1 | 2 |
# | 再平方；平方的均值就是方差 2.5 | 1 | 4 | 1 | 4 |
# | “减去均值”那一行除以 √2.5 = 1.5811 | 0.6325 | −1.2649 | −0.6325 | 1.2649 |
#
# $$\text{LayerNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$$

# %% [markdown] id="norm-exercise" lang="en"
# $\mu$ is the mean of the row. The variance $\sigma^2$ is the mean of the squares: divided by $d$, not by $d - 1$ (the *biased* variance). A small $\varepsilon$ prevents division by 0 when all numbers of a row are equal. `gain` and `bias` (in many books $\gamma$ and $\beta$) are learned, one number for each column.
#
# **Exercise 1** (★, 5 min). Write this as `my_layer_norm`. There may be an axis of sentences in front of the axis of words.

# %% [markdown] id="norm-exercise" lang="zh" agreed="7278735d-6fc2cdda"
# $\mu$ 是这一行的均值。方差 $\sigma^2$ 是平方的均值：除以 $d$，不是 $d - 1$（叫**有偏**方差）。加上很小的 $\varepsilon$，是为了防止一行数全都相等时除以 0。`gain`（增益，教材里多记作 $\gamma$）和 `bias`（偏置，记作 $\beta$）由训练得到，每一列各有一个数。
#
# **练习 1**（★，5 分钟）。把它写成 `my_layer_norm`。词的那个轴前面，还可能多一个批（batch）轴。

# %% id="exercise-layer-norm" tags=["exercise"]
def my_layer_norm(x, gain, bias, eps):
    ...

layer_norm = check.layer_norm(my_layer_norm)

# %% [markdown] id="norm-same" lang="en"
# What does this change? Here is the LayerNorm of our row from above, of the row times 100, and of the row plus 10:

# %% [markdown] id="norm-same" lang="zh" agreed="8217b0f3-9d27ab1b"
# 这样做有什么用？把上面手算的那一行、它的 100 倍、每个数加 10 的一行，分别做层归一化：

# %% id="norm-same-code"
row = np.array([[2.0, -1, 0, 3]])
for x in (row, 100 * row, row + 10):
    show(x=x, LayerNorm=layer_norm(x, 1.0, 0.0, 1e-5))

# %% [markdown] id="norm-again" lang="en"
# All three results are the same. With LayerNorm in front, attention always sees rows of one size, so what it adds does not grow with $x$. We climb again: each attention now gets `norm(x)`, and its result is added to $x$ itself. The sizes of the two parts:

# %% [markdown] id="norm-again" lang="zh" agreed="72d78be3-57367db0"
# 三次都一样。前面有了层归一化，注意力看到的总是同样大小的行，它加上去的也就不随 $x$ 变大。再爬一次楼：每一层的注意力用的是 `norm(x)`，结果加到 $x$ 本身上。两部分的大小是：

# %% id="norm-sizes"
norm = lambda x: layer_norm(x, 1.0, 0.0, 1e-5)
table(**common_and_own_norms(norm))

# %% [markdown] id="norm-look" lang="en"
# The common part no longer grows ever faster. On the 24th floor it is almost four times as large as a word's own part; without LayerNorm it was more than 200 times as large. So the words still become more alike, but much more slowly.
#
# And where do they look on the 24th floor? Left without LayerNorm, right with it:

# %% [markdown] id="norm-look" lang="zh" agreed="b552232c-a614c200"
# 共同部分不再越涨越快：到第 24 层，是词自己的部分的近四倍；没有层归一化，是 200 多倍。词与词还是越来越像，只是慢得多。
#
# 到了第 24 层，词都在看谁？左边没有层归一化，右边有：

# %% id="norm-maps"
top = norm(through_layers(norm)[24])  # (16, 64)
maps = [look_at(climbed[24]), look_at(top)]
heads(maps, range(1, 17), ["with_residual", "with_layer_norm"], kind="tables")

# %% [markdown] id="norm-spread" lang="en"
# With LayerNorm no weight exceeds 0.14, whichever of the ten seeds we take; equal weights would be 1/16 = 0.06. So softmax has decided nothing yet.

# %% [markdown] id="norm-spread" lang="zh" agreed="1931413b-038fa2b6"
# 有了层归一化，十个种子里没有一个权重超过 0.14；平均分的话，每个是 1/16 = 0.06。可见 softmax 还什么都没认准。

# %% [markdown] id="alone" lang="en"
# ## 4 · Third failure: mixing is not enough
#
# *apple* may be food or a brand (lesson 00). Of four words we ask: is it *exactly one* of the two? This is XOR, *exclusive or*:
#
# | word | edible | brand | exactly one? |
# |:--|--:|--:|--:|
# | *phone* | 0 | 0 | 0 |
# | *bread* | 1 | 0 | 1 |
# | *Sony* | 0 | 1 | 1 |
# | *apple* | 1 | 1 | 0 |
#
# Can attention find out? Each word is alone in its sentence, so its weight on itself is 1, and attention only multiplies its row by matrices. A floor, at first without LayerNorm, is $x + x\,W_V W_O$.

# %% [markdown] id="alone" lang="zh" agreed="3942e403-e45d6246"
# ## 4 · 第三次事故：光靠混合还不够
#
# “苹果”可能是食物，也可能是品牌（第 00 课）。有“能吃”和“品牌”两个特征，下面四个词，哪些**恰好有其中一个**？这就是“异或”（XOR）：
#
# | 词 | 能吃 | 品牌 | 恰好有一个？ |
# |:--|--:|--:|--:|
# | 手机 | 0 | 0 | 0 |
# | 面包 | 1 | 0 | 1 |
# | 索尼 | 0 | 1 | 1 |
# | 苹果 | 1 | 1 | 0 |
#
# 只用注意力，答得出来吗？每个词独自成句，对自己的权重总是 1，所以注意力只是给它那一行乘上矩阵；先不加层归一化，一层就是 $x + x\,W_V W_O$。

# %% [markdown] id="alone-sums" lang="en"
# Add two rows: *phone* + *apple* = (0, 0) + (1, 1) = (1, 1). The other pair, *bread* + *Sony*, has the same sum: (1, 0) + (0, 1) = (1, 1).
#
# Because $(a + b)\,W = a\,W + b\,W$, a floor keeps equal sums equal. But add the answers: *phone* + *apple* gives 0 + 0 = 0, and *bread* + *Sony* gives 1 + 1 = 2. So a column with the answers can never appear. Here are the two sums after twelve floors:

# %% [markdown] id="alone-sums" lang="zh" agreed="cc7fa2b1-7e64c6ae"
# 把词配成两对，各自相加：“手机 + 苹果”是 (0, 0) + (1, 1) = (1, 1)；“面包 + 索尼”是 (1, 0) + (0, 1) = (1, 1)。两个和相等。
#
# 因为 $(a + b)\,W = a\,W + b\,W$，原来相等的和，每过一层还是相等。可是把答案相加，“手机 + 苹果”是 0 + 0 = 0，“面包 + 索尼”是 1 + 1 = 2，并不相等。所以，楼盖得再高，也不会有哪一列正好是答案。走十二层，看看这两个和：

# %% id="alone-tower"
x = np.array([[[0.0, 0]], [[1, 0]], [[0, 1]], [[1, 1]]])  # (4, 1, 2)
x = tower(x, 12, lambda x, out: x + out)
show({"phone + apple": x[0] + x[3], "bread + Sony": x[1] + x[2]})

# %% [markdown] id="alone-why" lang="en"
# The sums are still equal, so no column holds the answers. What is missing is a *nonlinear* step: one that need not keep equal sums equal. The [**feed-forward network**](glossary.ipynb) has one. It projects a row to more numbers (usually $d_\text{ff} = 4\, d_\text{model}$), sets each negative one to 0 (**ReLU**, an *activation function*: a bend at 0, for each number by itself), and projects back:
#
# $$\text{FFN}(x) = \max(0,\; x W_1 + b_1)\, W_2 + b_2$$
#
# <details><summary>And LayerNorm?</summary>
#
# It is nonlinear, too: it divides a row by the row's own $\sigma$. In rows of four numbers that can be enough for XOR. But all numbers of a row share one $\sigma$, while ReLU bends each number by itself. XOR with LayerNorm: give each word the row (s, −s, 1, −1) with s = edible + brand − 1. LayerNorm makes its third number 1, 1.414, 1.414, 1.
#
# </details>

# %% [markdown] id="alone-why" lang="zh" agreed="e91c9921-52315503"
# 两个和还是相等，所以没有哪一列写着答案。缺的是**非线性**的一步：过了这一步，相等的和可以变得不相等。[**前馈网络**](glossary.ipynb)（feed-forward network，FFN）就有这一步：把每一行投影成更多的数（通常 $d_\text{ff} = 4\, d_\text{model}$），其中每个负数都变成 0（这叫 **ReLU**，是一种激活函数：每个数各自在 0 处拐个弯），再投影回来：
#
# $$\text{FFN}(x) = \max(0,\; x W_1 + b_1)\, W_2 + b_2$$
#
# <details><summary>层归一化呢？</summary>
#
# 它也是非线性的：每一行除以自己的 $\sigma$。一行有四个数，有时单靠它就能算出异或；不过整行的数只能除以同一个 $\sigma$，ReLU 却能让每个数各拐各的弯。用层归一化算异或：设 s = 能吃 + 品牌 − 1，每个词的一行写成 (s, −s, 1, −1)；层归一化以后，第三个数依次是 1、1.414、1.414、1。
#
# </details>

# %% [markdown] id="alone-exercise" lang="en"
# **Exercise 2** (★, 4 min). Write `my_feed_forward`: two products, each plus its bias, and between them a step that sets negative numbers to 0.

# %% [markdown] id="alone-exercise" lang="zh" agreed="35f88680-1eca4542"
# **练习 2**（★，4 分钟）。写出 `my_feed_forward`：两次相乘，每次加上偏置，中间把负数变成 0。

# %% id="exercise-feed-forward" tags=["exercise"]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    ...

feed_forward = check.feed_forward(my_feed_forward)

# %% [markdown] id="alone-xor-text" lang="en"
# Two numbers in the middle are enough for XOR: *edible + brand*, and *edible + brand − 1*, which after ReLU is positive for *apple* alone. The answer is the first minus twice the second:

# %% [markdown] id="alone-xor-text" lang="zh" agreed="6cb22385-70bc13a8"
# 中间有两个数，就够算异或了：一个是“能吃 + 品牌”；另一个是“能吃 + 品牌 − 1”，经过 ReLU，只有“苹果”还剩下 1。答案是第一个数减去第二个数的 2 倍：

# %% id="alone-xor"
words = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])
W_1, b_1 = np.array([[1.0, 1], [1, 1]]), np.array([0.0, -1])
W_2, b_2 = np.array([[1.0, 0], [-2, 0]]), np.zeros(2)
show(output=feed_forward(words, W_1, b_1, W_2, b_2)[:, 0])

# %% [markdown] id="lecturer-alone" lang="en" tags=["lecturer"]
# Trained instead of written by hand: four floors of attention with residual connections stay at the loss ln 2 = 0.693 ten times in ten; one block gets XOR right ten times in ten (`python -m tools.results.block`). LayerNorm can do it, too: if a random matrix makes four numbers of the two features, two random floors and a linear read-out give XOR.

# %% [markdown] id="lecturer-alone" lang="zh" agreed="4694ac55-a874c822" tags=["lecturer"]
# 如果不手写，而是训练：四层带残差连接的注意力，十次训练的损失全都停在 ln 2 = 0.693；一个块，十次全部学会异或（`python -m tools.results.block`）。层归一化也做得到：用随机矩阵把两个特征变成四个数，随机的两层再接一个线性读出，也能算出异或。

# %% [markdown] id="block" lang="en"
# ## 5 · The block
#
# Attention gets a *normalised copy* of $x$, and its result is added to $x$ itself. Then the same with the feed-forward network and a LayerNorm of its own, so that it, too, sees rows of one size. As in a good discussion: first listen to the others, then think for yourself.
#
# **Exercise 3** (★★, 4 min). `my_block` gets $x$ and four functions. Each is called like `attention(x)` and returns rows of the same shape. It takes two lines.

# %% [markdown] id="block" lang="zh" agreed="03f24f10-92d591d7"
# ## 5 · 组装成块
#
# 这样组装：注意力得到的是 $x$ **归一化以后的副本**，它算出的结果加到 $x$ 本身上；前馈网络也一样：先过它自己的层归一化，看到的也总是同样大小的行，算完再加回去。好比讨论：先听别人说（注意力），再自己想（前馈网络）。
#
# **练习 3**（★★，4 分钟）。`my_block` 接收 $x$ 和四个函数，每个函数都不改变形状，用法如 `attention(x)`。两行就够。

# %% id="exercise-block" tags=["exercise"]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    ...

block = check.block(my_block)

# %% [markdown] id="block-apart" lang="en"
# Does the finished block keep the words apart? Here is the picture of section 2 with one more line. `through_blocks` sends the same words up 24 floors. Each floor is your block with random matrices, in the feed-forward network, too:

# %% [markdown] id="block-apart" lang="zh" agreed="ea4c8693-aed50ca1"
# 装好的块，留得住词与词的差别吗？第 2 节那张图再画一遍，多一条线。`through_blocks` 让同样的词爬 24 层，每一层都是你的块，矩阵（包括前馈网络的）都是随机的：

# %% id="block-bands"
from classroom.lab.layer_stacks import through_blocks
climbs = [through_blocks(block, seed) for seed in seeds]  # 10 x 25 x (16, 64)
whole = [[difference(x[k]) for k in floors] for x in climbs]
bands(floors, lines | {"block": whole}, xlabel="floors", ylabel="difference_of_words", log="y")

# %% [markdown] id="block-slow" lang="en"
# The difference still falls, but ever more slowly; on the 24th floor it is about 0.4. What a floor adds grows little while $x$ grows much, so higher up it counts for less.

# %% [markdown] id="block-slow" lang="zh" agreed="b3600652-8b7bbda6"
# 差别还在变小，不过越来越慢，到第 24 层仍有 0.4 左右。每一层加上去的大小变化不大，$x$ 却在变大，所以越往上，改动的比例越小。

# %% [markdown] id="block-torch" lang="en"
# Is our block the usual one? We draw all parameters at random, gains and biases too, give them to your block and to PyTorch's, and compare the outputs to twelve decimals. `block_parts` fills your functions with them, each matrix as in $x W$ (`nn.Linear` stores the transpose: lesson 02); `encoder_layer` fills PyTorch's own `nn.TransformerEncoderLayer` (an *encoder* is a tower without a causal mask: lesson 12). PyTorch's default is another order, that of section 6; we set `norm_first=True`:

# %% [markdown] id="block-torch" lang="zh" agreed="d8d001b9-1ffa498f"
# 我们的块，和大家用的是同一个吗？取一组随机参数（包括 gain 和 bias），你的块和 PyTorch 的块都用它，再比较两个输出，比到十二位小数。`block_parts` 把参数配给你写的函数，矩阵都照 $x W$ 的写法放（`nn.Linear` 存的是转置，见第 02 课）；`encoder_layer` 把同样的参数抄进 PyTorch 自带的 `nn.TransformerEncoderLayer`（encoder 就是编码器，不带因果掩码的楼，见第 12 课）。PyTorch 默认的是另一种次序，第 6 节会讲；这里设成 `norm_first=True`：

# %% id="block-equal-code" tags=["torch"]
import torch
from classroom.lab.layer_stacks import block_parts
from attnlib.layers import TransformerBlock, encoder_layer
layer, x = TransformerBlock(8, 2).double(), torch.randn(3, 5, 8).double()
for parameter in layer.parameters():
    torch.nn.init.normal_(parameter)
ours, theirs = mine.block(x.numpy(), *block_parts(layer)), encoder_layer(layer)(x).detach().numpy()
show(largest_difference=abs(ours - theirs).max().round(12))

# %% [markdown] id="block-post" lang="en"
# ## 6 · Before or after?
#
# In our block LayerNorm comes *before* each sublayer. This is called [**pre-norm**](glossary.ipynb). The first Transformer used another order, [**post-norm**](glossary.ipynb): each sublayer gets $x$ as it is, and the *sum* is normalised.
#
# **Exercise 4** (★, 3 min). Write this version.

# %% [markdown] id="block-post" lang="zh" agreed="a8577ea5-fc74b759"
# ## 6 · 放在前面，还是后面？
#
# 我们的块里，层归一化放在子层**前面**，这叫[**前归一化**](glossary.ipynb)（pre-norm，Pre-LN）。最初的 Transformer 用的是另一种，[**后归一化**](glossary.ipynb)（post-norm，Post-LN）：子层直接用 $x$，归一化用在**相加之后的和**上。
#
# **练习 4**（★，3 分钟）。写出这一种。

# %% id="exercise-post-norm-block" tags=["exercise"]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    ...

post_norm_block = check.post_norm_block(my_post_norm_block)

# %% [markdown] id="block-diagram" lang="en"
# `diagram` runs a block and draws where each result goes. Here are both blocks:

# %% [markdown] id="block-diagram" lang="zh" agreed="ffe9bf95-e8ff5df7"
# `diagram` 把块试运行一遍，画出每个结果送到了哪里。两种块各画一张：

# %% id="block-diagram-code"
diagram(block)

# %% id="block-post-diagram"
diagram(post_norm_block)

# %% [markdown] id="block-paths" lang="en"
# The blue line is the residual connection. In pre-norm it runs from $x$ to the end and meets nothing but plus signs. So $x$ grows from block to block, and a pre-norm tower has one more LayerNorm on top, after the last block. In post-norm the blue line is broken after each plus sign: there $x$ goes through a LayerNorm.

# %% [markdown] id="block-paths" lang="zh" agreed="a09d17f2-66629eeb"
# 蓝线就是残差连接。前归一化里，它从 $x$ 一直通到最后，一路只碰到加号；$x$ 一层比一层大，所以楼顶上，最后一个块之后，还要再放一个层归一化。后归一化里，蓝线每过一个加号就断开一次：$x$ 要先穿过一个层归一化，才能继续走。

# %% [markdown] id="order" lang="en"
# Most models since GPT-2 are pre-norm. Does the order matter? We train towers of 12 floors to write ten digits backwards, each for 250 steps; in a step all its matrices change a little (lesson 10). The *loss* says how wrong its answers are: the mean of $-\ln$ of the right digit's probability. If that is 1/10, as in guessing, the loss is $\ln 10 = 2.3$; if it is 1, the loss is 0.
#
# We take ten towers of each kind. The first Transformer, which was post-norm, also had a **warm-up**: its steps were tiny at first, and then grew. So ten more post-norm towers get a warm-up of 100 steps:

# %% [markdown] id="order" lang="zh" agreed="de716107-0f8528f6"
# GPT-2 以后的模型大多用前归一化。次序有影响吗？让一些 12 层的楼学着把十个数字倒着写，各训练 250 步，每一步把所有矩阵改动一点（第 10 课）。答得有多差，用*损失*（loss）来量：正确的那个数字得到的概率，取 $-\ln$，再求平均。瞎猜，每个数字都给 1/10，损失是 $\ln 10 = 2.3$；给正确数字的概率全是 1，损失就是 0。
#
# 每种次序训练十座楼。最初的 Transformer 是后归一化，还多用了一招，叫**预热**（warm-up）：头几步迈得很小，再慢慢变大。所以另外再加十座后归一化的楼，用 100 步预热：

# %% id="order-record"
results = load_results("block")
ask("post_norm_towers", then=bands(results["steps"], results["losses"], xlabel="steps_of_training", ylabel="loss", each=True))

# %% [markdown] id="recap" lang="en"
# ## 7 · Recap
#
# Before the scaffolding comes down, two questions:

# %% [markdown] id="recap" lang="zh" agreed="e906a15e-6f793a78"
# ## 7 · 小结
#
# 竣工验收，两道题：

# %% id="recap-question-1"
ask("normed_pair")

# %% id="recap-question-2"
ask("who_mixes")

# %% [markdown] id="recap-bullets" lang="en"
# * With random matrices, attention alone soon makes all words alike. The **residual connection** delays that, but lets numbers grow ever faster. **LayerNorm** before attention stops this, and delays the collapse further.
# * On a word by itself, attention is only a product with matrices: it cannot compute XOR. The **feed-forward network** can, because it bends each number by itself.
# * **Pre-norm** leaves the residual connection free; **post-norm** breaks it after each plus sign. In our 250 steps all ten post-norm towers learned with warm-up, and six of ten without.
#
# All parts of the block are now yours, in `my_attention.py`. Next: who finds the numbers in the matrices? [Lesson 10, learning →](10_learning.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="3865c88d-3109735a"
# * 矩阵是随机数时，只用注意力，所有的词很快就变得一样。**残差连接**让这件事慢下来，可是数会越涨越快；注意力之前再加上**层归一化**，数不再越涨越快，词与词变相像的速度也慢得多。
# * 对独自一个词来说，注意力只是乘矩阵，算不出异或；**前馈网络**让每个数各自拐弯，就算得出。
# * **前归一化**不挡残差连接的路；用**后归一化**，这条路每过一个加号就断开一次；训练 250 步，前者全都学会；后者不预热，十座只有六座学会。
#
# 块里的每个部件都在你的 `my_attention.py` 里了。下一课：矩阵里的数是谁找出来的？[第 10 课，学习 →](10_learning.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# Do the two orders differ before training? Why warm-up? What about BatchNorm, or a norm without the mean? And the towers of section 6, to train yourself.

# %% [markdown] id="later" lang="zh" agreed="d16a3311-75ce2ab0"
# ## 想多了解一点
#
# 还没训练，两种次序就有差别吗？为什么要预热？批归一化呢？不减均值呢？还有第 6 节的那些楼，可以自己训练。

# %% [markdown] id="curious" lang="en"
# **"Do the two orders differ before training?"** They do, at the *top*. The picture shows the [**gradient**](glossary.ipynb) (how fast the loss changes with the numbers of a matrix) for the last $W_2$. In pre-norm it tends to fall: every block adds to one $x$, so the more floors, the smaller the last block's share.
#
# The gradient is a sum of one term for each word. Post-norm brings $x$ to a fixed size on every floor, and with 48 floors the terms are about as large as with one. But higher up the words are more alike, their terms point more the same way, and less cancels: the sum rises.

# %% [markdown] id="curious" lang="zh" agreed="23060a9e-f88315ea"
# **“还没训练，两种次序就有差别吗？”** 有：最上面一个块能把答案推动多少，两种次序就不一样。图里是最后一个 $W_2$ 的[**梯度**](glossary.ipynb)（矩阵里的数一变，损失变得有多快）。前归一化时，这个梯度大体上随层数变小：每一层都往同一个 $x$ 上加，楼越高，最后一个块占的分量越轻。
#
# 梯度是一个和，每个词有一项。后归一化每一层都把 $x$ 拉回同样的大小，所以 48 层时，每一项都和只有一层时差不多大。可是越往上，词与词越像，各项的方向也越来越一致，互相抵消得少了，总和就变大。

# %% id="curious-gradient"
last = {name: results["gradients"][name] for name in ("pre_last", "post_last")}
bands(results["floors"], last, xlabel="floors", ylabel="norm_of_the_gradient", log="x")

# %% [markdown] id="curious-warm-up" lang="en"
# **"Why does post-norm need warm-up?"** This is disputed. According to [Xiong et al. 2020](https://arxiv.org/abs/2002.04745), large gradients at the top make the first steps unsafe. [Liu et al. 2020](https://arxiv.org/abs/2004.08249) object that Adam, the usual way to take steps (lesson 10), evens them out; in their view, small changes in post-norm blocks move the output too far. Small first steps help against both.

# %% [markdown] id="curious-warm-up" lang="zh" agreed="dcd3a75e-8ecf2e72"
# **“为什么后归一化要预热？”** 至今有争论。[Xiong 等，2020](https://arxiv.org/abs/2002.04745) 认为，顶上几层梯度大，头几步就不稳。[Liu 等，2020](https://arxiv.org/abs/2004.08249) 不同意：常用的训练方法 Adam（第 10 课）会把大的梯度拉平；他们认为，真正的原因是后归一化的块稍微一改，输出就变得太多。不管是哪一种，头几步迈小一点都有用。

# %% [markdown] id="curious-batch" lang="en"
# **"And BatchNorm?"** Many networks for images use it. It averages over a different set of numbers. In each picture, the coloured numbers share one mean:

# %% [markdown] id="curious-batch" lang="zh" agreed="17047740-d1ae0cf7"
# **“批归一化呢？”** 处理图像的网络常用批归一化（BatchNorm）。它和层归一化的区别在于用谁的均值。每张图里，涂色的几个数共用一个均值：

# %% id="norm-cubes"
cubes({"LayerNorm": -1, "BatchNorm": (0, 1)})

# %% [markdown] id="curious-strangers" lang="en"
# So in training with BatchNorm, a word depends on strangers, the words of other sentences. How much? We change the second sentence of a batch and see how far the *first* one moves:

# %% [markdown] id="curious-strangers" lang="zh" agreed="49cf0144-1f08a3fa"
# 所以用批归一化训练时，一个词会受到不相干的句子影响。影响有多大？我们只改一批里的第二个句子，看看**第一个**句子变了多少：

# %% id="norm-batch-code"
X = load_example("hand_worked").X  # (2, 3, 4)
other = X * [[[1]], [[2]]]
batch_norm = lambda x: (x - x.mean((0, 1))) / x.std((0, 1))
standard = lambda x: mine.layer_norm(x, 1.0, 0.0, 1e-5)
show(LayerNorm=abs(standard(other) - standard(X))[0].max())
show(BatchNorm=abs(batch_norm(other) - batch_norm(X))[0].max())

# %% [markdown] id="curious-shift" lang="en"
# LayerNorm takes each row by itself, so it works for a single word as well as for a text of any length.
#
# **"My model's norm subtracts no mean."** *RMSNorm* divides by the root mean square, and has a gain but no bias ([Zhang and Sennrich 2019](https://arxiv.org/abs/1910.07467)); Llama uses it.
#
# <details><summary>"Doesn't BatchNorm work because it cures internal covariate shift?"</summary>
#
# That was the reason given for it ([Ioffe and Szegedy 2015](https://arxiv.org/abs/1502.03167)): each layer has to follow the changing inputs that the layers below give it. It can be tested. [Santurkar et al. 2018](https://arxiv.org/abs/1805.11604) put such shifts back in after each BatchNorm, as noise, and training went as well as before. They measured instead that norms make the loss smoother, so that larger steps are safe.
#
# </details>
#
# <details><summary>"My rows have the standard deviation 1.0010, not 1."</summary>
#
# Check which standard deviation you print: `torch.std` divides by $d - 1$, LayerNorm by $d$. The ratio is $\sqrt{d / (d - 1)}$, for 512 numbers $\sqrt{512 / 511}$, or 1.0010.
#
# </details>

# %% [markdown] id="curious-shift" lang="zh" agreed="4f486d27-f74e072a"
# 层归一化每一行各算各的，所以哪怕只有一个句子、一个词都能算，句子多长也没有关系。
#
# **“我的模型里，归一化不减均值。”** 那是 *RMSNorm*，除以均方根，有 gain，没有 bias（[Zhang 和 Sennrich，2019](https://arxiv.org/abs/1910.07467)），Llama 用的就是它。
#
# <details><summary>“批归一化有用，不是因为解决了内部协变量偏移吗？”</summary>
#
# 内部协变量偏移（internal covariate shift）是当初提出批归一化时给的理由（[Ioffe 和 Szegedy，2015](https://arxiv.org/abs/1502.03167)）：下面各层一变，上面一层的输入就跟着变，只好一直追着学。这个理由可以检验：[Santurkar 等，2018](https://arxiv.org/abs/1805.11604) 在每个批归一化后面用噪声把这种偏移加回去，训练照样顺利。他们的测量说明，归一化更像是让损失变得平滑，学习率大一些也不致发散。
#
# </details>
#
# <details><summary>“我的行标准差是 1.0010，不是 1。”</summary>
#
# 看看打印的是哪一种：`torch.std` 除以 $d - 1$，层归一化除以 $d$。两者之比是 $\sqrt{d / (d - 1)}$，512 个数时就是 $\sqrt{512 / 511}$，约 1.0010。
#
# </details>

# %% [markdown] id="curious-towers" lang="en"
# **The towers of section 6** can be trained here. `nn.Embedding` is the embedding table, `nn.Parameter` holds the learned positions (lesson 08). A pre-norm tower has its last LayerNorm in `self.last`; in post-norm, `nn.Identity` stands there and changes nothing:

# %% [markdown] id="curious-towers" lang="zh" agreed="7a402de0-cb3acd3a"
# **第 6 节的楼**，可以在这里训练。`nn.Embedding` 是嵌入表，`nn.Parameter` 是可学习的位置（第 08 课）。前归一化的楼，顶上的那个层归一化叫 `self.last`；后归一化的楼，那里放的是什么也不做的 `nn.Identity`：

# %% id="order-tower" tags=["long", "torch"]
import torch
from torch import nn
from attnlib.layers import LayerNorm, TransformerBlock
from classroom.lab.training import adam, progress
torch.set_num_threads(1)

class Tower(nn.Module):
    def __init__(self, floors, norm):
        super().__init__()
        self.embed = nn.Embedding(10, 32)
        self.place = nn.Parameter(torch.randn(10, 32) / 2)
        self.blocks = nn.ModuleList(TransformerBlock(32, 2, norm=norm) for _ in range(floors))
        self.last = LayerNorm(32) if norm == "pre" else nn.Identity()
        self.out = nn.Linear(32, 10)

    def forward(self, digits):
        x = self.embed(digits) + self.place  # (batch, 10, 32)
        for block in self.blocks:
            x, _ = block(x)
        return self.out(self.last(x))  # (batch, 10, 10)

# %% [markdown] id="curious-train" lang="en"
# `gradients` computes what the picture of the gradients shows. `train` takes steps with Adam. `progress` shows how far it has come; `min(1, step / warm_up)` is the warm-up: it multiplies the *learning rate*, the size of a step:

# %% [markdown] id="curious-train" lang="zh" agreed="382932ed-1fece375"
# 梯度那张图，就是用 `gradients` 算的。`train` 用 Adam 一步一步地走。`progress` 一边数步数，一边报进度；*学习率*是一步迈多大，后面乘的那个 `min(1, step / warm_up)` 就是预热：

# %% id="order-gradients"
def loss_of(tower, digits):
    return nn.functional.cross_entropy(tower(digits).flatten(0, 1), digits.flip(-1).flatten())

def gradients(floors, norm, seed):
    torch.manual_seed(seed)
    tower = Tower(floors, norm)
    loss_of(tower, torch.randint(10, (16, 10))).backward()
    return [tower.blocks[k].W_2.weight.grad.norm().item() for k in (0, -1)]

# %% id="order-train"
def train(tower, steps, warm_up=1):
    learn = adam(tower.parameters())
    for step in progress(steps):
        loss = loss_of(tower, torch.randint(10, (32, 10)))
        learn(loss, 3e-3 * min(1, step / warm_up))
        yield loss.item()

# %% [markdown] id="order-live-text" lang="en"
# We train one tower of each kind without warm-up for 80 steps and print the mean loss of the last ten, to one decimal. It takes a few seconds. Try six floors, too:

# %% [markdown] id="order-live-text" lang="zh" agreed="8864f042-6464359e"
# 不预热，各训练 80 步，每座要几秒钟。下面是最后十步的平均损失，保留一位小数；六层的楼也可以试一试：

# %% id="order-live" tags=["torch"]
for order in ("pre", "post"):
    torch.manual_seed(0)
    losses = list(train(Tower(12, order), 80))
    show({f"{order}_norm": f"{np.mean(losses[-10:]):.1f}"})
