"""Accounts of games: every sentence in every language, numbers that agree, told as the engine reckons."""

import random
import re
from pathlib import Path

import numpy as np
import pytest

from cardgen.definitions.engines import rules_of
from cardgen.definitions.fields import word
from cardgen.definitions.rules import explain
from cardgen.play.chance import seed_streams
from cardgen.play.games.draco.position import TOAST
from cardgen.play.playthrough import playthrough
from cardgen.play.seating import policies
from cardgen.play.tale import ACCOUNT_PREFIX, Step, Tale, tale_of
from cardgen.play.words import PLAYERS
from cardgen.store.library import all_games
from cardgen.validation.sampling.cells import option_sets
from tests.play.games import definition, played
from tests.play.produce import FOLDER, table
from tests.rules.by_clauses import by_hand

GAMES = [home.name for home in all_games() if definition(home.name).engine]
BY_ENGINE = [name for name in GAMES if definition(name).clauses is None]  # what clauses tell has words for all games
LANGUAGES = ("en", "fr", "it")
GOLDENS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BY_ENGINE)
def test_every_case_end_policy_and_option_has_its_words(name, language):
    game = played(name)
    words, engine = game.words(language), game.engine.verbs
    for key in (
        *(f"play.end.{end}" for end in engine.ENDS if end),
        *(f"play.silence.{case}" for case in engine.SILENCES),
    ):
        assert words.knows(key), key
    for policy in policies(game):
        assert words.knows(f"policy.{policy}"), policy
    for options in option_sets(game.engine):
        for option, value in options.items():
            assert words.knows(f"option.{option}.{value}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BY_ENGINE)
def test_every_case_is_told_with_how_it_is_decided_under_every_rule(name, language):
    """By one sentence, whatever the rules: of a rule that settles a case, every value has its own."""
    words = played(name).words(language)
    rules = {info.name: [word(value) for value in info.values] for info in explain(rules_of(name))}
    for case in played(name).engine.verbs.SILENCES:
        settling = [rule for rule, values in rules.items() if words.knows_any(f"play.ruling.{case}.{rule}.")]
        assert len(settling) + words.knows(f"play.ruling.{case}") == 1, case
        for rule in settling:
            assert all(words.knows(f"play.ruling.{case}.{rule}.{value}") for value in rules[rule]), case


@pytest.mark.parametrize("path", [path for path in GOLDENS if ".en." not in path.name], ids=lambda path: path.name)
def test_nothing_is_left_of_the_keyboard_or_of_the_code(path):
    text, game = path.read_text("utf-8"), path.name.partition(".")[0]
    assert not re.findall(r"""['"{}_]|\.\.\.|\d x \d|\w=\w""", text)
    assert ".fr." not in path.name or not re.findall(r" [;:!?](?=\s)", text)  # no-break spaces before these
    ids = set(policies(played(game))) - {"random"} | {"unmasked", "masked"}
    assert not [id for id in ids if re.search(rf"\b{id}\b", text)]


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.name)
def test_numbers_agree(path):
    words = {"en": "player card portion point", "fr": "joueur carte portion point pièce", "it": "porzion[ei] punt[oi]"}
    language = path.name.split(".")[-2]
    text = re.sub(r"\d+\s[×+=]\s(?=\d)", "", path.read_text("utf-8"))
    for number, noun in re.findall(rf"\b(\d+)\s((?:{'|'.join(words[language].split())})s?)\b", text):
        one = noun[-1] != "s" if language != "it" else noun in ("porzione", "punto")
        assert one == (int(number) in ((0, 1) if language == "fr" else (1,))), (number, noun)


@pytest.mark.parametrize(("language", "told"), [("en", "1 player"), ("fr", "1 joueur"), ("it", "1 giocatore")])
def test_who_plays_alone_is_one_player_and_has_wages(language, told):
    game = played("party_at_louis")
    lines = list(playthrough(game, ["greedy"], 1, language, {"side": "unmasked"}))
    assert f" {told}, " in lines[0].replace("\u00a0", " ")
    wage = game.words(language).say("scale.best").replace("'", "’")
    assert re.search(rf": [“«]\s?{wage}\s?[”»]\.$", lines[-1])
    ghost = {"en": "The ghost eats", "fr": "Le fantôme mange", "it": "Il fantasma mangia"}[language]
    assert sum(line.startswith(ghost) for line in lines) == 9


def test_a_seed_stays_as_it_is_typed():
    """No range of numbers is made of a hash that happens to be digits alone."""
    game = played("party_at_louis")
    assert f"seed 1-{game.rules_hash()}" in next(playthrough(game, ["random"], 1, "en", typed=True))


class Told:
    """A tale that keeps what it says: keys with their values."""

    def __init__(self, game, language="en"):
        self.tale = tale_of(game, game.words(language))
        self.said = []
        say = self.tale.say
        self.tale.say = lambda key, **values: (self.said.append((key, values)), say(key, **values))[1]


def silver(told):
    return int(told.split()[0])


def told_money(told, players):
    """What a told toast comes to for each player: what is received, less what is owed and can be paid."""
    signs = dict.fromkeys(("toast.pays", "toast.john_pays"), 1)
    signs |= dict.fromkeys(("toast.owes", "toast.john_owes", "toast.zork", "toast.zork_all"), -1)
    money = dict.fromkeys(PLAYERS[:players], 0)
    for key, values in told:
        names = [values["player"]("")] if "player" in values else re.split(", | and ", values.get("names", ""))
        for name in names:
            if key == "toast.short":
                money[name] += silver(values["due"]) - silver(values["silver"])
            elif key in signs:
                money[name] += signs[key] * silver(values["silver"])
    return list(money.values())


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("rules", [{}, {"zork_tie": "all", "finite_bank": True}])
def test_what_a_toast_is_told_to_pay_is_what_is_paid(seed, rules):
    game = played("draco", **rules)
    chooser, position = random.Random(seed), game.new_position(3 + seed % 4, seed=seed)
    toasts = 0
    while not position.is_terminal():
        before, players = position.clone().record, position.record.players
        position.apply_action(chooser.choice(position.legal_actions()[-1:] + position.legal_actions()))
        if before.phase == TOAST and position.record.toasts > before.toasts:
            told, toasts = Told(game), toasts + 1
            assert len(list(told.tale.toast_account(before, position.record))) >= 6
            assert told_money(told.said, players) == (position.record.money - before.money)[:players].tolist()
    assert toasts


@pytest.mark.parametrize("name", [name for name in GAMES if name not in BY_ENGINE])
def test_a_turn_is_told_alike_by_who_has_not_followed_the_game(name):
    game = played(name)
    undealt, chooser = game.engine.zones.new_state(len(table(game))), random.Random(5)
    seed_streams(undealt[0].streams, np.uint64(5))
    position, told = game.new_position(len(table(game)), seed=5), 0
    followed, words = tale_of(game, game.words("en")), game.words("en")
    list(followed.opening(undealt))
    while not position.is_terminal():
        now, action = position.records.copy(), chooser.choice(position.legal_actions())
        position.apply_action(action)
        steps = [Step(now, action, position.records.copy())]
        lines = list(followed.turn(steps))
        if not followed.held:  # which speaks of the round that follows
            assert list(tale_of(game, words).turn(steps)) == lines
            told += len(lines)
        list(followed.round(position.record))
    assert told > 5


@pytest.mark.parametrize("name", GAMES)
def test_what_the_end_tells_is_what_the_engine_reckons(name):
    """The last totals are everybody's points, and the winner told is the winner."""
    game = played(name)
    for seed in range(3):
        position = game.new_position(len(table(game)), seed=seed)
        chooser = random.Random(seed)
        while not position.is_terminal():
            position.apply_action(chooser.choice(position.legal_actions()))
        tale = tale_of(game, game.words("en"))
        lines = list(tale.reckoning(position))
        unit = "silver" if name == "draco" else "points?"
        ends = [
            re.search(rf"(\u2212?\d+) {unit}\.?$", line) for line in lines if re.match(r"  Total|\w+: \u2212?\d", line)
        ]
        found = [int(end[1].replace("\u2212", "-")) for end in ends]
        assert found == (position.returns()[:1] if game.together else position.returns())
        (verdict,) = tale.verdict(position)
        assert all(tale.player(player)("") in verdict for player in position.winners())


def test_the_products_of_a_score_make_its_sum():
    for path in FOLDER.glob("king_lui.*.en.txt"):
        for mine, king, points in re.findall(r"(\d+)\s×\s(\d+)\s=\s(\d+)", path.read_text("utf-8")):
            assert int(mine) * int(king) == int(points)
        for terms, total in re.findall(r"Total: ((?:\d+\s\+\s)+\d+)\s=\s(\d+)", path.read_text("utf-8")):
            assert sum(map(int, re.findall(r"\d+", terms))) == int(total)


@pytest.mark.slow
def test_a_game_without_such_sentences_is_told_by_its_notation(monkeypatch):
    game = by_hand()
    monkeypatch.setattr("cardgen.play.words.Words.knows_any", lambda self, prefix: prefix != ACCOUNT_PREFIX)
    assert type(tale_of(game, game.words("en"))) is Tale
    lines = list(playthrough(game, ["greedy"] * 3, 1, "en"))
    assert "Anna takes cheese." in lines and "Course 1" in lines
    assert re.fullmatch(r"Anna: \d+\spoints\.", lines[lines.index("Scoring") + 1])


@pytest.mark.parametrize("name", BY_ENGINE)
def test_no_sentence_is_left_that_nothing_says(name):
    """But for those of dishes, which are asked for by their sets."""
    source = "".join(
        path.read_text("utf-8") for path in Path(played(name).engine.zones.module.__file__).parent.glob("tale*.py")
    )
    for key in definition(name).strings["en"]:
        if key.startswith(ACCOUNT_PREFIX) and not key.startswith(f"{ACCOUNT_PREFIX}dish."):
            said = key.removeprefix(ACCOUNT_PREFIX).rpartition(".")[2].removeprefix("john_")
            assert f'"{said}"' in source or f'"toast.{said}"' in source, key


def test_what_has_no_words_is_told_by_its_id():
    assert played("king_lui").words("fr").say_or("policy.hungry", "hungry") == "hungry"
