"""The names of cards for readers: their field `name`, else their ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cardgen.definitions import templates
from cardgen.definitions.game import Design, Game
from cardgen.definitions.layout_fields import TextField
from cardgen.definitions.layout_reading import read_layout
from cardgen.definitions.layouts import Layout
from cardgen.foundations.errors import InputError
from cardgen.store.library import Home
from cardgen.text import articles, print_words
from cardgen.text.own_words import in_own_words, in_translation, sayable
from cardgen.text.strings import Strings
from cardgen.text.typography import typeset


def card_names(designs: Iterable[Design], home: Home, strings: Strings, form: str = "") -> dict[str, str]:
    """The names of cards by id, and of sides of two-sided cards by ID/SIDE, in the language of the strings.

    `form` is the grammatical form, with an article or behind a preposition (see `text.articles`).
    """
    return names_by_form(designs, home, strings, [form])[form]


def names_by_form(
    designs: Iterable[Design], home: Home, strings: Strings, forms: Sequence[str]
) -> dict[str, dict[str, str]]:
    """The names of cards in several grammatical forms, by form."""
    layouts: dict[str, Layout] = {}
    by_form: dict[str, dict[str, str]] = {form: {} for form in forms}
    for design in designs:
        for face in design.faces:
            if face.layout not in layouts:
                layouts[face.layout] = read_layout(home, face.layout, face.place_of("layout"))
        sides = [(f"{design.id}/{face.side}", face) for face in design.faces] if design.reverse else []
        for id, face in [(design.id, design), *sides]:
            for form, name in _names(face, layouts[face.layout], strings, forms).items():
                by_form[form][id] = name
    return by_form


def own_names(game: Game, designs: Iterable[Design]) -> dict[str, str]:
    """The names of cards in the game's first language, its designer's."""
    language = game.languages[0]
    return card_names(designs, game.home, Strings(language, game.strings[language]))


def kind_names(designs: Iterable[Design], names: Mapping[str, str], strings: Strings) -> dict[str, str]:
    """The names of kinds of cards: the string `kind.ID`, else the name that all cards of a kind share (`names`, by
    their ids), else the kind's id as words."""
    designs = list(designs)
    titles = print_words.names(strings, "kind", dict.fromkeys(design.kind for design in designs))
    for kind in titles:
        shared = {names[design.id] for design in designs if design.kind == kind}
        if f"kind.{kind}" not in strings.entries and len(shared) == 1:
            (titles[kind],) = shared
    return titles


def names_apart(designs: Iterable[Design], names: Mapping[str, str], strings: Strings) -> dict[str, str]:
    """The names of cards in a deck in which somebody looks for one. Names (by their ids) that different cards share
    have an addition.

    That is the string `table.card.ID`, else a number of the cards, else the string for the value of one of their fields
    (`icon.NAME`), else a count.
    """
    alike: dict[str, list[Design]] = {}
    for design in designs:
        alike.setdefault(names[design.id], []).append(design)
    apart: dict[str, str] = {}
    for name, those in alike.items():
        marks = _marks(those, strings) if len(those) > 1 else [""]
        apart |= {design.id: f"{name}{mark}" for design, mark in zip(those, marks, strict=True)}
    return apart


def _marks(alike: Sequence[Design], strings: Strings) -> list[str]:
    """A different addition to the name of each card."""
    fields = [field for field in alike[0].fields if all(field in design.fields for design in alike)]
    values = [[design.fields[field] for design in alike] for field in fields]
    numbers = [those for those in values if all(str(each).isdecimal() for each in those)]
    candidates = [_strings_of([f"table.card.{design.id}" for design in alike], strings)]
    icons = [_strings_of([f"icon.{each}" for each in those], strings) for those in values]
    marks = [
        *([f" ({word})" for word in those] for those in candidates),
        *([f" {number}" for number in those] for those in numbers),
        *([f" ({word})" for word in those] for those in icons),
    ]
    own = (those for those in marks if len({*those}) == len(alike))
    return next(own, [f" {number}" for number, _ in enumerate(alike, 1)])


def _strings_of(keys: Sequence[str], strings: Strings) -> list[str]:
    """The texts of all these strings; none if one is missing."""
    return [strings.say(key) for key in keys] if all(key in strings.entries for key in keys) else []


def with_id(name: str, id: str, quote: str = "") -> str:
    """A name, in quotes if necessary, followed by its id."""
    quoted = f"{quote}{name}{quote}"
    return quoted if name == id else f"{quoted} ({id})"


def _names(design: Design, layout: Layout, strings: Strings, forms: Sequence[str]) -> dict[str, str]:
    """The name of a face in these forms."""
    field = layout.fields.get("name")
    if not isinstance(field, TextField):
        return dict.fromkeys(forms, design.id)
    try:
        card = in_own_words(design, strings)
        scope = {"card": card, "language": strings.language}
        text, _ = templates.chosen(field.text or "" if field.say is None else field.say, scope)
        words = in_translation(design, templates.word_names(text), strings) if field.say is None else {}
        name = templates.fill(text, {**scope, "card": card | words})
        if field.say is None:
            return {form: articles.in_form(name, strings.language, form) for form in forms}
        say = strings.name(name, sayable(card))
        return {form: typeset(say(form), strings.language) for form in forms}
    except (KeyError, ValueError, InputError):
        return dict.fromkeys(forms, design.id)
