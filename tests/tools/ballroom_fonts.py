"""Makes templates/fonts/ballroom from Playfair Display's original files, as its FONTLOG.txt tells: digits are lining
(its first choice, old-style, lets a 1 look like an I), and only characters of European languages in Latin letters are
kept. The licence reserves the name Playfair Display for the original, so the result bears another one.

Usage: ballroom_fonts.py FOLDER, the unpacked npm package @expo-google-fonts/playfair-display.
"""

import shutil
import sys
from pathlib import Path

from alegreya_fonts import DIGITS, KEPT
from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parents[2] / "templates" / "fonts" / "ballroom"
FACES = {"regular": "400Regular", "italic": "400Regular_Italic", "bold": "700Bold"}
RESERVED = {"Playfair Display": "Ballroom", "PlayfairDisplay": "Ballroom"}
NAMES = (1, 3, 4, 6, 16, 18, 21, 25)  # OpenType name IDs that say what a font is called


def main(source: Path) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for face, folder in FACES.items():
        (original,) = (source / folder).glob("*.ttf")
        font = TTFont(original, recalcTimestamp=False)
        for table in font["cmap"].tables:
            for index, name in enumerate(DIGITS):
                if ord("0") + index in table.cmap:
                    table.cmap[ord("0") + index] = f"{name}.lf"
        for record in font["name"].names:
            if record.nameID in NAMES:
                text = record.toUnicode()
                for old, new in RESERVED.items():
                    text = text.replace(old, new)
                record.string = text
        options = subset.Options(layout_features=["kern", "mark", "mkmk"], hinting=False, name_IDs=["*"])
        options.recalc_timestamp = False
        worker = subset.Subsetter(options)
        worker.populate(unicodes=KEPT)
        worker.subset(font)
        font.save(TARGET / f"{face}.ttf")
    shutil.copyfile(source / "LICENSE_FONT", TARGET / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
