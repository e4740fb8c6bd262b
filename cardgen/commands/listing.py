"""Writes the output of `cardgen list`: all games, or the parts of one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from cardgen.definitions.components import Component
from cardgen.definitions.fields import word
from cardgen.definitions.game import Design, Game
from cardgen.definitions.rules import explain
from cardgen.graphics.outline import Outline
from cardgen.text.card_names import own_names, with_id
from cardgen.text.strings import Strings
from cardgen.text.titles import game_title

WIDTH = 120  # of lines; longer lists wrap


def list_games(games: Sequence[Game]) -> str:
    """A line for each game: its name, title, players, cards, languages and variants."""
    lines = []
    for game in games:
        cards = sum(deck.count for deck in game.decks)
        variants = f"; variants: {', '.join(game.home.variants)}" if game.home.variants else ""
        lines.append(
            f"{game.name}  {_title(game)}: {_facts(game)}, {cards} cards, {', '.join(game.languages)}{variants}"
        )
    return "\n".join(lines)


def list_game(game: Game, *variants: Game) -> str:
    """A game's decks, kinds and cards with their counts, and its variants with their reasons."""
    lines = [f"{_title(game)} ({game.name}), {_facts(game)}", f"languages: {', '.join(game.languages)}"]
    if game.author:
        lines.append(f"by {', '.join(game.author)}")
    names = own_names(game, game.designs)
    for deck in game.decks:
        lines += ["", f"{_label_with_id(game, 'deck', deck.name)}: {deck.count} cards of {_size(deck.outline)}"]
        for kind in dict.fromkeys(design.kind for design in deck.designs):
            lines += _kind(kind, [design for design in deck.designs if design.kind == kind], names)
    lines += _rules(game)
    if game.components:
        components = ", ".join(_component(component, game) for component in game.components)
        lines += ["", *wrap(f"components: {components}", WIDTH, subsequent_indent="    ", break_on_hyphens=False)]
    for variant in variants:
        strings, other = variant.strings[game.languages[0]], _facts(variant)
        title, why = (strings[key].text if key in strings else "" for key in ("variant.title", "variant.why"))
        lines += [
            "",
            f"variant {variant.variant}: {title}" + (f" ({other})" if other != _facts(game) else ""),
            *([f"  {why}"] if why else []),
        ]
    return "\n".join(lines)


def _kind(kind: str, designs: list[Design], names: Mapping[str, str]) -> list[str]:
    """The cards of a kind with their counts, or with one count if all have the same."""
    by_name_and_count: dict[tuple[str, int], list[str]] = {}  # ids of cards of one name and count
    for design in designs:
        by_name_and_count.setdefault((names[design.id], design.count), []).append(design.id)
    counts = {count for _, count in by_name_and_count}
    cards = {with_id(name, ", ".join(ids)): (count, ids) for (name, count), ids in by_name_and_count.items()}
    if len(counts) == 1 and len(designs) > 1:
        cards_text = f"{counts.pop()} each of {', '.join(cards)}"
    else:
        cards_text = ", ".join(f"{card} x{n}{' each' if len(ids) > 1 else ''}" for card, (n, ids) in cards.items())
    return wrap(f"{kind}: {cards_text}", WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)


def _rules(game: Game) -> list[str]:
    """Each rule parameter with its value, the values that it can have, and its meaning."""
    if not game.rules or game.declared is None:
        return []
    language = game.languages[0]
    strings = Strings(language, game.strings[language])
    lines = ["", "rules (try one with --set RULE=VALUE):"]
    for info in explain(game.declared):
        values = " | ".join(map(word, info.options)) or f"{info.numbers[0]} to {info.numbers[-1]}"
        about = f"rule.{info.name}.about"
        meaning = strings.say(about) if about in strings.entries else ""
        facts = "; ".join(filter(None, (values, info.fact)))
        lines += [
            f"  {info.name} = {word(game.rules[info.name])}  ({facts})",
            *([f"      {meaning}"] if meaning else []),
        ]
    return lines


def _component(component: Component, game: Game) -> str:
    size = _size(component.outline, component.depth, "circle" if component.make == "token" else "rectangle")
    return f"{_label_with_id(game, 'component', component.id)} x{component.count} ({component.make}, {size})"


def _size(outline: Outline, depth: float = 0.0, usual: str = "rectangle") -> str:
    """The size of an outline, and its shape unless that is the usual one."""
    inner = f"{outline.width:g} x {outline.height:g}" + (f" x {depth:.4g}" if depth else "")
    shape = "" if outline.kind == usual else f", {outline.kind}"
    holes = f", {len(outline.holes)} hole{'s' if len(outline.holes) > 1 else ''}" if outline.holes else ""
    return f"{inner} mm{shape}{holes}"


def _label_with_id(game: Game, kind: str, name: str) -> str:
    """The label of a deck or component on sheets, with its id."""
    language = game.languages[0]
    key, strings = f"{kind}.{name}", Strings(language, game.strings[language])
    return with_id(strings.say(key), name) if key in strings.entries else name


def _title(game: Game) -> str:
    language = game.languages[0]
    strings = Strings(language, game.strings[language])
    return game_title(strings, game.name)


def _facts(game: Game) -> str:
    low, high = game.players
    players = f"{low} player{'s' if low > 1 else ''}" if low == high else f"{low}-{high} players"
    age = f"ages {game.age}+" if game.age else ""
    minutes = f"{game.minutes.short} minutes".replace("–", "-").replace("≈", "about") if game.minutes else ""
    return ", ".join(filter(None, (players, age, minutes)))
