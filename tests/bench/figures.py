"""What a run of the benchmarks comes to, held against `docs/reference/bench.md`, which it then writes.

A ratio has its reference in the same run, so that it can be compared between machines and days: one that is a tenth
worse than the best one written there is a fault. Seconds and megabytes are those of one machine, and only told.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

WORSE = 1.1
HEAD = (
    "# Speed and size\n\n`make bench` measures whole processes and writes this page. A figure without a unit is a "
    "ratio: it compares cardgen with a reference in the same run, such as a plain script or a C loop that does the "
    "same work. "
    "`make bench` compares later runs with the best ratio, and fails if one is more than a tenth worse. Seconds and "
    "megabytes are those of the machine in the last column.\n"
)
ROW = re.compile(r"\| (.+?) \| ([\d.,]+) ?(\S*) \| (under|at least) ([\d.,]+) \| ([\d.]*) \| (.*?) \|")


@dataclass(frozen=True, slots=True)
class Figure:
    """`unit` is none for a ratio; the goal is the `most` that it may be, or the least."""

    what: str
    value: float
    unit: str
    goal: float
    most: bool
    best: float | None = None  # of a ratio
    where: str = ""

    def better(self, other: float) -> float:
        return min(self.value, other) if self.most else max(self.value, other)

    def fault(self, best: float | None) -> str:
        """What is wrong beside the best that was written; nothing for all that is no ratio."""
        if best is None or self.unit:
            return ""
        worse = self.value > best * WORSE if self.most else self.value < best / WORSE
        return f"{self.what}: {self.value:.2f}, a tenth worse than {best:.2f}" if worse else ""

    def row(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        goal = f"{'under' if self.most else 'at least'} {self.goal:,g}"
        best = "" if self.best is None else f"{self.best:.2f}"
        return f"| {self.what} | {self.value:,.2f}{unit} | {goal} | {best} | {self.where} |"


_found: list[Figure] = []


def figure(what: str, value: float, goal: float, unit: str = "", most: bool = True) -> None:
    """Tells a figure, and remembers it for the page; a ratio where it has no unit."""
    told = f"{value:,.2f}{' ' if unit else ''}{unit}"
    print(f"{what}: {told} (goal: {'under' if most else 'at least'} {goal:,g})", flush=True)
    _found.append(Figure(what.strip(), value, unit, goal, most, where=f"{date.today()}, {_machine()}"))


def written(page: Path, part: str) -> list[str]:
    """Writes what was found since the last call as a part of the page; what is worse than it was."""
    found, before = [*_found], read(page)
    _found.clear()
    known = {each.what: each for each in before.get(part, ())}
    faults, rows = [], []
    for each in found:
        best = known[each.what].best if each.what in known else None
        faults += filter(None, [each.fault(best)])
        kept = None if each.unit else each.value if best is None else each.better(best)
        rows.append(Figure(each.what, each.value, each.unit, each.goal, each.most, kept, each.where))
    if rows:
        page.write_text(_page(before | {part: rows}), "utf-8")
    return faults


def read(page: Path) -> dict[str, list[Figure]]:
    """The parts of a page with their figures."""
    parts: dict[str, list[Figure]] = {}
    for line in page.read_text("utf-8").splitlines() if page.exists() else ():
        if line.startswith("## "):
            parts[line[3:]] = []
        elif (match := ROW.fullmatch(line)) and parts:
            value, goal = (float(match[at].replace(",", "")) for at in (2, 5))
            best = float(match[6]) if match[6] else None
            parts[[*parts][-1]].append(Figure(match[1], value, match[3], goal, match[4] == "under", best, match[7]))
    return parts


def _page(parts: dict[str, list[Figure]]) -> str:
    told = [HEAD]
    for part in sorted(parts):
        told += [f"\n## {part}\n\n| what | figure | goal | best ratio | when, where |\n|---|---|---|---|---|\n"]
        told += [f"{each.row()}\n" for each in parts[part]]
    return "".join(told)


def _machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{platform.machine()}, {cores} processors, Python {sys.version.split()[0]}"
