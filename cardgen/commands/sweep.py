"""`cardgen sweep`: plays a game with one setting after another, and compares the results."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from cardgen.commands import DONE, INTERRUPTED, values
from cardgen.commands.options import takes_json, takes_players
from cardgen.commands.settings import ground_of, takes_ground, takes_sampling
from cardgen.foundations.terminal import say, status_line


def declare(command: argparse.ArgumentParser) -> None:
    over = "a rule, or FIELD.CARD such as count.fox, and its values: 1..4, 0..20..5 or a,b,c; one option for each"
    takes_ground(command, "--over", over)
    sample = "number of points, spread evenly (default: all)"
    command.add_argument("--sample", type=values.whole(1), metavar="N", help=sample)
    takes_players(command)
    policies = "who plays (default: the game's first)"
    command.add_argument("--policies", type=values.names, default=(), metavar="TABLE,..", help=policies)
    measure = "what to measure, by the names that expect: uses, and seat: who wins (default: minutes,seat)"
    command.add_argument("--measure", type=values.names, default=(), metavar="M,..", help=measure)
    games = "games at each point (default: 512; 64 if policies play games ahead)"
    command.add_argument("--games", dest="number", type=values.whole(1), metavar="N", help=games)
    takes_sampling(command)
    command.add_argument("--report", type=Path, metavar="FILE.html", help="also write maps and lines as a page")
    command.add_argument("--csv", type=Path, metavar="FILE", help="also write all figures as a table")
    command.add_argument("--parquet", type=Path, metavar="FILE", help="the same as Parquet; needs cardgen[parquet]")
    takes_json(command)


def run(options: argparse.Namespace) -> int:
    from cardgen.store.writing import replace_file, require_writable
    from cardgen.validation.sampling.cluster import open_executor
    from cardgen.validation.settings import swept
    from cardgen.validation.settings.sweep import sweep
    from cardgen.validation.settings.sweep_page import page

    for path in filter(None, (options.report, options.csv, options.parquet)):
        require_writable(path)
    if options.parquet:
        swept.require_parquet()
    ground = ground_of(options, options.over, "--over", options.policies)
    show_status = status_line()
    with open_executor(options.cluster) as executor:
        result = sweep(
            ground, options.measure, options.number, options.sample, options.fresh,
            lambda done, total, what: show_status(f"{done:,} of {total:,}: {what}"), executor,
        )  # fmt: skip
    show_status("")
    if options.report:
        replace_file(options.report, page(result).encode())
    if options.csv:
        replace_file(options.csv, swept.as_csv(result))
    if options.parquet:
        replace_file(options.parquet, swept.as_parquet(result))
    say(json.dumps(swept.as_json(result), indent=2) if options.json else swept.as_text(result))
    return INTERRUPTED if result.stopped else DONE
