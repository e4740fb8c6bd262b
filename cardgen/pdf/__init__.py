"""Writes frozen pages as PDF files, and draws PDF files as pixels. No other package imports reportlab or pypdfium2.

- `write.py` writes a document with its page boxes (media, trim and bleed box), `content.py` the operators of a page,
  `fonts.py` subsets, `blending.py` transparency, `structure.py` tags for screen readers, `canvas.py` wraps reportlab;
- `inks.py` converts colours: to screen colours, or to a press's inks by ICC profile, with a limit of all inks together
  and black text that overprints;
- `layered.py` makes spot colours, as for print layers, `die_lines.py` draws in one the lines to cut along;
- `flat.py` flattens transparency, `exchange.py` makes PDF/X, `separations.py` measures how much ink lies where;
- `raster.py` draws our own files as pixels, `pages.py` those of strangers.
"""
