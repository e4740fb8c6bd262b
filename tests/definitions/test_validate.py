"""All faults of a file in one go, each with its dotted path, its place and the nearest name."""

from __future__ import annotations

import pytest

from cardgen.definitions.game_file import GameFile, VariantFile
from cardgen.definitions.layout_file import LayoutFile
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.errors import InputError


def faults(model, text: str) -> list[str]:
    with pytest.raises(InputError) as error:
        validate(model, parse_yaml(text, "x.yaml"))
    return str(error.value).splitlines()


def test_all_faults_of_a_file_in_the_order_of_its_lines():
    text = """\
plaiers: 3
languages: [en, French]
look: {colours: {ink: redd}}
decks:
  kitchen:
    size: pokr
    kinds:
      dish:
        layout: dish
        cards:
          ham: {count: quinze}
          Cheese: {}
          wine: 3
"""
    assert faults(GameFile, text) == [
        "x.yaml:1:1: plaiers: unknown key; did you mean 'players'?",
        "x.yaml:2:17: languages.1: expected a language code such as en, fr or pt_BR, got 'French'",
        "x.yaml:3:23: look.colours.ink: expected a colour such as '#c9a27a' (in quotes) or gold, got 'redd'",
        "x.yaml:6:11: decks.kitchen.size: expected a size such as 63 x 88 mm, or one of "
        "poker, bridge, mini, square, tarot, business, domino, a3, a4, a5, a6, letter, pa4, got 'pokr'",
        "x.yaml:11:24: decks.kitchen.kinds.dish.cards.ham.count: expected a whole number, got 'quinze'",
        "x.yaml:12:11: decks.kitchen.kinds.dish.cards.Cheese: "
        "expected a name of lower-case letters, digits, - and _ that begins with a letter, "
        "such as my_card, got 'Cheese'",
        "x.yaml:13:17: decks.kitchen.kinds.dish.cards.wine: expected keys with values, got '3'",
    ]


def test_the_tag_of_a_field_is_no_part_of_its_path():
    assert faults(LayoutFile, "fields:\n  a: {draw: icon, of: x, wdth: 3}\n  b: {draw: text, valign: centre}\n") == [
        "x.yaml:2:26: fields.a.wdth: unknown key; did you mean 'width'?",
        "x.yaml:3:27: fields.b.valign: expected one of 'top', 'middle', 'bottom', got 'centre'",
    ]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("styles: {t: {zzqx: 1}}\nfields: {}\n", "align, at_least, bold, colour, fit, font, hyphenate"),
        ("fields: {t: {draw: rectangle, zzqx: 1}}\n", "blend, bottom, corners, dash, draw, fill, height, layer, left"),
        ("zzqx: 1\nfields: {}\n", "extends, fields, safe, styles"),
    ],
)
def test_where_no_key_is_near_all_are_told(text, keys):
    (fault,) = faults(LayoutFile, text)
    assert f"zzqx: unknown key; expected one of {keys}" in fault


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("{draw: icno, of: x}", "x.yaml:1:20: fields.a.draw: there is no 'icno'; did you mean 'icon'?"),
        ("{of: x}", "x.yaml:1:13: fields.a: expected the key 'draw', which says what this is"),
        ("{draw: icon}", "x.yaml:1:13: fields.a.of: expected a value, but this key is missing"),
        ("{draw: icon, of: x, width: 0}", "x.yaml:1:40: fields.a.width: expected more than 0, got '0'"),
        ("{draw: icon, of: x, outline: 6}", "x.yaml:1:42: fields.a.outline: expected at most 5, got '6'"),
        ("{draw: text, lines: 0}", "x.yaml:1:33: fields.a.lines: expected at least 1, got '0'"),
        ("[]", "x.yaml:1:13: fields.a: expected keys with values, got a list"),
        ("", "x.yaml:1:13: fields.a: expected keys with values, got nothing"),
    ],
)
def test_faults_of_a_field(field, message):
    assert faults(LayoutFile, f"fields: {{a: {field}}}") == [message]


def test_a_whole_file_of_the_wrong_shape():
    assert faults(VariantFile, "[a]") == ["x.yaml:1:1: expected keys with values, got a list"]
    assert faults(VariantFile, "a") == ["x.yaml:1:1: expected keys with values, got 'a'"]


def test_what_is_valid_is_read_strictly_and_frozen():
    model = validate(VariantFile, parse_yaml("changes: no\ntotals: {kitchen: 110}", "x.yaml"))
    assert (model.changes, model.totals) == ("no", {"kitchen": 110})
    with pytest.raises(ValueError, match="frozen"):
        model.changes = "yes"
