"""The engine against a second one, written from the facts: options, positions, scores, winners, step by step."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.play.games.party_at_louis.record import FORCED, VOLUNTARY
from tests.play.party_at_louis.made_up import before_the_refill, late, with_dish
from tests.play.party_at_louis.reference import DISH, LINES, Reference
from tests.play.party_at_louis.reference_nobles import IN_ORDER, judge, plain
from tests.play.party_at_louis.salon import salon

MANY = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)
PLAYERS = st.integers(1, 4)
LEANINGS = st.sampled_from(["", "keeps"])
SIDES = st.sampled_from(["unmasked", "masked"])
NAMES = {  # as the English cards say
    "Countess Rosalind": "U1", "Admiral Tempest": "U2", "Marquise Bergamot": "U3", "Duke Carat": "U4",
    "Duchess Pearl": "U5", "Viscount Quill": "U6",
    "Butterfly": "M1", "Harlequin": "M2", "Raven": "M3", "Two Faces": "M4", "Fox": "M5", "Sun": "M6",
}  # fmt: skip


def understood(line: str, twin: Reference) -> tuple:
    """The reference's action of a line of a playthrough."""
    if taken := re.fullmatch(r"takes (row|column) (\d): (.+)|plays the impostor: (.+)", line):
        kind, number, *dishes = taken.groups()
        cells = LINES[int(number) - 1 + 3 * (kind == "column")] if kind else None
        served = [dish_of(words) for words in (dishes[0] or dishes[1]).split(", ")]
        found = tuple(sorted(twin.sideboard.index(dish) for dish in served))
        assert cells in (None, found)
        return "take", found
    if served := re.fullmatch(r"serves (\w+ \d+) to (.+?)(?:, (left|right) group)?", line):
        dish, name, stack = served.groups()
        return "place", dish_of(dish), NAMES[name], int(stack == "right")
    if cleared := re.fullmatch(r"clears the dishes of (.+)", line):
        return "clear", NAMES[cleared[1]]
    assert line == "clears nothing more"
    return ("done",)


def dish_of(words: str):
    return DISH[words.replace(" ", "-")]


def same(snapshot: dict) -> dict:
    """A snapshot without what has no meaning in it."""
    found = dict(snapshot)
    if snapshot["terminal"]:
        del found["to_act"], found["phase"]
    found["discard"], found["held"] = sorted(snapshot["discard"]), sorted(snapshot["held"])
    found["nobles"] = [
        [{**noble, "groups": [group if noble["id"] in IN_ORDER else sorted(group) for group in noble["groups"]]}
         for noble in row]
        for row in snapshot["nobles"]
    ]  # fmt: skip
    return found


def rebuilt(pool: list, twin: Reference, after: dict) -> list:
    """The pile that the engine shuffled: what it filled the gaps with lay on what is left."""
    gaps = [cell for cell in range(9) if twin.sideboard[cell] is None]
    drawn = [DISH[name] for name in (after["sideboard"][cell] for cell in gaps) if name]
    left = [DISH[name] for name in after["draw"]]
    pile = left + ["end"] * (after["end_card_seen"] == 2) + drawn[::-1]
    assert sorted(card for card in pile if card != "end") == sorted(pool)
    bottom, middle = len(pool) // 3, (len(pool) + 1) // 3  # PA14, PA15, PA32
    assert bottom <= pile.index("end") <= bottom + middle
    return pile


def compare(position, chooser: random.Random, leaning="", spoken=True) -> Reference:
    """The rest of a game, side by side: all that there is after every step, or just after every turn the position."""
    after = position.snapshot()
    twin = Reference(after, chooser, lambda pool: rebuilt(pool, twin, after))
    turns = position.record.turns - twin.turns
    while True:
        if spoken or twin.phase == "take" or twin.over:
            assert same(after) == same(twin.snapshot())
            assert position.returns() == twin.scores()
            assert position.winners() == twin.winners()
            assert position.record.turns == twin.turns + turns
            assert counted(position) == (twin.forced, twin.voluntary)
        legal, options = position.legal_actions(), twin.options()
        assert len(legal) == len(options)
        if spoken:  # in the order in which one reads the table
            assert [understood(position.action_to_string(action, "en"), twin) for action in legal] == options
        if twin.over:
            assert position.is_terminal() and position.current_player() == -4
            return twin
        assert position.current_player() == twin.to_act
        chosen = leant(twin, options, leaning, chooser)
        turn = position.record.turns
        position.apply_action(legal[chosen])
        if spoken or position.record.turns != turn or position.is_terminal():
            after = position.snapshot()
        twin.apply(options[chosen])


def counted(position) -> tuple[int, int]:
    """Forced and voluntary clearings."""
    return position.record.tallies[FORCED], position.record.tallies[VOLUNTARY]


def leant(twin: Reference, options: list[tuple], leaning: str, chooser: random.Random) -> int:
    """Any option, or one that keeps what lies and fulfils nobles where it can."""
    if not leaning or chooser.random() < 0.1:
        return chooser.randrange(len(options))

    def merit(option: tuple) -> int:
        if option[0] != "place":
            return option[0] == "done"
        _, dish, name, place = option
        noble = next(noble for noble in twin.mine() if noble.name == name)
        groups = plain(name, with_dish(noble.groups, place, dish))
        return 100 * ["blocked", "open", "met"].index(judge(name, noble.colour, groups)) + len(noble.dishes())

    merits = [merit(option) for option in options]
    return chooser.choice([index for index, found in enumerate(merits) if found == max(merits)])


@MANY
@given(PLAYERS, SIDES, SEEDS, LEANINGS)
def test_every_step_is_that_of_the_facts(players, side, seed, leaning):
    compare(salon().new_position(players, seed=seed, side=side), random.Random(seed), leaning)


@pytest.mark.parametrize("side", ["unmasked", "masked"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_many_games_go_as_the_facts_say(players, side):
    for seed in range(25):
        twin = compare(salon().new_position(players, seed=seed, side=side), random.Random(seed), spoken=False)
        assert twin.ended_by == ("nine_turns" if players == 1 else "end_card")


def test_every_step_where_little_is_left():
    """P40, PA13, PA19, PA24, PA35, PA40: what seldom happens, happens here."""
    chooser, met = random.Random(5), Counter()
    for case in range(96):
        players, side = 1 + case % 4, ("unmasked", "masked")[case // 4 % 2]
        position = salon().from_snapshot(late(players, side, chooser), seed=case)
        twin = compare(position, chooser, ("", "keeps")[case % 3 > 0], spoken=case % 8 == 0)
        met.update([twin.ended_by, (twin.ended_by, players == 1)])
        met["with dishes held"] += bool(twin.held)
        met["shared"] += len(twin.winners()) > 1
    expected = "end_card", "nine_turns", ("all_validated", True), ("all_validated", False), "with dishes held", "shared"
    assert all(met[case] for case in expected), met


@pytest.mark.parametrize("discarded", range(9))
def test_a_refill_where_little_is_left(discarded):
    """PA14-PA16, PA32, PA33: three piles of next to nothing, or of nothing; the End card twice in one refill."""
    chooser, seen = random.Random(discarded), Counter()
    for case in range(16):
        snapshot = before_the_refill(case % 4, discarded, chooser)
        assert len(snapshot["discard"]) == discarded
        seen[done_clearing(salon().from_snapshot(snapshot, seed=case)).end_seen] += 1
    assert seen[0]  # three dishes lay on the End card
    assert bool(seen[1]) == (discarded > 0)
    assert bool(seen[2]) == (discarded < 7)  # a top pile of three dishes fills three gaps


def done_clearing(position) -> Reference:
    """What comes of ending the turn, on both sides."""
    after: dict = {}
    twin = Reference(position.snapshot(), random.Random(), lambda pool: rebuilt(pool, twin, after))
    assert twin.options()[-1] == ("done",)
    position.apply_action(position.legal_actions()[-1])
    after.update(position.snapshot())
    twin.apply(("done",))
    assert same(after) == same(twin.snapshot())
    assert position.winners() == twin.winners()
    return twin
