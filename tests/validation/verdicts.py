"""What questions come to, and cells of games that are played or made up."""

from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.game_sums import GameSums


def told(verdicts):
    """The findings among answers."""
    return [verdict.finding() for verdict in verdicts if verdict.finding]


def cell_of(game, table, games=0, options=None, asked=()):
    """A cell with so many games of its own."""
    cell = Cell(game, len(table), tuple(table), options or {}, 0, asked)
    return with_records(cell, cell.spec.play(0, games))


def with_records(cell, records, table=None):
    """The same cell, perhaps of other policies, as if its games had left these records."""
    found = Cell(cell.game, cell.players, cell.table, cell.options, cell.seed, cell.asked)
    found.table = table or cell.table
    found.seen = GameSums.from_records(found.seen.what, records)
    return found
