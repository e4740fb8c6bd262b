"""Shows the sentences of a game's rules file, with those that a variant changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from starlette.requests import Request
from starlette.routing import Route

from cardgen.definitions import nodes
from cardgen.definitions.game import BASE
from cardgen.desk.access import route
from cardgen.desk.answers import view_handler
from cardgen.desk.edition import edition
from cardgen.desk.findings import editor
from cardgen.desk.state import Desk
from cardgen.rules.load import load_game


def routes(desk: Desk) -> list[Route]:
    def get_clauses(request: Request) -> dict[str, object]:
        asked = edition(request, desk)
        now = load_game(asked.home, asked.variant).clauses
        before = now if asked.variant == BASE else load_game(asked.home).clauses
        return {"editor": editor(), "clauses": list(compared(_sentences(now), _sentences(before)))}

    return [route("GET", "clauses", view_handler(get_clauses))]


def compared(now: Mapping[str, nodes.Scalar], before: Mapping[str, nodes.Scalar]) -> Iterator[dict[str, object]]:
    """Yields each clause by its path, in the order of the file: its text, None if a variant removes it, and its text
    in the base game, None if it is new. Removed clauses come last."""
    for path in dict.fromkeys((*now, *before)):
        here, there = now.get(path), before.get(path)
        written = here or there
        assert written is not None  # it is in one of the two
        yield {
            "path": path,
            "text": here.text if here else None,
            "before": there.text if there else None,
            "at": asdict(written.place) | {"shown": str(written.place)},
        }


def _sentences(node: nodes.Node | None, path: str = "") -> dict[str, nodes.Scalar]:
    """Everything in a rules file, by its path for a variant's `clauses:`; items of lists by their numbers."""
    if isinstance(node, nodes.Scalar):
        return {path: node}
    if node is None:
        return {}
    named = (
        node.items.items()
        if isinstance(node, nodes.Mapping)
        else ((str(number), each) for number, each in enumerate(node.items, 1))
    )
    sentences: dict[str, nodes.Scalar] = {}
    for name, inner in named:
        sentences |= _sentences(inner, f"{path}.{name}" if path else name)
    return sentences
