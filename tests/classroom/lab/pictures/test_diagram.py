"""A diagram shows what the code does, whatever it does."""

import pytest
from matplotlib.patches import Circle, FancyBboxPatch

from attnlib.languages import use_language
from classroom.exercises.catalog.block import pre_norm_block
from classroom.exercises.catalog.post_norm_block import post_norm_block_of
from classroom.lab.pictures import diagram


def side_by_side(x, norm_1, attention, norm_2, feed_forward):
    return x + attention(norm_1(x)) + feed_forward(norm_2(x))


def chain(x, norm_1, attention, norm_2, feed_forward):
    return feed_forward(attention(x))


def boxes(picture):
    """The middles of the boxes, from left to right, and how many circles there are."""
    ax = picture.figure.axes[0]
    found = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    middles = [(box.get_x() + box.get_width() / 2, box.get_y() + box.get_height() / 2) for box in found]
    return sorted(middles), sum(isinstance(patch, Circle) for patch in ax.patches)


def test_the_description_is_the_code():
    assert repr(diagram(pre_norm_block)) == (
        "Read off the code: x₁ = x + attention(norm_1(x)); x₂ = x₁ + feed_forward(norm_2(x₁))."
    )
    said = repr(diagram(post_norm_block_of))
    assert "x₁ = x + attention(x); x₂ = norm_1(x₁) + " in said
    assert said.endswith("; output = norm_2(x₂).")
    use_language("zh")
    assert repr(diagram(chain)) == "从代码读出的结构：输出 = 前馈网络(注意力(x))。"


def test_there_is_a_box_for_each_call_and_a_circle_for_each_plus():
    middles, circles = boxes(diagram(pre_norm_block))
    assert (len(middles), circles) == (4, 2)
    assert len({y for _, y in middles}) == 1  # all on one line
    middles, circles = boxes(diagram(chain))
    assert (len(middles), circles) == (2, 0)


def test_parallel_branches_stand_in_rows():
    middles, circles = boxes(diagram(side_by_side))
    assert circles == 2
    assert [len([y for _, y in middles if y == row]) for row in sorted({y for _, y in middles})] == [2, 2]


def test_a_line_that_spans_another_passes_above_it():
    def twice(x, attention, feed_forward):
        return x + feed_forward(x + attention(x))

    roofs = sorted(
        float(min(line.get_ydata()))
        for line in diagram(twice).figure.axes[0].lines
        if len(line.get_xdata()) == 4
    )
    assert roofs[0] < roofs[1] - 0.2


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="only calls of its functions and [+] can be drawn"):
        diagram(lambda x, attention: x * attention(x))
    with pytest.raises(ValueError, match="only calls of its functions and [+] can be drawn"):
        diagram(lambda x, attention: x + 1)
    with pytest.raises(
        ValueError, match="needs to return what its functions and [+] make of x, but .* NoneType"
    ):
        diagram(lambda x, attention: None)
