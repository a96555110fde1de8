"""How a learner's function is called: on copies, for seconds, and whatever it does the lesson goes on."""

import signal
import sys
import threading
import time

import numpy as np
import pytest

from classroom.exercises import sandbox
from classroom.exercises.errors import line_of, sentence_of
from tests.helpers.checking import inputs_of, lines_of, outcomes_of, program, solution, verdict_of

ENDLESS = {
    "a loop": "while True:\n    S = S + 1",
    "Exception caught": (
        "while True:\n    try:\n        S = S + 1\n        1 / 0\n    except Exception:\n        pass"
    ),
    "all caught": "while True:\n    try:\n        S = S + 1\n        1 / 0\n    except:\n        pass",
    "all caught around a call": "while True:\n    try:\n        np.sort(S, 0)\n    except:\n        pass",
    "sleeps caught": "import time\nwhile True:\n    try:\n        time.sleep(9)\n    except:\n        pass",
    "a sleep": "import time\ntime.sleep(9)\nreturn S",
    "in the third input": "if S.ndim < 3:\n    return S\nwhile True:\n    S = S + 1",
}


@pytest.fixture(autouse=True)
def _everything_is_put_back():
    """After each test the alarm, the output and Python's hook are what they were."""

    def now():
        alarm = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
        return alarm, sys.stdout, sys.unraisablehook, sys.gettrace(), np.geterr(), sys.getprofile()

    before = now()
    yield
    assert now() == before


@pytest.mark.parametrize("how", ENDLESS)
def test_an_endless_function_ends_with_a_sentence(monkeypatch, how):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    start = time.monotonic()
    verdict = verdict_of("softmax", program("softmax", ENDLESS[how]), seed=1)
    assert time.monotonic() - start < 5
    seen, means, ask = lines_of("softmax", verdict)
    assert "not done after 0.3 s, it was at “" in seen
    assert means == sentence_of("too_long")
    assert ask == "Which loop does not end, or goes through far too much?"
    assert line_of(verdict.outcomes[-1].error) in ENDLESS[how]
    if how == "in the third input":
        assert seen.startswith("For S (2, 2, 3), ")


class Closing:
    """Takes long to be tidied up, where Python ignores exceptions, but says so."""

    def __del__(self):
        while time.monotonic() < self.until:
            pass


def test_an_interruption_that_python_ignores_is_not_spoken_of(monkeypatch):
    told = []

    def tidies_up(done):
        closing = Closing()
        closing.until = time.monotonic() + 0.5
        del closing
        while True:
            pass

    with monkeypatch.context() as patch:
        patch.setattr(sandbox, "SECONDS", 0.1)
        patch.setattr(sys, "unraisablehook", told.append)
        (outcome,) = sandbox.within_seconds(tidies_up)
    assert isinstance(outcome.error, sandbox.TookTooLong)
    assert told == []


@pytest.mark.parametrize("call", ["sum(range(2 * 10**7))", "np.sort(np.random.rand(10**6))"])
def test_of_a_call_that_holds_python_it_is_said_what_to_press(monkeypatch, call):
    monkeypatch.setattr(sandbox, "SECONDS", 0.02)
    monkeypatch.setattr(sandbox, "GRACE", 0)
    verdict = verdict_of("softmax", program("softmax", f"return {call}"), seed=1)
    assert "Kernel → Restart" in lines_of("softmax", verdict)[-1]
    assert line_of(verdict.outcomes[-1].error) == f"return {call}"


def test_a_check_within_a_check_leaves_the_outer_one_its_deadline(monkeypatch):
    """As when a function uses `mine`, which is judged at its first use."""
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    inner = program("softmax", ENDLESS["all caught"])
    outer = program("softmax", "inner(S)\nwhile True:\n    S = S + 1")
    outer.__globals__["inner"] = lambda S: seen.append(verdict_of("softmax", inner, seed=1))
    seen = []
    verdict = verdict_of("softmax", outer, seed=1)
    for each in verdict, *seen:
        assert isinstance(each.outcomes[-1].error, sandbox.TookTooLong)
    assert len(seen) == 1


def test_an_alarm_that_the_notebook_has_set_still_rings(monkeypatch):
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *given: rang.append(given))
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        verdict_of("softmax", program("softmax", "import time\ntime.sleep(0.1)\nreturn S"), seed=1)
        time.sleep(0.7)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert len(rang) == 1


@pytest.mark.parametrize("body", ["return np.ones((10**6, 10**6))", "return torch.ones(10**6, 10**6)"])
def test_a_huge_array_ends_with_a_sentence(body):
    verdict = verdict_of("softmax", program("softmax", body), seed=1)
    seen, means, ask = lines_of("softmax", verdict)
    assert body in seen
    assert means == sentence_of("memory")
    assert ask == "How many numbers would that array hold?"


STOPS = {
    "exit()": "SystemExit",
    "import sys\nsys.exit(3)": "SystemExit: 3",
    "raise GeneratorExit": "GeneratorExit",
    "return mine(S)": "RecursionError",
}


@pytest.mark.parametrize("body", STOPS)
def test_whatever_is_raised_is_an_answer(body):
    f = program("softmax", body)
    f.__globals__["mine"] = f
    f.__globals__["exit"] = sys.exit
    verdict = verdict_of("softmax", f, seed=1)
    assert (verdict.state, verdict.finding) == ("wrong", "error")
    assert f"raised {STOPS[body]}" in lines_of("softmax", verdict)[0]


@pytest.fixture
def _interrupts():
    """Let SIGINT interrupt, as in a kernel: a shell starts what runs in the background without that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interrupts")
def test_the_stop_button_ends_the_check_and_the_next_one_is_as_ever():
    pressed = "import signal\nsignal.raise_signal(signal.SIGINT)\nwhile True:\n    S = S + 1"
    with pytest.raises(KeyboardInterrupt):
        verdict_of("softmax", program("softmax", pressed), seed=1)
    assert verdict_of("softmax", solution("softmax"), seed=1).state == "right"


SLOW = "import time\ntime.sleep(0.2)\nraise ValueError"


def test_without_a_timer_it_is_said_what_to_press_and_the_verdict_is_as_ever(monkeypatch, capsys):
    """As on Windows."""
    monkeypatch.delattr(signal, "setitimer")
    assert verdict_of("softmax", solution("softmax"), seed=1).state == "right"
    monkeypatch.setattr(sandbox, "SECONDS", 0.1)
    seen, *_ = lines_of("softmax", verdict_of("softmax", program("softmax", SLOW), seed=1))
    assert seen.endswith("raised ValueError.")
    _, said = capsys.readouterr()
    assert said.startswith("Your function is not done after 0.1 s, and nothing stops it by itself here. ")
    assert "press ■" in said


def test_without_threads_either_the_verdict_is_as_ever(monkeypatch):
    """As in Pyodide."""

    def start(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.delattr(signal, "setitimer")
    monkeypatch.setattr(threading.Thread, "start", start)
    assert verdict_of("softmax", solution("softmax"), seed=1).state == "right"


def test_in_another_thread_there_is_no_deadline(monkeypatch, capsys):
    monkeypatch.setattr(sandbox, "SECONDS", 0.1)
    f = program("softmax", SLOW)
    states = []
    thread = threading.Thread(target=lambda: states.append(verdict_of("softmax", f, seed=1).state))
    thread.start()
    thread.join()
    assert states == ["wrong"]
    assert "press ■" in capsys.readouterr().err


def test_each_call_gets_copies_of_its_own():
    inputs = inputs_of("attention", 3)
    before = [{name: np.array(x) for name, x in given.items()} for given in inputs]

    def destroys(Q, K, V):
        Q[...], K[...], V[...] = 0, 0, 0
        return Q

    outcomes = outcomes_of("attention", destroys, inputs)
    assert {outcome.changed for outcome in outcomes} == {"Q"}
    for given, old in zip(inputs, before, strict=True):
        assert all(np.array_equal(x, old[name]) for name, x in given.items())


def test_numpy_comes_first_and_torch_where_it_can_do_more():
    kinds = []

    def in_numpy(Q, K):
        kinds.append(type(Q).__name__)
        return Q @ K.mT

    def in_torch(Q, K):
        kinds.append(type(Q).__name__)
        return Q @ K.transpose(-2, -1)

    inputs = inputs_of("scores", 3)
    outcomes_of("scores", in_numpy, inputs)
    assert set(kinds) == {"ndarray"}
    kinds.clear()
    outcomes = outcomes_of("scores", in_torch, inputs)
    assert set(kinds) == {"ndarray", "Tensor"}
    assert not any(outcome.error for outcome in outcomes)


def test_warnings_of_their_code_do_not_become_errors_or_output(capsys):
    f = program("softmax", "import warnings\nwarnings.warn('no')\nreturn np.log(-abs(S))")
    assert verdict_of("softmax", f, seed=1).state == "wrong"
    assert capsys.readouterr() == ("", "")


PRINTS = "def say():\n    while True:\n        print('again and again')\nsay()"


def test_what_an_endless_loop_prints_is_cut_and_what_others_print_is_whole(monkeypatch, capsys):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    verdict_of("softmax", program("softmax", PRINTS), seed=1)
    said = capsys.readouterr().out
    assert said.startswith("again and again\nagain and")
    assert said.endswith(" …\n")
    assert len(said) < 3000
    verdict_of("softmax", program("softmax", "print(S.shape)\nreturn S"), seed=1)
    assert "…" not in capsys.readouterr().out
