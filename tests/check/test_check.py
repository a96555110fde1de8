"""What `check` offers, and that its modules import one way only."""

import ast
import inspect
from graphlib import TopologicalSorter
from pathlib import Path

from attnlib import check
from attnlib.check.exercises import EXERCISES

HOUSE = Path(check.__file__).parent


def test_there_is_a_check_of_every_exercise():
    for name in EXERCISES:
        f = getattr(check, name)
        assert f.__name__ == name
        assert list(inspect.signature(f).parameters) == ["f", "seed"]
        assert f.__doc__.startswith("Check ")


def test_dir_and_tab_offer_what_is_public_and_no_more():
    others = {"number", "choice", "shape", "hint", "solution", "progress", "forget"}
    others |= {"inputs", "last_error", "NotYet"}
    assert set(dir(check)) == set(check.__all__) == EXERCISES.keys() | others
    assert all(getattr(check, name).__doc__ for name in check.__all__)


def imports():
    """The modules of check by the modules of check that they import at the top."""
    names = {path: ".".join(path.relative_to(HOUSE).with_suffix("").parts) for path in HOUSE.rglob("*.py")}
    names = {path: f"attnlib.check.{name}".removesuffix(".__init__") for path, name in names.items()}
    known, graph = set(names.values()), {}
    for path, name in names.items():
        nodes = ast.parse(path.read_text(encoding="utf-8")).body
        froms = [
            (node.module, alias.name)
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        ]
        graph[name] = {f"{a}.{b}" if f"{a}.{b}" in known else a for a, b in froms} & known
    return graph


def test_imports_point_one_way():
    graph = imports()
    assert len(list(TopologicalSorter(graph).static_order())) == len(graph)  # CycleError if there is one
    engine = {"judge", "sandbox", "message", "examine", "torch_module", "errors", "card", "exercise"}
    for name in engine:
        assert not [module for module in graph[f"attnlib.check.{name}"] if ".exercises" in module]


def test_no_module_is_hidden_by_a_name_of_its_package():
    for module in (HOUSE / "exercises").glob("[a-z]*.py"):
        assert inspect.ismodule(getattr(check.exercises, module.stem))
    own = {path.stem for path in HOUSE.glob("[a-z]*.py")} | {"exercises"}
    assert own & set(check.__all__) == set()


def test_a_person_can_hold_each_file():
    for path in HOUSE.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 300, path.name
