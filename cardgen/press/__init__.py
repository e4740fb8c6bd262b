"""Prints games. Only this package knows every printing stage, and it passes frozen faces from one to the next.

Here, a press is the whole program that prints. `edition.py` lists the outputs of an edition. `options.py` and
`setup.py` say what is printed on, `sheets.py` makes the documents, `books.py` rulebooks, `cutting.py` files for cutting
machines, `keys.py` the cache keys, and `many.py` prepares many editions at once.
"""
