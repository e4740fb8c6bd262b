"""Makes a finding on a cell, with a game that shows it, the command that replays that game, the interval that it rests
on, and its effect size: how large it is, in parts of what would be just too much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.foundations.findings import Evidence, Finding, Measurement
from cardgen.play.game import PlayedGame
from cardgen.store.library import typed_name, typed_variant
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.measures import all_measures
from cardgen.validation.sampling.sound import Estimate


@dataclass(frozen=True, slots=True)
class Verdict:
    """A question with its answer so far: what to report, and the cells whose further games can change it.

    `finding` makes it, which may play a game once more; questions are asked far oftener than they are told.
    `chance` says of a question whose answer rests on chance whether it is answered with yes; None for all others.
    """

    finding: Callable[[], Finding] | None = None
    open: Sequence[Cell] = ()
    chance: bool | None = None


def finding(
    cell: Cell,
    code: str,
    message: str,
    shown: str,
    most: bool = True,
    place: Place | None = None,
    topic: str | None = None,
    measured: Measurement | None = None,
    size: float | None = None,
) -> Callable[[], Finding]:
    """Returns a function that makes a finding, as `_finding` does."""
    return partial(_finding, cell, code, message, shown, most, place, topic, measured, size)


def _finding(
    cell: Cell,
    code: str,
    message: str,
    shown: str,
    most: bool,
    place: Place | None,
    topic: str | None,
    measured: Measurement | None,
    size: float | None,
) -> Finding:
    """`shown` is the measure of which a game is evidence: the first one of which it is true, or that has the most of it
    (or the least). `size` is how large it is, in parts of what would be
    just too much: the share of games without one."""
    seen, evidence, replay = cell.seen, None, None
    counted = all_measures(seen.what)[shown].share
    seed = seen.first(shown) if counted and most else seen.extreme(shown, most)
    if seed is not None:
        told = cell.evidence_seed(seed)
        evidence = Evidence(told, seen.turn(shown), round(seen.mean(shown), 6) if counted and most else None)
        replay = command(cell, told)
    about = cell.definition
    share = evidence.share if evidence else None
    return Finding(
        code,
        message,
        place,
        about.name,
        about.variant,
        cell.players,
        evidence,
        replay,
        topic,
        measured=measured,
        size=(share or 0.0) if size is None else size,
        standing=cell.standing,
    )


def resting(what: str, found: Estimate, falls: str, share: bool = False) -> Measurement:
    """Returns the measurement that a finding rests on."""
    return Measurement(what, found.mean, found.low, found.high, found.games, falls, share)


def command(cell: Cell, seed: str) -> str:
    """Returns the command that replays a game of a cell."""
    policies = cell.uniform or "/".join(cell.table)
    return f"{_replay(cell.game)} --players {cell.players} --seed {seed} --policies {policies}"


@lru_cache(maxsize=50)
def _replay(game: PlayedGame) -> str:
    definition = game.definition
    parts = ["cardgen replay", typed_name(definition.home)]
    if definition.variant_file:
        parts.append(f"--variant {typed_variant(definition.home, definition.variant_file)}")
    return " ".join([*parts, *(f"--set {name}={value}" for name, value in definition.settings.items())])
