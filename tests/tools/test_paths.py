"""No document, comment of a configuration or list of files names a path that is not there."""

import re
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parents[2]
TOPS = "attnlib|classroom|data|notebooks|tests|tools|docs|benchmarks"
# Made later, or a pattern: NN is a number, FEATURE a folder, 15_mine a lesson that somebody writes.
MADE = ("data/models", "attnlib/data/models", "classroom/FEATURE", "tests/classroom/FEATURE")
LISTS = [".gitattributes", ".gitignore", "MANIFEST.in", "Makefile", "pyproject.toml", "deno.json"]
LISTS += ["deno.strict.json", "postBuild", "tasks.py", "tools/jupyterlab.py", ".ci/run"]
DOCUMENTS = [
    ".github/workflows/*.yml",
    "*.md",
    "docs/*.md",
    "data/*/README.md",
    "notebooks/*/README.md",
    "classroom/**/README.md",
]
PATHS = {path for pattern in [*LISTS, *DOCUMENTS] for path in HERE.glob(pattern)} - {HERE / "CHANGELOG.md"}
NAMED = re.compile(rf"(?<![\w./-])(?:{TOPS})/[\w*/{{}}.-]*[\w*}}]")  # from the project's folder, * any name


def dead(text):
    """Return the paths that a text names and that are not there."""
    wrong = []
    for name in NAMED.findall(text):
        pattern = re.sub(r"NN_name|15_mine|NAME|NN|FEATURE|\{\w*\}", "*", name)
        if not name.startswith(MADE) and not any(HERE.glob(pattern)):
            wrong.append(name)
    return wrong


def test_every_path_that_is_named_is_there():
    found = {path: dead(path.read_text("utf-8")) for path in PATHS}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_hook_of_jupyterlab_is_there():
    hooks = re.findall(r"_hook=([\w.]+)", (HERE / "classroom" / "lessons.py").read_text("utf-8"))
    assert len(hooks) == 1
    module, _, function = hooks[0].rpartition(".")
    assert callable(getattr(import_module(module), function))


def test_a_dead_path_is_found():
    assert dead("see `attnlib/attention.py` and attnlib/widgets/js") == ["attnlib/widgets/js"]
