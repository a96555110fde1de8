# %% [markdown] id="title" lang="en"
# # 10 · Learning: a cinema
#
# So far, most of the numbers in $W_Q$, $W_K$ and $W_V$ were ours. A real model has billions of them, and no author. Who wrote these matrices?
#
# Tonight we show films. In each, attention learns a task for which we know where it has to look. You build the projector, and in the last film your program writes a story, with a warning on the way.
#
# About 45 minutes, and 15 for the exercises. You need lessons 04 to 09.

# %% [markdown] id="title" lang="zh" agreed="28f02d23-3c5d4342"
# # 10 · 学习：一场电影
#
# 到现在为止，$W_Q$、$W_K$、$W_V$ 里的数大多是我们自己写的；第 07、08 课训练过模型，却没有说是怎么训练的。真正的模型里，这样的数有几十亿个，没有哪个人写得过来。那么，这些矩阵是谁写的？
#
# 今晚放几部片子。每一部里，注意力学一个任务，它该看哪里，我们事先就知道。放映机由你来造；最后一部里，你的程序还要自己写一个故事。中间还要插播一段警告。
#
# 约 45 分钟，练习另需 15 分钟。需要先学第 04 到 09 课。

# %% id="setup"
import numpy as np
from attnlib import ask, bands, check, frame, heatmap, live, load_results, mine, pipeline, shares, show, table, use_language, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight=("Q", "K", "V"))

# %% [markdown] id="links" lang="en"
# [← 09](09_block.ipynb) · [Glossary](glossary.ipynb) · [11 →](11_cost.ipynb)

# %% [markdown] id="links" lang="zh" agreed="397b3768-2b328b7d"
# [← 09](09_block.ipynb) · [术语表](glossary.ipynb) · [11 →](11_cost.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Before the lecture run the setup cell and the first cell of section 5, which loads PyTorch. Section 2: 6 min; let the hall draw the map in the air before the film runs. Section 3: 15 min, the table of weights at the board. Section 4: 8 min, the vote, then drag the slider slowly between 260 and 340. Section 5: 9 min; the argument on paper first. Section 6: 6 min, by show of hands. Sections 7 and 8: 6 min. Exercises 1 and 3 are for home.

# %% [markdown] id="plan" lang="zh" agreed="a26daefe-d7e7fb6e" tags=["lecturer"]
# **50 分钟安排。** 上课前先运行导入单元格和第 5 节的第一格（它要加载 PyTorch）。第 2 节 6 分钟，放映之前让大家用手在空中比划那张图。第 3 节 15 分钟，权重表在黑板上写。第 4 节 8 分钟，先表决，再把滑块在 260 到 340 之间慢慢拖。第 5 节 9 分钟，先讲纸上的道理。第 6 节 6 分钟，举手表决。第 7、8 节共 6 分钟。练习 1 和 3 留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 09

# %% [markdown] id="recall" lang="zh" agreed="4786f015-779f88aa"
# ## 1 · 第 09 课学过什么

# %% id="recall-question"
ask("top_floor")

# %% [markdown] id="reverse" lang="en"
# ## 2 · First film: backwards
#
# Ten digits go in and should come out in reverse. A row of $X$ has twenty columns and two 1s: one in the first ten says which digit it is, one in the last ten where it stands. A single head has to do it: keys and values are $X$ itself, and only $W_Q$ is learned, 20 × 20 numbers, all 0 at the start.
#
# Each place asks for something and mixes what it finds. The ten digit columns of its output are the **probabilities** of the ten digits.

# %% [markdown] id="reverse" lang="zh" agreed="8790145a-fdd83a9e"
# ## 2 · 第一部：倒着写
#
# 输入十个数字，3 1 4 1 5 9 2 6 5 3，输出要把它们倒过来。$X$ 的每一行有二十列：前十列说是哪个数字，后十列说站在哪个位置，各有一个 1。只用一个头，能省的都省掉：键和值就是 $X$ 本身，要学的只有 $W_Q$，20 × 20 个数，一开始全是 0。
#
# 于是每个位置都拿自己的查询去找，再按权重把各行加起来；输出里属于数字的那十列，就是十个数字的**概率**。

# %% id="reverse-question"
ask("reverse_row")

# %% [markdown] id="reverse-film-text" lang="en"
# At the start, every place looks at all ten alike. Drag the slider through sixty steps of training:

# %% [markdown] id="reverse-film-text" lang="zh" agreed="d34da86c-21c90534"
# 放映开始。起初，每个位置对十个位置一视同仁。拖动滑块，看完六十步训练：

# %% id="reverse-film"
film = load_results("learning")["reverse"]

def backwards(step=0):
    return frame({"weights": film["weights"][step]}, film["steps"], {"share_right": film["right"]}, step, xlabel="steps_of_training")

live(backwards, step=(0, 60, 1))

# %% [markdown] id="reverse-seen" lang="en"
# At step 17 all answers are right, though each row gives only about a third to the right place: enough to be the largest share. After that, training makes it surer.
#
# Nobody told it to *look at 9 − i*; it was only given the right answers. How answers become numbers comes now.

# %% [markdown] id="reverse-seen" lang="zh" agreed="5b8bc3d7-092f119a"
# 到第 17 步，答案就全对了；这时每一行只把三分之一左右给了正确的位置，但已经是最大的一份。后面的训练，是让它越来越有把握。
#
# 没有人告诉过它“去看 9 − i”，它得到的只有正确答案。光凭答案，数是怎么变出来的，下面就来看。

# %% [markdown] id="loss" lang="en"
# ## 3 · The projector
#
# **First, one number that says how wrong the answers are**: the [**loss**](glossary.ipynb) of lesson 09. For each digit we take the probability $p$ that the *right* one was given. The loss is $-\ln p$, on average; textbooks call it **cross-entropy**.
#
# | probability of the right digit | 1 | 0.5 | 0.1 | 0.01 |
# |---|---|---|---|---|
# | loss $-\ln p$ | 0 | 0.69 | 2.30 | 4.61 |
#
# The surer a wrong answer, the higher the loss, without limit.
#
# **Exercise 1** (★, 4 min). `p` has a row of probabilities for each answer, `wanted` the number of its right word. Return one number.

# %% [markdown] id="loss" lang="zh" agreed="075d5a13-00b53390"
# ## 3 · 放映机
#
# **首先，要有一个数说明答得有多差**，这就是第 09 课见过的[**损失**](glossary.ipynb)。对每个数字，看*正确*的那个得到了多大概率 $p$，损失就是 $-\ln p$，再取平均。教材里叫**交叉熵**（cross-entropy）。
#
# | 正确数字的概率 | 1 | 0.5 | 0.1 | 0.01 |
# |---|---|---|---|---|
# | 损失 $-\ln p$ | 0 | 0.69 | 2.30 | 4.61 |
#
# 有把握又答对，不扣分；有把握却答错，越错扣得越多，没有上限。
#
# **练习 1**（★，4 分钟）。`p` 里每个答案占一行概率，`wanted` 是各行正确的词的编号。返回一个数。

# %% id="exercise-loss" tags=["exercise"]
def my_loss(p, wanted):
    ...

loss = check.loss(my_loss)

# %% [markdown] id="gradient" lang="en"
# **Second, which way each number should move**: the [**gradient**](glossary.ipynb) (lesson 04). Suppose a place has to write a 7, and looks at four places like this:
#
# | digit that stands there | 7 | 3 | 7 | 5 |
# |---|---|---|---|---|
# | weight that it has, $w$ | 0.1 | 0.4 | 0.3 | 0.2 |
# | weight that it should have, $t$ | 0.25 | 0 | 0.75 | 0 |
# | gradient of its score, $w - t$ | −0.15 | 0.4 | −0.45 | 0.2 |
#
# The 7 has $p = 0.1 + 0.3 = 0.4$. It should have 1, so the two places with a 7 share the 1 as they now share the 0.4. A score with a negative gradient must rise, the others fall.

# %% [markdown] id="gradient" lang="zh" agreed="fa20da8a-6459f406"
# **其次，要知道每个数该往哪边动**，这就是[**梯度**](glossary.ipynb)（第 04 课）。假设一个位置要写 7，它看着四个位置：
#
# | 那里站着的数字 | 7 | 3 | 7 | 5 |
# |---|---|---|---|---|
# | 现有的权重 $w$ | 0.1 | 0.4 | 0.3 | 0.2 |
# | 应有的权重 $t$ | 0.25 | 0 | 0.75 | 0 |
# | 分数的梯度 $w - t$ | −0.15 | 0.4 | −0.45 | 0.2 |
#
# 7 现在有 $p = 0.1 + 0.3 = 0.4$，本该是 1。所以应有的权重，就是把 1 按现有的比例分给站着 7 的两个位置。梯度为负的分数要升，其余的要降。

# %% [markdown] id="gradient-why" lang="en"
# <details><summary>Why w − t</summary>
#
# Softmax has $\partial w_j / \partial s_k = w_j\,(\delta_{jk} - w_k)$, where $\delta_{jk}$ is 1 for $j = k$ and else 0 (lesson 04, for the curious). And $p$ is the sum of $w_j$ over the right places:
#
# $$\frac{\partial (-\ln p)}{\partial s_k} = -\frac{1}{p} \sum_{j\ \text{right}} w_j\,(\delta_{jk} - w_k) = w_k - t_k$$
#
# </details>
#
# In lesson 04 a row that was too sure hardly learned. *Here* the logarithm mends that: its derivative $-1/p$ is large where $p$ is small. (In the middle of a model nothing does.) From scores to $W_Q$ there is an $X$ on either side, since $S = X W_Q X^\top / \sqrt{20}$:

# %% [markdown] id="gradient-why" lang="zh" agreed="d83ac982-85cf6989"
# <details><summary>为什么是 w − t</summary>
#
# softmax 的导数是 $\partial w_j / \partial s_k = w_j\,(\delta_{jk} - w_k)$，$j = k$ 时 $\delta_{jk}$ 为 1，否则为 0（第 04 课，“想多了解一点”）；$p$ 是正确（right）位置上各个 $w_j$ 的和：
#
# $$\frac{\partial (-\ln p)}{\partial s_k} = -\frac{1}{p} \sum_{j\ \text{right}} w_j\,(\delta_{jk} - w_k) = w_k - t_k$$
#
# </details>
#
# 第 04 课里，太自信的一行几乎学不动；*这里*有对数补救：它的导数是 $-1/p$，$p$ 越小就越大。（softmax 夹在模型中间的时候，就没有谁来补救了。）从分数到 $W_Q$，左右还要各乘一个 $X$，因为 $S = X W_Q X^\top / \sqrt{20}$：

# %% id="gradient-draw"
rng = np.random.default_rng(0)
def draw():
    digits = rng.integers(10, size=(64, 10))
    return np.concatenate([np.eye(10)[digits], np.tile(np.eye(10), (64, 1, 1))], -1), digits[:, ::-1]  # (64, 10, 20), (64, 10)

# %% [markdown] id="gradient-yours" lang="en"
# `draw` makes up 64 sentences. `mine.attention` is *your* function of lesson 05. Columns 0 to 9 of its output are the probabilities; columns 10 to 19 are the weights, since there the values are the identity matrix:

# %% [markdown] id="gradient-yours" lang="zh" agreed="18c180ba-a15c704c"
# `draw` 现编 64 个句子。`mine.attention` 就是*你*在第 05 课写的函数（没写过就用我们的）。它的输出里，第 0 到 9 列是概率；第 10 到 19 列的值是单位矩阵，混合出来的正是权重本身：

# %% id="gradient-code"
def gradient(W_Q):
    X, wanted = draw()
    w = mine.attention(X @ W_Q, X, X)[..., 10:]
    right = wanted[:, :, None] == wanted[:, None, ::-1]  # (64, 10, 10)
    t = w * right / (w * right).sum(-1, keepdims=True)
    return (X.mT @ (w - t) @ X).mean(0) / 10 / 20**0.5

# %% [markdown] id="descent" lang="en"
# **Third, move, and do it again.** Against the gradient, as far as the *learning rate* says (lesson 09):
#
# $$W \leftarrow W - \text{rate} \cdot \text{gradient}(W)$$
#
# This is [**gradient descent**](glossary.ipynb), the heart of all learning here.
#
# **Exercise 2** (★, 4 min). Write the loop. `gradient` is a function of $W$; return $W$ after `steps` steps.

# %% [markdown] id="descent" lang="zh" agreed="826e1aea-d6d1adc3"
# **最后，动一步，再来一遍。** 朝梯度的反方向走，走多远由*学习率*决定（第 09 课）：
#
# $$W \leftarrow W - \text{rate} \cdot \text{gradient}(W)$$
#
# 这叫[**梯度下降**](glossary.ipynb)（gradient descent）：循环里的一行代码。所谓学习，就是这么一回事。
#
# **练习 2**（★，4 分钟）。把这个循环写出来。`gradient` 是 $W$ 的函数；走完 `steps` 步，返回 $W$。

# %% id="exercise-train" tags=["exercise"]
def my_train(gradient, W, rate, steps):
    ...

train = check.train(my_train)

# %% [markdown] id="run" lang="en"
# The projector stands: your loop, your attention, and $W_Q$ from zeros.

# %% [markdown] id="run" lang="zh" agreed="1c735a32-e51e819d"
# 放映机装好了：你的循环，你的注意力，$W_Q$ 从全 0 开始。

# %% id="run-code"
def share_right(W_Q):
    X, wanted = draw()
    p = mine.attention(X @ W_Q, X, X)[..., :10]
    return (p.argmax(-1) == wanted).mean()

W_Q = train(gradient, np.zeros((20, 20)), 30, 60)
show(share_right=share_right(W_Q).round(2))

# %% id="run-matrix"
names = [*"0123456789", *(f"p{place}" for place in range(10))]
heatmap(W_Q, names, names, kind="signed", title="W_Q")

# %% [markdown] id="run-seen" lang="en"
# So who wrote this matrix? The answers did, through your loop. And one can read it. The large numbers stand in the corner of the places (p0 to p9): *p0 asks for p9, p1 for p8, …* Among the digits (0 to 9) there is only a pale diagonal: each has learned to avoid its like a little.
#
# **Puzzle.** In the cell above the picture, change the rate and the steps. How few steps can reach 1.0?
#
# <details><summary>One solution</summary>
#
# One step, with the rate 1000. In this task the very first gradient points the right way, so one may run. With several matrices, one behind the other, it points the right way only for a small step; that is why rates are small.
#
# </details>

# %% [markdown] id="run-seen" lang="zh" agreed="11b1f878-e527b687"
# 那么，这个矩阵是谁写的？是答案借你的循环写出来的。而且读得懂：大的数都在属于位置的那一角（p0 到 p9），写着 *p0 找 p9，p1 找 p8……*。属于数字的那一角（0 到 9）只有一条浅浅的对角线：每个数字学会了稍稍避开和自己相同的数字。
#
# **谜题。** 在图上面的那一格里改学习率和步数：最少几步能到 1.0？
#
# <details><summary>一个解法</summary>
#
# 学习率取 1000，一步就够。这个任务里，头一个梯度的方向就是对的，尽管放开步子跑。要是有好几个矩阵一环套一环，只有在一小步之内方向才对，所以学习率一般都很小。
#
# </details>

# %% [markdown] id="induction" lang="en"
# ## 4 · Second film: the sudden turn
#
# *… Anna Berg … Anna*: you know what comes next. Here sixteen random words go in. The last one has stood somewhere before, and the model has to name the word that followed it then. It has a causal mask, residual connections and learned positions.
#
# From here on PyTorch computes the gradients, and a loop like yours moves *all* matrices. (It is *Adam*, gradient descent with a step of its own for each number.)

# %% [markdown] id="induction" lang="zh" agreed="87799314-3da9a13a"
# ## 4 · 第二部：突变
#
# “……欧阳锋……欧阳”，下一个字是什么，你马上就知道。给出十六个随机的词，最后一个在前面出现过，要说出当时跟在它后面的是哪个词。模型有因果掩码、残差连接和可学习的位置。
#
# 从这里起，不管什么程序，梯度都由 PyTorch 来算；一个和你写的一样的循环，让*所有*矩阵一起动。（它用的是 *Adam*，一种梯度下降，替每个数各选一个步长。）

# %% id="induction-question"
turn = load_results("learning")["induction"]
ask("one_layer_or_two", then=bands(turn["steps"], turn["lines"], xlabel="steps_of_training", ylabel="share_right"))

# %% [markdown] id="induction-film-text" lang="en"
# Now a film of a model that learns it. So that we can see something, the earlier word always stands at place 8 here; in training it stood anywhere. The film opens at step 300:

# %% [markdown] id="induction-film-text" lang="zh" agreed="3c81e3d3-449b7a77"
# 来看一个学会了的模型。为了看得清楚，放映用的句子里，前面那个词总站在位置 8；训练时它站在哪里都有。片子停在第 300 步，往前、往后都拖一拖：

# %% id="induction-film"
before = [np.diagonal(map, -1).mean() for map in turn["first"]]

def sudden(step=300):
    maps = {"layer_1": turn["first"][step // 20], "layer_2_last_row": turn["second"][step // 20][None]}
    return frame(maps, turn["steps"], {"share_right": turn["right"], "on_the_word_before": before}, step // 20, xlabel="steps_of_training")

live(sudden, step=(0, 500, 20))

# %% [markdown] id="induction-seen" lang="en"
# For 300 steps next to nothing, though in layer 1 a diagonal begins to grow. Then, within forty, everything: the diagonal, place 9 in layer 2, right answers. The diagonal leaves a note in each row: which word stands before. The head in layer 2 that looks for these notes is called an *induction head*. In large models the turn shows as a bump in the loss ([Olsson et al. 2022](https://arxiv.org/abs/2209.11895)).

# %% [markdown] id="induction-seen" lang="zh" agreed="b842f43c-98c1449b"
# 头 300 步几乎什么也没有，只是第 1 层的斜线在慢慢变深；接着四十步之内，全都有了：第 1 层的斜线，第 2 层的位置 9，正确的答案。那条斜线给每一行添上一张条子，写着前一个词是谁。条子要有人来找才有用；第 2 层里去找的那个头，叫*归纳头*（induction head）。大模型里也有这样的突变，损失曲线上会出现一个小坎（[Olsson 等，2022](https://arxiv.org/abs/2209.11895)）。

# %% [markdown] id="pronoun" lang="en"
# ## 5 · Third film: too tired, too wide
#
# *The cat did not cross the field because it was too **tired**.* *… because it was too **wide**.* The last word decides what *it* stands for.
#
# One layer cannot follow it. The query of *it* comes from the row of *it*, the keys of *cat* and *field* from theirs, and none of these rows knows the last word. So the ratio of its two weights, $e^{q_\text{it} \cdot (k_1 - k_2) / \sqrt{d_k}}$, is the same in both sentences. Two layers can do it: first *it* hears the adjective, then it asks once more.

# %% [markdown] id="pronoun" lang="zh" agreed="2fa2c4b6-f4659b3a"
# ## 5 · 第三部：太累，太宽
#
# “狗 没 过 马路 因为 它 太 **累**。”“……因为 它 太 **宽**。”“它”指的是谁，最后一个词说了算。
#
# 只有一层，做不到。“它”的查询来自“它”那一行，“狗”和“马路”的键来自它们自己的行，而这几行谁也不知道最后一个词是什么。所以“它”给“狗”和“马路”的权重之比，在两句话里都是 $e^{q_\text{it} \cdot (k_1 - k_2) / \sqrt{d_k}}$（it 就是“它”，1 和 2 是两个名词）。有两层就行了：先让“它”听到形容词，再问一次。

# %% [markdown] id="pronoun-train" lang="en"
# A small grammar makes 624 sentences. One pair of nouns in five is held out: in training the two never meet. The model learns to write out the sentence with *it* replaced by its noun. Its second layer takes keys and values from the *words themselves*, as in cross-attention (lesson 06), so what it looks at is what it gets. It trains now, in a few seconds:

# %% [markdown] id="pronoun-train" lang="zh" agreed="d55c2cd9-4663150f"
# 几条造句规则，造出 624 个句子。每五对名词留出一对：留出的这两个名词，训练时从不同时出现，最后才拿来考。要学的是把“它”换成所指的名词，写出整个句子。我们让第二层的键和值取自*词本身*（像第 06 课的交叉注意力），所以它看着谁，拿到的就是谁。现在当场训练，几秒钟：

# %% id="pronoun-code" tags=["torch", "of-its-language"]
import torch
from attnlib.lab.tasks import Looks, pronoun
from attnlib.lab.training import train as train_layer
torch.set_num_threads(1)
it = pronoun()
run = train_layer(lambda: Looks(2, len(it.vocabulary), it.x.shape[1]), it.draw, seed=1, iterations=300, rate=0.02, asked=it.asked)
show({"share_right ≥ 0.99": run.right[-1] >= 0.99})

# %% [markdown] id="pronoun-rows" lang="en"
# It is right about pairs that it has never seen. The row of *it* in two sentences that differ only in the last word (lines: last word · layer):

# %% [markdown] id="pronoun-rows" lang="zh" agreed="ca602349-4ff2be2a"
# 从没见过的名词对，也答对了。下面是只差最后一个词的两句话里，“它”在两层里的那一行（行名是：最后一个词 · 层）：

# %% id="pronoun-rows-code" tags=["torch", "of-its-language"]
first, second = it.minimal_pair
weights = run.layer(it.x[[first, second]])[1][:, :, it.it].detach()  # (sentences, layers, n)
rows = [f"{it.sentences[k][-1]} · {layer}" for k in (first, second) for layer in (1, 2)]
heatmap(weights.flatten(0, 1), rows, it.sentences[first][:-1] + ["…"])

# %% [markdown] id="pronoun-seen" lang="en"
# In layer 1 *it* looks at the adjective; in layer 2 at one noun, then at the other. One word at the end has turned it around.
#
# The same for the seeds 0 to 9. *Two looks* is our model. The *ordinary* one takes the keys and values of its second layer from the first, as usual, and is scored only on the noun for *it*:

# %% [markdown] id="pronoun-seen" lang="zh" agreed="5881104d-9cce193b"
# 在第 1 层，“它”看形容词，一句里看得多些，另一句里看得少些。在第 2 层，一句里看这个名词，另一句里看那个：句末的一个词，让它转了方向。
#
# 再看种子 0 到 9。“问两次”是我们的模型；“普通的两层”照常从第 1 层的结果里取键和值，而且只考“它”：

# %% id="pronoun-seeds" tags=["of-its-language"]
from attnlib.i18n import language
seeds = load_results("learning")[language()]
rows = {f"{model}_{name}": seeds[model][what] for model in ("two_looks", "ordinary") for name, what in zip(("right", "noun"), ("right", "on_the_noun"))}
shares(rows, range(10))

# %% [markdown] id="pronoun-honest" lang="en"
# Our model is always right, and mostly looks at the right noun. In the *ordinary* one, seeds 4 and 5 are just as right, yet give the noun only half of their weight. A likely reason, which we have not tested: after the first layer other rows know of the noun, too. (Seeds 2 and 6 have not learned the task.)
#
# Keep this in mind for lesson 12: a map shows which row was taken, not what was in it.

# %% [markdown] id="pronoun-honest" lang="zh" agreed="b092be48-5491b5af"
# 我们的模型，每个种子都答对，大部分权重也落在正确的名词上。再看“普通的两层”：种子 2、5、9 也都答对了，第 2 层给正确名词的注意力却不到三分之一。可能的原因是，经过第 1 层，别的行里也有了名词的消息；这一点我们没有验证。（只有种子 1 没有学会：0.71。）
#
# 记住这一点，第 12 课还要用：注意力图说的是从哪一行取，不是那一行里装着什么。

# %% [markdown] id="suspects" lang="en"
# ## 6 · A warning between the films
#
# Seven programs claim to be attention, and each has a mistake. One does not scale; one divides by $d_k$. One takes the softmax down the columns, one takes none. One mixes the rows of $K$ in place of $V$, one those of $Q$. In the last, keys are queries: its scores are $Q Q^\top$.
#
# All are trained, with $W_O$ behind them, on *backwards*, on *a b … a*, the sudden turn, and on *look up*, a film *For the curious*.

# %% [markdown] id="suspects" lang="zh" agreed="d27a1941-44084bd3"
# ## 6 · 插播：一段警告
#
# 有七个程序都自称是注意力，每个都有一处错。一个不缩放，一个除以 $d_k$；一个把 softmax 做在列上，一个根本不做；一个混合的不是 $V$ 而是 $K$ 的各行，一个混合的是 $Q$ 的各行；最后一个，键用了查询，分数是 $Q Q^\top$。
#
# 每个程序后面都接上 $W_O$，拿三个任务去训练：*倒着写*；*a b … a*，就是那次突变；还有*查字典*，片子在“想多了解一点”里。

# %% id="suspects-question"
suspects = load_results("learning")["suspects"]
tasks = ("reverse", "look_up", "induction")
means = {name: [found[task].mean() for task in tasks] for name, found in suspects.items()}
ask("down_the_columns", then=shares(means, tasks))

# %% [markdown] id="suspects-test" lang="en"
# Such mistakes are found without training: compare numbers. **Exercise 3** (★★, 7 min). Write the test. `attention` is a function of $Q$, $K$ and $V$, all of one shape (n, d); return True if it is attention. Compare it with `mine.attention`, on inputs that leave no mistake a place to hide.

# %% [markdown] id="suspects-test" lang="zh" agreed="60f6f43d-0caadb8a"
# 要查出这样的错，根本不用训练，靠的是从第 00 课起一直在用的办法：把数拿来核对。**练习 3**（★★，7 分钟）。把这个测试写出来。`attention` 是 $Q$、$K$、$V$ 的函数，三者形状相同，都是 (n, d)；它确实是注意力，就返回 True。和 `mine.attention` 比，选的数要让每一种错误都露馅。

# %% id="exercise-attention-test" tags=["exercise"]
def my_attention_test(attention):
    ...

attention_test = check.attention_test(my_attention_test)

# %% id="suspects-found"
from attnlib.exercises.wrong_attention import SUSPECTS
found = [attention_test(f) for f in (mine.attention, *SUSPECTS.values())]
table(program=["mine", *SUSPECTS], is_attention=found)

# %% [markdown] id="suspects-said" lang="en"
# No training, no waiting: all seven found.

# %% [markdown] id="suspects-said" lang="zh" agreed="e81b9c24-99b96d5b"
# 不用训练，一眨眼，七个全查出来了。

# %% [markdown] id="writer" lang="en"
# ## 7 · Last film: it writes
#
# Now your functions work together: mask, heads, block, softmax, loss. They were made for NumPy; `on_tensors` hands them PyTorch's tensors, so that gradients can pass. Where one is missing, or no gradient passes, ours is used:

# %% [markdown] id="writer" lang="zh" agreed="279ccded-cc159a7f"
# ## 7 · 最后一部：它会写了
#
# 现在把你写过的大部分都用上：掩码、多头、块、softmax、损失。你的函数是为 NumPy 数组写的；`on_tensors` 给它们换上 PyTorch 的张量，写法照旧，还能求梯度。没写过的、求不出梯度的，由我们的代替：

# %% id="writer-functions" tags=["torch"]
import torch
from attnlib.lab.numpy_bridge import on_tensors as yours
yours

# %% [markdown] id="writer-model" lang="en"
# The model is one block with two heads, a few thousand numbers `P`. It reads up to 24 letters, and gives for each place the probabilities of the next letter.

# %% [markdown] id="writer-model" lang="zh" agreed="6dca162e-108de8b7"
# 模型：一个块，两个头，几千个数，都在 `P` 里。看最多 24 个字，在每个位置上给出下一个字的概率。

# %% id="writer-parts"
def attention(P, x):
    Q, K, V = (yours.split_heads(x @ P[name], 2) for name in ("W_Q", "W_K", "W_V"))
    return yours.merge_heads(yours.masked_attention(Q, K, V, mine.causal_mask(x.shape[-2]))) @ P["W_O"]

# %% id="writer-code"
def writer(P, letters):
    x = P["letters"][letters] + P["places"][: letters.shape[-1]]
    norm = lambda x: yours.layer_norm(x, P["gain"], P["bias"], 1e-5)
    ffn = lambda x: yours.feed_forward(x, P["W_1"], P["b_1"], P["W_2"], P["b_2"])
    x = yours.block(x, norm, lambda x: attention(P, x), norm, ffn)
    return yours.softmax(norm(x) @ P["out"])

# %% [markdown] id="writer-train" lang="en"
# Its training text is a story of ours about a dog, a cat, a fish and the moon, with fewer than a thousand letters:

# %% [markdown] id="writer-train" lang="zh" agreed="ca95d176-6b5ef923"
# 它的课本是我们自己编的一个小故事，讲一只狗、一只猫、一条鱼和月亮，不到三百个字：

# %% id="writer-start" tags=["torch", "of-its-language"]
from attnlib.lab.tasks import Story
from attnlib.lab.training import adam
story = Story()
P = story.parameters()
learn = adam(P.values())
show({"letters": len(story.text), "parameters": sum(p.numel() for p in P.values())})

# %% [markdown] id="writer-loop-text" lang="en"
# It writes letter by letter. Take the probabilities of the next letter; make them sharper or flatter ($p^{1/T}$, shared out anew, is softmax at the temperature $T$ of lesson 04); draw a letter; append it; and again:

# %% [markdown] id="writer-loop-text" lang="zh" agreed="0fdff377-7d9d0890"
# 写的时候，一个字一个字地来：取下一个字的概率，调得集中些或者分散些（$p^{1/T}$ 重新归一，就是第 04 课里温度为 $T$ 的 softmax），抽一个字，接上去，再来一遍：

# %% id="writer-loop"
def write(count, temperature=0.5):
    rng, written = np.random.default_rng(0), story.numbers[:4].tolist()
    for _ in range(count):
        p = writer(P, torch.tensor([written[-24:]]))[0, -1].detach().double().numpy() ** (1 / temperature)
        written.append(rng.choice(len(p), p=p / p.sum()))
    return "".join(story.letters[k] for k in written)

# %% [markdown] id="writer-run-text" lang="en"
# Before training, and after 40, 120 and 360 steps, it goes on from the first word:

# %% [markdown] id="writer-run-text" lang="zh" agreed="150fea13-2aefc472"
# 训练之前，以及训练 40、120、360 步之后，让它从开头的几个字接着往下写：

# %% id="writer-run" tags=["torch", "of-its-language"]
for step in range(361):
    if step in (0, 40, 120, 360):
        show({f"{step}": write(50 + step // 2)})
    x = story.windows(32)  # (32, 25)
    p = writer(P, x[:, :-1])  # (32, 24, letters)
    learn(yours.loss(p.flatten(0, 1), x[:, 1:].flatten()), 0.01)

# %% [markdown] id="writer-seen" lang="en"
# First noise; soon words, in a wild order; then sentences, some from the story, some new and slightly mad. Try other temperatures. A large language model learns the same way, from a good part of the internet; [GPT-3](https://arxiv.org/abs/2005.14165) has 96 blocks and 175 billion numbers.
#
# Ours has several times as many numbers as its story has letters, and knows much of it by heart.

# %% [markdown] id="writer-seen" lang="zh" agreed="30bad903-c671e900"
# 起先是乱码；不久有了词，只是颠三倒四；然后有了句子：有的是书上的，有的是它自己编的，还有点疯。温度也可以改一改。大语言模型也是这样学的，课本是大半个互联网；[GPT-3](https://arxiv.org/abs/2005.14165) 有 96 个块，1750 亿个数。
#
# 我们这一个，数比课本的字多出好多倍，课本差不多背下来了。

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# The lights go on. Two questions:

# %% [markdown] id="recap" lang="zh" agreed="1810ec73-f499ad85"
# ## 8 · 小结
#
# 散场之前，两个问题：

# %% id="recap-question-1"
ask("sure_and_wrong")

# %% id="recap-question-2"
ask("what_it_proves")

# %% [markdown] id="recap-bullets" lang="en"
# * A loss says how wrong the answers are, its gradient which way each number should move; a loop takes small steps.
# * Some tasks need two layers: the first leaves a note, the second looks for it. In our film this came suddenly.
# * Before you train, compare the numbers of your program with those of one that you trust.
#
# Next: [what all this costs →](11_cost.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="d2a00a42-e7097039"
# * 损失说答得有多差，梯度说每个数该往哪边动，循环一小步一小步地走。矩阵不用人来写。
# * 有些事一层做不到，要两层：第一层留下记号，第二层去找记号。在我们的片子里，这种本领是突然出现的。
# * 训练之前，先拿信得过的程序来核对你的数。
#
# 下一课：[算一算这一切的代价 →](11_cost.ipynb)

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# **One more film: look up.** Six pairs of a word and its meaning, then one of the words again, with a “?” for its meaning. Each row is the sum of two learned embeddings, one for the word and one for the meaning. There are **no positions**: nothing depends on the order. The film shows the row of the “?”, where the third word is asked for:

# %% [markdown] id="curious" lang="zh" agreed="5dbfb349-cfda1294"
# ## 想多了解一点
#
# **还有一部片子：查字典。** 给出六对词和释义，再给出其中一个词，释义的地方写着“?”。每一行是两个学来的词向量之和，一个代表词，一个代表释义。这里**不加位置**，先后无所谓。问的是第三个词，放的是“?”那一行：

# %% id="look-up-film"
pairs = load_results("learning")["look_up"]

def looking_up(step=0):
    row = {"weights": pairs["weights"][step // 5][None]}
    return frame(row, pairs["steps"], {"share_right": pairs["right"]}, step // 5, cols=[*"123456?"], xlabel="steps_of_training")

live(looking_up, step=(0, 100, 5))

# %% [markdown] id="look-up-seen" lang="en"
# Queries and keys have learned to compare the words and to overlook the meanings.
#
# **What else a film needs.** The right program can fail, too, if something is missing around it. The share of right answers with it and without it, for the seeds 0 to 9:

# %% [markdown] id="look-up-seen" lang="zh" agreed="2f054d3e-03ac4a41"
# 查询和键学会了只比较词，不理会释义。
#
# **少了什么，片子放不成？** 程序写对了，周围缺了东西，也会学不成。下面是种子 0 到 9 答对的比例，一行有它，一行没有它：

# %% id="without-table"
without = load_results("learning")["without"]
rows = {f"{which} {name}": without[name][which] for name in ("positions", "√d_k", "residual") for which in ("with", "without")}
shares(rows, range(10))

# %% [markdown] id="without-seen" lang="en"
# * **Positions** (backwards): without them 0.3 at most, as for one who knows the digits but not their places (lesson 08).
# * **√d_k** (look up, with $d_k = 128$): without it some seeds come far, others learn almost nothing.
# * **Residual connections** (backwards, six layers): without them all words become one (lesson 09).
#
# How sure are the models without √d_k? On average over 500 sentences, at the end of training:

# %% [markdown] id="without-seen" lang="zh" agreed="e5b394c5-572cdbd2"
# * **位置**（倒着写）：没有位置，最多对 0.3，相当于只知道有哪些数字，不知道各在哪里（第 08 课）。
# * **√d_k**（查字典，$d_k = 128$）：没有它，有的种子还学得不错，有的几乎什么也没学到。
# * **残差连接**（倒着写，六层）：没有它，所有的词都变成一个词（第 09 课）。
#
# 没有 √d_k 的模型有多自信？训练结束时，500 个句子的平均：

# %% id="without-sure"
sure = without["sure"]
table(seed=range(10), share_right=without["√d_k"]["without"], largest_weight=sure["largest"],
      on_the_right_word=sure["on_the_right_key"], w_times_1_minus_w=sure["jacobian"])

# %% [markdown] id="without-said" lang="en"
# All are sure. Seed 6 is sure of a wrong word, and with $w(1-w)$ (lesson 04) at 0 there is no gradient left to correct it: no logarithm stands behind this softmax.
#
# **Does PyTorch find the same gradient as section 3?** First by hand once more, on 64 sentences and with random numbers in $W_Q$; the largest of its 400 numbers:

# %% [markdown] id="without-said" lang="zh" agreed="116d1919-6fff7ce0"
# 个个都很自信。种子 6 认准的是错的词，而 $w(1-w)$（第 04 课）是 0，没有梯度来纠正：这个 softmax 后面没有对数来补救。
#
# **PyTorch 算出的梯度，和第 3 节的一样吗？** 先照第 3 节的办法再算一遍：64 个句子，$W_Q$ 里是随机数。400 个数里最大的是：

# %% id="curious-hand"
rng = np.random.default_rng(0)
digits, W_Q = rng.integers(10, size=(64, 10)), rng.normal(size=(20, 20))
X = np.concatenate([np.eye(10)[digits], np.broadcast_to(np.eye(10), (64, 10, 10))], -1)
w = mine.attention(X @ W_Q, X, X)[..., 10:]
right = digits[:, ::-1, None] == digits[:, None]
t = w * right / (w * right).sum(-1, keepdims=True)
by_hand = (X.mT @ (w - t) @ X).mean(0) / 10 / 20**0.5
show(gradient=abs(by_hand).max())

# %% [markdown] id="curious-autograd-text" lang="en"
# PyTorch remembers each step of a computation and goes back through the steps by the chain rule: [**backpropagation**](glossary.ipynb). Here it goes through your attention and your loss:

# %% [markdown] id="curious-autograd-text" lang="zh" agreed="a4f39fbc-19afafcc"
# PyTorch 记下计算的每一步，再按链式法则一步步往回走，这叫[**反向传播**](glossary.ipynb)（backpropagation）。让它从你的注意力和你的损失里穿过去：

# %% id="curious-autograd" tags=["torch"]
import torch
from attnlib.lab.numpy_bridge import on_tensors
x, W = torch.tensor(X), torch.tensor(W_Q, requires_grad=True)
p = on_tensors.attention(x @ W, x, x)[..., :10].flatten(0, 1)
loss_of_all = on_tensors.loss(p, torch.tensor(digits[:, ::-1].copy()).flatten())
by_torch = torch.autograd.grad(loss_of_all, W)[0].numpy()
show(largest_difference=abs(by_torch - by_hand).max())

# %% [markdown] id="curious-train" lang="en"
# **Train the second film yourself** in a few seconds; `Continuer` stands in `attnlib.lab.tasks`. Try one layer in place of two:

# %% [markdown] id="curious-train" lang="zh" agreed="993bdebf-7613741f"
# **自己训练第二部片子**，几秒钟；`Continuer` 在 `attnlib.lab.tasks` 里。把两层换成一层试试：

# %% id="curious-induction" tags=["torch"]
import torch
from attnlib.lab.tasks import Continuer, induction
from attnlib.lab.training import train as train_layer
torch.set_num_threads(1)
run = train_layer(lambda: Continuer(layers=2), induction, iterations=500, every=100, rate=0.02)
table(step=run.iterations, share_right=run.right.round(1))

# %% [markdown] id="curious-wrong" lang="en"
# **And train a wrong program**, backwards. Try the others in place of `softmax_over_columns`:

# %% [markdown] id="curious-wrong" lang="zh" agreed="e332ea97-db662c14"
# **再训练一个错误的程序，倒着写。** 把 `softmax_over_columns` 换成别的试试：

# %% id="curious-wrong-code" tags=["torch"]
import torch
from attnlib.exercises.wrong_attention import softmax_over_columns
from attnlib.lab.tasks import Reverser, reverse
from attnlib.lab.training import train as train_layer
torch.set_num_threads(1)
run = train_layer(lambda: Reverser(attention=softmax_over_columns), reverse, iterations=100, rate=0.003)
show(share_right=run.right[-1].round(1))

# %% [markdown] id="curious-one-look" lang="en"
# **How right can one layer be about *it*?** Between 0.4 and 0.7 in ten seeds. It cannot turn around, but it can guess: *tired* is an animal's adjective, so in *cross* sentences the read-out adds up votes from all the words that the row has mixed. That is why the grammar also has *catch* sentences, in which both nouns are animals: with *cross* alone, one layer can be right for the wrong reason.

# %% [markdown] id="curious-one-look" lang="zh" agreed="df0deee1-e321d5f0"
# **“它”指的是谁，一层最多能答对多少？** 十个种子，在 0.4 到 0.7 之间。它转不了方向，却可以猜：“累”是形容动物的，所以在“过”的句子里，最后的线性变换可以凭混进这一行的各个词来猜。造句规则里还有“追上”的句子，两个名词都是动物，原因就在这里：要是只有“过”，一层也能歪打正着。

# %% [markdown] id="curious-same" lang="en"
# **Is it the same on every computer?** The seed fixes the random numbers. But sums are rounded, in an order that depends on the machine, and a hundred steps later the last decimals differ. So we print few decimals, and a test asks for "at least 0.99".

# %% [markdown] id="curious-same" lang="zh" agreed="e6fb5deb-5c512bbe"
# **换一台电脑，结果一样吗？** 种子固定了随机数。可是求和要舍入，先后次序因机器而异，走上一百步，末尾几位小数就不同了。所以我们只打印几位小数，测试也只要求“至少 0.99”。
