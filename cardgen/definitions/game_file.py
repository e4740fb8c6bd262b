"""What `game.yaml` and a variant's file may say."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from cardgen.definitions.component_file import SHAPE, AnyComponent
from cardgen.definitions.fields import (
    Age,
    CardName,
    Colour,
    Count,
    Duration,
    Flag,
    Language,
    Model,
    Name,
    Outlined,
    Players,
    Size,
    Version,
    Words,
    WordsList,
    once,
    shown,
    two,
)
from cardgen.definitions.font_choice import Fonts
from cardgen.definitions.overlay import DROP
from cardgen.definitions.templates import Condition
from cardgen.errors import nearest
from cardgen.findings import ALL
from cardgen.outline import RECTANGLE

MINUTES = "How long it takes: 15 or 30-45; {measured: 20-35} where only `cardgen check` tells."
SETTINGS = "Any other key is a field that the layout reads as {card.KEY}; a card's own wins over its kind's."


class Card(Model):
    """One design of a card. Keys other than these are the fields that its layout reads."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, json_schema_extra={"description": SETTINGS})
    count: Count | None = Field(None, description="How many are printed; without it, the kind's count.")


def dropped(value: Any) -> Any:
    """None for a card that `drop` takes out."""
    return None if isinstance(value, str) and value == DROP else value


class Spreadsheet(Model):
    """Where the cards of a kind are read from."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)
    source: Words = Field(alias="from", description="A .csv, .tsv, .xlsx or .ods file in the game's folder.")
    sheet: Words | None = Field(None, description="The sheet of that name; without it, the only one with cards.")
    columns: dict[Words, Words] = Field(
        {}, description="Columns called otherwise: Qty: count, Card Name: name; `drop` leaves one out."
    )
    when: Condition | None = Field(None, description="Takes the lines of which this holds: card.Type == creature.")


class Kind(Model):
    """Cards that share a layout and its settings."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, json_schema_extra={"description": SETTINGS})
    layout: Name = Field(description="The layout of the front, from layouts/.")
    back: Name | None = Field(None, description="The layout of the back; without it, the deck's.")
    figure: Name | None = Field(
        None, description="The layout that figures of rulebooks show where the card's own texts would be too small."
    )
    count: Count = Field(1, description="How many of each card are printed.")
    sets: Annotated[tuple[Name, ...], AfterValidator(once)] = Field(
        (), description="One of each card for each of these: SET-CARD. A field may have a value for each set."
    )
    each: dict[Name, Annotated[Card | None, BeforeValidator(dropped)]] = Field(
        {}, description="With sets: what differs on single cards, by SET-CARD; `drop` takes one out."
    )
    sides: Annotated[tuple[Name, ...], AfterValidator(once), AfterValidator(two)] = Field(
        (), description="Two names, if both sides are faces of play; what stands under a name is that side's own."
    )
    cards: dict[CardName, Card] = Field(
        description="The cards by their ids, or a spreadsheet in the game's folder: cards.csv, "
        "{from: deck.xlsx, sheet: Heroes, columns: {Qty: count}}."
    )


class Deck(Model):
    """Cards of one size and back that are shuffled together."""

    total: Count | None = Field(None, description="How many cards there must be in all; the check counts them.")
    size: Size = Field((63.0, 88.0), description="The trim size: poker, mini, ... or 63 x 88 mm.")
    shape: Outlined = Field(RECTANGLE, description=SHAPE)
    back: Name | None = Field(None, description="The layout of the back; without it backs stay white.")
    kinds: dict[Name, Kind]


class Look(Model):
    """The game's own character: its fonts and colours."""

    fonts: dict[Name, Fonts] = Field(
        default={},
        description="Fonts by their use (text, display, book): a family, such as inter or 'inter light'; one for each "
        "language, {ja: noto-sans-jp, else: inter}; or a list, each for what the ones before it lack.",
    )
    cover: tuple[Name, ...] = Field(
        default=(), description="Cards on the rulebook's cover; the middle one is seen whole."
    )
    scene: Words | None = Field(
        default=None,
        description="A picture on the rulebook's cover in place of cards: art/cover.svg. What it leaves bare is tinted "
        "with the accent; where it is too high, up to a seventh is cut at its top.",
    )
    colours: dict[Name, Colour] = Field(
        default={}, description="Colours that layouts may name, such as ink: '#2b2320'."
    )
    mirrored: Annotated[tuple[Language, ...], AfterValidator(once)] = Field(
        default=(),
        description="Languages read from the right whose faces are laid out from the right as well: [ar, he].",
    )
    icon_background: Literal["keep", "drop"] = Field(
        default="keep", description="drop: a shape as large as an icon's whole view box, below its others, is left out."
    )
    codes: Flag = Field(
        default=False, description="Whether each card bears four digits that change with what it shows."
    )


Expect = Annotated[
    dict[Words, dict[Words, Words]],
    Field(
        description="What play should come to, by table of policies: greedy: {rounds: 8 to 13, dead_ends: under 1%}. "
        "`cardgen check` judges it."
    ),
]


def finding_code(value: Any) -> str:
    """A finding that may be kept still. Raises ValueError."""
    if not isinstance(value, str) or value not in ALL:
        raise ValueError(f"there is no finding {shown(value)}{nearest(str(value), ALL)}")
    if ALL[value][0] == "error":
        raise ValueError(f"'{value}' is an error, which cannot be kept still")
    return str(value)


Quiet = dict[Annotated[str, BeforeValidator(finding_code)], Words]
QUIET = "Warnings and notes of `cardgen check` that are meant to be so, each with the reason."


class GameFile(Model):
    """A game: what it is made of and how it looks."""

    engine: Name | None = Field(None, description="Who plays it; without it the game is only printed.")
    players: Players = Field(description="How many can play: 4 or 3-5.")
    age: Age | None = Field(None, description="The least age: 7+.")
    minutes: Duration | None = Field(None, description=MINUTES)
    languages: Annotated[tuple[Language, ...], Field(min_length=1), AfterValidator(once)] = Field(
        description="The first is the one that the others translate."
    )
    author: WordsList = ()
    version: Version = Field("1", description="Printed on every sheet.")
    rules: dict[Name, Any] = Field({}, description="Rule parameters of the engine: `cardgen list GAME` explains each.")
    look: Look = Field(default_factory=Look)
    icons: dict[Name, Name] = Field({}, description="Names for :icons: in texts, beside the cards' own.")
    decks: dict[Name, Deck]
    quiet: Quiet = Field({}, description=QUIET)
    components: dict[Name, AnyComponent] = Field(
        {}, description="Printable things that are not cards of a deck: player aids, mats, tuck boxes."
    )
    expect: Expect = {}


class VariantTexts(Model):
    """A variant's title and reason; any other key adds or changes a string of the game."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)
    title: Words
    why: Words | None = None


class VariantFile(Model):
    """Only what differs from the game, or from the variant, that it changes."""

    changes: Words = Field(description="The game, or another variant of it, that this one changes.")
    cards: dict[CardName, Any] = Field(
        {}, description="Changed cards by id; `drop` takes one out; a new one says its kind."
    )
    components: dict[Name, Any] = Field(
        {}, description="Changed components by name; `drop` takes one out; a new one says its make."
    )
    age: Age | None = Field(None, description="The least age, where it is another.")
    minutes: Duration | None = Field(None, description=MINUTES)
    look: Look = Field(default_factory=Look, description="What looks different: {scene: art/winter.svg}.")
    rules: dict[Name, Any] = Field({}, description="Changed rule parameters.")
    totals: dict[Name, Count] = Field({}, description="How many cards each deck must hold in this variant.")
    quiet: Quiet = Field({}, description=QUIET)
    texts: dict[Language, VariantTexts] = {}
    expect: Expect = {}
