"""Writes a rulebook down as text: what stands on each page, a line of it a line, its place in millimetres.

`python -m tests.rulebook.produce` writes the goldens again; review the difference before you commit it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Document, Group, Item, Shape, Use
from cardgen.graphics.geometry import IDENTITY, Matrix, box_through, multiply, segments_box
from cardgen.pdf.write import write_pdf
from cardgen.rulebook.html import make_html
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.summary import make_summary
from tests.pdf_structure import Part, heard
from tests.rulebook.library import book, lines, seen

FOLDER = Path(__file__).parent / "goldens"
SAMPLE = FOLDER / "sample.md"


def goldens() -> dict[str, str]:
    """File name to what it must hold."""
    markdown = SAMPLE.read_text("utf-8")
    return {
        "pages.txt": "\n".join(pages(make_pages(markdown, book()))) + "\n",
        "summary.txt": "\n".join(pages(make_summary(markdown.replace("---\n\n", ""), book()))) + "\n",
        "heard.txt": "\n".join(told(heard(write_pdf(make_pages(markdown, book()))))) + "\n",
        "sample.html": re.sub(r"base64,[\w+/=]+\)", "base64,...)", make_html(markdown, book())),
    }


def pages(document: Document) -> Iterator[str]:
    yield f"{document.title!r}, {document.language}, symbols {' '.join(sorted(document.symbols))}"
    for number, page in enumerate(document.pages, 1):
        yield f"\n## page {number}, {page.width:g} x {page.height:g} mm, bookmark {page.bookmark}"
        yield from drawn(page.items, document, IDENTITY)
        for line in lines(seen(page)):
            words = " | ".join(f"{text.text} ({text.font} {text.size / POINT:.4g} pt)" for text in line)
            yield f"{line[0].baseline:7.2f}  {line[0].left:6.2f} to {line[-1].right:6.2f}  {words}"


def told(part: Part, depth: int = 0) -> Iterator[str]:
    """A part as it is read aloud, those in it below; parts of a sentence, in it."""
    indent = "  " * depth
    if part.said or any(isinstance(each, str) for each in part.inside):
        yield f"{indent}{part.kind}{' in place of what is seen' if part.said else ''}: {part.text}"
        return
    yield f"{indent}{part.kind}"
    for each in part.parts:
        yield from told(each, depth + 1)


def drawn(items: tuple[Item, ...], document: Document, matrix: Matrix) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from drawn(item.items, document, multiply(item.matrix, matrix))
        elif isinstance(item, Use):
            box = box_through(multiply(item.matrix, matrix), document.symbols[item.symbol].box)
            yield f"{item.symbol} in {place(box)}"
        elif isinstance(item, Shape):
            stroke = f" stroke {item.stroke} {item.line:.2f}" if item.stroke else ""
            yield f"shape {item.fill}{stroke} in {place(box_through(matrix, segments_box(item.segments)))}"


def place(box: tuple[float, ...]) -> str:
    return " ".join(f"{value:.2f}" for value in box)


if __name__ == "__main__":
    for name, text in goldens().items():
        (FOLDER / name).write_text(text, "utf-8")
        print(FOLDER / name, file=sys.stderr)
