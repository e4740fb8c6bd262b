"""Lists the outputs of an edition: each file that a build writes, with its cache key and the function that makes it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cardgen.checks.definitions import CHECKS
from cardgen.definitions.card_words import plain_strings
from cardgen.definitions.game import BASE, Game
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.faces.sizes import Memory
from cardgen.faces.text_checks import check_fonts, check_marks
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import fail
from cardgen.foundations.findings import Finding, apply_quiet
from cardgen.graphics.drawing import Document
from cardgen.ledger.ledger_file import languages_before
from cardgen.press.chosen import chosen_cards, chosen_languages, concerning, in_languages
from cardgen.press.cutting import CutFiles
from cardgen.press.edition_key import bounds_of, coverage_of_keys, note_code, sources_key
from cardgen.press.files import Files, digest
from cardgen.press.ink import ink_area
from cardgen.press.keys import Keys
from cardgen.press.options import CARDS, CHANGED, PARTS, PICTURES, PROOF, Options, parts_of
from cardgen.press.setup import setup
from cardgen.press.sheets import Sheets, card_sheets, component_sheets, label_font, title_of
from cardgen.press.tally import Tally, tally
from cardgen.rules.load import load_game
from cardgen.store.library import Home
from cardgen.store.outputs import Output, Written, write_outputs
from cardgen.store.remember import once
from cardgen.store.traces import Trace, replay, tracing, untraced
from cardgen.text.pseudo import LONG, long_strings

if TYPE_CHECKING:
    from cardgen.press.books import BookMaker
    from cardgen.press.changed import EditionDiff

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AsPdf:
    """Makes a PDF file of a document, which others can look at before."""

    document: Callable[[], Document]

    def __call__(self) -> bytes:
        return as_pdf(self.document())


__all__ = ["PARTS", "Options", "build", "card_sheets", "component_sheets", "plan", "title_of"]


def build(home: Home, variant: str = BASE, options: Options = Options()) -> list[Written]:
    """Builds a game, or a variant of it, in the languages asked for. If it raises InputError, it has written
    nothing."""
    return write_outputs(plan(home, variant, options))


def plan(
    home: Home, variant: str, options: Options, report: Callable[[Finding], None] = lambda finding: None
) -> list[Output]:
    """Returns the files that a build would write, without writing them.

    Raises InputError with the faults of the faces. Faults of pages come up when cardgen makes the pages, still before
    it writes anything. It calls `report` with each finding on the definitions that does not stop a print.
    """
    return open_edition(home, variant, options, report).all_outputs()


class Common:
    """The common parts of the editions of one build: files, sides that were read, and games without their variants."""

    def __init__(self, files: Files | None = None) -> None:
        self.files = files or Files()
        self.readings = Readings()
        self.blocks: dict[Hashable, Any] = {}  # typeset parts of rulebooks
        self._bases: dict[Home, tuple[Game, Trace]] = {}

    def base(self, home: Home) -> Game:
        if home not in self._bases:
            with tracing() as seen:
                self._bases[home] = load_game(home), seen
        game, seen = self._bases[home]
        replay(seen)
        return game


def open_edition(
    home: Home, variant: str, options: Options, report: Callable[[Finding], None], common: Common | None = None
) -> Edition:
    """Reads a game or variant and composes its faces. Raises InputError with all their faults."""
    with tracing() as seen:
        common = common or Common()
        game, languages, options = _choose(home, variant, options)
        spoken = in_languages(game, languages)
        findings = [finding for check in CHECKS for finding in check(spoken)]
        only_chosen = _shows_only_chosen(options)
        if not only_chosen:
            _report_all(findings, game, report)
        composer = _compose(game, options, common)
        if only_chosen:
            _report_all(concerning(options.cards, findings, composer), game, report)
        note_code(game.declared)
        composer.require(languages)
        _report_faces(composer, languages, spoken.languages, report)
    return Edition(composer, languages, options, common, seen)


def _choose(home: Home, variant: str, options: Options) -> tuple[Game, tuple[str, ...], Options]:
    """Returns the game or variant, the languages to print, and the options with every default filled in."""
    game = load_game(home, variant, options.settings)
    game = replace(game, codes=game.codes or options.codes)
    if LONG in options.languages:
        game = _in_long(game, options.languages)
        options = replace(options, languages=game.languages)
    asked = languages_before(game, options.start) if options.changed and not options.languages else options.languages
    languages = chosen_languages(game, asked)
    return game, languages, replace(options, cards=chosen_cards(game, options.cards))


def _shows_only_chosen(options: Options) -> bool:
    """Whether no output shows other cards than the chosen ones."""
    return bool(options.cards) and {*parts_of(options)} <= {CARDS, PICTURES, PROOF, CHANGED}


def _compose(game: Game, options: Options, common: Common) -> Composer:
    only_chosen = _shows_only_chosen(options)
    return Composer(
        game,
        options.bleed,
        whole=not only_chosen and {*parts_of(options)} not in ({CARDS}, {CHANGED}),
        readings=common.readings,
        chosen=options.cards if only_chosen else (),
        memory=None if options.draft or game.long else Memory(game, options.bleed, sources_key(game, common.files)),
        draft=options.draft,
    )


def _report_faces(
    composer: Composer, languages: tuple[str, ...], spoken: tuple[str, ...], report: Callable[[Finding], None]
) -> None:
    """Reports the faults that a draft marks on faces in these languages, and what is wrong with fonts and marks."""
    game = composer.game
    for fault in composer.marked_faults(languages):
        report(Finding("draft", fault.message, fault.place, game.name, game.variant, who=fault.who, cause=fault.cause))
    _report_all((*check_fonts(composer, spoken), *check_marks(composer, spoken)), game, report)


def _report_all(findings: Iterable[Finding], game: Game, report: Callable[[Finding], None]) -> None:
    """Reports findings except those that a game keeps quiet."""
    for finding in apply_quiet(findings, game.quiet):
        if not finding.quiet:
            report(finding)


def _in_long(game: Game, asked: tuple[str, ...]) -> Game:
    """The game in its first language alone, its texts longer than any that a translator writes."""
    if len(asked) > 1:
        raise fail(f"{LONG} replaces the game's first language; print it without other languages")
    first = game.languages[0]
    strings = long_strings({**plain_strings(game.designs), **game.strings[first]})
    return replace(game, languages=(first,), strings={first: strings}, long=True)


class Edition:
    """A game or variant to print: its faces, and the makers of its books, one for each language.

    `opened` is the trace of the files read for its faces: keys cover those files. The trace of further files is
    recorded with each output.
    """

    def __init__(
        self, composer: Composer, languages: tuple[str, ...], options: Options, common: Common, opened: Trace
    ) -> None:
        self.composer = composer
        self.languages = languages
        self.game = composer.game
        self.options = options
        self.common = common
        self._diffs: dict[str, EditionDiff] = {}  # by language
        self.opened = opened
        self._seen: dict[str, Trace] = {}  # traces of further files, by language
        self._books: dict[str, BookMaker] = {}

    @cached_property
    def base(self) -> Game:
        return self.common.base(self.game.home) if self.game.edition != BASE else self.game

    @cached_property
    def keys(self) -> Keys:
        return Keys(self.composer, self.base, self.options, self.common.files, self.opened)

    def tasks(self) -> list[tuple[str, str]]:
        """Returns the languages and parts asked for that the game has, in order."""
        parts = parts_of(self.options)
        return [(language, part) for language in self.languages for part in parts if self.has(language, part)]

    def has(self, language: str, part: str) -> bool:
        """Returns whether there is anything to print of a part in that language."""
        if part == "cards":  # a game of boards alone has none; a game of nothing gets a fault about its decks
            return any(deck.count for deck in self.game.decks) or not self.game.components
        if part == "components":
            return bool(self.game.components)
        template = {"rulebook": f"{language}.md.j2", "summary": f"{language}.summary.md.j2"}.get(part)
        return template is None or self._source(template) is not None

    def _source(self, name: str) -> Path | None:
        from cardgen.press.books import source_of

        return source_of(self.game, name)

    def all_outputs(self) -> list[Output]:
        return [output for task in self.tasks() for output in self.outputs(*task)]

    def outputs(self, language: str, part: str) -> list[Output]:
        is_covered, bounds = coverage_of_keys(self.game.home), bounds_of(self.game.home)

        def record(work: Callable[[], T] | None) -> Callable[[], T] | None:
            return work and partial(self._record, language, work)

        return [
            replace(
                output,
                make=partial(self._record, language, output.make),
                shown=record(output.shown),
                figures=record(output.figures),
                is_covered=is_covered,
                bounds=bounds,
            )
            for output in _MAKERS[part](self, language)
        ]

    def documents(self, language: str, part: str) -> dict[str, Callable[[], Document]]:
        """Returns the documents of the PDF files of a part, by the names of the files."""
        made = {output.path.name: output.make for output in _MAKERS[part](self, language)}
        return {
            name: partial(self._record, language, make.document)
            for name, make in made.items()
            if isinstance(make, AsPdf)
        }

    def _record(self, language: str, work: Callable[[], T]) -> T:
        """Does some work for an output of a language. The outputs of a language share results such as a book, so the
        trace of one of them counts for all; keys cover the files read for the faces."""
        seen = self._seen.setdefault(language, Trace())
        try:
            with untraced(), tracing(seen):
                return work()
        finally:
            replay(seen.beyond(self.opened))

    def diff(self, language: str) -> EditionDiff:
        """Returns the difference from the recorded box."""
        from cardgen.press.changed import what_changed

        if language not in self._diffs:
            self._diffs[language] = what_changed(self.composer, language, self.options, self.common.files)
        return self._diffs[language]

    def exchange_lines(self) -> list[str]:
        """Returns lines to print besides the list of files: which cards to exchange in each box."""
        from cardgen.press.changed import exchange_lines

        languages = [language for language, part in self.tasks() if part == CHANGED]
        return [line for language in languages for line in exchange_lines(self.diff(language), self.game, language)]

    def template(self, name: str) -> Path:
        """Returns the source of a rulebook or a summary, which must exist."""
        source = self._source(name)
        assert source
        return source

    def summary(self, language: str) -> Path | None:
        """Returns the source of the summary, if there is one."""
        return self._source(f"{language}.summary.md.j2")

    def file(self, language: str, name: str) -> Path:
        folder = LONG if self.game.long else language
        return self.options.out / self.game.name / self.game.variant / folder / name

    def book(self, language: str) -> BookMaker:
        from cardgen.press.books import BookMaker

        if language not in self._books:
            title = title_of(self.composer, language)
            known, show = self.common.blocks, self.options.mark_changes
            self._books[language] = BookMaker(self.composer, self.base, language, title, known, show)
        return self._books[language]


def _sheets(
    edition: Edition,
    language: str,
    file: str,
    key: str,
    make: Callable[[], Document],
    shown: Callable[[], str] | None = None,
) -> Output:
    """Sheets of paper, and with them the tally of what they need."""
    document = once(make)

    def figures() -> Tally:
        counts = tally(document(), by_machine=bool(edition.options.cutter))
        if language == edition.languages[0]:
            counts["ink"] = ink_area(document(), Path(file).stem, edition.common.files)
        return counts

    return Output(edition.file(language, file), key, AsPdf(document), shown, figures=figures)


def _cut(edition: Edition, language: str) -> CutFiles:
    folder = edition.file(language, "cards.pdf").parent
    return CutFiles(edition.composer, language, edition.options, folder, edition.keys.components(language))


def _cards(edition: Edition, language: str) -> list[Output]:
    keys = edition.keys
    make = partial(card_sheets, edition.composer, language, edition.options)
    shown = partial(keys.shown_cards, language)
    return [
        _sheets(edition, language, "cards.pdf", keys.cards(language), make, shown),
        *_cut(edition, language).cards(),
    ]


def _changed_outputs(edition: Edition, language: str) -> list[Output]:
    from cardgen.press.changed import added_sheets, changed_sheets

    options, diff = edition.options, edition.diff(language)
    given = edition.composer, language, options, diff
    key, cut = digest(edition.keys.cards(language), diff.key), _cut(edition, language)
    pictures = cut.pictures("changed", *added_sheets(*given)) if options.cutter else ()
    return [_sheets(edition, language, "changed.pdf", key, partial(changed_sheets, *given)), *cut.decks(), *pictures]


def _components(edition: Edition, language: str) -> list[Output]:
    keys = edition.keys
    make = partial(component_sheets, edition.composer, language, edition.options)
    shown = partial(keys.shown_components, language)
    return [
        _sheets(edition, language, "components.pdf", keys.components(language), make, shown),
        *_cut(edition, language).components(),
    ]


def _rulebook(edition: Edition, language: str) -> list[Output]:
    """The rulebook as pages, as a booklet and as HTML."""
    from cardgen.sheets.booklet import booklet, paper_for

    template = edition.template(f"{language}.md.j2")
    paper = paper_for(setup(edition.composer.game.home, edition.options).sheet.paper)
    folding = paper, edition.options.paper_thickness
    summary = edition.summary(language)

    @once
    def make_back_pages() -> Document | None:
        from cardgen.rulebook.back import make_back

        return edition.book(language).typeset(summary, make_back, subtitle="summary") if summary else None

    @once
    def document() -> Document:
        from cardgen.rulebook.pages import make_pages

        return edition.book(language).typeset(template, make_pages)

    def whole(notes: bool) -> Document:
        from cardgen.rulebook.back import with_back

        return edition.book(language).typeset(
            template, lambda _, book: with_back(document(), book, make_back_pages(), notes)
        )

    def make_booklet() -> Document:
        return booklet(whole(notes=True), *folding)

    def read() -> Document:
        return whole(notes=False) if make_back_pages() else document()

    def html() -> bytes:
        from cardgen.rulebook.html import make_html

        return edition.book(language).typeset(template, make_html).encode()

    @once
    def content_key() -> str:
        return edition.keys.shown_book(edition.book(language).content(template))

    @once
    def whole_shown_key() -> str:
        on_back = edition.book(language).content(summary, "summary", cover=False) if summary else ()
        return digest(content_key(), on_back)

    key = edition.keys.book(language, template)
    whole_key = digest(key, edition.keys.book(language, summary) if summary else "")
    return [
        Output(edition.file(language, "rulebook.pdf"), whole_key, AsPdf(read), whole_shown_key),
        Output(
            edition.file(language, "rulebook-booklet.pdf"),
            digest(whole_key, folding),
            AsPdf(make_booklet),
            lambda: digest(whole_shown_key(), folding),
        ),
        Output(edition.file(language, "rulebook.html"), key, html, content_key),
    ]


def _summary(edition: Edition, language: str) -> list[Output]:
    template = edition.template(f"{language}.summary.md.j2")

    def summary() -> Document:
        from cardgen.rulebook.summary import make_summary

        return edition.book(language).typeset(template, make_summary, subtitle="summary")

    def content_key() -> str:
        return edition.keys.shown_book(edition.book(language).content(template, "summary", cover=False))

    key = edition.keys.book(language, template)
    return [Output(edition.file(language, "summary.pdf"), key, AsPdf(summary), content_key)]


def _pictures(edition: Edition, language: str) -> list[Output]:
    from cardgen.press.images import images

    folder = (
        edition.options.out / edition.game.name / edition.game.variant / (LONG if edition.game.long else "") / PICTURES
    )
    return [*images(edition.composer, edition.keys, edition.options, folder, language)]


def _proof(edition: Edition, language: str) -> list[Output]:
    from cardgen.press.images import named_faces
    from cardgen.press.proof import proof

    composer, options = edition.composer, edition.options
    named = list(named_faces(composer, options, language))
    make = partial(proof, named, label_font(composer, language), Sheets(composer, language, options).document)
    shown = partial(edition.keys.shown_picture, [one.face for one in named], [(one.file, one.called) for one in named])
    key = digest(edition.keys.pictures(language), PROOF)
    return [Output(edition.file(language, "proof.pdf"), key, AsPdf(make), shown)] if named else []


_MAKERS = {
    "cards": _cards,
    "components": _components,
    "rulebook": _rulebook,
    "summary": _summary,
    PICTURES: _pictures,
    PROOF: _proof,
    CHANGED: _changed_outputs,
}


def as_pdf(document: Document) -> bytes:
    from cardgen.pdf.write import write_pdf

    return write_pdf(document)
