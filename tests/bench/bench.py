"""Speed and size, as ratios against references timed in the same run: `make bench`.

Each command is a whole process, run in turn with its reference (A B A B ...) after one warm-up of each; medians count.
Nothing here is a test: machines differ, and a slow day must not fail a build. What comes of it is written to
`docs/reference/bench.md`; it ends with 1 where a ratio is a tenth worse than the best one there.

Its parts, with the minutes that they take on two quiet cores; `make bench ONLY=check,sweep` runs some of them:
build (6), export (5), play (3), rules (5), check (4), sweep (1), cluster (2), desk (1), table (1), typesetting (1): of
running text, beside LuaLaTeX where there is one.

With a folder, such as that of a git worktree of an older commit with its own .venv, whole builds are also compared with
those that its code makes of its own decks: `make bench BEFORE=../older`. `make bench ONLY=check DEEP=1` adds what takes
long: a deep check of everything, and a check on one processor that must say the same.
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from pathlib import Path

import building
import checking
import clustered
import desking
import exporting
import playing
import ruling
import sweeping
import tabling
import typesetting
from figures import written
from timing import ROOT

PAGE = ROOT / "docs/reference/bench.md"


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--only", default="")
    options.add_argument("--before", default="")
    options.add_argument("--deep", action="store_true")
    asked = options.parse_args()
    parts = {
        "build": partial(building.main, before=Path(asked.before).resolve() if asked.before else None),
        "export": exporting.main,
        "play": playing.main,
        "rules": ruling.main,
        "check": partial(checking.main, deep=asked.deep),
        "sweep": sweeping.main,
        "cluster": clustered.main,
        "desk": desking.main,
        "table": tabling.main,
        "typesetting": typesetting.main,
    }
    chosen = asked.only.split(",") if asked.only else [*parts]
    if unknown := [name for name in chosen if name not in parts]:
        options.error(f"there is no part {', '.join(unknown)}; the parts are {', '.join(parts)}")
    faults: list[str] = []
    for name in chosen:
        print(f"\n== {name}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            parts[name](Path(folder))
        faults += written(PAGE, name)
    for fault in faults:
        print(f"FAULT {fault}")
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
