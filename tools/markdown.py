"""What stands in a text cell, read by markdown-it-py: formulas, links, code, headings, tables, prose."""

import re
from collections import Counter
from html.parser import HTMLParser

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

HAN = "\u3400-\u4dbf\u4e00-\u9fff"  # Chinese characters, without punctuation


class _LinksAsWritten(MarkdownIt):
    """Markdown whose links stay as they are written, and do not get %E4%B8%AD."""

    def normalizeLink(self, url):
        return url


_MARKDOWN = _LinksAsWritten("commonmark").enable(["table", "strikethrough"])
_MARKDOWN.use(dollarmath_plugin, allow_space=False, double_inline=True)
_CODE = ("code_inline", "code_block", "fence")
_WHOLE = re.compile(
    r"(```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$]*\$)"  # in which every space stays
    r"|(?<=\d) (?=(?:%|[kMG]B|ms|min)(?!\w))|(?<=[①-⑧]) (?=[①-⑧])| (?=→\])"
    r"|(?<=[Ll]esson) (?=\d)|(?<=[第图]) (?=\d)|(?<=\d) (?=[课节])"
    r"|(?<=[\d.],) (?=[−\d.]+(?:, [−\d.]+){0,2}\))",
    re.DOTALL,
)
_WORDS_IN_FORMULA = re.compile(r"\\(?:text(?:bf|it|rm|sf|tt|normal)?|mbox)\{[^{}]*\}")


class Html(HTMLParser):
    """The tags of a piece of HTML, each with its attributes, and the text between them."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, {name: value or "" for name, value in attributes}))

    def handle_data(self, data):
        self.text += data


def unbroken(text):
    """Keep on one line a number and its unit or name, the last numbers of a vector, a link and its arrow."""
    return _WHOLE.sub(lambda found: found[1] or "\u00a0", text)


def formulas(text):
    """Count each formula; spaces and the words in \\text{} do not count."""
    found = (token.content for token in tokens(text) if is_formula(token))
    return Counter(re.sub(r"\s", "", _WORDS_IN_FORMULA.sub(r"\\text{}", formula)) for formula in found)


def links(text):
    """Return the targets of all links and pictures, as written."""
    attributes = [token.attrs for token in tokens(text)] + [attributes for _, attributes in html_tags(text)]
    return [found[name] for found in attributes for name in ("href", "src") if found.get(name)]


def local_links(text):
    """Return the targets that are files of the project."""
    return [target for target in links(text) if not re.match(r"[a-z]+:|#", target)]


def pictures(text):
    """Return the address and the alternative text of each picture, in Markdown or in HTML."""
    markdown = [(token.attrs["src"], token.content) for token in tokens(text) if token.type == "image"]
    html = [attributes for tag, attributes in html_tags(text) if tag == "img"]
    return markdown + [(found.get("src", ""), found.get("alt", "")) for found in html]


def link_targets(text):
    """Count the targets of links; the other edition of a lesson is the same target in both."""
    return Counter(re.sub(r"\.zh-CN\b", "", re.sub(r"\.\./(en|zh)/", "../*/", link)) for link in links(text))


def code_named(text):
    """Return the pieces of code named in the text; those with Chinese in them are data and may differ."""
    found = (token.content.strip() for token in tokens(text) if is_code(token))
    return {code for code in found if code.isascii()}


def headings(text):
    """Return the level and the words of each heading, in order."""
    found = list(tokens(text))
    return [
        (int(token.tag[1:]), following.content)
        for token, following in zip(found, found[1:], strict=False)
        if token.type == "heading_open"
    ]


def heading_levels(text):
    """Return the level of each heading, in order."""
    return [level for level, _ in headings(text)]


def list_items(text):
    """Count the bullets and the numbered items."""
    marks = [token.markup for token in tokens(text) if token.type == "list_item_open"]
    bullets = [mark for mark in marks if mark in "-*+"]
    return len(bullets), len(marks) - len(bullets)


def table_shapes(text):
    """Return the rows and columns of each table."""
    shapes = []
    for token in tokens(text):
        if token.type == "table_open":
            shapes.append((0, 0))
        elif token.type == "tr_open":
            shapes[-1] = (shapes[-1][0] + 1, 0)
        elif token.type in ("th_open", "td_open"):
            shapes[-1] = (shapes[-1][0], shapes[-1][1] + 1)
    return shapes


def folded_parts(text):
    """Count the parts that are folded away."""
    return sum(tag == "details" for tag, _ in html_tags(text))


def visible(text, folded=True, tables=True):
    """Return the words that a reader sees, a line a block, with x for each formula and each piece of code."""
    words, folds, in_table = [""], 0, False
    for token in tokens(text):
        if token.type in ("html_block", "html_inline"):
            folds += len(re.findall("<details", token.content, re.I))
        in_table = in_table and token.type != "table_close" or token.type == "table_open"
        if (tables or not in_table) and (folded or not folds):
            words.append(words_of(token))
        if token.type in ("html_block", "html_inline"):
            folds -= len(re.findall("</details", token.content, re.I))
        if token.block:
            words.append("\n\n")
    return "".join(words)


def words_of(token):
    """Return the words of one token."""
    if is_code(token) or is_formula(token):
        return "x"
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    if token.type == "html_block":
        return Html(token.content).text
    return token.content if token.type == "text" else ""


def length(text, lang):
    """Words of English prose, without folded parts and tables; characters of Chinese, a foreign word one."""
    text = visible(text, folded=False, tables=False)
    words = re.findall(r"[^\W_][\w'’.-]*", re.sub(f"[{HAN}]", " ", text))
    return len(words) + (len(re.findall(f"[{HAN}]", text)) if lang == "zh" else 0)


def tokens(text):
    """Yield all tokens of markdown-it-py in order: each block, and those in its lines."""
    for token in _MARKDOWN.parse(text):
        yield token
        yield from token.children or []


def is_code(token):
    return token.type in _CODE


def is_formula(token):
    return token.type.startswith("math_")


def html_tags(text):
    """Return the HTML tags of the text, each with its attributes."""
    html = (token.content for token in tokens(text) if token.type in ("html_block", "html_inline"))
    return [tag for content in html for tag in Html(content).tags]
