"""The examples in docstrings run and give what they say, and public names say all that a reader needs."""

import ast
import doctest
import inspect
import textwrap
from importlib import import_module
from pathlib import Path

import pytest

import attnlib
import classroom

HERE = Path(attnlib.__file__).parent.parent
DEFINITIONS = ast.FunctionDef | ast.ClassDef | ast.Module
PATHS = {
    path.relative_to(HERE).as_posix(): path
    for top in ("attnlib", "classroom")
    for path in sorted((HERE / top).rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
}


def examples(path):
    """Return the examples of a module, a DocTest for each docstring; they see what the module sees.

    doctest's own finder overlooks functions that a decorator has wrapped.
    """
    parts = path.relative_to(HERE).with_suffix("").parts
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
    """Return the marks of a module whose examples need a model."""
    code = path.read_text("utf-8")
    marks = {"load_model(": pytest.mark.model, "load_writer()": pytest.mark.writer}
    return [mark for call, mark in marks.items() if call in code]


def public():
    """Return the public functions and classes of attnlib, and the pictures of the classroom."""
    pictures = [name for name, module in classroom._LATER.items() if module == "lab.pictures"]
    return [*(name for name in attnlib.__all__ if name not in {"layers", "__version__"}), *pictures]


def definition(thing):
    """Return the definition of a function or class as a tree, and that of its arguments."""
    [node] = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(thing)))).body
    inits = [one for one in getattr(node, "body", []) if getattr(one, "name", "") == "__init__"]
    of = inits[0] if inits else node
    given = of.args.posonlyargs + of.args.args + of.args.kwonlyargs if hasattr(of, "args") else []
    return node, [one for one in given if one.arg != "self"]


def lacks(thing):
    """Return what the docstring and the types of a public function or class do not say."""
    node, arguments = definition(thing)
    words = ast.get_docstring(node) or ""
    listed = words.partition("Args:\n")[2]
    lacking = [f"{one.arg} in Args" for one in arguments if f"\n    {one.arg}: " not in f"\n{listed}"]
    lacking += [f"the type of {one.arg}" for one in arguments if one.annotation is None]
    returns = ast.unparse(node.returns) if getattr(node, "returns", None) else ""
    if isinstance(node, ast.FunctionDef) and returns != "None" and not (returns and "Returns:\n" in words):
        lacking.append("Returns and its type")
    return lacking + ([] if ">>> " in words else ["an example"])


def test_gaps_are_found():
    def f(x: int, y):
        """Do something.

        Args:
            x: a number
        """

    assert lacks(f) == ["y in Args", "the type of y", "Returns and its type", "an example"]


@pytest.mark.parametrize("name", public())
def test_a_public_name_documents_its_arguments_and_gives_an_example(name):
    assert lacks(getattr(classroom if name in classroom.__all__ else attnlib, name)) == []


@pytest.mark.parametrize(
    "name",
    ["SelfAttention", "MultiHeadAttention", "LayerNorm", "TransformerBlock", "encoder_layer", "as_arrays"],
)
def test_a_layer_documents_its_arguments_and_gives_an_example(name):
    assert lacks(getattr(attnlib.layers, name)) == []


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(path)) for name, path in PATHS.items()])
def test_the_examples_of_a_module_give_what_they_say(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # an example may write a file
    assert failures(PATHS[name]) == ""
