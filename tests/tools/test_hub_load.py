"""The class on a hub: what a learner reads of the server's messages, and when it is said that one failed."""

import argparse
import asyncio
import json

import psutil
import pytest

from tools import hub_load
from tools.hub_load import first_part, learn, report

GIVEN = argparse.Namespace(learners=2, lesson="05", without_torch=False)


@pytest.mark.parametrize("numbers", [[], [b"\x00\xff"], [b"1234", b"56"]])
def test_the_text_of_a_message_is_found_before_its_numbers(numbers):
    parts = [json.dumps({"a": "爱"}).encode(), *numbers]
    begins = [4 * (len(parts) + 1) + sum(map(len, parts[:i])) for i in range(len(parts))]
    head = b"".join(number.to_bytes(4, "big") for number in [len(parts), *begins])
    assert json.loads(first_part(head + b"".join(parts))) == {"a": "爱"}


@pytest.mark.parametrize(
    ("second", "named"),
    [((3, [4], []), None), ((3, [4], ["strip"]), "strip"), (OSError("full"), "OSError('full')")],
)
def test_a_learner_who_fails_is_named_and_fails_the_run(second, named, capsys):
    met = [(1, [2], []), second]
    lost = [one for one in met if isinstance(one, OSError)]
    assert report(GIVEN, [{}], met, lost, 5, [(2e8, 3)], [(1e8, 1), (3e8, 2)], 4e9) is bool(named)
    assert (named or "lost: 0; with cells that failed: 0") in capsys.readouterr().out


class AHub:
    """Answers as a hub does, and keeps what it was asked."""

    token, ports, here, most_here = "", [0], 0, 0

    def __init__(self):
        self.asked = []

    async def ask(self, method, path, body=None):
        self.asked.append((method, path))
        return {"servers": {"": {"ready": True}}, "kernel": {"id": "k"}}


@pytest.mark.parametrize("cull", [True, False])
def test_the_server_of_a_learner_who_is_done_is_stopped_only_if_a_hub_culls(cull, monkeypatch):
    async def connect(request):
        return None

    async def run(socket, cell):
        return "ok"

    measured = []
    monkeypatch.setattr(hub_load, "websocket_connect", connect)
    monkeypatch.setattr(hub_load, "run", run)
    monkeypatch.setattr(hub_load, "note_costs", lambda hub, name: measured.append((name, hub.here)))
    hub = AHub()
    _, seconds, failed = asyncio.run(learn(hub, "learner1", "05.ipynb", [{"id": "a"}], cull=cull))
    assert (len(seconds), failed, hub.most_here) == (1, [], 1)
    assert (hub.asked[-1] == ("DELETE", "/hub/api/users/learner1/server")) is cull
    assert measured == ([("learner1", 1)] if cull else [])  # while it is still there
    assert hub.here == (0 if cull else 1)


class AProcess:
    """A server in a home; one that has ended is a zombie."""

    def __init__(self, home, ended=False):
        self.home, self.ended = str(home), ended

    def cmdline(self):
        if self.ended:
            raise psutil.ZombieProcess(1)
        return ["python", "-m", "jupyterhub.singleuser"]

    def cwd(self):
        return self.home

    def cpu_times(self):
        return argparse.Namespace(user=1, system=2)

    def memory_full_info(self):
        return argparse.Namespace(pss=5)


def test_what_a_learner_cost_is_noted_while_others_are_being_stopped(tmp_path, monkeypatch):
    homes = tmp_path / "homes"
    processes = [AProcess(homes / "b", True), AProcess(homes / "a"), AProcess(homes / "c")]
    root = argparse.Namespace(children=lambda recursive: processes)
    monkeypatch.setattr(hub_load.psutil, "Process", lambda pid: root)
    hub = argparse.Namespace(folder=tmp_path, process=argparse.Namespace(pid=1))
    hub.spent = {"jupyterhub.singleuser": [], "ipykernel_launcher": []}
    hub_load.note_costs(hub, "a")
    assert hub.spent == {"jupyterhub.singleuser": [(5, 3)], "ipykernel_launcher": []}
