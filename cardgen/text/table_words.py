"""The few words of a table, on the desk or a virtual one: words of buttons, and names of usual zones, counters and
roles for games without their own.

A game's own strings (`table.deal`, `table.NAME`, `word.NAME`) win over them.
"""

from __future__ import annotations

from cardgen.text.strings import Strings
from cardgen.text.typography import typeset

OWN = ("table.", "word.")  # prefixes of the keys of a game's own words, by precedence
_LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")
_OTHERWISE = "en"
_WORDS = {  # words by language
    "deal": "Austeilen|Deal|Repartir|Distribuer|Distribuire|Delen|Distribuir",
    "gather": "Neues Spiel|New game|Nueva partida|Nouvelle partie|Nuova partita|Nieuw spel|Novo jogo",
    "sit": "Platz nehmen|Sit here|Sentarse|S’asseoir|Siediti|Ga zitten|Sentar-se",
    "player": "spielende Person|player|jugador|joueur|giocatore|speler|jogador",
    "players": "Spielende|players|jugadores|joueurs|giocatori|spelers|jogadores",
    "aside": "Ablage|Discards|Descartes|Défausse|Scarti|Aflegstapel|Descarte",
    "rest": "Übrige Karten|Other cards|Otras cartas|Autres cartes|Altre carte|Overige kaarten|Outras cartas",
    "mixed": "Wird gemischt|To be shuffled|Para barajar|À mélanger|Da mescolare|Te schudden|A embaralhar",
    "inside": "In der Schachtel|In the box|En la caja|Dans la boîte|Nella scatola|In de doos|Na caixa",
    # Zones
    "stock": "Nachziehstapel|Draw pile|Mazo|Pioche|Mazzo di pesca|Trekstapel|Baralho",
    "hand": "Hand|Hand|Mano|Main|Mano|Hand|Mão",
    "discard": "Ablagestapel|Discard pile|Pila de descartes|Défausse|Pila degli scarti|Aflegstapel|Pilha de descarte",
    "out": "Aus dem Spiel|Out of the game|Fuera del juego|Hors du jeu|Fuori dal gioco|Uit het spel|Fora do jogo",
    "table": "Der Tisch|The table|La mesa|La table|Il tavolo|De tafel|A mesa",
    "market": "Markt|Market|Mercado|Marché|Mercato|Markt|Mercado",
    "row": "Reihe|Row|Fila|Rangée|Fila|Rij|Fila",
    "trick": "Stich|Trick|Baza|Pli|Presa|Slag|Vaza",
    "tricks": "Stiche|Tricks|Bazas|Plis|Prese|Slagen|Vazas",
    "chosen": "Gewählt|Chosen|Elección|Choix|Scelta|Gekozen|Escolha",
    # Counters
    "score": "Punkte|Points|Puntos|Points|Punti|Punten|Pontos",
    "points": "Punkte|Points|Puntos|Points|Punti|Punten|Pontos",
    "money": "Geld|Money|Dinero|Argent|Denaro|Geld|Dinheiro",
    # Roles
    "starter": "Beginnt|Begins|Empieza|Commence|Comincia|Begint|Começa",
    "dealer": "Gibt|GamesSpec|Reparte|Donne|Distribuisce|Deelt|Dá as cartas",
    "leader": "Spielt aus|Leads|Sale|Entame|Apre|Komt uit|Sai",
}
_WORDS |= {"deck": _WORDS["stock"], "hands": _WORDS["hand"], "discards": _WORDS["discard"]}


def table_word(strings: Strings, word: str, **values: int) -> str:
    """The string `table.WORD` or `word.WORD`, else the usual word, in English if the language is unknown here, else the
    word itself without underscores. `values` are for the game's own string."""
    name = word.replace(" ", "_")
    if key := next((each + name for each in OWN if each + name in strings.entries), ""):
        return strings.say(key, **values)
    if name not in _WORDS:
        return word.replace("_", " ")
    language = strings.language.partition("_")[0]
    return _WORDS[name].split("|")[_LANGUAGES.index(language if language in _LANGUAGES else _OTHERWISE)]


def called(strings: Strings, name: str) -> str:
    """The name of a zone, a counter or a role by itself, with a capital."""
    word = table_word(strings, name)
    return word[:1].upper() + word[1:]


def players(strings: Strings, least: int, most: int) -> str:
    """A range of players: “1 player”, “2–4 players”."""
    number = f"{least}-{most}" if least < most else f"{most}"
    word = table_word(strings, "player" if most == 1 else "players", n=most)
    return typeset(f"{number} {word}", strings.language)
