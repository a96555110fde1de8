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
import classroom

HERE = Path(attnlib.__file__).parent.parent
PACKAGES = pytest.mark.parametrize("package", [attnlib, classroom], ids=["attnlib", "classroom"])

NAMES = {
    "attnlib.attention": [
        "project",
        "scores",
        "scale",
        "causal_mask",
        "padding_mask",
        "apply_mask",
        "softmax",
    ]
    + ["mix", "attend", "Trace", "split_heads", "merge_heads"],
    "attnlib.block": ["layer_norm", "positional_encoding", "feed_forward", "pre_norm", "post_norm"],
    "attnlib.examples": ["load_example"],
    "attnlib.languages": ["use_language"],
    "attnlib.draw.explain": ["explain"],
    "attnlib.draw.plots": ["heatmap", "pipeline", "heads"],
    "classroom.desk": ["WritingDesk"],
    "classroom.explorer": ["Explorer"],
    "classroom.microscope": ["Microscope"],
    "classroom.questions": ["ask"],
    "classroom.sliders": ["live"],
    "classroom.exercises.my_functions": ["mine"],
    "classroom.lab.pretrained": ["load_model"],
    "classroom.lab.recorded_outputs": ["use_recorded_results"],
}


def run(statement, cwd=None):
    """Return what a fresh Python prints."""
    command = [sys.executable, "-W", "error", "-c", statement]
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def loaded_after(statement):
    """Return the modules that a fresh Python holds after that statement."""
    return set(run(f"{statement}; import sys; print(*sys.modules)").split())


def test_importing_and_computing_loads_nothing_heavy():
    modules = loaded_after("import attnlib; attnlib.load_example('hand_worked').trace()")
    assert {"attnlib.attention", "numpy"} <= modules
    heavy = {"torch", "seaborn", "pandas", "scipy", "matplotlib", "ipywidgets", "IPython", "anywidget"}
    assert modules & {*heavy, "classroom"} == set()


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in NAMES for name in NAMES[module]])
def test_the_table_of_contents(module, name):
    package = import_module(module.partition(".")[0])
    assert getattr(package, name) is getattr(import_module(module), name)


@PACKAGES
def test_dir_and_type_checkers_see_every_public_name(package):
    assert set(dir(package)) == set(package.__all__)
    assert all(getattr(package, name) is not None for name in package.__all__)
    tree = ast.parse(Path(package.__file__).read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported = {alias.asname or alias.name for node in froms for alias in node.names}
    assert set(package.__all__) - {"__version__"} <= imported  # the later ones for type checkers


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert attnlib.__version__ == project["version"]


@PACKAGES
def test_no_function_shadows_the_module_of_its_name(package):
    house = Path(package.__file__).parent
    for path in house.rglob("*.py"):
        parts = path.relative_to(house).with_suffix("").parts
        if parts[-1] != "__init__":
            module = import_module(".".join((package.__name__, *parts)))
            parent = import_module(".".join((package.__name__, *parts[:-1])))
            assert getattr(parent, parts[-1]) is module, path
        elif len(parts) == 2:
            module = import_module(f"{package.__name__}.{parts[0]}")
            assert getattr(package, parts[0]) is module, path


def test_the_formula_works_from_a_copy_without_data(tmp_path):
    copy = tmp_path / "attnlib"
    shutil.copytree(HERE / "attnlib", copy, ignore=shutil.ignore_patterns("__pycache__", "data"))
    code = "import sys, numpy, attnlib.attention as a; print(a.__file__, a.softmax(numpy.zeros((1, 2))))"
    assert run(code, tmp_path) == f"{copy / 'attention.py'} [[0.5 0.5]]\n"


def test_importing_both_changes_nothing_in_ipython():
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
import attnlib, classroom
assert hooks() == before, (before, hooks())
classroom.use_recorded_results()
assert hooks() != before
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@PACKAGES
def test_all_names_can_be_imported_without_pytorch_and_what_needs_it_says_so(package):
    name = package.__name__
    code = f"""
import sys
sys.modules["torch"] = None
from {name} import *
print("attend" in globals(), "Explorer" in globals())
try:
    from {name} import {"layers" if package is attnlib else "training"}
except ImportError as error:
    print(error)
"""
    first, said = run(code).splitlines()
    assert first == ("True False" if package is attnlib else "False True")
    assert "torch, which is not installed: " in said.lower().replace("pytorch", "torch")
    assert "torch" in said.partition("installed: ")[2]


@pytest.mark.parametrize(
    ("lacks", "call", "extra"),
    [
        ("traitlets", "classroom.Explorer", "classroom"),
        ("anywidget", "classroom.ask", "classroom"),
        ("ipywidgets", "classroom.live", "classroom"),
        ("seaborn", "classroom.violins({'a': [0.0, 1.0]})", "lab"),
        ("scipy", "classroom.clusters({'a': [[0.0, 1.0], [1.0, 0.0]]}, ['a', 'b'], groups=2)", "lab"),
    ],
)
def test_what_is_not_installed_is_named_with_the_extra_that_brings_it(lacks, call, extra):
    code = f"""
import sys
sys.modules[{lacks!r}] = None
import attnlib, classroom
attnlib.heatmap([[1.0]])
try:
    {call}
except ModuleNotFoundError as error:
    print(error)
"""
    name = call.partition("(")[0].removeprefix("classroom.")
    assert run(code) == f'{name}: needs {lacks}, which is not installed: pip install "attnlib[{extra}]"\n'


@PACKAGES
def test_an_unknown_name_is_an_attribute_error(package):
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'atend'"):
        package.atend  # noqa: B018


@pytest.mark.parametrize("name", sorted(attnlib._IN_CLASSROOM))
def test_a_name_that_moved_says_where_it_is(name):
    with pytest.raises(
        ImportError, match=rf"^{name} is in classroom now: write `from classroom import {name}`, .*\.$"
    ):
        getattr(attnlib, name)
    assert name in classroom.__all__


def test_a_foreign_classroom_is_named(tmp_path):
    """PyPI has another one."""
    foreign = tmp_path / "classroom.py"
    foreign.touch()
    here = f"import sys; sys.path.insert(0, {str(tmp_path)!r})"
    said = run(f"{here}\ntry:\n  from attnlib import ask\nexcept ImportError as error:\n  print(error)")
    assert f"finds another package of this name first, {foreign}: remove or rename it." in said
