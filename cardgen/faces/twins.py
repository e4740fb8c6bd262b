"""Cards that are printed twice: under two ids, with the same look."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.definitions.game import Deck, Design
from cardgen.faces.compose import Composer
from cardgen.faces.quiet import quiet
from cardgen.foundations.findings import Finding


def check_twins(composer: Composer) -> Iterator[Finding]:
    """Each card that looks like one before it in its deck, in all languages, looks and on both sides.

    A card that is there for each of several sets was written once, and is meant to come several times.
    """
    game = composer.game
    for deck in game.decks:
        first: dict[tuple[str, ...], Design] = {}
        for design, look in _looks(composer, deck):
            other = first.setdefault(look, design)
            if other is design or (design.set and (design.kind, design.card) == (other.kind, other.card)):
                continue
            message = (
                f"card '{design.id}' looks just like card '{other.id}', on both sides and in every language; "
                f"write one of them, with `count: {design.count + other.count}`, or make them look different"
            )
            about = message, design.place, game.name, game.variant
            why = quiet(game, composer.sides_of(design)[0], "card-twice")
            yield Finding("card-twice", *about, who=design.id, cause=deck.name, quiet=why)


def _looks(composer: Composer, deck: Deck) -> Iterator[tuple[Design, tuple[str, ...]]]:
    """The printed cards of a deck, each with what changes with anything that it shows."""
    shown: dict[str, list[str]] = {}
    for copies in composer.copies(deck):
        if copies.design.count:
            own = shown.setdefault(copies.design.id, [])
            for side in copies.sides:
                for language in composer.languages:  # a draft may have crossed words out that tell cards apart
                    own += [composer.digest(composer.face(side, language)), *composer.reading(side).words(language)]
    for design in deck.designs:
        if design.id in shown:
            yield design, tuple(shown[design.id])
