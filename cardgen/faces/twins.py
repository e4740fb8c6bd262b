"""Cards that are printed twice: under two ids, with the same look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cardgen.definitions.game import Deck, Design
from cardgen.faces.compose import Composer
from cardgen.faces.quiet import quiet
from cardgen.faces.sides import Side
from cardgen.foundations.findings import Finding


def check_twins(composer: Composer) -> Iterator[Finding]:
    """Reports each card that looks like an earlier one in its deck, in all languages and looks, and on both sides.

    It leaves out cards that the author wrote once for several sets.
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
    """The printed cards of a deck with the same words as another one, each with these words and digests of its
    faces."""
    faces: dict[str, list[tuple[Side, str]]] = {}
    for copies in composer.copies(deck):
        if copies.design.count:
            shown = [(side, language) for side in copies.sides for language in composer.languages]
            faces.setdefault(copies.design.id, []).extend(shown)
    words = {id: _words(composer, shown) for id, shown in faces.items()}  # a draft may have crossed out some texts
    often = Counter(words.values())
    for design in deck.designs:
        if design.id in faces and often[words[design.id]] > 1:
            digests = (composer.digest(composer.face(*face)) for face in faces[design.id])
            yield design, (*words[design.id], *digests)


def _words(composer: Composer, faces: Sequence[tuple[Side, str]]) -> tuple[str, ...]:
    return tuple(word for side, language in faces for word in composer.reading(side).words(language))
