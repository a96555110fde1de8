"""`import attnlib` is quick, gives every name of the table of contents, and imports point one way only."""

import ast
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import attnlib

HOUSE = Path(attnlib.__file__).parent

# What stands in a row may import from its own row and from those above it, and nothing goes in a circle.
FLOORS = [
    ["_data", "language", "steps", "theme", "validate"],
    ["attention"],
    ["block", "examples", "arithmetic"],
    ["layers", "plots", "live", "browser", "cost"],  # and whatever else helps to draw
    ["explorer", "questions", "check"],
    ["twins", "microscope"],
]

NAMES = {
    "attention": ["project", "scores", "scale", "causal_mask", "padding_mask", "apply_mask", "softmax", "mix"]
    + ["attend", "Trace", "split_heads", "merge_heads"],
    "block": ["layer_norm", "positional_encoding", "feed_forward", "pre_norm", "post_norm"],
    "examples": ["load_example"],
    "arithmetic": ["explain"],
    "plots": ["heatmap", "pipeline", "heads"],
    "explorer": ["Explorer"],
    "microscope": ["Microscope"],
    "questions": ["ask"],
    "language": ["use_language"],
}


def loaded_after(statement):
    """The modules that a fresh Python holds after that statement."""
    code = f"{statement}; import sys; print(*sys.modules)"
    run = [sys.executable, "-W", "error", "-c", code]
    return set(subprocess.run(run, check=True, capture_output=True, text=True).stdout.split())


def test_import_attnlib_loads_nothing_heavy():
    modules = loaded_after("import attnlib")
    assert {"attnlib.attention", "numpy"} <= modules
    heavy = {"torch", "seaborn", "pandas", "scipy", "matplotlib", "ipywidgets", "IPython", "anywidget"}
    assert modules & heavy == set()


def test_numbers_and_their_arithmetic_do_without_torch_and_pictures():
    modules = loaded_after("import attnlib; attnlib.load_example('hand_worked').trace()")
    assert modules & {"torch", "matplotlib"} == set()


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in NAMES for name in NAMES[module]])
def test_the_table_of_contents(module, name):
    assert getattr(attnlib, name) is getattr(import_module(f"attnlib.{module}"), name)


def test_tab_and_static_tools_are_offered_everything_public():
    assert set(dir(attnlib)) == set(attnlib.__all__)
    assert {name for names in NAMES.values() for name in names} | {"check", "layers", "live"} <= set(
        dir(attnlib)
    )
    assert all(getattr(attnlib, name) is not None for name in attnlib.__all__)
    tree = ast.parse(Path(attnlib.__file__).read_text(encoding="utf-8"))
    imported = {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert set(attnlib.__all__) - {"__version__"} <= imported  # the later ones for type checkers


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((HOUSE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert attnlib.__version__ == project["version"]


def test_no_module_is_hidden_by_a_function_of_its_own_name():
    """attnlib.live is meant as a module; whatever else has the name of a module is that module."""
    for path in HOUSE.rglob("*.py"):
        parts = path.relative_to(HOUSE).with_suffix("").parts
        if parts[-1] != "__init__":
            module = import_module(".".join(("attnlib", *parts)))
            parent = import_module(".".join(("attnlib", *parts[:-1])))
            assert getattr(parent, parts[-1]) is module, path


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'attnlib' has no attribute 'atend'"):
        attnlib.atend  # noqa: B018


def imports(path):
    """The modules of attnlib that a file imports from, anywhere in it."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    whole = {alias.name for node in froms if node.module == "attnlib" for alias in node.names}
    parts = {node.module.split(".")[1] for node in froms if node.module.startswith("attnlib.")}
    return whole | parts


def test_imports_point_one_way():
    floor = {name: i for i, row in enumerate(FLOORS) for name in row}
    paths = {path.stem: path for path in HOUSE.glob("*.py") if path.stem != "__init__"}
    paths |= {path.parent.name: path for path in HOUSE.glob("*/__init__.py")}
    graph = {name: imports(path) - {name} for name, path in paths.items()}
    upwards = [(a, b) for a in graph for b in graph[a] if floor.get(b, 3) > floor.get(a, 3)]
    assert upwards == []
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph)  # CycleError if there is one


def test_what_is_to_be_short_is_short():
    def lines(name):
        return len((HOUSE / name).read_text(encoding="utf-8").splitlines())

    assert lines("attention.py") <= 200
    assert lines("__init__.py") <= 60
