"""Rule parameters: their defaults and ranges, their words, and how a game, a variant and --set change them."""

import pytest

from cardgen.checks.definitions import check_rule_words
from cardgen.definitions.fields import word
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import explain
from cardgen.foundations.errors import InputError
from cardgen.store.library import Home, all_games, find_game
from tests.facts import GAMES

ENGINES = [home for home in all_games() if load_game(home).engine]


@pytest.fixture(params=ENGINES, ids=lambda home: home.name)
def home(request) -> Home:
    return request.param


def test_the_shipped_game_names_every_rule_with_its_default(home):
    game = load_game(home)
    infos = explain(game.declared)
    assert game.rules == {info.name: info.default for info in infos}
    if game.clauses is None:  # else the rules file has them
        assert set(game.node.items["rules"].items) == set(game.rules), "a designer finds each in game.yaml"


def test_every_rule_has_its_fact_and_words_in_all_languages(home):
    game = load_game(home)
    assert list(check_rule_words(game)) == []
    for info in explain(game.declared):
        assert bool(info.fact) == (home.name in GAMES) and len(info.values) > 1
        for language in game.languages:
            assert f"rule.{info.name}" in game.strings[language]


def test_every_value_can_be_set(home):
    for info in explain(load_game(home).declared):
        for value in info.values:
            assert load_game(home, "base", {info.name: word(value)}).rules[info.name] == value


def test_values_out_of_range_are_refused(home):
    for info in explain(load_game(home).declared):
        beyond = [str(info.numbers[0] - 1), str(info.numbers[-1] + 1), "many"] if info.numbers else ["maybe"]
        for value in beyond:
            with pytest.raises(InputError, match=rf"--set {info.name}={value}: rules\.{info.name}: expected"):
                load_game(home, "base", {info.name: value})


def test_an_unknown_rule_names_the_nearest():
    with pytest.raises(InputError, match=r"rules\.cards_per_playr: unknown key; did you mean 'cards_per_player'"):
        load_game(find_game("king_lui"), "base", {"cards_per_playr": "3"})


@pytest.fixture
def variant(tmp_path, monkeypatch):
    """variant(text) -> the rules of King Lui under a variant that says so, in a library of one's own."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "variants" / "king_lui"
    folder.mkdir(parents=True)
    (tmp_path / "decks").mkdir()

    def load(text, name="mine", **settings):
        (folder / f"{name}.yaml").write_text(f"changes: king_lui\n{text}", "utf-8")
        return load_game(find_game("king_lui"), name, settings).rules

    return load


def test_a_variant_changes_rules_and_the_command_line_has_the_last_word(variant):
    assert variant("rules: {cards_per_player: 3, hands: open}")["cards_per_player"] == 3
    rules = variant("rules: {cards_per_player: 3, hands: open}", cards_per_player="1")
    assert (rules["cards_per_player"], rules["hands"], rules["portions_fed"]) == (1, "open", 2)


def test_a_variants_fault_points_into_its_file(variant):
    with pytest.raises(InputError) as error:
        variant("rules:\n  portions_fed: lots")
    (fault,) = error.value.faults
    assert (fault.place.file.endswith("king_lui/mine.yaml"), fault.place.line, fault.place.column) == (True, 3, 17)
    assert fault.message == "rules.portions_fed: expected a whole number, got 'lots'"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("engine: darco\nplayers: 2", (1, 9), "engine: no engine 'darco' is installed; did you mean 'draco'?"),
        ("players: 2\nrules: {speed: 2}", (2, 9), "rules.speed: this game has no engine to use this rule"),
    ],
)
def test_engines_that_are_not_there(tmp_path, text, place, message):
    folder = tmp_path / "zoo"
    (folder / "strings").mkdir(parents=True)
    (folder / "strings" / "en.yaml").write_text("game.title: Zoo")
    (folder / "game.yaml").write_text(f"{text}\nlanguages: [en]\ndecks: {{}}\n")
    with pytest.raises(InputError) as error:
        load_game(Home(folder, None, ()))
    (fault,) = error.value.faults
    assert ((fault.place.line, fault.place.column), fault.message) == (place, message)
