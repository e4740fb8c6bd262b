"""Each static finding is found where it is meant, and not where it is not."""

import pytest

from cardgen.checks.definitions import CHECKS, check_used
from cardgen.definitions.load import load_game
from cardgen.faces import face_builder
from cardgen.faces.checks import check_faces
from cardgen.faces.compose import Composer
from cardgen.faces.paragraph import lay
from cardgen.faces.text_checks import check_glyphs
from cardgen.foundations.findings import STATIC
from cardgen.press.edition import Common
from cardgen.store.library import Home, all_games, find_game
from cardgen.validation.overlaps import check_overlaps
from cardgen.validation.static import check_static

WORDS = {"draw": "text", "text": "Fox", "left": 10, "right": 10, "top": 40, "height": 10}
GROUND = {"draw": "rectangle", "fill": "#808080"}


def found(composer):
    return [(finding.code, finding.message) for finding in check_faces(composer)]


def codes(composer):
    return {code for code, _ in found(composer)}


def test_words_on_grey_lack_contrast(compose):
    ((code, message), *_) = found(compose({"g": GROUND, "t": WORDS | {"colour": "#606060"}}))
    assert code == "low-contrast" and "contrast of 1.6:1" in message and "field 't', en: 'Fox'" in message


def test_a_panel_behind_the_words_gives_them_contrast(compose):
    panel = {"draw": "rectangle", "fill": "#ffffff", "left": 5, "right": 5, "top": 35, "height": 20}
    assert codes(compose({"g": GROUND, "p": panel, "t": WORDS | {"colour": "#606060"}})) == set()


@pytest.mark.parametrize(
    ("size", "bold", "told"), [(17, False, True), (18, False, False), (13, True, True), (14, True, False)]
)
def test_large_words_need_less_contrast(compose, size, bold, told):
    """WCAG 2.2, success criterion 1.4.3: red on white (4:1) does for words of 18 pt, or of 14 pt and bold."""
    style = {"size": size, "at_least": size, "bold": bold, "colour": "#ff0000"}
    found = codes(compose({"t": WORDS | {"style": "red"}}, styles={"red": style}))
    assert found == ({"low-contrast"} if told else set())


def test_words_that_a_group_makes_small_are_not_large(compose):
    styles = {"red": {"size": 20, "at_least": 20, "colour": "#ff0000"}}
    group = {"draw": "group", "left": 0, "right": 0, "top": 0, "bottom": 0, "fields": {"t": WORDS | {"style": "red"}}}
    assert codes(compose({"g": group}, styles=styles)) == set()
    ((code, message),) = found(compose({"g": group | {"scale": 0.8}}, styles=styles))
    assert code == "low-contrast" and "expected at least 4.5:1" in message


def test_a_pattern_counts_with_its_motif_and_its_ground(compose):
    pattern = {"draw": "pattern", "of": "checks", "colour": "#606060", "ground": "#ffffff"}
    assert codes(compose({"g": pattern, "t": WORDS})) == {"low-contrast"}


def test_a_disc_lies_behind_what_it_touches_not_behind_what_its_corners_would(compose):
    disc = {"draw": "ellipse", "fill": "#606060", "width": 12, "height": 12}
    words = WORDS | {"left": 20, "right": 10, "top": 20, "height": 6, "align": "left", "valign": "top"}
    assert codes(compose({"d": disc | {"left": 9.5, "top": 9.5}, "t": words})) == set()
    assert codes(compose({"d": disc | {"left": 11.5, "top": 11.5}, "t": words})) == {"low-contrast"}


def test_words_near_the_trim(compose):
    near = WORDS | {"top": 1, "height": 8, "valign": "top"}
    ((code, message), *_) = found(compose({"t": near}, safe=4))
    assert code == "near-edge" and "1.7 mm from the trim; expected at least 4 mm" in message


def test_words_beyond_the_trim_are_an_error(compose):
    ((code, message),) = found(
        compose({"t": WORDS, "u": {"same": "t", "turn": 90}, "v": WORDS | {"left": -3, "right": 43}})
    )
    assert code == "cut-off" and "beyond the trim and is cut off" in message


def edges(composer):
    return {code: message for code, message in found(composer) if code in ("cut-off", "near-edge")}


def on_a_coin(compose, tmp_path, field, size=12.7, shape="circle", **layout):
    """What is said of the edges of a coin that bears a text."""
    compose({"t": {"draw": "text", "left": 0.5, "right": 0.5, "style": "coin"} | field}, **layout)
    path = tmp_path / "zoo" / "game.yaml"
    size = f"size: {size} x {size} mm\n    shape: {shape}"
    path.write_text(path.read_text("utf-8").replace("size: 60 x 90 mm", size), "utf-8")
    return edges(Composer(load_game(Home(tmp_path / "zoo", None, ()))))


COIN = {"coin": {"size": 16, "at_least": 16, "lines": 1, "align": "centre"}}


def test_letters_are_measured_and_not_the_line_that_has_room_for_taller_ones(compose, tmp_path):
    price = {"text": "+$16", "top": 2, "bottom": 2}
    assert on_a_coin(compose, tmp_path, price, styles=COIN, safe=0) == {}
    told = on_a_coin(compose, tmp_path, price, styles=COIN, safe=1.2)
    assert told.keys() == {"near-edge"} and "lies 0.8 mm from the trim" in told["near-edge"]
    high = price | {"top": 0, "valign": "top"}
    assert on_a_coin(compose, tmp_path, high, styles=COIN, safe=0).keys() == {"cut-off"}


@pytest.mark.parametrize(
    ("size", "safe"),
    [(12.7, 0.79), (25.4, 1.59), (44, 2.75), (48, 3), (63, 3), (200, 3)],
)
def test_the_safe_distance_follows_the_piece_unless_the_layout_says_it(compose, tmp_path, size, safe):
    near = {"text": "H", "size": 6, "top": 0, "height": 8, "valign": "top"}
    where = {"size": size, "shape": "rounded 0.1 mm", "styles": COIN}
    told = on_a_coin(compose, tmp_path, near, **where)
    assert f"expected at least {safe:g} mm" in told["near-edge"]
    assert on_a_coin(compose, tmp_path, near, **where, safe=0.1) == {}
    told = on_a_coin(compose, tmp_path, near, **where, safe=4)
    assert "expected at least 4 mm" in told["near-edge"]


def test_letters_that_the_line_of_their_font_does_not_hold_are_measured_too(compose):
    """Two accents reach higher than the room that is kept for one."""
    high = {"draw": "text", "text": "Ấ", "left": 10, "right": 10, "top": 0, "height": 20, "valign": "top"}
    large = {"text": {"size": 30}}
    assert edges(compose({"t": high | {"text": "Å"}}, styles=large, safe=0)) == {}
    assert edges(compose({"t": high}, styles=large, safe=0)).keys() == {"cut-off"}


def test_the_stroke_around_letters_is_ink(compose):
    words = {"draw": "text", "text": "HHH", "left": 10, "right": 10, "top": 2, "height": 20, "valign": "top"}
    plain, stroked = {"text": {"size": 30}}, {"text": {"size": 30, "outline": "#ffffff", "outline_width": 2}}
    assert edges(compose({"t": words}, styles=plain)) == {}
    assert edges(compose({"t": words}, styles=stroked)).keys() == {"near-edge"}


def test_blank_words_reach_nowhere(compose):
    blank = {"draw": "text", "text": "\u00a0", "left": 0, "right": 0, "top": 0, "height": 10, "valign": "top"}
    assert edges(compose({"t": blank})) == {}


@pytest.mark.parametrize("shape", ["hexagon", "rounded 6 mm"])
def test_a_text_that_tapers_has_the_room_of_its_letters(compose, tmp_path, shape):
    """The corners of its line lie beyond the outline, its letters do not."""
    say = {"text": "A", "top": 0.5, "height": 10, "valign": "top"}
    compose({"t": say | {"draw": "text", "left": 0, "right": 0, "style": "coin"}}, styles=COIN, safe=0)
    path = tmp_path / "zoo" / "game.yaml"
    size = f"size: 12.12 x 14 mm\n    shape: {shape}"
    path.write_text(path.read_text("utf-8").replace("size: 60 x 90 mm", size), "utf-8")
    assert edges(Composer(load_game(Home(tmp_path / "zoo", None, ())))) == {}


def test_one_slip_in_a_layout_is_told_once_a_card(compose):
    told = found(
        compose({"g": GROUND, "t": WORDS | {"colour": "#606060"}, "u": WORDS | {"top": 60, "colour": "#6a6a6a"}})
    )
    assert [code for code, _ in told] == ["low-contrast"]
    assert "contrast of 1.4:1" in told[0][1], "the worst of all"


def test_cards_that_only_colour_tells_apart(compose):
    fields = {
        "g": {"draw": "rectangle", "fill": "{card.colour}"},
        "t": WORDS | {"text": "{card.name or same}", "colour": "#000000"},
    }
    cards = {"fox": {"colour": "#b0913e"}, "owl": {"colour": "#8aa02c"}, "elk": {"colour": "#d0d0ff"}}
    told = [message for code, message in found(compose(fields, cards=cards)) if code == "colour-only"]
    assert len(told) == 3
    assert "card 'fox' and card 'owl' differ by colour only, and look alike in deutan, greyscale vision" in told[0]
    assert "look alike" not in told[1]
    named = {card: {**fields, "name": card} for card, fields in cards.items()}
    assert codes(compose(fields, cards=named)) == set(), "they say something else"


def test_an_icon_or_a_pattern_tells_cards_apart(compose):
    fields = {
        "g": {"draw": "rectangle", "fill": "{card.colour}"},
        "i": {"draw": "icon", "of": "{card.icon}", "width": 20, "height": 20},
    }
    cards = {"fox": {"colour": "#b0413e", "icon": "fox-head"}, "owl": {"colour": "#5e7a2c", "icon": "owl"}}
    assert codes(compose(fields, cards=cards)) == set()


def test_a_title_in_letters_that_the_font_lacks(compose):
    composer = compose({"t": WORDS}, texts={"en": {"game.title": "狐"}, "fr": {"game.title": "Renard"}})
    assert [finding.message for finding in check_glyphs(composer)] == [
        "en: 'game.title': there is no '狐' (U+72D0) in the font source-sans-3 regular, for '狐'; "
        "add a second font after it in look.fonts: put the files of Noto Sans SC into the game's folder fonts/, and "
        "write [source-sans-3, noto-sans-sc] there"
    ]


def test_words_of_cards_and_new_lines_lack_no_sign(compose):
    cards = {"fox": {"name": {"en": "Fox\nand kit", "fr": "狐"}}}
    texts = {"en": {"game.title": "Fox\nand kit"}, "fr": {"game.title": {"from": "Fox\nand kit", "to": "Renard"}}}
    fields = {"g": GROUND | {"when": "card.name"}}  # reads it, and does not show it
    assert not list(check_glyphs(compose(fields, texts=texts, cards=cards)))


def strings(compose, en, fr):
    texts = {"en": {"a": "x"} | en, "fr": {"a": {"from": "x", "to": "x"}} | fr}
    composer = compose({"t": {"draw": "text", "say": "a", "height": 60}}, texts=texts)
    findings = [finding for check in CHECKS for finding in check(composer.game)]
    findings += check_used(composer.game, composer.used_strings, set(), set())
    return {(finding.code, finding.place.file.rsplit("/", 1)[-1], finding.place.line) for finding in findings}


@pytest.mark.parametrize(
    ("en", "fr", "expected"),
    [
        ({}, {}, set()),
        ({"game.b": "y"}, {}, {("string-missing", "fr.yaml", 0)}),
        ({"game.b": "y"}, {"game.b": {"from": "z", "to": "w"}}, {("string-stale", "fr.yaml", 6)}),
        ({}, {"c": {"from": "z", "to": "w"}}, {("string-orphan", "fr.yaml", 6)}),
        ({"b": "y"}, {"b": "y"}, {("string-orphan", "en.yaml", 2)}),
        ({"icon.acron": "y"}, {"icon.acron": "y"}, {("string-orphan", "en.yaml", 2)}),
        ({"icon.acorn": "y"}, {"icon.acorn": "y"}, set()),
        ({"game.b": "{n} y"}, {"game.b": {"from": "{n} y", "to": "{m} y"}}, {("string-differs", "fr.yaml", 6)}),
        ({"game.b": ":acorn: y"}, {"game.b": {"from": ":acorn: y", "to": "y"}}, {("string-differs", "fr.yaml", 6)}),
        ({"game.b": "take 3"}, {"game.b": {"from": "take 3", "to": "prenez 4"}}, {("string-numbers", "fr.yaml", 6)}),
        ({"game.b": "take {n} of 3"}, {"game.b": {"from": "take {n} of 3", "to": "prenez {n} sur 3"}}, set()),
        ({"game.b": "take {n}"}, {"game.b": "prenez {n}"}, {("string-unpaired", "fr.yaml", 4)}),
        ({"game.b": "4 x"}, {"game.b": "4 x"}, set()),
        (
            {"game.b": "Draw a card.", "game.c": "yes"},
            {"game.b": {"from": "Draw a card.", "to": "Draw a card."}, "game.c": {"from": "yes", "to": "oui"}},
            {("string-same", "fr.yaml", 6)},
        ),
        (
            {"game.b": "Tower of London", "game.c": "Zork", "game.d": "yes"},
            {"game.b": "Tower of London", "game.c": "Zork", "game.d": {"from": "yes", "to": "oui"}},
            set(),
        ),
        (
            {"game.b": "Fox", "game.c": "Owl"},
            {"game.b": "Fox", "game.c": "Owl"},
            {("string-same", "fr.yaml", 4), ("string-same", "fr.yaml", 5)},
        ),
        ({"game.title": "Zork", "game.c": "Fox"}, {"game.title": "Zork", "game.c": "Fox"}, set()),
    ],
)
def test_strings(compose, en, fr, expected):
    assert strings(compose, en, fr) == expected


def test_texts_of_other_values_of_a_rule_are_used():
    game = load_game(find_game("king_lui"))
    told = " ".join(finding.message for finding in check_used(game, {"aid.drawn.use_or_place"}, set(), set()))
    assert "'aid.drawn.keep'" not in told and "'aid.drawn.redraw'" not in told
    assert "'aid.take'" in told and "'dish.ham'" in told
    used = check_used(game, {"aid.must.no.end"}, set(), set())  # a layout names one value itself, and reads the other
    orphans = " ".join(finding.message for finding in used)
    assert "'aid.must.yes.end'" not in orphans and "'aid.must.yes'" in orphans


@pytest.mark.slow
@pytest.mark.parametrize("home", all_games(), ids=lambda home: home.name)
def test_shipped_games_have_nothing_to_report(home):
    common = Common()
    for variant in ("base", *home.variants):
        assert check_static(home, variant, common=common) == []


def test_every_code_is_explained():
    assert all(severity in ("error", "warning", "note") and meaning for severity, meaning in STATIC.values())


def test_a_text_that_a_rulebooks_template_names_is_used(compose):
    composer = compose(
        {"t": {"draw": "text", "say": "a", "height": 60}}, texts={"en": {"a": "x", "told": "y", "b": "z"}}
    )
    folder = composer.game.home.rulebooks[0]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "en.md.j2").write_text("# Play\n\n{{ say('told') }}\n", "utf-8")
    found = [finding.message for finding in check_used(composer.game, composer.used_strings, set(), set())]
    assert found == ["nothing uses the text 'b'"]


@pytest.mark.parametrize(
    ("shape", "size", "codes"),
    [
        ("rectangle", "60 x 60 mm", []),
        ("rounded 3 mm", "60 x 60 mm", []),
        ("rounded 12 mm", "60 x 60 mm", ["near-edge"]),
        ("circle", "60 x 60 mm", ["cut-off"]),
        ("hexagon", "60 x 69.28 mm", ["cut-off"]),
    ],
)
def test_texts_keep_away_from_the_outline_not_from_its_box(compose, tmp_path, shape, size, codes):
    corner = {"draw": "text", "text": "fox", "left": 4, "top": 4, "width": 20, "height": 8, "valign": "top"}
    compose({"corner": corner})
    path = tmp_path / "zoo" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("size: 60 x 90 mm", f"size: {size}\n    shape: {shape}"), "utf-8")
    composer = Composer(load_game(Home(tmp_path / "zoo", None, ())))
    assert [finding.code for finding in check_faces(composer)] == codes


def test_a_back_is_held_to_the_outline_seen_from_behind(compose, tmp_path):
    """The arrow's notch is at the front's left, and at the back's right."""
    left = {"draw": "text", "text": "fox", "left": 4, "top": 70, "width": 20, "height": 8}
    compose({"corner": left}, back={"corner": left})
    path = tmp_path / "zoo" / "game.yaml"
    arrow = 'size: 60 x 90 mm\n    shape: {path: "M0 0 H60 V90 H30 V50 H0 Z"}'
    path.write_text(path.read_text("utf-8").replace("size: 60 x 90 mm", arrow), "utf-8")
    composer = Composer(load_game(Home(tmp_path / "zoo", None, ())))
    (finding,) = check_faces(composer)
    assert finding.code == "cut-off" and "card 'fox'" in finding.message


def test_checks_lay_each_text_once(compose, monkeypatch):
    laid = []
    monkeypatch.setattr(face_builder, "lay", lambda words, *more: laid.append(words.text) or lay(words, *more))
    composer = compose({"t": WORDS, "u": WORDS | {"text": "Vale", "top": 40}})
    list(check_faces(composer))
    list(check_overlaps(composer))
    faces = len(composer.sides) * len(composer.languages)
    assert sorted(laid) == ["Fox"] * faces + ["Vale"] * faces
