"""Places frozen faces on paper, and knows nothing of how they were made. Nothing here writes a file.

- `impose.py` imposes cards, `tokens.py` tokens, `nets.py` dice, standees and boxes, `booklet.py` pages of a rulebook;
  `components.py` chooses between the first three;
- `stock.py` finds the most cards on a paper or die-cut sheet, `grid.py` and `honeycomb.py` where each cell lies and how
  far its bleed reaches, `pack.py` how things of several sizes share a page;
- `guides.py` chooses what hands cut along, `marks.py` draws that, and the ruler and the label of each sheet
  (`furniture`; a colour bar would be there, too), `pens.py` has the colours and widths of all lines;
- `registration.py` and `cut_paths.py` serve a cutting machine (`cardgen.press.cut_formats` writes its files);
- `correct.py` undoes what a printer does to pages, `calibration.py` and `combs.py` measure that.

The trim box of a sheet is the block of its cards, not its paper. The module that makes a page sets it, and the bleed
box around it; `cardgen.pdf.write` writes both.
"""
