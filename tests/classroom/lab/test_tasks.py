"""The tasks of lesson 10 ask what they say, and their right attention is where it is said to be."""

import numpy as np
import pytest
import torch

from classroom.exercises.wrong_attention import no_scale
from classroom.lab.tasks import (
    Continuer,
    Finder,
    Head,
    Looks,
    Reverser,
    Story,
    induction,
    look_up,
    pronoun,
    reverse,
)
from classroom.lab.training import train


def test_reverse_asks_for_the_digit_at_the_other_end():
    x, wanted = reverse(5, n=7)
    assert all(wanted[s, i, 0] == x[s, 6 - i] for s in range(5) for i in range(7))


def test_look_up_asks_for_the_value_of_a_key_that_is_there_once():
    x, wanted = look_up(50)
    assert x.shape == (50, 7, 2)
    assert (x[:, -1, 1] == 8).all()
    for row, (value,) in zip(x.tolist(), wanted[:, 0].tolist(), strict=True):
        assert [v for k, v in row[:-1] if k == row[-1][0]] == [value]
    x, _ = look_up(9, at=2)
    assert (x[:, 2, 0] == x[:, -1, 0]).all()


def test_induction_asks_what_followed_the_last_word_when_it_stood_before():
    x, wanted = induction(50)
    places = [row[:-1].index(row[-1]) for row in x.tolist()]
    assert [row[k + 1] for row, k in zip(x.tolist(), places, strict=True)] == wanted.flatten().tolist()
    assert len(set(places)) > 3
    x, _ = induction(9, at=8)
    assert (x[:, 8] == x[:, -1]).all()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_it_stands_for_a_noun_of_its_sentence_and_pairs_of_nouns_are_held_out_whole(lang):
    it = pronoun(lang)
    assert len(it.sentences) == 624
    nouns = [words[k] for words, k in zip(it.sentences, it.noun.tolist(), strict=True)]
    x, wanted = it.asked
    assert [it.vocabulary[k] for k in wanted[:, it.it, 0].tolist()] == [
        noun for noun, out in zip(nouns, it.held_out.tolist(), strict=True) if out
    ]
    assert (wanted[:, : it.it] == -1).all()
    beginnings = {out: set() for out in (True, False)}
    for words, out in zip(it.sentences, it.held_out.tolist(), strict=True):
        beginnings[out].add(tuple(words[:-1]))
    assert not beginnings[True] & beginnings[False]
    first, second = it.minimal_pair
    assert it.sentences[first][:-1] == it.sentences[second][:-1]
    assert it.noun[first] != it.noun[second]


def test_what_is_drawn_for_training_is_the_sentence_with_it_replaced_or_it_alone():
    it = pronoun("en")
    torch.manual_seed(0)
    x, wanted = it.draw(40)
    others = [k for k in range(x.shape[1]) if k != it.it]
    assert (x[:, others] == wanted[:, others, 0]).all()
    assert (x[:, it.it] != wanted[:, it.it, 0]).all()
    torch.manual_seed(0)
    _, alone = it.draw_it(40)
    assert (alone[:, it.it] == wanted[:, it.it]).all()
    assert (alone[:, others] == -1).all()


def test_the_weight_on_the_noun_is_that_of_the_row_of_it():
    it = pronoun("zh")
    right = it.noun[it.held_out]
    weights = torch.zeros(len(right), 2, it.x.shape[1], it.x.shape[1])
    weights[torch.arange(len(right)), 1, it.it, right] = 0.75
    assert it.on_the_noun(weights).tolist() == [0, 0.75]


def test_the_noun_that_is_drawn_is_what_it_is_replaced_by():
    it = pronoun("en")
    torch.manual_seed(0)
    x, wanted = it.draw(40)
    torch.manual_seed(0)
    words, noun = it.draw_noun(40)
    assert torch.equal(words, x)
    assert torch.equal(noun, wanted[:, it.it, 0])
    asked, wanted = it.asked
    words, noun = it.test
    assert torch.equal(words, asked)
    assert torch.equal(noun, wanted[:, it.it, 0])


def test_two_looks_give_all_rows_and_two_maps():
    x = induction(3)[0]
    output, weights = Looks(20, 16)(x)
    assert output.shape == (3, 16, 32)
    assert weights.shape == (3, 2, 16, 16)


def test_models_give_one_row_for_each_that_is_asked_and_their_weights():
    for model, draw, rows, maps in (
        (Reverser(), reverse, 10, (10, 10)),
        (Finder(), look_up, 1, (7, 7)),
        (Continuer(2), induction, 1, (2, 16, 16)),
    ):
        x, wanted = draw(3)
        output, weights = model(x)
        assert output.shape[:2] == (3, rows) == wanted.shape[:2]
        assert weights.shape == (3, *maps)


def test_a_wrong_attention_takes_the_place_of_the_right_one():
    torch.manual_seed(0)
    wrong, x = Head(8, no_scale), torch.randn(2, 5, 8)
    right = Head(8)
    right.load_state_dict(wrong.state_dict())
    assert not torch.allclose(wrong(x)[0], right(x)[0], atol=1e-3)
    Q, K, V = wrong.W_Q(x), wrong.W_K(x), wrong.W_V(x)
    assert torch.equal(wrong(x)[0], wrong.W_O(no_scale(Q, K, V)))


def test_a_task_that_is_learned():
    run = train(Finder, look_up, iterations=60, every=60, rate=0.01)
    assert run.right[0] < 0.4
    assert run.right[-1] > 0.9


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_story_is_cut_into_pieces_of_itself(lang):
    story = Story(lang)
    text = "".join(story.letters[k] for k in story.numbers)
    assert text == story.text
    for piece in story.windows(5, n=8).tolist():
        assert "".join(story.letters[k] for k in piece) in text
    P = story.parameters(d=8)
    assert P["letters"].shape == (len(story.letters), 8) == P["out"].T.shape
    assert all(p.requires_grad for p in P.values())
    assert np.array_equal(P["W_Q"].detach(), Story(lang).parameters(d=8)["W_Q"].detach())
