# %% [markdown] id="title" lang="en"
# # 02 · Queries, keys and values: why three vectors for one word?
#
# A word looks for something, it can be found, and it has something to pass on. Could one vector do all of this?
#
# In this lesson we make the three vectors of a word by hand, those of all words by loop, by matrix, with `attnlib` and with PyTorch, and we see what breaks when two of them are the same.
#
# About 43 minutes. You need lessons 00 and 01: a sentence is a table $X$, one row for each word.

# %% [markdown] id="title" lang="zh" agreed="dbd4d339-c9862c68"
# # 02 · 查询、键、值：一个词为什么要有三个向量？
#
# 一个词要找别的词，要能被别的词找到，还要有内容可以传出去。这三件事，一个向量（一行数）能不能全包下来？
#
# 这一课，我们先手算一个词的三个向量，再用循环、矩阵、`attnlib` 和 PyTorch 算出所有的词；还会亲眼看到，其中两个向量如果一样，会出什么问题。
#
# 大约 43 分钟。需要先学第 00、01 课：一个句子就是一张表 $X$，一个词占一行。

# %% id="setup"
import numpy as np
from attnlib import Explorer, explain, heatmap, load_example, pipeline, project, use_language
use_language("en")

# %% id="strip"
pipeline(None, None, highlight=("Q", "K", "V"))

# %% [markdown] id="strip-text" lang="en"
# [← 01](01_embedding.ipynb) · [Glossary](glossary.ipynb) · [03 →](03_scores.ipynb)

# %% [markdown] id="strip-text" lang="zh" agreed="49db6e2b-d2f97ed1"
# [← 01](01_embedding.ipynb) · [术语表](glossary.ipynb) · [03 →](03_scores.ipynb)

# %% [markdown] id="lecture-plan" lang="en" tags=["lecturer"]
# **Lecturer: 50 minutes.** Recall 3 (aloud). Section 2 10: the heart, let them write down the query of *small* before you run. Sections 3 and 4 5, skip the loop. Section 5 12, two predictions by show of hands. Section 6 4. Section 7 5, only the experiment with the three biases. Explorer 6, with large type; choose the matrices `W_K = W_Q` and let them see the mirror image in the scores. Section 9 3, only the square case. Recap 2. Exercises are homework.

# %% [markdown] id="lecture-plan" lang="zh" agreed="94f87f6e-62408d4f" tags=["lecturer"]
# **教师：50 分钟。** 回忆 3 分钟（口答）。第 2 节 10 分钟，是本课的核心：先让学生写下“小”的查询，再运行。第 3、4 节 5 分钟，循环略过。第 5 节 12 分钟，两次预测都举手表决。第 6 节 4 分钟。第 7 节 5 分钟，只做三个偏置的实验。探索器 6 分钟，用大字；换成 `W_K = W_Q` 这组矩阵，让学生看到分数表左右对称。第 9 节 3 分钟，只讲方阵的情形。小结 2 分钟。练习留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · What you remember (2 min)
#
# Answer first, then unfold. All three are about [lesson 01](01_embedding.ipynb).
#
# 1. A sentence has 4 words, and each word is a row of 6 numbers. What is the shape of $X$?
# 2. What happens with a word that is not in the vocabulary?
# 3. *fish* occurs in two sentences. Does it have the same row in both?
#
# <details><summary>Answers</summary>
#
# 1. (4, 6): a row for each word, a column for each number.
# 2. It has no row, so the look-up fails. Models keep a row for the unknown, or cut the word into pieces that they know.
# 3. Yes. The look-up sees one word, not its neighbours.
#
# </details>

# %% [markdown] id="recall" lang="zh" agreed="df83818a-2ab21c9a"
# ## 1 · 先回忆一下（2 分钟）
#
# 先想好答案，再点开看。三道题都来自[第 01 课](01_embedding.ipynb)。
#
# 1. 一个句子有 4 个词，每个词是一行 6 个数，$X$ 的形状是什么？
# 2. 词表里没有的词，会怎么样？
# 3. “鱼”出现在两个句子里，它在两张表里的那一行一样吗？
#
# <details><summary>答案</summary>
#
# 1. (4, 6)：一个词一行，一个数一列。
# 2. 查不到，它没有自己的那一行。实际的模型会专门留一行给“未知词”，或者把生词切成认识的小块。
# 3. 一样。查表只看这个词本身，不看它的邻居。
#
# </details>

# %% [markdown] id="jobs" lang="en"
# ## 2 · One word, three jobs (6 min)
#
# In *small cat chases fish*, the word *chases* has three jobs, and for each of them it gets a vector of its own:
#
# * the [**query**](glossary.ipynb): what it looks for,
# * the [**key**](glossary.ipynb): what it is found by,
# * the [**value**](glossary.ipynb): what it passes on.
#
# They are the three roles of lesson 00. Now we see where they come from: all three are made from the same row of $X$. Look at $X$: which numbers of *chases* are not zero?

# %% [markdown] id="jobs" lang="zh" agreed="1f6b1a64-22c9e448"
# ## 2 · 一个词，三件事（6 分钟）
#
# 在“小 猫 追 鱼”里，“追”这个词要做三件事，每件事各用一个向量：
#
# * [**查询**](glossary.ipynb)（query）：它在找什么；
# * [**键**](glossary.ipynb)（key）：别的词凭什么找到它；
# * [**值**](glossary.ipynb)（value）：它把什么内容传出去。
#
# 这就是第 00 课的三种角色。现在来看它们从哪里来：三者都从 $X$ 的同一行算出来。下面是 $X$，“追”的那一行，哪些数不是零？

# %% id="jobs-x"
look = load_example("first_look")
heatmap(look.X, look.tokens, look.feature_names, kind="signed", title="X")

# %% [markdown] id="read-query" lang="en"
# Only one: *verb*. The query is this row times $W_Q$, a [**projection matrix**](glossary.ipynb). It has a row for each of the six features. Its three columns ask for a doer, for food and for an action.
#
# In lesson 00, *chases* came with the query (0, 2, −1). Where in the picture does it stand, and why there? Then predict: what is the query of *small*, which has two ones?

# %% [markdown] id="read-query" lang="zh" agreed="37ce694e-8b9e670c"
# 只有“动词”这一个。查询等于这一行乘 $W_Q$，这是一个[**投影矩阵**](glossary.ipynb)（projection matrix），六个特征各占一行。三列就是要找的东西：施动者、食物、动作。
#
# 第 00 课直接给出了“追”的查询 (0, 2, −1)。在图里找一找，它在哪里，为什么在那里？再猜一猜：“小”那一行有两个 1，它的查询是哪三个数？

# %% id="read-w-q"
heatmap(look.W_Q, look.feature_names, look.column_names("W_Q"), kind="signed", title="W_Q")

# %% [markdown] id="read-q-text" lang="en"
# Write it down. The next cell multiplies the row of *chases* by each of the three columns of $W_Q$; its last line is the query of *small*.

# %% [markdown] id="read-q-text" lang="zh" agreed="b35e9eac-091d594a"
# 先写下来。下一格用“追”的那一行，依次乘 $W_Q$ 的三列，最后一行是“小”的查询。

# %% id="read-q"
trace = look.trace()
for j in range(3):
    print(explain(trace, "Q", 2, j))
print(trace.Q[0])

# %% [markdown] id="read-key" lang="en"
# A row with a single 1 picks one row of $W_Q$. So *chases* looks for something to eat, and rather not for another action. Two ones add up two rows: *small* looks for a doer.
#
# Who offers something to eat? The key of *fish* is its row of $X$ times $W_K$. The columns of $W_K$ mean the same three things, but now as an offer. *fish* has three ones, so three rows of $W_K$ are added up. Add them: is it the key of lesson 00, (0, 3, 0)?

# %% [markdown] id="read-key" lang="zh" agreed="50787070-6ff541e6"
# 只有一个 1 的行，正好取出 $W_Q$ 的一行：“追”要找可吃的东西，不想再找一个动作。有两个 1，就把两行加起来：“小”要找施动者。
#
# 谁是可吃的？“鱼”的键等于它在 $X$ 中的那一行乘 $W_K$。$W_K$ 的三列还是那三样东西，只不过从“要”变成了“有”。“鱼”有三个 1，所以要把 $W_K$ 的三行加起来。加一加，是不是第 00 课里的键 (0, 3, 0)？

# %% id="read-w-k"
heatmap(look.W_K, look.feature_names, look.column_names("W_K"), kind="signed", title="W_K")

# %% [markdown] id="read-match" lang="en"
# We compute it, and below it how well the query of *chases* fits this key: their dot product, the [**score**](glossary.ipynb). [Lesson 03](03_scores.ipynb) is about it.

# %% [markdown] id="read-match" lang="zh" agreed="dda5d30c-5adfdbb2"
# 算出来看看。再往下一行是“追”的查询和这个键的匹配程度，也就是两者的点积，叫做[**注意力分数**](glossary.ipynb)（score），[第 03 课](03_scores.ipynb)专门讲它。

# %% id="read-k"
print(trace.K[3])
explain(trace, "scores", 2, 3)

# %% [markdown] id="read-three" lang="en"
# *fish* offers something to eat, 3 times over, and the score is 6, as in lesson 00, the largest in the row of *chases*. And what does *chases* offer? Find its key in the picture of $W_K$. The cell prints query, key and value of *chases*, all three made from one row of $X$.

# %% [markdown] id="read-three" lang="zh" agreed="38c6eb1e-6c5d3835"
# “鱼”能提供的正是“可吃的东西”，这一项有 3。分数是 6，第 00 课见过，在“追”的那一行里最大。那么“追”自己能提供什么？先在 $W_K$ 的图里找出它的键。下一格依次打印“追”的查询、键、值，三个都由 $X$ 的同一行算出。

# %% id="three-rows"
print(trace.Q[2], trace.K[2], trace.V[2], sep="\n")

# %% [markdown] id="three-rows-explain" lang="en"
# One row of $X$, three different vectors, because three different matrices multiply it. Its key says: I am an action. Its value has two numbers; they bear no names; lesson 05 draws them as a point in the plane.
#
# We wrote these matrices by hand, so that they can be read. In a model nobody writes them: training finds them, and a single number rarely has a name.

# %% [markdown] id="three-rows-explain" lang="zh" agreed="f0ef2844-a3192cea"
# 同样一行 $X$，乘上三个不同的矩阵，就得到三个不同的向量。键说的是：“我是一个动作。”值只有两个数，没有专门的含义，第 05 课会把它画成平面上的一个点。
#
# 为了让人看得懂，这三个矩阵是我们特意写出来的。真正的模型里没有人写：矩阵靠训练得到，单独一个数往往说不出是什么意思。

# %% [markdown] id="lecture-jobs" lang="en" tags=["lecturer"]
# **Ask:** *cat* is a noun that hunts. What does it look for? **They say:** fish, because cats eat fish. **Then:** read the rows *noun* and *hunts* of $W_Q$: (0, 0, 1) + (−1, 0, 2) = (−1, 0, 3), an action. The matrices decide, not what we know about cats.

# %% [markdown] id="lecture-jobs" lang="zh" agreed="55900385-f895216a" tags=["lecturer"]
# **提问：** “猫”是名词，会捕猎，它在找什么？**学生会说：** 找鱼，猫吃鱼嘛。**接着说：** 看 $W_Q$ 的“名词”和“会捕猎”两行：(0, 0, 1) + (−1, 0, 2) = (−1, 0, 3)，找的是动作。决定权在矩阵手里，和我们对猫的了解无关。

# %% [markdown] id="hand" lang="en"
# ## 3 · One word by hand (2 min)
#
# The same with numbers that need a calculator: *I love China* (我 爱 中国). A word has four numbers, $W$ is (4, 4), and a **bias** $b$ of four numbers is added. We take the word *love*; counted from 0, it is row 1.
#
# $$q = x W + b$$
#
# The first number of its query uses column 0 of $W$ and the first number of $b$:

# %% [markdown] id="hand" lang="zh" agreed="57d99806-ea15ceec"
# ## 3 · 手算一个词（2 分钟）
#
# 再来一个要用计算器的例子：“我 爱 中国”。每个词有四个数，$W$ 的形状是 (4, 4)，最后还要加上一个**偏置**（bias）$b$，也是四个数。我们算“爱”；从 0 数起，它在第 1 行。
#
# $$q = x W + b$$
#
# 查询的第一个数，用的是 $W$ 的第 0 列和 $b$ 的第一个数：

# %% id="hand-q"
trace = load_example("hand_worked").select(0).trace()
explain(trace, "Q", 1, 0)

# %% [markdown] id="hand-shared" lang="en"
# The other three numbers use the other three columns. Now the key and the value. This example has one $W$ and one $b$ for all three jobs. Predict: what do query, key and value of *love* have in common?

# %% [markdown] id="hand-shared" lang="zh" agreed="b69f1775-68811af9"
# 另外三个数用的是另外三列。键和值呢？这个例子里，三件事共用同一个 $W$ 和同一个 $b$。先猜一猜：“爱”的查询、键、值之间有什么关系？

# %% id="hand-three"
print(trace.Q[1].round(4), trace.K[1].round(4), trace.V[1].round(4), sep="\n")

# %% [markdown] id="hand-explain" lang="en"
# They are equal, so here $Q = K = V$. That saves two thirds of the handwork, and that is the only reason for it. Section 5 shows what it costs.

# %% [markdown] id="hand-explain" lang="zh" agreed="7dd5bb5c-04680079"
# 三个完全相同，所以这里 $Q = K = V$。这样手算可以少算三分之二，没有别的用意。代价是什么，第 5 节会看到。

# %% [markdown] id="all" lang="en"
# ## 4 · All words (3 min)
#
# The other words go the same way: each row of $X$ times each column of $W$, plus the number of $b$ for that column.

# %% [markdown] id="all" lang="zh" agreed="896b2b27-8ec38af8"
# ## 4 · 所有的词（3 分钟）
#
# 其余的词算法相同：$X$ 的每一行乘 $W$ 的每一列，再加上 $b$ 里对应的数。

# %% id="all-loop"
sentence = load_example("hand_worked").select(0)
Q = np.zeros((3, 4))
for i in range(3):
    for j in range(4):
        Q[i, j] = sum(sentence.X[i] * sentence.W_Q[:, j]) + sentence.b_Q[j]
Q.round(4)

# %% [markdown] id="all-matrix" lang="en"
# Find the row of *love*. The two loops are one matrix product; $b$ is added to every row.
#
# $$Q = X W_Q + b_Q$$
#
# The example brings its own figures, rounded to eight decimal places. Do loop and product, rounded in the same way, agree with them?

# %% [markdown] id="all-matrix" lang="zh" agreed="982ef6ba-f6c9ff94"
# 找一找“爱”的那一行。这两层循环就是一次矩阵乘法；$b$ 加到每一行上。
#
# $$Q = X W_Q + b_Q$$
#
# 这个例子附有标准结果，四舍五入到八位小数。循环和矩阵乘法的结果同样取八位，和它一致吗？

# %% id="all-equal"
product = sentence.X @ sentence.W_Q + sentence.b_Q  # (3, 4)
print(np.array_equal(Q.round(8), sentence.figures["Q"]))
print(np.array_equal(product.round(8), sentence.figures["Q"]))

# %% [markdown] id="all-attnlib" lang="en"
# In `attnlib` the same is called `project`. It takes a batch, too: here both sentences of the example go through the same matrix at once. Predict the shape of the result.

# %% [markdown] id="all-attnlib" lang="zh" agreed="eb7fa571-920577c2"
# 在 `attnlib` 里，这个函数叫 `project`。它也能一次处理一批句子：例子里的两句话可以一起乘同一个矩阵。先猜一猜结果的形状。

# %% id="all-project"
batch = load_example("hand_worked")
print(np.array_equal(project(sentence.X, sentence.W_Q, sentence.b_Q), product))
project(batch.X, batch.W_Q, batch.b_Q).shape

# %% [markdown] id="why" lang="en"
# ## 5 · Why three? (5 min)
#
# Could one matrix make both queries and keys? `replace` copies the example with one matrix changed. We set $W_K = W_Q$.
#
# Then the score of *cat* for *chases* is −3. Predict: what is the score of *chases* for *cat*?

# %% [markdown] id="why" lang="zh" agreed="deace89b-1bb394c3"
# ## 5 · 为什么要三个？（5 分钟）
#
# 查询和键共用一个矩阵行不行？`replace` 把例子复制一份，只换其中一个矩阵。我们令 $W_K = W_Q$。
#
# 这时“猫”给“追”的分数是 −3。先猜一猜：“追”给“猫”的分数是多少？

# %% id="why-same"
from dataclasses import replace
look = load_example("first_look")
same = replace(look, W_K=look.W_Q).trace()
heatmap(same.scores, look.tokens, look.tokens, kind="signed", title="scores")

# %% [markdown] id="why-symmetric" lang="en"
# Also −3, since $q_i \cdot q_j = q_j \cdot q_i$: the table is its own mirror image. A high score of *cat* for *chases* would force a high score of *chases* for *cat*. And look at the diagonal: here each word fits itself best.
#
# Now with both matrices:

# %% [markdown] id="why-symmetric" lang="zh" agreed="e10d4082-0d04d922"
# 还是 −3，因为 $q_i \cdot q_j = q_j \cdot q_i$，整张表沿对角线对称。“猫”要是很关注“追”，“追”也就不得不给“猫”同样高的分数。再看对角线：在这里，每个词都和自己最匹配。
#
# 换回两个不同的矩阵：

# %% id="why-two"
heatmap(look.trace().scores, look.tokens, look.tokens, kind="signed", title="scores")

# %% [markdown] id="why-key-value" lang="en"
# The score of *cat* for *chases* is 6, that of *chases* for *cat* is 0. What a word looks for and what it offers are now two things.
#
# Could at least the key be the value? Suppose that *fish* is to pass on something else. We add 1 to the row *is eaten* of a matrix, a row which only *fish* uses. First keys and values share one matrix, and we change it; then values have their own, and we change $W_V$ alone. Both times the cell prints by how much the scores change. Predict: when do they stay as they were?

# %% [markdown] id="why-key-value" lang="zh" agreed="21057bac-2160c66a"
# “猫”给“追”6 分，“追”给“猫”0 分。一个词在找什么、能提供什么，现在是两回事了。
#
# 那么，至少键和值可以共用一个矩阵吧？假设想让“鱼”传出别的内容。矩阵里“会被吃”这一行只有“鱼”用到，我们把这一行都加 1。第一次，键和值共用这个矩阵；第二次，只改 $W_V$。下一格依次打印两次的分数变化。先猜一猜：哪一次分数不变？

# %% id="why-shared"
more = np.zeros((6, 3))
more[4] = 1
shared = replace(look, W_K=look.W_K + more, W_V=look.W_K + more).trace()
own = replace(look, W_V=look.W_V + more[:, :2]).trace()
print(shared.scores - look.trace().scores)
print(own.scores - look.trace().scores)

# %% [markdown] id="why-embedding" lang="en"
# With one matrix for both, every word now sees *fish* differently: the last column moves. With a $W_V$ of its own, no score moves. So $W_K$ settles how a word is found, $W_V$ what it passes on.
#
# And is the value perhaps the word itself? The cell prints the row of *fish* in $X$, its key and its value. Its last line takes the identity matrix for $W_V$: are the values then equal to $X$?

# %% [markdown] id="why-embedding" lang="zh" agreed="bd4b6ac4-b06fdf45"
# 共用一个矩阵时，最后一列全变了：每个词给“鱼”的分数都跟着变。$W_V$ 独立出来，分数一个也没变。可见 $W_K$ 决定一个词怎样被找到，$W_V$ 决定它传出什么。
#
# 那么，值会不会就是词本身呢？下一格依次打印“鱼”在 $X$ 中的那一行、它的键和它的值。最后一行代码拿单位矩阵当 $W_V$：这时值和 $X$ 相等吗？

# %% id="why-fish"
trace = look.trace()
print(look.X[3], trace.K[3], trace.V[3], sep="\n")
np.array_equal(project(look.X, np.eye(6)), look.X)

# %% [markdown] id="why-identity" lang="en"
# Three different vectors, of 6, 3 and 2 numbers. Only a special matrix such as the identity leaves the word as it is. Our $W_V$ makes two numbers of six, and these two are passed on, not the word.

# %% [markdown] id="why-identity" lang="zh" agreed="c50895cd-e00b5a97"
# 三个向量互不相同，连数的个数都不一样：6 个、3 个、2 个。只有单位矩阵这样特殊的矩阵，才会让值就是词本身。我们的 $W_V$ 把六个数变成了两个，传出去的是这两个数，不是词本身。

# %% [markdown] id="lecture-why" lang="en" tags=["lecturer"]
# **Ask:** with $W_K = W_Q$, are the weights symmetric too? **They say:** yes, if the scores are. **Then:** softmax divides each row by a sum of its own, so no; `same.weights` shows it. **Ask:** must the diagonal be the largest of its row? **They say:** yes. **Then:** the largest score of the whole table lies on it, but with $W_Q = W_K$ (the other way round) *small* scores 3 with *fish* and 2 with itself.

# %% [markdown] id="lecture-why" lang="zh" agreed="f14902a4-d161a6b2" tags=["lecturer"]
# **提问：** 令 $W_K = W_Q$，注意力权重也对称吗？**学生会说：** 分数对称，权重当然对称。**接着说：** softmax 的每一行除以自己的和，所以不对称，看 `same.weights` 就知道。**提问：** 对角线上的数一定是那一行最大的吗？**学生会说：** 一定。**接着说：** 整张表的最大值一定在对角线上；但如果反过来令 $W_Q = W_K$，“小”给“鱼”3 分，给自己只有 2 分。

# %% [markdown] id="sizes" lang="en"
# ## 6 · Which sizes must fit? (3 min)
#
# A query and a key have $d_k = 3$ numbers here, a value has $d_v = 2$. Three changes; predict for each whether attention can still be computed:
#
# 1. five columns for $W_V$,
# 2. two columns for $W_K$ alone,
# 3. two columns for $W_Q$ and for $W_K$.
#
# The cell prints the shape of the output, or the error.

# %% [markdown] id="sizes" lang="zh" agreed="5bc542b4-6243ca6e"
# ## 6 · 哪些大小必须一致？（3 分钟）
#
# 这里查询和键有 $d_k = 3$ 个数，值有 $d_v = 2$ 个数。下面三种改法，先猜一猜哪种还能算下去：
#
# 1. $W_V$ 改成五列；
# 2. 只把 $W_K$ 改成两列；
# 3. $W_Q$ 和 $W_K$ 都改成两列。
#
# 能算就打印输出的形状，不能算就打印错误信息。

# %% id="sizes-try"
from dataclasses import replace
look = load_example("first_look")
two = {"W_Q": look.W_Q[:, :2], "W_K": look.W_K[:, :2]}
for change in {"W_V": np.ones((6, 5))}, {"W_K": two["W_K"]}, two:
    try:
        print(replace(look, **change).trace().output.shape)
    except ValueError as error:
        print(error)

# %% [markdown] id="sizes-explain" lang="en"
# Only the second fails. The rules:
#
# * All three matrices have $d_\text{model}$ rows, since a row of $X$ is multiplied by each.
# * $W_Q$ and $W_K$ have the same number of columns, [$d_k$](glossary.ipynb), since queries meet keys in a dot product.
# * $W_V$ may have any number of columns, [$d_v$](glossary.ipynb). An output has as many numbers as a value.
#
# The [original Transformer](https://arxiv.org/abs/1706.03762) has $d_k = d_v = 64$ (section 3.2.2). That is a choice, not a must.

# %% [markdown] id="sizes-explain" lang="zh" agreed="0f1924e3-e502585e"
# 只有第二种不行。规则是：
#
# * 三个矩阵都有 $d_\text{model}$ 行，因为都要和 $X$ 的一行相乘。
# * $W_Q$ 和 $W_K$ 的列数相同，都是 [$d_k$](glossary.ipynb)，因为查询要和键做点积。
# * $W_V$ 的列数 [$d_v$](glossary.ipynb) 可以任意取：值有几个数，每个词的输出就有几个数。
#
# [最早的 Transformer](https://arxiv.org/abs/1706.03762) 取 $d_k = d_v = 64$（3.2.2 节）。这是一种选择，不是非这样不可。

# %% [markdown] id="bias" lang="en"
# ## 7 · With bias or without? (4 min)
#
# *small cat chases fish* has no bias. The next example has biases: three tokens (without words) of two numbers, three separate matrices, each with its own bias. It has no batch axis, and $d_k = 4$ is larger than $d_\text{model} = 2$, which is allowed.

# %% [markdown] id="bias" lang="zh" agreed="d397e8a1-15a8b18b"
# ## 7 · 要不要偏置？（4 分钟）
#
# “小 猫 追 鱼”没有偏置。下面这个例子有：三个词元（没有对应的词），每个两个数；三个不同的矩阵，各带一个偏置。它只有一个句子，没有 batch 那个轴。$d_k = 4$ 比 $d_\text{model} = 2$ 还大，这也是允许的。

# %% id="bias-example"
plain = load_example("unbatched_2_to_4")
print(plain.X.shape, plain.W_Q.shape, plain.b_Q.shape)
plain.trace()

# %% [markdown] id="bias-predict" lang="en"
# Now we leave out one bias at a time, and compare first the [attention weights](glossary.ipynb), then the output with those before: `True` means no change. Predict: which of $b_Q$, $b_K$ and $b_V$ change the attention weights?

# %% [markdown] id="bias-predict" lang="zh" agreed="15e455f9-7dd4951f"
# 现在每次去掉一个偏置，先比较[注意力权重](glossary.ipynb)，再比较输出，`True` 表示和原来一样。先猜一猜：去掉 $b_Q$、$b_K$、$b_V$ 中的哪几个，注意力权重会变？

# %% id="bias-without"
from dataclasses import replace
before = plain.trace()
for b in ("b_Q", "b_K", "b_V"):
    after = replace(plain, **{b: None}).trace()  # b_Q=None
    print(b, np.allclose(after.weights, before.weights), np.allclose(after.output, before.output))

# %% [markdown] id="bias-explain" lang="en"
# Only $b_Q$ does. $b_V$ enters the values alone, which are used after the weights; it moves every output by the same amount. And $b_K$ changes nothing: it adds $q \cdot b_K$ to a score, the same number to every score of a row. After softmax nothing of that is left; [lesson 04](04_softmax.ipynb) shows why.

# %% [markdown] id="bias-explain" lang="zh" agreed="e126b9cc-1f85e826"
# 只有 $b_Q$。$b_V$ 只进入值，而值要等权重算好才用到，所以权重不变，所有输出一起平移。$b_K$ 更特别，什么也不改变：它给分数加上 $q \cdot b_K$，同一行的每个分数加的都是同一个数，经过 softmax，这个数就消掉了，原因见[第 04 课](04_softmax.ipynb)。

# %% [markdown] id="bias-models" lang="en"
# So what do models do? Both:
#
# * The [original paper](https://arxiv.org/abs/1706.03762) has no bias in its formula (section 3.2.2).
# * [nn.MultiheadAttention](https://docs.pytorch.org/docs/stable/generated/torch.nn.MultiheadAttention.html) and [nn.Linear](https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html) have one unless told otherwise.
# * [GPT-2](https://github.com/openai/gpt-2/blob/master/src/model.py) has biases, [LLaMA](https://github.com/meta-llama/llama/blob/main/llama/model.py) has none.
# * [Whisper](https://github.com/openai/whisper/blob/main/whisper/model.py) has $b_Q$ and $b_V$, but no $b_K$, and loses nothing by it, as we have seen.

# %% [markdown] id="bias-models" lang="zh" agreed="9f91db82-35c92b85"
# 那么实际的模型用不用偏置？两种都有：
#
# * [最早的论文](https://arxiv.org/abs/1706.03762)，公式里没有偏置（3.2.2 节）。
# * [nn.MultiheadAttention](https://docs.pytorch.org/docs/stable/generated/torch.nn.MultiheadAttention.html) 和 [nn.Linear](https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html) 默认有，可以关掉。
# * [GPT-2](https://github.com/openai/gpt-2/blob/master/src/model.py) 有，[LLaMA](https://github.com/meta-llama/llama/blob/main/llama/model.py) 没有。
# * [Whisper](https://github.com/openai/whisper/blob/main/whisper/model.py) 有 $b_Q$ 和 $b_V$，没有 $b_K$。为什么少了它也不要紧，我们刚才已经看到了。

# %% [markdown] id="lecture-bias" lang="en" tags=["lecturer"]
# **Ask:** is a bias for keys then always useless? **They say:** the experiment says so. **Then:** for the weights of this attention, yes, in any example: write $q \cdot (k_j + b_K) = q \cdot k_j + q \cdot b_K$ on the board; the second term has no $j$.

# %% [markdown] id="lecture-bias" lang="zh" agreed="07406503-2d51c0e5" tags=["lecturer"]
# **提问：** 键的偏置是不是永远没用？**学生会说：** 实验就是这样。**接着说：** 就这一步的权重来说，换任何例子都一样。在黑板上写 $q \cdot (k_j + b_K) = q \cdot k_j + q \cdot b_K$，第二项里没有 $j$。

# %% [markdown] id="live" lang="en"
# ## 8 · Change any number (6 min)
#
# All matrices of this lesson on one screen, and the scores that follow from them. First a prediction: *cat* is a noun and hunts. How strongly does it ask for an action? Add up two numbers of $W_Q$.

# %% [markdown] id="live" lang="zh" agreed="c1df3bc9-6a7f641d"
# ## 8 · 想改哪个数就改哪个数（6 分钟）
#
# 这一课的矩阵都在下面这一屏上，最后是查询和键算出的分数。先猜一个数：“猫”是名词，又会捕猎，它有多想找一个动作？把 $W_Q$ 里的两个数加起来就行。

# %% id="live-explorer"
steps = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scores")
explorer = Explorer("first_look", steps, predict=("Q", 1, 2), edit=steps[:4])
explorer

# %% [markdown] id="live-try" lang="en"
# Now two changes. For each, say first which numbers will move, down to the scores; then make it, look, and undo it (↶):
#
# 1. in $W_Q$, row *noun*, any number;
# 2. in $W_K$, row *noun*, any number.
#
# <details><summary>What moves</summary>
#
# 1. Two numbers of $Q$ in the same column, since *cat* and *fish* are nouns; then only scores in the rows of *cat* and *fish*.
# 2. Two numbers of $K$ in the same column; then only scores in the columns of *cat* and *fish*. A row of scores belongs to a query, a column to a key.
#
# </details>

# %% [markdown] id="live-try" lang="zh" agreed="4689c1ad-077e11a2"
# 再试两种改法。每次先说出哪些数会动，一直说到分数，然后动手改，看完按 ↶ 撤销：
#
# 1. 改 $W_Q$ 的“名词”这一行，随便哪个数；
# 2. 改 $W_K$ 的“名词”这一行，随便哪个数。
#
# <details><summary>哪些数会动</summary>
#
# 1. $Q$ 里同一列的两个数会动，因为“猫”和“鱼”都是名词；接着，分数只在“猫”和“鱼”两行里动。
# 2. $K$ 里同一列的两个数会动；接着，分数只在“猫”和“鱼”两列里动。分数表的一行属于一个查询，一列属于一个键。
#
# </details>

# %% [markdown] id="live-python" lang="en"
# Python follows. Change any number once more, then run the next cell: this is $Q$ with the numbers that you see.

# %% [markdown] id="live-python" lang="zh" agreed="93da5f91-0abfbe65"
# Python 会跟着变。再随便改一个数，然后运行下一格：$Q$ 用的就是图里现在的数。

# %% id="live-follows"
explorer.trace.Q.round(2)

# %% [markdown] id="puzzle" lang="en"
# A puzzle. *fish* has the score 4 for *cat*, its hunter, and 1 for *chases*. Make its score for *chases* larger than 4, by changing $W_Q$ alone. The queries of *cat* and *small* must stay (nearly) as they are, so two of their scores are watched. One number is enough. In which row of $W_Q$?
#
# <details><summary>A hint</summary>
#
# Which feature does *fish* have, and no other word? And in which column is the key of *chases* large?
#
# </details>
#
# <details><summary>One solution</summary>
#
# Row *is eaten*, last column: 2 in place of 0. The query of *fish* becomes (2, −1, 2), the score 5.
#
# </details>

# %% [markdown] id="puzzle" lang="zh" agreed="69208870-aec0710f"
# 来解一个谜题。“鱼”给捕猎者“猫”的分数是 4，给“追”只有 1。只改 $W_Q$，让“鱼”给“追”的分数大于 4；“猫”和“小”的查询要（差不多）保持原样，所以谜题还限制了它们的两个分数。改一个数就够了，应该改 $W_Q$ 的哪一行？
#
# <details><summary>提示</summary>
#
# 哪个特征是“鱼”有、别的词都没有的？“追”的键在哪一列比较大？
#
# </details>
#
# <details><summary>一个解法</summary>
#
# 把“会被吃”这一行的最后一个数由 0 改成 2。“鱼”的查询变成 (2, −1, 2)，分数是 5。
#
# </details>

# %% id="puzzle-explorer"
steps = ("X", "W_Q", "W_K", "Q", "K", "scores")
goal = [("scores", 3, 2, ">", 4), ("scores", 1, 2, "<", 7), ("scores", 0, 2, "<", 0)]
Explorer("first_look", steps, goal=goal, edit="W_Q")

# %% [markdown] id="lecture-live" lang="en" tags=["lecturer"]
# **Ask:** I change one number of $W_Q$. How many numbers of $Q$ can move? **They say:** one, or all. **Then:** only one column of $Q$, and in it the rows of those words that have the feature: change the row *noun* (two move), then *verb* (one). The puzzle: leave two minutes, then ask who used which row, and why *noun* fails (*cat* moves as well).

# %% [markdown] id="lecture-live" lang="zh" agreed="afafd0f2-5a0364be" tags=["lecturer"]
# **提问：** 只改 $W_Q$ 的一个数，$Q$ 里会动几个数？**学生会说：** 一个；或者：全都动。**接着说：** 只动 $Q$ 的一列，而且只有带这个特征的词才动：先改“名词”一行（动两个），再改“动词”一行（动一个）。谜题留两分钟，然后问大家改的是哪一行，为什么改“名词”不行（“猫”也跟着动了）。

# %% [markdown] id="torch" lang="en"
# ## 9 · PyTorch, and the mistake everybody makes (5 min)
#
# In PyTorch a projection is a layer, `nn.Linear(d_in, d_out)`. It keeps its matrix in `weight`. Ours has the shape (6, 3). Predict: what is the shape of the `weight` of `nn.Linear(6, 3)`?

# %% [markdown] id="torch" lang="zh" agreed="76d287be-7e91020f"
# ## 9 · PyTorch，以及人人都会犯的错（5 分钟）
#
# 在 PyTorch 里，投影是一个层：`nn.Linear(d_in, d_out)`，矩阵存放在 `weight` 里。我们的矩阵形状是 (6, 3)。先猜一猜：`nn.Linear(6, 3)` 的 `weight` 是什么形状？

# %% id="torch-shape" tags=["torch"]
import torch
from torch import nn
print(nn.Linear(6, 3).weight.shape)
print(nn.Linear(6, 3).bias.shape, nn.MultiheadAttention(6, 1).in_proj_bias.shape)

# %% [markdown] id="torch-equal" lang="en"
# (3, 6): `nn.Linear` stores the transpose, and computes $x\,\text{weight}^\top + b$. (The second line shows what section 7 said: both layers have a bias unless we forbid it; the 18 numbers are three biases of six.)
#
# So we give the layer $W_Q^\top$, and no bias. Does it then agree with our $Q$?

# %% [markdown] id="torch-equal" lang="zh" agreed="fc1c6de8-394dc81b"
# 是 (3, 6)：`nn.Linear` 存的是转置，算的是 $x\,\text{weight}^\top + b$。（第二行印证了第 7 节的话：两者默认都有偏置，18 个数就是三个各六个数的偏置。）
#
# 所以要把 $W_Q^\top$ 交给这一层，并且不要偏置，也不训练它。这样算出来的结果和我们的 $Q$ 一样吗？

# %% id="torch-layer" tags=["torch"]
look = load_example("first_look")
layer = nn.Linear(6, 3, bias=False, dtype=torch.float64).requires_grad_(False)
layer.weight.copy_(torch.from_numpy(look.W_Q.T))
np.array_equal(layer(torch.from_numpy(look.X)), look.trace().Q)

# %% [markdown] id="torch-error" lang="en"
# Now the mistake: `X @ layer.weight`, because the formula says $X W$. Here it stops with an error, and that is lucky:

# %% [markdown] id="torch-error" lang="zh" agreed="15fa7c4c-3b5c025f"
# 人人都会犯的错是这样的：公式写的是 $X W$，于是顺手写成 `X @ layer.weight`。在这里会报错，还算运气好：

# %% id="torch-wrong" tags=["torch"]
try:
    torch.from_numpy(look.X) @ layer.weight
except RuntimeError as error:
    print(error)

# %% [markdown] id="torch-square" lang="en"
# With a square matrix nothing stops us. In *I love China*, $W$ is (4, 4). First the layer, then `X @ weight + bias`; we print the row of *love*. Which of them is the query from section 3, which began with 0.2925?

# %% [markdown] id="torch-square" lang="zh" agreed="f8c4c844-13e9ca29"
# 矩阵是方阵的时候，就没有错误来提醒我们了。“我 爱 中国”的 $W$ 是 (4, 4)。先用层算，再算 `X @ weight + bias`，都打印“爱”的那一行。第 3 节里“爱”的查询以 0.2925 开头，打印出来的两行，哪一行对？

# %% id="torch-silent" tags=["torch"]
sentence = load_example("hand_worked").select(0)
X, W, b = (torch.from_numpy(x) for x in (sentence.X, sentence.W_Q, sentence.b_Q))
layer = nn.Linear(4, 4, dtype=torch.float64).requires_grad_(False)
layer.weight.copy_(W.T)
layer.bias.copy_(b)
print(layer(X)[1].numpy().round(4))
print((X @ layer.weight + layer.bias)[1].numpy().round(4))

# %% [markdown] id="torch-cure" lang="en"
# The first. The second has the right shape and wrong numbers, and no error says so. In many models these matrices are square. So write `layer(X)`; try code with sizes that all differ; and compare one number with one made by hand.
#
# One word of caution. `layer.weight` is a matrix of the model. *Attention weights* are something else. Predict the shape of each, for our batch of two sentences:

# %% [markdown] id="torch-cure" lang="zh" agreed="d0f0ac47-1e4455e1"
# 是第一行。第二行形状对，数不对，却没有任何报错。很多模型里这些矩阵正好是方阵。所以：要写 `layer(X)`；试代码时让各个大小互不相同；再拿一个手算的数来核对。
#
# 还要提防一个词。`layer.weight` 是模型里的矩阵，和“注意力权重”是两回事，可英文都叫 weight。我们那一批有两个句子，先猜一猜两者的形状：

# %% id="torch-two-weights"
batch = load_example("hand_worked")
print(batch.W_Q.shape, batch.trace().weights.shape)
batch.trace().weights.round(4)

# %% [markdown] id="torch-weights" lang="en"
# One matrix, (4, 4), serves both sentences; in a model, training sets it, and then it stays. The attention weights are (2, 3, 3): they are computed anew for each sentence, so each has a table of its own. In these lessons *weights* are attention weights; $W_Q$, $W_K$ and $W_V$ are projection matrices.

# %% [markdown] id="torch-weights" lang="zh" agreed="dbab0d1c-5a5884a7"
# 两个句子共用一个 (4, 4) 的矩阵；在真正的模型里，它由训练得到，之后就不再变。注意力权重是 (2, 3, 3)：每来一个句子都重新算一遍，所以一句一张表。在这套课里，“权重”一律指注意力权重；$W_Q$、$W_K$、$W_V$ 一律叫投影矩阵。

# %% [markdown] id="lecture-torch" lang="en" tags=["lecturer"]
# **Ask:** the matrix is square, and someone trains with `X @ weight`. Does training show the mistake? **They say:** it would not converge. **Then:** it trains as well: $X W$ and $X W^\top$ are both matrices to be learned. It shows when trained numbers are loaded into other code.

# %% [markdown] id="lecture-torch" lang="zh" agreed="010f91b9-7f82772d" tags=["lecturer"]
# **提问：** 矩阵是方阵，有人用 `X @ weight` 来训练，训练时能发现这个错误吗？**学生会说：** 会不收敛吧。**接着说：** 照样能训练，$X W$ 和 $X W^\top$ 里的矩阵都是学出来的。把训练好的数搬到另一份代码里，才会露馅。

# %% [markdown] id="exercises" lang="en"
# ## 10 · Write it yourself (5 min)
#
# Put code in place of `...` and run the cell. Stuck? Add a cell below (Esc, then B) and run `check.hint("project")` in it: it gives a hint, a second call the next; `check.solution("project")` leads to the code. The lesson goes on in any case.
#
# **1 · Project** (★, 2 min). `my_project` takes X (n, d_in), W (d_in, d_out) and b (d_out,) and returns (n, d_out). There may be a batch axis in front of n.

# %% [markdown] id="exercises" lang="zh" agreed="e11ed147-4882f2f7"
# ## 10 · 自己写一写（5 分钟）
#
# 把 `...` 换成代码或答案，运行这一格。卡住了，就在下面新建一格（按 Esc，再按 B），运行 `check.hint("project")` 看一条提示，再运行一次看下一条；`check.solution("project")` 会告诉你怎样看参考答案。没做出来也不影响往下学。
#
# **1 · 投影**（★，2 分钟）。`my_project` 的参数是 X (n, d_in)、W (d_in, d_out) 和 b (d_out,)，返回 (n, d_out)。X 也可能是一批句子，形状是 (batch, n, d_in)；n 前面的那个轴要保留。

# %% id="exercise-project" tags=["exercise"]
from attnlib import check

def my_project(X, W, b):
    ...

my_project = check.project(my_project)

# %% [markdown] id="question-moved" lang="en"
# **2 · How many move?** (★★, 1 min). In *small cat chases fish* we change one number of $W_Q$: row *is small*, column *food*. How many numbers of $Q$ change? Put the number in place of `...`.
#
# <details><summary>A hint</summary>
#
# Which words have a 1 in *is small*? Only their queries move, and only in one column.
#
# </details>
#
# <details><summary>The answer</summary>
#
# 2: one number of the query of *small*, one of that of *fish*.
#
# </details>

# %% [markdown] id="question-moved" lang="zh" agreed="21e5a63f-bdc32de2"
# **2 · 动了几个？**（★★，1 分钟）“小 猫 追 鱼”里，改 $W_Q$ 的一个数：“个头小”这一行，“食物”这一列。$Q$ 里有几个数会变？把答案填在 `...` 的位置。
#
# <details><summary>提示</summary>
#
# “个头小”这一列，哪些词是 1？只有这些词的查询会变，而且只变一列。
#
# </details>
#
# <details><summary>答案</summary>
#
# 2 个：“小”和“鱼”的查询，各变一个数。
#
# </details>

# %% id="question-moved-cell"
from attnlib import check
look = load_example("first_look")
W = look.W_Q.copy()
W[5, 1] += 1
check.number(..., (look.X @ W != look.trace().Q).sum())

# %% [markdown] id="question-linear" lang="en"
# **3 · A layer for values** (★, 1 min). $X$ has the shape (7, 8), and a value is to have 5 numbers. What is the shape of the `weight` of the `nn.Linear` that makes the values? An answer looks like `(2, 3)`.
#
# <details><summary>A hint</summary>
#
# `nn.Linear` stores the transpose of our $W_V$. Which two sizes does $W_V$ have?
#
# </details>
#
# <details><summary>The answer</summary>
#
# (5, 8): $W_V$ is (8, 5), and the layer stores its transpose.
#
# </details>

# %% [markdown] id="question-linear" lang="zh" agreed="53d937da-4e508b6a"
# **3 · 算值的层**（★，1 分钟）$X$ 的形状是 (7, 8)，每个值有 5 个数。用来算值的 `nn.Linear`，它的 `weight` 是什么形状？答案写成 `(2, 3)` 这样。
#
# <details><summary>提示</summary>
#
# `nn.Linear` 存的是 $W_V$ 的转置。$W_V$ 自己是什么形状？
#
# </details>
#
# <details><summary>答案</summary>
#
# (5, 8)：$W_V$ 是 (8, 5)，这一层存的是它的转置。
#
# </details>

# %% id="question-linear-cell" tags=["torch"]
from torch import nn
check.shape(..., nn.Linear(8, 5).weight, d_model=8, d_v=5)

# %% [markdown] id="question-matrix" lang="en"
# **4 · Which matrix?** (★, 1 min). A word is to be found as before, and to look for what it looked for; it is only to pass on twice as much. Which matrix do we double: `"a"` $W_Q$, `"b"` $W_K$ or `"c"` $W_V$?
#
# <details><summary>A hint</summary>
#
# Being found and looking for happen in the scores. Which matrix has no part in them?
#
# </details>
#
# <details><summary>The answer</summary>
#
# (c): $W_V$ has no part in the scores, and decides what is passed on.
#
# </details>

# %% [markdown] id="question-matrix" lang="zh" agreed="d9fc724e-607b97ca"
# **4 · 改哪个矩阵？**（★，1 分钟）每个词怎样被找到、在找什么，都和原来一样，只是传出去的内容变成两倍。该把哪个矩阵乘 2：`"a"` $W_Q$、`"b"` $W_K$，还是 `"c"` $W_V$？
#
# <details><summary>提示</summary>
#
# 怎样被找到、在找什么，都体现在分数里。哪个矩阵不参与算分数？
#
# </details>
#
# <details><summary>答案</summary>
#
# (c)：$W_V$ 不参与算分数，只决定传出去的内容。
#
# </details>

# %% id="question-matrix-cell"
from dataclasses import replace
changes = {"a": {"W_Q": 2 * look.W_Q}, "b": {"W_K": 2 * look.W_K}, "c": {"W_V": 2 * look.W_V}}
for letter, change in changes.items():
    if np.array_equal(replace(look, **change).trace().scores, look.trace().scores):
        check.choice(..., letter, options="abc")

# %% [markdown] id="recap" lang="en"
# ## 11 · Recap (2 min)
#
# * $Q = X W_Q + b_Q$, and likewise $K$ and $V$: three matrices make three vectors of one row of $X$.
# * The query is what a word looks for, the key what it is found by, the value what it passes on. Queries and keys need equally many numbers, $d_k$; values may have more or fewer.
# * `nn.Linear` stores the transpose. With square matrices a wrong transpose gives no error.

# %% [markdown] id="recap" lang="zh" agreed="446e429b-f704706c"
# ## 11 · 小结（2 分钟）
#
# * $Q = X W_Q + b_Q$，$K$ 和 $V$ 同理：$X$ 的一行，经过三个矩阵，变成三个向量。
# * 查询是一个词在找什么，键是它凭什么被找到，值是它传出去的内容。查询和键的数必须一样多，都是 $d_k$ 个；值可以多，也可以少。
# * `nn.Linear` 存的是转置。方阵转置错了，不会报错。

# %% [markdown] id="closed-book" lang="en"
# Without looking back, answer:
#
# 1. What can the scores no longer say if $W_K = W_Q$?
# 2. Why can keys not serve as values as well, even if the sizes fit?
#
# <details><summary>Answers</summary>
#
# 1. That one word looks at another more than the other looks back: the table is symmetric.
# 2. What a word passes on could not change without changing how it is found.
#
# </details>
#
# Next: every query meets every key. [Lesson 03, scores →](03_scores.ipynb)

# %% [markdown] id="closed-book" lang="zh" agreed="93d73d75-a8a87c17"
# 合上这一课，回答两个问题：
#
# 1. 如果 $W_K = W_Q$，有什么事分数就表达不出来了？
# 2. 就算大小合适，为什么还是不该用键来充当值？
#
# <details><summary>答案</summary>
#
# 1. “甲很关注乙，乙却不怎么关注甲”表达不出来，因为分数表是对称的。
# 2. 想改一个词传出去的内容，它怎样被找到也会跟着变。
#
# </details>
#
# 下一课：每个查询和每个键相遇。[第 03 课，注意力分数 →](03_scores.ipynb)
