"""The exceptions that everybody meets: their own line is shown, and the sentence that explains it."""

import importlib.util
import site

import numpy as np
import pytest

from attnlib.languages import pairs_of
from classroom.exercises import errors
from classroom.exercises.errors import EXPLAINED, OF_A_LINE, line_of, sentence_of, words_of
from tests.helpers.checking import lines_of, program, run_code, verdict_of

# (exercise, the lines of the function's body, the line that raises, the key of the sentence)
PROGRAMS = [
    ("scores", "return Q @ K", 0, "matmul"),
    ("scores", "return torch.from_numpy(Q) @ torch.from_numpy(K)", 0, "matmul"),
    ("scores", "return np.dot(Q, K)", 0, "matmul"),
    ("scores", "return eval('Q' + ' + Q' * 100_000)", 0, "too_nested"),
    ("attention", "S = Q @ K.T\nreturn S @ V + K", 1, "broadcast"),
    ("attention", "S = torch.as_tensor(Q @ K.mT)\nreturn S + torch.as_tensor(Q)", 1, "broadcast"),
    ("project", "return (W.T @ X.T).T + b", 0, "t_on_a_batch"),
    ("softmax", "x = torch.as_tensor(S)\nreturn torch.exp(x - torch.max(x, dim=-1))", 1, "pair"),
    ("softmax", "e = np.exp(S), 1\nreturn e / e.sum()", 1, "pair"),
    ("mix", "return torch.matmul(np.asarray(weights), np.asarray(V))", 0, "mixed"),
    ("mix", "return np.asarray(weights) @ torch.as_tensor(V)", 0, "mixed"),
    ("softmax", "return np.exp(np.asarray(S)).sum(dim=-1)", 0, "keyword"),
    ("softmax", "return torch.softmax(torch.as_tensor(S), axes=-1)", 0, "arguments"),
    ("softmax", "return numpi.exp(S)", 0, "name"),
    ("softmax", "return numpy.exp(S)", 0, "import"),
    ("softmax", "e = e / 2\nreturn e", 0, "too_early"),
    ("softmax", "e = print()\nreturn e.sum(-1)", 1, "none"),
    ("softmax", "e = None\nreturn e / 2", 1, "none"),
    ("softmax", "e = [1, 2]\nreturn e.shape", 1, "list"),
    ("softmax", "e = [[1, 2]]\nreturn e[0, 1]", 1, "list"),
    ("softmax", "e = [1, 2]\nreturn e / 2", 1, "list"),
    ("softmax", "return S(0)", 0, "not_callable"),
    ("softmax", "return S.soft_max(-1)", 0, "attribute"),
    ("softmax", "return np.softmax(S)", 0, "attribute"),
    ("softmax", "if S > 0:\n    return S\nreturn -S", 0, "truth"),
    ("softmax", "if torch.as_tensor(S) > 0:\n    return S\nreturn -S", 0, "truth"),
    ("softmax", "return np.sum(S, axis=5)", 0, "axis"),
    ("softmax", "return torch.as_tensor(S).sum(dim=5)", 0, "axis"),
    ("scores", "n, d = Q.shape\nreturn Q @ K.mT", 0, "unpack"),
    ("softmax", "b, n, m = S.shape\nreturn S", 0, "unpack"),
    ("softmax", "return S[100]", 0, "index"),
    ("softmax", "return 1 / 0", 0, "zero_division"),
    ("softmax", "return math.sqrt(1, 2)", 0, "arguments"),
    ("softmax", "return np.array([[1, 2], [3]])", 0, "ragged"),
    ("softmax", "return np.einsum('ij,jk', S, S)", 0, "einsum"),
    ("softmax", "return np.eye(3) @ 2", 0, "thin"),
    ("softmax", "e = np.zeros(S.shape, int)\ne += 0.5\nreturn e", 1, "cast"),
    ("scores", "return Q.T @ K", 0, "matmul"),  # no batch: .T is right here
    ("padding_mask", "return is_token[:, None, :, 0, 0]", 0, "too_many_indices"),
    ("padding_mask", "return ~(1.0 * is_token)[..., None, :]", 0, "invert"),
    ("padding_mask", "return ~1.0", 0, "invert"),
    ("masked_attention", "S = np.zeros((3, 3))\nreturn S[~keep]", 1, "boolean_index"),
    ("scale", "return S / (d_k ^ 0.5)", 0, "caret"),
    ("softmax", "return math.exp(S)", 0, "one_number"),
    ("softmax", "return math.exp(torch.as_tensor(S))", 0, "one_number"),
    ("softmax", "e = np.zeros((2, 2))\ne[:] = np.zeros(3)\nreturn e", 1, "broadcast"),
    # whose numpy exception would be another one
    ("scores", "S = Q @ K.transpose(-2, -1)\nreturn S / d", 1, "name"),
    ("split_heads", "return x.view(4, 3, 6 / h)", 0, "whole"),
    ("split_heads", "x = x.mT\nreturn x.view(-1)", 1, "view"),
    ("split_heads", "return x.reshape(*x.shape[:-1], h, x.shape[-1] / h)", 0, "whole"),
    ("split_heads", "return x.reshape(2, 2, 2)", 0, "reshape"),
    ("split_heads", "return torch.as_tensor(x).view(7, 7)", 0, "reshape"),
    ("split_heads", "return x.transpose(0, 2, 1, 3)", 0, "axes"),
    ("split_heads", "return torch.as_tensor(x).permute(0, 2, 1, 3)", 0, "axes"),
    ("causal_mask", "return -np.tri(n, dtype=bool)", 0, "bool_minus"),
    ("causal_mask", "return 1 - torch.ones(n, n, dtype=torch.bool)", 0, "bool_minus"),
    ("layer_norm", "x = torch.as_tensor(x)\nreturn x.float() @ x.mT", 1, "dtype"),
    ("masked_attention", "return torch.as_tensor(Q).requires_grad_().numpy()", 0, "grad"),
    ("softmax", "return np.exp(np.max(0, S))", 0, "max_of_two"),
    ("softmax", "return torch.max(0, torch.as_tensor(S))", 0, "max_of_two"),
    ("feed_forward", "return max(0, x @ W_1 + b_1)", 0, "pythons_max"),
    ("embed", "return [table[i] for i in range(ids)]", 0, "range_of_many"),
    ("embed", "rows = np.zeros(0)\nrows.append(table[0])", 1, "append"),
    ("embed", "return ids[table]", 0, "whole"),
    ("causal_mask", "return np.tril(np.ones(n, n))", 0, "sizes_apart"),
    ("train", "for _ in steps:\n    pass", 0, "not_iterable"),
    ("train", "return W - rate * gradient", 0, "a_function"),
    ("block", "return x + attention(norm_1)", 0, "a_function"),
    ("scale", "return S / torch.sqrt(d_k)", 0, "a_number"),
    ("scores", "return Q @ K.mT / Q.shape**0.5", 0, "pair"),
    ("grow_cache", "return np.concatenate([cache, np.zeros((1, 1, 1, 1))])", 0, "joined"),
    ("grow_cache", "return np.concatenate([x @ W_K, cache], axis=-2)", 0, "joined"),
    (
        "grow_cache",
        "x = torch.as_tensor(x)\nreturn torch.cat([x, x @ torch.as_tensor(W_K)], -2)",
        1,
        "joined",
    ),
    ("softmax", "raise EOFError('EOF when reading a line')", 0, "input"),
    ("softmax", "return torch.as_tensor(S).to_sparse().softmax(-1)", 0, "not_implemented"),
    ("attention", "return torch.as_tensor(Q).to('xla')", 0, "device"),
    ("attention", "from attnlib import mix\nreturn mix(V, Q)", 1, "of_attnlib"),
    ("masked_attention", "q = torch.zeros(3, requires_grad=True)\nq += 1\nreturn q", 1, "leaf"),
]


@pytest.mark.parametrize(("exercise", "body", "line", "key"), PROGRAMS)
def test_their_line_and_the_sentence_that_explains_it(exercise, body, line, key):
    verdict = verdict_of(exercise, program(exercise, body), seed=5)
    assert verdict.finding == "error", verdict
    error = verdict.outcomes[verdict.case].error
    theirs = body.splitlines()[line].strip()
    assert line_of(error) == theirs
    seen, means, ask = lines_of(exercise, verdict)
    assert theirs in seen
    assert type(error).__name__ in seen
    assert means == sentence_of(key), words_of(error)
    assert "?" in ask


def test_there_is_a_program_for_each_explanation():
    elsewhere = {"recursion", "memory", "too_long", "before_init"}  # in test_sandbox.py, test_torch_module.py
    explained = EXPLAINED.keys() | OF_A_LINE.keys() | {"t_on_a_batch", "of_attnlib"}
    assert (
        {key for *_, key in PROGRAMS} | elsewhere == explained == pairs_of(errors.__file__, "errors").keys()
    )


def test_an_error_without_an_explanation_is_shown_with_its_line():
    verdict = verdict_of("softmax", program("softmax", "raise LookupError('a word\\nof mine')"), seed=5)
    seen, means, ask = lines_of("softmax", verdict)
    assert "“raise LookupError('a word\\nof mine')” raised LookupError: a word of mine" in seen
    assert means == "There your function stops."
    assert ask.endswith("?")


def test_an_error_inside_a_library_shows_the_line_that_called_it():
    verdict = verdict_of("softmax", program("softmax", "e = 1\nreturn np.swapaxes(S, 0, 7)"), seed=5)
    assert line_of(verdict.outcomes[0].error) == "return np.swapaxes(S, 0, 7)"


def test_an_error_in_a_function_that_theirs_calls_shows_the_innermost_of_their_lines():
    f = run_code("def inner(S):\n    return S @ S.shape[99]\n\ndef mine(S):\n    return inner(S)\n")
    assert line_of(verdict_of("softmax", f, seed=5).outcomes[0].error) == "return S @ S.shape[99]"


def test_where_users_have_no_packages_of_their_own_the_line_is_found(monkeypatch):
    monkeypatch.setattr(site, "getusersitepackages", lambda: None)  # as in Pyodide
    spec = importlib.util.spec_from_file_location("errors_anew", errors.__file__)
    anew = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(anew)
    error = verdict_of("softmax", program("softmax", "return S @ S.shape[99]"), seed=5).outcomes[0].error
    assert anew.line_of(error) == "return S @ S.shape[99]"


def test_code_without_a_source_has_no_line_but_words():
    known = {"np": np}
    exec("def mine(S):\n    return S @ 7", known)
    seen = lines_of("softmax", verdict_of("softmax", known["mine"], seed=5))[0]
    assert "your function raised ValueError: matmul" in seen


def test_a_long_story_is_cut():
    verdict = verdict_of("softmax", program("softmax", "raise ValueError('words ' * 500)"), seed=5)
    assert len(lines_of("softmax", verdict)[0]) < 400
