# %% [markdown] id="title" lang="en"
# # 01 · Embedding: a look into a dictionary
#
# Attention works with numbers, but a text is made of letters. Between the two stands a kind of dictionary, with a row of numbers for every word. How much can such a row know?
#
# We count three rows, then open the dictionary of a real model. There is one thing that no row can know, and it is what attention is for.
#
# About 35 minutes, and 10 for the exercise. You need [lesson 00](00_start.ipynb).

# %% [markdown] id="title" lang="zh" agreed="b0d78f5f-2eb1b85b"
# # 01 · 词嵌入：翻开一本词典
#
# 注意力要拿数来算，文章却由字组成。连接两者的，是一本特别的词典：每个词在里面对应一行数。关于那个词，这一行数能告诉我们多少？
#
# 这一课先数一数哪些词常挨在一起，自己写出三行，再翻开一个真实模型的词典。有一件事，哪一行都不可能知道，那正是注意力要去弄清的。
#
# 约 35 分钟，练习另需 10 分钟。最好先学过[第 00 课](00_start.ipynb)。

# %% id="setup"
import numpy as np
from attnlib import curves, heatmap, load_example, load_results, load_texts, table, use_language
from classroom import Explorer, ask, check, live, load_model, machine, mine, points, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("tokens", "embedding", steps="X")

# %% [markdown] id="ways" lang="en"
# Today we ask where **X** comes from, the rows that attention starts with.
#
# [← 00](00_start.ipynb) · [Glossary](glossary.ipynb) · [02 →](02_queries_keys_values.ipynb)

# %% [markdown] id="ways" lang="zh" agreed="c829204b-f2ad4e36"
# 这一课只看 **X**：送进注意力的那些行，是从哪里来的。
#
# [← 00](00_start.ipynb) · [术语表](glossary.ipynb) · [02 →](02_queries_keys_values.ipynb)

# %% [markdown] id="lecturer-plan" lang="en" tags=["lecturer"]
# **50 minutes.** Section 1: 10 min; everybody writes the three rows on paper. Section 2: 10 min; let somebody call out words, then the place of *apple* by show of hands. Section 3: 8 min; the cut by show of hands, then the slider. Section 4: 10 min, the exercise together. Section 5: 9 min, the puzzle in pairs. Recap: 3 min. *For the curious* is for home.

# %% [markdown] id="lecturer-plan" lang="zh" agreed="920b78c2-6a8ec09f" tags=["lecturer"]
# **50 分钟安排。** 第 1 节 10 分钟：每个人先在纸上写出那三行。第 2 节 10 分钟：请学生点词来查，“苹果”站在哪里，举手表决。第 3 节 8 分钟：怎样切，举手表决；再请一位同学上来拖滑块。第 4 节 10 分钟：练习一起做。第 5 节 9 分钟：谜题两人一组。小结 3 分钟。“想多了解一点”留作课后。

# %% [markdown] id="row" lang="en"
# ## 1 · What does a row know?
#
# In lesson 00 we made up the row of *apple*. Can a program find such numbers by itself?
#
# “You shall know a word by the company it keeps”, wrote the linguist J. R. Firth in 1957. So we count the company. Here are eight pairs of neighbours, such as you might find in a newspaper: eat apple, eat pear, sweet apple, sweet pear, apple phone, Sony phone, apple computer, Sony computer.
#
# *apple*, *pear* and *Sony* each get a row: how often the word occurs next to *eat*, *sweet*, *phone* and *computer*.

# %% [markdown] id="row" lang="zh" agreed="d2953993-d3be5a0a"
# ## 1 · 一行数知道什么？
#
# 第 00 课里，“苹果”那一行数是我们自己编的。要是没有人告诉程序苹果是什么，它自己写得出这样一行有意义的数吗？
#
# 语言学家弗斯（J. R. Firth，1957）有句名言，大意是：看一个词和谁来往，就知道它是什么词。那就来数一数。假设从报纸上抄来八对挨在一起的词：吃 苹果，吃 梨，甜 苹果，甜 梨，苹果 手机，索尼 手机，苹果 电脑，索尼 电脑。
#
# 给“苹果”“梨”“索尼”各写一行，每行四个数：这个词和“吃”“甜”“手机”“电脑”各挨着几次。

# %% id="row-counted"
example = load_example("neighbours")
rows = example.X
heatmap(rows, example.tokens, example.feature_names, kind="signed")

# %% [markdown] id="dot" lang="en"
# The row of *apple* is that of *pear* plus that of *Sony*: both its meanings are in it, one on top of the other.
#
# How much do two words have in common? We take the [**dot product**](glossary.ipynb) of their rows: multiply number by number, then add. Here it counts the neighbours that two words share. For *pear* and *Sony* it is $1 \cdot 0 + 1 \cdot 0 + 0 \cdot 1 + 0 \cdot 1 = 0$.

# %% [markdown] id="dot" lang="zh" agreed="b05dc00f-0145d174"
# “苹果”那一行，正好是“梨”那一行加“索尼”那一行：水果和品牌，两个意思叠在了一起。
#
# 两个词有多少共同之处？可以看两行的[**点积**](glossary.ipynb)（dot product）：对应的数相乘，再加起来。这里的次数不是 0 就是 1，所以点积正好数出两个词有几个共同的邻居。比如“梨”和“索尼”，是 $1 \cdot 0 + 1 \cdot 0 + 0 \cdot 1 + 0 \cdot 1 = 0$，一个也没有。

# %% id="dot-code"
heatmap(rows @ rows.T, example.tokens, example.tokens, kind="signed", title="dot_product")

# %% [markdown] id="cosine" lang="en"
# *pear* has the dot product 2 with *apple*, and 2 with itself. Is it as much like *apple* as like itself? A dot product also grows with the lengths:
#
# $$a \cdot b = \lVert a \rVert \, \lVert b \rVert \, \cos(a, b)$$
#
# The length is the root of a row's dot product with itself: $\sqrt{4} = 2$ for *apple*, $\sqrt{2}$ for *pear*. Divided by both, the [**cosine**](glossary.ipynb) is left: $2 / (2 \sqrt{2}) = 0.71$ for *pear* and *apple*, and 1 for a word with itself. If all rows have length 1, no dot product is larger than that of a row with itself. Lesson 03 comes back to long rows.

# %% [markdown] id="cosine" lang="zh" agreed="d910c96d-ba6a5af1"
# “梨”和“苹果”的点积是 2，和自己的点积也是 2。难道“梨”像“苹果”，就跟像自己一样？原因是，一行越长，它和谁做点积都占便宜：
#
# $$a \cdot b = \lVert a \rVert \, \lVert b \rVert \, \cos(a, b)$$
#
# 一行和自己的点积，开方就是它的长度，也叫模长：“苹果”是 $\sqrt{4} = 2$，“梨”是 $\sqrt{2}$。除以两个长度，剩下的是[**余弦**](glossary.ipynb)，也叫余弦相似度。“梨”和“苹果”是 $2 / (2 \sqrt{2}) = 0.71$，一个词和自己是 1，不可能更大了。所以，要是每一行的长度都是 1，每个词都和自己的点积最大。行太长会怎样，第 03 课再看。

# %% [markdown] id="lecturer-row" lang="en" tags=["lecturer"]
# Let them say what row *bread* would get, and *Huawei*. Somebody will want “king − man + woman”: the same idea, rows that add up; with eight pairs there is nothing to show. Ask at the end: which of the four columns would you have to look at to know what *apple* means in *apple phone*? None: you have to look at the neighbour.

# %% [markdown] id="lecturer-row" lang="zh" agreed="996fe6ef-c172c610" tags=["lecturer"]
# 请学生说一说“面包”那一行会是什么，“华为”呢。会有人提“国王 − 男人 + 女人”：道理相通，都是行可以相加，但八对词演示不出来。最后问：要知道“苹果 手机”里的苹果是什么意思，该看四列中的哪一列？哪一列都不行，该看的是旁边那个词。

# %% [markdown] id="real" lang="en"
# ## 2 · The dictionary of a real model
#
# Since [word2vec](https://arxiv.org/abs/1301.3781) (2013) one does not count: rows begin as random numbers, and training finds better ones (lesson 10). The model of lesson 12, for about a hundred languages, has 250,002 rows of 384 numbers. Which rows have the largest cosine with that of a word? Choose one (we list neighbours in Latin letters and Chinese characters):

# %% [markdown] id="real" lang="zh" agreed="1f0a6893-976fa5f9"
# ## 2 · 真实模型的词典
#
# 从 [word2vec](https://arxiv.org/abs/1301.3781)（2013）起，就不再靠数数了：词的那一行起初是随机数，训练中慢慢调成合适的数（第 10 课）。第 12 课的模型能读一百来种语言，它的词典有 250,002 行，每行 384 个数。和一个词余弦最大的，是哪些词？换几个看看（只列出用汉字或拉丁字母写的）：

# %% id="real-near" tags=["of-its-language"]
found, real = load_results("embedding_table"), load_texts("embedding_table")

def nearest(word=real["near"][0]):
    names = [f"{k}. {name}" for k, name in enumerate(found["near"][word], 1)]
    cosines = [*found["near"][word].values(), found["random"]]
    return table(word=[*names, "random_pair"], cosine=[f"{x:.2f}" for x in cosines])

live(nearest, word=real["near"])

# %% [markdown] id="real-said" lang="en"
# *Monday* finds the other days. *apple* finds itself in Chinese (苹果), then *iPhone* and *Mac*, but also French *pommes* and *banana*. All this comes from training, in part on sentences with their translations ([Wang et al. 2024](https://arxiv.org/abs/2402.05672)). Two random rows have a cosine of 0.08 on average; one pair in a thousand has more than 0.32. Not every meaning shows: near *bank* there is no river.

# %% [markdown] id="real-said" lang="zh" agreed="e8d9fba0-f80d01e8"
# “周一”旁边是周五、星期六；“苹果”旁边有英语的 apple，有 iPhone 和手机，却没有别的水果。这些数没有谁写过，都是训练出来的，训练用的文字里有一部分是互为译文的句子（[Wang 等，2024](https://arxiv.org/abs/2402.05672)）。随意取两行，余弦平均是 0.08，一千对里大约只有一对超过 0.32。不过，词的每个意思未必都看得到：“小米”的邻居里没有一样粮食。

# %% [markdown] id="plane" lang="en"
# Where does *apple* stand? In this plane, the farther right a word lies, the larger is its mean cosine with five fruit words, such as *banana*; the higher, the larger its mean cosine with five device words, such as *phone*:

# %% [markdown] id="plane" lang="zh" agreed="36f6b146-53d7128d"
# “苹果”站在哪里？画一个平面：词越靠右，和“水果”“香蕉”等五个词的平均余弦越大；越靠上，和“手机”“华为”等五个词的平均余弦越大。

# %% id="real-plane" tags=["of-its-language"]
apple = real["shown"][0]
places, names = found["plane"][apple], ("cosine_with_fruit", "cosine_with_devices")
points({word: place for word, place in places.items() if word != apple}, xlabel=names[0], ylabel=names[1])

# %% id="real-plane-question" tags=["of-its-language"]
ask("apple_in_the_plane", then=points(places, xlabel=names[0], ylabel=names[1]))

# %% [markdown] id="cut" lang="en"
# ## 3 · Which words have a row?
#
# Among 250,002 rows there is none for *pear*, and none for *orange*. No list of words is complete. A program that knows only whole words writes `<unk>`, *unknown*, for all others.
#
# So a model cuts a text into pieces, each with a row of its own: [**tokens**](glossary.ipynb). The program that cuts is the **tokenizer**. It makes *pe | ar* of *pear*. We give it another word:

# %% [markdown] id="cut" lang="zh" agreed="2c2e33c6-6cd20ee7"
# ## 3 · 哪些词有自己的一行？
#
# 在这本词典里查“索尼”，没有；查“柠檬”，也没有：250,002 行还是不够。再厚的词典，也收不全所有的词。只收整词的程序，遇到没收进去的词，一律写成 `<unk>`（意思是“不认识”），这些词只好共用一行。
#
# 所以，模型把文章切成小块，用小块也能拼出新词，每一块各有一行。一块叫一个[**词元**](glossary.ipynb)（token），负责切的程序叫**分词器**（tokenizer），切的过程叫**分词**。“索尼”切成“索 | 尼”。再给它一句话：

# %% id="cut-real" tags=["of-its-language"]
cuts = load_results("cuts")
lines = [" → ".join([text, " | ".join(cuts[text])]) for text in load_texts("real_cuts")]
ask("real_cut", then="<br>".join(lines))

# %% [markdown] id="cut-real-said" lang="en"
# Such [**subwords**](glossary.ipynb) are found by counting. One way is easy to watch: [**byte-pair encoding**](glossary.ipynb), BPE ([Sennrich et al. 2016](https://arxiv.org/abs/1508.07909)). It begins with single letters. The two pieces that stand side by side most often are glued together wherever they meet inside a word; then the counting starts again.
#
# We wrote a text from which gluing learns the same cut as the real tokenizer. Glue it step by step, and watch *restrain*, which does not occur in it:

# %% [markdown] id="cut-real-said" lang="zh" agreed="79daa928-28e39a3e"
# 这样切出来的一块，可以是整个词，也可以只是词的一部分，叫作[**子词**](glossary.ipynb)（subword）。
#
# 分词器不懂语法，子词是数出来的。有一种办法最容易看明白：从单个的字开始，找出最常挨在一起的两块，合并成一块；再数，再合并。这叫[**字节对编码**](glossary.ipynb)（byte-pair encoding，BPE，[Sennrich 等，2016](https://arxiv.org/abs/1508.07909)）。
#
# 下面这段话是我们特意写的，好让切法最后和上面的一样。拖动滑块，一次一次地合并，注意最后一行“乒乓球拍卖完了”：这段话里没有这一句。

# %% id="cut-commonest" tags=["of-its-language"]
from classroom.lab import byte_pairs
glue, more = load_texts("glue"), ""

def glued(gluings=0):
    return byte_pairs.view(glue["text"] + " " + more, glue["new"], gluings)

live(glued, gluings=(0, 6, 1))

# %% [markdown] id="cut-said" lang="en"
# So a word that is in no list can be looked up, too, piece by piece. The price: *restrain* has no row of its own. It gets two, and the first is the row of *rest*, the same as in *a long rest*. This row does not know what follows.
#
# <details><summary>Can counting get it right?</summary>
#
# Add words to the text so that *restrain* is cut *re | strain*.<span class="notebook"> Type them between the quotes of `more`, run the cell again, and glue.</span> (Nothing is glued across a space; of equally frequent pairs, the first in the text wins.)
#
# </details>
#
# <details><summary>One solution</summary>
#
# *strain*, four times. Now *st + rain* is more frequent than *re + st*. With three it is a tie, and *re + st* comes first.
#
# </details>
#
# <details><summary>Other tokenizers</summary>
#
# GPT-2 and later GPT models glue, too, but begin with the 256 possible bytes: nothing is unknown. WordPiece (BERT) takes the pair whose count is largest when divided by the counts of its two pieces. The *unigram* tokenizer of lesson 12 goes the other way: it begins with far too many pieces and strikes out those that it can most easily do without ([Kudo 2018](https://arxiv.org/abs/1804.10959)). Each piece that is left has a probability, and of all ways to cut a text the most probable is taken.
#
# </details>

# %% [markdown] id="cut-said" lang="zh" agreed="7115797c-455db29f"
# 这样，没有收进表里的词，也能一块一块地查到。可是也有代价：“球拍”没有查到，查到的是“拍卖”那一行，和“我们去看拍卖”里的是同一行。旁边是什么字，它不知道。
#
# <details><summary>只靠数数，能不能切对？</summary>
#
# 给这段话再添几个词，让最后一行里的“乒乓球拍”成为一块。<span class="notebook">词写在 `more` 的引号里，重新运行上一格，再拖动滑块。</span>（合并不跨标点，也不跨空格；次数相同的，先合并文中先出现的那一对。）
#
# </details>
#
# <details><summary>一个解法</summary>
#
# “乒乓球拍”写五遍，中间空一格。这样“乒乓球”和“拍”相邻的次数最多，“拍”就先和“乒乓球”合并了。写四遍还不够：“拍”和“卖”相邻的次数同样多，又在文中先出现，合并的还是“拍卖”。
#
# </details>
#
# <details><summary>别的分词器</summary>
#
# GPT-2 以来的 GPT 模型也这样合并，但从字节开始：字节只有 256 种，再生僻的字也切得出来。BERT 用的 WordPiece 选的是“两块相邻的次数，除以两块各自次数之积”最大的那一对。第 12 课的分词器叫 *unigram*，方向相反：先列出一大批候选的块，再一批批划掉最用不着的（[Kudo 2018](https://arxiv.org/abs/1804.10959)）；留下的每一块都有一个概率，切的时候取总概率最大的切法。
#
# </details>

# %% [markdown] id="lecturer-cut" lang="en" tags=["lecturer"]
# Somebody will ask when the gluing stops. When the list is as long as you want it: 50,257 tokens in GPT-2. A longer list makes shorter texts and a larger table. Ask for a rare family name or a new brand: it falls into pieces. (Only a rare character becomes `<unk>`.) Until lesson 09 a token stays a whole word, cut by hand.

# %% [markdown] id="lecturer-cut" lang="zh" agreed="0a59c82b-fb4bd631" tags=["lecturer"]
# 会有人问：合并到什么时候为止？表想要多大，就合并到多大：GPT-2 是 50,257 个词元。表大，文章就短，但表本身也占地方。可以请学生报一个新词或者自己的名字：多半切碎了照样能读，生僻字会成为 `<unk>`。另有一类分词工具（比如 jieba）靠一张词语表加统计来分词，目标是切出语言学上的词，模型一般不用它们。到第 09 课为止，词元都是我们亲手切好的词。

# %% [markdown] id="table" lang="en"
# ## 4 · Look it up
#
# All the tokens that a tokenizer knows are its [**vocabulary**](glossary.ipynb). Each has an **id**, counted from 0, and a row of numbers, its **word vector** or [**embedding**](glossary.ipynb). The rows together are the *embedding table*: our dictionary. In the real one, 7,515 is *cat*, 3 is `<unk>`, and 0 is `<s>`, which is put before every text (in BERT, `[CLS]`).
#
# Why not compute with ids? Then *cat* would be nearly the same as 7,514, which is *way*. An id is a name, like the number on a player's shirt.

# %% [markdown] id="table" lang="zh" agreed="d3bfdb7c-ced35d96"
# ## 4 · 查表
#
# 分词器认识的所有词元，合起来叫[**词表**](glossary.ipynb)（vocabulary）。每个词元有一个编号（**id**），从 0 数起；还对应一行数，这行数就是它的**词向量**，也叫[**词嵌入**](glossary.ipynb)（embedding）。这些行合起来叫**嵌入表**：我们说的词典，就是这张表。真实的那张表里，0 号 `<s>` 放在每段文字的开头（BERT 里叫 `[CLS]`），3 号是 `<unk>`，“猫”是 35,076 号。
#
# 为什么不直接拿编号来算？那样一来，“猫”就和 35,075 号几乎一样了，而 35,075 号是“规范”。编号和球衣号码一样，只是名字。能拿来算的，是那一行数。

# %% [markdown] id="embed-text" lang="en"
# **Exercise** (★★, 10 min). Write the look-up: `my_embed` takes `ids`, of one sentence or of several, and the embedding `table`, and returns a row for each id. In these tables row 0 is that of `<unk>`: it serves every id without a row. Some of these ids are too large; others are −1, which many programs return for *not found*.

# %% [markdown] id="embed-text" lang="zh" agreed="34aef59b-dd840065"
# **练习**（★★，10 分钟）。写出查表的函数：`my_embed` 接收编号 `ids`（一个句子的，或者几个句子一起的）和嵌入表 `table`，给每个编号返回一行。练习用的表里 `<unk>` 是 0 号，凡是查不到的编号，都用这一行。查不到的有两种：一种太大，超出了表；一种是 −1，许多程序用它表示“没找到”。

# %% id="exercise-embed" tags=["exercise"]
def my_embed(ids, table):
    ...

embed = check.embed(my_embed)

# %% [markdown] id="shape" lang="en"
# Two sentences of two words, looked up in a table with four columns, give an array of the shape (2, 2, 4). This is $X$ for a [**batch**](glossary.ipynb) of sentences, in symbols (batch, [$n$](glossary.ipynb), [$d_\text{model}$](glossary.ipynb)). An array with more than one *axis* is also called a **tensor**.
#
# A real table is large: $250{,}002 \times 384$ are 96.0 of the 117.7 million numbers of that model.
#
# A look-up does not know where a word stands; its position is added before attention (lesson 08). The first Transformer multiplied the row by $\sqrt{d_\text{model}}$ before: its table began with entries of variance $1/d_\text{model}$, too small beside a position.

# %% [markdown] id="shape" lang="zh" agreed="397a6ce5-507cf916"
# 放在一起查的几句话，叫一[**批**](glossary.ipynb)（batch，教材里也叫小批量，minibatch）。比如两句话，每句两个词，每行四个数，结果的形状就是 (2, 2, 4)。这就是 $X$；用符号来写，形状是 (batch, [$n$](glossary.ipynb), [$d_\text{model}$](glossary.ipynb))。有好几个轴的数组，也叫**张量**（tensor）。
#
# 真实的表有多大？$250{,}002 \times 384$，约 0.96 亿，而整个模型一共才 1.18 亿个数。
#
# 查表查不出一个词排第几，所以进入注意力之前，每一行还要加上位置（第 08 课）。最早的 Transformer 加之前先乘 $\sqrt{d_\text{model}}$：它的表起初各数的方差是 $1/d_\text{model}$，和位置比起来太小。

# %% [markdown] id="shape-more" lang="en"
# <details><summary>Other names, longer rows, and why the variance was so small</summary>
#
# Elsewhere you will read `batch_size`, `seq_len` (the length of the *sequence*), and `embed_size` or `hidden_size` (the *dimension*). Shorter sentences are filled up until all have the same length; this is called *padding* (lesson 06).
#
# Rows have 768 numbers in GPT-2 and 4,096 in Llama 3 8B, where the table is only 7 % of the whole.
#
# The table of the first Transformer served at its output, too, where each row gives a score. With a variance of $1/d_\text{model}$ these scores begin near 1, not near $\sqrt{d_\text{model}}$.
#
# </details>

# %% [markdown] id="shape-more" lang="zh" agreed="4d5216a5-330e0087"
# <details><summary>别处的叫法，更长的行，还有方差为什么那样小</summary>
#
# 别处叫 `batch_size`（批量大小）、`seq_len`（序列长度）、`embed_size` 或 `hidden_size`（词向量的**维度**）。短一些的句子要补到一样长，这叫**填充**，第 06 课再讲。
#
# 更大的模型，行也更长：GPT-2 是 768 个数，Llama 3 8B 是 4,096 个；不过其余部分长得更快，Llama 3 8B 的这张表只占 7 %。
#
# 最早的 Transformer，那张表在输出端还要再用一次：每一行给出一个分数。方差取 $1/d_\text{model}$，这些分数起初就在 1 左右，而不是 $\sqrt{d_\text{model}}$ 左右。
#
# </details>

# %% [markdown] id="puzzle" lang="en"
# ## 5 · What a row does not know
#
# Trained or counted, the row of *apple* holds both meanings: of 250,002 rows none lies farther out in both directions of the plane. **Puzzle:** make *apple* a fruit in our count. Its dot products with *pear* and *Sony*, in the table *scores*, are both 2; bring the first above 2.5, the second below 1.5. Change just two numbers in the row of *apple*; use whole numbers from 0 to 2.

# %% [markdown] id="puzzle" lang="zh" agreed="046dce41-84e4e9d6"
# ## 5 · 有一件事，一行数不可能知道
#
# 不管是数出来的，还是训练出来的，“苹果”那一行都装着两个意思：在那个平面上，全部 250,002 行里没有一行在两个方向上都超过它。**谜题：** 在我们数出来的词典里，让“苹果”变成水果。它和“梨”、和“索尼”的点积写在“注意力分数”那张表里，现在都是 2。目标是：和“梨”的点积大于 2.5，和“索尼”的点积小于 1.5。只许改“苹果”这一行，改两个数就够了，用 0 到 2 的整数。

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
# Now we look *apple*, id 0, up in your dictionary, once for each sentence of lesson 00, and take its dot products with *pear* and *Sony* (`mine` holds your functions, or ours):

# %% [markdown] id="puzzle-solution" lang="zh" agreed="2d56cfd7-f9d64de7"
# <details><summary>一个解法</summary>
#
# 在“苹果”那一行，把“吃”改成 2，“手机”改成 0。两个点积是 3 和 1。
#
# </details>
#
# 下一格用你现在的这本词典，替第 00 课的两句话各查一次 0 号“苹果”，再算它和“梨”、和“索尼”的点积（`mine` 里是你写的函数，没写的用我们的）：

# %% id="puzzle-looked-up"
sentences = [" ".join(sentence.tokens) for sentence in load_example("apple").sentences]
looked_up = mine.embed(np.array([0, 0]), explorer.X)
with_pear, with_Sony = (looked_up @ explorer.X[1:].T).T
table(sentence=sentences, **dict(zip(load_example("neighbours").tokens[1:], [with_pear, with_Sony])))

# %% [markdown] id="puzzle-said" lang="en"
# Both lines are the same, whatever you changed: a fruit stays a fruit, even next to *phone*. There is one thing that no row can know: **its sentence**. Nor does the row of *rest* know that it stands in *restrain*. Such rows are **static** word vectors.
#
# Only the words around it can tell what the word means there. So each row should take something from the rows around it, more from some and less from others. Attention does this, and makes **contextual** word vectors: in lesson 00, one row of *apple* went in, and two meanings came out.

# %% [markdown] id="puzzle-said" lang="zh" agreed="3b0950f0-a42910be"
# 两行一模一样，不管你改没改：要是“苹果”成了水果，它到了“手机”旁边，也还是水果。不管句子怎么写，用的都是这一行。“乒乓球拍卖完了”里的“拍卖”也是这样。词典里的一行数，有一件事不可能知道：**自己在哪个句子里**。这样的行叫**静态词向量**。
#
# 这件事，只有句子里别的词能告诉它。所以每一行都该从周围的行里取一些东西来：有的行多取一些，有的行少取一些。注意力做的就是这件事：第 00 课里，进去的是同一行“苹果”，出来的是两个意思，也就是两个**上下文词向量**。

# %% [markdown] id="real-context" lang="en"
# A trained model does it, too. In that of lesson 12, the rows of *apple* from two sentences have a cosine of 0.97 on average before attention. After six blocks it is 0.93 if *apple* means the same in both, and 0.80 if it does not.

# %% [markdown] id="real-context" lang="zh" agreed="f523da1a-5a881e2c"
# 训练好的模型也是这样。拿几句有“苹果”的话给第 12 课的模型读，把各句里的“苹果”两两算余弦：刚进去时平均 0.97 左右；过了六个块，意思相同的两句还有 0.94，意思不同的只剩 0.80。

# %% [markdown] id="recap" lang="en"
# ## 6 · Recap
#
# Without scrolling up:

# %% [markdown] id="recap" lang="zh" agreed="feddf132-13772022"
# ## 6 · 小结
#
# 不要往上翻，先答一个问题：

# %% id="recap-question"
ask("rows_of_length_one")

# %% [markdown] id="recap-list" lang="en"
# * A tokenizer cuts a text into tokens, and each is looked up: one row of the table. A batch $X$ has the shape (batch, $n$, $d_\text{model}$).
# * A dot product is length times length times cosine. Words that are used alike often have rows with a large cosine.
# * A row knows the company that its word keeps. What the word means in one place, only the words around it can tell.
#
# Next: before words can look at each other, each needs more than one row. [Lesson 02, queries, keys and values →](02_queries_keys_values.ipynb)

# %% [markdown] id="recap-list" lang="zh" agreed="87febc01-ac030e14"
# * 分词器把文章切成词元。词嵌入就是查表：每个词元取表里的一行。一批句子的 $X$，形状是 (batch, $n$, $d_\text{model}$)。
# * 点积等于长度乘长度再乘余弦。在训练出来的表里，用法相近的词，两行的余弦往往大。
# * 一行数知道这个词平时和谁来往。在眼前这个句子里它是什么意思，要看句子里别的词。
#
# 下一课：要互相看，一个词只有一行数还不够。[第 02 课，查询、键和值 →](02_queries_keys_values.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# Twelve blocks of attention, why a look-up is a matrix product, and how a sentence of yours is cut.

# %% [markdown] id="later" lang="zh" agreed="163a9fa1-5ba85c7b"
# ## 想多了解一点
#
# 十二个块的注意力，查表为什么是矩阵乘法，再切一句你自己的话。

# %% [markdown] id="rounds" lang="en"
# **Block by block.** We give the model of lesson 12 four sentences about the fruit and four about a phone, a computer or the firm. After each block we compare the rows of *apple* in every two sentences by their cosine, and average over the pairs with the same meaning and, separately, over those with different ones. At the start there is hardly any difference: it is the same row with another place. At the end the two kinds come closer again, but do not meet:

# %% [markdown] id="rounds" lang="zh" agreed="ee5fe92e-206a3fab"
# **一块一块地看。** 给第 12 课的模型八句话，四句里的“苹果”是水果，四句里的是手机、电脑或者公司。每过一个块，把各句的“苹果”两两算一次余弦，意思相同的归一类，意思不同的归一类，各取平均。起初几乎没有分别，因为是同一行，只是加上的位置不同；到最后两类又靠近了一些，但没有重合：

# %% id="rounds-code" tags=["of-its-language"]
mean = load_results("embedding_table")["in_sentences"][load_texts("apple_itself")]
together = {"same_meaning": mean["alike"], "other_meaning": mean["apart"]}
curves(range(13), together, xlabel="rounds_of_attention", ylabel="cosine_of_two_rows")

# %% [markdown] id="curious" lang="en"
# **A look-up is a matrix product.** Write each token as a row with one number per word of the vocabulary: 1 at its own id and 0 everywhere else, a *one-hot* vector. When such a row is multiplied by the table, its 1 picks out the word's row, and its zeros drop all others. So the table is a matrix, and is trained like any other; in PyTorch it is the `weight` of `nn.Embedding`. Here are the one-hot rows of *pear apple*, and their product with the counted table:

# %% [markdown] id="curious" lang="zh" agreed="bb381c7f-9d66432a"
# **查表就是一次矩阵乘法。** 每个词元也可以写成这样一行数：词表里有几个词元，就有几个数；这个词元的编号所在的位置是 1，其余全是 0。这叫**独热**（one-hot）向量。用它乘嵌入表，那个 1 选出对应的一行，0 去掉别的行。所以嵌入表也是矩阵，和别的矩阵一样可以训练；PyTorch 里它是 `nn.Embedding` 的 `weight`。下面是“梨 苹果”的独热向量，以及它们和数出来的那张表的乘积：

# %% id="curious-one-hot"
one_hot = np.eye(3, dtype=int)[[1, 0]]
print(one_hot)
print(one_hot @ load_example("neighbours").X.astype(int))

# %% [markdown] id="curious-cut" lang="en"
# **Cut a sentence of your own.** Put it, in quotes, in place of `load_texts("cut_yours")`. Lesson 12 says how to fetch the model; without it you see the stored result for ours: *football* is one piece, *plays* two, and *pickleball*, a rarer word, three. (The program leaves out the marks ▁, where a word begins, and the tokens at both ends.)

# %% [markdown] id="curious-cut" lang="zh" agreed="236f2be3-b9eb3ecf"
# **切一句你自己的话。** 把 `load_texts("cut_yours")` 换成加引号的一句话。怎样下载模型，第 12 课有说明；没有模型，就只显示我们这一句的结果。
#
# 我们这句里，“打电话”是一块；“打鼓”不那么常见，切成了两块。全角的逗号，分词器先换成半角；空格的记号 ▁ 和头尾两个词元，程序去掉了。

# %% id="cut-yours" tags=["of-its-language", "model"]
yours = load_texts("cut_yours")
pieces = [piece.strip("▁") for piece in load_model().cut(yours)[1:-1]]
print(*filter(None, pieces), sep=" | ")
