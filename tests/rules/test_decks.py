"""The games of the library that are played by clauses: with each variant and number of players they play to an end."""

from collections import Counter

import pytest

from cardgen.definitions.game import BASE
from cardgen.definitions.load import load_game
from cardgen.play.batches import Batch
from cardgen.play.game import PlayedGame
from cardgen.play.words import Words
from cardgen.rules.program import program_of
from cardgen.store.library import BUILTIN, RULES, find_game
from cardgen.text.card_names import card_names
from cardgen.text.strings import Strings
from tests.rules.plain import Game

DECKS = sorted(path.parent.name for path in (BUILTIN / "decks").glob(f"*/{RULES}"))
VARIANTS = [(name, variant) for name in DECKS for variant in (BASE, *find_game(name).variants)]
FEW = 6
ALSO = {"king_lui": {"emerald_drawn": "keep"}}  # rules by which an action comes about that others leave out


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_every_game_ends_with_all_its_cards_and_a_winner(name, variant):
    definition = load_game(find_game(name), variant)
    rules, (low, high) = program_of(definition), definition.players
    cards = sorted(card for card, count in rules.deck.counts.items() for _ in range(count))
    for players in range(low, high + 1):
        for seed in range(FEW):
            game = Game(rules, players, seed).play()
            assert sorted(card for zone in game.zones.values() for card in zone) == cards
            assert game.decisions and (game.winners() or rules.wins)  # a common goal may be missed


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_every_action_is_taken_and_every_clause_scores(name, variant):
    definition = load_game(find_game(name), variant)
    rules, players = program_of(definition), definition.players[1]
    taken, scored = Counter(), Counter()
    for settings in ({}, ALSO[name]) if name in ALSO else ({},):
        for seed in range(4 * FEW):
            game = Game(rules, players, seed, settings).play()
            taken.update(game.taken)
            for player in range(players):
                with game.as_player(player):
                    scored.update(clause for clause, value in rules.score.items() if game.said(value))
    assert set(taken) == {action for actions in rules.actions.values() for action in actions}
    assert set(scored) == set(rules.score)


@pytest.mark.parametrize(("name", "variant"), [pair for pair in VARIANTS if pair[1] != BASE])
def test_a_variant_of_clauses_is_told_in_every_language(name, variant):
    definition, base = (load_game(find_game(name), which) for which in (variant, BASE))
    if definition.clauses != base.clauses:
        for language in definition.languages:
            told = definition.strings[language].keys() - base.strings[language].keys()
            assert any(key.startswith("clause.") for key in told), language


@pytest.mark.parametrize("name", DECKS)
def test_cards_are_called_what_their_faces_call_them(name):
    definition = load_game(find_game(name))
    for language in definition.languages:
        words = Words(definition, language)
        names = card_names(definition.designs, definition.home, Strings(language, definition.strings[language]))
        assert {id: words.printed_name(id)("") for id in names} == names
        assert all(said != id for id, said in names.items())


COMMON = [name for name in DECKS if program_of(load_game(find_game(name))).wins]


@pytest.mark.parametrize("name", COMMON)
def test_who_wins_together_plays_for_all(name):
    """Sensible players raise the score of all, though nobody gets ahead of the others by it; nothing is a tie."""
    game = PlayedGame(load_game(find_game(name)), taught=False)
    players, scores = game.definition.players[1], []
    for policy in ("random", "greedy"):
        batch = Batch(game, [policy] * players)
        batch.play(60)
        scores.append(batch.results["scores"][:, 0].mean())
        assert not batch.results["silences"].any()
    assert game.together and scores[1] > 1.5 * scores[0]


def test_some_game_is_won_together_and_others_are_not():
    assert COMMON and set(COMMON) < set(DECKS)
