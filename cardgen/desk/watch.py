"""Watches the files of the games on the desk. It reports a save at once, and many saves as one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import anyio.to_thread
from watchfiles import Change, DefaultFilter, awatch

from cardgen.desk.state import Desk
from cardgen.store.library import BUILTIN

CALM, LONGEST_BURST = 20, 60  # ms: the calm that ends a burst of saves, and the longest burst
REST = 0.1  # seconds after a change, in which the next ones gather
GONE = 1.0  # seconds between looks for a folder that is gone
NOT_OURS = {"out", "notes", "records", ".git", "__pycache__", ".venv", "site"}


class _Read(DefaultFilter):
    """A filter for files that games read: no outputs, and no temporary files of editors."""

    def __call__(self, change: Change, path: str) -> bool:
        return super().__call__(change, path) and not NOT_OURS & set(Path(path).parts)


@asynccontextmanager
async def watching(desk: Desk) -> AsyncIterator[None]:
    """Watches files while its context is open."""
    stop = asyncio.Event()
    task = asyncio.create_task(_follow(desk, stop))
    try:
        yield
    finally:
        desk.watch_again = lambda: None
        stop.set()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _follow(desk: Desk, stop: asyncio.Event) -> None:
    before = watched(desk)
    while not stop.is_set():
        roots = watched(desk)
        if roots != before:
            await anyio.to_thread.run_sync(desk.changed)
        before = roots
        if not roots:
            await asyncio.sleep(GONE)
            continue
        other = asyncio.Event()  # set when the desk has another game, and at the end
        loop = asyncio.get_running_loop()
        desk.watch_again = partial(_set_from_thread, loop, other)
        with suppress(FileNotFoundError):  # removed in between
            await _until_other(desk, roots, other)


def _set_from_thread(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    loop.call_soon_threadsafe(event.set)


async def _until_other(desk: Desk, roots: list[Path], stop: asyncio.Event) -> None:
    """Follows folders until one of them is gone, another is there, or `stop` is set."""
    missing = any(not home.folder.is_dir() for home in desk.homes.values())
    wait = int(GONE * 1000) if missing else 60_000  # no system reports that a folder is back
    async for changes in awatch(
        *roots, watch_filter=_Read(), step=CALM, debounce=LONGEST_BURST, stop_event=stop, rust_timeout=wait,
        yield_on_timeout=True,
    ):  # fmt: skip
        if changes:
            await anyio.to_thread.run_sync(desk.changed)
            await asyncio.sleep(REST)
        if watched(desk) != roots:
            return


def watched(desk: Desk) -> list[Path]:
    """Returns the existing folders to watch: a game's own, its variants' and its library's templates."""
    folders: set[Path] = set()
    for home in desk.homes.values():
        templates = (home.library or BUILTIN) / "templates"
        folders |= {folder for folder in (home.folder, *home.variant_folders, templates) if folder.is_dir()}
    return sorted(folder for folder in folders if not any(other in folder.parents for other in folders))
