"""Turn anybody's sentence into an example: English or Chinese words, with vectors that mean something.

data/words.npz has some thousand words, each with a vector cut from multilingual-e5-small, and W_Q and W_K.
`python -m tools.results.word_vectors` made it, and says what the matrices were trained to look for.
"""

import re
from base64 import b64encode
from functools import cache
from typing import Any

import numpy as np

from attnlib.examples import Example
from attnlib.languages import DATA, LANGUAGES, text_from

MOST = 12  # words of a sentence: more do not fit on a screen

_text = text_from(__file__, "words")

_CHINESE = "\u4e00-\u9fff"
_PIECES = re.compile(f"[{_CHINESE}]+|[^\\W{_CHINESE}_]+(?:['’][^\\W{_CHINESE}_]+)*")


def read_sentence(text: str) -> Example:
    """Cut a sentence into words, and look each up in the table of word vectors.

    Args:
        text: A sentence of 2 to 12 known words, in English, Chinese or both; Chinese without spaces is cut at
            the longest words that are known.
    Returns:
        An Example with X (n, 64), W_Q and W_K (64, 24), and as W_V (64, 2) the first two numbers of a word
    Raises:
        ValueError: if a word is not known, or if there are too many or too few

    Example:
        >>> example = read_sentence("My cat chases a small fish.")
        >>> example.tokens, example.X.shape
        (['My', 'cat', 'chases', 'a', 'small', 'fish'], (6, 64))
        >>> read_sentence("小猫追鱼").tokens
        ['小猫', '追', '鱼']
    """
    places, rows, W_Q, W_K = _table()
    words = cut(text)
    unknown = [word for word in words if _place(word) is None]
    if unknown:
        shown = _text("between").join(dict.fromkeys(unknown))
        raise ValueError(_text("unknown", words=shown, n=f"{len(rows):,}"))
    if not 2 <= len(words) <= MOST:
        raise ValueError(_text("count", n=len(words), most=MOST))
    X = rows[[_place(word) for word in words]]
    return Example(
        "", X=X, W_Q=W_Q, W_K=W_K, W_V=np.eye(X.shape[1], 2), words=dict.fromkeys(LANGUAGES, words)
    )


def cut(text: str) -> list[str]:
    """Cut a text into words: at spaces and signs, and Chinese at the longest known words.

    Example:
        >>> cut("我的cat在吃鱼！")
        ['我的', 'cat', '在', '吃', '鱼']
    """
    words = []
    for piece in _PIECES.findall(text):
        if _place(piece) is not None or not re.match(f"[{_CHINESE}]", piece):
            words.append(piece)
            continue
        while piece:
            size = next((k for k in range(len(piece), 1, -1) if _place(piece[:k]) is not None), 1)
            words.append(piece[:size])
            piece = piece[size:]
    return words


def table_for_pages() -> dict[str, Any]:
    """Return the table as JSON has it, for pages without Python: js/known_words.js reads it.

    Example:
        >>> table_for_pages()["words"][:2]
        ['apple', 'apples']
    """
    with np.load(DATA / "words.npz") as stored:
        rows = b64encode(stored["rows"].tobytes()).decode()
        return {
            "words": stored["words"].tolist(),
            "rows": rows,
            "scale": float(stored["scale"]),
            "most": MOST,
        }


def _place(word):
    """Return the row of a word, as it stands, without capitals, or without its ’s; None if there is none."""
    places, *_ = _table()
    small = word.lower()
    return next((places[one] for one in (word, small, re.sub("['’]s$", "", small)) if one in places), None)


@cache
def _table():
    """Read the table: word -> its row, the rows, W_Q and W_K."""
    with np.load(DATA / "words.npz") as stored:
        rows = stored["rows"] * np.float64(stored["scale"])
        places = {str(word): k for k, word in reversed([*enumerate(stored["words"])])}
        return places, rows, *(stored[name].astype(float) for name in ("W_Q", "W_K"))
