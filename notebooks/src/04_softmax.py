# %% [markdown] id="title" lang="en"
# # 04 · Softmax: a dial
#
# *chases* has a score for each of four words: 3, 0, −4 and 6. How much of its attention does each get? Shares may not be negative, and must add up to 1.
#
# We find a way, and with it a dial, the *temperature* of chat programs: turned one way, a word chooses one word; turned the other, it cannot decide. And what if it is sure, and wrong?
#
# About 40 minutes, and 10 for the exercise. You need lesson 03.

# %% [markdown] id="title" lang="zh" agreed="51a267e9-fafb0699"
# # 04 · softmax：一个旋钮
#
# “追”给四个词的分数是 3、0、−4、6。它的注意力该怎样分给这四个词？分数可以是负的，份额却不行，而且各份加起来要等于 1。
#
# 这一课先把分数变成份额，再装上一个旋钮，也就是聊天软件里的“温度”：往一边拧，每个词就认准一个，别的都不看；往另一边拧，就谁也不偏向。可是，一个词要是认准了，偏偏又认错了呢？
#
# 约 40 分钟，练习另需 10 分钟。需要先学第 03 课。

# %% id="setup"
import numpy as np
from attnlib import curves, explain, heatmap, load_example, scores, shares, show, softmax, table, use_language
from classroom import Explorer, ask, check, live, machine
use_language("en")

# %% id="strip"
machine("attention", steps="weights")

# %% [markdown] id="links" lang="en"
# [← 03](03_scores.ipynb) · [Glossary](glossary.ipynb) · [05 →](05_output.ipynb)

# %% [markdown] id="links" lang="zh" agreed="f041835a-672c4dac"
# [← 03](03_scores.ipynb) · [术语表](glossary.ipynb) · [05 →](05_output.ipynb)

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 7 min, at the board before the notebook. Section 2: 12 min; the question by show of hands, then let somebody turn both dials. Section 3: 4 min. Section 4: 8 min; write `my_softmax` together. Section 5, the heart: 9 min; let them guess the table first, then a show of hands before the picture. Section 6: 6 min. Recap: 4 min. *For the curious* is for home.

# %% [markdown] id="plan" lang="zh" agreed="4f4837fc-36d0e35c" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 7 分钟，先写板书，再看笔记本。第 2 节 12 分钟：问题举手表决，然后请学生来拧两个旋钮。第 3 节 4 分钟。第 4 节 8 分钟，全班一起写 `my_softmax`。第 5 节是重点，9 分钟：先让学生猜表里的数，举手以后再看图。第 6 节 6 分钟。小结 4 分钟。“想多了解一点”留作课后。

# %% [markdown] id="hand" lang="en"
# ## 1 · One row by hand
#
# A larger score should get a larger share. We try the obvious and divide each score by their sum. Here are the scores of *chases* for *small*, *cat*, *chases* and *fish*, divided by $\sqrt 3$, and below them the shares:

# %% [markdown] id="hand" lang="zh" agreed="5766096f-cb61652b"
# ## 1 · 手算一行
#
# 分数越大，份额就该越大。最容易想到的办法，是用每个分数除以四个分数的总和。下面第一行是缩放后的分数（3、0、−4、6 都除以 $\sqrt 3$），依次是“追”给“小”“猫”“追”“鱼”的；第二行是这样算出来的份额：

# %% id="hand-divide"
look = load_example("first_look")
s = look.trace().scaled[2]  # chases
show(scaled=s, share=s / s.sum())

# %% [markdown] id="hand-exp" lang="en"
# *chases* would get −0.8 of the attention and *fish* 1.2. With other scores the sum could be 0, and the division would fail. So we first make every score positive without changing their order, and then divide. Squares would not do: they lose the sign. We take $e^s$:
#
# $$w_j = \frac{e^{s_j}}{\sum_i e^{s_i}}$$
#
# $s_j$ is the scaled score for word j, $w_j$ its share; the sum runs over all four words. For *fish*:

# %% [markdown] id="hand-exp" lang="zh" agreed="b5bb6b3a-0365a190"
# “追”分到 −0.8，“鱼”分到 1.2，都不能当份额；换一组分数，和还可能正好是 0，那就根本没法除。所以要先把每个分数变成正数，同时不打乱大小顺序，再除以总和。平方不行，会把正负号丢掉。我们取 $e^s$：
#
# $$w_j = \frac{e^{s_j}}{\sum_i e^{s_i}}$$
#
# $s_j$ 是缩放后的第 j 个分数，$w_j$ 是第 j 个词的份额，分母是对四个词求和。“鱼”的份额是：

# %% id="hand-explain"
explain(look.trace(), "weights", 2, 3)

# %% [markdown] id="hand-words" lang="en"
# Exp, sum, divide: these three steps are [**softmax**](glossary.ipynb). The shares are the [**attention weights**](glossary.ipynb) of *chases*. None is negative, and they are **normalised**, which means that they sum to 1. Such numbers are a [**probability distribution**](glossary.ipynb).

# %% [markdown] id="hand-words" lang="zh" agreed="a2d92270-9bd003cc"
# 取指数、求和、相除，这三步就是 [**softmax**](glossary.ipynb)；得到的份额，就是“追”的[**注意力权重**](glossary.ipynb)（attention weights）。它们都不是负数，加起来等于 1，也就是**归一化**了。这样的一组数，叫[**概率分布**](glossary.ipynb)。

# %% [markdown] id="lecturer-hand" lang="en" tags=["lecturer"]
# Ask: why $e$ and not 2? A base of 2 means $T = 1 / \ln 2 \approx 1.44$. The weight 0.00 is really 0.003: in mathematics softmax never gives exactly 0 to a finite score (lesson 06).

# %% [markdown] id="lecturer-hand" lang="zh" agreed="6cd046bf-e3fc868c" tags=["lecturer"]
# 可以问：为什么用 $e$，不用 2？底数是 2，就是 $T = 1 / \ln 2 \approx 1.44$。0.00 其实是 0.003：在数学上，只要分数有限，softmax 就不会给出真正的 0（第 06 课）。

# %% [markdown] id="dial" lang="en"
# ## 2 · The dial

# %% [markdown] id="dial" lang="zh" agreed="e8777727-09f06dd3"
# ## 2 · 旋钮

# %% id="dial-question"
look = load_example("first_look")
s = look.trace().scaled[2]  # chases
ask("add_and_double", then=heatmap(softmax(np.stack([s, s + 5, s * 2])), ["s", "s + 5", "s · 2"], look.tokens))

# %% [markdown] id="dial-difference" lang="en"
# Now we divide all scaled scores by one more positive number, the [**temperature**](glossary.ipynb) $T$, our dial. At $T = 1$ nothing changes; a small $T$ is cold, a large one hot. Turn the dial:

# %% [markdown] id="dial-difference" lang="zh" agreed="cbe8c4de-2063c5de"
# 再让缩放后的分数都除以同一个正数。这个数叫[**温度**](glossary.ipynb)（temperature），记作 $T$；它就是这一课说的旋钮。$T = 1$ 时什么也没变；$T$ 小叫低温，大叫高温。你来拧拧看：

# %% id="dial-live"
def weights_at(temperature=4.0):
    weights = look.trace(temperature=temperature).weights
    return heatmap(weights, look.tokens, look.tokens, title=f"T = {temperature}", looks=True)

live(weights_at, temperature=(0.25, 8.0, 0.25))

# %% [markdown] id="dial-why" lang="en"
# Divide one weight by another, and the sum cancels:
#
# $$\frac{w_j}{w_k} = e^{s_j - s_k}$$
#
# Only *differences* between scores count, and $T$ divides them all. *fish* is 1.732 ahead of *small*, so it gets $e^{1.732} \approx 5.65$ times the weight. A number added to the whole row changes no difference. Among positive increasing functions only exponentials, $c \cdot a^s$, have this property. So we take $e^s$; another base is another temperature.

# %% [markdown] id="dial-why" lang="zh" agreed="ce2b388b-53277197"
# 让两个权重相除，分母就约掉了：
#
# $$\frac{w_j}{w_k} = e^{s_j - s_k}$$
#
# 起作用的只是分数之**差**，温度让所有的差都除以 $T$。“鱼”比“小”高 1.732 分，权重就是“小”的 $e^{1.732} \approx 5.65$ 倍。整行加上同一个数，差不变，权重也就不变。这就是取 $e^s$ 的道理。一个函数要处处为正、越来越大，又要让比值只看差，就只能是指数函数 $c \cdot a^s$；底数取几都行，换底数不过是换温度。

# %% [markdown] id="dial-ends" lang="en"
# `argmax` says where the largest score is. If that word took everything, attention would be an ordinary look-up. Softmax is the *soft* version: cold, it is like argmax (if a single word leads); hot, it is flat. The order never changes. A query of zeros scores 0 with every key, so its weights are equal at any temperature.
#
# Being soft buys a derivative: a small change of the scores moves the weights, and training can follow; argmax stays put.

# %% [markdown] id="dial-ends" lang="zh" agreed="8c160300-10937bf1"
# `argmax` 只管最大的分数在哪里：照它来分，那个词独占一切，注意力就成了普通的查表。softmax 要柔和（*soft*）些，落后的也留一份。温度越低，它越像 `argmax`（没有并列第一的话）；温度越高，各个词分到的越接近。名次不会变。查询要是全为 0，给每个键的分数就都是 0，不管什么温度，权重都相等。
#
# 柔和有个好处：处处有导数。分数变一点点，softmax 的权重会跟着动，训练就知道该往哪边改；`argmax` 的结果却纹丝不动。

# %% [markdown] id="next" lang="en"
# **The dial of a real model.** A language model, too, ends in a softmax: every token gets a score, its *logit*, for being next. The small model of lesson 13 has read *The capital of France is*. We see six of its 49,152 tokens, and *others*, the sum of the rest:

# %% [markdown] id="next" lang="zh" agreed="a37cfb0c-d530cc70"
# **真实模型里的旋钮。** 语言模型的最后一步也是 softmax：给每个词元打一个分，看它适不适合接在后面，这个分叫 *logit*，再把分数变成概率。一个英文小模型（第 13 课你会运行它）刚读完 *The capital of France is*（法国的首都是）。它有 49,152 个词元，图里写出最可能的六个，“其他”是其余所有词元的总和。拧拧看：

# %% id="next-live"
from classroom.lab.language_model import stored_scores
words, S = stored_scores()  # (1, 49152)

def next_word(temperature=1.0):
    p = softmax(S / temperature)[0]
    return shares({f"T = {temperature}": [*p[:6], p[6:].sum()]}, [*words, "others"])

live(next_word, temperature=(0.25, 2.0, 0.25))

# %% [markdown] id="next-said" lang="en"
# A chat program often *draws* the next token with these probabilities. At $T = 1$ *Paris* has 0.77, at 0.5 nearly everything. At 2 it leads with only 0.05, and nine tenths go to the *others*. Each of these gets little, but there are tens of thousands, and most draws land on one: a model set too hot writes nonsense. Inside the model, attention usually keeps $T$ at 1, besides the $\sqrt{d_k}$ that is already divided out.

# %% [markdown] id="next-said" lang="zh" agreed="e0aa43ad-5d409dcd"
# 聊天软件常常按这些概率**抽签**，决定下一个词元。$T = 1$ 时 *Paris* 有 0.77；0.5 时几乎独占。到了 2，*Paris* 虽然还领先，却只剩 0.05，九成的概率都归了“其他”：每个只分到一点点，可是有好几万个，一抽多半就抽中其中一个。温度调得太高，模型会胡言乱语，原因就在这里。至于模型内部的注意力，已经除过 $\sqrt{d_k}$，$T$ 通常一直是 1。

# %% [markdown] id="axis" lang="en"
# ## 3 · All rows, and along which axis
#
# Every word has a total of 1 to hand out, so every row is divided by its own sum. A common mistake is to sum in the wrong direction, `axis=0`. Python does not complain. The row sums stand beside the picture:

# %% [markdown] id="axis" lang="zh" agreed="dcb88ef2-172c568d"
# ## 3 · 所有的行，沿哪个轴
#
# 每个词手里的注意力一共是 1，所以每一行要除以自己的和。常有人把求和的方向弄反，写成 `axis=0`，程序也不报错。图右边的数，是各行的和：

# %% id="axis-wrong"
look = load_example("first_look")
e = np.exp(look.trace().scaled)  # (4, 4)
heatmap(e / e.sum(axis=0, keepdims=True), look.tokens, look.tokens, title="axis=0")

# %% [markdown] id="axis-explain" lang="en"
# Now *chases* hands out 1.68 and *fish* 0.60; that *cat* hands out 1.00 is chance. The columns sum to 1 instead. But a column shows how much attention a word *receives*, and some words receive more. `axis=-1` sums within each row, and `keepdims=True` keeps these sums as a column.

# %% [markdown] id="axis-explain" lang="zh" agreed="fedb4205-3bb77bdf"
# 现在“追”一共分出 1.68，“鱼”只分出 0.60；“猫”分出 1.00，只是碰巧。等于 1 的成了各列的和。可是一列加起来，是一个词一共**得到**的关注，有的词得到的就是多些。`axis=-1` 才是在每一行之内求和，`keepdims=True` 让这些和保持成一列。

# %% [markdown] id="overflow" lang="en"
# ## 4 · Make it safe
#
# $e^s$ grows fast. Beyond the largest number that a computer stores it **overflows** to `inf`, infinity. In double precision (64 bits) that happens for $s$ above about 709.8; in single precision (`float32`), the default of PyTorch, and in `bfloat16`, common in large models, above 88.7; in `float16` already above 11.1.

# %% [markdown] id="overflow" lang="zh" agreed="233766cc-1e9aac39"
# ## 4 · 写一个不怕大数的 softmax
#
# $e^s$ 长得很快，而计算机里的数有上限。超过上限叫**溢出**（overflow），结果变成无穷大 `inf`。双精度（64 比特）下，$s$ 超过约 709.8 就溢出；PyTorch 默认的单精度 `float32` 和大模型常用的 `bfloat16`，都是约 88.7；`float16` 只有约 11.1。

# %% id="overflow-question"
ask("too_large")

# %% [markdown] id="exercise" lang="en"
# **Exercise** (★★, 10 min). `my_softmax` takes scores (n, m), perhaps with further axes in front, and returns weights of the same shape. It must be right for any scores. Since only differences count (section 2), what may you add to a row?

# %% [markdown] id="exercise" lang="zh" agreed="51d130cd-17ae50cc"
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
# A cold dial, or scores far apart, make a word sure. What if it is sure of the wrong one?
#
# Suppose *chases* should look at *fish*, but *small* leads by 0, 2, 4 or 6; the other scores are 0. We add $\Delta s = 0.01$ to the score $s$ of *fish*, and its weight $w$ gains $\Delta w$:

# %% [markdown] id="race" lang="zh" agreed="96f788e9-3d3c5914"
# ## 5 · 认准了，却认错了
#
# 分数拉得很开，或者旋钮拧到低温，一个词就会只认准一个对象。万一认错了呢？
#
# 先放下前面的分数。假设“追”该看的是“鱼”，领先的却是“小”，其余的分数都是 0。现在给“鱼”的分数 $s$ 加一点点，$\Delta s = 0.01$，“鱼”的权重 $w$ 也跟着涨一点，记作 $\Delta w$。表里“小”依次领先 0、2、4、6：

# %% id="race-push"
S = np.array([[lead, 0, 0, 0.0] for lead in (0, 2, 4, 6)])
w, more = softmax(S)[:, 3], softmax(S + [0, 0, 0, 0.01])[:, 3]  # fish
table(lead=S[:, 0], w=w, **{"Δw / Δs": (more - w) / 0.01, "w (1 − w)": w * (1 - w)})

# %% [markdown] id="race-why" lang="en"
# The more *small* leads, the less *fish* gains. The ratio is nearly the **derivative** of $w$ with respect to $s$, which is $w\,(1 - w)$ (see *For the curious*).
#
# Now such a row learns. Our `learn` is a toy: we chose its goal, a large weight for *fish*, and it moves one score alone, by 2 times the derivative.

# %% [markdown] id="race-why" lang="zh" agreed="04d151b1-d08b80e4"
# “小”领先得越多，“鱼”的权重就涨得越少。第三列的比，差不多就是 $w$ 对 $s$ 的**导数**，公式是 $w\,(1 - w)$（推导见“想多了解一点”）。
#
# 现在让这样的一行来学。`learn` 只是一个玩具：目标是我们定的，要让“鱼”的权重变大；能动的也只有“鱼”的分数，每走一步，就给它加上导数的 2 倍。

# %% id="race-learn"
def learn(lead, steps=240):
    s, course = np.array([[lead, 0, 0, 0.0]]), []
    for _ in range(steps):
        w = softmax(s)[0, 3]  # fish
        s[0, 3] += 2 * w * (1 - w)
        course.append(w)
    return course

# %% id="race-question"
courses = {f"+{lead}": learn(lead) for lead in (2, 6, 10)}
ask("learns_when_sure", then=curves(np.arange(240), courses, xlabel="steps", ylabel="weight_of_fish"))

# %% [markdown] id="sure-formula" lang="en"
# A row that is sure and *right* has nothing to learn. One that is sure and *wrong* gets the shortest steps when it needs the longest: $w\,(1 - w)$ is at most $\frac14$, at $w = \frac12$, and only 0.001 at 0.999 or 0.001.
#
# Where one weight is nearly 1 and the others nearly 0, softmax is [**saturated**](glossary.ipynb): a small change of the scores hardly changes the weights.

# %% [markdown] id="sure-formula" lang="zh" agreed="0cb6f692-c451b91a"
# 判断正确，再自信也没有问题，本来就不用动。判断错误还很自信，最该迈大步的时候，步子偏偏最小：$w\,(1 - w)$ 最大是 $\frac14$，这时 $w = \frac12$；到了 0.999 或 0.001，就只剩 0.001。
#
# 一个权重几乎是 1、其余几乎是 0 的时候，就说 softmax [**饱和**](glossary.ipynb)（saturated）了：分数变一点点，权重几乎不变。

# %% [markdown] id="model-gradient" lang="en"
# ## 6 · And in a real model?
#
# Nobody tells a row its right word, and no score moves by itself. Training changes $W_Q$ and $W_K$ to reduce an error at the end, the *loss* (lesson 10). They influence it only through the attention weights. So $w\,(1 - w)$, or the product of two weights, stands in the *gradient* (all derivatives together) that reaches them. In a saturated row both are near 0, and $W_Q$ and $W_K$ hardly learn from it. This is one kind of *vanishing gradient*; many layers can make another. $W_V$ does learn: a value with a weight near 1 gets nearly its full gradient.

# %% [markdown] id="model-gradient" lang="zh" agreed="df710dd4-d54274c6"
# ## 6 · 真实的模型里呢？
#
# 真实的模型里，没有谁告诉一行该看哪个词，也没有谁能单独拨动某一个分数。训练是把 $W_Q$、$W_K$ 各改一点点，好让最后的误差变小，这个误差叫**损失**（第 10 课）。改动只能通过权重影响损失，所以传到 $W_Q$、$W_K$ 的**梯度**（所有的导数合起来）里，总带着 $w\,(1 - w)$，或者同一行两个权重之积。一行饱和了，这些因子都接近 0：哪怕它错得离谱，这两个矩阵也几乎学不到什么。这是**梯度消失**的一种，层数很多时还会出现另一种。$W_V$ 照样能学：权重接近 1 的那个词，它的值得到几乎全部的梯度。

# %% [markdown] id="trained" lang="en"
# **Is a sharp row a fault?** No. The model of lesson 12 reads its eight plain sentences. With $W_Q$ and $W_K$ as PyTorch starts them, no row gives more than 0.9 to one token. After training 9 % do (in Chinese 10 %), mostly to the token that marks the beginning. Sharp rows are normal then; saturation harms where something is still to be learned.

# %% [markdown] id="trained" lang="zh" agreed="4ac73be6-f3c21c98"
# **那么，权重集中就是毛病吗？** 不是。让第 12 课的模型读八个普通的中文句子。$W_Q$、$W_K$ 要是换成 PyTorch 刚建好时的随机数，没有哪一行把 0.9 以上的权重给了一个词元；训练以后，10 % 的行是这样（读英文句子是 9 %），多半给了句首的标记。训练好的模型里，权重集中很平常；还有东西要学的时候，饱和才碍事。

# %% [markdown] id="root" lang="en"
# **Before training**, a sharp row has picked its word by chance. All rows that froze in lesson 03 (57 of 320 at $d_k = 64$, 170 at 512) are saturated: $w\,(1 - w)$ is below 0.01 for each of their weights. Divided by $\sqrt{d_k}$, none is frozen. That is for numbers of variance 1; with $\frac13$, closer to a real start, fewer than 1 % and about 17 % freeze. [The authors of *Attention Is All You Need*](https://arxiv.org/abs/1706.03762) suspected this (section 3.2.1): large dot products make extremely small gradients.

# %% [markdown] id="root" lang="zh" agreed="d2cce242-48094e73"
# **还没训练的时候**，饱和的行认定一个词，只是碰巧。第 03 课冻住的行全都饱和：$d_k = 64$ 时 320 行里有 57 行，512 时有 170 行，行里每个权重的 $w\,(1 - w)$ 都小于 0.01。还没开始学，它们就已经认定了一个词；等到真要学的时候，又几乎给不出梯度。除以 $\sqrt{d_k}$，冻住的一行也没有。那是查询和键的方差为 1 的情形。按更接近真实模型的 $\frac13$ 来算，冻住的行就少了，分别不到 1 % 和大约 17 %。[论文 *Attention Is All You Need*](https://arxiv.org/abs/1706.03762) 也这样猜测（3.2.1 节）：点积太大，会把 softmax 推到梯度极小的地方。

# %% [markdown] id="cross-entropy" lang="en"
# **Does the softmax at the end of a language model freeze, too?** No. Its loss is computed from this softmax directly: the [**cross-entropy**](glossary.ipynb) $-\ln w$, where $w$ is the probability of the right token. Its derivative with respect to the score of this token is $-\frac1w \cdot w\,(1 - w) = -(1 - w)$: the small $w$ cancels. Attention weights, inside the network, meet no such $\frac1w$.
#
# Programs compute $\ln w = s - \ln \sum_i e^{s_i}$ in one step (`log_softmax`), so that no $w$ becomes 0 first. The scores of two steps cannot be compared: a number may be added to all scores of a step, and no probability changes. Sums of $\ln w$ can.

# %% [markdown] id="cross-entropy" lang="zh" agreed="147df105-2b404444"
# **语言模型最后一步的 softmax，太自信又猜错了，也会冻住吗？** 不会。那里的损失直接由 softmax 的结果算出来，用的是[**交叉熵**](glossary.ipynb) $-\ln w$，$w$ 是正确词元的概率。它对这个词元的分数求导，得 $-\frac1w \cdot w\,(1 - w) = -(1 - w)$，很小的 $w$ 约掉了。注意力权重在网络的中间，就没有这样的 $\frac1w$。
#
# 实际的程序用 `log_softmax` 一步算出 $\ln w = s - \ln \sum_i e^{s_i}$，免得 $w$ 先变成 0，再也取不了对数。比较两段文字哪段更可能，也是把各步的 $\ln w$ 加起来。两步的分数没法直接相比：每一步的分数都可以整体加减一个数，概率却不变。

# %% [markdown] id="lecturer-sure" lang="en" tags=["lecturer"]
# Before the race: *is a sure model a good model?* Most say yes. For the largest value of $w(1-w)$ let them draw the parabola. And very hot? Then $w(1-w)$ is healthy, but it is divided by $T$, so the derivative is small again. At section 6 ask who still learns through a saturated row: the table is in *For the curious*.

# %% [markdown] id="lecturer-sure" lang="zh" agreed="0150e550-ed39ab76" tags=["lecturer"]
# 比赛之前先问：模型很自信，就是好模型吗？多数人会说是。$w(1-w)$ 最大是多少，让学生画一条抛物线。温度很高呢？$w(1-w)$ 并不小，可是还要除以 $T$，导数又小了。第 6 节可以问：一行饱和了，哪个矩阵还能学？“想多了解一点”里有一张表。

# %% [markdown] id="recap" lang="en"
# ## 7 · Recap
#
# Two questions, from memory:

# %% [markdown] id="recap" lang="zh" agreed="a79715d5-ba0020a8"
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
# * Softmax divides exponentials by their sum. Only differences between scores count: 5 added to all changes nothing. So we first subtract the largest score; otherwise $e^{1000}$ is `inf`, and weights are `nan`.
# * The temperature $T$ is a dial between *one word takes all* and *all get the same*. $\sqrt{d_k}$ divides the scores, too, but is fixed.
# * From a saturated row $W_Q$ and $W_K$ hardly learn. Our toy overcame a lead of 2 in about fifteen steps, one of 10 in 11,000.
#
# Next: what a word collects with its weights. [Lesson 05, output →](05_output.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="f408a312-ded7c6af"
# 这一课要记住的：
#
# * softmax：取指数，再除以它们的和。起作用的只是分数之差，都加 5，权重不变。所以可以先减去最大值；不减的话，$e^{1000}$ 会变成 `inf`，权重会变成 `nan`。
# * 温度 $T$ 是一个旋钮：一头是一个词独占，另一头是大家一样多。此外分数还要除以 $\sqrt{d_k}$，不过那是个定值，不由我们调。
# * 一行饱和了，$W_Q$、$W_K$ 就几乎不能从它学到什么。在我们的玩具里，落后 2，十五步左右就追上；落后 10，要 11,000 步。
#
# 下一课：一个词用这些权重取来了什么。[第 05 课，输出 →](05_output.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# A puzzle; where $w\,(1 - w)$ comes from; which matrices still learn through a saturated row; and whether attention is symmetric.

# %% [markdown] id="later" lang="zh" agreed="f268e486-b2dfbdcc"
# ## 想多了解一点
#
# 一道谜题；$w\,(1 - w)$ 的来历；一行饱和了，哪些矩阵还能学；还有，注意力是不是对称的。

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

# %% [markdown] id="curious" lang="en"
# **“Where does $w\,(1 - w)$ come from?”** From the logarithm, $\ln w_j = s_j - \ln \sum_i e^{s_i}$. We differentiate both sides with respect to one score, $s_k$. The last term gives $e^{s_k} / \sum_i e^{s_i} = w_k$: softmax is the gradient of logsumexp. So $\frac{1}{w_j} \frac{\partial w_j}{\partial s_k}$ is $1 - w_k$ if $k = j$, and $-w_k$ if not. Multiplied by $w_j$, that is $w_j\,(1 - w_j)$ for the score of the same word and $-w_j\,w_k$ for another. All together they form a table, the [**Jacobian**](glossary.ipynb): $\operatorname{diag}(w) - w w^\top$. For the scores −3, 1, 100, 5, −1 all 25 are smaller than $10^{-41}$.

# %% [markdown] id="curious" lang="zh" agreed="ea23a5d9-230bf014"
# **“$w\,(1 - w)$ 是怎么来的？”** 先取对数，$\ln w_j = s_j - \ln \sum_i e^{s_i}$，两边再对某一个分数 $s_k$ 求偏导。最后一项的导数是 $e^{s_k} / \sum_i e^{s_i} = w_k$，所以说 softmax 是 logsumexp 的梯度。于是 $k = j$ 时，$\frac{1}{w_j} \frac{\partial w_j}{\partial s_k}$ 等于 $1 - w_k$；否则等于 $-w_k$。两边乘 $w_j$：对自己的分数是 $w_j\,(1 - w_j)$，对别人的是 $-w_j\,w_k$。这些导数排成一张表，叫[**雅可比矩阵**](glossary.ipynb)（Jacobian），写成矩阵就是 $\operatorname{diag}(w) - w w^\top$。分数是 −3、1、100、5、−1 时，表里 25 个数的大小都不到 $10^{-41}$。

# %% [markdown] id="who-learns" lang="en"
# **“Which matrices still learn?”** We take one number of the output of *chases* and let PyTorch compute its gradient for each matrix: with $W_Q$ as it is, and 5 times as large, which saturates the row. The table shows how large the gradients are:

# %% [markdown] id="who-learns" lang="zh" agreed="97ec56d0-2afc6ad5"
# **“哪些矩阵还能学？”** 取“追”的输出里的一个数，让 PyTorch 算出它对三个矩阵的梯度。算两次：一次 $W_Q$ 不变，一次变成原来的 5 倍，这一行就饱和了。表里是各个梯度的长度：

# %% id="who-learns-code" tags=["torch"]
import torch
from attnlib import attend
look, lengths = load_example("first_look"), {}
for times in (1, 5):
    X, *W = (torch.tensor(M) for M in (look.X, look.W_Q * times, look.W_K, look.W_V))
    attend(*(X @ M.requires_grad_() for M in W)).output[2, 0].backward()
    lengths[f"W_Q × {times}"] = [M.grad.norm().item() for M in W]
table(norm_of_the_gradient=["W_Q", "W_K", "W_V"], **lengths)

# %% [markdown] id="who-learns-said" lang="en"
# In the saturated row the gradient of $W_Q$ is about 500 times smaller, and that of $W_K$ 145 times. That of $W_V$ is a little larger than before.

# %% [markdown] id="who-learns-said" lang="zh" agreed="dd99b44e-178e0541"
# 一饱和，$W_Q$ 的梯度缩短到约 500 分之一，$W_K$ 的缩短到 145 分之一；$W_V$ 的梯度反倒长了一点。

# %% [markdown] id="symmetric-text" lang="en"
# **“Is attention symmetric?”** Take the rows of $X$ as queries and as keys; then the table of scores is symmetric. Here are two of its weights, *small → fish* and *fish → small*:

# %% [markdown] id="symmetric-text" lang="zh" agreed="16b0acff-270d4d71"
# **“注意力是对称的吗？”** 让查询和键都等于 $X$，分数表就是对称的。看两个权重，先是“小 → 鱼”，后是“鱼 → 小”：

# %% id="symmetric"
X = load_example("first_look").X
show(weights=softmax(scores(X, X))[[0, 3], [3, 0]])

# %% [markdown] id="symmetric-explain" lang="en"
# Both come from the same score, but each is divided by the sum of its own row. Even symmetric scores do not make symmetric weights.

# %% [markdown] id="symmetric-explain" lang="zh" agreed="c1e21f3b-afe70d8a"
# 两个权重来自同一个分数，可是各自除以自己那一行的和。分数就算对称，权重也不对称。
