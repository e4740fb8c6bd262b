"""The short examples as games of a library, with a deck that says what their clauses ask of cards."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import yaml

from cardgen.definitions.load import load_game
from cardgen.play.game import PlayedGame
from cardgen.store.library import find_game
from tests.rules.test_read import GAMES, read

OWN_CARDS = re.compile(r"^cards:.*?(?=^\S)", re.MULTILINE | re.DOTALL)


def played(name: str, folder: Path) -> PlayedGame:
    """An example that declares its cards, as if a designer had written them into a deck."""
    text = (GAMES / f"{name}.yaml").read_text("utf-8")
    deck = read(text).deck
    kinds = {
        kind: {"layout": "plain", "cards": {card: {"count": deck.counts[card], **_said(deck, card)} for card in cards}}
        for kind, cards in deck.kinds.items()
    }
    total = sum(deck.counts.values())
    game = {
        "players": import_module(f"tests.rules.independent.{name}").PLAYERS,
        "languages": ["en"],
        "decks": {"main": {"total": total, "size": "poker", "back": "plain", "kinds": kinds}},
    }
    home = folder / name
    (home / "strings").mkdir(parents=True)
    (home / "strings" / "en.yaml").write_text("game.title: An example\n", "utf-8")
    (home / "game.yaml").write_text(yaml.safe_dump(game, sort_keys=False), "utf-8")
    (home / "rules.yaml").write_text(OWN_CARDS.sub("", text), "utf-8")
    return PlayedGame(load_game(find_game(str(home))), taught=False)


def _said(deck, card):
    return {field: values[card] for field, values in deck.fields.items() if card in values}
