"""What the command line takes: its commands and options, their help, and how each is read."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from cardgen import __version__
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, fail, nearest
from cardgen.sheet_arguments import takes_readings, takes_sheets
from cardgen.terminal import say


class _Parser(argparse.ArgumentParser):
    """argparse, with its faults as ours and the nearest name where one is unknown."""

    def error(self, message: str) -> NoReturn:
        raise InputError(Fault(f"{message}\n{self.format_usage().strip()}"))

    def _print_message(self, message: str, file=None) -> None:
        say(message, end="", file=file, flush=True)  # argparse would say nothing of an output that is full

    def parse_known_args(self, args=None, namespace=None):
        """As argparse, but a sub-command itself refuses what it does not know, and so shows its own usage."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            what = action.dest if action.dest != "command" else "command"
            raise fail(
                f"there is no {what} '{value}'{nearest(str(value), map(str, action.choices))}", code=UNKNOWN_NAME
            )


def parser() -> argparse.ArgumentParser:
    """What reads arguments; it raises InputError, with the usage, for those that it cannot take."""
    found = _Parser(
        prog="cardgen",
        description="Prints home-made card games in several languages: what is printed is what is played.",
        epilog="Exit codes: 0 done, 1 a check found an error or a search nothing, 2 the input is at fault, "
        "130 interrupted.",
        allow_abbrev=False,
    )
    found.add_argument("--version", action="version", version=f"cardgen {__version__}")
    commands = found.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, summary: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)

    games = "a game's name, or a path to its folder"
    listing = command("list", "List games, their variants and languages; with GAME, what it is made of.")
    listing.add_argument("game", nargs="?", metavar="GAME", help=games)

    new = command("new", "Make a small printable game to start from, in a folder of that name.")
    new.add_argument("name", metavar="NAME", help="the folder to make, such as my_game")
    files = "a spreadsheet with the cards (.xlsx, .ods, .csv), or a deck of Squib (.rb), nanDECK (.nde, .txt) or "
    new.add_argument("--from", dest="cards", metavar="FILE", help=files + "CardMaker (.cmp)")
    new.add_argument("--sheet", metavar="S", help="the sheet of that name in it")
    finished = "a folder of pictures that are whole cards, or a PDF file with one on each page"
    new.add_argument("--from-pictures", dest="pictures", metavar="FOLDER", help=finished)
    new.add_argument("--all", action="store_true", help="tell every picture that is left out, not those alike as one")
    told = "a game with rules, which is played at once: drafting, push-your-luck, shedding, solo, tricks"
    new.add_argument("--kind", metavar="K", help=told)

    seal = command("seal", "Note in rulebooks that their sentences tell the clauses as they are now.")
    seal.epilog = "Without CLAUSE only sentences that have no hash yet get one."
    seal.add_argument("game", metavar="GAME", help=games)
    clauses = "clauses whose sentences are still true, with all that stands in them"
    seal.add_argument("clauses", nargs="*", metavar="CLAUSE", help=clauses)

    build = command("build", "Print games: PDF files for every language, in OUT/GAME/VARIANT/LANG.")
    build.add_argument("games", nargs="*", metavar="GAME", help=games + " (default: all)")
    build.add_argument("--variant", default="base", metavar="V", help="a variant's name or file, base, or all")
    spoken = "languages (default: the game's); x-long: the first one's texts a third longer"
    build.add_argument("--lang", type=_names, default=(), metavar="L,..", help=spoken)
    takes_sheets(build)
    parts = "cards, components, rulebook, summary (default: these), pictures, proof"
    build.add_argument("--only", type=_names, default=(), metavar="PART,..", help=f"parts: {parts}")
    build.add_argument("--dpi", type=_dpi, default=300, metavar="N", help="of pictures, 36 to 1200 (default: 300)")
    only = "print these cards only, by their ids or names; of a set SET-CARD, or CARD for all sets"
    build.add_argument("--cards", type=_names, default=(), metavar="ID,..", help=only)
    _takes_rules(build)
    changed = "of cards only what changed since 'cardgen printed', and a list of those to take out"
    build.add_argument("--changed", action="store_true", help=changed)
    start = "with --changed: the variant whose box it is made from (default: its own)"
    build.add_argument("--from", dest="start", metavar="V", help=start)
    codes = "four digits on each card that change with what it shows"
    build.add_argument("--codes", action="store_true", help=codes)
    draft = "print in spite of faults: they are marked on the cards, and listed"
    build.add_argument("--draft", action="store_true", help=draft)
    changes = "a bar beside sentences of rulebooks whose clauses changed"
    build.add_argument("--mark-changes", action="store_true", help=changes)
    build.add_argument("--all", action="store_true", help="tell every fault and file, not those alike as one")
    build.add_argument("--ink", choices=("full", "low"), default="full", help="low: outlines on white (default: full)")
    build.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where to write (default: out)")

    export = command("export", "Take games elsewhere: pictures, virtual tables; files in OUT/GAME/VARIANT/LANG/TARGET.")
    _export(export, games)

    printed = command("printed", "Record that cards have been printed as they are now, in GAME's printed.yaml.")
    printed.epilog = "build --changed prints what changed since then."
    printed.add_argument("game", metavar="GAME", help=games)
    printed.add_argument("--variant", default="base", metavar="V", help="a variant's name or file, or base")
    printed.add_argument("--from", dest="start", metavar="V", help="the variant whose box it was made from")
    printed.add_argument("--lang", type=_names, default=(), metavar="L,..", help="languages (default: the game's)")
    printed.add_argument("--cards", type=_names, default=(), metavar="ID,..", help="these cards only")
    _takes_rules(printed)
    printed.add_argument("--date", type=_date, metavar="DATE", help="such as 2026-11-23 (default: today)")
    printed.add_argument("--printer", type=_remark, default="", metavar="P", help="what it was printed with")
    printed.add_argument("--note", type=_remark, default="", metavar="TEXT", help="a remark, such as the paper")

    words = command("words", "Give a game's texts to translators, and take their work back.")
    words.add_argument("game", metavar="GAME", help=games)
    words.add_argument("--to", choices=("po", "csv", "xliff"), metavar="KIND", help="write files: po, csv or xliff")
    words.add_argument("--from", dest="file", type=Path, metavar="FILE", help="take such a file into the game")
    words.add_argument("--lang", type=_names, default=(), metavar="L,..", help="with --to: languages (default: all)")
    words.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where to write (default: out)")

    takes_readings(command("calibrate", "Measure a printer: print test sheets, read them, and keep what it does."))

    check = command("check", "Check games and all their variants; exit 1 if something is wrong.")
    check.epilog = (
        "docs/reference lists all findings (findings.md), and the policies and the measures that expect: may name "
        "(play.md)."
    )
    check.add_argument("games", nargs="*", metavar="GAME", help=games + " (default: all)")
    check.add_argument("--variant", default="all", metavar="V", help="a variant's name or file, base, or all")
    _takes_rules(check)
    check.add_argument("--players", type=_players, default=(), metavar="N,..", help="numbers of players (default: all)")
    check.add_argument(
        "--policies", type=_names, default=(), metavar="TABLE,..",
        help="who plays: random, greedy, lookahead, saboteur, the game's own; a/b/c by seat, a/b* one against all",
    )  # fmt: skip
    check.add_argument(
        "--games",
        dest="number",
        type=_whole(1),
        metavar="N",
        help="so many in each cell (default: as many as it needs)",
    )
    check.add_argument("--seed", type=_whole(0), default=0, metavar="S", help="of the first game (default: 0)")
    check.add_argument("--deep", action="store_true", help="ten times the games, and the strongest play")
    check.add_argument("--time", type=_seconds, metavar="60s", help="stop after so long, with what is known by then")
    check.add_argument("--fresh", action="store_true", help="play again what was kept of earlier checks")
    _takes_cluster(check)
    check.add_argument("--static", action="store_true", help="without playing")
    check.add_argument("--all", action="store_true", help="tell every finding, not those of one cause as one")
    check.add_argument("--json", action="store_true", help="one JSON document on standard output")
    check.add_argument("--report", type=Path, metavar="FILE.html", help="write the findings and figures as a page, too")

    _sweep(command("sweep", "Play a game with one setting after another, and tell what each makes of it."), games)
    _tune(command("tune", "Find settings with which play comes to what is wished."), games)

    replay = command("replay", "Tell a game that a check has played, turn by turn.")
    replay.add_argument("game", metavar="GAME", help=games)
    replay.add_argument("--variant", default="base", metavar="V", help="a variant's name or file, or base")
    _takes_rules(replay)
    replay.add_argument("--players", type=_whole(1), required=True, metavar="N", help="how many play")
    replay.add_argument(
        "--seed", required=True, metavar="S", help="as a finding prints it, such as 17-3fa2, or a number"
    )
    replay.add_argument("--policies", default="random", metavar="TABLE", help="who plays (default: random)")
    replay.add_argument("--lang", metavar="L", help="(default: the game's first language)")
    replay.add_argument("--typed", action="store_true", help="each decision as examples.yaml takes it, and no account")

    learn = command("learn", "Have the computer's players learn a game by playing it: makes its learnt.yaml.")
    learn.add_argument("game", metavar="GAME", help=games)
    learn.add_argument("--players", type=_players, default=(), metavar="N,..", help="numbers of players (default: all)")
    learn.add_argument("--games", dest="number", type=_whole(1), metavar="N", help="for each number of players")
    learn.add_argument("--seed", type=_whole(0), default=0, metavar="S", help="of the first game (default: 0)")
    _takes_cluster(learn)

    desk = command("desk", "Open a page to see, change, try and play games on, as their files are saved.")
    desk.add_argument("game", nargs="?", metavar="GAME", help=games + " (default: all)")
    desk.add_argument("--port", type=_port, metavar="N", help="of this machine (default: 8017, or any that is free)")
    desk.add_argument("--share", action="store_true", help="let others of the home network join a table, by a code")
    desk.add_argument("--no-browser", action="store_true", help="print the address only")

    schema = command("schema", "Write the JSON Schemas that editors complete definition files from.")
    schema.add_argument(
        "--out", type=Path, metavar="DIR", help="(default: the library's templates/schemas, else schemas)"
    )
    return found


def _export(export: argparse.ArgumentParser, games: str) -> None:
    export.epilog = "docs/howto/export.md tells of each target."
    export.add_argument("games", nargs="*", metavar="GAME", help=games + " (default: all)")
    export.add_argument("--to", type=_names, required=True, metavar="TARGET,..", help="where they go: png, tts, ...")
    export.add_argument("--variant", default="base", metavar="V", help="a variant's name or file, base, or all")
    export.add_argument("--lang", type=_names, default=(), metavar="L,..", help="languages (default: the game's)")
    _takes_rules(export)
    export.add_argument(
        "--dpi", type=_dpi, metavar="N", help="of pictures, 36 to 1200 (default: what suits the target)"
    )
    url = "where the pictures will lie on the web, such as https://example.org/my_game (default: on this computer)"
    export.add_argument("--base-url", type=_url, metavar="URL", help=url)
    check = "only say what would go wrong there; exit 1 if something would"
    export.add_argument("--check", action="store_true", help=check)
    export.add_argument("--all", action="store_true", help="tell every finding and file, not those alike as one")
    export.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where to write (default: out)")


def _sweep(sweep: argparse.ArgumentParser, games: str) -> None:
    sweep.add_argument("game", metavar="GAME", help=games)
    sweep.add_argument("--variant", default="base", metavar="V", help="a variant's name or file, or base")
    _takes_rules(sweep)
    over = "a rule, or FIELD.CARD such as count.fox, and its values: 1..4, 0..20..5 or a,b,c; one option for each"
    sweep.add_argument("--over", action="append", required=True, metavar="NAME=VALUES", help=over)
    sweep.add_argument("--sample", type=_whole(1), metavar="N", help="so many points, spread evenly (default: all)")
    sweep.add_argument("--players", type=_players, default=(), metavar="N,..", help="numbers of players (default: all)")
    sweep.add_argument(
        "--policies", type=_names, default=(), metavar="TABLE,..", help="who plays (default: the game's first)"
    )
    measure = "what is measured, as expect: names it, and seat: who wins (default: minutes,seat)"
    sweep.add_argument("--measure", type=_names, default=(), metavar="M,..", help=measure)
    several = "at each point (default: 512; 64 where policies play games ahead)"
    sweep.add_argument("--games", dest="number", type=_whole(1), metavar="N", help=several)
    sweep.add_argument("--seed", type=_whole(0), default=0, metavar="S", help="of the first game (default: 0)")
    sweep.add_argument("--fresh", action="store_true", help="play again what was kept of earlier commands")
    _takes_cluster(sweep)
    sweep.add_argument("--report", type=Path, metavar="FILE.html", help="write maps and lines as a page, too")
    sweep.add_argument("--csv", type=Path, metavar="FILE", help="write all figures as a table, too")
    sweep.add_argument("--parquet", type=Path, metavar="FILE", help="the same as Parquet; needs cardgen[parquet]")
    sweep.add_argument("--json", action="store_true", help="one JSON document on standard output")


def _tune(tune: argparse.ArgumentParser, games: str) -> None:
    tune.add_argument("game", metavar="GAME", help=games)
    tune.add_argument("--variant", default="base", metavar="V", help="a variant's name or file, or base")
    _takes_rules(tune)
    within = "a setting and the values that it may have, as --over of sweep; one option for each"
    tune.add_argument("--within", action="append", required=True, metavar="NAME=VALUES", help=within)
    wished = 'what play should come to, as expect: says it: "greedy: {minutes: 12 to 15}" (default: its own)'
    tune.add_argument("--for", dest="wished", metavar="EXPECT", help=wished)
    tune.add_argument("--players", type=_players, default=(), metavar="N,..", help="numbers of players (default: all)")
    budget = "games in all (default: 102,400; 12,800 where policies play games ahead)"
    tune.add_argument("--budget", type=_whole(1), metavar="N", help=budget)
    tune.add_argument("--seed", type=_whole(0), default=0, metavar="S", help="of the first game (default: 0)")
    tune.add_argument("--fresh", action="store_true", help="play again what was kept of earlier commands")
    _takes_cluster(tune)
    tune.add_argument("--out", type=Path, metavar="FILE.yaml", help="write the best settings as a variant")
    tune.add_argument("--report", type=Path, metavar="FILE.html", help="write what was found as a page, too")
    tune.add_argument("--json", action="store_true", help="one JSON document on standard output")


def _takes_cluster(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--cluster",
        type=_cluster,
        metavar="WHERE",
        help="who plays: local or local:4 (processes), or a Dask scheduler's address, such as tcp://host:8786",
    )


def _takes_rules(command: argparse.ArgumentParser) -> None:
    told = "try a rule without a file, or a card's field: count.fox=3"
    command.add_argument("--set", type=_setting, action="append", default=[], metavar="RULE=VALUE", help=told)


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (equals and name.strip() and value.strip()):
        raise argparse.ArgumentTypeError(f"expected RULE=VALUE, such as hand_size=3, got {text!r}")
    return name.strip(), value.strip()


def _date(text: str) -> str:
    from datetime import date

    try:
        return date.fromisoformat(text if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else "").isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a date such as 2026-11-23, got {text!r}") from None


def _remark(text: str) -> str:
    if not text.strip().isprintable() or len(text) > 500:
        raise argparse.ArgumentTypeError(f"expected one line of at most 500 characters, got {text[:60]!r}")
    return text.strip()


def _names(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not names:
        raise argparse.ArgumentTypeError("expected a name, or several with commas between them")
    return names


def _port(text: str) -> int:
    number = _whole(1)(text)
    if number > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 1 to 65535, got '{text}'")
    return number


def _whole(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 16 and int(text) >= least):
            raise argparse.ArgumentTypeError(f"expected a whole number from {least}, got {text!r}")
        return int(text)

    return read


def _seconds(text: str) -> float:
    """So many seconds: 60, 60s or 5min."""
    match = re.fullmatch(r"(\d{1,6}(?:\.\d+)?)\s*(s|min)?", text.strip())
    if not match or not float(match[1]):
        raise argparse.ArgumentTypeError(f"expected a time such as 60s or 5min, got {text!r}")
    return float(match[1]) * (60 if match[2] == "min" else 1)


def _cluster(text: str) -> str:
    """`local`, `local:N`, or a scheduler's address."""
    if not re.fullmatch(r"local(:[1-9]\d{0,3})?|(?!local\b)([a-z]+://)?[^\s/]+:\d{1,5}", text):
        raise argparse.ArgumentTypeError(
            f"expected local, local:4 or a scheduler's address such as tcp://host:8786, got {text!r}"
        )
    return text


def _url(text: str) -> str:
    """An address of a folder, without the stroke at its end."""
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", text):
        raise argparse.ArgumentTypeError(f"expected an address such as https://example.org/my_game, got {text!r}")
    return text.rstrip("/")


def _dpi(text: str) -> int:
    from cardgen.press.options import LEAST_DPI, MOST_DPI

    value = _whole(0)(text)
    if not LEAST_DPI <= value <= MOST_DPI:
        raise argparse.ArgumentTypeError(f"expected from {LEAST_DPI} to {MOST_DPI}, got {text}")
    return value


def _players(text: str) -> tuple[int, ...]:
    """Numbers of players, such as 3,4 or 3-5."""
    from cardgen.definitions.fields import players

    found: set[int] = set()
    for part in _names(text):
        try:
            low, high = players(part)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        found.update(range(low, high + 1))
    return tuple(sorted(found))
