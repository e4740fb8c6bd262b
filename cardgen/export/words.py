"""The few words that virtual tables need: what stands on their buttons, and beside what lies there.

A game's own strings (`table.deal`, ...) win over them. Zones and counters have strings there too, `table.NAME`.
"""

from __future__ import annotations

from cardgen.text.strings import Strings

PREFIX = "table."
_KEYS = ("shuffle", "deal", "gather", "players", "hand", "score", "aside", "sit", "rest")
_SAID = {
    "de": (
        "Mischen",
        "Austeilen",
        "Neues Spiel",
        "Spielende",
        "Hand",
        "Punkte",
        "Ablage",
        "Platz nehmen",
        "Übrige Karten",
    ),
    "en": ("Shuffle", "Deal", "New game", "players", "Hand", "Score", "Discards", "Sit here", "Other cards"),
    "es": (
        "Barajar",
        "Repartir",
        "Nueva partida",
        "jugadores",
        "Mano",
        "Puntos",
        "Descartes",
        "Sentarse",
        "Otras cartas",
    ),
    "fr": (
        "Mélanger",
        "Distribuer",
        "Nouvelle partie",
        "joueurs",
        "Main",
        "Points",
        "Défausse",
        "S’asseoir",
        "Autres cartes",
    ),
    "it": (
        "Mescolare",
        "Distribuire",
        "Nuova partita",
        "giocatori",
        "Mano",
        "Punti",
        "Scarti",
        "Siediti",
        "Altre carte",
    ),
    "nl": (
        "Schudden",
        "Delen",
        "Nieuw spel",
        "spelers",
        "Hand",
        "Punten",
        "Aflegstapel",
        "Ga zitten",
        "Overige kaarten",
    ),
    "pt": (
        "Baralhar",
        "Distribuir",
        "Novo jogo",
        "jogadores",
        "Mão",
        "Pontos",
        "Descarte",
        "Sentar-se",
        "Outras cartas",
    ),
}


def table_words(strings: Strings) -> dict[str, str]:
    """The words in the strings' language; in English where neither the game nor we have them."""
    language = strings.language.partition("_")[0]
    known = dict(zip(_KEYS, _SAID.get(language, _SAID["en"]), strict=True))
    own = {word: PREFIX + word for word in known if PREFIX + word in strings.entries}
    return known | {word: strings.say(key) for word, key in own.items()}


def called(strings: Strings, name: str) -> str:
    """What a zone or a counter is called: what `table.NAME` says, else `word.NAME`, else its name."""
    keys = (f"{of}{name.replace(' ', '_')}" for of in (PREFIX, "word."))
    said = next((strings.say(key) for key in keys if key in strings.entries), name)
    return said[:1].upper() + said[1:]
