"""Makes the pictures of the page on pictures for shops.

python -m tests.tools.press_pictures
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from cardgen.commands.cli import main as cardgen
from tests.tools.docs_pictures import FOLDER

WIDTH, SHEET_WIDTH = 880, 520  # pixels


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path.cwd()
        os.chdir(folder)
        if cardgen(["export", "draco", "king_lui", "--to", "press", "--lang", "en"]):
            raise SystemExit("cardgen export failed")
        draco, king_lui = (Path("out") / game / "base/en/press" for game in ("draco", "king_lui"))
        save(less(Image.open(draco / "product.png")), FOLDER / "press-product.jpg")
        save(less(Image.open(king_lui / "table.png")), FOLDER / "press-table.jpg")
        (page,) = pypdfium2.PdfDocument(draco / "sell-sheet.pdf")
        scale = SHEET_WIDTH / page.get_width()
        save(page.render(scale=scale).to_pil().convert("RGB"), FOLDER / "press-sheet.jpg")
        os.chdir(home)


def save(image: Image.Image, path: Path) -> None:
    """Shadows need more colours than other pictures of the docs have."""
    image.save(path, quality=86, optimize=True)


def less(image: Image.Image) -> Image.Image:
    """A picture as wide as a page."""
    return image.convert("RGB").resize((WIDTH, round(WIDTH * image.height / image.width)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
