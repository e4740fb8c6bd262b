"""Runs another program with limited memory, as a part of this one: `python -m cardgen.store.limited BYTES PROGRAM ...`
becomes that program, which ends with the process that began it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from cardgen.store import processes


def limited(program: Sequence[str], memory: int) -> tuple[list[str], dict[str, str]]:
    """Returns the command that runs a program with at most `memory` bytes, if the system has such a limit, and the
    environment that it needs for that."""
    if sys.platform == "win32":
        return [*program], {}
    command, environment = processes.command("cardgen.store.limited", str(memory), *program)
    return command, {"PYTHONPATH": environment["PYTHONPATH"]}


def become(program: Sequence[str], memory: int) -> None:
    """Becomes a program with at most `memory` bytes, which ends with the process that began this one."""
    processes.end_with_parent()
    if sys.platform != "win32":
        with contextlib.suppress(ImportError, ValueError, OSError):  # if the system has no such limit
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.environ.pop("PYTHONPATH", None)
    os.execv(program[0], [*program])


if __name__ == "__main__":
    become(sys.argv[2:], int(sys.argv[1]))
