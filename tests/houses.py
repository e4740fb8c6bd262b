"""A game that is sent to a print house of its own, what that gets, and what is told before."""

import io
from pathlib import Path

import pikepdf

from cardgen.export.options import ExportOptions
from cardgen.export.target import Shipment, find_target
from cardgen.press.edition import Options, open_edition
from cardgen.store.library import find_game

MM = 72 / 25.4
FRONT = """\
  ground: {draw: rectangle, fill: "#e8d8b0", left: -bleed, right: -bleed, top: -bleed, bottom: -bleed}
  glow: {draw: rectangle, fill: "#ff000040", left: 20, width: 20, top: 40, height: 20}
  id: {draw: text, text: "front {card.id}", left: 8, right: 8, top: 8, height: 8}
"""
BACK = """\
  ground: {draw: rectangle, fill: "#203060", left: -bleed, right: -bleed, top: -bleed, bottom: -bleed}
"""
ICC = "\nprinting: {{icc: own.icc, condition: OWN, called: our press, standard: {standard}, ink: {ink}}}\n"
HOUSE = "name: Our House\nsends: pdf\nbleed: 3\nsafe: 5\nsizes: {poker: {size: 63 x 88 mm}}\nfirst: back\n"


def house(folder, says=HOUSE, standard="PDF/X-4", ink=300):
    (folder / "printers/ours.yaml").write_text(says + ICC.format(standard=standard, ink=ink))


def sent_to(folder, name="ours", language="en"):
    home = find_game(str(folder))
    target = find_target(home, name)
    edition = open_edition(home, "base", Options(languages=(language,), bleed=target.bleed), lambda finding: None)
    return target, Shipment(edition, language, ExportOptions(), Path("out"))


def files(folder, name="ours"):
    target, shipment = sent_to(folder, name)
    return {path.relative_to("out").as_posix(): data for path, data in target.write(shipment).items()}


def found(folder, name="ours"):
    target, shipment = sent_to(folder, name)
    return {finding.code: finding for finding in reversed(list(target.preflight(shipment)))}  # the first of each code


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def operators(pdf):
    """All that the forms and pages of a file draw with."""
    drawn = [thing.read_bytes() for thing in pdf.objects if thing.get("/Subtype") == "/Form"]
    return b"\n".join([*drawn, *(page.Contents.read_bytes() for page in pdf.pages)])


def layout(game, more, name="front", ground=FRONT):
    (game / f"layouts/{name}.yaml").write_text(f"fields:\n{ground}{more}")
