"""Files are written whole or not at all, and not again when nothing changed."""

import json
import os
from pathlib import Path

import pytest
from PIL import Image

from cardgen.foundations.errors import InputError
from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from cardgen.store.outputs import MANIFEST, Output, replace_file, write_outputs
from tests.conftest import FILES
from tests.printing import ROOT, write_game


def output(path, content=b"new", key="k"):
    return Output(path, key, lambda: content)


def broken(path):
    def make() -> bytes:
        raise InputError

    return Output(path, "k", make)


def never(path, key="k"):
    def make() -> bytes:
        raise AssertionError("was made again")

    return Output(path, key, make)


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_first_build_writes_all(tmp_path):
    written = write_outputs([output(tmp_path / "a/one.pdf"), output(tmp_path / "b/two.pdf", b"longer")])
    assert [(found.changed, found.size) for found in written] == [(True, 3), (True, 6)]
    assert files(tmp_path).keys() == {"a/one.pdf", "b/two.pdf", f"a/{MANIFEST}", f"b/{MANIFEST}"}


def test_nothing_is_written_when_a_later_output_fails(tmp_path):
    write_outputs([output(tmp_path / "one.pdf", b"old")])
    before = files(tmp_path)
    with pytest.raises(InputError):
        write_outputs([output(tmp_path / "one.pdf", b"new", "k2"), broken(tmp_path / "two.pdf")])
    assert files(tmp_path) == before


@pytest.mark.parametrize("obstacle", ["two.pdf/folder", "sub"])
def test_nothing_is_written_when_a_later_file_cannot_be(tmp_path, obstacle):
    """`two.pdf` is a folder, or its folder is a file."""
    if "/" in obstacle:
        (tmp_path / obstacle).mkdir(parents=True)
    else:
        (tmp_path / obstacle).write_text("a file")
    target = tmp_path / ("two.pdf" if "/" in obstacle else "sub/two.pdf")
    before = files(tmp_path)
    with pytest.raises(InputError, match="cardgen cannot write this"):
        write_outputs([output(tmp_path / "one.pdf"), output(target)])
    assert files(tmp_path) == before


def test_nothing_is_left_behind_when_a_file_cannot_be_moved(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    (tmp_path / "one.pdf").write_bytes(b"old")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_outputs([output(tmp_path / "one.pdf")])
    assert files(tmp_path) == {"one.pdf": b"old"}


def test_a_reader_keeps_the_old_file_while_the_new_one_takes_its_place(tmp_path):
    replace_file(tmp_path / "one.pdf", b"old")
    with open(tmp_path / "one.pdf", "rb") as reader:
        replace_file(tmp_path / "one.pdf", b"new")
        assert reader.read() == b"old"
    assert (tmp_path / "one.pdf").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["one.pdf"]


def test_what_did_not_change_is_not_touched(tmp_path):
    path = tmp_path / "one.pdf"
    write_outputs([output(path)])
    before = [os.stat(found) for found in (path, tmp_path / MANIFEST)]
    (written,) = write_outputs([never(path)])
    assert not written.changed
    after = [os.stat(found) for found in (path, tmp_path / MANIFEST)]
    assert [(s.st_ino, s.st_mtime_ns) for s in after] == [(s.st_ino, s.st_mtime_ns) for s in before]


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(b"changed"),
        lambda path: os.truncate(path, 1),
        lambda path: path.unlink(),
    ],
    ids=["changed", "truncated", "deleted"],
)
def test_a_harmed_output_is_made_again(tmp_path, harm):
    path = tmp_path / "one.pdf"
    write_outputs([output(path)])
    harm(path)
    (written,) = write_outputs([output(path)])
    assert written.changed
    assert path.read_bytes() == b"new"


def test_another_key_makes_it_again_and_leaves_its_neighbour(tmp_path):
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    write_outputs([output(one), output(two)])
    assert [found.changed for found in write_outputs([output(one, b"newer", "k2"), never(two)])] == [True, False]
    assert [found.changed for found in write_outputs([never(one, "k2"), never(two)])] == [False, False]


def test_what_comes_out_the_same_is_told_unchanged_and_not_made_a_third_time(tmp_path):
    path = tmp_path / "one.pdf"
    write_outputs([output(path)])
    before = os.stat(path)
    assert [found.changed for found in write_outputs([output(path, b"new", "k2")])] == [False]
    assert (os.stat(path).st_ino, os.stat(path).st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [found.changed for found in write_outputs([never(path, "k2")])] == [False]


def test_what_shows_the_same_is_not_made_again_though_its_key_changed(tmp_path):
    path = tmp_path / "one.pdf"

    def closer(key, shown, make=lambda: b"new"):
        return Output(path, key, make, lambda: shown)

    write_outputs([closer("k", "s")])
    assert not write_outputs([closer("k2", "s", never(path).make)])[0].changed
    assert not write_outputs([Output(path, "k2", never(path).make, never(path).make)])[0].changed  # nor is it asked
    assert write_outputs([closer("k3", "s2", lambda: b"newer")])[0].changed
    path.write_bytes(b"harmed")
    assert write_outputs([closer("k4", "s2", lambda: b"newer")])[0].changed


def test_a_file_that_was_only_touched_is_left_as_it_is(tmp_path):
    path = tmp_path / "one.pdf"
    write_outputs([output(path)])
    os.utime(path, ns=(1, 1))
    assert not write_outputs([never(path)])[0].changed
    assert os.stat(path).st_mtime_ns == 1


def test_what_another_build_wrote_stays_in_the_ledger(tmp_path):
    write_outputs([output(tmp_path / "one.pdf")])
    write_outputs([output(tmp_path / "two.pdf")])
    assert json.loads((tmp_path / MANIFEST).read_text()).keys() == {"one.pdf", "two.pdf"}


@pytest.mark.parametrize(
    "manifest",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"one.pdf": 7}',
        b'{"one.pdf": {"key": "k"}}',
        b'{"one.pdf": {"key": "k", "stat": 3}}',
        b"[" * 100_000,
        b"null",
    ],
    ids=lambda manifest: repr(manifest[:12]),
)
def test_a_corrupt_ledger_is_survived(tmp_path, manifest):
    path = tmp_path / "one.pdf"
    write_outputs([output(path)])
    (tmp_path / MANIFEST).write_bytes(manifest)
    assert write_outputs([output(path)])[0].changed
    assert not write_outputs([never(path)])[0].changed


def test_two_different_files_of_one_name_are_refused(tmp_path):
    with pytest.raises(InputError, match="two games with the same name"):
        write_outputs([output(tmp_path / "one.pdf", b"1", "k1"), output(tmp_path / "one.pdf", b"2", "k2")])
    assert not files(tmp_path)


# The keys of a game's outputs


@pytest.fixture
def game(tmp_path):
    """A game with a font and a picture of its own."""
    front = """\
  ground: {draw: rectangle, fill: "ink 50 %"}
  picture: {draw: picture, of: art/dot.png}
  id: {draw: text, text: "{card.id}", left: 5, right: 5, top: 5, height: 8}
"""
    game = write_game(tmp_path / "own", front, None, ["one", "two"])
    (game / "fonts/mine").mkdir(parents=True)
    (game / "fonts/mine/regular.ttf").write_bytes((FONTS / "source-sans-3/regular.ttf").read_bytes())
    (game / "art").mkdir()
    Image.new("RGB", (4, 4), "red").save(game / "art/dot.png")
    text = (game / "game.yaml").read_text()
    (game / "game.yaml").write_text(text.replace("source-sans-3", "mine"))
    return game


FONTS = ROOT / "templates/fonts"


def key(game, **options) -> str:
    (found,) = plan(find_game(str(game)), "base", Options(**options))
    return found.key


def test_the_key_stays_while_nothing_changes(game):
    assert key(game) == key(game)


@pytest.mark.parametrize(
    "change",
    [
        lambda game: (game / "fonts/mine/regular.ttf").write_bytes((FONTS / "fraunces/regular.ttf").read_bytes()),
        lambda game: Image.new("RGB", (4, 4), "blue").save(game / "art/dot.png"),
        lambda game: (game / "strings/en.yaml").write_text("game.title: Other\n"),
        lambda game: (game / "layouts/front.yaml").write_text("fields:\n  box: {draw: rectangle, fill: ink}\n"),
    ],
    ids=["font", "picture", "string", "layout"],
)
def test_the_key_changes_with_what_the_game_is_made_of(game, change):
    before = key(game)
    change(game)
    assert key(game) != before


@pytest.mark.parametrize(
    "options",
    [{"paper": "letter"}, {"duplex": "short"}, {"gap": 1.0}, {"bleed": 2.0}, {"cards": ("one",)}, {"ink": "low"}],
    ids=lambda options: next(iter(options)),
)
def test_the_key_changes_with_every_option(game, options):
    assert key(game, **options) != key(game)


# What a key holds and what it leaves out


@pytest.fixture
def keys(tmp_path, monkeypatch):
    """keys() -> the key of each file of a small game with a rulebook in two languages; `change` edits it."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / "wood" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "wood" / name).write_text(text, "utf-8")
    for language in ("en", "fr"):
        change(f"rulebooks/{language}.md.j2", "# Play\n\nHello")
    change("game.yaml", FILES["game.yaml"] + "components:\n  aid: {make: card, layout: aid}\n")
    change("layouts/aid.yaml", "fields:\n  hint: {draw: text, say: hint}\n")
    for language, text in (("en", "hint: Think\n"), ("fr", "hint: {from: Think, to: Pense}\n")):
        change(f"strings/{language}.yaml", FILES[f"strings/{language}.yaml"] + text)

    def keys(variant="base", **options):
        outputs = plan(find_game("./wood"), variant, Options(**options))
        return {output.path.relative_to(f"out/wood/{variant}").as_posix(): output.key for output in outputs}

    return keys


def change(name, text):
    path = Path("wood") / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")


def changed(before, after):
    assert before.keys() == after.keys()
    return {name for name, key in after.items() if key != before[name]}


FRENCH = {f"fr/{name}" for name in ("cards.pdf", "components.pdf")}
FRENCH_BOOK = {f"fr/{name}" for name in ("rulebook.pdf", "rulebook-booklet.pdf", "rulebook.html")}
FRENCH_PAGES = {f"fr/{name}" for name in ("rulebook.pdf", "rulebook-booklet.pdf")}
NAMES = ("cards.pdf", "components.pdf", "rulebook.pdf", "rulebook-booklet.pdf", "rulebook.html", "summary.pdf")
ALL = {f"{language}/{name}" for language in ("en", "fr") for name in NAMES}


def test_a_changed_string_changes_the_files_of_its_language_alone(keys):
    before = keys()
    change("strings/fr.yaml", Path("wood/strings/fr.yaml").read_text("utf-8").replace("Renard", "Goupil"))
    assert changed(before, keys()) == FRENCH | FRENCH_BOOK


@pytest.fixture
def shown(keys):
    """shown() -> what each file shows, in short."""
    for language in ("en", "fr"):
        change("layouts/aid.yaml", "fields:\n  hint: {draw: text, say: hint}\n  again: {same: hint, turn: 180}\n")
        change("layouts/sign.yaml", 'fields:\n  sign: {draw: text, text: "{card.value}", style: text}\n')
        change(f"rulebooks/{language}.summary.md.j2", "# Play\n\n{{ say('hint') }}\n\n![One](cards:fox)")

    def shown():
        outputs = plan(find_game("./wood"), "base", Options())
        return {f"{out.path.parent.name}/{out.path.name}": out.shown() for out in outputs}

    return shown


COMPONENTS, SUMMARY, CARDS = "fr/components.pdf", "fr/summary.pdf", "fr/cards.pdf"


@pytest.mark.parametrize(
    ("name", "old", "new", "showing"),
    [
        ("strings/fr.yaml", "Pense", "Songe", {COMPONENTS, SUMMARY, *FRENCH_PAGES}),
        ("strings/fr.yaml", "Renard", "Goupil", {CARDS, *FRENCH_BOOK, SUMMARY}),  # the summary has the fox's face
        ("strings/fr.yaml", "Hibou", "Duc", {CARDS, *FRENCH_BOOK}),  # the cover has all faces
        ("strings/fr.yaml", "Bois", "Forêt", {CARDS, COMPONENTS, *FRENCH_BOOK, SUMMARY}),
        ("rulebooks/fr.md.j2", "Hello", "Bonjour", FRENCH_BOOK),
        ("rulebooks/fr.summary.md.j2", "# Play", "# Jeu", {SUMMARY, *FRENCH_PAGES}),  # their back cover
        ("layouts/creature.yaml", "height: 14", "height: 13", ALL - {COMPONENTS, "en/components.pdf"}),
        ("game.yaml", "version: 1", "version: 2", {CARDS, COMPONENTS, "en/cards.pdf", "en/components.pdf"}),
        ("game.yaml", "look:", "look:\n  codes: yes", {CARDS, "en/cards.pdf"}),
        ("game.yaml", "count: 2", "count: 4", {CARDS, "en/cards.pdf"}),
    ],
)
def test_files_are_told_by_what_they_show(shown, name, old, new, showing):
    before, text = shown(), (Path("wood") / name).read_text("utf-8")
    assert old in text
    change(name, text.replace(old, new))
    assert changed(before, shown()) == showing


def test_whose_back_is_whose_counts(shown):
    """Both backs are there before and after, and neither of them changed."""
    change("layouts/night.yaml", "fields:\n  ground: {draw: rectangle, fill: ink}\n")
    kinds = "".join(
        f"      {kind}: {{layout: creature, back: night, cards: {{{kind}: {{icon: owl, value: 2}}}}}}\n"
        for kind in ("emu", "elk")
    )
    game = Path("wood/game.yaml").read_text("utf-8").replace("components:", kinds + "components:")
    change("game.yaml", game)
    for language, named in (("en", "creature.{0}: {0}\n"), ("fr", "creature.{0}: {{from: {0}, to: {0}}}\n")):
        texts = Path(f"wood/strings/{language}.yaml").read_text("utf-8")
        change(f"strings/{language}.yaml", texts + named.format("elk") + named.format("emu"))
    before = shown()
    change("game.yaml", game.replace("elk: {layout: creature, back: night", "elk: {layout: creature, back: back"))
    assert changed(before, shown()) == {CARDS, "en/cards.pdf"}


def test_a_turned_copy_counts(shown):
    before = shown()
    change("layouts/aid.yaml", "fields:\n  hint: {draw: text, say: hint}\n  again: {same: hint, turn: 90}\n")
    assert {COMPONENTS, "en/components.pdf"} <= changed(before, shown())


EDITS = [
    ("strings/fr.yaml", "Pense", "Songe"),
    ("strings/fr.yaml", "Renard", "Goupil"),
    ("strings/en.yaml", "Take {value}", "Take up to {value}"),
    ("strings/en.yaml", "game.title: Wood", "game.title: The Wood"),
    ("strings/fr.yaml", "from: Wood", "from: The Wood"),
    ("layouts/creature.yaml", "height: 14", "height: 13, turn: 180"),
    ("layouts/creature.yaml", "top: 20, height: 40", "top: 22, height: 36"),
    ("layouts/aid.yaml", "turn: 180", "turn: 90"),
    ("layouts/back.yaml", "ink 20 %", "ink 30 %"),
    ("rulebooks/fr.md.j2", "Hello", "Bonjour {{ cards[0].name }}"),
    ("rulebooks/en.md.j2", "Hello", "Hello :gain:"),
    ("rulebooks/en.summary.md.j2", "cards:fox", "cards:owl*2"),
    ("game.yaml", "gain: acorn", "gain: owl"),
    ("game.yaml", "value: 3", "value: 4"),
    ("game.yaml", "count: 2", "count: 3"),
    ("game.yaml", "total: 5", "total: 6"),
    ("game.yaml", "players: 2-4", "players: 2-6"),
    ("game.yaml", "#2c2a3a", "#402a3a"),
    ("game.yaml", "display: fraunces", "display: alegreya"),
    ("game.yaml", "version: 1", "version: 2"),
    ("game.yaml", "look:", "look:\n  codes: yes"),
    ("game.yaml", "layout: aid}", "layout: aid, count: 2}"),
    ("game.yaml", "icon: fox-head", "icon: bread"),
    ("game.yaml", "languages:", "author: Me\nlanguages:"),
    ("game.yaml", "layout: creature\n", "layout: creature\n        figure: sign\n"),
    ("layouts/sign.yaml", "{card.value}", "{card.value} +"),
    (
        "rulebooks/fr.summary.md.j2",
        "![One](cards:fox)",
        "```scene A\narea: 200 x 99\nlies: [{face: aid, at: 0 0}]\n```",
    ),
    ("rulebooks/fr.summary.md.j2", "at: 0 0", "at: 9 0, turn: 9"),
    ("layouts/aid.yaml", "turn: 90", "turn: 45"),
    ("layouts/back.yaml", "ink 30 %", "ink 40 %"),
]


@pytest.mark.slow
def test_after_each_edit_the_files_are_those_of_a_fresh_build(shown, tmp_path):
    """Whatever is left as it is must be what would be made."""
    for number, (name, old, new) in enumerate(EDITS):
        text = (Path("wood") / name).read_text("utf-8")
        assert old in text
        write_outputs(plan(find_game("./wood"), "base", Options(out=tmp_path / "kept")))
        change(name, text.replace(old, new))
        for out in ("kept", f"fresh{number}"):
            write_outputs(plan(find_game("./wood"), "base", Options(out=tmp_path / out)))
        kept, fresh = (
            {path: data for path, data in files(tmp_path / out).items() if not path.endswith(MANIFEST)}
            for out in ("kept", f"fresh{number}")
        )
        assert kept == fresh, (name, new)


def test_a_text_that_changes_the_size_of_all_languages_changes_them_all(keys):
    before = keys()
    long = Path("wood/strings/fr.yaml").read_text("utf-8").replace("Renard", "Renard roux de la forêt")
    change("strings/fr.yaml", long)
    assert "en/cards.pdf" in changed(before, keys())


def test_a_changed_template_changes_its_rulebook_alone(keys):
    before = keys()
    change("rulebooks/fr.md.j2", "# Play\n\nBonjour")
    assert changed(before, keys()) == FRENCH_BOOK


@pytest.mark.parametrize("tag", ["{% include 'part.j2' %}", "{% set p = 'part.j2' %}{% include p %}"])
def test_a_template_that_another_takes_in_counts(keys, tag):
    change("rulebooks/fr.md.j2", "# Play\n\n" + tag)
    change("rulebooks/part.j2", '{%- import "deeper.j2" as deeper -%} a')
    change("rulebooks/deeper.j2", "one")
    before = keys()
    change("rulebooks/deeper.j2", "two")
    assert changed(before, keys()) == FRENCH_BOOK


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("examples.yaml", "{}"),
        ("icons/new.svg", "<svg/>"),
        ("words/fr.yaml", (ROOT / "templates/words/fr.yaml").read_text("utf-8") + "\n# more"),
        ("game.yaml", "value: 4"),
        ("game.yaml", 'value: "3"'),
    ],
    ids=["examples", "icons", "words", "number", "quotes"],
)
def test_the_key_of_a_rulebook_changes_with_all_that_it_may_show(keys, name, text):
    before = keys()
    change(name, Path("wood/game.yaml").read_text("utf-8").replace("value: 3", text) if "game" in name else text)
    assert changed(before, keys()) >= FRENCH_BOOK


def test_remarks_and_other_parts_do_not_change_keys(keys):
    before = keys()
    change("game.yaml", "# one more line\n" + Path("wood/game.yaml").read_text("utf-8"))
    assert keys() == before
    assert keys(only=("cards",)).items() <= before.items()
    assert keys(languages=("fr",)).items() <= before.items()


def test_paper_does_not_change_a_rulebook_unless_its_booklet_has_no_room(keys):
    sheets = FRENCH | {name.replace("fr", "en") for name in FRENCH}
    assert changed(keys(), keys(paper="a3")) == sheets
    booklets = {f"{language}/rulebook-booklet.pdf" for language in ("en", "fr")}
    assert changed(keys(), keys(paper="letter")) == sheets | booklets
