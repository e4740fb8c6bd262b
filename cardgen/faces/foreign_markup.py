"""Finds HTML in texts, which cardgen prints as it is, because texts have other markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.entities import name2codepoint

from cardgen.definitions.strings_file import Text
from cardgen.faces.compose import Composer
from cardgen.faces.quiet import quiet
from cardgen.foundations.errors import Place
from cardgen.foundations.findings import Finding

_CURES = {
    **dict.fromkeys(("b", "strong"), "write **words** for bold ones"),
    **dict.fromkeys(("i", "em"), "write *words* for italic ones"),
    **dict.fromkeys(("br", "p", "div"), "begin a new line in the text"),
    **dict.fromkeys(("font", "span"), "write [words](colour) for coloured ones"),
    **dict.fromkeys(("img",), "write :name: for an icon"),
    **dict.fromkeys(("u", "s", "small", "big", "sub", "sup", "ul", "ol", "li", "a", "center", "h1", "h2", "h3"), ""),
}
_TAG = rf"</?(?P<tag>{'|'.join(_CURES)})(?:\s[^<>]*)?/?>"
_ENTITY = rf"&(?:#\d{{1,6}}|#x[0-9a-f]{{1,5}}|{'|'.join(name2codepoint)});"
_HTML = re.compile(f"{_TAG}|{_ENTITY}", re.I)


def check_html(composer: Composer) -> Iterator[Finding]:
    """Reports tags and entities in texts of faces, and in texts that are on no face, such as titles."""
    game = composer.game
    reported: set[Place] = set()
    for who, language, text, place, why in _texts(composer):
        if place not in reported and (match := _HTML.search(text)):
            reported.add(place)
            cure = _CURES[match["tag"].lower()] if match["tag"] else "write the character itself"
            message = f"{language}: '{match[0]}' is HTML, which cardgen prints as it is" + (f"; {cure}" if cure else "")
            yield Finding("html-shown", message, place, game.name, game.variant, who=who, quiet=why)


def _texts(composer: Composer) -> Iterator[tuple[str, str, str, Place, str]]:
    """Yields each text's owner, its language, the text, its place, and the reason to keep HTML in it quiet."""
    for side in composer.sides:
        for (field, language), said in composer.reading(side).said.items():
            if language in composer.languages_to_check:
                yield side.id, language, said.words.text, said.place, quiet(composer.game, side, "html-shown", [field])
    for language in composer.languages_to_check:
        for key, entry in composer.game.strings[language].items():
            if key not in composer.used_strings and not entry.beside:
                yield key, language, " ".join(_forms(entry.text)), entry.place, ""


def _forms(text: Text) -> Iterable[str]:
    return text.values() if isinstance(text, dict) else [text]
