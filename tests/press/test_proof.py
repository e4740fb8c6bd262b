"""The proof: a page for each card, as large as the card is, with its name."""

from __future__ import annotations

import pypdfium2 as pdfium
import pytest

from cardgen.foundations.units import INCH


def test_each_card_has_a_page_with_its_name(game, run, tmp_path):
    assert run("build", "./wood", "--only", "proof", "--lang", "fr").code == 0
    file = pdfium.PdfDocument(tmp_path / "out/wood/base/fr/proof.pdf")
    called = [mark.get_title() for mark in file.get_toc()]
    assert called == ["Renard", "forest back", "Hibou"] and len(file) == 3
    assert all(page.get_textpage().get_text_range().endswith(name) for page, name in zip(file, called, strict=True))
    width, _ = (side * INCH / 72 for side in file[0].get_size())
    assert width == pytest.approx(63 + 16, abs=0.01)


def test_of_some_cards_these_alone(game, run, tmp_path):
    assert run("build", "./wood", "--only", "proof", "--lang", "en", "--cards", "owl").code == 0
    file = pdfium.PdfDocument(tmp_path / "out/wood/base/en/proof.pdf")
    assert [mark.get_title() for mark in file.get_toc()] == ["Owl", "forest back"]
