# %% [markdown] id="title" lang="en"
# # Glossary
#
# For each term: its meaning, what other books call it, its symbol and its shape where it has them, and the lesson that explains it. The terms are grouped by topic, roughly in the order of the lessons; Ctrl+F (on a Mac ⌘F) finds a word on this page.
#
# In shapes, `n` counts queries (rows) and `m` counts keys (columns). A batch, or several heads (h of them), stands in front as a further axis: `(batch, h, n, m)`.

# %% [markdown] id="title" lang="zh" agreed="acad262b-be405e8a"
# # 术语表
#
# 每个术语都有一句话的含义、别的书里的叫法、在哪一课讲到；有符号和形状的，一并列出。术语按内容分组，大体按课的先后；用 Ctrl+F（Mac 上是 ⌘F）可以在本页里查找。
#
# 形状里，`n` 是查询的个数（行），`m` 是键的个数（列）。一批句子、多个头，就在前面再添几个轴：`(batch, h, n, m)`。

# %% id="setup"
from attnlib import pipeline, use_language
use_language("en")

# %% [markdown] id="strip-text" lang="en"
# The steps, in the order in which they are computed. Lesson 07 takes them $h$ times side by side, and lesson 09 puts them into a block:

# %% [markdown] id="strip-text" lang="zh" agreed="8a5558bd-f1046cdd"
# 各个步骤，按计算的先后。第 07 课把它们并排做 $h$ 次，第 09 课再装进一个块：

# %% id="strip"
pipeline(None, None)

# %% [markdown] id="words" lang="en"
# ## Words and sizes
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | token | | | | a piece of text with one row in the embedding table: here a word, in models often a piece of a word | [01](01_embedding.ipynb) |
# | tokenisation | tokenization, segmentation | | | cutting a text into tokens | [01](01_embedding.ipynb) |
# | tokenizer | tokeniser | | | the program that cuts a text into tokens | [01](01_embedding.ipynb) |
# | subword | word piece | | | a token that is a piece of a word | [01](01_embedding.ipynb) |
# | id | token id, index | | | the number of a token in the vocabulary: a name, not a quantity | [01](01_embedding.ipynb) |
# | vocabulary | | | | all tokens that a model knows, each with its number | [01](01_embedding.ipynb) |
# | byte-pair encoding | BPE | | | a way to choose tokens: the most frequent pair of neighbouring pieces becomes one piece, again and again | [01](01_embedding.ipynb) |
# | embedding | word vector, embedding vector | | `(d_model,)` | the row of numbers that stands for a token, looked up in a table | [01](01_embedding.ipynb) |
# | embedding table | embedding matrix | | `(words, d_model)` | the embeddings of a whole vocabulary, one row for each token; lesson 01 also calls it a *dictionary* | [01](01_embedding.ipynb) |
# | one-hot vector | one-hot encoding | | | a row of zeros with a single 1, which picks one row of a table | [01](01_embedding.ipynb) |
# | feature | component | | | one number of a row; in our small examples its column often has a name, in a trained model it has none | [00](00_start.ipynb) |
# | dimension | size, width | | | how many numbers a vector has | [00](00_start.ipynb) |
# | sequence | | | | tokens in their order: a sentence, a text | [01](01_embedding.ipynb) |
# | tensor | array | | | numbers with any number of axes: a vector has one, a matrix two, a batch of sentences three | [01](01_embedding.ipynb) |
# | X | input | $X$ | `(n, d_model)` | the embeddings of all tokens of a sentence, one row each | [01](01_embedding.ipynb) |
# | n | sequence length, `seq_len` | $n$ | | how many queries there are; in self-attention, the length of the sentence | [01](01_embedding.ipynb) |
# | m | | $m$ | | how many keys there are; in self-attention $m = n$ | [03](03_scores.ipynb) |
# | d_model | embedding dimension, `embed_size`, `hidden_size` | $d_\text{model}$ | | how many numbers a token has in $X$ | [01](01_embedding.ipynb) |
# | batch | minibatch; its size: `batch_size` | | `(batch, n, d_model)` | sentences that are computed together | [01](01_embedding.ipynb) |

# %% [markdown] id="words" lang="zh" agreed="165dca3b-a6980930"
# ## 词与大小
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 词元 token | 标记 | | | 模型处理文本的最小单位，在嵌入表里占一行：这里是一个词，模型里常常是词的一部分 | [01](01_embedding.ipynb) |
# | 分词 tokenisation | 词元化、切词 | | | 把一段文字切成词元 | [01](01_embedding.ipynb) |
# | 分词器 tokenizer | | | | 把文字切成词元的程序 | [01](01_embedding.ipynb) |
# | 子词 subword | 词片 | | | 只是词的一部分的词元 | [01](01_embedding.ipynb) |
# | 编号 id | 索引 | | | 词元在词表里的号码：只是名字，不能拿来计算 | [01](01_embedding.ipynb) |
# | 词表 vocabulary | 词汇表 | | | 模型认识的全部词元，每个都有编号 | [01](01_embedding.ipynb) |
# | 字节对编码 byte-pair encoding | BPE | | | 挑选词元的一种办法：把最常挨在一起的两块合成一块，一遍一遍地合 | [01](01_embedding.ipynb) |
# | 词嵌入 embedding | 词向量、嵌入 | | `(d_model,)` | 代表一个词元的一行数，从嵌入表里查出 | [01](01_embedding.ipynb) |
# | 嵌入表 embedding table | 嵌入矩阵 | | `(words, d_model)` | 词表里全部词元的词嵌入，一个词元一行；第 01 课也把它叫*词典* | [01](01_embedding.ipynb) |
# | 独热向量 one-hot vector | 独热编码 | | | 只有一个 1、其余全是 0 的一行，用来从表里选出一行 | [01](01_embedding.ipynb) |
# | 特征 feature | | | | 一行里的一个数；我们自己写的小例子里，它那一列往往有名字，训练出来的没有 | [00](00_start.ipynb) |
# | 维度 dimension | 维数 | | | 一个向量有几个数 | [00](00_start.ipynb) |
# | 序列 sequence | | | | 按先后排列的词元：一句话、一段文字 | [01](01_embedding.ipynb) |
# | 张量 tensor | 多维数组 | | | 有任意多个轴的数组：向量一个轴，矩阵两个轴，一批句子三个轴 | [01](01_embedding.ipynb) |
# | X | 输入 | $X$ | `(n, d_model)` | 一句话里所有词元的词嵌入，一个词元一行 | [01](01_embedding.ipynb) |
# | n | 序列长度 `seq_len` | $n$ | | 查询的个数；自注意力里就是句子的长度 | [01](01_embedding.ipynb) |
# | m | | $m$ | | 键的个数；自注意力里 $m = n$ | [03](03_scores.ipynb) |
# | d_model | 嵌入维度 `embed_size`、隐藏层大小 `hidden_size` | $d_\text{model}$ | | 每个词元在 $X$ 里有几个数 | [01](01_embedding.ipynb) |
# | 批 batch | 批量、小批量；其大小叫 `batch_size` | | `(batch, n, d_model)` | 放在一起计算的几个句子 | [01](01_embedding.ipynb) |

# %% [markdown] id="projections" lang="en"
# ## Queries, keys and values
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | query | | $Q$ | `(n, d_k)` | what a token looks for: a row of $X W_Q + b_Q$ | [02](02_queries_keys_values.ipynb) |
# | key | | $K$ | `(m, d_k)` | what a token can be found by: a row of $X W_K + b_K$ | [02](02_queries_keys_values.ipynb) |
# | value | | $V$ | `(m, d_v)` | what a token passes on: a row of $X W_V + b_V$ | [02](02_queries_keys_values.ipynb) |
# | projection matrix | weight matrix | $W_Q, W_K, W_V$ | `(d_model, d_k)` | what turns the rows of $X$ into queries, keys or values; it is learned. $W_V$ has $d_v$ columns | [02](02_queries_keys_values.ipynb) |
# | parameter | weight (of a model) | | | a number that training sets: an entry of a projection matrix, of a bias, of the embedding table | [02](02_queries_keys_values.ipynb) |
# | linear transformation | linear map, linear layer, projection | $X W$ | | each new number is a weighted sum of the old ones, with fixed factors | [02](02_queries_keys_values.ipynb) |
# | bias | offset | $b_Q, b_K, b_V$ | `(d_k,)` | a row of numbers added after the projection; many models have none. $b_V$ has $d_v$ numbers | [02](02_queries_keys_values.ipynb) |
# | d_k | key dimension; of a head: `head_dim` | $d_k$ | | how many numbers a query has, and a key | [02](02_queries_keys_values.ipynb) |
# | d_v | value dimension | $d_v$ | | how many numbers a value has, and an output | [02](02_queries_keys_values.ipynb) |
# | attention | attention mechanism | | `(n, d_v)` | each query takes an average of all values, weighted by how well their keys fit | [00](00_start.ipynb) |
# | scaled dot-product attention | dot-product attention (without the division) | $\text{softmax}(Q K^\top / \sqrt{d_k})\, V$ | `(n, d_v)` | attention whose scores are dot products, divided by $\sqrt{d_k}$ | [03](03_scores.ipynb) |
# | self-attention | intra-attention | | | attention in which queries, keys and values all come from the same $X$ | [00](00_start.ipynb) |
# | cross-attention | encoder-decoder attention | | `(n, d_v)` | attention in which keys and values come from another sequence than the queries | [06](06_masks.ipynb) |

# %% [markdown] id="projections" lang="zh" agreed="86acf16d-970d7ee2"
# ## 查询、键和值
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 查询 query | | $Q$ | `(n, d_k)` | 词元在找什么：$X W_Q + b_Q$ 的一行 | [02](02_queries_keys_values.ipynb) |
# | 键 key | | $K$ | `(m, d_k)` | 词元凭什么被找到：$X W_K + b_K$ 的一行 | [02](02_queries_keys_values.ipynb) |
# | 值 value | | $V$ | `(m, d_v)` | 词元传出去的内容：$X W_V + b_V$ 的一行 | [02](02_queries_keys_values.ipynb) |
# | 投影矩阵 projection matrix | 权重矩阵、参数矩阵 | $W_Q, W_K, W_V$ | `(d_model, d_k)` | 把 $X$ 的各行变成查询、键或值的矩阵，由训练得到。$W_V$ 有 $d_v$ 列 | [02](02_queries_keys_values.ipynb) |
# | 参数 parameter | （模型的）权重 | | | 由训练确定的数：投影矩阵、偏置、嵌入表里的每一个数 | [02](02_queries_keys_values.ipynb) |
# | 线性变换 linear transformation | 线性映射、线性层、投影 | $X W$ | | 每个新的数都是旧的数乘上固定系数再相加 | [02](02_queries_keys_values.ipynb) |
# | 偏置 bias | 偏移 | $b_Q, b_K, b_V$ | `(d_k,)` | 投影之后再加上的一行数，许多模型里没有。$b_V$ 有 $d_v$ 个数 | [02](02_queries_keys_values.ipynb) |
# | d_k | 键的维度；一个头的：`head_dim` | $d_k$ | | 一个查询（或键）有几个数 | [02](02_queries_keys_values.ipynb) |
# | d_v | 值的维度 | $d_v$ | | 一个值（或输出）有几个数 | [02](02_queries_keys_values.ipynb) |
# | 注意力 attention | 注意力机制 | | `(n, d_v)` | 每个查询按自己与各个键的匹配程度，对所有的值求加权平均 | [00](00_start.ipynb) |
# | 缩放点积注意力 scaled dot-product attention | 点积注意力（不缩放时） | $\text{softmax}(Q K^\top / \sqrt{d_k})\, V$ | `(n, d_v)` | 分数是点积、再除以 $\sqrt{d_k}$ 的注意力 | [03](03_scores.ipynb) |
# | 自注意力 self-attention | 内部注意力 | | | 查询、键和值都来自同一个 $X$ 的注意力 | [00](00_start.ipynb) |
# | 交叉注意力 cross-attention | 编码器-解码器注意力 | | `(n, d_v)` | 查询来自一个序列，键和值来自另一个序列的注意力 | [06](06_masks.ipynb) |

# %% [markdown] id="steps" lang="en"
# ## From scores to output
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | score | similarity, energy | $Q K^\top$ | `(n, m)` | how well a query fits a key: their dot product | [03](03_scores.ipynb) |
# | scaled scores | | $Q K^\top / \sqrt{d_k}$ | `(n, m)` | the scores divided by $\sqrt{d_k}$, so that their spread does not grow with $d_k$; this step is *scaling* | [03](03_scores.ipynb) |
# | temperature | | $T$ | | a number that divides the scaled scores: above 1 the weights are more even, below 1 sharper | [04](04_softmax.ipynb) |
# | softmax | normalised exponential | | `(n, m)` | exp of each number, divided by the sum of these exps over its row: no number is negative, and each row sums to one | [04](04_softmax.ipynb) |
# | argmax | | | | the place of the largest number of a row, not that number itself | [04](04_softmax.ipynb) |
# | normalisation | | | | dividing a row by its sum, so that it sums to one (in LayerNorm the word means something else: mean 0, variance 1) | [04](04_softmax.ipynb) |
# | probability distribution | | | | numbers that are not negative and sum to one | [00](00_start.ipynb) |
# | overflow | | | | exp of a large number is too large for the computer and becomes `inf`; to avoid this, the row's largest score is first subtracted from all | [04](04_softmax.ipynb) |
# | underflow | | | | a number too close to 0 for the computer becomes 0 | [04](04_softmax.ipynb) |
# | half, single, double precision | `float16`, `float32`, `float64` | | | numbers of 16, 32 and 64 bits: about 3, 7 and 16 digits | [04](04_softmax.ipynb) |
# | attention weights | attention distribution | `weights` | `(n, m)` | how much each token takes from every token, itself included; each row sums to one; a picture of them is an *attention map* | [04](04_softmax.ipynb) |
# | saturation | a saturated softmax | | | one weight of a row is almost 1, and the others are almost 0 | [04](04_softmax.ipynb) |
# | vanishing gradient | | | | the gradient is almost 0, so almost nothing is learned: one cause is a saturated softmax, another that it shrinks from layer to layer | [04](04_softmax.ipynb) |
# | weighted sum | in our code `mix` | `weights @ V` | `(n, d_v)` | each value times its weight, added up; a *weighted average*, or *convex combination*, if no weight is negative and they sum to one | [00](00_start.ipynb) |
# | output | | `weights @ V` | `(n, d_v)` | what attention gives for each token: the weighted sum of all values | [00](00_start.ipynb) |
# | context vector | contextual representation | | `(d_v,)` | one row of the output | [00](00_start.ipynb) |

# %% [markdown] id="steps" lang="zh" agreed="29ae0f5e-b39807dc"
# ## 从分数到输出
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 注意力分数 score | 注意力得分、相似度、相关性 | $Q K^\top$ | `(n, m)` | 一个查询和一个键有多匹配：两者的点积 | [03](03_scores.ipynb) |
# | 缩放后的分数 scaled scores | | $Q K^\top / \sqrt{d_k}$ | `(n, m)` | 分数除以 $\sqrt{d_k}$，这样 $d_k$ 再大，分数也不会更分散；这一步叫*缩放* | [03](03_scores.ipynb) |
# | 温度 temperature | | $T$ | | 用来除缩放后的分数的一个数：大于 1，权重更平均；小于 1，更集中 | [04](04_softmax.ipynb) |
# | softmax | 归一化指数函数 | | `(n, m)` | 每个数取指数，再除以这一行所有指数的和：整行都不为负，加起来等于 1 | [04](04_softmax.ipynb) |
# | argmax | | | | 一行里最大的数排在第几个，不是那个数本身 | [04](04_softmax.ipynb) |
# | 归一化 normalisation | | | | 一行正数除以它的和，使它加起来等于 1（层归一化里是另一个意思：均值 0、方差 1） | [04](04_softmax.ipynb) |
# | 概率分布 probability distribution | | | | 都不为负、加起来等于 1 的一组数 | [00](00_start.ipynb) |
# | 溢出 overflow | 上溢 | | | 数太大，取指数以后计算机存不下，变成 `inf`；所以先减去这一行里最大的分数 | [04](04_softmax.ipynb) |
# | 下溢 underflow | | | | 数离 0 太近，计算机表示不了，变成 0 | [04](04_softmax.ipynb) |
# | 半精度、单精度、双精度 half, single, double precision | `float16`、`float32`、`float64` | | | 16、32、64 位的数：大约 3、7、16 位有效数字 | [04](04_softmax.ipynb) |
# | 注意力权重 attention weights | 注意力分布 | `weights` | `(n, m)` | 每个词元从各个词元（包括自己）各拿多少；每行之和是 1；画成图叫*注意力图* | [04](04_softmax.ipynb) |
# | 饱和 saturation | | | | 一行里有一个权重几乎是 1，其余几乎是 0 | [04](04_softmax.ipynb) |
# | 梯度消失 vanishing gradient | | | | 梯度几乎是 0，参数就几乎学不动：softmax 饱和是一个原因，梯度一层一层地变小是另一个 | [04](04_softmax.ipynb) |
# | 加权求和 weighted sum | 代码里叫 `mix` | `weights @ V` | `(n, d_v)` | 各个值乘上权重，再加起来；权重都不为负、加起来等于 1 时，叫*加权平均*，也叫*凸组合* | [00](00_start.ipynb) |
# | 输出 output | | `weights @ V` | `(n, d_v)` | 注意力给每个词元的结果：对所有的值加权求和 | [00](00_start.ipynb) |
# | 上下文向量 context vector | 上下文表示 | | `(d_v,)` | 输出的一行 | [00](00_start.ipynb) |

# %% [markdown] id="masks" lang="en"
# ## Masks
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | mask | attention mask | `keep` | `(n, m)` | True where a query may look at a key, False where not; in some libraries the other way round | [06](06_masks.ipynb) |
# | masked scores | | | `(n, m)` | the scaled scores with $-\infty$ where the mask is False; softmax turns these into weights of 0 | [06](06_masks.ipynb) |
# | padding | `[PAD]` | | | tokens that fill up a short sentence, so that all sentences of a batch have one length | [06](06_masks.ipynb) |
# | padding mask | `key_padding_mask` | | `(batch, 1, m)` | hides the padding from every query: columns, not rows; for several heads `(batch, 1, 1, m)` | [06](06_masks.ipynb) |
# | causal mask | look-ahead mask, subsequent mask | | `(n, n)` | lets each token look at itself and at those before it | [06](06_masks.ipynb) |
# | NaN | not a number | | | the result of a computation that has no answer; every sum and product with it is NaN, even 0 · NaN | [06](06_masks.ipynb) |

# %% [markdown] id="masks" lang="zh" agreed="33a59f3d-1969a68f"
# ## 掩码
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 掩码 mask | 注意力掩码、遮罩 | `keep` | `(n, m)` | True 表示这个查询可以看这个键，False 表示不可以；有的库正好相反 | [06](06_masks.ipynb) |
# | 加掩码后的分数 masked scores | | | `(n, m)` | 缩放后的分数，掩码为 False 处换成 $-\infty$，softmax 之后权重为 0 | [06](06_masks.ipynb) |
# | 填充 padding | 补齐 `[PAD]` | | | 用来补齐短句的词元，使一批句子长度相同 | [06](06_masks.ipynb) |
# | 填充掩码 padding mask | `key_padding_mask` | | `(batch, 1, m)` | 对所有查询遮住填充：遮的是列，不是行；有多个头时是 `(batch, 1, 1, m)` | [06](06_masks.ipynb) |
# | 因果掩码 causal mask | 前瞻掩码、下三角掩码 | | `(n, n)` | 每个词元只能看自己和前面的词元 | [06](06_masks.ipynb) |
# | NaN | 非数 | | | 算不出结果时得到的“不是数”；凡是和它相加、相乘，结果都是 NaN，0 · NaN 也是 | [06](06_masks.ipynb) |

# %% [markdown] id="heads" lang="en"
# ## Heads and order
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | head | attention head | | `(n, d_v)` | one attention mechanism with projection matrices, weights and an output of its own | [07](07_heads.ipynb) |
# | multi-head attention | MHA | | `(n, d_model)` | $h$ heads ($h$ is their number), their outputs side by side, then the projection $W_O$ | [07](07_heads.ipynb) |
# | concatenation | | | `(n, h * d_v)` | the outputs of all heads side by side, one row for each token | [07](07_heads.ipynb) |
# | output projection | `out_proj`, `fc_out` | $W_O$ | `(h * d_v, d_out)` | turns the outputs of all h heads, side by side, into the d_out numbers for the next step; with a bias $b_O$ | [05](05_output.ipynb) |
# | dropout | | | | during training, some numbers (in attention, often weights) are set to 0 at random and the others enlarged | [07](07_heads.ipynb) |
# | permutation equivariance | | | | shuffling the words shuffles the outputs in the same way, and nothing else changes; what does not change at all is *invariant* | [08](08_order.ipynb) |
# | bag of words | | | | a text of which only the words count, and how often each occurs, not their order | [08](08_order.ipynb) |
# | positional encoding | positional embedding (if it is learned) | $P$ | `(n, d_model)` | numbers added to $X$ that say where in the sentence a token stands; sinusoidal: sines and cosines, like the hands of clocks | [08](08_order.ipynb) |
# | RoPE | rotary position embedding | | | positions without adding: queries and keys are turned by their position | [08](08_order.ipynb) |
# | ALiBi | attention with linear biases | | `(n, m)` | positions without adding: each score is lowered by slope × distance | [08](08_order.ipynb) |

# %% [markdown] id="heads" lang="zh" agreed="8b256564-0333001c"
# ## 多头与词序
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 头 head | 注意力头 | | `(n, d_v)` | 一套注意力，用自己的投影矩阵，得出自己的权重和输出 | [07](07_heads.ipynb) |
# | 多头注意力 multi-head attention | MHA | | `(n, d_model)` | $h$ 个头（$h$ 就是头数）的输出左右拼接，再用 $W_O$ 投影 | [07](07_heads.ipynb) |
# | 拼接 concatenation | 连结 | | `(n, h * d_v)` | 把所有头的输出并排接起来，一个词元一行 | [07](07_heads.ipynb) |
# | 输出投影 output projection | `out_proj`、`fc_out` | $W_O$ | `(h * d_v, d_out)` | 把 h 个头的输出左右拼接，变成下一步要用的 d_out 个数；带偏置 $b_O$ | [05](05_output.ipynb) |
# | 随机失活 dropout | 丢弃法、暂退法 | | | 训练时随机地把一部分数设成 0，其余的放大；在注意力里，常常用在权重上 | [07](07_heads.ipynb) |
# | 置换等变性 permutation equivariance | | | | 词打乱了，输出跟着打乱，此外什么也不变；结果一点也不变的（例如所有输出的平均），叫*不变性* | [08](08_order.ipynb) |
# | 词袋 bag of words | | | | 只看有哪些词、各出现几次，不管词序 | [08](08_order.ipynb) |
# | 位置编码 positional encoding | 位置嵌入（学出来的） | $P$ | `(n, d_model)` | 加到 $X$ 上的数，表示词元在句子里的位置；正弦位置编码用正弦和余弦，像钟的指针 | [08](08_order.ipynb) |
# | 旋转位置编码 RoPE | 旋转位置嵌入、旋转位置 | | | 不往词上加数，而是按位置转动查询和键 | [08](08_order.ipynb) |
# | 线性偏置 ALiBi | | | `(n, m)` | 不往词上加数，而是让每个分数减去斜率 × 距离 | [08](08_order.ipynb) |

# %% [markdown] id="block" lang="en"
# ## The block
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | residual connection | skip connection | $x + f(x)$ | `(n, d_model)` | the input of a sublayer is added to its output | [09](09_block.ipynb) |
# | sublayer | | | | a part of a block that changes rows: attention, or the feed-forward network | [09](09_block.ipynb) |
# | LayerNorm | layer normalisation | $\frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$ | `(n, d_model)` | brings each row to mean 0 and variance 1, then multiplies each column by a gain and adds a bias, both learned; the small $\varepsilon$ prevents division by 0 | [09](09_block.ipynb) |
# | BatchNorm | batch normalisation | | `(batch, n, d_model)` | normalises each column with the mean and variance of all words of a batch; usual for images | [09](09_block.ipynb) |
# | feed-forward network | FFN, MLP | | `(n, d_model)` | two projections with an activation function between them, for each row alone | [09](09_block.ipynb) |
# | d_ff | hidden size of the feed-forward network | $d_\text{ff}$ | | how many numbers a row has between its two projections, usually $4\, d_\text{model}$ | [09](09_block.ipynb) |
# | activation function | nonlinearity | | | a function applied to each number by itself, whose graph is not a straight line | [09](09_block.ipynb) |
# | ReLU, GELU | | $\max(0, x)$ | | two activation functions: ReLU sets negative numbers to 0; GELU is a smooth version of it | [09](09_block.ipynb) · [12](12_real_text.ipynb) |
# | Transformer block | Transformer layer | | `(n, d_model)` | attention and feed-forward network, each with a LayerNorm and a residual connection; one floor of our towers | [09](09_block.ipynb) |
# | Transformer | | | | a model built around attention: a stack of Transformer blocks (2017) | [02](02_queries_keys_values.ipynb) · [09](09_block.ipynb) |
# | pre-norm, post-norm | Pre-LN, Post-LN | $x + f(\text{LN}(x))$, $\text{LN}(x + f(x))$ | | where a block has its LayerNorm: before the sublayer, or after the sum | [09](09_block.ipynb) |
# | rank collapse | oversmoothing | | | the rows of a sentence become alike, compared with their length, floor by floor: within a few floors with attention alone, more slowly with residual connections | [09](09_block.ipynb) |
# | seed | random seed | | | the number from which random numbers begin: the same seed, the same numbers | [09](09_block.ipynb) |
# | warm-up | | | | the learning rate begins near 0 and rises over the first steps of training | [09](09_block.ipynb) |

# %% [markdown] id="block" lang="zh" agreed="28762ac9-a9aeb6b4"
# ## 块
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 残差连接 residual connection | 跳跃连接 | $x + f(x)$ | `(n, d_model)` | 把子层的输入加到它的输出上 | [09](09_block.ipynb) |
# | 子层 sublayer | | | | 块里改变各行的部件：注意力，或前馈网络 | [09](09_block.ipynb) |
# | 层归一化 LayerNorm | 层规范化 | $\frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \text{gain} + \text{bias}$ | `(n, d_model)` | 把每一行变成均值 0、方差 1，每一列再各乘一个增益（gain，γ）、各加一个偏置（bias，β），两者都由训练得到；很小的 $\varepsilon$ 防止除以 0 | [09](09_block.ipynb) |
# | 批归一化 BatchNorm | 批量规范化 | | `(batch, n, d_model)` | 每一列用一批里所有词的均值和方差来归一化，常用于图像 | [09](09_block.ipynb) |
# | 前馈网络 feed-forward network | FFN、MLP、多层感知机 | | `(n, d_model)` | 两次投影，中间夹一个激活函数，每一行各算各的 | [09](09_block.ipynb) |
# | d_ff | 前馈网络的隐藏层大小 | $d_\text{ff}$ | | 前馈网络的两次投影之间，一行有几个数，通常是 $4\, d_\text{model}$ | [09](09_block.ipynb) |
# | 激活函数 activation function | 非线性函数 | | | 逐个数计算的非线性函数，图像不是直线 | [09](09_block.ipynb) |
# | ReLU、GELU | | $\max(0, x)$ | | 两种激活函数：ReLU 把负数变成 0，图像是一条折线；GELU 和它相近，只是转折处是圆的 | [09](09_block.ipynb) · [12](12_real_text.ipynb) |
# | Transformer 块 block | Transformer 层 | | `(n, d_model)` | 注意力和前馈网络，各配一个层归一化和一个残差连接；一层就是一个块 | [09](09_block.ipynb) |
# | Transformer | | | | 用注意力搭成的模型（2017 年提出），由 Transformer 块一层层叠成 | [02](02_queries_keys_values.ipynb) · [09](09_block.ipynb) |
# | 前归一化 pre-norm，后归一化 post-norm | Pre-LN、Post-LN | $x + f(\text{LN}(x))$；$\text{LN}(x + f(x))$ | | 块里的层归一化放在哪里：子层之前，还是相加之后 | [09](09_block.ipynb) |
# | 秩坍缩 rank collapse | 过平滑 | | | 一句话的各行一层比一层更像，差别和行的模长相比越来越小：只有注意力时很快，有残差连接时慢得多 | [09](09_block.ipynb) |
# | 随机种子 seed | 种子 | | | 产生随机数时的起点：种子相同，数就相同 | [09](09_block.ipynb) |
# | 预热 warm-up | | | | 训练开始时，学习率从接近 0 慢慢升上去 | [09](09_block.ipynb) |

# %% [markdown] id="learning" lang="en"
# ## Learning and cost
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | complexity | time complexity | $O(n^2 d)$ | | how the work grows with the sizes, ignoring constant factors | [11](11_cost.ipynb) |
# | loss; cross-entropy | cost, objective | $-\ln p$ | | loss: a number that says how wrong the answers are; training makes it small. cross-entropy, the usual loss: $-\ln$ of the probability given to the right answer, on average | [04](04_softmax.ipynb) · [10](10_learning.ipynb) |
# | gradient descent; learning rate | | $W - \text{rate} \cdot \text{gradient}$ | | training: small steps against the gradient of the loss; the learning rate says how far each goes; with random batches it is *SGD* | [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | Adam | | | | gradient descent that adapts the length of the step to each number | [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | backpropagation | backward pass | | | how PyTorch computes gradients: back through the steps of a computation, by the chain rule | [10](10_learning.ipynb) |
# | induction head | | | | a head that finds an earlier place where the present word stood, and looks at what came next there, using what the layer below has noted | [10](10_learning.ipynb) |
# | FLOPs | floating-point operations | | | how many multiplications and additions there are; in a matrix product every multiplication is followed by an addition, which makes two | [11](11_cost.ipynb) |
# | KV cache | | | `(m, d_k + d_v)` | the keys and values of all tokens so far, kept while a model writes, for each layer and each head (or group of heads) | [11](11_cost.ipynb) |
# | online softmax | | | | softmax computed piece by piece: only the largest number so far and a running total are kept, not the whole table; *FlashAttention* uses it | [11](11_cost.ipynb) |
# | grouped-query attention | GQA | | | several heads share one set of keys and values, so that the cache is smaller | [11](11_cost.ipynb) |
# | quantisation | | | | storing each number of a model in fewer bits: the fewer, the larger the error | [11](11_cost.ipynb) |

# %% [markdown] id="learning" lang="zh" agreed="5cfc870e-dda77a3f"
# ## 学习和代价
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 复杂度 complexity | 时间复杂度 | $O(n^2 d)$ | | 计算量怎样随各个大小增长，不计固定的倍数 | [11](11_cost.ipynb) |
# | 损失 loss，交叉熵 cross-entropy | 代价、目标函数 | $-\ln p$ | | 损失：一个数，表示答得有多差，训练就是要让它变小。交叉熵：最常用的损失，正确答案的概率取 $-\ln$，再求平均 | [04](04_softmax.ipynb) · [10](10_learning.ipynb) |
# | 梯度下降 gradient descent，学习率 learning rate | | $W - \text{rate} \cdot \text{gradient}$ | | 训练的办法：朝损失的梯度的反方向，一小步一小步地走；一步走多远，由学习率决定。批是随机抽取的，就叫 *SGD* | [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | Adam | | | | 一种梯度下降，替每个数各选一个步长 | [09](09_block.ipynb) · [10](10_learning.ipynb) |
# | 反向传播 backpropagation | | | | PyTorch 算梯度的办法：按链式法则，沿着计算的步骤往回走 | [10](10_learning.ipynb) |
# | 归纳头 induction head | | | | 一种头：借助下面一层留下的记号，找到同一个词上次出现的地方，看它后面跟着什么 | [10](10_learning.ipynb) |
# | 浮点运算次数 FLOPs | | | | 一共要做多少次乘法和加法；矩阵相乘时，一次乘法总配一次加法，所以是乘法次数的两倍 | [11](11_cost.ipynb) |
# | KV 缓存 KV cache | 键值缓存 | | `(m, d_k + d_v)` | 模型生成文字时存下来的：到目前为止所有词元的键和值，每一层、每个头（或每组头）各一份 | [11](11_cost.ipynb) |
# | 在线 softmax online softmax | | | | 分块计算的 softmax：一块一块地读数，只记到目前为止的最大值和总和，不用存整张表；*FlashAttention* 用到了它 | [11](11_cost.ipynb) |
# | 分组查询注意力 grouped-query attention | GQA | | | 几个头的查询共用一组键和值，缓存就小了 | [11](11_cost.ipynb) |
# | 量化 quantisation | | | | 用更少的比特存模型的每个数；比特越少，误差越大 | [11](11_cost.ipynb) |

# %% [markdown] id="models" lang="en"
# ## Real models
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | BERT | Bidirectional Encoder Representations from Transformers | | | an encoder made of Transformer blocks (Google, 2018); it reads and does not write | [12](12_real_text.ipynb) |
# | GPT | Generative Pre-trained Transformer | | | a family of decoders made of Transformer blocks (OpenAI, since 2018); they write | [06](06_masks.ipynb) · [13](13_it_writes.ipynb) |
# | encoder, decoder | | | | encoder: a stack of blocks in which every token looks both ways; decoder: one with a causal mask, which can write | [12](12_real_text.ipynb) · [13](13_it_writes.ipynb) |
# | head detector | | | | a function that turns the weights of a head into one number, for instance the mean weight that tokens give to the next token | [12](12_real_text.ipynb) |
# | attention sink | | | | a token that many heads give most of their weight to, although its value adds almost nothing | [12](12_real_text.ipynb) |
# | language model | LLM (a large one) | | | a model that reads a text and gives each token a probability of being the next one | [13](13_it_writes.ipynb) |
# | prompt | | | | the text that a language model continues | [13](13_it_writes.ipynb) |
# | logits | scores of the next token | | `(words,)` | what goes into the last softmax | [13](13_it_writes.ipynb) |
# | perplexity | | $e^{\text{loss}}$ | | $e$ to the power of the mean loss: roughly, how many equally likely tokens the model is choosing among | [13](13_it_writes.ipynb) |
# | sampling; top-k, top-p | nucleus sampling | | `(words,)` | drawing the next token by its probability: from the $k$ likeliest, or from the smallest set of likeliest tokens whose probabilities add up to at least $p$ (the *nucleus*) | [13](13_it_writes.ipynb) |
# | greedy decoding | | | | always taking the likeliest token, without drawing | [13](13_it_writes.ipynb) |
# | prefill, decode | | | | reading the prompt at once; then writing token by token, with a cache | [13](13_it_writes.ipynb) |
# | RMSNorm | | $x / \sqrt{\text{mean}(x^2)} \cdot \text{gain}$ | `(n, d_model)` | a LayerNorm that subtracts no mean and has no bias | [09](09_block.ipynb) · [13](13_it_writes.ipynb) |
# | SwiGLU | gated feed-forward | $(\text{SiLU}(x W_\text{gate}) \cdot x W_\text{up})\, W_\text{down}$ | `(n, d_model)` | a feed-forward network that projects $x$ twice and multiplies the two results number by number: the first passes through SiLU, a smooth ReLU, and decides how much of the second gets through (a *gate*); then it projects back | [13](13_it_writes.ipynb) |
# | byte-level BPE | | | | byte-pair encoding that begins with bytes, so that it can cut any text | [13](13_it_writes.ipynb) |
# | chat template | | | | the text format, with special tokens, in which a chat is passed to a model | [13](13_it_writes.ipynb) |

# %% [markdown] id="models" lang="zh" agreed="cc63ba60-6cba7f43"
# ## 真实的模型
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | BERT | Bidirectional Encoder Representations from Transformers | | | 由 Transformer 块叠成的编码器（谷歌，2018 年），只读不写 | [12](12_real_text.ipynb) |
# | GPT | Generative Pre-trained Transformer | | | 由 Transformer 块叠成的一系列解码器（OpenAI，2018 年起），能生成文字 | [06](06_masks.ipynb) · [13](13_it_writes.ipynb) |
# | 编码器 encoder，解码器 decoder | | | | 两种叠法。编码器：一叠块，每个词元看得到前后所有词元；解码器：一叠块，带因果掩码，能生成文字 | [12](12_real_text.ipynb) · [13](13_it_writes.ipynb) |
# | 探测器 head detector | | | | 给每个头打分的函数：这个头平均有多少注意力用在某件事上，比如看后一个词元 | [12](12_real_text.ipynb) |
# | 注意力汇点 attention sink | | | | 一种词元：许多头把大部分权重给了它，却几乎没从它的值里拿到什么 | [12](12_real_text.ipynb) |
# | 语言模型 language model | 大语言模型 LLM | | | 读了前面的文字，算出词表里每个词元接在后面的概率的模型 | [13](13_it_writes.ipynb) |
# | 提示词 prompt | 提示 | | | 让语言模型接着往下写的那段文本 | [13](13_it_writes.ipynb) |
# | logits | 下一个词元的分数 | | `(words,)` | 送进最后一次 softmax 的数 | [13](13_it_writes.ipynb) |
# | 困惑度 perplexity | | $e^{\text{loss}}$ | | 以 $e$ 为底、以平均损失为指数的幂：大致相当于模型在这么多个同样可能的词元里挑一个 | [13](13_it_writes.ipynb) |
# | 采样 sampling，top-k、top-p | 核采样 | | `(words,)` | 按概率抽出下一个词元。top-k：只在最可能的 $k$ 个里抽；top-p：从最可能的取起，概率之和一达到 $p$ 就停，在这些词元（叫*核*）里抽 | [13](13_it_writes.ipynb) |
# | 贪心解码 greedy decoding | | | | 不抽取，每次都取最可能的词元 | [13](13_it_writes.ipynb) |
# | 预填充 prefill，解码 decode | | | | 先把提示词一次读完，再带着缓存一个一个地写 | [13](13_it_writes.ipynb) |
# | RMSNorm | 均方根归一化 | $x / \sqrt{\text{mean}(x^2)} \cdot \text{gain}$ | `(n, d_model)` | 不减均值、只除以均方根的归一化，没有偏置 | [09](09_block.ipynb) · [13](13_it_writes.ipynb) |
# | SwiGLU | 门控前馈网络 | $(\text{SiLU}(x W_\text{gate}) \cdot x W_\text{up})\, W_\text{down}$ | `(n, d_model)` | 一种前馈网络：$x$ 用两个矩阵各投影一次；第一份经过 SiLU（和 ReLU 相近的光滑函数），再和第二份逐个数相乘，像一道*门*，决定第二份放行多少；最后投影回来 | [13](13_it_writes.ipynb) |
# | 字节级 BPE | | | | 以字节为起点的字节对编码，任何文本都切得开 | [13](13_it_writes.ipynb) |
# | 聊天模板 chat template | | | | 给模型写下一段对话时用的固定格式，带专用的词元 | [13](13_it_writes.ipynb) |

# %% [markdown] id="before" lang="en"
# ## What came before
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | recurrent network | RNN | | | reads word by word and keeps what it has read in one vector; each word has to wait for the one before; *LSTM* and *GRU* are kinds of it | [00](00_start.ipynb) |
# | hidden state | | $h_i = \tanh(h_{i-1} W + x_i)$ | | the vector in which a recurrent network keeps what it has read; after each word a new one is made, from the old one and from that word, for example as in the formula (not in the lessons): tanh squeezes every number between −1 and 1 | [00](00_start.ipynb) |
# | convolution | | | | makes each row from a few neighbouring rows; to see further, layers are stacked; a network of them is a *CNN* | [00](00_start.ipynb) |
# | dilated convolution | atrous convolution | | | a convolution with gaps between the rows it sees, larger from layer to layer | [00](00_start.ipynb) |
# | long-range dependence | long-distance dependency | | | a word depends on one far away | [00](00_start.ipynb) |
# | parallel computation | | | | steps that do not need each other's results are computed at the same time | [00](00_start.ipynb) |

# %% [markdown] id="before" lang="zh" agreed="2ac88033-49c60d29"
# ## 以前的办法
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 循环神经网络 recurrent network | RNN | | | 一个词一个词地读，把读过的记在一个向量里，所以必须一个等一个；*LSTM* 和 *GRU* 是其中的两种 | [00](00_start.ipynb) |
# | 隐状态 hidden state | 隐藏状态 | $h_i = \tanh(h_{i-1} W + x_i)$ | | 循环神经网络记住已读内容的向量：每读一个词，就由前一个隐状态和这个词算出一个新的；左边的公式是其中一种算法（各课没有用到），tanh 把每个数压到 −1 和 1 之间 | [00](00_start.ipynb) |
# | 卷积 convolution | | | | 每一行由附近几行算出；要看得更远，就得叠加多层；由它搭成的网络叫*卷积神经网络*（*CNN*） | [00](00_start.ipynb) |
# | 空洞卷积 dilated convolution | 膨胀卷积、扩张卷积 | | | 看到的几行之间留有间隔、间隔逐层加大的卷积 | [00](00_start.ipynb) |
# | 长距离依赖 long-range dependence | 长程依赖 | | | 一个词取决于很远处的另一个词 | [00](00_start.ipynb) |
# | 并行 parallel computation | 并行计算 | | | 互不依赖的结果同时计算 | [00](00_start.ipynb) |

# %% [markdown] id="mathematics" lang="en"
# ## From mathematics
#
# | term | also called | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|:--|
# | dot product | inner product, scalar product | $a \cdot b$ | | two rows multiplied number by number, then added up | [01](01_embedding.ipynb) |
# | norm | length, magnitude | $\lVert x \rVert$ | | the square root of the sum of the squares: how long the arrow is that a row stands for; a matrix has one, too | [08](08_order.ipynb) · [09](09_block.ipynb) |
# | cosine | cosine similarity | $a \cdot b / (\lVert a \rVert \lVert b \rVert)$ | | the dot product divided by both norms: 1 for the same direction, 0 for perpendicular rows | [12](12_real_text.ipynb) |
# | variance | | $\sigma^2$ | | the mean of the squared differences from the mean: how widely numbers are spread (divided by $d$ it is *biased*, by $d - 1$ *unbiased*) | [03](03_scores.ipynb) |
# | standard deviation | width of the spread | $\sigma$ | | the square root of the variance | [03](03_scores.ipynb) |
# | normal distribution | Gaussian distribution | | | the bell curve; *standard*: mean 0, variance 1 | [03](03_scores.ipynb) |
# | linear independence | | | | no row can be written as a weighted sum of the others | [03](03_scores.ipynb) |
# | rank | | | | the largest number of linearly independent rows of a matrix | [03](03_scores.ipynb) |
# | gradient | | $\partial y / \partial x$ | that of $x$ | for each number of $x$: how fast the result $y$ changes when that number changes | [04](04_softmax.ipynb) |
# | Jacobian | Jacobian matrix | $\partial w_i / \partial s_j$ | `(m, m)` | how each weight of a row changes with each of its scores, as one table | [04](04_softmax.ipynb) |
# | broadcasting | | | | NumPy and PyTorch repeat an axis of length 1 until two shapes fit: one mask serves all sentences of a batch | [06](06_masks.ipynb) |

# %% [markdown] id="mathematics" lang="zh" agreed="a009fa5d-8007c7e3"
# ## 来自数学
#
# | 术语 | 也叫 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|:--|
# | 点积 dot product | 内积、数量积 | $a \cdot b$ | | 两行数对应相乘，再加起来 | [01](01_embedding.ipynb) |
# | 模长 norm | 范数 | $\lVert x \rVert$ | | 一行数的平方和的平方根：把这一行看作一支箭，模长就是箭的长度；矩阵的叫范数 | [08](08_order.ipynb) · [09](09_block.ipynb) |
# | 余弦 cosine | 余弦相似度 | $a \cdot b / (\lVert a \rVert \lVert b \rVert)$ | | 点积除以两个模长：方向相同是 1，垂直是 0 | [12](12_real_text.ipynb) |
# | 方差 variance | | $\sigma^2$ | | 各个数与均值之差的平方的均值，表示数有多分散（除以 $d$ 叫*有偏*，除以 $d - 1$ 叫*无偏*） | [03](03_scores.ipynb) |
# | 标准差 standard deviation | | $\sigma$ | | 方差的平方根 | [03](03_scores.ipynb) |
# | 正态分布 normal distribution | 高斯分布 | | | 钟形曲线；均值 0、方差 1 的叫*标准*正态分布 | [03](03_scores.ipynb) |
# | 线性无关 linear independence | 线性独立 | | | 没有一行能由其他各行乘上系数再相加得到 | [03](03_scores.ipynb) |
# | 秩 rank | | | | 一个矩阵里最多有几行线性无关 | [03](03_scores.ipynb) |
# | 梯度 gradient | | $\partial y / \partial x$ | 和 $x$ 相同 | $x$ 的每个数变一点点时，结果 $y$ 的变化是它的几倍 | [04](04_softmax.ipynb) |
# | 雅可比矩阵 Jacobian | 雅各比矩阵 | $\partial w_i / \partial s_j$ | `(m, m)` | 一行的每个权重随每个分数怎样变，列成一张表 | [04](04_softmax.ipynb) |
# | 广播 broadcasting | 广播机制 | | | numpy 和 torch 自动重复长度为 1 的轴，让两个形状对得上：一批句子可以共用一个掩码 | [06](06_masks.ipynb) |

# %% [markdown] id="ways" lang="en"
# Lessons: [00](00_start.ipynb) · [01](01_embedding.ipynb) · [02](02_queries_keys_values.ipynb) · [03](03_scores.ipynb) · [04](04_softmax.ipynb) · [05](05_output.ipynb) · [06](06_masks.ipynb) · [07](07_heads.ipynb) · [08](08_order.ipynb) · [09](09_block.ipynb) · [10](10_learning.ipynb) · [11](11_cost.ipynb) · [12](12_real_text.ipynb) · [13](13_it_writes.ipynb)

# %% [markdown] id="ways" lang="zh" agreed="e31ecbe3-ff3e7624"
# 各课：[00](00_start.ipynb) · [01](01_embedding.ipynb) · [02](02_queries_keys_values.ipynb) · [03](03_scores.ipynb) · [04](04_softmax.ipynb) · [05](05_output.ipynb) · [06](06_masks.ipynb) · [07](07_heads.ipynb) · [08](08_order.ipynb) · [09](09_block.ipynb) · [10](10_learning.ipynb) · [11](11_cost.ipynb) · [12](12_real_text.ipynb) · [13](13_it_writes.ipynb)
