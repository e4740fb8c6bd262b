"""Computes the style of elements from attributes, style sheets, `style` and inheritance (CSS Cascade 4)."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from cardgen.svg.tree import Element

Style = Mapping[str, str]
INHERITED = frozenset([
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "color", "visibility",
    "clip-rule", "font-family", "font-size", "font-weight", "font-style", "font-variant", "font-stretch",
    "text-anchor", "letter-spacing", "word-spacing", "direction", "writing-mode", "dominant-baseline", "marker",
    "marker-start", "marker-mid", "marker-end", "paint-order", "color-interpolation", "image-rendering",
    "font-kerning", "color-interpolation-filters", "shape-rendering", "text-rendering", "glyph-orientation-vertical",
    "text-orientation", "font-variation-settings", "kerning",
])  # fmt: skip
_OWN = frozenset([
    "opacity", "clip-path", "mask", "filter", "display", "overflow", "stop-color", "stop-opacity", "transform",
    "transform-origin", "mix-blend-mode", "isolation", "text-decoration", "baseline-shift", "alignment-baseline",
    "mask-type", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "unicode-bidi", "transform-box",
    "background", "background-color", "enable-background", "font", "flood-color", "flood-opacity", "lighting-color",
    "vector-effect",
])  # fmt: skip
_KNOWN = INHERITED | _OWN
STYLED = _KNOWN - {"marker", "font"}  # properties that are attributes as well
_VARIABLE = "--"
_VAR = re.compile(r"var\(\s*(--[^\s,()]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")
_MAX_DEPTH, _MAX_LENGTH = 8, 2000  # of variables that use others, and characters of a variable's value
GEOMETRY = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d")


def families_of(text: str) -> tuple[str, ...]:
    """The names that a `font-family` lists."""
    return tuple(name for name in (word.strip(" \"'") for word in text.split(",")) if name)


class Styles:
    """Computes the styles of a file's elements."""

    def __init__(self, root: Element) -> None:
        self.sheet: dict[int, list[tuple[tuple, str, str]]] = {}  # declarations of style sheets, by element
        rules = [rule for node in root.iter("style") if _is_css(node) for rule in _rules("".join(node.itertext()))]
        if rules:
            self._match(root, rules)
        self._variables: dict[int, Mapping[str, str]] = {}  # variables by element, if it has or inherits any
        self._declared: dict[int, dict[str, str]] = {}  # cached, because `use` can show an element often
        self._handed: tuple[Style, dict[str, str]] = {}, {}  # a style, and what children inherit from it
        if any(name.startswith(_VARIABLE) for node in root.iter() for name, _ in self._declarations(node)):
            self._inherit(root)

    def _inherit(self, root: Element) -> None:
        standing: list[tuple[Element, ChainMap[str, str]]] = [(root, ChainMap())]
        while standing:
            node, around = standing.pop()
            if own := {name: value for name, value in self._declarations(node) if name.startswith(_VARIABLE)}:
                around = around.new_child(own)
            if around:
                self._variables[id(node)] = around
            standing += [(child, around) for child in node]

    def _match(self, root: Element, rules: list[tuple[Any, list[tuple[str, str, bool]]]]) -> None:
        import cssselect2

        matcher: Any = cssselect2.Matcher()
        for selectors, rule in rules:
            for selector in selectors:
                matcher.add_selector(selector, rule)
        for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            for specificity, order, _, rule in matcher.match(wrapper):
                matches = self.sheet.setdefault(id(wrapper.etree_element), [])
                matches += [((strong, specificity, order), name, value) for name, value, strong in rule]

    def declared_values(self, node: Element) -> dict[str, str]:
        """The declarations of an element: attributes, style sheets and `style`, the strongest of each property."""
        if id(node) not in self._declared:
            self._declared[id(node)] = self._declare(node)
        return self._declared[id(node)]

    def _declare(self, node: Element) -> dict[str, str]:
        own = {name: value for name, value in node.attrib.items() if name in STYLED}
        if sheet_rules := self._declarations(node):
            own.update((name, value) for name, value in sheet_rules if not name.startswith(_VARIABLE))
            _expand(own)
        if "var(" in " ".join(own.values()):
            variables = self._variables.get(id(node), {})
            own = {name: _with_variables(value, variables) for name, value in own.items()}
        return own

    def _declarations(self, node: Element) -> list[tuple[str, str]]:
        """The declarations of style sheets and `style` for an element, the weakest first."""
        rules, inline = self.sheet.get(id(node), []), node.get("style")
        if inline:
            rules = rules + [((strong, (1, 0, 0, 0), 0), name, value) for name, value, strong in declarations(inline)]
        if not rules:
            return []
        return [(name, value) for _, name, value in sorted(rules, key=lambda each: each[0])]

    def of(self, node: Element, parent: Style) -> dict[str, str]:
        """An element's style; `parent` is that of its parent, or of the `use` that shows it."""
        own = self.declared_values(node)
        if parent is not self._handed[0]:  # siblings share it
            self._handed = parent, {name: value for name, value in parent.items() if name in INHERITED}
        computed = self._handed[1].copy()
        for name, value in own.items():
            if value == "inherit":
                if name in parent:
                    computed[name] = parent[name]
                else:
                    computed.pop(name, None)
            elif value != "":
                computed[name] = value
        if "font-size" in own or "font-size" not in computed:
            computed["font-size"] = _font_size(own.get("font-size", ""), parent)
        if "font-weight" in own:
            computed["font-weight"] = _weight(own["font-weight"], parent)
        return computed


def _with_variables(value: str, variables: Mapping[str, str]) -> str:
    """A value with its variables' values (CSS Custom Properties 1); empty if one is unknown or refers to itself."""
    for _ in range(_MAX_DEPTH):
        if "var(" not in value or len(value) > _MAX_LENGTH:
            break
        value = _VAR.sub(lambda match: variables.get(match[1], match[2] or "").strip(), value)
    return "" if "var(" in value or len(value) > _MAX_LENGTH else value.strip()


def _is_css(node: Any) -> bool:
    return node.get("type", "text/css") in ("", "text/css")


def _expand(own: dict[str, str]) -> None:
    """Expands shorthand properties."""
    if marker := own.pop("marker", None):
        for each in ("marker-start", "marker-mid", "marker-end"):
            own.setdefault(each, marker)
    if font := own.pop("font", None):
        for name, value in (*_font(font), *_PLAIN.items()):
            own.setdefault(name, value)


_PLAIN = {"font-style": "normal", "font-weight": "400", "font-variant": "normal", "font-kerning": "auto"}


def _font(text: str) -> Iterator[tuple[str, str]]:
    words = text.split()
    for index, word in enumerate(words):
        if word in ("italic", "oblique"):
            yield "font-style", word
        elif word in ("bold", "bolder", "lighter") or (word.isdigit() and len(word) == 3):
            yield "font-weight", word
        elif word[:1].isdigit() or word[:1] == ".":
            yield "font-size", word.partition("/")[0]
            yield "font-family", " ".join(words[index + 1 :])
            return


_NAMED_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip


def _font_size(text: str, parent: Style) -> str:
    from cardgen.svg.values import length

    em = float(parent.get("font-size", "16"))
    if text in _NAMED_SIZES:
        return str(_NAMED_SIZES[text])
    if text in ("larger", "smaller"):
        return str(em * 1.2 if text == "larger" else em / 1.2)
    size = length(text, em, em)
    return str(em if size is None or size < 0 else size)


def _weight(text: str, parent: Style) -> str:
    inherited = int(parent.get("font-weight", "400"))
    if text in ("bolder", "lighter"):
        steps = (400, 700, 900) if text == "bolder" else (700, 400, 100)
        above = [step for step in steps if (step > inherited if text == "bolder" else step < inherited)]
        return str(above[0] if above else inherited)
    named = {"normal": "400", "bold": "700"}.get(text, text)
    return named if named.isdigit() else str(inherited)


@lru_cache(maxsize=5000)
def declarations(text: str) -> tuple[tuple[str, str, bool], ...]:
    """The declarations of a `style` attribute or a rule: name, value, and whether it is important."""
    import tinycss2

    result = []
    for node in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if node.type != "declaration":
            continue
        name, value = node.lower_name, tinycss2.serialize(node.value).strip()
        if name in _KNOWN:
            result.append((name, value, node.important))
        elif name.startswith(_VARIABLE) and len(value) <= _MAX_LENGTH:
            result.append((node.name, value, node.important))  # variables are case-sensitive
    return tuple(result)


def _rules(text: str) -> Iterator[tuple[Any, list[tuple[str, str, bool]]]]:
    """The selectors and declarations of a style sheet. It ignores `@import` and rules for screens only."""
    import cssselect2
    import tinycss2

    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            continue
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude, {None: None})
        except cssselect2.SelectorError:
            continue
        declared = list(declarations(tinycss2.serialize(rule.content)))
        if declared:
            yield selectors, declared
