"""What clauses leave open, found before play: planted in games that ship, with its place and what to write instead."""

import json

import pytest

from cardgen.definitions.load import load_game
from cardgen.foundations.findings import STATIC
from cardgen.starting.starter import kinds, make_game
from cardgen.store.library import all_games, find_game
from cardgen.validation.silent import check_silent

TEXTS = "texts: {en: {title: T, why: W.}, fr: {title: T, why: W.}, it: {title: T, why: W.}}\n"
WHICH, SHORT, ROUND, BOTH = CODES = "who-chooses", "may-fall-short", "goes-round", "same-both-ways"


@pytest.fixture
def house_rule(tmp_path):
    """house_rule(game, clause...) -> the file of a variant with these clauses."""

    def write(game, *clauses):
        file = tmp_path / "mine.yaml"
        lines = "".join(f"  {clause}\n" for clause in clauses)
        file.write_text(f"changes: {game}\nclauses:\n{lines}{TEXTS}", "utf-8")
        return file

    return write


def silent(game, file):
    return [*check_silent(load_game(find_game(game), str(file)))]


@pytest.mark.parametrize(
    ("code", "game", "clause"),  # § stands before the sentence that is told of
    [
        (WHICH, "ballast", "turn.draw: {when: any card in your hand, off: §move 1 card from your hand to meadow}"),
        (WHICH, "king_lui", "course.turns.lose after act: §move 1 dish from table to out"),
        (WHICH, "king_lui", "course.turns.lose after act: §move 2 cards from table to out if any dish on table"),
        (WHICH, "honey_paws", "visit.more after take: §take up to 2 bees from hive to your larder"),
        (SHORT, "ballast", "flight.turns.fresh after act: §draw 1 card from stock to your hand"),
        (SHORT, "ballast", "turn.gust.more: §draw 2 cards from stock to your hand"),
        (ROUND, "ballast", "flight.drift before turns: {repeat: §while no card on meadow, idle: nothing}"),
        (ROUND, "king_lui", "course.wait before lay: {repeat: §until any card on king, wait: add 1 to served}"),
        (BOTH, "ballast", "turn.gust.lose: {if: §any card in your hand, one: note a, else: {other: note a}}"),
        (
            BOTH,
            "ballast",
            "turn.gust.lose: {unless: §no card in stock, a: note a, b: note b, else: {c: note a, d: note b}}",
        ),
        (ROUND, "hedgerow", "game.end: {repeat: §forever, wait: nothing}"),
    ],
)
def test_planted(code, game, clause, house_rule):
    path = clause.split(":")[0].split(" ")[0]
    (found,) = silent(game, house_rule(game, clause.replace("§", "")))
    assert (found.code, found.message.partition(": ")[0].startswith(path)) == (code, True)
    assert (found.place.line, found.place.column) == (3, clause.index("§") + 3)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("ballast", "turn.draw: {when: any card in your hand, off: move 1 random card from your hand to meadow}"),
        ("ballast", "turn.draw: {pick: {one: a card in your hand}, off: move one from your hand to meadow}"),
        ("ballast", "flight.turns.fresh after act: draw up to 1 card from stock to your hand"),
        ("ballast", "flight.turns.fresh after act: draw 1 card from stock to your hand if any card in stock"),
        ("ballast", "flight.drift before turns: {repeat: 3 times, one: turn up 1 card from stock onto meadow}"),
        (
            "ballast",
            "turn.gust.lose: {if: any card in stock, one: note a, two: note b, else: {two: note b, one: note a}}",
        ),
        ("king_lui", "course.turns.lose after act: move 1 emerald from table to out"),
        ("harbour_lights", "storm_breaks.more: move up to 1 plank from hull to out"),
    ],
)
def test_harmless(game, clause, house_rule):
    assert not silent(game, house_rule(game, clause))


def test_the_message_says_what_to_write(house_rule):
    (found,) = silent("ballast", house_rule("ballast", "turn.gust.lose: move 2 cards from your hand to meadow"))
    for said in ("turn.gust.lose: ", "from 'hand'", "'2 random'", "'all'", "'pick'"):
        assert said in found.message


def test_only_the_numbers_of_players_are_named_with_whom_it_is_so(house_rule):
    file = house_rule("ballast", "flight.deal: deal 15 cards from stock to each hand")
    game = load_game(find_game("ballast"), str(file))
    cards, (low, high) = sum(design.count for design in game.designs), game.players
    few = [str(players) for players in range(low, high + 1) if 15 * players > cards]
    (found,) = check_silent(game)
    assert 0 < len(few) <= high - low and f"cards with {' or '.join(few)} players;" in found.message


def test_of_clauses_at_fault_nothing_is_told(house_rule):
    file = house_rule("ballast", "flight.drift: drift", "drift: {again: flight}")
    assert not silent("ballast", file)


@pytest.mark.parametrize("home", all_games(), ids=lambda home: home.name)
def test_games_that_ship_leave_nothing_of_it_open_nor_do_their_variants(home):
    for variant in ("base", *home.variants):
        assert not [*check_silent(load_game(home, variant))], variant


@pytest.mark.parametrize("kind", kinds())
def test_nor_does_a_game_that_one_begins_with(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    make_game("mine", kind=kind)
    assert not [*check_silent(load_game(find_game("./mine")))]


def test_the_check_tells_of_it(run, house_rule):
    loses, waits = "turn.gust.lose: move 2 cards from your hand to meadow", "{repeat: forever, wait: nothing}"
    file = house_rule("ballast", loses, f"flight.drift before turns: {waits}")
    told = run("check", "ballast", "--variant", file, "--static", "--json")
    found = {each["code"]: each["severity"] for each in json.loads(told.out)["static"] if each["code"] in CODES}
    assert found == {ROUND: "error"} and told.code == 1  # play does not come to the gust
    told = run("check", "ballast", "--variant", house_rule("ballast", loses), "--static")
    assert "mine.yaml:3:19: warning who-chooses: turn.gust.lose: " in told.out
    assert [STATIC[code][0] for code in CODES] == ["warning", "note", "error", "warning"]


DRAWING = """\
players: 2
cards: {{card: {{value: 1 to 12}}}}
zones: {{stock: pile, hand: hand, discard: {{order: yes, seen by: all}}}}
game:
  shuffle: shuffle all cards into stock
  deal: {deal}
  turns: {{players: in turn from first player, until: {until}, act: {{choose: turn}}}}
refill: {{if: no card in stock, back: move all cards from discard to stock, mix: shuffle stock}}
turn:
  draw: {{when: {when}, again: refill, take: draw 1 card from stock to your hand}}
  lay: {{pick: {{card: a card in your hand}}, down: put card from your hand onto discard}}
  out: end the game
"""
TWO = "deal 2 cards from stock to each hand"
EITHER = "any card in stock or any card in discard"
NEVER = "no card in stock and no card in any hand"


@pytest.mark.parametrize(
    ("deal", "until", "when", "found"),
    [
        (TWO, NEVER, EITHER, []),
        (TWO, NEVER, f"({EITHER}) and cards in your hand is less than 9", []),
        (TWO, NEVER, "not (no card in stock and no card in discard)", []),
        (TWO, "no card in stock and no card in discard", "any card in your hand", []),
        (TWO, NEVER, "any card in stock or any card in your hand", ["turn.draw.take"]),
        ("{repeat: until no card in stock, two: deal 2 cards from stock to each hand}", NEVER, EITHER, []),
        (f"{{repeat: until no card in stock, two: {TWO.replace('2', '4')}}}", NEVER, EITHER, ["game.deal.two"]),
        ("{repeat: while any card in stock, two: deal 3 cards from stock to each hand}", NEVER, EITHER, []),
        ("{repeat: until cards in stock is less than 5, two: deal 3 cards from stock to each hand}", NEVER, EITHER, []),
    ],
)
def test_ways_are_gone_through_one_by_one(deal, until, when, found, tmp_path):
    (tmp_path / "drawing.yaml").write_text(DRAWING.format(deal=deal, until=until, when=when), "utf-8")
    told = check_silent(load_game(find_game(str(tmp_path / "drawing.yaml"))))
    assert [each.who for each in told if each.code == SHORT] == found
