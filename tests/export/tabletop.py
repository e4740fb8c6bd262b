"""A table as Tabletop Simulator has one: objects with data, Lua scripts, frames, and the two ports of its External
Editor API (api.tabletopsimulator.com/externaleditorapi)."""

from __future__ import annotations

import copy
import json
import random
import socket
import threading
from contextlib import suppress

from lupa.lua52 import LuaRuntime, lua_type  # the version that Tabletop Simulator's interpreter follows

FRAME = 0.001  # seconds
HOST = "127.0.0.1"


class Tabletop:
    """Executes scripts and keeps objects by their GUID. It listens from `with` to its end."""

    def __init__(self, objects, own_port, heard=(), numbered=True):
        self.objects = {}
        self.held = {}  # GUID to a player's colour
        self.chance = random.Random(7)
        self.errors = []
        self.own_port = own_port
        self.numbered = numbered  # keys of digits are numbers in Lua
        self._later = []  # (condition, what to call) of the frames to come
        self._ending = []
        self._heard = [*heard]  # further messages that editors get first
        for each in objects:
            self._put(copy.deepcopy(each))

    def __enter__(self):
        self.listener = socket.socket()
        self.listener.bind((HOST, 0))
        self.listener.listen()
        self.listener.settimeout(0.2)
        self.port = self.listener.getsockname()[1]
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        self.listener.close()

    def _serve(self):
        while not self.over.is_set():
            try:
                connection, _ = self.listener.accept()
            except TimeoutError:
                continue
            with connection:
                data = b"".join(iter(lambda: connection.recv(1 << 16), b""))  # noqa: B023
            message = json.loads(data)
            if message["messageID"] == 3 and message["guid"] == "-1":
                self._execute(message["script"])

    # ---- what scripts call

    def _execute(self, script):
        self.lua = LuaRuntime(unpack_returned_tuples=True, register_eval=False)
        known = self.lua.globals()
        known.JSON = self.lua.table_from({"decode": lambda text: self._table(json.loads(text))})
        known.getObjects = lambda: self._table([self._object(guid) for guid in self.objects])
        known.getObjectFromGUID = lambda guid: self._object(guid) if guid in self.objects else None
        known.spawnObjectData = self._spawn
        known.sendExternalMessage = lambda table: self._send({"messageID": 4, "customMessage": self._plain(table)})
        known.Wait = self.lua.table_from({"condition": lambda call, when: self._later.append((when, call))})
        try:
            self.lua.execute(script)
            for _ in range(1000):
                self._frame()
                if not self._later and not self._ending:
                    break
        except Exception as error:
            self.errors.append(str(error))
            self._send({"messageID": 3, "error": str(error), "guid": "-1", "errorMessagePrefix": "Error: "})

    def _frame(self):
        """Objects end with the frame in which they were destroyed."""
        for guid in self._ending:
            del self.objects[guid]
        self._ending = []
        now, self._later = self._later, []
        for when, call in now:
            if when():
                call()
            else:
                self._later.append((when, call))

    def _object(self, guid):
        return self.lua.table_from({
            "guid": guid, "held_by_color": self.held.get(guid),
            "getData": lambda: self._table(copy.deepcopy(self.objects[guid])),
            "destruct": lambda: self._ending.append(guid),
        })  # fmt: skip

    def _spawn(self, parameters):
        guid = self._put(self._plain(parameters["data"]))
        if call := parameters["callback_function"]:
            self._later.append((lambda: True, lambda: call(self._object(guid))))
        return self._object(guid)

    def _put(self, data):
        """An object on the table; a GUID that is taken is changed."""
        while data["GUID"] in self.objects:
            data["GUID"] = f"{self.chance.randrange(16**6):06x}"
        self.objects[data["GUID"]] = data
        return data["GUID"]

    def _send(self, message):
        for each in [*self._heard, json.dumps(message).encode()]:
            with suppress(OSError), socket.create_connection((HOST, self.own_port), 5) as connection:
                connection.sendall(each)

    # ---- values

    def _table(self, value):
        if isinstance(value, dict):
            return self.lua.table_from(
                {
                    (int(key) if self.numbered and key.isdigit() else key): self._table(each)
                    for key, each in value.items()
                }
            )
        if isinstance(value, list):
            return self.lua.table_from([self._table(each) for each in value])
        return value

    def _plain(self, value):
        if lua_type(value) != "table":
            return value
        keys = list(value.keys())
        if keys and keys == [*range(1, len(keys) + 1)]:  # states are counted from 2
            return [self._plain(value[key]) for key in keys]
        return {str(key): self._plain(each) for key, each in value.items()}

    # ---- what players do

    def draw(self, guid):
        """Takes the top card of a deck; the rest may be a single card then."""
        deck = self.objects[guid]
        deck["DeckIDs"].pop()
        card = deck["ContainedObjects"].pop()
        card["Transform"] |= {
            "posX": round(self.chance.uniform(-9, 9), 3),
            "posZ": round(self.chance.uniform(-9, 9), 3),
        }
        return self._put(card)

    def shuffle(self, guid):
        deck = self.objects[guid]
        self.chance.shuffle(deck["ContainedObjects"])
        deck["DeckIDs"] = [card["CardID"] for card in deck["ContainedObjects"]]
