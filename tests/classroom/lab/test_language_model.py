"""The language model of lesson 13, compared with what transformers and tokenizers gave for the same texts."""

import json

import numpy as np
import pytest

from attnlib.languages import DATA
from classroom.exercises.my_functions import Mine
from classroom.lab import language_model
from classroom.lab.language_model import (
    decoder_block,
    load_writer,
    rms_norm,
    stored_scores,
    turn,
    without_head,
)

REFERENCE = json.loads(
    (DATA / "results" / "writer_reference.json").read_text("utf-8")
)  # tools/writer_reference.py
SHORTEST = min(REFERENCE, key=len)
# Reading a text takes a second or two; all are read with --all.
SOME = [pytest.param(text, marks=[pytest.mark.slow] if at % 3 else []) for at, text in enumerate(REFERENCE)]


@pytest.fixture(scope="module")
def model():
    return load_writer()


def test_the_stored_scores_are_those_of_all_tokens_in_falling_order():
    words, S = stored_scores()
    assert S.shape == (1, 49152)
    assert (np.diff(S) <= 0).all()
    assert words[0] == "Paris"
    assert len(set(words)) == len(words) == 6


def test_a_head_that_is_switched_off_writes_nothing_and_the_others_write_on():
    blocks = [{"W_O": np.ones((9 * 64, 576)), "gain_1": k} for k in range(3)]
    found = without_head(blocks, 1, 2)
    assert [P["gain_1"] for P in found] == [0, 1, 2]
    assert np.flatnonzero(found[1]["W_O"].sum(-1) == 0).tolist() == [*range(128, 192)]
    assert all((P["W_O"] == 1).all() for P in (*blocks, found[0], found[2]))


@pytest.mark.writer
@pytest.mark.parametrize("text", REFERENCE)
def test_texts_are_cut_as_the_tokenizers_library_cuts_them_and_put_together_again(model, text):
    assert model.encode(text) == REFERENCE[text]["ids"]
    assert model.decode(model.encode(text)) == text


@pytest.mark.writer
@pytest.mark.parametrize("text", SOME)
def test_scores_are_those_of_llama_in_transformers(model, text):
    theirs = REFERENCE[text]
    logits = model.next(theirs["ids"]).logits
    assert logits.dtype == np.float32
    assert np.abs(logits[theirs["some"]] - theirs["logits"]).max() < 1e-3


@pytest.mark.writer
def test_reading_in_parts_with_the_cache_gives_the_same_scores_and_changes_no_cache(model):
    ids = REFERENCE[SHORTEST]["ids"]
    begun = model.next(ids[:3])
    kept = begun.cache.copy()
    whole, parts = model.next(ids), model.next(ids[3:], begun.cache)
    np.testing.assert_allclose(parts.logits, whole.logits, atol=1e-3)
    np.testing.assert_allclose(parts.weights, whole.weights[:, :, 3:], atol=1e-4)
    assert (begun.cache == kept).all()
    assert parts.weights.sum(-1) == pytest.approx(1, abs=1e-5)


@pytest.mark.writer
def test_nobody_looks_ahead_unless_the_mask_is_off(model):
    ids = REFERENCE[SHORTEST]["ids"]
    n = len(ids)
    assert not model.next(ids).weights[..., ~np.tri(n, dtype=bool)].any()
    assert model.next(ids, causal=False).weights[..., ~np.tri(n, dtype=bool)].any()


@pytest.mark.writer
def test_parts_of_characters_are_shown_as_bytes(model):
    ids = model.encode("首")
    assert model.pieces(ids) == ["<e9>", "<a6>", "<96>"]
    assert model.decode(ids[:2]) == "�"


@pytest.mark.writer
@pytest.mark.parametrize("ids", [[], [-1], [49152]])
def test_ids_outside_the_vocabulary_are_refused(model, ids):
    with pytest.raises(ValueError, match="from 0 to 49151"):
        model.next(ids)


def test_functions_of_the_reader_that_give_float64_do_not_spread(monkeypatch):
    """One float64 makes NumPy convert every matrix that it meets: a token would take a second."""

    class Wide(Mine):
        def __getattr__(self, name):
            f = super().__getattr__(name)
            return lambda *args: np.float64(1) * f(*args) if name != "causal_mask" else f(*args)

    rng = np.random.default_rng(0)
    shapes = {"W_Q": (576, 576), "W_K": (576, 192), "W_V": (576, 192), "W_O": (576, 576)}
    shapes |= {"W_gate": (576, 8), "W_up": (576, 8), "W_down": (8, 576), "gain_1": (576,), "gain_2": (576,)}
    P = {name: rng.normal(size=shape).astype(np.float32) / 24 for name, shape in shapes.items()}
    x, cache = rng.normal(size=(2, 576)).astype(np.float32), np.zeros((0, 384), np.float32)
    found = decoder_block(x, P, cache, np.tri(2, dtype=bool), Wide())
    assert {a.dtype for a in found} == {np.dtype(np.float32)}
    plain = decoder_block(x, P, cache, np.tri(2, dtype=bool))
    for a, b in zip(found, plain, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-5)


def test_only_the_distance_of_two_places_counts_in_a_score():
    q, k = np.random.default_rng(0).normal(size=(2, 1, 8))
    near, far, other = (
        (turn(q, np.array([a])) @ turn(k, np.array([b])).T).item() for a, b in ((5, 2), (905, 902), (905, 2))
    )
    assert near == pytest.approx(far)
    assert abs(near - other) > 0.01


def test_rms_norm_keeps_the_mean_and_makes_the_size_one():
    x = np.array([[3.0, 4.0, 5.0]])
    y = rms_norm(x, np.ones(3))
    assert (y**2).mean() == pytest.approx(1, abs=1e-4)
    np.testing.assert_allclose(y / x, (y / x)[0, 0])


def test_without_the_model_the_message_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr(language_model, "WRITER", tmp_path / "none")
    with pytest.raises(FileNotFoundError, match=r"python tasks\.py model"):
        load_writer()
