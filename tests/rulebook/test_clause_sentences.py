"""Sentences of rulebooks that hang on clauses: what is told of them, printed of them, and changed by variants."""

from __future__ import annotations

import re
import time

import pytest

from cardgen.definitions.load import load_game
from cardgen.graphics.drawing import Shape
from cardgen.graphics.geometry import segments_box
from cardgen.press.edition import Options, open_edition
from cardgen.rulebook.sheet import CHANGE
from cardgen.rules.clause_changes import clause_at, hash_of
from cardgen.store.library import find_game
from cardgen.validation.static import check_static
from tests.rulebook.library import lines, seen

RULES = """\
rules: {dealt: "2, from 1 to 3"}
zones: {stock: pile, hand: hand, row: tableau}
counters: {seen: 0}
game:
  shuffle: shuffle all cards into stock
  deal: deal dealt cards from stock to each hand
  turns: {players: in turn from first player, act: choose turn}
turn:
  play:
    pick: {card: a card in your hand}
    down: move card from your hand to your row
    count: add 1 to seen
  draw: {card: draw 1 card from stock to your hand}
score: {sum: sum of value of creatures in your row}
"""
BOOK = """\
{% untold "zones, turn.play.count" %}
{% if variant %}
# Changes

{% for change in variant.changes %}
- {{ change }}
{% endfor %}

{% endif %}
# Play

{% tells "game.shuffle, game.deal" %}Shuffle, and deal {{ n(rules.dealt, 'card', 'cards') }} each.{% endtells %}

{% tells "game.turns" %}
One after the other.
{% endtells %}

- {% tells "turn.play" %}**Play** a card.{% endtells %}
- {% tells "turn.draw" %}**Draw** a card.{% endtells %}

{% tells "score" %}Add up your row.{% endtells %} That is all.

Go.
"""
PLAY = '- {% tells "turn.play" %}**Play** a card.{% endtells %}'
ITEM = '{% tells "turn.play" %}\n- **Play** a card.\n{% endtells %}'
WORDS = """\
rule.dealt: Cards at the start
rule.dealt.about: How many you get.
"""


@pytest.fixture
def wood(game):
    """The game wood in one language, with rules and a rulebook whose sentences hang on them."""
    game.edit("game.yaml", "languages: [en, fr]", "languages: [en]")
    game.edit("strings/en.yaml", "game.title: Wood\n", f"game.title: Wood\n{WORDS}")
    (game.path / "strings/fr.yaml").unlink()
    game.edit("variants/quick.yaml", "  fr: {title: Bois express, why: Moins à mélanger.}\n", "")
    game.edit("game.yaml", "    total: 5\n", "")
    game.write("rules.yaml", RULES)
    game.write("rulebooks/en.md.j2", sealed(game, BOOK))
    return game


def load(folder, variant="base"):
    return load_game(find_game("./wood", folder.path.parent), variant)


def sealed(folder, book):
    """The book with the hash of each clause as it is now."""
    clauses = load(folder).clauses

    def seal(mark):
        paths = mark[2].split(", ")
        return f'{mark[1]}"{", ".join(f"{path} {hash_of(clause_at(clauses, path))}" for path in paths)}"'

    return re.sub(r'(tells )"([^"]*)"', seal, book)


def findings(folder, variant="base"):
    """What a check says of sentences: code, the place in the game's folder, message."""
    found = check_static(find_game("./wood", folder.path.parent), variant)
    told = [each for each in found if each.code.startswith(("clause", "rulebook", "string"))]
    return [(each.code, str(each.place).removeprefix(f"{folder.path}/"), each.message) for each in told]


def text(folder, variant="base", language="en", **options):
    """The Markdown of the rulebook."""
    edition = open_edition(find_game("./wood", folder.path.parent), variant, Options(**options), lambda finding: None)
    return edition.book(language).markdown(edition.template(f"{language}.md.j2"))


def test_sentences_that_tell_the_clauses_as_they_are(wood):
    assert findings(wood) == []
    assert "- **Play** a card.\n- **Draw** a card.\n\nAdd up your row. That is all.\n\nGo." in text(wood)
    assert "Shuffle, and deal 2\u00a0cards each.\n\nOne after the other.\n" in text(wood)


def test_spaces_and_remarks_change_nothing(wood):
    wood.edit("rules.yaml", 'from 1 to 3"}\n', 'from 1 to 3"}  # as printed\n')
    wood.edit("rules.yaml", "shuffle all cards into stock", "shuffle   all cards\n    into stock  # well")
    assert findings(wood) == []


def test_a_changed_clause_names_its_sentences(wood):
    wood.edit("rules.yaml", "move card from your hand", "put card from your hand")
    ((code, place, message),) = findings(wood)
    assert (code, place) == ("clause-changed", "rulebooks/en.md.j2:18:1")
    now = hash_of(clause_at(load(wood).clauses, "turn.play"))
    assert "'turn.play' has changed since" in message and f'write "turn.play {now}"' in message
    assert "put card from your hand to your row" in message
    wood.write("rulebooks/en.md.j2", sealed(wood, BOOK))
    assert findings(wood) == []


def test_a_change_is_told_of_all_that_stand_around_it(wood):
    inner = '**Play** {% tells "turn.play.down" %}a card{% endtells %}.'
    wood.write("rulebooks/en.md.j2", sealed(wood, BOOK.replace("**Play** a card.", inner)))
    assert findings(wood) == [] and "- **Play** a card.\n" in text(wood)
    wood.edit("rules.yaml", "move card from your hand", "put card from your hand")
    told = {re.search("'(.*?)'", message)[1] for _, _, message in findings(wood)}
    assert told == {"turn.play", "turn.play.down"}


def test_what_none_tells_is_told_as_far_up_as_nothing_of_it_is(wood):
    book = (wood.path / "rulebooks/en.md.j2").read_text()
    start, stop = book.index('- {% tells "turn.draw'), book.index('{% tells "score')
    wood.write("rulebooks/en.md.j2", book[:start] + book[stop:])
    wood.edit("rules.yaml", "  deal: deal", "  begun: note begun\n  cut: shuffle stock\n  deal: deal")
    assert [(code, place, message) for code, place, message in findings(wood)] == [
        ("clause-untold", "rules.yaml:7:3", "en: no sentence explains the clause 'game.cut' (shuffle stock)"),
        (
            "clause-untold",
            "rules.yaml:15:3",
            "en: no sentence explains the clause 'turn.draw' (draw 1 card from stock to your hand)",
        ),
    ]


def test_what_needs_no_sentence(wood):
    wood.edit("rules.yaml", "counters: {seen: 0}", "counters: {seen: 0, again: 1}\nwords: {creature: creatures}")
    assert findings(wood) == []
    wood.edit("rulebooks/en.md.j2", ", turn.play.count", "")
    assert findings(wood) == [], "what stands in a clause that is told is told"
    wood.edit("rulebooks/en.md.j2", '{% untold "zones" %}\n', "")
    ((code, place, message),) = findings(wood)
    assert (code, place) == ("clause-untold", "rules.yaml:2:1") and "'zones' (pile; hand; tableau)" in message


def test_a_sentence_whose_clause_is_gone(wood):
    wood.edit("rulebooks/en.md.j2", '"turn.draw ', '"turn.darw ')
    told = findings(wood)
    assert (
        "clause-gone",
        "rulebooks/en.md.j2:19:1",
        "there is no clause 'turn.darw'; did you mean 'turn.draw'?",
    ) in told
    assert [code for code, _, _ in told] == ["clause-gone", "clause-untold"]
    assert "Draw" not in text(wood), "a book tells nothing that is not so"


def test_a_sentence_without_a_hash(wood):
    now = hash_of(clause_at(load(wood).clauses, "turn.draw"))
    wood.edit("rulebooks/en.md.j2", f'"turn.draw {now}"', '"turn.draw"')
    ((code, _, message),) = findings(wood)
    assert code == "clause-unsealed" and f'writes "turn.draw {now}"' in message


def test_a_book_that_hangs_nothing_yet_is_left_alone(wood):
    wood.write("rulebooks/en.md.j2", re.sub(r"\{% (tells|endtells|untold).*?%\}", "", BOOK))
    assert findings(wood) == []


def test_a_game_without_clauses_may_not_name_any(game):
    game.write("rulebooks/en.md.j2", '# Wood\n\n{% tells "turn.draw" %}Draw.{% endtells %}\n')
    assert "# Wood\n\nDraw.\n" in text(game)


@pytest.mark.parametrize(
    ("mark", "told"),
    [
        ("{% tells %}", "unexpected 'end of statement block'"),
        ("{% tells turn %}", 'expected clauses in quotes, such as {% tells "turn.take 3fa2" %}'),
        ('{% untold "" %}', 'expected clauses in quotes, such as {% untold "turn.take 3fa2" %}'),
        ('{% tells "turn" %}', "looking for the following tags: 'endtells'"),
    ],
)
def test_marks_that_cannot_be_read(wood, mark, told):
    wood.write("rulebooks/en.md.j2", f"# Wood\n\n{mark}\n")
    ((code, place, message),) = findings(wood)
    assert code == "rulebook-fault" and place.startswith("rulebooks/en.md.j2:") and told in message


def test_included_templates_count_once(wood):
    wood.write("rulebooks/untold.j2", '{% untold "zones, turn.play.count, turn.paly" %}\n')
    wood.edit("rulebooks/en.md.j2", '{% untold "zones, turn.play.count" %}', "{% include 'untold.j2' %}")
    (wood.path / "rulebooks/en.summary.md.j2").write_text("# Wood\n\n{% include 'untold.j2' %}\nDraw.\n")
    ((code, place, message),) = findings(wood)
    assert (code, place) == ("clause-gone", "rulebooks/untold.j2:1:1") and "did you mean 'turn.play'" in message


VARIANT = """\
changes: wood
clauses:
  turn.draw.card: draw 2 cards from stock to your hand
  turn.play.rob after down: steal 1 random card from hand of left of you to your hand
  counters.robbed: 0
texts:
  en:
    title: Quick Wood
    clause.turn.draw: "**Draw** two cards."
    clause.turn.play.rob: "Then steal a card; you began with {dealt}."
"""


def test_a_variant_brings_sentences_for_its_clauses(wood):
    wood.write("variants/quick.yaml", VARIANT)
    assert findings(wood, "quick") == [] == findings(wood)
    said = text(wood, "quick")
    assert "# Changes\n\n- Then steal a card; you began with 2.\n- **Draw** two cards.\n" in said
    assert "- **Play** a card. Then steal a card; you began with 2.\n- **Draw** two cards.\n" in said


def test_a_variants_clause_without_a_sentence(wood):
    wood.write("variants/quick.yaml", VARIANT.split("    clause.")[0])
    told = findings(wood, "quick")
    assert [(code, place) for code, place, _ in told] == [
        ("clause-untold", "variants/quick.yaml:4:3"),
        ("clause-untold", "variants/quick.yaml:3:3"),
    ]
    assert "en: the clause 'turn.draw.card' is now: draw 2 cards from stock to your hand, but no sentence" in told[1][2]
    assert "add texts.en.clause.turn.draw.card: ..." in told[1][2]
    said = text(wood, "quick")
    assert (
        "- New: steal 1\u00a0card at random" in said
        and "(base game: draw 1\u00a0card from the stock to your hand)" in said
    )


def test_a_new_section_is_told_by_the_sentences_on_what_leads_to_it(wood):
    wood.write("variants/quick.yaml", """changes: wood
clauses:
  game.extra: {players: in turn from first player, act: choose extra}
  extra.draw: draw 1 card from stock to your hand
texts: {en: {title: Quick Wood, clause.game.extra: In the end all draw a card.}}
""")  # fmt: skip
    assert findings(wood, "quick") == []
    assert "# Changes\n\n- In the end all draw a card.\n\n#" in text(wood, "quick")
    wood.edit("variants/quick.yaml", "  extra.draw", "  turn.play.more: choose extra\n  extra.draw")
    ((code, place, message),) = (each for each in findings(wood, "quick") if "extra" in each[2])
    assert (code, place) == ("clause-untold", "variants/quick.yaml:5:3") and "'extra' is now: draw 1" in message


def test_a_dropped_section_is_told_by_the_sentences_on_what_led_to_it(wood):
    changes = "clauses: {game.turns.act: drop, game.turns.stay: {choose: {wait: {none: nothing}}}, turn: drop}"
    said = "texts: {en: {title: Quick Wood, clause.game.turns: Nobody moves.}}"
    wood.write("variants/quick.yaml", f"changes: wood\n{changes}\n{said}\n")
    assert findings(wood, "quick") == []
    assert "# Changes\n\n- Nobody moves.\n\n#" in text(wood, "quick")


def test_a_variant_that_drops_a_clause(wood):
    wood.write("variants/quick.yaml", "changes: wood\nclauses: {turn.draw: drop}\ntexts: {en: {title: Quick Wood}}\n")
    ((code, place, message),) = findings(wood, "quick")
    assert (code, place) == ("clause-untold", "rules.yaml:13:3")
    assert "'turn.draw' is removed" in message
    said = text(wood, "quick")
    assert (
        "- **Play** a card.\n\nAdd up" in said
        and "- No longer so: draw 1\u00a0card from the stock to your hand." in said
    )
    wood.edit("variants/quick.yaml", "title: Quick Wood", "title: Quick Wood, clause.turn.draw: Nobody draws.")
    assert findings(wood, "quick") == []
    assert "- **Play** a card.\n- Nobody draws.\n\nAdd up" in text(wood, "quick")


def test_a_variants_sentence_on_no_clause(wood):
    wood.write("variants/quick.yaml", VARIANT.replace("clause.turn.draw:", "clause.turn.darw:"))
    codes = {code: message for code, _, message in findings(wood, "quick")}
    assert "there is no clause 'turn.darw'; did you mean 'turn.draw'?" in codes["clause-gone"]
    assert codes.keys() == {"clause-gone", "clause-untold"}


def test_a_variants_sentence_with_a_wrong_name(wood):
    wood.write("variants/quick.yaml", VARIANT.replace("{dealt}", "{delt}"))
    ((code, place, message),) = findings(wood, "quick")
    assert (code, place) == ("rulebook-fault", "variants/quick.yaml:10:27")
    assert "texts.en.clause.turn.play.rob: there is no '{delt}'" in message


def test_each_language_has_its_sentences(wood):
    wood.edit("game.yaml", "languages: [en]", "languages: [en, fr]")
    words = (
        "rule.dealt: {from: Cards at the start, to: Cartes}\nrule.dealt.about: {from: How many you get., to: Oui.}\n"
    )
    wood.write("strings/fr.yaml", f"""game.title: {{from: Wood, to: Bois}}
creature.fox: {{from: Fox, to: Renard}}
creature.owl: {{from: Owl, to: Hibou}}
text.all: {{from: "Take {{value}} :gain:.", to: "Prenez {{value}} :gain:."}}
{words}""")  # fmt: skip
    wood.write("variants/quick.yaml", VARIANT + "  fr: {title: Bois express, clause.turn.draw: Piochez.}\n")
    wood.write("rulebooks/fr.md.j2", (wood.path / "rulebooks/en.md.j2").read_text().replace("turn.draw", "turn.dran"))
    base = [(code, place) for code, place, _ in findings(wood)]
    assert base == [("clause-gone", "rulebooks/fr.md.j2:19:1"), ("clause-untold", "rules.yaml:13:3")]
    told = [(code, message) for code, _, message in findings(wood, "quick")]
    assert sorted(code for code, _ in told) == ["string-missing", "string-unpaired"]
    assert any("fr: 'texts.fr.clause.turn.play.rob' is not translated" in message for _, message in told)
    assert "Piochez." in text(wood, "quick", "fr")


def test_a_whole_section_keeps_its_words_and_gains_a_variants(wood):
    wood.write("variants/quick.yaml", """changes: wood
clauses: {game.turns.players: in turn from first player to the right}
texts: {en: {title: Quick Wood, clause.game.turns.players: To the right.}}
""")  # fmt: skip
    wood.edit("rulebooks/en.md.j2", "One after the other.\n", "One after the other.\n\nAll take turns.\n")
    assert "One after the other.\n\nAll take turns.\n\nTo the right.\n" in text(wood, "quick")


def test_a_variants_sentence_behind_lines_that_it_should_replace_is_told(wood):
    """Both would stand in the book, one against the other."""
    wood.write("variants/quick.yaml", """changes: wood
clauses: {game.turns: {players: in turn from first player to the right, act: choose turn}}
texts: {en: {title: Quick Wood, clause.game.turns: To the right.}}
""")  # fmt: skip
    assert findings(wood, "quick") == [] and "To the right." in text(wood, "quick")
    wood.edit("rulebooks/en.md.j2", "One after the other.\n", "One after the other.\n\nTo the left.\n")
    ((code, place, message),) = findings(wood, "quick")
    assert (code, place) == ("clause-beside", "variants/quick.yaml:3:52") and "(en.md.j2:14)" in message
    assert "To the left.\n\nTo the right.\n" in text(wood, "quick")


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (PLAY, "- **Play** a card. **Pass**, if {dealt}.\n- **Draw**"),
        (ITEM, "- **Play** a card.\n- **Pass**, if {dealt}.\n- **Draw**"),
    ],
    ids=["behind", "as an item"],
)  # fmt: skip
def test_a_variants_new_action_stands_behind_the_one_before(wood, item, said):
    wood.write("rulebooks/en.md.j2", sealed(wood, BOOK.replace(PLAY, item)))
    wood.write("variants/quick.yaml", """changes: wood
clauses: {turn.pass after play: {none: nothing}, pause: {wait: {none: nothing}}}
texts: {en: {title: Quick Wood, clause.turn.pass: "**Pass**, if {dealt}.", clause.pause: Nobody waits.}}
""")  # fmt: skip
    assert said.format(dealt=2) in text(wood, "quick") and "Pass" not in text(wood)
    assert text(wood, "quick").count("Nobody waits.") == 1, "a section has no step before it"
    assert [words for _, words in barred(wood, "quick")[1]][-1].endswith("<strong>Pass</strong>, if 2.")


def test_a_variants_new_step_stands_in_front_of_the_next(wood):
    wood.edit("rulebooks/en.md.j2", "One after the other.\n{%", "> One after the other.\n{%")
    wood.write("variants/quick.yaml", """changes: wood
clauses:
  game.cut after deal: draw cut_off cards from stock to row of first player
  numbers.cut_off: 2
  zones.aside: hidden
texts: {en: {title: Quick Wood, clause.game.cut: Cut it., clause.numbers.cut_off: By two., clause.zones.aside: Unseen.}}
""")  # fmt: skip
    said = text(wood, "quick")
    assert "# Changes\n\n- Unseen.\n- Cut it. By two.\n" in said
    assert "> Cut it. By two. One after the other.\n" in said and said.count("Unseen.") == 1


def test_a_sentence_stands_once_where_its_clause_is_told_twice(wood):
    again = '\n{% tells "turn.draw" %}Or draw.{% endtells %}\n{% tells "turn.play" %}Play!{% endtells %}\n'
    wood.edit("rulebooks/en.md.j2", "\nGo.\n", sealed(wood, again))
    wood.write("variants/quick.yaml", VARIANT)
    said = text(wood, "quick").partition("# Play")[2]
    assert said.count("Then steal a card") == said.count("**Draw** two cards.") == 1
    assert "Or draw." not in said and said.endswith("Play!\n")


def barred(folder, variant="base"):
    """The lines that bars stand beside in the rulebook's pages, and the tags and words that are marked in its HTML."""
    from cardgen.rulebook.html import make_html
    from cardgen.rulebook.pages import make_pages

    options = Options(mark_changes=True)
    edition = open_edition(find_game("./wood", folder.path.parent), variant, options, lambda finding: None)
    book, template = edition.book("en"), edition.template("en.md.j2")
    marked = []
    for page in book.typeset(template, make_pages).pages:
        bars = [item for item in page.items if isinstance(item, Shape) and item.fill == CHANGE]
        for left, top, right, bottom in (segments_box(bar.segments) for bar in bars):
            beside = [line for line in lines(seen(page)) if top < line[0].baseline < bottom]
            assert all(0 < left < right < line[0].left for line in beside)
            marked.append([" ".join("".join(text.text for text in line).split()) for line in beside])
    html = book.typeset(template, make_html)
    return marked, re.findall(r'<(\w+)[^>]* class="changed">(.*?)</(?:p|li|h2|tr)>', html)


def test_nothing_is_barred_where_nothing_changed(wood):
    assert barred(wood) == ([], [])
    assert "\u2e28" not in text(wood, mark_changes=True)


def test_sentences_of_changed_clauses_are_barred(wood):
    wood.edit("rules.yaml", "move card from your hand", "put card from your hand")
    wood.edit("rules.yaml", "in turn from first player", "in turn from first player to the right")
    pages, html = barred(wood)
    assert pages == [["One after the other.", "Play a card."]], "one bar for what stands together"
    assert html == [("p", "One after the other."), ("li", "<strong>Play</strong> a card.")]
    assert "\u2e28" not in text(wood) and "\u2e28**Play** a card.\u2e29" in text(wood, mark_changes=True)


def test_a_bar_stands_beside_the_sentence_and_not_all_its_paragraph(wood):
    long = "All of you count what lies before them, and tell it to the others. " * 3
    wood.edit("rulebooks/en.md.j2", "That is all.", f"{long}That is all.")
    wood.edit("rules.yaml", "sum of value of creatures", "2 * sum of value of creatures")
    ((line,),), html = barred(wood)
    assert line.startswith("Add up your row. All of you") and [tag for tag, _ in html] == ["p"]


def test_a_variants_sentences_and_rules_are_barred(wood):
    wood.edit("rulebooks/en.md.j2", "{{ n(rules.dealt", '{% tells "rules.dealt" %}{{ n(rules.dealt')
    wood.edit("rulebooks/en.md.j2", " each.{%", "{% endtells %} each.{%")
    wood.write("variants/quick.yaml", VARIANT + "rules: {dealt: 1}\n")
    pages, html = barred(wood, "quick")
    assert [tag for tag, _ in html] == ["p", "li", "li"]
    assert next(each for run in pages for each in run) == "Shuffle, and deal 1 card each."
    assert any("Draw two cards." in line for run in pages for line in run)


def test_headings_tables_and_boxes_are_barred(wood):
    more = """
{% tells "score" %}
## The end

| a | b |
|---|---|
| 1 | 2 |

> **Box** Words

![A fox](cards:fox)
{% endtells %}
"""
    wood.edit("rulebooks/en.md.j2", "\nGo.\n", more)
    book = (wood.path / "rulebooks/en.md.j2").read_text()
    wood.write("rulebooks/en.md.j2", re.sub(r'tells "score( \w+)?"', 'tells "score 0000"', book))
    pages, _ = barred(wood)
    assert [each for run in pages for each in run] == [
        "Add up your row. That is all.",
        "The end",
        "ab",
        "12",
        "Box",
        "Words",
    ]


def test_build_takes_it_as_an_option(wood, run):
    wood.edit("rules.yaml", "sum of value of creatures", "2 * sum of value of creatures")
    page = wood.path.parent / "out/wood/base/en/rulebook.html"
    assert run("build", "./wood", "--only", "rulebook", "--mark-changes").code == 0
    assert '<p class="changed">Add up your row.' in page.read_text("utf-8")
    assert run("build", "./wood", "--only", "rulebook").code == 0
    assert "changed" not in page.read_text("utf-8")


def test_seal_writes_hashes_where_there_are_none(wood, run):
    wood.write("rulebooks/en.md.j2", BOOK)
    assert {code for code, _, _ in findings(wood)} == {"clause-unsealed"}
    told = run("seal", "./wood")
    now = hash_of(clause_at(load(wood).clauses, "turn.play"))
    assert (
        told.code == 0
        and told.out.startswith("wood/rulebooks/en.md.j2: game.shuffle ")
        and f"turn.play {now}" in told.out
    )
    assert (wood.path / "rulebooks/en.md.j2").read_text("utf-8") == sealed(wood, BOOK) and findings(wood) == []
    assert run("seal", "./wood").out == "nothing to write\n"


def test_seal_renews_only_what_is_named(wood, run):
    wood.edit("rules.yaml", "move card from your hand", "put card from your hand")
    wood.edit("rules.yaml", "sum of value of creatures", "2 * sum of value of creatures")
    run("seal", "./wood")
    assert len(findings(wood)) == 2, "a sentence is not made true by itself"
    run("seal", "./wood", "turn")
    assert ["'score' has changed" in message for _, _, message in findings(wood)] == [True]


@pytest.mark.parametrize(
    ("clause", "told"), [("turn.darw", "there is no clause 'turn.darw'; did you mean 'turn.draw'?")]
)
def test_seal_refuses_names_of_no_clause(wood, run, clause, told):
    done = run("seal", "./wood", clause)
    assert done.code == 2 and told in done.err


def test_seal_needs_clauses(game, run):
    done = run("seal", "./wood")
    assert done.code == 2 and "wood has no rules.yaml, so it has no clauses to mark sentences with" in done.err


def test_many_clauses_are_asked_for_in_bounded_time(wood):
    steps = "".join(f"  step{number}: shuffle stock\n" for number in range(3_000))
    wood.edit("rules.yaml", "turn:\n", f"{steps}turn:\n")
    begun = time.process_time()
    assert len(findings(wood)) == 3_000
    assert time.process_time() - begun < 10


@pytest.mark.parametrize(
    "book",
    [
        "{{ " + "(" * 50_000 + "1" + ")" * 50_000 + " }}",
        '{% tells "' + "a, " * 50_000 + '" %}b{% endtells %}',
        '{% tells "game" %}' * 20_000,
        '{% tells "game" %}a' * 300 + "{% endtells %}" * 300,
    ],
    ids=["brackets", "names", "open marks", "marks within marks"],
)
def test_hostile_templates_are_told_in_bounded_time(wood, run, book):
    wood.write("rulebooks/en.md.j2", book)
    begun = time.process_time()
    assert findings(wood)
    run("seal", "./wood")
    assert time.process_time() - begun < 10
