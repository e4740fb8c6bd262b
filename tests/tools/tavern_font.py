"""Makes templates/fonts/tavern from IM Fell English SC's original file, as its FONTLOG.txt tells: the digit 1 is drawn
with a flag (the original's, two slabs on a stem, reads as an I), and only characters of European languages in Latin
letters are kept. The licence reserves the name IM Fell English SC for the original, so the result bears another one.

Usage: tavern_font.py FOLDER, the unpacked npm package @expo-google-fonts/im-fell-english-sc.
"""

import shutil
import sys
from pathlib import Path

from font_subset import rename, save_subset
from fontTools.pens.ttGlyphPen import TTGlyphPointPen
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parents[2] / "templates" / "fonts" / "tavern"
NAMES = {"IM FELL English SC": "Tavern", "IM_FELL_English_SC": "Tavern", "Igino Marini's FELL English SC": "Tavern"}

# The head of the 1 takes the place of the slab between two points of the original's outline: font units, and whether
# a point is on the curve
SLAB = (294, 663), (474, 664)
FLAG = (
    ((294, 640), True),
    ((285, 672), False),
    ((262, 688), False),
    ((236, 688), True),
    ((196, 688), False),
    ((136, 668), False),
    ((110, 660), True),
    ((90, 654), False),
    ((78, 668), False),
    ((78, 684), True),
    ((78, 704), False),
    ((102, 722), True),
    ((180, 760), False),
    ((300, 822), False),
    ((392, 870), True),
    ((404, 876), False),
    ((420, 880), False),
    ((436, 880), True),
    ((456, 880), False),
    ((474, 862), False),
    ((474, 838), True),
    ((474, 664), True),
)


def draw_flag(font: TTFont) -> None:
    """Gives the digit 1 its flag; its width stays, and so does what it is kerned with."""
    points, _, on = font["glyf"]["one"].getCoordinates(font["glyf"])
    first, last = (list(points).index(at) for at in SLAB)
    outline = [(at, bool(flag)) for at, flag in zip(points, on, strict=True)]
    pen = TTGlyphPointPen(None)
    pen.beginPath()
    for at, on_curve in [*outline[:first], *FLAG, *outline[last + 1 :]]:
        pen.addPoint(at, "line" if on_curve else None)
    pen.endPath()
    font["glyf"]["one"] = pen.glyph()
    width, _ = font["hmtx"]["one"]
    font["hmtx"]["one"] = width, min(x for (x, _), _ in outline)


def main(source: Path) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    (original,) = (source / "400Regular").glob("*.ttf")
    font = TTFont(original, recalcTimestamp=False)
    draw_flag(font)
    rename(font, NAMES)
    save_subset(font, TARGET / "regular.ttf")
    shutil.copyfile(source / "LICENSE_FONT", TARGET / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
