"""What the browser is given: the explorer's modules joined into one, its texts, and a saved page."""

import json
import os
import re
import subprocess
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from deno import find_deno_bin

from attnlib import explorer as package
from attnlib import theme
from attnlib.examples import load_example
from attnlib.explorer import Explorer
from attnlib.explorer._facts import facts
from attnlib.explorer._page import css, javascript
from attnlib.explorer._texts import TEXTS
from attnlib.language import use_language
from attnlib.steps import STEPS

HERE = Path(package.__file__).parent
MODULES = {path.name: path.read_text(encoding="utf-8") for path in (HERE / "js").glob("*.js")}
SAID = set(TEXTS)

# One module of many


@pytest.fixture
def join(tmp_path):
    """join(name=code, …): these modules as one."""

    def joined(**modules):
        for name, code in modules.items():
            (tmp_path / f"{name}.js").write_text(code, encoding="utf-8")
        return javascript(tmp_path)

    return joined


EXPLORER = """// Broken as a formatter breaks it.
import {
  a,
  b,
} from "./c.js";
import { d } from "./d.js";

/**
 * @param {number} x
 */
export function render(x) {
  // says why
  return a(b, d, x);
}
"""
C = """import { d } from "./d.js";
const size = 1; // d.js has another
export const a = (b) => b + size;
export const b = d;
"""
D = """const size = 2;
export const d = size;
"""


def test_modules_become_one_each_after_those_that_it_imports(join):
    joined = join(explorer=EXPLORER, c=C, d=D)
    assert joined.splitlines() == [
        "const $d = (() => {",
        "const size = 2;",
        "const d = size;",
        "return { d };",
        "})();",
        "const $c = (() => {",
        "const { d } = $d;",
        "const size = 1; // d.js has another",
        "const a = (b) => b + size;",
        "const b = d;",
        "return { a, b };",
        "})();",
        "const $explorer = (() => {",
        "const { a, b } = $c;",
        "const { d } = $d;",
        "function render(x) {",
        "return a(b, d, x);",
        "}",
        "return { render };",
        "})();",
        "export default { render: $explorer.render };",
    ]


OTHER = "export const a = 1;\n"
REFUSED = {
    'import * as all from "./other.js";': "explorer.js: `import * as all from",
    'import a from "./other.js";': "explorer.js: `import a from",
    'import "./other.js";': 'explorer.js: `import "./other.js";` cannot be joined',
    "import { a } from './other.js';": "explorer.js: `import { a } from",
    'import { a } from "./other.js"; a();': "explorer.js: `import { a } from",
    'const later = () => import("./other.js");': "explorer.js: `const later",
    'import { a as b } from "./other.js";': "explorer.js imports `a as b`, but other.js exports no",
    'import { c } from "./other.js";': "explorer.js imports `c`, but other.js exports no such name.",
    'import { a } from "./gone.js";': "explorer.js imports gone.js, and there is no such file.",
    'import { a } from "./round.js";': "explorer -> round -> explorer: modules cannot import one another",
    "export default { render };": "explorer.js: `export default { render };` cannot be joined; what can is",
    "export { render };": "explorer.js: `export { render };`",
    "export let n = 1;": "explorer.js: `export let n = 1;`",
    'export * from "./other.js";': "explorer.js: `export *",
    "const [a, b] = `one\n  two`;": "explorer.js: a text in backticks needs to end on its line",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_cannot_be_joined_is_refused_in_a_sentence(join, line):
    round_ = 'import { render } from "./explorer.js";\nexport const a = render;\n'
    with pytest.raises(ValueError, match=re.escape(REFUSED[line])):
        join(explorer=f"{line}\nexport function render() {{}}\n", other=OTHER, round=round_)


def test_the_joined_modules_are_javascript_that_gives_anywidget_a_render(tmp_path):
    (tmp_path / "joined.mjs").write_text(javascript(), encoding="utf-8")
    code = f"console.log(Object.keys((await import({(tmp_path / 'joined.mjs').as_uri()!r})).default))"
    environment = os.environ | {
        "NO_COLOR": "1",
        "DENO_NO_UPDATE_CHECK": "1",
        "DENO_DIR": str(tmp_path / "deno"),
    }
    ran = subprocess.run([find_deno_bin(), "eval", code], capture_output=True, text=True, env=environment)
    assert ran.stdout.strip() == '[ "render" ]', ran.stderr


def test_every_module_is_joined_and_nothing_of_the_joints_is_left():
    joined = javascript()
    for name in MODULES:
        assert joined.count(f"const ${name.removesuffix('.js')} = (() => {{") == 1, name
    assert re.findall(r"^(?:import|export)\b.*", joined, re.M) == [
        "export default { render: $explorer.render };"
    ]
    assert re.findall(r"^\s*(?://|/\*| \*).*", joined, re.M) == []


# What is written down once


def test_the_style_sheet_has_the_hues_of_theme_and_no_copy_of_a_colour_stands_beside_it():
    for name, light in theme.HUES.items():
        assert f"--{name.lower()}: light-dark({light}, {theme.DARK_HUES[name]});" in css()
    beside = "\n".join([*MODULES.values(), (HERE / "js" / "explorer.css").read_text(encoding="utf-8")])
    once = [*theme.HUES.values(), *theme.DARK_HUES.values(), theme.INK, theme.GREY, theme.ALARM]
    once += [theme.DARK_SIGNED.split()[0], "00224e", "7f3b08"]  # where cividis and PuOr begin
    assert [color for color in once if color.removeprefix("#") in beside] == []


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
    for piece in (text, css(), javascript()):
        rest = piece.replace("http://www.w3.org/2000/svg", "")
        assert re.findall(r"https?:|//\w+\.\w|@import|url\(|\bfetch\(|WebSocket|innerHTML", rest) == []
    arrays, state = json.loads(re.search(r'id="saved">(.*?)</script>', text, re.S)[1])
    assert len(arrays) == len(set(arrays)) > 0
    assert state["_fixed"]["sentences"][0]["tokens"] == ["</script><s…", "b", "c", "d"]


def test_an_installed_attnlib_has_every_file_of_the_explorer():
    table = tomllib.loads((HERE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert "attnlib.explorer" in table["setuptools"]["packages"]
    patterns = table["setuptools"]["package-data"]["attnlib.explorer"]
    files = [path.relative_to(HERE) for path in HERE.rglob("*.*") if "__pycache__" not in path.parts]
    assert len(files) > 20
    for path in files:
        assert path.suffix == ".py" or any(path.match(pattern) for pattern in patterns), path
