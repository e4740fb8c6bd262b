"""Translates colours, gradients, markup and names of other programs to ours."""

from __future__ import annotations

import re

from cardgen.definitions.fields import css_colour

_BOLD, _ITALIC = "**", "*"
_TAG = re.compile(r"<(?:(?P<end>/)?(?:(?P<bold>b|strong)|i|em)|(?P<break>br ?/?))>", re.IGNORECASE)
_ICON = re.compile(r":(?=[a-z][\w-]*:)")


def mirrored(across: bool, down: bool) -> str:
    """How a layout says which sides of a picture are exchanged."""
    return "both" if across and down else "across" if across else "down" if down else "none"


def hex_colour(text: str) -> str | None:
    """`#rrggbb`, with alpha where it is not full, of `#rgb`, `#rrggbb`, `#rrggbbaa`, `#rrrrggggbbbb` or a name of CSS,
    however it is written; '' for what is not seen, None for what is no colour."""
    plain = text.strip().lower().lstrip(":")
    if plain in ("", "none", "empty", "transparent", "off"):
        return ""
    if re.fullmatch(r"#(?:[0-9a-f]{12}|[0-9a-f]{16})", plain):
        plain = "#" + "".join(plain[at : at + 2] for at in range(1, len(plain), 4))
    if re.fullmatch(r"#[0-9a-f]{3,4}", plain):
        plain = "#" + "".join(2 * digit for digit in plain[1:])
    if not re.fullmatch(r"#(?:[0-9a-f]{6}|[0-9a-f]{8})", plain):
        return css_colour(re.sub(r"[ _-]", "", plain))
    if len(plain) == 9 and plain.endswith("00"):
        return ""
    return plain[:7] if plain.endswith("ff") and len(plain) == 9 else plain


def marked(text: str) -> str:
    """A text with tags such as <b> as ours say it; what would mean something to us is said to mean nothing."""
    return _tagged(re.sub(r"<(?!/?(?:b|strong|i|em)>|br ?/?>)/?[a-zA-Z][^<>]{0,200}>", "", escaped(text)))


def _tagged(text: str) -> str:
    """With our marks in place of tags. Where tags cross, or lie side by side, stars would run together: each change of
    face is written once, the bold one first, and what is open at the end is closed."""
    pieces: list[str] = []
    open_now: dict[str, int] = {_BOLD: 0, _ITALIC: 0}
    written = dict.fromkeys(open_now, False)

    def change() -> None:
        for mark in open_now:
            if written[mark] != bool(open_now[mark]):
                written[mark] = not written[mark]
                pieces.append(mark)

    end = 0
    for tag in _TAG.finditer(text):
        if between := text[end : tag.start()]:
            change()
            pieces.append(between)
        end = tag.end()
        if tag["break"]:
            change()
            pieces.append("\n")
            continue
        mark = _BOLD if tag["bold"] else _ITALIC
        open_now[mark] = max(0, open_now[mark] + (-1 if tag["end"] else 1))
    if rest := text[end:]:
        change()
        pieces.append(rest)
    open_now = dict.fromkeys(open_now, 0)
    change()
    return "".join(pieces)


def escaped(text: str) -> str:
    """A text whose stars, brackets and colons stand for themselves."""
    return _ICON.sub(r"\\:", re.sub(r"([\\*\[\]])", r"\\\1", text))


def slug(text: str, otherwise: str = "box") -> str:
    """A name as layouts take them: small letters, digits, hyphens and low lines."""
    plain = re.sub(r"[^a-z0-9_]+", "-", text.lower())
    plain = re.sub(r"[_-]*-[_-]*", "-", re.sub(r"_+", "_", plain)).strip("-_")[:40].strip("-_")
    if not plain:
        return otherwise
    return plain if plain[0].isalpha() else f"{otherwise}-{plain}"


def unique(name: str, taken: set[str]) -> str:
    """A name that is not taken yet, which then is."""
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name}-{number}", number + 1
    taken.add(candidate)
    return candidate
