# %% [markdown] id="title" lang="en"
# # Glossary
#
# Each term with one sentence on what it means and the lesson that defines it, and, where it has them, its symbol and its shape. A lesson without a link is not written yet.
#
# In shapes, `n` counts queries (rows) and `m` counts keys (columns). A batch, or several heads (h of them), stand in front as further axes: `(batch, h, n, m)`.

# %% [markdown] id="title" lang="zh" agreed="956eb3b8-00a82551"
# # 术语表
#
# 每个术语都有一句话的含义，写明在哪一课讲到；有符号和形状的，也一并列出。课号没有链接的，那一课还没有写。
#
# 形状里，`n` 是查询的个数（行），`m` 是键的个数（列）。一批句子、多个头，就在前面再添几个轴：`(batch, h, n, m)`。

# %% id="setup"
from attnlib import pipeline, use_language
use_language("en")

# %% [markdown] id="strip-text" lang="en"
# The steps, in the order in which they are computed:

# %% [markdown] id="strip-text" lang="zh" agreed="cf908ad1-582651dd"
# 各个步骤，按计算的先后：

# %% id="strip"
pipeline(None, None)

# %% [markdown] id="words" lang="en"
# ## Words and sizes
#
# | term | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|
# | token | | | what has one row in the embedding table: here a word, in models often a piece of a word | [01](01_embedding.ipynb) |
# | embedding | | `(d_model,)` | the row of numbers that stands for a token, looked up in a table | [01](01_embedding.ipynb) |
# | X | $X$ | `(n, d_model)` | the embeddings of all tokens of a sentence, one row each | [01](01_embedding.ipynb) |
# | n | $n$ | | how many queries there are; in code often `seq_len` | [01](01_embedding.ipynb) |
# | m | $m$ | | how many keys there are; in self-attention $m = n$ | [06](06_masks.ipynb) |
# | d_model | $d_\text{model}$ | | how many numbers a token has in $X$ | [01](01_embedding.ipynb) |
# | batch | | `(batch, n, d_model)` | sentences that are computed together | [01](01_embedding.ipynb) |

# %% [markdown] id="words" lang="zh" agreed="c6606718-7bb93f0f"
# ## 词与大小
#
# | 术语 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|
# | 词元 token | | | 在嵌入表里占一行的东西：这里是一个词，模型里常常是词的一部分 | [01](01_embedding.ipynb) |
# | 嵌入 embedding | | `(d_model,)` | 代表一个词元的一行数，从嵌入表里查出 | [01](01_embedding.ipynb) |
# | X | $X$ | `(n, d_model)` | 一句话里所有词元的嵌入，一个词元一行 | [01](01_embedding.ipynb) |
# | n | $n$ | | 查询的个数；代码里常写 `seq_len` | [01](01_embedding.ipynb) |
# | m | $m$ | | 键的个数；自注意力里 $m = n$ | [06](06_masks.ipynb) |
# | d_model | $d_\text{model}$ | | 每个词元在 $X$ 里有几个数 | [01](01_embedding.ipynb) |
# | 批 batch | | `(batch, n, d_model)` | 放在一起计算的几个句子 | [01](01_embedding.ipynb) |

# %% [markdown] id="projections" lang="en"
# ## Queries, keys and values
#
# | term | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|
# | query | $Q$ | `(n, d_k)` | what a token looks for: a row of $X W_Q + b_Q$ | [02](02_queries_keys_values.ipynb) |
# | key | $K$ | `(m, d_k)` | what a token is found by: a row of $X W_K + b_K$ | [02](02_queries_keys_values.ipynb) |
# | value | $V$ | `(m, d_v)` | what a token passes on: a row of $X W_V + b_V$ | [02](02_queries_keys_values.ipynb) |
# | projection matrix | $W_Q, W_K, W_V$ | `(d_model, d_k)`, for $W_V$ `(d_model, d_v)` | what turns the rows of $X$ into queries, keys or values; it is learned | [02](02_queries_keys_values.ipynb) |
# | bias | $b_Q, b_K, b_V$ | `(d_k,)`, for $b_V$ `(d_v,)` | a row of numbers added after the projection; many models have none | [02](02_queries_keys_values.ipynb) |
# | d_k | $d_k$ | | how many numbers a query has, and a key | [02](02_queries_keys_values.ipynb) |
# | d_v | $d_v$ | | how many numbers a value has, and an output | [02](02_queries_keys_values.ipynb) |
# | attention | | `(n, d_v)` | a soft look-up: each query takes an average of all values, weighted by how well their keys fit | [00](00_start.ipynb) |
# | self-attention | | | attention in which queries, keys and values all come from the same $X$ | [00](00_start.ipynb) |
# | cross-attention | | | attention in which keys and values come from another sequence than the queries | [06](06_masks.ipynb) |

# %% [markdown] id="projections" lang="zh" agreed="54862c84-2f4dc8a4"
# ## 查询、键和值
#
# | 术语 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|
# | 查询 query | $Q$ | `(n, d_k)` | 词元在找什么：$X W_Q + b_Q$ 的一行 | [02](02_queries_keys_values.ipynb) |
# | 键 key | $K$ | `(m, d_k)` | 词元靠什么被找到：$X W_K + b_K$ 的一行 | [02](02_queries_keys_values.ipynb) |
# | 值 value | $V$ | `(m, d_v)` | 词元传出去的内容：$X W_V + b_V$ 的一行 | [02](02_queries_keys_values.ipynb) |
# | 投影矩阵 projection matrix | $W_Q, W_K, W_V$ | `(d_model, d_k)`，$W_V$ 是 `(d_model, d_v)` | 把 $X$ 的各行变成查询、键或值的矩阵，由训练得到 | [02](02_queries_keys_values.ipynb) |
# | 偏置 bias | $b_Q, b_K, b_V$ | `(d_k,)`，$b_V$ 是 `(d_v,)` | 投影之后再加上的一行数，许多模型里没有 | [02](02_queries_keys_values.ipynb) |
# | d_k | $d_k$ | | 一个查询（或键）有几个数 | [02](02_queries_keys_values.ipynb) |
# | d_v | $d_v$ | | 一个值（或输出）有几个数 | [02](02_queries_keys_values.ipynb) |
# | 注意力 attention | | `(n, d_v)` | 软查找：每个查询按各个键的匹配程度，对所有的值求加权平均 | [00](00_start.ipynb) |
# | 自注意力 self-attention | | | 查询、键和值都来自同一个 $X$ 的注意力 | [00](00_start.ipynb) |
# | 交叉注意力 cross-attention | | | 查询来自一个序列，键和值来自另一个序列的注意力 | [06](06_masks.ipynb) |

# %% [markdown] id="steps" lang="en"
# ## From scores to output
#
# | term | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|
# | score | $Q K^\top$ | `(n, m)` | how well a query fits a key: their dot product | [03](03_scores.ipynb) |
# | scaled scores | $Q K^\top / \sqrt{d_k}$ | `(n, m)` | the scores divided by $\sqrt{d_k}$, so that their spread does not grow with $d_k$ | [03](03_scores.ipynb) |
# | temperature | $T$ | one number | divides the scaled scores: above 1 the weights are more even, below 1 sharper | [04](04_softmax.ipynb) |
# | softmax | | `(n, m)` | exp of each number, divided by the sum of these exps over its row: no number is negative, and each row sums to one | [04](04_softmax.ipynb) |
# | overflow | | | exp of a large number is too large for the computer and becomes `inf`; to avoid this, the row's largest score is first subtracted from all | [04](04_softmax.ipynb) |
# | attention weights | `weights` | `(n, m)` | how much each token takes from every token, itself included; each row sums to one | [04](04_softmax.ipynb) |
# | saturation | | | one weight of a row is almost 1, the others almost 0, and almost no gradient is left | [04](04_softmax.ipynb) |
# | output | `weights @ V` | `(n, d_v)` | for each token the sum of all values, each times its weight | [05](05_output.ipynb) |
# | mix | `weights @ V` | `(n, d_v)` | what the last step does: each value times its weight, added up | [05](05_output.ipynb) |
# | context vector | | `(d_v,)` | one row of the output | [05](05_output.ipynb) |

# %% [markdown] id="steps" lang="zh" agreed="79a672f1-525144d2"
# ## 从分数到输出
#
# | 术语 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|
# | 注意力分数 scores | $Q K^\top$ | `(n, m)` | 一个查询和一个键有多匹配：两者的点积 | [03](03_scores.ipynb) |
# | 缩放后的分数 scaled | $Q K^\top / \sqrt{d_k}$ | `(n, m)` | 分数除以 $\sqrt{d_k}$，这样 $d_k$ 再大，分数也不会更分散 | [03](03_scores.ipynb) |
# | 温度 temperature | $T$ | 一个数 | 用来除缩放后的分数：大于 1，权重更平均；小于 1，更集中 | [04](04_softmax.ipynb) |
# | softmax | | `(n, m)` | 每个数取 exp，再除以这一行所有 exp 的和：整行都不为负，加起来等于 1 | [04](04_softmax.ipynb) |
# | 溢出 overflow | | | 数太大，取 exp 以后计算机存不下，变成 `inf`；所以先减去这一行里最大的分数 | [04](04_softmax.ipynb) |
# | 注意力权重 weights | `weights` | `(n, m)` | 每个词元从各个词元（包括自己）各拿多少；每行之和是 1 | [04](04_softmax.ipynb) |
# | 饱和 saturation | | | 一行里有一个权重几乎是 1，其余几乎是 0，梯度也几乎消失 | [04](04_softmax.ipynb) |
# | 输出 output | `weights @ V` | `(n, d_v)` | 对每个词元，所有的值乘上各自的权重再相加 | [05](05_output.ipynb) |
# | 混合 mix | `weights @ V` | `(n, d_v)` | 最后一步做的事：各个值乘上权重，再加起来 | [05](05_output.ipynb) |
# | 上下文向量 context vector | | `(d_v,)` | 输出的一行 | [05](05_output.ipynb) |

# %% [markdown] id="masks" lang="en"
# ## Masks
#
# | term | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|
# | mask | `keep` | `(n, m)` | True where a query may look at a key, False where not | [06](06_masks.ipynb) |
# | masked scores | | `(n, m)` | the scaled scores with $-\infty$ where the mask is False; softmax turns these into weights of 0 | [06](06_masks.ipynb) |
# | padding | | | tokens that fill up a short sentence, so that all sentences of a batch have one length | [06](06_masks.ipynb) |
# | padding mask | | `(1, m)` | hides the padding from every query: columns, not rows | [06](06_masks.ipynb) |
# | causal mask | | `(n, n)` | lets each token look at itself and at those before it | [06](06_masks.ipynb) |

# %% [markdown] id="masks" lang="zh" agreed="0cd54672-86cdedc5"
# ## 掩码
#
# | 术语 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|
# | 掩码 mask | `keep` | `(n, m)` | True 表示这个查询可以看这个键，False 表示不可以 | [06](06_masks.ipynb) |
# | 加掩码后的分数 masked | | `(n, m)` | 缩放后的分数，掩码为 False 处换成 $-\infty$，softmax 之后权重为 0 | [06](06_masks.ipynb) |
# | 填充 padding | | | 用来补齐短句的词元，使一批句子长度相同 | [06](06_masks.ipynb) |
# | 填充掩码 padding mask | | `(1, m)` | 对所有查询遮住填充：遮的是列，不是行 | [06](06_masks.ipynb) |
# | 因果掩码 causal mask | | `(n, n)` | 每个词元只能看自己和前面的词元 | [06](06_masks.ipynb) |

# %% [markdown] id="block" lang="en"
# ## Around attention
#
# | term | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|
# | head | | `(n, d_v)` | one attention with projection matrices of its own | [07](07_heads.ipynb) |
# | output projection | $W_O$ | `(h * d_v, d_out)` | turns the outputs of all h heads, side by side, into the d_out numbers for the next step; with a bias $b_O$ | [05](05_output.ipynb) |
# | multi-head attention | | `(n, d_model)` | $h$ heads, their outputs side by side, then the projection $W_O$ | [07](07_heads.ipynb) |
# | concatenation | | `(n, h * d_v)` | the outputs of all heads side by side, one row for each token | [07](07_heads.ipynb) |
# | dropout | | | while a model is trained, some numbers are set to 0 at random and the others enlarged, in attention often some of the weights | [07](07_heads.ipynb) |
# | permutation equivariance | | | shuffled words give shuffled outputs, and nothing else changes; what does not change at all is *invariant* | [08](08_order.ipynb) |
# | positional encoding | $P$ | `(n, d_model)` | numbers added to $X$ that say where in the sentence a token stands; sinusoidal: sines and cosines, like the hands of clocks | [08](08_order.ipynb) |
# | RoPE | | | positions without adding: queries and keys are turned by their place | [08](08_order.ipynb) |
# | ALiBi | | `(n, m)` | positions without adding: each score is lowered by slope × distance | [08](08_order.ipynb) |
# | residual connection; also skip connection | $x + f(x)$ | `(n, d_model)` | what goes into a sublayer is added to what comes out | [09](09_block.ipynb) |
# | LayerNorm | | `(n, d_model)` | brings each row to mean 0 and variance 1, then multiplies each column by a gain and adds a bias, both learned | [09](09_block.ipynb) |
# | BatchNorm | | `(batch, n, d_model)` | norms each column with the mean and variance of all words of a batch; usual for pictures | [09](09_block.ipynb) |
# | feed-forward network; also FFN, MLP | | `(n, d_model)` | two projections with a bend (ReLU or GELU) between them, for each row alone | [09](09_block.ipynb) |
# | Transformer block | | `(n, d_model)` | attention and feed-forward, each with a LayerNorm and a residual connection | [09](09_block.ipynb) |
# | pre-norm, post-norm | $x + f(\text{LN}(x))$, $\text{LN}(x + f(x))$ | | where a block has its LayerNorm: before the sublayer, or after the sum | [09](09_block.ipynb) |
# | rank collapse | | | the rows of a sentence become equal, floor by floor, where there is attention and no residual connection | [09](09_block.ipynb) |
# | warm-up | | | the learning rate begins near 0 and rises over the first steps of training | [09](09_block.ipynb) |
# | loss; cross-entropy | $-\ln p$ | one number | how wrong the answers are: minus the logarithm of the probability that the right one was given, on average | [10](10_learning.ipynb) |
# | gradient descent; learning rate | $W - \text{rate} \cdot \text{gradient}$ | that of $W$ | training: small steps against the gradient of the loss; the learning rate says how far each goes | [10](10_learning.ipynb) |
# | Adam | | | gradient descent that chooses the length of the step for each number by itself | [10](10_learning.ipynb) |
# | backpropagation | | | how PyTorch computes gradients: back through the steps of a computation, by the chain rule | [10](10_learning.ipynb) |
# | induction head | | | a head that finds what followed the same word before, by what the layer below has noted | [10](10_learning.ipynb) |
# | FLOPs | | | floating-point operations: multiplications and additions, two for each product in a matrix product | [11](11_cost.ipynb) |
# | complexity | $O(n^2 d)$ | | how the work grows with the sizes, fixed factors left out | [11](11_cost.ipynb) |
# | KV cache | | `(m, d_k + d_v)` | the keys and values of all tokens so far, kept while a model writes | [11](11_cost.ipynb) |
# | online softmax; FlashAttention | | | softmax whose numbers come in pieces: the largest and the total are carried along, and no table is stored | [11](11_cost.ipynb) |
# | BERT | | | a tower of blocks without a causal mask: every token looks both ways | [12](12_real_text.ipynb) |
# | head detector | | one number a head | how much a head does one thing, such as looking at the next token, on average over tokens | [12](12_real_text.ipynb) |
# | attention sink | | | a token that many heads give most of their weight to, and from whose value they take nearly nothing | [12](12_real_text.ipynb) |
# | recurrent network | | | reads word by word: $h_i = \tanh(h_{i-1} W + x_i)$; each state needs the one before, so the words have to wait for each other | [00](00_start.ipynb) |
# | convolution | | | makes each row from a few neighbouring rows; to see farther, layers are stacked | [00](00_start.ipynb) |

# %% [markdown] id="block" lang="zh" agreed="bb0ea7a2-8a48de54"
# ## 注意力的周边
#
# | 术语 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|
# | 头 head | | `(n, d_v)` | 一份注意力，有自己的投影矩阵 | [07](07_heads.ipynb) |
# | 输出投影 output projection | $W_O$ | `(h * d_v, d_out)` | 把 h 个头的输出左右拼接，变成下一步要用的 d_out 个数；带偏置 $b_O$ | [05](05_output.ipynb) |
# | 多头注意力 multi-head attention | | `(n, d_model)` | $h$ 个头的输出左右拼接，再用 $W_O$ 投影 | [07](07_heads.ipynb) |
# | 拼接 concatenation | | `(n, h * d_v)` | 把所有头的输出并排接起来，一个词元一行 | [07](07_heads.ipynb) |
# | 随机失活 dropout | | | 训练时随机地把一部分数设成 0，其余的放大；在注意力里，常常用在权重上 | [07](07_heads.ipynb) |
# | 置换等变性 permutation equivariance | | | 词打乱了，输出跟着打乱，此外什么也不变；完全不变的，叫*不变性* | [08](08_order.ipynb) |
# | 位置编码 positional encoding | $P$ | `(n, d_model)` | 加到 $X$ 上的数，表示词元在句子里的位置；正弦位置编码用正弦和余弦，像钟的指针 | [08](08_order.ipynb) |
# | 旋转位置编码 RoPE | | | 不往词上加数，而是按位置转动查询和键 | [08](08_order.ipynb) |
# | 线性偏置 ALiBi | | `(n, m)` | 不往词上加数，而是让每个分数减去斜率 × 距离 | [08](08_order.ipynb) |
# | 残差连接 residual connection，也叫跳跃连接 | $x + f(x)$ | `(n, d_model)` | 把子层的输入加到它的输出上 | [09](09_block.ipynb) |
# | 层归一化 LayerNorm | | `(n, d_model)` | 把每一行变成均值 0、方差 1，每一列再各乘一个增益、各加一个偏置，两者都由训练得到 | [09](09_block.ipynb) |
# | 批归一化 BatchNorm | | `(batch, n, d_model)` | 每一列用一批里所有词的均值和方差来归一化，常用于图像 | [09](09_block.ipynb) |
# | 前馈网络 feed-forward network，也叫 FFN、MLP | | `(n, d_model)` | 两次投影，中间夹一个非线性函数（ReLU 或 GELU），每一行各算各的 | [09](09_block.ipynb) |
# | Transformer 块 block | | `(n, d_model)` | 注意力和前馈网络，各配一个层归一化和一个残差连接 | [09](09_block.ipynb) |
# | 前归一化 pre-norm，后归一化 post-norm | $x + f(\text{LN}(x))$, $\text{LN}(x + f(x))$ | | 块里的层归一化放在哪里：子层之前，还是相加之后 | [09](09_block.ipynb) |
# | 秩坍缩 rank collapse | | | 只有注意力、没有残差连接时，一句话的各行一层比一层更像，最后全都相等 | [09](09_block.ipynb) |
# | 预热 warm-up | | | 训练开始时，学习率从接近 0 慢慢升上去 | [09](09_block.ipynb) |
# | 损失 loss，交叉熵 cross-entropy | $-\ln p$ | 一个数 | 答得有多差：正确答案得到的概率，取对数的相反数，再求平均 | [10](10_learning.ipynb) |
# | 梯度下降 gradient descent，学习率 learning rate | $W - \text{rate} \cdot \text{gradient}$ | 和 $W$ 相同 | 训练的办法：朝损失的梯度的反方向，一小步一小步地走；一步走多远，由学习率决定 | [10](10_learning.ipynb) |
# | Adam | | | 一种梯度下降，替每个数各选一个步长 | [10](10_learning.ipynb) |
# | 反向传播 backpropagation | | | PyTorch 算梯度的办法：按链式法则，沿着计算的步骤往回走 | [10](10_learning.ipynb) |
# | 归纳头 induction head | | | 靠下面一层留下的记号，找到同样的词上次出现时后面跟着什么的头 | [10](10_learning.ipynb) |
# | 浮点运算次数 FLOPs | | | 乘法和加法的次数：矩阵乘法里每个乘积算两次 | [11](11_cost.ipynb) |
# | 复杂度 complexity | $O(n^2 d)$ | | 计算量怎样随各个大小增长，不计固定的倍数 | [11](11_cost.ipynb) |
# | KV 缓存 KV cache | | `(m, d_k + d_v)` | 模型写作时留下来的、到目前为止所有词元的键和值 | [11](11_cost.ipynb) |
# | 在线 softmax online softmax，FlashAttention | | | 数一块一块地来，边走边记最大值和总和，整张表不用存 | [11](11_cost.ipynb) |
# | BERT | | | 没有因果掩码的一座楼：每个词元前后都看得到 | [12](12_real_text.ipynb) |
# | 探测器 head detector | | 每个头一个数 | 一个头做某件事（比如看后一个词元）做得有多彻底，对词元取平均 | [12](12_real_text.ipynb) |
# | 注意力汇点 attention sink | | | 许多头把大部分权重给它、却几乎没有从它的值里拿到什么的词元 | [12](12_real_text.ipynb) |
# | 循环神经网络 recurrent network | | | 一个词一个词地读：$h_i = \tanh(h_{i-1} W + x_i)$；每个状态由前一个状态和当前这个词算出，所以必须一个等一个 | [00](00_start.ipynb) |
# | 卷积 convolution | | | 每一行由附近几行算出；要看得更远，就得叠加多层 | [00](00_start.ipynb) |

# %% [markdown] id="mathematics" lang="en"
# ## From mathematics
#
# | term | symbol | shape | meaning | lesson |
# |:--|:--|:--|:--|:--|
# | dot product | $a \cdot b$ | one number | two rows multiplied number by number, then added up | [01](01_embedding.ipynb) |
# | variance | $\sigma^2$ | one number | the mean of the squared differences from the mean: how widely numbers are spread | [03](03_scores.ipynb) |
# | standard deviation | $\sigma$ | one number | the square root of the variance | [03](03_scores.ipynb) |
# | gradient | $\partial y / \partial x$ | that of $x$ | for each number of $x$: how many times as large as a small change of it is the change of the result $y$ | [03](03_scores.ipynb) |
# | Jacobian | $\partial w_i / \partial s_j$ | `(m, m)` | how each weight of a row changes with each of its scores, as one table | [04](04_softmax.ipynb) |
# | broadcasting | | | numpy and torch repeat an axis of length 1 until two shapes fit: one mask serves all sentences of a batch | [06](06_masks.ipynb) |

# %% [markdown] id="mathematics" lang="zh" agreed="07b3f647-f99a1ab9"
# ## 来自数学
#
# | 术语 | 符号 | 形状 | 含义 | 课 |
# |:--|:--|:--|:--|:--|
# | 点积 dot product | $a \cdot b$ | 一个数 | 两行数对应相乘，再加起来 | [01](01_embedding.ipynb) |
# | 方差 variance | $\sigma^2$ | 一个数 | 各个数与平均值之差的平方的平均，表示数有多分散 | [03](03_scores.ipynb) |
# | 标准差 standard deviation | $\sigma$ | 一个数 | 方差的平方根 | [03](03_scores.ipynb) |
# | 梯度 gradient | $\partial y / \partial x$ | 和 $x$ 相同 | $x$ 的每个数变一点点时，结果 $y$ 的变化是它的几倍 | [03](03_scores.ipynb) |
# | 雅可比矩阵 Jacobian | $\partial w_i / \partial s_j$ | `(m, m)` | 一行的每个权重随每个分数怎样变，列成一张表 | [04](04_softmax.ipynb) |
# | 广播 broadcasting | | | numpy 和 torch 自动重复长度为 1 的轴，让两个形状对得上：一批句子可以共用一个掩码 | [06](06_masks.ipynb) |

# %% [markdown] id="ways" lang="en"
# Lessons: [00](00_start.ipynb) · [01](01_embedding.ipynb) · [02](02_queries_keys_values.ipynb) · [03](03_scores.ipynb) · [04](04_softmax.ipynb) · [05](05_output.ipynb) · [06](06_masks.ipynb) · [07](07_heads.ipynb) · [08](08_order.ipynb) · [09](09_block.ipynb) · [10](10_learning.ipynb) · [11](11_cost.ipynb) · [12](12_real_text.ipynb)

# %% [markdown] id="ways" lang="zh" agreed="cabab66a-556b2b99"
# 各课：[00](00_start.ipynb) · [01](01_embedding.ipynb) · [02](02_queries_keys_values.ipynb) · [03](03_scores.ipynb) · [04](04_softmax.ipynb) · [05](05_output.ipynb) · [06](06_masks.ipynb) · [07](07_heads.ipynb) · [08](08_order.ipynb) · [09](09_block.ipynb) · [10](10_learning.ipynb) · [11](11_cost.ipynb) · [12](12_real_text.ipynb)
