"""Reads one side of a game: the texts and drawings of its fields in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from cardgen.definitions.field_keys import Shaded
from cardgen.definitions.font_choice import Family
from cardgen.definitions.game import Design, Game
from cardgen.definitions.layout_fields import Picture, Ring, Same, TextField
from cardgen.definitions.layout_file import Style
from cardgen.definitions.layouts import masks_of, names_read
from cardgen.definitions.measures import FIELD, measured_by
from cardgen.definitions.templates import LookUp, Template, condition_reads, reads, word_names
from cardgen.faces.along import Curve, curve_of
from cardgen.faces.computed import computes, with_numbers
from cardgen.faces.context import Context
from cardgen.faces.draft import cross_out
from cardgen.faces.draw import draw, outline
from cardgen.faces.fit import Said
from cardgen.faces.layers import find_layer, require_hard
from cardgen.faces.measures import measures
from cardgen.faces.paragraph import OPPOSITE, Paragraph, paragraph
from cardgen.faces.say import Sayer, Saying
from cardgen.faces.scopes import Scopes
from cardgen.faces.shadows import Covered, cast, shadow
from cardgen.faces.sides import Side, has_own_title
from cardgen.faces.spots import Spot, Spots
from cardgen.faces.stacks import Stacks, find_fitted
from cardgen.faces.supplies import Supplies
from cardgen.faces.table import tables
from cardgen.faces.text_style import require_legible, style_of
from cardgen.faces.veils import Veil, veil
from cardgen.foundations.errors import STRING_MISSING, Fault, InputError
from cardgen.graphics.drawing import Item, Layer, Paint
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, Segments, inverse, multiply, transform
from cardgen.store.remember import stamp
from cardgen.text.strings import values_read

_ANY: Box = (0.0, 0.0, 1.0, 1.0)  # any box will do to see whether a paint is a gradient


class Reading:
    """What the fields of one side show, and their `faults`.

    `said` has the texts, `drawn` the items of other fields, by field and language; `again` are fields that repeat
    another. `blocking_faults` are faults that stop only one language, such as missing translations, by language.
    `drafted` are the faults that a draft marks, each with its language.
    """

    def __init__(self, side: Side, game: Game, bleed: float, supplies: Supplies, draft: bool = False) -> None:
        self.side = side
        self.game = game
        self.bleed = bleed
        self.supplies = supplies
        self.said: dict[tuple[str, str], Said] = {}
        self.faults: list[Fault] = []
        self.draft = draft
        self.drafted: list[tuple[str, Fault]] = []
        self.marked: set[tuple[str, str]] = set()  # fields and languages that a draft hatches or crosses out
        self.blocking_faults: dict[str, list[Fault]] = {}
        self.suggested: set[tuple[str, str]] = set()  # card fields that faults suggest
        self.sayer = Sayer(game)
        self._scopes = Scopes(side, game, self.sayer, self._report)
        self._computed: dict[tuple[str, str], Any] = {}  # fields with computed numbers, by language
        self.drawn: dict[tuple[str, str], list[Item]] = {}
        self.veils: dict[tuple[str, str], Veil] = {}  # opacity, blend modes and masks
        self.outlines: dict[tuple[str, str], Segments] = {}  # outlines of fields that mask others
        self.again: set[tuple[str, str]] = set()
        self.words_drawn: dict[str, dict[str, None]] = {}  # names that drawings show as words, by field
        self._layers: dict[str, Layer | None] = {}  # print layers by field
        self._areas: dict[tuple[str, str], Box] = {}  # by field and language
        self._contexts: dict[tuple[str, str], Context] = {}  # by field and language
        self.spots: dict[str, Spots] = {}
        self.spots |= self._find_spots()
        for name in dict.fromkeys(key for spots in self.spots.values() for key in spots.all):
            try:
                self._read_field(name)
            except InputError as error:
                if draft:
                    self._cross_out(name, game.languages, error)
                else:
                    self.faults += error.faults
        self.stacks = {language: self._stacks(language) for language in game.languages}
        self.fitted = find_fitted(self.said, self.stacks, self._alike, self._who, side.id)
        self._cast_shadows()
        self.faults = [self._with_owner(fault) for fault in self.faults]
        self.drafted = [(language, self._with_owner(fault)) for language, fault in self.drafted]
        for of, faults in self.blocking_faults.items():
            self.blocking_faults[of] = [self._with_owner(fault) for fault in faults]
        said = (game.strings[language].get(key) for language, key in self.sayer.asked)
        named = {name for entry in said if entry for name in values_read(entry.text)}
        named |= {name.removeprefix("rules.") for name in side.reads}
        self._rules = sorted(named & game.rules.keys())
        self._shown = self._read_from(side, game, supplies)
        self._scopes.forget()  # few callers need them again
        self._contexts.clear()

    def shows(self, side: Side, game: Game, supplies: Supplies) -> bool:
        """Returns whether a side of another edition has the same sources, and therefore shows the same."""
        return self._read_from(side, game, supplies) == self._shown

    def _read_from(self, side: Side, game: Game, supplies: Supplies) -> tuple:
        if isinstance(side.owner, Design):  # compare its content, not its place
            said = [(field, *languages) for field, languages in side.owner.words.items()]
            read: object = (side.owner.readable, side.owner.behaviour, said)
        else:
            read = side.scope(game, "").get("component")
        return (
            (side.group, side.label, side.outline, side.layout, side.smallest, read),
            tables(game.home, side.layout),
            [(file, stamp(file)) for file in sorted(self.supplies.files)],
            side.deck if any(name.startswith("deck.") for name in side.reads) else None,
            [game.rules.get(name) for name in self._rules],
            [game.strings[language].get(key) for language, key in self.sayer.asked],
            [supplies.resolve(name) for name in self.supplies.named_icons],
            (game.name, game.version, game.variant if "game.variant" in side.reads else None),
            [has_own_title(game, language) for language in game.languages] if "game.titled" in side.reads else None,
            (game.languages, game.fonts, game.colours, game.mirrored, game.icon_background, game.layers),
        )

    # Reading

    def _find_spots(self) -> dict[str, Spots]:
        """The spots of the layout by language. Languages in which the layout decides alike share them."""
        spots: dict[str, Spots] = {}
        known: dict[tuple, Spots] = {}
        for language in self.game.languages:
            mirrored = language in self.game.mirrored

            def context(spot: Spot, language: str = language) -> Context:
                return self._context(spot, language)

            def plain_words(of: Template, context: Context, language: str = language) -> Mapping[str, str]:
                return self.sayer.plain_words(of, context, language)

            decided = mirrored, self._scopes.deciding(language)
            if decided not in known:
                known[decided] = Spots(self.side, self.game, self.bleed, mirrored, context, plain_words)
                if not self.draft:
                    self.faults += known[decided].faults
            if self.draft:
                self._mark(language, known[decided].faults)
            spots[language] = known[decided]
        return spots

    def _report(self, language: str, error: InputError) -> None:
        """Adds faults in the card's words of one language."""
        if self.draft:
            self._mark(language, error.faults)
        else:
            self.blocking_faults.setdefault(language, []).extend(error.faults)

    def _mark(self, language: str, faults: Iterable[Fault]) -> None:
        self.drafted += ((language, fault) for fault in faults)

    def _with_owner(self, fault: Fault) -> Fault:
        """The fault with the card that it concerns."""
        return fault if fault.who else replace(fault, who=self.side.id)

    @contextmanager
    def _collect_blocking(self, name: str, language: str) -> Iterator[None]:
        """Collects faults inside as faults of one language; a draft crosses the field out.

        Raises InputError if the first language lacks a text: then no language can translate it.
        """
        try:
            yield
        except InputError as error:
            if self.draft:
                self._cross_out(name, [language], error)
            elif language == self.game.languages[0] and error.faults[0].code == STRING_MISSING:
                raise
            else:
                self.blocking_faults.setdefault(language, []).extend(error.faults)

    def _cross_out(self, name: str, languages: Sequence[str], error: InputError) -> None:
        """Crosses out a field of a draft that cardgen cannot draw."""
        for language in languages:
            self._mark(language, error.faults)
        self.marked.update((name, language) for language in languages)
        for language in languages:
            try:
                self.drawn.setdefault((name, language), cross_out(self.area(name, language)))
            except (InputError, KeyError):
                return  # its place is unknown, too

    def _read_field(self, name: str) -> None:
        """Reads what a field shows, in each language in which it shows something."""
        languages = [language for language in self.game.languages if name in self.spots[language].all]
        spot = self.spots[languages[0]].all[name]
        field = spot.field
        if not isinstance(field, Same) and not computes(field):
            self.spots[languages[0]].box(spot, field)  # reports a wrong place, even if the field is never drawn
        layer = None if isinstance(field, Same) else self.layer(name)
        if field.when is not None or field.unless is not None:
            languages = self._drawn_in(name, field, languages)
        fields = {language: self.field(name, language) for language in languages}
        for each in fields.values():
            if isinstance(each, (TextField, Ring)) and each.size is not None:
                where = spot.layout.place_of(spot.name, "size")
                require_legible(f"fields.{spot.name}.size", each.size, self.side.smallest, where)
        if isinstance(field, Same):
            self.again.update((name, language) for language in languages)
            return
        for language, each in fields.items():
            with self._collect_blocking(name, language):
                if shape := veil(each, self.area(name, language), self.context(name, language)):
                    self.veils[name, language] = shape
        if isinstance(field, TextField):
            self._read_text(name, field, languages)
            self._use_under_other_rules(name, field, languages)
            return
        drawn: list[Item] = []
        last, read = None, names_read(field)
        for language, each in fields.items():
            with self._collect_blocking(name, language):
                area, own = self.area(name, language), self._own_to(each, language)
                if not drawn or own != last or not self._reads_alike(name, (language, languages[0]), read):
                    drawn, last = draw(each, area, self.context(name, language)), own
                    if layer:
                        require_hard(drawn, self.supplies.symbols, self.side.layout, name)
                self.drawn[name, language] = drawn
                if spot.name in masks_of(spot.layout) and (edge := outline(each, area, self.context(name, language))):
                    self.outlines[name, language] = edge

    def _drawn_in(self, name: str, field: Any, languages: Sequence[str]) -> list[str]:
        """The languages in which the conditions of a field are true."""
        first = languages[0]
        tests = frozenset(read for test in (field.when, field.unless) for read in condition_reads(test))
        known = self.context(name, first).draws(field)
        return [
            language
            for language in languages
            if (
                known
                if self._reads_alike(name, (language, first), tests)
                else self.context(name, language).draws(field)
            )
        ]

    def layer(self, name: str) -> Layer | None:
        """Returns the print layer of a field, by key. Raises InputError for one that the game does not declare."""
        if name not in self._layers:
            self._layers[name] = find_layer(self.side.layout, name, self.game.layers)
        return self._layers[name]

    def _cast_shadows(self) -> None:
        """Draws the shadows of fields below them, once the outlines of those that mask them are known."""
        for (name, language), drawn in self.drawn.items():
            field = self.spots[language].all[name].field
            if (name, language) in self.marked or not isinstance(field, Shaded) or field.shadow is None:
                continue
            field, area, context = self.field(name, language), self.area(name, language), self.context(name, language)
            with self._collect_blocking(name, language):
                self.drawn[name, language] = shaded = self.with_shadow(name, language, field, area, context, drawn)
                if self.layer(name):
                    require_hard(shaded, self.supplies.symbols, self.side.layout, name)

    def with_shadow(
        self, name: str, language: str, field: Any, area: Box, context: Context, drawn: Sequence[Item]
    ) -> list[Item]:
        """Returns what a field with these numbers draws in its area, above its shadow if it has one."""
        if not isinstance(field, Shaded) or field.shadow is None:
            return [*drawn]
        layers = [Covered.of(drawn)] if isinstance(field, Picture) else []
        if veil := self.veils.get((name, language)):
            clip = veil.clip or self.mask_outline(name, veil.through, self.onto_face(name, language), language)
            layers += [Covered.inside(clip)] if clip else []
            layers += [Covered.of(veil.mask.items)] if veil.mask else []
        return [*shadow(field.shadow, outline(field, area, context), layers, context), *drawn]

    def mask_outline(self, name: str, through: str | None, matrix: Matrix, language: str) -> Segments:
        """The outline of the fields of that name beside a field or a group that they mask, in the coordinates of
        `matrix`, which leads onto the face; () if they have none."""
        outline: Segments = ()
        for each in self.spots[language].beside(name, through) if through else ():
            if edge := self.outlines.get((each, language)):
                outline += transform(edge, multiply(self.onto_face(each, language), inverse(matrix)))
        return outline

    def turn(self, name: str, language: str) -> Matrix:
        """Returns the matrix that turns a field about its own centre."""
        field = self.field(name, language)
        return self.spots[language].turn(field, self.area(name, language)) if field.turn else IDENTITY

    def onto_face(self, name: str, language: str) -> Matrix:
        """Returns the matrix that brings the coordinates of a field, before its turn, onto the face."""
        return multiply(self.turn(name, language), self.spots[language].all[name].frame.matrix)

    def field(self, name: str, language: str) -> Any:
        """Returns a field of the layout with its numbers computed for the card. Raises InputError."""
        field = self.spots[language].all[name].field
        if not computes(field):
            return field
        if (name, language) not in self._computed:
            self._computed[name, language] = with_numbers(field, self.context(name, language))
        return self._computed[name, language]

    def _own_to(self, field: Any, language: str) -> tuple[bool, tuple[Family, ...]]:
        """What a field's drawing has from its language: whether it is mirrored, and the fonts of its numbers."""
        choice = self.game.fonts.get(vars(field).get("font", ""))  # getattr on a model is slow for missing fields
        return language in self.game.mirrored, choice.families(language) if choice else ()

    def _use_under_other_rules(self, name: str, field: TextField, languages: list[str]) -> None:
        """Counts strings as used that a field shows only under other settings of the rules."""
        if not languages and field.say and "rules." in (field.when or field.unless or ""):
            self.sayer.used.add(self.context(name, self.game.languages[0]).fill(field.say, "say"))
        if isinstance(field.say, LookUp) and any(read.startswith("rules.") for read in condition_reads(field.say.by)):
            self.sayer.used |= {said for _, said in field.say.options if isinstance(said, str)}

    def _read_text(self, name: str, field: TextField, languages: list[str]) -> None:
        by_text: dict[str, dict[str, Said]] = {}  # for each text, the languages with it
        colour = None
        for language in languages:
            field = self.field(name, language)
            style = style_of(self.spots[language].all[name], field, self.context(name, language), self.side.smallest)
            if language != self.game.languages[0]:
                missing = self.sayer.lacking(field, language, lambda other: self.context(name, other))
                if missing is not None and not self.draft:
                    self.blocking_faults.setdefault(language, []).extend(missing)
                    continue
                if missing is not None:
                    self.marked.add((name, language))
            context = self.context(name, language)
            if {f"card.{own}" for own in self._scopes.misspoken.get(language, ())}.intersection(reads(field.text)):
                self.marked.add((name, language))
            painted = (read for of in (field.colour or style.colour, style.outline, style.shadow) for read in reads(of))
            if colour is None or not self._reads_alike(name, (language, languages[0]), painted):
                colour = context.paint(field.colour or style.colour, "colour", _ANY)
                context.colour(style.outline, "outline")
                _ = style.shadow and cast(style.shadow, context)
            with self._collect_blocking(name, language):
                said = self._say(name, field, context, language, style, colour)
                by_text.setdefault(said.words.text, {})[language] = said
        for same in by_text.values():
            for language, said in same.items():
                self.said[name, language] = replace(said, languages=tuple(same)) if len(same) > 1 else said

    def _say(self, name: str, field: TextField, context: Context, language: str, style: Style, colour: Paint) -> Said:
        saying = self._text_of(name, field, context, language)
        words = self._set(saying, style, language)
        spot = self.spots[language].all[name]
        fits = self.spots[language].stacks[spot.slots[0][0]].fit if spot.stack else style.fit
        as_large = spot.name if spot.layout is self.side.layout else f"{spot.layout.name}/{spot.name}"
        as_large += f" {style.size:.3f}" if field.size is not None or spot.frame.scale != 1 else ""
        group, area = (self._alike(fits, language), field.style, as_large), self.area(name, language)
        if language in self.game.mirrored and not words.backwards:
            style = style.model_copy(update={"align": OPPOSITE.get(style.align, style.align)})
        curve = self._curve(field, area, context) if field.along is not None else None
        return Said(group, self._who, self.side.id, (language,), words, style, area, colour, saying.place, curve)

    @staticmethod
    def _curve(field: TextField, area: Box, context: Context) -> Curve:
        """The curve along which a text runs. Raises InputError."""
        along = field.along or ""
        written = context.fill(along, "along")
        return context.read(lambda: curve_of(written, lambda: context.fill(field.view, "view"), area), along, "along")

    def _alike(self, fits: str, language: str) -> str:
        """The name of the group of texts that share a size: a deck or component, a side, or a side in one language."""
        named = {"together": self.side.group, "card": self.side.name, "each": f"{self.side.name}/{language}"}
        return named[fits]

    def _stacks(self, language: str) -> Stacks:
        said = {name: said for (name, of), said in self.said.items() if of == language}
        drawn = frozenset(name for (name, of), items in self.drawn.items() if of == language and items)
        return Stacks(self.spots[language], said, drawn)

    def _set(self, saying: Saying, style: Style, language: str) -> Paragraph:
        """Sets a text on a face in this language; its faults name the text. Raises InputError."""
        place, called = saying.place, saying.called

        def of_it(faults: Iterable[Fault]) -> list[Fault]:
            return [
                replace(each, message=f"{called}: {each.message}") if each.place == place else each for each in faults
            ]

        drafted: list[Fault] = []
        try:
            marked = drafted if self.draft else None
            return paragraph(saying.text, style, saying.language, self.supplies, place, marked, called)
        except InputError as error:
            raise InputError(*of_it(error.faults)) from None
        finally:
            self._mark(language, of_it(drafted))

    def _text_of(self, name: str, field: TextField, context: Context, language: str) -> Saying:
        """The text of a field. A draft shows the original of a missing translation, or the key of a missing string."""
        try:
            return self.sayer.say(field, context, language)
        except InputError as error:
            if not self.draft or field.say is None or error.faults[0].code != STRING_MISSING:
                raise
            self._mark(language, error.faults)
            self.marked.add((name, language))
            first = self.game.languages[0]
            if language != first:
                with suppress(InputError):
                    return self.sayer.say(field, self.context(name, first), first)
            key = context.fill(field.say, "say")
            return Saying(key, error.faults[0].place or self.side.place, f"{language}: '{key}'", language)

    def _who(self) -> str:
        return self.side.who(self.game)

    def context(self, name: str, language: str) -> Context:
        """Returns the context in which a field is drawn."""
        spot = self.spots[language].all[name]
        if spot.field is not None and measured_by(spot.field):
            return self._context(spot, language)
        if (name, language) not in self._contexts:
            self._contexts[name, language] = self._context(spot, language)
        return self._contexts[name, language]

    def _provisional(self, spot: Spot, language: str) -> Mapping[str, Mapping[str, float]]:
        """The places of the fields that a spot refers to, as if their words filled their boxes: others come later."""
        places: dict[str, Mapping[str, float]] = {}
        if (spots := self.spots.get(language)) is None:
            return places  # the places are not known yet
        for name in measured_by(spot.field):
            for key in spots.measurable(spot.key, name)[:1]:
                box = spots.stacks[key].box if key in spots.stacks else self.area(key, language)
                places[name] = measures(box)
        return places

    def context_by(self, spot: Spot, language: str, measured: Mapping[str, Mapping[str, float]]) -> Context:
        """Returns the context of a field that other fields place, once their places are known."""
        return self._context(spot, language, measured)

    def _context(self, spot: Spot, language: str, measured: Mapping[str, Mapping[str, float]] | None = None) -> Context:
        scope = self._scopes.scope(language)
        scope = {**scope, **spot.given} if spot.given else scope
        if spot.field is not None and measured_by(spot.field):
            scope = {**scope, FIELD: self._provisional(spot, language) if measured is None else measured}

        def translated(words: Template) -> Mapping[str, str]:
            self.words_drawn.setdefault(spot.key, {}).update(dict.fromkeys(word_names(words)))
            return self.sayer.drawing_words(words, context, language)

        side = self.side
        context = Context(
            spot.layout, spot.name, scope, self.supplies, side.owner, self.bleed, language, self.suggested,
            spot.frame, side.size, translated, side.smallest / spot.frame.scale,
        )  # fmt: skip
        return context

    def _reads_alike(self, name: str, languages: tuple[str, str], names: Iterable[str]) -> bool:
        """Whether these names, read by a field, have the same values in two languages."""
        if not self._scopes.differ:
            return True
        one, other = (self.spots[language].all[name] for language in languages)
        if one is not other or isinstance(one.field, Picture):  # its drawing can read other names
            return False
        return not self._scopes.differ_in(names)

    def area(self, name: str, language: str) -> Box:
        """Returns the area of a field in its frame."""
        if (name, language) not in self._areas:
            spots = self.spots[language]
            self._areas[name, language] = spots.box(spots.all[name], self.field(name, language))
        return self._areas[name, language]

    def faulty(self, language: str) -> list[str]:
        """Returns the fields that a draft marks in a language, with those that repeat one of them."""
        marked = {name for name, of in self.marked if of == language}
        spots = self.spots[language].all.items()
        return [name for name, spot in spots if name in marked or marked.intersection(spot.again)]

    def words(self, language: str) -> list[str]:
        """Returns its texts, including those that do not fit."""
        return [said.words.text for (_, of), said in self.said.items() if of == language]
