"""The names of characters, cards and rows of characters in accounts of Draco & Co."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cardgen.play import tale
from cardgen.play.games.draco.deck import cards
from cardgen.play.games.draco.notation import character
from cardgen.play.games.draco.position import at
from cardgen.play.words import Name


class NameTale(tale.Tale):
    def who(self, number: int) -> Name:
        """A character."""
        return character(self.definition, int(number), self.words)

    def row(self, state: np.record, places: Iterable[int]) -> str:
        """The characters in some places."""
        return self.words.listed([self.who(at(state, place))("the") for place in places])

    def card(self, kind: int) -> str:
        """An action card."""
        return self.words.say("replay.quoted", name=self.words.say(f"action.{cards(self.definition)[kind].id}"))
