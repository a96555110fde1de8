"""What the checks say: in both languages, with the same places, in three lines, and never the answer."""

import re
import string

import pytest

from attnlib.check.errors import EXPLAINED, T_ON_A_BATCH
from attnlib.check.exercises import ARGUMENTS
from attnlib.check.mistakes import MISTAKES
from attnlib.check.phrases import PHRASES
from attnlib.check.run import verdict_of
from attnlib.check.say import lines_of
from attnlib.check.texts import TEXTS
from attnlib.language import use_language
from tests.helpers.check_answers import LEARNERS
from tests.test_check_errors import PROGRAMS, program

CHINESE = re.compile(r"[\u3400-\u9fff]")
# these stand for a form, not for words
NO_WORDS = {"comma", "module_of", "solved"}


def all_pairs():
    for key, pair in PHRASES.items():
        yield f"phrase {key}", pair
    for mistake in MISTAKES:
        yield f"{mistake.id} means", mistake.means
        yield f"{mistake.id} asks", mistake.ask
    for exercise, text in TEXTS.items():
        for k, hint in enumerate(text.hints):
            yield f"{exercise} hint {k}", hint
        yield f"{exercise} why", text.why
    for key, (_, *pair) in EXPLAINED.items():
        yield f"error {key}", tuple(pair)
    yield "error t_on_a_batch", T_ON_A_BATCH


def places(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize(("name", "pair"), list(all_pairs()), ids=lambda x: x if isinstance(x, str) else "")
def test_both_languages_are_there(name, pair):
    english, chinese = pair
    assert english.strip()
    assert not CHINESE.search(english)
    assert CHINESE.search(chinese) or name.removeprefix("phrase ") in NO_WORDS
    if name.startswith("phrase "):
        assert places(english) == places(chinese)


def test_no_two_mistakes_of_an_exercise_say_the_same():
    for exercise in ARGUMENTS:
        own = [mistake.means for mistake in MISTAKES if exercise in mistake.of]
        assert len(own) == len(set(own))


def test_a_question_is_a_question():
    for mistake in MISTAKES:
        assert mistake.ask[0].endswith("?"), mistake.id
        assert mistake.ask[1].endswith("？"), mistake.id


def test_every_exercise_has_three_hints_code_and_a_reason():
    assert TEXTS.keys() == ARGUMENTS.keys()
    assert all(len(text.hints) == 3 for text in TEXTS.values())


def parts_of(code):
    """The expressions of a solution that would give it away: what it returns, or keeps in a name."""
    for line in code.splitlines():
        value = line.strip().removeprefix("return ").split(" = ")[-1]
        if len(value) > 8 and not value.startswith(("def ", "class ", "super", "np.arange(")):
            yield value.replace(" ", "")


@pytest.mark.parametrize("exercise", ARGUMENTS)
def test_no_hint_or_mistake_gives_the_answer_away(exercise):
    said = [text for pair in TEXTS[exercise].hints for text in pair]
    for mistake in MISTAKES:
        if exercise in mistake.of:
            said += [*mistake.means, *mistake.ask]
    for part in parts_of(TEXTS[exercise].code):
        assert not [text for text in said if part in text.replace(" ", "")], part


@pytest.fixture
def _in_both_languages():
    yield
    use_language("en")


ANSWERS = [(exercise, f) for (exercise, _), (f, _) in LEARNERS.items()]
ANSWERS += [(exercise, program(exercise, body)) for exercise, body, *_ in PROGRAMS]
ANSWERS += [
    ("softmax", 3),
    ("softmax", lambda: 0),
    ("softmax", lambda S: [1]),
    ("causal_mask", lambda n: print(end="")),
]
ANSWERS += [("self_attention", 3), ("self_attention", int), ("scores", lambda Q, K: Q.sum())]


@pytest.mark.usefixtures("_in_both_languages")
@pytest.mark.parametrize(("exercise", "f"), ANSWERS)
def test_any_wrong_answer_gets_three_lines_at_most_in_either_language(exercise, f):
    verdict = verdict_of(exercise, f, seed=4)
    use_language("en")
    english = lines_of(exercise, verdict)
    use_language("zh")
    chinese = lines_of(exercise, verdict)
    assert 2 <= len(english) == len(chinese) <= 3
    assert all(english)
    assert all(chinese)
    assert all("\n" not in line for line in english + chinese)
    assert not any(re.search(r"[{}]", line) for line in (*english[1:], *chinese[1:]))
    assert all(CHINESE.search(line) for line in chinese)
    assert "?" in english[-1]
    assert "？" in chinese[-1] or "看" in chinese[-1]
