"""The texts of the exercises: every one is there, none is left over, and a broken file is named."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from attnlib.languages import use_language
from classroom.exercises import catalog, texts
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.diagnosis_text import step_title
from classroom.exercises.exercise import all_steps
from tests.helpers.checking import MISTAKES, inputs_of

FILES = {
    module.EXERCISE.name: Path(module.__file__)
    for module in vars(catalog).values()
    if hasattr(module, "EXERCISE")
}


def test_each_exercise_and_each_mistake_has_its_texts_and_no_text_is_left_over():
    assert texts.texts_of_exercises().keys() == EXERCISES.keys()
    assert texts.texts_of_mistakes().keys() == MISTAKES.keys()


def test_the_texts_of_a_mistake_stand_in_the_file_of_the_exercise_that_defines_it():
    for name, those in texts.texts_of_exercises().items():
        code = FILES[name].read_text(encoding="utf-8")
        assert [id for id in those.mistakes if f'"{id}"' not in code] == []


def test_importing_the_exercises_reads_no_texts():
    code = "import classroom.exercises as e; print(e.texts.texts_of_exercises.cache_info().misses)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


RIGHT = """
solution = '''
def my_mix(weights, V):
    return weights @ V
'''
why.en = "Because."
why.zh = "因为。"
hints = [{en = "1", zh = "一"}, {en = "2", zh = "二"}, {en = "3", zh = "三"}]

[mistakes.plain_mean]
means.en = "A mean."
means.zh = "平均。"
ask.en = "Why?"
ask.zh = "为什么？"
"""

BROKEN = {
    "not TOML": ('ask.en = "Why?"', "ask.en = Why", "mix.toml: Invalid value"),
    "no solution": ("solution =", "solutions =", "mix.toml: solution is missing."),
    "an unknown key": ("why.en", "who = 1\nwhy.en", "mix.toml: who is unknown; there may be hints"),
    "two hints": ('{en = "2", zh = "二"}, ', "", "mix.toml: hints: there need to be three"),
    "half a hint": ('{en = "2", zh = "二"}', '{en = "2"}', "mix.toml: hint 2 has no Chinese text (zh)."),
    "an empty text": ('"A mean."', '" "', "[mistakes.plain_mean] means has no English text (en)."),
    "a mistake without a question": ('ask.en = "Why?"\nask.zh = "为什么？"\n', "", "] ask is missing."),
}


def test_a_file_is_read(tmp_path):
    path = tmp_path / "mix.toml"
    path.write_text(RIGHT, encoding="utf-8")
    found = texts.read(path)
    assert found.solution == "def my_mix(weights, V):\n    return weights @ V"
    assert found.hints[1] == ("2", "二")
    assert found.mistakes["plain_mean"].ask == ("Why?", "为什么？")


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_with_a_file_is_said_with_its_name_and_place(what, tmp_path):
    old, new, said = BROKEN[what]
    assert old in RIGHT
    path = tmp_path / "mix.toml"
    path.write_text(RIGHT.replace(old, new), encoding="utf-8")
    with pytest.raises(texts.TextError) as raised:
        texts.read(path)
    assert str(raised.value).startswith("mix.toml: ")
    assert said in str(raised.value)


def test_one_mistake_has_its_texts_in_one_file(tmp_path, monkeypatch):
    for name in "mix", "scores":
        (tmp_path / f"{name}.toml").write_text(RIGHT, encoding="utf-8")
    both = {path.stem: texts.read(path) for path in sorted(tmp_path.glob("*.toml"))}
    monkeypatch.setattr(texts, "texts_of_exercises", lambda: both)
    with pytest.raises(texts.TextError, match=r"scores.toml, \[mistakes.plain_mean\]: another file"):
        texts.texts_of_mistakes.__wrapped__()


def test_each_step_up_to_which_an_answer_may_be_right_has_a_chinese_name():
    use_language("zh")
    for exercise in EXERCISES.values():
        given = {} if exercise.is_module else inputs_of(exercise.name, 0)[0]
        steps = (
            all_steps(exercise.reference, given) if given else dict.fromkeys(exercise.reference, np.eye(1))
        )
        arrays = [step for step, value in steps.items() if np.ndim(value)]
        if len(arrays) > 2:
            nameless = [step for step in arrays if step_title(exercise, step).isascii()]
            assert nameless == [], f"{exercise.name}: add them to data/names.json"
