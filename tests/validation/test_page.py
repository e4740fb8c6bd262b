"""The report page: whole, self-contained, the same every time, and readable without eyes and without colours."""

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.findings import DYNAMIC, Evidence, Finding, Measurement
from cardgen.validation.telling.charts import (
    LEFT,
    RIGHT,
    WIDTH,
    Axis,
    bar_chart,
    change_chart,
    share_chart,
    spread_chart,
)
from cardgen.validation.telling.grouping import groups
from cardgen.validation.wording import rests

EMPTY = {"meta", "path", "rect", "circle"}  # elements without content
HOUSE_RULE = """\
changes: king_lui
rules: {cards_per_player: 4}
expect:
  greedy: {rounds: at least 40}
texts:
  en: {title: "<b>Crowd</b> & co"}
  fr: {title: Foule}
  it: {title: Folla}
"""


class Page(HTMLParser):
    """Elements in their order, and the text of each."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        element = {"tag": tag, "text": "", **dict(attributes)}
        self.elements.append(element)
        if tag not in EMPTY:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.elements.append({"tag": tag, "text": "", **dict(attributes)})

    def handle_endtag(self, tag):
        assert self.open.pop()["tag"] == tag

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def all(self, *tags):
        return [element for element in self.elements if element["tag"] in tags]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The page of a house rule of King Lui beside its base, as a command writes it."""
    from cardgen.commands.cli import main

    folder = tmp_path_factory.mktemp("page")
    (folder / "variants" / "king_lui").mkdir(parents=True)
    (folder / "variants" / "king_lui" / "crowd.yaml").write_text(HOUSE_RULE, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        cells = ["--players", "3,5", "--games", "120", "--policies", "random,greedy,greedy/random*"]
        asked = ["check", "king_lui", "--variant", "crowd", *cells]
        assert main([*asked, "--report", "one.html"]) == 1
        assert main([*asked, "--report", "deep/er/two.html"]) == 1
    assert sorted(path.name for path in folder.iterdir()) == ["deep", "one.html", "variants"]
    return folder


@pytest.fixture(scope="module")
def page(written):
    return Page((written / "one.html").read_text("utf-8"))


def test_the_same_games_make_the_same_page(written):
    assert (written / "one.html").read_bytes() == (written / "deep" / "er" / "two.html").read_bytes()


def test_it_needs_nothing_else(written, page):
    text = (written / "one.html").read_text("utf-8")
    assert not page.all("script", "link", "iframe", "img", "object")
    assert not re.search(r"""(src|href)=["'](?!#)|url\(|@import|https?:""", text)


def test_names_are_escaped(page):
    (title,) = [each for each in page.all("h2") if "Crowd" in each["text"]]
    assert title["text"] == "King Lui: <b>Crowd</b> & co"


def test_every_reference_leads_somewhere(page):
    ids = [each["id"] for each in page.elements if "id" in each]
    assert len(ids) == len(set(ids))
    for element in page.elements:
        for name in element.get("aria-labelledby", "").split() + re.findall(r"^#(.+)", element.get("href", "")):
            assert name in ids


def test_headings_go_down_step_by_step(page):
    levels = [int(each["tag"][1]) for each in page.all("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_questions_come_first(page):
    own = page.elements[next(place for place, each in enumerate(page.elements) if each.get("id") == "part-1") :]
    headings = [each["text"].split("?")[0] for each in own if each["tag"] == "h3"]
    assert headings[:4] == [
        "Is the deck large enough", "Does every game end", "Where are the rules silent", "What differs from the base",
    ]  # fmt: skip
    assert headings[4].startswith("Findings: 1 error")


def test_what_is_proved_is_told_so(page):
    """King Lui's games end, whoever plays; that its deck never runs out early is no more than a matter of play."""
    verdicts = [each["text"] for each in page.all("span") if each.get("class") == "verdict"]
    assert verdicts == ["✔ Yes", "✔ Proved"]
    assert [each["text"] for each in page.all("td")][:2] == ["yes", "proved"]


def test_who_plays_better_is_a_table(page):
    (title,) = [each for each in page.all("summary") if each["text"].startswith("How well it is played")]
    rows = [each["text"] for each in page.all("td")]
    assert title and rows.count("stronger") == 2  # greedy among random, with 3 and 5 players


def test_a_finding_is_told_in_words_with_its_meaning_and_its_game(page):
    (finding,) = [each for each in page.all("li") if "expect-missed" in each["text"]]
    assert "error" in finding["text"]
    assert DYNAMIC["expect-missed"][1] in finding["text"]
    assert "crowd.yaml:4:12" in finding["text"]
    commands = [each["text"] for each in page.all("code") if "--variant crowd" in each["text"]]
    command = r"cardgen replay king_lui --variant crowd --players \d --seed \d+-\w{4} --policies greedy"
    assert any(re.fullmatch(command, each) for each in commands)


def test_every_drawing_is_told_in_words(page):
    drawings = page.all("svg")
    titles, told = page.all("title")[1:], page.all("desc")
    assert len(drawings) == len(titles) == len(told) > 10
    for drawing, title, desc in zip(drawings, titles, told, strict=True):
        assert drawing["role"] == "img"
        assert drawing["aria-labelledby"] == f"{title['id']} {desc['id']}"
        assert title["text"]
        assert re.search(r"\d", desc["text"])


def test_every_table_has_a_head_for_each_column(page):
    assert page.all("table")
    assert {each["scope"] for each in page.all("th")} == {"col", "row"}
    for place, table in enumerate(page.elements):
        if table["tag"] != "table":
            continue
        rows, inside = [], 0
        for element in page.elements[place + 1 :]:
            if element["tag"] in ("table", "section"):
                break
            if element["tag"] == "tr":
                rows.append(0)
            inside += element["tag"] in ("th", "td")
            if element["tag"] in ("th", "td"):
                rows[-1] += 1
        assert len(rows) > 1
        assert len(set(rows)) == 1


def test_it_says_what_it_was_made_from(written, page):
    sources = [each["text"] for each in page.all("p") if "Made from" in each["text"]]
    (hashed,) = [re.search(r"Made from 720 games, seeds from 0, rules (\w{4})$", each)[1] for each in sources]
    rows = [each["text"] for each in page.all("tr")]
    assert len([row for row in rows if row.endswith(f"1200119{hashed}")]) == 6  # games, first and last seed, rules


def test_files_alone_make_a_page(game, run, tmp_path):
    game.edit("game.yaml", "total: 5", "total: 6")
    assert run("check", "./wood", "--static", "--report", "page.html").code == 1
    page = Page((tmp_path / "page.html").read_text("utf-8"))
    assert any("total-wrong" in each["text"] for each in page.all("li"))
    assert not page.all("svg")


@pytest.mark.parametrize("path", [".", "wood", "wood/game.yaml/page.html"])
def test_what_cannot_be_written_is_told_before_anything_is_played(game, run, path):
    told = run("check", "./wood", "--report", path)
    assert told.code == 2
    assert told.err.startswith(f"{path}: cardgen cannot write this")
    assert "Traceback" not in told.err
    assert not told.out


# ---- charts


numbers = st.floats(-1e6, 1e6, allow_nan=False).map(lambda number: round(number, 3))


@given(numbers, numbers, numbers)
def test_an_axis_holds_what_it_is_made_for(low, high, inside):
    low, high = min(low, high), max(low, high)
    axis = Axis(low, high)
    places = [place for place, _ in axis.ticks]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (LEFT, WIDTH - RIGHT)
    assert 2 <= len(places) <= 6
    assert LEFT <= axis.at(inside) <= WIDTH - RIGHT
    assert axis.at(low) <= axis.at(high)


def test_marks_stand_where_their_numbers_are():
    chart = change_chart("change", [("turns", -20.0, -25.0, -15.0), ("score", 20.0, 15.0, 40.0)], "%")
    assert [label for _, label in chart.ticks] == ["−25%", "0%", "25%", "50%"]
    at = dict(zip((-25, 0, 25, 50), (place for place, _ in chart.ticks), strict=True))
    assert chart.line == at[0]
    whisker, dot = chart.rows[0].marks
    assert whisker.x == at[-25]
    assert (whisker.x + whisker.to) / 2 == pytest.approx(dot.x, abs=0.1)
    assert chart.rows[1].marks[1].x == pytest.approx(at[0] + (at[25] - at[0]) * 20 / 25, abs=0.1)
    assert chart.about == "turns: −20.0% (−25.0 to −15.0); score: +20.0% (+15.0 to +40.0)."


def test_two_series_differ_in_form_not_only_in_colour():
    chart = share_chart("wins", [("seat 1", [("greedy", 0.5, 0.4, 0.6), ("random", 0.3, 0.2, 0.4)])], 0.5)
    assert [mark.kind for mark in chart.rows[0].marks] == ["whisker", "dot", "whisker", "diamond"]
    assert len({mark.shift for mark in chart.rows[0].marks}) == 2
    assert "greedy 50.0% (40.0 to 60.0), random 30.0% (20.0 to 40.0)" in chart.about


def test_nothing_but_nothing_can_be_drawn():
    import numpy as np

    assert bar_chart("bars", [("none", 0.0)]).rows[0].marks[0].x == LEFT
    assert spread_chart("points", [("all alike", np.array([[0, 10]]))]).rows[0].figure == "0.0"


# ---- groups


def found(code, share, players, topic=None):
    evidence = Evidence("1", None, share)
    return Finding(code, "told", None, "wood", "base", players, evidence, None, topic, size=share or 0)


def test_findings_of_one_kind_stand_together_under_the_gravest():
    alike = [found("dead-end", 0.02, 3), found("rare-dead-end", 0.5, 5), found("dead-end", 0.04, 4)]
    other = [found("silence", 0.1, 3, "one"), found("silence", 0.1, 3, "two"), found("differs", None, 3)]
    first, *rest = groups([*alike, *other])
    assert first.first is alike[2]  # a note does not hide a warning, however many games show it
    assert set(first.others) == {alike[0], alike[1]}
    assert [group.first for group in rest] == other[:2]


def test_a_finding_says_what_it_rests_on_and_what_would_overturn_it():
    assert rests(Measurement("wins", 0.253, 0.21, 0.297, 2_048, "20%", True)) == (
        "It rests on 2,048 games: 25% (21% to 30%) of games won. It would fall if the truth were 20%."
    )
    assert rests(Measurement("minutes", 12.44, 12.1, 12.8, 512, "15 to 30")) == (
        "It rests on 512 games: minutes 12.4 (12.1 to 12.8). It would fall if the truth were 15 to 30."
    )
    assert "first_player 30%" in rests(Measurement("first_player", 0.3, 0.2, 0.4, 100, "at most 20%", True))
