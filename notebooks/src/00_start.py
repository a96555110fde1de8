# %% [markdown] id="title" lang="en"
# # 00 · Start here: one word, two neighbours
#
# *eat apple* and *apple phone*: the same word appears in both, yet each time you know at once what it means. How could a program know?
#
# In this lesson we watch one word change its meaning, find out which neighbour changed it, and work out the change by hand. The mechanism behind it is called **attention**; the other lessons take it apart.
#
# About 35 minutes, and 10 for the exercise. You need matrix multiplication and a little Python. <span class="notebook">Shift+Enter runs a cell.</span> When a question appears, choose first, then read on: nobody sees your choice.

# %% [markdown] id="title" lang="zh" agreed="0ffb6d06-43cf7e69"
# # 00 · 从这里开始：同一个词，两个邻居
#
# “吃 苹果”和“苹果 手机”里都有“苹果”，各是什么意思，你一看就明白。程序怎样才能明白呢？
#
# 这一课里，同一个词会在我们眼前改变意思。我们要找出是哪个邻居改变了它，再把这个变化亲手算一遍。变化靠的就是**注意力**（attention）；后面各课再把它一步一步拆开来讲。
#
# 约 35 分钟，练习另需 10 分钟。会矩阵乘法、会一点 Python 就够了。<span class="notebook">按 Shift+Enter 运行一格。</span>遇到提问，先选答案再往下看；你选了什么，没有人看得到。

# %% id="setup"
import numpy as np
from attnlib import heatmap, load_example, pipeline, show, use_language
from classroom import Explorer, ask, check, moves
use_language("en")

# %% [markdown] id="links" lang="en"
# [Glossary](glossary.ipynb) · [01 →](01_embedding.ipynb)

# %% [markdown] id="links" lang="zh" agreed="cd84657e-0aa07cd5"
# [术语表](glossary.ipynb) · [01 →](01_embedding.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **Plan for 50 minutes.** Sections 1 and 2: 12 min, slowly; they carry the whole course. Section 3 at the board: 5 min. Section 4: 7 min. Section 5: 4 min, by show of hands. Section 6: 6 min; somebody changes $W_Q$ and $W_V$. Section 7: 4 min in pairs. Section 8, with *What came before* from below the recap: 8 min, the steps and the price. Recap: 4 min. Exercise and the rest of *For later*: at home.
#
# Run the setup cell once before the lecture. `A⁺` enlarges a question, and an explorer, where it waits under *more …*; *show of hands* shows only a question and its choices.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="d39eea71-b1361c79" tags=["lecturer"]
# **50 分钟的安排。** 第 1、2 节共 12 分钟，要慢，整门课的主线都在这里。第 3 节在黑板上算，5 分钟。第 4 节 7 分钟。第 5 节 4 分钟，先举手再揭晓。第 6 节 6 分钟，先讲公式，再请学生来改 $W_Q$ 和 $W_V$。第 7 节 4 分钟，谜题两人一组。第 8 节 8 分钟，连同小结后面的“以前怎么做”，讲步数和代价。小结 4 分钟。练习和“留着以后看”的其余部分课后自己做。
#
# 上课前先运行一次最上面的导入单元格。`A⁺` 把提问放大；探索器也有，收在“更多…”里；提问里的“举手表决”只留下题目和选项。

# %% [markdown] id="same" lang="en"
# ## 1 · The same numbers go in
#
# A program does not know words; it knows numbers. Our small dictionary gives each word four of them, its **features**: is it an *action*, is it *edible*, is it a *brand*, is it a *device*? Such a row of numbers is called a **word vector**, or [**embedding**](glossary.ipynb). Here are the two words of *eat apple* (we leave out *an*, to keep the tables small):

# %% [markdown] id="same" lang="zh" agreed="e72ef99f-81c1797d"
# ## 1 · 进去的数一模一样
#
# 程序不认识词，只认识数。在我们的小词典里，每个词有四个数，也就是四个**特征**：是不是动作、能不能吃、是不是品牌、是不是数码产品。这样的一行数叫**词向量**，也叫[**词嵌入**](glossary.ipynb)（embedding）。下面是“吃 苹果”里的两个词：

# %% id="same-eat"
eat_apple, apple_phone = load_example("apple").sentences
heatmap(eat_apple.X, eat_apple.tokens, eat_apple.feature_names, kind="signed", title="X")

# %% [markdown] id="same-and" lang="en"
# And the two words of *apple phone*:

# %% [markdown] id="same-and" lang="zh" agreed="cba1334e-31131ff3"
# 再看“苹果 手机”里的两个词：

# %% id="same-phone"
heatmap(apple_phone.X, apple_phone.tokens, apple_phone.feature_names, kind="signed", title="X")

# %% [markdown] id="same-row" lang="en"
# Compare the rows of *apple*: (0, 1, 1, 0) both times, edible and a brand. A dictionary does not know what stands next to a word.
#
# Attention now gives each word two new numbers: how much it has to do with *food*, and how much with *tech*. For a word on its own, we choose the two numbers: *eat* gets (2, 0), all food; *phone* (0, 2), all tech; *apple* (1, 1), undecided. And *apple* next to *eat*?

# %% [markdown] id="same-row" lang="zh" agreed="040455e9-016fb605"
# 比一比“苹果”的两行：都是 (0, 1, 1, 0)，能吃，又是品牌。词典不知道一个词旁边站着谁。
#
# 注意力会为每个词算出两个新的数：它和**食物**有多大关系，和**科技**有多大关系。一个词单独时的这两个数，由我们来定：“吃”是 (2, 0)，全是食物；“手机”是 (0, 2)，全是科技；“苹果”是 (1, 1)，两边一样，定不下来。那么，放在“吃”旁边的“苹果”呢？

# %% id="same-question"
ask("apple_beside_eat", then=moves(load_example("apple"), "apple"))

# %% [markdown] id="pull" lang="en"
# ## 2 · Who pulled it?
#
# Three terms from now on:
#
# * What a word passes on is its [**value**](glossary.ipynb). The value of *apple* is (1, 1): one part *food*, since it is edible, one part *tech*, since it is a brand. *eat* is the only action here; we give actions two parts *food*: (2, 0).
# * A word's [**attention weights**](glossary.ipynb) say how much it looks at each word of the sentence, itself included. They are positive and sum to one: a probability distribution.
# * What comes out for a word is its [**output**](glossary.ipynb), also called its *context vector*. (A word on its own gives itself the weight 1: its value comes out.)

# %% [markdown] id="pull" lang="zh" agreed="8cbc83e4-f5de9eb1"
# ## 2 · 是谁把它拉过去的？
#
# 下面三个术语，以后会经常用到：
#
# * 一个词传出去的内容，叫它的[**值**](glossary.ipynb)（value）。“苹果”的值是 (1, 1)：能吃，所以有一份食物；是品牌，所以有一份科技。“吃”一出现，旁边多半是食物，所以我们给它两份食物：(2, 0)。
# * 一个词给句中每个词（包括它自己）各分配多少关注，叫它的[**注意力权重**](glossary.ipynb)（attention weight）。这些权重都是正数，加起来等于 1，是一个概率分布。
# * 一个词最后得到的结果，叫它的[**输出**](glossary.ipynb)（output），教材里也叫**上下文向量**。（单独一个词，关注全给自己，权重是 1，输出就是它的值。）

# %% [markdown] id="pull-look" lang="en"
# This *explorer*, a picture you can compute with, shows the numbers behind the change. Read the row of *apple* in the **weights**, then find *apple* in the picture with points. *Sentence* switches to the other sentence. Click a number in the **output** to see how it is computed. (If you see only tables, run the cell first.)

# %% [markdown] id="pull-look" lang="zh" agreed="801bea29-89b84b80"
# 造成差别的数，就在下面这个*探索器*里，它是一张会自己算的图。先看**注意力权重**里“苹果”那一行，再到那张散点图（横轴食物，纵轴科技）里找“苹果”。想看另一句，在*句子*一栏里切换；点**输出**里的一个数，就会显示它的算式。（要是只看到几张表，请先运行这一格。）

# %% id="pull-explorer"
Explorer("apple", steps=("V", "weights", "output"), selected=("output", 1, 0), controls="sentence", plain=True)

# %% [markdown] id="pull-words" lang="en"
# *apple* gives *eat* 0.97 of its attention, so *eat* decides: *apple* comes out close to the value of *eat*. We write *apple → eat*: the arrow points from the word that looks to the word that is looked at. (The value travels the other way, from *eat* to *apple*.)
#
# *eat* is pulled, too: it gives *apple* 0.76, and so takes on some of its *tech*.

# %% [markdown] id="pull-words" lang="zh" agreed="08d98dc0-28d8d108"
# “苹果”把 0.97 的关注给了“吃”，所以是“吃”说了算：“苹果”的输出落在“吃”的值旁边。这写成“苹果 → 吃”，箭头从看的那个词出发，指向被看的词。（内容传递的方向正相反：从“吃”传到“苹果”。）
#
# “吃”也被拉动了：它把 0.76 的关注给了“苹果”，所以也沾上了一点科技。

# %% [markdown] id="lecturer-pull" lang="en" tags=["lecturer"]
# Let them read the output of *eat*, (1.24, 0.76): eating something that may also be a brand. Many expect two words to look at each other equally; 0.97 and 0.76 show that they do not (lesson 03).

# %% [markdown] id="lecturer-pull" lang="zh" agreed="e4416440-0716c28e" tags=["lecturer"]
# 请学生读一读“吃”的输出 (1.24, 0.76)：吃的东西也可能是个品牌。学生容易以为，两个词互相看的程度一样；0.97 和 0.76 说明并不一样（第 03 课）。

# %% [markdown] id="hand" lang="en"
# ## 3 · By hand, and by your program
#
# Multiply each value by its weight, then add. This is a [**weighted sum**](glossary.ipynb); for *apple* next to *eat*:
#
# $$0.97 \cdot (2, 0) + 0.03 \cdot (1, 1) = (1.97, 0.03)$$
#
# The output is an average of the values. As a weight comes near 1, the output comes near its value.
#
# **Exercise** (★, 10 min). Write this sum as a function; a line or two will do. `weights` holds $m$ numbers and `values` has $m$ rows. Replace `...` and run the cell: it checks your function. Once it is right, it is saved for you in `my_attention.py`, a program that grows with every lesson. Until then, the lesson goes on with our function.

# %% [markdown] id="hand" lang="zh" agreed="40a878c6-22cf1e45"
# ## 3 · 先用手算，再写成程序
#
# 每个值乘上自己的权重，再加起来，这叫[**加权求和**](glossary.ipynb)（weighted sum）。在“吃”旁边的“苹果”是这样算的：
#
# $$0.97 \cdot (2, 0) + 0.03 \cdot (1, 1) = (1.97, 0.03)$$
#
# 输出是各个值的加权平均：哪个值的权重接近 1，输出就接近哪个值。
#
# **练习**（★，10 分钟）。把这个求和写成一个函数，一两行就够。`weights` 有 $m$ 个数，`values` 有 $m$ 行。把 `...` 换成你的代码，运行后就知道对不对。写对以后，函数会自动存进 `my_attention.py`，这个文件会一课一课地写完整；没写对也不要紧，后面的代码会先用我们的函数。

# %% id="exercise-weighted-sum" tags=["exercise"]
def my_weighted_sum(weights, values):
    ...

weighted_sum = check.weighted_sum(my_weighted_sum)

# %% [markdown] id="hand-use" lang="en"
# Now the same with all digits of the weights (`select(0)` takes the first sentence, `trace()` computes every step and keeps it):

# %% [markdown] id="hand-use" lang="zh" agreed="572690bf-bf5571bc"
# 上面的权重只取了两位小数。现在用完整的权重再算一遍（`select(0)` 取第一句，`trace()` 算出每一步，并把结果都保存下来）：

# %% id="hand-use-code"
trace = load_example("apple").select(0).trace()
show(output=weighted_sum(trace.weights[1], trace.V))

# %% [markdown] id="roles" lang="en"
# ## 4 · Where the weights come from: three roles
#
# Why does *apple* look at *eat*, and not at itself? Every word plays three roles, and has a row of numbers for each. We know its value. Its [**query**](glossary.ipynb) says what it looks for, its [**key**](glossary.ipynb) what it can be found as. The columns mean the same in both:
#
# | | *eating* | *device* | *edible thing* |
# |---|---|---|---|
# | query of *apple* | 2 | 2 | 0 |
# | key of *eat* | 3 | 0 | 0 |
# | key of *apple* | 0 | 0 | 1 |
#
# *apple* looks for eating and for a device: either one beside it would settle what it means. And *eat*, an action, can be found under *eating*: there its key has a 3. (These numbers follow from the features: whatever is edible looks for eating, and a brand for a device.)

# %% [markdown] id="roles" lang="zh" agreed="d801d814-97bed85d"
# ## 4 · 权重从哪里来：三种角色
#
# “苹果”为什么看“吃”，而不看自己？每个词要扮演三种角色，每种角色用一行数来表示。值已经见过了；另外两种，[**查询**](glossary.ipynb)（query）是它在找什么，[**键**](glossary.ipynb)（key）是别人凭什么找到它。查询和键，各列的意思是一样的：
#
# | | *进食* | *数码* | *吃的* |
# |---|---|---|---|
# | “苹果”的查询 | 2 | 2 | 0 |
# | “吃”的键 | 3 | 0 | 0 |
# | “苹果”的键 | 0 | 0 | 1 |
#
# “苹果”找进食，也找数码：旁边只要有其中一样，就能确定自己是什么。“吃”是动作，它的键在“进食”那一列是 3：谁找“进食”，就会找到它。（这些数由特征决定：一个词只要能吃，就找进食；只要是品牌，就找数码。）

# %% [markdown] id="roles-score" lang="en"
# How well a query fits a key is measured by a single number, their dot product, called the [**score**](glossary.ipynb). *apple → eat* is 2 · 3 + 2 · 0 + 0 · 0 = 6. *apple → apple* is 2 · 0 + 2 · 0 + 0 · 1 = 0: *apple* is not what *apple* looks for.
#
# Now the other direction. The query of *eat* is (0, 0, 2): it looks for an *edible thing*. What is the score of *eat → apple*?

# %% [markdown] id="roles-score" lang="zh" agreed="5f367b03-b9e819b5"
# 查询和键的匹配程度用一个数表示，叫[**注意力分数**](glossary.ipynb)（score）：就是两者的点积，也就是对应的数相乘再相加；教材里也常说成“相似度”。“苹果 → 吃”是 2 · 3 + 2 · 0 + 0 · 0 = 6；“苹果 → 苹果”是 2 · 0 + 2 · 0 + 0 · 1 = 0，“苹果”要找的不是自己。
#
# 反过来呢？“吃”的查询是 (0, 0, 2)，它要找吃的。“吃 → 苹果”的分数是多少？

# %% id="roles-question"
ask("score_eat_apple")

# %% [markdown] id="roles-softmax" lang="en"
# How do scores become weights? The row of *apple* has two scores: 6 for *eat* and 0 for itself. First we divide both by $\sqrt 3$, because a key has three numbers. (Why this number? Lesson 03 finds out by experiment.)
#
# Then comes [**softmax**](glossary.ipynb) (lesson 04). It raises $e$ to each of the two numbers, so that both results are positive, and divides each result by their sum:
#
# $$e^{6/\sqrt 3} \approx 31.9, \quad e^{0/\sqrt 3} = 1, \qquad \frac{31.9}{31.9 + 1} \approx 0.97, \quad \frac{1}{31.9 + 1} \approx 0.03$$
#
# So this is where 0.97 comes from: *apple* looks for eating, and *eat* offers it.

# %% [markdown] id="roles-softmax" lang="zh" agreed="dc57e454-10a1160d"
# 分数怎样变成权重？“苹果”那一行有两个分数：给“吃”的是 6，给自己的是 0。先都除以 $\sqrt 3$，因为一个键有三个数。（为什么偏要除以它，第 03 课用一个实验来说明。）
#
# 再做 [**softmax**](glossary.ipynb)（第 04 课）：取以 $e$ 为底的指数，这样每个数都变成正数，再各除以这些正数的总和：
#
# $$e^{6/\sqrt 3} \approx 31.9, \quad e^{0/\sqrt 3} = 1, \qquad \frac{31.9}{31.9 + 1} \approx 0.97, \quad \frac{1}{31.9 + 1} \approx 0.03$$
#
# 0.97 就是这样来的：“苹果”要找的，“吃”正好有，所以是“吃”说了算。

# %% [markdown] id="tug" lang="en"
# ## 5 · Both neighbours at once
#
# Now let *apple* stand between the two: *eat apple phone*. The key of *phone* is (0, 3, 0): it can be found as a device. Who wins? The explorer asks for the *tech* in the output of *apple*, and then shows the rest.

# %% [markdown] id="tug" lang="zh" agreed="5e594b22-69454b30"
# ## 5 · 两个邻居都来了
#
# 让“苹果”站在两个邻居中间：“吃 苹果 手机”。“手机”的键是 (0, 3, 0)，谁找数码，就会找到它。这一次谁赢？探索器会问“苹果”的输出里科技是多少，答完再给出其余的数。

# %% id="tug-explorer"
Explorer("between", ("X", "V", "output"), predict=("output", 1, 1), selected=("output", 1, 1), controls=("undo", "reset"), plain=True)

# %% [markdown] id="tug-answer" lang="en"
# <details><summary>Who wins?</summary>
#
# Nobody. *apple → eat* scores 6, and so does *apple → phone*: each gets 0.49, and *apple* itself only 0.02. The two pulls cancel, and *apple* comes out as (1, 1), undecided, as if it stood alone. The numbers are the same, but the reason is not: alone nobody pulls, here two pull equally hard. (*eat* and *phone* come out at (1, 1), too: each looks mostly at *apple*, and divides the rest equally between itself and the other.)
#
# </details>
#
# Now decide it: change one number in the row of *apple* in **X**, so that its output comes close to the value of *eat*, (2, 0). (A number in a frame can be changed: type over it, drag it sideways, or press ↑ and ↓. ↶ undoes a change.)

# %% [markdown] id="tug-answer" lang="zh" agreed="461bbf66-8625d4d2"
# <details><summary>谁赢了？</summary>
#
# 谁也没赢。“苹果 → 吃”和“苹果 → 手机”都是 6 分：两边各得 0.49，“苹果”自己只剩 0.02。两股力正好抵消，“苹果”又回到 (1, 1)，和单独一个时一样定不下来。数一样，原因却不同：单独时没人拉它，这里是两边拉得一样狠。（“吃”和“手机”的输出也是 (1, 1)：它们主要看“苹果”，剩下的在自己和对方之间平分，食物和科技正好一样多。）
#
# </details>
#
# 请你来定胜负：只改 **X** 里“苹果”那一行的一个数，让它的输出靠近“吃”的值 (2, 0)。（带框的数都可以改：直接输入、左右拖动，或者用 ↑ ↓ 增减；点 ↶ 撤销。）

# %% [markdown] id="tug-decided" lang="en"
# <details><summary>One way</summary>
#
# Write 0 for *brand*. Such an *apple* looks only for eating, gives *eat* 0.94, and comes out as (1.91, 0.06), though *phone* still stands beside it.
#
# </details>

# %% [markdown] id="tug-decided" lang="zh" agreed="141904d5-c8685692"
# <details><summary>一种改法</summary>
#
# 把“品牌”改成 0。这样的苹果只找进食，把 0.94 给了“吃”，输出是 (1.91, 0.06)，虽然“手机”还站在旁边。
#
# </details>

# %% [markdown] id="screen" lang="en"
# ## 6 · Everything on one screen
#
# Where do queries, keys and values come from? Each word's row of $X$ is multiplied by three matrices, the same for all words: $Q = X W_Q$, $K = X W_K$ and $V = X W_V$. This is how *apple* gets its value:
#
# $$(0, 1, 1, 0) \begin{pmatrix} 2 & 0 \\ 1 & 0 \\ 0 & 1 \\ 0 & 2 \end{pmatrix} = (1, 1)$$
#
# The rows of $W_V$ belong to *action*, *edible*, *brand* and *device*; *apple* adds up the two in the middle, *eat* takes the first. We chose the matrices; a model **learns** them (lesson 10).

# %% [markdown] id="screen" lang="zh" agreed="662ff196-3b2de651"
# ## 6 · 一屏看全
#
# 查询、键、值是从哪里来的？每个词在 $X$ 里的那一行，各乘上三个矩阵，所有的词用的都一样：$Q = X W_Q$，$K = X W_K$，$V = X W_V$。比如“苹果”的值：
#
# $$(0, 1, 1, 0) \begin{pmatrix} 2 & 0 \\ 1 & 0 \\ 0 & 1 \\ 0 & 2 \end{pmatrix} = (1, 1)$$
#
# $W_V$ 的四行依次属于动作、能吃、品牌、数码，“苹果”把中间两行加了起来，“吃”取的是第一行。这三个矩阵是我们亲手写的；模型里的矩阵是**学**出来的（第 10 课）。

# %% [markdown] id="formula" lang="en"
# For all words at once, the whole computation fits on one line. The rows of $Q$ are the queries, those of $K$ the keys, those of $V$ the values:
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# $K^\top$ is $K$ with rows and columns exchanged, so that every query meets every key. $d_k$ is the [**dimension**](glossary.ipynb) of a key, how many numbers it has: here 3. Softmax treats each row of scores by itself.
#
# This is [**scaled dot-product attention**](glossary.ipynb). When $Q$, $K$ and $V$ all come from the same sentence, as here, it is **self-attention**. Here are its steps in a row. (*masked* is not in the formula; it waits until lesson 06.)

# %% [markdown] id="formula" lang="zh" agreed="a7d4ac3a-dc2eb898"
# 把查询一行一行排成矩阵 $Q$，键排成 $K$，值排成 $V$，所有的词一起算，只要一个式子：
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# $K^\top$ 是把 $K$ 的行和列对调，这样每个查询都和每个键做一次点积；$d_k$ 是键的[**维度**](glossary.ipynb)，也就是一个键有几个数，这里是 3；softmax 逐行来做，每行分数各自变成一行权重。
#
# 这叫[**缩放点积注意力**](glossary.ipynb)（scaled dot-product attention）。像这里这样，$Q$、$K$、$V$ 都出自同一个句子，就叫**自注意力**（self-attention）。下面把它的各个步骤排成一行（加掩码那一步，式子里没有，第 06 课再说）：

# %% id="strip"
pipeline(None)

# %% [markdown] id="screen-all" lang="en"
# Here is *eat apple phone* once more, now all the way from **X** to **output**. Change one number of $W_Q$, then one of $W_V$, and see which of the two moves the weights.

# %% [markdown] id="screen-all" lang="zh" agreed="1a8e00e7-282bf51a"
# 还是“吃 苹果 手机”，这次从 **X** 到**输出**，一步一步都看得见。先改 $W_Q$ 里的一个数，再改 $W_V$ 里的一个数，看看哪一个会让权重变化。

# %% id="screen-explorer"
Explorer("between", selected=("weights", 1, 0), controls=("undo", "reset"), plain=True)

# %% [markdown] id="screen-answer" lang="en"
# <details><summary>What you see</summary>
#
# Only $W_Q$ moves the weights: values take no part in the comparison.
#
# </details>

# %% [markdown] id="screen-answer" lang="zh" agreed="e546cb3f-51ccc19e"
# <details><summary>会看到什么</summary>
#
# 只有改 $W_Q$ 才会让权重变：值不参与比较。
#
# </details>

# %% [markdown] id="puzzle" lang="en"
# ## 7 · A puzzle in another sentence
#
# The same steps work for any sentence. In *small cat chases fish* a word has six features. *cat* looks for an action, and finds *chases*. *chases* looks for food, and finds *fish*. (**Q** holds the queries, **K** the keys.)
#
# **Puzzle.** Make the cat the prey instead: *chases → cat* above 0.5, *chases → fish* below 0.2. And the fish should stop watching the cat: *fish → cat* below 0.3. Write 0s and 1s, only in the rows of *cat* and *fish*; two changes are enough.

# %% [markdown] id="puzzle" lang="zh" agreed="cf98a30c-bf9c738e"
# ## 7 · 换一个句子，解一道谜题
#
# 换成别的句子，步骤也一样。在“小 猫 追 鱼”里，每个词有六个特征。“猫”找的是动作，找到了“追”；“追”找的是食物，找到了“鱼”。（**Q** 里是查询，**K** 里是键。）
#
# **谜题。** 请让猫来当猎物，放过鱼。目标有三个：“追 → 猫”的权重大于 0.5，“追 → 鱼”的小于 0.2，“鱼 → 猫”的小于 0.3（鱼也不必再提防猫了）。只在“猫”和“鱼”两行里改，只用 0 和 1，改两个数就够了。

# %% id="puzzle-explorer"
Explorer("first_look", steps=("X", "Q", "K", "weights"), goal="prey", controls=("undo", "reset"), plain=True)

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>The solution</summary>
#
# In the column *is eaten*, write 1 for *cat* and 0 for *fish*. *chases* looks for food, and now the cat can be found as food: the weight is 0.53. (*small* gets 0.30: being small scores 2, as food, and being an adjective 1.) *fish* is no longer eaten, so it stops looking for a doer. As a noun it would look for an action, but being small cancels that. So its query is (0, 0, 0), and it gives every word a quarter.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="1cf1ff1f-ed958a33"
# <details><summary>解法</summary>
#
# 在“会被吃”这一列，把“猫”改成 1，“鱼”改成 0。“追”找的是食物，现在“猫”是食物了，权重变成 0.53。（“小”分到 0.30：个头小算食物，得 2 分；形容词得 1 分。）凡是会被吃的，都在找施动者（做动作的一方），好提防着；鱼现在不会被吃了，也就不找了。它是名词，本该找动作，可是它个头小，正好抵消。所以它的查询成了 (0, 0, 0)，谁也不找，就给每个词四分之一。
#
# </details>

# %% [markdown] id="before-table" lang="en"
# ## 8 · What attention gains, and what it costs
#
# A word may depend on one far away; this is called [**long-range dependence**](glossary.ipynb). Attention reaches any word in one step. And no row of the output has to wait for another, so all rows can be computed at the same time, [**in parallel**](glossary.ipynb). Older models lack one of these, or both (see *What came before*, below).
#
# The price: every word looks at every word, so twice the words means four times the scores (lesson 11). And attention alone does not know the order of the words: in *cat chases fish* and *fish chases cat* each word gets the same output (lesson 08).

# %% [markdown] id="before-table" lang="zh" agreed="e1c6e12f-92e340b9"
# ## 8 · 注意力的好处和代价
#
# 一个词的意思可能取决于很远处的另一个词，这叫[**长距离依赖**](glossary.ipynb)；有了注意力，离得再远也只隔一步。还有第二个好处：输出的各行互不依赖，可以同时算，也就是[**并行**](glossary.ipynb)。以前的模型，这两样至少缺一样（见后面的“以前怎么做”）。
#
# 代价是：每个词都要看每个词，词数翻倍，分数的个数就变成四倍（第 11 课）。另外，注意力本身不知道词序：在“猫 追 鱼”和“鱼 追 猫”里，每个词得到的输出都一样（第 08 课）。

# %% [markdown] id="recap" lang="en"
# ## 9 · Recap
#
# Two questions to work out before the summary. (You need not read the program.)

# %% [markdown] id="recap" lang="zh" agreed="dfd51ae9-b52517ee"
# ## 9 · 小结
#
# 总结之前有两个问题，都得动动脑筋。（代码只管运行，不必细看。）

# %% id="recap-question-1"
from dataclasses import replace
look = load_example("first_look")
after = replace(look, X=look.X * [[1], [1], [0], [1]])
tables = {"before": look.trace().weights, "after": after.trace().weights}
ask("what_moves", then=[heatmap(A, look.tokens, look.tokens, title=name) for name, A in tables.items()])

# %% id="recap-question-2"
ask("weights_shape")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * Attention gives each word an output: a weighted average of the values of all words, its own included. With other neighbours, the output can change.
# * The weights come from scores: how well the query of a word fits the key of each word.
# * Any two words are one step apart. The price: long texts are expensive, and the order of the words is lost.
#
# Next: where does a word get its row of numbers, and who decides what counts as a word? [Lesson 01, embedding →](01_embedding.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="bae6881e-5f5a287c"
# 这一课要记住的：
#
# * 注意力为每个词算出一个输出，也就是句中所有词（包括它自己）的值的加权平均。换了邻居，输出就可能变。
# * 权重来自分数，分数表示一个词的查询和各个词的键有多匹配。
# * 任意两个词只隔一步。代价是文章一长，计算量就很大，而且丢掉了词序。
#
# 下一课：一个词的那一行数是从哪里来的？谁来决定什么算一个词？[第 01 课，词嵌入 →](01_embedding.ipynb)

# %% [markdown] id="later" lang="en"
# ## For later
#
# A sentence of your own, what came before attention, where it is at work, and how to use these lessons.

# %% [markdown] id="later" lang="zh" agreed="ff775282-388d8402"
# ## 留着以后看
#
# 你自己的句子，以前怎么做，注意力用在哪里，怎样使用这些课。

# %% [markdown] id="own-sentence" lang="en"
# ### A sentence of your own
#
# So far we chose every number. Here queries and keys are learned. They were trained to bring together words that go together: a noun with a verb or an adjective, a company with a device. Type 2 to 12 common words (of 3,753), in English or Chinese, and press Enter.
#
# First try *doctor eats apple*, then *doctor apple phone*: *apple* enters with the same embedding both times (not shown), but looks mostly at *eats* in one, at *phone* in the other, hardly at *doctor* in either. The box begins with a sentence of ours: *doctor* and *reads* find each other, but *long* misses *letter*:

# %% [markdown] id="own-sentence" lang="zh" agreed="217bc931-a28c914d"
# ### 你自己的句子
#
# 前面的数都是我们写的，这里的查询和键是训练出来的。训练只为一件事：让能搭配的词互相找到，名词和动词、名词和形容词，还有公司和数码产品。输入 2 到 12 个常用词（程序认识 3,753 个词），中文英文都行，再按回车。
#
# 先试“孩子吃苹果”，再试“孩子玩苹果手机”：“苹果”的词嵌入两次都一样（图上没有画）；它看得最多的词，一次是“吃”，一次是“手机”，“孩子”它几乎不看。下面先放了我们的一句：“学生”和“读”互相找到了，“读”却几乎顾不上“书”。

# %% id="own-sentence-explorer" tags=["of-its-language"]
from classroom import own_sentence
own_sentence()

# %% [markdown] id="own-sentence-source" lang="en"
# How far can you trust it? We trained it anew without a fifth of the words, in all their forms, and tested it on these, each with a partner in its sentence: 60 in 100 gave their partner the largest weight in English, 59 in Chinese; guessing gets 21. It knows neither grammar nor word order, and without a partner (*the*, *a*) a word's weights mean nothing. (The words' rows come from multilingual-e5-small, a model of a hundred languages that lesson 12 runs, cut to 64 numbers.)

# %% [markdown] id="own-sentence-source" lang="zh" agreed="6a731fd5-92928ec7"
# 能信几分？我们先去掉五分之一的词（连同各种词形），重新训练，再拿这些词来考，只考句中有搭配对象的：最大的权重落在搭配对象上，才算对。100 个词里，中文对 59 个，英文对 60 个，瞎猜只对 21 个。它不懂语法，也不知道词序；没有搭配对象的词（“在”“的”之类），权重说明不了什么。（每个词的那一行数，取自读过上百种语言的模型 multilingual-e5-small，再压缩成 64 个数；第 12 课会直接运行它。）

# %% [markdown] id="before" lang="en"
# ### What came before
#
# *Texting on the way to school, I dropped my apple.* The last word depends on the first: had the sentence begun with *Eating*, the apple would be a fruit. Here a few words lie in between; in a long text it may be hundreds. The farther apart two words are, the harder it is for older models to connect them.

# %% [markdown] id="before" lang="zh" agreed="9b1e3b22-a0fad65a"
# ### 以前怎么做
#
# “没电的那个，是昨天放学路上刚买的苹果。”最后一个词是什么意思，要看第一个词：把“没电”换成“削好”，手机就成了水果。这里只隔几个词，文章一长，可能要隔几百个。隔得越远，以前的模型就越难把两个词联系起来。

# %% [markdown] id="before-two" lang="en"
# A [**recurrent network**](glossary.ipynb) (RNN, such as the LSTM) hands one vector, its *hidden state*, from word to word. Each word rewrites it, and each state needs the one before. A [**convolution**](glossary.ipynb) (CNN) works in *layers*, and each layer is one step: a word sees its surroundings, here itself and the two words before it.

# %% [markdown] id="before-two" lang="zh" agreed="0da6cdf2-d1b9a3ab"
# [**循环神经网络**](glossary.ipynb)（RNN，LSTM 是其中一种）一个词一个词地读，把读过的内容记在一个向量里，叫**隐状态**。每读一个词，隐状态就被改写一次，而且总要等前一个算完。[**卷积神经网络**](glossary.ipynb)（CNN）由许多*层*叠成，一层算一步：每层让每个词看到附近几个词，比如它自己和前面两个。

# %% id="before-picture"
ask("layers")

# %% [markdown] id="lecturer-before" lang="en" tags=["lecturer"]
# If somebody knows LSTMs: they keep information much longer, but state 31 still waits for state 30. If somebody knows WaveNet: its convolutions are dilated, with gaps that double from layer to layer up to a limit and then begin again, so fewer layers are enough. If somebody asks how a network that ignores order can work at all: lesson 08.

# %% [markdown] id="lecturer-before" lang="zh" agreed="60955202-15e24bd5" tags=["lecturer"]
# 如果有人提到 LSTM：它的记忆长得多，但第 31 个状态还是要等第 30 个。如果有人提到 WaveNet：那是空洞卷积，间隔逐层翻倍，到头再从 1 开始，层数可以少些。如果有人问，不知道先后的网络怎么能用：第 08 课。

# %% [markdown] id="today" lang="en"
# ### Where attention is at work
#
# | field | what looks at what |
# |---|---|
# | translation | the word being written looks at the words of the original ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)) |
# | language models, code | to write the next word, the last one looks at the words before it, and at itself ([GPT-3, 2020](https://arxiv.org/abs/2005.14165)) |
# | question answering, sentiment | each word of a text looks at every word, itself included, in both directions ([BERT, 2018](https://arxiv.org/abs/1810.04805)) |
# | pictures | squares of 16 × 16 pixels look at each other ([ViT, 2020](https://arxiv.org/abs/2010.11929)) |
# | speech | the word being written looks at short slices of the recording ([Whisper, 2022](https://arxiv.org/abs/2212.04356)) |
# | proteins | the amino acids of a chain look at each other, to predict the shape into which the chain folds ([AlphaFold, 2021](https://doi.org/10.1038/s41586-021-03819-2)) |

# %% [markdown] id="today" lang="zh" agreed="b973f587-4c979e4f"
# ### 注意力用在哪里
#
# | 领域 | 谁看谁 |
# |---|---|
# | 机器翻译 | 正在写的词看原文里的词（[Vaswani 等，2017](https://arxiv.org/abs/1706.03762)） |
# | 语言模型、代码生成 | 要写下一个词时，最后一个词看前面的词和它自己（[GPT-3，2020](https://arxiv.org/abs/2005.14165)） |
# | 问答、情感分析 | 文中每个词看所有的词，包括自己，前后都看（[BERT，2018](https://arxiv.org/abs/1810.04805)） |
# | 图像 | 16 × 16 像素的小块互相看（[ViT，2020](https://arxiv.org/abs/2010.11929)） |
# | 语音 | 正在写的词看声音的各个片段（[Whisper，2022](https://arxiv.org/abs/2212.04356)） |
# | 蛋白质 | 链上的各个氨基酸互相看，用来预测整条链会折叠成什么形状（[AlphaFold，2021](https://doi.org/10.1038/s41586-021-03819-2)） |

# %% [markdown] id="use" lang="en"
# ### How to use these lessons
#
# * Nothing breaks: *reset* restores an explorer. Your copies are in the folder `my-lessons`; delete one, and the next start brings a fresh copy.
# * In each explorer, *more …* holds the remaining controls, larger type (`A⁺`) and the keyboard shortcuts.
# * `check.progress()` in a new cell shows what you have solved.
# * On Binder your changes are gone after a few idle minutes: *File → Download* saves your copy.
#
# Something does not work? Remove the `#` below and run the cell. Show the result to whoever helps you:

# %% [markdown] id="use" lang="zh" agreed="e94bea9a-d702ef14"
# ### 怎样使用这些课
#
# * 放心改，弄不坏：“还原”可以让探索器回到原样；`my-lessons` 文件夹里是你自己的一份，删掉其中一课，下次启动会补上原来的。
# * 每个探索器都有“更多…”：这一课用不到的控件、大字（`A⁺`）和键盘操作的说明，都收在里面。
# * 新建一格，运行 `check.progress()`，可以看到自己做对了哪些。
# * 用 Binder 打开的，闲置一阵，改动就会丢失：用 *File → Download*（中文菜单是“文件 → 下载”）保存自己的一份。
#
# 运行出错了？删掉下面的 `#` 再运行。把结果给帮你的人看：

# %% id="versions"
from classroom import versions
# versions()
