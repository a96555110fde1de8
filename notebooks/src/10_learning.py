# %% [markdown] id="title" lang="en"
# # 10 · Learning: a cinema
#
# So far, most of the numbers in $W_Q$, $W_K$ and $W_V$ were ours. A real model has billions of them. Who writes its matrices?
#
# Tonight we show films. In the first three, attention learns a task, and we know beforehand where it has to look. You build the projector, and in the last film your own program continues a story.
#
# About 65 minutes, and 15 for the exercises. You need lessons 04 to 09.

# %% [markdown] id="title" lang="zh" agreed="058c2e11-a4038b9e"
# # 10 · 学习：一场电影
#
# 到现在为止，$W_Q$、$W_K$、$W_V$ 里的数大多是我们自己写的。真正的模型里，这样的数有几十亿个。那么，这些矩阵是谁写的？
#
# 今晚放几部片子。前三部里，注意力各学一个任务；学成以后该看哪里，我们事先就知道。放映机由你来造；最后一部里，你的程序还要接着一个故事往下写。
#
# 约 65 分钟，练习另需 15 分钟。需要先学第 04 到 09 课。

# %% id="setup"
import numpy as np
from attnlib import bands, curves, heatmap, load_results, shares, show, table, use_language
from classroom import ask, check, frame, live, machine, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("embedding", "attention", "feed_forward", steps=("Q", "K", "V"))

# %% [markdown] id="links" lang="en"
# [← 09](09_block.ipynb) · [Glossary](glossary.ipynb) · [11 →](11_cost.ipynb)

# %% [markdown] id="links" lang="zh" agreed="397b3768-2b328b7d"
# [← 09](09_block.ipynb) · [术语表](glossary.ipynb) · [11 →](11_cost.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Before the lecture run the setup cell and the first cell of section 5, which loads PyTorch. Section 2: 6 min; let the hall draw the map in the air before the film runs. Section 3: 15 min; let the hall call out which way to turn the number. Section 4: 8 min, the vote, then drag the slider slowly between 440 and 520. Section 5: 9 min; the argument on paper first. Section 6: 6 min, by show of hands. Sections 7 and 8: 6 min. Exercises 1 and 3 are for home.

# %% [markdown] id="plan" lang="zh" agreed="8b177028-8a36f09b" tags=["lecturer"]
# **50 分钟安排。** 上课前先运行导入单元格和第 5 节的第一格（它要加载 PyTorch）。第 2 节 6 分钟，放映之前让大家用手在空中比划那张图。第 3 节 15 分钟，那个数往哪边拧，让大家喊出来。第 4 节 8 分钟，先表决，再把滑块在 440 到 520 之间慢慢拖。第 5 节 9 分钟，先讲纸上的道理。第 6 节 6 分钟，举手表决。第 7、8 节共 6 分钟。练习 1 和 3 留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 09

# %% [markdown] id="recall" lang="zh" agreed="4786f015-779f88aa"
# ## 1 · 第 09 课学过什么

# %% id="recall-question"
ask("top_floor")

# %% [markdown] id="reverse" lang="en"
# ## 2 · First film: backwards
#
# Ten digits should come out in reverse. Each row of $X$ has two ones: one in the first ten columns, for the digit, one in the last ten, for its position. Keys and values are $X$ itself; only $W_Q$ is learned, 20 × 20 numbers, at first 0.
#
# Position 0 has to look at position 9, position 1 at 8, and so on. The ten digit columns of the output are **probabilities**: a digit's probability is the sum of the weights of all positions where it stands. The largest is the answer.

# %% [markdown] id="reverse" lang="zh" agreed="33564965-0f5963a5"
# ## 2 · 第一部：倒着写
#
# 输入十个数字，3 1 4 1 5 9 2 6 5 3，输出要把它们倒过来。$X$ 的每一行有二十列：前十列表示是哪个数字，后十列表示站在哪个位置；两段各有一个 1，其余是 0。只用一个头，其余能省的都省掉：键和值直接用 $X$，要学的只有 $W_Q$，20 × 20 个数，一开始全是 0。
#
# 位置 0 该看位置 9，位置 1 该看位置 8，依此类推。输出里属于数字的那十列，就是十个数字的**概率**：一个数字的概率，就是它所在的各个位置的权重之和。概率最大的数字就是答案。

# %% id="reverse-question"
film = load_results("learning")["reverse"]
on_the_right = [map[:, ::-1].diagonal().mean() for map in film["weights"]]
ask("right_at", then=curves(film["steps"], {"share_right": film["right"], "on_the_right_position": on_the_right}, xlabel="steps_of_training", ylabel="share_or_weight"))

# %% [markdown] id="reverse-film-text" lang="en"
# Drag the slider back:

# %% [markdown] id="reverse-film-text" lang="zh" agreed="5d64ff40-deb8b803"
# 放映开始。先把滑块拖回开头，再看这张图是怎样长出来的：

# %% id="reverse-film"
def backwards(step=60):
    return frame({"weights": film["weights"][step]}, film["steps"], {"share_right": film["right"]}, step, xlabel="steps_of_training")
live(backwards, step=(0, 60, 1))

# %% [markdown] id="loss" lang="en"
# ## 3 · The projector
#
# **First, one number that says how wrong the answers are**: the [**loss**](glossary.ipynb) of lesson 09. Let $p$ be the model's probability for the *right* digit; the loss is the mean of $-\ln p$. Textbooks call it **cross-entropy**.
#
# | probability of the right digit | 1 | 0.5 | 0.1 | 0.01 |
# |---|---|---|---|---|
# | loss $-\ln p$ | 0 | 0.69 | 2.30 | 4.61 |
#
# **Exercise 1** (★, 4 min). `p` has one row of probabilities for each answer; `wanted` holds the number of the right column in each row. Return the mean loss.

# %% [markdown] id="loss" lang="zh" agreed="2a5c4f7c-fcbca67e"
# ## 3 · 放映机
#
# **首先，要有一个数说明答得有多差**，这就是第 09 课见过的[**损失**](glossary.ipynb)。对每个数字，看*正确*的那个得到了多大概率 $p$，损失就是 $-\ln p$，再取平均。教材里叫**交叉熵**（cross-entropy）。
#
# | 正确数字的概率 | 1 | 0.5 | 0.1 | 0.01 |
# |---|---|---|---|---|
# | 损失 $-\ln p$ | 0 | 0.69 | 2.30 | 4.61 |
#
# **练习 1**（★，4 分钟）。`p` 的每一行是一个答案的概率分布，`wanted` 是各行里正确的那一列的编号。返回平均损失。

# %% id="exercise-loss" tags=["exercise"]
def my_loss(p, wanted):
    ...

loss = check.loss(my_loss)

# %% [markdown] id="gradient" lang="en"
# **Second, which way to turn each number** of $W_Q$, as if it were a knob. Column 10 of $X$ (counting from 0) is 1 at position 0 alone, column 19 at position 9 alone. So `W_Q[10, 19]` changes a single score: position 0 asks, position 9 is asked.
#
# In *3 1 4 1 5 9 2 6 5 3*, position 0 has to write the last digit, 3 (there are two). Here are its weights (with `np.eye(10)` as values, the output is the weights) and the loss of this answer. Turn the number until the loss falls; then set `place` to 4 and try again:

# %% [markdown] id="gradient" lang="zh" agreed="bb2bd9c1-fe6861cb"
# **其次，要知道每个数该往哪边拧。** 把 $W_Q$ 的每个数想成一个旋钮，先试 `W_Q[10, 19]`。$X$ 的第 10 列（从 0 数起），只有位置 0 那一行是 1；第 19 列，只有位置 9 那一行是 1。所以这个数只改变一个分数：位置 0 看位置 9 的分数。
#
# 在 3 1 4 1 5 9 2 6 5 3 里，位置 0 该写最后一个数字，也就是 3（3 有两个，权重合起来算）。图里是位置 0 那一行的十个权重（值取单位矩阵 `np.eye(10)`，输出就是权重），上方是这一个答案的损失。请拧这个数，让损失变小；再把 `place` 换成 4，拧位置 0 看位置 4 的那个数：

# %% id="gradient-turn"
digits = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
X = np.hstack([np.eye(10)[digits], np.eye(10)])  # (10, 20)
def turn_one(place=9, number_in_W_Q=0):
    W_Q = np.zeros((20, 20))
    W_Q[10, 10 + place] = number_in_W_Q
    w = mine.attention(X @ W_Q, X, np.eye(10))[:1]  # (1, 10)
    return heatmap(w, ["p0"], digits, title=f"−ln p = {-np.log(w[:, digits == 3].sum()):.3f}")
live(turn_one, place=[9, 4], number_in_W_Q=(-20, 20, 5))

# %% [markdown] id="gradient-yours" lang="en"
# For position 9 the number should go up, for position 4 down. A much smaller turn is enough: when the number for position 9 goes from 0 to 0.01, the loss goes from 1.6094 to 1.6085. So the **derivative** (lesson 04) is about −0.0009 / 0.01 = −0.09. The derivatives of all 400 numbers together are the [**gradient**](glossary.ipynb). Where it is negative, turn up; where positive, down.
#
# `gradient` turns each of the 400 numbers by 0.01, alone. `draw` makes 64 random sequences; `mean_loss` is the loss of all their answers:

# %% [markdown] id="gradient-yours" lang="zh" agreed="8effec5c-c26a82ee"
# 位置 9 的那个数该拧大，位置 4 的该拧小。其实只要拧一丁点就够了（滑块没有这么细）：位置 9 的那个数从 0 拧到 0.01，损失就从 1.6094 变成 1.6085。变化之比是 −0.0009 / 0.01 = −0.09，和**导数**（第 04 课）相差无几。全部 400 个数的导数合在一起，就是[**梯度**](glossary.ipynb)。导数为负的数要拧大，为正的要拧小。
#
# `gradient` 就这样试 400 次，每次只把一个数拧大 0.01，其余不动。`draw` 随机取 64 串数字，`mean_loss` 是它们全部答案的平均损失：

# %% id="gradient-draw"
rng, attend = np.random.default_rng(0), mine.attention
def draw():
    digits = rng.integers(10, size=(64, 10))
    return np.concatenate([np.eye(10)[digits], np.tile(np.eye(10), (64, 1, 1))], -1), digits  # (64, 10, 20), (64, 10)
def probabilities(W_Q, X):
    return attend(X @ W_Q, X, X)[..., :10]  # (64, 10, 10)
def mean_loss(W_Q, X, digits):
    return loss(probabilities(W_Q, X).reshape(-1, 10), digits[:, ::-1].ravel())

# %% id="gradient-code"
def gradient(W_Q):
    X, digits = draw()
    before = mean_loss(W_Q, X, digits)
    turns = 0.01 * np.eye(400).reshape(400, 20, 20)  # (400, 20, 20)
    change = [mean_loss(W_Q + turn, X, digits) - before for turn in turns]
    return np.reshape(change, (20, 20)) / 0.01

# %% [markdown] id="gradient-why" lang="en"
# <details><summary>Without trying: the formula</summary>
#
# Let $t$ be the weights that a row should have: $w / p$ where the right digit stands, else 0. Softmax has $\partial w_j / \partial s_k = w_j\,(\delta_{jk} - w_k)$, where $\delta_{jk}$ is 1 for $j = k$, else 0 (lesson 04, for the curious), and $p$ is the sum of the right $w_j$:
#
# $$\frac{\partial (-\ln p)}{\partial s_k} = -\frac{1}{p} \sum_{j\ \text{right}} w_j\,(\delta_{jk} - w_k) = w_k - t_k$$
#
# The score is $s_{ij} = \sum_{a,b} X_{ia}\, W_{ab}\, X_{jb} / \sqrt{20}$, and each sequence has ten answers, so the gradient is the mean of $X^\top (w - t)\, X / (10 \sqrt{20})$ over the sequences.
#
# </details>

# %% [markdown] id="gradient-why" lang="zh" agreed="4718b849-f2a7510c"
# <details><summary>不用试，也有公式</summary>
#
# 设 $t$ 是一行应有的权重：正确数字所在的位置是 $w / p$，别处是 0。softmax 的导数是 $\partial w_j / \partial s_k = w_j\,(\delta_{jk} - w_k)$，$j = k$ 时 $\delta_{jk}$ 为 1，否则为 0（第 04 课，“想多了解一点”）；$p$ 是正确（right）位置上 $w_j$ 的和：
#
# $$\frac{\partial (-\ln p)}{\partial s_k} = -\frac{1}{p} \sum_{j\ \text{right}} w_j\,(\delta_{jk} - w_k) = w_k - t_k$$
#
# 分数是 $s_{ij} = \sum_{a,b} X_{ia}\, W_{ab}\, X_{jb} / \sqrt{20}$，每个序列有十个答案，所以梯度就是 $X^\top (w - t)\, X / (10 \sqrt{20})$ 对各个序列的平均。
#
# </details>

# %% [markdown] id="descent" lang="en"
# **Third, take a step, and repeat**: [**gradient descent**](glossary.ipynb). Each step goes against the gradient; the *learning rate* says how far:
#
# $$W \leftarrow W - \text{rate} \cdot \text{gradient}(W)$$
#
# **Exercise 2** (★, 4 min). Write the loop. `gradient` is a function of $W$; return $W$ after `steps` steps.

# %% [markdown] id="descent" lang="zh" agreed="672dcd86-72ab11da"
# **最后，动一步，再来一遍。** 朝梯度的反方向走，走的是*学习率*乘梯度：
#
# $$W \leftarrow W - \text{rate} \cdot \text{gradient}(W)$$
#
# 这叫[**梯度下降**](glossary.ipynb)（gradient descent）。
#
# **练习 2**（★，4 分钟）。把这个循环写出来。`gradient` 是 $W$ 的函数；走完 `steps` 步，返回 $W$。

# %% id="exercise-train" tags=["exercise"]
def my_train(gradient, W, rate, steps):
    ...

train = check.train(my_train)

# %% [markdown] id="run" lang="en"
# The projector is ready: your loop, your attention (`mine`), your loss. $W_Q$ begins with zeros and takes five steps, three times. Below the table is the part of the last $W_Q$ for positions (p0 to p9).

# %% [markdown] id="run" lang="zh" agreed="76ac3e73-ab58bcf4"
# 放映机装好了：用你的循环、你的注意力（`mine`）和你的损失（没写过就用我们的）。$W_Q$ 从全 0 开始，每次走五步，走三次。表下面的图，是最后那个 $W_Q$ 里属于位置的各行各列（p0 到 p9）：

# %% id="run-code"
W_Q, rate, steps = [np.zeros((20, 20))], 120, 5
for _ in range(3):
    W_Q.append(train(gradient, W_Q[-1], rate, steps))
X, digits = draw()
right = [(probabilities(W, X).argmax(-1) == digits[:, ::-1]).mean() for W in W_Q]
losses = [mean_loss(W, X, digits) for W in W_Q]
table(step=steps * np.arange(4), share_right=np.round(right, 2), loss=np.round(losses, 2))

# %% id="run-matrix"
names = [f"p{position}" for position in range(10)]
heatmap(W_Q[-1][10:, 10:], names, names, kind="signed", title="W_Q")

# %% [markdown] id="run-seen" lang="en"
# Who wrote this matrix? The right answers did, through your loop, and we can read it: *p0 asks for p9, p1 for p8, …*
#
# <details><summary>Why is more than a tenth right at step 0, and why does the loss go on falling at the end?</summary>
#
# With equal weights the answer is the digit that occurs most often. When all answers are right, the loss still counts how sure they are.
#
# </details>
#
# **Puzzle.** In the cell with `train(…)`, change `rate` and `steps`. How few steps can reach 1?
#
# <details><summary>One solution</summary>
#
# One step, with the rate 1000. In this task the very first gradient points the right way, so even a giant step is safe. That is special: in general a gradient points the right way only for a small step. How far a step goes depends on the rate *times* the gradient. In the run above all derivatives are below 0.02, so with the rate 120 no number moves by more than 2.4 at once.
#
# </details>

# %% [markdown] id="run-seen" lang="zh" agreed="103aee71-a28b4212"
# 那么，这个矩阵是谁写的？没有人告诉过模型 p0 该看 p9；是正确答案通过你的循环写出来的，而且我们读得懂：*p0 找 p9，p1 找 p8……*。
#
# <details><summary>第 0 步答对的怎么就不止十分之一？答案全对以后，损失怎么还在下降？</summary>
#
# 权重都相等时，答的是出现得最多的那个数字，蒙对的机会要大一些。答案全对以后，损失还要看答得有多大把握。
#
# </details>
#
# **谜题。** 在写着 `train(…)` 的那一格里改 `rate`（学习率）和 `steps`（步数）：最少几步能到 1？
#
# <details><summary>一个解法</summary>
#
# 学习率取 1000，一步就够。这个任务里，头一个梯度的方向就是对的，步子再大也不要紧。这是特例：一般说来，梯度的方向只在一小步之内靠得住。一步走多远，看的是学习率*乘*梯度。上面那次训练里，导数全都小于 0.02，所以学习率虽有 120，每个数每一步最多也只变 2.4。
#
# </details>

# %% [markdown] id="induction" lang="en"
# ## 4 · Second film: the sudden turn
#
# *… Anna Berg … Anna*: you know what comes next. The last of sixteen random words has occurred before: which word followed? The model has a causal mask and learned positions; a *layer* here is attention with its residual connection.
#
# From here on PyTorch finds all derivatives in one go, back through the computation by the chain rule ([**backpropagation**](glossary.ipynb)), and a loop like yours moves *all* matrices. (By *Adam*: a step of its own for each number, from averaged gradients.)

# %% [markdown] id="induction" lang="zh" agreed="7cfd4f44-c4b5d4e4"
# ## 4 · 第二部：突变
#
# “……欧阳锋……欧阳”，下一个字是什么，你马上就知道。模型读十六个随机的词，最后一个在前面出现过；要模型说出，当时跟在后面的是哪个词。模型有因果掩码和可学习的位置；这里的一*层*，就是注意力加残差连接。
#
# 从这里起，梯度由 PyTorch 用[**反向传播**](glossary.ipynb)（backpropagation）来算：沿着计算的步骤，按链式法则往回走，走一趟，所有的导数就都有了。循环还是你写的那一种，只是*所有*矩阵一起动，步子由 *Adam* 来定：它也是梯度下降，不过用梯度的平均，步长各选各的。

# %% id="induction-question"
turn = load_results("learning")["induction"]
ask("one_layer_lacks", then=bands(turn["steps"], turn["lines"], xlabel="steps_of_training", ylabel="share_right"))

# %% [markdown] id="induction-film-text" lang="en"
# The earlier *a* is at 8 (in training, at 4 to 13), so *b* at 9. Drag the slider back, then slowly forward:

# %% [markdown] id="induction-film-text" lang="zh" agreed="76286d10-558c2b19"
# 画面上的句子里，前面那个 *a* 总站在位置 8（训练时在 4 到 13），*b* 就在 9。先往回拖，再慢慢往前：

# %% id="induction-film"
def sudden(step=600):
    maps = {"layer_1": turn["first"][step // 20], "layer_2_last_row": turn["second"][step // 20][None]}
    return frame(maps, turn["steps"], {"share_right": turn["right"]}, step // 20, xlabel="steps_of_training")
live(sudden, step=(0, 700, 20))

# %% [markdown] id="induction-seen" lang="en"
# For 460 steps the answers hardly improve: 0.12 are right (a guess among the words at 5 to 14 gives 0.1). At step 500, 0.95 are right. Layer 1 now shows a diagonal: there, each word notes the word before it. Layer 2 turns to position 9. Its head is called an *induction head*.
#
# <details><summary>Why do rows 1 to 4 and row 15 stay blurred?</summary>
#
# In training *a* stood at 4 to 13, so *b* at 5 to 14. Only these rows needed a note.
#
# </details>
# <details><summary>Why so long a wait?</summary>
#
# A note is useless until somebody reads it, and there is nothing to read until it is written. As a test, we fix layer 1 at its diagonal. Then one answer in five is right by step 100 at the latest, with each of ten seeds; if layer 1 has to learn it, at step 280 at the earliest.
#
# </details>

# %% [markdown] id="induction-seen" lang="zh" agreed="2e2a3eae-5a29420e"
# 这一次训练，头 460 步，答案几乎没有长进：答对的比例才 0.12，而在位置 5 到 14 的词里随便猜一个，也能对 0.1。可是到第 500 步，答对的比例一下子升到了 0.95。这时第 1 层长出一条斜线：斜线上的词都记下了前一个词；第 2 层转向位置 9。第 2 层的那个头，叫*归纳头*（induction head）：看到“欧阳”就接“锋”的，就是它。
#
# <details><summary>第 1 到 4 行和第 15 行，为什么始终是模糊的？</summary>
#
# 训练时 *a* 站在 4 到 13，*b* 就在 5 到 14；别的行用不着记下前一个词。
#
# </details>
# <details><summary>为什么等了这么久？</summary>
#
# 便条没有人读，写了也没用；还没有人写，也就没有可读的。做个检验：把第 1 层固定成那条斜线，十个种子都在 100 步以内答对了五分之一；要第 1 层自己学，最早也要 280 步。
#
# </details>

# %% [markdown] id="pronoun" lang="en"
# ## 5 · Third film: too tired, too wide
#
# *The cat did not cross the field because it was too **tired**.* *… because it was too **wide**.* The last word decides what *it* stands for, and *it* may look there (no causal mask).
#
# But in layer 1 *it* cannot look at *cat* here and at *field* there: its query and their keys come from rows that are the same in both sentences, so *it → cat* has the same score in both. With two layers it can: in the first, *it* takes in the adjective; in the second, it asks again.

# %% [markdown] id="pronoun" lang="zh" agreed="8e02c4a5-5be43096"
# ## 5 · 第三部：太累，太宽
#
# “狗 没 过 马路 因为 它 太 **累**。”“……因为 它 太 **宽**。”“它”指的是哪一个，最后一个词说了算。这部片子没有因果掩码，“它”看得见最后一个词。
#
# 可是在第 1 层，“它”没法在一句里看“狗”，在另一句里看“马路”：查询来自“它”那一行，键来自“狗”和“马路”那两行，这三行在两句话里完全相同，两个分数也就相同。有两层就行了：在第 1 层，“它”得到形容词的信息；到第 2 层，带着这个信息再问一次。

# %% [markdown] id="pronoun-data" lang="en"
# A small grammar makes 624 such sentences, more than half with two animals; the model has to say what *it* stands for. One pair of nouns in five is held out for the test: training never shows *cat … field*.

# %% [markdown] id="pronoun-data" lang="zh" agreed="b08c36b3-45e00685"
# 几条造句规则，造出 624 个这样的句子，一半以上两个名词都是动物。要模型说出“它”指的是哪个名词。每五对名词留出一对作测试，比如“狗……马路”，训练时一次也不出现。

# %% id="pronoun-start" tags=["torch", "of-its-language"]
import torch
from classroom.lab.numpy_bridge import on_tensors as yours
from classroom.lab.tasks import pronoun
torch.set_num_threads(1)
it = pronoun()
print(*(" ".join(it.sentences[k]) for k in (0, -1)), sep="\n")

# %% [markdown] id="pronoun-train" lang="en"
# As in the first film, keys and values are the rows $x$ themselves: whoever looks at *cat* gets the row of *cat* and nothing else. The layers differ only in their queries: layer 1 asks with $x$, layer 2 with $x$ plus what layer 1 has found.
#
# `weights` is your attention with the identity matrix as values (section 3), `P` holds all matrices by name, `it.it` is the place of *it*. `on_tensors` lets gradients flow through your functions.

# %% [markdown] id="pronoun-train" lang="zh" agreed="39ac85b6-24fb53c5"
# 和第一部一样，键和值就是 $x$ 的各行：看着“狗”，拿到的就是“狗”那一行，没有别的。两层只有查询不同：第 1 层的查询来自 $x$，第 2 层的来自 $x$ 加上第 1 层找到的东西。
#
# `weights` 就是你的注意力，值取单位矩阵（第 3 节用过）；`P` 里按名字存着所有的矩阵，`it.it` 是“它”的位置。`on_tensors` 让你的函数也能算 PyTorch 的张量，代码一个字不改，还能求梯度。（还没写的，或者求不了梯度的，就用我们的。）

# %% id="pronoun-model"
weights = lambda Q, K: yours.attention(Q, K, torch.eye(K.shape[1]).double())
def two_layers(P, words):
    x = P["words"][words] + P["places"]  # (sentences, n, 32)
    w_1 = weights(x @ P["W_Q1"], x)  # (sentences, n, n)
    w_2 = weights((x + w_1 @ x) @ P["W_Q2"], x)
    return yours.softmax((w_2 @ x)[:, it.it] @ P["out"]), w_1, w_2

# %% [markdown] id="pronoun-loop-text" lang="en"
# Your loop, with Adam, then the test (a coin: 0.5):

# %% [markdown] id="pronoun-loop-text" lang="zh" agreed="fac70742-7beed12d"
# 循环还是你写的那一种，步子由 Adam 定。训练完就测试（在两个名词里抛硬币，能对 0.5）：

# %% id="pronoun-loop" tags=["torch", "of-its-language"]
from classroom.lab.training import adam
P = it.parameters()
learn = adam(P.values())
for step in range(300):
    words, noun = it.draw_noun(64)
    learn(yours.loss(two_layers(P, words)[0], noun), 0.02)
words, noun = it.test
show(right_on_held_out_pairs=(two_layers(P, words)[0].argmax(-1) == noun).double().mean().round(decimals=2))

# %% [markdown] id="pronoun-rows" lang="en"
# Here is the row of *it* for *cat … field*, in layers 1 and 2 (*…* is the last word):

# %% [markdown] id="pronoun-rows" lang="zh" agreed="353b2bf2-0c32e4de"
# 再看没见过的“狗……马路”：两句话里，“它”那一行在第 1 层和第 2 层的权重（“…”就是最后一个词）：

# %% id="pronoun-rows-code" tags=["torch", "of-its-language"]
_, w_1, w_2 = two_layers(P, it.x[it.minimal_pair])
rows = [f"{layer} · {it.sentences[k][-1]}" for layer in (1, 2) for k in it.minimal_pair]
heatmap(torch.cat([w_1, w_2])[:, it.it].detach(), rows, [*it.sentences[it.minimal_pair[0]][:-1], "…"])

# %% [markdown] id="pronoun-seen" lang="en"
# In layer 1 *it* takes in the adjective (with most seeds, in one of the two sentences only). In layer 2 it looks at a different noun in each sentence.

# %% [markdown] id="pronoun-seen" lang="zh" agreed="a455b0f7-b2ce5be0"
# 在第 1 层，“它”拿到了形容词（换别的种子，大多只在其中一句里拿到；另一句里没拿到，那就是另一类形容词）。在第 2 层，一句里看这个名词，另一句里看那个：句末的一个词，让它看向了别处。

# %% [markdown] id="suspects" lang="en"
# ## 6 · A warning between the films
#
# Seven programs claim to be attention, each with a mistake:
#
# * *no scale* leaves the scores as they are; *÷ d_k* divides them by $d_k$, not by $\sqrt{d_k}$.
# * *softmax over columns* runs softmax down the columns; *no softmax* leaves it out.
# * *values are keys* uses keys as values; *values are queries* and *keys are queries* likewise.
#
# Each is trained on the tasks of the first two films: *backwards*, and *a b … a*. All matrices are trained.

# %% [markdown] id="suspects" lang="zh" agreed="aba8a2dc-0bdf1f6e"
# ## 6 · 插播：一段警告
#
# 有七个程序自称是注意力，每个都有一处错：
#
# * *不缩放*：分数没有除；*÷ d_k*：除以 $d_k$，而不是 $\sqrt{d_k}$。
# * *softmax 做在列上*：方向错了；*没有 softmax*：没有做。
# * *值用了键*，就是该用值的地方用了键；后面两个也照这样读：*值用了查询*，*键用了查询*。
#
# 让它们各自去学前两部片子的任务：*倒着写*和*接着写*（*a b … a*）。这一次所有的矩阵都要学。

# %% id="suspects-question"
suspects, tasks = load_results("learning")["suspects"], ("reverse", "induction")
means = {name: [found[task].mean() for task in tasks] for name, found in suspects.items()}
ask("down_the_columns", then=shares(means, tasks))

# %% [markdown] id="suspects-test" lang="en"
# Comparing outputs finds wrong programs without training. **Exercise 3** (★★, 7 min). Write the test. `attention` is a function of $Q$, $K$ and $V$, all (n, d); return True if it is attention. Compare it with `mine.attention`, on inputs where no mistake can hide.

# %% [markdown] id="suspects-test" lang="zh" agreed="49076d77-91254b2d"
# 要查出这样的错，不用训练，核对数字就行。**练习 3**（★★，7 分钟）。把这个测试写出来。`attention` 是 $Q$、$K$、$V$ 的函数，三者形状相同，都是 (n, d)；它确实是注意力，就返回 True。和 `mine.attention` 比，选的数要让每一种错误都露馅。

# %% id="exercise-attention-test" tags=["exercise"]
def my_attention_test(attention):
    ...

attention_test = check.attention_test(my_attention_test)

# %% id="suspects-found"
from classroom.exercises.wrong_attention import SUSPECTS
found = [attention_test(f) for f in (mine.attention, *SUSPECTS.values())]
table(program=["mine", *SUSPECTS], is_attention=found)

# %% [markdown] id="suspects-why" lang="en"
# Why could six of them write backwards? Take *÷ d_k*, with $d_k = 32$: a $W_Q$ that is √32 = 5.66 times as large gives the same scores as attention. Training looks for a $W_Q$ with which *this* program answers right, and finds one, with all ten seeds. Right answers test the program only together with its matrices.
#
# <details><summary>Why could “keys are queries” not write backwards?</summary>
#
# A dot product q · q′ is never larger than the larger of |q|² and |q′|². So of two positions that should look at each other, the one with the longer query gives itself at least as much weight as its partner. With a residual connection a model could learn to subtract its own digit again; this one has none. Training ends at half and half: both positions of a pair get nearly the same mixture of their two digits, and name the same one. If the digits differ (nine times in ten), one position is right; if not, both: on average 0.55.
#
# </details>

# %% [markdown] id="suspects-why" lang="zh" agreed="56dfbef2-e54e644b"
# 那么，其中六个怎么也能倒着写？看看 *÷ d_k*，这里 $d_k = 32$：只要 $W_Q$ 大上 √32 = 5.66 倍，它的分数就和注意力的一模一样。训练要找的，是能让*这个*程序答对的 $W_Q$，十个种子都找到了。所以答案对不对，考的是程序和矩阵合在一起，单看程序看不出来。
#
# <details><summary>“键用了查询”为什么学不会倒着写？</summary>
#
# 点积 q · q′ 最多等于 |q|² 和 |q′|² 里较大的那个。所以两个该互相看的位置里，查询向量较长的那个，给自己的权重至少和给对方的一样大。这个模型又没有残差连接，没法把自己那个数字再减掉。训练的结果是一半对一半：一对位置拿到的几乎是同一份混合，写的也就是同一个数字。两个数字不同时（十次里九次），对一个，错一个；碰巧相同，两个都对：平均起来就是 0.55。
#
# </details>

# %% [markdown] id="writer" lang="en"
# ## 7 · Last film: it writes
#
# Now your functions work together: mask, two heads, LayerNorm, feed-forward, one block, softmax, loss.

# %% [markdown] id="writer" lang="zh" agreed="68cbb008-454e8181"
# ## 7 · 最后一部：它会写了
#
# 现在把你写过的大部分都用上：掩码、多头（两个头）、层归一化、前馈网络、块（只有一个）、softmax、损失。

# %% id="writer-parts" tags=["torch"]
import torch
from classroom.lab.numpy_bridge import on_tensors as yours
def attention(P, x):
    Q, K, V = (yours.split_heads(x @ P[name], 2) for name in ("W_Q", "W_K", "W_V"))
    return yours.merge_heads(yours.masked_attention(Q, K, V, mine.causal_mask(x.shape[-2]))) @ P["W_O"]

# %% id="writer-code"
def writer(P, letters):
    x = P["letters"][letters] + P["places"][: letters.shape[-1]]
    norm = lambda y: yours.layer_norm(y, P["gain"], P["bias"], 1e-5)
    ffn = lambda y: yours.feed_forward(y, P["W_1"], P["b_1"], P["W_2"], P["b_2"])
    x = yours.block(x, norm, lambda y: attention(P, y), norm, ffn)
    return yours.softmax(norm(x) @ P["out"])

# %% [markdown] id="writer-train" lang="en"
# Its text is our story:

# %% [markdown] id="writer-train" lang="zh" agreed="5a3a3227-a44a5a95"
# 它的课本是我们自己编的一个小故事：

# %% id="writer-start" tags=["torch", "of-its-language"]
from classroom.lab.tasks import Story
from classroom.lab.training import adam
story = Story()
P = story.parameters()
learn = adam(P.values())
show({"letters": len(story.text), "parameters": sum(p.numel() for p in P.values())})
print(story.text)

# %% [markdown] id="writer-loop-text" lang="en"
# To write, it draws the next letter at a temperature ($p^{1/T}$, as if scores were divided by $T$), appends it, and begins again:

# %% [markdown] id="writer-loop-text" lang="zh" agreed="805a225b-5d9e309b"
# 写的时候，一个字一个字地来：把每个概率换成 $p^{1/T}$，再除以总和（等于先让分数除以 $T$，见第 04 课），照这些概率抽出下一个字，接上去，再来一遍：

# %% id="writer-loop"
def write(count, temperature=0.5):
    rng, written = np.random.default_rng(0), story.numbers[:4].tolist()
    for _ in range(count):
        p = writer(P, torch.tensor([written[-24:]]))[0, -1].detach().double().numpy() ** (1 / temperature)
        written.append(rng.choice(len(p), p=p / p.sum()))
    return "".join(story.letters[k] for k in written)

# %% [markdown] id="writer-run-text" lang="en"
# Each step draws 32 pieces of 25 letters; after each letter the model guesses the next. Four times we let it continue the story's first four letters:

# %% [markdown] id="writer-run-text" lang="zh" agreed="4ad78faa-e41ed955"
# 每一步随机截取 32 段，每段 25 个字：每读一个字，模型都要猜下一个。训练之前，以及训练 40、120、360 步之后，让模型从课本开头的四个字接着往下写：

# %% id="writer-run" tags=["torch", "of-its-language"]
for step in range(361):
    if step in (0, 40, 120, 360):
        show({f"{step}": write(50 + step // 2)})
    x = story.windows(32)  # (32, 25)
    p = writer(P, x[:, :-1])  # (32, 24, letters)
    learn(yours.loss(p.flatten(0, 1), x[:, 1:].flatten()), 0.01)
yours

# %% [markdown] id="writer-seen" lang="en"
# First comes noise, then words in wild order, then sentences, some new. Find one that is not in the story, then run `print(write(200, temperature=1.5))` in a new cell.
#
# A large language model learns in the same loop: [GPT-3](https://arxiv.org/abs/2005.14165), with 175 billion parameters, from 300 billion tokens.

# %% [markdown] id="writer-seen" lang="zh" agreed="f058d695-2310c359"
# 起先是一串不成话的字；不久有了词，只是颠三倒四；然后有了句子。在倒数第二次里，找一句课本上没有的。再看最后一次，它从头到尾都在**背书**。把温度调高：新建一格，运行 `print(write(200, temperature=1.5))`，看它会不会又编起来。
#
# 背得下来并不奇怪：参数是课本字数的二十多倍。大语言模型也用这样一个循环来学，只是课本大得多：[GPT-3](https://arxiv.org/abs/2005.14165) 有 1750 亿个参数，读了 3000 亿个词元的文本。

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# Two questions:

# %% [markdown] id="recap" lang="zh" agreed="3ee3d84f-f499ad85"
# ## 8 · 小结
#
# 散场之前，两个问题：

# %% id="recap-question-1"
ask("one_step")

# %% id="recap-question-2"
ask("what_it_proves")

# %% [markdown] id="recap-bullets" lang="en"
# * A loss says how wrong the answers are, its gradient which way it rises; a loop takes step after step against it.
# * Some tasks need two layers: the first leaves a note, the second looks for it.
# * Right answers do not show that a program is attention. Compare its numbers.
#
# Next: [Lesson 11, cost →](11_cost.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="325ce553-b045528f"
# * 损失表示答得有多差，梯度表示每个数该往哪边动，循环就一步接一步地走。矩阵不用人来写。
# * 有些事一层做不到，要两层：第一层给每个词记下前面是谁，第二层去找这条记录。
# * 答案全对，不说明程序算的就是注意力；要核对数字。
#
# 这一切要花多少代价？[第 11 课，代价 →](11_cost.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# One more film, what else a film needs, the second film to train yourself, and the third in twenty models.

# %% [markdown] id="later" lang="zh" agreed="e87158d4-ba1abfc8"
# ## 想多了解一点
#
# 还有一部片子，拍片还少不了什么，自己训练第二部，再用二十个模型检验第三部。

# %% [markdown] id="curious" lang="en"
# **One more film: look up.** The input is six pairs of a word and its meaning (one of 8: blindly guessed, right 1 time in 8), then one of the words again, with a “?” for its meaning. Each row is the sum of two learned embeddings, one for the word and one for the meaning. There are **no positions**: nothing depends on the order. This text asks for the third word; the film shows the row of the “?”, and is paused at step 20:

# %% [markdown] id="curious" lang="zh" agreed="a10cd496-7628a021"
# **还有一部片子：查字典。** 给出六对词和释义（释义共 8 种，不看题瞎猜，8 次对 1 次），再给出其中一个词，释义的地方写着“?”。每一行是两个学来的词向量之和，一个代表词，一个代表释义。这里**不加位置**，先后无所谓。这里问的是第三个词；画面上是“?”那一行的权重，停在第 20 步：

# %% id="look-up-film"
pairs = load_results("learning")["look_up"]

def looking_up(step=20):
    row = {"weights": pairs["weights"][step // 5][None]}
    return frame(row, pairs["steps"], {"share_right": pairs["right"]}, step // 5, cols=[*"123456?"], xlabel="steps_of_training")

live(looking_up, step=(0, 100, 5))

# %% [markdown] id="look-up-seen" lang="en"
# The “?” finds the pair of its word: the word is all it has to go by.
#
# **What else a film needs.** The right program can fail, too, if something is missing around it. Here is the share of right answers with and without each of three things, for the seeds 0 to 9:

# %% [markdown] id="look-up-seen" lang="zh" agreed="330ae9f4-a14d0291"
# “?”那一行里只有这个词可以依据，它凭这个词找到了前面的那一对。
#
# **少了什么，片子放不成？** 程序写对了，周围缺了东西，也会学不成。下面是种子 0 到 9 答对的比例；三样东西，各有两行，一行有它，一行没有：

# %% id="without-table"
without = load_results("learning")["without"]
rows = {f"{which} {name}": without[name][which] for name in ("positions", "√d_k", "residual") for which in ("with", "without")}
shares(rows, range(10))

# %% [markdown] id="without-seen" lang="en"
# * **Positions** (backwards): without them, at most 0.3, as at step 0 in section 3. The model knows which digits occur, but not where (lesson 08).
# * **Scaling** by √d_k (look up, with $d_k = 128$): without it the ten seeds end anywhere from 0.13, a blind guess, to 0.99. All are sure, right or wrong: their largest weight is at least 0.99 (a mean over 500 sentences). Then softmax passes almost no gradient back (lesson 04).
# * **Residual connections** (backwards, six layers): without them all words become one (lesson 09), and the model writes the same digit ten times, often not even the most frequent one.

# %% [markdown] id="without-seen" lang="zh" agreed="aece56fc-79740692"
# * **位置**（倒着写）：没有它，最多答对 0.3，和第 3 节第 0 步时差不多：只知道有哪些数字，不知道各在哪里（第 08 课）。
# * **缩放**，也就是除以 √d_k（查字典，$d_k = 128$）：没有它，十个种子从 0.13（等于盲猜）到 0.99，参差不齐。可是不管答得对不对，每个模型都很自信：最大的权重至少有 0.99（500 个句子的平均）；这时 softmax 几乎不再往回传梯度（第 04 课）。
# * **残差连接**（倒着写，六层）：没有它，所有的词都变成一个词（第 09 课），十个位置写的都是同一个数字，还常常不是出现得最多的那个。

# %% [markdown] id="curious-train" lang="en"
# **Train the second film yourself** in a few seconds; `Continuer` is in `classroom.lab.tasks`. This is another run, with fewer steps: it turns much earlier. Try one layer in place of two. (In large models the turn shows as a small bump in the falling loss: [Olsson et al. 2022](https://arxiv.org/abs/2209.11895).)

# %% [markdown] id="curious-train" lang="zh" agreed="c67e2292-e8b4c6af"
# **自己训练第二部片子**，几秒钟；`Continuer` 在 `classroom.lab.tasks` 里。这是另外一次训练，步数少一些，转折早得多。把两层换成一层试试。（大模型里也有这样的突变，下降的损失曲线上会出现一个小鼓包：[Olsson 等，2022](https://arxiv.org/abs/2209.11895)。）

# %% id="curious-induction" tags=["torch"]
import torch
from classroom.lab.tasks import Continuer, induction
from classroom.lab.training import train as train_layer
torch.set_num_threads(1)
run = train_layer(lambda: Continuer(layers=2), induction, iterations=500, every=100, rate=0.02)
table(step=run.iterations, share_right=run.right.round(1))

# %% [markdown] id="curious-one-look" lang="en"
# **Is the third film luck? Can one layer *answer*, at least?** We train twenty models, ten with two layers, ten with the first alone, and ask about the held-out pairs. The first three columns belong to two layers: the share of right answers, and the weights of the adjective in layer 1 and of the right noun in layer 2. The last column counts only pairs of two animals:

# %% [markdown] id="curious-one-look" lang="zh" agreed="d02375cd-aede74a2"
# **第三部是碰巧吗？只有一层，能不能另想办法答对？** 我们训练二十个模型，十个有两层，十个只有第 1 层，都只问留出的名词对。前三列是两层的：答对的比例，第 1 层给形容词的权重，第 2 层给正确名词的权重。最后一列只算两个名词都是动物的句子：

# %% id="curious-one-look-code" tags=["of-its-language"]
from attnlib.languages import language
two, one = (load_results("learning")[language()][name] for name in ("two_layers", "one_layer"))
looks = {"on_the_adjective": two["on_the_adjective"], "on_the_noun": two["on_the_noun"]}
table(seed=range(10), two_layers_right=two["right"], **looks, one_layer_right=one["right"], one_layer_two_animals=one["hard"])

# %% [markdown] id="curious-two-kinds" lang="en"
# Two layers are always right. With most seeds (the film shows seed 3) the weight of the adjective is a mean of extremes: one kind of adjective, say those that speak for the first noun, gets nearly all, the other kind nearly nothing. To tell two kinds apart, one is enough.

# %% [markdown] id="curious-two-kinds" lang="zh" agreed="5486d7a2-bd933bb0"
# 两层的全对。片子是种子 3；别的种子，给形容词的权重大多是两个极端的平均：一类形容词（比如说的是前一个名词的那些）几乎得到全部，另一类几乎一点没有。要分清两类，看到一类就够了。

# %% [markdown] id="curious-one-look-why" lang="en"
# One layer beats a coin (0.5), but not between two animals (0.48).
#
# In one layer each word adds a term to the output. The term of *quick* favours the same animal, wherever it stands; the animals' terms do not know the adjective. Take *horse … cat* and *cat … horse*, each with *quick* and *slow*. If both answers for *quick* are right, the animals' terms, summed over both orders, favour the second noun; for *slow*, the first. So at least one of the four is wrong. (Why more are, we do not know.)

# %% [markdown] id="curious-one-look-why" lang="zh" agreed="6db38de2-42b0aba0"
# 一层的比抛硬币（0.5）好一些；可是两个名词都是动物时，还不如抛硬币（平均 0.35）。
#
# 在一层里，每个词往输出里各加一项。“快”的那一项偏向哪个动物，是固定的，不管那个动物站在前面还是后面；两个动物的那两项，又不知道形容词是什么。拿“马……猫”和“猫……马”来说，各配上“快”和“慢”，共四句。要让“快”的两句都对，动物的那两项总的来说就得偏向后一个名词；“慢”的两句却要它们偏向前一个。所以四句里至少错一句。（实际上更多，为什么，没有查。）

# %% [markdown] id="curious-same" lang="en"
# **Is it the same on every computer?** The seed fixes the random numbers. But the terms of a sum are added in an order that depends on the machine, and each addition is rounded; a hundred steps later the last decimals differ. So we print few decimals, and a test asks for “at least 0.99”.

# %% [markdown] id="curious-same" lang="zh" agreed="e2737a54-5c512bbe"
# **换一台电脑，结果一样吗？** 种子固定了随机数。可是求和要舍入，先后次序因机器而异，走上一百步，末尾几位小数就不同了。所以我们只打印几位小数，测试也只要求“至少 0.99”。
