"""Finds cards to exchange whose words are unchanged, because the text size that a deck shares has changed."""

from __future__ import annotations

from collections import Counter

from cardgen.faces.compose import Composer
from cardgen.faces.fit import SizeGroup
from cardgen.foundations.units import POINT
from cardgen.ledger.boxes import ANY, BoxChange, Sizes, TextSize
from cardgen.press.files import Files
from cardgen.press.shown import SideDigests
from cardgen.sheets.pull_list import Resized
from cardgen.text.print_words import names


def shared_sizes(composer: Composer) -> Sizes:
    """Returns the text sizes that all cards of a deck share, as the ledger keeps them."""
    return tuple(TextSize(*group, size) for group, size in _points(composer).items())


def _points(composer: Composer) -> dict[SizeGroup, float]:
    decks = {deck.name for deck in composer.game.decks}
    return {group: round(size / POINT, 4) for group, size in composer.sizes if group[0] in decks}


def find_resized(composer: Composer, language: str, files: Files, of: BoxChange, before: Sizes) -> tuple[Resized, ...]:
    """Returns, for each size that differs from `before`, the number of new cards that only differ by that size from
    those they replace."""
    old_sizes = {(each.deck, each.style, each.field): each.pt for each in before}
    changed = {
        group: (old_sizes[group], pt) for group, pt in _points(composer).items() if old_sizes.get(group, pt) != pt
    }
    if not changed:
        return ()
    former = composer.sizes_with({group: old * POINT for group, (old, _) in changed.items()})
    shown = SideDigests(composer, language, files, former)
    gone = {(lot.deck, lot.card, side) for lot in of.pulled for side in ((lot.front, lot.back), (lot.front, ANY))}
    sides = {(deck.name, each.id): each.sides for deck in composer.game.decks for each in composer.copies(deck)}
    cards: Counter[SizeGroup] = Counter()
    for lot in of.added:
        front, *back = sides[lot.deck, lot.card]
        looked = shown.of(front), lot.back if lot.back == ANY else "".join(map(shown.of, back))
        if (lot.deck, lot.card, looked) in gone:
            said = [said for side in (front, *back) for said in composer.reading(side).said.items()]
            for group in {text.group for (_, of_language), text in said if of_language == language} & changed.keys():
                cards[group] += lot.copies
    called = names(composer.strings[language], "deck", {deck for deck, _, _ in changed})
    return tuple(
        Resized(f"{called[deck]}, {field}", *changed[deck, style, field], cards[deck, style, field])
        for deck, style, field in changed
        if cards[deck, style, field]
    )
