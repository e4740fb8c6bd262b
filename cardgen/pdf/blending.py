"""Writes transparency: alpha, gradients, transparency groups and soft masks.

PDF 1.7 (ISO 32000-1), 8.7.4 shadings, 11.4 transparency groups, 11.6.5 soft masks.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import CURRENT, Gradient, Group, Paint, extent, texts
from cardgen.graphics.geometry import EVERYWHERE, IDENTITY, Box, Segments, segments_box
from cardgen.pdf.inks import Inks
from cardgen.pdf.numbers import matrix, number, numbers

PREFIX = "FormXob."  # the prefix that reportlab gives to names of forms


@dataclass(frozen=True, slots=True)
class Resource:
    """A dictionary that operators name: an ExtGState or a Shading. `{0}` in its body is the form that it draws."""

    kind: str
    name: str
    body: str
    form: str | None = None


class PackedOperators:
    """Operators that are compressed on first use and kept compressed, because documents can have thousands."""

    def __init__(self, operators: str) -> None:
        self._plain: bytes | None = operators.encode()
        self._packed = b""

    @property
    def plain(self) -> bytes:
        return zlib.decompress(self._packed) if self._plain is None else self._plain

    @property
    def packed(self) -> bytes:
        if self._plain is not None:
            self._packed, self._plain = zlib.compress(self._plain), None
        return self._packed


@dataclass(frozen=True, slots=True)
class FormXObject:
    """Operators that the file holds once, in its `box`; with a `space`, it is a transparency group in that space.

    It names symbols and pictures (`uses`), `resources`, and forms that are `parts` of it.
    """

    box: Box
    code: PackedOperators
    uses: tuple[str, ...]
    resources: tuple[Resource, ...] = ()
    parts: tuple[tuple[str, FormXObject], ...] = ()
    space: str | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """The operators that draw items, with their resources, as of a form."""

    operators: str
    uses: tuple[str, ...] = ()
    resources: tuple[Resource, ...] = ()
    parts: tuple[tuple[str, FormXObject], ...] = ()

    def form(self, box: Box, space: str | None = None) -> FormXObject:
        return FormXObject(box, PackedOperators(self.operators), self.uses, self.resources, self.parts, space)


def alpha(paint: Paint | None) -> Resource | None:
    """The graphics state of a colour with alpha; None if it is opaque."""
    if not isinstance(paint, str) or paint == CURRENT or len(paint) < 9:
        return None
    return _state(number(int(paint[7:9], 16) / 255))


def state(body: str | None) -> Resource | None:
    """A graphics state, by its dictionary; None if there is none to set."""
    return Resource("ExtGState", f"g{_digest(body)}", body) if body else None


def blended_form(group: Group, shown: Content, mask: Content | None, inks: Inks) -> Content:
    """A group's items as one form, drawn in the graphics state of its opacity, blend mode and mask."""
    # Letters, and strokes around them, may reach out of their lines
    box = EVERYWHERE if shown.uses or any(texts(group.items)) else extent(group.items)
    part = _part(shown, box or (0, 0, 0, 0), inks.space)
    parts = [part]
    laid = _state(number(group.opacity), group.blend)
    if mask:
        assert group.mask
        veil = _part(mask, EVERYWHERE, inks.masks.space)
        parts.append(veil)
        laid = _state(number(group.opacity), group.blend, "Alpha" if group.mask.alpha else "Luminosity", veil[0])
    return Content(f"/{laid.name} gs /{PREFIX}{part[0]} Do", resources=(laid,), parts=tuple(parts))


def shading(gradient: Gradient, inks: Inks) -> Resource:
    """A gradient's colours, without their alpha."""
    stops = tuple((at, numbers(inks.components(colour))) for at, colour in gradient.stops)
    return _shading(gradient.points, stops, inks.space)


def fade(gradient: Gradient, path: Segments) -> Content | None:
    """The graphics state of a gradient with alpha; None if it is opaque."""
    if all(len(colour) < 9 for _, colour in gradient.stops):
        return None
    stops = tuple((at, number(int(colour[7:9] or "ff", 16) / 255)) for at, colour in gradient.stops)
    drawn = _shading(gradient.points, stops, "DeviceGray")
    placed = f"{matrix(gradient.matrix)} cm " if gradient.matrix != IDENTITY else ""
    veil = _part(Content(f"{placed}/{drawn.name} sh", resources=(drawn,)), segments_box(path), "DeviceGray")
    laid = _state("1", mask="Luminosity", form=veil[0])
    return Content(f"/{laid.name} gs", resources=(laid,), parts=(veil,))


def _part(content: Content, box: Box, space: str) -> tuple[str, FormXObject]:
    """A group's form with its name: the same wherever it draws the same."""
    parts = repr((content.operators, content.uses, content.resources, box, space))
    return f"part-{_digest(parts)}", content.form(box, space)


@lru_cache(maxsize=1000)
def _state(opacity: str, blend: str = "through", mask: str | None = None, form: str | None = None) -> Resource:
    body = f"/ca {opacity} /CA {opacity}"
    if blend not in ("through", "normal"):
        body += f" /BM /{''.join(map(str.capitalize, blend.split('-')))}"
    if mask:
        body += f" /SMask << /Type /Mask /S /{mask} /G {{0}} >>"
    return Resource("ExtGState", f"g{_digest(body + (form or ''))}", f"<< {body} >>", form)


def _shading(points: tuple[float, ...], stops: tuple[tuple[float, str], ...], space: str) -> Resource:
    kind = 2 if len(points) == 4 else 3
    body = (
        f"<< /ShadingType {kind} /ColorSpace /{space} /Coords [{numbers(points)}] /Extend [true true] "
        f"/Function {_function(stops)} >>"
    )
    return Resource("Shading", f"s{_digest(body)}", body)


def _function(stops: tuple[tuple[float, str], ...]) -> str:
    """Colours from 0 to 1: straight from each stop to the next."""
    if stops[0][0] > 0:
        stops = ((0.0, stops[0][1]), *stops)
    if stops[-1][0] < 1:
        stops = (*stops, (1.0, stops[-1][1]))
    # The first and last colours continue beyond the ends
    if stops[1][0] <= 0:
        stops = (stops[0], (1e-4, stops[1][1]), *((max(at, 1e-4), colour) for at, colour in stops[2:]))
    if stops[-2][0] >= 1:
        stops = (*((min(at, 1 - 1e-4), colour) for at, colour in stops[:-1]), stops[-1])
    spans = [(low, high) for low, high in pairwise(stops) if high[0] - low[0] > 1e-6]
    parts = [f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{low[1]}] /C1 [{high[1]}] >>" for low, high in spans]
    if len(parts) == 1:
        return parts[0]
    bounds = " ".join(number(high[0], 6) for _, high in spans[:-1])
    encode = " ".join("0 1" for _ in spans)
    return f"<< /FunctionType 3 /Domain [0 1] /Functions [{' '.join(parts)}] /Bounds [{bounds}] /Encode [{encode}] >>"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def resource_block(form: FormXObject, form_at: Callable[[str], str]) -> str:
    """The entries of a form's resource dictionary beside fonts and forms; `form_at` gives a form's reference."""
    kinds: dict[str, list[str]] = {}
    for resource in form.resources:
        body = resource.body.replace("{0}", form_at(resource.form)) if resource.form else resource.body
        kinds.setdefault(resource.kind, []).append(f"/{resource.name} {body}")
    return "".join(f" /{kind} << {' '.join(resources)} >>" for kind, resources in kinds.items())
