"""Parses the command line with argparse. Its errors are InputErrors, with the nearest name for an unknown one."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from importlib import import_module
from typing import NoReturn

from cardgen import __version__
from cardgen.commands import COMMANDS
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, fail, nearest
from cardgen.foundations.terminal import say


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(Fault(f"{message}\n{self.format_usage().strip()}"))

    def _print_message(self, message: str, file=None) -> None:
        say(message, end="", file=file, flush=True)  # argparse would hide the error of a full output

    def parse_known_args(self, args=None, namespace=None):
        """Parses as argparse does, but a sub-command refuses unknown arguments itself, so the error shows its own
        usage."""
        parsed, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return parsed, unknown

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            what = action.dest if action.dest != "command" else "command"
            raise fail(
                f"there is no {what} '{value}'{nearest(str(value), map(str, action.choices))}", code=UNKNOWN_NAME
            )


def parser(complete: Collection[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of the command line, with the `complete` commands alone, or with a summary of each if there is none.

    The parser raises InputError with the usage for invalid arguments.
    """
    root = _Parser(
        prog="cardgen",
        description="Prints home-made card games in several languages: what is printed is what is played.",
        epilog="Exit codes: 0 done, 1 a check found an error or a search found nothing, 2 the input has a mistake, "
        "130 interrupted.",
        allow_abbrev=False,
    )
    root.add_argument("--version", action="version", version=f"cardgen {__version__}")
    commands = root.add_subparsers(dest="command", metavar="COMMAND", required=True)
    known = {name: summary for name, summary in COMMANDS.items() if name in complete}
    for name, summary in (known or COMMANDS).items():
        command = commands.add_parser(
            name, help=summary, description=summary, allow_abbrev=False, add_help=name in known
        )
        if name in known:
            module_of(name).declare(command)
    return root


def module_of(name: str):
    """The module of a command."""
    return import_module(f"cardgen.commands.{name}")
