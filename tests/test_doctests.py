"""The examples in docstrings run and give what they say, and public names say all that a reader needs."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

import attnlib

HOUSE = Path(attnlib.__file__).parent
DEFINITIONS = ast.FunctionDef | ast.ClassDef | ast.Module
PATHS = {
    path.relative_to(HOUSE).as_posix(): path
    for path in sorted(HOUSE.rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
}


def examples(path):
    """Return the examples of a module, a DocTest for each docstring; they see what the module sees.

    doctest's own finder overlooks functions that a decorator has wrapped.
    """
    parts = path.relative_to(HOUSE.parent).with_suffix("").parts
    module = import_module(".".join(parts).removesuffix(".__init__"))
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        words = ast.get_docstring(node) if isinstance(node, DEFINITIONS) else None
        if words and ">>> " in words:
            name, line = getattr(node, "name", module.__name__), getattr(node, "lineno", 0)
            found.append(doctest.DocTestParser().get_doctest(words, vars(module), name, str(path), line))
    return found


def failures(path):
    """Run the examples of a module; return a report of those that fail."""
    report: list[str] = []
    for example in examples(path):
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=report.append)
    return "".join(report)


def needs(path):
    """Return the marks of a module whose examples need the model."""
    return [pytest.mark.model] if "load_model(" in path.read_text("utf-8") else []


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(path)) for name, path in PATHS.items()])
def test_the_examples_of_a_module_give_what_they_say(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # an example may write a file
    assert failures(PATHS[name]) == ""
