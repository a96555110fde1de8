# %% [markdown] id="title" lang="en"
# # 09 · The block: a building site
#
# Transformers are towers of attention. The first Transformer had two of 6 floors, one to read and one to write; GPT-3 has one of 96. But on every floor there is more than attention. Why?
#
# We begin with a tower of attention alone. It fails, and so will its first two repairs. Each failure calls for one more part, which mends it or delays it. By the end every floor is a **Transformer block**: you will have written it, and it will match PyTorch's.
#
# About 45 minutes, and 20 for the exercises. You need lessons 05, 07 and 08: attention, heads, positions.

# %% [markdown] id="title" lang="zh" agreed="5cff7c37-1f13a118"
# # 09 · Transformer 块：一个工地
#
# Transformer 是用注意力盖起来的楼：最初的 Transformer 是两座 6 层的楼，一座读，一座写；GPT-3 是一座 96 层的楼。可是每一层里都不只有注意力。别的部件是干什么用的？
#
# 我们先只用注意力盖一座楼，出了事故，添一个部件，再盖。一共出了三次事故，添了三个部件，有的能根治，有的只能缓解。最后，每一层都是一个 **Transformer 块**，由你亲手写出，结果和 PyTorch 一致。
#
# 约 45 分钟，练习另需 20 分钟。需要先学第 05、07、08 课：注意力、多头、位置。

# %% id="setup"
import numpy as np
from attnlib import ask, bands, check, cubes, diagram, heatmap, load_example, load_results, mine, pipeline, show, table, use_language, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None)

# %% [markdown] id="links" lang="en"
# Today all these steps are one box called *attention*.
#
# [← 08](08_order.ipynb) · [Glossary](glossary.ipynb) · [10 →](10_learning.ipynb)

# %% [markdown] id="links" lang="zh" agreed="1bd412f0-313fd7e1"
# 今天把这些步骤合成一个方框，就叫“注意力”。
#
# [← 08](08_order.ipynb) · [术语表](glossary.ipynb) · [10 →](10_learning.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Sections 1 and 2: 13 min; let everybody draw four rows on paper before the question. Section 3: 10 min; let the slider run before you explain anything, then the row of four numbers at the board. Section 4: 8 min. Section 5: 5 min. Section 6: 10 min, the two diagrams side by side; then a show of hands for the bet. Recap: 3 min. Exercises, except the third, are for home. The towers of section 6 were trained beforehand; the program at the end of the lesson trains one live.

# %% [markdown] id="plan" lang="zh" agreed="44629b25-95e66688" tags=["lecturer"]
# **50 分钟安排。** 第 1、2 节 13 分钟，提问之前让每个人在纸上画出四行。第 3 节 10 分钟：先拖滑块，再讲道理；四个数的那一行在黑板上算。第 4 节 8 分钟。第 5 节 5 分钟。第 6 节 10 分钟：两张结构图并排看，然后举手下注。小结 3 分钟。除第三题外，练习留作课后。第 6 节的楼是事先训练好的；想现场看一座楼怎么学，程序在课末。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 08

# %% [markdown] id="recall" lang="zh" agreed="373b044d-d12799dc"
# ## 1 · 第 08 课学过什么

# %% id="recall-question"
ask("digits_backwards")

# %% [markdown] id="collapse" lang="en"
# ## 2 · The first tower, the first failure
#
# One floor is the attention of lesson 07 with two heads: `mine.multi_head` is your own function, or ours if you have not written it. Its matrices are random, as usual before training; dividing by $\sqrt d$ keeps the numbers from growing on the very first floor. `hand_on` says what goes up to the next floor: `x` is what came in, `out` what attention made of it. For now only `out` goes up:

# %% [markdown] id="collapse" lang="zh" agreed="b4439f6f-b93ea00f"
# ## 2 · 第一座楼，第一次事故
#
# 一层楼，就是第 07 课的注意力，两个头：`mine.multi_head` 是你自己写的函数，没写过就用我们的。矩阵是随机的，模型在训练之前一般都是这样；除以 $\sqrt d$，数才不会一下子变大。`x` 是进来的各行，`out` 是注意力算出的结果。把什么交给上面一层，由 `hand_on` 决定。现在只交 `out`：

# %% id="collapse-tower"
def tower(x, floors, hand_on, seed=0, norm=lambda x: x):
    rng, d = np.random.default_rng(seed), x.shape[-1]
    for _ in range(floors):
        W_Q, W_K, W_V, W_O = rng.normal(size=(4, d, d)) / d**0.5
        x = hand_on(x, mine.multi_head(norm(x), W_Q, W_K, W_V, W_O, 2))
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

from attnlib import live
look = load_example("first_look")
draw = lambda floors=3: heatmap(tower(look.X, floors, my_floor), look.tokens, kind="signed")
live(draw, floors=(0, 12, 1))

# %% [markdown] id="collapse-measure" lang="en"
# With your plus sign the words still differ on the third floor. By the twelfth they have grown alike after all: in each column the numbers have the same sign and similar sizes.

# %% [markdown] id="collapse-measure" lang="zh" agreed="a37381a6-950dd03d"
# 有了加号，到第 3 层，四个词还分得开。可是到了第 12 层，它们还是变得很像：每一列里的四个数，符号相同，大小相近。

# %% [markdown] id="collapse-share" lang="en"
# How alike? The mean of all rows, $\bar x$, is their **common part**. Subtract it from each row, and a table with the words' **own parts** is left, $x - \bar x$. The *difference between the words* is the norm of this table (the root of the sum of all its squares), divided by the norm of $x$ itself: 0 if all rows are equal.
#
# $$\frac{\lVert x - \bar x \rVert}{\lVert x \rVert}$$
#
# We take 16 words of 64 numbers and ten *seeds* (random starts). A line is the mean of the ten, its band their range.

# %% [markdown] id="collapse-share" lang="zh" agreed="88a31254-dd51242e"
# 有多像？各行的平均 $\bar x$，是它们的**共同部分**；从每一行里减掉它，剩下的矩阵 $x - \bar x$，就是各个词**自己的部分**。求它的范数（所有数的平方和，再开平方），再除以 $x$ 的范数，就是“词与词的差别”；等于 0，各行就全都相等。
#
# $$\frac{\lVert x - \bar x \rVert}{\lVert x \rVert}$$
#
# 我们取 16 个词，每个词 64 个数，十个随机*种子*，也就是十个不同的起点。图里的线是十个种子的平均，色带从最小的到最大的。

# %% id="collapse-bands"
def difference(x):
    return max(1e-7, np.linalg.norm(x - x.mean(0)) / np.linalg.norm(x))

floors, seeds = (0, 1, 2, 3, 4, 6, 9, 12, 18, 24), range(10)
words = [np.random.default_rng(100 + seed).normal(size=(16, 64)) for seed in seeds]
ten = lambda hand_on: [[difference(tower(words[seed], k, hand_on, seed)) for k in floors] for seed in seeds]
lines = {"with_residual": ten(lambda x, out: x + out), "attention_alone": ten(attention_alone)}
bands(floors, lines, xlabel="floors", ylabel="difference_of_words", log="y")

# %% [markdown] id="collapse-slow" lang="en"
# After three floors of attention alone the difference is a few millionths, after four it is rounding (the plot stops at $10^{-7}$). This is **rank collapse** ([Dong et al. 2021](https://arxiv.org/abs/2103.03404)): a matrix of equal rows has rank 1. The plus sign only *slows it down*: to about a half on the sixth floor, and less than a hundredth on the 24th.

# %% [markdown] id="collapse-slow" lang="zh" agreed="b5c44cb7-a72a47a8"
# 只有注意力，三层之后，差别只剩百万分之几；四层之后，就只是舍入误差了（图只画到 $10^{-7}$ 为止）。这叫**秩坍缩**（rank collapse，[Dong 等，2021](https://arxiv.org/abs/2103.03404)）：各行全都相等的矩阵，秩是 1。加号只是**让坍缩慢下来**：到第六层，差别还有一半左右；到第 24 层，就不到百分之一了。

# %% [markdown] id="grow" lang="en"
# ## 3 · Second failure: the price of the plus sign
#
# The plus sign is in place, and 16 words climb. Where do they look on the way? To compare the floors, we ask on each with the same $W_Q$ and $W_K$, which are not the tower's own, and show the weights: row 1 is where the first word looks. Drag the slider from the ground floor up to the 24th:

# %% [markdown] id="grow" lang="zh" agreed="27305370-2cd40ad9"
# ## 3 · 第二次事故：加号的代价
#
# 加号有了，16 个词再爬一次楼。一路上它们会看谁？为了让各层好比较，每一层都用同一对 $W_Q$、$W_K$ 来问（它们不是这座楼自己的），画出权重：第 1 行是第一个词在看谁。把滑块从底层一直拖到第 24 层：

# %% id="grow-live"
from attnlib import attend, heads, live
from attnlib.lab.towers import climb, sizes
climbed = climb()  # 25 x (16, 64)
W_Q, W_K = np.random.default_rng(7).normal(size=(2, 64, 64)) / 8
look_at = lambda x: attend(x @ W_Q, x @ W_K, x).weights  # (16, 16)

draw = lambda floors=24: heads([look_at(climbed[floors])], range(1, 17), ["weights"])
live(draw, floors=(0, 24, 1))

# %% [markdown] id="grow-sizes" lang="en"
# In the end all words look at one and the same. And once softmax has decided, almost nothing is learned (lesson 04). How does it come to this? Here are the norms of the common part and of a word's own part, means of ten seeds:

# %% [markdown] id="grow-sizes" lang="zh" agreed="953fb91e-e5d8d30e"
# 最后，所有的词都只看同一个词。softmax 一旦认准，就几乎学不动了（第 04 课）。怎么会这样？下表是共同部分的范数，和一个词自己的部分的范数，都是十个种子的平均：

# %% id="grow-weights"
table(**sizes())

# %% [markdown] id="grow-why" lang="en"
# The words' own parts are not lost; they even grow. They *drown*. What attention adds to a row is an average, nearly the same for every word; and the larger $x$ is, the larger is what is added. So the common part grows ever faster.
#
# Large numbers also make large scores, and softmax then picks a single word: the same one for all, since rows that are alike make queries that are alike.

# %% [markdown] id="grow-why" lang="zh" agreed="8815cb55-40b3b299"
# 各个词自己的部分没有丢，反而还变大了，只是被**淹没**了。注意力加到一行上的是平均数，每个词加上的都差不多；而且 $x$ 越大，加上去的也越大。于是共同部分越涨越快。
#
# 数一大，分数也大，softmax 就只认准一个词；各行已经很像，查询也就很像，所以大家认准的是同一个词。

# %% [markdown] id="norm" lang="en"
# So before each *sublayer* (attention is one, a second will come) we bring every row to mean 0 and variance 1: [**LayerNorm**](glossary.ipynb), *layer normalisation* ([Ba et al. 2016](https://arxiv.org/abs/1607.06450)). By hand:
#
# | step | 1st | 2nd | 3rd | 4th |
# |:--|--:|--:|--:|--:|
# | one word's row | 2 | −1 | 0 | 3 |
# | the row minus its mean, 1 | 1 | −2 | −1 | 2 |
# | that squared; the mean of the squares, the variance, is 2.5 | 1 | 4 | 1 | 4 |
# | the row minus its mean, divided by √2.5 = 1.5811 | 0.6325 | −1.2649 | −0.6325 | 1.2649 |
#
# $$\text{LayerNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$$

# %% [markdown] id="norm" lang="zh" agreed="97400a30-0ce8d679"
# 所以在把一行交给**子层**之前（注意力是一个子层，后面还有一个），先把它变成均值 0、方差 1。这叫[**层归一化**](glossary.ipynb)（LayerNorm，[Ba 等，2016](https://arxiv.org/abs/1607.06450)）；名字里的“层”不是楼层，归一化的是一个词的那一行。手算一遍：
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

# %% [markdown] id="norm-again" lang="en"
# Does LayerNorm keep the words apart? Here is the picture of section 2 with a third line: `climb` is your tower with the plus sign and `norm=norm`, which gives each attention `norm(x)`:

# %% [markdown] id="norm-again" lang="zh" agreed="38f8fb82-de5e6f4b"
# 有了层归一化，词与词还分得开吗？第 2 节那张图再画一遍，多一条线：`climb` 就是你那座带加号的楼，再加上 `norm=norm`：交给注意力的是 `norm(x)`。

# %% id="norm-bands"
norm = lambda x: layer_norm(x, 1.0, 0.0, 1e-5)
climbs = [climb(norm, seed) for seed in seeds]  # 10 x 25 x (16, 64)
with_norm = [[difference(x[k]) for k in floors] for x in climbs]
bands(floors, lines | {"with_layer_norm": with_norm}, xlabel="floors", ylabel="difference_of_words", log="y")

# %% [markdown] id="norm-batch" lang="en"
# The difference goes on falling, but on the 24th floor it is still about a quarter. The sizes, now with LayerNorm:

# %% [markdown] id="norm-batch" lang="zh" agreed="cfeaf136-a5282f73"
# 差别还在变小，不过到第 24 层，仍有四分之一左右。有了层归一化，两部分的大小是：

# %% id="norm-sizes"
table(**sizes(norm))

# %% [markdown] id="norm-look" lang="en"
# The common part no longer grows ever faster: on the 24th floor it is almost four times as large as a word's own, without LayerNorm more than 200 times.
#
# And where do the words look there? For each of the ten towers, the table says how many of the 16 words look most at the same word, and how large the largest weight is:

# %% [markdown] id="norm-look" lang="zh" agreed="a4cf7332-d578623c"
# 共同部分不再越长越快：到第 24 层，是词自己的部分的近四倍；没有层归一化，是 200 多倍。
#
# 那么到了这一层，词都在看谁？十座楼，每座一行：16 个词里，最多有几个看的是同一个词；最大的权重有多大：

# %% id="norm-live"
tops = [look_at(norm(x[24])) for x in climbs]  # 10 x (16, 16)
same = [np.bincount(w.argmax(-1)).max() for w in tops]
table(seed=seeds, look_at_the_same=same, largest_weight=[w.max() for w in tops])

# %% [markdown] id="norm-same" lang="en"
# In four of the ten towers all words again look most at one and the same. But no weight exceeds 0.14: softmax has decided nothing yet. (Without LayerNorm, the largest weight is 1.00 in all ten.)
#
# Why does $x$ no longer grow ever faster? Here is the LayerNorm of our row from above, of the row times 100, and of the row plus 10:

# %% [markdown] id="norm-same" lang="zh" agreed="b4e9207a-ce8d3350"
# 有四座楼，所有的词看得最多的仍是同一个。但没有一个权重超过 0.14：softmax 还什么都没认准。（没有层归一化时，十座楼里最大的权重都是 1.00。）
#
# $x$ 为什么不再越长越快？对上面手算的那一行、它的 100 倍、每个数加 10 的一行，分别做层归一化：

# %% id="norm-same-code"
row = np.array([[2.0, -1, 0, 3]])
for x in (row, 100 * row, row + 10):
    show(x=x, LayerNorm=layer_norm(x, 1.0, 0.0, 1e-5))

# %% [markdown] id="norm-rows" lang="en"
# All three results are the same: the sublayer always sees rows of one size, so what it adds does not grow with $x$. **Puzzle:** change the four numbers of `row` so that one number of the result becomes as large as possible. Can you reach 1.73?
#
# <details><summary>One solution of the puzzle</summary>
#
# Three equal numbers and a larger one, such as (0, 0, 0, 1): 1.732. Without $\varepsilon$ it would be exactly $\sqrt{3}$. In a row of $d$ numbers nothing can exceed $\sqrt{d - 1}$.
#
# </details>

# %% [markdown] id="norm-rows" lang="zh" agreed="6df01907-1b7c3392"
# 三次都一样。子层看到的总是同样大小的行，它加上去的也就不随 $x$ 变大。**谜题：** 改 `row` 里的四个数，让结果中的一个数尽可能大。能到 1.73 吗？
#
# <details><summary>谜题的一个解法</summary>
#
# 三个数相等，一个数更大，比如 (0, 0, 0, 1)：得 1.732；要是没有 $\varepsilon$，正好是 $\sqrt{3}$。一行有 $d$ 个数时，最大不超过 $\sqrt{d - 1}$。
#
# </details>

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
# Each word is alone in its sentence: what can it work out *for itself*? Its weight on itself is 1, so a floor is $x + \text{norm}(x)\,W_V W_O$. Of two numbers LayerNorm leaves only which is larger: *phone* and *apple* become (0, 0), *bread* (1, −1) and *Sony* (−1, 1). So *phone* and *apple* stay as they are, and what *bread* gains *Sony* loses: both sums stay (1, 1). A column of answers would have 0 and 2. Twelve floors:

# %% [markdown] id="alone" lang="zh" agreed="7e6f8088-c94d142c"
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
# 每个词独自成句：没有别的词来帮忙，才看得出它**自己**能算出什么。它对自己的权重总是 1，所以一层就是 $x + \text{norm}(x)\,W_V W_O$。一行只有两个数时，层归一化只留下哪个大、哪个小：“手机”和“苹果”都变成 (0, 0)，“面包”变成 (1, −1)，“索尼”变成 (−1, 1)。所以“手机”和“苹果”原样不动，“面包”加上多少，“索尼”就减去多少：两个和都一直是 (1, 1)。写着答案的一列，两个和该是 0 和 2。走十二层：

# %% id="alone-tower"
x = np.array([[[0.0, 0]], [[1, 0]], [[0, 1]], [[1, 1]]])  # (4, 1, 2)
x = tower(x, 12, lambda x, out: x + out, norm=norm)
show({"phone + apple": x[0] + x[3], "bread + Sony": x[1] + x[2]})

# %% [markdown] id="alone-why" lang="en"
# The sums are equal, so no column holds the answers. XOR takes a bend, a *nonlinearity*, in the right place. LayerNorm does bend, but in rows of two numbers not where XOR needs it. The [**feed-forward network**](glossary.ipynb) has as many bends as you like, and training chooses where each lies. It projects each row to more numbers (usually $d_\text{ff} = 4\, d_\text{model}$), sets negative ones to 0 (**ReLU**, an *activation function*), and projects back:
#
# $$\text{FFN}(x) = \max(0,\; x W_1 + b_1)\, W_2 + b_2$$
#
# <details><summary>And in longer rows?</summary>
#
# There LayerNorm can be enough. Give each word the row (s, −s, 1, −1) with s = edible + brand − 1. LayerNorm makes its third number 1, 1.414, 1.414, 1.
#
# </details>

# %% [markdown] id="alone-why" lang="zh" agreed="fb9935f2-dc2a65ba"
# 两个和都相等，所以没有哪一列写着答案。要算异或，直线得在合适的地方拐个弯，这叫**非线性**。层归一化也会拐弯，可是一行只有两个数时，拐的不是异或要的地方。[**前馈网络**](glossary.ipynb)（feed-forward network，FFN）要多少个弯就有多少个，每个弯拐在哪里，由训练决定。它把每一行投影成更多的数（通常 $d_\text{ff} = 4\, d_\text{model}$），把负数变成 0（这叫 **ReLU**，是一种激活函数），再投影回来：
#
# $$\text{FFN}(x) = \max(0,\; x W_1 + b_1)\, W_2 + b_2$$
#
# <details><summary>一行的数多一些呢？</summary>
#
# 这时候，光靠层归一化也有可能。设 s = 能吃 + 品牌 − 1，每个词的一行写成 (s, −s, 1, −1)；层归一化以后，第三个数依次是 1、1.414、1.414、1。
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

# %% [markdown] id="alone-xor-text" lang="zh" agreed="6cb22385-358801ec"
# 中间有两个数，就够算异或了：一个是“能吃 + 品牌”；另一个是“能吃 + 品牌 − 1”，经过 ReLU，只有“苹果”还剩下 1。答案是第一个减去第二个的两倍：

# %% id="alone-xor"
words = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])
W_1, b_1 = np.array([[1.0, 1], [1, 1]]), np.array([0.0, -1])
W_2, b_2 = np.array([[1.0, 0], [-2, 0]]), np.zeros(2)
show(output=feed_forward(words, W_1, b_1, W_2, b_2)[:, 0])

# %% [markdown] id="lecturer-alone" lang="en" tags=["lecturer"]
# Trained instead of written by hand: four floors of attention with residual connections stay at the loss ln 2 = 0.693 for each of ten seeds; one block with feed-forward gets XOR right for all ten (`make bench` trains them again). With LayerNorm, in rows of four random numbers, two random floors and a linear read-out give XOR, too.

# %% [markdown] id="lecturer-alone" lang="zh" agreed="0fa1c6fe-019af784" tags=["lecturer"]
# 如果不手写，而是训练：四层带残差连接的注意力，十个种子的损失全都停在 ln 2 = 0.693；一个带前馈网络的块，十个种子全部学会异或（`make bench` 会重新训练一遍）。加上层归一化，每个词用四个随机数，随机的两层再接一个线性读出，也能算出异或。

# %% [markdown] id="block" lang="en"
# ## 5 · The block
#
# Attention gets a *normalised copy* of $x$, and its result is added to $x$ itself. Then the same with the feed-forward network and a LayerNorm of its own, so that it, too, sees rows of one size. As in a good discussion: first listen to the others, then think for yourself.
#
# **Exercise 3** (★★, 4 min). `my_block` gets $x$ and four functions. Each is called like `attention(x)` and returns rows of the same shape. It takes two lines.

# %% [markdown] id="block" lang="zh" agreed="03f24f10-13650cef"
# ## 5 · 组装成块
#
# 这样组装：注意力得到的是 $x$ **归一化以后的副本**，它算出的结果加到 $x$ 本身上；前馈网络也照样做一遍，它另有一个层归一化，看到的也总是同样大小的行。好比讨论：先听别人说（注意力），再自己想（前馈网络）。
#
# **练习 3**（★★，4 分钟）。`my_block` 接收 $x$ 和四个函数，每个函数都不改变形状，用法如 `attention(x)`。两行就够。

# %% id="exercise-block" tags=["exercise"]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    ...

block = check.block(my_block)

# %% [markdown] id="block-torch" lang="en"
# Is our block the usual one? We draw all parameters of a block at random, gains and biases too, and compare two results to twelve decimals. `parts` fills your functions with these parameters, each matrix as in $x W$ (`nn.Linear` stores the transpose: lesson 02); `encoder_layer` puts the same ones into PyTorch's own `nn.TransformerEncoderLayer` (an *encoder* is a tower without a causal mask: lesson 12). PyTorch's default is another order, that of section 6; we set `norm_first=True`:

# %% [markdown] id="block-torch" lang="zh" agreed="bff81d88-4382163c"
# 我们的块，和大家用的是同一个吗？给一个块的所有参数（包括 gain 和 bias）都取随机数，分别交给两边，再比较结果，比到十二位小数。`parts` 把这些参数配给你写的函数，矩阵都照 $x W$ 的写法放（`nn.Linear` 存的是转置，见第 02 课）；`encoder_layer` 把同样的参数抄进 PyTorch 自带的 `nn.TransformerEncoderLayer`（encoder 就是编码器，不带因果掩码的楼，见第 12 课）。PyTorch 默认的是另一种次序，第 6 节会讲；这里设成 `norm_first=True`：

# %% id="block-equal-code" tags=["torch"]
import torch
from attnlib.lab.towers import parts
from attnlib.layers import TransformerBlock, encoder_layer
layer, x = TransformerBlock(8, 2).double(), torch.randn(3, 5, 8).double()
for parameter in layer.parameters():
    torch.nn.init.normal_(parameter)
ours, theirs = mine.block(x.numpy(), *parts(layer)), encoder_layer(layer)(x).detach().numpy()
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
# The blue line is the residual connection. In pre-norm it runs from $x$ to the end and meets nothing but plus signs. In post-norm it is broken after each plus sign: there $x$ goes through a LayerNorm. (So a pre-norm tower usually has one more LayerNorm at its top, where $x$ comes out.)

# %% [markdown] id="block-paths" lang="zh" agreed="6b289939-b09f3fdb"
# 蓝线就是残差连接。前归一化里，它从 $x$ 一直通到最后，一路只碰到加号；后归一化里，每过一个加号就断开一次，$x$ 要先穿过一个层归一化。（所以前归一化的楼，$x$ 走出楼顶以前，通常还要再过一个层归一化。）

# %% [markdown] id="order" lang="en"
# Most models since GPT-2 are pre-norm. Does it matter? Our 12-floor towers learn to write ten digits backwards in 250 steps (lesson 10). The *loss* says how wrong they are: the mean of $-\ln$ of the right digit's probability, 0 at best.
#
# Two yardsticks. Guessing gives each digit 1/10, a loss of $\ln 10 = 2.3$. A model without positions, a **bag of words** (lesson 08), knows how often a digit occurs, not where. Each place also knows its own digit, from its row. None keeps its place, so the *other nine* count: three 7s give 7 the probability 3/9. The loss at best (`count`: how often the right digit occurs):

# %% [markdown] id="order" lang="zh" agreed="f941900c-b7ed71bb"
# GPT-2 以后的模型大多用前归一化。次序有影响吗？让一些 12 层的楼学着把十个数字倒着写，训练 250 步（第 10 课）。答得有多差，用*损失*（loss）来量：看*正确*数字得到的概率，算 $-\ln$，再对各位置求平均，最好是 0。
#
# 先备两把尺子。瞎猜就是每个数字都给 1/10，损失是 $\ln 10 = 2.3$。没有位置的模型是个**词袋**（第 08 课）：只知道每个数字有几个，不知道在哪里。不过每个位置还知道自己的数字。倒过来，没有一个数字还在原位，所以只数*其余九个*：里面有三个 7，就给 7 概率 3/9。损失最小是（`count` 是正确的数字出现几次）：

# %% id="order-bag-code"
digits = np.random.default_rng(0).integers(10, size=(20000, 10))
right = digits[:, ::-1]  # (20000, 10)
count = (right[:, :, None] == digits[:, None]).sum(-1)  # (20000, 10)
share = (count - (right == digits)) / 9
show(loss=-np.log(share).mean().round(2))

# %% [markdown] id="order-warm-up" lang="en"
# We train ten towers of each kind, with ten seeds. The first Transformer, which was post-norm, had one thing more, a **warm-up**: its *learning rate*, the size of a step (here 0.003), started tiny and grew. Ten more post-norm towers get that, too, over 100 steps:

# %% [markdown] id="order-warm-up" lang="zh" agreed="d6ccfe10-4c19c686"
# 每种次序训练十座楼，各用一个种子。最初的 Transformer 是后归一化，还多用了一招，叫**预热**（warm-up）：*学习率*，也就是一步迈多大（这里是 0.003），先是很小，再慢慢升上去。所以另外再加十座后归一化的楼，用 100 步预热：

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
# * With random matrices, attention alone makes all words alike. The **residual connection** only delays that, and numbers grow ever faster. **LayerNorm** before attention curbs this and delays the collapse further.
# * The **feed-forward network** bends rows where training wants it. XOR was one example: matrix products cannot compute it. It delays the collapse, too: 0.44 of the difference is left on the 24th floor, without it 0.27.
# * **Pre-norm** leaves the residual connection free; **post-norm** breaks it after each plus sign and, in our 250 steps, learned reliably only with warm-up.
#
# All parts of the block are now yours, in `my_attention.py`. Next: who finds the numbers in the matrices? [Lesson 10, learning →](10_learning.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="2a180a62-aadaf509"
# * 矩阵是随机数时，只用注意力，所有的词都会变得一样。**残差连接**只是缓解，代价是数越涨越快；注意力之前加上**层归一化**，不再越涨越快，坍缩又缓解了许多。
# * **前馈网络**让每一行在训练选定的地方拐弯。异或是一个例子：光靠矩阵相乘算不出来。它也缓解坍缩：到第 24 层差别还有 0.44，没有它是 0.27。
# * **前归一化**不挡残差连接的路；**后归一化**每过一个加号就断开一次；我们的楼只训练 250 步，它要预热才全都学会。
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
# **"Do the two orders differ before training?"** They do, in how strongly the *top* block can move the answer. The picture shows the [**gradient**](glossary.ipynb) (how fast the loss changes with the numbers of a matrix) for the last $W_2$. In pre-norm it tends to fall: every block adds to one sum, so the more floors, the smaller the last block's share. Post-norm brings the sum to a fixed size on every floor. That lets us expect a level line; why it rises, we do not know. With 48 floors, the norm of post-norm's gradient is almost three times that of pre-norm's:

# %% [markdown] id="curious" lang="zh" agreed="5bfcf81e-1aca5ad3"
# **“还没训练，两种次序就有差别吗？”** 有：最上面一个块能把答案推动多少，两种次序就不一样。图里是最后一个 $W_2$ 的[**梯度**](glossary.ipynb)（矩阵里的数一变，损失变得有多快）。前归一化的大体上越来越小：每一层都往同一个和上加，楼越高，最后一个块占的分量越轻。后归一化每一层都把和拉回同样的大小，照理该是平的；它为什么变大，我们还说不清。48 层时，后归一化的范数差不多是前归一化的三倍：

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
# **"My model's norm subtracts no mean."** *RMSNorm* only divides by the root mean square ([Zhang and Sennrich 2019](https://arxiv.org/abs/1910.07467)); Llama uses it.
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

# %% [markdown] id="curious-shift" lang="zh" agreed="1eeefdcc-aaad9fb4"
# 层归一化每一行各算各的，所以哪怕只有一个句子、一个词都能算，句子多长也没有关系。
#
# **“我的模型里，归一化不减均值。”** 那是 *RMSNorm*，只除以均方根（[Zhang 和 Sennrich，2019](https://arxiv.org/abs/1910.07467)），Llama 用的就是它。
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
from attnlib.lab.training import adam, progress
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
# `gradients` computes what the picture of the gradients shows. `train` takes steps with Adam. `progress` shows how far it has come; `min(1, step / warm_up)`, the last factor of the learning rate, is the warm-up:

# %% [markdown] id="curious-train" lang="zh" agreed="714e66e2-da5e9121"
# 梯度那张图，就是用 `gradients` 算的。`train` 用 Adam 一步一步地走。`progress` 一边数步数，一边报进度；学习率后面乘的那个 `min(1, step / warm_up)`，就是预热：

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
