"""Static checks of translations: missing, stale, or different from their source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cardgen.definitions.card_words import has_words, plain_words
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.strings_file import TITLES, Entry, Text, missing_translation, no_file, own_key
from cardgen.foundations.errors import Place, nearest
from cardgen.foundations.findings import Finding
from cardgen.store.reach import is_there
from cardgen.text.inline import icon_names
from cardgen.text.numbers import unsaid
from cardgen.text.strings import EXPRESSION, placeholders

FEW_SAME = 2  # different texts of a language that all equal their sources
_WORD = re.compile(r"[^\W\d_]")
_NAME = re.compile(r"[^\W\d_]{2}")
_ENDS = ".!?…:;"
_ICON = re.compile(r":[a-z0-9_-]+:")


def check_translations(game: Game) -> Iterator[Finding]:
    first, *others = game.languages
    icons = game.icon_names
    for language in others:
        path = game.home.strings(language)
        if not game.strings[language] and not is_there(path):
            fault = no_file(path, language, game.languages)
            yield finding(game, "string-missing", fault.message, fault.place, fault.who, fault.cause)
            continue
        for key, entry in game.strings[first].items():
            if key not in game.strings[language] and not entry.plain:
                fault = missing_translation(path, language, key, entry)
                yield finding(game, "string-missing", fault.message, fault.place, fault.who, fault.cause)
        for key, entry in game.strings[language].items():
            if entry.lent:
                yield _lent(game, language, key, entry)
                continue
            source = game.strings[first].get(key)
            if source is None:
                hint = nearest(key, game.strings[first])
                yield finding(game, "string-orphan", f"{language}: {first} has no '{key}'{hint}", entry.place)
                continue
            yield from _compare(game, language, key, source, entry, icons)
        yield from _left_plain(game, language)
        yield from _left_same(game, language)
    if game.variant == BASE:  # variants differ on purpose
        yield from _twice(game)


def _lent(game: Game, language: str, key: str, entry: Entry) -> Finding:
    text = _quoted_text(entry.text)
    message = f"{language}: '{entry.written}' is not translated, and printed in {entry.lent} ({text})"
    return finding(game, "string-lent", message, entry.place, key, language)


def _left_plain(game: Game, language: str) -> Iterator[Finding]:
    """Reports cards' texts that a language does not translate, although it translates the same field of others."""
    faces = [face for design in game.designs for face in design.faces]
    plain = [(face.kind, field, entry) for face in faces for field, entry in plain_words(face)]
    translated = {(kind, field) for kind, field, entry in plain if entry.written in game.strings[language]}
    for kind, field, entry in plain:
        if (kind, field) in translated and entry.written not in game.strings[language] and has_words(str(entry.text)):
            message = f"{language}: '{entry.written}' stands as it is ({entry.text!r}), unlike that of other cards"
            yield finding(game, "string-plain", message, entry.place, entry.written, language)


def _left_same(game: Game, language: str) -> Iterator[Finding]:
    """Reports translations that equal their source: sentences, or all texts of a language.

    Many languages keep names, so a single name proves nothing.
    """
    first = game.languages[0]
    if _tongue(language) == _tongue(first):
        return
    sources = game.strings[first]
    own = [(key, entry) for key, entry in game.strings[language].items() if not entry.lent]
    pairs = [(entry, sources[key]) for key, entry in own if key in sources]
    pairs = [(entry, source) for entry, source in pairs if _NAME.search(words_of(source.text)) and not _is_title(entry)]
    same = [entry for entry, source in pairs if entry.text == source.text]
    whole = len(same) == len(pairs) and len({str(entry.text) for entry in same}) >= FEW_SAME
    for entry in same:
        if whole or _is_sentence(words_of(entry.text)):
            message = f"{language}: '{entry.written}' is the same as in '{first}': {_quoted_text(entry.text)}"
            yield finding(game, "string-same", message, entry.place, entry.written, language)


def _tongue(language: str) -> str:
    """A language without its country or script: `pt` of `pt_BR`."""
    return re.split("[_-]", language)[0]


def _is_title(entry: Entry) -> bool:
    return entry.written in TITLES


def _is_sentence(text: str) -> bool:
    """Whether a text is more than a name: it has three words and the end of a sentence, or five words; and one of more
    than three letters begins with a small one."""
    words = [word for word in _ICON.sub(" ", text).split() if _WORD.search(word)]
    spoken = any(word[0].islower() and len(word.rstrip(_ENDS)) > 3 for word in words)
    return spoken and len(words) >= (3 if text.rstrip().endswith(tuple(_ENDS)) else 5)


def _twice(game: Game) -> Iterator[Finding]:
    """Reports translations on cards and in sheets that differ from those of the strings, which win."""
    for face in (face for design in game.designs for face in design.faces):
        for field, words in face.words.items():
            key = own_key(face.id, face.side, field)
            for language, beside in words.items():
                entry = game.strings[language][key]
                if language != game.languages[0] and entry.text != beside.text:
                    own_text, there = _quoted_text(entry.text), f"{_quoted_text(beside.text)} in {beside.place}"
                    message = f"{language}: '{entry.written}' says {own_text} in place of {there}"
                    yield finding(game, "string-twice", message, entry.place, key, language)


def _compare(
    game: Game, language: str, key: str, source: Entry, entry: Entry, icons: Mapping[str, str]
) -> Iterator[Finding]:
    if entry.source is None and entry.text != source.text and key not in ("variant.title", "variant.why"):
        message = (
            f"{language}: '{entry.written}' does not name the text that it translates; write {{from: ..., to: ...}}"
        )
        yield finding(game, "string-unpaired", message, entry.place, key, language)
    if entry.source is not None and entry.source != source.text:
        now = _quoted_text(source.text)
        message = f"{language}: '{entry.written}' was translated from {_quoted_text(entry.source)}, which is now {now}"
        yield finding(game, "string-stale", message, entry.place, key, language)
    for differs in differences(entry.text, source.text, icons, source.plain):
        message = f"{language}: '{entry.written}' {differs}"
        yield finding(game, "string-differs", message, entry.place, key, language)
    mine, theirs = _numbers(entry.text), _numbers(source.text)
    if mine != theirs and (
        unsaid(mine - theirs, words_of(source.text), game.languages[0])
        or unsaid(theirs - mine, words_of(entry.text), language)
    ):
        message = f"{language}: '{entry.written}' has the numbers {_list(mine)} instead of {_list(theirs)}"
        yield finding(game, "string-numbers", message, entry.place, key, language)


def differences(text: Text, source: Text, icons: Mapping[str, str], plain: bool = False) -> Iterator[str]:
    """Yields what a translation must share with its source and does not: placeholders, and the `icons` that its names
    mean. In a `plain` text, braces are no placeholders."""
    if not plain and (mine := placeholders(text)) != (theirs := placeholders(source)):
        yield f"has the placeholders {_list(mine)} instead of {_list(theirs)}"
    named, meant = _icons(text), _icons(source)
    if {icons.get(name, name) for name in named} != {icons.get(name, name) for name in meant}:
        yield f"has the icons {_signs(named)} instead of {_signs(meant)}"


def finding(game: Game, code: str, message: str, place: Place | None, who: str = "", cause: str = "") -> Finding:
    return Finding(code, message, place, game.name, game.variant, who=who, cause=cause)


def _forms(text: Text) -> list[str]:
    return list(text.values()) if isinstance(text, dict) else [text]


def _icons(text: Text) -> set[str]:
    forms = _forms(text)
    if not any(":" in form for form in forms):
        return set()
    try:
        return {name for form in forms for name in icon_names(form)}
    except ValueError:
        return set()  # composing the face reports unclosed emphasis


def _numbers(text: Text) -> set[str]:
    """The numbers in figures, of any script."""
    return {str(int(number)) for number in re.findall(r"\d+", words_of(text))}


def words_of(text: Text) -> str:
    """The words of all forms of a text, without expressions."""
    return " ".join(EXPRESSION.sub("", form) for form in _forms(text))


def _signs(icons: set[str]) -> str:
    return _list({f":{name}:" for name in icons})


def _list(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _quoted_text(text: Text) -> str:
    return repr(text["other"] if isinstance(text, dict) else text)
