# %% [markdown] id="title" lang="en"
# # 02 · Queries, keys and values: one row, three vectors
#
# In a sentence every word has three roles: it looks for something, can be found, and passes something on. But it arrives with a single row of numbers. Is that enough?
#
# Each role gets a matrix. What does a trained one look for, and could we do without one of the three?
#
# About 40 minutes, and 5 for the exercise. You need [lesson 01](01_embedding.ipynb).

# %% [markdown] id="title" lang="zh" agreed="f5614137-33b30b3a"
# # 02 · 查询、键、值：一行数，三个向量
#
# 在句子里，每个词都有三个角色：它要找别人，要被别人找到，还要把内容传出去。可它只带来了一行数。一行数，够用吗？
#
# 我们给每个角色配一个矩阵，看看训练好的矩阵究竟在找什么；再轮流撤掉其中一个，看看戏还演不演得下去。
#
# 约 40 分钟，练习另需 5 分钟。需要先学[第 01 课](01_embedding.ipynb)。

# %% id="setup"
import numpy as np
from attnlib import heatmap, load_example, load_results, show, table, use_language
from classroom import Explorer, ask, check, machine, moves, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("attention", steps=("Q", "K", "V"))

# %% [markdown] id="strip-text" lang="en"
# [← 01](01_embedding.ipynb) · [Glossary](glossary.ipynb) · [03 →](03_scores.ipynb)

# %% [markdown] id="strip-text" lang="zh" agreed="49db6e2b-d2f97ed1"
# [← 01](01_embedding.ipynb) · [术语表](glossary.ipynb) · [03 →](03_scores.ipynb)

# %% [markdown] id="lecture-plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1, 18: let everybody work out the query of *pear* on paper, and cover the right columns of the real table until somebody has guessed what *apple* looks for. Section 2, 10: the exercise together. Section 3, the heart: 14; before the explorer ask who would do without a matrix of its own for keys. Section 4, 5: the puzzle in pairs. Recap, 3: its question aloud; *For the curious* has two more for a show of hands.

# %% [markdown] id="lecture-plan" lang="zh" agreed="822cec31-a3e79ed5" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 18 分钟：让每个人在纸上算出“梨”的查询；真实模型的那张表，先遮住右边两列，猜猜“苹果”在找什么。第 2 节 10 分钟，练习一起做。第 3 节是重点，14 分钟：用交互图之前，先问谁敢不给键单独配矩阵。第 4 节 5 分钟，谜题两人一组。小结 3 分钟，题目口答；“想多了解一点”里还有两题，适合举手表决。

# %% [markdown] id="jobs" lang="en"
# ## 1 · Three roles, three matrices
#
# In *eat apple*, *apple* has the row (0, 1, 1, 0): edible and a brand; *eat* has (1, 0, 0, 0): an action. With these rows *apple* would look mostly at itself: its dot product is 0 with *eat*, 2 with itself. Other numbers help little: among rows of one length, each has its largest dot product with itself, and a longer row attracts all words that point its way, itself most of all. A row says what a word *is*, not what it *looks for*. So each role multiplies the row $x$ by its own [**projection matrix**](glossary.ipynb), the same for every word:
#
# | role | what it says | made by |
# |---|---|---|
# | [**query**](glossary.ipynb) | what the word looks for | $q = x\, W_Q$ |
# | [**key**](glossary.ipynb) | what it can be found as | $k = x\, W_K$ |
# | [**value**](glossary.ipynb) | what it passes on | $v = x\, W_V$ |

# %% [markdown] id="jobs" lang="zh" agreed="05bc06b9-f88f4340"
# ## 1 · 三个角色，三个矩阵
#
# 在“吃 苹果”里，“苹果”带来的一行是 (0, 1, 1, 0)：能吃，又是品牌；“吃”带来的是 (1, 0, 0, 0)：动作。要是就拿这一行去找，“苹果”和“吃”的点积是 0，和自己的是 2，看得最多的就是自己。换一组数，帮助也不大：长度相同的各行里，每一行都和自己的点积最大；要是哪一行特别长，方向相近的词就都去看它，它自己看得最多的还是自己。一行数说的是这个词**是**什么，没有说它在**找**什么。所以，每个角色各用一个[**投影矩阵**](glossary.ipynb)（projection matrix）去乘这一行 $x$，矩阵由所有的词共用：
#
# | 角色 | 说的是 | 怎样得到 |
# |---|---|---|
# | [**查询**](glossary.ipynb)（query） | 它在找什么 | $q = x\, W_Q$ |
# | [**键**](glossary.ipynb)（key） | 它凭什么被找到 | $k = x\, W_K$ |
# | [**值**](glossary.ipynb)（value） | 它传出去什么 | $v = x\, W_V$ |

# %% id="read-w-q"
apple = load_example("apple")
heatmap(apple.W_Q, apple.feature_names, apple.column_names("W_Q"), kind="signed", title="W_Q")

# %% [markdown] id="read-w-q-said" lang="en"
# The first row says: an *action* looks for an *edible* thing, and nothing else. The 2 says how strongly; we chose it. The last row makes a *device* look for an edible thing, too, for no better reason than that *phone* should see *apple*.

# %% [markdown] id="read-w-q-said" lang="zh" agreed="4c356e70-48f25522"
# 这张表要一行一行地读。第一行说的是：凡是“动作”，都要找“吃的”，别的不找。2 是找的强度，由我们来定。最后一行让“数码”也去找吃的，没有道理可讲，只为让“手机”也看得到“苹果”。

# %% id="query-question"
ask("query_of_pear")

# %% [markdown] id="all-three" lang="en"
# Click a number of **Q**, **K** or **V** to see the row of **X** and the column of a matrix that made it. Then turn *apple* into a mere fruit: write 0 for its *brand*. One of its vectors does not change. Find out which, and why.

# %% [markdown] id="all-three" lang="zh" agreed="60748389-7b680807"
# 三个矩阵都在下面。在 **Q**、**K** 或 **V** 里点一个数，就能看到它由 **X** 的哪一行、矩阵的哪一列算出来。然后让“苹果”只当水果：把它的“品牌”改成 0。“苹果”的三个向量里，有一个没有变：把它找出来，想想为什么。

# %% id="all-three-explorer"
steps = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V")
Explorer("apple", steps, edit=steps[:4], selected=("Q", 1, 0), controls=("sentence", "undo"))

# %% [markdown] id="three-rows-said" lang="en"
# Undo that. *apple* looks for eating or a device, is found as an edible thing, and passes on food and tech. One row, three matrices, three vectors.
#
# <details><summary>What stays when apple is a mere fruit</summary>
#
# Its key, (0, 0, 1). The row *brand* of $W_K$ holds only zeros, so this feature never reached the key.
#
# </details>

# %% [markdown] id="three-rows-said" lang="zh" agreed="521a01f3-133e7c06"
# 撤销改动，读一读“苹果”的三个向量：它要找的是进食或者数码；别人找吃的，就会找到它；它传出去的是食物和科技，各一份。明明是同一行数，三个向量却不一样，因为乘的矩阵不同。
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

# %% [markdown] id="real-pair" lang="en"
# **Does a trained model do this?** There, training finds the matrices: their numbers are **parameters**. The first block of the model of lesson 12 has twelve *heads* side by side (lesson 07), each with its own $W_Q$ and $W_K$. We let 636 common words look at one another. For six of them the table lists the words whose keys get the highest scores: with head 2 and, as controls, with the plain rows and with a head drawn at random.

# %% [markdown] id="real-pair" lang="zh" agreed="23c7094e-925afe46"
# **训练出来的矩阵也这样吗？** 真实的模型里，矩阵中的数要靠训练得到，是模型的**参数**。第 12 课的模型，第一个块里并排放着 12 个**头**（第 07 课），每个头都有自己的 $W_Q$ 和 $W_K$。我们让 661 个常用词互相看，表里列出其中六个词，看它们的查询和哪些词的键分数最高。一列是第 2 个头；另外两列用来对照，一列直接用各行的点积，一列是随机抽到的另一个头。

# %% id="real-pair-table" tags=["of-its-language"]
from attnlib.languages import language
table(**load_results("looks_for")[language()]["first_keys"])

# %% [markdown] id="real-pair-said" lang="en"
# The rows find words of the same kind: each of the 636 finds itself first. Head 2 finds what *goes with* a word: *eat → dinner*, *doctor → hospital*, and its *apple* is the brand. The line of *red* we cannot read.

# %% [markdown] id="real-pair-said" lang="zh" agreed="c3feebfe-2d28d99f"
# 直接用点积，找到的是相近的词，661 个词个个都先找到自己。第 2 个头找的是**有关**的词：“吃”找“早餐”，“医生”找“医院”，“苹果”在它这里是个品牌。“红”那一行，我们看不懂。

# %% [markdown] id="real-alike" lang="en"
# How alike are a word and the first five that it finds? We compare what the *whole* model makes of them, by the cosine. On average it is 0.40 if the rows choose, 0.15 if head 2 does, at most 0.04 for each of the other eleven, and 0.03 for words drawn at random. We can name one head of twelve; others may look for places, which single words do not show. And no head looks for actions: of 100 words that nouns find, at most 7 more are verbs than of 100 that other words find. Nothing asked these heads for partners, as we did in lesson 00.

# %% [markdown] id="real-alike" lang="zh" agreed="dc92809d-0c5795a5"
# 一个词和它最先找到的五个词，意思有多相近？把每个词都交给整个模型，再比较得到的向量的余弦。直接用点积来找，平均是 0.41；用第 2 个头找，是 0.16；其余 11 个头，最高的是 0.05；随便抽五个词，是 0.02。12 个头里，说得出在找什么的只有这一个；别的头也许找的是位置，词一个一个地给，看不出来。专找动作的一个也没有：名词找到的词里，动词所占的比例最多只比别的词高 6 个百分点。第 00 课那两个矩阵是专为找搭配训练的，这里没有人这样要求过。

# %% [markdown] id="program" lang="en"
# ## 2 · Your program
#
# Now all words at once, with any of the matrices. Many models add a **bias** $b$, the same for every word: with $W_Q$ and the bias (0, 0, 1), *pear* and *apple* get (2, 0, 1) and (2, 2, 1).
#
# **Exercise** (★, 5 min). `my_project` takes `X` (n, d_in), `W` (d_in, d_out) and `b` (d_out,), and returns (n, d_out). `X` may have one more axis in front, for several sentences.

# %% [markdown] id="program" lang="zh" agreed="9ba89ae0-3dfee8fa"
# ## 2 · 写你的程序
#
# 现在把一句话里的词放在一起算；同一个函数，三个矩阵都能用。许多模型还会加上**偏置**（bias）$b$，每个词加的都一样。比如用 $W_Q$，偏置取 (0, 0, 1)，“梨”和“苹果”得到的就是 (2, 0, 1) 和 (2, 2, 1)。
#
# **练习**（★，5 分钟）。`my_project` 接收 `X` (n, d_in)、`W` (d_in, d_out) 和 `b` (d_out,)，返回 (n, d_out)。`X` 的形状最前面可能多一个轴，用来放一批句子。

# %% id="exercise-project" tags=["exercise"]
def my_project(X, W, b):
    ...

project = check.project(my_project)

# %% [markdown] id="sizes" lang="en"
# A query meets a key in a dot product, so $W_Q$ and $W_K$ have equally many columns, [$d_k$](glossary.ipynb), here 3. $W_V$ may have any number, [$d_v$](glossary.ipynb), and the output has $d_v$ numbers. Usually $d_k = d_v = d_\text{model} / h$ with $h$ heads: in the model above 384 / 12 = 32. The matrices of its twelve heads have 3 · 384 · 384 = 442,368 parameters.

# %% [markdown] id="sizes" lang="zh" agreed="8195cdee-ebd3e2c6"
# 查询和键要做点积，所以 $W_Q$ 和 $W_K$ 的列数相同，都是 [$d_k$](glossary.ipynb)，这里是 3。$W_V$ 的列数 [$d_v$](glossary.ipynb) 可以任意取，输出也就有 $d_v$ 个数。通常取 $d_k = d_v = d_\text{model} / h$：$h$ 是头的个数。上面那个模型是 384 / 12 = 32，12 个头的这三种矩阵共有 3 · 384 · 384 = 442,368 个参数。

# %% [markdown] id="biases" lang="en"
# **Biases.** $b_K$ changes all scores of a row by the same amount, which softmax does not notice (lesson 04). Newer models such as [LLaMA](https://github.com/meta-llama/llama/blob/main/llama/model.py) often leave out all three: fewer parameters, and large models train more stably ([PaLM](https://arxiv.org/abs/2204.02311)).

# %% [markdown] id="biases" lang="zh" agreed="85ae99fb-ac9dd6b3"
# **偏置**。$b_K$ 让一行里的分数都变同一个数，softmax 察觉不到（第 04 课）。新一些的模型常常三个都不要，例如 [LLaMA](https://github.com/meta-llama/llama/blob/main/llama/model.py)：参数少了，大模型训练起来也更稳定（[PaLM](https://arxiv.org/abs/2204.02311)）。

# %% [markdown] id="formula" lang="en"
# In one line, $Q = X W_Q + b_Q$; likewise $K$ and $V$. Multiplying by a matrix is a **linear transformation**. A projection may drop a part of the row, as $W_K$ drops the *brand*: so the key of *apple* did not change. In linear algebra a projection must also satisfy $P^2 = P$; ours need not.

# %% [markdown] id="formula" lang="zh" agreed="46b85cf7-42c65a78"
# 写成公式只有一行：$Q = X W_Q + b_Q$，$K$ 和 $V$ 同理。乘一个矩阵，就是做一次**线性变换**。投影可以丢掉一行数里的一部分：$W_K$ 丢掉了“品牌”，所以“苹果”的键没有变。线性代数里的“投影”要求更严，还得满足 $P^2 = P$，我们的不必。

# %% [markdown] id="torch" lang="en"
# **In PyTorch** this step is a *linear layer*, `nn.Linear(d_in, d_out)`. Its matrix `weight` is the transpose of ours; the layer computes $x\, \text{weight}^\top + b$. `X @ layer.weight` raises an error, unless the matrix is square: then nothing warns you. Many programs make $Q$, $K$ and $V$ in one layer, `nn.Linear(d, 3 * d)`, and cut its output in three. The first three rows of $W_Q$ form a square: *action*, *edible*, *brand*. Here is the query of *pear*, right and wrong:

# %% [markdown] id="torch" lang="zh" agreed="0e9b2a8b-6bb48821"
# **在 PyTorch 里**，这一步叫**线性层**，写作 `nn.Linear(d_in, d_out)`。它的矩阵 `weight` 是我们那个矩阵的转置，算的是 $x\, \text{weight}^\top + b$。写成 `X @ layer.weight`，一般会报错；偏偏方阵不报错，只是数全错了。许多程序用一层 `nn.Linear(d, 3 * d)` 同时算出 $Q$、$K$、$V$，再切成三份。$W_Q$ 的前三行（动作、能吃、品牌）正好是方阵。“梨”的查询，先用层来算，再用错误的写法算：

# %% id="torch-silent" tags=["torch"]
from torch import nn, tensor
apple = load_example("apple")
W, x = tensor(apple.W_Q[:3]), tensor([0, 1, 0]).double()
layer = nn.Linear(3, 3, bias=False)
layer.weight = nn.Parameter(W.T, requires_grad=False)
show({"layer(x)": layer(x), "x @ layer.weight": x @ layer.weight})
show({"nn.Linear(4, 3).weight": tuple(nn.Linear(4, 3).weight.shape)})

# %% [markdown] id="torch-cure" lang="en"
# The layer agrees with section 1: *pear* looks for eating. With the mistake it looks for an edible thing, in the right shape. So call `layer(X)`, and test with sizes that all differ.
#
# One such `weight` serves all sentences. *Attention weights* are computed anew for each, here two tables of 2 × 2. In these lessons, *weights* alone always means attention weights:

# %% [markdown] id="torch-cure" lang="zh" agreed="91ac116f-3263aa7a"
# 层算出来的和第 1 节一样：“梨”要找“进食”。写错了，形状照样对，“梨”却去找吃的了。所以要写 `layer(X)`；试代码时，让各个维度互不相同。
#
# 这样的 `weight`，所有句子共用一个。注意力权重却是每来一个句子就重新算一遍，这里是两张 2 × 2 的表。在这套课里，“权重”一律指注意力权重：

# %% id="torch-two-weights"
show({"W_Q": apple.W_Q.shape, "weights": apple.trace().weights.shape})

# %% [markdown] id="lecture-torch" lang="en" tags=["lecturer"]
# **Ask:** the matrix is square, and someone trains with `X @ weight`. Does training show the mistake? **They say:** it would not converge. **Then:** it trains just as well: $X W$ and $X W^\top$ both learn their matrix. It shows when trained numbers are loaded into other code.

# %% [markdown] id="lecture-torch" lang="zh" agreed="117986ae-7f82772d" tags=["lecturer"]
# **提问：** 矩阵是方阵，有人用 `X @ weight` 来训练，训练时能发现这个错误吗？**学生会说：** 会不收敛吧。**接着说：** 照样能训练，$X W$ 和 $X W^\top$ 里的矩阵都是学出来的。把训练好的数搬到另一份代码里，才会露馅。

# %% [markdown] id="why" lang="en"
# ## 3 · Which matrix can go?
#
# **One for queries and keys.** $W_K$ goes, and $W_Q$ makes both; `replace` copies the example with that change.

# %% [markdown] id="why" lang="zh" agreed="c2bf8d9c-85623d74"
# ## 3 · 谁可以撤掉？
#
# **查询和键共用一个。** 撤掉 $W_K$，查询和键都由 $W_Q$ 来算。代码里的 `replace` 把例子复制一份，只改其中这一项。

# %% id="why-question"
from dataclasses import replace
apple = load_example("apple")
one_matrix = replace(apple, W_K=apple.W_Q)
ask("one_matrix", then=[moves(apple, "apple"), moves(one_matrix, "apple")])

# %% [markdown] id="why-mutual" lang="en"
# That *apple* finds itself comes from these numbers. One thing happens with any, as soon as queries and keys share matrix and bias. Compare each score with its mirror image, *small → fish* with *fish → small*. Then choose $W_K = W_Q$ in the list *Matrices …*, and compare again.

# %% [markdown] id="why-mutual" lang="zh" agreed="246a5b0f-c3614751"
# “苹果”找到自己，是因为矩阵里正好是这些数。还有一件事和填什么数无关：只要查询和键共用一个矩阵（有偏置的话，偏置也共用），它就一定发生。换一句“小 猫 追 鱼”，先把分数表里的每个数，和沿对角线翻过去的那个数比一比；再在“换一组矩阵…”里选 $W_K = W_Q$，重新比一遍。

# %% id="why-same"
Explorer("first_look", ("Q", "K", "scores"), edit=("W_K",), controls=("matrices", "undo"))

# %% [markdown] id="why-symmetric" lang="en"
# Now *small → fish* is 4, like *fish → small*: every score is **mutual**, since $q_i \cdot q_j = q_j \cdot q_i$. The table is **symmetric**. The weights need not be: each row is divided by its own sum.

# %% [markdown] id="why-symmetric" lang="zh" agreed="f6559b81-b289daac"
# 共用一个矩阵时，“小 → 鱼”是 4，“鱼 → 小”也是 4：每一对词，**两个方向的分数总是相等**，因为 $q_i \cdot q_j = q_j \cdot q_i$。这张表是**对称**的。权重却不一定对称，因为每一行要除以自己的和。

# %% [markdown] id="why-circle" lang="en"
# With two matrices a circle is possible: *cat* looks most at *chases*, *chases* at *fish*, *fish* at *cat*.
#
# With mutual scores, three words have only three scores: $a$ for *cat* and *chases*, $b$ for *chases* and *fish*, $c$ for *fish* and *cat*. *cat* prefers *chases* to *fish*, so $a > c$. *chases* prefers *fish* to *cat*, so $b > a$. *fish* prefers *cat* to *chases*, so $c > b$. But $a > c > b > a$ is impossible. **Whatever the numbers in the one matrix, no circle.**

# %% [markdown] id="why-circle" lang="zh" agreed="0a9940c7-38f54aaa"
# 各用各的矩阵时，三个词可以一个看一个，围成一圈：“猫”最想找“追”，“追”最想找“鱼”，“鱼”最想找“猫”。
#
# 要是两个方向的分数总是相等，三个词之间就只有三个分数：“猫”和“追”的是 $a$，“追”和“鱼”的是 $b$，“鱼”和“猫”的是 $c$。“猫”想找“追”，胜过想找“鱼”，所以 $a > c$；“追”想找“鱼”，胜过想找“猫”，所以 $b > a$；“鱼”想找“猫”，胜过想找“追”，所以 $c > b$。连起来是 $a > c > b > a$，不可能。**那一个矩阵里不管填什么数，都围不成一圈。**

# %% [markdown] id="real-circles" lang="en"
# Trained matrices do make circles. Three words drawn at random form one 14 times in 100 with head 2, and never with the dot product of their rows. If each word tossed a coin for its favourite, it would be 25 times.
#
# **One for keys and values.** $W_K$ is back, and a word passes on its key: *eat* has the key (3, 0, 0) and passes on (3, 0, 0). The first column now has two meanings: *eating* in a key, *food* in a value.

# %% [markdown] id="real-circles" lang="zh" agreed="467f9d80-16979cfc"
# 训练出来的矩阵真会围成圈吗？随机抽三个词，看每个词更想找另外两个中的哪一个。用第 2 个头，100 次里有 12 次围成一圈；直接用点积，一次也没有；要是每个词都抛硬币，会有 25 次。
#
# **键和值共用一个。** 把 $W_K$ 请回来，键直接当值用：“吃”的键是 (3, 0, 0)，它传出去的也就是 (3, 0, 0)。于是第一列身兼二职：在键里表示“进食”，在值里表示“食物”。

# %% [markdown] id="why-value" lang="en"
# *apple* passes on its key (0, 0, 1): no food. To change that we write a 3 into $W_K$, row *edible*, first column: now *apple* passes on (3, 0, 1). Before this, its weight for *eat* is 0.97: softmax of 6 and 0, each divided by $\sqrt{d_k} = \sqrt 3$.

# %% [markdown] id="why-value" lang="zh" agreed="4b40ada3-394f816f"
# “苹果”传出去的是键 (0, 0, 1)，没有食物。要让它也传出食物，只能改 $W_K$：在“能吃”那一行的第一列写上 3，它传出的就成了 (3, 0, 1)。改之前，“苹果”给“吃”的权重是 0.97：分数 6 和 0 先除以 $\sqrt{d_k} = \sqrt 3$，再做 softmax（第 00 课）。

# %% id="why-shared"
more = np.array([[0, 0, 0], [3, 0, 0], [0, 0, 0], [0, 0, 0]])
shared = replace(apple, W_K=apple.W_K + more, W_V=apple.W_K + more).select(0)
ask("shared_repair", then=heatmap(shared.trace().weights, shared.tokens, shared.tokens, title="weights"))

# %% [markdown] id="why-verdict" lang="en"
# With three matrices each vector can be changed on its own. $W_Q W_K^\top$ decides *where* a word looks, and $W_V$, with the $W_O$ of lesson 05, *what* it gets.
#
# Do models miss this? [Reformer](https://arxiv.org/abs/2001.04451) shares queries and keys and reports no loss of quality; [a replication](https://wandb.ai/fastai_community/reformer-fastai/reports/Experiments-Shared-Query-Key-Attention--Vmlldzo0MzI1MTc) could not confirm that. [Kayyam et al.](https://arxiv.org/abs/2606.04032) trained language models of 300 million and 1.2 billion parameters: one matrix for keys and values makes perplexity, a measure of error, 3.1 % worse and halves what is stored while writing. One for queries and keys did worse, in the smaller model.
#
# <details><summary>Is there no way around this?</summary>
#
# For the scores there is one: the row $x$ itself is the key. Then $q_i \cdot k_j = (x_i\, W_Q W_K^\top) \cdot x_j$, with the one matrix $W_Q W_K^\top$. In *eat apple* it has 4 × 4 = 16 numbers instead of 24; but with $d_\text{model} = 512$ and $d_k = 64$, four times as many as the two together (lesson 03). Could a word pass on its row of $X$ as it is? Lesson 05 tries that.
#
# </details>

# %% [markdown] id="why-verdict" lang="zh" agreed="0f5bbec3-6150877c"
# 有三个矩阵，三个向量才能各改各的。$W_Q W_K^\top$ 管的是看**哪里**，$W_V$ 和第 05 课的 $W_O$ 管的是从那里拿到**什么**。
#
# 真实的模型离得开三个矩阵吗？[Reformer](https://arxiv.org/abs/2001.04451) 让查询和键共用一个，论文说效果没有变差；[有人重做](https://wandb.ai/fastai_community/reformer-fastai/reports/Experiments-Shared-Query-Key-Attention--Vmlldzo0MzI1MTc)，没能得到同样的结论。[Kayyam 等人](https://arxiv.org/abs/2606.04032)训练了 3 亿和 12 亿参数的语言模型：键和值共用一个，困惑度（衡量误差）只差 3.1 %，写文章时要存的数却少了一半。查询和键共用，效果更差，只在小的那个模型上试过。
#
# <details><summary>能不能绕过去？</summary>
#
# 分数这一边可以：直接拿词的那一行 $x$ 当键。因为 $q_i \cdot k_j = (x_i\, W_Q W_K^\top) \cdot x_j$，留一个矩阵 $W_Q W_K^\top$ 来算查询就够了。在“吃 苹果”里，它有 4 × 4 = 16 个数，比原来两个的 24 个还少；可是 $d_\text{model} = 512$、$d_k = 64$ 时，就是原来那两个合起来的四倍了（第 03 课）。至于能不能直接传出 $X$ 里的那一行，第 05 课会试。
#
# </details>

# %% [markdown] id="lecture-why" lang="en" tags=["lecturer"]
# **Ask:** with $W_K = W_Q$, must the diagonal be the largest of its row? **They say:** yes. **Then:** the largest score of the whole table lies on it, but with $W_Q = W_K$ (the other way round) *small* scores 3 with *fish* and 2 with itself.

# %% [markdown] id="lecture-why" lang="zh" agreed="ff277749-f8ae8def" tags=["lecturer"]
# **提问：** 令 $W_K = W_Q$，对角线上的数一定是那一行最大的吗？**学生会说：** 一定。**接着说：** 整张表的最大值一定在对角线上；但如果反过来令 $W_Q = W_K$，“小 → 鱼”是 3，“小 → 小”只有 2。

# %% [markdown] id="puzzle" lang="en"
# ## 4 · Write one yourself
#
# $W_K$ is empty: nobody can be found.
#
# **Puzzle:** write a new $W_K$ for *eat apple phone*: *eat* finds *phone* alone, *apple* finds *phone* and itself. Three numbers are enough for these scores:
#
# | | → *eat* | → *apple* | → *phone* |
# |---|---|---|---|
# | *eat* | any | below 1 | above 8 |
# | *apple* | below 1 | above 3 | above 8 |

# %% [markdown] id="puzzle" lang="zh" agreed="7cb8c906-b85e448a"
# ## 4 · 亲手写一个矩阵
#
# $W_K$ 里的数全没了，谁也找不到谁。
#
# **谜题：** 为“吃 苹果 手机”写一个新的 $W_K$，让“吃”只找得到“手机”，“苹果”找得到“手机”和自己。写三个数，就能让分数满足：
#
# | | → 吃 | → 苹果 | → 手机 |
# |---|---|---|---|
# | 吃 | 不限 | 小于 1 | 大于 8 |
# | 苹果 | 小于 1 | 大于 3 | 大于 8 |

# %% id="puzzle-explorer"
from dataclasses import replace
vacant = replace(load_example("between"), W_K=np.zeros((4, 3)))
Explorer(vacant, ("X", "W_K", "Q", "K", "scores"), goal="vacant_key", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# In the row *device*, write 5 in the columns *device* and *edible*; in the row *edible*, write 2 in the column *eating*. *apple* looks under *eating* and *device*, *eat* under *edible*. So the key of *phone* needs a number under *edible*, for *eat*, and one under *eating* or *device*, for *apple*. The number by which *apple* finds itself may stand in the row *edible* or *brand*, but under *eating* or *device*: under *edible*, *eat* would find it, and *apple* would not. And looking is not mutual: *eat → phone* is 10, *phone → eat* 0.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="cead246a-8b770693"
# <details><summary>一个解法</summary>
#
# “数码”一行里，“数码”列和“吃的”列都写 5；“能吃”一行的“进食”列写 2。“苹果”在“进食”“数码”两列上找，“吃”在“吃的”列上找，所以“手机”的键要在“吃的”列给“吃”准备一个数，在“进食”或“数码”列给“苹果”准备一个数。“苹果”的键由“能吃”“品牌”两行相加，写在哪一行都行；数写在“进食”或“数码”列，“苹果”才找得到自己；写在“吃的”列，找到它的就成了“吃”。而且互相看的程度并不一样：“吃 → 手机”是 10，“手机 → 吃”是 0。
#
# </details>

# %% [markdown] id="recap" lang="en"
# ## 5 · Recap
#
# Without scrolling up, one on lesson 01:

# %% [markdown] id="recap" lang="zh" agreed="2f8de59f-03266bd7"
# ## 5 · 小结
#
# 不要往上翻，先答一道第 01 课的题：

# %% id="recall-question"
ask("unknown_words")

# %% [markdown] id="recap-list" lang="en"
# * $Q = X W_Q + b_Q$, and likewise $K$ and $V$. Queries and keys have the same size $d_k$; $d_v$ is free.
# * One matrix and bias for queries and keys: every score is mutual, no circle. One for keys and values: a new value is a new key; the weight of *apple* for *eat* fell from 0.97 to 0.50.
# * Of twelve heads in the first block of a trained model we could name one.
#
# Next: a division that looks pointless. [Lesson 03, scores →](03_scores.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="9bbd4fb4-e4947b52"
# * $Q = X W_Q + b_Q$，$K$ 和 $V$ 同理。查询和键的维度相同，都是 $d_k$；值的维度 $d_v$ 可以任意取。
# * 查询和键共用一个矩阵、一个偏置，每一对词两个方向的分数就总是相等，围不成一圈。键和值共用一个矩阵，改了值也就改了键：“苹果”给“吃”的权重从 0.97 降到了 0.50。
# * 训练好的模型，第一个块里有十二个头，我们说得出在找什么的只有一个。
#
# 下一课：分数算出来还要除一下。这一除，看上去毫无必要。[第 03 课，注意力分数 →](03_scores.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# A projection in the sense of linear algebra; what each bias does; two questions more.

# %% [markdown] id="later" lang="zh" agreed="3203f4fe-998ddc9c"
# ## 想多了解一点
#
# 线性代数里的投影；三个偏置各有什么作用；再加两道题。

# %% [markdown] id="algebra" lang="en"
# **A projection in linear algebra.** Let the columns of $A$ be orthonormal. Then $P = A A^\top$ satisfies $P^2 = P$: it keeps the part of a row that lies in their span. If $v_a$ lies there and $v_b$ is orthogonal to it, $(v_a + v_b)\, P = v_a$. So one matrix can get $v_a$ back from a sum that attention has mixed.

# %% [markdown] id="algebra" lang="zh" agreed="62baf9f6-0870ef19"
# **线性代数里的投影。** 设 $A$ 的各列标准正交，则 $P = A A^\top$ 满足 $P^2 = P$：它只留下一行数落在这些列张成的子空间里的那部分。要是 $v_a$ 在这个子空间里，$v_b$ 与它正交，那么 $(v_a + v_b)\, P = v_a$。可见两个向量被注意力加在一起以后，用一个矩阵就能取回 $v_a$。

# %% [markdown] id="bias" lang="en"
# **Biases.** Write $q_i$ and $k_j$ for a query and a key before the bias is added. Then the score of word $i$ for word $j$ is
#
# $$(q_i + b_Q) \cdot (k_j + b_K)$$

# %% [markdown] id="bias" lang="zh" agreed="28339e79-8f8549a7"
# **偏置。** 用 $q_i$ 和 $k_j$ 表示加偏置之前的查询和键，词 $i$ 给词 $j$ 的分数是
#
# $$(q_i + b_Q) \cdot (k_j + b_K)$$

# %% id="bias-question"
from dataclasses import replace
plain = load_example("unbatched_2_to_4")
change = replace(plain, b_K=None).trace().scores - plain.trace().scores
i, j = ([f"{letter} = {n}" for n in range(3)] for letter in "ij")
ask("without_b_K", then=heatmap(change, i, j, kind="signed", title="b_K = 0"))

# %% [markdown] id="bias-models" lang="en"
# The other two do make a difference. Without $b_Q$, $b_Q \cdot (k_j + b_K)$ disappears, which differs from word to word, so attention moves. Without $b_V$ no weight changes, but $b_V$ is missing in every output. [Namazifar et al.](https://arxiv.org/abs/2302.08626) found that $b_V$ matters more than $b_Q$.
#
# [GPT-2](https://github.com/openai/gpt-2/blob/master/src/model.py) and [Qwen2](https://arxiv.org/abs/2407.10671) have all three; [Whisper](https://github.com/openai/whisper/blob/main/whisper/model.py) leaves out just $b_K$. Qwen2 also turns queries and keys by their positions, as in lesson 08: then $b_K$ counts.

# %% [markdown] id="bias-models" lang="zh" agreed="dfb7682c-018691ad"
# 另外两个却有作用。去掉 $b_Q$，少掉的是 $b_Q \cdot (k_j + b_K)$，它随词而变，谁看谁也就跟着变。去掉 $b_V$，权重都不变，可是每个输出里都少了一份 $b_V$。[Namazifar 等人](https://arxiv.org/abs/2302.08626)发现，$b_V$ 比 $b_Q$ 更要紧。
#
# [GPT-2](https://github.com/openai/gpt-2/blob/master/src/model.py) 和 [Qwen2](https://arxiv.org/abs/2407.10671) 三个偏置都有；[Whisper](https://github.com/openai/whisper/blob/main/whisper/model.py) 省掉的正是 $b_K$。Qwen2 还要按位置转动查询和键，见第 08 课；这样一来，$b_K$ 就有作用了。

# %% id="torch-question"
ask("square_layer")

# %% id="recap-question-2"
ask("shared_key")
