# %% [markdown] id="title" lang="en"
# # 11 · Cost: a ledger and a race
#
# Can we hand a whole book to a model? Does it fit, and how long do we wait?
#
# We keep a **ledger** of what is multiplied and stored; then comes a **race** against two old rivals; then you program two ways to cut the cost.
#
# About 55 minutes, and 25 for the exercises. You need lessons 04 to 10.

# %% [markdown] id="title" lang="zh" agreed="127ea0e5-322de087"
# # 11 · 代价：一本账，一场比赛
#
# 能不能把一整本书交给模型？装得下吗？要等多久？
#
# 我们先**记账**：乘了多少次，存了多少数。再和两个老对手**比一场**。然后亲手写出两种省钱的办法。
#
# 约 55 分钟，练习另需 25 分钟。需要先学第 04 到 10 课。

# %% id="setup"
import numpy as np
from attnlib import attend, causal_mask, curves, load_results, show, table, use_language
from classroom import ask, check, cost, machine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("attention", steps=("scores", "weights"))

# %% [markdown] id="links" lang="en"
# [← 10](10_learning.ipynb) · [Glossary](glossary.ipynb) · [12 →](12_real_text.ipynb)

# %% [markdown] id="links" lang="zh" agreed="bdd61645-313a9b6d"
# [← 10](10_learning.ipynb) · [术语表](glossary.ipynb) · [12 →](12_real_text.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 4 min; vote, and keep the votes for section 7. Section 2: 8 min, the table at the board, exercise 1 in pairs. Section 3: 2 min. Section 4: 7 min; vote, then the picture. Section 5, the heart: 12 min; let them guess before anybody adds up; exercises 2 and 3 may be for home. Section 6: 8 min, the two sums at the board; exercise 4 is for home. Section 7: 7 min; vote, then let the floor name models. Recap: 2 min. The times in the pictures were measured beforehand by `tools/results/cost.py`. Worth asking: why is no query kept?

# %% [markdown] id="plan" lang="zh" agreed="ff9e6810-3364067b" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 4 分钟：表决，票数留到第 7 节再看。第 2 节 8 分钟，表在黑板上填，练习 1 两人一组。第 3 节 2 分钟。第 4 节 7 分钟，先表决再看图。第 5 节是重点，12 分钟：先让大家猜数量级，再动手加；时间紧就把练习 2、3 留作课后。第 6 节 8 分钟，两个和在黑板上算，练习 4 留作课后。第 7 节 7 分钟，先表决，再请学生点名要看哪个模型。小结 2 分钟。图里的时间是 `tools/results/cost.py` 事先测好的。可以问：为什么不存查询？

# %% [markdown] id="bet" lang="en"
# ## 1 · A bet
#
# A text twice as long has four times as many pairs of words. Does reading it cost four times as much?

# %% [markdown] id="bet" lang="zh" agreed="60bf0a5e-98d5502f"
# ## 1 · 先下注
#
# 文章变成两倍长，词对就变成四倍。那么，读它的代价也是四倍吗？先下注：

# %% id="bet-question"
model, tokens = cost.models()["Qwen2.5 7B"], 2 ** np.arange(7, 19)
growth = cost.operations(model, 2 * tokens) / cost.operations(model, tokens)
ask("twice_the_text", then=curves(tokens, {"twice_the_text": growth}, xlabel="tokens", ylabel="times_the_operations", log="x"))

# %% [markdown] id="count" lang="en"
# ## 2 · The ledger: what is multiplied
#
# A product of matrices, (a, b) @ (b, c), takes $a \cdot b \cdot c$ multiplications: it has $a \cdot c$ numbers, and each is a sum of $b$ products. Take *small cat chases fish*: 4 words with 6 numbers each, queries and keys with 3, values with 2:
#
# | step | shapes | multiplications |
# |:--|:--|--:|
# | queries | (4, 6) @ (6, 3) | 72 |
# | keys | (4, 6) @ (6, 3) | 72 |
# | values | (4, 6) @ (6, 2) | 48 |
# | scores | (4, 3) @ (3, 4) | 48 |
# | weighted sums | (4, 4) @ (4, 2) | 32 |
#
# That makes 272 multiplications. There are nearly as many additions, so we count $2 \cdot 272$ [**floating-point operations**](glossary.ipynb), FLOPs. `cost.flops` lets PyTorch count while it computes:

# %% [markdown] id="count" lang="zh" agreed="acc3dfe1-6a2a0994"
# ## 2 · 记账：乘了多少次
#
# 矩阵乘法 (a, b) @ (b, c) 要做 $a \cdot b \cdot c$ 次乘法：结果有 $a \cdot c$ 个数，每个数是 $b$ 个乘积的和。以“小 猫 追 鱼”为例：4 个词，每个词 6 个数；查询和键 3 维，值 2 维：
#
# | 步骤 | 形状 | 乘法次数 |
# |:--|:--|--:|
# | 查询 | (4, 6) @ (6, 3) | 72 |
# | 键 | (4, 6) @ (6, 3) | 72 |
# | 值 | (4, 6) @ (6, 2) | 48 |
# | 分数 | (4, 3) @ (3, 4) | 48 |
# | 加权求和 | (4, 4) @ (4, 2) | 32 |
#
# 一共 272 次。每次乘法还跟着一次加法，所以算作 $2 \cdot 272$ 次[**浮点运算**](glossary.ipynb)（FLOPs）。`cost.flops` 让 PyTorch 一边算一边数：

# %% id="count-small" tags=["torch"]
import torch
from attnlib.layers import MultiHeadAttention, SelfAttention, TransformerBlock
show(FLOPs=cost.flops(SelfAttention(6, 3, 2), torch.ones(4, 6)))

# %% [markdown] id="count-exercise" lang="en"
# **Exercise 1** (★, 6 min). Write `my_count_multiplications`: the number of multiplications in multi-head attention, for `n` words, `d_model` and `h` heads. Count all products of matrices, from $X$ to the output after $W_O$; leave out biases, softmax and divisions.

# %% [markdown] id="count-exercise" lang="zh" agreed="320021ca-a80eecce"
# **练习 1**（★，6 分钟）。写出 `my_count_multiplications`：`n` 个词，`d_model` 维，`h` 个头，多头注意力（第 07 课）一共做多少次乘法。从 $X$ 到乘完 $W_O$，数所有的矩阵乘法；偏置、softmax 和除法不算。

# %% id="exercise-count" tags=["exercise"]
def my_count_multiplications(n, d_model, h):
    ...

count_multiplications = check.count_multiplications(my_count_multiplications)

# %% [markdown] id="count-check" lang="en"
# Here is twice your count, then PyTorch's count of our attention with four heads, then of a whole block:

# %% [markdown] id="count-check" lang="zh" agreed="85d1930b-8de0c161"
# 下表从左到右：你数的次数乘 2；PyTorch 数出的运算次数，先只算注意力这一层（四个头），再算整个块（第 09 课）。

# %% id="count-equal" tags=["torch"]
sizes, rows = ((1000, 64), (100, 512)), []
for n, d in sizes:
    x = torch.ones(n, d)
    modules = MultiHeadAttention(d, 4), TransformerBlock(d, 4)
    rows.append((2 * count_multiplications(n, d, 4), *(cost.flops(module, x) for module in modules)))
yours, attention, block = zip(*rows)
table(**{"n, d_model": sizes}, yours=yours, attention=attention, whole_block=block)

# %% [markdown] id="count-parts" lang="en"
# The counts agree to the last digit. One part grows with $n$, another with $n^2$.

# %% [markdown] id="count-parts" lang="zh" agreed="f0ddf1c4-d22aa55c"
# 你数的和 PyTorch 数的，一位不差。你数的次数里，一部分随 $n$ 增长，另一部分随 $n^2$ 增长。

# %% id="count-question"
n = 2 ** np.arange(6, 15)
ask("half_at", then=curves(n, cost.parts_of_block(n, 512), xlabel="words", ylabel="operations", log="xy"))

# %% [markdown] id="memory" lang="en"
# ## 3 · The ledger: what is stored
#
# Between scores and output there is a table with a weight for every pair of tokens. Take a book of 100,000 tokens (some 75,000 words), and 4 bytes for each number:

# %% [markdown] id="memory" lang="zh" agreed="1afad528-dbd51838"
# ## 3 · 记账：存了多少数
#
# 算注意力的途中，内存里要放一张表，每一对词占一格，存一个权重。一本十几万字的书，大约有 100,000 个词元（要看分词器）；每个数占 4 字节：

# %% id="memory-question"
ask("table_of_a_book")

# %% [markdown] id="race" lang="en"
# ## 4 · The race
#
# Attention has two old rivals, and neither compares every pair of words. A **recurrent network** goes from word to word with a state; a **convolution** looks at a few neighbours of each word.

# %% [markdown] id="race" lang="zh" agreed="6e494521-c084782f"
# ## 4 · 比赛
#
# 注意力有两个老对手（第 00 课），都不必逐对去算。**循环神经网络**一个词一个词地往下走，随身带着一个状态；**卷积**让每个词只看旁边的几个词。

# %% id="race-question"
times = load_results("cost")
ask("who_is_faster", then=curves(times["lengths"], times["race_seconds"], xlabel="words", ylabel="seconds", log="xy"))

# %% [markdown] id="race-why" lang="en"
# So what does $n^2$ buy? A word reaches any other in one step, so a **long-range dependence** takes no more steps than a short one. Both rivals need many. And attention computes all words side by side (**parallel computation**). So does the convolution; in the recurrent network each word waits for the one before.
#
# <details><summary>The three compared, in O notation</summary>
#
# One layer each, for $n$ words of $d$ numbers; $O$ leaves out fixed factors:
#
# | | operations, [**complexity**](glossary.ipynb) | waiting | path from the first word to the last |
# |:--|:--|:--|:--|
# | attention | $O(n^2 \cdot d + n \cdot d^2)$ | none | $O(1)$ |
# | recurrent network | $O(n \cdot d^2)$ | each word waits for the one before | $O(n)$ |
# | convolution over $k$ words (the one in the race is cheaper: each column by itself, then one matrix) | $O(k \cdot n \cdot d^2)$ | none | $O(n / k)$ layers |
#
# The first line is your count. [Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), table 1, leave out the projections of attention, $n \cdot d^2$.
#
# </details>

# %% [markdown] id="race-why" lang="zh" agreed="f5cdf65b-7f9e5473"
# 那么，花了 $n^2$，换来什么？两个词隔得再远，一步就够得着。隔得远的联系叫**长距离依赖**，两个对手都要走许多步才够得着。还有，所有的词同时算（**并行计算**）。这一点卷积也做得到；循环神经网络里，每个词都要等前一个词。
#
# <details><summary>三者的比较，用 O 记号</summary>
#
# 各取一层，$n$ 个词，每个词 $d$ 维；$O$ 不计固定的倍数：
#
# | | 运算次数（[**复杂度**](glossary.ipynb)） | 要不要等 | 从第一个词到最后一个词的路径 |
# |:--|:--|:--|:--|
# | 注意力 | $O(n^2 \cdot d + n \cdot d^2)$ | 不用等 | $O(1)$ |
# | 循环神经网络 | $O(n \cdot d^2)$ | 每个词等前一个词 | $O(n)$ |
# | 卷积，每次看 $k$ 个词（比赛里的那种更省：先让每一列各卷各的，再用一个矩阵合起来） | $O(k \cdot n \cdot d^2)$ | 不用等 | $O(n / k)$ 层 |
#
# 第一行就是你数出来的。[Vaswani 等，2017](https://arxiv.org/abs/1706.03762) 的表 1 里，没有算注意力的投影 $n \cdot d^2$。
#
# </details>

# %% [markdown] id="write" lang="en"
# ## 5 · Writing
#
# What does writing cost? A model like that of lesson 10 has to read each new token before it can choose the next.

# %% [markdown] id="write" lang="zh" agreed="f506bf3b-715a74a3"
# ## 5 · 写作
#
# 写作的代价又是多少？第 10 课那样的模型，词元是一个一个写的：刚写出的词元，模型要先读进去，才能选下一个。

# %% id="write-question"
ask("rows_without_cache")

# %% [markdown] id="write-same" lang="en"
# Must the *old* rows be computed again each time? We compute the outputs of seven words, then of eight, and print how far the first seven move, with a causal mask and without:

# %% [markdown] id="write-same" lang="zh" agreed="9c7d156c-426cc7fe"
# 每写一个，*旧*的部分真的都要重算吗？先算七个词，再算八个词，分别看看有因果掩码和没有掩码时，前七个词的输出变了多少：

# %% id="write-moved"
X, W_Q, W_K, W_V = np.random.default_rng(0).normal(size=(4, 8, 8)) / 2

def outputs(n, keep):
    return attend(X[:n] @ W_Q, X[:n] @ W_K, X[:n] @ W_V, keep).output

show(with_the_mask=abs(outputs(8, causal_mask(8))[:7] - outputs(7, causal_mask(7))).max())
show(no_mask=abs(outputs(8, None)[:7] - outputs(7, None)).max())

# %% [markdown] id="write-cache" lang="en"
# With a causal mask the old outputs stay. They are the input of the next layer, so its old rows stay, too, and so on. Later words use an old word's key and value, but not its query. So we keep keys and values, in a [**KV cache**](glossary.ipynb). Ours is a table with one row per word, its key followed by its value.
#
# **Exercise 2** (★, 4 min). A new word comes, `x` (1, d_model). Write `my_grow_cache`: it returns the cache, (m, d_k + d_v), with one row added at the bottom. (Join key and value along axis −1, rows along axis −2, in case there are axes in front.)

# %% [markdown] id="write-cache" lang="zh" agreed="f783f7fd-bc6d71da"
# 有因果掩码时，旧词的输出不变；它们又是下一层的输入，所以下一层的旧行也不变，一层一层都是这样。后面的词要用旧词的键和值；旧词的查询只用在它自己那一行，那一行已经算完，不必留。留下来的键和值，叫 [**KV 缓存**](glossary.ipynb)（KV cache）。我们的缓存是一张表，一个词一行：左边是键，右边是值。
#
# **练习 2**（★，4 分钟）。来了一个新词 `x` (1, d_model)。写出 `my_grow_cache`：缓存原来是 (m, d_k + d_v)，在最下面添上一行，再返回。（左右拼用轴 −1，上下添用轴 −2；这样前面多出别的轴也不要紧。）

# %% id="exercise-grow" tags=["exercise"]
def my_grow_cache(cache, x, W_K, W_V):
    ...

grow_cache = check.grow_cache(my_grow_cache)

# %% [markdown] id="write-attend" lang="en"
# **Exercise 3** (★, 4 min). The new word looks at every row of the cache; the last one is its own, and the first $d_k$ columns are the keys. Write `my_cached_attention`, which returns the word's output, (1, d_v). `mine.attention` is your function of lesson 05.

# %% [markdown] id="write-attend" lang="zh" agreed="98f88eae-904e8e45"
# **练习 3**（★，4 分钟）。新词要看缓存的每一行；最后一行是它自己的，前 $d_k$ 列是键。写出 `my_cached_attention`，返回新词的输出 (1, d_v)。第 05 课里你写的函数是 `mine.attention`。

# %% id="exercise-cached" tags=["exercise"]
from classroom import mine
def my_cached_attention(x, W_Q, cache):
    ...

cached_attention = check.cached_attention(my_cached_attention)

# %% [markdown] id="write-run" lang="en"
# We feed in eight words one by one (`X[:, None]` hands out rows of shape (1, 8)), and compare with all eight at once under a causal mask:

# %% [markdown] id="write-run" lang="zh" agreed="c022d7ff-30609d47"
# 八个词一个一个地送进去（`X[:, None]` 逐行给出，每次是 (1, 8)），再和带因果掩码一次算完的结果比一比：

# %% id="write-by-word"
cache, rows = np.zeros((0, 16)), []
for x in X[:, None]:
    cache = grow_cache(cache, x, W_K, W_V)
    rows.append(cached_attention(x, W_Q, cache))
difference = abs(np.concatenate(rows) - outputs(8, causal_mask(8))).max()
show({"cache": cache.shape, "largest_difference < 0.000001": difference < 1e-6})

# %% [markdown] id="write-time" lang="en"
# The numbers are the same, and no mask was needed: the cache holds no later word. For each new token a layer computes *one* row: 1,023 rows in all, instead of 523,776. How much time does that save? We let a small model of two blocks write, with $d_\text{model} = 64$:

# %% [markdown] id="write-time" lang="zh" agreed="380f0685-07997829"
# 结果一样，而且根本没有用掩码：缓存里本来就没有后面的词。每写一个新词元，一层只算*一行*：一共 1,023 行，而不是 523,776 行。能省多少时间？让一个小模型来写，两个块，$d_\text{model} = 64$：

# %% id="write-picture"
times = load_results("cost")
curves(times["written"], times["writing_seconds"], xlabel="tokens_written", ylabel="seconds", log="xy")

# %% [markdown] id="write-ratio" lang="en"
# At 1,024 tokens, writing with the cache is about twenty times as fast. It computes five hundred times fewer rows, but a row on its own takes longer than a row among many.

# %% [markdown] id="write-ratio" lang="zh" agreed="3799b104-4e15fd19"
# 写到 1,024 个词元时，有缓存快二十多倍。行数只有五百分之一，时间却没有省那么多：单独算一行，比夹在许多行里一起算要慢。

# %% [markdown] id="write-pairs" lang="en"
# The longer the text, the more the cache saves. Without it, the k-th token takes k rows of k pairs, in all $1^2 + 2^2 + \dots + n^2$, about $n^3/3$. With it, one row: $1 + 2 + \dots + n$, about $n^2/2$. The price is memory: a key and a value for every token, in every layer.

# %% [markdown] id="write-pairs" lang="zh" agreed="240877aa-7542a455"
# 写得越长，缓存省得越多。没有缓存，写第 k 个词元要算 k 行，每行 k 对，一共 $1^2 + 2^2 + \dots + n^2$ 对，约 $n^3/3$；有缓存，每次只算一行，一共 $1 + 2 + \dots + n$ 对，约 $n^2/2$。代价是内存：每个词元，在每一层，都要留一个键和一个值。

# %% [markdown] id="write-mistake" lang="en"
# **A common mistake**: there is a cache, and the switch for the causal mask is still on. Here are one query and eight keys in PyTorch (first four numbers):

# %% [markdown] id="write-mistake" lang="zh" agreed="4a1c33fc-ca726c1e"
# **常见的错**：用了缓存，因果掩码的开关却忘了关。一个查询，八个键，用 PyTorch 算（只打印前四个数）：

# %% id="write-causal" tags=["torch"]
import torch
q, K, V = (torch.tensor(x) for x in (X[-1:] @ W_Q, cache[:, :8], cache[:, 8:]))
output = torch.nn.functional.scaled_dot_product_attention(q, K, V, is_causal=True)
show(output=output[0, :4], first_value=V[0, :4])

# %% [markdown] id="write-causal-why" lang="en"
# No error, and the right shape; yet the newest word sees only the first one. PyTorch takes the single query for the first word: with one query the mask has only its first row.

# %% [markdown] id="write-causal-why" lang="zh" agreed="2d8b5682-0bd340b5"
# 没有报错，形状也对，可是最新的词只看到了第一个词。PyTorch 的因果掩码按左上角对齐，只有一个查询时，掩码就只有第一行，查询就被当成了第一个词。

# %% [markdown] id="online" lang="en"
# ## 6 · Attention without its table
#
# Do the 40 GB have to exist all at once? Our softmax (lesson 04) needs the largest score of a row, and the sum of exp(score − largest) over the row. Suppose the keys arrive in pieces, and we forget each piece once it is read. Can we still get both?
#
# First come the scores 2 and 1. We note two numbers: the largest, 2, and the sum, $e^{2-2} + e^{1-2} = 1 + 0.3679 = 1.3679$.

# %% [markdown] id="online" lang="zh" agreed="33880a45-26141186"
# ## 6 · 不要那张表
#
# 40 GB 非得同时存下吗？按第 04 课的算法，softmax 要用整行的最大值，还有整行的 exp(分数 − 最大值) 之和。假如键一段一段地来，每一段看完就忘掉，这两样还算得出来吗？
#
# 先来的两个分数是 2 和 1。我们只记两个数：最大值 2；还有和，$e^{2-2} + e^{1-2} = 1 + 0.3679 = 1.3679$。

# %% id="online-question"
ask("corrected_sum")

# %% [markdown] id="online-sums" lang="en"
# This is [**online softmax**](glossary.ipynb) ([Milakov and Gimelshein 2018](https://arxiv.org/abs/1805.02867)): when a larger score comes, one factor, exp(old largest − new largest), corrects the sum.
#
# Attention needs a second sum, of exp(score − largest) times the value. The same factor corrects it. When all keys have been read, the second sum divided by the first is the output.

# %% [markdown] id="online-sums" lang="zh" agreed="f8385791-70494282"
# 这就是[**在线 softmax**](glossary.ipynb)（[Milakov 和 Gimelshein，2018](https://arxiv.org/abs/1805.02867)）：来了更大的分数，前面累加出的总和，要乘上 exp(旧最大值 − 新最大值)。
#
# 要算注意力，还得再记一个总和：每个 exp 乘上它的值，再加起来。修正时乘同一个数。所有的键都看完，用第二个总和除以第一个，就是输出。

# %% [markdown] id="online-exercise" lang="en"
# **Exercise 4** (★★, 8 min). In `my_online_attention` a piece has `size` keys. For each query, `top` is the largest score before this piece, `new` the largest with this piece. Update both sums: `total`, the sum of exp, (n, 1); and `output`, the sum of exp times value, a row per query, divided only at the end. Multiply each by the factor, then add this piece's share, computed from `np.exp(S - new)`. (At first `top` is −∞: exp(−∞) is 0.)

# %% [markdown] id="online-exercise" lang="zh" agreed="37cf837b-b4c10f84"
# **练习 4**（★★，8 分钟）。`my_online_attention` 每次取 `size` 个键。对每个查询，`top` 是这一段之前的最大分数，`new` 是算上这一段的最大分数。要更新两个总和：`total` 是 exp 的总和，形状 (n, 1)；`output` 是 exp 乘值的总和，一个查询一行（最后才除以 `total`）。两个都先乘修正用的数，再加上这一段的那一份（用 `np.exp(S - new)` 算）。（开始时 `top` 是 −∞，exp(−∞) 就是 0。）

# %% id="exercise-online" tags=["exercise"]
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        total, output, top = ..., ..., new
    return output / total

online_attention = check.online_attention(my_online_attention)

# %% [markdown] id="online-saves" lang="en"
# Here is the difference from `attend` with pieces of 64 keys, then the *peak*: the most memory that NumPy holds at once. (`attend` holds four whole tables: scores, scaled scores, weights, and one inside softmax.)

# %% [markdown] id="online-saves" lang="zh" agreed="ddf76423-fb235b38"
# 每段 64 个键。先和 `attend` 的结果比，再看 NumPy 同一时刻最多占多少内存（*峰值*）。（`attend` 同时存着四张整表：分数、缩放后的分数、权重，再加 softmax 用的一张。）

# %% id="online-peak"
Q, K, V = np.random.default_rng(0).normal(size=(3, 1024, 64)).astype(np.float32)
difference = abs(online_attention(Q, K, V, 64) - attend(Q, K, V).output).max()
show({"largest_difference < 0.000001": difference < 1e-6})
functions = {"attend": lambda: attend(Q, K, V), "online_attention": lambda: online_attention(Q, K, V, 64)}
show({f"{name}, MB": round(cost.peak(f) / 1e6) for name, f in functions.items()})

# %% [markdown] id="online-flash" lang="en"
# [**FlashAttention**](glossary.ipynb) ([Dao et al. 2022](https://arxiv.org/abs/2205.14135)) does what you did, in pieces that fit into the small, fast memory of a graphics card, so that fewer numbers travel to the large, slow one. PyTorch's `F.scaled_dot_product_attention` can do the same. This is called *fused* attention: scores, softmax and sum run as one program. Here is the peak memory with tables and fused (four heads of 64 numbers):

# %% [markdown] id="online-flash" lang="zh" agreed="316d716d-8035a4f7"
# [**FlashAttention**](glossary.ipynb)（[Dao 等，2022](https://arxiv.org/abs/2205.14135)）的核心和你写的一样，也是一段一段地算。每一段都小到放得进显卡里那块又小又快的存储器，数据就不必频繁进出又大又慢的显存。PyTorch 的 `F.scaled_dot_product_attention` 也能这样做，叫*融合*（fused）：打分、softmax、求和并成一个程序，中间不写下整张表。下面是四个头、每头 64 维时，两种写法的内存峰值：

# %% id="online-picture"
times = load_results("cost")
curves(times["lengths"], {name: held / 1e6 for name, held in times["fused_bytes"].items()}, xlabel="words", ylabel="MB", log="xy")

# %% [markdown] id="online-time" lang="en"
# With twice the words, tables take four times the memory, fused attention about twice. At 4,096 words this is 537 MB against less than 5 MB. Fused attention is somewhat faster, too.

# %% [markdown] id="online-time" lang="zh" agreed="1715d71d-52e46c60"
# 词数每翻一倍，存整张表的写法要四倍的内存，融合的写法大约只要两倍。4,096 个词时，一个要 537 MB，另一个不到 5 MB。融合的写法还快一些。

# %% [markdown] id="calculator" lang="en"
# ## 7 · The book
#
# Back to the book: 100,000 tokens, read by [Qwen2.5 7B](https://arxiv.org/abs/2412.15115) in *half precision*, where each number takes 2 bytes.
#
# To keep its cache small, several heads of queries share one head of keys and values ([**grouped-query attention**](glossary.ipynb), [Ainslie et al. 2023](https://arxiv.org/abs/2305.13245)).

# %% [markdown] id="calculator" lang="zh" agreed="6e89fbb1-71d44f53"
# ## 7 · 那本书
#
# 回到开头那本书：100,000 个词元，由第 1 节的模型 [Qwen2.5 7B](https://arxiv.org/abs/2412.15115) 来读，用*半精度*，每个数占 2 字节。
#
# 为了让缓存小一些，这个模型里，几个头的查询共用一组键和值（[**分组查询注意力**](glossary.ipynb)，[Ainslie 等，2023](https://arxiv.org/abs/2305.13245)）。

# %% id="cache-question"
ask("cache_of_a_book")

# %% [markdown] id="calculator-card" lang="en"
# The model runs on a large graphics card, such as NVIDIA's A100 with 80 GB. In practice it does about $10^{14}$ operations per second; from its memory it fetches at best $2 \cdot 10^{12}$ bytes per second.

# %% [markdown] id="calculator-card" lang="zh" agreed="c56d5ce1-bbef278d"
# 模型跑在一块高端显卡上，比如英伟达的 A100，显存 80 GB。它实际每秒大约做 $10^{14}$ 次运算；从显存里取数，每秒最多 $2 \cdot 10^{12}$ 字节。

# %% id="calculator-question"
ask("fetch_or_compute")

# %% [markdown] id="calculator-book" lang="en"
# Here is the whole bill. With `bytes` at 1, each number is rounded to one of 256 levels: [**quantisation**](glossary.ipynb). (All $n^2$ pairs are counted, although a causal mask hides nearly half.)

# %% [markdown] id="calculator-book" lang="zh" agreed="16e9bba1-69d2404f"
# 全部账目如下。把 `bytes` 调到 1，每个数就只能取 256 个值之一，存最接近的那个，这叫[**量化**](glossary.ipynb)。（因果掩码虽然遮住了将近一半，这里的运算仍按全部 $n^2$ 对来算。）

# %% id="calculator-live"
from classroom import live
known, lengths = cost.models(), [*(2**k for k in range(7, 17)), 100_000, 131_072]
live(lambda model="Qwen2.5 7B", tokens=100_000, bytes=2: cost.ledger(known[model], tokens, bytes),
     model=[*known], tokens=lengths, bytes=[4, 2, 1])

# %% [markdown] id="calculator-read" lang="en"
# **Does it fit?** Parameters and cache take 21 GB together, so there is room to spare on the card. The tables of a single layer would take 560 GB; thanks to section 6 none is stored.

# %% [markdown] id="calculator-read" lang="zh" agreed="ee1fc794-fc847b78"
# **装得下吗？** 参数和缓存一共 21 GB，这块显卡放得下，还能留出地方放中间结果。一层的表就要 560 GB；用第 6 节的办法，一张也不用存。

# %% [markdown] id="calculator-wait" lang="en"
# **How long do we wait?** Reading takes 54 seconds, and three quarters of the work goes into pairs. Set `tokens` to 1,024: now only 3 % does. That is why twice the text was only about twice the work in section 1.

# %% [markdown] id="calculator-wait" lang="zh" agreed="da77b278-874d189b"
# **要等多久？** 读完要 54 秒，四分之三的运算花在词对上。再把 `tokens` 改成 1,024：花在词对上的只有 3%。所以第 1 节里文章翻倍，运算大约也只翻倍。

# %% [markdown] id="calculator-write" lang="en"
# Then each token that the model writes takes at least ten milliseconds, the time to fetch 21 GB. This is one reason why a token written often costs more than a token read.

# %% [markdown] id="calculator-write" lang="zh" agreed="ffea071c-0a737ac3"
# 读完以后，每写一个词元至少要十毫秒：把这 21 GB 取一遍，就要这么久。写一个词元的收费，往往比读一个高，这是原因之一。

# %% [markdown] id="book" lang="en"
# **Can we hand a whole book to a model?** Memory and time allow it: 21 GB, a minute to read, then at least five seconds for a page of 500 tokens. Whether it reads *well* is another question: it must be made for texts of this length (lesson 08). Its makers say: up to 131,072 tokens.

# %% [markdown] id="book" lang="zh" agreed="a54958cc-553eeded"
# **能不能把一整本书交给模型？** 内存和时间都够：21 GB，装得下；一分钟读完；然后写一页（500 个词元），至少五秒。读得好不好，是另一回事：模型得适应这么长的文章（第 08 课）。开发者说，它最多能读 131,072 个词元。

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# Two questions:

# %% [markdown] id="recap" lang="zh" agreed="3ee3d84f-b80e4358"
# ## 8 · 小结
#
# 合上账本，两个问题：

# %% id="recap-question-1"
ask("flash_saves")

# %% id="recap-question-2"
ask("grows_fourfold")

# %% [markdown] id="recap-bullets" lang="en"
# What to take with you:
#
# * What a network costs can be worked out before it runs: count the products of matrices, and what they leave in memory.
# * With a **KV cache**, a model that writes computes only the new row. For a single text it then mostly waits for memory.
# * **Online softmax** takes the keys in pieces, and corrects its sums whenever a larger score comes.
#
# What do these costs buy? We open a real model of 12 layers with 12 heads each: where do its 144 heads look? [Lesson 12, real text →](12_real_text.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="227beddb-a74a1a65"
# 这一课要记住的：
#
# * 一个网络要花多少，运行之前就算得出来：数一数矩阵乘法要做多少次，再数一数内存里要存多少个数。
# * 有了 **KV 缓存**，写作时只算新的那一行。一次只写一篇时，慢在取数，不在计算。
# * **在线 softmax** 一段一段地取键，每来一个更大的分数，就把以前的总和修正一遍。
#
# 账都算清了。可是花了这么多，换来了什么？一个真正的模型有 12 层，每层 12 个头，一共 144 个：它们究竟在看什么？[第 12 课，真实文本 →](12_real_text.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# What people do about $n^2$, what training costs, a model of your own, and the race on your computer.

# %% [markdown] id="later" lang="zh" agreed="27ca807a-d9dfacf7"
# ## 想多了解一点
#
# 对付 $n^2$ 的办法，训练的代价，你自己的模型，在你的电脑上再比一场。

# %% [markdown] id="curious" lang="en"
# **What do people do about $n^2$, and what does it cost them?**
#
# | idea | price | for example |
# |:--|:--|:--|
# | a window of neighbours | far words only through many layers, or through a few tokens that see, and are seen by, all | [Longformer](https://arxiv.org/abs/2004.05150) |
# | no exp (the puzzle below) | the weights are no longer those of softmax | [linear attention](https://arxiv.org/abs/2006.16236) |
# | a state of fixed size, as in a recurrent network | what does not fit is forgotten | [Mamba](https://arxiv.org/abs/2312.00752) |
# | the same formula, in pieces | more code; it saves memory and some time, but the work still grows with $n^2$ | [FlashAttention](https://arxiv.org/abs/2205.14135) |

# %% [markdown] id="curious" lang="zh" agreed="3cefc524-54d651cb"
# **对付 $n^2$，人们想过哪些办法，代价是什么？**
#
# | 办法 | 代价 | 例子 |
# |:--|:--|:--|
# | 只看附近的一个窗口 | 远处的词要经过很多层，或者靠几个跟谁都互看的词元 | [Longformer](https://arxiv.org/abs/2004.05150) |
# | 不用 exp（见下面的谜题） | 权重不再是 softmax 的权重 | [线性注意力](https://arxiv.org/abs/2006.16236) |
# | 改用大小固定的状态（像 RNN 的隐状态） | 装不下的就忘了 | [Mamba](https://arxiv.org/abs/2312.00752) |
# | 公式不变，分段计算 | 程序难写；省内存，也快一些，乘法却仍随 $n^2$ 增长 | [FlashAttention](https://arxiv.org/abs/2205.14135) |

# %% [markdown] id="puzzle" lang="en"
# **A puzzle on the second row of the table.** Without softmax, the cell below computes $Q K^\top V$. Change its last line so that the result is the same and the count 16 times smaller. Change as little as you can.

# %% [markdown] id="puzzle" lang="zh" agreed="0767bfc7-4fe210c1"
# **关于第二行的谜题。** 先不要 softmax，只算 $Q K^\top V$。改一改下面的最后一行，结果不变，运算次数变成十六分之一。改得越少越好。

# %% id="puzzle-brackets" tags=["torch"]
import torch
Q, K, V = torch.ones(3, 1024, 64)
show(FLOPs=cost.flops(lambda: Q @ K.mT @ V))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>A solution</summary>
#
# `Q @ (K.mT @ V)`: the table of 1,024 × 1,024 becomes one of 64 × 64, and 268,435,456 operations become 16,777,216. With softmax this is not allowed, since exp stands between $Q K^\top$ and $V$. *Linear attention* replaces exp by something that allows it.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="2cf21407-770fc09c"
# <details><summary>一个解法</summary>
#
# `Q @ (K.mT @ V)`：1,024 × 1,024 的表变成 64 × 64，268,435,456 次运算变成 16,777,216 次。有 softmax 时就不能这样，因为 $Q K^\top$ 和 $V$ 之间隔着 exp。*线性注意力*把 exp 换成别的，这对括号就能加了。
#
# </details>

# %% [markdown] id="curious-training" lang="en"
# **And training?** Reading a token takes about $2P$ operations with $P$ parameters: each takes part in one multiplication and one addition. (The pairs are extra.) Training takes about three times as much, one part forward, and two parts backward for the gradients: $6P$ ([Kaplan et al. 2020](https://arxiv.org/abs/2001.08361)).

# %% [markdown] id="curious-training" lang="zh" agreed="fd55743b-2b194182"
# **训练呢？** 有 $P$ 个参数，读一个词元大约要 $2P$ 次运算：每个参数参与一次乘法和一次加法（词对另算）。训练大约是它的三倍，前向一份，反向求梯度两份：$6P$（[Kaplan 等，2020](https://arxiv.org/abs/2001.08361)）。

# %% [markdown] id="own" lang="en"
# **A model of your own.** It has a vocabulary of 32,000 tokens (one table for input and output). Your graphics card has 16 GB. Find how many layers of $d_\text{model} = 4096$ fit on it in half precision, together with the cache of 8,192 tokens.

# %% [markdown] id="own" lang="zh" agreed="12714a21-5adff18b"
# **你自己的模型。** 词表有 32,000 个词元（输入和输出共用一张表）。你有一块 16 GB 的显卡。试一试：$d_\text{model} = 4096$、半精度，连同 8,192 个词元的缓存，最多放得下多少层。

# %% id="own-live"
from classroom import live
def own(layers=12, d_model=4096, heads=32, tokens=8192, bytes=2):
    return cost.ledger(cost.Model(layers, d_model, heads, vocabulary=32000), tokens, bytes)

live(own, layers=(1, 96, 1), d_model=[2**k for k in range(8, 15)], heads=[8, 16, 32, 64],
     tokens=[2**k for k in range(7, 18)], bytes=[4, 2, 1])

# %% [markdown] id="own-answer" lang="en"
# <details><summary>How many?</summary>
#
# There is room for 29. A layer has $12\, d^2$ parameters, 0.40 GB, and 0.13 GB of cache; the vocabulary takes 0.26 GB. (We leave out everything else that a card has to hold.)
#
# </details>

# %% [markdown] id="own-answer" lang="zh" agreed="007ca137-50de4152"
# <details><summary>多少层？</summary>
#
# 放得下 29 层。一层有 $12\, d^2$ 个参数，占 0.40 GB，缓存占 0.13 GB；词表占 0.26 GB。（显卡里还要放别的东西，这里没有算。）
#
# </details>

# %% [markdown] id="curious-race" lang="en"
# **Who wins on my computer?** Here is the race again, without the convolution, on one core (`times` holds the seconds). Change `n` until the other one wins.

# %% [markdown] id="curious-race" lang="zh" agreed="942c7755-b6aded7e"
# **在我的电脑上谁赢？** 仍然用一个核，这回没有卷积（秒数在 `times` 里）。改一改 `n`，直到换另一个赢：

# %% id="race-run" tags=["torch"]
import torch
from attnlib.layers import MultiHeadAttention
torch.set_num_threads(1)
runners, n = {"attention": MultiHeadAttention(64, 4), "recurrent": torch.nn.GRU(64, 64)}, 256
with torch.no_grad():
    times = {name: cost.seconds(f, torch.randn(n, 64)) for name, f in runners.items()}
show(faster=min(times, key=times.get))
