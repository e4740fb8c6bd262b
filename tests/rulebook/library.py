"""A book of two plain faces, and ways to read what was set from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail
from cardgen.graphics.drawing import CURRENT, Document, Face, FontSource, Group, Item, Page, Shape, Symbol, Text
from cardgen.graphics.geometry import IDENTITY, Matrix, apply, ellipse, multiply, rectangle
from cardgen.rulebook.book import Book
from cardgen.text.fonts import Font, FontFace

FONTS = Path(__file__).resolve().parents[2] / "templates" / "fonts"
NAMES = {
    "text": "alegreya/regular",
    "text-bold": "alegreya/bold",
    "text-italic": "alegreya/italic",
    "text-bold-italic": "alegreya/bold-italic",
    "display": "fraunces/bold",
}


def font(name: str) -> Font:
    face = FontFace(name, FontSource(FONTS / f"{name}.ttf"))
    return Font([face], face, "en")


FACES = {key: font(name) for key, name in NAMES.items()}
ACORN = Symbol("icons/acorn", (0, 0, 100, 100), (Shape(ellipse(0, 0, 100, 100), fill=CURRENT),))


def face(name: str, colour: str) -> Face:
    ground = Shape(rectangle(-3, -3, 66, 91), fill=colour)
    word = Text(8, 70, name, "fraunces/bold", 16, "#000000", 47, 12, 4)
    return Face(f"pack/{name}", name.title(), 63, 88, 3, (ground, word))


def icon(name: str, place: Place) -> Symbol:
    if name != "acorn":
        raise fail(f"there is no icon ':{name}:'; did you mean 'acorn'?", place, UNKNOWN_NAME)
    return ACORN


def book(**changed) -> Book:
    told = {
        "title": "The Wood",
        "subtitle": "Foxes and owls",
        "language": "en",
        "author": "A. Squirrel",
        "fonts": FACES,
        "colours": {"ink": "#2c2a3a", "paper": "#fffdf7", "accent": "#2060a0", "second": "#d0a030"},
        "faces": {"fox": face("fox", "#e08040"), "owl": face("owl", "#8080c0")},
        "cover": ("fox", "owl"),
        "icons": icon,
        "symbols": {},
        "words": {
            "contents": "Contents",
            "page": "page",
            "notes": "Notes",
            "skip": "Skip to the text",
            "facts": "2 to 4 players",
        },
        "source": Path("en.md.j2"),
    }
    return Book(**(told | changed))


@dataclass(frozen=True)
class Seen:
    """A text on a page, in millimetres from its top left corner."""

    text: str
    font: str
    size: float
    left: float
    baseline: float
    right: float


def seen(page: Page) -> list[Seen]:
    """The texts of a page in the order in which they are drawn, not those inside of symbols."""
    return list(_texts(page.items, IDENTITY))


def _texts(items: tuple[Item, ...], matrix: Matrix) -> Iterator[Seen]:
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items, multiply(item.matrix, matrix))
        elif isinstance(item, Text):
            x, y = apply(matrix, item.x, item.y)
            yield Seen(item.text, item.font, item.size, x, y, x + item.width)


def in_footer(text: Seen, page: Page) -> bool:
    return text.baseline > page.height - 13


def body(document: Document, skip: int = 1) -> list[list[Seen]]:
    """The texts of each page after the cover, without footers; after contents too where more pages are skipped."""
    return [[text for text in seen(page) if not in_footer(text, page)] for page in document.pages[skip:]]


def lines(texts: list[Seen]) -> list[list[Seen]]:
    """Texts grouped by their baselines, in the order drawn."""
    found: list[list[Seen]] = []
    for text in texts:
        if found and abs(found[-1][-1].baseline - text.baseline) < 1e-6:
            found[-1].append(text)
        else:
            found.append([text])
    return found


def told(pages: list[list[Seen]]) -> str:
    """All words, without spaces and hyphens: where lines end makes no difference."""
    joined = "".join(text.text for page in pages for text in page)
    return "".join(sign for sign in joined if not sign.isspace() and sign not in "-\u00ad")
