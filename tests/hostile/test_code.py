"""Code that a stranger's folder brings: it is never run."""

import ast
import math
import os
from pathlib import Path

import pytest

from cardgen.foundations.errors import InputError, Place
from cardgen.foundations.plain import require_plain
from cardgen.rulebook.template import render
from cardgen.store.library import PACKAGE
from cardgen.svg.raster import rasterise
from cardgen.validation.telling import charts
from cardgen.validation.telling.page import rendered
from cardgen.validation.telling.tables import FigureTable

SAYS = "what the stranger says"
REPORTS = ("check.html.j2", "sweep.html.j2", "tune.html.j2", "style.css.j2")


@pytest.mark.parametrize("brought", ["decks", "variants"])
def test_reports_are_made_of_the_packages_templates_alone(brought, game, run, tmp_path):
    """Whatever a library has in the same place."""
    for name in REPORTS:
        game.write(f"../templates/reports/{name}", SAYS + "{{ chart.np.load('p.pkl', allow_pickle=true) }}")
    (tmp_path / brought).mkdir()
    assert run("check", "./wood", "--static", "--report", "page.html").code == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert SAYS not in page and "Check of" in page


@pytest.mark.parametrize(
    "value",
    [os, math, Path, Path("a"), print, len, [os], {"a": (os,)}, {os: 1}, object(), FigureTable, str.lower, "a".lower],
)
def test_a_template_is_given_no_module_class_or_function(value, tmp_path):
    with pytest.raises(TypeError, match="may not be given"):
        require_plain({"plain": "a", "value": value}, {"say"})
    with pytest.raises(TypeError, match="may not be given"):
        rendered("style.css.j2", value=value)
    (tmp_path / "en.md.j2").write_text("a", "utf-8")
    with pytest.raises(TypeError, match="may not be given"):
        render(tmp_path / "en.md.j2", [], {"value": value})


def test_a_template_is_given_plain_values_and_the_functions_of_a_list():
    told = {"text": "a", "lists": [1, (2.0, None, True)], "mapping": {"a": {1, 2}}, "sizes": charts.SIZES, "say": len}
    require_plain(told | {"table": FigureTable("a", (), ())}, {"say"})
    with pytest.raises(TypeError):
        require_plain(told, {"other"})
    with pytest.raises(TypeError):
        require_plain({"say": os}, {"say"})  # a name of the list is no leave for a module


@pytest.mark.parametrize(
    "reached",
    [
        "say.__globals__", "say.__func__", "cards.__class__.__mro__", "cards | attr('__class__')", "self.__init__",
        "self._TemplateReference__context", "range.__self__", "loop", "cycler.__init__", "lipsum.__globals__",
        "namespace", "cards.append(1)", "by_id.update({'a': 1})", "''.__class__", "'{0.__class__}'.format(say)",
        "say.__code__", "(cards | map('attr', '__class__') | list)[0]", "get_flashed_messages", "config", "request",
    ],
)  # fmt: skip
def test_a_template_of_a_book_reaches_no_python(reached, tmp_path):
    path = tmp_path / "en.md.j2"
    path.write_text(f"{{{{ {reached} }}}}", "utf-8")
    with pytest.raises(InputError, match=r"en\.md\.j2"):
        render(path, [], {"cards": [{"id": "a"}], "by_id": {"a": {}}, "say": lambda key: key})


def test_modules_of_the_folder_one_stands_in_are_not_run(tmp_path, monkeypatch):
    """Pictures are drawn in a process of their own, which takes modules from where they are installed."""
    for name in ("json", "base64", "resvg_py", "sitecustomize", "cardgen/__init__", "cardgen/svg/resvg"):
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nraise SystemExit(3)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>'
    (drawn,) = rasterise([(svg, 4)], [], "serif", Place("a.svg"))
    assert drawn.startswith(b"\x89PNG") and not (tmp_path / "ran").exists()


def test_what_can_run_code_when_it_is_read_is_read_in_one_place():
    """Which looks at its seal first; `np.load` unpickles as well."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names = {name.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import)
                 for name in node.names}  # fmt: skip
        names |= {(node.module or "").partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        called = {
            f"{node.func.value.id}.{node.func.attr}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
        }  # fmt: skip
        risky = names & {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
        risky |= called & {"np.load", "numpy.load", "yaml.load", "yaml.unsafe_load", "yaml.full_load", "torch.load"}
        if any(isinstance(each, ast.keyword) and each.arg == "cache" for each in ast.walk(tree)):
            risky.add("numba's own cache")
        if risky:
            found[path.relative_to(PACKAGE).as_posix()] = risky
    assert found == {"play/sealed.py": {"pickle"}}
