"""Connections that say nothing, or half of what they want, keep nobody else waiting."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from cardgen.desk import waiting
from cardgen.desk.server import listening_at


@pytest.fixture
def address(monkeypatch):
    """A server that gives a request half a second to arrive."""
    monkeypatch.setattr(waiting, "REQUEST_SECONDS", 0.5)
    monkeypatch.setattr(waiting, "MAX_IDLE_CONNECTIONS", 20)

    async def answer(request: Request) -> PlainTextResponse:
        await asyncio.sleep(1.0)  # longer than a request may take to arrive
        return PlainTextResponse(await request.body() or b"here")

    app = Starlette(routes=[Route("/", answer, methods=["GET", "POST"])])
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", http=waiting.Bounded))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield listening.getsockname()
    server.should_exit = True
    thread.join(10)


def said(address, data: bytes) -> socket.socket:
    found = socket.create_connection(address, timeout=20)
    found.sendall(data)
    return found


def closed(one: socket.socket) -> bool:
    """Whether the other side ends it, having answered nothing."""
    try:
        return one.recv(100) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("data", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n",
                                  b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"])  # fmt: skip
def test_a_request_that_does_not_arrive_is_given_up(address, data):
    begun = time.monotonic()
    assert closed(said(address, data))
    assert time.monotonic() - begun < 10


def test_one_that_comes_byte_by_byte_has_no_longer(address):
    one, ended = said(address, b"GET /"), False
    for _ in range(100):
        try:
            one.sendall(b"x")
        except OSError:
            ended = True
            break
        time.sleep(0.05)
    assert ended


def test_an_answer_may_take_its_time(address):
    one = said(address, b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nwhat")
    told = b"".join(iter(lambda: one.recv(1000), b""))
    assert told.startswith(b"HTTP/1.1 200") and told.endswith(b"what")


def test_hundreds_that_say_nothing_stop_nobody(address):
    silent = [socket.create_connection(address, timeout=20) for _ in range(200)]
    one = said(address, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert b"".join(iter(lambda: one.recv(1000), b"")).endswith(b"here")
    assert sum(map(closed, silent)) == len(silent)


def test_an_answer_is_not_kept_waiting_by_its_own_beginning():
    """asyncio sends at once what says that it is TCP; else an answer's end waits until its beginning is confirmed."""

    async def at_once() -> int:
        heard = asyncio.get_running_loop().create_future()
        listening = listening_at("127.0.0.1", 0)
        server = await asyncio.start_server(lambda _, answer: heard.set_result(answer), sock=listening)
        _, asking = await asyncio.open_connection(*listening.getsockname())
        answer = await heard
        found = answer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        asking.close()
        answer.close()
        server.close()
        return found

    with ThreadPoolExecutor(1) as pool:  # a browser of another test may have a loop running in this thread
        assert pool.submit(asyncio.run, at_once()).result()
