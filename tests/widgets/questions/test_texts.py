"""The texts around a question: each is used, and stands in both languages with the same places."""

import re
from pathlib import Path

from attnlib.widgets import questions
from attnlib.widgets.questions._read import KINDS
from attnlib.widgets.questions._texts import TEXTS

HERE = Path(questions.__file__).parent
SOURCES = HERE.parent / "js" / "questions"
PATHS = [
    *SOURCES.glob("*.js"),
    *(path for path in HERE.glob("*.py") if path.stem != "_texts"),
]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in PATHS)


def test_every_text_is_used():
    built = {f"by_{kind}" for kind in KINDS} | {f"{word}_order" for word in ("right", "wrong")}
    built |= {f"{kind}_first" for kind in ("number", "shape")} | {
        f"no_{kind}" for kind in ("number", "shape")
    }
    assert [key for key in TEXTS if key not in built and not re.search(rf"[\"']{key}[\"']", CODE)] == []


def test_every_text_that_the_browser_says_exists():
    asked = re.findall(r'\btext\("(\w+)"', CODE) + re.findall(r'\bbutton\("(\w+)"', CODE)
    assert len(asked) > 20
    assert set(asked) - set(TEXTS) == set()


def test_both_languages_have_the_same_places():
    for key, (english, chinese) in TEXTS.items():
        assert set(re.findall(r"\{(\w+)\}", english)) == set(re.findall(r"\{(\w+)\}", chinese)), key
