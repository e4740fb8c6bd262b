"""What a check reports: a judgement on valid files, with where it comes from."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, Place

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")  # the gravest first

# Every static finding: its code, and what it means. docs/reference prints this table, and that of play.
STATIC: dict[str, tuple[Severity, str]] = {
    "total-wrong": ("error", "a deck does not hold as many cards as its total says"),
    "deck-empty": ("error", "a deck holds no cards"),
    "string-missing": ("error", "a text is not translated, or does not exist"),
    "string-lent": ("note", "a text is not translated, and printed in the language that `fallback:` names"),
    "string-stale": ("warning", "a text was translated from words that have changed since"),
    "string-unpaired": ("note", "a translation without the text that it was made from"),
    "string-twice": ("note", "a translation in strings stands in place of another one on the card or in its sheet"),
    "string-plain": ("warning", "a card's text stands as it is in a language that has that of other cards translated"),
    "string-same": ("warning", "a translation says word for word what it translates"),
    "string-orphan": ("warning", "a translation, or a text, that nothing uses"),
    "string-differs": ("error", "a translation has other placeholders than its text, or names other icons"),
    "string-numbers": ("warning", "a translation has other numbers than its text"),
    "does-not-fit": (
        "error",
        "a text is too large for its field, or for its room in a drawing, at the smallest size allowed",
    ),
    "unchecked": ("warning", "fields of faces that have an error of their own and that no check looked at"),
    "narrowed": ("note", "the check was asked for some cards or languages alone, and looked at no others"),
    "glyph-missing": ("error", "a font lacks a character of a text"),
    "face-missing": ("warning", "a font has no italic or no bold face for words that ask for one"),
    "cut-off": ("error", "letters of a text, or the stroke around them, reach beyond the trim or into a hole"),
    "near-edge": (
        "warning",
        "letters of a text, or the stroke around them, lie nearer to the trim than is safe",
    ),
    "text-hidden": ("error", "a text lies behind what is drawn after it"),
    "texts-overlap": ("warning", "two texts are printed on one spot"),
    "html-shown": ("warning", "a text has HTML in it, which is printed as it stands"),
    "markup-open": ("warning", "a cell of a spreadsheet opens emphasis, * or **, that it does not close"),
    "low-contrast": (
        "warning",
        "a text differs too little from what lies behind it (under 4.5:1; from 18 pt, or 14 pt bold, under 3:1)",
    ),
    "colour-only": ("warning", "two cards are told apart by nothing but their colour"),
    "card-twice": ("warning", "two cards of a deck look the same in every language, both sides of them"),
    "low-resolution": ("warning", "a picture has fewer than 200 pixels to the inch at the size it is printed in"),
    "text-number": ("warning", "a variant's title or reason says a number that none of its rules and cards has"),
    "picture-pixels": (
        "note",
        "vectors cannot show a part of an SVG picture: it, or the whole, is printed as pixels",
    ),
    "picture-part": ("warning", "a part of an SVG picture is not printed, such as a script or an animation"),
    "icon-background": ("note", "an icon lies on a shape as large as itself"),
    "kind-empty": ("warning", "a kind takes no line of its spreadsheet"),
    "line-left": ("warning", "a line of a spreadsheet that several kinds share is taken by none of them"),
    "column-unused": ("note", "a column of a spreadsheet that no layout reads"),
    "rulebook-fault": ("error", "a rulebook's or a summary's template cannot be worked out or set"),
    "clause-changed": ("warning", "a sentence of a rulebook tells a clause that has changed since it was written"),
    "clause-beside": ("warning", "a variant's sentence stands behind lines that tell the clause as it was"),
    "clause-untold": ("warning", "a clause that no sentence of the rulebook tells"),
    "clause-gone": ("warning", "a sentence tells a clause that does not exist"),
    "clause-unsealed": ("note", "a sentence on a clause without the hash of the clause that it was written for"),
    "account-fault": ("error", "a sentence of an account speaks of what the clauses of the game do not know"),
    "goes-round": ("error", "a loop of clauses that can never end once it is begun"),
    "same-both-ways": ("warning", "a clause does the same where its condition holds and where it does not"),
    "who-chooses": ("warning", "a clause moves so many cards out of a zone without order, and nothing says which"),
    "seen-at-once": ("warning", "what players choose at once is seen by those who are asked after them"),
    "may-fall-short": ("note", "a clause draws so many cards, and it is not proved that there always are as many"),
    "same-words": ("warning", "two options that may be chosen at once are called the same"),
    "name-unknown": ("warning", "a layout reads what no card has that it draws: a condition that never holds, perhaps"),
    "value-unknown": (
        "warning",
        "a layout looks up, or compares with, a word that no card has as that value, but nearly one that some have",
    ),
    "icon-unused": ("note", "a name in icons: that nothing uses"),
}


# Every finding of play.
DYNAMIC: dict[str, tuple[Severity, str]] = {
    "deck-too-small": ("error", "the deck cannot deal a game to so many players"),
    "unfulfillable": ("error", "a card asks for what no cards of the deck can fulfil"),
    "off-scale": ("warning", "a printed scale does not match the points that can be had"),
    "example-wrong": ("error", "a worked example does not come about as it is told"),
    "endless": ("error", "a game did not end within the bound on decisions, or goes round with none"),
    "prolonged": ("note", "games did not end where all players did what keeps a game going; others end it"),
    "disproved": ("error", "a game went on for longer than the engine proves, or its deck ran out against a proof"),
    "expect-missed": ("error", "what the author expects of play does not come about"),
    "expect-open": ("warning", "too few games to tell whether what the author expects comes about"),
    "dead-end": ("warning", "a player had no legal action in more than 1 game of 100"),
    "rare-dead-end": ("note", "a player had no legal action, in fewer games than that"),
    "silence": ("note", "play met a case that the game's sources leave open; a rule parameter of ours settles it"),
    "seat-advantage": ("warning", "a seat wins clearly more or less often than its share in sensible play"),
    "colour-advantage": (
        "warning",
        "one player's own colour or cards win clearly more or less often, wherever they sit",
    ),
    "policy-decides": ("note", "whether a seat is favoured depends on how well players play"),
    "simple-wins": ("warning", "a simple policy does better than a sensible one"),
    "no-skill": ("warning", "a sensible policy does no better than a random one"),
    "never-used": ("note", "something that the game provides for never happened in any game"),
    "never-changes": (
        "warning",
        "a counter or role stays as it is in every game, so that what hangs on it never comes about",
    ),
    "never-done": ("note", "a clause that never comes about in random games: a condition that never holds, perhaps"),
    "never-moves": ("note", "a clause that is carried out and never finds a card to move, in random games"),
    "never-decides": ("note", "a part of a condition, joined by `or`, that never decides it in random games"),
    "pays-short": ("note", "a clause that pays more than there is in random games: nothing asks before"),
    "hardly-met": ("note", "fewer than 1 player of 100 meets a goal, in sensible play, whatever the number of players"),
    "no-longer-met": (
        "warning",
        "a goal, or what else a game provides for, comes about often in what a variant changes, and in the variant not",
    ),
    "no-points": ("warning", "players who win by points have none at the end of any game"),
    "pointless": ("warning", "a variant leaves most players without a point, and what it changes does not"),
    "misvalued": ("note", "a goal is met more often than one worth fewer points, in sensible play"),
    "idle-grade": (
        "note",
        "a grade that sensible solo play hardly ever reaches (the lowest aside), or reaches most of the time",
    ),
    "duration": ("warning", "sensible games take clearly longer or shorter than `minutes:` says"),
    "mostly-forced": ("note", "players are mostly forced to do what is meant to be a choice, in sensible play"),
    "no-gain": ("note", "a player who never uses something that the game offers does no worse"),
    "often-idle": ("note", "more than half of the plays of a kind of card change nothing, in sensible play"),
    "decisive": (
        "warning",
        "who plays a card, or picks it for an action, wins far more often than who does not, in sensible play",
    ),
    "lopsided": ("warning", "one card brings more than half of all points, in sensible play"),
    "hardly-won": ("note", "players who win together win fewer than 2 sensible games of 100"),
    "hardly-lost": ("note", "players who win together lose fewer than 2 sensible games of 100"),
    "often-tied": ("warning", "more than a quarter of sensible games have no winner, or several"),
    "runaway": ("warning", "who leads half-way wins more than four of five sensible games"),
    "other-length": ("warning", "a variant is less than half or more than twice as long as what it changes"),
    "text-otherwise": (
        "warning",
        "a variant's reason says that games are longer, or shorter, but they are the opposite",
    ),
    "other-play": ("note", "something happens less than half or more than twice as often as in what a variant changes"),
    "moot-rule": ("note", "a rule that matters in the base game changes nothing in a variant"),
    "not-seated": ("note", "a number of players that the game is for and the computer does not play it with"),
    "not-played": ("error", "a card is printed that the engine does not play"),
    "example-left-out": ("note", "worked examples of a game that a variant makes untrue; its rulebook is without them"),
    "differs": ("note", "a variant that plays clearly otherwise than what it changes"),
    "interrupted": ("warning", "stopped before all games were played; the figures are partial"),
}
# Errors of looks alone, which may be kept quiet as warnings may, and what may be kept quiet on single cards and fields
OF_LOOKS = ("cut-off", "text-hidden")
ON_FIELDS = (*OF_LOOKS, "near-edge", "texts-overlap", "html-shown", "low-contrast", "low-resolution")
ON_CARDS = (*ON_FIELDS, "colour-only", "card-twice")

# What a print house would not print, or not well: `cardgen export --check`
HOUSE: dict[str, tuple[Severity, str]] = {
    "house-size": ("error", "the house does not cut cards of that size or shape"),
    "house-near": ("note", "the house cuts a card a little larger or smaller than it is"),
    "house-part": ("note", "a component that is not sent to the house: it is printed at home"),
    "house-count": ("error", "an order of more cards than the house takes"),
    "house-back": ("error", "a card without a back, where the house needs one"),
    "house-hole": ("warning", "a card or token has holes that the house does not cut"),
    "house-layer": ("note", "the house is not known to print a print layer of a card: foil, varnish"),
    "house-ppi": ("warning", "a picture has fewer pixels to the inch than the house asks for"),
    "house-bleed": ("warning", "colour that reaches the cut does not fill the bleed: a white edge may show"),
    "house-safe": ("warning", "a text lies nearer to the cut than the house's safe distance"),
    "house-hairline": ("warning", "a line is thinner than the house prints well"),
    "house-icc": ("error", "the ICC profile that the house prints by is missing, or is none of a press"),
    "house-ink": ("error", "more ink on one spot than the house allows"),
    "house-font": ("error", "a font is not embedded in the PDF file"),
    "house-rgb": ("error", "the PDF file still has colours of screens"),
}
# What `build --draft` marks on faces instead of refusing to print them
DRAFT: dict[str, tuple[Severity, str]] = {"draft": ("error", "a fault that is marked on the face")}
ALL = STATIC | DYNAMIC | HOUSE | DRAFT


@dataclass(frozen=True, slots=True)
class Evidence:
    """A game that shows a finding: its seed as `cardgen replay` takes it, the turn, and the share of such games."""

    seed: str | None
    turn: int | None
    share: float | None


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a finding of play rests on: a mean or a share (a part of 1) with its interval, and the bound that its true
    value would have to lie beyond for the finding to fall. A mean is told as a number, a `share` in per cent."""

    what: str
    mean: float
    low: float
    high: float
    games: int
    falls: str
    share: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    message: str
    place: Place | None
    game: str
    variant: str
    players: int | None = None
    evidence: Evidence | None = None
    replay: str | None = None  # the command that shows it
    topic: str | None = None  # the case or the measure, where one kind of finding may tell of several
    who: str = ""  # what it concerns, in a word: a card's id
    cause: str = ""  # what findings of several have in common: they are told as one
    measured: Measurement | None = None
    size: float = 0.0  # how large it is, to order findings by; in parts of what would be just too much
    as_base: bool = False  # of a variant: what it changes has it as much
    quiet: str = ""  # why the author means it to be so; it is counted then and not told
    standing: int = 3  # how much the games that show it stand for the game (`Cell.standing`)

    @property
    def severity(self) -> Severity:
        return ALL[self.code][0]


def quieted(findings: Iterable[Finding], reasons: Mapping[str, str]) -> list[Finding]:
    """The findings, those of codes for which there is a reason with it."""
    return [replace(each, quiet=each.quiet or reasons.get(each.code, "")) for each in findings]


_KEPT = ("code", "message", "game", "variant", "who", "cause")


def as_kept(finding: Finding, folder: Path) -> dict[str, object]:
    """What definitions or a print house show to be wrong, for a JSON file in that folder; `of_kept` reads it."""
    place = finding.place and {**asdict(finding.place), "file": os.path.relpath(finding.place.file, folder)}
    return {key: getattr(finding, key) for key in _KEPT} | {"place": place}


def of_kept(kept: dict[str, Any], folder: Path) -> Finding:
    """Raises KeyError, TypeError or ValueError for what `as_kept` never made, or whose file is gone."""
    place = None
    if kept["code"] not in ALL:
        raise ValueError(f"there is no finding {kept['code']}")
    if kept["place"] is not None:
        place = Place(**kept["place"] | {"file": os.path.normpath(folder / kept["place"]["file"])})
        if not os.path.exists(place.file):
            raise ValueError(f"{place.file} is gone")
    code, message, game, variant, who, cause = (str(kept[key]) for key in _KEPT)
    return Finding(code, message, place, game, variant, who=who, cause=cause)


T = TypeVar("T", bound="Fault | Finding")
FEW, NAMED = 3, 6  # so many are told one by one; so many are named
SCREENFUL = 30  # things that are told unless all are asked for
_COMPARED = 400  # characters of a message in which its path stands
LONG, ITS_END = 2_000, 500  # characters of a thing that are told, and how many of these of its end
_PATH = re.compile(r"(?:[^\s:]*\.)?(?P<owner>[^\s.:]+)?\.(?P<key>[^\s.:]+): ")  # with which messages of a key begin

_IN_NAME = re.compile(r"[\w-]")


def listed(things: Sequence[T], line: Callable[[T], str], whole: bool) -> list[str]:
    """Lines that tell of things, each as `line` does; those of one cause as one, and a screenful at most, unless the
    `whole` is asked for."""
    told = [[thing] for thing in things] if whole else alike(things)
    shown = told if whole else told[:SCREENFUL]
    lines = [text for first, *others in shown for text in (_short(line(first)), *([_more(others)] if others else []))]
    if left := sum(map(len, told[len(shown) :])):
        lines.append(f"... and {left:,} more; --all tells all")
    return lines


def _short(text: str) -> str:
    """A text without its middle, where a name in it is as long as a book."""
    return text if len(text) <= LONG else f"{text[: LONG - ITS_END]} ... {text[-ITS_END:]}"


def alike(things: Iterable[T]) -> list[list[T]]:
    """Things in their order, those of one code and cause together where they are many."""
    found: dict[Hashable, list[T]] = {}
    for number, thing in enumerate(things):
        found.setdefault(_cause(thing) or number, []).append(thing)
    many = ([group] if len(group) > FEW else [[thing] for thing in group] for group in found.values())
    return [group for groups in many for group in groups]


def _cause(thing: Fault | Finding) -> Hashable:
    """What a thing has in common with others: its cause; without one, what it says of a file, whichever card or key of
    the file it is about. None if it stands alone."""
    if thing.cause:
        return thing.code, thing.cause
    if not thing.place:
        return None
    said = _without(thing.message, thing.who) if thing.who else thing.message
    path = _PATH.match(said[:_COMPARED])
    edition = (thing.game, thing.variant) if isinstance(thing, Finding) else ()
    return thing.code, thing.place.file, thing.place.sheet, edition, said[path.start("key") :] if path else said


def _without(text: str, name: str) -> str:
    """A text without a name, where that is no part of a longer one; no expression is compiled for each of 30,000."""
    kept, begin, at = [], 0, text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (at and _IN_NAME.match(text, at - 1)) and not _IN_NAME.match(text, end):
            kept.append(text[begin:at])
            begin = end
        at = text.find(name, end)
    return "".join([*kept, text[begin:]])


def _whom(thing: Fault | Finding) -> str:
    """What a thing concerns, in a word: a card's id, else what has the key, else where it stands."""
    path = _PATH.match(thing.message[:_COMPARED])
    return thing.who or (path["owner"] if path else "") or str(thing.place or "")


def _more(others: Sequence[T]) -> str:
    names = list(dict.fromkeys(filter(None, map(_whom, others))))
    named = ", ".join(names[:NAMED])
    such = f", such as {named}" if len(names) > NAMED else f": {named}" if names else ""
    return f"    and {len(others):,} more like it{such}"
