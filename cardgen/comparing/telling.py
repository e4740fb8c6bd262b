"""Writes a comparison for a terminal and for programs."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cardgen.comparing.cards import ADDED, GONE, RENAMED, CardChange
from cardgen.comparing.compare import StateComparison
from cardgen.comparing.play import PlayedBoth, PlayedPair
from cardgen.comparing.sentences import Changed, Parts
from cardgen.validation.questions.compare import Difference
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.telling.charts import minus
from cardgen.validation.telling.tell import WIDTH, table_lines
from cardgen.validation.wording import interval, quantity

MAX_SHOWN = 12  # entries of a list on a terminal; the page and JSON have all
DIGITS = 6
SURE = (
    "Both are dealt from the same seeds. Each interval is right with a chance of 95%, however often you look and "
    "whenever you stop. A * marks a difference that is not chance."
)
ONLY_CARDS = "A print records cards alone, so cardgen compares nothing else."
HEAD = ("measure", "old", "new", "difference", "interval", "")


def as_text(found: StateComparison, whole: bool = False) -> str:
    """Returns the comparison as text; `whole` lists everything."""
    title = heading(found)
    lines = [title, "=" * len(title)]
    for name, section in _sections(found, whole):
        lines += ["", name, *(f"  {line}" for line in section)]
    if found.same:
        lines += ["", "Nothing differs." if not found.only_cards else "No card differs."]
    if found.play:
        lines += [line for pair in found.play.pairs for line in ("", pair.title, *_table_of(pair))]
        lines += ["", *textwrap.wrap(SURE, WIDTH), *stopped(found.play)]
    lines += [*(["", *found.notes] if found.notes else []), *(["", ONLY_CARDS] if found.only_cards else [])]
    return "\n".join(lines)


def heading(found: StateComparison) -> str:
    return f"{found.game}: {found.old} -> {found.new}"


def stopped(play: PlayedBoth) -> list[str]:
    return (
        ["You stopped it before all games were played. The same command continues from here."] if play.stopped else []
    )


def _sections(found: StateComparison, whole: bool) -> Iterator[tuple[str, list[str]]]:
    """The titles and lines of what differs."""
    if found.settings:
        lines = [f"{each.name}: {each.old or '-'} -> {each.new or '-'}" for each in found.settings]
        yield f"Settings ({len(lines):,})", lines
    alike = _alike(found)
    for languages, cards in alike:
        yield f"Cards and components, {languages} ({len(cards):,})", _first([card_line(each) for each in cards], whole)
    if found.rules:
        yield f"Sentences of rules.yaml ({len(found.rules):,})", _changes(found.rules, whole)
    for language, texts in found.texts.items():
        if texts:
            yield f"Texts, {language} ({len(texts):,})", _changes(texts, whole)
    for language, sentences in found.books.items():
        if sentences:
            yield f"Sentences of the rulebook, {language} ({len(sentences):,})", _changes(sentences, whole)


def _alike(found: StateComparison) -> list[tuple[str, Sequence[CardChange]]]:
    """The cards that differ, with the languages in which these are the same cards, whatever they are called."""
    groups: dict[tuple, tuple[list[str], Sequence[CardChange]]] = {}
    for language, cards in found.cards.items():
        if cards:
            key = tuple(replace(each, name="") for each in cards)
            groups.setdefault(key, ([], cards))[0].append(language)
    return [(", ".join(languages), cards) for languages, cards in groups.values()]


def card_line(change: CardChange) -> str:
    """`fox: changed on the front; 2 -> 3 copies; power: 3 -> 4`."""
    parts = []
    if change.kind == ADDED:
        parts.append(f"added, {quantity(change.new_copies, 'copy')}".replace("copys", "copies"))
    elif change.kind == GONE:
        parts.append(f"gone, {quantity(change.old_copies, 'copy')}".replace("copys", "copies"))
    elif change.kind == RENAMED:
        parts.append(f"was {change.old_card}, and looks the same")
    elif change.sides:
        sides = " and ".join(f"the {side}" for side in change.sides)
        parts.append(f"looks different on {sides}")
    if change.kind not in (ADDED, GONE) and change.old_copies != change.new_copies:
        parts.append(f"{change.old_copies} -> {change.new_copies} copies")
    parts += [f"{name}: {old or '-'} -> {new or '-'}" for name, old, new in change.fields]
    return f"{change.name} ({change.card}): {'; '.join(parts)}"


def _changes(changes: Sequence[Changed], whole: bool) -> list[str]:
    lines = []
    for change in changes if whole else changes[:MAX_SHOWN]:
        under = f"[{change.under}] " if change.under else ""
        for sign, parts in (("-", change.old), ("+", change.new)):
            if parts:
                text = f"{sign} {under}{_marked(parts, bool(change.old and change.new))}"
                lines += textwrap.wrap(text, WIDTH - 2, subsequent_indent="    ", break_long_words=False) or [sign]
    return lines + _more(len(changes), whole)


def _marked(parts: Parts, both: bool) -> str:
    """A sentence, with brackets around what differs from the other one."""
    return "".join(
        f"{text[: len(text) - len(text.lstrip())]}[[{text.strip()}]]" if both and differs else text
        for text, differs in parts
    )


def _first(lines: Sequence[str], whole: bool) -> list[str]:
    return [*(lines if whole else lines[:MAX_SHOWN]), *_more(len(lines), whole)]


def _more(number: int, whole: bool) -> list[str]:
    left = number - MAX_SHOWN
    return [f"and {left:,} more; --all lists them"] if left > 0 and not whole else []


# play


def rows(pair: PlayedPair, whole: bool = True) -> list[tuple[str, ...]]:
    """Returns a row for each measure of common games, or only those that every game has and those that differ."""
    mattering = pair.mattering
    asked = [each for each in pair.differences if each.of_every_game or each in mattering] if not whole else []
    return [_row(each, each in mattering) for each in (asked or pair.differences)]


def _row(each: Difference, matters: bool) -> tuple[str, ...]:
    scale, unit = (100.0, "%") if each.share else (1.0, "")
    name = each.title or each.measure.replace("_", " ")
    values = (f"{value * scale:.4g}{unit}" for value in (each.base, each.base + each.change.mean))
    change = minus(f"{each.change.mean * scale:+.3g}{unit}")
    return (name, *values, change, minus(interval(each.change, scale, unit)), "*" if matters else "")


def _table_of(pair: PlayedPair) -> Iterator[str]:
    if pair.note:
        yield f"  {pair.note}"
        return
    yield from (f"  {line}" for line in table_lines([HEAD, *rows(pair, whole=False)], {0, 5}))
    yield f"  {quantity(pair.games, 'game')} each, seeds from {pair.seed}"


# JSON


def as_json(found: StateComparison) -> dict[str, Any]:
    """Returns all of a comparison as JSON."""
    document: dict[str, Any] = {
        "game": found.game,
        "old": found.old,
        "new": found.new,
        "languages": [*found.languages],
        "same": found.same,
        "only_cards": found.only_cards,
        "settings": [{"name": each.name, "old": each.old or None, "new": each.new or None} for each in found.settings],
        "cards": {language: [_card_json(each) for each in cards] for language, cards in found.cards.items()},
        "rules": [change_json(each) for each in found.rules],
        "texts": {language: [change_json(each) for each in texts] for language, texts in found.texts.items()},
        "rulebooks": {language: [change_json(each) for each in all] for language, all in found.books.items()},
        "notes": [*found.notes],
    }
    if found.play:
        document["play"] = {
            "complete": not found.play.stopped,
            "tables": [_pair_json(pair) for pair in found.play.pairs],
        }
    return document


def _card_json(change: CardChange) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "deck": change.deck,
        "card": change.card,
        "was": change.old_card or None,
        "name": change.name,
        "copies": [change.old_copies, change.new_copies],
        "sides": [*change.sides],
        "fields": [{"name": name, "old": old or None, "new": new or None} for name, old, new in change.fields],
    }


def change_json(change: Changed) -> dict[str, Any]:
    """Returns a text before and after, None where there is none."""
    old, new = ("".join(text for text, _ in parts) if parts else None for parts in (change.old, change.new))
    return {"in": change.book, "under": change.under, "old": old, "new": new}


def _pair_json(pair: PlayedPair) -> dict[str, Any]:
    return {
        "players": pair.players,
        "policies": pair.policies,
        "games": pair.games,
        "seed": pair.seed,
        "rules": {"old": pair.hashes[0] or None, "new": pair.hashes[1]},
        "note": pair.note or None,
        "measures": [
            {
                "name": each.measure,
                "title": each.title or None,
                "share": each.share,
                "old": _number(each.base),
                "new": _number(each.base + each.change.mean),
                "difference": _estimate(each.change),
                "differs": each.is_one,
                "matters": each.matters,
            }
            for each in pair.differences
        ],
    }


def _estimate(change: Estimate) -> dict[str, float | None]:
    return {"mean": _number(change.mean), "low": _number(change.low), "high": _number(change.high)}


def _number(value: float) -> float | None:
    return round(value, DIGITS) if math.isfinite(value) else None
