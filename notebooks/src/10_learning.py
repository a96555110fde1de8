# %% [markdown] id="title" lang="en"
# # 10 · Learning: a cinema
#
# Most of the numbers in $W_Q$, $W_K$ and $W_V$ we have written ourselves; where a model was trained (lessons 07 and 08), we took it on trust. In a real model there are billions of them, and no author. Who wrote these matrices?
#
# Tonight we show films. In each, attention learns a task of which we know where it has to look. You build the projector, and in the last film your program writes a story. On the way comes a warning.
#
# About 55 minutes, and 15 for the exercises. You need lessons 04 to 09.

# %% [markdown] id="title" lang="zh" agreed="a5f79208-6fa5543f"
# # 10 · 学习：一场电影
#
# 到现在为止，$W_Q$、$W_K$、$W_V$ 里的数大多是我们自己写的；第 07、08 课训练过模型，却没有说是怎么训练的。真正的模型里，这样的数有几十亿个，没有哪个人写得过来。那么，这些矩阵是谁写的？
#
# 今晚放几部片子。每一部里，注意力学一个任务，它该看哪里，我们事先就知道。放映机由你来造；最后一部里，你的程序还要自己写一个故事。中间还要插播一段警告。
#
# 约 55 分钟，练习另需 15 分钟。需要先学第 04 到 09 课。

# %% id="setup"
import numpy as np
from attnlib import ask, bands, check, frame, heatmap, load_results, mine, pipeline, shares, show, use_language, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight=("Q", "K", "V"))

# %% [markdown] id="links" lang="en"
# [← 09](09_block.ipynb) · [Glossary](glossary.ipynb) · [11 →](11_cost.ipynb)

# %% [markdown] id="links" lang="zh" agreed="397b3768-2b328b7d"
# [← 09](09_block.ipynb) · [术语表](glossary.ipynb) · [11 →](11_cost.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Before the lecture run the setup cell and the first cell of section 6, which loads PyTorch. Section 2: 5 min; let the hall draw the map in the air before the film runs. Section 3: 14 min, the table of weights at the board. Section 4: 3 min. Section 5: 8 min, the vote, then drag the slider slowly between 260 and 340. Section 6: 8 min; the argument on paper first. Section 7: 7 min, by show of hands. Sections 8 and 9: 5 min. Exercises 1 and 3 are for home.

# %% [markdown] id="plan" lang="zh" agreed="4821b1ec-e20f0cf4" tags=["lecturer"]
# **50 分钟安排。** 上课前先运行导入单元格和第 6 节的第一格（它要加载 PyTorch）。第 2 节 5 分钟，放映之前让大家用手在空中比划那张图。第 3 节 14 分钟，权重表在黑板上写。第 4 节 3 分钟。第 5 节 8 分钟，先表决，再把滑块在 260 到 340 之间慢慢拖。第 6 节 8 分钟，先讲纸上的道理。第 7 节 7 分钟，举手表决。第 8、9 节共 5 分钟。练习 1 和 3 留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 09

# %% [markdown] id="recall" lang="zh" agreed="4786f015-779f88aa"
# ## 1 · 第 09 课学过什么

# %% id="recall-question"
ask("top_floor")

# %% [markdown] id="reverse" lang="en"
# ## 2 · First film: backwards
#
# Ten digits go in, 3 1 4 1 5 9 2 6 5 3, and are to come out in reverse order. Each row of $X$ has twenty columns: ten say which digit it is, ten at which place it stands, with one 1 in each. One head has to do it, as bare as can be: keys and values are $X$ itself, and only $W_Q$ is learned, 20 × 20 numbers, all 0 at the start.
#
# So at each place the head asks for something and mixes what it finds; in the ten digit columns of its output stand the **probabilities** of the ten digits.

# %% [markdown] id="reverse" lang="zh" agreed="ac7a7f3d-fdd83a9e"
# ## 2 · 第一部：倒着写
#
# 输入十个数字，3 1 4 1 5 9 2 6 5 3，输出要把它们倒过来。$X$ 的每一行有二十列：前十列说是哪个数字，后十列说站在哪个位置，各有一个 1。只用一个头，能省的都省掉：键和值就是 $X$ 本身，要学的只有 $W_Q$，20 × 20 个数，一开始全是 0。
#
# 于是每个位置都拿自己的查询去找，再按权重把各行加起来；输出里属于数字的那十列，就是十个数字的**概率**。

# %% id="reverse-question"
ask("reverse_row")

# %% [markdown] id="reverse-film-text" lang="en"
# And here is the film. At the start every place looks at all ten alike. Drag the slider through the sixty steps of training:

# %% [markdown] id="reverse-film-text" lang="zh" agreed="0c41b6e4-21c90534"
# 放映开始。起初，每个位置对十个位置一视同仁。拖动滑块，看完六十步训练：

# %% id="reverse-film"
from attnlib import live
film = load_results("learning")["reverse"]

def backwards(step=0):
    return frame({"weights": film["weights"][step]}, film["steps"], {"share_right": film["right"]}, step, xlabel="steps_of_training")

live(backwards, step=(0, 60, 1))

# %% [markdown] id="reverse-seen" lang="en"
# At step 17 all answers are right, though each row gives only about a third to the right place: that is enough to be the largest share. From then on training makes it surer.
#
# Nobody told it *look at 9 − i*. It was given the right answers, no more. We now see how answers become numbers.

# %% [markdown] id="reverse-seen" lang="zh" agreed="74b83fd8-092f119a"
# 到第 17 步，答案就全对了；这时每一行只把三分之一左右给了正确的位置，但已经是最大的一份。后面的训练，是让它越来越有把握。
#
# 没有人告诉过它“去看 9 − i”，它得到的只有正确答案。光凭答案，数是怎么变出来的，下面就来看。

# %% [markdown] id="loss" lang="en"
# ## 3 · The projector
#
# **First, one number that says how wrong the answers are**: the [**loss**](glossary.ipynb), as in lesson 09. For each digit we look at the probability $p$ that the *right* one was given. The loss is $-\ln p$, on average; its textbook name is **cross-entropy**.
#
# | probability of the right digit | 1 | 0.5 | 0.1 | 0.01 |
# |---|---|---|---|---|
# | loss $-\ln p$ | 0 | 0.69 | 2.30 | 4.61 |
#
# Sure and right costs nothing; sure and wrong costs more and more, without a limit.
#
# **Exercise 1** (★, 4 min). `p` has a row of probabilities for each answer, `wanted` the right word of each row, as a number. Return one number.

# %% [markdown] id="loss" lang="zh" agreed="2997e948-00b53390"
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
# **Second, how steeply the loss rises with each number**: the [**gradient**](glossary.ipynb) (lesson 04). Suppose a place has to write a 7, and looks at four places so:
#
# | digit that stands there | 7 | 3 | 7 | 5 |
# |---|---|---|---|---|
# | weight that it has, $w$ | 0.1 | 0.4 | 0.3 | 0.2 |
# | weight that it should have, $t$ | 0.25 | 0 | 0.75 | 0 |
# | gradient of its score, $w - t$ | −0.15 | 0.4 | −0.45 | 0.2 |
#
# The right digit has $p = 0.1 + 0.3 = 0.4$. It *should* have all, so the places with a 7 share the 1 as they share the 0.4. Scores of places with a minus must rise, the others fall.

# %% [markdown] id="gradient" lang="zh" agreed="6c436417-8754a216"
# **其次，要知道每个数该往哪边动**，这就是[**梯度**](glossary.ipynb)（第 04 课）。假设一个位置要写 7，它看着四个位置：
#
# | 那里站着的数字 | 7 | 3 | 7 | 5 |
# |---|---|---|---|---|
# | 现有的权重 $w$ | 0.1 | 0.4 | 0.3 | 0.2 |
# | 应有的权重 $t$ | 0.25 | 0 | 0.75 | 0 |
# | 分数的梯度 $w - t$ | −0.15 | 0.4 | −0.45 | 0.2 |
#
# 正确的数字现在有 $p = 0.1 + 0.3 = 0.4$。它*应该*得到全部的 1，站着 7 的两个位置就按现有的比例来分。梯度为负的分数要升，其余的要降。

# %% [markdown] id="gradient-why" lang="en"
# Why $w - t$? It follows from the derivatives of lesson 04. There, who is too sure learns very slowly. *Here* the logarithm mends that: its own derivative is $-1/p$, so sure and wrong is corrected in full. (In the middle of a model nothing mends it: section 8.)
#
# From scores to $W_Q$ it is a product on either side, since $S = X W_Q X^\top / \sqrt{20}$:

# %% [markdown] id="gradient-why" lang="zh" agreed="399dd402-6e730b7a"
# 为什么是 $w - t$？由第 04 课的导数就能推出来。那里太自信就学得极慢；*这里*有对数补救：它的导数是 $-1/p$，越是有把握却答错，乘上的倍数就越大。（softmax 夹在模型中间的时候，就没有谁来补救了，见第 8 节。）
#
# 从分数到 $W_Q$，左右还要各乘一个矩阵，因为 $S = X W_Q X^\top / \sqrt{20}$：

# %% id="gradient-draw"
rng = np.random.default_rng(0)
def draw():
    digits = rng.integers(10, size=(64, 10))
    return np.concatenate([np.eye(10)[digits], np.tile(np.eye(10), (64, 1, 1))], -1), digits[:, ::-1]  # (64, 10, 20), (64, 10)

# %% [markdown] id="gradient-yours" lang="en"
# `draw` invents 64 sentences. `mine.attention` is *your* function of lesson 05, if you have written it. Its output has the probabilities in columns 0 to 9, and in columns 10 to 19 the weights themselves, since there the values are the identity matrix:

# %% [markdown] id="gradient-yours" lang="zh" agreed="26f6a573-a15c704c"
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
# This is [**gradient descent**](glossary.ipynb): one line in a loop, and the heart of all learning here.
#
# **Exercise 2** (★, 4 min). Write the loop. `gradient` is a function of $W$; return $W$ after so many `steps`.

# %% [markdown] id="descent" lang="zh" agreed="c5711ebe-d6d1adc3"
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
# The projector stands. Your loop, your attention, matrix $W_Q$ from zeros:

# %% [markdown] id="run" lang="zh" agreed="fb8b20e2-f6eaa48b"
# 放映机装好了。你的循环，你的注意力，$W_Q$ 从全 0 开始：

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
# So who wrote this matrix? The answers did, through your loop. And one can read it: the rows and columns of the digits (0 to 9) stayed near 0, for it does not matter which digit stands somewhere. In the corner of the places (p0 to p9) stands: *p0 asks for p9, p1 for p8, …*
#
# **Puzzle.** In the cell above the picture, change the rate and the steps: with how few steps can you get 1.0?
#
# <details><summary>One solution</summary>
#
# One step, with the rate 1000. In this task the very first gradient points the right way, so one may run. With more matrices, one behind the other, it points the right way only for a small step; that is why rates are small.
#
# </details>

# %% [markdown] id="run-seen" lang="zh" agreed="f121bdb0-4d87476c"
# 那么，这个矩阵是谁写的？是答案借你的循环写出来的。而且读得懂：属于数字的行和列（0 到 9）一直在 0 附近，因为哪里站着哪个数字无关紧要；属于位置的那一角（p0 到 p9）写着：*p0 找 p9，p1 找 p8……*
#
# **谜题。** 在图上面的那一格里改学习率和步数：最少几步能到 1.0？
#
# <details><summary>一个解法</summary>
#
# 学习率取 1000，一步就够。这个任务里，头一个梯度的方向就是对的，尽管放开步子跑。要是有好几个矩阵一环套一环，只有在一小步之内方向才对，所以学习率一般都很小。
#
# </details>

# %% [markdown] id="look-up" lang="en"
# ## 4 · Second film: look up
#
# From here on PyTorch computes the gradients, of any program, and a loop like yours moves *all* matrices (with *Adam*, which chooses a length of step for each number).
#
# Six pairs of a key and a value, then one of the keys once more: which value belongs to it? Each row is the sum of two learned embeddings, one for the key and one for the value. There are **no positions**: nothing depends on the order. Here is the last frame, the row of the asking word, when the third key is asked for:

# %% [markdown] id="look-up" lang="zh" agreed="c2602727-0a800c3d"
# ## 4 · 第二部：查字典
#
# 从这里起，梯度由 PyTorch 来算，什么程序都行；一个和你写的一样的循环，让*所有*矩阵一起动。（它用的是 *Adam*：替每个数各选一个步长。）
#
# 给出六对“键和值”，再给出其中一个键：它对应哪个值？每一行是两个学来的词向量之和，一个代表键，一个代表值。这里**不加位置**，先后无所谓。直接看最后一帧：问的是第三个键，画的是“?”那一行。

# %% id="look-up-film"
pairs = load_results("learning")["look_up"]
row = {"weights": pairs["weights"][-1][None]}
frame(row, pairs["steps"], {"share_right": pairs["right"]}, 20, cols=[*"123456?"], xlabel="steps_of_training")

# %% [markdown] id="look-up-seen" lang="en"
# Queries and keys have learned to compare the key part and to overlook the value part.

# %% [markdown] id="look-up-seen" lang="zh" agreed="a1411870-2016b77c"
# 查询和键学会了只比较“键”的部分，不理会“值”的部分。

# %% [markdown] id="induction" lang="en"
# ## 5 · Third film: the sudden turn
#
# *… Anna Berg … Anna* – and you know what comes next. Sixteen random words; the last one has stood somewhere before, and the word that followed it then is to be named. A causal mask, residual connections, learned positions.

# %% [markdown] id="induction" lang="zh" agreed="8e330af5-aebf981b"
# ## 5 · 第三部：突变
#
# “……欧阳锋……欧阳”，下一个字是什么，你马上就知道。给出十六个随机的词，最后一个在前面出现过，要说出当时跟在它后面的是哪个词。模型有因果掩码、残差连接和可学习的位置。

# %% id="induction-question"
turn = load_results("learning")["induction"]
ask("one_layer_or_two", then=bands(turn["steps"], turn["lines"], xlabel="steps_of_training", ylabel="share_right"))

# %% [markdown] id="induction-film-text" lang="en"
# The film has two layers. In its sentences the earlier word always stands at place 8, so that there is something to see; training had it anywhere.

# %% [markdown] id="induction-film-text" lang="zh" agreed="685e9a54-9839d778"
# 片子里是两层的模型。为了看得清楚，放映用的句子里，前面那个词总站在位置 8；训练时它站在哪里都有。

# %% id="induction-film"
from attnlib import live
turn = load_results("learning")["induction"]
before = [np.diagonal(map, -1).mean() for map in turn["first"]]

def sudden(step=0):
    maps = {"layer_1": turn["first"][step // 20], "layer_2_last_row": turn["second"][step // 20][None]}
    return frame(maps, turn["steps"], {"share_right": turn["right"], "on_the_word_before": before}, step // 20, xlabel="steps_of_training")

live(sudden, step=(0, 500, 20))

# %% [markdown] id="induction-seen" lang="en"
# For 300 steps next to nothing. Then, within forty, everything: the diagonal in layer 1, place 9 in layer 2, right answers. Each half is useless without the other; once one begins to help, both pull each other up. In large models the same turn shows as a bump in the loss ([Olsson et al. 2022](https://arxiv.org/abs/2209.11895)).
#
# **A cheat.** The third line of the first picture is *one* layer, and always right: there the earlier word stood at place 8 every time, and it has learned *look at place 9*, no more. A task must leave no short cut. (Heads of layer 2 that do it honestly are *induction heads*.)

# %% [markdown] id="induction-seen" lang="zh" agreed="1cb6a328-89e441ef"
# 头 300 步几乎什么也没有；接着四十步之内，全都有了：第 1 层的斜线，第 2 层的位置 9，正确的答案。两半缺一不可；一半刚有点用处，就带起另一半。大模型里也有这样的突变，损失曲线上会出现一个小坎（[Olsson 等，2022](https://arxiv.org/abs/2209.11895)）。
#
# **作弊。** 第一张图里的第三条线只有*一层*，却全对：因为在那里，训练也好，测试也好，前面那个词每次都站在位置 8。它学会的只是“看位置 9”，别的什么也没学到。出题的时候，要堵死这样的近路。（第 2 层里老老实实去找的那种头，叫*归纳头*。）

# %% [markdown] id="pronoun" lang="en"
# ## 6 · Fourth film: too tired, too wide
#
# *The cat did not cross the street because it was too **tired**.* *… because it was too **wide**.* The last word decides what *it* stands for.
#
# One layer cannot follow it. On paper: the query of *it* is made of the row of *it*, the keys of *cat* and *street* of theirs, and none of these rows knows the last word. So
#
# $$\frac{w_{\text{it} \to \text{cat}}}{w_{\text{it} \to \text{street}}} = e^{(q_\text{it} \cdot k_\text{cat} - q_\text{it} \cdot k_\text{street}) / \sqrt{d_k}}$$
#
# is the same number in both sentences. With two layers it is possible: first *it* hears the adjective, then it asks once more.

# %% [markdown] id="pronoun" lang="zh" agreed="56d544fc-df2b4ea0"
# ## 6 · 第四部：太累，太宽
#
# “猫 没 过 马路 因为 它 太 **累**。”“……因为 它 太 **宽**。”“它”指的是谁，最后一个词说了算。
#
# 只有一层，做不到。在纸上就看得出来：“它”的查询来自“它”那一行，“猫”和“马路”的键来自它们自己的行，而这几行谁也不知道最后一个词是什么。所以
#
# $$\frac{w_{\text{it} \to \text{cat}}}{w_{\text{it} \to \text{street}}} = e^{(q_\text{it} \cdot k_\text{cat} - q_\text{it} \cdot k_\text{street}) / \sqrt{d_k}}$$
#
# 在两句话里是同一个数（it 是“它”，cat 是“猫”，street 是“马路”）。有两层就行了：先让“它”听到形容词，再问一次。

# %% [markdown] id="pronoun-train" lang="en"
# A small grammar makes 624 sentences. One pair of nouns in five is held out: the model never sees these two together. It learns to write the whole sentence with *it* replaced by its noun. Its second layer takes keys and values from the *words themselves*, as in cross-attention (lesson 06): what it looks at is what it gets. It trains in front of you, a few seconds:

# %% [markdown] id="pronoun-train" lang="zh" agreed="5108549a-0d97db6d"
# 几条造句规则，造出 624 个句子。每五对名词留出一对：这两个词，训练时从不在同一句里出现，最后才拿来考。要学的是把“它”换成所指的名词，写出整个句子。第二层的键和值取自*词本身*（像第 06 课的交叉注意力），所以它看着谁，拿到的就是谁。现在当场训练，几秒钟：

# %% id="pronoun-code" tags=["torch", "of-its-language"]
import torch
from attnlib.lab.tasks import Looks, pronoun
from attnlib.lab.training import train as train_layer
torch.set_num_threads(1)
it = pronoun()
run = train_layer(lambda: Looks(2, len(it.vocabulary), it.x.shape[1]), it.draw, seed=1, iterations=300, rate=0.02, asked=it.asked)
show({"share_right ≥ 0.99": run.right[-1] >= 0.99})

# %% [markdown] id="pronoun-rows" lang="en"
# Pairs that it has never seen, and the answer is right. The row of *it* in both layers, for two sentences that differ in the last word alone:

# %% [markdown] id="pronoun-rows" lang="zh" agreed="087a6ef3-22eafba1"
# 从没见过的名词对，也答对了。下面是只差最后一个词的两句话里，“它”在两层里的那一行：

# %% id="pronoun-rows-code" tags=["torch", "of-its-language"]
first, second = it.minimal_pair
weights = run.layer(it.x[[first, second]])[1][:, :, it.it].detach()  # (sentences, layers, n)
rows = [f"{it.sentences[k][-1]} · {layer}" for k in (first, second) for layer in (1, 2)]
heatmap(weights.flatten(0, 1), rows, it.sentences[first][:-1] + ["…"])

# %% [markdown] id="pronoun-seen" lang="en"
# In layer 1 *it* looks at the adjective, at least in one of the two sentences; not to find it there is news, too. In layer 2 it looks at one noun, then at the other: one word at the end has turned it around.
#
# Ten seeds. *Two looks* is our model. In the *ordinary* one the second layer takes keys and values from what the first has made, as usual, and only the noun for *it* is scored:

# %% [markdown] id="pronoun-seen" lang="zh" agreed="3b74b9c9-37aa8228"
# 在第 1 层，“它”看形容词，至少在其中一句里是这样：另一句里没看到它，也是一种信号。在第 2 层，一句里看这个名词，另一句里看那个：句末的一个词，让它转了方向。
#
# 再看十个种子。“问两次”是我们的模型；“普通的两层”照常从第 1 层的结果里取键和值，而且只考“它”：

# %% id="pronoun-seeds" tags=["of-its-language"]
from attnlib.i18n import language
seeds = load_results("learning")[language()]
two, ordinary = seeds["two_looks"], seeds["ordinary"]
table = {"two_looks_right": two["right"], "two_looks_noun": two["on_the_noun"]}
table |= {"ordinary_right": ordinary["right"], "ordinary_noun": ordinary["on_the_noun"]}
shares(table, range(10))

# %% [markdown] id="pronoun-honest" lang="en"
# Our model is right with every seed, and most of its weight is on the right noun. In the *ordinary* one, seeds 4 and 5 are always right, too, and yet give the right noun only half of their second layer's attention: after the first layer the noun's news stands in other rows as well, and can be fetched there. (Two seeds have not learned the task.)
#
# The answer is right, and the picture tells half of it. Keep this in mind for lesson 12: a map shows where a row was taken from, not what was in it.

# %% [markdown] id="pronoun-honest" lang="zh" agreed="a2d7bb5f-0ea08af8"
# 我们的模型，每个种子都答对，大部分权重也落在正确的名词上。再看“普通的两层”：种子 2、5、9 也都答对了，第 2 层给正确名词的注意力却不到三分之一。因为经过第 1 层，名词的消息也写进了别的行，从别处照样取得到。（另有几个种子没有学会。）
#
# 答案是对的，图却只说了一小部分。记住这一点，第 12 课还要用：注意力图说的是从哪一行取，不是那一行里装着什么。

# %% [markdown] id="suspects" lang="en"
# ## 7 · A warning between the films
#
# "It trains, so it is right." Seven programs say that they are attention, and each has a mistake (they stand in `attnlib.exercises.wrong_attention`):
#
# | program | what it does |
# |---|---|
# | no scale | does not divide by $\sqrt{d_k}$ |
# | ÷ d_k | divides by $d_k$ |
# | softmax over columns | shares out down the columns |
# | no softmax | mixes by the scores themselves |
# | values are keys | mixes the rows of $K$ |
# | values are queries | mixes the rows of $Q$ |
# | keys are queries | scores are $Q Q^\top$ |
#
# All are trained, with $W_Q$, $W_K$, $W_V$ and $W_O$, on the first three films.

# %% [markdown] id="suspects" lang="zh" agreed="b28fe8fa-d6ab3f8b"
# ## 7 · 插播：一段警告
#
# “训练得动，就说明写对了。”下面七个程序都自称是注意力，每个都有一处错（程序在 `attnlib.exercises.wrong_attention` 里）：
#
# | 程序 | 它做了什么 |
# |---|---|
# | 不缩放 | 没有除以 $\sqrt{d_k}$ |
# | ÷ d_k | 除以 $d_k$ |
# | softmax 做在列上 | 沿着列来分 |
# | 没有 softmax | 直接用分数去混合 |
# | 值用了键 | 混合的是 $K$ 的各行 |
# | 值用了查询 | 混合的是 $Q$ 的各行 |
# | 键用了查询 | 分数是 $Q Q^\top$ |
#
# 每个程序都带上 $W_Q$、$W_K$、$W_V$、$W_O$，拿前三部片子的任务去训练。

# %% id="suspects-question"
suspects = load_results("learning")["suspects"]
tasks = ("reverse", "look_up", "induction")
table = {name: [found[task].mean() for task in tasks] for name, found in suspects.items()}
ask("down_the_columns", then=shares(table, tasks))

# %% [markdown] id="suspects-seen" lang="en"
# The table that comes with the answer has the share of right answers, the mean of ten seeds. In the first column six wrong programs out of seven are perfect. Only *keys are queries* fails: a query always fits itself, so each place learns to give half of its weight to the right place, and keeps half.
#
# On an easy task the right program is no better than the others. On *a b … a*, the hardest, six fail; but there *values are queries* gets through.

# %% [markdown] id="suspects-seen" lang="zh" agreed="b7b853df-a8cd4d9a"
# 答完以后出现的表里，是答对的比例，十个种子的平均。看第一列：七个错误的程序，有六个满分。没学会的只有“键用了查询”：查询总和自己最合得来，每个位置学到最后，只把一半的权重给了正确的位置，另一半留给了自己。
#
# 任务容易的时候，正确的程序并不比别的强。最难的 *a b … a* 查出了六个，可是“值用了查询”又蒙混过关了。

# %% [markdown] id="suspects-test" lang="en"
# What finds them is what you have done since lesson 00: to compare numbers. **Exercise 3** (★★, 7 min). Write the test. `attention` is a function of $Q$, $K$ and $V$, all of one shape (n, d); return True if it is attention. Compare with `mine.attention`, on numbers on which no mistake can hide.

# %% [markdown] id="suspects-test" lang="zh" agreed="2ab1d7cb-4e52b492"
# 要查出它们，靠的是从第 00 课起一直在用的办法：把数拿来核对。**练习 3**（★★，7 分钟）。把这个测试写出来。`attention` 是 $Q$、$K$、$V$ 的函数，三者形状相同，都是 (n, d)；它确实是注意力，就返回 True。和 `mine.attention` 比，用的数要让任何错误都藏不住。

# %% id="exercise-attention-test" tags=["exercise"]
def my_attention_test(attention):
    ...

attention_test = check.attention_test(my_attention_test)

# %% id="suspects-found"
from attnlib.exercises.wrong_attention import SUSPECTS
show(mine=attention_test(mine.attention))
show({name: attention_test(f) for name, f in SUSPECTS.items()})

# %% [markdown] id="without" lang="en"
# No training, no minutes, seven found.
#
# ## 8 · What else a film needs
#
# The right program can fail, too, if something is missing around it. Ten seeds, the share of right answers with and without:

# %% [markdown] id="without" lang="zh" agreed="a20c549f-67faa8ce"
# 不用训练，一眨眼，七个全查出来了。
#
# ## 8 · 少了什么，片子放不成
#
# 程序写对了，周围缺了东西，也会学不成。下面是十个种子答对的比例，一行有它，一行没有它：

# %% id="without-table"
without = load_results("learning")["without"]
table = {f"{which} {name}": without[name][which] for name in ("positions", "√d_k", "residual") for which in ("with", "without")}
shares(table, range(10))

# %% [markdown] id="without-seen" lang="en"
# * **Positions** (backwards): without them 0.3 at most, as for one who knows the digits but not their places (lesson 08).
# * **√d_k** (look up, with $d_k = 128$): without it some seeds come far, others learn almost nothing. Seed 6, the worst, ends with a largest weight of 1.00 on average, 0.00 on the right key, and $w(1-w)$ (lesson 04) is 0.000: sure, wrong, and no gradient left. No logarithm stands behind this softmax.
# * **Residual connections** (backwards, six layers): without them all words become one (lesson 09).
#
# And **warm-up**: without it, high post-norm towers are a matter of luck (lesson 09).

# %% [markdown] id="without-seen" lang="zh" agreed="2888388a-b66aa3ed"
# * **位置**（倒着写）：没有位置，最多对 0.3，相当于只知道有哪些数字，不知道各在哪里（第 08 课）。
# * **√d_k**（查字典，$d_k = 128$）：没有它，有的种子还学得不错，有的几乎什么也没学到。最差的种子 6，训练完以后，最大的权重平均是 1.00，给正确的键的权重是 0.00，而 $w(1-w)$（第 04 课）是 0.000：有把握，却是错的，又没有梯度来纠正。这个 softmax 后面没有对数来补救。
# * **残差连接**（倒着写，六层）：没有它，所有的词都变成一个词（第 09 课）。
#
# 还有**预热**：没有它，后归一化的高楼学不学得会，全看运气（第 09 课）。

# %% [markdown] id="writer" lang="en"
# ## 9 · Last film: it writes
#
# Now most of what you have written, at once: masks, heads, block, softmax, loss. Your functions were made for numpy arrays; `on_tensors` hands them PyTorch's tensors, which take numpy's calls, so that gradients pass. Where one of yours is missing, or no gradient passes, attnlib's is used; the table says whose is whose:

# %% [markdown] id="writer" lang="zh" agreed="f69e7da7-02d35abd"
# ## 9 · 最后一部：它会写了
#
# 现在把你写过的大部分都用上：掩码、多头、块、softmax、损失。你的函数是为 numpy 数组写的；`on_tensors` 给它们换上 PyTorch 的张量，写法照旧，还能求梯度。没写过的、求不出梯度的，由 attnlib 的代替，见下表：

# %% id="writer-functions" tags=["torch"]
from attnlib.lab.numpy_bridge import on_tensors
attend, split, merge = on_tensors.masked_attention, on_tensors.split_heads, on_tensors.merge_heads
norm, ffn, block = on_tensors.layer_norm, on_tensors.feed_forward, on_tensors.block
softmax, loss_of = on_tensors.softmax, on_tensors.loss
on_tensors

# %% [markdown] id="writer-model" lang="en"
# The model: one block with two heads, a few thousand numbers `P`. (`multi_head` of lesson 07 takes no mask, so its parts are put together once more.) From up to 24 letters it makes, for each place, the probabilities of the letter that comes next.

# %% [markdown] id="writer-model" lang="zh" agreed="1ddd2609-a9b8ad6d"
# 模型：一个块，两个头，几千个数，都在 `P` 里。（第 07 课的 `multi_head` 不收掩码，所以用它的各部分重搭一遍。）看最多 24 个字，在每个位置上给出下一个字的概率。

# %% id="writer-parts"
from attnlib import causal_mask

def attention(P, x):
    Q, K, V = (split(x @ P[name], 2) for name in ("W_Q", "W_K", "W_V"))
    return merge(attend(Q, K, V, causal_mask(x.shape[-2]))) @ P["W_O"]

def feed_forward(P, x):
    return ffn(x, P["W_1"], P["b_1"], P["W_2"], P["b_2"])

# %% id="writer-code"
def writer(P, letters):
    x = P["letters"][letters] + P["places"][: letters.shape[-1]]
    normed = lambda x: norm(x, P["gain"], P["bias"], 1e-5)
    x = block(x, normed, lambda x: attention(P, x), normed, lambda x: feed_forward(P, x))
    return softmax(normed(x) @ P["out"])

# %% [markdown] id="writer-train" lang="en"
# Its school book is a story of our own, of a dog, a cat, a fish and the moon, with fewer than a thousand letters. Before training, and after 40, 120 and 360 steps, it writes on from the first word. The loop: take the probabilities behind the last letter, sharpen them ($p^{1/T}$ is softmax at temperature T, here 0.5), draw a letter, and append it:

# %% [markdown] id="writer-train" lang="zh" agreed="14d418a0-98b7a7cc"
# 它的课本是我们自己编的一个小故事，讲一只狗、一只猫、一条鱼和月亮，不到三百个字。训练之前，以及训练 40、120、360 步之后，让它从开头的几个字接着往下写。循环是这样的：取最后一个字后面的概率，调得更集中（$p^{1/T}$ 就是温度 T 下的 softmax，这里取 0.5），抽一个字，接上去：

# %% id="writer-start" tags=["torch", "of-its-language"]
from attnlib.lab.tasks import Story
from attnlib.lab.training import adam
story = Story()
P = story.parameters()
learn = adam(P.values())
show({"letters": len(story.text), "parameters": sum(p.numel() for p in P.values())})

# %% id="writer-loop"
def write(count, temperature=0.5):
    rng, written = np.random.default_rng(0), story.numbers[:4].tolist()
    for _ in range(count):
        p = writer(P, torch.tensor([written[-24:]]))[0, -1].detach().double().numpy() ** (1 / temperature)
        written.append(rng.choice(len(p), p=p / p.sum()))
    return "".join(story.letters[k] for k in written)

# %% id="writer-run" tags=["torch", "of-its-language"]
for step in range(361):
    if step in (0, 40, 120, 360):
        show({f"{step}": write(50 + step // 2)})
    x = story.windows(32)  # (32, 25)
    p = writer(P, x[:, :-1])  # (32, 24, letters)
    learn(loss_of(p.flatten(0, 1), x[:, 1:].flatten()), 0.01)

# %% [markdown] id="writer-seen" lang="en"
# First noise; soon words, in a wild order; then sentences: some from the book, some new and slightly mad. With up to a hundred blocks, billions of numbers and much of the internet as its school book, such a program is a large language model.
#
# Do not admire ours too much: it has several times as many numbers as its book has letters, and knows much by heart.

# %% [markdown] id="writer-seen" lang="zh" agreed="c2e7bdda-68b64336"
# 起先是乱码；不久有了词，只是颠三倒四；然后有了句子：有的是书上的，有的是它自己编的，还有点疯。把这样的程序盖到几十层、上百层，装上几十亿、上千亿个数，拿大半个互联网当课本，就成了大语言模型。
#
# 也别太佩服我们这一个：它的数比课本的字多出好多倍，课本差不多背下来了。

# %% [markdown] id="recap" lang="en"
# ## 10 · Recap
#
# The lights go on. Two questions:

# %% [markdown] id="recap" lang="zh" agreed="31cbdc81-8832ef78"
# ## 10 · 小结
#
# 散场之前，两个问题：

# %% id="recap-question-1"
ask("sure_and_wrong")

# %% id="recap-question-2"
ask("what_it_proves")

# %% [markdown] id="recap-bullets" lang="en"
# * A loss says how wrong the answers are, its gradient where each number should move; a loop takes small steps. Nobody writes the matrices.
# * What one layer cannot do, two can: the first leaves a note, the second looks for it. It comes suddenly.
# * Training finds numbers with which *the program that is there* works, even a wrong one. Compare numbers before you train.
#
# Next: [what all this costs →](11_cost.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="a5bea9bc-d62fe58d"
# * 损失说答得有多差，梯度说每个数该往哪边动，循环一小步一小步地走。矩阵不用人来写。
# * 一层做不到的，两层做得到：第一层留下记号，第二层去找记号。它来得很突然。
# * 训练找到的，是让*现有的程序*管用的那些数，哪怕程序是错的。先核对，再训练。
#
# 下一课：[算一算这一切的代价 →](11_cost.ipynb)

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# **Does PyTorch find the same gradient as section 3?** By hand once more, on 64 sentences and with random numbers in $W_Q$; the largest of its 400 numbers:

# %% [markdown] id="curious" lang="zh" agreed="c8beff01-723d2156"
# ## 想多了解一点
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
# PyTorch remembers each step of a computation and goes back through them by the chain rule: [**backpropagation**](glossary.ipynb). Through your attention and your loss:

# %% [markdown] id="curious-autograd-text" lang="zh" agreed="fb15ab3c-19afafcc"
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
# **Train the third film yourself**, a few seconds; `Continuer` stands in `attnlib.lab.tasks`. In place of two layers try one:

# %% [markdown] id="curious-train" lang="zh" agreed="25547620-e239330c"
# **自己训练第三部片子**，几秒钟；`Continuer` 在 `attnlib.lab.tasks` 里。把两层换成一层试试：

# %% id="curious-induction" tags=["torch"]
import torch
from attnlib.lab.tasks import Continuer, induction
from attnlib.lab.training import train as train_layer
torch.set_num_threads(1)
run = train_layer(lambda: Continuer(layers=2), induction, iterations=500, every=100, rate=0.02)
show({f"{step}": right.round(1) for step, right in zip(run.iterations, run.right)})

# %% [markdown] id="curious-wrong" lang="en"
# **And a wrong program, backwards.** In place of `softmax_over_columns` try the others:

# %% [markdown] id="curious-wrong" lang="zh" agreed="9658833c-db662c14"
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
# **How right can one layer be about *it*?** Between 0.4 and 0.7 in ten seeds. It cannot turn around, but it may guess: *tired* is an animal's adjective, so in *cross* sentences the read-out adds up votes from all the words that the row has mixed. That is why the grammar has *catch* sentences, too, in which both nouns are animals: with *cross* alone one layer can be right for the wrong reason.

# %% [markdown] id="curious-one-look" lang="zh" agreed="b44062b4-e3fca8d3"
# **“它”指的是谁，一层最多能答对多少？** 十个种子，在 0.4 到 0.7 之间。它转不了方向，却可以猜：“累”是形容动物的，所以在“过”的句子里，最后的线性变换可以凭混进这一行的各个词来猜。语法里还有“追上”的句子，两个名词都是动物，原因就在这里：要是只有“过”，一层也能歪打正着。

# %% [markdown] id="curious-same" lang="en"
# **Is it the same on every computer?** The seed fixes the random numbers. But sums are rounded, in an order that depends on the machine, and a hundred steps later the last decimals differ. So we print few decimals, and a test asks for "at least 0.99".

# %% [markdown] id="curious-same" lang="zh" agreed="e6fb5deb-5c512bbe"
# **换一台电脑，结果一样吗？** 种子固定了随机数。可是求和要舍入，先后次序因机器而异，走上一百步，末尾几位小数就不同了。所以我们只打印几位小数，测试也只要求“至少 0.99”。
