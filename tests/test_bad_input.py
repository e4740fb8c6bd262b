"""Whatever is wrong with a game's files or a command's words: exit 2, where it is, what was expected, and `out` unharmed.

In the tables `¦` marks the very place that the message must name; it is taken out before the file is written.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from .conftest import FILES, contents

GAME, LAYOUT, BACK, EN, FR = (
    "game.yaml",
    "layouts/creature.yaml",
    "layouts/back.yaml",
    "strings/en.yaml",
    "strings/fr.yaml",
)
QUICK = "variants/quick.yaml"
MARK = "¦"


def write(game, name: str, text: str) -> str:
    """Writes a marked text without its mark; the place that the mark stood at, as messages show it."""
    assert text.count(MARK) == 1, "a case marks one place"
    before = text[: text.index(MARK)]
    game.write(name, text.replace(MARK, ""))
    return f"wood/{name}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def refused(outcome, *told: str) -> str:
    """Asserts that a command ended as bad input must, and that its message holds all of `told`."""
    assert outcome.code == 2, outcome
    assert outcome.out == ""
    assert "Traceback" not in outcome.err and "Error(" not in outcome.err
    for part in told:
        assert part in outcome.err
    return outcome.err


@pytest.fixture
def build(game, run, out):
    """Builds the game, which must fail, and sees that nothing in `out` was touched."""

    def build(*arguments: str):
        before = contents(out)
        outcome = run("build", "./wood", *arguments)
        assert contents(out) == before
        return outcome

    return build


# file, what stands there, what is written instead, what the message says after the place
ONE_CHANGE = {
    # keys and types of game.yaml
    "unknown key of the game": (GAME, "icons:", "¦iconz:", "iconz: unknown key; did you mean 'icons'?"),
    "unknown key of a deck": (GAME, "total: 5", "¦totel: 5", "decks.forest.totel: unknown key; did you mean 'total'?"),
    "unknown key of the look": (GAME, "  fonts: {", "  ¦font: {", "look.font: unknown key; did you mean 'fonts'?"),
    "field that no layout reads": (
        GAME, "value: 3", "value: 3, ¦vlaue: 4",
        "decks.forest.kinds.creature.cards.fox.vlaue: unknown key; the layout 'creature' does not read it; "
        "did you mean 'value'?",
    ),
    "field of a kind that no layout reads": (
        GAME, "count: 2\n", "count: 2\n        ¦colour: ink\n", "decks.forest.kinds.creature.colour: unknown key"
    ),
    "layout of a card": (
        GAME, "value: 3", "¦layout: back, value: 3", "cards.fox.layout: unknown key; it stands on the kind"
    ),
    "id of a card": (GAME, "value: 3", "¦id: wolf, value: 3", "cards.fox.id: unknown key; a card's id is its own key"),
    "missing key": (GAME, "players: 2-4\n", "", f"{MARK}players: expected a value, but this key is missing"),
    "players": (GAME, "2-4", "¦4-2", "players: expected a number of players such as 4 or 3-5, got '4-2'"),
    "players in words": (GAME, "2-4", "¦[2, 4]", "players: expected a number of players such as 4 or 3-5, got a list"),
    "languages not a list": (GAME, "[en, fr]", "¦en", "languages: expected a list, got 'en'"),
    "no languages": (GAME, "[en, fr]", "¦[]", "languages: expected at least one"),
    "language twice": (GAME, "[en, fr]", "¦[en, en]", "languages: 'en' stands twice"),
    "language code": (GAME, "[en, fr]", "[en, ¦French]", "languages.1: expected a language code such as en"),
    "language without strings": (GAME, "[en, fr]", "[en, it]", "expected the strings of 'it'"),
    "decks a number": (GAME, "decks:\n  forest:", "decks: ¦3\nicons2:\n  forest:", "decks: expected keys with values, got '3'"),
    "deck a text": (GAME, "  forest:\n", "  wood: ¦nothing\n  forest:\n", "decks.wood: expected keys with values, got 'nothing'"),
    "kinds a list": (GAME, "    kinds:\n      creature:", "    kinds: ¦[]\n    kinds2:\n      creature:", "kinds: expected keys with values, got a list"),
    "kind a number": (GAME, "      creature:\n", "      beast: ¦7\n      creature:\n", "kinds.beast: expected keys with values, got '7'"),
    "cards a number": (GAME, "        cards:\n", "        cards: ¦12\n        cards2:\n", "expected cards, or a CSV file in the game's folder, got '12'"),
    "card a number": (GAME, "{icon: owl, value: 2, count: 3}", "¦12", "cards.owl: expected keys with values, got '12'"),
    "look a text": (GAME, "look:\n", "look: ¦x\nlook2:\n", "look: expected keys with values, got 'x'"),
    "colour a word": (GAME, '"#2c2a3a"', "¦red", "look.colours.ink: expected a colour such as '#c9a27a' (in quotes), got 'red'"),
    "icons a list": (GAME, "{gain: acorn}", "¦[acorn]", "icons: expected keys with values, got a list"),
    "size": (GAME, "    back: back", "    back: back\n    size: ¦pokr", "decks.forest.size: expected a size such as 63 x 88 mm"),
    "size of nothing": (GAME, "    back: back", "    back: back\n    size: ¦0 x 88 mm", "expected sides from 5 to 1000 mm"),
    "name of a card": (GAME, "          owl:", "          ¦Owl One:", "expected a name of small letters, digits, - and _"),
    "card twice in two kinds": (
        GAME, "      creature:\n", "      bird: {layout: creature, cards: {owl: {icon: owl, value: 1}}}\n      creature:\n",
        "wood/game.yaml:20:11: the card 'owl' stands twice, first in forest.bird",
    ),
    # counts
    "negative count": (GAME, "count: 3", "count: ¦-3", "cards.owl.count: expected at least 0, got '-3'"),
    "absurd count": (GAME, "count: 3", "count: ¦99999", "cards.owl.count: expected at most 1000, got '99999'"),
    "count in words": (GAME, "count: 3", "count: ¦quinze", "cards.owl.count: expected a whole number, got 'quinze'"),
    "half a card": (GAME, "count: 3", "count: ¦1.5", "cards.owl.count: expected a whole number, got '1.5'"),
    "count between quotes": (GAME, "count: 3", "count: ¦'3'", "cards.owl.count: expected a whole number, got '3'"),
    "count of nothing": (GAME, "count: 2\n", "count:¦\n", "creature.count: expected a whole number, got nothing"),
    # names
    "unknown icon": (GAME, "fox-head", "¦fox-haed", "fox.icon: there is no icon 'fox-haed'; did you mean 'fox-head'?"),
    "unknown icon in a text": (FR, "Prenez {value} :gain:.\"", "Prenez {value} :gian:.\"", "there is no icon ':gian:'; did you mean 'gain'?"),
    "unknown named icon": (GAME, "gain: acorn", "gain: ¦acorm", "there is no icon 'acorm'; did you mean 'acorn'?"),
    "icon with a slash": (GAME, "icon: owl", "icon: ¦../icons/owl", "there is no icon '../icons/owl'"),
    "icon with a NUL": (GAME, "icon: owl", 'icon: ¦"a\\0b"', "there is no icon"),
    "icon of 5000 letters": (GAME, "icon: owl", f"icon: ¦{'a' * 5000}", "there is no icon"),
    "unknown layout": (GAME, "layout: creature", "layout: ¦creture", "there is no layout 'creture'; did you mean 'creature'?"),
    "unknown back": (GAME, "back: back", "back: ¦bakc", "there is no layout 'bakc'; did you mean 'back'?"),
    "unknown font": (GAME, "display: fraunces", "display: ¦fraunce", "there is no font 'fraunce'; did you mean 'fraunces'?"),
    "unknown string": (LAYOUT, "text.all", "¦text.al", "the string 'text.al' is missing in en; did you mean 'text.all'?"),
    "unknown placeholder": (EN, '"Take {value} :gain:."', '¦"Take {valu}."', "text.all: nothing is known as '{valu}'"),
    # layouts
    "unknown key of a layout": (LAYOUT, "extends:", "¦extend:", "extend: unknown key; did you mean 'extends'?"),
    "unknown key of a field": (LAYOUT, "left: 8, right: 8, top: 62", "¦lfet: 8, right: 8, top: 62", "fields.text.lfet: unknown key; did you mean 'left'?"),
    "unknown way to draw": (LAYOUT, "draw: icon", "draw: ¦icom", "fields.art.draw: there is no 'icom'; did you mean 'icon'?"),
    "no way to draw": (BACK, "{draw: rectangle, fill", "¦{fill", "fields.ground: expected the key 'draw', which says what this is"),
    "way to draw a list": (LAYOUT, "draw: icon", "draw: ¦[icon]", "fields.art.draw: "),
    "unknown style": (LAYOUT, "style: display", "style: ¦dislay", "fields.name.style: there is no style 'dislay'; did you mean 'display'?"),
    "unknown choice": (LAYOUT, "top: 62", "align: ¦center, top: 62", "fields.text.align: expected one of 'left', 'centre', 'right', got 'center'; did you mean 'centre'?"),
    "unknown field beneath": (LAYOUT, "top: 62", "under: ¦atr, top: 62", "fields.text.under: there is no field 'atr'; did you mean 'art'?"),
    "fields under one another": (LAYOUT, "top: 62", "under: ¦text, top: 62", "fields.text.under: fields lie under one another in a circle"),
    "length": (LAYOUT, "top: 62", "top: ¦6 feet", "fields.text.top: expected a length such as 63, 63 mm, 2.5in or 180pt, got '6 feet'"),
    "no room": (LAYOUT, "left: 8, right: 8, top: 62", "left: 40, right: 40, top: 62", "fields.text: has no room between its left and right edges"),
    "three edges": (LAYOUT, "top: 62", "bottom: 3, top: 62", "fields.text: expected two of top, bottom and height, got all three"),
    "beyond the bleed": (LAYOUT, "top: 20", "left: -20, top: 20", "fields.art: reaches 17.00 mm beyond the bleed"),
    "text under the floor": (LAYOUT, "fields:", "styles:\n  display: {at_least: ¦5}\nfields:", "styles.display.at_least: expected from 6 to 400 pt, got '5'"),
    "text of a mile": (LAYOUT, "fields:", "styles:\n  display: {size: ¦999999999999}\nfields:", "styles.display.size: expected from 6 to 400 pt, got '999999999999'"),
    "least size over the size": (LAYOUT, "fields:", "styles:\n  display: {at_least: ¦40}\nfields:", "styles.display.at_least: expected at most the style's size, 18 pt"),
    "colour of a layout": (BACK, '"ink 20 %"', "¦inkk", "there is no colour 'inkk'; did you mean 'ink'?"),
    "layout in a circle": (LAYOUT, "extends: card", "extends: ¦creature", "layouts extend each other in a circle: creature -> creature"),
    "layout that extends nothing": (LAYOUT, "extends: card", "extends: ¦crad", "there is no layout 'crad'; did you mean 'card'?"),
    "nothing to drop": (LAYOUT, "  art: {draw", "  ¦prnt: drop\n  art: {draw", "prnt: there is nothing to drop; did you mean 'print'?"),
    # expressions
    "undefined name": (LAYOUT, "{card.icon}", "{card.icno}", "'card.icno' is not defined; did you mean 'card.icon'?"),
    "undefined root": (LAYOUT, "{card.icon}", "{crad.icon}", "'crad.icon' is not defined; did you mean 'card'?"),
    "class": (LAYOUT, "{card.icon}", "{card.__class__}", "expected a name such as {card.icon}, got '{card.__class__}'"),
    "method": (LAYOUT, "{card.icon}", "{card.id.upper}", "'card.id' has no parts"),
    "tuple's class": (LAYOUT, "{card.icon}", "{().__class__}", "expected a name such as {card.icon}"),
    "index": (LAYOUT, "{card.icon}", "{card[icon]}", "expected a name such as {card.icon}"),
    "arithmetic": (LAYOUT, "{card.icon}", "{7 * 7}", "expected a name such as {card.icon}"),
    "open brace": (LAYOUT, "{card.icon}", "{card.icon", "expected braces in pairs"),
    "condition that reaches Python": (LAYOUT, "top: 20", 'when: ¦"{().__class__}", top: 20', "fields.art.when: expected the name of a card's field, such as card.power"),
    "condition of nothing": (LAYOUT, "top: 20", "when: ¦crad.icon, top: 20", "fields.art.when: expected the name of a card's field, such as card.power"),
    "list as a text": (GAME, "value: 3", "value: [3]", "wood/strings/en.yaml:4:11: text.all: nothing is known as '{value}'"),
    # pictures
    "missing picture": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦art/fxo.png", "there is no picture 'art/fxo.png'; did you mean 'art/fox.png'?"),
    "picture above": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦../secret.png", "the picture '../secret.png' lies outside the game's folder and library"),
    "picture above that is not": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦../none.png", "lies outside the game's folder and library"),
    "absolute picture": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦/etc/passwd", "lies outside the game's folder and library"),
    "picture through a link": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦art/link.png", "lies outside the game's folder and library"),
    "picture that links to itself": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦art/loop.png", "there is no picture 'art/loop.png'"),
    "picture of a text": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦game.yaml", "expected a PNG or JPEG picture, but 'game.yaml' cannot be read as one"),
    "picture cut short": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦art/cut.png", "cannot be read as one"),
    "picture of 100 megapixels": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦art/huge.png", "the picture 'art/huge.png' has 10000 x 10000 pixels; expected at most 40,000,000"),
    "picture of a billion pixels": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦art/vast.png", "expected at most 40,000,000"),
    "picture with a NUL": (LAYOUT, 'icon, of: "{card.icon}"', 'picture, of: ¦"a\\0b"', "there is no picture"),
    "picture of 5000 letters": (LAYOUT, 'icon, of: "{card.icon}"', f"picture, of: ¦{'a' * 5000}", "there is no picture"),
    # YAML
    "duplicate key": (GAME, "version: 1", "version: 1\n¦players: 3", "the key 'players' stands twice, first in line 2"),
    "duplicate card": (GAME, "          owl:", "          ¦fox:", "the key 'fox' stands twice, first in line 18"),
    "bad YAML": (GAME, "[en, fr]", "[en, fr\nlook2¦: 1", "cannot be read as YAML"),
    "colour without quotes": (GAME, '{ink: "#2c2a3a", paper: "#fffdf7"}\n', '{ink: #2c2a3a, paper: "#fffdf7"}\n', "put a colour between quotes"),
    "colon in a text": (EN, '"Take {value} :gain:."', "Take¦: {value} :gain:.", "unexpected ': ' inside a text; put the whole text between quotes"),
    "tab": (GAME, "  forest:\n", "¦\tforest:\n", "expected spaces, got a tab; YAML is indented with spaces only"),
    "tag": (GAME, "version: 1", "version: ¦!!python/name:os.system 1", "expected a value without a tag"),
    "tag of a list": (GAME, "[en, fr]", "¦!!python/tuple [en, fr]", "expected a value without a tag"),
    "unknown alias": (GAME, "version: 1", "version: ¦*one", "no '&one' stands above this '*one'"),
    "alias of itself": (GAME, "[en, fr]", "&all [en, ¦*all]", "no '&all' stands above this '*all'"),
    "merge key": (GAME, "icon: fox-head", "¦<<: fox-head", "merge keys (<<) are not read"),
    "list as a key": (GAME, "version: 1", "¦[a, b]: 1", "expected a name before the colon"),
    "second document": (GAME, "version: 1", "version: 1\n¦---\n", "expected one document, got a second one"),
    "control sign": (EN, "creature.owl: Owl", "creature.owl: Hibou é ¦\x07", "expected printable text, got '\\x07'"),
    "NUL": (EN, "creature.owl: Owl", "creature.owl: é¦\0", "expected text, got a NUL byte"),
    # strings
    "no other plural": (EN, "text.all: \"", "text.none: ¦{one: a card}\ntext.all: \"", "text.none: expected the plural form 'other'"),
    "unknown plural": (EN, "text.all: \"", "text.none: {¦ones: a card, other: b}\ntext.all: \"", "text.none: unknown plural form 'ones'; did you mean 'one'?"),
    "string without a text": (EN, "creature.owl: Owl", "creature.owl:¦", "creature.owl: expected a text, got nothing"),
    "string a list": (EN, "creature.owl: Owl", "creature.owl: ¦[Owl]", "creature.owl: expected a text, got a list"),
    "half a translation": (FR, "{from: Owl, to: Hibou}", "¦{from: Owl}", "creature.owl: expected both 'from' and 'to'"),
    "translation of the first language": (EN, "creature.owl: Owl", "creature.owl: ¦{from: Owl, to: Owl}", "creature.owl: expected the text alone"),
    "open emphasis": (EN, '"Take', '¦"Take *all', "the emphasis that * opens is not closed"),
    "title with a placeholder": (EN, "game.title: Wood", "game.title: ¦Wood {n}", "game.title: expected a text without braces"),
    "title with plural forms": (EN, "game.title: Wood", "game.title: ¦{one: Wood, other: Woods}", "game.title: expected one text"),
    "unprintable sign": (EN, "creature.owl: Owl", "creature.owl: ¦Owl 猫", "has no '猫' (U+732B)"),
    # what cannot be printed
    "text that cannot fit": (
        FR, "to: Hibou", "to: ¦Grandeducdeseptentrion", "card 'owl', field 'name', fr: 'Grandeducdeseptentrion' is "
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ONE_CHANGE.values(), ids=ONE_CHANGE)
def test_one_change(game, build, case):
    name, old, new, message = case
    put_pictures(game)
    text = FILES[name]
    assert text.count(old) == 1
    if MARK in new:
        place = write(game, name, text.replace(old, new))
        refused(build(), f"{place}: ", message)
    else:
        game.edit(name, old, new)
        err = refused(build(), message.lstrip(MARK))
        assert re.search(r"^wood/[\w/]+\.yaml(:\d+:\d+)?: ", err)


def png(width: int, height: int) -> bytes:
    """A black picture of one bit a pixel, quick to make and small whatever its size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([1, 0, 0, 0, 0])
    row = bytes(1 + (width + 7) // 8)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row * min(height, 100), 1))


def put_pictures(game) -> None:
    (game.path.parent / "secret.png").write_bytes(png(8, 8))
    for name, data in {"fox": png(8, 8), "cut": png(800, 800)[:50], "huge": png(10_000, 10_000), "vast": png(30_000, 40_000)}.items():
        game.write(f"art/{name}.png", data)
    (game.path / "art/link.png").symlink_to(game.path.parent / "secret.png")
    (game.path / "art/loop.png").symlink_to("loop.png")
