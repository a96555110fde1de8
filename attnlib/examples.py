"""Load the worked examples, words, X and the projection matrices, and the measured results."""

import json
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from attnlib.attention import Trace, attend, merge_heads, project, split_heads
from attnlib.languages import DATA, LANGUAGES, language

_EXAMPLES = DATA / "examples"
_RESULTS = DATA / "results"
_SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, eq=False)
class Example:
    """Hold words and all the numbers that attention starts from: X (..., n, d_model), W_Q (d_model, d_k), …

    The comments in the source say what each field is. An example without X holds Q, K and V themselves. Names
    that are the same in every language may be given as a list.

    Example:
        >>> Example("mine", X=np.eye(2), W_Q=np.eye(2), words=["cat", "fish"]).tokens
        ['cat', 'fish']
        >>> example = load_example("first_look")
        >>> example.tokens, example.X.shape, example.W_Q.shape
        (['small', 'cat', 'chases', 'fish'], (4, 6), (6, 3))
        >>> example.trace().weights.round(2)[1]
        array([0.01, 0.01, 0.96, 0.03])
    """

    name: str
    X: Any = None
    W_Q: Any = None
    W_K: Any = None
    W_V: Any = None  # (d_model, d_v)
    b_Q: Any = None
    b_K: Any = None
    b_V: Any = None
    W_O: Any = None  # (h*d_v, d_out), where there is an output projection
    b_O: Any = None
    heads: int | None = None
    keep: Any = None  # the mask that belongs to the example
    context: Any = None  # (..., m, d_model), the source of keys and values if it is not X
    Q: Any = None  # queries, keys and values, (..., n, d), if they are given and not projected
    K: Any = None
    V: Any = None
    words: Any = field(default_factory=dict)  # language -> tokens, nested like the leading axes of X
    context_words: Any = field(default_factory=dict)  # the same for the context, or for K where it is given
    orders: Any = None  # (k, n), the same words in other orders, as positions: k sentences
    # Names of columns, language -> list: of X, of Q and K, of V, and of the output after W_O.
    features: Any = field(default_factory=dict)  # d_model
    key_names: Any = field(default_factory=dict)  # d_k
    value_names: Any = field(default_factory=dict)  # d_v
    out_names: Any = field(default_factory=dict)  # d_out
    vocabulary: dict = field(default_factory=dict)  # word -> (d_model,)
    figures: dict = field(default_factory=dict)  # name -> the published figures that ours must equal

    def __post_init__(self) -> None:
        """Refuse words that are not as many as the rows they name: too many, or too few."""
        for name in ("words", "context_words", "features", "key_names", "value_names", "out_names"):
            if not isinstance(names := getattr(self, name), dict):
                object.__setattr__(self, name, dict.fromkeys(LANGUAGES, list(names)))
        _one_a_row("words", self.words, "X" if self.X is not None else "Q", self._starts, self._given_axes)
        own = "context_words" if self.context is not None or self.context_words else "words"
        _one_a_row(own, self.all_context_tokens, "K" if self.X is None else "context", *self._keys)

    @property
    def tokens(self) -> list:
        """The tokens in the current language: a list of n, or for a batch a list of these lists."""
        return _tokens(self.words, self.Q if self.X is None else self.X, self._given_axes)

    @property
    def context_tokens(self) -> list:
        """The tokens of keys and values: those of the context if there is one, else the same."""
        keys, axes = self._keys
        return self.tokens if keys is None else _tokens(self.all_context_tokens, keys, axes)

    @property
    def all_context_tokens(self) -> dict:
        """Language -> the tokens of keys and values."""
        return self.context_words if self.context is not None else self.context_words or self.words

    @property
    def feature_names(self) -> list[str] | None:
        """The names of the d_model columns of X in the current language, or None."""
        return self.features.get(language())

    def column_names(self, name: str) -> list[str] | None:
        """Return the names of the columns of a matrix in the current language, or None.

        Queries and keys meet number by number, so they share names.
        """
        return self.all_column_names(name).get(language())

    def all_column_names(self, name: str) -> dict[str, list[str]]:
        """Return language -> names of the columns, or {} if there is not one name for each column."""
        if name == "merged":  # 1 cat, 1 dog, 2 cat, 2 dog: those of each head
            heads = range(1, (self.heads or 1) + 1)
            names = self.all_column_names("V")
            return {code: [f"{k} {one}" for k in heads for one in row] for code, row in names.items()}
        # W_Q and b_Q have the columns of Q.
        of = {"context": "X", "output": "V", "projected": "O"}.get(name, name[-1])
        known = {"X": self.features, "Q": self.key_names, "K": self.key_names, "V": self.value_names}
        known["O"] = self.out_names
        names = known.get(of, {})
        return names if all(len(row) == self._width(of) for row in names.values()) else {}

    def _width(self, name: str) -> int:
        """Count the columns of X, of Q, K or V (of each head), or of W_O; 0 if there is none."""
        given, W = getattr(self, name, None), getattr(self, f"W_{name}", None)
        if given is not None:
            return given.shape[-1]
        if name == "O":
            return 0 if W is None else W.shape[-1]
        return 0 if W is None else W.shape[-1] // (self.heads or 1)

    @property
    def sentences(self) -> list["Example"]:
        """Its sentences one by one: those of a batch, or the same words in other orders, or itself."""
        if len(self._starts.shape) > self._given_axes:
            return [self.select(i) for i in range(len(self._starts))]
        if self.orders is None:
            return [self]
        return [self._reorder([int(i) for i in order]) for order in self.orders]

    def select(self, i: int) -> "Example":
        """Return the i-th sentence of a batch as an Example of its own: X (n, d_model)."""
        batch = self._starts
        if batch.ndim <= self._given_axes or not 0 <= i < len(batch):
            raise ValueError(
                f"select: needs a batch with a sentence {i}, but X of {self.name} is {batch.shape}."
            )
        one = {
            name: getattr(self, name)[i] for name in ("X", "Q", "K", "V") if getattr(self, name) is not None
        }
        one["words"] = {code: tokens[i] for code, tokens in self.words.items()}
        keys, axes = self._keys
        if keys is not None and keys.ndim > axes:  # else one context for all
            one |= {"context": self.context[i]} if self.context is not None else {}
            one["context_words"] = {code: tokens[i] for code, tokens in self.context_words.items()}
        if self.keep is not None and self.keep.ndim == 3:
            one["keep"] = self.keep[i if len(self.keep) > 1 else 0]
        return replace(self, **one)

    def with_positions(self, P: Any) -> "Example":
        """Return a batch of its sentences as they are, then of each with P (n, d_model) added to X.

        The words of the second half carry their positions, so that an explorer can show both: cat chases
        fish, and cat₀ chases₁ fish₂.
        """
        before = self.sentences
        after = [
            replace(one, X=one.X + P, words={code: placed(tokens) for code, tokens in one.words.items()})
            for one in before
        ]
        X = np.stack([one.X for one in before + after])
        words = {code: [one.words[code] for one in before + after] for code in self.words}
        return replace(self, X=X, words=words, orders=None)

    def trace(self, keep: Any = None, temperature: float = 1.0, scaling: str = "sqrt") -> Trace[np.ndarray]:
        """Project X and attend: return the Trace of every step from Q to output.

        Args:
            keep: the mask; None takes the example's own, if it has one
            temperature: as in `scale`
            scaling: as in `scale`
        Returns:
            A Trace with this example as its source; Q is (..., n, d_k), with several heads (..., h, n, d_k)
        """
        Q, K, V = self.Q, self.K, self.V
        if self.X is not None:
            context = self.X if self.context is None else self.context
            Q = project(self.X, self.W_Q, self.b_Q)
            K = project(context, self.W_K, self.b_K)
            V = project(context, self.W_V, self.b_V)
            if self.heads:
                Q, K, V = (split_heads(x, self.heads) for x in (Q, K, V))
        return replace(
            attend(Q, K, V, self.keep if keep is None else keep, temperature, scaling), source=self
        )

    def merge_output(self, trace: Trace, heads_on: Any = None) -> Any:
        """Put the outputs of all heads side by side, (..., n, h*d_v); zeros where heads_on (h,) is False."""
        if not self.heads:
            return trace.output
        output = trace.output if heads_on is None else trace.output * np.asarray(heads_on)[:, None, None]
        return merge_heads(output)

    def project_output(self, trace: Trace, heads_on: Any = None) -> Any:
        """Multiply the merged heads by W_O and add b_O."""
        return project(self.merge_output(trace, heads_on), self.W_O, self.b_O)

    @property
    def _starts(self) -> Any:
        """X, or the queries if they are given: the array whose leading axes tell a batch."""
        return self.Q if self.X is None else self.X

    @property
    def _keys(self) -> tuple[Any, int]:
        """What keys and values come from, if it is not X, and how many axes of it are one sentence."""
        return (self.K, self._given_axes) if self.X is None else (self.context, 2)

    @property
    def _given_axes(self) -> int:
        """The axes of `_starts` for one sentence: given queries come with an axis of heads."""
        return 3 if self.X is None and self.heads else 2

    def _reorder(self, order: list[int]) -> "Example":
        words = {code: [tokens[i] for i in order] for code, tokens in self.words.items()}
        return replace(self, X=self.X[order], words=words, orders=None)


def _tokens(words: dict, array: Any, axes: int) -> list:
    """Return the words in the current language, or the positions if there are no words."""
    if words:
        return words[language()]
    row = [str(i) for i in range(array.shape[-2])]
    return row if array.ndim == axes else [row] * len(array)


def _one_a_row(name: str, words: dict, of: str, array: Any, axes: int) -> None:
    """Raise ValueError unless there is one word for each row, in each language and each sentence."""
    if array is None:
        return
    is_batch = array.ndim > axes
    for code, given in words.items():
        counts = [len(tokens) for tokens in given] if is_batch else [len(given)]
        wanted = [array.shape[-2]] * (len(array) if is_batch else 1)
        if counts != wanted:
            raise ValueError(
                f"Example: {name}[{code!r}] needs one word for each row of {of} {array.shape}, "
                f"but has {' and '.join(map(str, counts))}: {given!r}."
            )


def placed(tokens: list[str]) -> list[str]:
    """Write its position below each token: cat₀ chases₁ fish₂."""
    return [token + str(p).translate(_SMALL) for p, token in enumerate(tokens)]


def load_example(name: str) -> Example:
    """Read data/examples/NAME.json, afresh at every call.

    Args:
        name: "first_look", for one; the error for an unknown name lists them all
    Returns:
        The Example
    Raises:
        ValueError: if there is none of this name

    Example:
        >>> load_example("hand_worked").tokens
        [['I', 'love', 'China'], ['the sun', 'turns', 'red']]
    """
    arrays = load_arrays(name)
    if "W_Q" not in arrays or not {"X", "vocabulary"} & arrays.keys():
        raise ValueError(
            f"load_example: {name} holds {', '.join(arrays)}, but no X and W_Q: use load_arrays."
        )
    if "X" not in arrays:
        arrays["X"] = np.stack([embed(sentence, arrays["vocabulary"]) for sentence in arrays["words"]["zh"]])
    return Example(name=name, **arrays)


def load_arrays(name: str) -> dict:
    """Return everything that data/examples/NAME.json holds, by name, numbers as float64 arrays."""
    path = _EXAMPLES / f"{name}.json"
    known = sorted(other.stem for other in _EXAMPLES.glob("*.json"))
    if name not in known:
        raise ValueError(f"load_example: there is no {name!r}; there are {', '.join(known)}.")
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored.pop("about")
    rng = np.random.default_rng(stored.pop("seed", None))
    arrays: dict = {}
    for key, value in stored.items():
        same_as = isinstance(value, str) and value in arrays
        arrays[key] = arrays[value].copy() if same_as else _read(value, rng)
    return arrays


def load_results(name: str) -> dict:
    """Read from data/results/NAME.json what `python -m tools.results.NAME` measured.

    Args:
        name: "cost", for one; the error for an unknown name lists them all
    Returns:
        The results by name, lists of numbers as arrays
    Raises:
        ValueError: if there are none of this name

    Example:
        >>> sorted(load_results("published"))
        ['cuts', 'texts']
    """
    path = _RESULTS / f"{name}.json"
    known = sorted(other.stem for other in _RESULTS.glob("*.json"))
    if name not in known:
        raise ValueError(f"load_results: there is no {name!r}; there are {', '.join(known)}.")
    return _read(json.loads(path.read_text(encoding="utf-8")), None)


def load_texts(name: str, code: str | None = None) -> Any:
    """Read texts from data/texts.json.

    Args:
        name: the error for an unknown name lists them all
        code: "en" or "zh"; by default the current language
    Returns:
        The texts of this name, a list or a string
    Raises:
        ValueError: if there are none of this name

    Example:
        >>> load_texts("apple"), load_texts("apple", "zh")
        (['eat apple', 'apple phone'], ['吃苹果', '苹果手机'])
    """
    texts = json.loads((DATA / "texts.json").read_text(encoding="utf-8"))
    if name not in texts:
        raise ValueError(f"load_texts: there is no {name!r}; there are {', '.join(texts)}.")
    return texts[name][code or language()]


def embed(sentence: list[str], vocabulary: dict[str, Any]) -> np.ndarray:
    """Look each of n words up in a vocabulary, word -> (d_model,): return (n, d_model).

    Example:
        >>> embed(["cat", "fish", "cat"], {"cat": np.array([1, 0]), "fish": np.array([0, 1])}).tolist()
        [[1, 0], [0, 1], [1, 0]]
    """
    unknown = [word for word in sentence if word not in vocabulary]
    if unknown:
        raise ValueError(
            f"embed: {unknown[0]!r} is not in the vocabulary, which knows {', '.join(vocabulary)}."
        )
    return np.stack([vocabulary[word] for word in sentence])


def _read(value: Any, rng: Any) -> Any:
    """Turn JSON to numpy: lists of numbers to arrays, {"normal": shape} to random ones; words stay."""
    if isinstance(value, dict) and "normal" in value:
        return value.get("mean", 0) + value.get("sd", 1) * rng.standard_normal(value["normal"])
    if isinstance(value, dict):
        return {key: _read(inner, rng) for key, inner in value.items()}
    if isinstance(value, list):
        array = np.array(value)
        return value if array.dtype.kind == "U" else array if array.dtype == bool else array.astype(float)
    return value
