"""The two commands: what is set up when, and the one sentence for everything that can go wrong.

Each test has a project folder of its own, with a copy of tasks.py; nothing is installed in it. Its .venv,
where there is one, is a script that calls the Python of this test run.
"""

import ast
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from nbval.plugin import get_sanitize_patterns

HERE = Path(__file__).parent.parent
TASKS = (HERE / "tasks.py").read_text("utf-8")
SETTINGS = "share/jupyter/lab/settings/overrides.json"

needs_scripts = pytest.mark.skipif(os.name != "posix", reason="stands scripts in for Python")


@pytest.fixture
def tasks(tmp_path, monkeypatch):
    """The module tasks.py of a small project in tmp_path, with that as the current folder."""
    monkeypatch.chdir(tmp_path)
    for name in ["tasks.py", "Makefile", "requirements.lock", "pyproject.toml"]:
        shutil.copy(HERE / name, tmp_path)
    for language in ["en", "zh"]:
        lessons = tmp_path / "notebooks" / language
        lessons.mkdir(parents=True)
        for name in ["07_heads.ipynb", "05_output.ipynb"]:
            (lessons / name).write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    spec = importlib.util.spec_from_file_location("tasks_of_a_test", tmp_path / "tasks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def asked(tasks, monkeypatch):
    """The commands that set_up runs, recorded instead of run; the one that makes .venv makes a stand-in."""
    commands = []

    def record(command):
        assert not os.path.exists(tasks.STAMP) or read_hash(tasks) != tasks.stamp("")[2], "stamped too early"
        commands.append(command)
        if "venv" in command:
            stand_in(tasks)

    monkeypatch.setattr(tasks, "quietly", record)
    return commands


def stand_in(tasks, python=sys.executable):
    """Put a script in the place of .venv's Python."""
    Path(tasks.PYTHON).parent.mkdir(parents=True)
    script(tasks.PYTHON, f'exec "{python}" "$@"')


def script(path, line):
    Path(path).write_text(f"#!/bin/sh\n{line}\n")
    Path(path).chmod(0o755)


def set_up_before(tasks):
    """Leave .venv as a set-up that went well leaves it."""
    stand_in(tasks)
    Path(tasks.STAMP).write_text("\n".join(tasks.stamp(tasks.venv_version())))


def read_hash(tasks):
    return tasks.read(tasks.STAMP).splitlines()[2]


def call(*words, **environment):
    """Run tasks.py of the current folder as a reader does, from elsewhere."""
    return subprocess.run(
        [sys.executable, os.path.abspath("tasks.py"), *words],
        cwd=os.path.abspath(os.sep),
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=30,
    )


def one_sentence(text):
    """Whether a text is one line that ends as a sentence does, and no traceback."""
    return text.count("\n") == 1 and text.strip()[-1] in ".)" and "Traceback" not in text


# An old Python


def test_an_old_python_can_read_tasks():
    tree = ast.parse(TASKS, feature_version=(3, 4))
    assert TASKS.isascii()  # Python 2 takes nothing else without being told
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Raise) and node.cause)
        assert not (isinstance(node, ast.arguments) and node.kwonlyargs)
        assert not (isinstance(node, ast.FunctionDef) and node.returns)
        assert not (
            isinstance(node, (ast.List, ast.Tuple)) and any(isinstance(e, ast.Starred) for e in node.elts)
        )


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 8, 0), (3, 10, 12)])
def test_an_old_python_gets_one_sentence(tasks, version):
    set_up_before(tasks)
    pretend = f"import runpy, sys; sys.argv[1:] = ['bench']; sys.version_info = {version}"
    pretend += "; runpy.run_path('tasks.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == ""
    assert one_sentence(done.stdout)
    assert "3.11 or newer" in done.stdout
    assert f"{version[0]}.{version[1]}" in done.stdout


# Setting up


def installed(commands):
    """What each call of pip was to install."""
    return [command[command.index("--no-deps") + 1 :] for command in commands if "pip" in command]


@needs_scripts
@pytest.mark.parametrize(
    ("platform", "find_links", "index"),
    [("linux", "", True), ("linux", "wheels", False), ("darwin", "", False), ("win32", "", False)],
)
def test_a_fresh_set_up_installs_pytorch_alone_and_first(
    tasks, asked, monkeypatch, capsys, platform, find_links, index
):
    monkeypatch.setattr(tasks.sys, "platform", platform)
    monkeypatch.setenv("PIP_FIND_LINKS", find_links)
    tasks.set_up()
    assert asked[0][1:] == ["-m", "venv", tasks.VENV]
    assert all(command[:3] == [tasks.PYTHON, "-m", "pip"] for command in asked[1:])
    torch, others, attnlib = installed(asked)
    assert re.fullmatch(r"torch==[\d.]+", torch[1])
    assert torch[2:] == (["--index-url", "https://download.pytorch.org/whl/cpu"] if index else [])
    assert others[1:] == ["-r", "requirements.lock"]
    assert attnlib == ["--no-build-isolation", "--editable", "."]
    assert "anew" not in capsys.readouterr().out
    overrides = json.loads(Path(tasks.VENV, SETTINGS).read_text())
    assert overrides["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert overrides["@jupyter-widgets/jupyterlab-manager:plugin"]["saveState"] is True
    assert tasks.read(tasks.STAMP).splitlines() == tasks.stamp(tasks.venv_version())


@needs_scripts
def test_a_set_up_from_before_gets_the_settings_of_today(tasks, asked):
    set_up_before(tasks)
    Path(tasks.VENV, SETTINGS).parent.mkdir(parents=True)
    Path(tasks.VENV, SETTINGS).write_text("{}")
    tasks.set_up()
    assert asked == []
    assert "saveState" in Path(tasks.VENV, SETTINGS).read_text()


@needs_scripts
def test_a_finished_set_up_is_left_alone(tasks, asked, capsys):
    set_up_before(tasks)
    tasks.set_up()
    assert asked == []
    assert capsys.readouterr().out == ""


def half_made(tasks):
    os.remove(tasks.STAMP)


def python_gone(tasks):
    os.remove(tasks.PYTHON)
    os.symlink("/no/such/python", tasks.PYTHON)


def python_broken(tasks):
    script(tasks.PYTHON, "echo 'cannot run' >&2; exit 127")


def python_changed(tasks):
    stamp = Path(tasks.STAMP)
    stamp.write_text(stamp.read_text().replace(tasks.venv_version(), "3.10.1"))


def moved(tasks):
    stamp = Path(tasks.STAMP)
    stamp.write_text(stamp.read_text().replace(tasks.VENV, "/elsewhere/.venv"))


def stamp_cut_short(tasks):
    Path(tasks.STAMP).write_text(tasks.VENV)


def a_file(tasks):
    shutil.rmtree(tasks.VENV)
    Path(tasks.VENV).write_text("")


def a_dangling_link(tasks):
    shutil.rmtree(tasks.VENV)
    os.symlink("nowhere", tasks.VENV)


@needs_scripts
@pytest.mark.parametrize(
    "harm",
    [half_made, python_gone, python_broken, python_changed, moved, stamp_cut_short, a_file, a_dangling_link],
)
def test_a_broken_venv_is_made_anew(tasks, asked, capsys, harm):
    set_up_before(tasks)
    if harm not in (a_file, a_dangling_link):
        Path(tasks.VENV, "old").touch()
    harm(tasks)
    tasks.set_up()
    assert one_sentence(capsys.readouterr().out.split("\n")[0] + "\n")
    assert not Path(tasks.VENV, "old").exists()
    assert len(asked) == 4
    asked.clear()
    tasks.set_up()
    assert asked == []


@needs_scripts
@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_changed_requirements_are_installed_into_the_venv_that_is_there(tasks, asked, name):
    set_up_before(tasks)
    Path(tasks.VENV, "old").touch()
    with open(name, "a") as file:
        file.write("\n# changed\n")
    tasks.set_up()
    assert len(installed(asked)) == len(asked) == 3
    assert Path(tasks.VENV, "old").exists()


@needs_scripts
def test_a_set_up_that_fails_is_not_taken_for_a_finished_one(tasks, asked, monkeypatch, capsys):
    def fail(command):
        raise tasks.Stop("No.")

    record = tasks.quietly
    monkeypatch.setattr(tasks, "quietly", lambda command: (fail if "pip" in command else record)(command))
    assert tasks.main(["bench"]) == 1
    assert not os.path.exists(tasks.STAMP)
    capsys.readouterr()
    tasks.quietly = record
    tasks.set_up()
    assert "anew" in capsys.readouterr().out
    assert os.path.exists(tasks.STAMP)


@needs_scripts
def test_no_network_gets_one_sentence(tasks, tmp_path):
    set_up_before(tasks)
    Path("requirements.lock").write_text("torch==99.0\n")
    with socket.create_server(("127.0.0.1", 0)) as closed_soon:
        nobody = closed_soon.getsockname()[1]
    done = call(
        "bench",
        PIP_INDEX_URL=f"http://127.0.0.1:{nobody}/simple",
        PIP_FIND_LINKS=str(tmp_path / "notebooks"),
        PIP_CONFIG_FILE=os.devnull,
        PIP_RETRIES="1",
        PIP_DRY_RUN="1",  # should all this fail to fail, nothing is installed
    )
    assert done.returncode == 1
    assert done.stderr == ""
    said = done.stdout.splitlines(keepends=True)
    assert len(said) == 2
    assert one_sentence(said[-1])
    assert all(line.endswith("...\n") for line in said[:-1])
    assert "connect this computer to the internet" in said[-1]
    assert tasks.LOG in said[-1]
    assert "Connection refused" in Path(tasks.LOG).read_text()


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "make about",
        ),
        (
            "The virtual environment was not created successfully because ensurepip is not\navailable.",
            "python3-venv",
        ),
        ("/usr/bin/python3: No module named ensurepip", "python3-venv"),
        ("WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError'", "internet"),
        ("socket.gaierror: [Errno -3] Temporary failure in name resolution", "internet"),
        (
            "ERROR: Could not find a version\nERROR: No matching distribution found for torch==2.13.0",
            "torch==2.13.0",
        ),
        ("something never seen", "clean"),
    ],
)
def test_the_reason_is_found_in_what_pip_said(tasks, monkeypatch, said, advice):
    assert advice in tasks.likely_reason(said)
    assert one_sentence(tasks.likely_reason(said) + "\n")


def test_a_full_disk_is_seen_even_where_nothing_could_say_so(tasks, monkeypatch):
    monkeypatch.setattr(tasks.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(1e9, 1e9, 1e6))
    assert "The disk is full" in tasks.likely_reason("something never seen")


@pytest.mark.parametrize(
    ("error", "code"), [(KeyboardInterrupt(), 130), (OSError(28, "No space left on device"), 1)]
)
def test_an_interruption_or_a_full_disk_leaves_no_traceback(tasks, monkeypatch, capsys, error, code):
    def interrupted():
        raise error

    monkeypatch.setattr(tasks, "set_up", interrupted)
    assert tasks.main(["bench"]) == code
    assert one_sentence(capsys.readouterr().out)


@needs_scripts
def test_ctrl_c_while_installing_leaves_no_traceback(tasks):
    stand_in(tasks)
    script(
        tasks.PYTHON,
        f'case "$*" in *pip*) echo yes > begun; exec sleep 60;; *) exec "{sys.executable}" "$@";; esac',
    )
    Path(tasks.STAMP).write_text("\n".join([*tasks.stamp(tasks.venv_version())[:2], "changed"]))
    command = [sys.executable, "tasks.py", "bench"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        wait_for("begun")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        said = process.communicate(timeout=10)[0]
    assert process.returncode == 130
    assert said.splitlines()[-1] == "Stopped."
    assert "Traceback" not in said


@needs_scripts
def test_a_second_call_adds_less_than_two_seconds(tasks):
    set_up_before(tasks)
    begin = time.perf_counter()
    done = call("bench")  # of which there is none here
    seconds = time.perf_counter() - begin
    assert done.returncode == 0, done.stdout + done.stderr
    assert seconds < 2


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
def test_a_busy_port_that_was_asked_for_gets_one_sentence(tasks):
    set_up_before(tasks)
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
@pytest.mark.parametrize(("language", "options"), [("en", ["--no-browser"]), ("zh", [])])
def test_lab_serves_and_opens_the_first_lesson(tasks, tmp_path, language, options):
    set_up_before(tasks)
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
    with socket.create_server(("127.0.0.1", port)):
        pass  # nobody is left there


def test_a_lecture_is_opened_in_large_type_unless_the_lecturer_has_chosen_another(tasks, ran, monkeypatch):
    def write(command, stdout):
        assert command[1:] == ["-m", "tools.lecture", "05", "zh"]
        return subprocess.CompletedProcess(command, 0, b"build/lecture/05_output.zh.ipynb\n")

    opened = []
    monkeypatch.setattr(tasks.subprocess, "run", write)
    monkeypatch.setattr(tasks, "open_jupyterlab", lambda *words: opened.append(words))
    monkeypatch.setenv("JUPYTERLAB_SETTINGS_DIR", "before")
    tasks.lecture(["05", "zh", "--port=9123", "--no-browser"])
    assert opened == [("build/lecture/05_output.zh.ipynb", 9123, ["--no-browser"])]
    [themes] = Path(os.environ["JUPYTERLAB_SETTINGS_DIR"]).rglob("themes.jupyterlab-settings")
    assert json.loads(themes.read_bytes())["overrides"]["code-font-size"] == "20px"
    themes.write_text("{}")
    tasks.lecture(["05", "zh", "--port=9123"])
    assert themes.read_text() == "{}"


def test_a_lecture_that_cannot_be_written_is_not_opened(tasks, ran, monkeypatch):
    monkeypatch.setattr(tasks.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 2, b""))
    monkeypatch.setattr(tasks, "open_jupyterlab", lambda *words: pytest.fail("opened"))
    assert tasks.lecture(["99", "en"]) == 2


def wait_for(path):
    deadline = time.monotonic() + 10
    while not os.path.exists(path) or not os.path.getsize(path):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def fetch(address):
    """What a server of this machine says, whatever proxy there is for others; it names its address early."""
    opener, deadline = urllib.request.build_opener(urllib.request.ProxyHandler({})), time.monotonic() + 10
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
    monkeypatch.setattr(tasks, "set_up", lambda: None)
    monkeypatch.setattr(tasks, "run", lambda command: commands.append(command) or 0)
    return commands


def test_test_checks_the_style_and_then_runs_all_tests_and_lessons(tasks, ran):
    assert tasks.main(["test", "-x"]) == 0
    *style, tests = ran
    assert [command[2:4] for command in style] == [
        ["ruff", "format"], ["ruff", "check"], ["deno", "fmt"], ["deno", "lint"]
    ]  # fmt: skip
    assert tests[-4:] == ["tests", "notebooks/en", "notebooks/zh", "-x"]
    assert {"--nbval", "--nbval-current-env", "loadfile"} <= set(tests)


def test_test_runs_only_what_is_named(tasks, ran):
    assert tasks.main(["test", "notebooks/en/05_output.ipynb::Cell 3", "-x"]) == 0
    assert "notebooks/zh" not in ran[-1]


def test_a_wrong_style_stops_the_tests(tasks, ran, monkeypatch, capsys):
    monkeypatch.setattr(tasks, "run", lambda command: "check" in command)
    assert tasks.main(["test"]) == 1
    assert one_sentence(capsys.readouterr().out)


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
        (["assignment", "05", "zh"], ["assignment", "05", "zh"]),
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
    made = [".venv/bin", "build", "attnlib.egg-info", ".ruff_cache"]
    for folder in made:
        Path(folder).mkdir(parents=True)
    before = {"tasks.py", "Makefile", "requirements.lock", "pyproject.toml", "notebooks"}
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


def test_ci_runs_make_test():
    run = HERE / ".ci" / "run"
    assert os.access(run, os.X_OK)
    assert "make test" in run.read_text().splitlines()


UPDATE = "apt-get -qq update"
INSTALL = "apt-get -qq install -y --no-install-recommends"
CHROMIUM, FIREFOX = f"{INSTALL} chromium fonts-noto-cjk", f"{INSTALL} firefox-esr"
BOTH = f"{CHROMIUM} firefox-esr"


@needs_scripts
@pytest.mark.parametrize(
    ("user", "there", "ran"),
    [
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
    done = subprocess.run([HERE / ".ci" / "run"], env={"PATH": str(found)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert Path("ran").read_text().splitlines() == [*ran, "make test required"]


def test_only_pictures_inside_html_are_left_out_of_the_comparison():
    (pattern, replacement), *more = get_sanitize_patterns((HERE / "tests" / "nbval_sanitize.cfg").read_text())
    assert not more

    def compared(text):
        return re.sub(pattern, replacement, text)

    picture = """<figure><img alt='3 < 4' src='data:image/png;base64,iVBOR+/=\nab0='><p>0.33</p>"""
    assert compared(picture) == compared(picture.replace("iVBOR+/=\nab0=", "other"))
    assert compared(picture) != compared(picture.replace("3 < 4", "4 < 3"))
    assert compared(picture) != compared(picture.replace("0.33", "0.34"))
    for text in [
        "data:image/png;base64,iVBOR",
        "<img src='data:image/svg+xml;base64,iVBOR'>",
        "<img src='a.png'>",
    ]:
        assert compared(text) == text
