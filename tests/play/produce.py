"""Playthroughs to be reviewed: a seeded game of every game, variant and further set of rules, in every language.

As a program: `python -m tests.play.produce [FOLDER [GAME]]` writes them. Run it interpreted (CARDGEN_COMPILE=0): a game
of each kind is sooner played than the engines are compiled, and the games are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cached_property
from itertools import cycle, islice
from pathlib import Path

from cardgen.definitions.load import load_game
from cardgen.play.batches import BOUND
from cardgen.play.game import PlayedGame
from cardgen.play.playthrough import Turns, lines
from cardgen.play.seating import policies
from cardgen.play.tale import Step
from cardgen.store.library import BUILTIN, all_games

FOLDER = Path(__file__).parent / "goldens"
SEED = 7
FURTHER = {  # rules that no variant of the game has, each with a seed whose game shows what they change
    "draco": {"asked": (9, {"sarah_draw": "may", "cup_starts": "left"})},
    "king_lui": {
        "kept": (8, {"emerald_drawn": "keep", "emerald_when_no_dish": "yes", "last_tie": "nobody"}),
        "reshuffled": (658, {"empty_supply": "reshuffle", "king_portions": "ever", "portions_fed": "4"}),
        "ended": (11, {"empty_supply": "end", "cards_per_player": "1"}),
    },
}


def goldens(only: str | None = None) -> Iterator[tuple[str, str]]:
    """Each file's name and what it must hold, of all games or of one; also of who plays alone, with other options."""
    for name, game, seed in games(only):
        played = {name: Once(game, table(game), seed, BOUND, {})}
        if name.endswith(".base") and game.definition.players[0] == 1:
            last = {option: values[-1] for option, values in game.engine.zones.OPTIONS.items()}
            played[f"{name}-alone"] = Once(game, table(game)[:1], seed, BOUND, last)
        for file, turns in played.items():
            for language in game.definition.languages:
                yield f"{file}.{language}.txt", "\n".join(lines(turns, language)) + "\n"


class Once(Turns):
    """Turns that are played once, in whatever languages they are told."""

    def __iter__(self) -> Iterator[list[Step]]:
        return iter(self._played)

    @cached_property
    def _played(self) -> list[list[Step]]:
        return [*super().__iter__()]


def games(only: str | None = None) -> Iterator[tuple[str, PlayedGame, int]]:
    for home in all_games(BUILTIN):
        if only not in (None, home.name) or load_game(home).engine is None:
            continue
        for variant in ("base", *home.variants):
            yield f"{home.name}.{variant}", PlayedGame(load_game(home, variant)), SEED
        for name, (seed, rules) in FURTHER.get(home.name, {}).items():
            yield f"{home.name}.base-{name}", PlayedGame(load_game(home, "base", rules)), seed


def table(game: PlayedGame) -> list[str]:
    """The game's own policies and a random one, at a middling number of seats; of games of clauses two that always do
    the same, as the others are slow where nothing is compiled."""
    low, high = game.definition.players
    always = [name for name in policies(game) if name.startswith("always-")][:2]
    own = game.engine.policies.POLICIES if game.definition.clauses is None else always
    return list(islice(cycle((*own, "random")), (low + high) // 2))


def write(folder: Path = FOLDER, only: str | None = None) -> None:
    folder.mkdir(exist_ok=True)
    for old in folder.glob(f"{only or '*'}.*.txt"):
        old.unlink()
    for name, text in goldens(only):
        (folder / name).write_text(text, "utf-8")
        print(folder / name, file=sys.stderr)


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:2]), *sys.argv[2:3])
