"""The penalties of a book's pages: one table, each with its reason.

From 800 on it is what a reader would call a fault; below 100 it is taste. `page_costs` says what a page does cost.
"""

BLANK = 1000.0  # a third of a page is empty though the text goes on; half of that costs an eighth, for it is no hole
PICTURE = 0.25  # of it where a picture fills the room
CHAPTER = 0.5  # of it where a chapter ends with the page, as many do
OVERLEAF = 3000.0  # a figure or table where the leaf must be turned to find it: "below" would be a lie
INTERRUPTED = 3000.0  # hands are busy with the steps of a procedure, or one chooses, and the leaf must be turned
DIVIDED = 800.0  # a box, table or short list that fits a page, or one question or step apart from its fellows
LONG = 40.0  # the same of what is higher than a page, and must be divided somewhere
TORN = 100_000.0  # a heading without its text, a line alone: only where nothing else can be
SPILT = 1_000_000.0  # a strip that is higher than a page
SMALLER = (0.0, 10.0, 25.0)  # the figures of a page are a step smaller, or two
LOW = 120.0  # a heading has less than MIN_LINES_BELOW lines below it, and its section goes on
TAIL = 250.0  # less than MIN_LINES_LEFT lines of a section are left for the next page
APART = 30.0  # a figure or table across the fold from what announces it: in sight, but not beside it
MIDST = 12.0  # a paragraph goes on on the next page
TURN = 30.0  # a leaf is turned within a section
WITHIN = 100.0  # a leaf is turned within a chapter, be it between two sections
HALFWAY = 150.0  # a leaf is turned within a paragraph: its end is out of sight
ALONE = 150.0  # a leaf is turned just behind a heading that is far down, and its section goes on
MOVED = 2.0  # a unit of room that blocks take, to fill the page
PRESSED = 4.0  # a unit that they give: they stand closer than on the page that faces it
PAGE = 150.0  # a page is to be printed, folded and read
FILLER = 40.0  # a page that a booklet has only to make up a multiple of four
STRAY = 120.0  # the last page holds no more than the credits, or the end of a paragraph
NO_BACK = 200.0  # no page is left for the back cover, where there is something to print on it: less than a sheet more
