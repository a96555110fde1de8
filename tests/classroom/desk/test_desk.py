"""The writing desk in Python: what it answers the browser, with a model of eight tokens and without one."""

import json
from base64 import b64decode
from types import SimpleNamespace

import numpy as np
import pytest
import traitlets

from attnlib import load_texts
from attnlib.draw.stored import STORED_STATE, unpacked
from attnlib.sampling import next_token_probabilities
from classroom import WritingDesk
from classroom.desk import among_others
from classroom.desk._step import NAMED, read

STORED = "The capital of France is"


class Abc:
    """A model of twenty letters, for which the alphabet goes on; it counts the rows that it computes."""

    def __init__(self):
        self.rows = []

    def encode(self, text):
        return [ord(letter) - ord("a") for letter in text]

    def pieces(self, ids):
        return [chr(ord("a") + id) for id in ids]

    def decode(self, ids):
        return "".join(self.pieces(ids))

    def next(self, ids, cache=None):
        old = np.zeros((2, 0, 1)) if cache is None else cache
        self.rows.append(len(ids))
        new = np.broadcast_to(np.array(ids, float)[:, None], (2, len(ids), 1))
        cache = np.concatenate([old, new], 1)
        m = cache.shape[1]
        weights = np.zeros((2, 3, len(ids), m))
        weights[..., 0] = 1 - 0.1 * np.arange(3)[:, None]
        logits = -np.abs(np.arange(20) - (cache[0, -1, 0] + 1)).astype(np.float32)
        return SimpleNamespace(logits=logits, weights=weights, cache=cache)


def asked(desk, **more):
    """What the desk answers to the browser."""
    count = desk._live_answer.get("count", 0) + 1
    desk._live_asked = {"count": count, "prompt": desk.prompt, "taken": desk.taken, "at": (1, 2)} | more
    assert desk._live_answer["count"] == count
    json.dumps(desk._live_answer)  # else the browser would hear nothing
    return desk._live_answer


def test_the_model_is_asked_for_new_rows_alone_and_for_nothing_twice():
    model = Abc()
    desk = WritingDesk(model, "abc")
    first = asked(desk)
    ids, *_ = read(first["step"]["numbers"])
    assert first["pieces"][f"{ids[0]}"] == "d"
    assert (first["tokens"], first["rows"]) == ([0, 1, 2], 3)
    assert first["heads"] == [(block, head) for block in range(2) for head in range(3)]
    assert [*first["step"]["rows"]] == ["1,2"]
    assert [asked(desk, taken=[3])["rows"], asked(desk, taken=[3, 4])["rows"]] == [1, 1]
    assert asked(desk, taken=[3], at=(0, 0))["rows"] == 0  # undone; another head
    other = asked(desk, taken=[7, 8])
    assert other["rows"] == 2  # after the same prompt
    assert len(b64decode(other["step"]["rows"]["1,2"])) == 5  # and after nothing else
    assert model.rows == [3, 1, 1, 2]


def test_a_draw_among_all_others_is_the_token_that_python_would_find():
    logits = np.random.default_rng(0).normal(size=40)
    order = np.argsort(-logits)
    shares = next_token_probabilities(logits, 0.7)[order[NAMED:]]
    ends = np.cumsum(shares) / shares.sum()
    for k, end in enumerate(ends):
        assert among_others(logits, end - 1e-9, 0.7) == order[NAMED + k]
    desk = WritingDesk(Abc(), "abc")
    answer = asked(desk, among=0.9999, temperature=1.0)  # the first question of all
    assert answer["taken"] == [19]
    assert answer["rows"] == 4


def test_python_sees_what_was_written():
    desk = WritingDesk(Abc(), "abc")
    desk.taken = [3, 4]
    asked(desk)
    assert desk.text == "abcde"
    stored = WritingDesk(prompt=STORED)
    assert stored.text == STORED
    stored.taken = [stored._fixed["stored"][0]["steps"][1]["token"]]
    assert stored.text == f"{STORED} Paris"


def test_a_loader_is_called_when_it_is_needed_and_says_why_it_cannot():
    calls = []
    desk = WritingDesk(lambda: calls.append(1) or Abc(), "abc")
    assert calls == []
    asked(desk)
    asked(desk, taken=[3])
    assert calls == [1]

    def missing():
        raise FileNotFoundError("fetch it")

    desk = WritingDesk(missing, STORED)
    assert asked(desk)["problem"] == "fetch it"
    assert desk._live is False  # from now on it shows what is stored


def test_an_error_of_the_readers_own_functions_reaches_the_desk():
    desk = WritingDesk(SimpleNamespace(encode=lambda text: 1 / 0), "abc")
    assert asked(desk)["problem"] == "ZeroDivisionError: division by zero"
    assert desk._live is True


@pytest.mark.parametrize("dial", [{"temperature": -1}, {"temperature": 3}, {"top_k": 0}, {"top_p": 2}])
def test_a_dial_out_of_its_range_is_refused(dial):
    with pytest.raises(traitlets.TraitError):
        WritingDesk(prompt=STORED, **dial)


def test_without_a_model_only_stored_prompts_are_taken():
    with pytest.raises(ValueError, match="'The capital of France is'"):
        WritingDesk(prompt="The capital of Mars is")
    WritingDesk(lambda: Abc(), "The capital of Mars is")


def test_every_prompt_of_the_lesson_is_stored_in_few_bytes():
    for prompt in load_texts("prompts", "en") + load_texts("prompts", "zh"):
        [stored] = WritingDesk(prompt=prompt)._fixed["stored"]
        assert stored["prompt"] == prompt
        assert len(json.dumps(stored)) < 60_000


def test_a_page_without_python_has_the_stored_texts_and_a_notebook_the_likeliest_tokens(monkeypatch):
    monkeypatch.setenv("ATTNLIB_STORE", "1")
    with_model, without = (WritingDesk(model, STORED)._repr_mimebundle_()[0] for model in (Abc(), None))
    kept = unpacked(without[STORED_STATE])
    assert kept == unpacked(with_model[STORED_STATE])  # whoever builds the notebook
    assert kept["state"]["_fixed"]["stored"][0]["prompt"] == STORED
    assert not [name for name in kept["state"] if name.startswith("_live")]
    assert without["text/plain"].startswith(f"'{STORED}' → ' Paris' 0.7")
    assert "<td> Paris</td><td>0.7" in without["text/html"]


def test_no_prompt_becomes_html():
    desk = WritingDesk(Abc(), "<b>&amp;")
    assert "&lt;b&gt;&amp;amp;" in desk._html()
    assert "<b>" not in desk._html()
