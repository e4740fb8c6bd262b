"""SVG pictures with expressions: filled in by each card, in the language of the sheet."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.faces.checks import check_faces
from cardgen.faces.compose import Composer
from cardgen.faces.picture_checks import check_pictures
from cardgen.faces.readings import Readings
from cardgen.foundations.errors import InputError, Place
from cardgen.graphics.drawing import Picture, Shape, Use, texts
from cardgen.svg.forms import read_form
from cardgen.svg.write import SvgWriter, face_svg
from cardgen.translation.translatable import own_keys
from tests.faces.conftest import flat
from tests.hostile.limits import limits

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20" font-size="3">\n{}\n</svg>'
ART = {"draw": "picture", "of": "art/frame.svg", "left": 0, "top": 0, "width": 60, "height": 40}
CARDS = {
    "fox": {"name": "Fox", "power": 3, "colour": "sea"},
    "owl": {"name": "Owl & <co>", "power": 5, "colour": "#ff0000"},
}


@pytest.fixture
def drawn(compose, tmp_path):
    """drawn(body, ...) -> a Composer of two cards that fill in one drawing."""

    def make(body, file="frame.svg", cards=CARDS, fields=None, **more):
        path = tmp_path / "zoo" / "art" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SVG.format(body), "utf-8")
        return compose(fields or {"art": ART}, cards=cards, **more)

    return make


def face(composer, at=0, language="en"):
    return composer.face(composer.sides[at], language).items


def said(composer, at=0, language="en"):
    return [text.text for text, _ in texts(face(composer, at, language))]


def faults(make, *given, **more):
    with pytest.raises(InputError) as error:
        make(*given, **more)
    return error.value.faults


def test_words_are_those_of_each_card_as_they_are(drawn):
    composer = drawn(
        '<text y="9">{card.name}, {card.power + 1}</text><rect width="{card.power}" height="2" fill="{card.colour}"/>'
    )
    assert ["".join(said(composer, at)) for at in (0, 1)] == ["Fox, 4", "Owl & <co>, 6"]


def test_attributes_and_styles_are_filled_in_with_numbers_colours_and_what_is_seen(drawn):
    body = (
        '<g transform="translate({card.power} 0)">'
        '<rect width="{2 * card.power}" height="4" fill="{card.colour} 50 %"/></g>'
        '<rect width="1" height="1" style="stroke:none;fill:{card.colour}" visibility="{card.power == 3}"/>'
        '<circle r="{card.power / 2}" display="{card.rare}"/><text>{card.name}</text>'
    )
    composer = drawn(body)
    shapes = [[item for item in flat(face(composer, at)) if isinstance(item, Shape) and item.fill] for at in (0, 1)]
    assert [[shape.fill for shape in of] for of in shapes] == [["#90b0d0", "#2060a0"], ["#ff8080"]]
    boxes = [shape.segments[2][1] for shape in (shapes[0][0], shapes[1][0])]
    assert boxes == [6, 10]


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("{card.power > 2}", True),
        ("{card.power > 3}", False),
        ("{card.power - 3}", False),
        ("{card.none}", False),
        ("{not card.none}", True),
        ("{card.hidden}", False),
        ("{card.power}{card.none or -}", True),
    ],
)
@pytest.mark.parametrize("name", ["display", "visibility"])
def test_what_is_seen_is_what_when_takes_for_there(drawn, name, expression, shown):
    cards = {"fox": {"name": "Fox", "power": 3, "hidden": {"display": "none", "visibility": "hidden"}[name]}}
    body = f'<rect width="3" height="3" {name}="{expression}"/><text>{{card.name}}{{card.power}}</text>'
    hidden = '<g id="{card.hidden}"/>'
    drawing = face(drawn(body + hidden, cards=cards))
    assert any(isinstance(item, Shape) and item.fill for item in flat(drawing)) == shown


def test_names_that_are_given_may_be_read_by_repeats_and_parts(drawn):
    row = {**ART, "width": 10, "height": 8, "repeat": {"i": "1 to card.power", "lay": "row"}}
    composer = drawn(
        '<text y="9">{i} {card.name}</text>', cards={"fox": {"name": "Fox", "power": 3}}, fields={"art": row}
    )
    assert said(composer) == ["1 Fox", "2 Fox", "3 Fox"]


def test_words_stand_in_the_language_of_the_sheet(drawn):
    cards = {"fox": {"name": {"en": "Fox", "fr": "Renard"}, "role": "thief"}}
    texts_of = {"en": {"title": "Zoo"}, "fr": {"title": "Zoo", "card.fox.role": "voleur"}}
    body = '<text y="9">{card.name}</text><text y="15" font-family="display">{card.role}</text>'
    composer = drawn(body, cards=cards, texts=texts_of)
    assert [said(composer, language=language) for language in ("en", "fr")] == [["Fox", "thief"], ["Renard", "voleur"]]
    fonts = [text.font for text, _ in texts(face(composer))]
    assert fonts == ["source-sans-3/regular", "fraunces/regular"]


def test_a_language_that_lacks_its_words_is_hindered(drawn):
    composer = drawn('<text y="9">{card.name}</text>', cards={"fox": {"name": {"en": "Fox"}}})
    assert composer.languages == ["en"] and "is not translated ('Fox')" in str(composer.blocking_faults(["fr"])[0])


LONG = {"fox": {"name": "The fox that went out in a chilly night"}}


def test_words_are_made_smaller_to_fit_their_width(drawn):
    body = '<text x="15" y="9" text-anchor="middle" data-width="25">{card.name}<tspan x="15" dy="4">Fox</tspan></text>'
    composer = drawn(body, cards=LONG)
    (long, size), (short, other) = texts(face(composer))
    assert size == other < 2 * 3 and long.width * size / long.size == pytest.approx(50)
    assert "fox" in long.text and short.text == "Fox"


def test_words_that_would_be_too_small_do_not_fit(drawn):
    (fault,) = faults(drawn, '<text y="9" data-width="9">{card.name}</text>', cards=LONG)
    assert fault.code == "does-not-fit" and fault.place.line == 2 and fault.place.column == 1
    assert "too wide for its 18.0 mm at" in fault.message


def test_nor_do_words_that_reach_beyond_the_drawing(drawn):
    (fault,) = faults(drawn, '<text y="9">{card.name}</text>', cards=LONG)
    assert "mm beyond the drawing; give its <text> a `data-width`" in fault.message and "card 'fox'" in fault.message


@pytest.mark.parametrize(
    ("body", "column", "message"),
    [
        ("<g>\n<text>{card.nam}</text></g>", (3, 8), "<text>: 'card.nam' is not defined; did you mean 'card.name'?"),
        ('<text y="3"\n fill="{crad.colour}">x</text>', (3, 9), "<text> fill: 'crad.colour' is not defined"),
        ('<rect style="stroke:red;fill:{card.name}"/>', (2, 30), "<rect> fill: expected a colour such as"),
        ('<rect width="{card.name}"/>', (2, 14), "<rect> width: expected a number"),
        ('<rect width="{0 - card.power}"/>', (2, 14), "<rect> width: expected 0 or more, got '-3'"),
        ('<g transform="turn({card.power})"/>', (2, 20), "<g> transform: expected translate, scale"),
        ('<path d="M0 0 {card.name}"/>', (2, 15), "<path> d: expected SVG path data"),
        ("<text>{card.power</text>", (2, 7), "<text>: expected braces in pairs"),
        ("<text>{card.power} {so}</text>", (2, 20), "<text>: expected a name such as {card.icon}"),
        ("<text>{card.power &lt; 3 and}</text>", (2, 29), "<text>: expected a value such as card.cost"),
        ('<text y="9">{card.icon}</text>', (2, 13), "<text>: the icon ':fox:' cannot appear"),
        ('<rect width="1e{card.power * 3}"/>', (2, 16), "<rect> width: expected a number under 1,000,000"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_in_the_drawing(drawn, body, column, message):
    cards = {"fox": {"name": "Fox", "power": 3, "colour": "sea", "icon": ":fox:"}}
    (fault,) = faults(
        drawn,
        body,
        cards=cards,
        fields={
            "art": ART,
            "all": {"draw": "text", "text": "{card.name}{card.power}{card.colour}{card.icon}", "when": "card.none"},
        },
    )
    assert message in fault.message
    assert fault.place.file.endswith("art/frame.svg") and (fault.place.line, fault.place.column) == column


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_of_any_encoding_and_line_ends(compose, tmp_path, encoding, end):
    path = tmp_path / "zoo" / "art" / "frame.svg"
    path.parent.mkdir(parents=True)
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n' if encoding != "utf-8-sig" else ""
    text += SVG.format("<g><!-- é --><text y='9'>é {card.nam}</text></g>")
    path.write_bytes(text.replace("\n", end).encode(encoding))
    (fault,) = faults(compose, {"art": ART}, cards={"fox": {}})
    assert (fault.place.line, fault.place.column) == (2 + (encoding != "utf-8-sig"), 29)


def test_a_slip_of_many_cards_is_told_once(drawn):
    assert len(faults(drawn, "<text>{card.nam}{card.name}{card.power}{card.colour}</text>")) == 1


def test_a_key_that_only_a_drawing_reads_is_known(drawn):
    body = "<text y='9'>{card.name}</text>"
    (fault,) = faults(drawn, body, cards={"fox": {"name": "Fox", "powr": 3}})
    assert "powr: unknown key" in fault.message
    drawn(body + '<rect width="{card.powr}" height="1"/>', cards={"fox": {"name": "Fox", "powr": 3}})


def test_which_drawing_it_is_may_depend_on_the_card(drawn):
    art = {**ART, "of": "art/{card.look_of}.svg"}
    composer = drawn(
        "<text y='9'>{card.name}</text>", cards={"fox": {"name": "Fox", "look_of": "frame"}}, fields={"art": art}
    )
    assert said(composer) == ["Fox"]


def test_backs_that_read_cards_in_a_drawing_are_each_cards_own(drawn):
    composer = drawn(
        "<text y='9'>{card.name}{card.power}{card.colour}</text>",
        fields={"a": {"draw": "rectangle", "fill": "sea", "left": 0, "top": 0, "width": 9, "height": 9}},
        back={"art": ART},
    )
    assert len(composer.sides) == 4


def test_values_cannot_bring_elements_or_run_away(drawn, monkeypatch):
    evil = {"fox": {"name": "</text><script>alert(1)</script>", "colour": "red;stroke:blue"}}
    composer = drawn("<text y='9' font-size='1'>{card.name}</text>", cards={"fox": {"name": evil["fox"]["name"]}})
    assert "".join(said(composer)) == evil["fox"]["name"]
    (fault,) = faults(drawn, "<rect style='fill:{card.colour}'/>", cards={"fox": {"colour": evil["fox"]["colour"]}})
    assert "expected a colour" in fault.message
    (fault,) = faults(drawn, "<text>{card.name}</text>", cards={"fox": {"name": "x" * 6000}})
    assert "expected at most 5,000 characters" in fault.message
    row = {**ART, "repeat": {"i": "1 to 2000"}}
    monkeypatch.setattr("cardgen.faces.supplies.MAX_ELEMENTS", 5_000)
    (fault,) = faults(drawn, f"<g><text>{{i}}</text>{'<g/>' * 400}</g>", cards={"fox": {}}, fields={"art": row})
    assert "expected at most 5,000 elements" in fault.message


def test_a_plain_drawing_stays_the_symbol_that_it_was(drawn):
    body = "<style>.a{fill:#00ff00} /* {card.name} */</style><!-- {card.name} --><text y='9'>{so}</text>"
    body += "<rect class='a' width='3' height='3' id='{1.2}'/>"
    composer = drawn(body, cards={"fox": {}})
    (use,) = face(composer)
    assert isinstance(use, Use)
    assert [text.text for text, _ in texts(composer.supplies.symbols[use.symbol].items)] == ["{so}"]
    (shape,) = (
        item for item in flat(composer.supplies.symbols[use.symbol].items) if isinstance(item, Shape) and item.fill
    )
    assert shape.fill == "#00ff00"


def test_what_no_card_fills_in_is_drawn_once_for_all_of_them(drawn):
    """Art that is the same on all cards is one symbol, below and above what differs."""
    under, over = ('<g><rect width="9" height="9" fill="url(#g)"/></g>', '<circle r="2" class="a"/>')
    defined = '<defs><linearGradient id="g"><stop stop-color="red"/></linearGradient></defs><style>.a{fill:red}</style>'
    composer = drawn(f'{defined}{under}<text y="9">{{card.name}}{{card.power}}{{card.colour}}</text>{over}')
    (first,), (second,) = (face(composer, at) for at in (0, 1))
    assert [type(item).__name__ for item in first.items] == ["Use", "Group", "Use"]
    assert [first.items[at] == second.items[at] for at in range(3)] == [True, False, True]


@pytest.mark.parametrize(
    "body",
    [
        '<rect id="r" width="{card.power}" height="2"/><use href="#r" y="5"/>',
        '<g><rect id="r" width="3" height="2"/></g><g opacity="{card.power}"><use href="#r" y="5"/></g>',
        '<g><rect id="red" width="3" height="2"/></g><use href="#{card.name}"/>',
        '<linearGradient id="r"><stop stop-color="{card.colour}"/></linearGradient><rect fill="url(#r)" width="2"/>',
        "<style>rect:nth-child(3){fill:red}</style><text>{card.name}</text><rect width='2' height='2'/>",
        "<g style='mix-blend-mode:multiply'><path d='M0 0h9v9z'/></g><text>{card.name}</text>",
    ],
)
def test_but_not_where_its_parts_need_one_another(drawn, body):
    composer = drawn(f"{body}<text>{{card.name}}{{card.power}}{{card.colour}}</text>")
    group, other = (face(composer, at)[-1] for at in (0, 1))  # what blends lies on paper
    assert group.clip and group != other


def test_braces_of_css_stay_in_a_drawing_that_is_filled_in(drawn):
    body = "<style>.a{fill:#00ff00}</style><rect class='a' width='{card.power}' height='3'/>"
    body += "<text>{card.name}{card.colour}</text>"
    shape = next(item for item in flat(face(drawn(body))) if isinstance(item, Shape) and item.fill)
    assert shape.fill == "#00ff00"


@pytest.mark.parametrize("after", ["<text y='9'>{card.name}!</text>", "<text y='9'>Foxes</text>"])
@pytest.mark.parametrize("before", ["<text y='9'>{card.name}</text>", "<text y='9'>A fox</text>"])
def test_what_was_read_before_is_read_again_when_the_drawing_changes(drawn, tmp_path, before, after):
    """As the desk does, which keeps what it read while files change."""
    cards = {"fox": {"name": "Fox"}}
    also = {"draw": "text", "text": "{card.name}", "when": "card.none", "left": 0, "top": 0, "width": 9, "height": 9}
    first = drawn(before, cards=cards, fields={"art": ART, "also": also})
    readings = Readings()
    shown = [told(Composer(first.game, readings=readings))]
    path = tmp_path / "zoo" / "art" / "frame.svg"
    path.write_text(SVG.format(after), "utf-8")
    shown += [told(Composer(first.game, readings=readings)), told(Composer(first.game))]
    assert shown[0] != shown[1] == shown[2]


def told(composer):
    return [text.text for text, _ in texts(face(composer), composer.supplies.symbols)]


def test_words_that_drawings_show_are_given_to_translators(drawn):
    composer = drawn('<text y="9">{card.name} {card.power + 1}{card.colour}</text>')
    assert {key for keys in own_keys(composer).values() for key in keys} >= {"card.fox.name", "card.owl.name"}


def test_a_browser_gets_it_as_well(drawn):
    composer = drawn('<text y="9">{card.name} {card.power}</text><rect width="3" height="2" fill="{card.colour}"/>')
    supplies = composer.supplies
    sources = {name: font.source for name, font in supplies.fonts.items()}
    shown = [
        face_svg(composer.face(side, "en"), SvgWriter(supplies.symbols, supplies.pictures, sources))
        for side in composer.sides
    ]
    assert "#2060a0" in shown[0] and "#ff0000" in shown[1] and all("<use href=" in each for each in shown)


def test_checks_look_at_its_words(drawn):
    near, pale = '<text x="0.1" y="9">{card.name}</text>', '<text x="9" y="9" fill="#eeeeee">{card.power}</text>'
    composer = drawn(f'<rect width="30" height="20" fill="{{card.colour}} 1 %"/>{near}{pale}')
    assert {finding.code for finding in check_faces(composer)} >= {"near-edge", "low-contrast"}


def test_a_part_that_takes_pixels_is_printed_as_them_and_told_once(drawn):
    blur = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    body = f'{blur}<g><rect filter="url(#f)" width="9" height="4" fill="{{card.colour}}"/></g>'
    composer = drawn(f'{body}<text y="15">{{card.name}} {{card.power}}</text>')
    files = [next(item.file for item in flat(face(composer, at)) if isinstance(item, Picture)) for at in (0, 1)]
    assert composer.supplies.pictures[files[0]] != composer.supplies.pictures[files[1]]
    assert [finding.code for finding in check_pictures(composer)] == ["picture-pixels"]


def test_blanks_have_their_places(tmp_path):
    path = tmp_path / "zoo.svg"
    path.write_text(SVG.format("<text>{card.name}</text>"), "utf-8")
    form = read_form(path, frozenset())
    assert [blank.text for blank in form.blanks] == ["{card.name}"]
    assert form.at(next(form.blanks), 1) == Place(str(path), 2, 8)


@pytest.mark.parametrize(
    ("body", "names", "blanks"),
    [
        ("<text>{e.g. this}</text>", (), 0),
        ("<text>{crad.name}</text>", (), 1),
        ("<text>{i}</text>", (), 0),
        ("<text>{i}</text>", ("i",), 1),
        ("<text>{language}</text>", (), 1),
        ("<title>{card.name}</title><desc>{card.name}</desc><script>{card.name}</script>", (), 0),
        ("<sodipodi:x xmlns:sodipodi='urn:x' a='{card.name}'/><g id='{8F-1}'/>", (), 0),
        ("<text>a<tspan>{card.a}</tspan>{card.b}</text><g style='opacity:{card.c};fill:red'/>", (), 3),
    ],
)
def test_which_braces_are_expressions(tmp_path, body, names, blanks):
    path = tmp_path / "zoo.svg"
    path.write_text(SVG.format(body), "utf-8")
    form = read_form(path, frozenset(names))
    assert len([*form.blanks] if form else []) == blanks


BODY = (
    "<g fill='{card.a}'><text y='3'>+ {card.b}<tspan style='x:1;fill:{card.d};y:2'>{card.e}</tspan>{card.c}</text></g>"
)


@given(st.lists(st.text(), min_size=5, max_size=5))
def test_whatever_is_filled_in_stays_where_it_is_put(values):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "zoo.svg"
        path.write_text(SVG.format(BODY), "utf-8")
        form = read_form(path, frozenset())
    (layer,) = (layer for layer in form.layers if layer.blanks)
    before = form.fill_layer(layer, {blank: blank.text for blank in layer.blanks})
    told = dict(zip("abcde", values, strict=True))
    after = form.fill_layer(layer, {blank: told[blank.text[-2]] for blank in layer.blanks})
    assert [node.tag for node in before.iter()] == [node.tag for node in after.iter()]
    group, text, span = after[0], after[0][0], after[0][0][0]
    assert [group.get("fill"), text.text, span.tail, span.text] == [*values[:3], values[4]]
    assert span.get("style") == f"x:1;fill:{values[3]};y:2"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(alphabet="{}card.name'\" <>/=i;:&amp+-*0", max_size=40), st.text(max_size=30))
def test_whatever_is_written_is_drawn_or_told_with_its_place(drawn, body, value):
    """Neither what stands in braces nor what a card says breaks a drawing."""
    escaped = body.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    cards = {"fox": {"name": value.replace("\x00", "") or "fox"}}
    also = {"draw": "text", "text": "{card.name}", "when": "card.none", "left": 0, "top": 0, "width": 9, "height": 9}
    try:
        text = f'<text y="9" font-size="1" data-width="30" fill="{escaped}">{escaped}{{card.name}}</text>'
        face(drawn(text, cards=cards, fields={"art": ART, "also": also}))
    except InputError as error:
        assert all(fault.place and fault.place.line for fault in error.faults)


@pytest.mark.parametrize(
    "body",
    [
        "<text>{card.name}" + "{a.b c.d}" * 100_000 + "</text>",
        "<text>" + "{cart.nam}" * 1_900 + "</text>",
        "".join(f"<text>{{card.n{number}}}</text>" for number in range(1_900)),
        "<text>" + "{" * 300_000 + "card.name</text>",
        "<g>" + "<text>{card.name}</text>" * 2_001 + "</g>",
        "<text>{card.name}" + " " * 400_000 + "</text>" + "<text>{card.nam}</text>",
    ],
)
def test_what_strangers_write_is_refused_soon(drawn, body):
    with limits(seconds=10), pytest.raises(InputError) as error:
        drawn(body)
    assert len(error.value.faults) <= 2 * 20 and all(fault.place.line for fault in error.value.faults)


def test_what_is_kept_of_a_card_follows_the_cells_that_it_fills_in(drawn):
    """A box that was printed keeps the cards whose drawing is as it was."""
    body = '<text y="9">{card.name}{card.colour}</text><rect width="{card.power}" height="2"/>'
    before = drawn(body)
    after = drawn(body, cards=CARDS | {"owl": CARDS["owl"] | {"power": 6}})
    codes = [[composer.code(side, "en") for side in composer.sides] for composer in (before, after)]
    assert [old == new for old, new in zip(*codes, strict=True)] == [True, False]
