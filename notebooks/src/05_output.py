# %% [markdown] id="title" lang="en"
# # 05 · Output: one test for three programs
#
# Three programs compute attention. Two of them are wrong: one mixes the wrong rows, the other swaps queries and keys. All three take the same test, an example worked out by hand to eight decimals. Will it catch the wrong ones?
#
# The right program is yours, but its last step is missing: with its weights, what does a word *collect* from the others?
#
# About 40 minutes, and 15 for the exercises. You need lesson 04.

# %% [markdown] id="title" lang="zh" agreed="ebb77a84-91e32903"
# # 05 · 输出：三个程序，一道考题
#
# 有三个算注意力的程序，其中两个是错的：一个混合错了东西，一个把查询和键弄反了。我们用同一道题来考它们，那是一个手算的例子，每一步都算到八位小数。两个错的程序，考得出来吗？
#
# 那个对的程序由你来写，现在还差最后一步：有了权重，一个词究竟从别的词那里**取来**了什么？
#
# 约 40 分钟，练习另需 15 分钟。需要先学第 04 课。

# %% id="setup"
import numpy as np
from attnlib import heatmap, load_example, load_results, load_texts, mix, shares, show, softmax, table, use_language
from classroom import Explorer, ask, between, check, load_model, machine, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("attention", steps="output")

# %% [markdown] id="links" lang="en"
# [← 04](04_softmax.ipynb) · [Glossary](glossary.ipynb) · [06 →](06_masks.ipynb)

# %% [markdown] id="links" lang="zh" agreed="186184d0-f07783e2"
# [← 04](04_softmax.ipynb) · [术语表](glossary.ipynb) · [06 →](06_masks.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 11 min; the sum at the board, the exercise together. Section 2: 10 min; a vote on where the outputs lie. Section 3: 15 min, the heart: write the second exercise together, vote on the three programs, and let the hall invent a test that catches both mistakes before you show ours. Section 4: 10 min; a vote, then let somebody explain why the largest weight does not bring most. Recap: 4 min. The puzzle and *For the curious* are for home.

# %% [markdown] id="plan" lang="zh" agreed="d665fc8f-bddb8a37" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 11 分钟：求和写在黑板上，练习一起做。第 2 节 10 分钟：输出落在哪里，举手表决。第 3 节 15 分钟，是这一课的重点：第二个练习一起写，三个程序谁能通过先表决；再请大家出一道题，要能同时查出两种错误，然后才给出我们的办法。第 4 节 10 分钟：先表决，再请人说说权重最大的词元为什么带来的不是最多。小结 4 分钟。谜题和“想多了解一点”留作课后。

# %% [markdown] id="output" lang="en"
# ## 1 · What a word collects
#
# In lesson 00 the same row of *apple* came out as food next to *eat*, and as tech next to *phone*. The [**output**](glossary.ipynb) of a word is the sum of the **values**, each times the weight that the word gives it. As it depends on the neighbours, it is also called the word's [**context vector**](glossary.ipynb).
#
# Here is the output of *small* in *small cat chases fish*. A value has two numbers, *lively* and *strong*. The products add up to the output, Σ:

# %% [markdown] id="output" lang="zh" agreed="63ee2632-1b917ff0"
# ## 1 · 一个词取来什么
#
# 第 00 课里，“苹果”进去的那一行始终没变，可是在“吃”旁边，结果是食物，在“手机”旁边，结果是科技。权重决定一个词从每个词那里取多少，取来的则是**值**。把各个值乘上自己的权重再相加，就是这个词的[**输出**](glossary.ipynb)（output）。它随邻居而变，所以也叫[**上下文向量**](glossary.ipynb)（context vector）。
#
# 下面是“小 猫 追 鱼”里“小”的输出。每行一个词：左边是“小”给它的权重，中间是它的值，两个数，先“活泼”，后“强壮”。两者相乘，全部加起来就是输出，写在 Σ 那一行：

# %% id="small-sum"
look = load_example("first_look")
w, V = look.trace().weights[0], look.trace().V  # (4,), (4, 2)
rows = np.vstack([w[:, None] * V, (w[:, None] * V).sum(0)]).round(2)  # (5, 2)
table(word=[*look.tokens, "Σ"], weight=[*w.round(2), ""], value=[*map(tuple, V), ""], product=[*map(tuple, rows)])

# %% [markdown] id="small-said" lang="en"
# *small* comes out strong, since *cat* pulls most. A weight says how strongly a word pulls, a value in which direction, and how far.

# %% [markdown] id="small-said" lang="zh" agreed="f2f5fad7-db7d702d"
# “小”的输出很强壮，不活泼，因为“猫”拉得最用力。权重说的是拉得多用力，值说的是往哪里拉、拉多远。

# %% [markdown] id="output-exercise" lang="en"
# **Exercise 1** (★★, 5 min). That was one word. Now all words, and many tables at once: `weights` is (..., n, m) and `V` is (..., m, d_v); the dots stand for any axes in front. With (2, n, m) and (2, m, d_v), each table of weights has values of its own, and the two must never mix. Return (..., n, d_v). First decide which axis has to disappear.

# %% [markdown] id="output-exercise" lang="zh" agreed="d8c82261-67730b90"
# **练习 1**（★★，5 分钟）。刚才只算了一个词。现在一次算完所有的词，而且可以同时算好几张表：`weights` 的形状是 (..., n, m)，`V` 的形状是 (..., m, d_v)，省略号表示前面可能还有别的轴。比如 (2, n, m) 和 (2, m, d_v)，就是两张权重表，各有各的值，两边不能混在一起。返回输出 (..., n, d_v)。动手之前，先从形状看清楚：要消掉的是哪一个轴。

# %% id="exercise-mix" tags=["exercise"]
def my_mix(weights, V):
    ...

mix = check.mix(my_mix)

# %% [markdown] id="apple-mistake" lang="en"
# **A natural mistake** is to mix something else: the keys, or the rows of $X$. Here are the rows of $X$, mixed for *eat apple*:

# %% [markdown] id="apple-mistake" lang="zh" agreed="fb966a9a-91ea1542"
# **一个很容易犯的错误**：权重是对的，混合的却不是值，而是键，或者直接用 $X$ 的各行。拿“吃 苹果”来试，混合 $X$ 的各行：

# %% id="apple-words"
eat_apple = load_example("apple").select(0)
words = mix(eat_apple.trace().weights, eat_apple.X)
heatmap(words, eat_apple.tokens, eat_apple.feature_names, kind="signed")

# %% [markdown] id="apple-values" lang="en"
# *apple* has become an action, because *eat* is one. But *eat* should tell its neighbour: *the word next to me is food*. **The value is not the word**, but what the word passes on, and $W_V$ makes it.

# %% [markdown] id="apple-values" lang="zh" agreed="ed746633-15398dfe"
# “苹果”成了一个动作，因为“吃”是动作。可是“吃”要告诉邻居的是“我旁边的东西能吃”，不是“我是动作”。**值不是词本身**，而是这个词传给邻居的内容，由 $W_V$ 算出。

# %% [markdown] id="lecturer-apple" lang="en" tags=["lecturer"]
# Ask: *why not take key = value, and save a matrix?* Then what a word is found as is what it passes on: *eat* could be found as *eating* and would have to pass on *eating*. The worked example of section 3 does so, and for arithmetic that will do.

# %% [markdown] id="lecturer-apple" lang="zh" agreed="37cab3ea-1cfafce9" tags=["lecturer"]
# 可以问：让键等于值，省一个矩阵，行不行？那样一个词凭什么被找到，就只能传出去什么：“吃”凭“进食”被找到，传出去的也只能是“进食”。第 3 节的手算例子正是这样，练算术够用了。

# %% [markdown] id="where" lang="en"
# ## 2 · How far an output can go
#
# A value of two numbers is a point in a plane. We draw the four values of *small cat chases fish*, with *lively* across and *strong* up. How far can weights move an output? `dirichlet` makes random rows of positive numbers that sum to 1.

# %% [markdown] id="where" lang="zh" agreed="e74ca2c2-2bff11f5"
# ## 2 · 输出能走多远
#
# 一个值有两个数，就是平面上的一个点。这里画“小 猫 追 鱼”的四个值，横轴是“活泼”，纵轴是“强壮”。权重一变，输出能落到哪里？`dirichlet` 随机给出一行行正数，每行加起来等于 1。

# %% id="where-question"
look = load_example("first_look")
V, by_chance = look.trace().V, np.random.default_rng(0).dirichlet(np.ones(4), 500)  # (500, 4)
ask("where_outputs_go", then=between(V, mix(by_chance, V), look.tokens, look.column_names("V")))

# %% [markdown] id="lecturer-where" lang="en" tags=["lecturer"]
# Ask: *can the first number of the output of* cat *be 3?* Many say: if a weight is large enough. The values are 2, −1, 2 and 1, and no average of them exceeds 2.

# %% [markdown] id="lecturer-where" lang="zh" agreed="90bdb2dc-1de461bd" tags=["lecturer"]
# 可以问：“猫”的输出，第一个数可能是 3 吗？可能有人说，权重够大就可以。四个值的第一个数是 2、−1、2、1，怎么平均都不会超过 2。

# %% [markdown] id="puzzle" lang="en"
# **Puzzle.** Now the values change. Make *cat* come out strong: raise its output in the column *strong* from −0.97 to above 1. Change one number of $W_V$, a whole one from −2 to 2. Try the obvious first, what *cat* itself passes on: the row *hunts*. Whose output moves? Click the words under *Who looks*.

# %% [markdown] id="puzzle" lang="zh" agreed="c509c7fd-3a3613ed"
# **谜题。** 现在权重不变，变的是值。让“猫”的输出在“强壮”一列变大：从 −0.97 变到 1 以上。只改 $W_V$，用 −2 到 2 的整数，改一个数就够了。先试试最容易想到的办法，改“猫”自己的值：这里会捕猎的只有“猫”，所以改“会捕猎”那一行。再点一点“谁在看”下面的词，看看变的是谁的输出。

# %% id="puzzle-explorer"
Explorer("first_look", ("X", "W_V", "V", "weights", "output"), goal="strong", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>The solution</summary>
#
# *cat* gives *chases* 0.96 of its attention, so it comes out as what *chases* passes on. *chases* is a verb and nothing else, so write 2 in the row *verb*, column *strong*. A change in what *cat* passes on moves *small* and *fish*, which look at *cat*, but hardly moves *cat* itself. The weights have not changed: queries and keys decide where a word looks, values what it collects.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="5a2be967-aab34f9e"
# <details><summary>解法</summary>
#
# “猫”把 0.96 的注意力给了“追”，所以它的输出几乎就是“追”传出去的东西。“追”只有“动词”这一个特征：在“动词”那一行的“强壮”一列写 2。改“猫”自己传出去的东西，变的是看着“猫”的“小”和“鱼”，“猫”自己几乎不变。权重一点没变：查询和键决定往哪里看，值决定取来什么。
#
# </details>

# %% [markdown] id="fragile" lang="en"
# **The middle is fragile.** In *eat apple phone*, *apple* gives both neighbours the same weight and comes out in the middle, (1, 1). But it would come out there with no neighbours, too: an output does not tell who has pulled. Now the key of *phone* gets shorter or longer; in the last column the query is also five times as long:

# %% [markdown] id="fragile" lang="zh" agreed="3f5d26c5-c48e0cf7"
# **停在中间并不稳。** “吃 苹果 手机”里，“苹果”给“吃”和“手机”的权重相等，输出落在正中间，是 (1, 1)。只有“苹果”一个词的时候，输出也是 (1, 1)，所以光看输出，看不出是谁拉过。现在把“手机”的键变短或变长一点。最后一列里，“苹果”的查询另外放大到五倍：

# %% id="fragile-average"
three = load_example("between").trace()
times = np.array([0.8, 0.9, 1, 1.1, 1.2])
keys = np.stack([np.ones(5), np.ones(5), times], -1)  # (5, 3)
plain, long = (mix(softmax(three.scaled[1] * keys * size), three.V).round(2) for size in (1, 5))
table(key_of_phone_times=times, output_of_apple=[*map(tuple, plain)], query_times_five=[*map(tuple, long)])

# %% [markdown] id="fragile-said" lang="en"
# With the long query, a key longer by a fifth is enough, and *phone* takes nearly all. An average of two words needs scores that agree closely; two attentions, one for each word, do not (lesson 07).

# %% [markdown] id="fragile-said" lang="zh" agreed="c03d3e9c-42d513cb"
# 查询一长，“手机”的键只要再长五分之一，“苹果”几乎就只剩下“手机”那一边了。要取两个词的平均，两个分数就得非常接近。并排用两套注意力，一套取一个词，就没有这个麻烦（第 07 课）。

# %% [markdown] id="program" lang="en"
# ## 3 · One test for three programs
#
# **Exercise 2** (★★, 10 min). Write the right program. `my_attention` takes queries (n, d_k), keys (m, d_k) and values (m, d_v), perhaps with further axes in front, and returns the outputs (n, d_v):
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# `mine` holds your functions: `mine.mix`, `mine.scale`, `mine.scores` and `mine.softmax`, or ours where yours is missing.

# %% [markdown] id="program" lang="zh" agreed="9683fee1-7e4da10a"
# ## 3 · 三个程序，一道考题
#
# **练习 2**（★★，10 分钟）。那个对的程序，现在可以写了。`my_attention` 接收查询 (n, d_k)、键 (m, d_k)、值 (m, d_v)，前面同样可能多出别的轴；返回输出 (n, d_v)：
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# `mine` 里有你写的 `mine.mix`、`mine.scale`、`mine.scores`、`mine.softmax`，没写的用我们的。

# %% id="exercise-attention" tags=["exercise"]
def my_attention(Q, K, V):
    ...

attention = check.attention(my_attention)

# %% [markdown] id="witness" lang="en"
# The test is a worked example with two Chinese sentences of three words: 我 爱 中国, *I love China*, and 太阳 变 红, *the sun turns red*. Queries, keys and values share one matrix and one bias. Here are the 12 output numbers of the first sentence by hand, and below by your program, or by ours until yours is right:

# %% [markdown] id="witness" lang="zh" agreed="b1cf6e21-14fbffae"
# 考题是一个手算的例子，里面有两句话：“我 爱 中国”和“太阳 变 红”。查询、键、值共用一个矩阵和一个偏置。例子只给出了第一句的计算过程，每一步保留八位小数。下面先是手算的输出，一共 12 个数；再是你的程序算出来的，没写对以前用我们的：

# %% id="witness-digits"
batch = load_example("hand_worked")
Q = mine.project(batch.X, batch.W_Q, batch.b_Q)  # (2, 3, 4)
K = mine.project(batch.X, batch.W_K, batch.b_K)
V = mine.project(batch.X, batch.W_V, batch.b_V)
hand = batch.figures["output"]  # (3, 4)
print(hand, attention(Q, K, V)[0].round(8), sep="\n\n")

# %% [markdown] id="witness-test" lang="en"
# All 12 agree. Now two wrong programs take the same test: the first mixes keys in place of values, the second swaps queries and keys.

# %% [markdown] id="witness-test" lang="zh" agreed="8688ed4e-3c38b50b"
# 12 个数一位不差。再找两个故意写错的程序一起来考：一个把键当成了值，一个把查询和键弄反了。

# %% id="witness-programs"
programs = [attention, lambda Q, K, V: attention(Q, K, K), lambda Q, K, V: attention(K, Q, V)]
names = ["right", "values_are_keys", "queries_and_keys_swapped"]
equal = [int((abs(program(Q, K, V)[0] - hand) < 1e-8).sum()) for program in programs]
ask("same_test", then=table(program=names, equal_numbers=equal))

# %% [markdown] id="better" lang="en"
# Here are two other tests. The first is *apple* in *eat apple*. The second only looks at the shape of the output, for 2 queries of 6 numbers, 4 keys of 6, and 4 values of 3.

# %% [markdown] id="better" lang="zh" agreed="e0af6ab2-2a266ba9"
# 再出两道题。第一道是“吃 苹果”里的“苹果”。第二道连数也不看，只看输出的形状：2 个查询，每个 6 个数；4 个键，每个 6 个数；4 个值，每个 3 个数。

# %% id="better-tests"
apple, sizes = load_example("apple").select(0).trace(), [np.ones(size) for size in ((2, 6), (4, 6), (4, 3))]
def shape(program):
    try:
        return program(*sizes).shape
    except ValueError:
        return "error"
apples = [tuple(program(apple.Q, apple.K, apple.V)[1].round(2)) for program in programs]
table(program=names, output_of_apple=apples, shape=[shape(program) for program in programs])

# %% [markdown] id="passed" lang="en"
# Each catches both mistakes. The worked example let all three programs pass: there $Q = K = V$, so confusing them changes nothing, to a hundred decimals. **In a good test, everything that a program could confuse is different**: queries, keys, values, and every size.
#
# The shapes also say who gets an output: whoever asks. In translation, if the queries came from the original and the keys and values from what is being written, only the words of the original would get an output (lesson 06).

# %% [markdown] id="passed" lang="zh" agreed="5fcdcc46-117a4813"
# 两道题都查出了两种错误。手算的例子却让三个程序全都通过：那里 $Q = K = V$，弄混了也什么都不变，就是算到一百位小数也没有用。出考题要记住：凡是程序可能弄混的东西，都让它们互不相同，查询、键、值如此，各个维度也如此。
#
# 形状还告诉我们谁会得到一行输出：**发问**的一方。翻译的时候，要是弄反了，让原文去问译文，得到输出的就是原文的词，译文一行也没有（第 06 课第 9 节）。

# %% [markdown] id="case" lang="en"
# **A table of weights** can be tested, too. The worked example comes with a picture of its weights, perhaps never meant to be exact. Here are its numbers, their sums, and the weights by your functions:

# %% [markdown] id="case" lang="zh" agreed="2e8e1a42-e6063b3d"
# **权重表**同样可以检验。这个手算的例子配有一张图，画的是六个词的权重，也许本来就只是示意，不求准确。下面是图上的数、每行的和，以及用你的函数算出的权重：

# %% id="truth-weights"
words, claimed = [*batch.sentences[0].tokens, *batch.sentences[1].tokens], batch.figures["illustration"]  # (6, 3)
weights = mine.softmax(mine.scale(mine.scores(Q, K), 4)).reshape(6, 3)
pictured, computed = ([*map(tuple, rows.round(2))] for rows in (claimed, weights))
table(word=words, in_the_picture=pictured, sum_of_row=claimed.sum(-1).round(1), computed=computed)

# %% [markdown] id="verdict-explain" lang="en"
# Two rows sum to 1.1, so they cannot be weights. In five of six the order is not that of the scores. Three checks:
#
# 1. No number is negative, and each row sums to 1, up to rounding.
# 2. In each row the weights have the order of the scores.
# 3. Computed anew, the numbers come out the same.

# %% [markdown] id="verdict-explain" lang="zh" agreed="36981aea-5d852552"
# 不用程序也看得出：有两行加起来是 1.1，不可能是权重。再和右边一列比，六行里有五行，大小顺序都对不上；权重的顺序本该和分数一样。拿到一张权重表，可以查三件事：
#
# 1. 没有负数，每行加起来是 1，四舍五入的误差除外。
# 2. 每行的名次，和分数的名次一致。
# 3. 自己算一遍，得到的是同样的数。

# %% [markdown] id="layer" lang="en"
# ## 4 · A word before and after a real layer
#
# The first layer of the model of lesson 12 has h = 12 heads side by side (lesson 07). Their outputs, joined to one row, are mixed by a matrix, the [**output projection**](glossary.ipynb) $W_O$, (h · d_v, d_model). The result has as many numbers as a row of $X$ and is **added** to the row of the word, which then goes on.
#
# The model reads *I eat an apple.* Before the first layer, a row knows only its token and its place. For any vector we look for the nearest of 250,002 tokens, by the cosine (lesson 01).

# %% [markdown] id="layer" lang="zh" agreed="9d899301-42aed445"
# ## 4 · 真实的一层：一个词的前与后
#
# 训练好的模型也是这样取的吗？来看第 12 课那个模型的第一层。它里面并排有 h = 12 个头（第 07 课）。十二份输出首尾相接成一行，再乘一个矩阵，这就是[**输出投影**](glossary.ipynb)（output projection）$W_O$，形状是 (h · d_v, d_model)。这样得到的结果和 $X$ 的一行维数相同，于是可以**加**到那一行上。加完以后，再交给下一步。
#
# 模型读的是“我吃苹果。”进入第一层之前，一行只知道自己是哪个词元、排在第几。模型一共认得 250,002 个词元；一个向量离哪个词元最近，用第 01 课的余弦来比。

# %% id="layer-question" tags=["of-its-language"]
from attnlib.languages import language
found = load_results("one_layer")[language()]
ask("nearest_token", then=table(**found["table"]))

# %% [markdown] id="brings" lang="en"
# Who has brought how much? The first line shows the weight that *apple* gives each token, the mean over the twelve heads. The second shows how long the vector is that arrives from it, weight times value times $W_O$, as a share of all these lengths.

# %% [markdown] id="brings" lang="zh" agreed="dee2193c-47ad155c"
# 谁带来了多少？第一行是“苹果”给每个词元的权重，取十二个头的平均。第二行看实际收到的向量，也就是权重乘值，再乘 $W_O$：每个向量的长度，占总长度的几分之几。

# %% id="layer-brings" tags=["of-its-language"]
weights, lengths = found["apple"]["weights"], found["apple"]["brings"]
shares({"weight": weights, "share_of_lengths": lengths / lengths.sum()}, found["apple"]["tokens"])

# %% [markdown] id="layer-said" lang="en"
# The largest weight goes to a token that is no word; *eat* and *apple* bring more. **A large weight on a short value moves little** ([Kobayashi et al. 2020](https://arxiv.org/abs/2004.10102)). In sixteen sentences, only 20 of 126 words get most from the token with the largest weight.

# %% [markdown] id="layer-said" lang="zh" agreed="e3ec406d-74d8bce8"
# 权重最大的那个词元只是一个标记，不代表任何词；“吃”的权重小不少，带来的却将近它的四倍。**值太短，权重再大也拉不动多少**（[Kobayashi 等，2020](https://arxiv.org/abs/2004.10102)）。我们查了十六个句子里的 106 个词，只有 9 个，权重最大的词元带来的也最多。

# %% [markdown] id="layer-added" lang="en"
# Nor is the addition a mixture of words. We looked at 126 words. The token nearest to the addition was never one of the sentence; the token nearest to a mixture of the rows always was, though it may be the mark at the beginning. The addition is no nearer to any token than a random direction, and a fifth as long as the row. Yet in *I bought an apple phone.* the same row of *apple* goes in, and another comes out. $W_Q$ and $W_K$ decide *where* a word looks, $W_V$ and $W_O$ *what* it gets.

# %% [markdown] id="layer-added" lang="zh" agreed="5e917bd1-103bd2bb"
# 加上去的向量，也不是几个词的混合。106 个词，每个都收到一个向量。离这个向量最近的词元，没有一次在同一句话里，余弦也不比随便一个方向高。要是不混合值，而用同样的权重混合各行，106 次里就有 102 次落在句中的词元上。它的长度只有那一行的五分之一左右。尽管如此，换成“新的苹果电脑很快”这一句，进去的“苹果”一模一样，出来的就不同了。看**哪里**，由 $W_Q$ 和 $W_K$ 决定；取来**什么**，由 $W_V$ 和 $W_O$ 决定。

# %% [markdown] id="recap" lang="en"
# ## 5 · Recap
#
# Two questions without looking back:

# %% [markdown] id="recap" lang="zh" agreed="5e2a5008-8ca8f6be"
# ## 5 · 小结
#
# 先别往回翻，回答两个问题：

# %% id="recap-question-1"
ask("shifted_values")

# %% id="recap-question-2"
ask("output_shape")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * The output is the weighted sum of the values, $o_i = \sum_j w_{ij} \, v_j$, and lies between them. In a model it goes through $W_O$ and is added to the word's row.
# * Test a program on inputs in which everything that it could confuse differs.
# * A large weight on a short value moves little, so a weight alone is no explanation.
#
# Next: some words must *not* be looked at, and one row of weights will sum to 0. [Lesson 06, masks →](06_masks.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="781103c4-1f1a32fb"
# 这一课要记住的：
#
# * 一个词的输出，是各个值的加权和 $o_i = \sum_j w_{ij} \, v_j$，总在这些值之间，不会跑到外面。在模型里，它还要经过 $W_O$，再加到这个词的那一行上。
# * 考一个程序，凡是它可能弄混的，都要互不相同。
# * 值太短，权重再大也拉不动多少，所以光看权重不算解释。
#
# 下一课：有些词是**不许**看的，比如还没写出来的词。还会有一行权重，加起来是 0。[第 06 课，掩码 →](06_masks.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# Must values be made before they are mixed? The layer of section 4 on a sentence of yours. And attention as a PyTorch class, exercise 3.

# %% [markdown] id="later" lang="zh" agreed="92e64542-60064e18"
# ## 想多了解一点
#
# 一定要先算值、再混合吗？换你自己的句子，再看第 4 节那一层。还有练习 3：把注意力写成 PyTorch 的类。

# %% [markdown] id="late" lang="en"
# **“Must the values be made before they are mixed?”** Let $A$ be the weights of *eat apple*. The first line mixes the rows of $X$ and multiplies by $W_V$ afterwards; the second is the usual output. Both are for *apple*.

# %% [markdown] id="late" lang="zh" agreed="dff59d65-62ccdf5b"
# **“一定要先算值、再混合吗？”** 用 $A$ 表示“吃 苹果”的权重。第一行先对 $X$ 的各行做加权求和，再乘 $W_V$；第二行是平常的输出。两行都是“苹果”的。

# %% id="apple-late"
eat_apple = load_example("apple").select(0)
trace = eat_apple.trace()
show({"(A X) W_V": (mix(trace.weights, eat_apple.X) @ eat_apple.W_V)[1], "A (X W_V)": trace.output[1]})

# %% [markdown] id="late-said" lang="en"
# $A\,(X W_V) = (A X)\, W_V$: the order makes no difference. So $W_V$ need not come first; it is there to choose what is passed on. $W_V$ and $W_O$ of one attention can even be multiplied beforehand, into one matrix that says what arrives.

# %% [markdown] id="late-said" lang="zh" agreed="938f8c3c-50e84396"
# $A\,(X W_V) = (A X)\, W_V$：先平均还是先乘，结果一样。$W_V$ 的用处，是选择传出去什么。一套注意力的 $W_V$ 和它那一份 $W_O$，甚至可以先乘成一个矩阵，它决定对方收到什么。

# %% [markdown] id="yours" lang="en"
# **The lengths of section 4.** This computes them<span class="notebook">; try another text, too</span>. Each row shows how much each token brings to the token on the left.

# %% [markdown] id="yours" lang="zh" agreed="51a50f65-b3e66973"
# **第 4 节里的长度。** 就是这样算的<span class="notebook">，换成别的句子也试试</span>。每一行是一个词元，列出各个词元给它带来多少。

# %% id="layer-yours" tags=["model", "of-its-language"]
text = load_texts("apples")["tech"][0]
model, reading = load_model(), load_model().read(text)
trace, W_O = reading.traces[0], model.blocks[0]["W_O"].reshape(12, 32, 384)
brought = np.einsum("hij,hjd,hde->ije", trace.weights, trace.V, W_O)  # (n, n, 384)
heatmap(np.linalg.norm(brought, axis=-1), reading.words, reading.words, sums=False)

# %% [markdown] id="exercise-module-text" lang="en"
# **As a PyTorch class.** This is how many tutorials write it, and it can be trained: `nn.Linear` multiplies by a matrix and adds a bias (lesson 02), and training adjusts both.
#
# **Exercise 3**, to take home (★★★, 40 min). If you have never written a class, skip it: no later lesson needs it. Write a layer with three projections `W_Q`, `W_K`, `W_V` from d_model numbers to d_k. They may have a bias or not (`bias=False`). `forward` takes x (n, d_model), perhaps with a batch in front, and returns the outputs (n, d_k); you may return the weights as well. For tensors, PyTorch's arrays, write `x.mT` and `torch.softmax(x, dim=-1)`.

# %% [markdown] id="exercise-module-text" lang="zh" agreed="77102909-9aa61946"
# **写成 PyTorch 的类。** 许多教程是这样写的，好处是能训练：`nn.Linear` 乘一个矩阵，再加一个偏置（第 02 课），两者都可以训练。
#
# **练习 3**，课后做（★★★，40 分钟）；没写过类（class）的可以跳过，不影响后面。写一个层：三个投影 `W_Q`、`W_K`、`W_V`，把 d_model 维变成 d_k 维，有没有偏置都行（`bias=False` 就没有）。`forward` 接收 x (n, d_model)，前面可能有批的轴，返回输出 (n, d_k)，也可以连权重一起返回。张量是 PyTorch 的数组，它的转置写 `x.mT`，softmax 写 `torch.softmax(x, dim=-1)`。

# %% id="exercise-module" tags=["exercise", "long", "torch"]
import torch
from torch import nn

class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        ...

    def forward(self, x):
        ...

SelfAttention = check.self_attention(MySelfAttention)

# %% [markdown] id="torch-copy-text" lang="en"
# The layer takes the test, too: we give yours, or ours until yours is right, the matrix and the bias of the worked example. PyTorch also has a function for everything after the projections, `scaled_dot_product_attention`. Here are the largest differences from the result by hand, of the layer and of the function:

# %% [markdown] id="torch-copy-text" lang="zh" agreed="d23a4435-befb04be"
# 这一层也来考一考：把手算例子的矩阵和偏置交给你的层，没写对以前用我们的。PyTorch 还自带一个函数 `scaled_dot_product_attention`，投影之后的各步一次算完。下面依次是这一层、这个函数和手算结果的最大差：

# %% id="torch-copy" tags=["torch"]
batch, layer = load_example("hand_worked"), SelfAttention(4, 4)
X, W, b = (torch.from_numpy(x) for x in (batch.X, batch.W_Q, batch.b_Q))
layer.W_Q = layer.W_K = layer.W_V = nn.Linear(4, 4).double().requires_grad_(False)
_ = layer.W_Q.load_state_dict({"weight": W.T, "bias": b})
Q, result = X @ W + b, layer(X)
output = result[0] if isinstance(result, tuple) else result
for o in (output, nn.functional.scaled_dot_product_attention(Q, Q, Q)):
    show(largest_difference=abs(o[0].numpy().round(8) - batch.figures["output"]).max())
