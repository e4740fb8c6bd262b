"""A game from a stranger: it reads nothing outside its folder, writes nothing outside `out/`, runs nothing, and every
command ends, with a message, in bounded time and memory."""

from __future__ import annotations

import io
import os
import shutil
import signal
import zlib
from itertools import pairwise
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from tests.conftest import FILES, Folder
from tests.foreign import SHIPPED, woff2

SECRET = "hunter2-not-for-cards"
SECONDS = 45  # on a loaded machine; most take less than one
COMMANDS = (("list", "./wood"), ("build", "./wood", "--variant", "all"), ("check", "./wood", "--static"))
RULEBOOK = "rulebooks/en.md.j2"
THRICE = "".join(f'<g id="{b}">' + 3 * f'<use href="#{a}"/>' + "</g>" for a, b in pairwise("abcdefghijklmnop"))
NONE = "    total: 5"
ART = 'draw: icon, of: "{card.icon}"'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


def link(name: str, to: str = "secret.txt"):
    """A link of that name in the game to what lies outside of it."""

    def plant(game: Folder) -> None:
        path = game.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(game.path.parent / to)

    return plant


def pipe(name: str):
    """A pipe into which nobody writes."""

    def plant(game: Folder) -> None:
        path = game.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(path)

    return plant


def sparse(name: str, size: int = 60_000_000_000):
    """A file of many gigabytes that takes no room."""

    def plant(game: Folder) -> None:
        path = game.write(name, b"")
        with path.open("wb") as file:
            file.truncate(size)

    return plant


def folder(name: str):
    def plant(game: Folder) -> None:
        path = game.path / name
        path.unlink(missing_ok=True)
        path.mkdir(parents=True)

    return plant


def text(name: str, said: str | bytes):
    return lambda game: game.write(name, said)


def edit(name: str, old: str, new: str):
    return lambda game: game.edit(name, old, new)


def book(said: str):
    return text(RULEBOOK, said)


def icon(inside: str):
    """An icon in place of a card's own."""

    def plant(game: Folder) -> None:
        game.write("icons/bad.svg", SVG.format(inside))
        game.edit("game.yaml", "icon: fox-head", "icon: bad")

    return plant


def picture(name: str, data: bytes):
    """A picture on every card."""

    def plant(game: Folder) -> None:
        game.write(f"art/{name}", data)
        art = f"  art: {{draw: picture, of: art/{name}, top: 20, height: 40}}"
        game.edit("layouts/creature.yaml", '  art: {draw: icon, of: "{card.icon}", top: 20, height: 40}', art)
        for card in ("fox: {icon: fox-head, ", "owl: {icon: owl, "):
            game.edit("game.yaml", card, card.partition("icon")[0])

    return plant


def drawing(inside: str):
    """An SVG picture on every card."""
    return picture("a.svg", SVG.format(inside).encode())


def font(data: bytes):
    return text("fonts/source-sans-3/regular.ttf", data)


def boastful(game: Folder) -> None:
    """A WOFF2 that says to be four gigabytes."""
    web = woff2(SHIPPED / "source-sans-3/regular.ttf")
    font(web[:16] + b"\xff\xff\xff\xff" + web[20:])(game)


def both(*plants):
    def plant(game: Folder) -> None:
        for each in plants:
            each(game)

    return plant


def jpeg(exif: bool) -> bytes:
    """A picture of a camera that says how it was held in a float of three bytes."""
    file, tags = io.BytesIO(), b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x0b\0\0\0\x01ab"
    Image.new("RGB", (9, 9)).save(file, "JPEG", exif=tags if exif else b"")
    return file.getvalue()


def zeroed(*tables: str) -> bytes:
    """A font that has nothing but zeros in some tables."""
    data = bytearray((SHIPPED / "source-sans-3/regular.ttf").read_bytes())
    for tag, table in TTFont(io.BytesIO(data)).reader.tables.items():
        if tag in tables:
            data[table.offset : table.offset + table.length] = bytes(table.length)
    return bytes(data)


def png(width: int, height: int) -> bytes:
    """A picture that says to be so large, and is almost empty."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)

    head = width.to_bytes(4) + height.to_bytes(4) + bytes([8, 2, 0, 0, 0])
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


FIRST_STYLE = "extends: card\nstyles: {text: {size: 1e9}}"
DOUBLED = "{% set ns = namespace(a=START) %}{% for i in range(60) %}{% set ns.a = TWICE %}{% endfor %}"
ENTITY = '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'
SANS = (SHIPPED / "source-sans-3/regular.ttf").read_bytes()
NESTED = (
    "{% for a in range(300) %}{% for b in range(300) %}{% for c in range(300) %}x{% endfor %}{% endfor %}{% endfor %}"
)
ATTACKS = {
    # paths and links
    "a link for game.yaml": link("game.yaml"),
    "a link for the strings": link("strings/en.yaml"),
    "a link for a translation": link("strings/fr.yaml"),
    "a link for a layout": link("layouts/creature.yaml"),
    "a link for an icon": both(link("icons/bad.svg"), edit("game.yaml", "icon: fox-head", "icon: bad")),
    "a link for a pattern": both(
        link("patterns/bad.svg"),
        text("layouts/back.yaml", "fields:\n  ground: {draw: pattern, of: bad}\n"),
    ),
    "a link for a font": link("fonts/source-sans-3/regular.ttf"),
    "a link for a folder of fonts": link("fonts", "elsewhere"),
    "a link for a picture": both(picture("a.png", b""), link("art/a.png")),
    "a link for a spreadsheet": both(
        link("cards.csv"),
        lambda game: game.write(
            "game.yaml", FILES["game.yaml"].partition("        cards:")[0] + "        cards: cards.csv\n"
        ),
    ),
    "a link for a rulebook": link(RULEBOOK),
    "a link for what a rulebook takes in": both(book("{% include 'part.j2' %}"), link("rulebooks/part.j2")),
    "a link for a variant": link("variants/quick.yaml"),
    "a link for examples": link("examples.yaml"),
    "a link for words": both(book("# A\n"), link("words/en.yaml")),
    "a link in a circle": link("icons/bad.svg", "wood/icons/bad.svg"),
    "a folder linked into itself": link("icons/deep", "wood"),
    "a picture above the game": edit(
        "layouts/creature.yaml", ART, "draw: picture, of: ../secret.txt"
    ),
    "a picture from the root": edit(
        "layouts/creature.yaml", ART, "draw: picture, of: /etc/passwd"
    ),
    "a picture with a NUL": edit(
        "layouts/creature.yaml", ART, 'draw: picture, of: "a\\0.png"'
    ),
    "a picture with an endless name": edit(
        "layouts/creature.yaml", ART, f"draw: picture, of: {'a' * 5000}.png"
    ),
    "an icon above the game": edit("game.yaml", "icon: fox-head", "icon: ../../secret"),
    "a layout above the game": edit("game.yaml", "layout: creature", "layout: ../secret"),
    "a layout that extends what is above": edit("layouts/creature.yaml", "extends: card", "extends: ../../secret"),
    "a font above the game": edit("game.yaml", "text: source-sans-3", "text: ../secret.ttf"),
    "a spreadsheet above the game": lambda game: game.write(
        "game.yaml", FILES["game.yaml"].partition("        cards:")[0] + "        cards: ../secret.csv\n"
    ),
    "a rulebook that takes in what is above": book("{% include '../../secret.txt' %}"),
    "a rulebook that takes in an absolute path": book("{% include '/etc/passwd' %}"),
    "a language that is a path": edit("game.yaml", "languages: [en, fr]", "languages: [en, ../secret]"),
    # devices, pipes, folders, files without end
    "a pipe for game.yaml": pipe("game.yaml"),
    "a pipe for the strings": pipe("strings/en.yaml"),
    "a pipe for a translation": pipe("strings/fr.yaml"),
    "a pipe for a layout": pipe("layouts/creature.yaml"),
    "a pipe for a font": pipe("fonts/source-sans-3/regular.ttf"),
    "a pipe among fonts": pipe("fonts/other.ttf"),
    "a pipe for a rulebook": pipe(RULEBOOK),
    "a pipe among rulebooks": both(book("# A\n"), pipe("rulebooks/other.j2")),
    "a pipe for a variant": pipe("variants/quick.yaml"),
    "a pipe among pictures": pipe("art/other.png"),
    "a pipe for examples": pipe("examples.yaml"),
    "a pipe for an icon": both(pipe("icons/bad.svg"), edit("game.yaml", "icon: fox-head", "icon: bad")),
    "a folder for a layout": folder("layouts/creature.yaml"),
    "a folder for a variant": folder("variants/quick.yaml"),
    "a folder for the strings": folder("strings/en.yaml"),
    "zeroes without end for a layout": link("layouts/creature.yaml", "../../../../../../../../dev/zero"),
    "sixty gigabytes of strings": sparse("strings/en.yaml"),
    "sixty gigabytes of a picture nobody uses": sparse("art/other.png"),
    "sixty gigabytes of a font": sparse("fonts/source-sans-3/regular.ttf"),
    "sixty gigabytes of a font nobody uses": sparse("fonts/other.ttf"),
    "sixty gigabytes of a rulebook": sparse(RULEBOOK),
    "sixty gigabytes beside a rulebook": both(book("# A\n"), sparse("rulebooks/other.j2")),
    "sixty gigabytes of an icon nobody uses": sparse("icons/other.svg"),
    "sixty gigabytes of a spreadsheet nobody uses": sparse("cards.csv"),
    # YAML
    "a billion laughs": text(
        "game.yaml", "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in pairwise("abcdefghijk"))
    ),
    "lists ten thousand deep": text("game.yaml", "a: " + "[" * 10_000 + "]" * 10_000 + "\n"),
    "a tag that makes an object": text("game.yaml", "players: !!python/object/apply:os.system ['true']\n"),
    "a thousand players": edit("game.yaml", "players: 2-4", "players: 2-999999999999"),
    "a count without end": edit("game.yaml", "count: 2", "count: 999999999"),
    "a card as large as a house": edit("game.yaml", "    total: 5", "    size: 99999 x 99999 mm\n    total: 5"),
    "text of a thousand points": edit("layouts/creature.yaml", "extends: card", FIRST_STYLE),
    # text and terminals
    "an escape sequence in a title": edit(
        "strings/en.yaml", "game.title: Wood", 'game.title: "\\e]0;evil\\aWood\\e[2J"'
    ),
    "an escape sequence in a key": edit("game.yaml", "version: 1", 'version: 1\n"\\e[2Jkey": 1'),
    "an escape sequence in an author": edit("game.yaml", "version: 1", 'author: "\\e[31mX"\nversion: 1'),
    "half a character": edit("strings/en.yaml", "creature.fox: Fox", 'creature.fox: "\\ud800"'),
    "characters that turn the line": edit("strings/en.yaml", "creature.fox: Fox", 'creature.fox: "\\u202eFox"'),
    "marks upon marks": edit("strings/en.yaml", "creature.fox: Fox", f"creature.fox: a{chr(0x301) * 3000}"),
    "a script in a title": both(
        edit("strings/en.yaml", "game.title: Wood", "game.title: <script>alert(1)</script>"), book("# A\n\ntext\n")
    ),
    "a script in a rulebook": book(
        "# A\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](http://a.b/c.png)\n"
    ),
    # templates
    "loops in loops": book(NESTED),
    "a number without end": book("{{ 9 ** 9 ** 9 ** 9 }}"),
    "a text a billion times": book("{{ 'x' * 1000000000 }}"),
    "a list a billion times": book("{% for a in range(1000000000) %}x{% endfor %}"),
    "a range as a list": book("{{ range(1000000000) | list | length }}"),
    "a template that takes in itself": book(f"{{% include '{RULEBOOK.partition('/')[2]}' %}}"),
    "two that take in each other twice": both(
        book("{% include 'a.j2' %}"),
        text("rulebooks/a.j2", "{% include 'b.j2' %}{% include 'b.j2' %}"),
        text("rulebooks/b.j2", "{% include 'a.j2' %}{% include 'a.j2' %}"),
    ),
    "a macro that calls itself": book("{% macro a() %}{{ a() }}{{ a() }}{% endmacro %}{{ a() }}"),
    "a way to Python": book("{{ ''.__class__.__mro__[1].__subclasses__() }}"),
    "a way to globals": book("{{ range.__globals__ }}{{ self._TemplateReference__context }}"),
    "a format that fills the memory": book("{{ '%999999999d' % 1 }}"),
    "a filter that fills the memory": book("{{ 'x' | center(1000000000) }}"),
    "a text doubled sixty times": book(
        DOUBLED.replace("START", "'xxxxxxxxxxxxxxxx'").replace("TWICE", "ns.a ~ ns.a") + "{{ ns.a }}"
    ),
    "a list within itself sixty times": book(
        DOUBLED.replace("START", "[1]").replace("TWICE", "[ns.a, ns.a]") + "{{ ns.a | join }}"
    ),
    "brackets fifty thousand deep": book("{{ " + "(" * 50_000 + "1" + ")" * 50_000 + " }}"),
    "a book of a hundred thousand headings": book("# A\n\n" * 100_000),
    "quotes ten thousand deep": book(">" * 10_000 + " a\n"),
    "emphasis a hundred thousand times": book("*a " * 60_000),
    "a table of ten thousand columns": book("|a" * 10_000 + "|\n" + "|-" * 10_000 + "|\n"),
    # pictures, fonts, drawings
    "a picture of four billion pixels": picture("a.png", png(65_000, 65_000)),
    "a picture that ends at once": picture("a.png", png(100, 100)[:40]),
    "junk for a picture": picture("a.png", b"junk" * 100),
    "a font that ends at once": font(SANS[:2000]),
    "a font of zeroes": font(SANS[:300] + bytes(len(SANS) - 300)),
    "a WOFF2 that says to be four gigabytes": boastful,
    "a drawing of another file": icon('<image href="../../secret.txt" width="9" height="9"/>'),
    "a drawing with entities": text("icons/fox-head.svg", ENTITY),
    "a drawing of a million groups": icon("<g>" * 30_000 + '<path d="M0 0h9v9z"/>' + "</g>" * 30_000),
    "a path of a million parts": icon(f'<path d="M0 0{"h1v1" * 200_000}z"/>'),
    "a drawing with a script": icon('<script>alert(1)</script><path d="M0 0h9v9z" onclick="alert(1)"/>'),
    "a drawing beyond all bounds": icon('<path d="M0 0h1e300v1e300z"/>'),
    # expressions, codes, shapes
    "an expression without end": edit("layouts/creature.yaml", "{card.icon}", "{" + "1+" * 50_000 + "1}"),
    "an expression of brackets": edit(
        "layouts/creature.yaml", "{card.icon}", "{" + "(" * 5_000 + "1" + ")" * 5_000 + "}"
    ),
    "a number that grows": edit("layouts/creature.yaml", "{card.icon}", "{" + " * ".join(["999999999"] * 40) + "}"),
    "a code of a million signs": edit(
        "layouts/creature.yaml", ART, f"draw: qr, of: {'x' * 1_000_000}"
    ),
    "a million pips": edit(
        "layouts/creature.yaml", ART, "draw: pips, count: 1000000, of: acorn"
    ),
    "a shape that crosses itself": edit(
        "game.yaml", NONE, f'    shape: {{path: "M0 0 L9 9 L9 0 L0 9 Z"}}\n{NONE}'
    ),
    "a shape of a million points": edit(
        "game.yaml", "    total: 5", f'    shape: {{path: "M0 0{"h1v1" * 100_000}z"}}\n    total: 5'
    ),
    "a picture that is a bomb": drawing('<g id="a"><path d="M0 0h1v1z"/></g>' + THRICE),
    "a picture of a picture of itself": drawing('<image href="a.svg" width="9" height="9"/>'),
    "a picture of another's file": drawing('<image href="../../secret.txt" width="9" height="9"/>'),
    "a picture of the web": drawing('<image href="http://a.b/c.png" width="9" height="9"/>'),
    "a filter without end": drawing(
        '<filter id="f"><feTurbulence numOctaves="999999"/><feGaussianBlur stdDeviation="99999"/></filter>'
        '<rect width="9" height="9" filter="url(#f)"/>'
    ),
    "a colour without end": edit("game.yaml", 'ink: "#2c2a3a"', f'ink: "{"#" * 10_000}"'),
    "a gradient of ten thousand stops": edit(
        "layouts/back.yaml", '"ink 20 %"', '"' + " to ".join(["ink"] * 10_000) + '"'
    ),
    "fonts ten thousand deep": edit("game.yaml", "text: source-sans-3", f"text: [{', '.join(['fraunces'] * 10_000)}]"),
    "a path without a command": edit("layouts/creature.yaml", ART, 'draw: path, d: "", fill: ink, stroke: ink'),
    "a path of a blank": edit("layouts/creature.yaml", ART, 'draw: path, d: " ", stroke: ink'),
    "a picture above, with a NUL": edit("layouts/creature.yaml", ART, 'draw: picture, of: "../a\\0b.png"'),
    "a sign for private use": edit("strings/en.yaml", ": Fox", ": a \ue000 b \uf8ff :gain: \U000f0000"),
    "EXIF of no numbers": picture("a.jpg", jpeg(exif=True)),
    "a font of which some tables are zero": font(zeroed("glyf", "loca")),
    "digits of others as a version": edit("game.yaml", "players:", "version: \u0663\nplayers:"),
    "a workbook that is none": both(
        text("cards.xlsx", b"PK\3\4" + b"\xff" * 500),
        lambda game: game.write(
            "game.yaml", FILES["game.yaml"].partition("        cards:")[0] + "        cards: cards.xlsx\n"
        ),
    ),
    "a spreadsheet of a million lines": both(
        text("cards.csv", "id,name\n" + "".join(f"c{n},x\n" for n in range(300_000))),
        lambda game: game.write(
            "game.yaml", FILES["game.yaml"].partition("        cards:")[0] + "        cards: cards.csv\n"
        ),
    ),
}  # fmt: skip


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A game to spoil, printed where there is one core: other processes would each load all anew."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    game = Folder(tmp_path / "wood")
    for name, said in FILES.items():
        game.write(name, said)
    (tmp_path / "secret.txt").write_text(f"a: {SECRET}\n{SECRET}\n")
    shutil.copytree(SHIPPED / "source-sans-3", tmp_path / "elsewhere/source-sans-3")
    return game


class TooLong(Exception):
    pass


def _stop(*_):
    raise TooLong


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_comes_to_nothing(hostile, tmp_path, run, attack):
    ATTACKS[attack](hostile)
    before = {path for path in tmp_path.rglob("*") if "out" not in path.parts}
    old = signal.signal(signal.SIGALRM, _stop)
    try:
        for command in COMMANDS:
            signal.alarm(SECONDS)
            found = run(*command)
            signal.alarm(0)
            assert found.code in (0, 1, 2), found.err
            told = found.out + found.err
            assert "Traceback" not in told
            assert SECRET not in told and "root:" not in told
            assert not {"\x1b", "\x07", "\u202e"} & set(told)
            assert found.code == 0 or len(told) < 50_000
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)
    after = {path for path in tmp_path.rglob("*") if "out" not in path.relative_to(tmp_path).parts}
    assert after <= before
    for path in (tmp_path / "out").rglob("*"):
        if path.is_file():
            assert SECRET.encode() not in path.read_bytes()


def test_what_a_title_says_is_text_on_a_page(hostile, run, tmp_path):
    ATTACKS["a script in a title"](hostile)
    assert run("build", "./wood", "--lang", "en").code == 0
    page = (tmp_path / "out/wood/base/en/rulebook.html").read_text("utf-8")
    assert "<script>" not in page and "&lt;script&gt;" in page
