"""Writes a compiled program into the one record that the interpreter reads (`TABLE` in `record.py`)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from types import UnionType

import numpy as np

from cardgen.foundations.errors import fail
from cardgen.play.clauses import record
from cardgen.rules import grammar
from cardgen.rules.clauses import ALL, OTHERS, OWNER, Program
from cardgen.rules.compile import Compiled
from cardgen.rules.layout import BOX, HELD_ALL, STUCK, TIE, TOO_LARGE
from cardgen.rules.rows import rows_of

CARDS = "cards"  # all cards
SETTLE = grammar.TieShared | grammar.TieNobody | grammar.FirstFrom  # tie-breaks that settle every tie


def table_of(compiled: Compiled, rules: Mapping[str, int | str]) -> np.ndarray:
    """The record of a game under some settings, by the names of rules; other rules have the program's defaults.

    Raises InputError for a game that is too large.
    """
    program, layout, code = compiled.program, compiled.layout, compiled.code
    rows = rows_of(compiled)
    result = np.zeros(1, record.TABLE)
    table = result[0]
    for what, there, most in (
        ("steps", len(rows.rows), record.MAX_ROWS),
        ("numbers to remember", len(code.start) + code.most_temps, record.MAX_REGISTERS),
        ("actions", len(compiled.actions), record.MAX_ACTIONS),
        ("classes of cards", len(layout.classes), record.TABLE["members"].shape[0]),
    ):
        if there > most:
            raise fail(f"rules: expected at most {most:,} {what}, got {there:,}", program.place)
    set_rules = settings_of(program, rules)
    table.rows[: len(rows.rows)] = np.array(rows.rows, np.int32).astype(np.uint32)
    table.start[: len(code.start)] = code.start
    for name, value in set_rules.items():
        table.start[layout.rules[name]] = layout.constant(value)
    table.cards = len(layout.cards)
    table.copies[: len(layout.cards)] = [program.deck.counts[card] for card in layout.cards]
    for field, number in layout.fields.items():
        *field_values, none = layout.table_of(field)
        table.fields[number, : len(field_values)] = field_values
        table.fields[number, -1] = none
        table.first_alike[number] = -1
        for card in reversed(range(len(field_values))):
            known = field_values[card] % record.VALUES
            table.next_alike[number, card] = table.first_alike[number, known]
            table.first_alike[number, known] = card
        values = layout.values(field)
        table.values[number, : len(values)] = values
    for group, members in enumerate(layout.classes):
        table.members[group, list(members)] = 1
        table.classes[group, : len(members)] = members
        table.class_sizes[group] = len(members)
    _lay_zones(table, compiled, set_rules)
    _tell_actions(table, compiled)
    table.bodies[: len(compiled.bodies)] = [rows.places[label] for label in compiled.bodies]
    table.action_mask = (1 << compiled.action_bits) - 1
    table.game, table.score, table.winners = (
        rows.places[label] for label in (compiled.game_label, compiled.score_label, compiled.winners_label)
    )
    for ahead, labels in ((table.foreseen, compiled.foreseen), (table.repeat_rows, compiled.repeat_labels)):
        for row, label in zip(sorted(rows.choices.values()), labels, strict=True):
            ahead[row] = rows.places[label] if label >= 0 else 0
    table.stuck, table.too_large = layout.ending(STUCK), layout.ending(TOO_LARGE)
    table.reports = rows.places[compiled.reports_label]
    table.notes_ties = any(path.startswith("ties.") for path in program.silences)
    table.tie = -1 if _settles(compiled, set_rules) and not table.notes_ties else layout.case(TIE)
    table.shared = (
        _settles(compiled, set_rules, grammar.TieShared) and not table.notes_ties
    )  # a silence makes it a ruling
    table.lowest = program.lowest
    table.together = bool(program.wins)
    table.kept, table.used = record.bytes_to("v", len(code.start)), record.bytes_to("m", layout.memory)
    baked = hashlib.sha256(repr(sorted(code.constants.items())).encode())
    for name in record.BAKED:
        baked.update(result[name].tobytes())
    table.code = int.from_bytes(baked.digest()[:8], "little")
    return result


def _tell_actions(table: np.record, compiled: Compiled) -> None:
    """Writes what players know of actions: the index of their names, the bits of the picked card, its value field."""
    layout, names = compiled.layout, compiled.action_names
    for number, coded in enumerate(compiled.actions):
        table.action_places[number] = names.index(coded.name)
        table.card_shifts[number] = next(
            (picked.shift for picked in coded.picks if isinstance(picked.pick, grammar.PickCard)), -1
        )
    table.card_mask = (1 << layout.card_bits) - 1
    fields = compiled.program.deck.fields
    numbers = [name for name in layout.fields if all(isinstance(value, int) for value in fields[name].values())]
    table.worth_field = layout.fields[numbers[0]] if numbers else -1
    table.most_worth = max(layout.table_of(numbers[0])) if numbers else 0
    piles = [number for number, each in enumerate(layout.instances) if each.listed >= 0 and not table.open[number]]
    table.stock, table.deck = piles[0] if piles else 0, int(table.copies.sum())


def _settles(
    compiled: Compiled, rules: Mapping[str, int | str], forms: type[grammar.Tree] | UnionType = SETTLE
) -> bool:
    """Whether a clause settles any tie: by sharing, by no winner, or by turn order."""
    said = [value.said.get(str(rules[value.rule]) if value.rule else "") for value in compiled.program.ties.values()]
    return any(each and isinstance(each.tree, forms) for each in said)


def settings_of(program: Program, rules: Mapping[str, int | str]) -> dict[str, int | str]:
    """The value of each rule; the program's default for rules that are not set."""
    return {
        name: rules.get(name, rule.options[rule.default] if rule.options else rule.default)
        for name, rule in program.rules.items()
    }


def _lay_zones(table: np.record, compiled: Compiled, rules: Mapping[str, int | str]) -> None:
    layout, zones = compiled.layout, compiled.program.zones
    table.instances = len(layout.instances)
    for number, instance in enumerate(layout.instances):
        table.counts[number], table.listed[number] = instance.counts, instance.listed
        table.secret[number] = instance.secret
        table.owners[number] = table.blind[number] = -1
        table.holds[number], table.belongs[number] = HELD_ALL, instance.owner
        if instance.zone == BOX:
            continue
        zone = zones[instance.zone]
        seen = layout.visibility(zone.name, str(rules.get(zone.seen_by, "")))
        table.open[number] = seen == ALL
        table.owners[number] = instance.owner if seen == OWNER else -1
        table.blind[number] = instance.owner if seen == OTHERS else -1
        held = zone.holds.get(str(rules.get(zone.held_by, "")) if zone.held_by else "", CARDS)
        table.holds[number] = layout.noun(held) if held != CARDS else HELD_ALL
