"""Fields that are drawn over and over, groups and parts: held against places reckoned by hand."""

import math
import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.foundations.errors import InputError
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Shape, texts
from cardgen.graphics.geometry import IDENTITY, box_through, multiply, segments_box
from cardgen.store.library import find_game

STONE = "draw: rectangle, fill: '#010203'"
HALF = math.sqrt(0.75)  # from side to side of a hexagon that is 1 from corner to corner
ON = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture
def faces(game):
    """The faces of the wood's fox (value 3) and owl (value 2), with more fields, in one language."""

    def composed(fields, language="en", **files):
        game.edit("layouts/creature.yaml", "fields:\n", f"fields:\n{fields}\n")
        for name, text in files.items():
            game.write(name.replace("__", "/").replace("_csv", ".csv").replace("_yaml", ".yaml"), text)
        return made(game, language)

    return composed


def made(game, language="en"):
    composer = Composer(load_game(find_game(str(game.path))))
    composer.require([language])
    return {side.id: composer.face(side, language) for side in composer.sides if side.id in ("fox", "owl")}


def faults(game, fields, **files):
    game.edit("layouts/creature.yaml", "fields:\n", f"fields:\n{fields}\n")
    for name, text in files.items():
        game.write(f"layouts/{name}.yaml", text)
    with pytest.raises(InputError) as told:
        made(game)
    return [str(fault).rpartition("layouts/")[2] for fault in told.value.faults]


def stones(items, matrix=IDENTITY):
    """The boxes of the shapes that `STONE` draws, where they lie on the face."""
    for item in items:
        if isinstance(item, Group):
            yield from stones(item.items, multiply(item.matrix, matrix))
        elif isinstance(item, Shape) and item.fill == "#010203":
            yield tuple(round(value, 4) for value in box_through(matrix, segments_box(item.segments)))


def corners(face):
    return [box[:2] for box in stones(face.items)]


def test_numbers_are_gone_over_and_read(faces):
    found = faces(
        f"  s: {{{STONE}, left: '{{2 + 4 * i}}', top: 5, width: 2, height: 3, repeat: {{i: 1 to card.value}}}}"
    )
    assert list(stones(found["fox"].items)) == [(6, 5, 8, 8), (10, 5, 12, 8), (14, 5, 16, 8)]
    assert corners(found["owl"]) == [(6, 5), (10, 5)]
    assert found["fox"].fields["s"] == (6, 5, 8, 8)


@pytest.mark.parametrize("draws", ["when: card.stars", "unless: not card.stars", "when: card.stars and i > 0"])
def test_a_card_without_stars_need_not_tell_how_many(game, draws):
    game.edit("game.yaml", "value: 3}", "value: 3, stars: 2}")
    field = f"  s: {{{STONE}, left: '{{4 * i}}', top: 5, width: 2, height: 3, repeat: {{i: 1 to card.stars}}, {draws}}}"
    game.edit("layouts/creature.yaml", "fields:\n", f"fields:\n{field}\n")
    if "i > 0" in draws:  # asks each of them, so they must be there
        with pytest.raises(InputError, match="the card has no 'stars'"):
            made(game)
        return
    found = made(game)
    assert len(corners(found["fox"])) == 2 and not corners(found["owl"])


def test_several_names_are_gone_over_together_and_later_ones_read_earlier_ones(faces):
    repeat = "repeat: {x: 1 to 3, y: 1 to x}"
    found = faces(f"  s: {{{STONE}, left: '{{5 * x}}', top: '{{4 * y-1}}', width: 2, height: 2, {repeat}}}")
    assert corners(found["fox"]) == [(5 * x, 4 * y - 1) for x in (1, 2, 3) for y in range(1, x + 1)]


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ("[red, blue]", ["red", "blue"]),
        ("'{card.tags}'", ["quick", "sly"]),
        ("card.tags", ["quick", "sly"]),
        ("card.nothing", []),
        ("2 to 1", []),
        ("'{card.value} to {card.value + 1}'", ["3", "4"]),
    ],
)
def test_lists_and_cells_are_gone_over(game, over, said):
    game.edit("game.yaml", "value: 3}", "value: 3, tags: quick; sly}")
    fields = (
        f"  s: {{draw: text, text: '<{{tag}}>', left: 4, top: 30, width: 20, height: 5, repeat: {{tag: {over}}}}}\n"
    )
    game.edit("layouts/creature.yaml", "fields:\n", f"fields:\n{fields}  t: {{draw: text, text: '{{card.tags or -}}', "
              "left: 4, top: 40, width: 20, height: 5}\n")  # fmt: skip
    told = [text.text for text, _ in texts(made(game)["fox"].items)]
    assert [each[1:-1] for each in told if each.startswith("<")] == said


def test_lines_of_a_table_are_gone_over_as_far_as_they_are_asked_for(faces):
    found = faces(
        f"  s: {{{STONE}, left: '{{pip.x}}', top: '{{pip.from top}}', width: 2, height: 2,\n"
        "      repeat: {pip: pips.csv, where: pip.rank == card.value}}",
        pips_csv="rank,x,from top\n3,10,20\n2,11,21\n3,12,22\n",
    )
    assert corners(found["fox"]) == [(10, 20), (12, 22)] and corners(found["owl"]) == [(11, 21)]


@ON
@given(
    count=st.integers(1, 6), across=st.integers(1, 4), gap=st.integers(0, 2), lay=st.sampled_from(["row", "column"]),
    align=st.sampled_from(["start", "centre", "end"]),
)  # fmt: skip
def test_they_lie_in_rows_and_columns(game, count, across, gap, lay, align):
    repeat = f"{{i: 1 to {count}, lay: {lay}, across: {across}, gap: {gap}, align: {align}}}"
    before = (game.path / "layouts/creature.yaml").read_text("utf-8").partition("  s: ")[0]
    game.write(
        "layouts/creature.yaml", f"{before}  s: {{{STONE}, left: 25, top: 30, width: 3, height: 4, repeat: {repeat}}}\n"
    )
    found = corners(made(game)["fox"])
    assert len(found) == count
    for number, (x, y) in enumerate(found):
        line, place = divmod(number, across)
        here = min(across, count - across * line)
        place -= {"start": 0, "centre": (here - 1) / 2, "end": here - 1}[align]
        steps = (place, line) if lay == "row" else (line, place)
        assert (x, y) == pytest.approx((25 + steps[0] * (3 + gap), 30 + steps[1] * (4 + gap)), abs=1e-3)


def test_along_an_arc_they_keep_their_distance_from_its_centre(faces):
    field = "left: 30, top: 20, width: 3, height: 3"
    arc = "lay: arc, step: 40, about: [31.5, 44], align: centre"
    found = faces(
        f"  s: {{{STONE}, {field}, repeat: {{i: 1 to 5, {arc}}}}}\n"
        f"  u: {{{STONE}, {field}, repeat: {{i: 1 to 5, upright: yes, {arc}}}}}"
    )
    boxes = list(stones(found["fox"].items))
    middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes]
    assert [pytest.approx(middle, abs=1e-3) for middle in middles[:5]] == middles[5:]
    assert [box[2] - box[0] for box in boxes[5:]] == pytest.approx([3] * 5)
    for number, (x, y) in enumerate(middles[:5]):
        angle = math.radians(40 * (number - 2))
        assert (x, y) == pytest.approx((31.5 + 22.5 * math.sin(angle), 44 - 22.5 * math.cos(angle)), abs=1e-3)


@pytest.mark.parametrize("size", [(8 * HALF, 8), (8, 8 * HALF)], ids=["on a corner", "on a side"])
def test_a_map_of_hexagons_has_even_distances(faces, size):
    """The sides of neighbours lie apart by the gap, in all six directions."""
    width, height = size
    found = faces(
        f"  s: {{{STONE}, left: 12, top: 20, width: {width}, height: {height},\n"
        "      repeat: {i: 1 to 12, lay: hexagons, across: 4, gap: 1}}"
    )
    middles = [(x + width / 2, y + height / 2) for x, y in corners(found["fox"])]
    inner = middles[5]
    apart = sorted(math.dist(inner, other) for other in middles)[1:7]
    assert apart == pytest.approx([8 * HALF + 1] * 6, abs=1e-3)


def test_a_group_is_placed_turned_and_scaled_as_one(faces):
    found = faces(
        f"  g: {{draw: group, left: 20, top: 30, width: 20, height: 10, turn: 90, scale: 0.5,\n"
        f"      fields: {{a: {{{STONE}, left: 0, top: 0, width: 4, height: 2}}, b: {{{STONE}}}}}}}"
    )
    assert sorted(stones(found["fox"].items)) == [(27.5, 30, 32.5, 40), (31.5, 30, 32.5, 32)]
    assert found["fox"].fields["g.a"] == pytest.approx((31.5, 30, 32.5, 32))


def test_a_group_is_shown_as_one_and_its_fields_decide_too(faces):
    found = faces(
        f"  g: {{draw: group, left: 20, top: 30, width: 20, height: 10, when: card.value > 2, fields: {{\n"
        f"      a: {{{STONE}}}, b: {{{STONE}, when: card.value > 5}}}}}}"
    )
    assert [len(list(stones(found[name].items))) for name in ("fox", "owl")] == [1, 0]


def test_fields_of_a_group_lie_under_and_again_about_its_centre(faces):
    found = faces(
        f"  g: {{draw: group, left: 20, top: 30, width: 20, height: 10, fields: {{\n"
        f"      a: {{{STONE}, left: 0, top: 0, width: 4, height: 2}}, again: {{same: a}},\n"
        f"      b: {{{STONE}, left: 0, top: 4, width: 2, height: 2, under: a}}}}}}"
    )
    assert list(stones(found["fox"].items)) == [(20, 34, 22, 36), (20, 30, 24, 32), (36, 38, 40, 40)]


def test_a_group_is_repeated_with_what_its_fields_read(faces):
    found = faces(
        "  g: {draw: group, left: 4, top: 30, width: 12, height: 6, repeat: {n: 1 to 3, lay: row, gap: 1}, fields: {\n"
        f"      s: {{{STONE}, left: 0, top: 0, width: '{{n}}', height: 1}}, t: {{draw: text, text: '<{{n}}>'}}}}}}"
    )
    assert [box[2] - box[0] for box in stones(found["fox"].items)] == [1, 2, 3]
    assert [text.text for text, _ in texts(found["fox"].items) if text.text.startswith("<")] == ["<1>", "<2>", "<3>"]


def test_a_part_is_another_layout_that_takes_what_it_is_given(faces):
    found = faces(
        "  p: {draw: part, of: coin, with: {worth: '{card.value * k}'}, left: 4, top: 30, width: 9, height: 9,\n"
        "      repeat: {k: 1 to 2, lay: row}}",
        layouts__coin_yaml="takes: {worth: , wide: 3}\nstyles: {number: {size: 7, at_least: 7}}\nfields:\n"
        f"  disc: {{{STONE}, left: 0, top: 0, width: '{{wide}}', height: '{{worth / 6}}'}}\n"
        "  worth: {draw: text, text: '<{worth}>', style: number}\n",
    )
    assert list(stones(found["fox"].items)) == [(4, 30, 7, 30.5), (13, 30, 16, 31)]
    said = [(text.text, round(size / POINT, 3)) for text, size in texts(found["fox"].items) if text.text[0] == "<"]
    assert said == [("<3>", 7), ("<6>", 7)]


def test_texts_of_all_that_are_repeated_have_one_size(faces):
    found = faces(
        "  t: {draw: text, text: '{word}', left: 4, top: 20, width: 20, height: 6,\n"
        "      repeat: {word: [a, incomprehensibly], lay: column}}"
    )
    sizes = {size for text, size in texts(found["fox"].items) if text.text in ("a", "incomprehensibly")}
    assert len(sizes) == 1 and sizes.pop() < 9 * POINT


def test_what_is_scaled_down_can_still_be_read(faces):
    found = faces(
        "  g: {draw: group, left: 4, top: 30, width: 50, height: 20, scale: 0.5, fields: {\n"
        "      t: {draw: text, text: '<ab>'}}}"
    )
    (size,) = (size for text, size in texts(found["fox"].items) if text.text == "<ab>")
    assert size == pytest.approx(6 * POINT)


def test_from_the_right_all_of_it_is_mirrored(game):
    game.edit("layouts/creature.yaml", "fields:\n",
              f"fields:\n  g: {{draw: group, left: 4, top: 30, width: 10, height: 5, repeat: {{i: 1 to 2, lay: row}},\n"
              f"      fields: {{s: {{{STONE}, left: 1, top: 0, width: 2, height: 1}}}}}}\n")  # fmt: skip
    there = sorted(stones(made(game)["fox"].items))
    composer = Composer(replace(load_game(find_game(str(game.path))), mirrored=("en",)))
    (side,) = (side for side in composer.sides if side.id == "fox")
    width = side.size[0]
    mirrored = sorted((width - right, top, width - left, bottom) for left, top, right, bottom in there)
    assert sorted(stones(composer.face(side, "en").items)) == mirrored


FAULTS = {
    "too many": ("repeat: {i: 1 to 9999}", "repeat.i: expected at most 2,000 in all, got more"),
    "no whole number": ("repeat: {i: 1 to card.value / 2}", "repeat.i: expected a whole number, got 1.5"),
    "nothing to go over": ("repeat: {lay: row}", "repeat: expected a name and what it goes over, such as i: 1"),
    "a plain number": ("repeat: {i: 5}", "repeat.i: expected numbers such as 1 to card.stars, a list, or a table"),
    "a root's name": ("repeat: {card: 1 to 2}", "repeat: expected another name than 'card', such as i"),
    "no table": ("repeat: {i: lines.csv}", "there is no file 'lines.csv'"),
    "outside": ("repeat: {i: ../lines.csv}", "repeat.i: expected a spreadsheet in the game's folder"),
    "not given": ("left: '{j}', repeat: {i: 1 to 2}", "left: expected a name such as {card.icon}, got '{j}'"),
    "given elsewhere": ("left: '{n}', repeat: {i: 1 to 2}", "left: 'n' is not given here"),
    "no parts": ("left: '{i.x}', repeat: {i: 1 to 2}", "left: 'i' has no parts, so 'i.x' means nothing"),
    "beyond": ("left: '{30 * i}', repeat: {i: 1 to 4}", "reaches 27.00 mm beyond the bleed and would be cut off"),
    "unknown": ("repeat: {i: 1 to card.valeu}", "repeat.i: 'card.valeu' is not defined; did you mean 'card.value'?"),
}


@pytest.mark.parametrize(("keys", "message"), FAULTS.values(), ids=FAULTS)
def test_what_cannot_be_repeated_is_told_with_its_place(game, keys, message):
    other = "  o: {draw: rectangle, fill: ink, width: 2, height: 2, repeat: {n: 1 to 2}}\n"
    told = faults(game, f"{other}  s: {{draw: rectangle, fill: ink, width: 3, height: 3, top: 3, {keys}}}")
    assert any(message in each for each in told), told
    assert all(re.match(r"creature\.yaml:\d+:\d+: ", each) for each in told)


TAKES = "takes: {worth: }\n"
PARTS = {
    "no layout": ("of: cion", {}, "there is no layout 'cion'; expected one of"),
    "missing": ("of: coin", {"coin": TAKES}, "fields.p.with: expected 'worth', which the layout 'coin' takes"),
    "unknown": (
        "of: coin, with: {worth: 3, wroth: 3}",
        {"coin": TAKES},
        "fields.p.with: the layout 'coin' takes no 'wroth'; did you mean 'worth'?",
    ),
    "a circle": (
        "of: coin",
        {"coin": "", "purse": "fields: {c: {draw: part, of: coin}}"},
        "layouts draw each other in a circle: creature -> coin -> purse -> coin",
    ),
}


@pytest.mark.parametrize(("keys", "files", "message"), PARTS.values(), ids=PARTS)
def test_parts_that_cannot_be_drawn_are_told_with_their_places(game, keys, files, message):
    inner = "  q: {draw: part, of: purse}\n" if "purse" in files else ""
    files = {name: text if "fields" in text else f"{text}fields:\n  d: {{draw: ellipse, fill: ink}}\n{inner}"
             for name, text in files.items()}  # fmt: skip
    told = faults(game, f"  p: {{draw: part, {keys}, width: 5, height: 5}}", **files)
    assert any(message in each for each in told), told


def test_a_variable_is_no_part_of_other_layouts(game):
    """`i` is a word where nothing is called so."""
    game.edit("layouts/creature.yaml", "fields:\n",
              "fields:\n  s: {draw: text, text: '<{card.value or i}>', left: 4, top: 30, width: 9, height: 5, "
              "when: 'card.value in (3, i)'}\n")  # fmt: skip
    assert "<3>" in [text.text for text, _ in texts(made(game)["fox"].items)]


def test_what_is_printed_follows_its_table(game, run):
    game.edit("layouts/creature.yaml", "fields:\n",
              f"fields:\n  s: {{{STONE}, left: '{{pip.x}}', top: 20, width: 2, height: 2, repeat: {{pip: pips.csv}}}}\n"
              "  v: {draw: text, text: '{card.value}', left: 4, top: 30, width: 9, height: 5}\n")  # fmt: skip
    printed = []
    for x in (10, 12, 10):
        game.write("pips.csv", f"x\n{x}\n")
        assert run("build", "./wood", "--only", "cards").code == 0
        printed.append(next(game.path.parent.glob("out/wood/base/en/cards.pdf")).read_bytes())
    assert printed[0] != printed[1] and printed[0] == printed[2]


def test_a_face_is_read_anew_once_its_table_is_another(game):
    field = f"  s: {{{STONE}, left: '{{pip.x}}', top: 20, width: 2, height: 2, repeat: {{pip: pips.csv}}}}\n"
    value = "  v: {draw: text, text: '{card.value}', left: 4, top: 30, width: 9, height: 5}\n"
    game.edit("layouts/creature.yaml", "fields:\n", f"fields:\n{field}{value}")
    readings, found = Readings(), []
    for x in (10, 12):
        game.write("pips.csv", f"x\n{x}\n")
        composer = Composer(load_game(find_game(str(game.path))), readings=readings)
        found.append(corners(next(composer.face(side, "en") for side in composer.sides if side.id == "fox")))
    assert found == [[(10, 20)], [(12, 20)]]


def test_words_that_parts_and_repeats_pass_on_are_those_of_the_language(game):
    game.edit("game.yaml", "value: 3}", "value: 3, title: Fox, likes: hens; grapes}")
    game.edit("strings/fr.yaml", "creature.fox:", "card.fox.title: {from: Fox, to: Renard}\n"
              "card.fox.likes: {from: hens; grapes, to: poules ; raisins}\ncreature.fox:")  # fmt: skip
    game.write("layouts/plate.yaml", "takes: {said: }\nfields: {t: {draw: text, text: '<{said}>'}}\n")
    game.edit("layouts/creature.yaml", "fields:\n",
              "fields:\n  p: {draw: part, of: plate, with: {said: '{card.title or -}'}, left: 4, top: 20, width: 20, "
              "height: 6}\n  l: {draw: text, text: '<{thing}>', left: 4, top: 30, width: 20, height: 6, "
              "repeat: {thing: card.likes, lay: column}}\n  v: {draw: text, text: '{card.value}', left: 40, top: 20, "
              "width: 9, height: 5}\n")  # fmt: skip
    said = {}
    for language in ("en", "fr"):
        found = [text.text for text, _ in texts(made(game, language)["fox"].items)]
        said[language] = [text for text in found if text[0] == "<"]
    assert said == {"en": ["<Fox>", "<hens>", "<grapes>"], "fr": ["<Renard>", "<poules>", "<raisins>"]}


ATTACKS = {
    "a product": "  s: {draw: rectangle, fill: ink, repeat: {x: 1 to 2000, y: 1 to 2000, z: 1 to 9}}",
    "repeats in repeats": (
        "  g: {draw: group, repeat: {x: 1 to 2000}, fields: {\n"
        "      h: {draw: group, repeat: {y: 1 to 2000}, fields: {r: {draw: rectangle, fill: ink}}}}}"
    ),
}


@pytest.mark.parametrize("fields", ATTACKS.values(), ids=ATTACKS)
def test_what_would_be_drawn_millions_of_times_is_told_at_once(game, fields):
    assert any("expected at most" in each for each in faults(game, fields))


@pytest.mark.slow
@pytest.mark.parametrize("twice", [True, False], ids=["each draws two", "each draws the next two"])
def test_parts_that_draw_parts_cannot_multiply_without_end(game, twice):
    for number in range(25):
        drawn = [number + 1, number + 1] if twice else [number + 1, number + 2]
        inner = "".join(f"  f{at}: {{draw: part, of: p{min(each, 25)}}}\n" for at, each in enumerate(drawn))
        game.write(f"layouts/p{number}.yaml", f"fields:\n{inner}")
    game.write("layouts/p25.yaml", "fields:\n  d: {draw: ellipse, fill: ink}\n")
    assert any("expected at most 20,000 fields" in each for each in faults(game, "  p: {draw: part, of: p0}"))


def test_a_chain_of_parts_is_bounded(game):
    for number in range(60):
        game.write(f"layouts/p{number}.yaml", f"fields:\n  f: {{draw: part, of: p{number + 1}}}\n")
    game.write("layouts/p60.yaml", "fields:\n  d: {draw: ellipse, fill: ink}\n")
    assert any("in a chain: expected at most 30" in each for each in faults(game, "  p: {draw: part, of: p0}"))
