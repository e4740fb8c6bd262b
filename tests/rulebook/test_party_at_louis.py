"""Party at Louis's rulebook under other rules: what it says, and that three languages say it in the same places."""

import pytest
from hypothesis import given

from cardgen.definitions.examples import read_examples
from cardgen.definitions.fields import word
from cardgen.definitions.load import load_game
from cardgen.play import load_game as load_played
from cardgen.play.examples import prove
from tests.books import text_of
from tests.rulebook.reading import LANGUAGES, SOME, Reading

BOOKS = Reading("party_at_louis")
HOME, INFOS, said = BOOKS.home, BOOKS.infos, BOOKS.said
OTHERS = [(info.name, word(value)) for info in INFOS for value in info.values if value != info.default]


# Each rule's sentence stands in the rulebook under it and in no other.
WORDING = [
    (
        {"masked3_order": "rising"},
        "| Raven | Exactly 4 cards, each higher than the one before",
        "| Corbeau | Exactement 4 cartes, chacune plus forte que la précédente",
        "| Corvo | Esattamente 4 carte, ciascuna più alta della precedente",
    ),
    (
        {"validation": "at_end"},
        "Once all 3 dishes are served, each of your nobles whose demand is met is **satisfied**",
        "Une fois les 3 plats servis, chacun de vos nobles dont l’exigence est remplie est **validé**",
        "Quando hai servito tutti e 3 i piatti, ogni tuo nobile la cui richiesta è esaudita è **soddisfatto**",
    ),
    (
        {"blocking": "last_resort"},
        "You may serve a dish where it blocks only if it blocks wherever you could serve it.",
        "Vous ne pouvez servir un plat là où il bloque que s’il ne convient à aucun de vos nobles.",
        "Puoi servire un piatto a un nobile di cui blocca la richiesta solo se non va bene a nessuno dei tuoi nobili.",
    ),
    (
        {"needed_colour": "exactly_one"},
        "a second such card in the same group is one too many",
        "une deuxième carte de ce genre dans le même groupe est de trop",
        "una seconda carta di questo tipo nello stesso gruppo è di troppo",
    ),
    (
        {"groups_share_value": "no"},
        "which must differ in value.",
        "peuvent former les 2 groupes, de valeurs différentes.",
        "I due gruppi devono avere valori diversi.",
    ),
    (
        {"stacks": "one_by_one"},
        "the second begins only once the first is complete",
        "le second ne commence que quand le premier est complet",
        "il secondo comincia solo quando il primo è completo",
    ),
    (
        {"white_at_ends": "no"},
        "Abundance cannot be the coloured first or last card, but any other.",
        "ne peut pas tenir lieu de première ou de dernière carte de couleur, mais de toute autre carte.",
        "non può fare da prima o da ultima carta colorata, ma da qualsiasi altra.",
    ),
    (
        {"impostor_turns": "up_to_half"},
        "to the right by one or two quarter turns",
        "vers la droite d’un ou de deux quarts de tour",
        "verso destra di uno o due quarti di giro",
    ),
    (
        {"impostor_turns": "none"},
        "You may neither turn nor mirror the pattern.",
        "Vous ne pouvez ni tourner le motif, ni l’inverser comme dans un miroir.",
        "Non puoi né girare lo schema né ribaltarlo come in uno specchio.",
    ),
    (
        {"end_card_again": "bottom"},
        "into the bottom pile, then stack the piles",
        "au paquet du dessous, puis empilez les paquets",
        "nel mazzetto inferiore, poi impilate i mazzetti",
    ),
    (
        {"first_to_six": "no"},
        "A player who has satisfied all 6 nobles does not end the game.",
        "Valider ses 6 nobles ne met pas fin à la partie.",
        "Chi soddisfa tutti e 6 i suoi nobili non mette fine alla partita.",
    ),
    (
        {"equal_turns": "yes"},
        "play on until everybody has had the same number of turns",
        "jouez jusqu’à ce que chacun ait eu le même nombre de tours",
        "giocate finché tutti hanno avuto lo stesso numero di turni",
    ),
    (
        {"last_tie": "last_player"},
        "the tied player who comes last in turn order, counted from the first player, wins",
        "elle revient à celle des ex æquo qui joue le plus tard dans un tour de table",
        "vince chi tra loro gioca più tardi nel giro",
    ),
    ({"last_tie": "nobody"}, "nobody wins", "personne ne l’emporte", "non vince nessuno"),
    (
        {"solo_turns": "7"},
        "You play 7 turns and score as many points",
        "Vous jouez 7 tours et visez",
        "Giochi 7 turni per ottenere",
    ),
    (
        {"mixed_sides": "yes"},
        "One player tosses a coin for each of their nobles",
        "Une personne tire à pile ou face le côté de chacun de ses nobles",
        "Uno di voi lancia una moneta per ognuno dei suoi nobili",
    ),
    (
        {"ghost_for_two": "yes"},
        "After each round, when both players have had a turn, reveal the top solo card",
        "Après chaque tour de table, quand vous avez joué tous les deux, révélez la première carte Solo",
        "Dopo ogni giro, quando avete giocato entrambi, rivelate la prima carta Solitario",
    ),
]


@pytest.mark.parametrize(("rules", "en", "fr", "it"), WORDING)
def test_a_rule_has_its_words_and_no_other_has(rules, en, fr, it):
    BOOKS.words_stand_under_their_rules_alone(rules, en, fr, it)


@pytest.mark.parametrize(("name", "value"), OTHERS)
def test_every_value_of_every_rule_changes_rulebooks_and_is_told_first(name, value):
    for language in LANGUAGES:
        changed, base = said(language, **{name: value}), said(language)
        head, _, rest = changed.strip().partition("\n# ")
        assert "\n- " in head, "what differs opens the rulebook"
        assert f"# {rest}" != base.strip(), (language, name, value)


@pytest.mark.parametrize("variant", ["base", *HOME.variants])
def test_examples_come_true_in_every_variant(variant):
    game = load_played("party_at_louis", variant)
    examples = [example for example in read_examples(game.definition) if example.holds]
    assert len(examples) >= 5
    assert [fault for example in examples for fault in prove(game, example)] == []


def test_nobles_of_ones_own_are_in_the_book():
    for language, name in zip(LANGUAGES, ("Baroness Lyra", "Baronne Lyra", "Baronessa Lira"), strict=True):
        text = said(language, variant="late_guests")
        assert text.lower().count(name.lower()) == 2, "among what changes, and among the nobles"


def test_a_variant_may_tell_in_its_own_words_what_becomes_of_cards():
    for language, told, listed in zip(
        LANGUAGES,
        ("Only the *Raven* changes.", "Le *Corbeau* a une nouvelle carte.", "Cambia una sola carta: il *Corvo*."),
        ("This card is different", "Cette carte est différente", "Questa carta è diversa"),
        strict=True,
    ):
        assert f"- {told}" in (text := said(language, variant="rising_raven")) and listed not in text
        assert listed in said(language, masked3_order="rising"), "nobody has words for it there"


@SOME
@given(BOOKS.rules)
def test_languages_say_the_same_in_the_same_places(rules):
    for kind in ("md", "summary.md"):
        texts = BOOKS.languages_agree(rules, kind)
        if kind == "md":
            for text in texts.values():
                BOOKS.all_cards_are_counted(text)


@pytest.mark.parametrize("noble", range(1, 7))
def test_a_variant_may_drop_any_noble(noble, tmp_path):
    """What is told of it goes with it; what is left is true, in every language."""
    nobles = ", ".join(f"{icon}-u{noble}-m{noble}: drop" for icon in ("crown", "fan", "wig", "mask"))
    titles = "".join(f"  {language}: {{title: Fewer}}\n" for language in LANGUAGES)
    path = tmp_path / "fewer.yaml"
    path.write_text(f"changes: party_at_louis\ncards: {{{nobles}}}\ntotals: {{banquet: 106}}\ntexts:\n{titles}")
    game = load_played("party_at_louis", str(path))
    examples = [example for example in read_examples(game.definition, load_game(HOME)) if example.holds]
    assert examples and [fault for example in examples for fault in prove(game, example)] == []
    for language in LANGUAGES:
        book = text_of(HOME, language, str(path))
        boxes, dropped = book.count("\n> **"), f"-u{noble}-m{noble}"
        of_base = text_of(HOME, language).count("\n> **") + 1  # a variant's book has a box on ties, too
        assert 5 <= boxes < of_base + (noble == 1), (language, boxes)
        assert dropped not in book


def test_each_player_takes_as_many_strips_as_are_printed():
    game = load_game(HOME)
    strips = [component.count for component in game.components if component.id.startswith("row")]
    each = sum(strips) // game.players[1]
    for language, sheets in zip(LANGUAGES, ("strips", "bandes", "strisce"), strict=True):
        assert f"{each} {sheets}" in said(language)
