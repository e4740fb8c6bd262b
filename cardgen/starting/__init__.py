"""Makes new games, for `cardgen new` and for the first page of the desk.

`starter` makes a game's folder, from a kind, a spreadsheet, another program's deck or finished pictures. `dropped`
decides which of these the files are that somebody drops on the desk. `places` finds the games that the desk opens, and
the folder for new ones.
"""
