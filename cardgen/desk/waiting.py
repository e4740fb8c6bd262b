"""Limits how long a connection may take to send its request, so idle connections block nobody."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0  # that a request may take to arrive, its body included
MAX_IDLE_CONNECTIONS = 256  # connections without a request; if there are more, the longest waiting one closes


class Bounded(H11Protocol):
    """A connection that closes if a request does not arrive whole in time."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        waiting = [each for each in self.connections if isinstance(each, Bounded) and each._late]
        if len(waiting) > MAX_IDLE_CONNECTIONS:
            min(waiting, key=lambda each: each._late.when() if each._late else 0.0)._abandon()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle = self.cycle
        if cycle is not None and not cycle.more_body and not cycle.response_complete:
            self._end_wait()  # the desk answers it, however long that takes
        elif self._late is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_wait()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._late = self.loop.call_later(REQUEST_SECONDS, self._abandon)

    def _end_wait(self) -> None:
        if self._late:
            self._late.cancel()
            self._late = None

    def _abandon(self) -> None:
        self._end_wait()
        self.transport.abort()
