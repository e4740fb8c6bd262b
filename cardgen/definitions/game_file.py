"""The models of `game.yaml` and of a variant's file."""

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
    SheetName,
    Size,
    Translated,
    Version,
    WebAddress,
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

# More of each than anyone prints, and few enough to compare each with all others
MAX_LANGUAGES, MAX_DECKS, MAX_SETS, MAX_COVER, MAX_COMPONENTS = 100, 200, 200, 60, 1_000
MAX_FETCHED = 20
MAX_LAYERS = 20
_PRESS = ("cyan", "magenta", "yellow", "black", "all", "none")  # names that no spot colour can have (PDF 1.7, 8.6.6.4)
MINUTES = "How many minutes a game takes. Write `{measured: 20-35}` for a number that only `cardgen check` shows."
TIMES: list[Any] = ["30-45", {"measured": "20-35"}]
SETTINGS = "Any other key is a field that the layout reads as {card.KEY}. A card's own value wins over its kind's."


class Card(Model):
    """One design of a card. Keys other than these are the fields that its layout reads."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, json_schema_extra={"description": SETTINGS})
    count: Count | None = Field(
        None, description="How many copies cardgen prints. The kind's count is the default.", examples=[2]
    )
    looks: Looks | None = Field(
        None, description="How many different looks its copies have. The kind's number is the default.", examples=[3]
    )
    quiet: QuietOnCards = {}


def read_drop(value: Any) -> Any:
    """Returns None for a card that `drop` removes."""
    return None if isinstance(value, str) and value == DROP else value


class Spreadsheet(Model):
    """Where the cards of a kind are read from."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)
    source: Words = Field(
        alias="from", description="A .csv, .tsv, .xlsx or .ods file in the game's folder.", examples=["deck.xlsx"]
    )
    sheet: Words | None = Field(
        None,
        description="The name of the sheet to read. You can leave it out if only one sheet has cards.",
        examples=["Heroes"],
    )
    columns: dict[Words, Words] = Field(
        {},
        description="New names for columns. Write `drop` to leave a column out.",
        examples=[{"Qty": "count", "Card Name": "name", "Notes": "drop"}],
    )
    when: Condition | None = Field(
        None,
        description="cardgen reads only the rows for which this condition is true.",
        examples=["card.Type == Beast"],
    )


class Kind(Model):
    """Cards that share a layout and its settings."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, json_schema_extra={"description": SETTINGS})
    layout: Name = Field(description="The layout of the front: a file in layouts/.", examples=["creature"])
    back: Name | None = Field(
        None, description="The layout of the back. The deck's back is the default.", examples=["back"]
    )
    figure: Name | None = Field(
        None,
        description="The layout that rulebooks use in small figures, in which the card's own texts would be too "
        "small to read.",
        examples=["token"],
    )
    count: Count = Field(1, description="How many copies of each card cardgen prints.", examples=[4])
    looks: Looks = Field(
        1,
        description="How many different looks the copies of each card have. The layout reads the number of a copy's "
        "look as {card.look}.",
        examples=[3],
    )
    sets: Annotated[tuple[Name, ...], at_most(MAX_SETS), AfterValidator(once)] = Field(
        (),
        description="cardgen makes every card once for each of these sets and names it SET-CARD. A field can have a "
        "value for each set.",
        examples=[["red", "blue"]],
    )
    each: dict[Name, Annotated[Card | None, BeforeValidator(read_drop)]] = Field(
        {},
        description="For kinds with sets: what is different on single cards, by the name SET-CARD. Write `drop` to "
        "remove a card.",
        examples=[{"red-fox": {"count": 2}, "blue-fox": "drop"}],
    )
    sides: Annotated[tuple[Name, ...], AfterValidator(once), AfterValidator(two)] = Field(
        (),
        description="Two names, if players use both sides of the card. Keys below one of these names apply to "
        "that side alone.",
        examples=[["day", "night"]],
    )
    quiet: QuietOnCards = {}
    cards: dict[CardName, Card] = Field(
        description="The cards by their ids, or a spreadsheet in the game's folder: cards.csv, "
        "{from: deck.xlsx, sheet: Heroes, columns: {Qty: count}}.",
        examples=[{"fox": {"icon": "fox-head", "value": 3}, "owl": {"icon": "owl", "count": 2}}],
    )


class Deck(Model):
    """Cards of one size that players shuffle together."""

    total: Count | None = Field(
        None, description="How many cards the deck must have in all. `cardgen check` counts them.", examples=[54]
    )
    size: Size = Field((63.0, 88.0), description=TRIM, examples=TRIMS)
    shape: Outlined = Field(RECTANGLE, description=SHAPE, examples=SHAPES)
    holes: Holes = {}
    smallest: Points = Field(
        default=ARMS_LENGTH,
        description="The smallest text on its cards and components, in pt. People can read 6 pt at arm's length.",
        examples=["5 pt"],
    )
    back: Name | None = Field(
        None, description="The layout of the back. Without it, backs stay white.", examples=["back"]
    )
    quiet: QuietOnCards = {}
    kinds: dict[Name, Kind] = Field(
        description="Kinds: cards that share a layout, under names that you choose.",
        examples=[{"creature": {"layout": "creature", "cards": {"fox": {"count": 2}}}}],
    )


def spot(value: str) -> str:
    """Returns the name of a spot colour. Raises ValueError for an ink of every press."""
    if value.lower() in _PRESS:
        raise ValueError(f"expected an ink beside those of the press, such as Gold foil, got {quote(value)}")
    return value


class PrintLayer(Model):
    """A layer that is printed in addition to the colours of the press, such as foil, varnish or white ink."""

    ink: Annotated[Words, AfterValidator(spot)] = Field(
        description="The name of its ink, a spot colour, in PDF files for print houses.", examples=["Gold foil"]
    )
    shown: Colour | None = Field(
        None,
        description="The colour that stands for the ink on your own printer, in pictures and in the browser. Without "
        "it, cardgen leaves the layer out there.",
        examples=["#c9a227"],
    )


class Look(Model):
    """The game's own character: its fonts and colours."""

    fonts: dict[Name, Fonts] = Field(
        default={},
        description="The font for each use: `text`, `display`, `book`, or a name of your own. Write a family, one "
        "for each language, or a list. In a list, each font provides the characters that the ones before "
        "it lack.",
        examples=[
            {"text": "inter", "display": "inter light"},
            {"text": ["inter", {"ja": "noto-sans-jp", "else": "noto-emoji"}]},
        ],
    )
    cover: Annotated[tuple[Name, ...], at_most(MAX_COVER)] = Field(
        default=(),
        description="The cards on the rulebook's cover. Readers see the whole of the middle one.",
        examples=[["owl", "fox", "elk"]],
    )
    scene: Words | None = Field(
        default=None,
        description="A picture for the rulebook's cover, instead of cards. cardgen fills the space around it with a "
        "tint of the accent colour. If the picture is too high, cardgen cuts up to a seventh off its top.",
        examples=["art/cover.svg"],
    )
    vignettes: Annotated[tuple[Words, ...], at_most(MAX_COVER)] = Field(
        default=(),
        description="Pictures that cardgen puts, in turn, in the empty space at the ends of rulebook pages.",
        examples=[["art/crown.svg", "art/ham.svg"]],
    )
    colours: dict[Name, Colour] = Field(
        default={},
        description="Colours that layouts can use, under names that you choose.",
        examples=[{"ink": "#2b2320", "paper": "#fffdf7"}],
    )
    layers: Annotated[dict[Name, PrintLayer], at_most(MAX_LAYERS)] = Field(
        default={},
        description="Print layers that fields of layouts can use, under names that you choose.",
        examples=[{"foil": {"ink": "Gold foil", "shown": "#c9a227"}, "varnish": {"ink": "Spot varnish"}}],
    )
    mirrored: Annotated[tuple[Language, ...], at_most(MAX_LANGUAGES), AfterValidator(once)] = Field(
        default=(),
        description="Languages read from right to left for which cardgen also mirrors the layout of the faces.",
        examples=[["ar", "he"]],
    )
    icon_background: Literal["keep", "drop"] = Field(
        default="keep",
        description="`drop` removes the background of icons: a shape as large as the view box, below all others.",
        examples=["drop"],
    )
    codes: Flag = Field(
        default=False,
        description="Whether cardgen prints four digits on each card. They change if anything on the card changes.",
        examples=[True],
    )


Expect = Annotated[
    dict[Words, dict[Words, Words]],
    Field(
        description="The results that you expect of play, for each table of policies and each measure. `cardgen "
        "check` tests them.",
        examples=[{"greedy": {"rounds": "8 to 13", "dead_ends": "under 1%"}}],
    ),
]


class FetchKeys(Model):
    """The sheets that `cardgen fetch` brings."""

    fetch: Annotated[dict[SheetName, WebAddress], at_most(MAX_FETCHED)] = Field(
        {},
        description="Spreadsheets that you keep elsewhere, each with the address from which `cardgen fetch` brings it: "
        "a Google Sheet as your browser shows it, or a file. Cards read them with `from:`, as any spreadsheet.",
        examples=[{"cards.csv": "https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoP/edit?gid=0"}],
    )


class GameFile(FetchKeys):
    """A game: what it is made of and how it looks."""

    engine: Name | None = Field(
        None,
        description="The engine that plays the game. Without an engine and without a rules.yaml beside this file, "
        "cardgen only prints the game.",
        examples=["my_engine"],
    )
    players: Players = Field(description="How many players the game is for.", examples=[4, "3-5"])
    age: Age | None = Field(None, description="The age from which people can play.", examples=["7+"])
    minutes: Duration | None = Field(None, description=MINUTES, examples=TIMES)
    languages: Annotated[tuple[Language, ...], Field(min_length=1), at_most(MAX_LANGUAGES), AfterValidator(once)] = (
        Field(
            description="The languages of the game. The first is the original, and the others are its translations.",
            examples=[["en", "fr", "pt_BR"]],
        )
    )
    fallback: Language | None = Field(
        None,
        description="The language that cardgen prints if a text is not translated. Without it, cardgen reports each "
        "missing text as an error.",
        examples=["en"],
    )
    author: WordsList = Field(
        (), description="Who made it, for covers and documents.", examples=["Ann Fox", ["Ann Fox", "Ben Owl"]]
    )
    version: Version = Field(
        "1", description="The version of the game. cardgen prints it on every sheet.", examples=["2.1-beta"]
    )
    rules: dict[Name, Any] = Field(
        {},
        description="Values for the rule parameters of the engine or of rules.yaml. `cardgen list GAME` explains "
        "each parameter.",
        examples=[{"hand_size": 5}],
    )
    look: Look = Field(
        default_factory=Look,
        description="Its fonts, colours and cover.",
        examples=[{"fonts": {"text": "inter"}, "colours": {"ink": "#2b2320"}}],
    )
    icons: dict[Name, Name] = Field(
        {},
        description="More names for icons. You can use them in layouts, and between colons in texts.",
        examples=[{"gain": "acorn"}],
    )
    decks: Annotated[dict[Name, Deck], at_most(MAX_DECKS)] = Field(
        description="Decks of cards that players shuffle together, under names that you choose. Write `{}` if the game "
        "has only components.",
        examples=[{"forest": {"kinds": {"creature": {"layout": "creature", "cards": {"fox": {"count": 2}}}}}}],
    )
    quiet: Quiet = Field({}, description=QUIET, examples=QUIETED)
    components: Annotated[dict[Name, AnyComponent], at_most(MAX_COMPONENTS)] = Field(
        {},
        description="Printable things that are not cards of a deck, under names that you choose.",
        examples=[{"coin": {"make": "token", "layout": "coin", "count": 20}}],
    )
    expect: Expect = {}


class VariantTexts(Model):
    """A variant's title and reason. Any other key adds or changes a string of the game."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)
    title: Translated | None = Field(
        None, description="The variant's title. You must give it in the game's first language.", examples=["Quick Wood"]
    )
    why: Translated | None = Field(
        None, description="Why you would play the variant, in one sentence.", examples=["Less to shuffle."]
    )


class VariantFile(Model):
    """A variant: only what differs from the game, or from the other variant, that it changes."""

    changes: Words = Field(
        description="The game that this variant changes, or another variant of that game.", examples=["my_game"]
    )
    cards: dict[CardName, Any] = Field(
        {},
        description="The cards that are different, by id. Write `drop` to remove a card. Give each new card a `kind`.",
        examples=[{"fox": {"count": 1}, "owl": "drop", "elk": {"kind": "creature", "value": 2}}],
    )
    components: dict[Name, Any] = Field(
        {},
        description="The components that are different, by name. Write `drop` to remove a component. Give each new "
        "component a `make`.",
        examples=[{"box": "drop", "mat": {"size": "a4"}}],
    )
    players: Players | None = Field(
        None, description="How many players the variant is for, if the number is different.", examples=["2-6"]
    )
    age: Age | None = Field(
        None, description="The age from which people can play, if it is different.", examples=["10+"]
    )
    minutes: Duration | None = Field(None, description=MINUTES, examples=TIMES)
    look: Look = Field(
        default_factory=Look,
        description="The parts of the look that are different.",
        examples=[{"scene": "art/winter.svg"}],
    )
    rules: dict[Name, Any] = Field(
        {}, description="The rule parameters that have different values.", examples=[{"hand_size": 3}]
    )
    clauses: dict[Words, Any] = Field(
        {},
        description="The clauses of rules.yaml that are different, by their paths. Write `drop` to remove a clause. "
        "To place a new one, write PATH `after` or `before` and the name of its neighbour.",
        examples=[
            {
                "turn.draw.card": "draw 2 cards from stock to your hand",
                "turn.pass": "drop",
                "turn.draw.show after card": "take it from your hand to row",
            }
        ],
    )
    totals: dict[Name, Count] = Field(
        {}, description="How many cards each deck must have in this variant.", examples=[{"forest": 40}]
    )
    quiet: Quiet = Field({}, description=QUIET, examples=QUIETED)
    texts: dict[Language, VariantTexts] = Field(
        {},
        description="The variant's title in each language, and the texts that it changes or adds.",
        examples=[{"en": {"title": "Quick Wood", "why": "Less to shuffle."}}],
    )
    expect: Expect = {}
