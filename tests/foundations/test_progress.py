"""How far a command is: nothing in a pipe, nothing in the first second, a bar then, and no trace of it at the end."""

import io
import sys

import pytest

from cardgen.foundations import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    yield now
    progress.hide()


def work(clock, seconds):
    for _ in progress.track_all(range(10), "reading"):
        clock[0] += seconds / 10


def test_on_a_terminal_from_the_second_second_on(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    progress.show()
    work(clock, 0.9)
    assert sys.stderr.getvalue() == ""
    work(clock, 5)
    assert "[###############...............] reading, 5 of 10" in sys.stderr.getvalue()
    progress.hide()
    assert sys.stderr.getvalue().endswith("\r\033[K")


def test_never_in_a_pipe_nor_unless_it_was_asked_for(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    progress.show()
    work(clock, 50)
    monkeypatch.setattr(sys, "stderr", Terminal())
    progress.hide()
    work(clock, 50)
    assert sys.stderr.getvalue() == ""


def test_not_too_often(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    progress.show()
    clock[0] += 2
    for _ in progress.track_all(range(1000), "fitting"):
        clock[0] += 0.001
    assert sys.stderr.getvalue().count("fitting") <= 11
