# %% [markdown] id="title" lang="en"
# # 05 · Output: what a word takes from the sentence
#
# After softmax it is settled how much each word looks at each word, itself included. What does it take from them?
#
# We compute the output of a small sentence in five ways: by hand, to four digits; then by loop, by matrix, with `attnlib` and with PyTorch, to eight. It is the same each time. Then we change the numbers of a sentence in which attention can be seen, and find out which matrix decides what.
#
# About 45 minutes. You need lesson 04, matrix multiplication and a little Python.

# %% [markdown] id="title" lang="zh" agreed="9a30e1a5-3242f101"
# # 05 · 输出：一个词从整句话里得到什么
#
# 经过 softmax，每个词给每个词（包括自己）多少注意力，已经定了。那么它究竟从这些词那里拿走了什么？
#
# 这一课，我们用手算、循环、矩阵、`attnlib` 和 PyTorch 算同一个小句子的输出，手算只取四位小数，其余几种做法八位小数完全一致。然后换一个看得见注意力的句子，动手改数，弄清楚哪个矩阵决定什么。
#
# 大约 45 分钟。需要学过第 04 课，会矩阵乘法，会一点 Python。

# %% id="setup"
import numpy as np
from attnlib import Explorer, attend, between, explain, heatmap, load_example, mix, pipeline, project, use_language
use_language("en")

# %% id="strip"
pipeline(None, None, highlight="output")

# %% [markdown] id="strip-text" lang="en"
# This lesson is about the last box. The step *masked* hides words; nothing is hidden here, and [lesson 06](06_masks.ipynb) is about it.
#
# [← 04](04_softmax.ipynb) · [Glossary](glossary.ipynb) · [06 →](06_masks.ipynb)

# %% [markdown] id="strip-text" lang="zh" agreed="f4e133ff-50ebbee8"
# 这一课讲最后一格。“加掩码”这一步用来遮住某些词；这里一个词也没有遮住，[第 06 课](06_masks.ipynb)再讲。
#
# [← 04](04_softmax.ipynb) · [术语表](glossary.ipynb) · [06 →](06_masks.ipynb)

# %% [markdown] id="lecture-plan" lang="en" tags=["lecturer"]
# **Lecturer: 50 minutes.** Recall 3 (aloud), sections 2 and 3 10 (let them write the prediction down before you run), 4 and 5 8 (show the matrix version, skip the loop), 6 and 7 14 (the heart: two predictions), 8 4, explorer 8 with large type (the button A⁺), recap 3. Section 10 and the exercises are homework.

# %% [markdown] id="lecture-plan" lang="zh" agreed="20006265-8c382bdb" tags=["lecturer"]
# **教师：50 分钟。** 回忆 3 分钟（口答）；第 2、3 节 10 分钟（先让学生把猜测写下来，再运行）；第 4、5 节 8 分钟（演示矩阵写法，循环略过）；第 6、7 节 14 分钟（本课的核心，两次预测）；第 8 节 4 分钟；探索器 8 分钟，用大字（按钮 A⁺）；小结 3 分钟。第 10 节和练习留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · What you remember (2 min)
#
# Answer first, then unfold. All three are about softmax.
#
# 1. A row of scores is 2, 2, 2. What are its weights?
# 2. We add 5 to every score of a row. What happens to its weights?
# 3. In a table of weights, what sums to one: each row or each column?
#
# <details><summary>Answers</summary>
#
# 1. One third each: equal scores get equal weights.
# 2. Nothing: $e^{s+5} = e^5 e^s$, and $e^5$ cancels in the division.
# 3. Each row. A row belongs to the word that looks; the columns are the words that it looks at.
#
# </details>

# %% [markdown] id="recall" lang="zh" agreed="bfe83379-aa52c0fe"
# ## 1 · 先回忆一下（2 分钟）
#
# 先想好答案，再点开看。三道题都和 softmax 有关。
#
# 1. 某一行分数是 2、2、2，权重各是多少？
# 2. 给一行里的每个分数都加上 5，权重会怎么变？
# 3. 在注意力权重表里，是每一行加起来等于 1，还是每一列？
#
# <details><summary>答案</summary>
#
# 1. 各是三分之一：分数相同，权重就相同。
# 2. 不变。$e^{s+5} = e^5 e^s$，做除法时 $e^5$ 约掉了。
# 3. 每一行。一行属于“看”的那个词，各列是被看的词。
#
# </details>

# %% [markdown] id="have" lang="en"
# ## 2 · What we have (2 min)
#
# 我 爱 中国 means: I love China. We call the words by their English names. From the lessons before we need two things: the [**attention weights**](glossary.ipynb), made from queries and keys, one row for each word that looks; and for each word a [**value**](glossary.ipynb) $v$, what it passes on. In this example one $W$ serves all three, so $Q = K = V$; in section 6 they differ.

# %% [markdown] id="have" lang="zh" agreed="8c8d98eb-54815475"
# ## 2 · 手头有什么（2 分钟）
#
# 先看“我 爱 中国”。到第 04 课为止，我们已经由它得到这一课要用的东西：查询和键给出[**注意力权重**](glossary.ipynb)（attention weights），每个“看”的词占一行；每个词还有一个[**值**](glossary.ipynb)（value）$v$，也就是它要传出去的内容。这个例子三处共用同一个 $W$，所以 $Q = K = V$；第 6 节的例子里三者不同。

# %% id="have-weights"
sentence = load_example("hand_worked").select(0)
trace = sentence.trace()
heatmap(trace.weights, sentence.tokens, sentence.tokens, title="weights")

# %% [markdown] id="have-values-text" lang="en"
# Row *love* (row 1; we count from 0) is 0.30, 0.36, 0.34. All weights are close to one third, because the scaled scores of a row differ by less than 0.2. The values, one row for each word:

# %% [markdown] id="have-values-text" lang="zh" agreed="2b1c4846-f8899e9a"
# “爱”是第 1 行（从 0 数起），三个权重是 0.30、0.36、0.34。所有权重都接近三分之一，因为同一行缩放后的分数相差不到 0.2。各个值如下，一个词一行：

# %% id="have-values"
trace.V

# %% [markdown] id="hand-predict" lang="en"
# ## 3 · One word by hand (4 min)
#
# The **output** of *love*: 0.3005 times the value of *I*, 0.3642 times that of *love* and 0.3353 times that of *China*, added up. The first numbers of these three values are −0.2116, 0.2925 and −0.1578.
#
# Predict the first number of the output: is it less than −0.2116, between −0.2116 and 0.2925, or more than 0.2925? Is it near one of the two ends?

# %% [markdown] id="hand-predict" lang="zh" agreed="5d0d0582-bba6935e"
# ## 3 · 手算一个词（4 分钟）
#
# “爱”的**输出**（output）：用 0.3005 乘“我”的值，0.3642 乘“爱”自己的，0.3353 乘“中国”的，再加起来。这三个值的第一个数分别是 −0.2116、0.2925 和 −0.1578。
#
# 先猜输出的第一个数：小于 −0.2116，在 −0.2116 和 0.2925 之间，还是大于 0.2925？会靠近哪一头吗？

# %% id="hand-output"
trace = load_example("hand_worked").select(0).trace()
explain(trace, "output", 1, 0)

# %% [markdown] id="hand-explain" lang="en"
# It lies between, near the plain mean of the three numbers, −0.0256, since the three weights are almost equal. The weights are not negative and sum to one, so the sum is a weighted average, and an average cannot leave the range of what it averages. We say that the weights **mix** the values. All four numbers together are the output of *love*, its [**context vector**](glossary.ipynb): it holds something of every word in the sentence.
#
# $$o_i = \sum_j w_{ij} \, v_j$$

# %% [markdown] id="hand-explain" lang="zh" agreed="fec10ba3-e2c97ee2"
# 落在中间，靠近三个数的普通平均 −0.0256，因为三个权重差不多大。权重都不是负数，加起来又等于 1，所以这个和是加权平均，不会跑到这三个数的范围之外。这样按权重把值加起来，我们叫做**混合**（mix）。四列各算一次，就得到“爱”的输出，也叫[**上下文向量**](glossary.ipynb)（context vector）：句中每个词的值，里面都有一份。
#
# $$o_i = \sum_j w_{ij} \, v_j$$

# %% id="hand-output-all"
trace.output[1]

# %% [markdown] id="lecture-hand" lang="en" tags=["lecturer"]
# **Ask:** can the first number of the output be 0.5? **They say:** yes, if a weight is large. **Then:** which weights would do it? None: 0.2925 is the largest of the three, and no average is larger. The same question returns in section 7, in two dimensions.

# %% [markdown] id="lecture-hand" lang="zh" agreed="35c5bbf8-1f18da8e" tags=["lecturer"]
# **提问：** 输出的第一个数可能是 0.5 吗？**学生会说：** 权重够大就可以。**接着问：** 什么样的权重能做到？没有：三个数里最大的是 0.2925，平均不会比它更大。第 7 节会在二维里再问一次。

# %% [markdown] id="loop" lang="en"
# ## 4 · All words (4 min)
#
# The other words go the same way. First as a loop: to each row we add the value of every word, times its weight.

# %% [markdown] id="loop" lang="zh" agreed="ca8fae63-372c5772"
# ## 4 · 所有的词（4 分钟）
#
# 其余的词算法相同。先写循环：每一行里，把各个词的值乘上权重，一个一个加进去。

# %% id="loop-output"
sentence = load_example("hand_worked").select(0)
trace = sentence.trace()
output = np.zeros((3, 4))
for i in range(3):
    for j in range(3):
        output[i] += trace.weights[i, j] * trace.V[j]
output

# %% [markdown] id="matrix" lang="en"
# The sum in two loops is a matrix product: weights times $V$. And so the whole of self-attention becomes four lines, with the shape at the end of each:
#
# $$\text{output} = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$

# %% [markdown] id="matrix" lang="zh" agreed="67fe97fb-bb654dc7"
# 两层循环里的求和，就是一次矩阵乘法：权重乘 $V$。于是整个自注意力只要四行，行末注明形状：
#
# $$\text{输出} = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$

# %% id="matrix-code"
Q = K = V = sentence.X @ sentence.W_Q + sentence.b_Q  # (3, 4)
S = Q @ K.mT / np.sqrt(4)  # (3, 3)
weights = np.exp(S) / np.exp(S).sum(-1, keepdims=True)  # (3, 3)
print(np.allclose(weights @ V, output, rtol=0, atol=1e-15))
weights @ V  # (3, 4)

# %% [markdown] id="matrix-check" lang="en"
# Loop and matrix agree. The example also brings its own results, worked out elsewhere and rounded to eight decimal places. Are ours, rounded in the same way, equal to them?

# %% [markdown] id="matrix-check" lang="zh" agreed="82feeec4-499afdf9"
# 循环和矩阵的结果一致。这个例子还附有另外算好的标准结果，四舍五入到八位小数。我们的结果同样取八位，和它完全相等吗？

# %% id="matrix-equal"
np.array_equal((weights @ V).round(8), sentence.figures["output"])

# %% [markdown] id="attnlib" lang="en"
# ## 5 · With attnlib, and a second sentence (1 min)
#
# `project` gives $Q$. `attend` takes queries, keys and values, here three times the same, does all further steps and keeps each of them. We add a second sentence: 太阳 变 红, the sun turns red. The first number of a shape now counts sentences. Is the output of the first sentence right to eight digits again?

# %% [markdown] id="attnlib" lang="zh" agreed="5c04c79f-2905c035"
# ## 5 · 用 attnlib，再加一个句子（1 分钟）
#
# `project` 算出 $Q$。`attend` 的三个参数是查询、键和值，这里三者相同；它做完其余各步，并留下每一步的结果。我们再加上第二句“太阳 变 红”；现在，形状里的第一个数是句子的个数。第一句的输出，还是八位小数都对吗？

# %% id="attnlib-code"
batch = load_example("hand_worked")
Q = project(batch.X, batch.W_Q, batch.b_Q)
trace = attend(Q, Q, Q)
trace

# %% id="attnlib-equal"
np.array_equal(trace.output[0].round(8), batch.figures["output"])

# %% [markdown] id="look" lang="en"
# ## 6 · Attention that can be seen (2 min)
#
# In 小 猫 追 鱼, *small cat chases fish*, $Q$, $K$ and $V$ differ, and we know from lessons 02 to 04 who looks at whom: *small* at *cat*, *cat* at *chases*, *chases* at *fish*, *fish* at *cat*. What do they take?
#
# The next picture shows all steps from $Q$, $K$ and $V$ on. A value has two numbers here, so an output has two as well. Which output is closest to a single value, and which weight explains it?

# %% [markdown] id="look" lang="zh" agreed="5507a7a3-1c7a5c7a"
# ## 6 · 看得见的注意力（2 分钟）
#
# 在“小 猫 追 鱼”里，$Q$、$K$、$V$ 各不相同。谁最关注谁，我们在第 02 到 04 课已经看到：“小”看“猫”，“猫”看“追”，“追”看“鱼”，“鱼”看“猫”。那么它们拿走了什么？
#
# 从 $Q$、$K$、$V$ 开始的所有步骤，画在一张图里。这里的值有两个数，所以输出也是两个数。哪个词的输出最接近某一个值？是哪个权重造成的？

# %% id="look-pipeline"
look = load_example("first_look")
trace = look.trace()
pipeline(trace, look.tokens, highlight="output")

# %% [markdown] id="look-explain" lang="en"
# *cat*: it gives *chases* a weight of 0.96, so its output (1.94, −0.97) is almost the value of *chases*, (2, −1). The others take from several words.

# %% [markdown] id="look-explain" lang="zh" agreed="282bca96-6b2e8df1"
# 是“猫”：它给“追”的权重是 0.96，所以输出 (1.94, −0.97) 几乎就是“追”的值 (2, −1)。别的词都从好几个词那里拿。

# %% [markdown] id="lecture-look" lang="en" tags=["lecturer"]
# **Ask:** the weights of *chases* sum to one. Why does its output, (1.10, −0.78), not lie on the value of *fish*, (1, −1)? **They say:** rounding. **Then:** 0.17 of its weight goes to other words; point at them in the picture.

# %% [markdown] id="lecture-look" lang="zh" agreed="380d1a76-6af735f3" tags=["lecturer"]
# **提问：** “追”的权重加起来是 1，为什么它的输出 (1.10, −0.78) 不正好是“鱼”的值 (1, −1)？**学生会说：** 四舍五入。**接着说：** 它有 0.17 的权重给了别的词；在图上指出来。

# %% [markdown] id="between" lang="en"
# ## 7 · What is mixed, and what is not (5 min)
#
# Where can other weights lead? We draw the four values as points, and the outputs that 500 rows of random weights mix from them: `dirichlet` makes rows that are not negative and sum to one. Predict: do the outputs fill the whole rectangle around the four points?

# %% [markdown] id="between" lang="zh" agreed="abfc86be-42c80668"
# ## 7 · 输出由什么混合而成（5 分钟）
#
# 换别的权重，输出会到哪里去？我们把四个值画成平面上的点，再画出 500 组随机权重的输出；`dirichlet` 每次给出四个不为负、加起来等于 1 的数。先猜一猜：这些输出会填满框住这四个点的整个矩形吗？

# %% id="between-picture"
look = load_example("first_look")
V = look.trace().V
random_weights = np.random.default_rng(0).dirichlet(np.ones(4), 500)  # (500, 4)
between(V, mix(random_weights, V), look.tokens)

# %% [markdown] id="between-explain" lang="en"
# No. Every output lies inside the shape that has the values as its corners, whatever the weights. This is what we mean by: *the output lies between the values*.
#
# Now, who decides what? `replace` copies the example with one matrix changed. Predict: if we replace $W_V$ by $-W_V$, what changes: the weights, the output, or both?

# %% [markdown] id="between-explain" lang="zh" agreed="5142ae64-e7a07012"
# 不会。每个输出都落在这些值围成的图形里。这不是碰巧：只要权重不为负、加起来等于 1，就一定是这样。我们说“输出落在各个值之间”，就是这个意思。
#
# 那么，谁决定什么？`replace` 把例子复制一份，只换一个矩阵。先猜一猜：把 $W_V$ 换成 $-W_V$，变的是权重、输出，还是两个都变？

# %% id="minus-w-v"
from dataclasses import replace
trace, other = look.trace(), replace(look, W_V=-look.W_V).trace()
print(np.array_equal(other.weights, trace.weights))
print(np.array_equal(other.output, -trace.output))

# %% [markdown] id="key-and-value" lang="en"
# The weights stay, and the output changes its sign. Queries and keys decide *where* a word looks; values decide *what* it takes. That is why key and value are two things. We mix the keys with the weights of *cat*, and then, in the second line, the values:

# %% [markdown] id="key-and-value" lang="zh" agreed="9cf3c227-1b10fa83"
# 权重不变，输出变号。查询和键决定往哪里看，值决定拿走什么，所以键和值是两回事。用“猫”的权重，第一行混合键，第二行混合值：

# %% id="mix-keys"
print(mix(trace.weights, trace.K)[1].round(2))
print(mix(trace.weights, trace.V)[1].round(2))

# %% [markdown] id="mix-keys-explain" lang="en"
# The first is nearly the key of *chases*, (0, −1, 2), the second nearly its value, (2, −1). The output passes on the value; the key only serves to find the word.
#
# Must values be projected at all? We could mix the words themselves, the rows of $X$, and multiply by $W_V$ afterwards:

# %% [markdown] id="mix-keys-explain" lang="zh" agreed="bc8cac80-de21d3f7"
# 第一行几乎就是“追”的键 (0, −1, 2)，第二行几乎就是“追”的值 (2, −1)。传出去的是值；键只用来让别的词找到“追”。
#
# 值一定要先投影吗？也可以直接混合词本身，也就是 $X$ 的各行，最后再乘 $W_V$：

# %% id="mix-words"
words = mix(trace.weights, look.X)
print(words.shape, trace.output.shape)
np.allclose(words @ look.W_V, trace.output, rtol=0, atol=1e-12)

# %% [markdown] id="mix-words-explain" lang="en"
# Both orders give the same output, since matrix products may be bracketed either way: $A (X W_V) = (A X) W_V$, where $A$ are the weights. So the average does not need $W_V$. What $W_V$ does is choose: it makes of the six numbers of a word the two that are passed on. Without $W_V$, all six are.

# %% [markdown] id="mix-words-explain" lang="zh" agreed="e46f777b-de9c4c85"
# 结果一样，这就是矩阵乘法的结合律：$A (X W_V) = (A X) W_V$，其中 $A$ 是注意力权重。所以求平均本身并不需要 $W_V$。$W_V$ 的作用是决定传什么：怎样由六个数算出要传的两个数。没有 $W_V$，每个词只能把自己的六个数原样传出去。

# %% [markdown] id="wrong" lang="en"
# ## 8 · A picture that is wrong (3 min)
#
# A table of numbers with colours *looks* like attention, and is easily believed. The next one, here without its colours, has been shown as the attention weights of *I love China* (rows 0 to 2) and *the sun turns red* (rows 3 to 5). Run the cell and look. Two of the six rows cannot be weights at all. Decide which two, then run the cell after it.

# %% [markdown] id="wrong" lang="zh" agreed="bb522a07-6797f291"
# ## 8 · 一张错图（3 分钟）
#
# 有颜色、有数字的表，看上去就像注意力，很容易让人当真。有人给“我 爱 中国”（第 0～2 行）和“太阳 变 红”（第 3～5 行）画过下面这样一张“注意力权重”表。运行这一格，看一看：六行里有两行根本不可能是权重。先想好是哪两行，再运行下一格。

# %% id="wrong-table"
batch = load_example("hand_worked")
claimed = batch.figures["wrong_illustration"]
claimed

# %% id="wrong-sums"
claimed.sum(-1)

# %% [markdown] id="wrong-why" lang="en"
# Rows 1 and 5 sum to 1.1. With such weights the output is no average. Suppose that all three values are 1: then every average of them is 1. What does row 1 make of them?

# %% [markdown] id="wrong-why" lang="zh" agreed="41c6dffd-92257249"
# 第 1 行和第 5 行加起来是 1.1，这样算出的就不是平均了。假如三个值都是 1，不管怎么平均都应该得 1。拿第 1 行算一算：

# %% id="wrong-outside"
mix(claimed[1:2], np.ones((3, 1)))

# %% [markdown] id="wrong-difference-text" lang="en"
# 1.1, outside the values. The other four rows could be weights, but they are not those of these sentences. Here is the table minus the true weights; columns 0, 1, 2 are the words of the row's own sentence.

# %% [markdown] id="wrong-difference-text" lang="zh" agreed="afc5733a-d96cc285"
# 得到 1.1，跑到了值的范围之外。其余四行可以是权重，但不是这两个句子的权重。用这张表减去真正的权重，图里各列依次是本句的第 0、1、2 个词：

# %% id="wrong-difference"
weights = batch.trace().weights.reshape(6, 3)
heatmap(claimed - weights, sum(batch.tokens, []), kind="signed")

# %% [markdown] id="wrong-explain" lang="en"
# Every row has at least one number that is wrong by more than 0.15. Adding up the rows is a quick check: what does not sum to one is certainly wrong (but for a word that may look nowhere: a row of 0, lesson 06). What does may still be wrong, as four rows here; for them we have to compute.

# %% [markdown] id="wrong-explain" lang="zh" agreed="5ba90a11-299241fc"
# 每一行至少有一个数差了 0.15 以上。看到注意力图，先看每一行加起来是不是 1：不是 1 就一定错（例外是什么也不能看的词，一行全是 0，见第 06 课）。是 1 也不保证对，这里就有四行是这样，只能算过才知道。

# %% [markdown] id="live" lang="en"
# ## 9 · Change anything (8 min)
#
# The [**temperature**](glossary.ipynb) $T$ of lesson 04 divides the scaled scores once more before the softmax. At $T = 1$, *cat* gives *chases* the weight 0.96, and the first number of its output is 1.94. In the next picture $T$ is 3; the numbers in *scaled* are already divided by $\sqrt{3}$ and by $T$. Does the 1.94 become larger or smaller, and how large is it now? Estimate it in your head first; then compute it from the row of *cat* in *weights* and the first numbers of the four values, and enter that.

# %% [markdown] id="live" lang="zh" agreed="dc76034c-cb0f95a0"
# ## 9 · 想改哪里就改哪里（8 分钟）
#
# 第 04 课的[**温度**](glossary.ipynb)（temperature）$T$，是在 softmax 之前把缩放后的分数再除以一次的数。$T = 1$ 时，“猫”给“追”的权重是 0.96，“猫”的输出里第一个数是 1.94。下图里 $T$ 是 3，“缩放后”这张表里的数已经除以 $\sqrt{3}$，再除以 $T$。这时 1.94 会变大还是变小，变成多少？先在心里估一个数；再用“注意力权重”里“猫”那一行和四个值的第一个数算一算，把算出的数填进去。

# %% id="live-explorer"
steps = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scores", "scaled", "weights", "output")
explorer = Explorer("first_look", steps, predict=("output", 1, 0), temperature=3.0)
explorer

# %% [markdown] id="live-try" lang="en"
# When you have given a number, everything is yours. Try two things:
#
# * Set the temperature to 0.1, then to 20. Where do the outputs go?
# * Set it back to 1. Raise a number of $W_V$ by 1, look at the output of *cat*, undo, and try another row. In which row does this move it most (rows count from 0)? Think of the word that *cat* takes from. Put the row in place of `...`.

# %% [markdown] id="live-try" lang="zh" agreed="0dffa0f2-01007d11"
# 填过之后，图里的数就可以随意改了。先试两件事：
#
# * 把温度调到 0.1，再调到 20：输出往哪里移动？
# * 把温度调回 1。把 $W_V$ 里的一个数加 1，看“猫”的输出，撤销，再换一行试。加在哪一行（从 0 数起），它变得最多？想一想“猫”主要从哪个词那里拿。把行号填在 `...` 的位置。

# %% id="live-row"
from attnlib import check
look = load_example("first_look")
row_that_matters = np.argmax(look.trace().weights[1] @ look.X)
check.number(..., row_that_matters)

# %% [markdown] id="live-python" lang="en"
# Python follows the picture: the next cell computes with the numbers that you see.

# %% [markdown] id="live-python" lang="zh" agreed="ae3ffc0d-89e8af16"
# Python 会跟着图变：下一格用的就是图里现在的数。

# %% id="live-follows"
explorer.trace.output.round(2)

# %% [markdown] id="puzzle" lang="en"
# At a temperature of 0.1 each output is a single value; at 20 all are near the mean of the values, (1, 0). Back at 1, the row *verb* (2) moved *cat* most: *cat* takes from *chases*, which is a verb only.
#
# A puzzle, in *I love China*: make *love* look at *China* with a weight above 0.9, by changing $W_Q$ alone. The largest number of *love* in $X$ is its last, so the last row of $W_Q$ moves its query most, and one number of this row is enough. Which one, and why does it have to be large?
#
# <details><summary>A hint</summary>
#
# In which column is the key of *China* larger than both others, and by most? The query of *love* has to be large there. $X$ and $K$ are small, so it takes a large push.
#
# </details>
#
# <details><summary>One solution</summary>
#
# 100 as the last number of the last row gives 0.95.
#
# </details>

# %% [markdown] id="puzzle" lang="zh" agreed="3004eca9-fd3db4ab"
# 温度是 0.1 时，每个输出就是某一个值；到 20，所有输出都靠近各个值的平均 (1, 0)。温度回到 1，改“动词”那一行（第 2 行），“猫”的输出变得最多：它主要从“追”那里拿，而“追”只有“动词”这一个特征。
#
# 回到“我 爱 中国”，来解一个谜题：只改 $W_Q$，让“爱”给“中国”的权重大于 0.9。“爱”在 $X$ 里最大的数是最后一个，所以改 $W_Q$ 的最后一行最有效，而且改其中一个数就够了。该改哪一个？为什么要改得很大？
#
# <details><summary>提示</summary>
#
# 哪一列里，“中国”的键比另外两个词的都大，而且大得最多？“爱”的查询在这一列就要很大。$X$ 和 $K$ 里的数都很小，因此要改得很大。
#
# </details>
#
# <details><summary>一个解法</summary>
#
# 最后一行的最后一个数改成 100，权重就是 0.95。
#
# </details>

# %% id="puzzle-explorer"
sentence = load_example("hand_worked").select(0)
Explorer(sentence, goal=("weights", 1, 2, ">", 0.9), edit="W_Q")

# %% [markdown] id="torch" lang="en"
# ## 10 · With PyTorch (5 min)
#
# The same as a PyTorch class. Each `nn.Linear` multiplies by a matrix and adds a bias, and a model learns the numbers of both. `.mT` is the transpose, sentence by sentence; `dim=-1` makes softmax work on each row. If PyTorch is new to you, read only the three lines of `forward`.

# %% [markdown] id="torch" lang="zh" agreed="3d46bd42-32e1fa9c"
# ## 10 · 用 PyTorch（5 分钟）
#
# 写成一个 PyTorch 的类。`nn.Linear` 就是乘一个矩阵，再加一个偏置，其中的数可以训练。`.mT` 对每个句子分别转置；`dim=-1` 让 softmax 对每一行分别做。没用过 PyTorch 的话，看懂 `forward` 里的三行就够了。

# %% id="torch-class" tags=["long", "torch"]
import torch
from torch import nn

class SelfAttention(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)

    def forward(self, x):
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)  # (..., n, d_model)
        weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)  # (..., n, n)
        return weights @ v, weights

# %% [markdown] id="torch-weights" lang="en"
# A new layer starts with random numbers, so we copy ours into it. Mind one thing: `nn.Linear` keeps the transpose of our $W$, one row for each number that comes out; hence the `.T`. We compute in float64 (`.double()`), and train nothing.

# %% [markdown] id="torch-weights" lang="zh" agreed="98b2c901-cd0ebe3b"
# 新建的层里是随机数，所以要把我们的数抄进去。有一点要小心：`nn.Linear` 存的是 $W$ 的转置，每个输出数占一行，所以要写 `.T`。计算用 float64（`.double()`），这里不训练，所以关掉求导。

# %% id="torch-copy" tags=["torch"]
batch = load_example("hand_worked")
layer = SelfAttention(4).double().requires_grad_(False)
for linear in (layer.W_Q, layer.W_K, layer.W_V):
    linear.weight.copy_(torch.from_numpy(batch.W_Q.T))
    linear.bias.copy_(torch.from_numpy(batch.b_Q))
output, weights = layer(torch.from_numpy(batch.X))
np.array_equal(output[0].numpy().round(8), batch.figures["output"])

# %% [markdown] id="torch-sdpa" lang="en"
# PyTorch also has the whole formula as one function, `scaled_dot_product_attention`. It returns the output alone, without the weights. It may add in another order, which changes the last digits, so we allow a difference of $10^{-12}$. Is it equal to ours, for both sentences?

# %% [markdown] id="torch-sdpa" lang="zh" agreed="d355eede-f599b0a8"
# PyTorch 自带 `scaled_dot_product_attention`，一个函数算完整个公式，但只返回输出，不返回权重。它做加法的次序可能不同，最后几位会有出入，所以我们允许 $10^{-12}$ 的误差。两个句子的结果都一致吗？

# %% id="torch-sdpa-code" tags=["torch"]
q = torch.from_numpy(batch.trace().Q)
sdpa = nn.functional.scaled_dot_product_attention(q, q, q)
print(torch.allclose(sdpa, output, rtol=0, atol=1e-12))
print(np.allclose(sdpa.numpy(), batch.trace().output, rtol=0, atol=1e-12))

# %% [markdown] id="torch-w-o" lang="en"
# Many models multiply the output by one more matrix $W_O$ and add a bias: the **output projection**. It turns what a word has taken into numbers for the next step. An example of another size: two sentences of ten words, $d_{model} = 256$. Ours and PyTorch's again:
#
# $$\text{projected} = \text{output} \; W_O + b_O$$

# %% [markdown] id="torch-w-o" lang="zh" agreed="b3a63fbb-99da17d5"
# 许多模型还会把输出再乘一个矩阵 $W_O$，并加上偏置，这叫**输出投影**（output projection）：把一个词拿到的内容变成下一步要用的数。换一个大一些的例子：两个句子，各十个词，$d_{model} = 256$，再和 PyTorch 比一次。要比的是投影之后的结果：
#
# $$\text{投影后} = \text{输出} \; W_O + b_O$$

# %% id="torch-w-o-code" tags=["torch"]
large = load_example("basic_with_output_projection")
trace = large.trace()
ours = project(trace.output, large.W_O, large.b_O)
Q, K, V = (torch.from_numpy(step) for step in (trace.Q, trace.K, trace.V))
theirs = nn.functional.scaled_dot_product_attention(Q, K, V).numpy() @ large.W_O + large.b_O
print(ours.shape, np.allclose(ours, theirs, rtol=0, atol=1e-12))

# %% [markdown] id="exercises" lang="en"
# ## 11 · Write it yourself (7 min)
#
# Put code in place of `...` and run the cell: the check tries your function on random inputs, and if something is off it says what. Stuck? `check.hint("mix")` gives a hint, a second call the next; `check.solution("mix")` leads to the code. The lesson goes on in any case.
#
# **1 · Mix** (★, 2 min). `my_mix` takes weights (n, m) for n queries and m keys and values (m, d_v), and returns the outputs (n, d_v). A batch may stand in front.

# %% [markdown] id="exercises" lang="zh" agreed="01706891-d504f365"
# ## 11 · 自己写一写（7 分钟）
#
# 把 `...` 换成代码，运行这一格：检查程序会用随机的输入试你的函数，错了就告诉你错在哪里。卡住了，运行 `check.hint("mix")` 看一条提示，再运行一次看下一条；`check.solution("mix")` 会告诉你怎样看参考答案。没做出来也不影响往下学。
#
# **1 · 混合**（★，2 分钟）。`my_mix` 的参数是权重 (n, m) 和值 (m, d_v)，返回输出 (n, d_v)。前面还可能有 batch 轴。

# %% id="exercise-mix" tags=["exercise"]
from attnlib import check

def my_mix(weights, V):
    ...

my_mix = check.mix(my_mix)

# %% [markdown] id="exercise-attention-text" lang="en"
# **2 · Attention** (★★, 5 min). `my_attention` takes queries (n, d_k), keys (m, d_k) and values (m, d_v) and returns the outputs (n, d_v): the whole formula of section 4. Two things to think of: the inputs may be a batch, and scores may be so large that `np.exp` overflows, as in lesson 04.

# %% [markdown] id="exercise-attention-text" lang="zh" agreed="691b927b-c37dd574"
# **2 · 注意力**（★★，5 分钟）。`my_attention` 的参数是查询 (n, d_k)、键 (m, d_k) 和值 (m, d_v)，返回输出 (n, d_v)，也就是第 4 节的整个公式。要考虑两件事：输入可能是一批句子；分数可能大到让 `np.exp` 溢出，就像第 04 课那样。

# %% id="exercise-attention" tags=["exercise"]
def my_attention(Q, K, V):
    ...

my_attention = check.attention(my_attention)

# %% [markdown] id="exercise-module-text" lang="en"
# **3 · A layer**, for at home (★★★, 10 min more). From memory, without section 10 beside you: a layer with three projections `W_Q`, `W_K`, `W_V` from d_model numbers to d_k (without bias, if you like). `forward` takes x (n, d_model), perhaps with a batch in front, and returns the outputs (n, d_k).

# %% [markdown] id="exercise-module-text" lang="zh" agreed="58cc8c57-9df8eb72"
# **3 · 写成一层**，课后做（★★★，另需 10 分钟）。不看第 10 节，凭记忆写：这一层有三个投影 `W_Q`、`W_K`、`W_V`，把 d_model 个数变成 d_k 个数（偏置可有可无）。`forward` 的参数是 x (n, d_model)，前面可能有批的轴，返回输出 (n, d_k)。

# %% id="exercise-module" tags=["exercise", "long", "torch"]
from torch import nn

class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        ...

    def forward(self, x):
        ...

MySelfAttention = check.self_attention(MySelfAttention)

# %% [markdown] id="exercise-progress-text" lang="en"
# Which exercises of this lesson are solved?

# %% [markdown] id="exercise-progress-text" lang="zh" agreed="7ce37ad0-8acca715"
# 这一课的练习，做出了哪几题？

# %% id="exercise-progress"
check.progress()

# %% [markdown] id="recap" lang="en"
# ## 12 · Recap (2 min)
#
# * The output of a word is the sum of all values, each times its weight: $o_i = \sum_j w_{ij} \, v_j$.
# * Each row of weights sums to one, so an output lies between the values and never outside.
# * Queries and keys decide where a word looks, values decide what it takes.
#
# Answer without scrolling back: What changes if we leave out $W_V$? How do you find out in ten seconds that a table cannot be attention weights?
#
# <details><summary>Answers</summary>
#
# 1. Each output is then a mix of the rows of $X$: all $d_{model}$ numbers as they are.
# 2. Add up its rows: what does not sum to one (nor to 0) cannot be.
#
# </details>
#
# Next: what a word must *not* look at, padding and the future: [lesson 06, masks](06_masks.ipynb).

# %% [markdown] id="recap" lang="zh" agreed="5f1d63a6-c1e37c8c"
# ## 12 · 小结（2 分钟）
#
# * 一个词的输出，就是所有值乘上各自的权重再相加：$o_i = \sum_j w_{ij} \, v_j$。
# * 每一行权重之和等于 1，所以输出总落在各个值之间，不会跑到外面。
# * 查询和键决定往哪里看，值决定拿走什么。
#
# 不往回翻，回答两个问题：如果去掉 $W_V$，会有什么变化？怎样在十秒钟内看出一张表不可能是注意力权重？
#
# <details><summary>答案</summary>
#
# 1. 输出就直接混合 $X$ 的各行：$d_{model}$ 个数原样传出去。
# 2. 把每一行加起来：不等于 1 就一定不是（全是 0 的行例外）。
#
# </details>
#
# 下一课：有些位置是一个词不该看的，比如填充的空位和后面的词。[第 06 课，掩码](06_masks.ipynb)。
