# %% [markdown] id="title" lang="en"
# # 07 · Many heads: looking both ways
#
# *cat chases dog*. Who chases whom? *chases* has to look to its left and to its right, and to keep apart what it finds. But one row of weights makes one mixture. Trained models give each word many rows. Could one wide attention do the same?
#
# About 45 minutes, and 25 for the exercises. You need lesson 06.

# %% [markdown] id="title" lang="zh" agreed="c1f6988c-02178473"
# # 07 · 多头注意力：左右都要看
#
# “猫 追 狗”。谁在追，被追的又是谁？“追”要看左边，也要看右边，两边看到的还要分得开。可是一行权重，只能混出一个结果。真实的模型给每个词许多行权重。换成一套很宽的注意力，能不能做同样的事？
#
# 约 45 分钟，练习另需 25 分钟。需要先学第 06 课。

# %% id="setup"
import numpy as np
from attnlib import bands, heads, heatmap, load_example, load_results, show, split_heads, table, use_language
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
# **50 minutes.** Section 1: 6 min; let the room say what each map shows before you read the text. Section 2: 7 min; somebody pulls the slider, the others count the changes. Section 3: 7 min, the puzzle together. Section 4: 7 min, at the blackboard: the table of shapes. Section 5, the heart: 11 min, the question by show of hands, then the film. Section 6: 7 min; the question by show of hands, then the first exercise together. Recap: 5 min. The other exercises and *For the curious* are for home.

# %% [markdown] id="plan" lang="zh" agreed="da6cce01-8ad875c5" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 6 分钟：先请大家说说每张图里的头在看什么，再读文字。第 2 节 7 分钟：请一位学生拖滑块，其他人数答案换了几次。第 3 节 7 分钟，谜题一起解。第 4 节 7 分钟，形状表写在黑板上讲。第 5 节是重点，11 分钟：问题举手表决，然后看录像。第 6 节 7 分钟：问题举手表决，再一起做第一个练习。小结 5 分钟。其余练习和“想多了解一点”留作课后。

# %% [markdown] id="real" lang="en"
# ## 1 · Three heads of a trained model
#
# The model of lesson 02 has twelve layers of twelve attentions. One such attention is called a [**head**](glossary.ipynb): it has its own $W_Q$, $W_K$ and $W_V$, so its own table of weights. Here are three of the 144, for one sentence. `<s>` and `</s>` mark its beginning and its end.

# %% [markdown] id="real" lang="zh" agreed="16328442-c497bcd9"
# ## 1 · 真实模型里的三个头
#
# 第 02 课的那个模型有十二层，每层并排有十二套注意力。这样的一套叫一个[**头**](glossary.ipynb)（head）：它有自己的 $W_Q$、$W_K$、$W_V$，也就有自己的一张权重表。读的是同一句话，144 个头各看各的。下面是其中三个，行是在看的词元，`<s>` 和 `</s>` 是开头和结尾的标记。

# %% id="real-heads" tags=["of-its-language"]
from attnlib.languages import language
one = load_results("three_heads")[language()]
heads(one["maps"], one["tokens"], ["same_word", "what_belongs_together", "resting_place"])

# %% [markdown] id="real-said" lang="en"
# The first finds the **same word**: the two *doctors* give each other 0.24 and 0.38. The second finds what **belongs together**: *hospital* gives the first *doctor* 0.29. The third puts nearly all on `<s>`, a **resting place**.
#
# We chose each as the strongest of 144 in other English sentences. There two copies of a word give each other 0.51 on average, two different words in their places 0.01; related words 0.22, others 0.01; and `<s>` gets 0.96. In Chinese sentences, which had no say, the same three are first again.

# %% [markdown] id="real-said" lang="zh" agreed="c32af99c-28056a34"
# 第一个头找**同一个词**：两个“医生”互相看，权重是 0.33 和 0.44。第二个头找**相关的词**：“医院”给第一个“医生”0.43。第三个头几乎全看 `<s>`，那里像个**歇脚处**。
#
# 三个头都是在另一批英文句子里选的，各是 144 个头里最强的。在那些句子里，两个相同的词平均互给 0.51，同样的位置换成不同的词，只有 0.01；相关的词互给 0.22，不相关的只有 0.01；`<s>` 得到 0.96。中文句子没有参与挑选，可是在中文句子里，这三个头又都排第一。

# %% [markdown] id="real-count" lang="en"
# Can we name the job of every head? In eight sentences, 43 of 144 rest: they give more than half of their weight to `<s>`. Three go by place (lesson 08). Of the other 98 we can name one, head 2 of lesson 02: it comes third at finding what belongs together (0.16 against 0.03). But a head that rests may have another job besides: our first two are among the 43.

# %% [markdown] id="real-count" lang="zh" agreed="0b916da0-7e7c6a95"
# 是不是每个头的工作都能用一句话说清？在八个句子里，144 个头有 45 个把一半以上的权重给了 `<s>`，另有三个按位置来看（第 08 课）。其余 96 个里，说得出来的，除了上面第一个，只有第 02 课的第 2 个头：找相关的词，它排第三，相关的 0.12，不相关的 0.03。多半给 `<s>`，不等于没有别的工作：上面第二个头就在这 45 个里面，第一个头也给了它将近一半。

# %% [markdown] id="task" lang="en"
# ## 2 · One row for two questions
#
# Why several heads? One head gives each word one row of weights. We ask two questions of it, in four sentences: *cat chases cat*, *cat chases dog*, *dog chases cat*, *dog chases dog*. A row of $X$ says which word it is and at which place it stands. *chases* looks for the first and the third place. *cat* has the value (1, 0), *dog* (0, 1), *chases* (0, 0).

# %% [markdown] id="task" lang="zh" agreed="261ce96e-55ab6199"
# ## 2 · 一行权重，两个问题
#
# 为什么要好几个头？一个头只给每个词一行权重。我们拿两个问题来考它，句子有四个：“猫 追 猫”“猫 追 狗”“狗 追 猫”“狗 追 狗”。$X$ 的一行写明是哪个词，在第几个位置。“追”要找第一位和第三位。“猫”的值是 (1, 0)，“狗”的值是 (0, 1)，“追”的值是 (0, 0)。

# %% id="task-question"
ask("half_and_half")

# %% [markdown] id="line" lang="en"
# **Unequal shares.** Now *chases* gives 0.7 to its left and 0.3 to its right. From its output **a matrix alone**, such as $W_O$, has to read *who?*, the first word, and *whom?*, the last: for each question it gives *cat* and *dog* a score, and the larger wins. A feed-forward network could do more (lesson 09).
#
# The four outputs lie on one line. Along it each score rises or falls evenly, so the two cross at most once, and the answer changes at most once. Count how often it should, then drag the slider to 0.3.

# %% [markdown] id="line" lang="zh" agreed="ed65911b-04538044"
# **不平分，行不行？** 让“追”给左边 0.7，给右边 0.3。我们要从它的输出里读出两个答案：谁在追（第一个词），被追的是谁（最后一个词）。**读的时候只许用一个矩阵**，第 05 课的 $W_O$ 就是这样：输出乘矩阵，得到“猫”和“狗”两个得分，哪个高就答哪个。换成前馈网络，能读出来的更多，第 09 课再讲。
#
# 四个句子的输出，是一条直线上的四个点。沿着直线走，每个得分都均匀地变，两个得分最多相交一次，所以答案最多换一次。数一数：从上往下，第一个词要换几次，最后一个词要换几次？再把滑块拖到 0.3，看有什么不同。

# %% id="line-points"
def line(left_share=0.7):
    one, other = (left_share, 1 - left_share), (1 - left_share, left_share)
    outputs = {"cat_chases_cat": (1, 0), "cat_chases_dog": one, "dog_chases_cat": other, "dog_chases_dog": (0, 1)}
    return points(outputs, xlabel="share_of_cat", ylabel="share_of_dog")

live(line, left_share=(0, 1, 0.1))

# %% [markdown] id="line-said" lang="en"
# At 0.7 the first words are *dog, dog, cat, cat*: one change. The last are *dog, cat, dog, cat*: three. So *who?* can be read, *whom?* cannot. At 0.3 it is the other way round. At 0.5 *cat chases dog* and *dog chases cat* are one point.
#
# These weights depend on places alone. If they depend on words as well, **one head can do it**, with a trick for two animals.
#
# <details><summary>The trick</summary>
#
# Let *chases* ignore itself and give *cat* a scaled score 1 higher than *dog*, on either side: between a cat and a dog, the cat gets 0.73. Let the values also say which word stands on the left. The output then holds the share of the cat, $c$, and that of the left word, $l$:
#
# | sentence | $c$ | $l$ | $c + l$ | $c - l$ |
# |---|---|---|---|---|
# | cat chases cat | 1 | 0.50 | 1.50 | 0.50 |
# | cat chases dog | 0.73 | 0.73 | 1.46 | 0.00 |
# | dog chases cat | 0.73 | 0.27 | 1.00 | 0.46 |
# | dog chases dog | 0 | 0.50 | 0.50 | −0.50 |
#
# The cat chases if $c + l$ is above 1.2; the cat is chased if $c - l$ is above 0.2.
#
# </details>

# %% [markdown] id="line-said" lang="zh" agreed="17c32fc9-5493929e"
# 0.7 时，第一个词依次是狗、狗、猫、猫，换一次；最后一个词依次是狗、猫、狗、猫，要换三次。所以“谁在追”读得出来，“被追的是谁”读不出来。0.3 时正好反过来；0.5 时，“猫 追 狗”和“狗 追 猫”是同一个点。
#
# 上面的权重只由位置决定，与词无关。权重如果也能随词而变，**一个头就做得到**，不过要一点巧办法，而且只够对付两种动物。
#
# <details><summary>什么巧办法？</summary>
#
# “追”不看自己；不管在左在右，它给“猫”的分数（缩放以后）都比给“狗”的高 1，一猫一狗时，“猫”就分到 0.73。值里还写明哪个词在左边。这样，输出里就有“猫”一共分到的 $c$，和左边的词分到的 $l$：
#
# | 句子 | $c$ | $l$ | $c + l$ | $c - l$ |
# |---|---|---|---|---|
# | 猫 追 猫 | 1 | 0.50 | 1.50 | 0.50 |
# | 猫 追 狗 | 0.73 | 0.73 | 1.46 | 0.00 |
# | 狗 追 猫 | 0.73 | 0.27 | 1.00 | 0.46 |
# | 狗 追 狗 | 0 | 0.50 | 0.50 | −0.50 |
#
# $c + l$ 大于 1.2，就是猫在追；$c - l$ 大于 0.2，被追的就是猫。
#
# </details>

# %% [markdown] id="two" lang="en"
# ## 3 · Two heads
#
# We give *chases* two heads, one for each question. $h$ heads side by side are [**multi-head attention**](glossary.ipynb). Their outputs are joined to one row ([**concatenation**](glossary.ipynb)), and the output projection $W_O$ mixes them (the $i$ counts heads):
#
# $$
# \begin{aligned}
# \text{head}_i &= \text{Attention}(X W_Q^i,\; X W_K^i,\; X W_V^i) \\
# \text{MultiHead}(X) &= [\text{head}_1, \dots, \text{head}_h]\; W_O
# \end{aligned}
# $$
#
# In programs all $W_Q^i$ stand side by side in one $W_Q$. A head owns some of its columns, but sees whole rows of $X$.

# %% [markdown] id="two" lang="zh" agreed="202a5628-808f73b2"
# ## 3 · 两个头
#
# 给“追”两个头，一个问题用一个。$h$ 个头并排，就是[**多头注意力**](glossary.ipynb)（multi-head attention）。各个头的输出左右接成一行，叫[**拼接**](glossary.ipynb)（concatenation），再由输出投影 $W_O$ 混合起来。右上角的 $i$ 是头的编号，不是指数：
#
# $$
# \begin{aligned}
# \text{head}_i &= \text{Attention}(X W_Q^i,\; X W_K^i,\; X W_V^i) \\
# \text{MultiHead}(X) &= [\text{head}_1, \dots, \text{head}_h]\; W_O
# \end{aligned}
# $$
#
# 写程序时，各个 $W_Q^i$ 并排放在同一个 $W_Q$ 里。每个头只占其中的几列，看到的却是 $X$ 的整行。

# %% [markdown] id="puzzle" lang="en"
# **Puzzle.** Both heads look to the left. In head 2, let *chases* give more than 0.9 to the word on its right; a click on a small picture chooses its head.

# %% [markdown] id="puzzle" lang="zh" agreed="2eac375e-b8d8f01a"
# **谜题。** 现在两个头都在看左边。点一下小图，换到第 2 个头，让“追”给右边的权重超过 0.9。

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

# %% [markdown] id="two-said" lang="en"
# Now *chases* looks fully both ways. Joined, its outputs are nearly (1, 0, 0, 1) in *cat chases dog* and (0, 1, 1, 0) in *dog chases cat*. A column (0, 0, −1, 1) of $W_O$ reads off *whom?*: 1 is a dog, −1 a cat. So *apple* (lesson 05) can look at *eat* and at *phone* without blending them.

# %% [markdown] id="two-said" lang="zh" agreed="1fb961a2-6ce5b67c"
# 每一行权重加起来还是 1，“追”却把两边都看全了。拼接以后，“猫 追 狗”差不多是 (1, 0, 0, 1)，“狗 追 猫”差不多是 (0, 1, 1, 0)，不会弄混。$W_O$ 里有一列 (0, 0, −1, 1)，就答得出被追的是谁：1 是狗，−1 是猫。第 05 课的“苹果”也可以这样，一个头看“吃”，一个头看“手机”，取来的各放各的。

# %% [markdown] id="two-sum" lang="en"
# **Joining and multiplying adds up shares.** Cut $W_O$ into blocks of rows, one for each head: $[\text{head}_1, \dots, \text{head}_h]\, W_O = \text{head}_1 W_O^1 + \dots + \text{head}_h W_O^h$. Each head adds its own share to the word's row. But the outputs themselves must not be averaged: the mean of (1, 0) and (0, 1) is (0.5, 0.5) in both sentences, and has only $d_k$ numbers, too few for $W_O$.

# %% [markdown] id="two-sum" lang="zh" agreed="35ffc662-04c75c24"
# **拼接再乘，等于把各头的那一份加起来。** 把 $W_O$ 按行切成几块，一个头一块：$[\text{head}_1, \dots, \text{head}_h]\, W_O = \text{head}_1 W_O^1 + \dots + \text{head}_h W_O^h$。每个头都往这个词的一行里加上自己的一份。可是各头的输出不能直接取平均：(1, 0) 和 (0, 1) 的平均是 (0.5, 0.5)，两个句子都一样；而且只剩 $d_k$ 个数，和 $W_O$ 也乘不起来。

# %% [markdown] id="sizes" lang="en"
# ## 4 · How many heads?
#
# Usually $d_k = d_v = d_\text{model} / h$ (lesson 02): the columns are divided among the heads. On the right is GPT-2 small.
#
# | | shape | $d_\text{model} = 768$, $h = 12$ |
# |---|---|---|
# | $X$ | $(n, d_\text{model})$ | $(n, 768)$ |
# | $Q$, $K$, $V$, split | $(h, n, d_k)$ | $(12, n, 64)$ |
# | weights | $(h, n, n)$ | $(12, n, n)$ |
# | outputs, joined | $(n, d_\text{model})$ | $(n, 768)$ |
# | times $W_O$ | $(n, d_\text{model})$ | $(n, 768)$ |
#
# A batch is one more axis in front. Four matrices $(d_\text{model}, d_\text{model})$ have $4\, d_\text{model}^2$ parameters, here 2.36 million, **whatever $h$ is**.

# %% [markdown] id="sizes" lang="zh" agreed="47585fd5-1205a527"
# ## 4 · 用几个头？
#
# 通常取 $d_k = d_v = d_\text{model} / h$（第 02 课），也就是把原有的列分给各个头。右边一列是 GPT-2 small。
#
# | | 形状 | $d_\text{model} = 768$，$h = 12$ |
# |---|---|---|
# | $X$ | $(n, d_\text{model})$ | $(n, 768)$ |
# | 拆开的 $Q$、$K$、$V$ | $(h, n, d_k)$ | $(12, n, 64)$ |
# | 权重 | $(h, n, n)$ | $(12, n, n)$ |
# | 拼接后的输出 | $(n, d_\text{model})$ | $(n, 768)$ |
# | 再乘 $W_O$ | $(n, d_\text{model})$ | $(n, 768)$ |
#
# 一批句子，就在最前面再加一个轴。四个 $(d_\text{model}, d_\text{model})$ 的矩阵，一共 $4\, d_\text{model}^2$ 个参数，这里是 236 万，**和头数 $h$ 无关**。

# %% [markdown] id="widths" lang="en"
# Can a head be too narrow? We take 100 random rows of 512 numbers, and random matrices. The last three columns are the standard deviation of the scores, divided by $\sqrt{d_k}$, $\sqrt{d_\text{model}}$ or $h$:

# %% [markdown] id="widths" lang="zh" agreed="738ca7f1-2601b436"
# 头多了，每个头就窄了。随机取 100 行，每行 512 个数，矩阵也是随机的。最后三列是分数的标准差，分别除以 $\sqrt{d_k}$、$\sqrt{d_\text{model}}$ 和 $h$：

# %% id="count-heads"
rng, h = np.random.default_rng(0), np.array([1, 8, 16, 64])
X, W_Q, W_K = (rng.normal(size=(n, 512)) for n in (100, 512, 512))
S = [split_heads(X @ W_Q, k) @ split_heads(X @ W_K, k).mT / 512 for k in h]  # each (h, 100, 100)
rank, spread = [np.linalg.matrix_rank(one[0]) for one in S], np.array([one.std() for one in S])
by = {"by_root_d_k": (512 / h) ** 0.5, "by_root_d_model": 512**0.5, "by_h": h}
table(h=h, d_k=512 // h, rank_of_a_head=rank, **{name: (spread / x).round(2) for name, x in by.items()})

# %% [markdown] id="count-said" lang="en"
# Only $\sqrt{d_k}$ of **one** head brings the spread back to 1 (lesson 03); $h$ seems right for 8 heads, just because $\sqrt{64} = 8$.
#
# The rank shows what a narrow head loses: with 64 heads, 100 × 100 scores come from 8 columns. In the [first Transformer](https://arxiv.org/abs/1706.03762) (table 3), translations scored 24.9 with 1 head, 25.8 with 8 or 16, 25.4 with 32 (BLEU, more is better).

# %% [markdown] id="count-said" lang="zh" agreed="0ef3ad49-3c25eb40"
# 标准差要回到 1，除数必须是**一个头**的 $\sqrt{d_k}$（第 03 课）。8 个头时，除以 $h$ 好像也对，那只是因为 $\sqrt{64} = 8$，碰巧了。
#
# 秩说明头太窄会失去什么：64 个头时，100 × 100 个分数，只由 8 列算出来，每张表能问的问题简单多了。[最初的 Transformer](https://arxiv.org/abs/1706.03762) 做翻译（论文表 3），1 个头的 BLEU 是 24.9，8 个和 16 个头是 25.8，32 个头是 25.4，越高越好。

# %% [markdown] id="shared" lang="en"
# **Shared keys and values.** While a model writes, it keeps earlier keys and values in a *cache* (lesson 11). With 8 heads of queries:
#
# | | which keys and values each head uses | cache |
# |---|---|---|
# | multi-head attention, **MHA** | ① ② ③ ④ ⑤ ⑥ ⑦ ⑧ | 1 |
# | [**grouped-query attention**](glossary.ipynb), **GQA** | ① ① ① ① ② ② ② ② | 1/4 |
# | [**multi-query attention**](glossary.ipynb), **MQA** | ① ① ① ① ① ① ① ① | 1/8 |
#
# The quality falls a little: in [one comparison](https://arxiv.org/abs/2305.13245) from 47.2 (MHA) to 47.1 (GQA) and 46.6 (MQA), the mean of seven tests.

# %% [markdown] id="shared" lang="zh" agreed="e3fb3a92-a31f9bd3"
# **共用键和值。** 模型往下写时，前面各词的键和值都存在**缓存**里（第 11 课）。几个头可以共用一份。假设查询有 8 个头：
#
# | | 各头的键和值 | 缓存 |
# |---|---|---|
# | 多头注意力，**MHA** | ① ② ③ ④ ⑤ ⑥ ⑦ ⑧ | 1 |
# | [**分组查询注意力**](glossary.ipynb)，**GQA** | ① ① ① ① ② ② ② ② | 1/4 |
# | [**多查询注意力**](glossary.ipynb)，**MQA** | ① ① ① ① ① ① ① ① | 1/8 |
#
# 效果会差一点。[有人比过](https://arxiv.org/abs/2305.13245)：七项测试的平均分，MHA 是 47.2，GQA 是 47.1，MQA 是 46.6。

# %% [markdown] id="learned" lang="en"
# ## 5 · Nobody writes the matrices
#
# Eight places form a ring, and each holds one of four words, A, B, C or D. A row of $X$ gives the word and its place. Attention, followed by matrices alone, has to name both neighbours: in *B D B A D A B C*, the first D has a B on both sides.
#
# One wide head, 48 numbers in a query, competes with two heads of 6, about a quarter of its parameters. Both train for 200 steps (lesson 10), from four random starts.

# %% [markdown] id="learned" lang="zh" agreed="796eb717-0b483cb3"
# ## 5 · 让模型自己学
#
# 这回矩阵不由人来写。八个位置围成一圈，每个位置上是 A、B、C、D 四种词之一，$X$ 的一行写明是哪个词，在哪个位置。注意力之后只许乘矩阵，要说出两边各是哪个词。比如“B D B A D A B C”，第一个 D，左边是 B，右边也是 B。
#
# 一种模型只有一个头，但很宽，查询和值各有 48 个数；另一种有两个头，各用 6 个数，参数只有前一种的四分之一左右。都从四组随机初始值出发，训练 200 步（第 10 课）。

# %% id="heads-train" tags=["torch"]
import torch
from attnlib.layers import MultiHeadAttention, SelfAttention
from classroom.lab.training import neighbours, progress, train
torch.set_num_threads(1)
wide = [train(lambda: SelfAttention(12, 48, 48, output_projection=True), neighbours, seed) for seed in progress(range(4))]
two = [train(lambda: MultiHeadAttention(12, 2), neighbours, seed) for seed in progress(range(4))]

# %% id="heads-question" tags=["torch"]
lines = {"one_wide_head": [run.right for run in wide], "two_heads": [run.right for run in two]}
ask("wide_or_two", then=bands(two[0].iterations, lines, xlabel="steps", ylabel="both_right"))

# %% [markdown] id="learned-maps" lang="en"
# One run of each as a film. Drag the slider to 0, then slowly forward, and watch steps 40 to 80.

# %% [markdown] id="learned-maps" lang="zh" agreed="5d99161e-3f6dd60f"
# 下面是训练的录像，两种模型各取一次。把滑块拉到 0，再慢慢往前推，留意第 40 步到第 80 步。

# %% id="heads-maps" tags=["torch"]
def maps(step=200):
    pair, one = two[0].weights[step // 10], wide[0].weights[step // 10]
    return heads([*pair, pair.mean(0), *one], range(8), ["head_1", "head_2", "mean_of_two_heads", "one_wide_head"])

live(maps, step=(0, 200, 10))

# %% [markdown] id="learned-roles" lang="en"
# At step 40 neither head has a side. By step 80 one looks left, the other right. Nothing tells them who looks where, yet in all four runs they end up on different sides<span class="notebook"> (write `two[2]` for `two[0]`)</span>. The wide head finds the neighbours earlier, but what it gives to one it takes from the other.

# %% [markdown] id="learned-roles" lang="zh" agreed="d5176c08-c2cc4c28"
# 第 40 步，两个头都还不分左右；到第 80 步，一个看左，一个看右。没有人规定哪个头看哪边，可是四次训练到最后都这样分了工<span class="notebook">；把上面的 `two[0]` 换成 `two[2]`，可以看另一次</span>。那个宽的头更早看准了两个邻居，可是一边多分一点，另一边就要少一点。

# %% [markdown] id="learned-lesson" lang="en"
# At step 200 the mean of the two heads looks much like the wide head. Yet the two know both neighbours; the wide one knows one and says it twice. **A mean hides what each head does**, and PyTorch's `nn.MultiheadAttention` returns it, unless you ask for `average_attn_weights=False`.
#
# In training, weights need not even sum to 1. With [**dropout**](glossary.ipynb) each weight becomes 0 with probability $p$, and the others are divided by $1 - p$, so that no head relies on one word. Here is a row of weights, three draws with $p = 0.2$, and the mean of 1,000:

# %% [markdown] id="learned-lesson" lang="zh" agreed="f9fd5a92-44a9b5ac"
# 第 200 步时，两个头的平均和那个宽的头很像。可是两个头把左右邻居都认清了，宽的头只认清一个，把它说了两遍。**平均会掩盖每个头在做什么**；PyTorch 的 `nn.MultiheadAttention` 返回的正是平均，除非写明 `average_attn_weights=False`。
#
# 训练时，一行权重加起来甚至不一定是 1。为了不让一个头只依赖某一个词，常用[**随机失活**](glossary.ipynb)（dropout）：每个权重以概率 $p$ 变成 0，剩下的除以 $1 - p$。下面是一行权重，$p = 0.2$ 时抽三次的结果，和 1,000 次的平均：

# %% id="heads-dropout"
p, w, rng = 0.2, np.array([0.1, 0.2, 0.3, 0.4]), np.random.default_rng(0)
draws = w * (rng.random((1000, 4)) >= p) / (1 - p)
rows = np.array([w, *draws[:3], draws.mean(0)])
table(draw=["before", 1, 2, 3, "mean"], weights=[*map(tuple, rows.round(3))], sum_of_row=rows.sum(1).round(3))

# %% [markdown] id="dropout-said" lang="en"
# If nothing is dropped, the row sums to $1 / (1 - p) = 1.25$, which was once [reported as a bug](https://github.com/pytorch/pytorch/issues/42929). On average the weights are right. After `model.eval()` each row sums to 1.

# %% [markdown] id="dropout-said" lang="zh" agreed="077087ad-2c17f8a5"
# 一个都没丢的时候，加起来是 $1 / (1 - p) = 1.25$，有人还把它[当成错误报告过](https://github.com/pytorch/pytorch/issues/42929)。平均下来，权重还是原来的大小。调用 `model.eval()` 以后，每一行加起来又是 1。

# %% [markdown] id="lecturer-learned" lang="en" tags=["lecturer"]
# Ask: *why 0.25 and not 0.5?* The wide head nearly always names one neighbour, and says it twice. Ask: *could a feed-forward network after the head help?* Yes: (1, 0), (0.7, 0.3), (0.3, 0.7), (0, 1) are four different points, and a nonlinear step can answer *whom?* from them (lesson 09). Heads are the direct way.

# %% [markdown] id="lecturer-learned" lang="zh" agreed="e1dd8249-136f2024" tags=["lecturer"]
# 可以问：为什么是 0.25，不是 0.5？宽的头几乎总能说对一个邻居，然后把它说了两遍。再问：后面接一个前馈网络有用吗？有用：(1, 0)、(0.7, 0.3)、(0.3, 0.7)、(0, 1) 是四个不同的点，非线性的一步能从中读出“追谁”（第 09 课）。多头是直截了当的办法。

# %% [markdown] id="program" lang="en"
# ## 6 · Your program
#
# Now you write it; in lesson 12 its parts run all 144 heads. No loop is needed: your functions work on the last two axes, and heads are one more in front. Only the split is missing, from $(n, h \cdot d_k)$ to $(h, n, d_k)$.
#
# Take *small cat chases fish* with 4 numbers a word: all four are 1 for *small*, 2 for *cat* … For 2 heads, `Q.reshape(2, 4, 2)`, in PyTorch often `view`, has the right shape. Is that all?

# %% [markdown] id="program" lang="zh" agreed="61f706d7-2c5dccd9"
# ## 6 · 写你的程序
#
# 现在你来写多头注意力，到第 12 课，那个模型的 144 个头就在你的函数上运行。头再多也不用循环：你写的函数只用最后两个轴，头不过是前面再多一个轴。缺的只是怎样拆，从 $(n, h \cdot d_k)$ 到 $(h, n, d_k)$。
#
# 拿“小 猫 追 鱼”来说，每个词 4 个数。为了看清哪个数是谁的，“小”的都写 1，“猫”的都写 2，往后类推。分给 2 个头，`Q.reshape(2, 4, 2)`（PyTorch 里常写成 `view`）的形状是对的。这样就行了吗？

# %% id="view-wrong"
Q = np.array([[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3], [4, 4, 4, 4]])
head_1, head_2 = Q.reshape(2, 4, 2)
look, tokens = dict(cols=["H1", "H1", "H2", "H2"], kind="signed"), load_example("first_look").tokens
right, wrong = heatmap(Q, tokens, title="Q", **look), heatmap(np.hstack([head_1, head_2]), title="Q.reshape(2, 4, 2)", **look)
ask("straight_reshape", then=[right, wrong])

# %% [markdown] id="split" lang="en"
# Three tools:
#
# * `x.reshape(shape)` splits or joins axes, but keeps the order of the numbers;
# * `x.reshape(*x.shape[:-1], 2, 3)` keeps all axes but the last, and splits that one (6) into 2 × 3;
# * `x.swapaxes(a, b)` makes two axes change places.
#
# **Exercise 1** (★, 8 min). `my_split_heads`: (…, n, h·d) to (…, h, n, d). Head 0 (programs count from 0) gets the first $d$ numbers of every word.

# %% [markdown] id="split" lang="zh" agreed="362e678f-a73db30c"
# 拆的时候要用三样工具：
#
# * `x.reshape(shape)`：数的先后不变，只换形状，把一个轴切成几个，或把相邻几个轴接成一个；
# * `x.reshape(*x.shape[:-1], 2, 3)`：前面各轴的长度照抄，只把最后一个轴（6）切成 2 × 3；
# * `x.swapaxes(a, b)`：交换两个轴。
#
# **练习 1**（★，8 分钟）。`my_split_heads`：由 (…, n, h·d) 得到 (…, h, n, d)。第 0 个头（程序里从 0 数起）拿每个词的前 $d$ 个数。

# %% id="exercise-split" tags=["exercise"]
def my_split_heads(x, h):
    ...

split_heads = check.split_heads(my_split_heads)

# %% [markdown] id="program-merge" lang="en"
# **Exercise 2** (★, 5 min). `my_merge_heads`, the way back: (…, h, n, d) to (…, n, h·d).

# %% [markdown] id="program-merge" lang="zh" agreed="2f5cff82-2c7739e0"
# **练习 2**（★，5 分钟）。`my_merge_heads` 反过来：由 (…, h, n, d) 得到 (…, n, h·d)。

# %% id="exercise-merge" tags=["exercise"]
def my_merge_heads(x):
    ...

merge_heads = check.merge_heads(my_merge_heads)

# %% [markdown] id="program-multi" lang="en"
# **Exercise 3** (★★, 12 min). Now `my_multi_head`: project $X$ three times, split, attend, merge, multiply by $W_O$. $W_Q$, $W_K$ and $W_V$ are $(d_\text{model}, d_\text{model})$, all heads side by side. Use what you have: `split_heads`, `merge_heads`, and `mine.attention(Q, K, V)` from lesson 05.

# %% [markdown] id="program-multi" lang="zh" agreed="46f2706e-cc2ae061"
# **练习 3**（★★，12 分钟）。现在写 `my_multi_head`：把 $X$ 投影三次，拆开，做注意力，合并，最后乘 $W_O$。$W_Q$、$W_K$、$W_V$ 都是 $(d_\text{model}, d_\text{model})$，各个头并排放在里面。用你已经有的函数：`split_heads`、`merge_heads`，还有第 05 课的 `mine.attention(Q, K, V)`。

# %% id="exercise-multi" tags=["exercise"]
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    ...

multi_head = check.multi_head(my_multi_head)

# %% [markdown] id="recap" lang="en"
# ## 7 · Recap
#
# Two questions without looking back:

# %% [markdown] id="recap" lang="zh" agreed="b06745dd-a0923179"
# ## 7 · 小结
#
# 不看上文，回答两个问题：

# %% id="recap-question-1"
ask("weights_of_heads")

# %% id="recap-question-2"
ask("twice_the_heads")

# %% [markdown] id="recap-said" lang="en"
# * One row of weights gives one mixture. Two heads keep two things apart; our wide head learned one neighbour of two.
# * The outputs are joined and multiplied by $W_O$: each head adds its share. With any $h$ there are $4\, d_\text{model}^2$ parameters; scores are divided by $\sqrt{d_k}$ of one head.
# * `reshape` alone gives a head whole words; axes have to be swapped, too.
# * Of 144 real heads we can name the work of few, and a mean over heads hides it.
#
# Next: here, each row of $X$ said at which place its word stands. What happens without that? [Lesson 08, order →](08_order.ipynb)

# %% [markdown] id="recap-said" lang="zh" agreed="815930f4-90e3ae1e"
# * 一行权重只能混出一个结果。要看两样东西，又不能混在一起，最直接的办法是用两个头；我们那个宽头，两个邻居只学会了一个。
# * 各头的输出先拼接，再乘 $W_O$，等于每个头加上自己的一份。不管头数 $h$ 是多少，参数都是 $4\, d_\text{model}^2$ 个；分数除以一个头的 $\sqrt{d_k}$。
# * 只用 `reshape`，一个头分到的是几个完整的词；还要交换轴。
# * 真实模型的 144 个头，说得出在做什么的不多；对各个头取平均，还会把它掩盖。
#
# 下一课：这一课里，$X$ 的每一行都写明了词在第几个位置。不写会怎样？[第 08 课，词序 →](08_order.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# Exercise 4, which counts parameters; programs that split the wrong thing; heads that one can do without; more steps for the wide head; the layer in PyTorch.

# %% [markdown] id="later" lang="zh" agreed="fd383e20-9a6701d5"
# ## 想多了解一点
#
# 数参数的练习，拆错了地方的程序，哪些头可以省，宽的头多练几步会怎样，还有 PyTorch 里的多头注意力。

# %% [markdown] id="count" lang="en"
# **Exercise 4**, to take home (★). Count the parameters of our PyTorch layer `MultiHeadAttention`: four matrices and the bias of $W_O$; the other three matrices have none. Each word enters and leaves with $d_\text{model}$ numbers, and a head works with $d_k = d_\text{model} / h$.

# %% [markdown] id="count" lang="zh" agreed="06712c04-61383704"
# **练习 4**，课后做（★）。数一数我们的 PyTorch 层 `MultiHeadAttention` 有多少个参数：四个矩阵，再加上 $W_O$ 的偏置；另外三个矩阵不带偏置。每个词的输入和输出都是 $d_\text{model}$ 维，每个头用 $d_k = d_\text{model} / h$ 维。

# %% id="exercise-count" tags=["exercise"]
def my_count_parameters(d_model, h):
    ...

count_parameters = check.count_parameters(my_count_parameters)

# %% [markdown] id="whole-row-text" lang="en"
# **Each head sees whole rows.** Many programs split $X$ instead of $Q$; `nn.Linear(head_dim, head_dim)` gives them away. We change the first number of *small* in $X$, and see how much the query of each head changes, in a right program and in one of these:

# %% [markdown] id="whole-row-text" lang="zh" agreed="928b4bfd-c6871696"
# **每个头看的是整行。** 不少程序拆的不是 $Q$，而是 $X$，看到 `nn.Linear(head_dim, head_dim)` 就要当心。把 $X$ 里“小”的第一个数改一下，看每个头的查询变了多少，正确的程序和这样的程序各算一遍：

# %% id="whole-row"
from attnlib import split_heads
rng = np.random.default_rng(0)
X, W = rng.normal(size=(4, 4)), rng.normal(size=(4, 4))
changed = X + [[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]
ways = {"Q": lambda x: split_heads(x @ W, 2), "X": lambda x: split_heads(x, 2) @ W[:2, :2]}
head_1, head_2 = np.array([abs(f(changed) - f(X)).max((1, 2)) for f in ways.values()]).T.round(2)
table(what_is_split=[*ways], change_in_head_1=head_1, change_in_head_2=head_2)

# %% [markdown] id="whole-row-said" lang="en"
# When $X$ is split, head 2 never learns of the change. It runs, and it trains, but it is not the multi-head attention of the formula.

# %% [markdown] id="whole-row-said" lang="zh" agreed="2f17749b-0b347771"
# 拆 $X$ 的时候，第 2 个头根本看不到这个改动。程序能运行，也能训练，可它不是公式里的多头注意力。

# %% [markdown] id="curious-more" lang="en"
# **Can heads be spared?** We train four heads on the task of section 5; here is one of its sentences. Below, the table *projected output* has a score for each answer: ←A means *A on the left*, D→ *D on the right*. Switch heads off one by one, and see whether an answer changes.
#
# <details><summary>What we measured</summary>
#
# In 500 new sentences all four heads are right everywhere. Without head 2, or without head 3, at least 99 in 100 places are still right, without both 96. Without head 1 it is 54, without head 4 75. In large models, too, most heads can be removed one at a time ([Michel et al. 2019](https://arxiv.org/abs/1905.10650)). In a translation model, 38 of 48 heads of the encoder went, for 0.15 BLEU; those that stayed longest had jobs with a name ([Voita et al. 2019](https://arxiv.org/abs/1905.09418)).
#
# </details>

# %% [markdown] id="curious-more" lang="zh" agreed="c5c9a34c-36ecadaa"
# **哪些头可以省？** 在第 5 节的任务上训练四个头，取其中一句来看。在下面“投影后的输出”那张表里，每个答案有一个得分：←A 表示“左边是 A”，D→ 表示“右边是 D”。把头一个一个地关掉，看看答案变不变。
#
# <details><summary>我们量到的</summary>
#
# 另取 500 个句子，四个头都在，全对。去掉第 2 个头，或者去掉第 3 个头，每 100 个位置至少还对 99 个；两个一起去掉，还对 96 个。去掉第 1 个头，只对 54 个；去掉第 4 个头，对 75 个。大模型里也一样，多数头单独去掉都无妨（[Michel 等，2019](https://arxiv.org/abs/1905.10650)）。有一个翻译模型，编码器的 48 个头去掉了 38 个，BLEU 只低了 0.15，留到最后的，正是那些说得出在做什么的头（[Voita 等，2019](https://arxiv.org/abs/1905.09418)）。
#
# </details>

# %% id="heads-more" tags=["torch"]
import torch
from attnlib.layers import MultiHeadAttention
from classroom.lab.training import neighbours, ring_example, train
torch.set_num_threads(1)
run = train(lambda: MultiHeadAttention(12, 4), neighbours)
Explorer(ring_example(run, neighbours(1)[0][0]), ("weights", "output"), edit="heads_on", controls=("head", "undo"))

# %% [markdown] id="longer" lang="en"
# **Did the wide head need more time?** We train it ten times as long, from the same four random starts. It ends where it ended before:

# %% [markdown] id="longer" lang="zh" agreed="ed821542-4e062991"
# **宽的头是不是练得不够？** 从同样的四组随机初始值开始，练十倍那么久。最后还是老样子：

# %% id="heads-longer" tags=["torch"]
import torch
from attnlib.layers import SelfAttention
from classroom.lab.training import neighbours, progress, train
torch.set_num_threads(1)
runs = [train(lambda: SelfAttention(12, 48, 48, output_projection=True), neighbours, seed, 2000) for seed in progress(range(4))]
show(both_right=np.array([run.right[-1] for run in runs]).round(2))

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
# The same output and the same weights. By default the axis of the heads is gone: that is the mean of section 5. PyTorch also has biases for queries, keys and values, 1,536 more parameters.

# %% [markdown] id="torch-explain" lang="zh" agreed="7d486715-3c9ac207"
# 输出一样，权重也一样。默认时，头的那个轴不见了：那就是第 5 节里的平均。PyTorch 还给查询、键、值加了偏置，参数多 1,536 个。
