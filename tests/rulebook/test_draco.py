"""Draco & Co's rulebook under other rules: each has its words, in three languages and in the same places."""

import re

import pytest
from hypothesis import given

from cardgen.definitions.examples import read_examples
from cardgen.definitions.fields import word
from cardgen.definitions.load import load_game
from cardgen.play import load_game as load_played
from cardgen.play.examples import prove
from cardgen.rulebook.blocks import walk
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.scene import Scene
from tests.rulebook.reading import LANGUAGES, SOME, Reading

BOOKS = Reading("draco")
HOME, INFOS, said = BOOKS.home, BOOKS.infos, BOOKS.said


# Each rule's sentences stand in the rulebook under it and in no other.
WORDING = [
    (
        {"hand_size": "7"},
        "Deal 7 to each player and lay the others face down",
        "distribuez-en 7 à chacun",
        "datene 7 a ciascuno",
    ),
    (
        {"starting_gold": "0"},
        "Nobody has any money yet.",
        "Personne n’a encore d’argent.",
        "Nessuno ha ancora denaro.",
    ),
    (
        {"cup_starts": "left"},
        "The player to their left starts with the cup.",
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
        "the owner of each of her 2 neighbours may draw a card",
        "le propriétaire de chacun de ses 2 voisins peut piocher une carte",
        "il proprietario di ognuno dei suoi 2 vicini può pescare una carta",
    ),
    (
        {"hand_limit": "1"},
        "If you already hold a card or more, you do not draw.",
        "Si vous avez déjà au moins une carte en main, vous ne piochez pas.",
        "Se hai già almeno una carta in mano, non peschi.",
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
        "The first three times this happens",
        "Les trois premières fois, la partie",
        "Le prime tre volte si continua",
    ),
    (
        {"toast_limit": "5"},
        "The game ends with the fifth toast at the latest",
        "La partie prend fin au plus tard avec le cinquième toast",
        "La partita finisce al più tardi con il quinto brindisi",
    ),
    (
        {"fourth_pays": "0"},
        "The bank pays the first 3 places.",
        "La banque paie les 3 premières places.",
        "La banca paga i primi 3 posti.",
    ),
    (
        {"fourth_pays": "0"},
        "even from third place to fourth",
        "quand il est troisième, c’est le quatrième qui reçoit",
        "anche dal terzo al quarto posto",
    ),
    (
        {"second_to_last_owes": "0"},
        "The last place pays the bank.",
        "La dernière place paie la banque.",
        "L’ultimo posto paga alla banca.",
    ),
    (
        {"extra_piles": "1"},
        "If the draw pile runs out for the second time during a toast",
        "Si la pioche s’épuise pour la deuxième fois pendant un toast",
        "Se il mazzo di pesca finisce per la seconda volta durante un brindisi",
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


FREEING = {  # in the base game, and with the landlord's own card
    "en": ("*Fill It Up!*", "*Fill It Up!* or *A Round for the House*"),
    "fr": ("*On remet ça !*", "*On remet ça !* ou *Tournée générale*"),
    "it": ("*Ancora vino!*", "*Ancora vino!* o *Un giro per tutti*"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_questions_name_all_cards_that_free_the_cup(language):
    base, landlord = (said(language, variant=variant) for variant in ("base", "landlords_round"))
    one, two = FREEING[language]
    assert base.count(one) == landlord.count(two) + 1 == 3  # in the base game, the table of cards has it alone as well
    assert landlord.count(one) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_card_that_frees_or_takes_the_cup_no_sentence_counts_on_one(language, tmp_path):
    folder = tmp_path / "variants" / "draco"
    folder.mkdir(parents=True)
    changes = "changes: draco\ncards: {refill: drop, wine_shortage: drop}\ntotals: {tavern: 71}\n"
    texts = "".join(f"  {each}: {{title: Dry}}\n" for each in LANGUAGES)
    (folder / "dry.yaml").write_text(f"{changes}texts:\n{texts}", "utf-8")
    text = said(language, variant=str(folder / "dry.yaml"))
    cup = {"en": "after a toast or because of a card", "fr": "à cause d’une carte", "it": "per via di una carta"}[
        language
    ]
    moves = {"en": "a card moves the cup", "fr": "une carte déplace", "it": "una carta non sposti"}[language]
    for unwanted in (cup, moves):
        assert unwanted in said(language) and unwanted not in text
    no = {"en": "first round?** No.", "fr": "premier tour de table ?** Non.", "it": "primo giro?** No."}[language]
    assert no in text


@pytest.mark.parametrize("variant", ["base", *HOME.variants])
def test_rings_number_all_places_from_the_hand_with_the_cup(variant):
    for language in LANGUAGES:
        blocks = walk(read_markdown(said(language, variant=variant), HOME.folder))
        scenes = [each.scene for each in blocks if isinstance(getattr(each, "scene", None), Scene)]
        rings = [(lying.face, each.labels) for each in scenes for lying in each.lies if lying.face.startswith("draco/")]
        told = [
            (face, [int(each.text) for each in labels if each.plain and each.text.isdecimal()])
            for face, labels in rings
        ]
        assert [face for face, numbers in told if numbers] == ["draco/right", "draco/left"]
        for face, numbers in told:
            clockwise = list(range(1, len(numbers) + 1))  # from Draco's left hand on
            assert numbers == (clockwise if face == "draco/left" else clockwise[::-1])


@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.name)
def test_the_examples_need_no_more_than_they_say(info):
    for value in info.values:
        game = load_played("draco", rules={info.name: value})
        for example in read_examples(game.definition):
            assert not example.holds or prove(game, example) == [], (example.name, value)


@pytest.mark.slow
@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.name)
def test_every_value_of_a_rule_is_told_as_a_change_by_a_sentence(info):
    for value in (value for value in info.values if value != info.default):
        for language in LANGUAGES:
            (line,) = re.findall(r"^- (.+)$", said(language, **{info.name: word(value)}).split("\n# ")[0], re.M)
            label = load_game(HOME).strings[language][f"rule.{info.name}"].text
            assert line.endswith(".") and not line.startswith(label), line
