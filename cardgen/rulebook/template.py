"""Renders a rulebook's template to Markdown. It can read given values, and include templates of its own folders."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
from jinja2.sandbox import SecurityError

from cardgen.foundations.errors import InputError, Place, fail, likeliest, nearest
from cardgen.foundations.plain import require_plain
from cardgen.rulebook.clause_tags import RenderBlock
from cardgen.rulebook.sandbox import Environment, TooMuch, WrongValue
from cardgen.store.reach import matching

FUNCTIONS = frozenset({"say", "n", "spelt"})  # functions that templates can call


def as_it_is(clauses: str, text: str) -> str:
    """The text of a `{% tells %}` block."""
    return text


def render(path: Path, folders: Sequence[Path], values: Mapping[str, Any], render_block: RenderBlock = as_it_is) -> str:
    """The Markdown of the template at `path`; it looks for included files beside it and in `folders`.

    `render_block` returns what to print for a `{% tells %}` block. Raises InputError with the template's file and line.
    """
    require_plain(values, FUNCTIONS)
    environment = Environment([path.parent, *folders], render_block)
    try:
        return environment.concat(environment.get_template(path.name).generate(**values))
    except jinja2.TemplateSyntaxError as error:
        place = Place(str(error.filename or path), error.lineno, 1)
        raise fail(f"cannot be read as a template: {error.message}", place) from None
    except InputError:
        raise
    except Exception as error:  # an expression in a template can raise anything
        raise fail(_explain(error, values), _place(error, path, folders)) from None


def _explain(error: Exception, values: Mapping[str, Any]) -> str:
    message = str(error).rstrip(".")
    if isinstance(error, jinja2.TemplateNotFound):
        return f"there is no template '{error.name}' among this game's rulebooks"
    if isinstance(error, jinja2.UndefinedError):
        inner = (value for value in values.values() if isinstance(value, Mapping))
        known = dict.fromkeys([*values, *(str(name) for value in inner for name in value)])
        *_, name = re.findall(r"'([^']*)'", message) or [""]
        if "dict object" in message and not likeliest(name, known):  # usually a card's field
            return f"reads '{name}', which is not there; where only some have it, write {name} | default('-')"
        return f"reads a name that is not there: {message}{nearest(name, known)}"
    if isinstance(error, SecurityError):
        return f"uses something that templates cannot use: {message}"
    if isinstance(error, (TooMuch, WrongValue)):
        return str(error)
    if isinstance(error, RecursionError):
        return "calls itself without end"
    return f"cardgen cannot run the template: {message}"


def _place(error: Exception, path: Path, folders: Sequence[Path]) -> Place:
    """The template's line of an error; Jinja puts templates' own lines into tracebacks."""
    own = {str(template) for folder in (path.parent, *folders) for template in matching(folder, "**/*.j2")}
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    file, line = next((frame for frame in reversed(frames) if frame[0] in own), (str(path), 1))
    return Place(file, line or 1, 1)
