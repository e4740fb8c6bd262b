"""Prints games. Only this package knows every printing stage, and it passes frozen faces from one to the next.

Here, a press is the whole program that prints.

- `edition.py` lists the outputs of an edition, `many.py` prepares many editions at once, `cores.py` runs work on all
  cores;
- `options.py` has the options of a build, `chosen.py` finds the languages and cards that they name, `setup.py` the
  paper, the printer and the cutter; `profiles.py` tells printers from print houses, `calibrate.py` measures a printer;
- `sheets.py` makes the documents of cards and components, `books.py` and `pictures.py` what rulebooks are made from,
  `proof.py` the proof, `images.py` and `display.py` pictures;
- `cutting.py` makes the files of cutting machines, `cut_formats.py` writes them; `tally.py` counts sheets and cuts,
  `ink.py` measures ink;
- `edition_key.py` has the cache key of a whole edition, `keys.py` those of its outputs, `files.py` the digests of the
  files that both cover;
- `changed.py` finds what to print again, with `shown.py`, `resized.py` and `stamps.py`; `printed.py` records a print.
"""
