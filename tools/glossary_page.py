"""The glossary as it is built: three columns of its six, each row with an id, and an index of all names.

In JupyterLab and on the site a link to `#term-query` leads to that row, and one to `#letter-q`
to that line of the index.
"""

import re
from bisect import bisect

from tools.markdown import HAN

INDEX = "index"  # the id of the cell with the index, of no use where links lead nowhere
LONGEST = 33  # letters of a name in the index: nobody looks for the words of BERT by their B
HERE = "<!-- index -->"
WORDS = {
    "en": {
        "shape": "shape ",
        "also": "also called ",
        "tables": "Tables: ",
        "index": "| A–Z | terms |",
        "others": "| A–Z | leads to the term |",
        "fold": "Other names, from the lessons, other books and code",
    },
    "zh": {
        "shape": "形状：",
        "also": "也叫：",
        "tables": "各表：",
        "index": "| A–Z | 术语 |",
        "others": "| A–Z | 点进去是它的术语 |",
        "fold": "其他叫法：课里的、别的书里的、代码里的",
    },
}
# GB 2312 has the commonest 3755 characters in the order of pinyin: here the first of each letter.
FIRST = {
    "啊": "A", "芭": "B", "擦": "C", "搭": "D", "蛾": "E", "发": "F", "噶": "G", "哈": "H",
    "击": "J", "喀": "K", "垃": "L", "妈": "M", "拿": "N", "哦": "O", "啪": "P", "期": "Q",
    "然": "R", "撒": "S", "塌": "T", "挖": "W", "昔": "X", "压": "Y", "匝": "Z",
}  # fmt: skip
END = "亍".encode("gb2312")  # the first of those in the order of their strokes
_STARTS = sorted((first.encode("gb2312"), letter) for first, letter in FIRST.items())


def with_rows(text, known, lang):
    """Let each table of a text have three columns: names, what they mean, lessons."""
    group = re.search(r"^## (.*)$", text, re.M)
    terms = [term for term in known if group and term.group == group[1]]
    if not terms:  # none of its tables, or one that is not translated yet
        return text
    rows, lines = iter(terms), text.split("\n")
    for k, line in enumerate(lines):
        if line.startswith("|") and lines[k - 1].startswith("|"):
            lines[k] = "|:--|:--|:--|" if re.fullmatch(r"[|: -]+", line) else row(next(rows), lang)
        elif line.startswith("|"):
            head = [cell.strip() for cell in line.strip("|").split("|")]
            lines[k] = f"| {head[0]} | {head[-2]} | {head[-1]} |"
    return "\n".join(lines)


def row(term, lang):
    """Return the row of a term; below its meaning, in small type, its symbol, its shape, its other names."""
    said = WORDS[lang]
    more = [term.symbol] if term.symbol and not is_title(term) else []
    more += [said["shape"] + term.shape] if term.shape else []
    more += [said["also"] + term.also] if term.also else []
    small = f"<br><small>{' · '.join(more)}</small>" if more else ""
    # In the middle cell, the tallest, for JupyterLab centres the others, and scrolls to the place of the id.
    return f'| {title(term)} | <span id="{term.id}"></span>{term.meaning}{small} | {term.lessons} |'


def title(term):
    """Return what a term is called, and below it what in the other language."""
    own = term.symbol if is_title(term) else term.title
    return f"**{own}**" + (f"<br>{term.foreign}" if term.foreign else "")


def is_title(term):
    """Return True if a term is called as its symbol is written: d_k."""
    return re.sub(r"\\text|[\\${}]", "", term.symbol) == term.title


def with_index(text, known, english, lang):
    """Put the index where a text has a place for it: by letters, in Chinese first by those of pinyin."""
    firsts: dict[str, str] = {}  # of each table, its first term
    for term in known:
        firsts.setdefault(term.group, term.id)
    tables = WORDS[lang]["tables"] + " · ".join(f"[{group}](#{id})" for group, id in firsts.items())
    lists = [("pinyin", "拼音：", by_pinyin(known)), ("letter", "英文：", by_letter(english, "iz"))]
    if lang == "en":
        lists = [("letter", "", by_letter(english))]
    own = {
        (one_spelling(name), term.id)
        for term in [*known, *english]
        for name in re.split("(?:,|、) *", term.title)
    }
    own_names = [(key, said, terms_of(found, own, True)) for key, said, found in lists]
    strips = (
        said + " · ".join(f"[{letter}](#{key}-{letter.lower()})" for letter in found)
        for key, said, found in own_names
    )
    shown = (written(found, "index", lang, key) for key, _, found in own_names)
    folded = (written(terms_of(found, own, False), "others", lang) for _, _, found in lists)
    fold = [f"<details><summary>{WORDS[lang]['fold']}</summary>", *folded, "</details>"]
    return text.replace(HERE, "\n\n".join([tables, *strips, *shown, *fold]))


def by_letter(known, spelling="is"):
    """Return the names in the Latin alphabet by their first letter, each with the id of its term."""
    found = listed(known, lambda name: re.sub(r"[^A-Za-z]", "", name)[:1].upper(), spelling)
    return sorted_by(found, lambda name: re.sub(r"[^a-z0-9 ]", "", name.lower()))


def by_pinyin(known):
    """Return the Chinese names by the first letter of their pinyin, each with the id of its term."""
    found = listed(known, lambda name: initial(name) if re.search(f"[{HAN}]", name) else "")
    return sorted_by(found, lambda name: name.lower().encode("gb18030"))


def listed(known, letter, spelling="is"):
    """Return names by letter, and their terms' ids; those in -isation or -ization in one spelling."""
    found: dict[str, dict] = {}
    for term in known:
        for name in term.called:
            if name != term.title and any(
                name.startswith(one) for one in {*term.called} - {name} if len(one) > 1
            ):
                continue  # attention mechanism: attention stands beside it, and leads to the same row
            place = found.setdefault(letter(name) if len(name) <= LONGEST else "", {})
            name = one_spelling(name, spelling)
            place.setdefault((name, term.id), name)
    found.pop("", None)
    return found


def one_spelling(name, spelling="is"):
    """Return a name with -isation or -ization in one spelling."""
    return re.sub(r"i[sz](?=ation|ed\b)", spelling, name)


def sorted_by(found, place):
    """Return the names of each letter in order, as (name, id)."""
    return {
        letter: sorted(((name, id) for (_, id), name in found[letter].items()), key=lambda one: place(one[0]))
        for letter in sorted(found)
    }


def initial(name):
    """Return the letter with which a name begins in pinyin, or in the Latin alphabet."""
    if name[0].isascii():
        return name[0].upper()
    sign = name[0].encode("gb2312", "replace")
    if not _STARTS[0][0] <= sign < END:
        raise ValueError(f"The pinyin of {name[0]} in {name} is not known: begin with another character.")
    return _STARTS[bisect(_STARTS, (sign, "Z")) - 1][1]


def terms_of(found, own, wanted):
    """Return by letter the names that terms have of their own, or else those that they have besides."""
    kept = {
        letter: [(name, id) for name, id in names if ((one_spelling(name), id) in own) == wanted]
        for letter, names in found.items()
    }
    return {letter: names for letter, names in kept.items() if names}


def written(found, head, lang, key=""):
    """Return names as a table, a row for each letter; with a key, a link can lead to a row."""
    lines = [WORDS[lang][head], "|:--|:--|"]
    for letter, names in found.items():
        first = f'<span id="{key}-{letter.lower()}"></span>**{letter}**' if key else letter
        lines.append(f"| {first} | {' · '.join(f'[{name}](#{id})' for name, id in names)} |")
    return "\n".join(lines)
