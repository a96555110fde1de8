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
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.helpers.small_project import (
    call,
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
    assert re.fullmatch(r"pip==[\d.]+", pip[-1])
    assert others[-2:] == ["-r", os.path.join(installer.VENV, "requirements.lock")]
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
    assert installer.read_stamp() == wanted


@needs_scripts
def test_readers_get_no_developers_tools_and_developers_get_them_besides(installer, asked):
    installer.set_up()
    assert not any("requirements-dev" in word for words in asked.installed for word in words)
    asked.commands.clear()
    installer.set_up(developers=True)
    [tools] = asked.installed
    assert tools[-1] == os.path.join(installer.VENV, "requirements-dev.lock")
    asked.commands.clear()
    installer.set_up()
    installer.set_up(developers=True)
    assert asked.commands == []


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
    write_stamp(installer, installer.read_stamp() | {"python": "3.10.1"})


def moved(installer):
    write_stamp(installer, installer.read_stamp() | {"here": "/elsewhere/.venv"})


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
    moved,
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
    ("platform", "mirror", "places"),
    [
        ("linux", None, ["--no-index", PYTORCH, ""]),
        ("linux", "https://mirror.test/cpu", ["--no-index", "https://mirror.test/cpu", PYTORCH, ""]),
        ("darwin", None, ["--no-index", "", PYTORCH]),
        ("win32", "https://mirror.test/cpu", ["--no-index", "https://mirror.test/cpu", "", PYTORCH]),
    ],
)
def test_pytorch_is_looked_for_in_one_place_after_another(
    installer, asked, monkeypatch, platform, mirror, places
):
    monkeypatch.setattr(installer.sys, "platform", platform)
    monkeypatch.setattr(installer, "nobody_else", contextlib.nullcontext)  # its lock is the real system's
    if mirror:
        monkeypatch.setenv("ATTNLIB_TORCH_INDEX", mirror)
    asked.sources = ()
    installer.set_up()
    assert asked.torch_places == places
    patient = [words for words in asked.installed if "--timeout=10" in words]
    assert len(patient) == len(places)


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


def wheel(folder, version):
    """The file of a torch that holds nothing: enough to be chosen."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"torch-{version}"
    lines = {"METADATA": f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n", "RECORD": ""}
    lines["WHEEL"] = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(folder / f"{name}-py3-none-any.whl", "w") as file:
        for part, text in lines.items():
            file.writestr(f"{name}.dist-info/{part}", text)


def index(folder, version):
    """The address of an index on the disk that offers this torch."""
    wheel(folder / "torch", version)
    [file] = (folder / "torch").glob("*.whl")
    (folder / "torch" / "index.html").write_text(f'<a href="{file.name}">{file.name}</a>')
    return folder.as_uri()


@pytest.fixture
def would_take(installer, tmp_path, monkeypatch):
    """Which torch pip itself, asked about each place, would take; nothing is installed."""
    stand_in(installer)
    for name in list(os.environ):
        if name.startswith("PIP_") or name == "ATTNLIB_TORCH_INDEX":
            monkeypatch.delenv(name)
    for name, value in {
        "DRY_RUN": "1",
        "TARGET": str(tmp_path / "target"),
        "CONFIG_FILE": os.devnull,
    }.items():
        monkeypatch.setenv(f"PIP_{name}", value)
    monkeypatch.setenv("PIP_INDEX_URL", index(tmp_path / "pypi", "2.13.0"))
    monkeypatch.setattr(installer, "PYTORCH_CPU_WHEELS", index(tmp_path / "pytorch", "2.13.0+cpu"))
    monkeypatch.setattr(installer, "locked_torch", lambda: "torch==2.13.0")
    monkeypatch.setattr(installer.sys, "platform", "linux")

    def ask():
        """What each place gives, in order, with what pip said."""
        answers = []
        for words, settings in installer.torch_places():
            _, said = installer.watch(installer.pip("--no-cache-dir", "--retries=0", *words), **settings)
            found = re.search(r"Would install torch-(\S+)", said)
            answers.append((found and found[1], said))
        return answers

    return ask


@pytest.mark.slow
@needs_scripts
def test_pytorchs_own_index_gives_the_build_for_the_processor_and_the_usual_one_none(would_take):
    (folder, _), (pytorch, said), (usual, _) = would_take()
    assert (folder, pytorch, usual) == (None, "2.13.0+cpu", None)
    assert "/pypi/" not in said


@pytest.mark.slow
@needs_scripts
def test_a_folder_may_have_spaces_in_its_name_and_hold_any_build(would_take, tmp_path, monkeypatch):
    wheel(tmp_path / "a USB stick", "2.13.0")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "a USB stick"))
    assert would_take()[0][0] == "2.13.0"


@pytest.mark.slow
@needs_scripts
@pytest.mark.parametrize("shape", ["index", "list of files"])
def test_a_mirror_may_be_an_index_or_a_plain_list_of_files(would_take, tmp_path, monkeypatch, shape):
    address = index(tmp_path / "mirror", "2.13.0+cpu") + ("" if shape == "index" else "/torch/index.html")
    monkeypatch.setenv("ATTNLIB_TORCH_INDEX", address)
    assert would_take()[1][0] == "2.13.0+cpu"


@pytest.mark.slow
@needs_scripts
def test_the_readers_own_settings_of_pip_are_respected_where_the_usual_index_is_asked(
    would_take, installer, tmp_path, monkeypatch
):
    config = tmp_path / "pip.conf"
    config.write_text(f"[global]\nindex-url = {index(tmp_path / 'chosen', '2.13.0+cpu')}\nuser = true\n")
    monkeypatch.delenv("PIP_INDEX_URL")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(config))
    assert would_take()[-1][0] == "2.13.0+cpu"
    config.write_text(f"[global]\nextra-index-url = {index(tmp_path / 'extra', '2.13.0+cpu.extra')}\n")
    monkeypatch.setattr(installer.sys, "platform", "darwin")
    assert would_take()[-1][0] == "2.13.0+cpu"  # PyTorch's index is asked alone, whatever else is configured


# What goes wrong


@needs_scripts
def test_no_network_gets_one_sentence(tasks, installer, tmp_path):
    set_up_before(installer)
    write_stamp(installer, installer.read_stamp() | {"requirements.lock": "another"})
    Path("requirements.lock").write_text("pip==99.0\ntorch==99.0\n")
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
        ("/usr/bin/python3: No module named ensurepip", "python3-venv"),
        ("WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError'", "internet"),
        ("socket.gaierror: [Errno -3] Temporary failure in name resolution", "internet"),
        ("(from versions: 2.0.0)\nERROR: No matching distribution found for numpy==2.4.6", "Python 3.12"),
        ("(from versions: none)\nERROR: No matching distribution found for pip==26.3", "PIP_FIND_LINKS"),
        ("certificate verify failed: self-signed certificate in certificate chain", "PIP_CERT"),
        ("something never seen", "clean"),
    ],
)
def test_the_reason_is_found_in_what_pip_said(installer, said, advice):
    assert advice in installer.likely_reason(said)
    assert one_sentence(installer.likely_reason(said) + "\n")


@pytest.fixture
def refusing():
    """The address of a server that answers everything with a code: refusing(407)."""
    servers = []

    def start(code):
        class Refusal(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_error(code)

            do_CONNECT = do_GET

            def log_message(self, *words):
                pass

        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), Refusal))
        threading.Thread(target=servers[-1].serve_forever, args=[0.01], daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@needs_scripts
@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/no/such/wheels"}, "no folder /no/such/wheels"),
        ({"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "{folder}"}, "{folder}"),
        ({"PIP_INDEX_URL": "{index}/simple"}, "{index}/simple"),
        ({"HTTPS_PROXY": "{proxy}", "PIP_INDEX_URL": "https://pypi.invalid/simple"}, "HTTPS_PROXY"),
    ],
)
def test_pips_own_words_are_understood(installer, tmp_path, refusing, monkeypatch, settings, named):
    """A folder or an index without the package, or a proxy that refuses: this Python is not at fault."""
    stand_in(installer)
    for name in [name for name in os.environ if name.startswith("PIP_") or name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    places = {"folder": str(tmp_path), "index": refusing(403), "proxy": refusing(407)}
    settings = {name: value.format(**places) for name, value in settings.items()}
    settings |= {"PIP_CONFIG_FILE": os.devnull, "PIP_DRY_RUN": "1"}
    code, said = installer.watch(installer.pip("--retries=1", "pip==99.0"), **settings)
    assert code
    reason = installer.likely_reason(said)
    assert named.format(**places) in reason
    assert "try Python" not in reason


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


# What is seen meanwhile


@needs_scripts
def test_a_place_from_which_nothing_comes_is_given_up(installer):
    stand_in(installer)
    code, said = installer.watch(["sh", "-c", "echo Collecting torch; exec sleep 600"], patience=0.1)
    assert code != 0
    assert said.splitlines() == ["Collecting torch", "Nothing came for 0.1 seconds."]
    assert said in Path(installer.LOG).read_text()


@pytest.fixture
def clock(installer, monkeypatch):
    """The time, as seconds in a list, that a test sets."""
    now = [0.0]
    monkeypatch.setattr(installer.time, "time", lambda: now[0])
    return now


def test_what_comes_slowly_is_not_taken_for_nothing(installer, clock):
    output = installer.Output()
    for second in range(0, 600, 30):
        clock[0] = second
        output.take_in(f"Progress {second} of 200000000")
        assert output.silence() == 0
    clock[0] += 41
    assert output.silence() == 41
    output.take_in("Installing collected packages: torch")
    assert output.installing


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
