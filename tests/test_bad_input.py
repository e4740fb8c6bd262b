"""Whatever is wrong with files or with a command's words: exit 2, where it is, what was expected, `out` unharmed.

In the tables `¦` marks the very place that the message must name; it is taken out before the file is written.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib

import pytest

from cardgen.definitions.yaml_source import MAX_DEPTH

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


# file, what stands there, what is written instead, what the message says after the place (or with it, without a mark)
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
        GAME, "value: 3", "¦layout: back, value: 3", "cards.fox.layout: unknown key; write it on the kind"
    ),
    "id of a card": (GAME, "value: 3", "¦id: wolf, value: 3",
        "cards.fox.id: unknown key; the id of a card is the name that you list it under"),
    "missing key": (GAME, "players: 2-4\nlang", "¦lang", "players: expected a value, but this key is missing"),
    "players": (GAME, "2-4", "¦4-2", "players: expected a number of players such as 4 or 3-5, got '4-2'"),
    "players in words": (GAME, "2-4", "¦[2, 4]", "players: expected a number of players such as 4 or 3-5, got a list"),
    "languages not a list": (GAME, "[en, fr]", "¦en", "languages: expected a list, got 'en'"),
    "no languages": (GAME, "[en, fr]", "¦[]", "languages: expected at least one"),
    "language twice": (GAME, "[en, fr]", "¦[en, en]", "languages: 'en' appears twice"),
    "language code": (GAME, "[en, fr]", "[en, ¦French]", "languages.1: expected a language code such as en"),
    "language without strings": (GAME, "[en, fr]", "[en, it]", "wood/strings/it.yaml: expected the strings of 'it'"),
    "decks a number": (
        GAME, "decks:\n  forest:", "decks: ¦3\nicons2:\n  forest:",
        "decks: expected keys with values, got '3'",
    ),
    "deck a text": (
        GAME, "  forest:\n", "  wood: ¦nothing\n  forest:\n",
        "decks.wood: expected keys with values, got 'nothing'",
    ),
    "kinds a list": (
        GAME, "    kinds:\n      creature:", "    kinds: ¦[]\n    kinds2:\n      creature:",
        "kinds: expected keys with values, got a list",
    ),
    "kind a number": (
        GAME, "      creature:\n", "      beast: ¦7\n      creature:\n",
        "kinds.beast: expected keys with values, got '7'",
    ),
    "cards a number": (
        GAME, "        cards:\n", "        cards: ¦12\n        cards2:\n",
        "expected cards, or a spreadsheet in the game's folder (.csv, .tsv, .xlsx, .xlsm, .ods), got '12'",
    ),
    "card a number": (
        GAME, "owl: {icon: owl, value: 2, count: 3}", "owl: ¦12",
        "cards.owl: expected keys with values, got '12'",
    ),
    "look a text": (GAME, "look:\n", "look: ¦x\nlook2:\n", "look: expected keys with values, got 'x'"),
    "colour a word": (
        GAME, '"#2c2a3a"', "¦redd",
        "look.colours.ink: expected a colour such as '#c9a27a' (in quotes) or gold, got 'redd'",
    ),
    "icons a list": (GAME, "{gain: acorn}", "¦[acorn]", "icons: expected keys with values, got a list"),
    "size": (
        GAME, "    back: back", "    back: back\n    size: ¦pokr",
        "decks.forest.size: expected a size such as 63 x 88 mm",
    ),
    "size of nothing": (
        GAME, "    back: back", "    back: back\n    size: ¦0 x 88 mm",
        "expected sides from 5 to 1000 mm",
    ),
    "name of a card": (
        GAME, "          owl:", "          ¦Owl One:",
        "expected a name of lower-case letters, digits, - and _",
    ),
    "card twice in two kinds": (
        GAME, "      creature:\n", "      bird: {layout: back, cards: {owl: {icon: owl}}}\n      creature:\n",
        "wood/game.yaml:20:11: the card 'owl' appears twice, first in forest.bird",
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
    "unknown icon in a text": (
        FR, 'to: "Prenez {value} :gain:', 'to: ¦"Prenez {value} :gian:',
        "there is no icon ':gian:'; did you mean 'gain'?",
    ),
    "unknown named icon": (GAME, "gain: acorn", "gain: ¦acorm", "there is no icon 'acorm'; did you mean 'acorn'?"),
    "icon with a slash": (GAME, "icon: owl", "icon: ¦../icons/owl", "there is no icon '../icons/owl'"),
    "icon with a NUL": (GAME, "icon: owl", 'icon: ¦"a\\0b"', "there is no icon"),
    "icon of 5000 letters": (GAME, "icon: owl", f"icon: ¦{'a' * 5000}", "there is no icon"),
    "unknown layout": (
        GAME, "layout: creature", "layout: ¦creture",
        "there is no layout 'creture'; did you mean 'creature'?",
    ),
    "unknown back": (GAME, "back: back", "back: ¦bakc", "there is no layout 'bakc'; did you mean 'back'?"),
    "unknown font": (
        GAME, "display: fraunces", "display: ¦fraunce",
        "there is no font 'fraunce'; did you mean 'fraunces'?",
    ),
    "unknown string": (
        LAYOUT, "text.all", "¦text.al",
        "the string 'text.al' is missing in en; did you mean 'text.all'?",
    ),
    "unknown placeholder": (EN, '"Take {value} :gain:."', '¦"Take {valu}."', "text.all: there is no '{valu}'"),
    # layouts
    "unknown key of a layout": (LAYOUT, "extends:", "¦extend:", "extend: unknown key; did you mean 'extends'?"),
    "unknown key of a field": (
        LAYOUT, "left: 8, right: 8, top: 62", "¦lfet: 8, right: 8, top: 62",
        "fields.text.lfet: unknown key; did you mean 'left'?",
    ),
    "unknown way to draw": (
        LAYOUT, "draw: icon", "draw: ¦icom",
        "fields.art.draw: there is no 'icom'; did you mean 'icon'?",
    ),
    "no way to draw": (
        BACK, "{draw: rectangle, fill", "¦{fill",
        "fields.ground: expected the key 'draw', which says what this is",
    ),
    "way to draw a list": (LAYOUT, "draw: icon", "draw: ¦[icon]", "fields.art.draw: "),
    "unknown style": (
        LAYOUT, "style: display", "style: ¦dislay",
        "fields.name.style: there is no style 'dislay'; did you mean 'display'?",
    ),
    "unknown choice": (
        LAYOUT, "top: 62", "align: ¦center, top: 62",
        "fields.text.align: expected one of 'left', 'centre', 'right', 'justify', got 'center'; did you mean 'centre'?",
    ),
    "unknown field beneath": (
        LAYOUT, "top: 62", "under: ¦atr, top: 62",
        "fields.text.under: there is no field 'atr'; did you mean 'art'?",
    ),
    "fields under one another": (
        LAYOUT, "top: 62", "under: ¦text, top: 62",
        "fields.text.under: fields lie under one another in a circle",
    ),
    "length": (
        LAYOUT, "top: 62", "top: ¦6 feet",
        "fields.text.top: expected a length such as 63, 63 mm, 2.5in or 180pt, got '6 feet'",
    ),
    "no room": (
        LAYOUT, "{draw: text, say: text.all, style: text, left: 8, right: 8",
        "¦{draw: text, say: text.all, left: 40, right: 40",
        "fields.text: has no room between its left and right edges",
    ),
    "three edges": (
        LAYOUT, "{draw: text, say: text.all, style: text", "¦{draw: text, say: text.all, bottom: 3",
        "fields.text: expected two of top, bottom and height, got all three",
    ),
    "beyond the bleed": (
        LAYOUT, "{draw: icon,", "¦{draw: icon, left: -20,", "fields.art: reaches 17.00 mm beyond the bleed"
    ),
    "text under the floor": (
        LAYOUT, "fields:", "styles:\n  display: {at_least: ¦5}\nfields:",
        "styles.display.at_least: expected 6 pt or more, got 5 pt; a deck that says 'smallest: 5 pt' allows it",
    ),
    "text of a mile": (
        LAYOUT, "fields:", "styles:\n  display: {size: ¦9999}\nfields:",
        "styles.display.size: expected from 3 to 400 pt, got '9999'",
    ),
    "least size over the size": (
        LAYOUT, "fields:", "styles:\n  display: {at_least: ¦40}\nfields:",
        "styles.display.at_least: expected at most the style's size, 18 pt",
    ),
    "colour of a layout": (BACK, '"ink 20 %"', "¦inkk", "there is no colour 'inkk'; did you mean 'ink'?"),
    "layout in a circle": (
        LAYOUT, "extends: card", "extends: ¦creature",
        "layouts extend each other in a circle: creature -> creature",
    ),
    "layout that extends nothing": (
        LAYOUT, "extends: card", "extends: ¦crad",
        "there is no layout 'crad'; did you mean 'card'?",
    ),
    "nothing to drop": (
        LAYOUT, "fields:", "styles: {¦dsplay: drop}\nfields:",
        "styles.dsplay: there is nothing to drop; did you mean 'display'?",
    ),
    # expressions
    "undefined name": (
        LAYOUT, '"{card.icon}"', '"{¦card.icno}"', "'card.icno' is not defined; did you mean 'card.icon'?"
    ),
    "undefined root": (LAYOUT, '"{card.icon}"', '"{¦crad.icon}"', "'crad.icon' is not defined; did you mean 'card'?"),
    "class": (
        LAYOUT, '"{card.icon}"', '"¦{card.__class__}"',
        "expected a name such as {card.icon}, got '{card.__class__}'",
    ),
    "method": (LAYOUT, '"{card.icon}"', '"{¦card.id.upper}"', "'card.id' has no parts"),
    "tuple's class": (LAYOUT, '"{card.icon}"', '"{(¦).__class__}"', "expected a value such as card.cost, got ')'"),
    "index": (LAYOUT, '"{card.icon}"', '"¦{card[icon]}"', "expected a name such as {card.icon}"),
    "arithmetic": (LAYOUT, '"{card.icon}"', '"¦{7 * 7}"', "expected a name such as {card.icon}"),
    "open brace": (LAYOUT, '"{card.icon}"', '"¦{card.icon"', "expected braces in pairs"),
    "condition that reaches Python": (
        LAYOUT, "top: 20", 'when: "{(¦).__class__}", top: 20',
        "fields.art.when: expected a value such as card.cost, got ')'",
    ),
    "condition of nothing": (
        LAYOUT, "top: 20", "when: ¦crad.icon, top: 20",
        "fields.art.when: 'crad.icon' is not defined; did you mean 'card'?",
    ),
    "condition without a root": (
        LAYOUT, "top: 20", "when: ¦value > 2, top: 20",
        "fields.art.when: expected the name of a card's field, such as card.power, got 'value > 2'; "
        "did you mean 'card.value'?",
    ),
    "condition that assigns": (
        LAYOUT, "top: 20", "when: card.value ¦= 2, top: 20",
        "fields.art.when: expected == or != to compare, got '='",
    ),
    "condition with a sign left out": (
        LAYOUT, "top: 20", "when: card.¦value is 2, top: 20",
        "fields.art.when: no card has 'value is 2'; did you mean 'value'?",
    ),
    "text that is no number": (
        LAYOUT, "top: 20", "when: ¦card.icon > 2, top: 20",
        "fields.art.when: expected a number, but 'card.icon' is 'fox-head' (card 'Fox' (fox))",
    ),
    "look-up without what is looked up": (
        LAYOUT, '"{card.icon}"', "¦{fox: owl}",
        "fields.art.of: expected a text, or a look-up such as {by: card.race, elf: gold, else: paper}",
    ),
    "look-up of nothing": (
        LAYOUT, '"{card.icon}"', "{by: ¦id, fox: owl}", "fields.art.of.by: expected the name of a card's field",
    ),
    "look-up without options": (
        LAYOUT, '"{card.icon}"', "¦{by: card.id}", "fields.art.of: expected what each value stands for",
    ),
    "look-up with a slip within": (
        LAYOUT, '"{card.icon}"', '{by: card.id, fox: "a {card.id or¦}", else: owl}',
        "fields.art.of.fox: expected a value such as card.cost, got nothing more",
    ),
    "look-up that lacks a value": (
        LAYOUT, '"{card.icon}"', "{by: ¦card.id, owl: owl}",
        "fields.art.of.by: the look-up has no entry for 'fox'; add it, or else: (card 'Fox' (fox))",
    ),
    "look-up of an icon that is not there": (
        LAYOUT, '"{card.icon}"', "{by: card.id, fox: ¦owll, else: owl}",
        "fields.art.of.fox: there is no icon 'owll'; did you mean 'owl'?",
    ),
    "list as a text": (
        GAME, "value: 3", "value: [3]",
        "wood/strings/en.yaml:4:11: text.all: there is no '{value}'",
    ),
    # YAML
    "duplicate key": (GAME, "version: 1", "version: 1\n¦players: 3",
        "the key 'players' appears twice, first in line 2"),
    "duplicate card": (GAME, "          owl:", "          ¦fox:", "the key 'fox' appears twice, first in line 18"),
    "open bracket": (GAME, "[en, fr]", "¦[en, fr\nlook2: 1", "the bracket [ opened here is not closed"),
    "open brace of YAML": (GAME, "value: 3}", "value: 3", "wood/game.yaml:18:16: the brace { opened here"),
    "open quote": (EN, '"Take {value} :gain:."', '¦"Take {value} :gain:.', "the quote opened here is not closed"),
    "open quote above another": (
        FR, '"Prenez {value} :gain:."', '¦"Prenez {value} :gain:.}\ntext.b: "c"\n', "the quote opened here is not"
    ),
    "emphasis first": (
        EN, '"Take', "¦*Take it all*\ntext.b: \"", "put a text that starts with * between quotes",
    ),
    "strong emphasis first": (
        EN, '"Take', "¦**Take** it\ntext.b: \"", "a text cannot start with *; put the whole text between quotes",
    ),
    "placeholder first": (
        EN, "creature.owl: Owl", "creature.owl: ¦{value} owls", "a text cannot start with {; put the whole text"
    ),
    "placeholder first in a translation": (
        FR, "to: Hibou", "to: ¦{value} hiboux", "a text cannot start with {; put the whole text between quotes"
    ),
    "bracket first": (EN, "creature.owl: Owl", "creature.owl: ¦[one] owl", "a text cannot start with [; put the whole"),
    "per cent first": (EN, "creature.owl: Owl", "creature.owl: ¦%50", "a text cannot start with %; put the whole"),
    "at first": (EN, "creature.owl: Owl", "creature.owl: ¦@home", "a text cannot start with @; put the whole"),
    "backtick first": (EN, "creature.owl: Owl", "creature.owl: ¦`Owl`", "a text cannot start with `; put the whole"),
    "ampersand first": (EN, "creature.owl: Owl", "creature.owl: ¦& Owl", "a text cannot start with &; put the whole"),
    "apostrophe in quotes": (
        EN, "creature.owl: Owl", "creature.owl: ¦'It's'", "the text goes on after its closing quote; put the whole text"
    ),
    "escape": (EN, '"Take', '"¦\\*Take', "inside double quotes, write a backslash twice"),
    "indentation": (GAME, "    back: back", "   ¦back: back", "the indentation of this line differs from its"),
    "no colon": (GAME, "version: 1", "¦version 1", "expected a colon and a space after this name"),
    "no-break space": (
        GAME, "    total: 5", "¦\u00a0   total: 5", "there is a no-break space before this name; indent with plain",
    ),
    "number sign in a text": (
        EN, "creature.owl: Owl", "creature.owl: Owl ¦#3 now",
        "creature.owl: a # begins a comment; put the whole text between quotes",
    ),
    "number sign in a translation": (
        FR, "to: Hibou", "to: Hibou ¦#3", "a # begins a comment; put the whole text between quotes"
    ),
    "short colour without quotes": (
        GAME, "value: 3", "colour: ¦#e07, value: 3", "a # begins a comment; put a colour between quotes"
    ),
    "colour without quotes": (
        GAME, '{ink: "#2c2a3a", paper: "#fffdf7"}\n', '{ink: ¦#2c2a3a, paper: "#fffdf7"}\n',
        "a # begins a comment; put a colour between quotes",
    ),
    "colon in a text": (
        EN, '"Take {value} :gain:."', "Take¦: {value} :gain:.",
        "unexpected ': ' inside a text; put the whole text between quotes",
    ),
    "tab": (GAME, "  forest:\n", "¦\tforest:\n", "expected spaces, got a tab; YAML is indented with spaces only"),
    "tag": (GAME, "version: 1", "version: ¦!!python/name:os.system 1", "expected a value without a tag"),
    "tag of a list": (GAME, "[en, fr]", "¦!!python/tuple [en, fr]", "expected a value without a tag"),
    "unknown alias": (GAME, "version: 1", "version: ¦*one", "no '&one' stands above this '*one'"),
    "alias of itself": (GAME, "[en, fr]", "&all [en, ¦*all]", "no '&all' stands above this '*all'"),
    "merge key": (GAME, "icon: fox-head", "¦<<: fox-head", "repeat the keys, or in a layout say `extends: NAME`"),
    "list as a key": (GAME, "version: 1", "¦[a, b]: 1", "expected a name before the colon"),
    "second document": (GAME, "version: 1", "version: 1\n¦---\n", "expected one document, got a second one"),
    "control sign": (EN, "creature.owl: Owl", "creature.owl: Hibou é ¦\x07", "expected printable text, got '\\x07'"),
    "NUL": (EN, "creature.owl: Owl", "creature.owl: é¦\0", "expected text, got a NUL byte"),
    # strings
    "no other plural": (
        EN, "text.all: \"", "text.none: ¦{one: a card}\ntext.all: \"",
        "text.none: expected the plural form 'other'",
    ),
    "unknown plural": (
        EN, "text.all: \"", "text.none: {¦ones: a card, other: b}\ntext.all: \"",
        "text.none: unknown plural form 'ones'; did you mean 'one'?",
    ),
    "string without a text": (EN, "creature.owl: Owl", "creature.owl:¦", "creature.owl: expected a text, got nothing"),
    "string a list": (EN, "creature.owl: Owl", "creature.owl: ¦[Owl]", "creature.owl: expected a text, got a list"),
    "half a translation": (FR, "{from: Owl, to: Hibou}", "¦{from: Owl}", "creature.owl: expected both 'from' and 'to'"),
    "translation of the first language": (
        EN, "creature.owl: Owl", "creature.owl: ¦{from: Owl, to: Owl}",
        "creature.owl: expected the text alone",
    ),
    "open emphasis": (EN, '"Take', '¦"Take *all', "the emphasis that * opens is not closed"),
    "title with a placeholder": (
        EN, "game.title: Wood", "game.title: ¦Wood {n}",
        "game.title: expected a text without braces",
    ),
    "title with plural forms": (
        EN, "game.title: Wood", "game.title: ¦{one: Wood, other: Woods}",
        "game.title: expected one text",
    ),
    "unprintable sign": (EN, "creature.owl: Owl", "creature.owl: ¦Owl 猫", "there is no '猫' (U+732B)"),
    # what cannot be printed
    "text that cannot fit": (
        FR, "to: Hibou", "to: ¦Grandeducdeseptentrion",
        "card 'Owl' (owl), field 'name', fr: 'Grandeducdeseptentrion' is "
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ONE_CHANGE.values(), ids=ONE_CHANGE)
def test_one_change(game, build, case):
    name, old, new, message = case
    text = FILES[name]
    assert text.count(old) == 1
    if MARK in new:
        place = write(game, name, text.replace(old, new))
        refused(build(), f"{place}: ", message)
    else:  # the fault shows elsewhere, and the message says where
        game.edit(name, old, new)
        assert refused(build(), message).startswith("wood/") and message.startswith("wood/")


def png(width: int, height: int) -> bytes:
    """A black picture of one bit a pixel, quick to make and small whatever its size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([1, 0, 0, 0, 0])
    row = bytes(1 + (width + 7) // 8)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row * min(height, 100), 1))


def put_pictures(game) -> None:
    (game.path.parent / "secret.png").write_bytes(png(8, 8))
    for name, data in {
        "fox": png(8, 8),
        "beasts/red-fox": png(8, 8),
        "cut": png(800, 800)[:50],
        "huge": png(10_000, 10_000),
        "vast": png(30_000, 40_000),
    }.items():
        game.write(f"art/{name}.png", data)
    (game.path / "art/link.png").symlink_to(game.path.parent / "secret.png")
    (game.path / "art/loop.png").symlink_to("loop.png")


# what a layout names as a picture, and what the message says
PICTURES = {
    "missing picture": ("art/fxo.png", "there is no picture 'art/fxo.png'; did you mean 'art/fox.png'?"),
    "missing picture in a folder": (
        "art/beasts/red-fxo.png",
        "there is no picture 'art/beasts/red-fxo.png'; did you mean 'art/beasts/red-fox.png'?",
    ),
    "folder for a picture": ("art/beasts", "there is no picture 'art/beasts'"),
    "picture above": ("../secret.png", "the picture '../secret.png' lies outside the game's folder and library"),
    "picture above that is not": ("../none.png", "lies outside the game's folder and library"),
    "absolute picture": ("/etc/passwd", "lies outside the game's folder and library"),
    "picture through a link": ("art/link.png", "lies outside the game's folder and library"),
    "picture that links to itself": ("art/loop.png", "there is no picture 'art/loop.png'"),
    "picture of a text": ("game.yaml", "the picture 'game.yaml' cannot be printed: it is no PNG, JPEG, WebP"),
    "picture cut short": ("art/cut.png", "it cannot be read as a PNG, JPEG"),
    "picture of 100 megapixels": (
        "art/huge.png",
        "it has 10000 x 10000 pixels; expected at most 40,000,000",
    ),
    "picture of a billion pixels": ("art/vast.png", "expected at most 40,000,000"),
    "picture with a NUL": ('"a\\0b"', "there is no picture"),
    "picture of 5000 letters": ("a" * 5000, "there is no picture"),
}  # fmt: skip


@pytest.mark.parametrize("case", PICTURES.values(), ids=PICTURES)
def test_a_picture(game, build, case):
    name, message = case
    put_pictures(game)
    place = write(game, LAYOUT, FILES[LAYOUT].replace('icon, of: "{card.icon}"', f"picture, of: ¦{name}"))
    refused(build(), f"{place}: fields.art.of: ", message)


HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
# a drawing, and what the message says of it
DRAWINGS = {
    "empty": ("", ":1:1: expected an <svg> element, got an empty file"),
    "no SVG": ("<html/>", "expected an <svg> element, got <html>"),
    "open": (HEAD, "expected SVG as well-formed XML, found a mistake: no element found"),
    "nothing in it": (f"{HEAD}</svg>", "expected at least one filled shape or stroke"),
    "no path": (f"{HEAD}<path/></svg>", "expected at least one filled shape"),
    "words": (f"{HEAD}<text>a</text></svg>", "convert the words (<text>) to paths"),
    "pixels": (f'{HEAD}<image href="data:image/png;base64,AAAA"/></svg>', "<image>: it is no PNG, JPEG, WebP"),
    "far": (f'{HEAD}<image href="http://example.org/a.png"/></svg>', "is not fetched; embed the picture"),
    "infinity": (f'{HEAD}<path d="M0 0L1e999 5z"/></svg>', "with coordinates under 1,000,000"),
    "no width": (f"{HEAD}<rect/></svg>", "expected at least one filled shape or stroke"),
    "transform": (
        f'{HEAD}<rect transform="rotate(a)" width="1" height="1"/></svg>',
        "expected translate, scale, rotate",
    ),
    "view box": ('<svg viewBox="0 0 nan 9"><path d="M0 0h1z"/></svg>', "expected a view box such as 0 0 512 512"),
    "deep": (f"{HEAD}{'<g>' * 3000}{'</g>' * 3000}</svg>", "expected at most 100 groups within one another"),
    "entities": (f'<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY b "&a;">]>{HEAD}&b;</svg>', "expected entities of at most"),
    "encoding": (
        f'<?xml version="1.0" encoding="foo"?>{HEAD}</svg>',
        ":1:1: expected SVG as well-formed XML, found a mistake: ",
    ),
    "large": (b" " * 1_000_001, "expected at most 1,000,000 bytes"),
}


@pytest.mark.parametrize("case", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing(game, build, case):
    data, message = case
    game.write("icons/owl.svg", data)
    assert message in refused(build(), "wood/icons/owl.svg")


def test_a_pattern_too_fine_to_be_one(game, build):
    game.write("patterns/dust.svg", '<svg viewBox="0 0 .01 .01"><path d="M0 0h1v1z"/></svg>')
    place = write(game, BACK, "fields:\n  ground: {draw: pattern, of: ¦dust}\n")
    refused(build(), f"{place}: ", "the pattern 'dust' has tiles of 0.01 x 0.01 mm; expected 1 mm or more")


def bomb() -> str:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"{new}: &{new} [{', '.join([f'*{old}'] * 10)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    return "\n".join(lines)


# a whole file, the line and column that the message must name, and what it says there
WHOLE_FILE = {
    "empty file": ("", "1:1", "expected keys with values, got an empty file"),
    "only remarks": ("# players: 2\n", "1:1", "expected keys with values, got an empty file"),
    "nothing": ("---\n", "2:1", "expected keys with values, got nothing"),
    "a list at the top": ("# x\n- players: 3\n", "2:1", "expected keys with values, got a list"),
    "a text at the top": ("players 3\n", "1:1", "expected keys with values, got a text or a number"),
    "100,000 brackets": ("[" * 100_000, "1:42", "expected at most 40 levels of nesting"),
    "100,000 braces": ("{a: " * 100_000, "1:162", "expected at most 40 levels of nesting"),
    "alias bomb": (bomb(), "6:8", "expected at most 200,000 values, aliases included"),
    "Latin-1": ("# é\nname: caf".encode() + b"\xe9\n", "2:10", "expected UTF-8 text, got the byte 0xE9"),
    "UTF-16": ("players: 3".encode("utf-16"), "1:1", "expected UTF-8 text, got the byte 0xFF"),
    "NUL byte": (b"players: \x003\n", "1:10", "expected text, got a NUL byte"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "1:1", "expected UTF-8 text, got the byte 0x89"),
    "tabs": ("players:\n\t- 3\n", "2:1", "expected spaces, got a tab"),
    "5 MB": (b"#" * 5_000_000, "", "expected at most 4,000,000 bytes"),
}


@pytest.mark.parametrize("name", [GAME, LAYOUT, EN, FR, QUICK])
@pytest.mark.parametrize("case", WHOLE_FILE.values(), ids=WHOLE_FILE)
def test_a_whole_file(game, build, case, name):
    text, where, message = case
    game.write(name, text)
    place = f"wood/{name}:{where}: " if where else f"wood/{name}: "
    refused(build("--variant", "quick"), place + message)


# the spreadsheet, the place in it, and what is said; the same faults one by one: definitions/test_csv_source.py
CSV = {
    "no id": ("value,icon\n1,2\n", "1:1", "expected a column 'id'"),
    "copies": ("id,icon,value,Qty\nfox,owl,1,3\n", "1:15", "the column 'Qty' seems to hold the number of copies"),
    "id twice": ("id;icon;value\nfox;owl;1\nfox;owl;2\n", "3:1", "the id 'fox' appears twice, first in line 2"),
    "too few cells": ("id,icon,value\nfox,owl\n", "2:1", "expected 3 cells, as in the first line, got 2"),
    "too many cells": ("\ufeffid,icon,value\nfox,owl,1,2\n", "2:11", "expected 3 cells, as in the first line, got 4"),
    "empty": ("", "1:1", "expected a first row with the names of the columns, got an empty file"),
    "unknown icon": (
        "\ufeffid;icon;value\nfox;owll;1\n", "2:5",
        "fox.icon: there is no icon 'owll'; did you mean 'owl'?",
    ),
    "count": ('id,icon,value,count\nfox,"owl",1,two\n', "2:13", "cards.fox.count: expected a whole number, got 'two'"),
    "layout": ("id,layout,value\nfox,owl,1\n", "1:4", "a column cannot be called 'layout'; write it on the kind"),
    "open quote": ('id,icon\nfox,"owl\n', "2:1", "expected a closing quote at the end of this cell"),
    "Latin-1": (b"id,icon\nfox,\xe9\n", "2:5", "expected UTF-8 text, got the byte 0xE9"),
}  # fmt: skip


def use_spreadsheet(game, text: str | bytes) -> None:
    cards = FILES[GAME].partition("        cards:\n")[2]
    game.edit(GAME, "        cards:\n" + cards, "        cards: cards.csv\n")
    game.write("cards.csv", text)


@pytest.mark.parametrize("case", CSV.values(), ids=CSV)
def test_a_spreadsheet(game, build, case):
    text, where, message = case
    use_spreadsheet(game, text)
    assert message in refused(build(), f"wood/cards.csv:{where}: ")


ELSEWHERE = "expected cards, or a spreadsheet in the game's folder (.csv, .tsv, .xlsx, .xlsm, .ods), got "


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("card.csv", "there is no file 'card.csv'; did you mean 'cards.csv'?"),
        ("../cards.csv", ELSEWHERE + "'../cards.csv'"),
        ("/etc/passwd", ELSEWHERE + "'/etc/passwd'"),
        ("link.csv", ELSEWHERE + "'link.csv'"),
        ("cards.xls", ELSEWHERE + "'cards.xls'; save it as .xlsx"),
        ('"a\\0.csv"', "there is no file"),
        ("a" * 5000 + ".csv", "there is no file"),
    ],
)
def test_a_spreadsheet_elsewhere(game, build, cards, message):
    use_spreadsheet(game, "id,icon,value\nfox,owl,1\n")
    (game.path / "link.csv").symlink_to("/etc/passwd")
    game.edit(GAME, "cards: cards.csv", f"cards: {cards}")
    refused(build(), "wood/game.yaml:17:16: ", message)


# the variant's file, marked
VARIANTS = {
    "unknown card": (
        "changes: wood\ncards:\n  ¦foxx: {count: 1}\n",
        "cards: there is no card 'foxx' (a new card needs a 'kind'); did you mean 'fox'?",
    ),
    "unknown kind": (
        "changes: wood\ncards:\n  wolf: {kind: ¦creture}\n",
        "cards.wolf.kind: there is no such kind; did you mean 'creature'?",
    ),
    "kind of a card": (
        "changes: wood\ncards:\n  fox: {kind: ¦creature}\n",
        "cards.fox: a card of the game cannot change its kind",
    ),
    "card dropped twice": ("changes: wood\ncards:\n  ¦wolf: drop\n", "cards: there is no card 'wolf'"),
    "field of nothing": (
        "changes: wood\ncards:\n  fox: {¦vlue: drop}\n",
        "cards.fox.vlue: there is nothing to drop; did you mean 'value'?",
    ),
    "count": (
        "changes: wood\ncards:\n  fox: {count: ¦-1}\n",
        "cards.fox.count: expected at least 0, got '-1'",
    ),
    "card a number": ("changes: wood\ncards:\n  fox: ¦3\n", "cards.fox: expected keys with values, got '3'"),
    "unknown deck": (
        "changes: wood\ntotals: {¦frost: 3}\n",
        "totals: there is no deck 'frost'; did you mean 'forest'?",
    ),
    "unknown base": ("changes: ¦wod\n", "changes: there is no game or variant 'wod'; did you mean 'wood'?"),
    "no base": ("¦cards: {}\n", "changes: expected a value, but this key is missing"),
    "unknown key": ("changes: wood\n¦card: {}\n", "card: unknown key; did you mean 'cards'?"),
    "language": ("changes: wood\ntexts:\n  ¦it: {title: A, why: B}\n", "texts: the game has no language 'it'"),
    "no title": (
        "changes: wood\ntexts:\n  en: ¦{why: A}\n",
        "texts.en.title: expected a value, but this key is missing",
    ),
    "circle of one": ("changes: ¦quick\n", "variants change each other in a circle: quick -> quick"),
    "title": (
        "changes: wood\ntexts:\n  en: {title: ¦'A {n}', why: B}\n",
        "texts.en.title: expected a text without braces",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", VARIANTS.values(), ids=VARIANTS)
def test_a_variant(game, build, case):
    text, message = case
    place = write(game, QUICK, text)
    refused(build("--variant", "quick"), f"{place}: {message}" if "cards." not in message else message, f"{place}: ")


def test_variants_in_a_circle(game, build):
    game.write("variants/slow.yaml", "changes: quick\n")
    game.write(QUICK, "changes: slow\n")
    message = "wood/variants/slow.yaml:1:10: variants change each other in a circle: quick -> slow -> quick"
    refused(build("--variant", "quick"), message)


def test_layouts_in_a_circle(game, build):
    game.write(BACK, "extends: creature\nfields: {}\n")
    game.edit(LAYOUT, "extends: card", "extends: back")
    refused(build(), "wood/layouts/back.yaml:1:10: layouts extend each other in a circle: creature -> back -> creature")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--cards", "fxo"], "wood has no card 'fxo'; did you mean 'fox'?"),
        (["--cards", "barn owl"], "wood has no card 'barn owl'; did you mean 'owl'?"),
        (["--cards", "zzzz"], "wood has no card 'zzzz'; expected one of fox, owl"),
        (["--cards", "."], "wood has no card '.'; expected one of fox, owl"),
        (["--cards", ","], "argument --cards: expected a name, or several with commas between them"),
        (["--lang", "fre"], "wood has no language 'fre'; did you mean 'fr'?"),
        (["--variant", "quik"], "wood has no variant 'quik'; did you mean 'quick'?"),
        (["--variant", "./quick.yaml"], "there is no variant file ./quick.yaml"),
        (["--variant", "./" + "a" * 5000], "there is no variant file ./aaaa"),
        (["--variant", "wood/variants/base.yaml"], "a variant cannot be called 'base'"),
        (["--paper", "letr"], "there is no paper 'letr'; did you mean 'letter'?"),
        (["--duplex", "lnog"], "there is no duplex 'lnog'; did you mean 'long'?"),
        (["--only", "crads"], "there is no part 'crads'; did you mean 'cards'?"),
        (["--ink", "none"], "there is no ink 'none'; expected one of full, low"),
        (["--gap", "wide"], "argument --gap: expected a length such as 63, 63 mm, 2.5in or 180pt, got 'wide'"),
        (["--gap", "-1"], "argument --gap: expected from 0 to 20 mm, got -1"),
        (["--bleed", "11"], "argument --bleed: expected from 0 to 10 mm, got 11"),
        (["--papr", "a4"], "unrecognized arguments: --papr a4\nusage: cardgen build "),
        (["--out"], "argument --out: expected one argument"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_words_of_a_build(game, build, arguments, message):
    game.write("variants/base.yaml", FILES[QUICK]) if "base.yaml" in arguments[-1] else None
    refused(build(*arguments), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "king_luis"], "there is no game 'king_luis'; did you mean 'king_lui'?"),
        (["build", "wood"], "there is no game 'wood'; did you mean ./wood?"),
        (["build", "./wod"], "there is no game.yaml in ./wod"),
        (["build", "a" * 5000], "there is no game 'aaaa"),
        (["build", "./" + "a" * 5000], "there is no game.yaml in ./aaaa"),
        (["build", "./loop"], "there is no game.yaml in ./loop"),
        (["list", "king_luis"], "there is no game 'king_luis'; did you mean 'king_lui'?"),
        (["check", "king_luis"], "there is no game 'king_luis'; did you mean 'king_lui'?"),
        (["biuld"], "there is no command 'biuld'; did you mean 'build'?"),
        (["new"], "the following arguments are required: NAME"),
        (["new", "wood"], "wood: a file or folder of this name exists already"),
        (["new", "file"], "file: a file or folder of this name exists already"),
        (["new", "file/game"], "file/game: cardgen cannot write this: Not a directory"),
        (
            ["new", "My Game"],
            "expected a name of lower-case letters, digits, - and _ that begins with a letter, such as my_card, "
            "got 'My Game'",
        ),
        (["new", ".."], "expected a name of lower-case letters"),
        (["new", ""], "expected a name of lower-case letters"),
        (["schema", "--out", "file"], "file/game.json: cardgen cannot write this: "),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_words_of_a_command(game, run, tmp_path, arguments, message):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "loop").symlink_to("loop")
    before = contents(tmp_path)
    refused(run(*arguments), message)
    assert contents(tmp_path) == before


def test_a_card_larger_than_the_page(game, build):
    game.edit(GAME, "    back: back", "    back: back\n    size: 250 x 400 mm")
    refused(
        build(),
        "a card of 250 x 400 mm is larger than the page: 210 x 297 mm with margins of 5 mm",
        "wood/game.yaml:13:11: ",
    )
    refused(build("--paper", "letter"), "215.9 x 279.4 mm")


def test_a_text_that_cannot_fit_says_by_how_much(game, build):
    game.edit(FR, "to: Hibou", "to: Grandeducdeseptentrion")
    err = refused(build("--lang", "fr"), "wood/strings/fr.yaml:3:31: card 'Owl' (owl), field 'name', fr: ")
    assert re.search(r"is \d+\.\d mm too wide for its 47\.0 mm at 11 pt", err)


def test_a_card_that_lacks_a_field_of_its_layout(game, build):
    game.edit(LAYOUT, "  name: {", '  value: {draw: text, text: "{card.value}", height: 6}\n  name: {')
    game.edit(EN, '"Take {value} :gain:."', '"Take :gain:."')
    game.edit(FR, '"Prenez {value} :gain:."', '"Prenez :gain:."')
    game.edit(FR, '"Take {value} :gain:."', '"Take :gain:."')
    game.edit(GAME, "owl: {icon: owl, value: 2, count: 3}", "owl: {icon: owl, vlaue: 2, count: 3}")
    hint = "; did you mean 'vlaue'?"
    message = f"wood/game.yaml:19:16: owl: the card has no 'value', which layouts/creature.yaml reads{hint}\n"
    assert refused(build()) == message, "and the key that it suggests is not told once more"
    game.edit(GAME, "vlaue: 2, ", "")
    assert refused(build()) == message.replace(hint, "")
    game.edit(GAME, "{icon: owl, count: 3}", "{count: 3}")
    told = refused(build())
    assert "owl: the card has no 'icon', which" in told and "owl: the card has no 'value', which" in told


def test_a_field_that_other_cards_have_too_is_not_suggested(game, build):
    field = '  test: {draw: text, text: "{card.skill_will}{card.skill_wild or 0}", height: 6}'
    game.edit(LAYOUT, "  name: {", f"{field}\n  name: {{")
    use_spreadsheet(game, "id,icon,value,skill_wild,skill_will\nfox,owl,1,2,3\nowl,owl,2,2,\n")
    refused(build(), "wood/cards.csv:3:1: owl: the card has no 'skill_will', which layouts/creature.yaml reads\n")


def test_a_spreadsheet_with_an_empty_cell_that_a_layout_reads(game, build):
    use_spreadsheet(game, "id,icon,value\nfox,owl,1\nowl,,2\n")
    refused(build(), "wood/cards.csv:3:1: owl: the card has no 'icon', which layouts/creature.yaml reads")


def test_a_layout_that_reads_what_no_card_has(game, build):
    game.edit(LAYOUT, "  name: {", '  value: {draw: text, text: "{card.valeu}", height: 6}\n  name: {')
    game.edit(EN, '"Take {value} :gain:."', '"Take :gain:."')
    game.edit(FR, '"Prenez {value} :gain:."', '"Prenez :gain:."')
    message = "fields.value.text: 'card.valeu' is not defined; did you mean 'card.value'? (card 'Fox' (fox))\n"
    assert refused(build()) == f"wood/layouts/creature.yaml:4:31: {message}"


def test_a_bad_colour_is_quoted_as_the_card_wrote_it(game, build, run):
    game.edit(LAYOUT, 'of: "{card.icon}"', 'of: "{card.icon}", colour: "{card.colour} 40 %"')
    game.edit(GAME, "count: 2\n", 'count: 2\n        colour: "#e0707"\n')
    refused(build(), "wood/game.yaml:17:17: fox.colour: expected a colour such as '#c9a27a'", "got '#e0707'\n")
    game.edit(GAME, "#e0707", "#e07")
    assert run("build", "./wood").code == 0


def test_an_unknown_key_of_a_card_may_have_been_its_count(game, build):
    game.edit(GAME, "value: 3", "value: 3, cuont: 4")
    refused(build(), "the layout 'creature' does not read it; did you mean 'count'?")


PASTE = "fr: 'creature.owl' is not translated ('Owl'); add creature.owl: {from: Owl, to: ...}"


def test_a_missing_translation_says_what_to_write_as_the_check_does(game, build, run):
    game.edit(FR, "creature.owl: {from: Owl, to: Hibou}\n", "")
    assert refused(build()) == f"wood/strings/fr.yaml: {PASTE}\n"
    assert f"wood/strings/fr.yaml: error string-missing: {PASTE} [wood]" in run("check", "./wood").out
    game.edit(EN, "creature.owl: Owl", 'creature.owl: "Owl, or: {value}"')
    refused(build(), 'add creature.owl: {from: "Owl, or: {value}", to: ...}')


def test_what_another_language_lacks_keeps_nobody_from_printing_this_one(game, run, tmp_path):
    game.edit(FR, "creature.owl: {from: Owl, to: Hibou}\n", "")
    assert run("build", "./wood", "--lang", "en").code == 0
    refused(run("build", "./wood", "--lang", "fr"), PASTE)
    (game.path / FR).unlink()
    assert run("build", "./wood", "--lang", "en").code == 0
    message = (
        "wood/strings/fr.yaml: expected the strings of 'fr', but this file does not exist; "
        "copy strings/en.yaml and translate it, or take 'fr' out of languages:\n"
    )
    assert refused(run("build", "./wood", "--lang", "fr")) == message
    told = run("check", "./wood")
    assert told.code == 1 and "error string-missing: expected the strings of 'fr', but this file" in told.out


def test_a_title_that_a_variant_does_not_translate(game, run):
    game.edit(QUICK, "  fr: {title: Bois express, why: Moins à mélanger.}\n", "  fr: {title: Bois express}\n")
    told = run("check", "./wood", "--variant", "quick").out
    assert "wood/variants/quick.yaml:5:" in told
    assert "fr: 'texts.fr.why' is not translated ('Less to shuffle.'); add why: ..." in told
    game.edit(QUICK, ", why: Less to shuffle.", "")
    assert run("check", "./wood", "--variant", "quick").out == "nothing to report\n"
    assert run("list", "./wood").out.endswith("variant quick: Quick Wood\n")


def test_all_faults_in_one_go(game, build):
    game.edit(GAME, "fox-head", "fox-haed")
    game.edit(GAME, "icon: owl", "icon: owll")
    assert refused(build()).count("there is no icon") == 2


def test_a_fault_in_one_game_writes_none(game, run, out):
    before = contents(out)
    game.edit(EN, "creature.fox: Fox", "creature.fox: Foxy")
    game.write("../other/game.yaml", "x")
    refused(run("build", "./wood", "./other"), "other/game.yaml:1:1: ")
    assert contents(out) == before


def test_a_folder_instead_of_a_file(game, build):
    told = {
        LAYOUT: "there is no layout 'creature'",
        FR: "wood/strings/fr.yaml: cardgen cannot read this: Is a directory",
    }
    for name, message in told.items():
        (game.path / name).unlink()
        (game.path / name).mkdir()
        refused(build(), message)


def test_a_file_that_may_not_be_read(game, build, monkeypatch):
    """Tests may run as root, who may read all: so the system's answer is put in."""
    really = os.open

    def refuse(path, *arguments, **more):
        if str(path).endswith("fr.yaml"):
            raise PermissionError(13, "Permission denied", str(path))
        return really(path, *arguments, **more)

    monkeypatch.setattr(os, "open", refuse)
    refused(build(), "wood/strings/fr.yaml: cardgen cannot read this: Permission denied")


def test_out_that_is_a_file(game, run, tmp_path):
    (tmp_path / "out").write_text("mine")
    refused(run("build", "./wood"), "out/wood/base/en/")
    assert (tmp_path / "out").read_text() == "mine"


def test_out_that_holds_a_folder_of_that_name(game, run, out):
    shutil.rmtree(out / "wood/base/fr")
    (out / "wood/base/fr/cards.pdf").mkdir(parents=True)
    game.edit(EN, "creature.fox: Fox", "creature.fox: Foxy")
    before = contents(out)
    refused(run("build", "./wood"), "out/wood/base/fr/cards.pdf: cardgen cannot write this file: it is a folder")
    assert contents(out) == before


TERMINAL = {
    "picture of 100 megapixels": (LAYOUT, 'icon, of: "{card.icon}"', "picture, of: ¦art/huge.png", "expected at most"),
    "100,000 brackets": (GAME, "version: 1", "version: " + "[" * MAX_DEPTH + "¦[" + "[" * 100_000, "expected at most"),
    "unknown icon": ONE_CHANGE["unknown icon"],
}


@pytest.mark.parametrize("case", TERMINAL.values(), ids=TERMINAL)
def test_the_terminal_sees_no_traceback(game, tmp_path, case):
    put_pictures(game)
    name, old, new, message = case
    place = write(game, name, FILES[name].replace(old, new))
    command = [sys.executable, "-m", "cardgen", "build", "./wood"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=os.environ | {"PYTHONUTF8": "1"})
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"{place}: ") and message in line
