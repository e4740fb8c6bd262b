"""`cardgen compare`: shows what differs between two states of a game."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from cardgen.commands import DONE, INTERRUPTED, values
from cardgen.commands.games import homes
from cardgen.commands.options import (
    takes_cluster,
    takes_game,
    takes_json,
    takes_languages,
    takes_players,
    takes_seed,
    takes_variant,
)
from cardgen.foundations.terminal import say, status_line

STATES = "a variant, base, a folder, a revision of the game's git repository such as HEAD~1, printed, or now"


def declare(command: argparse.ArgumentParser) -> None:
    command.epilog = "git:NAME is the revision NAME if a variant has the same name."
    takes_game(command)
    old = f"{STATES} (default: HEAD, else printed)"
    command.add_argument("old", nargs="?", metavar="OLD", help=old)
    command.add_argument("new", nargs="?", metavar="NEW", help="another state (default: now, the files as they are)")
    takes_variant(command)
    takes_languages(command, "languages (default: all that both states have)")
    play = "also play both from the same seeds, and show what the change does to play"
    command.add_argument("--play", action="store_true", help=play)
    takes_players(command)
    policies = "who plays (default: the game's first)"
    command.add_argument("--policies", type=values.names, default=(), metavar="TABLE,..", help=policies)
    games = "games of each state (default: 2048; 256 if policies play games ahead)"
    command.add_argument("--games", dest="number", type=values.whole(1), metavar="N", help=games)
    takes_seed(command)
    command.add_argument("--fresh", action="store_true", help="play again instead of using results of earlier commands")
    takes_cluster(command)
    command.add_argument("--all", action="store_true", help="list everything that differs")
    command.add_argument(
        "--report", type=Path, metavar="FILE.html", help="also write a page with pictures of the cards"
    )
    takes_json(command)


def run(options: argparse.Namespace) -> int:
    from cardgen.comparing import telling
    from cardgen.comparing.compare import compare, open_both
    from cardgen.comparing.states import two_states
    from cardgen.store.writing import replace_file, require_writable

    (home,) = homes([options.game])
    if options.report:
        require_writable(options.report)
    with two_states(home, options.old, options.new, options.variant) as states:
        old, new = open_both(*states)
        play = _play(options, old, new) if options.play else None
        found = compare(old, new, options.lang, play)
        if options.report:
            from cardgen.comparing.page import page

            replace_file(options.report, page(found, old, new).encode())
    say(json.dumps(telling.as_json(found), indent=2) if options.json else telling.as_text(found, options.all))
    return INTERRUPTED if play and play.stopped else DONE


def _play(options: argparse.Namespace, old, new):
    from cardgen.comparing.play import play_both
    from cardgen.validation.sampling.cluster import open_executor

    show_status = status_line()
    with open_executor(options.cluster) as executor:
        result = play_both(
            old, new, options.players, options.policies, options.number, options.seed, options.fresh,
            lambda done, total, what: show_status(f"{done:,} of {total:,}: {what}"), executor,
        )  # fmt: skip
    show_status("")
    return result
