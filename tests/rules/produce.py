"""Writes `games/README.md`, the table of the examples: `python -m tests.rules.produce`."""

from __future__ import annotations

import statistics
from importlib import import_module

from tests.rules.plain import Game
from tests.rules.test_games import GAMES, compared, program

STYLES = {  # file: style, what it needs of the language beyond cards, zones and turns
    "war": ("War", "own piles, the top of a pile"),
    "old_maid": ("Old Maid", "a loop over values"),
    "go_fish": ("Go Fish", "picks of a value, narrowed"),
    "shedding": ("Crazy Eights", "a suit that is named"),
    "turning": ("Uno kind", "turns turned round and passed over"),
    "hearts": ("Hearts", "obligations in their order"),
    "spades": ("Spades", "bids, partners"),
    "climbing": ("President", "a pick that rests on a pick"),
    "twenty_one": ("Blackjack", "a house that plays by rule"),
    "no_thanks": ("No Thanks!", "hidden chips, runs"),
    "expeditions": ("Lost Cities", "a path for each player and colour"),
    "court": ("Love Letter", "effects of cards, players who are out"),
    "rows": ("6 nimmt!", "numbered rows, turns in order of a value"),
    "colours": ("Coloretto", "numbered rows, loops over colours"),
    "bluff": ("Skull", "own piles, bids"),
    "estates": ("For Sale", "bids, then sales in order of a value"),
    "draft": ("Sushi Go! (no wasabi)", "hands passed on"),
    "menus": ("Sushi Go!", "two at once, points shared by rank"),
    "deck_building": ("Dominion", "a supply for each kind, own decks"),
    "king_lui": ("King Lui", "an engine of its own as measure"),
    "take_that": ("take-that cards", "effects on others"),
    "open_market": ("open market, sets", "sets sold by a table"),
    "recipes": ("recipes paid with cards", "costs in several goods"),
    "luck": ("press your luck", "stop or go on"),
    "flips": ("Flip 7", "what one turns up befalls another, one after the other"),
    "blind_bids": ("blind bids", "all at once"),
    "auction": ("open auction", "passing for one lot"),
    "purses": ("High Society", "money in cards, lots that nobody wants"),
    "own_trumps": ("tricks, own trumps", "a value remembered for each player, ties to the left"),
    "co_operative": ("co-operative tasks", "a common win, rows of two sorts"),
    "duel": ("duel with effects", "costs, repeated choices"),
    "engine": ("engine building", "a row for each player and trade"),
    "roles": ("role selection", "turns in order of what was chosen"),
    "briscola": ("Briscola", "a trump that is turned up and drawn last"),
    "procession": ("Parade", "the newest cards of a row, set aside and put back"),
    "chameleons": ("Coloretto with three best", "rows marked by cards, loops over colours"),
    "face_up": ("Skyjo", "cards that nobody knows, a stock made anew"),
    "temple": ("Diamant", "choices laid face down and shown at once"),
    "passing": ("President with pairs", "who has passed stays out of a trick"),
    "scopa": ("Scopa", "sums of cards that are picked together"),
    "hundred": ("The Game", "a common win, rows upwards and downwards"),
    "durak": ("Durak", "two of the players at a time, a trump that is drawn last"),
    "harbours": ("Port Royal", "cards turned up until one stops, trade with all"),
    "dice_and_cards": ("dice and cards", "dice in steps"),
    "agram": ("Agram", "the last trick alone"),
    "whist": ("Whist", "trumps by the last card dealt, pairs"),
    "sueca": ("Sueca", "ranks in an order of their own"),
    "cuckoo": ("Cuckoo", "exchanges with a neighbour"),
    "goofspiel": ("Goofspiel", "bids for prizes that stay if they are equal"),
    "leduc": ("Leduc poker", "rounds of bets, folding"),
    "golf": ("Golf with six cards", "a grid of cards that nobody knows"),
    "schwimmen": ("Schwimmen", "exchanges with the table, a last round"),
    "pitch": ("Pitch", "bids for what is taken, trumps by the first card"),
    "scarto": ("Scarto", "tarots, a card that is never lost"),
    "euchre": ("Euchre", "a jack that counts as a trump, a player who sits out"),
    "klaverjassen": ("Klaverjassen", "duties to trump, runs within a trick"),
    "skitgubbe": ("Skitgubbe", "two parts, who cannot beat takes up"),
    "crazy_eights": ("Crazy Eights of Valet", "a draw for those who cannot play"),
    "go_fish_first_out": ("Go Fish of Valet", "an end with the first empty hand"),
    "hearts_led": ("Hearts of Valet", "a lead without a fixed card"),
    "president": ("President of Valet", "a pack that does not divide evenly"),
    "blackjack": ("Blackjack of Valet", "one player, stakes, insurance"),
    "rummy": ("Rummy", "melds by suit, lowest rank and length"),
    "cribbage": ("Cribbage", "fifteens, pairs and runs counted by loops"),
    "scopa_primiera": ("Scopa of Valet", "the best card of each suit, captures of four"),
}
HEAD = """\
# The examples, one for each style

Every file is a whole game. It is played by its clauses, and by a program in `../independent` that was written from the
rules alone; each figure is a mean of random games: by the clauses, by the program, and how many standard errors lie
between the two. King Lui is held against its engine, in `../test_plain.py`. `robber.yaml` is a variant, no game.
Written by `python -m tests.rules.produce`.

| style | file | lines | shows | figures |
|---|---|---|---|---|
"""

VALET = {  # game: file, decisions of the longest game and most options in the testbed's pictures of random games
    "Agram": ("agram", 18, 6),
    "Blackjack": ("blackjack", 6, 5),
    "Crazy Eights": ("crazy_eights", 103, 12),
    "Cribbage": ("cribbage", 17, 6),
    "Cuckoo": ("cuckoo", 6, 2),
    "Euchre": ("euchre", 28, 7),
    "Go Fish": ("go_fish_first_out", 55, 27),
    "Golf with six cards": ("golf", 128, 7),
    "Goofspiel": ("goofspiel", 26, 13),
    "Hearts": ("hearts_led", 52, 13),
    "Klaverjassen": ("klaverjassen", 33, 8),
    "Leduc poker": ("leduc", 7, 3),
    "Pitch": ("pitch", 28, 6),
    "President": ("president", 158, 24),
    "Rummy": ("rummy", 354, 11),
    "Scarto": ("scarto", 75, 25),
    "Schwimmen": ("schwimmen", 25, 11),
    "Scopa": ("scopa_primiera", 36, 9),
    "Skitgubbe": ("skitgubbe", 497, 31),
    "Sueca": ("sueca", 40, 10),
    "Whist": ("whist", 52, 13),
}
VALET_HEAD = """
## The testbed Valet

All 21 traditional games of the testbed Valet, as its pages describe them, one deal each. Random games by the clauses
have this many decisions and this many options at each; forced ones count. Valet shows its own random games in pictures
only: its longest game and its most options were read off them, and are about as exact as a dot. They differ where a
turn is divided otherwise: Valet counts forced passes and goes (Euchre, Cribbage), takes a card with its capture as one
choice (Scopa), and tells equal cards of a set apart (President). The longest of a hundred games varies with chance.

| game | file | decisions, longest | options, most | Valet: longest | Valet: most |
|---|---|---|---|---|---|
"""


class Counted(Game):
    """A game that keeps how many options each decision had."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.many: list[int] = []

    def options(self, section: str):
        found = list(super().options(section))
        self.many += [len(found)] * bool(found)
        return iter(found)


def valet(game: str, many: int = 100) -> str:
    name, longest, most = VALET[game]
    players, rules = import_module(f"tests.rules.independent.{name}").PLAYERS, program(name)
    played = [Counted(rules, players, seed).play().many for seed in range(many)]
    options = [each for one in played for each in one]
    mean = f"{statistics.fmean(map(len, played)):.4g}, {max(map(len, played))}"
    return f"| {game} | {name}.yaml | {mean} | {statistics.fmean(options):.3g}, {max(options)} | {longest} | {most} |"


def lines(name: str) -> int:
    """How many lines say something."""
    text = (GAMES / f"{name}.yaml").read_text(encoding="utf-8")
    return sum(bool(line.split("#")[0].strip()) for line in text.splitlines())


def row(name: str, figures: str) -> str:
    style, shows = STYLES[name]
    return f"| {style} | {name}.yaml | {lines(name)} | {shows} | {figures} |"


def figures(name: str) -> str:
    if name == "king_lui":
        return "scores, rounds and actions in four settings"
    return "; ".join(
        f"{figure} {mine:.4g}, {theirs:.4g} ({far:.1f})" for figure, (mine, theirs, far) in compared(name).items()
    )


if __name__ == "__main__":
    for each in STYLES:
        assert each == "king_lui" or program(each)
    table = "\n".join(row(name, figures(name)) for name in STYLES)
    testbed = "\n".join(map(valet, VALET))
    (GAMES / "README.md").write_text(HEAD + table + "\n" + VALET_HEAD + testbed + "\n", encoding="utf-8")
