"""Maps the headings of a spreadsheet to fields of cards.

A heading is the name of a field, unless `columns:` gives another name. A column `name fr` has the words of `name` in
French, if the game's first language has a column `name en` or `name`. `day.icon` or `icon.red` belong to a side or a
set.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from collections.abc import Mapping as AbcMapping
from dataclasses import field
from pathlib import Path

from cardgen.definitions.copies import COUNT, asks_for_count, may_count
from cardgen.definitions.lines import Line
from cardgen.definitions.nodes import Mapping, Scalar
from cardgen.definitions.overlay import DROP
from cardgen.definitions.strings_file import as_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, Place, likeliest, nearest

ID = "id"
_MAX_HEADING = 200  # characters of a heading with a language
_LANGUAGE = re.compile(r"(.+?)(?:([ _.-])|\s*[(\[])([A-Za-z]{2,3}(?:[_-][A-Za-z]{2})?)[)\]]?")

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetSpec:
    """The settings for the spreadsheet of a kind: the names that `columns` gives; the game's languages and the kind's
    sides and sets, to which columns can belong; names that no field can have (`reserved`), with the reasons; the fields
    that an engine reads; and whether its cards show a column.
    """

    columns: Mapping = field(default_factory=lambda: Mapping({}, Place("")))
    when: Scalar | None = None
    languages: Sequence[str] = ("en",)
    sides: Sequence[str] = ()
    sets: Sequence[str] = ()
    reserved: AbcMapping[str, str] = field(default_factory=dict)
    read_by_engine: frozenset[str] = frozenset()
    is_shown: Callable[[str], bool] = lambda heading: False


@dataclass(frozen=True, slots=True)
class Column:
    """A column to read: its index from 0, the place of its heading, and the keys that lead to its cells."""

    index: int
    place: Place
    path: Keys

    @property
    def name(self) -> str:
        return ".".join(self.path)


def read_headings(head: Line, rows: Sequence[Line], asked: SheetSpec) -> list[Column]:
    """Returns the columns to read. Raises InputError with every fault of the headings."""
    written = {index: _tidy(cell.text) for index, cell in enumerate(head.cells) if cell}
    places = {index: cell.place for index, cell in enumerate(head.cells) if cell}
    faults = _nameless(head, rows)
    called = _given_names(asked, written, head.place)
    meant = {index: called.get(index, heading) for index, heading in written.items()}
    meant = {index: ID if name.casefold() == ID else name for index, name in meant.items() if name != DROP}
    paths = _paths(meant, asked)
    columns = [Column(index, places[index], path) for index, path in paths.items()]
    seen: dict[Keys, Column] = {}
    for column in columns:
        if column.path in seen:
            one, other = (written[each.index] for each in (seen[column.path], column))
            both = f"the columns '{one}' and '{other}' would both be '{column.name}'"
            message = f"the column '{one}' appears twice" if one == other else both
            faults.append(Fault(message, column.place))
        seen.setdefault(column.path, column)
        if why := asked.reserved.get(column.path[0]) if len(column.path) == 1 else None:
            name = as_yaml(written[column.index])
            cure = f"rename it, columns: {{{name}: my {column.name}}}, or leave it out, {{{name}: {DROP}}}"
            faults.append(Fault(f"a column cannot be called '{column.name}'; {why}; {cure}", column.place))
    if (COUNT,) not in seen:
        left = [
            (column, written[column.index])
            for column in columns
            if column.index not in called or likeliest(column.name, [COUNT])  # such as cuont
        ]
        may = ((column, heading) for column, heading in left if may_count(column.index, heading, rows))
        faults += (asks_for_count(heading, column.place) for column, heading in may if not asked.is_shown(heading))
    if faults:
        raise InputError(*faults)
    return columns


def _in_language(heading: str) -> re.Match[str] | None:
    """Whether a heading seems to end with a language."""
    return _LANGUAGE.fullmatch(heading) if len(heading) <= _MAX_HEADING else None


def languages_of(head: Line) -> tuple[str, ...]:
    """Returns the languages in headings: those of two or more columns with one name, such as `name en` and `name fr`. A
    column with the bare name counts as English, if no other is English."""
    columns: dict[str, dict[str, None]] = {}
    for cell in filter(None, head.cells):
        match = _in_language(_tidy(cell.text))
        if match and len(match[3]) == 2 and match[3].islower():
            columns.setdefault(match[1], {})[match[3]] = None
    stem, most = max(columns.items(), key=lambda each: len(each[1]), default=("", {}))
    plain = stem in {_tidy(cell.text) for cell in head.cells if cell}
    own = ("en",) if plain and "en" not in most else ()
    return (*own, *most) if len(most) > 1 else ()


def likely_names(head: Line, rows: Sequence[Line], reserved: Collection[str]) -> dict[str, str]:
    """Returns suggestions for `columns:`: for the number of copies, names that no field can have, and names with
    braces, which no layout can read."""
    written = {index: _tidy(cell.text) for index, cell in enumerate(head.cells) if cell}
    names = {heading: f"my {heading}" for heading in written.values() if heading in reserved}
    names |= {
        heading: re.sub(r"[{}]", "", heading) or "column" for heading in written.values() if {"{", "}"} & {*heading}
    }
    counts = [heading for index, heading in written.items() if may_count(index, heading, rows)]
    return names if COUNT in {*written.values()} - names.keys() or not counts else {**names, counts[0]: COUNT}


def _tidy(heading: str) -> str:
    """A heading in one line; letters with accents are one sign each, as people type them."""
    return unicodedata.normalize("NFC", " ".join(heading.split()))


def _nameless(head: Line, rows: Sequence[Line]) -> list[Fault]:
    """Faults of columns with cells but without a heading; spreadsheets leave empty columns at their edge."""
    bare = [index for index, cell in enumerate(head.cells) if not cell]
    held = [index for index in bare if any(index < len(row.cells) and row.cells[index] for row in rows)]
    return [Fault(f"column {index + 1} has no name", head.place) for index in held]


def _given_names(asked: SheetSpec, written: AbcMapping[int, str], place: Place) -> dict[int, str]:
    """The names that `columns:` gives, by the index of the column. A column with a language behind its heading keeps
    that language, unless `columns:` has its whole heading. Raises InputError for a heading that does not exist."""
    names: dict[int, str] = {}
    in_languages: dict[int, str] = {}
    faults = []
    spoken = {index: words for index, each in written.items() if (words := _spoken(each, asked.languages))}
    for heading, name in asked.columns.items.items():
        tidied = _tidy(heading)
        exact = [index for index, each in written.items() if each == tidied]
        those = exact or [index for index, each in written.items() if each.casefold() == tidied.casefold()]
        worded = {index: of for index, (stem, of, _) in spoken.items() if stem.casefold() == tidied.casefold()}
        if not those and not worded:
            message = f"columns.{heading}: there is no column '{heading}' in {Path(place.file).name}"
            hint = nearest(tidied, [*written.values(), *(stem for stem, *_ in spoken.values())])
            faults.append(Fault(message + hint, asked.columns.keys[heading], UNKNOWN_NAME))
        if isinstance(name, Scalar):
            new = _tidy(name.text)
            names |= dict.fromkeys(those, new)
            in_languages |= {index: new if new == DROP else f"{new} {of}" for index, of in worded.items()}
    if faults:
        raise InputError(*faults)
    return in_languages | names


def _spoken(heading: str, languages: Sequence[str]) -> tuple[str, str, bool] | None:
    """For a heading that ends with one of the languages: the text before it, the language, and whether a space or a
    bracket separates it."""
    known = {language.casefold(): language for language in languages}
    match = _in_language(heading)
    language = known.get(match[3].replace("-", "_").casefold()) if match else None
    return (match[1], language, match[2] not in ("_", "-", ".")) if match and language else None


def _paths(meant: AbcMapping[int, str], asked: SheetSpec) -> dict[int, Keys]:
    """The keys that lead to the cells of each column."""
    paths = {index: _split_name(name, asked) for index, name in meant.items()}
    spoken: dict[
        int, tuple[Keys, str, bool]
    ] = {}  # the field, the language of its words, and whether the language is certain
    for index, path in paths.items():
        if stem_and_language := _spoken(path[-1], asked.languages):
            spoken[index] = (*path[:-1], stem_and_language[0]), *stem_and_language[1:]
    first = asked.languages[0]
    plain = {path: index for index, path in paths.items() if index not in spoken}
    for index, (path, language, sure) in spoken.items():
        others = {other for each, other, _ in spoken.values() if each == path}
        if (first not in others and path not in plain) or (language == first and len(others) == 1 and not sure):
            continue
        paths[index] = (*path, language)
        if path in plain:  # the words in the first language, which cannot have two columns
            paths[plain[path]] = (*path, first)
    return paths


def _split_name(name: str, asked: SheetSpec) -> Keys:
    """The keys of a name with a side or a set: day.icon, icon.red."""
    head, dot, rest = name.partition(".")
    if dot and head in asked.sides and rest:
        return head, rest
    head, dot, rest = name.rpartition(".")
    return (head, rest) if dot and head and rest in asked.sets else (name,)
