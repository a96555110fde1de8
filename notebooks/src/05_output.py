# %% [markdown] id="title" lang="en"
# # 05 · Output: what a word takes from the others
#
# We know from softmax how much each word looks at every other word. What does it take from them when it looks?
#
# We take two Chinese sentences through the whole of self-attention: by hand, by loop, by matrix, with `attnlib`, with a PyTorch class that we write, and with PyTorch's own function. Six ways, the same numbers. Then comes a sentence in which attention can be seen.
#
# About 45 minutes. You need matrix multiplication and a little Python; each step is recalled where we use it.

# %% [markdown] id="title" lang="zh" agreed="0e4a8fc6-3791f368"
# # 05 · 输出：一个词从其他词那里得到什么
#
# 经过 softmax，每个词都知道该给其他词多少注意力。可是“看”过之后，它究竟拿走了什么？
#
# 这一课，我们带着两个中文句子走完自注意力的全过程：先手算，再写循环，再写矩阵，再用 `attnlib`，再自己写一个 PyTorch 类，最后调用 PyTorch 自带的函数。六种做法，得到同一组数。最后换一个句子，在那里注意力一眼就能看出来。
#
# 大约 45 分钟。会矩阵乘法、会一点 Python 就够了；用到前面的步骤时，我们都会再讲一遍。

# %% id="setup"
import numpy as np
from attnlib import attend, between, explain, heatmap, load_example, mix, pipeline, project, use_language
use_language("en")

# %% id="strip"
pipeline(None, None, highlight="output")

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

# %% [markdown] id="sentences" lang="en"
# ## 2 · A sentence becomes numbers (2 min)
#
# 我 爱 中国 means: I love China. We call the words by their English names. Each word is a row of four numbers, so $X$ has the shape (3, 4). The numbers of this example have no meaning; all we do is calculate with them, and every step can be checked by hand.

# %% [markdown] id="sentences" lang="zh" agreed="37400da2-29ea000c"
# ## 2 · 句子变成数（2 分钟）
#
# 先看“我 爱 中国”。每个词用一行四个数表示，所以 $X$ 的形状是 (3, 4)。这个例子里的数没有什么含义，我们只拿它们来计算；好处是每一步都可以用笔验算。

# %% id="sentence"
sentence = load_example("hand_worked").select(0)
print(sentence.tokens)
sentence.X

# %% [markdown] id="one-projection" lang="en"
# From $X$ come queries, keys and values, each by a projection matrix and a bias. To keep the handwork short, this example uses one $W$ and one $b$ for all three, so here $Q = K = V$. A model learns three different ones; we meet such a case in section 8.

# %% [markdown] id="one-projection" lang="zh" agreed="67483dd9-32ca63e0"
# 由 $X$ 得到查询（query）、键（key）和值（value），各用一个投影矩阵和一个偏置。为了让手算短一些，这个例子三处共用同一个 $W$ 和同一个 $b$，所以这里 $Q = K = V$。真正的模型会学出三个不同的矩阵，第 8 节就会遇到。

# %% id="w-and-b"
print(sentence.W_Q, sentence.b_Q, sep="\n")

# %% [markdown] id="hand-query" lang="en"
# ## 3 · One word by hand (6 min)
#
# We follow one word: love (爱). Its query is its row of $X$ times $W$, plus $b$. Here is the first of the four numbers, with every term written out.
#
# $$q = x W + b$$

# %% [markdown] id="hand-query" lang="zh" agreed="d36a6503-49f535f4"
# ## 3 · 手算一个词（6 分钟）
#
# 我们盯住一个词：“爱”。它的查询等于它在 $X$ 中的那一行乘以 $W$，再加上 $b$。四个数里的第一个，每一项都写出来就是：
#
# $$q = x W + b$$

# %% id="hand-q"
trace = sentence.trace()
explain(trace, "Q", 1, 0)

# %% [markdown] id="hand-queries-all" lang="en"
# The other eleven numbers of $Q$ are made in the same way. As in Python, we count rows and columns from 0: *love* is row 1. Find the number that we have just computed.

# %% [markdown] id="hand-queries-all" lang="zh" agreed="5d0301f4-38710063"
# $Q$ 里另外十一个数的算法完全一样。和 Python 一样，行和列都从 0 数起，所以“爱”是第 1 行。找一找，我们刚算出的数在哪里？

# %% id="hand-q-all"
trace.Q

# %% [markdown] id="hand-score" lang="en"
# How well does the query of *love* fit the key of *China*? The score is their dot product. Of its four terms, which one is by far the largest?
#
# $$\text{score} = q \cdot k$$

# %% [markdown] id="hand-score" lang="zh" agreed="3e048a5f-e10d994f"
# “爱”的查询和“中国”的键有多匹配？用点积来衡量，这就是分数。下面一共四项，其中哪一项远远大过别的项？
#
# $$\text{分数} = q \cdot k$$

# %% id="hand-s"
explain(trace, "scores", 1, 2)

# %% [markdown] id="hand-scale" lang="en"
# The third: two negative numbers, far from zero, have a large positive product. Now we divide by $\sqrt{d_k} = \sqrt{4} = 2$. Here are the scaled scores of *love* for all three words.

# %% [markdown] id="hand-scale" lang="zh" agreed="1be07803-07addfab"
# 是第三项：两个绝对值较大的负数，乘出来是一个较大的正数。接着除以 $\sqrt{d_k} = \sqrt{4} = 2$。下面是“爱”对三个词的缩放后的分数。

# %% id="hand-scaled"
for j in range(3):
    print(explain(trace, "scaled", 1, j))

# %% [markdown] id="hand-softmax" lang="en"
# Softmax turns the three numbers into attention weights: positive, and of sum one.
#
# $$w_j = \frac{e^{s_j}}{e^{s_0} + e^{s_1} + e^{s_2}}$$

# %% [markdown] id="hand-softmax" lang="zh" agreed="955be396-113b2b3a"
# softmax 把这三个数变成注意力权重：全是正数，加起来等于 1。
#
# $$w_j = \frac{e^{s_j}}{e^{s_0} + e^{s_1} + e^{s_2}}$$

# %% id="hand-weights"
for j in range(3):
    print(explain(trace, "weights", 1, j))

# %% [markdown] id="hand-predict" lang="en"
# Now the step of this lesson. *love* takes 0.3005 of the value vector of *I*, 0.3642 of its own and 0.3353 of that of *China*. The first numbers of these three vectors are −0.2116, 0.2925 and −0.1578.
#
# Predict, before you run the next cell: is the first number of the output below −0.2116, between −0.2116 and 0.2925, or above 0.2925? Is it near one of the ends?

# %% [markdown] id="hand-predict" lang="zh" agreed="96b39e19-55ea2f3a"
# 现在到了这一课的主角。“爱”从“我”的值向量里取 0.3005 份，从自己的里取 0.3642 份，从“中国”的里取 0.3353 份。这三个向量的第一个数分别是 −0.2116、0.2925 和 −0.1578。
#
# 先猜再运行：输出的第一个数，会小于 −0.2116，落在 −0.2116 和 0.2925 之间，还是大于 0.2925？会靠近哪一头吗？

# %% id="hand-output"
explain(trace, "output", 1, 0)

# %% [markdown] id="hand-explain" lang="en"
# It lies between, and nearly in the middle. The weights are not negative and sum to one, so the sum is an average, and an average cannot leave the range of what it averages. The four averages together are the output of *love*, its **context vector**: one row of numbers for *love* in this sentence.
#
# $$o_i = \sum_j w_{ij} \, v_j$$

# %% [markdown] id="hand-explain" lang="zh" agreed="2762258f-f44e0187"
# 落在中间，而且几乎在正中。权重都不是负数，加起来又等于 1，所以这个和其实是加权平均；平均数不会跑到被平均的数的范围之外。四列各求一次平均，就得到“爱”的输出，也叫**上下文向量**（context vector）：它表示的是这句话里的“爱”。
#
# $$o_i = \sum_j w_{ij} \, v_j$$

# %% id="hand-output-all"
trace.output[1]

# %% [markdown] id="loop" lang="en"
# ## 4 · All words, by loop (3 min)
#
# Nothing new happens for the other words, so we let Python repeat it. First $Q$: a row of $X$ times a column of $W$, for every row and every column.

# %% [markdown] id="loop" lang="zh" agreed="343e2630-e99e35d3"
# ## 4 · 所有的词：写循环（3 分钟）
#
# 其余的词也是这样算，没有新东西，重复的活交给 Python。先算 $Q$：$X$ 的每一行，乘以 $W$ 的每一列。

# %% id="loop-q"
sentence = load_example("hand_worked").select(0)
Q = np.zeros((3, 4))
for i in range(3):
    for j in range(4):
        Q[i, j] = sum(sentence.X[i] * sentence.W_Q[:, j]) + sentence.b_Q[j]
Q

# %% [markdown] id="loop-weights-text" lang="en"
# Then scores and weights, one row at a time. $K$ and $V$ are equal to $Q$ in this example.

# %% [markdown] id="loop-weights-text" lang="zh" agreed="dabbcea7-f8edd715"
# 再算分数和权重，一次一行。在这个例子里，$K$ 和 $V$ 都等于 $Q$。

# %% id="loop-weights"
K = V = Q
weights = np.zeros((3, 3))
for i in range(3):
    e = np.exp([sum(Q[i] * K[j]) / np.sqrt(4) for j in range(3)])
    weights[i] = e / sum(e)
weights

# %% [markdown] id="loop-output-text" lang="en"
# And the outputs: we add to each row the value vectors, each times its weight.

# %% [markdown] id="loop-output-text" lang="zh" agreed="1a3261fc-bdf3d7aa"
# 最后是输出：把各个值向量乘上自己的权重，一个一个加到这一行里。

# %% id="loop-output"
output = np.zeros((3, 4))
for i in range(3):
    for j in range(3):
        output[i] += weights[i, j] * V[j]
output

# %% [markdown] id="loop-check" lang="en"
# This example comes with figures, worked out to eight digits. Do ours agree with them in every digit?

# %% [markdown] id="loop-check" lang="zh" agreed="0a0262ff-445cbb73"
# 这个例子附有一份算到八位小数的标准结果。我们的结果每一位都对得上吗？

# %% id="loop-equal"
np.array_equal(output.round(8), sentence.figures["output"])

# %% [markdown] id="matrix" lang="en"
# ## 5 · All words at once (3 min)
#
# The two loops over words are two matrix products. One line a step; the shapes stand at the end of each line.
#
# $$\text{output} = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$

# %% [markdown] id="matrix" lang="zh" agreed="2e1422ff-cc36b474"
# ## 5 · 所有的词：一次算完（3 分钟）
#
# 对词的两重循环，其实就是两次矩阵乘法。一步写一行，行末注明形状。
#
# $$\text{输出} = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$

# %% id="matrix-code"
sentence = load_example("hand_worked").select(0)
Q = K = V = sentence.X @ sentence.W_Q + sentence.b_Q  # (3, 4)
S = Q @ K.T / np.sqrt(4)  # (3, 3)
weights = np.exp(S) / np.exp(S).sum(-1, keepdims=True)  # (3, 3)
weights @ V  # (3, 4)

# %% id="matrix-equal"
np.array_equal((weights @ V).round(8), sentence.figures["output"])

# %% [markdown] id="matrix-picture" lang="en"
# A picture of the weights. Row: the word that looks. Column: the word it looks at. Before you run it: will you see a favourite?

# %% [markdown] id="matrix-picture" lang="zh" agreed="aa158dea-034f01a3"
# 把权重画出来：行是“看”的词，列是被看的词。运行之前先猜：看得出谁最受关注吗？

# %% id="matrix-heatmap"
heatmap(weights, sentence.tokens, sentence.tokens, title="weights")

# %% [markdown] id="matrix-explain" lang="en"
# Hardly: every weight is close to one third. The reason stands in the scores. Within a row, the scaled scores differ by 0.2 or less, and softmax makes of a difference of 0.2 a ratio of only $e^{0.2} \approx 1.22$.

# %% [markdown] id="matrix-explain" lang="zh" agreed="9ea42c2c-06b5016f"
# 几乎看不出来：每个权重都接近三分之一。原因在分数里：同一行的缩放后的分数，相差都不超过 0.2；差 0.2，经过 softmax 也只差 $e^{0.2} \approx 1.22$ 倍。

# %% id="matrix-spread"
print(S.max(-1) - S.min(-1))
print(weights.max(-1) / weights.min(-1))

# %% [markdown] id="attnlib" lang="en"
# ## 6 · With attnlib, and a second sentence (3 min)
#
# `attend` does all of it and keeps every step. It takes both sentences at once: 太阳 变 红, the sun turns red, is the second. The first axis counts sentences.

# %% [markdown] id="attnlib" lang="zh" agreed="d3e2c6f7-a5dbb5f4"
# ## 6 · 用 attnlib，再加一个句子（3 分钟）
#
# `attend` 一次做完所有步骤，并且把每一步的结果都留下来。它可以同时处理两个句子，第二句是“太阳 变 红”。形状里的第一个数就是句子的个数。

# %% id="attnlib-code"
batch = load_example("hand_worked")
Q = project(batch.X, batch.W_Q, batch.b_Q)
trace = attend(Q, Q, Q)
trace

# %% id="attnlib-equal"
np.array_equal(trace.output[0].round(8), batch.figures["output"])

# %% [markdown] id="second-sentence" lang="en"
# Here is the second sentence, from its query to its output. Choose one output number and check it with a pocket calculator: three products and a sum.

# %% [markdown] id="second-sentence" lang="zh" agreed="fd2b34db-7a7baad0"
# 下面是第二个句子，从查询到输出。任选输出里的一个数，用计算器验算：三次乘法，再加起来。

# %% id="second-numbers"
for name, array in trace:
    if name in ("Q", "scores", "weights", "output"):
        print(name, array[1], sep="\n")

# %% id="second-explain"
explain(batch.select(1).trace(), "output", 2, 3)

# %% [markdown] id="torch" lang="en"
# ## 7 · With PyTorch (5 min)
#
# The same as a class, as it would stand in a model: three layers with weights to learn, and two lines of formula.

# %% [markdown] id="torch" lang="zh" agreed="247576b6-a85beca9"
# ## 7 · 用 PyTorch（5 分钟）
#
# 写成类，就和模型里的样子差不多了：三个带可学习参数的层，外加两行公式。

# %% id="torch-class" tags=["long"]
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
# A new layer starts with random numbers, so we copy ours into it. One trap: `nn.Linear` keeps the transpose of our $W$, one row for each number that comes out. Hence the `.T`.

# %% [markdown] id="torch-weights" lang="zh" agreed="b92e992e-f35003bb"
# 新建的层里是随机数，所以要把我们的数抄进去。这里有个坑：`nn.Linear` 存的是 $W$ 的转置，每个输出数占一行，所以要写 `.T`。

# %% id="torch-copy"
batch = load_example("hand_worked")
layer = SelfAttention(4).double().requires_grad_(False)
for linear in (layer.W_Q, layer.W_K, layer.W_V):
    linear.weight.copy_(torch.from_numpy(batch.W_Q.T))
    linear.bias.copy_(torch.from_numpy(batch.b_Q))
output, weights = layer(torch.from_numpy(batch.X))
np.array_equal(output[0].numpy().round(8), batch.figures["output"])

# %% [markdown] id="torch-sdpa" lang="en"
# PyTorch also has the whole formula as one function, written for speed. It gives the output alone; the weights cannot be seen. Is it equal to ours for both sentences, in all of float64's digits but the last few?

# %% [markdown] id="torch-sdpa" lang="zh" agreed="271cca1a-43759b12"
# PyTorch 还把整个公式做成了一个函数，专为速度而写。它只给输出，看不到权重。对这两个句子，它和我们的结果一致吗？（float64 的最后几位除外。）

# %% id="torch-sdpa-code"
q = torch.from_numpy(batch.trace().Q)
sdpa = nn.functional.scaled_dot_product_attention(q, q, q)
print(torch.allclose(sdpa, output, rtol=0, atol=1e-12))
print(np.allclose(sdpa.numpy(), batch.trace().output, rtol=0, atol=1e-12))

# %% [markdown] id="look" lang="en"
# ## 8 · Attention that can be seen (4 min)
#
# In 小 猫 追 鱼, *small cat chases fish*, the six numbers of a word mean something, and $Q$, $K$ and $V$ differ. We wrote these matrices by hand; a model would have to learn them.

# %% [markdown] id="look" lang="zh" agreed="fd79c992-e14d8e7a"
# ## 8 · 看得见的注意力（4 分钟）
#
# 换一个句子：“小 猫 追 鱼”。这里每个词的六个数都有含义，$Q$、$K$、$V$ 也各不相同。这些矩阵是我们亲手设计的；真正的模型要靠训练学出来。

# %% id="look-x"
look = load_example("first_look")
heatmap(look.X, look.tokens, look.feature_names, kind="signed", title="X")

# %% [markdown] id="look-predict" lang="en"
# The three numbers of a key offer: a doer, something to eat, an action. The three numbers of a query ask for the same. The matrices let an adjective ask for a doer, a hunter for an action, a verb for something to eat.
#
# Predict, before you run: at which word does each of the four look most?

# %% [markdown] id="look-predict" lang="zh" agreed="dc245fc0-52180159"
# 键的三个数表示“我能提供什么”：施动者、可吃的东西、动作。查询的三个数表示“我在找什么”，顺序相同。按照这些矩阵，形容词找施动者，会捕猎的找动作，动词找可吃的东西。
#
# 先猜再运行：四个词各自最关注哪一个词？

# %% id="look-weights"
trace = look.trace()
heatmap(trace.weights, look.tokens, look.tokens, title="weights")

# %% [markdown] id="look-explain" lang="en"
# *small* looks at *cat*, *cat* at *chases*, *chases* at *fish*, and *fish* at *cat*, its hunter. The table is not symmetric: *cat* gives *chases* a weight of 0.96, *chases* gives *cat* 0.03. Here is the reason for one favourite, in whole numbers: what *chases* asks for is what *fish* offers.

# %% [markdown] id="look-explain" lang="zh" agreed="b3ddedc3-a3f937bc"
# “小”看“猫”，“猫”看“追”，“追”看“鱼”，“鱼”看“猫”——它要提防的那一位。这张表并不对称：“猫”给“追”的权重是 0.96，“追”给“猫”的只有 0.03。为什么“追”最关注“鱼”？整数就能算清楚：“追”要找的，正是“鱼”能提供的。

# %% id="look-score"
explain(trace, "scores", 2, 3)

# %% id="look-weight"
explain(trace, "weights", 2, 3)

# %% [markdown] id="look-pipeline-text" lang="en"
# The whole pass in one picture. Each value vector has two numbers, so each output has two as well. Compare the output of *cat* with the value of *chases*: why are they so close?

# %% [markdown] id="look-pipeline-text" lang="zh" agreed="71c9d8c1-c67fb88c"
# 全过程画在一张图里。值向量有两个数，所以输出也是两个数。对照一下“猫”的输出和“追”的值，为什么这么接近？

# %% id="look-pipeline"
pipeline(trace, look.tokens, highlight="output")

# %% [markdown] id="between" lang="en"
# ## 9 · What is mixed, and what is not (4 min)
#
# *cat* gives *chases* a weight of 0.96, so its output is almost the value of *chases*. Can other weights carry an output outside the values? We try 500 rows of random weights. In two dimensions we can draw them all.

# %% [markdown] id="between" lang="zh" agreed="2fa7d863-5c36ef95"
# ## 9 · 混合的是什么，不是什么（4 分钟）
#
# “猫”给“追”的权重是 0.96，所以它的输出几乎就是“追”的值。换一组权重，输出能不能跑到这些值的外面去？我们随机取 500 组权重试试。值只有两个数，正好都画在平面上。

# %% id="between-picture"
look = load_example("first_look")
V = look.trace().V
random_weights = np.random.default_rng(0).dirichlet(np.ones(4), 500)  # (500, 4)
between(V, mix(random_weights, V), look.tokens)

# %% [markdown] id="between-explain" lang="en"
# None does: every output stays between the values. This is what an average with weights can do, and no more.
#
# Now, who decides what? Predict: if we replace $W_V$ by $-W_V$, what changes: the weights, the output, or both?

# %% [markdown] id="between-explain" lang="zh" agreed="dc8e8255-92df5c38"
# 一个也没有：每个输出都落在这些值围成的区域里。加权平均只能做到这一步。
#
# 那么，谁决定什么？先猜一猜：把 $W_V$ 换成 $-W_V$，变的是权重、输出，还是两个都变？

# %% id="minus-w-v"
from dataclasses import replace
trace, other = look.trace(), replace(look, W_V=-look.W_V).trace()
print(np.array_equal(other.weights, trace.weights))
print(np.array_equal(other.output, -trace.output))

# %% [markdown] id="key-and-value" lang="en"
# The weights stay, and the output changes its sign. Queries and keys decide *where* a word looks; values decide *what* it takes. That is why key and value are two things. If we mix keys instead of values, *cat* gets this, and then what it gets from values:

# %% [markdown] id="key-and-value" lang="zh" agreed="6c1e08c8-8c92c2da"
# 权重不变，输出变号。查询和键决定往哪里看，值决定拿走什么，所以键和值是两回事。如果误把键拿来混合，“猫”得到的是下面第一行；第二行才是混合值的结果：

# %% id="mix-keys"
print(mix(trace.weights, trace.K)[1].round(2))
print(mix(trace.weights, trace.V)[1].round(2))

# %% [markdown] id="mix-keys-explain" lang="en"
# The first is nearly the key of *chases*: what it is found by. The second is nearly its value: what it has to say.
#
# Must values be projected at all? We could mix the words themselves, the rows of $X$, and multiply by $W_V$ afterwards:

# %% [markdown] id="mix-keys-explain" lang="zh" agreed="b2626fb9-15fceb39"
# 第一行几乎就是“追”的键：别的词靠它找到“追”。第二行几乎就是“追”的值：“追”真正要传出去的内容。
#
# 值一定要先投影吗？也可以直接混合词本身，也就是 $X$ 的各行，最后再乘 $W_V$：

# %% id="mix-words"
words = mix(trace.weights, look.X)
print(words.shape, trace.output.shape)
np.allclose(words @ look.W_V, trace.output, rtol=0, atol=1e-12)

# %% [markdown] id="mix-words-explain" lang="en"
# The same: mixing and multiplying may be exchanged. So $W_V$ is not needed for the average. It chooses which two numbers, made from the six, are passed on; without it, every word would pass on all of itself.

# %% [markdown] id="mix-words-explain" lang="zh" agreed="8bb20150-8afa87a6"
# 结果一样：先混合再相乘，和先相乘再混合，没有区别。所以求平均本身并不需要 $W_V$。它的作用是选择：把六个数变成哪两个数传出去。没有它，每个词就只能把自己原样传出去。

# %% [markdown] id="wrong" lang="en"
# ## 10 · A picture that is wrong (3 min)
#
# This table is often drawn beside *I love China* (rows 0 to 2) and *the sun turns red* (rows 3 to 5), as their attention weights. Two of its six rows cannot be weights at all. Which? Decide, then run the next cell.

# %% [markdown] id="wrong" lang="zh" agreed="d5aac636-b645c3bb"
# ## 10 · 一张错图（3 分钟）
#
# 讲“我 爱 中国”（第 0～2 行）和“太阳 变 红”（第 3～5 行）时，常有人把下面这张表当作注意力权重。六行里有两行根本不可能是权重。是哪两行？想好了再运行下一格。

# %% id="wrong-table"
batch = load_example("hand_worked")
claimed = batch.figures["wrong_illustration"]
claimed

# %% id="wrong-sums"
claimed.sum(-1)

# %% [markdown] id="wrong-why" lang="en"
# Rows 1 and 5 sum to 1.1. With such weights the output is no average. If all three values were 1, the output would have to be 1 as well; it is 1.1, outside the values. And the other rows? They could be weights, but not of these sentences. Here is what the table says, less the true weights:

# %% [markdown] id="wrong-why" lang="zh" agreed="188d219f-ba03eddc"
# 第 1 行和第 5 行加起来是 1.1。用这样的权重，输出就不是平均了：假如三个值都是 1，输出也该是 1，可它却是 1.1，跑到值的外面去了。其余几行呢？它们可以是权重，但不是这两个句子的权重。下面用这张表减去真正的权重：

# %% id="wrong-outside"
mix(claimed[1:2], np.ones((3, 1)))

# %% id="wrong-difference"
weights = batch.trace().weights.reshape(6, 3)
heatmap(claimed - weights, sum(batch.tokens, []), kind="signed")

# %% [markdown] id="wrong-explain" lang="en"
# Every row is off by 0.1 or more somewhere. It pays to add up the rows of any attention picture you meet, in a book or in your own code.

# %% [markdown] id="wrong-explain" lang="zh" agreed="3bc048bf-bffebeab"
# 每一行都至少有一处相差 0.1 以上。以后不论在书上还是在自己的程序里看到注意力图，先把每一行加一加，这个习惯很值得。

# %% [markdown] id="live" lang="en"
# ## 11 · Turn the temperature (3 min)
#
# We divide the scaled scores by a **temperature** $T$ before the softmax. Move it and watch weights and output.
#
# Try this: find the temperature at which *small* gives *cat* just half of its attention. Then predict the output for a very small and a very large temperature.

# %% [markdown] id="live" lang="zh" agreed="4d94c476-3dacff17"
# ## 11 · 调一调温度（3 分钟）
#
# 在 softmax 之前，把缩放后的分数再除以一个数 $T$，这个数叫**温度**（temperature）。拖动它，看权重和输出怎样变化。
#
# 试一试：温度调到多少时，“小”给“猫”的注意力正好是一半？再猜一猜：温度非常低和非常高时，输出各会变成什么？

# %% id="live-temperature"
from attnlib.live import live
look = load_example("first_look")
def draw(temperature=1.0):
    return pipeline(look.trace(temperature=temperature), look.tokens, highlight=("weights", "output"))
live(draw, temperature=(0.1, 5.0, 0.1))

# %% id="live-extremes"
print(look.trace(temperature=0.01).output.round(2))
print(look.trace(temperature=1000.0).output.round(2) + 0)
print(look.trace().V)

# %% [markdown] id="live-explain" lang="en"
# When it is cold, each word takes the value of its favourite and nothing else. When it is hot, the weights are all ¼, and each word takes the mean of all values: the four outputs are the same, and nobody looks at anybody in particular.

# %% [markdown] id="live-explain" lang="zh" agreed="9499208f-27316feb"
# 温度极低时，每个词只拿走它最关注的那个词的值，别的都不要。温度极高时，权重全是 ¼，每个词拿到的都是所有值的平均：四个输出一模一样，等于谁也没有特别关注谁。

# %% [markdown] id="exercises" lang="en"
# ## 12 · Exercises (5 min)
#
# 1. With paper. The weights of a word are ½, ½, 0, 0; the values are those of *small cat chases fish*: (2, 0), (−1, 2), (2, −1), (1, −1). What is its output?
# 2. In the next cell, change one number of $W_V$ so that the first output number of *cat* comes within 0.1 of 0. Which row of $W_V$ must it be, and why?
#
# <details><summary>Answers</summary>
#
# 1. ½ · (2, 0) + ½ · (−1, 2) = (0.5, 1).
# 2. *cat* takes nearly everything from *chases*, and of the six features *chases* has only "verb", row 2. Setting `W_V[2, 0] = 0` gives 0.03.
#
# </details>

# %% [markdown] id="exercises" lang="zh" agreed="6f8a41c7-f7b7103e"
# ## 12 · 练习（5 分钟）
#
# 1. 用纸笔。某个词的权重是 ½、½、0、0，值就用“小 猫 追 鱼”的：(2, 0)、(−1, 2)、(2, −1)、(1, −1)。它的输出是多少？
# 2. 在下一格里只改 $W_V$ 的一个数，让“猫”的输出的第一个数与 0 相差不到 0.1。应该改 $W_V$ 的哪一行？为什么？
#
# <details><summary>答案</summary>
#
# 1. ½ · (2, 0) + ½ · (−1, 2) = (0.5, 1)。
# 2. “猫”拿走的几乎全来自“追”，而六个特征里“追”只有“动词”这一个，也就是第 2 行。令 `W_V[2, 0] = 0`，得到 0.03。
#
# </details>

# %% id="exercise-w-v"
look = load_example("first_look")
W_V = look.W_V.copy()
W_V[2, 0] = 2
replace(look, W_V=W_V).trace().output.round(2)

# %% [markdown] id="recap" lang="en"
# ## 13 · Recap (2 min)
#
# * The output of a word is the sum of all value vectors, each times its weight: $o_i = \sum_j w_{ij} \, v_j$.
# * Each row of weights sums to one, so an output lies between the values and never outside.
# * Queries and keys decide where a word looks, values decide what it takes.
#
# Close the lesson and answer: Why do we mix $V$ and not $X$? How do you find out in ten seconds that a table cannot be attention weights?
#
# Next: what a word must *not* look at, padding and the future. Lesson 06, masks.

# %% [markdown] id="recap" lang="zh" agreed="806ee7c4-1fbd8118"
# ## 13 · 小结（2 分钟）
#
# * 一个词的输出，就是所有值向量乘上各自的权重再相加：$o_i = \sum_j w_{ij} \, v_j$。
# * 每一行权重之和等于 1，所以输出总落在各个值之间，不会跑到外面。
# * 查询和键决定往哪里看，值决定拿走什么。
#
# 合上这一课，回答两个问题：为什么混合的是 $V$ 而不是 $X$？怎样在十秒钟内看出一张表不可能是注意力权重？
#
# 下一课：有些位置是一个词不该看的，比如填充的空位和后面的词。第 06 课，掩码。
