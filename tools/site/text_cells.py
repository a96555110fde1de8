"""A text cell as HTML: its formulas rendered, its links leading to pages, its terms to their cards."""

import re
from html import escape

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from tools import glossary
from tools.markdown import is_formula

_OPENING = tuple("(“‘（《")  # what stands at no line's end
_CLOSING = tuple(",.;:!?)’”，。、；：！？）》")  # what stands at no line's beginning

_SHORT = 28  # characters of a formula or a piece of code that no line breaks
_LONG = 60  # characters of a formula that is made smaller on a phone

_MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_MARKDOWN.use(dollarmath_plugin, allow_space=False, double_inline=True)


def html(text, page, id=""):
    """Render a text; its first heading, if any, gets this id, and the page notes headings and terms."""
    return _MARKDOWN.render(text, {"page": page, "id": id})


def inline(text, page):
    """Render a text without paragraphs."""
    return _MARKDOWN.renderInline(text, {"page": page, "id": ""})


def _formula(renderer, tokens, k, options, env):
    alone = tokens[k].type != "math_inline"
    found = env["page"].formulas.html(tokens[k].content, alone)
    if alone:
        return f'<span class="formula{" long" * (len(tokens[k].content) > _LONG)}">{found}</span>'
    before, after = tokens[k].meta.get("marks", ("", ""))
    marked = f"{before}{found}{after}"
    return f'<span class="kept">{marked}</span>' if len(tokens[k].content) <= _SHORT else marked


def _take_marks(state):
    """Give each formula the opening mark before it, and the closing one behind it, to stand on its line."""
    for inline in state.tokens:
        pieces = inline.children or []
        for k, token in enumerate(pieces):
            if not is_formula(token):
                continue
            before, after = pieces[k - 1] if k else None, pieces[k + 1] if k + 1 < len(pieces) else None
            marks = ["", ""]
            if before and before.type == "text" and before.content.endswith(_OPENING):
                marks[0], before.content = before.content[-1], before.content[:-1]
            if after and after.type == "text" and after.content.startswith(_CLOSING):
                marks[1], after.content = after.content[0], after.content[1:]
            token.meta["marks"] = marks


def _code(renderer, tokens, k, options, env):
    code = tokens[k].content
    kept = ' class="kept"' if len(code) <= _SHORT else ""
    return f"<code{kept}>{escape(code)}</code>"


def _heading(renderer, tokens, k, options, env):
    token = tokens[k]
    id = env.pop("id", "") or f"heading-{len(env['page'].headings)}"
    env["id"] = ""
    if token.tag == "h2":
        words = renderer.renderInline(tokens[k + 1].children, options, env)
        env["page"].headings.append((id, words))
    return f'<{token.tag} id="{escape(id)}">'


def _link(renderer, tokens, k, options, env):
    """Begin a link: to another page, to a term with its card, or to another site."""
    page, token = env["page"], tokens[k]
    way = str(token.attrs["href"])
    if re.match(r"[a-z]+:", way):
        return f'<a href="{escape(way)}" rel="external">'
    way = re.sub(r"\.ipynb(?=#|$)", ".html", way)
    if way.split("#")[0] == "glossary.html" and (term := glossary.find(_words(tokens, k), page.terms)):
        page.used[term.id] = term
        # KaTeX's formula is no text for a screen reader that asks for a link's name.
        name = "" if _said(tokens, k) else f' aria-label="{escape(re.sub(r"[$*`]", "", term.title))}"'
        return f'<a class="term" href="glossary.html#{term.id}" data-card="card-{term.id}"{name}>'
    return f'<a href="{escape(way)}">'


def _words(tokens, k):
    """Return the words of the link that begins at k, as written."""
    end = next(j for j in range(k, len(tokens)) if tokens[j].type == "link_close")
    return "".join(token.content for token in tokens[k + 1 : end])


def _said(tokens, k):
    """Return True if the link that begins at k has words besides formulas."""
    end = next(j for j in range(k, len(tokens)) if tokens[j].type == "link_close")
    return any(token.content.strip() for token in tokens[k + 1 : end] if not is_formula(token))


def _head(renderer, tokens, k, options, env):
    """Begin or end a column's heading; where it is empty, an ordinary cell."""
    inline = tokens[k + 1 if tokens[k].nesting == 1 else k - 1]
    tag = "th" if inline.content.strip() else "td"
    style = f' style="{tokens[k].attrs["style"]}"' if "style" in tokens[k].attrs else ""
    return f"<{tag}{style}>" if tokens[k].nesting == 1 else f"</{tag}>"


def _table_open(renderer, tokens, k, options, env):
    return '<div class="scroll"><table>'


def _table_close(renderer, tokens, k, options, env):
    return "</table></div>"


_MARKDOWN.core.ruler.push("marks", _take_marks)
for _name, _rule in {
    "math_inline": _formula,
    "math_inline_double": _formula,
    "math_block": _formula,
    "code_inline": _code,
    "heading_open": _heading,
    "link_open": _link,
    "table_open": _table_open,
    "th_open": _head,
    "th_close": _head,
    "table_close": _table_close,
}.items():
    _MARKDOWN.add_render_rule(_name, _rule)
