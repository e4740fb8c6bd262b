"""Clauses told in phrases of three languages, and the plain rulebook that is made of them."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardgen.definitions.strings_file import entries, read_strings
from cardgen.definitions.yaml_source import parse_yaml, read_yaml
from cardgen.foundations.errors import Place
from cardgen.press.edition import Options, open_edition
from cardgen.rulebook import phrases as module
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.phrases import Phrases
from cardgen.rulebook.plain import plain_rulebook
from cardgen.rules.clauses import Said, Zone
from cardgen.rules.grammar import RULES
from cardgen.rules.parse import parse
from cardgen.rules.read import read_rules
from cardgen.rules.tree import Chain
from cardgen.store.library import find_game
from cardgen.text.strings import Strings
from tests.rules.test_grammar import FORMS, NAMES
from tests.rules.test_read import GAMES, KITCHEN

LANGUAGES = ("en", "fr", "it")
WORDS = Path(__file__).parents[2] / "templates" / "words"
OWN = """\
word.stock: pioche
word.stock.the: la pioche
word.hand: main
word.hand.the: la main
word.fruit: {one: fruit, other: fruits}
word.chips: jetons
word.chips.the: les jetons
word.market: étal
word.market.the: l'étal
word.row.the: l'assiette
"""


def spoken(language):
    return Strings(language, read_strings(WORDS / f"{language}.clauses.yaml", first=True))


@pytest.fixture
def tell(monkeypatch):
    """tell(rule, sentence, language, own="", **rules) -> the sentence in words; `own` are strings of the game."""
    zones = {name: Zone(name, name in ("hand", "won", "trick", "row"), name == "stock", {"": "all"}, {})
             for name in (*NAMES["zone"], *NAMES["family"], *NAMES["own"])}  # fmt: skip
    deck = SimpleNamespace(fields={"suit": {"a": "hearts"}})
    program = SimpleNamespace(zones=zones, deck=deck, rules={}, sentences={}, actions={})
    monkeypatch.setattr(module, "program_of", lambda game: program)

    def tell(rule, sentence, language, own="", **rules):
        game = SimpleNamespace(
            rules={"dealt": 3, "limit": 4, "open_hands": True} | rules,
            clauses=parse_yaml("words: {fruit: fruits}", "r"),
        )
        strings = Strings(language, entries(parse_yaml(own or "{}", "s"), first=True))
        found = Phrases(game, strings, spoken(language), {})
        return found.in_words(Said("a.b", sentence, parse(rule, sentence, NAMES), Place("rules.yaml")))

    return tell


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rule", "form"), FORMS)
def test_every_form_is_told(tell, rule, form, language):
    said = tell(rule, form.example, language)
    assert not set("{}<>_") & set(said) and "  " not in said
    assert said or form.name in ("unless", "yes"), "only what the rules decide needs no words"


def test_each_language_has_the_same_phrases():
    keys = {language: set(spoken(language).entries) for language in LANGUAGES}
    alike = {"moved.all.card", "card.top.card"}  # which English says of any noun
    assert keys["fr"] == keys["it"] == keys["en"] - {"onto"} | alike


def test_no_phrase_is_for_a_form_that_there_is_not():
    forms = {f"{rule}.{form.name}" for rule, of in RULES.items() if not isinstance(of, Chain) for form in of}
    forms |= {f"{rule}.{sign}" for rule, of in RULES.items() if isinstance(of, Chain) for sign in of.signs}
    for key in spoken("en").entries:
        rule, _, form = key.partition(".")
        if rule in RULES and rule not in ("zone", "players") and form:
            assert f"{rule}.{form.split('.')[0]}" in forms, key


@pytest.mark.parametrize(
    ("rule", "sentence", "told"),
    [
        ("step", "draw 2 cards from stock to your hand", (
            "draw 2 cards from the stock to your hand",
            "piochez 2 cartes de la zone stock dans votre zone hand",
            "pescate 2 carte dalla zona stock nella vostra zona hand",
        )),
        ("step", "deal 1 card from stock to each hand if no fruit on market", (
            "deal 1 card from the stock to each player's hand if there is no fruit on the market",
            "distribuez 1 carte de la zone stock dans la zone hand de chaque personne "
            "s'il n'y a pas de carte fruit sur la zone market",
            "distribuite 1 carta dalla zona stock nella zona hand di ogni giocatore "
            "se non ci sono carte fruit sulla zona market",
        )),
        ("step", "add fruits on market to pot", (
            "add the number of fruits on the market to *pot*",
            "ajoutez le nombre de cartes fruit sur la zone market au compteur *pot*",
            "aggiungete il numero di carte fruit sulla zona market al contatore *pot*",
        )),
        ("step", "left of dealer becomes dealer", (
            "the player left of the dealer becomes the dealer",
            "la personne à gauche de la personne dealer devient la personne dealer",
            "il giocatore alla sinistra del giocatore dealer diventa il giocatore dealer",
        )),
        ("step", "you becomes dealer", (
            "you become the dealer", "vous devenez la personne dealer", "diventate il giocatore dealer",
        )),
        ("condition", "every player has no cards in hand", (
            "no player has any cards in their hand",
            "personne n'a de carte dans sa zone hand",
            "nessun giocatore ha carte nella sua zona hand",
        )),
        ("value", "sum of others (cards in your hand)", (
            "what all others have together (the number of cards in their hand)",
            "le total de ce que chaque autre personne a (le nombre de cartes dans sa zone hand)",
            "il totale di ciò che ha ogni altro giocatore (il numero di carte nella sua zona hand)",
        )),
        ("condition", "not any player has no cards in hand", (
            "it is not so that a player has no card in their hand",
            "il n'est pas vrai qu'une personne n'a pas de carte dans sa zone hand",
            "non è vero che un giocatore non ha carte nella sua zona hand",
        )),
        ("pick", "an other player who has no cards in hand", (
            "another player who has no card in their hand",
            "une autre personne qui n'a pas de carte dans sa zone hand",
            "un altro giocatore che non ha carte nella sua zona hand",
        )),
        ("pick", "a path where no card in your path of the path", (
            "one path for which there is no card in your path for this path",
            "une zone (path) pour laquelle il n'y a pas de carte dans votre zone path pour cette zone (path)",
            "una zona (path) per cui non ci sono carte nella vostra zona path per questa zona (path)",
        )),
        ("value", "value of top card of stock + value of top fruit of stock", (
            "the value of the top card of the stock + the value of the top fruit of the stock",
            "la valeur value de la carte du dessus de la zone stock + "
            "la valeur value de la carte du dessus de la zone stock (carte fruit)",
            "il valore value della carta in cima alla zona stock + "
            "il valore value della carta più in alto della zona stock (carta fruit)",
        )),
        ("condition", "you are dealer and left of you has at least 2 cards in hand", (
            "you are the dealer and the player on your left has at least 2 cards in their hand",
            "vous êtes la personne dealer et la personne à votre gauche a au moins 2 cartes dans sa zone hand",
            "siete il giocatore dealer e il giocatore alla vostra sinistra ha almeno 2 carte nella sua zona hand",
        )),
        ("condition", "tricks is 0 or tricks is 1 and your chips is 2 or your chips is 3", (
            "*tricks* is 0, or *tricks* is 1 and your *chips* is 2, or your *chips* is 3",
            "le compteur *tricks* est 0, ou bien le compteur *tricks* est 1 et votre compteur *chips* est 2, "
            "ou bien votre compteur *chips* est 3",
            "il contatore *tricks* è 0, oppure il contatore *tricks* è 1 e il vostro contatore *chips* è 2, "
            "oppure il vostro contatore *chips* è 3",
        )),
        ("value", "3 if tricks is more than 0, else -your chips", (
            "3 if *tricks* is more than 0, otherwise minus your *chips*",
            "3 si le compteur *tricks* dépasse 0, sinon moins votre compteur *chips*",
            "3 se il contatore *tricks* supera 0, altrimenti meno il vostro contatore *chips*",
        )),
        ("step", "end the game as all_lost if tricks is 0", (
            "the game ends (*all lost*) if *tricks* is 0",
            "la partie se termine (*all lost*) si le compteur *tricks* est 0",
            "la partita finisce (*all lost*) se il contatore *tricks* è 0",
        )),
        ("tie", "fewest cards in your won", (
            "compare the number of cards in your won: the least wins",
            "comparez le nombre de cartes dans votre zone won : qui a le moins l'emporte",
            "confrontate il numero di carte nella vostra zona won: vince chi ha di meno",
        )),
        ("step", "player with most (sum of rank of cards in your won) becomes dealer", (
            "the player with the most (the sum of the rank of all cards in their won) becomes the dealer",
            "la personne qui a le plus (la somme des valeurs (rank) sur l'ensemble des cartes dans sa zone won) "
            "devient la personne dealer",
            "il giocatore che ha di più (la somma dei valori (rank) su carte nella sua zona won) "
            "diventa il giocatore dealer",
        )),
        ("tie", "first from right of first player to the right", (
            "beginning with the player right of the first player and going right, the first of them wins",
            "en commençant par la personne à droite de la première personne et en allant vers la droite, "
            "la première des personnes à égalité l'emporte",
            "cominciando dal giocatore alla destra del primo giocatore e andando verso destra, vince il primo di loro",
        )),
    ],
)  # fmt: skip
def test_sentences_in_three_languages(tell, rule, sentence, told):
    assert tuple(tell(rule, sentence, language) for language in LANGUAGES) == told


@pytest.mark.parametrize(
    ("rule", "sentence", "told"),
    [
        ("step", "draw 2 cards from stock to your hand", "piochez 2 cartes de la pioche dans votre main"),
        ("step", "move all fruits from market to each hand",
         "déplacez l'ensemble des fruits de l'étal dans la main de chaque personne"),
        ("step", "pay 1 from your chips to pot", "payez 1 de vos jetons au compteur *pot*"),
        ("condition", "no fruit on market", "il n'y a pas de fruit sur l'étal"),
        ("condition", "every player has any fruit in row", "chaque personne a au moins 1 fruit dans son assiette"),
    ],
)  # fmt: skip
def test_a_games_own_words_stand_in_them(tell, rule, sentence, told):
    assert tell(rule, sentence, "fr", OWN) == told


def test_italian_possessives_follow_the_article(tell):
    own = "word.hand: mazzo\nword.hand.the: il mazzo\nword.row.the: le file\nword.won.the: gli scarti\n"
    said = [tell("zone", f"your {zone}", "it", own) for zone in ("hand", "row", "won", "trick")]
    assert said == ["il vostro mazzo", "le vostre file", "i vostri scarti", "la vostra zona trick"]


def test_an_italian_possessive_whose_gender_is_not_known_is_the_games_own(tell):
    own = "word.won: offerta\nword.won.the: l'offerta\n"
    assert tell("zone", "your won", "it", own) == "l'offerta che vi appartiene"
    assert tell("zone", "your won", "it", f"{own}word.won.your: la vostra offerta\n") == "la vostra offerta"


def test_all_of_a_kind_is_told_in_italian_without_its_gender(tell):
    own = "word.fruit: {one: frutto, other: frutti}\n"
    assert tell("moved", "all fruits", "it", own) == "ogni frutto"
    assert tell("moved", "all fruits", "it") == "tutte le carte fruit"


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("go again if open_hands", "the same player has another turn"),
        ("go again unless open_hands", ""),
        ("go again if open_hands and you are dealer", "the same player has another turn if you are the dealer"),
        ("go again if not open_hands or you are dealer", "the same player has another turn if you are the dealer"),
        ("go again if not open_hands and you are dealer", ""),
        ("draw dealt cards from stock to your hand", "draw 3 cards from the stock to your hand"),
    ],
)
def test_what_the_rules_decide_is_not_asked(tell, sentence, told):
    assert tell("step", sentence, "en") == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", sorted(path.stem for path in GAMES.glob("*.yaml") if "changes:" not in path.read_text("utf-8"))
)
def test_whole_games_are_told(monkeypatch, name, language):
    node = read_yaml(GAMES / f"{name}.yaml")
    program = read_rules(node, None if "cards" in node.items else KITCHEN)
    monkeypatch.setattr(module, "program_of", lambda game: program)
    first = {name: rule.options[rule.default] if rule.options else rule.default for name, rule in program.rules.items()}
    game = SimpleNamespace(rules=first, clauses=node, players=(2, 4))
    cards = [{"id": card, "name": card, "count": count} for card, count in program.deck.counts.items()]
    told = {"variant": None, "cards": cards, "by_id": {}, "deck": {"total": sum(program.deck.counts.values())}}
    text = plain_rulebook(game, told, Strings(language, {}), spoken(language))
    assert read_markdown(text, Path("rules.yaml")) and "{" not in text
    titles = [line for line in text.splitlines() if line.startswith("# ")]
    assert len(titles) == len(set(titles)) >= 4


@pytest.fixture
def wood(game):
    game.write("rules.yaml", """\
rules: {dealt: "2, from 1 to 3", last: shared | nobody}
zones: {stock: pile, hand: hand, row: tableau}
game:
  shuffle: shuffle all cards into stock
  deal: deal dealt cards from stock to each hand
  turns: {players: in turn from first player, until: no card in stock, act: choose turn}
turn:
  play: {pick: {card: a card in your hand}, down: move card from your hand to your row}
  draw: {card: draw 1 card from stock to your hand}
effects: {fox: {if: any creature in your row, again: go again, else: end the game}}
score: {sum: sum of value of creatures in your row}
ties: {last: {by: last, shared: shared, nobody: nobody}}
""")  # fmt: skip
    return game


def book(folder, language="en", variant="base"):
    edition = open_edition(find_game("./wood", folder.path.parent), variant, Options(), lambda finding: None)
    return edition.book(language).markdown(edition.template(f"{language}.md.j2"))


def test_a_game_without_a_rulebook_gets_a_plain_one(wood, run):
    assert run("build", "./wood", "--only", "rulebook").code == 0
    assert {file.name for file in (wood.path.parent / "out/wood/base/fr").glob("r*")} == {
        "rulebook.pdf", "rulebook-booklet.pdf", "rulebook.html"
    }  # fmt: skip
    said = book(wood)
    assert "| Fox | 2 | 3 |\n| Owl | 3 | 2 |" in said and "There are 5\u00a0cards." in said
    assert "1. Deal 2\u00a0cards from the stock to each player’s hand.\n" in said
    assert "   - Choose an action of *Turn*.\n   - Go on like this until there is no card in the stock.\n" in said
    assert "## Turn\n\n- **Play.** Choose 1\u00a0card in your hand. Move the chosen card" in said
    assert (
        "If there is at least 1\u00a0creature in your row: the same player has another turn. Otherwise: the game ends."
        in said
    )
    assert "1. If there is a tie, the victory is shared.\n" in said
    assert "Renard" in book(wood, "fr") and "distribuez" in book(wood, "fr").lower()


def test_rules_that_a_variant_sets_are_told_as_they_are(wood):
    wood.edit("variants/quick.yaml", "changes: wood", "changes: wood\nrules: {dealt: 3, last: nobody}")
    wood.edit("variants/quick.yaml", "changes: wood", "changes: wood\nclauses: {turn.draw: drop}")
    said = book(wood, variant="quick")
    assert "Deal 3\u00a0cards from" in said and "1. If there is a tie, nobody wins." in said
    assert "# What changes\n\n*Less to shuffle.*\n\n- dealt: 3\u00a0instead of 2.\n" in said
    assert "- No longer so: draw 1\u00a0card from the stock to your hand.\n" in said and "**Draw.**" not in said


def test_sentences_of_the_game_stand_in_place_of_phrases(wood):
    wood.edit(
        "strings/en.yaml",
        "game.title: Wood",
        "game.title: Wood\nclause.turn.draw: Take the top card.\nword.stock: wood pile",
    )
    said = book(wood)
    assert (
        "\n- Take the top card.\n" in said
        and "each player’s hand" in said
        and "until there is no card in the wood pile" in said
    )


def test_the_book_is_made_anew_for_other_clauses_and_phrases(wood, run):
    page = wood.path.parent / "out/wood/base/en/rulebook.html"
    run("build", "./wood", "--only", "rulebook")
    wood.edit("rules.yaml", "draw 1 card from stock", "draw 2 cards from stock")
    run("build", "./wood", "--only", "rulebook")
    assert "Draw 2\u00a0cards" in page.read_text("utf-8")
    wood.write(
        "words/en.clauses.yaml",
        (WORDS / "en.clauses.yaml").read_text("utf-8").replace("verb.draw: draw", "verb.draw: get"),
    )
    run("build", "./wood", "--only", "rulebook")
    assert "Get 2\u00a0cards" in page.read_text("utf-8")


def test_a_language_without_phrases_has_no_plain_book(wood, run):
    wood.edit("game.yaml", "languages: [en, fr]", "languages: [en, de]")
    (wood.path / "strings/fr.yaml").rename(wood.path / "strings/de.yaml")
    wood.edit("variants/quick.yaml", "  fr:", "  de:")
    assert run("build", "./wood").code == 0
    assert (wood.path.parent / "out/wood/base/en/rulebook.pdf").exists()
    assert [file.name for file in (wood.path.parent / "out/wood/base/de").glob("*.pdf")] == ["cards.pdf"]


def test_the_end_is_told_where_a_phase_is_called(wood):
    wood.edit("rules.yaml", "  turns: {", "  over: over if fewer than 3 cards in stock\n  turns: {")
    wood.edit("rules.yaml", "turn:\n", "over: {stop: end the game as over}\nturn:\n")
    assert (
        "- The game ends when all steps above are done.\n- The game ends at once if there are fewer than 3\u00a0cards"
        in book(wood)
    )


def test_the_end_is_told_where_an_action_or_the_lack_of_one_brings_it(wood):
    wood.edit("rules.yaml", "act: choose turn}", "act: {choose: turn, otherwise: end the game as stuck}}")
    wood.edit("rules.yaml", "down: move card", "stop: over, down: move card")
    wood.edit("rules.yaml", "turn:\n", "over: {stop: end the game as over if no card in stock}\nturn:\n")
    said = book(wood)
    assert (
        "- The game ends at once if none of the actions of *Turn* is possible.\n- The action *Play* may end the" in said
    )


def test_what_is_counted_and_who_begins(wood):
    wood.edit(
        "rules.yaml",
        "game:\n",
        "counters: {pot: 3, coins: each 0, luck: each 2}\nroles: {dealer: first player}\ngame:\n",
    )
    said = book(wood)
    assert "Keep count of: *pot* (from 3\u00a0on).\n\nEach player keeps count of: *coins*, *luck* (from" in said
    assert "# Setup and play\n\nThe first player starts as the dealer.\n\n1. Shuffle" in said


def test_what_is_chosen_alike_is_told_apart(wood):
    picks = "{card: a card in your hand}", "{card: a card in your hand, other: a card on row of left of you}"
    wood.edit("rules.yaml", f"{picks[0]}, down: move card", f"{picks[1]}, down: move other")
    wood.edit("rules.yaml", "from your hand to your row", "from row of left of you to your row")
    said = book(wood)
    assert "Choose 1\u00a0card in your hand. Choose 1\u00a0card in the row of the player on your left (other)." in said
    assert "Move the chosen card (other) from" in said and "la carte choisie (other)" in book(wood, "fr")


def test_zones_of_which_each_player_has_several(wood):
    wood.edit("rules.yaml", "row: tableau}", "row: tableau, bed: {each: 2}, den: {each: [player, 2], seen by: owner}}")
    assert "cards that lie face up; there are 2" in book(wood) and "each player has 2" in book(wood)
    french = book(wood, "fr").replace("\u00a0", " ").replace("\u202f", " ")
    assert "des cartes face visible ; 2 zones de cette sorte." in french
    assert "elle seule en voit les cartes ; 2 zones de cette sorte par personne." in french


def test_phases_that_lead_back_to_themselves_are_told_all_the_same(wood):
    wood.edit("rules.yaml", "  turns: {", "  round: over\n  turns: {")
    wood.edit("rules.yaml", "turn:\n", "over: {again: over, stop: end the game as over if no card in stock}\nturn:\n")
    assert book(wood).count("The game ends at once if there is no card in the stock.") == 1


def test_hostile_clauses_are_told_in_bounded_time(wood):
    four = "{{a: p{0} if no card in stock, b: p{0}, c: p{0}, d: p{0}}}"  # as many and as deep as a game may have them
    phases = "".join(f"p{n}: {four.format(n + 1)}\n" for n in range(8))
    wood.edit("rules.yaml", "  turns: {", "  round: p0\n  turns: {")
    wood.edit("rules.yaml", "turn:\n", phases + "p8: {stop: end the game as over}\nturn:\n")
    deep = "no card in stock" + "".join(" where (no card in stock" for _ in range(9)) + " where value is 1" + ")" * 9
    wood.edit("rules.yaml", "score: {", f"score: {{deep: '1 if {deep}', ")
    begun = time.process_time()
    assert "# Scoring" in book(wood)
    assert time.process_time() - begun < 10


def test_what_cannot_be_filled_is_told_by_check(wood, run):
    wood.edit("strings/en.yaml", "game.title: Wood", 'game.title: Wood\nclause.turn.draw: "Take {nothing}."')
    told = run("check", "./wood", "--static").out
    assert "wood/strings/en.yaml:2:19: error rulebook-fault: clause.turn.draw: there is no '{nothing}'" in told
