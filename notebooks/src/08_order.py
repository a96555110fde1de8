# %% [markdown] id="title" lang="en"
# # 08 · Order: a trick with shuffled words
#
# What if we shuffle the words?
#
# Think of a sentence as a row of cards. Somebody shuffles the cards, attention deals again, and the result is a surprise. We perform this trick, find out how it is done, and then spoil it: every word gets a **position**. Finally we let four ways of giving positions race, in sentences longer than any they were trained on.
#
# About 45 minutes, and 15 for the exercises. You need lessons 05 to 07.

# %% [markdown] id="title" lang="zh" agreed="1e1ff25b-db7670f9"
# # 08 · 词序：一个洗牌的魔术
#
# 把词打乱，会怎么样？
#
# 把一句话想成一排牌。有人把牌洗了，注意力重新算一遍，结果出人意料。这一课里，我们先变这个魔术，再揭穿它，然后让它失灵：给每个词一个**位置**。最后让四种表示位置的办法比一比：句子一变长，谁还管用？
#
# 约 45 分钟，练习另需 15 分钟。需要先学第 05 到 07 课。

# %% id="setup"
import numpy as np
from attnlib import attend, bands, causal_mask, curves, heatmap, load_example, load_results, positional_encoding, show, softmax, table, use_language
from classroom import Explorer, ask, check, clocks, machine, mine, moves, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("position", steps="X")

# %% [markdown] id="links" lang="en"
# [← 07](07_heads.ipynb) · [Glossary](glossary.ipynb) · [09 →](09_block.ipynb)

# %% [markdown] id="links" lang="zh" agreed="45f0b531-33f87f38"
# [← 07](07_heads.ipynb) · [术语表](glossary.ipynb) · [09 →](09_block.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Bring four cards, *small*, *cat*, *chases*, *fish*, each with its two output numbers on the back. Section 1: 2 min. Section 2: 5 min, with the cards: shuffle, vote, turn them over. Section 3: 8 min; let the room write the test. Section 4: 4 min. Section 5: 8 min, the table at the board. Section 6: 10 min, the puzzle in pairs. Section 7: 9 min; the table, a vote, then the picture. Recap: 4 min. The other exercises and *For the curious* are for home.

# %% [markdown] id="plan" lang="zh" agreed="fe98ba9a-9d72db18" tags=["lecturer"]
# **50 分钟安排。** 准备四张牌：“小”“猫”“追”“鱼”，背面写上各自的两个输出。第 1 节 2 分钟。第 2 节 5 分钟，用牌来变：洗牌，表决，翻牌。第 3 节 8 分钟，让全班写测试。第 4 节 4 分钟。第 5 节 8 分钟，表在黑板上填。第 6 节 10 分钟，谜题两人一组。第 7 节 9 分钟，看表，表决，再看图。小结 4 分钟。其余练习和“想多了解一点”留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 07

# %% [markdown] id="recall" lang="zh" agreed="ce28e050-18226f22"
# ## 1 · 先回想第 07 课

# %% id="recall-heads"
ask("what_a_head_sees")

# %% [markdown] id="trick" lang="en"
# ## 2 · The trick
#
# Our cards are *small cat chases fish*. Without a mask, attention gives every word its output, two numbers that say how *lively* and how *strong* it has become.

# %% [markdown] id="trick" lang="zh" agreed="ff277289-d0c0f173"
# ## 2 · 魔术开始
#
# 我们的牌是“小 猫 追 鱼”。注意力先算一遍，不加掩码。每个词得到自己的输出：两个数，分别表示它变得多**活泼**、多**强壮**。

# %% id="trick-deal"
deck, shuffled, _ = load_example("first_look").sentences
heatmap(deck.trace().output, deck.tokens, deck.column_names("output"), kind="signed", title="output")

# %% [markdown] id="trick-shuffle" lang="en"
# Now somebody shuffles: *fish chases small cat*. Nothing else has been touched.

# %% [markdown] id="trick-shuffle" lang="zh" agreed="b647b135-a969a030"
# 现在有人洗牌，词的顺序变成“鱼 追 小 猫”，别的什么也没有动。

# %% id="trick-question"
ask("shuffled", then=heatmap(shuffled.trace().output, shuffled.tokens, deck.column_names("output"), kind="signed"))

# %% [markdown] id="test" lang="en"
# ## 3 · How it is done
#
# One shuffle proves little. We want a test for any cards and any order.
#
# **Exercise 1** (★, 6 min). Write that test. `f` turns n rows into n rows, as attention does. `X` holds the words, and `order` says how they are shuffled: `X[order]`. Compute two results: shuffle, then apply `f`; apply `f`, then shuffle its rows. Return one number: the largest absolute difference between the two.

# %% [markdown] id="test" lang="zh" agreed="0a2b3074-36b4d7a5"
# ## 3 · 怎么变的
#
# 只洗一次牌，也许是碰巧。较真的观众会要求一个可以反复做的测试：换哪些牌、怎么洗都行。
#
# **练习 1**（★，6 分钟）。把这个测试写出来。`f` 是一个函数，输入若干行，输出同样多的行，例如注意力；`X` 是各个词，`order` 规定怎样打乱：`X[order]`。一次先打乱再交给 `f`，一次先交给 `f` 再打乱。把两个结果相减，返回一个数：所有差的绝对值里最大的一个。

# %% id="exercise-shuffle-test" tags=["exercise"]
def my_shuffle_test(f, X, order):
    ...

shuffle_test = check.shuffle_test(my_shuffle_test)

# %% id="test-attention"
from dataclasses import replace
look = load_example("first_look")
def attention(X):
    return replace(look, X=X).trace().output

difference = shuffle_test(attention, look.X, [2, 0, 3, 1])
show({"largest_difference": difference, "< 1e-12": difference < 1e-12})

# %% [markdown] id="test-why" lang="en"
# Change the order above as you like. The secret: an output is a **sum over all words**, each value times a weight, and a sum does not care about the order of its terms. Nor do the weights: a score depends on a query and a key, not on where their words stand, and softmax divides by a sum over all words, too. So the outputs only move along with their words, which is called [**permutation equivariance**](glossary.ipynb).
#
# <details><summary>When your test is right: the law in one line</summary>
#
# Whatever the order,
#
# $$f(X[\text{order}]) = f(X)[\text{order}]$$
#
# On a computer it holds to twelve decimals, but not always to the last bit: each addition is rounded, so `print(difference)` may show a number like 2e-16.
#
# </details>

# %% [markdown] id="test-why" lang="zh" agreed="f830817f-78ce44d6"
# 上一格里的顺序，可以随便改。秘密在这里：输出是**对所有词求和**，每个值乘一个权重。分数只由一个词的查询和另一个词的键决定，和它们站在哪里无关；softmax 的分母，也是对所有词求和；而求和不在乎先后。所以输出只是跟着自己的词换了位置，这叫[**置换等变性**](glossary.ipynb)（permutation equivariance）。
#
# <details><summary>写对以后再看：一行公式</summary>
#
# 不管什么顺序，都有
#
# $$f(X[\text{order}]) = f(X)[\text{order}]$$
#
# 计算机里，两边至少有十二位小数相同，但未必每一位都相同：每加一次都要舍入，所以 `print(difference)` 显示的可能是 2e-16 这样的数。
#
# </details>

# %% [markdown] id="price" lang="en"
# ## 4 · What the trick costs
#
# Take *cat chases fish* and *fish chases cat*. Here the two numbers of a value stand for *paws* and *fins*. The verb should find out from its neighbours who is chasing. Here is where *chases* ends up in each sentence (the open circle is its own value):

# %% [markdown] id="price" lang="zh" agreed="3acffef9-cd0918be"
# ## 4 · 魔术的代价
#
# “猫 追 鱼”，“鱼 追 猫”。这里每个词的值有两个数：**爪**和**鳍**。动词应该从邻居那里得知谁在追。下图是“追”在这两句话里的输出（空心圆是它自己的值）：

# %% id="price-moves"
moves(load_example("chase"), "chases")

# %% [markdown] id="price-why" lang="en"
# Both end at the same point: nearly half *paws*, nearly half *fins*. To attention without a mask the two sentences are the same **bag of words**, and nobody can say who is chasing whom. A recurrent network reads word by word, so it gets the order for free; attention sees all words at once and, at least without a mask, must be *told*.

# %% [markdown] id="price-why" lang="zh" agreed="79925695-84769e64"
# 两句话里，“追”落在同一点上：爪和鳍各将近一半。对没有掩码的注意力来说，两句话只是同一个**词袋**（bag of words），看不出是谁在逃命。循环神经网络一个词一个词地读，词序自然就有；注意力一眼看到所有的词，至少在没有掩码时，词序只能由我们*告诉*它。

# %% [markdown] id="clock" lang="en"
# ## 5 · A position for every word
#
# We number the **positions**: $p = 0, 1, 2, \dots$ One column for each position, as in lesson 07, would mean 1,000 columns for a text of 1,000 words. A clock is better: three hands are enough to tell every second of twelve hours apart. A sine and a cosine say where a hand points, and stay within ±1.
#
# So each position gets a row of hands, which turn clockwise. Hand 0 turns by 1 radian (57°) with each position. After 6.3 positions it is back where it was; at position 44 it is nearly as at 0. Slower hands tell the two apart. Move the slider:

# %% [markdown] id="clock" lang="zh" agreed="d484025a-d112faa9"
# ## 5 · 给每个词一个位置
#
# 先给位置编号：$p = 0, 1, 2, \dots$ 第 07 课里，每个位置单独占一列；文章有 1,000 个词，就要 1,000 列。钟就好多了：三根针就能分清十二小时里的每一秒。一根指针指向哪里，用正弦和余弦两个数就能写下来；不管转多少圈，它们总在 −1 到 1 之间。
#
# 每个位置配一排指针，都从正上方起顺时针转。每过一个位置，第 0 根转过 1 弧度（约 57°）；每过 6.3 个位置，它又回到原处；到位置 44 转满七圈，和位置 0 几乎分不清，要靠后面更慢的指针来分。拖动滑块：

# %% id="clock-live"
from classroom import live
def hands(place=40):
    return clocks(positional_encoding(64, 8)[place])
live(hands, place=(0, 63, 1))

# %% [markdown] id="clock-hand" lang="en"
# A row of $d$ numbers holds $d/2$ hands, each slower than the one before by the same factor. At position $p$, hand $i$ (from 0 to $d/2 - 1$) is
#
# $$\left(\sin \frac{p}{10000^{2i/d}},\ \cos \frac{p}{10000^{2i/d}}\right)$$
#
# This is the **sinusoidal** [**positional encoding**](glossary.ipynb) of the first Transformer ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.5). With their 10000 and $d = 512$, the last hand needs 60,600 positions for a turn. On paper, with $d = 4$, hand 0 has the angle $p$ and hand 1 the angle $p/100$, in radians:
#
# | position | $\sin p$ | $\cos p$ | $\sin(p/100)$ | $\cos(p/100)$ |
# |---|---|---|---|---|
# | 0 | 0 | 1 | 0 | 1 |
# | 1 | 0.8415 | 0.5403 | 0.0100 | 1.0000 |
#
# **Exercise 2** (★★, 8 min). Write `my_positional_encoding`: from `n` and `d_model` to (n, d_model), a row for each position.

# %% [markdown] id="clock-hand" lang="zh" agreed="c4d8593f-bdfb606c"
# 一行有 $d$ 个数，就是 $d/2$ 根指针，一根比一根慢，每次慢的倍数相同。在位置 $p$，第 $i$ 根（从 0 到 $d/2 - 1$）是
#
# $$\left(\sin \frac{p}{10000^{2i/d}},\ \cos \frac{p}{10000^{2i/d}}\right)$$
#
# 这就是最初的 Transformer 用的**正弦**[**位置编码**](glossary.ipynb)（positional encoding，[Vaswani 等，2017](https://arxiv.org/abs/1706.03762)，3.5 节）。10000 是论文作者选的，$d = 512$ 时，最后一根要过约 60,600 个位置才转完一圈。取 $d = 4$，手算两个位置：第 0 根指针的角是 $p$ 弧度，第 1 根是 $p/100$ 弧度。
#
# | 位置 | $\sin p$ | $\cos p$ | $\sin(p/100)$ | $\cos(p/100)$ |
# |---|---|---|---|---|
# | 0 | 0 | 1 | 0 | 1 |
# | 1 | 0.8415 | 0.5403 | 0.0100 | 1.0000 |
#
# **练习 2**（★★，8 分钟）。写出 `my_positional_encoding`：由 `n` 和 `d_model` 得到 (n, d_model)，一个位置一行。

# %% id="exercise-positional-encoding" tags=["exercise"]
def my_positional_encoding(n, d_model):
    ...

positional_encoding = check.positional_encoding(my_positional_encoding)

# %% [markdown] id="promise" lang="en"
# ## 6 · The trick, spoiled
#
# In the rows of *cat*, *chases* and *fish* two columns are empty, all zeros. There we add hand 0, (sin p, cos p), to every word: $X + P$.

# %% [markdown] id="promise" lang="zh" agreed="71515f8d-bb38db00"
# ## 6 · 魔术失灵了
#
# 在“猫”“追”“鱼”的词向量里，有两列空着，都是 0。我们就在那里给每个词加上第 0 根指针 (sin p, cos p)：$X + P$。

# %% id="promise-moves"
from dataclasses import replace
chase, P = load_example("chase"), np.zeros((3, 6))
P[:, 4:] = positional_encoding(3, 2)
moves(replace(chase, X=chase.X + P), "chases")

# %% [markdown] id="promise-seen" lang="en"
# In *cat chases fish* the chaser has paws, in *fish chases cat* fins. How does *chases* find the word before it? The last two columns of $X$ are the hands. $W_Q$ turns them; $W_K$ copies them, and *noun*, into the keys:

# %% [markdown] id="promise-seen" lang="zh" agreed="aeacde94-c7695d83"
# 在“猫 追 鱼”里，追的一方有爪；在“鱼 追 猫”里，追的一方有鳍。“追”是怎样找到前一个词的？先把数摆出来：$X$ 的最后两列是指针，$W_Q$ 会拨动指针，$W_K$ 只把“名词”和指针原样抄进键里：

# %% id="promise-explorer"
both = chase.with_positions(P)
Explorer(both, ("X", "W_Q", "Q", "K", "scores", "weights", "output"), selected=("scores", 1, 0), sentence=2, controls=("sentence", "undo"))

# %% [markdown] id="promise-why" lang="en"
# The query of *chases₁* is (4, 0, 4). Its first 4 looks for a noun. The rest, (0, 4), is a hand: four times as long as the hand of *cat₀*, and it points the same way. $W_Q$ has turned the hand of *chases₁* **back by one position**. So the key of *cat₀* gets the largest score:
#
# | key | hand | (0, 4) · hand | 4 · *noun* | score |
# |---|---|---|---|---|
# | cat₀ | (0, 1) | 4.00 | 4 | 8.00 |
# | chases₁ | (0.84, 0.54) | 2.16 | 0 | 2.16 |
# | fish₂ | (0.91, −0.42) | −1.67 | 4 | 2.33 |

# %% [markdown] id="promise-why" lang="zh" agreed="b5f179db-ee376846"
# “追₁”的查询是 (4, 0, 4)。第一个 4 用来找名词；后面的 (0, 4) 是一根指针，指的方向和“猫₀”的一样，长度是它的四倍。也就是说，$W_Q$ 把“追₁”的指针**往回拨了一个位置**。所以三个键里，“猫₀”的分数最高：
#
# | 键 | 指针 | (0, 4) · 指针 | 4 · 名词 | 分数 |
# |---|---|---|---|---|
# | 猫₀ | (0, 1) | 4.00 | 4 | 8.00 |
# | 追₁ | (0.84, 0.54) | 2.16 | 0 | 2.16 |
# | 鱼₂ | (0.91, −0.42) | −1.67 | 4 | 2.33 |

# %% [markdown] id="promise-turn" lang="en"
# The same $W_Q$ turns the hand back at every position $p$, because always
#
# $$\sin(p - 1) = \sin p \cdot \cos 1 - \cos p \cdot \sin 1 \qquad \cos(p - 1) = \sin p \cdot \sin 1 + \cos p \cdot \cos 1$$
#
# Column *sin* of $W_Q$ is the first formula times 4: $4 \cos 1$ (2.16) in row *sin p*, $-4 \sin 1$ (−3.37) in row *cos p*. Column *cos* is the second one, in the same way. The 4 makes differences between scores larger and so sharpens the softmax.

# %% [markdown] id="promise-turn" lang="zh" agreed="78b4b478-bed5aefd"
# 同一个 $W_Q$，在哪个位置都往回拨一个。由两角差的公式，不管 $p$ 是几，都有
#
# $$\sin(p - 1) = \sin p \cdot \cos 1 - \cos p \cdot \sin 1 \qquad \cos(p - 1) = \sin p \cdot \sin 1 + \cos p \cdot \cos 1$$
#
# $W_Q$ 的“sin”列就是第一个公式里的两个系数乘 4：“sin p”行是 $4 \cos 1$（2.16），“cos p”行是 $-4 \sin 1$（−3.37）。“cos”列同样由第二个公式得到。为什么乘 4？分数的差变成 4 倍，softmax 就更集中。

# %% [markdown] id="promise-told" lang="en"
# <details><summary>Why does cat₀ look mostly at itself?</summary>
#
# Nobody stands before *cat₀*. Its query asks for position −1, and of the three hands its own is nearest to that.
#
# </details>

# %% [markdown] id="promise-told" lang="zh" agreed="e467cc54-2d806045"
# <details><summary>“猫₀”为什么主要看自己？</summary>
#
# “猫₀”前面没有词，离位置 −1 最近的，就是它自己的指针。
#
# </details>

# %% [markdown] id="puzzle" lang="en"
# **Puzzle.** Who is being chased? Change $W_Q$ so that every word looks one place ahead: *chases₁ → fish₂* above 0.9, *cat₀ → chases₁* above 0.5. Change only signs; two are enough.

# %% [markdown] id="puzzle" lang="zh" agreed="a12abe49-1b2e7f75"
# **谜题。** 被追的是谁？改 $W_Q$，让每个词都看后一个位置：“追₁ → 鱼₂”的权重大于 0.9，“猫₀ → 追₁”大于 0.5。只要改两个数的正负号。

# %% id="puzzle-explorer"
chase, P = load_example("chase"), np.zeros((3, 6))
P[:, 4:] = positional_encoding(3, 2)
cat_chases_fish = chase.with_positions(P).select(2)
Explorer(cat_chases_fish, ("X", "W_Q", "Q", "K", "weights"), goal="look_ahead", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# A turn by +1 has the same cosine as a turn by −1, and the opposite sine: write −3.37 in row *sin p*, column *cos*, and 3.37 in row *cos p*, column *sin*. The weights become 0.93 and 0.59.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="1da3e5c7-a85f3ecb"
# <details><summary>一个解法</summary>
#
# 转 +1 和转 −1，余弦相同，正弦相反：“sin p”行“cos”列改成 −3.37，“cos p”行“sin”列改成 3.37。权重变成 0.93 和 0.59。
#
# </details>

# %% [markdown] id="beyond" lang="en"
# ## 7 · Sentences longer than in training
#
# Clock hands that are added are one way to tell a model the order. We compare four:
#
# | way | what a position does | used in |
# |---|---|---|
# | **sinusoidal** | its clock hands are added to $X$ | the first Transformer |
# | **learned** | a row of its own, found by training, is added to $X$ | BERT, GPT-2 |
# | [**ALiBi**](https://arxiv.org/abs/2108.12409) | the farther apart two words stand, the more is taken off their score: say 0, 0.5, 1, 1.5 at distances 0 to 3 | BLOOM |
# | [**RoPE**](https://arxiv.org/abs/2104.09864) | query and key are turned like clock hands; only the difference of their positions counts | Llama, the model of lesson 13 |

# %% [markdown] id="beyond" lang="zh" agreed="500f000a-95f5bc1b"
# ## 7 · 句子比训练时更长
#
# 加上指针只是一种办法。怎样把词序告诉模型，这里比较四种：
#
# | 办法 | 位置怎样起作用 | 用在哪里 |
# |---|---|---|
# | **正弦** | 把位置的指针加进 $X$ | 最初的 Transformer |
# | **可学习** | 每个位置一行，由训练得到，加进 $X$ | BERT、GPT-2 |
# | [**线性偏置 ALiBi**](https://arxiv.org/abs/2108.12409) | 两个词离得越远，分数扣得越多：比如相隔 0、1、2、3 个位置，扣 0、0.5、1、1.5 | BLOOM |
# | [**旋转位置编码 RoPE**](https://arxiv.org/abs/2104.09864) | 像拨指针那样转动查询和键，起作用的只有位置之差 | Llama，第 13 课的模型 |

# %% [markdown] id="beyond-turned" lang="en"
# How can a score depend on a difference alone? **RoPE** reads each query and key as a row of hands, two numbers a hand. At position $p$ it turns each hand $p$ times by that hand's own angle. A dot product of two hands depends only on their lengths and on the angle between them.
#
# Below, the first clock shows a hand of a word's query, the second a hand of the key before it (unturned, both point up), the third the angle between them. The right number below the third, the cosine, is their dot product. Move the word: both hands turn, the angle stays.

# %% [markdown] id="beyond-turned" lang="zh" agreed="c42c6e42-45f4d9f6"
# 分数怎么能只看位置之差？**RoPE** 把每个查询、每个键都当作一排指针，两个数一根。每根指针每过一个位置转多少，是事先定好的；词在位置 $p$，就转它的 $p$ 倍。两根指针的点积，只看它们的长短和夹角。
#
# 第一个钟面，是一个词的查询里的一根指针；第二个，是前一个词的键里的一根（转之前都指着正上方）；第三个是两者的夹角，下面右边那个数（余弦）就是两者的点积。拖动滑块，让这个词换位置：两根指针都在转，夹角不变。

# %% id="beyond-rope"
from classroom import live

def two_hands(place=2):
    query, key = positional_encoding(64, 2)[[place, place - 1]]
    between = [query @ (key[::-1] * [1, -1]), query @ key]  # sin(a - b), cos(a - b)
    return clocks([*query, *key, *between], names=["query", "key", "angle_between"])

live(two_hands, place=(1, 63, 1))

# %% [markdown] id="beyond-trained" lang="en"
# We trained ten small models for each of the four ways and, to compare, ten with *no positions*. All have two blocks (attention and a little more, lesson 09) and a causal mask. A sentence has 16 words, drawn at random from a vocabulary of 8; at each position the models learn to name the **previous word**.

# %% [markdown] id="beyond-trained" lang="zh" agreed="c157873d-b1608982"
# 每种办法我们都训练了十个两层的小模型（每层除了注意力，还有第 09 课要讲的几个部件），都带因果掩码；另有十个完全*不加位置*，用来对照。它们读 16 个词的句子，词从 8 种里随机抽取，要在每个位置说出**前一个词**。

# %% [markdown] id="beyond-within" lang="en"
# Within 16 words the four ways are right, *ALiBi* with a few mistakes. Even *no positions* is right 97 times in 100: under the mask each word sees only itself and the words before it, and that tells something of the order. Now the sentences have 64 words:

# %% [markdown] id="beyond-within" lang="zh" agreed="476cbe86-6418ee85"
# 16 个词以内，四种办法都答得对，只有 ALiBi 偶尔出错。就连“无位置”的，100 次里也能对 97 次：有因果掩码，每个词只看得到自己和前面的词，这就透露了一点先后。现在让它们读 64 个词的句子：

# %% id="beyond-question"
results = load_results("positions")
five = {kind: results["blocks_2"][kind] for kind in ("sinusoidal", "learned", "ALiBi", "RoPE", "no_positions")}
ask("beyond_sixteen", then=bands(results["places"], five, xlabel="place", ylabel="share_right"))

# %% [markdown] id="beyond-fall" lang="en"
# <details><summary>In the picture: why do the two highest lines fall at all?</summary>
#
# Words at distances above 15, which training never showed, mislead these models. At position 63 *ALiBi* is right 82 times in 100 and *RoPE* 53. If we hide the words that are too far away, the two models are right 95 and 100 times in 100. (This task allows that: its answer is always near.)
#
# </details>

# %% [markdown] id="beyond-fall" lang="zh" agreed="d0fb415e-ef724173"
# <details><summary>图里最高的两条线，为什么也会下降？</summary>
#
# 干扰它们的，是距离超过 15 的词，训练时从没见过。在位置 63，每 100 次里 *ALiBi* 对 82 次，*RoPE* 对 53 次；把这些太远的词遮住，就是 95 次和 100 次。（能这样遮，是因为这个任务的答案总在近处。）
#
# </details>

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# The cards are face down. Two questions:

# %% [markdown] id="recap" lang="zh" agreed="cba0f543-9c9047d5"
# ## 8 · 小结
#
# 收牌之前，两个问题：

# %% id="recap-question-1"
ask("twins")

# %% id="recap-question-2"
ask("equivariant")

# %% [markdown] id="recap-points" lang="en"
# * Without positions and without a mask, a word's output does not depend on the order of the words.
# * A sinusoidal encoding gives each position a row of clock hands. $W_Q$ can turn a hand back to the previous position.
# * In our experiment, models that add positions to $X$ fail soon after the training length: from position 17 on, no positions did better. *ALiBi* and *RoPE*, which act on the scores, hold out longer; far beyond, some *RoPE* models fall below those without positions.
#
# Next: attention can look and mix, and knows the order. Why is there more in a Transformer? [Lesson 09, the block →](09_block.ipynb)

# %% [markdown] id="recap-points" lang="zh" agreed="c572330b-22b98f77"
# * 不加位置，也没有掩码，注意力只是对所有词加权求和，不管先后。
# * 正弦编码给每个位置一排指针；$W_Q$ 能把指针拨回前一个位置。
# * 在我们的实验里，把位置加进 $X$ 的模型，一过训练长度，很快就不灵了，从位置 17 起，还不如完全不加位置的；*ALiBi* 和 *RoPE* 把位置用在分数里，走得更远；不过再往后，有几个 *RoPE* 模型也跌到了“无位置”的下面。
#
# 下一课：注意力会看、会混合，现在也知道词序了。Transformer 里为什么还需要别的部件？[第 09 课，Transformer 块 →](09_block.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# What else passes your test? Can a word tell its position by a mask and a start word? How do positions tell a distance, and why are they added? And a closer look at ALiBi and RoPE.

# %% [markdown] id="later" lang="zh" agreed="c8381a79-56c6d48d"
# ## 想多了解一点
#
# 还有谁能通过你的测试？有掩码，再加一个开头词，词能不能知道自己排第几？位置怎样说出距离，为什么用加法？再细看 ALiBi 和 RoPE。

# %% [markdown] id="curious" lang="en"
# **What else passes your test?** We try four candidates: halving each row, a causal mask, positions, and a running sum, which reads word by word as a recurrent network does:

# %% [markdown] id="curious" lang="zh" agreed="99b2b2ac-ee1237d0"
# **还有谁能通过你的测试？** 试四种：每一行各自减半；加因果掩码；加位置；像循环神经网络那样一个词一个词地累加：

# %% id="curious-test"
X, P = load_example("first_look").X, positional_encoding(4, 6)
tried = {
    "halved": lambda X: X / 2,
    "with_causal_mask": lambda X: attend(X, X, X, causal_mask(4)).output,
    "with_positions": lambda X: attend(X + P, X + P, X + P).output,
    "running_sum": lambda X: X.cumsum(0),
}
show({name: mine.shuffle_test(f, X, [2, 0, 3, 1]) for name, f in tried.items()})

# %% [markdown] id="curious-told" lang="en"
# Only halving passes: its difference is 0. The others treat a word differently according to where it stands, so each of them can tell the order.

# %% [markdown] id="curious-told" lang="zh" agreed="86840de7-028ea7ea"
# 只有减半通过，结果是 0。另外三种，这里的词换了位置，输出就变，所以都分得清先后。

# %% [markdown] id="encore" lang="en"
# **Where am I?** Ten other models, with one block and one head, learn to name *each word's own* position, 0 to 9. Position 0 always holds the same start word, which occurs nowhere else. Without positions and without a mask they recognise the start word, and on average guess one of the other nine right: 2 of 10.

# %% [markdown] id="encore" lang="zh" agreed="b2d0729c-5c3cd02d"
# **我排第几？** 另外训练十个模型，都只有一层、一个头，要在每个词那里说出*它自己*的位置，从 0 到 9。位置 0 上总是同一个词，这个词不在别处出现。先不加位置编码，也不加掩码。开头的词认得出来，这个位置总能答对；其余九个位置只能瞎猜，平均碰对 1 个：10 个里一共对 2 个。

# %% id="encore-question"
results = load_results("positions")
equal = heatmap(softmax(np.where(causal_mask(6), 0, -np.inf)), keep=causal_mask(6), title="weights")
ten = {str(k): pair for k, pair in enumerate(zip(results["full"].round(2), results["causal"].round(2)), 1)}
ask("own_place", then=[table(model=["no_mask", "with_causal_mask"], **ten), equal])

# %% [markdown] id="far" lang="en"
# **What does the dot product of two positions tell?** Suppose that $W_Q$ and $W_K$ pass the numbers of a position on unchanged. Then the score of the positions $p$ and $p + k$ contains the dot product of their two rows of $P$. A hand with the angles $a$ and $b$ contributes $\sin a \sin b + \cos a \cos b = \cos(a - b)$ to it, so
#
# $$P_p \cdot P_{p+k} = \sum_i \cos \frac{k}{10000^{2i/d}}$$
#
# The position $p$ is gone. Only the **distance** $k$ is left. For $d = 64$:

# %% [markdown] id="far" lang="zh" agreed="4badf7cd-f2b94151"
# **两个位置的点积说明什么？** 假设 $W_Q$、$W_K$ 都不改动位置，那么位置 $p$ 和 $p + k$ 在分数里就有一项只由它们决定：$P$ 的两行的点积。一根指针在这两处的角是 $a$ 和 $b$，它的贡献就是 $\sin a \sin b + \cos a \cos b = \cos(a - b)$，所以
#
# $$P_p \cdot P_{p+k} = \sum_i \cos \frac{k}{10000^{2i/d}}$$
#
# $p$ 不见了，只剩下**距离** $k$。取 $d = 64$：

# %% id="far-curve"
P = positional_encoding(101, 64)
curves(np.arange(101), {"P Pᵀ": P @ P[0]}, xlabel="distance", ylabel="dot_product")

# %% [markdown] id="far-end" lang="en"
# For the first five steps the nearer of two positions has the larger dot product. After that the line sometimes rises again: seen from position 0, position 100 (17.9) looks nearer than position 50 (15.7). And the dot product never tells on which *side* a word stands. That is left to $W_Q$ and $W_K$, which can turn the hands.

# %% [markdown] id="far-end" lang="zh" agreed="5c6e4eb6-07068abe"
# 头五步以内，越近点积越大。再往后，曲线有时又会升高：隔 100 个位置（17.9）看起来反而比隔 50 个（15.7）近。词在**前**还是在**后**，点积根本看不出。要分清，得靠 $W_Q$ 和 $W_K$ 去拨指针。

# %% [markdown] id="far-why" lang="en"
# **Why are positions added, and not appended?** Appending takes more columns, and in the end it comes down to adding as well: if $W_1$ and $W_2$ are the upper and the lower rows of $W$, then $[X\ P]\,W = X W_1 + P W_2$. But can two things that were added still be told apart? 500 times we add one of 1,000 random words and one of 64 positions, and look for both by dot product:

# %% [markdown] id="far-why" lang="zh" agreed="63c6be00-52fb4ffd"
# **为什么是相加，而不是拼接？** 拼接要多占几列，到头来还是相加：把 $W$ 的行分成上下两块 $W_1$、$W_2$，就有 $[X\ P]\,W = X W_1 + P W_2$。可是加在一起的两样东西，还分得开吗？我们随机取一个词（共 1,000 个）和一个位置（共 64 个）相加，做 500 次，再用点积把两者找出来：

# %% id="far-added"
def found(d, rng=np.random.default_rng(0)):
    E, P = rng.standard_normal((1000, d)), positional_encoding(64, d)
    word, place = rng.integers(1000, size=500), rng.integers(64, size=500)
    x = E[word] + P[place]
    return [((x @ E.T).argmax(-1) == word).mean(), ((x @ P.T).argmax(-1) == place).mean()]

d = 2 ** np.arange(2, 10)
curves(d, dict(zip(["word", "place"], np.transpose([found(k) for k in d]))), xlabel="d_model", ylabel="share_found", log="x")

# %% [markdown] id="far-room" lang="en"
# With only a few numbers, word and position blur together; with 64 numbers every word is found. In many dimensions, random rows are nearly perpendicular to one another, and to these positions too. (A position is found only about half the time with 64 numbers, mainly since neighbouring positions are much alike; also its **norm**, the square root of the sum of its squares, is smaller than a word's.) So adding need not lose the word.

# %% [markdown] id="far-room" lang="zh" agreed="ffe31918-dbbd021d"
# 一行只有几个数的时候，两者混在一起；有 64 个数，每个词都找得回来。维数一高，随机的行彼此几乎垂直，和这些位置也几乎垂直。（位置在 64 个数时只找回一半左右，主要因为相邻的位置很像；它的**模长**，也就是各数平方和的平方根，又比词的小。）所以相加不一定会丢掉词。

# %% [markdown] id="beyond-tie" lang="en"
# **How ALiBi counts the distance.** In *big cat chases big fish*, without positions, the two *big* have the same row, the same key and so the same score. Distance can break the tie.
#
# Exercise 3, to take home (★). Write `my_distance_bias(n, slope)`. It returns an (n, n) table to be added to the scaled scores: $-\text{slope} \cdot |i - j|$. (`slope` is what each further place takes off; in ALiBi each head has its own.)

# %% [markdown] id="beyond-tie" lang="zh" agreed="2782842f-8aa7aaf9"
# **ALiBi 怎样算距离。** “大 猫 追 大 鱼”，不加位置，两个“大”的行相同，键相同，分数也就相同：打成平手。这时可以用距离来分胜负。
#
# 练习 3，课后做（★）。写出 `my_distance_bias(n, slope)`：返回 (n, n) 的表，其中的数是 $-\text{slope} \cdot |i - j|$，要加到缩放后的分数上。（`slope` 是斜率：每远一个位置，减去多少。ALiBi 的每个头各有一个斜率。）

# %% id="exercise-distance-bias" tags=["exercise"]
def my_distance_bias(n, slope):
    ...

distance_bias = check.distance_bias(my_distance_bias)

# %% [markdown] id="beyond-tie-broken" lang="en"
# *fish* looks for its adjective, which should be the nearer one. Say its scaled scores for *big · cat · chases · big · fish* are 2, 0, 0, 2, 0. These are its weights, before the table is added and after:

# %% [markdown] id="beyond-tie-broken" lang="zh" agreed="490563fc-85866356"
# “鱼”在找它的形容词，该是近的那一个。假设它给“大 · 猫 · 追 · 大 · 鱼”的缩放后的分数是 2、0、0、2、0，加这张表之前和之后，权重各是：

# %% id="beyond-tie-code"
S = np.array([[2.0, 0, 0, 2, 0]])
show(before=softmax(S), after=softmax(S + distance_bias(5, 0.5)[4]))

# %% [markdown] id="curious-rope" lang="en"
# **RoPE in a few lines**, with four hands. The positions differ by 2 both times, so the score is the same. (A difference has a sign: unlike ALiBi, RoPE tells *one before* from *one after*.)

# %% [markdown] id="curious-rope" lang="zh" agreed="548c4f40-d6c02b51"
# **RoPE 只要几行代码。** 这里有四根指针；两次的位置之差都是 2，所以分数相同。（这个差有正有负，和 ALiBi 不同，在前还是在后也分得清。）

# %% id="curious-rope-code"
def turned(x, p):
    angle = p / 10000 ** (np.arange(0, len(x), 2) / len(x))
    one, other = x[0::2], x[1::2]
    return np.stack([one * np.cos(angle) + other * np.sin(angle), other * np.cos(angle) - one * np.sin(angle)])

q, k = np.random.default_rng(0).standard_normal((2, 8))
show({"5, 3": (turned(q, 5) * turned(k, 3)).sum(), "22, 20": (turned(q, 22) * turned(k, 20)).sum()})
