"""Faces on paper: the documents of a game's cards and of its components."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cardgen.definitions.game import Deck
from cardgen.definitions.nodes import at
from cardgen.drawing import Document, Face, Page
from cardgen.errors import GLYPH_MISSING, Fault, InputError, Place, fail
from cardgen.faces.compose import CardFaces, Composer
from cardgen.needs import pruned
from cardgen.press.options import Options
from cardgen.sheets.grid import Grid, grid
from cardgen.sheets.impose import Card, impose
from cardgen.text.fonts import FontFace
from cardgen.units import PAPERS


def card_sheets(composer: Composer, language: str, options: Options) -> Document:
    """All decks of a game on paper, in one language."""
    game = composer.game
    pages: list[Page] = []
    faces: dict[str, Face] = {}
    names = composer.names(language)
    decks = [(deck, _chosen(composer.cards(deck, language, game.codes), names, options)) for deck in game.decks]
    for deck, cards in decks:
        if not cards:
            continue
        only = f" ({', '.join(options.cards)})" if options.cards else ""
        label, font = _label(composer, language, deck.name + only)
        pages += impose(cards, _sheet(deck, options), options.duplex, label, font)
        faces |= {face.name: face for card in cards for face in (card.front, card.back) if face}
    if not pages:
        raise fail(f"{game.name} has no cards to print", at(game.node, "decks"))
    return _document(composer, language, options, pages, faces)


def component_sheets(composer: Composer, language: str, options: Options) -> Document:
    """All components of a game on paper, in one language. Raises InputError with each that has no room on it."""
    from cardgen.sheets.components import Press, component_pages
    from cardgen.text.print_words import print_words

    pages: list[Page] = []
    faces: dict[str, Face] = {}
    faults: list[Fault] = []
    paper, words = PAPERS[options.paper], print_words(composer.strings[language])
    for component in composer.game.components:
        label, font = _label(composer, language, component.id)
        press = Press(paper, options.gap, options.bleed, options.duplex, font, words)
        panels = composer.panels(component, language)
        try:
            pages += component_pages(component, panels, press, label)
        except InputError as error:
            faults += error.faults
        faces |= {face.name: face for face in panels.values()}
    if faults:
        raise InputError(*faults)
    return _document(composer, language, options, pages, faces)


def _label(composer: Composer, language: str, what: str) -> tuple[str, FontFace]:
    """A page's label, its number left open, and the font that it is set in."""
    game = composer.game
    font = composer.supplies.font("text", False, False, Place(str(game.home.folder / "game.yaml")))
    label = (
        f"{title_of(composer, language)} · {game.edition} · {language} · {what} · {{page}}/{{pages}} · v{game.version}"
    )
    if missing := font.missing(label):
        raise fail(f"{language}: the title has {', '.join(missing)}, which {font.name} lacks", code=GLYPH_MISSING)
    return label, font


def _document(
    composer: Composer, language: str, options: Options, pages: list[Page], faces: dict[str, Face]
) -> Document:
    title, author = title_of(composer, language), ", ".join(composer.game.author)
    symbols = composer.supplies.symbols
    if options.ink == "low":
        from cardgen.faces.ink import low_ink

        faces, symbols = low_ink(faces, symbols)
    symbols = symbols | {name: face.symbol for name, face in faces.items()}
    fonts = {name: face.path for name, face in composer.supplies.fonts.items()}
    pictures = composer.supplies.pictures
    return pruned(Document(title, language, author, tuple(pages), symbols, fonts, pictures, options.duplex))


def _sheet(deck: Deck, options: Options) -> Grid:
    try:
        return grid(PAPERS[options.paper], deck.size, options.gap, options.bleed)
    except InputError as error:
        raise InputError(*(replace(fault, place=deck.place_of("size")) for fault in error.faults)) from None


def _chosen(cards: list[CardFaces], names: Mapping[str, str], options: Options) -> list[Card]:
    chosen = [card for card in cards if not options.cards or {card.design.id, card.design.card} & {*options.cards}]
    return [
        printed
        for card in chosen
        for _ in range(card.design.count)
        for printed in _printed(card, names[card.design.id], options)
    ]


def _printed(card: CardFaces, name: str, options: Options) -> list[Card]:
    """A card; where both its sides are faces of play and backs are not printed, each side, to share one sleeve."""
    front = replace(card.front, label=name)
    if card.back and card.design.reverse and options.duplex == "none":
        return [Card(front), Card(card.back)]
    return [Card(front, card.back)]


def title_of(composer: Composer, language: str) -> str:
    """The game's title, and the variant's after it."""
    strings = composer.strings[language]
    keys = [key for key in ("game.title", "variant.title") if key in strings.entries]
    return " – ".join(strings.say(key) for key in keys) or composer.game.name
