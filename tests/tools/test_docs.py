"""What the docs say is done, command by command, in a copy of this checkout; what cannot be is listed.

A reader's .venv is in the copy a script that calls the Python of this test run: installing has its own tests.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.helpers.small_project import HERE, module_at, needs_scripts, set_up_before

pytestmark = needs_scripts

DOCS = [
    "*.md",
    "docs/*.md",
    "docs/*/README.md",
    "attnlib/README.md",
    "data/*/README.md",
    "notebooks/*/README.md",
    "classroom/**/README.md",
]
PAGES = sorted({path for pattern in DOCS for path in HERE.glob(pattern)} - {HERE / "CHANGELOG.md"})
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
IS_COMMAND = re.compile(r"(curl|git|helm|jupyter|kubectl|make|nbgrader|pip|printf|py|python|sed|sudo|uv)[ -]")

# Commands that are carried out, and a piece of what they say, or a file that they write.
# `make X ARGS="Y"` and `py tasks.py X Y` are `python tasks.py X Y`.
DONE = {
    "python --version": "Python 3.",
    """python -c "import classroom; print(classroom.__path__[0] + '/web/custom')\"""": "web/custom",
    "python tasks.py agree 03 scale": "",
    "python tasks.py questions": "build/questions/attnlib-en.moodle.xml",
    "python tasks.py lessons": "no public address yet",
    "python tasks.py links": "",
}
SLOW = {
    "python tasks.py notebooks 03": "03_scores",
    "python tasks.py check 03": "03_scores: as its source says",
    "python -m pytest --nbval notebooks/en/03_scores.ipynb": "passed",
    "python -m tests.helpers.student_programs": "right",
    "python tasks.py bundle": "",
    "python tasks.py site": "build/site/zh/exam.html",
    "python tasks.py site 00 03 04": "build/site/zh/03_scores.html",
    "python tasks.py questions --exam 7": "build/questions/attnlib-zh.qti.zip",
    "python tasks.py assignment 03": "assignments",
    "python tasks.py assignment 03 zh": "assignments",
    "python tasks.py assignment 05": "assignments",
    "python tasks.py assignment 05 zh": "assignments",
    "python tasks.py release": "CHANGELOG.md",
    "python tasks.py lint": "",
    "python tasks.py test tests/attnlib/test_block.py -n 0": "passed",
    "python tasks.py test tests/attnlib/test_languages.py": "passed",
}
REFUSED = {"python tasks.py lessons", "python tasks.py release"}  # until the project has an address

A_FORM = "a form, not a command"
OPENS = "opens JupyterLab until it is stopped: tests/tools/test_tasks.py and test_lecture.py do it"
MINUTES = "all tests, or minutes of measuring: every change runs it, or a maintainer before a release"
NETWORK = (
    "fetches from a registry or another host: tests/tools/test_installer.py and test_model.py stand in for it"
)
A_HUB = "needs a server, a cluster or an image of one: docs/hub.md says what was not tried"
EXTRAS = ["classroom", "lab", "lab,zh"]
ON_PYPI = "needs a release on PyPI: tests/tools/test_package.py installs the wheel"
OF_A_WHEEL = "opens JupyterLab: tests/tools/test_package.py does it, of a wheel"
IN_A_TEST = "a test of its own, below"
NOT_HERE = {
    'make COMMAND ARGS="WORDS"': A_FORM,
    "python tasks.py COMMAND WORDS": A_FORM,
    "python tasks.py notebooks NN": A_FORM,
    "python tasks.py 命令": A_FORM,
    **dict.fromkeys(["python tasks.py lab", "python tasks.py lab zh", "python tasks.py lab en"], OPENS),
    "python tasks.py lab --port 9000": OPENS,
    **dict.fromkeys(["pip install attnlib", *(f'pip install "attnlib[{one}]"' for one in EXTRAS)], ON_PYPI),
    **dict.fromkeys(["python -m classroom", "python -m classroom zh"], OF_A_WHEEL),
    **dict.fromkeys([f"python tasks.py lecture {n}" for n in ("03", "05", "03 zh", "05 zh")], OPENS),
    "python tasks.py test": MINUTES,
    "python tasks.py test --all": MINUTES,
    "python tasks.py test tests/classroom/exercises": MINUTES,
    "python tasks.py test tests/classroom/questions": MINUTES,
    "python tasks.py check": MINUTES,
    "python tasks.py notebooks": MINUTES,
    "python tasks.py bench": MINUTES,
    "python tasks.py machines": MINUTES,
    "python tasks.py machines 10": MINUTES,
    "python -m benchmarks.against COMMIT": MINUTES,
    "python tasks.py test --lowest": NETWORK,
    "python tasks.py lock": NETWORK,
    "python tasks.py model": NETWORK,
    "python tasks.py torch": NETWORK,
    "pip install .": NETWORK,
    'pip install ".[classroom]"': NETWORK,
    'pip install ".[lab]"': NETWORK,
    "jupyter lite build": "cannot work yet, as CONTRIBUTING.md says beside it",
    "nbgrader autograde": "nbgrader is not among what the tests install: tools/try_nbgrader.py does it",
    "python tasks.py clean": IN_A_TEST,
    "python tasks.py notebooks 15": IN_A_TEST,
    "python tasks.py todo 03 scale": IN_A_TEST,
}


def commands_in(text):
    """Return the commands of a page, each in its form for every system."""
    spans = re.findall(r"(?<!`)`((?:[^`\n]|\n(?!\n))+)`(?!`)", BLOCK.sub("", text))
    lines = [
        line.split(" #")[0]
        for _, lang, block in BLOCK.findall(text)
        if not lang
        for line in block.splitlines()
    ]
    found = [" ".join(one.split()) for one in spans + lines]
    return [in_one_form(one) for one in found if IS_COMMAND.match(one)]


def in_one_form(command):
    if of_make := re.fullmatch(r'make (\w+)(?: ARGS=("?)([^"]*)\2)?', command):
        return f"python tasks.py {of_make[1]} {of_make[3] or ''}".strip() if of_make[1].islower() else command
    return re.sub(r"^py tasks", "python tasks", command)


FOUND = {path.relative_to(HERE).as_posix(): commands_in(path.read_text("utf-8")) for path in PAGES}
STAND = {command: page for page, commands in FOUND.items() for command in commands}


def test_each_command_of_the_docs_is_done_or_listed_with_its_reason():
    known = {*DONE, *SLOW, *NOT_HERE}
    new = {
        command: page for command, page in STAND.items() if command not in known and not is_of_hub(command)
    }
    assert new == {}, "add each to DONE, SLOW or NOT_HERE, with what it says or why not"


def is_of_hub(command):
    """Whether a command stands in docs/hub*.md alone, whose recipes are for other machines: see A_HUB."""
    return all(page.startswith("docs/hub") for page, commands in FOUND.items() if command in commands)


def test_what_is_done_or_listed_still_stands_in_the_docs():
    assert sorted({*DONE, *SLOW, *NOT_HERE} - STAND.keys()) == []
    assert len(DONE) + len(SLOW) + len(NOT_HERE) == len({*DONE, *SLOW, *NOT_HERE})


def test_commands_are_found_in_every_form():
    text = '`py tasks.py lab` or\n```\nmake lab     # opens\n```\n and `make lab ARGS="zh --port 9"`'
    text += ", `make\nlab ARGS=zh`"
    assert sorted(commands_in(text)) == [
        *["python tasks.py lab"] * 2,
        "python tasks.py lab zh",
        "python tasks.py lab zh --port 9",
    ]


# Carried out


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of what git has of this checkout, or would have, which is installed already."""
    folder = tmp_path_factory.mktemp("docs") / "a copy"
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=HERE, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (HERE / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HERE / name, folder / name)
    before = os.getcwd()
    os.chdir(folder)
    set_up_before(module_at(folder / "tools" / "installer.py"))
    os.chdir(before)
    return folder


def carried_out(command, folder):
    """Run a command as it stands; its exit code and what it says."""
    words = shlex.split(command)
    words[0] = sys.executable
    env = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": ""}  # compiled once for all
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("command", [*DONE, *(pytest.param(one, marks=pytest.mark.slow) for one in SLOW)])
def test_a_command_does_what_the_docs_say(copy, command):
    shutil.rmtree(copy / "assignments", ignore_errors=True)  # it would write over none
    code, said = carried_out(command, copy)
    assert code == (command in REFUSED), said
    expected = (DONE | SLOW)[command]
    assert expected in said or (copy / expected).exists(), said


def test_the_smallest_lesson_of_the_docs_is_built_and_listed(copy):
    """CONTRIBUTING.md and its Chinese twin have the same one."""
    pages = [(copy / name).read_text("utf-8") for name in ("CONTRIBUTING.md", "CONTRIBUTING.zh-CN.md")]
    lessons = [
        re.search(r"(?:^    .*\n|^\n)+?(?=^\S)", page[page.index("    # # 15") - 60 :], re.M)
        for page in pages
    ]
    english, chinese = (re.sub("^    ", "", found[0], flags=re.M).strip() + "\n" for found in lessons)
    assert english == chinese
    (copy / "notebooks" / "src" / "15_mine.py").write_text(english, "utf-8")
    code, said = carried_out("python tasks.py notebooks 15", copy)
    assert (code, said) == (0, "15_mine\n")
    assert "[15 Mine](notebooks/en/15_mine.ipynb)" in (copy / "README.md").read_text("utf-8")
    row = "| 15 | [我的一课](../notebooks/zh/15_mine.ipynb)：谁看谁 | 5 |"
    assert row in (copy / "docs" / "lessons.zh-CN.md").read_text("utf-8")


def test_a_change_in_one_language_is_agreed_or_left_to_do_as_the_docs_say(copy):
    source = copy / "notebooks" / "src" / "03_scores.py"
    before = source.read_text("utf-8")
    source.write_text(
        before.replace("# **练习 1**（★，5 分钟）。回到", "# **练习 1**（★，5 分钟）。再回到"), "utf-8"
    )
    code, said = carried_out("python tasks.py notebooks 03", copy)
    assert code == 1
    agree, todo = (f"python tasks.py {word} 03 scale" for word in ("agree", "todo"))
    assert agree in said
    assert todo in said
    assert {agree, todo} <= {*FOUND["CONTRIBUTING.md"]} & {*FOUND["CONTRIBUTING.zh-CN.md"]}
    code, said = carried_out(todo, copy)
    assert (code, said.count("not translated yet")) == (0, 1)
    assert carried_out(agree, copy) == (0, "")
    source.write_text(before, "utf-8")


def test_the_images_of_a_hub_are_made_of_files_that_fit(copy, tmp_path):
    """docs/hub.md changes two files with printf and sed before it builds."""
    blocks = [block for _, _, block in BLOCK.findall((copy / "docs" / "hub.md").read_text("utf-8"))]
    [lines] = [block.splitlines() for block in blocks if "repo2docker" in block]
    for name in ("environment.yml", "postBuild"):
        shutil.copy(copy / name, tmp_path)
    edits = [line for line in lines if line.startswith(("printf", "sed"))]
    assert len(edits) == 3
    subprocess.run("\n".join(edits), cwd=tmp_path, shell=True, check=True)
    packages = yaml.safe_load((tmp_path / "environment.yml").read_text("utf-8"))["dependencies"]
    assert "nbgitpuller" in packages[-1]["pip"]
    assert [one for one in packages if str(one).startswith("pytorch")] == []
    assert "tools.model" in (copy / "postBuild").read_text("utf-8")
    assert "tools.model" not in (tmp_path / "postBuild").read_text("utf-8")


def test_programs_of_the_docs_run(copy):
    """A page is one program, as for a reader who types all of it."""
    for page in PAGES:
        programs = [block for _, lang, block in BLOCK.findall(page.read_text("utf-8")) if lang == "python"]
        if programs and page.parent == HERE / "docs" and not page.name.startswith("hub"):
            code, said = carried_out("python -c " + shlex.quote("\n".join(programs)), copy)
            assert code == 0, f"{page.name}: {said}"


def test_clean_leaves_what_the_docs_promise(copy, tmp_path):
    """In a copy of its own: it takes .venv away."""
    shutil.copytree(
        copy, tmp_path / "copy", symlinks=True, ignore=shutil.ignore_patterns("notebooks", "docs")
    )
    assert carried_out("python tasks.py clean", tmp_path / "copy") == (0, "")
    assert not (tmp_path / "copy" / ".venv").exists()
    assert Path(tmp_path / "copy" / "data").is_dir()
