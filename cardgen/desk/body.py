"""Reads the JSON that browsers send, and checks the type of each value. Raises BadBody if one is wrong."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request

MAX_TEXT = 100_000  # characters of a value; a request is bounded by the guard
MAX_NAME = 200  # characters of a name: of a file, a path on the table, a seed
MAX_WHOLE = 10**9


class BadBody(ValueError):
    """Raised for a request whose body is no JSON, or JSON of another structure."""


async def read_body(request: Request) -> dict[str, object]:
    """Returns the JSON object of a request; an empty one if the request is not a POST."""
    if request.method != "POST":
        return {}
    try:
        body = await request.json()
    except (ValueError, RecursionError):  # too many nested brackets
        raise BadBody("expected JSON") from None
    if not isinstance(body, dict):
        raise BadBody("expected a JSON object")
    return body


async def read_bytes(request: Request) -> dict[str, object]:
    """Returns the bytes of a request, which the guard bounds, as `data`."""
    return {"data": await request.body()}


def text(body: Mapping[str, object], key: str, default: str | None = None, most: int = MAX_TEXT) -> str:
    """Returns a text; without a default, it must be there."""
    value = body.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or len(value) > most or (not value.isascii() and not _is_unicode(value)):
        raise BadBody(key)
    return value


def name(body: Mapping[str, object], key: str, default: str | None = None) -> str:
    """Returns a text that names something."""
    return text(body, key, default, MAX_NAME)


def whole(body: Mapping[str, object], key: str, default: int | None = None) -> int:
    """Returns a whole number from 0."""
    number = default if body.get(key) is None else body[key]
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MAX_WHOLE:
        raise BadBody(key)
    return number


def wholes(body: Mapping[str, object], key: str) -> list[int]:
    """Returns whole numbers; none if the key is missing."""
    numbers = body.get(key, [])
    if not isinstance(numbers, list):
        raise BadBody(key)
    return [whole({key: each}, key) for each in numbers]


def objects(body: Mapping[str, object], key: str, most: int) -> list[Mapping[str, object]]:
    """Returns from 1 to `most` objects, each with values of its own."""
    value = body.get(key)
    if not isinstance(value, list) or not 1 <= len(value) <= most or not all(isinstance(each, dict) for each in value):
        raise BadBody(key)
    return value


def names(body: Mapping[str, object], key: str, default: list[str] | None = None) -> list[str]:
    """Returns texts that name something; without a default, the key must be there."""
    value = body.get(key, default)
    if not isinstance(value, list):
        raise BadBody(key)
    return [name({key: each}, key) for each in value]


def table(body: Mapping[str, object], key: str) -> dict[str, str]:
    """Returns texts by their names; none if the key is missing."""
    entries = body.get(key) or {}
    if not isinstance(entries, dict):
        raise BadBody(key)
    return {name({key: each}, key): name({key: value}, key) for each, value in entries.items()}


def _is_unicode(text: str) -> bool:
    """Whether a text has no lone surrogates, which no file could hold."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)
