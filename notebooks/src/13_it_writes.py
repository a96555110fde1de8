# %% [markdown] id="title" lang="en"
# # 13 · It writes: a writing desk
#
# How does a language model write? Your functions run a real one, with 135 million parameters. It answers one question again and again: *what comes next?* Attention, masks and heads are yours; tokenizer, norm, feed-forward network and the turning of positions are given.
#
# By the end you can say how to test what it knows, why it is so fluently wrong, and what makes it a chatbot.
#
# About 50 minutes, and 20 for the exercises, in two sittings. You need lessons 04 and 06 to 12.

# %% [markdown] id="title" lang="zh" agreed="e0d6dff3-c42bd940"
# # 13 · 它会写：一张写字台
#
# 语言模型是怎样写东西的？这一课用你写的函数运行一个真实的模型。它有一亿三千五百万个参数，一遍又一遍只回答一个问题：**下一个是什么？** 注意力、掩码和多头是你写的；分词、归一化、前馈网络和位置的旋转由课程提供。
#
# 先坐到写字台前给它出题，再写出让它写作的循环，最后拆开来看。学完你就能回答三个问题：它知道什么，怎样检验？说错了，怎么还那么流畅？它怎样变成聊天机器人？
#
# 约 50 分钟，练习另需 20 分钟，分两次学。需要先学第 04 课和第 06 到 12 课。

# %% id="setup"
import numpy as np
from attnlib import causal_mask, draw_token, heatmap, load_results, load_texts, shares, show, table, use_language
from classroom import WritingDesk, ask, check, load_writer, machine, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("probabilities", steps=())

# %% [markdown] id="links" lang="en"
# [← 12](12_real_text.ipynb) · [Glossary](glossary.ipynb) · [14 →](14_two_towers.ipynb)
#
# `python tasks.py model`, in the project's folder, fetches the model once: 93 MB (*quantised*, lesson 11), unpacked 540 MB, under the Apache licence. Without it, the cells show what was recorded.

# %% [markdown] id="links" lang="zh" agreed="1b145a00-b66256ad"
# [← 12](12_real_text.ipynb) · [术语表](glossary.ipynb) · [14 →](14_two_towers.ipynb)
#
# 模型要先下载一次：在项目文件夹里运行 `python tasks.py model`，下载 93 MB（**量化**过，第 11 课），展开以后 540 MB，用的是 Apache 许可证。没有它也行，用到它的单元格会显示事先记录的结果。

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Fetch the model beforehand, and run the lesson once. Section 1: 9 min; at the desk, take prompts from the floor, and let the audience bet on the second-likeliest token. Section 2: 14 min, the second exercise together at the board. Section 3: 12 min; let the hall vote twice, on the places and on the three changes. Section 4: 11 min; write down before each prompt what you expect. Recap: 4 min. Worth asking: where in all this would a lie be decided?

# %% [markdown] id="plan" lang="zh" agreed="c4dfb158-6e17e3ce" tags=["lecturer"]
# **50 分钟安排。** 提前下载模型，把整课运行一遍。第 1 节 9 分钟：写字台上的提示词请听众出，再让大家猜第二可能的词元。第 2 节 14 分钟，第二题在黑板上一起写。第 3 节 12 分钟，位置那一题、三处改动那一题，都先表决。第 4 节 11 分钟：每个提示词，先写下预期再运行。小结 4 分钟。可以问：如果它说了假话，那是在哪一步决定的？

# %% [markdown] id="desk" lang="en"
# ## 1 · At the desk
#
# Here sits a real [**language model**](glossary.ipynb), *SmolLM2-135M-Instruct* ([Ben Allal et al. 2025](https://arxiv.org/abs/2502.02737)), which has read mostly English. The text that goes in is the **prompt**; the bars show the probabilities of the next token. A click takes one; *write* goes on by itself.
#
# **A task.** Choose *Once upon a time there was a cat who*, and write at temperature 0, which always takes the likeliest token. Go back, guess what life the *second* bar leads to, click it, and write on.
#
# <details><summary>What becomes of it</summary>
#
# It “was a master of her own destiny …”: with one other token, another story follows.
#
# </details>

# %% [markdown] id="desk" lang="zh" agreed="fc1b2463-3e8aeedb"
# ## 1 · 坐到写字台前
#
# 写字台上是一个真实的[**语言模型**](glossary.ipynb)，*SmolLM2-135M-Instruct*（[Ben Allal 等，2025](https://arxiv.org/abs/2502.02737)）。它很小，读过的几乎全是英文，所以提示词几乎都用英文，意思写在正文里。输入的文本叫**提示词**（prompt），横条是下一个词元的概率。点一根横条，就选中那个词元；按“往下写”，它自己接着写。没有下载模型，就从列表里选提示词。
#
# **一个任务。** 选 *Once upon a time there was a cat who*（从前有一只猫，它……），用温度 0 往下写，也就是总取最可能的词元。再退回提示词，改点**第二**根横条，接着写。动手之前先猜一猜，这只猫会过上怎样的日子。
#
# <details><summary>改选第二根横条以后，它写了什么</summary>
#
# *was a master of her own destiny …*：它主宰着自己的命运。改一个词元，后面就是另一个故事。
#
# </details>

# %% id="desk-here"
WritingDesk(load_writer, load_texts("prompts"))

# %% [markdown] id="first" lang="en"
# Inside are 30 blocks with a causal mask: a **decoder**. Token numbers go in. Out comes a score for each of 49,152 tokens: how well it would fit as the next one. These scores are called **logits**.
#
# **Exercise 1** (★, 4 min). A model scores what follows *every* token of the prompt, so `logits` is (n, vocabulary). Write `my_next_probabilities`: the probabilities of what follows the *last* token, (vocabulary,), at a temperature above 0 (lesson 04).

# %% [markdown] id="first" lang="zh" agreed="fb2cef75-66b86d22"
# 里面是 30 个块，一层层叠起来，带因果掩码，这样的模型叫**解码器**。送进去的是提示词各个词元的编号，出来的是词表里 49,152 个词元的分数，表示各有多适合接在后面。这些分数叫 **logits**。
#
# **练习 1**（★，4 分钟）。对提示词里的**每个**词元，模型都给“下一个是什么”打了分，所以 `logits` 的形状是 (n, vocabulary)。写出 `my_next_probabilities`：只要**最后**一个词元之后的概率，形状是 (vocabulary,)，带温度（大于 0，第 04 课）。

# %% id="exercise-next" tags=["exercise"]
def my_next_probabilities(logits, temperature):
    ...

next_probabilities = check.next_probabilities(my_next_probabilities)

# %% [markdown] id="first-dial" lang="en"
# `model.next` returns the last row of the logits. Here are the likeliest tokens at three temperatures.

# %% [markdown] id="first-dial" lang="zh" agreed="cdfe2848-0110e29f"
# `model.next` 只返回 logits 的最后一行。提示词的意思是“法国的首都是”，下面是三种温度下最可能的词元。

# %% id="first-table" tags=["writer"]
model, texts = load_writer(), load_texts("writer")
ids = model.encode(texts["france"])
step = model.next(ids)
show(pieces=" · ".join(model.pieces(ids)), ids=str(ids), logits=len(step.logits))
best = np.argsort(-step.logits)[:6]
shares({f"T = {T}": next_probabilities(step.logits[None], T)[best] for T in (0.5, 1.0, 2.0)}, model.pieces(best))

# %% [markdown] id="loop" lang="en"
# ## 2 · The loop that writes
#
# To write, we choose a token, let the model read it, and choose again. `model.next(new, cache)` reads the tokens `new` after those in the **cache** (lesson 11), and returns a result with `.logits` and the grown `.cache`.
#
# **Exercise 2** (★★, 7 min). Write `my_write`: it returns the `count` tokens that follow the prompt `ids`.
#
# * `read` is a function like `model.next`; the first cache is `None`.
# * `choose(logits)` says which token to take.

# %% [markdown] id="loop" lang="zh" agreed="89a04dd2-49b8a248"
# ## 2 · 让它写作的循环
#
# 要写作，就选一个词元，让模型读进去，再选下一个。`model.next(new, cache)` 接在**缓存**（第 11 课）里已有的词元后面，读进新词元 `new`。返回的结果里，`.logits` 是最后一个词元之后的分数，`.cache` 是变长了的缓存。
#
# **练习 2**（★★，7 分钟）。写出 `my_write`：接着提示词 `ids` 往下写，返回写出的 `count` 个词元。
#
# * `read` 是像 `model.next` 那样的函数，第一次的缓存是 `None`。
# * 选哪个词元，由 `choose(logits)` 决定。

# %% id="exercise-write" tags=["exercise"]
def my_write(read, ids, count, choose):
    ...

write = check.write(my_write)

# %% [markdown] id="loop-greedy" lang="en"
# First we always take the likeliest token (*greedy*), as the desk did.

# %% [markdown] id="loop-greedy" lang="zh" agreed="b437d22a-a9a11706"
# 先总是取最可能的词元，这叫**贪心**。写出来的应该就是写字台上第一次写的那一段，意思是“生了一窝小猫。她有两只小猫，又有两只小猫”。

# %% id="loop-run" tags=["writer"]
prompt = model.encode(texts["story"])
def continued(text, count):
    return repr(model.decode(write(model.next, model.encode(text), count, np.argmax)))
show({texts["story"]: continued(texts["story"], 20)})

# %% [markdown] id="loop-cache" lang="en"
# Using a trained model without training it is called **inference**. It has two phases: *prefill* reads the prompt at once, here 9 tokens; *decode* reads one token a round. That makes 28 rows, as nobody need read the last token; without the cache, 370 (9 + 10 + … + 28). Prompt and answer must fit into the [**context window**](glossary.ipynb), here 8,192 tokens.
#
# The text goes in circles: what is already there tends to come again. Some programs lower the logits of what is written (*repetition penalty*); most **sample**: each token is drawn with its own probability.

# %% [markdown] id="loop-cache" lang="zh" agreed="fb97721c-90b929b4"
# 拿训练好的模型来用，不再训练，叫**推理**（inference）。推理分两步：**预填充**（prefill）一次读完提示词，这里是 9 个词元；**解码**（decode）每轮只读一个。最后写出的那个不必再读，一共只要算 28 行；没有缓存，就要算 9 + 10 + … + 28 = 370 行。提示词和写出的文字加起来，不能超过[**上下文窗口**](glossary.ipynb)，这个模型是 8,192 个词元。
#
# 这段文字在兜圈子：出现过的词句，容易再出现。有的程序会降低已写词元的分数，叫**重复惩罚**。更常用的是**采样**，每个词元按自己的概率抽取。

# %% [markdown] id="loop-nucleus" lang="en"
# At a high temperature thousands of unlikely tokens together have a large share. So we cut off this tail. *Top-k* keeps the $k$ likeliest tokens. **Top-p** ([Holtzman et al. 2020](https://arxiv.org/abs/1904.09751)) keeps the likeliest tokens, one after another, until together they reach a given `share`. These tokens are the **nucleus**.
#
# **Exercise 3** (★★, 6 min). Write `my_nucleus`: keep the nucleus, set all other tokens to 0, and make the sum 1 again.

# %% [markdown] id="loop-nucleus" lang="zh" agreed="f7d686c1-78a0e001"
# 温度高了，不太可能的词元成千上万，每个都分到一点，加起来就很多。所以要截掉尾巴。*top-k* 只留最可能的 $k$ 个词元；**top-p**（[Holtzman 等，2020](https://arxiv.org/abs/1904.09751)）从最可能的词元取起，直到概率之和达到给定的份额，代码里叫 `share`。留下的这些叫**核**（nucleus）。
#
# **练习 3**（★★，6 分钟）。写出 `my_nucleus`：核以外的词元概率变成 0，留下的按比例放大，使和重新等于 1。

# %% id="exercise-nucleus" tags=["exercise"]
def my_nucleus(p, share):
    ...

nucleus = check.nucleus(my_nucleus)

# %% [markdown] id="loop-drawn" lang="en"
# Three texts; we picked the seeds. Try the last at the desk, twice with one seed, then with another.

# %% [markdown] id="loop-drawn" lang="zh" agreed="78407c7b-62b2a01b"
# 下面写三段，种子是我们挑的。第一只猫会飞；第二段温度高，散架了；第三只猫只吃蜘蛛，后来吃了一个梦。最后一种在写字台上也试试：用同一个种子写两遍，再换一个种子。

# %% id="loop-dial" tags=["writer"]
def draw(temperature, share, seed):
    rng = np.random.default_rng(seed)
    def choose(logits):
        p = next_probabilities(logits[None], temperature)
        return draw_token(nucleus(p, share) if share < 1 else p, rng)
    return choose
for T, share, seed in ((0.7, 1, 7), (2.0, 1, 5), (1.0, 0.9, 2)):
    show({f"T = {T}, p = {share}": repr(model.decode(write(model.next, prompt, 16, draw(T, share, seed))))})

# %% [markdown] id="loop-beam" lang="en"
# The likeliest *token* each time need not give the likeliest *text*. After *He opened the door and*, greedy writes *stepped into*: 0.1341 · 0.2710 = 0.036. But *crept*, two tokens as well, has 0.0426 · 0.9003 = 0.038. [**Beam search**](glossary.ipynb) keeps the $K$ best unfinished texts, by sums of log-probabilities. Sums of logits would not do: a number may be added to all logits of a step (lesson 04).
#
# **Time for a break.** The next sitting begins with section 3<span class="notebook">; first run the cells up to here again</span>.

# %% [markdown] id="loop-beam" lang="zh" agreed="a3091ada-6a5dd67b"
# 贪心每次都取最可能的**词元**，写出的却未必是最可能的**文本**：开头挑得好，后面未必接得好。提示词 *He opened the door and*（他打开门，然后……）之后，贪心写的是 *stepped into*（走进），概率是 0.1341 · 0.2710 = 0.036。*crept*（悄悄地走）也是两个词元，概率更大，0.0426 · 0.9003 = 0.038。[**束搜索**](glossary.ipynb)（beam search）同时留着 $K$ 段最好的半成品，比的是对数概率之和。不能比 logits 之和，因为每一步的 logits 都加上同一个数，概率并不变（第 04 课）。
#
# **歇一歇。** 下一次<span class="notebook">先把上面的格子重新运行一遍，再</span>从第 3 节开始。

# %% [markdown] id="block" lang="en"
# ## 3 · Taken apart
#
# Here is one block, pre-norm as in lesson 09. `turn` and `repeat` come next. Two parts are new:
#
# * **RMSNorm** for LayerNorm: $x / \sqrt{\text{mean}(x^2)}$, times a gain. It subtracts no mean.
# * **SwiGLU** for the ReLU network: $(\text{silu}(x W_\text{gate}) \cdot x W_\text{up})\, W_\text{down}$, with $\text{silu}(z) = z / (1 + e^{-z})$, a smooth ReLU. The first factor, the *gate*, multiplies the second number by number. The width is 8/3 of $d$: three matrices then hold as many numbers as two of width $4d$.

# %% [markdown] id="block" lang="zh" agreed="4f23d7e6-d4690009"
# ## 3 · 拆开来看
#
# 下面是一个块，和第 09 课一样是前归一化。`turn` 和 `repeat` 稍后再讲。另外有两处是新的：
#
# * **RMSNorm** 代替 LayerNorm：$x / \sqrt{\text{mean}(x^2)}$，再乘 gain，不减均值。
# * **SwiGLU** 代替带 ReLU 的前馈网络：$(\text{silu}(x W_\text{gate}) \cdot x W_\text{up})\, W_\text{down}$，其中 $\text{silu}(z) = z / (1 + e^{-z})$ 像拐角圆滑的 ReLU。前一个因子叫**门**，逐个数地乘到后一个上。宽度取 $d$ 的 8/3 倍，三个矩阵的参数就和两个 $4d$ 宽的矩阵一样多。

# %% id="block-attention"
from classroom.lab.language_model import rms_norm, swiglu, turn
def grouped_attention(y, P, places, keep, repeat=np.repeat):
    Q = turn(mine.split_heads(y @ P["W_Q"], 9), places)  # (9, n, 64)
    K = turn(mine.split_heads(y @ P["W_K"], 3), places)  # (3, n, 64)
    V = mine.split_heads(y @ P["W_V"], 3)
    K = repeat(K, 3, -3)  # (9, n, 64)
    V = repeat(V, 3, -3)
    return mine.merge_heads(mine.masked_attention(Q, K, V, keep)) @ P["W_O"]

# %% id="block-code"
def block(x, P, places, keep, norm=rms_norm, repeat=np.repeat):
    x = x + grouped_attention(norm(x, P["gain_1"]), P, places, keep, repeat)
    return x + swiglu(norm(x, P["gain_2"]), P["W_gate"], P["W_up"], P["W_down"])

# %% [markdown] id="block-run" lang="en"
# After thirty blocks and one last norm, the dot products of the last row with all rows of the embedding are the logits. One table at both ends ([**weight tying**](glossary.ipynb)) saves a sixth of the parameters. Its price: without the blocks, *B* would fit after *A* about as well as *A* after *B*.
#
# Do our logits match those of the *transformers* library? We recorded 64 of them.

# %% [markdown] id="block-run" lang="zh" agreed="98841929-b51310a0"
# 这样做三十遍，最后再做一次归一化，拿最后一行和词嵌入的每一行做点积，就得到 logits。一张表两头用，叫[**权重共享**](glossary.ipynb)（weight tying），省下六分之一的参数。它也有缺点：只走残差那条路，*A* 后接 *B* 的分数，和 *B* 后接 *A* 的差不多。
#
# 我们的 logits 对不对？*transformers* 这个库用自己的程序读同一个模型文件，我们事先记录了它的 64 个分数，比一比。

# %% id="block-same" tags=["writer"]
def logits(ids, places, keep, **instead):
    x = model.embedding[ids]
    for P in model.blocks:
        x = block(x, P, places, keep, **instead)
    return rms_norm(x[..., -1, :], model.gain) @ model.embedding.T
published = load_results("writer_reference")[texts["france"]]
ours = logits(ids, np.arange(5), causal_mask(5))[published["some"].astype(int)]
show({"largest_difference < 0.001": abs(ours - published["logits"]).max() < 1e-3})

# %% [markdown] id="rotary" lang="en"
# **Rotary positions** (RoPE, lesson 08). `turn` turns each query and each key by angles that grow with its position. Now the five tokens get the positions 1000 to 1004.

# %% [markdown] id="rotary" lang="zh" agreed="a694bd55-ad1ecfd8"
# **旋转位置编码**（RoPE，第 08 课）。`turn` 把每个查询和键转一些角度，位置越靠后，转得越多。到现在为止，每段文本都从位置 0 开始。现在让这五个词元站到位置 1000 到 1004。

# %% id="rotary-question" tags=["writer"]
def paris(places=np.arange(5), keep=causal_mask(5), ids=ids, **instead):
    rows = logits(ids, places, keep, **instead).reshape(-1, 49152)
    return next_probabilities(rows[:1], 1.0)[model.encode(texts["paris"])]
moved = {"as_trained": paris(), "all_moved_by_1000": paris(np.arange(5) + 1000)}
moved |= {"places_reversed": paris(np.arange(5)[::-1])}
ask("places_moved", then=shares(moved, [texts["paris"]]))

# %% [markdown] id="others" lang="en"
# **Grouped heads** (GQA, lessons 07 and 11). There are 9 heads of queries, but only 3 of keys and of values. `repeat` copies them: query heads 0 to 8 get `000111222`. Three changes, one at a time: subtract the mean before `norm`, as LayerNorm does; deal keys and values out in turn, `012012012`; remove the causal mask.

# %% [markdown] id="others" lang="zh" agreed="3b05fa1e-32151edd"
# **分组查询注意力**（GQA，第 07、11 课）。查询有 9 个头，键和值只有 3 个。`repeat` 把它们各重复三次，9 个查询头依次用的是 `000111222`。下面改三处，每次只改一处：`norm` 像 LayerNorm 那样先减去均值；键和值改成轮流分，变成 `012012012`；摘掉因果掩码。

# %% id="others-table" tags=["writer"]
tried = {"as_trained": paris(), "no_mask": paris(keep=np.ones((5, 5), bool))}
tried |= {"mean_subtracted": paris(norm=lambda x, gain: rms_norm(x - x.mean(-1, keepdims=True), gain))}
tried |= {"in_turn": paris(repeat=lambda heads, times, axis: np.concatenate([heads] * times, axis))}
ask("paris_survives", then=shares(tried, [texts["paris"]]))

# %% [markdown] id="batch" lang="en"
# **A batch.** Prompts are computed together, and the shorter ones filled with *pads*, here token 2. We read the *last* row: with pads on the left it is a word in every prompt. The mask hides the pads (lesson 06). In a chat it must be made from lengths: there token 2 is `<|im_end|>`. Two wrong ways stand below, each with its probability of *Paris*.

# %% [markdown] id="batch" lang="zh" agreed="6f1fff5c-2bffd828"
# **一批提示词。** 几个提示词一起算，短的要用**填充**补齐，这里用的是 2 号词元。我们读的是**最后**一行。填充放在左边，每个提示词的最后一行就都是真正的词，再用掩码把填充遮住（第 06 课）。在对话里，2 号词元就是 `<|im_end|>`，掩码得按长度来做。表里第一行是这样做的，后两行是两种错误的做法，看 *Paris* 各有多大概率。

# %% id="batch-code" tags=["writer"]
left, right = np.array([[2] * 4 + ids, prompt]), np.array([ids + [2] * 4, prompt])  # (2, 9)
def no_pads(batch):
    return causal_mask(9) & mine.padding_mask(batch != 2)[:, None]  # (2, 1, 9, 9)
together = logits(left, np.arange(9), no_pads(left))  # (2, 49152)
show({"largest_difference < 0.001": abs(together - [step.logits, model.next(prompt).logits]).max() < 1e-3})
ways = {"pads_left": (no_pads(left), left), "pads_seen": (causal_mask(9), left), "pads_right": (no_pads(right), right)}
shares({way: paris(np.arange(9), *given) for way, given in ways.items()}, [texts["paris"]])

# %% [markdown] id="taken-say" lang="en"
# Hidden pads on the left change nothing. Visible ones push *Paris* away; with pads on the right, we would have to read row 4. Positions should count words only. Here the pads moved all words by four, without harm: rotary positions hold distances only. A learned row for each position (GPT-2) would be wrong.
#
# And the mask? The last row sees the whole prompt either way. But without it the *earlier* rows look ahead, as no row did in training, and the last row reads them.

# %% [markdown] id="taken-say" lang="zh" agreed="78c8a007-a9fc2c91"
# 填充放在左边并且遮住，两个提示词的 logits 都不变；没有遮住，*Paris* 就丢了；放在右边，最后一行是填充，得改读第 4 行。位置本来应该只数真正的词。这里四个填充把词都往后推了四位，却没有影响：前面那一题说明，旋转位置编码只看距离。要是每个位置有学出来的一行（GPT-2），就会出错。
#
# 摘掉掩码，损失最出人意料。最后一行有没有掩码，都看得到整个提示词；可是没有掩码，**前面**的行会往后看，训练时从来没有哪一行这样看过，而最后一行读的正是它们的结果。

# %% [markdown] id="knows" lang="en"
# ## 4 · What it knows, and who it is
#
# After *The telephone was invented by Alexander Graham* it says *Bell*, with 0.89. Does it know who invented the telephone? We change one word.

# %% [markdown] id="knows" lang="zh" agreed="d1c090b1-53949ae2"
# ## 4 · 它知道什么，它是谁
#
# *The telephone was invented by Alexander Graham*（电话的发明者是亚历山大·格拉汉姆），模型接 *Bell*（贝尔），概率 0.89。它知道电话是谁发明的吗？只改一处，试试看。

# %% id="knows-question" tags=["writer", "of-its-language"]
names = model.encode(texts["names"])
read = [model.next(model.encode(text)).logits[None] for text in texts["inventions"]]
p = np.array([next_probabilities(rows, 1.0)[names] for rows in read]).round(4)
ask("false_prompt", then=table(prompt=texts["meant"], **dict(zip(model.pieces(names), p.T))))

# %% [markdown] id="wrong" lang="en"
# We let it write on after a wrong name, and after a novel's title.

# %% [markdown] id="wrong" lang="zh" agreed="def7d573-29cd1f92"
# 让它接着往下写：一句的名字写错了，另一句是“小说《傲慢与偏见》的作者是”。

# %% id="wrong-run" tags=["writer"]
show({text: continued(text, 18) for text in texts["wrong"]})

# %% [markdown] id="wrong-say" lang="en"
# *Alexander Graham* leads to *Bell* without a telephone, *Albert* to *Einstein* with one. With no name the invention counts: *Alexander* has 0.57 after *telephone*, 0.01 after *car*. So it connects the two, but a name in the prompt is stronger.
#
# Elizabeth Bennet is the novel's heroine; Jane Austen wrote it. Fluent text that is false is called a [**hallucination**](glossary.ipynb). Nothing has broken: logits say what fits, and what is written becomes prompt. *Elizabeth* had 0.56, *Jane* 0.13; the text does not show how it wavered.

# %% [markdown] id="wrong-say" lang="zh" agreed="0109ef79-44c2ea75"
# 没有电话，*Alexander Graham* 照样引出 *Bell*；有了电话，*Albert* 引出的还是 *Einstein*。开头不给名字，发明才起作用：“电话”后面接 *Alexander* 的概率是 0.57，“汽车”后面只有 0.01。可见它把两者联系起来了，只是敌不过提示词里的名字。
#
# Elizabeth Bennet 是书中的女主角，作者是简·奥斯汀（Jane Austen）。这样流畅而不真实的文字，叫[**幻觉**](glossary.ipynb)（hallucination）。模型没有出故障：logits 只说哪个词元接得上，已经写下的又成了提示词。概率其实有些犹豫（*Elizabeth* 0.56，*Jane* 0.13），可文字里看不出来。

# %% [markdown] id="letters" lang="en"
# **Can it count letters?** Its tokens are bytes, joined where they often stand together (*byte-level BPE*, lesson 01), and only their numbers go in. With a space before it, *strawberry* is one token: ten letters, one number. We ask how many r's it has, and begin a sentence in Chinese, of which it has read little (*The capital of China is*).

# %% [markdown] id="letters" lang="zh" agreed="7d4cfa50-574ad953"
# **它数得清一个词有几个字母吗？** 分词从字节开始，经常挨在一起的字节合并成一个词元（**字节级 BPE**，第 01 课），送进模型的只是词元的编号。前面带空格的 *strawberry*（草莓），十个字母只是一个编号。问它里面有几个 r，再给它一句中文，让它接下去。

# %% id="letters-run" tags=["writer"]
show({text.replace(" ", "␣"): " · ".join(model.pieces(model.encode(text))) for text in texts["pieces"]})
counting = texts["chat"].format(texts["helper"], texts["letters"])
show({texts["letters"]: continued(counting, 20), texts["beijing"]: continued(texts["beijing"], 20)})

# %% [markdown] id="letters-say" lang="en"
# It says 1, and there are three; so small a model may fail for other reasons, too. The Chinese, half of it bytes such as `<e5 9b>`, runs “a beautiful, beautiful, beautiful …”.

# %% [markdown] id="letters-say" lang="zh" agreed="98db7df9-a6bccfc1"
# 它说 1 个，其实有三个：看不到字母，就没法数。模型这么小，也可能另有原因。那句中文，六个字有三个还是零散的字节，如 `<e5 9b>`，接出来的是“一位美丽的美丽的……”。提示词没有写错，是它几乎没读过中文。要写中文，得换一个读过大量中文的模型，原理和这一课讲的一样。

# %% [markdown] id="who" lang="en"
# **Is it a chatbot?** It only continues text. But it was trained three times ([model card](https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct)):
#
# | | read | learned |
# |:--|:--|:--|
# | 1. *pretraining* | two trillion tokens | next token |
# | 2. *instruction tuning* (SFT) | conversations | next token, in a chat |
# | 3. [*preferences*](glossary.ipynb#term-preference-training) (DPO) | pairs of answers | preferred answer likelier |
#
# *RLHF* trains a second model to rate answers. A conversation comes in a [**chat template**](glossary.ipynb): text with special tokens, which also says who answers. At the end we ask without it.

# %% [markdown] id="who" lang="zh" agreed="075fe158-c6692ea4"
# **它是聊天机器人吗？** 它仍然只会往下接，不过训练了三次（[模型说明](https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct)）：
#
# | | 读什么 | 学什么 |
# |:--|:--|:--|
# | 1. 预训练 | 两万亿个词元的文本 | 下一个词元 |
# | 2. 指令微调（SFT） | 对话 | 对话里的下一个词元 |
# | 3. [偏好](glossary.ipynb#term-preference-training)（DPO） | 成对的回答，标明哪个更好 | 让更好的概率更大 |
#
# 有的聊天机器人用 *RLHF* 学偏好，要另外训练一个给回答打分的模型。对话按[**聊天模板**](glossary.ipynb)（chat template）写成文本，各段之间用专用的词元隔开，回答的人是谁也写在里面。下面先是“你是数学家艾达”，再是“你是海盗布莱克伍德船长”，问的都是“你是谁”。最后不用模板，只给这句问话。

# %% id="who-run" tags=["writer"]
print(texts["chat"].format(*texts["who"][0]))
for system, asked in texts["who"]:
    show({repr(system): continued(texts["chat"].format(system, asked), 12)})
show({repr(asked): continued(asked, 13)})

# %% [markdown] id="who-said" lang="en"
# The answer follows the one line that differs. Without the template it first writes the template's next lines, then makes up a character.

# %% [markdown] id="who-said" lang="zh" agreed="7ed0a37b-89cc9bbf"
# 艾达和海盗，提示词只差一行，模型就照这一行自称。海盗的回答是海盗腔：“嘿，俺叫布莱克伍德船长。”不给模板，它先自己把模板后面的几行补出来，再编出一个人来：“我好奇，爱冒险……”。

# %% [markdown] id="recap" lang="en"
# ## 5 · Recap
#
# On exercises 1 and 3:

# %% [markdown] id="recap" lang="zh" agreed="2f751274-e32afc6d"
# ## 5 · 小结
#
# 一个问题，和练习 1、3 有关：

# %% id="recap-question" tags=["writer"]
kept = [np.sum(nucleus(next_probabilities(step.logits[None], T), 0.9) > 0) for T in (0.5, 1.0, 2.0)]
ask("which_dial", then=table(temperature=(0.5, 1.0, 2.0), tokens_kept=kept))

# %% [markdown] id="recap-bullets" lang="en"
# What to take with you:
#
# * The model scores the next token; a loop makes it write. Temperature and top-p come after the model.
# * Rotary positions hold distances only. The mask of training must stay. In a batch, pads go on the left and are hidden.
# * It continues a text, true or not. To test what it knows, change one thing in the prompt.
#
# Next: a model that translates. [Lesson 14, two towers →](14_two_towers.ipynb)

# %% [markdown] id="recap-bullets" lang="zh" agreed="c8d1a3a8-df7c73a0"
# 这一课要记住的：
#
# * 语言模型只给下一个词元打分，循环加上缓存，就能写出文章。温度和 top-p 不在模型里面，是拿到 logits 以后才用的。
# * 旋转位置编码只看距离；训练时有掩码，用的时候就得有；一批提示词，填充放左边，并且遮住。
# * 它只管往下接，不管真假。想弄清它知道什么，只听它说一次不够：每次只改提示词的一处，看概率，再设对照。
#
# 下一课：一个会翻译的模型。[第 14 课，两座塔 →](14_two_towers.ipynb)

# %% id="progress" tags=["notebook"]
check.progress()

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# Induction heads, and whether they do the work; perplexity.

# %% [markdown] id="later" lang="zh" agreed="e1193e1d-53e2bd61"
# ## 想多了解一点
#
# 它里面的归纳头，归纳头是不是真的在起作用，还有困惑度。

# %% [markdown] id="looks" lang="en"
# **Does it have induction heads?** We read twelve random tokens twice: *A B C … A B C …*. At the second *A* an induction head (lesson 10) looks at the first *B*, the token after the same one. So we keep the rows of the second round and the columns of the first. In this square your `next_token` of lesson 12 gives each head its mean weight on the token after the same one. The picture has all heads, a column for each block. As a control we take the strongest head after twelve *other* tokens.

# %% [markdown] id="looks" lang="zh" agreed="535b668f-71677beb"
# **它里面有归纳头吗？** 随机取十二个词元，连读两遍：A B C …… A B C ……。读到第二个 A，归纳头（第 10 课）看的是第一遍里 A 的后一个，也就是 B。所以只留第二遍的行、第一遍的列，得到一个方阵。第 12 课的 `next_token` 用在这个方阵上，量的就是每个头给“同一词元的后一个”的平均权重。下图一格一个头，一列一个块。对照是把第一遍换成**另外**十二个词元，再量最强的那个头。

# %% id="looks-find" tags=["writer"]
twelve, others = np.random.default_rng(0).integers(1000, 20000, (2, 12)).tolist()
seen, control = (model.next(first + twelve).weights[..., 12:, :12] for first in (twelve, others))
found = mine.next_token(seen)
k, head = np.unravel_index(found.argmax(), found.shape)
show(best=f"L{k}H{head}", repeated=found.max().round(2), not_repeated=mine.next_token(control)[k, head].round(2))
heatmap(found.T, [f"H{k}" for k in range(9)], [f"L{k}" for k in range(30)], sums=False)

# %% [markdown] id="curious" lang="en"
# Several heads do it, most of all in L17 and L18; nobody built them in. (At the desk, *Q7 zt mb …* shows where L18H6 looks.)
#
# **Do they do the work?** A picture is not enough (lesson 12), so we switch off one head of L18 at a time, by setting its rows of $W_O$ to 0. L18H6 was picked with these twelve tokens, so we also test it on the twelve others, now read twice. The table shows the mean probability of the right next token in the second round.

# %% [markdown] id="curious" lang="zh" agreed="a00bcf24-b0544a10"
# 这样的头不止一个，L17 和 L18 里最明显。没有人特意设计过它们，是训练出来的。在写字台上选 *Q7 zt mb …*，可以看 L18H6 看着哪里。
#
# **它们真的在起作用吗？** 光看图还下不了结论（第 12 课），要动手试：每次关掉 L18 的一个头，也就是把 $W_O$ 里属于它的行设为 0。L18H6 是在这十二个词元上挑出来的，所以再拿另外十二个（也连读两遍）检验。下面是第二遍里，模型给正确的下一个词元的平均概率。

# %% id="curious-off"
from classroom.lab.language_model import without_head
def second_round(ids, blocks):
    x = model.embedding[ids * 2]
    for P in blocks:
        x = block(x, P, np.arange(24), causal_mask(24))
    p = mine.softmax(rms_norm(x[12:-1], model.gain) @ model.embedding.T)  # (11, 49152)
    return p[range(11), ids[1:]].mean()

# %% id="curious-table" tags=["writer"]
towers = [model.blocks, *(without_head(model.blocks, 18, head) for head in range(9))]
both = {"chosen_on_these": twelve, "others_read_twice": others}
found = {name: [second_round(ids, blocks) for blocks in towers] for name, ids in both.items()}
shares(found, ["none_off", *(f"H{k}" for k in range(9))])

# %% [markdown] id="curious-more" lang="en"
# With all heads on it is 0.12 (a blind guess: 0.00002); without L18H6, 0.02. On the other twelve tokens it falls, too, from 0.05 to 0.01. H7 comes next; the others in L18 change it less.
#
# **How sure is 0.77?** As in lesson 10, a model is judged by the probability that it gives to the token that comes: for a probability $p$ the loss is $-\ln p$; with $L$ for the mean loss, $e^L$ is called **perplexity**. Here it is 1 / 0.77 = 1.3, as if choosing among 1.3 equally likely tokens.

# %% [markdown] id="curious-more" lang="zh" agreed="4e426c93-bcf12d05"
# 一个也不关，是 0.12（瞎猜只有 0.00002）；关掉 L18H6，只剩 0.02。换成另外那十二个词元，也从 0.05 降到 0.01。其次是 H7；这一块里别的头，影响更小。
#
# **0.77 有多确定？** 和第 10 课一样，看它给真正出现的词元多大概率。概率是 $p$，损失就是 $-\ln p$；平均损失记作 $L$，$e^L$ 就叫**困惑度**（perplexity）。只看 *Paris* 这一个词元，困惑度是 1 / 0.77 = 1.3，相当于只有 1.3 个同样可能的词元。
