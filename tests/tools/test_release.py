"""What stands in the way of a release is named, and nothing is changed."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tools import release
from tools.installer import DENO
from tools.readme_links import HERE, pages


@pytest.fixture
def project(tmp_path):
    """A small project that could be released: the files that are read, all committed."""
    for folder in ("docs", "attnlib"):
        (tmp_path / folder).mkdir()
    names = [
        "pyproject.toml",
        "CITATION.cff",
        "CHANGELOG.md",
        *(str(path.relative_to(HERE)) for path in pages()),
    ]
    for name in set(names):
        shutil.copy(HERE / name, tmp_path / name)
    for lesson in HERE.glob("notebooks/*/*.ipynb"):
        (tmp_path / lesson.relative_to(HERE)).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / lesson.relative_to(HERE)).touch()
    change(tmp_path / "pyproject.toml", r"github\.com/OWNER/", "github.com/somebody/")
    change(tmp_path / "CHANGELOG.md", r"(?m)^## .*", "## 0.1.0 (2026-11-22)")
    fill_in(tmp_path / "CITATION.cff")
    for path, text in pages(tmp_path).items():
        path.write_text(re.sub(r"(?<!https:)\[([^]]*)\]\((?!https)[^)]*\)", r"\1", text), "utf-8")
    for path, text in pages(tmp_path).items():
        path.write_text(text, "utf-8")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def fill_in(citation):
    """Put what is open in the citation, as whoever makes the first release does."""
    change(citation, "FAMILY-NAME", "Lin")
    change(citation, "GIVEN-NAMES", "Wei")
    change(citation, r"doi: .*\n", "")
    change(citation, r"(?m)date-released:.*$", "date-released: 2026-11-22")


def git(folder, *words):
    who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def commit(folder):
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "x")


def change(path, old, new):
    text, count = re.subn(old, new, path.read_text("utf-8"), count=1)
    assert count
    path.write_text(text, "utf-8")


def test_a_project_that_is_ready_has_no_problem_and_stays_as_it_is(project):
    assert list(release.problems(project)) == []
    git(project, "tag", "v0.1.0")  # as where the workflow runs
    assert list(release.problems(project)) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("pyproject.toml", r'version = "0\.1\.0"', 'version = "0.2.0"', "attnlib.__version__ is 0.1.0"),
        ("CHANGELOG.md", r"2026-11-22", "not released yet", "with the day"),
        ("CHANGELOG.md", r"0\.1\.0", "0.0.9", 'needs "0.1.0 (YYYY-MM-DD)"'),
        ("CHANGELOG.md", r"(?s)\n\n- .*", "\n", "does not say what has changed"),
        ("CITATION.cff", r"version: 0\.1\.0", "version: 0.0.9", "CITATION.cff has version 0.0.9"),
        ("CITATION.cff", r"license: MIT\n", "", "CITATION.cff lacks license"),
        ("CITATION.cff", "Lin", "FAMILY-NAME", "names no persons yet"),
        ("CITATION.cff", "license:", "doi: 10.0000/OPEN\nlicense:", "has no DOI yet"),
        ("CITATION.cff", "2026-11-22", "2026-11-21", "has 2026-11-21 as date-released"),
        ("pyproject.toml", r"github\.com/somebody/", "github.com/OWNER/", "no public address yet"),
        ("README.md", r"blob/v0\.1\.0/", "blob/v0.0.9/", "README.md has links from another"),
        ("docs/hub.md", r"# ", "[x](nowhere.md)\n# ", "docs/hub.md has a link to nowhere.md"),
    ],
)
def test_what_stands_in_the_way_is_named(project, name, old, new, said):
    change(project / name, old, new)
    commit(project)
    assert any(said in problem for problem in release.problems(project)), list(release.problems(project))


def test_what_is_not_committed_and_a_tag_that_is_taken_are_named(project):
    git(project, "tag", "v0.1.0")
    change(project / "CHANGELOG.md", r"\Z", "- More.\n")
    assert any("1 files are changed" in problem for problem in release.problems(project))
    commit(project)
    assert any("v0.1.0 is another commit's" in problem for problem in release.problems(project))


def test_contributing_lists_the_commands_that_release_names():
    text = (HERE / "CONTRIBUTING.md").read_text("utf-8")
    before_the_tag = re.search(r"(?s)^  4\. (.*?)^  5\. ", text, re.M)[1]
    listed = [" ".join(command.split()) for command in re.findall(r"`(python\s[^`]*)`", before_the_tag)]
    named = re.findall(r"^  (python .*)$", release.NEXT, re.M)
    assert listed == named
    assert "python tasks.py machines" in named


@pytest.mark.slow
def test_a_release_runs_to_its_end(tmp_path):
    """With a made-up address, in a clone: the package is built and tried, the site is built, all is said."""
    pytest.importorskip("twine", reason="a release's tools are missing: `make package` installs them")
    here = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(HERE), str(here))
    change(here / "pyproject.toml", r"github\.com/OWNER/", "github.com/somebody/")
    change(here / "CHANGELOG.md", r"(?m)^## .*", "## 0.1.0 (2026-11-22)")
    fill_in(here / "CITATION.cff")
    environment = os.environ | DENO | {"PYTHONPATH": str(here)}

    def run(module):
        command = [sys.executable, "-m", module]
        return subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True)

    assert run("tools.readme_links").returncode == 0
    commit(here)
    done = run("tools.release")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "git push origin HEAD v0.1.0" in done.stdout
    assert (here / "build" / "site" / "en" / "index.html").is_file()
    assert len(list((here / "build" / "package").glob("attnlib-0.1.0*"))) == 2
