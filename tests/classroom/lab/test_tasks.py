"""The tasks of lesson 10 ask what they say, and their right attention is where it is said to be."""

import numpy as np
import pytest
import torch

from attnlib import use_language
from classroom.exercises.wrong_attention import no_scale
from classroom.lab.numpy_bridge import on_tensors
from classroom.lab.tasks import (
    Continuer,
    Finder,
    Head,
    Looks,
    Reverser,
    Story,
    induction,
    look_up,
    parts,
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


@pytest.fixture(params=["en", "zh"])
def story(request):
    use_language(request.param)
    yield Story()
    use_language("en")


def test_a_story_is_cut_into_pieces_of_two_sets(story):
    assert "".join(story.letters[k] for k in story.numbers) == story.text
    cut = round(0.8 * len(story.text))
    for pieces, part in ((story.training, story.text[:cut]), (story.test, story.text[cut:])):
        texts = ["".join(story.letters[k] for k in piece) for piece in pieces.tolist()]
        assert texts == [part[k : k + 25] for k in range(len(part) - 24)]


def test_an_epoch_has_each_piece_of_the_training_set_once(story):
    batches = list(story.batches(32))
    assert {len(batch) for batch in batches[:-1]} == {32}
    assert sorted(torch.cat(batches).tolist()) == sorted(story.training.tolist())


def test_the_parameters_of_a_story_are_the_same_for_a_seed_and_three_norms_have_their_own(story):
    P = story.parameters(d=8)
    assert P["letters"].shape == (len(story.letters), 8) == P["out"].T.shape
    assert all(p.requires_grad for p in P.values())
    assert np.array_equal(P["W_Q"].detach(), story.parameters(d=8)["W_Q"].detach())
    assert not np.array_equal(P["gain_1"].detach(), P["gain_2"].detach())
    assert {name for name in P if "gain" in name} == {"gain_1", "gain_2", "gain_3"}


def test_parts_fill_the_functions_of_the_reader_so_that_all_parameters_learn(story):
    P = story.parameters()
    norm_1, attention, norm_2, feed_forward, last = parts(on_tensors, P)
    x = P["letters"][story.training[:2, :-1]] + P["places"]
    changed = x.detach().clone()
    changed[:, 5:] = 0
    assert torch.allclose(attention(changed)[:, :5], attention(x)[:, :5])  # nobody looks ahead
    y = on_tensors.block(x, norm_1, attention, norm_2, feed_forward)
    (on_tensors.softmax(last(y) @ P["out"]) ** 2).sum().backward()
    assert all(p.grad is not None and abs(p.grad).max() > 0 for p in P.values())


def test_what_is_written_goes_on_with_likely_letters(story):
    nearly_sure = torch.full((len(story.letters),), 1e-9, dtype=torch.float64)
    nearly_sure[3] = 1
    written = story.write(lambda x: nearly_sure.expand(1, x.shape[1], -1), 6)
    assert written == story.text[:4] + story.letters[3] * 6


def test_a_story_of_the_readers_own():
    assert Story("abcde" * 25).test.shape == (1, 25)
    with pytest.raises(ValueError, match="has 6 letters. It needs at least 125"):
        Story("my.txt")
    with pytest.raises(ValueError, match="has 0 letters"):
        Story("")
    with pytest.raises(TypeError, match="got list"):
        Story(["a", "b"])
