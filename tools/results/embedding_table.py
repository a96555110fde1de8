"""Look into the embedding table of the model of lesson 12, for lesson 01: neighbours, and the place of apple.

python -m tools.results.embedding_table             prints what it finds, if the model is here
python -m tools.results.embedding_table --write     and keeps what the lesson shows

The rows are those that are looked up: no attention has changed them, and no place is added. Neighbours are
only tokens in Latin letters or Chinese characters, which every computer can show, each once in any capitals.
"""

import sys
import unicodedata

import numpy as np

from attnlib.examples import load_texts
from attnlib.languages import LANGUAGES
from classroom.lab import cost
from classroom.lab.pretrained import SPACE, load_model
from classroom.optional import has_model
from tools.results import write
from tools.results.real_text import rows_of_apple

NEAREST = 8
PAIRS = 100_000  # that are drawn, of two different tokens
SPECIAL = 4  # tokens at the head of the table: <s> <pad> </s> <unk>


def token_of(word, vocabulary):
    """Return the token that is this word, if possible with the mark for a space; None if there is none."""
    return next((token for token in (SPACE + word, word) if token in vocabulary), None)


def is_readable(token):
    """Return whether a token has nothing but Latin letters and Chinese characters."""
    letters = token.replace(SPACE, "")
    return bool(letters) and all(
        "\u4e00" <= one <= "\u9fff" or unicodedata.name(one, "").startswith("LATIN") for one in letters
    )


def nearest(word, place, rows, tokens):
    """Return the tokens whose rows have the largest cosine with that of a word: token -> cosine."""
    cosines = rows @ rows[place]
    found: dict = {}
    for k in np.argsort(-cosines)[1:]:
        name = tokens[k].replace(SPACE, "")
        if is_readable(tokens[k]) and name != word and name.lower() not in map(str.lower, found):
            found[name] = two_digits(cosines[k])
        if len(found) == NEAREST:
            return found


def along(rows, place, group):
    """Return the mean cosine of a row with those of a group, itself left out."""
    return float(np.mean([rows[place] @ rows[k] for k in group if k != place]))


def plane(texts, places, rows):
    """Return word -> its mean cosines with fruit and with devices, of all rows; how many surpass apple."""
    groups = [[places[word] for word in texts[name]] for name in ("fruit", "devices")]
    everywhere = np.stack([(rows @ rows[group].T).mean(1) for group in groups], 1).astype(float)
    for column, group in enumerate(groups):
        for k in group:
            everywhere[k, column] = along(rows, k, group)
    apple = everywhere[places[texts["shown"][0]]]
    at = {word: everywhere[places[word]] for word in texts["shown"]} | {
        "all_rows": everywhere[SPECIAL:].mean(0)
    }
    return (
        {word: [two_digits(x) for x in place] for word, place in at.items()},
        int((everywhere > apple).all(1).sum()),
    )


def two_digits(x):
    """Return a number as it is stored, and 0 without a sign."""
    return round(float(x), 2) + 0.0


def apple_in_sentences(model, code):
    """Return the mean cosine of two rows of apple, of one meaning and of two: block by block."""
    found: dict = {"alike": [], "apart": []}
    for x in rows_of_apple(model, code).swapaxes(0, 1):
        x = x / np.linalg.norm(x, axis=1, keepdims=True)
        C, pairs = x @ x.T, np.triu_indices(4, 1)  # four sentences of food, then four of phones and a firm
        found["alike"].append(two_digits(np.mean([C[:4, :4][pairs], C[4:, 4:][pairs]])))
        found["apart"].append(two_digits(C[:4, 4:].mean()))
    return found


def measure(model):
    """Return all that the lesson shows."""
    tokens = list(model.vocabulary)
    rows = model.rows_of(tokens)
    lengths = np.linalg.norm(rows, axis=1)
    rows /= lengths[:, None]
    a, b = np.random.default_rng(0).integers(SPECIAL, len(tokens), (2, PAIRS))
    cosines = (rows[a] * rows[b]).sum(1)[a != b]
    found: dict = {
        "random": two_digits(cosines.mean()),
        "random_999_of_1000": two_digits(np.quantile(cosines, 0.999)),
        "sizes": {"e5-small": [len(tokens), rows.shape[1], parameters(model)]}
        | {name: [one.vocabulary, one.d_model, int(one.published)] for name, one in large_models().items()},
    } | {name: {} for name in ("ids", "near", "plane", "surpass", "in_sentences", "cut")}
    for code in LANGUAGES:
        texts = load_texts("embedding_table", code)
        words = {*texts["near"], *texts["fruit"], *texts["devices"], *texts["shown"]}
        names = {word: token_of(word, model.vocabulary) for word in words}
        missing = sorted(word for word, name in names.items() if name is None)
        if missing:
            raise ValueError(f"no token of its own: {', '.join(missing)}")
        places = {word: model.vocabulary[name] for word, name in names.items()}
        apple = texts["shown"][0]
        found["ids"] |= {word: places[word] for word in texts["near"]}
        found["near"] |= {word: nearest(word, places[word], rows, tokens) for word in texts["near"]}
        found["plane"][apple], found["surpass"][apple] = plane(texts, places, rows)
        found["in_sentences"][apple] = apple_in_sentences(model, code)
        found["cut"] |= {
            word: [part for t in model.cut(word)[1:-1] if (part := t.removeprefix(SPACE))]
            for word in texts["cut"]
        }
    return found


def large_models():
    """Return the models with which the small one is compared, the smaller first."""
    return {name: cost.models()[name] for name in ("GPT-2", "Llama 3 8B")}


def parameters(model):
    """Count the numbers of the model as it was published.

    It has rows for 35 tokens that there are not, two rows for kinds of sentences, of which ours has added the
    first to the places, and a last layer that nobody uses.
    """
    d = model.places.shape[1]
    blocks = sum(x.size for P in model.blocks for x in P.values())
    return len(model._rows) * d + model.places.size + 2 * d + 2 * d + blocks + d * d + d


def main(words):
    if not has_model():
        print("the model is not here: `python tasks.py model` fetches it")
        return 0
    found = measure(load_model())
    for name, what in found.items():
        print(name, what)
    if "--write" in words:
        write("embedding_table", found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
