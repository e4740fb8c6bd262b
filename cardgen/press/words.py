"""What translators are given: each text of a game with where it stands, how much room it has, and its translation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cardgen.definitions.game import Game
from cardgen.definitions.strings_edit import Translation
from cardgen.definitions.strings_file import Entry, Text, read_strings
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.faces.compose import Composer
from cardgen.faces.fit import Said
from cardgen.faces.paragraph import paragraph
from cardgen.text.strings import categories
from cardgen.text.typography import ICON

_CARDS = 4  # that a note names
_MOST = 4000  # letters that are tried
_FORM = re.compile(r"(.*)\[(zero|one|two|few|many|other)\]", re.S)
_RARE = {"ca", "es", "fr", "it", "pt"}  # languages whose "many" begins at a million


@dataclass(frozen=True, slots=True)
class Unit:
    """A text, or one form of a plural, `KEY[few]`, and its translation; `was` is what a stale one translates."""

    key: str
    source: str
    target: str = ""
    was: str | None = None
    notes: tuple[str, ...] = ()
    most: int | None = None  # letters that have room
    picture: str = ""  # relative to the file
    place: str = ""  # FILE:LINE of the source

    @property
    def stale(self) -> bool:
        return self.was is not None


def units(composer: Composer, language: str) -> list[Unit]:
    """The texts of the game's first strings file, in its order, as that language translates them. Raises InputError."""
    game = composer.game
    sources, targets = own_strings(game)[0], _targets(game, language)
    shown = _shown(composer)
    found = []
    for key, entry in sources.items():
        target = targets.get(key)
        notes, most, picture = shown.get(entry.place, ((), None, ""))
        for name, source, said, was in forms(key, entry, target, language):
            found.append(Unit(name, source, said, was, notes, most, picture, str(entry.place).rpartition(":")[0]))
    return found


def own_strings(game: Game) -> tuple[dict[str, Entry], str]:
    """The strings that others translate, and their language. Words on cards and in variants stand beside each other."""
    first = game.languages[0]
    path = game.home.strings(first)
    return (read_strings(path, first=True) if path.exists() else {}), first


def _targets(game: Game, language: str) -> dict[str, Entry]:
    path = game.home.strings(language)
    return read_strings(path, first=False) if path.exists() else {}


def forms(key: str, entry: Entry, target: Entry | None, language: str) -> Iterator[tuple[str, str, str, str | None]]:
    """A text's key, source, translation and, of a stale one, what that translates; of a plural for each form."""
    said = target.text if target else ""
    before = target.source if target and target.source is not None else entry.text
    stale = target is not None and before != entry.text
    if not any(isinstance(text, dict) for text in (entry.text, said)):
        yield key, str(entry.text), str(said), str(_form(before, "other")) if stale else None
        return
    for form in _wanted(entry.text, said, language):
        own = said.get(form, "") if isinstance(said, dict) else said if form == "other" else ""
        yield f"{key}[{form}]", _form(entry.text, form), str(own), _form(before, form) if stale else None


def _wanted(source: Text, said: Text | str, language: str) -> list[str]:
    """The forms of a plural that a language has."""
    known = [form for form in categories(language) if form != "many" or language.partition("_")[0] not in _RARE]
    for text in (source, said):
        known += [form for form in text if isinstance(text, dict) and form not in known and text is said]
    return sorted(known, key=("zero", "one", "two", "few", "many", "other").index)


def _form(text: Text, form: str) -> str:
    return text.get(form, text["other"]) if isinstance(text, dict) else text


def _shown(composer: Composer) -> dict[Place, tuple[tuple[str, ...], int | None, str]]:
    """By the place of a source: on which cards it stands, in which box, how many letters fit, and a picture of one."""
    first = composer.game.languages[0]
    found: dict[Place, list[tuple[str, str, Said, str]]] = {}
    for side in composer.sides:
        for (field, language), said in composer.reading(side).said.items():
            if language == first:
                deck, _, rest = side.name.partition("/")
                face = "front" if rest.endswith("/front") else "back" if rest.endswith("/back") else ""
                picture = f"../pictures/{deck}/{side.id}.{first}.{face}.png" if face and side.owner else ""
                found.setdefault(said.place, []).append((side.id, field, said, picture))
    return {place: _room(composer, uses) for place, uses in found.items()}


def _room(composer: Composer, uses: list[tuple[str, str, Said, str]]) -> tuple[tuple[str, ...], int | None, str]:
    cards = list(dict.fromkeys(card for card, *_ in uses))
    more = f" and {len(cards) - _CARDS} more" if len(cards) > _CARDS else ""
    notes = [f"on {', '.join(cards[:_CARDS])}{more}"]
    boxes: dict[tuple, tuple[str, Said]] = {}
    for _, field, said, _ in uses:
        boxes.setdefault((said.group, said.area), (field, said))
    fits = []
    for field, said in boxes.values():
        left, top, right, bottom = said.area
        fits.append(_letters(composer, said))
        told = f"; at most {fits[-1]} letters" if fits[-1] else ""
        notes.append(f"{field}: box {right - left:.1f} x {bottom - top:.1f} mm{told}")
    known = [each for each in fits if each]
    return tuple(dict.fromkeys(notes)), min(known) if known else None, next((use[3] for use in uses if use[3]), "")


def _letters(composer: Composer, said: Said) -> int | None:
    """How many letters of the like have room at the smallest size allowed; at least those that are there."""
    plain = ICON.sub("", re.sub(r"[*\\\[\]]|\]\([^)]*\)", "", said.words.text)).split()
    if not plain:
        return None
    left, top, right, bottom = said.area
    language = said.languages[0]

    def fits(count: int) -> bool:
        filler = (" ".join(plain) + " ") * (count // max(1, len(" ".join(plain))) + 1)
        words = paragraph(filler[:count].rstrip(), said.style, language, composer.supplies, said.place)
        return words.excess(said.style.at_least, right - left, bottom - top, said.style.lines) is None

    low, high = len(said.words.text), 2 * len(said.words.text)
    while high < _MOST and fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def translations(game: Game, language: str, told: Iterable[tuple[Unit, Place]]) -> dict[str, Translation]:
    """What units that came back say, by key; those without a translation are left out.

    A fuzzy one counts as translated from what it `was`, and so is stale here; so is one whose source has changed
    since it was given away. Raises InputError for each key that there is not.
    """
    sources, targets = own_strings(game)[0], _targets(game, language)
    faults: list[Fault] = []
    found: dict[str, dict[str, Unit]] = {}
    for unit, place in told:
        match = _FORM.fullmatch(unit.key) if unit.key not in sources else None
        key, form = (match[1], match[2]) if match else (unit.key, "")
        if key not in sources:
            message = f"{game.name} has no text '{key}'{nearest(key, sources)}"
            faults.append(Fault(message, place, UNKNOWN_NAME))
        elif form in found.setdefault(key, {}):
            faults.append(Fault(f"'{unit.key}' is translated twice in this file", place))
        elif unit.target:
            found[key][form] = unit
    if faults:
        raise InputError(*faults)
    known = {key: _together(forms, sources[key], targets.get(key)) for key, forms in found.items() if forms}
    return {key: said for key, said in known.items() if not _as_it_was(said, sources[key], targets.get(key))}


def _as_it_was(said: Translation, entry: Entry, target: Entry | None) -> bool:
    """Whether a translation stands in its file without what it translates, and need not be written."""
    return target is not None and target.source is None and said == (entry.text, target.text)


def _together(forms: Mapping[str, Unit], entry: Entry, before: Entry | None) -> Translation:
    target: Text = forms[""].target if "" in forms else {form: unit.target for form, unit in forms.items()}
    if isinstance(target, dict) and "other" not in target:
        target["other"] = next(reversed(target.values()))
    unit = next(iter(forms.values()))
    if before is not None and before.source is not None and unit.stale and _same_source(before.source, forms):
        return before.source, target  # as stale as it was
    if not any(unit.stale for unit in forms.values()) and all(
        _form(entry.text, form or "other") == unit.source for form, unit in forms.items()
    ):
        return entry.text, target
    return (unit.was if unit.was is not None else unit.source), target


def _same_source(source: Text, forms: Mapping[str, Unit]) -> bool:
    return all(unit.was == _form(source, form or "other") for form, unit in forms.items())


def require_language(game: Game, language: str) -> str:
    """A language of the game that is translated. Raises InputError."""
    first, *others = game.languages
    if language == first:
        raise fail(f"'{first}' is the language that {game.name} is written in: expected one of its others")
    if language not in others:
        raise fail(f"{game.name} has no language '{language}'{nearest(language, others)}", code=UNKNOWN_NAME)
    return language
