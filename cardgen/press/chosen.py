"""Finds the languages and cards that you name on the command line, cards by their ids or by their names, and what
concerns them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches

from cardgen.definitions.game import Design, Game
from cardgen.definitions.strings_file import own_key
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, fail, nearest
from cardgen.foundations.findings import Finding
from cardgen.text.card_names import card_names
from cardgen.text.strings import Strings

MAX_SUGGESTED = 6  # ids that a message names

Words = tuple[str, ...]


def chosen_languages(game: Game, asked: Iterable[str]) -> tuple[str, ...]:
    """Returns the languages asked for, or all of the game's. Raises InputError for one that the game does not have."""
    for language in asked:
        if language not in game.languages:
            raise fail(
                f"{game.name} has no language '{language}'{nearest(language, game.languages)}", code=UNKNOWN_NAME
            )
    return tuple(asked) or game.languages


def in_languages(game: Game, languages: Iterable[str]) -> Game:
    """Returns the game in these languages, and in its first one, from which they are translated."""
    return replace(game, languages=tuple(dict.fromkeys((game.languages[0], *languages))))


def concerning(cards: Collection[str], findings: Iterable[Finding], composer: Composer) -> Iterator[Finding]:
    """Yields those findings on definitions that concern these cards, by id, or the texts on the composer's faces."""
    chosen = [design for design in composer.game.designs if {design.id, design.card} & {*cards}]
    known = {*cards, *(side.id for side in composer.sides), *(key for design in chosen for key in _own_keys(design))}
    known |= {key for side in composer.sides for key in composer.reading(side).sayer.used}
    yield from (finding for finding in findings if finding.who in known)


def _own_keys(design: Design) -> Iterator[str]:
    """The keys of the texts that stand on a card, and what messages call them."""
    for face in design.faces:
        yield from (own_key(face.id, face.side, field) for field in (*face.fields, *face.words))
        yield from (entry.written for words in face.words.values() for entry in words.values())


def chosen_cards(game: Game, asked: Iterable[str]) -> tuple[str, ...]:
    """Returns the ids of the cards asked for, by id or by a name that only one card has. It ignores case, accents,
    signs between words, and the order of an id's words. Raises InputError."""
    ids = dict.fromkeys(name for design in game.designs for name in (design.id, design.card))
    return tuple(dict.fromkeys(each if each in ids else _meant(game, ids, each) for each in asked))


def _meant(game: Game, ids: Iterable[str], asked: str) -> str:
    """The id of the one card with this name."""
    wanted = _words(asked)
    called: dict[Words, dict[str, None]] = {}
    for id in ids:
        called.setdefault(_words(id), {})[id] = None
    turned: dict[Words, dict[str, None]] = {}
    for words, those in called.items():
        turned.setdefault(tuple(sorted(words)), {}).update(those)
    named: dict[Words, dict[str, None]] = {}
    for name, design in _names(game):
        named.setdefault(_words(name), {})[design.id] = None
    for words in named:
        named[words] = _of_all_sets(game, named[words])
    matches = called.get(wanted) or named.get(wanted) or turned.get(tuple(sorted(wanted))) or {}
    if len(matches) == 1 and wanted:
        return next(iter(matches))
    if matches and wanted:
        listed = ", ".join([*matches][:MAX_SUGGESTED]) + (" and others" if len(matches) > MAX_SUGGESTED else "")
        raise fail(f"{game.name} has several cards '{asked}': {listed}", code=UNKNOWN_NAME)
    raise _unknown(game, asked, wanted, called | {words: named[words] for words in named.keys() - called.keys()})


def _of_all_sets(game: Game, ids: dict[str, None]) -> dict[str, None]:
    """The ids, or one name for all of them if they are one card of every set."""
    cards = {design.card for design in game.designs if design.id in ids}
    whole = len(ids) > 1 and {design.id for design in game.designs if design.card in cards} == {*ids}
    return dict.fromkeys(cards) if whole and len(cards) == 1 else ids


def _unknown(game: Game, asked: str, wanted: Words, called: dict[Words, dict[str, None]]) -> InputError:
    """The error for a card that does not exist. It names the cards with all the words that were asked for, else those
    whose id or name is nearest, else those with some of the words and no others."""
    near = [words for words in called if wanted and {*wanted} <= {*words}]
    if not near:
        words_of = {" ".join(sorted(words)): words for words in called}
        near = [
            words_of[each] for each in get_close_matches(" ".join(sorted(wanted)), sorted(words_of), n=3, cutoff=0.7)
        ]
    near = near or [words for words in called if words and {*words} <= {*wanted}]
    meant = list(dict.fromkeys(id for words in near for id in called[words]))
    ids = {id for those in called.values() for id in those}
    hint = nearest(asked, ids)
    if meant:
        *others, last = (f"'{id}'" for id in meant[:MAX_SUGGESTED])
        hint = f"; did you mean {', '.join(others)}{' or ' if others else ''}{last}?"
    elif not hint:
        hint = f"; 'cardgen list {game.name}' names all {len(ids)}"
    return fail(f"{game.name} has no card '{asked}'{hint}", code=UNKNOWN_NAME)


def _names(game: Game) -> Iterator[tuple[str, Design]]:
    """The names of each card in each language; a two-sided card has the names of both sides."""
    designs = {design.id: design for design in game.designs}
    for language in game.languages:
        names = card_names(game.designs, game.home, Strings(language, game.strings[language]))
        for id, name in names.items():
            yield name, designs[id.partition("/")[0]]


def _words(text: str) -> Words:
    """The words of a text, without accents and capitals, of any script."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return tuple(re.findall(r"[^\W_]+", plain.casefold()))
