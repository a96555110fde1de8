# %% [markdown] id="title" lang="en"
# # 00 · Start here: one word, two neighbours
#
# *eat apple* and *apple phone*: the same word appears in both, yet you know at once what it means. How could a program know?
#
# In GPT and other **Transformers**, every word looks at other words of its text. This is called **attention**. We watch it change the meaning of one word, find out which neighbour did it, and work out the change by hand.
#
# About 40 minutes, and 10 for the exercise. You need matrix multiplication and a little Python. <span class="notebook">Shift+Enter runs a cell.</span> When a question appears, choose first, then read on: nobody sees your choice.

# %% [markdown] id="title" lang="zh" agreed="e2c3ef18-31e8495d"
# # 00 · 从这里开始：同一个词，两个邻居
#
# “吃 苹果”和“苹果 手机”里都有“苹果”，各是什么意思，你一看就明白。程序怎样才能明白呢？
#
# GPT 一类的模型，都是 **Transformer**。在 Transformer 里，每个词都会去看上下文里别的词，这就是**注意力**（attention）。这一课里，一个词会在我们眼前改变意思。我们要找出是哪个邻居改变了它，再把这个变化亲手算一遍。
#
# 约 40 分钟，练习另需 10 分钟。会矩阵乘法、会一点 Python 就够了。<span class="notebook">按 Shift+Enter 运行一格。</span>遇到提问，先选答案再往下看；你选了什么，没有人看得到。

# %% id="setup"
import numpy as np
from attnlib import heatmap, load_example, use_language
from classroom import Explorer, ask, check, machine, moves
use_language("en")

# %% [markdown] id="links" lang="en"
# [Glossary](glossary.ipynb) · [01 →](01_embedding.ipynb)

# %% [markdown] id="links" lang="zh" agreed="cd84657e-0aa07cd5"
# [术语表](glossary.ipynb) · [01 →](01_embedding.ipynb)

# %% [markdown] id="map" lang="en"
# This is the whole machine. Each token that comes in becomes a row of numbers, its embedding with its position. Block after block changes the rows, by attention, a sum, a norm and a feed-forward network. Out come probabilities for the next token. The part that a lesson is about is lit.

# %% [markdown] id="map" lang="zh" agreed="146589ca-7396ed53"
# 整台机器是这样的。每个词元进来，先变成一行数，也就是词嵌入加上位置。这些行接着经过许多个块，每个块里有注意力、相加、归一化和前馈网络。最后出来的，是下一个词元的概率。哪一课讲哪一部分，哪一部分就亮着。

# %% id="strip"
machine("attention", steps=())

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **Plan for 50 minutes.** Sections 1 and 2: 12 min, slowly; they carry the whole course. Section 3 at the board: 5 min. Section 4: 7 min. Section 5: 4 min, by show of hands. Section 6: 7 min; let them guess the control. Section 7, with the puzzle from below the recap: 9 min, in pairs. Section 8: 4 min. Recap: 2 min. Exercise and the rest of *For later*: at home.
#
# Run the setup cell once before the lecture. `A⁺` enlarges a question, and an explorer, where it waits under *more …*; *show of hands* shows only a question and its choices.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="c81df13f-1d9d6c18" tags=["lecturer"]
# **50 分钟的安排。** 第 1、2 节共 12 分钟，要慢，整门课的主线都在这里。第 3 节在黑板上算，5 分钟。第 4 节 7 分钟。第 5 节 4 分钟，先举手再揭晓。第 6 节 7 分钟，请学生出一个句子；对照实验的结果，先让他们猜。第 7 节 9 分钟，连同小结后面的谜题，两人一组。第 8 节 4 分钟。小结 2 分钟。练习和“留着以后看”的其余部分课后自己做。
#
# 上课前先运行一次最上面的导入单元格。`A⁺` 把提问放大；探索器也有，收在“更多…”里；提问里的“举手表决”只留下题目和选项。

# %% [markdown] id="same" lang="en"
# ## 1 · The same numbers go in
#
# A program knows numbers, not words. Our small dictionary gives each word four, its **features**: is it an *action*, is it *edible*, a *brand*, a *device*? Such a row is called a **word vector**, or [**embedding**](glossary.ipynb). Here are *eat apple* (without *an*) and *apple phone*:

# %% [markdown] id="same" lang="zh" agreed="4327296d-5d6026fd"
# ## 1 · 进去的数一模一样
#
# 程序不认识词，只认识数。在我们的小词典里，每个词有四个数，也就是四个**特征**：是不是动作、能不能吃、是不是品牌、是不是数码产品。这样的一行数叫**词向量**，也叫[**词嵌入**](glossary.ipynb)（embedding）。下面两张表，一张是“吃 苹果”，一张是“苹果 手机”：

# %% id="same-eat"
for sentence in load_example("apple").sentences:
    display(heatmap(sentence.X, sentence.tokens, sentence.feature_names, kind="signed", title="X"))

# %% [markdown] id="same-row" lang="en"
# The row of *apple* is the same both times, (0, 1, 1, 0). A dictionary does not know what stands next to a word.
#
# Every word has something to pass on, its [**value**](glossary.ipynb): here an amount of *food* and an amount of *tech*. Attention makes each word's new row out of these values. We choose (2, 0) for *eat*, (0, 2) for *phone*, and (1, 1), undecided, for *apple*. A word that stands alone comes out as its value. And *apple* next to *eat*?

# %% [markdown] id="same-row" lang="zh" agreed="c138d63c-0eb619db"
# “苹果”的两行都是 (0, 1, 1, 0)。词典不知道一个词旁边站着谁。
#
# 注意力要为每个词算出一行新的数，原料是各个词能传出去的内容，叫作[**值**](glossary.ipynb)（value）。这里一个值有两个数：几份**食物**，几份**科技**。我们规定，“吃”是 (2, 0)，“手机”是 (0, 2)；“苹果”是 (1, 1)，各一份，单看它，定不下来是哪一种。一个词要是单独出现，得到的就是它自己的值。那么，放在“吃”旁边的“苹果”呢？

# %% id="same-question"
ask("apple_beside_eat", then=moves(load_example("apple"), "apple"))

# %% [markdown] id="pull" lang="en"
# ## 2 · Who pulled it?
#
# A word's [**attention weights**](glossary.ipynb) say how much it looks at each word of the sentence, itself included. They are never negative and sum to 1. Numbers that share out a whole like this are a [**probability distribution**](glossary.ipynb).
#
# This *explorer*, a picture that computes, shows values and weights. Read the row of *apple* in the **weights**, then choose *apple phone* under *Sentence*. <span class="notebook">If you see only tables, run the cell.</span>

# %% [markdown] id="pull" lang="zh" agreed="a6cf3ad2-6bcf7d4c"
# ## 2 · 是谁把它拉过去的？
#
# 一个词给句中每个词（包括它自己）各分配多少关注，叫它的[**注意力权重**](glossary.ipynb)（attention weight）。权重都不是负数，加起来等于 1。像这样把一个整体分成几份的一组数，叫[**概率分布**](glossary.ipynb)。
#
# 下面的**探索器**是一张会自己算的图，里面有值和权重。先读**注意力权重**里“苹果”那一行，再在**句子**一栏里换成“苹果 手机”看一看。<span class="notebook">要是只看到几张表，请先运行这一格。</span>

# %% id="pull-explorer"
Explorer("apple", steps=("V", "weights"), selected=("weights", 1, 0), controls="sentence", plain=True)

# %% [markdown] id="pull-words" lang="en"
# *apple* gives *eat* 0.97 of its attention, so *eat* pulled it. In *apple phone*, *phone* gets the 0.97. *eat* is pulled, too: it gives *apple* 0.76.

# %% [markdown] id="pull-words" lang="zh" agreed="083ae124-bab6b44f"
# “苹果”把 0.97 的关注给了“吃”，所以是“吃”把它拉过去的。在“苹果 手机”里，这 0.97 归了“手机”。“吃”也被拉动了：它把 0.76 给了“苹果”。

# %% [markdown] id="lecturer-pull" lang="en" tags=["lecturer"]
# After section 3, let them work out the output of *eat*, (1.24, 0.76): eating something that may also be a brand. Many expect two words to look at each other equally; 0.97 and 0.76 show that they do not (lesson 03).

# %% [markdown] id="lecturer-pull" lang="zh" agreed="3191b2b3-62893a4f" tags=["lecturer"]
# 第 3 节讲完以后，请学生算一算“吃”的输出 (1.24, 0.76)：吃的东西也可能是个品牌。学生容易以为，两个词互相看的程度一样；0.97 和 0.76 说明并不一样（第 03 课）。

# %% [markdown] id="hand" lang="en"
# ## 3 · By hand, and by your program
#
# Multiply each value by its weight, then add. This is a [**weighted sum**](glossary.ipynb); for *apple* next to *eat*:
#
# $$0.97 \cdot (2, 0) + 0.03 \cdot (1, 1) = (1.97, 0.03)$$
#
# The result is the [**output**](glossary.ipynb), also called the word's *context vector*. It is an average of the values: as a weight comes near 1, the output comes near its value. So *apple* comes out as food here, and next to *phone* as tech: (0.03, 1.97).

# %% [markdown] id="hand" lang="zh" agreed="5f85a977-f8c37567"
# ## 3 · 先用手算，再写成程序
#
# 每个值乘上自己的权重，再加起来，这叫[**加权求和**](glossary.ipynb)（weighted sum）。在“吃”旁边的“苹果”是这样算的：
#
# $$0.97 \cdot (2, 0) + 0.03 \cdot (1, 1) = (1.97, 0.03)$$
#
# 结果叫这个词的[**输出**](glossary.ipynb)（output），教材里也叫**上下文向量**。输出是各个值的加权平均，哪个值的权重接近 1，输出就接近哪个值。所以在“吃”旁边，“苹果”成了食物；在“手机”旁边，它的输出是 (0.03, 1.97)，成了科技。

# %% [markdown] id="hand-exercise" lang="en"
# **Exercise** (★, 10 min). Write this sum as a function. `weights` holds $m$ numbers, `values` has $m$ rows. <span class="notebook">Replace `...` and run the cell, which checks your function.</span> Once it is right, it is saved in `my_attention.py`, a program that grows with every lesson. Until then, the lessons use ours.

# %% [markdown] id="hand-exercise" lang="zh" agreed="652d8f81-872c1480"
# **练习**（★，10 分钟）。把这个求和写成一个函数。`weights` 有 $m$ 个数，`values` 有 $m$ 行。<span class="notebook">把 `...` 换成你的代码，运行后就知道对不对。</span>写对以后，函数会自动存进 `my_attention.py`，这个文件会一课一课地写完整；没写对也不要紧，后面的课会先用我们的函数。

# %% id="exercise-weighted-sum" tags=["exercise"]
def my_weighted_sum(weights, values):
    ...

weighted_sum = check.weighted_sum(my_weighted_sum)

# %% [markdown] id="roles" lang="en"
# ## 4 · Where the weights come from: three roles
#
# Why does *apple* look at *eat*, and not at itself? Every word plays three roles, each with a row of numbers. We know its value. Its [**query**](glossary.ipynb) says what it looks for, its [**key**](glossary.ipynb) what it can be found as. Both have the same three columns, so that they can be compared:
#
# | | *eating* | *device* | *edible* |
# |---|---|---|---|
# | query of *apple* | 2 | 2 | 0 |
# | key of *eat* | 3 | 0 | 0 |
# | key of *apple* | 0 | 0 | 1 |
#
# The features decide: whatever is edible looks for eating, a brand looks for a device, and an action is found under *eating*. *apple* looks for both, because either one would settle what it means.

# %% [markdown] id="roles" lang="zh" agreed="b4b1cfa9-5693e0eb"
# ## 4 · 权重从哪里来：三种角色
#
# “苹果”为什么看“吃”，而不看自己？每个词要扮演三种角色，每种角色用一行数来表示。值已经见过了；另外两种，[**查询**](glossary.ipynb)（query）是它在找什么，[**键**](glossary.ipynb)（key）是别人凭什么找到它。两者用同样的几列，同一列说的是同一件事，所以才能一列一列地比：
#
# | | **进食** | **数码** | **吃的** |
# |---|---|---|---|
# | “苹果”的查询 | 2 | 2 | 0 |
# | “吃”的键 | 3 | 0 | 0 |
# | “苹果”的键 | 0 | 0 | 1 |
#
# 这些数由特征决定：一个词只要能吃，就找进食；只要是品牌，就找数码；一个词只要是动作，键里就写着“进食”，谁找进食都会找到它。“苹果”两样都找，旁边有其中一样，就能确定自己是什么。

# %% [markdown] id="roles-score" lang="en"
# How well a query fits a key is one number, their dot product, called the [**score**](glossary.ipynb). When *apple* looks at *eat*, we write *apple → eat*; the score is 2 · 3 + 2 · 0 + 0 · 0 = 6. The score of *apple → apple* is 0: *apple* is not what *apple* looks for.
#
# *eat* has the query (0, 0, 2): it looks for an *edible* thing. What is the score of *eat → apple*?

# %% [markdown] id="roles-score" lang="zh" agreed="1964e36a-873c1a3f"
# 查询和键有多匹配，用它们的点积来量，这个数叫[**注意力分数**](glossary.ipynb)（score），教材里也叫“相似度”。点积就是对应的数相乘，再加起来。“苹果”看“吃”，写成“苹果 → 吃”，分数是 2 · 3 + 2 · 0 + 0 · 0 = 6。“苹果 → 苹果”是 0 分，“苹果”要找的不是自己。
#
# 反过来呢？“吃”的查询是 (0, 0, 2)，它要找吃的。“吃 → 苹果”的分数是多少？

# %% id="roles-question"
ask("score_eat_apple")

# %% [markdown] id="roles-softmax" lang="en"
# How do scores become weights? *apple* has the scores 6 for *eat* and 0 for itself. First we divide both by $\sqrt 3$, because a key has three numbers; lesson 03 finds out why. Then [**softmax**](glossary.ipynb) (lesson 04) raises $e$ to each and divides both results by their sum:
#
# $$\begin{gathered} e^{6/\sqrt 3} \approx 31.9, \quad e^{0/\sqrt 3} = 1 \\ \frac{31.9}{31.9 + 1} \approx 0.97, \quad \frac{1}{31.9 + 1} \approx 0.03 \end{gathered}$$
#
# This is where 0.97 comes from: *apple* looks for eating, and *eat* offers it.

# %% [markdown] id="roles-softmax" lang="zh" agreed="9254dd8a-202429f0"
# 分数怎样变成权重？“苹果”那一行有两个分数：给“吃”的是 6，给自己的是 0。先都除以 $\sqrt 3$，因为一个键有三个数；为什么偏要除以它，第 03 课用一个实验来说明。再做 [**softmax**](glossary.ipynb)（第 04 课）：取以 $e$ 为底的指数，这样每个数都变成正数，再各除以这些正数的总和：
#
# $$\begin{gathered} e^{6/\sqrt 3} \approx 31.9, \quad e^{0/\sqrt 3} = 1 \\ \frac{31.9}{31.9 + 1} \approx 0.97, \quad \frac{1}{31.9 + 1} \approx 0.03 \end{gathered}$$
#
# 0.97 就是这样来的：“苹果”要找的，“吃”正好有。

# %% [markdown] id="roles-look-up" lang="en"
# This is a *soft look-up*. A Python `dict` returns the one value whose key equals the query. Attention returns all values, each in the share that its key earns. Multiply the query of *apple* by 100, and the weight of *eat* becomes 1.00: only the value of the best key comes out, as from a database.

# %% [markdown] id="roles-look-up" lang="zh" agreed="0b0b88a9-95da1ab2"
# 这是一种**软查找**。Python 的 `dict` 只返回一个值，它的键和查询完全相等；注意力把所有的值都取来，键越匹配，取的份额越大。要是把“苹果”的查询乘以 100，“吃”的权重就成了 1.00，取来的只剩最匹配的那个值，和查数据库一样。

# %% [markdown] id="tug" lang="en"
# ## 5 · Both neighbours at once
#
# Now *apple* stands between the two: *eat apple phone*. It looks for eating and for a device, and *phone* can be found as a device: its key is (0, 3, 0). How much *tech* will be in the output of *apple*? Guess, and the explorer shows the rest.

# %% [markdown] id="tug" lang="zh" agreed="2efaf039-e51a019a"
# ## 5 · 两个邻居都来了
#
# 让“苹果”站在两个邻居中间：“吃 苹果 手机”。“苹果”还是既找进食，又找数码。“手机”的键是 (0, 3, 0)，谁找数码，就会找到它。这一次，“苹果”的输出里科技是多少？先猜一个数，探索器再给出其余的。

# %% id="tug-explorer"
Explorer("between", ("X", "V", "output"), predict=("output", 1, 1), selected=("output", 1, 1), controls=("undo", "reset"), plain=True)

# %% [markdown] id="tug-answer" lang="en"
# Now decide it. Change one number in the row of *apple* in **X**, so that its output comes close to the value of *eat*, (2, 0). Type over a framed number or drag it sideways; ↶ undoes it.

# %% [markdown] id="tug-answer" lang="zh" agreed="cac7d60f-baa44928"
# 请你来定胜负：只改 **X** 里“苹果”那一行的一个数，让它的输出靠近“吃”的值 (2, 0)。带框的数都可以改，直接输入或者左右拖动；点 ↶ 撤销。

# %% [markdown] id="tug-decided" lang="en"
# <details><summary>One way</summary>
#
# Write 0 for *brand*. Such an *apple* looks only for eating, gives *eat* 0.94, and comes out as (1.91, 0.06), though *phone* still stands beside it.
#
# </details>

# %% [markdown] id="tug-decided" lang="zh" agreed="141904d5-78115c37"
# <details><summary>一种改法</summary>
#
# 把“品牌”改成 0。尽管“手机”还站在旁边，这样的苹果只找进食，0.94 都给了“吃”，输出是 (1.91, 0.06)。
#
# </details>

# %% [markdown] id="own" lang="en"
# ## 6 · Can such matrices be learned?
#
# In *eat apple phone* both neighbours pull equally hard. Each gets 0.49, and *apple* comes out as (1, 1), as if it stood alone. But these numbers are ours.
#
# Now we hand each word to a model that has read a hundred languages (lesson 12), and boil its 384 numbers down to 64. Two matrices, $W_Q$ and $W_K$, turn its row into a query and a key. We *trained* these two, on lists of words that go together: such as nouns with verbs, companies with devices. Lesson 02 asks what a model's own matrices look for. *apple* has the same row in both sentences:

# %% [markdown] id="own" lang="zh" agreed="36429a7d-b8e648f3"
# ## 6 · 这样的矩阵，学得出来吗？
#
# 在“吃 苹果 手机”里，两边拉得一样狠，各得 0.49，“苹果”的输出又是 (1, 1)，和单独一个时一样。可是这些数全是我们编的。
#
# 现在换一换。把每个词单独交给一个读过上百种语言的模型（第 12 课），它给出 384 个数，我们压缩成 64 个。矩阵 $W_Q$ 和 $W_K$ 把它们变成查询和键。这两个矩阵是我们**训练**出来的，用的是一张搭配表：名词配动词、名词配形容词，还有公司配数码产品。大模型自己学到的矩阵在找什么，第 02 课再看。下面两句里，“苹果”进去的那一行数是一样的：

# %% id="own-two" tags=["of-its-language"]
from attnlib import load_texts
from classroom.explorer.words import read_sentence
sentences = load_texts("doctor")
for sentence in sentences[:2]:
    own = read_sentence(sentence)
    display(heatmap(own.trace().weights, own.tokens, own.tokens, title="weights", looks=True))

# %% [markdown] id="own-sentence" lang="en"
# *apple* gives *eats* 0.92, and in the other sentence *phone* 0.79; *doctor* gets 0.03 at most. (Rows that add up to 0.99 are rounded.)
#
# But not always: in *doctor buys apple phone* it gives *buys* 0.88 and *phone* only 0.10. Type a sentence of your own, 2 to 12 of the 3,753 words that it knows, English or Chinese, and press Enter:

# %% [markdown] id="own-sentence" lang="zh" agreed="91b4c621-4382bb9b"
# 第一句里，“苹果”把 0.67 给了“吃”，第二句里把 0.76 给了“手机”；“孩子”它几乎不看，分到的不超过 0.01。（有的行加起来是 0.99，是四舍五入的缘故。）
#
# 也不是回回都这样：把“玩”换成“买”，它就把 0.90 给了“买”，“手机”只分到 0.09。下面换一句你自己的，2 到 12 个常用词，中文英文都行，再按回车；它认识 3,753 个词。

# %% id="own-sentence-explorer" tags=["of-its-language"]
from classroom import own_sentence
own_sentence(sentences[2])

# %% [markdown] id="own-sentence-source" lang="en"
# How often is it right? We trained it without a fifth of the words, and tested it on these. In 60 of 100 cases, in Chinese 59, the largest weight fell on a partner; guessing would be right in 21.
#
# As a control we leave the matrices out: each word takes the one whose row has the largest dot product with its own. Then it is right in 29 of 100 cases, in Chinese 31. Such a score finds words of similar meaning, *eat* for *eats* and not *apple*. Finding partners has to be learned. The model knows neither grammar nor word order.

# %% [markdown] id="own-sentence-source" lang="zh" agreed="c45ca77a-d8acd5a6"
# 它有多可靠？我们留出五分之一的词不参加训练，训练完再用它们出题，句子里要有它的搭配对象。最大的权重落在搭配对象上，就算答对：100 题里中文对 59 题，英文对 60 题，瞎猜只对 21 题。
#
# 再做个对照：不用这两个矩阵，直接拿两行数做点积当分数，在别的词里挑最大的，中文只对 31 题，英文 29 题。两行数相近，说明两个词意思相近：在这些中文词里，离“吃”最近的是“食”，不是“苹果”。找搭配对象，是学出来的本事。语法和词序，它一概不懂。

# %% [markdown] id="screen" lang="en"
# ## 7 · Everything on one screen
#
# Our toy has such matrices, too, and a third for the values. Every word's row of $X$ is multiplied by all three: $Q = X W_Q$, $K = X W_K$, $V = X W_V$. This gives the value of *apple*:
#
# $$(0, 1, 1, 0) \begin{pmatrix} 2 & 0 \\ 1 & 0 \\ 0 & 1 \\ 0 & 2 \end{pmatrix} = (1, 1)$$
#
# *apple* adds up the rows of *edible* and *brand*; *eat* takes the first. We chose these matrices; a model **learns** them (lesson 10).

# %% [markdown] id="screen" lang="zh" agreed="327015e5-19f982e9"
# ## 7 · 一屏看全
#
# 我们的小例子里也有这两个矩阵，另外还有一个用来算值。每个词在 $X$ 里的那一行分别乘上三个矩阵，就得到它的查询、键和值，这三个矩阵是所有词共用的：$Q = X W_Q$，$K = X W_K$，$V = X W_V$。比如“苹果”的值：
#
# $$(0, 1, 1, 0) \begin{pmatrix} 2 & 0 \\ 1 & 0 \\ 0 & 1 \\ 0 & 2 \end{pmatrix} = (1, 1)$$
#
# “苹果”把“能吃”和“品牌”两行加了起来，“吃”取的是第一行，也就是“动作”那一行。这三个矩阵是我们亲手写的；模型里的是**学**出来的（第 10 课）。

# %% [markdown] id="formula" lang="en"
# For all words at once this is one line. $Q$ holds the queries, $K$ the keys and $V$ the values, each a row:
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# $K^\top$ is $K$ with rows and columns exchanged, so that every query meets every key. $d_k$ is the [**dimension**](glossary.ipynb) of a key, how many numbers it has: here 3. Softmax treats each row by itself.
#
# This is [**scaled dot-product attention**](glossary.ipynb), and **self-attention** if $Q$, $K$ and $V$ all come from the same sentence. Here is all of it for *eat apple*. Change a number of $W_V$, and no weight moves: values take no part in the comparison.

# %% [markdown] id="formula" lang="zh" agreed="52e7c144-cfed0ae5"
# 把查询一行一行排成矩阵 $Q$，键排成 $K$，值排成 $V$，所有的词一起算，只要一个式子：
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# $K^\top$ 是把 $K$ 的行和列对调，这样每个查询都和每个键做一次点积；$d_k$ 是键的[**维度**](glossary.ipynb)，也就是一个键有几个数，这里是 3；softmax 逐行来做，每行分数各自变成一行权重。
#
# 这叫[**缩放点积注意力**](glossary.ipynb)（scaled dot-product attention）。$Q$、$K$、$V$ 都出自同一个句子时，叫**自注意力**（self-attention）。下面是“吃 苹果”的全部步骤。改一改 $W_V$ 里的数，权重一个也不动，因为值不参与比较。

# %% id="screen-explorer"
steps = "X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scaled", "weights", "output"
Explorer("apple", steps, selected=("weights", 1, 0), controls=("sentence", "undo", "reset"), plain=True)

# %% [markdown] id="gains" lang="en"
# ## 8 · What attention gains, and what it costs
#
# A word may depend on one far away: a [**long-range dependence**](glossary.ipynb). A [**recurrent network**](glossary.ipynb) (RNN) hands one vector, its *hidden state*, from word to word. Each step waits for the one before, and 100 words take 99 steps. A [**convolution**](glossary.ipynb) (CNN) computes all words at once, [**in parallel**](glossary.ipynb), but each sees only near neighbours; to see farther, it is repeated on its own results, *layer* upon layer. Attention reaches any word in one step, and in parallel. An RNN can do neither; a CNN lacks the reach.

# %% [markdown] id="gains" lang="zh" agreed="9b3a8348-a3a26967"
# ## 8 · 注意力的好处和代价
#
# 一个词的意思可能取决于很远处的另一个词，这叫[**长距离依赖**](glossary.ipynb)。[**循环神经网络**](glossary.ipynb)（RNN）把读过的内容记在一个向量里，叫**隐状态**，一个词一个词往下传：每一步都要等前一步，100 个词要传 99 步。[**卷积**](glossary.ipynb)（CNN）可以同时算所有的词，这叫[**并行**](glossary.ipynb)；可是每个词只看得到附近几个，要看得更远，就得对结果再算一遍，一**层**一层叠上去。注意力一步就到任何一个词，又能并行。RNN 两样都做不到，CNN 缺的是看得远。

# %% [markdown] id="price" lang="en"
# While a model reads or learns, all rows are computed at once; when it writes, it still goes word by word. The price: $n$ words make $n^2$ scores, so twice the words make four times as many (lesson 11). And a row of $X$ does not say where its word stands; that needs something more (lesson 08).
#
# The same mechanism [translates](https://arxiv.org/abs/1706.03762), [writes](https://arxiv.org/abs/2005.14165), reads [pictures](https://arxiv.org/abs/2010.11929) and [speech](https://arxiv.org/abs/2212.04356), and predicts how [proteins](https://doi.org/10.1038/s41586-021-03819-2) fold.

# %% [markdown] id="price" lang="zh" agreed="9da0244c-c141f60d"
# 读和训练的时候可以并行，写的时候还得一个词一个词地写。代价是 $n$ 个词就有 $n^2$ 个分数，词数翻倍，分数变成四倍（第 11 课）。另外，$X$ 的一行没有写这个词排在第几个，这件事要另想办法（第 08 课）。
#
# 同一种机制，如今还用来[翻译](https://arxiv.org/abs/1706.03762)、[写作](https://arxiv.org/abs/2005.14165)、看[图](https://arxiv.org/abs/2010.11929)、听[语音](https://arxiv.org/abs/2212.04356)，预测[蛋白质](https://doi.org/10.1038/s41586-021-03819-2)怎样折叠。

# %% [markdown] id="lecturer-before" lang="en" tags=["lecturer"]
# If somebody knows LSTMs: they keep information much longer, but state 31 still waits for state 30. If somebody knows WaveNet: its convolutions are dilated, with gaps that double from layer to layer up to a limit and then begin again, so fewer layers are enough. If somebody asks how the network knows where a word stands: lesson 08.

# %% [markdown] id="lecturer-before" lang="zh" agreed="68e9b156-b5f668df" tags=["lecturer"]
# 如果有人提到 LSTM：它的记忆长得多，但第 31 个状态还是要等第 30 个。如果有人提到 WaveNet：那是空洞卷积，间隔逐层翻倍，到头再从 1 开始，层数可以少些。如果有人问，网络怎么知道一个词排在第几个：第 08 课。

# %% [markdown] id="recap-list" lang="en"
# ## 9 · Recap
#
# * Attention turns each word into a weighted average of the values of all words, its own included.
# * The weights come from scores: how well its query fits each key. They need not be mutual: *apple → eat* scores 6, *eat → apple* 2.
#
# Next: where does a word's row come from, and who decides what is a word? [Lesson 01, embedding →](01_embedding.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="ac755377-809e004f"
# ## 9 · 小结
#
# * 有了注意力，每个词的输出是句中所有词（包括它自己）的值的加权平均。
# * 权重来自分数，分数表示它的查询和各个键有多匹配。两个词互相看，程度不必一样：“苹果 → 吃”是 6 分，“吃 → 苹果”只有 2 分。
#
# 下一课：一个词的那一行数是从哪里来的？谁来决定什么算一个词？[第 01 课，词嵌入 →](01_embedding.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For later
#
# A puzzle in another sentence; three more questions; how to use these lessons.

# %% [markdown] id="later" lang="zh" agreed="c7535df1-c0466331"
# ## 留着以后看
#
# 换一个句子，解一道谜题；再答三道题；怎样使用这些课。

# %% [markdown] id="puzzle" lang="en"
# ### A puzzle in another sentence
#
# The steps are the same for any sentence. In *small cat chases fish*, *chases* looks for food and finds *fish*.
#
# **Puzzle.** Make the cat the prey: *chases → cat* above 0.5, *chases → fish* below 0.2. And the fish need not watch the cat any more: *fish → cat* below 0.3. Write 0s and 1s in **X**, in the rows of *cat* and *fish*; two changes are enough. $W_K$ says what makes a word food, $W_Q$ what makes it look for a doer.

# %% [markdown] id="puzzle" lang="zh" agreed="1327c819-360002cd"
# ### 换一个句子，解一道谜题
#
# 换成别的句子，步骤也一样。在“小 猫 追 鱼”里，“追”找的是食物，找到了“鱼”。
#
# **谜题。** 请让猫来当猎物，“追 → 猫”的权重要大于 0.5，“追 → 鱼”的要小于 0.2。鱼也不必再提防猫了，“鱼 → 猫”的要小于 0.3。只改 **X** 里“猫”和“鱼”两行，只用 0 和 1，改两个数就够了。凭什么算食物，看 $W_K$；凭什么要找施动者（做动作的一方），看 $W_Q$。

# %% id="puzzle-explorer"
steps = "X", "W_Q", "W_K", "Q", "K", "scores", "weights"
Explorer("first_look", steps, goal="prey", controls=("undo", "reset"), plain=True)

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>The solution</summary>
#
# In the column *is eaten*, write 1 for *cat* and 0 for *fish*. In the column *food* of $W_K$, being eaten counts 2 and being small 1. So the key of *cat* becomes (1, 2, 0), and *chases*, whose query is (0, 2, −1), gives it the score 4. *small* has 3, and *fish* only 2 now. So the weight of *cat* is 0.53. In the column *doer* of $W_Q$, too, being eaten counts 2. Without it the query of *fish* is (0, 0, 0): it looks for nothing, and gives each word a quarter.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="57801f2b-0253d003"
# <details><summary>解法</summary>
#
# 在“会被吃”这一列，把“猫”改成 1，“鱼”改成 0。$W_K$ 的“食物”列里，会被吃算 2，个头小算 1。所以“猫”的键成了 (1, 2, 0)，“追”的查询是 (0, 2, −1)，给它 4 分；“小”有 3 分，“鱼”只剩 2 分。“猫”分到的权重于是有 0.53。$W_Q$ 的“施动者”列里，会被吃也算 2。鱼不再被吃，查询就成了 (0, 0, 0)，谁也不找，给每个词四分之一。
#
# </details>

# %% [markdown] id="more-questions" lang="en"
# ### Three more questions
#
# Two on the weights (you need not read the program), and one on the convolutions of section 8:

# %% [markdown] id="more-questions" lang="zh" agreed="b1aff182-f40f5dbe"
# ### 再答三道题
#
# 两道问权重（代码只管运行，不必细看），一道问第 8 节的卷积：

# %% id="recap-question-1"
from dataclasses import replace
look = load_example("first_look")
after = replace(look, X=look.X * [[1], [1], [0], [1]])
tables = {"before": look.trace().weights, "after": after.trace().weights}
ask("what_moves", then=[heatmap(A, look.tokens, look.tokens, title=name) for name, A in tables.items()])

# %% id="recap-question-2"
ask("weights_shape")

# %% id="before-picture"
ask("layers")

# %% [markdown] id="use" lang="en" tags=["notebook"]
# ### How to use these lessons
#
# * Nothing breaks: *reset* restores an explorer. Your copies are in the folder `my-lessons`; delete one, and the next start brings a fresh copy.
# * In each explorer, *more …* holds the remaining controls, larger type (`A⁺`) and the keyboard shortcuts.
# * On Binder your changes are gone after a few idle minutes: *File → Download* saves your copy.
#
# Is something not working? Remove the `#` below and run the cell. Show the result to whoever helps you:

# %% [markdown] id="use" lang="zh" agreed="7650d397-6746676e" tags=["notebook"]
# ### 怎样使用这些课
#
# * 放心改，弄不坏：“还原”可以让探索器回到原样；`my-lessons` 文件夹里是你自己的一份，删掉其中一课，下次启动会补上原来的。
# * 每个探索器都有“更多…”：这一课用不到的控件、大字（`A⁺`）和键盘操作的说明，都收在里面。
# * 用 Binder 打开的，闲置一阵，改动就会丢失：用 *File → Download*（中文菜单是“文件 → 下载”）保存自己的一份。
#
# 运行出错了？删掉下面的 `#` 再运行。把结果给帮你的人看：

# %% id="versions" tags=["notebook"]
from classroom import versions
# versions()
