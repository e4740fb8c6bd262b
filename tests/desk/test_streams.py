"""What the desk tells reaches every page that is seen through one stream of a browser; streams are bounded."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack

import httpx
import pytest

from cardgen.desk import server
from cardgen.desk.state import AGAIN, Desk

HEARD = """import('/static/api.js').then(({ events }) => {
  window.heard = [];
  events('try', (data) => window.heard.push(data.number));
  events('again', () => window.heard.push('again'));
})"""


@pytest.fixture
def served(serve):
    return serve(["king_lui"])


def until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    assert condition()


def listening(served):
    return len(served.desk._listeners)


@pytest.mark.slow
def test_eight_pages_of_a_browser_share_a_stream(browser, served):
    with browser.new_context(base_url=served.url) as context:
        pages = [context.new_page() for _ in range(8)]  # more than a browser has connections to one address
        for page in pages:
            page.goto(served.entry)
            page.wait_for_selector("#place[data-page]")
            page.evaluate(HEARD)
        until(lambda: listening(served) == 1)
        served.desk.send_event("try", {"number": 1})
        until(lambda: all(page.evaluate("window.heard") == [1] for page in pages))
        first = next(page for page in pages if page.evaluate("document.visibilityState") == "visible")
        first.close()
        rest = [page for page in pages if page is not first]  # which may have missed something meanwhile

        def heard(what):
            served.desk.send_event("try", {"number": 2})
            return all(what in page.evaluate("window.heard") for page in rest)

        until(lambda: heard("again"))
        until(lambda: heard(2) and listening(served) == 1)
    until(lambda: listening(served) == 0)


def test_streams_are_bounded_for_each_and_for_all(served, monkeypatch):
    monkeypatch.setattr(server, "OWN_STREAMS", 3)
    with ExitStack() as open_:
        client = open_.enter_context(httpx.Client(base_url=served.url, cookies=served.cookies, timeout=20))
        streams = [open_.enter_context(client.stream("GET", "/events")) for _ in range(3)]
        assert [stream.status_code for stream in streams] == [200] * 3
        until(lambda: listening(served) == 3)
        refused = client.get("/events")
        assert refused.status_code == 503 and refused.headers["retry-after"]
        streams[0].close()
        until(lambda: listening(served) == 2)
        with client.stream("GET", "/events") as again:
            assert again.status_code == 200
    until(lambda: listening(served) == 0)


def test_only_a_browser_that_is_far_behind_reloads_everything():
    desk = Desk([])
    behind, up_to_date = queues = [asyncio.Queue(1), asyncio.Queue(1)]
    desk._listeners = queues  # in this order
    behind.put_nowait("earlier")
    desk._pass_on("news")
    assert behind.qsize() == up_to_date.qsize() == 1
    assert [queue.get_nowait() for queue in queues] == [AGAIN, "news"]
