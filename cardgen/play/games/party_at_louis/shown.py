"""The words and signs of a demand: one phrase for each test of a group, and a formula of small cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.definitions.behaviour import Phrase, Sign
from cardgen.play.games.party_at_louis.group import COLOURS, Group

MAX_DRAWN = 6  # small cards drawn for a group of any number
STAIR = 0.11  # height of each step of an ordered group, as a part of the strip
EVEN, ODD = "2·4·6…", "1·3·5…"
AT_MOST_ONE = "≤ 1 ×"  # sign before small cards: at most one of each
SUMS = {"exactly": "=", "below": "<", "above": ">"}


def phrases(groups: Sequence[Group]) -> Iterator[Phrase]:
    """A phrase for each test, with groups joined by `and`; a language can merge several into one sentence."""
    for index, group in enumerate(groups):
        if index:
            yield Phrase(("and",))
        yield from _tests(group)


def _tests(group: Group) -> Iterator[Phrase]:
    low, high = group.cards.low, group.cards.high
    if high is None:
        yield Phrase(("cards.any",))
    elif group.cards.exact:
        yield Phrase((f"cards.{low}", "cards"), {"n": low})
    else:
        yield Phrase(("cards.range",), {"n": low, "m": high})
    for test in group.tests:
        yield Phrase((test,), _values(group, test))


def _values(group: Group, test: str) -> dict:
    if group.sum and test in SUMS:
        return {"sum": group.sum.value}
    colour = group.first if test == "ends" else getattr(group, test, None)
    return {"c": Phrase((f"colour.{colour}",))} if colour in COLOURS else {}


def strip(groups: Sequence[Group]) -> Iterator[Sign]:
    """A wine glass if cards are laid in order, then each group: its cards, the signs between them, and its sum."""
    ordered = groups[0].order is not None
    if ordered:
        yield Sign(icon="order")
    for index, group in enumerate(groups):
        yield from _cards(group, 0.55 if index or ordered else 0.0)
        yield from _beside(group)


def _cards(group: Group, room: float) -> Iterator[Sign]:
    colours = _colours(group)
    between = "=" if group.same else ""
    if group.types and not group.cards.exact:
        yield Sign(text=AT_MOST_ONE, gap=room)
        room = 0.18
    climb = {"rising": STAIR, "falling": -STAIR}.get(group.order or "", 0.0)
    for index, colour in enumerate(colours):
        if index and (sign := _sign_before(group, index) or between):
            yield Sign(text=sign, gap=0.07)
        lift = climb * (index - (len(colours) - 1) / 2)
        gap = 0.07 if index else room
        yield Sign(icon=colour, fill=f"{colour} 55 %" if colour else "paper", gap=gap, lift=lift)
    if not group.cards.exact and not group.types:
        yield Sign(text="…", gap=0.07)


def _sign_before(group: Group, index: int) -> str:
    return ("+", "=")[index - 1] if group.adds_up else ""


def _colours(group: Group) -> list[str | None]:
    """The colours of the small cards that stand for a group; None is any."""
    if group.types:
        return list(COLOURS[: group.cards.high or len(COLOURS)])
    count = min(group.cards.low if group.cards.exact else max(2, group.cards.low), MAX_DRAWN)
    colours: list[str | None] = [group.colour] * count
    colours[0] = group.one_of or group.just_one or group.first or colours[0]
    colours[-1] = group.last or colours[-1]
    return colours


def _beside(group: Group) -> Iterator[Sign]:
    if not group.white:
        yield Sign(icon="white", fill="paper", crossed=True, gap=0.3, new_row=True)
    if group.sum:
        yield Sign(text=f"Σ {SUMS[group.sum.test]} {group.sum.value}", gap=0.35, new_row=True)
    if group.parity:
        said = {"even": EVEN, "odd": ODD, "same": f"{EVEN} / {ODD}"}[group.parity]
        yield Sign(text=said, gap=0.35, new_row=True)
