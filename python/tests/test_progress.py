"""Who is told how far a long call has got: a callable, a terminal, a notebook, or nobody."""

import sys
import types

import pytest

import slicewise as sw
from slicewise import progress


class Terminal:
    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text

    def flush(self):
        pass


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(progress, "_QUIET_S", 0.0)


CALLS = {
    "simulate": lambda small, **told: sw.simulate(small.with_(**{"run.duration_s": 20_000}), **told),
    "plan": lambda small, **told: sw.plan(small.with_(**{"run.duration_s": 2000}), **told),
    "sweep": lambda small, **told: sw.sweep(small, {"run.duration_s": [20_000]}, **told),
}
every_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)


@every_call
def test_a_terminal_sees_the_fraction_and_then_a_clean_line(small, at_once, monkeypatch, call):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    call(small)
    assert " %" in terminal.text
    assert terminal.text.endswith("\r     \r")


@every_call
def test_a_notebook_sees_it_too(small, at_once, monkeypatch, capsys, call):
    shell = type("ZMQInteractiveShell", (), {})()
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    call(small)
    assert " %" in capsys.readouterr().err


@every_call
def test_nobody_else_does_unless_asked(small, at_once, capsys, call):
    call(small)
    assert capsys.readouterr().err == ""
    call(small, progress=True)
    assert " %" in capsys.readouterr().err


def test_a_terminal_can_be_spared(small, at_once, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    CALLS["simulate"](small, progress=False)
    told = []
    CALLS["simulate"](small, progress=told.append)
    assert terminal.text == ""
    assert told and all(0 <= fraction <= 1 for fraction in told)


def test_the_first_second_is_quiet(small, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_QUIET_S", 3600.0)
    CALLS["simulate"](small)
    assert terminal.text == ""
