# %% [markdown] id="title" lang="en"
# # 07 · Many heads: looking both ways
#
# *cat chases dog*. Who chases whom? The word *chases* has to look to its left and to its right, and to keep apart what it finds there. So far each word has one row of weights, which makes one mixture. Is one row enough?
#
# About 45 minutes, and 15 for the exercises. You need lesson 06.

# %% [markdown] id="title" lang="zh" agreed="a1b4f7b2-be462990"
# # 07 · 多头注意力：左右都要看
#
# “猫 追 狗”。谁在追，被追的又是谁？“追”要看左边，也要看右边，两边看到的还要分得开。到现在为止，一个词只有一行权重，只混出一个结果。一行够用吗？
#
# 约 45 分钟，练习另需 15 分钟。需要先学第 06 课。

# %% id="setup"
import numpy as np
from attnlib import bands, heads, heatmap, load_example, show, use_language
from classroom import Explorer, ask, check, live, machine, mine, points, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("attention", steps=("Q", "K", "V", "output"))

# %% [markdown] id="links" lang="en"
# [← 06](06_masks.ipynb) · [Glossary](glossary.ipynb) · [08 →](08_order.ipynb)

# %% [markdown] id="links" lang="zh" agreed="568b0e7f-5bbb128a"
# [← 06](06_masks.ipynb) · [术语表](glossary.ipynb) · [08 →](08_order.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 7 min; somebody turns *chases* to the right, the others say first what the left will get. Section 2: 6 min; somebody pulls the slider, the others count the changes. Section 3: 7 min, the puzzle together. Section 4, the heart: 13 min, the question by show of hands, then the film. Section 5: 10 min; the question by show of hands, then the first exercise together. Recap: 5 min. The other exercises and *For the curious* are for home.

# %% [markdown] id="plan" lang="zh" agreed="c4975504-37a16691" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 7 分钟：请一位学生让“追”转向右边，动手之前先问大家左边会剩多少。第 2 节 6 分钟：请一位学生拖滑块，其他人数答案换了几次。第 3 节 7 分钟，谜题一起解。第 4 节是重点，13 分钟：问题举手表决，然后看录像。第 5 节 10 分钟：问题举手表决，再一起做第一个练习。小结 5 分钟。其余练习和“想多了解一点”留作课后。

# %% [markdown] id="task" lang="en"
# ## 1 · The task
#
# There are four sentences: *cat chases cat*, *cat chases dog*, *dog chases cat*, *dog chases dog*. Attention alone does not know the order of words (lesson 08). So each row of $X$ says which word it is and where it stands.

# %% [markdown] id="task" lang="zh" agreed="0c2ecb5b-fb783838"
# ## 1 · 任务
#
# 一共有四个句子：“猫 追 猫”“猫 追 狗”“狗 追 猫”“狗 追 狗”。注意力本身不知道词的先后（第 08 课），所以 $X$ 的每一行写明两件事：是哪个词，在第几个位置。

# %% id="task-words"
cat_chases_dog = load_example("who_chases_whom").select(0)
heatmap(cat_chases_dog.X, cat_chases_dog.tokens, cat_chases_dog.feature_names, kind="signed", title="X")

# %% [markdown] id="task-try" lang="en"
# A query here asks for positions: *chases* stands second, and asks for the first and the third equally. A key says where its word stands. A value says which animal its word is; its columns are *cat* and *dog*, and *chases* has 0 in both.

# %% [markdown] id="task-try" lang="zh" agreed="4c3cae75-e26c4c40"
# 这里，查询找的是位置：“追”在第二位，第一位和第三位它都找，两边一样看重。键写明自己在第几位。值有“猫”“狗”两列，写明是哪种动物；“追”的两列都是 0。

# %% id="task-question"
ask("half_and_half")

# %% [markdown] id="task-check" lang="en"
# Check it: choose *dog chases cat*. Then change one number of $W_Q$ so that *chases* gives more than 0.9 to the word on its right. (The 9s just stand for *large*.) Go through all four sentences and find two that still give *chases* nearly the same output.

# %% [markdown] id="task-check" lang="zh" agreed="b90fda80-3df6c456"
# 换成“狗 追 猫”，核对一下。然后在 $W_Q$ 里改一个数，让“追”给右边的权重超过 0.9。（里面的 9 只表示“很大”。）再把四个句子都看一遍：哪些句子里，“追”的输出差不多一样，仍然分不开？（有两对。）

# %% id="task-explorer"
Explorer("who_chases_whom", ("W_Q", "weights", "output"), edit=("X", "W_Q"), controls=("sentence", "undo", "reset"), focus=1)

# %% [markdown] id="task-fails" lang="en"
# <details><summary>What we found</summary>
#
# In the row *second*, write 0 under *first*. Nearly all that the left loses, the right gains. Now *chases* has nearly the same output in *cat chases dog* and *dog chases dog*, and likewise in *cat chases cat* and *dog chases cat*: *whom?* is known, *who?* is not.
#
# </details>

# %% [markdown] id="task-fails" lang="zh" agreed="b0ffc860-4286418f"
# <details><summary>我们找到的</summary>
#
# 在“第二”那一行，把“第一”改成 0。右边多出来的，几乎全是左边让出来的。这样一来，“猫 追 狗”和“狗 追 狗”的输出差不多一样，“猫 追 猫”和“狗 追 猫”也差不多一样：被追的是谁，已经知道；是谁在追，却不知道。
#
# </details>

# %% [markdown] id="line" lang="en"
# ## 2 · Would unequal shares help?
#
# Let *chases* give 0.7 to its left and 0.3 to its right. Now its four outputs differ: in the picture they are points on one line. A later step has to read two answers from such a point: *who?*, the first word, and *whom?*, the last.
#
# Go down the line: how often does the first word change, how often the last? Drag the slider to 0.3 and count again.

# %% [markdown] id="line" lang="zh" agreed="05ebc581-0cf5caf8"
# ## 2 · 不平分，行不行？
#
# 让“追”给左边 0.7，给右边 0.3。这样，四个句子的输出各不相同，在下图里是一条直线上的四个点。后面的一步要从这样一个点里读出两个答案：谁在追（第一个词），被追的是谁（最后一个词）。
#
# 从最上面的点往下走：第一个词换了几次？最后一个词呢？再把滑块拖到 0.3，重新数一遍。

# %% id="line-points"
def line(left_share=0.7):
    one, other = (left_share, 1 - left_share), (1 - left_share, left_share)
    outputs = {"cat_chases_cat": (1, 0), "cat_chases_dog": one, "dog_chases_cat": other, "dog_chases_dog": (0, 1)}
    return points(outputs, xlabel="share_of_cat", ylabel="share_of_dog")

live(line, left_share=(0, 1, 0.1))

# %% [markdown] id="line-proof" lang="en"
# At 0.7 the first words are dog, dog, cat, cat: one change. The last ones are dog, cat, dog, cat: three changes. At 0.3 it is the other way round.
#
# The later step is usually **linear**: for each question, the output times a matrix gives two scores, for *cat* and *dog*; the larger wins. Along a line each score rises or falls evenly, so the two cross at most once, and the answer changes at most once. So at 0.7 *who?* can be read off, and *whom?* cannot. Other shares do no better; at 0, 0.5 and 1, points even coincide. (A nonlinear step can do more: lesson 09.)

# %% [markdown] id="line-proof" lang="zh" agreed="0ab9b0cf-6e87d423"
# 0.7 时，第一个词依次是狗、狗、猫、猫，换了一次；最后一个词依次是狗、猫、狗、猫，换了三次。0.3 时正好反过来。
#
# 后面的那一步通常是**线性**的：每个问题用一个矩阵，输出乘它，得到“猫”和“狗”两个得分，哪个高就答哪个。沿直线往前走，两个得分都均匀地升或降，最多相交一次，所以答案最多换一次。因此 0.7 时，“谁在追”读得出来，“被追的是谁”读不出来。换别的份额也不行；到了 0、0.5 和 1，有的点还会重合。（非线性的一步能做得更多，见第 09 课。）

# %% [markdown] id="line-wide" lang="en"
# Here the weights depend on positions alone. Then wider queries and values (more numbers in each) do not help. If weights depend on words, too, one head might manage: in section 4 we let training try.
#
# <details><summary>Why does width not help?</summary>
#
# The weights are the same in all four sentences. With two animals there are only two values to mix (what *chases* gives itself is always the same): all four outputs lie on one line. If values also hold the position, the same numbers are added to all four outputs, and the points stay on one line.
#
# </details>

# %% [markdown] id="line-wide" lang="zh" agreed="ae788859-ef45bfc9"
# 在我们的例子里，权重只看位置，不看是哪个词。只要是这样，把查询和值加宽（每个词用更多的数）也没有用。要是权重也看是哪个词，一个头也许做得到：第 4 节让训练来试一试。
#
# <details><summary>为什么加宽没有用？</summary>
#
# 四个句子里权重都一样；动物只有两种，能混合的值也就只有两个（“追”给自己的那一点，四句都一样），四个输出总在一条直线上。值里要是还写明位置，四个输出加上的是同样的数：四个点只是一起平移，还在一条直线上。
#
# </details>

# %% [markdown] id="two" lang="en"
# ## 3 · Two heads
#
# We let *chases* ask twice: once for the position on its left, once for the one on its right. Each question has its own $W_Q$, $W_K$, $W_V$, its own weights and output. One such set is called a [**head**](glossary.ipynb); $h$ of them together are [**multi-head attention**](glossary.ipynb). At the end their outputs are put side by side (**concatenation**), and $W_O$ turns them into what the next step needs.
#
# $$
# \begin{aligned}
# \text{head}_i &= \text{Attention}(X W_Q^i,\; X W_K^i,\; X W_V^i) \\
# \text{MultiHead}(X) &= [\text{head}_1, \dots, \text{head}_h]\; W_O
# \end{aligned}
# $$
#
# (Head number $i$ has its own three matrices.) In programs the $h$ matrices $W_Q^i$ stand side by side in one $W_Q$. A head has only some columns of $W_Q$, but it sees whole rows of $X$.

# %% [markdown] id="two" lang="zh" agreed="c7992143-3caa9d85"
# ## 3 · 两个头
#
# 让“追”问两次：一次找左边的位置，一次找右边的位置。每次提问都有自己的 $W_Q$、$W_K$、$W_V$，自己的一行权重，自己的输出。这样的一套注意力叫一个[**头**](glossary.ipynb)（head），$h$ 个头就是[**多头注意力**](glossary.ipynb)（multi-head attention）。最后把各个头的输出并排接起来，叫**拼接**（concatenation），再乘 $W_O$，变成下一步要用的数。
#
# $$
# \begin{aligned}
# \text{head}_i &= \text{Attention}(X W_Q^i,\; X W_K^i,\; X W_V^i) \\
# \text{MultiHead}(X) &= [\text{head}_1, \dots, \text{head}_h]\; W_O
# \end{aligned}
# $$
#
# （右上角的 $i$ 是头的编号，不是指数。）写程序时，$h$ 个 $W_Q^i$ 并排放在同一个 $W_Q$ 里，每个头只占 $W_Q$ 的几列，看到的仍是 $X$ 的整行。

# %% [markdown] id="puzzle" lang="en"
# **Puzzle.** Two heads, but both look to the left. In head 2, let *chases* give more than 0.9 to the word on its right. (A click on a small picture chooses its head. In *heads side by side*, a column's name begins with its head's number.)

# %% [markdown] id="puzzle" lang="zh" agreed="ccb60f15-39eadf77"
# **谜题。** 这次有两个头，可是都在看左边。让第 2 个头里“追”给右边的权重超过 0.9。（点一下小图，就换到那个头。“各头拼接”那张表里，列名前的数是头的编号。）

# %% id="puzzle-explorer"
from dataclasses import replace
example = load_example("who_chases_whom_two_heads")
both_left = replace(example, W_Q=np.tile(example.W_Q[:, :3], 2))
Explorer(both_left, ("W_Q", "weights", "output"), goal="who_and_whom", controls=("head", "undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# Choose head 2. In $W_Q$, row *second*, move the 9 from *first* to *third*: write 0 and 9. With a 9 under both, head 2 would again give half to each side.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="b661e03b-770aadda"
# <details><summary>一个解法</summary>
#
# 选第 2 个头。在 $W_Q$ 的“第二”那一行，把 9 从“第一”挪到“第三”：一个改成 0，一个改成 9。如果两处都是 9，第 2 个头又是两边各看一半。
#
# </details>

# %% [markdown] id="two-try" lang="en"
# Here head 2 looks to the right. Go through the four sentences and compare the row *chases* in *heads side by side*. Then switch head 2 off and compare again:

# %% [markdown] id="two-try" lang="zh" agreed="128a6c6e-b4f7a8a8"
# 下面的第 2 个头已经在看右边。把四个句子都看一遍，比一比“各头拼接”里“追”的那一行。再关掉第 2 个头，重新比一遍：

# %% id="two-explorer"
Explorer("who_chases_whom_two_heads", ("W_Q", "weights", "output"), edit=("X", "heads_on"), controls=("sentence", "head", "undo"), focus=1)

# %% [markdown] id="two-said" lang="en"
# Each row of weights still sums to one, yet *chases* looks fully both ways. Side by side, *cat chases dog* gives nearly (1, 0, 0, 1). Without head 2, *dog chases cat* and *dog chases dog* are almost alike: *whom* is lost. A column (0, 0, −1, 1) in $W_O$ reads off *whom?*: nearly 1 for a dog, −1 for a cat. In the same way, *apple* of lesson 05 could keep what it gets from *eat* and from *phone* side by side.

# %% [markdown] id="two-said" lang="zh" agreed="b6479277-cd95ec66"
# 每一行权重加起来还是 1，“追”却把两边都看全了。拼接以后，“猫 追 狗”差不多是 (1, 0, 0, 1)，四个句子各不相同。关掉第 2 个头，“狗 追 猫”和“狗 追 狗”就差不多一样了，看不出被追的是谁。$W_O$ 里只要有一列 (0, 0, −1, 1)，就读得出被追的是谁：乘出来接近 1 是狗，接近 −1 是猫。第 05 课的“苹果”也可以这样：一个头看“吃”，一个头看“手机”，各自取到的并排放着，不混在一起。

# %% [markdown] id="learned" lang="en"
# ## 4 · Nobody writes the matrices
#
# Eight positions form a ring, and each holds one of four words, A, B, C or D; a row of $X$ gives the word (4 columns) and the position (8 columns). Attention and a linear step have to name both neighbours of every position. In *B D B A D A B C*, the first D has a B on both sides. Training takes 200 small steps (lesson 10).
#
# One wide head (48 numbers in each query and value) competes with two heads of 6 numbers each, which have about a quarter of its parameters. Both train four times, from different random starts.

# %% [markdown] id="learned" lang="zh" agreed="766f5039-54c88007"
# ## 4 · 让模型自己学
#
# 这回矩阵不由人来写。八个位置围成一圈，每个位置上是 A、B、C、D 四种词之一；$X$ 的一行写明词（4 列）和位置（8 列）。每个位置都要说出左右邻居各是哪个词。比如“B D B A D A B C”，第一个 D，左边是 B，右边也是 B。先做注意力，再由一步线性计算读出答案。训练 200 步（第 10 课）。
#
# 两种模型比一比：一种只有一个头，但很宽，查询和值各有 48 个数；另一种有两个头，各用 6 个数，参数合起来只有前一种的四分之一左右。每种训练四次，随机初始值各不相同。

# %% id="heads-train" tags=["torch"]
import torch
from attnlib.layers import MultiHeadAttention, SelfAttention
from classroom.lab.training import neighbours, train
torch.set_num_threads(1)
wide = [train(lambda: SelfAttention(12, 48, 48, output_projection=True), neighbours, seed) for seed in range(4)]
two = [train(lambda: MultiHeadAttention(12, 2), neighbours, seed) for seed in range(4)]

# %% id="heads-question" tags=["torch"]
lines = {"one_wide_head": [run.right for run in wide], "two_heads": [run.right for run in two]}
ask("wide_or_two", then=bands(two[0].iterations, lines, xlabel="steps", ylabel="both_right"))

# %% [markdown] id="learned-maps" lang="en"
# Here is one run of each model as a film. A row is the position that looks, a column the position looked at; weights are averages over 250 sentences. Drag the slider back from step 200 to 0, then slowly forward, and watch steps 40 to 80.

# %% [markdown] id="learned-maps" lang="zh" agreed="6ff194ff-efb9b387"
# 下面是训练的录像，两种模型各取一次训练。行是在看的位置，列是被看的位置；颜色越深，权重越大（取 250 个句子的平均）。把滑块从第 200 步拉回 0，再慢慢往前推，留意第 40 步到第 80 步。

# %% id="heads-maps" tags=["torch"]
def maps(step=200):
    now = [*two[0].weights[step // 10], *wide[0].weights[step // 10]]
    return heads(now, range(8), ["head_1", "head_2", "one_wide_head"])

live(maps, step=(0, 200, 10))

# %% [markdown] id="learned-roles" lang="en"
# At step 40 neither head 1 nor head 2 has a side: each looks left in some rows, right in others, both ways in many. By step 80, in this run, they have parted. Nothing tells a head which side is its own, yet in all four runs they part in the end, not always the same way round (for another, write `two[2]` for `two[0]` above).
#
# The wide head is faster: by step 40 it has nearly all its weight on the two neighbours. But what it gives to one it takes from the other; no run learned a way around that.

# %% [markdown] id="learned-roles" lang="zh" agreed="6e09ef37-08932e1c"
# 第 40 步，第 1、2 个头都还不分左右：有的行偏左，有的行偏右，不少行两边都看。这一次，到第 80 步，它们已经一个看左，一个看右。没有人规定哪个头看哪边，可是四次训练到最后都这样分了工；谁看哪边，每次不一定相同（把上面的 `two[0]` 换成 `two[2]` 看看）。
#
# 那个宽的头更快，到第 40 步就几乎只看左右两个邻居了。可是给一边多一点，另一边就少一点；四次训练，它都没有学会绕过去的办法。

# %% [markdown] id="learned-trick" lang="en"
# <details><summary>Is there a way for a single head?</summary>
#
# With *cat* and *dog* there is a trick. Let *chases* look at its neighbours alone and give *cat* a scaled score 1 higher than *dog*, left or right: between a cat and a dog, the cat then gets $e/(1+e)$, 0.73. Let values hold the position as well. Then the output has the share of cat, $c$, and the share of the left, $l$:
#
# | sentence | $c$ | $l$ | $c + l$ | $c - l$ |
# |---|---|---|---|---|
# | cat chases cat | 1 | 0.50 | 1.50 | 0.50 |
# | cat chases dog | 0.73 | 0.73 | 1.46 | 0.00 |
# | dog chases cat | 0.73 | 0.27 | 1.00 | 0.46 |
# | dog chases dog | 0 | 0.50 | 0.50 | −0.50 |
#
# *Who?* is the cat if $c + l$ is above 1.2, *whom?* is the cat if $c - l$ is above 0.2. (This says nothing yet about four words on a ring.)
#
# </details>

# %% [markdown] id="learned-trick" lang="zh" agreed="d11ebb72-92bd2db7"
# <details><summary>一个头到底有没有办法？</summary>
#
# 如果词只有“猫”和“狗”，有一个巧办法：“追”只看两个邻居，不管在左在右，给“猫”的分数（缩放以后）都比给“狗”的高 1；一猫一狗时，“猫”就分到 $e/(1+e)$，即 0.73。值里除了写明是哪个词，还写明在不在左边。加权求和以后，“追”的输出里就有两个数：猫一共分到的 $c$，左边的词分到的 $l$：
#
# | 句子 | $c$ | $l$ | $c + l$ | $c - l$ |
# |---|---|---|---|---|
# | 猫 追 猫 | 1 | 0.50 | 1.50 | 0.50 |
# | 猫 追 狗 | 0.73 | 0.73 | 1.46 | 0.00 |
# | 狗 追 猫 | 0.73 | 0.27 | 1.00 | 0.46 |
# | 狗 追 狗 | 0 | 0.50 | 0.50 | −0.50 |
#
# $c + l$ 大于 1.2，就是猫在追；$c - l$ 大于 0.2，被追的就是猫。（四种词围成一圈时有没有办法，这里不讨论。）
#
# </details>

# %% [markdown] id="learned-mean" lang="en"
# Now the mean of the two heads that succeed, beside the wide head. By default, PyTorch's `nn.MultiheadAttention` returns such a mean:

# %% [markdown] id="learned-mean" lang="zh" agreed="c2a21a8d-1e9fec2e"
# 现在把学会了的那两个头的权重平均一下，放在宽的头旁边。PyTorch 的 `nn.MultiheadAttention` 如果不特别说明，返回的就是这样的平均：

# %% id="heads-mean" tags=["torch"]
mean = two[0].weights[-1].mean(0)
heads([mean, wide[0].weights[-1, 0]], range(8), ["mean_of_two_heads", "one_wide_head"])

# %% [markdown] id="learned-lesson" lang="en"
# One model names every neighbour, the other fails, yet these pictures look much alike. A mean can hide what each head does, so call PyTorch's layer with `average_attn_weights=False`.

# %% [markdown] id="learned-lesson" lang="zh" agreed="b16ddf3e-2d27e25a"
# 一个模型全都说对，另一个没有学会，两张图却很像。平均值会掩盖每个头在做什么，所以调用 PyTorch 的这一层时，要加上 `average_attn_weights=False`。

# %% [markdown] id="lecturer-learned" lang="en" tags=["lecturer"]
# Ask: *why 0.25 and not 0.5?* The wide head nearly always names one neighbour, and says it twice. Ask: *could a feed-forward network after the head help?* Yes: (1, 0), (0.7, 0.3), (0.3, 0.7), (0, 1) are four different points, and a nonlinear step can answer *whom?* from them (lesson 09). Heads are the direct way.

# %% [markdown] id="lecturer-learned" lang="zh" agreed="e1dd8249-136f2024" tags=["lecturer"]
# 可以问：为什么是 0.25，不是 0.5？宽的头几乎总能说对一个邻居，然后把它说了两遍。再问：后面接一个前馈网络有用吗？有用：(1, 0)、(0.7, 0.3)、(0.3, 0.7)、(0, 1) 是四个不同的点，非线性的一步能从中读出“追谁”（第 09 课）。多头是直截了当的办法。

# %% [markdown] id="program" lang="en"
# ## 5 · Your program
#
# Now you write multi-head attention; in lesson 12 its parts run all 144 heads of a real model.
#
# No loop is needed. Your functions work on the last two axes, whatever stands in front, and heads are one more axis. Only the split is missing: $Q$ has all heads side by side, (n, h·d), and we need (h, n, d). Take *small cat chases fish* with 4 numbers a word: below, all four are 1 for *small*, 2 for *cat*, and so on. For 2 heads, `Q.reshape(2, 4, 2)` (in PyTorch often `view`) has the right shape. Is that all?

# %% [markdown] id="program" lang="zh" agreed="9a1f051f-1975c167"
# ## 5 · 写你的程序
#
# 现在你来写多头注意力，几个头都要能用：到第 12 课，一个真实模型的 144 个头，就在你的函数上运行。
#
# 头再多也不用循环。你写的函数只用最后两个轴，前面有什么轴都行，头不过是再多一个轴。剩下的问题只是怎样切：$Q$ 里各个头并排放着，形状是 (n, h·d)，要变成 (h, n, d)。拿“小 猫 追 鱼”来说，每个词 4 个数；为了看清哪个数是谁的，“小”的都写 1，“猫”的都写 2，往后类推。分给 2 个头，`Q.reshape(2, 4, 2)`（PyTorch 里常写成 `view`）的形状是对的。这样就行了吗？

# %% id="view-wrong"
Q = np.array([[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3], [4, 4, 4, 4]])
head_1, head_2 = Q.reshape(2, 4, 2)
look, tokens = dict(cols=["H1", "H1", "H2", "H2"], kind="signed"), load_example("first_look").tokens
right, wrong = heatmap(Q, tokens, title="Q", **look), heatmap(np.hstack([head_1, head_2]), title="Q.reshape(2, 4, 2)", **look)
ask("straight_reshape", then=[right, wrong])

# %% [markdown] id="split" lang="en"
# Three tools for the split:
#
# * `x.reshape(shape)` splits or joins axes;
# * `x.reshape(*x.shape[:-1], 2, 3)` keeps all axes but the last, and splits that one (6) into 2 × 3;
# * `x.swapaxes(a, b)` makes two axes change places.
#
# **Exercise 1** (★, 6 min). `my_split_heads`: (…, n, h·d) to (…, h, n, d). Head 0 (programs count from 0) gets the first $d$ numbers of every word.

# %% [markdown] id="split" lang="zh" agreed="220ef1cf-cd76d020"
# 切的时候要用三样工具：
#
# * `x.reshape(shape)`：数的先后不变，只换形状，把一个轴切成几个，或把相邻几个轴接成一个；
# * `x.reshape(*x.shape[:-1], 2, 3)`：前面各轴的长度照抄，只把最后一个轴（6）切成 2 × 3；
# * `x.swapaxes(a, b)`：交换两个轴。
#
# **练习 1**（★，6 分钟）。`my_split_heads`：由 (…, n, h·d) 得到 (…, h, n, d)。第 0 个头（程序里从 0 数起）拿每个词的前 $d$ 个数。

# %% id="exercise-split" tags=["exercise"]
def my_split_heads(x, h):
    ...

split_heads = check.split_heads(my_split_heads)

# %% [markdown] id="program-merge" lang="en"
# **Exercise 2** (★, 3 min). `my_merge_heads`, the way back: (…, h, n, d) to (…, n, h·d).

# %% [markdown] id="program-merge" lang="zh" agreed="85de8ee1-d8c34a8d"
# **练习 2**（★，3 分钟）。`my_merge_heads` 反过来：由 (…, h, n, d) 得到 (…, n, h·d)。

# %% id="exercise-merge" tags=["exercise"]
def my_merge_heads(x):
    ...

merge_heads = check.merge_heads(my_merge_heads)

# %% [markdown] id="program-multi" lang="en"
# **Exercise 3** (★★, 6 min). Now `my_multi_head`: project $X$ three times, split, attend, merge, multiply by $W_O$. $W_Q$, $W_K$ and $W_V$ are $(d_\text{model}, d_\text{model})$, all heads side by side. Use what you have: `split_heads`, `merge_heads`, and `mine.attention(Q, K, V)` from lesson 05.

# %% [markdown] id="program-multi" lang="zh" agreed="c8ad3c6b-84a8e2f9"
# **练习 3**（★★，6 分钟）。现在写 `my_multi_head`：把 $X$ 投影三次，拆开，做注意力，合并，最后乘 $W_O$。$W_Q$、$W_K$、$W_V$ 都是 $(d_\text{model}, d_\text{model})$，各个头并排放在里面。用你已经有的函数：`split_heads`、`merge_heads`，还有第 05 课的 `mine.attention(Q, K, V)`。

# %% id="exercise-multi" tags=["exercise"]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    ...

multi_head = check.multi_head(my_multi_head)

# %% [markdown] id="recap" lang="en"
# ## 6 · Recap
#
# Three questions without looking back, the first on lesson 06:

# %% [markdown] id="recap" lang="zh" agreed="da31e63e-778c7038"
# ## 6 · 小结
#
# 不看上文，回答三个问题，第一个问第 06 课：

# %% id="recall-question"
ask("first_under_causal")

# %% id="recap-question-1"
ask("weights_of_heads")

# %% id="recap-question-2"
ask("twice_the_heads")

# %% [markdown] id="recap-said" lang="en"
# What to take with you:
#
# * One row of weights gives one mixture. Two heads are the direct way to keep two places apart; our single head of width 48 did not learn to.
# * A mean over heads can hide what each of them does.
# * Heads need no loop: split, attend, merge, multiply by $W_O$.
#
# Next: here, positions stood in our rows as columns of their own. What happens without them, and how do models tell words where they stand? [Lesson 08, order →](08_order.ipynb)

# %% [markdown] id="recap-said" lang="zh" agreed="d26bcbe4-84d5aeda"
# 这一课要记住的：
#
# * 一行权重只能混出一个结果。要看两个地方，又不能混在一起，最直接的办法是用两个头；我们那个 48 维的宽头没有学会。
# * 对各个头取平均，会掩盖每个头在做什么。
# * 头再多也不用循环：拆开，做注意力，合并，乘 $W_O$。
#
# 下一课：这一课里，位置是写在每一行里的几列数。不写会怎样？模型又怎样知道每个词的位置？[第 08 课，词序 →](08_order.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# More steps for the wide head, what more heads cost, a sum of heads, the layer in PyTorch, more heads than needed, a program found in many tutorials, and dropout.

# %% [markdown] id="later" lang="zh" agreed="cc9792d1-03c84728"
# ## 想多了解一点
#
# 宽的头多练几步会怎样，多头的代价，各个头之和，PyTorch 里的多头注意力，头多了会怎样，很多教程里的一个程序，还有随机失活。

# %% [markdown] id="longer" lang="en"
# **Did the wide head need more time?** We train it ten times as long, from the same four random starts. It ends where it ended before:

# %% [markdown] id="longer" lang="zh" agreed="ed821542-4e062991"
# **宽的头是不是练得不够？** 从同样的四组随机初始值开始，练十倍那么久。最后还是老样子：

# %% id="heads-longer" tags=["torch"]
import torch
from attnlib.layers import SelfAttention
from classroom.lab.training import neighbours, train
torch.set_num_threads(1)
runs = [train(lambda: SelfAttention(12, 48, 48, output_projection=True), neighbours, seed, 2000) for seed in range(4)]
show(both_right=np.array([run.right[-1] for run in runs]).round(2))

# %% [markdown] id="count" lang="en"
# **What do more heads cost?** Exercise 4, to take home (★). Count the parameters of our PyTorch layer `MultiHeadAttention`: four matrices and the bias of $W_O$; the other three matrices have none. Each word enters and leaves with $d_\text{model}$ numbers, and a head works with $d_k = d_\text{model} / h$.

# %% [markdown] id="count" lang="zh" agreed="f1f26cb6-b52d60d2"
# **头多了，代价是什么？** 练习 4，课后做（★）。数一数我们的 PyTorch 层 `MultiHeadAttention` 有多少个参数：四个矩阵，再加上 $W_O$ 的偏置；另外三个矩阵不带偏置。每个词的输入和输出都是 $d_\text{model}$ 维，每个头用 $d_k = d_\text{model} / h$ 维。

# %% id="exercise-count" tags=["exercise"]
def my_count_parameters(d_model, h):
    ...

count_parameters = check.count_parameters(my_count_parameters)

# %% [markdown] id="count-equal" lang="en"
# The first Transformer has $d_\text{model} = 512$ and 8 heads. The parameters with 1, 8 and 16 heads:

# %% [markdown] id="count-equal" lang="zh" agreed="ee56f25a-9e212fa8"
# 最初的 Transformer 用的是 $d_\text{model} = 512$、8 个头。用 1 个头、8 个头、16 个头，参数各有这么多：

# %% id="count-heads"
show({f"h = {h}": count_parameters(512, h) for h in (1, 8, 16)})

# %% [markdown] id="count-why" lang="en"
# Heads divide up the existing columns; they add none. The price is shorter queries: with 16 heads a query has 32 numbers, so a score is divided by $\sqrt{32}$ (lesson 03), not by $\sqrt{512}$.

# %% [markdown] id="count-why" lang="zh" agreed="22d5c7a1-73f27bfa"
# 多头只是把原有的列分成几组，一列也没有增加。代价是每个头分到的数少了：16 个头时，一个头的查询只有 32 个数，所以分数除以 $\sqrt{32}$（第 03 课），不是 $\sqrt{512}$。

# %% [markdown] id="curious" lang="en"
# **A sum of heads.** Cut $W_O$ into $h$ blocks of rows, one for each head. Then the concatenated heads times $W_O$ are a sum, $\text{head}_1 W_O^1 + \dots + \text{head}_h W_O^h$. Many programs write all of it with `einsum`, where letters say which axes are multiplied and added up. At $d_\text{model} = 512$ with 8 heads, all three agree to within $10^{-12}$:

# %% [markdown] id="curious" lang="zh" agreed="15cf102a-55ab0b14"
# **各个头之和。** 把 $W_O$ 按行切成 $h$ 块，一个头一块。“拼接再乘 $W_O$”就是一个和：$\text{head}_1 W_O^1 + \dots + \text{head}_h W_O^h$。很多程序用 `einsum` 来写，用字母标明哪些轴相乘、哪些轴求和。取 $d_\text{model} = 512$、8 个头，三种写法的结果相差不到 $10^{-12}$：

# %% id="curious-sum"
from attnlib import merge_heads
example = load_example("multi_head").select(0)
trace, W_O = example.trace(), example.W_O
joined = merge_heads(trace.output) @ W_O
added = sum(trace.output[i] @ W_O[64 * i : 64 * (i + 1)] for i in range(8))
letters = np.einsum("hnm,hmd,hdo->no", trace.weights, trace.V, W_O.reshape(8, 64, 512))
show(sum=np.allclose(joined, added, rtol=0, atol=1e-12), einsum=np.allclose(joined, letters, rtol=0, atol=1e-12))

# %% [markdown] id="torch" lang="en"
# **In PyTorch** `nn.MultiheadAttention` keeps the three matrices in one, `in_proj_weight`, stacked and transposed, as `nn.Linear` stores them (lesson 02). We hand it our matrices and compare, to within $10^{-12}$:

# %% [markdown] id="torch" lang="zh" agreed="21619b23-b9dcbfd1"
# **PyTorch 里的多头。** `nn.MultiheadAttention` 把三个矩阵上下排列，存在同一个 `in_proj_weight` 里，而且和 `nn.Linear` 一样存的是转置（第 02 课）。把我们这一层的矩阵交给它，比一比（相差不到 $10^{-12}$）：

# %% id="heads-torch-weights" tags=["torch"]
import torch
from attnlib.layers import MultiHeadAttention
ours = MultiHeadAttention(512, 8).double()
theirs = torch.nn.MultiheadAttention(512, 8, batch_first=True).double()
W = torch.cat([ours.W_Q.weight, ours.W_K.weight, ours.W_V.weight])
out = {"out_proj.weight": ours.W_O.weight, "out_proj.bias": ours.W_O.bias}
_ = theirs.load_state_dict({"in_proj_weight": W, "in_proj_bias": torch.zeros(3 * 512), **out})

# %% id="heads-torch-equal" tags=["torch"]
x = torch.randn(3, 7, 512).double()
output, weights = ours(x)
same_output, same_weights = theirs(x, x, x, average_attn_weights=False)
show(output=torch.allclose(output, same_output, rtol=0, atol=1e-12))
show(weights=torch.allclose(weights, same_weights, rtol=0, atol=1e-12))
show(weights=tuple(weights.shape), by_default=tuple(theirs(x, x, x)[1].shape))

# %% [markdown] id="torch-explain" lang="en"
# The same output and the same weights. By default the axis of the heads is gone: that is the mean of section 4. (PyTorch also has biases for queries, keys and values, 1,536 more parameters.)

# %% [markdown] id="torch-explain" lang="zh" agreed="f4ee4c6f-cbc46a8c"
# 输出一样，权重也一样。默认时，头的那个轴不见了：那就是第 4 节里的平均。（PyTorch 还给查询、键、值加了偏置，参数多 1,536 个。）

# %% [markdown] id="curious-more" lang="en"
# **More heads than needed.** We train four heads on the task of section 4; here is one of its sentences. Once you run the cell, the table *projected output* has a score for each answer: ←A means *A on the left*, D→ *D on the right*. Switch heads off one by one: which can be spared?
#
# <details><summary>What we saw</summary>
#
# Without heads 2 and 3 no answer of this sentence changes, even when both are off. Heads 1 and 4 cannot be spared: some answers on the left, or on the right, become wrong.
#
# </details>

# %% [markdown] id="curious-more" lang="zh" agreed="ade465d1-0b0762cd"
# **多余的头。** 在第 4 节的任务上训练四个头，取其中一句来看。运行下面的程序，“投影后的输出”那张表里，每个答案有一个得分：←A 表示“左边是 A”，D→ 表示“右边是 D”。把头一个一个地关掉：关掉哪些头，答案不变？
#
# <details><summary>我们看到的</summary>
#
# 关掉第 2、3 个头，哪怕两个一起关，这句话的答案一个也不变。第 1、4 个头少不得：关掉以后，左边或右边有些答案就错了。
#
# </details>

# %% id="heads-more" tags=["torch"]
import torch
from attnlib.layers import MultiHeadAttention
from classroom.lab.training import neighbours, ring_example, train
torch.set_num_threads(1)
run = train(lambda: MultiHeadAttention(12, 4), neighbours)
Explorer(ring_example(run, neighbours(1)[0][0]), ("weights", "output"), edit="heads_on", controls=("head", "undo"))

# %% [markdown] id="curious-shared" lang="en"
# **A program found in many tutorials** cuts *its input* into slices (not $Q$, $K$ and $V$), sends all slices through the same small matrices, and divides by $\sqrt{\text{embed\_size}}$. Here a head *does* see only its slice of a word. It runs, but it is not the multi-head attention of the first Transformer. We train a short version of it on our task, with 2 heads, from four random starts:

# %% [markdown] id="curious-shared" lang="zh" agreed="dc9adcf3-9e765bbf"
# **许多教程里的程序是这样的**：切的不是 $Q$、$K$、$V$，而是*输入本身*；切出的各段都用同一组小矩阵，分数除以 $\sqrt{\text{embed\_size}}$。在这里，一个头*确实*只看到一个词的一段。它能运行，但不是最初的 Transformer 里的多头。把它写短一点，用两个头，在我们的任务上从四组随机初始值各训练一次：

# %% id="heads-shared" tags=["torch", "long"]
import torch
from torch import nn
from classroom.lab.training import neighbours, train

class Shared(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        self.heads, head_dim = heads, embed_size // heads
        self.queries, self.keys, self.values = (nn.Linear(head_dim, head_dim, bias=False) for _ in range(3))
        self.fc_out = nn.Linear(embed_size, embed_size)

    def forward(self, x):
        x_heads = x.unflatten(-1, (self.heads, -1))  # (N, n, heads, head_dim)
        energy = torch.einsum("nqhd,nkhd->nhqk", self.queries(x_heads), self.keys(x_heads))
        weights = torch.softmax(energy / x.shape[-1] ** 0.5, dim=-1)
        out = torch.einsum("nhql,nlhd->nqhd", weights, self.values(x_heads))
        return self.fc_out(out.flatten(-2)), weights

# %% id="heads-shared-run" tags=["torch"]
torch.set_num_threads(1)
runs = [train(lambda: Shared(12, 2), neighbours, seed) for seed in range(4)]
show(both_right=np.array([run.right[-1] for run in runs]).round(2))

# %% [markdown] id="curious-shared-said" lang="en"
# All four end near 0.2; guessing would give 1/16. In our rows the first slice holds the word and two of the eight positions, the second the other six: one head sees words but hardly any position, the other no words. (The divisor, too, is larger than needed, by the factor $\sqrt{h}$, but training can make up for that with larger queries.)

# %% [markdown] id="curious-shared-said" lang="zh" agreed="b95228e8-9d85990a"
# 四次都在 0.2 左右（全凭猜是 1/16）。我们的每一行切成两段，第一段里有词和八个位置中的两个，第二段里是另外六个位置：一个头看得到词，却认不出大多数位置；另一个头根本看不到词。（除数也偏大，是应有的 $\sqrt{h}$ 倍，不过训练时查询可以变大，把它抵消掉。）

# %% [markdown] id="curious-dropout" lang="en"
# **Weights that do not sum to one.** Many models, during training, set some of the weights to 0 at random and enlarge the others, so that no head relies on a single word (**dropout**). A single row then no longer sums to one; rows do so only on average:

# %% [markdown] id="curious-dropout" lang="zh" agreed="10848ab9-dd777939"
# **加起来不等于 1 的权重。** 训练时，常常随机地把一部分权重设成 0，其余的放大，好让一个头不会只依赖某一个词，这叫**随机失活**（dropout）。这时一行加起来就不再正好是 1，只在平均意义上是 1：

# %% id="heads-dropout" tags=["torch"]
from attnlib.layers import MultiHeadAttention
torch.manual_seed(0)
_, weights = MultiHeadAttention(64, 8, dropout=0.5)(torch.randn(20, 40, 64))
sums = weights.sum(-1)
show(zeros=round((weights == 0).float().mean().item(), 1), mean_sum=round(sums.mean().item(), 1))
show(some_below=bool((sums < 0.9).any()), some_above=bool((sums > 1.1).any()))
