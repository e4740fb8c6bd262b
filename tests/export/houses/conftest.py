"""A game and its print house."""

import pytest

from tests.houses import BACK, FRONT, house
from tests.icc import press_profile
from tests.printing import write_game


@pytest.fixture
def game(tmp_path):
    """Three cards with a back, to be printed by a house of their own."""
    folder = write_game(tmp_path / "game", FRONT, BACK, ["a", "b", "c"])
    yaml = folder / "game.yaml"
    yaml.write_text(yaml.read_text().replace("a: {}", "a: {count: 3}"))
    (folder / "printers").mkdir()
    (folder / "printers/own.icc").write_bytes(press_profile())
    house(folder)
    return folder
