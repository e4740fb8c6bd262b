"""Faults that were planted in variants, and variants that harm no game: what the check finds, misses, finds falsely."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from cardgen.checks.definitions import CHECKS
from cardgen.definitions.load import load_game
from cardgen.definitions.nodes import mapping
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.findings import Finding
from cardgen.store.library import find_game
from cardgen.validation.play import Plan, check_play

PLANTED = Path(__file__).parent / "planted"
FALSE = ("error", "warning")  # what a variant that harms no game must not be told of


@dataclass(frozen=True)
class Sown:
    """A variant with what should be found: a finding's code, perhaps with its topic."""

    file: Path
    find: str
    players: int
    games: int
    policy: str

    @property
    def name(self) -> str:
        return f"{self.file.parent.name}/{self.file.stem}"


def sown() -> list[Sown]:
    table = mapping(read_yaml(PLANTED / "table.yaml"))
    return [
        Sown(
            PLANTED / kind / f"{name}.yaml",
            told.data.get("find", ""),
            int(told.data["players"]),
            int(told.data["games"]),
            told.data.get("policy", "greedy"),
        )
        for kind, rows in table.items.items()
        for name, told in rows.items.items()
    ]


def new_findings(one: Sown) -> list[Finding]:
    """What is told in full of a variant: what its base game has not, or less."""
    home = find_game(str(mapping(read_yaml(one.file)).items["changes"].data))
    definition = load_game(home, str(one.file))
    static = [finding for check in CHECKS for finding in check(definition)]
    plan = Plan(players=(one.players,), policies=(one.policy, "random"), games=one.games)
    (part,) = check_play([(home, [str(one.file)])], plan).parts
    return [*static, *(finding for finding in part.all_findings if not finding.as_base)]


def matches(finding: Finding, find: str) -> bool:
    code, _, topic = find.partition(":")
    return finding.code == code and topic in ("", finding.topic)


def test_the_table_tells_of_every_variant():
    there = {path for kind in ("faults", "harmless") for path in (PLANTED / kind).glob("*.yaml")}
    assert {one.file for one in sown()} == there
    assert [sum(one.file.parent.name == kind for one in sown()) for kind in ("faults", "harmless")] == [25, 17]


@pytest.mark.slow
@pytest.mark.parametrize("one", sown(), ids=lambda one: one.name)
def test_planted(one):
    found = new_findings(one)
    told = "\n".join(f"{finding.severity} {finding.code}: {finding.message}" for finding in found)
    if one.find:
        assert any(matches(finding, one.find) for finding in found), told
    else:
        assert not [finding for finding in found if finding.severity in FALSE], told
