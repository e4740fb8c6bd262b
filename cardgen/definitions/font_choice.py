"""Reads the choice of fonts in a game's look: a family, one for some languages, or several with fallbacks."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema

from cardgen.definitions.evaluate import slug
from cardgen.definitions.fields import language, quote
from cardgen.foundations.dataclass import dataclass
from cardgen.store.library import FONTS

ELSE = "else"  # all other languages
MAX_FAMILIES = 50  # in a chain of fallbacks
WEIGHTS = {  # OpenType 1.9, OS/2 usWeightClass
    "thin": 100, "extra-light": 200, "light": 300, "regular": 400, "medium": 500, "semi-bold": 600, "bold": 700,
    "extra-bold": 800, "black": 900,
}  # fmt: skip
REGULAR, BOLD, HEAVIEST = 400, 700, 900
_FILE = re.compile(r"([^/\\\0#]{1,200}(?:" + "|".join(map(re.escape, FONTS)) + r"))(?:#(\d{1,2}))?", re.IGNORECASE)
_FAMILY = re.compile(r"([a-z0-9]+(?:[_-][a-z0-9]+)*)(?: +([a-z]+(?:-[a-z]+)?|\d{3}))?")


@dataclass(frozen=True, slots=True)
class Family:
    """A font family by its name, with the weight of its regular face; or a single file, the `number`-th face of it."""

    name: str
    weight: int = REGULAR
    file: bool = False
    number: int = 0

    @property
    def bold(self) -> int:
        """Returns the weight of its bold face, which is heavier by as much as bold is than regular."""
        return min(self.weight + BOLD - REGULAR, HEAVIEST)

    @property
    def label(self) -> str:
        """Returns its name in documents."""
        more = f"-{self.number + 1}" if self.number else "" if self.weight == REGULAR else f"-{self.weight}"
        return self.name + more


@dataclass(frozen=True, slots=True)
class FontChoice:
    """Families in the order in which cardgen looks for a character, each with its languages."""

    links: tuple[tuple[tuple[str, Family], ...], ...]  # languages (or ELSE) with their families, by link

    def families(self, language: str) -> tuple[Family, ...]:
        """Returns the families of a language."""
        families = []
        for link in self.links:
            known = dict(link)
            chosen = known.get(language) or known.get(language.partition("_")[0]) or known.get(ELSE)
            families += [chosen] if chosen else []
        return tuple(families)

    def own(self, language: str) -> Family | None:
        """Returns the family chosen for this very language, which sets the height of its lines."""
        named = (known.get(language) or known.get(language.partition("_")[0]) for known in map(dict, self.links))
        return next(filter(None, named), None)


def font_choice(value: Any) -> FontChoice:
    """Reads a choice as `look: fonts:` writes it. Raises ValueError."""
    links = value if isinstance(value, tuple) else (value,)
    if not links:
        raise ValueError("expected a font family, got an empty list")
    if len(links) > MAX_FAMILIES:
        raise ValueError(f"expected at most {MAX_FAMILIES} font families in one list, got {len(links):,}")
    return FontChoice(tuple(map(_link, links)))


def _link(value: Any) -> tuple[tuple[str, Family], ...]:
    if not isinstance(value, dict):
        return ((ELSE, _family(value)),)
    return tuple((key if key == ELSE else language(key), _family(each)) for key, each in value.items())


def _family(value: Any) -> Family:
    if isinstance(value, str) and (match := _FILE.fullmatch(value)):
        number = int(match[2] or 1)
        if number < 1:
            raise ValueError(f"the fonts of a collection are numbered from #1, got {quote(value)}")
        return Family(match[1], file=True, number=number - 1)
    match = _FAMILY.fullmatch(value) if isinstance(value, str) else None
    if not match:
        meant = slug(value) if isinstance(value, str) else ""
        hint = f"; did you mean '{meant}'?" if _FAMILY.fullmatch(meant) else ""
        expected = "expected a font family such as my-font or 'my-font light', or a file such as My.otf"
        raise ValueError(f"{expected}, got {quote(value)}{hint}")
    weight = WEIGHTS.get(match[2] or "regular") or (int(match[2]) if match[2].isdigit() else 0)
    if not 1 <= weight <= 1000:
        hint = f"; if it is a part of the family's name, write {match[1]}-{match[2]}"
        raise ValueError(f"expected a weight such as {', '.join(WEIGHTS)} or 350, got {quote(match[2])}{hint}")
    return Family(match[1], weight)


_ONE = {"type": "string"}
_LINK: dict[str, Any] = {"anyOf": [_ONE, {"type": "object", "additionalProperties": _ONE}]}
Fonts = Annotated[
    FontChoice,
    BeforeValidator(font_choice),
    WithJsonSchema(
        {"anyOf": [*_LINK["anyOf"], {"type": "array", "items": _LINK, "minItems": 1, "maxItems": MAX_FAMILIES}]}
    ),
]
