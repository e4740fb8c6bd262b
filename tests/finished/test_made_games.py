"""`cardgen new --from-pictures`: what it makes is printed at once, and a check says nothing that is not so."""

import io

import pytest
from PIL import Image, ImageDraw

from cardgen.finished import pictures
from tests.conftest import contents
from tests.faces.test_bleed import striped
from tests.pdf.test_pages import pdf

POKER = (744, 1039)


def picture(seed=0, size=POKER, mode="RGB"):
    """No two with other seeds look the same."""
    image = Image.new(mode, size, (40, 90, 60) if mode == "RGB" else (40, 90, 60, 255))
    draw = ImageDraw.Draw(image)
    for number in range(8):
        if seed >> number & 1:
            draw.rectangle((50 + 60 * number, 100, 90 + 60 * number, 300), fill=(230, 200, 90))
    return image


@pytest.fixture
def folder(tmp_path):
    """folder(name=picture or bytes, ...) -> a folder of these files."""

    def make(files):
        for name, data in files.items():
            path = tmp_path / "pics" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(data, bytes):
                path.write_bytes(data)
            else:
                data.save(path)
        return tmp_path / "pics"

    return make


def made(run, *more):
    """What `new` tells; it, the build and the check all go well."""
    told = run("new", "mine", "--from-pictures", "pics", *more)
    assert (told.code, told.err) == (0, "")
    built = run("build", "./mine")
    assert built.code == 0, built.err
    return told.out


def test_a_folder_of_cards_is_a_game_that_is_printed_at_once(run, folder, tmp_path):
    folder({"fox x3.png": picture(1), "owl.jpg": picture(2), "Élan.webp": picture(3), "elk.tif": picture(4),
            "back.png": picture(5)})  # fmt: skip
    assert made(run).splitlines() == [
        "cards: 4 pictures, 6 cards of 63 x 88 mm (recognised by 300 dots to the inch), its bleed made; "
        "back: pics/back.png",
        "made mine/game.yaml; print it with: cardgen build ./mine",
    ]
    assert (tmp_path / "mine/art/fox.png").read_bytes() == (tmp_path / "pics/fox x3.png").read_bytes()
    assert "fox: {picture: art/fox.png, count: 3}" in (tmp_path / "mine/game.yaml").read_text("utf-8")
    assert "game.title: Mine" in (tmp_path / "mine/strings/en.yaml").read_text("utf-8")
    assert run("check", "./mine").out == "nothing to report\n"
    assert "no findings" in run("export", "./mine", "--to", "mpc", "--check").out  # its bleed above all


def test_bleed_is_made_where_there_is_none_and_kept_where_there_is(run, folder, tmp_path):
    folder({"fox.png": striped(744, 1039), "owl.png": striped(825, 1125)})
    made(run)
    assert run("export", "./mine", "--to", "png").code == 0
    kept = (tmp_path / "mine/layouts/picture_bleed_3_175.yaml").read_text("utf-8")
    assert "left: -3.175, right: -3.175, top: -3.175, bottom: -3.175" in kept
    assert "bleed: mirror}" in (tmp_path / "mine/layouts/picture.yaml").read_text("utf-8")
    assert run("check", "./mine", "--static").out == "nothing to report\n"


def test_round_corners_get_the_colour_of_the_edge(run, folder, tmp_path):
    round_, shape = picture(3, mode="RGBA"), Image.new("L", POKER, 0)
    ImageDraw.Draw(shape).rounded_rectangle((0, 0, POKER[0] - 1, POKER[1] - 1), 40, fill=255)
    round_.putalpha(shape)
    clear = Image.new("RGBA", POKER)  # a sign on nothing has no edge whose colour could be taken
    clear.paste((9, 9, 9, 255), (300, 300, 500, 500))
    folder({"fox.png": round_, "owl.png": clear})
    made(run)
    assert "bleed: colour" in (tmp_path / "mine/layouts/rounded.yaml").read_text("utf-8")
    assert "owl: {picture: art/owl.png}" in (tmp_path / "mine/game.yaml").read_text("utf-8")


def test_sizes_and_folders_are_decks_and_backs_may_be_each_cards_own(run, folder, tmp_path):
    folder({"fox-front.png": picture(1), "fox-back.png": picture(2), "world.png": picture(3, (827, 1417)),
            "wide.png": picture(4, (1039, 744)), "sea/eel.png": picture(5)})  # fmt: skip
    told = made(run)
    assert [line.partition(":")[0] for line in told.splitlines()[:-1]] == [
        "cards-poker", "cards-88-x-63-mm", "cards-tarot", "sea",
    ]  # fmt: skip
    assert "back: 1 of their own" in told
    assert run("check", "./mine", "--static").out == "nothing to report\n"


def test_pages_of_a_pdf_file_are_cards(run, folder, tmp_path):
    folder({"deck.pdf": pdf((69, 94), (69, 94), trim=3), "sheet.pdf": pdf((210, 297))})
    told = made(run)
    assert "pics/sheet.pdf: it is left out: it is 210 x 297 mm, a sheet, not a card; cut it up first" in told
    assert "1 picture, 2 cards of 63 x 88 mm (recognised by its page), with 3 mm of bleed" in told  # both look the same
    file = run("new", "ours", "--from-pictures", "pics/deck.pdf")
    assert file.code == 0 and "2 cards" in file.out


def test_pages_of_two_files_are_fronts_and_backs(run, folder, tmp_path):
    folder({"sea fronts.pdf": pdf((63, 88), (63, 88)), "sea backs.pdf": pdf((69, 94), (69, 94), trim=3)})
    assert "1 picture, 2 cards of 63 x 88 mm (recognised by its page), its bleed made; back: 1 of their own" in made(
        run
    )
    assert "sea-1: {picture: art/sea-1.png" in (tmp_path / "mine/game.yaml").read_text("utf-8")


def test_a_check_says_what_is_so(run, folder):
    folder({"fox.png": picture(1, (250, 350))})
    made(run)
    checked = run("check", "./mine", "--static")
    assert checked.out.count("low-resolution") == 1 and "1 warning" in checked.out


def test_what_is_no_picture_is_told_file_by_file(run, folder):
    folder({"fox.png": picture(1), "empty.png": b"", "broken.jpg": b"\xff\xd8no", "notes.txt": b"x", "bad.pdf": b"%PDF",
            "dot.png": picture(0, (1, 1)), ".hidden.png": b"x", ".git/x.png": b"x", "huge.png": _huge()})  # fmt: skip
    told = made(run).splitlines()
    assert sorted(line.partition(": it is left out: ")[0] for line in told[:-2]) == [
        f"pics/{name}" for name in ("bad.pdf", "broken.jpg", "dot.png", "empty.png", "huge.png", "notes.txt")
    ]


def _huge():
    """A PNG file that says it has 100,000 pixels to a side."""
    file = io.BytesIO()
    Image.new("L", (8, 8)).save(file, "PNG")
    data = bytearray(file.getvalue())
    data[16:24] = (100_000).to_bytes(4, "big") * 2
    import zlib

    data[29:33] = zlib.crc32(bytes(data[12:29])).to_bytes(4, "big")
    return bytes(data)


def test_many_others_are_told_as_one(run, folder):
    folder({"fox.png": picture(1)} | {f"{number}.txt": b"x" for number in range(30)})
    told = made(run)
    assert len(told.splitlines()) < 6 and "29" in told
    assert len(run("new", "ours", "--from-pictures", "pics", "--all").out.splitlines()) == 32


@pytest.mark.parametrize(
    ("files", "arguments", "message"),
    [
        ({}, [], "pics: this folder does not exist"),
        ({"notes.txt": b"x"}, [], "pics: expected pictures of cards here: PNG, JPEG, WebP, TIFF, GIF, BMP or PDF"),
        ({"back.png": picture(1)}, [], "expected fronts of cards, got only backs"),
        ({"fox.png": picture(1)}, ["--kind", "tricks"], "--from-pictures: start a game from pictures"),
        ({"fox.png": picture(1)}, ["--from", "deck.csv"], "--from-pictures: start a game from pictures"),
    ],
)
def test_faults(run, folder, tmp_path, files, arguments, message):
    folder(files)
    told = run("new", "mine", "--from-pictures", "pics", *arguments)
    assert told.code == 2 and message in told.err and "Traceback" not in told.err
    assert not (tmp_path / "mine").exists()


def test_too_many_are_refused_before_any_is_opened(run, folder, monkeypatch):
    monkeypatch.setattr(pictures, "MOST", 3)
    folder({f"{number}.png": b"no picture" for number in range(4)})
    assert "pics: expected at most 3 pictures, got 4" in run("new", "mine", "--from-pictures", "pics").err


def test_a_link_out_of_the_folder_is_not_followed(run, folder, tmp_path):
    folder({"fox.png": picture(1)})
    picture(2).save(tmp_path / "secret.png")
    (tmp_path / "pics/owl.png").symlink_to(tmp_path / "secret.png")
    made(run)
    assert not any("owl" in name for name in contents(tmp_path / "mine"))
