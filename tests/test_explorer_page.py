"""What the explorer tells the browser: its texts, and a saved page."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from attnlib import explorer as package
from attnlib.browser import JS
from attnlib.examples import load_example
from attnlib.explorer import Explorer
from attnlib.explorer._facts import facts
from attnlib.explorer._texts import TEXTS
from attnlib.language import use_language
from attnlib.steps import STEPS

HERE = Path(package.__file__).parent
PATHS = [*JS.glob("*.js"), *(HERE / "js").glob("*.js")]
MODULES = {path.name: path.read_text(encoding="utf-8") for path in PATHS}
SAID = set(TEXTS)

# What is written down once


def test_the_browser_is_told_every_step_in_order():
    told = facts()["steps"]
    names = [name for name in told if name in STEPS]
    assert names == list(STEPS)
    assert set(told) - set(names) == {"context", "merged", "projected"}
    for name in names:
        step = STEPS[name]
        assert (told[name]["rows"], told[name]["cols"], told[name]["kind"]) == (
            step.rows,
            step.cols,
            step.kind,
        )
        assert told[name]["sources"] == step.sources


# Its texts


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
    built = {f"goal_{kind}_{way}" for kind in ("weight", "number") for way in ("above", "below")}
    prefixes = re.findall(r"`(\w+_)\$\{\w+\}`", code)
    for key in SAID - built:
        ways = [key] + [key.removeprefix(start) for start in prefixes if key.startswith(start)]
        assert any(re.search(rf'["`]{way}["`]', code) for way in ways), key
    for key, (english, chinese) in TEXTS.items():
        assert set(re.findall(r"\{(\w+)\}", english)) == set(re.findall(r"\{(\w+)\}", chinese)), key


# A saved page


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_saved_page_names_no_address_and_ends_no_script_early(tmp_path, language):
    use_language(language)
    words = {"en": ["</script><script>alert(1)</script>", "b", "c", "d"]}
    example = replace(load_example("first_look"), words=words | {"zh": words["en"]}, orders=None)
    Explorer(example).save_html(tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert f'<html lang="{ {"en": "en", "zh": "zh-CN"}[language] }">' in text
    assert text.count("<script") == text.count("</script>") == 2
    for piece in (text, Explorer._css, Explorer._code.default_value):
        rest = piece.replace("http://www.w3.org/2000/svg", "")
        assert re.findall(r"https?:|//\w+\.\w|@import|url\(|\bfetch\(|WebSocket|innerHTML", rest) == []
    arrays, state = json.loads(re.search(r'id="saved">(.*?)</script>', text, re.S)[1])
    assert len(arrays) == len(set(arrays)) > 0
    assert state["_fixed"]["sentences"][0]["tokens"] == ["</script><s…", "b", "c", "d"]
