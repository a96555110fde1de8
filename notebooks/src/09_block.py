# %% [markdown] id="title" lang="en"
# # 09 · The block
#
# GPT-3 is a stack of 96 layers, and none of them is attention alone. Why not?
#
# We begin with nothing but attention. It fails, we add a part, and it fails in another way. After three failures a layer is a **Transformer block**, written by you. Then we remove the parts, one kind at a time, from a trained model.
#
# About 45 minutes, and 20 for the exercises. You need lessons 05, 07 and 08.

# %% [markdown] id="title" lang="zh" agreed="60d25cf8-bdc02ff2"
# # 09 · Transformer 块
#
# GPT-3 叠了 96 层，每一层里都不只有注意力。为什么光有注意力不够？
#
# 我们先把只有注意力的层叠起来。它出了问题，就添一个部件；添了部件，又出别的问题。三次之后，一层就成了一个 **Transformer 块**，由你亲手写出。最后，再从一个训练好的模型里把部件拆掉看看。
#
# 约 45 分钟，练习另需 20 分钟。需要先学第 05、07、08 课。

# %% id="setup"
import numpy as np
from attnlib import attend, bands, heads, heatmap, load_example, load_results, show, table, use_language
from classroom import ask, check, cubes, diagram, live, machine, mine, use_recorded_results
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
# **50 minutes.** Section 1: 10 min; let everybody draw four rows on paper before the question. Section 2: 12 min; let the slider run before you explain anything, then the row of four numbers at the board. Section 3: 8 min. Section 4: 4 min. Section 5: 4 min. Section 6: 6 min; a show of hands for the bet, then the two diagrams side by side. Section 7: 3 min. Recap: 3 min. Exercises, except the third, are for home. The models of section 6 were trained beforehand; the program at the end of the lesson trains one live.

# %% [markdown] id="plan" lang="zh" agreed="3754dacc-69441aa7" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 10 分钟，提问之前让每个人在纸上画出四行。第 2 节 12 分钟：先拖滑块，再讲道理；四个数的那一行在黑板上算。第 3 节 8 分钟。第 4 节 4 分钟。第 5 节 4 分钟。第 6 节 6 分钟：先举手下注，再把两张结构图并排看。第 7 节 3 分钟。小结 3 分钟。除第三题外，练习留作课后。第 6 节的模型是事先训练好的；想现场看一个模型怎么学，程序在课末。

# %% [markdown] id="collapse" lang="en"
# ## 1 · First failure: nothing but attention
#
# One layer is attention with two heads, by your own function of lesson 07 or ours (`mine.multi_head`). Its matrices are random, as before training, and divided by $\sqrt d$, so that rows keep their size on average. `hand_on` says what the next layer gets of `x`, the input, and `out`, the result. For now it is `out` alone:

# %% [markdown] id="collapse" lang="zh" agreed="5ea35f06-1144dbb4"
# ## 1 · 第一个问题：只有注意力
#
# 一层就是第 07 课的注意力，有两个头；`mine.multi_head` 是你自己写的函数，没写过就用我们的。矩阵是随机的，跟训练之前一样；都除以 $\sqrt d$，免得数越变越大。`x` 是进来的各行，`out` 是注意力算出的结果，交给下一层的是什么，由 `hand_on` 决定。现在只交 `out`：

# %% id="collapse-stack"
def stack(x, layers, hand_on, seed=0):
    rng, d = np.random.default_rng(seed), x.shape[-1]
    for _ in range(layers):
        W_Q, W_K, W_V, W_O = rng.normal(size=(4, d, d)) / d**0.5
        x = hand_on(x, mine.multi_head(x, W_Q, W_K, W_V, W_O, 2))
    return x

# %% [markdown] id="collapse-words" lang="en"
# The words of *small cat chases fish* have four different rows. They go through three layers:

# %% [markdown] id="collapse-words" lang="zh" agreed="1b98b933-16b07e54"
# “小 猫 追 鱼”四个词，四行数各不相同。让它们经过三层：

# %% id="collapse-question"
look = load_example("first_look")
ask("three_layers", then=heatmap(stack(look.X, 3, lambda x, out: out), look.tokens, kind="signed"))

# %% [markdown] id="collapse-why" lang="en"
# Now each row also goes *around* attention, and the result of attention is added to it:
#
# $$x + \text{attention}(x)$$
#
# This is the [**residual connection**](glossary.ipynb), or *skip connection* ([He et al. 2015](https://arxiv.org/abs/1512.03385)). The rows that run past all layers, while each layer adds to them, are called the [**residual stream**](glossary.ipynb).
#
# **Your turn:** drag the slider to the twelfth layer<span class="notebook">; then delete `x + `, run the cell and go back to the third</span>:

# %% [markdown] id="collapse-why" lang="zh" agreed="b83df92d-4bf561fd"
# 现在，让每个词的那一行**绕过注意力**直接往上传，再加上注意力算出的结果：
#
# $$x + \text{attention}(x)$$
#
# 这叫[**残差连接**](glossary.ipynb)（residual connection，也叫跳跃连接，[He 等，2015](https://arxiv.org/abs/1512.03385)）。这些行从最底下一直通到最上面，每一层只往上面加东西，所以常叫作[**残差流**](glossary.ipynb)（residual stream）。
#
# **你来动手：** 把滑块拖到第 12 层看看<span class="notebook">；再删掉 `x + `，重新运行，回到第 3 层</span>：

# %% id="collapse-live"
my_layer = lambda x, out: x + out
draw = lambda layers=3: heatmap(stack(look.X, layers, my_layer), look.tokens, kind="signed")
live(draw, layers=(0, 12, 3))

# %% [markdown] id="collapse-share" lang="en"
# How alike are the rows? Their mean, $\bar x$, is their **common part**; a row minus $\bar x$ is the word's **own part**. The *difference between the words* is the norm of all own parts (the root of the sum of all squares) divided by that of all rows. It is 0 if all rows are equal:
#
# $$\frac{\lVert x - \bar x \rVert}{\lVert x \rVert}$$
#
# We take 16 words of 64 numbers and ten *seeds* (random starts). A line is their mean, its band their range.

# %% [markdown] id="collapse-share" lang="zh" agreed="a06e0a42-d492bf5b"
# 各行到底有多像？各行的平均 $\bar x$ 是它们的**共同部分**，一行减去 $\bar x$ 是这个词**自己的部分**。把所有数平方、相加、再开方，得到矩阵的范数。自己的部分的范数除以原来的范数，就是“词与词的差别”，等于 0 时各行全都相等：
#
# $$\frac{\lVert x - \bar x \rVert}{\lVert x \rVert}$$
#
# 下面取 16 个词，每个词 64 个数，用十个随机**种子**，也就是十个不同的起点。线是十次的平均，色带是从最小到最大的范围。

# %% id="collapse-bands"
from classroom.lab.layer_stacks import LAYERS, common_and_own_norms, differences, through_layers
lines = {"with_residual": differences(stack, lambda x, out: x + out)}
lines["attention_alone"] = differences(stack, lambda x, out: out)
bands(LAYERS, lines, xlabel="layers", ylabel="difference_of_words", log="y")

# %% [markdown] id="collapse-slow" lang="en"
# After three layers of attention alone the rows are the same but for a few millionths. Each output is an average of values (lesson 05), and averages usually lie closer together than what they are made of. This is **rank collapse** ([Dong et al. 2021](https://arxiv.org/abs/2103.03404)): a matrix of equal rows has rank 1. The residual connection only *slows it down*: after six layers the difference is about a half, after 24 less than a hundredth. The picture ends at $10^{-7}$.

# %% [markdown] id="collapse-slow" lang="zh" agreed="1ae6e61d-466ae5f7"
# 只有注意力时，三层之后各行就一样了，差别只剩百万分之几。道理在于：每个输出都是值的平均（第 05 课），平均数一般比被平均的数挨得更近。这叫**秩坍缩**（rank collapse，[Dong 等，2021](https://arxiv.org/abs/2103.03404)），因为各行全都相等的矩阵，秩是 1。残差连接只是让坍缩**慢下来**：六层之后，差别还有一半左右；24 层之后，不到百分之一。图只画到 $10^{-7}$。

# %% [markdown] id="grow" lang="en"
# ## 2 · Second failure: the numbers grow
#
# The sum has a price. We send 16 words through 24 layers with residual connections. Each layer has matrices of its own; so we measure where the words look with one extra pair, $W_Q$ and $W_K$, the same after every layer: our ruler. Row 1 is the first word. Drag the slider from 0 to 24:

# %% [markdown] id="grow" lang="zh" agreed="29674ea7-f036306f"
# ## 2 · 第二个问题：数越来越大
#
# 加号是有代价的。让 16 个词经过 24 层，每层都有残差连接，看看一路上它们会看谁。词经过各层，用各层自己的矩阵；量权重，却一律用固定的一对 $W_Q$、$W_K$，当作“尺子”，各层才好比较。图里第 1 行就是第一个词。把滑块从 0 拖到 24：

# %% id="grow-live"
plain, ruler = through_layers(), np.random.default_rng(7).normal(size=(2, 64, 64)) / 8
look_at = lambda x: attend(x @ ruler[0], x @ ruler[1], x).weights  # (16, 16)
draw = lambda layers=24: heads([look_at(plain[layers])], range(1, 17), ["weights"])
live(draw, layers=(0, 24, 1))

# %% [markdown] id="grow-sizes" lang="en"
# In the end all words look at the same word: softmax is saturated, and almost nothing is learned (lesson 04). Why the same one? Here are the norms of the common part and of a word's own part, and the standard deviation of a row's scores (means of ten seeds):

# %% [markdown] id="grow-sizes" lang="zh" agreed="6fd80615-4288e119"
# 最后，所有的词都只看同一个词。softmax 饱和了，几乎学不动（第 04 课）。可为什么偏偏是同一个？下表有三样：共同部分的范数，一个词自己的部分的范数，还有一行分数拉得多开（标准差），都是十个种子的平均：

# %% id="grow-weights"
table(**common_and_own_norms(ruler))

# %% [markdown] id="grow-why" lang="en"
# The words' own parts are not lost; they even grow. They *drown*. Attention adds a weighted average to each row. From layer to layer these averages become more alike, and the larger $x$ is, the more is added: the common part grows like a snowball.
#
# The keys' common part adds the same to all scores of a row, and does not count (lesson 04). Only the keys' *own* parts make scores differ. But every query contains the large common part, so the scores lie far apart (last column), and softmax picks one word. All queries are nearly the same, so all pick the same one.

# %% [markdown] id="grow-why" lang="zh" agreed="7ce5e9c2-322bb333"
# 各个词自己的部分没有丢，反而还变大了，只是被**淹没**了。注意力加到每一行上的是加权平均；层数越多，各行加上的平均越接近，$x$ 越大，加上的量也越大。共同部分就像滚雪球，越滚越快。
#
# 再看分数。每个键都是“共同部分 + 自己的部分”。查询乘键的共同部分，一行里每个分数都加上同样多，不起作用（第 04 课）；各个分数之所以不同，全靠查询乘键**自己的部分**。查询里有很大的共同部分，乘出来的数就相差很远（最后一列），softmax 于是只认准一个词。各个词的查询又几乎一样，认准的自然是同一个。

# %% [markdown] id="norm" lang="en"
# So we bring every row to mean 0 and variance 1 before a *sublayer* gets it (attention is one, section 3 brings another). This is [**LayerNorm**](glossary.ipynb), *layer normalisation* ([Ba et al. 2016](https://arxiv.org/abs/1607.06450)). By hand:
#
# | step | 1st | 2nd | 3rd | 4th |
# |:--|--:|--:|--:|--:|
# | one word's row | 2 | −1 | 0 | 3 |
# | minus its mean, 1 | 1 | −2 | −1 | 2 |
# | squared; the mean, 2.5, is the variance | 1 | 4 | 1 | 4 |
# | second line divided by √2.5 = 1.5811 | 0.6325 | −1.2649 | −0.6325 | 1.2649 |
#
# $$\text{LayerNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$$

# %% [markdown] id="norm" lang="zh" agreed="1b5fd9c9-e6804072"
# 办法是：一行在进**子层**之前（注意力是一个子层，另一个第 3 节讲），先变成均值 0、方差 1。这叫[**层归一化**](glossary.ipynb)（LayerNorm，[Ba 等，2016](https://arxiv.org/abs/1607.06450)）。名字里有个“层”字，归一化的却是一个词的那一行。手算一遍：
#
# | 步骤 | 第 1 个 | 第 2 个 | 第 3 个 | 第 4 个 |
# |:--|--:|--:|--:|--:|
# | 一个词的那一行 | 2 | −1 | 0 | 3 |
# | 减去均值 1 | 1 | −2 | −1 | 2 |
# | 再平方；平均是 2.5，即方差 | 1 | 4 | 1 | 4 |
# | 第二行除以 √2.5 = 1.5811 | 0.6325 | −1.2649 | −0.6325 | 1.2649 |
#
# $$\text{LayerNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$$

# %% [markdown] id="norm-exercise" lang="en"
# $\mu$ is the mean of the row. The variance $\sigma^2$ is divided by $d$, not by $d - 1$ (the *biased* variance). A small $\varepsilon$ prevents division by 0. `gain` and `bias` (in many books $\gamma$ and $\beta$) are learned, one number for each column.
#
# **Exercise 1** (★, 5 min). Write this as `my_layer_norm`. A batch axis may stand in front.

# %% [markdown] id="norm-exercise" lang="zh" agreed="06dd4285-015488c4"
# $\mu$ 是这一行的均值。方差 $\sigma^2$ 除以 $d$，不是 $d - 1$（叫**有偏**方差）。加上很小的 $\varepsilon$，是为了防止除以 0。`gain`（增益，教材里多记作 $\gamma$）和 `bias`（偏置，记作 $\beta$）由训练得到，每一列各有一个数。
#
# **练习 1**（★，5 分钟）。把它写成 `my_layer_norm`。前面还可能多一个批（batch）轴。

# %% id="exercise-layer-norm" tags=["exercise"]
def my_layer_norm(x, gain, bias, eps):
    ...

layer_norm = check.layer_norm(my_layer_norm)

# %% [markdown] id="norm-again" lang="en"
# A row times 100, or plus 10, has the same LayerNorm. So what attention adds no longer grows with $x$. We go through the 24 layers again: attention gets `norm(x)`, and its result is added to $x$ itself. After the last layer the weights are, without LayerNorm (left) and with it:

# %% [markdown] id="norm-again" lang="zh" agreed="ade59ccb-17f2a999"
# 一行数乘 100，或者每个数加 10，归一化之后都和原来一样。所以注意力加上去的不再随 $x$ 变大。再走一遍 24 层：每层的注意力用的是 `norm(x)`，结果加到 $x$ 本身上。走完之后各个词在看谁，见下图。左边没有层归一化，右边有：

# %% id="norm-maps"
norm = lambda x: layer_norm(x, 1.0, 0.0, 1e-5)
maps = [look_at(plain[24]), look_at(norm(through_layers(norm)[24]))]
heads(maps, range(1, 17), ["with_residual", "with_layer_norm"], kind="tables")

# %% [markdown] id="norm-spread" lang="en"
# With LayerNorm no weight exceeds 0.14 in ten seeds; equal weights would be 0.06. After 24 layers the common part is almost four times as large as a word's own part; without LayerNorm, more than 200 times. The words still become more alike, but more slowly.

# %% [markdown] id="norm-spread" lang="zh" agreed="264ff86d-c46fa297"
# 有了层归一化，十个种子里没有一个权重超过 0.14；平均分的话，每个是 0.06。24 层之后，共同部分是词自己的部分的近四倍；没有层归一化，是 200 多倍。词与词还是越来越像，只是慢得多。

# %% [markdown] id="norm-others" lang="en"
# LayerNorm takes each row by itself. So it works for any length and any batch, and a word gets nothing from other sentences. [**RMSNorm**](glossary.ipynb), used by Llama, does the same without subtracting the mean ([Zhang and Sennrich 2019](https://arxiv.org/abs/1910.07467)). [**BatchNorm**](glossary.ipynb), usual for images, averages over all words of all sentences: in training, a word then depends on strangers.

# %% [markdown] id="norm-others" lang="zh" agreed="806fb009-09c4f9f4"
# 层归一化每一行各算各的，所以句子多长、一批有几句都没有关系，一个词也不会受别的句子影响。Llama 用的 [**RMSNorm**](glossary.ipynb) 也是这样，只是不减均值（[Zhang 和 Sennrich，2019](https://arxiv.org/abs/1910.07467)）。图像网络常用的[**批归一化**](glossary.ipynb)（BatchNorm）不同，均值是对所有句子的所有词求的，所以训练时，一个词会受到不相干的句子影响。

# %% [markdown] id="alone" lang="en"
# ## 3 · Third failure: mixing is not enough
#
# *apple* may be food or a brand (lesson 00). Which words are *exactly one* of the two? This is XOR:
#
# | word | edible | brand | exactly one? |
# |:--|--:|--:|--:|
# | *phone* | 0 | 0 | 0 |
# | *bread* | 1 | 0 | 1 |
# | *Sony* | 0 | 1 | 1 |
# | *apple* | 1 | 1 | 0 |
#
# Can attention find out? Let each word be alone in its sentence: its weight on itself is 1. A layer without LayerNorm is then $x + x\,W_V W_O$.

# %% [markdown] id="alone" lang="zh" agreed="ad47410a-0e90ac7f"
# ## 3 · 第三个问题：光靠混合还不够
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
# 只用注意力，答得出来吗？设每个词独自成句，它对自己的权重就是 1；不加层归一化，一层就是 $x + x\,W_V W_O$。

# %% [markdown] id="alone-sums" lang="en"
# We add the rows in pairs. *phone* + *apple* is (1, 1), and so is *bread* + *Sony*. Because ${(a + b)}\,W = a\,W + b\,W$, the two sums stay equal through every layer. But the answers of the first pair add up to 0, those of the second to 2. So no column can ever hold the answers.
#
# LayerNorm is not linear, and on well-chosen columns it can even compute XOR; softmax among several words is not linear either. But one has a divisor for the whole row, the other a weight for the whole value. No step yet bends each number by itself.

# %% [markdown] id="alone-sums" lang="zh" agreed="6a48eb53-7d93ee3d"
# 把四行两两相加：“手机 + 苹果”是 (1, 1)，“面包 + 索尼”也是 (1, 1)。因为 ${(a + b)}\,W = a\,W + b\,W$，不管过多少层，这两个和都相等。可是答案加起来，前一对是 0，后一对是 2。所以不会有哪一列正好是答案。
#
# 层归一化不是线性的，列选得巧，也能算出异或；句子里有好几个词时，softmax 也不是线性的。不过层归一化让整行除以同一个数，注意力让整个值乘同一个权重。还缺一步，能对每个数**单独**起作用。

# %% [markdown] id="alone-why" lang="en"
# The [**feed-forward network**](glossary.ipynb) has this step. It projects a row to more numbers (usually $d_\text{ff} = 4\, d_\text{model}$), sets each negative one to 0, and projects back. The middle step is **ReLU**, an *activation function*:
#
# $$\text{FFN}(x) = \max(0,\; x W_1 + b_1)\, W_2 + b_2$$
#
# **Exercise 2** (★, 4 min). Write this as `my_feed_forward`.

# %% [markdown] id="alone-why" lang="zh" agreed="79c27af8-05acd0c7"
# 有这一步的是[**前馈网络**](glossary.ipynb)（feed-forward network，FFN）。它把一行投影成更多的数（通常 $d_\text{ff} = 4\, d_\text{model}$），把负数都变成 0，再投影回来。中间这一步叫 **ReLU**，是一种**激活函数**：
#
# $$\text{FFN}(x) = \max(0,\; x W_1 + b_1)\, W_2 + b_2$$
#
# **练习 2**（★，4 分钟）。把它写成 `my_feed_forward`。

# %% id="exercise-feed-forward" tags=["exercise"]
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    ...

feed_forward = check.feed_forward(my_feed_forward)

# %% [markdown] id="lecturer-alone" lang="en" tags=["lecturer"]
# Trained instead of written by hand: four layers of attention with residual connections stay at the loss ln 2 = 0.693 ten times in ten; one block gets XOR right ten times in ten (`python -m tools.results.block`). LayerNorm can do it, too: if a random matrix makes four numbers of the two features, two random layers and a linear read-out give XOR.

# %% [markdown] id="lecturer-alone" lang="zh" agreed="dab1eca0-a874c822" tags=["lecturer"]
# 如果不手写，而是训练：四层带残差连接的注意力，十次训练的损失全都停在 ln 2 = 0.693；一个块，十次全部学会异或（`python -m tools.results.block`）。层归一化也做得到：用随机矩阵把两个特征变成四个数，随机的两层再接一个线性读出，也能算出异或。

# %% [markdown] id="alone-use" lang="en"
# For XOR, two numbers in the middle are enough: *edible + brand*, and *edible + brand − 1*, which ReLU leaves positive for *apple* alone. The first minus twice the second is the answer.
#
# In a large model this network holds $8d^2$ of a block's $12d^2$ numbers, two thirds. It takes each row by itself, like a *convolution of width 1*. [Geva et al. 2021](https://arxiv.org/abs/2012.14913) read it as a memory: a column of $W_1$ is a key for a pattern in the text, and its row of $W_2$ a value that makes certain next words likelier.
#
# **GELU** is a smooth ReLU. [**SwiGLU**](glossary.ipynb) has three matrices, so its $d_\text{ff}$ is often $\tfrac{8}{3} d$: again $8d^2$.

# %% [markdown] id="alone-use" lang="zh" agreed="69ad149b-c46be9e9"
# 中间有两个数，就够算异或了：一个是“能吃 + 品牌”；另一个是“能吃 + 品牌 − 1”，经过 ReLU，“苹果”是 1，别的词都是 0。第一个数减去第二个数的 2 倍，就是答案。
#
# 在大模型里，一个块有 $12d^2$ 个数，前馈网络占 $8d^2$，三分之二。每一行用的是同样两个矩阵，行与行互不相干，相当于**宽度为 1 的卷积**。[Geva 等，2021](https://arxiv.org/abs/2012.14913) 把它看成键值存储：$W_1$ 的每一列是一个键，文本里出现某种模式，它就有反应；$W_2$ 里对应的那一行是值，让某些词更可能成为下一个词。
#
# **GELU** 是圆滑的 ReLU。[**SwiGLU**](glossary.ipynb) 有三个矩阵，所以 $d_\text{ff}$ 常取 $\tfrac{8}{3} d$，总数仍是 $8d^2$。

# %% [markdown] id="block" lang="en"
# ## 4 · The block
#
# Attention gets a *normalised copy* of $x$, and its result is added to $x$ itself. Then the same with the feed-forward network and a LayerNorm of its own: first listen to the others, then think for yourself.
#
# **Exercise 3** (★★, 4 min). `my_block` gets $x$ and four functions. Each is called like `attention(x)` and keeps the shape. It takes two lines.

# %% [markdown] id="block" lang="zh" agreed="83f84748-0c0bf92f"
# ## 4 · 组装成块
#
# 注意力得到的是 $x$ **归一化以后的副本**，算出的结果加到 $x$ 本身上。前馈网络也一样，先过它自己的层归一化，算完再加回去。好比讨论：先听别人说，再自己想。
#
# **练习 3**（★★，4 分钟）。`my_block` 接收 $x$ 和四个函数，每个函数都不改变形状，用法如 `attention(x)`。两行就够。

# %% id="exercise-block" tags=["exercise"]
def my_block(x, norm_1, attention, norm_2, feed_forward):
    ...

block = check.block(my_block)

# %% [markdown] id="block-slow" lang="en"
# After 24 of these blocks with random matrices, the difference between the words is still 0.4. A block adds about the same amount each time while $x$ grows, so later blocks count less. [GPT-2](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf) even starts $W_O$ and $W_2$, which write into the stream, smaller by $1/\sqrt{2N}$: $N$ blocks make $2N$ sums.

# %% [markdown] id="block-slow" lang="zh" agreed="cb57ef03-bc4bf78f"
# 经过 24 个这样的块，矩阵都是随机的，词与词的差别还有 0.4。每个块加上去的大小差不多，$x$ 却在变大，所以越往上，改动的比例越小。往残差流里写的矩阵是 $W_O$ 和 $W_2$，[GPT-2](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf) 在开头就把它们缩小到 $1/\sqrt{2N}$，因为 $N$ 个块一共要加 $2N$ 次。

# %% [markdown] id="trained" lang="en"
# ## 5 · And in a trained model?
#
# multilingual-e5-small, the model of lesson 12, has 12 trained blocks and reads eight English sentences. We measure the difference between the words after each block: as trained, without feed-forward networks, and without residual connections. LayerNorm stays. A band is the range of the sentences:

# %% [markdown] id="trained" lang="zh" agreed="12fa03c2-37da5e42"
# ## 5 · 训练好的模型呢？
#
# 第 12 课的模型 multilingual-e5-small 有 12 个训练好的块。让它读八个中文句子，每过一个块，量一次词与词的差别：一次原样不动，一次去掉所有的前馈网络，一次去掉所有的残差连接。层归一化都留着。色带是八个句子的范围：

# %% id="trained-bands" tags=["of-its-language"]
from attnlib.languages import language
trained = load_results("trained_blocks")[language()]
bands(range(13), trained, xlabel="after_blocks", ylabel="difference_of_words")

# %% [markdown] id="trained-said" lang="en"
# As trained, the words stay apart: 0.7 after eleven blocks, 0.4 after the last. Without residual connections less than a thousandth is left after five blocks, in every sentence; without feed-forward networks 0.04 at the end. But these matrices were trained with all parts; a model trained without them might do better.
#
# The stream grows, too: in the model of lesson 13, over eight sentences, the median norm of a row is 2.6 before the first block and 745 after the thirtieth.

# %% [markdown] id="trained-said" lang="zh" agreed="2cc613c1-f08c7864"
# 原样不动，各个词一直分得开：第十一个块之后是 0.7，最后是 0.4。去掉残差连接，五个块之后，每个句子里的差别都不到千分之一；去掉前馈网络，最后只剩 0.04。不过这些矩阵是和所有部件一起训练的，所以这里看到的只是部件在这个模型里的作用；缺了部件再从头训练，结果也许好些。
#
# 残差流也确实会变大：第 13 课的模型读八个英文句子，一行的范数（取中位数），进第一个块之前是 2.6，出第三十个块时是 745。

# %% [markdown] id="block-post" lang="en"
# ## 6 · Before or after?
#
# In our block LayerNorm comes *before* each sublayer: [**pre-norm**](glossary.ipynb). The first Transformer used [**post-norm**](glossary.ipynb): each sublayer gets $x$ as it is, and the *sum* is normalised.
#
# **Exercise 4** (★, 3 min). Write this version.

# %% [markdown] id="block-post" lang="zh" agreed="a29f44d7-fc74b759"
# ## 6 · 放在前面，还是后面？
#
# 我们的块里，层归一化放在子层**前面**，这叫[**前归一化**](glossary.ipynb)（pre-norm，Pre-LN）。最初的 Transformer 用的是另一种，[**后归一化**](glossary.ipynb)（post-norm，Post-LN）：子层直接用 $x$，归一化用在**相加之后的和**上。
#
# **练习 4**（★，3 分钟）。写出这一种。

# %% id="exercise-post-norm-block" tags=["exercise"]
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    ...

post_norm_block = check.post_norm_block(my_post_norm_block)

# %% [markdown] id="order" lang="en"
# Most large language models since GPT-2 are pre-norm; BERT and its family, with the model of section 5, are post-norm. Does it matter? Models of 12 blocks learn to write ten digits backwards, ten models of each kind, 250 steps each. The loss is the cross-entropy of lesson 04: $\ln 10 = 2.3$ for guessing.
#
# Ten more post-norm models get a **warm-up** of 100 steps, as the first Transformer did: tiny steps at first.

# %% [markdown] id="order" lang="zh" agreed="467ba39c-c8137786"
# GPT-2 以后的大语言模型大多是前归一化；BERT 一族，包括第 5 节的模型，是后归一化。次序有影响吗？让 12 个块的模型学倒着写十个数字，每种次序训练十个，各 250 步（第 10 课）。损失就是第 04 课的交叉熵，瞎猜是 $\ln 10 = 2.3$。
#
# 最初的 Transformer 还用了**预热**（warm-up）：头几步迈得很小，再慢慢变大。所以再加十个后归一化的模型，用 100 步预热。

# %% id="order-record"
results = load_results("block")
ask("post_norm_models", then=bands(results["steps"], results["losses"], xlabel="steps_of_training", ylabel="loss", each=True))

# %% [markdown] id="block-diagram" lang="en"
# `diagram` runs a block and draws where each result goes:

# %% [markdown] id="block-diagram" lang="zh" agreed="53502ea7-81403dcc"
# `diagram` 把块试运行一遍，画出每个结果送到了哪里：

# %% id="block-diagram-code"
diagram(block)

# %% id="block-post-diagram"
diagram(post_norm_block)

# %% [markdown] id="block-paths" lang="en"
# The blue line is the residual connection. In pre-norm it meets nothing but plus signs; on the way back the derivative along it is 1, however many blocks there are (lesson 10). But $x$ grows, and one more LayerNorm follows the last block. In post-norm $x$ itself goes through a LayerNorm after each plus sign. Such a stack is harder to train: without warm-up six of the ten post-norm models learned, with it all ten, and all ten pre-norm models.
#
# A common mistake is `x = norm(x)`, then `x = x + attention(x)`: the normalised copy goes on, and $x$ itself is lost.

# %% [markdown] id="block-paths" lang="zh" agreed="839f3d3c-cf61a01a"
# 蓝线就是残差连接。前归一化里，它一路只碰到加号；往回传梯度时（第 10 课），不管有多少块，这条路上的导数总是 1。不过 $x$ 越来越大，所以最后一个块之后，还要再放一个层归一化。后归一化里，每过一个加号，$x$ 自己都要穿过一个层归一化。这样的块叠得多，就难训练些：不预热，十个后归一化的模型里学会了六个；用了预热，十个全学会；前归一化的十个也全都学会。
#
# 写前归一化有个常见的错：先 `x = norm(x)`，再 `x = x + attention(x)`。这样绕过去的是归一化以后的副本，$x$ 本身丢了。

# %% [markdown] id="whole" lang="en"
# ## 7 · The whole model
#
# Tokens become rows, a position is added, $N$ blocks follow, and in pre-norm one last norm. The product of a row with a vector for each token, often the embedding table once more (*weight tying*), gives scores, and softmax probabilities.
#
# GPT is one stack with a causal mask, a [**decoder**](glossary.ipynb); BERT is one without it, an [**encoder**](glossary.ipynb). The first Transformer has both:

# %% [markdown] id="whole" lang="zh" agreed="4784b49c-5eb84a29"
# ## 7 · 整个模型
#
# 词元变成一行数，加上位置，经过 $N$ 个块；前归一化的话，最后再归一化一次。然后每一行和词表里每个词元的向量相乘，得到分数，softmax 把分数变成概率。这里的词元向量，常常就是把嵌入表再用一次，叫**权重共享**（weight tying）。
#
# GPT 是一叠带因果掩码的块，叫[**解码器**](glossary.ipynb)（decoder）；BERT 不带因果掩码，叫[**编码器**](glossary.ipynb)（encoder）。最初的 Transformer 两叠都有：

# %% id="whole-map"
machine("add_norm", "feed_forward", towers=2)

# %% [markdown] id="whole-table" lang="en"
# The encoder reads the original, the decoder writes the translation. Their three attentions:
#
# | attention | Q from | K and V from | mask |
# |:--|:--|:--|:--|
# | encoder, self-attention | the original | the original | padding |
# | decoder, self-attention | the translation so far | the translation so far | causal |
# | decoder, cross-attention | the translation so far | the encoder's last output, in every block | padding |

# %% [markdown] id="whole-table" lang="zh" agreed="3656cda0-53ab87d1"
# 编码器读原文，解码器写译文。三处注意力的 Q、K、V 各有来处：
#
# | 注意力 | Q 来自 | K、V 来自 | 掩码 |
# |:--|:--|:--|:--|
# | 编码器的自注意力 | 原文 | 原文 | 遮填充 |
# | 解码器的自注意力 | 已经写出的译文 | 已经写出的译文 | 因果掩码 |
# | 解码器的交叉注意力 | 已经写出的译文 | 编码器最后的输出，每个块都用它 | 遮填充 |

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# Two questions:

# %% [markdown] id="recap" lang="zh" agreed="3ee3d84f-49665d4e"
# ## 8 · 小结
#
# 两道题：

# %% id="recap-question-1"
ask("normed_pair")

# %% id="recap-question-2"
ask("who_mixes")

# %% [markdown] id="recap-bullets" lang="en"
# * With random matrices, attention alone soon makes all words alike. The **residual connection** delays that, but lets numbers grow ever faster. **LayerNorm** stops this.
# * On a word by itself, without LayerNorm, attention is only a product with matrices and cannot compute XOR. The **feed-forward network**, two thirds of a block's numbers, can.
# * **Pre-norm** leaves the residual connection free; **post-norm** breaks it, and is harder to train without warm-up.
#
# Next: who finds the numbers in the matrices? [Lesson 10, learning →](10_learning.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="c078d918-b8cc6013"
# * 矩阵是随机数时，只用注意力，所有的词很快就变得一样。**残差连接**让这件事慢下来，可是数会越涨越快。**层归一化**让它不再这样涨。
# * 词独自成句、又没有层归一化时，注意力只是乘矩阵，算不出异或；**前馈网络**里有逐个数的非线性（ReLU），就算得出。块里三分之二的数在前馈网络里。
# * **前归一化**不挡残差连接的路；**后归一化**每过一个加号就把它断开一次，不预热就难训练些。
#
# 下一课：矩阵里的数是谁找出来的？[第 10 课，学习 →](10_learning.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# BatchNorm and the strangers, PyTorch's block, why warm-up, and the models of section 6 to train yourself.

# %% [markdown] id="later" lang="zh" agreed="d0856415-cf2ac90f"
# ## 想多了解一点
#
# 批归一化与不相干的句子；PyTorch 的块；为什么要预热；还有第 6 节的那些模型，可以自己训练。

# %% [markdown] id="curious-strangers" lang="en"
# **"How much does a word get from strangers?"** In each picture, the coloured numbers share one mean. Below we change the second sentence of a batch and see how far the *first* one moves:

# %% [markdown] id="curious-strangers" lang="zh" agreed="e0a22625-e9c1eae3"
# **“不相干的句子，影响有多大？”** 每张图里，涂色的几个数共用一个均值。再往下，我们只改一批里的第二个句子，看看**第一个**句子变了多少：

# %% id="norm-cubes"
cubes({"LayerNorm": -1, "BatchNorm": (0, 1)})

# %% id="norm-batch-code"
X = load_example("hand_worked").X  # (2, 3, 4)
other = X * [[[1]], [[2]]]
batch_norm = lambda x: (x - x.mean((0, 1))) / x.std((0, 1))
standard = lambda x: mine.layer_norm(x, 1.0, 0.0, 1e-5)
show(LayerNorm=abs(standard(other) - standard(X))[0].max())
show(BatchNorm=abs(batch_norm(other) - batch_norm(X))[0].max())

# %% [markdown] id="curious-equal" lang="en"
# **"Is my block the usual one?"** PyTorch has it as `nn.TransformerEncoderLayer`, with `norm_first=True`. We give both the same random parameters; the largest difference, to twelve decimals:

# %% [markdown] id="curious-equal" lang="zh" agreed="e11fac87-1ac15664"
# **“我的块和大家用的一样吗？”** PyTorch 里这样的块是 `nn.TransformerEncoderLayer`，要设 `norm_first=True`。给两边同一组随机参数，结果最大的差，取十二位小数：

# %% id="block-equal-code" tags=["torch"]
from classroom.lab.layer_stacks import difference_from_pytorch
show(largest_difference=difference_from_pytorch(block))

# %% [markdown] id="curious-warm-up" lang="en"
# **"Why does post-norm need warm-up?"** This is disputed. According to [Xiong et al. 2020](https://arxiv.org/abs/2002.04745), large gradients in the last blocks make the first steps unsafe. [Liu et al. 2020](https://arxiv.org/abs/2004.08249) object that Adam, the usual way to take steps (lesson 10), evens them out; in their view, small changes in post-norm blocks move the output too far. Small first steps help against both.
#
# <details><summary>"My rows have the standard deviation 1.0010, not 1."</summary>
#
# Check which standard deviation you print: `torch.std` divides by $d - 1$, LayerNorm by $d$. The ratio is $\sqrt{d / (d - 1)}$, for 512 numbers $\sqrt{512 / 511}$, or 1.0010.
#
# </details>

# %% [markdown] id="curious-warm-up" lang="zh" agreed="f7be1da4-33526747"
# **“为什么后归一化要预热？”** 至今有争论。[Xiong 等，2020](https://arxiv.org/abs/2002.04745) 认为，最后几个块的梯度大，头几步就不稳。[Liu 等，2020](https://arxiv.org/abs/2004.08249) 不同意：常用的训练方法 Adam（第 10 课）会把大的梯度拉平；他们认为，真正的原因是后归一化的块稍微一改，输出就变得太多。不管是哪一种，头几步迈小一点都有用。
#
# <details><summary>“我的行标准差是 1.0010，不是 1。”</summary>
#
# 看看打印的是哪一种：`torch.std` 除以 $d - 1$，层归一化除以 $d$。两者之比是 $\sqrt{d / (d - 1)}$，512 个数时就是 $\sqrt{512 / 511}$，约 1.0010。
#
# </details>

# %% [markdown] id="curious-models" lang="en"
# **The models of section 6** can be trained here. `nn.Embedding` is the embedding table, `nn.Parameter` holds the learned positions (lesson 08). A pre-norm model has its last LayerNorm in `self.last`; in post-norm, `nn.Identity` stands there and changes nothing:

# %% [markdown] id="curious-models" lang="zh" agreed="10e0bb08-578acb8a"
# **第 6 节的模型**，可以在这里训练。`nn.Embedding` 是嵌入表，`nn.Parameter` 是可学习的位置（第 08 课）。前归一化的模型，最后那个层归一化叫 `self.last`；后归一化的模型，那里放的是什么也不做的 `nn.Identity`：

# %% id="order-model" tags=["long", "torch"]
import torch
from torch import nn
from attnlib.layers import LayerNorm, TransformerBlock
from classroom.lab.training import adam, progress
torch.set_num_threads(1)

class Model(nn.Module):
    def __init__(self, blocks, norm):
        super().__init__()
        self.embed = nn.Embedding(10, 32)
        self.place = nn.Parameter(torch.randn(10, 32) / 2)
        self.blocks = nn.ModuleList(TransformerBlock(32, 2, norm=norm) for _ in range(blocks))
        self.last = LayerNorm(32) if norm == "pre" else nn.Identity()
        self.out = nn.Linear(32, 10)

    def forward(self, digits):
        x = self.embed(digits) + self.place  # (batch, 10, 32)
        for block in self.blocks:
            x, _ = block(x)
        return self.out(self.last(x))  # (batch, 10, 10)

# %% [markdown] id="curious-train" lang="en"
# `train` takes steps with Adam. `progress` shows how far it has come; `min(1, step / warm_up)` is the warm-up: it multiplies the *learning rate*, the size of a step:

# %% [markdown] id="curious-train" lang="zh" agreed="1a86f730-6dcf5cd1"
# `train` 用 Adam 一步一步地走。`progress` 一边数步数，一边报进度；**学习率**是一步迈多大，后面乘的那个 `min(1, step / warm_up)` 就是预热：

# %% id="order-train"
def train(model, steps, warm_up=1):
    learn = adam(model.parameters())
    for step in progress(steps):
        digits = torch.randint(10, (32, 10))
        loss = nn.functional.cross_entropy(model(digits).flatten(0, 1), digits.flip(-1).flatten())
        learn(loss, 3e-3 * min(1, step / warm_up))
        yield loss.item()

# %% [markdown] id="order-live-text" lang="en"
# We train one model of each kind without warm-up for 80 steps and print the mean loss of the last ten, to one decimal. It takes a few seconds.<span class="notebook"> Try six blocks, too:</span>

# %% [markdown] id="order-live-text" lang="zh" agreed="4384b64b-c3f9a2c7"
# 不预热，两种各训练 80 步，每个要几秒钟。下面是最后十步的平均损失，保留一位小数<span class="notebook">；六个块的模型也可以试一试</span>：

# %% id="order-live" tags=["torch"]
for order in progress(["pre", "post"]):
    torch.manual_seed(0)
    losses = list(train(Model(12, order), 80))
    show({f"{order}_norm": f"{np.mean(losses[-10:]):.1f}"})
