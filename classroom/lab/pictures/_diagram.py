"""Draw a block as a diagram that is read off its code: call the block and record what it does."""

import inspect
from collections.abc import Callable
from typing import Any

from matplotlib.patches import Circle, FancyArrowPatch, FancyBboxPatch

from attnlib.draw.plots.fonts import drawable, width
from attnlib.draw.plots.paper import paper, write
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.texts import text as shared
from attnlib.draw.style import GREY, HUES, INK
from attnlib.languages import name_of
from classroom.lab.pictures._texts import text

_ACROSS, _HIGH, _GAP, _ROUND = 0.3, 0.46, 0.34, 0.15  # inches: around a name, of a box, between, of a plus
_LINE = HUES["K"]  # of what goes around


def diagram(block: Callable[..., Any]) -> Picture:
    """Draw the code of a block: its calls as boxes, its sums as plus signs, residual paths above.

    The block is called with stand-ins that record the calls, so the picture shows the code as it is.

    Args:
        block: a function of x and of functions, that only calls these and adds
    Returns:
        A Picture
    Raises:
        ValueError: for a block that does anything else

    Example:
        >>> def block(x, attention, feed_forward):
        ...     x = x + attention(x)
        ...     return x + feed_forward(x)
        >>> diagram(block)
        Read off the code: x₁ = x + attention(x); x₂ = x₁ + feed_forward(x₁).
    """
    x, *functions = inspect.signature(block).parameters
    try:
        output = block(_Node(x), *(_recorder(name) for name in functions))
    except (TypeError, AttributeError) as error:
        raise ValueError(f"diagram: only calls of its functions and + can be drawn ({error}).") from None
    if not isinstance(output, _Node):
        raise ValueError(
            f"diagram: block needs to return what its functions and + make of {x}, but returned "
            f"{type(output).__name__}."
        )
    nodes = _in_order(output)
    with plain_style():
        figure = _draw(nodes)
    return Picture(figure, _alt(nodes))


class _Node:
    """A value inside the block: x itself, a function of another node, or the sum of two."""

    def __init__(self, label, *inputs):
        self.label, self.inputs = label, inputs
        self.level = 1 + max((node.level for node in inputs), default=-1)

    def __add__(self, other):
        return _Node("+", self, other) if isinstance(other, _Node) else NotImplemented


def _recorder(name):
    """Return a stand-in for a function: it returns a node with its name."""
    return lambda node: _Node(name, node)


def _in_order(output):
    """Return the nodes that the output is made of, each after its inputs."""
    found: list[_Node] = []

    def visit(node):
        if node not in found:
            for one in node.inputs:
                visit(one)
            found.append(node)

    visit(output)
    return found


def _draw(nodes):
    """Draw the levels from left to right; a second node of a level stands below the first."""
    names = {node: drawable(name_of(node.label), 40) for node in nodes}
    halves = {node: _ROUND if node.label == "+" else (_ACROSS + width(names[node], 12)) / 2 for node in nodes}
    levels = range(max(node.level for node in nodes) + 1)
    widest = [max(halves[node] for node in nodes if node.level == level) for level in levels]
    rows = {node: sum(one.level == node.level for one in nodes[:k]) for k, node in enumerate(nodes)}
    arcs = sorted(
        ((a, b) for b in nodes for a in b.inputs if rows[a] == rows[b] == 0 and b.level - a.level > 1),
        key=lambda arc: arc[1].level - arc[0].level,
    )
    heights: dict = {}
    for a, b in arcs:  # one that spans another passes above it
        inside = [
            heights[c, d]
            for c, d in heights
            if a.level <= c.level and d.level <= b.level and (c, d) != (a, b)
        ]
        heights[a, b] = max(inside, default=0.18) + 0.24
    top = 0.1 + _HIGH / 2 + max(heights.values(), default=0)
    at = {}
    for node in nodes:
        left = 0.1 + sum(2 * half + _GAP for half in widest[: node.level])
        at[node] = left + widest[node.level], top + rows[node] * (_HIGH + 0.2)
    end = at[nodes[-1]][0] + halves[nodes[-1]] + _GAP
    ax = paper(end + 0.1, 0.1 + _HIGH / 2 + max(y for _, y in at.values()))
    for b in nodes:
        for a in b.inputs:
            _join(ax, at[a], halves[a], at[b], halves[b], heights.get((a, b)))
    onward = _LINE if nodes[-1].label == "+" else GREY
    _arrow(ax, (end - _GAP, at[nodes[-1]][1]), (end, at[nodes[-1]][1]), onward)
    for node in nodes:
        _draw_node(ax, node, names[node], *at[node], halves[node])
    return ax.figure


def _draw_node(ax, node, name, x, y, half):
    if node.label == "+":
        ax.add_patch(Circle((x, y), half, fc="white", ec=_LINE, lw=1.6))
        write(ax, x, y, "+", 13, _LINE)
    elif not node.inputs:
        write(ax, x, y, name, 13, _LINE)
    else:
        corner = (x - half, y - _HIGH / 2)
        style = "round,pad=0,rounding_size=0.06"
        ax.add_patch(FancyBboxPatch(corner, 2 * half, _HIGH, style, fc="#f4f5f7", ec=GREY, lw=1.2))
        write(ax, x, y, name, 12, INK)


def _join(ax, start, half, end, other, height):
    """Draw a line to a later node: straight, above the nodes between, or from row to row."""
    (x, y), (to, below) = start, end
    if height:
        corner, roof = x + half + 0.12, y - _HIGH / 2 - height
        ax.plot([x + half, corner, corner, to], [y, y, roof, roof], color=_LINE, lw=2, solid_capstyle="round")
        _arrow(ax, (to, roof), (to, below - other), _LINE)
    elif y == below:
        _arrow(ax, (x + half, y), (to - other, below))
    elif y < below:  # down to a row of its own
        corner = x + half + 0.12
        ax.plot([corner, corner], [y, below], color=GREY, lw=1.4)
        _arrow(ax, (corner, below), (to - other, below))
    else:  # and up again
        ax.plot([x + half, to], [y, y], color=GREY, lw=1.4)
        _arrow(ax, (to, y), (to, below + other))


def _arrow(ax, start, end, color=GREY):
    ax.add_patch(
        FancyArrowPatch(
            start, end, arrowstyle="-|>", mutation_scale=11, shrinkA=0, shrinkB=0, color=color, lw=1.4
        )
    )


# Its description


def _alt(nodes):
    """Write each sum as a line of code, and name it x₁, x₂, … for the next lines."""
    said: dict = {}
    lines: list[str] = []
    for node in nodes:
        if node.label == "+":
            name = "x" + str(len(lines) + 1).translate(_SMALL)
            lines.append(f"{name} = {' + '.join(said[one] for one in node.inputs)}")
            said[node] = name
        else:
            inner = ", ".join(said[one] for one in node.inputs)
            said[node] = f"{name_of(node.label)}({inner})" if node.inputs else name_of(node.label)
    if nodes[-1].label != "+":
        lines.append(f"{name_of('output')} = {said[nodes[-1]]}")
    return text("alt_diagram", lines=shared("alt_semicolon").join(lines))


_SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
