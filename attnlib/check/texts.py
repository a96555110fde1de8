"""Hints, solution and explanation of every exercise, in English and in Chinese.

The first hint recalls the idea, the second says which step or function, the third is nearly the code.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    hints: tuple  # three pairs (English, Chinese)
    code: str
    why: tuple


TEXTS = {
    "project": Text(
        hints=(
            (
                "Every row of X becomes a new row. Each new number is one row of X times one column of W, "
                "plus one number of b.",
                "X 的每一行都变成新的一行：新的每个数，等于 X 的一行乘 W 的一列，再加上 b 里的一个数。",
            ),
            (
                "All rows at once are one matrix product. Does W have to be transposed, if it is (d_in, "
                "d_out)?",
                "所有的行可以用一次矩阵乘法算完。W 的形状是 (d_in, d_out)，还需要转置吗？",
            ),
            (
                "In Python the matrix product is @. Adding b of the shape (d_out,) adds it to every row.",
                "Python 里矩阵乘法写作 @。b 的形状是 (d_out,)，直接相加就会加到每一行上。",
            ),
        ),
        code="""\
def my_project(X, W, b):
    return X @ W + b""",
        why=(
            "Row i of the result is row i of X times W, plus b. @ leaves leading axes such as the batch "
            "alone, and b is added to every row by broadcasting.",
            "结果的第 i 行，就是 X 的第 i 行乘 W 再加 b。@ 只算最后两个轴，前面的 batch 轴保持不变；"
            "b 通过广播加到每一行。",
        ),
    ),
    "scores": Text(
        hints=(
            (
                "A score says how well one query fits one key. How did you measure that for two vectors?",
                "分数表示一个查询和一个键有多匹配。两个向量的匹配程度，是用什么来衡量的？",
            ),
            (
                "Row i belongs to query i, column j to key j. A matrix product takes rows on its left and "
                "columns on its right; the keys are rows.",
                "第 i 行对应第 i 个查询，第 j 列对应第 j 个键。矩阵乘法左边取行、右边取列，"
                "而键是一行一行的。",
            ),
            (
                "Transpose K in its last two axes only: .mT does that with a batch, too.",
                "只转置 K 的最后两个轴：.mT 就是这样，有 batch 时也一样。",
            ),
        ),
        code="""\
def my_scores(Q, K):
    return Q @ K.mT""",
        why=(
            "scores[i, j] is the dot product of query i and key j, so the keys have to stand as columns. "
            ".mT swaps the last two axes; .T would turn all of them around, which breaks with a batch.",
            "scores[i, j] 是第 i 个查询和第 j 个键的点积，所以键要竖着放。.mT 只交换最后两个轴；"
            ".T 会把所有的轴倒过来，一批句子时就错了。",
        ),
    ),
    "scale": Text(
        hints=(
            (
                "A score is a sum of d_k products: the more there are, the more scores spread.",
                "一个分数是 d_k 个乘积的和：项数越多，分数就越分散。",
            ),
            (
                "The variance of such a sum grows like d_k. Scaling brings the standard deviation back to 1.",
                "这种和的方差与 d_k 成正比。缩放是为了让标准差回到 1。",
            ),
            (
                "The standard deviation is the root of the variance. d_k ** 0.5 is a root.",
                "标准差是方差的平方根；d_k ** 0.5 就是开平方。",
            ),
        ),
        code="""\
def my_scale(S, d_k):
    return S / d_k**0.5""",
        why=(
            "If the numbers of q and k have variance 1, their dot product has variance d_k and standard "
            "deviation √d_k. Divided by that, scores spread the same for every d_k, and softmax does not "
            "saturate.",
            "如果 q 和 k 的各个数方差是 1，点积的方差就是 d_k，标准差是 √d_k。除以它以后，不管 d_k 多大，"
            "分数的分散程度都一样，softmax 就不会饱和。",
        ),
    ),
    "softmax": Text(
        hints=(
            (
                "Each row should become positive and sum to one, and a larger score should get a larger "
                "weight.",
                "每一行都要变成正数，并且加起来等于 1；分数越大，权重越大。",
            ),
            (
                "Take exp of every entry and divide by the sum of its row. To keep exp from overflowing, "
                "subtract the row's largest entry first.",
                "先对每个数取 exp，再除以它所在行的和。为了不让 exp 溢出，先减去这一行的最大值。",
            ),
            (
                "keepdims=True keeps the axis, so that rows divide rows. In a row of only −∞ the largest "
                "entry is −∞: subtract 0 there, and divide by 1.",
                "用 keepdims=True 保留那个轴，才能逐行相除。全是 −∞ 的行，最大值也是 −∞：这时改为减 0，"
                "并且除以 1。",
            ),
        ),
        code="""\
def my_softmax(S):
    top = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(top == -np.inf, 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)""",
        why=(
            "Subtracting the same number from a whole row cancels in the division, and with the largest one "
            "nothing overflows. A row that may look nowhere has only zeros to divide, and they stay zeros.",
            "一行同时减去同一个数，做除法时会约掉；减去最大值，就不会溢出。不能看任何词的那一行，"
            "exp 之后全是 0，除以 1 仍是 0。",
        ),
    ),
    "mix": Text(
        hints=(
            (
                "A word's output is the sum of all value vectors, each times the weight it gets from that "
                "word.",
                "一个词的输出，就是所有值向量的加权和，权重是这个词分出去的。",
            ),
            (
                "Row i of the weights belongs to the word that looks; its columns are the rows of V.",
                "权重的第 i 行属于“看”的词；它的各列对应 V 的各行。",
            ),
            (
                "A sum over j of weights[i, j] times V[j] is what a matrix product does. Nothing is "
                "transposed.",
                "对 j 求 weights[i, j] 乘 V[j] 的和，正是矩阵乘法。什么都不用转置。",
            ),
        ),
        code="""\
def my_mix(weights, V):
    return weights @ V""",
        why=(
            "The product's row i is weights[i, 0] · V[0] + weights[i, 1] · V[1] + …: a weighted sum of the "
            "values. Its sizes are (n, m) @ (m, d_v) = (n, d_v).",
            "乘积的第 i 行是 weights[i, 0] · V[0] + weights[i, 1] · V[1] + …，也就是值的加权和。"
            "形状是 (n, m) @ (m, d_v) = (n, d_v)。",
        ),
    ),
    "attention": Text(
        hints=(
            (
                "The steps are those of the pipeline: scores, scaled, weights, output.",
                "按流程一步一步来：分数、缩放、权重、输出。",
            ),
            (
                "d_k is how many numbers a query has: Q.shape[-1]. The softmax is over the last axis, a row "
                "for each query.",
                "d_k 是一个查询里数的个数：Q.shape[-1]。softmax 沿最后一个轴做，一个查询一行。",
            ),
            (
                "Write the product of Q and K.mT, divided; then the softmax of its rows, then the product "
                "with V: four lines, each taking what the one before made.",
                "先写 Q 和 K.mT 的乘积，除以该除的数；再对每一行做 softmax；最后乘 V。"
                "一共四行，每行都用上一行的结果。",
            ),
        ),
        code="""\
def my_attention(Q, K, V):
    S = Q @ K.mT / Q.shape[-1] ** 0.5
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V""",
        why=(
            "Scores say how well each query fits each key, softmax makes shares of them, and the shares mix "
            "the values. Everything works on the last two axes, so a batch or heads in front change nothing.",
            "分数说明每个查询和每个键有多匹配，softmax 把分数变成比例，再按比例混合各个值。"
            "每一步都只用最后两个轴，所以前面有 batch 或者头也不影响。",
        ),
    ),
    "causal_mask": Text(
        hints=(
            (
                "Row i is the word that looks, column j the one looked at. A word sees itself and what is "
                "before it.",
                "第 i 行是“看”的词，第 j 列是被看的词。一个词只能看到自己和前面的词。",
            ),
            (
                "So True stands where j is not larger than i: on the diagonal and below.",
                "所以 j 不大于 i 的地方是 True：对角线和对角线以下。",
            ),
            (
                "np.arange(n) compared with itself, once as a column ([:, None]) and once as a row, gives a "
                "table.",
                "把 np.arange(n) 一次当列（[:, None]）、一次当行，比较大小，就得到一张表。",
            ),
        ),
        code="""\
def my_causal_mask(n):
    place = np.arange(n)
    return place[None, :] <= place[:, None]""",
        why=(
            "place[:, None] is the row's number, place[None, :] the column's, and True stands where the "
            "column is not after the row. np.tri(n, dtype=bool) makes the same table.",
            "place[:, None] 是行号，place[None, :] 是列号；列不在行的后面，就是 True。"
            "np.tri(n, dtype=bool) 得到同样的表。",
        ),
    ),
    "padding_mask": Text(
        hints=(
            (
                "Padding must not be looked at. Is the word that is looked at a row or a column of the "
                "scores?",
                "填充不应该被看到。在分数表里，被看的词是行还是列？",
            ),
            (
                "A column: every query gets the same row of True and False, so one row is enough.",
                "是列：每个查询对应的那一行 True、False 都一样，所以只要一行就够了。",
            ),
            (
                "Put an axis of size 1 before the last one, as None does in brackets; it broadcasts over "
                "queries.",
                "在最后一个轴前面加一个长度为 1 的轴（方括号里写 None），它会广播到所有的查询。",
            ),
        ),
        code="""\
def my_padding_mask(is_token):
    return is_token[..., None, :]""",
        why=(
            "The scores are (…, n, m), and the mask has to tell for each of the m keys whether it may be "
            "looked at. (…, 1, m) says it once for all n queries.",
            "分数的形状是 (…, n, m)，掩码要说明 m 个键里哪些可以看。(…, 1, m) 对 n 个查询都适用，"
            "只说一次就够了。",
        ),
    ),
    "masked_attention": Text(
        hints=(
            (
                "What may not be looked at should get the weight 0, and the other weights of the row should "
                "still sum to one.",
                "不许看的词，权重应该是 0；这一行其余的权重加起来仍然等于 1。",
            ),
            (
                "So hide before the softmax: which number has an exp of exactly 0?",
                "所以要在 softmax 之前遮住：哪个数取 exp 之后正好是 0？",
            ),
            (
                "np.where(keep, S, -np.inf), then softmax. A row of only −∞ needs care: its largest entry "
                "is −∞, and its sum is 0.",
                "np.where(keep, S, -np.inf)，再做 softmax。全是 −∞ 的行要小心：它的最大值是 −∞，和是 0。",
            ),
        ),
        code="""\
def my_masked_attention(Q, K, V, keep):
    S = np.where(keep, Q @ K.mT / Q.shape[-1] ** 0.5, -np.inf)
    top = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(top == -np.inf, 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total) @ V""",
        why=(
            "exp(−∞) is exactly 0, so hidden words get no weight and the others share out all of it. A "
            "query that may look nowhere gets weights 0 and an output of zeros, not NaN.",
            "exp(−∞) 正好是 0，被遮住的词得不到权重，其余的词分掉全部。不能看任何词的查询，权重是 0，"
            "输出也是 0，不会出现 NaN。",
        ),
    ),
    "split_heads": Text(
        hints=(
            (
                "Each word's row is cut into h pieces of equal length, and head 0 gets the first piece of "
                "every word.",
                "把每个词的那一行切成 h 段，每段一样长；第 0 个头拿到每个词的第一段。",
            ),
            (
                "Cutting a row is reshape to (…, n, h, d). Which two axes change places then?",
                "切开一行，就是 reshape 成 (…, n, h, d)。接下来要交换哪两个轴？",
            ),
            (
                "x.reshape(*x.shape[:-1], h, …) and then swapaxes: heads come before words.",
                "先 x.reshape(*x.shape[:-1], h, …)，再用 swapaxes：头的轴放到词的轴前面。",
            ),
        ),
        code="""\
def my_split_heads(x, h):
    pieces = x.reshape(*x.shape[:-1], h, x.shape[-1] // h)
    return pieces.swapaxes(-2, -3)""",
        why=(
            "reshape only cuts rows, it moves no number: (…, n, h, d). The words then have to come after "
            "the heads, since attention works on the last two axes: (…, h, n, d).",
            "reshape 只是把每一行切开，没有移动任何数：(…, n, h, d)。注意力用的是最后两个轴，"
            "所以还要把词的轴换到头的后面：(…, h, n, d)。",
        ),
    ),
    "merge_heads": Text(
        hints=(
            (
                "It is the way back: the pieces of one word, from all heads, become one row again.",
                "这是反过来走：同一个词在各个头里的几段，重新接成一行。",
            ),
            (
                "Before the pieces can be joined they have to stand side by side: words first, then heads.",
                "要接起来，先得让它们相邻：词的轴在前，头的轴在后。",
            ),
            (
                "swapaxes(-2, -3), and then reshape with −1 for the last size.",
                "先 swapaxes(-2, -3)，再 reshape，最后一个长度写 −1。",
            ),
        ),
        code="""\
def my_merge_heads(x):
    pieces = x.swapaxes(-2, -3)
    return pieces.reshape(*pieces.shape[:-2], -1)""",
        why=(
            "After the swap the pieces of a word lie one behind the other, (…, n, h, d), and reshape joins "
            "them to (…, n, h·d). Without the swap it would join pieces of different words.",
            "交换之后，一个词的各段挨在一起，(…, n, h, d)，reshape 就能接成 (…, n, h·d)。不交换的话，"
            "接起来的是不同词的段。",
        ),
    ),
    "multi_head": Text(
        hints=(
            (
                "Project X three times, split each into heads, attend in every head at once, merge, project "
                "by W_O.",
                "X 投影三次，各自切成几个头，每个头同时做注意力，合并，最后乘 W_O。",
            ),
            (
                "Attention works on the last two axes, so heads are only one more axis in front. d_k is "
                "that of one head.",
                "注意力只用最后两个轴，头只是前面多出来的一个轴。这里的 d_k 是一个头的。",
            ),
            (
                "split_heads(X @ W_Q, h) and so on; attend; merge_heads(output) @ W_O. attnlib has these "
                "functions.",
                "split_heads(X @ W_Q, h) 等等；attend；merge_heads(output) @ W_O。这些函数 attnlib 里都有。",
            ),
        ),
        code="""\
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    Q, K, V = (split_heads(X @ W, h) for W in (W_Q, W_K, W_V))
    return merge_heads(attend(Q, K, V).output) @ W_O""",
        why=(
            "Each head sees all of X, through its own columns of the projection matrices. W_O then mixes "
            "what the heads have found: without it the heads would only stand side by side.",
            "每个头都看到整个 X，只是用的是投影矩阵里属于自己的几列。最后 W_O 把各个头找到的东西结合起来；"
            "没有它，各个头只是排在一起。",
        ),
    ),
    "layer_norm": Text(
        hints=(
            (
                "Every row on its own gets mean 0 and variance 1, and is then stretched by gain and moved "
                "by bias.",
                "每一行各自变成平均为 0、方差为 1，再乘 gain 拉伸，加 bias 平移。",
            ),
            (
                "The variance is the mean of the squared distances from the mean (it divides by d). eps "
                "belongs inside the root.",
                "方差是各数与平均之差的平方的平均（除以 d）。eps 要加在根号里面。",
            ),
            (
                "With keepdims=True the mean stays a column and can be subtracted; then divide by (variance "
                "+ eps) ** 0.5.",
                "用 keepdims=True，平均保持一列，可以直接相减；再除以 (variance + eps) ** 0.5。",
            ),
        ),
        code="""\
def my_layer_norm(x, gain, bias, eps):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return centred / (variance + eps) ** 0.5 * gain + bias""",
        why=(
            "Mean and variance are those of one word's row, so words do not mix. eps keeps a row of equal "
            "numbers from dividing by 0, and gain and bias let the model undo what it does not need.",
            "平均和方差都只在一个词的那一行里算，词与词不会混。eps 防止全相等的行除以 0；"
            "gain 和 bias 让模型可以把不需要的部分还原。",
        ),
    ),
    "positional_encoding": Text(
        hints=(
            (
                "Columns come in pairs, a sine and a cosine of the same angle; from pair to pair the angle "
                "grows more slowly with the position.",
                "列是成对的：同一个角的正弦和余弦；越往右的一对，角随位置变得越慢。",
            ),
            (
                "The angle of pair i is position / 10000^(2i/d_model). Columns 0 and 1 are pair 0, 2 and 3 "
                "are pair 1.",
                "第 i 对的角是 position / 10000^(2i/d_model)。第 0、1 列是第 0 对，第 2、3 列是第 1 对。",
            ),
            (
                "column // 2 * 2 is 2i. A column of positions ([:, None]) divided by a row gives the table "
                "of angles; np.where picks sine or cosine.",
                "column // 2 * 2 就是 2i。位置作为一列（[:, None]），除以一行，得到角的表；"
                "用 np.where 选正弦或余弦。",
            ),
        ),
        code="""\
def my_positional_encoding(n, d_model):
    position = np.arange(n)[:, None]
    column = np.arange(d_model)
    angle = position / 10000 ** (column // 2 * 2 / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))""",
        why=(
            "Every position gets its own row, as clocks with hands of different speeds would show it. The "
            "sine and the cosine of one angle together say where on its circle a hand stands.",
            "每个位置都有自己的一行，好像几根转速不同的指针。同一个角的正弦和余弦合起来，"
            "才说清指针转到了哪里。",
        ),
    ),
    "self_attention": Text(
        hints=(
            (
                "__init__ makes three layers, for queries, keys and values; forward uses them and then "
                "attends.",
                "__init__ 里建三个层，分别给查询、键、值；forward 先用它们，再做注意力。",
            ),
            (
                "nn.Linear(d_model, d_k) keeps its own matrix; called with x it projects. Name the three "
                "W_Q, W_K, W_V.",
                "nn.Linear(d_model, d_k) 自己保存矩阵；用 x 调用它，就是投影。三个层取名 W_Q、W_K、W_V。",
            ),
            (
                "weights = torch.softmax(Q @ K.mT / …, dim=-1), and the output is weights @ V. What is "
                "missing is a root.",
                "weights = torch.softmax(Q @ K.mT / …, dim=-1)，输出是 weights @ V。还差一个平方根。",
            ),
        ),
        code="""\
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k, bias=False)
        self.W_K = nn.Linear(d_model, d_k, bias=False)
        self.W_V = nn.Linear(d_model, d_k, bias=False)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        weights = torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1)
        return weights @ V, weights""",
        why=(
            "nn.Module finds the three layers in self and can train them. forward is the formula as it "
            "stands; torch.softmax takes care of large scores, and .mT keeps batches working.",
            "nn.Module 会找到 self 里的三个层，训练时就能更新它们。forward 就是公式本身："
            "torch.softmax 会处理很大的分数，.mT 使一批句子也能算。",
        ),
    ),
}
