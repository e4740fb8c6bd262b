"""Fetches spreadsheets from the network, for `cardgen fetch` and a button of the desk.

`sheets` reads the addresses in `fetch:` of game.yaml, and writes what came beside the game. `addresses` finds the file
behind the address of a Google Sheet. `download` asks for one file, with bounds. No other code of cardgen opens a
connection to another machine.
"""
