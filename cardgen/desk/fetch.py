"""Fetches the sheets of a game for a button of the page of cards."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.routing import Route

from cardgen.desk.access import route
from cardgen.desk.changing import asked_for, change_handler
from cardgen.desk.saved import saves_of
from cardgen.desk.state import Desk
from cardgen.fetching.sheets import RECORD, FetchedSheet, fetch_sheets, sheets_of


def routes(desk: Desk) -> list[Route]:
    def sheets(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        return {"sheets": [_sheet_json(each) for each in sheets_of(asked_for(desk, request)[0])]}

    def fetch(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Fetches the sheets; *Undo* brings back what they were."""
        home, variant, _ = asked_for(desk, request)
        paths = [home.folder / each.file for each in sheets_of(home)]
        came: list[FetchedSheet] = []
        saves_of(desk).save(
            home, variant, [*paths, home.folder / RECORD],
            lambda: came.extend(fetch_sheets(home, replace=body.get("replace") is True)),
        )  # fmt: skip
        return {"sheets": [_sheet_json(each) for each in came]}

    return [route("GET", "fetch", change_handler(sheets)), route("POST", "fetch", change_handler(fetch))]


def _sheet_json(sheet: FetchedSheet) -> dict[str, object]:
    return {"file": sheet.file, "address": sheet.address, "date": sheet.date, "changed": sheet.changed}
