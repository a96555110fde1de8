# %% [markdown] id="title" lang="en"
# # 05 · Output: a suspicious table
#
# Slides and tutorials often show attention weights as a small table. Can you tell whether such a table is right? In section 4, one that looks convincing goes on trial.
#
# For that we need a witness that we can trust: a program that computes all of attention. Only its last step is missing: what does a word *collect* from the others?
#
# About 35 minutes, and 15 for the exercises. You need lesson 04.

# %% [markdown] id="title" lang="zh" agreed="5e1aab3e-97c472bf"
# # 05 · 输出：一张可疑的表
#
# 讲注意力的文章和课件里，常配着一张小表，说是注意力权重。这样的表对不对，你看得出来吗？第 4 节就审这样一张表，它看上去挺像样。
#
# 要审它，得有一个信得过的证人：一个能算出完整注意力的程序。现在只差最后一步：一个词究竟从别的词那里*取来*什么？
#
# 约 35 分钟，练习另需 15 分钟。需要先学第 04 课。

# %% id="setup"
import numpy as np
from attnlib import curves, heads, heatmap, load_example, mix, pipeline, show, softmax, table, use_language
from classroom import Explorer, ask, between, check, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight="output")

# %% [markdown] id="links" lang="en"
# [← 04](04_softmax.ipynb) · [Glossary](glossary.ipynb) · [06 →](06_masks.ipynb)

# %% [markdown] id="links" lang="zh" agreed="186184d0-f07783e2"
# [← 04](04_softmax.ipynb) · [术语表](glossary.ipynb) · [06 →](06_masks.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 16 min; the sum at the board, the exercise together, a vote on the tug of war. Section 2: 5 min. Section 3: 8 min; write the second exercise together. Section 4: 16 min, the trial: show the table, say nothing, let the hall find the two rows; then half of the hall defends the table, half accuses it. Recap: 5 min. The puzzle and *For the curious* are for home.

# %% [markdown] id="plan" lang="zh" agreed="5fbb187e-5d8fd3b1" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 16 分钟：求和写在黑板上，练习一起做，拔河的结果举手表决。第 2 节 5 分钟。第 3 节 8 分钟：第二个练习一起写。第 4 节 16 分钟，开庭：放出这张表，先不说话，让全班自己找出那两行；然后一半学生替表辩护，一半指控。小结 5 分钟。谜题和“想多了解一点”留作课后。

# %% [markdown] id="output" lang="en"
# ## 1 · What a word collects
#
# In lesson 00, *apple* had the same row of $X$ in *eat apple* and in *apple phone*; yet next to *eat* it came out as food, and next to *phone* as tech. How is that computed?
#
# The [**output**](glossary.ipynb) of a word is the weighted sum of all values. Since it collects something from every word of the sentence, it is also called the word's [**context vector**](glossary.ipynb).
#
# $$o_i = \sum_j w_{ij} \, v_j$$
#
# Here is the output of *apple* next to *eat*, taken apart. Each row is a word with the weight that *apple* gives it and its value (food, tech). The products, added up (Σ), are the output:

# %% [markdown] id="output" lang="zh" agreed="d352b58f-78d2c5f9"
# ## 1 · 一个词取来什么
#
# 第 00 课里，“苹果”在“吃 苹果”和“苹果 手机”里，$X$ 的那一行一模一样；可是在“吃”旁边，结果是食物，在“手机”旁边，结果是科技。这是怎样算出来的？
#
# 一个词的[**输出**](glossary.ipynb)（output），是所有值的加权和。它含有句中每个词的一份内容，所以也叫[**上下文向量**](glossary.ipynb)（context vector）。
#
# $$o_i = \sum_j w_{ij} \, v_j$$
#
# 把“吃”旁边的“苹果”的输出拆开来看。每行一个词：先是“苹果”给它的权重，再是它的值（食物，科技）。两者相乘，再加起来（Σ），就是输出：

# %% id="apple-pull"
eat_apple = load_example("apple").select(0)
w, V = eat_apple.trace().weights[1], eat_apple.trace().V  # (2,), (2, 2)
rows = np.vstack([w[:, None] * V, w @ V]).round(2)  # (3, 2)
table(word=[*eat_apple.tokens, "Σ"], weight=[*w.round(2), ""], value=[*map(tuple, V), ""], product=[*map(tuple, rows)])

# %% [markdown] id="apple-share" lang="en"
# The sum is food 1.97 and tech 0.03, nearly all of it from *eat*. Next to *phone* it is *phone* that pulls, just as strongly, to the other side. A weight says how strongly a word pulls, and a value says in which direction, and how far.

# %% [markdown] id="apple-share" lang="zh" agreed="c2e43757-f14ba94e"
# 加起来是食物 1.97，科技 0.03，几乎全部来自“吃”。在“手机”旁边，是“手机”在拉，力气一样大，拉向另一边。权重说的是拉得多用力，值说的是往哪里拉、拉多远。

# %% [markdown] id="output-exercise" lang="en"
# In lesson 00 you wrote this sum for one word.
#
# **Exercise 1** (★, 5 min). Now do it for all words at once. `my_mix` takes weights (n, m) and values (m, d_v), perhaps with further axes in front, and returns the outputs (n, d_v).

# %% [markdown] id="output-exercise" lang="zh" agreed="6bcc137c-9c1683a6"
# 一个词的加权求和，你在第 00 课已经写过了。
#
# **练习 1**（★，5 分钟）。现在所有的词一起算：`my_mix` 接收权重 (n, m) 和值 (m, d_v)，前面还可能多出别的轴，比如一批句子；返回输出 (n, d_v)。

# %% id="exercise-mix" tags=["exercise"]
def my_mix(weights, V):
    ...

mix = check.mix(my_mix)

# %% [markdown] id="apple-mistake" lang="en"
# **A natural mistake** is to mix something else: keys, as we tried in section 3 of lesson 02, or simply the rows of $X$. What would become of *apple*?

# %% [markdown] id="apple-mistake" lang="zh" agreed="f67a1ffa-39dfc229"
# **一个很容易犯的错误**：混合的不是值，而是别的东西，比如键（第 02 课第 3 节试过），甚至直接用 $X$ 的各行。那样的话，“苹果”会变成什么？

# %% id="apple-words"
words = mix(eat_apple.trace().weights, eat_apple.X)
ask("mixing_words", then=heatmap(words, eat_apple.tokens, eat_apple.feature_names, kind="signed"))

# %% [markdown] id="apple-values" lang="en"
# The value is not the word. It is what the word passes on to its neighbours, and $W_V$ makes it.

# %% [markdown] id="apple-values" lang="zh" agreed="ceb7abf5-4f7bad2e"
# 值不是词本身，而是这个词要传给邻居的内容，由 $W_V$ 算出。

# %% [markdown] id="tug" lang="en"
# One more question about pulling: can we tell from an output who did the pulling?

# %% [markdown] id="tug" lang="zh" agreed="bb7ae6f1-90d29e28"
# 再问一句：光看输出，看得出是谁拉过吗？

# %% id="tug-question"
three, places = load_example("between"), [[0, 1, 2], [1], [2, 1, 0], [0, 0, 1, 2, 2]]
said = [" ".join(three.tokens[i] for i in sentence) for sentence in places]
outputs = [mix(softmax(three.trace().scaled[1:2, sentence]), three.trace().V[sentence]) for sentence in places]
ask("tug_of_war", then=table(sentence=said, output=[*map(tuple, np.vstack(outputs).round(2))]))

# %% [markdown] id="lecturer-apple" lang="en" tags=["lecturer"]
# Ask: *why not take key = value, and save a matrix?* Then what a word is found as is what it passes on: *eat* could be found as *eating* and would have to pass on *eating*. The worked example does so, and for arithmetic that will do. After the tug of war (*eat apple phone*) ask: *what would help* apple? A fourth word, order (lesson 08), or a second head, to keep both pulls apart (lesson 07).

# %% [markdown] id="lecturer-apple" lang="zh" agreed="2ee9c303-5b1552cd" tags=["lecturer"]
# 可以问：让键等于值，省一个矩阵，行不行？那样一个词凭什么被找到，就只能传出去什么：“吃”凭“进食”被找到，传出去的也只能是“进食”。“我 爱 中国”里正是这样，练算术够用了。拔河（“吃 苹果 手机”）之后再问：怎样才能帮到“苹果”？第四个词，词序（第 08 课），或者第二个头，把两股力分开留着（第 07 课）。

# %% [markdown] id="where" lang="en"
# ## 2 · How far an output can go
#
# How far can the weights move an output? A value of two numbers is a point in a plane. We draw the four values of *small cat chases fish* (*lively* across, *strong* up). `dirichlet` makes random rows of positive numbers that sum to 1.

# %% [markdown] id="where" lang="zh" agreed="f78899a9-aaff540d"
# ## 2 · 输出能走多远
#
# 权重不同，输出能落到哪里？一个值有两个数，就是平面上的一个点。这里画“小 猫 追 鱼”的四个值（横轴“活泼”，纵轴“强壮”）。`dirichlet` 随机给出一行行正数，每行加起来等于 1。

# %% id="where-question"
look = load_example("first_look")
V, by_chance = look.trace().V, np.random.default_rng(0).dirichlet(np.ones(4), 500)  # (500, 4)
ask("where_outputs_go", then=between(V, mix(by_chance, V), look.tokens, look.column_names("V")))

# %% [markdown] id="lecturer-where" lang="en" tags=["lecturer"]
# Ask: *can the first number of the output of* cat *be 3?* Many say: if a weight is large enough. The values are 2, −1, 2 and 1, and no average of them exceeds 2.

# %% [markdown] id="lecturer-where" lang="zh" agreed="90bdb2dc-1de461bd" tags=["lecturer"]
# 可以问：“猫”的输出，第一个数可能是 3 吗？可能有人说，权重够大就可以。四个值的第一个数是 2、−1、2、1，怎么平均都不会超过 2。

# %% [markdown] id="puzzle" lang="en"
# **Puzzle.** Now the weights stay, and the values change. Make *cat* come out strong: raise its output in the column *strong* from −0.97 to above 1. Change only $W_V$, with whole numbers from −2 to 2. One change is enough. Try the obvious first: change what *cat* itself passes on, in the row *hunts*. Whose output moves?

# %% [markdown] id="puzzle" lang="zh" agreed="bf808d25-47a0602b"
# **谜题。** 现在反过来，权重不变，变的是值。让“猫”的输出在“强壮”一列变大：从 −0.97 变到 1 以上。只改 $W_V$，用 −2 到 2 的整数，改一个数就够了。先试试最容易想到的办法，改“猫”自己的值：这里会捕猎的只有“猫”，所以改“会捕猎”那一行。看看变的是谁的输出。

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

# %% [markdown] id="program" lang="en"
# ## 3 · The witness
#
# Now we have every step, and the witness can be your own program.
#
# **Exercise 2** (★★, 10 min). `my_attention` takes queries (n, d_k), keys (m, d_k) and values (m, d_v), perhaps with further axes in front, and returns the outputs (n, d_v). It computes the whole formula:
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# You have a function for each step: `mix(weights, V)` from section 1, and `mine.scores(Q, K)`, `mine.scale(S, d_k)` and `mine.softmax(S)` from lessons 03 and 04. (`mine` holds the functions that you got right, and ours in place of the others.)

# %% [markdown] id="program" lang="zh" agreed="82429249-6b9110f5"
# ## 3 · 证人
#
# 每一步都齐了，证人就由你自己的程序来当。
#
# **练习 2**（★★，10 分钟）。`my_attention` 接收查询 (n, d_k)、键 (m, d_k)、值 (m, d_v)，前面同样可能多出别的轴；返回输出 (n, d_v)。它要算的是整个公式：
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# 每一步的函数，你都已经有了：第 1 节的 `mix(weights, V)`，还有第 03、04 课的 `mine.scores(Q, K)`、`mine.scale(S, d_k)`、`mine.softmax(S)`。（`mine` 里是你写对的函数，没写的用我们的。）

# %% id="exercise-attention" tags=["exercise"]
def my_attention(Q, K, V):
    ...

attention = check.attention(my_attention)

# %% [markdown] id="witness" lang="en"
# Can this witness be trusted? We test it on a worked example with two Chinese sentences of three words each: 我 爱 中国, *I love China*, and 太阳 变 红, *the sun turns red*. For the first sentence it gives every step, to eight decimals; for the second, nothing. We do not know who worked it out, so check one number. Queries, keys and values share one matrix and one bias, so $Q = K = V$; here is $Q$. The worked score of *love → China* is 0.349. Multiply the rows of *love* and *China*, number by number, and add up.

# %% [markdown] id="witness" lang="zh" agreed="404daf9e-08d82b9f"
# 这个证人可靠吗？拿一个手算例子来检验。例子里有两句话：“我 爱 中国”和“太阳 变 红”。第一句的每一步都给出了八位小数（第二句没有）。是谁算的，我们不知道，所以请你亲手查一个数。例子里，查询、键、值共用一个矩阵（和一个偏置），所以 $Q = K = V$，下面就是 $Q$。例子里手算的“爱 → 中国”，分数是 0.349。把“爱”和“中国”这两行对应的数相乘，再加起来，看看是不是它。

# %% id="witness-digits"
batch = load_example("hand_worked")
Q = K = V = mine.project(batch.X, batch.W_Q, batch.b_Q)  # (2, 3, 4)
table(word=batch.sentences[0].tokens, Q=[*map(tuple, Q[0])])

# %% [markdown] id="witness-test" lang="en"
# First come the 12 output numbers of your program (or of ours, until yours is right). The table counts how many of them equal the worked ones, to eight decimals. Two wrong programs take the same test: one mixes keys in place of values, one swaps queries and keys.
#
# The last column is a second test: *apple* in *eat apple*. In section 1 it was (1.97, 0.03).

# %% [markdown] id="witness-test" lang="zh" agreed="208f43dd-708c0dc5"
# 下面先打印你的程序（没写对以前，用我们的）算出的输出，一共 12 个数；下面的表数出其中有几个和例子里的手算结果相同（八位小数全同才算）。再传两个写错的程序到庭，一起受检：一个把键当作值来混合，一个把查询和键对调。
#
# 最后一列换一个例子：“吃 苹果”里的“苹果”，第 1 节算过，是 (1.97, 0.03)。

# %% id="witness-programs"
apple, hand = load_example("apple").select(0).trace(), batch.figures["output"]  # (3, 4)
print(attention(Q, K, V)[0].round(8))
programs = [attention, lambda Q, K, V: attention(Q, K, K), lambda Q, K, V: attention(K, Q, V)]
equal = [int((abs(program(Q, K, V)[0] - hand) < 1e-8).sum()) for program in programs]
apples = [tuple(program(apple.Q, apple.K, apple.V)[1].round(2)) for program in programs]
table(program=["right", "values_are_keys", "queries_and_keys_swapped"], equal_numbers=equal, output_of_apple=apples)

# %% [markdown] id="passed" lang="en"
# All three programs pass the worked example: where $Q = K = V$, such mistakes cannot show. *eat apple* catches both.

# %% [markdown] id="passed" lang="zh" agreed="11409a10-5423fa08"
# 手算例子这一关，三个程序全都通过：$Q = K = V$ 的时候，这两种错误显不出来。“吃 苹果”把两个都查了出来。

# %% [markdown] id="case" lang="en"
# ## 4 · The trial
#
# Here is the suspicious table, in two parts, one for each sentence of the worked example. We found it as a picture beside that example, and do not know who made it. We copied its numbers. (The picture gives one decimal; the colours and the second decimal, always 0, are ours.) As always, rows look at columns.

# %% [markdown] id="case" lang="zh" agreed="86507293-3717dc03"
# ## 4 · 开庭
#
# 这就是那张可疑的表。它原来是一张图，配在那个手算例子旁边；是谁做的，查不到。例子有两句话，我们就拆成两张来画，一句一张。表里的数照抄自那张图：图上只有一位小数，第二位的 0 和颜色是我们加的。和以前一样，行是在看的词，列是被看的词。

# %% id="case-first"
batch = load_example("hand_worked")
first, second = batch.sentences
claimed = batch.figures["illustration"].reshape(2, 3, 3)
heatmap(claimed[0], first.tokens, first.tokens, sums=False)

# %% id="case-second"
heatmap(claimed[1], second.tokens, second.tokens, sums=False)

# %% [markdown] id="case-ask" lang="en"
# For now, we take these numbers as exact. Then what you know from lesson 04 is enough for a first finding.

# %% [markdown] id="case-ask" lang="zh" agreed="a7d8fd6a-c3c5d143"
# 先假定这些数都是准确的。光凭第 04 课学过的，就能看出第一个破绽。

# %% id="case-question"
ask("impossible_rows")

# %% [markdown] id="second" lang="en"
# A finding, but no verdict yet: the picture has only one decimal. We call the witness. It computes the weights of this example step by step, with your functions:

# %% [markdown] id="second" lang="zh" agreed="dcb784c8-4d5cd5c3"
# 有了破绽，还不能定罪：那张图只有一位小数。请证人出庭，用你的函数，把这个例子的权重一步步算出来：

# %% id="truth-weights"
Q = K = mine.project(batch.X, batch.W_Q, batch.b_Q)  # (2, 3, 4)
weights = mine.softmax(mine.scale(mine.scores(Q, K), 4))  # (2, 3, 3)
tables = np.stack([np.vstack(claimed), np.vstack(weights)])  # (2, 6, 3)
both = heads(tables, (first.tokens + second.tokens, [1, 2, 3]), ["by_table", "by_program"], kind="tables")
ask("largest_weight", then=both)

# %% [markdown] id="rounding" lang="en"
# “Rounding!” says the defence. That could excuse the sum of 1.1: weights of 0.27, 0.57 and 0.16 sum to 1, and with one decimal they become 0.3, 0.6 and 0.2. But rounding moves a number by 0.05 at most, and in every row of the table some number is more than 0.15 from the true weight.
#
# Does it matter? By hand and by program, the output of *love* begins with −0.01. With the weights of the table it would begin with 0.08: even the sign is wrong.
#
# The defence has one excuse left.

# %% [markdown] id="rounding" lang="zh" agreed="066f7e13-ad8252ba"
# 辩方说：“那是四舍五入！”加起来是 1.1，确实可以这样解释：*假如*真正的权重是 0.27、0.57、0.16，加起来是 1，只留一位小数，就成了 0.3、0.6、0.2。可是四舍五入最多差 0.05；这张表和真正的权重比，每一行都至少有一个数差 0.15 以上。
#
# 这要紧吗？“爱”的输出，第一个数手算和程序算都是 −0.01；照可疑的表来算，却是 0.08，连正负号都反了。
#
# 辩方还有最后一招。

# %% id="truth-question"
T, apart = 2.0 ** np.arange(-6, 3.25, 0.25), {}
for i in (0, 2):
    rows = softmax(first.trace().scaled[i] / T[:, None])  # (37, 3)
    apart[first.tokens[i]] = abs(rows - claimed[0, i]).max(-1)
apart["rounding"] = 0 * T + 0.05
ask("another_temperature", then=curves(T, apart, xlabel="temperature", ylabel="largest_difference", log="x"))

# %% [markdown] id="verdict-explain" lang="en"
# So all six rows are wrong (for the second sentence we have only the program to go by). Five of them do not even have the right order; the sixth, *China*, is convicted only by computing. Perhaps the picture was never meant to be exact. Check three things in a table of weights (2 and 3 only if you also have its scores or inputs):
#
# 1. No number is negative, and each row sums to 1. (Allow for rounding.)
# 2. The weights of a row are in the same order as its scores.
# 3. The numbers come out when we compute them.

# %% [markdown] id="verdict-explain" lang="zh" agreed="3140b5d1-3f036d9e"
# 宣判：六行都不对（第二句的三行没有手算，只凭程序）。其中五行连名次都不对；剩下的“中国”那一行，是算出来才定案的。那张图也许本来就只是示意，不求准确。看到权重表，要查三件事（第 2、3 件，要有分数或输入才查得了）：
#
# 1. 没有负数，每一行加起来是 1。（要留出四舍五入的余地。）
# 2. 一行里权重的名次，和分数的名次一致。
# 3. 自己算一遍，算得出同样的数。

# %% [markdown] id="recap" lang="en"
# ## 5 · Recap
#
# Before the court rises, two questions, without a look at the evidence:

# %% [markdown] id="recap" lang="zh" agreed="e720668f-91a9d7b8"
# ## 5 · 小结
#
# 休庭之前，请合上案卷，回答两个问题：

# %% id="recap-question-1"
ask("shifted_values")

# %% id="recap-question-2"
ask("output_shape")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * The output of a word is the weighted sum of all values: $o_i = \sum_j w_{ij} \, v_j$.
# * The weights of a row are never negative and sum to 1, so an output of attention lies between the values, never outside. (Later steps of a Transformer can lead outside again: lesson 07.)
# * Before you believe a table of weights, check the **sums**, check the **order**, and **compute**.
#
# Next: some words must *not* be looked at, for instance those that have not been written yet. And one row of weights will sum to 0, though nobody has lied. How can that be? [Lesson 06, masks →](06_masks.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="bde09c5f-c8b3b245"
# 这一课要记住的：
#
# * 一个词的输出，是所有值的加权和：$o_i = \sum_j w_{ij} \, v_j$。
# * 一行权重都不是负数，加起来等于 1，所以注意力的输出总在各个值之间，不会跑到外面。（在 Transformer 里，后面的步骤会让它跑出去，见第 07 课。）
# * 一张权重表，先看**和**，再看**名次**，最后**算一遍**，才能相信。
#
# 下一课：有些词是*不许*看的，比如还没写出来的词。还会有一行权重，加起来是 0，却谁也没有作假。这是怎么回事？[第 06 课，掩码 →](06_masks.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# Must values be made before they are mixed? What is $W_O$? And attention as a PyTorch class, exercise 3.

# %% [markdown] id="later" lang="zh" agreed="97088c78-13146b3a"
# ## 想多了解一点
#
# 一定要先算值、再混合吗？$W_O$ 是什么？还有练习 3：把注意力写成 PyTorch 的类。

# %% [markdown] id="late" lang="en"
# **"Must the values be made before they are mixed?"** Let $A$ be the weights of *eat apple*. The first line mixes the rows of $X$ and multiplies by $W_V$ afterwards; the second is the usual output. Both are for *apple*.

# %% [markdown] id="late" lang="zh" agreed="86e5caba-62ccdf5b"
# **“一定要先算值、再混合吗？”** 用 $A$ 表示“吃 苹果”的权重。第一行先对 $X$ 的各行做加权求和，再乘 $W_V$；第二行是平常的输出。两行都是“苹果”的。

# %% id="apple-late"
eat_apple = load_example("apple").select(0)
trace = eat_apple.trace()
show({"(A X) W_V": (mix(trace.weights, eat_apple.X) @ eat_apple.W_V)[1], "A (X W_V)": trace.output[1]})

# %% [markdown] id="late-said" lang="en"
# $A\,(X W_V) = (A X)\, W_V$: the order makes no difference. So $W_V$ need not come first; it is there to choose what is passed on.

# %% [markdown] id="late-said" lang="zh" agreed="6953fcc1-96b5c5c4"
# $A\,(X W_V) = (A X)\, W_V$：先平均还是先乘，结果一样。$W_V$ 的用处，是选择传出去什么。

# %% [markdown] id="torch-w-o" lang="en"
# **One more matrix.** Nearly every model multiplies the output by a matrix $W_O$, and many add a bias: the **output projection**. It takes what several heads (several attentions side by side) have collected, and mixes it into what the next step needs (lesson 07).

# %% [markdown] id="torch-w-o" lang="zh" agreed="8e46b447-b5ca9e3f"
# **还有一个矩阵。** 模型几乎都会把输出再乘一个矩阵 $W_O$，有的还加上偏置，这叫**输出投影**（output projection）。它把几个头（几个并排的注意力）取来的内容混合起来，变成下一步要用的数（第 07 课）。

# %% [markdown] id="exercise-module-text" lang="en"
# **As a PyTorch class.** This is how many tutorials write it, and it can be trained: `nn.Linear` multiplies by a matrix and adds a bias (lesson 02), and training adjusts both.
#
# **Exercise 3**, to take home (★★★). If you have never written a class, skip it: no later lesson needs it. Write a layer with three projections `W_Q`, `W_K`, `W_V` from d_model numbers to d_k. They may have a bias or not (`bias=False`). `forward` takes x (n, d_model), perhaps with a batch in front, and returns the outputs (n, d_k); you may return the weights as well. For tensors, PyTorch's arrays, write `x.mT` and `torch.softmax(x, dim=-1)`.

# %% [markdown] id="exercise-module-text" lang="zh" agreed="299d92b5-73116315"
# **写成 PyTorch 的类。** 许多教程是这样写的，好处是能训练：`nn.Linear` 乘一个矩阵，再加一个偏置（第 02 课），两者都可以训练。
#
# **练习 3**，课后做（★★★）；没写过类（class）的可以跳过，不影响后面。写一个层：三个投影 `W_Q`、`W_K`、`W_V`，把 d_model 维变成 d_k 维，有没有偏置都行（`bias=False` 就没有）。`forward` 接收 x (n, d_model)，前面可能有批的轴，返回输出 (n, d_k)，也可以连权重一起返回。张量是 PyTorch 的数组，它的转置写 `x.mT`，softmax 写 `torch.softmax(x, dim=-1)`。

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
# Does the layer, too, agree to eight decimal places? We give yours (or ours, until yours is right) the matrix and the bias of the worked example; `nn.Linear` keeps the transpose. PyTorch also has a function for everything after the projections, `scaled_dot_product_attention`. Here are the largest differences from the hand-worked result, first of the layer, then of the function:

# %% [markdown] id="torch-copy-text" lang="zh" agreed="10a105d5-5d5f698e"
# 这一层算出来的数，也能和手算的八位小数完全一致吗？把“我 爱 中国”的矩阵和偏置交给你的层（没写对之前，用我们的）；代码里的矩阵先转置，因为 `nn.Linear` 存的是转置。PyTorch 还自带一个函数 `scaled_dot_product_attention`，投影之后的各步一次算完。下面依次是这一层、这个函数和手算结果的最大差：

# %% id="torch-copy" tags=["torch"]
batch, layer = load_example("hand_worked"), SelfAttention(4, 4)
X, W, b = (torch.from_numpy(x) for x in (batch.X, batch.W_Q, batch.b_Q))
layer.W_Q = layer.W_K = layer.W_V = nn.Linear(4, 4).double().requires_grad_(False)
_ = layer.W_Q.load_state_dict({"weight": W.T, "bias": b})
Q, result = X @ W + b, layer(X)
output = result[0] if isinstance(result, tuple) else result
for o in (output, nn.functional.scaled_dot_product_attention(Q, Q, Q)):
    show(largest_difference=abs(o[0].numpy().round(8) - batch.figures["output"]).max())
