"""Finds which cards turn a recorded box into this edition, and makes the sheets and the list of the exchange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from cardgen.definitions.game import Game
from cardgen.faces.code import DIGITS
from cardgen.faces.compose import CardFaces, Composer
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Document, Face, Page
from cardgen.ledger.boxes import ANY, Box, BoxChange, PrintedCopies, change
from cardgen.ledger.ledger_file import box_before, read_ledger
from cardgen.press.files import Files, digest
from cardgen.press.options import Options
from cardgen.press.resized import find_resized
from cardgen.press.setup import setup
from cardgen.press.sheets import Sheets, cards_of, impose_decks, label_font, title_of
from cardgen.press.shown import SideDigests
from cardgen.press.stamps import is_kept, old_look
from cardgen.sheets.pull_list import Exchange, Resized, Stamp, pull_list
from cardgen.text.print_words import print_words


@dataclass(frozen=True, slots=True)
class Now:
    """An edition's cards in one language as a print would record them, with their faces by deck and id of copies."""

    box: Box
    faces: dict[tuple[str, str], CardFaces]

    @property
    def looks(self) -> dict[str, Face]:
        """Returns its sides by their digests."""
        faces: dict[str, Face] = {}
        for lot in self.box:
            card = self.faces[lot.deck, lot.card]
            faces |= {lot.front: card.front} | ({lot.back: card.back} if card.back else {})
        return faces


def now(composer: Composer, language: str, files: Files) -> Now:
    """Returns what a box of the edition would hold, printed as it is now."""
    names, shown = composer.names(language), SideDigests(composer, language, files)
    lots: list[PrintedCopies] = []
    faces: dict[tuple[str, str], CardFaces] = {}
    for deck in composer.game.decks:
        for card in composer.cards(deck, language, composer.game.codes):
            copies, count = card.copies, card.design.count
            front, *back = (shown.of(side) for side in copies.sides)
            faces[deck.name, copies.id] = card
            if count:
                lots.append(PrintedCopies(deck.name, copies.id, copies.called(names), count, front, *back))
    return Now(tuple(lots), faces)


@dataclass(frozen=True, slots=True)
class EditionDiff:
    """The exchange that turns the recorded box into an edition as it is `now`, and the part of it that comes only from
    text sizes."""

    now: Now
    change: BoxChange
    resized: tuple[Resized, ...]

    @property
    def key(self) -> str:
        """The key of the exchange, which changes with its cards and with the old looks that are still kept."""
        pulled, added = self.change.pulled, self.change.added
        kept = [is_kept(side) for lot in pulled for side in (lot.front, lot.back)]
        return digest(pulled, added, self.resized, kept)


def what_changed(composer: Composer, language: str, options: Options, files: Files) -> EditionDiff:
    """Finds the exchange that turns the recorded box into this edition. Raises InputError if there is no recorded
    box."""
    present, game = now(composer, language, files), composer.game
    ledger = read_ledger(game.home)
    before, wanted = box_before(game, ledger, options.start, language), present.box
    if setup(game.home, options).one_sided:  # shared backs are not printed, and do not matter
        lone = {key for key, card in present.faces.items() if not card.design.reverse}
        wanted = tuple(replace(lot, back=ANY) if (lot.deck, lot.card) in lone else lot for lot in present.box)
    made = change(before, wanted)
    sizes = ledger.sizes_of(options.start or game.edition, language)
    return EditionDiff(present, made, find_resized(composer, language, files, made, sizes))


def changed_sheets(composer: Composer, language: str, options: Options, of: EditionDiff) -> Document:
    """Makes the list of cards to exchange, and then the sheets of those that go in, as few as possible."""
    font, words = label_font(composer, language), print_words(composer.strings[language])
    title = f"{title_of(composer, language)} · {composer.game.edition} · {language} · v{composer.game.version}"
    kept: dict[str, bytes] = {}
    exchanges = _exchanges(of.change, of.now, kept)
    print_setup = setup(composer.game.home, options)
    pages = [*pull_list(exchanges, title, words, font, print_setup.sheet.paper, of.resized)]
    if print_setup.flip != "none":
        if len(pages) % 2 and of.change.added:
            pages.append(replace(pages[-1], items=()))  # so that fronts still come before their backs
        pages = [replace(page, back=number % 2 == 1) for number, page in enumerate(pages)]
    sheets, faces = added_sheets(composer, language, options, of)
    faces |= {face.name: face for face in _looks(exchanges)}
    return Sheets(composer, language, options).printable([*pages, *sheets], faces, kept)


def added_sheets(
    composer: Composer, language: str, options: Options, of: EditionDiff
) -> tuple[list[Page], dict[str, Face]]:
    """Returns the sheets of cards that go in, with the faces on them."""
    print_setup, faces = setup(composer.game.home, options), of.now
    chosen = {(lot.deck, lot.card): lot.copies for lot in of.change.added}
    decks = [
        (deck, [
            printed
            for (name, id), card in faces.faces.items() if name == deck.name
            for printed in cards_of(card, lot_name(faces, name, id), print_setup) * chosen.get((name, id), 0)
        ])
        for deck in composer.game.decks
    ]  # fmt: skip
    return impose_decks(composer, language, options, decks, together=True)


def lot_name(present: Now, deck: str, card: str) -> str:
    return next((lot.name for lot in present.box if (lot.deck, lot.card) == (deck, card)), card)


def _looks(exchanges: Sequence[Exchange]) -> Iterator[Face]:
    for one in exchanges:
        for stamp in (one.out, one.into):
            if stamp and isinstance(stamp.look, Face):
                yield stamp.look


def _exchanges(of: BoxChange, present: Now, kept: dict[str, bytes]) -> list[Exchange]:
    """The copies that go out of the box and into it, paired by card; `kept` takes the pictures of old looks."""
    looks, come = present.looks, {(lot.deck, lot.card): lot for lot in of.added}
    gone: dict[tuple[str, str], list[PrintedCopies]] = {}
    for lot in of.pulled:
        gone.setdefault((lot.deck, lot.card), []).append(lot)

    def stamp(lot: PrintedCopies, other: PrintedCopies | None) -> Stamp:
        """Shows the front of a card, or its back if only the back differs from the other card."""
        side = lot.back if other and other.front == lot.front and lot.back else lot.front
        return Stamp(lot.copies, lot.name, side[:DIGITS], looks.get(side) or old_look(side, kept))

    exchanges = []
    for key in [*present.faces, *(key for key in gone if key not in present.faces)]:
        new = come.get(key)
        old = [stamp(lot, new) for lot in _alike(gone.get(key, []))]
        into = [stamp(new, gone[key][0] if old else None)] if new else []
        exchanges += [Exchange(*pair) for pair in zip_longest(old, into)]
    return exchanges


def _alike(lots: Sequence[PrintedCopies]) -> list[PrintedCopies]:
    """Lots of several prints that show the same, together."""
    merged: dict[tuple[str, str], PrintedCopies] = {}
    for lot in lots:
        before = merged.get((lot.front, lot.back))
        merged[lot.front, lot.back] = replace(lot, copies=lot.copies + before.copies) if before else lot
    return list(merged.values())


def exchange_lines(diff: EditionDiff, game: Game, language: str) -> Iterator[str]:
    """Reports the exchange, in lines."""
    made = diff.change
    out, into = (sum(lot.copies for lot in lots) for lots in (made.pulled, made.added))
    yield f"{game.name} {game.edition} {language}: {cards(out)} to take out, {cards(into)} to put in"
    for each in diff.resized:
        sizes = f"{each.before:g} -> {each.now:g} pt on {cards(each.cards)} whose texts are the same"
        yield f"  {each.text}: {sizes}; 'fit: each' in its style leaves them as they are"
    for old, new in made.renamed:
        yield f"  {old.card} is now called {new.card}; keep it"
    fewer = {(lot.deck, lot.card): lot for lot in made.kept}
    for lot in made.pulled:
        if (lot.deck, lot.card) in fewer and fewer[lot.deck, lot.card].front == lot.front:
            yield f"  {lot.card}: {lot.copies} too many"


def cards(count: int) -> str:
    return f"{count:,} card{'' if count == 1 else 's'}"
