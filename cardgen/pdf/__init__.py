"""Writes frozen pages as PDF files, and draws PDF files as pixels. No other package imports reportlab or pypdfium2.

- `write.py` writes a document, `content.py` the operators of a page, `fonts.py` subsets, `blending.py` transparency,
  `structure.py` tags for screen readers, `canvas.py` wraps reportlab;
- `inks.py` has all that becomes of a colour: screen colours, a press's inks by ICC profile, the limit of all inks
  together, black text that overprints;
- `layered.py` has the spot colours of print layers, `die_lines.py` the one of lines to cut along;
- `flat.py` flattens transparency, `exchange.py` makes PDF/X, `separations.py` measures how much ink lies where;
- `raster.py` draws our own files as pixels, `pages.py` those of strangers.
"""
