"""What there is in a text cell: formulas, links, code, headings, lists, tables, and how much prose."""

import re
from collections import Counter

HAN = "\u3400-\u4dbf\u4e00-\u9fff"  # Chinese characters, without punctuation

_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)  # in a line, or a block of lines
_FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\$])\$(?!\s)([^$]+?)(?<![\s\\])\$(?!\d)", re.S)
_WORDS_IN_FORMULA = re.compile(r"\\(?:text(?:bf|it|rm|sf|tt|normal)?|mbox)\{[^{}]*\}")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?([^\s)>]+)>?[^)]*\)")
_HTML_LINK = re.compile(r"<(?:a|img)\b[^>]*>", re.I)
IMAGE = re.compile(r"<img\b[^>]*>", re.I)
_TAG = re.compile(r"</?[A-Za-z][^>]*>|<!--.*?-->", re.S)
_FOLDED = re.compile(r"<details\b.*?</details>", re.S | re.I)
_HEADING = re.compile(r"^ {0,3}(#{1,6}) +\S.*$", re.M)
_BULLET, _NUMBER = re.compile(r"^ *[-*+] +\S", re.M), re.compile(r"^ *\d+[.)] +\S", re.M)
_TABLE = re.compile(r"(?:^ *\|.*$\n?)+", re.M)


def without_code(text, instead="x"):
    """The text with each piece of code replaced, so that nothing in it is taken for something else."""
    return _CODE.sub(instead, text)


def without_formulas(text, instead="x"):
    """The text with code and formulas replaced."""
    return _FORMULA.sub(instead, without_code(text))


def formulas(text):
    """Each formula and how often it stands there; spaces and the words in \\text{} do not count."""
    found = ("".join(match) for match in _FORMULA.findall(without_code(text)))
    return Counter(re.sub(r"\s", "", _WORDS_IN_FORMULA.sub(r"\\text{}", formula)) for formula in found)


def links(text):
    """The targets of all links and pictures, as written."""
    text = without_formulas(text)
    html = [attribute(tag, "href") or attribute(tag, "src") for tag in _HTML_LINK.findall(text)]
    return [target for _, _, target in _LINK.findall(text)] + [target for target in html if target]


def pictures(text):
    """The address and the alternative text of each picture, in Markdown or in HTML."""
    text = without_code(text)
    markdown = [(source, alt) for mark, alt, source in _LINK.findall(text) if mark]
    return markdown + [(attribute(tag, "src"), attribute(tag, "alt")) for tag in IMAGE.findall(text)]


def attribute(tag, name):
    """What an HTML tag says for one of its attributes, or nothing."""
    found = re.search(rf"\b{name}=(?:\"([^\"]*)\"|'([^']*)')", tag, re.I)
    return found and (found[1] or found[2]) or ""


def link_targets(text):
    """The targets, counted; to link to the other edition is the same thing in both."""
    return Counter(re.sub(r"\.zh-CN\b", "", re.sub(r"\.\./(en|zh)/", "../*/", link)) for link in links(text))


def code_named(text):
    """The pieces of code named in the text; those with Chinese in them are data and may differ."""
    found = (match[1].strip() for match in _CODE.findall(text))
    return {code for code in found if code.isascii()}


def heading_levels(text):
    """The level of each heading, in order."""
    return [len(marks) for marks in _HEADING.findall(without_code(text))]


def list_items(text):
    """How many bullets and how many numbered items there are."""
    text = without_code(text)
    return len(_BULLET.findall(text)), len(_NUMBER.findall(text))


def table_shapes(text):
    """The rows and columns of each table."""
    shapes = []
    for table in _TABLE.findall(without_formulas(text)):
        rows = [row.strip().replace(r"\|", "").strip("|").split("|") for row in table.strip().split("\n")]
        shapes.append((len(rows), max(len(row) for row in rows)))
    return shapes


def folded_parts(text):
    """How many parts are folded away."""
    return len(_FOLDED.findall(text))


def prose(text):
    """The running text: without folded parts, code, formulas, tables, tags and addresses."""
    text = without_formulas(_FOLDED.sub("", text))
    return _TAG.sub(" ", _LINK.sub(r" \2 ", _TABLE.sub("", text)))


def length(text, lang):
    """Words of English prose; characters of Chinese prose, a foreign word counting as one."""
    text = prose(text)
    words = re.findall(r"[^\W_][\w'’.-]*", re.sub(f"[{HAN}]", " ", text))
    return len(words) + (len(re.findall(f"[{HAN}]", text)) if lang == "zh" else 0)
