"""Marketing pictures of a game: its box in three dimensions, cards, a set table, a turn, a sell sheet.

`camera` projects millimetres onto pixels; `closed_box` folds a net; `bodies` are things with a place in the room, made
of flat patches; `studio` draws them with their shadows. `arrangements` places cards and components, `table_setup` a
position of play, `turn` moves from one to the next; `sell_sheet` sets a page. `kit` makes all files of a language.
"""
