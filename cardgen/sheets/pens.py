"""The pens of all sheets: colours, widths of lines and lengths of rulers. All lengths are in millimetres."""

from __future__ import annotations

INK, PAPER, GREY = "#000000", "#ffffff", "#777777"
HAIRLINE = 0.15  # marks, rulers, and lines to cut along by hand
HALO = 0.45  # the white line beneath lines on faces, which makes them visible on dark pictures
CUT, FOLD, HATCH = 0.35, 0.25, 0.15  # the lines of nets, and the folds of sheets
RULER = 100.0  # the length of a ruler
