"""Reads the YAML of a figure that explains the signs of a card: fields of its layout, each with its words."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from pydantic import Field

from cardgen.definitions import nodes
from cardgen.definitions.fields import Model, Words
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place

MAX_SIGNS = 12


class _AnatomyFile(Model):
    face: Words
    signs: Annotated[dict[str, Words], Field(min_length=1, max_length=MAX_SIGNS)]


@dataclass(frozen=True, slots=True)
class Sign:
    """A field of the face's layout, with its explanation."""

    name: str
    text: str
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A face, large, with words beside it that point at its signs."""

    face: str
    signs: tuple[Sign, ...]
    place: Place = field(compare=False)


def read_anatomy(text: str, place: Place) -> Anatomy:
    """The anatomy in a text whose first line is at `place`. Raises InputError with all faults, by line."""
    node = parse_yaml("\n" * (place.line - 1) + text, place.file)
    file = validate(_AnatomyFile, node)
    signs = (Sign(name, words, nodes.at(node, "signs", name)) for name, words in file.signs.items())
    return Anatomy(file.face, tuple(signs), nodes.at(node, "face"))
