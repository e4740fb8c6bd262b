"""Checks the words of a game of clauses for its accounts: sentences of clauses that do not exist, and options with
equal names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.definitions.game import Game
from cardgen.foundations.errors import Fault, InputError, Place, nearest
from cardgen.foundations.findings import Finding
from cardgen.play.clauses.names import card_name, key_of
from cardgen.play.clauses.wording import wordings
from cardgen.play.words import ACCOUNT_PREFIX, Words
from cardgen.rules import grammar
from cardgen.rules.clause_changes import clause_at, paths_of
from cardgen.rules.clauses import Action, Program
from cardgen.rules.instrumented import FURTHER, NONE, instrument
from cardgen.rules.layout import MAX_PLAYERS
from cardgen.rules.options import values_of
from cardgen.rules.phrases import Wording
from cardgen.rules.program import program_of
from cardgen.text.strings import placeholders


def check_accounts(game: Game, base: Game) -> Iterator[Finding]:
    """Reports the faults in the words of a game of clauses, or of a variant of it, in every language."""
    if game.clauses is None:
        return
    program, known = program_of(game), []
    for language in game.languages:
        words = Words(game, language)
        sentences = wordings(words.those_of(ACCOUNT_PREFIX))
        yield from _orphaned_sentences(game, base, language)
        if (phrases := _phrases(sentences)) not in known:  # the phrases are usually the same in all languages
            known.append(phrases)
            yield from _at_fault(game, program, sentences)
        for section in program.actions.values():
            yield from _alike(game, program, section, words)


def require_words(game: Game) -> None:
    """Raises InputError, with all faults at once, for strings of actions that name a pick that the action does not
    have."""
    actions = [each for section in program_of(game).actions.values() for each in section.values()]
    faults: list[Fault] = []
    for language in game.languages:
        words = Words(game, language)
        for action in actions:
            entry = game.strings[language].get(key := key_of(action.path, action.name, words))
            if entry is None:
                continue
            for name in sorted(placeholders(entry.text) - {*action.picks, "n"}):
                known = nearest(name, action.picks) or "; this action has no picks"
                faults.append(Fault(f"{language}: {key}: there is no '{{{name}}}'{known}", entry.place))
    if faults:
        raise InputError(*dict.fromkeys(faults))


def _phrases(sentences: Mapping[str, Wording]) -> dict[str, frozenset[str]]:
    return {key: frozenset(each.phrases) for key, each in sentences.items()}


def _orphaned_sentences(game: Game, base: Game, language: str) -> Iterator[Finding]:
    """Sentences of no clause; a variant need not keep the clauses that its game has sentences for."""
    assert game.clauses is not None
    for key, entry in game.strings[language].items():
        path = key.removeprefix(ACCOUNT_PREFIX)
        if key == path or entry.lent or (game is not base and entry == base.strings[language].get(key)):
            continue
        main = path.removesuffix(NONE)
        main = next((main.removesuffix(each) for each in FURTHER if each and main.endswith(each)), main)
        if clause_at(game.clauses, main) is None and clause_at(game.clauses, path) is None:
            message = f"{language}: there is no clause '{main}'{nearest(main, paths_of(game.clauses))}"
            yield _finding(game, "clause-gone", message, entry.place, main)


def _at_fault(game: Game, program: Program, sentences: Mapping[str, Wording]) -> Iterator[Finding]:
    """All sentences with faulty phrases: finds the first, then the others without it."""
    try:
        instrument(program, min(game.players[1], MAX_PLAYERS), sentences)
    except InputError as error:
        for fault in error.faults:
            yield _finding(game, "account-fault", fault.message, fault.place or game.node.place, fault.message)
        places = {fault.place for fault in error.faults}
        if left := {key: wording for key, wording in sentences.items() if wording.place not in places}:
            yield from _at_fault(game, program, left) if len(left) < len(sentences) else ()


def _alike(game: Game, program: Program, section: Mapping[str, Action], words: Words) -> Iterator[Finding]:
    """Options of one choice whose words are the same, so players cannot distinguish them."""
    seen: dict[str, str] = {}  # actions without picks, by their words
    for action in section.values():
        key = key_of(action.path, action.name, words)
        entry = game.strings[words.language].get(key)
        if entry is None:  # its words are its name and its picks
            continue
        said = placeholders(entry.text)
        for name, pick in action.picks.items():
            if name not in said and _choices(game, program, pick.tree) > 1:
                message = (
                    f"{words.language}: '{entry.written}' does not contain {{{name}}}, so its options have the same "
                    "name"
                )
                yield _finding(game, "same-words", message, entry.place, key)
            elif name in said and (alike := _called_alike(game, program, pick.tree, words)):
                one, two, called = alike
                message = (
                    f"{words.language}: '{one}' and '{two}' are both called '{called}', so players cannot tell which "
                    "one they pick"
                )
                yield _finding(game, "same-words", message, entry.place, f"{one} {two}")
        if isinstance(entry.text, str) and not said & action.picks.keys():
            if other := seen.get(entry.text):
                message = f"{words.language}: '{other}' and '{action.path}' are both called '{entry.text}'"
                yield _finding(game, "same-words", message, entry.place, action.path)
            seen[entry.text] = action.path


def _noun(pick: grammar.Pick) -> str:
    """The kind of the cards that a pick asks for; empty if it asks for no cards."""
    match pick:
        case grammar.PickCard() | grammar.PickCards():
            return pick.some.noun
        case grammar.PickKind():
            return pick.noun
    return ""


def _cards(program: Program, noun: str) -> tuple[str, ...]:
    return tuple(program.deck.counts) if noun == "card" else program.deck.kinds.get(noun, ())


def _choices(game: Game, program: Program, pick: grammar.Pick) -> int:
    """The largest number of options of a pick."""
    if noun := _noun(pick):
        return len(_cards(program, noun))
    if isinstance(pick, grammar.PickOfPlayers):
        return game.players[1] - pick.other
    of = values_of(pick)
    return len(program.values(of)) if of else 2


def _called_alike(game: Game, program: Program, pick: grammar.Pick, words: Words) -> tuple[str, str, str] | None:
    """Two options of a pick that have the same name, and the name."""
    seen: dict[str, str] = {}
    for card in _cards(program, _noun(pick)):
        called = card_name(game, card, words)("")
        if other := seen.setdefault(called, card) != card and seen[called]:
            return other, card, called
    return None


def _finding(game: Game, code: str, message: str, place: Place, who: str) -> Finding:
    return Finding(code, message, place, game.name, game.variant, who=who)
