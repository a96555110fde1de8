# %% [markdown] id="title" lang="en"
# # 11 · Cost: a ledger and a race
#
# Can we hand a whole book to a model? Does it fit, and how long do we wait?
#
# We keep a **ledger** of what is multiplied and stored, watch a **race** against two old rivals, and program two ways to cut the cost.
#
# About 45 minutes, and 25 for the exercises. You need lessons 04 to 10.

# %% [markdown] id="title" lang="zh" agreed="25964501-00503a6d"
# # 11 · 代价：一本账，一场比赛
#
# 能不能把一整本书交给模型？装得下吗？要等多久？
#
# 我们先**记账**：乘了多少次，存了多少数。再和两个老对手**比一场**。然后亲手写出两种省钱的办法。
#
# 约 45 分钟，练习另需 25 分钟。需要先学第 04 到 10 课。

# %% id="setup"
import numpy as np
from attnlib import attend, causal_mask, curves, load_results, show, use_language
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
# **50 minutes.** Section 1: 4 min; vote, and keep the votes for section 7. Section 2: 8 min, the table at the board, exercise 1 in pairs. Section 3: 4 min. Section 4: 7 min; vote, then the picture. Section 5, the heart: 11 min; exercises 2 and 3 may be for home; compute the first row of the table of caches together. Section 6: 7 min, the two sums at the board; exercise 4 is for home. Section 7: 7 min; let the floor name models, then vote. Recap: 2 min. The times in the pictures were measured beforehand by `tools/results/cost.py`. Worth asking: why is no query kept?

# %% [markdown] id="plan" lang="zh" agreed="81f71ff7-06579832" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 4 分钟：表决，票数留到第 7 节再看。第 2 节 8 分钟，表在黑板上填，练习 1 两人一组。第 3 节 4 分钟。第 4 节 7 分钟，先表决再看图。第 5 节是重点，11 分钟：时间紧就把练习 2、3 留作课后，缓存那张表的第一行要一起算。第 6 节 7 分钟，两个和在黑板上算，练习 4 留作课后。第 7 节 7 分钟，先请学生点名要看哪个模型，再表决。小结 2 分钟。图里的时间是 `tools/results/cost.py` 事先测好的。可以问：为什么不存查询？

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
# That makes 272 multiplications. There are nearly as many additions, so we count $2 \cdot 272$ [**floating-point operations**](glossary.ipynb), FLOPs.

# %% [markdown] id="count" lang="zh" agreed="7a257e3f-d21f5444"
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
# 一共 272 次。每次乘法还跟着一次加法，所以算作 $2 \cdot 272$ 次[**浮点运算**](glossary.ipynb)（FLOPs）。

# %% [markdown] id="count-exercise" lang="en"
# **Exercise 1** (★, 6 min). Write `my_count_multiplications`: the number of multiplications in multi-head attention, for `n` words, `d_model` and `h` heads. Count all products of matrices, from $X$ to the output after $W_O$; leave out biases, softmax and divisions.

# %% [markdown] id="count-exercise" lang="zh" agreed="320021ca-a80eecce"
# **练习 1**（★，6 分钟）。写出 `my_count_multiplications`：`n` 个词，`d_model` 维，`h` 个头，多头注意力（第 07 课）一共做多少次乘法。从 $X$ 到乘完 $W_O$，数所有的矩阵乘法；偏置、softmax 和除法不算。

# %% id="exercise-count" tags=["exercise"]
def my_count_multiplications(n, d_model, h):
    ...

count_multiplications = check.count_multiplications(my_count_multiplications)

# %% [markdown] id="count-check" lang="en"
# We let PyTorch count while it computes, for 1,000 words of 64 numbers and four heads. Its count of our attention should be twice yours. The last number is for a whole block:

# %% [markdown] id="count-check" lang="zh" agreed="2ccd9515-64ddd881"
# 让 PyTorch 一边算一边数：1,000 个词，每个 64 维，四个头。它给注意力数出的运算次数，应该正好是你的次数乘 2。最后一个数是整个块的（第 09 课）。

# %% id="count-equal" tags=["torch"]
import torch
from attnlib.layers import MultiHeadAttention, TransformerBlock
x = torch.ones(1000, 64)
show(yours=2 * count_multiplications(1000, 64, 4))
show(attention=cost.flops(MultiHeadAttention(64, 4), x), whole_block=cost.flops(TransformerBlock(64, 4), x))

# %% [markdown] id="count-parts" lang="en"
# They agree to the last digit. Here are the parts of a block with $d_\text{model} = 512$; both axes are logarithmic:

# %% [markdown] id="count-parts" lang="zh" agreed="98ed1dee-a4a7cdab"
# 一位不差。下图把 $d_\text{model} = 512$ 的一个块分成几部分来数，两条坐标轴都是对数刻度：

# %% id="count-picture"
n = 2 ** np.arange(6, 15)
curves(n, cost.parts_of_block(n, 512), xlabel="words", ylabel="operations", log="xy")

# %% [markdown] id="count-half" lang="en"
# The pairs overtake the four projections at $n = 2d$, here 1,024 words, and all the rest of the block only at $n = 6d$. In a short text, the pairs are *not* what costs most.

# %% [markdown] id="count-half" lang="zh" agreed="afa4c997-4b82f089"
# 词对要到 $n = 2d$ 才赶上四次投影，这里是 1,024 个词；要到 $n = 6d$，才赶上块里其余的全部运算。文章短的时候，最费计算的**并不是**词对。

# %% [markdown] id="memory" lang="en"
# ## 3 · The ledger: what is stored
#
# **Parameters.** A layer has about $12 d^2$, namely $4 d^2$ for attention and $8 d^2$ for the feed-forward (lesson 09). The largest GPT-2 has 48 layers, $d = 1600$, 50,257 tokens and 1,024 positions:
#
# $$48 \cdot 12 \cdot 1600^2 + (50257 + 1024) \cdot 1600 \approx 1.56 \cdot 10^9$$
#
# At 4 bytes each, this is 6.2 GB. Training takes about 16 bytes a parameter, since gradients and the optimizer's averages are stored, too ([Rajbhandari et al. 2020](https://arxiv.org/abs/1910.02054)), besides the rows of each layer.
#
# **Weights.** Every pair has one. A book of 100,000 tokens makes $10^{10}$ pairs: 40 GB for *one* head of *one* layer. A causal mask saves nothing: its 0s take up room, too.

# %% [markdown] id="memory" lang="zh" agreed="f289bb70-43917124"
# ## 3 · 记账：存了多少数
#
# **参数。** 一层大约有 $12 d^2$ 个：注意力 $4 d^2$，前馈网络 $8 d^2$（第 09 课）。最大的 GPT-2 有 48 层，$d = 1600$，词表 50,257 个词元，位置 1,024 个：
#
# $$48 \cdot 12 \cdot 1600^2 + (50257 + 1024) \cdot 1600 \approx 1.56 \cdot 10^9$$
#
# 每个 4 字节，就是 6.2 GB。训练时每个参数大约要 16 字节，因为还要存梯度，以及优化器的滑动平均（[Rajbhandari 等，2020](https://arxiv.org/abs/1910.02054)）；此外各层的行也得留到反向传播时。
#
# **权重。** 每一对词有一个权重。一本十几万字的书，大约有 100,000 个词元，就是 $10^{10}$ 对：**一层**里的**一个**头，这张表就要 40 GB。因果掩码一点也省不了，表里的 0 照样占地方。

# %% [markdown] id="race" lang="en"
# ## 4 · The race
#
# Attention has two old rivals that do not compare every pair of words. A **recurrent network** goes from word to word with a state; a **convolution** looks at a few neighbours of each word.
#
# They race on *one* core of a computer. A graphics card works on thousands of numbers at once; that race we have not measured.

# %% [markdown] id="race" lang="zh" agreed="0f921a24-e45b0fbd"
# ## 4 · 比赛
#
# 注意力有两个老对手（第 00 课），它们都不必把词两两配对。**循环神经网络**一个词一个词地往下走，随身带着一个状态；**卷积**让每个词只看旁边的几个词。
#
# 比赛只用电脑的**一个**核。大模型用的是显卡，能同时算成千上万个数，那种情形我们没有测。

# %% id="race-question"
times = load_results("cost")
ask("who_is_faster", then=curves(times["lengths"], times["race_seconds"], xlabel="words", ylabel="seconds", log="xy"))

# %% [markdown] id="race-why" lang="en"
# In attention a word reaches any other in one step, which is what a **long-range dependence** needs. And all words are computed side by side (**parallel computation**).

# %% [markdown] id="race-why" lang="zh" agreed="6a36ae07-bb4725ee"
# 用注意力，两个词隔得再远，一步就够得着，**长距离依赖**靠的就是这一点。而且所有的词同时算（**并行计算**），谁也不用等谁。

# %% [markdown] id="race-table" lang="en"
# One layer of each, for $n$ words of $d$ numbers. $O$ leaves out fixed factors:
#
# | | operations, [**complexity**](glossary.ipynb) | waiting | path from first to last word |
# |:--|:--|:--|:--|
# | attention | $O(n^2 d + n d^2)$ | none | $O(1)$ |
# | recurrent network | $O(n d^2)$ | each word for the one before | $O(n)$ |
# | convolution over $k$ words | $O(k n d^2)$ | none | $O(n / k)$ layers |
#
# [Vaswani et al. 2017](https://arxiv.org/abs/1706.03762) leave out the projections, $n d^2$. Our convolution raced with each column by itself and one matrix after it, $O(k n d + n d^2)$. With an encoder that reads $n$ words and a decoder that writes $m$, the pairs take $O(n^2 d)$, $O(m^2 d)$, and $O(n m d)$ in cross-attention (lesson 06).

# %% [markdown] id="race-table" lang="zh" agreed="3694bfc0-a6b965b2"
# 各取一层，$n$ 个词，每个词 $d$ 维；$O$ 不计固定的倍数：
#
# | | 运算次数，[**复杂度**](glossary.ipynb) | 要不要等 | 首尾两词之间的路径 |
# |:--|:--|:--|:--|
# | 注意力 | $O(n^2 d + n d^2)$ | 不用等 | $O(1)$ |
# | 循环神经网络 | $O(n d^2)$ | 每个词等前一个词 | $O(n)$ |
# | 卷积，每次看 $k$ 个词 | $O(k n d^2)$ | 不用等 | $O(n / k)$ 层 |
#
# [Vaswani 等，2017](https://arxiv.org/abs/1706.03762) 没有算投影的 $n d^2$。上面比的那种卷积更省，先每列各自卷积，再乘一个矩阵：$O(k n d + n d^2)$。编码器读 $n$ 个词，解码器写 $m$ 个词，词对的运算就分三份：$O(n^2 d)$、$O(m^2 d)$，还有交叉注意力（第 06 课）的 $O(n m d)$。

# %% [markdown] id="race-said" lang="en"
# At 64 words attention was faster than the recurrent network, at 4,096 slower. On a card, where its words are computed side by side, we expect it to win for much longer texts, above all in training.

# %% [markdown] id="race-said" lang="zh" agreed="728d7a31-590d17a3"
# 64 个词时，注意力比循环神经网络快；4,096 个词时，比它慢。换成显卡，注意力的各个词可以同时算，赢的范围应该会大得多，训练时尤其如此。

# %% [markdown] id="write" lang="en"
# ## 5 · Writing
#
# Using a trained model is called [**inference**](glossary.ipynb). In [**prefill**](glossary.ipynb) the model reads the whole prompt at once. In **decode** it writes one token at a time, and reads each before it chooses the next.
#
# To get from 1 token to 1,024, a program that computes *all* rows again each time takes $1 + 2 + \dots + 1023 = 523{,}776$ rows a layer. Is that necessary? We compute the outputs of seven words, then of eight, and print how far the first seven move, with a causal mask and without:

# %% [markdown] id="write" lang="zh" agreed="6ebddad8-57828f30"
# ## 5 · 写作
#
# 拿训练好的模型来用，叫[**推理**](glossary.ipynb)（inference），分两段。[**预填充**](glossary.ipynb)（prefill）：一次读完整个提示词。**解码**（decode）：一个词元一个词元地写，刚写出的先读进去，才能选下一个。
#
# 假如每写一个新词元，都把**所有**的行重算一遍，从 1 个词元写到 1,024 个，每一层就要算 $1 + 2 + \dots + 1023 = 523{,}776$ 行。旧的行真的要重算吗？先算七个词，再算八个词，分别看看有因果掩码和没有掩码时，前七个词的输出变了多少：

# %% id="write-moved"
X, W_Q, W_K, W_V = np.random.default_rng(0).normal(size=(4, 8, 8)) / 2

def outputs(n, keep):
    return attend(X[:n] @ W_Q, X[:n] @ W_K, X[:n] @ W_V, keep).output

show(with_the_mask=abs(outputs(8, causal_mask(8))[:7] - outputs(7, causal_mask(7))).max())
show(no_mask=abs(outputs(8, None)[:7] - outputs(7, None)).max())

# %% [markdown] id="write-cache" lang="en"
# With a causal mask the old outputs stay. They are the input of the next layer, so its old rows stay, too. A later word uses an old word's key and value; the old *query* served only its own row, which is done. So we keep keys and values, in a [**KV cache**](glossary.ipynb): here a table with one row per word, its key followed by its value.
#
# **Exercise 2** (★, 4 min). A new word comes, `x` (1, d_model). `my_grow_cache` returns the cache, (m, d_k + d_v), with its row added at the bottom. Join key and value along axis −1, rows along axis −2: there may be axes in front.

# %% [markdown] id="write-cache" lang="zh" agreed="cb10f9d4-032384b8"
# 有因果掩码时，旧词的输出不变；它们又是下一层的输入，所以下一层的旧行也不变，一层一层都是这样。后面的词要用旧词的键和值。旧词的**查询**只在算它自己那一行时用，那一行已经算完了。所以只留键和值，这就是 [**KV 缓存**](glossary.ipynb)（KV cache）。我们的缓存是一张表，一个词一行：左边是键，右边是值。
#
# **练习 2**（★，4 分钟）。来了一个新词 `x` (1, d_model)。写出 `my_grow_cache`：缓存原来是 (m, d_k + d_v)，在最下面添上它的一行，再返回。左右拼用轴 −1，上下添用轴 −2，这样前面多出别的轴也不要紧。

# %% id="exercise-grow" tags=["exercise"]
def my_grow_cache(cache, x, W_K, W_V):
    ...

grow_cache = check.grow_cache(my_grow_cache)

# %% [markdown] id="write-attend" lang="en"
# **Exercise 3** (★, 4 min). The new word looks at every row of the cache; the last one is its own, and the first $d_k$ columns are the keys. Write `my_cached_attention`, which returns the word's output, (1, d_v). `mine.attention` is your function of lesson 05.

# %% [markdown] id="write-attend" lang="zh" agreed="98f88eae-4d3360e5"
# **练习 3**（★，4 分钟）。新词要看缓存的每一行，最后一行就是它自己；每行前 $d_k$ 个数是键。写出 `my_cached_attention`，返回新词的输出 (1, d_v)。第 05 课里你写的函数是 `mine.attention`。

# %% id="exercise-cached" tags=["exercise"]
from classroom import mine
def my_cached_attention(x, W_Q, cache):
    ...

cached_attention = check.cached_attention(my_cached_attention)

# %% [markdown] id="write-run" lang="en"
# Eight words come one by one. We compare with all eight at once under a causal mask:

# %% [markdown] id="write-run" lang="zh" agreed="8eee727e-b4721318"
# 八个词一个一个地送进去，再和带因果掩码一次算完的结果比一比：

# %% id="write-by-word"
cache, rows = np.zeros((0, 16)), []
for i in range(8):
    x = X[i : i + 1]  # (1, 8)
    cache = grow_cache(cache, x, W_K, W_V)
    rows.append(cached_attention(x, W_Q, cache))
difference = abs(np.concatenate(rows) - outputs(8, causal_mask(8))).max()
show({"cache": cache.shape, "largest_difference < 0.000001": difference < 1e-6})

# %% [markdown] id="write-time" lang="en"
# The numbers are the same, and no mask was needed, since the cache holds no later word. PyTorch's `is_causal` must be off here (lesson 06). Each layer now computes 1,023 rows in all. We let a small model of two blocks write:

# %% [markdown] id="write-time" lang="zh" agreed="7d56ee92-6a365905"
# 结果一样，而且根本没有用掩码：缓存里本来就没有后面的词。这时 PyTorch 的 `is_causal` 要关掉（第 06 课）。现在每一层一共只算 1,023 行。让一个小模型来写，它有两个块：

# %% id="write-picture"
times = load_results("cost")
curves(times["written"], times["writing_seconds"], xlabel="tokens_written", ylabel="seconds", log="xy")

# %% [markdown] id="write-ratio" lang="en"
# At 1,024 tokens, the cache makes writing about twenty times as fast. The rows are five hundred times fewer, but computed one by one they take more time per row.

# %% [markdown] id="write-ratio" lang="zh" agreed="4d895bee-85829ad4"
# 写到 1,024 个词元时，有缓存快二十多倍。行数只有五百分之一，时间却没有省那么多：一行一行地算，每行花的时间，比许多行一起算时长。

# %% [markdown] id="write-pairs" lang="en"
# The price is memory: a key and a value for every token, in every layer. So many models let several heads of queries share them. Here is one, [Qwen2.5 7B](https://arxiv.org/abs/2412.15115), with our book:

# %% [markdown] id="write-pairs" lang="zh" agreed="88701387-7c649af5"
# 代价是内存：每个词元，在每一层，都要留一个键和一个值。为了省内存，许多模型让几个头的查询共用一个键和一个值。比如 [Qwen2.5 7B](https://arxiv.org/abs/2412.15115)，让它来读那本书：

# %% id="cache-question"
ask("cache_of_a_book")

# %% [markdown] id="write-kinds" lang="en"
# Other models, at 2 bytes a number, with $d_k$ = 128 (Falcon: 64):
#
# | keys and values | numbers per token and layer | model | layers | bytes per token |
# |:--|--:|:--|--:|--:|
# | each head its own, **MHA** | 2 · 32 · 128 | [Llama 2 7B](https://arxiv.org/abs/2307.09288) | 32 | 524,288 |
# | one for each group, [**GQA**](glossary.ipynb) | 2 · 8 · 128 | [Llama 3 8B](https://arxiv.org/abs/2407.21783) | 32 | 131,072 |
# | one for all heads, **MQA** | 2 · 64 | [Falcon 7B](https://arxiv.org/abs/2311.16867) | 32 | 8,192 |
# | made from one short row, [**MLA**](glossary.ipynb) | 512 + 64 | [DeepSeek-V3](https://arxiv.org/abs/2412.19437) | 61 | 70,272 |
# | GQA, the last 4,096 tokens only, a [**sliding window**](glossary.ipynb) | 2 · 8 · 128 | [Mistral 7B](https://arxiv.org/abs/2310.06825) | 32 | 131,072 |
#
# DeepSeek-V3 has 128 heads; MHA would keep 57 times as much. Sharing costs some quality: [Ainslie et al. 2023](https://arxiv.org/abs/2305.13245) measured a clear loss with MQA, and almost none with GQA.

# %% [markdown] id="write-kinds" lang="zh" agreed="08022328-c42c4ad1"
# 别的模型存多少？每个数 2 字节，$d_k$ = 128（Falcon 是 64）：
#
# | 键和值 | 每个词元、每层存几个数 | 模型 | 层数 | 每个词元几字节 |
# |:--|--:|:--|--:|--:|
# | 每个头各一份，**MHA** | 2 · 32 · 128 | [Llama 2 7B](https://arxiv.org/abs/2307.09288) | 32 | 524,288 |
# | 每组一份，[**GQA**](glossary.ipynb) | 2 · 8 · 128 | [Llama 3 8B](https://arxiv.org/abs/2407.21783) | 32 | 131,072 |
# | 所有的头共用一份，**MQA** | 2 · 64 | [Falcon 7B](https://arxiv.org/abs/2311.16867) | 32 | 8,192 |
# | 由一个短向量还原，[**MLA**](glossary.ipynb) | 512 + 64 | [DeepSeek-V3](https://arxiv.org/abs/2412.19437) | 61 | 70,272 |
# | GQA，只留最近 4,096 个词元，叫[**滑动窗口**](glossary.ipynb) | 2 · 8 · 128 | [Mistral 7B](https://arxiv.org/abs/2310.06825) | 32 | 131,072 |
#
# DeepSeek-V3 有 128 个头，换成 MHA，要存的是现在的 57 倍。共用会损失一点效果：[Ainslie 等，2023](https://arxiv.org/abs/2305.13245) 测得，MQA 损失大一些，GQA 几乎没有损失。

# %% [markdown] id="online" lang="en"
# ## 6 · Attention without its table
#
# Do the 40 GB have to exist all at once? Softmax (lesson 04) needs the largest score of a row, and the sum of exp(score − largest). Suppose the keys arrive in pieces, and each is forgotten once read. Can we still get both?
#
# First come the scores 2 and 1. We note two numbers: the largest, 2, and the sum, $e^{2-2} + e^{1-2} = 1 + 0.3679 = 1.3679$.

# %% [markdown] id="online" lang="zh" agreed="1715cbc4-741357fa"
# ## 6 · 不要那张表
#
# 40 GB 非得同时存下吗？按第 04 课的算法，softmax 要用整行的最大值，还有整行的 exp(分数 − 最大值) 之和。键一段一段地来，看完就忘，这两样还算得出来吗？
#
# 先来的两个分数是 2 和 1。我们只记两个数：最大值 2；还有和，$e^{2-2} + e^{1-2} = 1 + 0.3679 = 1.3679$。

# %% id="online-question"
ask("corrected_sum")

# %% [markdown] id="online-sums" lang="en"
# This is [**online softmax**](glossary.ipynb) ([Milakov and Gimelshein 2018](https://arxiv.org/abs/1805.02867)): one factor, exp(old largest − new largest), corrects the sum.
#
# Attention needs a second sum, of exp(score − largest) times the value. The same factor corrects it. In the end, the second sum divided by the first is the output.

# %% [markdown] id="online-sums" lang="zh" agreed="ddb74654-70494282"
# 这就是[**在线 softmax**](glossary.ipynb)（[Milakov 和 Gimelshein，2018](https://arxiv.org/abs/1805.02867)）：来了更大的分数，前面累加出的总和，要乘上 exp(旧最大值 − 新最大值)。
#
# 要算注意力，还得再记一个总和：每个 exp 乘上它的值，再加起来。修正时乘同一个数。所有的键都看完，用第二个总和除以第一个，就是输出。

# %% [markdown] id="online-exercise" lang="en"
# **Exercise 4** (★★, 8 min). `my_online_attention` takes `size` keys at a time. Four things are carried along:
#
# * `top`, the largest score before this piece, for each query; at first −∞, and exp(−∞) is 0.
# * `new`, the largest with this piece.
# * `total`, the sum of exp, (n, 1).
# * `output`, the sum of exp times value, a row per query.
#
# Update `total` and `output`: correct the old sum, then add this piece's share, made from `np.exp(S - new)`.

# %% [markdown] id="online-exercise" lang="zh" agreed="517f6487-abae0e79"
# **练习 4**（★★，8 分钟）。`my_online_attention` 每次取 `size` 个键，一路记着四样东西：
#
# * `top`：每个查询在这一段之前的最大分数。开始时是 −∞，exp(−∞) 就是 0。
# * `new`：算上这一段的最大分数。
# * `total`：exp 的总和，形状 (n, 1)。
# * `output`：exp 乘值的总和，一个查询一行。
#
# 请更新 `total` 和 `output`：先修正旧的总和，再加上这一段的那一份，用 `np.exp(S - new)` 来算。

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
# Here is the difference from `attend`, then the *peak*: the most memory that NumPy holds at once.

# %% [markdown] id="online-saves" lang="zh" agreed="27478535-a003a15b"
# 先和 `attend` 的结果比，再看 NumPy 同一时刻最多占多少内存（**峰值**）。

# %% id="online-peak"
Q, K, V = np.random.default_rng(0).normal(size=(3, 1024, 64)).astype(np.float32)
difference = abs(online_attention(Q, K, V, 64) - attend(Q, K, V).output).max()
show({"largest_difference < 0.000001": difference < 1e-6})
functions = {"attend": lambda: attend(Q, K, V), "online_attention": lambda: online_attention(Q, K, V, 64)}
show({f"{name}, MB": round(cost.peak(f) / 1e6) for name, f in functions.items()})

# %% [markdown] id="online-masked" lang="en"
# **With a mask**, this program has a trap. While all scores so far are −∞, `new` is −∞, and −∞ − (−∞) is NaN, which no later piece can mend. Real programs skip a piece that is wholly hidden.

# %% [markdown] id="online-masked" lang="zh" agreed="5c80744c-138aeab2"
# **加上掩码**，这个程序就有一个坑。要是到目前为止的分数全是 −∞，`new` 也是 −∞，−∞ − (−∞) 得 NaN，后面来的再正常也救不回来。实际的程序遇到整段都被遮住的，就跳过去。

# %% [markdown] id="online-flash" lang="en"
# [**FlashAttention**](glossary.ipynb) ([Dao et al. 2022](https://arxiv.org/abs/2205.14135)) does what you did, on a graphics card. The result is exact, and the memory grows with $n$. A piece fits into the small, fast memory of the card, so fewer numbers travel to the large, slow one. In training, the backward pass computes them again instead of storing them. PyTorch's `F.scaled_dot_product_attention` does it, too, *fused* into one program: with 4,096 words, four heads and 64 numbers each, the tables of scores and of weights take 537 MB, this less than 5.

# %% [markdown] id="online-flash" lang="zh" agreed="c5ccfdc5-af73eafb"
# [**FlashAttention**](glossary.ipynb)（[Dao 等，2022](https://arxiv.org/abs/2205.14135)）的核心和你写的一样，只是跑在显卡上。结果是精确的，内存只随 $n$ 增长。每一段都小到放得进显卡里那块又小又快的存储器，数据就不必频繁进出又大又慢的显存。训练时表没有留下，反向传播就把各段重新算一遍。PyTorch 的 `F.scaled_dot_product_attention` 也能这样做，几步并成一个程序，叫**融合**（fused）：4,096 个词，四个头，每头 64 维，只占不到 5 MB，存下分数和权重两张表则要 537 MB。

# %% [markdown] id="calculator" lang="en"
# ## 7 · The book
#
# Back to the book, read in *half precision*, 2 bytes for each number. With `bytes` at 1, each number is rounded to one of 256 levels: [**quantisation**](glossary.ipynb). Find in the bill how many bytes parameters and cache take together, and how many operations one more token takes:

# %% [markdown] id="calculator" lang="zh" agreed="255584f8-235b9d0d"
# ## 7 · 那本书
#
# 回到开头那本书，用**半精度**来读，每个数占 2 字节。把 `bytes` 调到 1，每个数就只能取 256 个值之一，存最接近的那个，这叫[**量化**](glossary.ipynb)。在账单里找出两样：参数和缓存一共占多少字节；再写一个词元要做多少次运算。

# %% id="calculator-live"
from classroom import live
known, lengths = cost.models(), [*(2**k for k in range(7, 17)), 100_000, 131_072]
live(lambda model="Qwen2.5 7B", tokens=100_000, bytes=2: cost.ledger(known[model], tokens, bytes),
     model=[*known], tokens=lengths, bytes=[4, 2, 1])

# %% [markdown] id="calculator-card" lang="en"
# Parameters and cache take 21 GB, so they fit on a large graphics card, NVIDIA's A100 with 80 GB. Its [data sheet](https://www.nvidia.com/content/dam/en-zz/Solutions/Data-Center/a100/pdf/nvidia-a100-datasheet-us-nvidia-1758950-r4-web.pdf) gives two peaks, which no real program reaches: $3.1 \cdot 10^{14}$ operations per second, and $2 \cdot 10^{12}$ bytes fetched per second.

# %% [markdown] id="calculator-card" lang="zh" agreed="f8033ebc-8eb3a205"
# 参数和缓存一共 21 GB，一块高端显卡放得下：英伟达的 A100，显存 80 GB。[数据手册](https://www.nvidia.com/content/dam/en-zz/Solutions/Data-Center/a100/pdf/nvidia-a100-datasheet-us-nvidia-1758950-r4-web.pdf)给出两个峰值，实际的程序都到不了：半精度每秒 $3.1 \cdot 10^{14}$ 次运算，从显存里取数每秒 $2 \cdot 10^{12}$ 字节。

# %% id="calculator-question"
ask("fetch_or_compute")

# %% [markdown] id="calculator-wait" lang="en"
# Reading the book takes at least 17 seconds, or 11 if hidden pairs are skipped, nearly all of it arithmetic: a parameter, once fetched, serves many tokens.

# %% [markdown] id="calculator-wait" lang="zh" agreed="406891c3-81190f33"
# 读完这本书至少要 17 秒，跳过掩码遮住的词对也要 11 秒，几乎全花在运算上，因为参数取来一次，许多词元都用得上。

# %% [markdown] id="calculator-short" lang="en"
# Three quarters of its work goes into pairs (59 % if hidden ones are skipped), and at 1,024 tokens only 3 %. So twice the text was only about twice the work in section 1.

# %% [markdown] id="calculator-short" lang="zh" agreed="db12f8e6-0b2b5a84"
# 读书的运算，四分之三花在词对上（跳过遮住的，是 59%）；只有 1,024 个词元时，词对才占 3%。所以第 1 节里文章翻倍，运算大约也只翻倍。

# %% [markdown] id="batch" lang="en"
# **Reading is limited by arithmetic, writing by memory**: for each token written, fetching takes sixty times as long as computing. Why is a provider's token cheap, then? Many texts are written together, in a *batch*, and share one fetch of the parameters. With short texts, about 150 can share it before arithmetic takes as long. Each text needs a cache of its own, so a smaller cache allows a larger batch.

# %% [markdown] id="batch" lang="zh" agreed="42f7798a-4f1089d1"
# **读得慢，慢在运算；写得慢，慢在取数。** 写一个词元，取数的时间是运算的六十倍。那么，厂商的词元为什么这样便宜？许多篇文章编成一**批**一起写，参数取一次，大家共用。文章不长时，大约要到 150 篇，运算才和取数一样慢。缓存却是一篇一份，所以缓存越小，一批能装的就越多。

# %% [markdown] id="book" lang="en"
# **Can we hand a whole book to a model?** It fits; reading takes at least 11 seconds, a page of 500 tokens at least five. Whether the model reads *well* is another question: it must have been trained for texts of this length. Its makers say: up to 131,072 tokens, beyond 32,768 with YaRN (lesson 08).

# %% [markdown] id="book" lang="zh" agreed="7ab7530c-e5f6a99c"
# **能不能把一整本书交给模型？** 装得下；读至少要 11 秒；再写一页，500 个词元，至少五秒。读得好不好，是另一回事：模型得用这么长的文章训练过。按开发者的说法，它最多能读 131,072 个词元，超过 32,768 个要用 YaRN（第 08 课）。

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap

# %% [markdown] id="recap" lang="zh" agreed="59176f15-c76ababf"
# ## 8 · 小结

# %% id="recap-question-1"
ask("flash_saves")

# %% [markdown] id="recap-bullets" lang="en"
# What to take with you:
#
# * What a network costs can be worked out before it runs. In short texts projections and feed-forward cost most, in long ones the pairs.
# * With a **KV cache**, a model that writes computes only the new row, and mostly waits for memory.
# * From **MHA** to **GQA** and **MQA**, heads share keys and values, and the cache shrinks. **MLA** keeps one short row.
# * **Online softmax** takes the keys in pieces, and corrects its sums whenever a larger score comes.
#
# What do these costs buy? We open a real model: where do its 144 heads look? [Lesson 12, real text →](12_real_text.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="89706058-8421c3f6"
# 这一课要记住的：
#
# * 一个网络要花多少，运行之前就算得出来。文章短，大头是投影和前馈网络；文章长，大头是词对。
# * 有了 **KV 缓存**，写作时只算新的那一行，这时慢在取数。
# * 从 **MHA** 到 **GQA**、**MQA**，键和值共用得越多，缓存越小；**MLA** 只存一个短向量。
# * **在线 softmax** 一段一段地取键，每来一个更大的分数，就把以前的总和修正一遍。
#
# 账都算清了。可是花了这么多，换来了什么？我们打开一个真正的模型：它的 144 个头究竟在看什么？[第 12 课，真实文本 →](12_real_text.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# What people do about $n^2$, how much work training is, a model of your own, and the race on your computer.

# %% [markdown] id="later" lang="zh" agreed="89c19bb9-d03c5bce"
# ## 想多了解一点
#
# 对付 $n^2$ 的办法，训练要算多少，你自己的模型，在你的电脑上再比一场。

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

# %% [markdown] id="puzzle-solution" lang="zh" agreed="2cf21407-665d2cc3"
# <details><summary>一个解法</summary>
#
# `Q @ (K.mT @ V)`：1,024 × 1,024 的表变成 64 × 64，268,435,456 次运算变成 16,777,216 次。有 softmax 时就不能这样，因为 $Q K^\top$ 和 $V$ 之间隔着 exp。**线性注意力**把 exp 换成别的，这对括号就能加了。
#
# </details>

# %% [markdown] id="curious-training" lang="en"
# **And training?** Reading a token takes about $2P$ operations with $P$ parameters: each takes part in one multiplication and one addition. The way back takes twice as much, since it makes gradients of the rows and of the parameters. So $D$ tokens take $6PD$ ([Kaplan et al. 2020](https://arxiv.org/abs/2001.08361)): with $P = 13 \cdot 10^9$ and $D = 2 \cdot 10^{12}$ some $1.6 \cdot 10^{23}$, pairs not counted.

# %% [markdown] id="curious-training" lang="zh" agreed="2916b83a-068a2416"
# **训练要算多少？** 有 $P$ 个参数，读一个词元大约要 $2P$ 次运算：每个参数参与一次乘法和一次加法。反向传播要算各行的梯度，还要算参数的梯度，是前向的两倍。所以 $D$ 个词元要 $6PD$ 次（[Kaplan 等，2020](https://arxiv.org/abs/2001.08361)）。$P = 13 \cdot 10^9$、$D = 2 \cdot 10^{12}$ 时，大约是 $1.6 \cdot 10^{23}$，词对还没有算。

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
