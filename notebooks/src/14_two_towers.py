# %% [markdown] id="title" lang="en"
# # 14 · Two towers: a date is translated
#
# How does one text become another, when the words move, and there are more or fewer of them?
#
# The first Transformer was made for this: one stack of blocks reads, another writes. We build both from your functions, train them for a few seconds to turn *7 july 2003* into *2003年7月7日*, and look where the writer looks. Nobody tells it where.
#
# About 45 minutes, and 25 for the exercises, in two sittings. You need lessons 06 and 08 to 13.

# %% [markdown] id="title" lang="zh" agreed="351ff79a-89aed6ec"
# # 14 · 两座塔：日期的翻译
#
# 一段文本变成另一段，词的次序变了，个数也变了，这是怎么做到的？
#
# 最早的 Transformer 就是为此造的：一叠块读，另一叠块写，好比两座塔。这一课用你写的函数把两座塔搭起来，训练几秒钟，让它把 *7 july 2003* 译成“2003年7月7日”，再看它写的时候在看哪里。译文里的哪个字符该看原文的哪个字符，没有人告诉过它。
#
# 约 45 分钟，练习另需 25 分钟，分两次学。需要先学第 06 课和第 08 到 13 课。

# %% id="setup"
import numpy as np
from attnlib import heatmap, load_results, show, table, use_language
from classroom import ask, check, machine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("cross_attention", steps=(), towers=2)

# %% [markdown] id="links" lang="en"
# [← 13](13_it_writes.ipynb) · [Glossary](glossary.ipynb)

# %% [markdown] id="links" lang="zh" agreed="b6d8e5b7-6b397179"
# [← 13](13_it_writes.ipynb) · [术语表](glossary.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Sections 1 and 2: 7 min. Section 3: 7 min; draw both towers on the board and let the hall say where Q, K and V of each attention come from, before the table does. Section 4: 8 min; train in front of them. Section 5: 12 min; vote on the picture before it is shown, and on the hidden digit. Sections 6 and 7: 8 min. Section 8: 5 min. Section 9 and recap: 3 min. Worth asking: what would have to change for a date that the alphabet does not know?

# %% [markdown] id="plan" lang="zh" agreed="ec4efa1c-75ae2ba9" tags=["lecturer"]
# **50 分钟安排。** 第 1、2 节 7 分钟。第 3 节 7 分钟：在黑板上画出两座塔，先让大家说每处注意力的 Q、K、V 从哪里来，再看表。第 4 节 8 分钟，当场训练。第 5 节 12 分钟：图出来之前先表决，数字遮住以后会怎样也先表决。第 6、7 节 8 分钟。第 8 节 5 分钟。第 9 节和小结 3 分钟。可以问：遇到字母表里没有的日期，要改哪里？

# %% [markdown] id="dates" lang="en"
# ## 1 · A text turned around
#
# We translate dates, letter by letter; every character counts as a letter. The year moves from the end to the beginning, and 10 to 17 letters become 9 to 11. A stack that gives one row for each row it gets, as in lesson 12, cannot put a translation in their place.
#
# From 1900 to 2099 there are 67,200 such dates (days 1 to 28). A fifth of them is the test set: no step of the training sees one. Five of these:

# %% [markdown] id="dates" lang="zh" agreed="566b5bf5-fb338b26"
# ## 1 · 前后颠倒的文本
#
# 我们一个字符一个字符地翻译日期。年从最后换到最前；原文有 10 到 17 个字符，译文有 9 到 11 个。像第 12 课那样只读的模型，进去几行就出来几行，长短不同就不好办。
#
# 从 1900 到 2099 年，每月取 1 到 28 日，共有 67,200 个日期。其中五分之一是测试集，训练时一步也见不到。看其中五个：

# %% id="dates-shown" tags=["torch"]
from classroom.lab.dates import START, Dates, numbers_of, text_of
dates = Dates()
table(**dates.pairs(5))

# %% [markdown] id="signs" lang="en"
# There are 38 signs: 35 letters, and three that are none, padding (number 0), start and end. A translation has 12 places; after its last letter, end signs fill the rest.

# %% [markdown] id="signs" lang="zh" agreed="d40a92dc-7530c48b"
# 一共有 38 个符号：35 个字符，再加上填充（0 号）、开始符、结束符。译文一律占 12 个位置，最后一个字符后面，用结束符补满。

# %% [markdown] id="reader" lang="en"
# ## 2 · The tower that reads
#
# The [**encoder**](glossary.ipynb) reads all letters at once. Each looks both ways, at everything but the padding behind short dates. Out comes a row for each letter.
#
# The other tower asks these rows by [**cross-attention**](glossary.ipynb) (lesson 06): queries from the text that is being written, keys and values from the one that was read.
#
# **Exercise 1** (★, 6 min). Write `my_cross_attention`. `x` (..., n, d) is being written, `context` (..., m, d_c) was read; `is_token` (..., m) is False at padding.

# %% [markdown] id="reader" lang="zh" agreed="a067d2b0-f3fc119e"
# ## 2 · 读的那座塔
#
# [**编码器**](glossary.ipynb)把所有字符一次读完。每个字符前后都看得到，只有短日期后面的填充看不到。读完以后，每个字符得到一行数。
#
# 另一座塔用[**交叉注意力**](glossary.ipynb)（第 06 课）来问这些行：查询来自正在写的文本，键和值来自读过的文本。
#
# **练习 1**（★，6 分钟）。写出 `my_cross_attention`。`x` (..., n, d) 是正在写的，`context` (..., m, d_c) 是读过的；`is_token` (..., m) 在填充的位置上是 False。


# %% id="exercise-cross-attention" tags=["exercise"]
def my_cross_attention(x, context, is_token, W_Q, W_K, W_V):
    ...

cross_attention = check.cross_attention(my_cross_attention)

# %% [markdown] id="encoder" lang="en"
# If `context` is `x` itself, this is self-attention. So the encoder needs nothing new: letters become rows, positions are added, and your block of lesson 09 follows, with one norm after it. `reading_parts` gives your functions the parameters `P`, random numbers that section 4 makes; all attentions have one head. `source > 0` is False at padding.

# %% [markdown] id="encoder" lang="zh" agreed="21a4d478-ce6cb94f"
# `context` 就是 `x` 的时候，它便是自注意力。所以编码器不用添什么新东西：字符变成行，加上位置，再经过你在第 09 课写的块，最后归一化一次。`reading_parts` 把参数 `P`（起初是随机数，第 4 节才生成）填进你的函数；每处注意力都只有一个头。`source > 0` 在填充的位置上是 False。

# %% id="encode" tags=["torch"]
import torch
from classroom.lab.dates import reading_parts, writing_parts
from classroom.lab.numpy_bridge import on_tensors as yours
def encode(source):  # (batch, 17)
    *parts, last_norm = reading_parts(yours, P, source > 0)
    x = P["letters"][source] + P["read_places"]  # (batch, 17, 32)
    return last_norm(yours.block(x, *parts))

# %% [markdown] id="writer" lang="en"
# ## 3 · The tower that writes
#
# A block of the [**decoder**](glossary.ipynb) has three sublayers, each with a norm before it, as in lesson 09, and a residual connection around it. The map above has the norm of 2017, after each sum.
#
# | sublayer | Q from | K and V from | mask |
# |:--|:--|:--|:--|
# | self-attention | what is written so far | what is written so far | causal |
# | cross-attention | what is written so far | the encoder's last rows, in every block | padding |
# | feed-forward network | each row by itself | | |
#
# **Exercise 2** (★★, 7 min). Write `my_decoder_block`. All but `x` and `context` are functions; `cross_attention` takes rows and the context, which the encoder has normalised already.

# %% [markdown] id="writer" lang="zh" agreed="aca623ac-d65d5418"
# ## 3 · 写的那座塔
#
# [**解码器**](glossary.ipynb)的一个块里有三个子层，每个子层前面有归一化（和第 09 课一样），外面有残差连接。开头那张图是 2017 年的样子，先相加，再归一化。
#
# | 子层 | Q 来自 | K、V 来自 | 掩码 |
# |:--|:--|:--|:--|
# | 自注意力 | 已经写出的 | 已经写出的 | 因果掩码 |
# | 交叉注意力 | 已经写出的 | 编码器最后的各行，每个块都用它 | 遮填充 |
# | 前馈网络 | 每行各算各的 | | |
#
# **练习 2**（★★，7 分钟）。写出 `my_decoder_block`。除了 `x` 和 `context`，其余都是函数；`cross_attention` 要给两样，各行和 `context`。编码器已经把 `context` 归一化过了。

# %% id="exercise-decoder-block" tags=["exercise"]
def my_decoder_block(x, context, norm_1, self_attention, norm_2, cross_attention, norm_3, feed_forward):
    ...

decoder_block = check.decoder_block(my_decoder_block)

# %% [markdown] id="decoder" lang="en"
# `decode` turns the letters written so far into probabilities of the next; `seen` waits for section 5. It computes everything anew for each letter. With a cache (lesson 11), the keys and values of self-attention grow by a row a letter, and those of cross-attention need to be computed only once.

# %% [markdown] id="decoder" lang="zh" agreed="ab11cabe-7a223863"
# `decode` 由已经写出的字符，算出下一个字符的概率；`seen` 到第 5 节再用。为了短，它每写一个字符都从头算。用缓存的话（第 11 课），自注意力的键和值每写一个字符多一行，交叉注意力的键和值只要算一次。

# %% id="decode" tags=["torch"]
def decode(target, context, is_token, seen=None):  # (batch, n), (batch, 17, 32), (batch, 17)
    *parts, last_norm = writing_parts(yours, P, is_token, seen)
    x = P["letters"][target] + P["write_places"][: target.shape[-1]]  # (batch, n, 32)
    x = yours.decoder_block(x, context, *parts)
    return yours.softmax(last_norm(x) @ P["out"])  # (batch, n, 38)

# %% [markdown] id="train" lang="en"
# ## 4 · It learns
#
# With [**teacher forcing**](glossary.ipynb) the decoder reads the *true* translation, moved one place to the right, with a start sign in front. So at each place it has the letters before it, and has to name the next. All twelve places learn at once; the causal mask keeps each from seeing its answer.

# %% [markdown] id="train" lang="zh" agreed="ca5610a6-6fd0fd84"
# ## 4 · 让它学
#
# 训练时用[**教师强制**](glossary.ipynb)：解码器读的是**正确**的译文，整个往右挪一格，前面放一个开始符。这样，在每个位置上，它手里有前面的各个字符，要说出下一个。十二个位置同时学，靠因果掩码，谁也看不到自己的答案。


# %% id="train-step" tags=["torch"]
def shifted(target):
    return torch.cat([torch.full((len(target), 1), START), target[:, :-1]], 1)
def loss_of(source, target):
    p = decode(shifted(target), encode(source), source > 0)  # (batch, 12, 38)
    return yours.loss(p.flatten(0, 1), target.flatten())

# %% [markdown] id="train-until" lang="en"
# `train` is the loop of lesson 10, with 32 dates a step. It stops when the mean loss of 20 steps is below 0.005, and also returns a copy of the model half trained, after 100 steps, for section 8.

# %% [markdown] id="train-until" lang="zh" agreed="95c8589e-b16bcc79"
# `train` 就是第 10 课的循环，每一步抽 32 个日期，连续 20 步的平均损失低于 0.005 就停。第 100 步时还留下一份，只学了一半，第 8 节要用。

# %% id="train-run" tags=["torch"]
P = dates.parameters()
steps, half = dates.train(P, loss_of)
show(steps=steps, numbers_trained=sum(numbers.numel() for numbers in P.values()))

# %% [markdown] id="write-text" lang="en"
# When it writes, there is no teacher: it reads its own letters, one more each time. The translation ends at the first end sign, so the model decides how long it is.

# %% [markdown] id="write-text" lang="zh" agreed="86fdf4f6-2795866f"
# 真的写起来，就没有老师了：它读自己写出的字符，每次多读一个。写出结束符，译文就到此为止，长短由模型自己决定。

# %% id="write" tags=["torch"]
@torch.no_grad()
def write(context, is_token):
    written = torch.full((len(context), 1), START)
    for _ in range(12):
        p = decode(written, context, is_token)[:, -1]  # (batch, 38)
        written = torch.cat([written, p.argmax(-1, keepdim=True)], 1)
    return written[:, 1:]

# %% id="write-test" tags=["torch"]
source, target = dates.test_source[:500], dates.test_target[:500]
right = (write(encode(source), source > 0) == target).all(1).double().mean()
others = load_results("two_towers")["right"]["as_in_the_lesson"]
show(accuracy=right.item(), lowest_of_ten_seeds=others.min(), highest_of_ten_seeds=others.max())

# %% [markdown] id="write-said" lang="en"
# A date counts as right only if every letter is. With ten seeds, 98.8 to 100 of 100 new dates are.

# %% [markdown] id="write-said" lang="zh" agreed="7172efa5-75d4449a"
# 整段一个字符不差，才算译对。十个种子，100 个没见过的日期里，译对的有 98.8 到 100 个。

# %% [markdown] id="looks" lang="en"
# ## 5 · Where does the writer look?
#
# `seen` collects the weights of the cross-attention: a row for each letter that is written, a column for each that was read. For *25 july 2009* the month is a single *7*, for which the whole word *july* has been read.

# %% [markdown] id="looks" lang="zh" agreed="3222b72d-6c4fc302"
# ## 5 · 写的时候看哪里？
#
# `seen` 收集交叉注意力的权重：写出的字符，一个一行；读过的字符，一个一列。这次翻译 *25 july 2009*：月份只写一个 *7*，读的却是整个单词 *july*。

# %% id="looks-question" tags=["torch"]
date, seen = "25 july 2009", []
source = numbers_of(date)
target = write(encode(source), source > 0)
decode(shifted(target), encode(source), source > 0, seen)
letters = text_of(target[0])
ask("looks_at_july", then=heatmap(seen[0][0, : len(letters), : len(date)], letters, date.replace(" ", "␣")))

# %% [markdown] id="looks-said" lang="en"
# In the answer's map, *7*, the month, gives 0.97 to the *l*, the first letter by which *july* differs from *june*. Taken as blocks, large weights run from right to left: the year looks at the end of the date, the day at its beginning; within a block they run from left to right. This is an [**alignment**](glossary.ipynb), like the one that made attention famous in translation ([Bahdanau et al. 2014](https://arxiv.org/abs/1409.0473), figure 3). The loss asked for nothing but right letters. 年 comes fifth in every date, and looks anywhere.

# %% [markdown] id="looks-said" lang="zh" agreed="ad49f150-3cd3fdce"
# 答案的图里，月份 *7* 把 0.97 给了 *l*：*july* 和 *june* 从这个字母起才不同。按块看，醒目的格子从右往左走：写年看末尾，写日看开头；每一块里面，仍是从左往右。这叫[**对齐**](glossary.ipynb)（alignment），最早的注意力论文里就有翻译的这种图（[Bahdanau 等，2014](https://arxiv.org/abs/1409.0473)，图 3）。损失只管字符写得对不对，别的一概没管。“年”总在第五个，看哪里都行。

# %% [markdown] id="hidden" lang="en"
# **Does it need what it looks at?** A picture is no reason (lesson 12), so we change something. Ten models are trained like ours, with ten seeds. Then we take dates whose day has one digit, and hide this digit from the *decoder* alone: the mask of the cross-attention covers it, while the encoder still reads it.
#
# *Digits aligned* says how often the digits of the day and the last one of the year get the largest weight in their own column.

# %% [markdown] id="hidden" lang="zh" agreed="7571cc26-32d56252"
# **它看的，真是它要用的吗？** 图不等于理由（第 12 课），要动手改一处试试。先按这一课的办法，用十个种子训练十个模型。训练完了，取日只有一位数的日期，只对**解码器**遮住这个数字：交叉注意力的掩码挡着它，编码器仍然读得到。
#
# “对齐的数字”，是写日的各位和年的末位时，最大的权重落在那个数字自己身上的比例。

# %% id="hidden-question"
found = load_results("two_towers")
hidden, aligned = found["hidden"]["as_in_the_lesson"], found["aligned"]["as_in_the_lesson"]
ask("hidden_digit", then=table(seed=range(10), digits_aligned=aligned, **hidden))

# %% [markdown] id="hidden-said" lang="en"
# With six seeds the day is then right one time in ten, a mere guess. With the other four it is right every time! There the encoder's attention has copied the digit into other rows, and the decoder takes it there. If the digit is gone before the encoder reads, all ten models guess.
#
# The maps knew: in those four, 0.42 to 0.64 of the digits are aligned, in the six 0.90 or more. A map tells which *rows* are looked at; it tells letters only where each row has kept to its own.

# %% [markdown] id="hidden-said" lang="zh" agreed="11ad398e-a0962b5e"
# 有六个种子，这时日十次只对一次，和瞎猜差不多。另外四个，却次次都对！在那里，编码器的自注意力已经把这个数字抄到别的行里，解码器从那些行取就行。要是编码器读之前就把数字拿掉，十个模型全都只能猜。
#
# 其实图早就说了：那四个，数字只对齐了 0.42 到 0.64；另外六个，都在 0.90 以上。图说的是看了哪几**行**；一行还守着自己的字符，才等于看了那个字符。

# %% [markdown] id="helped" lang="en"
# We have helped, too: two matrices of the encoder start at a tenth of the usual size. From the usual start only two of ten models need the digit, and they translate nearly as well.
#
# **Time for a break.** The next sitting begins with section 6<span class="notebook">; first run the cells up to here again</span>.

# %% [markdown] id="helped" lang="zh" agreed="450a81c4-e0529f75"
# 我们还帮了忙：编码器有两个矩阵，初值缩到了通常的十分之一。换成通常的初值，十个里只有两个要用那个数字，译得却差不多一样好。
#
# **歇一歇。** 下一次<span class="notebook">先把上面的格子重新运行一遍，再</span>从第 6 节开始。

# %% [markdown] id="ways" lang="en"
# ## 6 · What can go wrong
#
# We leave out one thing at a time, and train again, with ten seeds: the positions of the letters that are read, those of the letters that are written, the causal mask, the cross-attention. Whatever has not learned after 1,000 steps stops there. One of the four does the least harm.

# %% [markdown] id="ways" lang="zh" agreed="6e4cd97e-c9975e2e"
# ## 6 · 少了什么会怎样
#
# 每次去掉一样，重新训练，各用十个种子：编码器的位置，解码器的位置，因果掩码，交叉注意力。到 1000 步还没学会，就停下。四样里，有一样去掉，损害最小。

# %% id="ways-question"
ways = ("as_in_the_lesson", "read_places", "write_places", "causal_mask", "cross_attention")
rights = np.array([found["right"][way] for way in ways])  # (5, 10)
share = dict(mean=rights.mean(1), lowest=rights.min(1), highest=rights.max(1))
share["steps_on_average"] = [round(found["steps"][way].mean()) for way in ways]
share["first_seed_writes"] = [found["writes"][way][0] for way in ways]
ask("hardly_missed", then=table(without=[way.removeprefix("causal_") for way in ways], **share))

# %% [markdown] id="ways-said" lang="en"
# * Without **cross-attention** it writes good dates, but not this one: it has learned what dates look like.
# * Without the **causal mask** the loss falls even sooner: each place looks at the letter that it has to name, and copies it. When it writes, this letter is not there yet: of 5,000 dates, one is right.
# * Without **positions in the encoder**, *12* is *21*. In the decoder the causal mask tells the place (lesson 08): 95 of 100 dates are right, after many more steps.

# %% [markdown] id="ways-said" lang="zh" agreed="a4d7ca6e-b66e6f30"
# * 没有**交叉注意力**，写出来的也是像样的日期，只是不是这一个：日期长什么样，它学会了。
# * 没有**因果掩码**，损失降得还更快：每个位置看一眼该说的那个字符，抄下来就行。真写起来，那个字符还没有：5000 个日期只对了一个。
# * **编码器没有位置**，*12* 和 *21* 就分不开。解码器没有位置，100 个日期还对 95 个，只是要多练很多步：因果掩码自己就说明了位置（第 08 课）。

# %% [markdown] id="swapped" lang="en"
# And with the roles swapped, queries from what was read, keys and values from what is being written? Then 17 rows come out, which cannot be added to 12: an error, at once.

# %% [markdown] id="swapped" lang="zh" agreed="da84dcbf-a1a4dbaf"
# 要是把角色对调，查询来自读过的，键和值来自正在写的呢？出来的是 17 行，和 12 行加不到一起，训练马上就报错。

# %% [markdown] id="additive" lang="en"
# ## 7 · The older attention
#
# Attention began without dot products. Bahdanau's translator of 2014 compared a query and a key by a small network (lesson 03):
#
# $$\text{score} = v^\top \tanh(W_q\, q + W_k\, k)$$
#
# In our decoder's cross-attention it learns the task as well: 0.998 of the dates are right, as with the dot product. Its map for the same date, with the first seed:

# %% [markdown] id="additive" lang="zh" agreed="234cb226-a775a5ef"
# ## 7 · 更早的注意力
#
# 注意力刚出现的时候，用的不是点积。2014 年 Bahdanau 的翻译模型，用一个小网络来比较查询和键（第 03 课）：
#
# $$\text{score} = v^\top \tanh(W_q\, q + W_k\, k)$$
#
# 把它换进解码器的交叉注意力，任务学得一样好：译对 0.998，和点积相同。还是那个日期，第一个种子，图是这样的：

# %% id="additive-map"
heatmap(found["maps"]["additive"][0], "2009年7月25日", "25␣july␣2009")

# %% [markdown] id="additive-said" lang="en"
# Day and last digit of the year align as before; the month is spread over *j*, *u* and *y*. There are about as many multiplications; what differs is what lies in between. The older score needs $d$ numbers for each pair, and a tanh of each: for 512 queries, 512 keys and $d = 64$, 16.8 million. The dot product is one matrix product, straight to 262,144 scores.

# %% [markdown] id="additive-said" lang="zh" agreed="f80837dc-eef952dc"
# 日和年的末位照旧对齐；月份分散给了 *j*、*u*、*y*。乘法的次数是同一个量级，差别在中间：加性的分数，要给每一对先存下 $d$ 个数，各算一次 tanh；512 个查询、512 个键，$d = 64$，就是 1680 万个。点积是一次矩阵乘法，直接得到 262,144 个分数。

# %% [markdown] id="search" lang="en"
# ## 8 · The likeliest letter, the likeliest text
#
# `write` is *greedy*: the likeliest letter each time. [**Beam search**](glossary.ipynb) keeps the $K$ likeliest unfinished texts that it has found (lesson 13).
#
# **Exercise 3** (★★, 12 min). Write `my_beam`. `log_p(written)` returns the log-probabilities of the next letter after the list `written`. At each step continue every text with every letter, and keep the `K` texts with the largest sums; after `count` steps return the best, as a list.

# %% [markdown] id="search" lang="zh" agreed="8f3a1a44-567c48aa"
# ## 8 · 最可能的字符，最可能的文本
#
# `write` 是**贪心**的，每次只取最可能的字符。[**束搜索**](glossary.ipynb)同时留着已经找到的、最可能的 $K$ 段（第 13 课）。
#
# **练习 3**（★★，12 分钟）。写出 `my_beam`。`log_p(written)` 给出列表 `written` 之后下一个字符的对数概率。每一步，把每段都接上所有可能的字符，只留对数概率之和最大的 `K` 段；`count` 步之后，返回最好的那一段，是个列表。

# %% id="exercise-beam" tags=["exercise"]
def my_beam(log_p, count, K):
    ...

beam = check.beam(my_beam)

# %% [markdown] id="half" lang="en"
# A model that knows its task well hardly wavers, and greedy is enough. So we take the copy from step 100. `searched` runs your function with $K = 1$, which is greedy, and with $K = 4$, for two dates on which they differ:

# %% [markdown] id="half" lang="zh" agreed="f92e306d-8bb010d1"
# 学得好的模型很少犹豫，贪心就够了。所以这里用第 100 步留下的那一份，挑两个结果不同的日期。`searched` 用你的函数，$K = 1$ 就是贪心，再试 $K = 4$：

# %% id="half-run" tags=["torch"]
from classroom.lab.dates import searched
learned, P = P, half
texts = searched(beam, encode, decode, ("1 december 2032", "24 september 1983"))
P = learned
table(**texts)

# %% [markdown] id="half-said" lang="en"
# Four beams find likelier texts for both; one is right, one is not. With ten seeds and 100 dates each, they find a likelier text for 12 of 100 dates, and never a less likely one. But likelier is not yet right: greedy is right for 38 of 100, four beams for 41, and with two of the seeds for fewer.

# %% [markdown] id="half-said" lang="zh" agreed="bd4633bd-1f9a10a5"
# 两个日期，留四段都找到了更可能的文本，一个对了，一个没对。十个种子，各 100 个日期：留四段时，每 100 个日期里有 12 个找到了更可能的文本，其余的概率不变。不过更可能不等于更对：贪心 100 个对 38 个，四段对 41 个，有两个种子还少对了。

# %% [markdown] id="family" lang="en"
# ## 9 · BERT, GPT, T5
#
# Three families, one drawing. [T5](https://arxiv.org/abs/1910.10683) has both towers, like ours. BERT only reads, and takes its probabilities from the encoder's last rows; GPT only writes:

# %% [markdown] id="family" lang="zh" agreed="df6dac38-4faba02f"
# ## 9 · BERT、GPT、T5
#
# 三大家族，一张图就能画出来。[T5](https://arxiv.org/abs/1910.10683) 两座塔都有，和我们的一样。BERT 只读，概率直接从编码器最后的各行算；GPT 只写：

# %% id="family-bert"
machine(crossed=["decoder", "keys_values"], towers=2)

# %% id="family-gpt"
machine(crossed=["encoder", "cross_attention"], towers=2)

# %% [markdown] id="family-said" lang="en"
# | | towers | trained to | lesson |
# |:--|:--|:--|:--|
# | BERT | encoder | fill in hidden words | 12 |
# | GPT | decoder | name the next token | 13 |
# | T5 | both | write the missing pieces | |
# | the first Transformer | both | write the translation | here |
#
# GPT needs no second tower: the text to be translated stands in the prompt, and self-attention looks back at it.

# %% [markdown] id="family-said" lang="zh" agreed="5e579abf-af1106e8"
# | | 有哪座塔 | 训练它做什么 | 在哪一课见过 |
# |:--|:--|:--|:--|
# | BERT | 编码器 | 填回遮住的词 | 12 |
# | GPT | 解码器 | 说出下一个词元 | 13 |
# | T5 | 都有 | 写出缺掉的几段 | |
# | 最早的 Transformer | 都有 | 写出译文 | 这一课 |
#
# GPT 用不着另一座塔：要翻译的原文就写在提示词里，自注意力往回看得到。

# %% [markdown] id="recap" lang="en"
# ## 10 · Recap
#
# One question; do not scroll up:

# %% [markdown] id="recap" lang="zh" agreed="5293ea63-89e47de7"
# ## 10 · 小结
#
# 不看上文，回答一个问题：

# %% id="recap-question"
ask("two_texts_cached")

# %% [markdown] id="recap-bullets" lang="en"
# What to take with you:
#
# * The encoder reads everything at once, both ways; the decoder writes letter by letter. Cross-attention joins them: Q from what is written, K and V from what was read.
# * Training shows the true translation, shifted by one; writing does not.
# * Its map can be an alignment that nobody taught, but rows of an encoder are more than their letters: hide something before you believe it.
#
# What have you kept of all fifteen lessons? The [exam](exam.ipynb) asks.

# %% [markdown] id="recap-bullets" lang="zh" agreed="3cfdf6d4-83efea8c"
# 这一课要记住的：
#
# * 编码器前后都看，一次读完；解码器一个一个地写；交叉注意力把两边连起来：Q 来自正在写的，K、V 来自读过的。
# * 训练时读的是挪了一格的正确译文，真的写起来没有。
# * 交叉注意力的图可以是一张没有人教过的对齐图；不过编码器的一行，不只是它那个字符，先遮住试试，再下结论。
#
# 十五课学下来，掌握了多少？去[考一考](exam.ipynb)。

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="onwards" lang="en"
# ## Where to go from here
#
# Train your own model with [nanoGPT](https://github.com/karpathy/nanoGPT), or [take one apart](https://arxiv.org/abs/2209.11895). From *apple* beside *eat* to a machine that translates, every step of attention is your own, in `my_attention.py`.

# %% [markdown] id="onwards" lang="zh" agreed="ee79cd9a-45700427"
# ## 接下来往哪里走
#
# 用 [nanoGPT](https://github.com/karpathy/nanoGPT) 训练一个自己的语言模型，或者动手[拆开一个](https://arxiv.org/abs/2209.11895)。从“吃”旁边的“苹果”，到一台会翻译的机器，注意力的每一步你都亲手写过，都在 `my_attention.py` 里。

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# How often is the map an alignment? And what the older attention costs.

# %% [markdown] id="later" lang="zh" agreed="1a79a713-02c9d188"
# ## 想多了解一点
#
# 这样的图，有多少次真的是对齐？还有，更早的注意力贵在哪里。

# %% [markdown] id="starts" lang="en"
# In our models the two matrices with which the encoder's block adds to its rows begin at a tenth of the usual size (GPT-2 shrinks them, too). The control begins at the usual size; in a third kind the letters never exchange anything, as the encoder's attention is left out:

# %% [markdown] id="starts" lang="zh" agreed="e9ab9496-54ede39c"
# 我们的模型里，编码器的块有两个矩阵的结果要加到各行上，它们的初值是通常的十分之一（GPT-2 也把它们缩小）。下面是对照：一种用通常的初值；另一种去掉编码器的注意力，字符之间什么也不交换：

# %% id="starts-table"
found, starts = load_results("two_towers"), ("as_in_the_lesson", "usual_start", "letters_alone")
rights, aligned = [[found[kind][start].mean() for start in starts] for kind in ("right", "aligned")]
needed = [(found["hidden"][start]["hidden_from_the_writer"] < 0.5).sum() for start in starts]
table(encoder=starts, accuracy=rights, digits_aligned=aligned, models_that_need_the_digit=needed)

# %% [markdown] id="starts-said" lang="en"
# If the letters exchange nothing, nearly every digit is looked at in its own row, and all ten models need it. From the usual start only two of ten need it, and they are right about as often.

# %% [markdown] id="starts-said" lang="zh" agreed="2a32bc6b-defc1cd7"
# 字符之间什么也不交换时，几乎每个数字，写的时候看的都是它自己那一行，十个模型都要用它。用通常的初值，十个里只有两个要用它，译对的却差不多一样多。

# %% [markdown] id="price" lang="en"
# **The older attention, measured.** For 512 queries, 512 keys and $d = 64$, in NumPy; the last column varies from run to run.

# %% [markdown] id="price" lang="zh" agreed="fc2d8802-aec9b513"
# **更早的注意力，量一量。** 512 个查询，512 个键，$d = 64$，用 NumPy；最后一列每次量都有出入。

# %% id="price-table"
price, right = (load_results("two_towers")[name] for name in ("price", "right"))
rights = [right[name].mean() for name in ("as_in_the_lesson", "additive")]
table(scores=["dot_product", "additive"], accuracy=rights, numbers_in_between=[f"{n:,.0f}" for n in price["numbers"]], times_as_slow=[1, price["times"]])
