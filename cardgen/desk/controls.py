"""Makes the controls for a game's rules and counts (switches, choices, numbers and steppers), in one language."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.definitions.copies import COUNT
from cardgen.definitions.fields import word
from cardgen.definitions.game import Design, Game
from cardgen.definitions.rules import RuleInfo, explain
from cardgen.definitions.strings_file import read_words
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError
from cardgen.text.card_names import card_names, kind_names, with_id
from cardgen.text.strings import Strings


@dataclass(frozen=True, slots=True)
class Control:
    """The control of a rule parameter: `kind` is switch, choice or number; values are as `--set` takes them.

    `usual` is the variant's own. A choice has `options`, each a value with its words; a number lies from `least` to
    `most`.
    """

    name: str
    kind: str
    label: str
    about: str
    fact: str
    value: str
    usual: str
    options: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Stepper:
    """The control of a card's number of copies; `name` is its name for `--set`, `usual` the variant's own count."""

    name: str
    card: str
    label: str
    value: int
    usual: int


@dataclass(frozen=True, slots=True)
class Counts:
    """The cards of a kind, with their deck's label and the number of all its cards."""

    deck: str
    kind: str
    total: int
    cards: tuple[Stepper, ...]


def controls(game: Game, before: Game, language: str) -> list[Control]:
    """Makes the controls of a game's rule parameters as they are set; `before` is the same variant without settings."""
    if game.declared is None:
        return []
    say = _Say(game, language)
    return [_control(info, game, before, say) for info in explain(game.declared)]


def counts(game: Game, before: Game, language: str) -> list[Counts]:
    """Makes the controls of card counts, by deck and kind."""
    say = _Say(game, language)
    names = card_names(game.designs, game.home, say.strings)
    kinds = kind_names(game.designs, names, say.strings)
    usual = {design.id: design.count for design in before.designs}
    controls = []
    for deck in game.decks:
        label = say(f"deck.{deck.name}") or deck.name
        for kind in dict.fromkeys(design.kind for design in deck.designs):
            designs = [design for design in deck.designs if design.kind == kind]
            cards = tuple(_stepper(design, designs, names, usual.get(design.id, 0)) for design in designs)
            controls.append(Counts(label, kinds[kind], deck.count, cards))
    return controls


def _stepper(design: Design, beside: list[Design], names: dict[str, str], usual: int) -> Stepper:
    name = names[design.id]
    alone = sum(names[each.id] == name for each in beside) == 1
    label = name if alone else with_id(name, design.id)
    return Stepper(f"{COUNT}.{design.id}", design.id, label, design.count, usual)


class _Say:
    """The words of a language, or of the first where it has none."""

    def __init__(self, game: Game, language: str) -> None:
        self.strings = Strings(language, {**game.strings[game.languages[0]], **game.strings[language]})
        self._game = game

    def __call__(self, key: str) -> str:
        return self.strings.say(key) if key in self.strings.entries else ""

    def options(self, info: RuleInfo) -> Iterator[tuple[str, str]]:
        for value in map(word, info.options):
            yield value, self(f"rule.{info.name}.{value}") or self._plainly(value)

    def _plainly(self, value: str) -> str:
        """The words for yes and no in every rulebook of the language."""
        try:
            words = read_words(self._game.home, self.strings.language)
        except InputError:
            return value
        return str(words[value].text) if value in words else value.replace("_", " ")


def _control(info: RuleInfo, game: Game, before: Game, say: _Say) -> Control:
    kind = "switch" if info.options == (False, True) else "choice" if info.options else "number"
    numbers = (info.numbers[0], info.numbers[-1]) if not info.options else (0, 0)
    return Control(
        info.name,
        kind,
        say(f"rule.{info.name}") or info.name.replace("_", " "),
        say(f"rule.{info.name}.about"),
        info.fact,
        word(game.rules[info.name]),
        word(before.rules.get(info.name, info.default)),
        tuple(say.options(info)),
        *numbers,
    )
