"""Writes the files of a game whose cards are finished pictures, and chooses where each picture goes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.finished.decks import Deck, PictureCard
from cardgen.finished.pictures import FinishedPicture
from cardgen.foundations.dataclass import dataclass

ART = "art"


@dataclass
class PictureGameFiles:
    """Texts and files to copy, by their paths in the game's folder."""

    texts: dict[str, str]
    copies: dict[str, Path]


def files_of(decks: Sequence[Deck]) -> PictureGameFiles:
    """The files of a game of these decks."""
    files = PictureGameFiles({}, {})
    deck_texts = "".join(_deck(deck, number, files) for number, deck in enumerate(decks, 1))
    files.texts["game.yaml"] = _GAME + deck_texts
    files.texts["strings/en.yaml"] = "game.title: My Game\n"
    return files


_GAME = """\
# These cards are finished pictures, in art/. Change counts and sizes (poker, tarot, 70 x 110 mm) here, and build again.
# Everything after a # is a remark.
players: 2-4
languages: [en]
version: 1                    # printed on every sheet

decks:
"""


def _deck(deck: Deck, number: int, files: PictureGameFiles) -> str:
    lines = [f"  {deck.name}:", f"    size: {deck.size.name}"]
    if deck.back:
        back = "_".join(["back", *([str(number)] if number > 1 else [])])
        files.texts[f"layouts/{back}.yaml"] = _layout(deck.back, _copy(deck.back, f"{deck.name}.backs", files))
        lines.append(f"    back: {back}")
    lines.append("    kinds:")
    kinds: dict[tuple[str, str], list[PictureCard]] = {}
    for card in deck.cards:
        kinds.setdefault((_layout_name(card.front), _layout_name(card.back) if card.back else ""), []).append(card)
    for (front, back), cards in kinds.items():
        lines += [f"      {f'{front}_and_{back}' if back else front}:", f"        layout: {front}"]
        files.texts.setdefault(f"layouts/{front}.yaml", _layout(cards[0].front, "{card.picture}"))
        if cards[0].back:
            back += "_behind"
            lines.append(f"        back: {back}")
            files.texts.setdefault(f"layouts/{back}.yaml", _layout(cards[0].back, "{card.back_picture}"))
        lines += ["        cards:", *(f"          {card.id}: {_card(card, files)}" for card in cards)]
    return "\n".join(lines) + "\n"


def _card(card: PictureCard, files: PictureGameFiles) -> str:
    fields = {"picture": _copy(card.front, card.id, files)}
    if card.back:
        fields["back_picture"] = _copy(card.back, f"{card.id}.back", files)
    if card.count != 1:
        fields["count"] = str(card.count)
    return f"{{{', '.join(f'{key}: {value}' for key, value in fields.items())}}}"


def _copy(picture: FinishedPicture, name: str, files: PictureGameFiles) -> str:
    """Notes a picture to copy. Returns its path in the game's folder."""
    path = f"{ART}/{name}{picture.file.suffix.lower()}"
    files.copies[path] = picture.file
    return path


def _layout_name(picture: FinishedPicture) -> str:
    """The name of the layout for pictures with this bleed and these corners."""
    bleed = f"_{picture.size.bleed:g}".replace(".", "_") if picture.size.bleed else ""
    return ("rounded" if picture.rounded else "picture") + (f"_bleed{bleed}" if bleed else "")


def _layout(picture: FinishedPicture, of: str) -> str:
    bleed = picture.size.bleed
    how = "colour" if picture.rounded else "mirror"
    edges = ", ".join(f"{edge}: -{bleed:g}" for edge in ("left", "right", "top", "bottom"))
    field = f'draw: picture, of: "{of}", fit: cover, bleed: {how}' + (f", {edges}" if bleed else "")
    own = f"The picture has {bleed:g} mm of bleed; what else is printed is made of it." if bleed else _NONE[how]
    return f"# The whole card is one picture. {own}\nfields:\n  picture: {{{field}}}\n"


_NONE = {
    "mirror": "It ends at the edge of the card, so its bleed is made: mirrored outwards.",
    "colour": "It ends at the edge of the card and has round corners: these and the bleed get the colour of its edge.",
}
