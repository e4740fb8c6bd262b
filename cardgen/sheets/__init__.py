"""Places frozen faces on paper, and knows nothing of how they were made. Nothing here writes a file.

- `impose.py` imposes cards, `tokens.py` tokens, `nets.py` dice, standees and boxes, `booklet.py` pages of a rulebook;
  `components.py` chooses between the first three;
- `stock.py` finds the most cards on a paper or die-cut sheet, `grid.py` and `honeycomb.py` where each cell lies and how
  far its bleed reaches, `pack.py` how things of several sizes share a page;
- `guides.py` and `marks.py` draw what hands cut along, `registration.py` and `cut_paths.py` serve a cutting machine
  (`cardgen.press.cut_formats` writes its files);
- `correct.py` undoes what a printer does to pages, `calibration.py` and `combs.py` measure that.
"""
