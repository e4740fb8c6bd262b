"""Prints a game: the one place that sees every printing stage and hands frozen faces from one to the next."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from cardgen.definitions.game import BASE, Deck, Game
from cardgen.definitions.load import load_game
from cardgen.definitions.nodes import at
from cardgen.drawing import Document, Page
from cardgen.errors import GLYPH_MISSING, UNKNOWN_NAME, InputError, Place, fail, nearest
from cardgen.faces.compose import CardFaces, Composer
from cardgen.faces.ink import low_ink
from cardgen.library import PACKAGE, Home
from cardgen.outputs import Output, Written, write_outputs
from cardgen.sheets.grid import Grid, grid
from cardgen.sheets.impose import Card, impose
from cardgen.units import PAPERS

PARTS = ("cards",)


@dataclass(frozen=True, slots=True)
class Options:
    """What `cardgen build` may be told. Lengths are millimetres."""

    languages: tuple[str, ...] = ()  # none: all of the game's
    paper: str = "a4"
    duplex: Literal["long", "short", "none"] = "long"
    gap: float = 0.0
    bleed: float = 3.0
    cards: tuple[str, ...] = ()  # none: all
    ink: Literal["full", "low"] = "full"
    settings: Mapping[str, str] = field(default_factory=dict)  # rules tried with --set
    out: Path = Path("out")


def build(home: Home, variant: str = BASE, options: Options = Options()) -> list[Written]:
    """Writes a game or a variant of it, in the languages asked for. Raises InputError; nothing is written then."""
    return write_outputs(plan(home, variant, options))


def plan(home: Home, variant: str, options: Options) -> list[Output]:
    """The files that a build would write. Nothing is written yet, and every fault has been raised."""
    game = load_game(home, variant, options.settings)
    languages = _languages(game, options.languages)
    _check_cards(game, options.cards)
    composer = Composer(game, options.bleed)
    outputs = []
    for language in languages:
        document = card_sheets(composer, language, options)
        folder = options.out / game.name / game.variant / language
        outputs.append(_pdf(folder / "cards.pdf", document))
    return outputs


def _languages(game: Game, asked: Iterable[str]) -> tuple[str, ...]:
    for language in asked:
        if language not in game.languages:
            hint = nearest(language, game.languages)
            raise fail(f"{game.name} has no language '{language}'{hint}", code=UNKNOWN_NAME)
    return tuple(asked) or game.languages


def _check_cards(game: Game, asked: Iterable[str]) -> None:
    known = [design.id for design in game.designs]
    for card in asked:
        if card not in known:
            raise fail(f"{game.name} has no card '{card}'{nearest(card, known)}", code=UNKNOWN_NAME)


def card_sheets(composer: Composer, language: str, options: Options) -> Document:
    """All decks of a game on paper, in one language."""
    game = composer.game
    title = title_of(composer, language)
    font = composer.supplies.font("text", False, False, Place(str(game.home.folder / "game.yaml")))
    pages: list[Page] = []
    faces = {}
    decks = [(deck, _chosen(composer.cards(deck, language), options)) for deck in game.decks]
    for deck, cards in decks:
        if not cards:
            continue
        sheet = _sheet(deck, options)
        label = f"{title} · {game.edition} · {language} · {deck.name} · {{page}}/{{pages}} · v{game.version}"
        if missing := font.missing(label):
            raise fail(f"{language}: the title has {', '.join(missing)}, which {font.name} lacks", code=GLYPH_MISSING)
        pages += impose(cards, sheet, options.duplex, label, font)
        faces |= {face.name: face for card in cards for face in (card.front, card.back) if face}
    if not pages:
        raise fail(f"{game.name} has no cards to print", at(game.node, "decks"))
    symbols = composer.supplies.symbols
    if options.ink == "low":
        faces, symbols = low_ink(faces, symbols)
    symbols = symbols | {name: face.symbol for name, face in faces.items()}
    fonts = {name: face.path for name, face in composer.supplies.fonts.items()}
    author = ", ".join(game.author)
    return Document(title, language, author, tuple(pages), symbols, fonts, composer.supplies.pictures, options.duplex)


def _sheet(deck: Deck, options: Options) -> Grid:
    try:
        return grid(PAPERS[options.paper], deck.size, options.gap, options.bleed)
    except InputError as error:
        raise InputError(*(replace(fault, place=deck.place_of("size")) for fault in error.faults)) from None


def _chosen(cards: list[CardFaces], options: Options) -> list[Card]:
    return [
        Card(card.front, card.back)
        for card in cards
        if not options.cards or card.design.id in options.cards
        for _ in range(card.design.count)
    ]


def title_of(composer: Composer, language: str) -> str:
    """The game's title, and the variant's after it."""
    strings = composer.strings[language]
    keys = [key for key in ("game.title", "variant.title") if key in strings.entries]
    return " – ".join(strings.say(key) for key in keys) or composer.game.name


def _pdf(path: Path, document: Document) -> Output:
    def make() -> bytes:
        from cardgen.pdf.write import write_pdf

        return write_pdf(document)

    return Output(path, f"{_digest(document)}-{_writer_digest()}", make)


def _digest(document: Document) -> str:
    """A key of all that a document shows; fonts and pictures count by their content."""
    files = {name: _file_digest(path) for name, path in (document.fonts | document.pictures).items()}
    told = (
        document.title, document.language, document.author, document.duplex, document.pages, document.symbols, files
    )  # fmt: skip
    return hashlib.blake2b(repr(told).encode(), digest_size=16).hexdigest()


def _file_digest(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


@lru_cache(maxsize=1)
def _writer_digest() -> str:
    """Changes with the code that turns a document into bytes."""
    sources = sorted((PACKAGE / "pdf").glob("*.py"))
    return hashlib.blake2b(b"".join(path.read_bytes() for path in sources), digest_size=8).hexdigest()
