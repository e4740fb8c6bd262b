"""The engine of all games whose rules are clauses. It plays their rows in one interpreter, or their own machine code.

`compiled_game.py` has the instructions of a game, `tables.py` puts its rows into the record that the interpreter reads,
`zones.py` and `engine.py` are the modules that `play/contract.py` asks for, and `native.py` chooses between the
interpreter and machine code.
"""
