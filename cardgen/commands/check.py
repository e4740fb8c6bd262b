"""`cardgen check`: checks the files of games, and plays their variants."""

from __future__ import annotations

import argparse
from pathlib import Path

from cardgen.commands import DONE, FOUND, INPUT, INTERRUPTED, values
from cardgen.commands.games import homes, variants
from cardgen.commands.options import (
    takes_cluster,
    takes_games,
    takes_json,
    takes_languages,
    takes_players,
    takes_rules,
    takes_seed,
    takes_variant,
)
from cardgen.commands.reports import refuse
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    command.epilog = (
        "docs/reference lists all findings (findings.md), and the policies and the measures that expect: may name "
        "(play.md)."
    )
    takes_games(command)
    takes_variant(command, default="all", or_all=True)
    takes_languages(command, "check only these languages (default: the game's); this does not change play")
    few = "check the faces of only these cards, by id or name; this does not change play"
    command.add_argument("--cards", type=values.names, default=(), metavar="ID,..", help=few)
    takes_rules(command)
    takes_players(command)
    policies = "who plays: random, greedy, lookahead, saboteur, the game's own; a/b/c by seat, a/b* one against all"
    command.add_argument("--policies", type=values.names, default=(), metavar="TABLE,..", help=policies)
    games = "number of games in each cell (default: as many as cardgen needs)"
    command.add_argument("--games", dest="number", type=values.whole(1), metavar="N", help=games)
    takes_seed(command)
    command.add_argument(
        "--deep", action="store_true", help="play ten times as many games, with the strongest policies"
    )
    time = "stop after this time and report the results so far"
    command.add_argument("--time", type=values.seconds, metavar="60s", help=time)
    command.add_argument("--fresh", action="store_true", help="play again instead of using results of earlier checks")
    takes_cluster(command)
    command.add_argument("--static", action="store_true", help="check without playing")
    command.add_argument(
        "--all", action="store_true", help="list every finding; do not group those with the same cause"
    )
    takes_json(command)
    report = "also write the findings and figures as a page"
    command.add_argument("--report", type=Path, metavar="FILE.html", help=report)


def run(options: argparse.Namespace) -> int:
    from cardgen.store.writing import replace_file, require_writable
    from cardgen.validation.check import check
    from cardgen.validation.plan import Plan, ReportOptions

    jobs = [(home, variants(home, options.variant)) for home in homes(options.games)]
    if options.report:
        require_writable(options.report)
    plan = Plan(
        options.players, options.policies, options.number, options.seed, dict(options.set),
        options.time, options.deep, options.fresh, options.cluster,
    )  # fmt: skip
    report_options = ReportOptions(
        options.json, options.all, bool(options.report), options.static, options.lang, options.cards
    )
    report = check(jobs, plan, report_options)
    if options.report:
        replace_file(options.report, report.page.encode())
    say(report.text)
    if report.stopped == "interrupted":
        return INTERRUPTED
    if report.faults:
        return INPUT if options.json else refuse(report.faults, False, options.all)
    return DONE if report.ok else FOUND
