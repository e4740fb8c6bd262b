"""Whole processes, timed."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RUNS = 9
CARDGEN = [sys.executable, "-m", "cardgen"]


@dataclass(frozen=True, slots=True)
class Usage:
    """What a whole process and those that it begins take: seconds on the wall and of processors, the most memory."""

    seconds: float
    work: float
    megabytes: float
    code: int


def started(
    command: list[str],
    folder: Path,
    out: Path | None = None,
    environment: Mapping[str, str] | None = None,
    processors: int = 0,
) -> Usage:
    """Runs a command, on all processors unless told; `out` takes what it prints."""
    start = time.perf_counter()
    with (out or Path(os.devnull)).open("wb") as file:
        process = subprocess.Popen(command, stdout=file, cwd=folder, env=environment)
        if processors:
            os.sched_setaffinity(process.pid, [*os.sched_getaffinity(0)][:processors])
        _, status, usage = os.wait4(process.pid, 0)
    work = usage.ru_utime + usage.ru_stime
    return Usage(time.perf_counter() - start, work, usage.ru_maxrss / 1000, os.waitstatus_to_exitcode(status))


def used(command: list[str], folder: Path) -> Usage:
    """The same of a command that must not fail."""
    usage = started(command, folder)
    if usage.code:
        raise SystemExit(f"{command} failed")
    return usage


def paired(name: str, ours: list[str], reference: list[str], folder: Path, fresh: Path | None = None) -> float:
    """The median of the ratios of paired runs."""
    pairs = []
    for run in range(RUNS + 1):
        pair = timed(ours, folder, fresh), timed(reference, folder)
        if run:
            pairs.append(pair)
    mine, other = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"{name}: {mine:.3f} s, reference {other:.3f} s, medians of {RUNS} pairs")
    return statistics.median(a / b for a, b in pairs)


def median(command: list[str], folder: Path, fresh: Path | None = None, runs: int = 5) -> float:
    return statistics.median([timed(command, folder, fresh) for _ in range(runs + 1)][1:])


def timed(command: list[str], folder: Path, fresh: Path | None = None) -> float:
    """Wall seconds of a whole process; `fresh` is removed first."""
    if fresh:
        shutil.rmtree(fresh, ignore_errors=True)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    return time.perf_counter() - start
