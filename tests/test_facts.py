"""docs/rules is true: every number that is cited stands there, and its parameters, cards and points are the games'."""

import re
from collections import Counter

import pytest

from cardgen.definitions.fields import word
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import explain
from cardgen.store.library import BUILTIN, find_game
from cardgen.text.strings import Strings
from tests.facts import GAMES, RULES, numbered, table, text_of
from tests.play.games import played

LETTERS = {"king_lui": "K", "draco": "D", "party_at_louis": "P"}
CITED = re.compile(r"\b[KDP][AR]?[1-9]\d*\b")
NUMBERS = {name: numbered(name) for name in GAMES}
ALL = {number for found in NUMBERS.values() for number in found}


def english(name):
    return Strings("en", load_game(find_game(name)).strings["en"])


def sources():
    for folder in ("cardgen", "decks", "templates", "variants", "tests", "docs"):
        for path in sorted((BUILTIN / folder).rglob("*")):
            if path.suffix in {".py", ".yaml", ".j2", ".md", ".csv"}:
                yield path


def test_every_number_that_is_cited_is_there():
    cited = {
        (number, path.relative_to(BUILTIN).as_posix())
        for path in sources()
        for number in CITED.findall(path.read_text("utf-8"))
    }
    assert len({number for number, _ in cited}) > 150
    assert not [path for path in sources() if re.search(r"\bfacts? \d", path.read_text("utf-8"))], (
        "a section, no number"
    )
    assert not {(number, path) for number, path in cited if number not in ALL}


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_those_of_the_game_and_none_is_left_out(name):
    kinds: dict[str, list[int]] = {}
    for number in NUMBERS[name]:
        kind, count = re.fullmatch(r"([KDP][AR]?)(\d+)", number).groups()
        kinds.setdefault(kind, []).append(int(count))
    assert set(kinds) == {LETTERS[name] + more for more in ("", "A", "R")}
    for counts in kinds.values():
        assert sorted(counts) == list(range(1, len(counts) + 1))


@pytest.mark.parametrize("name", GAMES)
def test_parameters_and_their_values_are_those_of_the_engine(name):
    """Each stands in the row that `cardgen list` cites for it, and nowhere else."""
    told = {}
    for number, row in NUMBERS[name].items():
        for cell in filter(None, row.get("parameter", "").split("; ")):
            parameter, base, others = re.fullmatch(r"`(\w+)`: \*\*(\w+)\*\*, ([\w, ]+)", cell).groups()
            assert parameter not in told
            told[parameter] = number, base, others
    game = load_game(find_game(name))
    for info in explain(game.declared):
        number, base, others = told.pop(info.name)
        assert (number, base) == (info.fact, word(game.rules[info.name])), info.name
        if info.options:
            assert sorted([base, *others.split(", ")]) == sorted(map(word, info.options)), info.name
        else:
            assert others == f"{info.numbers[0]} to {info.numbers[-1]}", info.name
    assert not told


@pytest.mark.parametrize("name", GAMES)
def test_cases_without_a_rule_have_a_ruling(name):
    cited = {fact for case, fact in played(name).silences.items() if "." not in case}  # the others are told by clauses
    assert cited and cited <= set(NUMBERS[name])


@pytest.mark.parametrize("path", sorted(RULES.glob("*.md")), ids=lambda path: path.stem)
def test_links_lead_somewhere(path):
    text = path.read_text("utf-8")
    for file, anchor in re.findall(r"\]\(([^)#]*)(?:#([\w-]+))?\)", text):
        target = (path.parent / file) if file else path
        assert target.is_file(), file
        titles = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.M)
        anchors = set(re.findall(r'id="(\w+)"', target.read_text("utf-8")))
        assert not anchor or anchor in anchors | {re.sub(r"[^\w -]", "", t).lower().replace(" ", "-") for t in titles}


@pytest.mark.parametrize("name", GAMES)
def test_the_readme_leads_there(name):
    assert f"{name}.md" in text_of("README")
    assert "docs/rules/README.md" in (BUILTIN / "README.md").read_text("utf-8")


# ---- reconstructions


def test_every_action_card_is_attested_or_ours():
    rows = table(text_of("draco"), "card", "copies", "attested")
    game, strings = load_game(find_game("draco")), english("draco")
    (deck,) = [deck for deck in game.decks if deck.name == "tavern"]
    printed = [(f"`{design.id}`", strings.say(f"action.{design.id}"), str(design.count)) for design in deck.designs]
    assert [(row["id"], row["card"].replace("'", "’"), row["copies"]) for row in rows] == printed
    kinds = Counter()
    for row in rows:
        assert set(row["attested"].split(", ")) <= {"name", "effect", "theme"} or row["attested"] == "ours"
        assert (row["attested"] == "ours") == (row["what sources tell"] == ""), row["id"]
        here = row["what sources tell"].startswith("The presentation")
        kinds["presentation" if here else row["attested"]] += int(row["copies"])
    told = [int(number) for number in re.findall(r"\b(\d+)\b", NUMBERS["draco"]["DR1"]["as far as sources go"])]
    assert told == [kinds["presentation"], kinds["effect"] + kinds["name"], kinds["theme"], kinds["ours"]]


def test_the_characters_are_those_of_the_deck():
    rows = table(text_of("draco"), "colour", "first", "second")
    told = {f"{row['colour']}_{row[which]}" for row in rows for which in ("first", "second")}
    kinds = {design.id for design in load_game(find_game("draco")).designs if design.kind == "character"}
    assert told == kinds


def test_the_nobles_are_those_of_the_deck():
    rows = {row["noble"]: row for row in table(text_of("party_at_louis"), "noble", "points")}
    game, strings = load_game(find_game("party_at_louis")), english("party_at_louis")
    seen = set()
    for design in game.designs:
        if design.kind == "noble":
            for face in design.faces:
                number = design.id.split("-")[1 if face.side == "unmasked" else 2].upper()
                row = rows[number]
                seen.add(number)
                assert row["name"] == strings.say(f"noble.{face.side}.{face.fields['picture']}")
                assert row["points"] == str(face.fields["points"])
                assert row[design.set] == face.fields.get("mine", "")
    assert seen == set(rows)


def test_the_patterns_are_those_of_the_deck():
    rows = table(text_of("party_at_louis"), "card", "pattern")
    told = {row["card"]: tuple(row["pattern"].split()) for row in rows}
    designs = [design for design in load_game(find_game("party_at_louis")).designs if "pattern" in design.behaviour]
    drawn = {
        design.id: tuple("".join("x" if taken else "." for taken in row) for row in design.behaviour["pattern"].grid())
        for design in designs
    }
    assert told == drawn
    assert [row["card"] for row in rows if row[""] == "attested"] == ["crown-impostor"]
