"""The commands: what each of them runs, and the one sentence for everything that can go wrong.

What is installed for them is tested in test_installer.py.
"""

import ast
import json
import os
import re
import shutil
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


@pytest.mark.parametrize("name", ["tasks.py", "tools/__init__.py", "tools/installer.py"])
def test_an_old_python_can_read_what_it_is_told_by(name):
    source = (HERE / name).read_text("utf-8")
    tree = ast.parse(source, feature_version=(3, 4))
    assert source.isascii()  # Python 2 takes nothing else without being told
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Raise) and node.cause)
        assert not (isinstance(node, ast.arguments) and node.kwonlyargs)
        assert not (isinstance(node, ast.FunctionDef) and node.returns)
        assert not (
            isinstance(node, (ast.List, ast.Tuple)) and any(isinstance(e, ast.Starred) for e in node.elts)
        )


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 8, 0), (3, 10, 12)])
def test_an_old_python_gets_one_sentence(tasks, installer, version):
    set_up_before(installer)
    pretend = f"import runpy, sys; sys.argv[1:] = ['bench']; sys.version_info = {version}"
    pretend += "; runpy.run_path('tasks.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == ""
    assert one_sentence(done.stdout)
    assert "3.11 or newer" in done.stdout
    assert f"{version[0]}.{version[1]}" in done.stdout


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


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"}, "zh"),
    ],
)
def test_the_readers_language_is_that_of_the_system(tasks, monkeypatch, settings, language):
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(tasks.os, "name", "posix")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert tasks.readers_language() == language


def test_the_first_lesson_is_the_lowest_numbered(tasks):
    assert tasks.first_lesson("zh") == "notebooks/zh/05_output.ipynb"
    shutil.rmtree("notebooks/zh")
    with pytest.raises(tasks.Stop, match="python tasks.py notebooks"):
        tasks.first_lesson("zh")


def lesson(text, *more):
    """A notebook with a text, a cell that has been run, and more cells."""
    shown = [{"output_type": "stream", "name": "stdout", "text": ["42\n"]}]
    run = {"cell_type": "code", "id": "a", "source": ["6 * 7"], "outputs": shown, "execution_count": 1}
    cells = [
        {"cell_type": "markdown", "id": "t", "source": text, "metadata": {}},
        run | {"metadata": {}},
        *more,
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def test_the_readers_copies_show_nothing_before_they_are_run(tasks):
    path = Path("notebooks/zh/05_output.ipynb")
    path.write_text(json.dumps(lesson("\u732b")), "utf-8")
    copies = tasks.my_lessons()
    assert sorted(copies) == sorted(str(one) for one in Path("notebooks").rglob("*.ipynb"))
    copy = json.loads(Path(copies["notebooks/zh/05_output.ipynb"]).read_text("utf-8"))
    text, code = copy["cells"]
    assert (text["source"], code["source"]) == ("\u732b", ["6 * 7"])
    assert (code["outputs"], code["execution_count"]) == ([], None)
    assert json.loads(path.read_text("utf-8")) == lesson("\u732b")


def test_what_is_kept_beside_the_copies_stays(tasks):
    kept = {"progress.json": '{"exercises": {}}', "my_attention.py": "def my_scores(Q, K): ...\n"}
    tasks.my_lessons()
    for name, text in kept.items():
        Path("my-lessons", name).write_text(text)
    Path("notebooks/en/05_output.ipynb").write_text(json.dumps(lesson("new")))
    tasks.my_lessons()
    tasks.clean([])
    assert {name: Path("my-lessons", name).read_text() for name in kept} == kept


def test_a_copy_that_was_only_run_follows_the_lesson(tasks, capsys):
    path, copy = Path("notebooks/en/05_output.ipynb"), Path("my-lessons/en/05_output.ipynb")
    path.write_text(json.dumps(lesson("old")))
    tasks.my_lessons()
    run = json.loads(copy.read_text())
    run["cells"][1]["outputs"] = lesson("")["cells"][1]["outputs"]
    run["cells"][0]["source"] = ["o", "ld"]  # as JupyterLab cuts up what it saves
    copy.write_text(json.dumps(run))
    tasks.my_lessons()
    assert json.loads(copy.read_text())["cells"][1]["outputs"] != []  # nothing new: what was run stays
    path.write_text(json.dumps(lesson("new")))
    tasks.my_lessons()
    assert json.loads(copy.read_text())["cells"][0]["source"] == "new"
    assert capsys.readouterr().out == ""


def test_a_copy_that_the_reader_has_changed_stays(tasks, capsys):
    path, copy = Path("notebooks/en/05_output.ipynb"), Path("my-lessons/en/05_output.ipynb")
    path.write_text(json.dumps(lesson("old")))
    tasks.my_lessons()
    mine = json.loads(copy.read_text())
    mine["cells"][1]["source"] = ["6 * 8"]
    copy.write_text(json.dumps(mine))
    tasks.my_lessons()
    assert capsys.readouterr().out == ""
    path.write_text(json.dumps(lesson("new")))
    tasks.my_lessons()
    assert json.loads(copy.read_text()) == mine
    said = capsys.readouterr().out
    assert str(copy) in said
    assert str(path) in said
    copy.write_text("{")
    tasks.my_lessons()
    assert copy.read_text() == "{"
    assert "delete it" in capsys.readouterr().out


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
    assert call("lab", "--port", "70000").stdout.startswith("Port 70000 is not free")


def test_the_next_free_port_is_taken_and_named(tasks, monkeypatch, capsys):
    monkeypatch.setattr(tasks, "is_free", lambda port: port >= 8890)
    assert tasks.choose_port(None) == 8890
    assert capsys.readouterr().out == "Port 8888 is busy, so this is port 8890.\n"
    monkeypatch.setattr(tasks, "is_free", lambda port: False)
    with pytest.raises(tasks.Stop, match="8888 to 8987"):
        tasks.choose_port(None)
    monkeypatch.setattr(tasks, "is_free", lambda port: True)
    assert (tasks.choose_port(None), tasks.choose_port(9000)) == (8888, 9000)
    assert capsys.readouterr().out == ""


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


def test_a_lecture_is_opened_in_large_type_unless_the_lecturer_has_chosen_another(tasks, ran, monkeypatch):
    def write(command, stdout):
        assert command[1:] == ["-m", "tools.lecture", "05", "zh"]
        return subprocess.CompletedProcess(command, 0, b"build/lecture/05_output.zh.ipynb\n")

    opened, needed = [], []
    monkeypatch.setattr(tasks, "set_up", lambda **words: needed.append(words))
    monkeypatch.setattr(tasks.subprocess, "run", write)
    monkeypatch.setattr(tasks, "open_jupyterlab", lambda *words: opened.append(words))
    monkeypatch.setenv("JUPYTERLAB_SETTINGS_DIR", "before")
    tasks.lecture(["05", "zh", "--port=9123", "--no-browser"])
    assert opened == [("build/lecture/05_output.zh.ipynb", 9123, ["--no-browser"])]
    assert needed == [{"developers": True}]  # and not PyTorch
    [themes] = Path(os.environ["JUPYTERLAB_SETTINGS_DIR"]).rglob("themes.jupyterlab-settings")
    assert json.loads(themes.read_bytes())["overrides"]["code-font-size"] == "20px"
    themes.write_text("{}")
    tasks.lecture(["05", "zh", "--port=9123"])
    assert themes.read_text() == "{}"


def test_the_menus_are_chinese_for_the_chinese_lessons_alone_and_other_settings_stay(tasks, monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "others")
    tasks.speak("en")
    assert os.environ["JUPYTER_CONFIG_PATH"] == "others"
    tasks.speak("zh")
    folder, others = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    [path] = Path(folder).rglob("*.json")
    assert (path.parent.name, path.name) == ("labconfig", "default_setting_overrides.json")
    assert json.loads(path.read_text())["@jupyterlab/translation-extension:plugin"] == {"locale": "zh_CN"}
    assert others == "others"


def test_a_lecture_that_cannot_be_written_is_not_opened(tasks, ran, monkeypatch):
    monkeypatch.setattr(tasks.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 2, b""))
    monkeypatch.setattr(tasks, "open_jupyterlab", lambda *words: pytest.fail("opened"))
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


@pytest.fixture
def ran(tasks, monkeypatch):
    """The commands that a task runs, recorded instead of run, with nothing to set up."""
    commands = []
    monkeypatch.setattr(tasks, "set_up", lambda **_: None)
    monkeypatch.setattr(tasks, "run", lambda command, settings=None: commands.append(command) or 0)
    return commands


def test_test_checks_style_and_types_and_then_runs_all_tests_and_lessons(tasks, ran):
    assert tasks.main(["test", "-x"]) == 0
    *style, tests = ran
    assert [command[2:4] for command in style] == [
        ["ruff", "format"], ["ruff", "check"], ["deno", "fmt"], ["deno", "lint"],
        ["mypy", "--no-error-summary"], ["deno", "check"],
    ]  # fmt: skip
    assert tests[1:3] == ["-m", "pytest"]
    assert tests[-2:] == ["loadfile", "-x"]


def test_deno_works_where_the_home_is_closed(tasks, monkeypatch, tmp_path):
    (tmp_path / "right.js").write_text("export const one = 1;\n", "utf-8")
    monkeypatch.setattr(tasks, "PYTHON", sys.executable)
    for name in ["HOME", "USERPROFILE"]:
        monkeypatch.setenv(name, str(tmp_path / "right.js" / "closed"))
    assert tasks.deno("check", "--quiet", str(tmp_path / "right.js")) == 0


@pytest.mark.parametrize("checker", ["ruff", "deno", "mypy"])
def test_a_wrong_style_or_type_stops_the_tests(tasks, ran, monkeypatch, capsys, checker):
    monkeypatch.setattr(tasks, "run", lambda command, settings=None: command[2] == checker)
    assert tasks.main(["test"]) == 1
    assert one_sentence(capsys.readouterr().out)


def test_a_wrong_type_is_found_in_the_package_in_the_tools_and_in_the_commands(tmp_path):
    wrong = "import os\n\n\ndef size(path):\n    return os.stat(path).st_sise\n"
    shutil.copy(HERE / "pyproject.toml", tmp_path)
    for name in ["attnlib/size.py", "tools/size.py", "tasks.py"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(wrong, "utf-8")
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    found = {
        line.split(":")[0].replace(os.sep, "/") for line in done.stdout.splitlines() if "st_sise" in line
    }
    assert found == {"attnlib/size.py", "tools/size.py", "tasks.py"}


def test_the_exit_code_of_a_failing_benchmark_is_kept(tasks, ran, monkeypatch):
    Path("benchmarks").mkdir()
    for name in ["a.py", "b.py", "c.py"]:
        Path("benchmarks", name).touch()
    monkeypatch.setattr(tasks, "run", lambda command: ran.append(command) or ("benchmarks.b" in command))
    assert tasks.main(["bench"]) == 1
    assert len(ran) == 3


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
    assert ran == [[tasks.PYTHON, "-m", f"tools.{command[0]}", *command[1:]]]
    assert (HERE / "tools" / f"{command[0]}.py").exists()


@pytest.mark.parametrize(("system", "language"), [("zh_CN.UTF-8", "zh"), ("de_DE.UTF-8", "en")])
def test_an_assignment_is_in_the_language_of_the_system_if_none_is_named(
    tasks, ran, monkeypatch, system, language
):
    monkeypatch.setenv("LC_ALL", system)
    assert tasks.main(["assignment", "05", "--to", "course"]) == 0
    assert ran[0][3:] == ["05", "--to", "course", language]


def test_clean_removes_what_was_made_and_nothing_else(tasks):
    made = [".venv/bin", "build", "attnlib.egg-info", ".ruff_cache", ".mypy_cache"]
    for folder in made:
        Path(folder).mkdir(parents=True)
    before = {*os.listdir()} - {*made, ".venv", "__pycache__"}
    assert tasks.main(["clean"]) == 0
    assert set(os.listdir()) - {"__pycache__"} == before


def test_no_command_lists_all_and_a_wrong_one_fails(tasks, capsys):
    assert tasks.main([]) == 0
    listed = capsys.readouterr().out
    assert all(f"  {command.__name__} " in listed for command in tasks.COMMANDS)
    assert tasks.main(["lap"]) == 2
    assert capsys.readouterr().out == listed


# The Makefile and what CI runs


def test_the_makefile_has_the_commands_of_tasks(tasks):
    phony = re.search(r"^\.PHONY: (.*)$", Path("Makefile").read_text(), re.MULTILINE)[1].split()
    rule = re.search(r"^(help .*):$", Path("Makefile").read_text(), re.MULTILINE)[1].split()
    assert phony == rule == ["help"] + [command.__name__ for command in tasks.COMMANDS]


@needs_scripts
@pytest.mark.skipif(not shutil.which("make"), reason="has no make")
@pytest.mark.parametrize(
    ("pythons", "said", "code"),
    [
        ({"python3": "exit 127", "python3.12": "good"}, "GOOD tasks.py bench -q", 0),
        ({"python3": "good", "python3.12": "exit 3"}, "GOOD tasks.py bench -q", 0),
        ({"python3": "old"}, "OLD tasks.py bench -q", 0),
        ({"python3": "exit 127"}, "There is no Python here", 2),
        ({}, "There is no Python here", 2),
    ],
)
def test_make_finds_a_python_that_runs_and_fits(tasks, tmp_path, pythons, said, code):
    tried = {  # the first word that is given to each is -c when it is tried
        "good": f'[ "$1" = -c ] && exec "{sys.executable}" "$@"; echo GOOD "$@"',
        "old": 'case "$2" in *version_info*) exit 1;; "") exit 0;; esac; echo OLD "$@"',
    }
    found = tmp_path / "found"
    found.mkdir()
    for name, line in pythons.items():
        script(found / name, tried.get(line, line))
    done = subprocess.run(
        [shutil.which("make"), "bench", "ARGS=-q"],
        env={"PATH": str(found)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith(said)
    assert done.returncode == code


def test_ci_fetches_the_model_and_runs_make_test():
    run = HERE / ".ci" / "run"
    assert os.access(run, os.X_OK)
    assert run.read_text().index("\nmake model ||") < run.read_text().index("\nmake test\n")


UPDATE = "apt-get -qq update"
INSTALL = "apt-get -qq install -y --no-install-recommends"
CHROMIUM, FIREFOX = f"{INSTALL} chromium-headless-shell", f"{INSTALL} firefox-esr"
BOTH = f"{CHROMIUM} firefox-esr"


@needs_scripts
@pytest.mark.parametrize(
    ("user", "there", "ran"),
    [
        (0, ["chromium", "firefox-esr", "apt-get", "wanted font"], [UPDATE, f"{INSTALL} fonts-noto-cjk"]),
        (0, ["chromium-headless-shell", "firefox-esr", "apt-get"], []),
        (0, ["chromium", "firefox-esr", "apt-get"], []),
        (0, ["google-chrome", "firefox", "apt-get"], []),
        (0, ["chromium", "apt-get"], [UPDATE, FIREFOX]),
        (0, ["firefox", "apt-get"], [UPDATE, CHROMIUM]),
        (0, ["apt-get"], [UPDATE, BOTH]),
        (1000, ["apt-get", "sudo"], ["sudo -n", UPDATE, "sudo -n", BOTH]),
        (1000, ["apt-get"], []),
        (0, [], []),
    ],
)
def test_ci_installs_the_browsers_that_are_not_there_and_requires_them(tasks, tmp_path, user, there, ran):
    found = tmp_path / "found"
    found.mkdir()
    for name in ["bash", "dirname", "env"]:
        (found / name).symlink_to(shutil.which(name))
    script(found / "id", f"echo {user}")
    record = f'>> "{tmp_path}/ran"'
    lines = {
        "sudo": f'echo sudo "$1" {record}; shift; "$@"',
        "make": f'echo make "$@" $ATTNLIB_BROWSER {record}',
    }
    for name in ["make", *there]:
        script(found / name, lines.get(name, f'echo {name} "$@" {record}'))
    environment = {"PATH": str(found), "ATTNLIB_SYSTEM_FONT": str(int("wanted font" in there))}
    done = subprocess.run([HERE / ".ci" / "run"], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert Path("ran").read_text().splitlines() == [*ran, "make model required", "make test required"]
