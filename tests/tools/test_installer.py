"""Setting up: what is installed when and from where, and one sentence for everything that can go wrong."""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import types
from pathlib import Path

import pytest

from tests.helpers.small_project import (
    FILES,
    HERE,
    call,
    module_at,
    needs_scripts,
    one_sentence,
    script,
    set_up_before,
    stand_in,
    wait_for,
    write_stamp,
)

SETTINGS = "share/jupyter/lab/settings/overrides.json"
PYTORCH = "https://download.pytorch.org/whl/cpu"


class Asked:
    """The commands that are to be run, recorded instead; the one that makes .venv makes a stand-in.

    `sources` are the words that pip finds PyTorch by, and `broken` those of them that give one without use.
    """

    def __init__(self, installer, sources=("torch",), broken=()):
        self.installer, self.sources, self.broken = installer, sources, broken
        self.commands, self.settings, self.torch = [], [], None

    def watch(self, command, patience=None, **settings):
        if any(word.endswith("requirements.lock") for word in command):
            have, wanted = self.installer.read_stamp(), self.installer.stamp()
            assert have.get("requirements.lock") != wanted["requirements.lock"], "stamped too early"
        self.commands.append(command)
        self.settings.append(settings)
        words = " ".join(command)
        if "venv" in command:
            stand_in(self.installer)
        elif "import sys, torch" in words:
            return int(not self.torch or self.torch in self.broken), ""
        elif "uninstall" in command:
            self.torch = None
        elif "torch==" in words:
            self.torch = next((source for source in self.sources if source in words), None)
            return int(not self.torch), ""
        return 0, ""

    @property
    def installed(self):
        """What each call of pip was to install."""
        return [c[c.index("--no-deps") + 1 :] for c in self.commands if "--no-deps" in c]

    @property
    def torch_places(self):
        """Where PyTorch was looked for: an address, or what else pip was told besides its name."""
        tried = [words for words in self.installed if any(word.startswith("torch==") for word in words)]
        return [re.sub(r".*torch==\S+ ?", "", " ".join(words)).split(" ")[-1] for words in tried]


@pytest.fixture
def asked(installer, monkeypatch):
    recorder = Asked(installer)
    monkeypatch.setattr(installer, "watch", recorder.watch)
    monkeypatch.setattr(installer, "own_folders_if_home_is_closed", lambda: None)
    monkeypatch.delenv("ATTNLIB_TORCH_INDEX", raising=False)
    monkeypatch.setenv("PIP_FIND_LINKS", "/no/such/folder")
    monkeypatch.setattr(installer.sys, "platform", "linux")
    return recorder


# What is installed when


@needs_scripts
def test_a_fresh_set_up_installs_everything_and_then_pytorch(installer, asked, capsys):
    installer.set_up()
    assert asked.commands[0][1:] == ["-m", "venv", str(installer.VENV)]
    assert all(command[0] == installer.PYTHON for command in asked.commands[1:])
    pip, others, attnlib, torch = asked.installed
    assert re.fullmatch(r"pip==[\d.]+( --hash=sha256:[0-9a-f]{64})+", Path(pip[-1]).read_text())
    assert others[-2:] == ["-r", os.path.join(installer.VENV, "requirements.lock")]
    assert all("--require-hashes" in words for words in [pip, others])
    lines = Path(others[-1]).read_text().splitlines()
    assert [line for line in Path("requirements.lock").read_text().splitlines() if line not in lines] == [
        installer.locked_torch()
    ]
    assert attnlib == ["--no-build-isolation", "--editable", "."]
    assert torch[-2:] == [installer.locked_torch(), "--no-index"]
    said = capsys.readouterr().out
    assert "anew" not in said
    assert all(line.endswith("...") for line in said.splitlines())
    wanted = {**installer.stamp(), "torch": "installed"}
    assert wanted.pop("requirements-dev.lock")
    assert wanted.pop("requirements-release.lock")
    assert installer.read_stamp() == wanted


@needs_scripts
def test_readers_get_no_developers_tools_nor_these_what_a_release_needs_until_they_do(installer, asked):
    installer.set_up()
    assert not any("requirements-" in word for words in asked.installed for word in words)
    for needs in [{"developers": True}, {"release": True}]:
        asked.commands.clear()
        installer.set_up(**needs)
        [tools] = asked.installed
        name = "requirements-dev.lock" if "developers" in needs else "requirements-release.lock"
        assert tools[-1] == os.path.join(installer.VENV, name)
    asked.commands.clear()
    installer.set_up()
    installer.set_up(developers=True)
    assert asked.commands == []


@needs_scripts
def test_a_release_needs_the_developers_tools_too(installer, asked):
    installer.set_up()
    asked.commands.clear()
    installer.set_up(release=True)
    assert [os.path.basename(words[-1]) for words in asked.installed] == [
        "requirements-dev.lock",
        "requirements-release.lock",
    ]


@needs_scripts
def test_a_finished_set_up_is_left_alone(installer, asked, capsys):
    set_up_before(installer)
    installer.set_up(developers=True, needs_torch=True)
    assert asked.commands == []
    assert capsys.readouterr().out == ""


@needs_scripts
def test_jupyterlab_gets_the_settings_of_today_also_where_it_was_set_up_before(installer, asked):
    set_up_before(installer)
    Path(installer.VENV, SETTINGS).parent.mkdir(parents=True)
    Path(installer.VENV, SETTINGS).write_text("{}")
    installer.set_up()
    assert asked.commands == []
    overrides = json.loads(Path(installer.VENV, SETTINGS).read_text())
    assert overrides["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert overrides["@jupyter-widgets/jupyterlab-manager:plugin"]["saveState"] is True


def half_made(installer):
    os.remove(installer.STAMP)


def python_gone(installer):
    os.remove(installer.PYTHON)
    os.symlink("/no/such/python", installer.PYTHON)


def python_broken(installer):
    script(installer.PYTHON, "echo 'cannot run' >&2; exit 127")


def python_changed(installer):
    write_stamp(installer, installer.read_stamp() | {"python": "3.10"})


def stamp_of_long_ago(installer):
    Path(installer.STAMP).write_text("\n".join([str(installer.VENV), installer.venv_version(), "0" * 64]))


def a_file(installer):
    shutil.rmtree(installer.VENV)
    Path(installer.VENV).write_text("")


def a_dangling_link(installer):
    shutil.rmtree(installer.VENV)
    os.symlink("nowhere", installer.VENV)


HARMS = [
    half_made,
    python_gone,
    python_broken,
    python_changed,
    stamp_of_long_ago,
    a_file,
    a_dangling_link,
]


@needs_scripts
@pytest.mark.parametrize("harm", HARMS)
def test_a_broken_venv_is_made_anew(installer, asked, capsys, harm):
    set_up_before(installer)
    if harm not in (a_file, a_dangling_link):
        Path(installer.VENV, "old").touch()
    harm(installer)
    installer.set_up()
    assert one_sentence(capsys.readouterr().out.split("\n")[0] + "\n")
    assert not Path(installer.VENV, "old").exists()
    assert len(asked.installed) == 4
    asked.commands.clear()
    installer.set_up()
    assert asked.commands == []


@needs_scripts
@pytest.mark.parametrize("harm", HARMS)
def test_the_old_venv_is_put_back_where_a_new_one_cannot_be_made(installer, asked, monkeypatch, harm):
    """Its Python may lie on a disk that is not here now, and an offline lecture begins in five minutes."""
    set_up_before(installer)
    harm(installer)
    before = kept(installer.VENV)
    fail_from_now(installer, asked, monkeypatch, "requirements.lock")
    with pytest.raises(installer.Stop, match="internet"):
        installer.set_up()
    assert kept(installer.VENV) == before
    assert not os.path.lexists(installer.OLD)
    assert "Retrying" in Path(installer.LOG).read_text()


@needs_scripts
def test_the_old_venv_is_put_back_after_a_kill_too(installer, asked, monkeypatch):
    set_up_before(installer)
    installer.set_up()
    before = kept(installer.VENV)
    os.rename(installer.VENV, installer.OLD)
    stand_in(installer)  # half-made when the power went
    write_stamp(installer, {key: installer.stamp()[key] for key in ["here", "python"]})
    fail_from_now(installer, asked, monkeypatch, "pip")
    installer.set_up()
    assert kept(installer.VENV) == before
    assert not os.path.lexists(installer.OLD)


@needs_scripts
def test_the_old_venv_goes_where_a_kill_left_it_beside_a_whole_one(installer, asked):
    set_up_before(installer)
    shutil.copytree(installer.VENV, installer.OLD)
    installer.set_up()
    assert asked.commands == []
    assert os.path.lexists(installer.VENV)
    assert not os.path.lexists(installer.OLD)


@needs_scripts
def test_what_fails_after_the_lessons_can_be_opened_leaves_the_new_venv(installer, asked, monkeypatch):
    set_up_before(installer)
    python_changed(installer)
    fail_from_now(installer, asked, monkeypatch, "requirements-dev.lock")
    with pytest.raises(installer.Stop):
        installer.set_up(developers=True)
    assert installer.read_stamp()["requirements.lock"] == installer.stamp()["requirements.lock"]
    assert not os.path.lexists(installer.OLD)


def kept(path):
    """What stands there, file by file; a link by where it leads."""
    if os.path.islink(path) or not os.path.isdir(path):
        return os.readlink(path) if os.path.islink(path) else Path(path).read_text()
    return {name: kept(os.path.join(path, name)) for name in os.listdir(path)}


def fail_from_now(installer, asked, monkeypatch, word):
    """Let the network be gone for each command with this word; the record says so."""

    def watch(command, **settings):
        if any(word in one for one in command):
            Path(installer.LOG).write_text(OFFLINE)
            return 1, OFFLINE
        return asked.watch(command, **settings)

    monkeypatch.setattr(installer, "watch", watch)


OFFLINE = "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError'"


@needs_scripts
@pytest.mark.parametrize("patched", ["3.{}.0", "3.{}.99"])
def test_a_patched_python_keeps_its_venv(installer, asked, patched):
    set_up_before(installer)
    version = patched.format(sys.version_info.minor)  # in full, as older editions of this project noted it
    write_stamp(installer, installer.read_stamp() | {"python": version})
    installer.set_up()
    assert asked.commands == []


@needs_scripts
def test_a_folder_that_was_moved_keeps_its_venv_and_fetches_nothing(installer, asked, capsys):
    set_up_before(installer)
    write_stamp(installer, installer.read_stamp() | {"here": "/before/.venv"})
    activate = Path(installer.PYTHON).parent / "activate"
    activate.write_text('VIRTUAL_ENV="/before/.venv"\n')
    installer.set_up()
    assert asked.installed == [["--no-build-isolation", "--editable", "."]]
    assert activate.read_text() == f'VIRTUAL_ENV="{installer.VENV}"\n'
    assert one_sentence(capsys.readouterr().out.split(" telling")[0] + ".\n")
    asked.commands.clear()
    installer.set_up()
    assert asked.commands == []


@needs_scripts
@pytest.mark.slow
def test_a_real_venv_works_where_it_was_moved_without_a_network(tmp_path):
    """The packages of this test run stand in for those of the lock: nothing is to be fetched, nor can be."""
    old, new = tmp_path / "before", tmp_path / "and after"
    copy_project(old)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", old / ".venv"], check=True)
    [site] = (old / ".venv").glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    write_stamp(before := module_at(old / "tools" / "installer.py"), before.stamp() | {"torch": "installed"})
    old.rename(new)
    offline = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_RETRIES": "0",
    }
    done = subprocess.run(
        [sys.executable, "tasks.py", "torch"],
        cwd=new,
        env=os.environ | offline,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    where = [new / ".venv" / "bin" / "python", "-c", "import attnlib, classroom; print(attnlib.__file__)"]
    found = subprocess.run(where, cwd=tmp_path, capture_output=True, text=True, env={}).stdout
    assert found.strip() == str(new / "attnlib" / "__init__.py")
    assert str(old) not in (new / ".venv" / "bin" / "activate").read_text()


def copy_project(folder):
    """What a set-up needs of the project."""
    for name in ["attnlib", "classroom", "tools", "data"]:
        shutil.copytree(HERE / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "models"))
    for name in [*FILES, "README.md", "LICENSE", "NOTICE"]:
        shutil.copy(HERE / name, folder / name)


@needs_scripts
@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_changed_requirements_are_installed_into_the_venv_that_is_there(installer, asked, name):
    set_up_before(installer)
    asked.torch = "torch"
    Path(installer.VENV, "old").touch()
    with open(name, "a") as file:
        file.write("\n# changed\n")
    installer.set_up()
    assert [words[-1] for words in asked.installed][1:] == [
        os.path.join(installer.VENV, "requirements.lock"),
        ".",
    ]
    assert Path(installer.VENV, "old").exists()


@needs_scripts
def test_a_set_up_that_fails_is_not_taken_for_a_finished_one(tasks, installer, asked, monkeypatch, capsys):
    def fail(command, **_):
        return (1, "No.") if "pip" in command else asked.watch(command)

    with monkeypatch.context() as patch:
        patch.setattr(installer, "watch", fail)
        assert tasks.main(["torch"]) == 1
    assert installer.READERS not in installer.read_stamp()
    said = capsys.readouterr().out.splitlines(keepends=True)
    assert one_sentence(said[-1])
    assert str(installer.LOG) in said[-1]
    assert tasks.main(["torch"]) == 0
    assert installer.read_stamp()["torch"] == "installed"


# Where PyTorch comes from


@needs_scripts
@pytest.mark.parametrize(
    ("platform", "places"), [("linux", ["--no-index", PYTORCH, ""]), ("darwin", ["--no-index", "", PYTORCH])]
)
def test_pytorch_is_looked_for_in_one_place_after_another(installer, asked, monkeypatch, platform, places):
    monkeypatch.setattr(installer.sys, "platform", platform)
    asked.sources = ()
    installer.set_up()
    assert asked.torch_places == places
    small = [words for words in asked.installed if any(word.endswith("+cpu") for word in words)]
    assert len(small) == (2 if platform == "linux" else 0)  # PyPI's own for Linux needs several GB


@needs_scripts
def test_a_pytorch_that_cannot_be_imported_is_taken_away_and_the_next_place_tried(installer, asked):
    asked.sources, asked.broken = ("--no-index", PYTORCH), ("--no-index",)
    installer.set_up()
    assert asked.torch_places == ["--no-index", PYTORCH]
    assert asked.torch == PYTORCH
    assert len([command for command in asked.commands if "uninstall" in command]) == 1
    assert installer.read_stamp()["torch"] == "installed"


@needs_scripts
def test_without_pytorch_the_lessons_open_and_one_sentence_says_what_to_do(
    installer, asked, monkeypatch, capsys
):
    asked.sources = ()
    installer.set_up()
    said = capsys.readouterr().out.splitlines(keepends=True)
    assert said[-1].startswith("PyTorch is not installed, so the cells that use it show a recorded result")
    assert one_sentence(said[-1])
    asked.commands.clear()
    installer.set_up()
    assert asked.commands == []  # it is not tried again at every start
    assert capsys.readouterr().out == said[-1]
    with pytest.raises(installer.Stop, match="PyTorch is not installed"):
        installer.set_up(needs_torch=True)  # it is, when it is asked for
    assert len(asked.torch_places) == 3
    asked.commands.clear()
    asked.sources = ("torch",)
    monkeypatch.setenv("PIP_FIND_LINKS", "/another/folder")  # and when another place is named
    capsys.readouterr()
    installer.set_up()
    assert asked.torch_places == ["--no-index"]
    assert len(capsys.readouterr().out.splitlines()) == 1


@needs_scripts
def test_ctrl_c_while_pytorch_is_fetched_goes_on_without_it(installer, asked, monkeypatch, capsys):
    def interrupted(command, **settings):
        if "--no-index" in command:
            Path(installer.VENV, "lib/python3.11/site-packages/torch").mkdir(parents=True)
            raise KeyboardInterrupt
        return asked.watch(command, **settings)

    monkeypatch.setattr(installer, "watch", interrupted)
    installer.set_up()
    assert "uninstall" in asked.commands[-1]
    assert not list(Path(installer.VENV).rglob("torch"))  # of which pip knows nothing yet
    assert capsys.readouterr().out.splitlines()[-1] == installer.WITHOUT_TORCH


# What goes wrong


@needs_scripts
def test_no_network_gets_one_sentence(tasks, installer, tmp_path):
    set_up_before(installer)
    write_stamp(installer, installer.read_stamp() | {"requirements.lock": "another"})
    Path("requirements.lock").write_text(f"pip==99.0 --hash=sha256:{'0' * 64}\ntorch==99.0\n")
    with socket.create_server(("127.0.0.1", 0)) as closed_soon:
        nobody = closed_soon.getsockname()[1]
    done = call(
        "torch",
        PIP_INDEX_URL=f"http://127.0.0.1:{nobody}/simple",
        PIP_FIND_LINKS=str(tmp_path / "notebooks"),
        PIP_CONFIG_FILE=os.devnull,
        PIP_RETRIES="1",
        LC_ALL="de_DE.UTF-8",  # in which a system may say "Verbindungsaufbau abgelehnt"
        PIP_DRY_RUN="1",  # should all this fail to fail, nothing is installed
    )
    assert done.returncode == 1
    assert done.stderr == ""
    said = done.stdout.splitlines(keepends=True)
    assert len(said) == 2
    assert one_sentence(said[-1])
    assert all(line.endswith("...\n") for line in said[:-1])
    assert "connect this computer to the internet" in said[-1]
    assert str(installer.LOG) in said[-1]
    assert "Connection refused" in Path(installer.LOG).read_text()


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
        ("WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError'", "internet"),
        ("ProxyError('Unable to connect to proxy', OSError('407 Proxy Authentication Required'))", "PROXY"),
        ("(from versions: 2.0.0)\nERROR: No matching distribution found for numpy==2.4.6", "Python 3.12"),
        ("(from versions: none)\nERROR: No matching distribution found for pip==26.3", "PIP_FIND_LINKS"),
        ("certificate verify failed: self-signed certificate in certificate chain", "PIP_CERT"),
        ("client error (Connect): invalid peer certificate: UnknownIssuer", "PIP_CERT"),
        (
            "error sending request for url (https://a.test/katex): client error (Connect): dns error",
            "internet",
        ),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "in the lock"),
        ("something never seen", "clean"),
    ],
)
def test_the_reason_is_found_in_what_pip_said(installer, said, advice):
    assert advice in installer.likely_reason(said)
    assert one_sentence(installer.likely_reason(said) + "\n")


def with_free(installer, monkeypatch, megabytes):
    usage = shutil._ntuple_diskusage(1e12, 1e12, megabytes * 1e6)
    monkeypatch.setattr(installer.shutil, "disk_usage", lambda path: usage)


def test_a_full_disk_is_seen_even_where_nothing_could_say_so(installer, monkeypatch):
    with_free(installer, monkeypatch, 1)
    assert "The disk is full" in installer.likely_reason("something never seen")


@needs_scripts
def test_a_disk_without_room_is_seen_before_it_is_full(tasks, installer, asked, monkeypatch, capsys):
    with_free(installer, monkeypatch, 350)
    assert tasks.main(["torch"]) == 1
    assert asked.commands == []
    assert one_sentence(capsys.readouterr().out)
    with_free(installer, monkeypatch, 1090)
    installer.set_up()
    assert asked.torch_places == []
    assert "no room for PyTorch" in capsys.readouterr().out
    with_free(installer, monkeypatch, 350)
    Path("pyproject.toml").write_text(Path("pyproject.toml").read_text() + "\n")
    installer.set_up()  # what is there takes no room again


def on_windows(installer, monkeypatch, characters, long_paths=0):
    """Put the project into a folder whose path has so many characters, with that setting of Windows."""
    winreg = types.ModuleType("winreg")
    winreg.HKEY_LOCAL_MACHINE = "machine"
    winreg.OpenKey = lambda *_: contextlib.nullcontext()
    winreg.QueryValueEx = lambda key, name: ({"LongPathsEnabled": long_paths}[name], 4)
    monkeypatch.setitem(sys.modules, "winreg", winreg)
    monkeypatch.setattr(installer, "HERE", Path("/" + "x" * (characters - 1)))


@pytest.mark.parametrize(
    ("characters", "long_paths", "fits"), [(67, 0, True), (68, 0, False), (200, 1, True)]
)
def test_pytorch_is_not_fetched_into_a_path_that_windows_cannot_hold(
    installer, monkeypatch, capsys, characters, long_paths, fits
):
    on_windows(installer, monkeypatch, characters, long_paths)
    monkeypatch.setattr(installer, "torch_works", lambda: False)
    monkeypatch.setattr(installer, "free_megabytes", lambda: 0)  # so that it ends there in any case
    assert installer.try_torch() is False
    assert ("no room" in capsys.readouterr().out) == fits
    said = installer.without_torch()  # at each call, not only at the first
    assert said.startswith("PyTorch is not installed, nor can it be. The path of this folder has 68") != fits
    assert ("connect to the internet" in said) == fits


@needs_scripts
def test_nothing_is_fetched_into_a_path_that_windows_cannot_hold(installer, asked, monkeypatch):
    on_windows(installer, monkeypatch, 98)
    monkeypatch.setattr(installer, "free_megabytes", lambda: 10_000)
    monkeypatch.setattr(installer, "read", lambda path: "")
    with pytest.raises(installer.Stop, match="has 98 characters, and Windows can take 97 here: move"):
        installer.set_up()
    assert asked.commands == []


@needs_scripts
def test_of_two_set_ups_at_once_one_waits_and_finds_the_work_done(tasks, installer):
    stand_in(installer)
    with installer.nobody_else():
        other = subprocess.Popen([sys.executable, "tasks.py", "torch"], stdout=subprocess.PIPE, text=True)
        said = other.stdout.readline()
        shutil.rmtree(installer.VENV)
        set_up_before(installer)
    assert one_sentence(said)
    assert "waiting" in said
    assert other.communicate(timeout=60)[0] == ""
    assert other.returncode == 0


@pytest.fixture
def ctrl_c_is_heard():
    """By processes that are started here, too, if a shell has it ignored, as it does behind its `&`."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@needs_scripts
def test_ctrl_c_while_installing_leaves_no_traceback(installer, tasks, ctrl_c_is_heard):
    set_up_before(installer)
    write_stamp(installer, installer.read_stamp() | {"requirements.lock": "another"})
    script(
        installer.PYTHON,
        f'case "$*" in *pip*) echo yes > begun; exec sleep 60;; *) exec "{sys.executable}" "$@";; esac',
    )
    command = [sys.executable, "tasks.py", "torch"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        wait_for("begun")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        said = process.communicate(timeout=60)[0]
    assert process.returncode == 130
    assert said.splitlines()[-1] == "Stopped."
    assert "Traceback" not in said


@needs_scripts
def test_jupyter_keeps_its_things_in_the_project_where_the_home_is_closed(installer, tmp_path, monkeypatch):
    names = ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"]
    for name in names:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    installer.own_folders_if_home_is_closed()
    assert not any(name in os.environ for name in names)
    (tmp_path / ".local").touch()  # as little use as a folder of somebody else's
    monkeypatch.setenv("IPYTHONDIR", "chosen")
    installer.own_folders_if_home_is_closed()
    assert os.environ["IPYTHONDIR"] == "chosen"
    assert all(os.environ[name].startswith(str(installer.VENV)) for name in names if name != "IPYTHONDIR")


# A school's own certificate

SERVE = """
import http.server, ssl, subprocess, sys, threading
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("server.pem", "server.key")
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"https://127.0.0.1:{server.server_port}/one.js"
sys.exit(subprocess.run([sys.executable, "-m", "deno", "run", "--no-config", address]).returncode)
"""


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificates")
def test_deno_trusts_the_certificate_that_pip_is_told_of(tmp_path):
    made = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 "
    for line in [
        "-subj /CN=school -keyout school.key -out school.pem",
        "-subj /CN=server -keyout server.key -out server.pem -CA school.pem -CAkey school.key "
        "-addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=CA:FALSE",
    ]:
        done = subprocess.run((made + line).split(), cwd=tmp_path, capture_output=True, text=True)
        if "-CA" in done.stderr and done.returncode:
            pytest.skip("this openssl is too old to sign with -CA")
        assert done.returncode == 0, done.stderr
    (tmp_path / "one.js").write_text("console.log('fetched')")
    (tmp_path / "serve.py").write_text(SERVE)
    ask = "import json; from tools.installer import DENO; print(json.dumps(DENO))"
    for certificate, code in [("", 1), (str(tmp_path / "school.pem"), 0)]:
        told = os.environ | {"PIP_CERT": certificate, "NO_PROXY": "127.0.0.1"}
        said = subprocess.run(
            [sys.executable, "-c", ask], cwd=HERE, env=told, capture_output=True, check=True
        )
        deno = json.loads(said.stdout) | {"DENO_DIR": str(tmp_path / "deno"), "HOME": str(tmp_path)}
        serve = [sys.executable, "serve.py"]
        done = subprocess.run(serve, cwd=tmp_path, env=told | deno, capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        assert ("fetched" in done.stdout) == (code == 0)


# What is seen meanwhile


@pytest.fixture
def clock(monkeypatch):
    """The time, as seconds in a list, that a test sets."""
    now = [0.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def test_a_terminal_shows_how_far_it_is_and_a_file_nothing(installer, clock, monkeypatch, capsys):
    output = installer.Output()
    output.take_in("  Downloading numpy-2.4.6-cp311-linux.whl (9.0 MB)")
    output.take_in("Progress 9000000 of 9000000")
    output.take_in("  Downloading https://a.test/torch-2.13.0.whl (190 MB)")
    output.take_in("Progress 3000000 of 190000000")
    output.show()
    output.clear()
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(installer.sys.stdout, "isatty", lambda: True, raising=False)
    output.show()
    clock[0] = 12
    output.show()
    output.take_in("Installing collected packages: numpy, torch")
    output.show()
    output.clear()
    shown = [line.strip() for line in capsys.readouterr().out.split("\r")]
    lines = ["12 MB fetched: torch", "12 MB fetched, nothing more for 12 s", "unpacking ...", "", ""]
    assert shown == ["", *lines]
    assert output.lines[-1].startswith("Installing")  # what the log keeps
    assert not any("Progress" in line for line in output.lines)
