"""The thresholds from which `penalties` apply to a book's pages."""

MIN_LINES_BELOW = {1: 5, 2: 3, 3: 3}  # lines of a section below its heading, by the heading's level
MIN_LINES_LEFT = 4  # lines of a section on the next page
STRAY_SHARE = 0.25  # part of a page; a last page that holds less is stray
