"""Finds the edition of a request: /api/GAME/VARIANT/LANG/..., with ?set=NAME=VALUE for settings to try."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from starlette.requests import Request

from cardgen.foundations.dataclass import dataclass
from cardgen.store.library import Home

MAX_SET = 400  # settings of one edition


class OpenGames(Protocol):
    """The games of a desk, by name; both methods raise InputError for an unknown name."""

    def home(self, name: str) -> Home: ...
    def variant(self, home: Home, name: str) -> str: ...


@dataclass(frozen=True, slots=True)
class RequestedEdition:
    """A variant of a game with its settings, in one language."""

    home: Home
    variant: str
    settings: tuple[tuple[str, str], ...]
    language: str

    @property
    def key(self) -> tuple[Home, str, tuple[tuple[str, str], ...]]:
        """The key of composed faces, which are made for all languages at once."""
        return self.home, self.variant, self.settings

    def but(self, variant: str) -> RequestedEdition:
        return RequestedEdition(self.home, variant, (), self.language)


def settings_of(request: Request) -> Mapping[str, str]:
    """Reads the settings of `?set=NAME=VALUE`."""
    given = request.query_params.getlist("set")[:MAX_SET]
    return {name: value for name, _, value in (each.partition("=") for each in given)}


def edition(request: Request, desk: OpenGames) -> RequestedEdition:
    """Returns the edition of a path. Raises InputError for what the desk does not have."""
    asked = request.path_params
    home = desk.home(asked["game"])
    settings = tuple(sorted(settings_of(request).items()))  # in any order, they make the same edition
    return RequestedEdition(home, desk.variant(home, asked["variant"]), settings, asked["language"])
