"""Reads the strings of a language: each key with a text, or with the forms of a plural.

In the first language a string is its text. In the others it has the text that it translates (`{from: Ham, to:
Jambon}`), so cardgen recognises a stale one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cardgen.definitions.expressions import Slip
from cardgen.definitions.fields import quote
from cardgen.definitions.nodes import NULLS, Mapping, Node, Scalar, kind
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import STRING_MISSING, Fault, InputError, Place, nearest
from cardgen.store.library import BUILTIN, Home, is_sheet
from cardgen.store.reach import is_there
from cardgen.store.remember import per_large_object

PLURALS = ("zero", "one", "two", "few", "many", "other")  # CLDR's categories
HOUSE = "house."  # the prefix of keys that only the built-in games use

Text = str | dict[str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One string: its text (or plural forms), the text that it translates, and its place. `written` is its key as its
    author wrote it, for messages: `texts.fr.KEY` in a variant. `lent` is its language, if that is the fallback for
    another language.
    """

    text: Text
    place: Place
    source: Text | None = None
    written: str = ""
    beside: bool = False  # whether its card has it beside other languages
    lead: int | None = None  # characters before its text, as for a scalar
    plain: bool = (
        False  # whether it is a card's word for all languages: braces in it and in its translations are no placeholders
    )
    lent: str = ""

    def within(self, error: ValueError) -> Place:
        """Returns the place of a slip in its text, as far as it is known."""
        if not isinstance(error, Slip) or self.lead is None:
            return self.place
        return replace(self.place, column=self.place.column + self.lead + error.offset)


def read_strings(path: Path, first: bool) -> dict[str, Entry]:
    """Returns the strings of a file by key; `first`: it has the language that the others translate."""
    return dict(_entries_of(read_yaml(path), first))


@per_large_object
def _entries_of(node: Node, first: bool) -> dict[str, Entry]:
    return entries(node, first)


def read_words(home: Home, language: str) -> dict[str, Entry]:
    """Returns the words that all rulebooks and playthroughs of a language need; a nearer file wins. Raises InputError
    if there are none in that language, or not all of them.
    """
    paths = home.words(language)
    words: dict[str, Entry] = {}
    for path in reversed(paths):
        words |= read_strings(path, first=True)
    needed = read_strings(BUILTIN / "templates" / "words" / "en.yaml", first=True)
    if lacking := [key for key in needed if key not in words and not key.startswith(HOUSE)]:
        more = f" and {len(lacking) - 3} more" if len(lacking) > 3 else ""
        message = f"a rulebook in '{language}' needs these words as well: {', '.join(lacking[:3])}{more}"
        raise InputError(Fault(f"{message}; cardgen has them in templates/words/en.yaml", Place(str(paths[0]))))
    return words


def entries(node: Node, first: bool, above: str = "") -> dict[str, Entry]:
    """Returns the strings by key; `above` is the path of their mapping in the file."""
    if not isinstance(node, Mapping):
        raise InputError(Fault(f"expected keys with values, got {kind(node)}", node.place))
    faults: list[Fault] = []
    result: dict[str, Entry] = {}
    for key, value in node.items.items():
        try:
            result[key] = _entry(above + key, value, first)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return result


def own_key(card: str, side: str | None, field: str) -> str:
    """Returns the key of the string for a card's field: its words in a language, or words that win over an engine's
    phrases."""
    return ".".join(part for part in ("card", card, side, field) if part)


def words_of(path: str, node: Node, languages: Sequence[str]) -> dict[str, Entry] | None:
    """Returns a field's words by language, `{en: Fox, fr: Renard}`; None for other mappings. Raises InputError."""
    if not isinstance(node, Mapping) or not node.items or not set(node.items) <= set(languages):
        return None
    if not all(isinstance(value, Scalar) for value in node.items.values()):
        return None
    first = languages[0]
    if first not in node.items:
        known = ", ".join(node.items)
        raise InputError(Fault(f"{path}: expected the words in '{first}', which {known} translates", node.place))
    source = _text(f"{path}.{first}", node.items[first])
    return {
        language: Entry(_text(key := f"{path}.{language}", value), value.place, source, key, True, _lead(value))
        for language, value in node.items.items()
    }


TITLES = ("game.title", "variant.title")


def title_faults(strings: dict[str, Entry]) -> list[Fault]:
    """Yields the faults of a title on sheets, where no card fills in values."""
    faults = []
    for key in TITLES:
        if not (entry := strings.get(key)):
            continue
        if not isinstance(entry.text, str):
            faults.append(Fault(f"{entry.written}: expected one text, got plural forms", entry.place))
        elif {"{", "}"} & set(entry.text):
            faults.append(Fault(f"{entry.written}: expected a text without braces", entry.place))
    return faults


def no_file(path: Path, language: str, languages: Sequence[str]) -> Fault:
    """Makes the fault of a language without a strings file, with the remedy."""
    others = [other for other in languages if other != language and is_there(path.with_name(f"{other}.yaml"))]
    cure = f"copy strings/{others[0]}.yaml and translate it" if others else "write it, or its words on the cards"
    cure += f", or take '{language}' out of languages:"
    message = f"expected the strings of '{language}', but this file does not exist; {cure}"
    return Fault(message, Place(str(path)), STRING_MISSING)


def missing_translation(path: Path, language: str, key: str, source: Entry) -> Fault:
    """Makes the fault of a text that another language lacks, with the place and the text to write. A variant's text is
    translated in the variant's own file, not in the language's file `path`.
    """
    if source.beside:
        said, spoken = source.text, source.written.rpartition(".")[0]
        written = f"write it beside: {spoken}.{language}"
        if is_sheet(source.place.file):
            spoken = spoken.partition(".cards.")[2] or spoken
            written = f"write it in a column '{spoken.rpartition('.')[2]} {language}'"
        return Fault(
            f"{language}: '{spoken}' is not translated ({said!r}); {written}",
            source.place,
            STRING_MISSING,
            key,
            language,
        )
    title = key in ("variant.title", "variant.why")
    short = key.removeprefix("variant.") if title else key
    paste = f"{short}: ..." if title else f"{short}: {{from: {as_yaml(source.text)}, to: ...}}"
    of_variant = Path(source.place.file).parent != path.parent
    spoken = f"texts.{language}.{short}" if of_variant else short
    text = source.text["other"] if isinstance(source.text, dict) else source.text
    message = f"{language}: '{spoken}' is not translated ({text!r}); add {paste}"
    return Fault(message, source.place if of_variant else Place(str(path)), STRING_MISSING, key, language)


def as_yaml(text: Text) -> str:
    """Returns a text as YAML writes it within braces."""
    if isinstance(text, dict):
        return f"{{{', '.join(f'{form}: {as_yaml(value)}' for form, value in text.items())}}}"
    plain = re.fullmatch(r"[^\W\d_][\w '!.-]*(?<! )", text) and text not in NULLS
    return text if plain else json.dumps(text, ensure_ascii=False)


def _entry(key: str, node: Node, first: bool) -> Entry:
    if not isinstance(node, Mapping) or not {"from", "to"} & set(node.items):
        return Entry(_text(key, node), node.place, written=key, lead=_lead(node))
    if first:
        raise InputError(Fault(f"{key}: expected the text alone, as nothing is translated here", node.place))
    for part in node.items:
        if part not in ("from", "to"):
            raise InputError(Fault(f"{key}: unknown key '{part}'; expected from and to", node.keys[part]))
    if set(node.items) != {"from", "to"}:
        raise InputError(Fault(f"{key}: expected both 'from' and 'to'", node.place))
    target = node.items["to"]
    return Entry(_text(key, target), target.place, _text(key, node.items["from"]), key, lead=_lead(target))


def _lead(node: Node) -> int | None:
    return node.lead if isinstance(node, Scalar) else None


def _uncut(key: str, node: Node) -> None:
    """Raises InputError for a text such as `Take card #3 now`, of which YAML leaves `Take card`."""
    if isinstance(node, Scalar) and node.cut:
        raise InputError(Fault(f"{key}: a # begins a comment; put the whole text between quotes", node.cut))


def _text(key: str, node: Node) -> Text:
    _uncut(key, node)
    if isinstance(node, Scalar) and node.data is not None:
        return node.text
    if not isinstance(node, Mapping):
        got = "nothing" if isinstance(node, Scalar) else kind(node)
        raise InputError(Fault(f"{key}: expected a text, got {got}", node.place))
    forms = {}
    for form, value in node.items.items():
        if form not in PLURALS:
            message = f"{key}: unknown plural form '{form}'{nearest(form, PLURALS)}"
            raise InputError(Fault(message, node.keys[form]))
        _uncut(f"{key}.{form}", value)
        if not isinstance(value, Scalar) or value.data is None:
            raise InputError(Fault(f"{key}.{form}: expected a text, got {quote(value.data)}", value.place))
        forms[form] = value.text
    if "other" not in forms:
        raise InputError(Fault(f"{key}: expected the plural form 'other'", node.place))
    return forms
