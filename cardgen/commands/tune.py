"""`cardgen tune`: finds settings with which play meets your goals."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from cardgen.commands import DONE, FOUND, INTERRUPTED, values
from cardgen.commands.options import takes_json, takes_players
from cardgen.commands.settings import ground_of, takes_ground, takes_sampling
from cardgen.foundations.terminal import say, status_line


def declare(command: argparse.ArgumentParser) -> None:
    within = "a setting and the values that it may have, as --over of sweep; one option for each"
    takes_ground(command, "--within", within)
    wished = 'the results that you want, as expect: has them: "greedy: {minutes: 12 to 15}" (default: its own)'
    command.add_argument("--for", dest="wished", metavar="EXPECT", help=wished)
    takes_players(command)
    budget = "games in all (default: 102,400; 12,800 if policies play games ahead)"
    command.add_argument("--budget", type=values.whole(1), metavar="N", help=budget)
    takes_sampling(command)
    command.add_argument("--out", type=Path, metavar="FILE.yaml", help="write the best settings as a variant")
    command.add_argument("--report", type=Path, metavar="FILE.html", help="also write the results as a page")
    takes_json(command)


def run(options: argparse.Namespace) -> int:
    from cardgen.store.writing import replace_file, require_writable
    from cardgen.validation.sampling.cluster import open_executor
    from cardgen.validation.settings import tuned
    from cardgen.validation.settings.tune import expectations, tune
    from cardgen.validation.settings.tune_page import page

    for path in filter(None, (options.out, options.report)):
        require_writable(path)
    ground = ground_of(options, options.within, "--within")
    if options.out:
        tuned.require_name(ground, options.out)
    show_status = status_line()
    with open_executor(options.cluster) as executor:
        result = tune(
            ground, expectations(ground, options.wished), options.budget, options.fresh,
            lambda done, total, what: show_status(f"{done:,} of {total:,}: {what}"), executor,
        )  # fmt: skip
    show_status("")
    written = bool(options.out and result.best)
    if written:
        replace_file(options.out, tuned.as_variant(result, options.out).encode())
    if options.report:
        replace_file(options.report, page(result, options.out).encode())
    say(json.dumps(tuned.as_json(result), indent=2) if options.json else tuned.as_text(result, options.out))
    if result.stopped:
        return INTERRUPTED
    return DONE if result.best else FOUND
