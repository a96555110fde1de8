"""Cut a table of word vectors for readers' own sentences from the model of lesson 12, and train two matrices.

python -m tools.results.word_vectors            prints how well the matrices do on words they never saw
python -m tools.results.word_vectors --write    and keeps the table in data/words.npz

A vector is what multilingual-e5-small makes of a word alone, less the mean of its language, in the
directions in which the words differ most (PCA). W_Q and W_K are trained to one end: a verb or an adjective
shall look at the nouns that suit it, and they at it, as word_groups.toml has it, rather than at other words;
and a word like "the", which suits none, shall look for nothing. Words that are held back tell whether this
carries over to others.
"""

import math
import re
import sys
import tomllib
from collections import Counter
from pathlib import Path

import numpy as np

from attnlib.languages import DATA, LANGUAGES
from classroom.lab.pretrained import encoder_block, load_model
from classroom.optional import has_model
from tools.results import write

FILE = DATA / "words.npz"
SIZE, D_K = 64, 24  # numbers of a word; of a query
SOURCES = Path(__file__).parents[2] / "notebooks" / "src"
CHINESE = re.compile("[\u4e00-\u9fff]")


def groups():
    """Return the groups of words by name."""
    return tomllib.loads((Path(__file__).parent / "word_groups.toml").read_text("utf-8"))


# The words

VOWELS = "aeiou"
IRREGULAR = {
    "eat": "ate eaten", "drink": "drank drunk", "bite": "bit bitten", "wear": "wore worn",
    "drive": "drove driven",
    "ride": "rode ridden", "write": "wrote written", "feed": "fed", "swim": "swam swum", "fly": "flew flown",
    "meet": "met", "speak": "spoke spoken", "say": "said", "tell": "told", "think": "thought",
    "build": "built",
    "buy": "bought", "sell": "sold", "bring": "brought", "take": "took taken", "give": "gave given",
    "find": "found", "hold": "held", "steal": "stole stolen", "see": "saw seen", "know": "knew known",
    "draw": "drew drawn", "grow": "grew grown", "shine": "shone", "sing": "sang sung", "win": "won",
    "lose": "lost", "learn": "learnt",
    "teach": "taught", "understand": "understood", "sew": "sewn", "spell": "spelt", "hurt": "",
    "man": "men", "woman": "women", "child": "children", "mouse": "mice", "tooth": "teeth", "foot": "feet",
    "wolf": "wolves", "leaf": "leaves", "knife": "knives", "wife": "wives", "goose": "geese", "person": "",
}  # fmt: skip


def forms(word, kind):
    """Return an English word with its other forms: cats; chases, chased, chasing."""
    if kind not in ("noun", "verb") or word != word.lower():
        return [word]
    y = word.endswith("y") and word[-2] not in VOWELS
    found = [word, f"{word[:-1]}ies" if y else word + ("es" if re.search("(s|x|z|ch|sh)$", word) else "s")]
    if kind == "verb":
        short = re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]", word)  # plan, planned
        stem = word + word[-1] if short else word.removesuffix("e")
        past = [] if word in IRREGULAR else [f"{word[:-1]}ied" if y else f"{stem}ed"]
        found += [*past, f"{stem}ing"]
    return found + IRREGULAR.get(word, "").split()


def vocabulary():
    """Return (word, language) of all words: those of the groups, then those of the lessons themselves."""
    found: dict = {}
    for group in groups().values():
        for word in group["en"].split():
            found |= {(form, "en"): None for form in forms(word, group["kind"])}
        found |= {(word, "zh"): None for word in group["zh"].split()}
    texts = [path.read_text("utf-8") for path in sorted(SOURCES.glob("*.py"))]
    said = "\n".join(line for text in texts for line in text.splitlines() if line.startswith("# "))
    times = Counter(re.findall(r"\b[a-z]+\b", re.sub(r"\$.*?\$|`.*?`|\(\S+\)|<.*?>", " ", said)))
    found |= {(word, "en"): None for word, k in times.items() if k >= 3 and (len(word) > 2 or k > 50)}
    found |= {(character, "zh"): None for character in sorted(set(CHINESE.findall(said)))}
    return list(found)


# Their vectors


def vectors(model, words):
    """Return what the model makes of each word alone, the mean of its last rows: (words, d_model)."""
    cuts = [model.cut(f"query: {word}") for word, _ in words]  # the model expects this beginning
    found = np.empty((len(words), model.embed(cuts[0]).shape[-1]), np.float32)
    for length in sorted({len(cut) for cut in cuts}):
        same = [k for k, cut in enumerate(cuts) if len(cut) == length]
        for some in np.array_split(same, -(-len(same) // 64)):
            x = np.stack([model.embed(cuts[k]) for k in some])
            for P in model.blocks:
                x, _ = encoder_block(x, P, model.heads, model.eps)
            found[some] = x[:, 4:-1].mean(1)  # without <s> query :
    return found


def reduced(rows, languages):
    """Take each language's mean away, keep the SIZE directions of most difference; rows have length 1."""
    for code in LANGUAGES:
        rows[languages == code] -= rows[languages == code].mean(0)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    *_, directions = np.linalg.svd(rows - rows.mean(0), full_matrices=False)
    rows = rows @ directions[:SIZE].T
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def families_of(words):
    """Return a number for each word, the same for all forms of one: pear, pears."""
    first: dict = {}
    for group in groups().values():
        for word in group["en"].split():
            same = [(form, "en") for form in forms(word, group["kind"])]
            base = next((first[form] for form in same if form in first), word)
            first |= dict.fromkeys(same, base)
    bases = [first.get(word, word) for word in words]
    return np.unique([str(base) for base in bases], return_inverse=True)[1]


# The matrices


def partners(words):
    """Return for each pair of words whether they go together, and which words are in a group at all."""
    of: dict = {}
    for name, group in groups().items():
        for code in LANGUAGES:
            for word in group[code].split():
                for form in forms(word, group["kind"]) if code == "en" else [word]:
                    of.setdefault((form, code), set()).add(name)
    suits = {name: set(group.get("suits", ())) for name, group in groups().items()}
    together = np.zeros((len(words), len(words)), bool)
    known = [k for k, word in enumerate(words) if word in of]
    for a in known:
        wanted = set().union(*(suits[name] for name in of[words[a]]))
        for b in known:
            together[a, b] = words[a][1] == words[b][1] and bool(wanted & of[words[b]])
    return together | together.T, np.array(known)


def sentences(rng, together, pool, count, length=7):
    """Draw sentences of words of the pool, each with a word or two that have a partner: (count, length)."""
    found = np.stack([rng.choice(pool, length, replace=False) for _ in range(count)])
    for row in found:
        for k in range(rng.integers(1, 3)):
            suiting = pool[together[row[2 * k], pool]]
            if len(suiting):
                row[2 * k + 1] = rng.choice(suiting)
        rng.shuffle(row)
    return found


def train(rows, together, among, languages, steps=200, others=6):
    """Train W_Q and W_K, (SIZE, D_K) each, on the words `among`.

    Each word has to find each of its partners among this one, itself, and `others` words of its language that
    are none, in the mean over all that could be drawn.
    """
    import torch

    torch.manual_seed(0)
    x = torch.tensor(rows[among])
    right = torch.tensor(together[np.ix_(among, among)])
    alike = torch.tensor(languages[among][:, None] == languages[among])
    wrong = (alike & ~right).fill_diagonal_(False)
    has = right.any(1)
    W = [torch.nn.Parameter(torch.randn(SIZE, D_K) * 0.1) for _ in "QK"]
    optimizer = torch.optim.Adam(W, lr=0.02)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        Q, K = x @ W[0], x @ W[1]
        S = Q @ K.mT / math.sqrt(D_K)
        against = S.masked_fill(~wrong, -torch.inf).logsumexp(1) - wrong.sum(1).log() + math.log(others)
        against = torch.logaddexp(against, S.diagonal() + math.log(3))  # itself counts as three
        lost = torch.nn.functional.softplus(against[:, None] - S)
        found = (lost * right).sum(1)[has] / right.sum(1)[has]
        size = sum((one**2).sum() for one in W)
        loss = found.mean() + (Q[~has] ** 2).mean() + 0.001 * size
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return [np.round(one.detach().numpy() * 64) / 64 for one in W]  # which packs well


def judged(S, together, drawn):
    """Return how often a word that has partners gives one of them its largest weight, and pure chance."""
    right = together[drawn[:, :, None], drawn[:, None, :]]
    hits = np.take_along_axis(right, S.argmax(-1)[..., None], -1)[..., 0]
    has = right.any(-1)
    return round(float(hits[has].mean()), 2), round(float(right[has].mean()), 2)


def measured(rows, together, known, languages, families):
    """Train on four words of five, in all their forms; judge on sentences of the others, in each language."""
    rng = np.random.default_rng(0)
    is_held = (rng.random(families.max() + 1) < 0.2)[families]
    W_Q, W_K = train(rows, together, known[~is_held], languages)
    found: dict = {"trained": {}, "cosine": {}, "chance": {}}
    for code in LANGUAGES:
        pool = known[is_held & (languages[known] == code)]
        drawn = sentences(rng, together, pool, 2000)
        X = rows[drawn]
        found["trained"][code], found["chance"][code] = judged((X @ W_Q) @ (X @ W_K).mT, together, drawn)
        alike = X @ X.mT
        alike[:, range(7), range(7)] = -np.inf  # a word is most like itself
        found["cosine"][code], _ = judged(alike, together, drawn)
    return found


def main(words):
    if not has_model():
        print("the model is not here: `python tasks.py model` fetches it")
        return 0
    known_words = vocabulary()
    languages = np.array([code for _, code in known_words])
    rows = reduced(vectors(load_model(), known_words), languages) * math.sqrt(SIZE)
    scale = np.abs(rows).max() / 127
    table = (rows / scale).round().astype(np.int8)
    rows = table * scale.astype(np.float32)  # as it is stored
    together, known = partners(known_words)
    families = families_of([known_words[k] for k in known])
    found = measured(rows, together, known, languages, families) | {
        "words": len(known_words),
        "in_pairs": len(known),
    }
    print(found)
    W_Q, W_K = (one.astype(np.float32) for one in train(rows, together, known, languages))
    if "--write" in words:
        write("word_vectors", found)
        names = np.array([word for word, _ in known_words])
        np.savez_compressed(FILE, words=names, rows=table, scale=np.float32(scale), W_Q=W_Q, W_K=W_K)
        print(f"{FILE.name}: {FILE.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
