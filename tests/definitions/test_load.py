"""Whatever the files hold, loading and composing a game ends in a game or in an InputError."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.store.library import find_game

from ..conftest import FILES, Folder

SCALARS = st.sampled_from(
    ["", "~", "no", "12:30", "-1", "0", "1e9", "999999999999", "1.5", "x", "drop", "''", "{}", "[]", "[a, [b]]",
     "{a: {b: c}}", "*x", "&x y", "é", '"\\0"', "'#ff0000'", "card.id", '"{card.id}"', '"{"', '"{print}"', "fox",
     "creature", "wood", "quick",
     "../x", "/", "text", "same", "bleed", "-bleed", "ink 30 %", "1000 mm", "art/x.png", "key", "self"]
)  # fmt: skip


@st.composite
def broken(draw):
    """A file of the small game with some words replaced, lines dropped, doubled or moved in."""
    name = draw(st.sampled_from(sorted(FILES)))
    lines = FILES[name].splitlines()
    for _ in range(draw(st.integers(1, 3))):
        index = draw(st.integers(0, len(lines) - 1))
        line = lines[index]
        match draw(st.integers(0, 4)):
            case 0 if ": " in line:
                parts = line.split(": ")
                which = draw(st.integers(1, len(parts) - 1))
                end = "".join(sign for sign in parts[which] if sign in "}]")
                lines[index] = ": ".join([*parts[:which], draw(SCALARS) + end, *parts[which + 1 :]])
            case 1:
                lines[index] = line.replace(draw(st.sampled_from(["a", "e", ":", "{", "}", " ", "card", "o"])), "", 1)
            case 2:
                lines.insert(index, line)
            case 3:
                lines[index] = "  " + line
            case _:
                lines[index] = line[: draw(st.integers(0, len(line)))] + draw(SCALARS)
    return name, "\n".join(lines)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return Folder(tmp_path_factory.mktemp("fuzz") / "wood")


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(change=broken())
def test_broken_files_are_refused(folder, change):
    for name, text in FILES.items():
        folder.write(name, text)
    folder.write(*change)
    home = find_game("./wood", folder.path.parent)
    for variant in ("base", "quick"):
        try:
            composer = Composer(load_game(home, variant))
            for deck in composer.game.decks:
                composer.cards(deck, composer.game.languages[0])
        except InputError as error:
            assert error.faults and all(fault.place for fault in error.faults)


def test_all_languages_of_bad_strings_are_told_at_once(game):
    game.write("strings/en.yaml", "a: []\n")
    game.write("strings/fr.yaml", "b: []\n")
    with pytest.raises(InputError) as error:
        load_game(find_game("./wood", game.path.parent))
    assert [fault.message[:2] for fault in error.value.faults] == ["a:", "b:"]


@pytest.mark.parametrize("field", ["key", "self", "text", "values"])
def test_any_name_will_do_for_a_field(game, field):
    game.edit("game.yaml", "value: 3", f"value: 3, {field}: A")
    game.edit("game.yaml", "value: 2", f"value: 2, {field}: B")
    game.edit("strings/en.yaml", "Take {value}", f"{{{field}}} {{value}}")
    composer = Composer(load_game(find_game("./wood", game.path.parent)))
    assert composer.cards(composer.game.decks[0], "en")
