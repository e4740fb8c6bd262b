"""Work of other people's libraries on a stranger's file, by a process of its own: bounded in time and memory, and where
such a library ends its process, it ends nobody else's."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys

from cardgen.foundations.errors import CardgenError
from cardgen.store import processes


class ApartError(CardgenError):
    """What has come of it instead, in a few words."""


def asked_apart(module: str, asked: object, seconds: float) -> bytes:
    """What a module of ours says when it is asked, in JSON on its standard input. Raises ApartError where it ended
    otherwise, and TimeoutError."""
    command, environment = processes.command(module)
    said = json.dumps(asked).encode()
    try:
        done = subprocess.run(command, input=said, capture_output=True, timeout=seconds, env=environment)
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"it takes longer than {seconds:g} s") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise ApartError((lines[-1] if lines else "it gave no reason")[:100])
    return done.stdout


def hear(memory: int = 0) -> object:
    """What this process is asked; from now on it ends with who asks, and may take `memory` bytes at most, if any."""
    processes.end_with_parent()
    if memory:
        with contextlib.suppress(ImportError, ValueError, OSError):  # where the system has no such bound
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    return json.load(sys.stdin)
