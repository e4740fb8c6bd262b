"""The few words that virtual tables need: what stands on their buttons, and beside what lies there.

A game's own strings (`table.deal`, ...) win over them. Zones are called what `word.NAME` says, as in rulebooks.
"""

from __future__ import annotations

from cardgen.text.strings import Strings

PREFIX = "table."
_KEYS = ("shuffle", "deal", "gather", "players", "hand", "score", "aside", "colour")
_SAID = {
    "de": ("Mischen", "Austeilen", "Neues Spiel", "Spielende", "Hand", "Punkte", "Ablage", "Farbe"),
    "en": ("Shuffle", "Deal", "New game", "players", "Hand", "Score", "Discards", "Colour"),
    "es": ("Barajar", "Repartir", "Nueva partida", "jugadores", "Mano", "Puntos", "Descartes", "Color"),
    "fr": ("Mélanger", "Distribuer", "Nouvelle partie", "joueurs", "Main", "Points", "Défausse", "Couleur"),
    "it": ("Mescolare", "Distribuire", "Nuova partita", "giocatori", "Mano", "Punti", "Scarti", "Colore"),
    "nl": ("Schudden", "Delen", "Nieuw spel", "spelers", "Hand", "Punten", "Aflegstapel", "Kleur"),
    "pt": ("Baralhar", "Distribuir", "Novo jogo", "jogadores", "Mão", "Pontos", "Descarte", "Cor"),
}


def table_words(strings: Strings) -> dict[str, str]:
    """The words in the strings' language; in English where neither the game nor we have them."""
    language = strings.language.partition("_")[0]
    known = dict(zip(_KEYS, _SAID.get(language, _SAID["en"]), strict=True))
    own = {word: PREFIX + word for word in known if PREFIX + word in strings.entries}
    return known | {word: strings.say(key) for word, key in own.items()}


def called(strings: Strings, name: str) -> str:
    """What a zone or a counter is called: what `word.NAME` says, else its name."""
    key = f"word.{name.replace(' ', '_')}"
    said = strings.say(key) if key in strings.entries else name
    return said[:1].upper() + said[1:]
