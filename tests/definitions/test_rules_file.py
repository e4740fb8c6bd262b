"""A game with a rules file: how it is read, what variants and the command line change of it, and what is wrong."""

from __future__ import annotations

import time

import pytest

from cardgen.commands.cli import main
from cardgen.definitions.engines import CLAUSES, card_fields_of, module_of
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import as_integers, explain
from cardgen.foundations.errors import InputError
from cardgen.press.edition import open_edition
from cardgen.press.options import Options
from cardgen.rules import load as rules_load
from cardgen.rules.program import program_of
from cardgen.store.library import find_game
from cardgen.validation.settings.space import SearchSpace, axis

RULES = """\
words: {creature: creatures}
rules:
  dealt: 2, from 1 to 3
  proud: no | yes
  open_hands: {is: yes | no, fact: W4}
  last: {is: shared | nobody, fact: W5}
zones: {stock: pile, hand: hand, row: tableau}
game:
  shuffle: shuffle all cards into stock
  deal: deal dealt cards from stock to each hand
  turns: {players: in turn from first player, act: choose turn}
turn:
  play:
    pick: {card: a card in your hand}
    down: move card from your hand to your row
score:
  sum: sum of value of creatures in your row
  proud: 1 if proud and fox in your row is at least 1, else 0
"""


@pytest.fixture
def wood(game):
    """The game wood with these rules beside it, in the folder that commands run in."""
    game.write("rules.yaml", RULES)
    return game


def load(folder, variant="base", **settings):
    return load_game(find_game("./wood", folder.path.parent), variant, settings)


def faults(folder, *more, **settings):
    with pytest.raises(InputError) as error:
        program_of(load(folder, *more, **settings))
    return [str(fault).replace(f"{folder.path}/", "") for fault in error.value.faults]


def test_a_game_with_rules_is_played_by_its_clauses(wood):
    found = load(wood)
    assert found.engine == CLAUSES and list(found.clauses.items)[:2] == ["words", "rules"]
    assert found.rules == {"dealt": 2, "proud": False, "open_hands": True, "last": "shared"}
    assert module_of(CLAUSES) == "cardgen.play.clauses" and card_fields_of(CLAUSES) == {}


def test_a_game_without_rules_is_only_printed(game):
    found = load(game)
    assert (found.engine, found.clauses, found.declared) == (None, None, None)


def test_its_rules_are_explained_as_an_engines_are(wood):
    infos = {info.name: info for info in explain(load(wood).declared)}
    assert [info.fact for info in infos.values()] == ["", "", "W4", "W5"]
    assert infos["dealt"].numbers == range(1, 4) and infos["last"].options == ("shared", "nobody")
    assert (infos["open_hands"].options, infos["open_hands"].default) == ((False, True), True)
    rules = program_of(load(wood)).rules
    for value, info in zip(as_integers(load(wood).rules, load(wood).declared).values(), infos.values(), strict=True):
        assert value == rules[info.name].default, "a rule's place among its options is the same for all"


@pytest.mark.parametrize("said", ["yes", "true"])
def test_game_variant_and_command_line_set_them(wood, said):
    wood.edit("game.yaml", "version: 1", f"version: 1\nrules: {{dealt: 3, proud: {said}, open_hands: no}}")
    wood.edit("variants/quick.yaml", "changes: wood", "changes: wood\nrules: {dealt: 1, last: nobody}")
    assert load(wood).rules == {"dealt": 3, "proud": True, "open_hands": False, "last": "shared"}
    changed = load(wood, "quick", proud="no", open_hands="yes").rules
    assert changed == {"dealt": 1, "proud": False, "open_hands": True, "last": "nobody"}


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"delt": "2"}, "--set delt=2: rules.delt: unknown key; did you mean 'dealt'?"),
        ({"dealt": "4"}, "--set dealt=4: rules.dealt: expected at most 3, got '4'"),
        ({"last": "nobdy"}, "rules.last: expected one of 'shared', 'nobody', got 'nobdy'; did you mean 'nobody'?"),
        ({"proud": "very"}, "--set proud=very: rules.proud: expected yes or no, got 'very'"),
    ],
)
def test_what_cannot_be_set(wood, settings, told):
    (fault,) = faults(wood, **settings)
    assert told in fault


def test_a_sweep_knows_them(wood):
    SearchSpace((axis("dealt=1..3", "--over"), axis("proud=no,yes", "--over"))).check(load(wood))
    with pytest.raises(InputError, match=r"dealt: expected 1 to 3, got '4'"):
        SearchSpace((axis("dealt=3..4", "--over"),)).check(load(wood))


def test_list_tells_of_them(wood, monkeypatch, capsys):
    monkeypatch.chdir(wood.path.parent)
    wood.edit("strings/en.yaml", "game.title: Wood", "game.title: Wood\nrule.dealt.about: How many you get.")
    assert main(["list", "./wood"]) == 0
    told = capsys.readouterr().out
    assert "  dealt = 2  (1 to 3)\n      How many you get.\n  proud = no  (no | yes)\n" in told
    assert "  last = shared  (shared | nobody; W5)\n" in told


def test_a_variant_changes_adds_and_drops_clauses(wood):
    wood.edit("variants/quick.yaml", "changes: wood", "changes: slow\nclauses: {rules.dealt: '1, from 1 to 2'}")
    clauses = "{rules.dealt: '3, from 1 to 3', score.proud: drop, game.seen after deal: note seen}"
    wood.write("variants/slow.yaml", f"changes: wood\nclauses: {clauses}\ntexts: {{en: {{title: Slow}}}}\n")
    slow, quick = load(wood, "slow"), load(wood, "quick")
    assert (slow.rules["dealt"], quick.rules["dealt"]) == (3, 1), "the nearest has the last word"
    for each in (slow, quick):
        program = program_of(each)
        assert list(program.score) == ["sum"]
        assert [step.said.path for step in program.phases["game"].steps[:3]] == [
            "game.shuffle",
            "game.deal",
            "game.seen",
        ]
    assert list(program_of(load(wood)).score) == ["sum", "proud"]


def test_a_program_is_read_once(wood):
    found = load(wood)
    assert program_of(found) is program_of(found) is program_of(load(wood, last="nobody"))
    fewer = program_of(load(wood, **{"count.fox": "1"}))
    assert fewer is not program_of(found) and fewer.deck.counts["fox"] == 1


def test_the_cards_are_those_of_its_decks(wood):
    deck = program_of(load(wood)).deck
    assert deck.kinds == {"creature": ("fox", "owl")} and deck.counts == {"fox": 2, "owl": 3}
    assert deck.fields["value"] == {"fox": 3, "owl": 2} and deck.fields["icon"] == {"fox": "fox-head", "owl": "owl"}


def test_cards_of_sets_and_fields_of_all_sorts(wood):
    wood.edit(
        "game.yaml",
        "          fox: {icon: fox-head, value: 3}\n",
        "          fox: {icon: fox-head, value: 3, shy: yes, wild: 'no', list: [1], far: 9999999, text: A fox}\n",
    )
    wood.edit("game.yaml", "        count: 2\n", "        count: 2\n        sets: [red, deep-blue]\n")
    wood.edit("rules.yaml", "fox in your row", "deep_blue_fox in your row")
    wood.edit("rules.yaml", "score:", "score:\n  blue: cards in your row where set is deep_blue")
    program = program_of(load(wood))
    assert "deep-blue" in str(program.sentences["score.blue"].tree)
    deck = program.deck
    assert deck.kinds["creature"] == ("red-fox", "red-owl", "deep-blue-fox", "deep-blue-owl")
    assert deck.fields["set"]["deep-blue-fox"] == "deep-blue" and deck.fields["shy"]["red-fox"] == 1
    assert deck.fields["wild"]["red-fox"] == "no" and deck.fields["text"]["red-fox"] == "A fox"
    assert not {"list", "far"} & deck.fields.keys()


def test_of_two_sides_the_front_counts(wood):
    wood.edit(
        "game.yaml",
        "fox: {icon: fox-head, value: 3}",
        "fox: {icon: fox-head, day: {value: 3}, night: {value: 7}}",
    )
    wood.edit("game.yaml", "        count: 2\n", "        count: 2\n        sides: [day, night]\n")
    assert program_of(load(wood)).deck.fields["value"] == {"fox": 3, "owl": 2}


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("2, from 1 to 3", "many", "rules.yaml:3:10: rules.dealt: expected '2, from 1 to 4' or options"),
        ("2, from 1 to 3", "2, from 1 to 9999999", "rules.yaml:3:10: rules.dealt: expected numbers up to 1,000,000"),
        ("fact: W4", "fct: W4", "rules.yaml:5:30: rules.open_hands: there is no key 'fct'; did you mean 'fact'?"),
        ("is: shared", "si: shared", "rules.yaml:6:10: rules.last: there is no key 'si'; expected one of fact, is"),
        ("  proud: no", "  Proud: no", "rules.yaml:4:3: rules: expected a name of lower-case letters"),
        ("  proud: no", "  copy: no", "rules.yaml:4:3: rules: a rule cannot be called 'copy'"),
        (
            "stock to each",
            "stok to each",
            "rules.yaml:10:31: game.deal: there is no zone 'stok'; did you mean 'stock'?",
        ),
        ("hand: hand", "fox: hand", "rules.yaml:7:22: 'fox' is already the name of a card; choose another name"),
        ("row: tableau", "value: open", "rules.yaml:7:34: 'value' is already the name of a field of cards"),
        (
            "score:",
            "cards: {card: {rank: 1}}\nscore:",
            "rules.yaml:16:1: cards: there is a game.yaml beside this file; write it there",
        ),
    ],
)
def test_a_fault_says_where(wood, was, now, told):
    wood.edit("rules.yaml", was, now)
    assert told in "\n".join(faults(wood))


def test_an_engine_and_a_rules_file_are_one_too_many(wood):
    wood.edit("game.yaml", "version: 1", "version: 1\nengine: draco")
    (fault,) = faults(wood)
    assert "game.yaml:5:1: engine: rules.yaml beside this file already says how the game is played" in fault


def test_a_variant_cannot_change_clauses_that_are_not_there(game):
    game.edit("variants/quick.yaml", "changes: wood", "changes: wood\nclauses: {turn.play: drop}")
    with pytest.raises(InputError, match=r"quick\.yaml:2:1: clauses: the game has no rules\.yaml"):
        load(game, "quick")


@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        (
            "turn.ply: drop",
            "variants/quick.yaml:3:3: clauses: turn.ply: there is nothing to drop; did you mean 'play'?",
        ),
        (
            "turn.play.down: move card from your hnd to your row",
            "variants/quick.yaml:3:39: turn.play.down: there is no zone 'hnd'; did you mean 'hand'?",
        ),
        ("rules.dealt: lots", "variants/quick.yaml:3:16: rules.dealt: expected '2, from 1 to 4' or options"),
    ],
)
def test_a_fault_of_a_variants_clause_points_into_its_file(wood, clauses, told):
    wood.edit("variants/quick.yaml", "changes: wood", f"changes: wood\nclauses:\n  {clauses}")
    assert told in "\n".join(faults(wood, "quick"))
    assert program_of(load(wood)).score


HOSTILE = {
    "many clauses": "\n".join(["game:", *(f"  step{number}: go again" for number in range(10_000))]),
    "deep steps": "game: " + "{a: " * 30 + "go again" + "}" * 30,
    "deeper yaml": "game: " + "[" * 30_000,
    "many rules": "\n".join(["rules:", *(f"  rule{number}: a | b" for number in range(10_000))]),
    "a huge number": f"rules: {{dealt: '2, from 1 to {'9' * 5_000}'}}",
    "a huge counter": f"counters: {{pot: {'9' * 5_000}}}\ngame: go again",
    "a huge number in a sentence": f"counters: {{pot: 0}}\ngame: {{add: add {'9' * 300} to pot}}",
    "many options": f"rules: {{last: {' | '.join(f'o{number}' for number in range(20_000))}}}",
    "a long sentence": f"game: {{a: {'if ' * 5_000}}}",
    "many brackets": f"score: {{a: {'(' * 200}1{')' * 200}}}\ngame: nothing",
    "a list": "[a, b]",
    "no text": "",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_end_soon(wood, text):
    wood.write("rules.yaml", text)
    begun = time.process_time()
    told = faults(wood)
    assert time.process_time() - begun < 10
    assert told and all(":" in fault and len(fault) < 600 for fault in told)


def test_hostile_changes_end_soon(wood):
    many = "\n".join(f"  turn.play.step{number}: go again" for number in range(10_000))
    wood.edit("variants/quick.yaml", "changes: wood", f"changes: wood\nclauses:\n{many}")
    begun = time.process_time()
    assert "clauses" in "\n".join(faults(wood, "quick"))
    assert time.process_time() - begun < 10


def test_as_many_faults_as_one_can_read_are_told(wood):
    zones = ", ".join(f"zone{number}: open" for number in range(2_000))
    steps = "\n".join(f"  step{number}: shuffle zoen{number}" for number in range(2_000))
    wood.write("rules.yaml", f"zones: {{{zones}}}\ngame:\n{steps}")
    begun = time.process_time()
    assert 100 <= len(faults(wood)) < 110
    assert time.process_time() - begun < 20


@pytest.fixture
def run(wood, monkeypatch, capsys):
    """run(command, ...) -> what `cardgen command ./wood ...` ends with, says, and tells of faults."""
    monkeypatch.chdir(wood.path.parent)

    def run(command, *more):
        code = main([command, "./wood", *more])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


AT_ONCE = """\
changes: wood
texts: {de: {title: Schnell}, en: {why: It is quick.}}
cards: {fxo: {count: 2}}
totals: {woods: 3}
clauses:
  trun.play.down: drop
  turn.plai: drop
  turn.play.more: move card from your hnad to your row
  turn.play.late after dwon: mvoe card to your row
  rules.proud: maybe
"""
TOLD = (
    "quick.yaml:2:9: texts: the game has no language 'de'",
    "quick.yaml:2:35: texts.en.title: expected a value, but this key is missing",
    "quick.yaml:3:9: cards: there is no card 'fxo' (a new card needs a 'kind'); did you mean 'fox'?",
    "quick.yaml:4:10: totals: there is no deck 'woods'",
    "quick.yaml:6:3: clauses: trun.play.down: there is nothing to drop; did you mean 'turn'?",
    "quick.yaml:7:3: clauses: turn.plai: there is nothing to drop; did you mean 'play'?",
    "quick.yaml:8:39: turn.play.more: there is no zone 'hnad'; did you mean 'hand'?",
    "quick.yaml:9:3: clauses: turn.play.late after dwon: "
    "expected 'before' or 'after' with the name of a neighbouring clause",
    "quick.yaml:9:30: turn.play.late: ",
    "quick.yaml:10:16: rules.proud: expected '2, from 1 to 4' or options",
)


@pytest.mark.parametrize(
    "command", [("check", "--static"), ("check",), ("build", "--only", "cards"), ("export", "--to", "vtt"), ("list",)]
)
def test_all_that_is_wrong_with_a_variants_file_is_told_together(wood, run, command):
    wood.write("variants/quick.yaml", AT_ONCE)
    code, out, told = run(command[0], *(("--variant", "quick") if command != ("list",) else ()), *command[1:])
    told = out + told
    assert code == 2 and all(fault in told for fault in TOLD), told
    assert told.count("quick.yaml:") == len(TOLD)
    assert not [path for path in wood.path.parent.glob("out/**/*") if path.is_file()]


def test_a_variant_of_a_game_without_a_rules_file_tells_all_that_is_wrong(game):
    game.write("variants/quick.yaml", AT_ONCE.partition("clauses:")[0])
    with pytest.raises(InputError) as error:
        rules_load.load_game(find_game("./wood", game.path.parent), "quick")
    assert len(error.value.faults) == 4


def test_a_rule_that_is_not_there_and_bad_sentences_are_told_together(wood, run):
    wood.edit("rules.yaml", "stock to each", "stok to each")
    code, _, told = run("check", "--static", "--set", "dealtt=3")
    assert code == 2 and "there is no zone 'stok'" in told and "--set dealtt=3: rules.dealtt: " in told


@pytest.mark.parametrize("command", [("check", "--static"), ("build",)])
def test_check_and_build_tell_the_faults_of_clauses(wood, run, command):
    wood.edit("rules.yaml", "stock to each", "stok to each")
    code, _, told = run(*command)
    assert code == 2 and "wood/rules.yaml:10:31: game.deal: there is no zone 'stok'; did you mean 'stock'?" in told
    assert not (wood.path.parent / "out").exists()


@pytest.mark.parametrize("command", [("check", "--static"), ("build",)])
def test_they_point_into_a_variants_file(wood, run, command):
    wood.edit("variants/quick.yaml", "changes: wood", "changes: wood\nclauses: {turn.play.down: move card}")
    code, _, told = run(*command, "--variant", "quick")
    assert code == 2 and "wood/variants/quick.yaml:2:36: turn.play.down: the sentence ends too soon" in told


def test_a_field_that_only_clauses_read_is_no_slip(wood, run):
    wood.edit("game.yaml", "fox: {icon: fox-head, value: 3}", "fox: {icon: fox-head, value: 3, far-sight: 2}")
    wood.edit("rules.yaml", "score:", "score:\n  far: sum of far_sight of cards in your row")
    wood.edit("variants/quick.yaml", "changes: wood", "changes: wood\nclauses: {score.far: drop}")
    assert run("build", "--variant", "all")[0] == 0
    wood.edit("rules.yaml", "sum of far_sight of cards", "1 * cards")
    code, _, told = run("build")
    assert code == 2 and "cards.fox.far-sight: unknown key" in told


def test_a_column_that_only_clauses_read_is_no_slip(wood, run):
    wood.edit(
        "game.yaml",
        "          fox: {icon: fox-head, value: 3}\n          owl: {icon: owl, value: 2, count: 3}\n",
        "",
    )
    wood.edit("game.yaml", "        cards:\n", "        cards: cards.csv\n")
    wood.edit("game.yaml", "    total: 5\n", "")
    wood.write("cards.csv", "id,icon,value,power\nfox,fox-head,3,1\nowl,owl,2,1\n")
    assert "no layout reads the column 'power'" in run("check", "--static")[1]
    wood.edit("rules.yaml", "score:", "score:\n  far: sum of power of cards in your row")
    assert "column" not in run("check", "--static")[1]


def test_outputs_are_made_anew_for_other_rules(wood):
    home = find_game("./wood", wood.path.parent)

    def keys():
        found = open_edition(home, "base", Options(), lambda finding: None).keys
        return found.book("en", home.folder / "game.yaml"), found.cards("en")

    before = keys()
    wood.edit("rules.yaml", "deal dealt cards", "deal 2 cards")
    clause = keys()
    assert [one == two for one, two in zip(before, clause, strict=True)] == [False, True], "no face shows clauses"
    wood.edit("rules.yaml", "dealt: 2", "dealt: 1")
    assert not {*clause} & {*keys()}, "a face may show a rule's value"


def test_effects_are_those_of_cards_by_word_or_id(wood):
    wood.edit("game.yaml", "          owl:", "          grey-owl:")
    wood.edit("rules.yaml", "turn:", "effects: {grey_owl: go again, creature: nothing}\nturn:")
    assert list(program_of(load(wood)).effects) == ["grey-owl", "creature"]
    wood.edit("rules.yaml", "grey_owl: go", "grey_olw: go")
    assert "effects: there is no card 'grey_olw'; did you mean 'grey_owl'?" in faults(wood)[0]
