"""Whole rules files: those of the design, and what is wrong with others."""

from pathlib import Path

import pytest

from cardgen.definitions.clauses import with_clauses
from cardgen.definitions.yaml_source import parse_yaml, read_yaml
from cardgen.foundations.errors import InputError
from cardgen.rules.clauses import Block, By, Choice, Deck, Turns, steps_of
from cardgen.rules.read import read_rules
from cardgen.rules.sentences import MAX_CLAUSES

GAMES = Path(__file__).parent / "games"
DISHES = ("ham", "cheese", "bread", "cake", "wine", "fruit", "chicken")
KITCHEN = Deck({"dish": DISHES, "emerald": ("emerald",)}, dict.fromkeys(DISHES, 15) | {"emerald": 5}, {})
SMALL = """\
cards:
  card: {value: 1 to 3, suit: [red, blue], count: 2}
rules: {dealt: "2, from 1 to 3", last: shared | nobody}
zones: {stock: pile, hand: hand, row: tableau}
counters: {pot: 0}
game:
  deal: deal dealt cards from stock to each hand
  turns: {players: in turn from first player, act: choose turn}
turn:
  play:
    pick: {card: a card in your hand}
    down: move card from your hand to your row
score: {sum: sum of value of cards in your row}
"""


def read(text, deck=None):
    return read_rules(parse_yaml(text, "small.yaml"), deck)


def faults(text, deck=None):
    with pytest.raises(InputError) as error:
        read(text, deck)
    return [str(fault) for fault in error.value.faults]


@pytest.mark.parametrize(("name", "clauses"), [("king_lui", 55), ("hearts", 22), ("no_thanks", 15)])
def test_the_games_of_the_design_are_read(name, clauses):
    program = read_rules(read_yaml(GAMES / f"{name}.yaml"), KITCHEN if name == "king_lui" else None)
    assert len(program.sentences) == clauses and program.score


def test_king_lui_clause_by_clause():
    program = read_rules(read_yaml(GAMES / "king_lui.yaml"), KITCHEN)
    assert program.rules["cards_per_player"].most == 4 and program.rules["last_tie"].options[0] == "shared"
    hand = program.zones["hand"]
    assert hand.each and hand.seen_by == "hands" and hand.seen == {"closed": "owner", "open": "all"}
    assert hand.holds == {"keep": "cards", "use_or_place": "dish", "redraw": "dish"} and hand.held_by == "emerald_drawn"
    assert list(program.phases) == ["game", "course", "last"] and list(program.actions) == ["turn", "drawn"]
    assert list(program.actions["turn"]) == ["take", "draw", "feed", "feed_held"]
    assert list(program.actions["turn"]["feed"].picks) == ["dragon", "meal"]
    enough, _, _, turns, *_ = program.phases["course"].steps
    assert isinstance(enough, By) and isinstance(enough.branches["cards"], Block) and isinstance(turns, Turns)
    act = next(step for step in steps_of(turns) if isinstance(step, Choice))
    assert act.section == "turn" and isinstance(act.otherwise, By)
    assert program.rounds == "course.lay" and program.numbers["meal"].rule == "king_portions"


def test_a_variant_changes_adds_and_places_clauses():
    rules, variant = read_yaml(GAMES / "king_lui.yaml"), read_yaml(GAMES / "robber.yaml")
    program = read_rules(with_clauses(rules, variant.items["clauses"], []), KITCHEN)
    turns = program.phases["course"].steps[3]
    assert [getattr(step, "path", "") or step.said.path for step in turns.steps][-2:] == [
        "course.turns.act",
        "course.turns.limit",
    ]
    assert "turn.take.greedy.rob" in program.actions and "pass" in program.actions["turn"]
    assert {"cook", "favourite"} <= program.score.keys() and "portions" in program.score
    robbed = program.sentences["turn.take.greedy.if"]
    assert (Path(robbed.place.file).name, robbed.place.line) == ("robber.yaml", 5)


def test_cards_of_a_rules_file():
    program = read(SMALL)
    assert len(program.deck.kinds["card"]) == 6 and set(program.deck.counts.values()) == {2}
    assert program.deck.fields["value"]["card_3_blue"] == 3 and program.deck.fields["suit"]["card_3_blue"] == "blue"


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        (
            "from stock to each",
            "from stok to each",
            "small.yaml:7:31: game.deal: there is no zone 'stok'; did you mean 'stock'?",
        ),
        (
            "sum of value",
            "sum of valeu",
            "small.yaml:13:21: score.sum: there is no field of cards 'valeu'; did you mean 'value'?",
        ),
        ("choose turn", "choose tern", "there is no section 'tern' to choose from; did you mean 'turn'?"),
        (
            "hand: hand",
            "hand: hund",
            "small.yaml:4:28: zones.hand: there is no kind of zone 'hund'; did you mean 'hand'?",
        ),
        ("pot: 0", "pot: many", "small.yaml:5:17: counters.pot: expected a number, or 'each' and a number, got 'many'"),
        ("pot: 0", "hand: 0", "small.yaml:5:12: 'hand' is already the name of a zone; choose another name"),
        (
            "pot: 0",
            "from: 0",
            "small.yaml:5:12: you cannot use 'from' as a name, "
            "because it is a word of the rules language; choose another name",
        ),
        ('"2, from 1 to 3"', '"5, from 1 to 3"', "small.yaml:3:16: rules.dealt: 5 is not from 1 to 3"),
        (
            "shared | nobody",
            "shared",
            "small.yaml:3:40: rules.last: expected '2, from 1 to 4' or options such as 'shared | nobody', got 'shared'",
        ),
        (
            "value: 1 to 3",
            "value: 1 to 3000",
            "small.yaml:2:17: cards.card.value: 1 to 3000 is empty or too long",
        ),
        ("game:", "gome:", "there is no section 'game'; add one with the steps with which play starts"),
        (
            "turn:\n",
            "scores: {b: nothing}\nturn:\n",
            "small.yaml:9:1: no step leads to the section 'scores'; did you mean 'score'?",
        ),
        (
            "act: choose turn",
            "act: choose turn, then: turn if no card in stock",
            "small.yaml:8:71: game.turns.then: 'turn' is a section of actions; write 'choose turn'",
        ),
        (
            "act: choose turn",
            "act: go again",
            "small.yaml:11:5: turn.play: 'pick' belongs to actions, and no step says 'choose turn'",
        ),
        (
            "act: choose turn}",
            "act: choose turn, must: go again}",
            "small.yaml:8:65: game.turns: 'must' has no meaning here, and you cannot use it as the name of a step",
        ),
        (
            "act: choose turn}",
            "act: choose turn, otherwise: go again}",
            "small.yaml:8:65: game.turns: 'otherwise' has no meaning here",
        ),
        (
            "act: choose turn",
            "act: {again: go again, else: nothing}",
            "small.yaml:8:70: game.turns.act: 'else' needs 'if', 'unless' or 'by' in the same clause",
        ),
        (
            "act: choose turn",
            "act: {if: no card in stock, unless: no card in stock, again: go again}",
            "small.yaml:8:75: game.turns.act: expected 'if' or 'unless', got both; "
            "write two clauses, one inside the other",
        ),
        (
            "pick: {card: a card in your hand}",
            "pick: [card]",
            "small.yaml:11:11: expected names with their definitions, got a list",
        ),
        (
            "down: move card from your hand to your row",
            "down: [move]",
            "small.yaml:12:11: turn.play.down: expected a sentence or named steps, got a list",
        ),
    ],
)
def test_a_fault_says_where_what_and_the_nearest(was, now, told):
    assert was in SMALL
    assert told in "\n".join(faults(SMALL.replace(was, now)))


def test_one_slip_is_one_fault():
    assert len(faults(SMALL.replace("hand: hand", "hand: hund"))) == 1
    assert len(faults(SMALL.replace("from stock to each", "from stok to each"))) == 1


def test_all_faults_come_together():
    text = SMALL.replace("dealt cards", "delt cards").replace("your row}", "your raw}").replace("pot: 0", "pot: x")
    assert len(faults(text)) == 3


def test_a_section_may_be_left_by_what_led_to_it():
    rules = parse_yaml(SMALL.replace("  turns:", "  warn: warning\n  turns:") + "warning: {a: nothing}\n", "small.yaml")
    variant = parse_yaml("clauses: {game.warn: drop, turm.play: nothing}", "v.yaml").items["clauses"]
    with pytest.raises(InputError, match=r"v\.yaml:1:28: no step leads to the section 'turm'; did you mean 'turn'"):
        read_rules(with_clauses(rules, variant, []))
    del variant.items["turm.play"]
    assert "warning" in read_rules(with_clauses(rules, variant, [])).phases


def test_paths_lead_through_a_choice_without_its_word():
    was = "act: choose turn"
    rules = parse_yaml(
        SMALL.replace(was, "act: {choose: {wait: nothing, nap: nothing}}, also: choose turn"), "small.yaml"
    )
    changes = {
        "act.wait": "drop", "act.rest": "go again", "act.snore after nap": "nothing", "act.otherwise": "nothing",
        "act.choose.nap": "go again",
    }  # fmt: skip
    told = ", ".join(f"game.turns.{path}: {said}" for path, said in changes.items())
    program = read_rules(with_clauses(rules, parse_yaml(f"{{{told}}}", "v.yaml"), []))
    assert list(program.actions["game.turns.act"]) == ["nap", "snore", "rest"]
    assert {path for path in program.sentences if ".act" in path} == {
        f"game.turns.act.{name}" for name in ("nap", "snore", "rest", "otherwise")
    }


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("turn.take.gian: drop", "clauses: turn.take.gian: there is nothing to drop; did you mean 'gain'?"),
        ("turn.take.gain.more: go again", "'gain' is a single sentence and contains no other clause"),
        ("course.turns.limit after atc: go again", "did you mean 'after act'?"),
        (
            "turn.take after take: {wait: nothing}",
            "expected 'before' or 'after' with the name of a neighbouring clause",
        ),
        ("trun.take: drop", "there is nothing to drop; did you mean 'turn'?"),
    ],
)
def test_a_change_that_cannot_be_is_told(change, told):
    node, found = parse_yaml(f"clauses: {{{change}}}", "v.yaml"), []
    with_clauses(read_yaml(GAMES / "king_lui.yaml"), node.items["clauses"], found)
    (fault,) = map(str, found)
    assert fault.startswith("v.yaml:1:11") and told in fault


def test_what_can_be_changed_is_changed_where_other_changes_cannot_be():
    rules, found = parse_yaml(SMALL, "small.yaml"), []
    told = "turn.gone: drop, turn.rest: go again, turn.snore after naps: go again, turn.play after play: nothing"
    changed = with_clauses(rules, parse_yaml(f"{{{told}}}", "v.yaml"), found)
    assert [str(fault).split(":")[4] for fault in found] == [
        " turn.gone",
        " turn.snore after naps",
        " turn.play after play",
    ]
    assert list(changed.items["turn"].items)[-3:] == ["rest", "snore", "play"]


def test_hostile_files_end_soon():
    deep = "act: " + "{a: " * 25 + "go again" + "}" * 25
    assert "deep" in faults(SMALL.replace("turns: {", f"deep: {{{deep}}}\n  turns: {{"))[0]
    many = "\n".join(f"  step{number}: go again" for number in range(MAX_CLAUSES + 5))
    assert "clauses" in faults(SMALL.replace("  turns:", f"{many}\n  turns:"))[0]
    wide = SMALL.replace("value: 1 to 3, suit: [red, blue]", "value: 1 to 900, rank: 1 to 900, suit: 1 to 900")
    assert "different cards" in faults(wide)[0]


@pytest.mark.parametrize(
    ("amount", "many", "column"), [("5", 5, 18), ("dealt", 6, 18), ("4", 0, 0), ("cards in stock", 0, 0)]
)
def test_a_pick_of_more_cards_than_are_picked_at_once_is_told(amount, many, column):
    text = SMALL.replace("2, from 1 to 3", "2, from 1 to 6").replace(
        "a card in your hand", f"{amount} cards in your hand"
    )
    if not many:
        assert read(text.replace("cards in stock", "(cards in stock)"))
        return
    told = f"turn.play.pick.card: expected a pick of at most 4 cards, got {many}; "
    told += "let the player pick the others in further actions"
    assert faults(text) == [f"small.yaml:11:{column}: {told}"]


SLIPS = """\
cards: {card: {value: 1 to 3, suit: [red, blue], count: 2}}
rules: {last: shared | nobody}
zones: {stock: pile, hand: hand, row: tableau}
game:
  deal: {repeat: 2 times, one: deal 1 card from stock to each hand}
  sides: {for each: suit, none: nothing}
  turns:
    players: in turn from first player
    until: every player has no card in hand
    skip: no card in your hand
    act: {choose: turn, otherwise: nothing}
    more: {if: no card in your hand, note: nothing, else: {less: nothing}}
    rest: {by: last, shared: nothing, nobody: nothing}
turn:
  play:
    when: any card in your hand
    pick: {card: a card in your hand}
    must: {low: value of card is 1}
    down: move card from your hand to your row
"""


@pytest.mark.parametrize(
    ("was", "slip"),
    [
        ("until", "untill"), ("until", "utnil"), ("when", "wehn"), ("when", "whenn"), ("pick", "pik"),
        ("must", "mustt"), ("skip", "skipp"), ("players", "playres"), ("repeat", "repaet"), ("for each", "for eech"),
        ("by", "bye"), ("else", "els"), ("if", "iff"),
    ],
)  # fmt: skip
def test_a_slip_of_a_word_of_structure_is_told_as_such(was, slip):
    assert SLIPS.count(f"{was}:") == 1
    text = SLIPS.replace(f"{was}:", f"{slip}:")
    line, before = next((at, line) for at, line in enumerate(text.splitlines(), 1) if f"{slip}:" in line)
    told = f": there is no word of structure '{slip}'; did you mean '{was}'?"
    first = [each for each in faults(text) if each.endswith(told)]
    assert [each.split(": ")[0] for each in first] == [f"small.yaml:{line}:{before.index(slip + ':') + 1}"]


def test_steps_may_be_called_like_words_of_structure():
    text = SLIPS.replace("    more: {if", "    then: nothing\n    lose: nothing\n    untill: nothing\n    more: {if")
    assert read(text)
    told = faults(text.replace("then: nothing", "then: draw 1 crad from stock to your hand"))
    assert told == ["small.yaml:12:18: game.turns.then: there is no kind of card 'crad'; did you mean 'card'?"]


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("pot: 0", "pot: {each: 3}", "10:24: counters.pot.each: expected 'player', got '3'; "
         "for a counter of each player that starts at 3, write 'each 3'"),
        ("pot: 0", "pot: {each: players}", "10:24: counters.pot.each: expected 'player', got 'players'"),
        ("hand: hand", "hand: {each: player, order: perhaps}",
         "9:50: zones.hand.order: expected yes or no, got 'perhaps'"),
        ("zones:", "words: {card: [cards]}\nzones:", "9:15: expected one word, the plural, got a list"),
        ("zones:", "words: {card: -2}\nzones:", "9:15: words.card: expected one word, the plural of 'card', got '-2'"),
    ],
)  # fmt: skip
def test_long_forms_that_mean_nothing_are_told(was, now, told):
    text = "\n" * 5 + SMALL
    assert text.count(was) == 1
    assert [each.removeprefix("small.yaml:") for each in faults(text.replace(was, now))] == [told]


@pytest.mark.parametrize(
    ("one", "several"),
    [("property", "properties"), ("box", "boxes"), ("day", "days"), ("torch", "torches"), ("oak", "oaks")],
)
def test_several_of_a_kind_are_called_as_english_has_it(one, several):
    text = f"cards: {{{one}: {{value: 1 to 3}}}}\nzones: {{stock: pile}}\ngame: {{all: shuffle all WORD into stock}}\n"
    for word in (several, f"{one}s"):  # some files have an s in any case
        assert read(text.replace("WORD", word)).sentences["game.all"].tree.do.moved.form == "all"


def test_a_step_called_choose_is_told_where_it_stands():
    with pytest.raises(InputError) as told:
        read("cards: {card: {count: 9}}\nzones: {stock: pile}\ngame:\n  choose: shuffle all cards into stock\n")
    assert str(told.value).startswith(
        "small.yaml:4:11: expected the name of a section of actions after 'choose', got 'shuffle"
    )
