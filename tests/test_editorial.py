"""The editorial guide, where a machine can check it: every text that readers see, in every variant and language."""

import re

import pytest

from tests.texts import LANGUAGES, texts

pytestmark = pytest.mark.slow  # every book of every variant is written

SIDES = ("Masqué", "Démasqué", "Mascherato", "Smascherato")  # 7: labels keep their capital, in titles too
NARROW, NBSP = "\u202f", "\u00a0"

# (what is wrong, pattern), for all languages and for each: numbers are those of the guide's rules
ALL = [
    ("14: a straight apostrophe", r"'"),
    ("11: a straight quote", r'"'),
    ("14: three dots", r"\.\.\.|etc\.…"),
    ("10: the letter x between figures", r"\d\s?x\s?\d"),
    ("10: a hyphen for a minus", r"(?<![\w–])-\d"),
    ("13: a hyphen for a dash", r"\w - \w"),
    ("15: capitals", r"\b[A-ZÀ-Ý]{4,}\b"),
    ("5: a form in brackets", r"\w\((s|e|es|i|a)\)|\w/(a|e|elle|she)\b|·e"),
    ("a double space", r"(?<=[^\s|])  +(?=[^\s|])"),
    ("a double stop", r"(?<!\.)\.\.(?!\.)|[,;:]\."),
    ("a space before a comma or stop", r"\s[,.](?=\s)"),
    ("a seam: an unfilled placeholder", r"[{}]"),
]
OWN = {
    "en": [
        ("4: should, shall, will", r"\b(should|shall|will)\b"),
        ("5: he or she", r"\bhe or she\b|\bs/he\b|\bhis or her\b"),
        ("17: an abbreviation", r"\b(e\.g|i\.e|etc)\b"),
        ("19: a before a vowel sound", r"\ba (8|11|18|[aeio][a-z])"),
        ("20: a calque", r"\b(eventual|informations|effectuate|dispose of|concerned player)\b"),
        ("9: filler", r"\b([Pp]lease note|[Ss]imply|[Bb]asically|in order to)\b"),
        ("12: no space goes before a sign", r"\s[;:!?](?!-)"),
    ],
    "fr": [
        ("12: no narrow no-break space", rf"(?<=\w)[;!?](?!\w)|[^\S{NARROW}][;!?]"),
        ("12: no no-break space", rf"(?<=\w):(?=\s)|[^\S{NBSP}]:(?=\s)"),
        ("11: guillemets without no-break spaces", rf"«(?!{NBSP})|(?<!{NBSP})»"),
        ("6: a capital without its accent", r"\bA (chaque|votre|la fin|table)\b|\bEtui\b|\bEgalité\b"),
        ("1: tu or on for the player on turn", r"\b(tu|toi|ton|ta|tes)\b"),
        ("9: 1ère, 2ème", r"\d(ère|ème|eme)\b"),
        ("20: a calque", r"\b(initier|performer|définitivement|assumer que|basé sur|en termes de|prendre avantage)\b"),
        ("9: filler", r"\b([Nn]otez que|[Ii]l est important)\b"),
        ("12: false precision", r"\b(afin que|susdit|respectivement)\b"),
        ("19: a missing elision", r"\b[Dd]e Emerald\b|\b[Qq]ue Emerald\b|\b[Ss]i il\b|\b[Ll]e Emerald\b"),
        ("terms: pile, paquet, talon for pioche", r"\b(talon|la pile)\b"),
    ],
    "it": [
        ("12: no space goes before a sign", r"\s[;:!?](?!-)"),
        ("11: guillemets take no spaces", r"«\s|\s»"),
        ("6: E’ for È", r"\bE’"),
        ("1: Lei", r"\b(Lei|Suo|Sua|Suoi)\b(?! mano)"),
        ("4: dovrai, bisogna", r"\b(dovrai|dovrete|bisogna|occorre)\b"),
        ("20: a calque", r"\b(piazzare|piazza|settare|performare|andare a pescare|eventualmente|in aggiunta)\b"),
        ("9: filler", r"\b([Ss]i noti|È importante)\b"),
        ("12: false precision", r"\b(qualora|suddetto|rispettivamente)\b"),
        ("19: articles and links", r"\b(ed|ad) [^aeAE\W]|\ba a[a-z]|\bil (gnomo|z\w+)|\be E[a-z]|\bdi Emerald carta"),
        ("terms: discards are a pila, the draw pile a mazzo", r"\bmazzo degli scarti\b|\bpila di pesca\b"),
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wrong", ["all", "own"])
def test_the_guide(language, wrong):
    told: dict[str, str] = {}
    for (label, of), text in texts().items():
        if of != language:
            continue
        plain = re.sub(
            r"^(?:> ?)?!\[|^>$|\]\((?:cards|ring):[^)]*\)|^\|[-:| ]+\|$|\[rule\] |[*_]", "", text, flags=re.M
        )
        plain = re.sub(r":[a-z][a-z0-9_-]*:", "¤", plain)  # an icon stands where a word could
        for what, pattern in ALL if wrong == "all" else OWN[language]:
            for match in re.finditer(pattern, plain):
                around = plain[max(0, match.start() - 25) : match.end() + 25].replace("\n", " ")
                told.setdefault(f"{what}: …{around}…", label)
    assert not told, "\n".join(f"{found} ({label})" for found, label in told.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles(language):
    for (label, of), text in texts().items():
        if of != language or not label.endswith("md"):
            continue
        for title in re.findall(r"^#+ (.*)$", text, re.M):
            assert not title.endswith((".", ":")), title
            small = [part for part in re.findall(r"[^\W\d]+", title)[1:] if part[0].isupper()]
            if language != "en":
                assert set(small) <= {"Emerald", "Lui", "King", "Roi", *SIDES}, f"6: sentence case: {title}"


def test_english_sentences_do_not_open_with_a_figure():
    for (label, language), text in texts().items():
        if language == "en" and label.endswith("md"):
            prose = re.sub(r"^(\d+\.|\||#).*$", "", text, flags=re.M)
            assert not (found := re.findall(r"(?:^|[.!?] )\d+ [a-z]\w+", prose, re.M)), (label, found)
