"""Makes the view of a table for a browser: the position as one seat observes it, with its layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.desk.laying import LaidZone, TableLayout
from cardgen.desk.table import GameTable, LegalAction
from cardgen.play.playthrough import how
from cardgen.play.position import Position
from cardgen.play.seating import PERSON
from cardgen.play.words import Words
from cardgen.text.typography import typeset


def view(
    table: GameTable, laying: TableLayout, player: int | None, since: int = 0, acts: bool = True
) -> dict[str, object]:
    """Returns the table as a player sees it; without a player, what everybody can see. `happened`
    has the decisions from `since` on; without `acts` there are no actions to choose."""
    words, seen = laying.words, table.observation(player)
    zones, (common, each) = laying.zones(table.position.snapshot(), seen), laying.facts(seen)
    mine = acts and player is not None and player == table.to_act and table.seated(player) == PERSON
    shown: dict[str, object] = {
        "version": table.version,
        "number": len(table.decisions),
        "mark": table.mark if table.over or not table.people else "",  # with it, anybody could deal the same game
        "you": player,
        "to_act": table.to_act,
        "over": table.over,
        "players": [
            {
                "player": who,
                "name": words.player(who)(""),
                "plays": table.seated(who),
                "how": how(table.seated(who), laying.words),
                "facts": each[who],
            }
            for who in range(table.players)
        ],
        "zones": zones,
        "facts": common,
        "actions": actions(table, zones, words) if mine else [],
        "happened": table.happened(since, player, words),
    }
    if table.over:
        shown["result"] = result(table.position, laying)
    return shown


def actions(table: GameTable, zones: Sequence[LaidZone], words: Words) -> list[LegalAction]:
    """Returns the legal actions; `touches` gives, for each thing that an action concerns, its places on this table."""
    places = _places(zones) | {f"player/{who}": [f"player/{who}"] for who in range(table.players)}
    legal = []
    for action in table.legal(words):
        groups = [[here for place in group for here in places.get(place, ())] for group in action["touches"]]
        touches = [sorted(set(group)) for group in groups if group]
        legal.append(LegalAction(action=action["action"], said=action["said"], touches=touches))
    return legal


def _places(zones: Sequence[LaidZone]) -> dict[str, list[str]]:
    """The paths on the table of each place that an engine names: it can also name an item by its card."""
    paths: dict[str, list[str]] = {}
    for zone in zones:
        paths.setdefault(zone["path"], []).append(zone["path"])
        for item in zone["items"]:
            if item:
                for place in {item["path"], f"{zone['path']}/{item['card']}"}:
                    paths.setdefault(place, []).append(item["path"])
    return paths


def result(position: Position, laying: TableLayout) -> dict[str, object]:
    """Returns how a game ended: its ending, everybody's points with their sources, and who wins."""
    words, tale = laying.words, laying.tale
    ended = laying.played.ending_names[int(position.record.ended)] if position.is_terminal() else ""

    def lines(texts: Iterable[str]) -> list[str]:
        return [typeset(line, words.language) for line in texts if line]

    return {
        "ending": "".join(lines([words.ending(ended)])) if ended else "",
        "points": position.returns(),
        "winners": position.winners(),
        "reckoning": lines(tale.reckoning(position)),
        "verdict": lines(tale.verdict(position)) if position.is_terminal() else [],
    }
