"""The tables of docs/rules, for tests that hold them against the games."""

import re

from cardgen.store.library import BUILTIN, all_games

RULES = BUILTIN / "docs" / "rules"
GAMES = [home.name for home in all_games() if (RULES / f"{home.name}.md").exists()]  # our own designs have no sources


def text_of(name):
    return (RULES / f"{name}.md").read_text("utf-8")


def tables(text):
    """Every table: its rows, each a dictionary from the column's head to the cell."""
    found, head = [], None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else None
        if cells is None:
            head = None
        elif head is None:
            head = cells
            found.append([])
        elif not set("".join(cells)) <= set("-:"):
            assert len(cells) == len(head), line
            found[-1].append(dict(zip(head, cells, strict=True)))
    return found


def table(text, *heads):
    """The one table that has these columns."""
    (found,) = [rows for rows in tables(text) if rows and set(heads) <= set(rows[0])]
    return found


def numbered(name):
    """Number to row: the facts, rulings and reconstructions of a game."""
    rows = [row for rows in tables(text_of(name)) for row in rows if 'id="' in row.get("id", "")]
    found = {}
    for row in rows:
        anchor, number = re.fullmatch(r'<a id="(\w+)"></a>(\w+)', row["id"]).groups()
        assert anchor == number.lower() and number not in found, number
        found[number] = row
    return found
