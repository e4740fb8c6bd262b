"""Every sentence that a game prints, under each value of each of its rules: which ought to change and does not?

A rule's subjects (walk.yaml) find the sentences that speak of it. Those that stand under several of its values are
written down in walked/GAME.LANG.txt, with the values, for a person to review: each must be true under all of
them. What each value changes of pictures, and where only words change, is written down in walked/GAME.drawn.txt.
`python -m tests.rulebook.walk [GAME]` writes them again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from cardgen.definitions.fields import word
from cardgen.definitions.layout_fields import Same, TextField
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import RuleInfo, explain
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.store.library import all_games, find_game
from tests.books import text_of

FOLDER = Path(__file__).parent
SUBJECTS = yaml.safe_load((FOLDER / "walk.yaml").read_text("utf-8"))
LANGUAGES = ("en", "fr", "it")
SPREAD = 5  # values of a number that are tried

Said = dict[str, tuple[str, ...]]  # what each place says: rulebook, summary, a field of a side


@cache
def said(game: str, language: str, rule: str = "", value: str = "") -> Said:
    """All that a game says with a rule set to a value, by where it stands."""
    settings = {rule: value} if rule else {}
    home = find_game(game)
    found = {}
    for kind, label in (("md", "rulebook"), ("summary.md", "summary")):
        text = re.sub(
            r"^```(?:scene|index) .*?^```$", "", text_of(home, language, kind=kind, **settings), flags=re.M | re.S
        )
        found[label] = tuple(text.split("\n"))
    return found | faces(game, rule, value)[language]


@cache
def faces(game: str, rule: str = "", value: str = "") -> dict[str, Said]:
    """The texts of all sides, by language; those of the fields that are drawn."""
    definition = load_game(find_game(game), "base", {rule: value} if rule else {})
    composer = Composer(definition, readings=readings(game))
    found: dict[str, Said] = {language: {} for language in LANGUAGES}
    for side in composer.sides:
        reading = composer.reading(side)
        for name, field in side.layout.fields.items():
            for language in LANGUAGES if isinstance(field, TextField) else ():
                context = reading.context(name, language)
                if context.draws(field):
                    found[language][f"{side.name} {name}"] = (reading.sayer.say(field, context, language).text,)
    return found


@cache
def readings(game: str) -> Readings:
    return Readings()


def infos(game: str) -> tuple[RuleInfo, ...]:
    return explain(load_game(find_game(game)).declared)


def values(info: RuleInfo) -> list[str]:
    """The values that are tried, as definitions write them: all options; of a number its ends and the least changes."""
    if info.options or len(info.values) <= SPREAD:
        return [word(value) for value in info.values]
    about = (info.default, *info.numbers[:2], info.default + 1, info.numbers[-1])
    return [word(value) for value in sorted(set(about) & set(info.values))]


def sentences(lines: tuple[str, ...]) -> Iterator[str]:
    """The sentences of lines, without the signs of Markdown and of typography."""
    for line in lines:
        plain = re.sub(r"\[(?=[^\]]*\]\(see\))|\]\([^)]*\)|^[\s>#*|!\[-]+|\*+|\|[-:| ]+\|$", " ", line)
        plain = " ".join(plain.replace("\u00a0", " ").replace("\u202f", " ").split())
        for sentence in re.split(r"(?<=[.!?:]) (?=[A-ZÀ-Ý«“])", plain):
            if any(sign.isalpha() for sign in sentence):
                yield sentence.strip(" |")


def places(key: str) -> str:
    """Where a text stands, short enough to read: the side without its deck and card."""
    return key.split("/")[-1].split(" ")[0] if " " not in key else key.split(" ")[0].replace("components/", "")


def told(game: str, language: str, info: RuleInfo) -> dict[str, dict[str, list[str]]]:
    """Sentences that speak of the rule: where each stands, and under which values."""
    subjects = SUBJECTS[game]
    about = re.compile("|".join(subjects["subjects"][name][language] for name in subjects["rules"][info.name]), re.I)
    found: dict[str, dict[str, list[str]]] = {}
    for value in values(info):
        for key, lines in said(game, language, info.name, value).items():
            for sentence in sentences(lines):
                if about.search(sentence):
                    under = found.setdefault(sentence, {}).setdefault(value, [])
                    if places(key) not in under:
                        under.append(places(key))
    return found


def listed(game: str, language: str) -> str:
    """The golden of a game in a language; rules that the same sentences speak of stand together."""
    together: dict[tuple[str, ...], list[str]] = {}
    for info in infos(game):
        together.setdefault(tuple(_reviewed(game, language, info)), []).append(
            f"## {info.name}: {', '.join(values(info))}"
        )
    return "\n".join(line for lines, heads in together.items() for line in (*heads, *lines, ""))


def _reviewed(game: str, language: str, info: RuleInfo) -> Iterator[str]:
    tried = values(info)
    for sentence, under in told(game, language, info).items():
        if len(under) > 1:
            where = dict.fromkeys(place for found in under.values() for place in found)
            which = "always" if len(under) == len(tried) else "/".join(under)
            shown = ", ".join([*where][:3]) + (", ..." if len(where) > 3 else "")
            yield f"{which} | {shown} | {sentence}"


def changed(game: str, language: str, info: RuleInfo, value: str) -> dict[str, tuple[int, int]]:
    """Where a value differs from the default: how many lines are there no more, and how many are new."""
    before, after = said(game, language, info.name, word(info.default)), said(game, language, info.name, value)
    found = {}
    for key in {**before, **after}:
        old, new = list(before.get(key, ())), list(after.get(key, ()))
        gone = [line for line in old if line not in new]
        come = [line for line in new if line not in old]
        if gone or come:
            found[key] = len(gone), len(come)
    return found


@cache
def drawn(game: str, rule: str = "", value: str = "") -> dict[str, tuple]:
    """What each side draws besides words; and the rulebook's scenes, which point at things and lay them out."""
    definition = load_game(find_game(game), "base", {rule: value} if rule else {})
    composer = Composer(definition, readings=readings(game))
    found = {}
    for side in composer.sides:
        signs = [name for name, field in side.layout.fields.items() if not isinstance(field, (TextField, Same))]
        found[side.name] = tuple(repr(composer.items(side, name, LANGUAGES[0])) for name in signs)
    text = text_of(find_game(game), LANGUAGES[0], **({rule: value} if rule else {}))
    figures = re.findall(r"^```(?:scene|anatomy) .*?^```$", text, flags=re.M | re.S)
    return found | {f"figure {number}": (figure,) for number, figure in enumerate(figures, 1)}


def pictured(game: str) -> str:
    """The golden of a game's pictures: what each value of a rule changes, and which sides only say something else."""
    lines = []
    for info in infos(game):
        for value in values(info):
            if value == word(info.default):
                continue
            before, after = drawn(game), drawn(game, info.name, value)
            pictures = {key for key in {**before, **after} if _differs(key, before, after)}
            words = {key.split(" ")[0] for key in changed(game, LANGUAGES[0], info, value)} - {"rulebook", "summary"}
            told = f"pictures: {_named(pictures)} | only words: {_named(words - pictures)}"
            lines.append(f"{info.name} {value} | {told}")
    return "\n".join(lines) + "\n"


def _differs(key: str, before: dict[str, tuple], after: dict[str, tuple]) -> bool:
    """Whether a picture is another. A book's figures are known by what they show: books of variants have fewer."""
    if key.startswith("figure "):
        return key in after and after[key] not in before.values()
    return before.get(key) != after.get(key)


def _named(sides: set[str]) -> str:
    shown = sorted("/".join(side.split("/")[-2:]) for side in sides)
    return ", ".join(shown[:6]) + (f" and {len(shown) - 6} more" if len(shown) > 6 else "") or "none"


def golden(game: str, language: str) -> Path:
    return FOLDER / "walked" / f"{game}.{language}.txt"


def games() -> list[str]:
    return [home.name for home in all_games()]


if __name__ == "__main__":
    for name in sys.argv[1:] or games():
        for spoken in LANGUAGES:
            golden(name, spoken).write_text(listed(name, spoken), "utf-8")
            print(golden(name, spoken), file=sys.stderr)
        golden(name, "drawn").write_text(pictured(name), "utf-8")
