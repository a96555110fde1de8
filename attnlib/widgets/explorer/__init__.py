"""The explorer: edit any number of attention, watch what follows, ask why. js/ draws it."""

import gc
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import anywidget
import numpy as np
import traitlets

from attnlib._validate import SCALINGS
from attnlib.attention import Trace
from attnlib.draw.steps import COMPUTED
from attnlib.examples import Example, load_example
from attnlib.widgets._browser import LOADER, code, page
from attnlib.widgets._registry import hold, reopen
from attnlib.widgets._stored_state import stored_state
from attnlib.widgets.explorer._challenges import ENTRIES, differences, solved, to_goals, to_par, to_prediction
from attnlib.widgets.explorer._facts import facts
from attnlib.widgets.explorer._recipe import from_dict, recipe
from attnlib.widgets.explorer._state import (
    NUMBERS,
    HeadsOn,
    Mask,
    Misfit,
    Numbers,
    fixed,
    keep_of,
    plain,
    to_example,
)
from attnlib.widgets.explorer._still import still
from attnlib.widgets.explorer._texts import text

SHOWN = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scores", "weights", "output")
EDITABLE = (*NUMBERS, "temperature", "scaling", "keep", "heads_on")

_VIEW = "application/vnd.jupyter.widget-view+json"
_STATE = (*NUMBERS, "keep", "temperature", "scaling", "sentence", "heads_on")


class Explorer(anywidget.AnyWidget):
    """Every number of self-attention on one screen: change one, and all that follows moves at once.

    example is an Example or the name of one; or a dict of an Example's fields, those that it leaves out being
    as in the example of its name; or a Trace, whose Q, K and V can then be edited. steps are the matrices to
    show, of X W_Q W_K W_V Q K V scores scaled masked weights output (default: all but scaled and masked).
    edit names what may be changed, of the same matrices, their biases, temperature, scaling, keep, which is
    the mask, and heads_on (default: all). heads splits Q, K and V; context, another Example with the same
    d_model, gives the tokens that are looked at. predict=(step, row) asks which entry of that row will be
    the largest, and (step, row, col) for its value, before the picture shows it. goal=(step, row, col, ">"
    or "<", value), or a list of such, lights up when it is met; its step may also be merged, the outputs of
    all heads side by side, or projected, these times W_O. Rows and columns are positions, tokens or names of
    columns.

    X, W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O (for a Trace Q, K, V), keep, temperature, scaling ("sqrt",
    "none", "d_k"), heads_on (h of True and False: a head that is off adds nothing; None: all are on),
    sentence, head, large, selected and focus (a row) can be set and observed; arrays are float64, read-only:
    assign a new one. Raises ValueError or TypeError for what does not fit, and stays as it was.
    """

    _esm = LOADER

    X, context, W_Q, b_Q, W_K, b_K, W_V, b_V, W_O, b_O, Q, K, V = (Numbers() for _ in NUMBERS)
    keep = Mask()  # (n, m) bool, True: may look; None: no mask
    heads_on = HeadsOn()  # (h,) bool, True: this head is on; None: all are
    temperature = traitlets.Float(1.0).tag(sync=True)
    scaling = traitlets.Enum(SCALINGS, "sqrt").tag(sync=True)
    sentence = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    large = traitlets.Bool(False).tag(sync=True)
    selected = traitlets.Tuple(default_value=None, allow_none=True).tag(sync=True)  # (step, row, col)
    focus = traitlets.Int(None, allow_none=True).tag(sync=True)  # the row behind which the others recede
    prediction = traitlets.Any(None, allow_none=True).tag(sync=True)  # what the reader has said
    trace = traitlets.Instance(Trace, allow_none=True)  # what the screen shows, for every head

    _links: dict = {}  # (other, *names) -> what ends that link
    _code = code("explorer")
    _fixed = traitlets.Dict().tag(sync=True)  # what never changes: words, sentences, what may be edited
    _edit = traitlets.Int(0).tag(sync=True)  # the number of the browser's last change
    _followed = traitlets.Int(0).tag(sync=True)  # and of the last that Python has taken over

    def __init__(
        self,
        example,
        steps=None,
        *,
        predict=None,
        goal=None,
        par=None,
        entries=ENTRIES,
        edit=None,
        heads=None,
        context=None,
        **traits,
    ):
        example, given = _read(example, heads, context)
        self._sentences = example.sentences
        self._told_sentence = None
        self.start = first = self._sentences[0]
        given = {"keep": first.keep, **given, **traits}
        names = set(given) - set(self.trait_names())
        if names:
            raise TypeError(f"Explorer: {', '.join(sorted(names))} is nothing that it knows.")
        trace = first.trace()
        edit = _among("edit", edit, EDITABLE)
        steps = _among("steps", steps, (*NUMBERS, *COMPUTED))
        self._goals = to_goals(goal, _shown(first, trace))
        par = to_par(par, entries, self._goals)
        self._question = to_prediction(predict, trace)
        self._links = {}
        numbers = {name: getattr(first, name) for name in NUMBERS if getattr(first, name) is not None}
        super().__init__(
            **(numbers | given),
            _fixed=fixed(
                self._sentences,
                facts=facts(),
                steps=steps or SHOWN,
                edit=edit or EDITABLE,
                goals=self._goals,
                only=edit,
                question=self._question,
                recipe=recipe(example, self._sentences, steps, edit, self._question, self._goals, **par),
                **par,
            ),
        )
        hold(self)

    def load(self, state):
        """Take over a state as `state` gives it, or as the button "copy state" writes it; returns itself."""
        unknown = set(state) - set(_STATE)
        if unknown:
            raise ValueError(f"load: {', '.join(sorted(unknown))} is not of {', '.join(_STATE)}.")
        if "sentence" in state:
            state = {**self._numbers_of(state["sentence"]), **state}
        with self._numbers_come_along(state), self.hold_sync(), self.hold_trait_notifications():
            for name, value in state.items():
                setattr(self, name, value)
        return self

    @property
    def state(self):
        """All that can be edited, as plain lists and numbers, by name; no mask, or no head off, is None."""
        values = {name: plain(getattr(self, name)) for name in _STATE}
        return {
            name: value for name, value in values.items() if value is not None or name in ("keep", "heads_on")
        }

    @property
    def example(self):
        """What the screen starts from: the example with today's numbers."""
        return self._with({})

    @property
    def solved(self):
        """Whether every goal is met now; False where there is none."""
        return bool(self._goals) and solved(self._goals, self._shown, self.head)

    @property
    def within_par(self):
        """Whether every goal is met now in at most par changed entries, all of them in range; else False.

        What counts as changed differs from the example, of what may be edited: what "reset" brings back.
        """
        par, (low, high) = self._fixed["par"], self._fixed["entries"]
        numbers, others = self._changed()
        in_range = all(low <= x <= high for x in numbers)
        return par is not None and self.solved and len(numbers) + others <= par and in_range

    @property
    def merged(self):
        """The outputs of all heads side by side, (n, h*d_v), of heads that are off zeros."""
        return self._shown.merged

    @property
    def projected(self):
        """The same times W_O, plus b_O; None where the example has no W_O."""
        return getattr(self._shown, "projected", None)

    @property
    def _shown(self):
        return _shown(self.example, self.trace, self.heads_on)

    def link(self, other, *names):
        """Let both explorers share these numbers (default: all that both have) from now on."""
        both = (n for n in _STATE if np.shape(getattr(self, n)) == np.shape(getattr(other, n)))
        names = names or tuple(both)

        def there(change):
            setattr(other, change.name, change.new)

        def back(change):
            setattr(self, change.name, change.new)

        def unlink():
            self.unobserve(there, names)
            other.unobserve(back, names)

        if (other, *names) in self._links:
            self._links[other, *names]()  # or each would be told twice
        for name in names:
            setattr(other, name, getattr(self, name))
        self.observe(there, names)
        other.observe(back, names)
        self._links[other, *names] = other._links[self, *names] = unlink

    def close(self):
        """Let go of the browser and of linked explorers. Shown once more, it is alive again, but alone."""
        if self.comm is None:
            return
        for (other, *names), unlink in list(self._links.items()):
            unlink()
            del self._links[other, *names], other._links[self, *names]
        self.layout.close()
        super().close()
        del self.__dict__["_repr_mimebundle_"]  # by which ipywidgets would have it never be shown again

    def picture(self):
        """The same state as a Picture; before a prediction is made, only what comes before its step."""
        question = self._question if self._hides() else None
        return still(self.example, self.trace, self.head, self._fixed["steps"], question)

    def save_html(self, path):
        """Write one page that is live without Python and asks the network for nothing.

        Whatever a reader does there stands in its address, behind the #, from which the page opens as it was
        left. It has about 180 kB, and 11 bytes more for each number of the inputs.
        """
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(page(self, "explorer", text("title")))

    def __repr__(self):
        return self.picture().alt

    def _repr_mimebundle_(self, **options):
        reopen(self)
        hold(self)
        bundle: Any = super()._repr_mimebundle_(**options)
        view = bundle[0] if isinstance(bundle, tuple) else bundle
        data, metadata = self.picture()._repr_mimebundle_()
        gc.collect()  # a figure is a knot of references, whose 15 MiB would stay for many cells more
        return {_VIEW: view[_VIEW]} | data | stored_state("explorer", self), metadata

    # What must hold together

    def set_state(self, sync_data):
        with self._numbers_come_along(sync_data):
            super().set_state(sync_data)

    @contextmanager
    def _numbers_come_along(self, state):
        """Meanwhile the sentence of that state, if it has one, brings no numbers of its own."""
        self._told_sentence = state.get("sentence")
        try:
            yield
        finally:
            self._told_sentence = None

    @traitlets.validate(*NUMBERS, "keep", "temperature", "scaling")
    def _fits(self, proposal):
        try:
            self._compute({proposal.trait.name: proposal.value})
        except ValueError as error:
            raise Misfit(str(error)) from None
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
        if name == "sentence" and value not in (self._told_sentence, self.sentence):
            self._compute({"sentence": value, **self._numbers_of(value)})
        return value

    @traitlets.observe("sentence")
    def _show_sentence(self, change):
        if change.new != self._told_sentence:
            with self.hold_sync(), self.hold_trait_notifications():
                for name, value in self._numbers_of(change.new).items():
                    setattr(self, name, value)

    @traitlets.observe(*_STATE)
    def _follow(self, _):
        self.trace = self._compute({})

    @traitlets.observe("_edit")
    def _acknowledge(self, change):
        self._followed = change.new

    def _check_index(self, name, i, count):
        if i not in range(count):
            raise Misfit(f"Explorer: {name} needs to be from 0 to {count - 1}, but is {i!r}.")

    def _numbers_of(self, i):
        """What belongs to that sentence alone: its X, and its mask."""
        self._check_index("sentence", i, len(self._sentences))
        sentence = self._sentences[i]
        own = ("X", "context") if sentence.X is not None else ("Q", "K", "V")
        numbers = {name: getattr(sentence, name) for name in own if getattr(sentence, name) is not None}
        return {**numbers, "keep": sentence.keep}

    def _with(self, changed):
        i = changed.get("sentence", self.sentence)
        self._check_index("sentence", i, len(self._sentences))
        numbers = {name: changed.get(name, getattr(self, name)) for name in NUMBERS}
        return replace(self._sentences[i], **numbers, keep=None)

    def _compute(self, changed):
        """The trace with these changes; ValueError if they do not fit."""
        example = self._with(changed)
        keep, temperature, scaling = (
            changed.get(name, getattr(self, name)) for name in ("keep", "temperature", "scaling")
        )
        if not temperature > 0:
            raise ValueError(f"Explorer: temperature needs to be positive, but is {temperature!r}.")
        with np.errstate(all="ignore"):  # what grows too large is refused, and need not be warned of as well
            trace = example.trace(keep=keep, temperature=temperature, scaling=scaling)
            if example.W_O is not None:
                example.project_output(trace)
        return trace

    def _changed(self):
        """What the reader has changed: the numbers that now stand there, and how many other things."""
        shape, heads = (len(self.start.tokens), len(self.start.context_tokens)), self.start.heads or 1
        begun = {"temperature": 1.0, "scaling": "sqrt", "heads_on": None}
        begun |= {name: getattr(self.start, name) for name in NUMBERS}
        begun |= self._numbers_of(self.sentence)
        now = {name: getattr(self, name) for name in (*NUMBERS, *begun)}
        for state in (now, begun):
            state["keep"] = np.ones(shape, dtype=bool) if state["keep"] is None else state["keep"]
            state["heads_on"] = np.ones(heads, dtype=bool) if state["heads_on"] is None else state["heads_on"]
        edited = {name: x for name, x in begun.items() if name in self._fixed["edit"] and x is not None}
        return differences(now, edited)

    def _hides(self):
        return self._question is not None and self.prediction is None


def _read(example, heads, context):
    """The Example that is meant, and what else it says: a trace has a mask and a temperature."""
    given = {}
    if isinstance(example, str):
        example = load_example(example)
    elif isinstance(example, dict):
        example = from_dict(example)
    elif isinstance(example, Trace):
        given = {"temperature": example.temperature, "scaling": example.scaling, "keep": keep_of(example)}
        example = example.source or to_example(example)
    if not isinstance(example, Example):
        raise TypeError(
            "Explorer: needs an Example, the name of one, or what attend returns, "
            f"but is given {type(example).__name__}."
        )
    if heads is not None:
        example = replace(example, heads=heads)
    if context is not None:
        context = load_example(context) if isinstance(context, str) else context
        example = replace(example, context=context.X, context_words=context.words, keep=None)
    return example, given


def _shown(example, trace, heads_on=None):
    """All matrices that the screen can show, by name: those of the trace, and what follows all heads."""
    after = {"merged": example.merge_output(trace, heads_on)}
    if example.W_O is not None:
        after["projected"] = example.project_output(trace, heads_on)
    return SimpleNamespace(**dict(trace), **after, source=trace.source)


def _among(name, given, known):
    given = None if given is None else (given,) if isinstance(given, str) else tuple(given)
    for one in given or ():
        if one not in known:
            raise ValueError(f"Explorer: {name} needs to be among {', '.join(known)}, but {one!r} is not.")
    return given
