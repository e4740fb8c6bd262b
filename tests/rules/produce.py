"""Writes `games/README.md`, the table of the examples: `python -m tests.rules.produce`."""

from __future__ import annotations

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
    (GAMES / "README.md").write_text(HEAD + table + "\n", encoding="utf-8")
