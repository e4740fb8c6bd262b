"""What is wrong with clauses and strings is told at once, where it stands, before anything is played."""

import pytest

RULES = """\
zones: {stock: pile, hand: hand, row: tableau}
game:
  shuffle: shuffle all cards into stock
  deal: deal 2 cards from stock to each hand
  turns: {players: in turn from first player, until: no card in stock, act: choose turn}
turn:
  play: {pick: {card: a card in your hand}, down: move card from your hand to your row}
  draw: {card: draw 1 card from stock to your hand}
score: {sum: cards in your row}
"""


@pytest.fixture
def wood(game):
    game.write("rules.yaml", RULES)
    return game


def test_what_cannot_be_compiled_is_a_fault_of_the_rules(wood, run):
    wood.edit("rules.yaml", "  draw: {card", "  draw: {on: idle, card")
    wood.edit("rules.yaml", "score:", "idle: {on: toss, last: toss}\ntoss: {on: idle, again: idle}\nscore:")
    done = run("check", "./wood", "--static")
    assert done.code == 2 and "rules.yaml:10:12: 'idle' leads back to itself" in done.err
    assert "account-fault" not in done.out + done.err


def test_every_string_that_speaks_of_what_is_not_picked_is_told_with_its_place(wood, run):
    wood.edit(
        "strings/en.yaml", "game.title", 'play.turn.play: "plays {crad} by {way}"\nplay.draw: "draws {n}"\ngame.title'
    )
    wood.edit("strings/fr.yaml", "game.title",
              'play.turn.play: {from: "plays {crad} by {way}", to: "joue {carte}"}\ngame.title')  # fmt: skip
    done = run("check", "./wood", "--static")
    told = [line.partition("wood/")[2] for line in done.err.splitlines() if ": play.turn.play: there is no" in line]
    assert done.code == 2 and told == [
        "strings/en.yaml:1:17: en: play.turn.play: there is no '{crad}'; did you mean 'card'?",
        "strings/en.yaml:1:17: en: play.turn.play: there is no '{way}'; expected one of card",
        "strings/fr.yaml:1:53: fr: play.turn.play: there is no '{carte}'; expected one of card",
    ]
    wood.edit("strings/en.yaml", "{crad} by {way}", "{card}")
    wood.edit("strings/fr.yaml", "{carte}", "{card}")
    assert "nothing is known" not in run("check", "./wood", "--static").err


def test_every_sentence_of_an_account_that_is_at_fault_is_told(wood, run):
    wood.edit("strings/en.yaml", "game.title", 'play.tell.turn.draw.card: "{cards in hnd}"\n'
              'play.tell.game.deal: "{cards in rwo}"\nplay.tell.turn.play.down: "{crad}"\ngame.title')  # fmt: skip
    told = run("check", "./wood", "--static").out
    assert told.count("account-fault") == 3 and {f"en.yaml:{line}:" in told for line in (1, 2, 3)} == {True}
