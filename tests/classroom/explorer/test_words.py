"""A sentence of anybody's own: how it is cut, what is refused, and what the stored matrices find."""

import numpy as np
import pytest

from attnlib.examples import load_results
from attnlib.languages import DATA, use_language
from classroom.explorer.words import MOST, cut, read_sentence
from tools.lesson_source import NOTEBOOKS, read_lesson


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The cat's tail is long!", ["The", "cat's", "tail", "is", "long"]),
        ("eat  apple，苹果手机。", ["eat", "apple", "苹果", "手机"]),
        ("图书馆里的学生", ["图书馆", "里", "的", "学生"]),
        ("我的cat吃fish", ["我的", "cat", "吃", "fish"]),
    ],
)
def test_a_sentence_is_cut_at_spaces_and_signs_and_at_the_longest_known_words(text, words):
    assert cut(text) == words
    assert read_sentence(text).tokens == words


def test_a_word_has_the_same_row_in_every_sentence_and_with_a_capital():
    food, phone = read_sentence("eat apple"), read_sentence("good phone")
    assert np.array_equal(food.X[1], read_sentence("my apple").X[1])
    assert np.array_equal(phone.X[0], read_sentence("GOOD phone").X[0])
    assert food.X.shape == (2, 64)
    assert food.W_Q.shape == food.W_K.shape == (64, 24)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_cannot_be_read_is_refused_by_its_name(language):
    use_language(language)
    with pytest.raises(ValueError, match="“qwrtz”, “xx”" if language == "en" else "“qwrtz”“xx”"):
        read_sentence("qwrtz xx cat qwrtz")
    for text in ("", "cat", "!", " ".join(["cat"] * (MOST + 1))):
        with pytest.raises(ValueError, match=f"2 .* {MOST} "):
            read_sentence(text)


def test_apple_looks_at_its_partner_in_both_languages():
    for eating, telephone in (("eat apple", "apple phone"), ("吃苹果", "苹果手机")):
        assert read_sentence(telephone).trace().weights[0].argmax() == 1
        assert read_sentence(eating).trace().weights[1, 0] > 0.4


def test_the_table_is_plain_data_of_at_most_a_megabyte():
    path = DATA / "words.npz"
    assert path.stat().st_size < 1e6
    with np.load(path, allow_pickle=False) as stored:
        assert len(stored["words"]) == len(stored["rows"]) == load_results("word_vectors")["words"]


def test_lesson_00_says_how_often_the_matrices_are_right():
    found = load_results("word_vectors")
    texts = [
        one.text
        for one in read_lesson(NOTEBOOKS / "src" / "00_start.py").cells
        if one.id == "own-sentence-source"
    ]
    assert len(texts) == 2
    for text in texts:
        for share in (*found["trained"].values(), *found["cosine"].values(), found["chance"]["en"]):
            assert f"{share * 100:.0f}" in text
    assert all(found["cosine"][code] < found["trained"][code] - 0.2 for code in ("en", "zh"))
