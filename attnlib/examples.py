"""The worked examples: words, X and the projection matrices, read from data/examples."""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from attnlib.attention import attend, merge_heads, project, split_heads
from attnlib.language import language

_HERE = Path(__file__).parent
_DATA = next(data for data in (_HERE / "data", _HERE.parent / "data") if data.is_dir()) / "examples"


@dataclass(frozen=True, eq=False)
class Example:
    """Words and all the numbers that attention starts from: X (..., n, d_model), W_Q (d_model, d_k), …"""

    name: str
    X: Any
    W_Q: Any
    W_K: Any
    W_V: Any  # (d_model, d_v)
    b_Q: Any = None
    b_K: Any = None
    b_V: Any = None
    W_O: Any = None  # (h*d_v, d_out), where there is an output projection
    b_O: Any = None
    heads: int | None = None
    keep: Any = None  # the mask that belongs to the example
    words: dict = field(default_factory=dict)  # language -> tokens, nested like the leading axes of X
    features: dict = field(default_factory=dict)  # language -> what each of the d_model numbers says
    vocabulary: dict = field(default_factory=dict)  # word -> (d_model,)
    figures: dict = field(default_factory=dict)  # name -> the published figures that ours must equal

    @property
    def tokens(self):
        """The tokens in the language in force: a list of n, or for a batch a list of such lists."""
        if self.words:
            return self.words[language()]
        row = [str(i) for i in range(self.X.shape[-2])]
        return row if self.X.ndim == 2 else [row] * len(self.X)

    @property
    def feature_names(self):
        """What each of the d_model numbers of a word says, in the language in force: a list, or None."""
        return self.features.get(language())

    def select(self, i):
        """The i-th sentence of a batch, alone: X (n, d_model)."""
        if self.X.ndim != 3 or not 0 <= i < len(self.X):
            raise ValueError(
                f"select: needs a batch with a sentence {i}, but X of {self.name} is {self.X.shape}."
            )
        return replace(self, X=self.X[i], words={code: tokens[i] for code, tokens in self.words.items()})

    def trace(self, keep=None, temperature=1.0):
        """Every step from Q to output -> Trace. Q is (..., n, d_k), with several heads (..., h, n, d_k)."""
        Q = project(self.X, self.W_Q, self.b_Q)
        K = project(self.X, self.W_K, self.b_K)
        V = project(self.X, self.W_V, self.b_V)
        if self.heads:
            Q, K, V = (split_heads(x, self.heads) for x in (Q, K, V))
        return replace(attend(Q, K, V, self.keep if keep is None else keep, temperature), source=self)

    def project_output(self, trace):
        """What follows the output where there is a W_O: heads side by side, times W_O, plus b_O."""
        output = merge_heads(trace.output) if self.heads else trace.output
        return project(output, self.W_O, self.b_O)


def load_example(name) -> Example:
    """The example of that name, read afresh."""
    arrays = load_arrays(name)
    if "W_Q" not in arrays or not {"X", "vocabulary"} & arrays.keys():
        raise ValueError(
            f"load_example: {name} holds {', '.join(arrays)}, but no X and W_Q: use load_arrays."
        )
    if "X" not in arrays:
        arrays["X"] = np.stack([embed(sentence, arrays["vocabulary"]) for sentence in arrays["words"]["zh"]])
    return Example(name=name, **arrays)


def load_arrays(name) -> dict:
    """Everything that data/examples/NAME.json holds, by name, numbers as float64 arrays."""
    path = _DATA / f"{name}.json"
    known = sorted(other.stem for other in _DATA.glob("*.json"))
    if name not in known:
        raise ValueError(f"load_example: there is no {name!r}; there are {', '.join(known)}.")
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored.pop("about")
    rng = np.random.default_rng(stored.pop("seed", None))
    arrays = {}
    for key, value in stored.items():
        same_as = isinstance(value, str) and value in arrays
        arrays[key] = arrays[value].copy() if same_as else _read(value, rng)
    return arrays


def embed(sentence, vocabulary):
    """Look each word up: list of n words -> (n, d_model). ValueError names a word that is not known."""
    unknown = [word for word in sentence if word not in vocabulary]
    if unknown:
        raise ValueError(
            f"embed: {unknown[0]!r} is not in the vocabulary, which knows {', '.join(vocabulary)}."
        )
    return np.stack([vocabulary[word] for word in sentence])


def _read(value, rng):
    """JSON to numpy: lists of numbers to arrays, {"normal": shape} to random ones; words stay as they are."""
    if isinstance(value, dict) and "normal" in value:
        return value.get("mean", 0) + value.get("sd", 1) * rng.standard_normal(value["normal"])
    if isinstance(value, dict):
        return {key: _read(inner, rng) for key, inner in value.items()}
    if isinstance(value, list):
        array = np.array(value)
        return value if array.dtype.kind == "U" else array if array.dtype == bool else array.astype(float)
    return value
