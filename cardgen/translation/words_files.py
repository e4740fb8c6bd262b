"""Reads and writes the files of translators: PO (gettext), CSV (a spreadsheet), XLIFF 1.2. Each holds all of a `Unit`.

PO follows the GNU gettext manual: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html
XLIFF follows OASIS: https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from cardgen.definitions.csv_source import starts_of
from cardgen.definitions.yaml_source import read_text
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.text.cells import cell, words_of
from cardgen.translation.words import ReturnedUnit, Unit

KINDS = ("po", "csv", "xliff")
MAX_TEXT, MAX_KEY = 50_000, 300  # characters of a text with its remarks in a PO file, and of its key
MAX_DEPTH = 100  # of elements in XLIFF
_COLUMNS = ("key", "source", "translation", "stale", "was", "letters", "notes", "picture", "where")
_NEEDED = ("key", "source", "translation")
_XLIFF = "urn:oasis:names:tc:xliff:document:1.2"


def write_words(kind: str, units: Sequence[Unit], game: str, first: str, language: str) -> bytes:
    return {"po": _po, "csv": _csv, "xliff": _xliff}[kind](units, game, first, language).encode()


def read_words(path: Path) -> tuple[str, list[ReturnedUnit]]:
    """The language that a file translates into, and its units with their places. Raises InputError."""
    readers: dict[str, Callable[[str, Path], tuple[str, list[ReturnedUnit]]]] = {
        "po": _read_po, "csv": _read_csv, "xliff": _read_xliff, "xlf": _read_xliff,
    }  # fmt: skip
    kind = path.suffix.removeprefix(".").lower()
    if kind not in readers:
        raise fail(
            f"expected a file of {', '.join(KINDS)}, got '{path.name}'{nearest(kind, readers)}", code=UNKNOWN_NAME
        )
    language, read_units = readers[kind](read_text(path), path)
    for returned in read_units:
        _require_short(returned.unit.key, MAX_KEY, "key", returned.place)
        for text in (returned.unit.source, returned.unit.target):
            _require_short(text, MAX_TEXT, "text", returned.target_place)
    return language, read_units


def _require_short(text: str, most: int, what: str, place: Place) -> None:
    if len(text) > most:
        raise fail(f"expected a {what} of at most {most:,} characters, got {len(text):,}", place)


# PO


def _po(units: Sequence[Unit], game: str, first: str, language: str) -> str:
    import polib

    file = polib.POFile(wrapwidth=10**6)
    file.metadata = {
        "Project-Id-Version": game,
        "PO-Revision-Date": "",  # the translator's program fills empty ones; msgfmt requires all three
        "Last-Translator": "",
        "Language-Team": "",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Source-Language": first,
    }
    for unit in units:
        name, _, line = unit.place.rpartition(":") if re.search(r":\d+$", unit.place) else (unit.place, "", "")
        file.append(
            polib.POEntry(
                msgctxt=unit.key,
                msgid=unit.source,
                msgstr=unit.target,
                comment="\n".join(_notes(unit)),
                occurrences=[(name.replace(" ", "\u00a0"), line)],
                flags=["fuzzy"] if unit.stale else [],
                previous_msgctxt=None,
                previous_msgid=unit.was or None,
            )
        )
    return str(file).rstrip("\n") + "\n"


def _notes(unit: Unit) -> list[str]:
    return [*unit.notes, *([f"picture: {unit.picture}"] if unit.picture else [])]


def _read_po(text: str, path: Path) -> tuple[str, list[ReturnedUnit]]:
    import polib

    lines = text.splitlines()
    _require_bounded(lines, path)
    try:
        file = polib.pofile(text + "\n")
    except (OSError, ValueError, IndexError) as error:
        line = re.search(r"line (\d+)", str(error))
        place = Place(str(path), int(line[1]), 1) if line else Place(str(path))
        raise fail("this line does not belong in a PO file; expected msgctxt, msgid and msgstr", place) from None
    returned = []
    for entry in file:
        if entry.obsolete:
            continue
        place = _po_line(lines, "msgctxt", entry.linenum or 1, path)
        if not entry.msgctxt:
            raise fail(f"expected a msgctxt, the key of {entry.msgid[:40]!r}", place)
        was = (entry.previous_msgid or "") if entry.fuzzy else None
        target_place = _po_line(lines, "msgstr ", place.line, path)
        whole = lines[target_place.line - 1] == f'msgstr "{entry.msgstr}"'
        returned.append(
            ReturnedUnit(Unit(entry.msgctxt, entry.msgid, entry.msgstr, was), place, target_place, 1 if whole else None)
        )
    return _language(file.metadata.get("Language", ""), path, "a header 'Language: fr'"), returned


def _require_bounded(lines: Sequence[str], path: Path) -> None:
    """Raises InputError for a text on which polib, which joins lines one by one, would spend too much time."""
    length = 0
    for number, line in enumerate(lines, start=1):
        length = len(line) + (0 if line.removeprefix("#~").lstrip().startswith("msg") else length)
        if length > MAX_TEXT:
            raise fail(f"expected at most {MAX_TEXT:,} characters of one text, got more", Place(str(path), number, 1))


def _po_line(lines: Sequence[str], word: str, start: int, path: Path) -> Place:
    """The place of the quote after a word in the entry that begins at a line; without one, the entry's place."""
    for number in range(start, len(lines) + 1):
        if lines[number - 1].startswith(word):
            return Place(str(path), number, 1 if word == "msgctxt" else len(word) + 1)
        if not lines[number - 1].strip() or (number > start and lines[number - 1].startswith("msgctxt")):
            break
    return Place(str(path), start, 1)


def _language(code: str, path: Path, expected: str) -> str:
    if not code.strip():
        raise fail(f"expected {expected}, which names the language of the translation", Place(str(path), 1, 1))
    return code.strip()


# CSV


def _csv(units: Sequence[Unit], game: str, first: str, language: str) -> str:
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow([f"{name} {language}" if name == "translation" else name for name in _COLUMNS])
    for unit in units:
        stale = "yes" if unit.stale else ""
        cells = (unit.key, unit.source, unit.target, stale, unit.was or "", unit.most or "", "\n".join(unit.notes))
        rows.writerow(map(cell, (*cells, unit.picture, unit.place)))
    return "\ufeff" + out.getvalue()  # spreadsheets recognise UTF-8 by this mark


def _read_csv(text: str, path: Path) -> tuple[str, list[ReturnedUnit]]:
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    lines = list(io.StringIO(text, newline=""))
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    returned: list[ReturnedUnit] = []
    language = ""
    columns: list[str] = []
    line = 1
    try:
        for row in rows:
            place, line = Place(str(path), line, 1), rows.line_num + 1
            if not columns:
                columns = [name.strip() for name in row]
                language = next((name.partition(" ")[2] for name in columns if name.startswith("translation")), "")
                columns = [name.partition(" ")[0] if name.startswith("translation") else name for name in columns]
                if lacking := [name for name in _NEEDED if name not in columns]:
                    raise fail(f"expected the columns {', '.join(_NEEDED)}; there is no {lacking[0]}", place)
            elif any(row):
                cells = dict.fromkeys(_NEEDED, "") | dict(zip(columns, map(words_of, row), strict=False))
                stale = cells.get("stale", "").strip().lower() not in ("", "no")
                was = cells.get("was", "") if stale else None
                unit = Unit(cells["key"], cells["source"], cells["translation"], was)
                starts = starts_of(lines[place.line - 1], delimiter)[columns.index("translation") :]
                target_place = (
                    replace(place, column=starts[0]) if starts else place
                )  # otherwise the place is behind a cell of several lines
                returned.append(ReturnedUnit(unit, place, target_place))
    except csv.Error as error:
        raise fail(f"this line is not valid CSV: {error}", Place(str(path), line, 1)) from None
    return _language(language, path, "a column 'translation fr'"), returned


# XLIFF


def _xliff(units: Sequence[Unit], game: str, first: str, language: str) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<xliff version="1.2" xmlns="{_XLIFF}">']
    file = f'original={quoteattr(game)} datatype="plaintext" source-language={quoteattr(first)}'
    lines += [f"<file {file} target-language={quoteattr(language)}>", "<body>"]
    for unit in units:
        room = f' maxwidth="{unit.most}" size-unit="char"' if unit.most else ""
        state = "needs-review-translation" if unit.stale else "translated" if unit.target else "needs-translation"
        lines.append(f'<trans-unit id={quoteattr(unit.key, _SPACES)} xml:space="preserve"{room}>')
        lines.append(f"<source>{_xml(unit.source)}</source>")
        lines.append(f'<target state="{state}">{_xml(unit.target)}</target>')
        if unit.was is not None:
            lines.append(
                f'<alt-trans alttranstype="previous-version"><source>{_xml(unit.was)}</source><target/></alt-trans>'
            )
        lines += [f"<note>{_xml(note)}</note>" for note in _notes(unit)]
        lines.append("</trans-unit>")
    return "\n".join([*lines, "</body>", "</file>", "</xliff>"]) + "\n"


_SPACES = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def _xml(text: str) -> str:
    return escape(text, {"\r": "&#13;"})


class _Units:
    """Collects trans-units from the parser's events."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.units: list[ReturnedUnit] = []
        self.language = ""
        self.stack: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.key, self.stale, self.place, self.target_place = "", False, Place(str(path)), Place(str(path))
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self.doctype

    @property
    def here(self) -> Place:
        return Place(str(self.path), self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def doctype(self, *_: Any) -> None:
        raise fail("expected no DOCTYPE", self.here)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(" ")[2]
        self.stack.append(name)
        if len(self.stack) > MAX_DEPTH:
            raise fail(f"expected at most {MAX_DEPTH} elements within one another", self.here)
        if name == "file":
            self.language = attributes.get("target-language", "")
        elif name == "trans-unit":
            if not attributes.get("id"):
                raise fail("expected an id, the key of the text", self.here)
            self.key, self.stale, self.texts, self.place = attributes["id"], False, {}, self.here
            self.target_place = self.here
        elif name == "target" and "alt-trans" not in self.stack:
            self.stale = attributes.get("state", "").startswith("needs-") and attributes["state"] != "needs-translation"
            self.target_place = self.here

    def text(self, data: str) -> None:
        if "trans-unit" in self.stack and (elements := [each for each in self.stack if each in ("source", "target")]):
            kind = ("was " if "alt-trans" in self.stack else "") + elements[0]
            self.texts.setdefault(kind, []).append(data)

    def end(self, name: str) -> None:
        if self.stack.pop() == "trans-unit":
            source, target, was = ("".join(self.texts.get(kind, ())) for kind in ("source", "target", "was source"))
            unit = Unit(self.key, source, target, was if self.stale else None)
            self.units.append(ReturnedUnit(unit, self.place, self.target_place))


def _read_xliff(text: str, path: Path) -> tuple[str, list[ReturnedUnit]]:
    parser = _Units(path)
    try:
        parser.parser.Parse(re.sub(r"^<\?xml[^>]*\?>", "", text).encode(), True)
    except expat.ExpatError as error:
        place = Place(str(path), error.lineno, error.offset + 1)
        raise fail(f"this is not a valid XLIFF file: {expat.errors.messages[error.code]}", place) from None
    return _language(parser.language, path, "a target-language on <file>"), parser.units
