"""A small lesson with one of everything, for the tests of the build and of its checks."""

LESSON = """\
# %% [markdown] id="title" lang="en"
# # 01 · Small
#
# A vector $x$ and `np.sum`, see [itself](01_small.ipynb). $$\\text{sum} = \\sum_i x_i$$
#
# * one
# * two
#
# | a | b |
# |---|---|
# | 1 | 2 |

# %% [markdown] id="title" lang="zh"
# # 01 · 小例子
#
# 一个向量 $x$，用 `np.sum`，见[本课](01_small.ipynb)。$$\\text{和} = \\sum_i  x_i$$
#
# * 一
# * 二
#
# | 甲 | 乙 |
# |---|---|
# | 1 | 2 |

# %% id="setup"
from IPython.display import display
use_language = print
use_language("en")

# %% id="show"
x = ["爱", "中国"]  # (2,)
print(f"{len(x)} = 2")

# %% [markdown] id="note" lang="en" tags=["lecturer"]
# For whoever teaches.

# %% [markdown] id="note" lang="zh" tags=["lecturer"]
# 写给老师。

# %% id="widget"
view = {"application/vnd.jupyter.widget-view+json": {"model_id": "f00"}, "text/plain": "T: 1"}
display(view, raw=True)
display({"application/vnd.jupyter.widget-view+json": {"model_id": "f01"}}, raw=True)

# %% id="fails" tags=["raises-exception"]
import statistics
statistics.mean([])

# %% [markdown] id="end" lang="en"
# ## Recap

# %% [markdown] id="end" lang="zh"
# ## 小结
"""

# The same with three exercises: of different points, one with a name that the next cells use, one a class.
EXERCISES = LESSON.replace(
    "use_language = print\n", "from attnlib import load_example, use_language\nfrom classroom import check\n"
).replace(
    """\
# %% id="fails" tags=["raises-exception"]
import statistics
statistics.mean([])
""",
    """\
# %% id="exercise-mix" tags=["exercise"] points=2
def my_mix(weights, V):  # (n, m), (m, d_v)
    ...


mix = check.mix(my_mix)

# %% id="use"
example = load_example("first_look")
print(mix([[0.5, 0.5]] @ example.X[:2], example.X.T).round(2))

# %% id="exercise-scale" tags=["exercise"]
def my_scale(S, d_k):
    root = ...
    return S / root

scale = check.scale(my_scale)

# %% [markdown] id="class" lang="en"
# Now as a class.

# %% [markdown] id="class" lang="zh"
# 现在写成类。

# %% id="exercise-module" tags=["exercise", "long"] points=3
import torch
from torch import nn


class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = ...

    def forward(self, x):
        ...


Attention = check.self_attention(MySelfAttention)
""",
)


def written(folder, text=LESSON, name="01_small"):
    """A folder of notebooks whose only lesson has this text; its source."""
    source = folder / "src" / f"{name}.py"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(text.encode())
    return source


def line_with(piece, text=LESSON):
    """The number of the first line that holds this."""
    return 1 + next(at for at, line in enumerate(text.split("\n")) if piece in line)
