# %% [markdown] id="title" lang="en"
# # 05 · Output: what a word takes from the sentence
#
# After softmax it is settled how much each word looks at each word, itself included. What does it take from them?
#
# We compute self-attention for a Chinese sentence in six ways: one word by hand, then all words by loop, by matrix, with `attnlib`, with a PyTorch class that we write, and with PyTorch's own function. All six agree. Then comes a sentence in which attention can be seen.
#
# About 50 minutes. You need matrix multiplication and a little Python; each step is recalled where we use it.

# %% [markdown] id="title" lang="zh" agreed="8b43cdfe-824ef50f"
# # 05 · 输出：一个词从整句话里得到什么
#
# 经过 softmax，每个词给每个词（包括自己）多少注意力，已经定了。那么它究竟从这些词那里拿走了什么？
#
# 这一课，我们用六种做法算同一个句子的输出：先手算一个词，再用循环、矩阵、`attnlib`、自己写的 PyTorch 类、PyTorch 自带的函数算出所有的词。六种做法结果一致。最后换一个句子，那里的注意力一眼就能看出来。
#
# 大约 50 分钟。会矩阵乘法、会一点 Python 就够了；用到前面的步骤时，我们都会再讲一遍。

# %% id="setup"
import numpy as np
from attnlib import Explorer, attend, between, explain, heatmap, load_example, mix, pipeline, project, use_language
use_language("en")

# %% id="strip"
pipeline(None, None, highlight="output")

# %% [markdown] id="strip-text" lang="en"
# This lesson is about the last box. The step *masked* hides words; nothing is hidden here, and lesson 06 is about it.

# %% [markdown] id="strip-text" lang="zh" agreed="6c314f05-3e89af23"
# 这一课讲最后一格。“加掩码”这一步用来遮住某些词；这里一个词也没有遮住，第 06 课再讲。

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
# 我 爱 中国 means: I love China. We call the words by their English names. Each word is a row of four numbers, so $X$ has the shape (3, 4). The numbers have no meaning here, we only calculate with them. The tables are small, so every step can be checked with a pocket calculator. (In the code the words are `tokens`; here a word is one token.)

# %% [markdown] id="sentences" lang="zh" agreed="1e4e116f-39b297f6"
# ## 2 · 句子变成数（2 分钟）
#
# 先看“我 爱 中国”。每个词用一行四个数表示，所以 $X$ 的形状是 (3, 4)。这些数没有什么含义，只用来计算；表很小，每一步都可以用计算器验算。代码里的 `tokens` 是词元（token），这一课里一个词就是一个词元。

# %% id="sentence"
sentence = load_example("hand_worked").select(0)
print(sentence.tokens)
sentence.X

# %% [markdown] id="one-projection" lang="en"
# Each word gets three vectors: a query (what it looks for), a key (what it is found by) and a value (what it passes on). Each comes from $X$ by a projection matrix and a bias. To keep the handwork short, this example uses one $W$ and one $b$ for all three, so here $Q = K = V$. In section 8 the three differ, as they do in a model.

# %% [markdown] id="one-projection" lang="zh" agreed="09af01f5-0fe37569"
# 每个词有三个向量：查询（query）表示它在找什么，键（key）表示它能被怎样找到，值（value）是它要传出去的内容。三个都由 $X$ 得到，各用一个投影矩阵和一个偏置。为了少算一些，这个例子三处共用同一个 $W$ 和同一个 $b$，所以 $Q = K = V$。一般的模型里三者各不相同，第 8 节的例子也是这样。

# %% id="w-and-b"
print(sentence.W_Q, sentence.b_Q, sep="\n")

# %% [markdown] id="hand-query" lang="en"
# ## 3 · One word by hand (6 min)
#
# We follow one word: love (爱). Its query is its row of $X$ times $W$, plus $b$. The first of its four numbers uses the first column of $W$ and the first number of $b$. As in Python, we count from 0: *love* is row 1, and the number is in column 0.
#
# $$q = x W + b$$

# %% [markdown] id="hand-query" lang="zh" agreed="77bf45e4-57752905"
# ## 3 · 手算一个词（6 分钟）
#
# 我们盯住一个词：“爱”。它的查询等于它在 $X$ 中的那一行乘以 $W$，再加上 $b$。四个数里的第一个，用的是 $W$ 的第一列和 $b$ 的第一个数。和 Python 一样，行和列都从 0 数起：“爱”在第 1 行，这个数在第 0 列。
#
# $$q = x W + b$$

# %% id="hand-q"
trace = sentence.trace()
explain(trace, "Q", 1, 0)

# %% [markdown] id="hand-queries-all" lang="en"
# The other eleven numbers of $Q$ are made in the same way. Find the number that we have just computed.

# %% [markdown] id="hand-queries-all" lang="zh" agreed="5eadf5c1-a5729817"
# $Q$ 里另外十一个数的算法完全一样。找一找，我们刚算出的数在哪里？

# %% id="hand-q-all"
trace.Q

# %% [markdown] id="hand-score" lang="en"
# How well does the query of *love* fit the key of *China*? The **score** is their dot product.
#
# $$\text{score} = q \cdot k$$
#
# Of its four terms, which one is by far the largest?

# %% [markdown] id="hand-score" lang="zh" agreed="29f8f4b1-d28d02f8"
# “爱”的查询和“中国”的键有多匹配？用点积来衡量，这就是**注意力分数**。
#
# $$\text{分数} = q \cdot k$$
#
# 下面一共四项，其中哪一项远远大过别的项？

# %% id="hand-s"
explain(trace, "scores", 1, 2)

# %% [markdown] id="hand-scale" lang="en"
# The third, 0.39: two negative numbers have a positive product, and here both are large. A score has one term for each number of a key. The more terms, the more the scores spread, so we divide them by $\sqrt{d_k}$. How many numbers a key has is $d_k$, here 4, and $\sqrt{4} = 2$. For all three words:

# %% [markdown] id="hand-scale" lang="zh" agreed="0bd8d7b1-959e5a3c"
# 是第三项，约 0.39：两个负数相乘得正数，而且这两个数的绝对值都比较大。键里有几个数，分数里就有几项；项越多，分数就越分散，所以要除以 $\sqrt{d_k}$，这叫缩放。$d_k$ 就是键里数的个数，这里是 4，$\sqrt{4} = 2$。“爱”对三个词的结果是：

# %% id="hand-scaled"
for j in range(3):
    print(explain(trace, "scaled", 1, j))

# %% [markdown] id="hand-softmax" lang="en"
# Softmax turns these three scaled scores $s_0, s_1, s_2$ into attention weights: positive, and of sum one.
#
# $$w_j = \frac{e^{s_j}}{e^{s_0} + e^{s_1} + e^{s_2}}$$

# %% [markdown] id="hand-softmax" lang="zh" agreed="9bae95e4-3a11e1a8"
# $s_0, s_1, s_2$ 就是上面三个缩放后的分数。softmax 把它们变成注意力权重：全是正数，加起来等于 1。
#
# $$w_j = \frac{e^{s_j}}{e^{s_0} + e^{s_1} + e^{s_2}}$$

# %% id="hand-weights"
for j in range(3):
    print(explain(trace, "weights", 1, j))

# %% [markdown] id="hand-predict" lang="en"
# Now the output. We take 0.3005 times the value vector of *I*, 0.3642 times that of *love* and 0.3353 times that of *China*, and add them up. The first numbers of these three vectors are −0.2116, 0.2925 and −0.1578.
#
# Predict the first number of the output: is it less than −0.2116, between −0.2116 and 0.2925, or more than 0.2925? Is it near one of the two ends?

# %% [markdown] id="hand-predict" lang="zh" agreed="dc79b254-2bd8e57a"
# 现在算输出。用 0.3005 乘“我”的值向量，0.3642 乘“爱”自己的，0.3353 乘“中国”的，再加起来。这三个向量的第一个数分别是 −0.2116、0.2925 和 −0.1578。
#
# 先猜输出的第一个数：小于 −0.2116，在 −0.2116 和 0.2925 之间，还是大于 0.2925？会靠近哪一头吗？

# %% id="hand-output"
explain(trace, "output", 1, 0)

# %% [markdown] id="hand-explain" lang="en"
# It lies between, near the plain mean of the three numbers, −0.0256, since the three weights are almost equal. The weights are not negative and sum to one, so the sum is a weighted average, and an average cannot leave the range of what it averages. We say that the weights **mix** the values. All four numbers together are the output of *love*, its **context vector**: it holds something of every word in the sentence.
#
# $$o_i = \sum_j w_{ij} \, v_j$$

# %% [markdown] id="hand-explain" lang="zh" agreed="aee5861a-c4d15771"
# 落在中间，靠近三个数的普通平均 −0.0256，因为三个权重差不多大。权重都不是负数，加起来又等于 1，所以这个和是加权平均，不会跑到这三个数的范围之外。这样按权重把值加起来，我们叫做**混合**（mix）。四列各算一次，就得到“爱”的输出，也叫**上下文向量**（context vector）：句中每个词的值，里面都有一份。
#
# $$o_i = \sum_j w_{ij} \, v_j$$

# %% id="hand-output-all"
trace.output[1]

# %% [markdown] id="loop" lang="en"
# ## 4 · All words, by loop (3 min)
#
# The other words go the same way, so we let Python repeat it. First $Q$: each row of $X$ times each column of $W$, plus the number of $b$ for that column.

# %% [markdown] id="loop" lang="zh" agreed="d6ab2331-6e7a2e68"
# ## 4 · 所有的词：写循环（3 分钟）
#
# 其余的词算法相同，交给 Python。先算 $Q$：$X$ 的每一行乘 $W$ 的每一列，再加上 $b$ 里对应的数。

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
# The example brings its own results, rounded to eight decimal places. Are ours, rounded in the same way, equal to them?

# %% [markdown] id="loop-check" lang="zh" agreed="e5e99b14-bdad41fe"
# 这个例子附有标准结果，四舍五入到八位小数。我们的结果同样取八位，和它完全相等吗？

# %% id="loop-equal"
np.array_equal(output.round(8), sentence.figures["output"])

# %% [markdown] id="matrix" lang="en"
# ## 5 · All words at once (3 min)
#
# Each of the three loops becomes one matrix product: $X W$, $Q K^\top$, and weights times $V$. Softmax works on each row: `-1` is the last axis, along the row. The shape stands at the end of each line.
#
# $$\text{output} = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$

# %% [markdown] id="matrix" lang="zh" agreed="8e4129ba-6ba688f8"
# ## 5 · 所有的词：一次算完（3 分钟）
#
# 上面三段循环，各是一次矩阵乘法：$X W$、$Q K^\top$、权重乘 $V$。softmax 对每一行分别做，代码里的 `-1` 表示最后一维，也就是沿着一行。行末注明形状。
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
# A picture of the weights. Row: the word that looks. Column: the word that it looks at. From the colours alone, can you tell the largest weight of each row?

# %% [markdown] id="matrix-picture" lang="zh" agreed="b68ac4ee-d49c0e0e"
# 把权重画出来：行是“看”的词，列是被看的词。只看颜色，分得出每一行最大的权重在哪一列吗？

# %% id="matrix-heatmap"
heatmap(weights, sentence.tokens, sentence.tokens, title="weights")

# %% [markdown] id="matrix-explain" lang="en"
# Hardly: every weight is close to one third, and no word looks at one word far more than at the others. The reason is in the scores. Within a row, the scaled scores differ by less than 0.2. Softmax turns that into a ratio of at most $e^{0.2} \approx 1.22$.

# %% [markdown] id="matrix-explain" lang="zh" agreed="0f1b0a56-5a09489d"
# 很难：每个权重都接近三分之一，没有哪个词特别受关注。原因在分数里。同一行里，缩放后的分数相差都不到 0.2，所以最大与最小的权重之比不超过 $e^{0.2} \approx 1.22$。

# %% id="matrix-spread"
print(S.max(-1) - S.min(-1))
print(weights.max(-1) / weights.min(-1))

# %% [markdown] id="attnlib" lang="en"
# ## 6 · With attnlib, and a second sentence (3 min)
#
# `project` gives $Q$. `attend` takes queries, keys and values, here three times the same, does all further steps and keeps each of them. We add a second sentence: 太阳 变 红, the sun turns red. The first number of a shape now counts sentences.

# %% [markdown] id="attnlib" lang="zh" agreed="615071c0-7e908079"
# ## 6 · 用 attnlib，再加一个句子（3 分钟）
#
# `project` 算出 $Q$。`attend` 的三个参数是查询、键和值，这里三者相同；它做完其余各步，并留下每一步的结果。我们再加上第二句“太阳 变 红”；现在，形状里的第一个数是句子的个数。

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
# The same as a PyTorch class. Each `nn.Linear` multiplies by a matrix and adds a bias, and a model learns the numbers of both. `.mT` is the transpose, sentence by sentence; `dim=-1` makes softmax work on each row. If PyTorch is new to you, read only the three lines of `forward`.

# %% [markdown] id="torch" lang="zh" agreed="8477d46b-e76a4d14"
# ## 7 · 用 PyTorch（5 分钟）
#
# 写成一个 PyTorch 的类。`nn.Linear` 就是乘一个矩阵，再加一个偏置，其中的数可以训练。`.mT` 对每个句子分别转置；`dim=-1` 让 softmax 对每一行分别做。没用过 PyTorch 的话，看懂 `forward` 里的三行就够了。

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
# A new layer starts with random numbers, so we copy ours into it. Mind one thing: `nn.Linear` keeps the transpose of our $W$, one row for each number that comes out; hence the `.T`. We compute in float64 (`.double()`), and train nothing.

# %% [markdown] id="torch-weights" lang="zh" agreed="98b2c901-cd0ebe3b"
# 新建的层里是随机数，所以要把我们的数抄进去。有一点要小心：`nn.Linear` 存的是 $W$ 的转置，每个输出数占一行，所以要写 `.T`。计算用 float64（`.double()`），这里不训练，所以关掉求导。

# %% id="torch-copy"
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

# %% id="torch-sdpa-code"
q = torch.from_numpy(batch.trace().Q)
sdpa = nn.functional.scaled_dot_product_attention(q, q, q)
print(torch.allclose(sdpa, output, rtol=0, atol=1e-12))
print(np.allclose(sdpa.numpy(), batch.trace().output, rtol=0, atol=1e-12))

# %% [markdown] id="look" lang="en"
# ## 8 · Attention that can be seen (4 min)
#
# In 小 猫 追 鱼, *small cat chases fish*, the six numbers of a word mean something, and $Q$, $K$ and $V$ differ. We wrote these matrices by hand; a model would have to learn its own.

# %% [markdown] id="look" lang="zh" agreed="c457333b-33faf13b"
# ## 8 · 看得见的注意力（4 分钟）
#
# 换一个句子：“小 猫 追 鱼”。这里每个词的六个数都有含义，$Q$、$K$、$V$ 也各不相同。这些矩阵是我们亲手设计的；模型里的矩阵要靠训练学出来。

# %% id="look-x"
look = load_example("first_look")
heatmap(look.X, look.tokens, look.feature_names, kind="signed", title="X")

# %% [markdown] id="look-predict" lang="en"
# The three numbers of a key offer: a doer (who acts), something to eat, an action. The three numbers of a query ask for the same three. The matrices let an adjective ask for a doer, a hunter for an action, a verb for something to eat, and what is eaten for a doer.
#
# Predict, before you run: at which word does each of the four look most?

# %% [markdown] id="look-predict" lang="zh" agreed="98cb3bb2-b49cfa88"
# 键的三个数表示“我能提供什么”：施动者（做动作的一方）、可吃的东西、动作。查询的三个数表示“我在找什么”，顺序相同。按照这些矩阵，形容词找施动者，会捕猎的找动作，动词找可吃的东西，会被吃的也找施动者。
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

# %% [markdown] id="look-score-text" lang="en"
# Here $d_k = 3$, so the scaled score is $6 / \sqrt{3} \approx 3.4641$. Softmax compares it with the other three of the row:

# %% [markdown] id="look-score-text" lang="zh" agreed="cc559d1c-20f198ac"
# 这里 $d_k = 3$，缩放后是 $6 / \sqrt{3} \approx 3.4641$。softmax 拿它和同一行的另外三个分数比较：

# %% id="look-weight"
explain(trace, "weights", 2, 3)

# %% [markdown] id="look-pipeline-text" lang="en"
# All steps from $Q$, $K$ and $V$ on, in one picture. A value vector has two numbers here, so an output has two as well. Which output is closest to a single value vector, and which weight explains it?

# %% [markdown] id="look-pipeline-text" lang="zh" agreed="f5e8a9cd-b2411036"
# 从 $Q$、$K$、$V$ 开始的所有步骤，画在一张图里。这里的值向量有两个数，所以输出也是两个数。哪个词的输出最接近某一个值向量？是哪个权重造成的？

# %% id="look-pipeline"
pipeline(trace, look.tokens, highlight="output")

# %% [markdown] id="between" lang="en"
# ## 9 · What is mixed, and what is not (4 min)
#
# *cat* gives *chases* a weight of 0.96, so its output is almost the value of *chases*. Where can other weights lead? We draw the four values as points, and the outputs of 500 rows of random weights: `dirichlet` makes rows that are not negative and sum to one. Predict: do the outputs fill the whole rectangle around the four points?

# %% [markdown] id="between" lang="zh" agreed="1b29fb1c-1ac8fb92"
# ## 9 · 输出由什么混合而成（4 分钟）
#
# “猫”给“追”的权重是 0.96，所以它的输出几乎就是“追”的值。换别的权重，输出会到哪里去？我们把四个值画成平面上的点，再画出 500 组随机权重的输出；`dirichlet` 每次给出四个不为负、加起来等于 1 的数。先猜一猜：这些输出会填满四个点外面的整个矩形吗？

# %% id="between-picture"
look = load_example("first_look")
V = look.trace().V
random_weights = np.random.default_rng(0).dirichlet(np.ones(4), 500)  # (500, 4)
between(V, mix(random_weights, V), look.tokens)

# %% [markdown] id="between-explain" lang="en"
# No. Every output lies inside the shape that has the values as its corners, whatever the weights. This is what we mean by: *the output lies between the values*.
#
# Now, who decides what? `replace` copies the example with one matrix changed. Predict: if we replace $W_V$ by $-W_V$, what changes: the weights, the output, or both?

# %% [markdown] id="between-explain" lang="zh" agreed="5142ae64-8fbe7334"
# 不会。每个输出都落在以这些值为顶点的图形里。这不是碰巧：只要权重不为负、加起来等于 1，就一定是这样。我们说“输出落在各个值之间”，就是这个意思。
#
# 那么，谁决定什么？`replace` 把例子复制一份，只换一个矩阵。先猜一猜：把 $W_V$ 换成 $-W_V$，变的是权重、输出，还是两个都变？

# %% id="minus-w-v"
from dataclasses import replace
trace, other = look.trace(), replace(look, W_V=-look.W_V).trace()
print(np.array_equal(other.weights, trace.weights))
print(np.array_equal(other.output, -trace.output))

# %% [markdown] id="key-and-value" lang="en"
# The weights stay, and the output changes its sign. Queries and keys decide *where* a word looks; values decide *what* it takes. That is why key and value are two things. We mix keys with the weights of *cat*, and below them values:

# %% [markdown] id="key-and-value" lang="zh" agreed="13c52be7-1b10fa83"
# 权重不变，输出变号。查询和键决定往哪里看，值决定拿走什么，所以键和值是两回事。用“猫”的权重，第一行混合键，第二行混合值：

# %% id="mix-keys"
print(mix(trace.weights, trace.K)[1].round(2))
print(mix(trace.weights, trace.V)[1].round(2))

# %% [markdown] id="mix-keys-explain" lang="en"
# The first is nearly the key of *chases*, the second nearly its value. The output passes on the value; the key only serves to find the word.
#
# Must values be projected at all? We could mix the words themselves, the rows of $X$, and multiply by $W_V$ afterwards:

# %% [markdown] id="mix-keys-explain" lang="zh" agreed="d64b9249-7f47c428"
# 第一行几乎就是“追”的键，第二行几乎就是“追”的值。传出去的是值；键只用来让别的词找到“追”。
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
# ## 10 · A picture that is wrong (3 min)
#
# The next table has been shown as the attention weights of *I love China* (rows 0 to 2) and *the sun turns red* (rows 3 to 5). Run the cell and look. Two of the six rows cannot be weights at all. Decide which two, then run the cell after it.

# %% [markdown] id="wrong" lang="zh" agreed="1c31f7ae-d513e975"
# ## 10 · 一张错图（3 分钟）
#
# 有人给“我 爱 中国”（第 0～2 行）和“太阳 变 红”（第 3～5 行）画过下面这样一张“注意力权重”表。运行这一格，看一看：六行里有两行根本不可能是权重。先想好是哪两行，再运行下一格。

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
# Every row has a number that is wrong by more than 0.15. Adding up the rows is a quick check: what does not sum to one is certainly wrong. What does may still be wrong, as four rows here; for them we have to compute.

# %% [markdown] id="wrong-explain" lang="zh" agreed="7e7a1a6a-654ffa39"
# 每一行都有一个数差了 0.15 以上。看到注意力图，先看每一行加起来是不是 1：不是 1 就一定错。是 1 也不保证对，这里就有四行是这样，只能算过才知道。

# %% [markdown] id="live" lang="en"
# ## 11 · Change anything (7 min)
#
# We divide the scaled scores by one more number before the softmax, the **temperature** $T$. At the usual $T = 1$, *chases* gives *fish* the weight 0.83. In the next picture $T$ is 3. How large is this weight now? Give a number first; then the picture shows it.

# %% [markdown] id="live" lang="zh" agreed="4379138a-7713ba1b"
# ## 11 · 想改哪里就改哪里（7 分钟）
#
# 在 softmax 之前，把缩放后的分数再除以一个数 $T$，这个数叫**温度**（temperature）。平时 $T = 1$，“追”给“鱼”的权重是 0.83。下图里 $T$ 是 3，这个权重会变成多少？先填一个数，图才会显示结果。

# %% id="live-explorer"
explorer = Explorer("first_look", predict=("weights", 2, 3), temperature=3.0)
explorer

# %% [markdown] id="live-try" lang="en"
# 0.49: divided by 3, the scores lie closer together, so the weights are more even. Which word gets most stays the same. Now everything is yours:
#
# * Move the temperature. At about which $T$ does the weight that *small* gives to *cat* fall to one half?
# * Click any number without a frame, and read how it is made.
# * Change a number in a frame. What moves, and what does not? Compare a change of $W_Q$ with one of $W_V$.
#
# Python follows: the next cell computes with the numbers that you see.

# %% [markdown] id="live-try" lang="zh" agreed="3ef955dc-dc52aca5"
# 是 0.49。分数除以 3 以后彼此更接近，权重就更平均；但最关注哪个词，并没有变。现在可以随意动手：
#
# * 拖动温度滑块：$T$ 大约调到多少时，“小”给“猫”的权重降到一半？
# * 点任意一个不带框的数，看它是怎样算出来的。
# * 改一个带框的数：哪些数跟着变，哪些不变？改 $W_Q$ 和改 $W_V$，有什么不同？
#
# Python 会跟着变：下一格用的就是图里现在的数。

# %% id="live-follows"
explorer.trace.weights.round(2)

# %% [markdown] id="live-extremes-text" lang="en"
# One half: at about $T = 2.2$. A change of $W_Q$ moves weights and output, one of $W_V$ the output alone. Now predict the extremes: what are the outputs for a very small and for a very large $T$? The cell shows the outputs for $T = 0.01$, then the values, then whether all outputs for $T = 1000$ are the mean of the values.

# %% [markdown] id="live-extremes-text" lang="zh" agreed="bc460386-71159393"
# 大约在 $T = 2.2$ 时降到一半。改 $W_Q$，权重和输出都变；改 $W_V$，只有输出变。再猜两个极端：$T$ 非常小和非常大时，输出各会变成什么？下一格先给出 $T = 0.01$ 时的输出，再给出各个值，最后判断 $T = 1000$ 时的输出是不是都等于各个值的平均。

# %% id="live-extremes"
look = load_example("first_look")
print(look.trace(temperature=0.01).output.round(2))
print(look.trace().V)
mean = look.trace().V.mean(0)
np.allclose(look.trace(temperature=1000.0).output, mean, atol=0.01)

# %% [markdown] id="live-explain" lang="en"
# With a very small $T$, each word takes the value of the word that it looks at most, and almost nothing else. With a very large $T$, every weight is almost ¼, and each word takes the mean of all values: the four outputs are nearly the same.

# %% [markdown] id="live-explain" lang="zh" agreed="f121c0da-2eba2a70"
# $T$ 非常小时，每个词几乎只拿走它最关注的那个词的值。$T$ 非常大时，每个权重都非常接近 ¼，每个词拿到的都是所有值的平均，四个输出几乎一样。

# %% [markdown] id="puzzle" lang="en"
# A puzzle. In *I love China* the weights were nearly equal. Make *love* look at *China* with a weight above 0.9, by changing numbers of $W_Q$ alone. Two numbers are enough, but they have to be large: why?
#
# <details><summary>A hint, and a solution</summary>
#
# Compare the keys. In which column is the key of *China* far from that of *love*, and in which from that of *I*? The query has to be large there, with the sign of the difference. In its row of $X$, *love* has its largest number in the last column, so the last row of $W_Q$ moves its query most. Still the numbers of $X$ and $K$ are small, so it takes a large push.
#
# One solution: the last row of $W_Q$ begins with −30, and its third number is −40. The weight is 0.92.
#
# </details>

# %% [markdown] id="puzzle" lang="zh" agreed="42ed22c5-bc04dd02"
# 来解一个谜题。“我 爱 中国”的权重原本几乎一样大。只改 $W_Q$ 里的数，让“爱”给“中国”的权重大于 0.9。改两个数就够了，但要改得很大：为什么？
#
# <details><summary>提示和一个解法</summary>
#
# 比较三个键：“中国”的键在哪一列和“爱”的差得远？在哪一列和“我”的差得远？查询在这两列就要大，符号和这个差相同。“爱”在 $X$ 中的那一行，最大的数在最后一列，所以改 $W_Q$ 的最后一行最有效。不过 $X$ 和 $K$ 里的数都很小，因此要改得很大才行。
#
# 一个解法：把 $W_Q$ 最后一行的第一个数改成 −30，第三个数改成 −40，权重就是 0.92。
#
# </details>

# %% id="puzzle-explorer"
sentence = load_example("hand_worked").select(0)
Explorer(sentence, goal=("weights", 1, 2, ">", 0.9), edit="W_Q")

# %% [markdown] id="exercises" lang="en"
# ## 12 · Exercises (5 min)
#
# 1. With paper. The weights of a word are ½, ½, 0, 0; the values are those of *small cat chases fish*: (2, 0), (−1, 2), (2, −1), (1, −1). What is its output?
# 2. In the next cell, set one number of $W_V$ to another number from −3 to 3, so that the first output number of *cat* comes within 0.1 of 0. In which row of $W_V$ is it, and why? (The rows are the six features.)
#
# <details><summary>Answers</summary>
#
# 1. ½ · (2, 0) + ½ · (−1, 2) = (0.5, 1).
# 2. *cat* takes nearly everything from *chases*, and of the six features *chases* has only "verb", row 2. Setting `W_V[2, 0] = 0` gives 0.03.
#
# </details>

# %% [markdown] id="exercises" lang="zh" agreed="8eb56732-9eb3963c"
# ## 12 · 练习（5 分钟）
#
# 1. 用纸笔。某个词的权重是 ½、½、0、0，值就用“小 猫 追 鱼”的：(2, 0)、(−1, 2)、(2, −1)、(1, −1)。它的输出是多少？
# 2. 在下一格里只改 $W_V$ 的一个数，新的数要在 −3 到 3 之间，让“猫”的输出的第一个数与 0 相差不到 0.1。应该改 $W_V$ 的哪一行？为什么？（各行对应六个特征。）
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
W_V[0, 0] = 1
print(W_V)
replace(look, W_V=W_V).trace().output.round(2)

# %% [markdown] id="recap" lang="en"
# ## 13 · Recap (2 min)
#
# * The output of a word is the sum of all value vectors, each times its weight: $o_i = \sum_j w_{ij} \, v_j$.
# * Each row of weights sums to one, so an output lies between the values and never outside.
# * Queries and keys decide where a word looks, values decide what it takes.
#
# Close the lesson and answer: What changes if we leave out $W_V$? How do you find out in ten seconds that a table cannot be attention weights?
#
# Next: what a word must *not* look at, padding and the future. Lesson 06, masks.

# %% [markdown] id="recap" lang="zh" agreed="a1d7c0fa-04b04d44"
# ## 13 · 小结（2 分钟）
#
# * 一个词的输出，就是所有值向量乘上各自的权重再相加：$o_i = \sum_j w_{ij} \, v_j$。
# * 每一行权重之和等于 1，所以输出总落在各个值之间，不会跑到外面。
# * 查询和键决定往哪里看，值决定拿走什么。
#
# 合上这一课，回答两个问题：如果去掉 $W_V$，会有什么变化？怎样在十秒钟内看出一张表不可能是注意力权重？
#
# 下一课：有些位置是一个词不该看的，比如填充的空位和后面的词。第 06 课，掩码。
