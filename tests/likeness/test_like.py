"""`cardgen new --like`: the game prints every line of the table as the program that drew the card would draw it."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cardgen.commands import new
from tests.conftest import contents
from tests.likeness.measure import PAIRS, faults_of

SAMPLE = [0, 6, 12, 17, 19, 23, 35, 44]  # one of most designs, and of all writers
GOAL = 48  # pairs of fifty

CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<rect width="63" height="88" fill="#e9e2d0"/>
<text x="31.5" y="12" text-anchor="middle" font-family="Alegreya" font-weight="bold" font-size="5">OLD MILL</text>
<text x="6" y="20" font-family="Source Sans 3" font-size="4">Cost: <tspan font-weight="bold">3</tspan> coins</text>
<text x="57" y="84" text-anchor="end" font-family="Source Sans 3" font-size="3">Not a cell</text>
</svg>
"""
TABLE = "Name,Cost\nHarbour,4\nOld Mill,3\n"


@pytest.fixture
def like(run, tmp_path):
    """like(card, table, *options) -> what the command tells of a drawing and a table."""

    def like(card=CARD, table=TABLE, *more, suffix=".svg"):
        path = tmp_path / f"card{suffix}"
        path.write_bytes(card) if isinstance(card, bytes) else path.write_text(card, "utf-8")
        (tmp_path / "deck.csv").write_text(table, "utf-8")
        return run("new", "mine", "--like", path.name, "--cells", "deck.csv", *more)

    return like


def layout(tmp_path) -> str:
    return (tmp_path / "mine/layouts/card.yaml").read_text("utf-8")


# ---- the measure


@pytest.mark.parametrize("number", SAMPLE, ids=lambda number: "-".join(each.__name__ for each in PAIRS[number][:2]))
def test_a_line_that_was_not_shown_is_drawn_as_its_program_would_draw_it(number, tmp_path):
    assert faults_of(number, tmp_path) == []


@pytest.mark.slow
def test_most_of_fifty_pairs_are_right(tmp_path):
    right = 0
    for number in range(len(PAIRS)):
        (folder := tmp_path / str(number)).mkdir()
        right += not faults_of(number, folder)
    assert len(PAIRS) == 50 and right >= GOAL


# ---- what it finds


def test_what_is_told_and_written(like, run, tmp_path):
    told = like()
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines() == [
        "card.svg shows line 3 of deck.csv: 2 fields",
        "made mine/game.yaml; print it with: cardgen build ./mine",
    ]
    assert '"{upper(card.Name)}"' in layout(tmp_path) and '"Cost: **{card.Cost}** coins"' in layout(tmp_path)
    rest = (tmp_path / "mine/drawing/card.svg").read_text("utf-8")
    assert "Not a cell" in rest and "OLD MILL" not in rest and "Cost" not in rest
    assert (tmp_path / "mine/deck.csv").read_text("utf-8") == TABLE
    assert run("build", "./mine").code == 0
    assert "error" not in run("check", "./mine", "--static").out


def test_the_line_can_be_named(like, tmp_path):
    two = "Name,Cost\nOld Mill,3\nOld Mill,3\n"
    assert "card.svg shows line 2 of deck.csv" in (told := like(CARD, two)).out
    assert "line 2, line 3 fit card.svg equally" in told.out
    (tmp_path / "mine").rename(tmp_path / "other")
    assert "card.svg shows line 3 of deck.csv" in like(CARD, two, "--line", "3").out


def test_cells_may_be_empty(like, tmp_path):
    assert like(CARD, "Name,Cost\nHarbour,\nOld Mill,3\n").code == 0
    assert 'when: "card.Cost"' in layout(tmp_path)


def test_a_text_may_have_more_lines_than_the_one_shown(like, tmp_path):
    long = "Choose an opponent, who discards a card at random and loses a coin to the bank."
    text = '<text x="6" y="40" font-family="Alegreya" font-size="4">Rest.</text></svg>'
    told = like(CARD.replace("</svg>", text), f'Name,Cost,Text\nHarbour,4,"{long}"\nOld Mill,3,Rest.\n')
    assert "Text has longer cells" in told.out or "text has longer cells" in told.out
    assert "wrap: full" in layout(tmp_path)


def test_a_word_that_is_divided_at_the_end_of_a_line(like, tmp_path):
    lines = '<tspan x="8" y="46">When the messen-</tspan><tspan x="8" y="51">ger arrives, trade.</tspan>'
    card = CARD.replace("</svg>", f'<text font-family="Alegreya" font-size="4">{lines}</text></svg>')
    told = like(card, 'Name,Cost,Text\nHarbour,4,Rest.\nOld Mill,3,"When the messenger arrives, trade."\n')
    assert "3 fields" in told.out and '"{card.Text}"' in layout(tmp_path)


def test_words_that_the_drawing_uses_twice(like, tmp_path):
    corner = '<g id="corner"><text x="5" y="7" text-anchor="middle" font-family="Fraunces" font-size="6">7</text></g>'
    used = f'<defs>{corner}</defs><use href="#corner"/><use href="#corner" transform="rotate(180 31.5 44)"/></svg>'
    like(CARD.replace("</svg>", used), "Name,Cost,Rank\nHarbour,4,5\nOld Mill,3,7\n")
    assert "rank:" in layout(tmp_path) and "rank-2:" in layout(tmp_path)
    assert "turn: 180" in layout(tmp_path)


def test_words_that_lose_something_are_told(like):
    gradient = '<defs><linearGradient id="g"><stop stop-color="teal"/></linearGradient></defs><text x="31.5" y="12"'
    told = like(CARD.replace('<text x="31.5" y="12"', f'{gradient} fill="url(#g)"'))
    assert "Words with a gradient are plain as fields, such as 'OLD MILL'" in told.out


def test_words_that_only_look_like_expressions_stay_words(like, run, tmp_path):
    assert like(CARD.replace("Not a cell", "{card.secret} {1/0}")).code == 0
    assert run("build", "./mine").code == 0
    assert "(card.secret) (1/0)" in (tmp_path / "mine/drawing/card.svg").read_text("utf-8")


def test_scripts_do_not_come_along(like, tmp_path):
    evil = '<script>alert(1)</script><rect onclick="alert(2)" width="3" height="3"/></svg>'
    assert like(CARD.replace("</svg>", evil)).code == 0
    rest = (tmp_path / "mine/drawing/card.svg").read_text("utf-8")
    assert "alert" not in rest


def test_a_number_of_copies_that_the_card_shows_is_a_cell(like, run, tmp_path):
    numbered = CARD.replace("Not a cell", "No. 12")
    assert like(numbered, "Name,Cost,No\nHarbour,4,11\nOld Mill,3,12\n").code == 0
    assert '"No. {card.No}"' in layout(tmp_path)
    assert "2 cards" in run("build", "./mine").out


def png(colour: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("cells", "of"),
    [
        (("owl.png", "fox.png"), "art/{card.Art}"),
        (("owl", "fox"), "art/{card.Art}.png"),
        (("art/owl.png", "art/fox.png"), "{card.Art}"),
    ],
)
def test_a_picture_that_a_cell_names(cells, of, like, run, tmp_path):
    (tmp_path / "art").mkdir()
    for name in ("owl", "fox"):
        (tmp_path / f"art/{name}.png").write_bytes(png("teal" if name == "owl" else "tomato"))
    shown = '<image href="art/owl.png" x="6" y="24" width="51" height="34"/><circle cx="9" cy="27" r="3"/></svg>'
    told = like(CARD.replace("</svg>", shown), f"Name,Cost,Art\nHarbour,4,{cells[1]}\nOld Mill,3,{cells[0]}\n")
    assert told.code == 0 and "open" not in told.out
    assert f'of: "{of}"' in layout(tmp_path)
    assert {"mine/art/owl.png", "mine/art/fox.png"} <= {f"mine/{name}" for name in contents(tmp_path / "mine")}
    assert "<circle" not in (tmp_path / "mine/drawing/card.svg").read_text("utf-8")  # it lies above the picture
    assert "<circle" in (tmp_path / "mine/drawing/card-above.svg").read_text("utf-8")
    assert run("build", "./mine").code == 0


def test_a_picture_that_is_not_there_is_told(like, tmp_path):
    (tmp_path / "owl.png").write_bytes(png("teal"))
    shown = '<image href="owl.png" x="6" y="24" width="51" height="34"/></svg>'
    told = like(CARD.replace("</svg>", shown), "Name,Cost,Art\nHarbour,4,fox\nOld Mill,3,owl\n")
    assert "There is no picture fox.png for a cell" in told.out


def test_a_font_that_is_not_there_is_told(like):
    assert "There is no font Myriad Pro, so source-sans-3 stands for it" in like(
        CARD.replace("Source Sans 3", "MyriadPro-Regular").replace("MyriadPro-Regular", "Myriad Pro")
    ).out  # fmt: skip


def test_colours_that_are_cells(like, run, tmp_path):
    shapes = '<rect class="a" x="9" y="40" width="9" height="9"/><path stroke="#b5482f" d="M0 0L9 9"/></svg>'
    card = CARD.replace("</svg>", shapes).replace("<rect width", "<style>.a{fill:#B5482F}</style><rect width")
    told = like(card.replace('size="5"', 'size="5" fill="#b5482f"'),
                'Name,Cost,Colour\nHarbour,4,teal\nOld Mill,3,#b5482f\n')  # fmt: skip
    assert told.code == 0 and "open" not in told.out
    rest = (tmp_path / "mine/drawing/card.svg").read_text("utf-8")
    assert "fill:{card.Colour}" in rest and "stroke:{card.Colour}" in rest
    assert 'colour: "{card.Colour}"' in layout(tmp_path)
    assert run("build", "./mine").code == 0


# ---- questions

TWICE = CARD.replace("Cost: <tspan", "<tspan").replace(" coins", "")
TWO = "Name,Cost,Power\nHarbour,4,2\nOld Mill,3,3\n"


def test_what_cannot_be_told_is_listed(like):
    told = like(TWICE, TWO)
    assert told.code == 0
    assert "  Which column is '3' (field cost)? cardgen took: Cost; change `text` of cost in layouts" in told.out


def test_what_cannot_be_told_is_asked_on_a_terminal(like, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(new, "_may_ask", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO("9\n2\n"))
    told = like(TWICE, TWO)
    asked = [line for line in told.out.splitlines() if line.startswith("  ") and line.strip()[:1] in "12"]
    assert asked[:2] == ["  1  Cost", "  2  Power"]
    assert '"**{card.Power}**"' in layout(tmp_path) or '"{card.Power}"' in layout(tmp_path)


def test_an_id_in_the_drawing_answers(like, tmp_path):
    told = like(TWICE.replace('<text x="6"', '<text id="power" x="6"'), TWO)
    assert "Which column" not in told.out and "card.Power" in layout(tmp_path)


# ---- mistakes


def test_nothing_is_overwritten(like, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis").write_text("ten years")
    before = contents(tmp_path / "mine")
    assert "exists already" in like().err
    assert contents(tmp_path / "mine") == before


@pytest.mark.parametrize(
    ("card", "table", "more", "words"),
    [
        (CARD, TABLE, ("--line", "9"), "deck.csv: --line 9: expected a line with a card, from 2 to 3"),
        (CARD, "Name\n", (), "deck.csv: expected a row with the names of the columns"),
        (CARD, 'Name,Cost\n"Old,3\n', (), "deck.csv:2:1: "),
        (CARD, "Name,Cost\nFox,77\n", (), "no line of this table fits the words of card.svg"),
        (CARD, "Name,Cost\nFox,77\n", ("--line", "2"), "none of the words of card.svg is a cell of this line"),
        (CARD.replace("</svg>", ""), TABLE, (), "card.svg:7:1: expected SVG as well-formed XML"),
        ("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88'><rect width='9' height='9'/></svg>", TABLE, (),
         "its words may be outlines"),
        (CARD.replace("</svg>", '<image href="none.png" width="9" height="9"/></svg>'), TABLE, (),
         "card.svg:6:1: <image>: there is no picture 'none.png' beside the drawing"),
        (CARD.replace("</svg>", '<image href="../../etc/passwd" width="9" height="9"/></svg>'), TABLE, (),
         "there is no picture"),
        (CARD.replace('"63mm"', '"6300mm"'), TABLE, (), "expected a card of 5 to 1000 mm"),
    ],
)  # fmt: skip
def test_mistakes_have_places(card, table, more, words, like, tmp_path):
    told = like(card, table, *more)
    assert told.code == 2 and words in told.err and "Traceback" not in told.err
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("odd", ["0", "-5", "1e-320", "1e9", "99999999"])
@pytest.mark.parametrize("known", ['font-size="4"', 'x="6"', 'viewBox="0 0 63 88"', 'width="63"'])
def test_odd_numbers(odd, known, like):
    name, _, value = known.partition("=")
    told = like(CARD.replace(known, f'{name}="{odd if " " not in value else f"0 0 {odd} 88"}"'), TABLE, "--line", "3")
    assert told.code in (0, 2) and "Traceback" not in told.err


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7 nothing", b"\0" * 999])
def test_a_damaged_pdf_file(data, like):
    told = like(data, TABLE, suffix=".pdf")
    assert told.code == 2 and "card.pdf: cardgen cannot read it as a PDF file" in told.err


@pytest.mark.parametrize(
    "command",
    [
        ("--like", "card.svg"),
        ("--cells", "deck.csv"),
        ("--line", "3"),
        ("--like", "card.svg", "--cells", "deck.csv", "--kind", "solo"),
        ("--like", "card.png", "--cells", "deck.csv"),
        ("--like", "card.svg", "--cells", "card.svg"),
    ],
)
def test_options_that_do_not_go_together(command, run, tmp_path):
    (tmp_path / "card.svg").write_text(CARD, "utf-8")
    (tmp_path / "card.png").write_bytes(png("teal"))
    (tmp_path / "deck.csv").write_text(TABLE, "utf-8")
    told = run("new", "mine", *command)
    assert told.code == 2 and "Traceback" not in told.err
    assert not (tmp_path / "mine").exists()
