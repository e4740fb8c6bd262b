"""Summarises a game of finished pictures, a line for each deck."""

from __future__ import annotations

from collections import Counter

from cardgen.finished.decks import Deck


def summary_line(deck: Deck) -> str:
    """`forest: 18 pictures, 54 cards of 63 x 88 mm (300 dots to the inch), bleed made; back: back.png`"""
    pictures, copies = len(deck.cards), sum(card.count for card in deck.cards)
    how = Counter(card.front.size.how for card in deck.cards).most_common(1)[0][0]
    bleeds = sorted({round(card.front.size.bleed, 3) for card in deck.cards})
    own = sum(card.back is not None for card in deck.cards)
    line = (
        f"{deck.name}: {_many(pictures, 'picture')}, {_many(copies, 'card')} of {deck.size.label} (recognised by {how})"
    )
    line += "".join(f", with {bleed:g} mm of bleed" if bleed else ", its bleed made" for bleed in bleeds)
    backs = ([deck.back.display_name] if deck.back else []) + ([f"{own} of their own"] if own else [])
    return f"{line}; back: {' and '.join(backs) or 'none'}"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
