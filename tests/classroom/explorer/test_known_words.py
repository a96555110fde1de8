"""A page cuts, looks up and refuses a sentence as Python does, and the weights that follow are the same."""

import random
import unicodedata

import numpy as np
import pytest

from attnlib import load_texts
from attnlib.languages import texts_of, use_language
from classroom.explorer import words
from classroom.explorer.words import read_sentence, table_for_pages
from tests.helpers.javascript import run

READ = """
  const { text, table, sentences } = values;
  return sentences.map((sentence) => {
    const found = module.readSentence(sentence, table, text.between);
    const fill = (_, name) => found.values[name];
    return "problem" in found ? { error: text[found.problem].replace(/{(\\w+)}/g, fill) } : found;
  });
"""


def sentences(seed=0, count=80):
    """Sentences of the lessons, of known words in any order, and of letters, digits and signs of any kind."""
    chance = random.Random(seed)
    known = table_for_pages()["words"]
    spaces = ["", " ", "  ", "，", "-", "_", "'", "’", ". "]
    letters = [chr(k) for k in range(0x20, 0x2000) if unicodedata.category(chr(k)) not in ("Cn", "Mn", "Mc")]
    letters = [one for one in letters if unicodedata.bidirectional(one) not in ("R", "AL", "AN")]
    for _ in range(count):
        some = chance.sample(known, chance.randint(1, 13))
        yield "".join(word + chance.choice(spaces) for word in some)
        written = [chance.choice([str.upper, str.title, str])(word) for word in some]
        yield " ".join(word + chance.choice(["", "’s", "'s"]) for word in written)
        yield "".join(chance.choices([*letters, *known, "\U00020000", "½", "²", "〇", "İ", "Σ"], k=8))
    yield from [
        "",
        "!",
        "cat",
        "cat’s tail",
        "the cat's 'tail'",
        "我的cat在吃鱼！",
        "constructor toString",
        "K2 ２ 二",
    ]


def of_python(sentence):
    try:
        return read_sentence(sentence)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_page_reads_and_refuses_what_python_does(lang):
    use_language(lang)
    text = texts_of(words.__file__, "words")
    asked = [*sentences(), *load_texts("doctor")]
    found = run("explorer/known_words", READ, {"text": text, "table": table_for_pages(), "sentences": asked})
    refused = 0
    for sentence, ours in zip(asked, found, strict=True):
        theirs = of_python(sentence)
        if isinstance(theirs, str):
            assert ours == {"error": theirs}, sentence
            refused += 1
        else:
            assert ours["words"] == theirs.tokens, sentence
            np.testing.assert_array_equal(ours["X"], theirs.X)
    assert 50 < refused < len(asked) - 50


def test_every_word_has_the_same_row():
    table = table_for_pages()
    all_words = [*table["words"], "apple"]
    long = [" ".join(all_words[k : k + table["most"]]) for k in range(0, len(all_words), table["most"])]
    found = run("explorer/known_words", READ, {"text": {"between": ""}, "table": table, "sentences": long})
    for sentence, ours in zip(long, found, strict=True):
        np.testing.assert_array_equal(ours["X"], read_sentence(sentence).X)


def test_the_weights_of_a_page_are_those_of_python(ask):
    known = [one for one in sentences(1, 20) if not isinstance(of_python(one), str)]
    first = read_sentence("eat apple")
    values = {
        "table": table_for_pages(),
        "sentences": known,
        "rest": {name: getattr(first, name).tolist() for name in ("W_Q", "W_K", "W_V")},
    }
    found = ask(
        """({ table, sentences, rest }) => sentences.map((sentence) => {
            const { X } = ax.readSentence(sentence, table, "");
            const state = { X, ...rest, keep: null, temperature: 1, scaling: "sqrt" };
            return ax.attend(ax.lists(state), 1).heads[0].weights;
        })""",
        values,
    )
    assert len(known) > 10
    for sentence, weights in zip(known, found, strict=True):
        np.testing.assert_allclose(weights, read_sentence(sentence).trace().weights, atol=1e-12)
