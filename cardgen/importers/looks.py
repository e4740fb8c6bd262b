"""Translates colours, gradients, markup and names of other programs to ours."""

from __future__ import annotations

import re

from cardgen.definitions.fields import css_colour

_BOLD, _ITALIC = "**", "*"
_TAG = re.compile(r"<(?:(?P<end>/)?(?:(?P<bold>b|strong)|i|em)|(?P<break>br ?/?))>", re.IGNORECASE)
_ICON = re.compile(r":(?=[a-z][\w-]*:)")


def mirror_value(across: bool, down: bool) -> str:
    """The value of `mirror:` for a picture that is mirrored across, down or both."""
    return "both" if across and down else "across" if across else "down" if down else "none"


def hex_colour(text: str) -> str | None:
    """A colour as `#rrggbb`, or `#rrggbbaa` if it is translucent; '' if it is invisible, None if it is no colour.

    It may be written as `#rgb`, `#rrggbb`, `#rrggbbaa`, `#rrrrggggbbbb`, or as a CSS name with any capitals.
    """
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


def to_markup(text: str) -> str:
    """A text with our marks in place of tags such as <b>. Signs that would be marks to us are escaped."""
    return _convert_tags(re.sub(r"<(?!/?(?:b|strong|i|em)>|br ?/?>)/?[a-zA-Z][^<>]{0,200}>", "", escape_markup(text)))


def _convert_tags(text: str) -> str:
    """Replaces tags with our marks.

    If tags cross or touch, their stars would run together. So each change of face is written once, bold first, and
    faces still open at the end are closed.
    """
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


def escape_markup(text: str) -> str:
    """A text with its stars, brackets and colons escaped."""
    return _ICON.sub(r"\\:", re.sub(r"([\\*\[\]])", r"\\\1", text))


def slug(text: str, otherwise: str = "box") -> str:
    """A valid name for a layout: small letters, digits, hyphens and underscores."""
    plain = re.sub(r"[^a-z0-9_]+", "-", text.lower())
    plain = re.sub(r"[_-]*-[_-]*", "-", re.sub(r"_+", "_", plain)).strip("-_")[:40].strip("-_")
    if not plain:
        return otherwise
    return plain if plain[0].isalpha() else f"{otherwise}-{plain}"


def unique(name: str, taken: set[str]) -> str:
    """A name that is not in `taken`, to which it is added."""
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name}-{number}", number + 1
    taken.add(candidate)
    return candidate
