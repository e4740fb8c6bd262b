"""What commands print: it steers no terminal, whatever names and texts hold."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from typing import TextIO

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # what steers a terminal


def say(text: object, end: str = "\n", file: TextIO | None = None, flush: bool = False) -> None:
    """Prints; what would command a terminal, such as an escape sequence in a card's name, is shown instead of sent."""
    print(escaped(str(text)), end=end, file=file, flush=flush)


def escaped(text: str) -> str:
    """A text of which nothing would steer a terminal."""
    return _UNSAFE.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def silence() -> None:
    """Keeps Python from writing once more, at its end, to an output that takes nothing."""
    sys.stdout = io.StringIO()


def status_line() -> Callable[[str], None]:
    """Tells on a terminal what is being played; in a pipe, nothing."""
    if not sys.stderr.isatty():
        return lambda text: None

    def tell(text: str) -> None:
        print("\r\033[K", end="", file=sys.stderr)
        say(text[:100], end="", file=sys.stderr, flush=True)

    return tell
