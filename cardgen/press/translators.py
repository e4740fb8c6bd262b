"""Gives a game's texts to translators, and takes their translations into its strings files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.definitions.load import load_game
from cardgen.definitions.strings_edit import with_translations
from cardgen.errors import Place, fail
from cardgen.faces.compose import Composer
from cardgen.library import Home
from cardgen.outputs import Output, listed_files, replace_file, write_outputs
from cardgen.press.files import digest
from cardgen.press.words import Unit, own_strings, require_language, translations, units
from cardgen.press.words_files import read_words, write_words


def give_words(home: Home, kind: str, languages: tuple[str, ...], out: Path) -> Iterator[str]:
    """Writes a file for each language into OUT/GAME/base/LANG; tells of them. Raises InputError."""
    game = load_game(home)
    wanted = [require_language(game, language) for language in languages or game.languages[1:]]
    if not wanted:
        raise fail(
            f"{game.name} has one language: add another to 'languages' in game.yaml", Place(str(game.node.place.file))
        )
    composer, first = Composer(game), game.languages[0]

    def output(language: str, told: list[Unit]) -> Output:
        path = out / game.name / game.variant / language / f"words.{kind}"
        data = write_words(kind, told, game.name, first, language)
        return Output(path, digest(data), lambda: data)

    outputs = [output(language, units(composer, language)) for language in wanted]
    return listed_files(write_outputs(outputs), whole=True)


def take_words(home: Home, path: Path) -> Iterator[str]:
    """Takes the translations of a file into the strings of its language. Raises InputError; nothing is written then."""
    game = load_game(home)
    language, told = read_words(path)
    target = home.strings(require_language(game, language))
    wanted = translations(game, language, told)
    before = target.read_text("utf-8-sig") if target.exists() else ""
    text = with_translations(target, wanted, list(own_strings(game)[0]))
    if text != before:
        replace_file(target, text.encode())
    stale, empty = (
        sum(test(unit) for unit, _ in told) for test in (lambda unit: unit.stale, lambda unit: not unit.target)
    )
    yield f"{Place(str(target))}{'' if text != before else '  unchanged'}"
    yield f"{len(told):,} texts in '{language}': {empty:,} not translated, {stale:,} stale"
