"""Exports a game's texts for translators, and imports their translations into its strings and its variants."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardgen.definitions.strings_edit import with_texts, with_translations
from cardgen.faces.readings import Readings
from cardgen.foundations.errors import Place, fail
from cardgen.press.files import digest
from cardgen.rules.load import load_game
from cardgen.store.library import Home
from cardgen.store.outputs import Output, listed_files, write_outputs
from cardgen.store.reach import is_there, read_bytes
from cardgen.store.writing import replace_files
from cardgen.translation.returned import PendingTranslation, Standing, standing, translations
from cardgen.translation.sound import require_sound
from cardgen.translation.translatable import TranslatableEdition, drafts, editions, in_file
from cardgen.translation.words import Unit, require_language, units
from cardgen.translation.words_files import read_words, write_words

_NAMED = 5  # keys in a message


def give_words(home: Home, kind: str, languages: tuple[str, ...], out: Path) -> Iterator[str]:
    """Writes a file for each language into OUT/GAME/base/LANG; yields lines that list them. Raises InputError."""
    game = load_game(home)
    targets = [require_language(game, language) for language in languages or game.languages[1:]]
    if not targets:
        raise fail(
            f"{game.name} has one language: add another to 'languages' in game.yaml", Place(str(game.node.place.file))
        )
    composers, first = drafts(home, Readings()), game.languages[0]

    def output(language: str, all_units: list[Unit]) -> Output:
        path = out / game.name / game.variant / language / f"words.{kind}"
        data = write_words(kind, all_units, game.name, first, language)
        return Output(path, digest(data), lambda: data)

    outputs = [output(language, units(editions(composers, language), language)) for language in targets]
    return listed_files(write_outputs(outputs, root=out), whole=True)


def take_words(home: Home, path: Path) -> Iterator[str]:
    """Writes the translations of a file into the strings of its language and into variants; yields lines of a report.

    If it raises InputError with the faults of the translations, it has written nothing.
    """
    language, returned = read_words(path)
    require_language(load_game(home), language)
    readings = Readings()
    known_editions = editions(drafts(home, readings), language)
    pending = translations(known_editions, language, returned)
    large = require_sound(known_editions, language, pending, readings)
    files = _files(known_editions, language, pending)
    replace_files({file: _mark(file) + text.encode() for file, text in files.items()}, *home.grounds)
    yield from (str(Place(str(file))) for file in files)
    if not files:
        yield f"{Place(str(home.strings(language)))}  unchanged"
    yield from _standing_lines(standing(known_editions, language, returned), len(returned), language)
    yield from (f"{fault}; cardgen uses it all the same" for fault in large)


def _files(
    known_editions: Sequence[TranslatableEdition], language: str, pending: Sequence[PendingTranslation]
) -> dict[Path, str]:
    """The new contents of the files that the translations change."""
    contents: dict[Path, str] = {}
    for edition in known_editions:
        game = edition.game
        mine = {each.key: each.translation for each in pending if each.edition is edition}
        if mine and game.variant_file is None:
            path = game.home.strings(language)
            contents[path] = with_translations(path, mine, list(edition.strings))
        elif mine and game.variant_file is not None:
            path = game.variant_file
            contents[path] = with_texts(
                path, language, {in_file(key): translation for key, translation in mine.items()}
            )
    return contents


def _mark(file: Path) -> bytes:
    """The byte-order mark of a file that begins with one, else nothing."""
    return BOM_UTF8 if is_there(file) and read_bytes(file).startswith(BOM_UTF8) else b""


def _standing_lines(counts: Standing, count: int, language: str) -> Iterator[str]:
    yield f"{count:,} texts in '{language}': {len(counts.empty):,} not translated, {len(counts.stale):,} stale"
    if counts.kept:
        more = f" and {len(counts.kept) - _NAMED} more" if len(counts.kept) > _NAMED else ""
        names = ", ".join(counts.kept[:_NAMED])
        yield f"{len(counts.kept):,} empty in the file keep the translation that they have: {names}{more}"
