"""Findings: what a check reports about valid files, with codes, severities and meanings."""

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
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")  # the most severe first

# Every static finding: its code, and what it means. docs/reference prints this table, and that of play.
STATIC: dict[str, tuple[Severity, str]] = {
    "total-wrong": ("error", "a deck does not hold as many cards as its total says"),
    "deck-empty": ("error", "a deck holds no cards"),
    "string-missing": ("error", "a text is not translated, or does not exist"),
    "string-lent": ("note", "a text is not translated, so cardgen prints it in the language that `fallback:` names"),
    "string-stale": ("warning", "a text has changed since somebody translated it"),
    "string-unpaired": ("note", "a translation does not name the text that it translates"),
    "string-twice": ("note", "a translation in strings replaces another one on the card or in its sheet"),
    "string-plain": (
        "warning",
        "a card's text is not translated in a language that has the same field of other cards translated",
    ),
    "string-same": ("warning", "a translation is word for word the same as its text"),
    "string-orphan": ("warning", "nothing uses a translation or a text"),
    "string-differs": ("error", "a translation has other placeholders than its text, or names other icons"),
    "string-numbers": ("warning", "a translation has other numbers than its text"),
    "does-not-fit": (
        "error",
        "a text is too large for its field, or for its room in a drawing, at the smallest size allowed",
    ),
    "unchecked": ("warning", "cardgen could not check fields of faces because they have errors"),
    "narrowed": ("note", "cardgen checked only the cards or languages that you asked for"),
    "glyph-missing": ("error", "a font lacks a character of a text"),
    "face-missing": ("warning", "a font has no italic or no bold face for words that ask for one"),
    "cut-off": ("error", "letters of a text, or the stroke around them, reach beyond the trim or into a hole"),
    "near-edge": (
        "warning",
        "letters of a text, or the stroke around them, are too near to the trim",
    ),
    "text-hidden": ("error", "something drawn later hides a text"),
    "texts-overlap": ("warning", "two texts overlap"),
    "html-shown": ("warning", "a text contains HTML, which cardgen prints as it is"),
    "markup-open": ("warning", "a cell of a spreadsheet opens emphasis, * or **, that it does not close"),
    "low-contrast": (
        "warning",
        "a text differs too little from what lies behind it (under 4.5:1; from 18 pt, or 14 pt bold, under 3:1)",
    ),
    "colour-only": ("warning", "two cards differ only in colour"),
    "card-twice": ("warning", "two cards of a deck look the same in every language, both sides of them"),
    "low-resolution": ("warning", "a picture has fewer than 200 pixels per inch at its printed size"),
    "text-number": ("warning", "a variant's title or reason mentions a number that none of its rules and cards has"),
    "picture-pixels": (
        "note",
        "vectors cannot show a part of an SVG picture, so cardgen prints that part, or the whole, as pixels",
    ),
    "picture-part": ("warning", "cardgen does not print a part of an SVG picture, such as a script or an animation"),
    "icon-background": ("note", "an icon has a background shape as large as itself"),
    "kind-empty": ("warning", "a kind takes no row of its spreadsheet"),
    "line-left": ("warning", "several kinds share a spreadsheet, and none of them takes one of its rows"),
    "column-unused": ("note", "no layout reads a column of a spreadsheet"),
    "rulebook-fault": ("error", "cardgen cannot run or print the template of a rulebook or a summary"),
    "clause-changed": ("warning", "a clause has changed since somebody wrote the rulebook's sentence for it"),
    "clause-beside": ("warning", "a variant's sentence follows lines that still explain the old clause"),
    "clause-untold": ("warning", "no sentence of the rulebook explains a clause"),
    "clause-gone": ("warning", "a sentence explains a clause that does not exist"),
    "clause-unsealed": ("note", "a sentence lacks the hash of its clause"),
    "account-fault": ("error", "a sentence of an account uses a name that the clauses of the game do not have"),
    "goes-round": ("error", "a loop of clauses can never end once it has begun"),
    "same-both-ways": ("warning", "a clause does the same whether or not its condition holds"),
    "who-chooses": ("warning", "a clause moves some cards out of a zone without order, but does not say which"),
    "seen-at-once": ("warning", "players choose at the same time, but those asked later can see the earlier choices"),
    "may-fall-short": ("note", "a clause draws cards, and cardgen cannot prove that there are always enough"),
    "same-words": ("warning", "a player can choose between two options that have the same name"),
    "name-unknown": (
        "warning",
        "a layout reads a field that none of its cards has, perhaps in a condition that never holds",
    ),
    "value-unknown": (
        "warning",
        "a layout looks up a word that no card has as that value, though some cards have a similar one",
    ),
    "icon-unused": ("note", "nothing uses a name in icons:"),
}


# Every finding of play.
DYNAMIC: dict[str, tuple[Severity, str]] = {
    "deck-too-small": ("error", "the deck has too few cards to deal to that many players"),
    "unfulfillable": ("error", "no cards of the deck can fulfil what a card asks for"),
    "off-scale": ("warning", "a printed scale does not match the points that players can score"),
    "example-wrong": ("error", "a worked example does not play out as written"),
    "endless": ("error", "a game did not end within the allowed number of decisions, or loops without any"),
    "too-large": ("error", "a number of a game grew beyond 1,000,000,000, which ended the game"),
    "prolonged": ("note", "games did not end when all players chose to prolong them, though other play ends them"),
    "disproved": ("error", "a game went on for longer than the engine proves, or its deck ran out against a proof"),
    "expect-missed": ("error", "play does not meet what the author expects"),
    "expect-open": ("warning", "too few games to judge whether play meets what the author expects"),
    "dead-end": ("warning", "a player had no legal action in more than 1 game of 100"),
    "rare-dead-end": ("note", "a player had no legal action, in fewer games than that"),
    "silence": ("note", "play met a case that the game's sources leave open, and a rule parameter settles it"),
    "seat-advantage": ("warning", "a seat wins clearly more or less often than its share in sensible play"),
    "colour-advantage": (
        "warning",
        "one player's own colour or cards win clearly more or less often, wherever they sit",
    ),
    "policy-decides": ("note", "whether a seat has an advantage depends on how well players play"),
    "simple-wins": ("warning", "a simple policy does better than a sensible one"),
    "no-skill": ("warning", "a sensible policy does no better than a random one"),
    "never-used": ("note", "something that the rules provide for never happened in any game"),
    "never-changes": (
        "warning",
        "a counter or role never changes in any game, so whatever depends on it never happens",
    ),
    "never-done": ("note", "a clause never takes effect in random games, perhaps because its condition never holds"),
    "never-moves": ("note", "a clause takes effect in random games but never finds a card to move"),
    "never-decides": ("note", "a part of a condition, joined by `or`, never decides it in random games"),
    "pays-short": ("note", "a clause pays more than there is in random games, because no condition asks first"),
    "hardly-met": ("note", "fewer than 1 player in 100 meets a goal in sensible play, at every number of players"),
    "no-longer-met": (
        "warning",
        "a goal or another event is frequent in the game that a variant changes, but not in the variant",
    ),
    "no-points": ("warning", "points decide who wins, but nobody has any at the end of any game"),
    "pointless": ("warning", "a variant leaves most players without a point, but the game that it changes does not"),
    "misvalued": ("note", "a goal is met more often than one worth fewer points, in sensible play"),
    "idle-grade": (
        "note",
        "sensible solo play reaches a grade (the lowest aside) almost never, or most of the time",
    ),
    "duration": ("warning", "sensible games take clearly more or less time than `minutes:` says"),
    "mostly-forced": ("note", "in sensible play, a choice mostly has only one legal option"),
    "no-gain": ("note", "a player who never uses something that the game offers does no worse"),
    "often-idle": ("note", "more than half of the plays of a kind of card change nothing, in sensible play"),
    "decisive": (
        "warning",
        "in sensible play, those who use a card win far more often than those who do not",
    ),
    "lopsided": ("warning", "one card brings more than half of all points, in sensible play"),
    "hardly-won": ("note", "players who win together win fewer than 2 sensible games of 100"),
    "hardly-lost": ("note", "players who win together lose fewer than 2 sensible games of 100"),
    "often-tied": ("warning", "more than a quarter of sensible games have no winner, or several"),
    "runaway": ("warning", "the player who leads half-way wins more than four of five sensible games"),
    "other-length": (
        "warning",
        "a variant takes less than half or more than twice as long as the game that it changes",
    ),
    "text-otherwise": (
        "warning",
        "a variant's reason says that games are longer or shorter, but the opposite is true",
    ),
    "other-play": (
        "note",
        "something happens less than half or more than twice as often as in the game that a variant changes",
    ),
    "moot-rule": ("note", "a rule that matters in the base game changes nothing in a variant"),
    "not-seated": ("note", "the computer does not play the game with one of its numbers of players"),
    "not-played": ("error", "cardgen prints a card that the engine does not play"),
    "example-left-out": ("note", "a variant makes worked examples untrue, so its rulebook leaves them out"),
    "differs": ("note", "a variant plays clearly differently from the game that it changes"),
    "interrupted": ("warning", "the check stopped before it had played all games, so the figures are partial"),
}
# Errors of looks alone, which authors may keep quiet like warnings; findings to keep quiet on single cards and fields
OF_LOOKS = ("cut-off", "text-hidden")
ON_FIELDS = (*OF_LOOKS, "near-edge", "texts-overlap", "html-shown", "low-contrast", "low-resolution")
ON_CARDS = (*ON_FIELDS, "colour-only", "card-twice")

# Findings about what a print house would not print, or not well: `cardgen export --check`
HOUSE: dict[str, tuple[Severity, str]] = {
    "house-size": ("error", "the print house does not cut cards of that size or shape"),
    "house-near": ("note", "the print house cuts a card a little larger or smaller than it is"),
    "house-part": ("note", "cardgen does not send a component to the print house; print it at home"),
    "house-count": ("error", "an order has more cards than the print house accepts"),
    "house-back": ("error", "a card has no back, but the print house needs one"),
    "house-hole": ("warning", "a card or token has holes that the print house does not cut"),
    "house-layer": ("note", "the print house may not print a print layer of a card, such as foil or varnish"),
    "house-ppi": ("warning", "a picture has fewer pixels per inch than the print house asks for"),
    "house-bleed": ("warning", "colour that reaches the cut does not fill the bleed: a white edge may show"),
    "house-safe": ("warning", "a text is nearer to the cut than the print house's safe distance"),
    "house-hairline": ("warning", "a line is too thin for the print house to print well"),
    "house-icc": ("error", "the print house's ICC profile is missing, or is not for a press"),
    "house-ink": ("error", "one spot has more ink than the print house allows"),
    "house-font": ("error", "a font is not embedded in the PDF file"),
    "house-rgb": ("error", "the PDF file still has screen colours"),
}
# Findings of `cardgen export --to press`
PRESS: dict[str, tuple[Severity, str]] = {
    "press-left-out": ("note", "cardgen cannot make a picture of a press kit, and leaves it out"),
}
# Faults that `build --draft` marks on faces instead of refusing to print them
DRAFT: dict[str, tuple[Severity, str]] = {"draft": ("error", "cardgen marks a fault on the face")}
ALL = STATIC | DYNAMIC | HOUSE | PRESS | DRAFT


@dataclass(frozen=True, slots=True)
class Evidence:
    """A game that shows a finding: its seed as `cardgen replay` takes it, the turn, and the share of such games."""

    seed: str | None
    turn: int | None
    share: float | None


@dataclass(frozen=True, slots=True)
class Measurement:
    """The evidence for a finding of play: a mean or a share (a part of 1) with its interval, and the bound beyond which
    its true value would refute the finding. A mean is shown as a number, a `share` as a percentage."""

    what: str
    mean: float
    low: float
    high: float
    games: int
    refuted_beyond: str
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
    topic: str | None = None  # the case or the measure, if a kind of finding has several
    who: str = ""  # what the finding concerns, such as a card's id
    cause: str = ""  # findings with the same cause are reported as one
    measured: Measurement | None = None
    size: float = 0.0  # effect size, as a multiple of the threshold, or the share of games
    as_base: bool = False  # whether the game that a variant changes has the finding as much
    quiet: str = ""  # the author's reason to keep the finding quiet; cardgen then counts it but does not list it
    standing: int = 3  # how well the games that show the finding represent the game (`Cell.standing`)

    @property
    def severity(self) -> Severity:
        return ALL[self.code][0]


def apply_quiet(findings: Iterable[Finding], reasons: Mapping[str, str]) -> list[Finding]:
    """The findings, with the author's reason for each code that is kept quiet."""
    return [replace(each, quiet=each.quiet or reasons.get(each.code, "")) for each in findings]


_KEPT = ("code", "message", "game", "variant", "who", "cause")


def as_kept(finding: Finding, folder: Path) -> dict[str, object]:
    """A finding for a JSON file in a folder; `of_kept` reads it back."""
    place = finding.place and {**asdict(finding.place), "file": os.path.relpath(finding.place.file, folder)}
    return {key: getattr(finding, key) for key in _KEPT} | {"place": place}


def of_kept(kept: dict[str, Any], folder: Path) -> Finding:
    """Reads a finding that `as_kept` made. Raises KeyError, TypeError or ValueError for other data, or if its file is
    gone."""
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
FEW, NAMED = 3, 6  # similar things that get a line each; names in a summary of more
SCREENFUL = 30  # lines without --all
_COMPARED = 400  # characters at the beginning of a message that can contain its path
LONG, ITS_END = 2_000, 500  # characters that cardgen shows of a message, and how many of these from its end
_PATH = re.compile(r"(?:[^\s:]*\.)?(?P<owner>[^\s.:]+)?\.(?P<key>[^\s.:]+): ")  # the beginning of messages about a key

_IN_NAME = re.compile(r"[\w-]")


def list_lines(things: Sequence[T], line: Callable[[T], str], whole: bool) -> list[str]:
    """Lines that report things, each written by `line`. Unless the `whole` is asked for, things with one cause share a
    line, and there is at most a screenful."""
    groups = [[thing] for thing in things] if whole else alike(things)
    first_groups = groups if whole else groups[:SCREENFUL]
    lines = [
        text for first, *others in first_groups for text in (_short(line(first)), *([_more(others)] if others else []))
    ]
    if left := sum(map(len, groups[len(first_groups) :])):
        lines.append(f"... and {left:,} more; --all lists all")
    return lines


def _short(text: str) -> str:
    """A text without its middle if it is very long."""
    return text if len(text) <= LONG else f"{text[: LONG - ITS_END]} ... {text[-ITS_END:]}"


def alike(things: Iterable[T]) -> list[list[T]]:
    """Groups of things with one code and cause if these are many, in order; others alone."""
    by_cause: dict[Hashable, list[T]] = {}
    for number, thing in enumerate(things):
        by_cause.setdefault(_cause(thing) or number, []).append(thing)
    many = ([group] if len(group) > FEW else [[thing] for thing in group] for group in by_cause.values())
    return [group for groups in many for group in groups]


def _cause(thing: Fault | Finding) -> Hashable:
    """A key that things with the same cause share. Without an explicit cause, it is the message without the card or the
    key that it concerns. None if the thing stands alone."""
    if thing.cause:
        return thing.code, thing.cause
    if not thing.place:
        return None
    message = _without(thing.message, thing.who) if thing.who else thing.message
    path = _PATH.match(message[:_COMPARED])
    edition = (thing.game, thing.variant) if isinstance(thing, Finding) else ()
    return thing.code, thing.place.file, thing.place.sheet, edition, message[path.start("key") :] if path else message


def _without(text: str, name: str) -> str:
    """A text without a name as a whole word. It compiles no regular expression, because there can be 30,000 names."""
    pieces, begin, at = [], 0, text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (at and _IN_NAME.match(text, at - 1)) and not _IN_NAME.match(text, end):
            pieces.append(text[begin:at])
            begin = end
        at = text.find(name, end)
    return "".join([*pieces, text[begin:]])


def _whom(thing: Fault | Finding) -> str:
    """What a thing concerns, in a word: a card's id, else what has the key, else where it stands."""
    path = _PATH.match(thing.message[:_COMPARED])
    return thing.who or (path["owner"] if path else "") or str(thing.place or "")


def _more(others: Sequence[T]) -> str:
    names = list(dict.fromkeys(filter(None, map(_whom, others))))
    named = ", ".join(names[:NAMED])
    such = f", such as {named}" if len(names) > NAMED else f": {named}" if names else ""
    return f"    and {len(others):,} more like it{such}"
