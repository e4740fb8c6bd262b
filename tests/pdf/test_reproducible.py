"""The same game gives the same bytes, whenever and wherever it is printed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from tests.printing import ROOT, king_lui


def test_twice_in_one_process():
    (output,) = plan(find_game("king_lui", ROOT), "base", Options(languages=("en",), only=("cards",)))
    assert output.make() == output.make() == king_lui()


@pytest.mark.parametrize("seed", ["1", "2"])
def test_in_another_process_and_folder(tmp_path, seed):
    command = [sys.executable, "-m", "cardgen", "build", "king_lui", "--lang", "en", "--out", "here"]
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "TZ": f"UTC{seed}"}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, stdout=subprocess.DEVNULL)
    assert (tmp_path / "here/king_lui/base/en/cards.pdf").read_bytes() == king_lui()


def test_no_path_of_this_machine_is_written():
    for place in (str(ROOT), str(Path.home())):
        assert place.encode() not in king_lui()
