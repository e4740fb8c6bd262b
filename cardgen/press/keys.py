"""Cache keys of the files of a build: cardgen composes and makes again only what changed.

A key is a digest of all inputs: definitions, texts, the content of files, and our own code. Any change of an input
means another key, which is all the invalidation that there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from cardgen.definitions.game import Game
from cardgen.definitions.layouts import tables_of
from cardgen.definitions.nodes import content
from cardgen.faces.compose import Composer
from cardgen.faces.sides import Side
from cardgen.graphics.drawing import Face
from cardgen.press.edition_key import codes, coverage_of_keys
from cardgen.press.files import Files, digest
from cardgen.press.options import Options
from cardgen.press.setup import setup
from cardgen.press.sheets import title_of
from cardgen.store.library import EXAMPLES
from cardgen.store.traces import READ, Trace, untraced
from cardgen.text.print_words import names, print_words


class Keys:
    """Computes the keys of an edition's outputs; `base` is the game without its variant, `opened` is the trace of the
    files read for its faces.

    Traces record the files read for each output. These keys cover values, so a changed text rebuilds only the outputs
    that show it.
    """

    def __init__(self, composer: Composer, base: Game, options: Options, files: Files, opened: Trace) -> None:
        self.opened = opened
        self.composer = composer
        self.files = files
        self.base = base
        self.options = options
        self._faces: dict[str, str] = {}  # by language

    def cards(self, language: str) -> str:
        """Returns the key of a language's cards on paper."""
        return digest(self.faces(language), self._paper, self.composer.game.codes)

    def components(self, language: str) -> str:
        """Returns the key of a language's components on paper."""
        return digest(self.faces(language), self.composer.sizes, self._paper)

    def shown_cards(self, language: str) -> str:
        """Returns the key of what the cards of a language show; other changes of the game leave it."""
        composer, game = self.composer, self.composer.game
        names = composer.names(language)
        made = [
            (
                deck.name,
                deck.outline,
                each.id,
                each.design.count,
                each.called(names),
                side.name,
                self._look(side, language),
            )
            for deck in game.decks
            for each in composer.copies(deck)
            for side in each.sides
        ]
        return digest(made, game.codes, self._sheets(language))

    def _look(self, side: Side, language: str) -> tuple[str, str]:
        """The digest of a side's face, and the code printed on it."""
        code = self.composer.code(side, language) if self.composer.game.codes else ""
        return self.composer.digest(self.composer.face(side, language)), code

    def shown_components(self, language: str) -> str:
        """Returns the key of what the components of a language show; other changes of the game leave it."""
        composer, game = self.composer, self.composer.game
        made = [
            (
                each.id,
                each.outline,
                each.depth,
                each.count,
                each.cards,
                content(each.node),
                panel,
                composer.digest(face),
            )
            for each in game.components
            for panel, face in composer.panels(each, language).items()
        ]
        return digest(made, self._sheets(language))

    def pictures(self, language: str) -> str:
        """Returns the key of a language's pictures."""
        names = sorted(self.composer.names(language).items())
        return digest(self.faces(language), self.composer.sizes, names, self._pixels, self.composer.game.codes)

    def shown_picture(self, faces: Iterable[Face], *more: object) -> str:
        """Returns the key of what one picture shows."""
        shown = [(self.composer.digest(face), face.width, face.height, face.outline) for face in faces]
        return digest(shown, more, self._pixels, self.composer.bleed, self._fonts_and_code)

    @property
    def _pixels(self) -> tuple[object, ...]:
        options = self.options
        return options.dpi, options.picture_bleed, options.cards, options.ink

    def shown_book(self, shown: tuple[object, ...]) -> str:
        """Returns the key of what a rulebook or a summary shows; `shown` are its texts and faces."""
        return digest(shown, self._fonts_and_code)

    def _sheets(self, language: str) -> tuple[object, ...]:
        """The values that all sheets of a language show besides faces."""
        composer, game = self.composer, self.composer.game
        strings = composer.strings[language]
        called = names(strings, "component", [each.id for each in game.components])
        decks = names(strings, "deck", [deck.name for deck in game.decks])
        words = [sorted(each.items()) for each in (print_words(strings), called, decks)]
        named = language, title_of(composer, language), game.edition, game.version, game.author
        return words, named, self._paper, composer.bleed, self._fonts_and_code

    def book(self, language: str, template: Path) -> str:
        """Returns the key of a rulebook or a summary."""
        home = self.composer.game.home
        with untraced():
            files = [template, *self.files.included_files(template, home.rulebooks), *home.words(language)]
        files += filter(None, [home.folder / EXAMPLES, home.phrases(language)])
        clauses = self.composer.game.clauses
        played = self._base_rules_key, clauses and content(clauses), self.options.mark_changes
        return digest(self.faces(language), self.composer.sizes, template, played, self.files.digests(files))

    def faces(self, language: str) -> str:
        """Returns the key of all inputs of the cards' faces in a language, and of their printing.

        Other languages count by the text sizes that all languages share.
        """
        if language not in self._faces:
            texts = [(key, entry.text) for key, entry in sorted(self.composer.game.strings[language].items())]
            self._faces[language] = digest(language, texts, self.options.draft, self._common_key)
        return self._faces[language]

    @property
    def _paper(self) -> tuple[object, ...]:
        options = self.options
        print_setup = setup(self.composer.game.home, options)
        looks = options.guides, options.guide_sides, options.corners, options.stack
        return print_setup, looks, options.gap, options.cards, options.ink, options.draft

    @cached_property
    def _fonts_and_code(self) -> tuple[object, ...]:
        """The fonts, the code and the other files that everything printed depends on."""
        game = self.composer.game
        read = ((asked.path, answer) for asked, answer in self.opened.answers.items() if asked.kind == READ)
        is_covered = coverage_of_keys(game.home)
        others = sorted((path, answer) for path, answer in read if not is_covered(path))
        return self.files.digests(self.composer.supplies.font_files()), codes(game.declared), others

    @cached_property
    def _base_rules_key(self) -> str:
        clauses = self.base.clauses
        return digest(content(self.base.node), sorted(self.base.rules.items()), clauses and content(clauses))

    @cached_property
    def _common_key(self) -> str:
        """The key of the inputs of faces in every language."""
        composer, game, home = self.composer, self.composer.game, self.composer.game.home
        decks = {deck.name for deck in game.decks}
        sizes = [(group, size) for group, size in composer.sizes if group[0] in decks]
        # The rulebook's pictures come first: they are among `picture_files` only once the rulebook has used them
        drawn = [home.picture(each) for each in (game.scene, *game.vignettes) if each]
        files = dict.fromkeys([*drawn, *self.files.looks(home), *composer.supplies.picture_files])
        named = (home.name, game.edition, game.languages, game.fonts, sorted(game.rules.items()))
        layouts = {id(side.layout): side.layout for side in composer.sides}.values()
        files |= dict.fromkeys(home.folder / table for layout in layouts for table in tables_of(layout))
        return digest(named, content(game.node), composer.bleed, sizes, self.files.digests(files), self._fonts_and_code)
