"""Draws a design's card as programs write it: Inkscape, Illustrator, Figma and LibreOffice as SVG, reportlab as PDF.

Each returns what it drew: the lines of words with the places of their anchors, in mm.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardgen.definitions.font_choice import Family
from cardgen.store.library import BUILTIN, FONTS
from cardgen.store.reach import files_below
from cardgen.text.families import choose, face_name
from cardgen.text.font_file import slug
from cardgen.text.fonts import font_face
from tests.likeness.designs import UNKNOWN, Art, Box, Design, Words

FOLDER = BUILTIN / "templates" / "fonts"
MM = 72 / 25.4


@dataclass(frozen=True)
class Line:
    """A line of words as it was drawn; `cells` tells whether it has a cell."""

    text: str
    x: float
    y: float
    anchor: str
    turn: float
    cells: bool


Measure = Callable[[str, Words], float]  # the width of words in mm


def kerned(text: str, words: Words) -> float:
    """As browsers set it."""
    chosen = choose((tuple(files_below(FOLDER, FONTS)),), Family(slug(words.font)), words.bold, words.italic, None)
    face = font_face(f"{slug(words.font)}/{face_name(words.bold, words.italic)}", chosen.source)
    return face.shape(text).width * words.size + words.spacing * words.size * max(len(text) - 1, 0)


def unkerned(text: str, words: Words) -> float:
    """As reportlab sets it."""
    wide = pdfmetrics.stringWidth(text, pdf_font(words), words.size * MM) / MM
    return wide + words.spacing * words.size * max(len(text) - 1, 0)


def pdf_font(words: Words) -> str:
    if words.font in ("Helvetica", "Times"):
        bold, slant = ("Bold", "Oblique") if words.font == "Helvetica" else ("Bold", "Italic")
        style = bold * words.bold + slant * words.italic or ("" if words.font == "Helvetica" else "Roman")
        return f"{words.font}-{style}" if style else words.font
    name = f"{words.font.replace(' ', '')}-{face_name(words.bold, words.italic)}"
    if name not in pdfmetrics.getRegisteredFontNames():
        path = FOLDER / slug(words.font) / f"{face_name(words.bold, words.italic)}.ttf"
        pdfmetrics.registerFont(TTFont(name, path))
    return name


def fill(text: str, row: dict[str, str]) -> str:
    return re.sub(r"\{([^{}]+)\}", lambda match: row[match[1]], text)


def lines_of(words: Words, row: dict[str, str], measure: Measure) -> list[tuple[str, float, float]]:
    """The lines of words with the places of their anchors: as many words on each as it can hold."""
    text = fill(words.text, row)
    text = text.upper() if words.upper else text
    lines = [text]
    if words.width:
        lines, line = [], ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and measure(longer, words) > words.width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    angle, step = math.radians(words.turn), words.leading * words.size
    return [
        (each, words.x - math.sin(angle) * step * index, words.y + math.cos(angle) * step * index)
        for index, each in enumerate(lines)
    ]


def known(words: Words, row: dict[str, str], measure: Measure) -> Iterator[Line]:
    for text, x, y in lines_of(words, row, measure):
        yield Line(text, x, y, words.anchor, words.turn, "{" in words.text)


def start(x: float, y: float, text: str, words: Words, measure: Measure, row: dict[str, str]) -> tuple[float, float]:
    """Where words begin that are aligned otherwise."""
    parts = [(part, replace(words, bold=bold)) for part, bold in bold_parts(text, words, row)]
    wide = sum(measure(part, look) for part, look in parts) + words.spacing * words.size * (len(parts) - 1)
    back = {"middle": 0.5, "end": 1.0}.get(words.anchor, 0.0) * wide
    angle = math.radians(words.turn)
    return x - math.cos(angle) * back, y - math.sin(angle) * back


def picture(name: str) -> bytes:
    """A picture of its own for each name."""
    rng = Random(name)
    image = Image.new("RGB", (324, 216), tuple(rng.randrange(60, 200) for _ in range(3)))
    draw = ImageDraw.Draw(image)
    for _ in range(12):
        x, y = rng.randrange(300), rng.randrange(200)
        draw.ellipse((x, y, x + rng.randrange(20, 120), y + 60), fill=tuple(rng.randrange(256) for _ in range(3)))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def shape(box: Box, scale: float, how: Callable[[str, str], str]) -> str:
    x, y, width, height = (f"{scale * each:.4f}" for each in (box.x, box.y, box.width, box.height))
    painted = how(box.fill, box.stroke)
    if box.kind == "ellipse":
        rx, ry = scale * box.width / 2, scale * box.height / 2
        return (
            f'<ellipse cx="{scale * box.x + rx:.4f}" cy="{scale * box.y + ry:.4f}" rx="{rx:.4f}" ry="{ry:.4f}" '
            f"{painted}/>"
        )
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {painted}/>'


def image(art: Art, row: dict[str, str], scale: float, link: str) -> str:
    x, y, width, height = (scale * each for each in (art.x, art.y, art.width, art.height))
    return f'<image x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}" {link}="art/{row[art.column]}"/>'


def turned(words: Words, x: float, y: float, scale: float) -> str:
    return f' transform="rotate({words.turn:g} {x * scale:.4f} {y * scale:.4f})"' if words.turn else ""


def bold_parts(text: str, words: Words, row: dict[str, str]) -> list[tuple[str, bool]]:
    """A text in parts, each with whether it is bold."""
    if not words.bold_cells:
        return [(text, words.bold)]
    cell = fill("".join(re.findall(r"\{[^{}]+\}", words.text)), row)
    before, _, after = text.partition(cell)
    return [each for each in ((before, False), (cell, True), (after, False)) if each[0]]


def inkscape(design: Design, row: dict[str, str], path: Path, rng: Random) -> list[Line]:
    """Millimetres, a layer that is moved, styles in `style`, and anchors."""
    off = (rng.choice([0.0, -5.5]), rng.choice([0.0, 12.25]))
    drawn: list[Line] = []
    body = []
    for each in design.elements:
        if isinstance(each, Box):
            line = replace(each, x=each.x - off[0], y=each.y - off[1])
            body.append(shape(line, 1, lambda fill, stroke: f'style="fill:{fill};stroke:{stroke or "none"}"'))
        elif isinstance(each, Art):
            body.append(image(replace(each, x=each.x - off[0], y=each.y - off[1]), row, 1, "xlink:href"))
        else:
            drawn += known(each, row, kerned)
            spans = []
            for text, x, y in lines_of(replace(each, turn=0.0), row, kerned):
                inner = "".join(
                    f'<tspan style="font-weight:bold">{escape(part)}</tspan>'
                    if bold and not each.bold
                    else escape(part)
                    for part, bold in bold_parts(text, each, row)
                )
                spans.append(f'<tspan sodipodi:role="line" x="{x - off[0]:.5f}" y="{y - off[1]:.5f}">{inner}</tspan>')
            style = (
                f"font-size:{each.size:g}px;font-family:'{each.font}';font-weight:{'bold' if each.bold else 'normal'};"
                f"font-style:{'italic' if each.italic else 'normal'};fill:{each.colour};text-anchor:{each.anchor};"
                f"letter-spacing:{each.spacing * each.size:g}px;-inkscape-font-specification:'{each.font}'"
            )
            id = f' id="{each.id}"' if each.id else f' id="text{len(body)}"'
            place = turned(each, each.x - off[0], each.y - off[1], 1)
            body.append(f'<text xml:space="preserve"{id} style="{style}"{place}>{"".join(spans)}</text>')
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<svg '
        f'width="{design.width}mm" height="{design.height}mm" viewBox="0 0 {design.width} {design.height}" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns="http://www.w3.org/2000/svg">\n'
        '<sodipodi:namedview id="view" pagecolor="#ffffff"/>\n<defs/>\n'
        '<g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" '
        f'transform="translate({off[0]},{off[1]})">\n'
        + "\n".join(body) + "\n</g>\n</svg>\n", "utf-8",
    )  # fmt: skip
    return drawn


def illustrator(design: Design, row: dict[str, str], path: Path, rng: Random) -> list[Line]:
    """Points, a style sheet, PostScript names of fonts, a matrix for each text, and parts of words between kerns."""
    classes: dict[str, str] = {}

    def of(rule: str) -> str:
        return classes.setdefault(rule, f"st{len(classes)}")

    drawn: list[Line] = []
    body = []
    for each in design.elements:
        if isinstance(each, Box):
            body.append(shape(each, MM, lambda fill, stroke: f'class="{of(_painted(fill, stroke))}"'))
        elif isinstance(each, Art):
            body.append(image(each, row, MM, "xlink:href"))
        else:
            drawn += known(each, row, kerned)
            lines = lines_of(replace(each, turn=0.0), row, kerned)
            spans, first = [], (0.0, 0.0)
            for index, (text, x, y) in enumerate(lines):
                x, y = start(x, y, text, replace(each, turn=0.0), kerned, row)
                first = (x, y) if index == 0 else first
                at = 0.0
                for part, bold in _kerned_parts(text, each, row, rng):
                    look = replace(each, bold=bold)
                    names = f"{of(_type(look))} {of('fill:' + each.colour + ';')}"
                    place = f'x="{(x - first[0] + at) * MM:.4f}" y="{(y - first[1]) * MM:.4f}"'
                    spans.append(f'<tspan {place} class="{names}">{escape(part)}</tspan>')
                    at += kerned(part, look) + each.spacing * each.size
            if each.turn:
                first = _about(first, (each.x, each.y), each.turn)
            cos, sin = math.cos(math.radians(each.turn)), math.sin(math.radians(each.turn))
            matrix = f"matrix({cos:.6f} {sin:.6f} {-sin:.6f} {cos:.6f} {first[0] * MM:.4f} {first[1] * MM:.4f})"
            id = f' id="{each.id}"' if each.id else ""
            body.append(f'<text{id} transform="{matrix}">{"".join(spans)}</text>')
    sheet = "\n".join(f"\t.{name}{{{rule}}}" for rule, name in classes.items())
    width, height = design.width * MM, design.height * MM
    path.write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: Adobe Illustrator 27.0.0 -->\n'
        '<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" '
        f'viewBox="0 0 {width:.2f} {height:.2f}" xml:space="preserve">\n<style type="text/css">\n{sheet}\n</style>\n'
        + "\n".join(body) + "\n</svg>\n", "utf-8",
    )  # fmt: skip
    return drawn


def _painted(fill: str, stroke: str) -> str:
    return f"fill:{fill.upper()};" + (f"stroke:{stroke};" if stroke else "")


def _type(words: Words) -> str:
    style = face_name(words.bold, words.italic).title().replace("-", "")
    name = f"{words.font.replace(' ', '')}-{style}"
    spacing = f"letter-spacing:{words.spacing:g}em;" if words.spacing else ""
    return f"font-family:'{name}'; font-size:{words.size * MM:.4f}px;{spacing}"


def _kerned_parts(text: str, words: Words, row: dict[str, str], rng: Random) -> Iterator[tuple[str, bool]]:
    """Parts of a text; Illustrator divides it anywhere in words."""
    for part, bold in bold_parts(text, words, row):
        cut = rng.randrange(1, len(part)) if len(part) > 6 and rng.random() < 0.6 else 0
        if cut and " " in (part[cut - 1], part[cut]):
            cut = 0
        yield from ((each, bold) for each in (part[:cut], part[cut:]) if each)


def _about(point: tuple[float, float], centre: tuple[float, float], turn: float) -> tuple[float, float]:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x, y = point[0] - centre[0], point[1] - centre[1]
    return centre[0] + cos * x - sin * y, centre[1] + sin * x + cos * y


def figma(design: Design, row: dict[str, str], path: Path, rng: Random) -> list[Line]:
    """Pixels, 300 to the inch, every line a tspan that begins where it begins."""
    scale = 300 / 25.4
    drawn: list[Line] = []
    body = []
    for each in design.elements:
        if isinstance(each, Box):
            body.append(
                shape(each, scale, lambda fill, stroke: f'fill="{fill}"' + (f' stroke="{stroke}"' if stroke else ""))
            )
        elif isinstance(each, Art):
            body.append(image(each, row, scale, "xlink:href"))
        else:
            drawn += known(each, row, kerned)
            spans = []
            for text, x, y in lines_of(replace(each, turn=0.0), row, kerned):
                x, y = start(x, y, text, replace(each, turn=0.0), kerned, row)
                for part, bold in bold_parts(text, each, row):
                    weight = f' font-weight="{"bold" if bold else "normal"}"' if each.bold_cells else ""
                    spans.append(f'<tspan x="{x * scale:.3f}" y="{y * scale:.3f}"{weight}>{escape(part)}</tspan>')
                    x += kerned(part, replace(each, bold=bold))
            weight = ' font-weight="bold"' if each.bold else ""
            slope = ' font-style="italic"' if each.italic else ""
            body.append(
                f'<text fill="{each.colour}" xml:space="preserve" style="white-space: pre" font-family="{each.font}" '
                f'font-size="{each.size * scale:.3f}"{weight}{slope} letter-spacing="{each.spacing:g}em"'
                f"{turned(each, each.x, each.y, scale)}>{''.join(spans)}</text>"
            )
    width, height = round(design.width * scale), round(design.height * scale)
    path.write_text(
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" fill="none" '
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">\n<g clip-path="url(#clip0)">\n'
        + "\n".join(body)
        + f'\n</g>\n<defs><clipPath id="clip0"><rect width="{width}" height="{height}" fill="white"/></clipPath></defs>'
        "\n</svg>\n", "utf-8",
    )  # fmt: skip
    return drawn


def libreoffice(design: Design, row: dict[str, str], path: Path, rng: Random) -> list[Line]:
    """Hundredths of millimetres, groups of groups, and a portion of text for each word or two."""
    drawn: list[Line] = []
    body = []
    for each in design.elements:
        if isinstance(each, Box):
            drawn_shape = shape(each, 100, lambda fill, stroke: f'fill="{_rgb(fill)}" stroke="{_rgb(stroke)}"')
            body.append(f'<g class="com.sun.star.drawing.CustomShape"><g id="id{len(body)}">{drawn_shape}</g></g>')
        elif isinstance(each, Art):
            body.append(f'<g class="Graphic">{image(each, row, 100, "xlink:href")}</g>')
        else:
            drawn += known(each, row, kerned)
            spans = []
            for text, x, y in lines_of(replace(each, turn=0.0), row, kerned):
                x, y = start(x, y, text, replace(each, turn=0.0), kerned, row)
                inner = "".join(
                    f'<tspan font-family="{each.font}, sans-serif" font-size="{100 * each.size:g}px" '
                    f'font-weight="{700 if bold else 400}" fill="{_rgb(each.colour)}" stroke="none"'
                    f"{' font-style=' + chr(34) + 'italic' + chr(34) if each.italic else ''} "
                    f'style="white-space: pre; letter-spacing:{100 * each.spacing * each.size:g}px">'
                    f"{escape(part)}</tspan>"
                    for part, bold in bold_parts(text, each, row)
                )
                spans.append(f'<tspan class="TextPosition" x="{100 * x:.2f}" y="{100 * y:.2f}">{inner}</tspan>')
            paragraph = f'<tspan class="TextParagraph">{"".join(spans)}</tspan>'
            body.append(
                f'<g class="com.sun.star.drawing.TextShape"><text class="SVGTextShape"'
                f"{turned(each, each.x, each.y, 100)}>{paragraph}</text></g>"
            )
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<svg version="1.2" '
        f'width="{design.width}mm" height="{design.height}mm" viewBox="0 0 {100 * design.width:g} '
        f'{100 * design.height:g}" preserveAspectRatio="xMidYMid" fill-rule="evenodd" stroke-linejoin="round" '
        'xmlns="http://www.w3.org/2000/svg" xmlns:ooo="http://xml.openoffice.org/svg/export" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" xml:space="preserve">\n'
        '<g class="SlideGroup"><g class="Slide"><g class="Page">\n' + "\n".join(body) + "\n</g></g></g>\n</svg>\n",
        "utf-8",
    )  # fmt: skip
    return drawn


def _rgb(colour: str) -> str:
    if not colour:
        return "none"
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def reportlab(design: Design, row: dict[str, str], path: Path, rng: Random) -> list[Line]:
    """A PDF file without kerning."""
    canvas = Canvas(str(path), pagesize=(design.width * MM, design.height * MM), invariant=True)
    drawn: list[Line] = []
    for each in design.elements:
        if isinstance(each, Box):
            canvas.setFillColor(each.fill)
            canvas.setStrokeColor(each.stroke or each.fill)
            box = (each.x * MM, (design.height - each.y - each.height) * MM, each.width * MM, each.height * MM)
            if each.kind == "ellipse":
                canvas.ellipse(box[0], box[1], box[0] + box[2], box[1] + box[3], stroke=bool(each.stroke), fill=1)
            else:
                canvas.rect(*box, stroke=bool(each.stroke), fill=1)
        elif isinstance(each, Art):
            reader = ImageReader(io.BytesIO(picture(row[each.column])))
            box = (each.x * MM, (design.height - each.y - each.height) * MM, each.width * MM, each.height * MM)
            canvas.drawImage(reader, *box)
        else:
            drawn += known(each, row, unkerned)
            canvas.setFillColor(each.colour)
            for text, x, y in lines_of(each, row, unkerned):
                x, y = start(x, y, text, each, unkerned, row)
                canvas.saveState()
                canvas.translate(x * MM, (design.height - y) * MM)
                canvas.rotate(-each.turn)
                at = 0.0
                for part, bold in bold_parts(text, each, row):
                    look = replace(each, bold=bold)
                    writer = canvas.beginText(at * MM, 0)
                    writer.setFont(pdf_font(look), each.size * MM)
                    writer.setCharSpace(each.spacing * each.size * MM)
                    writer.textOut(part)
                    canvas.drawText(writer)
                    at += unkerned(part, look)
                canvas.restoreState()
    canvas.save()
    return drawn


WRITERS = (inkscape, illustrator, figma, libreoffice, reportlab)


def with_unknown_fonts(design: Design) -> Design:
    """The design in fonts that cardgen does not have; its texts are as PDF readers know them."""
    elements = [replace(each, font=UNKNOWN[each.font]) if isinstance(each, Words) else each for each in design.elements]
    return replace(design, elements=elements)
