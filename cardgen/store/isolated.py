"""Runs other people's libraries on a stranger's file, in a process of its own with limited time and memory. If such a
library crashes, only that process ends.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys

from cardgen.foundations.errors import CardgenError
from cardgen.store import processes


class IsolatedProcessError(CardgenError):
    """Raised if the process fails, with the reason in a few words."""


def run_isolated(module: str, request: object, seconds: float) -> bytes:
    """Runs a module of ours with a request as JSON on its standard input, and returns its output. Raises
    IsolatedProcessError if it fails, and TimeoutError."""
    command, environment = processes.command(module)
    data = json.dumps(request).encode()
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=seconds, env=environment)
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"it takes longer than {seconds:g} s") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise IsolatedProcessError((lines[-1] if lines else "it gave no reason")[:100])
    return done.stdout


def read_request(memory: int = 0) -> object:
    """Reads the request to this process. From now on, the process ends with its parent, and can take at most `memory`
    bytes, if given."""
    processes.end_with_parent()
    if memory and sys.platform != "win32":
        with contextlib.suppress(ImportError, ValueError, OSError):  # if the system has no such limit
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    return json.load(sys.stdin)
