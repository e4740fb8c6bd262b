"""Keeps the tables in play, and decides what each browser may see and do at them.

Each browser has a key. The desk's own browser sees the table as the person in front of the screen sees it. A browser
that joined by a code sees what its seat sees. Between turns, hands stay hidden until the next person confirms.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime
from threading import RLock

from cardgen.desk.answers import Refused
from cardgen.desk.laying import LaidZone, TableLayout
from cardgen.desk.table import GameTable
from cardgen.desk.view import view
from cardgen.foundations.dataclass import dataclass
from cardgen.play.game import PlayedGame
from cardgen.play.marks import SEED_BITS, WIDE
from cardgen.play.seating import PERSON

HOST = ""  # the key of the desk's own browser
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # of codes: no two look alike
CODE_LENGTH = 6
MAX_TABLES = 60
REPLAY, PLAY = "replay", "play"


@dataclass(eq=False)
class Sitting:
    """One table with its browsers. `guests` are the players of browsers that joined, by their keys; `open` are the
    players whose seats are free; `front` is the player at the desk's own screen, None while it is handed over."""

    id: str
    game: str
    variant: str
    table: GameTable
    kind: str = PLAY
    started: datetime = field(default_factory=datetime.now)
    code: str = ""
    guests: dict[str, int] = field(default_factory=dict)
    open: list[int] = field(default_factory=list)
    front: int | None = None
    decisions_seen: dict[tuple[str, int | None], int] = field(default_factory=dict)  # by browser and player
    record: str = ""
    lock: RLock = field(default_factory=RLock)
    _layings: dict[str, TableLayout] = field(default_factory=dict)

    def laying(self, language: str) -> TableLayout:
        if language not in self._layings:
            self._layings[language] = TableLayout(self.table.game, self.table.words(language))
        return self._layings[language]

    # ---- permissions

    @property
    def shared(self) -> bool:
        return bool(self.code)

    @property
    def here(self) -> list[int]:
        """Returns the players of people at the desk's own screen."""
        away = {*self.guests.values(), *self.open}
        return [player for player in self.table.people if player not in away]

    def player_of(self, key: str) -> int | None:
        """Returns the player whose table a browser sees now. Raises Refused for a browser without a seat here."""
        if key != HOST:
            if key not in self.guests:
                raise Refused("table.no_seat")
            return self.guests[key]
        if len(self.here) == 1:
            return self.here[0]
        return self.front if self.front in self.here else None

    def take_screen(self, player: int) -> None:
        """Seats a person at the desk's own screen. Raises Refused for a player whom somebody else plays."""
        with self.lock:
            if player not in self.here:
                raise Refused("table.not_here")
            self.front = player

    def hand_over_screen(self) -> None:
        """Hides everybody's cards until the next person confirms that they sit at the screen."""
        with self.lock:
            self.front = None

    # ---- views

    def view_for(self, key: str, language: str) -> dict[str, object]:
        """Returns what a browser gets of the table."""
        with self.lock:
            table, player = self.table, self.player_of(key)
            since = self.decisions_seen.get((key, player), 0)
            seen = view(table, self.laying(language), player, since)
            seen |= {"id": self.id, "kind": self.kind, "shared": self.shared, "host": key == HOST}
            waits = key == HOST and player is None and table.to_act in self.here and not table.over
            seen["hand_over"] = table.to_act if waits else None
            alone = key == HOST and not self.shared
            seen["can_undo"] = alone and PERSON in table.seats and bool(table.decisions)
            if key == HOST:
                seen |= {"code": self.code, "open": self.open, "record": self.record}
            return seen

    def frame(self, key: str, number: int, language: str) -> dict[str, object]:
        """Returns what a browser got, or could have got, after that many decisions."""
        with self.lock:
            number = min(number, len(self.table.decisions))
            then, player = self.table.at(number), self.player_of(key)
            return view(then, self.laying(language), player, max(0, number - 1), acts=False)

    def at(self, number: int, language: str) -> dict[str, object]:
        """Returns a finished game with everybody's cards after that many decisions. Raises Refused if it is not
        over."""
        with self.lock:
            if not self.table.over:
                raise Refused("table.not_over")
            seen = view(self.table.at(number), self.laying(language), None, max(0, number - 1), acts=False)
            seen["zones"] = self._open_zones(number, language)
            seen["mark"] = self.table.mark
            return seen | {"id": self.id, "kind": self.kind, "of": len(self.table.decisions), "over": self.table.over}

    def _open_zones(self, number: int, language: str) -> list[LaidZone]:
        position = self.table.at(number).position
        snapshot = position.snapshot()
        laying = self.laying(language)
        own = {name for name in snapshot if name in laying.shape.each}
        seen = {**snapshot}
        for name in snapshot:  # what nobody sees, such as a pile, stays hidden
            public = [position.observation(player).get(name) for player in range(self.table.players)]
            if name not in own and all(each == public[0] for each in public) and public[0] is not None:
                seen[name] = public[0]
        return laying.zones(snapshot, seen)

    # ---- decisions

    def act(self, key: str, action: int, version: int) -> None:
        """Makes a browser's decision. Raises Refused, also if the table has moved on since."""
        with self.lock:
            player = self.player_of(key)
            if version != self.table.version:
                raise Refused("table.went_on")
            if player is None:
                raise Refused("table.not_your_turn")
            before = len(self.table.decisions)
            self.table.act(player, action)
            self._note_seen(key, player, before)
            self._hand_over_if_needed()

    def _note_seen(self, key: str, player: int, number: int) -> None:
        """Notes that a player has seen the first `number` decisions; their next view begins after these."""
        self.decisions_seen[key, player] = number

    def _hand_over_if_needed(self) -> None:
        if len(self.here) > 1 and self.table.to_act != self.front and not self.table.over:
            self.hand_over_screen()

    def undo(self, key: str) -> None:
        """Takes back a decision, at a table with only one screen. Raises Refused."""
        with self.lock:
            if key != HOST or self.shared:
                raise Refused("table.no_undo")
            self.table.undo()
            last = len(self.table.decisions)
            self.decisions_seen = {seat: min(number, last) for seat, number in self.decisions_seen.items()}
            self._hand_over_if_needed()

    # ---- sharing

    def share(self, players: Sequence[int]) -> str:
        """Opens seats to other browsers, and returns the code that lets them join. Raises Refused for a seat of nobody
        here, and for a game whose seed somebody chose and therefore knows."""
        with self.lock:
            if self.table.seed < WIDE:
                raise Refused("table.seed_known")
            if unknown := set(players) - set(self.here):
                raise Refused("table.not_here", player=min(unknown))
            self.open += [player for player in players if player not in self.open]
            self.code = self.code or "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            return self.code

    def join(self, name: str = "") -> str:
        """Seats a browser, with a name if its person gives one, and returns its key. Raises Refused if no seat is
        free."""
        with self.lock:
            if not self.open:
                raise Refused("table.no_seat_free")
            key = secrets.token_urlsafe(24)
            self.guests[key] = self.open.pop(0)
            if name:
                self.rename_player(self.guests[key], name)
            return key

    def rename_player(self, player: int, name: str) -> None:
        """Gives a player another name."""
        self.table.call(player, name)
        self._layings = {}

    def leave(self, key: str) -> None:
        """Frees the seat of a guest, so another one can have it."""
        with self.lock:
            self.open.append(self.guests.pop(key))

    def take_back_seat(self) -> None:
        """Takes a free seat back to the desk's own screen. Raises Refused if none is free."""
        with self.lock:
            if not self.open:
                raise Refused("table.no_seat_free")
            self.open.pop(0)

    def require_game_over(self, key: str) -> None:
        """Raises Refused for a browser without a seat, or if the game is not over: its account shows hidden cards."""
        self.player_of(key)
        if not self.table.over:
            raise Refused("table.not_over")


class Sittings:
    """All tables of a desk, by their ids; it drops the oldest if there are many."""

    def __init__(self) -> None:
        self._all: dict[str, Sitting] = {}
        self.lock = RLock()

    def open(
        self,
        played: PlayedGame,
        seats: Sequence[str],
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        decisions: Sequence[int] = (),
        kind: str = PLAY,
        names: Sequence[str] = (),
    ) -> Sitting:
        """Opens a table, and lets policies decide until the first person's turn. Raises Refused.

        Without a `seed`, it gets one that nobody can find by trying which seeds deal the same hand."""
        given = WIDE + secrets.randbelow(2**SEED_BITS - WIDE) if seed is None else seed
        table = GameTable(played, seats, given, options, decisions, names)
        table.go_on()
        game = played.definition
        sitting = Sitting(secrets.token_urlsafe(9), game.name, game.variant, table, kind)
        with self.lock:
            while len(self._all) >= MAX_TABLES:
                self._all.pop(next(iter(self._all)))
            self._all[sitting.id] = sitting
        return sitting

    def shares(self, seed: int) -> bool:
        """Returns whether the game of a seed is in play at a shared table."""
        with self.lock:
            return any(each.shared and each.table.seed == seed and not each.table.over for each in self._all.values())

    def in_play(self, game: str, variant: str) -> list[Sitting]:
        """Returns the tables at which people still play a game, the newest first."""
        with self.lock:
            here = [each for each in self._all.values() if (each.game, each.variant) == (game, variant)]
        return [each for each in here if each.kind == PLAY and each.table.people and not each.table.over][::-1]

    def close(self, sitting: Sitting) -> None:
        """Removes a table."""
        with self.lock:
            self._all.pop(sitting.id, None)

    def find(self, id: str) -> Sitting:
        """Returns the table with an id. Raises Refused."""
        with self.lock:
            if id not in self._all:
                raise Refused("table.gone")
            return self._all[id]

    def of_code(self, code: str) -> Sitting:
        """Returns the table that a code opens. Raises Refused."""
        typed = code.strip().upper()
        for each in self._listed():
            if each.code and secrets.compare_digest(each.code.encode(), typed.encode()):
                return each
        raise Refused("table.no_code")

    def of_guest(self, key: str) -> Sitting | None:
        """Returns the table that a browser has joined."""
        return next((each for each in self._listed() if key and key in each.guests), None)

    def _listed(self) -> list[Sitting]:
        """The tables at this moment: other threads open and close some while you iterate."""
        with self.lock:
            return list(self._all.values())
