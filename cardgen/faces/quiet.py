"""Finds why a finding on a face is accepted: `quiet:` of its field, its card or component, or its deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardgen.definitions.game import Design, Game
from cardgen.faces.sides import Side


def quiet(game: Game, side: Side, code: str, fields: Iterable[str] = ()) -> str:
    """Returns the nearest reason; empty if there is none."""
    said = (getattr(side.layout.field(name), "quiet", None) for name in fields)
    of_fields = [each for each in said if isinstance(each, Mapping)]  # for a QR code, `quiet` is the zone around it
    deck = side.owner.deck if isinstance(side.owner, Design) else side.group
    of_deck = [each.quiet for each in game.decks if each.name == deck]
    of_owner = [side.owner.quiet] if side.owner else []
    return next((each[code] for each in (*of_fields, *of_owner, *of_deck) if code in each), "")
