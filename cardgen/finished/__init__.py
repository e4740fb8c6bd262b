"""A game of pictures that are whole cards: what their files are called, how large they are, which belong together."""
