"""Explains why a player cannot take an action now, by naming the rule that forbids it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.definitions.strings_file import read_strings
from cardgen.desk.laying import TableLayout
from cardgen.desk.table import GameTable
from cardgen.play.words import Words
from cardgen.text.strings import Strings


def why(table: GameTable, laying: TableLayout, player: int | None, path: str) -> list[str]:
    """Returns the rules about what lies at a path, in sentences; none if no rule concerns it."""
    picture, words = table.game.engine.picture, laying.words
    seen = table.observation(player)
    keys = picture.why(table.game.definition, seen, path)
    own = [words.say(key) for key in keys if words.knows(key)]
    return own[:1] or list(_clauses(table, words, path))


def _clauses(table: GameTable, words: Words, path: str) -> Iterator[str]:
    """The actions of a rules file that are about this zone."""
    game, picture = table.game.definition, table.game.engine.picture
    file = game.home.phrases(words.language)
    if game.clauses is None or file is None:
        return
    from cardgen.rulebook.phrases import Phrases
    from cardgen.rulebook.steps import Steps

    strings = Strings(words.language, game.strings[words.language])
    phrases = Phrases(game, strings, Strings(words.language, read_strings(file, first=True)), _names(table, words))
    steps = Steps(phrases)
    for section, name in picture.clauses_about(game, path):
        for item in steps.actions({name: phrases.program.actions[section][name]}):
            yield item.text.replace("*", "")


def _names(table: GameTable, words: Words) -> Mapping[str, Mapping[str, str]]:
    """Each card's name in the form that a sentence asks for."""
    return {design.id: _Forms(words, design.id) for design in table.game.definition.designs}


class _Forms(dict[str, str]):
    def __init__(self, words: Words, card: str) -> None:
        super().__init__()
        self.said = words.printed_name(card)

    def __missing__(self, form: str) -> str:
        return self.said(form)

    def get(self, form: str, default: object = None) -> str:
        return self[form]
