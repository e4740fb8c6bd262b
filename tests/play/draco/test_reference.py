"""The engine against a second one, written from the facts: options, positions, money, winners, step by step."""

import random
from collections import Counter
from itertools import pairwise, permutations
from statistics import fmean

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.play.batches import Batch

from .reference import COUNTS, OPPONENT, OWNER, PEOPLE, SPECIALS, Luck, Reference, played, winners
from .tavern import GAME

MANY = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)
PLAYERS = st.integers(3, 6)
TOASTS = st.sampled_from([0, 0.5, 1])  # how often one is made
WORDS = GAME.words("en")
VERBS = {"stop": "play.stop", "again": "play.again", False: "play.no_toast", True: "play.toast"}


class Told(Luck):
    """What the engine got: dice, who sits where after the action, the new pile, the cards drawn off that at once."""

    def __init__(self, dice, after, drawn):
        super().__init__()
        self.dice, self.after, self.drawn = list(dice), after, drawn

    def die(self):
        assert self.dice, "a die that the engine did not throw"
        return self.dice.pop(0)

    def seated(self, people):
        ring = self.after["ring"]
        return sorted(people, key=ring.index, reverse=self.after["cup_hand"] == "right")

    def pile(self, cards):
        return [*self.after["draw"], *self.drawn]


def said(twin, choice) -> str:
    """A choice as a playthrough tells it."""
    if twin.phase == "play":
        return WORDS.say("play.card", card=WORDS.say(f"action.{choice}"))
    if choice in OWNER:
        what = WORDS.name(f"character.{choice}")("the")
    elif choice in SPECIALS:
        what = WORDS.say(f"special.{choice}")
    elif twin.phase == "toast" or choice in ("stop", "again"):
        return WORDS.say(VERBS[choice])
    else:
        what = WORDS.player(choice) if twin.card in OPPONENT else WORDS.say("play.place", n=choice)
    return WORDS.say("play.choose", what=what)


def compared(shown):
    """A snapshot without what is free once the game is over."""
    return {key: value for key, value in shown.items() if not (shown["terminal"] and key in ("to_act", "phase"))}


def follow(twin, choice, after):
    """The twin after a choice, with the engine's chance; who drew which card off a new pile is tried out."""
    playing = twin.phase == "play"
    orders = {()}
    if after["piles_used"] > twin.piles:
        new = Counter(twin.discard) + Counter([choice] if playing else [])
        assert not Counter(after["draw"]) - new
        drawn = new - Counter(after["draw"])
        assert drawn.total() <= 2, "three draws at most, and one emptied the pile"
        orders = set(permutations(drawn.elements()))
    for order in sorted(orders):
        dice = after["rolls"][0 if playing else len(twin.rolls) :]
        tried = Reference(twin.snapshot(), Told(dice, after, order))
        tried.apply(choice)
        if compared(tried.snapshot()) == compared(after):
            break
    assert compared(tried.snapshot()) == compared(after)
    assert not tried.luck.dice, "a die that the facts do not know"
    return tried


def compare(position, chooser, toasts=0.5):
    """The rest of a game, side by side. Returns the positions of the twin, which hold what both do."""
    shown = position.snapshot()
    twin = Reference(shown, Luck())
    assert compared(shown) == compared(twin.snapshot())
    seen = [twin]
    while True:
        options = {said(twin, choice): choice for choice in twin.options()}
        legal = position.legal_actions()
        actions = {position.action_to_string(action, "en"): action for action in legal}
        assert len(actions) == len(legal) == len(twin.options())
        assert set(actions) == set(options)
        assert position.returns() == twin.money
        if twin.over:
            assert position.is_terminal() and position.current_player() == -4
            assert position.winners() == winners(twin.money)
            return seen
        assert position.winners() == [] and position.current_player() == twin.to_act
        line = chooser.choice(sorted(actions))
        if twin.phase == "toast":
            line = said(twin, chooser.random() < toasts)
        position.apply_action(actions[line])
        shown = position.snapshot()
        twin = follow(twin, options[line], shown)
        seen.append(twin)


def late(players, chooser):
    """A snapshot near an end, made up: little is left to draw, purses are thin or fat, anybody may have the cup."""
    shown = GAME.new_position(players, seed=chooser.randrange(2**40)).snapshot()
    left, piles = chooser.randrange(1, 5), chooser.choice([1, 2, 3])
    money = [chooser.choice([0, 0, 1, 2, 9, 9, 30]) for _ in range(players)]
    return shown | {
        "draw": shown["draw"][:left], "discard": dict(Counter(shown["draw"][left:])),
        "piles_used": piles, "final_toast_due": piles >= 2, "money": money, "bank": 95 - sum(money),
        "cup": chooser.choice(["centre", "centre", *range(players)]), "cup_hand": chooser.choice(["left", "right"]),
        "to_act": chooser.randrange(players),
    }  # fmt: skip


@MANY
@given(PLAYERS, SEEDS, TOASTS)
def test_every_step_is_that_of_the_facts(players, seed, toasts):
    compare(GAME.new_position(players, seed=seed), random.Random(seed), toasts)


@settings(MANY, max_examples=60)
@given(PLAYERS, SEEDS, TOASTS)
def test_every_step_where_little_is_left(players, seed, toasts):
    """DA2, DA3, DA7, DA34, DA35, DA52, DA53, DA60: debts that nobody can pay, piles that run out in a toast."""
    chooser = random.Random(seed)
    compare(GAME.from_snapshot(late(players, chooser), seed=seed), chooser, toasts)


def test_the_comparison_reaches_every_card_and_corner():
    """Without this, the two might agree on what is never seen."""
    cards, corners = Counter(), Counter()
    for seed in range(32):
        seen = compare(GAME.new_position(3 + seed % 4, seed=seed), random.Random(seed), (0, 0.5, 0.8, 1)[seed // 4 % 4])
        for before, after in pairwise(seen):
            if before.phase == "play":
                cards[after.card] += 1
            if after.toasts > before.toasts:
                row = before.row if before.phase == "toast" else after.row
                corners |= Counter({(who, row.index(who)): 1 for who in SPECIALS})
                corners["forced"] += before.phase != "toast"
                corners["last"] += after.over
                corners["drawn by Sarah"] += len(before.pile) - len(after.pile) > 1
                corners["pile out in a toast"] += after.piles > before.piles
    assert set(cards) == set(COUNTS) and min(cards.values()) >= 5
    assert all(corners[who, place] for who in SPECIALS for place in range(9))
    assert all(corners[name] for name in ("forced", "last", "drawn by Sarah", "pile out in a toast"))


def test_the_deck_and_the_people_are_those_of_the_facts():
    tavern, cast, _ = GAME.definition.decks
    assert {design.id: design.count for design in tavern.designs} == COUNTS
    assert [design.id for design in cast.designs][:15] == PEOPLE + SPECIALS
    assert sum(COUNTS.values()) == 74 and len(COUNTS) == 35


@pytest.mark.parametrize("policy", ["always-toast", "random"])
@pytest.mark.parametrize("players", [3, 6])
def test_both_come_to_the_same_figures(players, policy):
    """Each with a chance of its own, which the steps above do not test: the deal, the dice, the shuffles."""
    games, luck = 1_000, Luck(players)
    found = [played(players, luck, True if policy == "always-toast" else None) for _ in range(games)]
    batch = Batch(GAME, [policy] * players, seed=60_000)
    batch.play(20_000)
    toasts = batch.results["tallies"][:, list(GAME.engine.verbs.TALLIES).index("toasts")]
    due = batch.results["tallies"][:, list(GAME.engine.verbs.TALLIES).index("last_toast_due")]
    for name, twins, engines in (
        ("turns", [tally["turns"] for _, tally in found], batch.results["turns"]),
        ("decisions", [tally["decisions"] for _, tally in found], batch.results["decisions"]),
        ("final_due_turn", [tally["final_due_turn"] for _, tally in found], due),
        ("toasts", [game.toasts for game, _ in found], toasts),
        ("money", [fmean(game.money) for game, _ in found], batch.results["scores"][:, :players].mean(axis=1)),
        ("first player's", [game.money[game.first] for game, _ in found], batch.results["scores"][:, 0]),
    ):
        error = np.hypot(np.std(twins) / games**0.5, np.std(engines) / len(engines) ** 0.5)
        assert abs(np.mean(twins) - np.mean(engines)) <= 3.5 * error, name
