# %% [markdown] id="title" lang="en"
# # 06 · Masks: two games of hide-and-seek
#
# In a batch, short sentences are filled up with empty seats, and no word may look at those. A model that learns to write has to guess the next word, and must not peek at it. These are two games of hide-and-seek with one question: **who may look at whom?**
#
# We play both. Then we hand our mask to someone else's program, and see what becomes of it there.
#
# About 45 minutes, and 25 for the exercises. You need the steps from scores to output (lessons 03 to 05).

# %% [markdown] id="title" lang="zh" agreed="170f8b95-e1368d21"
# # 06 · 掩码：两个“不许看”的游戏
#
# 一批句子有长有短，短句后面空着座位，谁也不该去看空座位。模型学写文章时，要猜下一个词，当然不许偷看那个词。两个游戏，同一个问题：**谁可以看谁？**
#
# 这两个游戏我们都玩一遍，再把我们的掩码交给别人的程序，看看会怎样。
#
# 约 45 分钟，练习另需 25 分钟。需要先学从分数到输出的几步（第 03～05 课）。

# %% id="setup"
import numpy as np
from attnlib import Explorer, ask, attend, causal_mask, check, heatmap, load_example, mine, padding_mask, pipeline, show, softmax, table, use_language, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight="masked")

# %% [markdown] id="links" lang="en"
# [← 05](05_output.ipynb) · [Glossary](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="links" lang="zh" agreed="e14f3ac0-1df8a33e"
# [← 05](05_output.ipynb) · [术语表](glossary.ipynb) · [07 →](07_heads.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 2 min. Section 2: 12 min; the question by show of hands, then the first exercise together. Section 3, the heart: 14 min; write the four guesses on the board, let the hall bet on the model that sees everything, then the puzzle in pairs. Section 4: 4 min. Section 5: 8 min, both questions by show of hands. Section 6: 5 min, with its folded table on paper. Recap: 3 min. Sections 7 and 8, the other exercises and *For the curious* are for home.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="995e45f4-41a17ce9" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 2 分钟。第 2 节 12 分钟：问题举手表决，第一个练习一起做。第 3 节是重点，14 分钟：把四个“猜下一个词”写在黑板上，让大家押一押什么都看得到的模型会怎样，再两人一组做谜题。第 4 节 4 分钟。第 5 节 8 分钟，两个问题都举手表决。第 6 节 5 分钟，折叠起来的对照表印在纸上。小结 3 分钟。第 7、8 节，其余练习和“想多了解一点”留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 04

# %% [markdown] id="recall" lang="zh" agreed="ce725149-d0725766"
# ## 1 · 先回忆第 04 课

# %% id="recall-question"
ask("all_scores_zero")

# %% [markdown] id="padding" lang="en"
# ## 2 · The first game: empty seats
#
# Sentences of different lengths do not fit into one array, so the shorter ones are filled up with [**padding**](glossary.ipynb): rows that stand for no word, here zeros, written `[PAD]`. Our batch is *small cat chases fish* and *cat chases fish* `[PAD]`, and `is_token` is True where a real word stands. `attend` computes all steps from scores to output and keeps each of them, for instance as `.weights`.
#
# In the second sentence the key of `[PAD]` is zero, so every word gives it the score 0. Here are the weights of its three words:

# %% [markdown] id="padding" lang="zh" agreed="0fdcf48e-4b732e0b"
# ## 2 · 第一个游戏：空座位
#
# 长短不同的句子放不进同一个数组，所以要给短的补上[**填充**](glossary.ipynb)（padding）：补上的行不代表任何词，这里全用 0，记作 `[PAD]`。这一批有两个句子，“小 猫 追 鱼”和“猫 追 鱼 `[PAD]`”；`is_token` 在真正的词那里是 True。`attend` 从分数一直算到输出，每一步的结果都可以取出来（比如 `.weights`）。
#
# 在第二个句子里，`[PAD]` 的键全是 0，所以每个词给它的分数都是 0。三个词的注意力权重是：

# %% id="padding-none"
look = load_example("first_look")
X = np.zeros((2, 4, 6))
X[0], X[1, :3] = look.X, look.X[1:]
is_token = np.array([[True, True, True, True], [True, True, True, False]])
Q, K, V = X @ look.W_Q, X @ look.W_K, X @ look.W_V
names = [*look.tokens[1:], "[PAD]"]
heatmap(attend(Q, K, V).weights[1, :3], names[:3], names, title="weights")

# %% [markdown] id="padding-seat" lang="en"
# *fish* gives the empty seat 0.08, more than it gives itself. Nobody should look there.
#
# A table that says who may look at whom is a [**mask**](glossary.ipynb). Ours is called `keep`, True means *may look*, and `attend` takes it as a fourth argument. In pictures, a cell that is hidden is hatched.

# %% [markdown] id="padding-seat" lang="zh" agreed="ef854a23-cd610276"
# “鱼”给空座位的权重有 0.08，比给自己的还多。那里没有词，谁都不该看。
#
# 写明谁可以看谁的一张表，就叫[**掩码**](glossary.ipynb)（mask）。我们的叫 `keep`，True 表示*可以看*，是 `attend` 的第四个参数。图里画斜线的格子，是被遮住的。

# %% id="padding-question"
ask("rows_or_columns", then=heatmap(attend(Q, K, V, padding_mask(is_token)).weights[1], names, names, title="weights", keep=padding_mask(is_token)[1]))

# %% [markdown] id="hand-hide" lang="en"
# How can a score be hidden? For a weight of exactly 0 we need $e^s = 0$. No finite $s$ does that, but
#
# $$e^{-\infty} = 0$$
#
# So *before* softmax we put −∞ in place of every scaled score that should not count. The other $e^s$ of *fish* stay as they were; only the sum by which we divide is smaller. So the other weights of *fish* are all divided by 0.92, and their proportions stay the same.

# %% [markdown] id="hand-hide" lang="zh" agreed="7e2ff907-014c0f3f"
# 怎样遮住一个分数？要让权重正好是 0，就要 $e^s = 0$。有限的 $s$ 都做不到，但是
#
# $$e^{-\infty} = 0$$
#
# 所以在 softmax *之前*，把该遮住的分数（缩放后的）都换成 −∞。“鱼”的其他几个 $e^s$ 不变，只是分母变小了。也就是说，“鱼”其余的权重都除以 0.92，彼此的比例不变。

# %% [markdown] id="padding-rows" lang="en"
# A mask has to fit the weights, (batch, n, m), and `is_token` has only (batch, m). Where it has an axis of length 1, NumPy repeats it as often as needed ([**broadcasting**](glossary.ipynb)). `None` in an index makes such an axis: if `a` has the shape (5,), then `a[:, None]` is (5, 1), and `a[None, :]` is (1, 5).

# %% [markdown] id="padding-rows" lang="zh" agreed="95d4af11-5fe6ca5d"
# 掩码的形状要和权重 (batch, n, m) 对得上，而 `is_token` 只有 (batch, m)。长度为 1 的轴，NumPy 会按需要重复，这叫[**广播**](glossary.ipynb)（broadcasting）。方括号里写 `None`，就多出一个长度为 1 的轴：`a` 的形状是 (5,)，`a[:, None]` 就是 (5, 1)，`a[None, :]` 就是 (1, 5)。

# %% [markdown] id="exercise-padding-text" lang="en"
# **Exercise 1** (★, 5 min). `my_padding_mask` takes `is_token`, (m,) or with a batch in front (batch, m), and returns a [**padding mask**](glossary.ipynb), (1, m) or (batch, 1, m), which broadcasts to scores (batch, n, m) for any n. (In an index, `...` stands for all the axes in front, if there are any.) Until yours is right, the lesson goes on with ours.

# %% [markdown] id="exercise-padding-text" lang="zh" agreed="db4b60a9-fd8b67dc"
# **练习 1**（★，5 分钟）。`my_padding_mask` 接收 `is_token`，形状 (m,)，前面也可能有批的轴，即 (batch, m)；返回一个[**填充掩码**](glossary.ipynb)，形状 (1, m) 或 (batch, 1, m)，不管 n 是多少，都能广播到 (batch, n, m) 的分数上。（下标里的 `...` 代表前面所有的轴，有没有都行。）没写对也不要紧，后面的代码会先用我们的函数。

# %% id="exercise-padding-mask" tags=["exercise"]
def my_padding_mask(is_token):
    ...

padding_mask = check.padding_mask(my_padding_mask)

# %% [markdown] id="padding-proof" lang="en"
# How do we know that a mask is right? In the batch, the three words must get the same output as they do alone. Here is the largest difference without a mask, with rows hidden, and with the padding mask:

# %% [markdown] id="padding-proof" lang="zh" agreed="5b87895a-69d077d7"
# 怎样知道掩码加对了？三个词放在这一批里，得到的输出应该和句子单独算时一样。分三种情况看相差多少：没有掩码、遮行、填充掩码。

# %% id="padding-alone"
alone = attend(Q[1, :3], K[1, :3], V[1, :3]).output
masks = {"no_mask": None, "rows_hidden": padding_mask(is_token).mT, "keys_hidden": padding_mask(is_token)}
difference = [abs(attend(Q, K, V, keep).output[1, :3] - alone).max() for keep in masks.values()]
table(mask=[*masks], largest_difference=difference)

# %% [markdown] id="padding-proof-said" lang="en"
# Hiding rows does nothing for the three words: the difference is the same as without a mask. With the padding mask, the three words do not notice the empty seat at all. (`[PAD]` itself still looks at them and gets an output, but nobody uses it.)

# %% [markdown] id="padding-proof-said" lang="zh" agreed="75f269b6-0f175ac4"
# 遮“行”对三个词毫无作用，和没有掩码时差得一样多。加上填充掩码，它们就完全感觉不到旁边有个空座位。（`[PAD]` 自己照样在看它们，也有输出，只是没有人用。）

# %% [markdown] id="lecturer-padding" lang="en" tags=["lecturer"]
# About half will say rows, "because the padding is a row of $X$". **Ask:** it is a row of $X$; what is it among the scores? Both: a row as a query, a column as a key. **Ask:** may the row of `[PAD]` stay? Yes; the loss leaves it out, too.

# %% [markdown] id="lecturer-padding" lang="zh" agreed="bfa839bd-a31fb0d8" tags=["lecturer"]
# 大约一半人会说遮行，“因为填充是 $X$ 的一行”。**再问：** 它是 $X$ 的一行，那它在分数表里是什么？行和列都有：作为查询是行，作为键是列。**再问：** `[PAD]` 那一行可以不管吗？可以，算损失时也会略过它。

# %% [markdown] id="causal" lang="en"
# ## 3 · The second game: no peeking
#
# A model that writes guesses the next word, again and again. It learns from finished sentences, and each sentence is many exercises at once:
#
# | it may see | and has to guess |
# |:--|:--|
# | small | cat |
# | small cat | chases |
# | small cat chases | fish |
# | small cat chases fish | the full stop |
#
# Four words go in, and in each of the four rows we ask for the word that comes next: all guesses at once, *in parallel*. That makes training fast. Language models such as GPT are trained like this; in lesson 13 you run one that writes. But the whole sentence is in plain sight, and *cat*, which has to guess *chases*, could simply look at *chases* and copy it.

# %% [markdown] id="causal" lang="zh" agreed="ad8c7ca7-e79493f6"
# ## 3 · 第二个游戏：不许偷看
#
# 会写文章的语言模型，做的事就是一遍又一遍地猜下一个词。它拿现成的句子来学，一个句子就是好几道题：
#
# | 看得到的 | 要猜的 |
# |:--|:--|
# | 小 | 猫 |
# | 小 猫 | 追 |
# | 小 猫 追 | 鱼 |
# | 小 猫 追 鱼 | 句号 |
#
# 四个词进去，四行各问一次“下一个是什么”，四道题一遍算完，这就是*并行*，训练因此很快，GPT 这样的语言模型就是这样训练的（第 13 课里，你会运行一个会写的模型）。可是整个句子都摊开着：“猫”要猜“追”，看一眼“追”，照抄就行了。

# %% [markdown] id="causal-mask" lang="en"
# The [**causal mask**](glossary.ipynb) hides whatever comes later:
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{if } j \le i \\ -\infty & \text{if } j > i \end{cases}$$
#
# **Exercise 2** (★, 5 min). `my_causal_mask` takes a number n and returns an (n, n) array of True and False. It is True where the word of row $i$ may look at the word of column $j$.

# %% [markdown] id="causal-mask" lang="zh" agreed="2908f19f-02e7e5de"
# [**因果掩码**](glossary.ipynb)（causal mask）把排在后面的词都遮住：
#
# $$\text{masked}_{ij} = \begin{cases} \text{scaled}_{ij} & \text{当 } j \le i \\ -\infty & \text{当 } j > i \end{cases}$$
#
# **练习 2**（★，5 分钟）。`my_causal_mask` 接收一个数 n，返回形状为 (n, n)、由 True 和 False 组成的数组：第 $i$ 行的词可以看第 $j$ 列的词，就是 True。

# %% id="exercise-causal-mask" tags=["exercise"]
def my_causal_mask(n):
    ...

causal_mask = check.causal_mask(my_causal_mask)

# %% [markdown] id="causal-attnlib" lang="en"
# Now our sentence gets this mask. *small* has to give itself everything, and *cat* shares what it gave to *chases* between *small* and itself. The row of *fish* keeps its numbers: it stands last and may look everywhere.

# %% [markdown] id="causal-attnlib" lang="zh" agreed="0f212853-ffc6e600"
# 现在给我们的句子加上这个掩码。“小”只好全给自己；“猫”原来给“追”的那一份，由“小”和“猫”自己分掉。“鱼”排在最后，哪里都可以看，那一行的数都不变。

# %% id="causal-attnlib-code"
look, keep = load_example("first_look"), causal_mask(4)
heatmap(look.trace(keep).weights, look.tokens, look.tokens, title="weights", keep=keep)

# %% [markdown] id="causal-explain" lang="en"
# When we play both games at once, a word may look where *both* masks are True: `causal_mask(4) & padding_mask(is_token)`. The shapes $(n, n)$ and $(\text{batch}, 1, m)$ make $(\text{batch}, n, m)$; here $m = n$.

# %% [markdown] id="causal-explain" lang="zh" agreed="4b94a66e-81c75976"
# 两个游戏一起玩，*两个*掩码都是 True 的地方才可以看，写成 `causal_mask(4) & padding_mask(is_token)`。形状 $(n, n)$ 和 $(\text{batch}, 1, m)$ 合起来是 $(\text{batch}, n, m)$，这里 $m = n$。

# %% [markdown] id="cheat" lang="en"
# Would a model really copy? Two small models, each with a single attention, guess the next word in random sentences of ten different words. (They know the place of each word: lesson 08.) Six times in ten the next word follows a rule; otherwise it is drawn at random. So on average an honest guesser is right at most 64 times in 100: 60, and a tenth of the other 40.
#
# One model has the mask, the other sees everything. There are two exams. *While it learns*, a model guesses inside finished sentences; *when it writes*, the next word does not exist yet. (`tools/results/cheat.py` trains each model five times.)

# %% [markdown] id="cheat" lang="zh" agreed="cd40ec1d-8d566574"
# 模型真的会照抄吗？让两个小模型（各只有一个注意力，也知道每个词排在第几，办法见第 08 课）在随机造的句子里猜下一个词。一共十个词，下一个词十次里有六次由规则决定，其余随机抽取。所以老老实实地猜，平均一百次最多猜中 64 次：60 次，加上另外 40 次的十分之一。
#
# 一个模型带掩码，另一个什么都看得到。考试有两场：*训练时*，整个句子摆在面前；*生成时*，下一个词还不存在。（程序是 `tools/results/cheat.py`，每个模型训练五次。）

# %% id="cheat-table"
from attnlib import load_results
found = load_results("cheat")
learns, writes = zip(*found.values())
ask("peeking_model", then=table(model=[*found], while_it_learns=learns, when_it_writes=writes))

# %% [markdown] id="cheat-said" lang="en"
# With the mask, practice is like the exam. (A causal mask the wrong way round would show the next word during training, too.)

# %% [markdown] id="cheat-said" lang="zh" agreed="0736367e-8eb3ff41"
# 有了掩码，平时练的才和考试一样。（因果掩码要是弄反了，训练时下一个词同样露在外面。）

# %% [markdown] id="paint" lang="en"
# **Puzzle.** Now make your own rules: in the table of masked scores, a click on a score hides it, and another click shows it again. Make *small → fish* larger than 0.7 and *fish → chases* larger than 0.6. Watch which rows change, and what happens to a row in which everything is hidden.

# %% [markdown] id="paint" lang="zh" agreed="37263dcf-93a3a1ef"
# **谜题。** 现在规则由你来定：在“加掩码后的分数”那张表里，点一个分数就把它遮住，再点一下恢复。让“小 → 鱼”的权重大于 0.7，“鱼 → 追”大于 0.6。注意看哪几行会变，整行都遮住又会怎么样。

# %% id="puzzle-explorer"
Explorer("first_look", ("masked", "weights"), goal="three_cells", controls=("mask", "undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# *small* gives *cat* 0.76 and itself 0.14, both more than it gives *fish*. Hide both, and *fish* gets 0.76. *fish* gives *cat* 0.80; hide it, and the other weights are divided by $1 - 0.80$, so *chases* gets 0.71.
#
# One hidden cell changes one row, since each row has a sum of its own. A row in which everything is hidden gets weights 0 and output 0: section 5.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="bd8b92e7-d071155d"
# <details><summary>一个解法</summary>
#
# “小”给“猫”0.76，给自己 0.14，都比给“鱼”的多：把这两格遮住，“鱼”就得到 0.76。“鱼”给“猫”的有 0.80：遮住它，其余的权重都除以 $1 - 0.80$，“追”就得到 0.71。
#
# 遮一格，只有那一行会变，因为每一行各有自己的分母。整行都被遮住，权重和输出都是 0，见第 5 节。
#
# </details>

# %% [markdown] id="late" lang="en"
# ## 4 · A mask that comes too late
#
# Why not compute the weights as usual, and set the hidden ones to 0 *afterwards*? Let us try it with the causal mask:

# %% [markdown] id="late" lang="zh" agreed="97b3eeb9-041d96d8"
# ## 4 · 掩码加晚了
#
# 照常算出权重，*然后*再把该遮的改成 0，不行吗？用因果掩码试一试：

# %% id="late-code"
look, keep = load_example("first_look"), causal_mask(4)
late = np.where(keep, look.trace().weights, 0)
ask("masked_too_late", then=heatmap(late, look.tokens, look.tokens, title="weights", keep=keep))

# %% [markdown] id="late-explain" lang="en"
# Even if the sum did not matter, there is another fault: the hidden words still have a say, since their $e^s$ are part of the sum by which we divided. No error appears. So the mask comes *before* softmax.

# %% [markdown] id="late-explain" lang="zh" agreed="402d325f-4ddf98d6"
# 就算和不要紧，也还有一个问题：被遮的词仍有影响，因为分母里还有它们的 $e^s$。程序也不报错。所以掩码要加在 softmax *之前*。

# %% [markdown] id="infinity" lang="en"
# ## 5 · A row with nowhere to look
#
# When a model writes, sentences can be padded on the *left*, so that all of them end at the same place, where the next word will come. Ours is then `[PAD]` *cat chases fish*. The causal mask lets `[PAD]` look only at itself, and the padding mask hides exactly that. The row of `[PAD]` is *empty*: everything in it is hidden.

# %% [markdown] id="infinity" lang="zh" agreed="12a9bf96-58846a7f"
# ## 5 · 一整行都被遮住
#
# 让模型写文章时，可以把填充补在句子*左边*，这样每个句子都在右端对齐，下一个词就接在那里。我们的句子成了“`[PAD]` 猫 追 鱼”。因果掩码只许 `[PAD]` 看自己，填充掩码又不许看填充，于是 `[PAD]` 那一行全被遮住，一个也不许看。

# %% id="infinity-sentence"
look = load_example("first_look")
X, names = np.vstack([np.zeros(6), look.X[1:]]), ["[PAD]", *look.tokens[1:]]
keep = causal_mask(4) & padding_mask(np.array([False, True, True, True]))
Q, K, V = X @ look.W_Q, X @ look.W_K, X @ look.W_V
S = attend(Q, K, V).scaled
heatmap(S, names, names, kind="signed", title="masked", keep=keep)

# %% [markdown] id="infinity-low" lang="en"
# Instead of −∞, some programs use a very low number: −1000000000, or `-1e9`.

# %% [markdown] id="infinity-low" lang="zh" agreed="297bff75-8ba2c24b"
# 有些程序不用 −∞，而用一个很低的数，−1000000000，写作 `-1e9`。

# %% id="infinity-empty" tags=["torch"]
import torch
low, none = (torch.from_numpy(np.where(keep, S, x)).softmax(-1).numpy() for x in (-1e9, -np.inf))
ask("nothing_left", then=[heatmap(low, names, names, title="weights"), f"<pre>−∞: {none[0]}</pre>"])

# %% [markdown] id="infinity-explain" lang="en"
# Nobody has to make a mistake for a row to be empty: two harmless masks do it together. Our rule is that a word with nowhere to look collects nothing: weights 0, output 0. (`-1e9` has more surprises, which depend on the precision of the numbers: *For the curious*.)

# %% [markdown] id="infinity-explain" lang="zh" agreed="d1819350-32ddf528"
# 整行都被遮住，不是谁写错了，是两个都没错的掩码合在一起造成的。我们的约定是：整行都被遮住，就什么也不取，权重是 0，输出也是 0。（`-1e9` 还会随着数的精度出别的问题，见“想多了解一点”。）

# %% [markdown] id="exercise-attention-text" lang="en"
# **Exercise 3** (★★★, 12 min). `my_masked_attention` takes queries (n, d_k), keys (m, d_k), values (m, d_v) and `keep`, which fits (n, m), all of them perhaps with further axes in front. It returns the outputs (n, d_v), with zeros where a row has nowhere to look. Your own functions are at hand: `mine.scores(Q, K)`, `mine.scale(S, d_k)`, `mine.softmax(S)`, `mine.mix(weights, V)`. But mind that `mine.softmax` has never met an empty row.

# %% [markdown] id="exercise-attention-text" lang="zh" agreed="56dbb0d2-e2c9090a"
# **练习 3**（★★★，12 分钟）。`my_masked_attention` 接收查询 (n, d_k)、键 (m, d_k)、值 (m, d_v) 和能用在 (n, m) 上的 `keep`，前面都可能多出别的轴，比如一批句子；返回输出 (n, d_v)，整行都被遮住时是 0。你写过的函数都可以用：`mine.scores(Q, K)`、`mine.scale(S, d_k)`、`mine.softmax(S)`、`mine.mix(weights, V)`。只是要当心，`mine.softmax` 还没见过全被遮住的一行。

# %% id="exercise-masked-attention" tags=["exercise"]
def my_masked_attention(Q, K, V, keep):
    ...

masked_attention = check.masked_attention(my_masked_attention)

# %% [markdown] id="infinity-leak-text" lang="en"
# Why care about padding, if nobody uses its output? Because the next layer makes a key and a value of it. With our rule, every weight for place 0 in `[PAD]` *cat chases fish* is exactly 0. Suppose an earlier layer has left a NaN (*not a number*) in the value of `[PAD]`.

# %% [markdown] id="infinity-leak-text" lang="zh" agreed="ae1a54bc-2420c59b"
# 填充的输出反正没人用，何必在意？可是到了下一层，它又会变成一行键、一行值。按我们的约定，在“`[PAD]` 猫 追 鱼”里，给第 0 个位置的权重全都恰好是 0。假设前面的某一层，在 `[PAD]` 的值里留下了一个 NaN（不是数）。

# %% id="infinity-leak"
V[0, 0] = np.nan
weights = softmax(np.where(keep, S, -np.inf))
ask("hidden_nan", then=f"<pre>{weights @ V}</pre>")

# %% [markdown] id="lecturer-infinity" lang="en" tags=["lecturer"]
# **Ask:** which is worse, NaN or 0.25? Most say NaN. The better answer: 0.25, for nobody notices it. In *For the curious* nine results stand in one table; let the hall guess them if there is time.

# %% [markdown] id="lecturer-infinity" lang="zh" agreed="1d02f94b-c2abf5af" tags=["lecturer"]
# **提问：** NaN 和 0.25，哪个更糟？多数人说 NaN。更好的回答是 0.25，因为没有人会发现。“想多了解一点”里有一张表，九个结果；有时间的话，先让大家猜一猜。

# %% [markdown] id="torch" lang="en"
# ## 6 · PyTorch gets our mask
#
# We look at two places in PyTorch that take a mask. The function `F.scaled_dot_product_attention` takes an `attn_mask` in which True means *may look*, as in ours. The layer `nn.MultiheadAttention` (lesson 07) also takes a padding mask. We pass it our `is_token` of *cat chases fish* `[PAD]`: True, True, True, False.

# %% [markdown] id="torch" lang="zh" agreed="dc51c9a3-b22852fa"
# ## 6 · 把掩码交给 PyTorch
#
# 这里看 PyTorch 里能用掩码的两处。函数 `F.scaled_dot_product_attention` 用 `attn_mask` 接收掩码，它的 True 和我们的一样，表示*可以看*。`nn.MultiheadAttention` 这一层（第 07 课）还能接收填充掩码。我们把“猫 追 鱼 `[PAD]`”的 `is_token` 交给它：True、True、True、False。

# %% id="torch-mha" tags=["torch"]
import torch
look = load_example("first_look")
names, x = [*look.tokens[1:], "[PAD]"], torch.from_numpy(np.vstack([look.X[1:], np.zeros(6)]))
layer = torch.nn.MultiheadAttention(embed_dim=6, num_heads=1).double()
_, weights = layer(x, x, x, key_padding_mask=torch.tensor([True, True, True, False]))
ask("same_mask_next_door", then=heatmap(weights, names, names, title="weights"))

# %% [markdown] id="torch-polarity" lang="en"
# In a library that you do not know, pass a mask for three words with a single True, and see whether that word disappears or is the only one left.
#
# <details><summary>When you have answered: who means what by True?</summary>
#
# | mask | True, or 1, means |
# |---|---|
# | our `keep` | may look |
# | `attn_mask` of `F.scaled_dot_product_attention` | may look |
# | `attn_mask` and `key_padding_mask` of `nn.MultiheadAttention` | hidden |
# | `mask` of the class `SelfAttention` in *For the curious* | may look |
#
# </details>

# %% [markdown] id="torch-polarity" lang="zh" agreed="874ef962-a7011e5e"
# 遇到不熟悉的库，拿三个词、只有一个 True 的掩码试一下，看那个词是不见了，还是只剩下它。
#
# <details><summary>答完以后再看：各家的 True 是什么意思</summary>
#
# | 掩码 | True（或 1）的意思 |
# |---|---|
# | 我们的 `keep` | 可以看 |
# | `F.scaled_dot_product_attention` 的 `attn_mask` | 可以看 |
# | `nn.MultiheadAttention` 的 `attn_mask`、`key_padding_mask` | 遮住 |
# | “想多了解一点”里 `SelfAttention` 类的 `mask` | 可以看 |
#
# </details>

# %% [markdown] id="lecturer-torch" lang="en" tags=["lecturer"]
# **Ask:** where does the class at the end of the lesson go wrong if a row is empty? Equal weights for all, and no error (section 5).

# %% [markdown] id="lecturer-torch" lang="zh" agreed="5095aa5a-94aa52f3" tags=["lecturer"]
# **提问：** 整行都被遮住时，课末的那个类会错在哪里？人人得到一样的权重，而且不报错（第 5 节）。

# %% [markdown] id="cross" lang="en"
# ## 7 · Two sentences: cross-attention
#
# So far a sentence has looked at itself. In translation, the words being written also look at the original. Queries come from one sequence, keys and values from another: this is [**cross-attention**](glossary.ipynb). Someone translates 小 猫 追 鱼 and has written *small cat* so far: $n = 2$ words look at $m = 4$. (To keep it simple, each Chinese word has the same row of $X$ as its English twin.)

# %% [markdown] id="cross" lang="zh" agreed="19d74866-5c01f349"
# ## 7 · 两个句子：交叉注意力
#
# 到现在为止，都是句子看自己。机器翻译时，正在写的译文还要看原文。查询来自一个序列，键和值来自另一个序列，这叫[**交叉注意力**](glossary.ipynb)（cross-attention）。把“小 猫 追 鱼”译成英文，刚写到 *small cat*：$n = 2$ 个词去看 $m = 4$ 个词。（为简单起见，这里让意思相同的中文词和英文词，在 $X$ 里的行也相同。）

# %% id="cross-weights"
look = load_example("first_look")
written = look.X[:2]
weights = attend(written @ look.W_Q, look.X @ look.W_K, look.X @ look.W_V).weights
heatmap(weights, look.words["en"][:2], look.words["zh"], title="weights")

# %% [markdown] id="cross-explain" lang="en"
# There is a row for each query and a column for each key: $(n, m)$. The padding mask comes from the sentence that has the keys: $(1, m)$. There is no causal mask here, because the whole original is known: *cat* may look at 追, which will become *chases*.

# %% [markdown] id="cross-explain" lang="zh" agreed="b55ae45b-ea12a0f9"
# 一个查询一行，一个键一列：$(n, m)$。填充掩码由*键*所在的句子决定，形状是 $(1, m)$。因果掩码在这里用不着：原文早已全部给出，*cat* 尽可以看“追”，下一个词 *chases* 正是“追”的译文。

# %% [markdown] id="program" lang="en"
# ## 8 · Your program, on a padded batch
#
# `my_attention.py` now has everything that attention needs. We run it on the two sentences of lesson 05, each with a `[PAD]` at its end. This example has biases, so the key and the value of `[PAD]` are *not* zero. (Zero or not, padding must be hidden.) Where a function of yours is missing, `mine` takes ours. Here is the largest difference of the first sentence from the hand-worked result:

# %% [markdown] id="program" lang="zh" agreed="d805337c-14962d6d"
# ## 8 · 用你的程序算一批补齐的句子
#
# 注意力要用到的函数，现在都在 `my_attention.py` 里了（还没写的，`mine` 用我们的）。拿它来算第 05 课的那两个句子，每句末尾补一个 `[PAD]`。这里有偏置，`[PAD]` 的键和值都*不是* 0。（不管是不是 0，填充都要遮住。）第一个句子的输出和手算结果相比，最大的差是：

# %% id="program-run"
pair = load_example("hand_worked")
X = np.concatenate([pair.X, np.zeros((2, 1, 4))], axis=1)  # (2, 4, 4)
projections = (pair.W_Q, pair.b_Q), (pair.W_K, pair.b_K), (pair.W_V, pair.b_V)
Q, K, V = (mine.project(X, W, b) for W, b in projections)
keep = mine.padding_mask(np.array([True, True, True, False]))
output = mine.masked_attention(Q, K, V, keep)[:, :3]
show(largest_difference=abs(output[0].round(8) - pair.figures["output"]).max())

# %% [markdown] id="program-said" lang="en"
# Hidden padding changes none of the eight decimals. This is attention, in a program of your own. It takes sentences of any length, batches, masks, and rows with nowhere to look.

# %% [markdown] id="program-said" lang="zh" agreed="cd1d4557-a854cbd5"
# 填充遮住以后，八位小数一位也没有变。这就是注意力，而且是你自己的程序：句子长短不限，能算一批，能加掩码，整行都被遮住也不怕。

# %% [markdown] id="recap" lang="en"
# ## 9 · Recap
#
# This is the last game: now everything above is hidden from you. Two questions remain:

# %% [markdown] id="recap" lang="zh" agreed="d6ffdd2d-b804b07a"
# ## 9 · 小结
#
# 最后再玩一局：不看前面，回答两个问题。

# %% id="recap-question-1"
ask("cells_left")

# %% id="recap-question-2"
ask("hidden_half")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * A mask puts −∞ in place of scaled scores *before* softmax, so that hidden weights are exactly 0.
# * Padding hides keys, $(\text{batch}, 1, m)$; the causal mask hides what comes later, $(n, n)$; `&` combines them.
# * A row with nowhere to look needs a rule; ours is zeros. Fill padding with finite numbers, and find out what each library means by True.
#
# Next: every word has a single row of weights. Can one attention look at two places at once? [Lesson 07, many heads →](07_heads.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="ca2a94f2-ef52e4c4"
# 这一课要带走的：
#
# * 掩码在 softmax *之前*把缩放后的分数换成 −∞，这样被遮的权重正好是 0。
# * 填充掩码遮的是键，形状 $(\text{batch}, 1, m)$；因果掩码遮的是后面的词，形状 $(n, n)$；用 `&` 合起来。
# * 整行都被遮住时，需要一个约定，我们的约定是 0。填充里要放有限的数。用任何一个库之前，先弄清 True 是什么意思。
#
# 下一课：一个词只有一行权重，好比眼睛只能盯着一处。一个注意力能同时看两个地方吗？[第 07 课，多头注意力 →](07_heads.ipynb)

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# **A mask on a sentence of yours.** Type 2 to 12 words and press Enter. At first there is no mask; choose *causal* under *Mask*. Then a verb no longer sees what comes after it: in *the doctor reads a long letter*, *reads* loses *letter*, but *letter* still sees *reads*. (The end of lesson 00 says where these numbers come from.)

# %% [markdown] id="curious" lang="zh" agreed="7a3ab5d5-7f2e4513"
# ## 想多了解一点
#
# **给你自己的句子加掩码。** 输入 2 到 12 个词，按回车。开始时没有掩码，请在*掩码*里选*因果掩码*。这时动词看不到后面的词：在“学生在图书馆读书”里，“读”看不到“书”，“书”却还看得到“读”。（这些数从哪里来，第 00 课末尾有说明。）

# %% id="own-sentence-mask" tags=["of-its-language"]
from attnlib import own_sentence
own_sentence()

# %% [markdown] id="infinity-ways" lang="en"
# **−1e9 in three precisions.** Some programs *add* it to a score that has to be hidden, others *replace* the score by it. We take the four scaled scores of *small* and hide nothing, then *fish* alone, then all four. The table shows the weight of *fish*, which should be 0 whenever *fish* is hidden:

# %% [markdown] id="infinity-ways" lang="zh" agreed="d56208c5-b6681ada"
# **三种精度下的 −1e9。** 有的程序把它*加*到要遮的分数上，有的用它*替换*要遮的分数。拿“小”的四个缩放后的分数来试：先一个也不遮，再只遮“鱼”，最后四个全遮。表里是“鱼”的权重，只要“鱼”被遮住，就应该是 0：

# %% id="infinity-hide" tags=["torch"]
import torch
S = torch.from_numpy(load_example("first_look").trace().scaled[0])
ways = {
    "S + (−1e9)": lambda S, mask: S + (1 - mask.to(S.dtype)) * -1e9,
    "S → −1e9": lambda S, mask: S.masked_fill(mask == 0, -1e9),
    "S → −∞": lambda S, mask: S.masked_fill(mask == 0, -torch.inf),
}

# %% id="infinity-fish" tags=["torch"]
def given_to_fish(way, precision, mask):
    try:
        return ways[way](S.to(getattr(torch, precision)), torch.tensor(mask)).softmax(-1)[3].item()
    except RuntimeError:
        return "error"
cases = [(way, precision) for way in ways for precision in ("float16", "float32", "float64")]
none, fish, four = ([given_to_fish(*case, mask) for case in cases] for mask in ([1, 1, 1, 1], [1, 1, 1, 0], [0, 0, 0, 0]))
table(hidden_by=[way for way, _ in cases], precision=[p for _, p in cases], no_mask=none, fish_alone=fish, all_four=four)

# %% [markdown] id="infinity-said" lang="en"
# With *fish* alone hidden, every way that runs at all gives 0, as it should. (Half precision, `float16`, ends at 65,504, and −1e9 does not fit. When we add it, it becomes −∞; when we put it in place of the score, PyTorch refuses.) With all four hidden, none of the nine gives 0. In double precision, `float64`, adding gives practically the same weight as no mask at all, since adding the same number to a whole row changes nothing (lesson 04). In single precision, `float32`, neighbouring numbers around −1e9 are 64 apart, so all four sums become equal. The NaNs at least do not go unnoticed.

# %% [markdown] id="infinity-said" lang="zh" agreed="dd951631-c322eadd"
# 只遮“鱼”时，凡是没报错的都得 0，都对。（半精度 `float16` 最大只到 65,504，放不下 −1e9：相加时它变成 −∞，替换时 PyTorch 直接报错。）四个全遮时，九种情形没有一种得到 0。双精度 `float64` 里，相加得到的几乎就是*没有*掩码时的权重，因为整行加上同一个数，什么也不变（第 04 课）。单精度 `float32` 里，−1e9 附近相邻的两个数隔着 64，四个和舍入以后都一样。NaN 至少还看得见。

# %% [markdown] id="tutorials" lang="en"
# **Other people's code.** You will meet classes like this one in other tutorials, and by now you know every step but the dropout. Find the queries, $\sqrt{d_k}$, the axis of the softmax, and what a 1 in `mask` means:
#
# | elsewhere | here |
# |---|---|
# | `batch_size`, `seq_len` | batch, $n$ (and $m$) |
# | `embed_size`, `hidden_size`, `head_dim` | $d_\text{model}$, $d_\text{model}$, $d_k$ |
# | `k.transpose(-2, -1)` | `K.mT` |
# | `masked_fill(mask == 0, -1e9)` | `np.where(keep, S, -np.inf)` |
# | `torch.matmul`, `torch.bmm`, `einsum` | `@` |
# | `F.softmax(scores, dim=-1)` | `softmax(S)` |

# %% [markdown] id="tutorials" lang="zh" agreed="b15666dd-0d11c25e"
# **别人的代码。** 别的教程里常有这样的类，除了 dropout，里面的每一步你都认识了。一边读一边找一找：查询在哪里，$\sqrt{d_k}$ 在哪里，softmax 沿着哪个轴，`mask` 里的 1 又是什么意思。
#
# | 别处 | 这里 |
# |---|---|
# | `batch_size`，`seq_len` | 批，$n$（和 $m$） |
# | `embed_size`，`hidden_size`，`head_dim` | $d_\text{model}$，$d_\text{model}$，$d_k$ |
# | `k.transpose(-2, -1)` | `K.mT` |
# | `masked_fill(mask == 0, -1e9)` | `np.where(keep, S, -np.inf)` |
# | `torch.matmul`，`torch.bmm`，`einsum` | `@` |
# | `F.softmax(scores, dim=-1)` | `softmax(S)` |

# %% id="tutorials-class" tags=["torch", "long"]
import torch
from torch import nn
from torch.nn import functional as F

class SelfAttention(nn.Module):
    def __init__(self, embed_size, head_dim, dropout=0.1):
        super().__init__()
        self.query = nn.Linear(embed_size, head_dim, bias=False)
        self.key = nn.Linear(embed_size, head_dim, bias=False)
        self.value = nn.Linear(embed_size, head_dim, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):  # x: (batch_size, seq_len, embed_size)
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = torch.matmul(q, k.transpose(-2, -1)) / k.size(-1) ** 0.5
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        weights = self.dropout(F.softmax(scores, dim=-1))
        return torch.matmul(weights, v), weights

# %% [markdown] id="tutorials-equal-text" lang="en"
# **Dropout** sets some weights to 0 at random during training; `eval()` switches it off (lesson 07). We give this class and our `attend` the same matrices and the same padding mask. Here is the largest difference of the weights, then of the outputs, to 12 decimal places:

# %% [markdown] id="tutorials-equal-text" lang="zh" agreed="3330e04c-ab2dced4"
# **随机失活**（dropout）在训练时随机地把一些权重设成 0，`eval()` 把它关掉（第 07 课）。关掉以后，让这个类和我们的 `attend` 用同样的矩阵、同样的填充掩码。下面先后是权重和输出的最大差，写到 12 位小数：

# %% id="tutorials-equal" tags=["torch"]
torch.manual_seed(0)
theirs = SelfAttention(embed_size=6, head_dim=3).double().requires_grad_(False).eval()
x, mask = torch.randn(2, 4, 6).double(), torch.tensor([[[1, 1, 1, 1]], [[1, 1, 1, 0]]])
q, k, v = theirs.query(x), theirs.key(x), theirs.value(x)
output, weights = theirs(x, mask)
ours = attend(q, k, v, keep=mask == 1)
for a, b in (weights, ours.weights), (output, ours.output):
    print(f"{abs(a - b).max():.12f}")

# %% [markdown] id="ways" lang="en"
# So it is the same attention, as long as no row is empty.

# %% [markdown] id="ways" lang="zh" agreed="c53bd886-fb6a7cfa"
# 两者算的是同一个注意力，只要没有哪一行全被遮住。

# %% [markdown] id="late-repair-text" lang="en"
# **The mask after softmax, repaired.** We could divide each row by its new sum. Then the old sum cancels, and the result is usually the same, but not always. Suppose the scores are 1, 2 and 800, and the last one has to be hidden. The first line is the softmax that we would have to repair, the second has the mask before softmax:

# %% [markdown] id="late-repair-text" lang="zh" agreed="bbd26215-9db6bdbb"
# **加晚了的掩码，补救一下。** 每一行可以再除以新的和：旧的分母约掉了，结果通常相同，但有时行不通。假设三个分数是 1、2、800，该遮住的是最后一个。第一行是有待补救的 softmax，第二行是先加掩码、再做 softmax：

# %% id="late-fails"
show({"1, 2, 800": softmax(np.array([[1.0, 2.0, 800.0]])), "1, 2, −∞": softmax(np.array([[1.0, 2.0, -np.inf]]))})

# %% [markdown] id="late-rule" lang="en"
# $e^{-798}$ is too small for a number of 64 bits and becomes 0 (*underflow*). If we set the third weight to 0, nothing is left: the repair divides 0 by 0.

# %% [markdown] id="late-rule" lang="zh" agreed="29fafba7-489882c2"
# $e^{-798}$ 小到 64 位的数表示不了，**下溢**成了 0。再把第三个权重改成 0，就什么也不剩了：补救时要算 0 除以 0。

# %% [markdown] id="torch-empty" lang="en"
# **The empty row in PyTorch.** Here is an empty row, first in the function and then in the layer. As values we give `F.scaled_dot_product_attention` (SDPA) the identity matrix, so its output *is* its weights.

# %% [markdown] id="torch-empty" lang="zh" agreed="2bac389d-356983f4"
# **PyTorch 怎样处理整行都被遮住的情形。** 函数和层，各试一次。`F.scaled_dot_product_attention`（SDPA）的值取单位矩阵，这样输出就等于权重。

# %% id="torch-empty-code" tags=["torch"]
import torch
trace = load_example("first_look").trace()
q, k = torch.from_numpy(trace.Q[:1]), torch.from_numpy(trace.K)
no, one = torch.zeros(1, 4, dtype=torch.bool), torch.eye(4).double()
layer = torch.nn.MultiheadAttention(3, 1, bias=False).double().requires_grad_(False)
show(SDPA=torch.nn.functional.scaled_dot_product_attention(q[None], k[None], one[None], attn_mask=no)[0])
show(MultiheadAttention=layer(q, k, k, attn_mask=~no)[1])

# %% [markdown] id="torch-explain" lang="en"
# The function gives zeros, the layer gives NaN; we tried PyTorch 2.13 on a CPU. Before [a change in 2024](https://github.com/pytorch/pytorch/pull/133882) SDPA gave NaN as well, and [on Apple's graphics chips](https://github.com/pytorch/pytorch/issues/156707) it still did in 2025. So test your version, on your device, with a row like this. The function does not [stop a hidden NaN](https://github.com/pytorch/pytorch/issues/101967), nor does the layer, as we tried; `attend` in `attnlib` refuses it with an error.

# %% [markdown] id="torch-explain" lang="zh" agreed="b91d3809-ca229582"
# 函数给出 0，层给出 NaN；我们用的是 CPU 上的 PyTorch 2.13。在 [2024 年的一次修改](https://github.com/pytorch/pytorch/pull/133882)之前，SDPA 给出的也是 NaN；到了 2025 年，[在苹果的显卡上](https://github.com/pytorch/pytorch/issues/156707)也还是这样。所以最好在自己的版本、自己的设备上，用这样一行测试一下。函数[挡不住被遮住的 NaN](https://github.com/pytorch/pytorch/issues/101967)，层我们试过，也挡不住；`attnlib` 的 `attend` 遇到 NaN 会直接报错。

# %% [markdown] id="seaborn" lang="en"
# **A picture from seaborn.** `sns.heatmap(weights, annot=True)` draws a matrix in one line. Here it draws the weights under the causal mask, and our own picture is below it.

# %% [markdown] id="seaborn" lang="zh" agreed="b51c804d-142ab491"
# **seaborn 画的图。** `sns.heatmap(weights, annot=True)`，一行代码就画出一个矩阵。下面先是它画的带因果掩码的权重，然后是我们的图。

# %% id="curious-seaborn"
import seaborn as sns
from matplotlib.figure import Figure
from attnlib.draw.plots import Picture
look, keep = load_example("first_look"), causal_mask(4)
weights, figure = look.trace(keep).weights, Figure(figsize=(4.5, 3))
ours = heatmap(weights, look.tokens, look.tokens, title="weights", keep=keep)
sns.heatmap(weights, annot=True, ax=figure.subplots())
Picture(figure, ours.alt)

# %% id="curious-ours"
ours

# %% [markdown] id="curious-seaborn-said" lang="en"
# As called here, it has three faults. It does not say which words look at which. A hidden cell looks like any other 0. And its colours run from the smallest to the largest number of the table (here they happen to be 0 and 1), so two tables cannot be compared. With `xticklabels`, `yticklabels`, `mask=~keep`, `vmin=0` and `vmax=1` it does nearly as well as ours, which also has hatching and the sum of each row.

# %% [markdown] id="curious-seaborn-said" lang="zh" agreed="8fa7abe1-07580545"
# 这样画有三个毛病：不写词，看不出谁看谁；被遮住的格子，和别的 0 长得一样；颜色从这张表里最小的数到最大的数（这里恰好是 0 和 1），两张表没法比较。写上 `xticklabels`、`yticklabels`、`mask=~keep`、`vmin=0`、`vmax=1`，它就差不多了；我们的图还多了斜线和每一行的和。
