"""The options of a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from cardgen.foundations.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """What the check plays.

    `seconds` limits it by the clock: then figures may differ from run to run. `fresh` replays the games that were kept.
    `cluster` names the workers, as `cluster.open_executor` takes it.
    """

    players: tuple[int, ...] = ()
    policies: tuple[str, ...] = ()
    games: int | None = None
    seed: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)
    seconds: float | None = None
    deep: bool = False
    fresh: bool = False
    cluster: str | None = None


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What the report contains: text or JSON, all findings or one screen of them, a page or none, with or without play.

    Of the static check that of some `languages` and `cards` alone, if any.
    """

    as_json: bool = False
    whole: bool = False
    page: bool = False
    static: bool = False
    languages: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
