"""Makes templates/fonts/alegreya from the family's original files, as two changes to each, told in its FONTLOG.txt:
digits are lining and of one width (in the original's first choice, old-style, a 1 reads as an I), and only
characters of European languages in Latin letters are kept.

Usage: alegreya_fonts.py FOLDER, the unpacked npm package @expo-google-fonts/alegreya.
"""

import shutil
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parents[2] / "templates" / "fonts" / "alegreya"
FACES = {
    "regular": "400Regular",
    "italic": "400Regular_Italic",
    "bold": "700Bold",
    "bold-italic": "700Bold_Italic",
}
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
KEPT = [*range(0x20, 0x180), *range(0x218, 0x21C), *range(0x2010, 0x2027), 0x202F, 0x2030, 0x2039, 0x203A, 0x2044]
KEPT += [0x20AC, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0xD7, 0xF7]


def main(source: Path) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for face, folder in FACES.items():
        (original,) = (source / folder).glob("*.ttf")
        font = TTFont(original, recalcTimestamp=False)
        for table in font["cmap"].tables:
            for index, name in enumerate(DIGITS):
                if ord("0") + index in table.cmap:
                    table.cmap[ord("0") + index] = f"{name}.tf"
        options = subset.Options(layout_features=["kern", "mark", "mkmk"], hinting=False, name_IDs=["*"])
        options.recalc_timestamp = False
        worker = subset.Subsetter(options)
        worker.populate(unicodes=KEPT)
        worker.subset(font)
        font.save(TARGET / f"{face}.ttf")
    shutil.copyfile(source / "LICENSE_FONT", TARGET / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
