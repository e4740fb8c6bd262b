"""Checks the text of the rulebooks and summaries of a game or variant, without laying them out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.definitions.game import Game
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import JUDGED, InputError
from cardgen.foundations.findings import Finding
from cardgen.press.books import TEMPLATES, BookMaker, source_of
from cardgen.validation.sentences import check_sentences


def check_books(composer: Composer, base: Game) -> Iterator[Finding]:
    """Renders every template in each language asked for, and reads the result. `base` is the game without its
    variant."""
    for language in composer.languages_to_check:
        sources = (source_of(composer.game, name.format(language)) for name in TEMPLATES)
        if templates := [template for template in sources if template]:
            yield from _check(composer, base, language, templates)


def _check(composer: Composer, base: Game, language: str, templates: list[Path]) -> Iterator[Finding]:
    from cardgen.rulebook.proof import proofread

    maker: BookMaker | None = None
    for template in templates:
        try:
            maker = maker or BookMaker(composer, base, language, composer.game.name)
            maker.typeset(template, proofread)
        except InputError as error:
            for fault in error.faults:
                code = fault.code if fault.code in JUDGED else "rulebook-fault"
                yield Finding(code, fault.message, fault.place, composer.game.name, composer.game.variant)
    if maker:
        yield from check_sentences(maker)
