"""An interruption is heard wherever it comes, and nothing of Python is heard with it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals to processes")

LOST = """
import ctypes, gc, signal, time, weakref
from cardgen.foundations import interruption
interruption.handle_termination()
def sent(*_):
    signal.raise_signal(signal.{which})
    for _ in range(1000):
        pass  # here it is raised
class Dropped:
    __del__ = sent
class Watched:
    pass
def {where}
try:
    come()
    time.sleep(1000)
except KeyboardInterrupt:
    print("interrupted")
"""
PLACES = {
    "an object's end": "come():\n    Dropped()",
    "a callback of a weak reference": "come():\n    it = Watched()\n    kept.append(weakref.ref(it, sent))\nkept = []",
    "a callback of the collector": "come():\n    gc.callbacks[:] = [once]\n    gc.collect()\n"
    "def once(*_):\n    gc.callbacks.clear()\n    sent()",
    "a callback of machine code": "come():\n    ctypes.CFUNCTYPE(None)(sent)()",
}


@pytest.mark.parametrize("which", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("where", PLACES)
def test_what_python_would_only_print_comes_again(where, which):
    code = LOST.replace("{where}", PLACES[where]).replace("{which}", which)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (told.stdout, told.stderr) == ("interrupted\n", "")


OTHERS = """
from cardgen.foundations import interruption
interruption.handle_termination()
class Dropped:
    def __del__(self):
        raise ValueError("another fault")
Dropped()
"""


def test_other_faults_are_told_as_before():
    told = subprocess.run([sys.executable, "-c", OTHERS], capture_output=True, text=True, timeout=60)
    assert "ValueError: another fault" in told.stderr


IGNORED = """
import signal
from cardgen.foundations import interruption
signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell has it for what runs in its background
with interruption.collect_signals() as came:
    signal.raise_signal(signal.SIGINT)
print(came)
"""


def test_what_is_ignored_is_not_noted():
    told = subprocess.run([sys.executable, "-c", IGNORED], capture_output=True, text=True, timeout=60)
    assert told.stdout == "[]\n", told.stderr


CONSEQUENCE = """
import signal
from cardgen.foundations import interruption
interruption.handle_termination()
class Dropped:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        for _ in range(1000):
            pass
        done.append(1)
done = []
try:
    with interruption.prefer_interruption():
        Dropped()
        done[0]  # which is there but for the interruption
except KeyboardInterrupt:
    print("interrupted")
"""


def test_what_goes_wrong_for_an_interruption_that_was_lost_is_no_fault_of_its_own():
    told = subprocess.run([sys.executable, "-c", CONSEQUENCE], capture_output=True, text=True, timeout=60)
    assert (told.stdout, told.stderr) == ("interrupted\n", "")
