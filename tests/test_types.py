"""A reader's own scripts that call attnlib and classroom pass mypy --strict, with numpy and with torch."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import attnlib
import classroom

ROOT = Path(attnlib.__file__).parent.parent
FORMULA = """
import numpy as np
import torch

from attnlib import (
    Example,
    Trace,
    apply_mask,
    attend,
    causal_mask,
    draw_token,
    feed_forward,
    layer_norm,
    layers,
    load_example,
    load_results,
    load_texts,
    merge_heads,
    mix,
    next_token_probabilities,
    padding_mask,
    positional_encoding,
    post_norm,
    pre_norm,
    project,
    scale,
    scores,
    softmax,
    split_heads,
    use_language,
)


def by_hand(X: np.ndarray, W: np.ndarray) -> np.ndarray:
    Q, K, V = project(X, W), project(X, W, W[0]), project(X, W)
    masked = apply_mask(scale(scores(Q, K), 3, temperature=2), causal_mask(len(X)))
    return mix(softmax(masked), V)


def at_once(Q: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
    trace: Trace[torch.Tensor] = attend(Q, Q, Q, padding_mask(keep), scaling="none")
    trace = attend(apply_mask(Q, causal_mask(4)), Q, Q, causal_mask(4))
    for name, array in trace:
        print(name.upper(), array.shape)
    return merge_heads(split_heads(trace.output, 2))


def block(x: torch.Tensor, W: torch.Tensor) -> torch.Tensor:
    x = pre_norm(x, layer_norm, lambda rows: feed_forward(rows, W, None, W.mT, W[:, 0]))
    x = post_norm(x, layers.LayerNorm(4), lambda rows: layer_norm(rows, 2.0, W[0]))
    output, weights = layers.TransformerBlock(4, heads=2)(x)
    return x + output


def written(logits: np.ndarray) -> int:
    return draw_token(next_token_probabilities(logits, 0.7, top_k=5), np.random.default_rng(0))


use_language("zh")
example: Example = load_example("first_look")
weights: np.ndarray = example.trace().weights + positional_encoding(4, 4)
first: np.ndarray = layers.as_arrays(layers.SelfAttention(4))["W_Q.weight"]
print(example.tokens[0].upper(), sorted(load_results("cost")), load_texts("apple"), layers.encoder_layer)
"""


DRAWING = """
from pathlib import Path

import attnlib
from attnlib import bands, curves, explain, heads, heatmap, load_example, pipeline, shares, show, table
from attnlib.draw.plots import Picture

trace = load_example("first_look").trace()
words = load_example("first_look").tokens
explanation = explain(trace, "scores", "small", 1)
print(explanation.text.upper(), explanation.latex.upper(), explanation.html.upper())
print(attnlib.__version__.upper())
show({"√d_k": 3**0.5}, weights=trace.weights)
print(table(d_model=[512, 8], products=(1049088, 264)))
pictures: list[Picture] = [
    heatmap(trace.weights, words, words, kind="signed", title="A", ax=None),
    heatmap([[0.25, 0.75]], keep=trace.weights[:1, :2] > 0, sums=False),
    pipeline(trace, (words, words), highlight=["scores", "weights"]),
    heads([trace.weights], words, ["first"], kind="heads"),
    curves([1, 2], {"measured": [1, 4]}, xlabel="n", ylabel="s", log="xy"),
    bands([1, 2], {"measured": [[1, 4], [2, 5]]}, xlabel="n", ylabel="s", log="x", each=True),
    shares({"cat": [0.5, 0.5]}, ["a", "b"]),
]
pictures.append(Picture(pictures[0].figure, pictures[0].alt.upper()))
width: int = pictures[0].size[0]
png: bytes = pictures[0].png
pictures[0].save("a.png")
pictures[0].save(Path("a.svg"))
print(pictures[0].html.upper(), width)
"""

TEACHING = """
from pathlib import Path

import numpy as np

from attnlib import Trace, attend, causal_mask, heatmap, layers, load_example
from attnlib.draw.plots import Picture
from attnlib.examples import Example
from classroom import (
    Explorer,
    Microscope,
    WritingDesk,
    ask,
    atlas,
    between,
    check,
    clocks,
    clusters,
    cost,
    cubes,
    diagram,
    frame,
    live,
    load_model,
    load_writer,
    machine,
    exam,
    mine,
    moves,
    own_sentence,
    points,
    training,
    use_recorded_results,
    versions,
    violins,
)

example = load_example("first_look")
explorer = Explorer(
    example,
    ("W_Q", "weights"),
    predict=("weights", 1, "fish"),
    goal=[("weights", 1, "fish", ">", 0.5)],
    par=1,
    entries=(-2, 2),
    hints=["Look at W_Q."],
    solution={"W_Q": [(0, 0, 1)], "keep": [(0, 0, False)]},
    edit=["W_Q", "keep"],
    heads=1,
    context="first_look",
    controls=("undo", "mask"),
    plain=True,
    temperature=2.0,
)
Explorer("first_look", "weights", predict=("scores", "cat"), goal="prey", edit="W_Q", controls="undo")
Explorer({"name": "first_look"}, goal=("scores", 0, 0, ">", 1), entries="signs", context=example)
Explorer(attend(np.eye(2), np.eye(2), np.eye(2)), tokens=["a", "b"])
Explorer(X=[[1, 0]], W_Q=np.eye(2), W_K=np.eye(2), W_V=np.eye(2), tokens=(["a"], ["a"]))
explorer.X, explorer.W_Q, explorer.keep = explorer.X * 2, explorer.W_Q * 0, causal_mask(4)
explorer.temperature, explorer.scaling, explorer.sentence, explorer.head = 2, "none", 0, 0
explorer.selected, explorer.focus, explorer.large, explorer.prediction = ("weights", 1, 2), 1, True, 3
explorer.heads_on, explorer.keep, explorer.selected, explorer.focus = None, None, None, None
trace: Trace[np.ndarray] = explorer.trace
state: dict[str, object] = explorer.load({"temperature": 2.0}).load('{"temperature": 2}').state
now: Example = explorer.example
explorer.save_html("explorer.html")
explorer.save_html(Path("explorer.html"))
explorer.close()


def weights_of(explorer: Explorer) -> np.ndarray:
    return explorer.trace.weights


print(trace.weights.shape, Explorer.of("eat apple", large=True).trace.output.shape, now.tokens)

own = own_sentence("eat apple", steps="weights")
print(own.explorer.trace.weights.shape, own.widget)
own.close()

desk = WritingDesk(load_writer, ["One", "Two"], temperature=0, top_k=None, top_p=0.9, seed=2, at=(0, 1))
desk.prompt, desk.temperature, desk.top_k, desk.top_p, desk.seed, desk.at = "One", 1.5, 3, None, 4, (1, 2)
print(desk.text.upper(), desk.taken)
desk.save_html("desk.html")

question = ask("layers", then=[heatmap([[1.0]]), "<p>"])
print(question.answer, question.right, question.tries + 1, question.shown, question.large)
question.save_html(Path("question.html"))

moving = live(lambda n: f"<p>{n}</p>", n=(1, 9, 1))
print(moving.values["n"], moving.widget)
moving.close()

mine_or_ours = check.scores(mine.scores, seed=3)
print(mine_or_ours(np.eye(2), np.eye(2)))
check.hint("scores")
check.solution("scores", confirm=True)
check.progress()
check.forget(confirm=False)
check.last_error()
try:
    Q, K = check.inputs("scores", seed=1)
except check.NotYet as error:
    print(error)

reading = load_model().read("eat apple", silent=1)
microscope = Microscope(reading, at=(0, 1))
microscope.at = 1, 2
if microscope.explorer is not None:
    print(microscope.explorer.trace.weights, microscope.widget)
microscope.close()
print(reading.words[0].upper(), reading.weights.shape, reading.vector.shape, reading.place("eat") + 1)
model = load_model()
print(model.embed(model.cut("eat")).shape, model.rows_of(["eat"]).shape, reading.example(0, 1).tokens)

writer = load_writer()
step = writer.next(writer.encode("The capital"), causal=False)
print(step.logits, step.weights, step.cache, writer.decode([1]).upper(), writer.pieces([1])[0].upper())

print(exam(seed=7).handed_in, len(exam().right))
use_recorded_results()
versions()
print(machine("attention", steps=["Q"], crossed=("position",), towers=2))
gpt = cost.models()["GPT-2"]
print(cost.ledger(gpt, 8, bytes=2).upper(), cost.flops(np.dot, 1, 2) + 1, cost.seconds(sum, [1]) + 0.5)
x, wanted = training.neighbours(3)
run = training.train(lambda: layers.SelfAttention(12), training.neighbours, seed=1, asked=(x, wanted))
print(training.ring_example(run, x[0]).tokens, run.right.shape)

pictures: list[Picture] = [
    microscope.picture(),
    explorer.picture(),
    atlas(reading.weights, (0, 1)),
    between([[2, 0]], [[1, 1]], ["a"], ["x", "y"]),
    clocks([1.0, 0.0]),
    clusters({"weights": np.eye(2)}, ["a", "b"], ["c", "d"], groups=2),
    cubes({"layer_norm": 2, "batch": (0, 1)}, shape=(3, 4, 6)),
    diagram(lambda x: x),
    frame({"weights": np.eye(2)}, [1, 2], {"right": [0.5, 1]}, 1, cols=["a", "b"], xlabel="iteration"),
    moves(example, "cat"),
    points({"a": [1, 2]}, xlabel="x", ylabel="y"),
    violins({"a": [1, 2]}, xlabel="x"),
]
"""


@pytest.mark.slow
def test_scripts_that_call_the_public_names_are_strictly_typed(tmp_path):
    scripts = {"formula.py": FORMULA, "drawing.py": DRAWING, "teaching.py": TEACHING}
    for name, script in scripts.items():
        (tmp_path / name).write_text(script, encoding="utf-8")
    options = ["--strict", "--follow-imports=silent", "--config-file="]
    command = [sys.executable, "-m", "mypy", *options, *scripts]
    env = os.environ | {"MYPYPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8")
    assert done.stdout.startswith("Success"), done.stdout + done.stderr


@pytest.mark.parametrize(("package", "scripts"), [(attnlib, FORMULA + DRAWING), (classroom, TEACHING)])
def test_the_scripts_use_every_public_name(package, scripts):
    assert [name for name in package.__all__ if name not in set(re.findall(r"\w+", scripts))] == []
