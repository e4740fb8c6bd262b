"""Makes a game in the likeness of one finished card: a drawing, and the table one of whose lines it shows.

`svg_card` and `pdf_card` read the drawing into runs of words, pictures and shapes in millimetres (`model`), in the
fonts that cardgen has (`typefaces`). `lines` joins the runs to lines and blocks. `table` reads the cells, and
`matching` finds them among the words. `placing` decides where each field is and how it is aligned, `pictures` which
pictures are cells. `game` writes the files. What cannot be told is a question (`questions`).
"""
