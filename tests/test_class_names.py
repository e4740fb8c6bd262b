"""A class has one name and a name one class: who reads it in two rooms knows that it is the same thing."""

import ast
from collections import defaultdict

from tests.test_house import SOURCES, room

# Names that classes of several rooms still have; none may be added, and those that are mended leave the list.
REPEATED = {
    "Bound", "Box", "Card", "Change", "Choice", "Code", "Condition", "Covered", "Deck", "Drawer", "Edition",
    "Element", "Entry", "Fit", "Form", "Frame", "Grid", "Group", "Items", "Kind", "Layer", "Layout", "Line",
    "Lines", "Look", "Lot", "Lying", "Mark", "Options", "Outline", "Panel", "Paragraph", "Part", "Pattern",
    "Phrases", "Picture", "Piece", "Pixels", "Place", "Placed", "Press", "Program", "Reader", "Reading",
    "Repeat", "Ring", "Room", "Rules", "Said", "Seat", "Sentence", "Shape", "Sheet", "Shown", "Sign", "Size",
    "Slip", "Source", "Space", "Spot", "Steps", "Style", "Table", "Term", "Text", "Tile", "Turns", "Use",
    "Value", "Values", "Words",
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
