# %% [markdown] id="title" lang="en"
# # 10 · Learning: a cinema
#
# So far, most numbers in $W_Q$, $W_K$ and $W_V$ were ours. A real model has billions of them. Who writes its matrices?
#
# Tonight we show three films of learning. In the last one your own program learns to write.
#
# About 50 minutes, and 15 for the exercises, in two sittings. You need lessons 04 to 09.

# %% [markdown] id="title" lang="zh" agreed="b4c77b01-708c855d"
# # 10 · 学习：一场电影
#
# 到现在为止，$W_Q$、$W_K$、$W_V$ 里的数大多是我们自己写的。真正的模型里，这样的数有几十亿个。那么，这些矩阵是谁写的？
#
# 今晚放三部片子，看注意力怎样学会一件事。最后一部里，你自己的程序要学着写故事。
#
# 约 50 分钟，练习另需 15 分钟，分两次学。需要先学第 04 到 09 课。

# %% id="setup"
import numpy as np
from attnlib import bands, heatmap, load_results, shares, show, table, use_language
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
# **50 minutes.** Before the lecture run the setup cell and section 5 up to the loop, which loads PyTorch. Section 1: 5 min; let the hall draw the map in the air before the film runs. Section 2: 4 min. Section 3: 12 min; let the hall call out which way to turn the number. Section 4: 10 min, the vote, then drag the slider slowly between 440 and 520. Section 5: 10 min, the vote on the test set, then one training. Section 6: 6 min, by show of hands. Section 7: 3 min. Exercises 1 and 3 are for home.

# %% [markdown] id="plan" lang="zh" agreed="210fa526-2ff4d1cf" tags=["lecturer"]
# **50 分钟安排。** 上课前先运行导入单元格，再把第 5 节运行到训练循环（它要加载 PyTorch）。第 1 节 5 分钟，放映之前让大家用手在空中比划那张图。第 2 节 4 分钟。第 3 节 12 分钟，那个数往哪边调，让大家喊出来。第 4 节 10 分钟，先表决，再把滑块在 440 到 520 之间慢慢拖。第 5 节 10 分钟，先就测试集表决，再训练一次。第 6 节 6 分钟，举手表决。第 7 节 3 分钟。练习 1 和 3 留作课后。

# %% [markdown] id="reverse" lang="en"
# ## 1 · First film: backwards
#
# Ten digits should come out in reverse: position 0 has to look at position 9, position 1 at 8, and so on.
#
# A row of $X$ has twenty columns: one 1 among the first ten for the digit, one among the last ten for the position. Keys and values are $X$ itself. Only $W_Q$ is learned, 20 × 20 numbers, at first 0.
#
# The first ten columns of the output are **probabilities**: each digit gets the weights of all positions where it stands. The most probable digit is the answer; the share of right ones is the [**accuracy**](glossary.ipynb). Drag the slider to 0, then forward:

# %% [markdown] id="reverse" lang="zh" agreed="77a33d96-d9d87be3"
# ## 1 · 第一部：倒着写
#
# 输入十个数字，输出要把它们倒过来：位置 0 该看位置 9，位置 1 该看位置 8，依此类推。
#
# $X$ 的一行有二十列。前十列写它是哪个数字，后十列写它站在哪个位置，两段里各有一个 1。键和值直接用 $X$，要学的只有 $W_Q$，20 × 20 个数，一开始全是 0。
#
# 输出的前十列是**概率**：一个数字站在哪几个位置，那几个位置的权重加起来，就是它的概率。概率最大的数字是答案，答对的比例叫[**准确率**](glossary.ipynb)。先把滑块拖回 0，再慢慢往前：

# %% id="reverse-film"
film = load_results("learning")["reverse"]
def backwards(step=60):
    return frame({"weights": film["weights"][step]}, film["steps"], {"accuracy": film["right"]}, step, xlabel="steps_of_training")
live(backwards, step=(0, 60, 1))

# %% [markdown] id="loss" lang="en"
# ## 2 · How wrong?
#
# At step 17 all answers are right, though the right position has a weight of only about 0.35: no wrong digit gets more.
#
# **First we need one number that says how wrong the answers are**: the [**loss**](glossary.ipynb) of lessons 04 and 09. It is the mean of $-\ln p$, where $p$ is the probability of the *right* digit (the cross-entropy): 0 for $p = 1$, 0.69 for 0.5, 4.61 for 0.01.
#
# **Exercise 1** (★, 4 min). `p` has one row of probabilities for each answer; `wanted` holds the number of the right column in each row. Return the mean loss.

# %% [markdown] id="loss" lang="zh" agreed="9af8337a-5712b473"
# ## 2 · 错了多少？
#
# 到第 17 步，答案已经全对，这时正确的位置才得 0.35 左右：错的数字都不到这么多就行。
#
# **首先，要有一个数说明答得有多差**，这就是第 04、09 课见过的[**损失**](glossary.ipynb)。看**正确**的那个数字得到了多大概率 $p$，对 $-\ln p$ 求平均，也就是交叉熵。$p = 1$ 时是 0，0.5 时是 0.69，0.01 时是 4.61。
#
# **练习 1**（★，4 分钟）。`p` 的每一行是一个答案的概率分布，`wanted` 是各行里正确的那一列的编号。返回平均损失。

# %% id="exercise-loss" tags=["exercise"]
def my_loss(p, wanted):
    ...

loss = check.loss(my_loss)

# %% [markdown] id="gradient" lang="en"
# ## 3 · Which way?
#
# **Second, which way to turn each number** of $W_Q$, as if it were a knob. Columns 0 to 9 of $X$ are for the digit, so position 0 has its 1 in column 10, position 9 in column 19. Hence `W_Q[10, 19]` changes one score: position 0 looks at position 9.
#
# In *3 1 4 1 5 9 2 6 5 3*, position 0 has to write the last digit, 3. A 3 stands at position 0, too, so its probability is 0.2 at first. Here are the ten weights and the loss. Turn the knob until the loss falls; then choose position 4 and turn again:

# %% [markdown] id="gradient" lang="zh" agreed="21c1b47d-16da1ec2"
# ## 3 · 往哪边调？
#
# **其次，要知道每个数该往哪边调。** 把 $W_Q$ 的每个数想成一个旋钮，先只试一个。$X$ 的第 0 到 9 列留给数字，位置从第 10 列写起：位置 0 的 1 写在第 10 列，位置 9 的写在第 19 列。所以调 `W_Q[10, 19]` 只改变一个分数，就是位置 0 看位置 9 的分数。
#
# 在 3 1 4 1 5 9 2 6 5 3 里，位置 0 该写最后一个数字 3；开头也有一个 3，所以它的概率起先是 0.2。图里是位置 0 的十个权重，上方是这一个答案的损失。请调这个旋钮，让损失变小；再把“位置”换成 4，调位置 0 看位置 4 的那个数：

# %% id="gradient-turn"
digits = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
X = np.hstack([np.eye(10)[digits], np.eye(10)])  # (10, 20)
def turn_one(place=9, number_in_W_Q=0):
    W_Q = np.zeros((20, 20))
    W_Q[10, 10 + place] = number_in_W_Q
    weights = mine.attention(X @ W_Q, X, np.eye(10))[:1]  # (1, 10)
    return heatmap(weights, ["p0"], digits, title=f"−ln p = {-np.log(weights[:, digits == 3].sum()):.3f}")
live(turn_one, place=[9, 4], number_in_W_Q=(-20, 20, 5))

# %% [markdown] id="gradient-yours" lang="en"
# For position 9 the number should go up, for position 4 down. A tiny turn shows it, too: when `W_Q[10, 19]` goes from 0 to 0.01, the loss goes from 1.6094 to 1.6085. Its change divided by the turn, −0.0009 / 0.01 = −0.09, is nearly the **derivative** (lesson 04). All 400 derivatives together are the [**gradient**](glossary.ipynb). Where it is negative, turn up; where positive, down.
#
# `gradient` tries each number alone, on a [**batch**](glossary.ipynb) of 64 random sequences. `mean_loss` is the loss of all their answers:

# %% [markdown] id="gradient-yours" lang="zh" agreed="f5f9d376-b891b534"
# 位置 9 的那个数要调大，位置 4 的要调小。其实只调一点点，就看得出方向：`W_Q[10, 19]` 从 0 调到 0.01，损失就从 1.6094 变成 1.6085。损失的变化除以这个数的变化，是 −0.0009 / 0.01 = −0.09，差不多就是**导数**（第 04 课）。全部 400 个数的导数合在一起，叫[**梯度**](glossary.ipynb)。导数为负的数要调大，为正的要调小。
#
# `gradient` 就这样试 400 次，每次只把一个数调大 0.01，其余不动。每次随机取一[**批**](glossary.ipynb)数字，共 64 串，`mean_loss` 是它们全部答案的平均损失：

# %% id="gradient-draw"
from classroom.lab.digits import draw_digits
rng, attend = np.random.default_rng(0), mine.attention
def probabilities(W_Q, X):
    return attend(X @ W_Q, X, X)[..., :10]  # (64, 10, 10)
def mean_loss(W_Q, X, digits):
    return mine.loss(probabilities(W_Q, X).reshape(-1, 10), digits[:, ::-1].ravel())

# %% id="gradient-code"
def gradient(W_Q):
    X, digits = draw_digits(rng)  # (64, 10, 20), (64, 10)
    before, slopes = mean_loss(W_Q, X, digits), np.zeros((20, 20))
    for knob in np.ndindex(20, 20):
        turned = W_Q.copy()
        turned[knob] += 0.01
        slopes[knob] = (mean_loss(turned, X, digits) - before) / 0.01
    return slopes

# %% [markdown] id="descent" lang="en"
# **Third, take a step and repeat.** Each step goes against the gradient, and the *learning rate* says how far: $W \leftarrow W - \text{rate} \cdot \text{gradient}(W)$. This is [**gradient descent**](glossary.ipynb).
#
# **Exercise 2** (★, 4 min). Write the loop. `gradient` is a function of $W$; return $W$ after `steps` steps.

# %% [markdown] id="descent" lang="zh" agreed="c6d72212-2442250a"
# **最后，走一步，再来一遍。** 每一步朝梯度的反方向走，走多远由**学习率**（rate）来定：$W \leftarrow W - \text{rate} \cdot \text{gradient}(W)$。这叫[**梯度下降**](glossary.ipynb)（gradient descent）。
#
# **练习 2**（★，4 分钟）。把这个循环写出来。`gradient` 是 $W$ 的函数；走完 `steps` 步，返回 $W$。

# %% id="exercise-train" tags=["exercise"]
def my_train(gradient, W, rate, steps):
    ...

train = check.train(my_train)

# %% [markdown] id="run" lang="en"
# Your loop, your attention, your loss: $W_Q$ begins with zeros and takes five steps, three times. Accuracy and loss are measured on a new batch. The map is the part of $W_Q$ for positions:

# %% [markdown] id="run" lang="zh" agreed="bb8e4b10-4818ca5c"
# 循环、注意力、损失都是你写的，没写过的就用我们的。$W_Q$ 从全 0 开始，每次走五步，走三次；准确率和损失在一批新的数字上算。图是最后那个 $W_Q$ 里属于位置的各行各列：

# %% id="run-code"
W_Q, rate, steps = [np.zeros((20, 20))], 120, 5
for _ in range(3):
    W_Q.append(train(gradient, W_Q[-1], rate, steps))
X, digits = draw_digits(rng)
right = [(probabilities(W, X).argmax(-1) == digits[:, ::-1]).mean() for W in W_Q]
losses = [mean_loss(W, X, digits) for W in W_Q]
table(step=steps * np.arange(4), accuracy=np.round(right, 2), loss=np.round(losses, 2))

# %% id="run-map"
heatmap(W_Q[-1][10:, 10:], range(10), range(10), kind="signed", title="W_Q")

# %% [markdown] id="run-seen" lang="en"
# Who wrote this matrix? The right answers did, through your loop, and we can read it: *0 asks for 9, 1 for 8, …* The loss still falls when all answers are right, since it counts certainty.
#
# **Puzzle.** Change `rate` and `steps`. How few steps can reach 1?
#
# <details><summary>One solution</summary>
#
# One step, with the rate 1000. In this task the very first gradient points the right way, so even a giant step is safe. That is special: in general a gradient points the right way only for a small step. How far a step goes depends on the rate *times* the gradient. In the run above, where the loss is the mean of 640 answers, all derivatives are below 0.02, so with the rate 120 no number moves by more than 2.4 at once.
#
# </details>

# %% [markdown] id="run-seen" lang="zh" agreed="371221f4-3a6f8987"
# 那么，这个矩阵是谁写的？没有人告诉过模型位置 0 该看位置 9；是正确答案通过你的循环写出来的，而且我们读得懂：“0 找 9，1 找 8……”。答案全对以后，损失还在下降，因为它还要看答得有多大把握。
#
# **谜题。** 在写着 `train(…)` 的那一格里改 `rate`（学习率）和 `steps`（步数）：最少几步能到 1？
#
# <details><summary>一个解法</summary>
#
# 学习率取 1000，一步就够。这个任务里，头一个梯度的方向就是对的，步子再大也不要紧。这是特例：一般说来，梯度的方向只在一小步之内靠得住。一步走多远，看的是学习率**乘**梯度。上面那次训练里，一步要平均 640 个答案，导数全都小于 0.02，所以学习率虽有 120，每个数每一步最多也只变 2.4。
#
# </details>

# %% [markdown] id="induction" lang="en"
# ## 4 · Second film: the sudden turn
#
# *… Anna Berg … Anna*: you know what comes next. Of sixteen random words the last has occurred before; which word followed it? The model has a causal mask and learned positions. A *layer* is attention with its residual connection.
#
# Now all matrices learn. PyTorch goes *back* from the loss through the computation: each operation multiplies the gradient that reaches it by its own derivative and passes it on (the chain rule). One way back gives all derivatives: [**backpropagation**](glossary.ipynb).

# %% [markdown] id="induction" lang="zh" agreed="590a0e66-05d4117d"
# ## 4 · 第二部：突变
#
# “……欧阳锋……欧阳”，下一个字是什么，你马上就知道。模型读十六个随机的词，最后一个在前面出现过；要模型说出，当时跟在后面的是哪个词。模型有因果掩码和可学习的位置；这里的一**层**，就是注意力加残差连接。
#
# 现在所有的矩阵都要学，再一个数一个数地试就太慢了。PyTorch 从损失出发，沿着计算的步骤**往回**走：每一步运算把传到它这里的梯度乘上自己的导数，再传给前一步，用的就是链式法则。走一趟，所有的导数就都有了，这叫[**反向传播**](glossary.ipynb)。

# %% id="induction-question"
turn = load_results("learning")["induction"]
ask("one_layer_lacks", then=bands(turn["steps"], turn["lines"], xlabel="steps_of_training", ylabel="accuracy"))

# %% [markdown] id="induction-film-text" lang="en"
# In this film *a* stands at position 8 and *b* at 9. Drag the slider back, then slowly forward:

# %% [markdown] id="induction-film-text" lang="zh" agreed="6859e0ec-e3cde7bf"
# 片子里的句子，前面那个 *a* 都站在位置 8，*b* 站在位置 9。先往回拖，再慢慢往前：

# %% id="induction-film"
def sudden(step=600):
    maps = {"layer_1": turn["first"][step // 20], "layer_2_last_row": turn["second"][step // 20][None]}
    return frame(maps, turn["steps"], {"accuracy": turn["right"]}, step // 20, xlabel="steps_of_training")
live(sudden, step=(0, 700, 20))

# %% [markdown] id="induction-seen" lang="en"
# After 460 steps the accuracy is still 0.12; a guess among positions 5 to 14 gives 0.1. At step 500 it is 0.95.
#
# * **Layer 1** writes a note into each word's row: who stood before me. That is the diagonal.
# * **Layer 2** lets the last word, *a*, ask: whose note says *a*? That is *b*, at 9.
#
# Each is useless without the other: a note that nobody reads changes no answer, and without notes there is nothing to read. So both wait. When we fixed layer 1 at its diagonal, one answer in five was right by step 100 with each of ten seeds; otherwise never before step 280.

# %% [markdown] id="induction-seen" lang="zh" agreed="ad0a0c9b-55bd9d2c"
# 前 460 步几乎没有长进，准确率才 0.12，而在位置 5 到 14 的词里随便猜一个，也能对 0.1。可是到第 500 步，一下子升到了 0.95。这时两层已经配合起来了：
#
# * **第 1 层**好比给每个词贴一张便条，写着“我前面是谁”，图上就是那条斜线。
# * **第 2 层**负责读便条。最后一个词 *a* 问：谁的便条上写着 *a*？答案是位置 9 的 *b*。
#
# 没人读，写了也白写；没人写，想读也没得读。两层互相等着，所以等了这么久。做个检验：把第 1 层固定成那条斜线，不到 100 步，十个种子就都对了五分之一；让它自己学，最快也要 280 步。

# %% [markdown] id="induction-real" lang="en"
# The head in layer 2 is an [**induction head**](glossary.ipynb). In large language models they appear early in training and almost at once, with a small bump in the loss curve ([Olsson et al. 2022](https://arxiv.org/abs/2209.11895)). Lesson 13 finds one in a real model, with a control.
#
# <details><summary>Why do rows 1 to 4 and row 15 of layer 1 stay blurred?</summary>
#
# In training *a* stood at 4 to 13, so *b* at 5 to 14. Only these rows needed a note.
#
# </details>
#
# **Time for a break.** The next sitting begins with section 5.

# %% [markdown] id="induction-real" lang="zh" agreed="14ae8849-033421f5"
# 第 2 层的这个头叫[**归纳头**](glossary.ipynb)（induction head）：看到“欧阳”就接“锋”的，就是它。大语言模型里也有归纳头，它们在训练早期很短的一段时间里出现，损失曲线上会鼓起一个小包（[Olsson 等，2022](https://arxiv.org/abs/2209.11895)）。第 13 课会在一个会写英文的模型里找到它，并设对照。
#
# <details><summary>第 1 层的第 1 到 4 行和第 15 行，为什么始终是模糊的？</summary>
#
# 训练时 *a* 站在 4 到 13，*b* 就在 5 到 14；别的行用不着记下前一个词。
#
# </details>
#
# **歇一歇。** 下一次从第 5 节开始。

# %% [markdown] id="writer" lang="en"
# ## 5 · Third film: it writes
#
# Now your own functions learn together. `yours` runs them on PyTorch's tensors, `P`, made below, holds all parameters by name, and `parts` fills your functions with them: two heads, the feed-forward network, three norms, each with its own gain and bias.

# %% [markdown] id="writer" lang="zh" agreed="4ee87294-dc3c4f3b"
# ## 5 · 第三部：它会写了
#
# 现在让你写过的函数一起来学。`yours` 让它们也会算 PyTorch 的张量，梯度就求得出来。`P` 在下面生成，里面按名字存着所有的参数，`parts` 把参数填进你的函数：两个头、前馈网络，还有三处层归一化，各有各的 gain 和 bias。

# %% id="writer-code" tags=["torch"]
import torch
from classroom.lab.numpy_bridge import on_tensors as yours
from classroom.lab.tasks import Story, parts
def writer(letters):
    norm_1, attention, norm_2, feed_forward, last_norm = parts(yours, P)
    x = P["letters"][letters] + P["places"][: letters.shape[-1]]
    x = yours.block(x, norm_1, attention, norm_2, feed_forward)
    return yours.softmax(last_norm(x) @ P["out"])  # (batch, n, letters)

# %% [markdown] id="writer-train" lang="en"
# It learns from a story of ours; `Story("…")` takes a text of your own, in any language. The first four fifths are the [**training set**](glossary.ipynb). The rest, the [**test set**](glossary.ipynb), is used by no step. An [**optimizer**](glossary.ipynb) moves the parameters:

# %% [markdown] id="writer-train" lang="zh" agreed="6242785d-ce7f31f1"
# 它的课本是我们编的一个小故事。换成 `Story("……")`，就能让它学你自己的文字，什么语言都行。前五分之四是[**训练集**](glossary.ipynb)；其余是[**测试集**](glossary.ipynb)，训练时一步也不用。参数由[**优化器**](glossary.ipynb)来调：

# %% id="writer-start" tags=["torch", "of-its-language"]
torch.set_num_threads(1)
story = Story()
P = story.parameters()
optimizer = torch.optim.Adam(P.values(), lr=0.01)
show(letters=len(story.text), parameters=sum(p.numel() for p in P.values()))
print(story.text)

# %% [markdown] id="writer-predict" lang="en"
# *Adam* ([Kingma and Ba 2015](https://arxiv.org/abs/1412.6980)), with which the first Transformer and GPT-3 were trained, is gradient descent with a running average of the gradients and a step size for each parameter.
#
# An [**epoch**](glossary.ipynb) is one pass through the training set. We train for 20, with ten seeds.

# %% [markdown] id="writer-predict" lang="zh" agreed="9fee22e9-3516b88f"
# *Adam*（[Kingma 和 Ba，2015](https://arxiv.org/abs/1412.6980)）也是梯度下降，只是用的是梯度的滑动平均，并且给每个参数单独定步长。最早的 Transformer 和 GPT-3 都是用它训练的。
#
# 把整个训练集过一遍，叫一个[**轮次**](glossary.ipynb)（epoch）。我们训练 20 个轮次，用十个种子，每过一个轮次，在训练集和测试集上各算一次损失。

# %% id="writer-question" tags=["of-its-language"]
from attnlib.languages import language
ask("unseen_text", then=bands(range(21), load_results("learning")["writer"][language()], xlabel="epochs", ylabel="loss"))

# %% [markdown] id="writer-step" lang="en"
# Your loop, as everybody writes it in PyTorch: `zero_grad` forgets the last gradient, `backward` computes the new one, `step` moves the parameters. Of 25 letters the model reads 24 and after each guesses the next. It always reads the true letters, never its own guesses: [**teacher forcing**](glossary.ipynb).

# %% [markdown] id="writer-step" lang="zh" agreed="ffef724d-28bae082"
# 这就是练习 2 的循环，用 PyTorch 人人都这么写：`zero_grad` 清掉上一步的梯度，`backward` 算出新的梯度，`step` 让每个参数走一步。一段有 25 个字，模型读前 24 个，每读一个都要猜下一个。它读的始终是原文里的字，不是自己猜的字，这叫[**教师强制**](glossary.ipynb)（teacher forcing）。

# %% id="writer-step-code"
def loss_of(pieces):  # (batch, 25)
    p = writer(pieces[:, :-1])  # (batch, 24, letters)
    return yours.loss(p.flatten(0, 1), pieces[:, 1:].flatten())
def train_step(pieces):
    optimizer.zero_grad()
    loss = loss_of(pieces)
    loss.backward()
    optimizer.step()

# %% [markdown] id="writer-run-text" lang="en"
# `batches(32)` yields all pieces in random order. `write` draws the next letter (temperature 0.5), appends it and begins again: here after 0, 2, 6 and 20 epochs.

# %% [markdown] id="writer-run-text" lang="zh" agreed="deda9e72-0b6307b8"
# `batches(32)` 把所有的段打乱次序，一批一批地取出来。`write` 从课本开头的四个字往下写：按温度 0.5 抽出下一个字，接上去，再来一遍。下面是 0、2、6、20 个轮次之后写的：

# %% id="writer-run" tags=["torch", "of-its-language"]
show({"0": story.write(writer, 60)})
for epoch in range(1, 21):
    for pieces in story.batches(32):
        train_step(pieces)
    if epoch in (2, 6, 20):
        show({f"{epoch}": story.write(writer, 60 + 5 * epoch)})
yours

# %% [markdown] id="writer-seen" lang="en"
# First comes noise, then words, then sentences. Find one that is not in the story.
#
# In the end it recites. The mean loss on the training set falls to 0.27; on the test set it is lowest after ten epochs, and then rises: [**overfitting**](glossary.ipynb). With ten times as many parameters as letters, a model can learn the text by heart. More text helps, and so does stopping in time, by a third part of the text, the *validation set*. [GPT-3](https://arxiv.org/abs/2005.14165), with 175 billion parameters, read 300 billion tokens, most of its texts less than once.

# %% [markdown] id="writer-seen" lang="zh" agreed="78594151-2b771a8c"
# 起先是一串不成话的字，后来有了词，只是颠三倒四，再后来有了句子。找一句课本上没有的。
#
# 最后那一次，它是在背课文。十个种子平均，训练集上的损失降到了 0.15；测试集上的损失在第 7 个轮次最低，后来一路回升。这叫[**过拟合**](glossary.ipynb)：参数是训练集字数的三十倍，不学规律，背下来就行。对策是多给文本，或者及早停下；何时停，要看另外留出的一份文本，叫**验证集**。[GPT-3](https://arxiv.org/abs/2005.14165) 有 1750 亿个参数，读了 3000 亿个词元，而且大部分文本读了还不到一遍。

# %% [markdown] id="suspects" lang="en"
# ## 6 · Seven suspects
#
# Seven programs claim to be attention, each with a mistake:
#
# * *no scale* leaves the scores as they are; *÷ $d_k$* divides them by $d_k$, not by $\sqrt{d_k}$.
# * *softmax over columns* runs softmax down the columns; *no softmax* leaves it out.
# * *values are keys* uses keys as values; *values are queries* and *keys are queries* likewise.
#
# Each is trained on the tasks of the first two films, *backwards* and *a b … a*. All its matrices learn.

# %% [markdown] id="suspects" lang="zh" agreed="340c9743-9310d08c"
# ## 6 · 七个可疑的程序
#
# 有七个程序自称是注意力，每个都有一处错：
#
# * “不缩放”：分数没有除；*÷ $d_k$*：除以 $d_k$，而不是 $\sqrt{d_k}$。
# * “softmax 做在列上”：方向错了；“没有 softmax”：没有做。
# * “值用了键”：该用值的地方用了键；“值用了查询”、“键用了查询”，依此类推。
#
# 让它们各自去学前两部片子的任务：“倒着写”和“接着写”（*a b … a*），所有的矩阵都要学。

# %% id="suspects-question"
suspects, tasks = load_results("learning")["suspects"], ("reverse", "induction")
means = {name: [found[task].mean() for task in tasks] for name, found in suspects.items()}
ask("down_the_columns", then=shares(means, tasks))

# %% [markdown] id="suspects-test" lang="en"
# Comparing outputs needs no training. **Exercise 3** (★★, 7 min). Write the test: `attention` is a function of $Q$, $K$ and $V$, all (n, d); return True if it is attention. Compare it with `mine.attention`, on inputs where no mistake can hide.

# %% [markdown] id="suspects-test" lang="zh" agreed="549d6581-91254b2d"
# 要查出这样的错，不用训练，核对数字就行。**练习 3**（★★，7 分钟）。把这个测试写出来。`attention` 是 $Q$、$K$、$V$ 的函数，三者形状相同，都是 (n, d)；它确实是注意力，就返回 True。和 `mine.attention` 比，选的数要让每一种错误都露馅。

# %% id="exercise-attention-test" tags=["exercise"]
def my_attention_test(attention):
    ...

attention_test = check.attention_test(my_attention_test)

# %% [markdown] id="suspects-found-text" lang="en"
# Yours and the seven:

# %% [markdown] id="suspects-found-text" lang="zh" agreed="66362e1a-cb58f2a6"
# 让你的测试来断案：第一行是你自己的注意力，下面是那七个程序。

# %% id="suspects-found"
from classroom.exercises.wrong_attention import SUSPECTS
found = [attention_test(f) for f in (mine.attention, *SUSPECTS.values())]
table(program=["mine", *SUSPECTS], is_attention=found)

# %% [markdown] id="suspects-why" lang="en"
# Why does training miss so many? On *a b … a* it caught four; three passed both. Take *÷ $d_k$*, with $d_k = 32$: a $W_Q$ that is √32 = 5.66 times as large gives the same scores as attention. Training looks for a $W_Q$ with which *this* program answers right, and finds one. Right answers test the program only together with its matrices.
#
# <details><summary>Why did “keys are queries” fail at writing backwards?</summary>
#
# A dot product q · q′ is never larger than the larger of |q|² and |q′|². So of two positions that should look at each other, the one with the longer query gives itself at least as much weight as its partner. Training ends at half and half: both positions of a pair get nearly the same mixture of their two digits, and name the same one. If the digits differ (nine times in ten), one position is right; if not, both: on average 0.55.
#
# </details>

# %% [markdown] id="suspects-why" lang="zh" agreed="673a475b-779cd908"
# 为什么训练会放过这样的错？“接着写”查出了四个，另外三个两部片子都通过了。看看 *÷ $d_k$*，这里 $d_k = 32$：只要 $W_Q$ 大上 √32 = 5.66 倍，它的分数就和注意力的一模一样。训练要找的，是能让**这个**程序答对的 $W_Q$，十个种子都找到了。所以答案对不对，考的是程序加矩阵，不是程序本身。
#
# <details><summary>“键用了查询”为什么学不会倒着写？</summary>
#
# 点积 q · q′ 最多等于 |q|² 和 |q′|² 里较大的那个。所以两个该互相看的位置里，查询较长的那个，给自己的权重至少和给对方的一样大。训练的结果是一半对一半：一对位置拿到的几乎是同一份混合，写的也就是同一个数字。两个数字不同时（十次里九次），对一个，错一个；碰巧相同，两个都对：平均起来就是 0.55。
#
# </details>

# %% [markdown] id="recap-bullets" lang="en"
# ## 7 · Recap
#
# * A loss says how wrong the answers are. Training takes step after step against its gradient.
# * Some tasks need two layers: one leaves a note, one looks for it.
# * A low loss on the training set proves little: measure on a test set.
# * Three of seven wrong programs learned both tasks. To know that a program is attention, compare its numbers.
#
# Next: [Lesson 11, cost →](11_cost.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="7ec0eca1-a31e8715"
# ## 7 · 小结
#
# * 损失表示答得有多差，梯度表示每个数该往哪边动，循环就一步接一步地走。矩阵不用人来写。
# * 有些事要两层配合：一层给每个词记下前面是谁，一层去找这条记录。
# * 训练集上的损失再低，也不能说明学会了；要在测试集上量。
# * 七个错误的程序，有三个两样都学会了。要知道程序算的是不是注意力，得核对数字。
#
# 这一切要花多少代价？[第 11 课，代价 →](11_cost.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# Backpropagation through attention by hand, a loss that skips positions, what else a film needs, and the second film to train yourself.

# %% [markdown] id="later" lang="zh" agreed="a6c4d25b-f1b68cbf"
# ## 想多了解一点
#
# 亲手做一遍注意力的反向传播，损失怎样跳过一些位置，少了什么片子放不成，自己训练第二部片子。

# %% [markdown] id="backward" lang="en"
# **Backpropagation through attention.** We write $S = Q K^\top / \sqrt{d_k}$, $A$ for the weights and $O = A V$. The gradient of the loss with respect to $O$ is given as $G$, a table of the shape of $O$. On the way back each step uses what it knows from the way forward; $\circ$ multiplies number by number:
#
# | forward | on the way back |
# |:--|:--|
# | $O = A V$ | $dV = A^\top G$, and $dA = G V^\top$ |
# | $A = \text{softmax}(S)$ | $dS = A \circ (dA - \text{rowsum}(A \circ dA))$ |
# | $S = Q K^\top / \sqrt{d_k}$ | $dQ = dS\, K / \sqrt{d_k}$, and $dK = dS^\top Q / \sqrt{d_k}$ |
#
# PyTorch's `backward` finds the same:

# %% [markdown] id="backward" lang="zh" agreed="e8ab3630-23e8d8ae"
# **注意力的反向传播。** 记 $S = Q K^\top / \sqrt{d_k}$，权重为 $A$，输出 $O = A V$。设损失对 $O$ 的梯度是 $G$，形状和 $O$ 一样。往回走时，每一步都要用到前向时算过的数；$\circ$ 是逐个数相乘，rowsum 是一行求和：
#
# | 前向 | 往回走 |
# |:--|:--|
# | $O = A V$ | $dV = A^\top G$，$dA = G V^\top$ |
# | $A = \text{softmax}(S)$ | $dS = A \circ (dA - \text{rowsum}(A \circ dA))$ |
# | $S = Q K^\top / \sqrt{d_k}$ | $dQ = dS\, K / \sqrt{d_k}$，$dK = dS^\top Q / \sqrt{d_k}$ |
#
# PyTorch 的 `backward` 求出的是同样的数：

# %% id="backward-code" tags=["torch"]
import torch
Q, K, V, G = torch.randn(4, 5, 3).double().requires_grad_()
A = torch.softmax(Q @ K.T / 3**0.5, -1)
dA = G @ V.T
dS = A * (dA - (A * dA).sum(-1, keepdim=True))
by_hand = torch.stack([dS @ K / 3**0.5, dS.T @ Q / 3**0.5, A.T @ G])
by_torch = torch.stack(torch.autograd.grad((A @ V * G).sum(), (Q, K, V)))
show(largest_difference=round(abs(by_hand - by_torch).max().item(), 12))

# %% [markdown] id="ignored" lang="en"
# **A loss may skip positions.** Padding has no next word (lesson 06). Of a question with its answer, often only the answer counts: the question cannot be predicted. Whoever teaches a model to add writes the digits backwards, too, since carries go from right to left. In PyTorch such positions get a mark in `wanted`, and `ignore_index` names the mark. Here the last row does not count, and leaving it out gives the same loss:

# %% [markdown] id="ignored" lang="zh" agreed="82f1af8c-58756338"
# **损失可以跳过一些位置。** 填充后面没有下一个词（第 06 课）；一问一答的文本，常常只算答的那一半，因为问题本来就猜不出来。让模型学加法时还会把数字倒过来写，因为进位是从右往左的。在 PyTorch 里，给这些位置的 `wanted` 写上一个记号，再用 `ignore_index` 说明是哪个记号。这里最后一行就不算，和去掉它的损失一样：

# %% id="ignored-code" tags=["torch"]
from torch.nn.functional import cross_entropy
scores, wanted = torch.tensor([[2.0, 0, 0], [0, 1, 0], [5, 0, 0]]), torch.tensor([0, 1, -1])
show({f"{wanted.tolist()}": cross_entropy(scores, wanted, ignore_index=-1)})
show({f"{wanted[:2].tolist()}": cross_entropy(scores[:2], wanted[:2])})

# %% [markdown] id="without" lang="en"
# **What else a film needs.** The right program can fail, too, if something is missing around it. Here is the accuracy with and without each of three things, for the seeds 0 to 9:

# %% [markdown] id="without" lang="zh" agreed="433deabf-3de091e8"
# **少了什么，片子放不成？** 程序没错，旁边少了东西，也学不成。下面是种子 0 到 9 的准确率；三样东西，各有两行，一行有它，一行没有：

# %% id="without-table"
without = load_results("learning")["without"]
rows = {f"{which} {name}": without[name][which] for name in ("positions", "√d_k", "residual") for which in ("with", "without")}
shares(rows, range(10))

# %% [markdown] id="without-seen" lang="en"
# * **Positions** (backwards): without them, at most 0.3, as at step 0 in section 3. The model knows which digits occur, but not where (lesson 08).
# * **Scaling** by $\sqrt{d_k}$, with $d_k = 128$; the model looks a word up among six, each with one of 8 meanings. Without scaling the ten seeds end anywhere from 0.13, a blind guess, to 0.99. All are sure, right or wrong: their largest weight is at least 0.99, a mean over 500 sentences. Then softmax passes almost no gradient back (lesson 04).
# * **Residual connections** (backwards, six layers): without them all words become one (lesson 09), and the model writes one digit ten times.

# %% [markdown] id="without-seen" lang="zh" agreed="501da2d5-6b2fecab"
# * **位置**（倒着写）：没有它，准确率最多 0.3，和第 3 节第 0 步时差不多：只知道有哪些数字，不知道各在哪里（第 08 课）。
# * **缩放**，也就是除以 $\sqrt{d_k}$，这里 $d_k = 128$。任务是查字典：六个词各配一种释义，共 8 种释义，问其中一个词的释义。没有缩放，十个种子从 0.13（等于盲猜）到 0.99，参差不齐。可是不管答得对不对，每个模型都很自信：最大的权重至少有 0.99（500 个句子的平均）；这时 softmax 几乎不再往回传梯度（第 04 课）。
# * **残差连接**（倒着写，六层）：没有它，所有的词都变成一个词（第 09 课），十个位置写的都是同一个数字。

# %% [markdown] id="curious-train" lang="en"
# **Train the second film yourself** in a few seconds; `Continuer` is in `classroom.lab.tasks`. This is another run, with fewer steps: the turn comes much earlier.<span class="notebook"> Try one layer in place of two.</span>

# %% [markdown] id="curious-train" lang="zh" agreed="536c433b-0283209c"
# **自己训练第二部片子**，几秒钟；`Continuer` 在 `classroom.lab.tasks` 里。这是另外一次训练，步数少一些，转折早得多。<span class="notebook">把两层换成一层试试。</span>

# %% id="curious-induction" tags=["torch"]
import torch
from classroom.lab.tasks import Continuer, induction
from classroom.lab.training import train as train_layer
torch.set_num_threads(1)
run = train_layer(lambda: Continuer(layers=2), induction, iterations=500, every=100, rate=0.02)
table(step=run.iterations, accuracy=run.right.round(1))

# %% [markdown] id="curious-same" lang="en"
# **Is it the same on every computer?** The seed fixes the random numbers. But the terms of a sum are added in an order that depends on the machine, and each addition is rounded; a hundred steps later the last decimals differ. So we print few decimals, and a test asks for “at least 0.99”.

# %% [markdown] id="curious-same" lang="zh" agreed="e2737a54-5c512bbe"
# **换一台电脑，结果一样吗？** 种子固定了随机数。可是求和要舍入，先后次序因机器而异，走上一百步，末尾几位小数就不同了。所以我们只打印几位小数，测试也只要求“至少 0.99”。
