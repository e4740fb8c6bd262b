"""The card fields that the engine reads: the effect of an action card, and the class of a character."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, ConfigDict, RootModel

from cardgen.definitions.behaviour import Phrase, Sign
from cardgen.play.games.draco.effect_faults import faults
from cardgen.play.games.draco.effect_signs import ICONS, strip
from cardgen.play.games.draco.effect_words import phrases
from cardgen.play.games.draco.steps import MAX_STEPS, Step


class Class(RootModel[Literal["amazon", "rogue", "gnome", "goblin"]]):
    """The class of a player's character. Effects can name all characters of a class."""

    model_config = ConfigDict(strict=True, frozen=True)


def few(value: Any) -> Any:
    if isinstance(value, tuple) and not 1 <= len(value) <= MAX_STEPS:
        raise ValueError(f"expected from 1 to {MAX_STEPS} steps, got {len(value)}")
    return value


class Effect(RootModel[tuple[Step, ...]]):
    """An action card's steps, in their order."""

    model_config = ConfigDict(strict=True, frozen=True)
    root: Annotated[tuple[Step, ...], BeforeValidator(few)]
    icons: ClassVar[frozenset[str]] = ICONS  # all icons that its strips can show

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.root

    def faults(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        return faults(self.root)

    def phrases(self) -> Iterator[Phrase]:
        return phrases(self.root)

    def strip(self) -> Iterator[Sign]:
        return strip(self.root)
