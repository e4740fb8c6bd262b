"""Lists the texts of a game in one language, with how they fit, and writes changed ones into their files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from starlette.requests import Request
from starlette.routing import Route

from cardgen.definitions.edit import Edited
from cardgen.definitions.game import Game
from cardgen.definitions.strings_file import Entry, Text, entries
from cardgen.definitions.yaml_source import parse_yaml, read_text
from cardgen.desk import body as given
from cardgen.desk.access import route
from cardgen.desk.answers import fault_as_json
from cardgen.desk.changing import Editions, Otherwise, asked_for, change_handler, game_of, language_of, title_of
from cardgen.desk.findings import editor
from cardgen.desk.fits import FitOnCard, drafted, fits, worst
from cardgen.desk.saved import CONFLICT, saves_of, write
from cardgen.desk.state import Desk
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.store.library import BUILTIN, is_sheet, library_of
from cardgen.translation.words import forms

_SHORT = ("variant.title", "variant.why")  # the keys of a variant's own texts


@dataclass(frozen=True, slots=True)
class TextEntry:
    """A text, or one form of a plural, in the editor: `source` is the text that it translates, `was` the one that a
    stale text translated.

    `place` is where it is written, or would be. `fixed` is the reason why it cannot be changed here: `card` for words
    beside a card, `elsewhere` for a file that is not the game's own. `fits` is how it fits on cards.
    """

    key: str
    form: str
    text: str
    source: str
    was: str | None
    place: Place
    fixed: str
    fits: tuple[FitOnCard, ...]


def texts(game: Game, language: str, fitted: Mapping[Place, list[FitOnCard]]) -> Iterator[TextEntry]:
    """Yields all texts of a game in one language, in the order of the first language."""
    first = game.strings[game.languages[0]]
    own = {key: entry for key, entry in game.strings[language].items() if not entry.lent}
    for key in dict.fromkeys([*first, *own]):
        source, entry = first.get(key, own.get(key)), own.get(key)
        assert source is not None  # it is in one of the two
        place = entry.place if entry else Place(str(_file(game, source, language)))
        fixed = _fixed(game, source, entry)
        shown = tuple(fitted.get(place, ())) if entry else ()
        if language == game.languages[0]:
            said = source.text if isinstance(source.text, dict) else {"": source.text}
            yield from (TextEntry(key, form, each, "", None, place, fixed, shown) for form, each in said.items())
            continue
        for name, of, said_here, was in forms(key, source, entry, language):
            form = name[len(key) + 1 : -1] if name != key else ""
            yield TextEntry(key, form, said_here, of, was, place, fixed, shown)


def edited_text(game: Game, language: str, key: str, form: str, text: str, seen: str) -> tuple[Path, str, str]:
    """Returns the file of a text, its content, and its content with other words; nothing else changes.

    `seen` is what the text was when it was opened. Raises InputError: with CONFLICT if the file has changed
    meanwhile; also for texts that cannot be read, or that are written beside their card.
    """
    first = game.languages[0]
    source = game.strings[first].get(key)
    entry = game.translation(language, key)
    if source is None and entry is None:
        raise fail(f"{game.name} has no text '{key}'")
    whole = source or entry
    assert whole is not None
    if _fixed(game, whole, entry):
        raise fail(f"{key}: this text is written beside its card; change it there", whole.place)
    path = Path(entry.place.file) if entry else _file(game, whole, language)
    before = read_text(path) if path.exists() else ""
    of_variant = path == game.variant_file or path != game.home.strings(language)
    order = list(game.strings[first]) if not of_variant else ()
    edit = Edited(before, str(path), order, flow=True)
    keys = ("texts", language, _short(key)) if of_variant else (key,)
    _change(edit, keys, language != first and not (of_variant and key in _SHORT), whole.text, form, text, seen)
    node = parse_yaml(edit.text, str(path))
    if not of_variant:
        entries(node, first=language == first)
    return path, before, edit.text


def _change(
    edit: Edited, keys: tuple[str, ...], translated: bool, source: Text, form: str, text: str, seen: str
) -> None:
    """Writes one text into a file, with the text that it translates if the file has it now or the text is new."""
    last = (form,) if form else ()
    paired = edit.value((*keys, "to", *last)) is not None or edit.value((*keys, "to")) is not None
    plain = edit.value((*keys, *last)) is not None and not paired
    now = edit.value((*keys, "to", *last)) if paired else edit.value((*keys, *last)) if plain else None
    if (now or "").rstrip("\n") != seen.rstrip("\n"):
        message = f"{keys[-1]}: the file now says '{now or ''}' instead of '{seen}', so cardgen wrote nothing"
        raise InputError(Fault(message, Place(edit.file), CONFLICT))
    if translated and not plain:
        _pair(edit, (*keys, "from"), source)
        edit.set((*keys, "to", *last), text)
        if form and form != "other" and edit.value((*keys, "to", "other")) is None:
            edit.set((*keys, "to", "other"), text)
    else:
        edit.set((*keys, *last), text)


def _pair(edit: Edited, keys: tuple[str, ...], source: Text) -> None:
    """The present original of a translation."""
    if isinstance(source, str):
        edit.set(keys, source)
        return
    if edit.value(keys) is not None:
        edit.drop(keys)
    for form, said in source.items():
        edit.set((*keys, form), said)


def _short(key: str) -> str:
    return key.removeprefix("variant.") if key in _SHORT else key


def _file(game: Game, source: Entry, language: str) -> Path:
    """The file for the translation of a text: the variant's, if that changes the text, or the language's."""
    own = Path(source.place.file)
    strings = game.home.strings(language)
    return own if own.parent != strings.parent and not source.beside else strings


def _fixed(game: Game, source: Entry, entry: Entry | None) -> str:
    here = entry or source
    if here.beside or is_sheet(here.place.file):
        return "card"
    folder = Path(here.place.file).parent
    if BUILTIN in folder.parents and library_of(Path.cwd()) != BUILTIN:
        return "elsewhere"  # in the installed library
    known = {game.home.strings(language).parent for language in game.languages} | set(game.home.variant_folders)
    return "" if folder in known or Path(here.place.file) == game.variant_file else "elsewhere"


def routes(desk: Desk) -> list[Route]:
    """Returns the routes of the page of texts."""
    editions = Editions()

    def get_texts(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        composer, _ = editions.composed(*asked_for(desk, request)[:2], {})
        game = composer.game
        language = language_of(request, game)
        rows = [_row_json(each) for each in texts(game, language, fits(composer, language))]
        answer = {"first": game.languages[0], "title": title_of(game, language), "editor": editor()}
        return answer | {"texts": rows}

    def measured(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        composer, readings = editions.composed(*asked_for(desk, request)[:2], {})
        language = language_of(request, composer.game)
        key, form, text = (given.text(body, each) for each in ("key", "form", "text"))
        measures, faults = drafted(composer.game, readings, language, key, form, text)
        return {"fits": [*map(_fit, worst(measures))], "faults": [fault_as_json(fault) for fault in faults]}

    def save_text(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        game = game_of(desk, request, {})
        language = language_of(request, game)
        key, form, text, seen = (given.text(body, each) for each in ("key", "form", "text", "seen"))
        try:
            path, before, after = edited_text(game, language, key, form, text, seen)
            saves_of(desk).save(game.home, game.edition, [path], lambda: write(path, before, after, *game.home.grounds))
        except InputError as error:
            if not any(fault.code == CONFLICT for fault in error.faults):
                raise
            now = _text(game_of(desk, request, {}), language, key, form)
            raise Otherwise("texts.gone" if now == seen else "texts.changed", now) from None
        return measured(request, body)

    return [
        route("GET", "texts", change_handler(get_texts)),
        route("POST", "texts", change_handler(save_text)),
        route("POST", "texts/measure", change_handler(measured)),
    ]


def _text(game: Game, language: str, key: str, form: str) -> str:
    entry = game.translation(language, key)
    if entry is None:
        return ""
    return entry.text.get(form, "") if isinstance(entry.text, dict) else entry.text


def _row_json(each: TextEntry) -> dict[str, object]:
    at = asdict(each.place)
    return asdict(each) | {"place": str(each.place), "at": at, "fits": [*map(_fit, worst(each.fits))]}


def _fit(fit_and_cards: tuple[FitOnCard, int]) -> dict[str, object]:
    fit, cards = fit_and_cards
    return asdict(fit) | {"cards": cards}
