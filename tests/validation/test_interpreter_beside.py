"""The interpreter of clauses, made in a process beside while the loops are compiled."""

import os
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from cardgen.store import processes
from cardgen.validation import play

OF_CLAUSES, OF_PYTHON = SimpleNamespace(clauses={}), SimpleNamespace(clauses=None)


@pytest.mark.parametrize(
    "cores, missing, game, begins",
    [
        (2, True, OF_CLAUSES, True),
        (1, True, OF_CLAUSES, False),
        (2, False, OF_CLAUSES, False),
        (2, True, OF_PYTHON, False),
    ],
)
def test_it_is_made_in_another_process_where_it_is_needed(tmp_path, monkeypatch, cores, missing, game, begins):
    made = tmp_path / "made"
    monkeypatch.setattr(processes, "processors", lambda: cores)
    monkeypatch.setattr(play, "processors", lambda: cores)
    monkeypatch.setattr(play, "interpreter_is_missing", lambda: missing)
    monkeypatch.setattr(play, "make_interpreter", lambda: made.write_text(f"{os.getpid()}\n"))
    with ExitStack() as stack:
        interpreter = play._Interpreter(stack)
        interpreter.wait()  # nothing has begun
        interpreter.begin(game)
        interpreter.begin(game)  # once for all variants
        interpreter.wait()
        assert made.is_file() == begins
        assert not begins or int(made.read_text()) != os.getpid()
