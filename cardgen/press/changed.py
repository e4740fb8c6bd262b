"""Only what changed: the cards that make a recorded box one of this edition, and the list of those to exchange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from cardgen.definitions.game import Game
from cardgen.drawing import Document, Face, Page
from cardgen.faces.code import DIGITS
from cardgen.faces.compose import CardFaces, Composer
from cardgen.faces.sides import Side
from cardgen.needs import needed, used_symbols
from cardgen.press.files import Files, digest
from cardgen.press.ledger import ANY, Box, Change, Lot, box_before, change, read_ledger
from cardgen.press.options import Options
from cardgen.press.setup import setup
from cardgen.press.sheets import Sheets, cards_of, impose_decks, label_font, title_of
from cardgen.press.stamps import is_kept, old_look
from cardgen.sheets.pull_list import Exchange, Stamp, pull_list
from cardgen.text.print_words import print_words


@dataclass(frozen=True, slots=True)
class Now:
    """An edition's cards in one language as they would be recorded, and their faces by deck and id."""

    box: Box
    faces: dict[tuple[str, str], CardFaces]

    @property
    def looks(self) -> dict[str, Face]:
        """Its sides by their digests."""
        found: dict[str, Face] = {}
        for lot in self.box:
            card = self.faces[lot.deck, lot.card]
            found |= {lot.front: card.front} | ({lot.back: card.back} if card.back else {})
        return found


def now(composer: Composer, language: str, files: Files) -> Now:
    """What a box of the edition holds, if it is printed as it is now."""
    names, shown = composer.names(language), _Shown(composer, language, files)
    lots: list[Lot] = []
    faces: dict[tuple[str, str], CardFaces] = {}
    for deck in composer.game.decks:
        for card in composer.cards(deck, language, composer.game.codes):
            design = card.design
            front, *back = (shown.of(side) for side in composer.sides_of(design))
            faces[deck.name, design.id] = card
            if design.count:
                lots.append(Lot(deck.name, design.id, names[design.id], design.count, front, *back))
    return Now(tuple(lots), faces)


class _Shown:
    """Digests of all that sides show: also of the fonts, which their items only name. A side's code comes first."""

    def __init__(self, composer: Composer, language: str, files: Files) -> None:
        self.composer, self.language, self.files = composer, language, files
        self._known: dict[str, str] = {}

    def of(self, side: Side) -> str:
        if side.name not in self._known:
            self._known[side.name] = self._digest(side)
        return self._known[side.name]

    def _digest(self, side: Side) -> str:
        composer = self.composer
        code, face = composer.code(side, self.language), composer.face(side, self.language)
        symbols = used_symbols(needed(face.items).symbols, composer.supplies.symbols)
        drawn = [face.items, *(symbol.items for symbol in symbols.values())]
        used = {font for items in drawn for font in needed(items).signs}
        fonts = [(name, (source := composer.supplies.fonts[name].source).number, source.axes) for name in sorted(used)]
        told = self.files.told(composer.supplies.fonts[name].source.path for name in used)
        shown = digest(code, fonts, sorted(each for _, each in told), face.width, face.height, face.outline)
        return f"{code[:DIGITS]}-{shown[:12]}"


def what_changed(composer: Composer, language: str, options: Options, files: Files) -> tuple[Now, Change]:
    """What makes the recorded box one of this edition. Raises InputError where there is none."""
    found = now(composer, language, files)
    before = box_before(composer.game, read_ledger(composer.game.home), options.start, language)
    if setup(composer.game.home, options).apart:  # shared backs are not printed, and do not matter
        lone = {key for key, card in found.faces.items() if not card.design.reverse}
        wanted = tuple(replace(lot, back=ANY) if (lot.deck, lot.card) in lone else lot for lot in found.box)
        return found, change(before, wanted)
    return found, change(before, found.box)


def changed_key(found: Change) -> str:
    """Changes with what is exchanged, and with the old looks that are still kept."""
    kept = [is_kept(side) for lot in found.pulled for side in (lot.front, lot.back)]
    return digest(found.pulled, found.added, kept)


def changed_sheets(composer: Composer, language: str, options: Options, found: Now, of: Change) -> Document:
    """The list of cards to exchange, then the sheets of those that go in: as few as there can be."""
    font = label_font(composer, language)
    title = f"{title_of(composer, language)} · {composer.game.edition} · {language} · v{composer.game.version}"
    kept: dict[str, bytes] = {}
    exchanges = _exchanges(of, found, kept)
    table = setup(composer.game.home, options)
    pages = [*pull_list(exchanges, title, print_words(composer.strings[language]), font, table.sheet.paper)]
    if table.sides != "none" and len(pages) % 2 and of.added:
        pages.append(_blank(pages[-1]))  # so that fronts still come before their backs
    sheets, faces = added_sheets(composer, language, options, found, of)
    faces |= {face.name: face for face in _looks(exchanges)}
    return Sheets(composer, language, options).printable([*pages, *sheets], faces, kept)


def added_sheets(
    composer: Composer, language: str, options: Options, found: Now, of: Change
) -> tuple[list[Page], dict[str, Face]]:
    """The sheets of cards that go in, and the faces on them."""
    table = setup(composer.game.home, options)
    chosen = {(lot.deck, lot.card): lot.copies for lot in of.added}
    decks = [
        (deck, [
            printed
            for card in composer.designs(deck)
            for printed in cards_of(found.faces[deck.name, card.id], lot_name(found, deck.name, card.id), table)
            * chosen.get((deck.name, card.id), 0)
        ])
        for deck in composer.game.decks
    ]  # fmt: skip
    return impose_decks(composer, language, options, decks, together=True)


def lot_name(found: Now, deck: str, card: str) -> str:
    return next((lot.name for lot in found.box if (lot.deck, lot.card) == (deck, card)), card)


def _blank(page: Page) -> Page:
    return replace(page, items=())


def _looks(exchanges: Sequence[Exchange]) -> Iterator[Face]:
    for one in exchanges:
        for stamp in (one.out, one.into):
            if stamp and isinstance(stamp.look, Face):
                yield stamp.look


def _exchanges(of: Change, found: Now, kept: dict[str, bytes]) -> list[Exchange]:
    """What goes out and in, of one card together; `kept` takes the pictures of old looks."""
    looks, come = found.looks, {(lot.deck, lot.card): lot for lot in of.added}
    gone: dict[tuple[str, str], list[Lot]] = {}
    for lot in of.pulled:
        gone.setdefault((lot.deck, lot.card), []).append(lot)

    def stamp(lot: Lot, other: Lot | None) -> Stamp:
        """Its front; its back where that alone tells it from the other one."""
        side = lot.back if other and other.front == lot.front and lot.back else lot.front
        return Stamp(lot.copies, lot.name, side[:DIGITS], looks.get(side) or old_look(side, kept))

    exchanges = []
    for key in [*found.faces, *(key for key in gone if key not in found.faces)]:
        new = come.get(key)
        old = [stamp(lot, new) for lot in _alike(gone.get(key, []))]
        into = [stamp(new, gone[key][0] if old else None)] if new else []
        exchanges += [Exchange(*pair) for pair in zip_longest(old, into)]
    return exchanges


def _alike(lots: Sequence[Lot]) -> list[Lot]:
    """Lots of several prints that show the same, together."""
    found: dict[tuple[str, str], Lot] = {}
    for lot in lots:
        before = found.get((lot.front, lot.back))
        found[lot.front, lot.back] = replace(lot, copies=lot.copies + before.copies) if before else lot
    return list(found.values())


def told(found: Change, game: Game, language: str) -> Iterator[str]:
    """What is exchanged, in lines."""
    out, into = (sum(lot.copies for lot in lots) for lots in (found.pulled, found.added))
    yield f"{game.name} {game.edition} {language}: {cards(out)} to take out, {cards(into)} to put in"
    for old, new in found.renamed:
        yield f"  {old.card} is called {new.card} now, and stays"
    fewer = {(lot.deck, lot.card): lot for lot in found.kept}
    for lot in found.pulled:
        if (lot.deck, lot.card) in fewer and fewer[lot.deck, lot.card].front == lot.front:
            yield f"  {lot.card}: {lot.copies} too many"


def cards(count: int) -> str:
    return f"{count:,} card{'' if count == 1 else 's'}"
