# %% [markdown] id="title" lang="en"
# # 01 · Embedding: a look into a dictionary
#
# Attention computes with numbers, and a text is made of letters. In between stands a kind of dictionary: it has a row of numbers for every word. What does such a row know about its word?
#
# We cut sentences into pieces, look them up, and make a small dictionary ourselves. Its rows know more than one expects. What they do not know is why there is attention.
#
# About 33 minutes, and 4 for the exercise. You need [lesson 00](00_start.ipynb).

# %% [markdown] id="title" lang="zh" agreed="25dd8a4e-82f6e3ad"
# # 01 · 词嵌入：翻开一本词典
#
# 注意力要拿数来算，文章却是一个一个的字。中间隔着一本特别的词典：每个词在里面对应一行数。这样的一行数，对它的词知道些什么？
#
# 这一课，我们先把句子切开，再查表，最后自己动手编一本小词典。你会发现，一行数知道的事比想象的多；而它不知道的那件事，正是注意力存在的理由。
#
# 大约 33 分钟，练习另需 4 分钟。最好先学过[第 00 课](00_start.ipynb)。

# %% id="setup"
import numpy as np
from attnlib import Explorer, ask, check, heatmap, load_example, load_results, load_texts, pipeline, show, use_language, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight="X")

# %% [markdown] id="ways" lang="en"
# [← 00](00_start.ipynb) · [Glossary](glossary.ipynb) · [02 →](02_queries_keys_values.ipynb)

# %% [markdown] id="ways" lang="zh" agreed="ce953e2d-f4b4c897"
# [← 00](00_start.ipynb) · [术语表](glossary.ipynb) · [02 →](02_queries_keys_values.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 3 min, aloud. Section 2: 12 min; let the hall count pairs in the text before anybody runs it. Section 3: 10 min, the shape by show of hands, the exercise together. Section 4: 4 min. Section 5, the heart: 12 min, everybody writes the three rows on paper. Section 6: 5 min, the puzzle in pairs. Recap: 4 min. *For the curious* is for home.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="bc86a5d7-ffe714bb" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 3 分钟，口答。第 2 节 12 分钟：运行之前，先让全班数一数哪两个字最常挨在一起。第 3 节 10 分钟：形状举手表决，练习一起做。第 4 节 4 分钟。第 5 节是重点，12 分钟：每个人先在纸上写出那三行。第 6 节 5 分钟，谜题两人一组。小结 4 分钟。“想多了解一点”留作课后。

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 00

# %% [markdown] id="recall" lang="zh" agreed="10a49f42-ff799d55"
# ## 1 · 第 00 课学过什么

# %% id="recall-question"
ask("steps_in_order")

# %% [markdown] id="cut" lang="en"
# ## 2 · Who cuts the sentence?
#
# A model reads a text in pieces, called [**tokens**](glossary.ipynb). In lesson 00 each word was one, and we had cut them ourselves. In a model a program does it, the **tokenizer**. Most tokenizers have neither a word list nor a grammar: they learn their pieces from a text, by counting.
#
# Begin with single letters. Find the two that stand side by side most often, and glue them into one piece, wherever they meet. Then count again. This is [**byte-pair encoding**](glossary.ipynb), BPE ([Sennrich et al. 2016](https://arxiv.org/abs/1508.07909)). Our text:

# %% [markdown] id="cut" lang="zh" agreed="e26c6288-47aeacb8"
# ## 2 · 句子由谁来切？
#
# 模型是一块一块地读文章的，每一块叫一个[**词元**](glossary.ipynb)（token）。第 00 课里一个词就是一个词元，是我们事先切好的。可中文的词之间没有空格，“我爱中国”该由谁来切，从哪里下刀？把句子切成词，叫**分词**。
#
# 模型有专门的程序来切，叫**分词器**（tokenizer）。常用的分词器手里没有现成的词语表，也不懂语法，只在一大堆文字里数数：从单个的字开始，找出最常挨在一起的两个，粘成一块；再数，再粘。这叫[**字节对编码**](glossary.ipynb)（byte-pair encoding，BPE，[Sennrich 等，2016](https://arxiv.org/abs/1508.07909)）。我们用这段话来试：

# %% id="cut-text" tags=["of-its-language"]
glue = load_texts("glue")
print(glue["text"])

# %% id="cut-question"
ask("first_glued")

# %% [markdown] id="cut-program" lang="en"
# The whole program. At the start each letter is a piece, in a box of its own:

# %% [markdown] id="cut-program" lang="zh" agreed="952a3bb0-fbbea3d0"
# 整个程序就这么长。一开始，每个字自成一块，各装一个盒子：

# %% id="cut-boxed" tags=["of-its-language"]
def boxed(text):
    return "".join(f"[{letter}]" if letter.isalpha() else " " for letter in text)

print(boxed(glue["text"]))

# %% [markdown] id="cut-two" lang="en"
# To find the pair, count which boxes touch. Two pairs may be equally frequent: then the one that comes first in the text wins. To glue a pair, take away the wall `][` between the two, wherever they touch:

# %% [markdown] id="cut-two" lang="zh" agreed="9500ff5d-1d81c1c0"
# 找那一对，就数一数哪两个盒子最常挨着；要是次数相同，就取文中先出现的那一对。粘起来，就是在它们挨着的每个地方，拆掉中间的墙 `][`：

# %% id="cut-commonest"
from collections import Counter

def commonest_pair(boxes):
    pairs = Counter()
    for word in boxes.split():
        pieces = word[1:-1].split("][")
        pairs.update(zip(pieces, pieces[1:]))
    return pairs.most_common(1)[0][0]

# %% id="cut-glued"
def glued(boxes, pair):
    left, right = pair
    return boxes.replace(f"[{left}][{right}]", f"[{left}{right}]")

# %% [markdown] id="cut-learn" lang="en"
# We glue four times, and keep the four pairs. The text is then in these pieces:

# %% [markdown] id="cut-learn" lang="zh" agreed="e0f60b10-2b4588e7"
# 粘四次，把这四对记下来。这段话就成了这样：

# %% id="cut-pairs" tags=["of-its-language"]
boxes, pairs = boxed(glue["text"]), []
for _ in range(4):
    pairs.append(commonest_pair(boxes))
    boxes = glued(boxes, pairs[-1])
print(boxes)

# %% [markdown] id="cut-new" lang="en"
# With these four pairs, in their order, any other word can be cut. Behind each line stands the pair that has just been glued:

# %% [markdown] id="cut-new" lang="zh" agreed="af7f2693-cfcda53f"
# 有了这四对，按顺序来，别的句子也能切了。每行末尾是刚用上的那一对：

# %% id="cut-words" tags=["of-its-language"]
for word in glue["cut"]:
    cut = boxed(word)
    print(cut)
    for pair in pairs:
        cut = glued(cut, pair)
        print(cut, " + ".join(pair), sep="   ")
    print()

# %% [markdown] id="cut-said" lang="en"
# Three pairs make *sing* and *ing* of *singing*; the fourth, *re*, means nothing. And *catching*, which is not in the text, ends with a piece that we know; what is not glued stays a letter. A letter that never came is unknown; real tokenizers go down to bytes. (Older ones took whole words, and wrote `<unk>`, *unknown*, for all others: *I love cat* and *I love dog* became the same.)
#
# And a real one? Here is how the tokenizer of lesson 12 cuts. It knows 250,002 pieces, learned from a hundred languages the other way round: of a long list, what helps least is struck out ([Kudo 2018](https://arxiv.org/abs/1804.10959)).

# %% [markdown] id="cut-said" lang="zh" agreed="137f3014-14dbb91a"
# 只用第一对，“我爱中国”就切成了三块：“中国”是一块，只因为这两个字老是挨在一起。可是四对都用上，整句成了一块：程序数的是次数，不是意思。“中国人”在那段话里没有出现过，照样能切：粘不上的，就留着单个的字。只是“人”字从没见过，还是不认识，所以真正的分词器会一直切到字节。（早先的只认整个的词，别的一律写成 `<unk>`，“我爱猫”和“我爱狗”就没有区别了。）
#
# 真正的分词器呢？第 12 课的分词器有 250,002 个词元，是从上百种语言里学来的，学法反过来：先列一张长表，再把用处小的划掉（[Kudo 2018](https://arxiv.org/abs/1804.10959)）。它这样切：

# %% id="cut-real" tags=["of-its-language"]
cuts = load_results("cuts")
for text in load_texts("real_cuts"):
    print(*cuts[text], sep=" | ")

# %% [markdown] id="cut-real-said" lang="en"
# *catching* is cut as one would wish, *nowhere* becomes *no where*. Such pieces of words are called [**subwords**](glossary.ipynb): frequent ones, whether they mean something or not. Until lesson 09 a token stays a word, cut by hand.

# %% [markdown] id="cut-real-said" lang="zh" agreed="a14504ab-63ecd7e5"
# 头两句的切法，也就是下一节要用的词。第三句就有意思了：卖完的是“乒乓球拍”，它却切出了“拍卖”。“鱿鱼”少见，被拆成两个字。这样的词元叫[**子词**](glossary.ipynb)（subword）：常见的就成一块，不管有没有意思。到第 09 课为止，词元都是我们亲手切好的词。

# %% [markdown] id="lecturer-cut" lang="en" tags=["lecturer"]
# Somebody will ask when to stop gluing. When the list is as long as one wants it: 50,257 tokens in GPT-2, 250,002 here. A long list makes short texts and a large table. Ask for a word that no table has: a family name, a new brand; it falls into pieces, and can still be read.

# %% [markdown] id="lecturer-cut" lang="zh" agreed="2c9615e0-a94da1e7" tags=["lecturer"]
# 会有人问：粘到什么时候为止？表想要多大，就粘到多大：GPT-2 是 50257 个词元，这里是 250002 个。表大，文章就短，但表本身也占地方。可以请学生报一个新词或者自己的名字：切碎了也照样能读。另有一类分词工具（比如 jieba）靠一张词语表加统计来分词，目标是切出语言学上的词，模型一般不用它们。

# %% [markdown] id="table" lang="en"
# ## 3 · Look it up
#
# All tokens that a tokenizer knows are its [**vocabulary**](glossary.ipynb). Each has a number, its **id**, counted from 0; and each has a row of numbers, its **word vector** or [**embedding**](glossary.ipynb). Ours are the six words of 我爱中国 (*I love China*) and 太阳变红 (*the sun turns red*; here *the sun* is one word). The four numbers of each were chosen to calculate with; they mean nothing yet:

# %% [markdown] id="table" lang="zh" agreed="3268ac20-f770b511"
# ## 3 · 查表
#
# 分词器认识的所有词元，合起来叫[**词表**](glossary.ipynb)（vocabulary）。每个词元有一个编号（**id**），从 0 数起；还有一行数，叫它的**词向量**，也叫[**词嵌入**](glossary.ipynb)（embedding）。我们的词表只有六个词，来自“我爱中国”和“太阳变红”两句话。每个词的四个数没有什么含义，只是拿来算的：

# %% id="table-picture"
example = load_example("hand_worked")
words = sum(example.tokens, [])
table = np.stack(list(example.vocabulary.values()))
heatmap(table, words, kind="signed")

# %% [markdown] id="ids" lang="en"
# Now both sentences as ids, a row each:

# %% [markdown] id="ids" lang="zh" agreed="f7a5c51b-354ec743"
# 现在把两句话写成编号，一句一行：

# %% id="ids-code"
ids = np.array([[words.index(word) for word in sentence] for sentence in example.tokens])
print(ids)

# %% id="ids-question"
ask("shape_of_a_batch")

# %% [markdown] id="shape" lang="en"
# Sentences that are computed together are a [**batch**](glossary.ipynb); an array with several axes is often called a **tensor**. Every tutorial has its own names for the sizes:
#
# | axis | here | our letter | elsewhere |
# |---|---|---|---|
# | sentences | 2 | | `batch_size` |
# | words of a sentence | 3 | [$n$](glossary.ipynb) | `seq_len`, the length of the *sequence* |
# | numbers of a word | 4 | [$d_\text{model}$](glossary.ipynb) | `embed_size`, `hidden_size`: the *dimension* |
#
# A shorter sentence is filled up to the same length: *padding*, lesson 06.
#
# **Exercise** (★, 4 min). Write the look-up: `my_embed` takes `ids` (n,) or (batch, n) and the `table`, and returns the rows, (n, d_model) or (batch, n, d_model).

# %% [markdown] id="shape" lang="zh" agreed="da8fcfb6-557ce998"
# 放在一起算的几个句子叫一[**批**](glossary.ipynb)（batch，教材也叫小批量）；有好几个轴的数组，常叫**张量**（tensor）。各家教程给这几个长度起的名字不一样：
#
# | 轴 | 这里 | 我们的记号 | 别处的名字 |
# |---|---|---|---|
# | 句子 | 2 | | `batch_size`，批量大小 |
# | 一句里的词 | 3 | [$n$](glossary.ipynb) | `seq_len`，序列长度 |
# | 一个词的数 | 4 | [$d_\text{model}$](glossary.ipynb) | `embed_size`、`hidden_size`，词向量的*维度* |
#
# 短一些的句子要补到一样长，这叫*填充*，第 06 课再讲。
#
# **练习**（★，4 分钟）。写出查表的函数：`my_embed` 接收编号 `ids`，形状是 (n,) 或 (batch, n)，还有嵌入表 `table`；返回各个词的行，形状是 (n, d_model) 或 (batch, n, d_model)。

# %% id="exercise-embed" tags=["exercise"]
def my_embed(ids, table):
    ...

embed = check.embed(my_embed)

# %% [markdown] id="both" lang="en"
# Both sentences, looked up. This is $X$, with which attention begins:

# %% [markdown] id="both" lang="zh" agreed="c70821ae-bde8c3f1"
# 查完表的两个句子。这就是 $X$，注意力从它开始：

# %% id="both-code"
X = embed(ids, table)
for sentence, rows in zip(example.tokens, X):
    print(*sentence)
    print(rows.round(4))

# %% [markdown] id="mistake" lang="en"
# ## 4 · Why not compute with the ids?
#
# They are numbers already. Attention takes averages, so let us take one, of *I* and *China*. We do it with our ids, and then with a numbering that begins at *China*. Printed are the two ids, and the word in the middle:

# %% [markdown] id="mistake" lang="zh" agreed="fde86980-989a6081"
# ## 4 · 为什么不直接拿编号来算？
#
# 编号本来就是数。注意力要算加权平均，我们就来平均一下“我”和“中国”。先用我们的编号，再换一种从“中国”数起的编号。打印的是两个编号，还有正中间的那个词：

# %% id="mistake-mean"
words = sum(load_example("hand_worked").tokens, [])
for order in (words, words[2:] + words[:2]):
    a, b = order.index(words[0]), order.index(words[2])
    print(a, b, order[(a + b) // 2])

# %% [markdown] id="mistake-said" lang="en"
# First *love*, then *turns*: the result depends on a numbering that somebody happened to choose. An id is a name, like the number on a player's shirt. We may compute with rows, never with ids.

# %% [markdown] id="mistake-said" lang="zh" agreed="a27dd8a9-6586e0d3"
# 先是“爱”，后是“变”：结果全看怎么编号，而编号是人随手定的。编号和球衣号码一样，只是名字。能拿来算的是一行一行的数，不是编号。

# %% [markdown] id="row" lang="en"
# ## 5 · What does a row know?
#
# Where do numbers come from that mean something? An old thought says: one knows a word by the company it keeps (J. R. Firth, 1957). So we count company. Eight pairs of words, as if from a newspaper:

# %% [markdown] id="row" lang="zh" agreed="fbbc35da-493ea5df"
# ## 5 · 一行数知道什么？
#
# 怎样才能让这些数有含义呢？语言学家弗斯（J. R. Firth，1957）有句名言，大意是：看一个词和谁来往，就知道它是什么词。那就来数一数它和谁来往。假设下面八对词是从报纸上抄来的：

# %% id="row-text"
seen = load_texts("neighbours")
print(*(" ".join(pair) for pair in seen["text"]), sep=", ")

# %% [markdown] id="row-count" lang="en"
# Three words get a row of four numbers: how often the word has stood beside *eat*, beside *sweet*, beside *phone*, beside *computer*.

# %% [markdown] id="row-count" lang="zh" agreed="ed7e1b7f-92a1d666"
# 给其中三个词各写一行，一行四个数：它挨着“吃”“甜”“手机”“电脑”各有几次。

# %% id="row-question"
def counted(word):
    pairs = seen["text"]
    return [pairs.count([word, other]) + pairs.count([other, word]) for other in seen["beside"]]

rows = np.array([counted(word) for word in seen["words"]])
ask("row_of_apple", then=heatmap(rows, seen["words"], seen["beside"], kind="signed"))

# %% [markdown] id="dot" lang="en"
# How alike are two words? That is measured by the [**dot product**](glossary.ipynb) of their rows: multiply number by number, then add. For *apple* and *pear*:
#
# $$1 \cdot 1 + 1 \cdot 1 + 1 \cdot 0 + 1 \cdot 0 = 2$$

# %% [markdown] id="dot" lang="zh" agreed="50168549-ad4e7e00"
# 两个词有多像？可以看两行的[**点积**](glossary.ipynb)（dot product）：对应的数相乘，再加起来。“苹果”和“梨”：
#
# $$1 \cdot 1 + 1 \cdot 1 + 1 \cdot 0 + 1 \cdot 0 = 2$$

# %% id="dot-code"
heatmap(rows @ rows.T, seen["words"], seen["words"], kind="signed")

# %% [markdown] id="dot-said" lang="en"
# *pear* and *Sony* have nothing in common. *apple* is as much a pear as a Sony: its row holds every sentence that it has ever been in, one on top of the other. (So did the row that we wrote in lesson 00: *edible*, and a *brand*.)
#
# Today a model begins with random numbers, and training finds better ones (lesson 10); a single column then seldom has a name. But the piling up remains: in trained tables, too, the row of a word with two meanings is close to a weighted sum of rows for each ([Arora et al. 2018](https://arxiv.org/abs/1601.03764)).

# %% [markdown] id="dot-said" lang="zh" agreed="e6a83f15-2ac7b773"
# “梨”和“索尼”毫无共同之处。“苹果”却既像梨，又像索尼，像的程度还一样：它出现过的每一句话，全都叠在这一行里了。（第 00 课里我们手写的那一行也是这样：能吃，又是品牌。）
#
# 现在的模型不这样数。它从随机初始化的数开始，和别的参数一起训练，慢慢调成合适的数（第 10 课）；那时单看一列，往往说不出有什么含义。但是“叠在一起”这一点没有变：训练出来的表里，一词多义的词，它的词向量也近似于各个意思的加权和（[Arora 等，2018](https://arxiv.org/abs/1601.03764)）。

# %% [markdown] id="lecturer-row" lang="en" tags=["lecturer"]
# Let them say what row *bread* would get, and *Huawei*. Somebody will want “king − man + woman”: the same idea, rows that add up; with eight pairs there is nothing to show. Ask at the end: which of the four columns would you have to look at to know what *apple* means in *apple phone*? None: it is the neighbour that one has to look at.

# %% [markdown] id="lecturer-row" lang="zh" agreed="9df3e8b4-c172c610" tags=["lecturer"]
# 请学生说一说“面包”那一行会是什么，“华为”呢。会有人提“国王 − 男人 + 女人”：道理相通，都是行可以相加，但八对词演示不出来。最后问：要知道“苹果 手机”里的苹果是什么意思，该看四列中的哪一列？哪一列都不行，该看的是旁边那个词。

# %% [markdown] id="puzzle" lang="en"
# ## 6 · What it does not know
#
# Let us repair the dictionary. **Puzzle:** make *apple* a fruit. Its dot product with *pear* is to be above 2.5, that with *Sony* below 1.5. (Here no matrix comes between: query and key are the word's own row, so the scores are the dot products.)

# %% [markdown] id="puzzle" lang="zh" agreed="eb8791ad-22c1a908"
# ## 6 · 一行数唯独不知道的一件事
#
# 我们来修改这本词典。**谜题：** 让“苹果”变成水果。它和“梨”的点积要大于 2.5，和“索尼”的点积要小于 1.5。（这里三个矩阵都不起作用，查询和键就是词自己的那一行，所以“注意力分数”就是点积。）

# %% id="puzzle-explorer"
Explorer("neighbours", ("X", "scores"), goal="fruit", controls=("undo", "reset"))

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# In the row of *apple*, *eat* becomes 2 and *phone* becomes 0. The dot products are 3 and 1.
#
# </details>
#
# Solved? Then *apple* is a fruit now: in *eat apple*, and in *apple phone*, too. There is one row for all sentences that will ever be written. That is the one thing which no row of a dictionary knows: **its sentence**.
#
# Only the other words of the sentence can tell. So each row should take something from the rows around it, here more and there less. From which, and how much? That is attention.

# %% [markdown] id="puzzle-solution" lang="zh" agreed="d7a43915-34080f41"
# <details><summary>一个解法</summary>
#
# 在“苹果”那一行，把“吃”改成 2，“手机”改成 0。两个点积是 3 和 1。
#
# </details>
#
# 解出来了吗？这下“苹果”是水果了：在“吃 苹果”里是，在“苹果 手机”里也是。不管句子怎么写，用的都是这一行。“打电话”“打毛衣”的“打”也一样，只有一行。词典里的一行数唯独不知道一件事：**自己在哪个句子里**。
#
# 能说明白的，只有句子里别的词。所以每一行都该从周围的行里取一些东西来，有的多取，有的少取。向谁取？取多少？这就是注意力。

# %% [markdown] id="recap" lang="en"
# ## 7 · Recap
#
# First, two questions that no dictionary answers:

# %% [markdown] id="recap" lang="zh" agreed="a0856d65-e9cc55e5"
# ## 7 · 小结
#
# 先答两个词典里查不到的问题：

# %% id="recap-question-1"
ask("id_minus_one")

# %% id="recap-question-2"
ask("different_rows")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * A tokenizer cuts a text into tokens; its pieces come from counting. An id names a token, and is no quantity.
# * An embedding is a look-up: a row of the table for each token. A batch $X$ has the shape (batch, $n$, $d_\text{model}$).
# * A row holds all the company that its word has kept, and nothing of this sentence.
#
# Next: to look at each other, words need more than one row. [Lesson 02, queries, keys and values →](02_queries_keys_values.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="ccb1db3a-05b193d2"
# 这一课要带走的：
#
# * 分词器把文章切成词元，切法是数出来的。编号只是词元的名字，不是数量。
# * 词嵌入就是查表：每个词元取表里的一行。一批句子的 $X$，形状是 (batch, $n$, $d_\text{model}$)。
# * 一行数里，有这个词来往过的所有词，唯独没有眼前这个句子。
#
# 下一课：要互相看，一个词只有一行数还不够。[第 02 课，查询、键和值 →](02_queries_keys_values.ipynb)

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# **A look-up is a matrix product.** Write each token as a row with as many numbers as there are words, 1 at its id and 0 elsewhere: a *one-hot* vector. Times the table, the 1 picks its row, and the zeros drop the others. So the table is a matrix, and is learned like any other. Here are the one-hot rows of the first sentence, and by how much their product differs from ours:

# %% [markdown] id="curious" lang="zh" agreed="34f7a131-d02abd72"
# ## 想多了解一点
#
# **查表就是一次矩阵乘法。** 把每个词元写成一行，词表里有几个词就写几个数：自己的编号处是 1，其余全是 0，这叫**独热**（one-hot）向量。用它乘嵌入表，那个 1 选出对应的一行，0 去掉别的行。所以嵌入表也是矩阵，和别的矩阵一样可以训练。下面是第一句的独热向量，以及乘积和查表结果相差多少：

# %% id="curious-one-hot"
example = load_example("hand_worked")
table, ids = np.stack(list(example.vocabulary.values())), np.arange(6).reshape(2, 3)
one_hot = np.eye(6)[ids[0]]
print(one_hot)
show(largest_difference=abs(one_hot @ table - example.X[0]).max())

# %% [markdown] id="curious-cost" lang="en"
# Nobody computes it so: with the [50,257 tokens and 768 numbers](https://huggingface.co/openai-community/gpt2/blob/main/config.json) of the smallest GPT-2, one token would cost nearly 39 million multiplications, to copy 768 numbers.
#
# **No column need have a name.** The matrix below turns all rows at once, as a mirror does: it takes from each number half the sum of its row. Every number of *apple* becomes another. The table of dot products is the same as in section 5:

# %% [markdown] id="curious-cost" lang="zh" agreed="1d969d2b-f412ed95"
# 不过没有人真的这样算：最小的 GPT-2，词表里有 [50257 个词元，每个 768 个数](https://huggingface.co/openai-community/gpt2/blob/main/config.json)，一个词元就要做将近 3900 万次乘法，只为了抄 768 个数。
#
# **列不一定要有名字。** 下面的矩阵让每个数减去自己那一行总和的一半，相当于把三个向量一起做镜面反射（正交变换，点积不变）。“苹果”的每个数都变了，点积表却和第 5 节的一样：

# %% id="curious-mirror"
rows, words = load_example("neighbours").X, load_example("neighbours").tokens
turned = rows @ (np.eye(4) - np.ones((4, 4)) / 2)
show({words[0]: turned[0]})
heatmap(turned @ turned.T, words, words, kind="signed")

# %% [markdown] id="curious-torch" lang="en"
# **In PyTorch** the look-up is `nn.Embedding`: it keeps the table in `weight`, random until it is trained or given. An id that the table does not have is an error, which you will meet again:

# %% [markdown] id="curious-torch" lang="zh" agreed="dc387ac6-9254a0c7"
# **PyTorch 里的查表**是 `nn.Embedding`：嵌入表存在 `weight` 里，起初是随机数，要么训练，要么像这里一样交给它。表里没有的编号会报错，这条报错以后你还会遇到：

# %% id="embedding-torch" tags=["torch"]
import torch
layer = torch.nn.Embedding.from_pretrained(torch.tensor(table))
show(shape=tuple(layer(torch.tensor(ids)).shape))
try:
    layer(torch.tensor([6]))
except IndexError as error:
    print(error)
