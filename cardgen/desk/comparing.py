"""Compares two states of a game: its variants, revisions of its repository, and what was printed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict
from threading import Lock, RLock

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.comparing import git
from cardgen.comparing.cards import KINDS, CardChange, Looks, looks_of
from cardgen.comparing.compare import StateComparison, compare, open_both
from cardgen.comparing.opened import Opened
from cardgen.comparing.play import PlayedBoth, play_both
from cardgen.comparing.states import HEAD, NOW, PREFIX, PRINTED, revisions, two_states
from cardgen.comparing.telling import rows
from cardgen.definitions.game import BASE
from cardgen.desk.access import route
from cardgen.desk.answers import Answer, Refused, tagged, view_handler
from cardgen.desk.edition import RequestedEdition, edition
from cardgen.desk.state import Desk
from cardgen.desk.titles import variant_titles
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, fail
from cardgen.ledger.ledger_file import read_ledger
from cardgen.store.library import Home

MAX_KEPT = 3  # comparisons that are kept, with the files of their revisions
MAX_SHOWN = 400  # entries of each list that a browser gets
GAMES = 1024  # of each state
MAX_NAME = 200
Key = tuple[object, ...]


@dataclass
class Kept:
    """A comparison, with the files that it needs; `made` belongs to the state of the desk's edition at that time."""

    old: Opened
    new: Opened
    found: StateComparison
    files: ExitStack
    made: object
    looks: dict[tuple[str, ...], Looks]
    lock: RLock


class Comparisons:
    """The last comparisons of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._lock = Lock()
        self._turn = Lock()
        desk.at_end.append(self.close)

    def compared(self, wanted: RequestedEdition, old: str, new: str) -> Kept:
        """Compares two states in the language of a request. Raises InputError."""
        shown = self.desk.current(wanted.but(wanted.variant))
        if shown.faults:
            raise InputError(*shown.faults)
        key = (
            wanted.home,
            wanted.variant,
            wanted.language,
            old,
            new,
            *(_token(wanted.home, each) for each in (old, new)),
        )
        with self._lock:
            kept = self._kept.get(key)
            if kept and kept.made is shown.made:
                self._kept.move_to_end(key)
                return kept
            if kept:
                self._kept.pop(key).files.close()
            with ExitStack() as stack:
                states = stack.enter_context(two_states(wanted.home, old, new, wanted.variant))
                both = open_both(*states)
                found = compare(*both, [wanted.language])
                kept = Kept(*both, found, stack.pop_all(), shown.made, {}, RLock())
            self._kept[key] = kept
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)[1].files.close()
            return kept

    def play(self, kept: Kept) -> PlayedBoth:
        """Plays both states. Raises Refused while others are played."""
        if not self._turn.acquire(blocking=False):
            raise Refused("compare.busy")
        try:
            return play_both(kept.old, kept.new, games=GAMES)
        finally:
            self._turn.release()

    def close(self) -> None:
        with self._lock:
            for kept in self._kept.values():
                kept.files.close()
            self._kept.clear()


def routes(desk: Desk) -> list[Route]:
    comparisons = Comparisons(desk)

    def request_of(request: Request) -> tuple[RequestedEdition, Kept]:
        wanted = edition(request, desk)
        old, new = (_state(desk, wanted.home, request.query_params.get(name, "")) for name in ("old", "new"))
        return wanted, comparisons.compared(wanted, old, new)

    def choices(request: Request) -> Answer:
        """Returns the states that can be compared, and which two are compared first."""
        wanted = edition(request, desk)
        last: list[tuple[str, str, str]] = []
        with suppress(InputError):  # without git, or without a commit
            last = revisions(wanted.home)
        printed = False
        with suppress(InputError):
            printed = wanted.language in read_ledger(wanted.home).boxes.get(wanted.variant, {})
        variants = [name for name in (BASE, *wanted.home.variants) if name != wanted.variant]
        usual = f"{PREFIX}{HEAD}" if last else PRINTED if printed else variants[0] if variants else NOW
        return {
            "variants": variants,
            "titles": variant_titles(wanted.home, wanted.language),
            "printed": printed,
            "revisions": [{"name": f"{PREFIX}{name}", "date": date, "said": said} for name, date, said in last],
            "old": usual,
            "new": NOW,
            "head": f"{PREFIX}{HEAD}" if last else "",
        }

    def compared(request: Request) -> Answer:
        wanted, kept = request_of(request)
        found, language = kept.found, wanted.language
        return {
            "game": found.game,
            "old": found.old,
            "new": found.new,
            "same": found.same,
            "only_cards": found.only_cards,
            "notes": found.notes,
            "settings": [asdict(each) for each in found.settings],
            "cards": [_card_json(each) for each in found.cards[language][:MAX_SHOWN]],
            "rules": [asdict(each) for each in found.rules[:MAX_SHOWN]],
            "texts": [asdict(each) for each in found.texts.get(language, ())[:MAX_SHOWN]],
            "book": [asdict(each) for each in found.books.get(language, ())[:MAX_SHOWN]],
            "numbers": {
                "cards": len(found.cards[language]),
                "rules": len(found.rules),
                "texts": len(found.texts.get(language, ())),
                "book": len(found.books.get(language, ())),
            },
        }

    def looks(request: Request) -> tuple[Looks, str]:
        """The pictures of a side of a card that differs, and which of them is asked for."""
        wanted, kept = request_of(request)
        given = request.query_params
        deck, card, side = (given.get(name, "") for name in ("deck", "card", "side"))
        change = next(
            (each for each in kept.found.cards[wanted.language] if (each.deck, each.card) == (deck, card)), None
        )
        if change is None or side not in change.sides:
            raise fail("this card does not differ", code=UNKNOWN_NAME)
        key = (deck, card, side)
        with kept.lock:
            if key not in kept.looks:
                kept.looks[key] = looks_of(kept.old, kept.new, wanted.language, change, side)
            return kept.looks[key], given.get("which", "new")

    def picture(request: Request) -> Response:
        found, which = looks(request)
        data = found.old if which == "old" else found.new
        if data is None:
            raise fail("there is no picture of this card", code=UNKNOWN_NAME)
        return tagged(request, data, "image/png")

    def frames(request: Request) -> Answer:
        """Returns where the pictures of a side differ, and which pictures there are."""
        found, _ = looks(request)
        return {"old": found.old is not None, "new": found.new is not None, "frames": found.frames}

    def play(request: Request) -> Answer:
        _, kept = request_of(request)
        if kept.found.only_cards:
            raise Refused("compare.only_printed")
        result = comparisons.play(kept)
        return {
            "pairs": [
                {
                    "players": pair.players,
                    "policies": pair.policies,
                    "games": pair.games,
                    "note": pair.note,
                    "rows": rows(pair, whole=False) if not pair.note else [],
                }
                for pair in result.pairs
            ]
        }

    return [
        route("GET", "compare", view_handler(compared)),
        route("GET", "compare/choices", view_handler(choices)),
        route("GET", "compare/picture.png", view_handler(picture)),
        route("GET", "compare/frames", view_handler(frames)),
        route("GET", "compare/play", view_handler(play)),
    ]


def _state(desk: Desk, home: Home, name: str) -> str:
    """A state that a browser names: never a path of this machine. Raises InputError."""
    if len(name) > MAX_NAME:
        raise fail("expected the name of a state", code=UNKNOWN_NAME)
    if name in (NOW, PRINTED) or name.startswith(PREFIX):
        return name
    return desk.variant(home, name)


def _token(home: Home, name: str) -> str:
    """What a revision's name leads to now, which changes with a commit."""
    repository = git.repository_of(home.folder) if name.startswith(PREFIX) else None
    base = name.removeprefix(PREFIX).partition("~")[0].partition("^")[0]
    return (git.resolve(repository, base) or "") if repository and base else ""


def _card_json(change: CardChange) -> Mapping[str, object]:
    assert change.kind in KINDS
    return {
        "kind": change.kind,
        "deck": change.deck,
        "card": change.card,
        "was": change.old_card,
        "name": change.name,
        "copies": [change.old_copies, change.new_copies],
        "sides": change.sides,
        "fields": change.fields,
    }
