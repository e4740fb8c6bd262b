"""Rulebooks of the shipped games: every rule, variant and example in every language."""

import re

import pytest

from cardgen.definitions.fields import word
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import explain
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.press.edition import Options, build, card_sheets, plan
from cardgen.store.library import all_games, find_game
from cardgen.text.card_names import card_names
from cardgen.text.strings import Strings
from tests.books import text_of

HOMES = [home for home in all_games() if home.rulebook("en.md.j2")]
LANGUAGES = ("en", "fr", "it")


@pytest.fixture(params=HOMES, ids=lambda home: home.name)
def home(request):
    return request.param


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_rule_changes_the_rulebook(home, language):
    base = text_of(home, language)
    bodies = {base.split("# ", 1)[1]}
    for info in explain(load_game(home).declared):
        for value in info.values:
            if value == info.default:
                continue
            changed = text_of(home, language, **{info.name: word(value)})
            head, _, body = changed.partition("\n# ")
            assert body not in bodies, f"{info.name}={word(value)} says nothing new in {language}"
            bodies.add(body)
            assert re.search(r"^- \S", head, re.M), "what changes stands first"


def title_line(game, language, key):
    from cardgen.text.typography import typeset

    return typeset(game.strings[language][key].text, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_the_rules_are_those_printed(language):
    home = find_game("king_lui")
    assert "3 × 4 = 12".replace(" ", "\u00a0") in text_of(home, language)
    three = text_of(home, language, cards_per_player="3")
    assert "| 9 | 12 | 15 |" in three and "| 6 | 8 | 10 |" not in three


def headings(text: str) -> list[str]:
    """The headings of a book, of chapters and of their sections: the credits may be either."""
    return [line.lstrip("# ") for line in text.splitlines() if line.startswith("#")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variant_reads_as_a_whole_game(home, language):
    base = text_of(home, language)
    chapters = headings(base)
    for variant in home.variants:
        game = load_game(home, variant)
        text = text_of(home, language, variant)
        _, *own = headings(text)
        whole = chapters if chapters[-1] in own else chapters[:-1]  # credits may stand in a box
        assert chapters[-1] in text
        # A rule may add a chapter, the ghost for two; and chapters may change places, so that each has a spread.
        assert sorted(line for line in own if line in chapters) == sorted(whole)
        assert len(own) <= len(chapters) + 1
        assert title_line(game, language, "variant.why") in text.split("\n# ")[0]
        changes = text.split("\n# ")[0].count("\n- ")
        assert changes >= 1, "a variant says what it changes"
        whole = load_game(home)
        names = card_names(whole.designs, home, Strings(language, whole.strings[language]))
        for card in {d.id for d in whole.designs} - {d.id for d in game.designs}:
            assert f"| {names[card]} |" not in text.replace("*", "")


def test_a_variant_with_other_cards_says_how_many_there_are():
    lines = {"en": "The deck has 98 cards instead of 110.", "fr": "Le paquet compte 98 cartes au lieu de 110."}
    for language, line in lines.items():
        text = text_of(find_game("king_lui"), language, "hungry_dragon").replace("\u00a0", " ")
        assert f"\n- {line}\n" in text
    assert "instead of 110" not in text_of(find_game("king_lui"), "en", "express").replace("\u00a0", " ")


def test_bookmarks_of_sheets_name_the_cards():
    composer = Composer(load_game(find_game("king_lui")))
    assert card_sheets(composer, "it", Options()).pages[2].bookmark == "Prosciutto, Formaggio"


def test_examples_that_are_not_true_under_other_rules_are_left_out():
    home = find_game("king_lui")
    for told in ("removes the Emerald card and 2 of", "The king has 1 portion of ham and 1 of bread: enough."):
        assert told in text_of(home, "en").replace("\u00a0", " ")
        assert told not in text_of(home, "en", portions_fed="3").replace("\u00a0", " "), "which has one of its own"
    assert "**Emerald is fed**" not in text_of(home, "en", portions_fed="4")


def test_variants_enough(home):
    assert len(home.variants) >= (2 if load_game(home).clauses else 6)


@pytest.mark.parametrize("variant", ["base", *find_game("king_lui").variants])
def test_every_variant_prints_all_its_files(variant, tmp_path):
    outputs = plan(find_game("king_lui"), variant, Options(out=tmp_path))
    names = {output.path.relative_to(tmp_path).as_posix() for output in outputs}
    files = ("cards.pdf", "components.pdf", "rulebook.pdf", "rulebook-booklet.pdf", "rulebook.html", "summary.pdf")
    assert names == {f"king_lui/{variant}/{language}/{file}" for language in LANGUAGES for file in files}


@pytest.fixture
def own(tmp_path, monkeypatch):
    """own(template, **variant) -> plans a game whose rulebook is that template."""
    from cardgen.starting.starter import make_game

    monkeypatch.chdir(tmp_path)
    make_game("zoo")
    (tmp_path / "zoo" / "rulebooks").mkdir()
    (tmp_path / "zoo" / "variants").mkdir()

    def make(template, variant="base", text=None):
        (tmp_path / "zoo" / "rulebooks" / "en.md.j2").write_text(template, "utf-8")
        if text:
            (tmp_path / "zoo" / "variants" / f"{variant}.yaml").write_text(text, "utf-8")
        options = Options(languages=("en",), out=tmp_path / "out", only=("rulebook",))
        outputs = plan(find_game("./zoo"), variant, options)
        for output in outputs:
            output.make()
        return outputs

    return make


def test_a_game_without_an_engine_has_a_rulebook_too(own):
    outputs = own("# Play\n\n{{ n(1, 'card', 'cards') }} of {{ deck.total }} :gain:\n\n![A fox](cards:fox*2)\n")
    assert [output.path.name for output in outputs] == ["rulebook.pdf", "rulebook-booklet.pdf", "rulebook.html"]
    assert outputs[0].make().startswith(b"%PDF")


def test_a_variant_that_drops_a_card_that_the_rulebook_shows(own):
    template = "# Play\n\n{% if true %}\ntext\n{% endif %}\n\n![A fox](cards:fox)\n"
    with pytest.raises(InputError) as error:
        own(template, "foxless", "changes: zoo\ncards: {fox: drop}\ntexts: {en: {title: No fox, why: None left}}")
    (fault,) = error.value.faults
    assert "fox" in fault.message
    assert (fault.place.file.endswith("rulebooks/en.md.j2"), fault.place.line) == (True, 7)


def test_what_is_wrong_in_a_text_points_at_the_template_that_wrote_it(own, tmp_path):
    scene = "area: 90 x 90\nlies:\n  - {face: fox, at: here}\n"
    template = "# Play\n\n{% if true %}\ntext\n{% endif %}\n\n```scene A fox\n{% include 'den.scene.j2' %}\n```\n"
    (tmp_path / "zoo" / "rulebooks" / "den.scene.j2").write_text(scene, "utf-8")
    home, options = find_game("./zoo"), Options(languages=("en",), out=tmp_path / "out", only=("rulebook",))
    (tmp_path / "zoo" / "rulebooks" / "en.md.j2").write_text(template, "utf-8")
    output = plan(home, "base", options)[0]
    for ask in (output.make, output.shown):
        with pytest.raises(InputError, match="expected two lengths in mm") as error:
            ask()
        place = error.value.faults[0].place
        assert (place.file.endswith("den.scene.j2"), place.line) == (True, 3)


def test_an_example_that_names_an_unknown_card(tmp_path, monkeypatch):
    import shutil

    from cardgen.store.library import BUILTIN

    shutil.copytree(BUILTIN / "decks", tmp_path / "decks")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "decks" / "king_lui" / "examples.yaml"
    path.write_text(path.read_text("utf-8").replace("king: {cake: 3}", "king: {caek: 3}"), "utf-8")
    with pytest.raises(InputError) as error:
        build(find_game("king_lui"), "base", Options(languages=("en",), only=("rulebook",), out=tmp_path))
    assert not list(tmp_path.glob("king_lui/**/*.pdf"))
    (fault,) = error.value.faults
    assert fault.message == "over_served.king: there is no card or player 'caek' here; did you mean 'cake'?"
    assert fault.place.line and fault.place.file.endswith("examples.yaml")


@pytest.mark.parametrize(("asked", "count"), [(("u3-m3",), 4), (("wig-u3-m3",), 1), (("wig-u3-m3", "end"), 2)])
def test_a_card_of_sets_is_chosen_with_its_set_or_in_all_of_them(asked, count):
    composer = Composer(load_game(find_game("party_at_louis")), whole=False)
    document = card_sheets(composer, "en", Options(cards=asked))
    assert len([name for name in document.symbols if name.endswith("/front/en")]) == count
