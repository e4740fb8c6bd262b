"""Games as PDF bytes, for tests that read them back."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pypdfium2
from PIL.Image import Image

from cardgen.pdf.raster import PDFIUM
from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from tests.pdf_reader import Pdf, Sheet, read

ROOT = Path(__file__).resolve().parents[1]
POKER = (63.0, 88.0)


@cache
def king_lui(language: str = "en", **options) -> bytes:
    """King Lui's cards.pdf."""
    output, *_ = plan(find_game("king_lui", ROOT), "base", Options(languages=(language,), only=("cards",), **options))
    return output.make()


@cache
def king_lui_sheets(**options) -> list[Sheet]:
    return read(king_lui(**options))


@cache
def king_lui_pdf(language: str = "en", **options) -> Pdf:
    return Pdf(king_lui(language, **options))


GAME = """\
players: 2
languages: [en]
look: {{fonts: {{text: source-sans-3}}, colours: {{ink: "#000000"}}}}
decks:
  deck:
    size: {width:g} x {height:g} mm
    {back}
    kinds:
      card: {{layout: front, cards: {{{cards}}}}}
"""


def write_game(folder: Path, front: str, back: str | None, cards: list[str], size: tuple[float, float] = POKER) -> Path:
    """A game in English; `front` and `back` are the lines of their layouts' fields."""
    (folder / "layouts").mkdir(parents=True)
    (folder / "strings").mkdir()
    said = ", ".join(f"{card}: {{}}" for card in cards)
    named = "back: back" if back else "# no backs"
    (folder / "game.yaml").write_text(GAME.format(width=size[0], height=size[1], back=named, cards=said))
    (folder / "strings/en.yaml").write_text("game.title: Numbers\n")
    (folder / "layouts/front.yaml").write_text(f"fields:\n{front}")
    if back:
        (folder / "layouts/back.yaml").write_text(f"fields:\n{back}")
    return folder


def numbered(folder: Path, count: int, size: tuple[float, float] = POKER, **options) -> bytes:
    """A deck in which every card has a front and a back of its own: they say `front 7` and `back 7`."""
    says = '  id: {{draw: text, text: "{side} {{card.id}}", left: 5, right: 5, top: 5, height: 8}}\n'
    front, back = says.format(side="front"), says.format(side="back")
    game = write_game(folder, front, back, [f"c{number}" for number in range(1, count + 1)], size)
    return printed(game, **options)


def printed(game: Path, **options) -> bytes:
    output, *_ = plan(find_game(str(game)), "base", Options(**options))
    return output.make()


def raster(data: bytes, page: int, dots_per_mm: float = 10) -> Image:
    """A page as pixels."""
    scale = dots_per_mm * 25.4 / 72 * (1 - 1e-6)  # pdfium rounds the number of pixels up
    with PDFIUM:  # which a desk of the same process may be using
        return pypdfium2.PdfDocument(data)[page].render(scale=scale).to_pil().convert("RGB")


def said(data: bytes, page: int) -> str:
    """The text of a page as a viewer finds it."""
    with PDFIUM:
        return pypdfium2.PdfDocument(data)[page].get_textpage().get_text_range()
