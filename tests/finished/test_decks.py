"""Which finished pictures belong together: fronts, backs, copies, decks."""

from pathlib import Path

import pytest

from cardgen.finished.decks import decks_of
from cardgen.finished.names import read_name
from cardgen.finished.pictures import FinishedPicture
from cardgen.finished.sizes import Size
from cardgen.foundations.errors import InputError

POKER, TAROT = Size(63, 88), Size(70, 120)


def pictures(*files, size=POKER):
    """Pictures of these files, each of its own content; `file=content` gives it that of another."""
    found = []
    for each in files:
        name, _, content = each.partition("=")
        path = Path(name)
        found.append(FinishedPicture(path, name, path.parent.parts, read_name(path.stem), size, content or name))
    return found


def pages(*contents):
    return [
        FinishedPicture(
            Path(f"1/{number}.png"), f"cards.pdf, page {number}", (), read_name(f"cards {number}"), POKER, content,
            page=number,
        )
        for number, content in enumerate(contents, 1)
    ]  # fmt: skip


def told(found):
    """{deck: ({card: (count, back)}, back)} and the files that something is told of."""
    decks, faults = decks_of(found)
    cards = {
        deck.name: (
            {card.id: (card.count, card.back.display_name if card.back else None) for card in deck.cards},
            deck.back.display_name if deck.back else None,
        )
        for deck in decks
    }
    return cards, [fault.place.file for fault in faults]


def one(*files):
    """The cards and the back of the only deck that these files make, of which nothing is told."""
    decks, faults = told(pictures(*files))
    assert faults == []
    ((cards, back),) = decks.values()
    return cards, back


def test_a_card_for_each_picture_with_its_copies():
    assert one("fox x3.png", "Élan.png", "2x owl.png") == (
        {"fox": (3, None), "elan": (1, None), "owl": (2, None)},
        None,
    )


@pytest.mark.parametrize("back", ["back.png", "Dos.jpg", "rückseite.png", "card_back.png", "retro.png", "back x2.png"])
def test_one_back_of_all(back):
    assert one("fox.png", "owl.png", back) == ({"fox": (1, None), "owl": (1, None)}, back)


@pytest.mark.parametrize(
    "files",
    [
        ("fox-front.png", "fox-back.png"),
        ("fox.png", "fox_back.png"),
        ("fox_a.png", "fox_b.png"),
        ("fox.png", "fox_b.png"),
        ("Fox recto.png", "Fox verso.png"),
        ("FoxFront.png", "FoxBack.png"),
        ("fronts/fox.png", "backs/fox.png"),
        ("Fronts/fox.png", "Card Backs/fox.png"),
    ],
)
def test_a_back_beside_its_front(files):
    assert one(*files) == ({"fox": (1, files[1])}, None)


def test_what_ends_as_a_side_does_is_a_card_where_there_is_no_other_side():
    assert one("plan_a.png", "vitamin_b.png", "team_f.png")[0].keys() == {"plan-a", "vitamin-b", "team-f"}
    decks, faults = told(pictures("stab_in_the_back.png", "fox.png"))
    assert decks["cards"][0].keys() == {"stab-in-the-back", "fox"} and faults == ["stab_in_the_back.png"]


def test_the_only_picture_in_a_folder_of_backs_is_that_of_all():
    assert one("fox.png", "owl.png", "backs/leaves.png")[1] == "backs/leaves.png"


def test_numbers_suggest_a_back():
    assert one("fox x3.png", "owl x2.png", "leaves x5.png") == ({"fox": (3, None), "owl": (2, None)}, "leaves x5.png")
    assert one("fox x3.png", "leaves x3.png")[1] is None  # either could be it


def test_every_second_page_that_is_the_same_is_the_back():
    ((cards, back),) = told(pages("fox", "leaves", "owl", "leaves"))[0].values()
    assert list(cards) == ["cards-1", "cards-3"] and back == "cards.pdf, page 2"
    ((cards, back),) = told(pages("fox", "leaves", "owl", "moon"))[0].values()
    assert len(cards) == 4 and back is None


def test_the_same_picture_again_is_a_copy():
    assert one("fox 1.png=fox", "fox 2 x2.png=fox", "owl.png")[0] == {"fox-1": (3, None), "owl": (1, None)}


def test_a_folder_is_a_deck_and_takes_the_back_of_all():
    decks, faults = told(pictures("forest/fox.png", "sea/eel.png", "sea/sea-back.png", "back.png"))
    assert faults == []
    assert decks == {
        "forest": ({"fox": (1, None)}, "back.png"),
        "sea": ({"eel": (1, None)}, "sea/sea-back.png"),
    }


def test_a_size_is_a_deck_and_takes_the_back_of_its_size():
    found = pictures("fox.png", "back.png") + pictures("world.png", "tarot/moon.png", size=TAROT)
    decks, faults = told(found)
    assert faults == []
    assert {name: back for name, (_, back) in decks.items()} == {
        "cards-poker": "back.png", "cards-tarot": None, "tarot": None,
    }  # fmt: skip


def test_what_hardly_differs_is_one_size():
    found = pictures("fox.png", "owl.png") + pictures("elk.png", size=Size(63.5, 88.9, 3.175))
    ((deck,), faults) = decks_of(found)
    assert deck.size.name == "poker" and len(deck.cards) == 3 and faults == []


@pytest.mark.parametrize(
    ("found", "of"),
    [
        (pictures("fox.png", "back.png", "dos.png"), ["dos.png"]),
        (pictures("fox.png", "fox-back.png", "fox-dos.png"), ["fox-dos.png"]),
        (pictures("fox.png") + pictures("fox-back.png", size=TAROT), ["fox-back.png"]),
        (pictures("sea/eel.png") + pictures("sea/back.png", size=TAROT), ["sea/back.png"]),
        (pictures("eel.png") + pictures("back.png", size=TAROT), ["back.png"]),
    ],
)
def test_a_back_that_fits_nowhere_is_told(found, of):
    assert told(found)[1] == of


def test_cards_of_one_name_are_told_apart():
    decks, _ = told(pictures("forest/fox.png", "sea/fox.png", "sea/con.png", "sea/7.png", "sea/狐.png"))
    ids = [id for cards, _ in decks.values() for id in cards]
    assert ids[:4] == ["fox-forest", "fox-sea", "card-con", "card-7"] and len(set(ids)) == 5


def test_there_must_be_fronts_and_no_more_than_can_be_printed():
    with pytest.raises(InputError, match="got only backs"):
        decks_of(pictures("back.png"))
    with pytest.raises(InputError, match="expected at most 10,000 cards in all decks, got 10,989"):
        decks_of(pictures(*(f"fox {number} x999.png" for number in range(11))))
    with pytest.raises(InputError, match="expected at most 200 decks"):
        decks_of(pictures(*(f"{number}/fox.png" for number in range(201))))
