"""Clauses as rows, simplified or not, as Python and as machine code: always the same game."""

import json
import os
import random
import subprocess
import sys

import numpy as np
import pytest

from cardgen.definitions.nodes import mapping
from cardgen.definitions.rules import explain
from cardgen.definitions.yaml_source import read_yaml
from cardgen.play.batches import Batch
from cardgen.play.chance import seed_streams
from cardgen.play.clauses import engine, native, zones
from cardgen.play.clauses.tables import table_of
from cardgen.play.compiled import COMPILES, SWITCH
from cardgen.rules import rows, simplify
from cardgen.rules.compile import compile_program
from cardgen.rules.jump_threading import JumpThreading
from cardgen.rules.read import read_rules
from cardgen.store.library import BUILTIN
from tests.play.games import definition, played
from tests.rules.by_clauses import LUI, by_hand, game_of, shipped
from tests.rules.rowed import Rowed
from tests.rules.test_plain import program
from tests.rules.test_read import GAMES, KITCHEN

EXAMPLES = sorted(path.stem for path in GAMES.glob("*.yaml") if path.stem != "robber")
SETTINGS = 30
GAMES_OF_EACH = 60
VARIANTS = ["express", "hungry_dragon", "nibbling_dragon", "open_table", "ravenous_dragon", "second_helping"]


def settings(number):
    """Any values of King Lui's rules."""
    chance = random.Random(number)
    return {info.name: chance.choice(info.values) for info in explain(definition(LUI).declared)}


def differences(batches):
    """In which results two games differ: what both of them measure, and what they count by names."""
    (theirs, mine), games = ([batch.results for batch in batches], [batch.game for batch in batches])
    fields = ("scores", "winners", "turns", "rounds", "decisions", "options", "dead_ends")
    found = [field for field in fields if (mine[field] != theirs[field]).any()]
    for name in games[0].tallies:
        one, two = (
            each["tallies"][:, game.tallies.index(name)] for each, game in zip((theirs, mine), games, strict=True)
        )
        if name == "feed":
            two = two + mine["tallies"][:, games[1].tallies.index("feed_held")]
        found += [name] * int((one != two).any())
    for name in games[0].silences:
        places = [list(game.silences).index(name) for game in games]
        one, two = (each["silences"][:, place] for each, place in zip((theirs, mine), places, strict=True))
        found += [name] * int((one != two).any())
    return found


@pytest.mark.parametrize("number", range(SETTINGS))
def test_king_lui_by_clauses_is_the_engine_game_for_game(number, monkeypatch):
    """Equal seeds, equal decisions, points and winners, under any of its rules; by rows and by machine code in turn."""
    rules, players = settings(number), 3 + number % 3
    games = by_hand(**rules), played(LUI, **rules)
    if number % 2:
        games[1].precompile()
    else:
        monkeypatch.setattr(native, "address_of", lambda tables: 0)
    batches = [Batch(game, ["random"] * players) for game in games]
    for batch in batches:
        batch.play(GAMES_OF_EACH)
    assert differences(batches) == [], rules


@pytest.mark.parametrize("variant", VARIANTS)
def test_its_variants_are_too(variant):
    batches = [Batch(game, ["random"] * 4) for game in (by_hand(variant), played(LUI, variant))]
    for batch in batches:
        batch.play(GAMES_OF_EACH)
    assert differences(batches) == []


@pytest.mark.parametrize("number", range(8))
def test_what_is_hidden_is_dealt_anew_card_for_card(number):
    """What zones show is enough to know what a player cannot know: redeals are those of the engine written by hand."""
    rules, chance = settings(100 + number), random.Random(number)
    games = by_hand(**rules), played(LUI, **rules)
    positions = [game.new_position(4, seed=number) for game in games]
    redeals = 0
    while not positions[0].is_terminal():
        seat = chance.randrange(4)
        dealt = [position.clone() for position in positions]
        for position in dealt:
            seed_streams(position.record.streams, redeals)
            position.game.engine.verbs.determinise(position.game.table, position.record, seat)
        for told in ([each.snapshot() for each in dealt], [each.observation(seat) for each in positions]):
            for each in told if rules["hands"] == "open" else ():
                del each["drawn_secretly"]  # where all see it, clauses keep nothing of it
            assert told[0] == told[1], (rules, redeals)
        legal = [position.legal_actions() for position in positions]
        chosen = chance.randrange(len(legal[0]))
        for position, actions in zip(positions, legal, strict=True):
            position.apply_action(actions[chosen])
        redeals += 1
    assert redeals > 20


@pytest.mark.parametrize("name", EXAMPLES)
def test_simplified_instructions_do_the_same(name, monkeypatch):
    deck = KITCHEN if name == LUI else None
    told = []
    for plainly in (False, True):
        if plainly:
            monkeypatch.setattr(simplify, "_simplified", simplify._simplified.__wrapped__)
            for step in (
                "_eliminate_common",
                "_propagate_copies",
                "_coalesce_copies",
                "_drop_dead",
                "_fuse_additions",
                "having",
                "families",
                "fused",
            ):
                monkeypatch.setattr(simplify, step, lambda rows, *_: list(rows))
            monkeypatch.setattr(JumpThreading, "threaded", lambda self: range(len(self.rows) + 1))
        compiled = compile_program(program(name, deck), 4)
        table = table_of(compiled, {})
        games = [Rowed(compiled, table, 2 if name == "war" else 4, seed).play() for seed in range(12)]
        told.append([(game.scores(), game.zones, game.counters, game.rounds, dict(game.taken)) for game in games])
        size = len(rows.rows_of(compiled).rows)
        told[-1].append(size)
    assert told[0][:-1] == told[1][:-1] and told[0][-1] < told[1][-1]


SHORT = ("blackjack", "cribbage", "cuckoo", "leduc")  # examples with few decisions


@pytest.mark.slow
def test_python_made_of_clauses_plays_what_the_rows_play():
    """Interpreted, for every example: the same positions at the end."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.rules.both_ways", *EXAMPLES],
        cwd=BUILTIN, env=os.environ | {SWITCH: "0"}, capture_output=True, text=True,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert set(told) == set(EXAMPLES) and all(alike for _, alike in told.values()), told
    long = sum(decisions > 20 for decisions, _ in told.values())
    assert long > len(EXAMPLES) - len(SHORT) - 4  # some leave nothing to decide


needs_numba = pytest.mark.skipif(not COMPILES, reason="there is no machine code without numba")


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize(
    ("name", "quick"), [(name, quick) for quick in (False, True) for name in EXAMPLES[:: 1 + 4 * quick]]
)
def test_machine_code_plays_what_the_rows_play(name, quick, monkeypatch, speed):
    monkeypatch.setattr(native, "_addresses", {})
    compiled = compile_program(program(name, KITCHEN if name == LUI else None), 4)
    table = table_of(compiled, {})
    native.load(compiled, table, quick)
    ready = zones.ready(table)
    assert ready["native"][0] and not table["native"][0]
    for seed in range(12):
        mine, theirs = (Rowed(compiled, each, 2 if name == "war" else 4, seed).play() for each in (table, ready))
        assert mine.state.tobytes() == theirs.state.tobytes() or not alike_at_end(mine, theirs)


@needs_numba
def test_machine_code_is_made_anew_for_other_numbers_and_where_it_is_damaged(tmp_path, monkeypatch, speed):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(native, "_addresses", {})
    games = []
    for points in (3, 4):
        path = tmp_path / "rules.yaml"
        path.write_text(PILE.replace("none: 0", f"none: {points}"), "utf-8")
        compiled = compile_program(read_rules(mapping(read_yaml(path))), 2)
        table = table_of(compiled, {})
        assert not native.address_of(table)
        native.load(compiled, table)
        games.append(Rowed(compiled, zones.ready(table), 2, 1).play().scores())
    assert games == [[3, 3], [4, 4]]
    for file in (tmp_path / "cardgen" / "clauses").iterdir():
        file.write_bytes(file.read_bytes()[:-1])
    monkeypatch.setattr(native, "_addresses", {})
    assert not native.address_of(table)
    native.load(compiled, table)
    monkeypatch.setattr(native, "_addresses", {})
    assert native.address_of(table) and Rowed(compiled, zones.ready(table), 2, 1).play().scores() == [4, 4]


@needs_numba
def test_quick_code_gives_way_to_better_code_and_not_the_other_way(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(native, "_addresses", {})
    monkeypatch.setattr(native, "_unoptimised", set())
    made = []
    monkeypatch.setattr(
        native, "object_of", lambda text, quick, own=native.object_of: made.append(quick) or own(text, quick)
    )
    compiled = compile_program(program("war"), 2)
    for quick in (True, True, False, False, True):
        native.load(compiled, table_of(compiled, {}), quick)
    assert made == [True, False]
    native._addresses.clear()
    assert native.address_of(table_of(compiled, {})) and not native._unoptimised  # of both on disk the better


def alike_at_end(mine, theirs):
    """What differs between two games but what only tells where play is."""
    parts = ("zones", "counters", "rounds", "notes")
    return [part for part in parts if getattr(mine, part) != getattr(theirs, part)] + (
        [] if mine.scores() == theirs.scores() and mine.taken == theirs.taken else ["scores"]
    )


NAMES = shipped()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_player_sees_the_same_in_all_worlds_that_they_cannot_tell_apart(name):
    game = game_of(name)
    low, high = game.definition.players
    for seed in range(3):
        players = low + seed % (min(high, 6) - low + 1)
        chance, position = random.Random(seed), game.new_position(players, seed=seed)
        apart = 0
        while not position.is_terminal():
            for seat in range(players):
                seen, other = position.observation(seat), position.clone()
                game.engine.verbs.determinise(game.table, other.record, seat)
                assert other.observation(seat) == seen
                apart += other.snapshot() != position.snapshot()
                if position.current_player() == seat:
                    assert other.legal_actions() == position.legal_actions()
            position.apply_action(chance.choice(position.legal_actions()))
        assert apart or players == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_position_goes_on_from_its_snapshot(name):
    game = game_of(name)
    chance, position = random.Random(1), game.new_position(seed=5)
    while not position.is_terminal():
        again = game.from_snapshot(json.loads(json.dumps(position.snapshot())))
        assert again.snapshot() == position.snapshot()
        assert again.legal_actions() == position.legal_actions()
        for action in again.legal_actions():
            said = position.action_to_string(action)
            assert again.string_to_action(said) == action and again.action_to_string(action) == said
        again.record.streams[:] = position.record.streams
        action = chance.choice(position.legal_actions())
        for each in (position, again):
            each.apply_action(action)
        assert again.returns() == position.returns()
        after, before = again.snapshot(), position.snapshot()
        assert after == before
    assert np.isfinite(position.returns()).all()


PILE = """\
cards: {card: {value: 1 to 9, count: 2}}
zones: {stock: pile, row: open}
game:
  shuffle: shuffle all cards into stock
  some: draw 3 cards where value is at least 5 from stock to row
score: {none: 0}
"""


@pytest.mark.parametrize("seed", range(5))
def test_cards_of_which_something_holds_are_those_nearest_to_the_top(tmp_path, seed):
    games = []
    for text in (PILE.replace("  some: draw", "  some: nothing\nlater:\n  some: draw"), PILE):
        path = tmp_path / "rules.yaml"
        path.write_text(text, "utf-8")
        compiled = compile_program(read_rules(mapping(read_yaml(path))), 2)
        games.append(Rowed(compiled, table_of(compiled, {}), 2, seed).play())
    before, after = (game.zones["stock", None] for game in games)
    high = [card for card in reversed(before) if int(card.split("_")[1]) >= 5][:3]
    assert sorted(games[1].zones["row", None]) == sorted(high) and len(after) == len(before) - 3
    left = list(before)
    for card in high:
        del left[len(left) - 1 - left[::-1].index(card)]
    assert after == left


SORTED = """\
cards:
  card: {value: 1 to 9, suit: [red, blue, green], count: 2}
  joker: {count: 3}
zones: {stock: pile, hand: hand, row: {each: suit}}
counters: {three: 3, high: each 0, odd: each 0, sums: each 0, kinds: each 0, apart: each 0}
numbers: {plain: NUMBER}
game:
  shuffle: shuffle all cards into stock
  deal: deal 12 cards from stock to each hand
  row: {for each: suit, some: move 3 cards where suit is the suit from stock to row of the suit}
  count:
    for each: player
    high: set your high to cards in your hand where TIGHT
    odd: set your odd to cards in any row where TIGHT
    sums: set your sums to sum of value of cards in your hand where TIGHT
    kinds: set your kinds to number of different suit of cards in your hand where TIGHT
    apart: set your apart to number of different value of cards in your hand
  turns: {players: in turn from first player, act: {choose: turn, otherwise: {no: nothing}}}
turn:
  lay: {pick: {card: a card in your hand where TIGHT}, out: move card from your hand to row of suit of card}
  two: {pick: {some: 2 cards in your hand where TIGHT}, out: move some from your hand to stock}
score: {none: plain}
"""
CONDITIONS = [
    ("value is at least 3", "value is at least three"),
    ("value is not 3", "value is not three"),
    ("(suit is red or value is 3 and not suit is blue)", "(suit is red or value is three and not suit is blue)"),
    ("(value * 2 - 1) is more than (3 + -3)", "(value * 2 - 1) is more than (three + -3)"),
    ("(value / 3) is less than 2", "(value / three) is less than 2"),
    ("(value / 0) is 0", "(value / (three - 3)) is 0"),
    ("(3 is value or 3 is at most value)", "(three is value or three is at most value)"),
]


@pytest.mark.parametrize(("fixed", "changing"), CONDITIONS, ids=[each for each, _ in CONDITIONS])
def test_what_is_always_so_of_cards_is_as_if_it_were_asked_of_each(tmp_path, fixed, changing, speed):
    """The same games, whether a number stands in a condition or a counter that happens to be that."""
    games = []
    for tight in (fixed, changing):
        path = tmp_path / "rules.yaml"
        path.write_text(SORTED.replace("TIGHT", tight).replace("NUMBER", "0"), "utf-8")
        compiled = compile_program(read_rules(mapping(read_yaml(path))), 3)
        table = table_of(compiled, {})
        native.load(compiled, table)
        games += [[Rowed(compiled, each, 3, seed).play() for seed in range(6)] for each in (table, zones.ready(table))]
    told = [[(game.zones, game.counters, game.taken) for game in each] for each in games]
    assert told[0] == told[1] == told[2] == told[3]
    counted = {
        name: {game.counters[name, seat] for game in games[0] for seat in range(3)} for name in ("high", "apart")
    }
    assert len(counted["apart"]) > 2 and any(counted["high"])
    assert sum(sum(game.taken.values()) for game in games[0]) > 12


LAST = """\
cards: {card: {value: 1 to 3, suit: [red], count: 2}, joker: {count: 1}}
zones: {stock: pile, row: {each: suit}}
game:
  shuffle: shuffle all cards into stock
  some: {for each: suit, move: move 4 cards from stock to row of the suit}
score: {suits: cards in any row where suit is red}
"""


@pytest.mark.parametrize(
    "text", [LAST, LAST.replace("zones: {", "zones: {own: hand, ").replace("in any row", "in your own")]
)
def test_a_family_of_one_zone_may_stand_last(tmp_path, text, speed):
    (tmp_path / "rules.yaml").write_text(text, "utf-8")
    compiled = compile_program(read_rules(mapping(read_yaml(tmp_path / "rules.yaml"))), 1)
    table = table_of(compiled, {})
    native.load(compiled, table)
    scores = [
        [Rowed(compiled, each, 1, seed).play().scores() for seed in range(9)] for each in (table, zones.ready(table))
    ]
    assert scores[0] == scores[1] and (len({*map(tuple, scores[0])}) == 2 or text != LAST)


MANY_CARDS = """\
cards: {card: {value: 1 to 3, count: 1000}}
zones: {hand: hand, aside: hidden}
game:
  all: shuffle all cards into aside
  deal: deal 800 random cards from aside to each hand
  turns: {players: in turn from first player, act: {choose: {wait: nothing}}}
score: {none: 0}
"""


def test_thousands_of_hidden_cards_are_dealt_anew(tmp_path):
    (tmp_path / "rules.yaml").write_text(MANY_CARDS, "utf-8")
    compiled = compile_program(read_rules(mapping(read_yaml(tmp_path / "rules.yaml"))), 3)
    game = Rowed(compiled, table_of(compiled, {}), 3, 1).play()
    before = {key: len(cards) for key, cards in game.zones.items()}
    own = game.zones["hand", 0]
    engine.determinise(game.table, game.state, 0)
    assert {key: len(cards) for key, cards in game.zones.items()} == before and game.zones["hand", 0] == own
    assert sum(before.values()) == 3_000 and before["hand", 1] == 800
    assert game.state.players == 3 and game.state.terminal


ALONE = """\
cards: {card: {value: 1 to 6}}
zones: {stock: pile, row: open, gone: open}
game:
  all: shuffle all cards into stock
  halves: {repeat: 2 times, half: half}
half: {draws: {repeat: 3 times, card: turn up 1 card from stock onto row, what: choose turn}}
turn: {keep: nothing, leave: {away: move it from row to gone, sure: sure}}
sure: {repeat: 2 times, doubt: {choose: {yes: nothing, no: nothing}}}
score: {row: sum of value of cards in row}
"""
TOGETHER = ALONE.replace("repeat: 2 times, half", "players: in turn from first player, half")


@pytest.mark.parametrize(("text", "players", "turns"), [(ALONE, 1, 6), (TOGETHER, 2, 2)], ids=["alone", "together"])
def test_alone_each_time_round_the_innermost_loop_of_choices_is_a_turn(tmp_path, text, players, turns):
    """Loops of an action are part of its turn; where players have turns, these are what counts."""
    (tmp_path / "rules.yaml").write_text(text, "utf-8")
    compiled = compile_program(read_rules(mapping(read_yaml(tmp_path / "rules.yaml"))), players)
    taken = 0
    for seed in range(4):
        game = Rowed(compiled, table_of(compiled, {}), players, seed).play()
        taken += sum(game.taken.values())
        assert game.state.turns == turns
    assert taken > 4 * 6, "some choices are made within actions"
