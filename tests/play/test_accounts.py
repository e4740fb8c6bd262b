"""Accounts of games of clauses: sentences on clauses, what they speak of, and what is told without them."""

import random
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cardgen.definitions.strings_file import Entry, read_strings
from cardgen.foundations.errors import InputError, Place
from cardgen.play.chance import seed_streams
from cardgen.play.clauses.account import Account, Said
from cardgen.play.clauses.zones import new_state
from cardgen.play.game import PlayedGame
from cardgen.play.playthrough import playthrough
from cardgen.play.words import ACCOUNT_PREFIX
from cardgen.rules.compiling.scores import SCORED
from cardgen.rules.layout import TIE
from cardgen.rules.options import BLOCKED
from cardgen.rules.phrases import Wording
from cardgen.validation.accounts import check_accounts
from tests.play.games import definition, played
from tests.rules.by_clauses import LUI, by_hand, shipped
from tests.rules.rowed import rowed
from tests.rules.test_plain import program
from tests.rules.test_read import GAMES, KITCHEN

STRINGS = Path(__file__).parents[1] / "reference" / LUI / "strings"
EXAMPLES = sorted(path.stem for path in GAMES.glob("*.yaml") if path.stem != "robber")  # which is a variant
HERE = Place("strings.yaml", 1, 1)
SEEDS = {"ended": (11, {"empty_supply": "end", "cards_per_player": 1}),
         "kept": (8, {"emerald_drawn": "keep", "emerald_when_no_dish": True, "last_tie": "nobody"}),
         "again": (3, {"emerald_drawn": "redraw", "portions_fed": 1}),
         "reshuffled": (658, {"empty_supply": "reshuffle", "king_portions": "ever", "portions_fed": 4})}  # fmt: skip


def lines(game, seats, seed=7, language="en"):
    """Told lines, with common spaces."""
    return [re.sub(r"[\u00a0\u202f]", " ", line) for line in playthrough(game, ["random"] * seats, seed, language)]


def telling(name, variant="base", **own):
    """A game whose account has these sentences alone, by clause."""
    found = definition(name, variant)
    kept = {key: entry for key, entry in found.strings["en"].items() if not key.startswith(ACCOUNT_PREFIX)}
    said = {ACCOUNT_PREFIX + key: Entry(text, HERE, written=key) for key, text in own.items()}
    return replace(found, strings={**found.strings, "en": {**kept, **said}})


def told(name, own, seats=3, seed=7, variant="base"):
    return lines(PlayedGame(telling(name, variant, **own), taught=False), seats, seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("which", "language"), [("kept", "en"), ("ended", "it"), ("again", "fr"), ("reshuffled", "en")]
)
def test_sentences_on_clauses_tell_what_an_engine_tells(which, language):
    seed, rules = SEEDS[which]
    game = by_hand(**rules)
    strings = {**game.definition.strings[language], **read_strings(STRINGS / f"{language}.yaml", language == "en")}
    game = PlayedGame(replace(game.definition, strings={**game.definition.strings, language: strings}), taught=False)
    theirs, mine = (lines(each, 4, seed, language)[1:] for each in (game, played(LUI, **rules)))
    assert mine == theirs and len(mine) > 100


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_that_tells_of_itself_plays_as_it_does_without(name):
    """Sentences on every clause; each has what it speaks of, whatever comes about."""
    game = rowed(program(name, KITCHEN if name == LUI else None), 3, 5)
    paths = [
        *game.program.sentences,
        *(action.path for each in game.program.actions.values() for action in each.values()),
    ]
    ends = {"": ("you", "players"), ".2": ("number of cards", "card", "left of you"), ".2.none": ("players",)}
    texts = {path + end: Wording(asked, HERE) for path in paths for end, asked in ends.items()}
    account = Account(game.compiled, {}, texts)
    undealt = new_state(3)[0]
    seed_streams(undealt.streams, np.uint64(5))
    said = [each for each in account.deal(undealt) if isinstance(each, Said)]
    game.follow(lambda action: said.extend(each for each in account.apply(action) if isinstance(each, Said)))
    own, other = game.state, account.state
    for field in ("m", "sizes", "to_act", "terminal", "ended", "turns", "rounds", "used"):
        assert (own[field] == other[field]).all(), field
    told = [note for note in game.compiled.layout.notes if note.startswith(SCORED) or note in game.program.tallies]
    counted = len(game.compiled.layout.notes) - len(told)  # the others are added up when a game is over
    assert (own.tallies[:counted] == other.tallies[:counted]).all()
    cases = game.compiled.layout.cases.items()  # but for what comes of the end, and of looking at what may be chosen
    cases = [number for case, number in cases if case != TIE and not case.startswith(BLOCKED)]
    assert (own.silences[cases] == other.silences[cases]).all()
    assert len({each.spoken.path for each in said}) > 5
    assert not [each for each in said if each.spoken.key.endswith(".2") and not each.values["number of cards"]]


def test_what_a_clause_moved_is_told_with_its_numbers_and_none_in_its_stead():
    own = {"flight.deal": "Dealt: {number of cards}, of these {number of gusts:one gust/several gusts}.",
           "turn.draw.card": "{player} draws {card}; {number of cards in stock} left.",
           "turn.draw.card.none": "The meadow lies still.",
           "turn.stork": "{friend} gets {cards of bring} from {player}.",
           "turn.stork.none": "The stork brings nothing."}  # fmt: skip
    found = told("ballast", own)
    assert any(re.fullmatch(r"Dealt: 24, of these (one gust|several gusts)\.", line) for line in found)
    drawn = [line for line in found if re.fullmatch(r"\w+ draws [A-Z][\w ]+; \d+ left\.", line)]
    assert len(drawn) > 10 and not [line for line in found if line.endswith("draws a card.")]
    assert [line for line in found if re.fullmatch(r"\w+ gets [A-Z][\w ]+ from \w+\.", line)]


def test_an_action_is_told_before_its_clauses_though_these_may_end_the_turn():
    own = {"turn.throw": "{player} lets {thing} go at {tilt}.", "turn.throw.level": "Once more, {player}."}
    found = told("ballast", own)
    again = [place for place, line in enumerate(found) if line.startswith("Once more")]
    assert again
    for place in again:
        who = found[place].removeprefix("Once more, ").removesuffix(".")
        assert re.fullmatch(rf"{who} lets .+ go at 0\.", found[place - 1])
        assert not found[place + 1] or found[place + 1].startswith(who)


def test_without_sentences_actions_are_told_with_what_they_brought_unseen():
    found = told("ballast", {})
    drawn = [line for line in found if re.fullmatch(r"\w+ draws a card: [A-Z][\w ]+\.", line)]
    assert len(drawn) > 10
    assert not [line for line in found if re.fullmatch(r"\w+ draws a card\.", line)]


def test_points_are_reckoned_term_by_term_and_through_what_a_term_goes_through():
    found = told("honey_paws", {"score.most": "{flower}! {points}", "score.most.none": "no {flower}"})
    assert "  Honey: 20 points" in found and sum(line.startswith("  no ") for line in found) == 15 - 4
    assert sum(bool(re.fullmatch(r"  \w[\w ]+! 4\spoints", line)) for line in found) == 4
    for line in found:
        if terms := re.fullmatch(r"  Total: (.+) = (\d+)\spoints", line.replace("\u2212", "-")):
            assert sum(int(term.replace(" ", "")) for term in re.findall(r"-?\s?\d+", terms[1])) == int(terms[2])


def test_ties_are_told_by_what_decides_them():
    found = told("windmillers", {})
    assert "Anna and Chiara have 16 points each; most barn wins: Anna 4 and Chiara 6." in found
    assert found[-1] == "Chiara wins with 16 points."
    found = told("windmillers", {"ties.barn": "{names}, {points}: {counted}"})
    assert "Anna and Chiara, 16 points: Anna 4 and Chiara 6" in found


def test_a_plural_goes_by_the_first_number_that_several_are_told_by():
    text = {"one": "{player} takes one.", "other": "{player} takes {number of pots}."}
    found = told("honey_paws", {"visit.take": text})
    numbers = [int(line.split()[-1][:-1]) for line in found if re.fullmatch(r"\w+ takes \d+\.", line)]
    assert numbers and min(numbers) > 1 and any(line.endswith(" takes one.") for line in found)


def test_a_sentence_without_words_silences_an_action():
    assert not [line for line in told("windmillers", {"play.card": ""}) if " plays " in line and "random" not in line]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{cards in hnd}", "turn.draw.card: {cards in hnd}: there is no zone 'hnd'; did you mean 'hand'?"),
        ("{friend}", "turn.draw.card: {friend}: expected"),
    ],
)
def test_a_phrase_at_fault_is_told_with_its_place_before_anything_else(text, said):
    game = PlayedGame(telling("ballast", **{"turn.draw.card": text}))
    with pytest.raises(InputError) as error:
        next(playthrough(game, ["random"] * 3, 7, "en"))
    assert str(error.value).startswith(f"strings.yaml:1:1: {said}")


@pytest.mark.parametrize(
    ("name", "own", "code", "said"),
    [
        (
            "ballast",
            {"turn.drow.2": "x"},
            "clause-gone",
            "en: there is no clause 'turn.drow'; did you mean 'turn.draw'?",
        ),
        ("ballast", {"turn.draw": "{cards in hnd}"}, "account-fault", "turn.draw: {cards in hnd}: there is no zone"),
    ],
)
def test_sentences_of_nothing_are_found(name, own, code, said):
    game = replace(telling(name, **own), languages=["en"])
    (found,) = check_accounts(game, game)
    assert found.code == code and found.message.startswith(said)


@pytest.mark.parametrize(
    ("strings", "said"),
    [
        (
            {"play.turn.throw": "throws"},
            "en: 'play.turn.throw' does not contain {thing}, so its options have the same name",
        ),
        (
            {"card.moon_2": "Feather"},
            "en: 'moon_2' and 'sun_1' are both called 'Feather', so players cannot tell which one they pick",
        ),
        (
            {"play.turn.draw": "waits", "play.turn.gust": "waits"},
            "en: 'turn.gust' and 'turn.draw' are both called 'waits'",
        ),
        ({"play.turn.gust": "waits"}, ""),  # all gusts are one card
    ],
)
def test_options_that_are_called_alike_are_found(strings, said):
    found = telling("ballast")
    words = {key: Entry(text, HERE, written=key) for key, text in strings.items()}
    game = replace(found, languages=["en"], strings={"en": {**found.strings["en"], **words}})
    assert sorted({finding.message for finding in check_accounts(game, game)})[:1] == ([said] if said else [])


@pytest.mark.parametrize("name", shipped())
def test_no_two_options_of_a_decision_have_the_same_words(name):
    game, chooser = played(name), random.Random(4)
    position = game.new_position(3, seed=4)
    while not position.is_terminal():
        legal = position.legal_actions()
        assert len({position.action_to_string(action) for action in legal}) == len(legal)
        position.apply_action(chooser.choice(legal))
