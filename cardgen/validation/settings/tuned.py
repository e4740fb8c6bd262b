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


def as_text(tuning: Tuning, out: Path | None = None) -> str:
    """Returns the result as text: the nearest points with intervals, the trade-offs, and what to do next."""
    definition = tuning.game.definition
    title = f"{definition.name} / {definition.edition}: {wished(tuning)}"
    head = textwrap.wrap(title, WIDTH, subsequent_indent="    ")
    lines = [*head, "=" * max(map(len, head)), *textwrap.wrap(outcome(tuning), WIDTH), ""]
    lines += _table(tuning, tuning.ranked[:REPORTED_POINTS])
    front = tuning.front
    if len(front) > 1 and len(tuning.distances(front[0])) > 1:
        more = f" (the first {REPORTED_POINTS} of {len(front)})" if len(front) > REPORTED_POINTS else ""
        lines += ["", f"Trade-offs: no other point is nearer to all goals than these{more}:", ""]
        lines += _table(tuning, front[:REPORTED_POINTS])
    lines += ["", *textwrap.wrap(how_sure(tuning), WIDTH), *next_steps(tuning, out)]
    return "\n".join(lines)


def wished(tuning: Tuning) -> str:
    return ", ".join(f"{asked.policies} {asked.measure} {asked.said}" for asked in tuning.ground.expect)


def outcome(tuning: Tuning) -> str:
    """Says in a sentence how many points there are, how many were tried, and how many meet the goals."""
    size, tried = tuning.ground.space.size, len(tuning.playable)
    games = sum(cell.seen.games for one in tuning.trials for cell in one.cells)
    open_ = sum(tuning.met(one) is None for one in tuning.playable)
    undealt = sum(bool(one.reasons) for one in tuning.trials)
    parts = [
        f"Of {quantity(size, 'point')}, {tried:,} {'was' if tried == 1 else 'were'} played, {games:,} games in all"
    ]
    if undealt:
        parts.append(
            f"{undealt:,} cannot be ({next(summary for one in tuning.trials for summary in one.reasons.values())})"
        )
    summary = "; ".join(parts) + ". "
    if tuning.best:
        return summary + f"{len(tuning.best):,} {'meets' if len(tuning.best) == 1 else 'meet'} the goals."
    if open_:
        return summary + f"None meets the goals for certain; {open_:,} may."
    left = size - tried - undealt
    return summary + "None of these meets the goals." + (f" {left:,} were not tried." if left else "")


def how_sure(tuning: Tuning) -> str:
    return (
        f"All points are dealt from the same seeds, from {tuning.ground.seed} on. All intervals of this search hold at"
        f" once, whenever it stops, with {percent(1 - FALSE_DISCOVERY_RATE)}."
    )


def next_steps(tuning: Tuning, out: Path | None) -> Iterator[str]:
    if tuning.stopped:
        yield "You stopped the search before it was over. The same command continues from here."
    elif tuning.spent:
        yield "The search used up its budget before it was over. A larger --budget continues from here."
    if not tuning.best:
        if out:
            yield f"cardgen did not write {out}, because no point is known to meet the goals."
        return
    best = tuning.best[0]
    yield ""
    if out:
        definition = tuning.game.definition
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


def _table(tuning: Tuning, trials: Sequence[Trial]) -> list[str]:
    """The lines of a table, with a line for each point."""
    rows = rows_in_words(tuning, trials)
    return list(table_lines(rows, {0, *range(2 + len(tuning.ground.space.axes), len(rows[0]))}))


def rows_in_words(tuning: Tuning, trials: Sequence[Trial]) -> list[tuple[str, ...]]:
    """Returns a heading and a row for each point: whether it meets the goals, settings, games, measures."""
    asked = list(dict.fromkeys(column(tuning, cell, each) for one in trials for cell, each, _ in tuning.answers(one)))
    rows = [("", *(axis.name for axis in tuning.ground.space.axes), "games", *asked)]
    for one in trials:
        figures = {
            column(tuning, cell, each): estimated(estimate, is_share(cell, each))
            for cell, each, estimate in tuning.answers(one)
        }
        rows.append(
            (VERDICTS[tuning.met(one)], *one.point, f"{one.games:,}", *(figures.get(name, "") for name in asked))
        )
    return rows


def column(tuning: Tuning, cell: Cell, asked: Expectation) -> str:
    """Returns the title of a column: the measure, and who plays if that is not the same for all."""
    several = len({cell.players for cell in tuning.playable[0].cells}) > 1
    options = "".join(f", {value}" for value in cell.options.values())
    return f"{asked.measure.replace('_', ' ')}{options}" + (f", {quantity(cell.players, 'player')}" if several else "")


def is_share(cell: Cell, asked: Expectation) -> bool:
    return all_measures(cell.seen.what)[asked.measure].share


def as_json(tuning: Tuning) -> dict[str, Any]:
    front = {id(one) for one in tuning.front}
    return {
        "game": tuning.game.definition.name,
        "variant": tuning.game.definition.variant,
        "within": {axis.name: list(axis.values) for axis in tuning.ground.space.axes},
        "wished": [
            {"policies": each.policies, "measure": each.measure, "bounds": each.said} for each in tuning.ground.expect
        ],
        "points": tuning.ground.space.size,
        "level": tuning.alpha,
        "met": bool(tuning.best),
        "complete": not (tuning.stopped or tuning.spent),
        "tried": [_trial_as_json(tuning, one) | {"unbeaten": id(one) in front} for one in tuning.ranked],
        "unplayable": [
            {"settings": dict(one.settings), "why": list(one.reasons.values())} for one in tuning.trials if one.reasons
        ],
    }


def _trial_as_json(tuning: Tuning, one: Trial) -> dict[str, Any]:
    figures = [
        {"players": cell.players, "policies": cell.title, "measure": asked.measure}
        | {end: round(getattr(estimate, end), DIGITS) for end in ("mean", "low", "high")}
        for cell, asked, estimate in tuning.answers(one)
    ]
    return {"settings": dict(one.settings), "games": one.games, "met": tuning.met(one), "figures": figures}


# ---- a variant


def as_variant(tuning: Tuning, out: Path) -> str:
    """Writes the best point as a variant's file: rules, cards, totals and expectations. Raises InputError if the point
    depends on a file that a variant cannot name."""
    best, base = tuning.best[0], tuning.game.definition
    assert best.definition is not None  # it was played
    rules = {name: value for name, value in best.settings.items() if "." not in name}
    lines = [
        f"# Found by cardgen tune among {quantity(tuning.ground.space.size, 'point')}; its words are yours to write.",
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
    for policies, measures in _expected(tuning).items():
        bounds = (f"{measure}: {said}" for measure, said in measures.items())
        lines.append(f"  {policies}: {{{', '.join(bounds)}}}")
    name = as_yaml(out.stem.replace("_", " ").capitalize())
    lines += ["texts:", *(f"  {language}: {{title: {name}}}" for language in base.languages)]
    return "\n".join(lines) + "\n"


def _plain(value: str) -> str:
    """A value as in `--set`, where numbers and yes keep their type."""
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
    cards: dict[str, dict[str, str]] = {}
    for name, value in best.settings.items():
        field, dot, card = name.partition(".")
        for id in known[card] if dot else ():
            cards.setdefault(id, {})[field] = value
    return cards


def _expected(tuning: Tuning) -> Mapping[str, Mapping[str, str]]:
    """The expectations by table. If they are for some numbers of players only, the table names a policy for each seat,
    and the variant has no further expectation."""
    players = tuning.ground.players
    low, high = tuning.game.definition.players
    expected: dict[str, dict[str, str]] = {}
    for asked in tuning.ground.expect:
        some = players and set(players) != set(range(low, high + 1)) and "/" not in asked.policies
        tables = ["/".join([asked.policies] * count) for count in players] if some else [asked.policies]
        for table in tables:
            expected.setdefault(table, {})[asked.measure] = asked.said
    return expected
