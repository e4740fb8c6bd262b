"""Draws an animated turn: each card that a decision moves goes from where it lay to where it lies then."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cardgen.export.presskit.bodies import CARD, Blur, RoomBody, RoomPatch, card_skin, flat
from cardgen.export.presskit.camera import Camera, Corners3
from cardgen.export.presskit.closed_box import place_corners
from cardgen.export.presskit.studio import Studio, Textures
from cardgen.export.presskit.table_plan import CardSpot, LaidCard, LaidPile, LaidTable, is_same_place
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Face

if TYPE_CHECKING:
    from PIL.Image import Image

FRAMES, FRAME_MS = 9, 55  # of a card's way
HOLD_MS, FIRST_MS, LAST_MS = 550, 900, 1800
_LIFT = 34.0  # mm, the greatest height of a card on its way
_QUALITY, _METHOD = 84, 2  # of WebP
Sides = Callable[[str], tuple[Face, Face]]  # the front and the back of a card


@dataclass(frozen=True, slots=True)
class Motion:
    """A card on its way; one that `slides` stays in its zone."""

    id: str
    start: CardSpot
    end: CardSpot
    slides: bool = False


def table_bodies(laid: LaidTable, sides: Sides, without: Sequence[LaidCard] = ()) -> Iterator[RoomBody]:
    """The piles and cards on a table."""
    for pile in laid.piles:
        yield _pile(pile, sides)
    gone = {id(card) for card in without}
    for card in laid.cards:
        if id(card) not in gone:
            yield _still(card.id, card.spot, sides)


def _pile(pile: LaidPile, sides: Sides) -> RoomBody:
    back = sides(pile.id)[1]
    spot = pile.spot
    return flat(card_skin(back), (spot.x, spot.y), spot.turn, thick=pile.count * CARD, leaves=pile.count)


def _still(id: str, spot: CardSpot, sides: Sides) -> RoomBody:
    face = sides(id)[0 if spot.up else 1]
    return flat(card_skin(face), (spot.x, spot.y), spot.turn, spot.over)


def motions(before: LaidTable, after: LaidTable) -> tuple[list[Motion], list[LaidCard]]:
    """What moves from one table to the next, in the order of drawing, and these cards as they lay before.

    If one card of a zone slides, all of it are drawn anew, because they overlap.
    """
    old, new = list(before.cards), list(after.cards)
    partner: dict[int, LaidCard] = {}
    for same in (_lies_there, _is_in_zone, _is_card):
        for card in list(new):
            if found := next((each for each in old if same(each, card)), None):
                old.remove(found)
                new.remove(card)
                partner[id(card)] = found
    pairs = [(partner[id(card)], card) for card in after.cards if id(card) in partner]
    slid = {b.path for a, b in pairs if a.path == b.path and not is_same_place(a.spot, b.spot)}
    sliding = [(a, b) for a, b in pairs if a.path == b.path and b.path in slid]
    flying = [(a, b) for a, b in pairs if a.path != b.path]
    counts = {pile.path: pile.count for pile in before.piles}
    held = {pile.path: pile.count for pile in after.piles}
    grown = [pile for pile in after.piles if pile.count > counts.get(pile.path, 0)]
    shrunk = [pile for pile in before.piles if pile.count > held.get(pile.path, 0)]
    moving = [Motion(a.id, a.spot, b.spot, True) for a, b in sliding]
    moving += [Motion(a.id, a.spot, b.spot) for a, b in flying]
    moving += [Motion(card.id, card.spot, _on_top(grown[0])) for card in old if grown]
    moving += [Motion(card.id, _on_top(shrunk[0]), card.spot) for card in new if shrunk]
    return moving, [*(a for a, _ in sliding + flying), *old]


def _lies_there(one: LaidCard, other: LaidCard) -> bool:
    return one.id == other.id and one.path == other.path and is_same_place(one.spot, other.spot)


def _is_in_zone(one: LaidCard, other: LaidCard) -> bool:
    return one.id == other.id and one.path == other.path


def _is_card(one: LaidCard, other: LaidCard) -> bool:
    return one.id == other.id


def _on_top(pile: LaidPile) -> CardSpot:
    return CardSpot(pile.spot.x, pile.spot.y, pile.spot.turn, pile.count * CARD, False)


def on_the_way(motion: Motion, part: float, sides: Sides) -> RoomBody:
    """A card after a `part` of its way, from 0 to 1; on half the way it turns over, if it does."""
    eased = part * part * (3 - 2 * part)
    start, end = motion.start, motion.end
    turn = start.turn + eased * ((end.turn - start.turn + 180) % 360 - 180)
    x, y = (a + eased * (b - a) for a, b in ((start.x, end.x), (start.y, end.y)))
    over = start.over + eased * (end.over - start.over)
    far = min(1.0, math.hypot(end.x - start.x, end.y - start.y) / 120)
    lift = 0.0 if motion.slides else _LIFT * far * math.sin(math.pi * part)
    front, back = sides(motion.id)
    if start.up == end.up:
        return flat(card_skin(front if start.up else back), (x, y), turn, over, lift=lift)
    up = end.up if eased > 0.5 else start.up
    skin = card_skin(front if up else back)
    narrow = max(0.03, abs(math.cos(math.pi * eased)))
    w, h = skin.width / 2 * narrow, skin.height / 2
    tilt = skin.width / 2 * math.sin(math.pi * eased) * (1 if eased > 0.5 else -1)
    z = over + lift + abs(tilt) + CARD
    local: Corners3 = ((-w, -h, tilt), (w, -h, -tilt), (w, h, -tilt), (-w, h, tilt))
    patch = RoomPatch(skin, place_corners(local, turn, (x, y, z)), thick=CARD)
    shade = [(a + 0.42 * (lift + 2), b - 0.22 * (lift + 2), over) for a, b, _ in patch.rim]
    return RoomBody((patch,), (Blur(tuple(shade), 2.2 + 0.14 * lift, 0.34),))


def animate(
    tables: Sequence[LaidTable],
    under: Sequence[RoomBody],
    sides: Sides,
    size: tuple[int, int],
    camera: Camera,
    textures: Textures,
) -> bytes:
    """A WebP file of the way from each table to the next, again and again."""
    ground = Studio(size, camera, textures)
    ground.draw(under)
    frames: list[Image] = []
    times: list[int] = []

    def show(studio: Studio, milliseconds: int) -> None:
        frames.append(studio.finished())
        times.append(milliseconds)

    first = ground.copy()
    first.draw([*table_bodies(tables[0], sides)])
    show(first, FIRST_MS)
    for before, after in pairwise(tables):
        moving, left = motions(before, after)
        # A pile is already lower when a card leaves it, and not yet higher when one is on its way to it
        counts = {pile.path: pile.count for pile in after.piles}
        piles = tuple(
            LaidPile(pile.id, pile.path, min(pile.count, counts.get(pile.path, pile.count)), pile.spot)
            for pile in before.piles
        )
        still = ground.copy()
        still.draw([*table_bodies(LaidTable(piles, before.cards), sides, left)])
        for frame in range(1, FRAMES + 1):
            studio = still.copy()
            studio.draw([on_the_way(motion, frame / (FRAMES + 1), sides) for motion in moving])
            show(studio, FRAME_MS)
        end = ground.copy()
        end.draw([*table_bodies(after, sides)])
        show(end, HOLD_MS)
    times[-1] = LAST_MS
    file = io.BytesIO()
    frames[0].save(
        file, "WEBP", save_all=True, append_images=frames[1:], duration=times, loop=0, quality=_QUALITY, method=_METHOD
    )
    return file.getvalue()
