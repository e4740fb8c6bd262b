"""The models of `components:`: printable things that are not cards of a deck, of the kind that `make` names."""

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from cardgen.definitions.fields import Millimetres, Model, Name, Outlined, Size, name, quote, whole
from cardgen.definitions.holes import Holes
from cardgen.definitions.quiet import QuietOnCards
from cardgen.graphics.outline import CIRCLE, RECTANGLE

MAX_COPIES = 200
OWN_FIELDS = "Any other key is a field that its layouts read as {component.KEY}, and its texts as {KEY}."
SHAPE = "The shape after cutting: rectangle, rounded, circle, ellipse, hexagon, hexagon flat, or a path."
SHAPES: list[Any] = ["rounded 3 mm", {"path": "M0 0 H30 V45 L15 35 L0 45 Z", "view": "0 0 30 45"}]
TRIM = "The size after cutting: a name, or width x height."
TRIMS: list[Any] = ["poker", "63 x 88 mm"]
PLAYERS = "players"  # the count that means the largest number of players


def copies(value: Any) -> int | str:
    """A number of copies, or `players`. Raises ValueError."""
    if isinstance(value, str) and value == PLAYERS:
        return PLAYERS
    try:
        number = whole(value)
    except ValueError:
        raise ValueError(f"expected a whole number, or {PLAYERS} (one each), got {quote(value)}") from None
    if not 1 <= number <= MAX_COPIES:
        raise ValueError(f"expected from 1 to {MAX_COPIES}, or {PLAYERS}, got {number}")
    return number


Copies = Annotated[
    int | str,
    BeforeValidator(copies),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 1, "maximum": MAX_COPIES}, {"const": PLAYERS}]}),
]

Several = Annotated[
    Copies,
    Field(description="How many copies cardgen prints: a number, or `players` for one each.", examples=[10, PLAYERS]),
]


def names(value: Any) -> tuple[str, ...]:
    """A name, or a list of them. Raises ValueError."""
    values = tuple(name(item) for item in (value if isinstance(value, tuple) else (value,)))
    if not values:
        raise ValueError("expected a name, or a list of names, got an empty list")
    return values


Names = Annotated[
    tuple[str, ...],
    BeforeValidator(names),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}),
]


def zone_shape(value: Any) -> str:
    """Returns the layout of a zone on a mat. Raises ValueError."""
    if isinstance(value, str) and (value == RING or re.fullmatch(r"grid [1-9]\d?", value)):
        return value
    raise ValueError(f"expected ring, or grid and a number of columns such as grid 3, got {quote(value)}")


RING = "ring"
Laid = Annotated[
    str, BeforeValidator(zone_shape), WithJsonSchema({"type": "string", "pattern": "^(ring|grid [1-9][0-9]?)$"})
]


class Made(Model):
    """The keys that all components share. Any other key is a field of the component's own."""

    two_sided: ClassVar[bool] = False  # whether its back has its front's layout by default
    model_config = ConfigDict(strict=True, extra="allow", frozen=True, json_schema_extra={"description": OWN_FIELDS})
    figure: Name | None = Field(
        None,
        description="The layout that rulebooks use in small figures, in which its own texts would be too small to "
        "read.",
        examples=["token"],
    )
    quiet: QuietOnCards = {}


class CardComponent(Made):
    """A card outside of the decks, such as a player aid. cardgen imposes it like the cards of a deck."""

    make: Literal["card"]
    layout: Name = Field(description="The layout of the front: a file in layouts/.", examples=["coin"])
    back: Name | None = Field(
        None, description="The layout of the back. Without it, backs stay white.", examples=["aid_back"]
    )
    size: Size = Field((63.0, 88.0), description=TRIM, examples=TRIMS)
    shape: Outlined = Field(RECTANGLE, description=SHAPE, examples=SHAPES)
    holes: Holes = {}
    count: Several = 1


class MatComponent(Made):
    """One large face on a page of its own: a mat, a board, a score sheet."""

    make: Literal["mat"]
    layout: Name = Field(description="The layout of its face: a file in layouts/.", examples=["board"])
    size: Size = Field(
        (148.0, 210.0), description="The size after cutting. It must fit on the paper.", examples=["a5", "200 x 150 mm"]
    )
    lays: dict[str, Laid] = Field(
        default_factory=dict,
        description="How the zones of the game lie on the mat if you play in the browser: `grid` with a number of "
        "columns, or `ring` around the mat.",
        examples=[{"market": "grid 3"}, {"guests": "ring"}],
    )
    count: Several = 1


class TokenComponent(Made):
    """Tokens, such as coins. You cut them out one by one along their outlines."""

    two_sided = True
    make: Literal["token"]
    layout: Name = Field(description="The layout of the front: a file in layouts/.", examples=["coin"])
    back: Name | None = Field(
        None, description="The layout of the back. The front's is the default.", examples=["coin_back"]
    )
    shape: Outlined = Field(CIRCLE, description=SHAPE, examples=SHAPES)
    holes: Holes = {}
    diameter: Annotated[Millimetres, Field(ge=10, le=100)] = Field(
        24.0,
        description="How wide the token is, in mm. For a hexagon, that is from side to side. For a path, it is the "
        "longer side.",
        examples=[20],
    )
    size: Size | None = Field(
        None, description="The width and height of the token, instead of a diameter.", examples=["30 x 20 mm"]
    )
    count: Several = 1


class DieComponent(Made):
    """A die to cut out, fold and glue. Opposite sides add up to seven."""

    make: Literal["die"]
    layout: Name = Field(
        description="The layout of every side. It reads the number of the side, 1 to 6, as {component.panel}.",
        examples=["die"],
    )
    edge: Annotated[Millimetres, Field(ge=12, le=50)] = Field(
        20.0, description="The length of its edges, in mm.", examples=[16]
    )
    count: Several = 1


class StandeeComponent(Made):
    """A picture that stands on the table. You cut it out, fold it into a tent and glue it."""

    two_sided = True
    make: Literal["standee"]
    layout: Name = Field(description="The layout of the front: a file in layouts/.", examples=["coin"])
    back: Name | None = Field(
        None, description="The layout of the back. The front's is the default.", examples=["coin_back"]
    )
    size: Size = Field((40.0, 60.0), description="The width and height of the front.", examples=["30 x 50 mm"])
    depth: Annotated[Millimetres, Field(ge=10, le=100)] = Field(
        25.0, description="The distance from front to back at the foot, in mm.", examples=[30]
    )
    count: Several = 1


class TuckBoxComponent(Made):
    """A box to cut out, fold and glue, as large as the decks that it holds."""

    two_sided = True
    make: Literal["tuck-box"]
    holds: Names = Field(
        description="The deck that the box holds, or a list of decks.", examples=["forest", ["forest", "river"]]
    )
    card_thickness: Annotated[Millimetres, Field(ge=0.05, le=5)] = Field(
        0.30,
        description="How thick one card is, in mm, with its sleeve. Measure a stack and divide by the number of cards.",
        examples=["0.32 mm"],
    )
    play: Annotated[Millimetres, Field(ge=0, le=10)] = Field(
        1.0, description="The free space around the deck, in mm, in width, height and depth.", examples=[1.5]
    )
    layout: Name | None = Field(
        None, description="The layout of the front. Without it, the box stays white.", examples=["box"]
    )
    back: Name | None = Field(
        None, description="The layout of the back. The front's is the default.", examples=["coin_back"]
    )
    side: Name | None = Field(
        None, description="The layout of both narrow sides. They are as wide as the box is deep.", examples=["box_side"]
    )
    top: Name | None = Field(
        None,
        description="The layout of the top and the bottom. They are as high as the box is deep.",
        examples=["box_top"],
    )


AnyComponent = Annotated[
    CardComponent | MatComponent | TokenComponent | DieComponent | StandeeComponent | TuckBoxComponent,
    Field(discriminator="make"),
]
