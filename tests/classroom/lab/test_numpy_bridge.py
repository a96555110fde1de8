"""What readers wrote for numpy arrays learns: their functions on tensors, with the gradients of attnlib's."""

import numpy as np
import pytest
import torch

from classroom.exercises.catalog import EXERCISES
from classroom.exercises.run_check import library_answer
from classroom.lab.numpy_bridge import NumpyTensor, OnTensors, _unlike
from tests.helpers.a_notebook import my_lessons  # noqa: F401  a fixture
from tests.helpers.checking import run_code
from tests.helpers.student_programs import programs

LEARNS = ["attention", "masked_attention", "softmax", "layer_norm", "feed_forward", "block", "split_heads"]
LEARNS += ["merge_heads", "multi_head", "loss", "mix", "scores", "scale", "project"]
LEARNS += ["cross_attention", "decoder_block"]


@pytest.fixture
def write(my_lessons):  # noqa: F811
    """A function that writes the file of an exercise."""
    (my_lessons / "exercises").mkdir()
    return lambda name, code: (my_lessons / f"exercises/{name}.py").write_text(code, encoding="utf-8")


def test_without_a_file_all_is_attnlibs_and_arrays_may_be_among_the_tensors(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    on_tensors = OnTensors()
    Q = torch.randn(2, 3, 4, requires_grad=True)
    output = on_tensors.masked_attention(Q, Q, Q, np.tri(3, dtype=bool))
    assert output.grad_fn is not None
    assert repr(on_tensors).splitlines()[1:] == ["function | whose", "masked_attention | attnlib's"]


def test_an_unknown_name_is_an_attribute_error_that_names_a_near_one():
    assert not hasattr(OnTensors(), "atention")
    with pytest.raises(AttributeError, match=r"has no function atention. Did you mean attention"):
        OnTensors().atention  # noqa: B018


def test_every_solution_learns(write):
    head = "import numpy as np\nfrom attnlib import attend, merge_heads, split_heads\n"
    head += "from classroom import mine\n"
    for name in LEARNS:
        write(name, f"{head}\n\n{EXERCISES[name].solution}\n")
    on_tensors = OnTensors()
    for name in LEARNS:
        getattr(on_tensors, name)
    assert [row.split(" | ")[1] for row in repr(on_tensors).splitlines()[2:]] == [
        f"yours: my_{name}" for name in LEARNS
    ]
    Q = torch.randn(2, 5, 4, requires_grad=True)
    output = on_tensors.attention(Q, Q, Q)
    assert type(output) is torch.Tensor
    assert torch.autograd.grad(output.sum(), Q)[0].abs().max() > 0


def test_a_function_is_judged_once_and_again_when_it_has_changed(write, monkeypatch):
    judged = []
    monkeypatch.setattr("classroom.lab.numpy_bridge._unlike", lambda f, *_: judged.append(f))
    on_tensors = OnTensors()
    for code in (EXERCISES["mix"].solution, EXERCISES["mix"].solution + "\n# changed\n"):
        write("mix", f"import numpy as np\n\n\n{code}\n")
        assert on_tensors.mix is on_tensors.mix
    assert len(judged) == 2


STUBBORN = {
    "scale": """\
import math

import numpy as np


def by_hand(S, d_k):
    return np.array([x / math.sqrt(d_k) for x in S.ravel().tolist()]).reshape(S.shape)
""",
    "mix": """\
def half_blind(weights, V):
    return (weights - weights.detach() + weights.detach()) @ V if hasattr(V, "detach") else weights @ V
""",
    "project": """\
def without_gradient(X, W, b):
    return (X.detach() if hasattr(X, "detach") else X) @ W + b
""",
    "scores": """\
def also_the_weights(Q, K):
    return Q @ K.mT
""",
}


def test_what_no_gradient_passes_is_attnlibs_and_it_is_said(write):
    for name, code in STUBBORN.items():
        write(name, code)
    on_tensors = OnTensors()
    for name in ("scale", "mix", "project", "scores"):
        getattr(on_tensors, name)
    scale, mix, project, scores = repr(on_tensors).splitlines()[2:]
    assert scale.startswith("scale | attnlib's, since no gradient passes through your by_hand (")
    assert mix == "mix | yours: half_blind"
    assert project.startswith("project | attnlib's, since no gradient passes through your without_gradient (")
    assert scores == "scores | yours: also_the_weights"
    assert 'lang="en"' in on_tensors._repr_html_()


RIGHT = [
    ("softmax", "np.exp2"),
    ("attention", "the query is scaled first"),
    ("attention", "divided at the end"),
    ("masked_attention", "minus infinity added"),
    ("layer_norm", "numpy's var"),
    ("feed_forward", "np.maximum"),
    ("split_heads", "np.split and a new axis"),
    ("merge_heads", "joins the heads one by one"),
    ("loss", "take_along_axis"),
]


@pytest.mark.parametrize(("exercise", "what"), RIGHT)
def test_right_answers_in_other_words_learn_too(exercise, what):
    [code] = [one.code for one in programs(exercise) if one.what == what]
    ours = library_answer(EXERCISES[exercise], None)
    assert _unlike(run_code(code), ours, EXERCISES[exercise]) is None


def test_a_tensor_answers_to_numpys_names():
    x = torch.tensor([[1.0, 4.0], [9.0, 16.0]]).as_subclass(NumpyTensor)
    for f in (
        lambda x: np.sqrt(x),
        lambda x: x.max(axis=-1, keepdims=True),
        lambda x: x.var(-1),
        lambda x: np.std(x, axis=0),
        lambda x: np.where(x > 3, x, -np.inf),
        lambda x: np.maximum(0, x - 3),
        lambda x: np.swapaxes(x, 0, 1),
        lambda x: np.einsum("ij,kj->ik", x, x),
        lambda x: np.concatenate([x, x], axis=1),
        lambda x: np.arange(4.0).reshape(2, 2) @ x,
    ):
        np.testing.assert_allclose(np.asarray(f(x)), f(np.asarray(x)), rtol=1e-6)
    with pytest.raises(TypeError, match=r"np\.fft"):
        np.fft.fft(x)
