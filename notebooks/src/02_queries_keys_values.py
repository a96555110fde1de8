# %% [markdown] id="title" lang="en"
# # 02 · Queries, keys and values: an audition
#
# In a sentence every word plays three parts: it looks for something, it can be found, and it passes something on. But it arrives with a single row of numbers. Couldn't it play all three parts with that one row?
#
# Three matrices audition, one for each part. Then we send two of them home, one at a time, and see what goes wrong. Finally you write one yourself.
#
# About 30 minutes, and 5 for the exercise. You need [lesson 01](01_embedding.ipynb).

# %% [markdown] id="title" lang="zh" agreed="7e324bd9-f160dbcf"
# # 02 · 查询、键、值：一次试镜
#
# 在句子里，每个词都有三个角色要演：找别人，被别人找到，还要把内容传出去。可它只带来了一行数。一行数，演得了三个角色吗？
#
# 这一课，我们给每个角色请一个矩阵来试镜；再把其中两个轮流撤下，看看会出什么问题。最后，由你亲手写一个。
#
# 约 30 分钟，练习另需 5 分钟。需要先学[第 01 课](01_embedding.ipynb)。

# %% id="setup"
import numpy as np
from attnlib import heatmap, load_example, pipeline, show, use_language
from classroom import Explorer, ask, check, moves, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight=("Q", "K", "V"))

# %% [markdown] id="strip-text" lang="en"
# [← 01](01_embedding.ipynb) · [Glossary](glossary.ipynb) · [03 →](03_scores.ipynb)

# %% [markdown] id="strip-text" lang="zh" agreed="49db6e2b-d2f97ed1"
# [← 01](01_embedding.ipynb) · [术语表](glossary.ipynb) · [03 →](03_scores.ipynb)

# %% [markdown] id="lecture-plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1, 14: let everybody work out the query of *pear* on paper. Section 2, 8: the exercise together. Section 3, the heart: 18; before each dismissal, ask who would dare, and let a student dismiss $W_K$ in the explorer. Section 4, 5: the puzzle in pairs. Recap, 5: the first question aloud. *For the curious* is for home; the questions about PyTorch and biases there make good shows of hands.

# %% [markdown] id="lecture-plan" lang="zh" agreed="5dad62dd-08c2b670" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 14 分钟：让每个人在纸上算出“梨”的查询。第 2 节 8 分钟，练习一起做。第 3 节是重点，18 分钟：每撤掉一个矩阵之前，先问谁敢撤；$W_K$ 请一位同学上来亲手撤。第 4 节 5 分钟，谜题两人一组。小结 5 分钟，第一题口答。“想多了解一点”留作课后；那里关于 PyTorch 和偏置的两题，适合举手表决。

# %% [markdown] id="jobs" lang="en"
# ## 1 · Three parts, three matrices
#
# In *eat apple*, *apple* arrives with the row (0, 1, 1, 0): edible and a brand. *eat* has (1, 0, 0, 0): an action. Could *apple* look for others with its row? Its dot product with *eat* is 0, with itself 2: it would look mostly at itself. The row says what the word *is*, not what it *looks for*. So each part gets a matrix:
#
# | part | what it says | made by |
# |---|---|---|
# | [**query**](glossary.ipynb) | what the word looks for | $q = x\, W_Q$ |
# | [**key**](glossary.ipynb) | what it can be found as | $k = x\, W_K$ |
# | [**value**](glossary.ipynb) | what it passes on | $v = x\, W_V$ |
#
# The word's row is $x$; each $W$ is a [**projection matrix**](glossary.ipynb), the same for every word. This is $W_Q$:

# %% [markdown] id="jobs" lang="zh" agreed="90b0153e-ef44229e"
# ## 1 · 三个角色，三个矩阵
#
# 在“吃 苹果”里，“苹果”带来的一行是 (0, 1, 1, 0)：能吃，又是品牌；“吃”带来的是 (1, 0, 0, 0)：动作。“苹果”能不能就拿这一行去找别人？它和“吃”的点积是 0，和自己的点积是 2，看得最多的会是自己。这一行说的是它*是*什么，没有说它在*找*什么。所以，每个角色各配一个矩阵：
#
# | 角色 | 说的是 | 怎样得到 |
# |---|---|---|
# | [**查询**](glossary.ipynb)（query） | 它在找什么 | $q = x\, W_Q$ |
# | [**键**](glossary.ipynb)（key） | 它凭什么被找到 | $k = x\, W_K$ |
# | [**值**](glossary.ipynb)（value） | 它传出去什么 | $v = x\, W_V$ |
#
# $x$ 是这个词的一行；三个 $W$ 都是[**投影矩阵**](glossary.ipynb)（projection matrix），所有的词共用。先看 $W_Q$：

# %% id="read-w-q"
apple = load_example("apple")
heatmap(apple.W_Q, apple.feature_names, apple.column_names("W_Q"), kind="signed", title="W_Q")

# %% [markdown] id="read-w-q-said" lang="en"
# Read it row by row. The first says: an *action* looks for an *edible thing*, and nothing else. The 2 says how strongly; we chose it.

# %% [markdown] id="read-w-q-said" lang="zh" agreed="3ab374af-2df81160"
# 这张表要一行一行地读。第一行说的是：凡是*动作*，都要找*吃的*，别的不找。2 是找的强度，由我们来定。

# %% id="query-question"
ask("query_of_pear")

# %% [markdown] id="all-three" lang="en"
# Now *eat* and *apple* play all three parts. Click a number of **Q**, **K** or **V** to see which row of **X** and which column of a matrix made it. Then turn *apple* into a mere fruit: write 0 for its *brand*. One of its three vectors stays as it was: find out which, and why.

# %% [markdown] id="all-three" lang="zh" agreed="8993ee20-47c08d96"
# 现在三个矩阵都到齐了，“吃”和“苹果”各演三个角色。在 **Q**、**K** 或 **V** 里点一个数，就能看到它由 **X** 的哪一行、矩阵的哪一列算出来。然后让“苹果”只当水果：把它的“品牌”改成 0。“苹果”的三个向量里，有一个没有变：把它找出来，想想为什么。

# %% id="all-three-explorer"
steps = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V")
Explorer("apple", steps, edit=steps[:4], selected=("Q", 1, 0), controls=("sentence", "undo"))

# %% [markdown] id="three-rows-said" lang="en"
# Undo that, and read the three vectors of *apple*: it looks for eating or a device, is found as an edible thing, and passes on food and tech, one part of each.
#
# One row, three vectors: they differ because three matrices multiply the row. We wrote these matrices so that they can be read. In a model, training finds them: they are among its **parameters**.
#
# <details><summary>What stays when apple is a mere fruit</summary>
#
# Its key, (0, 0, 1). The row *brand* of $W_K$ holds only zeros, so this feature never reached the key.
#
# </details>

# %% [markdown] id="three-rows-said" lang="zh" agreed="a6d0ecf5-a5e5ec3f"
# 撤销改动，读一读“苹果”的三个向量：它要找的是进食或者数码；别人找“吃的”，就会找到它；它传出去的是食物和科技，各一份。
#
# 明明是同一行数，三个向量却不一样，因为乘的矩阵不同。为了让人看得懂，这些矩阵是我们特意写的。模型里的矩阵要靠训练得到，属于模型的**参数**。
#
# <details><summary>“苹果”只当水果时，什么没有变</summary>
#
# 它的键，(0, 0, 1)。$W_K$ 里“品牌”那一行全是 0，这个特征本来就没有进到键里。
#
# </details>

# %% [markdown] id="lecture-jobs" lang="en" tags=["lecturer"]
# **Ask:** what does *phone* look for? **They say:** an owner, a call. **Then:** read the row *device* of $W_Q$: (0, 0, 2), an edible thing. The matrices decide, not what we know about phones. **Ask:** where does $W_K$ say “I am food”? Nowhere: *apple* is found as an edible thing. Being found and passing something on are different parts.

# %% [markdown] id="lecture-jobs" lang="zh" agreed="3d789eaa-5b2a29c3" tags=["lecturer"]
# **提问：** “手机”在找什么？**学生会说：** 找主人，找电话号码。**接着说：** 看 $W_Q$ 的“数码”那一行：(0, 0, 2)，找的是吃的。决定权在矩阵手里，和我们对手机的了解无关。**再问：** $W_K$ 里哪里写着“我是食物”？没有写，“苹果”是凭“吃的”被找到的。凭什么被找到，和传出去什么，是两个角色。

# %% [markdown] id="program" lang="en"
# ## 2 · Your program
#
# For all words at once, this is one matrix product. Often one more row of numbers, the **bias** $b_Q$, is then added to every query, as if every word had the same extra wish:
#
# $$Q = X W_Q + b_Q$$
#
# $K$ and $V$ are computed in the same way. Multiplying by a matrix is a **linear transformation**; with or without a bias, the whole step is called a *linear layer*.

# %% [markdown] id="program" lang="zh" agreed="ffd763d0-b8b1b64a"
# ## 2 · 写你的程序
#
# 所有的词一起算，就是一次矩阵乘法。许多模型还给每个查询加上同一个向量，叫**偏置**（bias）$b_Q$：不管是哪个词，要找的东西里都多出同样的一份：
#
# $$Q = X W_Q + b_Q$$
#
# $K$ 和 $V$ 同理。乘一个矩阵，就是做一次**线性变换**；在神经网络里，这一步带不带偏置，都叫*线性层*。

# %% [markdown] id="sizes" lang="en"
# A query meets a key in a dot product, so $W_Q$ and $W_K$ have equally many columns, [$d_k$](glossary.ipynb) (here 3). Values are never compared, so $W_V$ may have any number of columns, [$d_v$](glossary.ipynb) (here 2). An output is a mix of values, so it has $d_v$ numbers, too.
#
# **Exercise** (★, 5 min). `my_project` takes `X` (n, d_in), `W` (d_in, d_out) and `b` (d_out,), and returns (n, d_out): d_in is our $d_\text{model}$, and d_out is $d_k$ or $d_v$. `X` may have one more axis in front, for several sentences.

# %% [markdown] id="sizes" lang="zh" agreed="22aaa854-c0910aa5"
# 查询和键要做点积，所以 $W_Q$ 和 $W_K$ 的列数相同，都是 [$d_k$](glossary.ipynb)（这里是 3）。值不参与比较，$W_V$ 的列数 [$d_v$](glossary.ipynb) 可以任意取（这里是 2）；输出由值混合而成，所以也是 $d_v$ 个数。
#
# **练习**（★，5 分钟）。`my_project` 接收 `X` (n, d_in)、`W` (d_in, d_out) 和 `b` (d_out,)，返回 (n, d_out)。这里 d_in 就是 $d_\text{model}$，d_out 是 $d_k$ 或 $d_v$。`X` 的形状最前面可能多一个轴，用来放一批句子。

# %% id="exercise-project" tags=["exercise"]
def my_project(X, W, b):
    ...

project = check.project(my_project)

# %% [markdown] id="why" lang="en"
# ## 3 · Which matrix can go?
#
# One row without a matrix is not enough. Would two matrices do?
#
# **Dismiss $W_K$.** Now $W_Q$ plays two parts and makes both queries and keys. (`replace` copies the example with that change.)

# %% [markdown] id="why" lang="zh" agreed="2cf9bd9c-78435c42"
# ## 3 · 谁可以撤掉？
#
# 一个矩阵也没有，不行；那么两个够不够？
#
# **撤掉 $W_K$。** 它的角色由 $W_Q$ 兼演：查询和键共用一个矩阵。（`replace` 把例子复制一份，只改其中这一项。）

# %% id="why-question"
from dataclasses import replace
apple = load_example("apple")
one_matrix = replace(apple, W_K=apple.W_Q)
ask("one_matrix", then=[moves(apple, "apple"), moves(one_matrix, "apple")])

# %% [markdown] id="why-mutual" lang="en"
# With other numbers in the matrix, *apple* need not find itself. But one thing happens with any numbers, as soon as queries and keys share a matrix (and there are no biases, as here). *small cat chases fish* shows it. Compare each score with its mirror image: *small → fish* with *fish → small*, and so on. Then dismiss $W_K$ yourself: in the list *Matrices …* choose $W_K = W_Q$, and compare again.

# %% [markdown] id="why-mutual" lang="zh" agreed="6994d991-32cd767a"
# “苹果”找到自己，是因为矩阵里正好是这些数。另有一件事，不管矩阵里填的是什么数，只要查询和键共用一个矩阵（这里没有偏置），就一定会发生。换一句“小 猫 追 鱼”来看。先把分数表里的每个数，和沿对角线翻过去的那个数比一比。然后亲手撤掉 $W_K$：在“换一组矩阵…”里选 $W_K = W_Q$，再比一遍。

# %% id="why-same"
Explorer("first_look", ("Q", "K", "scores"), edit=("W_K",), controls=("matrices", "undo"))

# %% [markdown] id="why-symmetric" lang="en"
# Now *small → fish* is 4, like *fish → small*: every score is **mutual**. Since $q_i \cdot q_j = q_j \cdot q_i$, the table is **symmetric**: fold it along the diagonal, and equal numbers meet. (Weights need not be symmetric: each row is divided by its own sum.)
#
# If we dismiss $W_Q$ instead, the scores are $k_i \cdot k_j = k_j \cdot k_i$: mutual again.

# %% [markdown] id="why-symmetric" lang="zh" agreed="2988f024-4dc13049"
# 共用一个矩阵时，“小 → 鱼”是 4，“鱼 → 小”也是 4：每一对词，**两个方向的分数总是相等**。因为 $q_i \cdot q_j = q_j \cdot q_i$，这张表是**对称**的：沿对角线对折，处处重合。（权重不一定对称：每一行要除以自己的和。）
#
# 要是撤掉 $W_Q$，分数就是 $k_i \cdot k_j = k_j \cdot k_i$，这张表照样对称。

# %% [markdown] id="why-circle" lang="en"
# What is the harm? With two matrices a circle is possible: *cat* looks most at *chases*, *chases* at *fish*, *fish* at *cat*.
#
# With mutual scores, three words have only three scores between them: $a$ for *cat* and *chases*, $b$ for *chases* and *fish*, $c$ for *fish* and *cat*. *cat* prefers *chases* to *fish*, so $a > c$. *chases* prefers *fish* to *cat*, so $b > a$. *fish* prefers *cat* to *chases*, so $c > b$. Together this is $a > c > b > a$, which is impossible. **Whatever the numbers in the one matrix, no circle.**

# %% [markdown] id="why-circle" lang="zh" agreed="56fe52b8-569a46b9"
# 这有什么坏处？各用各的矩阵时，三个词一个看一个，正好围成一圈：“猫”最想找“追”，“追”最想找“鱼”，“鱼”最想找“猫”。
#
# 要是两个方向的分数总是相等，三个词之间就只有三个分数：“猫”和“追”的是 $a$，“追”和“鱼”的是 $b$，“鱼”和“猫”的是 $c$。“猫”想找“追”，胜过想找“鱼”，所以 $a > c$；“追”想找“鱼”，胜过想找“猫”，所以 $b > a$；“鱼”想找“猫”，胜过想找“追”，所以 $c > b$。连起来是 $a > c > b > a$，不可能。**那一个矩阵里不管填什么数，都围不成一圈。**

# %% [markdown] id="why-value" lang="en"
# **Dismiss $W_V$.** $W_K$ is back, and now plays the part of $W_V$, too: what a word passes on is its key. *eat* passes on (3, 0, 0); let the first column also stand for food. *apple* passes on (0, 0, 1): no food.
#
# For *apple* to pass on food, $W_K$ must change: we write a 3 into its first column, in the row *edible*. Now *apple* passes on (3, 0, 1). Does that cost anything? Its weight for *eat* was 0.97: softmax of the scores 6 and 0, each divided by $\sqrt{d_k} = \sqrt 3$ first (lesson 00).

# %% [markdown] id="why-value" lang="zh" agreed="8086ddb7-bdc2a08d"
# **撤掉 $W_V$。** 把 $W_K$ 请回来，这次由它兼演 $W_V$ 的角色：一个词的键是什么，传出去的就是什么。“吃”传出的是 (3, 0, 0)，第一列就兼指食物；“苹果”传出的是 (0, 0, 1)，没有食物。
#
# 要让“苹果”也传出食物，只能改 $W_K$：在“能吃”那一行的第一列也写上 3，它传出的就成了 (3, 0, 1)。这样做有没有代价？改之前，“苹果”给“吃”的权重是 0.97：分数 6 和 0 先除以 $\sqrt{d_k} = \sqrt 3$，再做 softmax（第 00 课）。

# %% id="why-shared"
more = np.array([[0, 0, 0], [3, 0, 0], [0, 0, 0], [0, 0, 0]])
shared = replace(apple, W_K=apple.W_K + more, W_V=apple.W_K + more).select(0)
words, columns, after = shared.tokens, apple.column_names("W_K"), shared.trace()
passed_on = heatmap(after.V, words, columns, kind="signed", title="V = K")
ask("shared_repair", then=[passed_on, heatmap(after.weights, words, words, title="weights")])

# %% [markdown] id="why-verdict" lang="en"
# **The verdict.** All three stay:
#
# | one matrix for | what follows | the harm |
# |---|---|---|
# | queries and keys | what a word looks for is also what it is found as | every score is mutual: no circle can arise |
# | keys and values | a word passes on the same numbers that it is found by | a change in what it passes on changes its key, too, and so usually the weights |
#
# With three matrices each part can be changed on its own. (One matrix for queries and values? A change in what a word passes on would change what it looks for. Why not pass on the row of $X$ itself? Lesson 05 tries that.)
#
# <details><summary>Is there no way around this?</summary>
#
# There is. *Scores with one matrix:* use the row $x$ itself as the key. Then $q_i \cdot k_j = (x_i\, W_Q W_K^\top) \cdot x_j$, so the one matrix is $W_Q W_K^\top$. In *eat apple* it has 4 × 4 = 16 numbers instead of 24; but with $d_\text{model} = 512$ and $d_k = 64$, it has four times as many as the two together (lesson 03).
#
# *Values without a matrix of their own:* reserve some columns of $W_K$ for passing on, and give every query a 0 there. Then no score changes. But every query and key has become longer, only to save a third matrix. (And the *scaled* scores do change: $d_k$, whose square root we divide by, is larger.)
#
# </details>

# %% [markdown] id="why-verdict" lang="zh" agreed="5510fffd-1c1c4299"
# **试镜结果：** 三个都留下。
#
# | 共用一个矩阵的 | 结果 | 坏处 |
# |---|---|---|
# | 查询和键 | 找什么，就凭什么被找到 | 两个方向的分数总是相等：你怎样找我，我就得怎样找你，围不成一圈 |
# | 键和值 | 凭什么被找到，就传出去什么 | 传出去的内容一改，键也跟着改，权重一般也就变了 |
#
# 三个矩阵各管一个角色，改一个，另外两个不受影响。（查询和值共用？传出去的内容一改，要找的也跟着改。为什么不干脆传出 $X$ 里的那一行？第 05 课会试。）
#
# <details><summary>能不能绕过去？</summary>
#
# 能。*分数只用一个矩阵：* 直接拿词的那一行 $x$ 当键：因为 $q_i \cdot k_j = (x_i\, W_Q W_K^\top) \cdot x_j$，留一个矩阵 $W_Q W_K^\top$ 来算查询就够了。在“吃 苹果”里，它有 4 × 4 = 16 个数，比原来两个的 24 个还少；可是 $d_\text{model} = 512$、$d_k = 64$ 时，就是原来那两个合起来的四倍了（第 03 课）。
#
# *值不单独用矩阵：* 在 $W_K$ 里专门留几列来传内容，让所有的查询在这几列上都是 0，分数就不受影响。不过，查询和键都变长了，其实还是多用了一个矩阵。（*缩放后*的分数还是会变：$d_k$ 变大了，而分数要除以它的平方根。）
#
# </details>

# %% [markdown] id="lecture-why" lang="en" tags=["lecturer"]
# **Ask:** with $W_K = W_Q$, must the diagonal be the largest of its row? **They say:** yes. **Then:** the largest score of the whole table lies on it, but with $W_Q = W_K$ (the other way round) *small* scores 3 with *fish* and 2 with itself.

# %% [markdown] id="lecture-why" lang="zh" agreed="ff277749-f8ae8def" tags=["lecturer"]
# **提问：** 令 $W_K = W_Q$，对角线上的数一定是那一行最大的吗？**学生会说：** 一定。**接着说：** 整张表的最大值一定在对角线上；但如果反过来令 $W_Q = W_K$，“小 → 鱼”是 3，“小 → 小”只有 2。

# %% [markdown] id="puzzle" lang="en"
# ## 4 · Write one yourself
#
# All the numbers of $W_K$ are gone: nobody can be found. The queries still look, as before.
#
# **Puzzle:** write a new $W_K$ for *eat apple phone* (the old one would not do). Three numbers are enough.
#
# * Both *apple* and *eat* find *phone*: *apple → phone* and *eat → phone* are above 8.
# * *apple* finds itself, too, but not *eat*: *apple → apple* is above 3, *apple → eat* below 1.
# * *eat* does not find *apple*: *eat → apple* is below 1.

# %% [markdown] id="puzzle" lang="zh" agreed="24f3c27b-425bcc13"
# ## 4 · 亲手写一个矩阵
#
# $W_K$ 里的数全没了，谁也找不到谁；查询没有动，每个词要找的还和原来一样。
#
# **谜题：** 为“吃 苹果 手机”写一个新的 $W_K$（原来的那个做不到）。写三个数就够了。
#
# * “苹果”和“吃”都找得到“手机”：“苹果 → 手机”“吃 → 手机”都大于 8。
# * “苹果”还找得到自己，却找不到“吃”：“苹果 → 苹果”大于 3，“苹果 → 吃”小于 1。
# * “吃”找不到“苹果”：“吃 → 苹果”小于 1。

# %% id="puzzle-explorer"
from dataclasses import replace
vacant = replace(load_example("between"), W_K=np.zeros((4, 3)))
Explorer(vacant, ("X", "W_K", "Q", "K", "scores"), goal="vacant_key", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# In the row *device*, write 5 in the columns *device* and *edible thing*; in the row *edible*, write 2 in the column *eating*. *apple* looks under *eating* and *device*, *eat* under *edible thing*. So the key of *phone* needs a number under *edible thing*, for *eat*, and one under *eating* or *device*, for *apple*. The number by which *apple* finds itself must stand under *eating* or *device*: under *edible thing*, *eat* would find it, and *apple* would not. And looking is not mutual: *eat → phone* is 10, *phone → eat* 0.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="1f255efc-45fd6e99"
# <details><summary>一个解法</summary>
#
# “数码”一行里，“数码”列和“吃的”列都写 5；“能吃”一行的“进食”列写 2。“苹果”在“进食”“数码”两列上找，“吃”在“吃的”列上找，所以“手机”的键要在“吃的”列给“吃”准备一个数，在“进食”或“数码”列给“苹果”准备一个数。“能吃”那一行决定的是“苹果”的键：数写在“进食”或“数码”列，“苹果”才找得到自己；写在“吃的”列，找到它的就成了“吃”。而且互相看的程度并不一样：“吃 → 手机”是 10，“手机 → 吃”是 0。
#
# </details>

# %% [markdown] id="recap" lang="en"
# ## 5 · Recap
#
# Without scrolling up, a question on lesson 01 and one on this lesson:

# %% [markdown] id="recap" lang="zh" agreed="c17cb9e8-ba470ae2"
# ## 5 · 小结
#
# 不要往上翻，先答两个问题，一个问第 01 课，一个问这一课：

# %% id="recall-question"
ask("unknown_words")

# %% id="recap-question-2"
ask("shared_key")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * $Q = X W_Q + b_Q$, and likewise $K$ and $V$: three matrices make three vectors from one row.
# * With one matrix (and one bias) for queries and keys, every score is mutual. With one matrix for keys and values, a change in what a word passes on usually changes scores, too.
# * Queries and keys have the same size $d_k$; $d_v$ is free.
#
# Next: every query meets every key, and then comes a division that looks pointless. [Lesson 03, scores →](03_scores.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="d4c16aa0-2c8a325c"
# 这一课要记住的：
#
# * $Q = X W_Q + b_Q$，$K$ 和 $V$ 同理：同一行数，经过三个矩阵，变成三个向量。
# * 查询和键共用一个矩阵（偏置也共用），每一对词两个方向的分数就总是相等；键和值共用一个矩阵，改了传出去的内容，一般也就改了分数。
# * 查询和键的维度相同，都是 $d_k$；值的维度 $d_v$ 可以任意取。
#
# 下一课：每个查询都和每个键做一次点积，然后还要除一下。这一除，看上去毫无必要。[第 03 课，注意力分数 →](03_scores.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# PyTorch, and a mistake to make with it that raises no error; which of the three needs a bias; two things that are both called weights.

# %% [markdown] id="later" lang="zh" agreed="36781c46-0325a8e2"
# ## 想多了解一点
#
# PyTorch 里一个不报错的错误；三个投影里，哪几个用得上偏置；还有两种都叫“权重”的东西。

# %% [markdown] id="torch" lang="en"
# **In PyTorch** a projection is `nn.Linear(d_in, d_out)`, which keeps its matrix in `weight`. Our $W_Q$ is (4, 3), from $d_\text{model}$ to $d_k$. The matrix in PyTorch's layer has another shape:

# %% [markdown] id="torch" lang="zh" agreed="88132b10-ada7691e"
# **在 PyTorch 里**，投影是一个层：`nn.Linear(d_in, d_out)`，矩阵存放在 `weight` 里。我们的 $W_Q$ 是 (4, 3)，从 $d_\text{model}$ 到 $d_k$。PyTorch 的层里，矩阵的形状却是：

# %% id="torch-shape" tags=["torch"]
import torch
from torch import nn
show(shape=tuple(nn.Linear(4, 3).weight.shape))

# %% [markdown] id="torch-square" lang="en"
# PyTorch stores the transpose, and computes $x\, \text{weight}^\top + b$. If you write `X @ layer.weight`, because the formula says $X W$, you are lucky here, where 4 numbers become 3: you get an error. With a square matrix nothing warns you.
#
# We leave out the last row of $W_Q$, *device*, so that it is square, and load it into a layer. Here is the query of *pear*, first from the layer, then with the mistake:

# %% [markdown] id="torch-square" lang="zh" agreed="5609c26f-a82b7539"
# PyTorch 存的是转置，算的是 $x\, \text{weight}^\top + b$。公式写的是 $X W$，一顺手就会写成 `X @ layer.weight`。像这里 4 个数变 3 个，会报错，还算运气好；要是输入和输出的个数相同，矩阵是方阵，就不会报错，也没有任何提示。
#
# 把 $W_Q$ 的最后一行（“数码”）去掉，它就成了方阵，再装进一个层。“梨”的查询，先用层来算，再用错误的写法算：

# %% id="torch-silent" tags=["torch"]
W = torch.tensor(load_example("apple").W_Q[:3])
layer = nn.Linear(3, 3, bias=False)
layer.weight = nn.Parameter(W.T, requires_grad=False)
x = W.new_tensor([0, 1, 0])
show({"layer(x)": layer(x), "x @ layer.weight": x @ layer.weight})

# %% [markdown] id="torch-cure" lang="en"
# The layer agrees with section 1: *pear* looks for eating. With the mistake the shape is right, and *pear* looks for an edible thing. So call `layer(X)`, and test your code with sizes that are all different.

# %% [markdown] id="torch-cure" lang="zh" agreed="087033fa-c48d53e2"
# 层算出来的和第 1 节一样：“梨”要找“进食”。写错了，形状照样对，“梨”却去找“吃的”了。所以要写 `layer(X)`；试代码时，让各个维度互不相同。

# %% id="torch-question"
ask("square_layer")

# %% [markdown] id="lecture-torch" lang="en" tags=["lecturer"]
# **Ask:** the matrix is square, and someone trains with `X @ weight`. Does training show the mistake? **They say:** it would not converge. **Then:** it trains just as well: $X W$ and $X W^\top$ both learn their matrix. It shows when trained numbers are loaded into other code.

# %% [markdown] id="lecture-torch" lang="zh" agreed="117986ae-7f82772d" tags=["lecturer"]
# **提问：** 矩阵是方阵，有人用 `X @ weight` 来训练，训练时能发现这个错误吗？**学生会说：** 会不收敛吧。**接着说：** 照样能训练，$X W$ 和 $X W^\top$ 里的矩阵都是学出来的。把训练好的数搬到另一份代码里，才会露馅。

# %% [markdown] id="bias" lang="en"
# **With bias or without?** A bias costs parameters. Which of the three does attention need? Write $q_i$ and $k_j$ for a query and a key before the bias is added. Then the score of word $i$ for word $j$ is
#
# $$(q_i + b_Q) \cdot (k_j + b_K)$$

# %% [markdown] id="bias" lang="zh" agreed="7010a338-50f29292"
# **要不要偏置？** 每个偏置都是要训练的参数，省掉一个，模型就小一点。这三个偏置，注意力真正用得上的是哪几个？用 $q_i$ 和 $k_j$ 表示加偏置之前的查询和键，词 $i$ 给词 $j$ 的分数是
#
# $$(q_i + b_Q) \cdot (k_j + b_K)$$

# %% id="bias-question"
from dataclasses import replace
plain = load_example("unbatched_2_to_4")
change = replace(plain, b_K=None).trace().scores - plain.trace().scores
i, j = ([f"{letter} = {n}" for n in range(3)] for letter in "ij")
ask("without_b_K", then=heatmap(change, i, j, kind="signed", title="b_K = 0"))

# %% [markdown] id="bias-models" lang="en"
# Models differ: [GPT-2](https://github.com/openai/gpt-2/blob/master/src/model.py) and [Qwen2](https://arxiv.org/abs/2407.10671) have all three biases, [LLaMA](https://github.com/meta-llama/llama/blob/main/llama/model.py) has none, and [Whisper](https://github.com/openai/whisper/blob/main/whisper/model.py) has two of the three. (Qwen2 also turns queries and keys by their positions, as in lesson 08: then $b_K$ counts.)
#
# **Two kinds of weights.** The `weight` of a layer is a matrix of the model; *attention weights* are something else. Here are their shapes for two Chinese sentences of three words, 我 爱 中国 (*I love China*) and 太阳 变 红 (*the sun turns red*), which lesson 05 works with:

# %% [markdown] id="bias-models" lang="zh" agreed="c94fd8ed-c76f2a2a"
# 实际的模型各有各的做法：[GPT-2](https://github.com/openai/gpt-2/blob/master/src/model.py) 和 [Qwen2](https://arxiv.org/abs/2407.10671) 三个偏置都有，[LLaMA](https://github.com/meta-llama/llama/blob/main/llama/model.py) 一个也没有，[Whisper](https://github.com/openai/whisper/blob/main/whisper/model.py) 有其中两个。（Qwen2 还要按位置转动查询和键，见第 08 课；这样一来，$b_K$ 就有作用了。）
#
# **两种“权重”。** 层里的 `weight` 是模型里的矩阵，“注意力权重”是另一回事，两者却都叫“权重”（weight）。拿“我 爱 中国”和“太阳 变 红”两句来说（第 05 课要算它们），两样东西的形状分别是：

# %% id="torch-two-weights"
both = load_example("hand_worked")
show({"W_Q": both.W_Q.shape, "weights": both.trace().weights.shape})

# %% [markdown] id="torch-weights" lang="en"
# One (4, 4) matrix serves both sentences and no longer changes after training. Attention weights are computed anew for each sentence: two tables of 3 × 3. In these lessons *weights* always means attention weights; the $W$ are projection matrices.

# %% [markdown] id="torch-weights" lang="zh" agreed="7fdedf80-424a6655"
# 两个句子共用一个 (4, 4) 的矩阵，训练好以后就不再变。注意力权重却是每来一个句子就重新算一遍：一句一张 3 × 3 的表。在这套课里，汉字“权重”一律指注意力权重；几个 $W$ 一律叫投影矩阵。
