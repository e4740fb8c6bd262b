"""Games at the desk's table, without a browser: what may be done, what each seat is told, and what it is not."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions.strings_file import Entry, read_strings
from cardgen.desk.answers import Refused
from cardgen.desk.hints import hint
from cardgen.desk.laying import TableLayout, least
from cardgen.desk.sitting import HOST, Sittings
from cardgen.desk.table import GameTable, replayed
from cardgen.desk.view import view
from cardgen.desk.why import why
from cardgen.play.compiled import COMPILES
from cardgen.play.game import PlayedGame, load_game
from cardgen.play.playthrough import playthrough
from cardgen.play.words import Words
from tests.reference.king_lui import rules
from tests.rules.by_clauses import by_hand

GAMES = {"king_lui": 4, "draco": 3, "party_at_louis": 2, "hedgerow": 3, "harbour_lights": 1}


@pytest.fixture(scope="module")
def played() -> dict[str, PlayedGame]:
    return {name: load_game(name) for name in GAMES}


def sat_at(game: PlayedGame, players: int, seed: int = 3) -> GameTable:
    return GameTable(game, ["person"] * players, seed)


def go(table: GameTable, decisions: int, seed: int = 1) -> None:
    """Plays on at random."""
    chance = random.Random(seed)
    for _ in range(decisions):
        if not table.over:
            table.act(table.to_act, chance.choice(table.position.legal_actions()))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_action_of_a_game_can_be_chosen_by_words_and_most_by_what_lies_there(name, played):
    table, laying = sat_at(played[name], GAMES[name]), TableLayout(played[name], played[name].words("en"))
    clicked = said = 0
    while not table.over and len(table.decisions) < 40:
        told = view(table, laying, table.to_act)
        paths = {zone["path"] for zone in told["zones"]} | {f"player/{who}" for who in range(table.players)}
        paths |= {item["path"] for zone in told["zones"] for item in zone["items"] if item}
        actions = told["actions"]
        assert len({action["said"] for action in actions}) == len(actions) == len(table.position.legal_actions())
        assert all(path in paths for action in actions for group in action["touches"] for path in group)
        said += len(actions)
        clicked += sum(bool(action["touches"]) for action in actions)
        go(table, 1, len(table.decisions))
    assert clicked > 0.6 * said


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_is_sent_does_not_depend_on_what_it_cannot_know(name, played):
    """The same table with all that a seat cannot know dealt anew is told in the very same bytes."""
    game = played[name]
    table, laying = sat_at(game, GAMES[name]), TableLayout(game, game.words("en"))
    for _ in range(6):
        go(table, 3, len(table.decisions))
        for player in range(table.players):
            here = [
                laying.zones(table.position.snapshot(), table.observation(player)),
                laying.facts(table.observation(player)),
            ]
            other = table.position.clone()
            game.engine.verbs.determinise(game.table, other.record, player)
            seen = other.observation(player)
            assert json.dumps(here) == json.dumps([laying.zones(other.snapshot(), seen), laying.facts(seen)])


def test_nobody_hears_what_another_has_done_in_secret(played):
    table = sat_at(played["hedgerow"], 3)
    first = table.to_act
    card = table.legal("en")[0]
    table.act(first, card["action"])
    assert table.happened(0, first, "en")[0]["said"] == card["said"]
    assert table.happened(0, table.to_act, "en") == [{"number": 0, "player": first, "said": ""}]
    assert table.happened(0, None, "en")[0]["said"] == ""


def test_what_was_done_in_the_open_is_told_to_all(played):
    table = sat_at(played["draco"], 3)
    who, card = table.to_act, table.legal("en")[0]
    table.act(who, card["action"])
    for player in (None, *range(3)):
        assert table.happened(0, player, "en")[0]["said"] == card["said"]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 30))
def test_undoing_and_doing_the_same_again_is_the_same_game(seed, decisions):
    table = GameTable(load_game_once("king_lui"), ["person", "greedy", "person"], seed)
    table.go_on()
    go(table, decisions, seed)
    before, made = table.position.snapshot(), list(table.decisions)
    table.undo()
    assert len(table.decisions) < len(made) and made[: len(table.decisions)] == table.decisions
    last = made[len(table.decisions)]
    table.act(table.to_act, last)
    again = GameTable(table.game, table.seats, seed, decisions=made)
    assert again.position.snapshot() == before


_games: dict[str, PlayedGame] = {}


def load_game_once(name: str) -> PlayedGame:
    return _games.setdefault(name, load_game(name))


def test_what_the_rules_do_not_allow_is_refused(played):
    table = sat_at(played["draco"], 3)
    wrong = next(action for action in range(200) if action not in table.position.legal_actions())
    for player, action, key in (
        (table.to_act, wrong, "table.not_legal"),
        ((table.to_act + 1) % 3, table.position.legal_actions()[0], "table.not_your_turn"),
    ):
        with pytest.raises(Refused) as refused:
            table.act(player, action)
        assert refused.value.key == key
    with pytest.raises(Refused):
        table.undo()
    for seats in (["person"], ["person", "nobody", "greedy"]):
        with pytest.raises(Refused):
            GameTable(played["draco"], seats, 1)


@pytest.mark.parametrize("name", ["king_lui", "draco", "party_at_louis"])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_every_zone_says_why_nothing_can_be_done_with_it(name, language, played):
    table, laying = sat_at(played[name], GAMES[name]), TableLayout(played[name], played[name].words(language))
    for zone in view(table, laying, table.to_act)["zones"]:
        assert why(table, laying, table.to_act, zone["path"]), zone["path"]


def test_the_rules_of_clauses_explain_themselves(played):
    table, laying = sat_at(played["hedgerow"], 3), TableLayout(played["hedgerow"], played["hedgerow"].words("it"))
    assert why(table, laying, table.to_act, "hand/0")


@pytest.mark.slow
def test_a_replay_is_the_game_that_a_check_has_played(played):
    game = played["king_lui"]
    table = replayed(game, ["greedy", "random", "greedy"], 17)
    assert list(table.account("it")) == list(playthrough(game, ["greedy", "random", "greedy"], 17, "it"))


def test_a_hint_leaves_the_table_as_it_is(played):
    table = sat_at(played["king_lui"], 3)
    go(table, 5)
    before = table.position.snapshot(), table.position.record.streams.tolist()
    told = hint(table, table.words("en"))
    assert (table.position.snapshot(), table.position.record.streams.tolist()) == before
    assert {each["who"] for each in told["advice"]} == {"greedy", "lookahead"}
    assert all(each["action"] in table.position.legal_actions() for each in [*told["advice"], *told["tried"]])
    assert hint(table, table.words("en")) == told


AT_SPEED = """
from cardgen.desk.hints import hint
from cardgen.desk.table import GameTable
from cardgen.play.clauses import interpreter
from cardgen.play.game import load_game
from cardgen.play.tiers import tiers
interpret, slow = type(tiers).interpret, []
def counted(self, source, *args):
    if source is interpreter.execute:
        slow.append(source)
    return interpret(self, source, *args)
type(tiers).interpret = counted
game = load_game("king_lui")
hint(GameTable(game, ["person"] * 3, 3), game.words("en"))
print(len(slow))
"""


@pytest.mark.skipif(not COMPILES, reason="nothing is played by machine code")
def test_a_hint_is_played_by_machine_code_alone():
    """In a process that has played nothing yet: a game that is interpreted within machine code would take minutes."""
    told = subprocess.run([sys.executable, "-c", AT_SPEED], capture_output=True, text=True, timeout=600)
    assert told.stdout == "0\n", told.stderr


def test_hands_are_hidden_while_the_screen_is_handed_over(played):
    sitting = Sittings().open(played["king_lui"], ["person"] * 3, 5)
    told = sitting.view_for(HOST, "en")
    assert told["you"] is None and told["hand_over"] == told["to_act"] and not told["actions"]
    sitting.take_screen(told["to_act"])
    mine = sitting.view_for(HOST, "en")
    assert mine["you"] == told["to_act"] and mine["actions"]
    sitting.act(HOST, mine["actions"][0]["action"], mine["version"])
    assert sitting.view_for(HOST, "en")["you"] is None
    with pytest.raises(Refused):
        sitting.act(HOST, mine["actions"][0]["action"], mine["version"])


def test_a_guest_sees_its_seat_and_no_other(played):
    sittings = Sittings()
    sitting = sittings.open(played["king_lui"], ["person", "person", "greedy"])
    away = sitting.table.people[1]
    code = sitting.share([away])
    assert sittings.of_code(code.lower()) is sitting
    key = sitting.join()
    assert sitting.view_for(key, "en")["you"] == away and sitting.view_for(HOST, "en")["you"] == sitting.here[0]
    assert "code" not in sitting.view_for(key, "en")
    with pytest.raises(Refused):
        sitting.view_for("another key", "en")
    with pytest.raises(Refused):
        sitting.join()
    with pytest.raises(Refused):
        sitting.undo(HOST)
    with pytest.raises(Refused):
        sitting.require_game_over(key)


def test_tables_are_looked_up_and_handed_over_only_between_changes_of_other_threads(played):
    sittings = Sittings()
    sitting = sittings.open(played["king_lui"], ["person"] * 3)
    away = sitting.table.people[1]
    code = sitting.share([away])
    key = sitting.join()
    asked = [
        (sittings.lock, lambda: sittings.find(sitting.id), sitting),
        (sittings.lock, lambda: sittings.of_code(code), sitting),
        (sittings.lock, lambda: sittings.of_guest(key), sitting),
        (sitting.lock, lambda: sitting.take_screen(sitting.here[0]), None),
        (sitting.lock, sitting.hand_over_screen, None),
    ]
    with ThreadPoolExecutor(1) as threads:
        for lock, ask, answer in asked:
            with lock:
                asking = threads.submit(ask)
                with pytest.raises(TimeoutError):
                    asking.result(0.05)
            assert asking.result(10) is answer


@given(st.lists(st.sampled_from(["", "Anna", "Bruno", "Fabio", "L'Âne {x}", "Zoë\n\tde  Vries", "a" * 90]), max_size=6))
def test_people_are_called_as_they_say_and_nobody_else_is(played, names):
    table = GameTable(played["draco"], ["person"] * 5, 3, names=names)
    called = table.called("fr")
    own = [name for name in table.names if name]
    assert len(called) == 5 and all(called) and all(name in called for name in own)
    assert len(set(called)) == len(set(own)) + 5 - len(own)  # two may call themselves alike
    assert all("\n" not in name and len(name) <= 30 for name in called)
    first = int(table.position.record.first)
    assert [called[(first + seat) % 5] for seat, name in enumerate(table.names) if name] == own


def test_a_name_stands_wherever_the_table_speaks_of_its_player(played):
    table = GameTable(played["king_lui"], ["person", "greedy", "person"], 3, names=["Zoë", "", "Bruno"])
    laying = TableLayout(table.game, table.words("en"))
    go(table, 6)
    told = view(table, laying, table.to_act)
    names = [each["name"] for each in told["players"]]
    assert {"Zoë", "Bruno"} < {*names} and len({*names}) == 3
    account = "\n".join(table.account("en"))
    assert "Zoë" in account and not {"Anna", "Chiara"} - {*names} & {*re.findall(r"\w+", account)}


@pytest.mark.parametrize("name", GAMES)
def test_moments_are_shown_as_the_seat_saw_them(name, played):
    sitting = Sittings().open(played[name], ["person"] * GAMES[name], 7)
    watched = sitting.table.people[-1]
    sitting.open = [watched]
    key, seen = sitting.join(), []
    for number in range(12):
        told = sitting.view_for(key, "en")
        seen.append({part: told[part] for part in ("zones", "facts", "players", "number", "to_act")})
        if not sitting.table.over:
            go(sitting.table, 1, number)
    for number, before in enumerate(seen):
        frame = sitting.frame(key, number, "en")
        assert {part: frame[part] for part in before} == before
        assert frame["actions"] == [] and (frame["over"] or not frame["mark"])
    with pytest.raises(Refused):
        sitting.frame("another key", 0, "en")


def test_who_gets_up_leaves_the_seat_to_another(played):
    sitting = Sittings().open(played["king_lui"], ["person", "person", "greedy"])
    sitting.share([sitting.table.people[1]])
    key = sitting.join("Zoë")
    seat = sitting.guests[key]
    assert "Zoë" in [each["name"] for each in sitting.view_for(HOST, "en")["players"]]
    sitting.leave(key)
    assert sitting.open == [seat] and not sitting.guests
    with pytest.raises(Refused):
        sitting.view_for(key, "en")
    assert sitting.guests[sitting.join()] == seat


@given(st.dictionaries(st.sampled_from("abc"), st.integers(1, 3)))
def test_what_two_tell_is_the_less_of_both(hand):
    assert least(hand, sum(hand.values())) == sum(hand.values()) or not hand
    assert least([hand, 2], [1, 2]) == [1, 2]
    assert least({"known": {}, "unseen": 2}, hand) == {"known": {}, "unseen": 2}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_game_with_an_engine_from_outside_is_played_and_shown(language):
    """One that says nothing of how its positions lie on a table, as nobody who writes an engine must."""
    definition = by_hand().definition
    words = Path(rules.__file__).with_name("strings")
    own = {each: read_strings(words / f"{each}.yaml", first=each == "en") for each in definition.languages}
    strings = {each: {**definition.strings[each], **own[each]} for each in own}
    game = PlayedGame(replace(definition, strings=strings), taught=False)
    assert not game.engine.picture.offers("touches")
    table, laying = sat_at(game, 4, 5), TableLayout(game, game.words(language))
    while not table.over:
        told = view(table, laying, table.to_act)
        cards = [item for zone in told["zones"] for item in zone["items"] if item]
        assert cards and all(item["called"] for item in cards)
        assert {zone["owner"] for zone in told["zones"]} >= {0, 1, 2, 3, None}
        assert told["actions"] and all(action["said"] for action in told["actions"])
        assert all(why(table, laying, table.to_act, path) for path in ("table", "king", "supply", "hands/0"))
        go(table, 1, len(table.decisions))
    result = view(table, laying, 0)["result"]
    assert len(result["points"]) == 4 and result["verdict"] and list(table.account(language))


@pytest.mark.parametrize(("own", "called"), [
    ({}, "Mano"), ({"word.hand": "carte"}, "Carte"), ({"word.hand": "carte", "table.hand": "Ventaglio"}, "Ventaglio"),
])  # fmt: skip
def test_a_games_own_words_win_over_usual_ones(own, called, played):
    game = played["hedgerow"]
    strings = {**game.definition.strings["it"], **{key: Entry(text, None) for key, text in own.items()}}
    words = Words(replace(game.definition, strings={**game.definition.strings, "it": strings}), "it")
    assert words.at_table("hand") == called
