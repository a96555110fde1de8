"""The commands: what each of them runs, and the one sentence for everything that can go wrong.

What is installed for them is tested in test_installer.py.
"""

import ast
import inspect
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.helpers.small_project import (
    HERE,
    call,
    needs_scripts,
    one_sentence,
    script,
    set_up_before,
    wait_for,
)

# An old Python


def test_an_old_python_can_parse_what_says_that_it_is_too_old():
    ast.parse((HERE / "tasks.py").read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("version", [(3, 6, 9), (3, 10, 12)])
def test_an_old_python_gets_one_sentence_before_anything_is_imported(tmp_path, version):
    pretend = f"import runpy, sys; sys.version_info = {version}; runpy.run_path({str(HERE / 'tasks.py')!r})"
    done = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == ""
    assert one_sentence(done.stdout)
    assert "3.11 or newer" in done.stdout
    assert f"{version[0]}.{version[1]}:" in done.stdout


@pytest.mark.parametrize("version", [(3, 15, 0), (4, 0, 1)])
def test_a_python_that_is_too_new_gets_one_sentence_with_what_works(tmp_path, version):
    pretend = f"import runpy, sys; sys.version_info = {version}; runpy.run_path({str(HERE / 'tasks.py')!r})"
    done = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert one_sentence(done.stdout)
    assert f"3.11 to 3.14, and this is {version[0]}.{version[1]}:" in done.stdout


def test_tasks_the_makefile_and_the_builds_of_the_lock_end_at_the_same_python():
    newest = "(3, 15)"
    assert newest in (HERE / "Makefile").read_text("utf-8")
    assert newest in (HERE / "tasks.py").read_text("utf-8")


# The commands


@pytest.mark.parametrize(
    ("error", "code"), [(KeyboardInterrupt(), 130), (OSError(28, "No space left on device"), 1)]
)
def test_an_interruption_or_a_full_disk_leaves_no_traceback(tasks, monkeypatch, capsys, error, code):
    def interrupted(**_):
        raise error

    monkeypatch.setattr(tasks, "set_up", interrupted)
    assert tasks.main(["bench"]) == code
    assert one_sentence(capsys.readouterr().out)


# Opening the lessons


@needs_scripts
def test_a_busy_port_that_was_asked_for_gets_one_sentence(tasks, installer):
    set_up_before(installer)
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        done = call("lab", "--no-browser", "--port", port)
    assert done.returncode == 1
    assert done.stderr == ""
    assert one_sentence(done.stdout)
    assert port in done.stdout


@pytest.mark.parametrize("port", ["0", "99999", "-1", "eight"])
def test_a_port_that_cannot_be_is_named_with_those_that_can(tasks, capsys, port):
    with pytest.raises(SystemExit):
        tasks.main(["lab", f"--port={port}"])
    said = capsys.readouterr().err
    assert said.endswith(
        f"tasks.py lab: error: argument --port: {port} is no port: name one from 1 to 65535\n"
    )


@needs_scripts
@pytest.mark.parametrize(
    ("language", "options"), [("en", ["--no-browser"]), pytest.param("zh", [], marks=pytest.mark.slow)]
)
def test_lab_serves_and_opens_the_first_lesson(tasks, installer, tmp_path, language, options):
    set_up_before(installer)
    with socket.create_server(("127.0.0.1", 0)) as closed_soon:
        port = closed_soon.getsockname()[1]
    script("browser", 'echo "$1" > opened')
    settings = {"BROWSER": str(tmp_path / "browser")}
    settings |= {f"JUPYTER_{kind}_DIR": str(tmp_path / kind) for kind in ["CONFIG", "DATA", "RUNTIME"]}
    process = subprocess.Popen(
        [sys.executable, tmp_path / "tasks.py", "lab", language, f"--port={port}", *options],
        cwd=os.path.abspath(os.sep),
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lesson = f"my-lessons/{language}/05_output.ipynb"
    with process:
        try:
            addresses = (re.search(r"http://127\S*", line) for line in process.stdout)
            address = next(found[0] for found in addresses if found)
            assert address.startswith(f"http://127.0.0.1:{port}/lab/tree/{lesson}?token=")
            page = fetch(address)
            menus = "/lab/api/settings/@jupyterlab/translation-extension:plugin"
            menus = json.loads(fetch(address.replace(f"/lab/tree/{lesson}", menus)))
            assert json.loads(fetch(address.replace("/lab/tree/", "/api/contents/")))["type"] == "notebook"
            assert "started" in json.loads(fetch(address.replace(f"/lab/tree/{lesson}", "/api/status")))
            if not options:
                wait_for("opened")
                assert "jpserver" in Path("opened").read_text()  # a page that leads to the address
        finally:
            process.terminate()
    assert bool(options) != os.path.exists("opened")
    settings = json.loads(re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])
    assert settings["treePath"] == lesson
    assert settings["news"] == {"disabled": True}
    locale = menus["schema"]["properties"]["locale"]["default"]
    assert locale == {"en": "default", "zh": "zh_CN"}[language]
    with socket.create_server(("127.0.0.1", port)):
        pass  # nobody is left there


def test_lab_opens_the_lesson_saved_last_and_says_so(tasks, ran, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(tasks, "open_notebook", lambda notebook, *_: opened.append(notebook))
    monkeypatch.setenv("JUPYTER_PATH", "before")
    tasks.lab(["en"])
    assert os.environ["JUPYTER_PATH"].split(os.pathsep) == [str(tasks.HERE / "tools" / "lab"), "before"]
    assert capsys.readouterr().out == ""
    copy = Path("my-lessons/en/07_heads.ipynb")
    cells = [{"cell_type": "code", "source": "1", "execution_count": 1}]
    copy.write_text(json.dumps(json.loads(copy.read_text()) | {"cells": cells}))
    tasks.lab(["en"])
    assert capsys.readouterr().out == "You saved my-lessons/en/07_heads.ipynb last.\n"
    tasks.lab(["zh"])
    assert opened == [f"my-lessons/{name}.ipynb" for name in ["en/05_output", "en/07_heads", "zh/05_output"]]


def test_a_lecture_shows_only_the_lesson_but_keeps_settings_of_the_lecturer(tasks, ran, monkeypatch, capsys):
    def write(command, stdout):
        assert command[1:] == ["-m", "tools", "lecture", "05", "zh"]
        return subprocess.CompletedProcess(
            command, 0, b"build/lecture/05_output.zh.ipynb\nbuild/lecture/05_output.zh.html\n"
        )

    opened, needed = [], []
    monkeypatch.setattr(tasks, "set_up", lambda **words: needed.append(words))
    monkeypatch.setattr(tasks.subprocess, "run", write)
    monkeypatch.setattr(tasks, "open_notebook", lambda *words: opened.append(words))
    for name in [
        "JUPYTERLAB_SETTINGS_DIR",
        "JUPYTERLAB_WORKSPACES_DIR",
        "JUPYTER_PATH",
        "JUPYTER_CONFIG_PATH",
    ]:
        monkeypatch.setenv(name, "before")
    tasks.lecture(["05", "zh", "--port=9123", "--no-browser"])
    assert opened == [("build/lecture/05_output.zh.ipynb", "zh", 9123, ["--no-browser"])]
    assert needed == [{"developers": True}]  # and not PyTorch
    assert "build/lecture/05_output.zh.html" in capsys.readouterr().out
    assert os.environ["JUPYTER_PATH"].split(os.pathsep) == [str(tasks.HERE / "tools" / "lecture"), "before"]
    first, before = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)[-2:]
    assert json.loads(Path(first, "jupyter_config.json").read_text())["LabApp"] == {"custom_css": False}
    [layout] = Path(os.environ["JUPYTERLAB_WORKSPACES_DIR"]).iterdir()
    assert json.loads(layout.read_text())["data"]["layout-restorer:data"]["left"]["visible"] is False
    layout.write_text("{}")
    [themes] = Path(os.environ["JUPYTERLAB_SETTINGS_DIR"]).rglob("themes.jupyterlab-settings")
    assert json.loads(themes.read_bytes())["overrides"]["code-font-size"] == "20px"
    themes.write_text("{}")
    tasks.lecture(["05", "zh", "--port=9123"])
    assert themes.read_text() == "{}"
    assert layout.read_text() != "{}"  # each lecture begins with nothing but its own lesson


def test_a_lecture_that_cannot_be_written_is_not_opened(tasks, ran, monkeypatch):
    monkeypatch.setattr(tasks.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 2, b""))
    monkeypatch.setattr(tasks, "open_notebook", lambda *words: pytest.fail("opened"))
    assert tasks.lecture(["99", "en"]) == 2


def fetch(address):
    """What a server of this machine says, whatever proxy there is for others; it names its address early."""
    opener, deadline = urllib.request.build_opener(urllib.request.ProxyHandler({})), time.monotonic() + 60
    while True:
        try:
            with opener.open(address) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError:
            raise
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.05)


# The other commands


class Ran(list):
    """The words of the modules that a task runs, instead of running them; `codes` are their exit codes."""

    codes: dict[str, int] = {}

    def __call__(self, command, settings=None):
        self.append(command[2:])
        return next((self.codes[word] for word in command if word in self.codes), 0)


@pytest.fixture
def ran(tasks, monkeypatch):
    """The modules that a task runs, with nothing to set up."""
    commands = Ran()
    monkeypatch.setattr(tasks, "set_up", lambda **_: None)
    monkeypatch.setattr(tasks, "run", commands)
    return commands


STYLE = [
    ["ruff", "format"],
    ["ruff", "check"],
    ["deno", "fmt"],
    ["deno", "lint"],
    ["mypy"],
    ["deno", "check", "--quiet", "classroom"],
    ["deno", "check", "--quiet", "--config", "deno.strict.json"],
]


def test_test_checks_style_and_types_and_then_runs_all_tests(tasks, ran):
    assert tasks.main(["test", "-x"]) == 0
    *style, tests = ran
    assert [command[: len(wanted)] for command, wanted in zip(style, STYLE, strict=True)] == STYLE
    assert tests[0] == "pytest"
    assert tests[-1] == "-x"


@pytest.mark.parametrize("command", ["test", "lint"])
def test_all_tools_for_style_and_types_are_run_even_where_the_first_finds_something(
    tasks, ran, capsys, command
):
    ran.codes = {"ruff": 1, "mypy": 2}
    assert tasks.main([command]) == 1
    assert len([one for one in ran if one != ["tools", "bundle"]]) == len(STYLE)  # and pytest is not begun
    said = capsys.readouterr().out
    assert one_sentence(said)
    assert command == "test" or "ruff format, ruff check, mypy" in said


def test_a_benchmark_that_fails_or_is_killed_is_named_and_the_others_go_on(tasks, ran, capsys):
    Path("benchmarks").mkdir()
    for name in ["a.py", "b.py", "c.py"]:
        Path("benchmarks", name).touch()
    assert tasks.main(["bench"]) == 0
    ran.codes = {"benchmarks.a": -9, "benchmarks.c": 1}
    assert tasks.main(["bench"]) == 1
    assert [word for [word] in ran] == ["benchmarks.a", "benchmarks.b", "benchmarks.c"] * 2
    assert "benchmarks.a, benchmarks.c" in capsys.readouterr().out


def test_deno_works_where_the_home_is_closed(tasks, monkeypatch, tmp_path):
    (tmp_path / "right.js").write_text("export const one = 1;\n", "utf-8")
    monkeypatch.setattr(tasks, "PYTHON", sys.executable)
    for name in ["HOME", "USERPROFILE"]:
        monkeypatch.setenv(name, str(tmp_path / "right.js" / "closed"))
    assert tasks.failed([["deno", "check", "--quiet", str(tmp_path / "right.js")]]) == []


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["notebooks", "05"], ["build", "05"]),
        (["agree", "05", "title"], ["build", "agree", "05", "title"]),
        (["todo", "05", "title"], ["build", "todo", "05", "title"]),
        (["check", "05"], ["check", "05"]),
        (["assignment", "05", "zh"], ["assignment", "05", "zh"]),
        (["model"], ["model"]),
        (["lock", "--upgrade"], ["lock", "--upgrade"]),
        (["links"], ["readme_links"]),
        (["pictures"], ["readme_pictures"]),
    ],
)
def test_the_tools_are_called_with_the_words_given(tasks, ran, words, command):
    assert tasks.main(words) == 0
    assert ran == [["tools", *command]]
    assert (HERE / "tools" / f"{command[0]}.py").exists()


@pytest.mark.parametrize(
    ("words", "needed"),
    [(["test"], False), (["test", "--all"], True), (["package"], True), (["release"], True)],
)
def test_what_a_release_needs_is_installed_for_what_makes_or_tests_it(tasks, ran, monkeypatch, words, needed):
    asked = []
    monkeypatch.setattr(tasks, "set_up", lambda **needs: asked.append(needs))
    assert tasks.main(words) == 0
    assert [needs.get("release", False) for needs in asked] == [needed]


@pytest.mark.parametrize(("system", "language"), [("zh_CN.UTF-8", "zh"), ("de_DE.UTF-8", "en")])
def test_an_assignment_is_in_the_language_of_the_system_if_none_is_named(
    tasks, ran, monkeypatch, system, language
):
    monkeypatch.setenv("LC_ALL", system)
    assert tasks.main(["assignment", "05", "--to", "course"]) == 0
    assert ran[0][2:] == ["05", "--to", "course", language]


def test_clean_removes_what_was_made_and_nothing_else(tasks):
    made = [".venv/bin", "build", "attnlib.egg-info", ".ruff_cache", ".mypy_cache"]
    for folder in made:
        Path(folder).mkdir(parents=True)
    before = {*os.listdir()} - {*made, ".venv", "__pycache__"}
    assert tasks.main(["clean"]) == 0
    assert set(os.listdir()) - {"__pycache__"} == before


@pytest.mark.parametrize(
    "work", ["submitted/anna/01_embedding/01_embedding.ipynb", "gradebook.db", "grades.csv"]
)
def test_clean_leaves_a_folder_with_somebodys_work_and_says_so(tasks, capsys, work):
    path = Path("build", "assignment", work)
    path.parent.mkdir(parents=True)
    path.touch()
    Path(".venv", "share", "submitted").mkdir(parents=True)  # as nbgrader's wheel brings along
    assert tasks.main(["clean"]) == 0
    assert path.exists()
    assert not Path(".venv").exists()
    assert one_sentence(capsys.readouterr().out)


def test_clean_says_that_what_people_have_written_stays(tasks, capsys):
    Path("assignments").mkdir()
    assert tasks.main(["clean"]) == 0
    assert capsys.readouterr().out == "assignments stays: it holds what people have written.\n"


@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_help_runs_no_command(tasks, monkeypatch, capsys, asked):
    for name in ("set_up", "tool", "remove"):
        monkeypatch.setattr(tasks, name, lambda *_, name=name, **__: pytest.fail(name))
    for command in tasks.COMMANDS:
        if command in (tasks.lab, tasks.lecture):
            with pytest.raises(SystemExit, match="^0$"):
                tasks.main([command.__name__, asked])
            assert capsys.readouterr().out.startswith(f"usage: tasks.py {command.__name__} ")
        else:
            assert tasks.main([command.__name__, asked]) == 0
            assert capsys.readouterr().out == f"tasks.py {command.__name__}: {command.__doc__}\n"
    assert tasks.main([asked]) == 0


@pytest.mark.parametrize(
    "words", [["torch", "now"], ["lock", "--upgrad"], ["links", "a.md"], ["bench", "03"]]
)
def test_a_word_that_a_command_does_not_know_runs_nothing_and_is_named(tasks, ran, capsys, words):
    assert tasks.main(words) == 2
    assert ran == []
    assert f"`{words[0]}` has no {words[1]}. tasks.py {words[0]}: " in capsys.readouterr().out


def test_a_usage_line_names_the_command_as_it_was_called(tasks):
    """On Python 3.11 argparse would say build.py, and from 3.14 on "python -m tools.build"."""
    commands = {}
    for command in tasks.COMMANDS:
        tool = re.search(r'tool\("(\w+)", (\["(\w+)")?', inspect.getsource(command))
        if tool and any("argparse" in path.read_text("utf-8") for path in modules_of(tool[1])):
            commands[command.__name__] = [tool[1], *filter(None, [tool[3]]), "--help"]
    assert commands.keys() >= {"notebooks", "agree", "todo", "check", "site", "questions", "assignment"}
    for name, words in commands.items():
        done = subprocess.run(
            [sys.executable, "-m", "tools", *words], cwd=HERE, capture_output=True, text=True
        )
        assert done.stdout.startswith(f"usage: tasks.py {name} "), done.stdout + done.stderr
        assert "python -m" not in done.stdout


def test_every_command_either_reads_its_words_or_is_asked_for_help_here(tasks):
    """A command with a parser of its own, or of its tool's, answers --help by itself."""
    for command in set(tasks.COMMANDS) - set(tasks.WITHOUT_OPTIONS):
        source = inspect.getsource(command)
        tool = re.search(r'tool\("(\w+)"', source)
        told = "" if tool is None else "".join(path.read_text("utf-8") for path in modules_of(tool[1]))
        assert "argparse" in source + told or "pytest" in source, command.__name__


def modules_of(name):
    """The files of a tool: a module, or a folder of them."""
    return [*(HERE / "tools").glob(f"{name}.py"), *(HERE / "tools" / name).glob("*.py")]


def test_no_command_lists_all_and_a_wrong_one_fails(tasks, capsys):
    assert tasks.main([]) == 0
    listed = capsys.readouterr().out
    assert all(f"  {command.__name__} " in listed for command in tasks.COMMANDS)
    assert tasks.main(["lap"]) == 2
    assert capsys.readouterr().out == f'There is no command "lap".\n{listed}'


# The Makefile and what CI runs


def test_the_makefile_has_the_commands_of_tasks(tasks):
    phony = re.search(r"^\.PHONY: (.*)$", Path("Makefile").read_text(), re.MULTILINE)[1].split()
    rule = re.search(r"^(help .*):$", Path("Makefile").read_text(), re.MULTILINE)[1].split()
    assert phony == rule == ["help"] + [command.__name__ for command in tasks.COMMANDS]


def test_ci_fetches_the_model_and_runs_make_test():
    run = HERE / ".ci" / "run"
    assert os.access(run, os.X_OK)
    made = re.findall(r"(?m)^make (\w+)", run.read_text())
    assert made == ["model", "package", "test"]  # a package's tests are skipped where nobody has made one
