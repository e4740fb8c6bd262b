"""What `components:` may say, and what is said of what it may not: the place is marked by `¦`."""

from __future__ import annotations

import pytest

from tests.conftest import contents

GAME = "game.yaml"
FACE = 'fields:\n  ground: {draw: rectangle, fill: "ink 20 %"}\n'

# what stands under `components:`, and what the message says after the place
BAD = {
    "no make": ("aid: ¦{layout: sheet}", "components.aid: expected the key 'make', which says what this is"),
    "unknown make": (
        "aid: {make: ¦matt, layout: sheet}",
        "components.aid.make: there is no 'matt'; did you mean 'mat'?",
    ),
    "no layout": ("aid: ¦{make: card}", "components.aid.layout: expected a value, but this key is missing"),
    "no deck": ("box: ¦{make: tuck-box}", "components.box.holds: expected a value, but this key is missing"),
    "unknown deck": (
        "box: {make: tuck-box, holds: ¦forrest}",
        "components.box.holds: there is no deck 'forrest'; did you mean 'forest'?",
    ),
    "unknown layout": ("aid: {make: card, layout: ¦shet}", "there is no layout 'shet'; did you mean 'sheet'?"),
    "unknown back": ("aid: {make: card, layout: sheet, back: ¦bak}", "there is no layout 'bak'; did you mean 'back'?"),
    "unknown top": (
        "box: {make: tuck-box, holds: forest, card_thickness: 1 mm, top: ¦lid}",
        "there is no layout 'lid'",
    ),
    "count in words": (
        "aid: {make: card, layout: sheet, count: ¦four}",
        "components.aid.count: expected a whole number, or players (one each), got 'four'",
    ),
    "count of none": (
        "aid: {make: card, layout: sheet, count: ¦0}",
        "components.aid.count: expected from 1 to 200, or players, got 0",
    ),
    "count of many": ("aid: {make: card, layout: sheet, count: ¦1000}", "expected from 1 to 200, or players, got 1000"),
    "size": ("mat: {make: mat, layout: sheet, size: ¦huge}", "components.mat.size: expected a size such as 63 x 88 mm"),
    "thickness": (
        "box: {make: tuck-box, holds: forest, card_thickness: ¦thick}",
        "components.box.card_thickness: expected a length",
    ),
    "no thickness": (
        "box: {make: tuck-box, holds: forest, card_thickness: ¦0 mm}",
        "components.box.card_thickness: expected at least 0.05, got '0 mm'",
    ),
    "negative play": (
        "box: {make: tuck-box, holds: forest, play: ¦-1 mm}",
        "components.box.play: expected at least 0, got '-1 mm'",
    ),
    "slip of the pen": (
        "aid: {make: card, layout: sheet, ¦cuont: 3}",
        "components.aid.cuont: unknown key; the layout 'sheet' does not read it; did you mean 'count'?",
    ),
    "slip on a box without pictures": (
        "box: {make: tuck-box, holds: forest, card_thickness: 1 mm, ¦plai: 2}",
        "components.box.plai: unknown key; did you mean 'play'?",
    ),
    "own id": (
        "aid: {make: card, layout: sheet, ¦id: x}",
        "components.aid.id: unknown key; the id of a component is the name that you list it under",
    ),
    "bad id": ("¦Aid: {make: card, layout: sheet}", "components.Aid: expected a name of lower-case letters"),
    "a list": ("¦- aid", "components: expected keys with values, got a list"),
    "not keys": ("aid: ¦card", "components.aid: expected keys with values, got 'card'"),
    "twice": ("aid: {make: card, layout: sheet}\n¦aid: {make: card, layout: sheet}", "'aid' appears twice"),
    "bad colour": ("aid: {make: card, layout: tinted, tint: ¦purpel}", "aid.tint: there is no colour 'purpel'"),
    "bad icon": ("aid: {make: card, layout: signed, sign: ¦oul}", "aid.sign: there is no icon 'oul'"),
}


@pytest.fixture
def wood(game):
    game.write("layouts/sheet.yaml", FACE)
    game.write("layouts/tinted.yaml", 'fields:\n  ground: {draw: rectangle, fill: "{component.tint}"}\n')
    game.write("layouts/signed.yaml", 'fields:\n  sign: {draw: icon, of: "{component.sign}"}\n')
    return game


def with_components(game, lines: str) -> str:
    """Adds `components:` to the game; the place of the mark in them, as messages show it."""
    before = (game.path / GAME).read_text("utf-8")
    inside = "components:\n" + "".join(f"  {line}\n" for line in lines.splitlines())
    text = before + inside
    at = text.index("¦") if "¦" in text else 0
    game.write(GAME, text.replace("¦", ""))
    head = text[:at]
    return f"wood/{GAME}:{head.count(chr(10)) + 1}:{len(head) - head.rfind(chr(10))}"


@pytest.mark.parametrize("case", BAD)
def test_bad_components_are_refused_at_their_place(wood, run, tmp_path, case):
    lines, told = BAD[case]
    place = with_components(wood, lines)
    outcome = run("build", "./wood")
    assert outcome.code == 2, outcome
    assert f"{place}: " in outcome.err, outcome.err
    assert told in outcome.err, outcome.err
    assert "Traceback" not in outcome.err
    assert not (tmp_path / "out").exists()


def test_every_fault_is_told_in_one_go(wood, run):
    with_components(wood, "one: {make: mat, layout: sheet, size: huge}\ntwo: {make: card, layout: sheet, count: no}")
    outcome = run("build", "./wood")
    assert "components.one.size" in outcome.err and "components.two.count" in outcome.err


def test_a_layout_reads_the_components_own_fields_its_deck_and_the_players(wood, run):
    wood.write(
        "layouts/told.yaml",
        'fields:\n  a: {draw: text, left: 4, right: 4, top: 5, height: 10, text: "{component.id} {component.motto} '
        '{component.max_players} {deck.name} {deck.count} {deck.cards.fox.value}"}\n'
        "  b: {draw: text, left: 4, right: 4, top: 20, height: 20, say: aid.says}\n",
    )
    for language, line in {
        "en": 'aid.says: "{motto}: {cards} cards for {min_players} to {max_players}"\n',
        "fr": 'aid.says: {from: "{motto}: {cards} cards for {min_players} to {max_players}", '
        'to: "{motto} : {cards} cartes, de {min_players} à {max_players}"}\n',
    }.items():
        text = (wood.path / f"strings/{language}.yaml").read_text("utf-8")
        wood.write(f"strings/{language}.yaml", text + line)
    with_components(wood, "aid: {make: card, layout: told, motto: run, count: 2}")
    assert run("check", "./wood", "--static").code == 0
    assert run("build", "./wood", "--only", "components").code == 0
    from tests.pdf_reader import read

    (page,) = read((wood.path.parent / "out/wood/base/en/components.pdf").read_bytes())
    assert len(page.placements) == 2
    assert "aid run 4 forest 5 3" in page.placements[0].text
    assert "run: 5 cards for 2 to 4" in page.placements[0].text


def test_texts_of_components_say_from_how_many_to_how_many_minutes(wood, run):
    line = 'aid.says: "about {min_minutes} to {max_minutes} minutes, or {minutes}"\n'
    field = "{draw: text, say: aid.says, left: 4, right: 4, top: 5, height: 20}"
    wood.write("layouts/told.yaml", f"fields:\n  a: {field}\n")
    wood.write("strings/en.yaml", (wood.path / "strings/en.yaml").read_text("utf-8") + line)
    with_components(wood, "aid: {make: card, layout: told}")
    written = (wood.path / "game.yaml").read_text("utf-8")
    wood.write("game.yaml", written + "minutes: {measured: 20-30}\n")
    assert run("build", "./wood", "--lang", "en", "--only", "components").code == 0
    from tests.pdf_reader import read

    (page,) = read((wood.path.parent / "out/wood/base/en/components.pdf").read_bytes())
    assert "about 20 to 30 minutes, or 20–30" in " ".join(page.placements[0].text.split())


def test_parts_are_printed_as_asked(wood, run):
    with_components(wood, "aid: {make: card, layout: sheet}")
    out = wood.path.parent / "out"

    def built(*arguments: str) -> set[str]:
        assert run("build", "./wood", "--lang", "en", "--out", "out", *arguments).code == 0
        found = {name.rpartition("/")[2] for name in contents(out) if name.endswith(".pdf")}
        for path in out.rglob("*.pdf"):
            path.unlink()
        return found

    assert {"cards.pdf", "components.pdf"} <= built()
    assert built("--only", "components") == {"components.pdf"}
    assert built("--only", "cards") == {"cards.pdf"}
    assert built("--only", "cards,components") == {"cards.pdf", "components.pdf"}
    assert built("--cards", "fox") == {"cards.pdf"}, "who chooses cards wants those"


def test_a_game_without_components_has_nothing_to_print_of_them(game, run):
    assert run("build", "./wood", "--only", "cards").code == 0
    outcome = run("build", "./wood", "--only", "components")
    assert outcome.code == 2
    assert "there is nothing to print: no game here has components" in outcome.err


def test_a_game_of_boards_alone_is_printed(tmp_path, run):
    (tmp_path / "isle" / "layouts").mkdir(parents=True)
    (tmp_path / "isle" / "layouts" / "sheet.yaml").write_text(FACE, "utf-8")
    (tmp_path / "isle" / "strings").mkdir()
    (tmp_path / "isle" / "strings" / "en.yaml").write_text("game.title: Isle\n", "utf-8")
    board = "board: {make: mat, layout: sheet, size: a5}"
    text = f'players: 2\nlanguages: [en]\nlook: {{colours: {{ink: "#222"}}}}\ndecks: {{}}\ncomponents: {{{board}}}\n'
    (tmp_path / "isle" / GAME).write_text(text, "utf-8")
    told = run("build", "./isle")
    assert (told.code, told.err) == (0, "")
    assert [name.rpartition("/")[2] for name in contents(tmp_path / "out") if name.endswith(".pdf")] == [
        "components.pdf"
    ]
    outcome = run("build", "./isle", "--only", "cards")
    assert outcome.code == 2 and "there is nothing to print: no game here has cards" in outcome.err


def test_low_ink_reaches_components(wood, run):
    from tests.pdf_reader import read

    with_components(wood, "mat: {make: mat, layout: sheet, size: a5}")
    assert run("build", "./wood", "--lang", "en", "--only", "components", "--ink", "low").code == 0
    assert len(read((wood.path.parent / "out/wood/base/en/components.pdf").read_bytes())) == 1
