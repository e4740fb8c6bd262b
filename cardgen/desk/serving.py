"""A uvicorn server that sleeps until it must end. By itself, uvicorn wakes up ten times a second."""

from __future__ import annotations

import asyncio
from types import FrameType

import uvicorn
from uvicorn import Config

from cardgen.desk import interrupts

__all__ = ["Config", "DeskServer"]


class DeskServer(uvicorn.Server):
    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = asyncio.Event()

    async def main_loop(self) -> None:
        self._loop = asyncio.get_running_loop()
        interrupts.release()
        if not await self.on_tick(0):
            await self._ended.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            return  # it is ending already; a second Ctrl-C would only cause a traceback
        super().handle_exit(sig, frame)
        if self._loop:  # otherwise, `main_loop` starts later and sees it
            self._loop.call_soon_threadsafe(self._ended.set)
