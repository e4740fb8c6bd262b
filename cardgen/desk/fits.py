"""Measures how a text fits on cards, as it is or with other words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.definitions.game import Game
from cardgen.definitions.strings_file import Entry
from cardgen.faces.compose import Composer
from cardgen.faces.fit import Fitted, Said, tried
from cardgen.faces.readings import Readings
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, UNKNOWN_NAME, Fault, Place, fail
from cardgen.foundations.units import POINT


@dataclass(frozen=True, slots=True)
class FitOnCard:
    """How a text fits a field of a card: the field's box in mm, and sizes in pt: the size that all cards of its style
    share, the largest at which this text alone fits, the one that the layout asks for, and the least that it allows.

    `over`: by how many mm it does not fit at the least size, and in which `way`, wide or high.
    """

    card: str
    deck: str
    field: str
    width: float
    height: float
    size: float
    alone: float
    wished: float
    least: float
    over: float = 0.0
    way: str = ""


def fits(composer: Composer, language: str) -> dict[Place, list[FitOnCard]]:
    """Returns how texts in one language fit, by their places."""
    sizes = dict(composer.sizes)
    by_place: dict[Place, list[FitOnCard]] = {}
    for side in composer.sides:
        reading, deck = composer.reading(side), side.name.partition("/")[0]
        texts = ((key, fitted) for keys, fitted in reading.fitted for key in keys if key in reading.said)
        for (field, spoken), fitted in texts:
            said = reading.said[field, spoken]
            if spoken == language or language in said.languages:
                fit = _fit(said, fitted, side.id, deck, field, sizes.get(said.group, said.style.size))
                if fit not in (those := by_place.setdefault(said.place, [])):
                    those.append(fit)
    return by_place


def drafted(
    game: Game, readings: Readings, language: str, key: str, form: str, text: str
) -> tuple[list[FitOnCard], list[Fault]]:
    """Finds how a text would fit, and its faults. It writes nothing and leaves `readings` as they are."""
    changed = with_text(game, language, key, form, text)
    composer = Composer(changed, readings=readings.apart(), draft=True)
    place = changed.strings[language][key].place
    wrong = [
        fault for fault in composer.marked_faults([language]) if fault.place == place and fault.code != DOES_NOT_FIT
    ]
    return fits(composer, language).get(place, []), wrong


def with_text(game: Game, language: str, key: str, form: str, text: str) -> Game:
    """Returns the game with other words for one text; it writes nothing."""
    entry = game.translation(language, key) or _missing(game, language, key)
    said = {**entry.text, form: text} if form and isinstance(entry.text, dict) else {form: text} if form else text
    if isinstance(said, dict):
        said.setdefault("other", text)
    entries = {**game.strings[language], key: replace(entry, text=said)}
    return replace(game, strings={**game.strings, language: entries})


def _missing(game: Game, language: str, key: str) -> Entry:
    if (first := game.strings[game.languages[0]].get(key)) is None:
        raise fail(f"{game.name} has no text '{key}'", code=UNKNOWN_NAME)
    return replace(first, place=Place(str(game.home.strings(language)), 0, 1), source=first.text)


def _fit(said: Said, fitted: Fitted, card: str, deck: str, field: str, size: float) -> FitOnCard:
    """How a text fits; it is `fitted` alone or with its stack."""
    left, top, right, bottom = said.area
    style = said.style
    largest = next((each for each in tried(fitted) if not fitted.excess(each)), fitted.least)
    over, way = fitted.excess(largest) or (0.0, "")
    alone = fitted.sizes(largest)[said.group]
    now, own, wished, least = (each / POINT for each in (size, alone, style.size, style.at_least))
    return FitOnCard(card, deck, field, right - left, bottom - top, now, own, wished, least, over, way)


def worst(those: Sequence[FitOnCard]) -> Iterator[tuple[FitOnCard, int]]:
    """Yields the tightest place of each field, and the number of cards that have it."""
    for field in dict.fromkeys((each.deck, each.field) for each in those):
        alike = [each for each in those if (each.deck, each.field) == field]
        yield max(alike, key=lambda each: (each.over, -each.alone)), len({each.card for each in alike})
