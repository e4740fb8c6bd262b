"""Prints text of commands without control characters, whatever names and texts contain."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable
from typing import TextIO

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # control characters for a terminal

_STANDARD_ERROR = -12  # Windows' number of the handle


def say(text: object, end: str = "\n", file: TextIO | None = None, flush: bool = False) -> None:
    """Prints a text. Control characters, such as in a card's name, are shown and not sent to the terminal."""
    print(escape(str(text)), end=end, file=file, flush=flush)


def escape(text: str) -> str:
    """A text with its control characters escaped."""
    return _UNSAFE.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def silence() -> None:
    """Keeps Python from flushing at exit to an output that accepts nothing."""
    sys.stdout = io.StringIO()


def takes_escapes(stream: TextIO) -> bool:
    """Returns whether a stream is a terminal that understands escape sequences, which move the cursor and clear lines.
    A console of Windows understands them once it is told to."""
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        return False
    return sys.platform != "win32" or _switch_escapes_on()


def _switch_escapes_on() -> bool:
    """Switches the escape sequences of Windows' console on (SetConsoleMode, ENABLE_VIRTUAL_TERMINAL_PROCESSING)."""
    if sys.platform != "win32":
        return False
    import ctypes

    system, mode = ctypes.windll.kernel32, ctypes.c_ulong()
    console = system.GetStdHandle(_STANDARD_ERROR)
    return bool(system.GetConsoleMode(console, ctypes.byref(mode)) and system.SetConsoleMode(console, mode.value | 4))


def status_line() -> Callable[[str], None]:
    """Returns a function that shows a status line on a terminal, and nothing in a pipe."""
    if not takes_escapes(sys.stderr):
        return lambda text: None

    def tell(text: str) -> None:
        print("\r\033[K", end="", file=sys.stderr)
        say(text[:100], end="", file=sys.stderr, flush=True)

    return tell
