"""Load a JupyterHub with a class: every learner opens a lesson and runs all its cells.

python -m tools.hub_load [LEARNERS] [--lesson 05] [--without-torch] [--within SECONDS] [--cull]

They are 30, if no number is given. All come at the same moment, or one after another within so many seconds.
With --cull the server of a learner who is done is stopped at once, as a hub stops those of learners who left:
so more learners can come than fit into the memory together.

Hub, proxy, servers and kernels are real, on this machine and seen by nobody else: 127.0.0.1, no containers,
no passwords. There are no browsers: a learner is what a browser would send to the server. Needs Linux (for
memory) and npm; fetches JupyterHub and its proxy into build/hub, once, and nothing elsewhere. It ends by
itself after LONGEST seconds. Wanted: nobody fails, and a learner costs at most 450 MB.

Memory is PSS: what several processes share counts for each in equal parts. The waiting and the machine's
growth count whatever else runs there: measure on a quiet one.
"""

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

import psutil
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from tools.jupyterlab import without_outputs

HERE = Path(__file__).resolve().parent.parent
FOLDER = HERE / "build" / "hub"
PYTHON = str(FOLDER / "venv" / "bin" / "python")
PROXY = FOLDER / "node_modules" / ".bin" / "configurable-http-proxy"
VERSIONS = {"jupyterhub": "jupyterhub==6.1.1", "proxy": "configurable-http-proxy@5.3.0"}
AT_ONCE = 10  # servers that the hub starts at a time; others are told to come again
LONGEST = 1200  # seconds
# Seconds; tornado's own 20 are few for a full machine.
PATIENT: dict[str, Any] = {"connect_timeout": 120, "request_timeout": 120}
MB = 1e6

CONFIG = """
c.JupyterHub.bind_url = "http://127.0.0.1:{ports[0]}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{ports[1]}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{ports[2]}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.JupyterHub.concurrent_spawn_limit = {at_once}
c.JupyterHub.services = [dict(name="class", api_token={token!r})]
c.JupyterHub.load_roles = [
    dict(name="class", services=["class"], scopes=["admin:users", "admin:servers", "access:servers"])
]
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r} + "/{{username}}"
c.Spawner.cmd = [{python!r}, "-m", "jupyterhub.singleuser"]
c.Spawner.args = ["--allow-root"]
c.Spawner.environment = {environment!r}
c.Spawner.start_timeout = c.Spawner.http_timeout = {longest}
"""


def install():
    """Fetch what is missing of the hub; .venv's packages are borrowed, for they are what lessons need."""
    if not shutil.which("npm"):
        raise SystemExit(
            "The hub's proxy needs Node and npm: install them, or ask your system's package manager."
        )
    if not PROXY.exists():
        subprocess.run(["npm", "install", "--silent", "--prefix", FOLDER, VERSIONS["proxy"]], check=True)
    if not Path(PYTHON).exists():
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", FOLDER / "venv"], check=True)
        [site] = (FOLDER / "venv").glob("lib/*/site-packages")
        line = (
            f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"  # with its own .pth: attnlib
        )
        (site / "borrowed.pth").write_text(line, "utf-8")
    if subprocess.run([PYTHON, "-c", "import jupyterhub"], capture_output=True).returncode:
        command = [sys.executable, "-m", "pip", "--python", PYTHON, "install", "--quiet"]
        subprocess.run([*command, VERSIONS["jupyterhub"]], check=True)


class Hub:
    """A running hub in a folder of its own, with a home for each learner; stops when it is left."""

    def __init__(self, folder, with_torch):
        self.folder, self.token, self.ports = Path(folder), secrets.token_hex(16), free_ports(3)
        self.with_torch = with_torch
        self.here = self.most_here = 0  # learners whose server runs
        # Of each server and each kernel: (bytes of PSS, seconds of a core).
        self.spent: dict[str, list] = {"jupyterhub.singleuser": [], "ipykernel_launcher": []}

    def __enter__(self):
        prefix = Path(sys.prefix)
        environment = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        environment["JUPYTER_CONFIG_PATH"] = str(prefix / "etc" / "jupyter")
        environment["JUPYTER_PATH"] = str(prefix / "share" / "jupyter")
        if not self.with_torch:
            (self.folder / "sitecustomize.py").write_text("import sys\nsys.modules['torch'] = None\n")
            environment["PYTHONPATH"] = str(self.folder)
        config = CONFIG.format(
            ports=self.ports, proxy=str(PROXY), at_once=AT_ONCE, token=self.token, python=PYTHON,
            homes=str(self.folder / "homes"), environment=environment, longest=LONGEST,
        )  # fmt: skip
        (self.folder / "config.py").write_text(config, "utf-8")
        self.log = open(self.folder / "hub.log", "wb")
        command = [PYTHON, "-m", "jupyterhub", "--config", "config.py"]
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdout=self.log, stderr=subprocess.STDOUT, start_new_session=True
        )
        return self

    def __exit__(self, *_):
        ours = psutil.Process(self.process.pid).children(recursive=True)
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
        for process in ours:  # a server outlives its hub
            if process.is_running():
                process.terminate()
        psutil.wait_procs(ours, timeout=20)
        self.log.close()

    async def answers(self):
        """Wait for the hub itself: its proxy is there first, and knows no address yet."""
        for _ in range(60):
            try:
                return await AsyncHTTPClient().fetch(f"http://127.0.0.1:{self.ports[0]}/hub/api")
            except (HTTPClientError, ConnectionError):
                await asyncio.sleep(1)
        raise SystemExit(f"The hub does not answer:\n{(self.folder / 'hub.log').read_text('utf-8')[-2000:]}")

    async def ask(self, method, path, body=None):
        """The answer of the hub, or of a learner's server behind it; who is told to come again does so."""
        address = f"http://127.0.0.1:{self.ports[0]}{path}"
        headers = {"Authorization": f"token {self.token}"}
        text = None if body is None else json.dumps(body)
        wanted = HTTPRequest(address, method, headers, text, allow_nonstandard_methods=True, **PATIENT)
        while True:
            try:
                answer = await AsyncHTTPClient().fetch(wanted)
                return json.loads(answer.body) if answer.body else None
            except (HTTPClientError, ConnectionError) as error:
                if getattr(error, "code", 503) not in (429, 502, 503, 599) or self.process.poll() is not None:
                    raise
                await asyncio.sleep(1)


async def learn(hub, name, path, cells, after=0, cull=False):
    """What one learner does: (seconds until the server is there, those of each cell, failed cells)."""
    await asyncio.sleep(after)
    hub.here += 1
    hub.most_here = max(hub.most_here, hub.here)
    start = time.perf_counter()
    await hub.ask("POST", f"/hub/api/users/{name}")
    await hub.ask("POST", f"/hub/api/users/{name}/server", {})
    while not (await hub.ask("GET", f"/hub/api/users/{name}"))["servers"].get("", {}).get("ready"):
        await asyncio.sleep(0.5)
    there = time.perf_counter()
    await hub.ask("GET", f"/user/{name}/api/contents/{path}")
    session = {"path": path, "name": path, "type": "notebook", "kernel": {"name": "python3"}}
    kernel = (await hub.ask("POST", f"/user/{name}/api/sessions", session))["kernel"]["id"]
    address = f"ws://127.0.0.1:{hub.ports[0]}/user/{name}/api/kernels/{kernel}/channels"
    headers = {"Authorization": f"token {hub.token}"}
    socket = await websocket_connect(HTTPRequest(address, headers=headers, **PATIENT))
    seconds, failed = [], []
    for cell in cells:
        asked = time.perf_counter()
        if await run(socket, cell) != "ok":
            failed.append(cell["id"])
        seconds.append(time.perf_counter() - asked)
    if cull:
        note_costs(hub, name)
        await hub.ask("DELETE", f"/hub/api/users/{name}/server")
        hub.here -= 1
    return there - start, seconds, failed


async def run(socket, cell):
    """Have the kernel run a cell, as JupyterLab does, and wait until it is idle again: "ok" or "error"."""
    id, status = uuid.uuid4().hex, None
    header = {"msg_id": id, "msg_type": "execute_request", "session": id, "username": "", "version": "5.3"}
    content = {"code": "".join(cell["source"]), "silent": False, "store_history": True}
    content |= {"user_expressions": {}, "allow_stdin": False, "stop_on_error": False}
    message = {"header": header, "parent_header": {}, "content": content, "channel": "shell"}
    message["metadata"] = {"cellId": cell["id"], "tags": cell["metadata"].get("tags", [])}
    await socket.write_message(json.dumps(message))
    idle = False
    while not (status and idle):
        text = await socket.read_message()
        if text is None:
            return "the server closed the connection"
        answer = json.loads(first_part(text) if isinstance(text, bytes) else text)
        if answer["parent_header"].get("msg_id") == id:
            if answer["header"]["msg_type"] == "execute_reply":
                status = answer["content"]["status"]
            idle = idle or answer["content"].get("execution_state") == "idle"
    return status


def first_part(message):
    """Return the text of a binary message: the number of parts, where each begins, then all parts."""
    parts = int.from_bytes(message[:4], "big")
    begins = [int.from_bytes(message[4 * i : 4 * i + 4], "big") for i in range(1, parts + 1)]
    return message[begins[0] : begins[1] if parts > 1 else None]


async def learners(hub, number, path, cells, within=0, cull=False):
    """All of them: what each met, in how many seconds, and how much the machine's memory grew."""
    await hub.answers()
    start, before, most = time.perf_counter(), psutil.virtual_memory().used, 0

    async def watch():
        nonlocal most
        while True:
            most = max(most, psutil.virtual_memory().used - before)
            await asyncio.sleep(1)

    watching = asyncio.create_task(watch())
    everybody = [learn(hub, f"learner{i}", path, cells, within * i / number, cull) for i in range(number)]
    async with asyncio.timeout(LONGEST):
        met = await asyncio.gather(*everybody, return_exceptions=True)
    watching.cancel()
    return met, time.perf_counter() - start, most


def note_costs(hub, name=""):
    """Note what the server and the kernel of a learner, or of all who are here, have cost so far."""
    home = Path(hub.folder, "homes", name).resolve()
    for process in psutil.Process(hub.process.pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # another learner's, which has just been stopped
            for kind, spent in hub.spent.items():
                if kind in process.cmdline() and Path(process.cwd()).is_relative_to(home):
                    times = process.cpu_times()
                    spent.append((process.memory_full_info().pss, times.user + times.system))


def free_ports(number):
    """Return ports at which nobody listens."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def main(words):
    """Run the class, and print what it met; returns 0 if nobody failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("learners", nargs="?", type=int, default=30)
    parser.add_argument("--lesson", default="05", metavar="NN")
    parser.add_argument("--without-torch", action="store_true")
    parser.add_argument("--within", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--cull", action="store_true")
    given = parser.parse_args(words)
    [built] = HERE.glob(f"notebooks/en/{given.lesson}*.ipynb")
    lesson = without_outputs(json.loads(built.read_text("utf-8")))
    cells = [cell for cell in lesson["cells"] if cell["cell_type"] == "code"]
    install()
    AsyncHTTPClient.configure(None, max_clients=given.learners + 10)
    with tempfile.TemporaryDirectory() as folder:
        for i in range(given.learners):
            copy = Path(folder, "homes", f"learner{i}", "my-lessons", "en", built.name)
            copy.parent.mkdir(parents=True)
            copy.write_text(json.dumps(lesson), "utf-8")
        with Hub(folder, with_torch=not given.without_torch) as hub:
            path = f"my-lessons/en/{built.name}"
            met, seconds, most = asyncio.run(
                learners(hub, given.learners, path, cells, given.within, given.cull)
            )
            note_costs(hub)
        log = (Path(folder) / "hub.log").read_text("utf-8").splitlines()
    lost = [error for error in met if isinstance(error, BaseException)]
    if lost:
        print(*[line for line in log if line.startswith(("[E", "[C"))][-5:], sep="\n")
    print(f"at most {hub.most_here} learners were there at a time")
    servers, kernels = hub.spent.values()
    return report(given, cells, met, lost, seconds, servers, kernels, most)


def report(given, cells, met, lost, seconds, servers, kernels, most):
    """Print what was measured; return True if anybody failed."""
    done = [one for one in met if one not in lost]
    failed = [", ".join(names) for *_, names in done if names]
    torch = "without" if given.without_torch else "with"
    print(f"{given.learners} learners, lesson {given.lesson} {torch} PyTorch, {len(cells)} cells", end=", ")
    print(f"{os.cpu_count()} cores")
    print(f"all done after {seconds:.0f} s; lost: {len(lost)}; with cells that failed: {len(failed)}")
    for line in [*map(repr, lost[:3]), *failed[:3]]:
        print(f"  {line[:200]}")
    spans = {"server there": [one[0] for one in done], "all cells run": [sum(one[1]) for one in done]}
    for name, times in spans.items() if done else []:
        print(f"{name}: {min(times):.0f} to {max(times):.0f} s, median {statistics.median(times):.0f} s")
    if done:
        each = sorted(second for one in done for second in one[1])
        late = each[int(0.95 * (len(each) - 1))]
        print(f"a cell's answer: median {statistics.median(each):.2f} s, 19 of 20 within {late:.2f} s")
    for name, processes in [("server", servers), ("kernel", kernels)] if done else []:
        held, worked = (statistics.mean(column) for column in zip(*processes, strict=True))
        print(f"a learner's {name}: {held / MB:.0f} MB, {worked:.1f} s of a core")
    print(f"the machine held at most {most / MB:.0f} MB more than before")
    return bool(lost or failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
