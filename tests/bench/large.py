"""Makes a game of many different cards, each with a long text, from one spreadsheet: `python large.py FOLDER COUNT`."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

WORDS = re.findall(
    r"\w+",
    """
acorn after again all along among another any autumn away bank bark before beneath berry beside between bird branch
bridge bright brook brown bush by careful carry chestnut clearing clever cold cross dark dawn deep den discard down
draw dry each early east empty evening every face fallen far feather fern field find first five floor flower follow
forest four fox free frost fruit full gather gentle give gold grass green grey ground guard half hand hazel heavy
hedge hidden high hill hold hollow home honey hungry hunt ice if into keep large last leaf leave left light listen
little long look lose lost meadow middle mist moon moss mushroom narrow near neighbour nest never next night north
nut oak of old once one only open other over owl pass path pay pebble pick pine place play pond quick quiet rain
reach red rest reveal river road rock root round run safe same search second seed shade shadow share sharp shore
show silent silver sleep slow small snow soft south spring squirrel star stay steal stone storm stream strong summer
swift take tall thicket thin third three through toad token top toward trade trail tree turn twig two under until
valley wait walk warm watch water west wet white wide wild wind winter wolf wood worth yellow young your
""",
)
GAME = """\
players: 2-4
languages: [en]
look:
  fonts: {display: fraunces, text: source-sans-3}
  colours: {ink: "#2c2a3a", paper: "#fffdf7", accent: "#7a4a2b"}
icons: {gain: acorn}
decks:
  forest:
    back: back
    kinds:
      beast: {layout: beast, cards: cards.csv}
"""
BEAST = """\
styles:
  title: {font: display, bold: yes, size: 13 pt, at_least: 8 pt, align: centre, lines: 1}
  rule: {size: 9 pt, at_least: 6 pt}
fields:
  ground: {draw: rectangle, fill: "{card.colour} 30 %", left: -bleed, right: -bleed, top: -bleed, bottom: -bleed}
  picture: {draw: icon, of: "{card.icon}", colour: "{card.colour} 160 %", top: 16, height: 22}
  plate: {draw: rectangle, fill: paper, corners: 2, left: 4, right: 4, top: 41, bottom: 4}
  title: {draw: text, text: "{card.title}", style: title, left: 5, right: 5, top: 5, height: 8}
  rule: {draw: text, text: "{card.text}", style: rule, valign: top, left: 6, right: 6, top: 42.5, bottom: 5}
  value: {draw: text, text: "{card.value}", style: title, left: 5, width: 8, top: 30, height: 8}
"""
BACK = """\
fields:
  ground: {draw: rectangle, fill: accent, left: -bleed, right: -bleed, top: -bleed, bottom: -bleed}
  sign: {draw: icon, of: acorn, colour: paper, width: 30, height: 30}
"""
ICONS = ("fox-head", "owl", "acorn", "moon", "rose", "oak-leaf")


def make_large(folder: Path, count: int, words: int = 70) -> Path:
    """A game of `count` cards in `folder`, no two alike, with texts of so many words; the same on every run."""
    chance = random.Random(7)
    lines = ["id;icon;colour;value;title;text"]
    for number in range(count):
        said = [chance.choice(WORDS) for _ in range(words)]
        said[12::13] = [":gain:" for _ in said[12::13]]
        text = " ".join(word + ("." if at % 9 == 8 else "") for at, word in enumerate(said)).capitalize()
        title = " ".join(chance.choice(WORDS) for _ in range(2)).title()
        colour = f"#{120 + number % 120:02x}{100 + number % 97:02x}{90 + number % 133:02x}"
        lines.append(f"card-{number};{ICONS[number % len(ICONS)]};{colour};{number % 9};{title};{text}.")
    for name, text in {
        "game.yaml": GAME,
        "cards.csv": "\n".join(lines) + "\n",
        "layouts/beast.yaml": BEAST,
        "layouts/back.yaml": BACK,
        "strings/en.yaml": "game.title: Deep Wood\n",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


if __name__ == "__main__":
    make_large(Path(sys.argv[1]), int(sys.argv[2]))
