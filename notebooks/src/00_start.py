# %% [markdown] id="title" lang="en"
# # 00 · Start here: the whole of attention on one screen
#
# In *small cat chases fish*, who chases whom? To know what a word means here, we look at the words around it. Attention lets a model do this: each word decides how much it looks at every word, and takes something from each.
#
# At the end you will have changed its numbers and watched what follows, computed one answer by hand, solved two puzzles, and measured what attention does better than older networks, and its cost.
#
# About 45 minutes. You need matrix multiplication and a little Python. Shift+Enter runs a cell. Where we say *predict*, write it down first.

# %% [markdown] id="title" lang="zh" agreed="21510f09-3b1c516c"
# # 00 · 从这里开始：一屏看完注意力
#
# “小 猫 追 鱼”，谁追谁？要弄清一个词在句子里的意思，我们会看看它周围的词。注意力让模型也能这样做：每个词自己决定给每个词多少关注，再从每个词那里拿一点东西。
#
# 这一课里，你会改动其中的数，看结果怎样跟着变；会亲手算出一个答案，解开两个谜题；还会亲自测一测：和以前的方法比，注意力好在哪里，代价又是什么。
#
# 大约 45 分钟。会矩阵乘法、会一点 Python 就够了。按 Shift+Enter 运行一格。遇到“先猜一猜”，先写下答案，再往下看。

# %% id="setup"
import numpy as np
from attnlib import Explorer, attend, curves, explain, heatmap, load_example, pipeline, use_language
use_language("en")

# %% id="strip"
pipeline(None)

# %% [markdown] id="strip-text" lang="en"
# These are the steps of attention. This lesson goes through all of them but *masked*; each of the next lessons stays with one or two.
#
# [Glossary](glossary.ipynb) · [01 →](01_embedding.ipynb)

# %% [markdown] id="strip-text" lang="zh" agreed="b1131856-5f80f98b"
# 这就是注意力的各个步骤。除了加掩码，这一课从头到尾走一遍；后面每课细讲其中一两步。
#
# [术语表](glossary.ipynb) · [01 →](01_embedding.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **Plan for 50 minutes.** Sections 1 (6 min), 3 (10), 4 (12), 5 (6), 6 (12), recap (4). Leave out 2, 7, 8 and 9: the students read them at home. Ask for a show of hands at each prediction, and write the count on the board before you run.
#
# In 45 minutes, leave out the convolution in section 6 as well.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="62a2af6d-67e604dc" tags=["lecturer"]
# **50 分钟的安排**：第 1 节（6 分钟）、第 3 节（10）、第 4 节（12）、第 5 节（6）、第 6 节（12）、小结（4）。第 2、7、8、9 节留给学生课后看。每次预测都请学生举手，把人数写在黑板上，再运行。
#
# 如果只有 45 分钟，第 6 节的卷积也可以跳过。

# %% [markdown] id="play" lang="en"
# ## 1 · Play first (5 min)
#
# Four words, six numbers each: is it a noun, does it hunt, is it eaten? From them attention makes a table: how much each word (row) looks at each word (column). These are the [**attention weights**](glossary.ipynb). Each row sums to one.
#
# Run the cell. Where will *chases* look most? Choose, and the table appears.

# %% [markdown] id="play" lang="zh" agreed="ff890fa7-dd47f8da"
# ## 1 · 先玩一玩（5 分钟）
#
# 四个词，每个词六个数：是不是名词，会不会捕猎，会不会被吃……注意力由这些数算出一张表：每个词（行）给每个词（列）多少关注。表里的数叫[**注意力权重**](glossary.ipynb)（attention weights），每一行加起来等于 1。
#
# 运行下一格。“追”会最关注哪个词？选好以后，表才会出现。

# %% id="play-explorer"
Explorer("first_look", steps=("X", "weights"), predict=("weights", 2), edit="X")

# %% [markdown] id="play-puzzle-text" lang="en"
# Choose above before you read on; the explorer says whether you are right.
#
# Then a puzzle: change what the words are, until *chases* gives *cat* more than half of its attention. Click a number in a frame and type, or press ↑ and ↓.

# %% [markdown] id="play-puzzle-text" lang="zh" agreed="cbb92003-249eb9a6"
# 先在上面选好，再往下看；对不对，探索器会告诉你。
#
# 再来解一个谜题：改一改这些词的特点，让“追”把一半以上的注意力给“猫”。点一个带框的数，直接输入，或者按 ↑ 和 ↓。

# %% id="play-puzzle"
Explorer("first_look", steps=("X", "weights"), goal=("weights", 2, 1, ">", 0.5), edit="X")

# %% [markdown] id="play-explain" lang="en"
# <details><summary>One solution</summary>
#
# *chases* looks for something to eat. At the start only the fish is eaten, so *fish* gets 0.83. Make the cat the prey: in the column *is eaten*, write 1 for *cat* and 0 for *fish*. The weight is 0.53.
#
# </details>
#
# There is no list anywhere of who chases whom. The weights are computed from these numbers, with matrices that section 4 shows. How? That is what we see now.

# %% [markdown] id="play-explain" lang="zh" agreed="577ab42d-33f8b8c4"
# <details><summary>一个解法</summary>
#
# “追”要找可吃的东西，原来会被吃的只有鱼，所以“鱼”得到 0.83。改“会被吃”这一列的两个数，“猫”改成 1，“鱼”改成 0：现在猫才是猎物，权重变成 0.53。
#
# </details>
#
# 没有谁列过“谁追谁”的清单：权重都是由这些数，用第 4 节里的几个矩阵算出来的。怎么算？我们接着往下看。

# %% [markdown] id="lecturer-play" lang="en" tags=["lecturer"]
# Ask: *where does* chases *look most, and why there?* Most say *fish*. Some say *cat*, because the cat does the chasing: right in grammar, and it shows that nothing but the numbers decides; here a verb asks for what is eaten. Another head could ask for the doer (lesson 07). Someone will ask who wrote the numbers: we did, by hand; a model learns its own.

# %% [markdown] id="lecturer-play" lang="zh" agreed="70a2780c-bb27ecc9" tags=["lecturer"]
# 可以问：“追”最关注哪个词，为什么？多数人说“鱼”。也有人说“猫”，因为是猫在追。从语法上说没有错；正好借此说明，起作用的只有这些数：在这个例子里，动词找的是会被吃的东西。换一个头，也可以去找施动者（第 07 课）。总有人会问这些数是谁写的：是我们亲手写的；模型里的数要靠训练学出来。

# %% [markdown] id="recall" lang="en"
# ## 2 · What you need (2 min)
#
# Answer first, then unfold.
#
# 1. What is the dot product of (0, 2, −1) and (0, 3, 0)?
# 2. A (4, 6) matrix times a (6, 3) matrix: what is the shape of the result?
# 3. A weighted average of 10 and 20, with the weights 0.8 and 0.2: what is it?
#
# <details><summary>Answers</summary>
#
# 1. 0·0 + 2·3 + (−1)·0 = 6.
# 2. (4, 3): a row for each row of the first, a column for each column of the second. Each entry is the dot product of the two.
# 3. 0.8·10 + 0.2·20 = 12. It lies between 10 and 20, nearer to the number with the larger weight.
#
# </details>

# %% [markdown] id="recall" lang="zh" agreed="9b691aae-2c98ec30"
# ## 2 · 需要的基础（2 分钟）
#
# 先想好答案，再点开看。
#
# 1. (0, 2, −1) 和 (0, 3, 0) 的点积是多少？
# 2. (4, 6) 的矩阵乘 (6, 3) 的矩阵，结果是什么形状？
# 3. 求 10 和 20 的加权平均，权重是 0.8 和 0.2，得多少？
#
# <details><summary>答案</summary>
#
# 1. 0·0 + 2·3 + (−1)·0 = 6。
# 2. (4, 3)：行数和第一个矩阵相同，列数和第二个矩阵相同；每个数都是一行和一列的点积。
# 3. 0.8·10 + 0.2·20 = 12。它在 10 和 20 之间，离权重大的那个数更近。
#
# </details>

# %% [markdown] id="library" lang="en"
# ## 3 · A dictionary that answers softly (8 min)
#
# Think of a library. You come with a request, the [**query**](glossary.ipynb). Every book has a label on its spine, the [**key**](glossary.ipynb), and contents, the [**value**](glossary.ipynb).
#
# Our four words are the books. The three numbers of a key say what a word offers: a doer, something to eat, an action. The two numbers of a value are its contents, whatever they mean.

# %% [markdown] id="library" lang="zh" agreed="20b190d7-cafdd3fa"
# ## 3 · 一本会“通融”的字典（8 分钟）
#
# 想象一座图书馆。你带着一个请求来，这就是[**查询**](glossary.ipynb)（query）。每本书的书脊上有标签，这是[**键**](glossary.ipynb)（key）；书里的内容，是[**值**](glossary.ipynb)（value）。
#
# 我们的四个词就是四本书。键的三个数表示这个词能提供什么：施动者（做动作的一方）、可吃的东西、动作。值的两个数就是书的内容，具体是什么意思，先不用管。

# %% id="library-books"
look = load_example("first_look")
K, V = look.trace().K, look.trace().V
for word, key, value in zip(look.tokens, K, V):
    print(word, key.astype(int), value.astype(int))

# %% [markdown] id="library-hard" lang="en"
# *chases* comes with the query (0, 2, −1): something to eat, please, and no action. Python's `dict` is a strict librarian: it compares the query with each key, and hands over the value whose key is equal. What does *chases* get?

# %% [markdown] id="library-hard" lang="zh" agreed="7b58214b-89770322"
# “追”带来的查询是 (0, 2, −1)：要可吃的东西，不要动作。Python 的 `dict` 是一位死板的管理员：哪个键和查询完全相等，就把哪个值交给你。“追”能拿到什么？

# %% id="library-hard-code"
dictionary = dict(zip(map(tuple, K), V))
print(dictionary.get((0, 2, -1)))

# %% [markdown] id="soft-scores" lang="en"
# `None`: no key is equal to the query. A soft look-up does not ask *is it equal?*, but *how well does it fit?* It takes the dot product of query and key, the [**score**](glossary.ipynb). For *fish*, with the key (0, 3, 0), you had it in section 2: 6. Work out the other three in your head. Which fits worst?

# %% [markdown] id="soft-scores" lang="zh" agreed="d255df92-8541469b"
# `None`：没有哪个键和查询完全相等。会通融的查法（软查找）不问“是否相等”，而问“有多合适”：算查询和键的点积，这就是[**注意力分数**](glossary.ipynb)（scores）。“鱼”的键是 (0, 3, 0)，第 2 节已经算过，得 6。另外三个请心算，哪一个最不合适？

# %% id="soft-scores-code"
for j in range(4):
    print(explain(look.trace(), "scores", 2, j))

# %% [markdown] id="soft-weights" lang="en"
# *chases* itself: it is nothing to eat and offers an action, and none is wanted. To average, we need weights: positive, of sum one. First we divide the scores by $\sqrt{3}$, since a key has 3 numbers (lesson 03 shows why). Then [**softmax**](glossary.ipynb): $e$ to the power of each of these divided scores, over the sum of all four powers (lesson 04).
#
# $$w_j = \frac{e^{s_j}}{e^{s_0} + e^{s_1} + e^{s_2} + e^{s_3}}$$

# %% [markdown] id="soft-weights" lang="zh" agreed="a7dea354-56fa8677"
# 是“追”自己：它不可吃，又提供动作，而查询要可吃的，偏偏不要动作。想求加权平均，先得有权重：都是正数，加起来等于 1。先把分数除以 $\sqrt{3}$，因为一个键有 3 个数（道理见第 03 课）。再做[**softmax**](glossary.ipynb)：对每个数取 $e$ 的幂，除以它们的总和（第 04 课细讲）。
#
# $$w_j = \frac{e^{s_j}}{e^{s_0} + e^{s_1} + e^{s_2} + e^{s_3}}$$

# %% id="soft-weights-code"
q = np.array([0, 2, -1])
s = np.array([sum(q * key) for key in K]) / np.sqrt(3)
weights = np.exp(s) / sum(np.exp(s))
weights.round(4)

# %% [markdown] id="soft-answer" lang="en"
# Do you know this row? It is the row of *chases* in the table of section 1.
#
# Now the answer: each value times its weight, added up. It is called the [**output**](glossary.ipynb) of *chases*. Predict: which of the four values will it resemble most?

# %% [markdown] id="soft-answer" lang="zh" agreed="4ccb20c9-6b67275e"
# 这一行眼熟吗？它就是第 1 节那张表里“追”的那一行。
#
# 现在算答案：每个值乘上自己的权重，再加起来。这就是“追”的[**输出**](glossary.ipynb)（output）。先猜一猜：它会最像四个值里的哪一个？

# %% id="soft-answer-code"
answer = np.zeros(2)
for weight, value in zip(weights, V):
    answer += weight * value
answer.round(4)

# %% [markdown] id="library-ends" lang="en"
# The value of *fish*, (1, −1), with a little of the others. This is attention: a look-up in which every book answers, with the more weight the better its label fits.
#
# Where does the comparison end? First, you never get one book, but a blend. Second, there is always an answer. Predict: what does a query get that asks for nothing, (0, 0, 0)? (The next cell does all these steps at once, with a function that section 4 explains.)

# %% [markdown] id="library-ends" lang="zh" agreed="af0780d1-2e77f4d3"
# 最像“鱼”的值 (1, −1)，也掺了一点别的词的值。这就是注意力：每本书都来回答，标签越合适，权重越大。
#
# 图书馆这个比喻，到哪里就不成立了？第一，你拿到的从来不是某一本书，而是许多本的混合。第二，它总会给出答案。先猜一猜：什么都不要的查询 (0, 0, 0) 会得到什么？（下一格用一个现成的函数，把刚才几步一次做完，第 4 节再介绍它。）

# %% id="library-ends-code"
nothing = attend(np.zeros((1, 3)), K, V)
print(nothing.weights, nothing.output)
print(V.mean(0))

# %% [markdown] id="library-self" lang="en"
# A quarter of each: the plain mean of all values. Nobody says *not found*.
#
# Third, in a library readers and books are different things. Here each word is both: it asks all words, itself included, and all words ask it. Hence the name [**self-attention**](glossary.ipynb). And nobody writes the labels: a model learns how to make them. (In our example, we wrote the numbers.)

# %% [markdown] id="library-self" lang="zh" agreed="db1496c8-7cebf9d5"
# 每个值各占四分之一，也就是所有值的普通平均。没有谁会说“查无此书”。
#
# 第三，在图书馆里，读者是读者，书是书。在这里，每个词两样都是：它去问所有的词（包括自己），所有的词也来问它。所以叫[**自注意力**](glossary.ipynb)（self-attention）。标签也不是谁贴上去的：怎样做标签，由模型自己学。（我们这个例子里的数，是亲手写的。）

# %% [markdown] id="lecturer-library" lang="en" tags=["lecturer"]
# Ask after the scores: *why is a negative score allowed?* Wrong answer: it is an error. Say: a negative number in a query means *rather not*. Ask at (0, 0, 0): half will say *zeros* or *nothing*. Say: weights always share out exactly one; if no key is better than another, the shares are equal. If somebody asks why not divide by the sum instead of softmax: here the sum is 3 + 0 − 4 + 6 = 5, so *chases* would get −0.8.

# %% [markdown] id="lecturer-library" lang="zh" agreed="09c44de0-d7933b27" tags=["lecturer"]
# 算完分数可以问：分数为什么可以是负的？常见的错误回答是“算错了”。可以说：查询里的负数表示“最好不要”。问到 (0, 0, 0) 时，会有一半人答“零”或者“什么也没有”。可以说：权重总要把 1 分完，既然没有哪个键更合适，就平分。如果有人问为什么不直接除以总和：这里总和是 3 + 0 − 4 + 6 = 5，“追”自己会分到 −0.8。

# %% [markdown] id="formula" lang="en"
# ## 4 · The whole of attention on one screen (10 min)
#
# All words ask. Their queries are the rows of a matrix $Q$, their keys those of $K$, their values those of $V$. Then the loops turn into two matrix products:
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# $d_k$ is how many numbers a key has, here 3. Softmax works along each row (`-1`): each row is divided by its own sum. We count rows from 0: *chases* is row 2. Is it our answer from section 3?

# %% [markdown] id="formula" lang="zh" agreed="1df9df01-6174337b"
# ## 4 · 一屏看完注意力（10 分钟）
#
# 现在所有的词都来查。它们的查询是矩阵 $Q$ 的各行，键是 $K$ 的各行，值是 $V$ 的各行。前面的循环就变成了两次矩阵乘法：
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# $d_k$ 是一个键里数的个数，这里是 3。softmax 逐行做，代码里用 `-1` 表示沿着行求和。行从 0 数起，“追”是第 2 行：和第 3 节手算的答案一样吗？

# %% id="formula-code"
trace = load_example("first_look").trace()
Q, K, V = trace.Q, trace.K, trace.V
S = Q @ K.T / np.sqrt(3)  # (4, 4)
weights = np.exp(S) / np.exp(S).sum(-1, keepdims=True)  # (4, 4)
output = weights @ V  # (4, 2)
print(output.round(4))
print(np.array_equal(output[2].round(4), [1.0969, -0.7764]))

# %% [markdown] id="formula-attnlib-text" lang="en"
# It is. The function `attend` of this course's package does the same, and keeps every step. Equal to ours?

# %% [markdown] id="formula-attnlib-text" lang="zh" agreed="4d74667a-937127ab"
# 一样。本课程的软件包里有一个函数 `attend`，做的是同一件事，还留下每一步的结果。和我们算的相等吗？

# %% id="formula-attnlib"
np.allclose(attend(Q, K, V).output, output, rtol=0, atol=1e-12)

# %% [markdown] id="screen" lang="en"
# And now everything at once. $X$ holds the six numbers of each word. The matrices $W_Q$, $W_K$, $W_V$ turn it into $Q$, $K$ and $V$. Below are scores, weights and output. (Lesson 03 explains the scaling, lesson 05 the points at the top left, lesson 06 the mask.)
#
# First a prediction. *fish* asks (2, −1, 0): a doer, and preferably not something to eat. But it offers something to eat: its key is (0, 3, 0). What score does it give itself?

# %% [markdown] id="screen" lang="zh" agreed="0b22f980-ec0d5ff8"
# 现在把所有步骤放到一屏上。$X$ 里是每个词的六个数；矩阵 $W_Q$、$W_K$、$W_V$ 把它们变成 $Q$、$K$ 和 $V$；下面是分数、权重和输出。（缩放、左上角的点、掩码，分别是第 03、05、06 课的内容。）
#
# 先猜一猜。“鱼”的查询是 (2, −1, 0)：找施动者，最好不要可吃的东西。可它自己正是可吃的：键是 (0, 3, 0)。它给自己的分数是多少？

# %% id="screen-explorer"
explorer = Explorer("first_look", predict=("scores", 3, 3))
explorer

# %% [markdown] id="screen-try" lang="en"
# Type your number; then all the rest appears. Now try:
#
# * Click any number without a frame: the box below shows how it is made.
# * Change a number of $W_Q$, undo it (↶), then one of $W_V$. Which of the two moves the weights?
# * *Temperature* divides the scores once more. Set it to 0.1, then to 10. Which is like the strict librarian?
# * Under *Matrices …* choose *W_K = W_Q*. What do you see in the scores?
#
# Python follows. The next cell computes with the numbers on your screen.

# %% [markdown] id="screen-try" lang="zh" agreed="cae862dc-620b0f2f"
# 填上你猜的数，其余的才会出现。然后动手试试：
#
# * 点任意一个不带框的数，下面会写出它是怎样算出来的。
# * 改 $W_Q$ 里的一个数，撤销（↶），再改 $W_V$ 里的一个数。改哪一个，权重会变？
# * “温度”会把分数再除一次。调到 0.1，再调到 10：哪一种像那位死板的管理员？
# * 在“换一组矩阵…”里选“W_K = W_Q”，看看分数表有什么特点。
#
# Python 会跟着变：下一格用的就是屏幕上现在的数。

# %% id="screen-follows"
explorer.trace.output.round(4)

# %% [markdown] id="screen-answers" lang="en"
# *fish* gives itself (−1)·3 = −3, its lowest score, and *cat*, its hunter, the highest. What we found: of the two, only $W_Q$ moves the weights; $W_V$ moves the output alone. At temperature 0.1 each word takes practically one value, as from the strict librarian (but the best-fitting one); at 10 a good share of each. With $W_K = W_Q$ the scores are their own mirror image. Section 5 says what is bad about that.
#
# A puzzle: *cat* looks at *chases*, though it is hungry. Make it look at *fish*, with $W_Q$ alone. One number is enough. Which rows of $W_Q$ make the query of *cat*? And what does *fish* offer?

# %% [markdown] id="screen-answers" lang="zh" agreed="9d8e3c30-196da092"
# “鱼”给自己 (−1)·3 = −3 分，是它那一行里最低的；最高的给了要抓它的“猫”。我们看到：改 $W_Q$，权重会变，输出也跟着变；改 $W_V$，只有输出变。温度是 0.1 时，每个词几乎只拿一个值，就像那位死板的管理员；温度是 10 时，四个值都拿到不少。选 $W_K = W_Q$ 后，分数表沿对角线对称；这有什么不好，第 5 节会讲。
#
# 再来一个谜题：“猫”明明饿着，看的却是“追”。只改 $W_Q$，让“猫”去看“鱼”，改一个数就够。“猫”的查询用到 $W_Q$ 的哪几行？“鱼”又能提供什么？

# %% id="screen-puzzle"
Explorer("first_look", goal=("weights", 1, 3, ">", 0.9), edit="W_Q")

# %% [markdown] id="screen-solution" lang="en"
# <details><summary>A hint</summary>
#
# *cat* has a 1 in *noun* and in *hunts*, so its query is the sum of these two rows of $W_Q$. *fish* offers something to eat: the second number of its key is 3.
#
# </details>
#
# <details><summary>One solution</summary>
#
# In the row *hunts*, change the second number from 0 to 3. The query of *cat* is then (−1, 3, 3), and the weight 0.96. No other word hunts, so no other query moves. If you change the row *noun*, the query of *fish* moves as well.
#
# </details>

# %% [markdown] id="screen-solution" lang="zh" agreed="4ab92e75-f1bd6019"
# <details><summary>提示</summary>
#
# “猫”在“名词”和“会捕猎”两处是 1，所以它的查询等于 $W_Q$ 这两行之和。“鱼”能提供可吃的东西：它的键里第二个数是 3。
#
# </details>
#
# <details><summary>一个解法</summary>
#
# 把“会捕猎”这一行的第二个数从 0 改成 3。“猫”的查询就变成 (−1, 3, 3)，权重是 0.96。别的词都不捕猎，所以其他查询都不变。如果改的是“名词”那一行，“鱼”的查询也会跟着变。
#
# </details>

# %% [markdown] id="lecturer-screen" lang="en" tags=["lecturer"]
# Let one student say a change, another predict what moves, then make it. Good ones: a number of $X$ in the row *fish* (all weights may move), a number of $W_K$ (a whole column of $K$), a number of $W_V$ (the output alone). Expected question: *why does one number of $W_K$ change words that I did not touch?* Say: the matrix belongs to all words; only $X$ belongs to one.

# %% [markdown] id="lecturer-screen" lang="zh" agreed="fabcfb26-b20f92e4" tags=["lecturer"]
# 请一位学生说改哪个数，另一位预测哪些数会变，然后再改。适合的例子：$X$ 里“鱼”那一行的一个数（所有权重都可能变）；$W_K$ 的一个数（$K$ 的一整列）；$W_V$ 的一个数（只有输出变）。学生会问：我只改了 $W_K$ 的一个数，为什么没碰过的词也变了？可以说：矩阵是所有词共用的，只有 $X$ 的一行才属于某一个词。

# %% [markdown] id="three" lang="en"
# ## 5 · Why three? (3 min)
#
# Each word plays three roles: it looks for something (query), it is found by something (key), it passes something on (value). All three are made from its one row of $X$, each by a [**projection matrix**](glossary.ipynb) of its own:
#
# $$Q = X W_Q \qquad K = X W_K \qquad V = X W_V$$
#
# A first idea: leave the matrices out, and take $X$ three times. Predict: at which word does each word look most then?

# %% [markdown] id="three" lang="zh" agreed="38194412-ea28e848"
# ## 5 · 为什么要三个？（3 分钟）
#
# 每个词有三种角色：去找别的词（查询）、被别的词找到（键）、把内容传出去（值）。三者都来自 $X$ 的同一行，各用一个[**投影矩阵**](glossary.ipynb)（projection matrix）：
#
# $$Q = X W_Q \qquad K = X W_K \qquad V = X W_V$$
#
# 最先想到的办法往往是：不要这些矩阵，三处都直接用 $X$，行不行？先猜一猜：这时每个词最关注哪个词？

# %% id="three-same"
look = load_example("first_look")
same = attend(look.X, look.X, look.X)
heatmap(same.weights, look.tokens, look.tokens, title="weights")

# %% [markdown] id="three-mirror" lang="en"
# At itself: here nothing fits a row of $X$ better than this row. And the table of scores is its own mirror image, since $x \cdot y = y \cdot x$. If *small* looks for *cat*, then *cat* looks for *small* just as much. The next cell prints two lines. Are these scores symmetric? And those of section 4? After the second answer come the scores *small* → *cat* and *cat* → *small*.

# %% [markdown] id="three-mirror" lang="zh" agreed="e1c0f828-10f05354"
# 都最关注自己：在这里，和 $X$ 的某一行最合适的就是它本身。而且 $x \cdot y = y \cdot x$，分数表沿对角线对称：“小”有多想找“猫”，“猫”就有多想找“小”。下一格核对一下，第一行：这些分数对称吗？第二行：第 4 节的分数呢？第二行末尾的两个数依次是“小”对“猫”和“猫”对“小”的分数。

# %% id="three-mirror-code"
S, T = same.scores, look.trace().scores
print(np.array_equal(S, S.T))
print(np.array_equal(T, T.T), T[0, 1], T[1, 0])

# %% [markdown] id="three-value" lang="en"
# With two matrices, *small* wants *cat* (4) and *cat* does not want *small* (−3). That is why query and key have a matrix each. And the value? Being found is one thing, what is passed on another: in section 4, $W_V$ changed what a word takes, and not where it looks. Lesson 02 goes on from here.

# %% [markdown] id="three-value" lang="zh" agreed="f286194b-ee401b55"
# 用了两个矩阵，“小”想找“猫”（4），“猫”却不想找“小”（−3）。所以查询和键要分开。那么值呢？靠什么被找到是一回事，传出去什么是另一回事：第 4 节里改 $W_V$，变的是拿走什么，不是往哪里看。第 02 课会接着讲。

# %% [markdown] id="lecturer-three" lang="en" tags=["lecturer"]
# Ask: *in which conversation is asking not symmetric?* (A pupil asks a teacher.) Expected objection: *could $W_Q$ alone do it, with $K = X$?* Yes for the scores: they need only the product $W_Q W_K^\top$. Two narrow matrices make it cheaper; lesson 03 shows it.

# %% [markdown] id="lecturer-three" lang="zh" agreed="3db67d2c-cafc76cc" tags=["lecturer"]
# 可以问：生活里哪种“问”不是对称的？（学生问老师。）会有人反驳：只用 $W_Q$、让 $K = X$ 行不行？就分数而言可以：分数只用到乘积 $W_Q W_K^\top$。拆成两个窄的矩阵，要学的数更少；第 03 课会演示。

# %% [markdown] id="before" lang="en"
# ## 6 · What came before, and what it cannot do (9 min)
#
# A [**recurrent network**](glossary.ipynb) reads word by word and keeps one row of numbers, its state. It makes each state from the one before and the next word:
#
# $$h_i = \tanh(h_{i-1} W + x_i)$$
#
# (tanh presses each number in between −1 and 1.) Here is a tiny one with random numbers.

# %% [markdown] id="before" lang="zh" agreed="de73ff40-d88953cb"
# ## 6 · 以前的方法，做不到什么（9 分钟）
#
# [**循环神经网络**](glossary.ipynb)（recurrent network，简称循环网络）一个词一个词地读，只记一行数，叫做状态。每个状态由前一个状态和当前这个词算出（tanh 把每个数压到 −1 和 1 之间）：
#
# $$h_i = \tanh(h_{i-1} W + x_i)$$
#
# 下面是一个很小的循环网络，里面的数是随机的。

# %% id="before-recurrent"
rng = np.random.default_rng(1)
X, W = rng.normal(size=(16, 6)), rng.normal(size=(6, 6)) / np.sqrt(6)

def recurrent(X):
    h, states = np.zeros(6), []
    for x in X:
        h = np.tanh(h @ W + x)
        states.append(h)
    return np.array(states)  # (n, 6)

# %% [markdown] id="before-predict" lang="en"
# We replace the first of 16 words: its six numbers change their sign. How much does each state change? (Of its six numbers, we take the one that changes most.) Predict: how much of it arrives at the last word? All, a tenth, or less than a hundredth?

# %% [markdown] id="before-predict" lang="zh" agreed="ca8f1b11-538ee08a"
# 我们换掉 16 个词里的第一个：它的六个数都变号。每个状态变了多少？（六个数里，取变化最大的那个。）先猜一猜：传到最后一个词时，变化还剩多少？全部，十分之一，还是不到百分之一？

# %% id="before-change"
other = X.copy()
other[0] = -X[0]

def change(layer):
    return abs(layer(other) - layer(X)).max(1)  # (n,)

print(change(recurrent).round(4))

# %% [markdown] id="before-direct" lang="en"
# Less than a hundredth. The news goes from state to state, 15 times, and most of it is lost on the way. In attention, the last word looks at the first directly. The same replacement, with random matrices too:

# %% [markdown] id="before-direct" lang="zh" agreed="85ec924b-25e311a3"
# 不到百分之一。消息从一个状态传到下一个状态，传了 15 次，一路上大部分都损失了。用注意力，最后一个词可以直接看第一个词。做同样的替换，矩阵也是随机的：

# %% id="before-direct-code"
W_Q, W_K, W_V = np.random.default_rng(2).normal(size=(3, 6, 6)) / np.sqrt(6)

def attention(X):
    return attend(X @ W_Q, X @ W_K, X @ W_V).output  # (n, 6)

lines = {"recurrent": change(recurrent), "attention": change(attention)}
curves(range(16), lines, xlabel="position", ylabel="change")

# %% [markdown] id="before-halves" lang="en"
# The recurrent line falls to almost nothing. After the first word, that of attention goes up and down, but does not fall. (Training can slow the fall; the 15 steps remain.)
#
# Can the rows be made at the same time? Two computers share the work: one makes the first 8 rows (`[:8]`), the other the last 8 (`[8:]`), and neither waits. Both know all 16 words, but no row that the other makes. Predict: do the two halves make up the right 16 rows? The first line is attention, the second the recurrent network.

# %% [markdown] id="before-halves" lang="zh" agreed="884b8ec6-c7314b28"
# 循环网络的线几乎降到了零；除去第一个词自己，注意力的线有高有低，却不随距离下降。（训练可以让下降慢一些，但 15 步还是 15 步。）
#
# 各行能同时算吗？让两台电脑分工，一台算前 8 行（`[:8]`），一台算后 8 行（`[8:]`），谁也不等谁。16 个词两台都知道，对方算出的行却看不到。先猜一猜：两半拼起来，16 行都对吗？第一行是注意力，第二行是循环网络。

# %% id="before-halves-code"
Q, K, V = X @ W_Q, X @ W_K, X @ W_V
first, second = attend(Q[:8], K, V).output, attend(Q[8:], K, V).output
print(np.allclose([*first, *second], attention(X)))
first, second = recurrent(X[:8]), recurrent(X[8:])
print(np.allclose([*first, *second], recurrent(X)))

# %% [markdown] id="before-convolution" lang="en"
# In attention, yes: no row of the output needs another. In the recurrent network, the second computer needs the last state of the first one; it has to wait.
#
# A [**convolution**](glossary.ipynb) need not wait. But each word sees only its neighbours, here itself and the two before it. To see farther, we stack layers. Below, only the first word has news, a 1; all others have 0. In each layer every word adds up the numbers that it sees. (Real ones first multiply by learned matrices; they see no farther.) Predict: how many layers, until the news is at the last of 32 words?

# %% [markdown] id="before-convolution" lang="zh" agreed="c715f830-a112a368"
# 注意力都对：算输出的一行，用不到输出的其他行。循环网络不对：第二台电脑要用第一台算出的最后一个状态，只能等。
#
# [**卷积**](glossary.ipynb)（convolution）不用等，但每个词只看得到附近的词，这里是它自己和前面两个。要看得更远，就得把层叠起来。下面只有第一个词有消息，记作 1，别的词都是 0；每一层里，每个词把看到的数加起来。（真正的卷积会先乘上学出来的矩阵，但看得并不更远。）先猜一猜：一共 32 个词，要叠多少层，消息才传到最后一个词？

# %% id="before-convolution-code"
words, layers = [1] + [0] * 31, 0
while words[-1] == 0:
    words = [sum(words[max(0, i - 2) : i + 1]) for i in range(32)]
    layers += 1
print(layers)

# %% [markdown] id="before-table" lang="en"
# Two more words with each layer. For 32 words:
#
# | | from the first word to the last | all rows at the same time? | for twice the words |
# |---|---|---|---|
# | recurrent network | 31 steps | no | twice the steps |
# | convolution, 3 words wide | 16 layers | yes, in each layer | twice the sums in each layer |
# | attention | 1 layer | yes | four times the scores |
#
# At the bottom right is the price of attention: every word looks at every word.

# %% [markdown] id="before-table" lang="zh" agreed="b13cb6b9-2186b89f"
# 每叠一层，多看两个词。32 个词的情形：
#
# | | 从第一个词到最后一个词 | 各行能同时算吗？ | 词数翻倍时 |
# |---|---|---|---|
# | 循环网络 | 31 步 | 不能 | 步数变成两倍 |
# | 卷积，宽 3 个词 | 16 层 | 每一层里都能 | 每一层的求和次数变成两倍 |
# | 注意力 | 1 层 | 能 | 分数的个数变成四倍 |
#
# 右下角就是注意力的代价：每个词都要看每个词。

# %% [markdown] id="before-paper" lang="en"
# <details><summary>For the curious: the same for any length</summary>
#
# Table 1 of [Attention Is All You Need](https://arxiv.org/abs/1706.03762) (Vaswani et al., 2017), for $n$ words of $d$ numbers each and a convolution $k$ words wide. $O(n)$ grows like $n$, $O(1)$ does not grow.
#
# | layer | longest path between two words | steps one after the other | work |
# |---|---|---|---|
# | recurrent | $O(n)$ | $O(n)$ | $O(n \cdot d^2)$ |
# | convolution | $O(\log_k n)$ | $O(1)$ | $O(k \cdot n \cdot d^2)$ |
# | self-attention | $O(1)$ | $O(1)$ | $O(n^2 \cdot d)$ |
#
# The $\log_k n$ is for layers with growing gaps between the words they see; without gaps, like ours, it takes $O(n/k)$ layers.
#
# </details>

# %% [markdown] id="before-paper" lang="zh" agreed="80d714b0-1247f49c"
# <details><summary>想多了解一点：任意长度</summary>
#
# [Attention Is All You Need](https://arxiv.org/abs/1706.03762)（Vaswani 等，2017）的表 1：$n$ 个词，每个词 $d$ 个数，卷积宽 $k$ 个词。$O(n)$ 和 $n$ 一样增长，$O(1)$ 不增长。
#
# | 层 | 两个词之间的最长路径 | 必须依次做的步数 | 计算量 |
# |---|---|---|---|
# | 循环 | $O(n)$ | $O(n)$ | $O(n \cdot d^2)$ |
# | 卷积 | $O(\log_k n)$ | $O(1)$ | $O(k \cdot n \cdot d^2)$ |
# | 自注意力 | $O(1)$ | $O(1)$ | $O(n^2 \cdot d)$ |
#
# $\log_k n$ 说的是间隔逐层加大的卷积；像我们这样不留间隔，需要 $O(n/k)$ 层。
#
# </details>

# %% [markdown] id="before-price" lang="en"
# There is a second price. We turn the sentence around (`[::-1]`). Predict: are the outputs the old ones, turned around? First attention, then the recurrent network:

# %% [markdown] id="before-price" lang="zh" agreed="2750208a-cf993972"
# 还有第二个代价。把句子倒过来（`[::-1]`），先猜一猜：输出是不是也只是倒过来？第一行是注意力，第二行是循环网络：

# %% id="before-price-code"
print(np.allclose(attention(X[::-1]), attention(X)[::-1]))
print(np.allclose(recurrent(X[::-1]), recurrent(X)[::-1]))

# %% [markdown] id="before-price-explain" lang="en"
# Attention alone does not know the order of the words: in *cat chases fish* and *fish chases cat*, each word gets the same output. Lesson 08 tells it where each word stands.

# %% [markdown] id="before-price-explain" lang="zh" agreed="eb8f9b1b-fe5abba3"
# 注意力本身不知道词的先后：“猫 追 鱼”和“鱼 追 猫”里，每个词得到的输出完全一样。第 08 课会把位置告诉它。

# %% [markdown] id="lecturer-before" lang="en" tags=["lecturer"]
# Ask before the change: many say *a tenth*. Ask at the two computers: some say *both, it is the same formula for each word*. Say: look for $h_{i-1}$ on the right side; is there such a thing in attention? If someone knows LSTMs: they keep news much longer, but state 15 still waits for state 14. If someone knows WaveNet: that is the convolution with growing gaps.

# %% [markdown] id="lecturer-before" lang="zh" agreed="90e29c69-db187fda" tags=["lecturer"]
# 看变化之前先问，很多人会猜“十分之一”。问到两台电脑时，有人会说“都对，每个词用的公式都一样”。可以说：看看等号右边的 $h_{i-1}$，注意力的公式里有这样的东西吗？如果有人提到 LSTM：它的记忆长得多，但第 15 个状态还是要等第 14 个。如果有人提到 WaveNet：那就是间隔逐层加大的卷积。

# %% [markdown] id="questions" lang="en"
# ## 7 · Three questions (3 min)
#
# Put your answer in place of `...` and run the cell: it says whether you are right. The lesson goes on in any case.
#
# **1** (★, 1 min). A sentence of 5 words goes through the matrices of section 4, where $d_k = 3$ and $d_v = 2$ (a value has 2 numbers). What is the shape of its weights? And of its output? Write a shape like `(4, 6)`.
#
# <details><summary>A hint</summary>
#
# Rows of weights: the words that look; columns: the words that they look at. The output of a word is an average of values, and has the shape of one.
#
# </details>
#
# <details><summary>The answer</summary>
#
# The weights are (5, 5): each of 5 words looks at 5 words. The output is (5, 2).
#
# </details>

# %% [markdown] id="questions" lang="zh" agreed="168967b7-fcbd4d55"
# ## 7 · 三个问题（3 分钟）
#
# 把 `...` 换成你的答案，运行这一格，就知道对不对。没答出来也不影响往下学。
#
# **1**（★，1 分钟）。一个 5 个词的句子，用第 4 节的矩阵来算，$d_k = 3$，$d_v = 2$（一个值里有 2 个数）。它的权重是什么形状？输出呢？形状这样写：`(4, 6)`。
#
# <details><summary>提示</summary>
#
# 权重表的行是“看”的词，列是被看的词。输出是值的加权平均：一个词的输出，和一个值的形状相同。
#
# </details>
#
# <details><summary>答案</summary>
#
# 权重是 (5, 5)：5 个词各看 5 个词。输出是 (5, 2)。
#
# </details>

# %% id="question-shapes"
from dataclasses import replace
from attnlib import check
five = replace(load_example("first_look"), X=np.ones((5, 6))).trace()
check.shape(..., five.weights, n=5, d_k=3, d_v=2)
check.shape(..., five.output, n=5, d_k=3, d_v=2)

# %% [markdown] id="question-moves-text" lang="en"
# **2** (★★, 1 min). In $X$ you change *is eaten* of *fish* from 1 to 0. Which weights change?
#
# (a) the row of *fish* · (b) the row and the column of *fish* · (c) all
#
# Write `"a"`, `"b"` or `"c"`. You may try it in section 4 (press *reset* there first); its weights are rounded to two decimals, so a small change neither shows nor is counted.
#
# <details><summary>A hint</summary>
#
# The key of *fish* changes, so every word gives it another score. What does softmax do with the other scores of that row?
#
# </details>
#
# <details><summary>The answer</summary>
#
# (c): in each row the score of *fish* moves, so the sum of the row moves, and each weight is divided by it.
#
# </details>

# %% [markdown] id="question-moves-text" lang="zh" agreed="2ab19ac9-0d3ea4a8"
# **2**（★★，1 分钟）。在 $X$ 里，把“鱼”的“会被吃”从 1 改成 0。哪些权重会变？
#
# (a) “鱼”那一行 · (b) “鱼”那一行和那一列 · (c) 全部
#
# 填 `"a"`、`"b"` 或 `"c"`。可以回第 4 节，先点“还原”，再试一试；表里只有两位小数，变化很小的看不出来，探索器也不计数。
#
# <details><summary>提示</summary>
#
# “鱼”的键变了，所以每个词给它的分数都变了。同一行里别的分数，softmax 会怎么处理？
#
# </details>
#
# <details><summary>答案</summary>
#
# (c)：每一行里给“鱼”的分数都变了，这一行的和就变了，而每个权重都要除以这个和。
#
# </details>

# %% id="question-moves"
look = load_example("first_look")
X = look.X.copy()
X[3, 4] = 0
moved = ~np.isclose(replace(look, X=X).trace().weights, look.trace().weights)
check.choice(..., {4: "a", 7: "b", 16: "c"}[moved.sum()], options="abc")

# %% [markdown] id="question-layers-text" lang="en"
# **3** (★★, 1 min). How many layers of the convolution of section 6 does it take, until the last of 100 words notices the first?
#
# <details><summary>A hint</summary>
#
# From the last word to the first it is 99 words back, and each layer goes back two. Half a layer does not exist.
#
# </details>
#
# <details><summary>The answer</summary>
#
# 50: after 49 layers 98 words are behind us, and the first word needs one more.
#
# </details>

# %% [markdown] id="question-layers-text" lang="zh" agreed="998c315c-1dbebbf1"
# **3**（★★，1 分钟）。用第 6 节的卷积，要叠多少层，100 个词里的最后一个才会察觉第一个词换了？
#
# <details><summary>提示</summary>
#
# 从最后一个词往回数到第一个词，要退 99 个词；每层退两个。没有半层。
#
# </details>
#
# <details><summary>答案</summary>
#
# 50 层：49 层退了 98 个词，还差一个词，要再加一层。
#
# </details>

# %% id="question-layers"
layers = len(range(0, 99, 2))
check.number(..., layers)

# %% [markdown] id="today" lang="en"
# ## 8 · Where attention is used today (1 min)
#
# * Translation: [Attention Is All You Need](https://arxiv.org/abs/1706.03762) (arXiv 1706.03762), the first Transformer, without recurrence or convolution. [Neural Machine Translation by Jointly Learning to Align and Translate](https://arxiv.org/abs/1409.0473) (arXiv 1409.0473) had added attention to a recurrent network.
# * Language models: GPT-3, [Language Models are Few-Shot Learners](https://arxiv.org/abs/2005.14165) (arXiv 2005.14165).
# * Pictures: ViT, [An Image is Worth 16x16 Words](https://arxiv.org/abs/2010.11929) (arXiv 2010.11929).
# * Proteins: [Highly accurate protein structure prediction with AlphaFold](https://doi.org/10.1038/s41586-021-03819-2) (Nature 596, 2021).
# * Speech: Whisper, [Robust Speech Recognition via Large-Scale Weak Supervision](https://arxiv.org/abs/2212.04356) (arXiv 2212.04356).
#
# PyTorch has the formula as one function. Is it equal to ours? (Loading PyTorch takes a few seconds.)

# %% [markdown] id="today" lang="zh" agreed="96dd2f6f-967d2c7d"
# ## 8 · 今天哪里在用注意力（1 分钟）
#
# * 翻译：[Attention Is All You Need](https://arxiv.org/abs/1706.03762)（arXiv 1706.03762），第一个 Transformer，既不用循环，也不用卷积。更早的 [Neural Machine Translation by Jointly Learning to Align and Translate](https://arxiv.org/abs/1409.0473)（arXiv 1409.0473）把注意力加进了循环网络。
# * 语言模型：GPT-3，[Language Models are Few-Shot Learners](https://arxiv.org/abs/2005.14165)（arXiv 2005.14165）。
# * 图像：ViT，[An Image is Worth 16x16 Words](https://arxiv.org/abs/2010.11929)（arXiv 2010.11929）。
# * 蛋白质：[Highly accurate protein structure prediction with AlphaFold](https://doi.org/10.1038/s41586-021-03819-2)（Nature 596，2021）。
# * 语音：Whisper，[Robust Speech Recognition via Large-Scale Weak Supervision](https://arxiv.org/abs/2212.04356)（arXiv 2212.04356）。
#
# PyTorch 用一个函数就能算整个公式。和我们的结果相等吗？（载入 PyTorch 要几秒钟。）

# %% id="today-torch" tags=["torch"]
import torch
from torch.nn.functional import scaled_dot_product_attention
trace = load_example("first_look").trace()
Q, K, V = (torch.from_numpy(array) for array in (trace.Q, trace.K, trace.V))
np.allclose(scaled_dot_product_attention(Q, K, V), trace.output, rtol=0, atol=1e-12)

# %% [markdown] id="use" lang="en"
# ## 9 · How to use these lessons (2 min)
#
# * **Alone**: say what you expect before you run a cell; then change a number and run the section again from its first cell. Answers stay folded until you click.
# * **In class**: `A⁺` in an explorer is large type for the projector; a prediction is a show of hands.
# * **On Binder**: nothing to install. After some minutes without a key press it closes, and your changes are gone: *File → Download* saves your copy.
# * **Keyboard**: below every explorer, *Keys* lists what each key does. Ctrl (on a Mac Cmd) and + makes the page larger.
#
# More is in the [README](../../README.md).

# %% [markdown] id="use" lang="zh" agreed="8454a2c3-9c7a768a"
# ## 9 · 怎样使用这些课（2 分钟）
#
# * **自学**：运行之前，先说出你预计的结果；再改一个数，从这一节的第一格起重新运行。答案是折叠的，点开才看得见。
# * **课堂**：探索器里的 `A⁺` 是投影用的大字；每次预测都可以请大家举手。
# * **Binder**：不用安装。几分钟不操作就会关闭，改过的内容也就没了；点 *File → Download* 可以保存自己的一份。
# * **键盘**：每个探索器下面的“键盘操作”列出了各个键的用法。按 Ctrl（Mac 上是 Cmd）和 + 可以放大网页。
#
# 更多说明见 [README](../../README.zh-CN.md)。

# %% [markdown] id="use-versions" lang="en"
# Something does not work? When you ask for help, add the versions. Write `versions()` as a second line below, run the cell, and paste what it prints into your question. (We left that line out, since the published page would show our computer and not yours.)

# %% [markdown] id="use-versions" lang="zh" agreed="0c6fc08e-0c334565"
# 遇到了问题？提问时要说明各个软件的版本。在下面第二行写上 `versions()`，运行，把显示的内容贴到问题里。（存好的页面里没有运行它，否则显示的是我们的电脑，不是你的。）

# %% id="versions"
from attnlib import versions

# %% [markdown] id="recap" lang="en"
# ## 10 · Recap (2 min)
#
# * Attention is a soft look-up: scores of a query with all keys, weights by softmax, and the weighted average of the values.
# * Each word plays three roles, with three matrices: what it looks for, what it is found by, what it passes on.
# * Any two words are one step apart, and all rows can be computed at once. The price: $n^2$ scores, and no sense of order.

# %% [markdown] id="recap" lang="zh" agreed="4d819445-07972c7f"
# ## 10 · 小结（2 分钟）
#
# * 注意力是一种软查找：查询和所有的键算分数，用 softmax 变成权重，再求值的加权平均。
# * 每个词有三种角色，对应三个矩阵：找什么、靠什么被找到、传出去什么。
# * 任意两个词只隔一步，所有的行可以同时算。代价是 $n^2$ 个分数，而且不知道词的先后。

# %% [markdown] id="recap-questions" lang="en"
# Without looking back, answer: What does a soft look-up do when no key is equal to the query? Why can attention compute all rows at once, while a recurrent network cannot?
#
# <details><summary>Answers</summary>
#
# It answers all the same: with the average of all values, weighted by how well each key fits. In attention a row of the output needs the words, but no other row of the output; a state needs the state before it.
#
# </details>
#
# Next: where do the six numbers of a word come from? [Lesson 01, embedding →](01_embedding.ipynb)

# %% [markdown] id="recap-questions" lang="zh" agreed="9de62c2f-f96544ff"
# 闭上眼睛回答：没有哪个键和查询相等时，软查找会怎么做？为什么注意力可以同时算所有的词，循环网络却不行？
#
# <details><summary>答案</summary>
#
# 照样给出答案：所有值的加权平均，键越合适，权重越大。注意力输出的每一行只用到各个词，不用输出的其他行；循环网络的每个状态都要用前一个状态。
#
# </details>
#
# 下一课：一个词的六个数是从哪里来的？[第 01 课，嵌入 →](01_embedding.ipynb)
