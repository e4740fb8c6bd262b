"""The preflight check: before you order, reports what a house would refuse or print badly, with card and language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cardgen.definitions.components import Component
from cardgen.export.houses.edges import unfilled_sides
from cardgen.export.houses.order import OrderItem, by_size, copies, order_document, order_items, placed_faces
from cardgen.export.houses.order_pdf import file_of, flattened_for
from cardgen.export.houses.profile import House
from cardgen.export.houses.reading_back import open_pdf, screen_colours, unembedded_fonts
from cardgen.export.houses.sizes import EXACT, CutSize, nearest_box, nearest_size, prints, size_text
from cardgen.export.target import Shipment
from cardgen.faces.picture_checks import pictures_of
from cardgen.faces.seen import ink_room, list_seen
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError
from cardgen.foundations.findings import Finding
from cardgen.foundations.units import INCH, POINT
from cardgen.graphics.drawing import Document, Face, Group, Item, Shape, Symbol, Use
from cardgen.graphics.geometry import IDENTITY, Matrix, multiply
from cardgen.graphics.layers import layers_of, process_colours
from cardgen.graphics.pixels import measure

_DPI = 100  # dots per inch of the pictures that show the bleed
_CUT_TOLERANCE = 0.05  # mm, the tolerance of the distance between words and the cut
_INK_ROOM = 0.02  # tolerance for rounding, in parts of one ink


def preflight(shipment: Shipment, house: House) -> list[Finding]:
    return list(_Preflight(shipment, house).findings())


@dataclass
class _Preflight:
    shipment: Shipment
    house: House

    def __post_init__(self) -> None:
        self.says = self.house.says
        self.items = order_items(self.shipment, self.house)
        self.faces = placed_faces(self.items)
        self.symbols = self.shipment.composer.supplies.symbols

    def findings(self) -> Iterator[Finding]:
        yield from self._sizes()
        yield from self._parts()
        yield from self._counts()
        yield from self._backs()
        yield from self._holes()
        yield from self._layers()
        for face, cut, item in self.faces.values():
            yield from self._pictures(face, item)
            yield from self._words(face, cut, item)
            yield from self._lines(face, item)
        without = list(self._profile())
        yield from without
        if not self.faces:
            return
        proof = self._proof()
        yield from self._bleed(proof)
        if self.says.printing and not without:
            yield from self._printing()

    def _finding(self, code: str, message: str, item: OrderItem, who: str = "") -> Finding:
        game = self.shipment.game
        text = f"{item.called}, {self.shipment.language}: {message}" if who else message
        return Finding(code, text, item.place, game.name, game.variant, who=who)

    def _of(self, code: str, message: str, item: OrderItem, face: Face) -> Finding:
        """Makes a finding about one side of a card."""
        side = "the back" if item.back and face.name == item.back.name else "the front"
        return self._finding(code, f"{side}: {message}", item, item.path)

    def _sizes(self) -> Iterator[Finding]:
        known = set()
        for item in self.items:
            if (item.outline, item.make) in known:
                continue
            known.add((item.outline, item.make))
            size = size_text(item.outline.width, item.outline.height)
            group = item.path.partition("/")[0]
            if item.cut is None:
                near = nearest_size(self.says, item.outline, item.make)
                code, left = (
                    ("house-size", "") if item.make == "card" else ("house-part", (", so cardgen left this out"))
                )
                yield self._finding(code, f"{group}: {self.says.name} does not cut {size}{left}; {near}", item)
            elif max(map(abs, item.cut.slack(item.outline))) > EXACT:
                cut = f"{item.cut.name}, {size_text(item.cut.width, item.cut.height)}"
                yield self._finding(
                    "house-near",
                    f"{group}: the printer cuts {size} as {cut}, with the picture unscaled in the middle",
                    item,
                )

    def _parts(self) -> Iterator[Finding]:
        game = self.shipment.game
        for each in game.components:
            if not prints(self.says, each.make):
                message = (
                    f"{each.id}: cardgen sends no {each.make} to {self.says.name}: print it at home{self._box(each)}"
                )
                yield Finding("house-part", message, each.place, game.name, game.variant, who=each.id)

    def _box(self, component: Component) -> str:
        """Names the house's box for a component's cards. Only the house decides where sides lie on its pictures."""
        decks = {deck.name: deck.size for deck in self.shipment.game.decks}
        if not component.cards or not (nearest := nearest_box(self.says, decks[component.deck or ""], component.cards)):
            return ""
        name, box = nearest
        if box.cards < component.cards:
            return f"; the largest box there, {name}, holds {box.cards} of its {component.cards} cards"
        return (
            f"; for its {component.cards} cards there is {name}: lay the pictures of its sides (--to png) by hand on "
            f"the house's template, {box.pixels[0]} x {box.pixels[1]} pixels"
        )

    def _counts(self) -> Iterator[Finding]:
        for name, items in by_size(self.items).items():
            number = sum(1 for _ in copies(items))
            if self.says.most and number > self.says.most:
                message = (
                    f"{number:,} cards of the size {name}; {self.says.name} takes at most {self.says.most:,} in one "
                    "order"
                )
                yield self._finding("house-count", message, items[0])

    def _backs(self) -> Iterator[Finding]:
        for item in self.items if self.says.backs else ():
            if item.make == "card" and item.cut and not item.back:
                yield self._finding("house-back", "expected a back; write `back:` with its layout", item, item.path)

    def _holes(self) -> Iterator[Finding]:
        """Reports holes that the house would not cut, because it takes no die lines."""
        reported = set()
        for item in self.items if not self.says.die else ():
            if item.cut and item.outline.holes and item.outline not in reported:
                reported.add(item.outline)
                group = item.path.partition("/")[0]
                message = f"{group}: {self.says.name} receives no cutting lines for holes, and does not cut them"
                yield self._finding("house-hole", message, item)

    def _layers(self) -> Iterator[Finding]:
        """Reports print layers that the house does not print, each with the first card that has it."""
        if self.says.layers:
            return
        first_items: dict[str, OrderItem] = {}
        for face, _, item in self.faces.values():
            for name in layers_of(face.items):
                first_items.setdefault(name, item)
        for name, item in first_items.items():
            message = f"{self.says.name} may not print '{name}'; ask them, and send them its pictures in masks/"
            yield self._finding("house-layer", message, item)

    def _pictures(self, face: Face, item: OrderItem) -> Iterator[Finding]:
        supplies = self.shipment.composer.supplies
        for picture, width, height in pictures_of(face.items, self.symbols, IDENTITY):
            if picture.is_shadow:
                continue
            size = measure(supplies.pictures[picture.file])
            ppi = min(size.width / width, size.height / height) * INCH
            if ppi < self.says.ppi - 0.5:
                name = picture.file.partition("#")[0].removeprefix("pictures/")
                message = f"{name} has {ppi:.0f} pixels per inch; {self.says.name} asks for {self.says.ppi}"
                yield self._of("house-ppi", message, item, face)

    def _words(self, face: Face, cut: CutSize, item: OrderItem) -> Iterator[Finding]:
        """Reports the text nearest to the cut on each side, if it is too near."""
        slack = min(cut.slack(item.outline))
        least = self.says.safe - _CUT_TOLERANCE
        fonts = self.shipment.composer.supplies.fonts
        rooms = (
            (ink_room(seen, item.outline, fonts, least - slack) + slack, seen.letters.text)
            for seen in list_seen(face.items, self.symbols, IDENTITY)
            if seen.letters
        )
        near = [(room, text) for room, text in rooms if room < least]
        room, text = min(near, default=(self.says.safe, ""))
        if room < least:
            message = f"{text!r} lies {room:.1f} mm within the cut; {self.says.name} asks for {self.says.safe:.1f} mm"
            yield self._of("house-safe", message, item, face)

    def _lines(self, face: Face, item: OrderItem) -> Iterator[Finding]:
        thin = min(_strokes(face.items, self.symbols, IDENTITY), default=self.says.hairline)
        if thin < self.says.hairline - 0.001:
            least = (
                f"{thin / POINT:.2f} pt; {self.says.name} needs at least {self.says.hairline / POINT:.2f} pt to "
                "print it well"
            )
            yield self._of("house-hairline", f"a line of {least}", item, face)

    def _profile(self) -> Iterator[Finding]:
        """Reports faults of the house's ICC profile."""
        game = self.shipment.game
        try:
            self.house.require()
        except InputError as error:
            for fault in error.faults:
                message = f"{fault.message}; without it, cardgen did not check the inks"
                yield Finding("house-icc", message, fault.place, game.name, game.variant, who=self.house.name)

    def _proof(self, shown: Callable[[Face], Face] = lambda face: face) -> Document:
        """A page for each face, changed by a function."""
        pages = [cut.page(face) for face, cut, _ in self.faces.values()]
        return order_document(self.shipment, pages, [shown(face) for face, _, _ in self.faces.values()])

    def _bleed(self, proof: Document) -> Iterator[Finding]:
        from cardgen.pdf.raster import Rasteriser

        rasteriser = Rasteriser.of(proof)
        for number, (face, cut, item) in enumerate(self.faces.values()):
            size = round(cut.area[0] / INCH * _DPI), round(cut.area[1] / INCH * _DPI)
            pixels = rasteriser.page(number, *size, clear=True)
            bleed = self.says.bleed + min(cut.slack(item.outline))
            if open_ := unfilled_sides(pixels, face, cut, item.outline, bleed):
                message = f"colour reaches the cut but does not fill the bleed ({', '.join(open_)})"
                yield self._of("house-bleed", message, item, face)

    def _printing(self) -> Iterator[Finding]:
        proof = flattened_for(self.house, self._proof(process_colours))
        file = file_of(self.house, proof)
        yield from self._inks(proof, file)
        if self.says.layers == "spots" and any(layers_of(face.items) for face, _, _ in self.faces.values()):
            file = file_of(self.house, flattened_for(self.house, self._proof()))
        yield from self._contents(file)

    def _inks(self, proof: Document, file: bytes) -> Iterator[Finding]:
        """Reports sides with more ink in one place than the house allows (total area coverage)."""
        from cardgen.pdf.inks import ghostscript
        from cardgen.pdf.separations import most_ink_by_ghostscript, most_ink_by_pdfium

        program = ghostscript()
        patches = most_ink_by_ghostscript(file, program) if program else most_ink_by_pdfium(proof, self.house.press)
        for patch, (face, _, item) in zip(patches, self.faces.values(), strict=True):
            if patch.share > self.house.printing.ink / 100 + _INK_ROOM:
                where = f"{patch.x:.0f} mm from the left and {patch.y:.0f} mm from the top of its page"
                most = f"{self.says.name} allows {self.house.printing.ink:g} %"
                yield self._of("house-ink", f"{patch.share:.0%} of ink {where}; {most}", item, face)

    def _contents(self, file: bytes) -> Iterator[Finding]:
        with open_pdf(file) as pdf:
            first = self.items[0]
            for font in unembedded_fonts(pdf):
                yield self._finding("house-font", f"{self.shipment.language}: the font {font} is not embedded", first)
            for what in screen_colours(pdf):
                yield self._finding("house-rgb", f"{self.shipment.language}: {what} is in screen colours", first)


def _strokes(items: Iterable[Item], symbols: dict[str, Symbol], matrix: Matrix) -> Iterator[float]:
    """The widths of the lines among items, in mm."""
    for item in items:
        if isinstance(item, Shape):
            if item.stroke and item.line > 0:
                a, b, c, d, *_ = matrix
                yield item.line * abs(a * d - b * c) ** 0.5
        elif isinstance(item, Group):
            yield from _strokes(item.items, symbols, multiply(item.matrix, matrix))
        elif isinstance(item, Use):
            yield from _strokes(symbols[item.symbol].items, symbols, multiply(item.matrix, matrix))
