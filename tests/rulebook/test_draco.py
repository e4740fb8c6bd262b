"""Draco & Co's rulebook under other rules: each has its words, in three languages and in the same places."""

import re

import pytest
from hypothesis import given

from cardgen.definitions.examples import read_examples
from cardgen.definitions.load import load_game
from cardgen.play import load_game as load_played
from cardgen.play.examples import prove
from tests.rulebook.reading import LANGUAGES, SOME, Reading

BOOKS = Reading("draco")
HOME, INFOS, said = BOOKS.home, BOOKS.infos, BOOKS.said


# Each rule's sentences stand in the rulebook under it and in no other.
WORDING = [
    (
        {"hand_size": "7"},
        "Deal each player 7 and lay the others face down",
        "distribuez-en 7 à chacun",
        "distribuitene 7 a ciascuno",
    ),
    (
        {"starting_gold": "0"},
        "Nobody has any money yet.",
        "Personne n’a encore d’argent.",
        "Nessuno ha ancora denaro.",
    ),
    (
        {"cup_starts": "left"},
        "The player to their left takes the cup.",
        "La personne assise à sa gauche prend la coupe.",
        "Chi siede alla sua sinistra prende la coppa.",
    ),
    (
        {"last_owes": "3"},
        "6 silver for the last place",
        "6 pièces d’argent s’il est dernier",
        "6 monete d’argento per l’ultimo posto",
    ),
    (
        {"zork_tie": "all"},
        "each of them pays the whole sum.",
        "chacune paie toute la somme.",
        "ognuno di loro paga l’intera somma.",
    ),
    (
        {"sarah_draw": "may"},
        "may draw 1 card each",
        "peuvent piocher chacun 1 carte",
        "possono pescare 1 carta a testa",
    ),
    (
        {"hand_limit": "1"},
        "If you already hold 1 card or more, you do not draw.",
        "Si vous avez déjà au moins 1 carte en main, vous ne piochez pas.",
        "Se hai già almeno 1 carta in mano, non peschi.",
    ),
    (
        {"finite_bank": "yes"},
        "The bank pays no more than it holds.",
        "La banque ne verse que ce qu’elle a.",
        "La banca non paga più di quanto ha.",
    ),
    (
        {"extra_piles": "1"},
        "The first time this happens, go on as before.",
        "La première fois, la partie continue comme avant.",
        "La prima volta si continua come prima.",
    ),
    (
        {"extra_piles": "3"},
        "The first 3 times this happens",
        "Les 3 premières fois, la partie",
        "Le prime 3 volte si continua",
    ),
    (
        {"toast_limit": "5"},
        "The game also ends with toast number 5, if it comes first.",
        "La partie prend fin aussi avec le toast numéro 5, s’il arrive plus tôt.",
        "La partita finisce anche con il brindisi numero 5, se arriva prima.",
    ),
]


@pytest.mark.parametrize(("rules", "en", "fr", "it"), WORDING)
def test_a_rule_has_its_words_and_no_other_has(rules, en, fr, it):
    BOOKS.words_stand_under_their_rules_alone(rules, en, fr, it)


@SOME
@given(BOOKS.rules)
def test_languages_say_the_same_in_the_same_places(rules):
    for kind in ("md", "summary.md"):
        texts = BOOKS.languages_agree(rules, kind)
        numbers = [re.findall(r"\|:?-*:?\||−?\b\d+\b", _tables(text)) for text in texts.values()]
        assert numbers[0] == numbers[1] == numbers[2]
        assert not any(re.search(r"[!?]\.", text) for text in texts.values())


def _tables(text):
    return "\n".join(line for line in text.splitlines() if line.startswith("|"))


@pytest.mark.parametrize("variant", ["base", *HOME.variants])
def test_the_appendix_tells_every_action_card(variant):
    game = load_game(HOME, variant)
    actions = [design for design in game.designs if "effect" in design.behaviour]
    for language in LANGUAGES:
        rows = re.findall(r"^\| \*(.+?)\* \| (\d+) \| (.+) \|$", said(language, variant=variant), re.M)
        assert [int(count) for _, count, _ in rows] == [design.count for design in actions]
        assert all(text.endswith(".") for *_, text in rows)


@pytest.mark.parametrize("variant", ["base", *HOME.variants])
def test_rings_number_all_places_from_the_hand_with_the_cup(variant):
    for language in LANGUAGES:
        rings = re.findall(r"\(ring:draco/(right|left),([^)]*)\)", said(language, variant=variant))
        assert rings
        for hand, seats in rings:
            numbers = [int(seat.split("=")[1]) for seat in seats.split(",")]
            clockwise = list(range(1, len(numbers) + 1))  # from Draco's left hand on
            assert numbers == (clockwise if hand == "left" else clockwise[::-1])


@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.name)
def test_the_examples_need_no_more_than_they_say(info):
    for value in info.values:
        game = load_played("draco", rules={info.name: value})
        for example in read_examples(game.definition):
            assert not example.holds or prove(game, example) == [], (example.name, value)
