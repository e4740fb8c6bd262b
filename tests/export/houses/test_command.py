"""Exports to print houses on the command line."""

import shutil

from cardgen.commands.cli import main
from tests.houses import FRONT, HOUSE, found, house, layout


def run(capsys, game, *more):
    code = main(["export", str(game), "--out", str(game.parent / "out"), *more])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_missing_icc_profile_is_told_with_what_to_get(game, capsys):
    code, _, err = run(capsys, game, "--to", "drivethru")
    assert code == 2
    assert "there is no USWebCoatedSWOP.icc: get it (from Adobe's" in err and "and put it into" in err
    assert not (game.parent / "out/game").exists()


def test_a_check_without_the_icc_profile_looks_at_all_else(game, capsys):
    house(game, HOUSE + "most: 4\n")
    layout(game, "", ground=FRONT.replace("bottom: -bleed", "bottom: 0"))
    (game / "printers/own.icc").unlink()
    code, out, err = run(capsys, game, "--to", "ours", "--check")
    assert (code, out) == (1, "")
    assert "ours.yaml:9:17: error: Our House prints by the ICC profile of our press, but there is no own.icc" in err
    assert "without it, cardgen did not check the inks" in err
    assert "error: 5 cards of the size poker" in err and "does not fill the bleed (bottom)" in err
    assert not (game.parent / "out/game").exists()


def test_an_order_of_nothing_still_needs_the_icc_profile(game, capsys):
    yaml = game / "game.yaml"
    yaml.write_text(yaml.read_text().replace("63 x 88 mm", "70 x 70 mm"))
    (game / "printers/own.icc").unlink()
    assert {"house-icc", "house-size"} == found(game).keys()


def test_a_wrong_icc_profile_is_told(game, capsys):
    (game / "printers/own.icc").write_bytes(b"nothing")
    code, _, err = run(capsys, game, "--to", "ours")
    assert (code, "own.icc: cardgen cannot read it as an ICC profile" in err) == (2, True)
    code, _, err = run(capsys, game, "--to", "ours", "--check")
    assert (code, "own.icc: error: cardgen cannot read it as an ICC profile; without it" in err) == (1, True)


def test_what_a_house_would_refuse_is_not_sent(game, capsys):
    house(game, HOUSE + "most: 4\n")
    code, out, err = run(capsys, game, "--to", "ours")
    assert (code, out) == (1, "") and "error: 5 cards of the size poker" in err
    assert not (game.parent / "out/game").exists()


def test_a_check_writes_nothing(game, capsys):
    code, out, err = run(capsys, game, "--to", "ours", "--check")
    assert (code, out, err) == (0, "can go to ours: no findings\n", "")
    assert not (game.parent / "out/game").exists()


def test_an_export_is_written_and_known_again(game, capsys):
    assert run(capsys, game, "--to", "ours")[0] == 0
    code, out, _ = run(capsys, game, "--to", "ours")
    assert code == 0 and "poker.pdf" in out and "unchanged" in out
    shutil.copy(game / "printers/own.icc", game / "printers/other.icc")
    says = game / "printers/ours.yaml"
    says.write_text(says.read_text().replace("OWN", "OTHER"))
    code, out, _ = run(capsys, game, "--to", "ours")
    assert code == 0 and "unchanged" not in out
