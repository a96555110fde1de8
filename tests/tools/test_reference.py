"""The reference shows a docstring section by section."""

import inspect
import re
from html import unescape

import attnlib
from tools.site import reference


def test_arguments_are_a_list_and_an_example_stays_as_it_is_written():
    html = reference.described(
        """Do <something> to `x`.

        Args:
            x: (n, m),
                in two lines
            keep: a mask
        Returns:
            A Trace: all steps

        Example:
            >>> [1] + [2]
            [1, 2]
        """
    )
    assert html == (
        "<p>Do &lt;something&gt; to <code>x</code>.</p>"
        "<h4>Args</h4><ul><li><code>x</code>: (n, m), in two lines</li>"
        "<li><code>keep</code>: a mask</li></ul>"
        "<h4>Returns</h4><ul><li>A Trace: all steps</li></ul>"
        "<h4>Example</h4><pre>&gt;&gt;&gt; [1] + [2]\n[1, 2]</pre>"
    )


def test_no_word_of_a_docstring_is_lost():
    for thing in (attnlib.attend, attnlib.heatmap, attnlib.attention, attnlib.Trace):
        words = re.findall(r"\w+", inspect.getdoc(thing))
        shown = unescape(re.sub("<[^>]*>", " ", reference.described(thing.__doc__)))
        assert re.findall(r"\w+", shown) == words
