"""The letters of columns: as spreadsheet programs have them, there and back, computed in one place."""

from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.columns import column_letters, column_number
from cardgen.store.library import PACKAGE
from tests.definitions.books import letters


@given(st.integers(1, 20_000))
def test_columns_have_the_letters_of_spreadsheet_programs(column):
    assert column_letters(column) == letters(column) and column_number(letters(column)) == column


def test_no_column_has_no_letters():
    assert column_letters(0) == ""


def test_they_are_computed_in_one_place():
    files = [path for path in PACKAGE.rglob("*.py") if 'ord("A")' in path.read_text("utf-8")]
    assert [path.name for path in files] == ["columns.py"]
