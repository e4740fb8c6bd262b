"""Cells that spreadsheet programs read as words, whatever they begin with."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.export.targets.houses import _table
from cardgen.text.cells import cell, words_of


@given(st.text())
def test_words_come_back_and_no_cell_begins_as_a_formula_does(text):
    assert words_of(cell(text)) == text
    assert not cell(text).startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize("name", ["=1+1", "@home", "+1", "-1", '=HYPERLINK("http://x")'])
def test_a_card_of_an_order_may_be_called_like_a_formula(name):
    (_, (called, *rest)) = csv.reader(io.StringIO(_table([(name, 2, "a.png", "")]).decode()))
    assert called == f"'{name}" and rest == ["2", "a.png", ""]
