"""Writes faces and sheets down as text: one line a thing drawn, its place in millimetres from the trim."""

import sys
from functools import lru_cache
from pathlib import Path

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Picture, Shape, Text, Use
from cardgen.graphics.geometry import IDENTITY, apply, box_through, multiply, segments_box
from cardgen.press.edition import Options, card_sheets, component_sheets
from cardgen.store.library import BUILTIN, all_games

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The files that there must be: one for every shipped game, variant and language."""
    return [
        f"{home.name}.{variant}.{language}.txt"
        for home in all_games(BUILTIN)
        for variant in ("base", *home.variants)
        for language in load_game(home).languages
    ]


def golden(name: str) -> str:
    """What a file must hold: every face and sheet; of a variant only those that are not as in the base game, and of a
    language only the lines that are not as in the game's first one."""
    game, variant, language, _ = name.split(".")
    found = sections(game, variant, language)
    if variant != "base":
        base = sections(game, "base", language)
        gone = {title: "gone\n" for title in base if title not in found}
        found = {title: text for title, text in found.items() if base.get(title) != text} | gone
    if language != (first := _composer(game, variant).game.languages[0]):
        alike = sections(game, variant, first)
        found = {title: own_lines(text, alike.get(title, "")) for title, text in found.items()}
    return "\n".join(f"## {title}\n{text}" for title, text in found.items())


def own_lines(text: str, first: str) -> str:
    """The lines that another text does not have; `...` stands for those between them, `- LINE` for what is not here."""
    mine, others, found = text.splitlines(), first.splitlines(), []
    known, here = set(others), set(mine)
    for line in mine:
        if line not in known:
            found.append(line)
        elif not found or found[-1] != "...":
            found.append("...")
    gone = [f"- {line}" for line in others if line not in here and not line.startswith("'")]
    return "\n".join([*found, *gone, ""])


@lru_cache(maxsize=12)
def sections(game: str, variant: str, language: str) -> dict[str, str]:
    """Each face, and each document, by its title."""
    composer = _composer(game, variant)
    text = "\n".join([*faces(composer, language), *sheets(composer, language)]) + "\n"
    parts = (part.partition("\n") for part in f"\n{text}".split("\n## ")[1:])
    return {title: body for title, _, body in parts}


@lru_cache(maxsize=2)
def _composer(game: str, variant: str) -> Composer:
    home = next(home for home in all_games(BUILTIN) if home.name == game)
    return Composer(load_game(home, variant), readings=_readings(game))


@lru_cache(maxsize=1)
def _readings(game: str) -> Readings:
    return Readings()


def faces(composer, language):
    for side in composer.sides:
        yield f"## {side.name}"
        yield from lines(composer.face(side, language).items, composer.supplies.symbols, IDENTITY)
        yield ""


def sheets(composer, language):
    yield from pages(card_sheets(composer, language, Options()))
    if composer.game.components:
        yield ""
        yield from pages(component_sheets(composer, language, Options()))


def pages(document):
    yield f"## {len(document.pages)} pages of {document.title!r}, flipped over the {document.duplex} edge"
    for number, page in enumerate(document.pages, 1):
        told = [group.items[0].symbol for group in groups(page.items) if is_face(group)]
        counts = ", ".join(f"{told.count(name)} x {name}" for name in dict.fromkeys(told))
        label = [t.text for t in texts(page.items) if "·" in t.text]
        yield f"{number}: {counts}; trim {place(page.trim)}; {label[0]}"
        for group in page.items:
            if isinstance(group, Group) and any(isinstance(item, Group) and item.clip for item in group.items):
                yield from net_lines(group)


def net_lines(net):
    """The cut and fold lines of a box, where they lie on the page; what is on its panels stands above, face by face."""
    for item in net.items:
        if isinstance(item, Shape) and item.stroke == "#000000":
            yield f"   line {item.line:g} in {place(box_through(net.matrix, segments_box(item.segments)))}"


def groups(items):
    """All groups, the outer ones first."""
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def is_face(group):
    return len(group.items) == 1 and isinstance(group.items[0], Use)


def texts(items):
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, Text):
            yield item


def lines(items, symbols, matrix):
    for item in items:
        if isinstance(item, Group):
            yield from lines(item.items, symbols, multiply(item.matrix, matrix))
        elif isinstance(item, Text):
            x, y = apply(matrix, item.x, item.y)
            kerned = f", kerned {len(item.kerns)}" if item.kerns else ""
            yield f"{item.text!r} {item.font} {item.size / POINT:g} pt {item.colour} at {x:.2f} {y:.2f}{kerned}"
        elif isinstance(item, Use):
            box = box_through(multiply(item.matrix, matrix), symbols[item.symbol].box)
            yield f"{item.symbol} {item.colour} in {place(box)}"
        elif isinstance(item, Picture):
            box = (item.x, item.y, item.x + item.width, item.y + item.height)
            yield f"picture {item.file} in {place(box_through(matrix, box))}"
        elif isinstance(item, Shape):
            stroke = f" stroke {item.stroke} {item.line:g}" if item.stroke else ""
            yield f"shape {item.fill}{stroke} in {place(box_through(matrix, segments_box(item.segments)))}"


def place(box):
    return " ".join(f"{value:.2f}" for value in box)


if __name__ == "__main__":
    made = {name: golden(name) for name in names()}
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, "utf-8")
        print(FOLDER / name, file=sys.stderr)
