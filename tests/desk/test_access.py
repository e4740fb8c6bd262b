"""Who may ask the desk for what: one list, of which each route is one."""

from types import SimpleNamespace

import pytest

from cardgen.desk import server, sharing
from cardgen.desk.access import BELOW, ROUTES, Who, route, who_may, whole_path
from cardgen.desk.state import Desk
from cardgen.store.library import find_game

SITTING = SimpleNamespace(game="king_lui", variant="base", id="t1")
TABLE = "/api/king_lui/base/en/table"


def test_all_that_is_served_is_on_the_list_and_the_other_way_round():
    desk = Desk([find_game("king_lui")], True)
    served = [each for page in server.ROUTE_MODULES for each in server._routes(desk, page)]
    of_pages = {(verb, each.path) for each in served for verb in each.methods - {"HEAD"}}
    of_server = {
        ("GET", "/"), ("GET", "/join"), ("GET", "/static/{name}"), ("GET", "/events"),
        ("GET", "/api/words/{language}"), ("GET", "/api/games"),
    }  # fmt: skip
    assert of_pages | of_server == {(verb, whole_path(path)) for verb, path in ROUTES}
    with pytest.raises(KeyError):
        route("GET", "secrets", lambda request: None)


def test_no_two_routes_answer_the_same_path():
    """Else a path might be let through for one of them, and be answered by another."""
    for (verb, path), who in ROUTES.items():
        parts = {"{game}": "g", "{variant}": "v", "{language}": "en", "{number:int}": "3"}
        typed = whole_path(path)
        for part, value in parts.items():
            typed = typed.replace(part, value)
        typed = typed.replace("{id}", "x1").replace("{side}", "back").replace("{part}", "cards").replace("{name}", "n")
        assert who_may(verb, typed)[0] is who


@pytest.mark.parametrize(
    ("verb", "path", "allowed"),
    [
        ("GET", "/", True),
        ("GET", "/static/desk.js", True),
        ("GET", "/static/../guard.py", False),
        ("GET", "/api/games", True),
        ("GET", "/api/king_lui/base/en/face/ham/front.svg", True),
        ("GET", "/api/king_lui/express/en/face/ham/front.svg", False),
        ("GET", "/api/draco/base/en/component/mat/front.svg", False),
        ("GET", f"{TABLE}/t1", True),
        ("HEAD", f"{TABLE}/t1", True),
        ("GET", f"{TABLE}/t2", False),
        ("GET", f"{TABLE}/t1/at/7", True),
        ("GET", f"{TABLE}/t1/at/x", False),
        ("POST", f"{TABLE}/t1/act", True),
        ("PUT", f"{TABLE}/t1/act", False),
        ("POST", f"{TABLE}/t1/undo", False),
        ("POST", f"{TABLE}/forget", False),
        ("GET", "/api/king_lui/base/en/rules", False),
        ("POST", "/api/open", False),
        ("GET", "/nowhere", False),
    ],
)
def test_a_guest_asks_for_its_table_and_the_faces_of_its_game(verb, path, allowed):
    assert sharing.may(verb, path, SITTING) == allowed


def test_the_network_can_join_and_no_more():
    open_to_all = {path for (_, path), who in ROUTES.items() if who is Who.NETWORK}
    assert open_to_all == {
        "/join", "/static/{name}", "/events", "/api/words/{language}", "/api/join",
    }  # fmt: skip
    assert BELOW.startswith("/api/")
