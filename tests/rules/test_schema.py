"""The JSON Schema of rules files: it takes those that are right, and refuses what the reader refuses."""

import random
import re
from functools import cache

import jsonschema
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.rules.grammar import RULES
from cardgen.rules.schema import rules_schema
from tests.rules.test_read import GAMES, SMALL, read

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
    assert {form.example for form in RULES["do"] if form.example} <= {*SCHEMA["$defs"]["step"]["examples"]}
    assert "no card in stock" in SCHEMA["$defs"]["condition"]["examples"]


# ---- whatever the reader takes, the schema takes

ODD = ("3", "-2", "yes", "no", "each 3", "player", "all", "owner", "cards", "nothing", "end the game", "suit", "1 to 3",
       "shared | nobody", "a card in your hand", "2, from 1 to 4", "true", "4.5", "", {}, [], ["player", "suit"],
       {"each": "3"}, {"each": "player"}, {"by": "last", "shared": "1", "nobody": "2"}, {"start": "-1"},
       {"is": "no | yes"}, {"of": "game"}, {"if": "1 is 1", "a": "nothing"}, {"order": "perhaps"})  # fmt: skip
KEYS = ("each", "start", "order", "seen by", "holds", "by", "else", "if", "until", "otherwise", "when", "pick", "must",
        "count", "is", "fact", "of", "spare", "repeat", "for each", "choose", "players")  # fmt: skip
SAMPLES = (SMALL, *(path.read_text("utf-8") for path in FILES), SMALL.replace(
    "game:", "silences: {few: {of: game.deal, fact: W5}}\npositions: {stock: stock, pot: pot}\n"
    "roles: {head: first player}\nties: {last: shared}\ntallies: {all: pot}\nwins: {all: pot is 0}\n"
    "effects: {card: nothing}\nwords: {card: cards}\nrounds: game.deal\ngame:"
).replace("hand: hand", "hand: {each: player, order: no, seen by: owner, holds: cards}")
 .replace("pot: 0", "pot: 0, chips: {each: player, start: 3, seen by: owner}"))  # fmt: skip


@cache
def _plain(text):
    return yaml.load(text, yaml.BaseLoader)


def _loaded(data):
    """As editors read it, to whom `yes` is a text."""
    if isinstance(data, dict):
        return {key: _loaded(value) for key, value in data.items()}
    if isinstance(data, list):
        return [*map(_loaded, data)]
    return int(data) if re.fullmatch(r"-?\d+", data) else data


def _written(data):
    """YAML on one line, with scalars as they were written."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{_written(key)}: {_written(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(_written, data)) + "]"
    return data if re.fullmatch(r"[\w][\w |-]*|-?\d+", data) else "'" + data.replace("'", "''") + "'"


def _mutated(data, chance):
    """The data with one thing changed somewhere: a value, a key, or something more or less."""
    if isinstance(data, list):
        return [_mutated(data[0], chance), *data[1:]] if data else data
    if not isinstance(data, dict) or not data:
        return chance.choice(ODD)
    key = chance.choice([*data])
    how = chance.random()
    if how < 0.08:
        return {each: value for each, value in data.items() if each != key}
    if how < 0.16:
        return {chance.choice(KEYS) if each == key else each: value for each, value in data.items()}
    if how < 0.3:
        return {**data, chance.choice(KEYS): chance.choice(ODD)}
    if how < 0.45:
        return {**data, key: chance.choice(ODD)}
    return {**data, key: _mutated(data[key], chance)}


@settings(max_examples=300, deadline=None)
@example(133985760)  # a list among the values of a card's field
@example(785)  # `players: 1 to 3`
@given(st.integers(0, 10**9))
def test_the_schema_takes_what_the_reader_takes(seed):
    chance = random.Random(seed)
    text = _written(_mutated(_plain(chance.choice(SAMPLES)), chance))
    try:
        read(text)
    except InputError:
        return
    jsonschema.validate(_loaded(_plain(text)), SCHEMA)
