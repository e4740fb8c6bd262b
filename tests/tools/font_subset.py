"""What the tools that make our fonts share: other digits, a name of our own, and only the characters that are kept."""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NAMES = (1, 3, 4, 6, 16, 18, 21, 25)  # OpenType name IDs that say what a font is called
KEPT = [*range(0x20, 0x180), *range(0x218, 0x21C), *range(0x2010, 0x2027), 0x202F, 0x2030, 0x2039, 0x203A, 0x2044]
KEPT += [0x20AC, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0xD7, 0xF7]


def with_digits(font: TTFont, style: str) -> None:
    """Lets the keys 0 to 9 show the font's digits of a style: tf tabular, lf lining."""
    for table in font["cmap"].tables:
        for index, name in enumerate(DIGITS):
            if ord("0") + index in table.cmap:
                table.cmap[ord("0") + index] = f"{name}.{style}"


def rename(font: TTFont, names: dict[str, str]) -> None:
    """Calls the font by our own name, where the licence reserves the original's for the original."""
    for record in font["name"].names:
        if record.nameID in NAMES:
            text = record.toUnicode()
            for old, new in names.items():
                text = text.replace(old, new)
            record.string = text


def save_subset(font: TTFont, path: Path) -> None:
    """Writes the font with the characters that are kept, its kerning and marks with them."""
    options = subset.Options(layout_features=["kern", "mark", "mkmk"], hinting=False, name_IDs=["*"])
    options.recalc_timestamp = False
    worker = subset.Subsetter(options)
    worker.populate(unicodes=KEPT)
    worker.subset(font)
    font.save(path)
