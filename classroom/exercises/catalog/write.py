"""write: choose a token, read it, choose the next: the loop of a language model, with its cache."""

from traceback import walk_tb
from types import SimpleNamespace

import numpy as np

from classroom.exercises.exercise import Exercise, Mistake, named

# In place of a model of 135 million numbers: one that is as strict about places and about what came before.

WORDS, SIZE = 23, 16


def reader(rng):
    """Return a small model of random numbers: read(ids, cache) -> logits (words,) and cache (m, size)."""
    rows, out = rng.normal(size=(WORDS, SIZE)), rng.normal(size=(SIZE, WORDS))
    speeds, pull = rng.uniform(0.3, 3, SIZE), rng.normal(size=(SIZE, SIZE))

    def read(ids, cache=None):
        old = np.zeros((0, SIZE)) if cache is None else cache
        places = len(old) + np.arange(len(ids))
        cache = np.concatenate([old, rows[np.asarray(ids)] * np.cos(places[:, None] * speeds + 1)])
        looks = np.exp(cache @ pull @ cache[-1] / SIZE)
        return SimpleNamespace(logits=looks / looks.sum() @ cache @ out, cache=cache)

    return read


def likeliest(logits):
    return int(np.argmax(logits))


def runner_up(logits):
    return int(np.argsort(logits)[-2])


def inputs(rng):
    """Yield models whose texts do not repeat one token, so that a mistake shows; and a long text.

    In one token 0 is chosen, which is none to stop at.
    """
    for n, count, choose in ((3, 4, likeliest), (4, 6, runner_up), (2, 7, likeliest), (5, 8, runner_up)):
        while True:
            read, ids = reader(rng), rng.choice(WORDS, n, replace=False).tolist()
            text = written(SimpleNamespace(read=read, ids=ids, count=count, choose=choose))
            if count == 7 and 0 not in text[:-1]:
                continue
            others = {tuple(follow(read, ids, count, choose)) for follow in _MISTAKEN.values()}
            if len({*text.tolist()}) > 2 and len(others) == len(_MISTAKEN) and tuple(text) not in others:
                break
        yield {"read": read, "ids": ids, "count": count, "choose": choose}
    ids = rng.choice(WORDS, 20, replace=False).tolist()
    yield {"read": reader(rng), "ids": ids, "count": 30, "choose": likeliest}


def written(s):
    """Return the tokens that are written after ids."""
    return np.array(write_on(s.read, s.ids, s.count, s.choose))


def write_on(read, ids, count, choose):
    """Return `count` tokens after ids, each chosen by choose(logits) and then read."""
    step, written = read(ids, None), []
    for _ in range(count):
        written.append(int(choose(step.logits)))
        step = read(written[-1:], step.cache)
    return written


def loop(follow, begin=lambda read, ids: read(ids, None)):
    """Return a writer that reads on with follow(read, ids, written, step)."""

    def write(read, ids, count, choose):
        step, written = begin(read, ids), []
        for _ in range(count):
            written.append(int(choose(step.logits)))
            step = follow(read, ids, written, step)
        return written

    return write


def _never_updated(read, ids, count, choose):
    first, written = read(ids, None), []
    step = first
    for _ in range(count):
        written.append(int(choose(step.logits)))
        step = read(written[-1:], first.cache)
    return written


_MISTAKEN = {
    "cache_not_given": loop(lambda read, ids, written, step: read(written[-1:], None)),
    "all_read_again": loop(lambda read, ids, written, step: read(ids + written, step.cache)),
    "first_cache_kept": _never_updated,
    "prompts_last_read_twice": loop(
        lambda read, ids, written, step: read(written[-1:], step.cache),
        lambda read, ids: read(ids[-1:], read(ids, None).cache),
    ),
    "never_read_on": loop(lambda read, ids, written, step: step),
    "largest_number_taken": lambda read, ids, count, choose: write_on(
        read, ids, count, runner_up if choose is likeliest else likeliest
    ),
}


def _mistake(write):
    return lambda s: np.array(write(s.read, s.ids, s.count, s.choose))


REFERENCE = {"written": written}

MISTAKES = (
    *(
        Mistake(id, written=_mistake(write))
        for id, write in _MISTAKEN.items()
        if id != "largest_number_taken"
    ),
    Mistake("chosen_by_argmax", written=lambda s: np.array(write_on(s.read, s.ids, s.count, likeliest))),
    Mistake("one_token_more", written=lambda s: np.array(write_on(s.read, s.ids, s.count + 1, s.choose))),
    Mistake("one_token_less", written=lambda s: np.array(write_on(s.read, s.ids, s.count - 1, s.choose))),
    Mistake(
        "first_token_lost", written=lambda s: np.array(write_on(s.read, s.ids, s.count + 1, s.choose)[1:])
    ),
    Mistake(
        "row_of_one_row",
        written=lambda s: np.array(write_on(s.read, s.ids, s.count, lambda logits: s.choose(logits[-1]))),
    ),
    Mistake("prompt_returned", written=lambda s: np.array([*s.ids, *written(s)])),
)


def reads_a_bare_number(f, verdict):
    """Return whether read raises since it gets one token that stands in no list."""
    error = verdict.outcomes[verdict.case].error
    if not isinstance(error, TypeError):
        return False
    frames = [frame for frame, _ in walk_tb(error.__traceback__) if frame.f_code.co_filename == __file__]
    handed = [np.asarray(frame.f_locals["ids"]) for frame in frames if "ids" in frame.f_locals]
    return any(ids.ndim == 0 and ids.dtype.kind in "iu" for ids in handed)


EXERCISE = Exercise(
    name="write",
    doc="Check f(read, ids, count, choose): read(ids, cache) has .logits and .cache -> a list of new tokens.",
    arguments=named("read", "ids", "count", "choose"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    seen=((Mistake("a_bare_number_read"), reads_a_bare_number),),
    solve=write_on,
    may_be_a_list=True,
)
