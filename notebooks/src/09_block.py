# %% [markdown] id="title" lang="en"
# # 09 · The block: a building site
#
# Language models are towers of attention: 6 floors in the first Transformer, 96 in GPT-3. But on every floor there is more than attention. Why is there anything around it?
#
# We build a tower of attention alone, and it fails three times. After each failure we add one part. In the end it stands: a **Transformer block**, written by you, equal to PyTorch's, and you know what each part is for.
#
# About 42 minutes, and 16 for the exercises. You need lessons 05 and 07: attention and heads.

# %% [markdown] id="title" lang="zh" agreed="37a02eeb-e5caf942"
# # 09 · Transformer 块：一个工地
#
# 语言模型是一座座用注意力盖起来的楼：最初的 Transformer 有 6 层，GPT-3 有 96 层。可是每一层里都不只有注意力。它的周围为什么还要有别的东西？
#
# 我们先只用注意力盖楼，结果出了三次事故；每次事故之后，添上一个部件。最后楼立住了：这就是一个 **Transformer 块**，由你自己写成，和 PyTorch 的结果相等，而且每个部件为什么在那里，你都说得出来。
#
# 大约 42 分钟，练习另需 16 分钟。需要先学第 05 课和第 07 课：注意力和多头。

# %% id="setup"
import numpy as np
from attnlib import ask, bands, check, cubes, diagram, heatmap, load_example, load_results, mine, pipeline, show, use_language
use_language("en")

# %% id="strip"
pipeline(None)

# %% [markdown] id="links" lang="en"
# Today all these steps are one box, called *attention*.
#
# [← 08](08_order.ipynb) · [Glossary](glossary.ipynb)

# %% [markdown] id="links" lang="zh" agreed="b2bedf81-5cf38012"
# 今天把这些步骤合成一个方框，就叫“注意力”。
#
# [← 08](08_order.ipynb) · [术语表](glossary.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Sections 1 and 2: 14 min; let everybody draw four rows on paper before the question. Section 3: 9 min, the row of four numbers at the board. Section 4: 8 min. Section 5: 6 min, the two diagrams side by side. Section 6: 9 min, by show of hands. Section 7: 3 min. Exercises, except the third, are for home. The cells of section 6 train for about ten seconds: run them before the lecture.

# %% [markdown] id="plan" lang="zh" agreed="72faf2cb-ab6a8b22" tags=["lecturer"]
# **50 分钟安排。** 第 1、2 节 14 分钟，提问之前让每个人在纸上画出四行。第 3 节 9 分钟，四个数的那一行在黑板上算。第 4 节 8 分钟。第 5 节 6 分钟，两张结构图并排看。第 6 节 9 分钟，举手表决。第 7 节 3 分钟。除第三题外，练习留作课后。第 6 节要训练大约十秒，上课前先运行一遍。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 08

# %% [markdown] id="recall" lang="zh" agreed="373b044d-d12799dc"
# ## 1 · 第 08 课学过什么

# %% id="recall-question"
ask("words_shuffled")

# %% [markdown] id="collapse" lang="en"
# ## 2 · First failure: three floors
#
# One floor is the attention of lesson 07 with two heads: `mine.multi_head` is your own function if you have written it, else ours. Its matrices are random, as in every model before training. A tower gives what comes out of one floor to the next.

# %% [markdown] id="collapse" lang="zh" agreed="a29c5a0f-8cabbacc"
# ## 2 · 第一次事故：三层楼
#
# 一层楼，就是第 07 课的注意力，两个头：`mine.multi_head` 是你自己写的函数，没写过就用我们的。矩阵是随机的，任何模型在训练之前都是这样。盖楼，就是把一层的输出交给上面一层。

# %% id="collapse-tower"
def tower(x, floors, residual=False, seed=0):
    rng, d = np.random.default_rng(seed), x.shape[-1]
    for _ in range(floors):
        W_Q, W_K, W_V, W_O = rng.normal(size=(4, d, d)) / d**0.5
        out = mine.multi_head(x, W_Q, W_K, W_V, W_O, 2)
        x = x + out if residual else out
    return x

# %% [markdown] id="collapse-words" lang="en"
# (Leave `residual` aside for the moment.) On the ground floor are the four words of *small cat chases fish*, each with its own row:

# %% [markdown] id="collapse-words" lang="zh" agreed="c14a725a-987164f6"
# （`residual` 先不管它。）站在底层的是“小 猫 追 鱼”四个词，每个词有自己的一行数：

# %% id="collapse-ground"
look = load_example("first_look")
heatmap(look.X, look.tokens, look.feature_names, kind="signed", title="X")

# %% id="collapse-question"
ask("three_floors", then=heatmap(tower(look.X, 3), look.tokens, kind="signed"))

# %% [markdown] id="collapse-why" lang="en"
# What the tower lacks is one plus sign. Each word goes *around* the attention, and what attention has found is added to it:
#
# $$x + \text{attention}(x)$$
#
# This is the [**residual connection**](glossary.ipynb), also called *skip connection* ([He et al. 2015](https://arxiv.org/abs/1512.03385)): the stairs of our tower. Climb it floor by floor, first without, then with it:

# %% [markdown] id="collapse-why" lang="zh" agreed="6f680cbc-fc0ab9a3"
# 这座楼缺的，只是一个加号：让每个词从注意力**旁边绕过去**，再把注意力找到的东西加上来：
#
# $$x + \text{attention}(x)$$
#
# 这叫[**残差连接**](glossary.ipynb)（residual connection，也叫跳跃连接，[He 等，2015](https://arxiv.org/abs/1512.03385)）。它就是这座楼的楼梯。一层一层往上爬，先不用楼梯，再用楼梯：

# %% id="collapse-live"
from attnlib.live import live
look = load_example("first_look")
live(lambda floors=0, residual=False: heatmap(tower(look.X, floors, residual), look.tokens, kind="signed"),
     floors=(0, 12, 1), residual=False)

# %% [markdown] id="collapse-measure" lang="en"
# What happens without it is called **rank collapse** ([Dong et al. 2021](https://arxiv.org/abs/2103.03404)). We measure it, with 16 words of 64 numbers and ten seeds. How different are the words? We take their mean away from each row, and divide the length of what is left (the root of the sum of all squares) by the length of the whole. 0 says that all rows are equal: a table of rank 1. Below $10^{-7}$ we stop drawing.

# %% [markdown] id="collapse-measure" lang="zh" agreed="3bdb3110-aaea9a41"
# 没有楼梯时发生的事，叫**秩坍缩**（rank collapse，[Dong 等，2021](https://arxiv.org/abs/2103.03404)）。我们来测一测：16 个词，每个词 64 个数，十个随机种子。词与词的差别这样量：每一行减去各行的平均，剩下的数的长度（平方和的平方根），除以原来的长度。得 0，就是各行全都相等，这张表的秩是 1；小于 $10^{-7}$ 的就不往下画了。

# %% id="collapse-bands"
def difference(floors, residual, seed):
    x = tower(np.random.default_rng(seed).normal(size=(16, 64)), floors, residual, seed)
    return max(1e-7, np.linalg.norm(x - x.mean(0)) / np.linalg.norm(x))

lines = {"attention_alone": False, "with_residual": True}
for name, residual in lines.items():
    lines[name] = [[difference(k, residual, seed) for k in range(7)] for seed in range(10)]
bands(range(7), lines, xlabel="floors", ylabel="difference_of_words", log="y")

# %% [markdown] id="grow" lang="en"
# The axis goes by factors of ten. Attention alone loses all differences in three floors; with stairs most of them are still there on the sixth. But only ever adding has a price. The length of a word's row on floors 0, 6, 12 and 24:

# %% [markdown] id="grow" lang="zh" agreed="29a71f54-8c887155"
# 纵轴每一格差十倍。只有注意力，三层就把差别全丢了；有了楼梯，到第六层差别大半还在。可是只加不减也有代价。看看一个词那一行的长度，分别在第 0、6、12、24 层：

# %% id="grow-lengths"
words = np.random.default_rng(0).normal(size=(16, 64))
show({str(k): np.linalg.norm(tower(words, k, residual=True), axis=-1).mean().round() for k in (0, 6, 12, 24)})

# %% [markdown] id="norm" lang="en"
# ## 3 · Second failure: the numbers grow
#
# More than 800 times as long after 24 floors. Long rows make large scores, softmax decides for one word, and what is decided no longer learns (lesson 04). So what goes into a *sublayer* (attention is one, a second will come) is first brought to a standard size, row by row: [**LayerNorm**](glossary.ipynb), *layer normalisation* ([Ba et al. 2016](https://arxiv.org/abs/1607.06450)). By hand:
#
# | step | | | | |
# |:--|--:|--:|--:|--:|
# | one word's row | 2 | −1 | 0 | 3 |
# | minus its mean, 1 | 1 | −2 | −1 | 2 |
# | these squared; their mean, the variance, is 2.5 | 1 | 4 | 1 | 4 |
# | the second line divided by √2.5 = 1.5811 | 0.6325 | −1.2649 | −0.6325 | 1.2649 |
#
# $$\text{LayerNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$$

# %% [markdown] id="norm" lang="zh" agreed="768adfb0-00b14bc1"
# ## 3 · 第二次事故：数越来越大
#
# 24 层以后，长度变成了原来的八百多倍。行一长，分数就大，softmax 就只认准一个词，而认准了的就不再学习（第 04 课）。所以在交给**子层**之前（注意力是一个子层，后面还有一个），先把每一行都变成标准的大小，这叫[**层归一化**](glossary.ipynb)（LayerNorm，[Ba 等，2016](https://arxiv.org/abs/1607.06450)）。手算一遍：
#
# | 步骤 | | | | |
# |:--|--:|--:|--:|--:|
# | 一个词的那一行 | 2 | −1 | 0 | 3 |
# | 减去均值 1 | 1 | −2 | −1 | 2 |
# | 再平方；平方的均值就是方差 2.5 | 1 | 4 | 1 | 4 |
# | 第二行除以 √2.5 = 1.5811 | 0.6325 | −1.2649 | −0.6325 | 1.2649 |
#
# $$\text{LayerNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$$

# %% [markdown] id="norm-exercise" lang="en"
# The variance $\sigma^2$ is the mean of the squares: divided by $d$, not by $d - 1$ (the *biased* one). A small $\varepsilon$ keeps a row of equal numbers from dividing by 0. `gain` and `bias` are learned, one number for each column.
#
# **Exercise 1** (★, 5 min). Write this as `my_layer_norm`. In front of words there may be a batch.

# %% [markdown] id="norm-exercise" lang="zh" agreed="b8421275-af5e8ba8"
# 方差 $\sigma^2$ 是平方的均值：除以 $d$，不是 $d - 1$（叫**有偏**方差）。很小的 $\varepsilon$ 防止全相等的一行除以 0。`gain` 和 `bias` 由训练得到，每一列各有一个数。
#
# **练习 1**（★，5 分钟）。把它写成 `my_layer_norm`。词的前面还可能有批（batch）的轴。

# %% id="exercise-layer-norm" tags=["exercise"]
def my_layer_norm(x, gain, bias, eps):
    ...

layer_norm = check.layer_norm(my_layer_norm)

# %% [markdown] id="norm-same" lang="en"
# The same row, then a hundred times as large, then moved by 10:

# %% [markdown] id="norm-same" lang="zh" agreed="f56d6081-6912f7ea"
# 先是原来的那一行，再放大一百倍，再每个数加 10：

# %% id="norm-same-code"
row = np.array([[2.0, -1, 0, 3]])
for x in (row, 100 * row, row + 10):
    show(x=x, LayerNorm=layer_norm(x, 1.0, 0.0, 1e-5))

# %% [markdown] id="norm-rows" lang="en"
# Three times the same. However much the stairs have added, the sublayer sees rows of one size. **Puzzle:** change `row`, four numbers, so that one of them comes out as large as possible. Can you reach 1.73?
#
# Many networks for pictures use **BatchNorm** instead. The difference is whose mean it is. In a batch of sentences, the coloured numbers share one:

# %% [markdown] id="norm-rows" lang="zh" agreed="2d4488db-dd9044e6"
# 三次都一样。不管楼梯加了多少，子层看到的总是同样大小的行。**谜题：** 改 `row` 里的四个数，让其中一个算出来尽可能大。能到 1.73 吗？
#
# 处理图像的网络常用**批归一化**（BatchNorm）。两者的区别在于用谁的均值。在一批句子里，涂色的数共用一个均值：

# %% id="norm-cubes"
cubes({"LayerNorm": -1, "BatchNorm": (0, 1)})

# %% [markdown] id="norm-batch" lang="en"
# So while a model with BatchNorm trains, a word depends on strangers. We change the second sentence of a batch, and look how much the *first* one moves:

# %% [markdown] id="norm-batch" lang="zh" agreed="a7a64c8a-eae44fdd"
# 所以用批归一化训练时，一个词会受到不相干的句子影响。只改这一批里的第二个句子，看看**第一个**句子变了多少：

# %% id="norm-batch-code"
X = load_example("hand_worked").X  # (2, 3, 4)
other = X * [[[1]], [[2]]]
batch_norm = lambda x: (x - x.mean((0, 1))) / x.std((0, 1))
show(LayerNorm=abs(layer_norm(other, 1.0, 0.0, 1e-5) - layer_norm(X, 1.0, 0.0, 1e-5))[0].max())
show(BatchNorm=abs(batch_norm(other) - batch_norm(X))[0].max())

# %% [markdown] id="norm-batch-why" lang="en"
# A text must not mean something else because of what stands beside it in the computer. With LayerNorm *each row has its own* mean and variance: it works for one sentence, for one word, for any length.
#
# <details><summary>One solution of the puzzle</summary>
#
# Three equal numbers and one larger, such as (1, 0, 0, 0): 1.7321. In a row of $d$ numbers nothing can exceed $\sqrt{d - 1}$.
#
# </details>

# %% [markdown] id="norm-batch-why" lang="zh" agreed="58df3bc7-ec2623a7"
# 一句话的意思，不该因为计算机里旁边放着什么句子而改变。层归一化让**每一行各用各的**均值和方差：只有一个句子、只有一个词、多长的句子，都能算。
#
# <details><summary>谜题的一个解法</summary>
#
# 三个数相等，一个数更大，比如 (1, 0, 0, 0)：得 1.7321。一行有 $d$ 个数时，最大不超过 $\sqrt{d - 1}$。
#
# </details>

# %% [markdown] id="alone" lang="en"
# ## 4 · Third failure: a word alone cannot think
#
# *apple* may be food or a brand (lesson 00). Of four words we ask: is it *exactly one* of the two? This is the question XOR, *exclusive or*:
#
# | word | edible | brand | exactly one? |
# |:--|--:|--:|--:|
# | *phone* | 0 | 0 | 0 |
# | *bread* | 1 | 0 | 1 |
# | *Sony* | 0 | 1 | 1 |
# | *apple* | 1 | 1 | 0 |
#
# Each word is alone in its sentence. So its weight on itself is 1, whatever the queries say, and attention is a product of matrices, no more. We climb twelve floors, with stairs, and add up:

# %% [markdown] id="alone" lang="zh" agreed="fa49035d-4d5f7d54"
# ## 4 · 第三次事故：一个词自己不会思考
#
# “苹果”可能是食物，也可能是品牌（第 00 课）。拿四个词来问：能吃和品牌，它是不是**恰好占一样**？这就是“异或”（XOR）：
#
# | 词 | 能吃 | 品牌 | 恰好占一样？ |
# |:--|--:|--:|--:|
# | 手机 | 0 | 0 | 0 |
# | 面包 | 1 | 0 | 1 |
# | 索尼 | 0 | 1 | 1 |
# | 苹果 | 1 | 1 | 0 |
#
# 每个词独自成句。那么不管查询是什么，它对自己的权重总是 1，注意力就只剩下矩阵相乘。带着楼梯爬十二层，然后两两相加：

# %% id="alone-tower"
x = np.array([[[0.0, 0]], [[1, 0]], [[0, 1]], [[1, 1]]])  # (4, 1, 2)
rng = np.random.default_rng(0)
for _ in range(12):
    W_Q, W_K, W_V, W_O = rng.normal(size=(4, 2, 2)) / 2
    x = x + mine.multi_head(x, W_Q, W_K, W_V, W_O, 1)
show({"phone + apple": x[0] + x[3], "bread + Sony": x[1] + x[2]})

# %% [markdown] id="alone-why" lang="en"
# The two sums are equal, after any number of floors and for any matrices, since (0, 0) + (1, 1) = (1, 0) + (0, 1) and a product keeps sums. XOR needs 0 + 0 on one side and 1 + 1 on the other. So no tower of attention can answer: it carries between words, and cannot compute within one.
#
# What it lacks is a bend, a *nonlinearity*. The [**feed-forward network**](glossary.ipynb) projects each row to more numbers, sets the negative ones to 0 (**ReLU**, an *activation function*), and projects back:
#
# $$\text{FFN}(x) = \max(0,\; x W_1 + b_1)\, W_2 + b_2$$
#
# Usually the middle is four times as wide: $d_\text{ff} = 4\, d_\text{model}$.

# %% [markdown] id="alone-why" lang="zh" agreed="4da526d4-3448d8fe"
# 两个和相等；不管爬多少层，不管什么矩阵，都是这样：因为 (0, 0) + (1, 1) = (1, 0) + (0, 1)，而矩阵相乘不会破坏加法。异或要求一边是 0 + 0，另一边是 1 + 1。所以只有注意力的楼答不出来：它能在词与词之间搬运，却不能在一个词里面计算。
#
# 缺的是**非线性**：让直线拐个弯。[**前馈网络**](glossary.ipynb)（feed-forward network，FFN）把每一行投影成更多的数，把负数变成 0（这叫 **ReLU**，是一种激活函数），再投影回来：
#
# $$\text{FFN}(x) = \max(0,\; x W_1 + b_1)\, W_2 + b_2$$
#
# 中间通常宽四倍：$d_\text{ff} = 4\, d_\text{model}$。

# %% [markdown] id="alone-exercise" lang="en"
# **Exercise 2** (★, 4 min). Write `my_feed_forward`: two products and, between them, what makes negative numbers 0.

# %% [markdown] id="alone-exercise" lang="zh" agreed="49f2819b-54c4aba0"
# **练习 2**（★，4 分钟）。写出 `my_feed_forward`：两次乘法，中间把负数变成 0。

# %% id="exercise-feed-forward" tags=["exercise"]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    ...

feed_forward = check.feed_forward(my_feed_forward)

# %% [markdown] id="alone-xor-text" lang="en"
# Two numbers in the middle are enough for XOR: *edible + brand*, and *edible + brand − 1*, which ReLU leaves for *apple* alone. The first minus twice the second:

# %% [markdown] id="alone-xor-text" lang="zh" agreed="f17299a4-2c5678d3"
# 中间有两个数，就够算异或了：一个是“能吃 + 品牌”；另一个是“能吃 + 品牌 − 1”，经过 ReLU，只有“苹果”还剩下 1。用第一个减去第二个的两倍：

# %% id="alone-xor"
words = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])
W_1, b_1 = np.array([[1.0, 1], [1, 1]]), np.array([0.0, -1])
W_2, b_2 = np.array([[1.0, 0], [-2, 0]]), np.zeros(2)
show(output=feed_forward(words, W_1, b_1, W_2, b_2)[:, 0])

# %% [markdown] id="lecturer-alone" lang="en" tags=["lecturer"]
# Trained instead of written by hand: four floors of attention with stairs stay at the loss ln 2 = 0.693 with every one of ten seeds; one block with feed-forward gets XOR right with all ten (`make bench` trains them again). If somebody says that LayerNorm bends too: true; the argument is about attention and stairs.

# %% [markdown] id="lecturer-alone" lang="zh" agreed="7407665f-add0d987" tags=["lecturer"]
# 如果不手写，而是训练：四层带楼梯的注意力，十个种子的损失全都停在 ln 2 = 0.693；一个带前馈网络的块，十个种子全部学会异或（`make bench` 会重新训练一遍）。如果有人说层归一化也不是线性的：说得对；这里的论证只针对注意力和楼梯。

# %% [markdown] id="block" lang="en"
# ## 5 · The block
#
# Four parts lie on the site: attention, feed-forward, and for each a LayerNorm. We put them together so: attention gets a *normed copy* of $x$, and what it finds is added to $x$ itself. Then the same with the feed-forward. First listen to the others, then think for yourself.
#
# **Exercise 3** (★★, 4 min). `my_block` gets $x$ and four functions, each of which makes rows of the same shape: `attention(x)` and so on. Two lines.

# %% [markdown] id="block" lang="zh" agreed="c0839d1a-fa57ac3d"
# ## 5 · 组装成块
#
# 工地上有四个部件：注意力、前馈网络，各配一个层归一化。这样组装：注意力得到的是 $x$ **归一化以后的副本**，它找到的东西加到 $x$ 本身上；前馈网络也照样做一遍。先听别人说，再自己想。
#
# **练习 3**（★★，4 分钟）。`my_block` 接收 $x$ 和四个函数，每个函数都不改变形状，用法如 `attention(x)`。两行就够。

# %% id="exercise-block" tags=["exercise"]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    ...

block = check.block(my_block)

# %% [markdown] id="block-diagram" lang="en"
# `diagram` calls the block with stand-ins that note who calls whom: so this picture is read off the code.

# %% [markdown] id="block-diagram" lang="zh" agreed="8535bf04-27ebaab2"
# `diagram` 用几个替身去调用这个块，记下谁调用了谁：所以下面的图是从代码里读出来的。

# %% id="block-diagram-code"
diagram(block)

# %% [markdown] id="block-post" lang="en"
# The blue line is the stairs: nothing stands on it but plus signs. This order is called [**pre-norm**](glossary.ipynb). The first Transformer had another, [**post-norm**](glossary.ipynb): each sublayer gets $x$ as it is, and the *sum* is normed.
#
# **Exercise 4** (★, 3 min). Exchange the norms.

# %% [markdown] id="block-post" lang="zh" agreed="d0178573-49e92cf3"
# 蓝线就是楼梯：上面除了加号，什么也没有。这种次序叫[**前归一化**](glossary.ipynb)（pre-norm，Pre-LN）。最初的 Transformer 用的是另一种，[**后归一化**](glossary.ipynb)（post-norm，Post-LN）：子层直接用 $x$，归一化用在**相加之后的和**上。
#
# **练习 4**（★，3 分钟）。把归一化换个位置。

# %% id="exercise-post-norm-block" tags=["exercise"]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    ...

post_norm_block = check.post_norm_block(my_post_norm_block)

# %% id="block-post-diagram"
diagram(post_norm_block)

# %% [markdown] id="block-torch" lang="en"
# Now the norms stand on the stairs. Is our block the one that everybody uses? We take the weights of a layer of `attnlib.layers`, here random (`.T`, since `nn.Linear` stores the transpose), and put your four functions together:

# %% [markdown] id="block-torch" lang="zh" agreed="7560ff0e-915c366f"
# 现在，归一化站在了楼梯上。我们的块，和大家用的是同一个吗？从 `attnlib.layers` 的一层里取出权重（这里是随机数；`nn.Linear` 存的是转置，所以要 `.T`），把你的四个函数装到一起：

# %% id="block-layers" tags=["torch"]
import torch
from attnlib.layers import TransformerBlock, encoder_layer
torch.manual_seed(0)
layers = [TransformerBlock(8, 2, norm=norm).double().requires_grad_(False) for norm in ("pre", "post")]
for p in layers[0].parameters():
    p.normal_()
layers[1].load_state_dict(layers[0].state_dict())
P = {name: p.numpy().T for name, p in layers[0].named_parameters()}

# %% id="block-parts"
def norm_1(x): return mine.layer_norm(x, P["norm_1.gain"], P["norm_1.bias"], 1e-5)
def norm_2(x): return mine.layer_norm(x, P["norm_2.gain"], P["norm_2.bias"], 1e-5)
def attention(x):
    W_Q, W_K, W_V, W_O = (P[f"attention.W_{name}.weight"] for name in "QKVO")
    return mine.multi_head(x, W_Q, W_K, W_V, W_O, 2) + P["attention.W_O.bias"]
def ffn(x):
    return mine.feed_forward(x, P["W_1.weight"], P["W_1.bias"], P["W_2.weight"], P["W_2.bias"])

# %% [markdown] id="block-equal" lang="en"
# `encoder_layer` copies the same weights into PyTorch's own `nn.TransformerEncoderLayer`. The largest difference from your numbers, first of our layer, then of PyTorch's, to twelve decimals:

# %% [markdown] id="block-equal" lang="zh" agreed="03972113-7083d83c"
# `encoder_layer` 把同样的权重抄进 PyTorch 自带的 `nn.TransformerEncoderLayer`。先和我们的层比，再和 PyTorch 的层比，各看与你的结果最大差多少，取十二位小数：

# %% id="block-equal-code" tags=["torch"]
x = np.random.default_rng(0).normal(size=(3, 5, 8))
for norm, layer in zip(("block", "post_norm_block"), layers):
    ours = getattr(mine, norm)(x, norm_1, attention, norm_2, ffn)
    theirs = layer(torch.from_numpy(x))[0], encoder_layer(layer)(torch.from_numpy(x))
    show({norm: [abs(ours - out.detach().numpy()).max().round(12) for out in theirs]})

# %% [markdown] id="order" lang="en"
# ## 6 · Before or after?
#
# Most models since GPT-2 are pre-norm. Why? We build towers up to 48 floors that shall learn to write ten digits backwards. Before any training we look at the **gradient** of a block: how strongly the loss asks it to change. (Each of the towers below is built five times, which takes some seconds.)

# %% [markdown] id="order" lang="zh" agreed="81922757-5a28d771"
# ## 6 · 放在前面，还是后面？
#
# GPT-2 以后的模型大多用前归一化，为什么？我们盖最高 48 层的楼，要它学会把十个数字倒着写。训练还没开始，先看一个块的**梯度**：损失有多强烈地要求它改变。（下面每种楼各盖五座，要等几秒钟。）

# %% id="order-tower" tags=["long", "torch"]
import torch
from torch import nn
from attnlib.layers import LayerNorm, TransformerBlock
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

# %% id="order-gradients"
def loss_of(tower, digits):
    return nn.functional.cross_entropy(tower(digits).flatten(0, 1), digits.flip(-1).flatten())

def gradients(floors, norm, seed):
    torch.manual_seed(seed)
    tower = Tower(floors, norm)
    loss_of(tower, torch.randint(10, (16, 10))).backward()
    return [tower.blocks[k].W_2.weight.grad.norm().item() for k in (0, -1)]

# %% id="order-question" tags=["torch"]
floors, lines = (1, 3, 6, 12, 24, 48), {}
for norm in ("pre", "post"):
    runs = np.array([[gradients(k, norm, seed) for k in floors] for seed in range(5)])  # (5, 6, 2)
    lines |= {f"{norm}_first": runs[..., 0], f"{norm}_last": runs[..., 1]}
ask("last_gradient", then=bands(floors, lines, xlabel="floors", ylabel="gradient", log="x"))

# %% [markdown] id="order-why" lang="en"
# Does it matter for training? We train towers of 12 floors, and try what the first Transformer had: **warm-up**, a learning rate that begins near 0 and rises over the first steps.

# %% [markdown] id="order-why" lang="zh" agreed="36ff5483-f824858c"
# 这对训练有影响吗？我们来训练 12 层的楼，也试试最初的 Transformer 用过的办法，**预热**（warm-up）：学习率从接近 0 开始，在头几步里慢慢升上去。

# %% id="order-train"
def train(tower, steps, warm_up=1):
    adam = torch.optim.Adam(tower.parameters(), 3e-3)
    rise = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: min(1, (step + 1) / warm_up))
    for _ in range(steps):
        loss = loss_of(tower, torch.randint(10, (32, 10)))
        loss.backward()
        adam.step(), rise.step(), adam.zero_grad()
        yield loss.item()

# %% [markdown] id="order-live-text" lang="en"
# First live, without warm-up, 80 steps each: a few seconds. Guessing gives the loss $\ln 10 = 2.3$. The mean of the last ten steps, rounded:

# %% [markdown] id="order-live-text" lang="zh" agreed="2571c68e-f72f004a"
# 先现场各训练 80 步，不预热，只要几秒钟。瞎猜的损失是 $\ln 10 = 2.3$。最后十步的平均损失，四舍五入：

# %% id="order-live" tags=["torch"]
for norm in ("pre", "post"):
    torch.manual_seed(0)
    losses = list(train(Tower(12, norm), 80))
    show({f"{norm}_norm": np.mean(losses[-10:]).round()})

# %% [markdown] id="order-record-text" lang="en"
# And 250 steps with ten seeds each, which takes some minutes; `benchmarks/block.py` has done it for us, with and without 100 steps of warm-up. A band goes from the best seed to the worst.

# %% [markdown] id="order-record-text" lang="zh" agreed="969f06f5-6efeea9e"
# 再看 250 步、各十个种子的结果；这要好几分钟，`benchmarks/block.py` 已经替我们跑过了，有不预热的，也有预热 100 步的。色带从最好的种子画到最差的种子。

# %% id="order-record"
results = load_results("block")
bands(results["steps"], results["losses"], xlabel="steps_of_training", ylabel="loss")

# %% [markdown] id="order-conclusion" lang="en"
# With pre-norm, and with post-norm and warm-up, all ten learn. Without warm-up post-norm is a matter of luck: four of its ten towers have not begun after 250 steps. With six floors none of this shows, as you can try with `Tower(6, "post")`: a small experiment would not have found it.
#
# Why? Large gradients at the top make the first steps unsafe, say [Xiong et al. 2020](https://arxiv.org/abs/2002.04745). Adam evens out gradients, say [Liu et al. 2020](https://arxiv.org/abs/2004.08249); rather, small changes of post-norm blocks move the output too far. Small first steps help against both. (A pre-norm tower needs one more LayerNorm on the roof, `self.last`, since its stairs are never normed.)

# %% [markdown] id="order-conclusion" lang="zh" agreed="8dfef427-c967aa62"
# 前归一化的，还有后归一化加预热的，十个种子全都学会了。后归一化不预热，就要看运气：十座楼里有四座，训练了 250 步还没有起色。盖六层时，这些都看不出来（可以用 `Tower(6, "post")` 试一试）；只做小实验，是发现不了的。
#
# 为什么会这样？[Xiong 等，2020](https://arxiv.org/abs/2002.04745) 认为，顶上几层梯度大，头几步就不稳。[Liu 等，2020](https://arxiv.org/abs/2004.08249) 认为，Adam 会把梯度拉平，真正的原因是后归一化的块稍微一改，输出就变得太多。不管是哪一种，头几步迈小一点都有用。（前归一化的楼，顶上要再加一个层归一化 `self.last`，因为它的楼梯一路都没有归一化过。）

# %% [markdown] id="count" lang="en"
# ## 7 · Where the numbers are
#
# How many numbers does a block learn? $W_Q$, $W_K$, $W_V$ and $W_O$ are $d_\text{model} \times d_\text{model}$, and here only $W_O$ has a bias. The feed-forward has $W_1$, $b_1$, $W_2$, $b_2$; each LayerNorm a gain and a bias. Count a small one with a pencil:

# %% [markdown] id="count" lang="zh" agreed="6a93b9f3-92234524"
# ## 7 · 参数在哪里
#
# 一个块要学多少个数？$W_Q$、$W_K$、$W_V$、$W_O$ 都是 $d_\text{model} \times d_\text{model}$，这里只有 $W_O$ 带偏置。前馈网络有 $W_1$、$b_1$、$W_2$、$b_2$；每个层归一化有一个 gain 和一个 bias。拿一个小的，用笔数一数：

# %% id="count-question"
ask("parameters_of_a_block")

# %% [markdown] id="count-text" lang="en"
# With the sizes of the first Transformer, $d_\text{model} = 512$ and $d_\text{ff} = 2048$:

# %% [markdown] id="count-text" lang="zh" agreed="5e44a74a-a95b2bed"
# 按最初的 Transformer 的大小，$d_\text{model} = 512$，$d_\text{ff} = 2048$：

# %% id="count-code" tags=["torch"]
from attnlib.layers import TransformerBlock, encoder_layer
layer = TransformerBlock(512, 8)
count = lambda part: sum(p.numel() for p in part.parameters())
show({name: count(part) for name, part in layer.named_children() if count(part)})
show({"TransformerBlock": count(layer), "nn.TransformerEncoderLayer": count(encoder_layer(layer))})

# %% [markdown] id="count-why" lang="en"
# Two thirds of the numbers are in the feed-forward, $W_1$ and $W_2$. PyTorch's layer has 1,536 more: three biases of 512, for queries, keys and values.
#
# And its cost? For $n$ words, every weight of a matrix is used once a word: $12\, n\, d^2$ multiplications, with $d = d_\text{model}$ and $d_\text{ff} = 4d$. Scores and weighted sums take $2\, n^2 d$ more: little for short texts, and as much as all the rest at $n = 6d$.

# %% [markdown] id="count-why" lang="zh" agreed="5597a4ad-544bb773"
# 三分之二的参数在前馈网络里，就是 $W_1$ 和 $W_2$。PyTorch 的那一层多 1,536 个：查询、键、值的三个偏置，各 512 个数。
#
# 计算量呢？$n$ 个词时，矩阵里的每个权重，每个词用一次：共 $12\, n\, d^2$ 次乘法，其中 $d = d_\text{model}$，$d_\text{ff} = 4d$。分数和加权求和另要 $2\, n^2 d$ 次：短文章里不多，到了 $n = 6d$，就和其余的一样多了。

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# Two questions without looking back:

# %% [markdown] id="recap" lang="zh" agreed="36d628c4-89a6fa09"
# ## 8 · 小结
#
# 不看上文，回答两个问题：

# %% id="recap-question-1"
ask("normed_pair")

# %% id="recap-question-2"
ask("twice_the_words")

# %% [markdown] id="recap-bullets" lang="en"
# * Attention alone makes all words one. The **residual connection** carries each word past it.
# * **LayerNorm** gives every row one size, on its own. The **feed-forward** computes within a word.
# * Pre-norm leaves the way around free; post-norm needs warm-up in a high tower.
#
# Everything in it is now yours, in `my_attention.py`. Next: who finds the numbers in the matrices? Lesson 10 lets your program learn.

# %% [markdown] id="recap-bullets" lang="zh" agreed="b84b7398-dac83e31"
# * 只有注意力，所有的词都会变成一个词。**残差连接**带着每个词绕过去。
# * **层归一化**让每一行各自变成同样的大小；**前馈网络**在一个词里面计算。
# * 前归一化让绕行的路畅通；后归一化的楼盖高了，就需要预热。
#
# 块里的每个部件都在你的 `my_attention.py` 里了。下一课：矩阵里的数是谁找出来的？第 10 课让你的程序自己学。

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# **"My rows have the standard deviation 1.0010, not 1."** Look at which one you print: `torch.std` divides by $d - 1$, LayerNorm by $d$. The ratio is $\sqrt{d / (d - 1)}$, for 512 numbers $\sqrt{512 / 511}$:

# %% [markdown] id="curious" lang="zh" agreed="cfa4fb28-05d4e037"
# ## 想多了解一点
#
# **“我的行标准差是 1.0010，不是 1。”** 看看打印的是哪一种：`torch.std` 除以 $d - 1$，层归一化除以 $d$。两者之比是 $\sqrt{d / (d - 1)}$，512 个数时就是 $\sqrt{512 / 511}$：

# %% id="curious-biased"
y = mine.layer_norm(np.random.default_rng(0).normal(size=(1, 512)), 1.0, 0.0, 1e-5)
show({"d": y.std(), "d − 1": y.std(ddof=1), "√(512 / 511)": (512 / 511) ** 0.5})

# %% [markdown] id="curious-eps" lang="en"
# **"My tiny row does not come out with the standard deviation 1."** Then $\varepsilon$ bites: $10^{-5}$ is not small beside a variance of $10^{-6}$. The same row, with $\varepsilon = 10^{-5}$ and $10^{-12}$ (BERT takes the latter):

# %% [markdown] id="curious-eps" lang="zh" agreed="610242cf-61e3af32"
# **“很小的一行，算出来标准差不是 1。”** 这是 $\varepsilon$ 在起作用：方差只有 $10^{-6}$ 时，$10^{-5}$ 就不算小了。同一行，分别用 $\varepsilon = 10^{-5}$ 和 $10^{-12}$（BERT 用后者）：

# %% id="curious-eps-code"
row = np.array([[0.001, -0.001, 0.002, 0]])
for eps in (1e-5, 1e-12):
    show({"ε": f"{eps:g}", "σ": mine.layer_norm(row, 1.0, 0.0, eps).std()})

# %% [markdown] id="curious-shift" lang="en"
# **"Does it not cure the internal covariate shift?"** That was the reason given for BatchNorm ([Ioffe and Szegedy 2015](https://arxiv.org/abs/1502.03167)): each layer has to follow the changing inputs that the layers below give it. It can be tested. [Santurkar et al. 2018](https://arxiv.org/abs/1805.11604) put such shifts back in after each BatchNorm, as noise, and it trained as well as before. They measured rather that norms make the loss smoother, so that larger steps are safe. Many texts still give the old reason.
#
# **"My model has no mean in its norm."** *RMSNorm* only divides by the root mean square ([Zhang and Sennrich 2019](https://arxiv.org/abs/1910.07467)); Llama uses it. The size is what matters most.

# %% [markdown] id="curious-shift" lang="zh" agreed="40e5e0af-c73375d2"
# **“不是说它能解决内部协变量偏移吗？”** 内部协变量偏移（internal covariate shift）是当初提出批归一化时给的理由（[Ioffe 和 Szegedy，2015](https://arxiv.org/abs/1502.03167)）：下面各层一变，上面一层的输入就跟着变，只好一直追着学。这个理由可以检验：[Santurkar 等，2018](https://arxiv.org/abs/1805.11604) 在每个批归一化后面用噪声把这种偏移加回去，训练照样顺利。他们的测量说明，归一化更像是让损失变得平滑，步子大一点也不会出事。不过很多教材里写的还是老理由。
#
# **“我的模型里，归一化不减均值。”** 那是 *RMSNorm*，只除以均方根（[Zhang 和 Sennrich，2019](https://arxiv.org/abs/1910.07467)），Llama 用的就是它。最要紧的，是把大小管住。
