"""Writes the result of a search: for a terminal, as JSON, as a variant."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgen.definitions.expect import Expectation
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.strings_file import as_yaml
from cardgen.definitions.variant import cards_and_kinds
from cardgen.foundations.errors import Place, fail
from cardgen.rules.load import load_game
from cardgen.store.library import typed_name, typed_variant
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import FALSE_DISCOVERY_RATE
from cardgen.validation.sampling.measures import all_measures
from cardgen.validation.settings.swept import DIGITS
from cardgen.validation.settings.trials import Ground, Trial
from cardgen.validation.settings.tune import REPORTED_POINTS, Tuning
from cardgen.validation.telling.tell import WIDTH, table_lines
from cardgen.validation.wording import estimated, percent, quantity

VERDICTS = {True: "meets it", None: "may meet it", False: "misses it"}


def as_text(found: Tuning, out: Path | None = None) -> str:
    """Returns the result as text: the nearest points with intervals, the trade-offs, and what to do next."""
    definition = found.game.definition
    title = f"{definition.name} / {definition.edition}: {wished(found)}"
    head = textwrap.wrap(title, WIDTH, subsequent_indent="    ")
    lines = [*head, "=" * max(map(len, head)), *textwrap.wrap(outcome(found), WIDTH), ""]
    lines += _table(found, found.ranked[:REPORTED_POINTS])
    front = found.front
    if len(front) > 1 and len(found.strains(front[0])) > 1:
        more = f" (the first {REPORTED_POINTS} of {len(front)})" if len(front) > REPORTED_POINTS else ""
        lines += ["", f"Trade-offs: no other point is nearer to all goals than these{more}:", ""]
        lines += _table(found, front[:REPORTED_POINTS])
    lines += ["", *textwrap.wrap(how_sure(found), WIDTH), *next_steps(found, out)]
    return "\n".join(lines)


def wished(found: Tuning) -> str:
    return ", ".join(f"{asked.policies} {asked.measure} {asked.said}" for asked in found.ground.expect)


def outcome(found: Tuning) -> str:
    """Says in a sentence how many points there are, how many were tried, and how many meet the goals."""
    size, tried = found.ground.space.size, len(found.playable)
    games = sum(cell.seen.games for one in found.trials for cell in one.cells)
    open_ = sum(found.met(one) is None for one in found.playable)
    undealt = sum(bool(one.reasons) for one in found.trials)
    parts = [
        f"Of {quantity(size, 'point')}, {tried:,} {'was' if tried == 1 else 'were'} played, {games:,} games in all"
    ]
    if undealt:
        parts.append(
            f"{undealt:,} cannot be ({next(summary for one in found.trials for summary in one.reasons.values())})"
        )
    summary = "; ".join(parts) + ". "
    if found.best:
        return summary + f"{len(found.best):,} {'meets' if len(found.best) == 1 else 'meet'} the goals."
    if open_:
        return summary + f"None meets the goals for certain; {open_:,} may."
    left = size - tried - undealt
    return summary + "None of these meets the goals." + (f" {left:,} were not tried." if left else "")


def how_sure(found: Tuning) -> str:
    return (
        f"All points are dealt from the same seeds, from {found.ground.seed} on. All intervals of this search hold at"
        f" once, whenever it stops, with {percent(1 - FALSE_DISCOVERY_RATE)}."
    )


def next_steps(found: Tuning, out: Path | None) -> Iterator[str]:
    if found.stopped:
        yield "You stopped the search before it was over. The same command continues from here."
    elif found.spent:
        yield "The search used up its budget before it was over. A larger --budget continues from here."
    if not found.best:
        if out:
            yield f"cardgen did not write {out}, because no point is known to meet the goals."
        return
    best = found.best[0]
    yield ""
    if out:
        definition = found.game.definition
        yield f"made {out}; judge it with: cardgen check {typed_name(definition.home)} --variant {_as_path(out)}"
    else:
        yield f"Try the first: {_command(best)}"


def _as_path(path: Path) -> str:
    text = str(path)
    return shlex.quote(text if "/" in text else f"./{text}")


def _command(one: Trial) -> str:
    game = one.definition
    assert game is not None  # it was played
    parts = ["cardgen check", typed_name(game.home), "--variant"]
    parts.append(typed_variant(game.home, game.variant_file) if game.variant_file else BASE)
    return " ".join([*parts, *(f"--set {shlex.quote(f'{name}={value}')}" for name, value in one.settings.items())])


def _table(found: Tuning, trials: Sequence[Trial]) -> list[str]:
    """A line a point."""
    rows = rows_in_words(found, trials)
    return list(table_lines(rows, {0, *range(2 + len(found.ground.space.axes), len(rows[0]))}))


def rows_in_words(found: Tuning, trials: Sequence[Trial]) -> list[tuple[str, ...]]:
    """Returns a heading and a row for each point: whether it meets the goals, settings, games, measures."""
    asked = list(dict.fromkeys(column(found, cell, each) for one in trials for cell, each, _ in found.answers(one)))
    rows = [("", *(axis.name for axis in found.ground.space.axes), "games", *asked)]
    for one in trials:
        figures = {
            column(found, cell, each): estimated(estimate, is_share(cell, each))
            for cell, each, estimate in found.answers(one)
        }
        rows.append(
            (VERDICTS[found.met(one)], *one.point, f"{one.games:,}", *(figures.get(name, "") for name in asked))
        )
    return rows


def column(found: Tuning, cell: Cell, asked: Expectation) -> str:
    """Returns the title of a column: the measure, and who plays if that is not the same for all."""
    several = len({cell.players for cell in found.playable[0].cells}) > 1
    options = "".join(f", {value}" for value in cell.options.values())
    return f"{asked.measure.replace('_', ' ')}{options}" + (f", {quantity(cell.players, 'player')}" if several else "")


def is_share(cell: Cell, asked: Expectation) -> bool:
    return all_measures(cell.seen.what)[asked.measure].share


def as_json(found: Tuning) -> dict[str, Any]:
    front = {id(one) for one in found.front}
    return {
        "game": found.game.definition.name,
        "variant": found.game.definition.variant,
        "within": {axis.name: list(axis.values) for axis in found.ground.space.axes},
        "wished": [
            {"policies": each.policies, "measure": each.measure, "bounds": each.said} for each in found.ground.expect
        ],
        "points": found.ground.space.size,
        "level": found.level,
        "met": bool(found.best),
        "complete": not (found.stopped or found.spent),
        "tried": [_trial_as_json(found, one) | {"unbeaten": id(one) in front} for one in found.ranked],
        "unplayable": [
            {"settings": dict(one.settings), "why": list(one.reasons.values())} for one in found.trials if one.reasons
        ],
    }


def _trial_as_json(found: Tuning, one: Trial) -> dict[str, Any]:
    figures = [
        {"players": cell.players, "policies": cell.title, "measure": asked.measure}
        | {end: round(getattr(estimate, end), DIGITS) for end in ("mean", "low", "high")}
        for cell, asked, estimate in found.answers(one)
    ]
    return {"settings": dict(one.settings), "games": one.games, "met": found.met(one), "figures": figures}


# ---- a variant


def as_variant(found: Tuning, out: Path) -> str:
    """Writes the best point as a variant's file: rules, cards, totals and expectations. Raises InputError if the point
    depends on a file that a variant cannot name."""
    best, base = found.best[0], found.game.definition
    assert best.definition is not None  # it was played
    rules = {name: value for name, value in best.settings.items() if "." not in name}
    lines = [
        f"# Found by cardgen tune among {quantity(found.ground.space.size, 'point')}; its words are yours to write.",
        f"changes: {_changed(base, out)}",
    ]
    if rules:
        lines += ["rules:", *(f"  {name}: {_plain(value)}" for name, value in rules.items())]
    if cards := _cards(best, base):
        lines.append("cards:")
        for card, fields in cards.items():
            changed = (f"{as_yaml(field)}: {_plain(value)}" for field, value in fields.items())
            lines.append(f"  {as_yaml(card)}: {{{', '.join(changed)}}}")
    counts = {deck.name: deck.count for deck in base.decks}
    totals = [f"{deck.name}: {deck.count}" for deck in best.definition.decks if deck.count != counts[deck.name]]
    if totals:
        lines.append(f"totals: {{{', '.join(totals)}}}")
    lines.append("expect:                       # of play; cardgen check judges it")
    for policies, measures in _expected(found).items():
        bounds = (f"{measure}: {said}" for measure, said in measures.items())
        lines.append(f"  {policies}: {{{', '.join(bounds)}}}")
    name = as_yaml(out.stem.replace("_", " ").capitalize())
    lines += ["texts:", *(f"  {language}: {{title: {name}}}" for language in base.languages)]
    return "\n".join(lines) + "\n"


def _plain(value: str) -> str:
    """A value as `--set` takes it: numbers and yes keep their type."""
    return value if re.fullmatch(r"[\w.+-]+", value) else as_yaml(value)


def require_name(ground: Ground, out: Path) -> None:
    """Raises InputError, before the work begins, if the new variant could not name what it changes."""
    _changed(load_game(ground.home, ground.variant, ground.settings), out)


def _changed(base: Game, out: Path) -> str:
    if base.variant_file is None:
        return base.name
    if base.home.variants.get(base.variant) != base.variant_file:
        raise fail(
            f"cardgen cannot write a variant that changes {base.variant}, because that is in no folder of the "
            "game's variants",
            Place(str(out)),
        )
    return base.variant


def _cards(best: Trial, base: Game) -> dict[str, dict[str, str]]:
    """The fields of cards that are set, card by card: a kind's name stands for its cards."""
    known = cards_and_kinds(base.node)
    found: dict[str, dict[str, str]] = {}
    for name, value in best.settings.items():
        field, dot, card = name.partition(".")
        for id in known[card] if dot else ():
            found.setdefault(id, {})[field] = value
    return found


def _expected(found: Tuning) -> Mapping[str, Mapping[str, str]]:
    """The expectations by table. If they are for some numbers of players only, the table names a policy for each seat,
    and the variant has no further expectation."""
    players = found.ground.players
    low, high = found.game.definition.players
    expected: dict[str, dict[str, str]] = {}
    for asked in found.ground.expect:
        some = players and set(players) != set(range(low, high + 1)) and "/" not in asked.policies
        tables = ["/".join([asked.policies] * count) for count in players] if some else [asked.policies]
        for table in tables:
            expected.setdefault(table, {})[asked.measure] = asked.said
    return expected
