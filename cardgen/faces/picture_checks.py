"""Checks pictures: whether they have enough pixels for their size, and which parts of SVG files cannot be drawn as they
are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import partial

from cardgen.definitions.game import Game
from cardgen.faces.artwork import Artwork
from cardgen.faces.bleed import is_made
from cardgen.faces.compose import Composer
from cardgen.faces.quiet import quiet
from cardgen.faces.sides import Side
from cardgen.foundations.errors import Place
from cardgen.foundations.findings import Finding
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Group, Item, Picture, Symbol, Use
from cardgen.graphics.geometry import IDENTITY, Matrix, multiply
from cardgen.graphics.pixels import measure
from cardgen.svg.raster import DPI

MIN_PPI = 200


def check_pictures(composer: Composer) -> Iterator[Finding]:
    game = composer.game
    yield from _check_pixels(composer)
    for name, (path, bare) in sorted(composer.supplies.backgrounds.items()):
        advice = "it is left out" if bare else "write `background: drop` to leave it out"
        message = f"{name}: its first shape is as large as the icon; {advice}"
        yield Finding("icon-background", message, Place(str(path)), game.name, game.variant)
    findings = (
        finding for _, art in sorted(composer.supplies.artworks.items()) for finding in _check_artwork(art, game)
    )
    yield from dict.fromkeys(findings)  # a filled-in drawing is checked for each of its cards


def _check_artwork(art: Artwork, game: Game) -> Iterator[Finding]:
    """Yields findings on parts of SVG pictures that cardgen does not draw as they are."""
    name = art.called
    parts = {noted: "this part of the picture" for patch in art.drawn.patches.values() for noted in patch.noted}
    for noted, what in (parts | dict.fromkeys(art.drawn.beyond, "the whole picture")).items():
        message = f"{name}: {noted.what} needs pixels; cardgen prints {what} at {DPI} dpi"
        yield Finding("picture-pixels", message, noted.place, game.name, game.variant)
    for fault in art.drawn.faults:
        message = f"{name}: {fault.message}; cardgen does not draw the rest of it"
        yield Finding("picture-part", message, fault.place, game.name, game.variant)
    for noted in art.drawn.passed:
        yield Finding(
            "picture-part", f"{name}: cardgen does not print {noted.what}", noted.place, game.name, game.variant
        )


def _check_pixels(composer: Composer) -> Iterator[Finding]:
    """Yields a finding for each picture with too few pixels, at the field where it is printed largest."""
    supplies, game = composer.supplies, composer.game
    worst: dict[tuple[str, str], tuple[float, Finding]] = {}  # by file and reason to keep the finding quiet
    for side in composer.sides:
        own = composer.reading(side).supplies
        for language in composer.checked_languages if own.pictures or own.artworks else ():
            look = partial(_by_field, composer, side, language)
            for field, picture, width, height in composer.run_check("pictures", side, language, look):
                if picture.is_shadow:
                    continue
                size = measure(supplies.pictures[picture.file])
                ppi = min(size.width / width, size.height / height) * INCH
                key = picture.file, quiet(game, side, "low-resolution", [field])
                if ppi >= MIN_PPI - 0.5 or ppi >= worst.get(key, (math.inf,))[0]:
                    continue
                name = picture.file.partition("#")[0].removeprefix("pictures/")
                wanted = " x ".join(str(math.ceil(length / INCH * MIN_PPI)) for length in (width, height))
                message = (
                    f"{side.who(game)}: {name} has {size.width} x {size.height} pixels, {ppi:.0f} to the inch where it "
                    f"is {width:.0f} x {height:.0f} mm; expected {MIN_PPI} or more: {wanted} pixels"
                )
                about = message, side.place, game.name, game.variant
                cause = side.layout.name
                worst[key] = (
                    ppi, Finding("low-resolution", *about, who=side.id, cause=cause, quiet=key[1]),
                )  # fmt: skip
    yield from (finding for _, finding in worst.values())


def _by_field(composer: Composer, side: Side, language: str) -> Iterator[tuple[str, Picture, float, float]]:
    """Yields the fields of a side with their pictures, as `pictures_of` finds them."""
    for field, items in composer.field_items(side, language).items():
        for picture, width, height in pictures_of(tuple(items), composer.supplies.symbols, IDENTITY):
            yield field, picture, width, height


def pictures_of(
    items: tuple[Item, ...], symbols: Mapping[str, Symbol], matrix: Matrix
) -> Iterator[tuple[Picture, float, float]]:
    """Yields the pictures among items, each with its printed width and height in mm, without bleed made of them."""
    for item in items:
        if isinstance(item, Picture):
            a, b, c, d, *_ = matrix
            yield item, item.width * math.hypot(a, b), item.height * math.hypot(c, d)
        elif is_made(item):
            continue
        elif isinstance(item, Group):
            yield from pictures_of(item.items, symbols, multiply(item.matrix, matrix))
        elif isinstance(item, Use):
            yield from pictures_of(symbols[item.symbol].items, symbols, multiply(item.matrix, matrix))
