"""The penalties of a book's pages: one table with the reason for each penalty.

From 800 on, a reader would call it a fault; below 100 it is taste. `page_costs` computes the cost of a page.
"""

BLANK = 1000.0  # a third of a page is blank within the text; half of that costs an eighth
PICTURE = 0.25  # factor of BLANK if a picture fills the room
CHAPTER = 0.5  # factor of BLANK if a chapter ends with the page, as many do
OVERLEAF = 3000.0  # the leaf must be turned to find a figure or table, so "below" would be a lie
INTERRUPTED = 3000.0  # the leaf must be turned within a procedure, when hands are busy, or within choices
DIVIDED = 800.0  # a box, table or short list that fits a page, or one question or step apart from its fellows
LONG = 40.0  # the same for a block higher than a page, which must be divided somewhere
TORN = 100_000.0  # a heading without its text, or a line alone: only if nothing else is possible
SPILT = 1_000_000.0  # a strip that is higher than a page
SMALLER = (0.0, 10.0, 25.0)  # the figures of a page are no, one or two steps smaller
LOW = 120.0  # a heading has less than MIN_LINES_BELOW lines below it, and its section goes on
TAIL = 250.0  # less than MIN_LINES_LEFT lines of a section are left for the next page
APART = 30.0  # a figure or table across the fold from what announces it: in sight, but not beside it
MIDST = 12.0  # a paragraph continues on the next page
TURN = 30.0  # a leaf is turned within a section
WITHIN = 100.0  # a leaf is turned within a chapter, even between two sections
HALFWAY = 150.0  # a leaf is turned within a paragraph: its end is out of sight
ALONE = 150.0  # a leaf is turned just behind a heading that is far down, and its section goes on
MOVED = 2.0  # a unit that gaps take to fill the page
PRESSED = 2.0  # a unit that gaps give, so blocks are closer than on the facing page; two units cost four times that
PAGE = 150.0  # a page to print, fold and read
FILLER = 40.0  # a page that a booklet has only to make up a multiple of four
STRAY = 120.0  # the last page holds no more than the credits, or the end of a paragraph
NO_BACK = 200.0  # no page is left for a back cover with a summary; less than a further sheet
