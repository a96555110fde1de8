# %% [markdown] id="title" lang="en"
# # 04 · Softmax: a dial
#
# *chases* has a score for each of four words: 3, 0, −4 and 6. How much of its attention does each of them get? Scores may be negative; shares may not, and must add up to 1.
#
# We turn scores into shares and find a dial on the way: turned one way, each word chooses one word; turned the other way, no word can decide. But what becomes of a word that is sure, and wrong?
#
# About 35 minutes, and 10 for the exercise. You need lesson 03.

# %% [markdown] id="title" lang="zh" agreed="0ff56216-810879f1"
# # 04 · softmax：一个旋钮
#
# “追”给四个词的分数是 3、0、−4、6。它的注意力该怎样分给这四个词？分数可以是负的，份额却不行，而且各份加起来要等于 1。
#
# 这一课先把分数变成份额，再装上一个旋钮：往一边拧，每个词就只认准一个词；往另一边拧，就谁也不偏向。可是，一个词要是认准了，偏偏又认错了呢？训练一下就知道。
#
# 约 35 分钟，练习另需 10 分钟。需要先学第 03 课。

# %% id="setup"
import numpy as np
from attnlib import curves, explain, heatmap, load_example, pipeline, scores, show, softmax, table, use_language
from classroom import Explorer, ask, check, live
use_language("en")

# %% id="strip"
pipeline(None, highlight="weights")

# %% [markdown] id="links" lang="en"
# The step *masked* waits until lesson 06.
#
# [← 03](03_scores.ipynb) · [Glossary](glossary.ipynb) · [05 →](05_output.ipynb)

# %% [markdown] id="links" lang="zh" agreed="cd60db45-b62ed37b"
# “加掩码”这一步留到第 06 课。
#
# [← 03](03_scores.ipynb) · [术语表](glossary.ipynb) · [05 →](05_output.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 7 min, at the board before the notebook. Section 2: 12 min; the question by show of hands, then let somebody turn both dials. Section 3: 4 min. Section 4: 7 min; write `my_softmax` together. Section 5, the heart: 10 min; somebody drags the slider; then the formula; then a show of hands before the picture. Section 6: 5 min. Recap: 5 min. *For the curious* is for home.

# %% [markdown] id="plan" lang="zh" agreed="e5f80eeb-be068d65" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 7 分钟，先写板书，再看笔记本。第 2 节 12 分钟：问题举手表决，然后请学生来拧两个旋钮。第 3 节 4 分钟。第 4 节 7 分钟，全班一起写 `my_softmax`。第 5 节是重点，10 分钟：先请一位学生拖滑块，再讲公式；举手以后才看图。第 6 节 5 分钟。小结 5 分钟。“想多了解一点”留作课后。

# %% [markdown] id="hand" lang="en"
# ## 1 · One row by hand
#
# A larger score should get a larger share. The obvious idea: divide each score by the sum of all four. Here are the scaled scores of *chases* for *small*, *cat*, *chases* and *fish* (3, 0, −4 and 6, divided by $\sqrt 3$), and the shares that this gives:

# %% [markdown] id="hand" lang="zh" agreed="dc90a902-cb61652b"
# ## 1 · 手算一行
#
# 分数越大，份额就该越大。最容易想到的办法，是用每个分数除以四个分数的总和。下面第一行是缩放后的分数（3、0、−4、6 都除以 $\sqrt 3$），依次是“追”给“小”“猫”“追”“鱼”的；第二行是这样算出来的份额：

# %% id="hand-divide"
s = load_example("first_look").trace().scaled[2]
show(scaled=s, share=s / s.sum())

# %% [markdown] id="hand-exp" lang="en"
# *chases* would get −0.8 of the attention and *fish* 1.2. With other scores the sum could be 0, and the division would fail. So we first make every score positive without changing their order, and then divide by the sum. Squares would not do: −2.31 would count as much as 2.31. We take $e^s$: whenever a score $s$ grows by 1, $e^s$ becomes $e \approx 2.72$ times as large, wherever we start.
#
# $$w_j = \frac{e^{s_j}}{\sum_i e^{s_i}}$$
#
# Here $s_j$ is the scaled score for word j, and $w_j$ its share; the sum adds $e^{s_i}$ for all four words. The powers are 5.65, 1, 0.10 and 31.95, together 38.70. For *fish*:

# %% [markdown] id="hand-exp" lang="zh" agreed="3074b217-f0d9bd85"
# “追”分到 −0.8，“鱼”分到 1.2，都不能当份额；换一组分数，和还可能正好是 0，那就根本没法除。所以要先把每个分数变成正数，同时不打乱大小顺序，再除以总和。平方不行：−2.31 会变得和 2.31 一样重要。我们取 $e^s$：不管分数 $s$ 是多少，只要再加 1，$e^s$ 就变成原来的 $e \approx 2.72$ 倍。
#
# $$w_j = \frac{e^{s_j}}{\sum_i e^{s_i}}$$
#
# $s_j$ 是缩放后的第 j 个分数，$w_j$ 是第 j 个词的份额；分母把四个词的 $e^{s_i}$ 加起来。四个幂是 5.65、1、0.10、31.95，一共 38.70。于是“鱼”的份额是：

# %% id="hand-explain"
trace = load_example("first_look").trace()
explain(trace, "weights", 2, 3)

# %% [markdown] id="hand-words" lang="en"
# These three steps, exp, sum and divide, are [**softmax**](glossary.ipynb). The shares are the [**attention weights**](glossary.ipynb) of *chases*. They are positive and **normalised** (they sum to 1): a probability distribution.

# %% [markdown] id="hand-words" lang="zh" agreed="15b92568-eab137d7"
# 取指数、求和、相除，这三步就是 [**softmax**](glossary.ipynb)；得到的份额，就是“追”的[**注意力权重**](glossary.ipynb)（attention weights）。它们都是正数，加起来等于 1（这叫**归一化**），是一个概率分布。

# %% [markdown] id="lecturer-hand" lang="en" tags=["lecturer"]
# Ask: why $e$ and not 2? Any base above 1 works, and another base is another temperature: a base of 2 means $T = 1 / \ln 2 \approx 1.44$. The weight 0.00 is really 0.003: in mathematics softmax never gives exactly 0 to a finite score (lesson 06).

# %% [markdown] id="lecturer-hand" lang="zh" agreed="2518e23a-f8eabed1" tags=["lecturer"]
# 可以问：为什么用 $e$，不用 2？只要底数大于 1 都可以，换一个底数等于换一个温度：底数是 2，就是 $T = 1 / \ln 2 \approx 1.44$。0.00 其实是 0.003：在数学上，只要分数有限，softmax 就不会给出真正的 0（第 06 课）。

# %% [markdown] id="dial" lang="en"
# ## 2 · The dial
#
# What do weights do when all scores change together?

# %% [markdown] id="dial" lang="zh" agreed="643c8b79-572599fa"
# ## 2 · 旋钮
#
# 先看一行分数一起变时，权重怎么变：

# %% id="dial-question"
tokens, s = load_example("first_look").tokens, load_example("first_look").trace().scaled[2]
changed = softmax(np.stack([s, s + 5, s * 2]))
ask("add_and_double", then=heatmap(changed, ["s", "s + 5", "s · 2"], tokens))

# %% [markdown] id="dial-difference" lang="en"
# Now we divide all scaled scores by one more positive number, the [**temperature**](glossary.ipynb) $T$. This is our dial. At $T = 1$ nothing changes; a small $T$ is cold, a large one hot. Turn the dial:

# %% [markdown] id="dial-difference" lang="zh" agreed="a0825107-2063c5de"
# 再让缩放后的分数都除以同一个正数。这个数叫[**温度**](glossary.ipynb)（temperature），记作 $T$；它就是这一课说的旋钮。$T = 1$ 时什么也没变；$T$ 小叫低温，大叫高温。你来拧拧看：

# %% id="dial-live"
look = load_example("first_look")

def weights_at(temperature=4.0):
    return heatmap(look.trace(temperature=temperature).weights, look.tokens, look.tokens, title=f"T = {temperature}")

live(weights_at, temperature=(0.25, 8.0, 0.25))

# %% [markdown] id="dial-curves" lang="en"
# Why do the weights move closer together when the dial is hot? We divide one weight by another, and the sum cancels:
#
# $$\frac{w_j}{w_k} = e^{s_j - s_k}$$
#
# Only *differences* between scores count, and the dial divides them all by $T$. The scores of *fish* and *small*, 3.464 and 1.732, differ by 1.732, so *fish* gets $e^{1.732} \approx 5.65$ times the weight of *small*.
#
# The row of *chases* from cold to hot:

# %% [markdown] id="dial-curves" lang="zh" agreed="c4296c65-266c8f6c"
# 温度高了，权重为什么会彼此接近？让两个权重相除，分母就约掉了：
#
# $$\frac{w_j}{w_k} = e^{s_j - s_k}$$
#
# 起作用的只是分数之*差*，旋钮让所有的差都除以 $T$。“鱼”的分数是 3.464，“小”是 1.732，差是 1.732，所以“鱼”的权重是“小”的 $e^{1.732} \approx 5.65$ 倍。
#
# 再看“追”这一行，从低温到高温，权重这样变：

# %% id="dial-curves-code"
s, T = look.trace().scaled[2], 2.0 ** np.arange(-4, 4.25, 0.25)
rows = softmax(s / T[:, None])  # (33, 4)
curves(T, dict(zip(look.tokens, rows.T)), xlabel="temperature", ylabel="weights", log="x")

# %% [markdown] id="dial-ends" lang="en"
# `argmax` says where the largest score is. If that word took everything, the weights would be a single 1 and zeros. Softmax is the *soft* version: the others keep a part. The colder, the more like argmax (if a single word leads); the hotter, the flatter. The order never changes.
#
# In all, scores are divided by $\sqrt{d_k} \cdot T$. The model fixes $\sqrt{d_k}$ (lesson 03); we choose $T$, by default 1.

# %% [markdown] id="dial-ends" lang="zh" agreed="639e135b-0a11f715"
# `argmax` 只管最大的分数在哪里：照它来分，那个词独占一切，别的什么也没有。softmax 要柔和（*soft*）些：领先的多给，落后的也留一份。温度越低，它越像 `argmax`（没有并列第一的话）；温度越高，各个词分到的越接近。名次不会变。
#
# 所以，分数一共要除以 $\sqrt{d_k} \cdot T$：$\sqrt{d_k}$ 由模型的结构定下（第 03 课），$T$ 由我们调，默认是 1。

# %% [markdown] id="next" lang="en"
# **The dial of a real model.** A language model, too, ends in a softmax: every token gets a score for being the next one. The small model of lesson 13 has read *The capital of France is*. Here are its probabilities for six of its 49,152 tokens; *others* is the sum of the rest. The *temperature* of a chat program is this dial. Turn it:

# %% [markdown] id="next" lang="zh" agreed="258f92dc-a6c5edbc"
# **真实模型里的旋钮。** 语言模型的最后一步也是 softmax：给每个词元打一个分，看它适不适合接在后面，再把分数变成概率。一个英文小模型（第 13 课你会运行它）刚读完 *The capital of France is*（法国的首都是）。它有 49,152 个词元，图里写出最可能的六个，“其他”是其余所有词元的总和。聊天软件里的 temperature，就是这个旋钮。拧拧看：

# %% id="next-live"
from attnlib import load_results, shares
found = load_results("next_word")
after_is = np.repeat(found["scores"], found["counts"].astype(int))  # (49152,)

def next_word(temperature=1.0):
    p = softmax(after_is[None] / temperature)[0]
    return shares({f"T = {temperature}": [*p[:6], p[6:].sum()]}, [*found["words"], "others"])

live(next_word, temperature=(0.25, 2.0, 0.25))

# %% [markdown] id="next-said" lang="en"
# A chat program often *draws* the next token according to these probabilities. At $T = 1$ *Paris* has 0.77; at 0.5 it has nearly everything. At 2 it still leads, but with 0.05, and nine tenths go to the *others*. Each of them gets very little, but there are tens of thousands of them, so most draws land on one of them. That is why a model set too hot writes nonsense. (For the attention inside the model, $T$ usually stays 1.)

# %% [markdown] id="next-said" lang="zh" agreed="9840f628-ff259d11"
# 聊天软件常常按这些概率*抽签*，决定下一个词元。$T = 1$ 时 *Paris* 有 0.77；0.5 时几乎独占。到了 2，*Paris* 虽然还领先，却只剩 0.05，九成的概率都归了“其他”：每个只分到一点点，可是有好几万个，一抽多半就抽中其中一个。温度调得太高，模型会胡言乱语，原因就在这里。（至于模型内部的注意力，$T$ 通常一直是 1。）

# %% [markdown] id="axis" lang="en"
# ## 3 · All rows, and along which axis
#
# Every word has a total of 1 to hand out, so every row is divided by its own sum: `e / e.sum(axis=-1, keepdims=True)`. `axis=-1` sums along the last axis, within each row; `keepdims=True` keeps the sums as a column.
#
# If we write `axis=0` instead, Python does not complain. The numbers beside the picture are the row sums:

# %% [markdown] id="axis" lang="zh" agreed="562d07c1-8d213d42"
# ## 3 · 所有的行，沿哪个轴
#
# 每个词能分出去的注意力，一共是 1，所以每一行要除以自己这一行的和：`e / e.sum(axis=-1, keepdims=True)`。`axis=-1` 沿最后一个轴求和，也就是在每一行之内求和；`keepdims=True` 让这些和保持成一列。
#
# 要是写成 `axis=0`，程序也不报错。图右边的数，是各行的和：

# %% id="axis-wrong"
look = load_example("first_look")
e = np.exp(look.trace().scaled)  # (4, 4)
heatmap(e / e.sum(axis=0, keepdims=True), look.tokens, look.tokens, title="axis=0")

# %% [markdown] id="axis-explain" lang="en"
# Now *chases* hands out 1.68, and *fish* 0.60. (*cat* hands out 1.00 by chance.) It is the columns that sum to 1. But a column shows how much attention a word *receives*, and some words receive more than others. When weights “sum to one”, ask whether it is the rows or the columns.

# %% [markdown] id="axis-explain" lang="zh" agreed="7a7ce976-dd8f76c9"
# 现在“追”一共分出 1.68，“鱼”只分出 0.60。（“猫”分出 1.00，只是碰巧。）等于 1 的成了各列的和。可是一列加起来，是一个词一共*得到*的关注，有的词得到的就是多些。听到“权重加起来等于 1”，要问清楚是按行加，还是按列加。

# %% [markdown] id="overflow" lang="en"
# ## 4 · Make it safe
#
# $e^s$ grows fast, and the numbers in a computer have an upper limit. Beyond that limit they **overflow** and become `inf`, infinity. In double precision (64 bits a number) $e^s$ overflows for $s$ above about 709.8, in half precision (16 bits) already above 11.1.

# %% [markdown] id="overflow" lang="zh" agreed="a2eb4ae1-585e791d"
# ## 4 · 写一个不怕大数的 softmax
#
# $e^s$ 长得很快，而计算机里的数有上限。超过上限叫**溢出**（overflow），结果变成无穷大 `inf`。用双精度（每个数 64 比特），$s$ 超过约 709.8，$e^s$ 就溢出；用半精度（16 比特），超过约 11.1 就溢出了。

# %% id="overflow-question"
ask("too_large")

# %% [markdown] id="exercise" lang="en"
# **Exercise** (★★, 10 min). `my_softmax` takes scores (n, m), perhaps with further axes in front, and returns weights of the same shape. It must be right for scores of any size. Since only differences count (section 2), what may you add to a row?

# %% [markdown] id="exercise" lang="zh" agreed="4b272cab-17ae50cc"
# **练习**（★★，10 分钟）。`my_softmax` 接收分数 (n, m)，前面还可能多出别的轴，比如一批（batch）句子；返回同样形状的权重。分数再大，结果也要对。提示：第 2 节说过，起作用的只是分数之差；那么，整行可以加上什么？

# %% id="exercise-softmax" tags=["exercise"]
def my_softmax(S):
    ...

softmax = check.softmax(my_softmax)

# %% [markdown] id="exercise-why" lang="en"
# <details><summary>When yours is right: the usual way, and why</summary>
#
# From each row subtract its largest score first:
#
# $$w_j = \frac{e^{s_j - \max s}}{\sum_i e^{s_i - \max s}}$$
#
# The differences stay. No exponent is above 0, so nothing overflows (as long as the scores are finite); the largest power is exactly 1, so the sum is never 0. The power of a score that lies far behind may **underflow** to 0, which does no harm here.
#
# </details>

# %% [markdown] id="exercise-why" lang="zh" agreed="2363b5b1-3671bdcd"
# <details><summary>写对以后再看：通常的做法，以及理由</summary>
#
# 每一行先减去自己的最大值：
#
# $$w_j = \frac{e^{s_j - \max s}}{\sum_i e^{s_i - \max s}}$$
#
# 差没有变。只要分数都是有限的数，指数就都不超过 0，不会溢出；最大的那个幂正好是 1，所以和不会是 0。比最大值小太多的分数，取指数后会**下溢**成 0，在这里没有坏处。
#
# </details>

# %% [markdown] id="race" lang="en"
# ## 5 · Sure, and wrong
#
# When scores lie far apart, or the dial is cold, a word is sure of its choice. What if the choice is wrong?
#
# Suppose *chases* should look at *fish*, but *small* leads, and all other scores are 0. Now the score $s$ of *fish* grows a little, by $\Delta s = 0.01$. How much does its weight $w$ gain? The ratio $\Delta w / \Delta s$ is shown above the weights. Drag the lead of *small* up to 6:

# %% [markdown] id="race" lang="zh" agreed="3e876f64-9f20054d"
# ## 5 · 认准了，却认错了
#
# 分数拉得很开，或者旋钮拧到低温，一个词就会只认准一个对象。万一认错了呢？
#
# 先放下前面的分数。假设“追”该看的是“鱼”，领先的却是“小”，其余的分数都是 0。现在给“鱼”的分数 $s$ 加一点点，$\Delta s = 0.01$，“鱼”的权重 $w$ 会跟着涨多少？图里画的是权重，上方写着两者之比 $\Delta w / \Delta s$。拖动滑块，把“小”领先的幅度一直加到 6：

# %% id="race-push"
words = load_example("first_look").tokens

def pushed(lead=2):
    weights = softmax(np.array([[lead, 0, 0, 0], [lead, 0, 0, 0.01]]))
    w, ratio = weights[0, 3], (weights[1, 3] - weights[0, 3]) / 0.01  # fish
    return heatmap(weights[:1], [f"+{lead}"], words, title=f"w = {w:.3g}, Δw / Δs = {ratio:.2g}", sums=False)

live(pushed, lead=(0, 6, 1))

# %% [markdown] id="race-steps" lang="en"
# The more *small* leads, the less *fish* gains. The ratio is very nearly the **derivative** of $w$ with respect to $s$ (derived in *For the curious*):
#
# $$\frac{\partial w}{\partial s} = w\,(1 - w)$$
#
# At a lead of 2 it is $0.0963 \cdot 0.9037 \approx 0.087$.

# %% [markdown] id="race-steps" lang="zh" agreed="685dd90a-407f922d"
# “小”领先得越多，“鱼”的权重就涨得越少。这个比，差不多就是 $w$ 对 $s$ 的**导数**（推导见“想多了解一点”）：
#
# $$\frac{\partial w}{\partial s} = w\,(1 - w)$$
#
# 领先 2 时，是 $0.0963 \cdot 0.9037 \approx 0.087$。

# %% [markdown] id="race-why" lang="en"
# Let us train this row. In a model, training changes the numbers of the matrices, and one such number moves the scores of many rows (lesson 10). Up or down? For each row we ask how fast the weight of its right word grows with that number: a derivative. The sum over all rows decides. A row whose derivative is near 0 hardly counts in it, so the matrices hardly change for its sake.
#
# Our `learn` has a single row, in which only the score of *fish* moves. Each step adds 2 times the derivative.

# %% [markdown] id="race-why" lang="zh" agreed="152d947b-ef98dc25"
# 现在来训练这一行。真正的模型，训练时改的是矩阵里的数，改一个，许多行的分数都跟着变（第 10 课）。该往哪边改？先看一行：改一点点，该看的那个词的权重涨得多快，就是一个导数。再把各行的导数加起来，总和说了算。导数几乎是 0 的行，在总和里几乎不算数，矩阵也就几乎不为它而改。
#
# 我们的 `learn` 只有一行，只让“鱼”的分数动：每走一步，就给它加上导数的 2 倍（2 是我们选的）。

# %% id="race-learn"
def learn(lead, steps=240):
    s, course = np.array([lead, 0, 0, 0.0]), []
    for _ in range(steps):
        w = softmax(s[None])[0, 3]  # fish
        s[3] += 2 * w * (1 - w)
        course.append(w)
    return course

# %% id="race-question"
courses = {f"+{lead}": learn(lead) for lead in (2, 6, 10)}
ask("learns_when_sure", then=curves(np.arange(240), courses, xlabel="steps", ylabel="weight_of_fish"))

# %% [markdown] id="sure-formula" lang="en"
# A row that is sure and *right* has nothing to learn. One that is sure and *wrong* gets the shortest steps just when it needs the longest.
#
# The derivative $w\,(1 - w)$ is at most $\frac14$, at $w = \frac12$; at 0.999 or 0.001 it is only 0.001. When one weight is nearly 1 and the others nearly 0, softmax is [**saturated**](glossary.ipynb): a small change of the scores hardly changes the weights. Textbooks put it like this: the *gradient* (all derivatives together) *vanishes*.

# %% [markdown] id="sure-formula" lang="zh" agreed="6de499be-d2d1c486"
# 判断正确，再自信也没有问题，本来就不用动。判断错误还很自信，最该迈大步的时候，步子偏偏最小。
#
# 导数 $w\,(1 - w)$ 最大是 $\frac14$，这时 $w = \frac12$；到了 0.999 或 0.001，就只剩 0.001。一个权重几乎是 1、其余几乎是 0 的时候，就说 softmax [**饱和**](glossary.ipynb)（saturated）了：分数变一点点，权重几乎不变。所有的导数合起来叫*梯度*；像这样都接近 0，教材里叫*梯度消失*。

# %% [markdown] id="root" lang="en"
# ## 6 · Sure before anything is learned
#
# The frozen row of lesson 03 was saturated. Its query and its keys were random, so it was sure of a word that chance had picked, and could hardly change its mind.
#
# How common are such rows? We draw 320 rows of 8 weights, as in lesson 03. (The numbers in queries and keys have variance 1; with a smaller one, fewer rows are saturated.) A row counts as saturated if $w\,(1 - w)$ is below 0.01 for each of its weights. $d_k$ is 64 or 128, as in many models, or 512, as in the riddle. The shares of saturated rows are:

# %% [markdown] id="root" lang="zh" agreed="5fcd13dc-63334072"
# ## 6 · 还没学，就已经很自信
#
# 第 03 课冻住的那一行，就是饱和了。它的查询和键都是随机的，所以它认准的那个词，只是碰巧碰上的；认错了，也几乎改不过来。
#
# 这样的行有多少？照第 03 课的办法抽 320 行，每行 8 个权重。（查询和键里的数，方差是 1；方差小一些，饱和的行就少一些。）一行里，每个权重的 $w\,(1 - w)$ 都小于 0.01，就算这一行饱和了。$d_k$ 取 64、128（真实的模型常用），再取 512（谜里用的）。饱和的行所占的比例是：

# %% id="root-code"
def saturated(d_k, divisor):
    Q, K = np.random.default_rng(0).standard_normal((2, 40, 8, d_k))
    w = softmax(scores(Q, K) / divisor)
    return ((w * (1 - w)).max(-1) < 0.01).mean()

sizes = [64, 128, 512]
table(d_k=sizes, no_scale=[saturated(d, 1) for d in sizes], **{"√d_k": [saturated(d, d**0.5) for d in sizes]})

# %% [markdown] id="root-explain" lang="en"
# Without scaling, more than a third of the rows are saturated at $d_k = 64$, and three out of four at 512: they have chosen before training begins, and then the matrices hardly change for their sake. After division by $\sqrt{d_k}$, none is. This fits what [the authors of *Attention Is All You Need*](https://arxiv.org/abs/1706.03762) suspected (section 3.2.1): a large $d_k$ makes large dot products, and these push softmax to where its gradients are extremely small.

# %% [markdown] id="root-explain" lang="zh" agreed="049a32bb-b0e243db"
# 不缩放，$d_k = 64$ 时有三分之一多的行饱和，512 时大约有四分之三：还没开始学，就已经选定了；真要学的时候，矩阵又几乎不为它们而改。除以 $\sqrt{d_k}$，一行也没有。这和[论文 *Attention Is All You Need*](https://arxiv.org/abs/1706.03762) 里的猜测相符（3.2.1 节）：$d_k$ 大，点积就大，会把 softmax 推到梯度极小的地方。

# %% [markdown] id="lecturer-sure" lang="en" tags=["lecturer"]
# Before the race: *is a sure model a good model?* Most say yes. For the largest value of $w(1-w)$ let them draw the parabola. And very hot? Then $w(1-w)$ is healthy, but it is divided by $T$, so the derivative is small again.

# %% [markdown] id="lecturer-sure" lang="zh" agreed="8ebe6794-2e6f2cde" tags=["lecturer"]
# 比赛之前先问：模型很自信，就是好模型吗？多数人会说是。$w(1-w)$ 最大是多少，让学生画一条抛物线。温度很高呢？$w(1-w)$ 并不小，可是还要除以 $T$，导数又小了。

# %% [markdown] id="recap" lang="en"
# ## 7 · Recap
#
# Two questions, with a pencil if you like:

# %% [markdown] id="recap" lang="zh" agreed="f1161945-ba0020a8"
# ## 7 · 小结
#
# 两个问题，可以动笔，不要往上翻：

# %% id="recap-question-1"
ask("doubled_scores")

# %% id="recap-question-2"
ask("what_it_needs")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * Softmax takes exponentials and divides them by their sum. Only differences between scores count, so the largest score may be subtracted first.
# * The temperature $T$ is a dial between *one word takes all* and *all words get the same*. $\sqrt{d_k}$ divides the scores as well, but is fixed.
# * Where one weight is nearly 1 and the others nearly 0, the row is saturated: training hardly moves it. Without $\sqrt{d_k}$, many random rows are so from the start.
#
# Next: what a word collects with its weights, and a table that looks convincing. [Lesson 05, output →](05_output.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="df4fe4fa-dd919a53"
# 这一课要记住的：
#
# * softmax：取指数，再除以它们的和。起作用的只是分数之差，所以可以先减去最大值。
# * 温度 $T$ 是一个旋钮：一头是一个词独占，另一头是大家一样多。分数还要除以 $\sqrt{d_k}$，不过它是固定的。
# * 一个权重几乎是 1、其余几乎是 0，这一行就饱和了，训练几乎改不动它。不除以 $\sqrt{d_k}$，随机的行有许多一开始就饱和了。
#
# 下一课：一个词用这些权重取来了什么，还有一张看上去挺像样的表。[第 05 课，输出 →](05_output.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# A puzzle. Does the gradient vanish at the end of a language model, too? Where does the derivative come from? Do symmetric scores make symmetric weights? And the dial on a sentence of yours.

# %% [markdown] id="later" lang="zh" agreed="2009c431-619ca74c"
# ## 想多了解一点
#
# 一道谜题。语言模型最后一步的 softmax，梯度也会消失吗？那个导数是怎么来的？分数对称，权重就对称吗？最后，用你自己的句子拧一拧旋钮。

# %% [markdown] id="puzzle" lang="en"
# **Puzzle.** Make *chases* as undecided as can be: each of its four weights above 0.24. The dial is out of reach; change $W_Q$, with whole numbers from −2 to 2. Two changes are enough.

# %% [markdown] id="puzzle" lang="zh" agreed="966b4ced-207b6cd9"
# **谜题。** 让“追”彻底没了主意：给四个词的权重都大于 0.24。旋钮不许动，只能改 $W_Q$，用 −2 到 2 的整数。改两个数就够了。

# %% id="puzzle-explorer"
Explorer("first_look", ("X", "W_Q", "Q", "weights"), goal="undecided", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>The solution</summary>
#
# *chases* is a verb and nothing else, so its query is the row *verb* of $W_Q$: (0, 2, −1). Write 0 in place of the 2 and of the −1. A word that looks for nothing has the score 0 with every word, and gives each a quarter.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="e780c931-024b1976"
# <details><summary>解法</summary>
#
# “追”只有“动词”这一个特征，所以它的查询就是 $W_Q$ 的“动词”那一行：(0, 2, −1)。把 2 和 −1 都改成 0。什么都不找的词，给谁的分数都是 0，于是每个词各得四分之一。
#
# </details>

# %% [markdown] id="cross-entropy" lang="en"
# **"A language model ends in a softmax (section 2). Does its gradient vanish, too, when it is sure and wrong?"** No. What training makes smaller is called the *loss* (lesson 10). In a language model it is computed from the softmax itself: it is the *cross-entropy* $-\ln w$, where $w$ is the probability of the right token. Its derivative with respect to the score of this token is $-\frac1w \cdot w\,(1 - w) = -(1 - w)$: the small $w$ cancels, and the step is long where $w$ is small. But attention weights sit inside the network. No loss is computed from them directly, so there is no $\frac1w$ to cancel a small $w$.

# %% [markdown] id="cross-entropy" lang="zh" agreed="6440ba7e-8922499d"
# **“语言模型的最后一步也是 softmax（第 2 节）。它太自信又猜错了，梯度也会消失吗？”** 不会。训练要变小的那个数叫*损失*（第 10 课）；在那里，损失直接由 softmax 的结果算出来，用的是*交叉熵* $-\ln w$，$w$ 是正确词元的概率。它对这个词元的分数求导，得 $-\frac1w \cdot w\,(1 - w) = -(1 - w)$：很小的 $w$ 约掉了，$w$ 越小，步子反而越大。可是注意力权重在网络的中间，损失不是直接由它们算出来的，没有 $\frac1w$ 来抵消很小的 $w$。

# %% [markdown] id="curious" lang="en"
# **"Where does the derivative come from?"** Take the logarithm, $\ln w_j = s_j - \ln \sum_i e^{s_i}$, and differentiate with respect to $s_k$, its own score or another. On the left that is $\frac{1}{w_j} \frac{\partial w_j}{\partial s_k}$, on the right $1 - w_k$ if $k = j$, else $-w_k$. Multiply by $w_j$: $w_j\,(1 - w_j)$ for its own score, $-w_j\,w_k$ for another. The derivatives of *all* weights form a table, the [**Jacobian**](glossary.ipynb): each row is the gradient of one weight.

# %% [markdown] id="curious" lang="zh" agreed="47e71464-2879b0ef"
# **“那个导数是怎么来的？”** 取对数，$\ln w_j = s_j - \ln \sum_i e^{s_i}$，两边对 $s_k$（自己的分数，或者别人的）求偏导：左边得 $\frac{1}{w_j} \frac{\partial w_j}{\partial s_k}$；右边在 $k = j$ 时得 $1 - w_k$，否则得 $-w_k$。两边再乘 $w_j$：对自己的分数是 $w_j\,(1 - w_j)$，对别人的是 $-w_j\,w_k$。*所有*权重的导数排成一张表，叫[**雅可比矩阵**](glossary.ipynb)（Jacobian）：一行就是一个权重的梯度。

# %% [markdown] id="symmetric-text" lang="en"
# **"Do symmetric scores make symmetric weights?"** No. Take the rows of $X$ as queries and as keys; then the table of scores is symmetric. Here are two of its weights, *small → fish* and *fish → small*:

# %% [markdown] id="symmetric-text" lang="zh" agreed="d4f73c25-bf1a91fb"
# **“分数对称，权重也对称吗？”** 不一定。让查询和键都等于 $X$，分数表就是对称的。看两个权重，先是“小 → 鱼”，后是“鱼 → 小”：

# %% id="symmetric"
X = load_example("first_look").X
show(weights=softmax(scores(X, X))[[0, 3], [3, 0]])

# %% [markdown] id="symmetric-explain" lang="en"
# Both come from the same score, but each is divided by the sum of its own row.

# %% [markdown] id="symmetric-explain" lang="zh" agreed="108c6bed-7b2191f7"
# 两个权重来自同一个分数，可是各自除以自己那一行的和。

# %% [markdown] id="own-sentence" lang="en"
# **The dial on a sentence of yours.** Type 2 to 12 words and press Enter, then turn the temperature (it begins at $T = 4$). The favourite of each row stays the favourite, however hot you make it. (The end of lesson 00 says where these numbers come from, and how often they are wrong.)

# %% [markdown] id="own-sentence" lang="zh" agreed="827f5f48-f9e94790"
# **给你自己的句子拧旋钮。** 输入 2 到 12 个词，按回车，再拧温度（一开始是 $T = 4$）。温度再高，每一行领先的还是那个词。（这些数从哪里来、出错有多常见，第 00 课末尾有说明。）

# %% id="own-sentence-dial" tags=["of-its-language"]
from classroom import own_sentence
own_sentence(temperature=4)
