"""Declares options that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path

from cardgen.commands import values

GAMES = "a game's name, or a path to its folder"
LANGUAGES = "languages (default: the game's)"


def takes_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help=GAMES)


def takes_games(command: argparse.ArgumentParser) -> None:
    command.add_argument("games", nargs="*", metavar="GAME", help=GAMES + " (default: all)")


def takes_variant(command: argparse.ArgumentParser, default: str = "base", or_all: bool = False) -> None:
    description = "a variant's name or file, base, or all" if or_all else "a variant's name or file, or base"
    command.add_argument("--variant", default=default, metavar="V", help=description)


def takes_languages(command: argparse.ArgumentParser, description: str = LANGUAGES) -> None:
    command.add_argument("--lang", type=values.names, default=(), metavar="L,..", help=description)


def takes_rules(command: argparse.ArgumentParser) -> None:
    description = "try a rule without a file, or a card's field: count.fox=3"
    command.add_argument(
        "--set", type=values.setting, action="append", default=[], metavar="RULE=VALUE", help=description
    )


def takes_players(command: argparse.ArgumentParser) -> None:
    description = "numbers of players (default: all)"
    command.add_argument("--players", type=values.players, default=(), metavar="N,..", help=description)


def takes_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed", type=values.whole(0), default=0, metavar="S", help="the first game's seed (default: 0)"
    )


def takes_cluster(command: argparse.ArgumentParser) -> None:
    description = "who plays: local or local:4 (processes), or a Dask scheduler's address, such as tcp://host:8786"
    command.add_argument("--cluster", type=values.cluster, metavar="WHERE", help=description)


def takes_folder(command: argparse.ArgumentParser) -> None:
    command.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where to write (default: out)")


def takes_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="one JSON document on standard output")
