"""A language model at work: what it would write next, how a token is chosen, and where a head looks."""

import json
import os
from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
import traitlets

from attnlib.languages import DATA, language, text_from, texts_of
from classroom.desk._step import NAMED, pack, pack_row, read
from classroom.web.browser import BundledWidget, code, page
from classroom.web.registry import hold, view
from classroom.web.stored_state import stored_state

text = text_from(__file__)

REMEMBERED = 64  # steps; each is some hundred kB


class WritingDesk(BundledWidget):
    """Write with a language model, token by token: see each choice before it is made, and turn its dials.

    Without a model, or in a page without Python, the desk shows texts that are stored for some prompts.

    Args:
        model: A model, as `load_writer()` returns it, or `load_writer` itself: it is called when the reader
            first does something. Where the model has not been fetched, the desk shows what is stored.
        prompt: What stands before the first token; or several prompts, between which the reader chooses.
        temperature: From 0, always the likeliest token, to 2.
        top_k: Draw from this many likeliest tokens, at most 10; None is all.
        top_p: Draw from the likeliest tokens that together reach this probability; None is all.
        seed: The same seed gives the same text.
        at: The block and the head whose attention lights the words.

    Attributes:
        taken: The tokens that were written after the prompt, by number.
        text: The prompt, and what was written after it.

    Raises:
        ValueError: If there is no model, and nothing stored for a prompt.
        traitlets.TraitError: If a dial cannot be set so.

    Example:
        >>> desk = WritingDesk(prompt="The capital of France is")
        >>> desk.text
        'The capital of France is'
    """

    prompt = traitlets.Unicode().tag(sync=True)
    taken = traitlets.List(traitlets.Int()).tag(sync=True)
    temperature = traitlets.Float(min=0, max=2).tag(sync=True)
    top_k = traitlets.Int(min=1, max=10, allow_none=True).tag(sync=True)
    top_p = traitlets.Float(min=0, max=1, allow_none=True).tag(sync=True)
    seed = traitlets.Int(min=0).tag(sync=True)
    at = traitlets.Tuple(traitlets.Int(), traitlets.Int()).tag(sync=True)

    _code = code("desk")
    _fixed = traitlets.Dict().tag(sync=True)
    _live = traitlets.Bool().tag(sync=True)  # whether there may be a model
    _live_asked = traitlets.Dict().tag(sync=True)
    _live_answer = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        model: Any = None,
        prompt: str | Sequence[str] = "The capital of France is",
        *,
        temperature: float = 0.8,
        top_k: int | None = 10,
        top_p: float | None = None,
        seed: int = 1,
        at: tuple[int, int] = (23, 4),
    ):
        self._model = model
        self._reader: _Reader | None = None
        prompts = [prompt] if isinstance(prompt, str) else list(prompt)
        kept = json.loads((DATA / "results" / "desk.json").read_text("utf-8"))
        known = {one["prompt"]: one for one in kept["prompts"]}
        stored = [known[one] for one in prompts if one in known]
        if model is None and len(stored) < len(prompts):
            raise ValueError(
                f"WritingDesk: without a model there are only stored prompts: {', '.join(map(repr, known))}."
            )
        super().__init__(
            prompt=prompts[0],
            temperature=temperature,
            top_k=top_k,
            top_p=top_p,
            seed=seed,
            at=at,
            _live=model is not None,
            _fixed={
                "language": language(),
                "texts": texts_of(__file__),
                "stored": stored,
                "heads": kept["heads"],
            },
        )
        hold(self)

    @property
    def text(self) -> str:
        """The prompt, and what was written after it."""
        if self._reader is not None:
            return self._reader.model.decode(self._reader.model.encode(self.prompt) + self.taken)
        return self.prompt + "".join(self._stored()["pieces"][f"{id}"] for id in self.taken)

    def save_html(self, path: str | os.PathLike) -> None:
        """Write a page with the desk and its stored texts; the page needs no Python and no network."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(page(self, "desk", text("title")))

    def __repr__(self):
        words = ", ".join(f"{piece!r} {share:.3f}" for piece, share in self._likeliest())
        return f"{self.prompt!r} → {words}" if words else repr(self.prompt)

    def _repr_mimebundle_(self, **options):
        printed = {"text/html": self._html(), "text/plain": repr(self)}
        return view(self, self) | printed | stored_state("desk", self), {}

    def _html(self):
        """Return the prompt and its likeliest next tokens as a table."""
        rows = "".join(
            f"<tr><td>{escape(piece)}</td><td>{share:.3f}</td></tr>" for piece, share in self._likeliest()
        )
        return (
            f"<div><p><strong>{escape(self.prompt)}</strong></p><table>{rows}</table>"
            f"<p><small>{text('static')}</small></p></div>"
        )

    def _stored(self):
        """Return what is stored for the prompt; for another prompt nothing."""
        nothing: dict = {"pieces": {}, "steps": []}
        return next((one for one in self._fixed["stored"] if one["prompt"] == self.prompt), nothing)

    def _likeliest(self):
        """Return the likeliest first tokens with their probabilities, where they are stored."""
        stored = self._stored()
        if not stored["steps"]:
            return []
        ids, below, rest = read(stored["steps"][0]["numbers"])
        shares = np.exp(below) / (np.exp(below).sum() + np.exp(rest[9]))  # at temperature 1
        return [(stored["pieces"][f"{id}"], share) for id, share in zip(ids[:5], shares[:5], strict=True)]

    @traitlets.observe("_live_asked")
    def _reply(self, change):
        """Answer the browser; it hears why where that cannot be done, since no cell would show an error."""
        asked = change.new
        try:
            reader = self._reader = self._reader or _Reader(self._model)
            answer = reader.answer(asked)
        except FileNotFoundError as error:
            self._live = False
            answer = {"problem": str(error)}
        except Exception as error:
            answer = {"problem": f"{type(error).__name__}: {error}"}
        self._live_answer = {"count": asked["count"]} | answer


class _Reader:
    """A model that reads on where it stopped, and remembers what it said."""

    def __init__(self, model: Any):
        self.model = model() if callable(model) else model
        self.said: dict[tuple, Any] = {}  # tokens -> logits, and the last row of each head
        self.read: list[int] = []  # the tokens that the cache holds
        self.cache = None

    def answer(self, asked):
        """Return, as JSON has it, the next token's scores after these tokens, and a row of attention."""
        first = self.model.encode(asked["prompt"])
        taken = list(asked["taken"])
        before = 0
        if "among" in asked:  # the draw fell among tokens that the browser has no names for
            before = self.go([*first, *taken])
            logits, _ = self.said[*first, *taken]
            taken.append(among_others(logits, asked["among"], asked["temperature"]))
        ids = [*first, *taken]
        rows = self.go(ids)
        logits, weights = self.said[tuple(ids)]
        blocks, heads, _ = weights.shape
        block, head = asked["at"]
        numbers = pack(logits)
        step: dict = {"numbers": numbers, "rows": {f"{block},{head}": pack_row(weights[block, head])}}
        named = sorted({*ids, *read(numbers)[0]})
        pieces = self.model.pieces(named)
        if "".join(self.model.pieces(ids)) != self.model.decode(ids):  # a character is cut into bytes
            step["text"] = self.model.decode(ids)
        return {
            "prompt": asked["prompt"],
            "taken": taken,
            "tokens": first,
            "pieces": dict(zip(map(str, named), pieces, strict=True)),
            "heads": [(b, h) for b in range(blocks) for h in range(heads)],
            "step": step,
            "rows": rows + before,
        }

    def go(self, ids):
        """Let the model read these tokens, unless it did; return how many rows it computed."""
        if tuple(ids) in self.said:
            return 0
        same = len(os.path.commonprefix([self.read, ids[:-1]]))  # what the cache has of them already
        cache = None if self.cache is None else self.cache[:, :same]
        step = self.model.next(ids[same:], cache)
        self.read, self.cache = ids, step.cache
        self.said[tuple(ids)] = step.logits, step.weights[:, :, -1].copy()
        while len(self.said) > REMEMBERED:
            del self.said[next(iter(self.said))]
        return len(ids) - same


def among_others(logits: np.ndarray, part: float, temperature: float) -> int:
    """Return the token that a draw falls on among those that are not named, the likeliest first.

    Args:
        logits: (vocabulary,)
        part: how much of their probability lies before the draw, from 0 up to 1

    >>> int(among_others(np.log(np.r_[np.full(NAMED, 9.0), 1.0, 2.0, 1.0]), 0.6, 1.0))
    12
    """
    order = np.argsort(-logits, kind="stable")[NAMED:]
    shares = np.exp((logits[order] - logits[order[0]]).astype(float) / temperature)
    return int(order[np.searchsorted(np.cumsum(shares) / shares.sum(), part, side="right")])
