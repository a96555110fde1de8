"""The map of the whole machine: each part a link to a lesson, lit or crossed out."""

import re
from pathlib import Path

import pytest

from attnlib.draw.steps import STEPS
from attnlib.languages import LANGUAGES, use_language
from classroom import machine
from classroom.lab.machine import LESSONS

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_part_leads_to_a_lesson_that_is_there(lang):
    use_language(lang)
    links = re.findall(r'href="([^"]+)"', machine(towers=2)._repr_html_())
    assert {link.removesuffix(".ipynb") for link in links} == set(LESSONS.values())
    assert all((NOTEBOOKS / lang / link).is_file() for link in links)


def test_a_part_is_lit_in_both_forms_and_only_it():
    shown = machine("feed_forward")
    assert re.findall(r"\[(.*?)\]", repr(shown)) == ["feed-forward"]
    assert re.findall(r"<strong[^>]*><a[^>]*><span[^>]*>(.*?)<", shown._repr_html_()) == ["feed-forward"]


def test_a_part_that_stands_twice_is_lit_twice():
    assert repr(machine("add_norm")).count("[add & norm]") == 2


def test_what_a_model_lacks_is_crossed_out():
    assert repr(machine(crossed=["probabilities"])).endswith("→ ~probabilities~")
    assert repr(machine(crossed="position")).count("~") == 2


def test_a_whole_tower_is_crossed_out_and_the_other_is_not():
    encoder, decoder = repr(machine(crossed=["encoder", "cross_attention"], towers=2)).splitlines()
    assert encoder.count("~") == 2 * 8
    assert re.findall("~(.*?)~", decoder) == ["cross-attention", "add & norm"]
    encoder, decoder = repr(machine(crossed=["decoder"], towers=2)).splitlines()
    assert "~" not in encoder
    assert decoder.count("~") == 2 * 9
    assert decoder.endswith("→ probabilities")


def test_the_steps_of_attention_stand_in_a_line_of_their_own():
    assert len(repr(machine()).splitlines()) == 1
    chain = repr(machine(steps=())).splitlines()[1]
    assert chain == "attention: X → Q K V → scores → scaled → masked → weights → output"
    assert re.split(r" (?:→ )?", chain)[1:] == list(STEPS)
    assert "[scores] → [scaled]" in repr(machine(steps=("scores", "scaled")))


def test_a_second_tower_reads_and_the_first_writes():
    encoder, decoder = repr(machine(towers=2)).splitlines()
    assert encoder.endswith("→ K, V of every cross-attention")
    assert "probabilities" not in encoder
    assert decoder.index("cross-attention") < decoder.index("feed-forward") < decoder.index("probabilities")


def test_the_map_is_said_in_chinese():
    use_language("zh")
    assert "[注意力]" in repr(machine("attention"))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: machine("softmax"), "a part needs to be one of add_norm, attention.*'softmax'"),
        (lambda: machine("cross_attention"), "'cross_attention'"),
        (lambda: machine(crossed=["mask"]), "'mask'"),
        (lambda: machine(crossed=["encoder"]), "'encoder'"),
        (lambda: machine(steps="softmax"), "a step needs to be one of K, Q.*'softmax'"),
        (lambda: machine(towers=3), "towers needs to be 1 or 2, but is 3"),
    ],
)
def test_what_is_not_there_is_named(call, says):
    with pytest.raises(ValueError, match=says):
        call()
