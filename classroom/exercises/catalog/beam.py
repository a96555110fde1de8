"""beam: write K texts at once, and after each token keep the K likeliest of all that they may become."""

from traceback import walk_tb
from types import SimpleNamespace

import numpy as np

from classroom.exercises.catalog.block import part
from classroom.exercises.exercise import Exercise, Mistake, follow, named

SIZE = 6  # of a state of the models


def writer(rng, words):
    """Return a small model of random numbers: log_p(written) -> (words,), of all tokens and their places.

    It is sure of some continuations and not of others: so a good beginning need not lead to a good end.
    """
    rows, out = rng.normal(size=(words, SIZE)), rng.normal(size=(SIZE, words))
    speeds, (start, sure) = rng.uniform(0.3, 3, SIZE), rng.normal(size=(2, SIZE))
    known: dict = {}

    def log_p(written):
        text = tuple(written)
        if text not in known:
            ids = np.array(text, int)
            turns = np.cos(np.arange(1, len(ids) + 1)[::-1, None] * speeds)
            state = (rows[ids] * turns).sum(0) / (1 + len(ids)) ** 0.5 if text else start / 3
            scores = np.exp(state @ sure / 2) * (state @ out) / 2
            known[text] = scores - scores.max() - np.log(np.exp(scores - scores.max()).sum())
        return known[text].copy()

    return log_p


def three_words(rng):
    """Return a model to be followed by hand: its likeliest first token has no likely one after it."""
    first, second, third = rng.permutation(3)
    after = np.zeros((4, 3))  # the last row is for the first token
    after[3, [first, second, third]] = 0.5, 0.4, 0.1
    after[first] = rng.permutation([0.45, 0.35, 0.2])
    after[second] = rng.permutation([0.9, 0.07, 0.03])
    after[third] = rng.permutation([0.6, 0.3, 0.1])
    code = f"lambda written: np.log({after.tolist()}[written[-1] if len(written) else -1])"
    return part(code, lambda written: np.log(after[written[-1] if len(written) else -1]))


# Models with so many words, for so many tokens and texts, and the mistakes that have to show in each.
HARD = (
    ((5, 3, 2), ("greedy", "last_token_judged")),
    ((6, 4, 3), ("greedy", "each_goes_on_alone", "on_another_text", "never_cut")),
    ((9, 4, 2), ("greedy", "last_token_read", "first_in_the_list")),
    ((12, 5, 4), ("greedy", "nothing_read", "probabilities_summed")),
    ((7, 6, 3), ("greedy", "divided_at_each_step", "K_and_one_more")),
)


def inputs(rng):
    """Yield models with which mistakes write other texts; then K above the vocabulary, and K or count 1."""
    yield {"log_p": three_words(rng), "count": 2, "K": 2}
    for (words, count, K), ids in (*HARD, ((3, 4, 4), ()), ((8, 4, 1), ()), ((6, 1, 3), ())):
        while True:
            given = {"log_p": writer(rng, words), "count": count, "K": K}
            if _is_clear(given) and _tells(given, ids):
                break
        yield given


def _is_clear(given):
    """Return whether no two of the largest sums are so near each other that rounding may decide."""
    sums: list = []

    def look(longer, K):
        sums.append(sorted((one[-1] for one in longer), reverse=True)[: K + 1])
        return likeliest(longer, K)

    grow(SimpleNamespace(**given), keep=look)
    return all(np.diff(some).max(initial=-1) < -1e-3 for some in sums)


def _tells(given, ids):
    """Return whether these mistakes write other texts than the right one, and than each other."""
    texts = [follow(REFERENCE, given).tolist()]
    for id in ids:
        mistake = next(mistake for mistake in MISTAKES if mistake.id == id)
        texts.append(follow(REFERENCE, given, mistake.instead).tolist())
        if texts[-1] in texts[:-1]:
            return False
    return True


def likeliest(longer, K):
    return sorted(longer, key=lambda one: -one[-1])[:K]


def unlikeliest(longer, K):
    return sorted(longer, key=lambda one: one[-1])[:K]


def likeliest_of_each(longer, K):
    """Return the K likeliest of those that go on from the same text, all texts together in order."""
    parents = {id(text): text for text, *_ in longer}
    each = [likeliest([one for one in longer if one[0] is text], K) for text in parents.values()]
    return likeliest([one for some in each for one in some], len(longer))


def likeliest_alone(longer, K):
    """Return the K likeliest at the beginning, and then the likeliest one that goes on from each text."""
    return likeliest(longer, K) if not longer[0][0] else likeliest_of_each(longer, 1)


def summed(before, log, length):
    return before + log


def grow(s, K=None, more=0, total=summed, begin=0.0, keep=likeliest, reads=lambda text: text, mixed=False):
    """Return the texts that are left at the end, (texts, count), the likeliest first.

    Args:
        s: log_p, count and K.
        K: in place of that of s.
        more: so many tokens more.
        total: what a text and its new token together are judged by: total(before, log, length).
        begin: what the empty text is judged by.
        keep: what chooses from (text, token, total).
        reads: what of a text is read.
        mixed: whether the token at place i goes to text i, whichever it belongs to.
    """
    kept: list = [([], begin)]
    for length in range(1, s.count + more + 1):
        longer = [
            (text, token, total(before, log, length))
            for text, before in kept
            for token, log in enumerate(s.log_p(reads(text)))
        ]
        chosen = keep(longer, K or s.K)
        texts = (
            [kept[i][0] for i in range(len(chosen))] if mixed and length > 1 else [one[0] for one in chosen]
        )
        kept = [([*text, token], new) for text, (_, token, new) in zip(texts, chosen, strict=True)]
    return np.array([text for text, _ in kept])


REFERENCE = {"texts": lambda s: grow(s), "written": lambda s: s.texts[0]}

MISTAKES = (
    Mistake("greedy", texts=lambda s: grow(s, K=1)),
    Mistake("last_token_judged", texts=lambda s: grow(s, total=lambda before, log, length: log)),
    Mistake(
        "probabilities_summed",
        texts=lambda s: grow(s, total=lambda before, log, length: before + np.exp(log)),
    ),
    Mistake(
        "logs_multiplied", texts=lambda s: grow(s, total=lambda before, log, length: before * log, begin=1)
    ),
    Mistake(
        "divided_at_each_step",
        texts=lambda s: grow(s, total=lambda before, log, length: (before + log) / length),
    ),
    Mistake("each_goes_on_alone", texts=lambda s: grow(s, keep=likeliest_alone)),
    Mistake("K_and_one_more", texts=lambda s: grow(s, K=s.K + 1)),
    Mistake("never_cut", texts=lambda s: grow(s, keep=likeliest_of_each)),
    Mistake("unlikely_kept", texts=lambda s: grow(s, keep=unlikeliest)),
    Mistake("likeliest_of_the_unlikely", texts=lambda s: grow(s, keep=unlikeliest)[::-1]),
    Mistake("last_token_read", texts=lambda s: grow(s, reads=lambda text: text[-1:])),
    Mistake("nothing_read", texts=lambda s: grow(s, reads=lambda text: [])),
    Mistake("on_another_text", texts=lambda s: grow(s, mixed=True)),
    Mistake("text_too_long", texts=lambda s: grow(s, more=1)),
    Mistake("text_too_short", texts=lambda s: grow(s, more=-1)),
    Mistake("last_of_the_kept", written=lambda s: s.texts[-1]),
    Mistake("first_in_the_list", written=lambda s: np.array(min(s.texts.tolist()))),
    Mistake("all_kept_returned", written=lambda s: s.texts),
)


def keep_the_best(log_p, count, K):
    """Return the likeliest of the K texts of `count` tokens that are left, as a list."""
    kept: list = [([], 0.0)]
    for _ in range(count):
        longer = [
            (text + [token], total + log) for text, total in kept for token, log in enumerate(log_p(text))
        ]
        kept = sorted(longer, key=lambda one: -one[1])[:K]
    return kept[0][0]


def reads_a_bare_token(f, verdict):
    """Return whether log_p raises since it gets one token that stands in no list."""
    error = verdict.outcomes[verdict.case].error
    if not isinstance(error, TypeError):
        return False
    frames = [frame for frame, _ in walk_tb(error.__traceback__) if frame.f_code.co_filename == __file__]
    handed = [np.asarray(frame.f_locals["written"]) for frame in frames if "written" in frame.f_locals]
    return any(token.ndim == 0 and token.dtype.kind in "iu" for token in handed)


EXERCISE = Exercise(
    name="beam",
    doc="Check f(log_p, count, K): beam search with K texts -> a list of count tokens.\n\n"
    "log_p(written), of the list of tokens so far, gives the log-probabilities (vocabulary,) of the next.",
    arguments=named("log_p", "count", "K"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    seen=((Mistake("a_bare_token_read"), reads_a_bare_token),),
    solve=keep_the_best,
    may_be_a_list=True,
)
