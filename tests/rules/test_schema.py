"""The JSON Schema of rules files: it takes those that are right, and refuses what the reader refuses."""

import jsonschema
import pytest
import yaml

from cardgen.rules.grammar import DO
from cardgen.rules.schema import rules_schema
from tests.rules.test_read import GAMES, SMALL

SCHEMA = rules_schema()
FILES = [path for path in sorted(GAMES.glob("*.yaml")) if "changes" not in yaml.safe_load(path.read_text("utf-8"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_games_of_the_design_are_taken(path):
    jsonschema.validate(yaml.safe_load(path.read_text("utf-8")), SCHEMA)


def test_there_are_games_and_the_schema_is_one():
    assert len(FILES) >= 6
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


LONG = """\
rules: {last: {is: shared | nobody, fact: W5}}
zones:
  hand: {each: player, order: no, seen by: {by: last, shared: all, else: owner}, holds: cards}
  column: {each: 4}
  path: {each: [player, suit]}
counters: {chips: {each: player, start: 3, seen by: owner}, debt: -2, votes: each 0}
score: {chips: {by: last, shared: 3, nobody: your chips}}
wins: {all: no card in any column, last: {by: last, shared: no card in hand}}
ties: {last: {by: last, shared: shared, nobody: nobody}}
game:
  turns: {players: in turn from first player, until: no card in hand, skip: you are out, act: {choose: {stop: nothing}}}
  suits: {for each: suit, again: go again}
"""


def test_long_forms_are_taken():
    jsonschema.validate(yaml.safe_load(LONG), SCHEMA)


@pytest.mark.parametrize(
    ("text", "was", "now"),
    [
        (SMALL, "hand: hand", "hand: hund"),
        (SMALL, "pot: 0", "pot: many"),
        (SMALL, "pot: 0", "pot: {start: 0, sen by: all}"),
        (SMALL, "game:", "gome:"),
        (SMALL, "down: move card from your hand to your row", "down: [move]"),
        (SMALL, "{card: a card in your hand}", "[card]"),
        (SMALL, "{sum: sum of value of cards in your row}", "sum"),
        (LONG, "holds: cards", "hold: cards"),
        (LONG, "each: player, order", "each: {player: suit}, order"),
        (LONG, "shared: all", "shared: every"),
        (LONG, "fact: W5", "fct: W5"),
        (LONG, "{is: shared | nobody, ", "{"),
        (LONG, "players: in turn from first player, ", ""),
        (LONG, "{by: last, shared: 3, ", "{shared: 3, "),
        (SMALL, "act: choose turn", "act: {again: go again, else: nothing}"),
        (SMALL, "act: choose turn", "act: {if: no card in hand, unless: no card in row, again: go again}"),
    ],
)
def test_what_is_wrong_is_refused(text, was, now):
    assert text.count(was) == 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(yaml.safe_load(text.replace(was, now)), SCHEMA)


def test_sentences_come_with_the_examples_of_the_grammar():
    assert {form.example for form in DO if form.example} <= {*SCHEMA["$defs"]["step"]["examples"]}
    assert "no card in stock" in SCHEMA["$defs"]["condition"]["examples"]
