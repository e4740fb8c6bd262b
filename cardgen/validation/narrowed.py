"""Limits the static check to some cards or languages: which parts of a game it then checks, and which not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.definitions.game import Game
from cardgen.faces.compose import DEFAULT_BLEED, Composer
from cardgen.faces.readings import Readings
from cardgen.faces.sizes import Memory
from cardgen.foundations.errors import InputError, Place
from cardgen.foundations.findings import Finding
from cardgen.press.chosen import chosen_cards, chosen_languages, concerning, in_languages
from cardgen.press.edition_key import sources_key
from cardgen.press.files import Files
from cardgen.press.options import Options
from cardgen.validation.wording import quantity


class Narrowed:
    """The part of a game to check: these `languages`, and only the faces of these `cards`; without any, the whole game.

    Raises InputError for a language that the game lacks, and for a card that neither it nor its `base` has.
    """

    def __init__(self, game: Game, base: Game, asked: Options) -> None:
        self.game = game
        self.languages = chosen_languages(game, asked.languages)
        self.by_card = bool(asked.cards)
        self.cards = tuple(id for each in asked.cards for id in _ids(game, base, each))

    @property
    def is_all(self) -> bool:
        return not self.by_card and {*self.languages} == {*self.game.languages}

    def spoken(self) -> Game:
        """Returns the game in these languages, and in the first one, from which they are translated."""
        return in_languages(self.game, self.languages)

    def concerning(self, findings: Iterable[Finding], composer: Composer) -> Iterator[Finding]:
        """Yields the findings on definitions that concern these cards and their texts."""
        yield from concerning(self.cards, findings, composer) if self.by_card else findings

    def of_faces(self, findings: Iterable[Finding], composer: Composer) -> Iterator[Finding]:
        """Yields the findings on faces that concern these cards, or no card in particular."""
        shown = {*self.cards, *(side.id for side in composer.sides)}
        yield from (finding for finding in findings if not self.by_card or not finding.who or finding.who in shown)

    def composer(self, files: Files, readings: Readings, draft: bool = False) -> Composer:
        """Composes all faces of the game, and shows the check only this part."""
        memory = None if draft else Memory(self.game, DEFAULT_BLEED, sources_key(self.game, files))
        whole = Composer(self.game, readings=readings, chosen=self.cards, memory=memory, draft=draft)
        if not self.by_card:
            return whole.limited_to(languages=self.languages)
        return whole.limited_to(whole.sides if self.cards else (), self.languages)

    def finding(self) -> Finding:
        """Makes the finding that counts what was not checked."""
        game = self.game
        languages = [language for language in game.languages if language not in self.languages]
        faces = [design for design in game.designs if not {design.id, design.card} & {*self.cards}]
        left = [quantity(len(languages), "language") + f" ({', '.join(languages)})"] if languages else []
        if self.by_card:
            left += [quantity(len(faces), "card")] if faces else []
            left += ["components, rulebooks and anything else that is not on a card"]
        message = f"cardgen checked only the part that you asked for; it did not check {'; '.join(left)}"
        return Finding("narrowed", message, Place(str(game.home.folder / "game.yaml")), game.name, game.variant)


def _ids(game: Game, base: Game, asked: str) -> tuple[str, ...]:
    """The cards with this name; none if only the base game has it: a variant may have dropped it."""
    try:
        return chosen_cards(game, [asked])
    except InputError:
        if game is base:
            raise
        chosen_cards(base, [asked])
        return ()
