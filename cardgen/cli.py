"""The command line: parses, calls, prints. What a command does stands elsewhere and is imported when it is used."""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TextIO

from cardgen import __version__
from cardgen.errors import UNKNOWN_NAME, CardgenError, Fault, InputError, fail, nearest
from cardgen.findings import listed

DONE, FOUND, INPUT, INTERRUPTED = 0, 1, 2, 130
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # what steers a terminal


def start() -> int:
    """The command as a process of its own: short-lived, so neither pydantic's plug-ins nor the cycle collector pay.

    Nor does it give its memory back object by object; only where it was interrupted are there processes to wait for.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.disable()
    code = main()
    if code != INTERRUPTED:
        os._exit(code)  # all that it printed is flushed
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code is 0 (done), 1 (a check found an error), 2 (bad input) or 130 (interrupted)."""
    arguments = sys.argv[1:] if arguments is None else arguments
    as_json, whole = "--json" in arguments, "--all" in arguments  # also where the arguments themselves are at fault
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal need not know every letter of a title
    try:
        try:
            if not arguments:
                _parser().print_help()
                return INPUT
            return _run(_parser().parse_args(arguments))
        except InputError as error:
            return _input_fault(as_json, error.faults, whole)
        except CardgenError as error:
            return _input_fault(as_json, (Fault(str(error)),), whole)
    except KeyboardInterrupt:
        _say("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return DONE
    except OSError as error:  # whatever reads and writes files says which; left is a full or closed output
        _silence()
        _say(f"cannot write to standard output: {error.strerror}", file=sys.stderr)
        return INPUT


def _say(text: object, end: str = "\n", file: TextIO | None = None, flush: bool = False) -> None:
    """Prints; what would command a terminal, such as an escape sequence in a card's name, is shown instead of sent."""
    print(
        _UNSAFE.sub(lambda sign: sign[0].encode("unicode_escape").decode(), str(text)), end=end, file=file, flush=flush
    )


def _silence() -> None:
    """Keeps Python from writing once more, at its end, to an output that takes nothing."""
    sys.stdout = io.StringIO()


def _run(options: argparse.Namespace) -> int:
    code = options.run(options)
    if sys.stdout:
        sys.stdout.flush()  # here, where a fault can still be told
    return code


def _input_fault(as_json: bool, faults: Sequence[Fault], whole: bool) -> int:
    if as_json:
        from cardgen.validation.report import faults_as_json

        _say(json.dumps(faults_as_json(faults), indent=2), flush=True)
        return INPUT
    for line in listed(faults, str, whole):
        _say(line, file=sys.stderr)
    return INPUT


class _Parser(argparse.ArgumentParser):
    """argparse, with its faults as ours and the nearest name where one is unknown."""

    def error(self, message: str) -> NoReturn:
        raise InputError(Fault(f"{message}\n{self.format_usage().strip()}"))

    def _print_message(self, message: str, file=None) -> None:
        _say(message, end="", file=file, flush=True)  # argparse would say nothing of an output that is full

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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="cardgen",
        description="Prints home-made card games in several languages: what is printed is what is played.",
        epilog="Exit codes: 0 done, 1 a check found an error, 2 the input is at fault, 130 interrupted.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cardgen {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, run: Callable, summary: str) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        found.set_defaults(run=run)
        return found

    games = "a game's name, or a path to its folder"
    listing = command("list", _list, "List games, their variants and languages; with GAME, what it is made of.")
    listing.add_argument("game", nargs="?", metavar="GAME", help=games)

    new = command("new", _new, "Make a small printable game to start from, in a folder of that name.")
    new.add_argument("name", metavar="NAME", help="the folder to make, such as my_game")
    new.add_argument("--from", dest="cards", metavar="FILE", help="a spreadsheet with the cards: .xlsx, .ods, .csv")
    new.add_argument("--sheet", metavar="S", help="the sheet of that name in it")

    build = command("build", _build, "Print games: PDF files for every language, in OUT/GAME/VARIANT/LANG.")
    build.add_argument("games", nargs="*", metavar="GAME", help=games + " (default: all)")
    build.add_argument("--variant", default="base", metavar="V", help="a variant's name or file, base, or all")
    build.add_argument("--lang", type=_names, default=(), metavar="L,..", help="languages (default: the game's)")
    build.add_argument(
        "--paper", choices=("a4", "letter", "a3", "pa4"), default="a4", type=str.lower, help="(default: a4)"
    )
    build.add_argument(
        "--duplex", choices=("long", "short", "none"), default="long", help="the edge that is flipped (default: long)"
    )
    build.add_argument("--gap", type=_length(20), default=0.0, metavar="MM", help="between cards (default: 0)")
    build.add_argument("--bleed", type=_length(10), metavar="MM", help="outside cards (default: 3; of pictures: 0)")
    parts = "cards, components, rulebook, summary (default: these), pictures"
    build.add_argument("--only", type=_names, default=(), metavar="PART,..", help=f"parts: {parts}")
    build.add_argument("--dpi", type=_dpi, default=300, metavar="N", help="of pictures, 36 to 1200 (default: 300)")
    only = "print these cards only, by their ids or names; of a set SET-CARD, or CARD for all sets"
    build.add_argument("--cards", type=_names, default=(), metavar="ID,..", help=only)
    _takes_rules(build)
    codes = "four digits on each card that change with what it shows"
    build.add_argument("--codes", action="store_true", help=codes)
    draft = "print in spite of faults: they are marked on the cards, and listed"
    build.add_argument("--draft", action="store_true", help=draft)
    build.add_argument("--all", action="store_true", help="tell every fault and file, not those alike as one")
    build.add_argument("--ink", choices=("full", "low"), default="full", help="low: outlines on white (default: full)")
    build.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where to write (default: out)")

    check = command("check", _check, "Check games and all their variants; exit 1 if something is wrong.")
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
    check.add_argument("--static", action="store_true", help="without playing")
    check.add_argument("--all", action="store_true", help="tell every finding, not those of one cause as one")
    check.add_argument("--json", action="store_true", help="one JSON document on standard output")
    check.add_argument("--report", type=Path, metavar="FILE.html", help="write the findings and figures as a page, too")

    replay = command("replay", _replay, "Tell a game that a check has played, turn by turn.")
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

    schema = command("schema", _schema, "Write the JSON Schemas that editors complete definition files from.")
    schema.add_argument(
        "--out", type=Path, metavar="DIR", help="(default: the library's templates/schemas, else schemas)"
    )
    return parser


def _takes_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set", type=_setting, action="append", default=[], metavar="RULE=VALUE", help="try a rule without a file"
    )


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (equals and name.strip() and value.strip()):
        raise argparse.ArgumentTypeError(f"expected RULE=VALUE, such as hand_size=3, got {text!r}")
    return name.strip(), value.strip()


def _names(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not names:
        raise argparse.ArgumentTypeError("expected a name, or several with commas between them")
    return names


def _whole(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 16 and int(text) >= least):
            raise argparse.ArgumentTypeError(f"expected a whole number from {least}, got {text!r}")
        return int(text)

    return read


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


def _length(most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        from cardgen.units import length

        try:
            value = length(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        if not 0 <= value <= most:
            raise argparse.ArgumentTypeError(f"expected from 0 to {most:g} mm, got {text}")
        return value

    return read


def _homes(names: Sequence[str]) -> list:
    from cardgen.library import all_games, find_game

    homes = list(dict.fromkeys(find_game(name) for name in names)) if names else all_games()
    for home in homes:
        if any(other.name == home.name and other is not home for other in homes):
            raise fail(f"two games are called '{home.name}', and would be written over one another")
    if not homes:
        raise InputError(Fault("there are no games here; 'cardgen new my_game' makes one"))
    return homes


def _variants(home, asked: str) -> list[str]:
    return ["base", *home.variants] if asked == "all" else [asked]


def _build(options: argparse.Namespace) -> int:
    from cardgen import progress
    from cardgen.outputs import listed_files, write_made
    from cardgen.press.many import discard, prepare_all
    from cardgen.press.options import ASKED, Options

    for part in options.only:
        if part not in ASKED:
            raise fail(f"there is no part '{part}'{nearest(part, ASKED)}", code=UNKNOWN_NAME)
    chosen = Options(
        languages=options.lang,
        paper=options.paper,
        duplex=options.duplex,
        gap=options.gap,
        bleed=3.0 if options.bleed is None else options.bleed,
        dpi=options.dpi,
        picture_bleed=bool(options.bleed),
        cards=options.cards,
        ink=options.ink,
        draft=options.draft,
        codes=options.codes,
        settings=dict(options.set),
        only=options.only,
        out=options.out,
    )
    jobs = [(home, variant) for home in _homes(options.games) for variant in _variants(home, options.variant)]
    progress.show()
    try:
        prepared = prepare_all(jobs, chosen)
    finally:
        progress.hide()
    try:
        if faults := [fault for job in prepared for fault in job.faults]:
            raise InputError(*dict.fromkeys(faults))
        made = [file for job in prepared for file in job.made]
        if not made:
            raise fail(f"there is nothing to print: no game here has {' or '.join(options.only)}")
        written = write_made(made, [job.whole for job in prepared if job.whole])
    finally:
        discard(prepared)
    found = list({(finding.message, finding.place): finding for job in prepared for finding in job.findings}.values())
    for line in listed(found, lambda finding: f"{finding.place}: {finding.severity}: {finding.message}", options.all):
        _say(line, file=sys.stderr)
    for line in listed_files(written, options.all):
        _say(line)
    return DONE


def _check(options: argparse.Namespace) -> int:
    from cardgen.validation.report import as_json
    from cardgen.validation.static import check_variants
    from cardgen.validation.tell import as_text

    jobs = [(home, _variants(home, options.variant)) for home in _homes(options.games)]
    if options.report:
        from cardgen.outputs import require_writable

        require_writable(options.report)
    settings = dict(options.set)
    static = [finding for home, variants in jobs for finding in check_variants(home, variants, settings)]
    played = []
    if not options.static:
        from cardgen.validation.play import Plan, check_play

        plan = Plan(options.players, options.policies, options.number, options.seed, settings)
        tell = _progress()
        for home, variants in jobs:
            played += check_play(home, variants, plan, tell)
            if any(part.partial for part in played):
                break
        tell("")
    document = as_json(static, played)
    if options.report:
        from cardgen.validation.page import write_page

        write_page(options.report, static, played)
    _say(json.dumps(document, indent=2) if options.json else as_text(static, played, options.all))
    if any(part.partial for part in played):
        return INTERRUPTED
    return DONE if document["ok"] else FOUND


def _progress() -> Callable[[str], None]:
    """Tells on a terminal what is being played; in a pipe, nothing."""
    if not sys.stderr.isatty():
        return lambda text: None

    def tell(text: str) -> None:
        print("\r\033[K", end="", file=sys.stderr)
        _say(text[:100], end="", file=sys.stderr, flush=True)

    return tell


def _replay(options: argparse.Namespace) -> int:
    from cardgen.validation.replay import replay

    home = _homes([options.game])[0]
    game = home, options.variant, dict(options.set)
    for line in replay(*game, options.players, options.seed, options.policies, options.lang, options.typed):
        _say(line)
    return DONE


def _list(options: argparse.Namespace) -> int:
    from cardgen.listing import list_game, list_games

    _say(list_game(_homes([options.game])[0]) if options.game else list_games(_homes([])))
    return DONE


def _new(options: argparse.Namespace) -> int:
    from cardgen.library import is_path
    from cardgen.starter import make_game

    folder = make_game(options.name, Path(options.cards) if options.cards else None, options.sheet)
    path = folder if is_path(str(folder)) else f"./{folder}"
    _say(f"made {folder}/game.yaml; print it with: cardgen build {path}")
    return DONE


def _schema(options: argparse.Namespace) -> int:
    from cardgen.definitions.schema import write_schemas
    from cardgen.library import library_of

    library = library_of(Path.cwd())
    shared = Path(os.path.relpath(library)) / "templates" if library and (library / "templates").is_dir() else Path()
    for path in write_schemas(options.out or shared / "schemas"):
        _say(path)
    return DONE
