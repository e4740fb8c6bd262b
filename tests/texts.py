"""Every text that readers see, in every variant and language, for tests that read them."""

import re
from functools import cache, partial

from cardgen.definitions.fields import word
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import explain
from cardgen.store.library import all_games
from cardgen.text.typography import typeset
from tests.books import maker

LANGUAGES = ("en", "fr", "it")


@cache
def texts():
    """Name, which begins with the game's, and language to text."""
    return rulebooks() | strings()


def rulebooks():
    """Name to text: every variant's rulebook and summary, and the base game's under every value of every rule."""
    found = {}
    for home in all_games():
        if home.rulebook("en.md.j2") is None:
            continue
        base = load_game(home)
        settings = [
            {info.name: word(value)}
            for info in explain(base.declared)
            for value in info.values
            if value != info.default
        ]
        editions = [(variant, {}) for variant in ("base", *home.variants)] + [("base", given) for given in settings]
        for variant, given in editions:
            for language in LANGUAGES:
                books = maker(home, language, variant, **given)
                for kind in ("md", "summary.md"):
                    label = " ".join([home.name, variant, *map(str, given.items()), kind])
                    if (template := home.rulebook(f"{language}.{kind}.j2")) is None:
                        continue
                    text = books.markdown(template)
                    found[label, language] = re.sub(DATA, partial(_captions, language), text)
    return found


DATA = re.compile(r"^(?:> )?```(?:scene|anatomy|index) (.*?)$\n(.*?)^(?:> )?```$", re.M | re.S)


def _captions(language: str, scene: re.Match[str]) -> str:
    """What a scene, an anatomy or an index says: signs are typeset as they are drawn."""
    said = re.findall(r'^  \w+: "([^"]*)"|text: "([^"\d]*)"', scene[2], re.M)
    return "\n".join([scene[1], *(typeset(sign, language) if sign else label for sign, label in said)])


def strings():
    """Name to text: every string that a card, a component or a list prints."""
    found = {}
    for home in all_games():
        for variant in ("base", *home.variants):
            for language, table in load_game(home, variant).strings.items():
                for key, entry in table.items():
                    forms = entry.text.values() if isinstance(entry.text, dict) else [entry.text]
                    for form in forms:
                        text = re.sub(r"\{[^}]*\}", "3", typeset(form, language))
                        found[f"{home.name} {variant} {key}", language] = text
    return found
