"""What texts claim of how long games are, and the words for lengths that claim nothing of the kind."""

import pytest

from cardgen.definitions.load import load_game
from cardgen.store.library import all_games
from cardgen.text.claims import LENGTH, ROUNDS, TURNS, claims


@pytest.mark.parametrize(
    "language, text, expected",
    [
        ("en", "The table is fuller and the game shorter, for when the coffee is cold.", {(LENGTH, False)}),
        ("en", "A longer game. Games are much shorter!", {(LENGTH, True), (LENGTH, False)}),
        ("en", "More rounds, fewer turns.", {(ROUNDS, True), (TURNS, False)}),
        ("fr", "La partie est un peu plus longue : idéal.", {(LENGTH, True)}),
        ("fr", "Une partie moins longue, plus\u00a0de manches.", {(LENGTH, False), (ROUNDS, True)}),
        ("fr", "Moins de tours de table. Plus de tours.", {(ROUNDS, False), (TURNS, True)}),
        ("it", "Più giri, meno turni.", {(ROUNDS, True), (TURNS, False)}),
        ("it", "La tavola è più ricca e la partita più breve.", {(LENGTH, False)}),
        ("it", "Partite più lunghe, meno turni.", {(LENGTH, True), (TURNS, False)}),
        ("fr_CA", "Une plus longue partie.", {(LENGTH, True)}),
        ("en", "The game is no longer decided by luck.", set()),
        ("en", "It isn’t a longer game, and nobody has more turns than others.", set()),
        ("en", "Longer rows, shorter hands: the game has one more turn.", set()),
        ("en", "If you like longer games, play this.", set()),
        ("fr", "La partie ne dure plus longtemps. La partie n’est plus longue.", set()),
        ("fr", "Personne n’a plus de tours que les autres.", set()),
        ("it", "La partita non è più lunga, chi inizia ha più turni degli altri.", set()),
        ("de", "Eine kürzere Partie.", set()),
        ("en", "", set()),
    ],
)  # fmt: skip
def test_claims(language, text, expected):
    found = claims(text, language)
    assert {(claim.what, claim.more) for claim in found} == expected
    assert all(claim.words in text.lower().replace("\u00a0", " ") for claim in found)


def test_what_our_own_variants_claim():
    """Few of their reasons speak of how long games are, all that do in each language."""
    found = {
        (home.name, variant, language): [(claim.what, claim.more) for claim in claims(entry.text, language)]
        for home in all_games()
        for variant in home.variants
        for language, strings in load_game(home, variant).strings.items()
        if (entry := strings.get("variant.why"))
    }
    spoken = {key: told for key, told in found.items() if told}
    assert spoken == {("king_lui", "express", language): [(LENGTH, False)] for language in ("en", "fr", "it")}
