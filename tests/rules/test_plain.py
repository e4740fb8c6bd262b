"""The games of the design, played clause by clause: what their clauses say is what the games are."""

import statistics
from pathlib import Path

import pytest

from cardgen.definitions.clauses import with_clauses
from cardgen.definitions.yaml_source import read_yaml
from cardgen.play import load_game
from cardgen.play.batches import Batch
from cardgen.rules.read import read_rules
from tests.rules.plain import Game
from tests.rules.test_read import GAMES, KITCHEN

MANY = 150
FAR = 4.5  # standard errors


def program(name, deck=None):
    return read_rules(read_yaml(Path(GAMES) / f"{name}.yaml"), deck)


def alike(mine, theirs):
    """Whether two samples may have one mean."""
    error = (statistics.variance(mine) / len(mine) + statistics.variance(theirs) / len(theirs)) ** 0.5
    return abs(statistics.fmean(mine) - statistics.fmean(theirs)) <= FAR * max(error, 1e-9)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"cards_per_player": 3, "portions_fed": 1, "emerald_drawn": "redraw"},
        {"emerald_drawn": "keep", "king_portions": "ever", "last_tie": "last_chef"},
        {"empty_supply": "end", "end_counts": "portions", "emerald_when_no_dish": "yes", "last_tie": "nobody"},
    ],
)
def test_king_lui_by_its_clauses_is_king_lui(settings):
    """Random games of the clauses against those of the engine, which knows nothing of them."""
    batch = Batch(load_game("king_lui", rules=settings), ["random"] * 4)
    batch.play(2_000)
    results = batch.results
    rules = program("king_lui", KITCHEN)
    games = [Game(rules, 4, seed, settings).play() for seed in range(MANY)]
    assert alike([sum(game.scores()) for game in games], results["scores"][:, :4].sum(axis=1).tolist())
    assert alike([max(game.scores()) for game in games], results["scores"][:, :4].max(axis=1).tolist())
    assert alike([game.rounds for game in games], results["rounds"].tolist())
    for action, tally in (("take", 0), ("draw", 1)):
        assert alike([game.taken.get(action, 0) for game in games], results["tallies"][:, tally].tolist()), action
    cards = [sorted(card for zone in game.zones.values() for card in zone) for game in games]
    assert all(each == cards[0] for each in cards) and len(cards[0]) == 110


def test_hearts_has_26_points_and_every_trick_a_winner():
    rules = program("hearts")
    for seed in range(20):
        game = Game(rules, 4, seed).play()
        assert sum(game.scores()) in (26, 78) and game.rounds == 13
        assert sorted(len(game.zones["won", player]) % 4 for player in range(4)) == [0] * 4
        assert sum(len(game.zones["won", player]) for player in range(4)) == 52
        assert game.winners() == {p for p, score in enumerate(game.scores()) if score == min(game.scores())}


def test_suits_are_followed():
    """Whoever has a card of the suit that was led plays one."""
    asked = []

    def choose(options):
        led, hand = game.counters["led", None], game.zones["hand", game.you]
        if game.you != game.roles["leader"]:
            suits = {card.split("_")[2] for card in (option.picks["card"] for option in options)}
            asked.append(suits == {led} if any(card.endswith(led) for card in hand) else True)
        return game.chance.choice(options)

    for seed in range(5):
        game = Game(program("hearts"), 4, seed, choose=choose)
        game.play()
    assert len(asked) > 100 and all(asked)


def test_no_chip_and_no_card_is_lost():
    rules = program("no_thanks")
    for seed in range(30):
        game = Game(rules, 4, seed).play()
        assert sum(game.counters["chips", player] for player in range(4)) + game.counters["pot", None] == 44
        assert sum(len(game.zones["row", player]) for player in range(4)) == 24 and len(game.zones["aside", None]) == 9


def test_a_variant_that_nobody_foresaw_is_played():
    """Of its five clauses each does what it says."""
    rules, variant = (read_yaml(Path(GAMES) / f"{name}.yaml") for name in ("king_lui", "robber"))
    changed = read_rules(with_clauses(rules, variant.items["clauses"], []), KITCHEN)
    games = [Game(changed, 4, seed).play() for seed in range(40)]
    assert any(game.taken.get("steal") for game in games) and all(game.taken.get("pass", 0) <= 4 for game in games)
    assert all(len(game.zones["hand", player]) <= 7 for game in games for player in range(4))
    assert all(game.taken.get("throw") for game in games)
    cooks = [game.scores()[game.roles["cook"]] for game in games]
    assert min(cooks) >= 5  # the bonus for the last chef
