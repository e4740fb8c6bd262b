"""Collects what a game's rulebook is made from: its template and words, the real faces, and the examples that are
true."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar

from cardgen.definitions import nodes
from cardgen.definitions.drawings import SUFFIXES
from cardgen.definitions.examples import read_examples
from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Node
from cardgen.definitions.strings_file import read_strings, read_words
from cardgen.definitions.yaml_source import read_text
from cardgen.faces.colour import parse
from cardgen.faces.compose import Composer
from cardgen.faces.supplies import symbol_digest
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.graphics.drawing import Face, Picture, Symbol
from cardgen.press.files import Files
from cardgen.press.pictures import pictures
from cardgen.rulebook.blocks import Figure, icons_of, walk
from cardgen.rulebook.book import Book
from cardgen.rulebook.changes import Called
from cardgen.rulebook.clause_sentences import ClauseSentences, clause_changes
from cardgen.rulebook.facts import authors, facts
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.marks import Mark
from cardgen.rulebook.phrases import Phrases
from cardgen.rulebook.values import values
from cardgen.rules.clause_changes import clause_sentences_text
from cardgen.text import articles
from cardgen.text.card_names import card_names, names_by_form
from cardgen.text.strings import Strings

RULEBOOK, SUMMARY = TEMPLATES = ("{}.md.j2", "{}.summary.md.j2")
MAX_COVER_FACES = 5
SCENE, VIGNETTE = 120.0, 60.0  # mm, the greatest widths of the cover's picture, and of one between texts
_COMPARED = 300  # characters of a line that are compared with a template
T = TypeVar("T")


class BookMaker:
    """Makes one game or variant's rulebook in one language; `base` is the game without its variant.

    `known` has typeset parts that books of one build share. `show_changes`: sentences on changed clauses are marked.
    """

    def __init__(
        self,
        composer: Composer,
        base: Game,
        language: str,
        title: str,
        known: dict[Hashable, Any] | None = None,
        show_changes: bool = False,
    ) -> None:
        self.composer = composer
        self.base = base
        self.language = language
        self.title = title
        self.known = {} if known is None else known
        self.show_changes = show_changes
        self.strings = composer.strings[language]
        self._markdown: dict[Path, str] = {}
        self._marks: dict[Path, tuple[Mark, ...]] = {}
        self.words = Strings(language, read_words(composer.game.home, language))

    @cached_property
    def _template_values(self) -> dict[str, Any]:
        """The values that templates can read, by name."""
        game = self.composer.game
        examples = {
            example.name: example.values if example.holds else None for example in read_examples(game, self.base)
        }
        called = Called(self._names, self._base_names, self._spoken)
        templates = filter(None, (game.home.rulebook(name.format(self.language)) for name in TEMPLATES))
        untold = [each.path for path in templates for mark in self.marks(path) if mark.untold for each in mark.clauses]
        changed = clause_changes(game, self.base, self.strings, self.words, untold, self._plainly)
        template_values = values(game, self.base, called, self.strings, self.words, examples, list(changed))
        return template_values | {"title": self.title, "language": self.language}

    def markdown(self, template: Path) -> str:
        """Renders a template and typesets it. Raises InputError."""
        from cardgen.rulebook.template import as_it_is, render
        from cardgen.rulebook.typesetting import typeset_markdown

        if template not in self._markdown and template == self.composer.game.home.rules:
            self._markdown[template] = typeset_markdown(self._plain(), self.language)
        if template not in self._markdown:
            game, template_values, marks = self.composer.game, self._template_values, self.marks(template)
            sentences = ClauseSentences(game, self.base, self.strings, marks, self.show_changes) if marks else None
            text = render(
                template, game.home.rulebooks, template_values, sentences.render_block if sentences else as_it_is
            )
            text = sentences.finish(text) if sentences else text
            self._markdown[template] = typeset_markdown(text, self.language)
        return self._markdown[template]

    def _plain(self) -> str:
        """The clauses in words, for a game without a template."""
        from cardgen.rulebook.plain import plain_rulebook

        assert self._phrases
        return plain_rulebook(self.composer.game, self._template_values, self.strings, self._phrases)

    def _plainly(self, game: Game, path: str, node: Node | None) -> str:
        """The clause at a path in words: in phrases, or in its own words."""
        if not self._phrases:
            return clause_sentences_text(node)
        phrases = Phrases(game, self.strings, self._phrases, self._spoken)
        return phrases.words_at(path) or clause_sentences_text(node)

    @cached_property
    def _phrases(self) -> Strings | None:
        path = self.composer.game.home.phrases(self.language)
        return Strings(self.language, read_strings(path, first=True)) if path else None

    def marks(self, template: Path) -> tuple[Mark, ...]:
        """Returns the clauses to which a template's sentences are linked; none in a game without clauses."""
        from cardgen.rulebook.clause_tags import marks_of

        if template not in self._marks:
            home = self.composer.game.home
            clauses = self.composer.game.clauses is not None
            self._marks[template] = (
                marks_of([template, *Files().included_files(template, home.rulebooks)]) if clauses else ()
            )
        return self._marks[template]

    def typeset(self, template: Path, make: Callable[[str, Book], T], subtitle: str = "subtitle") -> T:
        """Returns what `make` makes of a template's text. It moves the places of faults from lines of the text to lines
        of the template."""
        markdown = self.markdown(template)
        with self._faults_in(template, markdown):
            return make(markdown, self.book(template, subtitle))

    def source_place(self, template: Path, line: int, said: str = "") -> Place:
        """Returns the place where the template, or one that it includes, writes a line of its text, or the line of that
        paragraph that has most of the words `said`."""
        markdown = self.markdown(template)
        lines = markdown.splitlines()
        paragraph = list(takewhile(lambda at: lines[at - 1].strip(), range(max(1, line), len(lines) + 1)))
        if said and paragraph:
            line = max(paragraph, key=lambda at: _common_length(said, lines[at - 1]))
        place = _in_template(Place(str(template), line, 1), template, markdown, self.composer.game.home.rulebooks)
        return place or Place(str(template))

    @contextmanager
    def _faults_in(self, template: Path, markdown: str) -> Iterator[None]:
        """Moves the places of faults from lines of a text to lines of its templates."""
        try:
            yield
        except InputError as error:
            folders = self.composer.game.home.rulebooks
            faults = (replace(f, place=_in_template(f.place, template, markdown, folders)) for f in error.faults)
            raise InputError(*faults) from None

    def content(self, template: Path, subtitle: str = "subtitle", cover: bool = True) -> tuple[object, ...]:
        """Returns the content of a book: its words and figures."""
        markdown, book = self.markdown(template), self.book(template, subtitle)
        with self._faults_in(template, markdown):
            blocks = list(walk(read_markdown(markdown, template)))
        named = {face.name for block in blocks if isinstance(block, Figure) for face in block.faces}
        named |= set(book.cover) if cover else set()
        shown = ((name, face) for of in (book.faces, book.smaller) for name, face in of.items() if name in named)
        faces = [
            (name, face.label, face.width, face.height, face.outline, self.composer.digest(face))
            for name, face in shown
        ]
        icons = {name for block in blocks for name in icons_of(block)}
        drawn = [(name, symbol_digest(book.icons(name, Place(str(template))))) for name in sorted(icons)]
        fonts = sorted((use, *(face.name for face in font.faces)) for use, font in book.fonts.items())
        look = book.language, sorted(book.colours.items()), fonts
        scene = book.scene.name if cover and book.scene else ""
        pictures = [symbol_digest(each) for each in book.vignettes] if cover else []
        words = sorted(book.words.items())
        front = book.title, book.subtitle, book.author, words, book.cover if cover else (), scene, pictures
        return markdown, faces, drawn, look, front

    def book(self, source: Path, subtitle: str = "subtitle") -> Book:
        composer, game = self.composer, self.composer.game
        place = Place(str(game.home.folder / "game.yaml"))

        scene = self._scene

        def font(use: str, bold: bool = False, italic: bool = False):
            return composer.supplies.font(use, bold, italic, place, self.language)

        ids = [design.id for design in game.designs]
        step = max(1, len(ids) / MAX_COVER_FACES)
        spread = (ids[min(len(ids) - 1, int(index * step))] for index in range(MAX_COVER_FACES))
        return Book(
            title=self.title,
            subtitle=self.words.say(subtitle),
            language=self.language,
            author=authors(game, self.words),
            fonts={
                "text": font("book"),
                "text-bold": font("book", bold=True),
                "text-italic": font("book", italic=True),
                "text-bold-italic": font("book", bold=True, italic=True),
                "display": font("display", bold=True),
            },
            colours=dict(game.colours),
            faces=self._faces[0],
            smaller=self._faces[1],
            cover=() if scene else game.cover or tuple(dict.fromkeys(spread)),
            scene=scene,
            vignettes=self._vignettes,
            icons=composer.supplies.inline_icon,
            symbols=composer.supplies.symbols,
            words={key: self.words.say(key) for key in ("contents", "page", "notes", "skip")}
            | {"facts": facts(game, self.words)}
            | {key: self.strings.say(key) for key in self.strings.entries if key.startswith("icon.")},
            source=source,
            face_fonts={name: face.source for name, face in composer.supplies.fonts.items()},
            pictures=composer.supplies.pictures,
            known=self.known,
            colour=lambda name: parse(name, game.colours),
            back=source_of(game, SUMMARY.format(self.language)) is not None,
        )

    @cached_property
    def _scene(self) -> Symbol | None:
        """The picture of the cover."""
        game = self.composer.game
        return self._picture(game.scene, SCENE, nodes.at(game.node, "look", "scene")) if game.scene else None

    @cached_property
    def _vignettes(self) -> tuple[Symbol, ...]:
        game = self.composer.game
        places = (nodes.at(game.node, "look", "vignettes", index) for index in range(len(game.vignettes)))
        pictures = zip(game.vignettes, places, strict=True)
        return tuple(self._picture(name, VIGNETTE, place) for name, place in pictures)

    def _picture(self, name: str, width: float, place: Place) -> Symbol:
        """A picture `width` mm wide, drawn or of pixels."""
        supplies = self.composer.supplies
        if name.lower().endswith(SUFFIXES):
            if form := supplies.form(name, place, frozenset()):
                message = "expected a drawing without expressions here, where no card fills it in"
                raise fail(message, form.at(next(form.blanks), 0))
            return supplies.drawing(supplies.artwork(name, place), width)
        file = supplies.picture(name, place)
        area = (0.0, 0.0, float(file.width), float(file.height))
        return Symbol(f"pictures/{file.key}", area, (Picture(*area, file.key),))

    @cached_property
    def _faces(self) -> tuple[dict[str, Face], dict[str, Face]]:
        back = self.words.say("back") if "back" in self.words.entries else ""
        return pictures(self.composer, self._names, back, self.language)

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of the cards, including those that the variant dropped."""
        return self._base_names | self.composer.names(self.language)

    @cached_property
    def _base_names(self) -> dict[str, str]:
        """The names of the cards without the variant."""
        if self.composer.game is self.base:
            return self.composer.names(self.language)
        strings = Strings(self.language, self.base.strings[self.language])
        return card_names(self.base.designs, self.base.home, strings)

    @cached_property
    def _spoken(self) -> dict[str, dict[str, str]]:
        """What each card is called within a sentence, by form; `name` is its name alone."""
        game, forms = self.composer.game, articles.forms(self.language)
        said = names_by_form(game.designs, game.home, self.strings, forms) | {"name": self._names}
        return {id: {form: names[id] for form, names in said.items()} for id in said["the"]}


def source_of(game: Game, name: str) -> Path | None:
    """Returns the source of a rulebook or a summary: its template, such as fr.md.j2, or, for a rulebook without one,
    the rules file, if cardgen can write its clauses in that language. None if the game has neither."""
    if (template := game.home.rulebook(name)) or game.clauses is None:
        return template
    language = name.removesuffix(RULEBOOK.format(""))
    return game.home.rules if "." not in language and game.home.phrases(language) else None


def _in_template(place: Place | None, template: Path, markdown: str, folders: Sequence[Path]) -> Place | None:
    """The place of the line of the template, or of one that it includes, that is most like a line of the text."""
    lines = markdown.splitlines()
    if place is None or place.file != str(template) or not 0 < place.line <= len(lines):
        return place
    written = [
        (_likeness(lines[place.line - 1], line), Place(str(path), number, 1))
        for path in (template, *Files().included_files(template, folders))
        for number, line in enumerate(read_text(path).splitlines(), 1)
    ]
    return max(written, key=lambda match: match[0])[1]


def _common_length(said: str, line: str) -> int:
    """The length of the longest substring that two texts share."""
    match = difflib.SequenceMatcher(None, said[:_COMPARED], line, autojunk=False)
    return match.find_longest_match().size


def _likeness(line: str, source: str) -> float:
    """The likeness of a line to one of a template, with or without the expressions of that one."""
    line, source = line[:_COMPARED], source[:_COMPARED]
    plain = re.sub(r"\{\{[^{}]*\}\}", "", source)
    return max(difflib.SequenceMatcher(None, line, other, autojunk=False).ratio() for other in {source, plain})
