"""A designer's own cards: steps in any order, without code. What no shipped card does is worked out by hand."""

import copy
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.play import load_game
from cardgen.play.games.draco.deck import cards
from cardgen.play.games.draco.effect import Effect
from cardgen.play.games.draco.program import Program
from tests.play.draco.tavern import GAME, do, places, position
from tests.play.draco.test_policies import weights
from tests.play.draco.test_positions import check
from tests.play.test_draco_effect import effects

START = "a1 b1 Z c1 a2 J b2 S c2"
KINDS = [card.id for card in cards(GAME.definition)]


def with_effect(*steps, kinds=("tip",)):
    """The game, with cards that do something else."""
    effect = Effect.model_validate(steps)
    assert list(effect.faults()) == []
    program = Program(effect)
    found = copy.copy(GAME)
    found.tables = GAME.tables.copy()
    found.table = found.tables[0]
    for card in kinds:
        kind = KINDS.index(card)
        found.table.ask_count[kind] = len(program.asks)
        found.table.asks[kind, : len(program.asks)] = program.asks or 0
        found.table.step_count[kind] = len(program.steps)
        found.table.steps[kind, : len(program.steps)] = program.steps
    return found


def enact(*steps, choices=(), dice=(), money=(5, 5, 5), row=START, hand="right"):
    game = with_effect(*steps)
    hands = [{"tip": 1}, {"elbow": 1}, {"elbow": 1}]
    found = position(row, hand, game, [*dice], hands=hands, cup=1, money=[*money], draw=["shove"] * 2)
    return do(
        found, "plays Tip", *(f"chooses {choice}" if not choice.startswith("swaps") else choice for choice in choices)
    )


ANY = "the blue gnome"  # a2


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize(
    ("steps", "choices", "dice", "after"),
    [
        ([{"advance": {"who": "both", "by": 1}}], [], [], "a1 b1 Z a2 c1 J b2 S c2"),
        # the hindmost moves first: b2 from 7 to 9, then a1 from 1 to 3
        ([{"retreat": {"who": "rogue", "by": 2}}], [], [], "b1 Z a1 c1 a2 J S c2 b2"),
        ([{"retreat": {"who": "both", "by": 8}}], [], [], "b1 Z c1 J b2 S c2 a2 a1"),  # as in DA43
        ([{"seat": {"who": "zork", "at": "ahead", "of": "own"}}], [ANY], [], "a1 b1 c1 Z a2 J b2 S c2"),
        ([{"seat": {"who": "sarah", "at": "ahead", "of": "own"}}], ["the blue rogue"], [], "S a1 b1 Z c1 a2 J b2 c2"),
        ([{"seat": {"who": "own", "at": "behind", "of": "zork"}}], [ANY], [], "a1 b1 Z a2 c1 J b2 S c2"),
        ([{"seat": {"who": "anyone", "at": "behind", "of": "zork"}}], ["Zork"], [], START),  # not beside himself
        ([{"seat": {"who": "own", "at": "any"}}], [ANY, "place 8"], [], "a1 b1 Z c1 J b2 S a2 c2"),
        ([{"swap": {"who": "own", "with": "partner"}}], [ANY], [], "a2 b1 Z c1 a1 J b2 S c2"),
        ([{"swap": {"who": "zork", "with": "opponent"}}], ["the black goblin"], [], "a1 b1 c2 c1 a2 J b2 S Z"),
        ([{"swap": {"who": "special", "with": "zork"}}], ["Zork"], [], START),
        ([{"swap": {"who": "own", "with": "behind"}}], [ANY], [], "a1 b1 Z c1 J a2 b2 S c2"),
        (
            [{"swap": {"who": "own", "with": "behind", "again": True}}],
            [ANY, "swaps once more"],
            [],
            "a1 b1 Z c1 J b2 a2 S c2",
        ),
        ([{"duel": {"who": "own", "with": "ahead"}}], [ANY], [6, 1], "a1 b1 Z a2 c1 J b2 S c2"),
        ([{"duel": {"who": "own", "with": "ahead"}}], ["the blue rogue"], [], START),  # Draco does not fight
        ([{"duel": {"who": "zork", "with": "behind"}}], [], [1, 6], "a1 b1 c1 Z a2 J b2 S c2"),
        # what was chosen comes back by its name; a die decides, and says how far
        (
            [{"advance": {"who": "own", "by": 1, "as": "mine"}}, {"seat": {"who": "mine", "at": "last"}}],
            [ANY],
            [],
            "a1 b1 Z c1 J b2 S c2 a2",
        ),
        (
            [{"roll": "d"}, {"retreat": {"who": "anyone", "by": "d"}, "if": "d is over 3"}],
            ["the yellow amazon"],
            [5],
            "a1 Z c1 a2 J b2 b1 S c2",
        ),
        ([{"roll": "d"}, {"retreat": {"who": "anyone", "by": "d"}, "if": "d is over 3"}], [], [3], START),
        (
            [{"roll": "d"}, {"roll": "e"}, {"turn": "draco", "if": "e is 6"}, {"advance": {"who": "zork", "by": "d"}}],
            [],
            [2, 6],
            "c2 S b2 J Z a2 c1 b1 a1",  # Draco turns first; then Zork advances from place 7
        ),
        # questions come first, in their order; then the steps, in theirs
        (
            [{"seat": {"who": "zork", "at": "first"}}, {"swap": {"who": "own", "with": "anyone"}}],
            [ANY, "Zork"],
            [],
            "a2 a1 b1 c1 Z J b2 S c2",
        ),
    ],
)
def test_where_everybody_sits(steps, choices, dice, after, hand):
    found = enact(*steps, choices=choices, dice=dice, hand=hand)
    assert places(found) == after and found.snapshot()["rolls"] == dice
    assert found.current_player() == 1


@pytest.mark.parametrize(
    ("steps", "choices", "dice", "money", "gains"),
    [
        ([{"pay": {"from": "you", "to": "opponents", "silver": 2}}], [], [], (5, 5, 5), (-4, 2, 2)),
        ([{"pay": {"from": "you", "to": "opponents", "silver": 2}}], [], [], (3, 5, 5), (-3, 2, 1)),  # in turn
        ([{"pay": {"from": "you", "to": "opponent", "silver": 2}}], ["Chiara"], [], (5, 5, 5), (-2, 0, 2)),
        ([{"pay": {"from": "you", "to": "bank", "silver": 9}}], [], [], (5, 5, 5), (-5, 0, 0)),
        ([{"pay": {"from": "opponent", "to": "bank", "silver": 3}}], ["Bruno"], [], (5, 5, 5), (0, -3, 0)),
        ([{"pay": {"from": "opponents", "to": "bank", "silver": 3}}], [], [], (5, 5, 1), (0, -3, -1)),
        ([{"pay": {"from": "richest", "to": "you", "silver": 3}}], [], [], (5, 6, 6), (6, -3, -3)),
        ([{"pay": {"from": "richest", "to": "you", "silver": 3}}], [], [], (6, 6, 5), (3, -3, 0)),  # not to oneself
        ([{"pay": {"from": "bank", "to": "poorest", "silver": 3}}], [], [], (5, 1, 1), (0, 3, 3)),
        ([{"roll": "d"}, {"pay": {"from": "bank", "to": "you", "silver": "d"}}], [], [6], (5, 5, 5), (6, 0, 0)),
        ([{"shower": {"rolls": 2, "silver": 3}}], [], [1, 6], (5, 5, 5), (3, 0, 0)),  # John's place: nothing
        ([{"bet": {"silver": 4}}, {"bet": {"silver": 1}}], ["Bruno", "Chiara"], [6, 1, 1, 6], (5, 5, 5), (3, -4, 1)),
    ],
)
def test_whose_money_changes(steps, choices, dice, money, gains):
    shown = enact(*steps, choices=choices, dice=dice, money=money).snapshot()
    assert shown["money"] == [had + gain for had, gain in zip(money, gains, strict=True)]
    assert shown["bank"] == 95 - sum(shown["money"]) and shown["rolls"] == dice


def test_the_cup_may_be_taken_and_given_back():
    freed = enact({"cup": "you"}, {"cup": "centre"})
    assert freed.snapshot()["phase"] == "toast" and freed.snapshot()["cup"] == "centre"
    do(freed, "does not toast")
    assert freed.snapshot()["cup"] == "centre"


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(effects(), st.integers(3, 6), st.integers(0, 1000))
def test_whatever_is_written_can_be_played(written, players, seed):
    """Every card of the deck does this; every position stays sound, and can be written down."""
    game = with_effect(*written, kinds=KINDS)
    found, choice = game.new_position(players, seed=seed), random.Random(seed)
    for step in range(40):
        if found.is_terminal():
            break
        check(found, players, game)
        if step % 5 == 0:
            again = game.from_snapshot(found.snapshot())
            assert again.snapshot() == found.snapshot() and again.legal_actions() == found.legal_actions()
        told = weights(found, game=game)
        assert all(-1000 < worth < 1000 for worth in told.values())
        found.apply_action(choice.choice(found.legal_actions()))


@pytest.fixture
def library(tmp_path, monkeypatch):
    """library(text) -> the game under a variant that says so, in a library of one's own."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "variants" / "draco"
    folder.mkdir(parents=True)
    (tmp_path / "decks").mkdir()

    def load(text):
        (folder / "mine.yaml").write_text(f"changes: draco\n{text}", "utf-8")
        return load_game("draco", "mine")

    return load


MINE = """\
cards:
  tip: drop
  windfall:
    kind: money
    icon: coins
    count: 2
    effect: [roll: d, {pay: {from: bank, to: you, silver: d}, if: d is over 4}]
texts:
  en: {title: Mine, action.windfall: Windfall}
  fr: {title: La mienne, action.windfall: {from: Windfall, to: Aubaine}}
  it: {title: La mia, action.windfall: {from: Windfall, to: Manna}}
"""


def test_a_variants_card_is_played_without_code(library):
    game = library(MINE)
    zones = {"hands": [{"windfall": 1}, {"elbow": 1}, {}], "cup": 1, "money": [1, 1, 1], "draw": ["shove"] * 3}
    for face, money in ((6, 7), (4, 1)):
        after = do(position(START, game=game, dice=[face], **zones), "plays Windfall").snapshot()
        assert (after["money"], after["rolls"]) == ([money, 1, 1], [face])
    with pytest.raises(ValueError, match="there is no card 'tip'"):
        position(START, game=game, hands=[{"tip": 1}, {}, {}])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards: {zork: drop}\ntotals: {cast: 15}", "there is no card 'zork', who always sits at the table"),
        (
            "cards: {purple_rogue: drop}\ntotals: {cast: 15}",
            "6 players need 12 characters, and there may be 12; got 11",
        ),
        ("cards: {blue_rogue: {class: wizard}}", "blue_rogue.class: expected one of 'amazon', .*, got 'wizard'"),
        (
            'cards: {blue_gnome: {colour: "#ff0000"}}',
            "blue_gnome: expected the second character of blue_rogue's colour",
        ),
        ("cards: {elbow: {count: 200}}\ntotals: {tavern: 270}", "the engine plays at most 250 cards, got 270"),
    ],
)
def test_what_the_engine_cannot_play_is_told(library, text, message):
    with pytest.raises(InputError, match=message):
        library(text)


def test_a_deck_that_is_too_small_is_told_before_anything_is_played(library):
    dropped = [card for card in KINDS if card not in ("elbow", "shove", "rumour", "slander", "about_face")]
    small = library("cards: {" + ", ".join(f"{card}: drop" for card in dropped) + "}\ntotals: {tavern: 19}")
    needs = small.engine.zones.deck_needs
    told = [needs(small.definition, small.table, players) for players in (3, 4)]
    assert told == [
        (True, "19 action cards, 15 dealt: a draw pile of 4"),
        (False, "19 action cards, 20 dealt: a draw pile of 0"),
    ]
    shown = small.new_position(4).snapshot()  # dealt as far as they go
    assert sorted(sum(hand.values()) for hand in shown["hands"]) == [4, 5, 5, 5]
