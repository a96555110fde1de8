"""self_attention: a torch.nn.Module with projections of its own. What is judged of it: torch_module.py."""

from attnlib.exercises.catalog import attention, softmax
from attnlib.exercises.exercise import Exercise, all_but
from attnlib.exercises.random_inputs import large_words, layer_of


def inputs(rng, d_model=6, d_k=4):
    """Without the projections: these are the module's own, and are filled in when it is there."""
    cube = min(d_k, 8)  # whichever axes change places, it is not a shape that tells
    sizes = {"d_model": d_model, "d_k": d_k}
    yield {"layer": "sentence", "X": rng.integers(-2, 3, (2, d_model)).astype(float), **sizes}
    for lead, n in ((), 5), ((2,), 3), ((2, 3), 4), ((cube,), cube):
        yield {"layer": layer_of(lead), "X": 2 * rng.normal(size=(*lead, n, d_model)), **sizes}
    yield {"layer": "large", "X": large_words(rng, 7, d_model), **sizes}


STEPS = {  # nn.Linear may have a bias
    "Q": lambda s: s.X @ s.W_Q + s.b_Q,
    "K": lambda s: s.X @ s.W_K + s.b_K,
    "V": lambda s: s.X @ s.W_V + s.b_V,
} | attention.STEPS

EXERCISE = Exercise(
    name="self_attention",
    doc="Check a subclass of nn.Module, or an instance: f(d_model, d_k) has nn.Linear W_Q, W_K, W_V.\n\n"
    "Its forward(x) takes (..., n, d_model) and returns the output (..., n, d_k), or (output, weights).",
    arguments={"x": "X"},
    inputs=inputs,
    steps=STEPS,
    mistakes=all_but(
        attention.MISTAKES,
        "root_m",
        "root_d_v",
        "root_of_keys_axis_0",
        "values_are_x",
        *softmax.OF_AN_EMPTY_ROW,
    ),
    may_return_weights=True,
    is_module=True,
    hints=(
        (
            "__init__ makes three layers, for queries, keys and values; forward uses them and then attends.",
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
    solution="""\
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
)
