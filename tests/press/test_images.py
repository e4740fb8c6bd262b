"""Pictures of faces: their names, sizes and clear corners; made again only if they changed; bounded."""

import hashlib
import io
import re

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.pdf.raster import Pixels, png

SHAPED = {
    "square": "",
    "rounded": "    shape: rounded 8 mm\n",
    "hexagon": "    size: 76.21 x 88 mm\n    shape: hexagon\n",
}


def shape(game, said):
    game.edit("game.yaml", "    back: back\n", f"    back: back\n{said}")


def pictures(tmp_path):
    folder = tmp_path / "out" / "wood" / "base" / "pictures"
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.png"))}


@given(st.integers(1, 40), st.integers(1, 90), st.booleans(), st.data())
def test_a_png_file_holds_the_pixels(width, height, clear, data):
    channels = 4 if clear else 3
    seed = data.draw(st.integers(0, 2**32 - 1))
    flat = data.draw(st.booleans())
    values = numpy.random.default_rng(seed).integers(0, 256, (height, width, channels), numpy.uint8)
    values = values * 0 + values[0, 0] if flat else numpy.cumsum(values % 3, axis=0, dtype=numpy.uint8)
    file = png(Pixels(width, height, clear, values.tobytes()), 300)
    image = Image.open(io.BytesIO(file))
    assert image.mode == ("RGBA" if clear else "RGB")
    assert numpy.array_equal(numpy.asarray(image), values)
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_each_face_has_a_picture_and_a_plain_build_makes_none(game, run, tmp_path):
    assert run("build", "./wood", "--lang", "en", "--only", "pictures", "--dpi", "100").code == 0
    assert list(pictures(tmp_path)) == [
        "contact.en.png",
        "fan.en.png",
        "forest/back.en.png",
        "forest/fox.en.front.png",
        "forest/owl.en.front.png",
        "row.en.png",
    ]
    assert not list((tmp_path / "out").rglob("*.pdf"))
    assert not list((tmp_path / "out").glob(".pictures-*"))
    assert run("build", "./wood", "--out", "plain").code == 0
    assert not list((tmp_path / "plain").rglob("*.png"))


@pytest.mark.parametrize(("name", "said"), SHAPED.items())
def test_corners_outside_of_the_outline_are_clear(game, run, tmp_path, name, said):
    shape(game, said)
    assert run("build", "./wood", "--lang", "en", "--only", "pictures", "--dpi", "127").code == 0
    image = Image.open(pictures(tmp_path)["forest/fox.en.front.png"])
    assert image.size == ((381, 440) if name == "hexagon" else (315, 440))
    assert image.mode == ("RGB" if name == "square" else "RGBA")
    if name != "square":
        corners = [image.getpixel((x, y))[3] for x in (1, image.width - 2) for y in (1, image.height - 2)]
        assert corners == [0, 0, 0, 0]
        assert image.getpixel((image.width // 2, 3))[3] == 255
        assert image.getpixel((image.width // 2, image.height // 2))[3] == 255


def test_with_bleed_they_are_whole_rectangles(game, run, tmp_path):
    shape(game, SHAPED["rounded"])
    assert run("build", "./wood", "--lang", "en", "--only", "pictures", "--dpi", "127", "--bleed", "2").code == 0
    image = Image.open(pictures(tmp_path)["forest/owl.en.front.png"])
    assert image.size == (335, 460)
    assert image.mode == "RGB"


def test_only_what_changed_is_made_again(game, run, tmp_path):
    build = ("build", "./wood", "--only", "pictures", "--dpi", "60")
    assert run(*build).code == 0
    before = {name: hashlib.sha256(path.read_bytes()).digest() for name, path in pictures(tmp_path).items()}
    assert len(before) == 2 * 6
    assert all(line.endswith("unchanged") for line in run(*build).out.splitlines())
    game.edit("strings/fr.yaml", "Hibou", "Chouette")
    changed = [line for line in run(*build).out.splitlines() if not line.endswith("unchanged")]
    names = {line.split()[0].rpartition("/")[2] for line in changed}
    assert names == {"owl.fr.front.png", "contact.fr.png", "fan.fr.png", "row.fr.png"}
    pictures(tmp_path)["forest/fox.en.front.png"].write_bytes(b"harmed")
    (again,) = [line for line in run(*build).out.splitlines() if not line.endswith("unchanged")]
    assert "fox.en.front.png" in again
    after = hashlib.sha256(pictures(tmp_path)["forest/fox.en.front.png"].read_bytes()).digest()
    assert after == before["forest/fox.en.front.png"]


def test_many_pictures_of_a_folder_are_told_in_one_line(game, run):
    cards = "".join(f"          c{number}: {{icon: owl, value: {number}}}\n" for number in range(8))
    game.edit("game.yaml", "          fox:", f"{cards}          fox:")
    game.edit("game.yaml", "total: 5", "total: 21")
    game.write("strings/en.yaml", (game.path / "strings/en.yaml").read_text("utf-8") + "".join(
        f"creature.c{number}: Being {number}\n" for number in range(8)))  # fmt: skip
    build = ("build", "./wood", "--lang", "en", "--only", "pictures", "--dpi", "60")
    first, *others = run(*build).out.splitlines()
    assert re.fullmatch(r"out/wood/base/pictures/forest/  11 \.png files, \d+ kB", first) and len(others) == 3
    assert run(*build).out.splitlines()[0] == f"{first}  unchanged"
    game.edit("strings/en.yaml", "Being 3", "Being third")
    assert run(*build).out.splitlines()[0].endswith(" kB, 10 unchanged")
    assert len(run(*build, "--all").out.splitlines()) == 14


def test_chosen_cards_alone_are_pictured_and_shown(game, run, tmp_path):
    assert run("build", "./wood", "--lang", "en", "--only", "pictures", "--cards", "owl", "--dpi", "60").code == 0
    assert [name for name in pictures(tmp_path) if "owl" in name or "fox" in name] == ["forest/owl.en.front.png"]


def test_the_contact_sheet_the_fan_and_the_row(game, run, tmp_path):
    shape(game, SHAPED["rounded"])
    assert run("build", "./wood", "--lang", "en", "--only", "pictures", "--dpi", "60").code == 0
    found = pictures(tmp_path)
    contact = Image.open(found["contact.en.png"])
    assert contact.mode == "RGB" and contact.width * contact.height <= 12_100_000
    for name in ("fan", "row"):
        image = Image.open(found[f"{name}.en.png"])
        assert image.mode == "RGBA" and max(image.size) == 1600
        alpha = numpy.asarray(image)[..., 3]
        assert alpha[0].max() == 0 and alpha[:, 0].max() == 0 and alpha[-1].max() < 12  # the shadow has room
        assert ((alpha > 0) & (alpha < 128)).mean() > 0.01  # there is one
        assert (alpha == 255).mean() > 0.3


@pytest.mark.parametrize("dpi", ["35", "1201", "many", "-300"])
def test_dpi_is_bounded(game, run, dpi):
    outcome = run("build", "./wood", "--only", "pictures", "--dpi", dpi)
    assert outcome.code == 2
    assert (
        "expected from 36 to 1200" in outcome.err or "expected a whole number" in outcome.err or "usage" in outcome.err
    )


def test_a_picture_too_large_is_told_and_nothing_is_written(game, run, tmp_path):
    game.edit("game.yaml", "    back: back\n", "    back: back\n    size: a3\n")
    outcome = run("build", "./wood", "--lang", "en", "--only", "pictures", "--dpi", "1000")
    assert outcome.code == 2
    assert "at 1000 dpi the picture forest/fox.en.front would have 11,693 x 16,535 pixels" in outcome.err
    assert not (tmp_path / "out").exists()


def test_a_fault_leaves_old_pictures_as_they_were(game, run, tmp_path):
    build = ("build", "./wood", "--lang", "en", "--only", "pictures", "--dpi", "60")
    assert run(*build).code == 0
    before = {name: path.read_bytes() for name, path in pictures(tmp_path).items()}
    game.edit("game.yaml", "icon: owl", "icon: howl")
    outcome = run(*build)
    assert outcome.code == 2 and "there is no icon 'howl'" in outcome.err
    assert {name: path.read_bytes() for name, path in pictures(tmp_path).items()} == before
    assert not list((tmp_path / "out").glob(".pictures-*"))


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_unfinished_is_left_whatever_goes_wrong(game, run, tmp_path, monkeypatch, error):
    def stop(*_):
        raise error

    monkeypatch.setattr("cardgen.press.images.each", stop)
    outcome = run("build", "./wood", "--lang", "en", "--only", "pictures", "--dpi", "60")
    assert outcome.code == (2 if isinstance(error, OSError) else 130)
    assert ("out: cardgen cannot write this: No space left on device" in outcome.err) == isinstance(error, OSError)
    assert list((tmp_path / "out").iterdir()) == []


def test_another_shape_is_printed_anew(game, run):
    game.write("rulebooks/en.md.j2", "# Wood\n\n![A fox](cards:fox)\n")
    assert run("build", "./wood", "--lang", "en").code == 0
    shape(game, SHAPED["rounded"])
    assert not any(line.endswith("unchanged") for line in run("build", "./wood", "--lang", "en").out.splitlines())
