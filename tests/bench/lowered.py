"""Games a second of a game of clauses: `python lowered.py native|interpreter GAME`, random ones and sensible ones."""

import sys
import time

from cardgen.play import load_game
from cardgen.play.batches import Batch
from cardgen.play.clauses import native
from cardgen.play.game import PlayedGame

BUDGET = 0.5  # seconds of a measurement, about


def main(how: str, name: str) -> None:
    if how == "interpreter":  # as on a machine for which there is no machine code
        native.load = lambda *_, **__: None
        native.address_of = lambda _: 0
    game = load_game(name)
    game.precompile()
    players = min(4, game.definition.players[1])
    for policy in ("random", game.engine.policies.POLICIES[0]):
        seats = [policy] * players
        timed(game, seats, 20)  # compiles
        games = max(20, round(20 * BUDGET / timed(game, seats, 20)))
        print(games / min(timed(game, seats, games) for _ in range(3)))


def timed(game: PlayedGame, seats: list[str], games: int) -> float:
    batch = Batch(game, seats)
    start = time.process_time()
    batch.play(games)
    return time.process_time() - start


if __name__ == "__main__":
    main(*sys.argv[1:])
