"""What the checks say: in both languages, with the same places, in three lines, and never the answer."""

import re

import classroom.exercises
from attnlib.languages import pairs_of, use_language
from classroom import my_lessons
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.failing_input import failing_input
from classroom.exercises.findings import Finding
from tests.classroom.exercises.test_errors import PROGRAMS
from tests.helpers.checking import MISTAKES, lines_of, program, run_code, verdict_of
from tests.helpers.student_programs import exercises, programs

CHINESE = re.compile(r"[\u3400-\u9fff]")
# these stand for a form, not for words
NO_WORDS = {"comma", "module_of", "of", "at_line"}

FILES = ("render", "hints", "save_answer", "diagnosis_text", "show_progress", "message", "my_functions")
FILES += ("my_program", "step_names", "errors")


def all_pairs():
    for name in FILES:
        yield from pairs_of(
            (my_lessons if name == "my_lessons" else classroom.exercises).__file__, name
        ).items()
    for finding in Finding:
        yield f"{finding} means", finding.means
        yield f"{finding} asks", finding.ask
    for mistake in MISTAKES.values():
        yield f"{mistake.id} means", mistake.means
        yield f"{mistake.id} asks", mistake.ask
    for name, exercise in EXERCISES.items():
        assert len(exercise.hints) == 3
        for k, hint in enumerate(exercise.hints):
            yield f"{name} hint {k}", hint
        yield f"{name} why", exercise.why
        if exercise.lost:
            yield f"{name} lost", exercise.lost


def places(text):
    """The {places} of a text; none where braces are ordinary ones."""
    return sorted(re.findall(r"{(\w+)}", text))


def test_both_languages_are_there():
    for name, (english, chinese) in all_pairs():
        assert english.strip(), name
        assert not CHINESE.search(english), name
        assert CHINESE.search(chinese) or name in NO_WORDS, name
        assert places(english) == places(chinese), name


def test_no_two_mistakes_of_an_exercise_say_the_same():
    for exercise in EXERCISES.values():
        own = [mistake.means for mistake in exercise.mistakes]
        assert len(own) == len(set(own))


def test_a_question_is_a_question():
    for one in (*MISTAKES.values(), *Finding):
        assert one.ask[0].endswith("?"), one
        assert one.ask[1].endswith("？"), one


def parts_of(code):
    """The expressions of a solution that would give it away: what it returns, or keeps in a name."""
    for line in code.splitlines():
        value = line.strip().removeprefix("return ").split(" = ")[-1]
        if len(value) > 8 and not value.startswith(("def ", "class ", "super", "np.arange(")):
            yield value.replace(" ", "")


def test_no_hint_or_mistake_gives_the_answer_away():
    for name, exercise in EXERCISES.items():
        said = [text for pair in exercise.hints for text in pair]
        said += [text for mistake in exercise.mistakes for text in (*mistake.means, *mistake.ask)]
        for part in parts_of(exercise.solution):
            assert not [text for text in said if part in text.replace(" ", "")], (name, part)


WRONG = [one for exercise in exercises() for one in programs(exercise) if one.said.startswith("named ")]
ANSWERS = [(one.exercise, run_code(one.code)) for one in WRONG[::6]]
ANSWERS += [(exercise, program(exercise, body)) for exercise, body, *_ in PROGRAMS]
ANSWERS += [
    ("softmax", 3),
    ("softmax", lambda: 0),
    ("softmax", lambda S: [1]),
    ("causal_mask", lambda n: print(end="")),
]
ANSWERS += [("self_attention", 3), ("self_attention", int), ("scores", lambda Q, K: Q.sum())]


def test_any_wrong_answer_gets_three_lines_at_most_in_either_language():
    for name, f in ANSWERS:
        verdict = verdict_of(name, f, seed=4)
        use_language("en")
        english = lines_of(name, verdict)
        use_language("zh")
        chinese = lines_of(name, verdict)
        assert 2 <= len(english) == len(chinese) <= 3
        assert [line for line in english + chinese if not line or "\n" in line] == [], name
        assert [line for line in (*english[1:], *chinese[1:]) if re.search(r"[{}]", line)] == [], name
        assert [line for line in chinese if not CHINESE.search(line)] == [], name
        assert "?" in english[-1]
        assert "？" in chinese[-1] or "看" in chinese[-1]


def test_a_function_that_is_put_to_the_test_is_called_by_its_name():
    verdict = verdict_of("shuffle_test", lambda f, X, order: abs(f(X[order]) - f(X)).max(), 3)
    seen = lines_of("shuffle_test", verdict)[0]
    assert seen.startswith("For f = running_sum, X (3, 2), order (3,), the result is")
    assert failing_input(EXERCISES["shuffle_test"], verdict)[0][0] == "f = running_sum"


def test_an_exercise_may_ask_a_question_of_its_own_about_a_mistake_that_nobody_knows():
    unknown = program("count_multiplications", "return n + d_model + h")
    verdict = verdict_of("count_multiplications", unknown, 0)
    assert verdict.finding is Finding.UNKNOWN
    for language, asked in zip(("en", "zh"), EXERCISES["count_multiplications"].lost, strict=True):
        use_language(language)
        assert lines_of("count_multiplications", verdict)[-1] == asked
