"""The explorer: edit any number of attention, see what follows, ask why. ../js/explorer/ draws it."""

import gc
import inspect
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import traitlets

from attnlib._validate import SCALINGS
from attnlib.attention import Trace
from attnlib.draw.steps import COMPUTED
from attnlib.examples import Example, load_example
from classroom.explorer._challenges import to_prediction, to_puzzle
from classroom.explorer._config import config
from classroom.explorer._names import from_dict, meant, with_tokens
from classroom.explorer._state import (
    NUMBERS,
    HeadsOn,
    InvalidState,
    Mask,
    Numbers,
    fixed,
    keep_of,
    plain,
    to_example,
)
from classroom.explorer._texts import text
from classroom.explorer.words import read_sentence
from classroom.web.browser import BundledWidget, code, page
from classroom.web.registry import hold, view
from classroom.web.stored_state import stored_state

if TYPE_CHECKING:
    from attnlib.draw.plots import Picture

SHOWN = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scores", "weights", "output")
EDITABLE = (*NUMBERS, "temperature", "scaling", "keep", "heads_on")
CONTROLS = (
    "sentence", "head", "undo", "reset", "matrices", "scaling", "temperature", "mask", "copy", "large"
)  # fmt: skip

_STATE = (*NUMBERS, "keep", "temperature", "scaling", "sentence", "heads_on")
_LOOKS = {"head": 0, "large": False, "selected": None, "focus": None, "prediction": None, "judged": None}


class Explorer(BundledWidget):
    """Show every number of self-attention on one screen; an edit moves all that follows from it.

    Sizes: n words look at m words (n = m without `context`); X is (n, d_model), W_Q and W_K are
    (d_model, d_k), W_V is (d_model, d_v), with h heads (d_model, h*d). Arrays are read-only float64:
    assign a new one.

    Args:
        example: An `Example` or the name of one; a dict of an Example's fields, where missing fields come
            from the example called `name`; or a `Trace`, whose Q, K and V can then be edited. Without it, the
            numbers are your own: X, W_Q, W_K and W_V, or Q, K and V, as arrays, tensors, lists or tables.
        steps: The matrices to show, of X, context, W_Q, W_K, W_V, W_O, Q, K, V, scores, scaled, masked,
            weights and output. Default: all but scaled and masked.
        predict: `(step, row)` asks for the largest entry of that row, `(step, row, col)` for its value,
            before the picture shows it. Rows and columns are positions, tokens or names of columns.
        goal: `(step, row, col, ">" or "<", value)` or a list of such goals makes a puzzle; the step may also
            be merged (the outputs of all heads side by side) or projected (merged, times W_O). A string is
            the name of a puzzle in data/puzzles.toml, which brings the next four arguments and `edit`.
        par: How many changed entries solve the puzzle. Without it, it is called a task: perhaps none do.
        entries: `(low, high)`, the whole numbers to solve it with, or "signs", to change signs alone.
            Default: (-2, 2).
        hints: Sentences for the button "hint", shown one after the other.
        solution: Name of a matrix, or "keep" -> list of `(row, col, value)` to write, shown on request.
        edit: What may be changed: names of matrices and biases, "temperature", "scaling", "keep" (the mask)
            and "heads_on". Default: everything.
        heads: Split Q, K and V into this many heads.
        tokens: A name for each word, or a pair of lists if queries and keys are of different words.
        context: An `Example` with the same d_model, or its name: the words to look at.
        controls: Those that stand open, of sentence, head, undo (and redo), reset, matrices, scaling,
            temperature, mask, copy and large; the others wait behind one button. Default: all.
        plain: Whether words stand in for softmax and scaling where a weight is explained, for readers who
            have not been taught these.
        **traits: The first value of any trait below.

    Traits, which can be set and observed:
        X, context, W_Q, b_Q, W_K, b_K, W_V, b_V, W_O, b_O: The numbers; for a Trace, Q, K and V.
        keep: The mask, (n, m) bool, True where a word may look, or None.
        temperature: A number above 0. scaling: "sqrt", "none" or "d_k".
        heads_on: (h,) bool, False for a head that adds nothing; None: all heads are on.
        sentence, head: Which sentence of the example and which head are shown, counted from 0.
        selected: The chosen number as (step, row, col), or None. focus: The row in focus, or None.
        large: Whether type is large. prediction: The reader's answer, or None.
        judged: What had been changed when that was given, by name as in `state`: its verdict stays.
        trace: Read it: the `Trace` of today's numbers, for every head.

    Raises:
        ValueError: For numbers, names or options that do not fit. The explorer stays as it was.
        TypeError: For an example of another kind, for numbers that are missing, or an unknown option.

    Example:
        >>> from classroom import Explorer
        >>> explorer = Explorer("first_look", steps=("W_Q", "weights"))
        >>> explorer.trace.weights.round(2)[2].tolist()  # chases looks at fish
        [0.15, 0.03, 0.0, 0.83]
        >>> explorer.W_Q = explorer.W_Q * 0  # a word that looks for nothing looks everywhere alike
        >>> explorer.trace.weights[2].tolist()
        [0.25, 0.25, 0.25, 0.25]
        >>> own = Explorer(X=np.eye(2), W_Q=np.eye(2), W_K=np.eye(2), W_V=np.eye(2), tokens=["sun", "sea"])
        >>> own.trace.output.round(2).tolist()
        [[0.67, 0.33], [0.33, 0.67]]
    """

    X, context, W_Q, b_Q, W_K, b_K, W_V, b_V, W_O, b_O, Q, K, V = (Numbers() for _ in NUMBERS)
    keep = Mask()  # (n, m) bool, True: may look; None: no mask
    heads_on = HeadsOn()  # (h,) bool, True: this head is on; None: all are
    temperature = traitlets.Float(1.0).tag(sync=True)
    scaling = traitlets.Enum(SCALINGS, "sqrt").tag(sync=True)
    sentence = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    large = traitlets.Bool(False).tag(sync=True)
    selected: Any = traitlets.Tuple(default_value=None, allow_none=True).tag(sync=True)  # (step, row, col)
    focus = traitlets.Int(None, allow_none=True).tag(sync=True)  # the row in focus; the others recede
    prediction = traitlets.Any(None, allow_none=True).tag(sync=True)  # the reader's answer
    judged: Any = traitlets.Any(None, allow_none=True).tag(sync=True)  # what had changed then, by name
    trace: Trace[np.ndarray] = traitlets.Instance(Trace, allow_none=True)  # type: ignore[assignment]

    _code = code("explorer")
    _fixed = traitlets.Dict().tag(sync=True)  # constants: words, sentences, what may be edited
    _kept = traitlets.Bool(False).tag(sync=True)  # whether the reader's numbers outlived a run of the cell
    _edit = traitlets.Int(0).tag(sync=True)  # counts the browser's changes
    _followed = traitlets.Int(0).tag(sync=True)  # the last of them that Python has taken over

    def __init__(
        self,
        example: Example | Trace | dict[str, Any] | str | None = None,
        steps: Iterable[str] | None = None,
        *,
        predict: tuple | None = None,
        goal: str | Sequence | None = None,
        par: int | None = None,
        entries: tuple[int, int] | str | None = None,
        hints: Sequence[str] | None = None,
        solution: Mapping[str, Sequence] | None = None,
        edit: Iterable[str] | None = None,
        heads: int | None = None,
        tokens: Sequence[str] | tuple[Sequence[str], Sequence[str]] | None = None,
        context: Example | str | None = None,
        controls: Iterable[str] | None = None,
        plain: bool = False,
        **traits: Any,
    ) -> None:
        if example is None:  # the numbers themselves are given
            example = {name: traits.pop(name) for name in NUMBERS if traits.get(name) is not None}
        start, given = _read(example, heads, tokens, context)
        self._sentences = start.sentences
        self._loading_sentence = None
        self._computed: tuple = None, None  # the last inputs, and their trace
        self._settled: dict[str, Any] | None = None  # the state in which its cell has left it
        self.start = first = self._sentences[0]
        given = {"keep": first.keep, **given, **traits}
        names = set(given) - set(self.trait_names())
        if names:
            hint = meant(min(names), [*self.trait_names(), *inspect.signature(Explorer.__init__).parameters])
            raise TypeError(f"Explorer: {', '.join(sorted(names))} is nothing that it knows{hint}")
        numbers = {name: getattr(first, name) for name in NUMBERS if getattr(first, name) is not None}
        trace = self._compute({**numbers, "keep": first.keep})
        puzzle = to_puzzle(goal, par, entries, hints, solution, edit, _shown(first, trace))
        edit = _among("edit", puzzle.pop("edit"), EDITABLE)
        steps = _among("steps", steps, dict.fromkeys((*NUMBERS, *COMPUTED)))
        controls = _among("controls", controls, CONTROLS)
        self._goals = puzzle["goals"]
        self._question = to_prediction(predict, trace)
        super().__init__(
            **(numbers | given),
            _fixed=fixed(
                self._sentences,
                config=config(),
                steps=steps or SHOWN,
                edit=edit or EDITABLE,
                only=edit,
                controls=controls,
                plain=plain,
                question=self._question,
                **puzzle,
            ),
        )
        hold(self)

    @classmethod
    def of(cls, sentence: str, **options: Any) -> Self:
        """Return the explorer of a sentence of your own, of 2 to 12 words in English or Chinese.

        The vectors of the words are cut from a trained model, multilingual-e5-small. W_Q and W_K were trained
        so that a verb or an adjective and the nouns that suit it look at each other. They know nothing of
        order and grammar, and a word has one vector for all its meanings.

        Args:
            sentence: The words; Chinese needs no spaces.
            **options: As `Explorer` takes them. Default: the weights are shown, and what may be changed are
                the temperature, the scaling and the mask.

        Raises:
            ValueError: If a word is not in the table, or if there are too many or too few.

        Example:
            >>> from classroom import Explorer
            >>> trace = Explorer.of("eat apple").trace
            >>> trace.weights.argmax(-1).tolist()  # they look at each other
            [1, 0]
        """
        usual = {
            "steps": "weights",
            "edit": ("temperature", "scaling", "keep"),
            "controls": ("temperature", "mask"),
        }
        return cls(read_sentence(sentence), **usual | options)

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and not hasattr(type(self), name):
            hint = meant(name, [*_STATE, *_LOOKS])
            if hint != ".":
                raise AttributeError(f"Explorer: there is no {name}{hint}")
        super().__setattr__(name, value)

    def load(self, state: dict[str, Any] | str) -> Self:
        """Take over a state, all of it or nothing.

        Args:
            state: A dict as `state` gives it: missing names stay as they are, but a "sentence" brings its own
                X and mask. Or the line that the button "copy state" gives: missing names are as the example
                begins.

        Returns:
            The explorer itself.

        Raises:
            ValueError: For a name or a value that does not fit, or for a line of another explorer.

        Example:
            >>> from classroom import Explorer
            >>> Explorer("first_look").load({"temperature": 2.0}).temperature
            2.0
            >>> Explorer("first_look").load('{"example":"first_look","temperature":2}').temperature
            2.0
        """
        names: tuple[str, ...] = _STATE
        if isinstance(state, str):
            state, names = self._read(state), (*_STATE, *_LOOKS)
        unknown = set(state) - set(names)
        if unknown:
            hint = meant(min(unknown), names)
            raise ValueError(f"load: {', '.join(sorted(unknown))} is not of {', '.join(names)}{hint}")
        if "sentence" in state:
            state = {**self._numbers_of(state["sentence"]), **state}
        with self._numbers_come_along(state), self.hold_sync(), self.hold_trait_notifications():
            for name, value in state.items():
                setattr(self, name, value)
        return self

    def _read(self, line) -> dict[str, Any]:
        """Return the state that a copied line stands for, with every name."""
        try:
            given = json.loads(line)
        except (ValueError, RecursionError):
            is_old = "Explorer(" in line or ".load(" in line
            raise ValueError(f"load: {text('old_state' if is_old else 'unreadable')}") from None
        if not isinstance(given, dict):
            raise ValueError(f"load: {text('unreadable')}")
        if given.pop("example", self.start.name) != self.start.name:
            raise ValueError(f"load: {text('other_explorer')}")
        if not (self._is_place(given.get("selected")) and self._is_answer(given.get("prediction"))):
            raise ValueError(f"load: {text('not_loaded')}")
        return self._beginning(given.get("sentence", 0)) | given

    def _is_place(self, selected):
        known = (*NUMBERS, *COMPUTED, "merged", "projected")
        return selected is None or (
            isinstance(selected, list)
            and len(selected) == 3
            and selected[0] in known
            and all(type(k) is int and k >= 0 for k in selected[1:])
        )

    def _is_answer(self, prediction):
        if prediction is None or self._question is None:
            return prediction is None
        if type(prediction) not in (int, float) or not np.isfinite(prediction):
            return False
        return self._question["col"] is not None or prediction in range(len(self.start.context_tokens))

    def _beginning(self, i):
        """Return the state and the looks with which sentence i of the example begins, by name."""
        numbers = {
            name: getattr(self.start, name) for name in NUMBERS if getattr(self.start, name) is not None
        }
        usual = {"temperature": 1.0, "scaling": "sqrt", "heads_on": None, "sentence": i}
        return numbers | self._numbers_of(i) | usual | _LOOKS

    def page_state(self) -> dict[str, Any]:
        """Return the constants, and as "state" the dict that the button "copy state" writes as a line."""
        start = self._beginning(self.sentence) | {"sentence": 0}
        now = {name: getattr(self, name) for name in start}
        differs = {name: plain(value) for name, value in now.items() if not _same(value, start[name])}
        name = {"example": self.start.name} if self.start.name else {}
        return {"_fixed": self._fixed, "state": name | differs}

    @property
    def state(self) -> dict[str, Any]:
        """Return all that can be edited, by name, as lists and numbers that JSON can hold.

        Example:
            >>> from classroom import Explorer
            >>> explorer = Explorer("first_look", temperature=2.0)
            >>> explorer.state["temperature"], explorer.state["keep"]
            (2.0, None)
        """
        values = {name: plain(getattr(self, name)) for name in _STATE}
        return {
            name: value for name, value in values.items() if value is not None or name in ("keep", "heads_on")
        }

    @property
    def example(self) -> Example:
        """Return the `Example` with today's numbers and today's mask.

        Example:
            >>> from attnlib import causal_mask
            >>> from classroom import Explorer
            >>> explorer = Explorer("first_look", keep=causal_mask(4))
            >>> bool((explorer.example.trace().weights == explorer.trace.weights).all())
            True
        """
        return self._with({})

    def settle(self, before: object) -> None:
        """Keep the reader's numbers when its cell is run again: those of the explorer that it made before.

        Its cell has run. If that has made the same explorer as before, what has happened to the other since
        is what its reader has changed.
        """
        if self._settled is not None:
            return
        self._settled = self.state
        if (
            isinstance(before, Explorer)
            and before._fixed == self._fixed
            and before._settled == self._settled != before.state
        ):
            self.load(before.state)
            self._kept = True

    def picture(self) -> "Picture":
        """Return the same state as a `Picture`; before a prediction, only what comes before its step."""
        from classroom.explorer._still import still

        question = self._question if self._hides() else None
        return still(self.example, self.trace, self.head, self._fixed["steps"], question)

    def save_html(self, path: str | os.PathLike) -> None:
        """Write one HTML page that is live without Python and loads nothing from the network.

        What a reader does there is kept in the address behind the #, so a link restores it.

        Args:
            path: The file to write. Its size is about 130 kB, and 11 bytes more for each input number.

        Raises:
            OSError: If the file cannot be written.

        Example:
            >>> import tempfile, pathlib
            >>> from classroom import Explorer
            >>> path = pathlib.Path(tempfile.mkdtemp(), "explorer.html")
            >>> Explorer("first_look").save_html(path)
            >>> path.read_text(encoding="utf-8")[:15]
            '<!DOCTYPE html>'
        """
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(page(self, "explorer", text("title")))

    def __repr__(self):
        return self.picture().alt

    def _repr_mimebundle_(self, **options):
        shown = view(self, self)
        data, metadata = self.picture()._repr_mimebundle_()
        gc.collect()  # a figure holds itself in circles, 15 MiB that would stay for many cells
        return shown | data | stored_state("explorer", self), metadata

    # Keeping the state consistent

    def set_state(self, sync_data):
        with self._numbers_come_along(sync_data):
            super().set_state(sync_data)

    @contextmanager
    def _numbers_come_along(self, state):
        """While a state is loaded, a new `sentence` must not overwrite X and keep with its own numbers."""
        self._loading_sentence = state.get("sentence")
        try:
            yield
        finally:
            self._loading_sentence = None

    @traitlets.validate(*NUMBERS, "keep", "temperature", "scaling")
    def _fits(self, proposal):
        try:
            self._compute({proposal.trait.name: proposal.value})
        except ValueError as error:
            raise InvalidState(str(error)) from None
        return proposal.value

    @traitlets.validate("sentence", "head", "focus")
    def _exists(self, proposal):
        name, value = proposal.trait.name, proposal.value
        if value is None:
            return None
        heads, words = self.start.heads or 1, len(self.start.tokens)
        self._check_index(
            name, value, {"sentence": len(self._sentences), "head": heads, "focus": words}[name]
        )
        if name == "sentence" and value not in (self._loading_sentence, self.sentence):
            self._compute({"sentence": value, **self._numbers_of(value)})
        return value

    @traitlets.observe(*_STATE)
    def _follow(self, change):
        if change.name == "sentence" and change.new != self._loading_sentence:
            with self.hold_sync(), self.hold_trait_notifications():
                for name, value in self._numbers_of(change.new).items():
                    setattr(self, name, value)
        self.trace = self._compute({})

    @traitlets.observe("_edit")
    def _acknowledge(self, change):
        self._followed = change.new

    def _check_index(self, name, i, count):
        if i not in range(count):
            raise InvalidState(f"Explorer: {name} needs to be from 0 to {count - 1}, but is {i!r}.")

    def _numbers_of(self, i):
        """Return what belongs to sentence i alone, by name: its X (and context) or Q, K, V, and its mask."""
        self._check_index("sentence", i, len(self._sentences))
        sentence = self._sentences[i]
        own = ("X", "context") if sentence.X is not None else ("Q", "K", "V")
        numbers = {name: getattr(sentence, name) for name in own if getattr(sentence, name) is not None}
        return {**numbers, "keep": sentence.keep}

    def _with(self, changed):
        i = changed.get("sentence", self.sentence)
        self._check_index("sentence", i, len(self._sentences))
        numbers = {
            name: changed[name] if name in changed else getattr(self, name) for name in (*NUMBERS, "keep")
        }
        return replace(self._sentences[i], **numbers)

    def _compute(self, changed):
        """Return the trace with these changes; ValueError if they do not fit.

        A proposed state is computed when it is validated, and asked for again once it has been set: the last
        trace is kept.
        """
        names = (*NUMBERS, "keep", "temperature", "scaling", "sentence")
        inputs = [changed[name] if name in changed else getattr(self, name) for name in names]
        before, trace = self._computed
        if before is not None and all(map(_same, inputs, before)):
            return trace
        example = self._with(changed)
        temperature, scaling = (changed.get(name, getattr(self, name)) for name in ("temperature", "scaling"))
        if not temperature > 0:
            raise ValueError(f"Explorer: temperature needs to be positive, but is {temperature!r}.")
        with np.errstate(all="ignore"):  # what overflows is refused; NumPy need not warn of it as well
            trace = example.trace(temperature=temperature, scaling=scaling)
            if example.W_O is not None:
                example.project_output(trace)
        self._computed = inputs, trace
        return trace

    def _hides(self):
        return self._question is not None and self.prediction is None


def _read(example, heads, tokens, context):
    """Resolve `example` to an Example and the traits it brings: a Trace has mask, temperature and scaling."""
    given = {}
    if isinstance(example, str):
        example = load_example(example)
    elif isinstance(example, dict) and example:
        example = from_dict(example)
    elif isinstance(example, Trace):
        given = {"temperature": example.temperature, "scaling": example.scaling, "keep": keep_of(example)}
        example = example.source or to_example(example)
    if not isinstance(example, Example):
        raise TypeError(
            "Explorer: needs an Example, the name of one, what attend returns, or your own numbers by name, "
            "as in Explorer(X=…, W_Q=…, W_K=…, W_V=…, tokens=[…]), "
            f"but is given {'nothing' if isinstance(example, dict) else type(example).__name__}."
        )
    example = with_tokens(example, tokens)
    if heads is not None:
        example = replace(example, heads=heads)
    if context is not None:
        context = load_example(context) if isinstance(context, str) else context
        example = replace(example, context=context.X, context_words=context.words, keep=None)
    return example, given


def _same(a, b):
    return a is b or (type(a) is type(b) and np.array_equal(a, b))


def _shown(example, trace):
    """Return all matrices that a goal can speak of: those of the trace, and those of all heads together."""
    after = {"merged": example.merge_output(trace)}
    if example.W_O is not None:
        after["projected"] = example.project_output(trace)
    return SimpleNamespace(**dict(trace), **after, source=trace.source)


def _among(name, given, known):
    given = None if given is None else (given,) if isinstance(given, str) else tuple(given)
    for one in given or ():
        if one not in known:
            hint = meant(str(one), known)
            raise ValueError(
                f"Explorer: {name} needs to be among {', '.join(known)}, but {one!r} is not{hint}"
            )
    return given
