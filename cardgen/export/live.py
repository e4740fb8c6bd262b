"""Changes the pictures of a game on the table of a running Tabletop Simulator, and nothing else of it.

cardgen is an external editor: it has Tabletop Simulator execute one Lua script (message 3, port 39999), and the script
answers with a custom message (message 4, port 39998). A message is JSON in a connection of its own
(api.tabletopsimulator.com/externaleditorapi).

The script finds cards by the numbers of their sheets, which no two games share, and other pieces by the file names of
their pictures. It replaces an object by one with the same data, place and GUID but new pictures, and compares both. An
object that somebody holds keeps its old pictures until the next time.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain

from cardgen.export.saved import Object
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import fail

PORT, OWN_PORT = 39999, 39998  # where Tabletop Simulator listens, and where it sends what editors want to know
PATIENCE = 10.0  # seconds in which the script answers
MAX_BYTES = 1 << 22  # of a message
_HOST = "127.0.0.1"
_EXECUTE, _CUSTOM = 3, 4  # IDs of messages: to Tabletop Simulator, and from it
_GLOBAL = "-1"  # the GUID under which the table itself executes scripts
_DIGEST = re.compile(r"-[0-9a-f]{10}(?=\.[a-z]+$)")
_PICTURES = {"CustomImage": ("ImageURL", "ImageSecondaryURL"), "CustomPDF": ("PDFUrl",)}


@dataclass(frozen=True)
class TableUpdate:
    """What the objects of an export look like now: the sheets of cards by their number, names of cards by their ID, how
    many of each there are in each language, and the address of each other picture by its address without the digest."""

    sheets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    cards: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    counts: Sequence[Mapping[str, int]] = ()
    pictures: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableReport:
    """What the script did: objects that it replaced, that somebody held, and that differ from before in more than
    pictures; cards of the game on the table, and cards of the export that are not there."""

    changed: int
    held: int
    wrong: int
    cards: int
    absent: int


def update_of(*languages: Sequence[Object]) -> TableUpdate:
    """The update that gives the pictures of saved objects, all their states included, to those on the table. The
    objects of each language stand by themselves."""
    sheets: dict[str, Mapping[str, object]] = {}
    cards: dict[str, Mapping[str, str]] = {}
    pictures: dict[str, str] = {}
    for each in _all(chain(*languages), states=True):
        sheets |= each.get("CustomDeck", {})
        if "CardID" in each:
            cards[str(each["CardID"])] = {"GMNotes": each["GMNotes"], "Nickname": each["Nickname"]}
        for part, names in _PICTURES.items():
            urls = [each[part][name] for name in names if part in each]
            pictures |= {_DIGEST.sub("", url): url for url in urls if _DIGEST.search(url)}
    counts = [Counter(str(each["CardID"]) for each in _all(own, False) if "CardID" in each) for own in languages]
    return TableUpdate(sheets, cards, counts, pictures)


def _all(objects: Iterable[Object], states: bool) -> Iterator[Object]:
    for each in objects:
        yield each
        yield from _all(each.get("ContainedObjects", ()), states)
        if states:
            yield from _all(each.get("States", {}).values(), states)


def send_update(
    update: TableUpdate, port: int = PORT, own_port: int = OWN_PORT, patience: float = PATIENCE
) -> TableReport:
    """Has Tabletop Simulator show the new pictures. It takes as long as the script does, at most `patience` seconds.

    Raises InputError if Tabletop Simulator is not running or does not answer, if another editor has our port, or if the
    script fails.
    """
    job = secrets.token_hex(8)
    names = ("sheets", "cards", "counts", "pictures")
    data = {"cardgen": job, **{name: getattr(update, name) for name in names}}
    message = {"messageID": _EXECUTE, "guid": _GLOBAL, "script": f"local job = JSON.decode({_quoted(data)})\n{_SCRIPT}"}
    with socket.socket() as listener:
        if os.name == "posix":  # elsewhere, two programs could then listen on one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((_HOST, own_port))
        except OSError:
            raise fail(
                f"another program listens on port {own_port}; close the script editor that is connected to Tabletop "
                "Simulator"
            ) from None
        listener.listen()
        try:
            with socket.create_connection((_HOST, port), patience) as connection:
                connection.sendall(json.dumps(message).encode())
        except OSError:
            raise fail("Tabletop Simulator is not running, or has no game open") from None
        return _answer(listener, job, time.monotonic() + patience)


def _answer(listener: socket.socket, job: str, end: float) -> TableReport:
    """Waits for the script's message among those of others."""
    while (left := end - time.monotonic()) > 0:
        listener.settimeout(left)
        try:
            connection, _ = listener.accept()
            with connection:
                message = _read(connection, end)
        except OSError:  # also a connection that takes too long
            continue
        answer = message.get("customMessage")
        if message.get("messageID") != _CUSTOM or not isinstance(answer, dict) or answer.get("cardgen") != job:
            continue
        if "error" in answer:
            raise fail(f"Tabletop Simulator could not change the table: {str(answer['error'])[:200]}")
        return TableReport(*(int(answer.get(name, 0)) for name in TableReport.__match_args__))
    raise fail("Tabletop Simulator did not answer; load a game there, and try again")


def _read(connection: socket.socket, end: float) -> dict[str, object]:
    """A message; an empty one if it is no JSON object."""
    data = b""
    while len(data) < MAX_BYTES:
        connection.settimeout(max(0.01, end - time.monotonic()))
        if not (more := connection.recv(1 << 16)):
            break
        data += more
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _quoted(data: object) -> str:
    """JSON as a string of Lua, in long brackets that it does not hold."""
    text = json.dumps(data)
    level = next("=" * number for number in range(1, len(text) + 2) if f"]{'=' * number}]" not in text)
    return f"[{level}[{text}]{level}]"


_SCRIPT = """\
local changed, held, wrong, waiting, started = 0, 0, 0, 0, false
local there = {}

-- Keys that are digits may be strings or numbers, in what Tabletop Simulator decodes and in its own data.
local function at(of, key) return of[tostring(key)] or of[tonumber(key)] end

local function finish()
  if not started or waiting > 0 then return end
  local cards, absent = 0, 0
  for id, number in pairs(there) do cards = cards + number end
  for _, counts in ipairs(job.counts) do
    local own, less = 0, 0
    for id, number in pairs(counts) do
      local here = there[tostring(id)] or 0
      own = own + here
      less = less + math.max(0, number - here)
    end
    if own > 0 then absent = absent + less end  -- cards in this language lie on the table
  end
  sendExternalMessage({
    cardgen = job.cardgen, changed = changed, held = held, wrong = wrong, cards = cards, absent = absent
  })
end

-- Puts the new pictures into the data of an object. Returns whether any differs.
local function renew(data)
  local new = false
  local function put(of, name, value)
    if value ~= nil and of[name] ~= value then of[name] = value; new = true end
  end
  for key, sheet in pairs(data.CustomDeck or {}) do
    for name, value in pairs(at(job.sheets, key) or {}) do put(sheet, name, value) end
  end
  local card = data.CardID and at(job.cards, data.CardID)
  if card and data.GMNotes == card.GMNotes then put(data, "Nickname", card.Nickname) end
  for part, names in pairs({CustomImage = {"ImageURL", "ImageSecondaryURL"}, CustomPDF = {"PDFUrl"}}) do
    for _, name in ipairs(names) do
      local url = data[part] and data[part][name]
      if url then put(data[part], name, job.pictures[(string.gsub(url, "%-%x+(%.%a+)$", "%1"))]) end
    end
  end
  for _, inside in pairs(data.ContainedObjects or {}) do if renew(inside) then new = true end end
  for _, state in pairs(data.States or {}) do if renew(state) then new = true end end
  return new
end

local function count(data)
  local id = data.CardID and tostring(data.CardID)
  if id and at(job.cards, id) then there[id] = (there[id] or 0) + 1 end
  for _, inside in pairs(data.ContainedObjects or {}) do count(inside) end
end

-- What must stay: where the object is, its cards and their order, and all names and numbers but those of pictures.
local function order(data, list)
  table.insert(list, tostring(data.GUID) .. "/" .. tostring(data.CardID))
  for _, inside in ipairs(data.ContainedObjects or {}) do order(inside, list) end
  return list
end

local function same(before, after)
  for _, name in ipairs({"posX", "posY", "posZ", "rotX", "rotY", "rotZ"}) do
    if math.abs(before.Transform[name] - after.Transform[name]) > 0.01 then return false end
  end
  return table.concat(order(before, {}), " ") == table.concat(order(after, {}), " ")
end

local function replace(object, data)
  waiting = waiting + 1
  object.destruct()
  local function gone() return getObjectFromGUID(data.GUID) == nil end
  local function spawn()
    spawnObjectData({data = data, callback_function = function(made)
      changed = changed + 1
      if not same(data, made.getData()) then wrong = wrong + 1 end
      waiting = waiting - 1
      finish()
    end})
  end
  Wait.condition(spawn, gone)
end

local well, problem = pcall(function()
  for _, object in ipairs(getObjects()) do
    local data = object.getData()
    count(data)
    if renew(data) then
      if object.held_by_color then held = held + 1 else replace(object, data) end
    end
  end
end)
if not well then sendExternalMessage({cardgen = job.cardgen, error = tostring(problem)}) end
started = well
finish()
"""
