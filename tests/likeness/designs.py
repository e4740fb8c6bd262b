"""Ten kinds of cards, each drawn with a seed's own fonts, sizes and places, and the tables of their cells.

A design has elements in millimetres. Its texts are templates with a column's heading between braces, so that any line
of its table can be drawn: that is how the measure knows what a card shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

SERIFS, SANS = ("Alegreya", "Fraunces"), ("Source Sans 3",)
UNKNOWN = {"Alegreya": "Times", "Fraunces": "Times", "Source Sans 3": "Helvetica"}


@dataclass(frozen=True)
class Box:
    """A rectangle, or an ellipse, in mm."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    kind: str = "rect"
    stroke: str = ""


@dataclass(frozen=True)
class Words:
    """Words on a baseline that begins, ends or has its middle at x, y; wrapped if they have a width."""

    text: str
    x: float
    y: float
    size: float  # mm
    font: str
    anchor: str = "start"
    bold: bool = False
    italic: bool = False
    colour: str = "#222222"
    turn: float = 0.0
    upper: bool = False
    width: float = 0.0
    leading: float = 1.25
    spacing: float = 0.0
    bold_cells: bool = False  # only what stands in braces is bold
    id: str = ""


@dataclass(frozen=True)
class Art:
    """A picture whose file a cell names."""

    column: str
    x: float
    y: float
    width: float
    height: float


@dataclass
class Design:
    """A card: its size in mm, what is drawn on it from the lowest to the topmost, and the table."""

    name: str
    width: float
    height: float
    elements: list[Box | Words | Art]
    rows: list[dict[str, str]]
    shown: int = 0
    held: int = 1
    pictures: list[str] = field(default_factory=list)


NAMES = {
    "en": ["Knight of Dawn", "Old Wizard", "Grey Squire", "Queen Maude", "The Last Dragon", "River Thief", "Tinker"],
    "fr": ["Chevalier d'été", "Vieux sorcier", "Écuyère", "Reine Élodie", "Forêt brûlée", "Bûcheron", "L'héritière"],
    "it": ["Cavaliere", "Città perduta", "Strega dell'est", "Più in là", "Fabbro", "Il perché", "Virtù"],
}
SENTENCES = {
    "en": [
        "When this card enters play, draw two cards and keep one of them; put the other below the deck.",
        "Choose an opponent. That player discards a card at random and loses a coin to the bank.",
        "Until the end of the round, all of your workers carry one more good than they otherwise would.",
        "Take any token from the market, and move the caravan two spaces towards the nearest harbour.",
        "Look at the top three cards of the deck, and put them back in any order you like.",
    ],
    "fr": [
        "Quand cette carte arrive en jeu, piochez deux cartes, gardez-en une et défaussez l'autre aussitôt.",
        "Choisissez un adversaire : il défausse une carte au hasard et rend une pièce à la réserve.",
        "Jusqu'à la fin de la manche, chacun de vos ouvriers transporte une ressource de plus.",
        "Prenez un jeton du marché, puis déplacez la caravane de deux cases vers le port.",
        "Regardez les trois premières cartes de la pioche et remettez-les dans l'ordre voulu.",
    ],
    "it": [
        "Quando questa carta entra in gioco, pesca due carte, tienine una e scarta subito l'altra.",
        "Scegli un avversario: scarta una carta a caso e restituisce una moneta alla riserva.",
        "Fino alla fine del turno, ogni tuo operaio trasporta una merce in più del solito.",
        "Prendi un gettone dal mercato e muovi la carovana di due caselle verso la città.",
        "Guarda le prime tre carte del mazzo e rimettile nell'ordine che preferisci.",
    ],
}
KINDS_OF = {
    "en": ["Creature", "Spell", "Place", "Tool", "Event"],
    "fr": ["Créature", "Sortilège", "Lieu", "Outil", "Événement"],
    "it": ["Creatura", "Magia", "Località", "Attrezzo", "Evento"],
}


def rows_of(rng: Random, language: str, numbers: dict[str, tuple[int, int]], count: int = 5) -> list[dict[str, str]]:
    """Rows with a name, a kind, a text, and different numbers."""
    names, texts = rng.sample(NAMES[language], count), rng.sample(SENTENCES[language], count)
    rows = []
    for index in range(count):
        values: dict[str, str] = {}
        for heading, (low, high) in numbers.items():
            free = [each for each in range(low, high + 1) if str(each) not in values.values()]
            values[heading] = str(rng.choice(free))
        rows.append({
            "Name": names[index], "Kind": KINDS_OF[language][index], "Text": texts[index], **values,
        })  # fmt: skip
    return rows


def _colours(rng: Random) -> tuple[str, str]:
    return rng.choice(["#7a2f2a", "#24557a", "#3f6138", "#5a3b63"]), rng.choice(["#efe6d2", "#e3ead9", "#e6e2ee"])


def hero(rng: Random) -> Design:
    """A title in capitals, a cost in a circle, a wrapped text in a panel."""
    dark, light = _colours(rng)
    serif, wide = rng.choice(SERIFS), 63 - 2 * (inset := rng.choice([5.0, 6.0, 7.0]))
    size = rng.choice([3.2, 3.5, 3.8])
    top = rng.choice([52.0, 55.0])
    return Design("hero", 63, 88, [
        Box(0, 0, 63, 88, light), Box(4, 5, 46, 9, dark), Box(51, 4, 9, 9, dark, "ellipse"),
        Box(inset - 2, top, wide + 4, 30, "#fffdf7"),
        Words("{Name}", 27, 11.4, rng.choice([4.6, 5.0]), serif, "middle", True, colour="#ffffff", upper=True),
        Words("{Cost}", 55.5, 10.2, 5, "Source Sans 3", "middle", True, colour="#ffffff"),
        Words("{Text}", inset, top + 5.5, size, serif, width=wide),
    ], rows_of(rng, "en", {"Cost": (1, 9)}))  # fmt: skip


def spell(rng: Random) -> Design:
    """French: numbers in labels and a line of two numbers."""
    dark, light = _colours(rng)
    left = rng.choice([5.0, 6.5])
    return Design("spell", 63, 88, [
        Box(0, 0, 63, 88, light), Box(left - 1, 18, 63 - 2 * left + 2, 1, dark),
        Words("{Name}", left, 12, 6, "Fraunces", bold=rng.random() < 0.5, colour=dark),
        Words("Coût : {Coût}", left, 17, 3.4, "Source Sans 3"),
        Words("Portée {Portée} · Dégâts {Dégâts}", 31.5, 30, 3.8, "Source Sans 3", "middle"),
        Words("{Text}", left, 40, 3.6, "Alegreya", width=63 - 2 * left, leading=1.2),
        Words("{Kind}", 63 - left, 84, 2.8, "Source Sans 3", "end", italic=True),
    ], rows_of(rng, "fr", {"Coût": (1, 9), "Portée": (1, 9), "Dégâts": (1, 9)}))  # fmt: skip


def corners(rng: Random) -> Design:
    """Indices in two corners, one of them upside down, and the name along the side."""
    dark, light = _colours(rng)
    size = rng.choice([6.0, 7.5])
    return Design("corners", 57, 89, [
        Box(0, 0, 57, 89, "#fffdf7"), Box(12, 14, 33, 61, light, stroke=dark),
        Words("{Rank}", 6.5, 10, size, "Fraunces", "middle", True, colour=dark),
        Words("{Rank}", 50.5, 79, size, "Fraunces", "middle", True, colour=dark, turn=180),
        Words("{Name}", 9.5, 70, 3.6, "Source Sans 3", turn=270),
        Words("{Kind}", 28.5, 45, 5, "Alegreya", "middle", italic=True),
    ], rows_of(rng, "en", {"Rank": (2, 14)}))  # fmt: skip


def portrait(rng: Random) -> Design:
    """A picture that a cell names, and a caption below it."""
    dark, light = _colours(rng)
    rows = rows_of(rng, "it", {"Forza": (1, 12)})
    for index, row in enumerate(rows):
        row["Art"] = f"figure{index + 1}" + rng.choice([".png", ".png"])
    high = rng.choice([36.0, 42.0])
    return Design("portrait", 70, 110, [
        Box(0, 0, 70, 110, light), Art("Art", 8, 16, 54, high),
        Words("{Name}", 35, 12, 6.2, "Alegreya", "middle", True, colour=dark),
        Words("{Kind} – forza {Forza}", 35, 16 + high + 7, 3.8, "Source Sans 3", "middle"),
        Words("{Text}", 8, 16 + high + 15, 3.6, "Alegreya", width=54),
    ], rows, pictures=[row["Art"] for row in rows])  # fmt: skip


def stats(rng: Random) -> Design:
    """A row of labelled numbers, each centred in its box."""
    dark, light = _colours(rng)
    elements: list[Box | Words | Art] = [Box(0, 0, 63, 88, light)]
    headings = ["Attack", "Defence", "Speed", "Luck"]
    for index, heading in enumerate(headings):
        x = 5 + 13.5 * index
        elements += [
            Box(x, 66, 12, 16, "#fffdf7", stroke=dark),
            Words(heading, x + 6, 70, 2.4, "Source Sans 3", "middle", colour=dark),
            Words(f"{{{heading}}}", x + 6, 78.5, 7, "Fraunces", "middle", True, id=heading.lower()),
        ]
    elements.append(Words("{Name}", 5, 12, rng.choice([5.0, 5.8]), "Fraunces", bold=True))
    elements.append(Words("{Kind}", 58, 20, 3.4, "Source Sans 3", "end", italic=True, colour=dark))
    elements.append(Words("{Text}", 5, 32, 3.6, "Source Sans 3", width=53, leading=1.3))
    return Design("stats", 63, 88, elements, rows_of(rng, "en", dict.fromkeys(headings, (1, 20))))


def event(rng: Random) -> Design:
    """A wide card with centred words that are wrapped."""
    dark, light = _colours(rng)
    wide = rng.choice([90.0, 96.0])
    return Design("event", 120, 70, [
        Box(0, 0, 120, 70, light), Box(60 - wide / 2 - 2, 22, wide + 4, 34, "#fffdf7"),
        Words("{Name}", 60, 15, 8, rng.choice(SERIFS), "middle", True, colour=dark, upper=rng.random() < 0.5),
        Words("{Text}", 60, 32, 4.4, "Alegreya", "middle", width=wide, leading=1.35),
        Words("Événement n° {Numéro}", 115, 66, 3, "Source Sans 3", "end"),
    ], rows_of(rng, "fr", {"Numéro": (10, 60)}))  # fmt: skip


def quest(rng: Random) -> Design:
    """A small card with a title that is spaced out, and words that end at the right."""
    dark, light = _colours(rng)
    right = 44 - (edge := rng.choice([4.0, 5.0]))
    return Design("quest", 44, 68, [
        Box(0, 0, 44, 68, light), Box(edge, 15, 44 - 2 * edge, 0.6, dark),
        Words("{Name}", 22, 12, 3.6, "Source Sans 3", "middle", True, upper=True, spacing=0.08, colour=dark),
        Words("{Kind}", edge, 24, 3.4, "Source Sans 3"),
        Words("{Points} points", right, 24, 3.4, "Source Sans 3", "end", bold_cells=True),
        Words("{Text}", edge, 34, 2.9, "Source Sans 3", width=44 - 2 * edge),
    ], rows_of(rng, "en", {"Points": (2, 15)}))  # fmt: skip


def place(rng: Random) -> Design:
    """Two texts, each in a panel of its own, and a number that stands twice."""
    dark, light = _colours(rng)
    rows = rows_of(rng, "it", {"Punti": (3, 20)})
    for row, motto in zip(rows, rng.sample(SENTENCES["it"], 5), strict=True):
        row["Motto"] = motto.partition(".")[0].partition(":")[0] + "!"
        row["Text"] = row["Text"] if row["Text"].partition(".")[0] not in row["Motto"] else "Niente."
    return Design("place", 88.9, 63.5, [
        Box(0, 0, 88.9, 63.5, light), Box(5, 18, 50, 38, "#fffdf7"), Box(58, 18, 26, 38, "#f6efe0", stroke=dark),
        Words("{Name}", 5, 13, 6, "Alegreya", bold=True, colour=dark),
        Words("{Text}", 8, 25, 3.7, "Alegreya", width=44),
        Words("{Motto}", 71, 25, 3.1, "Alegreya", "middle", italic=True, width=20, leading=1.2),
        Words("{Punti}", 84, 13, 6, "Fraunces", "end", True, id="punti"),
        Words("Punti: {Punti}", 8, 53, 3, "Source Sans 3", colour=dark),
    ], rows)  # fmt: skip


def trade(rng: Random) -> Design:
    """Sentences with several cells in them."""
    dark, light = _colours(rng)
    rows = rows_of(rng, "en", {"Wood": (2, 9), "Gold": (10, 30)})
    goods = rng.sample(["amber", "linen", "pepper", "salted fish", "honey"], 5)
    for row, good in zip(rows, goods, strict=True):
        row["Good"] = good
    return Design("trade", 63, 88, [
        Box(0, 0, 63, 88, light), Box(6, 22, 51, 40, "#fffdf7"),
        Words("{Name}", 31.5, 14, 5.4, rng.choice(SERIFS), "middle", colour=dark),
        Words("Pay {Wood} wood,", 31.5, 34, 4, "Source Sans 3", "middle"),
        Words("gain {Gold} gold", 31.5, 40, 4, "Source Sans 3", "middle"),
        Words("and some {Good}.", 31.5, 46, 4, "Source Sans 3", "middle"),
        Words("{Kind}", 6, 80, 3, "Source Sans 3", upper=True, spacing=0.1),
    ], rows)  # fmt: skip


def label(rng: Random) -> Design:
    """A square card with turned words, and a text at the right edge."""
    dark, light = _colours(rng)
    turn = rng.choice([345.0, 12.0, 90.0])
    return Design("label", 70, 70, [
        Box(0, 0, 70, 70, light), Box(35 - 22, 35 - 22, 44, 44, "#fffdf7", "ellipse"),
        Words("{Name}", 18, 36, 4.4, "Alegreya", bold=True, turn=turn, colour=dark),
        Words("{Prix} €", 64, 10, 4.6, "Fraunces", "end"),
        Words("{Kind}", 6, 10, 3.4, "Source Sans 3"),
        Words("{Text}", 64, 60, 2.7, "Source Sans 3", "end", width=50, leading=1.2),
    ], rows_of(rng, "fr", {"Prix": (2, 40)}))  # fmt: skip


DESIGNS = (hero, spell, corners, portrait, stats, event, quest, place, trade, label)
