"""Finds the file behind an address that a browser shows: the export of a Google Sheet."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

_GOOGLE = "docs.google.com"
_SHEET = re.compile(r"/spreadsheets/(?:u/\d+/)?d/(e/)?([A-Za-z0-9_-]{10,120})(?:/.*)?")


def file_address(address: str, suffix: str) -> str:
    """Returns where the file behind an address is, as `suffix` says which: one tab of a Google Sheet as .csv or .tsv,
    all of it as .xlsx or .ods. Other addresses are those of the files themselves.

    Google describes the export of a sheet in "Visualization API: Google Sheets"; `gid` numbers a tab, as the address of
    the sheet in a browser does.
    """
    parts = urlsplit(address)
    match = _SHEET.fullmatch(parts.path)
    if parts.hostname != _GOOGLE or not match:
        return address
    published, key = match.groups()
    tab = parse_qs(parts.query).get("gid") or parse_qs(parts.fragment).get("gid") or []
    gid = f"&gid={tab[0]}" if tab and tab[0].isdecimal() and suffix in (".csv", ".tsv") else ""
    kind = suffix.removeprefix(".")
    if published:
        return f"https://{_GOOGLE}/spreadsheets/d/e/{key}/pub?output={kind}{gid}&single=true"
    return f"https://{_GOOGLE}/spreadsheets/d/{key}/export?format={kind}{gid}"
