# %% [markdown] id="title" lang="en"
# # 01 · Embedding: a look into a dictionary
#
# Attention works with numbers, but a text is made of letters. Between the two stands a kind of dictionary with a row of numbers for every word. How much can such a row know about its word?
#
# We fill in a few rows by counting. One thing is out of their reach, and that is what attention is for.
#
# About 30 minutes, and 5 for the exercise. You need [lesson 00](00_start.ipynb).

# %% [markdown] id="title" lang="zh" agreed="bc048506-97a0c878"
# # 01 · 词嵌入：翻开一本词典
#
# 注意力要拿数来算，文章却由字组成。连接两者的，是一本特别的词典：每个词在里面对应一行数。关于那个词，这一行数能告诉我们多少？
#
# 这一课，我们先数一数哪些词常挨在一起，由此写出几行数。有一件事它们不可能知道，那正是注意力要去弄清的。
#
# 约 30 分钟，练习另需 5 分钟。最好先学过[第 00 课](00_start.ipynb)。

# %% id="setup"
import numpy as np
from attnlib import heatmap, load_example, load_results, load_texts, pipeline, show, use_language
from classroom import Explorer, ask, check, load_model, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight="X")

# %% [markdown] id="ways" lang="en"
# Today we ask where **X** comes from, the rows that attention starts with.
#
# [← 00](00_start.ipynb) · [Glossary](glossary.ipynb) · [02 →](02_queries_keys_values.ipynb)

# %% [markdown] id="ways" lang="zh" agreed="c829204b-f2ad4e36"
# 这一课只看 **X**：送进注意力的那些行，是从哪里来的。
#
# [← 00](00_start.ipynb) · [术语表](glossary.ipynb) · [02 →](02_queries_keys_values.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1, the heart: 15 min; everybody writes the three rows on paper. Section 2: 9 min; the cut by show of hands, then let somebody glue with the slider. Section 3: 12 min, the exercise together, the shape by show of hands. Section 4: 9 min, the puzzle in pairs. Recap: 5 min. *For the curious* is for home.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="dc0df326-f32665dc" tags=["lecturer"]
# **50 分钟安排。** 第 1 节是重点，15 分钟：每个人先在纸上写出那三行。第 2 节 9 分钟：怎样切，举手表决；再请一位同学上来拖滑块。第 3 节 12 分钟：练习一起做，形状举手表决。第 4 节 9 分钟，谜题两人一组。小结 5 分钟。“想多了解一点”留作课后。

# %% [markdown] id="row" lang="en"
# ## 1 · What does a row know?
#
# In lesson 00 we made up the row of *apple* ourselves. Can a program find such numbers without being told what an apple is?
#
# “You shall know a word by the company it keeps”, wrote the linguist J. R. Firth in 1957. So let us count the company that words keep. Here are eight pairs of neighbours, such as you might find in a newspaper:

# %% [markdown] id="row" lang="zh" agreed="7a3d79e6-c8b15998"
# ## 1 · 一行数知道什么？
#
# 第 00 课里，“苹果”那一行数是我们自己编的。要是没有人告诉程序苹果是什么，它自己写得出这样一行有意义的数吗？
#
# 语言学家弗斯（J. R. Firth，1957）有句名言，大意是：看一个词和谁来往，就知道它是什么词。那就来数一数。假设下面八对挨在一起的词是从报纸上抄来的：

# %% id="row-text"
seen = load_texts("neighbours")
print(*(" ".join(pair) for pair in seen["text"]), sep=", ")

# %% [markdown] id="row-count" lang="en"
# *apple*, *pear* and *Sony* each get a row of four numbers: how often the word occurs next to *eat*, to *sweet*, to *phone* and to *computer*.

# %% [markdown] id="row-count" lang="zh" agreed="e07402d8-7bcb9987"
# 给“苹果”“梨”“索尼”各写一行，每行四个数：这个词和“吃”“甜”“手机”“电脑”各挨着几次。

# %% id="row-question"
def counted(word):
    pairs = seen["text"]
    return [pairs.count([word, other]) + pairs.count([other, word]) for other in seen["beside"]]

rows = np.array([counted(word) for word in seen["words"]])
ask("row_of_apple", then=heatmap(rows, seen["words"], seen["beside"], kind="signed"))

# %% [markdown] id="dot" lang="en"
# What do two words have in common? The [**dot product**](glossary.ipynb) of their rows tells us: multiply number by number, then add. For *pear* and *Sony*:
#
# $$1 \cdot 0 + 1 \cdot 0 + 0 \cdot 1 + 0 \cdot 1 = 0$$
#
# Every count here is 0 or 1, so the dot product counts the neighbours that the two words share: there are none. For every pair of words:

# %% [markdown] id="dot" lang="zh" agreed="20d7977b-f63be0b1"
# 两个词有多少共同之处？可以看两行的[**点积**](glossary.ipynb)（dot product）：对应的数相乘，再加起来。“梨”和“索尼”：
#
# $$1 \cdot 0 + 1 \cdot 0 + 0 \cdot 1 + 0 \cdot 1 = 0$$
#
# 这里的次数不是 0 就是 1，所以点积正好数出两个词有几个共同的邻居：“梨”和“索尼”一个也没有。每两个词的点积是：

# %% id="dot-code"
heatmap(rows @ rows.T, seen["words"], seen["words"], kind="signed", title="dot_product")

# %% [markdown] id="dot-said" lang="en"
# *apple* shares two neighbours with *pear* and two with *Sony*; *pear* and *Sony* share none. (On the diagonal a word meets itself, and the dot product counts its neighbours: *apple* has four.)
#
# Models today do not count. Their rows begin as random numbers, and training finds better ones (lesson 10). But meanings still pile up: in the trained tables that [Arora et al. (2018)](https://arxiv.org/abs/1601.03764) examined, the row of a word with several meanings is roughly a weighted sum of vectors, one for each meaning.

# %% [markdown] id="dot-said" lang="zh" agreed="cf767e1b-8d20fd9a"
# “梨”和“索尼”毫无交集，“苹果”却和它们各有两个共同的邻居。（对角线上是一个词和自己的点积，也就是它有几个邻居：“苹果”有四个。）
#
# 现在的模型不靠数数：词的那一行起初是随机数，训练中慢慢调成合适的数（第 10 课）。但几个意思还是会叠在同一行里：[Arora 等（2018）](https://arxiv.org/abs/1601.03764)研究过几种训练出来的词向量，其中多义词的那一行，近似于各个意思的向量的加权和。

# %% [markdown] id="lecturer-row" lang="en" tags=["lecturer"]
# Let them say what row *bread* would get, and *Huawei*. Somebody will want “king − man + woman”: the same idea, rows that add up; with eight pairs there is nothing to show. Ask at the end: which of the four columns would you have to look at to know what *apple* means in *apple phone*? None: you have to look at the neighbour.

# %% [markdown] id="lecturer-row" lang="zh" agreed="996fe6ef-c172c610" tags=["lecturer"]
# 请学生说一说“面包”那一行会是什么，“华为”呢。会有人提“国王 − 男人 + 女人”：道理相通，都是行可以相加，但八对词演示不出来。最后问：要知道“苹果 手机”里的苹果是什么意思，该看四列中的哪一列？哪一列都不行，该看的是旁边那个词。

# %% [markdown] id="cut" lang="en"
# ## 2 · A row for every word?
#
# The dictionary that we counted has rows for three words, *apple*, *pear* and *Sony*. But no list of words is ever complete. A program that knows only whole words writes `<unk>`, *unknown*, for all others: they share one row.
#
# So a model cuts a text into pieces that can be put together to make words it has never seen. Each piece, or [**token**](glossary.ipynb), has a row; the program that cuts is the **tokenizer**. (In lesson 00 every token was a word.)
#
# The tokenizer of the model in lesson 12 knows 250,002 tokens, from about a hundred languages. We give it a single word:

# %% [markdown] id="cut" lang="zh" agreed="35bc9e1e-100af417"
# ## 2 · 每个词都有一行吗？
#
# 我们数出来的词典里，只有“苹果”“梨”“索尼”三行；再厚的词典，也收不全所有的词。只收整词的程序，遇到没收进去的词，一律写成 `<unk>`（意思是“不认识”），这些词只好共用一行。
#
# 所以，模型把文章切成小块，用这些小块也能拼出新词；每一块各有一行。一块叫一个[**词元**](glossary.ipynb)（token），负责切的程序叫**分词器**（tokenizer），切的过程叫**分词**。（第 00 课是我们动手切的，一个词就是一个词元。）
#
# 第 12 课那个模型的分词器认识 250,002 个词元，来自一百来种语言。给它一句话试试：

# %% id="cut-real" tags=["of-its-language"]
cuts = load_results("cuts")
lines = [" → ".join([text, " | ".join(cuts[text])]) for text in load_texts("real_cuts")]
ask("real_cut", then="<br>".join(lines))

# %% [markdown] id="cut-real-said" lang="en"
# Such pieces are called [**subwords**](glossary.ipynb): the commonest words stay whole, others are cut up.
#
# Where does a program that knows no grammar get its pieces? It counts, as we did. A common method begins with single letters. The two pieces that stand side by side most often are glued together wherever they meet inside a word; then the counting starts again. This is [**byte-pair encoding**](glossary.ipynb), BPE ([Sennrich et al. 2016](https://arxiv.org/abs/1508.07909)).
#
# Move the slider to glue this text step by step, and watch *restrain*, which does not occur in it:

# %% [markdown] id="cut-real-said" lang="zh" agreed="8dd1b22d-3ddc4171"
# 这样切出来的一块，可以是整个词，也可以只是词的一部分，叫作[**子词**](glossary.ipynb)（subword）：常常挨在一起的字留作一块，不够常见的就切碎。
#
# 分词器不懂语法，这些小块是从哪里来的？和第 1 节一样，数出来的。最常见的办法之一是：从单个的字开始，找出最常挨在一起的两块，合并成一块；再数，再合并。这叫[**字节对编码**](glossary.ipynb)（byte-pair encoding，BPE，[Sennrich 等，2016](https://arxiv.org/abs/1508.07909)）。
#
# 下面是一段话。拖动滑块，一次一次地合并，注意最后一行“乒乓球拍卖完了”：这段话里没有这一句。

# %% id="cut-commonest" tags=["of-its-language"]
from classroom import live
from classroom.lab import byte_pairs
glue, more = load_texts("glue"), ""

def glued(gluings=0):
    return byte_pairs.view(glue["text"] + " " + more, glue["new"], gluings)

live(glued, gluings=(0, 6, 1))

# %% [markdown] id="cut-said" lang="en"
# After six gluings *restrain* is cut as the real tokenizer cuts it (that one learned in a different way: see the end).
#
# So a word that is not in the list can be looked up, too, piece by piece. (GPT-2 and later GPT models glue like this, but begin with the 256 possible bytes: nothing is unknown.)
#
# The price: *restrain* has no row of its own. It gets two, and the first is the row of *rest*, the same as in *a long rest*. This row does not know what follows. What could tell it? We come back to this in section 4.
#
# <details><summary>Can counting get it right?</summary>
#
# Type words between the quotes of `more`, run the cell again, and glue until *restrain* is cut *re | strain*. (Nothing is glued across a space; of equally frequent pairs, the first in the text wins.)
#
# </details>
#
# <details><summary>One solution</summary>
#
# *strain*, four times. Now *st + rain* is more frequent than *re + st*. With three it is a tie, and *re + st* comes first.
#
# </details>

# %% [markdown] id="cut-said" lang="zh" agreed="72134550-02254a2c"
# 合并到第五次，切得就和真正的分词器一样了（真正的那个学法不同，见本课末尾）。
#
# 这样，没有收进表里的词，也能一块一块地查到。（GPT-2 以来的 GPT 模型也这样合并，只是从字节开始。文字存进计算机都是字节，字节只有 256 种，再生僻的字也切得出来。）
#
# 可是也有代价。“球拍”没有查到，查到的是“拍卖”那一行，和“我们去看拍卖”里的是同一行：旁边是什么字，它不知道。谁能告诉它？第 4 节再说。
#
# <details><summary>只靠数数，能不能切对？</summary>
#
# 在 `more` 的引号里写几个词，重新运行上一格，再拖动滑块，直到最后一行里的“乒乓球拍”成为一块。（合并不跨标点，也不跨空格；次数相同的，先合并文中先出现的那一对。）
#
# </details>
#
# <details><summary>一个解法</summary>
#
# “乒乓球拍”写五遍，中间空一格。这样一来，“拍”先和前面的“乒乓球”合并，轮不到后面的“卖”。四遍还不够：次数打平，而“拍卖”在文中先出现。
#
# </details>

# %% [markdown] id="lecturer-cut" lang="en" tags=["lecturer"]
# The method of lesson 12's tokenizer is called *unigram*: each piece has a probability, and of all ways to cut a text the most probable is taken. Somebody will ask when the gluing stops. When the list is as long as you want it: 50,257 tokens in GPT-2. A longer list makes shorter texts and a larger table. Ask for a rare family name or a new brand: it falls into pieces. (Only a rare character becomes `<unk>`.) Until lesson 09 a token stays a whole word, cut by hand.

# %% [markdown] id="lecturer-cut" lang="zh" agreed="ea54268a-2fc19a71" tags=["lecturer"]
# 第 12 课的分词器用的方法叫 *unigram*：每一块有一个概率，在所有切法里取概率最大的一种。会有人问：合并到什么时候为止？表想要多大，就合并到多大：GPT-2 是 50,257 个词元。表大，文章就短，但表本身也占地方。可以请学生报一个新词或者自己的名字：多半切碎了照样能读，生僻字会成为 `<unk>`。另有一类分词工具（比如 jieba）靠一张词语表加统计来分词，目标是切出语言学上的词，模型一般不用它们。到第 09 课为止，词元都是我们亲手切好的词。

# %% [markdown] id="table" lang="en"
# ## 3 · Look it up
#
# All the tokens that a tokenizer knows are its [**vocabulary**](glossary.ipynb). Each has a number, its **id**, counted from 0, and a row of numbers, its **word vector** or [**embedding**](glossary.ipynb). The rows together are the *embedding table*: our dictionary. Here is another one, that of lesson 00, whose rows were chosen by us and not counted. The ids stand in front:

# %% [markdown] id="table" lang="zh" agreed="317948c7-d2400876"
# ## 3 · 查表
#
# 分词器认识的所有词元，合起来叫[**词表**](glossary.ipynb)（vocabulary）。每个词元有一个编号（**id**），从 0 数起；还对应一行数，这行数就是它的**词向量**，也叫[**词嵌入**](glossary.ipynb)（embedding）。这些行合起来，叫*嵌入表*：我们说的词典，就是这张表。下面换成第 00 课的词典，那里的数是我们定的，不是数出来的（前面是编号）：

# %% id="table-picture"
example = load_example("apple")
words = example.tokens[0] + example.tokens[1][1:]
table = np.stack(list(example.vocabulary.values()))
rows_and_ids = [f"{i}: {word}" for i, word in enumerate(words)]
heatmap(table, rows_and_ids, example.feature_names, kind="signed", title="embedding_table")

# %% [markdown] id="mistake-said" lang="en"
# Ids are numbers already: why not compute with them? If we did, the mean of *eat* (0) and *phone* (2) would be 1, an *apple*. An id is a name, like the number on a player's shirt. We compute with the rows.

# %% [markdown] id="mistake-said" lang="zh" agreed="7e1eb894-ea368fc7"
# 编号本来就是数，为什么不直接拿它来算？“吃”是 0，“手机”是 2，平均一下是 1，那就成了“苹果”。编号和球衣号码一样，只是名字。能拿来算的，是那一行数。

# %% [markdown] id="embed-text" lang="en"
# **Exercise** (★, 5 min). Write the look-up: `my_embed` takes `ids`, of one sentence or of several, and the embedding `table`, and returns the row for each id. In NumPy an index may be a list: `np.array([5, 6, 7])[[2, 0]]` is `[7, 5]`.

# %% [markdown] id="embed-text" lang="zh" agreed="b6fef4c9-69fe376c"
# **练习**（★，5 分钟）。写出查表的函数：`my_embed` 接收编号 `ids`（一个句子的，或者几个句子一起的）和嵌入表 `table`，返回每个编号对应的那一行。在 NumPy 里，下标也可以是一个列表：`np.array([5, 6, 7])[[2, 0]]` 得到 `[7, 5]`。

# %% id="exercise-embed" tags=["exercise"]
def my_embed(ids, table):
    ...

embed = check.embed(my_embed)

# %% [markdown] id="both" lang="en"
# Now your function looks up both sentences of lesson 00 at once, as a [**batch**](glossary.ipynb). Here are their ids, a row for each sentence; they become $X$:

# %% [markdown] id="both" lang="zh" agreed="60a1e09f-21716e63"
# 现在用你的函数，把第 00 课的两句话放在一起查，这样的一组叫一[**批**](glossary.ipynb)（batch，教材里也叫小批量，minibatch）。下面是它们的编号，一句一行。查出来的就是 $X$：

# %% id="both-code"
ids = np.array([[words.index(word) for word in sentence] for sentence in example.tokens])
X = embed(ids, table)
print(ids)
ask("shape_of_a_batch", then=[heatmap(x, s, example.feature_names, kind="signed", title="X") for s, x in zip(example.tokens, X)])

# %% [markdown] id="shape" lang="en"
# In symbols, the shape is (batch, [$n$](glossary.ipynb), [$d_\text{model}$](glossary.ipynb)): *batch* sentences, $n$ words each, $d_\text{model}$ numbers a word. These are the lengths of its three *axes*. An array with several axes is often called a **tensor**.
#
# <details><summary>Other names, and sentences that are shorter</summary>
#
# Elsewhere you will read `batch_size`, `seq_len` (the length of the *sequence*), and `embed_size` or `hidden_size` (the *dimension*). Shorter sentences are filled up until all have the same length; this is called *padding* (lesson 06).
#
# </details>

# %% [markdown] id="shape" lang="zh" agreed="fa3112c1-1c460000"
# 用符号来写，形状是 (batch, [$n$](glossary.ipynb), [$d_\text{model}$](glossary.ipynb))：batch 个句子，每句 $n$ 个词，每个词 $d_\text{model}$ 个数。这三个数，是三个*轴*的长度；有好几个轴的数组，常叫**张量**（tensor）。
#
# <details><summary>别处的叫法，还有短一些的句子</summary>
#
# 别处叫 `batch_size`（批量大小）、`seq_len`（序列长度）、`embed_size` 或 `hidden_size`（词向量的*维度*）。短一些的句子要补到一样长，这叫*填充*，第 06 课再讲。
#
# </details>

# %% [markdown] id="puzzle" lang="en"
# ## 4 · What a row does not know
#
# Let us repair the dictionary of section 1. **Puzzle:** make *apple* a fruit. Its dot products with *pear* and *Sony* are both 2 (the explorer calls them *scores*, though there are no queries or keys yet); bring the first above 2.5, the second below 1.5. Change just two numbers, both in the row of *apple*; use whole numbers from 0 to 2.

# %% [markdown] id="puzzle" lang="zh" agreed="2727fff1-97728825"
# ## 4 · 有一件事，一行数不可能知道
#
# 我们来修改第 1 节数出来的那本词典。**谜题：** 让“苹果”变成水果。现在它和“梨”、和“索尼”的点积都是 2，目标是：和“梨”的点积大于 2.5，和“索尼”的点积小于 1.5。（这里还没有查询和键，“注意力分数”那张表里就是这些点积。）只许改“苹果”这一行，改两个数就够了，用 0 到 2 的整数。

# %% id="puzzle-explorer"
explorer = Explorer("neighbours", ("X", "scores"), goal="fruit", controls=("undo", "reset"))
explorer

# %% [markdown] id="puzzle-solution" lang="en"
# <details><summary>One solution</summary>
#
# In the row of *apple*, *eat* becomes 2 and *phone* becomes 0. The dot products are 3 and 1.
#
# </details>
#
# Solved? The next cell looks *apple* up in your dictionary, as it stands now, for each sentence of lesson 00 (`mine` holds your functions, or ours):

# %% [markdown] id="puzzle-solution" lang="zh" agreed="13952d1f-ac5f01d5"
# <details><summary>一个解法</summary>
#
# 在“苹果”那一行，把“吃”改成 2，“手机”改成 0。两个点积是 3 和 1。
#
# </details>
#
# 解出来了吗？下一格就用你现在的这本词典，替第 00 课的两句话各查一次“苹果”（`mine` 里是你写的函数，没写的用我们的）：

# %% id="puzzle-looked-up"
listed = load_texts("neighbours")["words"]
for sentence in load_example("apple").sentences:
    found = [listed.index(word) for word in sentence.tokens if word in listed]
    show({" ".join(sentence.tokens): mine.embed(np.array(found), explorer.X)[0]})

# %% [markdown] id="puzzle-said" lang="en"
# Both times we get the same row, changed or not. If you made *apple* a fruit, it is a fruit next to *phone* as well. So there is one thing that no row can know: **its sentence**. Nor does the row of *rest* know that it stands in *restrain*.
#
# Only the words around it can tell what the word means there. So each row should take something from the rows around it, more from some and less from others. Attention does this: in lesson 00, one row of *apple* went in, and two meanings came out.

# %% [markdown] id="puzzle-said" lang="zh" agreed="a327b70e-53cde02b"
# 两次查到的是同一行，改没改过都一样。要是你把“苹果”改成了水果，它到了“手机”旁边，也还是水果：不管句子怎么写，用的都是这一行。“乒乓球拍卖完了”里的“拍卖”也是这样。词典里的一行数，有一件事不可能知道：**自己在哪个句子里**。
#
# 这件事，只有句子里别的词能告诉它。所以每一行都该从周围的行里取一些东西来：有的行多取一些，有的行少取一些。注意力做的就是这件事：第 00 课里，进去的是同一行“苹果”，出来的是两个意思。

# %% [markdown] id="recap" lang="en"
# ## 5 · Recap
#
# Without scrolling up, a question on lesson 00 and one on this lesson:

# %% [markdown] id="recap" lang="zh" agreed="8c37eddd-180fa07b"
# ## 5 · 小结
#
# 不要往上翻，先答两个问题，一个问第 00 课，一个问这一课：

# %% id="recap-question-1"
ask("steps_in_order")

# %% id="recap-question-2"
ask("different_rows")

# %% [markdown] id="recap-list" lang="en"
# What to take with you:
#
# * An embedding is a look-up: one row of the table for each token. A batch $X$ has the shape (batch, $n$, $d_\text{model}$).
# * A tokenizer cuts a text into tokens, which can be put together to make new words, too. Which tokens there are is usually found by counting. An id names a token and is not a quantity.
# * A row made by counting sums up the company that its word keeps. What the word means in one place, only the words around it can tell.
#
# Next: before words can look at each other, each needs more than one row. [Lesson 02, queries, keys and values →](02_queries_keys_values.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="fe93b530-3d59c2f5"
# 这一课要记住的：
#
# * 词嵌入就是查表：每个词元取表里的一行。一批句子的 $X$，形状是 (batch, $n$, $d_\text{model}$)。
# * 分词器把文章切成词元，新词也能用词元拼出来；词表里收哪些词元，通常由出现的次数决定。编号只是词元的名字，不是数量。
# * 数出来的一行，反映这个词平时和谁来往。在眼前这个句子里它是什么意思，要看句子里别的词。
#
# 下一课：要互相看，一个词只有一行数还不够。[第 02 课，查询、键和值 →](02_queries_keys_values.ipynb)

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# Why a look-up is a matrix product, the embedding layer of PyTorch, and how a sentence of yours is cut.

# %% [markdown] id="later" lang="zh" agreed="50abac33-0cadddf4"
# ## 想多了解一点
#
# 查表为什么是矩阵乘法，PyTorch 的嵌入层，再切一句你自己的话。

# %% [markdown] id="curious" lang="en"
# **A look-up is a matrix product.** Write each token as a row with one number per word of the vocabulary: 1 at its own id and 0 everywhere else, a *one-hot* vector. When such a row is multiplied by the table, its 1 picks out the word's row, and its zeros drop all others. So the table is a matrix, and is trained like any other. Here are the one-hot rows of *eat apple*, and their product with the table:

# %% [markdown] id="curious" lang="zh" agreed="13122b3b-492cabaf"
# **查表就是一次矩阵乘法。** 每个词元也可以写成这样一行数：词表里有几个词元，就有几个数；这个词元的编号所在的位置是 1，其余全是 0。这叫**独热**（one-hot）向量。用它乘嵌入表，那个 1 选出对应的一行，0 去掉别的行。所以嵌入表也是矩阵，和别的矩阵一样可以训练。下面是“吃 苹果”的独热向量，以及它们和嵌入表的乘积：

# %% id="curious-one-hot"
table, ids = np.stack(list(load_example("apple").vocabulary.values())), np.array([[0, 1], [1, 2]])
one_hot = np.eye(3)[ids[0]]
print(one_hot)
print(one_hot @ table)

# %% [markdown] id="curious-torch" lang="en"
# **In PyTorch** the look-up is `nn.Embedding`. It keeps the table in `weight`, which is random at first and then trained; here we give it a table of our own, which `from_pretrained` keeps fixed unless you say `freeze=False`. An id outside the table raises an error:

# %% [markdown] id="curious-torch" lang="zh" agreed="4ebda067-04548eb7"
# **PyTorch 里的查表**是 `nn.Embedding`，嵌入表存在 `weight` 里。它起初是随机数，要靠训练得到；也可以像这里一样，直接给它一张现成的表（用 `from_pretrained` 时，除非写上 `freeze=False`，这张表不再训练）。表里没有的编号会报错：

# %% id="embedding-torch" tags=["torch"]
import torch
layer = torch.nn.Embedding.from_pretrained(torch.tensor(table))
show(shape=tuple(layer(torch.tensor(ids)).shape))
try:
    layer(torch.tensor([3]))
except IndexError as error:
    print(error)

# %% [markdown] id="curious-minus" lang="en"
# NumPy, too, raises an error for the id 3. And for −1?

# %% [markdown] id="curious-minus" lang="zh" agreed="9c2a8165-6c4f022d"
# 编号 3，NumPy 也会报错。那么 −1 呢？

# %% id="curious-minus-question"
ask("id_minus_one")

# %% [markdown] id="curious-cut" lang="en"
# **Cut a sentence of your own.** The tokenizer of [lesson 12](12_real_text.ipynb) counts, too, but does not glue: it began with far too many pieces and struck out those that it could most easily do without ([Kudo 2018](https://arxiv.org/abs/1804.10959)). Put your sentence, in quotes, in place of `load_texts("cut_yours")`. Lesson 12 says how to fetch the model; without it you see the stored result for ours: *football* is one piece, *plays* two, and *pickleball*, a rarer word, three. (The program leaves out the marks ▁, where a word begins, and the tokens at both ends.)

# %% [markdown] id="curious-cut" lang="zh" agreed="f05b7a2a-783696fa"
# **切一句你自己的话。** [第 12 课](12_real_text.ipynb)的分词器也靠统计，方向却相反：先列出一大批候选的块，再一批批划掉最用不着的（[Kudo 2018](https://arxiv.org/abs/1804.10959)）。把 `load_texts("cut_yours")` 换成加引号的一句话。（怎样下载模型，第 12 课有说明；没有模型，就只显示我们这一句的结果。）
#
# 我们这句里，“打电话”是一块；“打鼓”不那么常见，切成了两块。全角的逗号，分词器先换成半角；空格的记号 ▁ 和头尾两个词元，程序去掉了。

# %% id="cut-yours" tags=["of-its-language", "model"]
yours = load_texts("cut_yours")
pieces = [piece.strip("▁") for piece in load_model().cut(yours)[1:-1]]
print(*filter(None, pieces), sep=" | ")
