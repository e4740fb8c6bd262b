"""The models of `game.yaml` and of a variant's file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from cardgen.definitions.component_file import SHAPE, SHAPES, TRIM, TRIMS, AnyComponent
from cardgen.definitions.fields import (
    ARMS_LENGTH,
    Age,
    CardName,
    Colour,
    Count,
    Duration,
    Flag,
    Language,
    Looks,
    Model,
    Name,
    Outlined,
    Players,
    Points,
    Size,
    Translated,
    Version,
    Words,
    WordsList,
    at_most,
    once,
    quote,
    two,
)
from cardgen.definitions.font_choice import Fonts
from cardgen.definitions.holes import Holes
from cardgen.definitions.overlay import DROP
from cardgen.definitions.quiet import QUIET, QUIETED, Quiet, QuietOnCards
from cardgen.definitions.templates import Condition
from cardgen.graphics.outline import RECTANGLE

# of each as many as anyone could print, and few enough to be gone through for one another
MOST_LANGUAGES, MOST_DECKS, MOST_SETS, MOST_COVER, MOST_COMPONENTS = 100, 200, 200, 60, 1_000
MOST_LAYERS = 20
_PRESS = ("cyan", "magenta", "yellow", "black", "all", "none")  # what a spot colour cannot be called (PDF 1.7, 8.6.6.4)
MINUTES = "How many minutes it takes; {measured: 20-35} where only `cardgen check` tells."
TIMES: list[Any] = ["30-45", {"measured": "20-35"}]
SETTINGS = "Any other key is a field that the layout reads as {card.KEY}; a card's own wins over its kind's."


class Card(Model):
    """One design of a card. Keys other than these are the fields that its layout reads."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, json_schema_extra={"description": SETTINGS})
    count: Count | None = Field(None, description="How many are printed; without it, the kind's count.", examples=[2])
    looks: Looks | None = Field(
        None, description="In how many looks its copies are printed; without it, the kind's looks.", examples=[3]
    )
    quiet: QuietOnCards = {}


def dropped(value: Any) -> Any:
    """None for a card that `drop` takes out."""
    return None if isinstance(value, str) and value == DROP else value


class Spreadsheet(Model):
    """Where the cards of a kind are read from."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)
    source: Words = Field(
        alias="from", description="A .csv, .tsv, .xlsx or .ods file in the game's folder.", examples=["deck.xlsx"]
    )
    sheet: Words | None = Field(
        None, description="The sheet of that name; without it, the only one with cards.", examples=["Heroes"]
    )
    columns: dict[Words, Words] = Field(
        {},
        description="Columns called otherwise; `drop` leaves one out.",
        examples=[{"Qty": "count", "Card Name": "name", "Notes": "drop"}],
    )
    when: Condition | None = Field(
        None, description="Takes the lines of which this holds.", examples=["card.Type == Beast"]
    )


class Kind(Model):
    """Cards that share a layout and its settings."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, json_schema_extra={"description": SETTINGS})
    layout: Name = Field(description="The layout of the front, from layouts/.", examples=["creature"])
    back: Name | None = Field(None, description="The layout of the back; without it, the deck's.", examples=["back"])
    figure: Name | None = Field(
        None,
        description="The layout that figures of rulebooks show where the card's own texts would be too small.",
        examples=["token"],
    )
    count: Count = Field(1, description="How many of each card are printed.", examples=[4])
    looks: Looks = Field(
        1,
        description="In how many looks the copies of each card are printed, for a layout that reads {card.look}.",
        examples=[3],
    )
    sets: Annotated[tuple[Name, ...], at_most(MOST_SETS), AfterValidator(once)] = Field(
        (),
        description="One of each card for each of these: SET-CARD. A field may have a value for each set.",
        examples=[["red", "blue"]],
    )
    each: dict[Name, Annotated[Card | None, BeforeValidator(dropped)]] = Field(
        {},
        description="With sets: what differs on single cards, by SET-CARD; `drop` takes one out.",
        examples=[{"red-fox": {"count": 2}, "blue-fox": "drop"}],
    )
    sides: Annotated[tuple[Name, ...], AfterValidator(once), AfterValidator(two)] = Field(
        (),
        description="Two names, if both sides are faces of play; what stands under a name is that side's own.",
        examples=[["day", "night"]],
    )
    quiet: QuietOnCards = {}
    cards: dict[CardName, Card] = Field(
        description="The cards by their ids, or a spreadsheet in the game's folder: cards.csv, "
        "{from: deck.xlsx, sheet: Heroes, columns: {Qty: count}}.",
        examples=[{"fox": {"icon": "fox-head", "value": 3}, "owl": {"icon": "owl", "count": 2}}],
    )


class Deck(Model):
    """Cards of one size and back that are shuffled together."""

    total: Count | None = Field(
        None, description="How many cards there must be in all; the check counts them.", examples=[54]
    )
    size: Size = Field((63.0, 88.0), description=TRIM, examples=TRIMS)
    shape: Outlined = Field(RECTANGLE, description=SHAPE, examples=SHAPES)
    holes: Holes = {}
    smallest: Points = Field(
        default=ARMS_LENGTH,
        description="The smallest text on its cards and its components, in pt; 6 pt can be read at arm's length.",
        examples=["5 pt"],
    )
    back: Name | None = Field(
        None, description="The layout of the back; without it backs stay white.", examples=["back"]
    )
    quiet: QuietOnCards = {}
    kinds: dict[Name, Kind] = Field(
        description="Cards that share a layout, by names of your own.",
        examples=[{"creature": {"layout": "creature", "cards": {"fox": {"count": 2}}}}],
    )


def spot(value: str) -> str:
    """The name of an ink that no press has of itself. Raises ValueError."""
    if value.lower() in _PRESS:
        raise ValueError(f"expected an ink beside those of the press, such as Gold foil, got {quote(value)}")
    return value


class PrintLayer(Model):
    """What is printed beside the colours of the press: foil, varnish, white ink."""

    ink: Annotated[Words, AfterValidator(spot)] = Field(
        description="The name of its ink in PDF files for print houses, a spot colour.", examples=["Gold foil"]
    )
    shown: Colour | None = Field(
        None,
        description="The colour that stands for it on your own printer, in pictures and on the desk; without it, it is "
        "left out there.",
        examples=["#c9a227"],
    )


class Look(Model):
    """The game's own character: its fonts and colours."""

    fonts: dict[Name, Fonts] = Field(
        default={},
        description="Fonts by their use (text, display, book, or a name of your own): a family, one for each language, "
        "or a list, each for what the ones before it lack.",
        examples=[
            {"text": "inter", "display": "inter light"},
            {"text": ["inter", {"ja": "noto-sans-jp", "else": "noto-emoji"}]},
        ],
    )
    cover: Annotated[tuple[Name, ...], at_most(MOST_COVER)] = Field(
        default=(),
        description="Cards on the rulebook's cover; the middle one is seen whole.",
        examples=[["owl", "fox", "elk"]],
    )
    scene: Words | None = Field(
        default=None,
        description="A picture on the rulebook's cover in place of cards. What it leaves bare is tinted with the "
        "accent; where it is too high, up to a seventh is cut at its top.",
        examples=["art/cover.svg"],
    )
    vignettes: Annotated[tuple[Words, ...], at_most(MOST_COVER)] = Field(
        default=(),
        description="Pictures in the rulebook where a page leaves room below its text, one after the other.",
        examples=[["art/crown.svg", "art/ham.svg"]],
    )
    colours: dict[Name, Colour] = Field(
        default={}, description="Colours that layouts may name.", examples=[{"ink": "#2b2320", "paper": "#fffdf7"}]
    )
    layers: Annotated[dict[Name, PrintLayer], at_most(MOST_LAYERS)] = Field(
        default={},
        description="Print layers that fields of layouts may name, by names of your own.",
        examples=[{"foil": {"ink": "Gold foil", "shown": "#c9a227"}, "varnish": {"ink": "Spot varnish"}}],
    )
    mirrored: Annotated[tuple[Language, ...], at_most(MOST_LANGUAGES), AfterValidator(once)] = Field(
        default=(),
        description="Languages read from the right whose faces are laid out from the right as well.",
        examples=[["ar", "he"]],
    )
    icon_background: Literal["keep", "drop"] = Field(
        default="keep",
        description="drop: a shape as large as an icon's whole view box, below its others, is left out.",
        examples=["drop"],
    )
    codes: Flag = Field(
        default=False,
        description="Whether each card bears four digits that change with what it shows.",
        examples=[True],
    )


Expect = Annotated[
    dict[Words, dict[Words, Words]],
    Field(
        description="What play should come to, by table of policies and measure; `cardgen check` judges it.",
        examples=[{"greedy": {"rounds": "8 to 13", "dead_ends": "under 1%"}}],
    ),
]


class GameFile(Model):
    """A game: what it is made of and how it looks."""

    engine: Name | None = Field(
        None,
        description="Who plays it; without it, and without a rules.yaml beside this file, the game is only printed.",
        examples=["my_engine"],
    )
    players: Players = Field(description="How many can play.", examples=[4, "3-5"])
    age: Age | None = Field(None, description="The least age.", examples=["7+"])
    minutes: Duration | None = Field(None, description=MINUTES, examples=TIMES)
    languages: Annotated[tuple[Language, ...], Field(min_length=1), at_most(MOST_LANGUAGES), AfterValidator(once)] = (
        Field(description="The first is the one that the others translate.", examples=[["en", "fr", "pt_BR"]])
    )
    fallback: Language | None = Field(
        None,
        description="The language in which texts are printed that another one lacks; without it, they are errors.",
        examples=["en"],
    )
    author: WordsList = Field(
        (), description="Who made it, for covers and documents.", examples=["Ann Fox", ["Ann Fox", "Ben Owl"]]
    )
    version: Version = Field("1", description="Printed on every sheet.", examples=["2.1-beta"])
    rules: dict[Name, Any] = Field(
        {},
        description="Rule parameters of the engine or of rules.yaml: `cardgen list GAME` explains each.",
        examples=[{"hand_size": 5}],
    )
    look: Look = Field(
        default_factory=Look,
        description="Its fonts, colours and cover.",
        examples=[{"fonts": {"text": "inter"}, "colours": {"ink": "#2b2320"}}],
    )
    icons: dict[Name, Name] = Field(
        {}, description="Names for :icons: in texts and layouts, beside the icons' own.", examples=[{"gain": "acorn"}]
    )
    decks: Annotated[dict[Name, Deck], at_most(MOST_DECKS)] = Field(
        description="Cards that are shuffled together, by names of your own; {} where there are components alone.",
        examples=[{"forest": {"kinds": {"creature": {"layout": "creature", "cards": {"fox": {"count": 2}}}}}}],
    )
    quiet: Quiet = Field({}, description=QUIET, examples=QUIETED)
    components: Annotated[dict[Name, AnyComponent], at_most(MOST_COMPONENTS)] = Field(
        {},
        description="Printable things that are not cards of a deck, by names of your own.",
        examples=[{"coin": {"make": "token", "layout": "coin", "count": 20}}],
    )
    expect: Expect = {}


class VariantTexts(Model):
    """A variant's title and reason; any other key adds or changes a string of the game."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)
    title: Translated | None = Field(
        None, description="What it is called; the game's first language must say it.", examples=["Quick Wood"]
    )
    why: Translated | None = Field(None, description="What it is for, in a sentence.", examples=["Less to shuffle."])


class VariantFile(Model):
    """Only what differs from the game, or from the variant, that it changes."""

    changes: Words = Field(
        description="The game, or another variant of it, that this one changes.", examples=["my_game"]
    )
    cards: dict[CardName, Any] = Field(
        {},
        description="Changed cards by id; `drop` takes one out; a new one says its kind.",
        examples=[{"fox": {"count": 1}, "owl": "drop", "elk": {"kind": "creature", "value": 2}}],
    )
    components: dict[Name, Any] = Field(
        {},
        description="Changed components by name; `drop` takes one out; a new one says its make.",
        examples=[{"box": "drop", "mat": {"size": "a4"}}],
    )
    players: Players | None = Field(
        None, description="How many can play, where it is another number.", examples=["2-6"]
    )
    age: Age | None = Field(None, description="The least age, where it is another.", examples=["10+"])
    minutes: Duration | None = Field(None, description=MINUTES, examples=TIMES)
    look: Look = Field(
        default_factory=Look, description="What looks different.", examples=[{"scene": "art/winter.svg"}]
    )
    rules: dict[Name, Any] = Field({}, description="Changed rule parameters.", examples=[{"hand_size": 3}])
    clauses: dict[Words, Any] = Field(
        {},
        description="Changed clauses of rules.yaml by their paths; `drop` takes one out; PATH `after` or `before` a "
        "neighbour says where a new one stands.",
        examples=[
            {
                "turn.draw.card": "draw 2 cards from stock to your hand",
                "turn.pass": "drop",
                "turn.draw.show after card": "take it from your hand to row",
            }
        ],
    )
    totals: dict[Name, Count] = Field(
        {}, description="How many cards each deck must hold in this variant.", examples=[{"forest": 40}]
    )
    quiet: Quiet = Field({}, description=QUIET, examples=QUIETED)
    texts: dict[Language, VariantTexts] = Field(
        {},
        description="Its title in each language, and any text that it changes or adds.",
        examples=[{"en": {"title": "Quick Wood", "why": "Less to shuffle."}}],
    )
    expect: Expect = {}
