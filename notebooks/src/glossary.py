# %% [markdown] id="title" lang="en"
# # Glossary
#
# To find a word, search this page with Ctrl+F (⌘F on a Mac), or look in the index. Each term leads to a row that says what it means, what else it is called, its Chinese name, and which lesson explains it. Names from other books and from code are folded below the index.
#
# In shapes, `n` counts queries (rows), `m` keys (columns), and `h` heads. A batch, or several heads, stands in front as a further axis: `(batch, h, n, m)`.

# %% [markdown] id="title" lang="zh" agreed="35effb22-4d1e1cc9"
# # 术语表
#
# 要找一个词，按 Ctrl+F（苹果电脑按 ⌘F）在本页里搜，或者查索引：可以按第一个字的拼音，也可以按英文的首字母。点进去，是它的含义、别的叫法、英文，以及在哪一课讲到。别的书和代码里的叫法，折叠在索引下面。
#
# 形状里，`n` 是查询的个数（行），`m` 是键的个数（列），`h` 是头数。一批句子、多个头，就在前面再添几个轴：`(batch, h, n, m)`。

# %% id="setup"
from attnlib import use_language
from classroom import machine
use_language("en")

# %% [markdown] id="index" lang="en"
# ## Index
#
# <!-- index -->

# %% [markdown] id="index" lang="zh" agreed="ed7c8360-e68d481b"
# ## 索引
#
# <!-- index -->

# %% [markdown] id="strip-text" lang="en"
# The Transformer as it was first published: an encoder reads, a decoder writes. Each part leads to the lesson that explains it. The last line has the steps of attention, in the order in which they are computed:

# %% [markdown] id="strip-text" lang="zh" agreed="000aad4b-adeea58d"
# 最初发表的 Transformer：编码器读，解码器写。点一个部件，就到讲它的那一课。最后一行是注意力的各个步骤，按计算的先后排列：

# %% id="strip"
machine(towers=2, steps=())

# %% [markdown] id="words" lang="en"
# ## Words and sizes
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | token | | | | The piece of text that a model handles as one unit: a word, a part of a word, or a punctuation mark. Inside the model, each token is a row of numbers. | [01](01_embedding.ipynb) |
# | tokenisation | tokenization | | | Cutting a text into tokens, so that a model can read it. The program that does this is a *tokenizer*. | [01](01_embedding.ipynb) |
# | subword | | | | One of the pieces into which a tokenizer cuts a text: a whole word, or a part of one. With subwords a vocabulary of limited size can spell words that it does not contain. Byte-pair encoding and *WordPiece* are two ways to choose them. | [01](01_embedding.ipynb) |
# | id | token id, index | | | The number of a token in the vocabulary. It is a name, not a quantity: token 8 is not twice token 4. | [01](01_embedding.ipynb) |
# | vocabulary | | | | All tokens that a model knows, each with its id. A text is cut into these tokens and no others. | [01](01_embedding.ipynb) |
# | special token | | | | A token that is not a piece of text but marks something: *`<s>`* the beginning and *`</s>`* the end, `[PAD]` an empty place, *`<unk>`* what the vocabulary cannot spell. Others mark turns in a chat. | [01](01_embedding.ipynb) · [12](12_real_text.ipynb) · [13](13_it_writes.ipynb) |
# | byte-pair encoding | BPE | | | A way to build a vocabulary of subwords: begin with single characters, then merge the most frequent pair of neighbours, again and again. *Byte-level BPE* begins with bytes, so it can cut any text. | [01](01_embedding.ipynb) · [13](13_it_writes.ipynb) |
# | embedding | word vector, word embedding, embedding vector | | `(d_model,)` | The row of numbers that stands for a token, looked up in the embedding table. It is learned, and tokens that are used alike often get similar rows. It is a *static word vector*, the same in every sentence; attention makes a *contextual word vector* of it. | [00](00_start.ipynb) · [01](01_embedding.ipynb) |
# | embedding table | embedding matrix | | `(vocabulary, d_model)` | The embeddings of a whole vocabulary, one row for each token: to embed a text is to look up its tokens here. Lesson 01 calls it a *dictionary*. | [01](01_embedding.ipynb) |
# | one-hot vector | one-hot encoding | | | A row of zeros with a single 1. Multiplied by a table, it picks one row, so that a look-up becomes a matrix multiplication. | [01](01_embedding.ipynb) |
# | feature | component, entry | | | One of the numbers that stand for a token, or the column in which it stands. In small examples a feature has a name, such as “sweet”; in a trained model it has none. | [00](00_start.ipynb) |
# | vector | | | | A row of numbers, such as the one that stands for a token. It can be thought of as an arrow, with a length and a direction. | [00](00_start.ipynb) |
# | dimension | dimensionality | | | How many numbers a vector has: a row of four numbers has dimension 4. PyTorch’s argument `dim` means something else, an axis of a tensor. | [00](00_start.ipynb) |
# | matrix | | | | A table of numbers, in rows and columns. Its *transpose* ($\top$) has rows and columns exchanged; if that changes nothing, the matrix is *symmetric*. Symmetric scores are *mutual*: each word looks for the other as much. | [00](00_start.ipynb) · [02](02_queries_keys_values.ipynb) |
# | sequence | | | | Tokens in their order: a sentence, or a longer text. | [01](01_embedding.ipynb) |
# | tensor | array, `ndarray` | | | Numbers arranged along any number of axes: a vector has one axis, a matrix two, a batch of sentences three. | [01](01_embedding.ipynb) |
# | axis | | | | A direction along which the numbers of a tensor are arranged. A matrix has two: row follows row along the first, column follows column along the second. `.sum(-1)` adds up along the last axis. | [01](01_embedding.ipynb) |
# | broadcasting | | | | When two arrays differ in shape, NumPy and PyTorch repeat an array along every axis where its length is 1. Axes that it lacks in front count as axes of length 1. So one mask serves all sentences of a batch. | [06](06_masks.ipynb) |
# | X | input | $X$ | `(n, d_model)` | The input of attention, one row for each token: at first the embeddings of a sentence, in later layers, the output of the layer before. | [01](01_embedding.ipynb) |
# | n | sequence length, `seq_len` | $n$ | | How many tokens a sequence has, and so how many rows $X$ has. In attention it is the number of queries. | [01](01_embedding.ipynb) |
# | m | | $m$ | | The number of keys, and of values: the scores have this many columns. In self-attention without a cache $m = n$. | [03](03_scores.ipynb) |
# | d_model | embedding dimension, `embed_dim`, `embed_size`, `hidden_size` | $d_\text{model}$ | | The dimension of the row that stands for a token, in $X$ and between the layers of a model. | [01](01_embedding.ipynb) |
# | batch | minibatch, `batch_size` (their number) | | `(batch, n, d_model)` | Several sequences computed together, because that is faster; in training, the examples of one step. | [01](01_embedding.ipynb) |

# %% [markdown] id="words" lang="zh" agreed="9cabb9a8-b7f9b7a7"
# ## 词与大小
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 词元 / token | 标记 | | | 模型处理文本的最小单位：一个词、词的一部分，或者一个标点。在模型里，每个词元是一行数。 | [01](01_embedding.ipynb) |
# | 分词 / tokenization | 词元化、切词 | | | 把文本切成词元，模型才能读。做这件事的程序叫*分词器*（tokenizer）。 | [01](01_embedding.ipynb) |
# | 子词 / subword | | | | 分词器切出的一块：可以是整个词，也可以只是词的一部分。有了子词，大小有限的词表也能拼出没有收录的词。字节对编码和 *WordPiece* 是选子词的两种算法。 | [01](01_embedding.ipynb) |
# | 编号 / id | 索引 | | | 词元在词表里的号码。它只是名字，不是数量：8 号并不是 4 号的两倍。 | [01](01_embedding.ipynb) |
# | 词表 / vocabulary | 词汇表 | | | 模型认识的全部词元，每个都有编号。文本只能切成这些词元。 | [01](01_embedding.ipynb) |
# | 特殊词元 / special token | 专用词元、特殊标记 | | | 不代表文字、只起标记作用的词元：*`<s>`* 标出开头，*`</s>`* 标出结尾，`[PAD]` 标出空位，*`<unk>`* 代替词表拼不出的部分，还有的标出一段对话的起止。 | [01](01_embedding.ipynb) · [12](12_real_text.ipynb) · [13](13_it_writes.ipynb) |
# | 字节对编码 / byte-pair encoding | BPE | | | 构造子词词表的一种办法：从单个字符开始，把最常相邻的两块合成一块，一遍一遍地合。*字节级 BPE* 从字节开始，所以任何文本都切得开。 | [01](01_embedding.ipynb) · [13](13_it_writes.ipynb) |
# | 词嵌入 / embedding | 词向量、嵌入 | | `(d_model,)` | 代表一个词元的一行数，从嵌入表里查得。它由训练得到，用法相近的词元，往往有相近的词嵌入。它是*静态词向量*，在哪个句子里都一样；经过注意力，才成为*上下文词向量*。 | [00](00_start.ipynb) · [01](01_embedding.ipynb) |
# | 嵌入表 / embedding table | 嵌入矩阵 | | `(vocabulary, d_model)` | 整个词表的词嵌入，一个词元一行。把文本变成数，就是在这张表里查词元。第 01 课把它叫作*词典*。 | [01](01_embedding.ipynb) |
# | 独热向量 / one-hot vector | 独热编码 | | | 只有一个 1、其余全是 0 的一行数。用它去乘一张表，得到的就是其中一行，所以查表可以写成矩阵乘法。 | [01](01_embedding.ipynb) |
# | 特征 / feature | 分量 | | | 代表词元的那一行里的一个数，也指它所在的列。小例子里的特征有名字，比如“甜”；训练出来的模型里没有。 | [00](00_start.ipynb) |
# | 向量 / vector | | | | 一行数，比如代表一个词元的那一行。可以把它想成一支箭，有长度，也有方向。 | [00](00_start.ipynb) |
# | 维度 / dimension | 维数 | | | 一个向量有几个数：一行四个数，维度就是 4。PyTorch 的参数 `dim` 是另一个意思，指张量的一个轴。 | [00](00_start.ipynb) |
# | 矩阵 / matrix | | | | 排成行和列的数表。行和列对调叫*转置*，记作 $\top$；转置以后不变的，叫*对称*矩阵。 | [00](00_start.ipynb) · [02](02_queries_keys_values.ipynb) |
# | 序列 / sequence | | | | 按先后排列的词元：一句话，或者更长的一段文字。 | [01](01_embedding.ipynb) |
# | 张量 / tensor | 数组、`ndarray` | | | 沿任意多个轴排列的数：向量有一个轴，矩阵有两个，一批句子有三个。 | [01](01_embedding.ipynb) |
# | 轴 / axis | | | | 张量里的数排列的一个方向。矩阵有两个轴：各行沿第一个轴排，各列沿第二个轴排。`.sum(-1)` 沿最后一个轴相加。 | [01](01_embedding.ipynb) |
# | 广播 / broadcasting | 广播机制 | | | 两个数组形状不同时，NumPy 和 PyTorch 会在前面补上缺的轴，再沿长度为 1 的轴重复，让形状对得上。这样，一批句子可以共用一个掩码。 | [06](06_masks.ipynb) |
# | X | 输入 | $X$ | `(n, d_model)` | 注意力的输入，一个词元一行：起初是一句话的词嵌入，到了后面的层，就是前一层的输出。 | [01](01_embedding.ipynb) |
# | n | 序列长度、`seq_len` | $n$ | | 序列的长度，即词元的个数，也就是 $X$ 的行数。在注意力里，它是查询的个数。 | [01](01_embedding.ipynb) |
# | m | | $m$ | | 键的个数，也是值的个数；分数表就有这么多列。自注意力不用缓存时 $m = n$。 | [03](03_scores.ipynb) |
# | d_model | 嵌入维度、隐藏层大小、`embed_dim`、`embed_size`、`hidden_size` | $d_\text{model}$ | | 代表一个词元的那一行的维度，在 $X$ 里、在模型的层与层之间都一样。 | [01](01_embedding.ipynb) |
# | 批 / batch | 批量、小批量、`batch_size`（个数） | | `(batch, n, d_model)` | 放在一起计算的几个序列，这样算得更快；训练时，指每一步用到的那些例子。 | [01](01_embedding.ipynb) |

# %% [markdown] id="projections" lang="en"
# ## Queries, keys and values
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | query | | $Q$ | `(n, d_k)` | A vector that says what a token looks for; attention compares it with every key. It is a row of $X W_Q + b_Q$. | [00](00_start.ipynb) · [02](02_queries_keys_values.ipynb) |
# | key | | $K$ | `(m, d_k)` | A vector that says what a token can be found as: the better it fits a query, the more that query takes of this token’s value. It is a row of $X W_K + b_K$. | [00](00_start.ipynb) · [02](02_queries_keys_values.ipynb) |
# | value | | $V$ | `(m, d_v)` | A vector that holds what a token passes on to those that attend to it: outputs are averages of values. It is a row of $X W_V + b_V$. | [00](00_start.ipynb) · [02](02_queries_keys_values.ipynb) |
# | projection matrix | weight matrix, `W_Q`, `W_K`, `W_V` | $W_Q, W_K, W_V$ | `(d_model, d_k)`, $W_V$: `(d_model, d_v)` | A learned matrix: multiplied by it, each row becomes another vector. In attention, three of them make queries, keys and values from $X$. | [02](02_queries_keys_values.ipynb) |
# | parameter | model weight | | | A number that training sets: one number of a projection matrix, of a bias or of an embedding table. Attention weights are not parameters, because they are computed anew for each text. | [02](02_queries_keys_values.ipynb) |
# | linear transformation | linear map, projection | $X W$ | | Multiplying every row by the same matrix, so that each new number is a weighted sum of the old ones. With or without a bias, this step of a network is called a *linear layer*. | [02](02_queries_keys_values.ipynb) |
# | bias | bias term, bias vector | $b_Q, b_K, b_V$ | `(d_k,)`, $b_V$: `(d_v,)` | A learned row of numbers that is added to every row after a matrix multiplication. Many models do without. | [02](02_queries_keys_values.ipynb) |
# | d_k | key dimension, `head_dim` (of a head) | $d_k$ | | The dimension of queries and of keys. It is the same for both, because a dot product compares them. | [02](02_queries_keys_values.ipynb) |
# | d_v | value dimension | $d_v$ | | The dimension of values, and therefore of each row of the output. | [02](02_queries_keys_values.ipynb) |
# | attention | attention mechanism, `attend` | | `(n, d_v)` | A way for tokens to gather information: each query gets an average of all values, in which a value counts more, the better its key fits the query. | [00](00_start.ipynb) |
# | scaled dot-product attention | dot-product attention (without the division) | $\text{softmax}(Q K^\top / \sqrt{d_k})\, V$ | `(n, d_v)` | The attention of Transformers: the scores are dot products of queries and keys, divided by $\sqrt{d_k}$; softmax turns them into weights, with which the values are averaged. | [00](00_start.ipynb) · [03](03_scores.ipynb) |
# | self-attention | intra-attention | | | Attention in which a sequence looks at itself: queries, keys and values all come from the same $X$. | [00](00_start.ipynb) |
# | cross-attention | encoder-decoder attention | | `(n, d_v)` | Attention in which one sequence looks at another: the first gives the queries, the second the keys and values. In translation, this is how the new text looks at the original. | [06](06_masks.ipynb) · [14](14_two_towers.ipynb) |

# %% [markdown] id="projections" lang="zh" agreed="cecc713c-bc47165f"
# ## 查询、键和值
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 查询 / query | | $Q$ | `(n, d_k)` | 一个向量，表示词元在找什么；注意力拿它和每个键比较。它是 $X W_Q + b_Q$ 的一行。 | [00](00_start.ipynb) · [02](02_queries_keys_values.ipynb) |
# | 键 / key | | $K$ | `(m, d_k)` | 一个向量，表示词元凭什么被找到：查询和它越匹配，输出里这个词元的值就占得越多。它是 $X W_K + b_K$ 的一行。 | [00](00_start.ipynb) · [02](02_queries_keys_values.ipynb) |
# | 值 / value | | $V$ | `(m, d_v)` | 一个向量，是词元传出去的内容：输出就是各个值的加权平均。它是 $X W_V + b_V$ 的一行。 | [00](00_start.ipynb) · [02](02_queries_keys_values.ipynb) |
# | 投影矩阵 / projection matrix | 权重矩阵、`W_Q`、`W_K`、`W_V` | $W_Q, W_K, W_V$ | `(d_model, d_k)`，$W_V$ 是 `(d_model, d_v)` | 由训练得到的矩阵；词的一行乘上它，就变成另一个向量。注意力里有三个，从 $X$ 算出查询、键和值。 | [02](02_queries_keys_values.ipynb) |
# | 参数 / parameter | 模型权重 | | | 由训练确定的数：投影矩阵、偏置、嵌入表里的每一个数都是。注意力权重不是参数，每来一段文本都要重新算。 | [02](02_queries_keys_values.ipynb) |
# | 线性变换 / linear transformation | 线性映射、投影 | $X W$ | | 每一行都乘同一个矩阵，新的每个数都是旧的各个数的加权和。带不带偏置，都叫*线性层*。 | [02](02_queries_keys_values.ipynb) |
# | 偏置 / bias | 偏置项 | $b_Q, b_K, b_V$ | `(d_k,)`，$b_V$ 是 `(d_v,)` | 由训练得到的一行数，矩阵相乘之后，加到每一行上。许多模型不用它。 | [02](02_queries_keys_values.ipynb) |
# | d_k | 键的维度、`head_dim`（一个头的） | $d_k$ | | 查询的维度，也是键的维度。两者要做点积，所以相同。 | [02](02_queries_keys_values.ipynb) |
# | d_v | 值的维度 | $d_v$ | | 值的维度，所以也是输出每一行的维度。 | [02](02_queries_keys_values.ipynb) |
# | 注意力 / attention | 注意力机制、`attend` | | `(n, d_v)` | 词元收集信息的一种办法：每个查询得到所有值的加权平均，键和查询越匹配，对应的值的权重就越大。 | [00](00_start.ipynb) |
# | 缩放点积注意力 / scaled dot-product attention | 点积注意力（不缩放时） | $\text{softmax}(Q K^\top / \sqrt{d_k})\, V$ | `(n, d_v)` | Transformer 用的注意力：分数是查询和键的点积，除以 $\sqrt{d_k}$；softmax 把它变成权重，再用权重对值求加权平均。 | [00](00_start.ipynb) · [03](03_scores.ipynb) |
# | 自注意力 / self-attention | 自注意力机制、内部注意力 | | | 序列看自己的注意力：查询、键和值都来自同一个 $X$。 | [00](00_start.ipynb) |
# | 交叉注意力 / cross-attention | 编码器-解码器注意力 | | `(n, d_v)` | 一个序列看另一个序列的注意力：查询来自前者，键和值来自后者。翻译时，译文就这样去看原文。 | [06](06_masks.ipynb) · [14](14_two_towers.ipynb) |

# %% [markdown] id="steps" lang="en"
# ## From scores to output
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | score | attention score, alignment score, similarity, energy | $Q K^\top$ | `(n, m)` | A number that says how well a query fits a key: their dot product. Within a row, a higher score gets a larger attention weight. | [00](00_start.ipynb) · [03](03_scores.ipynb) |
# | additive attention | additive scores, Bahdanau attention | $v^\top \tanh(W_q\, q + W_k\, k)$ | `(n, m)` | Attention whose scores come from a small network with one hidden layer, not from a dot product. It is older than the Transformer (Bahdanau et al., 2014). | [03](03_scores.ipynb) · [14](14_two_towers.ipynb) |
# | QK-norm | | | | Bringing queries and keys to a fixed size before their dot product, so that scores cannot grow without bound in training. | [03](03_scores.ipynb) |
# | scaled scores | | $Q K^\top / \sqrt{d_k}$ | `(n, m)` | The scores divided by $\sqrt{d_k}$; this step is *scaling*. With random queries and keys, as before training, their spread then does not grow with $d_k$, so softmax saturates less easily. | [03](03_scores.ipynb) |
# | temperature | dial (lesson 04) | $T$ | | A number by which scores are divided before softmax. Above 1 it makes the weights more even, below 1 sharper. A language model writes more surprising text at a higher temperature. | [04](04_softmax.ipynb) |
# | softmax | normalised exponential | $e^{s_i} / \sum_j e^{s_j}$ | `(n, m)` | A function that turns a row of numbers (scores, say) into positive shares that sum to one (weights): *exp* of each number ($e$ to that power), divided by the sum of these exps. | [00](00_start.ipynb) · [04](04_softmax.ipynb) |
# | argmax | | | | The position of the largest number of a row, not that number itself. To choose by argmax is all or nothing; softmax gives every number a share, the largest number the largest share. | [04](04_softmax.ipynb) |
# | normalisation | normalization | | | Bringing numbers to a common scale. Softmax makes each row sum to one; LayerNorm (lesson 09) gives each row mean 0 and variance 1. | [04](04_softmax.ipynb) |
# | probability distribution | | | | Numbers that are not negative and sum to one, one for each possible case: they say how likely each is. | [00](00_start.ipynb) |
# | overflow | | | | A result too large for the computer’s number format becomes *`inf`*, as exp of a large score can. Subtracting the row’s largest score first avoids it. | [04](04_softmax.ipynb) |
# | underflow | | | | A result too close to 0 for the computer’s number format becomes 0, as a very small attention weight can. | [04](04_softmax.ipynb) |
# | floating-point precision | half precision, single precision, double precision, `float16`, `bfloat16`, `float32`, `float64` | | | How many bits (zeros and ones) store one number. Half, single and double precision take 16, 32 and 64, for about 3, 7 and 16 digits; `bfloat16` takes 16, too, with 2 digits and the range of single precision. Fewer bits save memory. | [04](04_softmax.ipynb) |
# | attention weights | weight, attention distribution, attention probabilities | `weights` | `(n, m)` | How much each token takes from every token, itself included; softmax makes them from the scores. (The `weight` of a PyTorch layer is something else: its parameters.) None is negative, and each row sums to one (in `attend` to 0, if all of it is masked). A picture of them is an *attention map*. | [00](00_start.ipynb) · [04](04_softmax.ipynb) |
# | saturation | | | | The state of a softmax row in which one weight is almost 1 and the others almost 0. Small changes of the scores then hardly change the weights, and the gradient is almost 0. | [04](04_softmax.ipynb) |
# | vanishing gradient | | | | A gradient that is almost 0, so that almost nothing is learned. One cause is a saturated softmax; another is that gradients shrink on their way back through many layers. | [04](04_softmax.ipynb) |
# | weighted sum | linear combination, `mix` | `weights @ V` | `(n, d_v)` | Several vectors, each times its weight, added up. If no weight is negative and they sum to one, it is a *weighted average*, or *convex combination*; all such averages together form the *convex hull*. | [00](00_start.ipynb) |
# | output | contextual representation | `weights @ V` | `(n, d_v)` | The result of attention: one row for each query, the average of all values, weighted by the attention weights. Such a row is also called a *context vector*. | [00](00_start.ipynb) |

# %% [markdown] id="steps" lang="zh" agreed="32d74981-7caf0a60"
# ## 从分数到输出
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 注意力分数 / score | 分数、注意力得分、相似度 | $Q K^\top$ | `(n, m)` | 表示一个查询和一个键有多匹配的数，即两者的点积。同一行里，分数越高，注意力权重越大。 | [00](00_start.ipynb) · [03](03_scores.ipynb) |
# | 加性注意力 / additive attention | 加性分数、Bahdanau 注意力 | $v^\top \tanh(W_q\, q + W_k\, k)$ | `(n, m)` | 分数不用点积，而由一个带一层隐藏层的小网络来算。它比 Transformer 更早（Bahdanau 等人，2014 年）。 | [03](03_scores.ipynb) · [14](14_two_towers.ipynb) |
# | QK 归一化 / QK-norm | | | | 做点积之前，先把查询和键归一化，免得训练中分数越长越大。 | [03](03_scores.ipynb) |
# | 缩放后的分数 / scaled scores | | $Q K^\top / \sqrt{d_k}$ | `(n, m)` | 分数除以 $\sqrt{d_k}$，这一步叫*缩放*。训练之前，查询和键还是随机数，这样一除，$d_k$ 再大，分数也不会更分散，softmax 就不容易饱和。 | [03](03_scores.ipynb) |
# | 温度 / temperature | 旋钮（第 04 课） | $T$ | | 做 softmax 之前，用来除分数的一个数：大于 1，权重更平均；小于 1，权重更集中。温度越高，语言模型写得越出人意料。 | [04](04_softmax.ipynb) |
# | softmax | 归一化指数函数 | $e^{s_i} / \sum_j e^{s_j}$ | `(n, m)` | 一个函数，把一行数（比如分数）变成加起来等于 1 的正的*份额*（权重）：每个数取 exp（以 $e$ 为底的*指数*），再除以这些 exp 的和。 | [00](00_start.ipynb) · [04](04_softmax.ipynb) |
# | argmax | 最大值的位置 | | | 一行里最大的数排在第几个，不是那个数本身。argmax 只认最大的数；softmax 给每个数都分一份，最大的数分得最多。 | [04](04_softmax.ipynb) |
# | 归一化 / normalization | 规范化 | | | 把数调到统一的尺度。softmax 使每一行加起来等于 1；层归一化（第 09 课）使每一行的均值为 0、方差为 1。 | [04](04_softmax.ipynb) |
# | 概率分布 / probability distribution | | | | 一组都不为负、加起来等于 1 的数，每种可能一个，表示各有多大可能。 | [00](00_start.ipynb) |
# | 溢出 / overflow | 上溢 | | | 结果太大，计算机的浮点数存不下，变成 *`inf`*，比如很大的分数取指数。先减去这一行里最大的分数，就能避免。 | [04](04_softmax.ipynb) |
# | 下溢 / underflow | | | | 结果离 0 太近，计算机的浮点数表示不了，变成 0，比如很小的注意力权重。 | [04](04_softmax.ipynb) |
# | 浮点精度 / floating-point precision | 半精度、单精度、双精度、`float16`、`bfloat16`、`float32`、`float64` | | | 存一个数用多少个比特（0 或 1）。半精度、单精度、双精度分别用 16、32、64 个，大约有 3、7、16 位有效数字；`bfloat16` 也用 16 个，只有 2 位有效数字，范围却和单精度一样。比特越少，越省内存。 | [04](04_softmax.ipynb) |
# | 注意力权重 / attention weights | 权重、注意力分布 | `weights` | `(n, m)` | 每个词元从各个词元（包括自己）各取多少，由分数经 softmax 得到。（PyTorch 的层里的 `weight` 不是它，是参数。）权重都不为负，每行之和是 1（整行都被遮住时，`attend` 得 0）。画成图叫*注意力图*。 | [00](00_start.ipynb) · [04](04_softmax.ipynb) |
# | 饱和 / saturation | | | | softmax 的一种状态：一行里有一个权重几乎是 1，其余几乎是 0。这时分数稍微变一点，权重几乎不变，梯度也就几乎是 0。 | [04](04_softmax.ipynb) |
# | 梯度消失 / vanishing gradient | | | | 梯度几乎是 0，参数就几乎学不动。一是因为 softmax 饱和，二是因为梯度一层层往回传，越传越小。 | [04](04_softmax.ipynb) |
# | 加权求和 / weighted sum | 加权和、线性组合、`mix` | `weights @ V` | `(n, d_v)` | 几个向量各乘自己的权重，再加起来。权重都不为负、加起来又等于 1 时，叫*加权平均*（*凸组合*）；这几个向量的所有加权平均，合起来叫*凸包*。 | [00](00_start.ipynb) |
# | 输出 / output | 上下文表示 | `weights @ V` | `(n, d_v)` | 注意力的结果：每个查询一行，是所有值按注意力权重的加权平均。这样的一行也叫*上下文向量*。 | [00](00_start.ipynb) |

# %% [markdown] id="masks" lang="en"
# ## Masks
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | mask | attention mask, `attn_mask`, `keep` | | `(n, m)` | A table that says which key each query may look at. Here True means that it may, False that it may not; in some libraries it is the other way round. | [06](06_masks.ipynb) |
# | masked scores | | | `(n, m)` | The scaled scores with $-\infty$ wherever the mask hides (in PyTorch *`masked_fill`* writes them in); softmax turns these into weights of 0. If a whole row is hidden, softmax gives NaN, but `attend` gives weights of 0. | [06](06_masks.ipynb) |
# | padding | `[PAD]` | | | Tokens without meaning that fill up a short sentence, so that all sentences of a batch have the same length and fit into one array. | [01](01_embedding.ipynb) · [06](06_masks.ipynb) |
# | padding mask | | | `(batch, 1, m)`, for heads: `(batch, 1, 1, m)` | A mask that hides the padding from every query, so it closes columns of the scores, not rows. We make it from *`is_token`*, True for words; PyTorch’s *`key_padding_mask`* is True for padding. | [06](06_masks.ipynb) |
# | causal mask | look-ahead mask, subsequent mask | | `(n, n)` | A mask that lets each token look only at itself and at those before it. With it, a model learns to predict the next token without seeing it. | [06](06_masks.ipynb) |
# | autoregressive | | | | Writing one token after the other, each from those before it. A causal mask lets a model learn this at all positions of a text at once. | [06](06_masks.ipynb) |
# | NaN | | | | *Not a number*: the result of a computation that has no answer, such as $\infty - \infty$. Any sum or product with it is NaN, even 0 · NaN, so one can spread through a whole output. | [04](04_softmax.ipynb) · [06](06_masks.ipynb) |

# %% [markdown] id="masks" lang="zh" agreed="20b752f3-b7d87040"
# ## 掩码
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 掩码 / mask | 注意力掩码、遮罩、`attn_mask`、`keep` | | `(n, m)` | 一张表，规定每个查询可以看哪些键。这里 True 表示可以看，False 表示不可以；有的库正好相反。 | [06](06_masks.ipynb) |
# | 加掩码后的分数 / masked scores | | | `(n, m)` | 缩放后的分数，掩码遮住的地方都换成 $-\infty$（PyTorch 里用 *`masked_fill`*），经过 softmax，权重就是 0。整行都被遮住时，softmax 会得出 NaN，`attend` 则约定权重全是 0。 | [06](06_masks.ipynb) |
# | 填充 / padding | 补齐、`[PAD]` | | | 没有意义、只用来补齐短句的词元。补齐以后，一批句子一样长，能放进一个数组。 | [01](01_embedding.ipynb) · [06](06_masks.ipynb) |
# | 填充掩码 / padding mask | | | `(batch, 1, m)`，多头时 `(batch, 1, 1, m)` | 一种掩码，每个查询都看不到填充：遮的是分数表里填充的那几列，不是行。我们由 *`is_token`* 得到它，是词的地方为 True；PyTorch 的 *`key_padding_mask`* 正相反，是填充的地方为 True。 | [06](06_masks.ipynb) |
# | 因果掩码 / causal mask | 前瞻掩码、下三角掩码 | | `(n, n)` | 每个词元只能看自己和前面的词元，这样的掩码叫因果掩码。有了它，模型学着预测下一个词元时，就看不到答案。 | [06](06_masks.ipynb) |
# | 自回归 / autoregressive | | | | 一个词元接一个词元地写，每一个都由前面写出的来定。有了因果掩码，一段文本的所有位置可以同时学。 | [06](06_masks.ipynb) |
# | NaN | 非数 | | | 即“不是数”，算不出结果时得到的就是它，比如 $\infty - \infty$。凡是和它相加、相乘，都得 NaN，0 · NaN 也是，所以一个就能传遍整个输出。 | [04](04_softmax.ipynb) · [06](06_masks.ipynb) |

# %% [markdown] id="heads" lang="en"
# ## Heads and order
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | head | attention head | | `(n, d_v)` | One of several attentions that run side by side on the same input, each with a $W_Q$ of its own (and mostly $W_K$ and $W_V$, too), so that each can look for something else. | [07](07_heads.ipynb) |
# | h | number of heads, `num_heads` | $h$ | | How many heads run side by side. Usually $d_k = d_v = d_\text{model} / h$ in each. | [07](07_heads.ipynb) |
# | multi-head attention | MHA | | `(n, d_model)` | Attention with $h$ heads: these compute separately, their outputs are put side by side, and the projection $W_O$ combines them. | [07](07_heads.ipynb) |
# | concatenation | | | `(n, h * d_v)` | Joining arrays along an axis. In attention: the outputs of all heads side by side, so that each token has one longer row. | [07](07_heads.ipynb) |
# | output projection | `W_O`, `out_proj`, `fc_out` | $W_O$ | `(h * d_v, d_model)` | The learned matrix after the heads: it turns their outputs, side by side, into a row of $d_\text{model}$ numbers for each token. It often has a bias $b_O$. | [05](05_output.ipynb) · [07](07_heads.ipynb) |
# | dropout | | | | In training, setting each number to 0 with probability $p$ and dividing the rest by $1 - p$, so that the model does not come to rely on a few of them. In attention it is usually done to the weights. | [06](06_masks.ipynb) · [07](07_heads.ipynb) |
# | permutation equivariance | | | | Shuffling the input rows shuffles the outputs in the same way, and changes nothing else: true of attention without positions and masks, which is *equivariant*. A result that does not change at all is *invariant*. | [08](08_order.ipynb) |
# | bag of words | | | | A text seen only as words and how often each occurs, without their order. | [08](08_order.ipynb) |
# | positional encoding | positional embedding (if it is learned) | $P$ | `(n, d_model)` | Numbers that tell attention the *position* of each token, in the first Transformer added to $X$. By itself, and without a mask, attention takes no notice of order. The *sinusoidal* encoding consists of sines and cosines, each pair a clock *hand* (lesson 08). | [08](08_order.ipynb) |
# | RoPE | rotary position embedding, rotary positions | | | A positional encoding that adds nothing to $X$: queries and keys, not values, are rotated (*`turn`*, lesson 13) by angles that depend on their positions, so that positions enter a score only by their difference. | [08](08_order.ipynb) · [13](13_it_writes.ipynb) |
# | ALiBi | attention with linear biases | | `(n, m)` | A positional encoding that adds nothing to $X$: each score is lowered by a *slope* times the distance between the two tokens. Each head has its own slope. | [08](08_order.ipynb) |
# | length extrapolation | | | | Working in texts longer than any in training. With RoPE it is helped by dividing all positions (*position interpolation*), by a larger base (*NTK-aware*) or by dividing for the slow pairs only (*YaRN*). | [08](08_order.ipynb) |
# | relative positions | relative position bias | | | Positions that enter attention only by the distance of two tokens, as in T5, which learns a number for each distance (far ones share theirs) and adds it to the scores; ALiBi and RoPE are relative, too. | [08](08_order.ipynb) |

# %% [markdown] id="heads" lang="zh" agreed="734dbfb7-cb657c0a"
# ## 多头与词序
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 头 / head | 注意力头 | | `(n, d_v)` | 多头注意力里的一套注意力。几套并排，输入相同，至少 $W_Q$ 各不相同（$W_K$、$W_V$ 一般也是），所以可以各找各的。 | [07](07_heads.ipynb) |
# | h | 头数、`num_heads` | $h$ | | 并排的头有几个。每个头里通常 $d_k = d_v = d_\text{model} / h$。 | [07](07_heads.ipynb) |
# | 多头注意力 / multi-head attention | MHA | | `(n, d_model)` | 有 $h$ 个头的注意力：各头分别计算，输出左右拼接，再由 $W_O$ 投影，合成一个结果。 | [07](07_heads.ipynb) |
# | 拼接 / concatenation | 连结 | | `(n, h * d_v)` | 把几个数组首尾相接。在注意力里，是把各个头的输出左右并排，每个词元得到更长的一行。 | [07](07_heads.ipynb) |
# | 输出投影 / output projection | `W_O`、`out_proj`、`fc_out` | $W_O$ | `(h * d_v, d_model)` | 接在各个头后面、由训练得到的矩阵：把左右拼接的输出，变成每个词元一行、每行 $d_\text{model}$ 个数。常常带有偏置 $b_O$。 | [05](05_output.ipynb) · [07](07_heads.ipynb) |
# | 随机失活 / dropout | 丢弃法、暂退法 | | | 训练时，每个数以概率 $p$ 变成 0，其余的除以 $1 - p$，让模型不会只依赖少数几个数。在注意力里，通常用在权重上。 | [06](06_masks.ipynb) · [07](07_heads.ipynb) |
# | 置换等变性 / permutation equivariance | | | | 输入的各行打乱，输出的各行也同样打乱，此外什么也不变：没有位置编码和掩码的注意力就是这样，它是*等变*的。结果一点也不变的，叫*不变性*。 | [08](08_order.ipynb) |
# | 词袋 / bag of words | 词袋模型 | | | 不管词序，只看文本里有哪些词、各出现几次。 | [08](08_order.ipynb) |
# | 位置编码 / positional encoding | 位置嵌入（学出来的） | $P$ | `(n, d_model)` | 注意力本身（不加掩码时）看不出次序，所以要用一些数告诉它每个词元的*位置*；最初的做法是加在 $X$ 上。经典的*正弦位置编码*由正弦和余弦组成，每一对是一根*指针*（第 08 课）。 | [08](08_order.ipynb) |
# | 旋转位置编码 / RoPE | 旋转位置嵌入、旋转位置 | | | 一种位置编码，不往 $X$ 上加数，而是按位置把查询和键转一个角度，值不转（第 13 课的 *`turn`*）；这样，位置对分数的影响只取决于两个位置之差。 | [08](08_order.ipynb) · [13](13_it_writes.ipynb) |
# | 线性偏置 / ALiBi | 带线性偏置的注意力 | | `(n, m)` | 一种位置编码，不往 $X$ 上加数，而是让每个分数减去*斜率* × 两个词元的距离。每个头有自己的斜率。 | [08](08_order.ipynb) |
# | 长度外推 / length extrapolation | | | | 在比训练时更长的文本上也能用。RoPE 常用的办法有：所有位置都除以一个数（*位置插值*）、换大底数（*NTK-aware*），以及只对转得慢的那些对做除法（*YaRN*）。 | [08](08_order.ipynb) |
# | 相对位置 / relative positions | 相对位置偏置 | | | 只通过两个词元的距离起作用的位置。T5 给每一档距离学一个数，加在分数上，远的距离合用一档；ALiBi 和 RoPE 也是相对的。 | [08](08_order.ipynb) |

# %% [markdown] id="block" lang="en"
# ## The block
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | residual connection | skip connection, shortcut | $x + f(x)$ | `(n, d_model)` | Adding the input of a sublayer to its output. The sublayer then only has to learn what to change, and gradients pass easily through many layers. | [09](09_block.ipynb) |
# | residual stream | | | `(n, d_model)` | The rows that run through a whole stack on its residual connections: each sublayer reads them, and adds its result to them. | [09](09_block.ipynb) |
# | sublayer | | | | One of the two main parts of a Transformer block: attention, or the feed-forward network. | [09](09_block.ipynb) |
# | LayerNorm | layer normalisation, layer normalization | $\frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$ | `(n, d_model)` | Brings each row to mean 0 and variance 1, then multiplies each column by a learned *gain* and adds a learned bias. It keeps numbers in range; the small $\varepsilon$ prevents division by 0. | [09](09_block.ipynb) |
# | BatchNorm | batch normalisation, batch normalization | | `(batch, n, d_model)` | Like LayerNorm, but with the mean and variance of each column over all tokens of a batch. Usual for images, rare in Transformers. | [09](09_block.ipynb) |
# | feed-forward network | FFN, MLP | | `(n, d_model)` | The part of a block that works on each row alone: two projections with an activation function between them. It processes what attention has gathered. | [09](09_block.ipynb) |
# | d_ff | inner dimension, `intermediate_size` | $d_\text{ff}$ | | The dimension of a row inside the feed-forward network, between its two projections; often $4\, d_\text{model}$. | [09](09_block.ipynb) |
# | activation function | nonlinearity | | | A function applied to each number by itself, whose graph is not a straight line. Without one between them, two projections would be no more than one. | [09](09_block.ipynb) |
# | ReLU, GELU | | | | Two activation functions: ReLU, $\max(0, x)$, sets negative numbers to 0; GELU is a smooth version of it, usual in Transformers. | [09](09_block.ipynb) · [12](12_real_text.ipynb) |
# | Transformer block | Transformer layer, block, layer | | `(n, d_model)` | The unit that a Transformer repeats: attention and a feed-forward network, each with a LayerNorm and a residual connection. | [09](09_block.ipynb) |
# | Transformer | | | | A model that is a stack of blocks, each with attention and a feed-forward network (Vaswani et al., 2017). It was first used for translation; most of today’s language models are Transformers. | [09](09_block.ipynb) |
# | pre-norm, post-norm | Pre-LN, Post-LN | $x + f(\text{LN}(x))$, $\text{LN}(x + f(x))$ | | The two places for LayerNorm in a block: before each sublayer (pre-norm), or after its residual sum (post-norm). Deep models train more easily with pre-norm. | [09](09_block.ipynb) |
# | rank collapse | oversmoothing, token uniformity | | | From layer to layer the rows of a sentence become more alike, until the matrix is close to rank 1. In attention alone this is quick; residual connections slow it down. | [09](09_block.ipynb) |
# | seed | random seed | | | The number from which random numbers are generated. The same seed gives the same numbers, so that an experiment can be repeated. | [09](09_block.ipynb) |
# | warm-up | | | | Starting training with a learning rate near 0 and raising it step by step: with small first steps, training fails less often. Just why is disputed (lesson 09). | [09](09_block.ipynb) |

# %% [markdown] id="block" lang="zh" agreed="4fbebf6d-45b6953d"
# ## 块和它的部件
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 残差连接 / residual connection | 跳跃连接、短路连接 | $x + f(x)$ | `(n, d_model)` | 把子层的输入加到它的输出上。这样，子层只要学习“改动什么”，梯度也容易传过许多层。 | [09](09_block.ipynb) |
# | 残差流 / residual stream | | | `(n, d_model)` | 沿着残差连接从第一个块通到最后一个块的各行：每个子层从中读取，再把结果加回去。 | [09](09_block.ipynb) |
# | 子层 / sublayer | | | | Transformer 块的两个主要部件之一：注意力，或前馈网络。 | [09](09_block.ipynb) |
# | 层归一化 / LayerNorm | 层规范化 | $\frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$ | `(n, d_model)` | 把每一行变成均值 0、方差 1，再给每一列乘上*增益*（gain，γ）、加上偏置（bias，β），两者都由训练得到。这样，数不会过大或过小；很小的 $\varepsilon$ 防止除以 0。 | [09](09_block.ipynb) |
# | 批归一化 / BatchNorm | 批量规范化 | | `(batch, n, d_model)` | 和层归一化相似，但均值和方差是对一批里的所有词元、按列计算的。常用于图像，Transformer 里少见。 | [09](09_block.ipynb) |
# | 前馈网络 / feed-forward network | FFN、MLP、多层感知机 | | `(n, d_model)` | 块里对每一行单独计算的部件：两次投影，中间一个激活函数。注意力收集来的内容，由它加工。 | [09](09_block.ipynb) |
# | d_ff | 中间层维度、`intermediate_size` | $d_\text{ff}$ | | 在前馈网络里面、两次投影之间，一行的维度，常常是 $4\, d_\text{model}$。 | [09](09_block.ipynb) |
# | 激活函数 / activation function | 非线性函数 | | | 对每个数单独计算、图像不是一条直线的函数。两次投影之间要是没有它，就和一次投影没有区别。 | [09](09_block.ipynb) |
# | ReLU、GELU | | | | 两种激活函数：ReLU 即 $\max(0, x)$，把负数变成 0；GELU 和它相近，只是转折处是圆的，Transformer 里常用。 | [09](09_block.ipynb) · [12](12_real_text.ipynb) |
# | Transformer 块 / Transformer block | Transformer 层、块、层 | | `(n, d_model)` | Transformer 里一再重复的基本单元：注意力和前馈网络，各配一个层归一化和一个残差连接。 | [09](09_block.ipynb) |
# | Transformer | | | | 由许多块叠成的模型，每个块里有注意力和前馈网络（Vaswani 等人，2017 年）。起初用于翻译，如今的语言模型大多是 Transformer。 | [09](09_block.ipynb) |
# | 前归一化、后归一化 / pre-norm, post-norm | Pre-LN、Post-LN | $x + f(\text{LN}(x))$；$\text{LN}(x + f(x))$ | | 块里层归一化的两种放法：放在每个子层之前（前归一化），或者放在残差相加之后（后归一化）。层数多时，前归一化更容易训练。 | [09](09_block.ipynb) |
# | 秩坍缩 / rank collapse | 过平滑 | | | 一句话的各行一层比一层更像，最后几乎相同，矩阵接近秩 1。只有注意力时很快，残差连接能让它慢下来。 | [09](09_block.ipynb) |
# | 随机种子 / seed | 种子 | | | 产生随机数时的起点。种子相同，数就相同，实验就能原样重做。 | [09](09_block.ipynb) |
# | 预热 / warm-up | | | | 训练开始时，学习率从接近 0 慢慢升上去。头几步走得小一些，训练就不容易失败；原因至今有争论（第 09 课）。 | [09](09_block.ipynb) |

# %% [markdown] id="learning" lang="en"
# ## Learning and cost
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | complexity | time complexity, O notation | $O(n^2 d)$ | | How the work grows with the sizes, constant factors ignored. Twice the tokens make four times the *pairs*, each of a query and a key. (The projections take $O(n d^2)$; in short texts that is the larger part.) | [11](11_cost.ipynb) |
# | linear attention | | | | Attention without softmax: a function is applied to each query and each key by itself, so that $K^\top V$ can be computed first. The work then grows in proportion to $n$, not to $n^2$. | [11](11_cost.ipynb) |
# | state-space model | Mamba | | | A model that reads with a *state* of fixed size, as a recurrent network does, so that its work grows with $n$. What does not fit into the state is forgotten. | [11](11_cost.ipynb) |
# | training | learning | | | Changing the parameters of a model in many small steps, so that its loss on examples becomes small. At first the parameters are random numbers. | [10](10_learning.ipynb) |
# | loss | loss function, cost, objective | | | A number that says how wrong a model’s answers are. Training changes the parameters so that it becomes small. | [04](04_softmax.ipynb) · [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | cross-entropy | negative log-likelihood, log loss | $-\ln p$ | | The usual loss when one of several answers is right: $-\ln$ of the probability that the model gave to the right one, on average. It is 0 if that probability is 1. | [04](04_softmax.ipynb) · [10](10_learning.ipynb) |
# | gradient descent | | $W - \text{rate} \cdot \text{gradient}$ | | The usual way to train: in each *step*, every parameter moves a little against the gradient of the loss; if the step is small enough, the loss falls. With random batches it is *stochastic gradient descent* (*SGD*). | [10](10_learning.ipynb) |
# | learning rate | step size | | | The factor by which the gradient is multiplied in each step of training. If it is too small, learning is slow; if it is too large, the loss does not fall. | [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | Adam | | | | A kind of gradient descent that adapts the step size of each parameter to the gradients it has had so far. It is the usual one for Transformers. | [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | optimizer | | | | The part of a program that changes the parameters after each gradient has been computed: gradient descent, Adam and others. In PyTorch, `step()` does it. | [10](10_learning.ipynb) |
# | epoch | | | | One pass of training through the whole training set. | [10](10_learning.ipynb) |
# | training set | training data | | | The examples that a model learns from. | [10](10_learning.ipynb) |
# | test set | held-out data | | | Examples that a model never learns from, kept to measure what it can do with new ones. If they also decide when to stop, they are a *validation set*, and the test needs others. | [10](10_learning.ipynb) |
# | overfitting | | | | Learning what holds for the training set alone: the loss on it goes on falling, while the loss on other examples rises. | [10](10_learning.ipynb) |
# | accuracy | | | | The share of right answers. | [10](10_learning.ipynb) |
# | teacher forcing | | | | In training, giving a model that writes the true words so far, not those that it guessed, so that all positions can learn at once. | [06](06_masks.ipynb) · [10](10_learning.ipynb) · [14](14_two_towers.ipynb) |
# | backpropagation | backward pass | | | How gradients are computed: from the loss back through every step of the computation, by the chain rule. PyTorch does it when `backward()` is called. | [10](10_learning.ipynb) |
# | forward pass | forward | | | Computing the output of a model from its input, layer by layer. In training the way back, backpropagation, follows. | [10](10_learning.ipynb) |
# | induction head | | | | A head that finds where the current token stood before and looks at what came next there, so that the model can continue a repeated pattern. It needs a head in a layer below. | [10](10_learning.ipynb) |
# | FLOPs | floating-point operations | | | How many multiplications and additions a computation takes. In a matrix product every multiplication comes with an addition, which makes two. | [11](11_cost.ipynb) |
# | KV cache | cache | | `(m, d_k + d_v)`, or two arrays | The keys and values of all tokens so far, kept while a model writes, so that they are not computed again. Every layer and head (or group of heads) has its own. | [11](11_cost.ipynb) |
# | online softmax | | | | Softmax computed piece by piece, so that the whole table of scores is never stored. It keeps the largest number so far and running sums, which it corrects when a larger number comes. | [11](11_cost.ipynb) |
# | FlashAttention | | | | A way to compute attention exactly with online softmax, in pieces that fit into fast memory, as one program (*fused*). It takes less memory and time, but no fewer multiplications. | [11](11_cost.ipynb) |
# | grouped-query attention | GQA, grouped heads | | | Attention in which each group of query heads shares one set of keys and values, so that the KV cache is smaller. | [07](07_heads.ipynb) · [11](11_cost.ipynb) |
# | multi-query attention | MQA | | | Attention in which all heads share one set of keys and values. | [07](07_heads.ipynb) · [11](11_cost.ipynb) |
# | multi-head latent attention | MLA | | | Attention that keeps one short row for each token, from which the keys and values of all heads are made again. It is used in DeepSeek’s models. | [11](11_cost.ipynb) |
# | sliding window | local attention, window | | | Attention in which a token looks at the nearest tokens only, some thousands. The work then grows with $n$, not $n^2$, and the cache stops growing. Farther tokens are reached through many layers, or through a few *global* tokens that every token sees. | [11](11_cost.ipynb) |
# | inference | | | | Using a trained model: its parameters stay as they are. A model that writes has two phases, prefill and decode. | [11](11_cost.ipynb) · [13](13_it_writes.ipynb) |
# | quantisation | quantization | | | Storing the numbers of a model (parameters, often the KV cache, too) in fewer bits, to save memory. The fewer the bits, the larger the error. | [11](11_cost.ipynb) |

# %% [markdown] id="learning" lang="zh" agreed="149f516a-eb3d78d4"
# ## 学习和计算量
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 复杂度 / complexity | 时间复杂度、大 O 记号 | $O(n^2 d)$ | | 计算量怎样随词数和维度增长，不计固定的倍数。词元多一倍，*词对*（一个查询配一个键）就是四倍。（投影另有 $O(n d^2)$，文本短时，大头在这里。） | [11](11_cost.ipynb) |
# | 线性注意力 / linear attention | | | | 不用 softmax，改为对每个查询、每个键各做一个变换，就能先算 $K^\top V$。计算量和 $n$ 成正比，而不是和 $n^2$。 | [11](11_cost.ipynb) |
# | 状态空间模型 / state-space model | Mamba | | | 像循环神经网络那样，用大小固定的*状态*一路读下去，计算量随 $n$ 增长。状态里装不下的就忘了。 | [11](11_cost.ipynb) |
# | 训练 / training | 学习 | | | 拿例子来，一小步一小步地改动模型的参数，让损失变小。参数起初是随机数。 | [10](10_learning.ipynb) |
# | 损失 / loss | 损失函数、代价、目标函数 | | | 表示模型答得有多差的一个数。训练就是改动参数，让它变小。 | [04](04_softmax.ipynb) · [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | 交叉熵 / cross-entropy | 负对数似然、对数损失 | $-\ln p$ | | 几个答案里只有一个正确时，最常用的损失：模型给正确答案的概率取 $-\ln$，再求平均。概率是 1，它就是 0。 | [04](04_softmax.ipynb) · [10](10_learning.ipynb) |
# | 梯度下降 / gradient descent | | $W - \text{rate} \cdot \text{gradient}$ | | 训练模型的常用办法：每一步，各个参数都朝损失的梯度的反方向走一点；步子够小，损失就下降。批是随机抽取的，叫*随机梯度下降*（SGD）。 | [10](10_learning.ipynb) |
# | 学习率 / learning rate | 步长 | | | 训练时每走一步，梯度要乘的倍数。太小，学得慢；太大，损失降不下来。 | [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | Adam | | | | 梯度下降的一种：根据到目前为止的梯度，给每个参数各定步长。训练 Transformer 时常用。 | [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | 优化器 / optimizer | | | | 程序里负责改动参数的部分：算出梯度以后，由它决定每个参数走多远。梯度下降、Adam 都是优化器；在 PyTorch 里调用 `step()`，就走一步。 | [10](10_learning.ipynb) |
# | 轮次 / epoch | 一轮 | | | 训练时把整个训练集过一遍。 | [10](10_learning.ipynb) |
# | 训练集 / training set | 训练数据 | | | 模型用来学习的那些例子。 | [10](10_learning.ipynb) |
# | 测试集 / test set | 留出的数据 | | | 模型从来不学、专门留下来检验它的例子，看它碰到新东西会怎样。如果还拿它来决定何时停止训练，就成了*验证集*，要检验得另留一份。 | [10](10_learning.ipynb) |
# | 过拟合 / overfitting | | | | 学的是只在训练集里才成立的东西：训练集上的损失还在降，别的例子上的损失却升了。 | [10](10_learning.ipynb) |
# | 准确率 / accuracy | 正确率 | | | 答对的比例。 | [10](10_learning.ipynb) |
# | 教师强制 / teacher forcing | | | | 训练写作的模型时，每个位置读到的都是原文里的词，不是它自己猜的词，这样各个位置可以同时学。 | [06](06_masks.ipynb) · [10](10_learning.ipynb) · [14](14_two_towers.ipynb) |
# | 反向传播 / backpropagation | | | | 计算梯度的办法：从损失出发，按链式法则，沿着计算的步骤一步步往回算。在 PyTorch 里调用 `backward()` 就行。 | [10](10_learning.ipynb) |
# | 前向传播 / forward pass | 前向计算 | | | 从输入出发，一层一层算出模型的输出。训练时，接着还要反向传播。 | [10](10_learning.ipynb) |
# | 归纳头 / induction head | | | | 一种头：找到当前词元以前出现过的位置，看它后面跟着什么，模型就能把重复的内容接下去。它要靠下面某一层的头配合。 | [10](10_learning.ipynb) |
# | 浮点运算次数 / FLOPs | 浮点运算 | | | 一次计算要做多少次乘法和加法。矩阵相乘时，一次乘法配一次加法，算两次。 | [11](11_cost.ipynb) |
# | KV 缓存 / KV cache | 缓存、键值缓存 | | `(m, d_k + d_v)`，或分成两个数组 | 模型生成文字时保存的、到目前为止所有词元的键和值，不必每写一个词元就重算一遍。每一层、每个头（或每组头）各有一份。 | [11](11_cost.ipynb) |
# | 在线 softmax / online softmax | | | | 分块计算的 softmax，不用存下整张分数表。它只记住到目前为止的最大值和几个累加的和；来了更大的数，就修正这些和。 | [11](11_cost.ipynb) |
# | FlashAttention | | | | 计算注意力的一种办法：用在线 softmax 一段一段地算，每段放得进显卡上快的存储器，少用大而慢的*显存*；几步并成一个程序（*融合*）。结果不变，省内存，也省时间，乘法次数却不减少。 | [11](11_cost.ipynb) |
# | 分组查询注意力 / grouped-query attention | GQA | | | 每几个头共用一份键和值的注意力，KV 缓存因此变小。 | [07](07_heads.ipynb) · [11](11_cost.ipynb) |
# | 多查询注意力 / multi-query attention | MQA | | | 所有的头共用同一份键和值的注意力。 | [07](07_heads.ipynb) · [11](11_cost.ipynb) |
# | 多头潜在注意力 / multi-head latent attention | MLA | | | 每个词元只存一个短向量，各个头的键和值都由它还原。DeepSeek 的模型用的就是它。 | [11](11_cost.ipynb) |
# | 滑动窗口 / sliding window | 局部注意力、窗口注意力 | | | 每个词元只看离它最近的几千个词元，计算量就随 $n$ 增长，不随 $n^2$；缓存到顶就不再变大。更远的词元要隔好几层才够得着，或者靠几个大家都看得到的*全局*词元。 | [11](11_cost.ipynb) |
# | 推理 / inference | | | | 拿训练好的模型来用，参数不再变。会写的模型，推理分预填充和解码两段。 | [11](11_cost.ipynb) · [13](13_it_writes.ipynb) |
# | 量化 / quantization | | | | 存模型的数（参数，往往还有 KV 缓存）时，每个数用更少的比特，省内存。比特越少，误差越大。 | [11](11_cost.ipynb) |

# %% [markdown] id="models" lang="en"
# ## Real models
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | BERT | Bidirectional Encoder Representations from Transformers | | | A Transformer that reads and does not write (Google, 2018): an encoder, trained to fill in hidden words. The one in lesson 12, built alike, learned to give texts of similar meaning similar vectors. | [12](12_real_text.ipynb) · [14](14_two_towers.ipynb) |
# | masked language model | MLM, `[MASK]` | | | A model trained to fill in words that were hidden, from the words on both sides. BERT is one. A causal mask (lesson 06) is another thing. | [12](12_real_text.ipynb) |
# | GPT | Generative Pre-trained Transformer | | | A family of Transformers that write (OpenAI, since 2018), trained to predict the next token. | [06](06_masks.ipynb) · [14](14_two_towers.ipynb) |
# | encoder | | | | A stack of Transformer blocks in which every token looks both ways, used to represent a text that is already complete. BERT is one. | [06](06_masks.ipynb) · [09](09_block.ipynb) · [12](12_real_text.ipynb) · [14](14_two_towers.ipynb) |
# | decoder | | | | A stack of Transformer blocks with a causal mask, which can write a text token by token. GPT is one; in translation, a decoder also looks at the encoder’s output. | [06](06_masks.ipynb) · [09](09_block.ipynb) · [13](13_it_writes.ipynb) · [14](14_two_towers.ipynb) |
# | encoder–decoder | | | | A Transformer of two stacks, as it was first published, for translation: an encoder reads, and a decoder writes. In every block the decoder looks at the encoder’s output by cross-attention. | [09](09_block.ipynb) · [14](14_two_towers.ipynb) |
# | alignment | | | `(n, m)` | Which letters or words of a text belong to which of its translation. A map of cross-attention may show one that nobody taught. | [14](14_two_towers.ipynb) |
# | T5 | Text-to-Text Transfer Transformer | | | A family of Transformers with both towers (Google, 2019), trained to write the pieces that were cut out of a text. | [14](14_two_towers.ipynb) |
# | attention sink | | | | A token, often the first or a special one, that gets most of the weight of many heads, although it changes the result far less than the weight suggests. | [12](12_real_text.ipynb) |
# | head detector | | | | A function that turns the map of a head into one number, which says how much of a pattern is in it, such as looking at the next token. | [12](12_real_text.ipynb) |
# | intervention | ablation (switching a part off) | | | Changing something inside a model, such as setting the value of a token to 0, to see how the result changes; and, as a *control*, changing something else. A picture of the weights alone does not show that. | [12](12_real_text.ipynb) |
# | language model | LLM (a large one) | | | A model that reads a text and gives each token of its vocabulary a probability of coming next. To write, it chooses one, appends it and reads on. | [04](04_softmax.ipynb) · [06](06_masks.ipynb) · [13](13_it_writes.ipynb) |
# | prompt | | | | The text that a language model is given and continues: a question, an instruction, the beginning of a story. | [13](13_it_writes.ipynb) |
# | logits | | | `(vocabulary,)` | The numbers that go into a model’s last softmax, one for each token of the vocabulary. They can be negative, and need not sum to one. | [04](04_softmax.ipynb) · [13](13_it_writes.ipynb) |
# | perplexity | | $e^{\text{loss}}$ | | A measure of language models, the smaller the better: $e$ to the power of the mean loss. Roughly, the number of equally likely tokens among which the model has to choose. | [13](13_it_writes.ipynb) |
# | sampling | | | | Choosing the next token by chance, according to the probabilities: a likely token more often than an unlikely one. So the same prompt can be continued in many ways. | [13](13_it_writes.ipynb) |
# | top-k, top-p | nucleus sampling (top-p) | | `(vocabulary,)` | Sampling that leaves unlikely tokens out: only the $k$ likeliest remain, or the smallest set of likeliest tokens whose probabilities add up to at least $p$ (the *nucleus*). | [13](13_it_writes.ipynb) |
# | greedy decoding | | | | Always taking the likeliest next token, without chance. The same prompt then always gets the same continuation. | [13](13_it_writes.ipynb) |
# | prefill, decode | | | | The two phases of writing with a KV cache: prefill reads the whole prompt at once; decode then writes one token at a time. | [11](11_cost.ipynb) · [13](13_it_writes.ipynb) |
# | RMSNorm | root mean square normalisation | $x / \sqrt{\text{mean}(x^2) + \varepsilon} \cdot \text{gain}$ | `(n, d_model)` | A simpler LayerNorm: each row is divided by the root of the mean of its squares, then multiplied by a learned gain. No mean is subtracted, no bias added. | [09](09_block.ipynb) · [13](13_it_writes.ipynb) |
# | SwiGLU | gated feed-forward network | $(\text{SiLU}(x W_\text{gate}) \cdot x W_\text{up})\, W_\text{down}$ | `(n, d_model)` | A feed-forward network with a *gate*: $x$ is projected twice; *SiLU*, $z / (1 + e^{-z})$, is applied to the first result, which then multiplies the second, number by number (*gating*). A third projection goes back. | [09](09_block.ipynb) · [13](13_it_writes.ipynb) |
# | chat template | | | | The text format, with special tokens between its parts, in which a conversation is passed to a language model. | [13](13_it_writes.ipynb) |
# | instruction tuning | Instruct (in the name of a model) | | | Training a language model further (*fine-tuning*), on instructions and conversations, so that it answers a question instead of merely continuing it. Its first training, on a large amount of text, is *pretraining*; what that gives is a *base model*. | [13](13_it_writes.ipynb) |
# | preference training | RLHF, DPO | | | Training a language model further on pairs of answers of which one is preferred. RLHF (reinforcement learning from human feedback) trains a second model to rate answers, and then the first to be rated well; DPO (direct preference optimization) makes the preferred answer likelier, without a second model that rates. | [13](13_it_writes.ipynb) |
# | hallucination | | | | Fluent text of a language model that is not true. | [13](13_it_writes.ipynb) |
# | context window | context length | | | The greatest number of tokens, prompt and answer together, that a language model is made for. | [13](13_it_writes.ipynb) |
# | beam search | | | | A way of writing that keeps the few likeliest unfinished texts in each step, compared by their sums of log-probabilities; greedy decoding keeps one. | [13](13_it_writes.ipynb) · [14](14_two_towers.ipynb) |
# | weight tying | tied embeddings | | `(vocabulary, d_model)` | Using one table as embedding and, for the logits, as last matrix. | [09](09_block.ipynb) · [13](13_it_writes.ipynb) |

# %% [markdown] id="models" lang="zh" agreed="df76025c-22f30807"
# ## 真实的模型
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | BERT | Bidirectional Encoder Representations from Transformers | | | 只读不写的 Transformer，即编码器（谷歌，2018 年），训练时把遮住的词填回来。第 12 课的模型构造相同，训练它让意思相近的文本向量也相近。 | [12](12_real_text.ipynb) · [14](14_two_towers.ipynb) |
# | 掩码语言模型 / masked language model | MLM、`[MASK]` | | | 训练时遮住一些词，让模型根据左右两边的词填回来。BERT 就是这样训练的。它和因果掩码（第 06 课）不是一回事。 | [12](12_real_text.ipynb) |
# | GPT | Generative Pre-trained Transformer | | | 一系列能生成文字的 Transformer（OpenAI，2018 年起），训练时做的是预测下一个词元。 | [06](06_masks.ipynb) · [14](14_two_towers.ipynb) |
# | 编码器 / encoder | | | | 一叠 Transformer 块，每个词元看得到前后所有词元，用来表示一段已经完整的文本。BERT 就是编码器。 | [06](06_masks.ipynb) · [09](09_block.ipynb) · [12](12_real_text.ipynb) · [14](14_two_towers.ipynb) |
# | 解码器 / decoder | | | | 一叠带因果掩码的 Transformer 块，能一个词元一个词元地写。GPT 就是解码器；做翻译时，解码器还要看编码器的输出。 | [06](06_masks.ipynb) · [09](09_block.ipynb) · [13](13_it_writes.ipynb) · [14](14_two_towers.ipynb) |
# | 编码器–解码器 / encoder–decoder | | | | 由两叠块组成的 Transformer，最初发表时用于翻译：编码器读，解码器写。解码器的每个块里，都用交叉注意力看编码器的输出。 | [09](09_block.ipynb) · [14](14_two_towers.ipynb) |
# | 对齐 / alignment | | | `(n, m)` | 原文的哪些字符或词，对应译文的哪些。交叉注意力的图上，有时看得到没有人教过的对齐。 | [14](14_two_towers.ipynb) |
# | T5 | | | | 两座塔都有的 Transformer（谷歌，2019 年），训练时写出文本里被挖掉的几段。 | [14](14_two_towers.ipynb) |
# | 注意力汇点 / attention sink | | | | 一种词元，常常是第一个词元或特殊词元：许多头都把很大一份权重给它，它对结果的影响却远没有那么大。 | [12](12_real_text.ipynb) |
# | 探测器 / head detector | | | | 一个函数，把一个头的权重图变成一个数，表示图里某种图案有多明显，比如“看后一个词元”。 | [12](12_real_text.ipynb) |
# | 干预 / intervention | 消融（关掉某个部件） | | | 改动模型内部的某一处，比如把一个词元的值设为 0，看结果怎样变；再改一处别的，作为*对照*。这样才知道一个部件有没有用；光看权重图看不出来。 | [12](12_real_text.ipynb) |
# | 语言模型 / language model | 大语言模型、LLM（都指大的） | | | 一种模型：读了前面的文字，给词表里的每个词元算出接在后面的概率。选一个接上，再往下读，就写出文字来。 | [04](04_softmax.ipynb) · [06](06_masks.ipynb) · [13](13_it_writes.ipynb) |
# | 提示词 / prompt | 提示 | | | 交给语言模型、让它接着往下写的文本：一个问题、一条指令、一个故事的开头。 | [13](13_it_writes.ipynb) |
# | logits | | | `(vocabulary,)` | 模型最后一次 softmax 的输入，词表里每个词元对应一个数。它们可以是负数，加起来也不必等于 1。 | [04](04_softmax.ipynb) · [13](13_it_writes.ipynb) |
# | 困惑度 / perplexity | | $e^{\text{loss}}$ | | 衡量语言模型的指标，越小越好，等于 $e$ 的“平均损失”次方。大致相当于模型要在多少个同样可能的词元里挑一个。 | [13](13_it_writes.ipynb) |
# | 采样 / sampling | | | | 按概率随机抽取下一个词元：概率越大，越常被抽中。所以同一个提示词可以有许多种下文。 | [13](13_it_writes.ipynb) |
# | top-k、top-p | 核采样（top-p） | | `(vocabulary,)` | 先去掉不大可能的词元再采样：只留最可能的 $k$ 个；或者从最可能的取起，概率之和一达到 $p$ 就停，只留这些（叫*核*）。 | [13](13_it_writes.ipynb) |
# | 贪心解码 / greedy decoding | | | | 每次都取最可能的词元，不随机。同一个提示词，总是得到同样的下文。 | [13](13_it_writes.ipynb) |
# | 预填充、解码 / prefill, decode | | | | 用 KV 缓存生成文字的两个阶段：预填充一次读完整个提示词，解码再一个一个地写出词元。 | [11](11_cost.ipynb) · [13](13_it_writes.ipynb) |
# | RMSNorm | 均方根归一化 | $x / \sqrt{\text{mean}(x^2) + \varepsilon} \cdot \text{gain}$ | `(n, d_model)` | 更简单的层归一化：每一行除以它的均方根，再乘上由训练得到的增益；不减均值，也不加偏置。 | [09](09_block.ipynb) · [13](13_it_writes.ipynb) |
# | SwiGLU | 门控前馈网络 | $(\text{SiLU}(x W_\text{gate}) \cdot x W_\text{up})\, W_\text{down}$ | `(n, d_model)` | 带“门”的前馈网络：$x$ 的一份投影经过激活函数 *SiLU*，即 $z / (1 + e^{-z})$，再和另一份投影逐个数相乘，这叫*门控*；最后再投影回来。 | [09](09_block.ipynb) · [13](13_it_writes.ipynb) |
# | 聊天模板 / chat template | | | | 把一段对话交给语言模型时用的文本格式，用特殊词元标出每段话的起止。 | [13](13_it_writes.ipynb) |
# | 指令微调 / instruction tuning | Instruct（在模型的名字里） | | | 语言模型先读大量文本，这叫*预训练*，得到的是*基座模型*。再用指令和对话接着训练，叫*微调*，让它学会回答，而不只是往下接。 | [13](13_it_writes.ipynb) |
# | 偏好训练 / preference training | RLHF、DPO | | | 拿成对的回答接着训练语言模型，每一对都标明哪个更好。RLHF（人类反馈强化学习）先另外训练一个打分的模型，再让语言模型争取高分；DPO（直接偏好优化）不用打分的模型，直接让更好的回答概率更大。 | [13](13_it_writes.ipynb) |
# | 幻觉 / hallucination | | | | 语言模型写出的、流畅而不真实的文字。 | [13](13_it_writes.ipynb) |
# | 上下文窗口 / context window | 上下文长度 | | | 一个语言模型最多能处理的词元数，提示词和写出的文字都算在内。 | [13](13_it_writes.ipynb) |
# | 束搜索 / beam search | 集束搜索 | | | 一种写文章的办法：每一步都留着最可能的几段半成品，比的是对数概率之和；贪心解码只留一段。 | [13](13_it_writes.ipynb) · [14](14_two_towers.ipynb) |
# | 权重共享 / weight tying | tied embeddings | | `(vocabulary, d_model)` | 词嵌入的那张表，最后算 logits 时再用一次。 | [09](09_block.ipynb) · [13](13_it_writes.ipynb) |

# %% [markdown] id="before" lang="en"
# ## What came before
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | recurrent network | RNN, recurrent neural network | | | A network that reads word by word and keeps what it has read in a state of fixed size, so each word has to wait for the one before. *LSTM* and *GRU* are kinds of it, with *gates* that choose what the state keeps. | [00](00_start.ipynb) |
# | hidden state | | $h_i = \tanh(h_{i-1} W + x_i)$ | | The vector in which a recurrent network keeps what it has read: each word makes a new one from the old. The formula is one example; tanh squeezes numbers between −1 and 1. | [00](00_start.ipynb) |
# | convolution | | | | An operation that makes each row from a few neighbouring rows, with the same parameters everywhere; a network of them is a *CNN*. Layers on top of each other see further; so does *dilated convolution*, which leaves gaps. | [00](00_start.ipynb) |
# | long-range dependence | long-range dependency | | | The dependence of a word on another far away in the text, such as that of a pronoun on its noun. Networks that pass information from word to word find it hard to learn. | [00](00_start.ipynb) · [11](11_cost.ipynb) |
# | parallel computation | parallelism | | | Computing several things at the same time, which is possible if none needs the result of another. Attention computes all tokens in parallel; an LSTM cannot. | [00](00_start.ipynb) · [11](11_cost.ipynb) |

# %% [markdown] id="before" lang="zh" agreed="1927cd99-d901b88d"
# ## 以前的办法
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 循环神经网络 / recurrent network | RNN | | | 一个词一个词地读、把读过的内容记在大小固定的状态里的网络，所以每个词都要等前一个。*LSTM* 和 *GRU* 是其中的两种，用*门*来决定状态里留下什么。 | [00](00_start.ipynb) |
# | 隐状态 / hidden state | 隐藏状态 | $h_i = \tanh(h_{i-1} W + x_i)$ | | 循环神经网络用来记住已读内容的向量：每读一个词，就由旧的算出新的。公式是一个例子，tanh 把每个数压到 −1 和 1 之间。 | [00](00_start.ipynb) |
# | 卷积 / convolution | | | | 由附近几行算出每一行，各处用同样的参数；由它搭成的网络叫*卷积神经网络*（CNN）。叠加多层，或者隔几行取一行（*空洞卷积*），就看得更远。 | [00](00_start.ipynb) |
# | 长距离依赖 / long-range dependence | 长程依赖 | | | 一个词的意思取决于离它很远的另一个词，比如代词取决于它所指的名词。信息只能逐词往下传的网络，很难学会这种依赖。 | [00](00_start.ipynb) · [11](11_cost.ipynb) |
# | 并行 / parallel computation | 并行计算 | | | 互不依赖的计算同时进行，这样更快。注意力可以让所有词元并行，LSTM 不行。 | [00](00_start.ipynb) · [11](11_cost.ipynb) |

# %% [markdown] id="mathematics" lang="en"
# ## From mathematics
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | dot product | inner product, scalar product | $a \cdot b$ | | Two rows multiplied number by number, then added up: a single number, large if both are long and point the same way, negative if they point opposite ways. | [00](00_start.ipynb) · [01](01_embedding.ipynb) |
# | norm | length, magnitude | $\lVert x \rVert$ | | The length of a vector, if it is drawn as an arrow: the square root of the sum of the squares of its numbers. For a matrix, the same over all its numbers. | [08](08_order.ipynb) · [09](09_block.ipynb) |
# | cosine | cosine similarity | $a \cdot b / (\lVert a \rVert \lVert b \rVert)$ | | How well the directions of two vectors agree, whatever their lengths: the dot product divided by both norms. 1 for the same direction, 0 for perpendicular, −1 for opposite. | [01](01_embedding.ipynb) · [12](12_real_text.ipynb) |
# | mean | average | $\mu$ | | The sum of some numbers, divided by how many there are. | [03](03_scores.ipynb) |
# | variance | | $\sigma^2$ | | How widely numbers are spread: their squared differences from their mean, added up, then divided by how many there are, $d$ (*biased*), or by $d - 1$ (*unbiased*). | [03](03_scores.ipynb) |
# | standard deviation | | $\sigma$ | | The square root of the variance: how far numbers typically lie from their mean. | [03](03_scores.ipynb) · [07](07_heads.ipynb) |
# | normal distribution | Gaussian distribution | | | The bell curve: random numbers near the mean are frequent, those far from it rare. With mean 0 and variance 1 it is the *standard normal distribution*. | [03](03_scores.ipynb) |
# | rank | | | | How many rows of a matrix say something new: the largest number of rows of which none is a weighted sum of the others (*linearly independent*). The rank of a product is at most that of either factor. | [03](03_scores.ipynb) · [07](07_heads.ipynb) · [09](09_block.ipynb) |
# | gradient | | $\partial y / \partial x$ | that of $x$ | For each number of $x$ its *derivative*: how fast a result $y$ changes when that number changes. Training uses the gradient of the loss to know which way to move each parameter. | [04](04_softmax.ipynb) · [10](10_learning.ipynb) |
# | Jacobian | Jacobian matrix | $\partial w_i / \partial s_j$ | `(m, m)` | A table of derivatives: how fast each result changes with each input. For softmax: how each weight of a row changes with each of its scores. | [04](04_softmax.ipynb) |

# %% [markdown] id="mathematics" lang="zh" agreed="24ccae8c-068c57c5"
# ## 来自数学
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 点积 / dot product | 点乘、内积、数量积 | $a \cdot b$ | | 两行数对应相乘，再加起来，得到一个数。把两行画成箭：箭都长、方向又一致，它就大；方向相反，它就是负数。 | [00](00_start.ipynb) · [01](01_embedding.ipynb) |
# | 模长 / norm | 范数、长度 | $\lVert x \rVert$ | | 把向量画成箭，箭有多长：各个数的平方和的平方根。对矩阵的全部数也这样算，就是矩阵的范数。 | [08](08_order.ipynb) · [09](09_block.ipynb) |
# | 余弦 / cosine | 余弦相似度 | $a \cdot b / (\lVert a \rVert \lVert b \rVert)$ | | 表示两个向量的方向有多一致、与模长无关的数：点积除以两个模长。方向相同是 1，垂直是 0，相反是 −1。 | [01](01_embedding.ipynb) · [12](12_real_text.ipynb) |
# | 均值 / mean | 平均数 | $\mu$ | | 几个数的和，除以它们的个数。 | [03](03_scores.ipynb) |
# | 方差 / variance | | $\sigma^2$ | | 表示一些数有多分散：各个数与均值之差的平方加起来，再除以个数 $d$（*有偏*）或 $d - 1$（*无偏*）。 | [03](03_scores.ipynb) |
# | 标准差 / standard deviation | | $\sigma$ | | 方差的平方根：各个数离均值一般有多远。 | [03](03_scores.ipynb) · [07](07_heads.ipynb) |
# | 正态分布 / normal distribution | 高斯分布 | | | 钟形曲线：靠近均值的随机数常见，离得远的少见。均值 0、方差 1 的叫*标准正态分布*。 | [03](03_scores.ipynb) |
# | 秩 / rank | | | | 一个矩阵里最多能挑出几行*线性无关*的行（没有一行能由其他各行乘上系数再相加得到）。乘积的秩，不超过任何一个因子的秩。 | [03](03_scores.ipynb) · [07](07_heads.ipynb) · [09](09_block.ipynb) |
# | 梯度 / gradient | | $\partial y / \partial x$ | 与 $x$ 相同 | 把 $x$ 里的一个数改一点点，看结果 $y$ 变多少，两者之比就是对这个数的*导数*；所有的导数合起来就是梯度。训练时靠损失的梯度知道每个参数该往哪边改。 | [04](04_softmax.ipynb) · [10](10_learning.ipynb) |
# | 雅可比矩阵 / Jacobian | 雅各比矩阵 | $\partial w_i / \partial s_j$ | `(m, m)` | 由导数排成的表：每个结果随每个输入变得有多快。对 softmax 来说，就是一行里每个权重随每个分数怎样变。 | [04](04_softmax.ipynb) |

# %% [markdown] id="ways" lang="en"
# Lessons: [00](00_start.ipynb) · [01](01_embedding.ipynb) · [02](02_queries_keys_values.ipynb) · [03](03_scores.ipynb) · [04](04_softmax.ipynb) · [05](05_output.ipynb) · [06](06_masks.ipynb) · [07](07_heads.ipynb) · [08](08_order.ipynb) · [09](09_block.ipynb) · [10](10_learning.ipynb) · [11](11_cost.ipynb) · [12](12_real_text.ipynb) · [13](13_it_writes.ipynb) · [14](14_two_towers.ipynb)

# %% [markdown] id="ways" lang="zh" agreed="be11f2ef-895269ac"
# 各课：[00](00_start.ipynb) · [01](01_embedding.ipynb) · [02](02_queries_keys_values.ipynb) · [03](03_scores.ipynb) · [04](04_softmax.ipynb) · [05](05_output.ipynb) · [06](06_masks.ipynb) · [07](07_heads.ipynb) · [08](08_order.ipynb) · [09](09_block.ipynb) · [10](10_learning.ipynb) · [11](11_cost.ipynb) · [12](12_real_text.ipynb) · [13](13_it_writes.ipynb) · [14](14_two_towers.ipynb)
