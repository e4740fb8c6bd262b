"""Fetches the sheets of a game, and writes them beside it with a record of what came. Builds need no network."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import yaml

from cardgen.definitions import nodes
from cardgen.definitions.game_file import FetchKeys
from cardgen.definitions.nodes import Node
from cardgen.definitions.spreadsheets import read_lines
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.fetching.addresses import file_address
from cardgen.fetching.download import Download, DownloadError, download
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.store.library import BOOKS, Home
from cardgen.store.reach import is_file, read_bytes
from cardgen.store.writing import replace_files

RECORD = "fetched.yaml"
_HEAD = "# What `cardgen fetch` brought, and when. The digests show whether you have changed a file since.\n"
_WEB_PAGES = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True)
class FetchedSheet:
    """A sheet of a game: its file below the game's folder, its address, and what the last fetch brought, if any."""

    file: str
    address: str
    date: str = ""
    digest: str = ""
    changed: bool = False


def sheets_of(home: Home) -> list[FetchedSheet]:
    """Returns the sheets that a game keeps elsewhere, with what the record says of them. Raises InputError."""
    known, sheets = _record(home), []
    for file, address in _addresses(home)[0].items():
        kept = known.get(file, {})
        sheets.append(FetchedSheet(file, address, str(kept.get("date", "")), str(kept.get("digest", ""))))
    return sheets


def fetch_sheets(home: Home, local: bool = False, replace: bool = False) -> list[FetchedSheet]:
    """Fetches all sheets of a game; it writes none if one of them fails, or is no sheet.

    `local` allows this computer and the home network; `replace` allows to overwrite a file that was changed here.
    Raises InputError with all faults.
    """
    addresses, node = _addresses(home)
    if not addresses:
        raise fail(
            "this game names no sheets to fetch; write `fetch: {cards.csv: ADDRESS}`, the file and where it is kept",
            Place(str(home.folder / "game.yaml")),
        )
    known = _record(home)
    faults: list[Fault] = []
    came: dict[str, bytes] = {}
    for file, address in addresses.items():
        place = nodes.at(node, "fetch", file)
        try:
            _require_unchanged(home, file, known.get(file, {}), place, replace)
            came[file] = _sheet(file, address, place, local)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return _write(home, addresses, came, known)


def _addresses(home: Home) -> tuple[Mapping[str, str], Node]:
    node = read_yaml(home.folder / "game.yaml")
    given = node.get("fetch") if isinstance(node, nodes.Mapping) else None
    if given is None:
        return {}, node
    return validate(FetchKeys, nodes.Mapping({"fetch": given}, node.place, {})).fetch, node


def _sheet(file: str, address: str, place: Place, local: bool) -> bytes:
    """The content of a sheet, after reading it as one. Raises InputError."""
    suffix = Path(file).suffix.lower()
    try:
        came = download(file_address(address, suffix), local)
    except DownloadError as error:
        raise fail(f"fetch.{file}: cardgen cannot fetch {address}: {error}", place) from None
    _require_sheet(file, address, came, place)
    return came.data


def _require_sheet(file: str, address: str, came: Download, place: Place) -> None:
    begins = came.data[:200].lstrip().lower()
    if came.media_type in _WEB_PAGES or begins.startswith((b"<!doctype html", b"<html")):
        message = "got a web page instead of a sheet; share it with everybody who has the link, or name the file itself"
        raise fail(f"fetch.{file}: {message}", place)
    if Path(file).suffix.lower() not in BOOKS and came.data.startswith(b"PK\x03\x04"):
        raise fail(f"fetch.{file}: expected text, got a workbook; call the file .xlsx or .ods", place)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"sheet{Path(file).suffix.lower()}"
        path.write_bytes(came.data)
        try:
            read_lines(path)
        except InputError as error:
            message = error.faults[0].message
            raise fail(f"fetch.{file}: what came from {address} is no sheet: {message}", place) from None


def _require_unchanged(home: Home, file: str, known: Mapping[str, object], place: Place, replace: bool) -> None:
    """Raises InputError if somebody has changed a file since it was fetched, or if it was never fetched."""
    path = home.folder / file
    if replace or not is_file(path) or _digest(read_bytes(path)) == known.get("digest"):
        return
    when = "since you fetched it" if known else "and cardgen has not fetched it"
    raise fail(f"fetch.{file}: this file has changes of your own {when}; --replace overwrites them", place)


def _write(
    home: Home, addresses: Mapping[str, str], came: Mapping[str, bytes], known: Mapping[str, Mapping[str, object]]
) -> list[FetchedSheet]:
    now = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    sheets, files, record = [], {}, {}
    for file, data in came.items():
        path, digest = home.folder / file, _digest(data)
        changed = digest != known.get(file, {}).get("digest") or not is_file(path) or read_bytes(path) != data
        date = now if changed else str(known[file].get("date", ""))
        record[file] = {"from": addresses[file], "date": date, "bytes": len(data), "digest": digest}
        sheets.append(FetchedSheet(file, addresses[file], date, digest, changed))
        if changed:
            files[path] = data
    if files or record != known:
        text = _HEAD + yaml.safe_dump(record, sort_keys=False, allow_unicode=True, width=1000)
        replace_files({**files, home.folder / RECORD: text.encode()}, *home.grounds)
    return sheets


def _record(home: Home) -> dict[str, dict[str, object]]:
    """The record; empty if there is none, or if it is damaged."""
    path = home.folder / RECORD
    if not is_file(path):
        return {}
    try:
        kept = yaml.safe_load(read_bytes(path, 1_000_000))
    except (yaml.YAMLError, InputError, ValueError, RecursionError):
        return {}
    return {file: each for file, each in kept.items() if isinstance(each, dict)} if isinstance(kept, dict) else {}


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
