"""How a learner's function is called: on copies, for seconds, and whatever it does the lesson goes on."""

import sys
import threading
import time

import numpy as np
import pytest

from attnlib.exercises import sandbox
from attnlib.exercises.catalog import EXERCISES
from attnlib.exercises.errors import key_of, line_of, sentence_of
from tests.helpers.checking import inputs_of, lines_of, outcomes_of, program, run_code, verdict_of

ENDLESS = {
    "a loop": "while True:\n    S = S + 1",
    "Exception caught": (
        "while True:\n    try:\n        S = S + 1\n        1 / 0\n    except Exception:\n        pass"
    ),
    "all caught": "while True:\n    try:\n        S = S + 1\n        1 / 0\n    except:\n        pass",
    "a sleep": "import time\ntime.sleep(3)\nreturn S",
    "in the third input": "if S.ndim < 3:\n    return S\nwhile True:\n    S = S + 1",
}


@pytest.fixture
def waited(monkeypatch):
    """For which thread a check has waited, and how many seconds at most."""
    waits = []

    def join(self, timeout=None, join=threading.Thread.join):
        waits.append((self, timeout))
        join(self, timeout)

    monkeypatch.setattr(threading.Thread, "join", join)
    return waits


@pytest.mark.parametrize("how", ENDLESS)
def test_an_endless_function_ends_with_a_sentence_and_not_in_the_background(monkeypatch, waited, how):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    verdict = verdict_of("softmax", program("softmax", ENDLESS[how]), seed=1)
    (thread, first), *more = waited
    assert first == 0.3
    assert sum(seconds for _, seconds in more) <= 1
    assert how == "a sleep" or not thread.is_alive()  # nothing can interrupt time.sleep
    seen, means, ask = lines_of("softmax", verdict)
    assert "not done after 0.3 s" in seen
    assert means == sentence_of("too_long")
    assert ask == "Which loop does not end, or goes through far too much?"
    if how != "a sleep":
        assert "it was at “" in seen
        assert line_of(verdict.outcomes[-1].error) in ENDLESS[how]
    if how == "in the third input":
        assert seen.startswith("For S (2, 2, 3), ")


class Closing:
    """Takes long to be tidied up, where Python ignores exceptions, but says so."""

    def __del__(self):
        while time.monotonic() < self.until:
            pass


def test_an_interruption_that_python_ignores_is_not_spoken_of(monkeypatch):
    monkeypatch.setattr(sandbox, "SECONDS", 0.1)
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    hook = sys.unraisablehook

    def tidies_up(done):
        closing = Closing()
        closing.until = time.monotonic() + 0.3
        del closing

    sandbox.within_seconds(tidies_up)
    assert told == []
    assert sys.unraisablehook is hook


def test_of_a_call_that_holds_python_it_is_said_what_to_press(monkeypatch):
    monkeypatch.setattr(sandbox, "SECONDS", 0.02)
    monkeypatch.setattr(sandbox, "GRACE", 0)
    verdict = verdict_of("softmax", program("softmax", "return sum(range(2 * 10**7))"), seed=1)
    assert "Kernel → Restart" in lines_of("softmax", verdict)[-1]


@pytest.mark.parametrize("body", ["return np.ones((10**6, 10**6))", "return torch.ones(10**6, 10**6)"])
def test_a_huge_array_ends_with_a_sentence(body):
    verdict = verdict_of("softmax", program("softmax", body), seed=1)
    seen, means, ask = lines_of("softmax", verdict)
    assert body in seen
    assert means == sentence_of("memory")
    assert ask == "How many numbers would that array hold?"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there memory is limited")
def test_an_array_that_would_make_the_machine_crawl_fails_and_memory_is_free_again():
    import resource

    limits = resource.getrlimit(resource.RLIMIT_AS)
    verdict = verdict_of("softmax", program("softmax", "return np.zeros(5 * 2**27)"), seed=1)  # 5 GB
    assert key_of(verdict.outcomes[-1].error) == "memory"
    assert resource.getrlimit(resource.RLIMIT_AS) == limits


STOPS = {
    "exit()": "SystemExit",
    "import sys\nsys.exit(3)": "SystemExit: 3",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
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


def test_ctrl_c_stops_the_function_and_reaches_the_notebook(monkeypatch):
    threads = []

    def interrupted(self, timeout=None, join=threading.Thread.join):
        threads.append(self)
        if len(threads) == 1:
            raise KeyboardInterrupt
        join(self, timeout)

    monkeypatch.setattr(threading.Thread, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        verdict_of("softmax", program("softmax", ENDLESS["a loop"]), seed=1)
    assert not threads[0].is_alive()


@pytest.fixture
def in_a_browser(monkeypatch):
    """As in Pyodide: no thread can start, and there is no module resource."""

    def start(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setitem(sys.modules, "resource", None)


def test_without_threads_right_and_wrong_are_judged_as_ever(in_a_browser):
    assert verdict_of("softmax", run_code(EXERCISES["softmax"].solution), seed=1).state == "right"
    wrong = verdict_of("softmax", program("softmax", "return np.exp(S)"), seed=1)
    assert wrong.state == "wrong"
    assert wrong.finding != "error"
    failed = verdict_of("softmax", program("softmax", "return S @ S.shape[99]"), seed=1)
    assert line_of(failed.outcomes[-1].error) == "return S @ S.shape[99]"


@pytest.mark.parametrize("how", ["a loop", "Exception caught", "in the third input"])
def test_without_threads_an_endless_loop_is_interrupted(monkeypatch, in_a_browser, how):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    verdict = verdict_of("softmax", program("softmax", ENDLESS[how]), seed=1)
    seen, means, _ = lines_of("softmax", verdict)
    assert "not done after 0.3 s" in seen
    assert means == sentence_of("too_long")
    assert line_of(verdict.outcomes[-1].error) in ENDLESS[how]
    assert sys.gettrace() is None


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


def test_what_an_endless_loop_prints_is_cut_and_what_others_print_is_whole(monkeypatch, capsys):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    verdict_of("softmax", program("softmax", "while True:\n    print('again and again')"), seed=1)
    said = capsys.readouterr().out
    assert said.startswith("again and again\nagain and")
    assert said.endswith(" …\n")
    assert len(said) < 3000
    verdict_of("softmax", program("softmax", "print(S.shape)\nreturn S"), seed=1)
    assert "…" not in capsys.readouterr().out
