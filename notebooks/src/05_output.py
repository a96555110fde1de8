# %% [markdown] id="title" lang="en"
# # 05 · Output: the case of the wrong table
#
# Beside *I love China*, the example that we have met since lesson 01, people often draw a table: the attention weights of its two sentences, in colour. It looks convincing, and it is easily believed. It cannot be right.
#
# To prove that, we need the last step: what does a word *take* from the others? At the end your program computes the whole of attention, and a word that we know is pulled from both sides.
#
# About 29 minutes, and 11 for the exercises. You need lesson 04.

# %% [markdown] id="title" lang="zh" agreed="c8ca8964-d4a8becb"
# # 05 · 输出：一张错表
#
# 从第 01 课起，“我爱中国”一再出现。讲这个例子的人，常常会在旁边画一张表，有颜色，有数字，说是两个句子的注意力权重。看上去很像那么回事，很容易让人当真。可是它不可能对。
#
# 要拿出证据，得先弄清最后一步：一个词究竟从别的词那里*拿走*什么？学完这一课，你的程序能算出完整的注意力；我们还会看到，一个老朋友被两边同时拉。
#
# 大约 29 分钟，练习另需 11 分钟。需要先学第 04 课。

# %% id="setup"
import numpy as np
from attnlib import Explorer, ask, between, check, curves, explain, heatmap, load_example, mine, mix, pipeline, project, show, softmax, use_language, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight="output")

# %% [markdown] id="links" lang="en"
# [← 04](04_softmax.ipynb) · [Glossary](glossary.ipynb) · [06 →](06_masks.ipynb)

# %% [markdown] id="links" lang="zh" agreed="186184d0-f07783e2"
# [← 04](04_softmax.ipynb) · [术语表](glossary.ipynb) · [06 →](06_masks.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 4 min; show the table, say nothing, let the hall find the two rows. Section 2: 12 min, the sum at the board, the exercise together. Section 3: 16 min, the trial: half of the hall defends the table, half accuses. Section 4: 12 min. Recap: 5 min. The second exercise, the puzzle and *For the curious* are for home.

# %% [markdown] id="plan" lang="zh" agreed="b0d73db5-4dc06c8d" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 4 分钟：放出这张表，先不说话，让全班自己找出那两行。第 2 节 12 分钟，求和写在黑板上，练习一起做。第 3 节 16 分钟，开庭：一半学生替表辩护，一半指控。第 4 节 12 分钟。小结 5 分钟。第二个练习、谜题和“想多了解一点”留作课后。

# %% [markdown] id="case" lang="en"
# ## 1 · The table
#
# The sentences are 我 爱 中国, *I love China*, and 太阳 变 红, *the sun turns red*. As always, a row is a word that looks, a column a word that is looked at. The numbers are copied, the colours are ours; who drew the table first, we do not know.

# %% [markdown] id="case" lang="zh" agreed="c04399f8-bdd5b87b"
# ## 1 · 这张表
#
# 两个句子是“我 爱 中国”和“太阳 变 红”。和以前一样，行是在看的词，列是被看的词。下面的数原样照抄，颜色是我们涂的；最早是谁画的，我们不知道。

# %% id="case-first"
batch = load_example("hand_worked")
first, second = batch.sentences
claimed = batch.figures["wrong_illustration"].reshape(2, 3, 3)
heatmap(claimed[0], first.tokens, first.tokens, sums=False)

# %% id="case-second"
heatmap(claimed[1], second.tokens, second.tokens, sums=False)

# %% [markdown] id="case-ask" lang="en"
# What you know from lesson 04 is enough for the first finding.

# %% [markdown] id="case-ask" lang="zh" agreed="8e830908-a30b579c"
# 用第 04 课学过的，就能发现第一个破绽。

# %% id="case-question"
ask("impossible_rows")

# %% [markdown] id="output" lang="en"
# ## 2 · What a word takes
#
# Two rows fail. Does it matter? That depends on what weights are for. The [**output**](glossary.ipynb) of a word is the weighted sum of all values. As it gathers something from every word of the sentence, it is also called its [**context vector**](glossary.ipynb).
#
# $$o_i = \sum_j w_{ij} \, v_j$$
#
# With its true weights, the first number of the output of *love* is:

# %% [markdown] id="output" lang="zh" agreed="1b15ecff-af9753d1"
# ## 2 · 一个词拿走什么
#
# 有两行过不了关。这要紧吗？要看权重是用来做什么的。一个词的[**输出**](glossary.ipynb)（output），是所有值的加权求和。句中每个词的内容，里面都有一份，所以也叫[**上下文向量**](glossary.ipynb)（context vector）。
#
# $$o_i = \sum_j w_{ij} \, v_j$$
#
# 用真正的权重来算，“爱”的输出的第一个数是：

# %% id="output-hand"
first = load_example("hand_worked").select(0)
explain(first.trace(), "output", 1, 0)

# %% [markdown] id="output-exercise" lang="en"
# The other numbers and the other words go the same way. In lesson 00 you wrote this sum for one word.
#
# **Exercise 1** (★, 3 min). Now for all at once: `my_mix` takes weights (n, m) and values (m, d_v), perhaps with a batch in front, and returns the outputs (n, d_v).

# %% [markdown] id="output-exercise" lang="zh" agreed="3dc3880f-1883f4bb"
# 别的数、别的词，算法都一样。一个词的加权求和，你在第 00 课已经写过了。
#
# **练习 1**（★，3 分钟）。现在所有的词一起算：`my_mix` 由权重 (n, m) 和值 (m, d_v) 得到输出 (n, d_v)，前面还可能有批的轴。

# %% id="exercise-mix" tags=["exercise"]
def my_mix(weights, V):
    ...

mix = check.mix(my_mix)

# %% [markdown] id="where" lang="en"
# Where can weights lead? We leave the case for a moment, for *small cat chases fish*, whose values have two numbers and can be drawn. (`dirichlet` makes rows by chance that are positive and sum to 1.)

# %% [markdown] id="where" lang="zh" agreed="486e990a-2d58630f"
# 权重能把输出带到哪里去？先放下这个案子，看“小 猫 追 鱼”：它的值只有两个数，画得出来。（`dirichlet` 随机给出一行行正数，每行加起来等于 1。）

# %% id="where-question"
look = load_example("first_look")
V, by_chance = look.trace().V, np.random.default_rng(0).dirichlet(np.ones(4), 500)  # (500, 4)
ask("where_outputs_go", then=between(V, mix(by_chance, V), look.tokens))

# %% [markdown] id="where-case" lang="en"
# Back to the case. Suppose that all three words pass on the same number, 1. Every average of 1, 1 and 1 is 1. The row of *love* in the table makes 0.3 + 0.6 + 0.2 = 1.1 of it: more than anybody has passed on. And of the true values it makes 0.08 as the first number, where −0.01 is right: not even the sign survives.

# %% [markdown] id="where-case" lang="zh" agreed="62227051-55613161"
# 回到案子。假如三个词传出去的都是同一个数 1，那么不管怎么平均，都应该得 1。用表里“爱”的那一行来算，却得到 0.3 + 0.6 + 0.2 = 1.1，比谁传出去的都多。换成真正的值，第一个数本该是 −0.01，它却算出 0.08，连正负号都错了。

# %% [markdown] id="lecturer-where" lang="en" tags=["lecturer"]
# Ask: *can the first number of the output of* love *be 0.5?* Many say: if a weight is large enough. The values are −0.21, 0.29 and −0.16, and no average of them exceeds 0.29. That an output stays between the values holds for one attention; $W_O$, the residual connection and the feed-forward network (lessons 07 and 09) lead out again.

# %% [markdown] id="lecturer-where" lang="zh" agreed="1de9467f-b88f17f7" tags=["lecturer"]
# 可以问：“爱”的输出，第一个数可能是 0.5 吗？很多人会说，权重够大就可以。三个值是 −0.21、0.29、−0.16，怎么平均都不会超过 0.29。输出不出值的范围，说的是单个注意力；$W_O$、残差连接和前馈网络（第 07、09 课）又会把它带出去。

# %% [markdown] id="program" lang="en"
# ## 3 · The other four rows: your program is the witness
#
# Four rows sum to 1. To convict them we have to compute.
#
# **Exercise 2** (★★, 8 min). `my_attention`: from queries (n, d_k), keys (m, d_k) and values (m, d_v) to the outputs (n, d_v), the whole formula. Use what you have: `mine` is your `my_attention.py`, so `mine.scores`, `mine.scale` and `mine.softmax` are your functions of lessons 03 and 04 (or ours, where yours are missing), and `mix`.
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$

# %% [markdown] id="program" lang="zh" agreed="7514478b-c2d26b27"
# ## 3 · 另外四行：请你的程序作证
#
# 还有四行加起来等于 1。要给它们定案，只能算。
#
# **练习 2**（★★，8 分钟）。`my_attention`：由查询 (n, d_k)、键 (m, d_k)、值 (m, d_v) 得到输出 (n, d_v)，也就是整个公式。用上你已有的函数：`mine` 就是你的 `my_attention.py`，`mine.scores`、`mine.scale`、`mine.softmax` 是你在第 03、04 课写的（没写的用我们的），再加上 `mix`。
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$

# %% id="exercise-attention" tags=["exercise"]
def my_attention(Q, K, V):
    ...

attention = check.attention(my_attention)

# %% [markdown] id="witness" lang="en"
# Can this witness be trusted? The first sentence has been worked out by hand elsewhere, to eight digits. In it one matrix $W$ serves for all three, so $Q = K = V$. First its output, then the largest difference from the hand-worked one:

# %% [markdown] id="witness" lang="zh" agreed="f559cc4c-0470d9bd"
# 这个证人可靠吗？第一句有人手算过，一直算到八位小数。这个例子里三处共用一个矩阵 $W$，所以 $Q = K = V$。下面先是它算出的输出，再是和手算结果的最大差：

# %% id="witness-digits"
batch = load_example("hand_worked")
Q = mine.project(batch.X, batch.W_Q, batch.b_Q)  # (2, 3, 4)
output = attention(Q, Q, Q)
print(output[0].round(8))
show(largest_difference=abs(output[0].round(8) - batch.figures["output"]).max())

# %% [markdown] id="second" lang="en"
# Witness and hand agree to the last of eight digits. So we may believe the witness about *the sun turns red*, too. Its testimony, and below it all the steps:

# %% [markdown] id="second" lang="zh" agreed="49f4b162-58931f5f"
# 证人和手算，八位小数一位不差。那么它对第二句“太阳 变 红”的证词，也可以相信。先是证词，下面的图是每一步：

# %% id="second-steps"
first, second = batch.sentences
for word, row in zip(second.tokens, output[1]):
    show({word: row})
pipeline(second.trace(), second.tokens)

# %% [markdown] id="truth" lang="en"
# And the first sentence? Here are its true weights:

# %% [markdown] id="truth" lang="zh" agreed="d6731632-7c03efa7"
# 第一句呢？它真正的权重是：

# %% id="truth-weights"
heatmap(first.trace().weights, first.tokens, first.tokens, title="weights")

# %% [markdown] id="truth-motive" lang="en"
# Nearly a third everywhere. All numbers in $X$ and $W$ are small, the scaled scores of a row differ by less than 0.2, and only differences count. An honest picture of this example shows almost nothing. Why somebody painted another one, we can only guess; that it is prettier, we see.

# %% [markdown] id="truth-motive" lang="zh" agreed="acb7123e-2a2ff55a"
# 几乎处处都是三分之一。$X$ 和 $W$ 里的数都很小，同一行缩放后的分数相差不到 0.2，而起作用的只是差。这个例子如实画出来，几乎什么也看不见。为什么有人另画一张，我们只能猜；比真的好看，倒是一眼就看得出来。

# %% id="truth-question"
claimed = batch.figures["wrong_illustration"].reshape(2, 3, 3)
T, apart = 2.0 ** np.arange(-7, 3.25, 0.25), {}
for i in (0, 2):
    rows = softmax(first.trace().scaled[i] / T[:, None])  # (41, 3)
    apart[first.tokens[i]] = abs(rows - claimed[0, i]).max(-1)
ask("another_temperature", then=curves(T, apart, xlabel="temperature", ylabel="largest_difference", log="x"))

# %% [markdown] id="verdict" lang="en"
# The verdict, for all six rows: what was shown minus what is true. Columns are the first, second and third word of the row's own sentence.

# %% [markdown] id="verdict" lang="zh" agreed="098bf568-b3ad4bf8"
# 宣判，六行一起：表里的数减去真的数。三列依次是本句的第一、第二、第三个词。

# %% id="verdict-difference"
difference = claimed - batch.trace().weights
heatmap(difference.reshape(6, 3), first.tokens + second.tokens, kind="signed")

# %% [markdown] id="verdict-explain" lang="en"
# In every row some number is off by more than 0.15. So here is what to ask of a table that somebody shows you: does each row sum to 1? (Only a word that may look nowhere has a row of zeros, lesson 06.) Is the order that of the scores? And at last: compute it.

# %% [markdown] id="verdict-explain" lang="zh" agreed="46b84e75-702275a8"
# 每一行都有某个数差了 0.15 以上。以后再看到这样的表，就这样问：每一行加起来是 1 吗？（只有一种例外：整行都被遮住的词，那一行全是 0，见第 06 课。）名次和分数一致吗？最后一招：算一遍。

# %% [markdown] id="apple" lang="en"
# ## 4 · Who pulled the apple?
#
# The case is closed. But its numbers had no names, so nobody can say what an output *means*. For that we call the word that opened lesson 00. Its row of $X$ is the same in both sentences; yet beside *eat*, *apple* came out as food, and beside *phone* as tech. The values are *eat* (2, 0), *apple* (1, 1), *phone* (0, 2).
#
# Who has pulled? We look at the output of *apple* before it is added up: a row for each word, its weight times its value. First beside *eat*:

# %% [markdown] id="apple" lang="zh" agreed="b4be7d77-8939178e"
# ## 4 · 是谁拉动了苹果？
#
# 案子结了。可是案子里的数都没有名字，输出到底*意味着*什么，谁也说不上来。那就请出第 00 课开头的那个词。“苹果”在 $X$ 里的那一行，两个句子里一模一样；可是在“吃”旁边，结果是食物，在“手机”旁边，结果是科技。三个词的值是：吃 (2, 0)，苹果 (1, 1)，手机 (0, 2)。
#
# 是谁拉的？把“苹果”的输出拆开来看，先不加：一个词一行，是它的权重乘它的值。先看在“吃”旁边：

# %% id="apple-pull"
eat_apple, apple_phone = load_example("apple").sentences
trace, names = eat_apple.trace(), eat_apple.column_names("V")
heatmap(trace.weights[1][:, None] * trace.V, eat_apple.tokens, names, kind="signed")

# %% [markdown] id="apple-phone" lang="en"
# Added up, column by column: food 1.97, tech 0.03. It was *eat*. And beside *phone*:

# %% [markdown] id="apple-phone" lang="zh" agreed="11553153-292749b1"
# 一列一列加起来：食物 1.97，科技 0.03。是“吃”拉的。再看在“手机”旁边：

# %% id="apple-phone-pull"
other = apple_phone.trace()
heatmap(other.weights[0][:, None] * other.V, apple_phone.tokens, names, kind="signed")

# %% [markdown] id="apple-share" lang="en"
# Here it is *phone* that pulls, as strongly, to the other side. A weight says how strongly somebody pulls, a value says where to.
#
# **The most common mistake** is to mix something else that is at hand: keys, as we tried in lesson 02, or simply the rows of $X$. Those of *eat apple*, mixed with the same weights; read the row of *apple* under the names of the columns:

# %% [markdown] id="apple-share" lang="zh" agreed="2835c43d-9597c45a"
# 这次是“手机”在拉，力气一样大，拉向另一边。权重说的是拉得多用力，值说的是往哪里拉。
#
# **最常见的错**，是顺手拿了别的东西来混合：要么是键（第 02 课试过），要么干脆是 $X$ 的各行。下面用同样的权重，混合“吃 苹果”的这两行；对着列上的名字，看看“苹果”那一行变成了什么：

# %% id="apple-words"
heatmap(mix(trace.weights, eat_apple.X), eat_apple.tokens, eat_apple.feature_names, kind="signed")

# %% [markdown] id="apple-values" lang="en"
# *apple* has become an *action*, since that is what *eat* is. But it is not what *eat* has to pass on to its neighbour: *what stands beside me is food*. The value is not the word, it is what the word passes on, and $W_V$ makes it.

# %% [markdown] id="apple-values" lang="zh" agreed="c21cbfe2-2f3734d5"
# “苹果”成了*动作*，因为“吃”是动作。可是“吃”要传给邻居的不是这个，而是：*我旁边的是食物*。值不是词本身，而是这个词要传出去的内容，由 $W_V$ 算出。

# %% [markdown] id="tug" lang="en"
# And when both neighbours are there?

# %% [markdown] id="tug" lang="zh" agreed="8243b046-0a0bf792"
# 两个邻居都在场呢？

# %% id="tug-question"
from dataclasses import replace
three = eat_apple.tokens + apple_phone.tokens[1:]
both = replace(eat_apple, X=np.vstack([eat_apple.X, apple_phone.X[1:]]))
ask("tug_of_war", then=heatmap(both.trace().weights, three, three, title="weights"))

# %% [markdown] id="puzzle" lang="en"
# **Puzzle.** In *eat apple*, let *apple* come out as a phone: *tech* above 1.5, *food* below 0.5. Nobody may look elsewhere: change $W_V$ alone, with whole numbers from −2 to 2. Two changes are enough.

# %% [markdown] id="puzzle" lang="zh" agreed="768feafd-5d9b1f55"
# **谜题。** 在“吃 苹果”里，让“苹果”变成手机：科技大于 1.5，食物小于 0.5。谁看谁不许变：只改 $W_V$，用 −2 到 2 的整数。改两个数就够了。

# %% id="puzzle-explorer"
Explorer("apple", ("X", "W_V", "V", "weights", "output"), goal="telephone", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>A hint</summary>
#
# *apple* takes nearly all from *eat*. Which row of $W_V$ makes the value of *eat*?
#
# </details>
#
# <details><summary>One solution</summary>
#
# *eat* is an action and nothing else, so its value is the row *action*: (2, 0). Make it (0, 2), and eating passes on tech. The weights have not moved: queries and keys decide where a word looks, values what it takes.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="a564f0a6-85d696b9"
# <details><summary>提示</summary>
#
# “苹果”几乎全从“吃”那里拿。“吃”的值是 $W_V$ 的哪一行算出来的？
#
# </details>
#
# <details><summary>一个解法</summary>
#
# “吃”只有“动作”这一个特征，所以它的值就是“动作”那一行：(2, 0)。改成 (0, 2)，“吃”传出去的就成了科技。权重一点没动：查询和键决定往哪里看，值决定拿走什么。
#
# </details>

# %% [markdown] id="lecturer-apple" lang="en" tags=["lecturer"]
# Ask: *why not take key = value, and save a matrix?* Then what a word is found by is what it passes on: *eat* could be found as *eating* and would have to pass on *eating*. In *I love China* it is so, and for arithmetic that does. Ask after the tug of war: *what would help* apple *to decide?* A third word, order (lesson 08), a second head (lesson 07), a second layer (lesson 09).

# %% [markdown] id="lecturer-apple" lang="zh" agreed="79988e19-b87a74f4" tags=["lecturer"]
# 可以问：让键等于值，省一个矩阵，行不行？那样一个词凭什么被找到，就只能传出去什么：“吃”凭“进食”被找到，传出去的也只能是“进食”。“我 爱 中国”里正是这样，练算术够用了。拔河之后再问：怎样才能帮“苹果”拿定主意？第三个词，词序（第 08 课），第二个头（第 07 课），第二层（第 09 课）。

# %% [markdown] id="recap" lang="en"
# ## 5 · Recap
#
# The court rises. Two questions to the jury, without the files:

# %% [markdown] id="recap" lang="zh" agreed="4aa473b1-dbf31ed7"
# ## 5 · 小结
#
# 退庭以前，请陪审团回答两个问题，不看案卷：

# %% id="recap-question-1"
ask("minus_W_V")

# %% id="recap-question-2"
ask("output_shape")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * The output of a word is the weighted sum of all values: $o_i = \sum_j w_{ij} \, v_j$.
# * Each row of weights sums to 1, so an output lies between the values, never outside.
# * Before you believe a table of weights: sum, order, and compute.
#
# Next: some words a word may *not* look at, such as those that have not been written yet. [Lesson 06, masks →](06_masks.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="b72a784d-99ac49ee"
# 这一课要带走的：
#
# * 一个词的输出，是所有值的加权求和：$o_i = \sum_j w_{ij} \, v_j$。
# * 每一行权重加起来等于 1，所以输出总在各个值之间，不会跑到外面。
# * 一张权重表，先看和，再看名次，最后算一遍，才能相信。
#
# 下一课：有些词是*不许*看的，比如还没写出来的词。[第 06 课，掩码 →](06_masks.ipynb)

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# Outside the 29 minutes. **A table that is right.** Another example that goes round: three words of 2 numbers; three different matrices make queries, keys and values of 4. All its steps:

# %% [markdown] id="curious" lang="zh" agreed="e5b9e77a-677d0d2c"
# ## 想多了解一点
#
# 不计入 29 分钟。**一张对的表。** 另一个常见的小例子：三个词，每个词 2 个数；三个矩阵各不相同，查询、键、值都有 4 个数。它的每一步：

# %% id="curious-small"
small = load_example("unbatched_2_to_4").trace()
pipeline(small)

# %% [markdown] id="curious-small-explain" lang="en"
# Each row of weights sums to 1; and in each column an output lies between the smallest and the largest value. The three outputs, also called the **context vectors** of the words, with four digits:

# %% [markdown] id="curious-small-explain" lang="zh" agreed="b63c46c9-1556e33a"
# 每一行权重加起来是 1；每一列里，输出都在最小的值和最大的值之间。三个输出，也就是三个词的**上下文向量**，写到四位小数：

# %% id="curious-small-digits"
print(small.output.round(4))

# %% [markdown] id="late" lang="en"
# **"Must the values be made before they are mixed?"** We mix the words of *eat apple* first, and multiply by $W_V$ afterwards; below it the output as always, both for *apple*:

# %% [markdown] id="late" lang="zh" agreed="ff1e8132-687a39f7"
# **“一定要先算值、再混合吗？”** 我们先混合“吃 苹果”的词本身，再乘 $W_V$；下面再列出平常的输出，都只看“苹果”：

# %% id="apple-late"
eat_apple = load_example("apple").select(0)
trace = eat_apple.trace()
show({"(A X) W_V": (mix(trace.weights, eat_apple.X) @ eat_apple.W_V)[1], "A (X W_V)": trace.output[1]})

# %% [markdown] id="late-said" lang="en"
# With $A$ for the weights, $A\,(X W_V) = (A X)\, W_V$. For averaging, $W_V$ is not needed. It is needed to choose what is passed on.

# %% [markdown] id="late-said" lang="zh" agreed="24c4e3b2-a91f6c41"
# 用 $A$ 表示权重，$A\,(X W_V) = (A X)\, W_V$。求平均用不着 $W_V$；要选择传出去什么，才用得着它。

# %% [markdown] id="torch-w-o" lang="en"
# **One more matrix.** Many models multiply the output by a matrix $W_O$ and add a bias, the **output projection**: it turns what a word has taken into what the next step needs (lesson 07). Two sentences of ten words, $d_\text{model} = 256$; the shape, and the difference to PyTorch:
#
# $$\text{projected} = \text{output} \; W_O + b_O$$

# %% [markdown] id="torch-w-o" lang="zh" agreed="7f78e05f-b3f0ba0c"
# **还有一个矩阵。** 许多模型会把输出再乘一个矩阵 $W_O$，并加上偏置，这叫**输出投影**（output projection）：把拿到的内容变成下一步要用的数（第 07 课）。两个句子，各十个词，$d_\text{model} = 256$；下面是形状，以及和 PyTorch 的差：
#
# $$\text{投影后} = \text{输出} \; W_O + b_O$$

# %% id="torch-w-o-code" tags=["torch"]
import torch
large = load_example("basic_with_output_projection")
trace = large.trace()
Q, K, V = (torch.from_numpy(step) for step in (trace.Q, trace.K, trace.V))
theirs = torch.nn.functional.scaled_dot_product_attention(Q, K, V).numpy() @ large.W_O + large.b_O
ours = project(trace.output, large.W_O, large.b_O)
show(shape=ours.shape, largest_difference=abs(ours - theirs).max())

# %% [markdown] id="exercise-module-text" lang="en"
# **As a PyTorch class.** So most tutorials write it, and a layer can learn: `nn.Linear` multiplies by a matrix, adds a bias (lesson 02), and both can be trained.
#
# **Exercise 3**, for home (★★★). A layer with three projections `W_Q`, `W_K`, `W_V` from d_model numbers to d_k. `forward` takes x (n, d_model), perhaps with a batch in front, and returns the outputs (n, d_k). `x.mT` and `torch.softmax(x, dim=-1)` do for tensors what you expect.

# %% [markdown] id="exercise-module-text" lang="zh" agreed="da608aa8-5e4b12ad"
# **写成 PyTorch 的类。** 多数教程是这样写的，好处是能训练：`nn.Linear` 乘一个矩阵，再加一个偏置（第 02 课），两者都可以训练。
#
# **练习 3**，课后做（★★★）。写一个层：三个投影 `W_Q`、`W_K`、`W_V`，把 d_model 个数变成 d_k 个数。`forward` 接收 x (n, d_model)，前面可能有批的轴，返回输出 (n, d_k)。对张量来说，转置写 `x.mT`，softmax 写 `torch.softmax(x, dim=-1)`。

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
# Does a layer find the eight digits as well? We give yours (or ours, until yours is right) the matrix and the bias of *I love China*; `nn.Linear` keeps the transpose. And PyTorch has a function for all of it, `scaled_dot_product_attention`. The largest differences from the hand-worked output, of the layer and of the function:

# %% [markdown] id="torch-copy-text" lang="zh" agreed="3e5008a0-e704d2e1"
# 这一层也能算出那八位小数吗？把“我 爱 中国”的矩阵和偏置交给你的层（没写对之前，用我们的）；`nn.Linear` 存的是转置。PyTorch 还自带一个函数 `scaled_dot_product_attention`，一步算完。下面依次是这一层、这个函数和手算结果的最大差：

# %% id="torch-copy" tags=["torch"]
batch, layer = load_example("hand_worked"), SelfAttention(4, 4)
X, W, b = (torch.from_numpy(x) for x in (batch.X, batch.W_Q, batch.b_Q))
layer.W_Q = layer.W_K = layer.W_V = nn.Linear(4, 4).double().requires_grad_(False)
_ = layer.W_Q.load_state_dict({"weight": W.T, "bias": b})
Q, result = X @ W + b, layer(X)
output = result[0] if isinstance(result, tuple) else result
for o in (output, nn.functional.scaled_dot_product_attention(Q, Q, Q)):
    show(largest_difference=abs(o[0].numpy().round(8) - batch.figures["output"]).max())
