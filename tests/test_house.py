"""The house is as docs/architecture.md says: imports go one way, nothing generic names a game, every room is told."""

import ast
import re
from graphlib import TopologicalSorter

from cardgen.definitions.load import load_game
from cardgen.store.library import BUILTIN, PACKAGE, all_games

ARCHITECTURE = (BUILTIN / "docs" / "architecture.md").read_text("utf-8")
GAMES = PACKAGE / "play" / "games"


def module_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports(module):
    """The modules of the house that a module names in its imports, wherever these stand in it."""
    for node in ast.walk(ast.parse(SOURCES[module].read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module}: imports are absolute here"
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in SOURCES else node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


IMPORTS = {module: {name for name in imports(module) if name in SOURCES} for module in SOURCES}


def room(module):
    return module.split(".")[1] if "." in module else module


def layers():
    section = ARCHITECTURE.split("## Who may import whom")[1]
    return [line.split() for line in re.search(r"```\n(.*?)```", section, re.S)[1].splitlines()]


FLOOR = {name: number for number, line in enumerate(layers()) for name in line}


def test_every_room_stands_in_one_layer():
    names = [name for line in layers() for name in line]
    assert sorted(names) == sorted({room(module) for module in SOURCES})


def test_imports_go_down():
    between = {(module, name) for module, named in IMPORTS.items() for name in named if room(module) != room(name)}
    assert len(between) > 300
    assert [pair for pair in sorted(between) if FLOOR[room(pair[1])] >= FLOOR[room(pair[0])]] == []


def test_the_stages_stand_side_by_side():
    assert len({FLOOR[stage] for stage in ("faces", "sheets", "rulebook", "play")}) == 1


def test_no_modules_import_one_another_in_a_circle():
    order = list(TopologicalSorter(IMPORTS).static_order())  # raises CycleError, which names the circle
    assert set(order) == set(SOURCES)


def test_engines_know_nothing_of_one_another_and_nobody_knows_them():
    for module, named in IMPORTS.items():
        theirs = {name for name in named if name.startswith("cardgen.play.games.")}
        own = re.match(r"cardgen\.play\.games\.\w+", module)
        assert all(own and name.startswith(own[0]) for name in theirs), module


def generic_files():
    """What is there for every game: our code but for the engines, and templates but for those of one game."""
    names = {home.name for home in all_games(BUILTIN)}
    for root in (PACKAGE, BUILTIN / "templates"):
        for path in sorted(root.rglob("*")):
            told = set(re.split(r"[/.]", path.relative_to(BUILTIN).as_posix()))
            if path.suffix in {".py", ".yaml", ".json", ".j2", ".html"} and not told & names and "_data" not in told:
                yield path


def test_no_generic_file_names_a_game():
    known = set()
    for home in all_games(BUILTIN):
        titles = [strings["game.title"].text for strings in load_game(home).strings.values()]
        known |= {home.name, home.name.replace("_", " "), *map(str.lower, titles)}
    naming = re.compile("|".join(sorted(map(re.escape, known))))
    files = list(generic_files())
    assert len(files) > 100
    assert [path.name for path in files if naming.search(path.read_text("utf-8").lower())] == []


def test_every_room_is_told():
    packages = {module for module, path in SOURCES.items() if path.name == "__init__.py"} - {"cardgen"}
    top = {module for module in SOURCES if module.count(".") == 1}
    rows = re.findall(r"^\| `(cardgen\.[\w.]+)` \| (.+?) \|", ARCHITECTURE, re.M)
    told = [name for name, _ in rows]
    assert len(told) == len({*told})
    assert packages | top <= {*told} <= {*SOURCES}


def test_what_it_names_is_there():
    files = [*SOURCES.values(), *(BUILTIN / "tests").rglob("*.py")]
    for name in re.findall(r"`([a-z_/]+\.py)`", ARCHITECTURE):
        assert any(path.as_posix().endswith(f"/{name}") for path in files), name
