"""The texts of the explorer: each is said, in both languages, with the same places."""

import re
from pathlib import Path

from attnlib.widgets import explorer as package
from attnlib.widgets.explorer._texts import TEXTS
from tools.bundle import SOURCES

HERE = Path(package.__file__).parent
PATHS = [path for part in ("shared", "explorer") for path in (SOURCES / part).glob("*.js")]
MODULES = {path.name: path.read_text(encoding="utf-8") for path in PATHS}
SAID = set(TEXTS)


def test_every_word_that_the_browser_says_exists():
    counted = 0
    for name, code in MODULES.items():
        start = "python_" if name == "sync.js" else ""  # which says how Python follows
        code = re.sub(r"//.*", "", code)
        for argument in re.findall(r'\b(?:text|report)\(((?:[^(),"`]|"[^"]*"|`[^`]*`)+)', code):
            keys = {start + key for key in re.findall(r'"([^"]+)"', argument)}
            assert keys <= SAID, f"{name}: {argument}"
            for prefix in re.findall(r"`(\w+_)\$\{\w+\}`", argument):
                assert any(key.startswith(prefix) for key in SAID), f"{name}: {argument}"
            counted += 1
    assert counted > 70


def test_every_word_is_said_and_both_languages_have_the_same_places():
    python = [path.read_text(encoding="utf-8") for path in HERE.glob("*.py") if path.stem != "_texts"]
    code = "\n".join([*MODULES.values(), *python])
    kinds = ("pair", "number", "place")
    built = {f"goal_{kind}_{way}" for kind in ("weight", *kinds) for way in ("above", "below")}
    built |= {f"ask_{kind}" for kind in kinds}
    prefixes = re.findall(r"`(\w+_)\$\{\w+\}`", code)
    for key in SAID - built:
        ways = [key] + [key.removeprefix(start) for start in prefixes if key.startswith(start)]
        assert any(re.search(rf'["`]{way}["`]', code) for way in ways), key
    for key, (english, chinese) in TEXTS.items():
        assert set(re.findall(r"\{(\w+)\}", english)) == set(re.findall(r"\{(\w+)\}", chinese)), key
