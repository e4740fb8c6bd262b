"""What leaves the house: pictures, saved objects and rooms of virtual tables; keyed, tidy, the same bytes."""

import io
import json
import zipfile
import zlib
from collections import Counter

import pytest
from PIL import Image, ImageFont

from cardgen.definitions.load import load_game
from cardgen.export.arrange import BUTTON_SIZE, LABEL_SIZE, arrange
from cardgen.export.slots import COLUMNS, ROWS, Slots, read_slots
from cardgen.export.start import start_of
from cardgen.export.table import Count, TablePlace, VirtualTable
from cardgen.store.library import BUILTIN, find_game

QUICK = ("--dpi", "50")


def exported(tmp_path, target, language="en", variant="base"):
    folder = tmp_path / "out" / "wood" / variant / language / target
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def members(data):
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_each_face_is_a_picture_by_its_cards_id(game, run, tmp_path):
    game.edit("game.yaml", "    back: back\n", "    back: back\n    shape: rounded 8 mm\n")
    assert run("export", "./wood", "--lang", "en", "--to", "png", *QUICK).code == 0
    files = exported(tmp_path, "png")
    assert [*files] == [
        "forest/back.en.png",
        "forest/fox.en.front.png",
        "forest/owl.en.front.png",
        "forest/sheet-1.en.png",
    ]
    face, sheet = (Image.open(io.BytesIO(files[f"forest/{name}.png"])) for name in ("fox.en.front", "sheet-1.en"))
    assert (face.size, face.mode, face.getpixel((0, 0))[3]) == ((124, 173), "RGBA", 0)
    assert (sheet.width / sheet.height, sheet.mode) == (pytest.approx(2 * 63 / 88, rel=0.01), "RGB")


def test_copies_in_several_looks_have_a_picture_each_and_lie_on_tables_in_their_shares(game, run, tmp_path):
    game.edit("game.yaml", "value: 2, count: 3", "value: 2, count: 3, looks: 2")
    game.edit("layouts/creature.yaml", "fields:", 'fields:\n  look: {draw: text, text: "{card.look}", height: 5}')
    assert run("export", "./wood", "--lang", "en", "--to", "png,vtt", *QUICK).code == 0
    files = exported(tmp_path, "png")
    assert {"forest/owl.en.front.png", "forest/owl~2.en.front.png"} <= files.keys()
    assert files["forest/owl.en.front.png"] != files["forest/owl~2.en.front.png"]
    (room,) = (data for name, data in exported(tmp_path, "vtt").items() if name.endswith(".vtt"))
    widgets = json.loads(next(data for name, data in members(room).items() if name.endswith(".json")))
    types = Counter(each["cardType"] for each in widgets.values() if isinstance(each, dict) and "cardType" in each)
    assert (types["owl"], types["owl~2"], types["fox"]) == (2, 1, 2)


def test_what_did_not_change_is_not_made_again_and_what_is_gone_is_taken_away(game, run, tmp_path):
    export = ("export", "./wood", "--lang", "en", "--to", "png", *QUICK)
    run(*export)
    first = exported(tmp_path, "png")
    assert run(*export).out.count("unchanged") == len(first) and exported(tmp_path, "png") == first
    game.edit("game.yaml", "          fox: {icon: fox-head, value: 3}\n", "")
    game.edit("game.yaml", "total: 5", "total: 3")
    assert run(*export).code == 0
    left = exported(tmp_path, "png")
    assert [*left] == ["forest/back.en.png", "forest/owl.en.front.png", "forest/sheet-1.en.png"]
    assert left["forest/owl.en.front.png"] == first["forest/owl.en.front.png"]


def test_a_saved_object_counts_by_slots_that_nobody_else_gets(game, run, tmp_path):
    def cards(language, variant="base"):
        saved = json.loads(exported(tmp_path, "tts", language, variant)[f"{prefix[variant]}.{language}.json"])
        return saved["ObjectStates"][0]

    prefix = {"base": "wood", "quick": "wood-quick"}
    assert run("export", "./wood", "--to", "tts", "--base-url", "https://example.org/wood").code == 0
    deck = cards("en")
    slots = {card["Nickname"]: card["CardID"] for card in deck["ContainedObjects"]}
    assert deck["Name"] == "DeckCustom" and deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    assert len({card["GUID"] for card in deck["ContainedObjects"]}) == len(deck["DeckIDs"]) == 5
    (told,) = deck["CustomDeck"].values()
    assert {id // 100 for id in deck["DeckIDs"]} == {int(key) for key in deck["CustomDeck"]}
    folder, _, name = told["FaceURL"].rpartition("/")
    assert folder == "https://example.org/wood/en/tts" and name in exported(tmp_path, "tts")
    sheet = Image.open(io.BytesIO(exported(tmp_path, "tts")[name]))
    assert max(sheet.size) <= 4096 and sheet.mode == "RGB"
    assert sheet.width % told["NumWidth"] == 0 and sheet.height % told["NumHeight"] == 0

    french = deck["States"]["2"]
    assert {card["Nickname"] for card in french["ContainedObjects"]} == {"Renard", "Hibou"}
    assert set(french["CustomDeck"]).isdisjoint(deck["CustomDeck"])

    game.edit(
        "game.yaml", "          fox: {icon: fox-head, value: 3}\n", "          wolf: {icon: wolf-head, value: 1}\n"
    )
    game.edit("strings/en.yaml", "creature.fox: Fox", "creature.wolf: Wolf")
    game.edit("strings/fr.yaml", "creature.fox: {from: Fox, to: Renard}", "creature.wolf: {from: Wolf, to: Loup}")
    assert run("export", "./wood", "--to", "tts", "--lang", "en").code == 0
    now = {card["Nickname"]: card["CardID"] for card in cards("en")["ContainedObjects"]}
    assert now["Owl"] == slots["Owl"] and now["Wolf"] not in slots.values()
    assert cards("en")["ContainedObjects"][0]["CustomDeck"].popitem()[1]["FaceURL"].startswith("file:///")


def test_slots_are_only_added(tmp_path, game):
    slots = Slots("wood", [], [])
    first = slots.place("forest", [f"card-{number}" for number in range(60)])
    second = slots.place("forest", [f"card-{number}" for number in range(40, 130)])
    for card in set(first) & set(second):
        assert first[card] == second[card]
    placed = first | second
    assert len({(sheet.key, slot) for sheet, slot in placed.values()}) == 130
    assert all(slot < sheet.columns * sheet.rows - 1 for sheet, slot in placed.values())
    assert all(sheet.columns <= COLUMNS and sheet.rows <= ROWS for sheet in slots.sheets)
    home = find_game("./wood", tmp_path)
    again = read_slots(home, slots.text())
    assert again.text() == slots.text()
    found = again.place("forest", list(placed))
    assert {card: (sheet.key, slot) for card, (sheet, slot) in found.items()} == {
        card: (sheet.key, slot) for card, (sheet, slot) in placed.items()
    }


LOCK = """\
game: wood
languages: [en]
sheets:
- deck: forest
  key: 7
  columns: 2
  rows: 2
  cards:
  - "fox"
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("game: wood", "game: river", "wood/slots.yaml:1:7: game: expected 'wood', got 'river'"),
        ('  - "fox"', '<<<<<<< ours\n  - "fox"\n=======', "wood/slots.yaml:9:1: a merge left a conflict here "
         "(<<<<<<<); keep the lines that both sides have added, and delete the marks"),
        ("languages: [en]", "<<<<<<< ours\nlanguages: [en]\n=======\nlanguages: [en, fr]\n>>>>>>> theirs",
         "wood/slots.yaml:2:1: a merge left a conflict here (<<<<<<<)"),
        ('  - "fox"', '  - "fox"\n  - "fox"', "wood/slots.yaml:10:5: cards: 'fox' of the deck 'forest' "
         "already has a slot"),
        ("rows: 2", "rows: 9", "wood/slots.yaml:7:9: sheets.0.rows"),
        ("key: 7", "kye: 7", "did you mean 'key'?"),
    ],
)  # fmt: skip
def test_a_broken_lock_is_told_and_kept(game, run, tmp_path, old, new, told):
    path = game.write("slots.yaml", LOCK.replace(old, new))
    before = path.read_bytes()
    result = run("export", "./wood", "--to", "tts", "--lang", "en")
    assert result.code == 2 and told in result.err
    assert path.read_bytes() == before and not exported(tmp_path, "tts")


def test_a_room_of_virtualtabletop_holds_all_that_it_names(game, run, tmp_path):
    assert run("export", "./wood", "--to", "vtt", "--lang", "fr", *QUICK).code == 0
    found = members(exported(tmp_path, "vtt", "fr")["wood.fr.vtt"])
    room = json.loads(found.pop("0.json"))
    for name, data in found.items():
        crc = zlib.crc32(data)
        assert name == f"assets/{crc - (1 << 32) if crc >= 1 << 31 else crc}_{len(data)}"
    widgets = {id: widget for id, widget in room.items() if id != "_meta"}
    assert all(widget["id"] == id for id, widget in widgets.items())
    assert {widget["parent"] for widget in widgets.values() if "parent" in widget} <= set(widgets)
    types = widgets["deck-forest"]["cardTypes"]
    assert {told["label"] for told in types.values()} == {"Renard", "Hibou"}
    assert {f"assets/{told[side].rpartition('/')[2]}" for told in types.values() for side in ("face", "back")} == {
        *found
    }
    cards = [widget for widget in widgets.values() if widget.get("type") == "card"]
    assert len(cards) == 5 and {card["deck"] for card in cards} == {"deck-forest"}


def test_a_room_of_playingcards_io_holds_all_that_it_names(game, run, tmp_path):
    assert run("export", "./wood", "--to", "pcio", "--lang", "en", *QUICK).code == 0
    found = members(exported(tmp_path, "pcio")["wood.en.pcio"])
    widgets = json.loads(found.pop("widgets.json"))
    ids = {widget["id"] for widget in widgets}
    assert len(ids) == len(widgets) and {each["parent"] for each in widgets if "parent" in each} <= ids
    (deck,) = (widget for widget in widgets if widget["type"] == "cardDeck")
    named = {told[side] for told in deck["cardTypes"].values() for side in ("face", "back")}
    assert named == {f"package://{name}" for name in found}
    assert sum(widget["type"] == "card" for widget in widgets) == 5


@pytest.mark.parametrize(("name", "dealt"), [("windmillers", {3: 12, 4: 11, 5: 9})])
def test_deals_are_those_of_the_rules(name, dealt):
    start = start_of(load_game(find_game(name)))
    assert dealt in [dict(deal.counts) for deal in start.dealt]


def test_a_room_deals_what_the_rules_say(run, tmp_path):
    game = "king_lui"
    assert run("export", game, "--to", "vtt,pcio", "--lang", "en", "--set", "cards_per_player=3", *QUICK).code == 0
    out = tmp_path / "out" / game / "base" / "en"
    room = json.loads(members((out / "vtt" / f"{game}.en.vtt").read_bytes())["0.json"])
    asked = json.dumps(next(widget for id, widget in room.items() if id == "pile-kitchen-button-1")["clickRoutine"])
    assert all(f'"count": {count}' in asked for count in (9, 12, 15))
    widgets = json.loads(members((out / "pcio" / f"{game}.en.pcio").read_bytes())["widgets.json"])
    steps = [widget["clickRoutine"][0]["args"] for widget in widgets if "-deal-" in widget["id"]]
    assert [step["quantity"]["value"] for step in steps] == [9, 12, 15]


def test_words_of_a_table_have_room():
    long = "Distribuire: Pila degli scarti della montagna"
    places = (
        TablePlace("pile", "Cards", (), (20, 30), True),
        TablePlace("paid", "Wages of those who play alone", (), (20, 30)),
    )
    counts = (Count("load", "What everybody carries up the mountain", 0),)
    table = VirtualTable("Wood", {"gather": "New game"}, (1, 2), (), places, (), (), (), counts)
    spots = arrange(table, {"pile": [long]}, (150, 40)).spots
    font = str(BUILTIN / "templates/fonts/source-sans-3/regular.ttf")
    for name, text, size in (
        ("pile", long, BUTTON_SIZE), ("paid", places[1].called, LABEL_SIZE), ("load", counts[0].called, LABEL_SIZE)
    ):  # fmt: skip
        assert ImageFont.truetype(font, size).getlength(text) < spots[name].width


def test_unknown_targets_are_told_with_the_nearest(game, run):
    result = run("export", "./wood", "--to", "tss")
    assert (result.code, result.err.strip()) == (2, "there is no target 'tss'; did you mean 'tts'?")
