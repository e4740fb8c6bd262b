"""Makes the documents of a game's cards and components: faces imposed on paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from cardgen.definitions.game import Deck
from cardgen.definitions.nodes import at
from cardgen.faces.compose import CardFaces, Composer
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import GLYPH_MISSING, InputError, Place, fail
from cardgen.graphics.drawing import Document, Face, Page
from cardgen.graphics.needs import prune
from cardgen.graphics.outline import Outline, Shape
from cardgen.press.options import Options
from cardgen.press.setup import Setup, setup
from cardgen.sheets.correct import correct
from cardgen.sheets.grid import CardGrid
from cardgen.sheets.impose import SheetCard, impose
from cardgen.sheets.stock import lay_out
from cardgen.text.fonts import Font
from cardgen.text.print_words import names, print_words
from cardgen.text.titles import full_title


def card_sheets(composer: Composer, language: str, options: Options) -> Document:
    """All decks of a game on paper, in one language."""
    game = composer.game
    cards = [(deck, cards_in(composer, language, options, deck)) for deck in game.decks]
    pages, faces = impose_decks(composer, language, options, cards)
    if not pages:
        raise fail(f"{game.name} has no cards to print", at(game.node, "decks"))
    return Sheets(composer, language, options).printable(pages, faces)


def impose_decks(
    composer: Composer,
    language: str,
    options: Options,
    decks: list[tuple[Deck, list[SheetCard]]],
    together: bool = False,
) -> tuple[list[Page], dict[str, Face]]:
    """Pages of decks' cards, and the faces on them; with `together` decks of one outline share their sheets."""
    print_setup = setup(composer.game.home, options)
    font = label_font(composer, language)
    called = names(composer.strings[language], "deck", [deck.name for deck in composer.game.decks])
    only = f" ({', '.join(options.cards)})" if options.cards else ""
    piles: dict[object, list[tuple[Deck, list[SheetCard]]]] = {}
    for deck, cards in decks:
        if cards:
            piles.setdefault(deck.outline if together else deck.name, []).append((deck, cards))
    pages: list[Page] = []
    faces: dict[str, Face] = {}
    for pile in piles.values():
        first, cards = pile[0][0], [card for _, those in pile for card in those]
        label = _label(composer, language, font, ", ".join(called[deck.name] for deck, _ in pile) + only)
        sheet, outline = deck_sheet(first, print_setup, options), round_corners(first.outline, options)
        pages += impose(cards, sheet, print_setup.flip, label, font, outline, print_setup.finish(options))
        faces |= {face.name: face for card in cards for face in (card.front, card.back) if face}
    return pages, faces


def component_sheets(composer: Composer, language: str, options: Options) -> Document:
    """Lays out all components of a game on paper, in one language. Raises InputError with each one that does not
    fit."""
    return Sheets(composer, language, options).printable(*lay_components(composer, language, options))


def lay_components(composer: Composer, language: str, options: Options) -> tuple[list[Page], dict[str, Face]]:
    """Returns pages of components, with the faces on them."""
    from cardgen.sheets.components import component_pages
    from cardgen.sheets.page_setup import PageSetup

    strings, components = composer.strings[language], composer.game.components
    called, words = names(strings, "component", [each.id for each in components]), print_words(strings)
    font = label_font(composer, language)
    label = partial(_label, composer, language, font)
    print_setup = setup(composer.game.home, options)
    given = options.gap, options.bleed, print_setup.flip, font, words, called, label
    page_setup = PageSetup(print_setup.stock_of_components, print_setup.finish(options), *given)
    made = [(component, composer.panels(component, language)) for component in components]
    faces = {face.name: face for _, panels in made for face in panels.values()}
    return list(component_pages(made, page_setup)), faces


def label_font(composer: Composer, language: str) -> Font:
    """Returns the font of the labels on pages."""
    return composer.supplies.font("text", False, False, Place(str(composer.game.home.folder / "game.yaml")), language)


def _label(composer: Composer, language: str, font: Font, what: str) -> str:
    """A page's label, its number left open."""
    game = composer.game
    of = f"{title_of(composer, language)} · {game.edition} · {language} · {what} · {{page}}/{{pages}}"
    label = f"{of} · v{game.version}{' · draft' if composer.draft else ''}"
    if fault := font.fault(label):
        raise fail(f"{language}: {fault}", code=GLYPH_MISSING)
    return label


@dataclass(frozen=True, slots=True)
class Sheets:
    """Makes documents of a game's pages in one language."""

    composer: Composer
    language: str
    options: Options

    def printable(self, pages: list[Page], faces: dict[str, Face], more: Mapping[str, bytes] | None = None) -> Document:
        """Returns the pages as they go to the printer, with its known errors corrected."""
        print_setup = setup(self.composer.game.home, self.options)
        made = replace(self.document(pages, faces, more), duplex=print_setup.flip)
        return correct(made, print_setup.printer) if print_setup.printer else made

    def document(self, pages: list[Page], faces: dict[str, Face], more: Mapping[str, bytes] | None = None) -> Document:
        """Makes a document of pages with faces, and all that these are drawn with; `more` are pictures that pages
        themselves place."""
        supplies = self.composer.supplies
        title, author = title_of(self.composer, self.language), ", ".join(self.composer.game.author)
        symbols = supplies.symbols
        if self.options.ink == "low":
            from cardgen.faces.ink import low_ink

            faces, symbols = low_ink(faces, symbols)
        symbols = symbols | {name: face.symbol for name, face in faces.items()}
        fonts = {name: face.source for name, face in supplies.fonts.items()}
        pictures = supplies.pictures | dict(more or {})
        return prune(Document(title, self.language, author, tuple(pages), symbols, fonts, pictures))


def round_corners(outline: Outline, options: Options) -> Outline:
    """Returns the outline, or, with `corners`, that of a rectangle with rounded corners."""
    if outline.kind != "rectangle" or not options.corners:
        return outline
    corners = min(options.corners, outline.width / 2, outline.height / 2)
    return replace(Shape("rounded", corners).outline(outline.width, outline.height), holes=outline.holes)


def deck_sheet(deck: Deck, print_setup: Setup, options: Options) -> CardGrid:
    """Returns the sheet of a deck's cards. Raises InputError if there is no room for one."""
    try:
        return lay_out(print_setup.stock, round_corners(deck.outline, options), options.gap, options.bleed)
    except InputError as error:
        raise InputError(*(replace(fault, place=deck.place_of("size")) for fault in error.faults)) from None


def cards_in(composer: Composer, language: str, options: Options, deck: Deck) -> list[SheetCard]:
    """Returns the cards of a deck to print, each as often as it has copies."""
    called, print_setup = composer.names(language), setup(composer.game.home, options)
    cards = composer.cards(deck, language, composer.game.codes)
    chosen = [card for card in cards if not options.cards or {card.design.id, card.design.card} & {*options.cards}]
    return [
        printed
        for card in chosen
        for _ in range(card.design.count)
        for printed in cards_of(card, called[card.design.id], print_setup)
    ]


def cards_of(card: CardFaces, name: str, print_setup: Setup) -> list[SheetCard]:
    """Returns a card; if both its sides are used in play and backs are not printed, each side, to share one sleeve."""
    front = replace(card.front, label=name)
    if card.back and card.design.reverse and print_setup.one_sided:
        return [SheetCard(front), SheetCard(card.back)]
    return [SheetCard(front, card.back)]


def title_of(composer: Composer, language: str) -> str:
    """Returns the game's title, with the variant's after it."""
    return full_title(composer.strings[language], composer.game.name)
