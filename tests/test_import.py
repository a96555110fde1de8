"""`import attnlib` is quick, gives every name of its table of contents, and changes nothing else."""

import ast
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import attnlib

HOUSE = Path(attnlib.__file__).parent

NAMES = {
    "attention": ["project", "scores", "scale", "causal_mask", "padding_mask", "apply_mask", "softmax", "mix"]
    + ["attend", "Trace", "split_heads", "merge_heads"],
    "block": ["layer_norm", "positional_encoding", "feed_forward", "pre_norm", "post_norm"],
    "examples": ["load_example"],
    "i18n": ["use_language"],
    "draw.explain": ["explain"],
    "draw.plots": ["heatmap", "pipeline", "heads"],
    "widgets.desk": ["WritingDesk"],
    "widgets.explorer": ["Explorer"],
    "widgets.microscope": ["Microscope"],
    "widgets.questions": ["ask"],
    "widgets.sliders": ["live"],
    "exercises.my_functions": ["mine"],
    "lab.pretrained": ["load_model"],
    "lab.recorded_outputs": ["use_recorded_results"],
}


def loaded_after(statement):
    """The modules that a fresh Python holds after that statement."""
    code = f"{statement}; import sys; print(*sys.modules)"
    run = [sys.executable, "-W", "error", "-c", code]
    return set(subprocess.run(run, check=True, capture_output=True, text=True).stdout.split())


def test_importing_and_computing_loads_nothing_heavy():
    modules = loaded_after("import attnlib; attnlib.load_example('hand_worked').trace()")
    assert {"attnlib.attention", "numpy"} <= modules
    heavy = {"torch", "seaborn", "pandas", "scipy", "matplotlib", "ipywidgets", "IPython", "anywidget"}
    assert modules & heavy == set()


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in NAMES for name in NAMES[module]])
def test_the_table_of_contents(module, name):
    assert getattr(attnlib, name) is getattr(import_module(f"attnlib.{module}"), name)


def test_dir_and_type_checkers_see_every_public_name():
    assert set(dir(attnlib)) == set(attnlib.__all__)
    assert {name for names in NAMES.values() for name in names} | {"check", "layers"} <= set(dir(attnlib))
    assert all(getattr(attnlib, name) is not None for name in attnlib.__all__)
    tree = ast.parse(Path(attnlib.__file__).read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported = {alias.asname or alias.name for node in froms for alias in node.names}
    assert set(attnlib.__all__) - {"__version__"} <= imported  # the later ones for type checkers


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((HOUSE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert attnlib.__version__ == project["version"]


def test_no_function_shadows_the_module_of_its_name():
    for path in HOUSE.rglob("*.py"):
        parts = path.relative_to(HOUSE).with_suffix("").parts
        if parts[-1] != "__init__":
            module = import_module(".".join(("attnlib", *parts)))
            parent = import_module(".".join(("attnlib", *parts[:-1])))
            assert getattr(parent, parts[-1]) is module, path


def test_check_is_the_public_name_of_the_exercises():
    from attnlib import check

    assert check is import_module("attnlib.exercises")


def test_the_formula_works_from_a_copy_without_data(tmp_path):
    shutil.copytree(HOUSE, tmp_path / "attnlib", ignore=shutil.ignore_patterns("__pycache__", "data"))
    code = "import sys, numpy, attnlib.attention as a; print(a.__file__, a.softmax(numpy.zeros((1, 2))))"
    run = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(run, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == f"{tmp_path / 'attnlib' / 'attention.py'} [[0.5 0.5]]\n"


def test_importing_attnlib_changes_nothing_in_ipython():
    """Also where PyTorch is missing: lessons ask for recorded results in their first cell."""
    code = """
import sys
sys.modules["torch"] = None
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.history_manager.enabled = False
def hooks():
    events = shell.events.callbacks.values()
    return [len(one) for one in (shell.input_transformers_post, shell.input_transformers_cleanup, *events)]
before = hooks()
import attnlib
assert hooks() == before, (before, hooks())
attnlib.use_recorded_results()
assert hooks() != before
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'attnlib' has no attribute 'atend'"):
        attnlib.atend  # noqa: B018
