"""Imports point one way only, in Python, JavaScript and CSS: every file and every import is read.

attnlib computes and draws, classroom teaches with it, tools builds lessons of both.
"""

import ast
import re
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent
FORMULA = {"attention", "block", "layers", "sampling", "_validate"}

# A room may import from itself and from those named here; a table of contents (an __init__) from all.
BELOW = {
    "attnlib formula": set(),
    "attnlib root": {"attnlib formula"},  # languages, examples
    "attnlib draw": {"attnlib formula", "attnlib root"},
}
BELOW["attnlib"] = set(BELOW)
ATTNLIB = set(BELOW)
OPEN = ATTNLIB | {"classroom root"}  # my_lessons and optional are open to all
BELOW |= {
    "classroom root": ATTNLIB,
    "classroom web": OPEN,
    "classroom explorer": OPEN | {"classroom web"},
    "classroom questions": OPEN | {"classroom web"},
    "classroom exercises": OPEN | {"classroom web"},
    "classroom desk": OPEN | {"classroom web"},
    "classroom sliders": OPEN | {"classroom web"},
    "classroom microscope": OPEN | {"classroom web", "classroom explorer"},
    "classroom lab": OPEN | {"classroom web", "classroom exercises"},
}
BELOW["classroom"] = set(BELOW)
BELOW["tools"] = set(BELOW)

CODE = re.compile(r"""^(?:import|export|@import)\b[^"';]*["'](\.[^"']+)["']""", re.M)
TYPES = re.compile(r"""^ ?\*? ?(?:/\*\* )?@import\s+[^"';]*\bfrom ["'](\.[^"']+)["']""", re.M)


def room(path):
    """Return the room of a file, such as "classroom explorer"."""
    top, *parts = path.parts
    if top == "tools" or parts == ["__init__.py"]:
        return top
    if len(parts) > 1:
        return f"{top} {parts[0]}"
    return f"{top} formula" if Path(parts[0]).stem in FORMULA else f"{top} root"


def python_imports(here):
    """Return for every Python file the files of the same packages that it imports, anywhere in its code."""
    paths = {
        path.relative_to(here)
        for top in ("attnlib", "classroom", "tools")
        for path in (here / top).rglob("*.py")
    }
    known = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    graph = {path: set() for path in paths}
    for path in paths:
        for node in ast.walk(ast.parse((here / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: write imports with the whole name"
                asked = [(f"{node.module}.{alias.name}", node.module) for alias in node.names]
            elif isinstance(node, ast.Import):
                asked = [(alias.name,) for alias in node.names]
            else:
                continue
            found = [next((known[name] for name in names if name in known), None) for names in asked]
            graph[path] |= {other for other in found if other is not None} - {path}
    return graph


def browser_imports(here, *kinds):
    """Return for every script and style sheet of the classroom the files that it imports."""
    paths = {
        path.relative_to(here)
        for path in (here / "classroom").rglob("*.*")
        if path.suffix in (".js", ".css") and path.parent.name != "static"
    }
    graph = {}
    for path in paths:
        text = (here / path).read_text(encoding="utf-8")
        asked = [name for kind in kinds for name in kind.findall(text)]
        graph[path] = {((here / path).parent / name).resolve().relative_to(here) for name in asked}
    return graph


GRAPHS = {"Python": python_imports(HERE), "JavaScript and CSS": browser_imports(HERE, CODE, TYPES)}
each = pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)


def wrong_ways(graph):
    """Return the imports that lead out of a room to one that is not below it."""
    return [
        (str(a), str(b))
        for a, others in graph.items()
        for b in others
        if room(a) != room(b) and room(b) not in BELOW[room(a)]
    ]


def circle(graph):
    """Return the files of a circle of imports, or None."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [str(path) for path in error.args[1]]
    return None


@each
def test_every_file_stands_in_a_room_and_imports_files_that_are_there(graph):
    assert {room(path) for path in graph} <= set(BELOW)
    assert {other for others in graph.values() for other in others} <= set(graph)
    assert len(graph) > 40


@each
def test_imports_point_one_way(graph):
    assert wrong_ways(graph) == []


@pytest.mark.parametrize("graph", [GRAPHS["Python"], browser_imports(HERE, CODE)], ids=GRAPHS)
def test_no_imports_go_in_a_circle(graph):
    """Only a comment may name the types of a file that imports this one."""
    assert circle(graph) is None


def test_the_formula_imports_nothing_but_numpy_torch_and_the_standard_library():
    allowed = {"numpy", "torch", "attnlib", "math", "sys", "dataclasses", "typing", "collections"}
    assert imported("attnlib", [f"{name}.py" for name in FORMULA]) <= allowed | {"functools", "numbers"}


def test_attnlib_needs_numpy_matplotlib_and_pillow_alone():
    """And PyTorch where it is given; the Chinese font, if it is there."""
    ours = {"attnlib", "numpy", "matplotlib", "PIL", "torch", "pylopdf_fonts_zh_cn"}
    assert imported("attnlib", [path.name for path in GRAPHS["Python"]]) - sys.stdlib_module_names <= ours


def imported(top, names):
    """Return the packages that files of these names import anywhere."""
    found = set()
    for path in (HERE / top).rglob("*.py"):
        if path.name not in names:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(node.module.partition(".")[0])
    return found


def test_attnlib_is_small():
    """The user asked for "a small shared attnlib module" that "supplies the computations"."""
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in (HERE / "attnlib").rglob("*.py")}
    assert sum(lines.values()) <= 4000, sorted(lines.items(), key=lambda pair: -pair[1])[:5]


def test_wrong_ways_and_circles_are_seen(tmp_path):
    for name, code in {
        "attnlib/attention.py": "def f():\n    from attnlib.draw import style\n",
        "attnlib/draw/style.py": "from attnlib import attention\n",
        "classroom/desk/js/desk.js": 'import { make } from "../../explorer/js/table.js";\n',
        "classroom/explorer/js/table.js": 'import { way } from "./way.js";\n',
        "classroom/microscope/js/map.js": '/** @import { Step } from "../../desk/js/desk.js" */\n',
        "classroom/explorer/js/way.js": 'import {\n  make,\n} from "./table.js";\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(code)
    python, browser = python_imports(tmp_path), browser_imports(tmp_path, CODE, TYPES)
    assert wrong_ways(python) == [("attnlib/attention.py", "attnlib/draw/style.py")]
    assert sorted(wrong_ways(browser)) == [
        ("classroom/desk/js/desk.js", "classroom/explorer/js/table.js"),
        ("classroom/microscope/js/map.js", "classroom/desk/js/desk.js"),
    ]
    assert circle(python)
    assert circle(browser)
