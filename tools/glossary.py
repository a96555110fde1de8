"""The terms of the glossary, each with what its card says, and how a word in a lesson finds its term."""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tools.markdown import HAN, tokens

SYNONYMS = Path(__file__).parent / "glossary_synonyms.toml"
BETWEEN = " / "  # a Chinese name and the English one, in the first column of the Chinese tables


class Term(NamedTuple):
    """One row of the glossary: its id in the page, what it is called there and elsewhere, what it means."""

    id: str
    title: str
    names: frozenset
    meaning: str  # as it is written
    group: str = ""  # the heading below which it stands
    foreign: str = ""  # its name in the other language, if that is another
    called: tuple = ()  # its names as they are written, without symbols
    symbol: str = ""
    shape: str = ""
    also: str = ""
    lessons: str = ""


@lru_cache(8)  # every text of every lesson asks for them
def terms(english, chinese, lang):
    """Return the terms in one language, in order, from the texts in both; the English one names them."""
    found = []
    for (group, first), (other_group, second) in zip(rows(english), rows(chinese), strict=True):
        title, _, translated = second[0].partition(BETWEEN)
        row, foreign = (first, title) if lang == "en" else ([title, *second[1:]], translated)
        found.append(
            Term(
                slug(first[0]),
                row[0],
                names(row, foreign if lang == "zh" else ""),
                row[4],
                group if lang == "en" else other_group,
                foreign if lang == "zh" or re.search(f"[{HAN}]", foreign) else "",
                called(row),
                row[2],
                row[3],
                row[1],
                row[5] if len(row) > 5 else "",
            )
        )
    return found


def rows(written):
    """Return each row of its tables, without the heads: (its heading, its cells as they are written)."""
    found: list[tuple[str, list[str]]] = []
    for text in written:
        place, heading = "", ""
        for token in tokens(text):
            if token.type in ("heading_open", "tbody_open", "heading_close", "tbody_close"):
                place = token.type
            elif token.type == "tr_open" and place == "tbody_open":
                found.append((heading, []))
            elif token.type == "inline" and place == "tbody_open":
                found[-1][1].append(token.content)
            elif token.type == "inline" and place == "heading_open":
                heading = token.content
    return found


def slug(name):
    return "term-" + re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def called(row):
    """Return the names of a term as they are written: its own, others', and what its meaning stresses."""
    found = re.split(r"[,;，；、]", f"{row[0]},{row[1]}") + re.findall(r"\*([^*]+)\*", row[4])
    return tuple(filter(None, (re.sub(r"[(（].*?[)）]", "", name).strip() for name in found)))


def names(row, english=""):
    """Return how a term is found: by what it is called, in English too, and by its symbols."""
    found = [*called(row), *english.split(", "), *re.split(r"[$,]+", row[2])]
    return frozenset(plain(name) for name in found) - {""}


def groups(known):
    """Return lists of words that mean the same: SYNONYMS, each with the names of its terms."""
    written = tomllib.loads(SYNONYMS.read_text("utf-8"))["groups"]
    found = [list(group) for group in written]
    for term in known:
        called = sorted(name for name in term.names if len(name) > 1 and "\\" not in name)
        group = next((one for one in found if {*one} & {*called}), None)
        if group is None and len(called) > 1:
            found.append(called)
        elif group is not None:
            group += [name for name in called if name not in group]
    return found


def plain(name):
    """Return a name in one spelling: without marks, and in small letters."""
    name = re.sub(r"[*`$]", "", name).strip().casefold()
    return re.sub(r"(?<=[a-z]{3})s$", "", name)


def find(word, known):
    """Find the term that a word names, or None: by one of its names, or by how one begins (saturated)."""
    word = plain(word)
    root = word.split(" ")[-1][:6]
    exact = [term for term in known if word in term.names]
    near = [term for term in known if len(root) == 6 and any(name.startswith(root) for name in term.names)]
    return next(iter([*exact, *near]), None)


_LINK = re.compile(
    r"\[(\*\*[^\]]*|\$[^\]]*)\]\(glossary\.ipynb\)"
)  # as a lesson writes it: [**query**](glossary.ipynb)


def with_links(text, known):
    """Let a text's links to the glossary lead to the row of their term."""

    def link(found):
        term = find(found[1], known)
        return f"[{found[1]}](glossary.ipynb{f'#{term.id}' if term else ''})"

    return _LINK.sub(link, text)
