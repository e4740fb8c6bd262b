"""Parses values of options. Each function reads one kind, or raises ArgumentTypeError."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable


def names(text: str) -> tuple[str, ...]:
    """Names separated by commas, each once."""
    unique = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not unique:
        raise argparse.ArgumentTypeError("expected a name, or several with commas between them")
    return unique


def whole(least: int) -> Callable[[str], int]:
    """Reads whole numbers from `least` on."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 16 and int(text) >= least):
            raise argparse.ArgumentTypeError(f"expected a whole number from {least}, got {text!r}")
        return int(text)

    return read


def length(most: float) -> Callable[[str], float]:
    """Reads lengths of at most `most` mm."""

    def read(text: str) -> float:
        from cardgen.foundations.units import length as read_length

        try:
            value = read_length(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        if not 0 <= value <= most:
            raise argparse.ArgumentTypeError(f"expected from 0 to {most:g} mm, got {text}")
        return value

    return read


def setting(text: str) -> tuple[str, str]:
    """The two parts of `RULE=VALUE`."""
    name, equals, value = text.partition("=")
    if not (equals and name.strip() and value.strip()):
        raise argparse.ArgumentTypeError(f"expected RULE=VALUE, such as hand_size=3, got {text!r}")
    return name.strip(), value.strip()


def players(text: str) -> tuple[int, ...]:
    """Numbers of players, such as 3,4 or 3-5."""
    from cardgen.definitions.fields import players as bounds

    counts: set[int] = set()
    for part in names(text):
        try:
            low, high = bounds(part)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        counts.update(range(low, high + 1))
    return tuple(sorted(counts))


def seconds(text: str) -> float:
    """The seconds of 60, 60s or 5min."""
    match = re.fullmatch(r"(\d{1,6}(?:\.\d+)?)\s*(s|min)?", text.strip())
    if not match or not float(match[1]):
        raise argparse.ArgumentTypeError(f"expected a time such as 60s or 5min, got {text!r}")
    return float(match[1]) * (60 if match[2] == "min" else 1)


def dpi(text: str) -> int:
    """A resolution of pictures in dots to the inch."""
    from cardgen.press.options import MAX_DPI, MIN_DPI

    value = whole(0)(text)
    if not MIN_DPI <= value <= MAX_DPI:
        raise argparse.ArgumentTypeError(f"expected from {MIN_DPI} to {MAX_DPI}, got {text}")
    return value


def port(text: str) -> int:
    """A number of a TCP port."""
    number = whole(1)(text)
    if number > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 1 to 65535, got '{text}'")
    return number


def date(text: str) -> str:
    """A date as ISO 8601 writes it."""
    import datetime

    try:
        return datetime.date.fromisoformat(text if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else "").isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a date such as 2026-11-23, got {text!r}") from None


def remark(text: str) -> str:
    """A remark of one line."""
    if not text.strip().isprintable() or len(text) > 500:
        raise argparse.ArgumentTypeError(f"expected one line of at most 500 characters, got {text[:60]!r}")
    return text.strip()


def url(text: str) -> str:
    """The URL of a folder, without a slash at its end."""
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", text):
        raise argparse.ArgumentTypeError(f"expected an address such as https://example.org/my_game, got {text!r}")
    return text.rstrip("/")


def cluster(text: str) -> str:
    """`local`, `local:N`, or a scheduler's address."""
    if not re.fullmatch(r"local(:[1-9]\d{0,3})?|(?!local\b)([a-z]+://)?[^\s/]+:\d{1,5}", text):
        raise argparse.ArgumentTypeError(
            f"expected local, local:4 or a scheduler's address such as tcp://host:8786, got {text!r}"
        )
    return text


def word(text: str) -> str:
    """A name in small letters, because capitals do not matter."""
    return text.strip().lower()


def reading(text: str) -> float:
    """A reading of a test sheet: millimetres with a sign."""
    from cardgen.foundations.units import length as read

    try:
        value = read(text.replace("\u2212", "-"))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if abs(value) > 10:
        raise argparse.ArgumentTypeError(f"expected a line of the test sheet, such as 0.3 or -1.2, got {text}")
    return value
