"""The index for the search: the words of each section of each page, as they are read there.

It is searched as it is, character by character: so it finds Chinese, where no space parts the words, and it
works from a folder of files, where a browser loads no larger machinery. What is folded stays out.
"""

import re

from tools.glossary_page import INDEX
from tools.markdown import HAN, is_formula, tokens

SUMMARY = 160  # signs


def sections(page):
    """[address, title of the page, title of the section, words] for each section of a page's texts."""
    found = [[f"{page.name}.html", page.title, "", ""]]
    for cell in page.notebook["cells"]:
        if cell["cell_type"] == "markdown" and cell["id"] != INDEX:
            _add(cell, page, found)
    return [section for section in found if section[3]]


def summary(sections):
    """Return the first sentences of a page, as many as a list of search results shows."""
    [_, _, _, text] = sections[0] if sections else [""] * 4
    said = ""
    for sentence in re.findall(r".*?(?:[.?!](?= |$)|[。？！]|$)", text):
        if said and width(said + sentence) > SUMMARY:
            break
        said += sentence
    return said.strip()


def width(text):
    """Count signs; a Chinese character is as wide as two letters."""
    return len(text) + len(re.findall(f"[{HAN}]", text))


def _add(cell, page, found):
    """Add the words of a text cell to the last section, or to those that it begins."""
    folds, heading = 0, ""
    for token in tokens(cell["source"]):
        if token.type.startswith("html_"):
            folds += token.content.count("<details") - token.content.count("</details")
        if token.type == "heading_open":
            heading = token.tag
        elif token.type == "heading_close":
            heading = ""
        elif heading == "h2" and token.type == "inline":
            found.append([f"{page.name}.html#{cell['id']}", page.title, written(token.children), ""])
        elif not folds and not heading and token.type == "inline":
            found[-1][3] = f"{found[-1][3]} {written(token.children)}".strip()


def written(inline):
    """Return the words of some pieces of a line; for formulas, what somebody would type to find them."""
    return "".join(_piece(token) for token in inline)


def _piece(token):
    if is_formula(token):
        formula = token.content.replace("\\sqrt", "√")
        return re.sub(r"\\(?:text|mathrm|mathbf|operatorname)\b|[\\{}]", "", formula)
    return " " if token.type in ("softbreak", "hardbreak", "html_inline") else token.content
