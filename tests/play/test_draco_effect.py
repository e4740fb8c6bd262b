"""Draco's action cards as data: the shipped 35 kinds, every effect that can be written, and those that cannot."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.behaviour import Checked, HasPhrases, HasStrip
from cardgen.definitions.load import load_game
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.play.games.draco.effect import Effect
from cardgen.play.games.draco.effect_signs import ICONS, faces
from cardgen.play.games.draco.steps import BOTH, CHOSEN, CLASSES, MAX_STEPS, PAIRS, PARTNER, SPECIALS
from cardgen.store.library import find_game
from cardgen.text.phrases import text_of_phrases
from cardgen.text.strings import Strings

GAME = load_game(find_game("draco"))
ACTIONS = {design.id: design for design in GAME.decks[0].designs}
LANGUAGES = {language: Strings(language, GAME.strings[language]) for language in GAME.languages}

# DR1: how many of each kind
COUNTS = {
    "elbow": 4, "shove": 3, "queue_jump": 1, "rumour": 4, "slander": 3, "disgrace": 1, "favour": 3, "disfavour": 2,
    "dice_game": 2, "coin_shower": 2, "splits": 2, "compromise": 2, "arm_in_arm": 2, "seat_swap": 3,
    "musical_chairs": 2, "three_card_monte": 2, "whispers": 1, "zork_barges_in": 2, "sermon": 2, "fortune": 2,
    "amazons": 1, "rogues": 1, "gnomes": 1, "goblins": 1, "about_face": 5, "tipsy_draco": 2, "racket": 3,
    "pickpocket": 3, "collection": 1, "tip": 2, "tax": 1, "wine_shortage": 2, "refill": 1, "persuasion": 2, "brawl": 3,
}  # fmt: skip


def said(effect: Effect, language: str) -> str:
    return text_of_phrases(LANGUAGES[language], "effect", tuple(effect.phrases()), set())


def test_the_shipped_deck_has_the_counts_of_the_facts():
    assert {card: design.count for card, design in ACTIONS.items()} == COUNTS
    assert sum(COUNTS.values()) == 74


def test_every_shipped_card_is_told_briefly_and_drawn_in_every_language():
    for card, design in ACTIONS.items():
        effect = design.behaviour["effect"]
        assert isinstance(effect, HasPhrases) and isinstance(effect, HasStrip) and isinstance(effect, Checked)
        assert list(effect.strip()), card
        for language in LANGUAGES:
            text = said(effect, language)
            assert 10 < len(text) <= 110 and text.endswith("."), (card, language, text)


@pytest.mark.parametrize(
    ("card", "language", "text"),
    [
        ("compromise", "en", "Advance one of your characters 4\u00a0places and move the other back 3."),
        ("pickpocket", "fr", "Prenez 1\u00a0pièce d’argent à un adversaire."),
        ("racket", "fr", "Prenez 2\u00a0pièces d’argent à un adversaire."),
        ("amazons", "it", "In ordine di posto, ogni amazzone avanza di 2\u00a0posti."),
        ("tipsy_draco", "en", "Roll the die. Odd: turn Draco over. Even:\u00a0nothing happens."),
        ("rumour", "it", "Fai arretrare di 2\u00a0posti un personaggio avversario o uno speciale."),
    ],
)
def test_sentences_are_whole_and_take_their_number(card, language, text):
    assert said(ACTIONS[card].behaviour["effect"], language) == text


# Every effect that an author can write

silver = st.integers(1, 20)
places = st.integers(1, 14)
single = st.sampled_from([*CHOSEN, *SPECIALS])
steps = st.one_of(
    st.builds(lambda verb, who, by: {verb: {"who": who, "by": by}}, st.sampled_from(["advance", "retreat"]),
              st.sampled_from([*CHOSEN, *SPECIALS, *CLASSES, BOTH]), places),
    st.builds(lambda who, at: {"seat": {"who": who, "at": at}}, single, st.sampled_from(["first", "last", "any"])),
    st.builds(lambda who, at: {"seat": {"who": who, "at": at, "of": "own"}}, st.sampled_from(SPECIALS),
              st.sampled_from(["ahead", "behind"])),
    st.builds(lambda who, at, again: {"swap": {"who": who, "with": at, "again": again}}, single,
              st.sampled_from(["ahead", "behind"]), st.booleans()),
    st.builds(lambda who, other: {"swap": {"who": who, "with": other}}, st.sampled_from(CHOSEN), single),
    st.builds(lambda n: {"shuffle": {"who": "row", "count": n}}, st.integers(2, 6)),
    st.just({"shuffle": {"who": "everyone"}}), st.just({"rearrange": "specials"}), st.just({"turn": "draco"}),
    st.sampled_from([(payer, to) for payer, known in PAIRS.items() for to in known]).flatmap(
        lambda pair: st.builds(lambda n: {"pay": {"from": pair[0], "to": pair[1], "silver": n}}, silver)),
    st.builds(lambda n: {"bet": {"silver": n}}, silver),
    st.builds(lambda who, other: {"duel": {"who": who, "with": other}}, single,
              st.sampled_from(["neighbour", "ahead", "behind"])),
    st.builds(lambda k, n: {"shower": {"rolls": k, "silver": n}}, st.integers(1, 6), silver),
    st.builds(lambda to: {"cup": to}, st.sampled_from(["you", "centre"])),
)  # fmt: skip


@st.composite
def effects(draw):
    """Up to four steps; perhaps a die before them, on which they or their numbers depend; perhaps named characters."""
    found = [dict(step) for step in draw(st.lists(steps, min_size=1, max_size=4))]
    if draw(st.booleans()):
        tests = ["d is odd", "d is even", "d is 3", "d is under 4", "d is over 2"]
        for step in found:
            told = next(iter(step.values()))
            if "by" in told and draw(st.booleans()):
                told["by"] = "d"
            if draw(st.booleans()):
                step["if"] = draw(st.sampled_from(tests))
        found.insert(0, {"roll": "d"})
    if draw(st.booleans()):
        found += [{"advance": {"who": "own", "by": 1, "as": "mine"}}, {"seat": {"who": "mine", "at": "last"}},
                  {"retreat": {"who": PARTNER, "by": 2}}]  # fmt: skip
    return found


@given(effects())
def test_whatever_is_written_can_be_said_and_drawn(written):
    effect = Effect.model_validate(tuple(written))
    assert list(effect.faults()) == []
    for language in LANGUAGES:
        text = said(effect, language)
        assert "{" not in text and "  " not in text and text.endswith(".")
    icons = {sign.icon for sign in effect.strip() if sign.icon}
    assert icons <= ICONS
    known = set(GAME.home.names("icons")) | set(GAME.icons)
    assert known >= ICONS
    conditions = sum(step.if_ is not None for step in effect.steps)
    assert sum(bool(re.search(r"[1-6]·|^[1-6]$", sign.text)) for sign in effect.strip() if not sign.icon) >= conditions


def test_a_die_has_the_faces_that_a_test_passes():
    tests = {"odd": [1, 3, 5], "even": [2, 4, 6], "under 3": [1, 2], "over 4": [5, 6], "6": [6]}
    for told, passed in tests.items():
        effect = Effect.model_validate(({"roll": "d"}, {"turn": "draco", "if": f"d is {told}"}))
        assert faces(effect.steps[1].if_) == passed


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("- advnce: {who: own, by: 2}", (1, 3), "effect.0.advnce: unknown key; did you mean 'advance'?"),
        ("- advance: {who: onw, by: 2}", (1, 18), "no earlier step names the character 'onw'; did you mean 'own'?"),
        ("- advance: {who: own, by: lots of}", (1, 27), "expected a whole number, or the name of a die rolled before"),
        (
            "- advance: {who: own, by: d}",
            (1, 27),
            "no earlier step names the die 'd'; expected a number, or a die that",
        ),
        ("- advance: {who: elf, by: 2}", (1, 18), "the character 'elf'; expected own, "),
        ("- advance: {who: own, by: 15}", (1, 27), "effect.0.advance.by: expected from 1 to 14, got 15"),
        ("- advance: {who: own}", (1, 12), "effect.0.advance.by: expected a value, but this key is missing"),
        ("- seat: {who: amazon, at: last}", (1, 15), "'amazon' is more than one character; expected one of own"),
        ("- seat: {who: zork, at: behind}", (1, 9), "expected 'of', which says behind of whom"),
        ("- seat: {who: zork, at: last, of: own}", (1, 35), "unknown key; it belongs to at: ahead and at: behind"),
        ("- seat: {who: zork, at: behind, of: zork}", (1, 37), "expected another character than 'zork'"),
        ("- swap: {who: own, with: anyone, again: yes}", (1, 41), "only an exchange with ahead or behind"),
        ("- shuffle: {who: row}", (1, 12), "expected a number with who: row, and only there"),
        ("- retreat: {who: partner, by: 1}", (1, 18), "an earlier step must move your own one"),
        ("- pay: {from: bank, to: opponent, silver: 1}", (1, 25), "from bank, expected one of you, poorest"),
        ("- pay: {from: you, to: bank, silver: 21}", (1, 38), "expected from 1 to 20, got 21"),
        ("- {roll: d, turn: draco}", (1, 3), "got turn, roll: write them as two steps"),
        ("- {turn: draco, if: d is odd}", (1, 21), "no earlier step names the die 'd'"),
        ("- roll: d\n- {turn: draco, if: d is strange}", (2, 21), "expected a test such as d is odd, d is 6"),
        ("- roll: d\n- roll: d", (2, 9), "the name 'd' appears twice"),
        ("- advance: {who: own, by: 1, as: zork}", (1, 34), "'zork' already means something"),
        ("- advance: {who: both, by: 1, as: pals}", (1, 35), "'both' is more than one character"),
        (
            "- roll: d\n- {advance: {who: own, by: 1, as: a}, if: d is 6}\n- seat: {who: a, at: last}",
            (3, 15),
            "'a' is there only under the condition of an earlier step",
        ),
        ("[]", (1, 1), f"effect: expected from 1 to {MAX_STEPS} steps, got 0"),
        ("turn: draco", (1, 1), "effect: expected a list, got keys with values"),
    ],
)
def test_what_cannot_be_done_is_told_with_its_place(tmp_path, text, place, message):
    file = tmp_path / "effect.yaml"
    file.write_text(text + "\n", "utf-8")
    with pytest.raises(InputError) as raised:
        validate(Effect, read_yaml(file), "effect")
    (fault,) = raised.value.faults
    assert message in fault.message
    assert (fault.place.line, fault.place.column) == place


def test_all_faults_of_an_effect_are_told_together(tmp_path):
    file = tmp_path / "effect.yaml"
    file.write_text("- advance: {who: own, by: x}\n- retreat: {who: nobody, by: 99}\n", "utf-8")
    with pytest.raises(InputError) as raised:
        validate(Effect, read_yaml(file), "effect")
    assert [fault.place.line for fault in raised.value.faults] == [1, 2, 2]


# A designer's own card

VARIANT = """\
changes: draco
cards:
  encore:
    kind: die
    count: 3
    icon: barrel
    effect:
      - roll: d
      - {advance: {who: both, by: 1}, if: d is over 3}
      - pay: {from: richest, to: you, silver: 1}
texts:
  en: {title: Encore, action.encore: Encore}
  fr: {title: Encore, action.encore: Encore}
  it: {title: Encore, action.encore: Encore}
"""


@pytest.fixture
def variant(tmp_path, monkeypatch):
    """variant(text) -> Draco under a variant that says so, in a library of one's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "variants" / "draco").mkdir(parents=True)
    (tmp_path / "decks").mkdir()

    def load(text):
        (tmp_path / "variants/draco/encore.yaml").write_text(text, "utf-8")
        return load_game(find_game("draco"), "encore")

    return load


def test_a_new_card_is_a_dozen_lines_and_no_python(variant):
    game = variant(VARIANT)
    composer = Composer(game)
    (side,) = [side for side in composer.sides if side.name.endswith("/encore/front")]
    assert [step.verb for step in side.owner.behaviour["effect"].steps] == ["roll", "advance", "pay"]
    told = {language: composer.reading(side).said["rule", language].words.text for language in game.languages}
    assert told["en"] == (
        "Roll the die. If the die shows more than 3: Advance both of your characters 1\u00a0place. "
        "The richest player gives you 1\u00a0silver. If several are tied, each of them pays."
    )
    assert told["fr"].startswith("Lancez le dé.") and told["it"].startswith("Tira il dado.")


def test_an_authors_own_words_win(variant):
    own = "card.encore.effect: Mine."
    game = variant(VARIANT.replace("Encore}", f"Encore, {own}}}"))
    composer = Composer(game)
    (side,) = [side for side in composer.sides if side.name.endswith("/encore/front")]
    assert composer.reading(side).said["rule", "fr"].words.text == "Mine."


def test_a_fault_in_a_variants_card_points_into_the_variant(variant):
    with pytest.raises(InputError) as raised:
        variant(VARIANT.replace("who: both", "who: booth"))
    (fault,) = raised.value.faults
    assert fault.place.file.endswith("draco/encore.yaml") and fault.place.line == 9
    assert fault.message.startswith("cards.encore.effect.1.advance.who: no earlier step names")
