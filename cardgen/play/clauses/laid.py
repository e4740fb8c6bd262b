"""How positions of games of clauses lie on a table, and which cards an action concerns, by the clauses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.clauses.compiled_game import compiled_of
from cardgen.play.clauses.notation import cards_in
from cardgen.play.clauses.positions import AT, shown_in
from cardgen.rules import grammar
from cardgen.rules.called import CARD, ROLE, SOME, UNSEEN, ZONE
from cardgen.rules.clauses import Do, steps_of
from cardgen.rules.compile import Compiled
from cardgen.rules.options import Picked
from cardgen.rules.tree import Tree

BOOKKEEPING = (AT,)


def roles(game: Game) -> list[str]:
    """The names in positions that have a player as their value."""
    return [shown.name for shown in shown_in(compiled_of(game)) if shown.form == ROLE]


def unseen(game: Game) -> dict[str, str]:
    """The names in positions that count the unseen cards of a zone, with the zone's name."""
    shown = shown_in(compiled_of(game))
    zones = {each.what: each.name for each in shown if each.form == ZONE}
    zones |= {each.what: each.name for each in shown if each.form == SOME and each.what not in zones}
    return {each.name: zones[each.what] for each in shown if each.form == UNSEEN and each.what in zones}


def touches(game: Game, table: np.record, state: np.record, action: int) -> list[tuple[str, ...]]:
    """What players click for an action: for each pick, the places where it may lie; without picks, the zone from which
    the first cards come."""
    compiled, player = compiled_of(game), int(state.to_act)
    coded = compiled.actions[action & (1 << compiled.action_bits) - 1]
    action_of = compiled.program.actions[coded.section][coded.name]
    paths: list[tuple[str, ...]] = []
    for picked in coded.picks:
        bits = action >> picked.shift & (1 << picked.bits) - 1
        if isinstance(picked.pick, grammar.PickOfPlayers):
            paths.append((f"player/{bits}",))
            continue
        zones = _places(compiled, action_of.picks[picked.name].tree, player)
        cards = _picked(compiled, picked, bits)
        if picked.is_several:
            paths += [tuple(f"{zone}/{card}" for zone in zones) for card in cards]
        else:
            paths.append(tuple(f"{zone}/{card}" for zone in zones for card in cards))
    paths = [places for places in paths if places]
    source = tuple(_source(compiled, coded.section, coded.name, player))
    return paths or ([source] if source else [])


def _picked(compiled: Compiled, picked: Picked, bits: int) -> list[str]:
    """The cards of a pick; a picked value means every card that has it."""
    if isinstance(picked.pick, grammar.PickCard | grammar.PickKind):
        return [compiled.layout.cards[bits]]
    if picked.is_several:
        return list(cards_in(compiled, bits))
    fields = compiled.program.deck.fields
    if picked.values and picked.field in fields:
        return [card for card, value in fields[picked.field].items() if value == picked.values[bits]]
    return []


def _places(compiled: Compiled, tree: Tree, player: int) -> list[str]:
    """The zones that a sentence names, as positions call them."""
    named = [each for each in tree.walk() if isinstance(each, grammar.OfZone)]
    return list(dict.fromkeys(place for each in named for place in _called(compiled, each, player)))


def _called(compiled: Compiled, zone: grammar.Zone | grammar.OfZone, player: int) -> Iterator[str]:
    """The path of a zone, or the paths of a whole family."""
    name = zone.name
    own = compiled.program.zones[name]
    for shown in shown_in(compiled):
        if shown.what == name and shown.form in (ZONE, SOME, CARD):
            place = f"{shown.name}/{player}" if own.each and isinstance(zone, grammar.ZoneYours) else shown.name
            values = compiled.program.values(name) if own.by is not None else ()
            yield from (f"{place}/{value}" for value in values) if values else (place,)


def _source(compiled: Compiled, section: str, name: str, player: int) -> Iterator[str]:
    for flow in (each for step in compiled.program.actions[section][name].steps for each in steps_of(step)):
        if isinstance(flow, Do):
            match flow.said.tree.do:
                case grammar.DoMove(source=source) if source:
                    yield from _called(compiled, source, player)
                    return


def clauses_about(game: Game, path: str) -> list[tuple[str, str]]:
    """The actions, by section and name, that concern the cards at a path."""
    compiled, zone = compiled_of(game), path.partition("/")[0]
    clauses = []
    for coded in compiled.actions:
        action = compiled.program.actions[coded.section][coded.name]
        trees = [pick.tree for pick in action.picks.values()]
        named = {place.partition("/")[0] for tree in trees for place in _places(compiled, tree, 0)}
        named |= {place.partition("/")[0] for place in _source(compiled, coded.section, coded.name, 0)}
        if zone in named:
            clauses.append((coded.section, coded.name))
    return clauses
