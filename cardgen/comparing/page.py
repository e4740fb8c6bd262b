"""Writes the page of `cardgen compare --report`: one HTML file that needs no other, with pictures of the cards."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from cardgen.comparing.cards import CHANGED, CardChange, looks_of
from cardgen.comparing.compare import StateComparison
from cardgen.comparing.opened import Opened
from cardgen.comparing.telling import HEAD, ONLY_CARDS, SURE, card_line, heading, rows, stopped
from cardgen.foundations.dataclass import dataclass
from cardgen.validation.telling.page import rendered

TEMPLATE = "compare.html.j2"
MAX_PICTURES = 240  # sides of cards on a page


@dataclass(frozen=True, slots=True)
class ShownSide:
    """A side of a card in both states: pictures as `data:` addresses, empty where there is none, with frames in per
    cent of the new one's width and height."""

    title: str
    old: str
    new: str
    frames: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class ShownCard:
    kind: str
    line: str
    sides: tuple[ShownSide, ...]


def page(found: StateComparison, old: Opened, new: Opened) -> str:
    """Returns the page as text; the same states give the same page."""
    budget = [MAX_PICTURES]
    cards = [(language, list(_cards(found, old, new, language, budget))) for language in found.languages]
    return rendered(
        TEMPLATE,
        heading=heading(found),
        game=found.game,
        old=found.old,
        new=found.new,
        same=found.same,
        only_cards=ONLY_CARDS if found.only_cards else "",
        settings=found.settings,
        cards=cards,
        rules=found.rules,
        texts=list(found.texts.items()),
        books=list(found.books.items()),
        head=HEAD[:-1],
        play=[(pair.title, pair.note, pair.games, pair.seed, rows(pair)) for pair in found.play.pairs]
        if found.play
        else [],
        sure=" ".join([SURE, *stopped(found.play)]) if found.play else "",
        notes=found.notes,
        pictures=MAX_PICTURES if budget[0] <= 0 else 0,
    )


def _cards(found: StateComparison, old: Opened, new: Opened, language: str, budget: list[int]) -> Iterator[ShownCard]:
    for change in found.cards.get(language, ()):
        sides = []
        for side in change.sides:
            if budget[0] > 0:
                budget[0] -= 1
                sides.append(_side(old, new, language, change, side))
        yield ShownCard(change.kind, card_line(change), tuple(sides))


def _side(old: Opened, new: Opened, language: str, change: CardChange, side: str) -> ShownSide:
    looks = looks_of(old, new, language, change, side)
    frames = tuple(
        (round(100 * left, 2), round(100 * top, 2), round(100 * (right - left), 2), round(100 * (bottom - top), 2))
        for left, top, right, bottom in looks.frames
    )
    title = side if change.kind == CHANGED and len(change.sides) > 1 else ""
    return ShownSide(title, _address(looks.old), _address(looks.new), frames)


def _address(picture: bytes | None) -> str:
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}" if picture else ""
