"""Makes pictures of the print: a PNG file of each face, a contact sheet, and pictures that present the game."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import partial
from pathlib import Path

from cardgen.definitions.components import FRONT
from cardgen.faces.compose import Composer
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.graphics.drawing import Face, Group, Page, Use
from cardgen.graphics.geometry import translation
from cardgen.press.cores import each
from cardgen.press.display import NamedFace, Paged, PageImage, contact_sheet, fan, placed_face, pngs, row
from cardgen.press.keys import Keys
from cardgen.press.options import Options
from cardgen.press.sheets import Sheets, label_font
from cardgen.store.outputs import Output, PendingFile, make_together
from cardgen.store.writing import own_folder

MAX_PIXELS = 40_000_000  # in one picture
MAX_SHOWN = 7  # cards in a fan or a row
_DEFAULT_SHOWN = 5  # cards in a fan or a row by default
_AT_ONCE = 12  # pictures drawn from one PDF file


@dataclass(frozen=True, slots=True)
class Image(Output):
    """A picture's file, and its content if it can be made together with others."""

    picture: PageImage | None = None
    faces: dict[str, Face] = field(default_factory=dict)
    paged: Paged | None = None


def images(composer: Composer, keys: Keys, options: Options, folder: Path, language: str) -> list[Image]:
    """Returns the pictures of a game in a language: its faces, the contact sheet, the fan and the row.

    Raises InputError for a picture that would be too large.
    """
    named = list(named_faces(composer, options, language))
    key, font = keys.pictures(language), label_font(composer, language)
    paged = Sheets(composer, language, options).document

    def image(name: str, of: Sequence[NamedFace], make: Callable[[], bytes], picture: PageImage | None = None) -> Image:
        faces = {one.face.name: one.face for one in of}
        files_and_names = [name, *((one.file, one.called) for one in of)]
        shown = partial(keys.shown_picture, list(faces.values()), files_and_names)
        return Image(folder / f"{name}.png", key, make, shown, picture, faces, paged)

    def of_page(name: str, of: Sequence[NamedFace], picture: PageImage) -> Image:
        faces = {one.face.name: one.face for one in of}
        return image(name, of, lambda: next(pngs([picture], faces, paged)), picture)

    images = [of_page(one.file, [one], _portrait(one, options)) for one in named]
    if named:
        images.append(of_page(f"contact.{language}", named, contact_sheet(named, font)))
    if shown := presented_cards(named, composer, options):
        drawn = (("fan", fan), ("row", row))
        images += [image(f"{name}.{language}", shown, partial(draw, shown, paged)) for name, draw in drawn]
    return images


def make_images(outputs: Sequence[Output], out: Path) -> tuple[list[PendingFile], Path]:
    """Makes the pictures that changed in a folder of our own, and returns that folder, which the caller removes after
    moving them.

    They are made on all cores, and never all held at once.
    """
    folder = own_folder(out, "pictures")
    try:
        return make_together(list(outputs), partial(_make, folder)), folder
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise fail(f"cardgen cannot write this: {error.strerror}", Place(str(out))) from None
        raise


def _make(folder: Path, changed: Sequence[Output]) -> list[Path]:
    """Files in `folder`, in the order of the pictures."""
    alone: list[int] = []
    small: list[int] = []
    for at, image in enumerate(changed):
        of_page = isinstance(image, Image) and image.picture and len(image.faces) == 1
        (small if of_page else alone).append(at)
    batches = [[at] for at in alone]
    batches += [small[start : start + _AT_ONCE] for start in range(0, len(small), _AT_ONCE)]
    each(partial(_make_batch, folder, changed), batches, "making pictures")
    return [_part(folder, at) for at in range(len(changed))]


def _make_batch(folder: Path, changed: Sequence[Output], batch: list[int]) -> None:
    wanted = [image for at in batch if isinstance(image := changed[at], Image)]
    drawn: Iterable[bytes] = (image.make() for image in wanted)
    pictures = [image.picture for image in wanted if image.picture]
    if len(pictures) > 1 and wanted[0].paged:
        faces = {name: face for image in wanted for name, face in image.faces.items()}
        drawn = pngs(pictures, faces, wanted[0].paged)
    for at, data in zip(batch, drawn, strict=True):
        _part(folder, at).write_bytes(data)


def _part(folder: Path, at: int) -> Path:
    return folder / f"{at}.part"


def named_faces(composer: Composer, options: Options, language: str) -> Iterator[NamedFace]:
    """Yields every face once: cards' fronts and backs, a back that cards share, components' panels."""
    game, names = composer.game, composer.names(language)
    backs: set[str] = set()
    for deck in game.decks:
        for card in composer.cards(deck, language, game.codes):
            design = card.design
            if options.cards and not {design.id, design.card} & {*options.cards}:
                continue
            path, called = f"{deck.name}/{card.copies.id}.{language}.front", card.copies.called(names)
            yield NamedFace(path, card.front, called, design.id if design.look == 1 else "")
            if card.back is None or card.back.name in backs:
                continue
            backs.add(card.back.name)
            if card.back.name.startswith(f"{deck.name}/{design.id}/"):
                yield NamedFace(f"{deck.name}/{design.id}.{language}.back", card.back, names[design.id])
            else:
                yield NamedFace(f"{card.back.name.rpartition('/')[0]}.{language}", card.back, f"{deck.name} back")
    for component in game.components if not options.cards else ():
        for panel, face in composer.panels(component, language).items():
            called = component.id if panel == FRONT else f"{component.id} {panel}"
            yield NamedFace(f"components/{component.id}.{language}.{panel}", face, called.replace("_", " "))


def presented_cards(named: Sequence[NamedFace], composer: Composer, options: Options) -> list[NamedFace]:
    """Returns the cards that present the game: those asked for, those of its cover, or else some of all."""
    fronts = {one.card: one for one in named if one.card}
    if options.cards:
        return list(fronts.values())[:MAX_SHOWN]
    if cover := [fronts[card] for card in composer.game.cover if card in fronts]:
        return cover[:MAX_SHOWN]
    every = list(fronts.values())
    count = min(_DEFAULT_SHOWN, len(every))
    return [every[round(index * (len(every) - 1) / max(1, count - 1))] for index in range(count)]


def _portrait(one: NamedFace, options: Options) -> PageImage:
    """A face within its outline; or with its bleed, as a rectangle."""
    face = one.face
    bleed = face.bleed if options.picture_bleed else 0.0
    box = (0.0, 0.0, face.width + 2 * bleed, face.height + 2 * bleed)
    shown = Group((Use(face.name),), translation(bleed, bleed)) if bleed else placed_face(face)
    picture = PageImage(Page(box[2], box[3], (shown,), box, box), options.dpi, bool(face.outline) and not bleed)
    width, height = picture.size
    if width * height > MAX_PIXELS:
        size = f"{width:,} x {height:,} pixels; expected at most {MAX_PIXELS:,} in all"
        raise fail(f"at {options.dpi} dpi the picture {one.file} would have {size}: ask for a smaller --dpi")
    return picture
