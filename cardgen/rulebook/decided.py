"""What the rules in force decide of a condition before anybody plays."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.rules.tree import Tree


def truth(tree: Tree, option: Callable[[str], str]) -> bool | None:
    """Whether a condition holds, as far as the `option` of each rule tells."""
    parts = [part for part in tree.parts.values() if isinstance(part, Tree)]
    if tree.form in ("or", "and"):
        both = [truth(part, option) for part in parts]
        decisive = tree.form == "or"
        return decisive if decisive in both else None if None in both else not decisive
    if tree.form in ("is", "is_not") and len(parts) == 2:
        value, meant = (_only(part) for part in parts)
        if value.form == "rule" and meant.form == "constant":
            return (option(value.word("rule")) == meant.word("constant")) == (tree.form == "is")
        return None
    if tree.form == "not":
        inner = truth(parts[0], option)
        return None if inner is None else not inner
    if tree.form == "brackets":
        return truth(parts[0], option)
    if tree.form == "yes" and (value := _only(parts[0])).form == "rule":
        return option(value.word("rule")) == "yes"
    return None


def _only(tree: Tree) -> Tree:
    """What a form comes down to that holds nothing but another one."""
    while len(tree.parts) == 1 and isinstance(part := next(iter(tree.parts.values())), Tree):
        tree = part
    return tree
