"""Opens tables: lists what you can choose for a game, lays out a new game, or lays out a saved one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request

from cardgen.desk import body as asked
from cardgen.desk import notes, records
from cardgen.desk.answers import Refused
from cardgen.desk.asking import definition_of, host_only, played_of, sittings_of
from cardgen.desk.notes import Note
from cardgen.desk.saved import remove, saves_of
from cardgen.desk.sitting import PLAY, REPLAY, Sitting
from cardgen.desk.state import Desk
from cardgen.play.game import PlayedGame
from cardgen.play.marks import parse_mark
from cardgen.play.playthrough import changed, how
from cardgen.play.position import agreements
from cardgen.play.record_files import Record
from cardgen.play.record_files import records as kept_games
from cardgen.play.seating import GENERAL

MAX_SEED = 10**15
MAX_RECORDS, MAX_NOTES = 50, 100  # offered, the newest first


class Opening:
    """Answers requests that open tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.sittings = sittings_of(desk)

    def choices(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Returns what you can choose: how many play, who sits there, the options, and the records of earlier games."""
        host_only(request)
        played, language = played_of(self.desk, request), request.path_params["language"]
        words, home = played.words(language), played.definition.home
        own = [played.policies[0], *GENERAL, *played.policies[1:]]
        kept = [
            {
                "name": path.stem,
                "started": record.started,
                "names": [name for name in record.names if name],
                "scores": record.scores,
                "finished": record.finished,
            }
            for path, record in kept_games(home)
            if record.variant == played.definition.variant
        ]
        return {
            "rules": changed(played, words),
            "players": [played.player_counts[0], played.player_counts[-1]],
            "policies": [{"name": name, "how": how(name, words)} for name in dict.fromkeys(own)],
            "options": [
                {
                    "name": name,
                    "values": [{"value": each, "said": words.say_or(f"option.{name}.{each}", each)} for each in values],
                }
                for name, values in played.engine.zones.OPTIONS.items()
            ],
            "records": kept[::-1][:MAX_RECORDS],
            "notes": [
                {"number": place, "decision": note.number, "text": note.text, "mark": note.record or note.mark}
                for place, note in enumerate(notes.notes(home))
                if note.variant == played.definition.variant
            ][::-1][:MAX_NOTES],
            "tables": [
                {"id": each.id, "started": f"{each.started:%H:%M}", "names": each.table.called(language)}
                for each in self.sittings.in_play(home.name, played.definition.variant)
            ],
            "shares": self.desk.share,
        }

    def open(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Opens a table with `seats`, or shows a game again: a `record`, a `note`, or a `replay` of policies."""
        host_only(request)
        played = played_of(self.desk, request)
        home, number = played.definition.home, None
        if "record" in body:
            sitting = self._again(played, records.find(home, name := asked.name(body, "record")))
            sitting.record = name
        elif "note" in body:
            sitting, number = self._noted(played, notes.notes(home), asked.whole(body, "note"))
        elif isinstance(replay := body.get("replay"), dict):
            seats, (seed, _, mark) = asked.names(replay, "seats"), asked.name(replay, "seed").partition("-")
            options = self._options_of(played, mark) if mark else asked.table(replay, "options")
            sitting = self.sittings.open(played, seats, self._seed(seed), options, kind=REPLAY)
        else:
            seed = asked.name(body, "seed", "").partition("-")[0]
            given = self._seed(seed) if seed else None
            seats, names = asked.names(body, "seats"), asked.names(body, "names", [])
            sitting = self.sittings.open(played, seats, given, asked.table(body, "options"), names=names)
            if away := asked.wholes(body, "away"):
                first = int(sitting.table.position.record.first)
                sitting.share([(first + seat) % sitting.table.players for seat in away])
        return {"id": sitting.id, "number": number}

    def forget(self, request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Removes the record of a game, which can be undone."""
        host_only(request)
        definition = definition_of(self.desk, request)
        path = records.path_of(definition.home, asked.name(body, "record"))
        saves_of(self.desk).save(definition.home, definition.variant, [path], lambda: remove(path))
        return {}

    def _again(self, played: PlayedGame, record: Record) -> Sitting:
        if self.sittings.shares(record.seed):
            raise Refused("table.not_over")  # laid out again, it would show all hands
        table = records.reopened(played, record)
        sitting = self.sittings.open(
            played, table.seats, table.seed, table.options, table.decisions, names=record.names
        )
        sitting.kind = REPLAY if sitting.table.over else PLAY
        return sitting

    def _noted(self, played: PlayedGame, noted: Sequence[Note], place: int) -> tuple[Sitting, int]:
        """The game that a note is about, and the decision. Raises Refused if there is none, or if its seed is none."""
        if place >= len(noted):
            raise Refused("table.asked")
        note = noted[place]
        if note.record:
            return self._again(played, records.find(played.definition.home, note.record)), note.number
        try:
            seed, mark = parse_mark(note.mark)
        except ValueError as error:
            raise Refused("table.asked") from error
        seats = note.seats.split("/")
        return self.sittings.open(played, seats, seed, self._options_of(played, mark), kind=REPLAY), note.number

    def _options_of(self, played: PlayedGame, mark: str) -> dict[str, str]:
        """The options of a game, found by the hash of its rules. Raises Refused if the rules have changed."""
        for options in agreements(played.engine.zones.OPTIONS):
            if played.rules_hash(**options) == mark:
                return options
        raise Refused("table.rules_changed", mark=mark, now=played.rules_hash())

    @staticmethod
    def _seed(said: str) -> int:
        if not (said.isascii() and said.isdigit()) or int(said) >= MAX_SEED:
            raise Refused("table.asked")
        return int(said)
