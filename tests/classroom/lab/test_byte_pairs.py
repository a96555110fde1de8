"""The gluing of lesson 01 is byte-pair encoding, and shows what its text promises."""

import pytest

from attnlib import load_texts, use_language
from classroom.lab import byte_pairs
from classroom.lab.byte_pairs import cut, learn


def test_it_glues_the_words_of_the_paper_as_the_paper_does():
    """Sennrich et al. 2016, algorithm 1, but for the sign that ends a word there."""
    counts = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    pairs = learn(" ".join(" ".join([word] * n) for word, n in counts.items()), 4)
    assert pairs == [("e", "s"), ("es", "t"), ("l", "o"), ("lo", "w")]


def test_of_equals_the_first_in_the_text_is_glued():
    assert learn("ab cd cd ab", 2) == [("a", "b"), ("c", "d")]
    assert learn("cd ab ab cd", 1) == [("c", "d")]


def test_a_piece_is_glued_once_a_round_and_never_across_what_is_no_letter():
    assert cut("aaaaa", [("a", "a")]) == ["aa", "aa", "a"]
    assert cut("a a,a1a", [("a", "a")]) == list("a a,a1a")


def test_it_stops_where_nothing_is_left_to_glue():
    assert learn("ab, c 1", 9) == [("a", "b")]
    assert learn("", 3) == learn("ab", 0) == []
    with pytest.raises(ValueError, match="times"):
        learn("ab", -1)


@pytest.mark.parametrize("times", range(9))
def test_pieces_are_the_text(times):
    text = "We rest when it rains. <b>名画拍卖了，老车也拍卖了。"
    assert "".join(cut(text, learn(text, times))) == text


def test_what_a_reader_types_is_shown_and_never_run():
    assert "<script>" not in byte_pairs.view("<script>", "<script>", 2)


@pytest.fixture(params=["en", "zh"])
def glue(request):
    use_language(request.param)
    yield {**load_texts("glue"), "lang": request.param}
    use_language("en")


STRAIN = {"en": ("strain", 4, ["re", "strain"]), "zh": ("乒乓球拍", 5, ["乒乓球拍", "卖", "完了"])}


def test_the_lesson_cuts_as_the_real_tokenizer_does(glue):
    wanted = {"en": ["rest", "rain"], "zh": ["乒乓球", "拍卖", "完了"]}[glue["lang"]]
    assert glue["new"] not in glue["text"]
    assert cut(glue["new"], learn(glue["text"], 6)) == wanted


def test_the_solution_of_the_lesson_is_one_and_with_a_word_less_is_none(glue):
    word, times, wanted = STRAIN[glue["lang"]]
    cuts = [cut(glue["new"], learn(f"{glue['text']} {' '.join([word] * n)}", 6)) for n in range(times + 1)]
    assert [pieces == wanted for pieces in cuts] == [False] * times + [True]
