"""The types of single values in definitions. Each reads a plain scalar, or reports what it expected."""

import re
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from cardgen.definitions.nodes import Plain
from cardgen.foundations import units
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.outline import Shape, read_path, read_shape
from cardgen.store.library import SHEETS, is_sheet, unusable

MIN_POINTS, MAX_POINTS = 3, 400  # the smallest text that printers can print, and the largest that fits a page
MAX_ADDRESS = 2_000  # letters of an address of the web
ARMS_LENGTH = 6 * units.POINT  # the smallest text that is legible at arm's length, in mm


class Model(BaseModel):
    """Base of all definition models: strict, closed and frozen."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


def quote(value: Any) -> str:
    """Returns a value as messages quote it."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "keys with values"
    if isinstance(value, (tuple, list)):
        return "a list"
    text = str(value)
    return repr(text if len(text) <= 40 else text[:37] + "...")


def word(value: Any) -> str:
    """Returns a value as YAML, the command line and the keys of strings write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def whole(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, Plain) and re.fullmatch(r"[+-]?\d{1,12}", value):
        return int(value)
    raise ValueError(f"expected a whole number, got {quote(value)}")


def number(value: Any) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, Plain) and re.fullmatch(r"[+-]?(\d{1,12}(\.\d*)?|\.\d+)", value):
        return float(value)
    raise ValueError(f"expected a number, got {quote(value)}")


def flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, Plain) and value.lower() in {"yes", "true", "on"}:
        return True
    if isinstance(value, Plain) and value.lower() in {"no", "false", "off"}:
        return False
    raise ValueError(f"expected yes or no, got {quote(value)}")


def words(value: Any) -> str:
    if isinstance(value, str):
        return str(value)
    raise ValueError(f"expected a text, got {quote(value)}")


def translation_text(value: Any) -> str:
    """Returns a text, also of a pair with the text that it translates. Raises ValueError."""
    return words(value["to"] if isinstance(value, dict) and value.keys() == {"from", "to"} else value)


def version(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.+_ -]{0,19}", value):
        return str(value)
    raise ValueError(f"expected a short version such as 1 or 2.1-beta, got {quote(value)}")


def name(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*", value) and len(value) <= 60:
        if reason := unusable(value):  # names of decks and cards are names of files, too
            raise ValueError(f"expected another name than {quote(value)}: {reason}")
        return str(value)
    expected = "a name of lower-case letters, digits, - and _ that begins with a letter, such as my_card"
    raise ValueError(f"expected {expected}, got {quote(value)}")


def card_name(value: Any) -> str:
    """Returns a card's key: a name or, with `sets`, also the part behind the set's name, such as 7 in blue-7."""
    if isinstance(value, str) and re.fullmatch(r"[0-9][a-z0-9]*([_-][a-z0-9]+)*", value) and len(value) <= 60:
        return str(value)
    return name(value)


def language(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"[a-z]{2,3}(_[A-Z]{2})?", value):
        return str(value)
    raise ValueError(f"expected a language code such as en, fr or pt_BR, got {quote(value)}")


def web_address(value: Any) -> str:
    """Reads an address of the web. Raises ValueError."""
    if isinstance(value, str) and len(value) <= MAX_ADDRESS and re.fullmatch(r"https?://[!-~]+", value):
        with suppress(ValueError):  # a port that is no number
            parts = urlsplit(str(value))
            if parts.hostname and parts.port != 0 and not parts.username:
                return str(value)
    raise ValueError(f"expected an address such as https://example.org/cards.csv, got {quote(value)}")


def sheet_name(value: Any) -> str:
    """Reads the name of a spreadsheet below the game's folder. Raises ValueError."""
    parts = str(value).split("/") if isinstance(value, str) else []
    if parts and is_sheet(parts[-1]) and not any(not part or part.startswith(".") or unusable(part) for part in parts):
        return str(value)
    raise ValueError(f"expected a file in the game's folder ({', '.join(SHEETS)}), got {quote(value)}")


def words_list(value: Any) -> tuple[str, ...]:
    return tuple(words(item) for item in value) if isinstance(value, tuple) else (words(value),)


def once(values: tuple[str, ...]) -> tuple[str, ...]:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise ValueError(f"'{value}' appears twice")
        seen.add(value)
    return values


def at_most(most: int) -> BeforeValidator:
    """Returns a validator that refuses a list or a mapping with more items, before it reads any."""

    def check_length(value: Any) -> Any:
        if isinstance(value, (dict, tuple)) and len(value) > most:
            raise ValueError(f"expected at most {most:,}, got {len(value):,}")
        return value

    return BeforeValidator(check_length)


def two(values: tuple[str, ...]) -> tuple[str, ...]:
    if values and len(values) != 2:
        raise ValueError(f"expected two names, a front's and a back's, got {len(values)}")
    return values


def length_in(unit: str):
    def read(value: Any) -> float:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return value * units.MM[unit]
        if not isinstance(value, str):
            raise ValueError(f"expected a length, got {quote(value)}")
        return units.length(value, unit)

    return read


def size(value: Any) -> tuple[float, float]:
    if isinstance(value, str):
        return units.size(value)
    raise ValueError(f"expected a size such as poker or 63 x 88 mm, got {quote(value)}")


def shape(value: Any) -> Shape:
    if isinstance(value, Shape):
        return value
    if isinstance(value, str):
        return read_shape(value)
    if isinstance(value, dict) and "path" in value and value.keys() <= {"path", "view"}:
        return read_path(words(value["path"]), words(value["view"]) if "view" in value else None)
    raise ValueError(
        f"expected a shape such as rounded 3 mm, circle, hexagon or {{path: M 0 0 ...}}, got {quote(value)}"
    )


@dataclass(frozen=True, slots=True)
class Offset:
    """A distance from an edge of the trim: millimetres, plus so many times the bleed."""

    mm: float = 0.0
    bleeds: int = 0

    def resolve(self, bleed: float) -> float:
        return self.mm + self.bleeds * bleed


def points(value: Any) -> float:
    """Returns a text size in mm. It checks the bounds here and not in the model, so messages and schemas have
    points."""
    size = length_in("pt")(value)
    if not MIN_POINTS - 1e-6 <= size / units.POINT <= MAX_POINTS + 1e-6:
        raise ValueError(f"expected from {MIN_POINTS} to {MAX_POINTS} pt, got {quote(value)}")
    return size


def ems(value: Any) -> float:
    """Returns a part of a text size: 0.05, or 0.05 em."""
    plain = isinstance(value, (int, float, str)) and not isinstance(value, bool)
    match = re.fullmatch(r"\s*+([+-]?(?:\d{1,9}(?:\.\d*+)?|\.\d++))\s*+(?:em)?\s*+", str(value)) if plain else None
    if not match:
        raise ValueError(f"expected a fraction of the size such as 0.05 or 0.05 em, got {quote(value)}")
    return float(match[1])


def colour(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"#([0-9a-fA-F]{3,4}){1,2}", value):
        return long_colour(value)
    if isinstance(value, str) and (hexadecimal := css_colour(value)):
        return hexadecimal
    raise ValueError(f"expected a colour such as '#c9a27a' (in quotes) or gold, got {quote(value)}")


@lru_cache(maxsize=200)
def css_colour(name: str) -> str | None:
    """Returns `#rrggbb` for a CSS colour name in small letters; None for an unknown name."""
    from tinycss2 import color3

    known = re.fullmatch("[a-z]{3,30}", name) and name not in ("currentcolor", "transparent")
    parsed = color3.parse_color(name) if known else None
    return f"#{''.join(f'{round(255 * part):02x}' for part in parsed[:3])}" if isinstance(parsed, tuple) else None


def long_colour(text: str) -> str:
    """Returns `#rrggbb` for `#rgb` or `#rrggbb`, and likewise with alpha."""
    return "#" + "".join(2 * digit for digit in text[1:]) if len(text) < 6 else str(text)


def offset(value: Any) -> Offset:
    if isinstance(value, Offset):
        return value
    if isinstance(value, str) and value.strip() in {"bleed", "-bleed"}:
        return Offset(0.0, -1 if value.strip().startswith("-") else 1)
    return Offset(length_in("mm")(value))


def players(value: Any) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,2})\s*(?:(?:[-–]|to\b)\s*(\d{1,2})\s*)?", value) if isinstance(value, str) else None
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high <= 20:
        raise ValueError(f"expected a number of players such as 4 or 3-5, got {quote(value)}")
    return low, high


def age(value: Any) -> int:
    match = re.fullmatch(r"\s*(\d{1,2})\s*\+?\s*", value) if isinstance(value, str) else None
    if not match or int(match[1]) == 0:
        raise ValueError(f"expected the least age, such as 7+, got {quote(value)}")
    return int(match[1])


@dataclass(frozen=True, slots=True)
class Minutes:
    """How long a game takes, from `low` to `high` minutes; `measured`: in simulated games, for want of real ones."""

    low: int
    high: int
    measured: bool = False

    @property
    def span(self) -> str:
        """Returns 15 or 30–45, as covers print it in all languages."""
        return f"{self.low}–{self.high}" if self.low < self.high else str(self.low)

    @property
    def short(self) -> str:
        """Returns 15, 30–45 or ≈ 15–40, with a sign if it is measured."""
        return f"≈ {self.span}" if self.measured else self.span


def minutes(value: Any) -> Minutes:
    measured = isinstance(value, dict) and value.keys() == {"measured"}
    text = value["measured"] if measured else value
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3})\s*)?", text) if isinstance(text, str) else None
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high:
        raise ValueError(f"expected minutes such as 15, 30-45 or {{measured: 20-35}}, got {quote(value)}")
    return Minutes(low, high, measured)


def _says(kind: str, **more: Any) -> WithJsonSchema:
    return WithJsonSchema({"type": kind.split("|") if "|" in kind else kind, **more})


Whole = Annotated[int, BeforeValidator(whole)]
Count = Annotated[int, BeforeValidator(whole), Field(ge=0, le=1000)]
Looks = Annotated[int, BeforeValidator(whole), Field(ge=1, le=60)]
Number = Annotated[float, BeforeValidator(number)]
Flag = Annotated[bool, BeforeValidator(flag)]
Words = Annotated[str, BeforeValidator(words), _says("string|number")]
Translated = Annotated[
    str,
    BeforeValidator(translation_text),
    WithJsonSchema({"type": ["string", "number", "object"], "required": ["from", "to"]}),  # only for objects
]
WebAddress = Annotated[str, BeforeValidator(web_address), _says("string", format="uri")]
SheetName = Annotated[str, BeforeValidator(sheet_name)]
Version = Annotated[str, BeforeValidator(version), _says("string|number")]
WordsList = Annotated[tuple[str, ...], BeforeValidator(words_list), _says("string|array", items={"type": "string"})]
Name = Annotated[str, BeforeValidator(name)]
CardName = Annotated[str, BeforeValidator(card_name)]
Language = Annotated[str, BeforeValidator(language)]
Millimetres = Annotated[float, BeforeValidator(length_in("mm")), _says("number|string")]
Points = Annotated[float, BeforeValidator(points), _says("number|string")]  # definitions have pt, models mm
Ems = Annotated[float, BeforeValidator(ems), _says("number|string")]
Size = Annotated[tuple[float, float], BeforeValidator(size), _says("string")]
Outlined = Annotated[
    Shape,
    BeforeValidator(shape),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {"path": {"type": "string"}, "view": {"type": "string"}},
                    "required": ["path"],
                    "additionalProperties": False,
                },
            ]
        }
    ),
]
Colour = Annotated[str, BeforeValidator(colour), _says("string", pattern="^(#([0-9a-fA-F]{3,4}){1,2}|[a-z]{3,30})$")]
EdgeOffset = Annotated[Offset, BeforeValidator(offset), _says("number|string")]
Age = Annotated[int, BeforeValidator(age), _says("string|integer")]
Duration = Annotated[
    Minutes,
    BeforeValidator(minutes),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": ["string", "integer"]},
                {
                    "type": "object",
                    "properties": {"measured": {"type": ["string", "integer"]}},
                    "required": ["measured"],
                    "additionalProperties": False,
                },
            ]
        }
    ),
]
Players = Annotated[tuple[int, int], BeforeValidator(players), _says("string|integer")]
