"""What kinds of cards are called: by their string, by the name that their cards share, or by their id."""

from dataclasses import dataclass

import pytest

from cardgen.definitions.strings_file import Entry
from cardgen.text.card_names import kind_names
from cardgen.text.strings import Strings


@dataclass
class Card:
    id: str
    kind: str


CARDS = [Card("ham", "dish"), Card("pie", "dish"), Card("oak_1", "old_tree"), Card("oak_2", "old_tree")]
NAMES = {"ham": "Jambon", "pie": "Tarte", "oak_1": "Chêne", "oak_2": "Chêne"}


@pytest.mark.parametrize(("own", "told"), [
    ({}, {"dish": "dish", "old_tree": "Chêne"}),
    ({"kind.dish": "Plats", "kind.old_tree": "Vieux arbres"}, {"dish": "Plats", "old_tree": "Vieux arbres"}),
])  # fmt: skip
def test_kinds_are_called(own, told):
    strings = Strings("fr", {key: Entry(text, None) for key, text in own.items()})
    assert kind_names(CARDS, NAMES, strings) == told
    assert kind_names(CARDS, {**NAMES, "oak_2": "Hêtre"}, Strings("fr", {}))["old_tree"] == "old tree"
