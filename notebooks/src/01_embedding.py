# %% [markdown] id="title" lang="en"
# # 01 · Embedding: from words to rows of numbers
#
# Attention multiplies and adds. But what is *cat* times *fish*? Before anything can be computed, each word has to become numbers. Which numbers, and what do they say about the word?
#
# At the end you will have turned words into an array $X$ in five ways that agree: by hand and by loop, as a matrix product, with `attnlib` and with PyTorch. You will have changed the numbers of a word and seen which words it comes close to.
#
# About 42 minutes. You need matrix multiplication and a little Python. Lesson 00 comes before.

# %% [markdown] id="title" lang="zh" agreed="11ec785f-618be13a"
# # 01 · 嵌入：把词变成一行数
#
# 注意力要做乘法和加法。可是“猫”乘“鱼”等于几？所以动手计算之前，先要把词换成数。换成什么数？这些数又说明了什么？
#
# 这一课，我们用五种做法把句子变成数组 $X$：手工查表、循环、矩阵乘法、`attnlib`、PyTorch，结果完全一致。然后动手改一个词的数，看它和哪些词靠近了。
#
# 大约 42 分钟。会矩阵乘法、会一点 Python 就够了，最好先看过第 00 课。

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **50 minutes.** 0–4 section 1, aloud, hands up. 4–9 section 2: everybody writes the three rows on paper. 9–15 section 3. 15–20 section 4: do row 1 of the product at the board. 20–26 section 5, the subwords are optional. 26–33 section 6: the vote before the dot products. 33–41 section 7 on the projector: press `A⁺`; let the floor dictate the numbers of the puzzle. 41–46 sections 8 and 9. 46–50 recap. Skip sections 10 and 11: they are homework.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="db17fb11-01889aec" tags=["lecturer"]
# **50 分钟安排。** 0–4 分：第 1 节，口头提问，举手回答。4–9 分：第 2 节，每个人都在纸上写出那三行。9–15 分：第 3 节。15–20 分：第 4 节，在黑板上算乘积的第 1 行。20–26 分：第 5 节，子词部分可以略讲。26–33 分：第 6 节，看点积之前先投票。33–41 分：第 7 节投影演示，点 `A⁺`，谜题里的数由学生来报。41–46 分：第 8、9 节。46–50 分：小结。第 10、11 节留作作业。

# %% id="setup"
import numpy as np
from attnlib import Explorer, heatmap, load_example, pipeline, use_language
use_language("en")

# %% id="strip"
pipeline(None, None, highlight="X")

# %% [markdown] id="ways" lang="en"
# [← 00](00_start.ipynb) · [Glossary](glossary.ipynb) · [02 →](02_queries_keys_values.ipynb)

# %% [markdown] id="ways" lang="zh" agreed="ce953e2d-f4b4c897"
# [← 00](00_start.ipynb) · [术语表](glossary.ipynb) · [02 →](02_queries_keys_values.ipynb)

# %% [markdown] id="recall" lang="en"
# ## 1 · What you remember (2 min)
#
# Three questions about lesson 00. Answer first, then unfold.
#
# 1. In *apple phone*, the word *apple* looks at *phone*. Whose query is used, whose key, whose value?
# 2. Something in word 1 matters for word 100. How many steps does it travel in a recurrent network, how many in attention?
# 3. Which of the two can compute all 100 positions at the same time?
#
# <details><summary>Answers</summary>
#
# 1. The query of *apple*, which looks for something; the key of *phone*, by which it is found; and the value of *phone*, which it passes on.
# 2. 99 steps, one for each word on the way; in attention a single one.
# 3. Attention. A recurrent network has to finish one word before it can begin the next.
#
# </details>

# %% [markdown] id="recall" lang="zh" agreed="4423c6fe-6df471f4"
# ## 1 · 先回忆一下（2 分钟）
#
# 三道题都是第 00 课的内容。先想好答案，再点开看。
#
# 1. 在“苹果 手机”里，“苹果”看“手机”。用的是谁的查询，谁的键，谁的值？
# 2. 第 1 个词里的信息，第 100 个词要用到。在循环网络里要传多少步？在注意力里呢？
# 3. 这两种方法，哪一种可以把 100 个位置同时算出来？
#
# <details><summary>答案</summary>
#
# 1. 查询是“苹果”的，它在找；键是“手机”的，凭它被找到；值也是“手机”的，由它传出去。
# 2. 循环网络要传 99 步，一个词一步；注意力只要 1 步。
# 3. 注意力。循环网络必须算完前一个词，才能算后一个词。
#
# </details>

# %% [markdown] id="lecturer-recall" lang="en" tags=["lecturer"]
# Question 1: many give *apple* the value too. Ask: what does *apple* already know, and what does it want to hear from *phone*? Question 2: some count 100. Draw three words and count the arrows.

# %% [markdown] id="lecturer-recall" lang="zh" agreed="5dea1df8-189b3e34" tags=["lecturer"]
# 第 1 题：常有人说值也是“苹果”的。反问：“苹果”自己已经知道什么，又想从“手机”那里听到什么？第 2 题：有人会答 100。画三个词，数一数箭头。

# %% [markdown] id="table" lang="en"
# ## 2 · One word by hand (4 min)
#
# Our vocabulary has six words, from two sentences: 我 爱 中国 (*I love China*) and 太阳 变 红 (*the sun turns red*). We call the words by their English names, so *the sun* is one word. For each word there is one row of four numbers, its [**embedding**](glossary.ipynb). All rows together are the embedding table, here 6 × 4. (In the code, sum joins the two lists of words into one, and stack puts the rows on top of each other.)

# %% [markdown] id="table" lang="zh" agreed="641cf9d5-6ebdda85"
# ## 2 · 手工查一个词（4 分钟）
#
# 我们的词表里只有六个词，来自两个句子：“我 爱 中国”和“太阳 变 红”。每个词对应一行四个数，这一行叫这个词的[**嵌入**](glossary.ipynb)（embedding）。把所有的行上下排起来，就是嵌入表，这里是 6 行 4 列。（代码里，sum 把两句话的词接成一串，stack 把各行摞成一张表。）

# %% id="table-picture"
example = load_example("hand_worked")
words = sum(example.tokens, [])
table = np.stack(list(example.vocabulary.values()))
heatmap(table, words, kind="signed")

# %% [markdown] id="by-hand" lang="en"
# Take a pencil and write *I love China* as numbers: one row for each word, in the order of the sentence. What is the shape of what you have written?
#
# To look a word up, the computer needs its place in the vocabulary, its id, counted from 0. Which id does *love* have, and which four numbers? The picture shows two decimals, the next cell all four.

# %% [markdown] id="by-hand" lang="zh" agreed="bc3150c7-5588cddb"
# 拿起笔，把“我 爱 中国”写成数：一个词一行，按句子里的顺序。写出来的东西是什么形状？
#
# 计算机查表时，要知道一个词在词表里排第几，这叫它的编号（id），从 0 数起。“爱”的编号是几？是哪四个数？图里只显示两位小数，运行下一格可以看到全部。

# %% id="by-hand-code"
love = example.tokens[0][1]
k = words.index(love)
print(love, k)
table[k]

# %% [markdown] id="token" lang="en"
# Id 1, the second row. On your paper there are three rows of four numbers: a table of shape (3, 4).
#
# Whatever has a row of its own in the table is called a [**token**](glossary.ipynb). In these lessons a token is a word. In real models it is often a piece of a word: see section 5.

# %% [markdown] id="token" lang="zh" agreed="7b195135-b189c8f9"
# 编号是 1，也就是从上往下第二行。你的纸上有三行，每行四个数，形状是 (3, 4)。
#
# 表里单独占一行的东西，叫[**词元**](glossary.ipynb)（token）。在这套课里，一个词就是一个词元；在真正的模型里，词元常常只是词的一部分，第 5 节会讲到。

# %% [markdown] id="lecturer-table" lang="en" tags=["lecturer"]
# Ask: “Who wrote columns?” Some do; rows are our convention, and PyTorch's. Someone will ask where the numbers come from. Here: invented, to have something to calculate with. In a model: random at first, then learned with all its other numbers (lesson 10).

# %% [markdown] id="lecturer-table" lang="zh" agreed="b974d9b3-7491e666" tags=["lecturer"]
# 问一句：“有谁是竖着写的？”总会有几个。我们约定一个词占一行，PyTorch 也是这样。会有人问这些数从哪里来。这里是随便编的，只为了有数可算；模型里的起初是随机数，后来和别的参数一起训练出来（第 10 课）。

# %% [markdown] id="loop" lang="en"
# ## 3 · A sentence, then two (3 min)
#
# A loop does what your pencil did: for each word it copies one row of the table.

# %% [markdown] id="loop" lang="zh" agreed="540666e6-b2168b25"
# ## 3 · 一个句子，再到两个（3 分钟）
#
# 用循环来写，和刚才用笔抄是一回事：每遇到一个词，就从表里抄一行。

# %% id="loop-code"
example = load_example("hand_worked")
words, table = sum(example.tokens, []), np.stack(list(example.vocabulary.values()))
X = np.zeros((3, 4))
for i, word in enumerate(example.tokens[0]):
    X[i] = table[words.index(word)]
X

# %% [markdown] id="index" lang="en"
# This is $X$, with which all lessons to come begin. Its number of rows, one for each token, is called [$n$](glossary.ipynb) (in much code `seq_len`); how many numbers a token has is [$d_\text{model}$](glossary.ipynb). Here $n = 3$ and $d_\text{model} = 4$.
#
# numpy needs no loop: a list of ids in brackets copies these rows. Equal?

# %% [markdown] id="index" lang="zh" agreed="31c979f3-8935bcd4"
# 这就是 $X$，后面每一课都从它开始。它有多少行，句子里就有多少个词元，记作 [$n$](glossary.ipynb)（很多代码里写成 `seq_len`）；每个词元有几个数，记作 [$d_\text{model}$](glossary.ipynb)。这里 $n = 3$，$d_\text{model} = 4$。
#
# 用 numpy 不必写循环：在方括号里写一串编号，就把这些行都抄了出来。结果相同吗？

# %% id="index-equal"
np.array_equal(table[[0, 1, 2]], X)

# %% [markdown] id="batch" lang="en"
# Now both sentences at once. Their ids form a 2 × 3 table. Predict: which shape does `table[ids]` have?

# %% [markdown] id="batch" lang="zh" agreed="b59772ea-ae3f1583"
# 现在两个句子一起查。它们的编号排成一张 2 行 3 列的表。先猜一猜：`table[ids]` 是什么形状？

# %% id="batch-code"
ids = np.array([[0, 1, 2], [3, 4, 5]])
print(table[ids].shape)
table[ids]

# %% [markdown] id="batch-explain" lang="en"
# Each id became a row of four numbers, so (2, 3) becomes (2, 3, 4). Sentences that are computed together are a [**batch**](glossary.ipynb), and the three sizes are the batch size, $n$ and $d_\text{model}$. Each number in a shape is the length of an axis.
#
# What if one sentence is shorter? Then there is a hole in the block of numbers. It is filled up, which is called padding, and attention has to ignore what fills it: lesson 06.
#
# The example brings this array, too. Is it the one that we have looked up?

# %% [markdown] id="batch-explain" lang="zh" agreed="bbc9102e-c315a669"
# 每个编号都换成了一行四个数，所以 (2, 3) 变成 (2, 3, 4)。放在一起计算的几个句子叫一个[**批**](glossary.ipynb)（batch）。这三个数依次是句子的个数、$n$ 和 $d_\text{model}$；形状里的每个数，是一个轴（axis）的长度。
#
# 要是有一句短一些呢？数组里就会空出一块，得用别的东西填上，这叫填充（padding）。填上去的不是真正的词，注意力不该看它，这是第 06 课的内容。
#
# 最后核对：例子里也存着这个数组，和我们查出来的一样吗？

# %% id="batch-equal"
np.array_equal(table[ids], example.X)

# %% [markdown] id="lecturer-batch" lang="en" tags=["lecturer"]
# Before the shape is shown, collect guesses: (6, 4) is frequent (“six words”), (2, 12) as well (“a sentence is one long row”). To both: where do you then see which word belongs to which sentence? Have the three axes named aloud; the whole course uses this order.

# %% [markdown] id="lecturer-batch" lang="zh" agreed="81364b0b-2ea2e25c" tags=["lecturer"]
# 看形状之前先收集答案：常有人说 (6, 4)（“一共六个词”），也有人说 (2, 12)（“一句话是长长的一行”）。对这两种都问一句：那怎么看出哪个词属于哪一句？请学生把三个轴的名字念出来，整门课都用这个顺序。

# %% [markdown] id="one-hot" lang="en"
# ## 4 · As a matrix product (3 min)
#
# Copying a row can be written as a product. We write each token as a row with as many numbers as there are words: 1 at its id, 0 elsewhere. This is called *one-hot*.

# %% [markdown] id="one-hot" lang="zh" agreed="7fad97f2-c750025a"
# ## 4 · 写成矩阵乘法（3 分钟）
#
# 抄一行，也可以写成乘法。把每个词元写成一行，词表里有几个词就写几个数：自己的编号那一列是 1，其余全是 0。这叫“独热”（one-hot）编码。

# %% id="one-hot-picture"
example = load_example("hand_worked")
words, table = sum(example.tokens, []), np.stack(list(example.vocabulary.values()))
one_hot = np.eye(6)[[0, 1, 2]]
heatmap(one_hot, example.tokens[0], words, kind="signed")

# %% [markdown] id="one-hot-hand" lang="en"
# Rows count from 0, too: row 1 of this picture is *love*. By hand: this row times the table. Its first number is
#
# $$0 \cdot 0.9535 + 1 \cdot 0.1234 + 0 \cdot 0.6134 + 0 \cdot 0.8491 + 0 \cdot 0.3699 + 0 \cdot 0.6227$$
#
# Which number is that, and where have you seen it? What is the whole product, then?

# %% [markdown] id="one-hot-hand" lang="zh" agreed="48e1e308-9f4ee036"
# 行也从 0 数起，图里第 1 行是“爱”。用这一行去乘嵌入表，手算第一个数：
#
# $$0 \cdot 0.9535 + 1 \cdot 0.1234 + 0 \cdot 0.6134 + 0 \cdot 0.8491 + 0 \cdot 0.3699 + 0 \cdot 0.6227$$
#
# 等于多少？这个数在哪里见过？那么整个乘积会是什么？

# %% id="one-hot-product"
print(one_hot @ table)
np.array_equal(one_hot @ table, table[[0, 1, 2]])

# %% [markdown] id="one-hot-explain" lang="en"
# The single 1 picks its row and the zeros drop the others. So an embedding is a matrix product, and its table is learned like any other matrix.
#
# Nobody computes it that way. The smallest GPT-2 has [50,257 tokens and $d_\text{model} = 768$](https://huggingface.co/openai-community/gpt2/blob/main/config.json). How many multiplications would one token cost?

# %% [markdown] id="one-hot-explain" lang="zh" agreed="4ecddefc-db596cba"
# 那个唯一的 1 把自己的一行选出来，0 把别的行都去掉。可见嵌入就是一次矩阵乘法，嵌入表也和别的矩阵一样可以训练。
#
# 不过没有人真的这样算。最小的 GPT-2 有 [50257 个词元，$d_\text{model} = 768$](https://huggingface.co/openai-community/gpt2/blob/main/config.json)。一个词元要做多少次乘法？

# %% id="one-hot-cost"
print(f"{50257 * 768:,}")

# %% [markdown] id="one-hot-cost-text" lang="en"
# Nearly 39 million multiplications, to copy 768 numbers. The product explains what happens; the look-up does it.

# %% [markdown] id="one-hot-cost-text" lang="zh" agreed="eb77b03e-75416407"
# 将近 3900 万次乘法，只为了抄 768 个数。乘法用来理解，实际计算时查表。

# %% [markdown] id="lecturer-one-hot" lang="en" tags=["lecturer"]
# Ask: “What would two ones in a row give?” The sum of two rows. And one half twice? Their mean. Keep this answer: in lesson 05 the rows of attention weights do just that with the values. Whoever knows `nn.Linear`: an embedding is one without bias, fed with one-hot rows.

# %% [markdown] id="lecturer-one-hot" lang="zh" agreed="6bb1240a-9174304f" tags=["lecturer"]
# 问：“一行里有两个 1，会得到什么？”两行之和。两个一半呢？两行的平均。请学生记住这个答案：第 05 课里，注意力权重的每一行就是这样作用在值上的。学过 `nn.Linear` 的学生可以这样想：嵌入就是输入为独热编码、没有偏置的线性层。

# %% [markdown] id="attnlib" lang="en"
# ## 5 · With attnlib, and words that are not in the table (4 min)
#
# `embed` takes a list of words and a dict from words to rows. Is the result equal to ours?

# %% [markdown] id="attnlib" lang="zh" agreed="1b91e0ca-5d9f5295"
# ## 5 · 用 attnlib，以及表里没有的词（4 分钟）
#
# `embed` 的参数是一串词和一个字典，字典给出每个词的那一行。结果和我们的一样吗？

# %% id="attnlib-code"
from attnlib.examples import embed
example = load_example("hand_worked")
words = sum(example.tokens, [])
vocabulary = dict(zip(words, example.vocabulary.values()))
X = np.stack([embed(sentence, vocabulary) for sentence in example.tokens])
np.array_equal(X, example.X)

# %% [markdown] id="unknown" lang="en"
# What happens with *I love cat*? There is no row for *cat*.

# %% [markdown] id="unknown" lang="zh" agreed="7a9a5a86-b75ebfe2"
# 换成“我 爱 猫”呢？表里没有“猫”这一行。

# %% id="unknown-code"
cat = load_example("first_look").tokens[1]
try:
    embed([words[0], words[1], cat], vocabulary)
except ValueError as error:
    print(error)

# %% [markdown] id="unk" lang="en"
# `embed` refuses, and names the word. A model that has to read any text cannot refuse. The older way: one more token, `<unk>`, stands for every unknown word. We give it zeros here; a model learns its row.

# %% [markdown] id="unk" lang="zh" agreed="ee858d55-569da4b2"
# `embed` 拒绝计算，并说出是哪个词。可是模型什么文字都要读，不能一遇到生词就停下。早先的办法是增加一个词元 `<unk>`，所有不认识的词都用它代替。这里让它全是 0；在模型里，这一行也是学出来的。

# %% id="unk-code"
vocabulary["<unk>"] = np.zeros(4)
sentence = [word if word in vocabulary else "<unk>" for word in (words[0], words[1], cat)]
embed(sentence, vocabulary)

# %% [markdown] id="subwords" lang="en"
# Now *I love cat* and *I love dog* are the same three rows: what made them different is lost. So most models today take *pieces* of words as tokens. Below are four pieces, and the dot for any single character. Which pieces will the three words be cut into?

# %% [markdown] id="subwords" lang="zh" agreed="b52257e8-5698542b"
# 这样一来，“我 爱 猫”和“我 爱 狗”变成了同样的三行，差别就丢了。所以现在的模型大多把词再切成小块，以小块为词元，叫子词（subword）。下面给出四个小块，最后的点表示任意一个字符。这三个词会被切成什么？

# %% id="subwords-code"
import re
for word in ("unwanted", "unknown", "wow"):
    print(re.findall("un|want|know|ed|.", word))

# %% [markdown] id="subwords-explain" lang="en"
# *unwanted* becomes three pieces that say something. *wow* falls into letters, but nothing is unknown: each letter has a row too. GPT-2 also cuts words into pieces, in a cleverer way; its smallest pieces are [bytes](https://github.com/openai/gpt-2/blob/master/src/encoder.py). The larger ones were not chosen by hand, but found by counting what often stands together.

# %% [markdown] id="subwords-explain" lang="zh" agreed="9e0a30c0-133fe7b2"
# “unwanted”切成三块，每一块都有意思。“wow”只能拆成字母，但没有什么是不认识的：每个字母也各有一行。中文同理，生词至少可以拆成单字。GPT-2 也把词切开，只是切法更讲究，最小的小块是[字节](https://github.com/openai/gpt-2/blob/master/src/encoder.py)；更大的小块不是人挑的，是统计哪些部分经常连在一起得到的。

# %% [markdown] id="lecturer-unknown" lang="en" tags=["lecturer"]
# Ask for a word that surely no table has: a student's family name, a new brand. Students propose “use the nearest word”: nearest in what? In spelling, *cat* is near *cut*. Do not go into the algorithms; what matters is that a token is whatever has a row.

# %% [markdown] id="lecturer-unknown" lang="zh" agreed="3c0168b8-099f540f" tags=["lecturer"]
# 请学生说一个哪张表里都不会有的词：一个新品牌，一个网络新词。有人会提议“用最接近的词代替”。接近指什么？论字形，“猫”和“描”很像。分词算法不必展开，关键是：词元就是表里占一行的东西。

# %% [markdown] id="meaning" lang="en"
# ## 6 · What the numbers mean, and what they do not (6 min)
#
# The numbers of *I love China* have no meaning; they only serve to calculate. In *small cat chases fish* (小 猫 追 鱼), the sentence that goes with us through the lessons, each column says something. Here $n = 4$ and $d_\text{model} = 6$.

# %% [markdown] id="meaning" lang="zh" agreed="842502d6-1a62ea55"
# ## 6 · 这些数表示什么，不表示什么（6 分钟）
#
# “我 爱 中国”的那些数没有含义，只是拿来算的。“小 猫 追 鱼”这个句子就不同了，它会陪我们走完后面几课：每一列都说明词的一个特征。这里 $n = 4$，$d_\text{model} = 6$。

# %% id="meaning-picture"
look = load_example("first_look")
heatmap(look.X, look.tokens, look.feature_names, kind="signed", title="X")

# %% [markdown] id="dot" lang="en"
# *fish* is a noun, is eaten and is small. How alike are two words? One measure is the [**dot product**](glossary.ipynb) of their rows: multiply number by number, then add. For *cat* and *fish*:
#
# $$0 \cdot 0 + 1 \cdot 1 + 0 \cdot 0 + 1 \cdot 0 + 0 \cdot 1 + 0 \cdot 1 = 1$$
#
# With zeros and ones, it counts the features that both have. Predict: which other pair of different words has a dot product above 0?

# %% [markdown] id="dot" lang="zh" agreed="c7bfbd8f-ed4a7501"
# “鱼”是名词，会被吃，个头小。两个词有多像？可以看两行数的[**点积**](glossary.ipynb)（dot product）：对应的数相乘，再加起来。“猫”和“鱼”的点积是：
#
# $$0 \cdot 0 + 1 \cdot 1 + 0 \cdot 0 + 1 \cdot 0 + 0 \cdot 1 + 0 \cdot 1 = 1$$
#
# 如果数全是 0 和 1，点积就是两个词共有的特征个数。先猜一猜：还有哪一对不同的词，点积大于 0？

# %% id="dot-picture"
heatmap(look.X @ look.X.T, look.tokens, look.tokens, kind="signed")

# %% [markdown] id="distance" lang="en"
# *small* and *fish*: both have *is small*. On the diagonal, each word's own features are counted.
#
# Another measure is the distance. Its square adds up $(a - b)^2$ over the six columns, so here it counts the features that only one of the two words has. Predict: to which word is *cat* closest, itself aside? The cell compares every word with every word (that is what None does in the code).

# %% [markdown] id="distance" lang="zh" agreed="54115dd5-509ef449"
# 是“小”和“鱼”，都有“个头小”这一项。对角线上是每个词自己的特征个数。
#
# 另一种办法是看距离。距离的平方，就是六列的 $(a - b)^2$ 加起来，所以在这里，它就是“一个有、另一个没有”的特征个数（代码把每两行都减一次）。先猜一猜：除了自己，“猫”离哪个词最近？

# %% id="distance-code"
difference = look.X[:, None] - look.X  # (4, 4, 6)
(difference**2).sum(-1)

# %% [markdown] id="distance-explain" lang="en"
# The row of *cat* (row 1): *chases* and *fish* are equally far, 3, although *cat* has something in common with *fish* alone. The distance counts what differs, the dot product what is shared. Attention uses the dot product (lesson 03).
#
# Now we multiply $X$ by a matrix that takes, from each number of a row, a third of the sum of this row. This shows all four rows as in a mirror. Predict: how many of the 24 numbers stay as they were?

# %% [markdown] id="distance-explain" lang="zh" agreed="7c9a652b-8abe30ee"
# 看“猫”那一行（从 0 数起的第 1 行）：“追”和“鱼”离“猫”一样远，都是 3，可是和“猫”有共同特征的只有“鱼”。距离看的是不同之处，点积看的是共同之处。注意力用点积（第 03 课）。
#
# 下面给 $X$ 乘一个矩阵：每个数都减去它所在那一行总和的三分之一，相当于让这四行一起照镜子。先猜一猜：24 个数里，有几个保持原样？

# %% id="mirror"
mirror = np.eye(6) - np.ones((6, 6)) / 3
turned = look.X @ mirror
print((turned == look.X).sum())
heatmap(turned, look.tokens, kind="signed")

# %% [markdown] id="mirror-question" lang="en"
# None: the count above the picture is 0. No column says *noun* any longer. And the dot products?

# %% [markdown] id="mirror-question" lang="zh" agreed="6267ca7d-da2f7421"
# 一个也没有，图上方的 0 就是数出来的。再也没有哪一列表示“名词”了。那么点积呢？

# %% id="mirror-equal"
np.allclose(turned @ turned.T, look.X @ look.X.T)

# %% [markdown] id="mirror-explain" lang="en"
# All 16 are the same, but for rounding, and so are the distances, which can be computed from dot products. How words go together is written in all columns together, not in a single one.
#
# We named our columns and filled them by hand. A model starts with random numbers and learns them (lesson 10); nobody tells it what column 3 is for, and a single column seldom has a meaning that can be named.

# %% [markdown] id="mirror-explain" lang="zh" agreed="0bf87fc4-14a57b9e"
# 除了舍入误差，16 个点积全都没变；距离可以由点积算出来，所以也没变。词与词的关系，是所有的列合起来表示的，不在单独哪一列里。
#
# 这里的列名是我们起的，数也是我们填的。模型却是从随机数开始，自己学出这些数（第 10 课）；没有人告诉它第 3 列表示什么，单看一列，往往说不出有什么含义。

# %% [markdown] id="lecturer-meaning" lang="en" tags=["lecturer"]
# At the dot products, let them vote by hands; *cat*–*chases* gets many votes (“cats chase”). Good: the two words belong together in the sentence and share no feature. That is what queries and keys are for (lesson 02). Do not promise “king − man + woman”: with four words there is nothing to show.

# %% [markdown] id="lecturer-meaning" lang="zh" agreed="88099e3b-6204ed46" tags=["lecturer"]
# 看点积之前先举手投票。选“猫—追”的会很多（“猫会追”）。这正好：两个词在句子里有关系，却没有共同特征，所以才需要查询和键（第 02 课）。不要讲“国王 − 男人 + 女人”：这里只有四个词，演示不出来。

# %% [markdown] id="explorer" lang="en"
# ## 7 · Change a word (7 min)
#
# Below is $X$ of *I love China*. The dot products of its rows are still hidden. Their table is called *scores*, $Q K^\top$: for now, $Q$ and $K$ are both $X$. Lesson 02 makes other things of them.
#
# Before you answer, look at the rows: who has large numbers?

# %% [markdown] id="explorer" lang="zh" agreed="ec5c145c-3ffa8e21"
# ## 7 · 改一个词（7 分钟）
#
# 下面是“我 爱 中国”的 $X$，各行两两之间的点积先不给看。点积那张表在图里叫“注意力分数”，也就是 $Q K^\top$：现在 $Q$ 和 $K$ 都是 $X$ 本身，第 02 课再换成别的。
#
# 回答之前先看看各行：谁的数大？

# %% id="explorer-code"
from dataclasses import replace
sentence = load_example("hand_worked").select(0)
rows = replace(sentence, W_Q=np.eye(4), W_K=np.eye(4), b_Q=None, b_K=None)
explorer = Explorer(rows, ("X", "scores"), edit="X", predict=("scores", 1))
explorer

# %% [markdown] id="explorer-try" lang="en"
# When you have answered, all scores appear. Then:
#
# * Click the largest number in the row of *love* and read how it is made.
# * Change the first number of *love*. How many of the nine scores move?
# * Try to make the score of *love* with *China* differ from that of *China* with *love*.
#
# Then run the next cell: the distances of the rows as you see them now.

# %% [markdown] id="explorer-try" lang="zh" agreed="356673c7-b06d3732"
# 回答以后，分数就全部显示出来了。接着动手试：
#
# * 在分数表“爱”那一行里，点一下最大的数，看它是怎样算出来的。
# * 改“爱”的第一个数，九个分数里有几个跟着变？
# * 试试看，能不能让“爱”对“中国”的分数和“中国”对“爱”的不一样？
#
# 然后运行下一格，它按图里现在的数算出各行之间的距离。

# %% id="explorer-follows"
difference = explorer.X[:, None] - explorer.X  # (3, 3, 4)
np.sqrt((difference**2).sum(-1)).round(4)

# %% [markdown] id="explorer-explain" lang="en"
# At first *love* had 0.58 with *I* and only 0.29 with itself. Dot products grow with the numbers, and those of *love* are small; with numbers that have no meaning, this says nothing about love. The distance is different: each word has 0 to itself, whatever you type, and nothing is closer.
#
# Five scores move: row and column of *love*. The two scores of a pair never differ, since $a \cdot b = b \cdot a$: such a table is symmetric. Attention must be able to do otherwise: *small* looks at *cat*, but *cat* need not look back. Lessons 02 and 03 show how.

# %% [markdown] id="explorer-explain" lang="zh" agreed="fc43f74a-74b88624"
# 改动之前，“爱”和“我”的点积是 0.58，和自己反而只有 0.29。数大，点积就大，而“爱”这一行的数偏小；这些数没有含义，说明不了“我”和“爱”的关系。距离就不同了：不管怎么改，每个词到自己的距离总是 0，没有比这更近的。
#
# 有五个分数会变：“爱”所在的行和列。一对词的两个分数永远相等，因为 $a \cdot b = b \cdot a$，这样的表是对称的。注意力却不能总是对称：“小”要看“猫”，“猫”不一定回头看“小”。第 00 课用两个矩阵打破了它，第 02、03 课细讲。

# %% [markdown] id="puzzle" lang="en"
# A puzzle. In *small cat chases fish*, *chases* shares nothing with anyone. Give it a dot product above 2 with *cat* and below 0 with *fish*. Two numbers are enough.
#
# <details><summary>A hint</summary>
#
# Which feature does *cat* have and *fish* not? Which does *fish* have and *cat* not? Give *chases* a positive number for the first, a negative one for the second.
#
# </details>
#
# <details><summary>One solution</summary>
#
# In the row of *chases*, *hunts* is 3 and *is eaten* is −1. The dot products are 3 and −1.
#
# </details>

# %% [markdown] id="puzzle" lang="zh" agreed="1d52ac70-d590a99c"
# 来解一个谜题。在“小 猫 追 鱼”里，“追”和谁都没有共同特征。让它和“猫”的点积大于 2，同时和“鱼”的点积小于 0。改两个数就够了。
#
# <details><summary>提示</summary>
#
# 哪个特征“猫”有而“鱼”没有？哪个“鱼”有而“猫”没有？前一个填正数，后一个填负数。
#
# </details>
#
# <details><summary>一个解法</summary>
#
# 在“追”那一行，把“会捕猎”改成 3，“会被吃”改成 −1。两个点积是 3 和 −1。
#
# </details>

# %% id="puzzle-explorer"
from dataclasses import replace
rows = replace(load_example("first_look"), W_Q=np.eye(6), W_K=np.eye(6))
goal = [("scores", 2, 1, ">", 2), ("scores", 2, 3, "<", 0)]
Explorer(rows, ("X", "scores"), edit="X", goal=goal)

# %% [markdown] id="lecturer-explorer" lang="en" tags=["lecturer"]
# The prediction is usually wrong: most say *love* itself. Ask why one expects that (one thinks of distance). For the puzzle take numbers from the floor without comment. A frequent wrong way: editing *cat* instead of *chases*. It can work, but then the score of *cat* with itself moves too: point at it.

# %% [markdown] id="lecturer-explorer" lang="zh" agreed="df3648c0-b491810f" tags=["lecturer"]
# 这里多半会猜错：大多数人选“爱”自己。问一问为什么会这样想（其实想的是距离）。解谜题时，学生报什么数就填什么数，不加评论。常见的岔路是去改“猫”而不是“追”：也能成功，但“猫”和自己的分数也跟着变了，指给大家看。

# %% [markdown] id="mistake" lang="en"
# ## 8 · The mistake everybody makes (3 min)
#
# An id is already a number. Why not compute with it? We put the ids of *I love China*, 0, 1 and 2, into a column and multiply by a row of four numbers. The shape is right: (3, 4). Predict: what does *I* get, and how is the row of *China* related to that of *love*?

# %% [markdown] id="mistake" lang="zh" agreed="324ba1d7-4e3de4a3"
# ## 8 · 人人都会犯的错（3 分钟）
#
# 编号本来就是数，为什么不直接拿来算？把“我 爱 中国”的编号 0、1、2 排成一列，乘一行四个数，形状也对，是 (3, 4)。先猜一猜：“我”得到什么？“中国”那一行和“爱”那一行有什么关系？

# %% id="mistake-code"
ids = np.array([[0.0], [1.0], [2.0]])
row = np.array([[0.5, 1.0, 0.25, 2.0]])
ids @ row

# %% [markdown] id="mistake-mean" lang="en"
# *I* is all zeros and *China* is twice *love*, whatever the row is. Nobody meant that. And what is the mean of *I* and *China*? We number the words as before, then beginning with *China*; the cell prints the two ids and the word between.

# %% [markdown] id="mistake-mean" lang="zh" agreed="edb14738-38ed589b"
# 不管那一行是什么数，“我”都是零，“中国”都是“爱”的两倍，可我们根本没有这个意思。再看“我”和“中国”的平均是什么？先按原来的编号，再改成从“中国”数起；下一格给出两个编号，以及正中间的那个词。

# %% id="mistake-mean-code"
words = sum(load_example("hand_worked").tokens, [])
for order in (words, words[2:] + words[:2]):
    a, b = order.index(words[0]), order.index(words[2])
    print(a, b, order[(a + b) // 2])

# %% [markdown] id="mistake-explain" lang="en"
# First *love*, then *turns*: the result depends on a numbering that somebody chose. Attention takes such means (lesson 05), so this matters.
#
# Ids are names. We may compute with rows, not with ids. Renumber the words and the rows of the table with them, and $X$ stays as it was:

# %% [markdown] id="mistake-explain" lang="zh" agreed="fb05965d-653ee6b6"
# 先是“爱”，后是“变”：结果全看词怎么编号，而编号是人随意定的。注意力做的正是这样的平均（第 05 课），所以不能马虎。
#
# 编号只是名字，能参加计算的是各行的数，不是编号。给词重新编号，表里的行也跟着换位置，$X$ 一点不变：

# %% id="mistake-renumber"
example = load_example("hand_worked")
table = np.stack(list(example.vocabulary.values()))
renumbered = table[[2, 3, 4, 5, 0, 1]]
np.array_equal(renumbered[[4, 5, 0]], table[[0, 1, 2]])

# %% [markdown] id="lecturer-mistake" lang="en" tags=["lecturer"]
# Ask for other numbers that are names: a postcode, a shirt number, a telephone number. Is a shirt number of 10 twice a 5? A good student asks whether a month is a name or a quantity: discuss, both can be defended.

# %% [markdown] id="lecturer-mistake" lang="zh" agreed="6ad8b9c5-1c067283" tags=["lecturer"]
# 请学生再举几个“其实是名字”的数：邮政编码、球衣号码、电话号码。10 号队员是 5 号队员的两倍吗？有人会问月份算名字还是算数量，可以讨论，两种说法都有道理。

# %% [markdown] id="context" lang="en"
# ## 9 · What a row does not know (2 min)
#
# The same four words in another order: *fish chases small cat*. Now the fish is the hunter. Predict: does the row of *fish* change?

# %% [markdown] id="context" lang="zh" agreed="469dc9c8-165678be"
# ## 9 · 一行数不知道什么（2 分钟）
#
# 还是这四个词，换个顺序：“鱼 追 小 猫”。现在是鱼在追了。先猜一猜：“鱼”这一行会变吗？

# %% id="context-code"
first, second = load_example("first_look").sentences[:2]
print(first.tokens, second.tokens)
np.array_equal(first.X[3], second.X[0])

# %% [markdown] id="context-explain" lang="en"
# No, the two rows are equal. A word has the same row in every sentence and at every place. The row of *fish* says what fish are in general; nothing in it says that this one is chasing a cat. Nor does the row of *cat* say that this cat is small. The same with *bank*: river or money, it is one row.
#
# Only the other words can tell. So each row has to take something from other rows. How much, and from which? That is attention.

# %% [markdown] id="context-explain" lang="zh" agreed="25f768e1-e5e1feaa"
# 不会。一个词不管在哪个句子、哪个位置，都是同一行。“鱼”这一行只说鱼一般是什么样；这条鱼正在追猫，那里面看不出来。同样，“猫”这一行也看不出这是一只小猫。“打电话”和“打毛衣”意思不同，“打”却只有一行。
#
# 能说明白的只有别的词。所以每一行都要从别的行拿一些东西来。从哪些行拿？各拿多少？这就是注意力。

# %% [markdown] id="lecturer-context" lang="en" tags=["lecturer"]
# This is the hinge of the course; give it a minute. Ask for words with two meanings. Someone will remark that the *order* of the rows differs, so something is known. True for $X$ as a whole. Attention without position does not see it either: lesson 08.

# %% [markdown] id="lecturer-context" lang="zh" agreed="e290d5b0-01f6c268" tags=["lecturer"]
# 这里是整门课的转折点，值得停一分钟。请学生举一词多义的例子。会有人指出，各行的顺序毕竟不同，并非一无所知。就整个 $X$ 而言，没错；不过没有位置编码的注意力也看不见顺序，见第 08 课。

# %% [markdown] id="torch" lang="en"
# ## 10 · With PyTorch (2 min)
#
# `nn.Embedding` holds the table, one row for each token, and takes ids. A new one is random and is learned in training; we give it our table. Equal to `example.X`?

# %% [markdown] id="torch" lang="zh" agreed="8323bbe5-c26a78e6"
# ## 10 · 用 PyTorch（2 分钟）
#
# `nn.Embedding` 里存的就是嵌入表，一个词元一行，输入是编号。新建的表里是随机数，要靠训练；这里我们把自己的表交给它。结果和 `example.X` 相等吗？

# %% id="torch-code" tags=["torch"]
import torch
example = load_example("hand_worked")
table = torch.tensor(np.stack(list(example.vocabulary.values())))
layer = torch.nn.Embedding.from_pretrained(table)
X = layer(torch.tensor([[0, 1, 2], [3, 4, 5]]))
np.array_equal(X.numpy(), example.X)

# %% [markdown] id="torch-unknown" lang="en"
# Our table ends at id 5. Here is what PyTorch says to id 6, a message that you will meet again:

# %% [markdown] id="torch-unknown" lang="zh" agreed="69b5d9b4-cd503d29"
# 我们的表到编号 5 为止。给它编号 6，PyTorch 会说什么？这条报错以后你还会遇到：

# %% id="torch-unknown-code" tags=["torch"]
try:
    layer(torch.tensor([6]))
except IndexError as error:
    print(error)

# %% [markdown] id="exercises" lang="en"
# ## 11 · Three questions (4 min)
#
# Put your answer in place of `...` and run the cell; it says whether you are right. Think before you compute. Stuck? Unfold the hint. The lesson goes on in any case. The table is now that of *small cat chases fish*, with the ids 0 to 3.
#
# **1 · A shape** (★, 1 min). Two sentences of five tokens. What is the shape of $X$? Write it in the form `(2, 3)`.
#
# <details><summary>Hint</summary>
#
# Each id becomes one row of the table. How many numbers does such a row have?
#
# </details>
#
# <details><summary>The answer</summary>
#
# (2, 5, 6): two sentences, five tokens each, six numbers each.
#
# </details>

# %% [markdown] id="exercises" lang="zh" agreed="5910623a-0fd5171c"
# ## 11 · 三道小题（4 分钟）
#
# 把 `...` 换成你的答案，运行这一格，就知道对不对。先想，再算。卡住了就点开提示；没做出来也不影响往下学。这里的嵌入表是“小 猫 追 鱼”那张，编号从 0 到 3。
#
# **1 · 形状**（★，1 分钟）。两个句子，各有五个词元。$X$ 是什么形状？写成 `(2, 3)` 这样。
#
# <details><summary>提示</summary>
#
# 每个编号换成表里的一行。这样的一行有几个数？
#
# </details>
#
# <details><summary>答案</summary>
#
# (2, 5, 6)：两个句子，各五个词元，每个词元六个数。
#
# </details>

# %% id="exercise-shape"
from attnlib import check
table = load_example("first_look").X
ids = np.array([[0, 1, 2, 0, 3], [3, 2, 0, 1, 1]])
check.shape(..., table[ids])

# %% [markdown] id="exercise-longer-text" lang="en"
# **2 · Longer** (★★, 1 min). We multiply the row of *fish* by 3. What is its dot product with itself now? (Before, it was 3.)
#
# <details><summary>Hint</summary>
#
# Both factors of every product become three times as large.
#
# </details>
#
# <details><summary>The answer</summary>
#
# 27: each product becomes 3 · 3 = 9 times as large.
#
# </details>

# %% [markdown] id="exercise-longer-text" lang="zh" agreed="07ab53b2-36d8cb55"
# **2 · 变长**（★★，1 分钟）。把“鱼”这一行乘 3。它和自己的点积变成多少？（原来是 3。）
#
# <details><summary>提示</summary>
#
# 每个乘积里，两个因数都变成了原来的 3 倍。
#
# </details>
#
# <details><summary>答案</summary>
#
# 27：每个乘积都变成原来的 3 · 3 = 9 倍。
#
# </details>

# %% id="exercise-longer"
fish = 3 * table[3]
check.number(..., fish @ fish)

# %% [markdown] id="exercise-minus-text" lang="en"
# **3 · A silent mistake** (★★, 1 min). A program gives unknown words the id −1, and numpy does not complain. Which row does `table[-1]` copy? Give its number, counted from 0.
#
# <details><summary>Hint</summary>
#
# What does `[10, 20, 30][-1]` give in Python?
#
# </details>
#
# <details><summary>The answer</summary>
#
# Row 3, that of *fish*: −1 counts from the end. An unknown word would pass for a fish.
#
# </details>

# %% [markdown] id="exercise-minus-text" lang="zh" agreed="3bc6f392-09d09a3e"
# **3 · 不报错的错**（★★，1 分钟）。有个程序给不认识的词编号 −1，numpy 没有报错。`table[-1]` 抄的是哪一行？写出行号，从 0 数起。
#
# <details><summary>提示</summary>
#
# 在 Python 里，`[10, 20, 30][-1]` 得到什么？
#
# </details>
#
# <details><summary>答案</summary>
#
# 第 3 行，也就是“鱼”：−1 是从后往前数的。不认识的词，就被当成了“鱼”。
#
# </details>

# %% id="exercise-minus"
rows = table.tolist()
check.number(..., rows.index(table[-1].tolist()))

# %% [markdown] id="recap" lang="en"
# ## 12 · Recap (2 min)
#
# * An embedding is a look-up: each token gets one row of a table, the same as one-hot times table. A batch $X$ has the shape (batch, $n$, $d_\text{model}$).
# * We compute with rows, never with ids. A single column of a trained table seldom has a name.
# * A word has the same row everywhere. What it means *here*, only the other words can tell.
#
# Without looking back, answer: Why must ids not be used as quantities? Which two ways out are there for a word that the vocabulary lacks, and what does the first one lose?
#
# <details><summary>Answers</summary>
#
# Their size and order are arbitrary: another numbering gives other results. The two ways: one row `<unk>` for all unknown words, which loses what tells them apart; or pieces of words, down to single characters or bytes.
#
# </details>
#
# Next, each row becomes three. [02 · Queries, keys and values →](02_queries_keys_values.ipynb)

# %% [markdown] id="recap" lang="zh" agreed="2aee74a2-eb3e9cf6"
# ## 12 · 小结（2 分钟）
#
# * 嵌入就是查表：每个词元取表里的一行，等于独热编码乘嵌入表。一批句子的 $X$，形状是 (batch, $n$, $d_\text{model}$)。
# * 参加计算的是各行的数，不是编号。训练出来的表，单看一列往往说不出含义。
# * 一个词在哪里都是同一行。它在这一句里是什么意思，只有别的词能说明。
#
# 合上这一课，回答两个问题：为什么不能把编号当成数量？遇到词表里没有的词，有哪两种办法，第一种会丢掉什么？
#
# <details><summary>答案</summary>
#
# 编号的大小和顺序是人随意定的，换一种编号，结果就变了。两种办法：所有生词共用 `<unk>` 一行，这样生词之间的差别就丢了；或者切成更小的块，直到单个字符或字节。
#
# </details>
#
# 下一课，每一行会变成三行。[02 · 查询、键和值 →](02_queries_keys_values.ipynb)
