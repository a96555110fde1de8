# %% [markdown] id="title" lang="en"
# # 06 · Masks: what a word may not look at
#
# Softmax gives every word at least a little attention. But some words must get none: the empty places that fill up a short sentence, and, while a model learns to write sentences, the words that come later. How do we hide a word completely?
#
# At the end you will have hidden words by hand, by loop, by matrix and with two kinds of attention in PyTorch: do they read the same mask alike? You will know why a program that hides words can end in NaN.
#
# About 45 minutes. You need the steps from scores to output (lessons 03 to 05).

# %% [markdown] id="title" lang="zh" agreed="778fc649-0fd5ceba"
# # 06 · 掩码：有些词不许看
#
# softmax 给每个词都留了一点注意力，哪怕很少。可是有些词一点也不该分到：短句子后面用来补齐的空位；还有模型学习生成句子时，排在后面、还没轮到的词。怎样才能把一个词完全遮住？
#
# 这一课里，我们会用手算、循环、矩阵来遮住词，再换成 PyTorch 的两种注意力，看看同一个掩码，它们的读法是否一样。学完以后，你还会明白为什么遮住词的程序有时会算出 NaN。
#
# 大约 45 分钟。需要先学从分数到输出的几步（第 03～05 课）。

# %% id="setup"
import numpy as np
from attnlib import Explorer, attend, causal_mask, heatmap, load_example, padding_mask, pipeline, use_language
use_language("en")

# %% id="strip"
pipeline(None, None, highlight="masked")

# %% [markdown] id="links" lang="en"
# [← 05](05_output.ipynb) · [Glossary](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="links" lang="zh" agreed="e14f3ac0-1df8a33e"
# [← 05](05_output.ipynb) · [术语表](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **Lecturer: 50 minutes.** 0–3 recall, by show of hands. 3–9 section 2 on the board first, then the cells. 9–14 section 3. 14–19 the explorer: press *A⁺* for large type, let the hall call out the prediction. 19–29 section 5, the heart of the lesson: stop before each of the two masks. 29–34 section 6. 34–41 section 7. 41–43 the shapes of section 8, on the board. 43–48 section 9, the table last. 48–50 recap. Skip: the loop of section 3, the narrow head, the picture of section 8. The exercises are homework.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="ecba97d3-1c4618ae" tags=["lecturer"]
# **讲课安排：50 分钟。** 0～3 回忆，举手作答。3～9 第 2 节，先在黑板上算，再运行。9～14 第 3 节。14～19 探索器：先点 *A⁺* 换成大字，请学生喊出预测。19～29 第 5 节是重点，两种掩码揭晓之前各停一次。29～34 第 6 节。34～41 第 7 节。41～43 第 8 节，只在黑板上写形状。43～48 第 9 节，最后看总表。48～50 小结。可以跳过：第 3 节的循环、第 5 节末尾的大例子、第 8 节的图。练习留作课后做。

# %% [markdown] id="recall" lang="en"
# ## 1 · What you remember (2 min)
#
# Answer first, then unfold. All three are about lesson 05.
#
# 1. The first numbers of four value vectors are 2, −1, 2 and 1. Can the first number of an output be 2.5?
# 2. We mix the rows of $X$ by the weights, and multiply by $W_V$ afterwards. Is this the same as mixing the rows of $V$?
# 3. A row of a table sums to 1.1. Can it be a row of attention weights?
#
# <details><summary>Answers</summary>
#
# 1. No. An output lies between the values, here between −1 and 2.
# 2. Yes: $A (X W_V) = (A X) W_V$, where $A$ are the weights.
# 3. No. Each row of weights sums to one.
#
# </details>

# %% [markdown] id="recall" lang="zh" agreed="d6d8614f-1c32e5a2"
# ## 1 · 先回忆一下（2 分钟）
#
# 先想好答案，再点开看。三道题都是第 05 课的。
#
# 1. 四个值向量的第一个数是 2、−1、2、1，输出的第一个数可能是 2.5 吗？
# 2. 先用权重混合 $X$ 的各行，再乘 $W_V$，和直接混合 $V$ 的各行，结果一样吗？
# 3. 表里有一行加起来是 1.1，这一行可能是注意力权重吗？
#
# <details><summary>答案</summary>
#
# 1. 不可能。输出落在各个值之间，这里就是 −1 和 2 之间。
# 2. 一样：$A (X W_V) = (A X) W_V$，其中 $A$ 是注意力权重。
# 3. 不可能。注意力权重的每一行加起来都是 1。
#
# </details>

# %% [markdown] id="hand" lang="en"
# ## 2 · One word by hand (3 min)
#
# In *small cat chases fish*, *chases* gives *fish* a [weight](glossary.ipynb) of 0.83. Suppose that *chases* may not look at *fish*. A table that says for each word which words it may look at is a [**mask**](glossary.ipynb).
#
# Here are the scaled scores of *chases*, one for each word; the last is that of *fish*.

# %% [markdown] id="hand" lang="zh" agreed="17ddf6bb-9d44f2d1"
# ## 2 · 手算一个词（3 分钟）
#
# 在“小 猫 追 鱼”里，“追”给“鱼”的[注意力权重](glossary.ipynb)（weights）是 0.83。假设不许“追”看“鱼”。规定每个词可以看哪些词的一张表，就叫[**掩码**](glossary.ipynb)（mask）。
#
# 下面是“追”对四个词的缩放后的分数，最后一个是对“鱼”的。

# %% id="hand-scores"
look = load_example("first_look")
trace = look.trace()
s = trace.scaled[2].copy()
s.round(4)

# %% [markdown] id="hand-hide" lang="en"
# Softmax takes $e^s$ of each score and divides by the sum. For *fish* to get exactly 0 we need $e^s = 0$. No finite number $s$ gives that, but
#
# $$e^{-\infty} = 0$$
#
# So in place of the score of *fish* we put −∞.

# %% [markdown] id="hand-hide" lang="zh" agreed="6103dfe4-8fa45caf"
# softmax 对每个分数取 $e^s$，再除以总和。要让“鱼”那一份正好是 0，就要 $e^s = 0$。有限的 $s$ 都做不到，但是
#
# $$e^{-\infty} = 0$$
#
# 所以我们把“鱼”的分数换成 −∞。

# %% id="hand-exp"
s[3] = -np.inf
e = np.exp(s)
e.round(4)

# %% [markdown] id="hand-predict" lang="en"
# Before, the weights of *chases* were 0.1461, 0.0258, 0.0026 and 0.8255. Now 0.8255 is free. Predict: does each of the other three get the same part of it, about 0.28 more, or is it shared out in another way?

# %% [markdown] id="hand-predict" lang="zh" agreed="dc71975f-0a0ad0b6"
# 原来“追”的四个权重是 0.1461、0.0258、0.0026、0.8255。现在这 0.8255 空出来了。先猜一猜：另外三个词平分它，各加大约 0.28，还是按别的办法分？

# %% id="hand-weights"
new = e / e.sum()
print(new.round(4))
print((new[:3] / trace.weights[2, :3]).round(4))

# %% [markdown] id="hand-explain" lang="en"
# Not equal parts: each weight grows by the same *factor*, 5.73. The three $e^s$ are what they were, only the sum by which we divide is smaller. So the words that stay visible keep their proportions: *small* still gets 5.65 times what *cat* gets. The factor is $1 / (1 - 0.8255)$.

# %% [markdown] id="hand-explain" lang="zh" agreed="4f4969b1-c40735a2"
# 不是平分：三个权重都乘了同一个倍数，5.73。三个 $e^s$ 都没有变，只是作除数的总和变小了。所以没被遮住的词之间比例不变：“小”得到的仍是“猫”的 5.65 倍。这个倍数就是 $1 / (1 - 0.8255)$。

# %% [markdown] id="lecturer-hand" lang="en" tags=["lecturer"]
# **Ask:** why not put 0 in place of the score? Most say "then it does not count". Let them compute $e^0 = 1$: here a score of 0 would give *fish* a weight of 0.13. **Ask:** and −100? A good answer: the weight is then tiny but not 0, and how small is enough depends on the other scores.

# %% [markdown] id="lecturer-hand" lang="zh" agreed="6f4eeca7-c59c354c" tags=["lecturer"]
# **提问：** 为什么不把分数换成 0？多数人会说“0 就是不算了”。让他们算 $e^0 = 1$：分数是 0 的话，“鱼”在这里还有 0.13 的权重。**再问：** 换成 −100 呢？好的回答：权重极小，但不是 0；多小才够，还要看别的分数。

# %% [markdown] id="causal" lang="en"
# ## 3 · All words: nobody looks ahead (4 min)
#
# A model that writes sentences makes one word after another: its task is to guess the next one. While it learns, the whole sentence lies before it, and it could look the answer up. So we hide the words that come later. This is the [**causal mask**](glossary.ipynb): the word in row $i$ may look at column $j$ if $j \le i$, at itself and at what stands before it. With a loop:
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{if } j \le i \\ -\infty & \text{if } j > i \end{cases}$$

# %% [markdown] id="causal" lang="zh" agreed="fcf8b626-66d6c222"
# ## 3 · 所有的词：谁也不许往后看（4 分钟）
#
# 生成文字的模型，是一个词接一个词往下写的，每次都要猜下一个词。可训练时整个句子都摆在它面前，答案一看就有，所以必须把后面的词遮住。这就是[**因果掩码**](glossary.ipynb)（causal mask）：第 $i$ 行的词，只有 $j \le i$ 时才可以看第 $j$ 列，也就是只能看自己和前面的词。用循环来写：
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{当 } j \le i \\ -\infty & \text{当 } j > i \end{cases}$$

# %% id="causal-loop"
look = load_example("first_look")
masked = look.trace().scaled.copy()
for i in range(4):
    for j in range(4):
        if j > i:
            masked[i, j] = -np.inf
masked.round(4)

# %% [markdown] id="causal-where" lang="en"
# Without a loop: a table `keep` of True (*may look*) and False, and `np.where`, which takes the scaled score where the table says True, and −∞ elsewhere. `np.tri` makes the triangle.

# %% [markdown] id="causal-where" lang="zh" agreed="7e6fb6df-ca7519c4"
# 不用循环：先做一张表 `keep`，True 表示“可以看”，False 表示不许看；再用 `np.where`，表里是 True 就取缩放后的分数，否则取 −∞。这个三角形用 `np.tri` 就能得到。

# %% id="causal-where-code"
keep = np.tri(4, dtype=bool)
print(keep)
np.array_equal(np.where(keep, look.trace().scaled, -np.inf), masked)

# %% [markdown] id="causal-attnlib" lang="en"
# In `attnlib`: `causal_mask` makes the table, `apply_mask` is the step *masked*, and `attend`, given `keep`, hides what it has to and does all other steps too.
#
# Predict before you run: in which row do the weights stay as they were without a mask? And which row of weights can you tell without any arithmetic?

# %% [markdown] id="causal-attnlib" lang="zh" agreed="2942ba89-7a0fa820"
# 在 `attnlib` 里，`causal_mask` 生成这张表，`apply_mask` 就是“加掩码”这一步；把 `keep` 交给 `attend`，所有的步骤一次做完。
#
# 先猜再运行：哪一行的权重和没有掩码时一样？哪一行的权重不用计算就能知道？

# %% id="causal-attnlib-code"
from attnlib import apply_mask
keep = causal_mask(4)
plain = look.trace()
trace = attend(plain.Q, plain.K, plain.V, keep=keep)
print(np.array_equal(apply_mask(plain.scaled, keep), masked))
print(np.array_equal(trace.masked, masked))
heatmap(trace.weights, look.tokens, look.tokens, title="weights", keep=keep)

# %% [markdown] id="causal-explain" lang="en"
# Hatched cells are hidden: their weights are exactly 0. The last row, *fish*, may look everywhere, so nothing changes. The first word sees itself alone and has to give itself the whole 1. *chases* lacks only *fish*: its row is the one that we made by hand. *cat* gave *chases* 0.96 and *fish* 0.03; this is now shared out between *small* and *cat* itself.

# %% [markdown] id="causal-explain" lang="zh" agreed="6d3b1089-1a4ccade"
# 画斜线的格子是被遮住的，权重正好是 0。最后一行“鱼”哪里都可以看，所以没有变化。第一个词只看得到自己，全部注意力只好都给自己。“追”只少看一个“鱼”，这一行就是我们手算过的。“猫”原来给“追”0.96、给“鱼”0.03，现在这些都由“小”和“猫”自己分掉了。

# %% [markdown] id="paint" lang="en"
# ## 4 · Paint a mask (5 min)
#
# Without a mask, *fish* gives its weights like this: *small* 0.04, *cat* 0.80, *chases* 0.14, itself 0.01. In the next picture *fish* may not look at *cat*. How large is the weight that it gives to *chases*? Find the factor for *fish*, in the way of section 2.

# %% [markdown] id="paint" lang="zh" agreed="ba1875b0-ff7c58a3"
# ## 4 · 自己画掩码（5 分钟）
#
# 没有掩码时，“鱼”的权重是这样分的：“小”0.04，“猫”0.80，“追”0.14，自己 0.01。下图里不许“鱼”看“猫”，那么它给“追”的权重是多少？照第 2 节的办法，先算出“鱼”的倍数。

# %% id="paint-explorer"
keep = np.ones((4, 4), dtype=bool)
keep[3, 1] = False
steps = ["V", "scores", "masked", "weights", "output"]
explorer = Explorer("first_look", steps, keep=keep, predict=("weights", 3, 2))
explorer

# %% [markdown] id="paint-try" lang="en"
# Put your number into the picture and compare. After that, try:
#
# * Choose *paint* and click a score: hide one key from one word. Which rows of weights move?
# * Hide a whole row. What does its output become?
# * Choose *causal*. Which of the four outputs does the last row of $V$ reach?
#
# The next cell shows the mask that you see.

# %% [markdown] id="paint-try" lang="zh" agreed="8fedf7fb-5273b9a8"
# 先在图里填上你的猜测，比较一下。然后自己动手试试：
#
# * 选“自己画”，点一个分数，不让某个词看某个键。权重表里哪几行会变？
# * 遮住一整行，这一行的输出变成什么？
# * 选“因果掩码”。$V$ 的最后一行影响四个输出里的哪几个？
#
# 下一格显示的，就是你现在看到的掩码。

# %% id="paint-follows"
explorer.keep

# %% [markdown] id="paint-explain" lang="en"
# The factor was $1 / (1 - 0.80) = 5$. One hidden cell moves one row: each row has its own sum. In the picture a row that is hidden as a whole gets weights 0 and output 0; why, section 7 tells. Under the causal mask the value of the last word reaches the last output alone.
#
# A puzzle, by painting alone: *small* shall look at *fish* with more than 0.7, and the second output number of *fish* (column *strong*) shall fall below −0.9.
#
# <details><summary>A hint</summary>
#
# For *small*: which words get more than *fish* does? For *fish*: which value vectors have −1 as their second number?
#
# </details>
#
# <details><summary>One solution</summary>
#
# Hide *small* and *cat* from *small*: 0.76. Hide the same two from *fish*: the output mixes the values of *chases* and *fish*, both with −1.
#
# </details>

# %% [markdown] id="paint-explain" lang="zh" agreed="b85beb5b-2f619ac6"
# 刚才的倍数是 $1 / (1 - 0.80) = 5$，0.14 约变成 0.7。只遮住一格，只有那一行会变，因为每一行各有自己的总和。整行都被遮住时，图里的权重和输出都是 0；为什么，第 7 节再讲。用因果掩码时，最后一个词的值只影响最后一个输出。
#
# 来解一个谜题，只许画掩码：让“小”给“鱼”的权重大于 0.7，并让“鱼”的输出的第二个数（“强壮”这一列）小于 −0.9。
#
# <details><summary>提示</summary>
#
# 先看“小”：哪些词得到的权重比“鱼”多？再看“鱼”：哪些值向量的第二个数是 −1？
#
# </details>
#
# <details><summary>一个解法</summary>
#
# 不让“小”看“小”和“猫”，权重就是 0.76。也不让“鱼”看这两个词，输出就只由“追”和“鱼”的值混合而成，这两个值的第二个数都是 −1。
#
# </details>

# %% id="puzzle-explorer"
steps = ["V", "scores", "masked", "weights", "output"]
goals = [("weights", 0, 3, ">", 0.7), ("output", 3, 1, "<", -0.9)]
Explorer("first_look", steps, goal=goals, edit="keep")

# %% [markdown] id="padding" lang="en"
# ## 5 · Two sentences in one batch (7 min)
#
# Sentences of different length do not fit into one array. So we fill the shorter one up with [**padding**](glossary.ipynb): rows that stand for no word, here rows of zeros, written `[PAD]`. We take *small cat chases fish* and *cat chases fish*; `is_token` says where a real word stands.

# %% [markdown] id="padding" lang="zh" agreed="31d26fc1-b6c1d2b8"
# ## 5 · 两个句子放在同一批里（7 分钟）
#
# 长短不同的句子放不进同一个数组，所以要给短的补上[**填充**](glossary.ipynb)（padding）：补上的行不代表任何词，这里全用 0，记作 `[PAD]`。我们取“小 猫 追 鱼”和“猫 追 鱼”两个句子，`is_token` 表示哪些位置是真正的词。

# %% id="padding-batch"
look = load_example("first_look")
X = np.zeros((2, 4, 6))
X[0], X[1, :3] = look.X, look.X[1:]
is_token = np.array([[True, True, True, True], [True, True, True, False]])
Q, K, V = X @ look.W_Q, X @ look.W_K, X @ look.W_V
Q.shape, K.shape, V.shape

# %% [markdown] id="padding-predict" lang="en"
# In the second sentence the key of `[PAD]` is zero, so every word gives it a score of 0. Predict: does it get a weight of 0?

# %% [markdown] id="padding-predict" lang="zh" agreed="522d55f2-93821e1b"
# 在第二个句子里，`[PAD]` 的键全是 0，所以每个词给它的分数都是 0。先猜一猜：它得到的权重是 0 吗？

# %% id="padding-none"
names = [*look.tokens[1:], "[PAD]"]
heatmap(attend(Q, K, V).weights[1], names, names, title="weights")

# %% [markdown] id="padding-rows" lang="en"
# No: $e^0 = 1$. *fish* gives `[PAD]` 0.08, more than it gives itself. Padding has to be hidden.
#
# Does it hide rows or columns? `None` adds an axis of size 1, along which the mask is repeated: `is_token[:, :, None]` hides rows, `is_token[:, None, :]` hides columns. Decide which one is right. Then run both; rows first:

# %% [markdown] id="padding-rows" lang="zh" agreed="cdc40f84-340dba9a"
# 不是：$e^0 = 1$。“鱼”给 `[PAD]` 的权重有 0.08，比给自己的还多。填充必须遮住。
#
# 该遮行还是遮列？`None` 添上一个长度为 1 的轴，掩码沿着它重复：`is_token[:, :, None]` 遮的是行，`is_token[:, None, :]` 遮的是列。先想好哪个对，再把两个都运行一遍。先看遮行：

# %% id="padding-rows-code"
keep = is_token[:, :, None]
heatmap(attend(Q, K, V, keep).weights[1], names, names, title="weights", keep=keep[1])

# %% [markdown] id="padding-columns" lang="en"
# The words still look at `[PAD]` as before: 0.03, 0.03, 0.08. Only the row of `[PAD]` has become empty. Now columns; `padding_mask(is_token)` gives the same as `is_token[:, None, :]`:

# %% [markdown] id="padding-columns" lang="zh" agreed="e9687b34-556d2a88"
# 三个词照样在看 `[PAD]`：0.03、0.03、0.08，和原来一样。变空的只是 `[PAD]` 自己那一行。再看遮列；`padding_mask(is_token)` 和 `is_token[:, None, :]` 是一回事：

# %% id="padding-columns-code"
keep = padding_mask(is_token)
heatmap(attend(Q, K, V, keep).weights[1], names, names, title="weights", keep=keep[1])

# %% [markdown] id="padding-proof" lang="en"
# A column is a word that is looked at: a key. Padding hides keys, that is columns. The row of `[PAD]` still holds weights, but nobody uses its output.
#
# The proof: the three words must get what they get when they stand alone. Rows hidden, then columns hidden:

# %% [markdown] id="padding-proof" lang="zh" agreed="1a01e57f-fd917915"
# 一列对应一个被看的词，也就是一个键。填充要遮的是键，也就是列。`[PAD]` 那一行里仍有权重，但它的输出没有人用。
#
# 怎样证明遮对了？三个词的输出，应该和句子单独算时一样。先是遮行，再是遮列：

# %% id="padding-alone"
alone = attend(Q[1, :3], K[1, :3], V[1, :3]).output
for keep in (is_token[:, :, None], padding_mask(is_token)):
    print(np.allclose(attend(Q, K, V, keep).output[1, :3], alone, rtol=0, atol=1e-12))

# %% [markdown] id="padding-both" lang="en"
# Now both masks at once. A word may look where *both* say True: that is `&`. A table of scores has one row for each of the $n$ queries and one column for each of the $m$ keys; here both are 4. The causal mask is $(n, n)$, the padding mask $(\text{batch}, 1, m)$. Predict the shape of the two combined, and how many cells of the second sentence stay visible.

# %% [markdown] id="padding-both" lang="zh" agreed="8b9e288c-d5e7039e"
# 现在两个掩码一起用。两个都说 True 的地方才可以看，所以用 `&`。分数表里，$n$ 个查询各占一行，$m$ 个键各占一列，这里都是 4。因果掩码的形状是 $(n, n)$，填充的掩码是 $(\text{batch}, 1, m)$。先猜一猜：合起来是什么形状？第二个句子还剩几格可以看？

# %% id="padding-both-code"
keep = causal_mask(4) & padding_mask(is_token)
print(causal_mask(4).shape, padding_mask(is_token).shape, keep.shape)
heatmap(attend(Q, K, V, keep).weights[1], names, names, title="weights", keep=keep[1])

# %% [markdown] id="padding-narrow" lang="en"
# $(\text{batch}, n, m)$, here (2, 4, 4), and nine cells. The causal mask is repeated for each sentence, the one row of the padding mask for each query: this is called broadcasting.
#
# It works at any size. In two sentences of 16 words, with $W_Q$ of shape (512, 64), a mask of shape (1, 16) hides the last eight keys. Are their weights exactly 0?

# %% [markdown] id="padding-narrow" lang="zh" agreed="2389380e-f18c98b7"
# 是 $(\text{batch}, n, m)$，这里就是 (2, 4, 4)，还剩九格。因果掩码对每个句子都用一遍；填充的掩码只有一行，对每个查询都用一遍。这种自动重复叫做广播（broadcasting）。
#
# 换一个大得多的例子：两个句子各有 16 个词，$W_Q$ 的形状是 (512, 64)，用形状为 (1, 16) 的掩码遮住最后八个键。这八个键得到的权重正好是 0 吗？

# %% id="narrow-head"
narrow = load_example("masked_narrow_head")
trace = narrow.trace()
print(narrow.X.shape, narrow.W_Q.shape, narrow.keep.shape, trace.weights.shape)
print((trace.weights[..., 8:] == 0).all())

# %% [markdown] id="lecturer-padding" lang="en" tags=["lecturer"]
# **Ask before the two masks:** rows or columns? About half will say rows, "because the padding is a row of $X$". Do not correct: run both. **Then ask:** it is a row of $X$, so where is it in the scores? Both, a row as a query and a column as a key. **Ask:** may we leave the row of `[PAD]` as it is? Yes; what is computed there is ignored later, for example by the loss.

# %% [markdown] id="lecturer-padding" lang="zh" agreed="fed72b54-d11b2c4b" tags=["lecturer"]
# **揭晓之前问：** 遮行还是遮列？大约一半人会说遮行，“因为填充是 $X$ 的一行”。先不纠正，两个都运行。**再问：** 它是 $X$ 的一行，那它在分数表里是什么？行和列都有：作为查询是行，作为键是列。**再问：** `[PAD]` 那一行可以不管吗？可以，后面不会用到它，例如算损失时会略过。

# %% [markdown] id="late" lang="en"
# ## 6 · The mistake everybody makes: the mask comes too late (3 min)
#
# Why −∞ at all? We could compute the weights as usual and then set the hidden ones to 0. With the causal mask: predict which rows still sum to one. The sums stand on the right.

# %% [markdown] id="late" lang="zh" agreed="149ecccf-f9f3aada"
# ## 6 · 人人都会犯的错：掩码加晚了（3 分钟）
#
# 何必用 −∞？照常算出权重，再把该遮的改成 0，不行吗？用因果掩码试一试。先猜一猜：哪几行加起来还是 1？右边写着每一行的和。

# %% id="late-code"
look = load_example("first_look")
keep = causal_mask(4)
late = np.where(keep, look.trace().weights, 0)
heatmap(late, look.tokens, look.tokens, title="weights", keep=keep)

# %% [markdown] id="late-explain" lang="en"
# Only the last row sums to one. *cat* keeps 0.01 of its attention, so its output is almost 0: no average of values any more. And the hidden words still have influence: their $e^s$ is in the sum that we divided by.
#
# A repair that is often tried: divide each row by its new sum. Is it now the same as masking before the softmax?

# %% [markdown] id="late-explain" lang="zh" agreed="6981cb4a-b1c3a771"
# 只有最后一行的和是 1。“猫”的注意力只剩下 0.01，它的输出几乎是 0，不再是值的平均。而且被遮的词仍有影响：作除数的总和里，还有它们的 $e^s$。
#
# 常见的补救：每一行再除以新的和。这样和在 softmax 之前加掩码一样吗？

# %% id="late-repair"
repaired = late / late.sum(-1, keepdims=True)
np.allclose(repaired, look.trace(keep).weights, rtol=0, atol=1e-12)

# %% [markdown] id="late-when" lang="en"
# It is: the sum with the hidden words cancels. But it can fail. Here the scores are 1, 2 and 800; the last is to be hidden. Softmax first subtracts the largest; $e^{-798}$ is too small for a number with 64 bits and becomes 0. First the weights to be repaired, then the mask before the softmax:

# %% [markdown] id="late-when" lang="zh" agreed="cf516e84-58a892f4"
# 一样：含有被遮的词的那个总和约掉了。可是它有时会失灵。下面三个分数是 1、2、800，该遮住的是最后一个。softmax 先减去最大值；$e^{-798}$ 小到 64 位的数表示不了，成了 0。先看等着补救的权重，再看先加掩码的结果：

# %% id="late-fails"
from attnlib import softmax
print(softmax(np.array([[1.0, 2.0, 800.0]])))
print(softmax(np.array([[1.0, 2.0, -np.inf]])).round(4))

# %% [markdown] id="late-rule" lang="en"
# With the third weight set to 0, nothing is left: the repair divides 0 by 0. So the mask comes *before* the softmax.

# %% [markdown] id="late-rule" lang="zh" agreed="cdead238-472c7ac5"
# 第三个权重改成 0，就什么也不剩了：补救时要算 0 除以 0。所以掩码要加在 softmax 之前。

# %% [markdown] id="lecturer-late" lang="en" tags=["lecturer"]
# **Ask:** the repair gives the same numbers, so why not? Expected: "twice the work", which is true but small. The better answer is the last cell: 0 divided by 0. **Ask:** what would a model learn with the unrepaired mask? Students say "nothing, the loss explodes". But nothing forces that: there is no error, and the loss may well go down. The sum of a row even tells something about words that must not be seen.

# %% [markdown] id="lecturer-late" lang="zh" agreed="aafeac6b-1d50a1ed" tags=["lecturer"]
# **提问：** 补救以后结果一样，为什么不这样做？学生会说“多算一遍”，对，但代价很小。更好的回答在最后一格：0 除以 0。**再问：** 如果不补救就去训练，会怎样？学生常说“损失会爆炸”。其实未必：程序不报错，损失也可能照样下降，所以不容易发现。每一行的和，还会泄露一点不该看到的词的信息。

# %% [markdown] id="infinity" lang="en"
# ## 7 · The row that may look nowhere, and what −∞ does (4 min)
#
# For a model that writes, sentences are often padded on the *left*. Take one such sentence and the causal mask. Which row has no True?

# %% [markdown] id="infinity" lang="zh" agreed="4a968ef0-3df0b9f4"
# ## 7 · 哪里都不许看的一行，以及 −∞ 的作用（4 分钟）
#
# 让模型生成文字时，常把填充补在句子的左边。就当“小”那个位置是填充，再加上因果掩码。哪一行一个 True 也没有？

# %% id="infinity-keep"
look = load_example("first_look")
keep = causal_mask(4) & padding_mask(np.array([False, True, True, True]))
keep

# %% [markdown] id="infinity-predict" lang="en"
# Row 0: it may look at itself only, and that is padding. What does softmax make of a row in which everything is hidden? Many programs add −1000000000 instead of −∞, written `-1e9`. We hide all four scaled scores of *small* in three ways. Predict each row: zeros, NaN, or something else?

# %% [markdown] id="infinity-predict" lang="zh" agreed="ff0efd20-a2530a3a"
# 第 0 行：它只能看自己，而自己是填充。一行全被遮住，softmax 会算出什么？许多程序不用 −∞，而是加上 −1000000000，写作 `-1e9`。三种办法是：用 −∞；加上这个数，用 float32 算；加上这个数，用 float64 算。每种都把“小”的四个缩放后的分数全部遮住。先猜每一行：是 0，是 NaN，还是别的？

# %% id="infinity-three"
S = look.trace().scaled[0]
minus = {"-inf": S - np.inf, "-1e9 float32": np.float32(S) - np.float32(1e9), "-1e9 float64": S - 1e9}
with np.errstate(invalid="ignore"):
    for name, row in minus.items():
        e = np.exp(row - row.max())
        print(f"{name:13}", (e / e.sum()).round(4))

# %% [markdown] id="infinity-explain" lang="en"
# With −∞: NaN (not a number), since −∞ − (−∞) has no answer. With `-1e9` no complaint, but wrong weights.
#
# <details><summary>For the curious: why do float32 and float64 differ?</summary>
#
# Near $10^9$ neighbouring float32 numbers are 64 apart: `np.spacing(np.float32(1e9))`. So the scores are lost in rounding: all equal. float64 keeps them, as if nothing were hidden.
#
# </details>
#
# The convention of `attnlib` is zeros: a word that may look nowhere takes nothing. Row 0:

# %% [markdown] id="infinity-explain" lang="zh" agreed="c18e9c0e-fb73525c"
# 用 −∞，得到 NaN（不是数），因为 −∞ − (−∞) 没有结果。用 `-1e9`，没有报错，权重却是错的。
#
# <details><summary>想深究：float32 和 float64 的结果为什么不同？</summary>
#
# 在 $10^9$ 附近，float32 相邻的两个数相差 64，可以用 `np.spacing(np.float32(1e9))` 查到。分数在舍入时丢掉了，四个都一样。float64 保住了分数，于是就像什么也没遮。
#
# </details>
#
# `attnlib` 的约定是 0：哪里都不能看，就什么也拿不到。下面是第 0 行：

# %% id="infinity-zeros"
left = look.trace(keep)
print(left.weights[0], left.output[0])

# %% [markdown] id="infinity-leak-text" lang="en"
# Why care, if nobody uses the output of padding? A hidden word still stands in $K$ and $V$. In `left`, place 0 is hidden from every word: all weights given to it are exactly 0. We set its value to a million, and then to NaN, as the layer before might have left it. Predict for each: do the four outputs change?

# %% [markdown] id="infinity-leak-text" lang="zh" agreed="1b2c90fd-6886bbd0"
# 填充的输出反正没人用，何必在意？要知道，被遮住的词还留在 $K$ 和 $V$ 里。在 `left` 里，谁也不许看第 0 个位置，对它的权重全都正好是 0。我们先把它的值改成一百万，再改成 NaN（上一层算出来的可能就是它）。先猜一猜：这两次，四个输出会变吗？

# %% id="infinity-leak"
V = look.trace().V.copy()
V[0] = 1_000_000
print(np.array_equal(left.weights @ V, left.output))
V[0] = np.nan
left.weights @ V

# %% [markdown] id="infinity-rule" lang="en"
# A million changes nothing: 0 · 1000000 = 0. NaN changes everything: 0 · NaN is NaN, for every word. A mask makes the weight 0; it removes nothing and cleans nothing. So two rules follow: fill padding with finite numbers, and let an empty row give zeros. PyTorch's own functions [let NaN through in the same way](https://github.com/pytorch/pytorch/issues/101967); `attend` in `attnlib` refuses it with an error.

# %% [markdown] id="infinity-rule" lang="zh" agreed="b8e5e8dc-499d92f0"
# 换成一百万，什么也没有变：0 · 1000000 = 0。换成 NaN，全都变了：0 · NaN 还是 NaN，每个词都是这样。掩码只让权重变成 0，并没有清掉那里的值。由此得到两条规则：填充里要放有限的数；哪里都不许看的一行，结果应该是 0。PyTorch 自己的函数[同样挡不住 NaN](https://github.com/pytorch/pytorch/issues/101967)；`attnlib` 的 `attend` 遇到 NaN 会直接报错。

# %% [markdown] id="lecturer-infinity" lang="en" tags=["lecturer"]
# **Ask:** which of the three is the worst? Most say NaN. The better answer: 0.25, or the weights of float64, since nobody notices them; NaN at least is seen. **Ask:** who would ever build an empty row? Point at the left padding: nobody builds it, two harmless masks make it together. If there is time, show the explorer of section 4 again and hide a whole row: what it shows is the convention of zeros.

# %% [markdown] id="lecturer-infinity" lang="zh" agreed="2c0a4366-519d2610" tags=["lecturer"]
# **提问：** 三种结果里哪一种最糟？多数人说 NaN。更好的回答：是 0.25，或者 float64 的那一组权重，因为没有人会发现；NaN 至少看得见。**再问：** 谁会故意造出空的一行？指着左边的填充说：没有人故意，是两个各自没问题的掩码合起来造成的。有时间的话，回到第 4 节的探索器，遮住一整行，看到的就是“结果为 0”这个约定。

# %% [markdown] id="cross" lang="en"
# ## 8 · Queries from one sentence, keys from another (2 min)
#
# So far a sentence looked at itself: as many keys as queries. In translation, a word of the new sentence looks at those of the original: queries from one sentence, keys and values from another. This is [**cross-attention**](glossary.ipynb). Let *small cat chases fish* ($n = 4$ queries) look at *small cat chases small fish* ($m = 5$ keys). Predict the shapes of scores, weights and output.

# %% [markdown] id="cross" lang="zh" agreed="b3756747-239175e9"
# ## 8 · 查询来自一句，键来自另一句（2 分钟）
#
# 到现在为止，都是句子看自己，键和查询一样多。翻译时，译文里的词要看原文里的词。这叫[**交叉注意力**](glossary.ipynb)（cross-attention）：查询来自一个句子，键和值来自另一个句子。让“小 猫 追 鱼”（$n = 4$ 个查询）去看“小 猫 追 小 鱼”（$m = 5$ 个键）。先猜一猜：分数、权重、输出各是什么形状？

# %% id="cross-code"
look, order = load_example("first_look"), [0, 1, 2, 0, 3]
other = look.X[order]
trace = attend(look.X @ look.W_Q, other @ look.W_K, other @ look.W_V)
trace

# %% [markdown] id="cross-explain" lang="en"
# One row for each query, one column for each key: scores, weights and mask are $(n, m)$, the output $(n, d_v)$. Padding is that of the *keys'* sentence, $(1, m)$. A causal mask has no place here: position 2 of one sentence is neither before nor after position 2 of the other.
#
# *small* stands there twice. Do both get the same weight?

# %% [markdown] id="cross-explain" lang="zh" agreed="ba8da24f-a8656b17"
# 一个查询一行，一个键一列：分数、权重和掩码都是 $(n, m)$，输出是 $(n, d_v)$。填充的掩码由键所在的句子决定，形状是 $(1, m)$。因果掩码在这里没有意义：一个句子的第 2 个位置，谈不上在另一个句子第 2 个位置的前面还是后面。
#
# “小”出现了两次。两个“小”得到的权重相同吗？

# %% id="cross-weights"
names = [look.tokens[k] for k in order]
heatmap(trace.weights, look.tokens, names, title="weights")

# %% [markdown] id="cross-answer" lang="en"
# Yes, from every word: both have the same row in $X$, so the same key, and the same score from every query.

# %% [markdown] id="cross-answer" lang="zh" agreed="8d5046ee-f6409efa"
# 相同，每个词给它们的都一样：两个“小”在 $X$ 里的行相同，所以键相同，每个查询给它们的分数也相同。

# %% [markdown] id="torch" lang="en"
# ## 9 · With PyTorch (4 min)
#
# `scaled_dot_product_attention` takes a mask as `attn_mask`. Is its output equal to ours? (The import takes about two seconds.)

# %% [markdown] id="torch" lang="zh" agreed="acd3ef51-ef536422"
# ## 9 · 用 PyTorch（4 分钟）
#
# `scaled_dot_product_attention` 用 `attn_mask` 接收掩码。它的输出和我们的一样吗？（导入 PyTorch 要两秒钟左右。）

# %% id="torch-sdpa" tags=["torch"]
import torch
from torch.nn.functional import scaled_dot_product_attention
trace = load_example("first_look").trace(causal_mask(4))
q, k, v = torch.from_numpy(trace.Q), torch.from_numpy(trace.K), torch.from_numpy(trace.V)
tril = torch.ones(4, 4, dtype=torch.bool).tril()
output = scaled_dot_product_attention(q, k, v, attn_mask=tril)
np.allclose(output.numpy(), trace.output, rtol=0, atol=1e-12)

# %% [markdown] id="torch-mha-text" lang="en"
# PyTorch's other attention is the layer `nn.MultiheadAttention`. It has projections of its own; we set them to the identity, so that it takes our $Q$ and $K$ as they are. It returns weights as well; they do not depend on the values, so we hand it `k` once more in their place.
#
# We give it the same `tril`. Predict: the same weights?

# %% [markdown] id="torch-mha-text" lang="zh" agreed="da107375-163f397a"
# PyTorch 还有另一种注意力，`nn.MultiheadAttention` 这一层。它自带投影矩阵；我们把它们设成单位矩阵，让它直接用我们的 $Q$ 和 $K$。它除了输出，还返回权重；权重和值无关，所以值的位置再放一次 `k` 就行。
#
# 把同一个 `tril` 交给它。先猜一猜：权重一样吗？

# %% id="torch-mha" tags=["torch"]
mha = torch.nn.MultiheadAttention(3, 1, bias=False).double().requires_grad_(False)
mha.in_proj_weight.copy_(torch.eye(3).repeat(3, 1))
print(trace.weights.round(4))
print(mha(q, k, k, attn_mask=tril)[1].numpy().round(4))

# %% [markdown] id="torch-polarity" lang="en"
# The opposite: each word sees only what comes *later*, and the last row is NaN, since nothing is left for it. No error is raised. What True means:
#
# | mask | True means |
# |---|---|
# | `keep` in `attnlib` | may look |
# | `attn_mask` of `scaled_dot_product_attention` | may look |
# | `attn_mask` and `key_padding_mask` of `nn.MultiheadAttention` | hidden |
#
# With `~`, which turns True into False, the layer agrees with us:

# %% [markdown] id="torch-polarity" lang="zh" agreed="4d094e2a-1aa8eba9"
# 正好相反：每个词只看得到后面的词；最后一行没有词可看，成了 NaN。而且没有报错。True 的含义各不相同：
#
# | 掩码 | True 的含义 |
# |---|---|
# | `attnlib` 的 `keep` | 可以看 |
# | `scaled_dot_product_attention` 的 `attn_mask` | 可以看 |
# | `nn.MultiheadAttention` 的 `attn_mask` 和 `key_padding_mask` | 遮住 |
#
# `~` 把 True 和 False 对调，这样它就和我们一致了：

# %% id="torch-not" tags=["torch"]
np.allclose(mha(q, k, k, attn_mask=~tril)[1].numpy(), trace.weights, rtol=0, atol=1e-12)

# %% [markdown] id="torch-empty" lang="en"
# Last, the row that may look nowhere: softmax and `-1e9` we saw in section 7; here are the two of PyTorch, and ours. As values for `scaled_dot_product_attention` (SDPA) we take the identity matrix: then its output *is* its weights. Predict SDPA; `MultiheadAttention` you know: the last row of its table above.

# %% [markdown] id="torch-empty" lang="zh" agreed="55f3c4e6-203ed571"
# 最后再看哪里都不许看的一行。softmax 和 `-1e9` 在第 7 节见过了，这里是 PyTorch 的两种，再加上我们的。`scaled_dot_product_attention`（SDPA）的值取单位矩阵，这样输出就等于权重。先猜一猜 SDPA 的结果；`MultiheadAttention` 的，刚才那张表的最后一行已经见过。

# %% id="torch-empty-code" tags=["torch"]
no = torch.zeros(1, 4, dtype=torch.bool)  # False
one = torch.eye(4).double()  # identity
print("SDPA", scaled_dot_product_attention(q[:1], k, one, attn_mask=no).numpy())
print("MultiheadAttention", mha(q[:1], k, k, attn_mask=~no)[1].numpy())
print("attnlib", attend(q[:1], k, v, keep=no).weights.numpy())

# %% [markdown] id="torch-explain" lang="en"
# All ways together: softmax and `nn.MultiheadAttention` give NaN, `-1e9` gives wrong weights in float32 and float64, SDPA and `attnlib` give zeros. We ran this with PyTorch 2.13. SDPA gave NaN until [a change in 2024](https://github.com/pytorch/pytorch/pull/133882), so test your version, on your device, with a row like this.

# %% [markdown] id="torch-explain" lang="zh" agreed="083cfcfa-18464db9"
# 各种办法放在一起看：softmax 和 `nn.MultiheadAttention` 得到 NaN；`-1e9` 不管是 float32 还是 float64，权重都是错的；SDPA 和 `attnlib` 得到 0。这里用的是 PyTorch 2.13。在 [2024 年的一次修改](https://github.com/pytorch/pytorch/pull/133882)之前，SDPA 给出的也是 NaN，所以最好在自己的版本、自己的设备上，用这样一行测试一下。

# %% [markdown] id="lecturer-torch" lang="en" tags=["lecturer"]
# **Ask before the second output:** will it be the same, an error, or something else? Most say "the same", it is one library. **Ask:** how do you find out what True means in a library that you do not know? Wanted: not by its name or the documentation alone, but by a test with three words and one True. **Ask:** if a model were trained with the wrong one? It sees the next word and is to predict it: a very good loss, and useless when it has to write.

# %% [markdown] id="lecturer-torch" lang="zh" agreed="7bf430b1-b9b5469c" tags=["lecturer"]
# **第二个输出揭晓之前问：** 会一样，会报错，还是别的结果？多数人说“一样”，毕竟是同一个库。**再问：** 遇到不熟悉的库，怎样弄清 True 的意思？希望听到：不能只看名字和文档，要用三个词、一个 True 试一下。**再问：** 如果用错了去训练呢？模型看得到后一个词，任务又正是预测它：损失很漂亮，真要它写作就没用了。

# %% [markdown] id="exercises" lang="en"
# ## 10 · Write it yourself (9 min)
#
# Put code in place of `...` and run the cell: the check tries your function on random inputs. Stuck? `check.hint("causal_mask")` gives a hint, a second call the next; `check.solution("causal_mask")` leads to the code. The lesson goes on in any case.
#
# **1 · Causal mask** (★, 2 min). `my_causal_mask` takes a number n and returns (n, n) of True and False: True where the row may look.

# %% [markdown] id="exercises" lang="zh" agreed="ba0a7cf8-f96ee7f4"
# ## 10 · 自己写一写（9 分钟）
#
# 把 `...` 换成代码，运行这一格，检查程序会用随机的输入试你的函数。卡住了，运行 `check.hint("causal_mask")` 看一条提示，再运行一次看下一条；`check.solution("causal_mask")` 会告诉你怎样看参考答案。没做出来也不影响往下学。
#
# **1 · 因果掩码**（★，2 分钟）。`my_causal_mask` 的参数是一个数 n，返回 (n, n) 的 True 和 False：可以看的地方是 True。

# %% id="exercise-causal-mask" tags=["exercise"]
from attnlib import check

def my_causal_mask(n):
    ...

my_causal_mask = check.causal_mask(my_causal_mask)

# %% [markdown] id="exercise-padding-text" lang="en"
# **2 · Padding mask** (★★, 2 min). `my_padding_mask` takes `is_token`, (m,) or with a batch in front (batch, m), True for real words. It returns a mask that hides the padding from every query and fits scores (batch, n, m), whatever n is.

# %% [markdown] id="exercise-padding-text" lang="zh" agreed="8b20827c-62030142"
# **2 · 填充的掩码**（★★，2 分钟）。`my_padding_mask` 的参数是 `is_token`，形状 (m,)，前面也可能有 batch 轴，即 (batch, m)，真正的词是 True。返回一个掩码，对所有查询遮住填充；不管 n 是多少，都要能用在 (batch, n, m) 的分数上。

# %% id="exercise-padding-mask" tags=["exercise"]
def my_padding_mask(is_token):
    ...

my_padding_mask = check.padding_mask(my_padding_mask)

# %% [markdown] id="exercise-attention-text" lang="en"
# **3 · Attention with a mask** (★★★, 5 min). `my_masked_attention` takes queries (n, d_k), keys (m, d_k), values (m, d_v) and `keep` (n, m), all perhaps with a batch in front, and returns the outputs (n, d_v). Your function of lesson 05 is a good start. Think of the row that may look nowhere: its output is zeros.

# %% [markdown] id="exercise-attention-text" lang="zh" agreed="687930cb-789645de"
# **3 · 带掩码的注意力**（★★★，5 分钟）。`my_masked_attention` 的参数是查询 (n, d_k)、键 (m, d_k)、值 (m, d_v) 和 `keep` (n, m)，前面都可能有 batch 轴；返回输出 (n, d_v)。可以从第 05 课写过的函数改起。别忘了哪里都不许看的那一行：它的输出全是 0。

# %% id="exercise-masked-attention" tags=["exercise"]
def my_masked_attention(Q, K, V, keep):
    ...

my_masked_attention = check.masked_attention(my_masked_attention)

# %% [markdown] id="progress-text" lang="en"
# Which of the three are solved?

# %% [markdown] id="progress-text" lang="zh" agreed="283598bc-e711431e"
# 做出了几道？

# %% id="progress"
check.progress()

# %% [markdown] id="recap" lang="en"
# ## 11 · Recap (2 min)
#
# * A mask puts −∞ in place of scaled scores *before* the softmax: the hidden weight is exactly 0, and the others keep their proportions.
# * Padding hides columns (keys), $(\text{batch}, 1, m)$; the causal mask hides what comes later, $(n, n)$; `&` combines them.
# * A row that may look nowhere needs a rule: ours is zeros. And find out for every library what True means.
#
# Answer without scrolling back: Why does a score of 0 not hide a word? Why can a hidden NaN still spoil every output?
#
# <details><summary>Answers</summary>
#
# $e^0 = 1$, so it gets a weight. And 0 · NaN is NaN: the weight is 0, but the product is not.
#
# </details>
#
# Next: can one attention look at two places at once? [Lesson 07, many heads →](07_heads.ipynb)

# %% [markdown] id="recap" lang="zh" agreed="bf6f385a-27087eee"
# ## 11 · 小结（2 分钟）
#
# * 掩码在 softmax 之前把缩放后的分数换成 −∞：被遮的权重正好是 0，其余权重之间的比例不变。
# * 填充遮的是列（键），形状 $(\text{batch}, 1, m)$；因果掩码遮的是后面的词，形状 $(n, n)$；用 `&` 合起来。
# * 哪里都不许看的一行，需要一个约定，我们的约定是 0。用任何库之前，先弄清 True 是什么意思。
#
# 合上这一课，回答两个问题：为什么分数为 0 并不能遮住一个词？为什么一个被遮住的 NaN 仍会毁掉所有输出？
#
# <details><summary>答案</summary>
#
# $e^0 = 1$，所以它仍有权重。而 0 · NaN 还是 NaN：权重是 0，乘积却不是。
#
# </details>
#
# 下一课：一个注意力能同时看两个地方吗？[第 07 课，多头注意力 →](07_heads.ipynb)
