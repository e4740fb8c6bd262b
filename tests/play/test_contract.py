"""Engines offer what the contract declares: nothing else is asked of them, and what is wrong with one is an error."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cardgen.definitions.engines import engines
from cardgen.foundations.errors import InputError
from cardgen.foundations.hooks import Hooks, adopt, hook_names, is_required, parameters
from cardgen.play.compiled import COMPILES
from cardgen.play.contract import PARTS, EndingHooks, Picture, Policies, Tales, Verbs, Zones
from cardgen.play.engines import load_engine
from cardgen.play.records import position_type
from cardgen.play.tiers import at_speed
from cardgen.store.library import PACKAGE
from tests.pages import install, text_of
from tests.tools.reference import explanation

OF_ENGINES = {path for folder in ("games", "clauses") for path in (PACKAGE / "play" / folder).rglob("*.py")}
CONTRACT = PACKAGE / "play" / "contract.py"
GENERIC = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py") if path not in OF_ENGINES | {CONTRACT}}
FIELDS = {
    "verbs": Verbs,
    "policies": Policies,
    "zones": Zones,
    "tale": Tales,
    "ending": EndingHooks,
    "picture": Picture,
}


# ---- what is asked of engines


def test_nothing_is_asked_of_an_engine_but_its_hooks():
    """Nor is any of its modules looked through for names, which no type would hold to the contract."""
    asked = re.compile(rf"\bengine\.({'|'.join(FIELDS)})\.(\w+)")
    probing = re.compile(rf"(?:getattr|hasattr)\([\w.]*\b(?:{'|'.join(FIELDS)}|notation|module)\b")
    for path, text in GENERIC.items():
        for field, name in asked.findall(text):
            assert name in (*hook_names(FIELDS[field]), "module"), (path.name, field, name)
        assert not re.search(r"\b(?:verbs|policies|zones|picture)\.module\.(?!__name__)", text), path.name
        assert path.name == "hooks.py" or not probing.search(text), path.name


@pytest.mark.parametrize("part", PARTS)
def test_every_hook_is_asked_for(part):
    for hook in hook_names(PARTS[part]):
        texts = [*GENERIC.values(), *re.findall(r"self\.\S+", CONTRACT.read_text("utf-8"))]
        assert any(re.search(rf"\.{hook}\b", text) for text in texts), hook


@pytest.mark.parametrize("part", PARTS)
def test_every_hook_is_explained(part):
    """And of a function that may be missing, what is then."""
    for hook in hook_names(PARTS[part]):
        told = explanation(PARTS[part], hook)
        assert told.endswith("."), hook
        assert is_required(PARTS[part], hook) or " Default: " in told or parameters(PARTS[part], hook) is None, hook


def test_the_page_of_engines_names_what_each_module_must_have():
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|([^|]*)\|$", text_of("howto/engines.md"), re.M)
    assert [part for part, *_ in rows] == list(PARTS)
    for part, must, may in rows:
        hooks = hook_names(PARTS[part])
        assert set(re.findall(r"`(\w+)`", must)) == {hook for hook in hooks if is_required(PARTS[part], hook)}
        assert set(re.findall(r"`(\w+)`", may)) <= set(hooks), part


@pytest.mark.parametrize("name", ["clauses", *engines()])
def test_what_is_shipped_keeps_to_it(name):
    engine = load_engine(name)
    assert engine.verbs.MAX_OPTIONS > 0 and engine is load_engine(name)
    assert engine.zones.offers("make_table") and not engine.zones.offers("sunken")


# ---- what may be wrong with one


class Contract(Hooks):
    SIZE: int
    NAMES: tuple[str, ...] = ()

    def grow(self, by: int, twice: bool = False) -> int:
        """Default: not at all."""
        return 0 * by


def module(**content: object) -> ModuleType:
    found = ModuleType("theirs")
    for name, value in {"SIZE": 3, **content}.items():
        if callable(value):
            value.__module__ = "theirs"
        setattr(found, name, value)
    return found


def test_what_a_module_leaves_out_is_as_the_contract_has_it():
    own = adopt(Contract, module())
    assert (own.SIZE, own.NAMES, own.grow(2)) == (3, (), 0) and not own.offers("grow")
    grown = adopt(Contract, module(grow=lambda by, twice: 2 * by))
    assert grown.grow(2, False) == 4 and grown.offers("grow")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"grwo": lambda by, twice: by}, "theirs: cardgen never asks for 'grwo'; did you mean 'grow'?"),
        ({"grow": lambda by: by}, "theirs: grow: expected grow(by, twice), got grow(by)"),
        ({"grow": lambda by, twice, thrice: by}, "theirs: grow: expected grow(by, twice), got grow(by, twice, thrice)"),
        ({"grow": 7}, "theirs: grow: expected a function, got 7"),
        ({"NAMES": "ab"}, "theirs: NAMES: expected a tuple, got 'ab'"),
        ({"SIZE": "3"}, "theirs: SIZE: expected a whole number, got '3'"),
    ],
)
def test_a_hook_that_is_misspelt_or_called_otherwise_is_an_error(content, told):
    with pytest.raises(InputError, match=re.escape(told)):
        adopt(Contract, module(**content))


def test_what_is_needed_and_missing_is_an_error():
    with pytest.raises(InputError, match="theirs: there is no 'SIZE'"):
        adopt(Contract, ModuleType("theirs"))


def test_a_function_of_ones_own_that_is_near_no_hook_or_begins_with_a_line_is_none():
    adopt(Contract, module(wither=lambda: 0, _grwo=lambda: 0))


@pytest.fixture
def written(tmp_path, monkeypatch):
    """An engine of these sources, as if it were installed: the one of the package that is copied, with changes."""

    def write(name: str, part: str, change) -> str:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text("", "utf-8")
        for module in ("rules", "engine", "policies", "zones", "notation"):
            text = f"from tests.reference.king_lui.{module} import *\n"
            (folder / f"{module}.py").write_text(change(text) if module == part else text, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setitem(engines(), name, name)
        return name

    return write


@pytest.mark.parametrize(
    ("part", "added", "told"),
    [
        (
            "zones",
            "def goal(game):\n    return ()\n",
            "zones.py:2:1: {}.zones: cardgen never asks for 'goal'; did you mean 'goals'",
        ),
        (
            "zones",
            "PILE = ()\nPILES = ()\ndel PILES\n",
            "{}.zones: cardgen never asks for 'PILE'; did you mean 'PILES'",
        ),
        (
            "zones",
            "def things():\n    return ()\n",
            "zones.py:2:1: {}.zones: things: expected things(game), got things()",
        ),
        ("zones", "del snapshot\n", "{}.zones: there is no 'snapshot', which every such module has"),
        (
            "zones",
            "OPTIONS = {'side': ('a',)}\n",
            "new_state: expected the parameters new_state(players, side), named as in OPTIONS",
        ),
        (
            "policies",
            "del features\n",
            "{}.policies: there is no 'features'; an engine needs both FEATURES, their names",
        ),
        ("notation", "import no_such_thing\n", "{}.notation: this module of an engine cannot be imported"),
    ],
)
def test_an_engine_says_which_of_its_modules_is_wrong(part, added, told, written):
    name = written(f"wrong_{part}_{abs(hash(added)) % 10_000}", part, lambda text: text + added)
    with pytest.raises(InputError) as error:
        load_engine(name)
    assert told.format(name) in str(error.value)


def test_one_without_a_module_is_told_of_it(written, tmp_path):
    name = written("without_words", "rules", str)
    (tmp_path / name / "notation.py").unlink()
    with pytest.raises(InputError, match=r"without_words\.notation: this module of an engine cannot be imported"):
        load_engine(name)


def test_a_field_that_numpys_records_have_themselves_is_an_error():
    """Compiled code would read the field, and interpreted code the other."""
    with pytest.raises(InputError, match="a field of a record cannot be called 'size'"):
        position_type(0, ("size", np.int32))


@pytest.mark.skipif(not COMPILES, reason="nothing is compiled without numba")
@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("(state.points * 2).sum()", "it makes an array; mark it as `allocating`"),
        ("state.pile.unheard_of()", "unheard_of"),
    ],
)
def test_a_function_that_cannot_be_compiled_is_an_error_with_its_line(does, told, tmp_path, monkeypatch):
    install("howto/small-engine.md", tmp_path, monkeypatch)
    file = tmp_path / "streak" / "engine.py"
    lines = file.read_text("utf-8").replace("return mask", f"return mask + {does}").splitlines()
    name = f"wrong_{len(does)}"
    (tmp_path / "streak").rename(tmp_path / name)
    (tmp_path / name / "engine.py").write_text("\n".join(lines), "utf-8")
    engine = import_module(f"{name}.engine")
    with at_speed(), pytest.raises(InputError, match=re.escape(told)) as error:
        engine.winners(np.zeros(1, engine.TABLE)[0], np.zeros(1, engine.STATE)[0])
    (fault,) = error.value.faults
    assert (Path(fault.place.file).parent.name, does in lines[fault.place.line - 1]) == (name, True)
