"""A class has one name and a name one class: who reads it in two rooms knows that it is the same thing."""

import ast
from collections import defaultdict

from tests.test_house import SOURCES, room

# Names that classes of several rooms still have; none may be added, and those that are mended leave the list.
REPEATED = {
    "Bound", "Card", "Condition", "Covered", "Deck", "Entry", "Frame", "Group", "Items", "Layout", "Line",
    "Look", "Outline", "Paragraph", "Part", "Pattern", "Phrases", "Picture", "Pixels",
    "Place", "Placed", "Program", "Reader", "Repeat", "Ring", "Rules", "Said", "Seat", "Shape", "Shown", "Sign",
    "Size", "Slip", "Table", "Term", "Turns", "Value", "Words",
}  # fmt: skip


def public_classes():
    """The rooms of each class that other modules may import, by its name."""
    rooms = defaultdict(set)
    for module, path in SOURCES.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                rooms[node.name].add(room(module))
    return rooms


def test_a_class_name_stands_in_one_room():
    assert {name for name, rooms in public_classes().items() if len(rooms) > 1} == REPEATED
