"""The names that `check` offers."""

import inspect
from pathlib import Path

from classroom import check
from classroom.exercises import catalog
from classroom.exercises.catalog import EXERCISES
from tests.test_house import HERE, python_imports

HOUSE = Path(check.__file__).parent


def test_there_is_a_check_of_every_exercise():
    for name in EXERCISES:
        f = getattr(check, name)
        assert f.__name__ == name
        assert list(inspect.signature(f).parameters) == ["f", "seed"]
        assert f.__doc__.startswith("Check ")


def test_dir_and_tab_offer_what_is_public_and_no_more():
    others = {"hint", "solution", "progress", "forget"}
    others |= {"inputs", "last_error", "NotYet"}
    assert set(dir(check)) == set(check.__all__) == EXERCISES.keys() | others
    assert all(getattr(check, name).__doc__ for name in check.__all__)


def test_no_module_is_hidden_by_a_name_of_its_package():
    for module in (HOUSE / "catalog").glob("[a-z]*.py"):
        assert inspect.ismodule(getattr(catalog, module.stem))
    own = {path.stem for path in HOUSE.glob("[a-z]*.py")} | {"catalog"}
    assert own & set(check.__all__) == set()


def test_what_runs_a_check_knows_no_exercise():
    graph = python_imports(HERE)
    reached, ahead = set(), [HOUSE.relative_to(HERE) / "run_check.py"]
    while ahead:
        reached.add(path := ahead.pop())
        ahead += graph[path] - reached
    assert HOUSE.relative_to(HERE) / "save_answer.py" in reached
    assert [path for path in reached if "catalog" in path.parts] == []
