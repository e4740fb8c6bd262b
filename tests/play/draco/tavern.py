"""Positions of Draco & Co put together by hand: characters as letters, places told from the first to the last."""

from __future__ import annotations

from cardgen.play import load_game

IDS = {
    "a1": "blue_rogue", "a2": "blue_gnome", "b1": "yellow_amazon", "b2": "yellow_rogue", "c1": "black_amazon",
    "c2": "black_goblin", "d1": "green_goblin", "d2": "green_gnome", "e1": "red_amazon", "e2": "red_gnome",
    "f1": "purple_goblin", "f2": "purple_rogue", "Z": "zork", "J": "john", "S": "sarah",
}  # fmt: skip
LETTERS = {name: letter for letter, name in IDS.items()}
GAME = load_game("draco")


def position(places: str, hand: str = "right", game=GAME, dice=None, seed=0, **zones):
    """A position with characters in these places, from first to last; other zones as a snapshot names them."""
    ring = [IDS[letter] for letter in places.split()]
    data = {"ring": ring[::-1] if hand == "right" else ring, "cup_hand": hand, "players": (len(ring) - 3) // 2}
    return game.from_snapshot(data | zones, seed=seed, dice=dice)


def places(position) -> str:
    """Who has which place, from the first to the last."""
    shown = position.snapshot()
    ring = shown["ring"][::-1] if shown["cup_hand"] == "right" else shown["ring"]
    return " ".join(LETTERS[name] for name in ring)


def do(position, *lines: str):
    """Takes the actions of these lines, in English."""
    for line in lines:
        position.apply_action(position.string_to_action(line, "en"))
    return position
