"""Random games counted by kind of card, compiled where numba is there: how often each was played, and did nothing."""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.compiled import allocating
from cardgen.play.games.draco import engine
from cardgen.play.games.draco.deck import cards
from cardgen.play.games.draco.position import CARDS, MAX_KINDS, NO_EFFECT
from cardgen.play.tiers import at_speed


@allocating
def count_games(table, template, state, first, games, played, idle, hands):
    """Adds to `played` and `idle`, by kind; `hands` gets the mean hand at the end of each game."""
    position = state[0]
    options = np.empty(engine.MAX_OPTIONS, np.int32)
    for game in range(games):
        state[0] = template[0]
        chance.seed_streams(position.streams, first + game)
        engine.deal(table, position)
        while not position.terminal:
            cards, nothing = position.tallies[CARDS], position.tallies[NO_EFFECT]
            count = engine.legal(table, position, options)
            engine.apply(table, position, options[chance.below(position.streams, 1 + position.to_act, count)])
            if position.tallies[CARDS] > cards:
                played[position.card] += 1
            if position.tallies[NO_EFFECT] > nothing:
                idle[position.card] += 1
        held = 0
        for player in range(position.players):
            held += position.hand_sizes[player]
        hands[game] = held / position.players


def survey(game, players, games, first=0):
    """(times played, times without effect) by card id, and each game's mean hand at the end."""
    template = game.template(players)
    played, idle = np.zeros(MAX_KINDS, np.int64), np.zeros(MAX_KINDS, np.int64)
    hands = np.zeros(games)
    with at_speed():
        count_games(game.table, template, template.copy(), first, games, played, idle, hands)
    ids = [design.id for design in cards(game.definition)]
    return {id: (int(played[kind]), int(idle[kind])) for kind, id in enumerate(ids)}, hands
