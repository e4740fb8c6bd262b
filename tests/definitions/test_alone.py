"""A game that is one file: its rules, with the cards. It is checked, played and printed as it stands."""

import shutil

import pytest

from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.play.game import PlayedGame
from cardgen.store.library import find_game
from tests.rules.played import played
from tests.rules.test_read import GAMES, SMALL

RULES = SMALL + "ties: {last: shared}\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("hearts", "no_thanks"):
        shutil.copy(GAMES / f"{name}.yaml", tmp_path)
    (tmp_path / "my_row.yaml").write_text(RULES, "utf-8")
    return tmp_path


def loaded(name):
    return load_game(find_game(name))


@pytest.mark.parametrize("name", ["hearts", "no_thanks"])
def test_a_file_of_the_design_is_the_game_that_a_designer_would_write_around_it(name, here, tmp_path_factory):
    alone, around = PlayedGame(loaded(f"./{name}.yaml"), taught=False), played(name, tmp_path_factory.mktemp("around"))
    for seed in range(4):
        one, two = (game.new_position(4, seed=seed) for game in (alone, around))
        while not one.is_terminal():
            legal = one.legal_actions()
            assert legal == two.legal_actions()
            for position in (one, two):
                position.apply_action(legal[len(legal) // 2])
        ends = [{**position.snapshot(), "registers": ()} for position in (one, two)]  # of which more players need more
        assert two.is_terminal() and ends[0] == ends[1]


def test_it_is_checked_told_and_printed_from_the_command_line(here, run):
    checked = run("check", "./hearts.yaml", "--players", "4", "--policies", "random", "--games", "20")
    assert checked.code == 0 and "cardgen replay ./hearts.yaml --players 4" in checked.out
    told = run("replay", "./hearts.yaml", "--players", "4", "--seed", "1")
    assert told.code == 0 and told.out.startswith("Hearts, base game, 4\u00a0players") and "2\u00a0clubs" in told.out
    built = run("build", "my_row.yaml")
    assert built.code == 0 and "12 cards" in built.out and not built.err
    folder = here / "out" / "my_row" / "base" / "en"
    assert {"cards.pdf", "rulebook.pdf"} <= {file.name for file in folder.iterdir()}
    assert sorted(path.name for path in here.iterdir()) == ["hearts.yaml", "my_row.yaml", "no_thanks.yaml", "out"]


def test_what_it_is_called_and_for_how_many(here):
    game = loaded("./my_row.yaml")
    said = {key: entry.text for key, entry in game.strings["en"].items()}
    assert (game.name, game.languages, game.players, said["game.title"]) == ("my_row", ("en",), (2, 6), "My Row")
    assert said["card.card_1_red"] == "1 red" and said["rule.last.nobody"] == "Nobody"
    (here / "my_row.yaml").write_text(f"players: 3-4\n{RULES}", "utf-8")
    assert loaded("./my_row.yaml").players == (3, 4)


def test_it_says_what_a_game_yaml_would(here):
    said = "title: Row of Roses\nminutes: 5-10\nexpect: {random: {rounds: 1 to 9}}\nquiet: {no-skill: It is luck.}\n"
    (here / "my_row.yaml").write_text(f"{said}{RULES}", "utf-8")
    game = loaded("./my_row.yaml")
    assert game.strings["en"]["game.title"].text == "Row of Roses" and dict(game.quiet) == {"no-skill": "It is luck."}
    assert (game.minutes.low, game.minutes.high) == (5, 10)
    assert [(asked.policies, asked.measure, asked.place.line) for asked in game.expect] == [("random", "rounds", 3)]


def test_words_and_variants_lie_in_a_folder_of_its_name(here):
    (here / "my_row" / "strings").mkdir(parents=True)
    (here / "my_row" / "strings" / "en.yaml").write_text("card.card_1_red: Rose\n", "utf-8")
    (here / "my_row" / "variants").mkdir()
    (here / "my_row" / "variants" / "few.yaml").write_text("changes: my_row\nrules: {dealt: 1}\n", "utf-8")
    game = load_game(find_game("./my_row.yaml"), "few")
    assert game.rules["dealt"] == 1 and game.strings["en"]["card.card_1_red"].text == "Rose"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (RULES.replace("cards:\n  card: {value: 1 to 3, suit: [red, blue], count: 2}\n", ""),
         "my_row.yaml:1:1: expected 'cards' with the cards of the game, "
         "because there is no game.yaml beside this file"),
        (f"players: many\n{RULES}",
         "my_row.yaml:1:10: players: expected a number of players such as 4 or 3-5, got 'many'"),
        (RULES.replace("1 to 3", "3 to 1"), "my_row.yaml:2:17: cards.card.value: 3 to 1 is empty or too long"),
        (f"title: {{en: Row}}\n{RULES}", "my_row.yaml:1:1: title: expected the name of the game"),
        (f"expect: {{random: 3}}\n{RULES}", "my_row.yaml:1:18: expect.random: expected keys with values, got '3'"),
        ("", "my_row.yaml:1:1: expected keys with values, got an empty file"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_it_is_told_with_its_place(here, text, told):
    (here / "my_row.yaml").write_text(text, "utf-8")
    with pytest.raises(InputError) as error:
        loaded("./my_row.yaml")
    assert [str(fault) for fault in error.value.faults] == [told]


@pytest.mark.parametrize("key", ["cards: {card: {value: 1 to 3}}", "players: 3", "title: Row"])
def test_beside_a_game_yaml_the_rules_say_nothing_of_it(game, key):
    game.write("rules.yaml", f"{key}\ngame: {{go: nothing}}\n")
    with pytest.raises(InputError, match=r"there is a game\.yaml beside this file; write it there"):
        load_game(find_game(str(game.path)))
    game.write("rules.yaml", "game: {go: nothing}\n")
    assert load_game(find_game(str(game.path / "rules.yaml"))).name == "wood"


def test_a_card_is_called_by_what_tells_it_from_its_kind_and_says_all_its_fields(tmp_path):
    """What all cards of a kind have is no part of a name, and is printed below it."""
    kinds = ["ship: {coins: 2, colour: [red, blue]}", "jester: {cost: 6, points: -1}", "card: {value: 1 to 2}"]
    cards = f"{{{', '.join(kinds)}, joker: {{count: 2}}}}"
    rules = RULES[RULES.index("rules:") :].replace("sum of value of", "number of different value of")
    (tmp_path / "named.yaml").write_text(f"cards: {cards}\n{rules}", "utf-8")
    strings = loaded(str(tmp_path / "named.yaml")).strings["en"]
    assert strings["card.ship_2_red"].text == "Ship red" and strings["card.jester_6_minus_1"].text == "Jester"
    assert strings["card.card_1"].text == "1" and strings["card.joker"].text == "Joker"
    assert strings["fields.ship_2_red"].text == "coins\u00a02 · colour\u00a0red"
    assert strings["fields.jester_6_minus_1"].text == "cost\u00a06 · points\u00a0−1"
