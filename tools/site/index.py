"""The index for the search: the words of each section of each page, as they are read there.

It is searched as it is, character by character: so it finds Chinese, where no space parts the words, and it
works from a folder of files, where a browser loads no larger machinery. What is folded stays out. In the
glossary each term is a section of its own, with its names as the title.
"""

import re

from tools.glossary_page import INDEX
from tools.lesson_source import GLOSSARY
from tools.markdown import HAN, is_formula, tokens

SUMMARY = 160  # signs
BETWEEN = " · "  # the names of a term, as finding.js knows
# What a formula's commands look like; of any other command nobody searches for the name.
SIGNS = {
    "sqrt": "√", "cdot": "·", "times": "×", "circ": "∘", "top": "ᵀ", "approx": "≈", "infty": "∞", "sum": "∑",
    "partial": "∂", "dots": "…", "to": "→", "leftarrow": "←", "lVert": "‖", "rVert": "‖", "quad": " ",
    "qquad": " ", "theta": "θ", "sigma": "σ", "varepsilon": "ε", "mu": "μ", "gamma": "γ", "beta": "β",
    "Delta": "Δ", "cos": "cos", "sin": "sin", "ln": "ln", "tanh": "tanh", "max": "max",
}  # fmt: skip
_PART = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
FRACTION = re.compile(rf"\\t?frac{_PART}{_PART}")


def sections(page):
    """[address, title of the page, title of the section, words] for each section of a page's texts."""
    found = [[f"{page.name}.html", page.title, "", ""]]
    for cell in page.notebook["cells"]:
        if cell["cell_type"] == "markdown" and cell["id"] != INDEX:
            _add(cell, page, found)
    if page.name == GLOSSARY:
        found += [_entry(term, page) for term in page.terms]
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


def _entry(term, page):
    """Return the section of a term: its names, and what its card says."""
    names = dict.fromkeys(re.sub(r"[*`\u2060]", "", name) for name in (*term.called, term.foreign) if name)
    [means] = [token.children for token in tokens(term.meaning) if token.type == "inline"]
    return [f"{page.name}.html#{term.id}", page.title, BETWEEN.join(names), written(means)]


def _add(cell, page, found):
    """Add the words of a text cell to the last section, or to those that it begins."""
    folds, heading, in_terms = 0, "", False
    for token in tokens(cell["source"]):
        if page.name == GLOSSARY and token.type in ("table_open", "table_close"):
            in_terms = token.type == "table_open"
        if token.type.startswith("html_"):
            folds += token.content.count("<details") - token.content.count("</details")
        if token.type == "heading_open":
            heading = token.tag
        elif token.type == "heading_close":
            heading = ""
        elif heading == "h2" and token.type == "inline":
            found.append([f"{page.name}.html#{cell['id']}", page.title, written(token.children), ""])
        elif not folds and not heading and not in_terms and token.type == "inline":
            found[-1][3] = f"{found[-1][3]} {written(token.children)}".strip()


def written(inline):
    """Return the words of some pieces of a line; for formulas, what somebody would type to find them."""
    return "".join(_piece(token) for token in inline)


def _piece(token):
    if is_formula(token):
        return plain(token.content)
    return " " if token.type in ("softbreak", "hardbreak", "html_inline") else token.content


def plain(formula):
    """Return a formula as somebody would type it: √d_k · t, a/b."""
    formula = re.sub(r"\\(?:begin|end)\{\w+\}|\\[\\,; ]|&", " ", formula)
    formula = FRACTION.sub(r"\1/\2", re.sub(r"\\t?frac(\w)(\w)", r"\1/\2", formula))
    formula = re.sub(r"\\([A-Za-z]+)", lambda found: SIGNS.get(found[1], ""), formula)
    return " ".join(re.sub(r"\\!|[\\{}]|\^(?=ᵀ)", "", formula).split())
