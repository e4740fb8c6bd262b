"""`build --draft`: everything is printed, and what is wrong is marked on the card and listed."""

import pytest

from cardgen.faces.draft import BOX, MARK, MISSING
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Group, Shape, Text, texts
from cardgen.press.edition import Options, open_edition
from cardgen.store.library import find_game
from tests.pdf_reader import read

WRONG = {  # what is wrong, and what the list says of it
    "an unknown icon": (("game.yaml", "icon: fox-head", "icon: fox-hed"), "there is no icon 'fox-hed'"),
    "an unknown picture": (
        ("layouts/creature.yaml", 'draw: icon, of: "{card.icon}"', "draw: picture, of: art/none.png"),
        "there is no picture 'art/none.png'",
    ),
    "a bad colour": (("layouts/creature.yaml", "top: 20, height: 40", "colour: blau, top: 20, height: 40"), "'blau'"),
    "a sign that no font has": (("strings/en.yaml", "creature.fox: Fox", "creature.fox: Fox 狐"), "there is no '狐'"),
    "an icon that a text names": (("strings/en.yaml", ":gain:", ":gian:"), "there is no icon ':gian:'"),
    "a text too long": (("strings/en.yaml", "creature.fox: Fox", f"creature.fox: {'Fox ' * 30}"), "mm too wide"),
    "a word too long": (("strings/en.yaml", "creature.fox: Fox", f"creature.fox: {'F' * 90}"), "mm too wide"),
    "a missing text": (("strings/en.yaml", "creature.fox: Fox\n", ""), "'creature.fox' is missing"),
    "a key that nothing reads": (("game.yaml", "icon: fox-head,", "icon: fox-head, typo: 3,"), "unknown key"),
    "a field that has no room": (("layouts/creature.yaml", "height: 40", "height: 40, bottom: 60"), "bottom"),
}


def draft(game):
    told = []
    edition = open_edition(find_game(str(game.path)), "base", Options(draft=True), told.append)
    return edition.composer, [finding for finding in told if finding.code == "draft"]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_listed_and_the_rest_is_printed(game, run, wrong):
    change, message = WRONG[wrong]
    game.edit(*change)
    assert run("build", "./wood").code == 2
    found = run("build", "./wood", "--draft")
    assert found.code == 0, found.err
    assert message in found.err and "Traceback" not in found.err
    sheets = read((game.path.parent / "out/wood/base/en/cards.pdf").read_bytes())
    assert len(sheets[0].placements) == 5
    assert any(words.text.endswith("· draft") for words in sheets[0].words)


def marks(face) -> list[Shape]:
    def walk(items):
        for item in items:
            if isinstance(item, Group):
                yield from walk(item.items)
            elif isinstance(item, Shape) and item.stroke == MARK:
                yield item

    return list(walk(face.items))


def test_only_the_card_that_is_wrong_is_marked(game):
    game.edit("game.yaml", "icon: fox-head", "icon: fox-hed")
    composer, told = draft(game)
    fox, owl = (composer.face(side, "en") for side in composer.sides if side.name.endswith("/front"))
    assert len(marks(fox)) == 1 and not marks(owl)
    assert [finding.place.line for finding in told] == [18]


def test_what_is_not_translated_is_said_in_the_first_language_and_hatched(game):
    game.edit("strings/fr.yaml", "creature.fox: {from: Fox, to: Renard}\n", "")
    composer, _ = draft(game)
    fox = next(side for side in composer.sides if side.name.endswith("fox/front"))
    assert "Fox" in [text.text for text, _ in texts(composer.face(fox, "fr").items)]
    assert marks(composer.face(fox, "fr")) and not marks(composer.face(fox, "en"))


def tells(game, fox: str) -> None:
    """Lets the cards tell stories of their own, that of the fox as given."""
    game.edit("game.yaml", "value: 3}", f"value: 3, story: {fox}}}")
    game.edit("game.yaml", "value: 2,", "value: 2, story: {en: Look., fr: Regardez.},")
    game.edit("layouts/creature.yaml", "say: text.all", 'text: "{card.story} {card.value}"')


def test_a_wrong_word_of_a_card_marks_what_says_it_and_nothing_else(game):
    tells(game, "{en: 'Draw {valeu}.', fr: 'Piochez {valeu}.'}")
    composer, told = draft(game)
    fox = next(side for side in composer.sides if side.name.endswith("fox/front"))
    for language, name in (("en", "Fox"), ("fr", "Renard")):
        face = composer.face(fox, language)
        assert name in [text.text for text, _ in texts(face.items)]
        assert len(marks(face)) == 2  # the hatching and its frame
    assert len([finding for finding in told if "valeu" in finding.message]) == 2


def test_a_wrong_word_hides_no_other_fault(game):
    tells(game, "{en: 'Draw {valeu}.', fr: 'Piochez {valeu}.'}")
    game.edit("game.yaml", "icon: fox-head", "icon: fox-hed")
    with pytest.raises(InputError) as error:
        open_edition(find_game(str(game.path)), "base", Options(), print)
    assert ["valeu" in str(fault) or "fox-hed" in str(fault) for fault in error.value.faults] == [True] * 3


def test_words_of_a_card_that_are_not_translated_are_hatched(game):
    tells(game, "{en: Draw.}")
    composer, _ = draft(game)
    fox = next(side for side in composer.sides if side.name.endswith("fox/front"))
    assert marks(composer.face(fox, "fr")) and not marks(composer.face(fox, "en"))


def test_a_missing_sign_is_a_box_among_the_words(game):
    game.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: F狐x")
    composer, _ = draft(game)
    fox = next(side for side in composer.sides if side.name.endswith("fox/front"))
    face = composer.face(fox, "en")
    assert [text.text for text, _ in texts(face.items)][:2] == ["F", "x"]
    assert BOX.name in composer.supplies.symbols and MISSING not in composer.supplies.symbols
    assert not any(isinstance(item, Text) and "狐" in item.text for item in face.items)


def test_a_draft_of_what_is_right_is_what_is_printed(game):
    composer, told = draft(game)
    assert told == [] and composer.marked_faults(["en", "fr"]) == []
    assert all(not marks(composer.face(side, "en")) for side in composer.sides)


def test_a_build_after_a_draft_is_none(game, run):
    assert run("build", "./wood", "--draft").code == 0
    path = game.path.parent / "out/wood/base/en/cards.pdf"
    marked = path.read_bytes()
    assert run("build", "./wood").code == 0
    assert path.read_bytes() != marked and b"draft" not in path.read_bytes()


def test_fields_may_be_fitted_card_by_card(game):
    game.edit("strings/en.yaml", "creature.owl: Owl", "creature.owl: A Very Long Name")
    game.edit("layouts/creature.yaml", "extends: card\n", "extends: card\nstyles: {display: {fit: card}}\n")
    composer, _ = draft(game)
    sizes = {group: size for group, size in composer.sizes if group[1:] == ("display", "name")}
    assert len(sizes) == 2 and len({*sizes.values()}) == 2


def test_a_long_text_is_told_by_its_beginning(game, run):
    game.edit("strings/en.yaml", 'text.all: "Take', f'text.all: "{"Once upon a time, " * 40}Take')
    told = run("build", "./wood", "--lang", "en").err
    assert "'Once upon a time," in told and "…' is" in told and len(told.splitlines()[0]) < 300


@pytest.mark.parametrize(
    "change",
    [
        ("strings/fr.yaml", "creature.fox: {from: Fox, to: Renard}\n", ""),
        ("strings/fr.yaml", "to: Renard", f"to: {'Renard ' * 30}"),
        ("strings/fr.yaml", "to: Renard", "to: Renard 狐"),
    ],
)
def test_a_draft_lists_faults_of_the_chosen_languages_only(game, run, change):
    game.edit(*change)
    assert run("build", "./wood", "--draft", "--lang", "en").err == ""
    assert "fox" in run("build", "./wood", "--draft", "--lang", "fr").err
