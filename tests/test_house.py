"""Imports point one way only: every file and every import is read, those inside functions, too."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import attnlib

HOUSE = Path(attnlib.__file__).parent
FORMULA = {"attention", "block", "layers", "sampling", "_validate"}
ROOT = FORMULA | {"i18n", "examples", "words", "_optional", "_my_lessons"}

# A wing may import from itself and from those named here. The table of contents may import from all.
BELOW = {
    "formula": set(),
    "root": {"formula"},
    "draw": {"formula", "root"},
    "widgets": {"formula", "root", "draw"},
    "exercises": {"formula", "root"},
    "lab": {"formula", "root", "exercises"},
    "contents": {"formula", "root", "draw", "widgets", "exercises", "lab"},
}


def modules(house):
    """Return the dotted name of every module below a folder, by its path."""
    names = {path: path.relative_to(house.parent).with_suffix("").parts for path in house.rglob("*.py")}
    return {path: ".".join(parts).removesuffix(".__init__") for path, parts in names.items()}


def imports(house):
    """Return for every module the modules of the same package that it imports, anywhere in its code."""
    names = modules(house)
    known, graph = set(names.values()), {}
    for path, name in names.items():
        graph[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: write imports with the whole name"
                asked = [(f"{node.module}.{alias.name}", node.module) for alias in node.names]
            elif isinstance(node, ast.Import):
                asked = [(alias.name,) for alias in node.names]
            else:
                continue
            graph[name] |= {next(one for one in ways if one in known) for ways in asked if known & {*ways}}
        graph[name].discard(name)
    return graph


def scripts(folder):
    """Return for every JavaScript module below a folder those that it imports, but for types in comments."""
    found = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "(\..*?)"', re.MULTILINE)
    return {
        path: {(path.parent / name).resolve() for name in found.findall(path.read_text(encoding="utf-8"))}
        for path in folder.resolve().rglob("*.js")
    }


def wing(module):
    """Return the wing of a module: its folder, or its part of the ground floor."""
    _, *parts = module.split(".")
    if not parts:
        return "contents"
    if parts[0] in ROOT:
        return "formula" if parts[0] in FORMULA else "root"
    return parts[0]


def wrong_ways(graph):
    """Return the imports that lead out of a wing to one that is not below it."""
    return [
        (a, b)
        for a, others in graph.items()
        for b in others
        if wing(a) != wing(b) and wing(b) not in BELOW[wing(a)]
    ]


def test_every_module_stands_in_a_wing():
    assert {wing(module) for module in modules(HOUSE).values()} == BELOW.keys()


def test_imports_point_one_way():
    assert wrong_ways(imports(HOUSE)) == []


def test_no_imports_go_in_a_circle():
    graph = imports(HOUSE)
    assert len([*TopologicalSorter(graph).static_order()]) == len(graph)  # else CycleError


def test_no_scripts_import_in_a_circle():
    graph = scripts(HOUSE / "widgets" / "js")
    assert set(TopologicalSorter(graph).static_order()) == graph.keys()  # else CycleError


def test_the_formula_imports_nothing_but_numpy_torch_and_the_standard_library():
    allowed = {"numpy", "torch", "attnlib", "math", "sys", "dataclasses", "typing", "collections"}
    allowed |= {"functools", "numbers"}
    for name in FORMULA:
        for node in ast.walk(ast.parse((HOUSE / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                asked = (
                    [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
                )
                assert {one.split(".")[0] for one in asked} <= allowed, name


def test_an_import_inside_a_function_is_seen(tmp_path):
    house = tmp_path / "attnlib"
    (house / "draw").mkdir(parents=True)
    for name, code in {
        "__init__": "",
        "attention": "def f():\n    from attnlib.draw import style\n",
        "draw/__init__": "",
        "draw/style": "from attnlib import attention\n",
    }.items():
        (house / f"{name}.py").write_text(code)
    graph = imports(house)
    assert wrong_ways(graph) == [("attnlib.attention", "attnlib.draw.style")]
    assert graph["attnlib.draw.style"] == {"attnlib.attention"}
