"""What templates read of cards and of what a variant changes."""

from dataclasses import replace

from cardgen.definitions.strings_file import Entry
from cardgen.foundations.errors import Place
from cardgen.rulebook import changes as changes_of
from cardgen.rulebook.changes import change_of_rule
from cardgen.rulebook.facts import authors
from cardgen.store.library import find_game
from cardgen.text.strings import Strings
from tests import books
from tests.books import maker


def told(game, variant="base", **settings):
    return maker(find_game(game), "en", variant, **settings)._template_values


def test_a_card_tells_its_fields_and_words():
    cards = {card["id"]: card for card in told("party_at_louis")["cards"]}
    assert cards["white-7"]["fields"]["value"] == 7
    assert (cards["white-7"]["set"], cards["white-7"]["sides"]) == ("white", {})
    noble = cards["fan-u3-m3"]
    assert noble["sides"]["masked"]["face"] == "fan-u3-m3/masked"
    assert noble["sides"]["unmasked"]["says"] == {"demand": "Exactly 4\u00a0green cards with a total below 15."}
    assert noble["sides"]["masked"]["fields"]["points"] == 1
    assert noble["sides"]["masked"]["name"] == "Raven"


def test_a_card_tells_what_it_does_by_the_keys_of_its_sentences():
    does = {card["id"]: card["does"] for card in told("draco")["cards"]}
    assert does["refill"] == ["cup.centre"] and does["tipsy_draco"] == ["roll", "if.odd", "turn.draco"]
    assert does["zork"] == []
    assert told("party_at_louis")["by_id"]["fan-u3-m3"]["sides"]["unmasked"]["does"]


def test_cards_that_a_variant_or_a_rule_makes_different_are_named(monkeypatch):
    assert told("party_at_louis")["variant"] is None
    said = told("party_at_louis", "late_guests")["variant"]["changes"]
    assert [line for line in said if "replaces" in line] == [line for line in said if "two sides of one card" in line]
    monkeypatch.setattr(changes_of, "VARIANT_CARDS", "said by no variant")
    unkept = books._maker(find_game("party_at_louis"), "en", "late_guests", ())
    changes = unkept._template_values["variant"]["changes"]
    assert [line for line in changes if "replaces" in line] == [
        "*Baroness Lyra* replaces *Countess Rosalind*.",
        "*Owl* replaces *Butterfly*.",
        "*Moon* replaces *Harlequin*.",
        "*Wolf* replaces *Fox*.",
    ]
    changes = told("party_at_louis", masked3_order="rising")["variant"]["changes"]
    assert changes[1:] == ["This card is different: *Raven*."]


def test_counts_alone_are_no_difference():
    assert not [line for line in told("king_lui", "hungry_dragon")["variant"]["changes"] if "different" in line]


def test_a_card_is_found_by_its_id():
    found = told("party_at_louis")
    assert found["by_id"]["fan-u3-m3"] is next(card for card in found["cards"] if card["id"] == "fan-u3-m3")


def test_a_name_stands_in_a_sentence_with_its_article():
    noble = maker(find_game("party_at_louis"), "fr")._template_values["by_id"]["fan-u5-m5"]["sides"]["unmasked"]
    told = [noble[form] for form in ("name", "the", "to", "of")]
    assert told == ["Duchesse Perle", "la duchesse Perle", "à la duchesse Perle", "de la duchesse Perle"]


def test_a_rule_is_told_by_the_sentence_of_its_value_or_its_own_or_by_label_and_words():
    entries = {
        "rule.hands": "Hands",
        "rule.hands.open": "open",
        "rule.fed": "Fed",
        "rule.fed.change": "Emerald eats {new} {new:portion/portions}, not {old.words}.",
        "rule.fed.0.change": "Emerald fasts.",
    }
    strings = Strings("en", {key: Entry(text, Place("en.yaml")) for key, text in entries.items()})
    words = maker(find_game("king_lui"), "en").words

    def told(name, value, before):
        return change_of_rule(name, value, before, strings, words)

    assert told("hands", "open", "closed") == "Hands: open (base game: closed)."
    assert told("fed", 1, 2) == "Emerald eats 1\u00a0portion, not two."
    assert told("fed", 0, 2) == "Emerald fasts."


def test_all_copies_of_a_card_are_told_as_all():
    changes = told("king_lui", "hungry_dragon")["variant"]["changes"]
    assert "Remove all 15\u00a0*Wine* cards." in changes and "Add 3\u00a0*Emerald* cards." in changes


def test_a_template_says_a_games_strings_and_the_words_of_all_rulebooks():
    say = told("honey_paws")["say"]
    assert say("scene.pile") == "Tree" and say("notes") == "Notes"
    assert say("house.made", version="1.0").endswith("made with cardgen\u00a01.0.")


def test_authors_are_listed_as_a_language_lists_them():
    def listed(game, language):
        made = maker(find_game(game), language)
        return authors(made.composer.game, made.words)

    assert listed("king_lui", "en") == "Alan R. Moon and Aaron Weissblum"
    assert listed("king_lui", "fr") == "Alan R. Moon et Aaron Weissblum"
    assert listed("party_at_louis", "it") == "Wouter van Strien"
    assert listed("honey_paws", "it") == ""
    made = maker(find_game("honey_paws"), "it")
    assert authors(replace(made.composer.game, author=()), made.words) == ""
