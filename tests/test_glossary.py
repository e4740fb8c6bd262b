"""docs/glossary.md is true: each term stands in its module, in a docstring, a name or a comment."""

import ast
import io
import re
import tokenize

from cardgen.store.library import BUILTIN, PACKAGE

ENTRY = re.compile(r"^- \*\*(.+?)\*\* \(`([\w/]+\.py)`\): (.+)$")
LINES = [line for line in (BUILTIN / "docs" / "glossary.md").read_text("utf-8").splitlines() if line.startswith("- ")]
ENTRIES = [match.groups() for match in map(ENTRY.match, LINES) if match]
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def prose(path):
    """What a module says in words: docstrings, comments, and names with their words apart."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    found = [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, DOCUMENTED)]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NAME, tokenize.COMMENT):
            found.append(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", token.string))
    return spoken(" ".join(found))


def spoken(text):
    return re.sub(r"[\s_-]+", " ", text).lower()


def test_every_line_is_an_entry():
    assert len(LINES) >= 80
    assert [line for line in LINES if not ENTRY.match(line)] == []


def test_entries_stand_in_alphabetical_order_and_once():
    terms = [term.lower() for term, _, _ in ENTRIES]
    assert terms == sorted(set(terms))


def test_an_entry_is_a_sentence_or_two():
    assert [term for term, _, text in ENTRIES if not 1 <= len(re.findall(r"[.?!](?= |$)", text)) <= 2] == []


def test_its_module_uses_the_term():
    """Its words may have endings, and `of` and `a` between them: `fork of a stream`, `forks a stream`."""
    missing = []
    for term, module, _ in ENTRIES:
        path = PACKAGE / module
        assert path.is_file(), f"{term}: there is no {module}"
        words = [re.escape(word) for word in spoken(term).split() if word not in ("of", "a")]
        if not re.search(r"\b" + r"\w*(?: of)?(?: a)? ".join(words), prose(path)):
            missing.append(f"{term}: {module}")
    assert missing == []
