"""What widgets share: their modules joined into one, for anywidget and for a page; all of it is installed."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from deno import find_deno_bin

import attnlib
from attnlib.draw import style
from attnlib.widgets._browser import css, javascript
from tools.installer import DENO

HOUSE = Path(attnlib.__file__).parent
SOURCES = HOUSE / "widgets" / "js"
WIDGETS = {"explorer": "explorer.js", "microscope": "microscope.js", "questions": "question.js"}


def first_of(widget):
    return SOURCES / widget / WIDGETS[widget]


@pytest.fixture
def join(tmp_path):
    """join(name=code, …): these modules as one."""

    def joined(**modules):
        for name, code in modules.items():
            (tmp_path / f"{name}.js").write_text(code, encoding="utf-8")
        return javascript(tmp_path / "explorer.js")

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
  return a(b, d)
    .more(x);
}
"""
C = """import { d } from "./d.js";
const size = /** @type {number} */ (1); // d.js has another
export const a = (b) => b + size;
export const b = d;
"""
D = """const size = 2;
export const d = size + "//";
"""


def test_modules_become_one_each_after_those_that_it_imports(join):
    joined = join(explorer=EXPLORER, c=C, d=D)
    assert joined.splitlines() == [
        'const $d = (() => {const size=2;const d = size + "//";',
        "return { d };})();",
        "const $c = (() => {const{d}=$d;const size=(1);const a=(b)=>b + size;const b=d;return { a, b };})();",
        "const $explorer = (() => {const{a,b}=$c;const{d}=$d;function render(x){return a(b,d).more(x);}",
        "return { render };})();",
        "const $widget = $explorer;",
        "export default { render: $widget.render };",
    ]


@pytest.mark.parametrize("widget", WIDGETS)
def test_what_is_left_out_between_signs_says_nothing(widget, monkeypatch):
    """Both are the same once a formatter has put the blanks back."""

    def formatted():
        command = [find_deno_bin(), "fmt", "--ext", "js", "-"]
        code = javascript(first_of(widget))
        run = subprocess.run(
            command, input=code, capture_output=True, encoding="utf-8", check=True, env=os.environ | DENO
        )
        return len(code), run.stdout

    small, tight = formatted()
    monkeypatch.setattr("attnlib.widgets._browser._tight", lambda line: line)
    large, wide = formatted()
    assert tight == wide
    assert small < 0.93 * large


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


def test_modules_may_stand_in_several_folders_but_each_name_in_one(join, tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "c.js").write_text(C, encoding="utf-8")
    (tmp_path / "shared" / "d.js").write_text(D, encoding="utf-8")
    line = 'import { a } from "./shared/c.js";\nexport function render() {}\n'
    assert join(explorer=line).count("const $") == 4
    line = 'import { d } from "./d.js";\n' + line
    with pytest.raises(
        ValueError, match=r"c\.js imports d\.js, and another module one of that name elsewhere"
    ):
        join(explorer=line, d=D)


@pytest.mark.parametrize("widget", WIDGETS)
def test_the_joined_modules_are_javascript_that_gives_anywidget_a_render(tmp_path, widget):
    (tmp_path / "joined.mjs").write_text(javascript(first_of(widget)), encoding="utf-8")
    code = f"console.log(Object.keys((await import({(tmp_path / 'joined.mjs').as_uri()!r})).default))"
    environment = os.environ | DENO | {"NO_COLOR": "1"}
    ran = subprocess.run([find_deno_bin(), "eval", code], capture_output=True, text=True, env=environment)
    assert ran.stdout.strip() == '[ "render" ]', ran.stderr


@pytest.mark.parametrize("widget", WIDGETS)
def test_every_module_is_joined_and_nothing_of_the_joints_is_left(widget):
    joined = javascript(first_of(widget))
    for path in (SOURCES / widget).glob("*.js"):
        assert joined.count(f"const ${path.stem} = (() => {{") == 1, path
    left = re.findall(r"^(?:import|export)\b.*", joined, re.M)
    assert left == ["export default { render: $widget.render };"]
    assert re.findall(r"^\s*(?://|/\*| \*).*", joined, re.M) == []


def test_an_installed_attnlib_has_every_file_of_a_widget():
    table = tomllib.loads((HOUSE.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    patterns = table["package-data"]["attnlib.widgets"]
    files = [path.relative_to(HOUSE / "widgets") for path in SOURCES.rglob("*.*")]
    assert {".js", ".css"} == {path.suffix for path in files}
    for path in files:
        assert any(path.match(pattern) for pattern in patterns), path


@pytest.mark.parametrize("widget", WIDGETS)
def test_the_style_sheet_has_the_hues_of_theme_and_no_copy_of_a_colour_stands_beside_it(widget):
    folders = [SOURCES / "shared", SOURCES / widget]
    sheet = css(first_of(widget).with_suffix(".css"))
    for name, light in style.HUES.items():
        assert f"--{name.lower()}:light-dark({light},{style.DARK_HUES[name]});" in sheet
    files = [path for folder in folders for path in folder.iterdir() if path.suffix in (".js", ".css")]
    beside = "\n".join(path.read_text(encoding="utf-8") for path in files)
    once = [*style.HUES.values(), *style.DARK_HUES.values(), style.INK, style.GREY, style.ALARM]
    once += [style.DARK_SIGNED.split()[0], "00224e", "7f3b08"]  # where cividis and PuOr begin
    assert [color for color in once if color.removeprefix("#") in beside] == []
